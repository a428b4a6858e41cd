//! What other machines can do for us: the work of `train` and `analyze`, as jobs that `worker` claims.
//!
//! Each kind of work has an order (all that a job needs, as JSON) and a runner that does its jobs by number. Whoever
//! gives an order takes the results one by one, and they are those of doing the work alone.

mod leads;
mod leaves;
mod turns;

pub(crate) use leads::{LeadOrder, learn_leads};
pub(crate) use leaves::{LeaveOrder, learn_leaves};
pub(crate) use turns::{TurnOrder, judge_turns};

use arena::MatchJobRunner;
use jobs::JobRunner;
use presets::Library;
use std::ops::Range;

/// All kinds of jobs a worker knows.
pub(crate) const KINDS: [&str; 4] =
    [MatchJobRunner::KIND, LeaveOrder::KIND, LeadOrder::KIND, TurnOrder::KIND];

/// Makes whoever does the jobs of an order. Programs of others are started only where that is allowed.
pub(crate) fn runner(
    kind: &str,
    order: &str,
    library: &Library,
    programs: bool,
) -> Result<Box<dyn JobRunner>, String> {
    Ok(match kind {
        MatchJobRunner::KIND => Box::new(MatchJobRunner::new(order, library, programs)?),
        LeaveOrder::KIND => Box::new(leaves::Player::new(order, library)?),
        LeadOrder::KIND => Box::new(leads::Player::new(order, library)?),
        TurnOrder::KIND => Box::new(turns::Judge::new(order, library)?),
        kind => return Err(format!("this worker does not know jobs of the kind {kind:?}")),
    })
}

/// Games that make one job: a fraction of a second of work.
const GAMES: u64 = 50;

/// How many jobs so many games are.
fn jobs(games: &Range<u64>) -> u64 {
    games.end.saturating_sub(games.start).div_ceil(GAMES)
}

/// The games of a job; none where there is no such job.
fn part(games: &Range<u64>, job: u64) -> Range<u64> {
    let start = games.start.saturating_add(job.saturating_mul(GAMES)).min(games.end);
    start..start.saturating_add(GAMES).min(games.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_have_all_games_between_them() {
        for games in [0..1, 0..100, 7..450, 5..5] {
            let all: Vec<u64> = (0..jobs(&games)).flat_map(|job| part(&games, job)).collect();
            assert_eq!(all, games.clone().collect::<Vec<_>>());
            assert!(part(&games, jobs(&games)).is_empty() && part(&games, u64::MAX).is_empty());
        }
    }

    #[test]
    fn what_is_no_order_is_told() {
        let library = Library::shipped();
        for kind in KINDS {
            assert!(runner(kind, "{}", &library, false).is_err(), "{kind}");
        }
        let unknown = runner("dance", "{}", &library, false).err().unwrap();
        assert_eq!(unknown, "this worker does not know jobs of the kind \"dance\"");
    }
}
