//! `quixotry record show`: shows the turns of a game, and the board at any turn.

use super::history::{HistoryTurn, RecordHistory};
use crate::app::FormatArgs;
use crate::drawing::DrawingArgs;
use crate::inputs::Catalog;
use crate::inputs::RecordFile;
use crate::output::CommandOutput;
use crate::status::{self, RunResult, Status};
use crate::text_table::{Align, TextTable};
use anyhow::bail;
use clap::Args;
use notation::cgp;
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
pub(super) struct RecordShowArgs {
    /// The record: GCG or JSON lines; - reads the standard input
    file: String,
    /// The board after this turn; 0 is the start [default: the last turn]
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// The rules to use, instead of those that the file names
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct RecordTurnOutput<'a> {
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

/// Runs the command.
pub(super) fn run(args: &RecordShowArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let written = RecordFile::read(&args.file, args.rules.as_deref(), catalog)?;
    written.check_is_game(&args.file)?;
    written.skipped_parts().iter().for_each(|what| status::print_note(&format!("{}: {what}", args.file)));
    let history = RecordHistory::new(&written);
    let last = history.len();
    let number = args.turn.unwrap_or(last);
    if number > last {
        bail!("the record has {last} turns, so there is no turn {number}");
    }
    let (position, turn) = history.at(number);
    if args.format.json {
        out.json(&history.to_output(number))?;
        args.drawing.write_svg(&position.rules, &position.grid)?;
        return Ok(Status::Success);
    }
    if args.turn.is_none() {
        show_turns(&history, out)?;
    }
    out.heading(&history.headline(number, turn))?;
    args.drawing.draw(&position.rules, &position.grid, out)?;
    show_players(&history, position, turn, out)?;
    Ok(Status::Success)
}

impl RecordHistory {
    fn name(&self, seat: Option<Seat>) -> Option<&str> {
        self.players.get(seat?.index()).map(String::as_str)
    }

    fn headline(&self, number: usize, turn: Option<&HistoryTurn>) -> String {
        let Some(turn) = turn else { return "before the first turn".to_owned() };
        let who = self.name(turn.seat).map_or(String::new(), |name| format!("{name}: "));
        let score = if turn.score == 0 { String::new() } else { format!(" for {}", turn.score) };
        let to = match turn.laid[..] {
            [] => String::new(),
            [at] => format!(" (tile on {})", turn.after.rules.board.square_name(at)),
            [first, .., last] => {
                let name = |at| turn.after.rules.board.square_name(at);
                format!(" (tiles from {} to {})", name(first), name(last))
            }
        };
        format!("turn {number} of {}, {who}{}{score}{to}", self.len(), turn.what)
    }

    /// The scores by seat.
    fn scores(&self, turn: Option<&HistoryTurn>) -> Vec<i32> {
        let total = |place| turn.map_or(0, |turn| turn.total(Seat(place as u8)));
        (0..self.players.len()).map(total).collect()
    }

    fn to_output(&self, number: usize) -> RecordTurnOutput<'_> {
        let (position, turn) = self.at(number);
        RecordTurnOutput {
            turn: number,
            of: self.len(),
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

fn show_turns(history: &RecordHistory, out: &mut CommandOutput) -> std::io::Result<()> {
    let columns = [
        ("turn", Align::Right),
        ("player", Align::Left),
        ("play", Align::Left),
        ("score", Align::Right),
        ("total", Align::Right),
    ];
    let mut table = TextTable::new(columns);
    for turn in &history.turns {
        let number = if turn.is_turn { turn.number.to_string() } else { String::new() };
        let total = turn.seat.map_or(String::new(), |seat| turn.total(seat).to_string());
        let name = history.name(turn.seat).unwrap_or_default().to_owned();
        table.row([number, name, turn.what.clone(), turn.score.to_string(), total]);
    }
    table.lines().try_for_each(|line| out.line(line))?;
    out.line("")
}

fn show_players(
    history: &RecordHistory,
    position: &Position,
    turn: Option<&HistoryTurn>,
    out: &mut CommandOutput,
) -> std::io::Result<()> {
    let (seats, first) = (history.players.len(), turn.map_or(history.first, |turn| turn.to_move).index());
    for (seat, (name, score)) in history.players.iter().zip(history.scores(turn)).enumerate() {
        let rack = position.partial_rack((seat + seats - first) % seats.max(1));
        let unknown = if rack.unknown > 0 { format!("+{}", rack.unknown) } else { String::new() };
        let rack = position.rules.tiles.print_tiles(&rack.known) + &unknown;
        out.line(format_args!("{name:<20} {score:>5}  {rack}").to_string().trim_end())?;
    }
    Ok(())
}
