//! Rules and positions for the tests of this crate.

use crate::picture::{self, Legend};
use rules::*;
use std::sync::Arc;
use tiles::{Alphabet, Face, LetterDraft, TileSet, TileSetDraft};

pub(crate) const CLASSIC: &str = "=..'...=...'..=\n.-...\"...\"...-.\n..-...'.'...-..\n'..-...'...-..'\n....-.....-....\n.\"...\"...\"...\".\n..'...'.'...'..\n=..'...-...'..=\n..'...'.'...'..\n.\"...\"...\"...\".\n....-.....-....\n'..-...'...-..'\n..-...'.'...-..\n.-...\"...\"...-.\n=..'...=...'..=\n";

/// Count and points of A to Z.
const ENGLISH: [(u16, i16); 26] = [
    (9, 1),
    (2, 3),
    (2, 3),
    (4, 2),
    (12, 1),
    (2, 4),
    (3, 2),
    (2, 4),
    (9, 1),
    (1, 8),
    (1, 5),
    (4, 1),
    (2, 3),
    (6, 1),
    (8, 1),
    (2, 3),
    (1, 10),
    (6, 1),
    (4, 1),
    (6, 1),
    (4, 1),
    (2, 4),
    (2, 4),
    (1, 8),
    (2, 4),
    (1, 10),
];

pub(crate) fn english() -> TileSet {
    let alphabet = Alphabet::english();
    let mut draft = TileSetDraft::new("english", alphabet.clone());
    for (letter, (count, points)) in alphabet.letters().zip(ENGLISH) {
        draft.add([Face::new(letter, points)], count);
    }
    draft.add_blank(0, 2);
    TileSet::try_from(draft).unwrap()
}

/// Letters of several characters and with digits, two tiles that look alike, tiles with two faces.
pub(crate) fn odd() -> TileSet {
    let letters = ["A", "B", "C", "CH", "E", "H", "L", "L·L", "0", "7", "A7"];
    let alphabet =
        Alphabet::new(letters.map(|upper| LetterDraft { upper: upper.into(), ..Default::default() }))
            .unwrap();
    let letter = |text| alphabet.letter(text).unwrap();
    let mut draft = TileSetDraft::new("odd", alphabet.clone());
    for (text, points) in
        [("A", 1), ("C", 2), ("CH", 5), ("E", 1), ("H", 4), ("L", 1), ("L·L", 8), ("B", 3), ("B", 5)]
    {
        draft.add([Face::new(letter(text), points)], 6);
    }
    draft.add([Face::new(letter("A"), 1), Face::new(letter("E"), 2)], 6);
    draft.add([Face::new(letter("H"), 1), Face::new(letter("H"), 3)], 6);
    draft.add_blank(0, 6);
    for (text, points) in [("0", 2), ("7", 7), ("A7", 9)] {
        draft.add([Face::new(letter(text), points)], 6);
    }
    TileSet::try_from(draft).unwrap()
}

pub(crate) fn classic_board() -> Board {
    Board::try_from(picture::parse("Classic", CLASSIC, "8H", &Legend::new()).unwrap()).unwrap()
}

/// A board without edges, on which every third square along both axes doubles the word.
pub(crate) fn endless_board() -> Board {
    let square = |id, word| SquareDraft {
        id,
        name: format!("word ×{word}"),
        effect: SquareEffect::Factors(Factors { letter: 1, word }),
    };
    let source = "if (_x_ % 3 = 0 /\\ _y_ % 3 = 0) then { _result_ := 1 }".to_owned();
    Board::try_from(BoardDraft {
        title: "Endless".into(),
        start: Coord::new(0, 0),
        layout: BoardLayout::Program { source, unbounded: true },
        squares: vec![square(0, 1), square(1, 2)],
        used: 0,
        print: None,
        dialect: Dialect::Left,
        seed: None,
    })
    .unwrap()
}

pub(crate) fn rules_with(board: Board, tiles: TileSet) -> Ruleset {
    Ruleset::try_from(draft_with(board, tiles)).unwrap()
}

pub(crate) fn draft_with(board: Board, tiles: TileSet) -> RulesetDraft {
    RulesetDraft {
        lexicon: "none".into(),
        challenge: ChallengeRule::PointsPerPlay(5),
        forfeit: ForfeitPolicy::OthersWin,
        leftovers: Leftovers { scoring: LeftoverScoring::Doubled, count: LeftoverCount::EveryTile },
        ..RulesetDraft::new("test", board, Arc::new(tiles))
    }
}

pub(crate) fn classic() -> Ruleset {
    rules_with(classic_board(), english())
}

/// A random play: where it begins, its direction, and its tiles with their faces.
pub(crate) type PlaySketch = (i32, i32, bool, Vec<(u8, u8)>);

pub(crate) fn wishes() -> impl proptest::strategy::Strategy<Value = Vec<PlaySketch>> {
    use proptest::prelude::*;
    let tiles = prop::collection::vec((any::<u8>(), any::<u8>()), 1..6);
    prop::collection::vec((-8..8i32, -8..8i32, any::<bool>(), tiles), 1..20)
}

/// Every random play that is legal, with the tiles on the board before it.
pub(crate) fn legal_plays(rules: &Ruleset, wishes: &[PlaySketch]) -> Vec<(Grid, Play)> {
    let (mut grid, mut bag) = (empty_grid(&rules.board), rules.tiles.all().clone());
    let mut plays = Vec::new();
    for wish in wishes {
        let placement = build_placement(rules, &grid, wish);
        if !bag.includes(&placement.rack_tiles()) {
            continue;
        }
        let Ok(play) = judge(rules, &grid, TileOwner::ANYBODY, &placement, None) else { continue };
        plays.push((grid.clone(), play.clone()));
        for laid in play.tiles() {
            grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
            bag.take(laid.tile).unwrap();
        }
    }
    plays
}

fn build_placement(rules: &Ruleset, grid: &Grid, (x, y, down, tiles): &PlaySketch) -> Placement {
    let axis = if *down { Axis::Down } else { Axis::Across };
    let start = rules.board.start();
    let from = match grid.bounds() {
        None => start,
        Some(bounds) => {
            let places: Vec<Coord> = grid.iter().map(|(at, _)| at).collect();
            let near = places[(x.unsigned_abs() as usize * 31 + y.unsigned_abs() as usize) % places.len()];
            Coord::new(near.x + x.signum() * (x % 3).abs(), near.y + y % 3).max(bounds.expand(4).min)
        }
    };
    let kinds: Vec<_> = rules.tiles.kinds().collect();
    let (mut at, mut laid) = (from, Vec::new());
    for &(tile, face) in tiles {
        while grid.has(at) {
            at = at.step(axis, 1);
        }
        let (id, kind) = kinds[usize::from(tile) % kinds.len()];
        let face = kind.faces()[usize::from(face) % kind.faces().len()];
        laid.push(PlacedTile { at, tile: id, face });
        at = at.step(axis, 1);
    }
    Placement { tiles: laid, axis: Some(axis), written: None }
}

/// The rules of several games: classic, odd tiles, no edges, holes.
pub(crate) fn many_rules() -> Vec<Ruleset> {
    let holes = picture::parse(
        "Holes",
        ".......\n.......\n..#.#..\n...-...\n..#.#..\n.......\n.......",
        "4D",
        &Legend::new(),
    );
    vec![
        classic(),
        rules_with(classic_board(), odd()),
        rules_with(endless_board(), odd()),
        rules_with(Board::try_from(holes.unwrap()).unwrap(), english()),
    ]
}
