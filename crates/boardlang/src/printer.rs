//! Printing trees in a canonical layout with minimal parentheses.

use std::fmt::{self, Display, Formatter, Write};

use crate::{
    ast::{BinaryOp, Block, Expr, ExprKind, Precedence, Stmt, StmtKind},
    dialect::Dialect,
};

/// Displays a program in a dialect. Parsing the text in that dialect gives the same tree.
#[derive(Debug, Clone, Copy)]
pub struct DialectDisplay<'a> {
    block: &'a Block,
    dialect: Dialect,
}

impl Block {
    /// Returns a displayable form of the program in a dialect.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> DialectDisplay<'_> {
        DialectDisplay { block: self, dialect }
    }
}

/// Displays the program in [`Dialect::Left`].
impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.in_dialect(Dialect::Left).fmt(f)
    }
}

impl Display for DialectDisplay<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Printer { out: f, dialect: self.dialect, indent: 0 }.statements(self.block)
    }
}

struct Printer<'a, 'f> {
    out: &'a mut Formatter<'f>,
    dialect: Dialect,
    indent: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OperandSide {
    Left,
    Right,
}

impl Printer<'_, '_> {
    fn statements(&mut self, block: &Block) -> fmt::Result {
        for (at, statement) in block.statements.iter().enumerate() {
            if at > 0 {
                self.out.write_char(';')?;
                self.line()?;
            }
            self.statement(statement)?;
        }
        Ok(())
    }

    fn line(&mut self) -> fmt::Result {
        write!(self.out, "\n{:1$}", "", self.indent)
    }

    fn statement(&mut self, statement: &Stmt) -> fmt::Result {
        match &statement.kind {
            StmtKind::Declare(name) => write!(self.out, "declare {}", name.kind),
            StmtKind::Assign(name, value) => {
                write!(self.out, "{} := ", name.kind)?;
                self.expr(value)
            }
            StmtKind::If(condition, then, otherwise) => {
                self.block("if", condition, "then", then)?;
                otherwise.as_ref().map_or(Ok(()), |block| self.otherwise(block))
            }
            StmtKind::While(condition, body) => self.block("while", condition, "do", body),
        }
    }

    fn block(&mut self, before: &str, condition: &Expr, after: &str, block: &Block) -> fmt::Result {
        write!(self.out, "{before} (")?;
        self.expr(condition)?;
        write!(self.out, ") {after} ")?;
        self.braces(block)
    }

    fn otherwise(&mut self, block: &Block) -> fmt::Result {
        self.out.write_str(" else ")?;
        self.braces(block)
    }

    fn braces(&mut self, block: &Block) -> fmt::Result {
        self.out.write_char('{')?;
        self.indent += 2;
        self.line()?;
        self.statements(block)?;
        self.indent -= 2;
        self.line()?;
        self.out.write_char('}')
    }

    fn expr(&mut self, expr: &Expr) -> fmt::Result {
        match &expr.kind {
            ExprKind::Int(value) => write!(self.out, "{value}"),
            ExprKind::Char(character) => write!(self.out, "'{character}'"),
            ExprKind::Bool(value) => write!(self.out, "{value}"),
            ExprKind::Var(name) => self.out.write_str(name),
            ExprKind::WordLength => self.out.write_str("wordLength"),
            ExprKind::Unary(op, operand) => {
                self.out.write_str(op.symbol())?;
                self.operand(operand, level(operand) < Precedence::Atom)
            }
            ExprKind::Binary(op, a, b) => {
                self.operand(a, self.needs_parentheses(*op, a, OperandSide::Left))?;
                write!(self.out, " {} ", op.symbol())?;
                self.operand(b, self.needs_parentheses(*op, b, OperandSide::Right))
            }
            ExprKind::Call(function, argument) => {
                self.out.write_str(function.name())?;
                self.operand(argument, true)
            }
        }
    }

    fn operand(&mut self, expr: &Expr, parentheses: bool) -> fmt::Result {
        if !parentheses {
            return self.expr(expr);
        }
        self.out.write_char('(')?;
        self.expr(expr)?;
        self.out.write_char(')')
    }

    /// Mixed `/\` and `\/` always get parentheses, because readers expect different precedences.
    fn needs_parentheses(&self, parent: BinaryOp, child: &Expr, side: OperandSide) -> bool {
        let ExprKind::Binary(op, ..) = child.kind else { return false };
        if op.level() != parent.level() {
            return op.level() < parent.level();
        }
        let leaning = match self.dialect {
            Dialect::Left => OperandSide::Left,
            Dialect::ItuRight => OperandSide::Right,
        };
        match op.level() {
            Precedence::Relation => true,
            Precedence::Logic if op != parent => true,
            _ => side != leaning,
        }
    }
}

fn level(expr: &Expr) -> Precedence {
    match expr.kind {
        ExprKind::Binary(op, ..) => op.level(),
        _ => Precedence::Atom,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn check(source: &str, expected: &str) {
        assert_eq!(parse(source, Dialect::Left).unwrap().ast.to_string(), expected);
    }

    #[test]
    fn layout_is_canonical() {
        check("declare x;x:=((1+2)+3)-(4-5)", "declare x;\nx := 1 + 2 + 3 - (4 - 5)");
        check("x:=(a=b)=(c<>d)", "x := (a = b) = (c <> d)");
        check(
            "if(a<b)then{x:=-(1+2)}else{while(~(true/\\false))do{x:='c'}}",
            "if (a < b) then {\n  x := -(1 + 2)\n} else {\n  while (~(true /\\ false)) do {\n    x := 'c'\n  }\n}",
        );
    }
}
