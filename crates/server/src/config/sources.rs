//! The sources of values, and their issues.

use super::settings::{ConfigSetting, SETTINGS};
use super::value::SettingValue;
use std::collections::BTreeMap;
use std::fmt;
use toml::de::{DeTable, DeValue};

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigOrigin {
    /// The default.
    Default,
    /// A line of a file.
    File(String, usize),
    /// A variable of the environment.
    Environment(String),
    /// A flag.
    Flag(String),
}

impl fmt::Display for ConfigOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigOrigin::Default => f.write_str("default"),
            ConfigOrigin::File(file, line) => write!(f, "{file}:{line}"),
            ConfigOrigin::Environment(variable) => write!(f, "environment {variable}"),
            ConfigOrigin::Flag(flag) => write!(f, "flag --{flag}"),
        }
    }
}

/// A value as it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenValue {
    /// The value.
    pub text: String,
    /// The origin.
    pub origin: ConfigOrigin,
}

/// An issue of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{origin}: {key}: {problem}")]
pub struct ConfigIssue {
    /// The origin of the value.
    pub origin: ConfigOrigin,
    /// The setting, or the text in its place.
    pub key: String,
    /// What is wrong.
    pub problem: String,
}

/// All issues of the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError(pub Vec<ConfigIssue>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&told.join("\n"))
    }
}

impl std::error::Error for ConfigError {}

/// The values of file, environment and flags.
///
/// Values that are added later override earlier ones: add the file first and the flags last.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    given: BTreeMap<&'static str, GivenValue>,
    faults: Vec<ConfigIssue>,
}

impl Sources {
    /// Adds a file of TOML.
    pub fn file(&mut self, name: &str, text: &str) {
        let (table, errors) = DeTable::parse_recoverable(text);
        let at = |start: usize| ConfigOrigin::File(name.to_owned(), line_of(text, start));
        for error in errors {
            let start = error.span().map_or(0, |span| span.start);
            self.note(at(start), "TOML", error.message().to_owned());
        }
        self.table(table.get_ref(), "", &at);
    }

    /// Adds variables of the environment. Those that do not begin with `QUIXOTRY_` are ignored.
    pub fn environment<K: AsRef<str>, V: Into<String>>(
        &mut self,
        variables: impl IntoIterator<Item = (K, V)>,
    ) {
        for (variable, text) in variables {
            let variable = variable.as_ref();
            if variable.starts_with("QUIXOTRY_") && variable != "QUIXOTRY_CONFIG" {
                self.variable(variable, text.into());
            }
        }
    }

    fn variable(&mut self, variable: &str, text: String) {
        let origin = ConfigOrigin::Environment(variable.to_owned());
        match ConfigSetting::of_variable(variable) {
            Some(setting) => self.give(setting, text, origin),
            None => {
                let names: Vec<String> = SETTINGS.iter().map(ConfigSetting::variable).collect();
                self.note(origin, variable, unknown("variable", variable, names.iter().map(String::as_str)));
            }
        }
    }

    /// Adds the value of a flag.
    pub fn flag(&mut self, setting: &'static ConfigSetting, text: impl Into<String>) {
        self.give(setting, text.into(), ConfigOrigin::Flag(setting.flag()));
    }

    /// Adds a default that depends on the system, such as a directory.
    pub fn fallback(&mut self, setting: &'static ConfigSetting, text: impl Into<String>) {
        self.given
            .entry(setting.key)
            .or_insert(GivenValue { text: text.into(), origin: ConfigOrigin::Default });
    }

    fn give(&mut self, setting: &'static ConfigSetting, text: String, origin: ConfigOrigin) {
        self.given.insert(setting.key, GivenValue { text, origin });
    }

    fn note(&mut self, origin: ConfigOrigin, key: &str, problem: String) {
        self.faults.push(ConfigIssue { origin, key: key.to_owned(), problem });
    }

    fn table(&mut self, table: &DeTable<'_>, prefix: &str, at: &impl Fn(usize) -> ConfigOrigin) {
        for (name, value) in table {
            let key = format!("{prefix}{}", name.get_ref());
            let origin = at(name.span().start);
            match value.get_ref() {
                DeValue::Table(inner) if prefix.is_empty() && is_table(&key) => {
                    self.table(inner, &format!("{key}."), at);
                }
                value => self.entry(&key, value, origin),
            }
        }
    }

    fn entry(&mut self, key: &str, value: &DeValue<'_>, origin: ConfigOrigin) {
        let Some(setting) = ConfigSetting::of_key(key) else {
            let keys = SETTINGS.iter().map(|setting| setting.key);
            return self.note(origin, key, unknown("setting", key, keys));
        };
        match text_of(value) {
            Some(text) => self.give(setting, text, origin),
            None => {
                self.note(origin, key, "must be a text, a number, true or false, or a list of texts".into());
            }
        }
    }
}

/// Reading values.
impl Sources {
    /// The value of a setting. If it is invalid, the issue is noted and the default is returned.
    pub(super) fn read<T: SettingValue>(&mut self, key: &'static str) -> T {
        let read = self.given.get(key).map(|given| T::read(&given.text));
        match read {
            Some(Ok(value)) => value,
            Some(Err(problem)) => {
                self.fault(key, problem);
                default(key)
            }
            None => default(key),
        }
    }

    /// The value of a setting, if it is set.
    pub(super) fn optional<T: SettingValue>(&mut self, key: &'static str) -> Option<T> {
        let given = self.given.get(key).filter(|given| !given.text.is_empty())?;
        T::read(&given.text).map_err(|problem| self.fault(key, problem)).ok()
    }

    /// Notes that the value of a setting is invalid.
    pub(super) fn fault(&mut self, key: &'static str, problem: String) {
        let origin = self.given.get(key).map_or(ConfigOrigin::Default, |given| given.origin.clone());
        self.note(origin, key, problem);
    }

    /// The given values, or all issues.
    pub(super) fn finish(self) -> Result<BTreeMap<&'static str, GivenValue>, ConfigError> {
        if self.faults.is_empty() { Ok(self.given) } else { Err(ConfigError(self.faults)) }
    }
}

/// The default of a setting. A test reads all of them.
fn default<T: SettingValue>(key: &str) -> T {
    let text = ConfigSetting::of_key(key).map_or("", |setting| setting.default);
    T::read(text).unwrap_or_else(|problem| unreachable!("the default of {key} {problem}"))
}

fn is_table(name: &str) -> bool {
    SETTINGS.iter().any(|setting| setting.key.split_once('.').is_some_and(|(table, _)| table == name))
}

fn text_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Boolean(flag) => Some(flag.to_string()),
        DeValue::Array(items) => items
            .iter()
            .map(|item| text_of(item.get_ref()))
            .collect::<Option<Vec<_>>>()
            .map(|items| items.join(",")),
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}

fn line_of(text: &str, start: usize) -> usize {
    text.bytes().take(start).filter(|&byte| byte == b'\n').count() + 1
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = known
        .map(|known| (strsim::jaro_winkler(known, name), known))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|one, other| one.0.total_cmp(&other.0));
    match near {
        Some((_, near)) => format!("there is no such {what}; did you mean {near}?"),
        None => format!("there is no such {what}; `quixotry serve --print-config` shows all there are"),
    }
}
