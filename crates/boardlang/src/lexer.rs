//! The lexer.

use logos::{FilterResult, Lexer, Logos};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::{
    ast::{BinaryOp, Function},
    problem::{LocatedProblem, ProgramProblem},
    source::Span,
};

/// A token. Its text is found through its span.
///
/// The lexer knows names of ASCII letters only; [`extend_name`] adds other letters, and [`keyword`] finds reserved words.
/// With all letters of Unicode in its patterns, the lexer took twenty seconds to compile.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(skip r"[\p{White_Space}\u{FEFF}]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(error = LexError)]
pub(crate) enum Token {
    #[token("/*", block_comment)]
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*", extend_name)]
    #[regex(r"[^\x00-\x7F\p{White_Space}\u{FEFF}]", foreign_name)]
    Name,
    #[regex(r"[0-9][A-Za-z0-9_]*", number)]
    Int(u32),
    #[token("'", quoted_character)]
    Char(char),
    Declare,
    If,
    Then,
    Else,
    While,
    Do,
    Bool(bool),
    WordLength,
    Function(Function),
    #[token("+", |_| BinaryOp::Add)]
    #[token("-", |_| BinaryOp::Sub)]
    #[token("*", |_| BinaryOp::Mul)]
    #[token("/", |_| BinaryOp::Div)]
    #[token("%", |_| BinaryOp::Rem)]
    #[token("=", |_| BinaryOp::Eq)]
    #[token("<>", |_| BinaryOp::Ne)]
    #[token("<", |_| BinaryOp::Lt)]
    #[token("<=", |_| BinaryOp::Le)]
    #[token(">", |_| BinaryOp::Gt)]
    #[token(">=", |_| BinaryOp::Ge)]
    #[token("/\\", |_| BinaryOp::And)]
    #[token("\\/", |_| BinaryOp::Or)]
    #[token("==", |_| foreign("==", "="))]
    #[token("!=", |_| foreign("!=", "<>"))]
    #[token("&&", |_| foreign("&&", "/\\"))]
    #[token("||", |_| foreign("||", "\\/"))]
    #[token("!", |_| foreign("!", "~"))]
    Operator(BinaryOp),
    #[token("~")]
    Not,
    #[token(":=")]
    Assign,
    #[token(";")]
    Semicolon,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    /// Invalid text that has been reported.
    Bad,
    /// The end of the text.
    End,
}

impl Token {
    /// Whether the token is a reserved word.
    pub(crate) fn is_keyword(self) -> bool {
        use Token::*;
        matches!(self, Declare | If | Then | Else | While | Do | Bool(_) | WordLength | Function(_))
    }
}

/// Why text is not a token. `None` stands for an unexpected character.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LexError(Option<ProgramProblem>);

impl From<ProgramProblem> for LexError {
    fn from(problem: ProgramProblem) -> LexError {
        LexError(Some(problem))
    }
}

impl LexError {
    fn problem(self, text: &str) -> ProgramProblem {
        self.0.unwrap_or(ProgramProblem::UnexpectedCharacter(text.chars().next().unwrap_or('\0')))
    }
}

/// Splits a source into tokens, with [`Token::End`] at the end. Invalid text becomes [`Token::Bad`] and is reported.
pub(crate) fn tokens(source: &str, found: &mut Vec<LocatedProblem>) -> Vec<(Token, Span)> {
    let mut tokens = Vec::new();
    for (token, range) in Token::lexer(source).spanned() {
        let span = Span::from(range);
        match token {
            Ok(Token::Name) => tokens.push((keyword(span.text(source)).unwrap_or(Token::Name), span)),
            Ok(token) => tokens.push((token, span)),
            Err(misread) => report_bad(misread.problem(span.text(source)), span, &mut tokens, found),
        }
    }
    let end = source.len();
    tokens.push((Token::End, Span::from(end..end)));
    tokens
}

/// Reports a run of invalid characters as one problem.
fn report_bad(
    problem: ProgramProblem,
    span: Span,
    tokens: &mut Vec<(Token, Span)>,
    found: &mut Vec<LocatedProblem>,
) {
    match tokens.last_mut() {
        Some((Token::Bad, last)) if last.end == span.start => *last = last.to(span),
        _ => {
            found.push(LocatedProblem::new(problem, span));
            tokens.push((Token::Bad, span));
        }
    }
}

/// The token of a reserved word.
fn keyword(text: &str) -> Option<Token> {
    Some(match text {
        "declare" => Token::Declare,
        "if" => Token::If,
        "then" => Token::Then,
        "else" => Token::Else,
        "while" => Token::While,
        "do" => Token::Do,
        "true" => Token::Bool(true),
        "false" => Token::Bool(false),
        "wordLength" => Token::WordLength,
        "pointValue" => Token::Function(Function::PointValue),
        "charToInt" => Token::Function(Function::CharToInt),
        "charValue" => Token::Function(Function::CharValue),
        "intToChar" => Token::Function(Function::IntToChar),
        "toUpper" => Token::Function(Function::ToUpper),
        "toLower" => Token::Function(Function::ToLower),
        "isDigit" => Token::Function(Function::IsDigit),
        "isLetter" => Token::Function(Function::IsLetter),
        "isVowel" => Token::Function(Function::IsVowel),
        _ => return None,
    })
}

fn is_letter(character: char) -> bool {
    character.general_category_group() == GeneralCategoryGroup::Letter
}

fn continues_name(character: char) -> bool {
    character == '_' || is_letter(character) || character.general_category() == GeneralCategory::DecimalNumber
}

/// Adds the letters and digits of any script that follow.
fn extend_name(lexer: &mut Lexer<'_, Token>) {
    let rest = lexer.remainder();
    let length = rest.find(|character| !continues_name(character)).unwrap_or(rest.len());
    lexer.bump(length);
}

/// A name that begins with a letter outside ASCII.
fn foreign_name(lexer: &mut Lexer<'_, Token>) -> Result<(), LexError> {
    if !lexer.slice().starts_with(is_letter) {
        return Err(LexError::default());
    }
    extend_name(lexer);
    Ok(())
}

fn foreign(found: &'static str, ours: &'static str) -> Result<BinaryOp, ProgramProblem> {
    Err(ProgramProblem::ForeignOperator { found, ours })
}

fn block_comment(lexer: &mut Lexer<'_, Token>) -> FilterResult<(), LexError> {
    match lexer.remainder().find("*/") {
        Some(at) => {
            lexer.bump(at + 2);
            FilterResult::Skip
        }
        None => {
            lexer.bump(lexer.remainder().len());
            FilterResult::Error(ProgramProblem::UnterminatedComment.into())
        }
    }
}

fn number(lexer: &mut Lexer<'_, Token>) -> Result<u32, ProgramProblem> {
    extend_name(lexer);
    let text = lexer.slice();
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ProgramProblem::BadNumber(text.to_owned()));
    }
    text.parse().map_err(|_| ProgramProblem::NumberTooLarge)
}

/// Any single character between quotes, including the quote itself.
fn quoted_character(lexer: &mut Lexer<'_, Token>) -> Result<char, ProgramProblem> {
    let rest = lexer.remainder();
    let mut characters = rest.chars();
    match (characters.next(), characters.next()) {
        (Some(character), Some('\'')) => {
            lexer.bump(character.len_utf8() + 1);
            Ok(character)
        }
        (Some('\''), _) => {
            lexer.bump(1);
            Err(ProgramProblem::EmptyCharacter)
        }
        _ => Err(long_or_open(lexer, rest)),
    }
}

/// A nearby closing quote on the same line means too many characters. Otherwise the quote was never closed.
fn long_or_open(lexer: &mut Lexer<'_, Token>, rest: &str) -> ProgramProblem {
    let closing = rest.char_indices().take(12).take_while(|&(_, c)| c != '\n').find(|&(_, c)| c == '\'');
    match closing {
        Some((at, _)) => {
            lexer.bump(at + 1);
            ProgramProblem::LongCharacter
        }
        None => ProgramProblem::UnterminatedCharacter,
    }
}
