//! No stream shows tiles to somebody who may not see them, and streams end with their keys.

use super::evidence::tell_event;
use super::streams::tell_stream;
use super::{TenureBook, Violation, ViolationKind};
use crate::history::{
    AttemptOutcome, FinalGame, SeatRequestKind, StreamHistory, StreamedEvent, TableHistory, UnixMillis,
};
use serde_json::Value;

/// How long a stream may go on after its key was revoked, in milliseconds: another server needs time to hear of it.
const NOTICE: i64 = 10_000;

pub(super) fn check(
    id: &str,
    table: &TableHistory,
    game: &FinalGame,
    tenures: &TenureBook,
) -> Vec<Violation> {
    let leaks = table.streams.iter().filter_map(|stream| check_leak(id, stream, game, tenures));
    let outlived = table.streams.iter().filter_map(|stream| check_key(id, stream, table, game));
    leaks.chain(outlived).collect()
}

fn check_leak(id: &str, stream: &StreamHistory, game: &FinalGame, tenures: &TenureBook) -> Option<Violation> {
    if game.has_open_racks {
        return None;
    }
    let is_leak = |event: &&StreamedEvent| {
        let seat = event.data["seat"].as_u64();
        let may_know = |person: &String| seat.is_some_and(|seat| tenures.may_know(person, seat, event.seq));
        shows_tiles(&event.data) && !stream.person.as_ref().is_some_and(may_know)
    };
    let leaks: Vec<&StreamedEvent> = stream.events.iter().filter(is_leak).collect();
    let first = leaks.first()?;
    let holder = first.data["seat"].as_u64().and_then(|seat| tenures.holder(seat, first.seq));
    let whose = holder.map_or("nobody".to_owned(), |holder| format!("{:?} {}", holder.tenant, holder.player));
    let story = [
        tell_stream(stream),
        format!("shown although the seat belongs to {whose}: {}", first.data),
        format!("{} such events", leaks.len()),
    ];
    Some(Violation::new(ViolationKind::Leak, id, story))
}

/// Whether an event shows tiles of a rack or names one in a reason.
fn shows_tiles(event: &Value) -> bool {
    let has_tiles = |key: &str| event[key].as_array().is_some_and(|tiles| !tiles.is_empty());
    let reasons = event["reasons"].as_array().map(Vec::as_slice).unwrap_or_default();
    has_tiles("drawn")
        || has_tiles("returned")
        || event["event"] == "dealt" && has_tiles("tiles")
        || reasons.iter().any(|reason| reason["code"] == "not-on-rack")
}

/// A stream is not told what happens long after its key was revoked.
fn check_key(id: &str, stream: &StreamHistory, table: &TableHistory, game: &FinalGame) -> Option<Violation> {
    let revoked = revocation(stream.person.as_ref()?, table).filter(|at| stream.opened < *at)?;
    let told = |seq: u64| stream.events.iter().any(|event| event.seq == seq);
    let late = game.log.iter().find(|event| event.at - game.skew > revoked + NOTICE && told(event.seq))?;
    let story = [tell_stream(stream), format!("the key was revoked at {revoked}"), tell_event(late)];
    Some(Violation::new(ViolationKind::KeyOutlived, id, story))
}

/// When the key of a person was revoked: by the operator, or because the person left.
fn revocation(person: &str, table: &TableHistory) -> Option<UnixMillis> {
    let revoked =
        table.revocations.iter().filter(|revocation| revocation.person == person).map(|one| one.answered);
    let left = table.seat_requests.iter().filter(|request| {
        request.person == person
            && request.kind == SeatRequestKind::Leave
            && matches!(request.outcome, AttemptOutcome::Acknowledged(_))
    });
    revoked.chain(left.map(|request| request.answered)).min()
}
