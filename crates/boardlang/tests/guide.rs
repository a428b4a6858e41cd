//! The examples of `docs/board-language.md` behave as it says.

use quixotry_boardlang::{Affine, Dialect, Fuel, Program, RunError, Signature, WordLetter, compile};

const GUIDE: &str = include_str!("../../../docs/board-language.md");

struct Example<'a> {
    signature: Signature,
    claim: Option<(&'a str, &'a str)>,
    source: &'a str,
}

fn examples() -> Vec<Example<'static>> {
    let fences = GUIDE.split("```imp ").skip(1);
    fences.map(|fence| example(fence.split("```").next().unwrap())).collect()
}

fn example(fence: &'static str) -> Example<'static> {
    let (head, source) = fence.split_once('\n').unwrap();
    let mut words = head.split(' ');
    let signature = match words.next() {
        Some("board") => Signature::Board,
        Some("square") => Signature::Square,
        Some("print") => Signature::Print,
        other => panic!("unknown kind of example {other:?}"),
    };
    Example { signature, claim: words.next().zip(words.next()), source }
}

fn run(program: &Program) -> Result<i32, RunError> {
    let word = ['H', 'I'].map(|c| WordLetter::new(c, 1));
    match program.signature() {
        Signature::Board => program.run_board(3, -4, Fuel::DEFAULT),
        Signature::Square => program.run_square(&word, 0, 10, Fuel::DEFAULT),
        Signature::Print => program.run_print(-1, Fuel::DEFAULT),
    }
}

/// The kind of problem of an example, and its code.
fn verdict(example: &Example<'_>) -> Option<(&'static str, &'static str)> {
    let compiled = match compile(example.source, example.signature, Dialect::Left) {
        Ok(compiled) => compiled,
        Err(problems) => return problems.iter().next().map(|one| ("rejected", one.problem.code())),
    };
    if let Some(warning) = compiled.warnings.iter().next() {
        return Some(("warned", warning.problem.code()));
    }
    let error = run(&compiled.program).err()?;
    Some(("fails", compiled.program.diagnose(&error).problem.code()))
}

#[test]
fn examples_behave_as_the_guide_says() {
    assert!(examples().len() >= 14);
    for example in examples() {
        assert_eq!(verdict(&example), example.claim, "{}", example.source);
    }
}

#[test]
fn the_double_word_squares_have_the_same_effect() {
    let speed = GUIDE.split("## Speed").nth(1).unwrap();
    let fences = speed.split("```imp square\n").skip(1).map(|fence| fence.split("```").next().unwrap());
    for source in fences {
        let program = compile(source, Signature::Square, Dialect::Left).unwrap().program;
        assert_eq!(program.affine().and_then(Affine::word_factor), Some(2), "{source}");
    }
}

#[test]
fn the_unbounded_board_repeats() {
    let source = examples().into_iter().find(|example| example.source.contains("% 7")).unwrap().source;
    let board = compile(source, Signature::Board, Dialect::Left).unwrap().program;
    let at = |(x, y)| board.run_board(x, y, Fuel::DEFAULT).unwrap();
    assert_eq!([(0, 0), (-7, 14), (3, -4), (1, 1), (700_003, -3)].map(at), [4, 4, 1, 0, 1]);
}

#[test]
fn the_guide_lists_every_problem_code() {
    let source = include_str!("../src/problem.rs");
    let codes = source.split("pub fn code").nth(1).unwrap().split("pub fn hint").next().unwrap();
    let names = codes.lines().filter_map(|line| line.split("=> \"").nth(1)?.split('"').next());
    for name in names.filter(|name| *name != "wrong-signature") {
        assert!(GUIDE.contains(&format!("`{name}`")), "the guide does not mention {name}");
    }
}
