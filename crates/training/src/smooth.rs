//! Estimates leave values from samples: rare leaves are shrunk towards the values of their parts.

use crate::credit::LeaveCredit;
use movegen::Equity;
use players::{LeaveShape, LeaveTable};

/// Leaves with fewer samples are ignored when the deviation from the parts is measured.
const MIN_SAMPLES: u32 = 12;

/// The value of every leave, from the smallest to the largest. `variance` is that of a single sample, in square points.
///
/// The mean of the samples and the value of the parts are weighted by their precision (empirical Bayes): the first by
/// the number of samples, the second by the deviation of well-known leaves of the same size from their parts.
pub(crate) fn smooth(shape: &LeaveShape, credit: &LeaveCredit, variance: f64) -> LeaveTable {
    let mut worth = vec![Equity::ZERO; shape.len()];
    let base = mean(credit, 0).unwrap_or(0.0);
    for tiles in 1..=shape.most() {
        let known = LeaveTable::with(shape.clone(), worth.clone());
        let mut leaves = Vec::new();
        shape.each_of(tiles, |kinds, place| {
            leaves.push(LeaveEstimate {
                place,
                expected: known.pairwise_estimate(kinds).as_f64(),
                seen: mean(credit, place),
            });
        });
        let prior = prior_weight(&leaves, credit, base, variance);
        for leave in leaves {
            let count = f64::from(credit.counts[leave.place]);
            let seen = leave.seen.map_or(leave.expected, |seen| seen - base);
            let points = leave.expected + (seen - leave.expected) * count / (count + prior);
            worth[leave.place] = Equity((points * 1000.0).round().clamp(-200_000.0, 200_000.0) as i32);
        }
    }
    LeaveTable::with(shape.clone(), worth)
}

struct LeaveEstimate {
    place: usize,
    expected: f64,
    seen: Option<f64>,
}

/// The mean of the samples of a leave, in points.
fn mean(credit: &LeaveCredit, place: usize) -> Option<f64> {
    let count = credit.counts[place];
    (count > 0).then(|| credit.sums[place] as f64 / f64::from(count) / 1000.0)
}

/// The weight of the value of the parts, as a number of samples.
fn prior_weight(leaves: &[LeaveEstimate], credit: &LeaveCredit, base: f64, variance: f64) -> f64 {
    let (mut sum, mut known) = (0.0, 0.0);
    for leave in leaves {
        let count = credit.counts[leave.place];
        if let Some(seen) = leave.seen.filter(|_| count >= MIN_SAMPLES) {
            sum += (seen - base - leave.expected).powi(2) - variance / f64::from(count);
            known += 1.0;
        }
    }
    let apart = if known > 0.0 { (sum / known).max(0.05) } else { 1.0 };
    variance / apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Leaves;

    #[test]
    fn frequent_leaves_follow_their_samples_and_rare_ones_their_parts() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let shape = LeaveShape::new(&rules.tiles, 3);
        let mut credit = LeaveCredit::new(&shape);
        let tiles = |text: &str| rules.tiles.parse_tiles(text).unwrap();
        for (text, points) in [("", 1), ("A", 3), ("B", -1), ("C", 5), ("AB", 9), ("AC", 4)] {
            let place = shape.place(&tiles(text)).unwrap();
            (credit.counts[place], credit.sums[place]) = (100_000, points * 100_000_000);
        }
        let table = smooth(&shape, &credit, 400.0);
        let near = |text: &str, points: f64| {
            let worth = table.worth(&tiles(text)).as_f64();
            assert!((worth - points).abs() < 0.2, "{text}: {worth}, not {points}");
        };
        near("A", 2.0);
        near("AB", 8.0);
        near("BC", 2.0);
        near("AA", 4.0);
        near("", 0.0);
    }
}
