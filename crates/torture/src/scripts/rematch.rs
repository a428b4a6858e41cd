//! Rematches in every order, with strangers who sit down meanwhile.

use super::acts::{act_together, finish, play_well};
use super::duel::sit_down;
use crate::history::Wish;
use crate::person::{Newcomer, Person};
use crate::testbed::TestBed;
use rules::{Chance, SeededChance};
use serde_json::json;
use std::sync::Arc;

pub(super) async fn play(bed: &Arc<TestBed>, seed: u64) {
    let mut dice = SeededChance::new(seed);
    let count = 2 + dice.below(2);
    let rules = ["standard", "itu", "cornell"][dice.below(3) as usize];
    let Some(mut people) = sit_down(bed, seed, count, json!({"rules": rules})).await else { return };
    for _ in 0..dice.below(4) {
        play_well(&mut people[0]).await;
    }
    match dice.below(2) {
        0 => finish(&mut people).await,
        _ => {
            let loser = dice.below(people.len() as u32) as usize;
            people[loser].command(Wish::Resign, json!({"type": "resign"})).await;
        }
    }
    ask_again(bed, &mut dice, people).await;
}

/// All people ask for a rematch in a random order, and strangers join between them.
pub(super) async fn ask_again(bed: &Arc<TestBed>, dice: &mut SeededChance, mut people: Vec<Person>) {
    let mut again: Vec<Person> = Vec::new();
    while !people.is_empty() && !bed.is_late() {
        let mut person = people.remove(dice.below(people.len() as u32) as usize);
        if let Some(mut next) = person.rematch().await {
            next.view().await;
            next.read();
            again.push(next);
        }
        let Some(first) = again.first().filter(|_| dice.below(2) == 0) else { continue };
        let stranger = Newcomer::new(bed, dice.below(u32::MAX).into());
        if let Some(mut stranger) = stranger.join(&first.game.clone(), None).await {
            stranger.read();
            again.push(stranger);
        }
    }
    for _ in 0..1 + dice.below(5) {
        if bed.is_late() {
            return;
        }
        act_together(&mut again).await;
    }
    if dice.below(3) == 0 {
        finish(&mut again).await;
    }
}
