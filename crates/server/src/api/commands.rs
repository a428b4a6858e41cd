//! `POST /api/games/{id}/commands`: what a player does.

use super::{Body, GamePath};
use crate::app::App;
use crate::owner::{Caller, Order, Request, Wish};
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use store::CommandId;
use tiles::TileId;
use wire::{AxisName, PlayDraft, TileDraft};

/// A command as it is sent.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandJson {
    /// The last event the player saw.
    seen: Option<u64>,
    /// An id of the player's choice, so that the command is carried out once however often it is sent.
    id: Option<String>,
    #[serde(rename = "type")]
    what: Kind,
    /// A play as it is written.
    play: Option<String>,
    /// The tiles of a play, or those to be exchanged.
    tiles: Option<TilesJson>,
    axis: Option<AxisName>,
    /// Which words are doubted.
    words: Option<Vec<usize>>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
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
pub(crate) enum TilesJson {
    Text(String),
    Numbers(Vec<u8>),
    Placed(Vec<TileDraft>),
}

/// Where the log stands after a command.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Carried {
    seq: u64,
}

/// Does something in a game.
#[utoipa::path(post, path = "/games/{id}/commands", tag = "turns", params(("id" = String, Path, description = "the game")), request_body = CommandJson, responses((status = 200, description = "the last event of the command", body = Carried)))]
pub(crate) async fn command(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    Body(command): Body<CommandJson>,
) -> Result<Json<Carried>, Problem> {
    if caller.key.is_none() {
        return Err(Problem::UnknownKey);
    }
    let order = order(command)?;
    let seq = app.hall.ask(&id, &caller, |reply| Request::Command(order.clone(), reply)).await?;
    Ok(Json(Carried { seq }))
}

fn order(command: CommandJson) -> Result<Order, Problem> {
    let id = command.id.as_deref().map(CommandId::new).transpose();
    let id = id.map_err(|error| Problem::invalid("id", error.to_string()))?;
    let seen = command.seen;
    Ok(Order { seen, id, wish: wish(command)? })
}

fn wish(command: CommandJson) -> Result<Wish, Problem> {
    let CommandJson { what, play, tiles, axis, words, .. } = command;
    let unused = [
        ("play", play.is_some() && what != Kind::Play),
        ("axis", axis.is_some() && what != Kind::Play),
        ("tiles", tiles.is_some() && !matches!(what, Kind::Play | Kind::Exchange)),
        ("words", words.is_some() && what != Kind::Challenge),
    ];
    if let Some((field, _)) = unused.into_iter().find(|(_, unused)| *unused) {
        return Err(Problem::invalid(field, "this type of command has no such field"));
    }
    match what {
        Kind::Play => play_wish(play, tiles, axis),
        Kind::Exchange => exchange_wish(tiles),
        Kind::Pass => Ok(Wish::Pass),
        Kind::Challenge => Ok(Wish::Challenge(words)),
        Kind::Accept => Ok(Wish::Accept),
        Kind::Resign => Ok(Wish::Resign),
        Kind::Undo => Ok(Wish::Undo),
        Kind::Agree => Ok(Wish::Agree),
        Kind::Decline => Ok(Wish::Decline),
    }
}

fn play_wish(
    play: Option<String>,
    tiles: Option<TilesJson>,
    axis: Option<AxisName>,
) -> Result<Wish, Problem> {
    match (play, tiles) {
        (Some(text), None) => Ok(Wish::PlayText(text)),
        (None, Some(TilesJson::Placed(tiles))) => Ok(Wish::Play(PlayDraft { tiles, axis })),
        (None, Some(TilesJson::Numbers(none))) if none.is_empty() => {
            Ok(Wish::Play(PlayDraft { tiles: Vec::new(), axis }))
        }
        (Some(_), Some(_)) => Err(Problem::invalid("play", "say either \"play\" or \"tiles\", not both")),
        (None, Some(_)) => {
            Err(Problem::invalid("tiles", "the tiles of a play are a list of {x, y, tile, letter}"))
        }
        (None, None) => {
            Err(Problem::invalid("play", "a play needs \"play\", such as \"8H WORD\", or \"tiles\""))
        }
    }
}

fn exchange_wish(tiles: Option<TilesJson>) -> Result<Wish, Problem> {
    match tiles {
        Some(TilesJson::Text(text)) => Ok(Wish::ExchangeText(text)),
        Some(TilesJson::Numbers(numbers)) => Ok(Wish::Exchange(numbers.into_iter().map(TileId).collect())),
        Some(TilesJson::Placed(_)) | None => Err(Problem::invalid(
            "tiles",
            "an exchange needs \"tiles\": a text such as \"AEI\", or a list of numbers",
        )),
    }
}
