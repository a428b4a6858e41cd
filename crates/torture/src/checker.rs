//! Compares what clients saw with what is stored. Pure: the same input gives the same violations.

mod commands;
mod evidence;
mod hands;
mod latency;
mod progress;
mod replay;
mod seats;
mod secrets;
mod streams;
mod tenure;
mod views;
mod violation;

#[cfg(test)]
mod tests;

pub use latency::LatencySummary;
pub use replay::has_open_racks;
pub use tenure::{Tenant, Tenure, TenureBook};
pub use violation::{Violation, ViolationKind};

use crate::history::{ClientHistory, FinalGame, TableHistory};
use std::collections::BTreeMap;

/// All violations of a run.
///
/// `finals` are all games of the servers after the last fault, when everything had time to settle.
#[must_use]
pub fn check(history: &ClientHistory, finals: &BTreeMap<String, FinalGame>) -> Vec<Violation> {
    let mut found = Vec::new();
    for (id, table) in &history.tables {
        match finals.get(id) {
            Some(game) => found.extend(check_table(id, table, game)),
            None => found.extend(seats::lost_game(id, table)),
        }
    }
    for (id, game) in finals {
        found.extend(replay::check(id, game));
    }
    found.extend(seats::check_creations(&history.creations, finals));
    found.extend(latency::check(&history.latencies));
    let fault = |story: &String| Violation::new(ViolationKind::ServerFault, "", [story.clone()]);
    found.extend(history.server_errors.iter().map(fault));
    found
}

/// All violations at one table, except those that need no history.
#[must_use]
pub fn check_table(id: &str, table: &TableHistory, game: &FinalGame) -> Vec<Violation> {
    let tenures = TenureBook::from_log(&game.log);
    let mut found = commands::check(id, table, game, &tenures);
    found.extend(seats::check(id, table, game, &tenures));
    found.extend(streams::check(id, table, game));
    found.extend(secrets::check(id, table, game, &tenures));
    found.extend(views::check(id, table, game, &tenures));
    found.extend(hands::check(id, table, game, &tenures));
    found.extend(progress::check(id, table, game, &tenures));
    found
}
