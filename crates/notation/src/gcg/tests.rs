use super::*;
use crate::testing::{classic, draft_with, endless_board, english, odd, rules_with};
use lexicon::{AnyWord, WordList};
use proptest::prelude::*;
use rules::*;
use tiles::Letter;

const HEAD: &str = "#player1 ann Ann Able\n#player2 ben Ben\n";

/// Everything a file may have, each kind of line once.
const ALL: &str = "#character-encoding UTF-8
#title A game
#description All kinds of lines
#id here 17
#player1 ann Ann Able
#player2 ben Ben
#lexicon none
#game-type classic
#board-layout classic
#tile-distribution english
#tile CH ch
#tile-set english
#game-board classic
#- and more of it
#mood sunny
>ann: AEINRST 8D RETAINS +66 66
#note a fine start
that goes on here

>ben: DEIILTZ 9D LI +8 8
>ben: DEIILTZ -- -8 0
>ann: DROWNUG 7J DROWN +31 97
>ann: UG (challenge) +5 102
>ben: DEIILTZ - +0 0
>ann: SEQSPO? -QO +0 102
>ben: DEIILTZ -3 +0 0
>ann:  (G) +4 106
>ben: FWLI (FWLI) -10 -10
>ben: ISBALI (time) -10 -20
>ann: (time) -10 96
#rack1 AB
#rack2 ?C
#incomplete AEIOU
";

fn events(text: &str) -> Vec<GcgEvent> {
    parse(text.as_bytes()).unwrap().events().map(|(_, event)| event.clone()).collect()
}

#[test]
fn every_kind_of_line_is_known() {
    let game = parse(ALL.as_bytes()).unwrap();
    assert_eq!(print(&game).unwrap(), ALL.as_bytes());
    let others: Vec<&Pragma> =
        game.pragmas().map(|(_, pragma)| pragma).filter(|p| matches!(p, Pragma::Other { .. })).collect();
    assert_eq!(others, [&Pragma::Other { name: "mood".into(), text: "sunny".into() }]);
    assert_eq!(game.players()[0], GcgPlayer { nick: "ann".into(), name: "Ann Able".into() });
    assert_eq!(game.note(16).as_deref(), Some("a fine start\nthat goes on here"));
    assert_eq!(game.note(21), None);
    assert_eq!(game.lexicon(), Some("none"));
    let acts: Vec<GcgAction> = game.events().map(|(_, event)| event.action.clone()).collect();
    let play =
        |coordinate: &str, word: &str| GcgAction::Play { coordinate: coordinate.into(), word: word.into() };
    let tiles = |tiles: &str| GcgAction::Leftover(tiles.into());
    assert_eq!(
        acts,
        [
            play("8D", "RETAINS"),
            play("9D", "LI"),
            GcgAction::Withdrawn,
            play("7J", "DROWN"),
            GcgAction::ChallengeBonus,
            GcgAction::Pass,
            GcgAction::Exchange("QO".into()),
            GcgAction::Exchange("3".into()),
            tiles("G"),
            tiles("FWLI"),
            GcgAction::Time,
            GcgAction::Time,
        ]
    );
}

#[test]
fn a_file_in_the_one_form_stays_as_it_is() {
    let game = parse(ALL.as_bytes()).unwrap();
    let text = String::from_utf8(print(&game.canonical()).unwrap()).unwrap();
    assert_eq!(text, ALL.replace(">ann: (time)", ">ann:  (time)"));
}

#[test]
fn spacing_case_and_line_ends_are_kept_and_can_be_made_regular() {
    let loose = "#player1  ann  Ann\r\n#player2 ben Ben\n>ann:AEINRST   8d RETAINS +66  66 \n>ben: AB --  -0 0 really";
    let game = parse(loose.as_bytes()).unwrap();
    assert_eq!(print(&game).unwrap(), loose.as_bytes());
    let regular = String::from_utf8(print(&game.canonical()).unwrap()).unwrap();
    assert_eq!(
        regular,
        "#character-encoding UTF-8\n#player1 ann Ann\n#player2 ben Ben\n>ann: AEINRST 8D RETAINS +66 66\n>ben: AB -- +0 0\n"
    );
}

#[test]
fn a_rack_may_be_left_out() {
    let read =
        events(">a: - +0 3\n>a:  8D WORD +14 17\n>a: h8 (W)ORD +14 31\n>a: -2 +0 31\n>a: (Q) +20 51\n");
    assert!(read.iter().all(|event| event.rack.is_empty()));
    assert_eq!(read[3].action, GcgAction::Exchange("2".into()));
    assert_eq!(read[4].action, GcgAction::Leftover("Q".into()));
}

#[test]
fn unreadable_lines_are_reported_with_their_number() {
    let bad = "#player1\n>ann 8D WORD +1 1\n>ann: AB 8D WORD 14\n>ann: AB nonsense +1 1\n>ann: +1 1\n>ann: A 8D +99999999999 1\n";
    let faults = parse(bad.as_bytes()).unwrap_err();
    let shown: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "line 1: a player is `#player1 nick Full Name`",
            "line 2: an event is `>nick: rack …`, but there is no colon after the nick",
            "line 3: an event ends with its score and the total, such as +24 190; this one does not",
            "line 4: \"AB nonsense\" is neither a play (8D WORD), an exchange (-ABC), a pass (-), a play taken back (--), (challenge), (time) nor (TILES)",
            "line 5: \"\" is neither a play (8D WORD), an exchange (-ABC), a pass (-), a play taken back (--), (challenge), (time) nor (TILES)",
            "line 6: \"A 8D\" is neither a play (8D WORD), an exchange (-ABC), a pass (-), a play taken back (--), (challenge), (time) nor (TILES)",
        ]
    );
    let (game, _) = parse_lenient(bad.as_bytes());
    assert_eq!(print(&game).unwrap(), bad.as_bytes());
}

#[test]
fn characters_are_latin_1_unless_the_file_is_utf_8() {
    let latin = b"#player1 c\xe9sar C\xe9sar\n";
    let game = parse(latin).unwrap();
    assert_eq!((game.encoding, game.players()[0].nick.as_str()), (Encoding::Latin1, "césar"));
    assert_eq!(print(&game).unwrap(), latin);
    let utf8 = "#character-encoding UTF-8\r\n#player1 césar César\n".as_bytes();
    assert_eq!(parse(utf8).unwrap().players()[0].nick, "césar");
    assert_eq!(print(&parse(utf8).unwrap()).unwrap(), utf8);
    let marked = "\u{feff}#player1 césar César\n".as_bytes();
    assert_eq!(parse(marked).unwrap().players()[0].nick, "césar");
    assert_eq!(print(&parse(marked).unwrap()).unwrap(), marked);
    let silent = "#player1 césar César\n".as_bytes();
    assert_eq!(parse(silent).unwrap().players()[0].nick, "césar", "nothing else is UTF-8 by chance");
    assert_eq!(print(&parse(silent).unwrap()).unwrap(), silent);
}

#[test]
fn bytes_that_are_not_text_are_reported() {
    let shown = |bytes: &[u8]| parse(bytes).unwrap_err().to_string();
    assert_eq!(
        shown(b"#character-encoding UTF-8\n#title \xff\n"),
        "line 2: the bytes of this line are not UTF-8, the encoding that the first line names"
    );
    assert_eq!(
        shown(b"#character-encoding klingon\n"),
        "line 1: the encoding \"klingon\" is unknown; use UTF-8 or ISO-8859-1"
    );
    assert!(shown(b"#character-encoding UTF-16\n").contains("unknown"));
    let mut game = parse(b"#player1 a A\n").unwrap();
    game.push(LineContent::Pragma(Pragma::Note("Żółw".into())));
    assert_eq!(
        print(&game).unwrap_err().to_string(),
        "line 2: the character 'Ż' cannot be written in this file's encoding; make its first line `#character-encoding UTF-8`"
    );
}

fn check_lint(body: &str, expect: &[&str]) {
    let game = parse(format!("{HEAD}{body}").as_bytes()).unwrap();
    let found: Vec<String> = lint(&game, &classic(), None).iter().map(ToString::to_string).collect();
    assert_eq!(found, expect, "{body}");
}

#[test]
fn a_sound_game_has_no_findings() {
    check_lint(
        ">ann: AEINRST 8D RETAINS +66 66\n>ben: DEIILTZ 9D LI +6 6\n>ben: DEIILTZ -- -6 0\n\
         >ann: ?ABDEFG I7 F.B +15 81\n>ann: ?ABDEFG (challenge) +5 86\n>ben: DEIILTZ -DE +0 0\n",
        &[],
    );
}

#[test]
fn text_belongs_to_a_note_or_is_named() {
    let play = ">ann: AEINRST 8D RETAINS +66 66\n";
    check_lint(&format!("{play}#note a fine start\nwith a second line\n\nand more\n"), &[]);
    check_lint(
        &format!("{play}stray\n"),
        &["line 4: warning: this line is not an event, a pragma or part of a note"],
    );
}

#[test]
fn faults_of_a_game_are_named_with_their_lines() {
    check_lint(
        ">carl: A - +0 0\n",
        &["line 3: error: no player has the nick \"carl\"; the players are ann, ben"],
    );
    check_lint(
        ">ann: AEINRST 8D RETAINS +65 65\n",
        &["line 3: warning: the score is +65, but should be +66"],
    );
    check_lint(">ann: AEINRST 8D RETAINS +66 67\n", &["line 3: warning: the total is 67, but should be 66"]);
    check_lint(
        ">ann: AEINRSZ 8D RETAINS +66 66\n",
        &[
            "line 3: warning: the tile T is not on the rack AEINRSZ",
            "line 3: warning: the rack AEINRSZ contradicts tiles that are played or held elsewhere, so it is taken as unknown",
        ],
    );
    check_lint(
        ">ann: AEINRSTU 8D RETAINS +66 66\n",
        &["line 3: warning: the rack has 8 tiles, but a full one has 7"],
    );
    check_lint(
        ">ann: AEI 8G AI +4 4\n",
        &["line 3: warning: the rack tells 3 of 7 tiles; the others are unknown"],
    );
    check_lint(
        ">ann: ZZABCDE 8G AB +8 8\n",
        &[
            "line 3: warning: the rack ABCDEZZ contradicts tiles that are played or held elsewhere, so it is taken as unknown",
        ],
    );
    check_lint(
        ">ann: AEINRST 8J RETAINS +66 66\n",
        &["line 3: error: \"RETAINS\" leaves the board: there is no square at P8"],
    );
    check_lint(
        ">ann: AEINRST 1A RETAINS +66 66\n",
        &["line 3: error: The first play must cover the start square (7, 7)."],
    );
    check_lint(
        ">ann: AEINRST 8D RETAINS +66 66\n>ann: DEIILTZ - +0 66\n",
        &["line 4: error: it is ben's turn"],
    );
    check_lint(
        ">ann: AEINRST 8D RETAINS +66 66\n>ben: DEIILTZ D7 DIET +5 5\n",
        &["line 4: error: \"DIET\" has I at D8, but the board has R there"],
    );
    check_lint(
        ">ann: AEINRST - +0 0\n>ann: AEINRST -- +0 0\n",
        &["line 4: error: this player has no play to withdraw"],
    );
    check_lint(
        ">ann: AEINRST (challenge) +7 7\n",
        &[
            "line 3: error: the last play was not by this player, so it cannot have been challenged",
            "line 3: warning: these rules do not give +7 for a wrong challenge",
        ],
    );
    check_lint(">ann: AEINRST (time) +10 10\n", &["line 3: warning: overtime cannot give +10"]);
    check_lint(">ann: AEINRST - +5 5\n", &["line 3: warning: the score is +5, but should be +0"]);
    check_lint(">ann:  (QI) +11 11\n", &["line 3: warning: the score is +11, but should be +22"]);
    check_lint(">ann: QI (QI) +22 22\n", &["line 3: warning: the score is +22, but should be -11"]);
    check_lint(">ann: QI (QI) -22 -22\n", &["line 3: warning: the score is -22, but should be -11"]);
    check_lint(
        ">ann: QI (QIS) -12 -12\n",
        &[
            "line 3: warning: the rack is IQ, but the tiles left are IQS; leave the rack out where the other's tiles are gained",
        ],
    );
    check_lint(
        ">ann:  (QI) +22 22\n>ben: ABCDEFG - +0 0\n",
        &["line 4: error: the game has been settled already"],
    );
    check_lint("#player2 ben Ben\n", &["line 3: error: there are two players with the number 2"]);
    check_lint(
        ">ann: ABC1 - +0 0\n",
        &["line 3: warning: \"1\" at character 4 is not a tile of the set \"english\""],
    );
}

#[test]
fn files_without_players_and_doubtful_encodings_are_noticed() {
    let found = |text: &str| {
        let game = parse(text.as_bytes()).unwrap();
        lint(&game, &classic(), None).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        found(""),
        [
            "line 1: error: the file declares 0 players with `#player1 nick Full Name`, but a game has at least two"
        ]
    );
    assert_eq!(
        found("#player1 é é\n#player2 b b\n"),
        [
            "line 1: warning: the file is read as UTF-8, but its first line does not say `#character-encoding UTF-8`",
        ]
    );
}

struct NoWords;

impl WordList for NoWords {
    fn contains(&self, _: &[Letter]) -> bool {
        false
    }

    fn contains_anagram(&self, _: &[Letter]) -> bool {
        false
    }
}

#[test]
fn the_lexicon_is_asked() {
    let text =
        format!("{HEAD}>ann: AEINRST 8D RETAINS +66 66\n>ben: DEIILTZ 9D LI +6 6\n>ben: DEIILTZ -- -6 0\n");
    let game = parse(text.as_bytes()).unwrap();
    let found = |words: &dyn WordList| {
        lint(&game, &classic(), Some(words)).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(found(&NoWords), ["line 3: warning: RETAINS is not in the lexicon"]);
    assert_eq!(
        found(&AnyWord),
        ["line 5: warning: the play was withdrawn, but all its words are in the lexicon"]
    );
}

#[test]
fn positions_have_the_racks_that_the_file_gives() {
    let text = format!(
        "{HEAD}>ann: AEINRST 8D RETAINS +66 66\n>ben: DEIILTZ 9D LI +6 6\n>ben: DEIILTZ -- -6 0\n>ann: ?ABDEFG - +0 66\n#rack2 QZ\n"
    );
    let replayed = replay(&parse(text.as_bytes()).unwrap(), &classic());
    let shown: Vec<String> = replayed
        .steps
        .iter()
        .map(|step| {
            let text = crate::cgp::print_position(&step.position);
            text.split_once(' ').unwrap().1.to_owned()
        })
        .collect();
    assert_eq!(
        shown,
        [
            "DEIILTZ/?ABDEFG 0/66 0",
            "?ABDEFG/DEITZ 66/6 0 unk 0/2;",
            "?ABDEFG/DEIILTZ 66/0 1",
            "DEIILTZ/?ABDEFG 0/66 2"
        ],
        "what is not played stays on the rack; a rack at the end that contradicts it is left out"
    );
    let left_out: Vec<usize> = replayed.findings.iter().map(|finding| finding.line).collect();
    assert_eq!(left_out, [7]);
    assert_eq!(replayed.steps[1].position.grid.len(), 9);
    assert_eq!(replayed.steps[2].position.grid.len(), 7);
}

/// Plays a game of random commands; `word` decides whether challenged plays are good.
fn random_game(rules: &Ruleset, seed: u64, picks: &[(u8, u8, u8)]) -> Vec<Event> {
    let mut chance = SeededChance::new(seed);
    let mut game = Game::new(rules.clone());
    let mut log = Vec::new();
    let mut context = Context { words: &AnyWord, chance: &mut chance, now: Millis(0) };
    let started = game.start(2, &mut context).unwrap();
    started.iter().for_each(|event| game.apply(event));
    log.extend(started);
    for &(what, x, y) in picks {
        let Some(seat) = game.turn() else { break };
        let challenger = Seat(1 - game.challengeable().map_or(seat.0, |play| play.seat.0));
        let (seat, command) = match what % 8 {
            0 => (seat, Command::Pass),
            1 => (
                seat,
                Command::Exchange(
                    game.seat(seat).unwrap().rack.iter().take(usize::from(x % 7) + 1).collect(),
                ),
            ),
            2 | 3 if game.challengeable().is_some() => (challenger, Command::Challenge(ChallengedWords::All)),
            _ => (seat, Command::Play(some_play(&game, seat, what, x, y))),
        };
        let words: &dyn WordList = if what % 8 == 2 { &NoWords } else { &AnyWord };
        let mut context = Context { words, chance: &mut chance, now: Millis(0) };
        if let Ok(events) = game.decide(seat, &command, &mut context) {
            events.iter().for_each(|event| game.apply(event));
            log.extend(events);
        }
    }
    log
}

fn some_play(game: &Game, seat: Seat, what: u8, x: u8, y: u8) -> Placement {
    let (rules, grid) = (game.rules(), game.grid());
    let rack: Vec<_> = game.seat(seat).unwrap().rack.iter().collect();
    let places: Vec<Coord> = grid.iter().map(|(at, _)| at).collect();
    let axis = if what.is_multiple_of(2) { Axis::Down } else { Axis::Across };
    let mut at = match places.is_empty() {
        true => rules.board.start(),
        false => places[usize::from(x) % places.len()].step(axis, -i32::from(y % 4)),
    };
    let mut laid = Vec::new();
    for &tile in rack.iter().take(usize::from(y % 7) + 1) {
        while grid.has(at) {
            at = at.step(axis, 1);
        }
        let faces = rules.tiles.kind(tile).unwrap().faces();
        laid.push(PlacedTile { at, tile, face: faces[usize::from(x) % faces.len()] });
        at = at.step(axis, 1);
    }
    Placement::new(laid)
}

fn final_state<T: DrawnTiles>(rules: &Ruleset, events: &[Event<T>]) -> (Grid, Vec<Points>, bool) {
    let mut game = Game::new(rules.clone());
    events.iter().for_each(|event| game.apply(event));
    (game.grid().clone(), game.seats().iter().map(|state| state.score).collect(), game.is_over())
}

fn game_rules(which: usize) -> Ruleset {
    let challenge = [
        ChallengeRule::PointsPerPlay(5),
        ChallengeRule::Double,
        ChallengeRule::Single,
        ChallengeRule::PointsPerWord(3),
    ][which];
    let scoring = [
        LeftoverScoring::Doubled,
        LeftoverScoring::Transferred,
        LeftoverScoring::Subtracted,
        LeftoverScoring::Ignored,
    ][which];
    let mut draft = match which {
        2 => draft_with(endless_board(), odd()),
        _ => draft_with(crate::testing::classic_board(), english()),
    };
    draft.challenge = challenge;
    draft.leftovers.scoring = scoring;
    Ruleset::try_from(draft).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn logs_are_written_without_fault_and_read_back(
        which in 0usize..4,
        seed: u64,
        picks in prop::collection::vec(any::<(u8, u8, u8)>(), 0..120),
    ) {
        let rules = game_rules(which);
        let log = random_game(&rules, seed, &picks);
        let game = from_events(&rules, &["Ann Able", "Ann Able"], &log);
        let bytes = print(&game).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        prop_assert_eq!(&parse(&bytes).unwrap(), &game, "{}", text);
        prop_assert_eq!(&game.canonical(), &game);
        prop_assert_eq!(lint(&game, &rules, None), [], "{}", text);
        let again = to_events(&game, &rules).unwrap();
        let (read, written) = (final_state(&rules, &again), final_state(&rules, &log));
        prop_assert_eq!((read.0, read.1), (written.0, written.1), "{}", text);
        // If nothing is settled at the end, no line says that the game is over.
        prop_assert!(read.2 == written.2 || rules.leftovers.scoring == LeftoverScoring::Ignored, "{}", text);
        prop_assert_eq!(from_events(&rules, &["Ann Able", "Ann Able"], &again).events().count(), game.events().count());
        prop_assert_eq!(write_again(&game, &rules), game);
    }

    #[test]
    fn text_that_is_read_is_written_back_the_same(lines in prop::collection::vec(
        "[ -~\u{e9}]{0,30}|>[a-c]: [A-Z?]{0,7} (8[A-O] [A-Za-z.]{1,7}|-[A-Z]{0,3}|--|\\([A-Z]{1,4}\\)) [+-][0-9]{1,3} [0-9]{1,3}|#[a-z0-9-]{1,9} [A-Za-z ]{0,9}", 0..9),
        crlf: bool,
    ) {
        let bytes = lines.join(if crlf { "\r\n" } else { "\n" }).chars().map(|c| c as u8).collect::<Vec<u8>>();
        let (game, faults) = parse_lenient(&bytes);
        if !faults.iter().any(|fault| matches!(fault.kind, GcgErrorKind::Encoding(_))) {
            prop_assert_eq!(print(&game).unwrap(), bytes);
        }
        let canonical = print(&game.canonical()).unwrap();
        let (again, _) = parse_lenient(&canonical);
        prop_assert_eq!(print(&again.canonical()).unwrap(), canonical);
    }

    #[test]
    fn no_bytes_make_it_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        likely in "(#player[12] [ab] x\n){0,2}(>[ab]: [A-H?]{0,8} ([0-9A-P]{1,3} [A-Ha-h.()]{0,8}|-[A-H0-9]{0,3}|--|\\([A-Za-z]{1,5}\\)) [+-][0-9]{1,10} -?[0-9]{1,10}\n){0,6}",
    ) {
        let rules = classic();
        for bytes in [bytes, likely.into_bytes()] {
            let (game, _) = parse_lenient(&bytes);
            let _ = (lint(&game, &rules, Some(&AnyWord)), to_events(&game, &rules), print(&game));
        }
    }
}

#[test]
fn enormous_racks_words_and_lists_are_refused_without_counting_them() {
    let many = "A".repeat(70_000);
    let text = format!(
        "{HEAD}>ann: {many} 8D {many} +0 0\n>ben:  -{many} +0 0\n>ann: {many} ({many}) +0 0\n#rack1 {many}\n"
    );
    let game = parse(text.as_bytes()).unwrap();
    assert!(to_events(&game, &classic()).is_err());
    let endless = rules_with(endless_board(), odd());
    let spread = text.replace("8D", "0,0>");
    assert!(to_events(&parse(spread.as_bytes()).unwrap(), &endless).is_err());
    assert!(crate::cgp::parse(&format!("{many} {many} 0 0 org 0,0;"), &endless).is_err());
}

#[test]
fn the_examples_of_the_reference_hold() {
    let reference = include_str!("../../../../docs/notation.md");
    let blocks: Vec<&str> = reference.split("```\n").collect();
    let game = blocks.iter().find(|block| block.starts_with("#character-encoding")).unwrap();
    assert_eq!(lint(&parse(game.as_bytes()).unwrap(), &classic(), None), []);
    let position = blocks.iter().find(|block| block.starts_with("15/15")).unwrap().trim_end();
    assert_eq!(crate::cgp::print(&crate::cgp::parse(position, &classic()).unwrap()), position);
}

#[test]
fn a_log_with_everything_in_it() {
    let rules = rules_with(crate::testing::classic_board(), english());
    let log = random_game(
        &rules,
        7,
        &[(4, 0, 6), (5, 0, 2), (2, 0, 0), (5, 3, 1), (3, 0, 0), (1, 2, 0), (0, 0, 0)],
    );
    let game = from_events(&rules, &["Ann Able"], &log);
    insta::assert_snapshot!(String::from_utf8(print(&game).unwrap()).unwrap());
}

/// The file that the log and the lines beside it give.
fn write_again(game: &GcgGame, rules: &Ruleset) -> GcgGame {
    let replay = replay(game, rules);
    let log = replay.to_log().unwrap();
    let others = unlogged_lines(game, &replay, &log);
    from_log(rules, &game.players(), &log.events, Some(&others))
}

#[test]
fn a_file_becomes_a_log_and_comes_back_line_by_line() {
    for body in [
        ">ann: TSRNIEA 8D RETAINS +66 66\n>ben: EZ 9C ZE +34 34\n",
        ">ann: AEINRST 8D RETAINS +60 61\n#note wrong\nand more\n>ben: A G7 A. +2 2\n>ann: E 7F E. +3 63\n",
        ">ann:  8D RETAINS +66 66\n>ben: QZ 9D ZQ +20 20\n>ben: QZ -- -20 0\n>ann:  -2 +0 66\n",
        ">ann: EEEEEEE -E +0 0\n#mood x\n>ben: UNKNOWN - +0 0\n#rack1 QQ\n#incomplete\n",
        ">ann: AEINRST 8D RETAINS +66 66\n>ann:  (time) -10 56\n#note late\n>ben: QI (QI) -11 -11\n>ann:  (QI) +22 78\n",
        "#title after\n\n#lexicon X\n>ann: AEINRST - +0 0\n#player3 cat Cat\n",
    ] {
        let game = parse(format!("{HEAD}{body}").as_bytes()).unwrap();
        let rules = PlayedRules::of(&game, &classic()).apply_to(&classic());
        assert_eq!(write_again(&game, &rules), game.canonical(), "{body}");
    }
    let late = "#title first\n#player2 b B\n#player1 a A\n>a: AEINRST - +0 0\n";
    let game = parse(late.as_bytes()).unwrap();
    assert_eq!(write_again(&game, &classic()), game.canonical());
    let same = "#player1 a A\n#player2 a A\n>a: AEINRST - +0 0\n>a:  - +0 0\n";
    let game = parse(same.as_bytes()).unwrap();
    assert_eq!(write_again(&game, &classic()), game.canonical());
}

#[test]
fn a_log_says_how_many_tiles_were_drawn_after_a_play_that_was_withdrawn() {
    let text = format!("{HEAD}>ann: AEINRST 8D RETAINS +66 66\n>ann: AEINRST -- -66 0\n>ben: QZ - +0 0\n");
    let events = to_events(&parse(text.as_bytes()).unwrap(), &classic()).unwrap();
    let played = events.iter().find_map(|event| match &event.kind {
        EventKind::Played { drawn, .. } => Some(drawn.clone()),
        _ => None,
    });
    assert_eq!(played.unwrap(), PartialDraw { known: Vec::new(), count: 7 });
    let mut game = Game::new(classic());
    events.iter().for_each(|event| game.apply(event));
    assert_eq!(racks(&game), [("AEINRST".to_owned(), 0), ("QZ".to_owned(), 5)]);
}

/// The findings under the rules that the file shows, and the game that it becomes.
fn read_sloppy(body: &str) -> (Vec<String>, Option<Game>) {
    let game = parse(format!("{HEAD}{body}").as_bytes()).unwrap();
    let rules = PlayedRules::of(&game, &classic()).apply_to(&classic());
    let findings = lint(&game, &rules, None).iter().map(ToString::to_string).collect();
    let played = to_events(&game, &rules).ok().map(|events| {
        let mut game = Game::new(rules);
        deduce_tiles(game.rules(), &events).iter().for_each(|event| game.apply(event));
        game
    });
    (findings, played)
}

fn racks(game: &Game) -> Vec<(String, usize)> {
    let print = |state: &SeatState| (game.rules().tiles.print_tiles(&state.rack), state.unknown);
    game.seats().iter().map(print).collect()
}

#[test]
fn unknown_tiles_stay_unknown_and_the_bag_counts_them() {
    let (_, game) = read_sloppy(">ann: EP 8G PEN +14 14\n>ben: DEIILTZ 9G LI +3 3\n>ann: AB 7G AB +9 23\n");
    let game = game.unwrap();
    assert_eq!(racks(&game), [("".to_owned(), 7), ("DEITZ".to_owned(), 2)]);
    assert_eq!(game.bag_len(), 100 - 7 - 14);
}

#[test]
fn the_order_of_a_hand_tells_what_was_kept() {
    let (_, game) = read_sloppy(">ann: AEINRST 8G RAN +6 6\n>ben:  - +0 0\n>ann: EQ - +0 6\n");
    assert_eq!(racks(&game.unwrap())[0], ("EIQST".to_owned(), 2));
}

#[test]
fn sloppy_lines_are_understood_and_named() {
    let (found, game) = read_sloppy(">ann: AEINRST 8D RETAINS 66 66\n");
    assert_eq!(found, ["line 3: warning: the score 66 has no sign; it is taken as +66"]);
    assert!(game.is_some());
    let (found, game) =
        read_sloppy(">ann: AEINRST 8D RETAINS +66 66\n>ann: AEINRST   -- +0 0\n>ben: UNKNOWN - +0 0\n");
    assert!(found.is_empty(), "{found:?}");
    let game = game.unwrap();
    assert_eq!((game.grid().len(), game.seats()[0].score), (0, 0));
    assert_eq!(racks(&game), [("AEINRST".to_owned(), 0), ("".to_owned(), 7)]);
}

#[test]
fn what_was_scored_at_the_table_stands() {
    let (found, game) = read_sloppy(">ann: AEINRST 8D RETAINS +60 60\n>ben: DEIILTZ 9D LI +6 6\n");
    assert_eq!(found, ["line 3: warning: the score is +60, but should be +66"]);
    assert_eq!(game.unwrap().seats()[0].score, 60);
}

#[test]
fn players_with_the_same_nick_take_turns() {
    let text =
        "#player1 tim Tim\n#player2 tim Josh\n>tim: AEINRST 8D RETAINS +66 66\n>tim: DEIILTZ 9D LI +6 6\n";
    let game = parse(text.as_bytes()).unwrap();
    let found: Vec<String> = lint(&game, &classic(), None).iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "line 2: warning: two players are called \"tim\"; whose turn it is follows from the order and the totals"
        ]
    );
    let replayed = replay(&game, &classic());
    assert_eq!(replayed.steps.iter().map(|step| step.seat).collect::<Vec<_>>(), [Seat(0), Seat(1)]);
}

#[test]
fn a_file_shows_how_it_was_played() {
    let played = |body: &str| {
        PlayedRules::of(
            &parse(format!("{HEAD}{body}").as_bytes()).unwrap(),
            &rules_with(crate::testing::classic_board(), english()),
        )
    };
    let leftovers = |body| played(body).leftovers;
    assert_eq!(leftovers(">ann:  (QI) +22 40\n"), Some(LeftoverScoring::Doubled));
    assert_eq!(leftovers(">ann:  (QI) +11 40\n>ben: QI (QI) -11 9\n"), Some(LeftoverScoring::Transferred));
    assert_eq!(leftovers(">ben: QI (QI) -11 9\n"), Some(LeftoverScoring::Subtracted));
    assert_eq!(leftovers(">ann: A (A) -1 9\n>ben: QI (QI) -11 9\n"), None, "nobody went out");
    assert_eq!(leftovers(">ann: AEINRST - +0 0\n"), None);
    let challenge = |body| played(body).challenge;
    assert_eq!(challenge(">ann:  (challenge) +5 9\n"), Some(ChallengeRule::PointsPerPlay(5)));
    assert_eq!(challenge(">ann:  (challenge) +10 9\n"), Some(ChallengeRule::PointsPerPlay(10)));
    assert_eq!(
        challenge(">ann:  (challenge) +5 9\n>ann:  (challenge) +10 19\n"),
        Some(ChallengeRule::PointsPerWord(5))
    );
    assert_eq!(challenge(">ann:  - +0 9\n#note #unsuccessful-challenge\n"), Some(ChallengeRule::Double));
}

#[test]
fn doubtful_ends_are_warned_of() {
    let rack = ">ann: AEINRST 8D RETAINS +66 66\n";
    check_lint(
        &format!("{rack}#rack2 QQ\n"),
        &[
            "line 4: warning: the rack QQ contradicts tiles that are played or held elsewhere, so it is taken as unknown",
        ],
    );
    check_lint(
        &format!("{rack}#rack2 DEIILTZ\n>ben: DEIILTZ - +0 0\n"),
        &["line 5: warning: this event comes after the racks at the end of the game"],
    );
    check_lint(
        &format!("{rack}>ben:  (time) -10 -10\n>ben:  (time) -10 -20\n"),
        &["line 5: warning: this player has lost points for overtime already"],
    );
    check_lint(
        "#game-type lonify\n",
        &["line 3: warning: the game type \"lonify\" is not known; the game is read as a classic one"],
    );
}
