//! How long requests take, and which are never answered.

use super::{Violation, ViolationKind};
use crate::history::LatencySample;

/// The time in which every request has an answer: the server's own limit and some slack, in milliseconds.
const LONGEST: i64 = 35_000;

pub(super) fn check(samples: &[LatencySample]) -> Vec<Violation> {
    let hangs = samples.iter().filter(|sample| sample.took > LONGEST);
    let tell = |sample: &LatencySample| {
        let LatencySample { what, sent, took, is_answered, .. } = sample;
        let end = if *is_answered { "answered" } else { "given up" };
        Violation::new(ViolationKind::Hang, "", [format!("{what} at {sent}: {end} after {took} ms")])
    };
    hangs.map(tell).collect()
}

/// The distribution of response times.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LatencySummary {
    /// How many requests.
    pub count: usize,
    /// The median, in milliseconds.
    pub p50: i64,
    /// 99 of 100 are faster, in milliseconds.
    pub p99: i64,
    /// The longest, in milliseconds.
    pub max: i64,
}

impl LatencySummary {
    /// Summarizes some samples.
    pub fn new<'a>(samples: impl IntoIterator<Item = &'a LatencySample>) -> LatencySummary {
        let mut times: Vec<i64> = samples.into_iter().map(|sample| sample.took).collect();
        times.sort_unstable();
        let at = |percent: usize| times.get((times.len() * percent / 100).min(times.len().saturating_sub(1)));
        LatencySummary {
            count: times.len(),
            p50: at(50).copied().unwrap_or_default(),
            p99: at(99).copied().unwrap_or_default(),
            max: times.last().copied().unwrap_or_default(),
        }
    }
}
