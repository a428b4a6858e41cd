//! The mean of independent values.

/// The mean of values, and half the width of its 95 % confidence interval.
///
/// ```
/// let (mean, within) = quixotry_arena::stats::mean_within([1.0, 3.0]);
/// assert_eq!(mean, 2.0);
/// assert!((within - 1.96).abs() < 1e-9);
/// ```
#[must_use]
pub fn mean_within(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.into_iter().collect();
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, 1.96 * (squares / f64::max(count - 1.0, 1.0) / count).sqrt())
}
