//! The squares of a board file.

use crate::error::DataFileError;
use crate::reader::{ErrorCollector, TableReader};
use crate::toml_tree::TomlNode;
use rules::{Factors, SquareDraft, SquareEffect, SquareId};
use std::ops::RangeInclusive;

/// The ids a square may have.
pub(crate) const IDS: RangeInclusive<i64> = SquareId::MIN as i64..=SquareId::MAX as i64;

/// The factors a square may have.
pub(crate) const FACTORS: RangeInclusive<i64> = -99..=99;

/// Reads all `[[square]]` tables.
pub(crate) fn read(reader: &TableReader<'_>, errors: &ErrorCollector) -> Option<Vec<SquareDraft>> {
    reader.require("square")?;
    let nodes = reader.list("square")?;
    let path = |index: usize| reader.path(&format!("square[{}]", index + 1));
    let squares: Vec<Option<SquareDraft>> =
        nodes.iter().enumerate().map(|(index, node)| square(node, &path(index), errors)).collect();
    squares.into_iter().collect()
}

fn square(node: &TomlNode, path: &str, errors: &ErrorCollector) -> Option<SquareDraft> {
    let reader = TableReader::new(node, path, errors)?;
    let id = reader.required_number("id", IDS);
    let name = reader.text("name").unwrap_or("square").to_owned();
    let factors = read_factors(&reader);
    let steps = reader.table("steps");
    let effect = match (steps, factors) {
        (Some(steps), None) => read_steps(&steps, errors).map(SquareEffect::Steps),
        (None, Some(factors)) => Some(SquareEffect::Factors(factors)),
        (Some(_), Some(_)) => {
            reader.report("steps", "a square has either `steps` or factors, not both");
            None
        }
        // What is there but wrong has been reported already.
        (None, None) if ["steps", "letter", "word"].iter().any(|key| reader.get(key).is_some()) => None,
        (None, None) => {
            reader.report(
                "steps",
                "is missing: a square has `steps`, or a factor for the `letter` or the `word`",
            );
            None
        }
    };
    reader.finish();
    Some(SquareDraft { id: id?, name, effect: effect? })
}

/// Letter and word factor, if at least one of them is there.
pub(crate) fn read_factors(reader: &TableReader<'_>) -> Option<Factors> {
    let (letter, word) = (reader.number("letter", FACTORS), reader.number("word", FACTORS));
    letter.or(word)?;
    Some(Factors { letter: letter.unwrap_or(1), word: word.unwrap_or(1) })
}

fn read_steps(steps: &TableReader<'_>, errors: &ErrorCollector) -> Option<Vec<(i32, String)>> {
    let step = |(key, node): (&str, &TomlNode)| match (key.parse(), node.text()) {
        (Ok(priority), Some(text)) => Some((priority, text.to_owned())),
        (Err(_), _) => {
            errors.add(DataFileError::new(
                &node.span,
                steps.path(key),
                "the key of a step must be its priority, a number",
            ));
            None
        }
        (_, None) => {
            steps.wrong_kind(key, node, "a program text");
            None
        }
    };
    let read: Vec<Option<(i32, String)>> = steps.entries().map(step).collect();
    let mut read = read.into_iter().collect::<Option<Vec<_>>>()?;
    read.sort_by_key(|(priority, _)| *priority);
    Some(read)
}
