//! Compounds, as far as the caller allows.

use super::affix::{AffixRule, CompoundSettings, RuleItem, RuleRepeat};
use super::expand::{self, RootForm};
use super::flags::AffixFlag;
use super::{HunspellDictionary, HunspellError, HunspellErrorKind, HunspellFile, WordForm};

/// How many compounds are made.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompoundBounds {
    pub(super) max_parts: usize,
    pub(super) max_chars: usize,
    /// The most combinations that are tried.
    pub(super) limit: usize,
}

/// Calls `emit` for each compound.
pub(super) fn expand(
    dictionary: &HunspellDictionary,
    bounds: CompoundBounds,
    emit: &mut dyn FnMut(WordForm<'_>),
) -> Result<(), HunspellError> {
    let settings = &dictionary.affixes.compounds;
    let max_parts = bounds.max_parts.min(settings.max_parts.unwrap_or(usize::MAX));
    let mut maker =
        CompoundMaker { settings, bounds: CompoundBounds { max_parts, ..bounds }, tries: 0, emit };
    let parts = CompoundParts::collect(dictionary)?;
    maker.join_parts(&parts)?;
    for rule in &settings.rules {
        let lists =
            rule.iter().map(|item| roots_with(dictionary, item.flag, bounds.max_chars)).collect::<Vec<_>>();
        maker.follow_rule(rule, &lists, &mut Vec::new())?;
    }
    Ok(())
}

/// The forms that may be in each place, the shortest first.
#[derive(Default)]
struct CompoundParts {
    first: Vec<CompoundPart>,
    middle: Vec<CompoundPart>,
    last: Vec<CompoundPart>,
}

struct CompoundPart {
    text: Box<str>,
    chars: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartPlace {
    First,
    Middle,
    Last,
}

impl CompoundParts {
    fn collect(dictionary: &HunspellDictionary) -> Result<CompoundParts, HunspellError> {
        let mut parts = CompoundParts::default();
        for entry in &dictionary.entries {
            expand::expand(&dictionary.affixes, entry, &mut |form| {
                let lists = [
                    (PartPlace::First, &mut parts.first),
                    (PartPlace::Middle, &mut parts.middle),
                    (PartPlace::Last, &mut parts.last),
                ];
                for (place, list) in lists {
                    if is_part(dictionary, form, place) {
                        list.push(CompoundPart::new(form.word.text));
                    }
                }
            })?;
        }
        [&mut parts.first, &mut parts.middle, &mut parts.last].into_iter().for_each(order);
        Ok(parts)
    }
}

impl CompoundPart {
    fn new(text: &str) -> CompoundPart {
        CompoundPart { text: text.into(), chars: text.chars().count() }
    }
}

fn order(list: &mut Vec<CompoundPart>) {
    list.sort_unstable_by(|a, b| (a.chars, &a.text).cmp(&(b.chars, &b.text)));
    list.dedup_by(|a, b| a.text == b.text);
}

/// Whether a form may be in a place of a compound.
fn is_part(dictionary: &HunspellDictionary, form: &RootForm<'_>, place: PartPlace) -> bool {
    let (affixes, settings) = (&dictionary.affixes, &dictionary.affixes.compounds);
    let has = |flag| has_flag(dictionary, form, flag);
    let needs_more =
        form.suffix.is_none() && form.prefix.is_none() && affixes.has(form.flags, affixes.needs_affix);
    let wanted = match place {
        PartPlace::First => settings.first,
        PartPlace::Middle => settings.middle,
        PartPlace::Last => settings.last,
    };
    let permits =
        |rule: Option<&AffixRule>| rule.is_none_or(|rule| affixes.has(&rule.continuation, settings.permit));
    let affixes_fit = match place {
        PartPlace::First => permits(form.suffix),
        PartPlace::Middle => permits(form.suffix) && permits(form.prefix),
        PartPlace::Last => permits(form.prefix),
    };
    let long_enough = form.word.text.chars().count() >= settings.min_chars;
    (has(settings.anywhere) || has(wanted))
        && !has(settings.forbid)
        && affixes_fit
        && long_enough
        && !needs_more
}

/// Whether the root or an affix of a form has a flag.
fn has_flag(dictionary: &HunspellDictionary, form: &RootForm<'_>, flag: Option<AffixFlag>) -> bool {
    let rules = [form.prefix, form.suffix].into_iter().flatten();
    rules.map(|rule| &rule.continuation).chain([form.flags]).any(|flags| dictionary.affixes.has(flags, flag))
}

fn roots_with(dictionary: &HunspellDictionary, flag: AffixFlag, max_chars: usize) -> Vec<CompoundPart> {
    let entries = dictionary.entries.iter().filter(|entry| entry.flags.contains(flag));
    let mut parts: Vec<CompoundPart> = entries.map(|entry| CompoundPart::new(&entry.root)).collect();
    parts.retain(|part| part.chars <= max_chars);
    order(&mut parts);
    parts
}

struct CompoundMaker<'a, 'e> {
    settings: &'a CompoundSettings,
    bounds: CompoundBounds,
    tries: usize,
    emit: &'e mut dyn FnMut(WordForm<'_>),
}

impl CompoundMaker<'_, '_> {
    fn join_parts(&mut self, parts: &CompoundParts) -> Result<(), HunspellError> {
        if self.bounds.max_parts < 2 {
            return Ok(());
        }
        for first in &parts.first {
            self.join_next(&mut vec![first], parts)?;
        }
        Ok(())
    }

    /// Joins each last part, and each middle part with what may follow it.
    fn join_next<'p>(
        &mut self,
        chosen: &mut Vec<&'p CompoundPart>,
        parts: &'p CompoundParts,
    ) -> Result<(), HunspellError> {
        let room = self.room(chosen);
        for last in parts.last.iter().take_while(|part| part.chars <= room) {
            self.count_try()?;
            if self.may_follow(chosen, last) {
                chosen.push(last);
                self.emit(chosen);
                chosen.pop();
            }
        }
        if chosen.len() + 1 < self.bounds.max_parts {
            for middle in parts.middle.iter().take_while(|part| part.chars < room) {
                self.count_try()?;
                if self.may_follow(chosen, middle) {
                    chosen.push(middle);
                    self.join_next(chosen, parts)?;
                    chosen.pop();
                }
            }
        }
        Ok(())
    }

    /// Joins roots in the order of a compound rule.
    fn follow_rule<'p>(
        &mut self,
        rule: &[RuleItem],
        lists: &'p [Vec<CompoundPart>],
        chosen: &mut Vec<&'p CompoundPart>,
    ) -> Result<(), HunspellError> {
        let ([item, rest @ ..], [list, other_lists @ ..]) = (rule, lists) else {
            if chosen.len() > 1 {
                self.emit(chosen);
            }
            return Ok(());
        };
        if item.repeat != RuleRepeat::Once {
            self.follow_rule(rest, other_lists, chosen)?;
        }
        let room = self.room(chosen);
        if chosen.len() < self.bounds.max_parts {
            for part in list.iter().take_while(|part| part.chars <= room) {
                self.count_try()?;
                chosen.push(part);
                match item.repeat {
                    RuleRepeat::AnyNumber => self.follow_rule(rule, lists, chosen)?,
                    RuleRepeat::Once | RuleRepeat::AtMostOnce => {
                        self.follow_rule(rest, other_lists, chosen)?;
                    }
                }
                chosen.pop();
            }
        }
        Ok(())
    }

    /// How many characters are left.
    fn room(&self, chosen: &[&CompoundPart]) -> usize {
        self.bounds.max_chars.saturating_sub(chosen.iter().map(|part| part.chars).sum())
    }

    fn count_try(&mut self) -> Result<(), HunspellError> {
        self.tries += 1;
        if self.tries <= self.bounds.limit {
            return Ok(());
        }
        let kind = HunspellErrorKind::TooManyCompounds(self.bounds.limit);
        Err(HunspellError { file: HunspellFile::Words, line: 1, kind })
    }

    fn may_follow(&self, chosen: &[&CompoundPart], next: &CompoundPart) -> bool {
        let Some(before) = chosen.last() else { return true };
        let same = self.settings.check_duplicate && before.text == next.text;
        let capital = |c: Option<char>| c.is_some_and(char::is_uppercase);
        let meets_capital = capital(before.text.chars().next_back()) || capital(next.text.chars().next());
        let triple = self.settings.check_triple && has_triple(&before.text, &next.text);
        let capital_inside = self.settings.check_case && meets_capital;
        !(same || triple || capital_inside)
    }

    fn emit(&mut self, chosen: &[&CompoundPart]) {
        let text: String = chosen.iter().map(|part| &*part.text).collect();
        let root = &*chosen[0].text;
        (self.emit)(WordForm { text: &text, root, suffixes: 0, prefixes: 0, keeps_case: false });
    }
}

/// Whether three equal letters meet where two parts are joined.
fn has_triple(before: &str, next: &str) -> bool {
    let ends: Vec<char> = before.chars().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect();
    let joint: Vec<char> = ends.into_iter().chain(next.chars().take(2)).collect();
    joint.windows(3).any(|three| three[0] == three[1] && three[1] == three[2])
}
