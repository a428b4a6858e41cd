//! The report of a match: as text, as JSON, and as an HTML page with plots.

mod html;
mod plot;
mod text;

use crate::standing::{BotStanding, MatchStanding};

pub use html::html;
pub use text::{brief, text};

/// The report as one line of JSON.
#[must_use]
pub fn json(standing: &MatchStanding) -> String {
    // Cannot fail: the types have only string keys.
    serde_json::to_string(standing).unwrap_or_default() + "\n"
}

/// The rating of a bot with its error, as `+12.3 ± 4.5`.
fn rating(bot: &BotStanding) -> String {
    let score = if bot.games == 0 { 0.5 } else { bot.score };
    match (bot.elo, bot.error) {
        (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1}"),
        (Some(elo), None) => format!("{elo:+.1}"),
        (None, _) if score > 0.5 => "+∞".to_owned(),
        (None, _) if score < 0.5 => "−∞".to_owned(),
        (None, _) => "–".to_owned(),
    }
}
