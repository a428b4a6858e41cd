//! A person against a bot of the bot port, which loses its connection now and then.

use super::acts::{act, finish};
use crate::bot::spawn_bot;
use crate::person::Newcomer;
use crate::testbed::TestBed;
use rules::{Chance, SeededChance};
use serde_json::json;
use std::sync::Arc;

pub(super) async fn play(bed: &Arc<TestBed>, seed: u64) {
    let mut dice = SeededChance::new(seed);
    let name = format!("bot{}", bed.number());
    spawn_bot(bed, &name, seed);
    let wanted = json!({"hints": true, "seats": [{"kind": "you"}, {"kind": "bot", "name": name}]});
    let Some(mut person) = Newcomer::new(bed, seed).create(wanted).await else { return };
    person.read();
    person.let_spectator_read();
    for _ in 0..6 + dice.below(14) {
        if bed.is_late() {
            return;
        }
        act(&mut person).await;
        person.hesitate(200).await;
    }
    finish(std::slice::from_mut(&mut person)).await;
}
