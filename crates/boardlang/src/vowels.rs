//! The vowels of a game: what `isVowel` asks for when they are not a, e, i, o and u.

use crate::{
    ast::{BinaryOp, Block, Expr, ExprKind, Function, StmtKind},
    source::Span,
};

/// Replaces each `isVowel(c)` by a comparison of `c` with each vowel.
pub(crate) fn replace(block: &mut Block, vowels: &[u16]) {
    for statement in &mut block.statements {
        match &mut statement.kind {
            StmtKind::Declare(_) => {}
            StmtKind::Assign(_, value) => replace_in(value, vowels),
            StmtKind::If(condition, then, otherwise) => {
                replace_in(condition, vowels);
                replace(then, vowels);
                otherwise.iter_mut().for_each(|block| replace(block, vowels));
            }
            StmtKind::While(condition, body) => {
                replace_in(condition, vowels);
                replace(body, vowels);
            }
        }
    }
}

fn replace_in(expression: &mut Expr, vowels: &[u16]) {
    let span = expression.span;
    match &mut expression.kind {
        ExprKind::Int(_)
        | ExprKind::Char(_)
        | ExprKind::Bool(_)
        | ExprKind::Var(_)
        | ExprKind::WordLength => {}
        ExprKind::Unary(_, of) => replace_in(of, vowels),
        ExprKind::Binary(_, left, right) => {
            replace_in(left, vowels);
            replace_in(right, vowels);
        }
        ExprKind::Call(Function::IsVowel, of) => {
            let code = Expr::new(ExprKind::Call(Function::CharToInt, of.clone()), span);
            expression.kind = any_of(&code, vowels, span);
        }
        ExprKind::Call(_, of) => replace_in(of, vowels),
    }
}

/// `code = v1 \/ code = v2 \/ …`. Operands are evaluated several times, which changes nothing but the steps.
fn any_of(code: &Expr, vowels: &[u16], span: Span) -> ExprKind {
    let binary = |op, left, right| ExprKind::Binary(op, Box::new(left), Box::new(right));
    let is = |vowel: &u16| {
        let vowel = Expr::new(ExprKind::Int(u32::from(*vowel)), span);
        binary(BinaryOp::Eq, code.clone(), vowel)
    };
    let either = |left, right| binary(BinaryOp::Or, Expr::new(left, span), Expr::new(right, span));
    // The operand is evaluated in any case, so that it fails as before.
    vowels.iter().map(is).reduce(either).unwrap_or_else(|| {
        let never = Expr::new(ExprKind::Int(u32::from(u16::MAX) + 1), span);
        binary(BinaryOp::Eq, code.clone(), never)
    })
}
