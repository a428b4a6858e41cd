//! Durations as rules files write them: `25m`, `1m30s`, `500ms`.

use crate::error::DataFileError;
use crate::reader::{ErrorCollector, wrong_kind};
use crate::toml_tree::{TomlNode, TomlValue};
use rules::Millis;

/// The units, the longest first.
const UNITS: [(&str, i64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

/// The longest duration: a hundred days.
const LONGEST: i64 = 100 * 24 * 3_600_000;

/// Reads a duration, or a number of seconds.
pub(crate) fn read_span(node: &TomlNode, path: &str, errors: &ErrorCollector) -> Option<Millis> {
    let read = match &node.value {
        TomlValue::Text(text) => parse(text),
        TomlValue::Number(seconds) => seconds.checked_mul(1000).filter(|span| (0..=LONGEST).contains(span)),
        _ => {
            errors.add(wrong_kind(node, path, "a time such as \"25m\" or \"1m30s\""));
            return None;
        }
    };
    if read.is_none() {
        let message =
            "is not a time of at most 100 days, written as \"25m\", \"1m30s\", \"500ms\" or in seconds";
        errors.add(DataFileError::new(&node.span, path, message));
    }
    read.map(Millis)
}

fn parse(text: &str) -> Option<i64> {
    let (mut rest, mut total, mut units) = (text, 0_i64, &UNITS[..]);
    while !rest.is_empty() || total == 0 && units.len() == UNITS.len() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: i64 = rest[..digits].parse().ok()?;
        let tail = &rest[digits..];
        let end = tail.find(|c: char| c.is_ascii_digit()).unwrap_or(tail.len());
        let place = units.iter().position(|(name, _)| *name == &tail[..end])?;
        total = number.checked_mul(units[place].1)?.checked_add(total).filter(|&total| total <= LONGEST)?;
        (rest, units) = (&tail[end..], &units[place + 1..]);
    }
    Some(total)
}

/// Writes a duration so that it is read back.
pub(crate) fn print(span: Millis) -> String {
    let (mut rest, mut text) = (span.0.max(0), String::new());
    for (name, size) in UNITS {
        if rest / size > 0 {
            text.push_str(&format!("{}{name}", rest / size));
        }
        rest %= size;
    }
    if text.is_empty() { "0s".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spans_are_read_as_people_write_them() {
        for (text, expect) in
            [("25m", 1_500_000), ("1m30s", 90_000), ("500ms", 500), ("1h", 3_600_000), ("0s", 0)]
        {
            assert_eq!(parse(text), Some(expect), "{text}");
        }
        for text in ["", "5", "m", "5x", "30s1m", "1m1m", "-5s", "1.5m", "9999999999999h", "101d", "2401h"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn printed_spans_are_read_back(span in 0..=LONGEST) {
            prop_assert_eq!(parse(&print(Millis(span))), Some(span));
        }
    }
}
