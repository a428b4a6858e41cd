//! Server settings from the command line, the environment and a file.

use anyhow::Context;
use clap::{Arg, ArgMatches};
use directories::ProjectDirs;
use server::config::{ConfigSetting, EffectiveConfig, SETTINGS, SettingKind, Sources};
use std::path::{Path, PathBuf};

/// The settings that are given as options, and the settings file.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingArgs {
    pub(crate) file: Option<PathBuf>,
    pub(crate) flags: Vec<(&'static ConfigSetting, String)>,
}

/// The option for the settings file.
pub(crate) fn config_file_arg() -> Arg {
    Arg::new("config")
        .long("config")
        .value_name("FILE")
        .env("QUIXOTRY_CONFIG")
        .hide_env_values(true)
        .value_parser(clap::value_parser!(PathBuf))
        .help("Read settings from this file [default: serve.toml in the data directory, if it exists]")
}

/// The option of a setting.
pub(crate) fn setting_arg(setting: &'static ConfigSetting) -> Arg {
    let help = match setting.default {
        "" => capitalise(setting.about),
        default => format!("{} [default: {default}]", capitalise(setting.about)),
    };
    let arg = Arg::new(setting.key).long(setting.flag()).value_name(setting.value).help(help);
    match setting.form {
        SettingKind::Switch => arg.num_args(0..=1).default_missing_value("true").require_equals(true),
        _ => arg,
    }
}

fn capitalise(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

impl SettingArgs {
    /// Collects the given options. A command may support only some of the settings.
    pub(crate) fn from_matches(matches: &ArgMatches) -> SettingArgs {
        let value_of = |setting: &'static ConfigSetting| {
            let value = matches.try_get_one::<String>(setting.key).ok().flatten();
            value.map(|value| (setting, value.clone()))
        };
        SettingArgs {
            file: matches.get_one("config").cloned(),
            flags: SETTINGS.iter().filter_map(value_of).collect(),
        }
    }

    /// The effective settings: options override the environment, the file and the defaults, in this order.
    pub(crate) fn effective(&self, data: Option<&Path>) -> anyhow::Result<EffectiveConfig> {
        let mut sources = Sources::default();
        let system = ProjectDirs::from("", "", "quixotry").map(|dirs| dirs.data_dir().to_owned());
        let place = data.map(Path::to_owned).or(system);
        if let Some((name, text)) = self.read_file(place.as_deref())? {
            sources.file(&name, &text);
        }
        let lossy = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        sources.environment(std::env::vars_os().map(|(name, value)| (lossy(name), lossy(value))));
        let from_environment = std::env::var_os("QUIXOTRY_DATA");
        for setting in SETTINGS.iter().filter(|setting| setting.key == "data_dir") {
            match data {
                Some(data) if from_environment.as_deref() != Some(data.as_os_str()) => {
                    sources.flag(setting, data.to_string_lossy());
                }
                _ => {}
            }
            if let Some(place) = &place {
                sources.fallback(setting, place.to_string_lossy());
            }
        }
        for (setting, value) in &self.flags {
            sources.flag(setting, value.clone());
        }
        Ok(sources.resolve()?)
    }

    /// Reads the named file, or the default file if it exists.
    fn read_file(&self, place: Option<&Path>) -> anyhow::Result<Option<(String, String)>> {
        let default = place.map(|place| place.join("serve.toml")).filter(|file| file.is_file());
        let Some(file) = self.file.clone().or(default) else { return Ok(None) };
        let name = file.display().to_string();
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
        Ok(Some((name, text)))
    }
}
