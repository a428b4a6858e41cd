//! Whole games judged, and what reports say about them.

use players::SearchLimit;
use quixotry_analysis::*;
use rules::*;

fn rules() -> Ruleset {
    presets::Library::shipped().rules("standard").unwrap()
}

fn effort(rounds: u64) -> Effort {
    Effort { limit: SearchLimit::for_iterations(rounds), plays: 5, ..Effort::default() }
}

const GAME: &str = "#player1 ann Ann <A>
#player2 ben Ben
>ann: HIORSTW H3 THROWS +32 32
>ben: EEEEFSU G2 FUSE +18 18
>ann: CEFINNO -F +0 32
>ben: BEEEOOP - +0 18
>ann: CEINNOT 8A CONTINE. +0 32
";

fn game() -> (Vec<String>, Vec<Event<PartialDraw>>) {
    let text = GAME.lines().take(6).collect::<Vec<_>>().join("\n") + "\n";
    let game = notation::gcg::parse(text.as_bytes()).unwrap();
    let names = game.players().iter().map(|player| player.name.clone()).collect();
    (names, notation::gcg::to_events(&game, &rules()).unwrap())
}

fn judged(known: Vec<JudgedTurn>) -> Vec<JudgedTurn> {
    let (names, events) = game();
    let mut analyst = Analyst::new(&rules(), presets::english(), effort(6)).unwrap();
    judge_game(&mut analyst, RecordedGame { names: &names, events: &events, notes: &[] }, known, &mut |_| {})
        .unwrap()
}

#[test]
fn every_turn_is_judged_against_the_best() {
    let turns = judged(Vec::new());
    assert_eq!(
        turns.iter().map(|turn| turn.played.text.as_str()).collect::<Vec<_>>(),
        ["H3 THROWS", "G2 FUSE", "-F", "pass"]
    );
    for turn in &turns {
        assert!(turn.lost_points >= 0.0 && turn.lost_win >= 0.0, "{turn:?}");
        assert!(turn.top.len() <= 5 && turn.top[0] == turn.best);
        assert_eq!(turn.method, AnalysisMethod::Simulation);
    }
    assert_eq!(turns[1].totals, [32, 18]);
    assert!(turns[3].lost_points > 5.0, "a pass with a good rack loses much: {:?}", turns[3]);
}

#[test]
fn judging_goes_on_where_it_was_interrupted() {
    let all = judged(Vec::new());
    assert_eq!(judged(all[..2].to_vec()), all);
    assert_eq!(judged(all.clone()), all);
}

#[test]
fn reports_say_the_same_as_text_page_and_json() {
    let (names, events) = game();
    let judging = RecordedGame { names: &names, events: &events, notes: &[] };
    let report = GameReport::new(&rules(), "english", "6 rounds", judging, judged(Vec::new()));
    let text = to_text(&report);
    let page = to_html(&report, &rules(), judging);
    for expected in ["H3 THROWS", "G2 FUSE", "Accuracy"] {
        assert!(text.contains(expected) && page.contains(expected), "{expected}");
    }
    assert!(page.contains("Ann &lt;A&gt;") && !page.contains("<A>"), "names are escaped");
    assert_eq!(page.matches("class=\"quixotry-board\"").count(), 5, "four turns and the end");
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(!page.contains("<script") && !page.contains("<link"));
    let json = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<GameReport>(&json).unwrap(), report);
    assert_eq!(report.players[0].turns, 2);
    assert!(report.players.iter().all(|player| (0.0..=100.0).contains(&player.accuracy)));
}

#[test]
fn the_end_of_a_game_is_proven() {
    let cgp = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERSU/DEL 440/447 0";
    let position = notation::cgp::parse(cgp, &rules()).unwrap().position;
    let mut analyst = Analyst::new(&rules(), presets::english(), effort(100)).unwrap();
    let found = analyst.assess(&view_position(&position).unwrap(), &[], &mut |_| {}).unwrap();
    assert_eq!((found.method, found.proven), (AnalysisMethod::Endgame, true));
    assert_eq!((found.turns[0].equity, found.turns[0].win), (25.0, 1.0));
    assert!(found.turns.iter().skip(1).all(|turn| turn.equity <= 25.0));
}

#[test]
fn puzzles_repeat_and_their_solutions_stand() {
    let find = || {
        let analyst = Analyst::new(&rules(), presets::english(), effort(8)).unwrap();
        PuzzleFinder::new(analyst, 3).with_kinds(&[PuzzleKind::Bingo]).find().unwrap().unwrap()
    };
    let (one, other) = (find(), find());
    assert_eq!(notation::cgp::print_position(&one.position), notation::cgp::print_position(&other.position));
    assert_eq!(one.best, other.best);
    assert!(one.margin >= one.kind.margin());
    let scene = notation::plays::PlayContext::of(&one.position);
    let Ok(notation::plays::Turn::Place(placement)) = notation::plays::parse(&one.best.text, scene) else {
        panic!("{} is not a play", one.best.text)
    };
    let judged = one.position.judge(&placement, Some(presets::english())).unwrap();
    assert_eq!(judged.score(), one.best.score);
}

#[test]
fn a_position_without_a_rack_cannot_be_seen() {
    assert_eq!(view_position(&Position::new(rules())).unwrap_err(), PositionViewError::NoRack);
}

/// The judged turns of a GCG file and their report.
fn report(body: &str) -> GameReport {
    let text = format!("#player1 ann Ann\n#player2 ben Ben\n{body}");
    let game = notation::gcg::parse(text.as_bytes()).unwrap();
    let rules = notation::gcg::PlayedRules::of(&game, &rules()).apply_to(&rules());
    let log = notation::gcg::replay(&game, &rules).to_log().unwrap();
    let names = ["Ann".to_owned(), "Ben".to_owned()];
    let notes = [(log.after[0], "a remark".to_owned())];
    let record = RecordedGame { names: &names, events: &log.events, notes: &notes };
    let mut analyst = Analyst::new(&rules, presets::english(), effort(4)).unwrap();
    let turns = judge_game(&mut analyst, record, Vec::new(), &mut |_| {}).unwrap();
    GameReport::new(&rules, "english", "4 rounds", record, turns)
}

#[test]
fn a_turn_whose_rack_is_unknown_is_not_judged_and_says_so() {
    let report = report(">ann: HIORSTW H3 THROWS +32 32\n>ben: EF G2 FUSE +18 18\n>ann: CEFINNO - +0 32\n");
    let [ann, ben] = &report.players[..] else { panic!() };
    assert_eq!((ann.turns, ann.judged, ben.turns, ben.judged), (2, 2, 1, 0));
    assert_eq!((report.turns[1].rack.as_str(), report.turns[1].lost_points), ("EFSU+3", 0.0));
    assert_eq!(report.turns[0].comment.as_deref(), Some("a remark"));
    let text = to_text(&report);
    assert!(text.contains("not judged: only 4 of 7 tiles on the rack are known"), "{text}");
    assert!(text.contains("Ben: 18 points, no turn could be judged"), "{text}");
}

#[test]
fn words_that_are_not_in_the_lexicon_are_marked_and_no_mistakes() {
    let report = report(
        ">ann: HIORSTW H3 THROWS +32 32\n>ben: EEEEFSU G2 FESU +18 18\n>ann: CEFINNO 8A NOFINCE. +101 133\n\
         >ann: CEFINNO -- -101 32\n",
    );
    let [_, ben, ann] = &report.turns[..] else { panic!() };
    assert_eq!((ben.bad_words[0].as_str(), ben.is_judged(), ben.lost_points), ("FESU", false, 0.0));
    assert!(!ben.top.is_empty(), "the other turns are still shown");
    assert_eq!((ann.played.text.as_str(), ann.is_judged()), ("pass", true));
    let text = to_text(&report);
    assert!(text.contains("FESU*") && text.contains("the play was taken back: NOFINCES*"), "{text}");
}

/// The end of a game of which the file tells almost no rack: the last plays are proven all the same.
#[test]
fn racks_are_deduced_when_the_bag_is_empty() {
    let cgp = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERSU/DEL 440/447 0";
    let position = notation::cgp::parse(cgp, &rules()).unwrap().position;
    let kind = |kind| Event { at: Millis(0), kind };
    let board: Vec<tiles::TileId> = position.grid.iter().map(|(_, placed)| placed.tile).collect();
    let rules = rules();
    // One player lays the whole board at once; what is left on the racks is not told.
    let tiles =
        position.grid.iter().map(|(at, placed)| PlacedTile { at, tile: placed.tile, face: placed.face });
    let draw = |known: Vec<tiles::TileId>, count| PartialDraw { known, count };
    let log = [
        kind(EventKind::Started { seats: 2, first: Seat(0) }),
        kind(EventKind::Dealt { seat: Seat(0), tiles: draw(board.clone(), board.len() + 4) }),
        kind(EventKind::Dealt { seat: Seat(1), tiles: draw(position.racks[1].iter().collect(), 3) }),
        kind(EventKind::Played {
            seat: Seat(0),
            tiles: tiles.collect(),
            words: Vec::new(),
            bonus: 0,
            score: 0,
            drawn: draw(Vec::new(), 0),
        }),
        kind(EventKind::Passed { seat: Seat(1) }),
    ];
    let mut game = Game::new(rules.clone());
    deduce_tiles(&rules, &log).iter().for_each(|event| game.apply(event));
    let view = game.view(Viewer::Seat(Seat(0)));
    assert_eq!(view.own_rack(), Some(&position.racks[0]));
    assert_eq!((view.bag, Analyst::method(&view)), (0, AnalysisMethod::Endgame));
}

/// A pass with QUIVERS instead of the bonus play: the points speak for the play, and the next turn against it, because
/// after a pass the bonus is still there.
#[test]
fn reasons_come_from_the_games_that_follow() {
    let mut position = Position::new(rules());
    position.racks[0] = rules().tiles.parse_tiles("QUIVERS").unwrap();
    let view = view_position(&position).unwrap();
    let settings = Effort { plays: 30, keep_going: true, ..effort(64) };
    let mut analyst = Analyst::new(&rules(), presets::english(), settings).unwrap();
    let pass = players::TurnAction::Pass;
    let found = analyst.assess(&view, std::slice::from_ref(&pass), &mut |_| {}).unwrap();
    assert_eq!(found.turns[0].facts, [], "nothing speaks for a turn against itself");
    let other = found.find(&pass).unwrap();
    let kinds: Vec<FactKind> = other.facts.iter().map(|fact| fact.kind).collect();
    assert!(kinds.contains(&FactKind::Score), "{:?}", other.facts);
    let next =
        other.facts.iter().find(|fact| fact.kind == FactKind::NextPoints).expect("a pass keeps the bonus");
    assert!(!next.supports() && next.games == Some(64), "{next:?}");
    let means = other.follow_up.unwrap();
    assert_eq!((means.games, means.next_points), (64, next.other));
    let text = why_sentence("8D QUIVERS", &other.facts, SentenceLanguage::English).unwrap();
    assert!(text.starts_with("For 8D QUIVERS: ") && text.contains("; against it: "), "{text}");
}

/// The kinds are what they say, checked with all plays.
#[test]
fn puzzles_of_each_kind_are_no_trivial_ones() {
    for kind in [PuzzleKind::NonBingo, PuzzleKind::Endgame, PuzzleKind::Fishing] {
        let analyst = Analyst::new(&rules(), presets::english(), effort(8)).unwrap();
        let found = PuzzleFinder::new(analyst, 1).with_kinds(&[kind]).find().unwrap().unwrap();
        let rack = found.position.rack();
        let mut generator = movegen::Generator::new(&rules(), presets::english()).unwrap();
        let highest =
            generator.best(&found.position.grid, rack, &movegen::NoLeaves).map(|best| best.play.score());
        assert!(found.kind == kind && found.margin >= kind.margin());
        assert!(highest.unwrap() > found.best.score, "{kind:?}: a greedy player finds {:?}", found.best);
        let rack_size = usize::from(rules().rack_size);
        assert_eq!(kind == PuzzleKind::Endgame, found.position.unseen().len() <= rack_size);
        assert!(kind != PuzzleKind::Endgame || found.best.proven);
    }
}

/// The other turns must not take the time of the endgame itself: without time, only what is asked for is looked at.
#[test]
fn an_endgame_without_time_looks_only_at_what_is_asked_for() {
    let cgp = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERSU/DEL 321/447 0";
    let position = notation::cgp::parse(cgp, &rules()).unwrap().position;
    let view = view_position(&position).unwrap();
    let limit = SearchLimit::until(std::time::Instant::now());
    let effort = Effort { limit, plays: 10, ..Effort::default() };
    let mut analyst = Analyst::new(&rules(), presets::english(), effort).unwrap();
    let found = analyst.assess(&view, &[players::TurnAction::Pass], &mut |_| {}).unwrap();
    assert!(found.find(&players::TurnAction::Pass).is_some(), "{found:?}");
    assert!(found.turns.len() <= 2, "{found:?}");
    assert_eq!(found.ended, Some(StopReason::Time));
}
