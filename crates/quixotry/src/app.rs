//! The command line: global options and the command to run.

use crate::commands::CliCommand;
use crate::inputs::Catalog;
use crate::output::{ColorChoice, CommandOutput};
use crate::status::RunResult;
use clap::{Args, Parser};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  quixotry
  quixotry score --rules skrabbkle empty DINT,h6
  quixotry moves 'empty' --rack RETAINS --top 5
  quixotry board show infinite --window -9,-9,9,9
  quixotry lexicon query --anagram 'RETAIN?'
  quixotry record show game.gcg --turn 12 --svg board.svg

Each command has its own --help. Exit codes: 0 success, 1 refused or bad input, 2 wrong usage.";

/// Crossword board games: play, serve, analyse, and create your own.
#[derive(Parser, Debug)]
#[command(name = "quixotry", version, after_help = EXAMPLES, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,

    /// The directory of your own lexicons, rules, boards and tiles [default: the data directory of your system]
    #[arg(long, global = true, value_name = "DIR", env = "QUIXOTRY_DATA", hide_env_values = true)]
    data_dir: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// The output format.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct FormatArgs {
    /// Print JSON for programs instead of text for people
    #[arg(long)]
    pub(crate) json: bool,
}

impl Cli {
    /// Runs the command.
    pub(crate) fn run(self, out: &mut CommandOutput) -> RunResult {
        let catalog = Catalog::new(self.data_dir, out.error_paint());
        self.command.unwrap_or_default().run(&catalog, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_reference_has_every_command_and_option() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command-line.md");
        let text = std::fs::read_to_string(path).unwrap();
        check(&Cli::command(), "quixotry", &text);
        Cli::command().get_arguments().filter_map(clap::Arg::get_long).for_each(|option| {
            assert!(text.contains(&format!("`--{option}")), "--{option}");
        });
    }

    /// Every command that does something has a section, which has its options.
    fn check(command: &clap::Command, name: &str, text: &str) {
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            check(inner, &format!("{name} {}", inner.get_name()), text);
        }
        if command.has_subcommands() {
            return;
        }
        let head = format!("\n### `{name}`\n");
        let section = text.split_once(&head).unwrap_or_else(|| panic!("no section {name}")).1;
        let section = section.split("\n##").next().unwrap();
        for option in command.get_arguments().filter_map(clap::Arg::get_long) {
            assert!(section.contains(&format!("--{option}")), "{name}: --{option} is missing");
        }
    }

    #[test]
    fn every_command_has_examples_where_it_takes_more_than_a_name() {
        fn look(command: &clap::Command) {
            command.get_subcommands().for_each(look);
            let options = command.get_arguments().count();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let plain =
                command.has_subcommands() && command.get_name() != "quixotry" || command.get_name() == "list";
            assert!(plain || options == 0 || help.contains("Examples:"), "{}", command.get_name());
        }
        look(&Cli::command());
    }
}
