//! Reading a table key by key: every error and every unknown key is collected.

use crate::error::{DataFileError, DataFileErrors};
use crate::keys::{bounds, rule_key, word_for_none};
use crate::source::SourceSpan;
use crate::toml_tree::{TomlNode, TomlTable, TomlValue};
use rules::Named;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Collects the errors of a file, and the keys that the loader knows.
#[derive(Default)]
pub(crate) struct ErrorCollector {
    list: RefCell<Vec<DataFileError>>,
    requested: RefCell<BTreeSet<&'static str>>,
}

impl ErrorCollector {
    pub(crate) fn add(&self, error: DataFileError) {
        self.list.borrow_mut().push(error);
    }

    pub(crate) fn extend(&self, list: impl IntoIterator<Item = DataFileError>) {
        self.list.borrow_mut().extend(list);
    }

    /// The value, or nothing after its errors are added.
    pub(crate) fn ok_or_add<T>(&self, read: Result<T, Vec<DataFileError>>) -> Option<T> {
        read.map_err(|list| self.extend(list)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.borrow().is_empty()
    }

    /// Whether a key or one inside it already has an error.
    pub(crate) fn has_error_at(&self, key: &str) -> bool {
        self.list.borrow().iter().any(|error| {
            error.key() == key || error.key().strip_prefix(key).is_some_and(|rest| rest.starts_with('.'))
        })
    }

    /// The value if there are no errors.
    pub(crate) fn into_result<T>(self, read: Option<T>) -> Result<T, DataFileErrors> {
        let list = self.list.into_inner();
        match read {
            Some(read) if list.is_empty() => Ok(read),
            _ => Err(DataFileErrors::new(list)),
        }
    }

    #[cfg(test)]
    pub(crate) fn requested_keys(&self) -> BTreeSet<&'static str> {
        self.requested.borrow().clone()
    }
}

/// A table that is being read.
pub(crate) struct TableReader<'a> {
    pub(crate) span: &'a SourceSpan,
    table: &'a TomlTable,
    path: String,
    errors: &'a ErrorCollector,
    known: RefCell<Vec<&'static str>>,
}

impl<'a> TableReader<'a> {
    /// Reads a node that must be a table; `path` is its key.
    pub(crate) fn new(node: &'a TomlNode, path: &str, errors: &'a ErrorCollector) -> Option<TableReader<'a>> {
        let Some(table) = node.table() else {
            errors.add(wrong_kind(node, path, "a table"));
            return None;
        };
        let known = RefCell::default();
        Some(TableReader { span: &node.span, table, path: path.to_owned(), errors, known })
    }

    /// The full name of a key of this table.
    pub(crate) fn path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The value of a key, if it is there.
    pub(crate) fn get(&self, key: &'static str) -> Option<&'a TomlNode> {
        self.known.borrow_mut().push(key);
        self.errors.requested.borrow_mut().insert(key);
        self.table.get(key)
    }

    /// The value of a key that must be there.
    pub(crate) fn require(&self, key: &'static str) -> Option<&'a TomlNode> {
        let found = self.get(key);
        if found.is_none() {
            self.errors.add(DataFileError::new(self.span, self.path(key), "is missing"));
        }
        found
    }

    pub(crate) fn text(&self, key: &'static str) -> Option<&'a str> {
        self.get(key).and_then(|node| self.as_text(key, node))
    }

    pub(crate) fn required_text(&self, key: &'static str) -> Option<&'a str> {
        self.require(key).and_then(|node| self.as_text(key, node))
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
        number(node, &self.path(key), range, self.errors)
    }

    pub(crate) fn required_number<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        let node = self.require(key)?;
        number(node, &self.path(key), range, self.errors)
    }

    /// A number of the rules, within the bounds of its key.
    pub(crate) fn rule_number<T: TryFrom<i64>>(&self, key: &'static str) -> Option<T> {
        self.number(key, bounds(&self.path(key)))
    }

    /// A number of the rules, or the word that means that there is no number.
    pub(crate) fn rule_number_or<T: TryFrom<i64>>(&self, key: &'static str) -> Option<Option<T>> {
        let path = self.path(key);
        self.number_or(key, bounds(&path), word_for_none(&path))
    }

    /// A number, or a word that means that there is no number.
    pub(crate) fn number_or<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        range: RangeInclusive<i64>,
        word: &str,
    ) -> Option<Option<T>> {
        let node = self.get(key)?;
        match &node.value {
            TomlValue::Text(text) if text == word => Some(None),
            TomlValue::Number(_) => number(node, &self.path(key), range, self.errors).map(Some),
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
        choice(node, &self.path(key), self.errors)
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
        TableReader::new(self.get(key)?, &self.path(key), self.errors)
    }

    /// Every key with its value, for tables whose keys are free.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'a str, &'a TomlNode)> + use<'a> {
        self.table.0.iter().map(|(key, entry)| (key.as_str(), &entry.node))
    }

    /// Adds an error of a key.
    pub(crate) fn report(&self, key: &str, message: impl Into<String>) {
        let span = self.table.get(key).map_or(self.span, |node| &node.span);
        self.errors.add(DataFileError::new(span, self.path(key), message));
    }

    /// Adds the error that a value is of the wrong kind.
    pub(crate) fn wrong_kind(&self, key: &str, node: &TomlNode, wanted: &str) {
        self.errors.add(wrong_kind(node, &self.path(key), wanted));
    }

    /// What to write instead of an unknown key, with what the nearest key is for.
    fn suggest_key(&self, key: &str, known: &[&'static str]) -> String {
        let names = || known.iter().copied();
        let all = format!("known keys: {}", join_names(names()));
        let Some(name) = nearest(key, names()) else { return all };
        // Files of boards and tile sets have keys without a table too. Only rules have the key `inherit`.
        let is_rule = !self.path.is_empty() || known.contains(&"inherit");
        match rule_key(&self.path(name)).filter(|_| is_rule) {
            Some(found) => format!("did you mean `{name}` ({})? {all}", found.summary),
            None => format!("did you mean `{name}`? {all}"),
        }
    }

    /// Adds an error for each key that was not read.
    pub(crate) fn finish(self) {
        let known = self.known.borrow();
        for (key, entry) in self.table.0.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            let error = DataFileError::new(&entry.key_span, self.path(key), "is not a known key");
            self.errors.add(error.with_help(self.suggest_key(key, &known)));
        }
    }
}

/// A number within a range.
pub(crate) fn number<T: TryFrom<i64>>(
    node: &TomlNode,
    path: &str,
    range: RangeInclusive<i64>,
    errors: &ErrorCollector,
) -> Option<T> {
    let (low, high) = (*range.start(), *range.end());
    match node.value {
        TomlValue::Number(number) if range.contains(&number) => T::try_from(number).ok(),
        TomlValue::Number(number) => {
            let message = format!("must be from {low} to {high}, not {number}");
            errors.add(DataFileError::new(&node.span, path, message));
            None
        }
        _ => {
            errors.add(wrong_kind(node, path, &format!("a number from {low} to {high}")));
            None
        }
    }
}

/// A value of a closed set by its name.
pub(crate) fn choice<T: Named>(node: &TomlNode, path: &str, errors: &ErrorCollector) -> Option<T> {
    choice_in(node, path, T::NAMES.iter().copied(), errors)
}

/// A value by its name in a table of names.
pub(crate) fn choice_in<T>(
    node: &TomlNode,
    path: &str,
    table: impl Iterator<Item = (&'static str, T)> + Clone,
    errors: &ErrorCollector,
) -> Option<T> {
    let names = table.clone().map(|(name, _)| name);
    let Some(text) = node.text() else {
        let wanted = format!("one of {}", join_names(names));
        errors.add(wrong_kind(node, path, &wanted));
        return None;
    };
    let found = table.clone().find(|(name, _)| *name == text).map(|(_, value)| value);
    if found.is_none() {
        let error = DataFileError::new(&node.span, path, format!("{text:?} is not one of its values"));
        errors.add(error.with_help(suggest(text, "possible values", names)));
    }
    found
}

pub(crate) fn wrong_kind(node: &TomlNode, path: &str, wanted: &str) -> DataFileError {
    DataFileError::new(&node.span, path, format!("must be {wanted}, not {}", node.value.kind()))
}

/// The name that was probably meant, and all names; `label` says what they are.
pub(crate) fn suggest<'n>(word: &str, label: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
    let all = format!("{label}: {}", join_names(names.clone()));
    match nearest(word, names) {
        Some(name) => format!("did you mean `{name}`? {all}"),
        None => all,
    }
}

fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let allowed = 1 + word.chars().count() / 4;
    let distance = |name: &str| strsim::osa_distance(&word.to_lowercase(), &name.to_lowercase());
    names.map(|name| (distance(name), name)).filter(|(far, _)| *far <= allowed).min().map(|(_, name)| name)
}

fn join_names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() { "nothing".to_owned() } else { format!("`{}`", names.join("`, `")) }
}
