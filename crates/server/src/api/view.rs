//! `GET /api/games/{id}`: a game as the caller may see it.

use super::GamePath;
use crate::api_error::ApiError;
use crate::app::App;
use crate::listing::visibility_word;
use crate::log_entry::LoggedEvent;
use crate::owner::{CallerRole, Credentials, Request, TableSnapshot, read_log};
use crate::table::{Occupant, TableStatus, valid_events};
use axum::Json;
use axum::extract::State;
use rules::{Phase, Seat, Viewer};
use serde_json::{Map, Value, json};
use store::{Seq, Timestamp};

/// Shows a game as the caller may see it.
#[utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path, description = "the game")), responses((status = 200, description = "the game as the caller may see it", body = super::schema::View)))]
pub(crate) async fn view(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
) -> Result<Json<Value>, ApiError> {
    let snapshot = app.registry.ask(&id, &credentials, Request::TableSnapshot).await?;
    let log = read_log(app.store(), &id, Seq::START, &snapshot.resources.rules).await?;
    let known = log.into_iter().filter(|logged| logged.seq <= snapshot.seq).collect::<Vec<_>>();
    Ok(Json(view_value(id.as_str(), &snapshot, &known)))
}

/// The view with everything a page shows.
pub(crate) fn view_value(id: &str, snapshot: &TableSnapshot, log: &[LoggedEvent]) -> Value {
    let view = serde_json::to_value(wire::view_json(&snapshot.view, Some(id), snapshot.seq));
    let mut view = match view {
        Ok(Value::Object(view)) => view,
        _ => Map::new(),
    };
    view.insert("name".into(), json!(snapshot.name));
    view.insert("state".into(), json!(snapshot.stage.word()));
    view.insert("visibility".into(), json!(visibility_word(snapshot.visibility)));
    view.insert("now".into(), json!(Timestamp::now().0));
    view.insert("lexicon".into(), json!(snapshot.resources.lexicon.name));
    view.insert("owner".into(), json!(snapshot.role == CallerRole::Maker));
    view.insert("undo".into(), undo(snapshot));
    view.insert("rematch".into(), snapshot.rematch.as_ref().map_or(Value::Null, |id| json!({ "id": id })));
    view.insert("lines".into(), json!(snapshot.line));
    view.insert("watchers".into(), json!(snapshot.watchers));
    view.insert("hints".into(), json!(snapshot.resources.rules.table.hints));
    view.insert("allow".into(), json!(allowed(snapshot)));
    view.insert("turns_list".into(), json!(turns(log, snapshot)));
    let seats = view.remove("seats");
    view.insert("seats".into(), seats_value(snapshot, seats));
    Value::Object(view)
}

fn undo(snapshot: &TableSnapshot) -> Value {
    let undo = snapshot.undo.as_ref();
    undo.map_or(Value::Null, |undo| json!({ "seat": undo.seat, "agreed": undo.agreed, "to": undo.to }))
}

/// The seats of the game with those who sit at them; before it begins, those who sit there alone.
fn seats_value(snapshot: &TableSnapshot, seats: Option<Value>) -> Value {
    let mut known = match seats {
        Some(Value::Array(seats)) => seats.into_iter(),
        _ => Vec::new().into_iter(),
    };
    let seat = |(occupant, online): (&Occupant, &bool)| {
        let mut value = match known.next() {
            Some(Value::Object(seat)) => seat,
            _ => empty_seat(),
        };
        value.insert("player".into(), json!(occupant.player()));
        value.insert("kind".into(), json!(occupant.kind()));
        value.insert("computer".into(), json!(occupant.level().is_some()));
        value.insert("online".into(), json!(online));
        if let Some(level) = occupant.level() {
            value.insert("level".into(), json!(level));
        }
        Value::Object(value)
    };
    Value::Array(snapshot.seats.iter().zip(&snapshot.online).map(seat).collect())
}

fn empty_seat() -> Map<String, Value> {
    let seat = json!({ "score": 0, "tiles": 0, "active": true, "exchanges": 0 });
    match seat {
        Value::Object(seat) => seat,
        _ => Map::new(),
    }
}

/// What the caller may do now.
fn allowed(snapshot: &TableSnapshot) -> Vec<&'static str> {
    let mut allow = Vec::new();
    let CallerRole::Seat(seat) = snapshot.role else {
        if snapshot.seats.contains(&Occupant::Nobody) && snapshot.stage == TableStatus::Open {
            allow.push("join");
        }
        if !snapshot.takeover.is_empty() {
            allow.push("takeover");
        }
        return allow;
    };
    match snapshot.stage {
        TableStatus::Open => {}
        TableStatus::Over => allow.extend(snapshot.view.rules.seats.max.ge(&1).then_some("rematch")),
        TableStatus::Running => allow_playing(snapshot, seat, &mut allow),
    }
    allow
}

fn allow_playing(snapshot: &TableSnapshot, seat: Seat, allow: &mut Vec<&'static str>) {
    let view = &snapshot.view;
    let active = view.seats.get(seat.index()).is_some_and(|state| state.active);
    if !active || !snapshot.seats.get(seat.index()).is_some_and(Occupant::is_human) {
        return;
    }
    let doubted = view.challengeable.as_ref().is_some_and(|play| play.seat != seat);
    match &view.phase {
        Phase::Playing if view.turn == Some(seat) => {
            allow.extend(["play", "pass"]);
            allow.extend(can_exchange(snapshot, seat).then_some("exchange"));
            allow.extend(view.rules.table.hints.then_some("hint"));
            allow.extend(doubted.then_some("challenge"));
        }
        Phase::Playing => allow.extend(doubted.then_some("challenge")),
        Phase::Answering(waiting) if waiting.contains(seat) => allow.extend(["accept", "challenge"]),
        Phase::Answering(_) | Phase::Waiting | Phase::Over { .. } => {}
    }
    allow.push("resign");
    allow.extend(snapshot.undo_to.is_some().then_some("undo"));
    if let Some(undo) = snapshot.undo.as_ref().filter(|undo| undo.seat != seat.0) {
        allow.extend((!undo.agreed.contains(&seat.0)).then_some("agree"));
        allow.push("decline");
    }
}

fn can_exchange(snapshot: &TableSnapshot, seat: Seat) -> bool {
    let view = &snapshot.view;
    let Some(limits) = view.rules.exchange_limits() else { return false };
    let used = view.seats.get(seat.index()).map_or(0, |state| state.exchanges);
    view.bag >= usize::from(limits.bag).max(limits.fewest.into())
        && limits.times.is_none_or(|times| used < times)
}

/// Every turn so far, for the list of moves.
fn turns(log: &[LoggedEvent], snapshot: &TableSnapshot) -> Vec<Value> {
    let viewer = snapshot.role.viewer();
    valid_events(log)
        .filter(|(_, event)| !event.kind.is_setup())
        .map(|(logged, _)| turn(logged, viewer, snapshot))
        .collect()
}

/// A turn is what its viewer was told of it, shortened.
fn turn(logged: &LoggedEvent, viewer: Viewer, snapshot: &TableSnapshot) -> Value {
    let told: Value =
        serde_json::from_str(&logged.told(viewer, &snapshot.resources.rules)).unwrap_or_default();
    let Value::Object(mut told) = told else { return Value::Null };
    if let Some(count) = told.remove("returned") {
        let number = count.as_array().map_or(count.as_u64(), |tiles| Some(tiles.len() as u64));
        told.insert("count".into(), json!(number));
    }
    told.remove("drawn");
    told.remove("reasons");
    Value::Object(told)
}
