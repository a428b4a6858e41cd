//! The published test vectors of the language, and the table of both dialects.

use quixotry_boardlang::{
    Diagnostics, Dialect, Fuel, Program, ProgramProblem, RunCause, Signature, WordLetter, ast::*, compile,
    parse,
};

const STANDARD_BOARD: &str = include_str!("programs/standard-board.imp");
const CONTAINS_NUMBERS: &str = include_str!("programs/contains-numbers.imp");
const ODD_CONSONANTS: &str = include_str!("programs/odd-consonants.imp");

const SINGLE_LETTER: &str = "_result_ := pointValue(_pos_) + _acc_";
const DOUBLE_LETTER: &str = "_result_ := pointValue(_pos_) * 2 + _acc_";
const TRIPLE_LETTER: &str = "_result_ := pointValue(_pos_) * 3 + _acc_";
const DOUBLE_WORD: &str = "_result_ := _acc_ * 2";
const TRIPLE_WORD: &str = "_result_ := _acc_ * 3";

fn word(text: &str) -> Vec<WordLetter> {
    text.chars().map(|c| WordLetter::new(c, if c == 'H' { 4 } else { 1 })).collect()
}

fn program(source: &str, signature: Signature) -> Program {
    match compile(source, signature, Dialect::Left) {
        Ok(compiled) => compiled.program,
        Err(problems) => panic!("{problems}\n{source}"),
    }
}

fn square(source: &str, text: &str, pos: i32, acc: i32) -> i32 {
    program(source, Signature::Square).run_square(&word(text), pos, acc, Fuel::DEFAULT).unwrap()
}

/// The value of an expression with x = 5, y = 42 and the word HELLO.
fn eval(expr: &str, dialect: Dialect) -> Result<i32, RunCause> {
    let source = format!("declare x; declare y; x := 5; y := 42; _result_ := {expr}");
    let program = compile(&source, Signature::Square, dialect).unwrap().program;
    program.run_square(&word("HELLO"), 0, 0, Fuel::DEFAULT).map_err(|error| error.cause)
}

fn problems(source: &str) -> Vec<ProgramProblem> {
    let list: Diagnostics = compile(source, Signature::Square, Dialect::Left).unwrap_err();
    list.errors().map(|one| one.problem.clone()).collect()
}

#[test]
fn letter_squares_add_their_letter() {
    let rows =
        [(SINGLE_LETTER, [4, 46, 1, 43]), (DOUBLE_LETTER, [8, 50, 2, 44]), (TRIPLE_LETTER, [12, 54, 3, 45])];
    for (source, expected) in rows {
        let found = [(0, 0), (0, 42), (4, 0), (4, 42)].map(|(pos, acc)| square(source, "HELLO", pos, acc));
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn word_squares_multiply_the_points_so_far() {
    assert_eq!([0, 42].map(|acc| square(DOUBLE_WORD, "HELLO", 0, acc)), [0, 84]);
    assert_eq!([0, 42].map(|acc| square(TRIPLE_WORD, "HELLO", 0, acc)), [0, 126]);
}

#[test]
fn contains_numbers_negates_if_there_is_a_digit() {
    let run = |text| square(CONTAINS_NUMBERS, text, 0, 50);
    assert_eq!(["HELLO", "0HELLO", "HELLO0"].map(run), [50, -50, -50]);
}

#[test]
fn odd_consonants_negates_once_per_consonant() {
    let run = |text| square(ODD_CONSONANTS, text, 0, 50);
    assert_eq!(["HELLO", "HELO", "AEIOU", "9Y"].map(run), [-50, 50, 50, -50]);
}

/// Runs the programs of all squares in the order of their priorities.
fn calculate_points(squares: &[&[(i32, &str)]], text: &str) -> i32 {
    let mut turns: Vec<(i32, usize, &str)> = Vec::new();
    for (pos, functions) in squares.iter().enumerate() {
        turns.extend(functions.iter().map(|&(priority, source)| (priority, pos, source)));
    }
    turns.sort_by_key(|&(priority, ..)| priority);
    turns.iter().fold(0, |acc, &(_, pos, source)| square(source, text, pos as i32, acc))
}

const SLS: &[(i32, &str)] = &[(0, SINGLE_LETTER)];
const DLS: &[(i32, &str)] = &[(0, DOUBLE_LETTER)];
const TLS: &[(i32, &str)] = &[(0, TRIPLE_LETTER)];
const DWS: &[(i32, &str)] = &[(0, SINGLE_LETTER), (1, DOUBLE_WORD)];
const TWS: &[(i32, &str)] = &[(0, SINGLE_LETTER), (1, TRIPLE_WORD)];

#[test]
fn points_of_whole_words() {
    assert_eq!(calculate_points(&[DLS, SLS, TLS, SLS, DWS], "HELLO"), 28);
    assert_eq!(calculate_points(&[DLS, DWS, TLS, TWS, DWS], "HELLO"), 168);
}

#[test]
fn triple_word_square_by_priority() {
    let run = |source, pos, acc| square(source, "HELLO", pos, acc);
    assert_eq!([run(TWS[0].1, 0, 0), run(TWS[0].1, 4, 0), run(TWS[0].1, 0, 42)], [4, 1, 46]);
    assert_eq!([run(TWS[1].1, 0, 0), run(TWS[1].1, 0, 42)], [0, 126]);
}

fn node<T>(kind: T) -> Spanned<T> {
    Spanned::new(kind, Default::default())
}

fn int(value: u32) -> Expr {
    node(ExprKind::Int(value))
}

fn var(name: &str) -> Expr {
    node(ExprKind::Var(name.to_owned()))
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    node(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

fn assign(name: &str, value: Expr) -> Stmt {
    node(StmtKind::Assign(node(name.to_owned()), value))
}

fn check_shape(expr: &str, expected: Expr) {
    let parsed = parse(&format!("r := {expr}"), Dialect::Left).unwrap();
    assert_eq!(parsed.ast, Block { statements: vec![assign("r", expected)] }, "{expr}");
}

#[test]
fn shapes_of_expressions() {
    use BinaryOp::*;
    check_shape("5 + y * 3", binary(Add, int(5), binary(Mul, var("y"), int(3))));
    let minus_three = node(ExprKind::Unary(UnaryOp::Neg, Box::new(int(3))));
    check_shape("(5 - y) * -3", binary(Mul, binary(Sub, int(5), var("y")), minus_three));
    let call = ExprKind::Call(Function::PointValue, Box::new(binary(Rem, var("x"), int(4))));
    check_shape("pointValue (x % 4) / 0", binary(Div, node(call), int(0)));
}

#[test]
fn shapes_of_statements() {
    let declared = node(StmtKind::Declare(node("x".to_owned())));
    let expected = Block { statements: vec![declared, assign("x", int(5)), assign("y", int(7))] };
    assert_eq!(parse("declare x; x := 5 ;y:=7", Dialect::Left).unwrap().ast, expected);
    assert!(parse(" \n while (true) do {x5 := 0} ", Dialect::Left).is_ok());
}

#[test]
fn syntax_errors_are_rejected() {
    for source in ["_result_ := charToInt(toLower (toUpper 'x'))", "declaremyVar", "1x := 3", "declare 1x"] {
        assert!(parse(source, Dialect::Left).is_err(), "{source}");
    }
}

#[test]
fn values_of_expressions() {
    let rows = [
        ("x + 10", 15),
        ("wordLength * 10", 50),
        ("charToInt(charValue(0))", 72),
        ("7 / 5", 1),
        ("y / x", 8),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("7 % -3", 1),
        ("-2147483648 / -1", i32::MIN),
        ("(-2147483648 + x - x) / -1", i32::MIN),
        ("(-2147483648 + x - x) % (x - 6)", 0),
        ("2147483647 + 1", i32::MIN),
        ("charToInt(intToChar(65536 + 65))", 65),
        ("charToInt(intToChar(x - 6))", 65535),
        ("charToInt(''')", 39),
        ("- - x", 5),
    ];
    for (expr, expected) in rows {
        assert_eq!(eval(expr, Dialect::Left), Ok(expected), "{expr}");
    }
}

#[test]
fn failures_at_run_time() {
    assert_eq!(eval("pointValue(-x)", Dialect::Left), Err(RunCause::IndexOutOfBounds(-5)));
    assert_eq!(eval("x % (x - 5)", Dialect::Left), Err(RunCause::DivisionByZero));
    assert_eq!(eval("charToInt(charValue(x))", Dialect::Left), Err(RunCause::IndexOutOfBounds(5)));
}

#[test]
fn static_errors_are_rejected() {
    use ProgramProblem::*;
    let not_found = |name: &str| VarNotFound { name: name.to_owned(), hint: None };
    let rows = [
        ("_result_ := pointValue(-5)", IndexOutOfBounds(-5)),
        ("_result_ := _pos_ % 0", DivisionByZero),
        ("x := 5", not_found("x")),
        ("declare z; declare z; _result_ := z", VarExists("z".to_owned())),
        ("declare _pos_", ReservedName("_pos_".to_owned())),
        ("if (true) then { declare z }; _result_ := z", not_found("z")),
    ];
    for (source, expected) in rows {
        assert_eq!(problems(source), [expected], "{source}");
    }
}

#[test]
fn scopes() {
    let shadowed = "declare z; z := 123; if (true) then { declare z; z := 456 }; _result_ := z";
    let sum = "declare i; declare s; while (i < 5) do { s := s + pointValue(i); i := i + 1 }; _result_ := s";
    let fresh = "declare i; while (i < 3) do { declare t; t := t + 1; _result_ := _result_ + t; i := i + 1 }";
    assert_eq!([shadowed, sum, fresh].map(|source| square(source, "HELLO", 0, 0)), [123, 8, 3]);
}

#[test]
fn both_sides_of_logic_are_evaluated() {
    let rows = [
        ("false /\\ pointValue(_acc_) = 1", Err(RunCause::IndexOutOfBounds(9))),
        ("true \\/ pointValue(_acc_) = 1", Err(RunCause::IndexOutOfBounds(9))),
        ("pointValue(_acc_) = 1 /\\ false", Err(RunCause::IndexOutOfBounds(9))),
        ("pointValue(_pos_) = 0 /\\ pointValue(_acc_) = 1", Err(RunCause::IndexOutOfBounds(9))),
        ("1 / _pos_ = 0 \\/ pointValue(_acc_) = 1", Err(RunCause::DivisionByZero)),
        ("pointValue(_pos_) = 4 /\\ 9 / _acc_ = 1", Ok(1)),
        ("pointValue(_pos_) = 3 \\/ 9 / _acc_ = 1", Ok(1)),
        ("pointValue(_pos_) = 3 \\/ 9 / _acc_ = 2", Ok(0)),
    ];
    for (condition, expected) in rows {
        let program = program(&format!("if ({condition}) then {{ _result_ := 1 }}"), Signature::Square);
        let found = program.run_square(&word("HELLO"), 0, 9, Fuel::DEFAULT).map_err(|error| error.cause);
        assert_eq!(found, expected, "{condition}");
    }
}

#[test]
fn dialects_differ_in_associativity() {
    let rows = [("5-3-1", 1, 3), ("8/4/2", 1, 4), ("7-2+3", 8, 2), ("2*3%4", 2, 6)];
    for (expr, left, right) in rows {
        assert_eq!(eval(expr, Dialect::Left), Ok(left), "{expr}");
        assert_eq!(eval(expr, Dialect::ItuRight), Ok(right), "{expr}");
    }
    for (condition, left, right) in [("false /\\ true \\/ true", 1, 0), ("true \\/ true /\\ false", 0, 1)] {
        for (dialect, expected) in [(Dialect::Left, left), (Dialect::ItuRight, right)] {
            let source = format!("if ({condition}) then {{ _result_ := 1 }}");
            let program = compile(&source, Signature::Print, dialect).unwrap().program;
            assert_eq!(program.run_print(0, Fuel::DEFAULT), Ok(expected), "{condition}");
        }
    }
}

#[test]
fn standard_board() {
    for dialect in Dialect::ALL {
        let board = compile(STANDARD_BOARD, Signature::Board, dialect).unwrap().program;
        let at = |(x, y)| board.run_board(x, y, Fuel::DEFAULT).unwrap();
        assert_eq!([(0, 0), (0, 4), (2, 2), (3, 3), (0, 7), (0, 42)].map(at), [0, 1, 2, 3, 4, -1]);
        let count =
            |id| (-7..=7).flat_map(|y| (-7..=7).map(move |x| (x, y))).filter(|&c| at(c) == id).count();
        assert_eq!([0, 1, 2, 3, 4].map(count), [165, 24, 12, 16, 8]);
    }
}

#[test]
fn every_square_of_a_row_on_hello() {
    let board = program(STANDARD_BOARD, Signature::Board);
    let squares = [SLS, DLS, TLS, DWS, TWS];
    let points = |x, y| {
        let id = board.run_board(x, y, Fuel::DEFAULT).unwrap();
        squares[id as usize].iter().fold(2, |acc, (_, source)| square(source, "HELLO", 1, acc))
    };
    let row = |y| (-7..=7).map(|x| points(x, y)).collect::<Vec<_>>();
    assert_eq!(row(-7), [9, 3, 3, 4, 3, 3, 3, 9, 3, 3, 3, 4, 3, 3, 9]);
    assert_eq!(row(-6), [3, 6, 3, 3, 3, 5, 3, 3, 3, 5, 3, 3, 3, 6, 3]);
    assert_eq!(row(0), [9, 3, 3, 4, 3, 3, 3, 3, 3, 3, 3, 4, 3, 3, 9]);
}
