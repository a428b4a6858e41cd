//! The `.aff` file: affixes, and the flags with a meaning of their own.

use super::condition::AffixCondition;
use super::flags::{AffixFlag, FlagNotation, FlagSet};
use super::lines::{EncodedLines, find_encoding};
use super::{HunspellError, HunspellErrorKind, HunspellFile, split_flags};
use encoding_rs::{Encoding, UTF_8};
use rustc_hash::FxHashMap;

/// The most parts that a compound rule names.
const MAX_RULE_ITEMS: usize = 64;

/// Everything of an `.aff` file that makes words.
#[derive(Clone, Debug)]
pub(super) struct AffixFile {
    pub(super) encoding: &'static Encoding,
    notation: FlagNotation,
    aliases: Vec<FlagSet>,
    prefixes: FxHashMap<AffixFlag, Vec<AffixRule>>,
    suffixes: FxHashMap<AffixFlag, Vec<AffixRule>>,
    /// Whether an affix may strip the whole root.
    full_strip: bool,
    pub(super) ignored: Vec<char>,
    pub(super) language: Option<String>,
    pub(super) forbidden_word: Option<AffixFlag>,
    pub(super) needs_affix: Option<AffixFlag>,
    pub(super) only_in_compound: Option<AffixFlag>,
    pub(super) keeps_case: Option<AffixFlag>,
    pub(super) circumfix: Option<AffixFlag>,
    pub(super) compounds: CompoundSettings,
}

/// How compounds are made.
#[derive(Clone, Debug)]
pub(super) struct CompoundSettings {
    pub(super) anywhere: Option<AffixFlag>,
    pub(super) first: Option<AffixFlag>,
    pub(super) middle: Option<AffixFlag>,
    pub(super) last: Option<AffixFlag>,
    /// Allows an affix inside a compound.
    pub(super) permit: Option<AffixFlag>,
    pub(super) forbid: Option<AffixFlag>,
    /// The fewest characters of a part.
    pub(super) min_chars: usize,
    pub(super) max_parts: Option<usize>,
    pub(super) check_duplicate: bool,
    pub(super) check_triple: bool,
    pub(super) check_case: bool,
    pub(super) rules: Vec<Vec<RuleItem>>,
}

/// A part of a compound rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RuleItem {
    pub(super) flag: AffixFlag,
    pub(super) repeat: RuleRepeat,
}

/// How often a part may occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RuleRepeat {
    Once,
    AtMostOnce,
    AnyNumber,
}

/// One rule of an affix: what it strips, what it adds, and which words it may be joined to.
#[derive(Clone, Debug)]
pub(super) struct AffixRule {
    strip: Box<str>,
    add: Box<str>,
    condition: AffixCondition,
    /// The flags of the words that it makes.
    pub(super) continuation: FlagSet,
    /// Whether it can be combined with an affix at the other end.
    pub(super) is_cross: bool,
}

/// The two ends of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WordEnd {
    Prefix,
    Suffix,
}

impl AffixFile {
    pub(super) fn read(bytes: &[u8]) -> Result<AffixFile, HunspellError> {
        let encoding = find_encoding(bytes)?;
        let lines = EncodedLines { file: HunspellFile::Affixes, bytes, encoding };
        let mut reader =
            AffixReader { file: AffixFile::new(encoding), open: None, has_aliases: false, line: 0 };
        for line in lines.iter() {
            let (number, text) = line?;
            reader.line = number;
            let fields: Vec<&str> = text.split_whitespace().collect();
            reader.read_fields(&fields).map_err(|kind| reader.fault(kind))?;
        }
        reader.close_affix().map_err(|kind| reader.fault(kind))?;
        Ok(reader.file)
    }

    fn new(encoding: &'static Encoding) -> AffixFile {
        let notation = if encoding == UTF_8 { FlagNotation::Utf8Byte } else { FlagNotation::Byte };
        AffixFile {
            encoding,
            notation,
            aliases: Vec::new(),
            prefixes: FxHashMap::default(),
            suffixes: FxHashMap::default(),
            full_strip: false,
            ignored: Vec::new(),
            language: None,
            forbidden_word: None,
            needs_affix: None,
            only_in_compound: None,
            keeps_case: None,
            circumfix: None,
            compounds: CompoundSettings::default(),
        }
    }

    /// The flags of an entry or affix; a number stands for a set of flags if the file has such sets.
    pub(super) fn flag_set(&self, text: &str) -> Result<FlagSet, HunspellErrorKind> {
        if text.is_empty() {
            return Ok(FlagSet::default());
        }
        if self.aliases.is_empty() {
            return Ok(FlagSet::new(self.notation.flags(text)?));
        }
        let missing = || HunspellErrorKind::NoAlias(text.chars().take(40).collect());
        let number: usize = text.parse().map_err(|_| missing())?;
        self.aliases.get(number.wrapping_sub(1)).cloned().ok_or_else(missing)
    }

    /// Whether a text may be flags. Where they are numbers, hunspell ignores everything else.
    pub(super) fn may_be_flags(&self, text: &str) -> bool {
        self.notation != FlagNotation::Number
            || text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
    }

    pub(super) fn has(&self, flags: &FlagSet, flag: Option<AffixFlag>) -> bool {
        flag.is_some_and(|flag| flags.contains(flag))
    }

    pub(super) fn rules(&self, end: WordEnd, flag: AffixFlag) -> &[AffixRule] {
        let table = match end {
            WordEnd::Prefix => &self.prefixes,
            WordEnd::Suffix => &self.suffixes,
        };
        table.get(&flag).map_or(&[], Vec::as_slice)
    }

    /// The word that a rule makes of a word, if it may be joined to it.
    pub(super) fn apply(&self, end: WordEnd, rule: &AffixRule, word: &str) -> Option<String> {
        let kept = match end {
            WordEnd::Prefix if rule.condition.matches_start(word) => word.strip_prefix(&*rule.strip)?,
            WordEnd::Suffix if rule.condition.matches_end(word) => word.strip_suffix(&*rule.strip)?,
            WordEnd::Prefix | WordEnd::Suffix => return None,
        };
        if kept.is_empty() && !self.full_strip {
            return None;
        }
        Some(match end {
            WordEnd::Prefix => [&*rule.add, kept].concat(),
            WordEnd::Suffix => [kept, &*rule.add].concat(),
        })
    }
}

impl Default for CompoundSettings {
    fn default() -> CompoundSettings {
        CompoundSettings {
            anywhere: None,
            first: None,
            middle: None,
            last: None,
            permit: None,
            forbid: None,
            min_chars: 3,
            max_parts: None,
            check_duplicate: false,
            check_triple: false,
            check_case: false,
            rules: Vec::new(),
        }
    }
}

/// Reads an affix file line by line.
struct AffixReader {
    file: AffixFile,
    open: Option<OpenAffix>,
    has_aliases: bool,
    line: usize,
}

/// An affix whose rules are not all read.
struct OpenAffix {
    end: WordEnd,
    flag: AffixFlag,
    name: String,
    is_cross: bool,
    missing: usize,
}

impl AffixReader {
    fn fault(&self, kind: HunspellErrorKind) -> HunspellError {
        HunspellError { file: HunspellFile::Affixes, line: self.line, kind }
    }

    fn read_fields(&mut self, fields: &[&str]) -> Result<(), HunspellErrorKind> {
        let &[keyword, ref values @ ..] = fields else { return Ok(()) };
        let value =
            || values.first().copied().ok_or_else(|| HunspellErrorKind::TooFewFields(keyword.to_owned()));
        match keyword {
            "PFX" => return self.read_affix(WordEnd::Prefix, fields),
            "SFX" => return self.read_affix(WordEnd::Suffix, fields),
            "FLAG" => self.file.notation = flag_notation(value()?)?,
            "AF" => self.read_alias(value()?)?,
            "LANG" => self.file.language = Some(value()?.to_owned()),
            "IGNORE" => self.file.ignored = value()?.chars().collect(),
            "FULLSTRIP" => self.file.full_strip = true,
            "FORBIDDENWORD" => self.file.forbidden_word = Some(self.flag(value()?)?),
            "NEEDAFFIX" | "PSEUDOROOT" => self.file.needs_affix = Some(self.flag(value()?)?),
            "ONLYINCOMPOUND" => self.file.only_in_compound = Some(self.flag(value()?)?),
            "KEEPCASE" => self.file.keeps_case = Some(self.flag(value()?)?),
            "CIRCUMFIX" => self.file.circumfix = Some(self.flag(value()?)?),
            "COMPOUNDFLAG" => self.file.compounds.anywhere = Some(self.flag(value()?)?),
            "COMPOUNDBEGIN" => self.file.compounds.first = Some(self.flag(value()?)?),
            "COMPOUNDMIDDLE" => self.file.compounds.middle = Some(self.flag(value()?)?),
            "COMPOUNDEND" | "COMPOUNDLAST" => self.file.compounds.last = Some(self.flag(value()?)?),
            "COMPOUNDPERMITFLAG" => self.file.compounds.permit = Some(self.flag(value()?)?),
            "COMPOUNDFORBIDFLAG" => self.file.compounds.forbid = Some(self.flag(value()?)?),
            "COMPOUNDMIN" => self.file.compounds.min_chars = number(value()?)?.max(1),
            "COMPOUNDWORDMAX" => self.file.compounds.max_parts = Some(number(value()?)?),
            "CHECKCOMPOUNDDUP" => self.file.compounds.check_duplicate = true,
            "CHECKCOMPOUNDTRIPLE" => self.file.compounds.check_triple = true,
            "CHECKCOMPOUNDCASE" => self.file.compounds.check_case = true,
            "COMPOUNDRULE" => self.read_compound_rule(value()?)?,
            // Suggestions, keyboards, comments and the like make no words.
            _ => {}
        }
        Ok(())
    }

    fn flag(&self, text: &str) -> Result<AffixFlag, HunspellErrorKind> {
        self.file.notation.flag(text)
    }

    /// The first line of the sets of flags has their number, which is not needed.
    fn read_alias(&mut self, value: &str) -> Result<(), HunspellErrorKind> {
        if !std::mem::replace(&mut self.has_aliases, true) {
            return number(value).map(|_| ());
        }
        let flags = FlagSet::new(self.file.notation.flags(value)?);
        self.file.aliases.push(flags);
        Ok(())
    }

    fn read_affix(&mut self, end: WordEnd, fields: &[&str]) -> Result<(), HunspellErrorKind> {
        let &[keyword, name, third, fourth, ref rest @ ..] = fields else {
            return Err(HunspellErrorKind::TooFewFields(fields.join(" ")));
        };
        let flag = self.flag(name)?;
        match &mut self.open {
            Some(open) if open.missing > 0 && (open.end, open.flag) == (end, flag) => {
                open.missing -= 1;
                let is_cross = open.is_cross;
                self.read_rule(end, flag, is_cross, third, fourth, rest)
            }
            _ => {
                self.close_affix()?;
                let is_cross = match third {
                    "Y" | "y" => true,
                    "N" | "n" => false,
                    _ => return Err(HunspellErrorKind::StrayRule),
                };
                let missing = number(fourth)?;
                let name = format!("{keyword} {name}");
                self.open = Some(OpenAffix { end, flag, name, is_cross, missing });
                Ok(())
            }
        }
    }

    fn read_rule(
        &mut self,
        end: WordEnd,
        flag: AffixFlag,
        is_cross: bool,
        strip: &str,
        add: &str,
        rest: &[&str],
    ) -> Result<(), HunspellErrorKind> {
        let (add, flags) = split_flags(add);
        let plain = |text: &str| -> Box<str> {
            let kept = |c: &char| !self.file.ignored.contains(c);
            if text == "0" { "".into() } else { text.chars().filter(kept).collect() }
        };
        let rule = AffixRule {
            strip: plain(strip),
            add: plain(&add),
            condition: AffixCondition::parse(rest.first().copied().unwrap_or("."))?,
            continuation: self.file.flag_set(flags)?,
            is_cross,
        };
        let table = match end {
            WordEnd::Prefix => &mut self.file.prefixes,
            WordEnd::Suffix => &mut self.file.suffixes,
        };
        table.entry(flag).or_default().push(rule);
        Ok(())
    }

    fn close_affix(&mut self) -> Result<(), HunspellErrorKind> {
        match self.open.take() {
            Some(OpenAffix { name, missing, .. }) if missing > 0 => {
                Err(HunspellErrorKind::RuleCount { flag: name, missing })
            }
            _ => Ok(()),
        }
    }

    fn read_compound_rule(&mut self, value: &str) -> Result<(), HunspellErrorKind> {
        // The first line has the number of rules.
        if self.file.compounds.rules.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(());
        }
        let bad = || HunspellErrorKind::BadCompoundRule(value.chars().take(40).collect());
        let mut items: Vec<RuleItem> = Vec::new();
        let mut rest = value.chars();
        while let Some(character) = rest.next() {
            match character {
                '*' => items.last_mut().ok_or_else(bad)?.repeat = RuleRepeat::AnyNumber,
                '?' => items.last_mut().ok_or_else(bad)?.repeat = RuleRepeat::AtMostOnce,
                '(' => {
                    let (flag, after) = rest.as_str().split_once(')').ok_or_else(bad)?;
                    rest = after.chars();
                    items.push(RuleItem { flag: self.flag(flag)?, repeat: RuleRepeat::Once });
                }
                other => {
                    let flag = self.flag(other.encode_utf8(&mut [0; 4]))?;
                    items.push(RuleItem { flag, repeat: RuleRepeat::Once });
                }
            }
        }
        if items.len() > MAX_RULE_ITEMS {
            return Err(bad());
        }
        self.file.compounds.rules.push(items);
        Ok(())
    }
}

fn flag_notation(name: &str) -> Result<FlagNotation, HunspellErrorKind> {
    match name.to_ascii_lowercase().as_str() {
        "long" => Ok(FlagNotation::Long),
        "num" => Ok(FlagNotation::Number),
        "utf-8" => Ok(FlagNotation::Character),
        _ => Err(HunspellErrorKind::FlagKind(name.to_owned())),
    }
}

fn number(text: &str) -> Result<usize, HunspellErrorKind> {
    text.parse().map_err(|_| HunspellErrorKind::NotANumber(text.chars().take(40).collect()))
}
