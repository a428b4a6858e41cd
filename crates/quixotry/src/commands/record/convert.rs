//! `quixotry record convert`: GCG, JSON lines, and the position at any turn.

use super::history::RecordHistory;
use crate::inputs::RecordFile;
use crate::inputs::{Catalog, write_file};
use crate::output::CommandOutput;
use crate::status::{self, RunResult, Status};
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use notation::cgp;
use notation::gcg::{self, GcgEvent, GcgGame, GcgLine, LineContent, Pragma};
use rules::Ruleset;
use serde_json::json;
use std::collections::HashSet;
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
    let seats = &record.header().seats;
    let names: Vec<&str> = seats.iter().map(|seat| seat.player.as_str()).collect();
    let kept = kept_lines(record);
    let kept = record.header().more.contains_key(FROM).then_some(kept.as_slice());
    let game = gcg::from_log(record.rules(), &names, record.events(), kept);
    let nicks: Vec<Option<&str>> = seats.iter().map(|seat| seat.more.get(NICK)?.as_str()).collect();
    with_nicks(&game, &nicks)
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

/// Whether the events of a record contain what a line of a GCG file says.
fn is_in_events(content: &LineContent) -> bool {
    match content {
        LineContent::Event(_) => true,
        LineContent::Pragma(pragma) => matches!(pragma, Pragma::Player { .. } | Pragma::Encoding(_)),
        LineContent::Text(_) => false,
    }
}

/// The same game with the players' nicknames, if they are known and distinct.
fn with_nicks(game: &GcgGame, nicks: &[Option<&str>]) -> GcgGame {
    let players = game.players();
    let usable = |nick: &str| !nick.is_empty() && !nick.contains([' ', ':']);
    let distinct: HashSet<&str> = nicks.iter().flatten().copied().filter(|nick| usable(nick)).collect();
    if distinct.len() != players.len() || nicks.len() != players.len() {
        return game.clone();
    }
    let renamed = |old: &str| {
        let seat = players.iter().position(|player| player.nick == old);
        seat.and_then(|seat| nicks[seat]).unwrap_or(old).to_owned()
    };
    let mut again = GcgGame { lines: Vec::new(), ..game.clone() };
    for what in game.lines.iter().map(GcgLine::content) {
        again.push(match what.clone() {
            LineContent::Pragma(Pragma::Player { number, nick, name }) => {
                LineContent::Pragma(Pragma::Player { number, nick: renamed(&nick), name })
            }
            LineContent::Event(event) => LineContent::Event(GcgEvent { nick: renamed(&event.nick), ..event }),
            other => other,
        });
    }
    again
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
    let mut lines = KeptLines::new(game, &replay, &log.after);
    for (index, event) in log.events.into_iter().enumerate() {
        lines.append_before(index, &mut record)?;
        record.append(event).map_err(|fault| anyhow!("the game cannot be replayed: {fault}"))?;
    }
    lines.append_before(usize::MAX, &mut record)?;
    Ok(record)
}

/// The header key of a record that was made from another format.
pub(super) const FROM: &str = "from";

/// The lines of a GCG file that go into extension lines, each with the number of events before it.
struct KeptLines {
    lines: std::iter::Peekable<std::vec::IntoIter<(usize, String)>>,
}

impl KeptLines {
    fn new(game: &GcgGame, replay: &gcg::GcgReplay, after: &[usize]) -> KeptLines {
        let mut kept = Vec::new();
        // The start and the first racks come before all lines.
        let mut events = 1 + replay.players.len();
        for (index, line) in game.lines.iter().enumerate() {
            if let Some(step) = replay.steps.iter().position(|step| step.line == index + 1) {
                events = after.get(step).copied().unwrap_or(events);
            }
            if !is_in_events(line.content()) {
                kept.push((events, line.text().to_owned()));
            }
        }
        KeptLines { lines: kept.into_iter().peekable() }
    }

    /// Appends the lines that come before this event.
    fn append_before(&mut self, event: usize, record: &mut PartialRecord) -> anyhow::Result<()> {
        while let Some((_, line)) = self.lines.next_if(|(after, _)| *after <= event) {
            record.append_extension(&json!({ "event": GCG_LINE, "line": line }).to_string())?;
        }
        Ok(())
    }
}
