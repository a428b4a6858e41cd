//! Assigns waiting bots to the games that wait for them.

use crate::App;
use crate::table_summary::awaited_bots;
use http_api::fold_name;
use std::time::Duration;
use store::{GameFilter, GameId, RowLimit, StoreError, TableStatus};

/// How often the store is asked for games that other servers created.
const INTERVAL: Duration = Duration::from_secs(1);

/// How many pages of open games are read, the newest first.
const PAGES: usize = 5;
const PAGE_SIZE: u32 = 200;

/// Looks for games that wait for bots when it is asked to, and at intervals.
pub(crate) async fn run_matchmaker(app: App) {
    let registry = app.bot_registry();
    loop {
        // It makes no difference whether a request or the time ends the wait.
        tokio::time::timeout(INTERVAL, registry.matching_requested()).await.ok();
        let waiting = registry.waiting();
        if waiting.is_empty() {
            continue;
        }
        // If the store does not answer, it is asked again. The oldest games come first.
        for (name, game) in awaited_games(&app).await.unwrap_or_default().iter().rev() {
            if waiting.contains(&fold_name(name)) {
                registry.assign(name, game);
            }
        }
    }
}

/// The bots that open games wait for, the newest games first.
async fn awaited_games(app: &App) -> Result<Vec<(String, GameId)>, StoreError> {
    let filter = GameFilter { state: Some(TableStatus::Open), ..GameFilter::default() };
    let (mut found, mut after) = (Vec::new(), None);
    for _ in 0..PAGES {
        let page = app.store().list(&filter, after, RowLimit::new(PAGE_SIZE)).await?;
        for game in &page.games {
            found.extend(awaited_bots(game).into_iter().map(|name| (name, game.id.clone())));
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    Ok(found)
}
