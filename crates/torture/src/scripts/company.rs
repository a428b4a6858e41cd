//! People and computers that take each other's seats while the game runs.

use super::acts::act;
use crate::person::{Newcomer, Person};
use crate::testbed::TestBed;
use rules::{Chance, SeededChance};
use serde_json::json;
use std::sync::Arc;

pub(super) async fn play(bed: &Arc<TestBed>, seed: u64) {
    let mut dice = SeededChance::new(seed);
    let computer = |level: &str| json!({"kind": "computer", "level": level});
    let level = ["first", "greedy", "easy"][dice.below(3) as usize];
    let wanted = json!({
        "rules": "cornell", "hints": true, "takeover": true, "pace": dice.below(60),
        "seats": [{"kind": "you"}, computer(level), computer("first"), computer("greedy")],
    });
    let Some(mut maker) = Newcomer::new(bed, seed).create(wanted).await else { return };
    maker.read();
    maker.let_spectator_read();
    let mut people = vec![maker];
    for _ in 0..6 + dice.below(18) {
        if bed.is_late() || people.is_empty() {
            return;
        }
        match dice.below(6) {
            0 if people.len() < 4 => take_over(bed, &mut dice, &mut people).await,
            1 if people.len() > 1 => leave(&mut dice, &mut people).await,
            _ => act_by_turns(&mut people).await,
        }
    }
}

/// A stranger takes the seat of a computer, which may be about to move.
async fn take_over(bed: &Arc<TestBed>, dice: &mut SeededChance, people: &mut Vec<Person>) {
    let newcomer = Newcomer::new(bed, dice.below(u32::MAX).into());
    if let Some(mut person) = newcomer.join(&people[0].game, None).await {
        person.read();
        people.push(person);
    }
}

/// Somebody leaves, and a computer plays on. The streams of the leaver stay open.
async fn leave(dice: &mut SeededChance, people: &mut Vec<Person>) {
    let mut leaver = people.remove(dice.below(people.len() as u32) as usize);
    if leaver.leave().await {
        // The key is worth nothing now.
        leaver.view().await;
        act(&mut leaver).await;
    }
}

async fn act_by_turns(people: &mut [Person]) {
    for person in people {
        act(person).await;
    }
}
