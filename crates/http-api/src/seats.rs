//! Taking and leaving seats.

use rules::Seat;
use serde::{Deserialize, Serialize};
use store::Seq;

/// A request to take a seat.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a player, such as {\"player\": \"Ann\"}")]
pub struct JoinRequest {
    /// The name of the player.
    pub player: String,
    /// The seat; the first free one if left out.
    pub seat: Option<Seat>,
    /// A random, secret id of at least 16 characters. The same id gives the same seat and key again.
    pub id: Option<String>,
}

/// A seat and the key to it.
#[derive(Serialize, utoipa::ToSchema)]
pub struct SeatKey {
    /// The seat.
    pub seat: Seat,
    /// The key.
    pub key: String,
}

/// The last event of a log.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LogPosition {
    seq: Seq,
}

impl From<Seq> for LogPosition {
    fn from(seq: Seq) -> LogPosition {
        LogPosition { seq }
    }
}
