//! The command of a player, as it is sent.

use rules::Seat;
use serde::Deserialize;
use store::Seq;
use wire::{AxisName, TileDraft};

/// A command of a player.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a command, such as {\"type\": \"play\", \"play\": \"8H WORD\"}")]
pub struct CommandRequest {
    /// The last event that the player has seen.
    pub seen: Option<Seq>,
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
    /// The seat of the player who is away, for `claim` and `offer`.
    pub seat: Option<Seat>,
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
    /// Claim a win over a player who is away.
    Claim,
    /// Offer the seat of a player who is away: a computer takes it until somebody comes.
    Offer,
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
