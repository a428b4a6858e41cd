//! Flags: how they are written, and sets of them.

use super::HunspellErrorKind;

/// A flag as a number, whatever its notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct AffixFlag(u32);

/// How an affix file writes flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FlagNotation {
    /// A byte each. In a file that is not UTF-8, each character is a byte.
    Byte,
    /// A byte each of a UTF-8 file, so that a character may be several flags.
    Utf8Byte,
    /// Two bytes each.
    Long,
    /// Numbers with commas between them.
    Number,
    /// A character each.
    Character,
}

/// A set of flags.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct FlagSet(Box<[AffixFlag]>);

impl FlagNotation {
    /// Reads several flags.
    pub(super) fn flags(self, text: &str) -> Result<Vec<AffixFlag>, HunspellErrorKind> {
        let bad = || HunspellErrorKind::BadFlag(text.chars().take(40).collect());
        Ok(match self {
            FlagNotation::Byte | FlagNotation::Character => {
                text.chars().map(|flag| AffixFlag(flag.into())).collect()
            }
            FlagNotation::Utf8Byte => text.bytes().map(|flag| AffixFlag(flag.into())).collect(),
            FlagNotation::Long => match text.as_bytes().as_chunks() {
                (pairs, []) => pairs.iter().map(|&pair| AffixFlag(u16::from_be_bytes(pair).into())).collect(),
                _ => return Err(bad()),
            },
            FlagNotation::Number => {
                let number = |text: &str| text.trim().parse().map(AffixFlag).map_err(|_| bad());
                text.split(',').filter(|text| !text.is_empty()).map(number).collect::<Result<_, _>>()?
            }
        })
    }

    /// Reads one flag. Like hunspell, it takes the first if there are several.
    pub(super) fn flag(self, text: &str) -> Result<AffixFlag, HunspellErrorKind> {
        let flags = self.flags(text)?;
        flags.first().copied().ok_or_else(|| HunspellErrorKind::BadFlag(text.to_owned()))
    }
}

impl FlagSet {
    pub(super) fn new(mut flags: Vec<AffixFlag>) -> FlagSet {
        flags.sort_unstable();
        flags.dedup();
        FlagSet(flags.into())
    }

    pub(super) fn contains(&self, flag: AffixFlag) -> bool {
        self.0.contains(&flag)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = AffixFlag> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_notation_counts_its_flags() {
        for (notation, text, count) in [
            (FlagNotation::Byte, "aé", 2),
            (FlagNotation::Utf8Byte, "aé", 3),
            (FlagNotation::Character, "aé", 2),
            (FlagNotation::Long, "a1b2", 2),
            (FlagNotation::Number, "12,7,", 2),
        ] {
            assert_eq!(notation.flags(text).unwrap().len(), count, "{notation:?}");
        }
        assert!(FlagNotation::Long.flags("a1b").is_err());
        assert!(FlagNotation::Number.flags("12,x").is_err());
    }
}
