//! Properties that hold for every program.

mod generate;

use generate::{number, program, straight_program, tame_square, word};
use proptest::prelude::*;
use quixotry_boardlang::{
    Diagnostics, Dialect, Fuel, Program, ProgramProblem, RenderStyle, RunCause, RunError, Signature,
    StepMeter, WordLetter,
    ast::Block,
    compile, parse,
    reference::{self, EvalError},
};

fn dialect() -> impl Strategy<Value = Dialect> {
    prop::sample::select(Dialect::ALL.to_vec())
}

fn fuel() -> impl Strategy<Value = Fuel> {
    prop_oneof![1 => 0..400_u32, 3 => Just(5_000)].prop_map(Fuel)
}

fn expected(failure: EvalError) -> RunCause {
    match failure {
        EvalError::IndexOutOfBounds(index) => RunCause::IndexOutOfBounds(index),
        EvalError::DivisionByZero => RunCause::DivisionByZero,
        EvalError::StepLimit => RunCause::StepLimit,
        other => panic!("a compiled program failed with {other:?}"),
    }
}

fn has_only_constant_errors(problems: &Diagnostics) -> bool {
    use ProgramProblem::*;
    problems.errors().all(|one| {
        matches!(
            one.problem,
            VarNotFound { .. } | VarExists(_) | ReservedName(_) | DivisionByZero | IndexOutOfBounds(_)
        )
    })
}

/// Asserts that the compiled program and the reference interpreter agree.
fn agrees(
    program: &Program,
    inputs: &[i32],
    word: &[WordLetter],
    fuel: Fuel,
    run: impl Fn(&Program) -> Result<i32, RunError>,
) {
    let slow = reference::run(program.ast(), program.signature(), inputs, word, fuel).map_err(expected);
    let fast = run(program);
    assert_eq!(fast.map_err(|error| error.cause), slow);
    if let Err(error) = fast {
        let place = program.diagnose(&error);
        assert!(!error.span.text(program.source()).is_empty(), "{place}");
        assert!(!place.render(program.source(), "test", RenderStyle::Plain).is_empty());
    }
}

fn compile_ast(ast: &Block, signature: Signature, dialect: Dialect) -> Option<Program> {
    match compile(&ast.in_dialect(dialect).to_string(), signature, dialect) {
        Ok(output) => Some(output.program),
        Err(problems) => {
            assert!(has_only_constant_errors(&problems), "{problems}\n{ast}");
            None
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_printed_program_parses_to_the_same_tree(ast in program(Signature::Square), dialect in dialect()) {
        let text = ast.in_dialect(dialect).to_string();
        let parsed = parse(&text, dialect).map_err(|problems| TestCaseError::fail(format!("{problems}\n{text}")))?;
        prop_assert!(parsed.warnings.is_empty(), "{}", parsed.warnings);
        prop_assert_eq!(parsed.ast.in_dialect(dialect).to_string(), text);
        prop_assert_eq!(parsed.ast, ast);
    }

    #[test]
    fn square_programs_run_as_defined(
        ast in program(Signature::Square), dialect in dialect(), word in word(),
        pos in number(), acc in number(), fuel in fuel(),
    ) {
        if let Some(program) = compile_ast(&ast, Signature::Square, dialect) {
            agrees(&program, &[pos, acc], &word, fuel, |program| program.run_square(&word, pos, acc, fuel));
        }
    }

    #[test]
    fn runs_share_the_steps_of_a_meter(
        ast in program(Signature::Square), word in word(), pos in number(), acc in number(),
        total in 0..3_000_u32, each in 1..400_u32,
    ) {
        if let Some(program) = compile_ast(&ast, Signature::Square, Dialect::Left) {
            let (total, each) = (Fuel(total), Fuel(each));
            let (mut quick, mut exact) = (StepMeter::quick(total, each), StepMeter::exact(total, each));
            let mut left = total.0;
            for _ in 0..8 {
                // Without a meter: the fewest steps with which the reference comes to the same end.
                let fuel = Fuel(left.min(each.0));
                let outcome = |fuel| reference::run(&ast, Signature::Square, &[pos, acc], &word, fuel);
                let expected = outcome(fuel);
                let all: Vec<u32> = (0..=fuel.0).collect();
                let cost = all.partition_point(|&steps| outcome(Fuel(steps)) == Err(EvalError::StepLimit));
                left -= fuel.0.min(cost as u32);
                let found = program.run_square_on(&word, pos, acc, &mut exact);
                prop_assert_eq!(found.map_err(|error| error.cause), expected.map_err(self::expected));
                prop_assert_eq!(exact.remaining(), Fuel(left));
                // A quick meter is never cheaper, and says the same while it has steps.
                let before = quick.remaining();
                match program.run_square_on(&word, pos, acc, &mut quick) {
                    Ok(points) => prop_assert_eq!(Ok(points), outcome(each)),
                    Err(error) => prop_assert!(before < each || outcome(each).is_err(), "{}", error),
                }
                prop_assert!(quick.remaining() <= exact.remaining());
            }
        }
    }

    #[test]
    fn tame_squares_run_as_defined(
        ast in tame_square(), dialect in dialect(), word in word(), pos in 0..5_i32, acc in number(), fuel in fuel(),
    ) {
        if let Some(program) = compile_ast(&ast, Signature::Square, dialect) {
            agrees(&program, &[pos, acc], &word, fuel, |program| program.run_square(&word, pos, acc, fuel));
        }
    }

    #[test]
    fn board_programs_run_as_defined(
        ast in program(Signature::Board), x in number(), y in number(), fuel in fuel(),
    ) {
        if let Some(program) = compile_ast(&ast, Signature::Board, Dialect::Left) {
            agrees(&program, &[x, y], &[], fuel, |program| program.run_board(x, y, fuel));
        }
    }

    #[test]
    fn print_programs_run_as_defined(ast in program(Signature::Print), input in number(), fuel in fuel()) {
        if let Some(program) = compile_ast(&ast, Signature::Print, Dialect::Left) {
            agrees(&program, &[input], &[], fuel, |program| program.run_print(input, fuel));
        }
    }

    #[test]
    fn programs_with_constant_errors_fail_in_the_reference(
        ast in straight_program(Signature::Square), word in word(), pos in number(), acc in number(),
    ) {
        let slow = reference::run(&ast, Signature::Square, &[pos, acc], &word, Fuel::DEFAULT);
        match compile_ast(&ast, Signature::Square, Dialect::Left) {
            None => prop_assert!(slow.is_err()),
            Some(_) => prop_assert!(!matches!(
                slow,
                Err(EvalError::VarExists(_) | EvalError::VarNotFound(_) | EvalError::ReservedName(_) | EvalError::IllTyped)
            )),
        }
    }

    #[test]
    fn the_analysed_effect_is_correct(
        ast in tame_square(), word in word(), pos in 0..5_i32, acc in number(),
    ) {
        effect_holds(&ast, &word, pos, acc)?;
    }

    #[test]
    fn the_analysed_effect_is_correct_in_random_programs(
        ast in program(Signature::Square), word in word(), pos in 0..5_i32, acc in number(),
    ) {
        effect_holds(&ast, &word, pos, acc)?;
    }

    #[test]
    fn random_text_never_panics(text in "\\PC{0,60}", dialect in dialect()) {
        compile_and_run(&text, dialect);
    }

    #[test]
    fn random_tokens_never_panic(tokens in prop::collection::vec(token(), 0..40), dialect in dialect()) {
        compile_and_run(&tokens.join(" "), dialect);
        compile_and_run(&tokens.concat(), dialect);
    }
}

fn effect_holds(ast: &Block, word: &[WordLetter], pos: i32, acc: i32) -> Result<(), TestCaseError> {
    let Some(program) = compile_ast(ast, Signature::Square, Dialect::Left) else { return Ok(()) };
    if let (Some(affine), Some(letter)) = (program.affine(), word.get(pos as usize)) {
        let slow = reference::run(ast, Signature::Square, &[pos, acc], word, Fuel(1_000_000));
        prop_assert_eq!(slow, Ok(affine.apply(letter.points, acc)));
    }
    Ok(())
}

fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "declare",
        "if",
        "then",
        "else",
        "while",
        "do",
        "true",
        "false",
        "(",
        ")",
        "{",
        "}",
        ";",
        ":=",
        "=",
        "<",
        "<=",
        "<>",
        "+",
        "-",
        "*",
        "/",
        "%",
        "~",
        "/\\",
        "\\/",
        "x",
        "_result_",
        "_pos_",
        "_acc_",
        "1",
        "0",
        "2147483648",
        "'a'",
        "'''",
        "'",
        "//",
        "/*",
        "*/",
        "\n",
        "pointValue",
        "charValue",
        "isDigit",
        "wordLength",
        "==",
        "é",
        "\0",
    ])
}

/// Compiles a text, and renders its problems or runs it.
fn compile_and_run(text: &str, dialect: Dialect) {
    for signature in Signature::ALL {
        match compile(text, signature, dialect) {
            Ok(output) => run_all(&output.program),
            Err(problems) => {
                assert!(problems.errors().count() > 0);
                assert!(!problems.render("text", RenderStyle::Plain).is_empty());
                assert!(!problems.render("text", RenderStyle::Coloured).is_empty());
            }
        }
    }
}

fn run_all(program: &Program) {
    let fuel = Fuel(1_000);
    let results =
        [program.run_board(1, 2, fuel), program.run_square(&[], 0, 1, fuel), program.run_print(3, fuel)];
    let wrong = |result: &Result<i32, RunError>| {
        result.is_err_and(|error| matches!(error.cause, RunCause::WrongSignature { .. }))
    };
    assert_eq!(results.iter().filter(|result| wrong(result)).count(), 2);
}

/// Loops and chains of tests with fused instructions, with every step budget up to a sufficient one.
#[test]
fn fused_instructions_run_as_defined() {
    let loops = [
        include_str!("programs/contains-numbers.imp"),
        include_str!("programs/odd-consonants.imp"),
        "declare i; while (i < _acc_) do { if (~isVowel(charValue(i))) then { _result_ := i }; i := i + 1 }",
        "declare i; i := _pos_; while (i < wordLength) do { if (isDigit(charValue(i))) then { i := i + 1 }; i := i + 1 }; _result_ := i",
    ];
    let words = ["", "7", "HELLO", "A1B2", "ÆØ9"];
    for (source, text) in loops.iter().flat_map(|source| words.map(|text| (source, text))) {
        let program = compile(source, Signature::Square, Dialect::Left).unwrap().program;
        let word: Vec<WordLetter> = text.chars().map(|c| WordLetter::new(c, 1)).collect();
        for (fuel, pos, acc) in (0..160).flat_map(|fuel| [(fuel, 0, 3), (fuel, -1, 7), (fuel, 2, i32::MIN)]) {
            let fuel = Fuel(fuel);
            agrees(&program, &[pos, acc], &word, fuel, |program| program.run_square(&word, pos, acc, fuel));
        }
    }
    let board = include_str!("programs/standard-board.imp");
    let board = compile(board, Signature::Board, Dialect::Left).unwrap().program;
    for (x, y) in (-9..=9).flat_map(|x| [i32::MIN, -7, -1, 0, 2, 4, 6, 7, i32::MAX].map(|y| (x, y))) {
        for fuel in [0, 10, 40, 80, 100, 5_000].map(Fuel) {
            agrees(&board, &[x, y], &[], fuel, |program| program.run_board(x, y, fuel));
        }
    }
}
