//! Compares candidates by their results so far and drops inferior ones.

use super::rollout::RolloutOutcome;
use super::{Candidate, FollowUp};
use crate::evaluator::{RankedAction, TurnAction};

/// The weight of a point in winning chances: it decides only when all candidates win or all lose.
const POINT: f64 = 0.0002;

/// The number of deals before a candidate may be dropped.
const FEWEST: u64 = 32;

/// Candidates with a smaller difference in winning chances count as equal.
const SAME: f64 = 0.000_5;

/// The candidates with their results.
#[derive(Debug)]
pub(super) struct Race {
    field: Vec<RankedAction>,
    sums: Vec<CandidateSums>,
    /// The indices of the remaining candidates, in the order of `field`.
    racing: Vec<usize>,
    /// The sums of products of the results of each pair of remaining candidates.
    products: Vec<f64>,
    iterations: u64,
    clear: f64,
    /// What followed each candidate in the first deals.
    follow_ups: Vec<Vec<FollowUp>>,
    most_follow_ups: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct CandidateSums {
    count: u64,
    win: f64,
    win_squares: f64,
    equity: f64,
    equity_squares: f64,
    worth: f64,
}

impl Race {
    pub(super) fn new(field: Vec<RankedAction>, clear: f64, most_follow_ups: usize) -> Race {
        let count = field.len();
        let (sums, products) = (vec![CandidateSums::default(); count], vec![0.0; count * count]);
        Race {
            field,
            sums,
            racing: (0..count).collect(),
            products,
            iterations: 0,
            clear,
            follow_ups: vec![Vec::new(); count],
            most_follow_ups,
        }
    }

    pub(super) fn field(&self) -> &[RankedAction] {
        &self.field
    }

    pub(super) fn racing(&self) -> &[usize] {
        &self.racing
    }

    pub(super) fn iterations(&self) -> u64 {
        self.iterations
    }

    /// What followed a candidate.
    pub(super) fn follow_ups(&self, action: &TurnAction) -> &[FollowUp] {
        let at = self.field.iter().position(|ranked| ranked.action == *action);
        at.map_or(&[], |at| &self.follow_ups[at])
    }

    /// Adds the outcomes of the remaining candidates in one deal.
    pub(super) fn add(&mut self, outcomes: &[RolloutOutcome]) {
        let count = self.field.len();
        for (&a, of_a) in self.racing.iter().zip(outcomes) {
            self.sums[a].add(of_a);
            if self.follow_ups[a].len() < self.most_follow_ups {
                self.follow_ups[a].push(of_a.follow_up);
            }
            for (&b, of_b) in self.racing.iter().zip(outcomes) {
                self.products[a * count + b] += worth(of_a) * worth(of_b);
            }
        }
        self.iterations += 1;
    }

    /// Whether the comparison is decided: one candidate is left, or the remaining ones are equal.
    pub(super) fn is_decided(&self) -> bool {
        let Some(leader) = self.leader().filter(|_| self.racing.len() > 1) else { return true };
        let same = |&other: &usize| {
            let (apart, error) = self.lead_over(leader, other);
            apart.abs() + self.clear * error < SAME
        };
        self.iterations >= FEWEST && self.racing.iter().filter(|&&other| other != leader).all(same)
    }

    /// Drops the candidates that are clearly behind.
    pub(super) fn drop_inferior(&mut self) {
        let Some(leader) = self.leader().filter(|_| self.iterations >= FEWEST) else { return };
        let hopeful: Vec<usize> =
            self.racing.iter().copied().filter(|&other| !self.is_behind(leader, other)).collect();
        self.racing = hopeful;
    }

    fn is_behind(&self, leader: usize, other: usize) -> bool {
        let (apart, error) = self.lead_over(leader, other);
        other != leader && apart > self.clear * error
    }

    fn leader(&self) -> Option<usize> {
        let better =
            |&a: &usize, &b: &usize| self.sums[a].mean().total_cmp(&self.sums[b].mean()).then(b.cmp(&a));
        self.racing.iter().copied().max_by(better)
    }

    /// The lead of the first over the second, and its standard error; both had the same deals.
    fn lead_over(&self, a: usize, b: usize) -> (f64, f64) {
        let (count, n) = (self.field.len(), self.iterations.max(2) as f64);
        let product = |a: usize, b: usize| self.products[a * count + b] / n;
        let apart = self.sums[a].mean() - self.sums[b].mean();
        let variance = product(a, a) + product(b, b) - 2.0 * product(a, b) - apart * apart;
        (apart, (variance.max(0.0) / (n - 1.0)).sqrt())
    }

    /// The candidates, best first: the remaining ones, then the dropped ones.
    pub(super) fn standing(&self) -> Vec<Candidate> {
        let mut order: Vec<usize> = (0..self.field.len()).collect();
        let rank = |at: usize| (self.racing.contains(&at), self.sums[at].mean());
        order.sort_by(|&a, &b| {
            let ((in_a, mean_a), (in_b, mean_b)) = (rank(a), rank(b));
            in_b.cmp(&in_a).then(mean_b.total_cmp(&mean_a)).then(a.cmp(&b))
        });
        order.into_iter().map(|at| self.candidate(at)).collect()
    }

    fn candidate(&self, at: usize) -> Candidate {
        let (RankedAction { action, equity }, sums) = (&self.field[at], &self.sums[at]);
        let n = sums.count.max(1) as f64;
        let error = |sum: f64, squares: f64| {
            let variance = (squares / n - (sum / n).powi(2)).max(0.0);
            (variance / f64::max(n - 1.0, 1.0)).sqrt()
        };
        Candidate {
            action: action.clone(),
            score: action.score(),
            static_equity: *equity,
            equity: sums.equity / n,
            equity_error: error(sums.equity, sums.equity_squares),
            win: sums.win / n,
            win_error: error(sums.win, sums.win_squares),
            iterations: sums.count,
            racing: self.racing.contains(&at),
        }
    }
}

/// The value by which candidates are ranked.
fn worth(outcome: &RolloutOutcome) -> f64 {
    outcome.win + POINT * outcome.equity
}

impl CandidateSums {
    fn add(&mut self, outcome: &RolloutOutcome) {
        self.count += 1;
        self.win += outcome.win;
        self.win_squares += outcome.win * outcome.win;
        self.equity += outcome.equity;
        self.equity_squares += outcome.equity * outcome.equity;
        self.worth += worth(outcome);
    }

    fn mean(&self) -> f64 {
        self.worth / self.count.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Equity;
    use rules::SeededChance;

    fn race(count: usize) -> Race {
        Race::new(vec![RankedAction { action: TurnAction::Pass, equity: Equity::ZERO }; count], 3.0, 0)
    }

    /// Outcomes whose variance between deals is much larger than the difference between the candidates.
    fn outcomes(chance: &mut SeededChance, race: &Race, better: f64) -> Vec<RolloutOutcome> {
        let unit = |chance: &mut SeededChance| (chance.next() >> 11) as f64 / (1u64 << 53) as f64;
        let deal = unit(chance);
        let one =
            |&at: &usize| 0.5 * deal + 0.1 * unit(&mut SeededChance::new(chance.clone().next() ^ at as u64));
        let worth = race.racing().iter().map(|at| one(at) + if *at == 2 { better } else { 0.0 });
        worth.map(|win| RolloutOutcome { equity: 0.0, win, follow_up: FollowUp::default() }).collect()
    }

    #[test]
    fn a_small_difference_shows_through_large_deals() {
        let (mut race, mut chance) = (race(4), SeededChance::new(1));
        while !race.is_decided() && race.iterations() < 5000 {
            let outcomes = outcomes(&mut chance, &race, 0.02);
            race.add(&outcomes);
            race.drop_inferior();
        }
        assert_eq!(race.racing(), [2]);
        assert!(race.iterations() < 1000, "{}", race.iterations());
        let standing = race.standing();
        assert!(standing[0].racing && !standing[1].racing);
        assert!(standing[0].win_error > 0.001);
    }

    #[test]
    fn the_best_is_seldom_dropped() {
        let mut dropped = 0;
        for seed in 0..100 {
            let (mut race, mut chance) = (race(4), SeededChance::new(seed));
            for _ in 0..400 {
                let outcomes = outcomes(&mut chance, &race, 0.002);
                race.add(&outcomes);
                race.drop_inferior();
            }
            dropped += usize::from(!race.racing().contains(&2));
        }
        assert!(dropped <= 3, "{dropped} of 100");
    }
}
