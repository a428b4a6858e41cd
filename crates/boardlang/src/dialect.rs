//! What a program is for, and which way chained operators lean.

/// Which way a chain of operators of one level is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// `5 - 3 - 1` is `(5 - 3) - 1`, as in mathematics.
    #[default]
    Left,
    /// `5 - 3 - 1` is `5 - (3 - 1)`, as the parsers of the ITU game read it ("itu-compat").
    ItuRight,
}

/// What a program is for: it fixes the names the program is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Signature {
    /// From `_x_` and `_y_` to the number of the square there.
    Board,
    /// From `_pos_`, `_acc_` and the word to the new points.
    Square,
    /// From `_input_`, a square's number, to the character to draw.
    Print,
}

/// The name every program leaves its answer in.
pub const RESULT: &str = "_result_";

impl Dialect {
    /// Both dialects.
    pub const ALL: [Dialect; 2] = [Dialect::Left, Dialect::ItuRight];
}

impl Signature {
    /// All three kinds of program.
    pub const ALL: [Signature; 3] = [Signature::Board, Signature::Square, Signature::Print];

    /// The names that can be read and assigned but never declared: inputs in order, then the result.
    pub fn reserved(self) -> &'static [&'static str] {
        match self {
            Signature::Board => &["_x_", "_y_", RESULT],
            Signature::Square => &["_pos_", "_acc_", RESULT],
            Signature::Print => &["_input_", RESULT],
        }
    }

    /// The kind of program in words.
    pub fn describe(self) -> &'static str {
        match self {
            Signature::Board => "a board program",
            Signature::Square => "a square program",
            Signature::Print => "a print program",
        }
    }

    /// Whether a program of this kind is given a word.
    pub fn has_word(self) -> bool {
        self == Signature::Square
    }
}
