//! No game waits for a computer or a clock.

use super::evidence::tell_event;
use super::{Tenant, TenureBook, Violation, ViolationKind};
use crate::history::{FinalGame, TableHistory};

/// How long a computer, or a server that takes over from another, may take in milliseconds.
const PATIENCE: i64 = 15_000;

pub(super) fn check(
    id: &str,
    table: &TableHistory,
    game: &FinalGame,
    tenures: &TenureBook,
) -> Option<Violation> {
    let (last, turn) = (game.log.last()?, game.turn.filter(|_| game.is_running)?);
    let holder = tenures.holder(turn, last.seq)?;
    let waited = game.read - last.at - game.skew;
    let why = match (holder.tenant, table.longest_turn) {
        (Tenant::Computer, _) if waited > PATIENCE => "a computer has to move",
        (_, Some(longest)) if waited > longest + PATIENCE => "the time of the turn is up",
        _ => return None,
    };
    let story =
        [format!("for {waited} ms nothing has happened although {why} (seat {turn})"), tell_event(last)];
    Some(Violation::new(ViolationKind::Stuck, id, story))
}
