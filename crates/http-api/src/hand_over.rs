//! Carrying a seat to another device.

use serde::{Deserialize, Serialize};
use store::Timestamp;

/// A token by which another device gets the seat.
#[derive(Serialize, utoipa::ToSchema)]
pub struct HandOver {
    /// The token. It can be exchanged once.
    pub token: String,
    /// Until when.
    pub until: Timestamp,
}

/// A request to exchange a token for a key.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a token and an id, such as {\"token\": \"5f0c…\", \"id\": \"…\"}")]
pub struct HandOverRequest {
    /// The token.
    pub token: String,
    /// A random, secret id of at least 16 characters. The same id gives the same key again.
    pub id: String,
}
