//! Hostile inputs. The name of each file in `tests/corpus` contains the code of its first problem, or `ok`.

use std::{fs, path::Path};

use quixotry_boardlang::{Dialect, Fuel, RenderStyle, RunCause, Signature, compile};

fn check(name: &str, source: &str, dialect: Dialect) {
    let expected = name.split('.').nth(1).unwrap();
    match compile(source, Signature::Board, dialect) {
        Ok(compiled) => {
            assert_eq!(expected, "ok", "{name} compiles");
            let result = compiled.program.run_board(3, -4, Fuel(30_000));
            assert!(
                result.is_ok() || name.starts_with("endless") || name.starts_with("word"),
                "{name}: {result:?}"
            );
        }
        Err(problems) => {
            let first = problems.errors().next().unwrap();
            assert_eq!(first.problem.code(), expected, "{name}: {problems}");
            assert!(problems.render(name, RenderStyle::Plain).contains(expected));
        }
    }
}

#[test]
fn every_file_has_the_problem_in_its_name() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut count = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let source = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        Dialect::ALL.into_iter().for_each(|dialect| check(name, &source, dialect));
        count += 1;
    }
    assert!(count > 60, "only {count} files found");
}

#[test]
fn huge_inputs_are_rejected_or_compiled_quickly() {
    let repeated = |piece: &str, count| format!("_result_ := {}", piece.repeat(count));
    check("x.too-deep", &repeated("(", 500_000), Dialect::Left);
    check("x.too-deep", &repeated("(1-", 300_000), Dialect::ItuRight);
    check("x.too-long", &(repeated("1-", 500_000) + "1"), Dialect::ItuRight);
    check("x.source-too-long", &repeated("1-", 600_000), Dialect::Left);
    check("x.expected", &repeated("'", 1_000_000), Dialect::Left);
    check("x.var-not-found", "a:=1;".repeat(200_000).trim_end_matches(';'), Dialect::Left);
    check("x.expected", &";".repeat(1_000_000), Dialect::Left);
    check("x.unterminated-comment", &"/* ".repeat(300_000), Dialect::Left);
}

#[test]
fn endless_loops_reach_the_step_limit() {
    let source = "while (true) do { _result_ := _result_ + 1 }";
    let program = compile(source, Signature::Board, Dialect::Left).unwrap().program;
    let error = program.run_board(0, 0, Fuel::DEFAULT).unwrap_err();
    assert_eq!(error.cause, RunCause::StepLimit);
    assert_eq!(program.diagnose(&error).start.line, 1);
}
