//! A lexicon frozen to bytes and walked where they lie.

use crate::check::{self, WordCounts};
use crate::format::{self, GraphHeader, LoadError};
use crate::walk::{MaskWidth, NodeId, Walk};
use crate::{ContentHash, WordList, build};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use tiles::{Alphabet, Letter};

/// A number of words.
pub type WordCount = u32;

/// A lexicon: all its words as the smallest graph, with its name and alphabet. Cloning it is cheap.
#[derive(Clone)]
pub struct WordGraph(Arc<Inner>);

struct Inner {
    head: GraphHeader,
    bytes: Box<dyn AsRef<[u8]> + Send + Sync>,
    array: Range<usize>,
    /// The array again, where the bytes cannot be read in place.
    copy: Option<Box<[u32]>>,
    counts: WordCounts,
}

impl WordGraph {
    /// Checks bytes and keeps them: a vector, a mapped file, a static slice.
    ///
    /// Nothing is copied, except the array of a graph that does not lie at a multiple of four (or on a big-endian
    /// machine).
    pub fn open(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<WordGraph, LoadError> {
        let (head, array) = format::read(bytes.as_ref())?;
        let copy = match in_place(bytes.as_ref(), &array) {
            Some(_) => None,
            None => Some(copied(&bytes.as_ref()[array.clone()])),
        };
        let words = copy.as_deref().or_else(|| in_place(bytes.as_ref(), &array)).unwrap_or_default();
        let counts = check::check(words, head.alphabet.len(), head.root)?;
        check::check_count(head.count, counts.below(head.root))?;
        Ok(WordGraph(Arc::new(Inner { head, bytes: Box::new(bytes), array, copy, counts })))
    }

    /// Opens a graph that is part of the program.
    pub fn from_static(bytes: &'static [u8]) -> Result<WordGraph, LoadError> {
        WordGraph::open(bytes)
    }

    /// The bytes of the file.
    pub fn as_bytes(&self) -> &[u8] {
        (*self.0.bytes).as_ref()
    }

    /// A copy of the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    /// The lexicon's name.
    pub fn name(&self) -> &str {
        &self.0.head.name
    }

    /// The letters its words are spelled with.
    pub fn alphabet(&self) -> &Alphabet {
        &self.0.head.alphabet
    }

    /// How many words it has.
    pub fn len(&self) -> WordCount {
        self.0.head.count
    }

    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What its words are called for short; games pin it.
    pub fn content_hash(&self) -> ContentHash {
        self.0.head.hash
    }

    /// Whether its words are those that the content hash names; reads all of them.
    pub fn verify(&self) -> bool {
        build::hash_words(self.walk(), self.alphabet()) == self.content_hash()
    }

    /// Opens the graph for walking.
    #[inline]
    pub fn walk(&self) -> Walk<'_> {
        let inner = &*self.0;
        let words = match &inner.copy {
            Some(words) => words,
            None => in_place(self.as_bytes(), &inner.array).unwrap_or_default(),
        };
        Walk::new(words, MaskWidth::of(inner.head.alphabet.len()), inner.head.root)
    }

    /// How many words lie below a node.
    pub(crate) fn words_below(&self, id: NodeId) -> WordCount {
        self.0.counts.below(id)
    }
}

impl WordList for WordGraph {
    fn contains(&self, word: &[Letter]) -> bool {
        self.walk().contains(word)
    }

    fn contains_anagram(&self, word: &[Letter]) -> bool {
        crate::search::has_anagram(self.walk(), word)
    }
}

impl fmt::Debug for WordGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, words, hash) = (self.name(), self.len(), self.content_hash());
        f.debug_struct("WordGraph").field("name", &name).field("words", &words).field("hash", &hash).finish()
    }
}

fn in_place<'a>(bytes: &'a [u8], array: &Range<usize>) -> Option<&'a [u32]> {
    if cfg!(target_endian = "big") {
        return None;
    }
    bytemuck::try_cast_slice(bytes.get(array.clone())?).ok()
}

fn copied(bytes: &[u8]) -> Box<[u32]> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|&word| u32::from_le_bytes(word)).collect()
}
