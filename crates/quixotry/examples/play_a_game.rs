//! A whole game in about thirty lines: two computer players who always take the play that scores most.
//!
//! `cargo run --example play_a_game`

use movegen::{Generator, TopPlays, by_score};
use notation::draw::{BoardScene, Colour, DrawingStyle, draw};
use presets::Library;
use rules::{Command, Context, EventKind, Game, Millis, SeededChance};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // Rules are found by name, or read from a file of yours; the English lexicon is part of the program.
    let rules = Library::shipped().rules("standard")?;
    let words = presets::english();
    let mut generator = Generator::new(&rules, words)?;

    // The game makes no chance of its own, knows no clock and opens no lexicon: all three are handed in.
    let mut chance = SeededChance::new(2026);
    let mut context = Context { words, chance: &mut chance, now: Millis(0) };
    let mut game = Game::new(rules);
    for event in game.start(2, &mut context)? {
        game.apply(&event);
    }

    while let Some(seat) = game.turn() {
        // Every legal play goes into a sink; this one keeps the best.
        let mut best = TopPlays::new(1, by_score);
        generator.generate(game.grid(), &game.seats()[seat.index()].rack, &mut best);
        let command = best.plays().first().map_or(Command::Pass, |best| Command::Play(best.play.placement()));

        // Deciding judges and changes nothing; applying changes and cannot fail.
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
