//! The results of each turn with each draw.

use super::draws::Draw;
use crate::evaluator::TurnAction;

/// How sure the result of a turn with a draw is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum OutcomeProof {
    /// Winner and spread are estimates.
    Estimated,
    /// The winner is proven.
    Decided,
    /// Winner and spread are proven.
    Solved,
}

/// The result of a turn with one draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawOutcome {
    pub(super) won: f64,
    pub(super) spread: f64,
    pub(super) proof: OutcomeProof,
}

/// Whether a turn is still compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum RowState {
    /// It is compared.
    Racing,
    /// It was dropped to save time.
    Behind,
    /// It cannot win as many games as another turn.
    Beaten,
}

/// A turn with its results so far.
#[derive(Debug)]
pub(super) struct StudyRow {
    pub(super) action: TurnAction,
    pub(super) state: RowState,
    /// The result with each draw that was tried.
    outcomes: Vec<Option<DrawOutcome>>,
    sums: OutcomeSums,
}

/// Sums over the draws that were tried, each with its probability.
#[derive(Clone, Copy, Debug, Default)]
struct OutcomeSums {
    won: f64,
    spread: f64,
    tried: f64,
    /// The draws whose winner is proven.
    decided: f64,
    decided_won: f64,
    draws: u64,
    /// The draws whose spread is proven.
    solved: u64,
}

impl OutcomeSums {
    fn add(&mut self, weight: f64, outcome: &DrawOutcome) {
        self.won += weight * outcome.won;
        self.spread += weight * outcome.spread;
        self.tried += weight;
        self.draws += 1;
        if outcome.proof >= OutcomeProof::Decided {
            self.decided += weight;
            self.decided_won += weight * outcome.won;
        }
        self.solved += u64::from(outcome.proof == OutcomeProof::Solved);
    }
}

/// Less than the probability of any draw.
const NOTHING: f64 = 1e-9;

/// The weight of a point in winning chances where these are estimates.
const POINT: f64 = 0.0001;

impl StudyRow {
    pub(super) fn new(action: TurnAction, draws: usize) -> StudyRow {
        let (outcomes, sums) = (vec![None; draws], OutcomeSums::default());
        StudyRow { action, state: RowState::Racing, outcomes, sums }
    }

    /// Keeps the result with a draw, in place of an earlier one.
    pub(super) fn set(&mut self, number: usize, outcome: DrawOutcome) {
        self.outcomes[number] = Some(outcome);
    }

    /// Adds up all results again.
    pub(super) fn add_up(&mut self, draws: &[Draw]) {
        self.sums = OutcomeSums::default();
        for (draw, outcome) in draws.iter().zip(&self.outcomes) {
            outcome.iter().for_each(|outcome| self.sums.add(draw.weight, outcome));
        }
    }

    /// The result with a draw, if it was tried.
    pub(super) fn outcome(&self, number: usize) -> Option<DrawOutcome> {
        self.outcomes[number]
    }

    /// How sure the result with a draw is, if it was tried.
    pub(super) fn proof(&self, number: usize) -> Option<OutcomeProof> {
        self.outcomes[number].map(|outcome| outcome.proof)
    }

    /// Whether more time could make the result with a draw better.
    pub(super) fn is_open(&self, number: usize) -> bool {
        self.state != RowState::Beaten && self.proof(number) != Some(OutcomeProof::Solved)
    }

    /// The averages so far, of games won and of spread.
    pub(super) fn averages(&self) -> (f64, f64) {
        let share = |sum: f64| if self.sums.tried > 0.0 { sum / self.sums.tried } else { 0.0 };
        (share(self.sums.won), share(self.sums.spread))
    }

    /// Games won, with a little for the spread.
    pub(super) fn worth(&self) -> f64 {
        let (won, spread) = self.averages();
        won + POINT * spread
    }

    /// The probability of the draws that were tried.
    pub(super) fn coverage(&self) -> f64 {
        self.sums.tried
    }

    /// How many draws were tried.
    pub(super) fn draws(&self) -> u64 {
        self.sums.draws
    }

    /// The games that it wins at least, and at most.
    pub(super) fn bounds(&self) -> (f64, f64) {
        (self.sums.decided_won, self.sums.decided_won + (1.0 - self.sums.decided).max(0.0))
    }

    /// Whether the winner is proven with every draw.
    pub(super) fn is_decided(&self) -> bool {
        self.sums.decided > 1.0 - NOTHING
    }

    /// Whether the spread is proven with every draw.
    pub(super) fn is_solved(&self) -> bool {
        self.sums.solved == self.outcomes.len() as u64
    }

    /// The lead over another row in the draws that both tried, and its standard error.
    pub(super) fn lead_over(&self, other: &StudyRow, draws: &[Draw]) -> (f64, f64) {
        let both = draws.iter().zip(self.outcomes.iter().zip(&other.outcomes));
        let apart: Vec<(f64, f64)> = both
            .filter_map(|(draw, (own, others))| Some((draw.weight, lead(own.as_ref()?, others.as_ref()?))))
            .collect();
        let all: f64 = apart.iter().map(|(weight, _)| weight).sum();
        let mean = apart.iter().map(|(weight, lead)| weight * lead).sum::<f64>() / all;
        let squares: f64 = apart.iter().map(|(weight, lead)| (weight * (lead - mean)).powi(2)).sum();
        (mean, squares.sqrt() / all)
    }
}

fn lead(own: &DrawOutcome, others: &DrawOutcome) -> f64 {
    own.won - others.won + POINT * (own.spread - others.spread)
}

/// Sorts the better ones of some rows first: by games won and then by spread if all winners are proven, otherwise by
/// both together.
pub(super) fn sort_rows(rows: &[StudyRow], numbers: &mut [usize]) {
    if numbers.iter().all(|&number| rows[number].is_decided()) {
        numbers.sort_by(|&a, &b| compare_exactly(&rows[b], &rows[a]));
    } else {
        numbers.sort_by(|&a, &b| rows[b].worth().total_cmp(&rows[a].worth()));
    }
}

fn compare_exactly(a: &StudyRow, b: &StudyRow) -> std::cmp::Ordering {
    let ((a_won, a_spread), (b_won, b_spread)) = (a.averages(), b.averages());
    if (a_won - b_won).abs() < NOTHING { a_spread.total_cmp(&b_spread) } else { a_won.total_cmp(&b_won) }
}
