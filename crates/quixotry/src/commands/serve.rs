//! `quixotry serve`, and `quixotry` alone: the server.

use crate::outcome::{Done, Outcome, note};
use crate::screen::Screen;
use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use directories::ProjectDirs;
use server::ListeningAddresses;
use server::config::{ConfigSetting, EffectiveConfig, SETTINGS, SettingKind, Sources};
use std::path::{Path, PathBuf};

const ABOUT: &str = "The game server: the page, the HTTP API, live events, the bot port";

const EXAMPLES: &str = "\
Examples:
  quixotry serve
  quixotry serve --port 0 --database memory:
  quixotry serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem
  quixotry serve --database postgres://quixotry@db/quixotry --print-config

Every setting can also stand in the file (its key is shown by --print-config) and in the environment
(QUIXOTRY_PORT for --port). Flags count more than the environment, and that more than the file.";

/// What the server is told by flags, and what is done with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServeArgs {
    pub(crate) settings: Settings,
    print_config: bool,
}

/// What is told by flags about settings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) file: Option<PathBuf>,
    pub(crate) flags: Vec<(&'static ConfigSetting, String)>,
}

impl Args for ServeArgs {
    fn augment_args(command: Command) -> Command {
        let print = Arg::new("print_config")
            .long("print-config")
            .action(ArgAction::SetTrue)
            .help("Print the effective configuration as TOML, with where each value comes from, and end");
        let flags = SETTINGS.iter().filter(|setting| setting.key != "data_dir").map(flag);
        command.about(ABOUT).after_help(EXAMPLES).arg(config_file()).arg(print).args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        ServeArgs::augment_args(command)
    }
}

/// The file with the settings.
pub(crate) fn config_file() -> Arg {
    Arg::new("config")
        .long("config")
        .value_name("FILE")
        .env("QUIXOTRY_CONFIG")
        .hide_env_values(true)
        .value_parser(clap::value_parser!(PathBuf))
        .help("The file with the settings [default: serve.toml in the data directory, if it is there]")
}

/// The flag of a setting.
pub(crate) fn flag(setting: &'static ConfigSetting) -> Arg {
    let help = match setting.default {
        "" => capitalised(setting.about),
        default => format!("{} [default: {default}]", capitalised(setting.about)),
    };
    let arg = Arg::new(setting.key).long(setting.flag()).value_name(setting.value).help(help);
    match setting.form {
        SettingKind::Switch => arg.num_args(0..=1).default_missing_value("true").require_equals(true),
        _ => arg,
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

impl FromArgMatches for ServeArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ServeArgs, clap::Error> {
        Ok(ServeArgs { settings: Settings::of(matches), print_config: matches.get_flag("print_config") })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ServeArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Settings {
    /// What the flags say; a command may have only some of them.
    pub(crate) fn of(matches: &ArgMatches) -> Settings {
        let told = |setting: &'static ConfigSetting| {
            let value = matches.try_get_one::<String>(setting.key).ok().flatten();
            value.map(|value| (setting, value.clone()))
        };
        Settings {
            file: matches.get_one("config").cloned(),
            flags: SETTINGS.iter().filter_map(told).collect(),
        }
    }

    /// What counts: flags before environment before file before defaults.
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
        Ok(sources.settle()?)
    }

    /// The file that was named, or the usual one where it is there.
    fn read_file(&self, place: Option<&Path>) -> anyhow::Result<Option<(String, String)>> {
        let usual = place.map(|place| place.join("serve.toml")).filter(|file| file.is_file());
        let Some(file) = self.file.clone().or(usual) else { return Ok(None) };
        let name = file.display().to_string();
        let text = std::fs::read_to_string(&file).with_context(|| format!("{name} cannot be read"))?;
        Ok(Some((name, text)))
    }
}

/// Runs the server until it is told to end.
pub(crate) fn run(args: &ServeArgs, data: Option<&Path>, screen: &mut Screen) -> Done {
    let effective = args.settings.effective(data)?;
    if args.print_config {
        screen.text(&effective.print())?;
        return Ok(Outcome::Good);
    }
    let config = effective.config;
    server::logs::start(&config.log)?;
    if config.data_dir.is_none() && config.database.address() == "memory:" {
        note("this system has no data directory: games are kept in memory, until the server ends");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let database = config.database.to_string();
    let mut announced = Ok(());
    runtime.block_on(server::run(config, |listening| {
        announced = announce(listening, &database, screen);
    }))?;
    // Nothing is left to do but what streams of others would hold open.
    runtime.shutdown_background();
    announced?;
    Ok(Outcome::Good)
}

fn announce(listening: &ListeningAddresses, database: &str, screen: &mut Screen) -> std::io::Result<()> {
    screen.line(format_args!("Quixotry is at {}", listening.url))?;
    if let Some(bots) = listening.bots {
        screen.line(format_args!("Bots connect to {bots}: quixotry bot --connect {bots} --player greedy"))?;
    }
    screen.line(format_args!(
        "Games are kept in {database}. Ctrl-C ends the server; quixotry help says what else there is."
    ))?;
    screen.flush()
}
