//! Seats, games and chat: what was given is stored, and nobody got what belongs to another.

use super::evidence::tell_outcome;
use super::{TenureBook, Violation, ViolationKind};
use crate::history::{
    AttemptOutcome, CreationAttempt, FinalGame, SeatRequest, SeatRequestKind, SentChat, TableHistory, Wish,
};
use std::collections::BTreeMap;

pub(super) fn check(
    id: &str,
    table: &TableHistory,
    game: &FinalGame,
    tenures: &TenureBook,
) -> Vec<Violation> {
    let mut found = Vec::new();
    for request in &table.seat_requests {
        found.extend(match request.kind {
            SeatRequestKind::Leave => check_leave(id, request, table, game),
            SeatRequestKind::Create | SeatRequestKind::Join | SeatRequestKind::Rematch => {
                check_grant(id, request, game, tenures)
            }
        });
    }
    found.extend(check_joins(id, table, game));
    found.extend(table.chats.iter().filter_map(|chat| check_chat(id, chat, game)));
    found
}

/// A game that a client got but no server has.
pub(super) fn lost_game(id: &str, table: &TableHistory) -> Option<Violation> {
    let request = table.seat_requests.iter().find(|request| is_acknowledged(&request.outcome))?;
    Some(Violation::new(ViolationKind::StoredWrongly, id, [tell_request(request), "no such game".into()]))
}

/// Games that were promised exist, and games that were denied do not.
pub(super) fn check_creations(
    creations: &[CreationAttempt],
    finals: &BTreeMap<String, FinalGame>,
) -> Vec<Violation> {
    let names: BTreeMap<&str, &String> = finals.iter().map(|(id, game)| (game.name.as_str(), id)).collect();
    let check = |creation: &CreationAttempt| {
        let stored = names.get(creation.name.as_str()).copied();
        let kind = expected_once(&creation.outcome, usize::from(stored.is_some()))?;
        let story = format!("create {:?} -> {}", creation.name, tell_outcome(&creation.outcome));
        let exists = if stored.is_some() { "the game exists" } else { "the game does not exist" };
        Some(Violation::new(kind, stored.map_or("", String::as_str), [story, exists.to_owned()]))
    };
    creations.iter().filter_map(check).collect()
}

/// A key is given only for a seat that the log gives to the same person.
fn check_grant(id: &str, request: &SeatRequest, game: &FinalGame, tenures: &TenureBook) -> Option<Violation> {
    let seat = request.seat.filter(|_| is_acknowledged(&request.outcome))?;
    if tenures.of(&request.person).any(|tenure| tenure.seat == seat) {
        return None;
    }
    let joined = game.log.iter().filter(|event| event.kind == "joined");
    let mut story = vec![tell_request(request)];
    story.extend(joined.map(super::evidence::tell_event));
    Some(Violation::new(ViolationKind::ForeignKey, id, story))
}

/// Each player who joined under a name sent a request that can have had that effect.
fn check_joins(id: &str, table: &TableHistory, game: &FinalGame) -> Vec<Violation> {
    let mut people: Vec<&str> = table
        .seat_requests
        .iter()
        .filter(|request| request.kind == SeatRequestKind::Join)
        .map(|request| request.person.as_str())
        .collect();
    people.sort_unstable();
    people.dedup();
    people.into_iter().filter_map(|person| check_joins_of(id, person, table, game)).collect()
}

fn check_joins_of(id: &str, person: &str, table: &TableHistory, game: &FinalGame) -> Option<Violation> {
    let requests = |wanted: fn(&AttemptOutcome) -> bool| {
        let of_person = table.seat_requests.iter().filter(move |request| {
            request.person == person && request.kind != SeatRequestKind::Leave && wanted(&request.outcome)
        });
        of_person.count()
    };
    let joined = game.log.iter().filter(|event| event.kind == "joined" && event.data["player"] == person);
    let (joined, acknowledged, effective) =
        (joined.count(), requests(is_acknowledged), requests(may_have_effect));
    let kind = if joined < acknowledged {
        ViolationKind::AcknowledgedLost
    } else if joined > effective {
        ViolationKind::FalseAnswer
    } else {
        return None;
    };
    let own = table.seat_requests.iter().filter(|request| request.person == person).map(tell_request);
    Some(Violation::new(kind, id, own.chain([format!("the log has {person} joining {joined} times")])))
}

fn check_leave(id: &str, request: &SeatRequest, table: &TableHistory, game: &FinalGame) -> Option<Violation> {
    let seat = request.seat?;
    let is_departure = |kind: &str, of: Option<u64>| match kind {
        "vacated" | "left" => of == Some(seat),
        "ended" | "closed" => true,
        _ => false,
    };
    let departure = game.log.iter().find(|event| is_departure(&event.kind, event.seat));
    let kind = match (&request.outcome, departure) {
        (AttemptOutcome::Acknowledged(_), None) => ViolationKind::AcknowledgedLost,
        (AttemptOutcome::NothingChanged, Some(event))
            if event.seat == Some(seat) && is_only_way_out(request, table) =>
        {
            ViolationKind::FalseAnswer
        }
        _ => return None,
    };
    let story = departure.map(super::evidence::tell_event).unwrap_or_else(|| "never left".to_owned());
    Some(Violation::new(kind, id, [tell_request(request), story]))
}

/// Whether nothing else that this person sent can have ended the tenure, and nobody had the seat before.
fn is_only_way_out(request: &SeatRequest, table: &TableHistory) -> bool {
    let leaves = table.seat_requests.iter().filter(|other| other.kind == SeatRequestKind::Leave);
    let at_seat = leaves.filter(|other| other.seat == request.seat && may_have_effect(&other.outcome));
    let resigns = table
        .commands
        .iter()
        .filter(|command| command.attempts.iter().any(|attempt| attempt.wish == Wish::Resign));
    at_seat.count() == 0 && resigns.count() == 0 && table.longest_turn.is_none()
}

fn check_chat(id: &str, chat: &SentChat, game: &FinalGame) -> Option<Violation> {
    let stored: Vec<u64> =
        game.chat.iter().filter(|line| line.text == chat.text).map(|line| line.line).collect();
    let numbered = match &chat.outcome {
        AttemptOutcome::Acknowledged(body) => body["line"].as_u64(),
        _ => None,
    };
    let kind = match numbered {
        Some(line) if stored != [line] => ViolationKind::StoredWrongly,
        _ => expected_once(&chat.outcome, stored.len())?,
    };
    let answer = format!("{} said {:?} -> {}", chat.person, chat.text, tell_outcome(&chat.outcome));
    Some(Violation::new(kind, id, [answer, format!("stored as the lines {stored:?}")]))
}

/// What is wrong if something with this answer is stored this many times.
fn expected_once(outcome: &AttemptOutcome, stored: usize) -> Option<ViolationKind> {
    match (outcome, stored) {
        (AttemptOutcome::Acknowledged(_), 1) | (AttemptOutcome::Uncertain(_), 0 | 1) => None,
        (AttemptOutcome::Acknowledged(_) | AttemptOutcome::Uncertain(_), _) => {
            Some(ViolationKind::StoredWrongly)
        }
        (AttemptOutcome::Refused { .. } | AttemptOutcome::NothingChanged | AttemptOutcome::NotSent, 0) => {
            None
        }
        (AttemptOutcome::Refused { .. } | AttemptOutcome::NothingChanged | AttemptOutcome::NotSent, _) => {
            Some(ViolationKind::FalseAnswer)
        }
    }
}

fn is_acknowledged(outcome: &AttemptOutcome) -> bool {
    matches!(outcome, AttemptOutcome::Acknowledged(_))
}

fn may_have_effect(outcome: &AttemptOutcome) -> bool {
    matches!(outcome, AttemptOutcome::Acknowledged(_) | AttemptOutcome::Uncertain(_))
}

fn tell_request(request: &SeatRequest) -> String {
    let SeatRequest { person, kind, seat, sent, answered, outcome } = request;
    let took = answered - sent;
    format!("{person}: {kind:?} (seat {seat:?}) at {sent}, {took} ms -> {}", tell_outcome(outcome))
}
