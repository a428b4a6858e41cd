//! The list of games.

use super::ApiError;
use crate::names::fold_name;
use crate::table::TableStatus;
use crate::table_summary::TableSummary;
use serde::{Deserialize, Serialize};
use store::{Cursor, GameListEntry, StoredGame, Visibility};

/// A game in the list.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct LobbyEntry {
    id: String,
    name: String,
    state: TableStatus,
    visibility: TableVisibility,
    #[serde(flatten)]
    summary: TableSummary,
    /// The last event.
    seq: u64,
    created: i64,
    /// When the last event happened.
    active: i64,
    /// How many spectators watch through this server.
    watchers: usize,
}

/// A page of the list of games.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LobbyPage {
    games: Vec<LobbyEntry>,
    /// The `before` of the next page.
    #[schema(required = true)]
    next: Option<String>,
}

/// Who finds a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableVisibility {
    /// Everyone.
    Public,
    /// Only clients with the invitation.
    Private,
}

impl From<Visibility> for TableVisibility {
    fn from(visibility: Visibility) -> TableVisibility {
        match visibility {
            Visibility::Public => TableVisibility::Public,
            Visibility::ByLink => TableVisibility::Private,
        }
    }
}

impl From<TableVisibility> for Visibility {
    fn from(visibility: TableVisibility) -> Visibility {
        match visibility {
            TableVisibility::Public => Visibility::Public,
            TableVisibility::Private => Visibility::ByLink,
        }
    }
}

impl LobbyEntry {
    pub(crate) fn new(game: &GameListEntry, watchers: usize) -> Result<LobbyEntry, ApiError> {
        let summary = serde_json::from_str(game.summary.details.text());
        let damaged = |error| ApiError::Internal(format!("the summary of game {}: {error}", game.id));
        Ok(LobbyEntry {
            id: game.id.to_string(),
            name: game.summary.name.to_string(),
            state: game.summary.state.into(),
            visibility: game.visibility.into(),
            summary: summary.map_err(damaged)?,
            seq: game.head.seq.0,
            created: game.created.0,
            active: game.summary.activity.0,
            watchers,
        })
    }

    pub(crate) fn from_game(game: StoredGame, watchers: usize) -> Result<LobbyEntry, ApiError> {
        let entry = GameListEntry {
            id: game.id,
            visibility: game.header.visibility,
            created: game.header.created,
            summary: game.summary,
            head: game.head,
        };
        LobbyEntry::new(&entry, watchers)
    }

    /// Whether a player's name contains this text.
    #[must_use]
    pub fn has_player(&self, text: &str) -> bool {
        let text = fold_name(text);
        let players = self.summary.seats.iter().filter_map(|seat| seat.player.as_deref());
        players.map(fold_name).any(|player| player.contains(&text))
    }

    /// Whether the game has these rules.
    #[must_use]
    pub fn has_rules(&self, rules: &str) -> bool {
        self.summary.rules == rules
    }
}

impl LobbyPage {
    /// A page, and where the next one begins.
    #[must_use]
    pub fn new(games: Vec<LobbyEntry>, next: Option<Cursor>) -> LobbyPage {
        LobbyPage { games, next: next.map(|cursor| cursor.to_string()) }
    }
}
