//! What the list of games shows of one of them.

use crate::api_error::ApiError;
use crate::log_entry::json;
use crate::table::{BOT, Occupant, Table, TableStatus, TableTimeouts};
use rules::{Phase, Points, Seat};
use serde::{Deserialize, Serialize};
use store::{GameListEntry, GameName, GameStatus, Payload, StoredSummary, Timestamp, Visibility};

/// The version of the summaries that are written.
const VERSION: u16 = 1;

/// The part of a game's summary that only the server understands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct GameSummary {
    pub(crate) rules: String,
    pub(crate) rules_title: String,
    pub(crate) lexicon: String,
    pub(crate) seats: Vec<SeatSummary>,
    pub(crate) turn: Option<u8>,
    pub(crate) turns: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) winners: Option<Vec<u8>>,
    pub(crate) takeover: bool,
}

/// A seat in the list of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct SeatSummary {
    pub(crate) player: Option<String>,
    pub(crate) kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<String>,
    #[schema(value_type = i32)]
    pub(crate) score: Points,
    /// Whether the seat is kept for a bot that has not come yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) awaited: bool,
}

/// A game as the list shows it.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GameListing {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) state: &'static str,
    pub(crate) visibility: &'static str,
    #[serde(flatten)]
    pub(crate) shown: GameSummary,
    pub(crate) seq: u64,
    pub(crate) created: i64,
    pub(crate) active: i64,
    pub(crate) watchers: usize,
}

impl GameSummary {
    pub(crate) fn of(table: &Table) -> GameSummary {
        let (rules, game) = (&table.resources.rules, &table.game);
        GameSummary {
            rules: rules.name.clone(),
            rules_title: rules.title.clone(),
            lexicon: table.resources.lexicon.name.clone(),
            seats: table
                .seats
                .iter()
                .zip(0..)
                .map(|(occupant, seat)| shown_seat(table, occupant, Seat(seat)))
                .collect(),
            turn: game.turn().map(|seat| seat.0),
            turns: game.turns(),
            winners: match game.phase() {
                Phase::Over { winners, .. } => Some(winners.iter().map(|seat| seat.0).collect()),
                _ => None,
            },
            takeover: table.seats_to_take_over().next().is_some(),
        }
    }
}

fn shown_seat(table: &Table, occupant: &Occupant, seat: Seat) -> SeatSummary {
    SeatSummary {
        player: occupant.player().map(str::to_owned),
        kind: occupant.kind().to_owned(),
        level: occupant.level().map(str::to_owned),
        score: table.game.seat(seat).map_or(0, |state| state.score),
        awaited: occupant.awaited().is_some(),
    }
}

/// The summary that is stored with a table's events.
pub(crate) fn summary(
    name: &GameName,
    table: &Table,
    timeouts: TableTimeouts,
) -> Result<StoredSummary, ApiError> {
    let shown = Payload::new(VERSION, json(&GameSummary::of(table)));
    Ok(StoredSummary {
        name: name.clone(),
        state: match table.stage() {
            TableStatus::Open => GameStatus::Open,
            TableStatus::Running => GameStatus::Running,
            TableStatus::Over => GameStatus::Finished,
        },
        activity: Timestamp(table.at.0),
        due: table.due(timeouts).map(|(_, at)| Timestamp(at.0)),
        details: shown.map_err(|error| ApiError::Broken(error.to_string()))?,
    })
}

/// A game of the store as the list shows it.
pub(crate) fn listed(game: &GameListEntry, watchers: usize) -> Result<GameListing, ApiError> {
    let shown = serde_json::from_str(game.summary.details.text());
    let shown =
        shown.map_err(|error| ApiError::Broken(format!("the summary of game {}: {error}", game.id)))?;
    Ok(GameListing {
        id: game.id.to_string(),
        name: game.summary.name.to_string(),
        state: state_word(game.summary.state),
        visibility: visibility_word(game.visibility),
        shown,
        seq: game.head.seq.0,
        created: game.created.0,
        active: game.summary.activity.0,
        watchers,
    })
}

/// The names of the bots that a game waits for; none where its summary makes no sense.
pub(crate) fn awaited(game: &GameListEntry) -> Vec<String> {
    let text = game.summary.details.text();
    // Most games wait for none, which is seen without reading all.
    let shown: Option<GameSummary> =
        text.contains("awaited").then(|| serde_json::from_str(text).ok()).flatten();
    let seats = shown.into_iter().flat_map(|shown| shown.seats).filter(|seat| seat.awaited);
    seats.filter_map(|seat| Some(seat.level?.strip_prefix(BOT)?.to_owned())).collect()
}

/// The word for a state.
pub(crate) fn state_word(state: GameStatus) -> &'static str {
    match state {
        GameStatus::Open => "open",
        GameStatus::Running => "running",
        GameStatus::Finished => "over",
    }
}

/// The word for who finds a game.
pub(crate) fn visibility_word(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::ByLink => "private",
    }
}
