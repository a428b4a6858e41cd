//! Parses plays in every notation.

use notation::plays::{self, PlayContext, PlayError, Turn};
use rules::Position;
use wire::PlayDraft;

/// Why a text is not a play.
#[derive(Debug)]
pub(crate) struct PlayTextError(pub(crate) String);

/// Parses a play in any notation.
pub(crate) fn parse_turn(text: &str, position: &Position) -> Result<Turn, PlayTextError> {
    let text = text.trim();
    if text.starts_with('{') {
        return read_json(text, position);
    }
    let error_text = |error: PlayError| PlayTextError(error.to_string());
    plays::parse_any(text, PlayContext::of(position)).map_err(error_text)
}

fn read_json(text: &str, position: &Position) -> Result<Turn, PlayTextError> {
    let draft = PlayDraft::read(text).map_err(|fault| PlayTextError(fault.to_string()))?;
    draft.check(&position.rules.tiles).map(Turn::Place).map_err(|faults| PlayTextError(faults.to_string()))
}
