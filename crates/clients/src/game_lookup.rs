//! Games by name. Our games have ids, and several may have one name; the clients know names only.

use http_api::{ApiError, SeatOccupancy, TableSummary};
use store::{GameFilter, GameId, GameListEntry, GameName, RowLimit, TableStatus, Visibility};
use tables::App;

/// How many games are read at once.
const PAGE: u32 = 200;

/// How many times games are read. Names are searched for as parts of names, so a page may have few that match.
const MAX_PAGES: usize = 20;

/// A public game in the list.
#[derive(Clone, Debug)]
pub(crate) struct ListedGame {
    pub(crate) id: GameId,
    pub(crate) name: String,
    pub(crate) summary: TableSummary,
}

impl ListedGame {
    fn new(entry: &GameListEntry) -> Option<ListedGame> {
        // A game whose summary cannot be read is not offered.
        let summary = serde_json::from_str(entry.summary.details.text()).ok()?;
        Some(ListedGame { id: entry.id.clone(), name: entry.summary.name.to_string(), summary })
    }

    /// Whether a person plays, or a seat waits for one.
    pub(crate) fn has_people(&self) -> bool {
        let kinds = self.summary.seats.iter().map(|seat| seat.kind);
        kinds.into_iter().any(|kind| matches!(kind, SeatOccupancy::Human | SeatOccupancy::Open))
    }
}

/// The public games that are not over, or those with this status, the newest first.
pub(crate) async fn list_games(
    app: &App,
    name: Option<&str>,
    states: &[TableStatus],
) -> Result<Vec<ListedGame>, ApiError> {
    // A text that cannot be a name is the name of no game.
    let Ok(filter) = name.map(|name| GameName::new(name.trim())).transpose() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for &state in states {
        let filter =
            GameFilter { state: Some(state), visibility: Some(Visibility::Public), name: filter.clone() };
        let mut after = None;
        for _ in 0..MAX_PAGES {
            let page = app.store().list(&filter, after, RowLimit::new(PAGE)).await?;
            found.extend(page.games.iter().filter_map(ListedGame::new));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
    }
    if let Some(name) = name {
        found.retain(|game| game.name == name.trim());
    }
    Ok(found)
}

/// The newest public game with this name that a person plays or can play, if it is not over.
pub(crate) async fn find_live_game(app: &App, name: &str) -> Result<Option<ListedGame>, ApiError> {
    let games = list_games(app, Some(name), &[TableStatus::Open, TableStatus::Running]).await?;
    Ok(games.into_iter().find(ListedGame::has_people))
}

/// The newest public games that are not over, those that wait for players first.
pub(crate) async fn newest_games(app: &App) -> Result<Vec<ListedGame>, ApiError> {
    let mut found = Vec::new();
    for state in [TableStatus::Open, TableStatus::Running] {
        let filter = GameFilter { state: Some(state), visibility: Some(Visibility::Public), name: None };
        let page = app.store().list(&filter, None, RowLimit::new(PAGE)).await?;
        found.extend(page.games.iter().filter_map(ListedGame::new).filter(ListedGame::has_people));
    }
    Ok(found)
}
