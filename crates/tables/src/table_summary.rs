//! The summary of a table that is stored with its events, for the list of games.

use crate::occupant::{BOT_PREFIX, Occupant};
use crate::table::{Table, TableTimeouts};
use http_api::{ApiError, GameTerms, SeatSummary, TableSummary, json_text};
use rules::{Phase, Seat};
use store::{GameListEntry, GameName, Payload, StoredSummary, Timestamp};

/// The version of the summaries that are written.
const VERSION: u16 = 1;

/// The summary that is stored with the events of a table.
pub(crate) fn stored_summary(
    name: &GameName,
    table: &Table,
    timeouts: TableTimeouts,
) -> Result<StoredSummary, ApiError> {
    let details = Payload::new(VERSION, json_text(&table_summary(table)));
    Ok(StoredSummary {
        name: name.clone(),
        state: table.status(),
        activity: Timestamp(table.last_activity.0),
        due: table.next_action(timeouts).map(|(_, at)| Timestamp(at.0)),
        details: details.map_err(|error| ApiError::Internal(error.to_string()))?,
    })
}

fn table_summary(table: &Table) -> TableSummary {
    let (rules, game) = (&table.resources.rules, &table.game);
    TableSummary {
        rules: rules.name.clone(),
        rules_title: rules.title.clone(),
        lexicon: table.resources.lexicon.name.clone(),
        seats: table.occupants().map(|(seat, occupant)| seat_summary(table, seat, occupant)).collect(),
        turn: game.turn(),
        turns: game.turns(),
        winners: match game.phase() {
            Phase::Over { winners, .. } => Some(winners.clone()),
            Phase::Waiting | Phase::Playing | Phase::Answering(_) => None,
        },
        takeover: table.seats_to_take_over().next().is_some(),
        gives_way: !table.keeps_seats(),
        terms: Some(GameTerms::new(rules)),
    }
}

fn seat_summary(table: &Table, seat: Seat, occupant: &Occupant) -> SeatSummary {
    SeatSummary {
        player: occupant.player().map(str::to_owned),
        kind: occupant.occupancy(),
        level: occupant.level().map(str::to_owned),
        score: table.game.seat(seat).map_or(0, |state| state.score),
        awaited: occupant.is_awaited(),
    }
}

/// Whether a player who is away for too long loses the seat; not if the summary cannot be read.
pub(crate) fn gives_way(game: &GameListEntry) -> bool {
    let summary: Result<TableSummary, _> = serde_json::from_str(game.summary.details.text());
    summary.is_ok_and(|summary| summary.gives_way)
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
