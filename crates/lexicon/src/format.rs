//! The file format: a header, then the array of the graph.
//!
//! All numbers are little-endian. `docs/lexicon.md` has the table of fields.

use crate::build::{BuildError, MAX_NAME, MAX_WORDS};
use crate::{ContentHash, NodeId};
use std::ops::Range;
use tiles::{Alphabet, AlphabetError, Letter, LetterDraft};

/// The magic number. A text-mode transfer would damage it, as in PNG files.
pub(crate) const MAGIC: [u8; 8] = *b"\x89QWG\r\n\x1a\n";

/// The version of the format.
pub(crate) const VERSION: u32 = 1;

/// The offset at which the checksummed bytes start.
const CHECKED: usize = 16;

/// The alignment of the array. In a mapped file it starts at a cache line.
const ALIGN: usize = 64;

/// Why bytes are not a valid word graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes do not start with the magic number.
    #[error("this is not a Quixotry word graph (it does not start with the magic number)")]
    NotAGraph,
    /// The file has another version of the format.
    #[error(
        "this word graph has format version {0}, this program reads version {VERSION}: build it again from its list"
    )]
    Version(u32),
    /// Bytes are missing, or there are bytes after the end.
    #[error("the word graph is truncated or damaged: {0} is incomplete")]
    CutOff(&'static str),
    /// The checksum does not match.
    #[error("the word graph is damaged: its checksum is {found:08x} and should be {stated:08x}")]
    Checksum {
        /// The checksum in the file.
        stated: u32,
        /// The checksum of its bytes.
        found: u32,
    },
    /// A name or spelling is not UTF-8.
    #[error("the word graph is damaged: {0} is not UTF-8 text")]
    NotText(&'static str),
    /// The stored letters are not an alphabet.
    #[error("the word graph's alphabet is invalid: {0}")]
    Alphabet(#[from] AlphabetError),
    /// A node is invalid.
    #[error("the word graph is damaged: the node at {at} is invalid: {why}")]
    BadNode {
        /// The index of its record in the array.
        at: usize,
        /// What is wrong with it.
        why: &'static str,
    },
    /// There are too many words.
    #[error("the word graph has more than {MAX_WORDS} words")]
    TooManyWords,
    /// The number of words differs from the header.
    #[error("the word graph is damaged: it should have {stated} words and has {found}")]
    Count {
        /// The number in the header.
        stated: u32,
        /// The number of words of the graph.
        found: u32,
    },
}

/// The header of a graph file.
#[derive(Clone, Debug)]
pub(crate) struct GraphHeader {
    pub(crate) name: String,
    pub(crate) alphabet: Alphabet,
    pub(crate) root: NodeId,
    pub(crate) count: u32,
    pub(crate) hash: ContentHash,
}

/// Writes a complete file.
pub(crate) fn write(head: &GraphHeader, words: &[u32]) -> Result<Vec<u8>, BuildError> {
    let mut out = Vec::with_capacity(words.len() * 4 + 4096);
    out.extend(MAGIC);
    out.extend(VERSION.to_le_bytes());
    out.extend([0; 4]); // the checksum
    [words.len() as u32, head.root.0, head.count].iter().for_each(|n| out.extend(n.to_le_bytes()));
    out.extend(head.hash.0);
    write_text(&mut out, &head.name).ok_or(BuildError::LongName(head.name.len()))?;
    write_alphabet(&mut out, &head.alphabet)?;
    out.resize(out.len().next_multiple_of(ALIGN), 0);
    words.iter().for_each(|word| out.extend(word.to_le_bytes()));
    let sum = crc32fast::hash(&out[CHECKED..]);
    out[12..16].copy_from_slice(&sum.to_le_bytes());
    Ok(out)
}

fn write_alphabet(out: &mut Vec<u8>, alphabet: &Alphabet) -> Result<(), BuildError> {
    out.push(alphabet.len() as u8);
    alphabet.letters().try_for_each(|letter| write_letter(out, alphabet, letter))
}

fn write_letter(out: &mut Vec<u8>, alphabet: &Alphabet, letter: Letter) -> Result<(), BuildError> {
    let too_long = |text: &str| BuildError::LongSpelling(text.to_owned());
    out.push(u8::from(alphabet.is_vowel(letter)));
    let aliases = alphabet.aliases(letter).count();
    out.push(u8::try_from(aliases).map_err(|_| too_long(alphabet.upper(letter)))?);
    let spellings =
        [alphabet.upper(letter), alphabet.lower(letter)].into_iter().chain(alphabet.aliases(letter));
    spellings.into_iter().try_for_each(|text| write_text(out, text).ok_or_else(|| too_long(text)))
}

fn write_text(out: &mut Vec<u8>, text: &str) -> Option<()> {
    const { assert!(MAX_NAME == u8::MAX as usize) };
    out.push(u8::try_from(text.len()).ok()?);
    out.extend(text.as_bytes());
    Some(())
}

/// Reads the header and locates the array. The nodes are not checked.
pub(crate) fn read(bytes: &[u8]) -> Result<(GraphHeader, Range<usize>), LoadError> {
    let mut fields = FieldReader { bytes, at: 0 };
    if fields.take(MAGIC.len(), "the head").map_err(|_| LoadError::NotAGraph)? != MAGIC {
        return Err(LoadError::NotAGraph);
    }
    match fields.number("the head")? {
        VERSION => read_checked(fields),
        other => Err(LoadError::Version(other)),
    }
}

fn read_checked(mut fields: FieldReader<'_>) -> Result<(GraphHeader, Range<usize>), LoadError> {
    let stated = fields.number("the head")?;
    let found = crc32fast::hash(&fields.bytes[CHECKED..]);
    if stated != found {
        return Err(LoadError::Checksum { stated, found });
    }
    let (head, array) = read_fields(&mut fields)?;
    if array.end != fields.bytes.len() {
        return Err(LoadError::CutOff("its graph"));
    }
    Ok((head, array))
}

/// Reads the header of a file whose end may be missing, and the place of the array. Nothing is checked.
pub(crate) fn read_unchecked(bytes: &[u8]) -> Result<(GraphHeader, Range<usize>), LoadError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(LoadError::NotAGraph);
    }
    read_fields(&mut FieldReader { bytes, at: CHECKED })
}

fn read_fields(fields: &mut FieldReader<'_>) -> Result<(GraphHeader, Range<usize>), LoadError> {
    let [length, root, count] =
        [fields.number("the head")?, fields.number("the head")?, fields.number("the head")?];
    let hash = ContentHash(fields.take(32, "the head")?.try_into().unwrap_or_default());
    let name = fields.text("its name")?;
    let alphabet = fields.alphabet()?;
    let start = fields.at.next_multiple_of(ALIGN);
    let array = start..start.saturating_add((length as usize).saturating_mul(4));
    Ok((GraphHeader { name, alphabet, root: NodeId(root), count, hash }, array))
}

struct FieldReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> FieldReader<'a> {
    fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], LoadError> {
        let taken = self.bytes.get(self.at..self.at + count).ok_or(LoadError::CutOff(what))?;
        self.at += count;
        Ok(taken)
    }

    fn byte(&mut self, what: &'static str) -> Result<u8, LoadError> {
        Ok(self.take(1, what)?[0])
    }

    fn number(&mut self, what: &'static str) -> Result<u32, LoadError> {
        Ok(u32::from_le_bytes(self.take(4, what)?.try_into().unwrap_or_default()))
    }

    fn text(&mut self, what: &'static str) -> Result<String, LoadError> {
        let length = self.byte(what)?;
        let bytes = self.take(length.into(), what)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| LoadError::NotText(what))
    }

    fn alphabet(&mut self) -> Result<Alphabet, LoadError> {
        let letters = self.byte("its alphabet")?;
        let drafts = (0..letters).map(|_| self.letter()).collect::<Result<Vec<_>, _>>()?;
        Ok(Alphabet::new(drafts)?)
    }

    fn letter(&mut self) -> Result<LetterDraft, LoadError> {
        let vowel = self.byte("its alphabet")? != 0;
        let aliases = self.byte("its alphabet")?;
        let upper = self.text("its alphabet")?;
        let lower = Some(self.text("its alphabet")?);
        let aliases = (0..aliases).map(|_| self.text("its alphabet")).collect::<Result<_, _>>()?;
        Ok(LetterDraft { upper, lower, vowel, aliases })
    }
}
