//! The command of a player, as it is sent.

use super::ApiError;
use crate::owner::{PlayerAction, PlayerCommand};
use rules::{ChallengedWords, Command};
use serde::Deserialize;
use store::{CommandId, Seq};
use tiles::TileId;
use wire::{AxisName, PlayDraft, TileDraft};

/// A command of a player.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a command, such as {\"type\": \"play\", \"play\": \"8H WORD\"}")]
pub struct CommandRequest {
    /// The last event that the player has seen.
    pub seen: Option<u64>,
    /// An id chosen by the client. A command that is sent again with the same id is carried out once.
    pub id: Option<String>,
    /// What the player does.
    #[serde(rename = "type", deserialize_with = "wire::deserialize_name")]
    pub kind: CommandType,
    /// A play in notation.
    pub play: Option<String>,
    /// The tiles of a play, or those to exchange.
    pub tiles: Option<CommandTiles>,
    /// The direction of a play given by tiles.
    #[serde(default, deserialize_with = "wire::deserialize_optional_name")]
    pub axis: Option<AxisName>,
    /// The numbers of the challenged words.
    pub words: Option<Vec<usize>>,
}

/// The type of a command.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CommandType {
    /// Lay tiles.
    Play,
    /// Pass the turn.
    Pass,
    /// Exchange tiles.
    Exchange,
    /// Challenge the last play.
    Challenge,
    /// Accept the last play.
    Accept,
    /// Give up.
    Resign,
    /// Ask to take back the last turn.
    Undo,
    /// Agree to take a turn back.
    Agree,
    /// Decline to take a turn back.
    Decline,
}

/// Tiles of a play or an exchange.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(
    untagged,
    expecting = "tiles are a text such as \"AEI\", a list of numbers, or a list of {x, y, tile, letter}"
)]
pub enum CommandTiles {
    /// Letters.
    Text(String),
    /// Tile numbers.
    Numbers(Vec<u8>),
    /// Tiles with their squares.
    Placed(Vec<TileDraft>),
}

impl TryFrom<CommandRequest> for PlayerCommand {
    type Error = ApiError;

    fn try_from(request: CommandRequest) -> Result<PlayerCommand, ApiError> {
        let id = request.id.as_deref().map(CommandId::new).transpose();
        let id = id.map_err(|error| ApiError::malformed("id", error.to_string()))?;
        let seen = request.seen.map(Seq);
        Ok(PlayerCommand { seen, id, action: request.into_action()? })
    }
}

impl CommandRequest {
    fn into_action(self) -> Result<PlayerAction, ApiError> {
        let CommandRequest { kind, play, tiles, axis, words, .. } = self;
        let unused = [
            ("play", play.is_some() && kind != CommandType::Play),
            ("axis", axis.is_some() && kind != CommandType::Play),
            ("tiles", tiles.is_some() && !matches!(kind, CommandType::Play | CommandType::Exchange)),
            ("words", words.is_some() && kind != CommandType::Challenge),
        ];
        if let Some((field, _)) = unused.into_iter().find(|(_, unused)| *unused) {
            return Err(ApiError::malformed(field, "this type of command has no such field"));
        }
        Ok(match kind {
            CommandType::Play => play_action(play, tiles, axis)?,
            CommandType::Exchange => exchange_action(tiles)?,
            CommandType::Pass => PlayerAction::Game(Command::Pass),
            CommandType::Challenge => {
                let words = words.map_or(ChallengedWords::All, ChallengedWords::Words);
                PlayerAction::Game(Command::Challenge(words))
            }
            CommandType::Accept => PlayerAction::Accept,
            CommandType::Resign => PlayerAction::Game(Command::Resign),
            CommandType::Undo => PlayerAction::Undo,
            CommandType::Agree => PlayerAction::AgreeToUndo,
            CommandType::Decline => PlayerAction::DeclineUndo,
        })
    }
}

fn play_action(
    play: Option<String>,
    tiles: Option<CommandTiles>,
    axis: Option<AxisName>,
) -> Result<PlayerAction, ApiError> {
    match (play, tiles) {
        (Some(text), None) => Ok(PlayerAction::PlayText(text)),
        (None, Some(CommandTiles::Placed(tiles))) => Ok(PlayerAction::PlayTiles(PlayDraft { tiles, axis })),
        (None, Some(CommandTiles::Numbers(none))) if none.is_empty() => {
            Ok(PlayerAction::PlayTiles(PlayDraft { tiles: Vec::new(), axis }))
        }
        (Some(_), Some(_)) => Err(ApiError::malformed("play", "say either \"play\" or \"tiles\", not both")),
        (None, Some(_)) => {
            Err(ApiError::malformed("tiles", "the tiles of a play are a list of {x, y, tile, letter}"))
        }
        (None, None) => {
            Err(ApiError::malformed("play", "a play needs \"play\", such as \"8H WORD\", or \"tiles\""))
        }
    }
}

fn exchange_action(tiles: Option<CommandTiles>) -> Result<PlayerAction, ApiError> {
    match tiles {
        Some(CommandTiles::Text(text)) => Ok(PlayerAction::ExchangeText(text)),
        Some(CommandTiles::Numbers(numbers)) => {
            Ok(PlayerAction::Game(Command::Exchange(numbers.into_iter().map(TileId).collect())))
        }
        Some(CommandTiles::Placed(_)) | None => Err(ApiError::malformed(
            "tiles",
            "an exchange needs \"tiles\": a text such as \"AEI\", or a list of numbers",
        )),
    }
}
