//! `quixotry record convert`: GCG, JSON lines, and the position at any turn.

use super::history::RecordHistory;
use crate::inputs::RecordFile;
use crate::inputs::{Catalog, write_file};
use crate::output::CommandOutput;
use crate::status::{self, RunResult, Status};
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use notation::cgp;
use notation::gcg::{self, GcgGame, GcgLine, LineContent};
use rules::Ruleset;
use serde_json::json;
use std::path::PathBuf;
use wire::{PartialRecord, PositionDraft, RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind};

const EXAMPLES: &str = "\
Examples:
  quixotry record convert game.gcg --to jsonl -o game.jsonl
  quixotry record convert game.jsonl --to gcg
  quixotry record convert game.gcg --to cgp --turn 12";

/// Write a record in another format, or the position at a turn.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct RecordConvertArgs {
    /// The record: GCG or JSON lines; - reads the standard input
    file: String,
    /// The format to write
    #[arg(long, value_enum)]
    to: ConvertFormat,
    /// The position after this turn; 0 is the start [default: the last turn]
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// The output file [default: the standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The rules to use, instead of those that the file names
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ConvertFormat {
    /// GCG
    Gcg,
    /// JSON lines: the log of the game
    Jsonl,
    /// The position after a turn on one line
    Cgp,
    /// The position after a turn as JSON
    Json,
}

/// Runs the command.
pub(super) fn run(args: &RecordConvertArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let written = RecordFile::read(&args.file, args.rules.as_deref(), catalog)?;
    written.check_is_game(&args.file)?;
    if args.turn.is_some() && matches!(args.to, ConvertFormat::Gcg | ConvertFormat::Jsonl) {
        bail!("--turn chooses a position, so it goes with --to cgp or --to json only");
    }
    if !matches!((&written, args.to), (RecordFile::Gcg { .. }, ConvertFormat::Gcg | ConvertFormat::Jsonl)) {
        written.skipped_parts().iter().for_each(|what| status::print_note(&format!("{}: {what}", args.file)));
    }
    let bytes = match args.to {
        ConvertFormat::Gcg => to_gcg(&written)?,
        ConvertFormat::Jsonl => to_record(&written)?.print().into_bytes(),
        ConvertFormat::Cgp | ConvertFormat::Json => {
            args.position(&RecordHistory::new(&written))?.into_bytes()
        }
    };
    match &args.output {
        Some(path) => write_file(path, &bytes)?,
        None => out.bytes(&bytes)?,
    }
    Ok(Status::Success)
}

impl RecordConvertArgs {
    fn position(&self, history: &RecordHistory) -> anyhow::Result<String> {
        let last = history.len();
        let turn = self.turn.unwrap_or(last);
        if turn > last {
            bail!("the record has {last} turns, so there is no turn {turn}");
        }
        let (position, _) = history.at(turn);
        Ok(match self.to {
            ConvertFormat::Json => PositionDraft::new(position).print(),
            _ => cgp::print_position(position),
        } + "\n")
    }
}

fn to_gcg(written: &RecordFile) -> anyhow::Result<Vec<u8>> {
    let game = match written {
        RecordFile::Gcg { game, faults, .. } => {
            check_readable(faults)?;
            game.canonical()
        }
        RecordFile::Lines { record, .. } => gcg_from_record(record),
    };
    Ok(gcg::print(&game)?)
}

fn gcg_from_record(record: &PartialRecord) -> GcgGame {
    let player = |seat: &RecordSeat| gcg::GcgPlayer {
        nick: seat.more.get(NICK).and_then(|nick| nick.as_str()).unwrap_or_default().to_owned(),
        name: seat.player.clone(),
    };
    let players: Vec<gcg::GcgPlayer> = record.header().seats.iter().map(player).collect();
    let kept = kept_lines(record);
    let kept = record.header().more.contains_key(FROM).then_some(kept.as_slice());
    gcg::from_log(record.rules(), &players, record.events(), kept)
}

/// The record key for the nickname of a player in a GCG file.
const NICK: &str = "nick";

/// The name of the extension lines that keep lines of a GCG file which the events do not contain.
const GCG_LINE: &str = "x-gcg";

/// The lines of a GCG file that a record keeps, each with the number of events before it.
fn kept_lines(record: &PartialRecord) -> Vec<(usize, LineContent)> {
    let line = |extra: &wire::ExtensionLine| {
        let object: serde_json::Value = serde_json::from_str(&extra.text).ok()?;
        let text = object.get("line").filter(|_| object["event"] == GCG_LINE)?.as_str()?.to_owned();
        let (game, _) = gcg::parse_lenient(format!("#character-encoding UTF-8\n{text}\n").as_bytes());
        Some((extra.after, game.lines.get(1)?.content().clone()))
    };
    record.extensions().iter().filter_map(line).collect()
}

fn to_record(written: &RecordFile) -> anyhow::Result<PartialRecord> {
    match written {
        RecordFile::Lines { record, .. } => Ok(PartialRecord::clone(record)),
        RecordFile::Gcg { game, faults, rules } => {
            check_readable(faults)?;
            record_from_gcg(game, rules)
        }
    }
}

fn check_readable(faults: &[gcg::GcgError]) -> anyhow::Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    bail!("lines of the file cannot be read:\n  {}", lines.join("\n  "))
}

fn record_from_gcg(game: &GcgGame, rules: &Ruleset) -> anyhow::Result<PartialRecord> {
    let replay = gcg::replay(game, rules);
    let log = replay.to_log().map_err(|findings| {
        let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
        anyhow!("the game cannot be replayed:\n  {}", lines.join("\n  "))
    })?;
    let seat = |player: gcg::GcgPlayer| RecordSeat {
        player: player.name,
        kind: SeatKind::Human,
        more: [(NICK.to_owned(), player.nick.into())].into_iter().collect(),
    };
    let lexicon = |name: &str| RecordLexicon { name: name.to_owned(), hash: None, more: Default::default() };
    let source = presets::to_toml(rules);
    let header = RecordHeader {
        rules: RecordRules { name: rules.name.clone(), source, more: Default::default() },
        lexicon: game.lexicon().map(lexicon),
        seats: game.players().into_iter().map(seat).collect(),
        more: [(FROM.to_owned(), "gcg".into())].into_iter().collect(),
        ..RecordHeader::default()
    };
    let mut record = PartialRecord::new_partial(header, rules.clone());
    let mut lines = gcg::unlogged_lines(game, &replay, &log).into_iter().peekable();
    let append_line = |record: &mut PartialRecord, line: LineContent| {
        let text = GcgLine::new(line).text().to_owned();
        record.append_extension(&json!({ "event": GCG_LINE, "line": text }).to_string())
    };
    for (index, event) in log.events.into_iter().enumerate() {
        while let Some((_, line)) = lines.next_if(|(after, _)| *after <= index) {
            append_line(&mut record, line)?;
        }
        record.append(event).map_err(|fault| anyhow!("the game cannot be replayed: {fault}"))?;
    }
    lines.try_for_each(|(_, line)| append_line(&mut record, line))?;
    Ok(record)
}

/// The header key of a record that was made from another format.
pub(super) const FROM: &str = "from";
