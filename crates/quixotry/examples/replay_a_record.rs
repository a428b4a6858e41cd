//! Checks a GCG file, replays the game, and writes it as a record that contains its rules.
//!
//! `cargo run --example replay_a_record [FILE]`

use quixotry::notation::draw::{BoardScene, Colour, DrawingStyle, draw};
use quixotry::notation::gcg;
use quixotry::presets::{Library, Source};
use quixotry::wire::{PartialRecord, RecordHeader, RecordRules, RecordSeat};
use std::error::Error;

const GAME: &[u8] = include_bytes!("../tests/data/game.gcg");

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).map(std::fs::read).transpose()?;
    replay(file.as_deref().unwrap_or(GAME))
}

fn replay(file: &[u8]) -> Result<(), Box<dyn Error>> {
    let game = gcg::parse(file)?;
    let rules = Library::shipped().rules("standard")?;

    // Problems of the file, line by line. Words are looked up if a lexicon is given.
    for finding in gcg::lint(&game, &rules, Some(quixotry::presets::english())) {
        println!("{finding}");
    }

    // Every turn with the position after it.
    let replay = gcg::replay(&game, &rules);
    for step in &replay.steps {
        println!("line {:>2}: {:?} {:+}", step.line, step.action, step.score);
    }
    if let Some(last) = replay.steps.last() {
        let scene = BoardScene::new(&last.position.rules, &last.position.grid);
        print!("{}", draw(scene, DrawingStyle::Classic, Colour::None));
    }

    // The event log of the game, in which tiles may be unknown, as a record file that needs no other file.
    let events = gcg::to_events(&game, &rules)
        .map_err(|findings| findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let seat = |player: gcg::GcgPlayer| RecordSeat { player: player.name, ..RecordSeat::default() };
    let header = RecordHeader {
        rules: RecordRules {
            name: rules.name.clone(),
            source: quixotry::presets::to_toml(&rules),
            ..RecordRules::default()
        },
        seats: game.players().into_iter().map(seat).collect(),
        ..RecordHeader::default()
    };
    let mut record = PartialRecord::new_partial(header, rules);
    for event in events {
        record.append(event)?;
    }

    // Reading the record gives the same game.
    let rules_of = |header: &RecordHeader| {
        Library::shipped().rules_from(&Source::from_text(&header.rules.name, &header.rules.source))
    };
    let again = PartialRecord::read_partial(record.print(), rules_of)?.record;
    let scores: Vec<i32> = again.game().seats().iter().map(|seat| seat.score).collect();
    println!("the record has {} events and ends {scores:?}", again.events().len());
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    replay(GAME)
}
