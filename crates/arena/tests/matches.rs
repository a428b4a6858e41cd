//! Whole matches: the same result with any number of threads and after a restart; with programs that crash, hang or write nonsense.

mod support;

use bots::{BotClient, BotListener, BotLobby, ConnectionLimits, PlayerStrategy, ThinkingTime, Trace};
use quixotry_arena::stats::Sprt;
use quixotry_arena::{
    Arena, FinishedGame, GameResult, MatchDescription, MatchDirectory, MatchListener, MatchStanding,
    check_bot, report, run, trials,
};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;
use support::{brisk, changed, itu, plan, rules};

/// A bot as a short Python program.
fn python(code: &str) -> String {
    let prelude = "import json,sys,time\n\
        def say(m): print(json.dumps(m), flush=True)\n\
        say({'hello':{'protocol':1,'name':'py'}})\n\
        def turn(line,what='SMPass'): say({'game':line['game'],'turn':line['turn'],'SM':what})\n";
    format!("py=cmd:python3 -c \"{prelude}{code}\"")
}

fn play(rules: rules::Ruleset, bots: &[&str], games: u64) -> Vec<GameResult> {
    let arena = Arena { policy: brisk(), ..Arena::new(plan(rules, bots, 2, games, 3)) };
    run(&arena, Vec::new(), &mut ()).unwrap()
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let results = |threads| {
        let plan = plan(rules("standard"), &["greedy", "static", "longest"], 2, 4, 5);
        run(&Arena { threads, ..Arena::new(plan) }, Vec::new(), &mut ()).unwrap()
    };
    let (one, three) = (results(1), results(3));
    assert_eq!(one.len(), 12);
    assert_eq!(one, three);
}

#[test]
fn a_player_against_itself_wins_as_often_as_it_loses() {
    let plan = plan(rules("standard"), &["greedy", "greedy"], 2, 6, 9);
    let results = run(&Arena::new(plan.clone()), Vec::new(), &mut ()).unwrap();
    let standing = MatchStanding::new(&plan, &results, None);
    // The same bag with the seats exchanged: both games of a pair are the same game.
    assert_eq!(standing.pairs, Some([0, 0, 3, 0, 0]));
    assert_eq!((standing.bots[0].score, standing.bots[0].spread), (0.5, 0.0));
}

/// The benchmark compares the same games: until the first exchange, a loop without rules plays the games of the arena.
#[test]
fn the_loop_beside_the_arena_plays_the_same_games() {
    let plan = plan(rules("standard"), &["greedy", "greedy"], 2, 10, 1);
    let results = run(&Arena::new(plan.clone()), Vec::new(), &mut ()).unwrap();
    let data = plan.setup().player_data().unwrap().generator_data();
    let alone = |game: &GameResult| {
        movegen::selfplay_with_data(data, &movegen::NoLeaves, 1, &|_| plan.deal(game.game), 1).turns
    };
    let turns: Vec<u64> = results.iter().map(|game| game.turns.into()).collect();
    assert_eq!(results.iter().map(alone).collect::<Vec<_>>(), turns);
}

/// The figure that `--sprt` tests, and not half of it.
#[test]
fn the_elo_of_two_bots_is_their_difference() {
    let plan = plan(rules("standard"), &["greedy", "first"], 2, 8, 1);
    let nothing = MatchStanding::new(&plan, &[], None);
    assert!(report::brief(&nothing).contains("greedy 0.0 %, Elo –"), "{}", report::brief(&nothing));
    let mut results = run(&Arena::new(plan.clone()), Vec::new(), &mut ()).unwrap();
    // One loss, so that the difference is finite.
    results[0].scores = if results[0].seats[0] == 0 { [0, 1].into() } else { [1, 0].into() };
    let standing = MatchStanding::new(&plan, &results, None);
    let pairs = quixotry_arena::stats::Pentanomial(standing.pairs.unwrap());
    let (first, second) = (&standing.bots[0], &standing.bots[1]);
    assert_eq!(first.name, "greedy");
    assert_eq!(first.elo, Some(pairs.estimate().elo));
    assert!(first.elo.unwrap() > 300.0, "7 of 8 games");
    assert_eq!(second.elo, first.elo.map(|elo| -elo));
    let normalised = standing.normalised.unwrap();
    assert_eq!((normalised.elo, normalised.error), pairs.normalised_elo());
    assert!(report::text(&standing).contains("Normalised Elo of greedy: +"), "{}", report::text(&standing));
    assert_eq!(report::json(&standing).lines().count(), 1);
}

#[test]
fn three_and_four_play_at_a_table() {
    for seats in [3, 4] {
        let plan = plan(itu(None), &["first", "longest", "greedy", "static"], seats, 4, 2);
        let results = run(&Arena::new(plan.clone()), Vec::new(), &mut ()).unwrap();
        let standing = MatchStanding::new(&plan, &results, None);
        assert_eq!(standing.games, plan.games());
        assert!(
            standing.bots.iter().all(|bot| bot.error_counts.is_clean() && bot.elo.is_some()),
            "{standing:?}"
        );
        assert_ne!(standing.bots[0].name, "first");
    }
}

#[test]
fn one_plays_alone_and_up_to_eight_play_at_a_table() {
    for seats in [1, 5, 8] {
        let bots = ["greedy", "first", "first", "first", "first", "first", "first", "first"];
        let plan = plan(itu(None), &bots[..usize::from(seats)], seats, seats.into(), 2);
        let results = run(&Arena::new(plan.clone()), Vec::new(), &mut ()).unwrap();
        assert_eq!((results.len(), results[0].seats.len()), (usize::from(seats), usize::from(seats)));
        let standing = MatchStanding::new(&plan, &results, None);
        assert!(
            standing.bots.iter().all(|bot| bot.error_counts.is_clean() && bot.points > 0.0),
            "{standing:?}"
        );
        assert!(report::text(&standing).contains("greedy"), "{seats}");
    }
}

/// Ends the match after a number of games.
struct Impatient<'a> {
    directory: &'a mut MatchDirectory,
    plan: &'a quixotry_arena::Plan,
    left: u32,
}

impl MatchListener for Impatient<'_> {
    fn game_finished(&mut self, game: &FinishedGame) -> io::Result<ControlFlow<()>> {
        self.directory.save(self.plan, game)?;
        self.left -= 1;
        Ok(if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

#[test]
fn a_match_that_was_broken_off_goes_on_with_the_same_result() {
    let plan = plan(rules("standard"), &["greedy", "first"], 2, 8, 4);
    let arena = Arena::new(plan.clone());
    let whole = run(&arena, Vec::new(), &mut ()).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match");
    let description = MatchDescription::new(&plan, 8, &arena.policy, None);

    let mut directory = MatchDirectory::create(&path, &description).unwrap();
    run(&arena, Vec::new(), &mut Impatient { directory: &mut directory, plan: &plan, left: 3 }).unwrap();
    assert!(MatchDirectory::create(&path, &description).unwrap_err().to_string().contains("--resume"));
    // The program was killed while it wrote a line.
    let results = path.join("games.jsonl");
    let mut text = std::fs::read_to_string(&results).unwrap();
    text.push_str("{\"game\":7,\"sea");
    std::fs::write(&results, text).unwrap();

    let (mut directory, done) = MatchDirectory::resume(&path, &description).unwrap();
    assert_eq!(done.len(), 3);
    let resumed =
        run(&arena, done, &mut Impatient { directory: &mut directory, plan: &plan, left: 99 }).unwrap();
    assert_eq!(resumed, whole);
    let other = MatchDescription { seed: 5, ..description };
    assert!(MatchDirectory::resume(&path, &other).unwrap_err().to_string().contains("the seed differs"));

    // Every game is there as a record that can be verified, and as GCG.
    for game in 1..=8 {
        let record = std::fs::read(path.join(format!("games/{game:06}.jsonl"))).unwrap();
        let library = presets::Library::shipped();
        let read = wire::Record::read(&record, |header| {
            library.rules_from(&presets::Source::from_text(&header.rules.name, &header.rules.source))
        });
        let record = read.unwrap().record;
        assert_eq!(wire::verify(&record, Some(presets::english())), []);
        assert_eq!(record.game().seats()[0].score, whole[game - 1].scores[0]);
        let gcg = std::fs::read(path.join(format!("games/{game:06}.gcg"))).unwrap();
        notation::gcg::parse(&gcg).unwrap();
    }
    let standing = MatchStanding::new(&plan, &resumed, None);
    directory.report(&standing).unwrap();
    let html = std::fs::read_to_string(path.join("report.html")).unwrap();
    assert!(html.matches("<svg").count() >= 2);
    assert!(!html.contains("http") && html.contains("greedy"));
    let again: MatchStanding = serde_json::from_str(&report::json(&standing)).unwrap();
    assert_eq!(report::text(&again), report::text(&standing));
}

#[test]
fn a_test_ends_the_match_at_the_same_game_on_any_number_of_threads() {
    let sprt: Sprt = "0,200".parse().unwrap();
    let results = |threads| {
        let plan = plan(rules("standard"), &["greedy", "first"], 2, 400, 6);
        run(&Arena { threads, sprt: Some(sprt), ..Arena::new(plan) }, Vec::new(), &mut ()).unwrap()
    };
    let (one, two) = (results(1), results(2));
    assert!(one.len() < 100, "{}", one.len());
    assert_eq!(one, two);
}

#[test]
fn programs_play_with_the_same_messages() {
    let passer = python("for l in sys.stdin:\n l=json.loads(l)\n 'your_turn' in l and turn(l)");
    let results = play(itu(None), &["greedy", &passer], 2);
    assert!(
        results.iter().all(|game| game.error_counts[1].is_clean() && game.error_counts[0].is_clean()),
        "{results:?}"
    );
    assert!(
        results.iter().all(|game| game.end == "rounds of passes" || game.end == "went out"),
        "{results:?}"
    );
}

/// The program ends in the middle of its first turn, and again when it is started anew.
#[test]
fn a_program_that_crashes_is_started_again_and_then_forfeits() {
    let crasher = python("for l in sys.stdin:\n if 'your_turn' in l: sys.exit('ouch')");
    let results = play(itu(None), &["greedy", &crasher], 2);
    for game in &results {
        let seat = game.seats.iter().position(|&bot| bot == 1).unwrap();
        assert_eq!((game.left[seat], game.error_counts[seat].crashes), (true, 2), "{game:?}");
        assert_eq!(game.share(1 - seat), 1.0);
    }
    // The reports say what it said last.
    struct Reports(Vec<String>);
    impl MatchListener for Reports {
        fn game_finished(&mut self, game: &FinishedGame) -> io::Result<ControlFlow<()>> {
            self.0.extend(game.reports.iter().map(|(_, report)| report.clone()));
            Ok(ControlFlow::Continue(()))
        }
    }
    let mut reports = Reports(Vec::new());
    let arena = Arena { policy: brisk(), ..Arena::new(plan(itu(None), &["greedy", &crasher], 2, 1, 3)) };
    run(&arena, Vec::new(), &mut reports).unwrap();
    assert!(reports.0.iter().any(|report| report.contains("ouch")), "{:?}", reports.0);
}

/// It crashes once; after the restart it gets all messages again and continues.
#[test]
fn a_program_that_crashes_once_goes_on_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let mark = directory.path().join("mark").display().to_string();
    let once = python(&format!(
        "import os\nfor l in sys.stdin:\n l=json.loads(l)\n if 'your_turn' in l:\n  if l['turn']>1 and not \
         os.path.exists('{mark}'): open('{mark}','w'); sys.exit(1)\n  turn(l)"
    ));
    let results = play(itu(None), &["first", &once], 1);
    assert_eq!((results[0].error_counts[1].crashes, results[0].left[1]), (1, false), "{results:?}");
}

#[test]
fn slow_silent_and_garbage_programs_lose_only_their_own_turns() {
    let slow =
        python("for l in sys.stdin:\n l=json.loads(l)\n if 'your_turn' in l: time.sleep(0.25); turn(l)");
    let limit = itu(Some(80));
    let results = play(limit, &["greedy", &slow], 1);
    assert!(
        results[0].error_counts[1].timeouts > 0 && results[0].error_counts[0].crashes == 0,
        "{results:?}"
    );

    let silent = python("for l in sys.stdin: pass");
    let arena = Arena {
        policy: quixotry_arena::MatchPolicy { answer_timeout: Duration::from_millis(300), ..brisk() },
        ..Arena::new(plan(itu(None), &["greedy", &silent], 2, 1, 3))
    };
    let results = run(&arena, Vec::new(), &mut ()).unwrap();
    assert_eq!((results[0].left[1], results[0].error_counts[1].crashes), (true, 1), "{results:?}");

    let garbage = python(
        "for l in sys.stdin:\n if 'your_turn' in l:\n  for n in range(40): print('garbage',flush=True)",
    );
    let results = play(itu(None), &["greedy", &garbage], 1);
    assert!(results[0].left[1] && results[0].error_counts[1].crashes == 2, "{results:?}");
}

#[test]
fn a_missing_program_is_reported() {
    let error = |bot: &str| {
        let arena = Arena::new(plan(itu(None), &["greedy", bot], 2, 1, 3));
        run(&arena, Vec::new(), &mut ()).unwrap_err().to_string()
    };
    assert!(error("cmd:./no-such-program").contains("cannot be started"));
    let early = error("cmd:python3 -c \"import sys; sys.exit('no time')\"");
    assert!(early.contains("no time"), "{early}");
    assert!(error("tcp:ann").contains("--listen"));
}

#[test]
fn the_check_finds_the_errors_of_a_bot_and_nothing_in_a_good_bot() {
    let library = presets::Library::shipped();
    let trials = trials(&library);
    let names: Vec<&str> = trials.iter().map(|trial| trial.name.as_str()).collect();
    for wanted in [
        "rules itu",
        "rules skrabbkle",
        "rules wordsmog",
        "board infinite-hole",
        "board hole",
        "four players",
    ] {
        assert!(names.contains(&wanted), "{names:?}");
    }
    let trial = |name: &str| trials.iter().find(|trial| trial.name == name).unwrap();
    let greedy = "greedy".parse().unwrap();
    for trial in trials.iter().filter(|trial| trial.name.starts_with("board")) {
        let report = check_bot(&greedy, trial, &brisk(), 1).unwrap();
        assert!(report.is_good(), "{report:?}");
    }
    let bad = "SM={'SMPlay':[[[9,9],[1,['A',1]]]]}\nfor l in sys.stdin:\n l=json.loads(l)\n 'your_turn' in l and turn(l,SM)";
    let report = check_bot(&python(bad).parse().unwrap(), trial("rules itu"), &brisk(), 1).unwrap();
    assert!(report.faults.iter().any(|fault| fault.contains("illegal")), "{report:?}");
    assert!(report.faults.iter().any(|fault| fault.starts_with("GPEWordOutsideBoard")), "{report:?}");
    let report = check_bot(&python(bad).parse().unwrap(), trial("rules standard"), &brisk(), 1).unwrap();
    assert!(report.faults.iter().any(|fault| fault.starts_with("GPEFirstWordTooShort")), "{report:?}");
}

/// A bot that never challenges gets a remark; the built-in players challenge every bluff.
#[test]
fn where_words_may_be_challenged_a_bot_meets_bluffs() {
    let trials = trials(&presets::Library::shipped());
    let challenges = trials.iter().find(|trial| trial.name == "challenges").unwrap();
    for player in ["greedy", "static"] {
        let report = check_bot(&player.parse().unwrap(), challenges, &brisk(), 1).unwrap();
        assert!(report.is_good() && report.remarks.is_empty() && report.plays > 3, "{report:?}");
    }
    let credulous = "for l in sys.stdin:\n l=json.loads(l)\n 'your_turn' in l and turn(l,'SMPass')";
    let report = check_bot(&python(credulous).parse().unwrap(), challenges, &brisk(), 1).unwrap();
    assert!(report.remarks.iter().any(|remark| remark.contains("words do not exist")), "{report:?}");
}

/// Unbounded boards and boards with holes among them; what is played over a socket is what is played in process.
#[test]
fn every_board_of_the_itu_game_is_played_over_a_socket() {
    for name in ["itu", "infinite", "hole", "infinite-hole", "random", "infinite-random"] {
        let games = |bots: [&str; 2], lobby: Option<BotLobby>| {
            let arena = Arena { policy: brisk(), lobby, ..Arena::new(plan(rules(name), &bots, 2, 2, 3)) };
            let results = run(&arena, Vec::new(), &mut ()).unwrap();
            results.into_iter().map(|game| (game.digest, game.scores, game.error_counts)).collect::<Vec<_>>()
        };
        let listener = BotListener::bind("127.0.0.1:0", ConnectionLimits::default()).unwrap();
        let address = listener.local_addr();
        std::thread::spawn(move || {
            let stream = std::net::TcpStream::connect(address).unwrap();
            let mut strategy =
                PlayerStrategy::new(players::by_name("greedy").unwrap(), ThinkingTime::Work(1), 1);
            let mut client = BotClient::new("greedy", presets::Library::shipped(), Trace::off());
            // The port is closed when the games are played.
            _ = client.run(io::BufReader::new(stream.try_clone().unwrap()), stream, &mut strategy);
        });
        let remote = games(["first", "tcp:greedy"], Some(listener.lobby().clone()));
        assert_eq!(remote, games(["first", "greedy"], None), "{name}");
    }
}

/// The example of a bot in Python plays by the rules, also where the board has no end.
#[test]
fn the_example_in_python_plays_by_the_rules() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/crosser.py");
    let lines = std::fs::read_to_string(&file).unwrap().lines().count();
    assert!(lines < 100, "{lines} lines");
    let bot = format!("cmd:python3 {}", file.display());
    for name in ["itu", "infinite", "hole"] {
        let rules = changed(name, |_| ());
        let results = play(rules, &["first", &bot], 1);
        assert!(results[0].error_counts[1].is_clean() && results[0].scores[1] > 50, "{name}: {results:?}");
    }
}
