//! Each stream tells each event of the log once, in order, and nothing else.

use super::evidence::tell_event;
use super::{Violation, ViolationKind};
use crate::history::{FinalEvent, FinalGame, StreamHistory, StreamedEvent, TableHistory};
use serde_json::Value;

/// How late a stream may be at the end, in milliseconds.
const LATE: i64 = 10_000;

pub(super) fn check(id: &str, table: &TableHistory, game: &FinalGame) -> Vec<Violation> {
    table.streams.iter().flat_map(|stream| check_stream(id, stream, game)).collect()
}

fn check_stream(id: &str, stream: &StreamHistory, game: &FinalGame) -> Vec<Violation> {
    let seqs: Vec<u64> = stream.events.iter().map(|event| event.seq).collect();
    let found = [
        check_numbers("event", &seqs, stream.since),
        check_numbers("chat line", &stream.chat, stream.lines),
        check_content(stream, game),
        check_end(stream, game),
    ];
    let report = |(kind, what): (ViolationKind, String)| {
        let repeated = repeated_event(stream, kind).map(|event| format!("again: {}", event.data));
        Violation::new(kind, id, [tell_stream(stream), what].into_iter().chain(repeated))
    };
    found.into_iter().flatten().map(report).collect()
}

/// Numbers grow by one, starting after the one that the client named.
fn check_numbers(what: &str, numbers: &[u64], since: Option<u64>) -> Option<(ViolationKind, String)> {
    let mut last = since;
    for &number in numbers {
        match last {
            Some(last) if number <= last => {
                let story = format!("{what} {number} came after {last}: {}", around(numbers, number));
                return Some((ViolationKind::StreamRepeat, story));
            }
            Some(last) if number > last + 1 => {
                let story =
                    format!("{what} {number} came directly after {last}: {}", around(numbers, number));
                return Some((ViolationKind::StreamGap, story));
            }
            _ => last = Some(number),
        }
    }
    None
}

fn around(numbers: &[u64], number: u64) -> String {
    let place = numbers.iter().rposition(|&other| other == number).unwrap_or_default();
    let shown = &numbers[place.saturating_sub(6)..(place + 3).min(numbers.len())];
    format!("… {shown:?} …")
}

fn repeated_event(stream: &StreamHistory, kind: ViolationKind) -> Option<&StreamedEvent> {
    let mut last = stream.since.unwrap_or_default();
    let repeats = stream.events.iter().find(|event| event.seq <= std::mem::replace(&mut last, event.seq));
    repeats.filter(|_| kind == ViolationKind::StreamRepeat)
}

fn check_content(stream: &StreamHistory, game: &FinalGame) -> Option<(ViolationKind, String)> {
    let stored = |seq: u64| game.log.get(usize::try_from(seq.checked_sub(1)?).ok()?);
    stream.events.iter().find_map(|event| match stored(event.seq) {
        Some(logged) if is_view_of(&event.data, &logged.data) => None,
        Some(logged) => {
            Some((ViolationKind::StreamDiffers, format!("got {}; {}", event.data, tell_event(logged))))
        }
        // What happened after the log was read is no concern of ours.
        None if game.log.last().is_none_or(|last| event.data["at"].as_i64() >= Some(last.at)) => None,
        None => Some((ViolationKind::StreamDiffers, format!("got {}, which is not stored", event.data))),
    })
}

/// Whether a viewer's form of an event says the same, hidden tiles as numbers.
fn is_view_of(seen: &Value, stored: &Value) -> bool {
    let Some(stored) = stored.as_object() else { return false };
    stored.iter().all(|(key, value)| match (key.as_str(), seen.get(key), value) {
        (_, Some(shown), value) if shown == value => true,
        ("tiles" | "drawn" | "returned", Some(Value::Number(count)), Value::Array(tiles)) => {
            count.as_u64() == Some(tiles.len() as u64)
        }
        ("reasons", _, _) => true,
        _ => false,
    })
}

/// An open stream has told everything that happened long ago.
fn check_end(stream: &StreamHistory, game: &FinalGame) -> Option<(ViolationKind, String)> {
    let (until, skew) = (stream.open_at? - LATE, game.skew);
    let last = stream.events.last().map(|event| event.seq).or(stream.since);
    let is_due = |event: &&FinalEvent| match last {
        Some(last) => event.seq > last && event.at + skew < until && stream.opened < until,
        None => event.at - skew > stream.opened + LATE && event.at + skew < until,
    };
    let missing = game.log.iter().find(is_due)?;
    let story = format!("open until {}, but never told: {}", until + LATE, tell_event(missing));
    Some((ViolationKind::StreamStalled, story))
}

/// A connection, for people.
pub(super) fn tell_stream(stream: &StreamHistory) -> String {
    let StreamHistory { reader, person, node, transport, since, lines, opened, .. } = stream;
    let who = person.as_deref().unwrap_or("a spectator");
    format!(
        "reader {reader} ({who}, {transport:?}) opened at node {node} at {opened}, since {since:?}, lines {lines:?}"
    )
}
