//! A game of people, with all that the rules offer.

use super::acts::{act_together, finish};
use super::rematch;
use crate::person::{Newcomer, Person};
use crate::testbed::TestBed;
use rules::{Chance, SeededChance};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) async fn play(bed: &Arc<TestBed>, seed: u64) {
    let mut dice = SeededChance::new(seed);
    let count = 2 + dice.below(2);
    let Some(mut people) = sit_down(bed, seed, count, variant(&mut dice)).await else { return };
    for _ in 0..4 + dice.below(16) {
        if bed.is_late() {
            return;
        }
        act_together(&mut people).await;
    }
    if dice.below(3) > 0 {
        finish(&mut people).await;
    }
    if dice.below(2) == 0 {
        rematch::ask_again(bed, &mut dice, people).await;
    }
}

fn variant(dice: &mut SeededChance) -> Value {
    let variants = [
        json!({}),
        json!({"challenge": "single"}),
        json!({"challenge": "five-point", "undo": true}),
        json!({"racks": "open"}),
        json!({"rules": "itu"}),
        json!({"undo": true}),
    ];
    variants[dice.below(variants.len() as u32) as usize].clone()
}

/// Creates a game for people only; all of them join, and some read.
pub(super) async fn sit_down(
    bed: &Arc<TestBed>,
    seed: u64,
    count: u32,
    mut wanted: Value,
) -> Option<Vec<Person>> {
    let open = std::iter::repeat_n(json!({"kind": "open"}), count as usize - 1);
    wanted["seats"] = std::iter::once(json!({"kind": "you"})).chain(open).collect();
    wanted["hints"] = json!(true);
    let mut maker = Newcomer::new(bed, seed).create(wanted).await?;
    maker.read();
    maker.let_spectator_read();
    let mut people = vec![maker];
    // Somebody whose request was cut off may have the seat, and nobody the key to it.
    for number in 0..3 * count {
        if people.len() == count as usize || bed.is_late() {
            break;
        }
        let newcomer = Newcomer::new(bed, seed + u64::from(number));
        if let Some(mut person) = newcomer.join(&people[0].game, None).await {
            person.read();
            people.push(person);
        }
    }
    Some(people)
}
