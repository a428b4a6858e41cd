//! The report of a match: as text, as JSON, and as an HTML page with plots.

mod html;
mod plot;
mod text;

use crate::standing::MatchStanding;

pub use html::html;
pub use text::{brief, text};

/// The report as JSON.
#[must_use]
pub fn json(standing: &MatchStanding) -> String {
    // Cannot fail: the types have only string keys.
    serde_json::to_string_pretty(standing).unwrap_or_default() + "\n"
}

/// A rating with its error, as `+12.3 ± 4.5`.
fn rating(elo: Option<f64>, error: Option<f64>, score: f64) -> String {
    match (elo, error) {
        (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1}"),
        (Some(elo), None) => format!("{elo:+.1}"),
        (None, _) if score > 0.5 => "+∞".to_owned(),
        (None, _) if score < 0.5 => "−∞".to_owned(),
        (None, _) => "–".to_owned(),
    }
}
