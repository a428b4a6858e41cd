//! The whole screen: pictures of whole games, keys, bad keys, small screens, and the images of the documentation.

mod svg;

use proptest::prelude::*;
use quixotry_terminal::{LocalGame, LocalGameSetup, ScreenGame, ScreenKey, parse_seats};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use rules::{ChallengeRule, Ruleset, RulesetDraft};
use std::path::Path;
use std::time::{Duration, Instant};

fn local(rules: &str, seats: &str, seed: u64, change: impl FnOnce(&mut RulesetDraft)) -> LocalGame {
    let mut draft = presets::Library::shipped().rules(rules).unwrap().draft();
    change(&mut draft);
    let (rules, seats) = (Ruleset::try_from(draft).unwrap(), parse_seats(seats).unwrap());
    LocalGame::begin(LocalGameSetup { rules, words: presets::english().clone(), seats, seed, leaves: None })
        .unwrap()
}

fn game(rules: &str, seats: &str, seed: u64) -> ScreenGame {
    ScreenGame::new(local(rules, seats, seed, |_| ()), Duration::ZERO)
}

/// Presses keys: letters, and names in angle brackets. Returns whether the player left.
fn press(game: &mut ScreenGame, keys: &str) -> bool {
    let mut rest = keys;
    while let Some(sign) = rest.chars().next() {
        let (key, len) = match rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            Some((name, _)) => (named(name), name.len() + 2),
            None => (ScreenKey::Char(sign), sign.len_utf8()),
        };
        if game.press(key).is_break() {
            return true;
        }
        settle(game);
        rest = &rest[len..];
    }
    false
}

fn named(name: &str) -> ScreenKey {
    match name {
        "left" => ScreenKey::Left,
        "right" => ScreenKey::Right,
        "up" => ScreenKey::Up,
        "down" => ScreenKey::Down,
        "enter" => ScreenKey::Enter,
        "back" => ScreenKey::Backspace,
        "tab" => ScreenKey::Tab,
        "esc" => ScreenKey::Escape,
        "leave" => ScreenKey::Leave,
        other => panic!("{other}"),
    }
}

/// Lets computers play until a person is asked or the game is over.
fn settle(game: &mut ScreenGame) {
    for _ in 0..20 {
        game.tick(Instant::now());
    }
}

fn painted(game: &mut ScreenGame, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| game.paint(frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(buffer.area.width.into());
    let row =
        |cells: &[ratatui::buffer::Cell]| cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>();
    rows.map(|cells| format!("{}\n", row(cells).trim_end())).collect()
}

fn shown(game: &mut ScreenGame) -> String {
    text(&painted(game, 80, 24))
}

#[test]
fn a_draft_shows_its_score_and_is_played() {
    let mut game = game("standard", "you,computer:greedy", 7);
    press(&mut game, "dove");
    insta::assert_snapshot!("draft", shown(&mut game));
    press(&mut game, "<enter>");
    insta::assert_snapshot!("played", shown(&mut game));
}

#[test]
fn errors_of_a_draft_are_shown_while_it_is_edited() {
    let mut game = game("standard", "you,computer:greedy", 7);
    press(&mut game, "dvo");
    assert!(shown(&mut game).contains("✗ DVO is not in the word list."));
    press(&mut game, "<enter>");
    assert!(shown(&mut game).contains("\n DVO is not in the word list."));
    press(&mut game, "<back><back>");
    assert!(shown(&mut game).contains("✗ The first play needs at least 2 tiles."));
    press(&mut game, "<tab>o<esc><up>z");
    assert!(shown(&mut game).contains("You do not have Z."));
    press(&mut game, "é");
    assert!(shown(&mut game).contains("is not a letter of these tiles"));
}

#[test]
fn bad_words_are_not_reported_where_they_can_be_challenged() {
    let single = |draft: &mut RulesetDraft| draft.challenge = ChallengeRule::Single;
    let mut game = ScreenGame::new(local("standard", "you,computer:greedy", 7, single), Duration::ZERO);
    press(&mut game, "dvo");
    let picture = shown(&mut game);
    assert!(picture.contains("points: DVO") && !picture.contains("word list"), "{picture}");
    press(&mut game, "<enter>");
    assert!(shown(&mut game).contains("challenge, right"));
}

#[test]
fn lines_can_be_typed_as_well() {
    let mut game = game("standard", "you,computer:greedy", 7);
    press(&mut game, "/8H DOVE<enter>/undo<enter>/check zax<enter>");
    assert!(shown(&mut game).contains("ZAX is good."));
    press(&mut game, "/swap JV<enter>");
    assert!(shown(&mut game).contains("-JV"));
    press(&mut game, "/best 3<enter>");
    assert!(shown(&mut game).contains("equity"), "{}", shown(&mut game));
    press(&mut game, "x/nonsense<enter>");
    assert!(shown(&mut game).contains("is neither a command nor a play"));
    for popup in ["?", "/help<enter>", "/hint<enter>", "/tiles<enter>", "/history<enter>", "/rules<enter>"] {
        press(&mut game, popup);
        assert!(shown(&mut game).contains("continues"), "{popup}");
        press(&mut game, "x");
    }
    press(&mut game, "/resign<enter>n/resign<enter>y");
    let over = shown(&mut game);
    assert!(over.contains("You resign.") && over.contains("Greedy wins!"), "{over}");
    assert!(press(&mut game, "x<enter>"));
}

#[test]
fn the_tiles_of_another_person_are_never_shown() {
    let mut game = game("standard", "Ann,Ben", 7);
    let before = shown(&mut game);
    assert!(before.contains("Pass the keyboard to Ann, then press Enter."), "{before}");
    assert!(!before.contains("J8"), "{before}");
    press(&mut game, "x<enter>dove<enter>");
    let between = shown(&mut game);
    insta::assert_snapshot!("between", between);
    press(&mut game, "<enter>");
    assert!(shown(&mut game).contains("Ann plays 8H DOVE for 16 points"));
}

#[test]
fn large_boards_follow_the_cursor() {
    let mut game = game("super", "you,computer:greedy", 7);
    insta::assert_snapshot!("super", shown(&mut game));
    press(&mut game, &"<down>".repeat(12));
    assert!(shown(&mut game).contains("\n21 "), "{}", shown(&mut game));
}

#[test]
fn boards_without_edges_follow_the_cursor() {
    let mut game = game("infinite", "you,computer:longest", 5);
    press(&mut game, "/pass<enter>");
    press(&mut game, &"<left>".repeat(30));
    insta::assert_snapshot!("infinite", shown(&mut game));
    press(&mut game, &"<up>".repeat(200));
}

#[test]
fn without_colours_everything_is_still_there() {
    let mut game = game("standard", "you,computer:greedy", 7).without_colours();
    press(&mut game, "dove<enter>");
    let buffer = painted(&mut game, 80, 24);
    use ratatui::style::Color::Reset;
    assert!(buffer.content.iter().all(|cell| cell.fg == Reset && cell.bg == Reset));
    assert!(text(&buffer).contains("D O V E"));
}

#[test]
fn any_screen_size_is_painted() {
    let mut game = game("skrabbkle", "you,computer:greedy", 7);
    for (width, height) in [(1, 1), (5, 30), (39, 14), (40, 14), (60, 20), (80, 24), (200, 60)] {
        painted(&mut game, width, height);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_keys_make_it_panic(keys in prop::collection::vec(key(), 0..120), size in (1u16..100, 1u16..40)) {
        let mut game = game("standard", "you,computer:first", 1);
        for key in keys {
            _ = game.press(key);
            game.tick(Instant::now());
            painted(&mut game, size.0, size.1);
        }
    }
}

fn key() -> impl Strategy<Value = ScreenKey> {
    let names = ["left", "right", "up", "down", "enter", "back", "tab", "esc"];
    prop_oneof![
        prop::sample::select(names.to_vec()).prop_map(named),
        prop::char::range('a', 'z').prop_map(ScreenKey::Char),
        prop::sample::select("/?: 8HN_éß\u{200b}\u{0}".chars().collect::<Vec<_>>()).prop_map(ScreenKey::Char),
        any::<char>().prop_map(ScreenKey::Char),
    ]
}

#[test]
fn a_text_that_does_not_fit_is_scrolled() {
    let mut game = game("standard", "you,computer:greedy", 7);
    press(&mut game, "?");
    let top = shown(&mut game);
    assert!(
        top.contains("scroll") && top.contains("Letters place tiles") && !top.contains("show this help"),
        "{top}"
    );
    for _ in 0..30 {
        press(&mut game, "<down>");
        shown(&mut game);
    }
    let end = shown(&mut game);
    assert!(end.contains("show this help") && end.contains("100 %"), "{end}");
    press(&mut game, "<up>");
    assert!(shown(&mut game).contains("scroll"));
    press(&mut game, "x");
    assert!(!shown(&mut game).contains("scroll"), "any other key continues");
}

/// The letters CH, LL and RR of Spanish are tiles of their own.
#[test]
fn letters_of_several_characters_are_typed_one_after_the_other() {
    let library = presets::Library::shipped();
    let rules = library.rules("spanish").unwrap();
    let words = library.lexicon_of("spanish", &rules).unwrap();
    let alphabet = rules.tiles.alphabet().clone();
    let digraph = |label: &str| label.chars().count() == 2;
    // A seed that deals a letter of two characters to the first player.
    let (local, label) = (0..500)
        .find_map(|seed| {
            let setup = LocalGameSetup {
                rules: rules.clone(),
                words: words.clone(),
                seats: parse_seats("you,computer:first").unwrap(),
                seed,
                leaves: None,
            };
            let local = LocalGame::begin(setup).unwrap();
            let labels = local.rack(rules::Seat(0)).iter().map(|&id| rules.tiles.label(id).to_owned());
            let label = labels.into_iter().find(|label| digraph(label))?;
            (local.awaited_seat() == Some(rules::Seat(0))).then_some((local, label))
        })
        .expect("a rack with such a tile");
    assert!(alphabet.letter(&label).is_some());
    let mut game = ScreenGame::new(local, Duration::ZERO);
    press(&mut game, &label.to_lowercase());
    let picture = shown(&mut game);
    // The tile is on the start square, and the cursor behind it.
    let row = picture.lines().find(|line| line.trim_start().starts_with("8 ")).unwrap();
    assert!(row.contains(&label) && row.contains('→'), "{label}: {picture}");
}

/// The images of the documentation are what the program paints; `UPDATE_IMAGES=1` writes them.
#[test]
fn the_images_of_the_documentation_are_true() {
    let mut standard = game("standard", "you,computer:static", 12);
    for _ in 0..5 {
        play_best(&mut standard);
    }
    check_image("terminal", &painted(&mut standard, 80, 24));
    let mut infinite = game("infinite-hole", "you,computer:longest", 5);
    for _ in 0..3 {
        play_best(&mut infinite);
    }
    check_image("terminal-infinite", &painted(&mut infinite, 80, 24));
}

/// Plays the longest play there is, as text.
fn play_best(game: &mut ScreenGame) {
    use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
    let seat = rules::Seat(0);
    let local = game.local();
    let setup = players::PlayerSetup { rules: local.rules(), words: local.words(), seed: 0 };
    let mut player = players::by_name("longest").unwrap().player(setup).unwrap();
    let command = player.choose(&local.view(seat), &players::SearchLimit::for_iterations(1));
    let rules::Command::Play(placement) = command else { return };
    let scene = PlayContext { rules: local.rules(), grid: local.game().grid(), rack: None };
    let typed = print_placement(&placement, scene, PlaythroughStyle::Letters);
    press(game, "/");
    typed.chars().for_each(|sign| _ = game.press(ScreenKey::Char(sign)));
    press(game, "<enter>");
}

fn check_image(name: &str, buffer: &Buffer) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/images/{name}.svg"));
    let picture = svg::picture(buffer);
    if std::env::var_os("UPDATE_IMAGES").is_some() {
        std::fs::write(&path, &picture).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == picture, "{}: run with UPDATE_IMAGES=1 to write it anew", path.display());
}

#[test]
fn open_racks_show_their_letters_and_closed_ones_do_not() {
    let rack = |local: &LocalGame| -> String {
        let tiles = &local.rules().tiles;
        local.rack(rules::Seat(1)).iter().map(|&id| tiles.label(id).to_owned()).collect::<Vec<_>>().join("")
    };
    for racks in [rules::RackVisibility::Open, rules::RackVisibility::Closed] {
        let local = local("skrabbkle", "you,computer:first", 5, |draft| draft.racks = racks);
        let letters = rack(&local);
        assert_eq!(letters.chars().count(), 7);
        let mut game = ScreenGame::new(local, Duration::ZERO);
        let shown = shown(&mut game);
        // Tiles are painted with their points, so that only the letters are compared.
        let is_shown = shown.lines().any(|line| {
            let list = line.get(line.len().saturating_sub(40)..).unwrap_or(line);
            let said: String = list.chars().filter(|c| c.is_alphabetic() || *c == '?').collect();
            said.ends_with(&letters)
        });
        assert_eq!(is_shown, racks == rules::RackVisibility::Open, "{letters}\n{shown}");
    }
}
