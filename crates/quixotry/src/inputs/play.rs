//! Parses plays in every notation.

use notation::plays::{self, PlayContext, PlayError, PlayNotation, Turn};
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
    plays::parse_as(detect_style(text), text, PlayContext::of(position)).map_err(error_text)
}

fn read_json(text: &str, position: &Position) -> Result<Turn, PlayTextError> {
    let draft = PlayDraft::read(text).map_err(|fault| PlayTextError(fault.to_string()))?;
    draft.check(&position.rules.tiles).map(Turn::Place).map_err(|faults| PlayTextError(faults.to_string()))
}

/// Recognises the notation of a play by its form.
fn detect_style(text: &str) -> PlayNotation {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [_, row, column, direction] if is_number(row) && is_number(column) && is_direction(direction) => {
            PlayNotation::RowColumn
        }
        [x, y, _, ..] if is_number(x) && is_number(y) => PlayNotation::TileList,
        [one] if one.starts_with(",,") || one.matches(',').count() == 2 => PlayNotation::SkraBBKle2022,
        [one, ..] if text.contains(',') && !is_signed_spot(one) => PlayNotation::SkraBBKle,
        _ => PlayNotation::Standard,
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

fn is_direction(text: &str) -> bool {
    matches!(text, "H" | "h" | "V" | "v")
}

/// Whether this is a coordinate of an unbounded board, such as `-3,5>`.
fn is_signed_spot(text: &str) -> bool {
    text.split_once(',').is_some_and(|(x, rest)| {
        is_number(x) && rest.starts_with(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_writing_a_play_is_known_by_its_shape() {
        let cases = [
            ("8H WORD", PlayNotation::Standard),
            ("h8 word", PlayNotation::Standard),
            ("8H.WORD", PlayNotation::Standard),
            ("WORD 8H", PlayNotation::Standard),
            ("-3,5> WORD", PlayNotation::Standard),
            ("-3,-5v W..D", PlayNotation::Standard),
            ("pass", PlayNotation::Standard),
            ("-ABC", PlayNotation::Standard),
            ("WORD,f4", PlayNotation::SkraBBKle),
            ("WORD,4f", PlayNotation::SkraBBKle),
            (",", PlayNotation::SkraBBKle),
            ("WORD,f4,,,,,,", PlayNotation::SkraBBKle),
            ("WORD,f4,r", PlayNotation::SkraBBKle2022),
            (",,", PlayNotation::SkraBBKle2022),
            ("PIE 7 7 H", PlayNotation::RowColumn),
            ("0 0 4D2 0 1 0O0", PlayNotation::TileList),
            ("-1 0 4D2", PlayNotation::TileList),
        ];
        for (text, style) in cases {
            assert_eq!(detect_style(text), style, "{text}");
        }
    }
}
