//! Looking at every stored game.

use crate::transfer::TransferCounts;
use crate::{Damage, GameCopy, GameId, RowLimit, Store, StoreError};

/// Something wrong with a stored game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedGame {
    /// The game.
    pub game: GameId,
    /// What is wrong with it.
    pub damage: Damage,
}

/// What was looked at, and what was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VerifyReport {
    /// How much was looked at.
    pub counts: TransferCounts,
    /// The games with something wrong.
    pub findings: Vec<DamagedGame>,
}

/// Looks at every game, the oldest first: whether its log and chat are whole, then whether `replay` accepts it.
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
            look_at(store, game, &mut replay, &mut report).await?;
        }
    }
}

async fn look_at(
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
    report.findings.extend(checked.err().map(|damage| DamagedGame { game, damage }));
    Ok(())
}
