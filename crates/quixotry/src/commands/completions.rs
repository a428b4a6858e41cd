//! `quixotry completions`: completion scripts for shells.

use crate::app::Cli;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  quixotry completions bash > ~/.local/share/bash-completion/completions/quixotry
  quixotry completions zsh > ~/.zfunc/_quixotry
  quixotry completions fish > ~/.config/fish/completions/quixotry.fish";

/// Print the completion script of a shell.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &CompletionsArgs, _: &Catalog, out: &mut CommandOutput) -> RunResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "quixotry", &mut script);
    out.text(&String::from_utf8_lossy(&script))?;
    Ok(Status::Success)
}
