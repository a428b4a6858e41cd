//! Random programs. They are well typed and mostly well scoped. Small numbers make divisions by zero and valid indices
//! likely.

use proptest::{option, prelude::*};
use quixotry_boardlang::{Signature, Span, WordLetter, ast::*};

/// Expressions of each type up to a maximum height.
#[derive(Clone)]
struct Exprs {
    int: BoxedStrategy<Expr>,
    char: BoxedStrategy<Expr>,
    bool: BoxedStrategy<Expr>,
}

pub(crate) fn word() -> impl Strategy<Value = Vec<WordLetter>> {
    let unit = prop_oneof![4 => (b'A'..=b'Z').prop_map(u16::from), 1 => (b'0'..=b'9').prop_map(u16::from), 1 => any::<u16>()];
    let points = prop_oneof![4 => 0..=10, 1 => any::<i32>()];
    prop::collection::vec((unit, points).prop_map(|(unit, points)| WordLetter { unit, points }), 0..6)
}

pub(crate) fn number() -> impl Strategy<Value = i32> {
    prop_oneof![6 => -3..8, 1 => any::<i32>(), 1 => Just(i32::MIN), 1 => Just(i32::MAX)]
}

/// A program that mostly declares its variables first.
pub(crate) fn program(signature: Signature) -> impl Strategy<Value = Block> {
    let names = names(signature);
    (any::<bool>(), any::<bool>(), statements(names, 3)).prop_map(|(a, b, mut statements)| {
        let declared = [(a || b, "a"), (true, "b"), (true, "c")];
        let first = declared.into_iter().filter(|(wanted, _)| *wanted).map(|(_, name)| declare(name));
        statements.splice(0..0, first);
        Block { statements }
    })
}

/// A program without branches and loops.
pub(crate) fn straight_program(signature: Signature) -> impl Strategy<Value = Block> {
    statements(names(signature), 0).prop_map(|statements| Block { statements })
}

/// A square program that rarely fails and often computes an affine function in a complicated way.
pub(crate) fn tame_square() -> impl Strategy<Value = Block> {
    let names: Vec<String> = ["_acc_", "_result_", "a", "b"].map(str::to_owned).to_vec();
    let exprs = tame_exprs(names.clone());
    (nested(names, exprs.clone(), 2), exprs.int).prop_map(|(mut statements, result)| {
        statements.splice(0..0, ["a", "b"].map(declare));
        statements.push(node(StmtKind::Assign(node("_result_".to_owned()), result)));
        Block { statements }
    })
}

fn names(signature: Signature) -> Vec<String> {
    signature.reserved_names().iter().chain(&["a", "b", "c"]).map(|&name| name.to_owned()).collect()
}

fn node<T>(kind: T) -> Spanned<T> {
    Spanned::new(kind, Span::default())
}

fn declare(name: &str) -> Stmt {
    node(StmtKind::Declare(node(name.to_owned())))
}

fn statements(names: Vec<String>, depth: u32) -> BoxedStrategy<Vec<Stmt>> {
    nested(names.clone(), exprs(names, 3), depth)
}

fn nested(names: Vec<String>, exprs: Exprs, depth: u32) -> BoxedStrategy<Vec<Stmt>> {
    let mut level = prop::collection::vec(simple(names.clone(), exprs.clone()), 1..5).boxed();
    for _ in 0..depth {
        let inner = level.clone().prop_map(|statements| Block { statements }).boxed();
        let statement = prop_oneof![
            3 => simple(names.clone(), exprs.clone()),
            2 => (exprs.bool.clone(), inner.clone(), option::of(inner.clone()))
                .prop_map(|(condition, then, otherwise)| node(StmtKind::If(condition, then, otherwise))),
            1 => (exprs.bool.clone(), inner.clone()).prop_map(|(condition, body)| node(StmtKind::While(condition, body))),
            1 => inner.prop_map(counted),
        ];
        level = prop::collection::vec(statement, 1..4).boxed();
    }
    level
}

/// `while (a < 3) do { …; a := a + 1 }`
fn counted(mut body: Block) -> Stmt {
    let a = || node(ExprKind::Var("a".to_owned()));
    let binary = |op, value| ExprKind::Binary(op, Box::new(a()), Box::new(node(ExprKind::Int(value))));
    let next = StmtKind::Assign(node("a".to_owned()), node(binary(BinaryOp::Add, 1)));
    body.statements.push(node(next));
    node(StmtKind::While(node(binary(BinaryOp::Lt, 3)), body))
}

fn simple(names: Vec<String>, exprs: Exprs) -> BoxedStrategy<Stmt> {
    let name = prop::sample::select(names);
    prop_oneof![
        1 => prop::sample::select(vec!["a", "b", "c", "_pos_"]).prop_map(declare),
        8 => (name, exprs.int).prop_map(|(name, value)| node(StmtKind::Assign(node(name), value))),
    ]
    .boxed()
}

fn exprs(names: Vec<String>, depth: u32) -> Exprs {
    let literal =
        prop_oneof![4 => 0..6_u32, 1 => 0..=i32::MAX as u32].prop_map(|value| node(ExprKind::Int(value)));
    let least = Just(unary(UnaryOp::Neg, node(ExprKind::Int(1 << 31))));
    let variable = prop::sample::select(names).prop_map(|name| node(ExprKind::Var(name)));
    let length = Just(node(ExprKind::WordLength));
    let character = prop_oneof![prop::char::range('A', 'z'), prop::char::range(' ', '\u{7FF}')];
    let mut level = Exprs {
        int: prop_oneof![4 => literal, 6 => variable, 1 => length, 1 => least].boxed(),
        char: character.prop_map(|character| node(ExprKind::Char(character))).boxed(),
        bool: any::<bool>().prop_map(|value| node(ExprKind::Bool(value))).boxed(),
    };
    for _ in 0..depth {
        level = taller(&level);
    }
    level
}

fn tame_exprs(names: Vec<String>) -> Exprs {
    use BinaryOp::*;
    let letter =
        node(ExprKind::Call(Function::PointValue, Box::new(node(ExprKind::Var("_pos_".to_owned())))));
    let literal = (0..4_u32).prop_map(|value| node(ExprKind::Int(value)));
    let variable = prop::sample::select(names).prop_map(|name| node(ExprKind::Var(name)));
    let mut int = prop_oneof![2 => literal, 2 => variable, 1 => Just(letter)].boxed();
    for _ in 0..2 {
        let by_one = prop::sample::select(vec![Div, Rem]);
        int = prop_oneof![
            3 => int.clone(),
            3 => binary(vec![Add, Sub, Mul], &int),
            1 => int.clone().prop_map(|of| unary(UnaryOp::Neg, of)),
            1 => (by_one, int.clone(), 1..3_u32).prop_map(|(op, a, by)| {
                node(ExprKind::Binary(op, Box::new(a), Box::new(node(ExprKind::Int(by)))))
            }),
        ]
        .boxed();
    }
    let bool = binary(vec![Eq, Ne, Lt, Le, Gt, Ge], &int).boxed();
    let char = Just(node(ExprKind::Char('x'))).boxed();
    Exprs { int, char, bool }
}

fn taller(inner: &Exprs) -> Exprs {
    use BinaryOp::*;
    let Exprs { int, char, bool } = inner.clone();
    Exprs {
        int: prop_oneof![
            2 => int.clone(),
            6 => binary(vec![Add, Sub, Mul, Div, Rem], &int),
            1 => int.clone().prop_map(|of| unary(UnaryOp::Neg, of)),
            1 => call(vec![Function::PointValue], &int),
            1 => call(vec![Function::CharToInt], &char),
        ]
        .boxed(),
        char: prop_oneof![
            2 => call(vec![Function::CharValue, Function::IntToChar], &int),
            2 => call(vec![Function::ToUpper, Function::ToLower], &char),
        ]
        .boxed(),
        bool: prop_oneof![
            1 => bool.clone(),
            6 => binary(vec![Eq, Ne, Lt, Le, Gt, Ge], &int),
            3 => binary(vec![And, Or], &bool),
            1 => bool.clone().prop_map(|of| unary(UnaryOp::Not, of)),
            1 => call(vec![Function::IsDigit, Function::IsLetter, Function::IsVowel], &char),
        ]
        .boxed(),
    }
}

fn unary(op: UnaryOp, of: Expr) -> Expr {
    node(ExprKind::Unary(op, Box::new(of)))
}

fn binary(ops: Vec<BinaryOp>, operand: &BoxedStrategy<Expr>) -> impl Strategy<Value = Expr> + use<> {
    (prop::sample::select(ops), operand.clone(), operand.clone())
        .prop_map(|(op, a, b)| node(ExprKind::Binary(op, Box::new(a), Box::new(b))))
}

fn call(functions: Vec<Function>, of: &BoxedStrategy<Expr>) -> impl Strategy<Value = Expr> + use<> {
    (prop::sample::select(functions), of.clone())
        .prop_map(|(function, of)| node(ExprKind::Call(function, Box::new(of))))
}
