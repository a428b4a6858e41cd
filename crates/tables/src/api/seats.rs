//! Taking and leaving seats.

use crate::owner::SeatGrant;
use serde::{Deserialize, Serialize};
use store::Seq;

/// A request to take a seat.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a player, such as {\"player\": \"Ann\"}")]
pub struct JoinRequest {
    /// The name of the player.
    pub player: String,
    /// The seat; the first free one if left out.
    pub seat: Option<u8>,
}

/// A seat and the key to it.
#[derive(Serialize, utoipa::ToSchema)]
pub struct SeatKey {
    seat: u8,
    key: String,
}

impl From<SeatGrant> for SeatKey {
    fn from(grant: SeatGrant) -> SeatKey {
        SeatKey { seat: grant.seat.0, key: grant.key.into_text() }
    }
}

/// The last event of a log.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LogPosition {
    seq: u64,
}

impl From<Seq> for LogPosition {
    fn from(seq: Seq) -> LogPosition {
        LogPosition { seq: seq.0 }
    }
}
