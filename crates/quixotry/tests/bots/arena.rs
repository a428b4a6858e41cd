//! `quixotry arena` as a process: what it shows, how it treats bots, and how it goes on after it was killed.

use crate::process::{Process, binary, bot, python, report, run, start, wait};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::fs;
use std::io::Read;
use std::sync::{Arc, Mutex};

/// The board after each turn, and the best play named at the end, for each game.
#[test]
fn a_watched_match_shows_every_board_and_names_the_best_play() {
    let out = run(&["arena", "greedy", "first", "--games", "2", "--watch", "--rules", "itu", "--seed", "3"]);
    let games: Vec<&str> = out.split_inclusive("Game over.\n").collect();
    assert_eq!(games.len(), 3, "two games and the report: {out}");
    for (game, after) in games.iter().zip(&games[1..]) {
        let plays: Vec<(&str, &str, i32)> = game.lines().filter_map(told_play).collect();
        // One board at the start and one after each play, drawn as the ITU game's server does.
        let edges = game.lines().filter(|line| line.split(' ').all(|cell| cell == "#")).count();
        assert!(
            plays.len() > 5 && edges == 2 * (plays.len() + 1),
            "{} plays, {edges} edges: {game}",
            plays.len()
        );
        let best = plays.iter().map(|play| play.2).max().unwrap();
        let (name, word, points) = plays.iter().find(|play| play.2 == best).unwrap();
        let named = format!("Best play was {word} for {points} points, played by {name}.\n");
        assert!(after.contains(&named), "{named} {after}");
        assert_eq!(after.matches(" has ").count(), 2, "{after}");
    }
    assert!(games[2].contains("2 of 2 games, rules itu"), "{}", games[2]);
}

/// `NAME plays WORD for N points.`
fn told_play(line: &str) -> Option<(&str, &str, i32)> {
    let (name, rest) = line.split_once(" plays ")?;
    let (word, points) = rest.strip_suffix(" points.")?.split_once(" for ")?;
    Some((name, word, points.parse().ok()?))
}

#[test]
fn progress_is_shown_on_a_terminal_while_the_match_goes_on() {
    let size = PtySize { rows: 24, cols: 200, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quixotry"));
    command.args(["arena", "greedy", "static", "--games", "1000000", "--sprt=-0.1,0.1"]);
    command.env("QUIXOTRY_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/data"));
    let mut child = pair.slave.spawn_command(command).unwrap();
    let mut output = pair.master.try_clone_reader().unwrap();
    let seen = Arc::new(Mutex::new(String::new()));
    let kept = seen.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            kept.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    });
    let text = || seen.lock().unwrap().clone();
    let wanted = ["/1000000: ", " %, Elo ", " a game; ", "; LLR ", " games per second)"];
    wait(|| wanted.iter().all(|part| text().contains(part)), text);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The line of the progress is cut at the edge of the terminal, so that it leaves no trail.
#[test]
fn the_progress_of_a_match_stays_on_one_line_of_a_narrow_terminal() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quixotry"));
    let long = "a-bot-with-a-rather-long-name=greedy";
    command.args(["arena", long, "static", "--games", "1000000", "--sprt=-0.1,0.1"]);
    command.env("QUIXOTRY_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/data"));
    let mut child = pair.slave.spawn_command(command).unwrap();
    let mut output = pair.master.try_clone_reader().unwrap();
    let cells = |count: u16| std::num::NonZero::new(count).unwrap();
    let screen = Arc::new(Mutex::new((vt100::Parser::new(cells(24), cells(80), 0), 0)));
    let painted = screen.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            let mut painted = painted.lock().unwrap();
            painted.0.process(&bytes[..count]);
            painted.1 += String::from_utf8_lossy(&bytes[..count]).matches("/1000000: ").count();
        }
    });
    let rows = || {
        let screen = screen.lock().unwrap();
        let text = screen.0.screen().contents();
        let shown = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned);
        (screen.1, shown.collect::<Vec<_>>())
    };
    wait(|| rows().0 >= 3, || format!("{:?}", rows()));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(rows().1.len() <= 1, "{:?}", rows());
}

/// Who is slow loses on the game's clock, and the report says so.
#[test]
fn a_game_clock_ends_games_of_slow_bots() {
    let slow = python("slow", " if 'your_turn' in line: time.sleep(0.4); turn(line)");
    let report = report(&["greedy", &slow, "--games", "2", "--game-time", "1+0.1", "--seed", "2"]);
    let slow = bot(&report, "slow");
    assert_eq!((&slow["losses"], &slow["conduct"]["timeouts"]), (&2.into(), &2.into()), "{report}");
    assert_eq!(bot(&report, "greedy")["conduct"]["timeouts"], 0, "{report}");
}

/// With fixed work a player that would use its clock does the same every time, on any number of threads.
#[test]
fn fixed_work_gives_the_same_result_with_any_clock_and_threads() {
    let digest = |more: &[&str]| {
        let match_args = ["sim", "static", "--games", "2", "--work", "2", "--seed", "5"];
        report(&[&match_args[..], more].concat())["digest"].clone()
    };
    let plain = digest(&["--threads", "1"]);
    assert_eq!(digest(&["--threads", "2", "--turn-time", "60000"]), plain);
}

#[test]
fn a_bot_plays_copies_of_itself() {
    let report = report(&["greedy", "--copies", "3", "--games", "2"]);
    let mut names: Vec<&str> =
        report["bots"].as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!((names, &report["games"]), (vec!["greedy", "greedy-2", "greedy-3"], &6.into()));
}

/// Killed in the middle and begun again, it ends as if nothing had happened.
#[test]
fn a_killed_match_is_resumed_with_the_same_result() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match").display().to_string();
    let games = ["greedy", "first", "--games", "40", "--seed", "4"];
    let whole = report(&games);
    let args = [&["arena"], &games[..], &["--output", &path, "--quiet", "--threads", "1"]].concat();
    let mut process = Process::start(binary().args(&args));
    let kept = || std::fs::read_to_string(format!("{path}/games.jsonl")).unwrap_or_default().lines().count();
    wait(|| kept() >= 3, String::new);
    process.kill();
    assert!(kept() < 40, "it was quicker than the test");
    let resumed = report(&[&games[..], &["--output", &path, "--resume"]].concat());
    assert_eq!(resumed, whole);
    let record = std::fs::read_dir(format!("{path}/games")).unwrap().count();
    assert_eq!(record, 80, "a record and a GCG file for each game");
}

/// Illegal plays, timeouts, crashes and unreadable lines are counted, each for who did it.
#[test]
fn what_bots_do_wrong_is_counted() {
    let bad = python("bad", " if 'your_turn' in line: turn(line, {'SMPlay':[[[99,99],[1,['A',1]]]]})");
    let crash = python("crash", " if 'your_turn' in line: os._exit(3)");
    let late = python("late", " if 'your_turn' in line: time.sleep(0.5); turn(line)");
    let noise = python("noise", " if 'your_turn' in line: print('hm', flush=True); turn(line)");
    let all = [bad.as_str(), &crash, &late, &noise];
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match").display().to_string();
    let options =
        ["--gauntlet", "--games", "1", "--rules", "itu", "--turn-time", "150ms", "--json", "-o", &path];
    let ended = Process::start(binary().args(["arena", "greedy"]).args(all).args(options)).end();
    let out = &ended.out;
    let report: serde_json::Value = serde_json::from_str(out).unwrap_or_else(|_| panic!("{ended:?}"));
    let count = |name: &str, what: &str| bot(&report, name)["conduct"][what].as_u64().unwrap();
    assert!(count("bad", "illegal") > 2, "{report}");
    assert!(count("crash", "crashes") >= 2, "{report}");
    assert!(count("late", "timeouts") > 2, "{report}");
    assert!(count("noise", "faults") > 2, "{report}");
    assert!(!out.trim_end().contains('\n'), "the report is one line: {out}");
    let reason = "Part of the play lies outside the board.";
    let told = fs::read_to_string(format!("{path}/illegal.txt")).unwrap();
    assert!(told.lines().count() > 2 && told.contains(reason), "{told}");
    assert!(ended.err.contains(reason), "{}", ended.err);
    assert!(ended.err.contains("further illegal plays of this bot are only counted"), "{}", ended.err);
    assert_eq!((count("greedy", "illegal"), count("greedy", "crashes")), (0, 0), "{report}");
}

/// The invalid lines of a program that was started again count as well.
#[test]
fn unreadable_lines_before_a_crash_are_counted() {
    let noisy = python("noisy", " if 'your_turn' in line: print('hm', flush=True); os._exit(3)");
    let report = report(&["greedy", &noisy, "--games", "1", "--seed", "2"]);
    let conduct = &bot(&report, "noisy")["conduct"];
    let crashes = conduct["crashes"].as_u64().unwrap();
    assert_eq!((crashes >= 2, conduct["faults"].as_u64()), (true, Some(crashes)), "{report}");
}

/// Our own example plays every board and every set of rules without a fault.
#[test]
fn the_example_in_python_passes_the_whole_check() {
    let file = crate::process::root().join("examples/bots/crosser.py");
    let bot = format!("crosser=cmd:python3 {}", file.display());
    // Enough time for each turn on any machine: a fault here is the bot's.
    let args = ["arena", "check", &bot, "--turn-time", "600000"];
    let ended = Process::start(binary().args(args)).end();
    assert_eq!(ended.code, Some(0), "{} {}", ended.out, ended.err);
    assert!(ended.out.contains("crosser is fit to play: ") && !ended.out.contains("bad"), "{}", ended.out);
    let trials = ended.out.lines().filter(|line| line.contains(": good: ")).count();
    assert!(trials > 30, "{}", ended.out);
}

#[test]
fn an_invalid_match_is_reported() {
    let error = |line: &str| start(line).end().err;
    assert!(error("arena greedy").contains("needs at least 2 bots"));
    assert!(error("arena greedy gredy").contains("there is no player called \"gredy\""));
    assert!(error("arena greedy tcp:ann --games 1").contains("--listen"));
    assert!(error("arena greedy first --game-time x").contains("--game-time is in seconds"));
    assert!(error("arena greedy first --turn-time soon").contains("write a number with its unit"));
    assert!(error("arena greedy first --database nowhere").contains("PostgreSQL"));
    assert!(error("arena check tcp:ann --only itu").contains("only programs"));
}
