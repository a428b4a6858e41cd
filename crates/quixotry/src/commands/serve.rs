//! `quixotry serve`, and `quixotry` without a command: the server.

use crate::inputs::{Catalog, SettingArgs, config_file_arg, setting_arg};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status, print_note};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use server::config::SETTINGS;
use server::{BoundServer, ListeningAddresses};

const ABOUT: &str = "The game server: the page, the HTTP API, live events, the bot port";

const EXAMPLES: &str = "\
Examples:
  quixotry serve
  quixotry serve --port 0 --database memory:
  quixotry serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem
  quixotry serve --database postgres://quixotry@db/quixotry --print-config

Every setting can also be a key of the file (see --print-config) or an environment variable
(QUIXOTRY_PORT for --port). Options override the environment, and the environment overrides the file.";

/// The arguments of the server.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServeArgs {
    pub(crate) settings: SettingArgs,
    print_config: bool,
    openapi: bool,
}

impl Args for ServeArgs {
    fn augment_args(command: Command) -> Command {
        let print = Arg::new("print_config")
            .long("print-config")
            .action(ArgAction::SetTrue)
            .help("Print the effective configuration as TOML, with the source of each value, and exit");
        let openapi = Arg::new("openapi")
            .long("openapi")
            .action(ArgAction::SetTrue)
            .help("Print the OpenAPI document of the HTTP API as JSON, and exit");
        let flags = SETTINGS.iter().filter(|setting| setting.key != "data_dir").map(setting_arg);
        command.about(ABOUT).after_help(EXAMPLES).arg(config_file_arg()).arg(print).arg(openapi).args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        ServeArgs::augment_args(command)
    }
}

impl FromArgMatches for ServeArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ServeArgs, clap::Error> {
        Ok(ServeArgs {
            settings: SettingArgs::from_matches(matches),
            print_config: matches.get_flag("print_config"),
            openapi: matches.get_flag("openapi"),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ServeArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Runs the server until it is stopped.
pub(crate) fn run(args: &ServeArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    if args.openapi {
        out.text(&(server::openapi_json() + "\n"))?;
        return Ok(Status::Success);
    }
    let effective = args.settings.effective(catalog.data_dir())?;
    if args.print_config {
        out.text(&effective.print())?;
        return Ok(Status::Success);
    }
    let config = effective.config;
    server::logs::init(&config.log)?;
    if config.data_dir.is_none() && config.database.address() == "memory:" {
        print_note("this system has no data directory: games are kept in memory until the server ends");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let database = config.database.to_string();
    let server = runtime.block_on(BoundServer::bind(config))?;
    let announced = announce(server.addresses(), &database, out);
    runtime.block_on(server.run())?;
    // Open streams of clients must not delay the end.
    runtime.shutdown_background();
    announced?;
    Ok(Status::Success)
}

fn announce(listening: &ListeningAddresses, database: &str, out: &mut CommandOutput) -> std::io::Result<()> {
    out.line(format_args!("Quixotry is at {}", listening.url))?;
    if let Some(bots) = listening.bots {
        out.line(format_args!("Bots connect to {bots}: quixotry bot --connect {bots} --player greedy"))?;
    }
    if let Some(haskell) = listening.haskell {
        out.line(format_args!("Clients of the Haskell library connect to ws://{haskell}/"))?;
    }
    out.line(format_args!(
        "Games are stored in {database}. Press Ctrl-C to stop the server; run quixotry help for an overview."
    ))?;
    out.flush()
}
