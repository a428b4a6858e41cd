//! Texts with limits: ids, names, digests and payloads. Each is checked when it is created.

use std::fmt;
use std::sync::Arc;

/// Why a text was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} must have {min} to {max} {of}; {problem}")]
pub struct TextError {
    what: &'static str,
    min: usize,
    max: usize,
    of: &'static str,
    problem: TextProblem,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum TextProblem {
    #[error("this has {0}")]
    Length(usize),
    #[error("{found:?} at place {place} is not one of them")]
    Character { found: char, place: usize },
}

/// The length and characters of one kind of text.
struct TextRule {
    what: &'static str,
    min: usize,
    max: usize,
    of: &'static str,
    allows: fn(char) -> bool,
}

impl TextRule {
    fn check(&self, text: &str) -> Result<(), TextError> {
        let length = text.chars().count();
        if length < self.min || length > self.max {
            return Err(self.error(TextProblem::Length(length)));
        }
        match text.chars().enumerate().find(|&(_, c)| !(self.allows)(c)) {
            Some((at, found)) => Err(self.error(TextProblem::Character { found, place: at + 1 })),
            None => Ok(()),
        }
    }

    fn error(&self, problem: TextProblem) -> TextError {
        TextError { what: self.what, min: self.min, max: self.max, of: self.of, problem }
    }
}

const PLAIN: &str = "letters A to Z or a to z, digits, '-', '_', '.' or ':'";

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':')
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $what:literal, $min:literal to $max:literal of $of:expr, $allows:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            const LIMITS: TextRule = TextRule { what: $what, min: $min, max: $max, of: $of, allows: $allows };

            /// Checks length and characters.
            ///
            /// # Errors
            ///
            /// Fails if the text is too short or too long, or has a character that is not allowed.
            pub fn new(text: impl Into<Arc<str>>) -> Result<Self, TextError> {
                let text = text.into();
                Self::LIMITS.check(&text)?;
                Ok(Self(text))
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:?})"), &*self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = TextError;

            fn from_str(text: &str) -> Result<Self, TextError> {
                Self::new(text)
            }
        }
    )*};
}

texts! {
    /// The id of a game. The caller chooses it, and makes it unguessable where that matters.
    GameId: "a game id", 4 to 64 of PLAIN, is_plain;
    /// The id that a sender gave to a command, so that a retry is recognised.
    CommandId: "a command id", 1 to 64 of PLAIN, is_plain;
    /// The name of an event's kind, such as `passed`.
    EventKindName: "the kind of an event", 1 to 32 of PLAIN, is_plain;
    /// A task that only one node at a time may do.
    Duty: "a duty", 1 to 100 of PLAIN, is_plain;
    /// The name of one running server.
    NodeName: "the name of a node", 1 to 100 of PLAIN, is_plain;
    /// The digest that names a lexicon.
    LexiconDigest: "the digest of a lexicon", 1 to 128 of PLAIN, is_plain;
    /// The name of a game in the lobby.
    GameName: "the name of a game", 0 to 200 of "characters that can be printed", |c| !c.is_control();
}

/// Text in a format that the store does not read, with the version of that format.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Payload {
    version: u16,
    text: Arc<str>,
}

/// Why a text cannot be a payload.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PayloadError {
    /// It is longer than a store accepts.
    #[error("a payload has at most {max} bytes; this has {0}", max = Payload::MAX_BYTES)]
    TooLong(usize),
    /// It contains the character that databases do not accept in a text.
    #[error("a payload cannot contain the character U+0000, found at byte {0}; JSON writes it as \\u0000")]
    Nul(usize),
}

impl Payload {
    /// The longest payload, in bytes.
    pub const MAX_BYTES: usize = 4 << 20;

    /// Checks that every store can hold the text.
    ///
    /// # Errors
    ///
    /// Fails if the text is too long or contains U+0000.
    pub fn new(version: u16, text: impl Into<Arc<str>>) -> Result<Self, PayloadError> {
        let text = text.into();
        if text.len() > Self::MAX_BYTES {
            return Err(PayloadError::TooLong(text.len()));
        }
        match text.bytes().position(|byte| byte == 0) {
            Some(at) => Err(PayloadError::Nul(at)),
            None => Ok(Payload { version, text }),
        }
    }

    /// The version of the text's format.
    #[must_use]
    pub fn version(&self) -> u16 {
        self.version
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for Payload {
    /// Payloads contain racks, so their text is not printed.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Payload(version {}, {} bytes)", self.version, self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, says: &str) {
        let said = GameId::new(text).map_or_else(|error| error.to_string(), |id| id.to_string());
        assert!(said.contains(says), "{said:?} does not say {says:?}");
    }

    #[test]
    fn ids_are_plain_and_neither_short_nor_long() {
        check("V1StGXR8_Z5jdHi6B-myT", "V1StGXR8_Z5jdHi6B-myT");
        check("abc", "4 to 64 letters");
        check("abc", "this has 3");
        check(&"a".repeat(65), "this has 65");
        check("abc d", "' ' at place 4");
        check("grün", "'ü' at place 3");
    }

    #[test]
    fn names_may_hold_anything_printed() {
        assert!(GameName::new("Tee um fünf 🫖").is_ok());
        assert!(GameName::new("").is_ok());
        assert!(GameName::new("a\nb").is_err());
        assert!(GameName::new("a\0b").is_err());
    }

    #[test]
    fn payloads_refuse_what_a_database_would() {
        assert_eq!(Payload::new(1, "a\0"), Err(PayloadError::Nul(1)));
        let long = "x".repeat(Payload::MAX_BYTES + 1);
        assert_eq!(Payload::new(1, long), Err(PayloadError::TooLong(Payload::MAX_BYTES + 1)));
        assert!(Payload::new(1, "x".repeat(Payload::MAX_BYTES)).is_ok());
    }

    #[test]
    fn payloads_do_not_show_themselves() {
        let payload = Payload::new(3, r#"{"rack":"QUIXOTR"}"#).unwrap();
        assert_eq!(format!("{payload:?}"), "Payload(version 3, 18 bytes)");
    }
}
