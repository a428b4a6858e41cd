//! The summary of a table that is stored with its events, for the list of games.

use crate::api::ApiError;
use crate::json;
use crate::table::{BOT_PREFIX, Occupant, SeatOccupancy, Table, TableTimeouts};
use rules::{Phase, Points, Seat};
use serde::{Deserialize, Serialize};
use store::{GameListEntry, GameName, Payload, StoredSummary, Timestamp};

/// The version of the summaries that are written.
const VERSION: u16 = 1;

/// The part of a stored summary that the store does not interpret.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct TableSummary {
    pub(crate) rules: String,
    rules_title: String,
    lexicon: String,
    pub(crate) seats: Vec<SeatSummary>,
    #[schema(required = true)]
    turn: Option<u8>,
    turns: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    winners: Option<Vec<u8>>,
    /// Whether a new player may take over a seat.
    takeover: bool,
}

/// A seat in the list of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct SeatSummary {
    #[schema(required = true)]
    pub(crate) player: Option<String>,
    kind: SeatOccupancy,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    level: Option<String>,
    #[schema(value_type = i32)]
    score: Points,
    /// Whether the seat is reserved for a bot that has not come yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    awaited: bool,
}

impl TableSummary {
    fn new(table: &Table) -> TableSummary {
        let (rules, game) = (&table.resources.rules, &table.game);
        TableSummary {
            rules: rules.name.clone(),
            rules_title: rules.title.clone(),
            lexicon: table.resources.lexicon.name.clone(),
            seats: table
                .occupants()
                .map(|(seat, occupant)| SeatSummary::new(table, seat, occupant))
                .collect(),
            turn: game.turn().map(|seat| seat.0),
            turns: game.turns(),
            winners: match game.phase() {
                Phase::Over { winners, .. } => Some(winners.iter().map(|seat| seat.0).collect()),
                Phase::Waiting | Phase::Playing | Phase::Answering(_) => None,
            },
            takeover: table.seats_to_take_over().next().is_some(),
        }
    }
}

impl SeatSummary {
    fn new(table: &Table, seat: Seat, occupant: &Occupant) -> SeatSummary {
        SeatSummary {
            player: occupant.player().map(str::to_owned),
            kind: occupant.occupancy(),
            level: occupant.level().map(str::to_owned),
            score: table.game.seat(seat).map_or(0, |state| state.score),
            awaited: occupant.reserved_for().is_some(),
        }
    }
}

/// The summary that is stored with the events of a table.
pub(crate) fn stored_summary(
    name: &GameName,
    table: &Table,
    timeouts: TableTimeouts,
) -> Result<StoredSummary, ApiError> {
    let details = Payload::new(VERSION, json::to_text(&TableSummary::new(table)));
    Ok(StoredSummary {
        name: name.clone(),
        state: table.status().into(),
        activity: Timestamp(table.at.0),
        due: table.next_action(timeouts).map(|(_, at)| Timestamp(at.0)),
        details: details.map_err(|error| ApiError::Internal(error.to_string()))?,
    })
}

/// The names of the bots that a game waits for; none if its summary cannot be read.
pub(crate) fn awaited_bots(game: &GameListEntry) -> Vec<String> {
    let text = game.summary.details.text();
    // Most games wait for no bot, which can be seen without parsing.
    let summary: Option<TableSummary> =
        text.contains("awaited").then(|| serde_json::from_str(text).ok()).flatten();
    let seats = summary.into_iter().flat_map(|summary| summary.seats).filter(|seat| seat.awaited);
    seats.filter_map(|seat| Some(seat.level?.strip_prefix(BOT_PREFIX)?.to_owned())).collect()
}
