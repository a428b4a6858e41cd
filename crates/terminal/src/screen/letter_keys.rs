//! Letters of several characters, typed one character after the other.

use tiles::Alphabet;

/// The characters of the letter that is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct LetterKeys {
    text: String,
    /// Whether a tile with these characters was placed.
    placed: bool,
}

impl LetterKeys {
    pub(super) fn clear(&mut self) {
        *self = LetterKeys::default();
    }

    /// The first character of a letter.
    pub(super) fn begin(&mut self, sign: char, placed: bool) {
        *self = LetterKeys { text: sign.to_string(), placed };
    }

    /// Adds a character, if a letter begins with all of them. Returns whether it was added.
    pub(super) fn push(&mut self, sign: char, alphabet: &Alphabet) -> bool {
        let text = format!("{}{sign}", self.text);
        let is_begun = !self.text.is_empty() && begins_letter(&text, alphabet);
        if is_begun {
            self.text = text;
        }
        is_begun
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn has_tile(&self) -> bool {
        self.placed
    }

    pub(super) fn set_placed(&mut self) {
        self.placed = true;
    }

    /// Whether the characters are a letter.
    pub(super) fn is_complete(&self, alphabet: &Alphabet) -> bool {
        alphabet.letter(&self.text.to_uppercase()).is_some()
    }

    /// The letters that begin with these characters and have more.
    pub(super) fn longer_letters<'a>(&self, alphabet: &'a Alphabet) -> Vec<&'a str> {
        let upper = self.text.to_uppercase();
        let is_longer = |letter: &&str| letter.starts_with(&upper) && letter.len() > upper.len();
        alphabet.letters().map(|letter| alphabet.upper(letter)).filter(is_longer).collect()
    }
}

fn begins_letter(text: &str, alphabet: &Alphabet) -> bool {
    let upper = text.to_uppercase();
    alphabet.letters().any(|letter| alphabet.upper(letter).starts_with(&upper))
}
