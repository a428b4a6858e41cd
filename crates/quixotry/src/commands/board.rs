//! `quixotry board`: boards and their squares.

mod check;
mod list;
mod show;
mod square;

use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::RunResult;
use clap::{Args, Subcommand};
use rules::{Factors, Square};
use serde::Serialize;

/// List, draw and check boards, and look up squares.
#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    #[command(subcommand)]
    command: BoardCommand,
}

#[derive(Subcommand, Debug)]
enum BoardCommand {
    List(list::BoardListArgs),
    Show(show::BoardShowArgs),
    Check(check::BoardCheckArgs),
    Square(square::BoardSquareArgs),
}

/// The board of a command.
#[derive(Args, Debug)]
struct BoardNameArgs {
    /// The board: a name from `board list`, or a file
    #[arg(value_name = "NAME|FILE")]
    board: String,
    /// The seed of random boards
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl BoardNameArgs {
    fn load(&self, catalog: &Catalog) -> anyhow::Result<rules::Board> {
        catalog.board(&self.board, self.seed)
    }
}

/// Runs the command.
pub(crate) fn run(args: &BoardArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.command {
        BoardCommand::List(args) => list::run(args, catalog, out),
        BoardCommand::Show(args) => show::run(args, catalog, out),
        BoardCommand::Check(args) => check::run(args, catalog, out),
        BoardCommand::Square(args) => square::run(args, catalog, out),
    }
}

/// A kind of square in JSON.
#[derive(Serialize)]
struct SquareOutput<'a> {
    id: i32,
    name: &'a str,
    effect: String,
    /// The letter factor, if the square has only a letter and a word factor.
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<i32>,
    steps: Vec<StepOutput<'a>>,
}

#[derive(Serialize)]
struct StepOutput<'a> {
    priority: i32,
    program: &'a str,
}

impl<'a> SquareOutput<'a> {
    fn new(square: &'a Square) -> SquareOutput<'a> {
        let steps = square.steps().iter();
        SquareOutput {
            id: square.id(),
            name: square.name(),
            effect: describe_effect(square),
            letter: square.factors().map(|factors| factors.letter),
            word: square.factors().map(|factors| factors.word),
            steps: steps.map(|step| StepOutput { priority: step.priority, program: step.source() }).collect(),
        }
    }
}

/// The name and effect of a square. Many squares are named after their effect.
fn describe_square(square: &Square) -> String {
    let (id, name, effect) = (square.id(), square.name(), describe_effect(square));
    if name == effect { format!("square {id}, {name}") } else { format!("square {id}, {name}: {effect}") }
}

/// The effect of a square.
fn describe_effect(square: &Square) -> String {
    match square.factors() {
        Some(Factors { letter: 1, word: 1 }) => "plain".to_owned(),
        Some(Factors { letter, word: 1 }) => format!("letter ×{letter}"),
        Some(Factors { letter: 1, word }) => format!("word ×{word}"),
        Some(Factors { letter, word }) => format!("letter ×{letter}, word ×{word}"),
        None => "a program of its own".to_owned(),
    }
}
