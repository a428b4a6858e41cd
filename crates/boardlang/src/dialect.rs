//! The kinds of programs, and the associativity of operators.

/// The associativity of operators with the same precedence.
///
/// ```
/// # mod quixotry { pub use quixotry_boardlang as boardlang; }
/// use quixotry::boardlang::{Dialect, Fuel, Signature, compile};
///
/// let result = |dialect| {
///     let program = compile("_result_ := 10 - 3 - 2", Signature::Board, dialect).unwrap().program;
///     program.run_board(0, 0, Fuel::default()).unwrap()
/// };
/// assert_eq!(result(Dialect::Left), 5);
/// assert_eq!(result(Dialect::ItuRight), 9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// `5 - 3 - 1` is `(5 - 3) - 1`, as in mathematics.
    #[default]
    Left,
    /// `5 - 3 - 1` is `5 - (3 - 1)`, as the parsers of the ITU game read it ("itu-compat").
    ItuRight,
}

/// The kind of a program. It determines the inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Signature {
    /// Computes the number of a square from `_x_` and `_y_`.
    Board,
    /// Computes the new points from `_pos_`, `_acc_` and the word.
    Square,
    /// Computes the character to draw from `_input_`, the number of a square.
    Print,
}

/// The variable in which every program leaves its result.
pub const RESULT: &str = "_result_";

impl Dialect {
    /// Both dialects.
    pub const ALL: [Dialect; 2] = [Dialect::Left, Dialect::ItuRight];
}

impl Signature {
    /// All three kinds of program.
    pub const ALL: [Signature; 3] = [Signature::Board, Signature::Square, Signature::Print];

    /// Returns the names that can be read and assigned but not declared: the inputs in order, then the result.
    #[must_use]
    pub fn reserved_names(self) -> &'static [&'static str] {
        match self {
            Signature::Board => &["_x_", "_y_", RESULT],
            Signature::Square => &["_pos_", "_acc_", RESULT],
            Signature::Print => &["_input_", RESULT],
        }
    }

    /// Returns the kind of program in words.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Signature::Board => "a board program",
            Signature::Square => "a square program",
            Signature::Print => "a print program",
        }
    }

    /// Returns whether programs of this kind have a word as input.
    #[must_use]
    pub fn has_word(self) -> bool {
        self == Signature::Square
    }
}
