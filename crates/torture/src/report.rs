//! What a run did, and what it found.

use crate::args::TortureArgs;
use crate::checker::{LatencySummary, Violation, ViolationKind};
use crate::history::{AttemptOutcome, ClientHistory};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The result of a run.
#[derive(Debug)]
pub struct RunReport {
    /// What was run.
    pub args: TortureArgs,
    /// How often each kind of fault happened.
    pub faults: BTreeMap<&'static str, usize>,
    /// How long servers needed until they listened again.
    pub recoveries: Vec<Duration>,
    /// Faults that could not be done.
    pub troubles: Vec<String>,
    /// Counts of what clients did.
    pub counts: RunCounts,
    /// How often readers continued where they had stopped.
    pub resumes: usize,
    /// Lines with the level ERROR in the logs of the servers, and some of them.
    pub log_errors: (usize, Vec<String>),
    /// Response times of all innocent clients, and of those that no fault disturbed.
    pub innocent: [LatencySummary; 2],
    /// Promises that were not kept.
    pub violations: Vec<Violation>,
}

/// Counts of what clients did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunCounts {
    /// Games with a history.
    pub games: usize,
    /// Commands.
    pub commands: usize,
    /// Requests with commands.
    pub attempts: usize,
    /// Commands that were acknowledged.
    pub acknowledged: usize,
    /// Commands that were refused.
    pub refused: usize,
    /// Commands of which the sender never learned what became of them.
    pub uncertain: usize,
    /// Chat lines.
    pub chats: usize,
    /// Keys that were given.
    pub keys: usize,
    /// Streams that were opened.
    pub streams: usize,
    /// Events that came through streams.
    pub events: usize,
    /// Views.
    pub views: usize,
}

impl RunCounts {
    /// Counts a history.
    #[must_use]
    pub fn new(history: &ClientHistory) -> RunCounts {
        let mut counts = RunCounts { games: history.tables.len(), ..RunCounts::default() };
        for table in history.tables.values() {
            counts.chats += table.chats.len();
            counts.views += table.views.len();
            counts.streams += table.streams.len();
            counts.events += table.streams.iter().map(|stream| stream.events.len()).sum::<usize>();
            let is_key = |request: &&crate::history::SeatRequest| {
                request.seat.is_some() && matches!(request.outcome, AttemptOutcome::Acknowledged(_))
            };
            counts.keys += table.seat_requests.iter().filter(is_key).count();
            for command in &table.commands {
                counts.commands += 1;
                counts.attempts += command.attempts.len();
                let has = |is: fn(&AttemptOutcome) -> bool| {
                    command.attempts.iter().any(|attempt| is(&attempt.outcome))
                };
                if has(|outcome| matches!(outcome, AttemptOutcome::Acknowledged(_))) {
                    counts.acknowledged += 1;
                } else if has(|outcome| matches!(outcome, AttemptOutcome::Uncertain(_))) {
                    counts.uncertain += 1;
                } else {
                    counts.refused += 1;
                }
            }
        }
        counts
    }
}

impl fmt::Display for RunReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TortureArgs { seed, time, setup, games, .. } = &self.args;
        writeln!(f, "torture: seed {seed}, {time:?} of faults, {setup:?}, {games} tables at once")?;
        self.fmt_counts(f)?;
        let names = ["all", "without faults"];
        for (name, summary) in names.iter().zip(&self.innocent) {
            let LatencySummary { count, p50, p99, max } = summary;
            writeln!(
                f,
                "innocent clients, {name}: {count} requests, p50 {p50} ms, p99 {p99} ms, max {max} ms"
            )?;
        }
        for trouble in &self.troubles {
            writeln!(f, "note: {trouble}")?;
        }
        self.fmt_violations(f)
    }
}

impl RunReport {
    fn fmt_counts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: usize = self.faults.values().sum();
        let kinds: Vec<String> = self.faults.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(f, "faults: {total} ({})", kinds.join(", "))?;
        let slowest = self.recoveries.iter().max().copied().unwrap_or_default();
        writeln!(f, "restarts: {}, the slowest listened after {slowest:.2?}", self.recoveries.len())?;
        let counts = &self.counts;
        writeln!(f, "games: {}, keys {}, chat lines {}", counts.games, counts.keys, counts.chats)?;
        writeln!(
            f,
            "commands: {} ({} requests): {} acknowledged, {} refused, {} uncertain",
            counts.commands, counts.attempts, counts.acknowledged, counts.refused, counts.uncertain
        )?;
        writeln!(
            f,
            "streams: {} with {} events, {} resumes; views {}",
            counts.streams, counts.events, self.resumes, counts.views
        )?;
        writeln!(f, "error lines in the servers' logs: {}", self.log_errors.0)?;
        self.log_errors.1.iter().try_for_each(|line| writeln!(f, "    {line}"))
    }

    fn fmt_violations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: BTreeMap<ViolationKind, Vec<&Violation>> = BTreeMap::new();
        for violation in &self.violations {
            kinds.entry(violation.kind).or_default().push(violation);
        }
        writeln!(f, "violations: {}", self.violations.len())?;
        for (kind, violations) in kinds {
            writeln!(f, "\n{kind:?} \u{d7} {}", violations.len())?;
            for violation in violations.iter().take(self.args.show) {
                writeln!(f, "  {violation}")?;
            }
        }
        Ok(())
    }
}
