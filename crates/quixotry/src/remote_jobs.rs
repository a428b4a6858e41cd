//! Jobs of `train` and `analyze` that `worker` runs, on any number of machines.
//!
//! Each kind of job has a specification (JSON that every worker can read) and a runner, which runs jobs by number. The
//! results are the same as without workers.

mod leaves;
mod turns;
mod win_chances;

pub(crate) use leaves::{LeaveJobSpec, learn_leaves};
pub(crate) use turns::{TurnJobSpec, judge_turns};
pub(crate) use win_chances::{WinChanceJobSpec, learn_win_chances};

use arena::MatchJobRunner;
use jobs::JobRunner;
use presets::Library;
use std::ops::Range;

/// The kinds of jobs that a worker supports.
pub(crate) const KINDS: [&str; 4] =
    [MatchJobRunner::KIND, LeaveJobSpec::KIND, WinChanceJobSpec::KIND, TurnJobSpec::KIND];

/// Creates the runner of a job specification. It starts programs only if `programs` is true.
pub(crate) fn create_runner(
    kind: &str,
    spec: &str,
    library: &Library,
    programs: bool,
) -> Result<Box<dyn JobRunner>, String> {
    Ok(match kind {
        MatchJobRunner::KIND => Box::new(MatchJobRunner::new(spec, library, programs)?),
        LeaveJobSpec::KIND => Box::new(leaves::LeaveJobRunner::new(spec, library)?),
        WinChanceJobSpec::KIND => Box::new(win_chances::WinChanceJobRunner::new(spec, library)?),
        TurnJobSpec::KIND => Box::new(turns::TurnJobRunner::new(spec, library)?),
        kind => return Err(format!("this worker does not know jobs of the kind {kind:?}")),
    })
}

/// The number of games per job, which take a fraction of a second.
const GAMES_PER_JOB: u64 = 50;

/// The number of jobs for a range of games.
fn job_count(games: &Range<u64>) -> u64 {
    games.end.saturating_sub(games.start).div_ceil(GAMES_PER_JOB)
}

/// The games of a job; an empty range if there is no such job.
fn job_games(games: &Range<u64>, job: u64) -> Range<u64> {
    let start = games.start.saturating_add(job.saturating_mul(GAMES_PER_JOB)).min(games.end);
    start..start.saturating_add(GAMES_PER_JOB).min(games.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_have_all_games_between_them() {
        for games in [0..1, 0..100, 7..450, 5..5] {
            let all: Vec<u64> = (0..job_count(&games)).flat_map(|job| job_games(&games, job)).collect();
            assert_eq!(all, games.clone().collect::<Vec<_>>());
            assert!(
                job_games(&games, job_count(&games)).is_empty() && job_games(&games, u64::MAX).is_empty()
            );
        }
    }

    #[test]
    fn invalid_commands_are_reported() {
        let library = Library::shipped();
        for kind in KINDS {
            assert!(create_runner(kind, "{}", &library, false).is_err(), "{kind}");
        }
        let unknown = create_runner("dance", "{}", &library, false).err().unwrap();
        assert_eq!(unknown, "this worker does not know jobs of the kind \"dance\"");
    }
}
