//! Elo differences from scores, with confidence intervals from pairs of games.

use super::normal::{CONFIDENCE, normal_cdf};

/// The Elo difference for a score from 0 to 1.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score for an Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The number of pairs of games with 0, ½, 1, 1½ and 2 points for the first player. Two games with the same bag are not
/// independent, so that a pair and not a game is one trial.
///
/// ```
/// use quixotry_arena::stats::Pentanomial;
///
/// let mut pairs = Pentanomial::default();
/// pairs.add(2.0);
/// pairs.add(1.0);
/// assert_eq!(pairs.estimate().score, 0.75);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// An estimated Elo difference with its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// The mean score, from 0 to 1.
    pub score: f64,
    /// The Elo difference.
    pub elo: f64,
    /// The lower end of the 95 % confidence interval.
    pub low: f64,
    /// The upper end of the 95 % confidence interval.
    pub high: f64,
    /// The probability that the first player is stronger.
    pub superiority: f64,
}

impl EloEstimate {
    /// The estimate from the mean of independent trials, their variance and their number.
    #[must_use]
    pub fn new(mean: f64, variance: f64, trials: f64) -> EloEstimate {
        let error = if trials > 0.0 { (variance / trials).sqrt() } else { f64::INFINITY };
        let superiority = match error {
            _ if mean == 0.5 => 0.5,
            0.0 => f64::from(u8::from(mean > 0.5)),
            error => normal_cdf((mean - 0.5) / error),
        };
        let reach = if error.is_finite() { CONFIDENCE * error } else { 1.0 };
        EloEstimate {
            score: mean,
            elo: elo_of(mean),
            low: elo_of((mean - reach).max(0.0)),
            high: elo_of((mean + reach).min(1.0)),
            superiority,
        }
    }

    /// Half the width of the confidence interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl Pentanomial {
    /// Adds a pair of games in which the first player got `points` of 2.
    pub fn add(&mut self, points: f64) {
        let place = (points * 2.0).round().clamp(0.0, 4.0) as usize;
        self.0[place] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a pair, from 0 to 1.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum(|score| score) / self.pairs() as f64
    }

    /// The variance of the score of a pair.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.sum(|score| (score - mean) * (score - mean)) / self.pairs() as f64
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        (0..5).map(|place| self.0[place] as f64 * of(place as f64 / 4.0)).sum()
    }

    /// The Elo difference that these pairs suggest.
    #[must_use]
    pub fn estimate(&self) -> EloEstimate {
        if self.pairs() == 0 {
            return EloEstimate::new(0.5, 0.0, 0.0);
        }
        EloEstimate::new(self.mean(), self.variance(), self.pairs() as f64)
    }

    /// The difference in normalised Elo (in units of the standard deviation of a game), and half the width of its
    /// confidence interval.
    #[must_use]
    pub fn normalised_elo(&self) -> (f64, f64) {
        let scale = 800.0 / std::f64::consts::LN_10 / std::f64::consts::SQRT_2;
        let deviation = self.variance().sqrt();
        ((self.mean() - 0.5) / deviation * scale, CONFIDENCE / (self.pairs() as f64).sqrt() * scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values published with the tests of fastchess (`app/tests/elo_test.cpp`), good to one in a hundred there.
    #[test]
    fn elo_and_its_error_are_as_published() {
        let cases = [
            // pairs, Elo, error, normalised Elo, error, superiority
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28, 1.0),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.65, 0.0),
        ];
        for (pairs, elo, error, normalised, normal_error, superiority) in cases {
            let pairs = Pentanomial(pairs);
            let found = pairs.estimate();
            let close = |found: f64, expected: f64| (found - expected).abs() <= expected.abs() * 0.01 + 0.005;
            assert!(close(found.elo, elo), "{} and not {elo}", found.elo);
            assert!(close(found.error(), error), "{} and not {error}", found.error());
            assert!(close(pairs.normalised_elo().0, normalised), "{:?}", pairs.normalised_elo());
            assert!(close(pairs.normalised_elo().1, normal_error), "{:?}", pairs.normalised_elo());
            assert!((found.superiority - superiority).abs() < 0.0005, "{}", found.superiority);
        }
    }

    /// 10 Elo are 51.4 % of the points, 100 are 64 %, 200 are 76 %, 400 are 10 to 1.
    #[test]
    fn elo_and_score_are_two_names_for_one_thing() {
        for (elo, score) in
            [(0.0, 0.5), (10.0, 0.51439), (100.0, 0.64006), (200.0, 0.75975), (400.0, 10.0 / 11.0)]
        {
            assert!((score_of(elo) - score).abs() < 1e-5, "{elo}");
            assert!((elo_of(score_of(-elo)) + elo).abs() < 1e-9, "{elo}");
        }
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn no_games_say_nothing_and_one_sided_games_have_no_bound() {
        let none = Pentanomial::default().estimate();
        assert_eq!((none.score, none.elo, none.superiority), (0.5, 0.0, 0.5));
        assert_eq!((none.low, none.high), (f64::NEG_INFINITY, f64::INFINITY));
        let all = Pentanomial([0, 0, 0, 0, 9]).estimate();
        assert_eq!((all.elo, all.superiority), (f64::INFINITY, 1.0));
    }
}
