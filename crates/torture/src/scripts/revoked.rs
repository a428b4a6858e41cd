//! The operator revokes the key of a player while the player reads.

use super::acts::{act_together, play_well};
use super::duel::sit_down;
use crate::history::{AttemptOutcome, KeyRevocation};
use crate::http::HttpRequest;
use crate::node::ADMIN_TOKEN;
use crate::recorder::now;
use crate::testbed::TestBed;
use reqwest::Method;
use rules::{Chance, SeededChance};
use serde_json::json;
use std::sync::Arc;

pub(super) async fn play(bed: &Arc<TestBed>, seed: u64) {
    let mut dice = SeededChance::new(seed);
    let Some(mut people) = sit_down(bed, seed, 2, json!({})).await else { return };
    for _ in 0..2 + dice.below(4) {
        act_together(&mut people).await;
    }
    let (Some(mut revoked), Some(mut other)) = (people.pop(), people.pop()) else { return };
    let path = format!("/admin/games/{}/seats/{}/key", revoked.game, revoked.seat);
    let request = HttpRequest::new("revoke", revoked.node(), Method::DELETE, path).key(ADMIN_TOKEN);
    if let AttemptOutcome::Acknowledged(_) = revoked.send(request).await {
        let revocation = KeyRevocation { person: revoked.name.clone(), answered: now() };
        bed.recorder.table(&revoked.game, |table| table.revocations.push(revocation));
    }
    // Something has to happen after the time in which every server hears of it.
    for _ in 0..40 {
        if bed.is_late() {
            return;
        }
        other.chat().await;
        play_well(&mut other).await;
        other.hesitate(700).await;
    }
}
