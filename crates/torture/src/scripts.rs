//! What happens at the tables. Each script is one game or a few that belong together.

mod acts;
mod bot_game;
mod clocked;
mod company;
mod duel;
mod rematch;
mod reseat;
mod revoked;

use crate::testbed::TestBed;
use rules::{Chance, SeededChance};
use std::sync::Arc;
use std::time::Duration;

/// Plays one script after the other until the time is up.
pub async fn keep_playing(bed: Arc<TestBed>, seed: u64, table: u64) {
    let mut dice = SeededChance::new(seed.wrapping_mul(1_000_003).wrapping_add(table));
    while !bed.is_late() {
        let script = u64::from(dice.below(u32::MAX));
        match dice.below(12) {
            0..3 => duel::play(&bed, script).await,
            3..6 => company::play(&bed, script).await,
            6 => clocked::play(&bed, script).await,
            7 => reseat::play(&bed, script).await,
            8..10 => rematch::play(&bed, script).await,
            10 => bot_game::play(&bed, script).await,
            _ => revoked::play(&bed, script).await,
        }
        bed.pause(Duration::from_millis(u64::from(dice.below(300)))).await;
    }
}
