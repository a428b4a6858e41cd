//! Viewers get no hidden information.

use crate::common::{PlayedGame, random_game};
use proptest::prelude::*;
use quixotry_wire::{event_view_json, view_json};
use rules::{Event, EventKind, Game, RackVisibility, Seat, Viewer};
use serde_json::Value;
use tiles::TileId;

fn viewers(played: &PlayedGame) -> Vec<Viewer> {
    (0..played.seats).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator]).collect()
}

fn view(game: &Game, viewer: Viewer) -> Value {
    serde_json::to_value(view_json(&game.view(viewer), Some("g1"), 9)).unwrap()
}

fn seen(event: &Event, viewer: Viewer, game: &Game) -> Value {
    let seen = event.view(viewer, game.rules());
    serde_json::to_value(event_view_json(1, &seen, &game.rules().tiles)).unwrap()
}

/// The player who drew tiles in an event, and the tiles.
fn drawn(event: &mut Event) -> Option<(Seat, &mut Vec<TileId>)> {
    match &mut event.kind {
        EventKind::Dealt { seat, tiles } => Some((*seat, tiles)),
        EventKind::Played { seat, drawn, .. } | EventKind::Exchanged { seat, drawn, .. } => {
            Some((*seat, drawn))
        }
        EventKind::Started { .. }
        | EventKind::PlayFailed { .. }
        | EventKind::Passed { .. }
        | EventKind::ExchangeFailed { .. }
        | EventKind::Challenged { .. }
        | EventKind::Accepted { .. }
        | EventKind::TurnSkipped { .. }
        | EventKind::TimedOut { .. }
        | EventKind::Left { .. }
        | EventKind::Ended { .. } => None,
    }
}

/// The same event with other drawn tiles, if the bag has others.
fn with_other_draws(event: &Event, before: &Game) -> Option<(Seat, Event)> {
    let mut with_other_draws = event.clone();
    let (seat, tiles) = drawn(&mut with_other_draws)?;
    let mut bag = before.bag().clone();
    tiles.iter().for_each(|&tile| _ = bag.take(tile));
    for tile in tiles.iter_mut() {
        let other = bag.iter().find(|other| other != tile)?;
        bag.take(other).ok()?;
        bag.add(std::mem::replace(tile, other));
    }
    (with_other_draws != *event).then_some((seat, with_other_draws))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A view does not depend on the tiles that other players draw.
    #[test]
    fn a_view_does_not_depend_on_hidden_draws(seed: u64) {
        let mut games = (0..).map(|step| random_game(seed.wrapping_add(step), 40));
        let played = games.find(|game| game.rules.racks == RackVisibility::Closed).unwrap();
        for (before, event) in played.states.iter().zip(&played.events) {
            let Some((seat, other)) = with_other_draws(event, before) else { continue };
            let (mut game, mut twin_game) = (before.clone(), before.clone());
            game.apply(event);
            twin_game.apply(&other);
            for viewer in viewers(&played).into_iter().filter(|viewer| viewer.seat() != Some(seat)) {
                prop_assert_eq!(seen(event, viewer, before), seen(&other, viewer, before));
                prop_assert_eq!(hide_unseen(view(&game, viewer)), hide_unseen(view(&twin_game, viewer)));
                prop_assert_eq!(&view(&game, viewer)["unseen"], &view(&twin_game, viewer)["unseen"]);
            }
        }
    }

    /// A view contains a rack only for its owner, in open games, and at the end.
    #[test]
    fn racks_are_visible_only_to_permitted_viewers(seed: u64) {
        let played = random_game(seed, 40);
        for game in &played.states {
            for viewer in viewers(&played) {
                check_racks(game, viewer);
            }
        }
    }
}

fn hide_unseen(mut view: Value) -> Value {
    view["unseen"] = Value::Null;
    view
}

fn check_racks(game: &Game, viewer: Viewer) {
    let json = view(game, viewer);
    for (index, state) in game.seats().iter().enumerate() {
        let seat = &json["seats"][index];
        let open = game.rules().racks == RackVisibility::Open || game.is_over();
        let shown = open || viewer == Viewer::Seat(Seat(index as u8));
        assert_eq!(seat["tiles"], state.rack.len());
        assert_eq!(seat.get("rack").is_some(), shown);
        assert_eq!(seat.get("letters").is_some(), shown);
        if shown {
            let ids: Vec<u8> = state.rack.iter().map(|tile| tile.0).collect();
            assert_eq!(seat["rack"], serde_json::json!(ids));
        }
    }
}

#[test]
fn hidden_tiles_are_counted() {
    let played = random_game(5, 0);
    let dealt = played.events.iter().find(|event| matches!(event.kind, EventKind::Dealt { .. })).unwrap();
    assert_eq!(seen(dealt, Viewer::Spectator, played.game())["tiles"], 5);
    assert!(seen(dealt, Viewer::Seat(Seat(0)), played.game())["tiles"].is_array());
}

#[test]
fn a_view_has_the_documented_keys() {
    let json = view(random_game(5, 20).game(), Viewer::Seat(Seat(0)));
    let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = "bag board challengeable id over rules seats seq stage tally turn turns unseen viewer";
    let found: Vec<&str> = keys.into_iter().filter(|key| !["since", "waiting"].contains(key)).collect();
    assert_eq!(found.join(" "), expected);
}
