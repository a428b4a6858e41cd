//! Games line by line: transcripts, every command, bad input, saving and going on.

use proptest::prelude::*;
use quixotry_terminal::{
    ClearMode, ExitReason, LineGame, LocalGame, LocalGameSetup, StreamConsole, load_game, load_latest,
    parse_seats,
};
use rules::{ChallengeRule, Clock, GameClock, Millis, Ruleset, RulesetDraft, TurnTimeout};
use std::time::Duration;

fn rules(name: &str, change: impl FnOnce(&mut RulesetDraft)) -> Ruleset {
    let mut draft = presets::Library::shipped().rules(name).unwrap().draft();
    change(&mut draft);
    Ruleset::try_from(draft).unwrap()
}

fn local(rules: Ruleset, seats: &str, seed: u64) -> LocalGame {
    let seats = parse_seats(seats).unwrap();
    LocalGame::begin(LocalGameSetup { rules, words: presets::english().clone(), seats, seed, leaves: None })
        .unwrap()
}

fn play(local: LocalGame, typed: impl AsRef<[u8]>) -> (ExitReason, String) {
    let mut shown = Vec::new();
    let mut console = StreamConsole::new(typed.as_ref(), &mut shown, ClearMode::Separator);
    let ending = LineGame::new(local, Duration::ZERO).play(&mut console).unwrap();
    (ending, String::from_utf8(shown).unwrap())
}

/// A game of the standard rules against `greedy`.
fn talk(typed: &str) -> String {
    play(local(rules("standard", |_| ()), "you,computer:greedy", 7), typed).1
}

#[test]
fn a_few_turns_of_a_standard_game() {
    insta::assert_snapshot!(talk(
        "help\ntiles\nhint 3\n8H DOVE\nhistory\nboard\nshuffle\nswap V\nundo\npass\ncheck zax zzz é\nrules\nquit\n"
    ));
}

#[test]
fn an_unbounded_board_is_followed() {
    let local = local(rules("infinite", |_| ()), "you,computer:longest", 5);
    insta::assert_snapshot!(play(local, "hint\nhelp\npass\n8H WORD\n").1);
}

#[test]
fn two_people_do_not_see_each_others_tiles() {
    let local = local(rules("standard", |_| ()), "Ann,Ben", 3);
    let shown = play(local, "\npass\n\npass\n").1;
    insta::assert_snapshot!(shown);
    // Nothing of Ann's tiles stands between the line across and Ben's turn.
    let ben = shown.split("Pass the keyboard to Ben").nth(1).unwrap();
    assert!(ben.starts_with(", then press Enter. ----"), "{ben}");
}

#[test]
fn what_another_person_exchanges_stays_hidden() {
    let local = local(rules("standard", |_| ()), "Ann,Ben", 3);
    let shown = play(local, "\nswap QU\n\nhistory\n").1;
    let ben = shown.split("Pass the keyboard to Ben").nth(1).unwrap();
    assert!(ben.contains("Ann exchanges 2 tiles.") && ben.contains("1 Ann  -2 "), "{ben}");
    assert!(!ben.contains("Q10") && !ben.contains("-QU"), "{ben}");
}

#[test]
fn computers_alone_play_to_the_end() {
    let (ending, shown) =
        play(local(rules("standard", |_| ()), "computer:static,computer:greedy,computer:longest", 2), "");
    assert_eq!(ending, ExitReason::GameOver);
    insta::assert_snapshot!(shown);
}

#[test]
fn the_ways_of_other_games_are_understood() {
    for (rules_name, line) in [
        ("haskell", "DOVE 7 7 H"),
        ("haskell", "DOVE 7 7 h"),
        ("standard", "DOVE,8h"),
        ("standard", "DOVE 8H"),
        ("standard", "dove 8h"),
        ("standard", "8H.DOVE"),
        ("standard", "7,7 across DOVE"),
        ("standard", "7 7 4D2 8 7 15O1 9 7 22V4 10 7 5E1"),
    ] {
        let typed = format!("{line}\nhistory\n");
        let shown = play(local(rules(rules_name, |_| ()), "you,computer:greedy", 7), &typed).1;
        assert!(shown.contains("You play 8H DOVE for "), "{line}: {shown}");
    }
}

#[test]
fn a_blank_is_asked_for_its_letter() {
    let seed = 1;
    let shown = play(local(rules("standard", |_| ()), "you,computer:greedy", seed), "8H _A\nh\n").1;
    assert!(shown.contains("Enter a letter for the blank: You play 8H hA"), "{shown}");
}

#[test]
fn bad_lines_are_reported_and_asked_again() {
    let lines = [
        ("hello", "is neither a command nor a play"),
        ("8H", "is not a play: write"),
        ("8H ZZZ", "You do not have the tile Z."),
        ("1A ROE", "The first play must cover the start square H8."),
        ("99Z ROE", "is outside the board"),
        ("8H R", "The first play needs at least 2 tiles."),
        ("8H ROVE", "You play 8H ROVE"),
        ("swap", "Which tiles? Say which tiles to exchange"),
        ("swap ZZ", "You do not have the tile Z."),
        ("swap 1", "\"1\""),
        ("challenge", "Plays cannot be challenged in this game"),
        ("challenge FROG", "There is nothing to challenge."),
        ("undo", "There is nothing to take back."),
        ("check", "Name a word to look up"),
        ("save /nowhere/at/all", "cannot be written to /nowhere/at/all"),
        ("save", "This game is not saved"),
        ("resign", "Do you really want to resign? (y/n) "),
        ("-5", "Say which tiles to exchange"),
        ("0 0", "is no"),
    ];
    for (line, expect) in lines {
        let shown = talk(&format!("{line}\n\n"));
        assert!(shown.contains(expect), "{line:?}: {shown}");
    }
}

#[test]
fn giving_up_ends_the_game() {
    let local = local(rules("standard", |_| ()), "you,computer:greedy", 1);
    let (ending, shown) = play(local, "resign\nn\nresign\ny\n");
    assert_eq!(ending, ExitReason::GameOver);
    assert!(shown.contains("You resign.") && shown.contains("Greedy wins!"), "{shown}");
}

#[test]
fn a_computer_takes_over_where_the_rules_say_so() {
    let local = local(rules("cornell", |draft| draft.seats.min = 2), "you,computer:greedy", 1);
    let (ending, shown) = play(local, "resign\ny\n");
    assert_eq!(ending, ExitReason::GameOver);
    assert!(shown.contains("A computer plays on."), "{shown}");
}

#[test]
fn a_phony_is_challenged_by_the_computer_and_can_be_by_you() {
    let single = |draft: &mut RulesetDraft| draft.challenge = ChallengeRule::Single;
    let shown =
        play(local(rules("standard", single), "you,computer:greedy", 7), "8H JVR\ncheck JVR\nchallenge\n").1;
    assert!(shown.contains("Greedy challenges JVR: the play is taken back."), "{shown}");
    assert!(shown.contains("Words cannot be looked up in a game with challenges."), "{shown}");
    assert!(shown.contains(": the play stands."), "{shown}");
}

#[test]
fn a_turn_taken_back_draws_the_same_tiles_again() {
    let once = talk("8H DOVE\n");
    let again = talk("8H DOVE\nundo\n8H DOVE\n");
    let last = |shown: &str| shown.rsplit("You play 8H DOVE").next().unwrap().to_owned();
    assert_eq!(last(&once), last(&again));
    let other = talk("pass\nundo\n8H DOVE\n");
    assert_eq!(last(&once), last(&other));
}

#[test]
fn the_clock_is_shown_and_falls() {
    let blitz = |draft: &mut RulesetDraft| {
        let (initial, overtime) = (Millis::seconds(61), Millis(0));
        draft.clock = Clock::Game(GameClock { initial, increment: Millis(0), penalty: 10, overtime });
    };
    let shown = play(local(rules("standard", blitz), "you,computer:greedy", 7), "").1;
    assert!(shown.contains("You 0 [1:0") && shown.contains("Greedy 0 [1:01]"), "{shown}");
    let flash = |draft: &mut RulesetDraft| {
        let (initial, overtime) = (Millis(1), Millis(0));
        draft.clock = Clock::Game(GameClock { initial, increment: Millis(0), penalty: 10, overtime });
    };
    let local = local(rules("standard", flash), "you,computer:greedy", 7);
    std::thread::sleep(Duration::from_millis(5));
    let (ending, shown) = play(local, "8H DOVE\n");
    assert_eq!(ending, ExitReason::GameOver);
    assert!(shown.contains("Your time is up.") && shown.contains("You have run out of time."), "{shown}");
}

#[test]
fn a_clock_for_each_turn_is_shown_and_passes_the_turn() {
    let quick =
        |limit| move |draft: &mut RulesetDraft| draft.clock = Clock::Turn { limit, then: TurnTimeout::Pass };
    let shown = play(local(rules("standard", quick(Millis::seconds(90))), "you,computer:greedy", 7), "").1;
    assert!(shown.contains("You 0 [1:") && shown.contains("Greedy 0 ·"), "{shown}");
    let local = local(rules("standard", quick(Millis(1))), "you,computer:greedy", 7);
    std::thread::sleep(Duration::from_millis(5));
    let shown = play(local, "8H DOVE\n").1;
    assert!(shown.contains("You have no time left for this turn; it passes."), "{shown}");
}

#[test]
fn a_computer_that_is_too_late_misses_its_turn() {
    let brief = |draft: &mut RulesetDraft| {
        draft.clock = Clock::Turn { limit: Millis(1), then: TurnTimeout::Pass };
    };
    let local = local(rules("standard", brief), "you,computer:greedy", 7);
    let mut shown = Vec::new();
    let mut console = StreamConsole::new(&b"pass\npass\npass\n"[..], &mut shown, ClearMode::Separator);
    LineGame::new(local, Duration::from_millis(5)).play(&mut console).unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("Greedy has no time left for this turn; it passes."), "{shown}");
}

#[test]
fn the_last_play_waits_for_an_answer_where_it_can_be_challenged() {
    let single = |draft: &mut RulesetDraft| draft.challenge = ChallengeRule::Single;
    let game =
        |seed| play(local(rules("standard", single), "you,computer:greedy", seed), "pass\n".repeat(60)).1;
    // The computer plays alone until it goes out.
    let shown = (0..40).map(game).find(|shown| shown.contains("`pass` accepts that play")).unwrap();
    assert!(shown.contains("You accept the last play."), "{shown}");
}

#[test]
fn an_interrupted_game_goes_on_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let library = presets::Library::shipped();
    let mut first = local(rules("standard", |_| ()), "you,Hal=computer:static", 7);
    first.save_in(directory.path());
    let path = first.file().unwrap().to_owned();
    let (_, shown) = play(first, "8H DOVE\nsave\n");
    assert!(shown.contains(&format!("The game is saved in {}", path.display())), "{shown}");

    let saved = load_latest(directory.path(), &library).unwrap();
    assert_eq!((saved.path.as_path(), saved.seed, saved.seats[1].name.as_str()), (path.as_path(), 7, "Hal"));
    let (_, on) = play(LocalGame::resume(saved, None).unwrap(), "history\nundo\n8H DOVE\nhint\n");
    // The same draws as in a game that was never interrupted.
    let whole = play(local(rules("standard", |_| ()), "you,Hal=computer:static", 7), "8H DOVE\nhint\n").1;
    let end = |text: &str| {
        text.rsplit("You play 8H DOVE").next().unwrap().split("Goodbye").next().unwrap().to_owned()
    };
    assert_eq!(end(&on), end(&whole));

    // Half a line at the end, as a power cut leaves it, costs no more than that line.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 20]).unwrap();
    let cut = load_game(&path, &library).unwrap();
    assert_eq!(cut.record.events().len() + 1, text.lines().count() - 1);
    drop(LocalGame::resume(cut, None).unwrap());
    assert!(std::fs::read_to_string(&path).unwrap().ends_with("}\n"));
}

#[test]
fn a_match_that_cannot_continue_says_why() {
    let directory = tempfile::tempdir().unwrap();
    let library = presets::Library::shipped();
    let none = load_latest(directory.path(), &library).unwrap_err().to_string();
    assert_eq!(none, format!("there is no unfinished game in {}", directory.path().display()));
    let path = directory.path().join("x.jsonl");
    std::fs::write(&path, "nonsense").unwrap();
    assert!(
        load_game(&path, &library)
            .unwrap_err()
            .to_string()
            .contains("line 1: the header is not a JSON object")
    );
    let mut over = local(rules("standard", |_| ()), "you,computer:greedy", 1);
    over.save_in(directory.path());
    let file = over.file().unwrap().to_owned();
    play(over, "resign\ny\n");
    assert!(load_game(&file, &library).unwrap_err().to_string().ends_with("`quixotry record` shows it"));
}

#[test]
fn a_disk_that_fails_does_not_end_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let blocked = directory.path().join("file");
    std::fs::write(&blocked, "").unwrap();
    let mut local = local(rules("standard", |_| ()), "you,computer:greedy", 1);
    local.save_in(&blocked.join("games"));
    let shown = play(local, "pass\n").1;
    assert!(shown.contains("The game can no longer be saved: "), "{shown}");
    assert!(shown.contains("Greedy plays"), "{shown}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_bytes_make_it_stop_or_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let (_, shown) = play(local(rules("standard", |_| ()), "you,computer:first", 1), &bytes);
        prop_assert!(shown.contains("Goodbye") || shown.contains("Game over"));
    }

    #[test]
    fn no_lines_make_it_stop_or_panic(lines in prop::collection::vec(line(), 0..12), preset in preset()) {
        let (_, shown) = play(local(rules(preset, |_| ()), "Ann,computer:first", 1), lines.join("\n"));
        prop_assert!(shown.contains("Goodbye") || shown.contains("Game over"));
    }
}

fn preset() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "standard",
        "infinite",
        "haskell",
        "itu",
        "generic",
        "skrabbkle",
        "wordsmog",
        "hole",
    ])
}

/// Lines that are nearly right.
fn line() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "8H",
        "h8",
        "A1",
        "-3,5>",
        "0,0v",
        "999999999999A",
        "pass",
        "swap",
        ":SWAP",
        "hint",
        "undo",
        "resign",
        "y",
        "save /nowhere/at",
        "challenge",
        "check",
        "history",
        "tiles",
        "shuffle",
        "AB?",
        "_",
        "ROT",
        "rot",
        "(A)B",
        "e{A1}",
        ",",
        "7",
        "-7",
        "H",
        "V",
        "4D2",
        "0A1",
        "\u{200b}",
        "ß",
        "İ",
        "quit",
        "8H.",
        ".",
        "A.B",
        ")(",
        "2147483647",
    ]);
    prop::collection::vec(word, 1..5).prop_map(|words| words.join(" "))
}

#[test]
fn people_play_without_a_word_list_and_go_on_later() {
    let directory = tempfile::tempdir().unwrap();
    let rules = rules("standard", |_| ()).without_words();
    let words = presets::Library::shipped().lexicon(presets::NO_LEXICON, rules.tiles.alphabet()).unwrap();
    let seats = parse_seats("Ann,Ben").unwrap();
    let setup = LocalGameSetup { rules, words, seats, seed: 7, leaves: None };
    let mut local = LocalGame::begin(setup).unwrap();
    local.save_in(directory.path());
    let (_, shown) = play(local, "\n8H VODE\n\n");
    assert!(shown.contains("8H VODE for "), "no word list has it: {shown}");
    let saved = load_latest(directory.path(), &presets::Library::shipped()).unwrap();
    assert_eq!((saved.words.name(), saved.words.len()), ("none", 0));
    let (_, shown) = play(LocalGame::resume(saved, None).unwrap(), "\nhint\n");
    assert!(shown.contains("Ben"), "{shown}");
}

#[test]
fn open_racks_are_shown_to_everybody() {
    let open = rules("standard", |draft| draft.racks = rules::RackVisibility::Open);
    let local = local(open, "you,computer:greedy", 7);
    let tiles = &local.rules().tiles;
    let letters: Vec<String> =
        local.rack(rules::Seat(1)).iter().map(|&id| tiles.label(id).to_owned()).collect();
    let (_, shown) = play(local, "");
    let line = shown.lines().find(|line| line.starts_with("Tiles of Greedy: ")).unwrap();
    let said: Vec<String> = line["Tiles of Greedy: ".len()..]
        .split(' ')
        .map(|tile| {
            tile.trim_end_matches(|c: char| c.is_ascii_digit() || "₀₁₂₃₄₅₆₇₈₉".contains(c)).to_owned()
        })
        .collect();
    assert_eq!(said, letters);
}
