//! The kinds of square in pictures and board files.

use rules::{Factors, SquareDraft, SquareEffect, SquareId};

/// The factors with fixed ids: 0 plain, then letters and words.
const KNOWN: [(Factors, SquareId); 7] = [
    (Factors::NONE, 0),
    (letter(2), 1),
    (letter(3), 2),
    (word(2), 3),
    (word(3), 4),
    (letter(4), 5),
    (word(4), 6),
];

/// The factors of a square that multiplies its letter.
pub(crate) const fn letter(factor: i32) -> Factors {
    Factors { letter: factor, word: 1 }
}

/// The factors of a square that multiplies the word.
pub(crate) const fn word(factor: i32) -> Factors {
    Factors { letter: 1, word: factor }
}

/// The name of a square with these factors.
pub(crate) fn name(factors: Factors) -> String {
    match (factors.letter, factors.word) {
        (1, 1) => "plain".to_owned(),
        (letter, 1) => format!("letter ×{letter}"),
        (1, word) => format!("word ×{word}"),
        (letter, word) => format!("letter ×{letter}, word ×{word}"),
    }
}

/// The squares of a board, collected while it is read. The plain square is always one of them.
pub(crate) struct Palette {
    squares: Vec<SquareDraft>,
    next: SquareId,
}

impl Palette {
    pub(crate) fn new() -> Palette {
        let mut palette = Palette { squares: Vec::new(), next: KNOWN.len() as SquareId };
        palette.id(Factors::NONE);
        palette
    }

    /// The id of the square with these factors.
    pub(crate) fn id(&mut self, factors: Factors) -> SquareId {
        self.id_with_name(factors, name(factors))
    }

    /// The id of the square with these factors and this name.
    pub(crate) fn id_with_name(&mut self, factors: Factors, name: String) -> SquareId {
        if let Some(square) = self.squares.iter().find(|square| square.name == name) {
            return square.id;
        }
        let known = KNOWN.iter().find(|(known, _)| *known == factors && self::name(factors) == name);
        let id = known.map_or(self.next, |&(_, id)| id);
        self.next += SquareId::from(known.is_none());
        self.squares.push(SquareDraft { id, name, effect: SquareEffect::Factors(factors) });
        id
    }

    /// The squares, by id.
    pub(crate) fn into_squares(mut self) -> Vec<SquareDraft> {
        self.squares.sort_by_key(|square| square.id);
        self.squares
    }
}
