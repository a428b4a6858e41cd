//! The example play of SkraBBKle's description, and every line that can go wrong.

use super::*;
use crate::console::{ClearMode, StreamConsole};
use crate::seats::{default_level, parse_seats};
use lexicon::WordGraph;
use players::{Player, SearchLimit};
use presets::Library;
use rules::{Chance, SeededChance, View};
use std::collections::BTreeMap;
use tiles::{TileId, Tiles};

/// The tiles of each decision, by the number of its first event.
#[derive(Clone)]
struct ScriptedDraws(BTreeMap<u64, Vec<TileId>>);

struct DrawScript(std::vec::IntoIter<TileId>);

impl Chance for DrawScript {
    fn below(&mut self, _: u32) -> u32 {
        0
    }

    fn draw(&mut self, bag: &mut Tiles) -> Option<TileId> {
        let tile = self.0.next()?;
        bag.take(tile).unwrap();
        Some(tile)
    }
}

/// A computer that plays what stands in the example.
struct ExamplePlayer(std::vec::IntoIter<&'static str>);

impl Player for ExamplePlayer {
    fn choose(&mut self, view: &View, _: &SearchLimit) -> Command {
        let scene = PlayContext { rules: &view.rules, grid: &view.grid, rack: view.own_rack() };
        match plays::parse_as(DialogueEdition::Of2023.style(), self.0.next().unwrap_or(","), scene) {
            Ok(Turn::Place(placement)) => Command::Play(placement),
            other => panic!("{other:?}"),
        }
    }
}

const WORDS: [&str; 7] = ["DINT", "UNPITIED", "DANCE", "GURNARD", "DARE", "STELLA", "SCOT"];

fn setting(tiles: &str) -> LocalGameSetup {
    let library = Library::shipped();
    let mut draft = library.rules("skrabbkle").unwrap().draft();
    draft.tiles = library.tiles(tiles).unwrap().set;
    draft.racks = RackVisibility::Open;
    let rules = Ruleset::try_from(draft).unwrap();
    let alphabet = rules.tiles.alphabet().clone();
    let words: Vec<_> =
        WORDS.iter().chain(&["POGOERS"]).map(|word| alphabet.parse_word(word).unwrap()).collect();
    let words = WordGraph::build("example", &alphabet, &words).unwrap();
    let seats = vec![SeatPlan::human("You"), SeatPlan::computer(default_level())];
    LocalGameSetup { rules, words, seats, seed: 0, leaves: None }
}

fn example(tiles: &str, typed: &str) -> String {
    let setting = setting(tiles);
    let set = setting.rules.tiles.clone();
    let list = |text: &str| set.parse_tile_list(text).unwrap();
    // The numbers are those of the events: two of the beginning and the deal, then one a turn.
    let draws = ScriptedDraws(BTreeMap::from([
        (1, list("TNCNIUDEUDI?IP")),
        (4, list("DIEA")),
        (5, list("LG?NRRU")),
        (6, list("EASI")),
        (7, list("RELSGT")),
        (8, list("OTY")),
        (9, list("PEOOA")),
        (10, list("UW")),
        (11, list("RAHXVA")),
    ]));
    let chances = move |seq: u64| -> Box<dyn Chance> {
        Box::new(DrawScript(draws.0.get(&seq).cloned().unwrap_or_default().into_iter()))
    };
    let moves = vec!["UPItIED,8g", "GURNaR,n2", "STELL,i1", "POGOER,1c"];
    let computer: Box<dyn Player> = Box::new(ExamplePlayer(moves.into_iter()));
    let local = LocalGame::with_script(setting, Box::new(chances), vec![(Seat(1), computer)]).unwrap();
    let mut shown = Vec::new();
    let mut console = StreamConsole::new(typed.as_bytes(), &mut shown, ClearMode::Separator);
    let ending = Dialogue::new(&mut console, DialogueEdition::Of2023, Duration::ZERO).run(local).unwrap();
    assert_eq!(ending, ExitReason::PlayerLeft);
    String::from_utf8(shown).unwrap()
}

const TYPED: &str = "\
DINT,h6
ANCE,i6,,,,,,,
ANCE,i6
ANCE,6i
DAE,4l
O,j5
O,5j
SC,k5
SO,k5
";

#[test]
fn the_example_play_goes_as_it_is_written() {
    insta::assert_snapshot!(example("skrabbkle", TYPED));
}

#[test]
fn the_example_counts_as_printed_where_blanks_are_worth_three() {
    let shown = example("skrabbkle-2022", TYPED);
    let scores = |label: &str| -> Vec<i32> {
        shown.lines().filter_map(|line| line.strip_prefix(label)?.trim().parse().ok()).collect()
    };
    assert_eq!(scores("Human player score:"), [7, 7, 21, 21, 31, 31, 39, 39]);
    assert_eq!(scores("Computer player score:"), [0, 91, 91, 115, 115, 136, 136, 148]);
}

#[test]
fn the_three_kinds_of_rejection_have_their_texts() {
    let shown = example("skrabbkle", TYPED);
    for line in [
        "Illegal move format",
        "The board does not permit word ANCE at position i6. Please try again.",
        "The board does not permit word O at position j5. Please try again.",
        "The board does not permit word O at position 5j. Please try again.",
        "With tiles [U1], [I1], [S1], [I1], [O1], [T1], [Y5] you cannot play word SC,k5!",
    ] {
        assert_eq!(shown.lines().filter(|shown| *shown == line).count(), 1, "{line}");
    }
}

/// What the first turn answers to a line, before it asks again.
fn answer(line: &str) -> String {
    let shown = example("skrabbkle", &format!("{line}\n"));
    let after = shown.split("Entering \",\" passes the turn.\n").nth(1).unwrap();
    after.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn bad_form_is_reported_and_asked_again() {
    for line in [
        "",
        " ",
        "DINT",
        "DINT h6",
        "DINT,",
        ",h6",
        "DINT,h",
        "DINT,6",
        "DINT,h6,",
        "DINT,h06",
        "D1NT,h6",
        "DI NT,h6",
        "DINT,h-6",
        "DINT,hh6h",
        "8H DINT",
        "pass",
        ",,",
        ",,,",
        "DINT;h6",
        "D?NT,h6",
        "D_NT,h6",
        "\u{fffd},h6",
        "é,h6",
        "DINT,é6",
        "😀",
        "DINT,h99999999999999999999",
        "{,h6",
        "D{A,h6",
        "D{},h6",
    ] {
        assert_eq!(answer(line), "Illegal move format", "{line:?}");
    }
}

#[test]
fn plays_that_do_not_fit_the_board_are_reported() {
    for (line, word, square) in [
        ("DINT,z6", "DINT", "z6"),
        ("DINT,h17", "DINT", "h17"),
        ("DINT,h99", "DINT", "h99"),
        ("DINT,h14", "DINT", "h14"),
        ("DINT,a1", "DINT", "a1"),
        ("TIN,h6", "TIN", "h6"),
        ("D,h8", "D", "h8"),
    ] {
        let expect = format!("The board does not permit word {word} at position {square}. Please try again.");
        assert_eq!(answer(line), expect, "{line:?}");
    }
}

#[test]
fn missing_tiles_are_reported() {
    let rack = "[T1], [N1], [C3], [N1], [I1], [U1], [D2]";
    for (line, word, square) in
        [("dINT,h6", "dINT", "h6"), ("ZZZ,h8", "ZZZ", "h8"), ("DINTTT,6h", "DINTTT", "6h")]
    {
        assert_eq!(
            answer(line),
            format!("With tiles {rack} you cannot play word {word},{square}!"),
            "{line:?}"
        );
    }
}

fn talk(rules: &str, typed: &str) -> (ExitReason, String) {
    let rules = Library::shipped().rules(rules).unwrap();
    let edition = DialogueEdition::of(&rules).unwrap();
    let seats = parse_seats("you,computer:greedy").unwrap();
    let setting = LocalGameSetup { rules, words: presets::english().clone(), seats, seed: 3, leaves: None };
    let mut shown = Vec::new();
    let mut console = StreamConsole::new(typed.as_bytes(), &mut shown, ClearMode::Separator);
    let ending = Dialogue::new(&mut console, edition, Duration::ZERO).play(setting, false, None).unwrap();
    (ending, String::from_utf8(shown).unwrap())
}

#[test]
fn the_questions_are_asked_until_they_are_answered() {
    insta::assert_snapshot!(talk("skrabbkle", "x\n\nL\nd\nopen\nc\n").1);
}

#[test]
fn a_file_name_is_asked_for_until_it_is_valid() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let row = ".".repeat(13) + "\n";
    let bad = [
        write("large", &format!("30\n{}", (".".repeat(30) + "\n").repeat(30))),
        write("letters", &format!("13asdsa\n{}", row.repeat(13))),
        write("factor", &format!("13\n{}", row.repeat(13).replacen('.', "{100}", 1))),
        write("word", &format!("13\n{}", row.repeat(13).replacen('.', "(-a)", 1))),
        write("wide", &format!("13\n{}", row.repeat(13).replacen('.', "..", 1))),
        write("headless", &row.repeat(13)),
        write("short", &format!("13\n{}", row.repeat(12))),
        write("plus", &format!("13\n{}", row.repeat(13).replacen('.', "(+3)", 1))),
        write("zeros", &format!("13\n{}", row.repeat(13).replacen('.', "(007)", 1))),
        write("empty", ""),
        write("of another edition", &format!("16\n14\nh7\n{}", (".".repeat(16) + "\n").repeat(14))),
        directory.path().display().to_string(),
        "there is no such file".to_owned(),
        String::new(),
    ];
    let good = write("good", &format!("13\n{}", row.repeat(13).replacen('.', "{-9}", 1)));
    let (_, shown) = talk("skrabbkle", &format!("l\n{}\n{good}\nc\n", bad.join("\n")));
    let again = "This is not a valid file. Please enter the file name of the board: ";
    assert_eq!(shown.matches(again).count(), bad.len());
    assert!(shown.contains("    a  b  c  d  e  f  g  h  i  j  k  l  m  \n\n 1 {-9 . "), "{shown}");
}

#[test]
fn the_end_of_the_input_is_a_polite_end() {
    for typed in ["", "l\n", "l\nx\n", "d\n", "d\no\n", "d\no\n,\n", "d\no\nbad\n"] {
        let (ending, shown) = talk("skrabbkle", typed);
        assert_eq!(ending, ExitReason::PlayerLeft);
        assert!(shown.ends_with("\nGoodbye!\n"), "{shown}");
    }
}

#[test]
fn four_passes_end_a_game_of_two_people() {
    let (ending, shown) = talk("skrabbkle-2026", "d\nh\nh\nc\n\n,\n\n,\n\n,\n\n,\n");
    assert_eq!(ending, ExitReason::GameOver);
    insta::assert_snapshot!(shown);
}

#[test]
fn the_edition_of_2022_writes_plays_its_own_way() {
    let (_, shown) = talk("skrabbkle-2022", "d\nIN,h8\n,\n,,\n");
    insta::assert_snapshot!(shown);
}

#[test]
fn a_computer_plays_a_whole_game_against_one_that_passes_when_it_must() {
    let (ending, shown) = talk("skrabbkle-2026", "d\nc\nc\no\n");
    assert_eq!(ending, ExitReason::GameOver);
    assert!(shown.contains("Letters: ") && shown.contains("Game Over!\n"), "{shown}");
}

#[test]
fn the_computer_lays_a_tile_whenever_it_can() {
    let rules = Library::shipped().rules("skrabbkle").unwrap();
    let mut chance = SeededChance::new(99);
    let mut laid = 0;
    for seed in 0..12 {
        let seats = parse_seats("computer:greedy,computer:first").unwrap();
        let setting = LocalGameSetup {
            rules: rules.clone(),
            words: presets::english().clone(),
            seats,
            seed,
            leaves: None,
        };
        let mut local = LocalGame::begin(setting).unwrap();
        while let Some(seat) = local.awaited_seat() {
            let can = !local.best_plays(seat, 1).is_empty();
            let command = local.choose_command(seat);
            assert_eq!(matches!(command, Command::Play(_)), can);
            laid += usize::from(can);
            // Some turns are passed instead, so that many kinds of positions come up.
            let pass = chance.below(6) == 0;
            local.act(seat, if pass { &Command::Pass } else { &command }).unwrap();
        }
    }
    assert!(laid > 100, "{laid}");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    #[test]
    fn no_bytes_make_it_stop_or_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300)) {
        let typed = [b"d\nc\n".as_slice(), &bytes].concat();
        let rules = Library::shipped().rules("skrabbkle").unwrap();
        let seats = parse_seats("you,computer:first").unwrap();
        let setting = LocalGameSetup { rules, words: setting("skrabbkle").words, seats, seed: 3, leaves: None };
        let mut shown = Vec::new();
        let mut console = StreamConsole::new(typed.as_slice(), &mut shown, ClearMode::Separator);
        Dialogue::new(&mut console, DialogueEdition::Of2023, Duration::ZERO).play(setting, false, None).unwrap();
    }

    #[test]
    fn no_lines_make_it_stop_or_panic(lines in proptest::collection::vec("[A-Za-z?_{}]{0,8},{0,2}[a-r0-9]{0,4}", 0..8)) {
        talk_with_example_words(&format!("c\n{}", lines.join("\n")));
    }
}

/// Random lines against few words, so that games are short.
fn talk_with_example_words(typed: &str) -> ExitReason {
    let example = setting("skrabbkle");
    let mut console = StreamConsole::new(typed.as_bytes(), io::sink(), ClearMode::Separator);
    let mut dialogue = Dialogue::new(&mut console, DialogueEdition::Of2023, Duration::ZERO);
    dialogue.play(example, true, None).unwrap()
}

#[test]
fn each_edition_takes_its_own_board_files_only() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let square = |size: usize| format!("{size}\n{}", (".".repeat(size) + "\n").repeat(size));
    let (eleven, twelve) = (write("eleven", &square(11)), write("twelve", &square(12)));
    let of_2026 = write("2026", &format!("16\n14\nh7\n{}", (".".repeat(16) + "\n").repeat(14)));
    let again = "This is not a valid file.";
    let refused = |rules: &str, file: &String| talk(rules, &format!("l\n{file}\n")).1.contains(again);
    let answers = |rules: &str| [&eleven, &twelve, &of_2026].map(|file| refused(rules, file));
    assert_eq!(answers("skrabbkle-2022"), [true, false, true], "sizes from 12");
    assert_eq!(answers("skrabbkle"), [false, false, true]);
    assert_eq!(answers("skrabbkle-2026"), [true, true, false]);
}

#[test]
fn a_blank_after_a_comma_does_not_matter() {
    for (rules, typed) in [
        ("skrabbkle", "d\nc\nQQ, h8\n"),
        ("skrabbkle-2022", "d\nQQ, h8, d\n"),
        ("skrabbkle-2026", "d\nh\nh\nc\n\nQQ, h8\n"),
    ] {
        let (_, shown) = talk(rules, typed);
        assert!(!shown.contains("Illegal move format"), "{rules}: {shown}");
        assert!(shown.contains("you cannot play word QQ,h8!"), "{rules}: {shown}");
    }
}
