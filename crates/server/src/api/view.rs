//! `GET /api/games/{id}`: a game as the caller may see it.

use super::GamePath;
use crate::app::App;
use crate::happening::Kept;
use crate::listed::visibility_word;
use crate::owner::{Caller, Look, Request, Who, read_log};
use crate::problem::Problem;
use crate::table::{Sitter, Stage, valid_events};
use axum::Json;
use axum::extract::State;
use rules::{Event, Happened, Seat, Stage as GameStage, Viewer};
use serde_json::{Map, Value, json};
use store::{Seq, Timestamp};

/// Shows a game as the caller may see it.
#[utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path, description = "the game")), responses((status = 200, description = "the game as the caller may see it", body = super::schema::View)))]
pub(crate) async fn view(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<Value>, Problem> {
    let look = app.hall.ask(&id, &caller, Request::Look).await?;
    let log = read_log(app.store(), &id, Seq::START, &look.kit.rules).await?;
    let known = log.into_iter().filter(|kept| kept.seq <= look.seq).collect::<Vec<_>>();
    Ok(Json(view_value(id.as_str(), &look, &known)))
}

/// The view with everything a page shows.
pub(crate) fn view_value(id: &str, look: &Look, log: &[Kept]) -> Value {
    let view = serde_json::to_value(wire::view_json(&look.view, Some(id), look.seq));
    let mut view = match view {
        Ok(Value::Object(view)) => view,
        _ => Map::new(),
    };
    view.insert("name".into(), json!(look.name));
    view.insert("state".into(), json!(look.stage.word()));
    view.insert("visibility".into(), json!(visibility_word(look.visibility)));
    view.insert("now".into(), json!(Timestamp::now().0));
    view.insert("lexicon".into(), json!(look.kit.lexicon.name));
    view.insert("owner".into(), json!(look.who == Who::Maker));
    view.insert("undo".into(), undo(look));
    view.insert("rematch".into(), look.rematch.as_ref().map_or(Value::Null, |id| json!({ "id": id })));
    view.insert("lines".into(), json!(look.line));
    view.insert("watchers".into(), json!(look.watchers));
    view.insert("hints".into(), json!(look.kit.rules.table.hints));
    view.insert("allow".into(), json!(allowed(look)));
    view.insert("turns_list".into(), json!(turns(log, look)));
    let seats = view.remove("seats");
    view.insert("seats".into(), seats_value(look, seats));
    Value::Object(view)
}

fn undo(look: &Look) -> Value {
    let undo = look.undo.as_ref();
    undo.map_or(Value::Null, |undo| json!({ "seat": undo.seat, "agreed": undo.agreed, "to": undo.to }))
}

/// The seats of the game with those who sit at them; before it begins, those who sit there alone.
fn seats_value(look: &Look, seats: Option<Value>) -> Value {
    let mut known = match seats {
        Some(Value::Array(seats)) => seats.into_iter(),
        _ => Vec::new().into_iter(),
    };
    let seat = |(sitter, online): (&Sitter, &bool)| {
        let mut value = match known.next() {
            Some(Value::Object(seat)) => seat,
            _ => empty_seat(),
        };
        value.insert("player".into(), json!(sitter.player()));
        value.insert("kind".into(), json!(sitter.kind()));
        value.insert("computer".into(), json!(sitter.level().is_some()));
        value.insert("online".into(), json!(online));
        if let Some(level) = sitter.level() {
            value.insert("level".into(), json!(level));
        }
        Value::Object(value)
    };
    Value::Array(look.seats.iter().zip(&look.online).map(seat).collect())
}

fn empty_seat() -> Map<String, Value> {
    let seat = json!({ "score": 0, "tiles": 0, "active": true, "exchanges": 0 });
    match seat {
        Value::Object(seat) => seat,
        _ => Map::new(),
    }
}

/// What the caller may do now.
fn allowed(look: &Look) -> Vec<&'static str> {
    let mut allow = Vec::new();
    let Who::Seat(seat) = look.who else {
        if look.seats.contains(&Sitter::Nobody) && look.stage == Stage::Open {
            allow.push("join");
        }
        if !look.takeover.is_empty() {
            allow.push("takeover");
        }
        return allow;
    };
    match look.stage {
        Stage::Open => {}
        Stage::Over => allow.extend(look.view.rules.seats.max.ge(&1).then_some("rematch")),
        Stage::Running => allow_playing(look, seat, &mut allow),
    }
    allow
}

fn allow_playing(look: &Look, seat: Seat, allow: &mut Vec<&'static str>) {
    let view = &look.view;
    let active = view.seats.get(seat.index()).is_some_and(|state| state.active);
    if !active || !look.seats.get(seat.index()).is_some_and(Sitter::is_human) {
        return;
    }
    let doubted = view.challengeable.as_ref().is_some_and(|play| play.seat != seat);
    match &view.stage {
        GameStage::Playing { turn, .. } if *turn == seat => {
            allow.extend(["play", "pass"]);
            allow.extend(can_exchange(look, seat).then_some("exchange"));
            allow.extend(view.rules.table.hints.then_some("hint"));
            allow.extend(doubted.then_some("challenge"));
        }
        GameStage::Playing { .. } => allow.extend(doubted.then_some("challenge")),
        GameStage::Answering { waiting } if waiting.contains(seat) => allow.extend(["accept", "challenge"]),
        GameStage::Answering { .. } | GameStage::Waiting | GameStage::Over { .. } => {}
    }
    allow.push("resign");
    allow.extend(look.undo_to.is_some().then_some("undo"));
    if let Some(undo) = look.undo.as_ref().filter(|undo| undo.seat != seat.0) {
        allow.extend((!undo.agreed.contains(&seat.0)).then_some("agree"));
        allow.push("decline");
    }
}

fn can_exchange(look: &Look, seat: Seat) -> bool {
    let view = &look.view;
    let Some(limits) = view.rules.exchange_limits() else { return false };
    let used = view.seats.get(seat.index()).map_or(0, |state| state.exchanges);
    view.bag >= usize::from(limits.bag).max(limits.fewest.into())
        && limits.times.is_none_or(|times| used < times)
}

/// Every turn so far, for the list of moves.
fn turns(log: &[Kept], look: &Look) -> Vec<Value> {
    let viewer = look.who.viewer();
    valid_events(log).filter(|(_, event)| is_turn(event)).map(|(kept, _)| turn(kept, viewer, look)).collect()
}

fn is_turn(event: &Event) -> bool {
    !matches!(event.what, Happened::Started { .. } | Happened::Dealt { .. })
}

/// A turn is what its viewer was told of it, shortened.
fn turn(kept: &Kept, viewer: Viewer, look: &Look) -> Value {
    let told: Value = serde_json::from_str(&kept.told(viewer, &look.kit.rules)).unwrap_or_default();
    let Value::Object(mut told) = told else { return Value::Null };
    if let Some(count) = told.remove("returned") {
        let number = count.as_array().map_or(count.as_u64(), |tiles| Some(tiles.len() as u64));
        told.insert("count".into(), json!(number));
    }
    told.remove("drawn");
    told.remove("reasons");
    Value::Object(told)
}
