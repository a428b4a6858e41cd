//! Calls bots that wait to the tables that wait for them.

use crate::App;
use crate::listing;
use std::time::Duration;
use store::{GameFilter, GameId, GameStatus, RowLimit};

/// How often the store is asked for games that other servers made.
const LOOK: Duration = Duration::from_secs(1);

/// How many open games are looked at, the newest: so many pages of so many.
const PAGES: usize = 5;
const PER_PAGE: u32 = 200;

/// Looks which games wait for bots, whenever there may be one.
pub(crate) async fn attend(app: App) {
    let bot_registry = &app.services.bot_registry;
    loop {
        // Whether it was the bell or the time makes no difference.
        tokio::time::timeout(LOOK, bot_registry.rung()).await.ok();
        let waiting = bot_registry.waiting();
        if waiting.is_empty() {
            continue;
        }
        // While the store is away nobody can be seated; it is asked again. Who has waited longest comes first.
        for (name, game) in awaited(&app).await.unwrap_or_default().iter().rev() {
            bot_registry.call(name, game);
        }
    }
}

/// The bots that open games wait for, the newest games first.
async fn awaited(app: &App) -> Result<Vec<(String, GameId)>, store::StoreError> {
    let filter = GameFilter { state: Some(GameStatus::Open), ..GameFilter::default() };
    let (mut found, mut after) = (Vec::new(), None);
    for _ in 0..PAGES {
        let page = app.store().list(&filter, after, RowLimit::new(PER_PAGE)).await?;
        for game in &page.games {
            found.extend(listing::awaited(game).into_iter().map(|name| (name, game.id.clone())));
        }
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    Ok(found)
}
