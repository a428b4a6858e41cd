//! The normal distribution.

/// 95 % of the values of a normal distribution lie within this number of standard deviations.
pub const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// The standard normal distribution function, accurate to seven decimals.
#[must_use]
pub fn normal_cdf(value: f64) -> f64 {
    let tail = upper_tail(value.abs());
    if value >= 0.0 { 1.0 - tail } else { tail }
}

/// The complementary distribution function for a nonnegative value, by the rational approximation of Abramowitz and Stegun (26.2.17).
fn upper_tail(value: f64) -> f64 {
    const FACTORS: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * value);
    let sum = FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    (-value * value / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From published tables.
    #[test]
    fn shares_are_those_of_the_tables() {
        let table = [(0.0, 0.5), (1.0, 0.841_345), (1.96, 0.975_002), (-1.645, 0.049_985), (3.0, 0.998_650)];
        for (value, share) in table {
            assert!((normal_cdf(value) - share).abs() < 1e-6, "{value}: {}", normal_cdf(value));
        }
        assert!((normal_cdf(CONFIDENCE) - 0.975).abs() < 1e-6);
    }
}
