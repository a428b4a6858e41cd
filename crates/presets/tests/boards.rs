//! The shipped boards against their definitions.

use quixotry_presets::{BoardSeed, Library, Source};
use rules::{Board, Coord, Extent, Rect, SquareId};
use std::collections::BTreeMap;

fn board(name: &str) -> Board {
    Library::shipped().board(name).unwrap_or_else(|faults| panic!("{faults}"))
}

fn id(board: &Board, x: i32, y: i32) -> Option<SquareId> {
    board.square(Coord::new(x, y)).map(rules::Square::id)
}

fn around() -> impl Iterator<Item = (i32, i32)> {
    (-30..=30).flat_map(|y| (-30..=30).map(move |x| (x, y)))
}

const DLS: [(i32, i32); 7] = [(0, 4), (4, 0), (1, 1), (1, 5), (5, 1), (4, 7), (7, 4)];
const TLS: [(i32, i32); 3] = [(2, 2), (2, 6), (6, 2)];
const TWS: [(i32, i32); 3] = [(7, 0), (0, 7), (7, 7)];

fn standard(a: i32, b: i32) -> Option<SquareId> {
    match (a, b) {
        at if TWS.contains(&at) => Some(4),
        (a, b) if a == b && 2 < a && a < 7 => Some(3),
        at if TLS.contains(&at) => Some(2),
        at if DLS.contains(&at) => Some(1),
        (a, b) if a <= 7 && b <= 7 => Some(0),
        _ => None,
    }
}

fn infinite(a: i32, b: i32) -> Option<SquareId> {
    match (a % 7, b % 7) {
        _ if (a, b) == (0, 0) => Some(0),
        (0, 0) => Some(4),
        (a, b) if a == b && 2 < a && a < 7 => Some(3),
        at if TLS.contains(&at) => Some(2),
        at if DLS.contains(&at) => Some(1),
        _ => Some(0),
    }
}

fn hole(a: i32, b: i32) -> Option<SquareId> {
    if (2..=4).contains(&a) && (2..=4).contains(&b) { None } else { standard(a, b) }
}

fn infinite_hole(a: i32, b: i32) -> Option<SquareId> {
    match (a % 6, b % 6) {
        _ if (a, b) == (0, 0) => Some(0),
        (a, b) if (2..=4).contains(&a) && (2..=4).contains(&b) => None,
        (0, 0) => Some(4),
        (a, b) if a == b && 2 < a && a < 6 => Some(3),
        (2, 2) | (2, 5) | (5, 2) => Some(2),
        at if DLS.contains(&at) => Some(1),
        _ => Some(0),
    }
}

#[test]
fn the_boards_of_the_itu_game_follow_their_definitions() {
    type Definition = fn(i32, i32) -> Option<SquareId>;
    let definitions: [(&str, Definition, bool); 4] = [
        ("standard", standard, false),
        ("infinite", infinite, true),
        ("hole", hole, false),
        ("infinite-hole", infinite_hole, true),
    ];
    for (name, definition, unbounded) in definitions {
        let board = board(name);
        assert_eq!(board.start(), Coord::new(0, 0), "{name}");
        assert_eq!(board.extent() == Extent::Unbounded, unbounded, "{name}");
        for (x, y) in around() {
            assert_eq!(id(&board, x, y), definition(x.abs(), y.abs()), "{name} at {x}, {y}");
        }
    }
}

#[test]
fn the_standard_board_is_the_classic_one_but_for_its_centre() {
    let (program, picture) = (board("standard"), board("classic"));
    for (x, y) in around().filter(|&at| at != (0, 0)) {
        assert_eq!(id(&program, x, y), id(&picture, x + 7, y + 7), "{x}, {y}");
    }
    assert_eq!((id(&program, 0, 0), id(&picture, 7, 7)), (Some(0), Some(3)));
}

fn counts(board: &Board, window: Rect) -> BTreeMap<SquareId, usize> {
    let mut counts = BTreeMap::new();
    window
        .places()
        .filter_map(|at| board.square(at))
        .for_each(|square| *counts.entry(square.id()).or_default() += 1);
    counts
}

#[test]
fn random_boards_have_as_many_squares_of_each_kind_as_their_file_says() {
    for seed in 0..50 {
        let board = board(&format!("random:{seed}"));
        let window = board.window().unwrap();
        assert_eq!((window.min, window.max), (Coord::new(-7, -7), Coord::new(7, 7)));
        assert_eq!(counts(&board, window), BTreeMap::from([(0, 165), (1, 8), (2, 16), (3, 12), (4, 24)]));
        let start = board.start();
        assert!((0..7).contains(&start.x) && (0..7).contains(&start.y), "{start}");
    }
}

#[test]
fn the_same_number_deals_the_same_board() {
    for name in ["random", "infinite-random"] {
        let seeded = |seed| Library::shipped().with_seed(BoardSeed(seed)).board(name).unwrap();
        assert_eq!(seeded(42).program(), board(&format!("{name}:42")).program());
        assert_eq!(seeded(42).start(), board(&format!("{name}:42")).start());
        assert_ne!(seeded(42).program(), seeded(43).program());
    }
}

#[test]
fn infinite_random_boards_show_what_was_dealt_at_the_signed_remainder() {
    for seed in 0..5 {
        let (finite, endless) = (board(&format!("random:{seed}")), board(&format!("infinite-random:{seed}")));
        assert_eq!(endless.extent(), Extent::Unbounded);
        for (x, y) in around() {
            assert_eq!(id(&endless, x, y), id(&finite, x % 7, y % 7), "{seed} at {x}, {y}");
        }
    }
}

#[test]
fn rules_deal_their_random_board_with_the_librarys_number_or_their_own() {
    let library = Library::shipped().with_seed(BoardSeed(7));
    assert_eq!(library.rules("random").unwrap().board.program(), board("random:7").program());
    let text = "inherit = 'itu'\nboard = { use = 'random', seed = 9 }";
    let fixed = library.rules_from(&Source::from_text("mine", text)).unwrap();
    assert_eq!(fixed.board.program(), board("random:9").program());
}

#[test]
fn a_board_may_stand_in_the_rules_file() {
    let picture = "inherit = 'standard'\n[board]\ntitle = 'Small'\nkind = 'picture'\nstart = '3C'\n\
                   picture = '''\n=.'.=\n.5.-.\n'.-.'\n.-.#.\n=.'.=\n'''\n[board.legend]\n5 = { word = 5 }\n";
    let rules = Library::shipped().rules_from(&Source::from_text("small", picture)).unwrap();
    assert_eq!((rules.board.title(), rules.board.start()), ("Small", Coord::new(2, 2)));
    assert_eq!(rules.board.square(Coord::new(1, 1)).unwrap().factors().unwrap().word, 5);
    assert!(!rules.board.has(Coord::new(3, 3)));

    let cells = "inherit = 'standard'\n[board]\ntitle = 'Cells'\nkind = 'cells'\ncentre = [-1, 5]\ncorner = [-2, 5]\n\
                 cells = '''\n0 7 0\n# 0 7\n'''\n[[board.square]]\nid = 0\nword = 1\n[[board.square]]\nid = 7\nletter = -2\n";
    let board = Library::shipped().rules_from(&Source::from_text("cells", cells)).unwrap().board.clone();
    assert_eq!(board.window().unwrap().min, Coord::new(-2, 5));
    assert_eq!((id(&board, -1, 5), id(&board, -2, 6), id(&board, 0, 6)), (Some(7), None, Some(7)));
    assert_eq!(board.kind(7).unwrap().factors().unwrap().letter, -2);
}

#[test]
fn a_dialect_can_be_chosen_for_a_named_board() {
    let rules = Library::shipped().rules("itu-compat").unwrap();
    assert_eq!(rules.board.dialect(), rules::Dialect::ItuRight);
    assert_eq!(board("standard").dialect(), rules::Dialect::Left);
}

/// The worked example of `docs/board-language.md`, with the words and points that the document gives.
#[test]
fn the_example_of_steps_in_the_document_scores_as_it_says() {
    let document = include_str!("../../../docs/board-language.md");
    let (_, rest) = document.split_once("```toml\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let board = Library::shipped().board_from(&Source::from_text("example.toml", example)).unwrap();
    let mut draft = Library::shipped().rules("standard").unwrap().draft();
    draft.board = board;
    draft.bonus.clear();
    let rules = rules::Ruleset::try_from(draft).unwrap();
    let points = |word: &str, x: i32| {
        let position = rules::Position::new(rules.clone());
        let tiles = &position.rules.tiles;
        let letters = tiles.alphabet().parse_word(word).unwrap();
        let laid = letters.iter().zip(x..).map(|(&letter, x)| {
            let tile = tiles.plain(letter).unwrap();
            rules::PlacedTile { at: Coord::new(x, 0), tile, face: tiles.kind(tile).unwrap().faces()[0] }
        });
        position.judge(&rules::Placement::new(laid), None).unwrap().score()
    };
    assert_eq!(points("CAT", 0), 16);
    assert_eq!(points("AT", 2), 2);
}

/// Whatever the language, a vowel bed is for the vowels of its tile set; programs of the ITU game keep their meaning.
#[test]
fn vowels_are_those_of_the_tile_set() {
    let cyrillic = "name = 'cyrillic'\nletter = [\n\
        { upper = 'А', count = 30, points = 1, vowel = true },\n{ upper = 'Ы', count = 30, points = 4, vowel = true },\n\
        { upper = 'Н', count = 30, points = 1 },\n{ upper = 'U', count = 10, points = 2 },\n]\n";
    let points = |tiles: std::sync::Arc<tiles::TileSet>, word: &str, dialect: &str| {
        let mut draft = Library::shipped().rules("standard").unwrap().draft();
        let source = Library::shipped().source(quixotry_presets::DataKind::Boards, "vowels").unwrap();
        let text = format!("dialect = \"{dialect}\"\n{}", source.text);
        draft.board = Library::shipped().board_from(&Source::from_text("vowels.toml", &text)).unwrap();
        draft.tiles = tiles;
        draft.bonus.clear();
        let rules = rules::Ruleset::try_from(draft).unwrap();
        let (set, at) = (&rules.tiles, rules.board.start());
        // From the centre down; (0, 4) is a vowel bed.
        let letters = set.alphabet().parse_word(word).unwrap();
        let laid = letters.iter().zip(at.y..).map(|(&letter, y)| {
            let tile = set.plain(letter).unwrap();
            rules::PlacedTile { at: Coord::new(at.x, y), tile, face: set.kind(tile).unwrap().faces()[0] }
        });
        let placement = rules::Placement::new(laid);
        rules::Position::new(rules.clone()).judge(&placement, None).unwrap().score()
    };
    let cyrillic =
        || Library::shipped().tiles_from(&Source::from_text("cyrillic.toml", cyrillic)).unwrap().set;
    let polish = || Library::shipped().tiles("polish").unwrap().set;
    let plain = points(cyrillic(), "ННННН", "left");
    assert_eq!(points(cyrillic(), "ННННЫ", "left"), plain + 3 + 5, "a vowel of this set");
    assert_eq!(points(cyrillic(), "ННННU", "left"), plain + 1, "U is no vowel here");
    assert_eq!(points(cyrillic(), "ННННЫ", "itu"), plain + 3, "the ITU game knows a, e, i, o, u only");
    assert_eq!(points(cyrillic(), "ННННU", "itu"), plain + 1 + 5);
    let plain = points(polish(), "NNNNN", "left");
    assert_eq!(points(polish(), "NNNNY", "left"), plain + 1 + 5);
}
