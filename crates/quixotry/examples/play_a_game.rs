//! A whole game in about thirty lines: two players that always make the highest-scoring play.
//!
//! `cargo run --example play_a_game`

use quixotry::movegen::{Generator, TopPlays, by_score};
use quixotry::notation::draw::{BoardScene, Colour, DrawingStyle, draw};
use quixotry::presets::Library;
use quixotry::rules::{Command, Context, EventKind, Game, Millis, SeededChance};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // Load rules by name or from your own file. The English lexicon is embedded.
    let rules = Library::shipped().rules("standard")?;
    let words = quixotry::presets::english();
    let mut generator = Generator::new(&rules, words)?;

    // The game has no random source, no clock and no lexicon of its own: the caller passes all three.
    let mut chance = SeededChance::new(2026);
    let mut context = Context { words, chance: &mut chance, now: Millis(0) };
    let mut game = Game::new(rules);
    for event in game.start(2, &mut context)? {
        game.apply(&event);
    }

    while let Some(seat) = game.turn() {
        // The generator passes every legal play to a sink. This sink keeps the best one.
        let mut best = TopPlays::new(1, by_score);
        generator.generate(game.grid(), &game.seats()[seat.index()].rack, &mut best);
        let command = best.plays().first().map_or(Command::Pass, |best| Command::Play(best.play.placement()));

        // `decide` checks the command and changes nothing; `apply` changes the game and cannot fail.
        for event in game.decide(seat, &command, &mut context)? {
            game.apply(&event);
            if let EventKind::Played { words, score, .. } = &event.kind {
                let word = words
                    .first()
                    .map(|word| game.rules().tiles.alphabet().print_board_letters(&word.letters));
                println!("{seat:?} plays {} for {score}", word.unwrap_or_default());
            }
        }
    }

    print!("{}", draw(BoardScene::new(game.rules(), game.grid()), DrawingStyle::Classic, Colour::None));
    println!("final scores: {:?}", game.seats().iter().map(|seat| seat.score).collect::<Vec<_>>());
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
