//! Wald's sequential probability ratio test on pairs of games.

use super::elo::{Pentanomial, score_of};
use std::str::FromStr;

/// A sequential test of two hypotheses about the Elo difference, with the probabilities of both errors.
///
/// ```
/// use quixotry_arena::stats::{Pentanomial, Sprt, SprtDecision};
///
/// let sprt: Sprt = "0,20".parse().unwrap();
/// let state = sprt.state(&Pentanomial([0, 0, 0, 0, 80]));
/// assert_eq!(state.decision(), SprtDecision::AcceptSecond);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Why the parameters of a test are invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The text is not a list of numbers.
    #[error("write two differences in Elo, as 0,10, or also both error rates, as 0,10,0.05,0.05; not {0:?}")]
    Text(String),
    /// The hypotheses are equal or in the wrong order.
    #[error("the second difference must be larger than the first, and both within ±2000 Elo")]
    Order,
    /// An error rate is out of range.
    #[error("an error rate is between 0 and 0.5")]
    Rate,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The log-likelihood ratio of the second hypothesis to the first.
    pub llr: f64,
    /// The bound at which the first hypothesis is accepted.
    pub lower: f64,
    /// The bound at which the second hypothesis is accepted.
    pub upper: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// The first hypothesis is accepted.
    AcceptFirst,
    /// The second hypothesis is accepted.
    AcceptSecond,
    /// More games are needed.
    Undecided,
}

impl Sprt {
    /// A test of `elo1` against `elo0`.
    ///
    /// # Errors
    ///
    /// `elo1` is not greater than `elo0`, or an error rate is out of range.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let bounded = |elo: f64| (-2000.0..=2000.0).contains(&elo);
        if elo0.partial_cmp(&elo1) != Some(std::cmp::Ordering::Less) || !bounded(elo0) || !bounded(elo1) {
            return Err(SprtError::Order);
        }
        if !(alpha > 0.0 && alpha < 0.5 && beta > 0.0 && beta < 0.5) {
            return Err(SprtError::Rate);
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The state after these pairs.
    #[must_use]
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        SprtState {
            llr: self.llr(pairs),
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    /// The generalised likelihood ratio: each hypothesis is represented by its most likely distribution.
    fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        // Small counts instead of zeros: one-sided results would have no such distribution.
        let counts = pairs.0.map(|count| if count == 0 { 0.001 } else { count as f64 });
        let all: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / all);
        let (first, second) =
            (likeliest(&shares, score_of(self.elo0)), likeliest(&shares, score_of(self.elo1)));
        let ratio: f64 = (0..5).map(|place| shares[place] * (second[place] / first[place]).ln()).sum();
        all * ratio
    }

    /// Both hypotheses.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Both error rates.
    #[must_use]
    pub fn error_rates(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }
}

impl SprtState {
    /// The decision.
    #[must_use]
    pub fn decision(&self) -> SprtDecision {
        match self.llr {
            llr if llr >= self.upper => SprtDecision::AcceptSecond,
            llr if llr <= self.lower => SprtDecision::AcceptFirst,
            _ => SprtDecision::Undecided,
        }
    }
}

/// The most likely distribution with a given mean: each share is divided by 1 + θ(score − mean), where θ gives the right
/// mean. The sum that must be 0 decreases in θ, so that bisection finds it.
fn likeliest(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let away = |place: usize| place as f64 / 4.0 - mean;
    let (mut low, mut high) = (-1.0 / away(4), -1.0 / away(0));
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let sum: f64 = (0..5).map(|place| shares[place] * away(place) / (1.0 + middle * away(place))).sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|place| shares[place] / (1.0 + theta * away(place)))
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let wrong = || SprtError::Text(text.to_owned());
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|number| number.trim().parse()).collect();
        match numbers.map_err(|_| wrong())?[..] {
            [elo0, elo1] => Sprt::new(elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => Sprt::new(elo0, elo1, alpha, beta),
            _ => Err(wrong()),
        }
    }
}

impl std::fmt::Display for Sprt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values published with the tests of fastchess (`app/tests/sprt_test.cpp`), good to one in a hundred there.
    #[test]
    fn ratios_are_as_published() {
        let cases = [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
        ];
        for (pairs, elo0, elo1, llr) in cases {
            let state = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().state(&Pentanomial(pairs));
            assert!((state.llr - llr).abs() <= 0.01 * f64::abs(llr), "{} and not {llr}", state.llr);
            assert_eq!(state.decision(), SprtDecision::AcceptFirst);
        }
    }

    /// With errors of one in twenty the bounds are ±2.94.
    #[test]
    fn bounds_are_walds() {
        let state = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap().state(&Pentanomial::default());
        assert!((state.lower + 2.944).abs() < 0.001 && (state.upper - 2.944).abs() < 0.001, "{state:?}");
        assert_eq!((state.llr, state.decision()), (0.0, SprtDecision::Undecided));
    }

    #[test]
    fn clear_matches_end_and_even_ones_go_on() {
        let verdict = |pairs| Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap().state(&Pentanomial(pairs)).decision();
        assert_eq!(verdict([0, 0, 0, 0, 80]), SprtDecision::AcceptSecond);
        assert_eq!(verdict([80, 0, 0, 0, 0]), SprtDecision::AcceptFirst);
        assert_eq!(verdict([5, 10, 20, 10, 6]), SprtDecision::Undecided);
    }

    #[test]
    fn tests_are_written_as_numbers() {
        assert_eq!("0,10".parse::<Sprt>().unwrap().to_string(), "0,10,0.05,0.05");
        assert_eq!("-5, 5, 0.1, 0.2".parse::<Sprt>().unwrap().hypotheses(), (-5.0, 5.0));
        for wrong in ["", "5", "10,0", "0,0", "0,10,0.05", "0,10,2,0.05", "0,NaN", "0,9999"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
