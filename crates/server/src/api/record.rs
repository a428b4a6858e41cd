//! `GET /api/games/{id}/record`: a game to be kept.

use super::history::{History, history};
use super::{GamePath, Query};
use crate::app::App;
use crate::owner::Caller;
use crate::problem::Problem;
use crate::table::{Sitter, Stage, valid_events};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use notation::{cgp, draw, gcg};
use rules::{Event, Game, Position, Seat};
use serde::Deserialize;
use std::time::{Duration, UNIX_EPOCH};
use tiles::Tiles;
use wire::{Header, LexiconName, PositionDraft, Record, RulesText, SeatKind, SeatLabel};

/// What is wanted of a record.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
    #[param(inline)]
    format: Option<Format>,
    turn: Option<usize>,
}

/// How a game is written down.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Format {
    /// A whole game as other programs read it.
    Gcg,
    /// A whole game with everything.
    Jsonl,
    /// A position as other programs read it.
    Cgp,
    /// A picture of the board.
    Svg,
    /// A position on any board.
    Json,
}

/// Writes a game down.
#[utoipa::path(get, path = "/games/{id}/record", tag = "records", params(("id" = String, Path, description = "the game"), Wanted), responses((status = 200, description = "the game or a position, written down", content((String = "text/plain"), (String = "application/x-ndjson"), (String = "image/svg+xml"), (Object = "application/json")))))]
pub(crate) async fn record(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let history = history(&app, &id, &caller).await?;
    let format = wanted.format.unwrap_or(Format::Jsonl);
    let over = history.look.stage == Stage::Over;
    let (kind, ending, bytes) = match format {
        Format::Gcg if !over => {
            return Err(Problem::conflict("not-over", "a game is written down as GCG once it is over"));
        }
        Format::Gcg => ("text/plain; charset=utf-8", "gcg", write_gcg(&history)?),
        Format::Jsonl if over => ("application/x-ndjson", "jsonl", write_record(&history, id.as_str())?),
        Format::Jsonl => ("application/x-ndjson", "jsonl", write_seen(&history, id.as_str())),
        Format::Cgp => {
            let position = position(&history, wanted.turn)?;
            ("text/plain; charset=utf-8", "cgp", (cgp::print_position(&position) + "\n").into_bytes())
        }
        Format::Svg => {
            let game = history.after_turns(wanted.turn)?;
            let picture = draw::svg(draw::Scene::new(&history.look.kit.rules, game.grid()));
            ("image/svg+xml", "svg", picture.into_bytes())
        }
        Format::Json => {
            let position = position(&history, wanted.turn)?;
            ("application/json", "json", PositionDraft::new(&position).print().into_bytes())
        }
    };
    let disposition = format!("inline; filename=\"{id}.{ending}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, bytes).into_response())
}

fn write_gcg(history: &History) -> Result<Vec<u8>, Problem> {
    let names: Vec<&str> =
        history.look.seats.iter().map(|sitter| sitter.player().unwrap_or_default()).collect();
    let events: Vec<Event> = history.events().cloned().collect();
    let game = gcg::from_events(&history.look.kit.rules, &names, &events);
    gcg::print(&game).map_err(|fault| Problem::unfit("not-in-gcg", fault.to_string()))
}

/// The record of a game that is over. Chat is not part of it.
fn write_record(history: &History, id: &str) -> Result<Vec<u8>, Problem> {
    let mut record = Record::new(record_header(history, id), history.look.kit.rules.clone());
    for event in history.events() {
        record.append(event.clone()).map_err(|fault| Problem::Broken(format!("game {id}: {fault}")))?;
    }
    Ok(record.print().into_bytes())
}

/// A game in progress as its viewer sees it: tiles that are hidden are counted.
fn write_seen(history: &History, id: &str) -> Vec<u8> {
    let (look, viewer) = (&history.look, history.look.who.viewer());
    let mut text = record_header(history, id).print() + "\n";
    for (kept, _) in valid_events(&history.log) {
        text.push_str(&kept.told(viewer, &look.kit.rules));
        text.push('\n');
    }
    text.into_bytes()
}

fn record_header(history: &History, id: &str) -> Header {
    let look = &history.look;
    let began = history.events().next().map(|event| event.at.0.max(0).unsigned_abs());
    let time =
        |millis| humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(millis)).to_string();
    Header {
        rules: RulesText {
            name: look.kit.rules.name.clone(),
            source: look.kit.source.to_string(),
            ..RulesText::default()
        },
        lexicon: Some(LexiconName {
            name: look.kit.lexicon.name.clone(),
            hash: Some(look.kit.lexicon.digest.clone()),
            ..LexiconName::default()
        }),
        seats: look.seats.iter().map(label).collect(),
        started: began.map(time),
        id: Some(id.to_owned()),
        ..Header::default()
    }
}

fn label(sitter: &Sitter) -> SeatLabel {
    SeatLabel {
        player: sitter.player().unwrap_or_default().to_owned(),
        kind: if sitter.level().is_some() { SeatKind::Computer } else { SeatKind::Human },
        ..SeatLabel::default()
    }
}

/// The position after so many turns, with the racks its viewer may see.
fn position(history: &History, turns: Option<usize>) -> Result<Position, Problem> {
    let game = history.after_turns(turns)?;
    let view = game.view(history.look.who.viewer());
    let all = history.look.stage == Stage::Over;
    let first = game.turn().unwrap_or(Seat(0)).index();
    let count = game.seats().len();
    let order = (0..count).map(|place| (first + place) % count);
    let rack = |seat: usize| rack(&game, seat, all).or_else(|| view.seats[seat].rack.known().cloned());
    let (racks, scores) =
        order.map(|seat| (rack(seat).unwrap_or_default(), game.seats()[seat].score)).unzip();
    let rules = history.look.kit.rules.clone();
    let scoreless = game.tally().scoreless;
    Ok(match count {
        0 => Position::new(rules),
        _ => Position { rules, grid: game.grid().clone(), racks, scores, scoreless },
    })
}

fn rack(game: &Game, seat: usize, all: bool) -> Option<Tiles> {
    game.seats().get(seat).filter(|_| all).map(|state| state.rack.clone())
}
