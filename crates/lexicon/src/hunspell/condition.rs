//! Conditions: which words an affix may be joined to.

use super::HunspellErrorKind;

/// A pattern for the letters at an end of a word.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct AffixCondition(Box<[ConditionItem]>);

/// What one letter may be.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ConditionItem {
    Any,
    One(char),
    In(Box<[char]>),
    NotIn(Box<[char]>),
}

impl AffixCondition {
    /// Reads a condition such as `[^aeiou]y`. A single `.` matches every word.
    pub(super) fn parse(text: &str) -> Result<AffixCondition, HunspellErrorKind> {
        if text == "." {
            return Ok(AffixCondition::default());
        }
        let bad = || HunspellErrorKind::BadCondition(text.chars().take(40).collect());
        let mut items = Vec::new();
        let mut rest = text.chars();
        while let Some(character) = rest.next() {
            items.push(match character {
                '.' => ConditionItem::Any,
                '[' => {
                    let (set, after) = rest.as_str().split_once(']').ok_or_else(bad)?;
                    rest = after.chars();
                    match set.strip_prefix('^') {
                        Some(others) => ConditionItem::NotIn(others.chars().collect()),
                        None => ConditionItem::In(set.chars().collect()),
                    }
                }
                ']' => return Err(bad()),
                other => ConditionItem::One(other),
            });
        }
        Ok(AffixCondition(items.into()))
    }

    /// Whether a word starts as the condition says.
    pub(super) fn matches_start(&self, word: &str) -> bool {
        let mut letters = word.chars();
        self.0.iter().all(|item| letters.next().is_some_and(|letter| item.allows(letter)))
    }

    /// Whether a word ends as the condition says.
    pub(super) fn matches_end(&self, word: &str) -> bool {
        let mut letters = word.chars().rev();
        self.0.iter().rev().all(|item| letters.next().is_some_and(|letter| item.allows(letter)))
    }
}

impl ConditionItem {
    fn allows(&self, letter: char) -> bool {
        match self {
            ConditionItem::Any => true,
            ConditionItem::One(one) => *one == letter,
            ConditionItem::In(set) => set.contains(&letter),
            ConditionItem::NotIn(set) => !set.contains(&letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_match_letters_at_an_end() {
        for (condition, word, start, end) in [
            (".", "pony", true, true),
            ("[^aeiou]y", "pony", false, true),
            ("[^aeiou]y", "day", false, false),
            ("p[aeo].", "pony", true, false),
            ("ponies", "pony", false, false),
            ("é", "café", false, true),
        ] {
            let parsed = AffixCondition::parse(condition).unwrap();
            assert_eq!(
                (parsed.matches_start(word), parsed.matches_end(word)),
                (start, end),
                "{condition} {word}"
            );
        }
        assert!(AffixCondition::parse("[ab").is_err() && AffixCondition::parse("ab]").is_err());
    }
}
