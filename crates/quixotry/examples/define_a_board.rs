//! Defines a board: a staircase of premium squares on an unbounded board. Then scores two words on it.
//!
//! `cargo run --example define_a_board`

use quixotry::notation::draw::{BoardScene, Colour, DrawingStyle, draw};
use quixotry::notation::plays::{self, Turn};
use quixotry::presets::{Library, Source};
use quixotry::rules::{Coord, Position, Rect};
use std::error::Error;

/// The board program computes which square is at a coordinate. Each square has programs that change the points of a
/// word on it; they run in the order of their priorities.
const BOARD: &str = r#"
title = "Staircase"
kind = "program"
centre = [0, 0]
unbounded = true
used = 0
program = '''
declare step;
step := _x_ - _y_;                        // the diagonal this place lies on
if (step < 0) then { step := -step };
if (step % 5 = 4) then { _result_ := 1 }  // every fifth diagonal is a step of the stairs
'''

[[square]]
id = 0
name = "plain"
[square.steps]
0 = "_result_ := pointValue(_pos_) + _acc_"

[[square]]
id = 1
name = "longer is better"
[square.steps]
0 = "_result_ := pointValue(_pos_) + _acc_"
1 = "_result_ := _acc_ + wordLength * wordLength"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let library = Library::shipped();

    // All errors are reported at once, with line and column. Try it: break the program above.
    let board = library.board_from(&Source::from_text("staircase", BOARD))?;
    println!(
        "the square at (4, 0) is: {}",
        board.square(Coord::new(4, 0)).map_or("nothing", |square| square.name())
    );

    // The board is one field of the rules. Everything else is as in the preset.
    let mut draft = library.rules("itu")?.draft();
    draft.board = board;
    let position = Position::new(draft.try_into()?);

    let window = Rect::between(Coord::new(-8, -8), Coord::new(8, 8));
    let scene = BoardScene::new(&position.rules, &position.grid).with_window(window);
    print!("{}", draw(scene, DrawingStyle::Classic, Colour::None));

    // Unbounded boards have signed coordinates: these words start at (0, 0) and run across.
    for text in ["0,0> CAT", "0,0> CATTLE"] {
        let Turn::Place(placement) = plays::parse(text, plays::PlayContext::of(&position))? else { continue };
        let play = position.judge(&placement, Some(quixotry::presets::english()))?;
        println!("{text} scores {}", play.score());
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
