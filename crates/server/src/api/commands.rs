//! `POST /api/games/{id}/commands`: what a player does.

use super::{GamePath, JsonBody};
use crate::api_error::ApiError;
use crate::app::App;
use crate::owner::{Credentials, Order, Request, Wish};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use store::CommandId;
use tiles::TileId;
use wire::{AxisName, PlayDraft, TileDraft};

/// A command as it is sent.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandRequest {
    /// The last event the player saw.
    seen: Option<u64>,
    /// An id of the player's choice, so that the command is carried out once however often it is sent.
    id: Option<String>,
    #[serde(rename = "type")]
    what: CommandType,
    /// A play as it is written.
    play: Option<String>,
    /// The tiles of a play, or those to be exchanged.
    tiles: Option<CommandTiles>,
    axis: Option<AxisName>,
    /// Which words are doubted.
    words: Option<Vec<usize>>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CommandType {
    Play,
    Pass,
    Exchange,
    Challenge,
    Accept,
    Resign,
    Undo,
    Agree,
    Decline,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(
    untagged,
    expecting = "tiles are a text such as \"AEI\", a list of numbers, or a list of {x, y, tile, letter}"
)]
pub(crate) enum CommandTiles {
    Text(String),
    Numbers(Vec<u8>),
    Placed(Vec<TileDraft>),
}

/// Where the log stands after a command.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct CommandResult {
    seq: u64,
}

/// Does something in a game.
#[utoipa::path(post, path = "/games/{id}/commands", tag = "turns", params(("id" = String, Path, description = "the game")), request_body = CommandRequest, responses((status = 200, description = "the last event of the command", body = CommandResult)))]
pub(crate) async fn command(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
    JsonBody(command): JsonBody<CommandRequest>,
) -> Result<Json<CommandResult>, ApiError> {
    if credentials.key.is_none() {
        return Err(ApiError::UnknownKey);
    }
    let order = order(command)?;
    let seq = app.registry.ask(&id, &credentials, |reply| Request::Command(order.clone(), reply)).await?;
    Ok(Json(CommandResult { seq }))
}

fn order(command: CommandRequest) -> Result<Order, ApiError> {
    let id = command.id.as_deref().map(CommandId::new).transpose();
    let id = id.map_err(|error| ApiError::invalid("id", error.to_string()))?;
    let seen = command.seen;
    Ok(Order { seen, id, wish: wish(command)? })
}

fn wish(command: CommandRequest) -> Result<Wish, ApiError> {
    let CommandRequest { what, play, tiles, axis, words, .. } = command;
    let unused = [
        ("play", play.is_some() && what != CommandType::Play),
        ("axis", axis.is_some() && what != CommandType::Play),
        ("tiles", tiles.is_some() && !matches!(what, CommandType::Play | CommandType::Exchange)),
        ("words", words.is_some() && what != CommandType::Challenge),
    ];
    if let Some((field, _)) = unused.into_iter().find(|(_, unused)| *unused) {
        return Err(ApiError::invalid(field, "this type of command has no such field"));
    }
    match what {
        CommandType::Play => play_wish(play, tiles, axis),
        CommandType::Exchange => exchange_wish(tiles),
        CommandType::Pass => Ok(Wish::Pass),
        CommandType::Challenge => Ok(Wish::Challenge(words)),
        CommandType::Accept => Ok(Wish::Accept),
        CommandType::Resign => Ok(Wish::Resign),
        CommandType::Undo => Ok(Wish::Undo),
        CommandType::Agree => Ok(Wish::Agree),
        CommandType::Decline => Ok(Wish::Decline),
    }
}

fn play_wish(
    play: Option<String>,
    tiles: Option<CommandTiles>,
    axis: Option<AxisName>,
) -> Result<Wish, ApiError> {
    match (play, tiles) {
        (Some(text), None) => Ok(Wish::PlayText(text)),
        (None, Some(CommandTiles::Placed(tiles))) => Ok(Wish::Play(PlayDraft { tiles, axis })),
        (None, Some(CommandTiles::Numbers(none))) if none.is_empty() => {
            Ok(Wish::Play(PlayDraft { tiles: Vec::new(), axis }))
        }
        (Some(_), Some(_)) => Err(ApiError::invalid("play", "say either \"play\" or \"tiles\", not both")),
        (None, Some(_)) => {
            Err(ApiError::invalid("tiles", "the tiles of a play are a list of {x, y, tile, letter}"))
        }
        (None, None) => {
            Err(ApiError::invalid("play", "a play needs \"play\", such as \"8H WORD\", or \"tiles\""))
        }
    }
}

fn exchange_wish(tiles: Option<CommandTiles>) -> Result<Wish, ApiError> {
    match tiles {
        Some(CommandTiles::Text(text)) => Ok(Wish::ExchangeText(text)),
        Some(CommandTiles::Numbers(numbers)) => Ok(Wish::Exchange(numbers.into_iter().map(TileId).collect())),
        Some(CommandTiles::Placed(_)) | None => Err(ApiError::invalid(
            "tiles",
            "an exchange needs \"tiles\": a text such as \"AEI\", or a list of numbers",
        )),
    }
}
