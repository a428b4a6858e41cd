//! `quixotry record convert`: GCG, JSON lines, and the position at any turn.

use super::story::Story;
use super::written::Written;
use crate::given::{Stock, write_file};
use crate::outcome::{self, Done, Outcome};
use crate::screen::Screen;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use notation::cgp;
use notation::gcg::{self, GcgEvent, GcgGame, GcgLine, LineContent, Pragma};
use rules::{Event, Ruleset};
use std::collections::HashSet;
use std::path::PathBuf;
use wire::{PositionDraft, Record, RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind};

const EXAMPLES: &str = "\
Examples:
  quixotry record convert game.gcg --to jsonl -o game.jsonl
  quixotry record convert game.jsonl --to gcg
  quixotry record convert game.gcg --to cgp --turn 12";

/// Write a record in another format, or the position at a turn.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct ConvertArgs {
    /// The record: GCG or JSON lines; - reads the standard input
    file: String,
    /// The format to write
    #[arg(long, value_enum)]
    to: Kind,
    /// The position after so many turns, 0 for the start [default: the last]
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// Where to write [default: the standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The rules, in place of those that the file names
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    /// GCG
    Gcg,
    /// JSON lines: the log of the game
    Jsonl,
    /// The position after a turn on one line
    Cgp,
    /// The position after a turn as JSON
    Json,
}

/// Converts the record.
pub(super) fn run(args: &ConvertArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let written = Written::read(&args.file, args.rules.as_deref(), stock)?;
    written.must_be_a_game(&args.file)?;
    if args.turn.is_some() && matches!(args.to, Kind::Gcg | Kind::Jsonl) {
        bail!("--turn chooses a position, so it goes with --to cgp or --to json only");
    }
    if !matches!((&written, args.to), (Written::Gcg { .. }, Kind::Gcg | Kind::Jsonl)) {
        written.left_out().iter().for_each(|what| outcome::note(&format!("{}: {what}", args.file)));
    }
    let bytes = match args.to {
        Kind::Gcg => to_gcg(&written)?,
        Kind::Jsonl => to_lines(&written)?.print().into_bytes(),
        Kind::Cgp | Kind::Json => args.position(&Story::of(&written))?.into_bytes(),
    };
    match &args.output {
        Some(path) => write_file(path, &bytes)?,
        None => screen.bytes(&bytes)?,
    }
    Ok(Outcome::Good)
}

impl ConvertArgs {
    fn position(&self, story: &Story) -> anyhow::Result<String> {
        let last = story.turns.len();
        let turn = self.turn.unwrap_or(last);
        if turn > last {
            bail!("the record has {last} turns, so there is no turn {turn}");
        }
        let (position, _) = story.at(turn);
        Ok(match self.to {
            Kind::Json => PositionDraft::new(position).print(),
            _ => cgp::print_position(position),
        } + "\n")
    }
}

fn to_gcg(written: &Written) -> anyhow::Result<Vec<u8>> {
    let game = match written {
        Written::Gcg { game, faults, .. } => {
            readable(faults)?;
            game.canonical()
        }
        Written::Lines { record, .. } => gcg_of(record),
    };
    Ok(gcg::print(&game)?)
}

fn gcg_of(record: &Record) -> GcgGame {
    let seats = &record.header().seats;
    let names: Vec<&str> = seats.iter().map(|seat| seat.player.as_str()).collect();
    let game = gcg::from_events(record.rules(), &names, record.events());
    let nicks: Vec<Option<&str>> = seats.iter().map(|seat| seat.more.get(NICK)?.as_str()).collect();
    with_nicks(&game, &nicks)
}

/// The key under which a record keeps the short name that a GCG file gives a player.
const NICK: &str = "nick";

/// The same game with the players' own nicks, where they are known and can be told apart.
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

fn to_lines(written: &Written) -> anyhow::Result<Record> {
    match written {
        Written::Lines { record, .. } => Ok(Record::clone(record)),
        Written::Gcg { game, faults, rules } => {
            readable(faults)?;
            let events = gcg::to_events(game, rules).map_err(|findings| {
                let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
                anyhow!("the game cannot be replayed:\n  {}", lines.join("\n  "))
            })?;
            record_of(game, rules, events)
        }
    }
}

fn readable(faults: &[gcg::GcgError]) -> anyhow::Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    bail!("lines of the file cannot be read:\n  {}", lines.join("\n  "))
}

fn record_of(game: &GcgGame, rules: &Ruleset, events: Vec<Event>) -> anyhow::Result<Record> {
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
        ..RecordHeader::default()
    };
    let mut record = Record::new(header, rules.clone());
    for event in events {
        record.append(event).map_err(|fault| anyhow!("the game cannot be replayed: {fault}"))?;
    }
    Ok(record)
}
