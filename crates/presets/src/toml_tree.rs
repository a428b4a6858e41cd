//! A TOML file as a tree in which every value has its position, and how trees are merged.

use crate::error::DataFileError;
use crate::source::{Source, SourceSpan};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its position in the file.
#[derive(Clone, Debug)]
pub(crate) struct TomlNode {
    pub(crate) span: SourceSpan,
    pub(crate) value: TomlValue,
}

/// A value. Numbers that are too large and kinds that no data file uses are kept as a description.
#[derive(Clone, Debug)]
pub(crate) enum TomlValue {
    Text(String),
    Number(i64),
    Flag(bool),
    List(Vec<TomlNode>),
    Table(TomlTable),
    Other(&'static str),
}

impl TomlValue {
    /// The kind of value in words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            TomlValue::Text(_) => "a text",
            TomlValue::Number(_) => "a number",
            TomlValue::Flag(_) => "true or false",
            TomlValue::List(_) => "a list",
            TomlValue::Table(_) => "a table",
            TomlValue::Other(kind) => kind,
        }
    }
}

/// Values by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct TomlTable(pub(crate) BTreeMap<String, TomlEntry>);

/// A value and the position of its key.
#[derive(Clone, Debug)]
pub(crate) struct TomlEntry {
    pub(crate) key_span: SourceSpan,
    pub(crate) node: TomlNode,
}

impl TomlTable {
    pub(crate) fn get(&self, key: &str) -> Option<&TomlNode> {
        self.0.get(key).map(|entry| &entry.node)
    }
}

impl TomlNode {
    pub(crate) fn table(&self) -> Option<&TomlTable> {
        match &self.value {
            TomlValue::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            TomlValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The node at a dotted path, or the deepest node on the way to it.
    pub(crate) fn nearest(&self, path: &str) -> &TomlNode {
        let mut node = self;
        for key in path.split('.') {
            match node.table().and_then(|table| table.get(key)) {
                Some(next) => node = next,
                None => return node,
            }
        }
        node
    }

    /// This value merged over another. Tables are merged key by key; every other value replaces the other one.
    /// A table also replaces a table with a different `kind`.
    pub(crate) fn merge_over(self, below: TomlNode) -> TomlNode {
        let other_kind = kind_of(&self).is_some_and(|kind| kind_of(&below).is_some_and(|old| old != kind));
        match (self.value, below.value) {
            (TomlValue::Table(above), TomlValue::Table(base)) if !other_kind => {
                TomlNode { span: self.span, value: TomlValue::Table(merge_tables(above, base)) }
            }
            (value, _) => TomlNode { span: self.span, value },
        }
    }
}

fn kind_of(node: &TomlNode) -> Option<&str> {
    node.table()?.get("kind")?.text()
}

fn merge_tables(above: TomlTable, base: TomlTable) -> TomlTable {
    let mut entries = base.0;
    for (key, entry) in above.0 {
        let node = match entries.remove(&key) {
            Some(old) => entry.node.merge_over(old.node),
            None => entry.node,
        };
        entries.insert(key, TomlEntry { key_span: entry.key_span, node });
    }
    TomlTable(entries)
}

/// Parses a whole file. A file that is not TOML has only the errors that say so.
pub(crate) fn parse(source: &Arc<Source>) -> Result<TomlNode, Vec<DataFileError>> {
    let text = source.text.clone();
    let (table, errors) = DeTable::parse_recoverable(&text);
    let error = |error: &toml::de::Error| {
        let span = SourceSpan { source: source.clone(), range: error.span().unwrap_or(0..0) };
        DataFileError::new(&span, "", format!("this is not TOML: {}", error.message()))
    };
    if !errors.is_empty() {
        return Err(errors.iter().map(error).collect());
    }
    let span = SourceSpan::start(source);
    Ok(TomlNode { span, value: TomlValue::Table(table_from(source, table.into_inner())) })
}

fn table_from(source: &Arc<Source>, table: DeTable<'_>) -> TomlTable {
    let entry = |(key, value): (Spanned<std::borrow::Cow<'_, str>>, Spanned<DeValue<'_>>)| {
        let span = SourceSpan { source: source.clone(), range: key.span() };
        (key.into_inner().into_owned(), TomlEntry { key_span: span, node: node_from(source, value) })
    };
    TomlTable(table.into_iter().map(entry).collect())
}

fn node_from(source: &Arc<Source>, value: Spanned<DeValue<'_>>) -> TomlNode {
    let range: Range<usize> = value.span();
    let value = match value.into_inner() {
        DeValue::String(text) => TomlValue::Text(text.into_owned()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or(TomlValue::Other("a number that is too large"), TomlValue::Number),
        DeValue::Float(_) => TomlValue::Other("a number with a fraction"),
        DeValue::Boolean(flag) => TomlValue::Flag(flag),
        DeValue::Datetime(_) => TomlValue::Other("a date"),
        DeValue::Array(list) => {
            TomlValue::List(list.into_iter().map(|item| node_from(source, item)).collect())
        }
        DeValue::Table(table) => TomlValue::Table(table_from(source, table)),
    };
    TomlNode { span: SourceSpan { source: source.clone(), range }, value }
}
