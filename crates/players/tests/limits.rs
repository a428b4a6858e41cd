//! Every player obeys every limit, also while it looks for plays.

use quixotry_players::{Cancellation, PlayerData, SearchLimit, list};
use rules::{Command, Context, Game, Millis, Seat, SeededChance, Viewer};
use std::time::Instant;

/// A game that has just begun.
fn begin(rules: &rules::Ruleset) -> Game {
    let mut chance = SeededChance::new(5);
    let mut context = Context { words: presets::english(), chance: &mut chance, now: Millis(0) };
    let mut game = Game::new(rules.clone());
    game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
    game
}

#[test]
fn a_player_whose_search_is_over_looks_for_no_plays() {
    let cancellation = Cancellation::new();
    cancellation.cancel();
    let over = [
        ("cancelled", SearchLimit::for_iterations(1_000).with_cancellation(&cancellation)),
        ("too late", SearchLimit::for_iterations(1_000).with_deadline(Instant::now())),
    ];
    for preset in ["standard", "infinite"] {
        let rules = presets::Library::shipped().rules(preset).unwrap();
        let data = PlayerData::new(&rules, presets::english()).unwrap();
        let game = begin(&rules);
        let view = game.view(Viewer::Seat(Seat(0)));
        // Those that simulate look for candidates in any case, for a moment.
        for level in list().iter().filter(|level| !["sim", "champion"].contains(&level.name)) {
            let mut player = level.player_with(&data, 1).unwrap();
            for (name, limit) in &over {
                let command = player.choose(&view, limit);
                // With any of its plays it would play: so it did not look for them.
                assert!(
                    !matches!(command, Command::Play(_)),
                    "{preset}, {}, {name}: {command:?}",
                    level.name
                );
                let mut chance = SeededChance::new(1);
                let mut context = Context { words: presets::english(), chance: &mut chance, now: Millis(0) };
                assert!(game.decide(Seat(0), &command, &mut context).is_ok(), "{preset}, {}", level.name);
            }
            // The next search of the same player is not concerned.
            let command = player.choose(&view, &SearchLimit::for_iterations(2));
            assert!(matches!(command, Command::Play(_)), "{preset}, {}: {command:?}", level.name);
        }
    }
}
