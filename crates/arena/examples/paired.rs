//! Two players meet in paired games: the same draws twice, with the seats exchanged.
//!
//! `cargo run --release -p quixotry-arena --example paired -- static greedy 1000 1 [threads] [seed] [bag]`: the
//! players, the pairs, the iterations for a turn or its time such as `500ms`. While the bag has more tiles than the last
//! argument, `static` plays for both. `static@mine.klv2` is a player with leave values from a packed or KLV2 file.

use players::{LeaveValues, PlayerLevel, SearchLimit, by_name};
use quixotry_arena::{PairedMatch, PairedMatchSettings, PairedStanding};
use rules::Ruleset;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Ok(rules) = presets::Library::shipped().rules("standard") else { return ExitCode::FAILURE };
    let own = [0, 1].map(|player| args.get(player).and_then(|arg| leaves(arg, &rules)));
    let Some((levels, settings)) = read(&args) else {
        eprintln!("usage: paired PLAYER PLAYER PAIRS ITERATIONS|TIMEms [THREADS] [SEED] [BAG]");
        return ExitCode::from(2);
    };
    if let Some(Err(error)) = own.iter().flatten().find(|values| values.is_err()) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let leaves = own.each_ref().map(|values| values.as_ref().and_then(|values| values.as_ref().ok()));
    let paired = PairedMatch { rules: &rules, words: presets::english(), levels, leaves, settings };
    let mut reported = 0;
    let played = paired.play(|standing| {
        if standing.games >= 2 * reported || standing.games == 2 * paired.settings.pairs {
            reported = standing.games;
            report(levels, standing);
        }
    });
    match played {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The leave values of a player, if it has a file.
fn leaves(arg: &str, rules: &Ruleset) -> Option<Result<LeaveValues, String>> {
    let (_, file) = arg.split_once('@')?;
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"));
    Some(bytes.and_then(|bytes| LeaveValues::read(&bytes, rules).map_err(|error| format!("{file}: {error}"))))
}

/// The level of a player.
fn level(arg: &str) -> Option<&'static PlayerLevel> {
    by_name(arg.split_once('@').map_or(arg, |(name, _)| name))
}

fn read(args: &[String]) -> Option<([&'static PlayerLevel; 2], PairedMatchSettings)> {
    let number = |at: usize, usual: u64| args.get(at).map_or(Some(usual), |text| text.parse().ok());
    let limit = match args.get(3)?.strip_suffix("ms") {
        Some(time) => SearchLimit::for_duration(Duration::from_millis(time.parse().ok()?)),
        None => SearchLimit::for_iterations(number(3, 1)?),
    };
    let threads = number(4, 1)? as usize;
    let from_bag = args.get(6).map(|text| text.parse().ok());
    if from_bag == Some(None) {
        return None;
    }
    let from_bag = from_bag.flatten();
    let settings =
        PairedMatchSettings { pairs: number(2, 1)?, seed: number(5, 1)?, threads, limit, from_bag };
    Some(([level(args.first()?)?, level(args.get(1)?)?], settings))
}

fn report(levels: [&PlayerLevel; 2], standing: &PairedStanding) {
    let PairedStanding { games, wins, wins_within, spread, spread_within, scores, longest, .. } = standing;
    println!(
        "{games} games: {} wins {:.1} % ± {:.1}, {spread:+.1} ± {spread_within:.1} points a game ({:.1} to {:.1}), longest turn {longest:?}",
        levels[0].name,
        wins * 100.0,
        wins_within * 100.0,
        scores[0],
        scores[1],
    );
}
