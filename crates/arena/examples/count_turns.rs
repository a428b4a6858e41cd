//! The overhead of a match without its players: instructions by valgrind, or time.
//!
//! `count_turns bare|arena|tcp [GAMES] [THREADS]` plays the same games of one player against itself: in a bare loop,
//! in the arena, and in the arena over sockets. Run `valgrind --tool=callgrind` with two numbers of games; the difference
//! excludes the one-time costs.

use bots::{BotClient, BotListener, ConnectionLimits, MatchSetup, PlayerStrategy, ThinkingTime, Trace};
use movegen::NoLeaves;
use quixotry_arena::{Arena, PairingSystem, Plan, PlanDraft, entrants, run};
use std::io::BufReader;
use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

/// The same allocator as in the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let games: u64 = std::env::args().nth(2).map_or(20, |games| games.parse().unwrap());
    let threads: usize = std::env::args().nth(3).map_or(1, |threads| threads.parse().unwrap());
    let rules = presets::Library::shipped().rules("standard").unwrap();
    let bots = if mode == "tcp" { ["tcp:a", "tcp:b"] } else { ["greedy", "greedy"] };
    let plan = Plan::try_from(PlanDraft {
        entrants: entrants(&bots, 1).unwrap(),
        setup: MatchSetup::new(rules, presets::english().clone()),
        system: PairingSystem::RoundRobin,
        seats: 2,
        games,
        seed: 1,
    })
    .unwrap();
    let begin = Instant::now();
    let turns = match mode.as_str() {
        "bare" => {
            let data = plan.setup().player_data().unwrap().generator_data();
            movegen::selfplay_with_data(data, &NoLeaves, games, &|game| plan.deal(game), threads).turns
        }
        "tcp" => {
            let listener = BotListener::bind("127.0.0.1:0", ConnectionLimits::default()).unwrap();
            let arena = Arena { lobby: Some(listener.lobby().clone()), threads: 2, ..Arena::new(plan) };
            for name in ["a", "b", "a", "b"] {
                let address = listener.local_addr();
                std::thread::spawn(move || bot(address, name));
            }
            turns(&arena)
        }
        _ => turns(&Arena { threads, ..Arena::new(plan) }),
    };
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{mode}: {games} games, {turns} turns, {:.1} µs a turn, {:.0} turns a second",
        seconds * 1e6 / turns as f64,
        turns as f64 / seconds
    );
}

fn turns(arena: &Arena) -> u64 {
    run(arena, Vec::new(), &mut ()).unwrap().iter().map(|game| u64::from(game.turns)).sum()
}

fn bot(address: SocketAddr, name: &str) {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut client = BotClient::new(name, presets::Library::shipped(), Trace::off());
    let mut strategy = PlayerStrategy::new(players::by_name("greedy").unwrap(), ThinkingTime::Work(1), 1);
    // The port is closed when the match is over.
    _ = client.run(BufReader::new(stream.try_clone().unwrap()), stream, &mut strategy);
}
