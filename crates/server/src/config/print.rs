//! The effective configuration as TOML.

use super::settings::{Form, SETTINGS, Setting};
use super::sources::{Given, Origin};
use super::{Config, value};
use std::collections::BTreeMap;

/// Every setting with its value and where that came from; what is not set stands in a comment.
pub(super) fn print(given: &BTreeMap<&'static str, Given>, config: &Config) -> String {
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

fn line(setting: &Setting, name: &str, given: Option<&Given>, config: &Config) -> String {
    let default = Given { text: setting.default.to_owned(), origin: Origin::Default };
    let given = given.unwrap_or(&default);
    let value = match setting.key {
        "database" => config.database.to_string(),
        "fanout" => value::without_password(&given.text),
        _ => given.text.clone(),
    };
    if value.is_empty() && setting.form != Form::List {
        return format!("# {name} is not set: {}\n", setting.about);
    }
    format!("{name} = {} # {}\n", written(setting.form, &value), given.origin)
}

fn written(form: Form, value: &str) -> String {
    match form {
        Form::Switch => value.to_owned(),
        Form::Number if value.bytes().all(|byte| byte.is_ascii_digit()) => value.to_owned(),
        Form::Text | Form::Number => quoted(value),
        Form::List => {
            let items = value.split(',').map(str::trim).filter(|item| !item.is_empty()).map(quoted);
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        Form::Secret => quoted("****"),
    }
}

fn quoted(value: &str) -> String {
    toml::Value::String(value.to_owned()).to_string()
}
