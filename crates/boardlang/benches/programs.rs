//! Compiling and running programs, compared with the same functions in Rust.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quixotry_boardlang::{Dialect, Fuel, Program, Signature, WordLetter, compile};

const STANDARD_BOARD: &str = include_str!("../tests/programs/standard-board.imp");
const CONTAINS_NUMBERS: &str = include_str!("../tests/programs/contains-numbers.imp");
const TRIPLE_LETTER: &str = "_result_ := pointValue(_pos_) * 3 + _acc_";
const DOUBLE_WORD: &str = "_result_ := _acc_ * 2";

type Square = Box<dyn Fn(&[WordLetter], i32, i32) -> Option<i32>>;

fn program(source: &str, signature: Signature) -> Program {
    compile(source, signature, Dialect::Left).expect("the benchmark's programs are right").program
}

fn hello() -> Vec<WordLetter> {
    "HELLO".chars().zip([4, 1, 1, 1, 1]).map(|(c, points)| WordLetter::new(c, points)).collect()
}

fn compiling(c: &mut Criterion) {
    let mut group = c.benchmark_group("compile");
    group
        .bench_function("triple letter", |b| b.iter(|| program(black_box(TRIPLE_LETTER), Signature::Square)));
    group.bench_function("standard board", |b| {
        b.iter(|| program(black_box(STANDARD_BOARD), Signature::Board));
    });
    group.finish();
}

fn squares(c: &mut Criterion) {
    let triple: Square = Box::new(|word, pos, acc| {
        let letter = word.get(usize::try_from(pos).ok()?)?;
        Some(letter.points.wrapping_mul(3).wrapping_add(acc))
    });
    let double: Square = Box::new(|_, _, acc| Some(acc.wrapping_mul(2)));
    let digits: Square = Box::new(|word, _, acc| {
        let found =
            word.iter().any(|letter| char::from_u32(letter.unit.into()).is_some_and(|c| c.is_ascii_digit()));
        Some(if found { acc.wrapping_neg() } else { acc })
    });
    square(c, "triple letter", TRIPLE_LETTER, &triple);
    square(c, "double word", DOUBLE_WORD, &double);
    square(c, "contains numbers", CONTAINS_NUMBERS, &digits);
}

fn square(c: &mut Criterion, name: &str, source: &str, closure: &Square) {
    let (word, program) = (hello(), program(source, Signature::Square));
    let mut group = c.benchmark_group(name);
    group.bench_function("program", |b| {
        b.iter(|| {
            black_box(&program).run_square(black_box(&word), black_box(1), black_box(2), Fuel::DEFAULT)
        });
    });
    group.bench_function("closure", |b| {
        b.iter(|| black_box(closure)(black_box(&word), black_box(1), black_box(2)));
    });
    group.finish();
}

fn board(c: &mut Criterion) {
    let program = program(STANDARD_BOARD, Signature::Board);
    let mut group = c.benchmark_group("standard board, 225 squares");
    group.throughput(Throughput::Elements(225));
    group.bench_function("program", |b| {
        b.iter(|| sum(|x, y| black_box(&program).run_board(x, y, Fuel::DEFAULT).unwrap_or(-1)));
    });
    group.bench_function("function", |b| b.iter(|| sum(|x, y| standard_board(black_box(x), y))));
    group.finish();
}

fn sum(at: impl Fn(i32, i32) -> i32) -> i32 {
    (-7..=7).flat_map(|y| (-7..=7).map(move |x| (x, y))).map(|(x, y)| at(x, y)).sum()
}

fn standard_board(x: i32, y: i32) -> i32 {
    match (x.abs(), y.abs()) {
        (0, 7) | (7, 0 | 7) => 4,
        (a, b) if a == b && a < 7 && a > 2 => 3,
        (2, 2 | 6) | (6, 2) => 2,
        (0, 4) | (1, 1 | 5) | (4, 0 | 7) | (5, 1) | (7, 4) => 1,
        (0..=7, 0..=7) => 0,
        _ => -1,
    }
}

criterion_group!(benches, compiling, squares, board);
criterion_main!(benches);
