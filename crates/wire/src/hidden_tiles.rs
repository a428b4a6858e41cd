//! The hidden tiles of events as JSON: a list of tiles, or in a log from outside a list and a count.

use crate::event::{TileIds, ids, tile_ids};
use rules::{DrawnTiles, PartialDraw};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use tiles::TileId;

/// The hidden tiles of the events of a record: all known, or known in part.
pub trait RecordTiles: DrawnTiles + Clone + PartialEq + Debug {
    /// Their JSON form.
    type Json: Serialize + DeserializeOwned;

    /// Converts them to JSON.
    fn to_json(&self) -> Self::Json;

    /// Converts them from JSON.
    fn from_json(json: Self::Json) -> Self;
}

impl RecordTiles for Vec<TileId> {
    type Json = TileIds;

    fn to_json(&self) -> TileIds {
        ids(self)
    }

    fn from_json(json: TileIds) -> Vec<TileId> {
        tile_ids(json)
    }
}

impl RecordTiles for PartialDraw {
    type Json = PartialDrawJson;

    fn to_json(&self) -> PartialDrawJson {
        match self.is_complete() {
            true => PartialDrawJson::Known(ids(&self.known)),
            false => PartialDrawJson::Partial(PartialJson { count: self.count, known: ids(&self.known) }),
        }
    }

    fn from_json(json: PartialDrawJson) -> PartialDraw {
        match json {
            PartialDrawJson::Known(known) => PartialDraw::from(tile_ids(known)),
            PartialDrawJson::Partial(PartialJson { count, known }) => {
                PartialDraw { known: tile_ids(known), count }
            }
        }
    }
}

/// Tiles by number, or a draw that is known in part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "tiles are a list of numbers, or {\"count\": how many were drawn, \"known\": those that are known}"
)]
pub enum PartialDrawJson {
    /// The tiles.
    Known(Vec<u8>),
    /// How many tiles, and which became known.
    Partial(PartialJson),
}

/// How many tiles were drawn, and which became known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartialJson {
    count: usize,
    known: Vec<u8>,
}
