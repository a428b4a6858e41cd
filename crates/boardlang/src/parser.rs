//! The parser.
//!
//! One grammar covers the expressions of all types, so that the parser never backtracks. Types are checked later.
//! After an error the parser continues at the next `;` or `}` and reports further errors.

use std::sync::Arc;

use crate::{
    ast::{BinaryOp, Block, Expr, ExprKind, Function, Name, Precedence, Spanned, Stmt, StmtKind, UnaryOp},
    diagnostic::{Diagnostics, MAX_LISTED},
    dialect::Dialect,
    lexer::{Token, tokens},
    problem::{ErrorReported, LocatedProblem, ProgramProblem, Severity},
    similar,
    source::Span,
};

/// The maximum length of a program, in bytes.
pub const MAX_SOURCE: u32 = 1 << 20;
/// The maximum nesting depth of parentheses, blocks, calls and signs.
pub const MAX_NESTING: u32 = 200;
/// The maximum number of chained operators in an expression.
pub const MAX_CHAIN: u32 = 1000;

/// The tree of a program, with warnings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseOutput {
    /// The tree.
    pub ast: Block,
    /// Warnings only.
    pub warnings: Diagnostics,
}

/// Parses a program without checking names and types.
///
/// ```
/// # mod quixotry { pub use quixotry_boardlang as boardlang; }
/// use quixotry::boardlang::{self, Dialect};
///
/// let parsed = boardlang::parse("_result_ := 1", Dialect::Left)?;
/// assert_eq!(parsed.ast.in_dialect(Dialect::Left).to_string().trim(), "_result_ := 1");
/// # Ok::<(), boardlang::Diagnostics>(())
/// ```
///
/// # Errors
///
/// Fails with all syntax errors.
pub fn parse(source: &str, dialect: Dialect) -> Result<ParseOutput, Diagnostics> {
    let source: Arc<str> = source.into();
    let (ast, found) = parse_all(&source, dialect);
    let ok = found.iter().all(|one| one.problem.severity() == Severity::Warning);
    let diagnostics = Diagnostics::new(source, found);
    if ok { Ok(ParseOutput { ast, warnings: diagnostics }) } else { Err(diagnostics) }
}

/// Returns the tree and all problems. The tree is incomplete if there is an error.
pub(crate) fn parse_all(source: &str, dialect: Dialect) -> (Block, Vec<LocatedProblem>) {
    let mut found = Vec::new();
    if source.len() > MAX_SOURCE as usize {
        found.push(LocatedProblem::new(ProgramProblem::SourceTooLong { limit: MAX_SOURCE }, Span::default()));
        return (Block { statements: Vec::new() }, found);
    }
    let tokens = tokens(source, &mut found);
    let mut parser = Parser { source, dialect, tokens, at: 0, depth: 0, given_up: false, errors: 0, found };
    let ast = parser.program();
    (ast, parser.found)
}

type ParseResult<T> = Result<T, ErrorReported>;

struct Parser<'s> {
    source: &'s str,
    dialect: Dialect,
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: u32,
    given_up: bool,
    errors: usize,
    found: Vec<LocatedProblem>,
}

/// An expression with the height of its tree, which limits the recursion of later passes.
struct MeasuredExpr {
    expr: Expr,
    height: u32,
}

/// Statements.
impl Parser<'_> {
    fn program(&mut self) -> Block {
        if self.peek() == Token::End && self.found.is_empty() {
            self.report(ProgramProblem::EmptyProgram, self.span());
        }
        let statements = self.statements(Token::End);
        if self.peek() != Token::End {
            let found = self.describe();
            self.report(ProgramProblem::TrailingText(found), self.span());
        }
        Block { statements }
    }

    /// Parses statements up to the closing token, which is not consumed.
    fn statements(&mut self, close: Token) -> Vec<Stmt> {
        let mut statements = Vec::new();
        while !self.is_at_end() {
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(ErrorReported) => self.skip_statement(),
            }
            if !self.separator(close) {
                break;
            }
        }
        statements
    }

    /// Consumes the `;` between two statements. Returns false if the block ends instead.
    fn separator(&mut self, close: Token) -> bool {
        if self.peek() != Token::Semicolon && !self.is_at_end() {
            if close == Token::End && self.peek() == Token::Close {
                return false;
            }
            let _ = self.fail::<()>("`;`");
            self.skip_statement();
        }
        let semicolon = self.span();
        if !self.take(Token::Semicolon) {
            return false;
        }
        if self.is_at_end() {
            self.report(ProgramProblem::TrailingSemicolon, semicolon);
        }
        true
    }

    fn is_at_end(&self) -> bool {
        matches!(self.peek(), Token::CloseBrace | Token::End)
    }

    fn skip_statement(&mut self) {
        let mut depth = 0_u32;
        loop {
            match self.peek() {
                Token::End => return,
                Token::Semicolon | Token::CloseBrace if depth == 0 => return,
                Token::OpenBrace => depth += 1,
                Token::CloseBrace => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn statement(&mut self) -> ParseResult<Stmt> {
        if self.peek().is_keyword() && self.next_is(Token::Assign) {
            let name = self.text();
            return self.refuse(ProgramProblem::KeywordAsName(name), self.span());
        }
        let start = self.span();
        let kind = match self.peek() {
            Token::Declare => self.declaration()?,
            Token::If => self.conditional()?,
            Token::While => self.while_loop()?,
            Token::Name => self.assignment()?,
            _ => return self.fail("a statement"),
        };
        Ok(Spanned::new(kind, start.to(self.last_span())))
    }

    fn declaration(&mut self) -> ParseResult<StmtKind> {
        self.at += 1;
        if self.peek().is_keyword() {
            let name = self.text();
            return self.refuse(ProgramProblem::KeywordAsName(name), self.span());
        }
        Ok(StmtKind::Declare(self.name()?))
    }

    fn assignment(&mut self) -> ParseResult<StmtKind> {
        let name = self.name()?;
        if self.peek() == Token::Operator(BinaryOp::Eq) {
            return self.refuse(ProgramProblem::AssignWithEquals, self.span());
        }
        self.expect(Token::Assign, "`:=`")?;
        Ok(StmtKind::Assign(name, self.expression()?))
    }

    fn conditional(&mut self) -> ParseResult<StmtKind> {
        self.at += 1;
        let condition = self.header(Token::Then, "`then`");
        let then = self.block_behind(&condition)?;
        let otherwise = if self.take(Token::Else) { Some(self.block()?) } else { None };
        Ok(StmtKind::If(condition?, then, otherwise))
    }

    fn while_loop(&mut self) -> ParseResult<StmtKind> {
        self.at += 1;
        let condition = self.header(Token::Do, "`do`");
        let body = self.block_behind(&condition)?;
        Ok(StmtKind::While(condition?, body))
    }

    /// `( condition ) keyword`
    fn header(&mut self, keyword: Token, expected: &'static str) -> ParseResult<Expr> {
        self.expect(Token::Open, "`(`")?;
        let condition = self.expression()?;
        self.expect(Token::Close, "`)`")?;
        self.expect(keyword, expected)?;
        Ok(condition)
    }

    /// Parses the block even after an invalid header, to report errors inside it.
    fn block_behind(&mut self, header: &ParseResult<Expr>) -> ParseResult<Block> {
        if header.is_err() {
            while !matches!(self.peek(), Token::OpenBrace | Token::Semicolon | Token::CloseBrace | Token::End)
            {
                self.at += 1;
            }
            if self.peek() != Token::OpenBrace {
                return Err(ErrorReported);
            }
        }
        self.block()
    }

    fn block(&mut self) -> ParseResult<Block> {
        let open = self.span();
        self.expect(Token::OpenBrace, "`{`")?;
        if self.peek() == Token::CloseBrace {
            self.report(ProgramProblem::EmptyBlock, open.to(self.span()));
        }
        let statements = self.with_nesting(|parser| Ok(parser.statements(Token::CloseBrace)))?;
        self.expect(Token::CloseBrace, "`}`")?;
        Ok(Block { statements })
    }

    fn name(&mut self) -> ParseResult<Name> {
        let (text, span) = (self.text(), self.span());
        self.expect(Token::Name, "a name")?;
        Ok(Spanned::new(text, span))
    }
}

/// Expressions.
impl Parser<'_> {
    fn expression(&mut self) -> ParseResult<Expr> {
        Ok(self.chain(Precedence::Logic)?.expr)
    }

    fn expression_with_height(&mut self) -> ParseResult<MeasuredExpr> {
        self.chain(Precedence::Logic)
    }

    /// Parses operands and the operators of one precedence between them.
    fn chain(&mut self, level: Precedence) -> ParseResult<MeasuredExpr> {
        let tighter = match level {
            Precedence::Logic => Precedence::Relation,
            Precedence::Relation => Precedence::Sum,
            Precedence::Sum => Precedence::Product,
            Precedence::Product | Precedence::Atom => return self.product(),
        };
        let first = self.chain(tighter)?;
        if self.operator(level).is_none() {
            return Ok(first);
        }
        self.rest_of_chain(first, level, |parser| parser.chain(tighter))
    }

    fn product(&mut self) -> ParseResult<MeasuredExpr> {
        let first = self.unary()?;
        self.rest_of_chain(first, Precedence::Product, Self::unary)
    }

    fn rest_of_chain(
        &mut self,
        first: MeasuredExpr,
        level: Precedence,
        operand: impl Fn(&mut Self) -> ParseResult<MeasuredExpr>,
    ) -> ParseResult<MeasuredExpr> {
        let (mut operands, mut operators) = (vec![first], Vec::new());
        while let Some(operator) = self.operator(level) {
            if level == Precedence::Relation && !operators.is_empty() {
                return self.refuse(ProgramProblem::ChainedComparison, self.span());
            }
            self.at += 1;
            operators.push(operator);
            operands.push(operand(self)?);
        }
        self.warn_if_mixed(&operands, &operators);
        self.fold(operands, operators)
    }

    fn operator(&self, level: Precedence) -> Option<BinaryOp> {
        match self.peek() {
            Token::Operator(op) if op.level() == level => Some(op),
            _ => None,
        }
    }

    fn warn_if_mixed(&mut self, operands: &[MeasuredExpr], operators: &[BinaryOp]) {
        if operators.contains(&BinaryOp::And)
            && operators.contains(&BinaryOp::Or)
            && let [first, .., last] = operands
        {
            self.report(ProgramProblem::MixedLogic, first.expr.span.to(last.expr.span));
        }
    }

    fn fold(
        &mut self,
        mut operands: Vec<MeasuredExpr>,
        mut operators: Vec<BinaryOp>,
    ) -> ParseResult<MeasuredExpr> {
        if self.dialect == Dialect::Left {
            operands.reverse();
            operators.reverse();
        }
        let Some(mut tree) = operands.pop() else { return Err(ErrorReported) };
        while let (Some(op), Some(next)) = (operators.pop(), operands.pop()) {
            tree = match self.dialect {
                Dialect::Left => self.join(op, tree, next)?,
                Dialect::ItuRight => self.join(op, next, tree)?,
            };
        }
        Ok(tree)
    }

    fn join(&mut self, op: BinaryOp, left: MeasuredExpr, right: MeasuredExpr) -> ParseResult<MeasuredExpr> {
        let span = left.expr.span.to(right.expr.span);
        let height = left.height.max(right.height) + 1;
        if height > MAX_CHAIN {
            self.give_up(ProgramProblem::TooLong { limit: MAX_CHAIN }, right.expr.span)?;
        }
        let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
        Ok(MeasuredExpr { expr: Spanned::new(kind, span), height })
    }

    fn unary(&mut self) -> ParseResult<MeasuredExpr> {
        let op = match self.peek() {
            Token::Operator(BinaryOp::Sub) => UnaryOp::Neg,
            Token::Not => UnaryOp::Not,
            _ => return self.atom(),
        };
        let start = self.span();
        self.at += 1;
        let operand = self.with_nesting(Self::unary)?;
        Ok(operand.wrap(start, |operand| ExprKind::Unary(op, operand)))
    }

    fn atom(&mut self) -> ParseResult<MeasuredExpr> {
        let kind = match self.peek() {
            Token::Int(value) => ExprKind::Int(value),
            Token::Char(character) => ExprKind::Char(character),
            Token::Bool(value) => ExprKind::Bool(value),
            Token::WordLength => ExprKind::WordLength,
            Token::Name => return self.variable(),
            Token::Function(function) => return self.call(function),
            Token::Open => return self.group(),
            _ => return self.fail("an expression"),
        };
        Ok(self.leaf(kind))
    }

    fn leaf(&mut self, kind: ExprKind) -> MeasuredExpr {
        let expr = Spanned::new(kind, self.span());
        self.at += 1;
        MeasuredExpr { expr, height: 1 }
    }

    fn variable(&mut self) -> ParseResult<MeasuredExpr> {
        let name = self.text();
        if self.next_is(Token::Open) {
            let names = Function::ALL.iter().map(|function| function.name());
            let suggestion = similar::closest(&name, names).map(str::to_owned);
            return self.refuse(ProgramProblem::UnknownFunction { name, suggestion }, self.span());
        }
        Ok(self.leaf(ExprKind::Var(name)))
    }

    fn call(&mut self, function: Function) -> ParseResult<MeasuredExpr> {
        let start = self.span();
        self.at += 1;
        let mut call = self.parentheses()?.wrap(start, |argument| ExprKind::Call(function, argument));
        call.expr.span = start.to(self.last_span());
        Ok(call)
    }

    /// Parses an operation in parentheses. They are part of its span, so that it is underlined as a whole.
    fn group(&mut self) -> ParseResult<MeasuredExpr> {
        let open = self.span();
        let mut inner = self.parentheses()?;
        if inner.height > 1 {
            inner.expr.span = open.to(self.last_span());
        }
        Ok(inner)
    }

    fn parentheses(&mut self) -> ParseResult<MeasuredExpr> {
        self.expect(Token::Open, "`(`")?;
        let inner = self.with_nesting(Self::expression_with_height)?;
        self.expect(Token::Close, "`)`")?;
        Ok(inner)
    }
}

impl MeasuredExpr {
    fn wrap(self, start: Span, kind: impl FnOnce(Box<Expr>) -> ExprKind) -> MeasuredExpr {
        let span = start.to(self.expr.span);
        MeasuredExpr { expr: Spanned::new(kind(Box::new(self.expr)), span), height: self.height + 1 }
    }
}

/// Tokens and problems.
impl Parser<'_> {
    fn peek(&self) -> Token {
        self.tokens.get(self.at).map_or(Token::End, |&(token, _)| token)
    }

    fn next_is(&self, token: Token) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|&(next, _)| next == token)
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(Span::default(), |&(_, span)| span)
    }

    fn last_span(&self) -> Span {
        self.at
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last))
            .map_or(Span::default(), |&(_, span)| span)
    }

    fn text(&self) -> String {
        self.span().text(self.source).to_owned()
    }

    fn take(&mut self, token: Token) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: Token, expected: &'static str) -> ParseResult<()> {
        if self.take(token) { Ok(()) } else { self.fail(expected) }
    }

    fn fail<T>(&mut self, expected: &'static str) -> ParseResult<T> {
        let found = self.describe();
        self.refuse(ProgramProblem::Expected { expected, found }, self.span())
    }

    fn describe(&self) -> String {
        match self.peek() {
            Token::End => "the end of the program".to_owned(),
            _ => format!("`{}`", self.text()),
        }
    }

    fn refuse<T>(&mut self, problem: ProgramProblem, span: Span) -> ParseResult<T> {
        self.report(problem, span);
        Err(ErrorReported)
    }

    /// Reports a problem, unless the lexer has reported the current token.
    fn report(&mut self, problem: ProgramProblem, span: Span) {
        if self.peek() == Token::Bad || self.given_up {
            return;
        }
        self.errors += usize::from(problem.severity() == Severity::Error);
        self.found.push(LocatedProblem::new(problem, span));
        if self.errors > MAX_LISTED {
            self.stop();
        }
    }

    /// Reports an exceeded limit and stops parsing, because further errors would be misleading.
    fn give_up<T>(&mut self, problem: ProgramProblem, span: Span) -> ParseResult<T> {
        self.report(problem, span);
        self.stop();
        Err(ErrorReported)
    }

    fn stop(&mut self) {
        self.given_up = true;
        self.at = self.tokens.len().saturating_sub(1);
    }

    fn with_nesting<T>(&mut self, inner: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth == MAX_NESTING {
            return self.give_up(ProgramProblem::TooDeep { limit: MAX_NESTING }, self.span());
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}
