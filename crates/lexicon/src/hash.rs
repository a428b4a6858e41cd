//! Content hashes: identifiers of sets of words.

use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use tiles::{Alphabet, Letter};

/// The SHA-256 hash of the words in alphabet order, each followed by a line feed. Letters with several characters are
/// in brackets.
///
/// The hash identifies the words and not the file: the same words have the same hash in a text file, a KWG file and
/// a word graph. For a sorted list in capitals, it is the hash of the text file.
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::{ContentHash, WordGraph};
/// use quixotry::tiles::Alphabet;
///
/// let alphabet = Alphabet::english();
/// let list: Vec<_> = ["CAT", "CATS", "ACT"].map(|word| alphabet.parse_word(word).unwrap()).into();
/// let graph = WordGraph::build("pets", &alphabet, &list).unwrap();
/// let hash = graph.content_hash();
/// assert_eq!(hash.to_string().parse::<ContentHash>(), Ok(hash));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub [u8; 32]);

/// Text that is not 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a content hash: it needs 64 hexadecimal digits")]
pub struct HashParseError(pub String);

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

impl FromStr for ContentHash {
    type Err = HashParseError;

    fn from_str(text: &str) -> Result<ContentHash, HashParseError> {
        decode(text).map(ContentHash).ok_or_else(|| HashParseError(text.to_owned()))
    }
}

fn decode(text: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect::<Option<_>>()?;
    let digits: [u8; 64] = digits.try_into().ok()?;
    Some(std::array::from_fn(|at| digits[2 * at] << 4 | digits[2 * at + 1]))
}

/// Computes the content hash of words, which must be added in alphabet order.
pub(crate) struct ContentHasher {
    spellings: Vec<Box<str>>,
    digest: Sha256,
    pending: Vec<u8>,
}

impl ContentHasher {
    pub(crate) fn new(alphabet: &Alphabet) -> ContentHasher {
        let spellings = alphabet.letters().map(|letter| bracket_long(alphabet.upper(letter))).collect();
        ContentHasher { spellings, digest: Sha256::new(), pending: Vec::with_capacity(PENDING + 1024) }
    }

    pub(crate) fn add(&mut self, word: &[Letter]) {
        for letter in word {
            let text = self.spellings.get(letter.index()).map_or("?", |text| text);
            self.pending.extend_from_slice(text.as_bytes());
        }
        self.pending.push(b'\n');
        if self.pending.len() > PENDING {
            self.flush();
        }
    }

    pub(crate) fn finish(mut self) -> ContentHash {
        self.flush();
        ContentHash(self.digest.finalize().into())
    }

    fn flush(&mut self) {
        self.digest.update(&self.pending);
        self.pending.clear();
    }
}

const PENDING: usize = 1 << 14;

fn bracket_long(spelling: &str) -> Box<str> {
    if spelling.chars().count() == 1 { spelling.into() } else { format!("[{spelling}]").into() }
}
