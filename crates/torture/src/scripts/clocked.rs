//! Games with clocks so short that they run out, also those of computers.

use super::acts::act;
use crate::person::Newcomer;
use crate::testbed::TestBed;
use rules::{Chance, SeededChance};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) async fn play(bed: &Arc<TestBed>, seed: u64) {
    let mut dice = SeededChance::new(seed);
    let level = ["greedy", "champion", "strong"][dice.below(3) as usize];
    let wanted = json!({
        "hints": true, "pace": dice.below(400), "clock": clock(&mut dice),
        "seats": [{"kind": "you"}, {"kind": "computer", "level": level}],
    });
    let Some(mut person) = Newcomer::new(bed, seed).create(wanted).await else { return };
    person.read();
    for _ in 0..3 + dice.below(12) {
        if bed.is_late() {
            return;
        }
        act(&mut person).await;
        person.hesitate(600).await;
    }
}

fn clock(dice: &mut SeededChance) -> Value {
    match dice.below(4) {
        0 => json!({"kind": "turn", "turn": "1s", "then": "pass"}),
        1 => json!({"kind": "turn", "turn": "2s", "then": "pass"}),
        2 => json!({"kind": "turn", "turn": "3s", "then": "forfeit"}),
        _ => json!({"kind": "game", "initial": "8s", "overtime": "2s"}),
    }
}
