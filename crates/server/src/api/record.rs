//! `GET /api/games/{id}/record`: a game or a position in a file format.

use super::{Caller, GamePath, QueryParams, Requester};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use http_api::ApiError;
use notation::{cgp, draw, gcg};
use rules::{Event, Game, Position, Seat};
use serde::Deserialize;
use std::time::{Duration, UNIX_EPOCH};
use store::{GameId, TableStatus};
use tables::{App, GameHistory, Occupant, WorkKind};
use tiles::Tiles;
use wire::{PositionDraft, Record, RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind};

/// Which format, and after which turn.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordQuery {
    #[param(inline)]
    format: Option<RecordFormat>,
    turn: Option<usize>,
}

/// A file format.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RecordFormat {
    /// A whole game in GCG.
    Gcg,
    /// A whole game as a record.
    Jsonl,
    /// A position in CGP.
    Cgp,
    /// A picture of the board.
    Svg,
    /// A position as JSON, for any board.
    Json,
}

/// Writes a game or a position in a file format.
#[utoipa::path(get, path = "/games/{id}/record", tag = "records", params(("id" = String, Path, description = "the game"), RecordQuery), responses((status = 200, description = "the game or a position", content((String = "text/plain"), (String = "application/x-ndjson"), (String = "image/svg+xml"), (Object = "application/json")))))]
pub(crate) async fn record(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    Requester(owner): Requester,
    QueryParams(query): QueryParams<RecordQuery>,
) -> Result<Response, ApiError> {
    let history = app.history(&id, &credentials).await?;
    app.work(WorkKind::Answering, owner, move || write(&id, &history, &query)).await
}

fn write(id: &GameId, history: &GameHistory, query: &RecordQuery) -> Result<Response, ApiError> {
    let format = query.format.unwrap_or(RecordFormat::Jsonl);
    let over = history.snapshot.status == TableStatus::Over;
    let (kind, ending, bytes) = match format {
        RecordFormat::Gcg if !over => {
            return Err(ApiError::conflict("not-over", "a game is written down as GCG once it is over"));
        }
        RecordFormat::Gcg => ("text/plain; charset=utf-8", "gcg", write_gcg(history)?),
        RecordFormat::Jsonl if over => ("application/x-ndjson", "jsonl", write_record(history, id.as_str())?),
        RecordFormat::Jsonl => ("application/x-ndjson", "jsonl", write_seen(history, id.as_str())),
        RecordFormat::Cgp => {
            let position = position(history, query.turn)?;
            ("text/plain; charset=utf-8", "cgp", (cgp::print_position(&position) + "\n").into_bytes())
        }
        RecordFormat::Svg => {
            let game = history.after_turns(query.turn)?;
            let picture = draw::svg(draw::BoardScene::new(&history.snapshot.resources.rules, game.grid()));
            ("image/svg+xml", "svg", picture.into_bytes())
        }
        RecordFormat::Json => {
            let position = position(history, query.turn)?;
            ("application/json", "json", PositionDraft::new(&position).print().into_bytes())
        }
    };
    let disposition = format!("inline; filename=\"{id}.{ending}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, bytes).into_response())
}

fn write_gcg(history: &GameHistory) -> Result<Vec<u8>, ApiError> {
    let names: Vec<&str> =
        history.snapshot.seats.iter().map(|occupant| occupant.player().unwrap_or_default()).collect();
    let events: Vec<Event> = history.events().cloned().collect();
    let game = gcg::from_events(&history.snapshot.resources.rules, &names, &events);
    gcg::print(&game).map_err(|fault| ApiError::unprocessable("not-in-gcg", fault.to_string()))
}

/// The record of a finished game, without chat.
fn write_record(history: &GameHistory, id: &str) -> Result<Vec<u8>, ApiError> {
    let mut record = Record::new(record_header(history, id), history.snapshot.resources.rules.clone());
    for event in history.events() {
        record.append(event.clone()).map_err(|fault| ApiError::Internal(format!("game {id}: {fault}")))?;
    }
    Ok(record.print().into_bytes())
}

/// A game in progress as its viewer sees it: hidden tiles are counted.
fn write_seen(history: &GameHistory, id: &str) -> Vec<u8> {
    let mut text = record_header(history, id).print() + "\n";
    for line in history.viewer_lines() {
        text.push_str(&line);
        text.push('\n');
    }
    text.into_bytes()
}

fn record_header(history: &GameHistory, id: &str) -> RecordHeader {
    let snapshot = &history.snapshot;
    let began = history.events().next().map(|event| event.at.0.max(0).unsigned_abs());
    let time =
        |millis| humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(millis)).to_string();
    RecordHeader {
        rules: RecordRules {
            name: snapshot.resources.rules.name.clone(),
            source: snapshot.resources.source.to_string(),
            ..RecordRules::default()
        },
        lexicon: Some(RecordLexicon {
            name: snapshot.resources.lexicon.name.clone(),
            hash: Some(snapshot.resources.lexicon.digest.clone()),
            ..RecordLexicon::default()
        }),
        seats: snapshot.seats.iter().map(label).collect(),
        started: began.map(time),
        id: Some(id.to_owned()),
        ..RecordHeader::default()
    }
}

fn label(occupant: &Occupant) -> RecordSeat {
    RecordSeat {
        player: occupant.player().unwrap_or_default().to_owned(),
        kind: if occupant.level().is_some() { SeatKind::Computer } else { SeatKind::Human },
        ..RecordSeat::default()
    }
}

/// The position after a number of turns, with the racks that the viewer may see.
fn position(history: &GameHistory, turns: Option<usize>) -> Result<Position, ApiError> {
    let game = history.after_turns(turns)?;
    let view = game.view(history.snapshot.role.viewer());
    let all = history.snapshot.status == TableStatus::Over;
    let first = game.turn().unwrap_or(Seat(0)).index();
    let count = game.seats().len();
    let order = (0..count).map(|place| (first + place) % count);
    let rack = |seat: usize| rack(&game, seat, all).or_else(|| view.seats[seat].rack.tiles().cloned());
    let (racks, scores) =
        order.map(|seat| (rack(seat).unwrap_or_default(), game.seats()[seat].score)).unzip();
    let rules = history.snapshot.resources.rules.clone();
    let scoreless = game.tally().scoreless;
    Ok(match count {
        0 => Position::new(rules),
        _ => Position { rules, grid: game.grid().clone(), racks, unknown: Vec::new(), scores, scoreless },
    })
}

fn rack(game: &Game, seat: usize, all: bool) -> Option<Tiles> {
    game.seats().get(seat).filter(|_| all).map(|state| state.rack.clone())
}
