//! A TOML file as a tree in which every value knows its place, and how one tree is laid over another.

use crate::fault::Fault;
use crate::source::{Place, Source};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) place: Place,
    pub(crate) value: Value,
}

/// What a value is; numbers that do not fit and kinds that no file of ours uses are kept as their names.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    List(Vec<Node>),
    Table(Table),
    Other(&'static str),
}

impl Value {
    /// The kind of value in words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Number(_) => "a number",
            Value::Flag(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(kind) => kind,
        }
    }
}

/// Values by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table(pub(crate) BTreeMap<String, Entry>);

/// A value and the place of its key.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: Place,
    pub(crate) node: Node,
}

impl Table {
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.0.get(key).map(|entry| &entry.node)
    }
}

impl Node {
    pub(crate) fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The nearest node on the way to a dotted path.
    pub(crate) fn nearest(&self, path: &str) -> &Node {
        let mut node = self;
        for key in path.split('.') {
            match node.table().and_then(|table| table.get(key)) {
                Some(next) => node = next,
                None => return node,
            }
        }
        node
    }

    /// This value laid over another: tables are merged key by key, everything else takes the other's place.
    /// Tables whose `kind` differs have nothing in common.
    pub(crate) fn over(self, below: Node) -> Node {
        let other_kind = kind_of(&self).is_some_and(|kind| kind_of(&below).is_some_and(|old| old != kind));
        match (self.value, below.value) {
            (Value::Table(above), Value::Table(base)) if !other_kind => {
                Node { place: self.place, value: Value::Table(merged(above, base)) }
            }
            (value, _) => Node { place: self.place, value },
        }
    }
}

fn kind_of(node: &Node) -> Option<&str> {
    node.table()?.get("kind")?.text()
}

fn merged(above: Table, base: Table) -> Table {
    let mut entries = base.0;
    for (key, entry) in above.0 {
        let node = match entries.remove(&key) {
            Some(old) => entry.node.over(old.node),
            None => entry.node,
        };
        entries.insert(key, Entry { key: entry.key, node });
    }
    Table(entries)
}

/// Reads a whole file. What the rest of a file that is no TOML would say is not worth a fault.
pub(crate) fn parse(source: &Arc<Source>) -> Result<Node, Vec<Fault>> {
    let text = source.text.clone();
    let (table, errors) = DeTable::parse_recoverable(&text);
    let fault = |error: &toml::de::Error| {
        let place = Place { source: source.clone(), span: error.span().unwrap_or(0..0) };
        Fault::new(&place, "", format!("this is not TOML: {}", error.message()))
    };
    if !errors.is_empty() {
        return Err(errors.iter().map(fault).collect());
    }
    let place = Place::start(source);
    Ok(Node { place, value: Value::Table(table_from(source, table.into_inner())) })
}

fn table_from(source: &Arc<Source>, table: DeTable<'_>) -> Table {
    let entry = |(key, value): (Spanned<std::borrow::Cow<'_, str>>, Spanned<DeValue<'_>>)| {
        let place = Place { source: source.clone(), span: key.span() };
        (key.into_inner().into_owned(), Entry { key: place, node: node_from(source, value) })
    };
    Table(table.into_iter().map(entry).collect())
}

fn node_from(source: &Arc<Source>, value: Spanned<DeValue<'_>>) -> Node {
    let span: Range<usize> = value.span();
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or(Value::Other("a number that is too large"), Value::Number),
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Boolean(flag) => Value::Flag(flag),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(list) => Value::List(list.into_iter().map(|item| node_from(source, item)).collect()),
        DeValue::Table(table) => Value::Table(table_from(source, table)),
    };
    Node { place: Place { source: source.clone(), span }, value }
}
