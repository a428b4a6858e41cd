//! The cost of running a program, in steps.
//!
//! Entry to a block costs one step for each statement and operation directly in it. Each test of a `while` costs one
//! step and its operations. Steps are charged on entry, so the cost does not depend on how the program is compiled.

use crate::ast::{Block, Expr, ExprKind, StmtKind};

/// The steps that are charged on entry to a block.
pub(crate) fn of_block(block: &Block) -> u32 {
    block.statements.iter().map(|statement| of_statement(&statement.kind)).sum()
}

/// The steps that are charged for each test of a condition.
pub(crate) fn of_test(condition: &Expr) -> u32 {
    1 + operations(condition)
}

fn of_statement(statement: &StmtKind) -> u32 {
    match statement {
        StmtKind::Declare(_) => 1,
        StmtKind::Assign(_, value) => 1 + operations(value),
        StmtKind::If(condition, ..) => of_test(condition),
        StmtKind::While(..) => 0,
    }
}

fn operations(expr: &Expr) -> u32 {
    match &expr.kind {
        ExprKind::Unary(_, a) | ExprKind::Call(_, a) => 1 + operations(a),
        ExprKind::Binary(_, a, b) => 1 + operations(a) + operations(b),
        _ => 1,
    }
}
