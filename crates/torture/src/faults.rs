//! Which faults happen when, and how they are done.

use crate::args::ServerSetup;
use crate::clock::FARTHEST;
use crate::database::RunDatabase;
use crate::node::ServerNode;
use crate::testbed::TestBed;
use anyhow::Result;
use rules::{Chance, SeededChance};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Something that goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A server is killed (SIGKILL) and started again after a while.
    Kill {
        /// Which server.
        node: usize,
        /// How long it is away.
        away: Duration,
    },
    /// A server is stopped (SIGSTOP) and goes on after a while.
    Pause {
        /// Which server.
        node: usize,
        /// How long.
        time: Duration,
    },
    /// A server is ended in order (SIGTERM) and started again.
    Restart {
        /// Which server.
        node: usize,
    },
    /// The servers cannot write for a while, because another program locks the database.
    Lock {
        /// How long.
        time: Duration,
    },
    /// No server can make a file longer for a while, as on a full disk.
    FillDisk {
        /// How long.
        time: Duration,
    },
    /// All connections to PostgreSQL are cut.
    CutConnections,
    /// PostgreSQL is stopped (SIGSTOP) and goes on after a while.
    PauseDatabase {
        /// How long.
        time: Duration,
    },
    /// PostgreSQL crashes and is started again after a while.
    CrashDatabase {
        /// How long it is away.
        away: Duration,
    },
    /// Commits of PostgreSQL wait for a replica that does not exist.
    DelayCommits {
        /// How long.
        time: Duration,
    },
    /// The clock of a server is moved, and stays so until it is moved again.
    MoveClock {
        /// Which server.
        node: usize,
        /// How far from the right time, in milliseconds.
        offset: i64,
    },
    /// The NATS server is killed and started again after a while.
    RestartNats {
        /// How long it is away.
        away: Duration,
    },
}

impl Fault {
    /// Its kind, for counting.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fault::Kill { .. } => "kill",
            Fault::Pause { .. } => "pause",
            Fault::Restart { .. } => "restart",
            Fault::Lock { .. } => "lock database",
            Fault::FillDisk { .. } => "fill disk",
            Fault::CutConnections => "cut connections",
            Fault::PauseDatabase { .. } => "pause database",
            Fault::CrashDatabase { .. } => "crash database",
            Fault::DelayCommits { .. } => "delay commits",
            Fault::MoveClock { .. } => "move clock",
            Fault::RestartNats { .. } => "restart nats",
        }
    }
}

/// A fault and when it begins, counted from the start of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledFault {
    /// When.
    pub at: Duration,
    /// What.
    pub fault: Fault,
}

/// The faults of a run. The same seed gives the same schedule.
#[must_use]
pub fn schedule(seed: u64, setup: ServerSetup, time: Duration) -> Vec<ScheduledFault> {
    let mut dice = SeededChance::new(seed ^ 0xFA17);
    let mut faults = Vec::new();
    let mut at = millis(&mut dice, 1_500, 3_000);
    while at < time {
        faults.push(ScheduledFault { at, fault: choose(&mut dice, setup) });
        at += millis(&mut dice, 2_500, 5_500);
    }
    faults
}

fn choose(dice: &mut SeededChance, setup: ServerSetup) -> Fault {
    let node = dice.below(setup.nodes() as u32) as usize;
    let kinds = match setup {
        ServerSetup::Sqlite => 6,
        ServerSetup::Postgres => 9,
        ServerSetup::Nats => 10,
    };
    match dice.below(kinds) {
        0 => Fault::Kill { node, away: millis(dice, 50, 2_500) },
        1 => Fault::Pause { node, time: millis(dice, 200, 3_500) },
        2 => Fault::Restart { node },
        3 => Fault::Lock { time: millis(dice, 200, 4_500) },
        4 => Fault::MoveClock { node, offset: clock_offset(dice) },
        5 if setup == ServerSetup::Sqlite => Fault::FillDisk { time: millis(dice, 300, 2_500) },
        5 => Fault::CutConnections,
        6 => Fault::PauseDatabase { time: millis(dice, 200, 6_000) },
        7 => Fault::CrashDatabase { away: millis(dice, 50, 2_000) },
        8 => Fault::DelayCommits { time: millis(dice, 300, 9_000) },
        _ => Fault::RestartNats { away: millis(dice, 50, 2_000) },
    }
}

/// How far a clock is moved, to either side.
fn clock_offset(dice: &mut SeededChance) -> i64 {
    let farthest = FARTHEST.as_millis() as u32;
    i64::from(dice.below(2 * farthest + 1)) - i64::from(farthest)
}

fn millis(dice: &mut SeededChance, least: u32, most: u32) -> Duration {
    Duration::from_millis(u64::from(least + dice.below(most - least)))
}

/// Carries out a schedule and counts what was done.
#[derive(Debug)]
pub struct FaultInjector<'a> {
    /// The servers.
    pub nodes: &'a mut [ServerNode],
    /// Their database.
    pub database: &'a mut RunDatabase,
    /// How often each kind of fault was done.
    pub done: BTreeMap<&'static str, usize>,
    /// How long servers needed until they listened again.
    pub recoveries: Vec<Duration>,
    /// Whether a clock was moved.
    pub have_clocks_moved: bool,
    /// Faults that could not be done, and ends that were not in order.
    pub troubles: Vec<String>,
}

impl FaultInjector<'_> {
    /// Waits for each fault of the schedule and does it.
    ///
    /// # Errors
    /// A server does not start again.
    pub async fn run(&mut self, bed: &TestBed, schedule: &[ScheduledFault], begun: Instant) -> Result<()> {
        for ScheduledFault { at, fault } in schedule {
            tokio::time::sleep_until((begun + *at).into()).await;
            bed.set_fault(true);
            if let Err(error) = self.inject(*fault).await {
                self.troubles.push(format!("{fault:?}: {error:#}"));
            }
            self.start_missing_nodes().await?;
            bed.set_fault(false);
            *self.done.entry(fault.name()).or_default() += 1;
        }
        Ok(())
    }

    async fn inject(&mut self, fault: Fault) -> Result<()> {
        match fault {
            Fault::Kill { node, away } => {
                self.nodes[node].kill().await?;
                tokio::time::sleep(away).await;
            }
            Fault::Pause { node, time } => {
                self.nodes[node].pause()?;
                tokio::time::sleep(time).await;
                self.nodes[node].resume()?;
            }
            Fault::Restart { node } => {
                let status = self.nodes[node].stop().await?;
                anyhow::ensure!(status.is_none_or(|status| status.success()), "it ended with {status:?}");
            }
            Fault::Lock { time } => self.database.lock(time).await?,
            Fault::FillDisk { time } => self.fill_disk(time).await?,
            Fault::CutConnections => self.database.cut_connections().await?,
            Fault::PauseDatabase { time } => self.database.pause(time).await?,
            Fault::CrashDatabase { away } => self.database.crash(away).await?,
            Fault::DelayCommits { time } => self.database.delay_commits(time).await?,
            Fault::MoveClock { node, offset } => {
                self.nodes[node].move_clock(offset)?;
                self.have_clocks_moved = true;
            }
            Fault::RestartNats { away } => self.database.restart_nats(away).await?,
        }
        Ok(())
    }

    /// No file may grow beyond a size that the write-ahead log has soon.
    async fn fill_disk(&mut self, time: Duration) -> Result<()> {
        for node in self.nodes.iter() {
            node.limit_files(Some(16 * 1024))?;
        }
        tokio::time::sleep(time).await;
        for node in self.nodes.iter() {
            node.limit_files(None)?;
        }
        Ok(())
    }

    /// Sets all clocks right, and returns how far the times of the servers may be off in milliseconds: a server does
    /// not go back in time.
    pub fn set_clocks_right(&mut self) -> i64 {
        for node in self.nodes.iter().filter(|_| self.have_clocks_moved) {
            if let Err(error) = node.move_clock(0) {
                self.troubles.push(format!("{error:#}"));
            }
        }
        if self.have_clocks_moved { FARTHEST.as_millis() as i64 } else { 0 }
    }

    /// Starts every server that does not run.
    ///
    /// # Errors
    /// It does not start.
    pub async fn start_missing_nodes(&mut self) -> Result<()> {
        for node in self.nodes.iter_mut() {
            if !node.is_started() {
                node.start().await?;
                self.recoveries.push(node.wait_until_listening().await?);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_schedule_and_another_seed_another() {
        let time = Duration::from_secs(60);
        let of = |seed| schedule(seed, ServerSetup::Postgres, time);
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        assert!(of(1).iter().all(|scheduled| scheduled.at < time));
        assert!(of(1).len() >= 10, "{:?}", of(1));
    }

    #[test]
    fn every_kind_of_fault_occurs_in_a_long_run() {
        let names = |setup| {
            let long = schedule(3, setup, Duration::from_secs(3_600));
            let names: std::collections::BTreeSet<_> = long.iter().map(|one| one.fault.name()).collect();
            names.len()
        };
        let setups = [ServerSetup::Sqlite, ServerSetup::Postgres, ServerSetup::Nats];
        assert_eq!(setups.map(names), [6, 9, 10]);
    }
}
