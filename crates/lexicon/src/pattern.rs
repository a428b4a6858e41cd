//! Queries for words of a given shape.

use crate::MAX_WORD_LENGTH;
use crate::search::WordQuery;
use tiles::{Alphabet, Letter, LetterSet, MAX_LETTERS, SpellError};

/// A pattern of letters, wildcards, letter classes and runs of any length.
///
/// | part | matches |
/// |---|---|
/// | `A` | this letter, in any case |
/// | `.` or `?` | any letter |
/// | `*` | any number of letters, also none |
/// | `[AEI]` | one of these letters |
/// | `[^AEI]` | any other letter |
///
/// A pattern is a nondeterministic automaton whose set of states is a bit mask. A step is a shift and a few bit
/// operations, however many runs there are.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::{Pattern, WordGraph};
/// use quixotry::tiles::Alphabet;
///
/// let alphabet = Alphabet::english();
/// let list = ["CAT", "CART", "CUT"].map(|word| alphabet.parse_word(word).unwrap());
/// let graph = WordGraph::build("small", &alphabet, &list)?;
/// let count = |text: &str| Pattern::parse(text, &alphabet).map(|pattern| graph.matching(&pattern).count());
///
/// assert_eq!(count("c.t")?, 2);
/// assert_eq!(count("c*t")?, 3);
/// assert_eq!(count("c[^u]*")?, 2);
/// assert_eq!(count("[").unwrap_err().to_string(), "the bracket at character 1 of the pattern has no partner");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The letters that each place allows.
    places: Vec<LetterSet>,
    /// For each letter, the places that allow it.
    allowing: [u64; 64],
    /// The places before which there is a run, and the end.
    runs: u64,
}

/// Why a text is not a pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A character is not a letter of the alphabet.
    #[error("in the pattern, {0}")]
    Spelling(#[from] SpellError),
    /// A bracket has no partner.
    #[error("the bracket at character {} of the pattern has no partner", .0 + 1)]
    Unclosed(usize),
    /// A pair of brackets allows no letter.
    #[error("the brackets at character {} of the pattern allow no letter", .0 + 1)]
    NoLetter(usize),
    /// The pattern needs more letters than any word has.
    #[error("the pattern asks for more than {MAX_WORD_LENGTH} letters")]
    TooLong,
}

impl Pattern {
    /// Parses a pattern. `[CH]` is the single letter CH if the alphabet has it.
    ///
    /// # Errors
    ///
    /// Fails if a character is not a letter, a bracket has no partner, brackets allow no letter, or the pattern is
    /// too long.
    pub fn parse(text: &str, alphabet: &Alphabet) -> Result<Pattern, PatternError> {
        let mut parser = PatternParser { alphabet, text, at: 0, pattern: Pattern::empty() };
        while parser.at < text.len() {
            parser.part()?;
        }
        Ok(parser.pattern)
    }

    fn empty() -> Pattern {
        Pattern { places: Vec::new(), allowing: [0; 64], runs: 0 }
    }

    fn push(&mut self, letters: LetterSet) -> Result<(), PatternError> {
        let place = self.places.len();
        if place == MAX_WORD_LENGTH {
            return Err(PatternError::TooLong);
        }
        letters.iter().for_each(|letter| self.allowing[letter.place() as usize] |= 1 << place);
        self.places.push(letters);
        Ok(())
    }
}

struct PatternParser<'a> {
    alphabet: &'a Alphabet,
    text: &'a str,
    /// The byte offset of the next part.
    at: usize,
    pattern: Pattern,
}

impl PatternParser<'_> {
    fn part(&mut self) -> Result<(), PatternError> {
        let rest = &self.text[self.at..];
        match rest.as_bytes()[0] {
            b'*' => {
                self.pattern.runs |= 1 << self.pattern.places.len();
                self.at += 1;
                Ok(())
            }
            b'.' | b'?' => {
                self.at += 1;
                self.pattern.push(self.alphabet.all())
            }
            b'[' => self.brackets(rest),
            b']' => Err(PatternError::Unclosed(self.characters())),
            _ => self.letters(rest),
        }
    }

    fn letters(&mut self, rest: &str) -> Result<(), PatternError> {
        let end = rest.find(['*', '.', '?', '[', ']']).unwrap_or(rest.len());
        let word = self.spell(&rest[..end], self.characters())?;
        self.at += end;
        word.into_iter().try_for_each(|letter| self.pattern.push(LetterSet::from_iter([letter])))
    }

    fn brackets(&mut self, rest: &str) -> Result<(), PatternError> {
        let inner = rest[1..].split_once(']').ok_or(PatternError::Unclosed(self.characters()))?.0;
        let letters = self.choice(inner)?;
        if letters.is_empty() {
            return Err(PatternError::NoLetter(self.characters()));
        }
        self.at += inner.len() + 2;
        self.pattern.push(letters)
    }

    fn choice(&self, inner: &str) -> Result<LetterSet, PatternError> {
        if let Some(letter) =
            self.alphabet.letter(inner).or_else(|| self.alphabet.letter(&inner.to_uppercase()))
        {
            return Ok(LetterSet::from_iter([letter]));
        }
        let at = self.characters() + 1;
        match inner.strip_prefix('^') {
            Some(others) => {
                let others: LetterSet = self.spell(others, at + 1)?.into_iter().collect();
                Ok(LetterSet::from_bits(self.alphabet.all().bits() & !others.bits()))
            }
            None => Ok(self.spell(inner, at)?.into_iter().collect()),
        }
    }

    fn spell(&self, text: &str, before: usize) -> Result<Vec<Letter>, SpellError> {
        self.alphabet.parse_word(text).map_err(|error| SpellError { at: error.at + before, ..error })
    }

    fn characters(&self) -> usize {
        self.text[..self.at].chars().count()
    }
}

impl WordQuery for Pattern {
    /// One bit for each place that the next letter may match. The bit after the last place means a complete match.
    type State = u64;

    fn start(&self) -> u64 {
        1
    }

    fn next(&self, &state: &u64) -> LetterSet {
        if state & self.runs != 0 {
            return LetterSet::first(MAX_LETTERS);
        }
        let reached = self.places.iter().enumerate().filter(|&(place, _)| state >> place & 1 == 1);
        reached.fold(LetterSet::EMPTY, |all, (_, &letters)| all.union(letters))
    }

    fn step(&self, &state: &u64, letter: Letter) -> u64 {
        (state & self.allowing[letter.place() as usize]) << 1 | state & self.runs
    }

    fn is_match(&self, &state: &u64) -> bool {
        state >> self.places.len() & 1 == 1
    }
}
