//! `quixotry score`: what a play scores, or why it is refused.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, PlayTextError, parse_turn};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use clap::Args;
use notation::plays::Turn;
use rules::{Command, Placement, Play, Points, Position, Reason, Refusal, ScoredWord, Texts};
use serde::Serialize;
use serde_json::json;
use tiles::TileSet;
use wire::AxisName;

const EXAMPLES: &str = "\
Examples:
  quixotry score empty '8H QUIXOTRY' --lexicon none
  quixotry score --rules skrabbkle empty DINT,h6
  quixotry score --rules haskell empty PIE 7 7 H
  quixotry score --rules itu empty 0 0 4D2 0 1 0O0
  quixotry score '15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 S/ 0/0 0' '8H ...S'

POSITION is a CGP in quotes, a file with a CGP or JSON, JSON, - for the standard input, or
`empty`. PLAY is written as any of the games does: 8H WORD across and H8 WORD down (. or the letter
for a tile already there, lower case for a blank), WORD,4f and WORD,f4 with only the tiles laid,
WORD ROW COLUMN H|V counted from 0, x y idLETTERpoints for each tile, or JSON.
If the rack is empty, any tiles may be laid. The exit code is 1 if the play is refused.";

/// Score a play word by word, or show every reason why it is refused.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ScoreArgs {
    /// The position: CGP, JSON, a file, - or empty
    position: String,
    /// The play, in one or several arguments
    #[arg(required = true, allow_negative_numbers = true)]
    play: Vec<String>,
    /// The tiles on the rack, instead of those of the position
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ScoreArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let scene = args.game.position_and_words(&args.position, args.rack.as_deref(), catalog)?;
    let position = &scene.position;
    let placement = match parse_turn(&args.play.join(" "), position).and_then(placement_of) {
        Ok(placement) => placement,
        Err(unreadable) => return show_unreadable(&unreadable, args.format, out),
    };
    let set = &position.rules.tiles;
    match position.judge(&placement, Some(scene.words.list())) {
        Ok(play) => show_score(&play, set, args.format, out),
        Err(refusal) => show_refusal(&refusal, position, &placement, args.format, out),
    }
}

fn placement_of(turn: Turn) -> Result<Placement, PlayTextError> {
    match turn {
        Turn::Place(placement) => Ok(placement),
        Turn::Pass => Err(PlayTextError("a pass lays no tiles, so there is nothing to score".to_owned())),
        Turn::Exchange(_) | Turn::ExchangeUnknown(_) => {
            Err(PlayTextError("an exchange lays no tiles, so there is nothing to score".to_owned()))
        }
    }
}

fn show_unreadable(unreadable: &PlayTextError, format: FormatArgs, out: &mut CommandOutput) -> RunResult {
    let message = &unreadable.0;
    if format.json {
        out.json(&json!({"refused": [{"code": "unreadable", "message": message}]}))?;
    } else {
        let refused = out.bad("refused");
        out.line(format_args!("{refused}\n  {message}  [unreadable]"))?;
    }
    Ok(Status::Failure)
}

fn show_refusal(
    refusal: &Refusal,
    position: &Position,
    placement: &Placement,
    format: FormatArgs,
    out: &mut CommandOutput,
) -> RunResult {
    let board = &position.rules.board;
    if format.json {
        out.json(&wire::refusal_json(refusal, board))?;
        return Ok(Status::Failure);
    }
    let refused = out.bad("refused");
    out.line(refused)?;
    if position.rules.texts != Texts::Standard {
        let rack = position.racks.first().cloned().unwrap_or_default();
        let command = Command::Play(placement.clone());
        let codes: Vec<&str> = refusal.reasons().iter().map(Reason::code).collect();
        let text = position.rules.explain_refusal(refusal, &command, &rack);
        out.line(format_args!("  {text}  [{}]", codes.join(", ")))?;
        return Ok(Status::Failure);
    }
    for reason in refusal.reasons() {
        out.line(format_args!("  {}  [{}]", reason.message(board), reason.code()))?;
    }
    Ok(Status::Failure)
}

/// A scored play in JSON. In `written`, the letters of blanks are in lower case.
#[derive(Serialize)]
struct ScoreOutput {
    score: Points,
    words: Vec<WordScoreOutput>,
    bonus: Points,
    axis: AxisName,
}

#[derive(Serialize)]
struct WordScoreOutput {
    word: String,
    points: Points,
    written: String,
    x: i32,
    y: i32,
    axis: AxisName,
}

fn to_output(play: &Play, set: &TileSet) -> ScoreOutput {
    let word = |word: &ScoredWord| WordScoreOutput {
        word: set.alphabet().print(&word.word()),
        points: word.points,
        written: set.alphabet().print_board_letters(&word.letters),
        x: word.start.x,
        y: word.start.y,
        axis: word.axis.into(),
    };
    let words = play.words().iter().map(word).collect();
    ScoreOutput { score: play.score(), words, bonus: play.bonus(), axis: play.axis().into() }
}

fn show_score(play: &Play, set: &TileSet, format: FormatArgs, out: &mut CommandOutput) -> RunResult {
    if format.json {
        out.json(&to_output(play, set))?;
        return Ok(Status::Success);
    }
    let mut table = TextTable::new([("word", Align::Left), ("points", Align::Right)]);
    for word in play.words() {
        table.row([set.alphabet().print_board_letters(&word.letters), word.points.to_string()]);
    }
    if play.bonus() != 0 {
        table.row([format!("bonus for {} tiles", play.tiles().len()), play.bonus().to_string()]);
    }
    table.row(["total".to_owned(), play.score().to_string()]);
    table.lines().try_for_each(|line| out.line(line))?;
    Ok(Status::Success)
}
