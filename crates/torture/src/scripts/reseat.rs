//! A table that waits for players: they come, go, and others take their seats.

use super::acts::act_together;
use crate::person::{Newcomer, Person};
use crate::testbed::TestBed;
use rules::{Chance, SeededChance};
use serde_json::json;
use std::sync::Arc;

pub(super) async fn play(bed: &Arc<TestBed>, seed: u64) {
    let mut dice = SeededChance::new(seed);
    let wanted = json!({"hints": true, "seats": [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]});
    let Some(mut maker) = Newcomer::new(bed, seed).create(wanted).await else { return };
    maker.read();
    let game = maker.game.clone();
    let mut people = vec![maker];
    for _ in 0..1 + dice.below(3) {
        let Some(mut guest) = enter(bed, &mut dice, &game).await else { continue };
        if guest.leave().await {
            guest.view().await;
        }
    }
    while people.len() < 3 && !bed.is_late() {
        match enter(bed, &mut dice, &game).await {
            Some(person) => people.push(person),
            // A seat may belong to somebody whose request was cut off.
            None => break,
        }
    }
    for _ in 0..4 + dice.below(8) {
        if bed.is_late() {
            return;
        }
        act_together(&mut people).await;
    }
}

async fn enter(bed: &Arc<TestBed>, dice: &mut SeededChance, game: &str) -> Option<Person> {
    let mut person = Newcomer::new(bed, dice.below(u32::MAX).into()).join(game, None).await?;
    person.read();
    Some(person)
}
