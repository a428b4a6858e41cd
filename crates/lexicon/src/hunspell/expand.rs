//! All words of one entry.

use super::affix::{AffixFile, AffixRule, WordEnd};
use super::flags::{AffixFlag, FlagSet};
use super::{
    DictionaryEntry, HunspellError, HunspellErrorKind, HunspellFile, MAX_CHARS, MAX_FORMS, WordForm,
};

/// A form of a root: a word, or something that is only part of compounds or needs another affix.
pub(super) struct RootForm<'a> {
    pub(super) word: WordForm<'a>,
    /// Whether it is a word alone.
    pub(super) is_word: bool,
    /// The prefix that it has.
    pub(super) prefix: Option<&'a AffixRule>,
    /// Its outermost suffix.
    pub(super) suffix: Option<&'a AffixRule>,
    /// The flags of its root.
    pub(super) flags: &'a FlagSet,
}

/// Calls `emit` for each form of an entry.
pub(super) fn expand(
    affixes: &AffixFile,
    entry: &DictionaryEntry,
    emit: &mut dyn FnMut(&RootForm<'_>),
) -> Result<(), HunspellError> {
    if affixes.has(&entry.flags, affixes.forbidden_word) {
        return Ok(());
    }
    Expansion { affixes, entry, emit, tries: 0 }.run().map_err(|TooManyTries| HunspellError {
        file: HunspellFile::Words,
        line: entry.line,
        kind: HunspellErrorKind::TooManyForms(entry.root.to_string()),
    })
}

struct TooManyTries;

struct Expansion<'a, 'e> {
    affixes: &'a AffixFile,
    entry: &'a DictionaryEntry,
    emit: &'e mut dyn FnMut(&RootForm<'_>),
    tries: usize,
}

/// The suffixes of a form, the inner one first.
#[derive(Clone, Copy)]
struct SuffixChain<'a> {
    inner: Option<&'a AffixRule>,
    outer: &'a AffixRule,
}

impl<'a> Expansion<'a, '_> {
    fn run(mut self) -> Result<(), TooManyTries> {
        let (affixes, entry) = (self.affixes, self.entry);
        self.emit(&entry.root, !affixes.has(&entry.flags, affixes.needs_affix), None, None);
        for flag in entry.flags.iter() {
            for suffix in affixes.rules(WordEnd::Suffix, flag) {
                self.join_suffix(suffix)?;
            }
            for prefix in affixes.rules(WordEnd::Prefix, flag) {
                self.join_prefix(prefix)?;
            }
        }
        Ok(())
    }

    fn join_suffix(&mut self, first: &'a AffixRule) -> Result<(), TooManyTries> {
        let Some(once) = self.apply(WordEnd::Suffix, first, &self.entry.root)? else { return Ok(()) };
        self.add_suffixed(&once, SuffixChain { inner: None, outer: first })?;
        for flag in first.continuation.iter() {
            for second in self.affixes.rules(WordEnd::Suffix, flag) {
                if let Some(twice) = self.apply(WordEnd::Suffix, second, &once)? {
                    self.add_suffixed(&twice, SuffixChain { inner: Some(first), outer: second })?;
                }
            }
        }
        Ok(())
    }

    /// Adds a form with suffixes, alone and with each prefix.
    fn add_suffixed(&mut self, text: &str, chain: SuffixChain<'a>) -> Result<(), TooManyTries> {
        let outer = chain.outer;
        let is_word = !self.has(outer, self.affixes.needs_affix) && !self.has(outer, self.affixes.circumfix);
        self.emit(text, is_word, None, Some(chain));
        for flag in self.prefix_flags(chain) {
            for prefix in self.affixes.rules(WordEnd::Prefix, flag) {
                self.add_crossed(text, prefix, chain)?;
            }
        }
        Ok(())
    }

    /// The flags of prefixes that may be joined to a form with suffixes: those of the root, and of the suffixes.
    fn prefix_flags(&self, chain: SuffixChain<'a>) -> Vec<AffixFlag> {
        let inner_crosses = chain.inner.is_none_or(|inner| inner.is_cross);
        let below = chain.inner.map(|inner| &inner.continuation).into_iter().chain([&self.entry.flags]);
        let below = below.filter(|_| inner_crosses).flat_map(FlagSet::iter);
        let mut flags: Vec<AffixFlag> = chain.outer.continuation.iter().chain(below).collect();
        flags.sort_unstable();
        flags.dedup();
        flags
    }

    /// Adds a form with a prefix and suffixes. The condition of the prefix is about the form with the suffixes.
    fn add_crossed(
        &mut self,
        text: &str,
        prefix: &'a AffixRule,
        chain: SuffixChain<'a>,
    ) -> Result<(), TooManyTries> {
        let (affixes, outer) = (self.affixes, chain.outer);
        if !prefix.is_cross || !outer.is_cross {
            return Ok(());
        }
        let Some(text) = self.apply(WordEnd::Prefix, prefix, text)? else { return Ok(()) };
        let both_need = self.has(prefix, affixes.needs_affix) && self.has(outer, affixes.needs_affix);
        let circumfixes = (self.has(prefix, affixes.circumfix), self.has(outer, affixes.circumfix));
        self.emit(&text, !both_need && circumfixes.0 == circumfixes.1, Some(prefix), Some(chain));
        Ok(())
    }

    /// Adds the root with a prefix, alone and with the suffixes that the prefix allows.
    fn join_prefix(&mut self, prefix: &'a AffixRule) -> Result<(), TooManyTries> {
        let affixes = self.affixes;
        if let Some(text) = self.apply(WordEnd::Prefix, prefix, &self.entry.root)? {
            let is_word = !self.has(prefix, affixes.needs_affix) && !self.has(prefix, affixes.circumfix);
            self.emit(&text, is_word, Some(prefix), None);
        }
        for flag in prefix.continuation.iter() {
            for suffix in affixes.rules(WordEnd::Suffix, flag) {
                if let Some(text) = self.apply(WordEnd::Suffix, suffix, &self.entry.root)? {
                    self.add_crossed(&text, prefix, SuffixChain { inner: None, outer: suffix })?;
                }
            }
        }
        Ok(())
    }

    fn apply(&mut self, end: WordEnd, rule: &AffixRule, word: &str) -> Result<Option<String>, TooManyTries> {
        self.tries += 1;
        if self.tries > MAX_FORMS {
            return Err(TooManyTries);
        }
        Ok(self.affixes.apply(end, rule, word).filter(|word| word.chars().count() <= MAX_CHARS))
    }

    fn has(&self, rule: &AffixRule, flag: Option<AffixFlag>) -> bool {
        self.affixes.has(&rule.continuation, flag)
    }

    fn emit(
        &mut self,
        text: &str,
        is_word: bool,
        prefix: Option<&'a AffixRule>,
        chain: Option<SuffixChain<'a>>,
    ) {
        let (affixes, flags) = (self.affixes, &self.entry.flags);
        let rules = [prefix, chain.map(|chain| chain.outer)];
        let only_in_compound = affixes.has(flags, affixes.only_in_compound)
            || rules.into_iter().flatten().any(|rule| self.has(rule, affixes.only_in_compound));
        let word = WordForm {
            text,
            root: &self.entry.root,
            suffixes: chain.map_or(0, |chain| 1 + usize::from(chain.inner.is_some())),
            prefixes: usize::from(prefix.is_some()),
            keeps_case: affixes.has(flags, affixes.keeps_case),
        };
        let suffix = chain.map(|chain| chain.outer);
        (self.emit)(&RootForm { word, is_word: is_word && !only_in_compound, prefix, suffix, flags });
    }
}
