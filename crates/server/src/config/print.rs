//! The effective configuration as TOML.

use super::settings::{ConfigSetting, SETTINGS, SettingKind};
use super::sources::{ConfigOrigin, GivenValue};
use super::{Config, value};
use std::collections::BTreeMap;

/// All settings with their values and origins. Settings without a value are comments.
pub(super) fn print(given: &BTreeMap<&'static str, GivenValue>, config: &Config) -> String {
    let mut text = String::from("# The effective configuration; after each value, where it comes from.\n");
    let mut table = "";
    for setting in SETTINGS {
        let (inside, name) = setting.key.split_once('.').unwrap_or(("", setting.key));
        if inside != table {
            table = inside;
            text += &format!("\n[{table}]\n");
        }
        text += &line(setting, name, given.get(setting.key), config);
    }
    text
}

fn line(setting: &ConfigSetting, name: &str, given: Option<&GivenValue>, config: &Config) -> String {
    let default = GivenValue { text: setting.default.to_owned(), origin: ConfigOrigin::Default };
    let given = given.unwrap_or(&default);
    let value = match setting.key {
        "database" => config.database.to_string(),
        "fanout" => value::without_password(&given.text),
        _ => given.text.clone(),
    };
    if value.is_empty() && setting.form != SettingKind::List {
        return format!("# {name} is not set: {}\n", setting.about);
    }
    format!("{name} = {} # {}\n", format_value(setting.form, &value), given.origin)
}

fn format_value(form: SettingKind, value: &str) -> String {
    match form {
        SettingKind::Switch => value.to_owned(),
        SettingKind::Number if value.bytes().all(|byte| byte.is_ascii_digit()) => value.to_owned(),
        SettingKind::Text | SettingKind::Number => quote(value),
        SettingKind::List => {
            let items = value.split(',').map(str::trim).filter(|item| !item.is_empty()).map(quote);
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        SettingKind::Secret => quote("****"),
    }
}

fn quote(value: &str) -> String {
    toml::Value::String(value.to_owned()).to_string()
}
