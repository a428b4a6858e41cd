//! Queries for words that can be made from given letters.

use crate::search::WordQuery;
use tiles::{Alphabet, Letter, LetterSet, SpellError};

/// A multiset of letters and blanks.
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::{Letters, WordGraph};
/// use quixotry::tiles::Alphabet;
///
/// let alphabet = Alphabet::english();
/// let list: Vec<_> = ["CAT", "CATS", "ACT"].map(|word| alphabet.parse_word(word).unwrap()).into();
/// let graph = WordGraph::build("pets", &alphabet, &list).unwrap();
/// let letters = Letters::parse("TC?", &alphabet).unwrap();
/// assert_eq!(graph.anagrams(&letters).count(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letters {
    counts: [u8; 64],
    present: LetterSet,
    blanks: u8,
    total: usize,
}

impl Default for Letters {
    fn default() -> Letters {
        Letters { counts: [0; 64], present: LetterSet::EMPTY, blanks: 0, total: 0 }
    }
}

impl Letters {
    /// Creates a multiset of letters and `blanks` blanks. A blank stands for any letter.
    #[must_use]
    pub fn new(letters: &[Letter], blanks: usize) -> Letters {
        let mut all = Letters::default();
        letters.iter().for_each(|&letter| all.add(letter));
        all.blanks = u8::try_from(blanks).unwrap_or(u8::MAX);
        all.total = all.total.saturating_add(blanks);
        all
    }

    /// Parses letters in any case and blanks, written `?`.
    ///
    /// # Errors
    ///
    /// Fails at the first character that is not part of a letter.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Letters, SpellError> {
        let mut letters = Vec::new();
        let mut before = 0;
        for part in text.split('?') {
            let shifted = |error: SpellError| SpellError { at: error.at + before, ..error };
            letters.extend(alphabet.parse_word(part).map_err(shifted)?);
            before += part.chars().count() + 1;
        }
        Ok(Letters::new(&letters, text.matches('?').count()))
    }

    /// Returns the number of letters and blanks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.total
    }

    /// Returns whether there are no letters and no blanks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    // No word needs more than `u8::MAX` of a letter or blank, so those counts saturate. The total does not.
    fn add(&mut self, letter: Letter) {
        let count = &mut self.counts[letter.place() as usize];
        *count = count.saturating_add(1);
        self.present.insert(letter);
        self.total += 1;
    }

    fn next(&self) -> LetterSet {
        if self.blanks > 0 { LetterSet::first(tiles::MAX_LETTERS) } else { self.present }
    }

    /// Removes a letter, or a blank if the letter is used up. It is never wrong to save blanks for later letters.
    fn without(&self, letter: Letter) -> Letters {
        let mut left = self.clone();
        left.total -= 1;
        let count = &mut left.counts[letter.place() as usize];
        match *count {
            0 => left.blanks -= 1,
            more => *count = more - 1,
        }
        if *count == 0 {
            left.present.remove(letter);
        }
        left
    }
}

/// Matches the words that use all the letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnagramQuery(pub Letters);

/// Matches the words that use some or all of the letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubanagramQuery(pub Letters);

impl WordQuery for AnagramQuery {
    type State = Letters;

    fn start(&self) -> Letters {
        self.0.clone()
    }

    fn next(&self, left: &Letters) -> LetterSet {
        left.next()
    }

    fn step(&self, left: &Letters, letter: Letter) -> Letters {
        left.without(letter)
    }

    fn is_match(&self, left: &Letters) -> bool {
        left.is_empty()
    }
}

impl WordQuery for SubanagramQuery {
    type State = Letters;

    fn start(&self) -> Letters {
        self.0.clone()
    }

    fn next(&self, left: &Letters) -> LetterSet {
        left.next()
    }

    fn step(&self, left: &Letters, letter: Letter) -> Letters {
        left.without(letter)
    }

    fn is_match(&self, _: &Letters) -> bool {
        true
    }
}
