//! What deciding and applying cost in the middle of a game, and what a board given as a program costs.
//!
//! `cargo bench -p quixotry-rules`

#[path = "../tests/support/mod.rs"]
mod support;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use quixotry_rules::Axis::{Across, Down};
use quixotry_rules::*;
use std::hint::black_box;
use support::*;

/// A game after four plays, with a play of five tiles that forms three words to judge.
fn middle() -> (Table, Command) {
    let mut table = Table::new(rules(), 2, "CATDOGSRETAINSEIOUPELMNPRT");
    table.play(0, 7, 7, Across, "CAT");
    table.play(1, 10, 7, Down, "SRETAIN");
    table.play(0, 6, 6, Down, "DOG");
    table.pass(1);
    let placement = place(table.game.rules(), table.game.grid(), 11, 8, Down, "SE");
    (table, Command::Play(placement))
}

fn deciding(c: &mut Criterion) {
    let (mut table, command) = middle();
    let words = table.words.clone();
    c.bench_function("decide a play", |b| {
        b.iter(|| {
            let mut context = Context { words: &*words, chance: &mut table.chance, now: Millis(0) };
            black_box(table.game.decide(Seat(0), &command, &mut context))
        });
    });
    c.bench_function("refuse a play", |b| {
        let far = Command::Play(place(table.game.rules(), table.game.grid(), 0, 0, Across, "SE"));
        b.iter(|| {
            let mut context = Context { words: &*words, chance: &mut table.chance, now: Millis(0) };
            black_box(table.game.decide(Seat(0), &far, &mut context)).unwrap_err()
        });
    });
}

fn applying(c: &mut Criterion) {
    let (mut table, command) = middle();
    let events = table.decide(0, &command).unwrap();
    c.bench_function("apply a play", |b| {
        b.iter_batched_ref(
            || table.game.clone(),
            |game| events.iter().for_each(|event| game.apply(event)),
            BatchSize::SmallInput,
        );
    });
    c.bench_function("view a game", |b| b.iter(|| black_box(table.game.view(Viewer::Seat(Seat(0))))));
}

const STANDARD: &str = "declare a; declare b;
if (_x_ < 0) then { a := 0 - _x_ } else { a := _x_ };
if (_y_ < 0) then { b := 0 - _y_ } else { b := _y_ };
if (a > 7 \\/ b > 7) then { _result_ := 0 - 1 }
else { if (a % 7 = 0 /\\ b % 7 = 0) then { _result_ := 4 }
else { if (a = b /\\ a > 2) then { _result_ := 3 } else { _result_ := 0 } } }";

fn boards(c: &mut Criterion) {
    let program = |unbounded| BoardLayout::Program { source: STANDARD.into(), unbounded };
    c.bench_function("load a board given as a program", |b| {
        b.iter(|| board(program(false), Coord::new(0, 0)));
    });
    let (finite, endless) = (board(program(false), Coord::new(0, 0)), board(program(true), Coord::new(0, 0)));
    let places: Vec<Coord> = Rect::between(Coord::new(-8, -8), Coord::new(8, 8)).places().collect();
    for (name, board) in
        [("ask a finite board, 289 places", finite), ("ask an unbounded board, 289 places", endless)]
    {
        c.bench_function(name, |b| {
            b.iter(|| places.iter().filter(|&&at| black_box(&board).has(at)).count());
        });
    }
}

criterion_group!(benches, deciding, applying, boards);
criterion_main!(benches);
