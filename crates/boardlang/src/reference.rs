//! A reference interpreter: a walk over the tree with a stack of scopes.
//!
//! It is slow and simple. Tests and fuzz targets compare compiled programs with it.

use std::collections::HashMap;

use crate::{
    ast::{BinaryOp, Block, Expr, ExprKind, Function, Stmt, StmtKind, UnaryOp},
    cost,
    dialect::{RESULT, Signature},
    vm::Fuel,
    word::{self, WordLetter},
};

/// Why the reference interpreter failed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvalError {
    /// A second declaration in one scope.
    VarExists(String),
    /// No scope has the variable.
    VarNotFound(String),
    /// A declaration of an input or of the result.
    ReservedName(String),
    /// `pointValue` or `charValue` outside the word.
    IndexOutOfBounds(i32),
    /// `/` or `%` by zero.
    DivisionByZero,
    /// The step budget is used up.
    StepLimit,
    /// A value of the wrong type, or a literal outside its range.
    IllTyped,
}

/// Runs a program. The inputs are in the order of [`Signature::reserved_names`].
///
/// # Errors
///
/// Fails like a compiled program, and also for errors that [`compile`](crate::compile()) reports in advance.
pub fn run(
    program: &Block,
    signature: Signature,
    inputs: &[i32],
    word: &[WordLetter],
    fuel: Fuel,
) -> Result<i32, EvalError> {
    let values = inputs.iter().copied().chain(std::iter::once(0));
    let given = signature.reserved_names().iter().map(|&name| name.to_owned()).zip(values).collect();
    let mut state =
        Evaluator { scopes: vec![given], reserved_names: signature.reserved_names(), word, fuel: fuel.0 };
    state.block(program)?;
    state.read(RESULT)
}

type EvalResult<T> = Result<T, EvalError>;

struct Evaluator<'a> {
    scopes: Vec<HashMap<String, i32>>,
    reserved_names: &'static [&'static str],
    word: &'a [WordLetter],
    fuel: u32,
}

#[derive(Clone, Copy)]
enum EvalValue {
    Int(i32),
    Char(u16),
    Bool(bool),
}

/// Statements.
impl Evaluator<'_> {
    fn block(&mut self, block: &Block) -> EvalResult<()> {
        self.pay(cost::of_block(block))?;
        self.scopes.push(HashMap::new());
        for statement in &block.statements {
            self.statement(statement)?;
        }
        self.scopes.pop();
        Ok(())
    }

    fn pay(&mut self, steps: u32) -> EvalResult<()> {
        self.fuel = self.fuel.checked_sub(steps).ok_or(EvalError::StepLimit)?;
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt) -> EvalResult<()> {
        match &statement.kind {
            StmtKind::Declare(name) => self.declare(&name.kind),
            StmtKind::Assign(name, value) => {
                let value = self.int(value)?;
                self.assign(&name.kind, value)
            }
            StmtKind::If(condition, then, otherwise) => match (self.bool(condition)?, otherwise) {
                (true, _) => self.block(then),
                (false, Some(otherwise)) => self.block(otherwise),
                (false, None) => Ok(()),
            },
            StmtKind::While(condition, body) => self.while_loop(condition, body),
        }
    }

    fn while_loop(&mut self, condition: &Expr, body: &Block) -> EvalResult<()> {
        loop {
            self.pay(cost::of_test(condition))?;
            if !self.bool(condition)? {
                return Ok(());
            }
            self.block(body)?;
        }
    }

    fn declare(&mut self, name: &str) -> EvalResult<()> {
        if self.reserved_names.contains(&name) {
            return Err(EvalError::ReservedName(name.to_owned()));
        }
        match self.scopes.last_mut().and_then(|scope| scope.insert(name.to_owned(), 0)) {
            Some(_) => Err(EvalError::VarExists(name.to_owned())),
            None => Ok(()),
        }
    }

    fn assign(&mut self, name: &str, value: i32) -> EvalResult<()> {
        let variable = self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name));
        *variable.ok_or_else(|| EvalError::VarNotFound(name.to_owned()))? = value;
        Ok(())
    }

    fn read(&self, name: &str) -> EvalResult<i32> {
        let variable = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        variable.copied().ok_or_else(|| EvalError::VarNotFound(name.to_owned()))
    }
}

/// Expressions.
impl Evaluator<'_> {
    fn int(&self, expr: &Expr) -> EvalResult<i32> {
        match self.value(expr)? {
            EvalValue::Int(value) => Ok(value),
            _ => Err(EvalError::IllTyped),
        }
    }

    fn char(&self, expr: &Expr) -> EvalResult<u16> {
        match self.value(expr)? {
            EvalValue::Char(unit) => Ok(unit),
            _ => Err(EvalError::IllTyped),
        }
    }

    fn bool(&self, expr: &Expr) -> EvalResult<bool> {
        match self.value(expr)? {
            EvalValue::Bool(value) => Ok(value),
            _ => Err(EvalError::IllTyped),
        }
    }

    fn value(&self, expr: &Expr) -> EvalResult<EvalValue> {
        match &expr.kind {
            ExprKind::Int(value) => {
                Ok(EvalValue::Int(i32::try_from(*value).map_err(|_| EvalError::IllTyped)?))
            }
            ExprKind::Char(character) => {
                Ok(EvalValue::Char(word::unit(*character).ok_or(EvalError::IllTyped)?))
            }
            ExprKind::Bool(value) => Ok(EvalValue::Bool(*value)),
            ExprKind::Var(name) => Ok(EvalValue::Int(self.read(name)?)),
            ExprKind::WordLength => Ok(EvalValue::Int(self.word.len() as i32)),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Call(function, argument) => self.call(*function, argument),
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Expr) -> EvalResult<EvalValue> {
        match (op, &operand.kind) {
            (UnaryOp::Neg, ExprKind::Int(0x8000_0000)) => Ok(EvalValue::Int(i32::MIN)),
            (UnaryOp::Neg, _) => Ok(EvalValue::Int(wrap(-i64::from(self.int(operand)?)))),
            (UnaryOp::Not, _) => Ok(EvalValue::Bool(!self.bool(operand)?)),
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> EvalResult<EvalValue> {
        if let BinaryOp::And | BinaryOp::Or = op {
            let (a, b) = (self.bool(a)?, self.bool(b)?);
            return Ok(EvalValue::Bool(if op == BinaryOp::And { a && b } else { a || b }));
        }
        let (a, b) = (i64::from(self.int(a)?), i64::from(self.int(b)?));
        Ok(match op {
            BinaryOp::Add => EvalValue::Int(wrap(a + b)),
            BinaryOp::Sub => EvalValue::Int(wrap(a - b)),
            BinaryOp::Mul => EvalValue::Int(wrap(a * b)),
            BinaryOp::Div => EvalValue::Int(wrap(a.checked_div(b).ok_or(EvalError::DivisionByZero)?)),
            BinaryOp::Rem => EvalValue::Int(wrap(a.checked_rem(b).ok_or(EvalError::DivisionByZero)?)),
            BinaryOp::Eq => EvalValue::Bool(a == b),
            BinaryOp::Ne => EvalValue::Bool(a != b),
            BinaryOp::Lt => EvalValue::Bool(a < b),
            BinaryOp::Le => EvalValue::Bool(a <= b),
            BinaryOp::Gt => EvalValue::Bool(a > b),
            BinaryOp::Ge | BinaryOp::And | BinaryOp::Or => EvalValue::Bool(a >= b),
        })
    }

    fn call(&self, function: Function, argument: &Expr) -> EvalResult<EvalValue> {
        Ok(match function {
            Function::PointValue => EvalValue::Int(self.letter(argument)?.points),
            Function::CharValue => EvalValue::Char(self.letter(argument)?.unit),
            Function::CharToInt => EvalValue::Int(i32::from(self.char(argument)?)),
            Function::IntToChar => EvalValue::Char(self.int(argument)? as u16),
            Function::ToUpper => EvalValue::Char(word::to_upper(self.char(argument)?)),
            Function::ToLower => EvalValue::Char(word::to_lower(self.char(argument)?)),
            Function::IsDigit => EvalValue::Bool(word::is_digit(self.char(argument)?)),
            Function::IsLetter => EvalValue::Bool(word::is_letter(self.char(argument)?)),
            Function::IsVowel => EvalValue::Bool(word::is_vowel(self.char(argument)?)),
        })
    }

    fn letter(&self, index: &Expr) -> EvalResult<&WordLetter> {
        let index = self.int(index)?;
        let letter = usize::try_from(index).ok().and_then(|index| self.word.get(index));
        letter.ok_or(EvalError::IndexOutOfBounds(index))
    }
}

fn wrap(value: i64) -> i32 {
    value as i32
}
