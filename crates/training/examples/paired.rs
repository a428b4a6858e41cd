//! Two players meet in paired games: the same draws twice, with the seats changed.
//!
//! `cargo run --release -p quixotry-training --example paired -- static greedy 1000 1 [threads] [seed]`: the players,
//! the pairs, the iterations for a turn or its time such as `500ms`.

use players::{Level, by_name};
use quixotry_training::{Match, MatchSettings, Standing};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((levels, settings)) = read(&args) else {
        eprintln!("usage: paired PLAYER PLAYER PAIRS ITERATIONS|TIMEms [THREADS] [SEED]");
        return ExitCode::from(2);
    };
    let Ok(rules) = presets::Library::shipped().rules("standard") else { return ExitCode::FAILURE };
    let paired = Match { rules: &rules, words: presets::english(), levels, settings };
    let mut told = 0;
    let played = paired.play(|standing| {
        if standing.games >= 2 * told || standing.games == 2 * settings.pairs {
            told = standing.games;
            tell(levels, standing);
        }
    });
    if played.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read(args: &[String]) -> Option<([&'static Level; 2], MatchSettings)> {
    let number = |at: usize, usual: u64| args.get(at).map_or(Some(usual), |text| text.parse().ok());
    let limit = match args.get(3)?.strip_suffix("ms") {
        Some(time) => Ok(Duration::from_millis(time.parse().ok()?)),
        None => Err(number(3, 1)?),
    };
    let threads = number(4, 1)? as usize;
    let settings = MatchSettings { pairs: number(2, 1)?, seed: number(5, 1)?, threads, limit };
    Some(([by_name(args.first()?)?, by_name(args.get(1)?)?], settings))
}

fn tell(levels: [&Level; 2], standing: &Standing) {
    let Standing { games, wins, wins_within, spread, spread_within, scores, longest } = standing;
    println!(
        "{games} games: {} wins {:.1} % ± {:.1}, {spread:+.1} ± {spread_within:.1} points a game ({:.1} to {:.1}), longest turn {longest:?}",
        levels[0].name,
        wins * 100.0,
        wins_within * 100.0,
        scores[0],
        scores[1],
    );
}
