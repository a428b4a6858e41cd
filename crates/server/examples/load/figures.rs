//! Figures and how they are written.

use std::time::Duration;

/// How long things took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times(Vec<u32>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    pub(crate) fn join(&mut self, other: Times) {
        self.0.extend(other.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The time that this share of all is not above, in milliseconds.
    fn share(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
        sorted.get(place).map_or(0.0, |&micros| f64::from(micros) / 1_000.0)
    }

    pub(crate) fn shown(&self) -> String {
        let [half, most, all] = [0.5, 0.99, 1.0].map(|share| self.share(share));
        format!("p50 {half:.1} ms, p99 {most:.1} ms, longest {all:.1} ms")
    }
}

/// The memory this process has, in bytes.
pub(crate) fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1_024
}
