//! The log replays with the rules library: tiles, turns and scores.

use super::evidence::tell_event;
use super::{Violation, ViolationKind};
use crate::history::{FinalEvent, FinalGame};
use presets::{Library, Source};
use rules::{RackVisibility, Ruleset, Seat};
use wire::{Record, RecordHeader, RecordSeat};

/// The events that belong to the table and not to the game.
const TABLE_EVENTS: [&str; 11] = [
    "joined",
    "awaited",
    "vacated",
    "away",
    "back",
    "undo-asked",
    "undo-agreed",
    "undo-declined",
    "undone",
    "rematch",
    "closed",
];

pub(super) fn check(id: &str, game: &FinalGame) -> Option<Violation> {
    let what = check_numbers(game).and_then(|()| replay(game)).err()?;
    let last = game.log.last().map(tell_event);
    Some(Violation::new(ViolationKind::ReplayDiffers, id, [what].into_iter().chain(last)))
}

fn check_numbers(game: &FinalGame) -> Result<(), String> {
    let wrong = game.log.iter().zip(1..).find(|(event, number)| event.seq != *number);
    wrong.map_or(Ok(()), |(event, number)| Err(format!("event {} stands at {number}", event.seq)))
}

fn replay(game: &FinalGame) -> Result<(), String> {
    let rules = load_rules(&game.rules)?;
    let header = RecordHeader { seats: vec![RecordSeat::default(); game.seats], ..RecordHeader::default() };
    let mut record = Record::new(header, rules);
    for event in valid_events(&game.log) {
        let line = event.data.to_string();
        let (_, parsed) = wire::parse_event(&line, &record.rules().tiles)
            .map_err(|error| format!("event {}: {error}", event.seq))?;
        record.append(parsed).map_err(|error| format!("event {}: {error}", event.seq))?;
    }
    match wire::verify(&record, None).first() {
        Some(issue) => Err(format!("event {} of the game: {}", issue.seq, issue.what)),
        None => check_scores(game, &record),
    }
}

/// Whether rules say that all racks are open.
#[must_use]
pub fn has_open_racks(source: &str) -> bool {
    load_rules(source).is_ok_and(|rules| rules.racks == RackVisibility::Open)
}

fn load_rules(source: &str) -> Result<Ruleset, String> {
    let library = Library::shipped();
    library.rules_from(&Source::from_text("stored", source)).map_err(|error| error.to_string())
}

/// The events of the game without what was taken back.
fn valid_events(log: &[FinalEvent]) -> Vec<&FinalEvent> {
    let mut valid: Vec<&FinalEvent> = Vec::new();
    for event in log {
        match event.data["to"].as_u64() {
            Some(to) if event.kind == "undone" => valid.retain(|earlier| earlier.seq <= to),
            _ if TABLE_EVENTS.contains(&event.kind.as_str()) => {}
            _ => valid.push(event),
        }
    }
    valid
}

fn check_scores(game: &FinalGame, record: &Record) -> Result<(), String> {
    let Some(shown) = &game.scores else { return Ok(()) };
    let seats = (0u8..).map(Seat).take(game.seats);
    let replayed: Vec<i64> =
        seats.map(|seat| record.game().seat(seat).map_or(0, |state| i64::from(state.score))).collect();
    if record.events().is_empty() || replayed == *shown {
        return Ok(());
    }
    Err(format!("the server shows the scores {shown:?}, a replay has {replayed:?}"))
}
