//! Static checks: names, types and constant errors.
//!
//! Names are resolved statically, so unknown, duplicate and reserved names are found here, even in unreachable code.

use std::collections::BTreeMap;

use crate::{
    ast::{BinaryOp, Block, Expr, ExprKind, Function, Name, Stmt, StmtKind, UnaryOp},
    cost,
    diagnostic::MAX_LISTED,
    dialect::{RESULT, Signature},
    ir::{Arith, BoolExpr, CharClass, CharExpr, IntExpr, IrBlock, IrStatement, Relation, Slot, TypedProgram},
    problem::{ErrorReported, LocatedProblem, ProgramProblem, Severity, ValueType},
    similar,
    source::Span,
    vm::MAX_REGISTERS,
    word,
};

/// Resolves names and types of a program. The result is meaningless if an error was found.
pub(crate) fn check(ast: &Block, signature: Signature, found: &mut Vec<LocatedProblem>) -> TypedProgram {
    let mut checker = Checker::new(signature, found);
    let body = checker.block(ast);
    checker.warn_about_result(ast);
    let slots = checker.most_slots;
    drop_consequences(found);
    let given = signature.reserved_names().len() as Slot;
    TypedProgram { body, given, slots }
}

/// Drops warnings that may be mere consequences of an error: unused variables and a missing result.
fn drop_consequences(found: &mut Vec<LocatedProblem>) {
    let consequence = |one: &LocatedProblem| {
        matches!(one.problem, ProgramProblem::UnusedVariable(_) | ProgramProblem::ResultNeverAssigned)
    };
    if found.iter().any(|one| one.problem.severity() == Severity::Error) {
        found.retain(|one| !consequence(one));
    }
}

type CheckResult<T> = Result<T, ErrorReported>;

struct Checker<'f> {
    signature: Signature,
    scopes: Vec<BTreeMap<String, Variable>>,
    result_assigned: bool,
    slots: usize,
    most_slots: Slot,
    found: &'f mut Vec<LocatedProblem>,
}

struct Variable {
    slot: Slot,
    span: Span,
    read: bool,
}

impl Checker<'_> {
    fn new(signature: Signature, found: &mut Vec<LocatedProblem>) -> Checker<'_> {
        let mut checker = Checker {
            signature,
            scopes: vec![BTreeMap::new()],
            result_assigned: false,
            slots: 0,
            most_slots: 0,
            found,
        };
        for name in signature.reserved_names() {
            checker.add_variable(name, Span::default());
        }
        checker
    }

    fn report<T>(&mut self, problem: ProgramProblem, span: Span) -> CheckResult<T> {
        self.found.push(LocatedProblem::new(problem, span));
        Err(ErrorReported)
    }

    /// Reports a problem after which checking of the current part continues.
    fn note(&mut self, problem: ProgramProblem, span: Span) {
        self.found.push(LocatedProblem::new(problem, span));
    }

    fn warn_about_result(&mut self, ast: &Block) {
        if let (false, Some(first)) = (self.result_assigned, ast.statements.first()) {
            self.note(ProgramProblem::ResultNeverAssigned, first.span);
        }
    }
}

/// Statements.
impl Checker<'_> {
    fn block(&mut self, block: &Block) -> IrBlock {
        let slots = self.slots;
        self.scopes.push(BTreeMap::new());
        let steps = block.statements.iter().filter_map(|statement| self.statement(statement).ok()).collect();
        self.leave_scope();
        self.slots = slots;
        let span = block.statements.first().map_or(Span::default(), |first| first.span);
        IrBlock { steps, charge: cost::of_block(block), span }
    }

    fn leave_scope(&mut self) {
        for (name, variable) in self.scopes.pop().unwrap_or_default() {
            if !variable.read {
                self.note(ProgramProblem::UnusedVariable(name), variable.span);
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) -> CheckResult<IrStatement> {
        match &statement.kind {
            StmtKind::Declare(name) => self.declaration(name),
            StmtKind::Assign(name, value) => self.assignment(name, value),
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.bool(condition);
                let then = self.block(then);
                let otherwise = otherwise.as_ref().map(|block| self.block(block));
                Ok(IrStatement::If(condition?, then, otherwise))
            }
            StmtKind::While(condition, body) => {
                let test = self.bool(condition);
                let body = self.block(body);
                Ok(IrStatement::While {
                    test: test?,
                    charge: cost::of_test(condition),
                    span: condition.span,
                    body,
                })
            }
        }
    }

    fn declaration(&mut self, name: &Name) -> CheckResult<IrStatement> {
        if self.signature.reserved_names().contains(&name.kind.as_str()) {
            return self.report(ProgramProblem::ReservedName(name.kind.clone()), name.span);
        }
        if self.scopes.last().is_some_and(|scope| scope.contains_key(&name.kind)) {
            return self.report(ProgramProblem::VarExists(name.kind.clone()), name.span);
        }
        if self.slots == MAX_REGISTERS {
            self.note(ProgramProblem::TooManyVariables { limit: MAX_REGISTERS as u32 }, name.span);
        }
        Ok(IrStatement::Set(self.add_variable(&name.kind, name.span), IntExpr::Const(0)))
    }

    fn add_variable(&mut self, name: &str, span: Span) -> Slot {
        let slot = Slot::try_from(self.slots).unwrap_or(Slot::MAX);
        self.slots += 1;
        self.most_slots = self.most_slots.max(slot.saturating_add(1));
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), Variable { slot, span, read: false });
        }
        slot
    }

    fn assignment(&mut self, name: &Name, value: &Expr) -> CheckResult<IrStatement> {
        self.result_assigned |= name.kind == RESULT;
        let value = self.int(value);
        let slot = match self.variable(&name.kind) {
            Some(variable) => variable.slot,
            None => return self.not_found(&name.kind, name.span),
        };
        Ok(IrStatement::Set(slot, value?))
    }

    /// The innermost variable with this name.
    fn variable(&mut self, name: &str) -> Option<&mut Variable> {
        self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name))
    }

    fn not_found<T>(&mut self, name: &str, span: Span) -> CheckResult<T> {
        let listed = self.found.len() < MAX_LISTED;
        let hint = if listed { self.hint(name) } else { None };
        self.report(ProgramProblem::VarNotFound { name: name.to_owned(), hint }, span)
    }

    fn hint(&self, name: &str) -> Option<String> {
        self.foreign_input(name).or_else(|| self.similar_variable(name))
    }

    fn foreign_input(&self, name: &str) -> Option<String> {
        let owner =
            Signature::ALL.into_iter().find(|signature| signature.reserved_names().contains(&name))?;
        Some(format!(
            "`{name}` is given to {} only, and this is {}",
            owner.describe(),
            self.signature.describe()
        ))
    }

    fn similar_variable(&self, name: &str) -> Option<String> {
        let variables = self.scopes.iter().flat_map(BTreeMap::keys).map(String::as_str);
        let functions = Function::ALL.iter().map(|function| function.name());
        let names = variables.chain(functions).chain(["wordLength"]);
        similar::closest(name, names).map(|other| format!("did you mean `{other}`?"))
    }
}

/// Expressions. The context determines the expected type.
impl Checker<'_> {
    fn int(&mut self, expr: &Expr) -> CheckResult<IntExpr> {
        match &expr.kind {
            ExprKind::Int(value) => self.literal(*value, expr.span),
            ExprKind::Var(name) => self.read(name, expr.span),
            ExprKind::WordLength => Ok(IntExpr::WordLength),
            ExprKind::Unary(UnaryOp::Neg, operand) => self.negation(operand),
            ExprKind::Binary(op, a, b) => match Arith::of(*op) {
                Some(arith) => self.arithmetic(arith, a, b, expr.span),
                None => self.mismatch(ValueType::Int, expr),
            },
            ExprKind::Call(Function::PointValue, index) => {
                let index = self.index(index, Function::PointValue)?;
                Ok(IntExpr::PointValue(Box::new(index), expr.span))
            }
            ExprKind::Call(Function::CharToInt, of) => Ok(match self.char(of)? {
                CharExpr::Const(unit) => IntExpr::Const(i32::from(unit)),
                char => IntExpr::Code(Box::new(char)),
            }),
            _ => self.mismatch(ValueType::Int, expr),
        }
    }

    fn literal(&mut self, value: u32, span: Span) -> CheckResult<IntExpr> {
        match i32::try_from(value) {
            Ok(value) => Ok(IntExpr::Const(value)),
            Err(_) => self.report(ProgramProblem::NumberTooLarge, span),
        }
    }

    fn read(&mut self, name: &str, span: Span) -> CheckResult<IntExpr> {
        match self.variable(name) {
            Some(variable) => {
                variable.read = true;
                Ok(IntExpr::Slot(variable.slot))
            }
            None => self.not_found(name, span),
        }
    }

    fn negation(&mut self, operand: &Expr) -> CheckResult<IntExpr> {
        if operand.kind == ExprKind::Int(i32::MIN.unsigned_abs()) {
            return Ok(IntExpr::Const(i32::MIN));
        }
        Ok(match self.int(operand)? {
            IntExpr::Const(value) => IntExpr::Const(value.wrapping_neg()),
            operand => IntExpr::Neg(Box::new(operand)),
        })
    }

    fn arithmetic(&mut self, op: Arith, a: &Expr, b: &Expr, span: Span) -> CheckResult<IntExpr> {
        let (left, right) = (self.int(a), self.int(b));
        match (left?, right?) {
            (_, IntExpr::Const(0)) if op.can_divide_by_zero() => {
                self.report(ProgramProblem::DivisionByZero, span)
            }
            (IntExpr::Const(a), IntExpr::Const(b)) => Ok(IntExpr::Const(op.apply(a, b).unwrap_or(0))),
            (left, right) => Ok(IntExpr::Arith(op, Box::new(left), Box::new(right), span)),
        }
    }

    /// An index into the word.
    fn index(&mut self, index: &Expr, function: Function) -> CheckResult<IntExpr> {
        if !self.signature.has_word() {
            let problem = ProgramProblem::NoWord { function: function.name(), signature: self.signature };
            self.note(problem, index.span);
        }
        match self.int(index)? {
            IntExpr::Const(value) if value < 0 => {
                self.report(ProgramProblem::IndexOutOfBounds(value), index.span)
            }
            index => Ok(index),
        }
    }

    fn char(&mut self, expr: &Expr) -> CheckResult<CharExpr> {
        match &expr.kind {
            ExprKind::Char(character) => match word::unit(*character) {
                Some(unit) => Ok(CharExpr::Const(unit)),
                None => self.report(ProgramProblem::WideCharacter(*character), expr.span),
            },
            ExprKind::Call(Function::CharValue, index) => {
                let index = self.index(index, Function::CharValue)?;
                Ok(CharExpr::OfWord(Box::new(index), expr.span))
            }
            ExprKind::Call(Function::IntToChar, of) => Ok(match self.int(of)? {
                IntExpr::Const(value) => CharExpr::Const(value as u16),
                int => CharExpr::OfCode(Box::new(int)),
            }),
            ExprKind::Call(Function::ToUpper, of) => Ok(match self.char(of)? {
                CharExpr::Const(unit) => CharExpr::Const(word::to_upper(unit)),
                char => CharExpr::Upper(Box::new(char)),
            }),
            ExprKind::Call(Function::ToLower, of) => Ok(match self.char(of)? {
                CharExpr::Const(unit) => CharExpr::Const(word::to_lower(unit)),
                char => CharExpr::Lower(Box::new(char)),
            }),
            _ => self.mismatch(ValueType::Char, expr),
        }
    }

    fn bool(&mut self, expr: &Expr) -> CheckResult<BoolExpr> {
        match &expr.kind {
            ExprKind::Bool(value) => Ok(BoolExpr::Const(*value)),
            ExprKind::Unary(UnaryOp::Not, operand) => Ok(match self.bool(operand)? {
                BoolExpr::Const(value) => BoolExpr::Const(!value),
                operand => BoolExpr::Not(Box::new(operand)),
            }),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => self.logic(expr, a, b),
            ExprKind::Binary(op, a, b) => match Relation::of(*op) {
                Some(relation) => self.relation(relation, a, b),
                None => self.mismatch(ValueType::Bool, expr),
            },
            ExprKind::Call(function, of) => match CharClass::of(*function) {
                Some(class) => Ok(match self.char(of)? {
                    CharExpr::Const(unit) => BoolExpr::Const(class.has(unit)),
                    char => BoolExpr::Class(class, char),
                }),
                None => self.mismatch(ValueType::Bool, expr),
            },
            _ => self.mismatch(ValueType::Bool, expr),
        }
    }

    fn logic(&mut self, expr: &Expr, a: &Expr, b: &Expr) -> CheckResult<BoolExpr> {
        let is_and = matches!(expr.kind, ExprKind::Binary(BinaryOp::And, ..));
        let (left, right) = (self.bool(a), self.bool(b));
        Ok(match (left?, right?) {
            (BoolExpr::Const(a), BoolExpr::Const(b)) => BoolExpr::Const(if is_and { a && b } else { a || b }),
            (left, right) if is_and => BoolExpr::And(Box::new(left), Box::new(right)),
            (left, right) => BoolExpr::Or(Box::new(left), Box::new(right)),
        })
    }

    fn relation(&mut self, relation: Relation, a: &Expr, b: &Expr) -> CheckResult<BoolExpr> {
        let (left, right) = (self.int(a), self.int(b));
        Ok(match (left?, right?) {
            (IntExpr::Const(a), IntExpr::Const(b)) => BoolExpr::Const(relation.holds(a, b)),
            (left, right) => BoolExpr::Relation(relation, left, right),
        })
    }

    fn mismatch<T>(&mut self, expected: ValueType, expr: &Expr) -> CheckResult<T> {
        self.report(ProgramProblem::TypeMismatch { expected, found: type_of(&expr.kind) }, expr.span)
    }
}

fn type_of(expr: &ExprKind) -> ValueType {
    match expr {
        ExprKind::Int(_) | ExprKind::Var(_) | ExprKind::WordLength | ExprKind::Unary(UnaryOp::Neg, _) => {
            ValueType::Int
        }
        ExprKind::Char(_) => ValueType::Char,
        ExprKind::Bool(_) | ExprKind::Unary(UnaryOp::Not, _) => ValueType::Bool,
        ExprKind::Binary(op, ..) if Arith::of(*op).is_some() => ValueType::Int,
        ExprKind::Binary(..) => ValueType::Bool,
        ExprKind::Call(function, _) => return_type(*function),
    }
}

fn return_type(function: Function) -> ValueType {
    match function {
        Function::PointValue | Function::CharToInt => ValueType::Int,
        Function::CharValue | Function::IntToChar | Function::ToUpper | Function::ToLower => ValueType::Char,
        Function::IsDigit | Function::IsLetter | Function::IsVowel => ValueType::Bool,
    }
}
