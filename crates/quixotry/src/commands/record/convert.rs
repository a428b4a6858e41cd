//! `quixotry record convert`: GCG, JSON lines, and the position at any turn.

use super::history::RecordHistory;
use crate::gcg_record::{gcg_from_record, record_from_gcg};
use crate::inputs::RecordFile;
use crate::inputs::{Catalog, write_file};
use crate::output::CommandOutput;
use crate::status::{self, RunResult, Status};
use anyhow::bail;
use clap::{Args, ValueEnum};
use notation::cgp;
use notation::gcg;
use std::path::PathBuf;
use wire::{PartialRecord, PositionDraft};

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
    #[arg(long, short, visible_alias = "out", value_name = "OUT")]
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
