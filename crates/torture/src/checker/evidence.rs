//! Which events a wish can cause, and lines for the stories of violations.

use crate::history::{AttemptOutcome, CommandAttempt, FinalEvent, FinalGame, SentCommand, Wish};
use serde_json::Value;

/// What a seat does only because its player wants it.
pub(super) fn is_deliberate(event: &FinalEvent) -> bool {
    match event.kind.as_str() {
        "played" | "play-failed" | "passed" | "exchanged" | "exchange-failed" | "challenged" | "accepted"
        | "undo-asked" | "undo-agreed" | "undo-declined" => true,
        "left" => event.data["why"] == "resigned",
        _ => false,
    }
}

/// Whether an event is what somebody at this seat wished for.
pub(super) fn explains(wish: &Wish, event: &FinalEvent) -> bool {
    let kind = event.kind.as_str();
    match wish {
        Wish::Play(None) => matches!(kind, "played" | "play-failed"),
        Wish::Play(Some(squares)) => {
            matches!(kind, "played" | "play-failed") && same_squares(squares, &event.data)
        }
        Wish::Exchange => matches!(kind, "exchanged" | "exchange-failed"),
        Wish::Pass => matches!(kind, "passed" | "accepted"),
        Wish::Accept => kind == "accepted",
        Wish::Challenge => kind == "challenged",
        Wish::Resign => kind == "left" && event.data["why"] == "resigned",
        Wish::Undo => matches!(kind, "undo-asked" | "undone"),
        Wish::Agree => matches!(kind, "undo-agreed" | "undone"),
        Wish::Decline => kind == "undo-declined",
    }
}

fn same_squares(squares: &[(i64, i64)], event: &Value) -> bool {
    let tiles = event["tiles"].as_array().map(Vec::as_slice).unwrap_or_default();
    let square = |tile: &Value| Some((tile["x"].as_i64()?, tile["y"].as_i64()?));
    let mut placed: Vec<_> = tiles.iter().filter_map(square).collect();
    let mut wanted = squares.to_vec();
    placed.sort_unstable();
    wanted.sort_unstable();
    placed == wanted
}

/// The event of a change that ends with `last` and that this wish explains. Only consequences may stand between.
pub(super) fn cause<'a>(game: &'a FinalGame, last: u64, wish: &Wish) -> Option<&'a FinalEvent> {
    let end = game.log.iter().position(|event| event.seq == last)?;
    let mut change = game.log[..=end].iter().rev();
    loop {
        let event = change.next()?;
        if explains(wish, event) {
            return Some(event);
        }
        if !is_consequence(event) {
            return None;
        }
    }
}

fn is_consequence(event: &FinalEvent) -> bool {
    matches!(event.kind.as_str(), "ended" | "turn-skipped" | "left")
}

/// The event that an acknowledged answer names.
pub(super) fn acknowledged_seq(outcome: &AttemptOutcome) -> Option<u64> {
    match outcome {
        AttemptOutcome::Acknowledged(body) => body["seq"].as_u64(),
        AttemptOutcome::Refused { .. }
        | AttemptOutcome::NothingChanged
        | AttemptOutcome::NotSent
        | AttemptOutcome::Uncertain(_) => None,
    }
}

/// A command with its attempts, for people.
pub(super) fn tell_command(command: &SentCommand) -> Vec<String> {
    let id = command.id.as_deref().unwrap_or("none");
    let head = format!("{} sent a command with the id {id}", command.person);
    std::iter::once(head).chain(command.attempts.iter().map(tell_attempt)).collect()
}

fn tell_attempt(attempt: &CommandAttempt) -> String {
    format!(
        "  to node {} at {} (answered {} ms later): {:?} -> {}",
        attempt.node,
        attempt.sent,
        attempt.answered - attempt.sent,
        attempt.wish,
        tell_outcome(&attempt.outcome)
    )
}

/// An answer, for people.
pub(super) fn tell_outcome(outcome: &AttemptOutcome) -> String {
    match outcome {
        AttemptOutcome::Acknowledged(body) => format!("acknowledged {}", shorten(&body.to_string())),
        AttemptOutcome::Refused { status, code } => format!("refused {status} {code}"),
        AttemptOutcome::NothingChanged => "503 nothing was changed".to_owned(),
        AttemptOutcome::NotSent => "not sent".to_owned(),
        AttemptOutcome::Uncertain(why) => format!("uncertain: {why}"),
    }
}

/// An event, for people.
pub(super) fn tell_event(event: &FinalEvent) -> String {
    format!("log {}: {}", event.seq, shorten(&event.data.to_string()))
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(220) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
