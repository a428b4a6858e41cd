//! Reading a table key by key, noting every fault and every key that nobody asked for.

use crate::error::{DataFileError, DataFileErrors};
use crate::names::Named;
use crate::source::SourceSpan;
use crate::toml_tree::{TomlNode, TomlTable, TomlValue};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Where faults are noted, and which keys were asked for.
#[derive(Default)]
pub(crate) struct ErrorCollector {
    faults: RefCell<Vec<DataFileError>>,
    asked: RefCell<BTreeSet<&'static str>>,
}

impl ErrorCollector {
    pub(crate) fn note(&self, fault: DataFileError) {
        self.faults.borrow_mut().push(fault);
    }

    pub(crate) fn extend(&self, faults: impl IntoIterator<Item = DataFileError>) {
        self.faults.borrow_mut().extend(faults);
    }

    /// What was read, or a note of each fault.
    pub(crate) fn keep<T>(&self, read: Result<T, Vec<DataFileError>>) -> Option<T> {
        read.map_err(|faults| self.extend(faults)).ok()
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.faults.borrow().is_empty()
    }

    /// Whether a key or one inside it is already known to be wrong.
    pub(crate) fn blames(&self, key: &str) -> bool {
        self.faults.borrow().iter().any(|fault| {
            fault.key() == key || fault.key().strip_prefix(key).is_some_and(|rest| rest.starts_with('.'))
        })
    }

    /// What was read, unless something is wrong.
    pub(crate) fn close<T>(self, read: Option<T>) -> Result<T, DataFileErrors> {
        let faults = self.faults.into_inner();
        match read {
            Some(read) if faults.is_empty() => Ok(read),
            _ => Err(DataFileErrors::new(faults)),
        }
    }

    #[cfg(test)]
    pub(crate) fn asked(&self) -> BTreeSet<&'static str> {
        self.asked.borrow().clone()
    }
}

/// A table that is being read.
pub(crate) struct TableReader<'a> {
    pub(crate) place: &'a SourceSpan,
    table: &'a TomlTable,
    path: String,
    book: &'a ErrorCollector,
    known: RefCell<Vec<&'static str>>,
}

impl<'a> TableReader<'a> {
    /// Reads a node that must be a table; `path` is its key.
    pub(crate) fn new(node: &'a TomlNode, path: &str, book: &'a ErrorCollector) -> Option<TableReader<'a>> {
        let Some(table) = node.table() else {
            book.note(wrong_kind(node, path, "a table"));
            return None;
        };
        let known = RefCell::default();
        Some(TableReader { place: &node.place, table, path: path.to_owned(), book, known })
    }

    /// The full name of a key of this table.
    pub(crate) fn path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The value of a key, if it is there.
    pub(crate) fn get(&self, key: &'static str) -> Option<&'a TomlNode> {
        self.known.borrow_mut().push(key);
        self.book.asked.borrow_mut().insert(key);
        self.table.get(key)
    }

    /// The value of a key that must be there.
    pub(crate) fn required(&self, key: &'static str) -> Option<&'a TomlNode> {
        let found = self.get(key);
        if found.is_none() {
            self.book.note(DataFileError::new(self.place, self.path(key), "is missing"));
        }
        found
    }

    pub(crate) fn text(&self, key: &'static str) -> Option<&'a str> {
        self.get(key).and_then(|node| self.as_text(key, node))
    }

    pub(crate) fn required_text(&self, key: &'static str) -> Option<&'a str> {
        self.required(key).and_then(|node| self.as_text(key, node))
    }

    fn as_text(&self, key: &str, node: &'a TomlNode) -> Option<&'a str> {
        let text = node.text();
        if text.is_none() {
            self.wrong_kind(key, node, "a text");
        }
        text
    }

    pub(crate) fn flag(&self, key: &'static str) -> Option<bool> {
        let node = self.get(key)?;
        match node.value {
            TomlValue::Flag(flag) => Some(flag),
            _ => {
                self.wrong_kind(key, node, "true or false");
                None
            }
        }
    }

    pub(crate) fn number<T: TryFrom<i64>>(&self, key: &'static str, range: RangeInclusive<i64>) -> Option<T> {
        let node = self.get(key)?;
        number(node, &self.path(key), range, self.book)
    }

    pub(crate) fn required_number<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        let node = self.required(key)?;
        number(node, &self.path(key), range, self.book)
    }

    /// A number, or a word that stands for the absence of one.
    pub(crate) fn number_or<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        range: RangeInclusive<i64>,
        word: &str,
    ) -> Option<Option<T>> {
        let node = self.get(key)?;
        match &node.value {
            TomlValue::Text(text) if text == word => Some(None),
            TomlValue::Number(_) => number(node, &self.path(key), range, self.book).map(Some),
            _ => {
                let (low, high) = range.into_inner();
                let wanted = format!("a number from {low} to {high}, or \"{word}\"");
                self.wrong_kind(key, node, &wanted);
                None
            }
        }
    }

    /// One of the names of a closed set.
    pub(crate) fn choice<T: Named>(&self, key: &'static str) -> Option<T> {
        let node = self.get(key)?;
        choice(node, &self.path(key), self.book)
    }

    /// The items of a list.
    pub(crate) fn list(&self, key: &'static str) -> Option<&'a [TomlNode]> {
        let node = self.get(key)?;
        match &node.value {
            TomlValue::List(items) => Some(items),
            _ => {
                self.wrong_kind(key, node, "a list");
                None
            }
        }
    }

    /// A table inside this one.
    pub(crate) fn table(&self, key: &'static str) -> Option<TableReader<'a>> {
        TableReader::new(self.get(key)?, &self.path(key), self.book)
    }

    /// Every key with its value, for tables whose keys are free.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'a str, &'a TomlNode)> + use<'a> {
        self.table.0.iter().map(|(key, entry)| (key.as_str(), &entry.node))
    }

    /// Notes a fault of a key.
    pub(crate) fn blame(&self, key: &str, message: impl Into<String>) {
        let place = self.table.get(key).map_or(self.place, |node| &node.place);
        self.book.note(DataFileError::new(place, self.path(key), message));
    }

    /// Notes that a value is of the wrong kind.
    pub(crate) fn wrong_kind(&self, key: &str, node: &TomlNode, wanted: &str) {
        self.book.note(wrong_kind(node, &self.path(key), wanted));
    }

    /// Notes the keys that nobody asked for.
    pub(crate) fn finish(self) {
        let known = self.known.borrow();
        for (key, entry) in self.table.0.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            let fault = DataFileError::new(&entry.key, self.path(key), "is not a key that is known here");
            self.book.note(fault.help(advice(key, known.iter().copied())));
        }
    }
}

/// A number within a range.
pub(crate) fn number<T: TryFrom<i64>>(
    node: &TomlNode,
    path: &str,
    range: RangeInclusive<i64>,
    book: &ErrorCollector,
) -> Option<T> {
    let (low, high) = (*range.start(), *range.end());
    match node.value {
        TomlValue::Number(number) if range.contains(&number) => T::try_from(number).ok(),
        TomlValue::Number(number) => {
            let message = format!("must be from {low} to {high}, not {number}");
            book.note(DataFileError::new(&node.place, path, message));
            None
        }
        _ => {
            book.note(wrong_kind(node, path, &format!("a number from {low} to {high}")));
            None
        }
    }
}

/// One of the names of a closed set.
pub(crate) fn choice<T: Named>(node: &TomlNode, path: &str, book: &ErrorCollector) -> Option<T> {
    let names = T::NAMES.iter().map(|(name, _)| *name);
    let Some(text) = node.text() else {
        let wanted = format!("one of {}", listed(names));
        book.note(wrong_kind(node, path, &wanted));
        return None;
    };
    let found = T::NAMES.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    if found.is_none() {
        let fault = DataFileError::new(&node.place, path, format!("{text:?} is not one of its values"));
        book.note(fault.help(advice(text, names)));
    }
    found
}

pub(crate) fn wrong_kind(node: &TomlNode, path: &str, wanted: &str) -> DataFileError {
    DataFileError::new(&node.place, path, format!("must be {wanted}, not {}", node.value.kind()))
}

/// What was probably meant, and what there is.
pub(crate) fn advice<'n>(word: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
    let all = format!("there is {}", listed(names.clone()));
    match nearest(word, names) {
        Some(name) => format!("did you mean `{name}`? {all}"),
        None => all,
    }
}

fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let allowed = 1 + word.chars().count() / 4;
    let distance = |name: &str| strsim::osa_distance(&word.to_lowercase(), name);
    names.map(|name| (distance(name), name)).filter(|(far, _)| *far <= allowed).min().map(|(_, name)| name)
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() { "nothing".to_owned() } else { format!("`{}`", names.join("`, `")) }
}
