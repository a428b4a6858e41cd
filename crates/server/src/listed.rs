//! What the list of games shows of one of them.

use crate::happening::json;
use crate::problem::Problem;
use crate::table::{BOT, Patience, Sitter, Stage, Table};
use rules::{Phase, Points, Seat};
use serde::{Deserialize, Serialize};
use store::{Listed, Name, Payload, State, Summary, Timestamp, Visibility};

/// The version of the summaries that are written.
const VERSION: u16 = 1;

/// The part of a game's summary that only the server understands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct Shown {
    pub(crate) rules: String,
    pub(crate) rules_title: String,
    pub(crate) lexicon: String,
    pub(crate) seats: Vec<ShownSeat>,
    pub(crate) turn: Option<u8>,
    pub(crate) turns: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) winners: Option<Vec<u8>>,
    pub(crate) takeover: bool,
}

/// A seat in the list of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct ShownSeat {
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
pub(crate) struct ListedGame {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) state: &'static str,
    pub(crate) visibility: &'static str,
    #[serde(flatten)]
    pub(crate) shown: Shown,
    pub(crate) seq: u64,
    pub(crate) created: i64,
    pub(crate) active: i64,
    pub(crate) watchers: usize,
}

impl Shown {
    pub(crate) fn of(table: &Table) -> Shown {
        let (rules, game) = (&table.kit.rules, &table.game);
        Shown {
            rules: rules.name.clone(),
            rules_title: rules.title.clone(),
            lexicon: table.kit.lexicon.name.clone(),
            seats: table
                .seats
                .iter()
                .zip(0..)
                .map(|(sitter, seat)| shown_seat(table, sitter, Seat(seat)))
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

fn shown_seat(table: &Table, sitter: &Sitter, seat: Seat) -> ShownSeat {
    ShownSeat {
        player: sitter.player().map(str::to_owned),
        kind: sitter.kind().to_owned(),
        level: sitter.level().map(str::to_owned),
        score: table.game.seat(seat).map_or(0, |state| state.score),
        awaited: sitter.awaited().is_some(),
    }
}

/// The summary that is stored with a table's events.
pub(crate) fn summary(name: &Name, table: &Table, patience: Patience) -> Result<Summary, Problem> {
    let shown = Payload::new(VERSION, json(&Shown::of(table)));
    Ok(Summary {
        name: name.clone(),
        state: match table.stage() {
            Stage::Open => State::Open,
            Stage::Running => State::Running,
            Stage::Over => State::Finished,
        },
        activity: Timestamp(table.at.0),
        due: table.due(patience).map(|(_, at)| Timestamp(at.0)),
        shown: shown.map_err(|error| Problem::Broken(error.to_string()))?,
    })
}

/// A game of the store as the list shows it.
pub(crate) fn listed(game: &Listed, watchers: usize) -> Result<ListedGame, Problem> {
    let shown = serde_json::from_str(game.summary.shown.text());
    let shown =
        shown.map_err(|error| Problem::Broken(format!("the summary of game {}: {error}", game.id)))?;
    Ok(ListedGame {
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
pub(crate) fn awaited(game: &Listed) -> Vec<String> {
    let text = game.summary.shown.text();
    // Most games wait for none, which is seen without reading all.
    let shown: Option<Shown> = text.contains("awaited").then(|| serde_json::from_str(text).ok()).flatten();
    let seats = shown.into_iter().flat_map(|shown| shown.seats).filter(|seat| seat.awaited);
    seats.filter_map(|seat| Some(seat.level?.strip_prefix(BOT)?.to_owned())).collect()
}

/// The word for a state.
pub(crate) fn state_word(state: State) -> &'static str {
    match state {
        State::Open => "open",
        State::Running => "running",
        State::Finished => "over",
    }
}

/// The word for who finds a game.
pub(crate) fn visibility_word(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Public => "public",
        Visibility::ByLink => "private",
    }
}
