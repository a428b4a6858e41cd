//! An event as an entry of the list of turns, without what a list does not show.

use super::{
    ChallengedJson, DrawnJson, EndedJson, EventBody, EventViewJson, LeftJson, PlayedJson, SeatOnlyJson,
};
use crate::place::PlacedTileJson;
use crate::play::WordJson;
use rules::Points;
use serde::Serialize;

/// An event as an entry of the list of turns: without the tiles that were drawn and without reasons.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TurnJson {
    seq: u64,
    at: i64,
    #[serde(flatten)]
    body: TurnBody,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
enum TurnBody {
    Played(PlayedTurn),
    PlayFailed(FailedPlayTurn),
    Passed(SeatOnlyJson),
    Exchanged(ExchangeTurn),
    ExchangeFailed(ExchangeTurn),
    Challenged(ChallengedJson),
    Accepted(SeatOnlyJson),
    TurnSkipped(SeatOnlyJson),
    TimedOut(SeatOnlyJson),
    Left(LeftJson),
    Ended(EndedJson),
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct PlayedTurn {
    seat: u8,
    tiles: Vec<PlacedTileJson>,
    words: Vec<WordJson>,
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    bonus: Points,
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    score: Points,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct FailedPlayTurn {
    seat: u8,
    tiles: Vec<PlacedTileJson>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct ExchangeTurn {
    seat: u8,
    /// How many tiles were given back.
    count: usize,
}

impl EventViewJson {
    /// The entry of the list of turns; `None` for the events that start a game.
    #[must_use]
    pub fn into_turn(self) -> Option<TurnJson> {
        let body = match self.what {
            EventBody::Started(_) | EventBody::Dealt(_) => return None,
            EventBody::Played(PlayedJson { seat, tiles, words, bonus, score, drawn: _ }) => {
                TurnBody::Played(PlayedTurn { seat, tiles, words, bonus, score })
            }
            EventBody::PlayFailed(it) => {
                TurnBody::PlayFailed(FailedPlayTurn { seat: it.seat, tiles: it.tiles })
            }
            EventBody::Passed(it) => TurnBody::Passed(it),
            EventBody::Exchanged(it) => {
                TurnBody::Exchanged(ExchangeTurn { seat: it.seat, count: it.returned.len() })
            }
            EventBody::ExchangeFailed(it) => {
                TurnBody::ExchangeFailed(ExchangeTurn { seat: it.seat, count: it.returned.len() })
            }
            EventBody::Challenged(it) => TurnBody::Challenged(it),
            EventBody::Accepted(it) => TurnBody::Accepted(it),
            EventBody::TurnSkipped(it) => TurnBody::TurnSkipped(it),
            EventBody::TimedOut(it) => TurnBody::TimedOut(it),
            EventBody::Left(it) => TurnBody::Left(it),
            EventBody::Ended(it) => TurnBody::Ended(it),
        };
        Some(TurnJson { seq: self.seq, at: self.at, body })
    }
}

impl DrawnJson {
    fn len(&self) -> usize {
        match self {
            DrawnJson::Known(tiles) => tiles.len(),
            DrawnJson::Hidden(count) => *count,
        }
    }
}
