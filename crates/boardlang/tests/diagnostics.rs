//! The messages about programs and their places.

use quixotry_boardlang::{Dialect, Fuel, LineColumn, RenderStyle, Severity, Signature, compile};

/// All messages, one line each.
fn messages(source: &str, signature: Signature) -> Vec<String> {
    match compile(source, signature, Dialect::Left) {
        Ok(compiled) => compiled.warnings.iter().map(ToString::to_string).collect(),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn several_syntax_errors_are_found_at_once() {
    let source = "declare x;\nx := 5 +;\nif (x = ) then { y := } else { _result_ := 1; };\nx = 3";
    assert_eq!(
        messages(source, Signature::Square),
        [
            "2:9: error: expected an expression, found `;`",
            "3:9: error: expected an expression, found `)`",
            "3:23: error: expected an expression, found `}`",
            "3:45: error: nothing follows this `;` (`;` stands between statements; remove this one)",
            "4:3: error: `=` compares, it does not assign (write `:=` to assign)",
        ]
    );
}

#[test]
fn several_name_and_type_errors_are_found_at_once() {
    let source =
        "_result_ := resutl; if (_acc_ + 1) then { _result_ := 'a' * wordLenght };\n_x_ := pointvalue";
    assert_eq!(
        messages(source, Signature::Square),
        [
            "1:13: error: the variable `resutl` is not declared here (did you mean `_result_`?)",
            "1:25: error: expected a truth value, but this is a number \
             (compare it, for example with `<> 0`; `~` needs parentheses around a comparison)",
            "1:55: error: expected a number, but this is a character \
             (turn a character into its code with `charToInt(…)`)",
            "1:61: error: the variable `wordLenght` is not declared here (did you mean `wordLength`?)",
            "2:1: error: the variable `_x_` is not declared here \
             (`_x_` is given to a board program only, and this is a square program)",
            "2:8: error: the variable `pointvalue` is not declared here (did you mean `pointValue`?)",
        ]
    );
}

#[test]
fn a_program_with_warnings_compiles() {
    let source = "declare a; if (_x_ = 1 /\\ _y_ = 2 \\/ _x_ = 3) then { a := pointValue(0) }";
    let warnings = compile(source, Signature::Board, Dialect::Left).unwrap().warnings;
    let codes: Vec<_> = warnings.iter().map(|one| (one.problem.code(), one.start.column)).collect();
    let expected =
        [("result-never-assigned", 1), ("unused-variable", 9), ("mixed-logic", 16), ("no-word", 70)];
    assert_eq!(codes, expected);
    assert!(warnings.iter().all(|one| one.severity() == Severity::Warning));
}

#[test]
fn unambiguous_programs_have_no_warnings() {
    for source in ["if ((_x_ = 1 /\\ _y_ = 2) \\/ _x_ = 3) then { _result_ := 1 }", "_result_ := wordLength"]
    {
        assert_eq!(messages(source, Signature::Board), [""; 0], "{source}");
    }
}

#[test]
fn many_warnings_do_not_hide_an_error() {
    let mixed = "if (_x_ = 1 /\\ _y_ = 2 \\/ _x_ = 3) then { _result_ := 1 };\n".repeat(200);
    let compiled = compile(&format!("{mixed}_result_ := 7"), Signature::Board, Dialect::Left).unwrap();
    assert_eq!(compiled.program.run_board(1, 2, Fuel::DEFAULT), Ok(7));
    assert!(compiled.warnings.has_more());
    let problems = compile(&format!("{mixed}_result_ := q"), Signature::Board, Dialect::Left).unwrap_err();
    assert_eq!(problems.errors().count(), 1);
}

#[test]
fn problems_are_rendered_with_their_source() {
    let problems = compile("declare a;\n  æ := 1 / 0", Signature::Print, Dialect::Left).unwrap_err();
    let expected = "\
error[var-not-found]: the variable `æ` is not declared here
 --> board.imp:2:3
  |
2 |   æ := 1 / 0
  |   ^
  |
  = help: declare it first, in this block or around it: `declare æ`

error[division-by-zero]: this always divides by zero
 --> board.imp:2:8
  |
2 |   æ := 1 / 0
  |        ^^^^^
  |
  = help: divide by something else";
    assert_eq!(problems.render("board.imp", RenderStyle::Plain), expected);
    assert!(problems.render("board.imp", RenderStyle::Coloured).contains("\u{1b}["));
}

#[test]
fn very_long_lines_are_not_rendered() {
    let source = format!("_result_ := q{}", " ".repeat(5_000));
    let problems = compile(&source, Signature::Print, Dialect::Left).unwrap_err();
    let text = problems.render("board.imp", RenderStyle::Plain);
    assert!(text.contains("--> board.imp:1:13") && text.len() < 1_000, "{text}");
}

#[test]
fn run_errors_are_rendered_with_their_source() {
    let source = "declare i;\n_result_ := 10 /\n  i";
    let program = compile(source, Signature::Board, Dialect::Left).unwrap().program;
    let error = program.run_board(0, 0, Fuel::DEFAULT).unwrap_err();
    let diagnostic = program.diagnose(&error);
    assert_eq!(
        (diagnostic.start, diagnostic.end),
        (LineColumn { line: 2, column: 13 }, LineColumn { line: 3, column: 4 })
    );
    assert!(
        diagnostic
            .render(source, "b", RenderStyle::Plain)
            .starts_with("error[division-by-zero]: division by zero")
    );
}

#[test]
fn programs_are_shared_between_threads() {
    fn check<T: Send + Sync + Clone + std::fmt::Debug>() {}
    check::<quixotry_boardlang::Program>();
}
