//! The three ways to attach a bot, with our own player at the other end.

use crate::process::{Process, binary, bot, report, start};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};

/// Bots that connect, one of them showing what is said.
#[test]
fn bots_connect_and_play_and_are_sent_home() {
    let arena =
        start("arena tcp:ann tcp:ben --listen 127.0.0.1:0 --games 2 --seed 6 --rules itu --json --quiet");
    let address = arena.address();
    let connect = |more: &str| start(&format!("bot --connect {address} {more}"));
    let ann = connect("--player greedy --name ann --trace");
    let ben = connect("--player longest --name ben");
    let arena = arena.end();
    let report: serde_json::Value = serde_json::from_str(&arena.out).unwrap_or_else(|_| panic!("{arena:?}"));
    let clean = ["illegal", "timeouts", "crashes", "faults"];
    for name in ["ann", "ben"] {
        assert!(clean.iter().all(|what| bot(&report, name)["conduct"][*what] == 0), "{report}");
        assert_eq!(bot(&report, name)["games"], 2);
    }
    let (ann, ben) = (ann.end(), ben.end());
    assert_eq!((ann.code, ben.code), (Some(0), Some(0)), "{ann:?} {ben:?}");
    assert!(ben.out.contains("The server said goodbye: the match is over"), "{}", ben.out);
    assert_eq!(ben.err, "");
    check_trace(&ann.err);
    // The same games as when both play in process.
    let inside =
        super::process::report(&["greedy", "longest", "--games", "2", "--seed", "6", "--rules", "itu"]);
    assert_eq!(report["digest"], inside["digest"]);
}

/// Every message both ways, with growing times.
fn check_trace(trace: &str) {
    let mut last = 0.0;
    for line in trace.lines() {
        let mut parts = line.trim_start().splitn(3, ' ');
        let time: f64 = parts.next().unwrap().parse().unwrap_or_else(|_| panic!("{line}"));
        let (way, message) = (parts.next().unwrap(), parts.next().unwrap());
        assert!(time >= last && ["->", "<-"].contains(&way), "{line}");
        serde_json::from_str::<serde_json::Value>(message).unwrap_or_else(|_| panic!("{line}"));
        last = time;
    }
    for part in [
        "-> {\"hello\":",
        "\"welcome\":",
        "\"start\":",
        "\"your_turn\":",
        "-> {\"game\":\"game-1\",\"turn\":",
    ] {
        assert!(trace.contains(part), "no {part} in {trace}");
    }
}

/// The same player on its standard input and output plays the same games.
#[test]
fn a_player_on_pipes_plays_as_in_process() {
    let longest = format!("longest=cmd:{} bot --stdio --player longest", env!("CARGO_BIN_EXE_quixotry"));
    let games = ["--games", "2", "--seed", "7", "--rules", "infinite"];
    let piped = report(&[&["greedy", &longest], &games[..]].concat());
    let inside = report(&[&["greedy", "longest"], &games[..]].concat());
    assert_eq!(piped["digest"], inside["digest"], "{piped} {inside}");
}

/// A bot that is killed in the middle loses its own game; the other games go on.
#[test]
fn a_killed_bot_forfeits_and_another_takes_its_place() {
    let arena =
        start("arena greedy tcp:ann --listen 127.0.0.1:0 --games 2 --rules itu --json --quiet --threads 1");
    let address = arena.address();
    let mut first = start(&format!("bot --connect {address} --manual --name ann"));
    first.hears("Input move");
    first.kill();
    let second = start(&format!("bot --connect {address} --player longest --name ann"));
    let arena = arena.end();
    let report: serde_json::Value = serde_json::from_str(&arena.out).unwrap_or_else(|_| panic!("{arena:?}"));
    let ann = bot(&report, "ann");
    assert_eq!((&ann["games"], &ann["conduct"]["crashes"]), (&2.into(), &1.into()), "{report}");
    assert!(arena.err.contains("game 1: ann: the connection was closed"), "{}", arena.err);
    assert_eq!(second.end().code, Some(0));
}

/// The connection breaks in the middle of a game: the bot makes it again, has its seat, and plays as if nothing had been.
#[test]
fn a_bot_whose_connection_breaks_comes_back() {
    let arena = start(
        "arena first tcp:ann --listen 127.0.0.1:0 --games 2 --seed 6 --rules itu --json --quiet --threads 1",
    );
    let ann = start(&format!("bot --connect {} --player greedy --name ann", cutting(arena.address())));
    let arena = arena.end();
    let broken: serde_json::Value = serde_json::from_str(&arena.out).unwrap_or_else(|_| panic!("{arena:?}"));
    let whole = report(&["first", "ann=greedy", "--games", "2", "--seed", "6", "--rules", "itu"]);
    assert_eq!(broken["digest"], whole["digest"], "{arena:?}");
    assert_eq!(bot(&broken, "ann")["conduct"]["crashes"], 1, "{broken}");
    assert_eq!(ann.end().code, Some(0));
}

/// A way to an address that breaks once, after some lines.
fn cutting(address: String) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let here = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for (number, bot) in listener.incoming().enumerate() {
            let (bot, server) = (bot.unwrap(), TcpStream::connect(&address).unwrap());
            let (mut from, mut to) = (bot.try_clone().unwrap(), server.try_clone().unwrap());
            std::thread::spawn(move || std::io::copy(&mut from, &mut to));
            std::thread::spawn(move || pass_on(server, bot, if number == 0 { 9 } else { usize::MAX }));
        }
    });
    here
}

fn pass_on(server: TcpStream, mut bot: TcpStream, lines: usize) {
    for line in BufReader::new(&server).lines().take(lines) {
        let Ok(line) = line else { break };
        if bot.write_all(format!("{line}\n").as_bytes()).is_err() {
            break;
        }
    }
    // Either may have gone before.
    _ = (bot.shutdown(Shutdown::Both), server.shutdown(Shutdown::Both));
}

#[test]
fn impossible_actions_of_a_bot_are_reported() {
    let error = |args: &[&str]| Process::start(binary().args(args)).end().err;
    assert!(error(&["bot", "--connect", "127.0.0.1:1"]).contains("there is no server at 127.0.0.1:1"));
    assert!(
        error(&["bot", "--stdio", "--player", "nobody"]).contains("there is no player called \"nobody\"")
    );
    assert!(error(&["bot", "--player", "greedy"]).contains("--connect"));
    let mut bot = start("bot --stdio");
    bot.say("this is not a server\n");
    let ended = bot.end();
    assert!(ended.code == Some(1) && ended.err.contains("a line that cannot be read"), "{ended:?}");
}

/// A bot with a name that nobody expects does not wait in vain, and the arena says so.
#[test]
fn a_bot_with_an_unexpected_name_is_sent_home() {
    let arena = start("arena tcp:ann greedy --listen 127.0.0.1:0 --games 2 --json --quiet");
    let address = arena.address();
    let eve = start(&format!("bot --connect {address} --player greedy --name eve")).end();
    assert!(eve.out.contains("no bot called \"eve\"; it waits for ann"), "{eve:?}");
    let ann = start(&format!("bot --connect {address} --player greedy --name ann"));
    let arena = arena.end();
    assert_eq!(arena.code, Some(0), "{arena:?}");
    assert!(arena.err.contains("the match waits for ann"), "{}", arena.err);
    assert!(arena.err.contains("a bot called \"eve\" connected and was sent home"), "{}", arena.err);
    assert_eq!(ann.end().code, Some(0));
}
