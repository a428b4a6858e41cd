//! A bot is told the tiles of its own seat, and no others.

use super::{Tenant, TenureBook, Violation, ViolationKind};
use crate::history::{FinalEvent, FinalGame, TableHistory};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) fn check(
    id: &str,
    table: &TableHistory,
    game: &FinalGame,
    tenures: &TenureBook,
) -> Vec<Violation> {
    let mut found = Vec::new();
    for told in &table.bot_hands {
        let mut tiles = told.tiles.clone();
        tiles.sort_unstable();
        let racks = own_racks(&told.bot, game, tenures);
        if !racks.contains(&tiles) {
            let story = [
                format!("the bot {} was told that it has the tiles {tiles:?}", told.bot),
                format!("its racks were {racks:?}"),
            ];
            found.push(Violation::new(ViolationKind::Leak, id, story));
        }
    }
    found
}

/// All racks that the seat of a bot had while it was the bot's, in the order of the log.
fn own_racks(bot: &str, game: &FinalGame, tenures: &TenureBook) -> Vec<Vec<u64>> {
    let mut racks: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let mut own = Vec::new();
    for event in &game.log {
        let Some(seat) = event.seat else { continue };
        let rack = racks.entry(seat).or_default();
        follow(rack, event);
        let holder = tenures.holder(seat, event.seq);
        if holder.is_some_and(|holder| holder.tenant == Tenant::Bot && holder.player == bot) {
            rack.sort_unstable();
            own.push(rack.clone());
        }
    }
    own
}

/// What an event does to the rack of its seat.
fn follow(rack: &mut Vec<u64>, event: &FinalEvent) {
    match event.kind.as_str() {
        "dealt" => rack.extend(numbers(&event.data["tiles"])),
        "played" => {
            let tiles = event.data["tiles"].as_array().map(Vec::as_slice).unwrap_or_default();
            remove(rack, tiles.iter().filter_map(|tile| tile["tile"].as_u64()));
            rack.extend(numbers(&event.data["drawn"]));
        }
        "exchanged" => {
            remove(rack, numbers(&event.data["returned"]));
            rack.extend(numbers(&event.data["drawn"]));
        }
        _ => {}
    }
}

fn numbers(tiles: &Value) -> impl Iterator<Item = u64> {
    tiles.as_array().map(Vec::as_slice).unwrap_or_default().iter().filter_map(Value::as_u64)
}

fn remove(rack: &mut Vec<u64>, tiles: impl Iterator<Item = u64>) {
    for tile in tiles {
        if let Some(place) = rack.iter().position(|other| *other == tile) {
            rack.swap_remove(place);
        }
    }
}
