//! Alphabets: the letters of a language and their spellings.

use crate::{Letter, LetterSet, MAX_LETTERS};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A letter as read from a file, not checked yet.
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{Alphabet, LetterDraft};
///
/// let draft = |upper: &str, vowel| LetterDraft {
///     upper: upper.to_owned(),
///     lower: None,
///     vowel,
///     aliases: Vec::new(),
/// };
/// let alphabet = Alphabet::new([draft("A", true), draft("CH", false)]).unwrap();
/// assert_eq!(alphabet.parse_word("CHA").unwrap().len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LetterDraft {
    /// Its spelling in capitals: `A`, `CH`.
    pub upper: String,
    /// Its spelling on a blank. The default is the lower case of `upper`.
    pub lower: Option<String>,
    /// Whether it counts as a vowel.
    pub vowel: bool,
    /// Further spellings that word lists may use.
    pub aliases: Vec<String>,
}

/// The letters of a language in their order, with their spellings. Cloning is cheap.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{Alphabet, LetterDraft};
///
/// let spellings = ["A", "C", "CH", "H"];
/// let drafts = spellings.map(|upper| LetterDraft { upper: upper.to_owned(), ..LetterDraft::default() });
/// let alphabet = Alphabet::new(drafts)?;
///
/// // The longest spelling wins. Brackets separate letters.
/// assert_eq!(alphabet.parse_word("chach")?.len(), 3);
/// assert_eq!(alphabet.parse_word("[C][H]A")?.len(), 3);
///
/// // On a board, lower case marks a wild tile.
/// let letters = alphabet.parse_board_letters("CHa")?;
/// assert!(!letters[0].wild && letters[1].wild);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Alphabet(Arc<Inner>);

struct Inner {
    letters: Vec<LetterEntry>,
    /// Every spelling by its first character, longest first.
    spellings: HashMap<char, Vec<SpellingEntry>>,
}

#[derive(PartialEq, Eq)]
struct LetterEntry {
    upper: Box<str>,
    lower: Box<str>,
    vowel: bool,
    aliases: Vec<Box<str>>,
}

struct SpellingEntry {
    text: Box<str>,
    letter: Letter,
    case: Case,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Upper,
    Lower,
    Alias,
}

/// A letter on a board, and whether a wild tile shows it.
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::Alphabet;
///
/// let word = Alphabet::english().parse_board_letters("QUiZ").unwrap();
/// assert!(word[2].wild && !word[3].wild);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardLetter {
    /// The letter.
    pub letter: Letter,
    /// Whether the tile is wild: a blank, or another tile with several faces. It is written in lower case.
    pub wild: bool,
}

/// Why a list of letters is not an alphabet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AlphabetError {
    /// There are no letters.
    #[error("an alphabet needs at least one letter")]
    Empty,
    /// There are too many letters.
    #[error("an alphabet has at most {MAX_LETTERS} letters, this one has {0}")]
    TooMany(usize),
    /// A spelling is empty or uses a reserved character.
    #[error("{0:?} cannot be the spelling of a letter: {1}")]
    BadSpelling(String, &'static str),
    /// Two letters share a spelling.
    #[error("the spelling {0:?} is used twice")]
    Twice(String),
    /// The script has no lower case, so `lower` is required.
    #[error("the letter {0:?} has no lower case: set `lower` to its spelling on a blank")]
    NoLowerCase(String),
}

/// Text that is not spelled with an alphabet's letters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} at character {} is not a letter of this alphabet", .at + 1)]
pub struct SpellError {
    /// The index of the character, from 0.
    pub at: usize,
    /// The character, or the bracketed text.
    pub text: String,
}

impl Alphabet {
    /// Checks a list of letters.
    ///
    /// # Errors
    ///
    /// Fails if there are no letters or more than [`MAX_LETTERS`], if two letters share a spelling, or if a spelling
    /// is empty, uses a reserved character or has no lower case.
    pub fn new(drafts: impl IntoIterator<Item = LetterDraft>) -> Result<Alphabet, AlphabetError> {
        let letters = drafts.into_iter().map(check_letter).collect::<Result<Vec<_>, _>>()?;
        match letters.len() {
            0 => Err(AlphabetError::Empty),
            n if n > MAX_LETTERS => Err(AlphabetError::TooMany(n)),
            _ => {
                let spellings = index(&letters)?;
                Ok(Alphabet(Arc::new(Inner { letters, spellings })))
            }
        }
    }

    /// Returns an alphabet of single characters. The vowels are A, E, I, O and U.
    ///
    /// # Errors
    ///
    /// Fails like [`Alphabet::new`].
    pub fn latin(letters: &str) -> Result<Alphabet, AlphabetError> {
        Alphabet::new(letters.chars().map(|c| LetterDraft {
            upper: c.to_string(),
            vowel: "AEIOU".contains(c),
            ..LetterDraft::default()
        }))
    }

    /// Returns the twenty-six letters from A to Z.
    #[must_use]
    pub fn english() -> Alphabet {
        Alphabet::latin("ABCDEFGHIJKLMNOPQRSTUVWXYZ").unwrap_or_else(|e| unreachable!("{e}"))
    }

    /// Returns the number of letters.
    #[allow(clippy::len_without_is_empty, reason = "it is never empty")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.letters.len()
    }

    /// Returns the set of all letters.
    #[must_use]
    pub fn all(&self) -> LetterSet {
        LetterSet::first(self.len())
    }

    /// Iterates over the letters in order.
    pub fn letters(&self) -> impl Iterator<Item = Letter> + use<> {
        self.all().iter()
    }

    /// Returns the spelling of a letter on a plain tile, or `?` if the alphabet does not have it.
    #[must_use]
    pub fn upper(&self, letter: Letter) -> &str {
        self.0.letters.get(letter.index()).map_or("?", |w| &w.upper)
    }

    /// Returns the spelling of a letter on a wild tile, or `?` if the alphabet does not have it.
    #[must_use]
    pub fn lower(&self, letter: Letter) -> &str {
        self.0.letters.get(letter.index()).map_or("?", |w| &w.lower)
    }

    /// Iterates over the further spellings of a letter.
    pub fn aliases(&self, letter: Letter) -> impl Iterator<Item = &str> {
        self.0.letters.get(letter.index()).into_iter().flat_map(|w| w.aliases.iter().map(|a| &**a))
    }

    /// Returns whether a letter is a vowel.
    #[must_use]
    pub fn is_vowel(&self, letter: Letter) -> bool {
        self.0.letters.get(letter.index()).is_some_and(|w| w.vowel)
    }

    /// Returns the letter with exactly this spelling: capital, lower case or alias.
    #[must_use]
    pub fn letter(&self, text: &str) -> Option<Letter> {
        let first = text.chars().next()?;
        self.0.spellings.get(&first)?.iter().find(|s| &*s.text == text).map(|s| s.letter)
    }

    /// Parses a word in any case.
    ///
    /// The longest spelling wins (`CH` before `C`). Brackets separate letters (`[C][H]`).
    ///
    /// # Errors
    ///
    /// Fails at the first character that is not part of a letter.
    pub fn parse_word(&self, text: &str) -> Result<Vec<Letter>, SpellError> {
        let read = |text: &str| self.read_all(text, |rest| self.next_any_case(rest));
        // The upper case of some characters has two characters (ß), so a text that fails letter by letter may be
        // valid as a whole.
        read(text).or_else(|error| read(&text.to_uppercase()).map_err(|_| error))
    }

    /// Parses letters on a board: capitals are plain tiles, lower case is wild.
    ///
    /// # Errors
    ///
    /// Fails at the first character that is not part of a letter.
    pub fn parse_board_letters(&self, text: &str) -> Result<Vec<BoardLetter>, SpellError> {
        self.read_all(text, |rest| self.next_board_letter(rest))
    }

    /// Parses one letter on a board at the start of a text. Returns it with its length in bytes.
    #[must_use]
    pub fn next_board_letter(&self, text: &str) -> Option<(BoardLetter, usize)> {
        if let Some((inner, len)) = bracket_prefix(text) {
            let case = |s: &&SpellingEntry| &*s.text == inner && s.case != Case::Alias;
            let found = self.0.spellings.get(&inner.chars().next()?)?.iter().find(case)?;
            return Some((found.to_board_letter(), len));
        }
        self.longest(text, |case| case != Case::Alias).map(|s| (s.to_board_letter(), s.text.len()))
    }

    /// Prints a word in capitals. [`parse_word`](Alphabet::parse_word) parses the result to the same word.
    #[must_use]
    pub fn print(&self, word: &[Letter]) -> String {
        let word: Vec<BoardLetter> = word.iter().map(|&letter| BoardLetter { letter, wild: false }).collect();
        self.print_board_letters(&word)
    }

    /// Prints letters on a board, with brackets only where they are needed: positions count empty squares with digits,
    /// and squares have numbers, so that a letter with a digit has brackets too.
    #[must_use]
    pub fn print_board_letters(&self, word: &[BoardLetter]) -> String {
        let plain: String = word.iter().map(|&s| bracket_digits(self.text(s))).collect();
        if self.parse_board_letters(&plain).is_ok_and(|read| read == word) {
            return plain;
        }
        word.iter().map(|&s| format!("[{}]", self.text(s))).collect()
    }

    /// Returns the spelling of one letter on a board.
    #[must_use]
    pub fn text(&self, letter: BoardLetter) -> &str {
        if letter.wild { self.lower(letter.letter) } else { self.upper(letter.letter) }
    }

    fn read_all<T>(
        &self,
        text: &str,
        mut next: impl FnMut(&str) -> Option<(T, usize)>,
    ) -> Result<Vec<T>, SpellError> {
        let mut word = Vec::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let (item, len) = next(rest).ok_or_else(|| spell_error(text, at))?;
            word.push(item);
            at += len;
        }
        Ok(word)
    }

    fn next_any_case(&self, text: &str) -> Option<(Letter, usize)> {
        if let Some((inner, len)) = bracket_prefix(text) {
            let upper = inner.to_uppercase();
            return self.letter(inner).or_else(|| self.letter(&upper)).map(|letter| (letter, len));
        }
        let exact = self.longest(text, |_| true).map(|s| (s.letter, s.text.len()));
        match exact {
            Some((_, len)) if text[len..].is_empty() => exact,
            _ => self.longest_folded(text, exact),
        }
    }

    /// In mixed case (`Ch`), a longer letter may match than with the exact spelling.
    fn longest_folded(&self, text: &str, exact: Option<(Letter, usize)>) -> Option<(Letter, usize)> {
        let first = text.chars().next()?;
        let mut folded = first.to_uppercase();
        let key = folded.next()?;
        let candidates = self.0.spellings.get(&key).into_iter().flatten();
        let best = candidates.filter_map(|s| folded_len(&s.text, text).map(|len| (s.letter, len))).next();
        match (exact, best) {
            (Some(e), Some(b)) if b.1 > e.1 => Some(b),
            (Some(e), _) => Some(e),
            (None, found) => found,
        }
    }

    fn longest(&self, text: &str, wanted: impl Fn(Case) -> bool) -> Option<&SpellingEntry> {
        let list = self.0.spellings.get(&text.chars().next()?)?;
        list.iter().find(|s| wanted(s.case) && text.starts_with(&*s.text))
    }
}

impl SpellingEntry {
    fn to_board_letter(&self) -> BoardLetter {
        BoardLetter { letter: self.letter, wild: self.case == Case::Lower }
    }
}

impl PartialEq for Alphabet {
    fn eq(&self, other: &Alphabet) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.letters == other.0.letters
    }
}

impl Eq for Alphabet {}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.letters.iter().map(|w| &w.upper)).finish()
    }
}

fn check_letter(draft: LetterDraft) -> Result<LetterEntry, AlphabetError> {
    let upper = draft.upper;
    let lower = match draft.lower {
        Some(lower) => lower,
        None => upper.to_lowercase().chars().map(lower_digit).collect(),
    };
    check_spelling(&upper)?;
    check_spelling(&lower)?;
    if lower == upper {
        return Err(AlphabetError::NoLowerCase(upper));
    }
    let aliases = draft.aliases.into_iter().map(String::into_boxed_str).collect();
    Ok(LetterEntry { upper: upper.into(), lower: lower.into(), vowel: draft.vowel, aliases })
}

fn check_spelling(text: &str) -> Result<(), AlphabetError> {
    let bad = |why| Err(AlphabetError::BadSpelling(text.to_owned(), why));
    if text.is_empty() {
        return bad("it is empty");
    }
    if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return bad("it contains a space");
    }
    if text.chars().any(|c| "[](){}?./,;:\"#".contains(c)) {
        return bad("it contains a character that positions and plays use");
    }
    Ok(())
}

/// A digit has no lower case; on a blank it is written small, below the line.
fn lower_digit(c: char) -> char {
    const SMALL: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];
    c.to_digit(10).map_or(c, |digit| SMALL[digit as usize])
}

/// A spelling, with brackets if it has a digit.
pub(crate) fn bracket_digits(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|byte| byte.is_ascii_digit()) {
        true => format!("[{text}]").into(),
        false => text.into(),
    }
}

fn index(letters: &[LetterEntry]) -> Result<HashMap<char, Vec<SpellingEntry>>, AlphabetError> {
    let mut spellings: HashMap<char, Vec<SpellingEntry>> = HashMap::new();
    let mut add = |text: &str, letter, case| {
        let Some(first) = text.chars().next() else {
            return Err(AlphabetError::BadSpelling(text.to_owned(), "it is empty"));
        };
        let list = spellings.entry(first).or_default();
        if list.iter().any(|s| &*s.text == text) {
            return Err(AlphabetError::Twice(text.to_owned()));
        }
        list.push(SpellingEntry { text: text.into(), letter, case });
        Ok(())
    };
    for (written, letter) in letters.iter().zip(LetterSet::first(MAX_LETTERS).iter()) {
        add(&written.upper, letter, Case::Upper)?;
        add(&written.lower, letter, Case::Lower)?;
        for alias in &written.aliases {
            add(alias, letter, Case::Alias)?;
        }
    }
    spellings.values_mut().for_each(|list| list.sort_by_key(|s| std::cmp::Reverse(s.text.len())));
    Ok(spellings)
}

/// The text in brackets at the start, and its length in bytes with the brackets.
fn bracket_prefix(text: &str) -> Option<(&str, usize)> {
    let (inner, _) = text.strip_prefix('[')?.split_once(']')?;
    Some((inner, inner.len() + 2))
}

/// The number of bytes at the start of `text` whose upper case is `upper`.
fn folded_len(upper: &str, text: &str) -> Option<usize> {
    let mut wanted = upper.chars();
    let mut len = 0;
    for c in text.chars() {
        for folded in c.to_uppercase() {
            if wanted.next()? != folded {
                return None;
            }
        }
        len += c.len_utf8();
        if wanted.as_str().is_empty() {
            return Some(len);
        }
    }
    None
}

fn spell_error(text: &str, byte: usize) -> SpellError {
    let rest = &text[byte..];
    let bad = match bracket_prefix(rest) {
        Some((_, len)) => &rest[..len],
        None => rest.split_inclusive(|_| true).next().unwrap_or(rest),
    };
    SpellError { at: text[..byte].chars().count(), text: bad.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spanish() -> Alphabet {
        let letters = ["A", "C", "CH", "E", "H", "L", "LL", "R", "RR", "Ñ"];
        Alphabet::new(letters.map(|upper| LetterDraft { upper: upper.into(), ..Default::default() })).unwrap()
    }

    fn check(alphabet: &Alphabet, text: &str, expect: &[&str]) {
        let word = alphabet.parse_word(text).unwrap();
        let read: Vec<&str> = word.iter().map(|&l| alphabet.upper(l)).collect();
        assert_eq!(read, expect, "{text}");
    }

    #[test]
    fn the_longest_letter_wins() {
        check(&spanish(), "CHARRA", &["CH", "A", "RR", "A"]);
        check(&spanish(), "llañe", &["LL", "A", "Ñ", "E"]);
        check(&spanish(), "Chal", &["CH", "A", "L"]);
        check(&spanish(), "cHal", &["CH", "A", "L"]);
    }

    #[test]
    fn brackets_separate_letters() {
        check(&spanish(), "[C][H]A", &["C", "H", "A"]);
        check(&spanish(), "[ch]A", &["CH", "A"]);
        let word = spanish().parse_word("[C][H]A").unwrap();
        assert_eq!(spanish().print(&word), "[C][H][A]");
    }

    #[test]
    fn lower_case_marks_wild_tiles() {
        let alphabet = spanish();
        let read = alphabet.parse_board_letters("CHAchRr").unwrap();
        let texts: Vec<&str> = read.iter().map(|&s| alphabet.text(s)).collect();
        assert_eq!(texts, ["CH", "A", "ch", "R", "r"]);
    }

    #[test]
    fn an_unknown_letter_is_reported_with_its_index() {
        let error = spanish().parse_word("CHAXA").unwrap_err();
        assert_eq!(error, SpellError { at: 3, text: "X".into() });
        assert_eq!(error.to_string(), "\"X\" at character 4 is not a letter of this alphabet");
        assert_eq!(spanish().parse_word("A[XY]").unwrap_err().text, "[XY]");
    }

    #[test]
    fn turkish_dotted_i_keeps_its_dot() {
        let draft = |upper: &str, lower: &str| LetterDraft {
            upper: upper.into(),
            lower: Some(lower.into()),
            ..Default::default()
        };
        let alphabet = Alphabet::new([draft("I", "ı"), draft("İ", "i")]).unwrap();
        check(&alphabet, "iıIİ", &["İ", "I", "I", "İ"]);
    }

    #[test]
    fn digits_and_signs_are_letters() {
        let draft = |upper: &str, lower: Option<&str>| LetterDraft {
            upper: upper.into(),
            lower: lower.map(str::to_owned),
            ..Default::default()
        };
        let drafts = [draft("A", None), draft("0", None), draft("A1", None), draft("+", Some("t"))];
        let alphabet = Alphabet::new(drafts).unwrap();
        check(&alphabet, "a0[A][0]A1+", &["A", "0", "A", "0", "A1", "+"]);
        let read = alphabet.parse_board_letters("A[0]₀[A1]a₁t").unwrap();
        let texts: Vec<&str> = read.iter().map(|&s| alphabet.text(s)).collect();
        assert_eq!(texts, ["A", "0", "₀", "A1", "a₁", "t"]);
        assert_eq!(alphabet.print_board_letters(&read), "A[0]₀[A1]a₁t");
    }

    #[test]
    fn german_sharp_s_is_read_as_two() {
        check(&Alphabet::latin("AS").unwrap(), "aßa", &["A", "S", "S", "A"]);
    }

    #[test]
    fn invalid_alphabets_are_rejected() {
        let one = |upper: &str| {
            Alphabet::new([LetterDraft { upper: upper.into(), ..Default::default() }]).unwrap_err()
        };
        assert_eq!(Alphabet::new([]).unwrap_err(), AlphabetError::Empty);
        assert!(matches!(one(""), AlphabetError::BadSpelling(..)));
        assert!(matches!(one("A B"), AlphabetError::BadSpelling(..)));
        assert!(matches!(one("("), AlphabetError::BadSpelling(..)));
        assert!(matches!(one("א"), AlphabetError::NoLowerCase(..)));
        assert_eq!(Alphabet::latin("ABA").unwrap_err(), AlphabetError::Twice("A".into()));
        let many = (0..64u32).filter_map(|i| char::from_u32(0x391 + i)).collect::<String>();
        assert!(Alphabet::latin(&many).is_err());
    }

    proptest! {
        #[test]
        fn printed_letters_parse_to_the_same_letters(places in prop::collection::vec((1u8..=10, any::<bool>()), 0..12)) {
            let alphabet = spanish();
            let word: Vec<BoardLetter> = places
                .into_iter()
                .map(|(place, wild)| BoardLetter { letter: Letter::new(place).unwrap(), wild })
                .collect();
            let text = alphabet.print_board_letters(&word);
            prop_assert_eq!(alphabet.parse_board_letters(&text).unwrap(), word);
        }

        #[test]
        fn parsing_never_panics(text in ".*") {
            let _ = spanish().parse_word(&text);
            let _ = spanish().parse_board_letters(&text);
        }
    }
}
