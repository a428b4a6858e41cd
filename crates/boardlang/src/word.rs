//! The word of a square program, and character functions.

/// A letter of the word: its UTF-16 code unit and its points.
///
/// ```
/// # mod quixotry { pub use quixotry_boardlang as boardlang; }
/// use quixotry::boardlang::{Dialect, Fuel, Signature, WordLetter, compile};
///
/// let letter = compile("_result_ := pointValue(_pos_) + _acc_", Signature::Square, Dialect::Left)?.program;
/// let word = [WordLetter::new('H', 4), WordLetter::new('I', 1)];
/// assert_eq!(letter.run_square(&word, 0, 10, Fuel::default())?, 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WordLetter {
    /// The character as a UTF-16 code unit.
    pub unit: u16,
    /// The points of the letter.
    pub points: i32,
}

impl WordLetter {
    /// Creates a letter. Characters outside the 16-bit range become U+FFFD.
    #[must_use]
    pub fn new(character: char, points: i32) -> WordLetter {
        WordLetter { unit: unit(character).unwrap_or(0xFFFD), points }
    }
}

/// The UTF-16 code unit of a character, if one is enough.
pub(crate) fn unit(character: char) -> Option<u16> {
    u16::try_from(u32::from(character)).ok()
}

pub(crate) fn is_digit(unit: u16) -> bool {
    character(unit).is_some_and(|c| c.is_ascii_digit())
}

pub(crate) fn is_letter(unit: u16) -> bool {
    character(unit).is_some_and(char::is_alphabetic)
}

pub(crate) fn is_vowel(unit: u16) -> bool {
    character(to_lower(unit)).is_some_and(|c| "aeiou".contains(c))
}

pub(crate) fn to_upper(unit: u16) -> u16 {
    map_case(unit, |c| only(c.to_uppercase()))
}

pub(crate) fn to_lower(unit: u16) -> u16 {
    map_case(unit, |c| only(c.to_lowercase()))
}

/// Halves of surrogate pairs are not characters.
fn character(unit: u16) -> Option<char> {
    char::from_u32(u32::from(unit))
}

/// Keeps the unit if the other case has several characters or is outside the 16-bit range.
fn map_case(of: u16, case: impl Fn(char) -> Option<char>) -> u16 {
    character(of).and_then(case).and_then(unit).unwrap_or(of)
}

fn only(mut characters: impl Iterator<Item = char>) -> Option<char> {
    let first = characters.next();
    if characters.next().is_some() { None } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(c: char) -> u16 {
        unit(c).unwrap()
    }

    #[test]
    fn case_reaches_beyond_ascii_but_never_changes_length() {
        assert_eq!(to_upper(of('x')), of('X'));
        assert_eq!(to_lower(of('Ø')), of('ø'));
        assert_eq!(to_upper(of('ß')), of('ß'));
        assert_eq!(to_lower(of('İ')), of('İ'));
        assert_eq!(to_upper(0xD800), 0xD800);
    }

    #[test]
    fn classes_of_characters() {
        assert!(is_vowel(of('E')) && is_vowel(of('u')) && !is_vowel(of('y')) && !is_vowel(of('1')));
        assert!(is_letter(of('Ж')) && !is_letter(of('_')) && !is_letter(0xDC00));
        assert!(is_digit(of('0')) && !is_digit(of('O')));
    }
}
