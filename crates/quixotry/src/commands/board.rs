//! `quixotry board`: boards and their squares.

mod check;
mod list;
mod show;
mod square;

use crate::given::Stock;
use crate::outcome::Done;
use crate::screen::Screen;
use clap::{Args, Subcommand};
use rules::{Factors, Square};
use serde::Serialize;

/// Boards: list, draw and check them, ask for a square.
#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(list::ListArgs),
    Show(show::ShowArgs),
    Check(check::CheckArgs),
    Square(square::SquareArgs),
}

/// Which board.
#[derive(Args, Debug)]
struct Asked {
    /// The board: a name from `board list`, or a file
    #[arg(value_name = "NAME|FILE")]
    board: String,
    /// The number that random boards are dealt with
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Asked {
    fn load(&self, stock: &Stock) -> anyhow::Result<rules::Board> {
        stock.board(&self.board, self.seed)
    }
}

/// Runs the command.
pub(crate) fn run(args: &BoardArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match &args.command {
        Command::List(args) => list::run(args, stock, screen),
        Command::Show(args) => show::run(args, stock, screen),
        Command::Check(args) => check::run(args, stock, screen),
        Command::Square(args) => square::run(args, stock, screen),
    }
}

/// A kind of square for programs.
#[derive(Serialize)]
struct SquareShown<'a> {
    id: i32,
    name: &'a str,
    effect: String,
    /// What the letter is multiplied with, where that and `word` are all it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<i32>,
    steps: Vec<StepShown<'a>>,
}

#[derive(Serialize)]
struct StepShown<'a> {
    priority: i32,
    program: &'a str,
}

impl<'a> SquareShown<'a> {
    fn new(square: &'a Square) -> SquareShown<'a> {
        let steps = square.steps().iter();
        SquareShown {
            id: square.id(),
            name: square.name(),
            effect: effect(square),
            letter: square.factors().map(|factors| factors.letter),
            word: square.factors().map(|factors| factors.word),
            steps: steps.map(|step| StepShown { priority: step.priority, program: step.source() }).collect(),
        }
    }
}

/// A square with its name and effect; many are named after their effect.
fn described(square: &Square) -> String {
    let (id, name, effect) = (square.id(), square.name(), effect(square));
    if name == effect { format!("square {id}, {name}") } else { format!("square {id}, {name}: {effect}") }
}

/// What a square does, in a few words.
fn effect(square: &Square) -> String {
    match square.factors() {
        Some(Factors { letter: 1, word: 1 }) => "plain".to_owned(),
        Some(Factors { letter, word: 1 }) => format!("letter ×{letter}"),
        Some(Factors { letter: 1, word }) => format!("word ×{word}"),
        Some(Factors { letter, word }) => format!("letter ×{letter}, word ×{word}"),
        None => "a program of its own".to_owned(),
    }
}
