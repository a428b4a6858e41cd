//! `quixotry record show`: a game turn by turn, and the board at any of them.

use super::story::{Story, Turn};
use super::written::Written;
use crate::app::Format;
use crate::drawing::DrawingArgs;
use crate::given::Stock;
use crate::outcome::{self, Done, Outcome};
use crate::screen::Screen;
use crate::table::{Side, Table};
use anyhow::bail;
use clap::Args;
use notation::cgp;
use notation::coords::print_square;
use rules::{Position, Seat};
use serde::Serialize;
use wire::PositionDraft;

const EXAMPLES: &str = "\
Examples:
  quixotry record show game.gcg                       all turns, and the board at the end
  quixotry record show game.gcg --turn 12
  quixotry record show game.jsonl --turn 3 --svg board.svg
  quixotry record show game.gcg --turn 12 --json";

/// Show the turns of a game, and draw the board after one of them.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct ShowArgs {
    /// The record: GCG or JSON lines; - reads the standard input
    file: String,
    /// The board after so many turns, 0 for the start [default: the last]
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// The rules, in place of those that the file names
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Shown<'a> {
    turn: usize,
    of: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<&'a str>,
    score: i32,
    players: &'a [String],
    scores: Vec<i32>,
    cgp: String,
    position: PositionDraft,
}

/// Shows the game.
pub(super) fn run(args: &ShowArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let written = Written::read(&args.file, args.rules.as_deref(), stock)?;
    written.must_be_a_game(&args.file)?;
    written.left_out().iter().for_each(|what| outcome::note(&format!("{}: {what}", args.file)));
    let story = Story::of(&written);
    let last = story.turns.len();
    let number = args.turn.unwrap_or(last);
    if number > last {
        bail!("the record has {last} turns, so there is no turn {number}");
    }
    let (position, turn) = story.at(number);
    if args.format.json {
        screen.json(&story.shown(number))?;
        args.drawing.picture(&position.rules, &position.grid)?;
        return Ok(Outcome::Good);
    }
    if args.turn.is_none() {
        show_turns(&story, screen)?;
    }
    screen.heading(&story.headline(number, turn))?;
    args.drawing.draw(&position.rules, &position.grid, screen)?;
    show_players(&story, position, turn, screen)?;
    Ok(Outcome::Good)
}

impl Story {
    fn name(&self, seat: Option<Seat>) -> Option<&str> {
        self.players.get(seat?.index()).map(String::as_str)
    }

    fn headline(&self, number: usize, turn: Option<&Turn>) -> String {
        let Some(turn) = turn else { return "before the first turn".to_owned() };
        let who = self.name(turn.seat).map_or(String::new(), |name| format!("{name}: "));
        let score = if turn.score == 0 { String::new() } else { format!(" for {}", turn.score) };
        let to = match turn.laid[..] {
            [] => String::new(),
            [at] => format!(" (tile on {})", print_square(at, &turn.after.rules.board)),
            [first, .., last] => {
                let name = |at| print_square(at, &turn.after.rules.board);
                format!(" (tiles from {} to {})", name(first), name(last))
            }
        };
        format!("turn {number} of {}, {who}{}{score}{to}", self.turns.len(), turn.what)
    }

    /// Scores by seat.
    fn scores(&self, turn: Option<&Turn>) -> Vec<i32> {
        let total = |place| turn.map_or(0, |turn| turn.total(Seat(place as u8)));
        (0..self.players.len()).map(total).collect()
    }

    fn shown(&self, number: usize) -> Shown<'_> {
        let (position, turn) = self.at(number);
        Shown {
            turn: number,
            of: self.turns.len(),
            player: turn.and_then(|turn| self.name(turn.seat)),
            what: turn.map(|turn| turn.what.as_str()),
            score: turn.map_or(0, |turn| turn.score),
            players: &self.players,
            scores: self.scores(turn),
            cgp: cgp::print_position(position),
            position: PositionDraft::new(position),
        }
    }
}

fn show_turns(story: &Story, screen: &mut Screen) -> std::io::Result<()> {
    let columns = [
        ("turn", Side::Right),
        ("player", Side::Left),
        ("play", Side::Left),
        ("score", Side::Right),
        ("total", Side::Right),
    ];
    let mut table = Table::new(columns);
    for (index, turn) in story.turns.iter().enumerate() {
        let total = turn.seat.map_or(String::new(), |seat| turn.total(seat).to_string());
        let name = story.name(turn.seat).unwrap_or_default().to_owned();
        table.row([(index + 1).to_string(), name, turn.what.clone(), turn.score.to_string(), total]);
    }
    table.lines().try_for_each(|line| screen.line(line))?;
    screen.line("")
}

fn show_players(
    story: &Story,
    position: &Position,
    turn: Option<&Turn>,
    screen: &mut Screen,
) -> std::io::Result<()> {
    let (seats, first) = (story.players.len(), turn.map_or(story.first, |turn| turn.to_move).index());
    for (seat, (name, score)) in story.players.iter().zip(story.scores(turn)).enumerate() {
        let rack = position.racks.get((seat + seats - first) % seats.max(1));
        let rack = rack.map_or(String::new(), |rack| position.rules.tiles.print_tiles(rack));
        screen.line(format_args!("{name:<20} {score:>5}  {rack}").to_string().trim_end())?;
    }
    Ok(())
}
