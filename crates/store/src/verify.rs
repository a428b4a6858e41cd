//! Checks every stored game.

use crate::transfer::TransferCounts;
use crate::{Damage, GameCopy, GameId, RowLimit, Store, StoreError};

/// A stored game that is damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedGame {
    /// The game.
    pub game: GameId,
    /// What is wrong with it.
    pub damage: Damage,
}

/// The result of a check of all games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VerifyReport {
    /// How much was checked.
    pub counts: TransferCounts,
    /// The games that are damaged.
    pub damaged: Vec<DamagedGame>,
}

/// Checks every game, the oldest first: whether its log and chat are complete, then whether `replay` accepts it.
///
/// # Errors
///
/// Fails if the store cannot be read. A damaged game is part of the report instead.
pub async fn verify(
    store: &Store,
    mut replay: impl FnMut(&GameCopy) -> Result<(), String>,
) -> Result<VerifyReport, StoreError> {
    let mut report = VerifyReport::default();
    let mut after = None;
    loop {
        let games = store.game_ids(after, RowLimit::new(1_000)).await?;
        let Some((last, _)) = games.last() else { return Ok(report) };
        after = Some(*last);
        for (_, game) in games {
            check_game(store, game, &mut replay, &mut report).await?;
        }
    }
}

async fn check_game(
    store: &Store,
    game: GameId,
    replay: &mut impl FnMut(&GameCopy) -> Result<(), String>,
    report: &mut VerifyReport,
) -> Result<(), StoreError> {
    let checked = match store.copy(&game).await {
        Ok(None) => return Ok(()),
        Ok(Some(copy)) => {
            report.counts.add(&copy);
            copy.check().and_then(|()| replay(&copy).map_err(Damage::Replay))
        }
        Err(StoreError::Damaged(why)) => Err(Damage::Unreadable(why)),
        Err(fault) => return Err(fault),
    };
    report.damaged.extend(checked.err().map(|damage| DamagedGame { game, damage }));
    Ok(())
}
