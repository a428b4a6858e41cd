//! A lexicon as bytes that are searched in place.

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

/// A lexicon: a minimal word graph with a name and an alphabet. Cloning is cheap.
///
/// The [crate documentation](crate) explains the data structure.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::{Letters, Pattern, WordGraph, WordList};
/// use quixotry::tiles::{Alphabet, Letter};
///
/// let alphabet = Alphabet::english();
/// let list = ["ACT", "CAT", "CATS", "SCAT"].map(|word| alphabet.parse_word(word).unwrap());
/// let graph = WordGraph::build("cats", &alphabet, &list)?;
/// let print = |words: Vec<Vec<Letter>>| -> Vec<String> { words.iter().map(|w| alphabet.print(w)).collect() };
///
/// // Is it a word?
/// let cat = alphabet.parse_word("cat")?;
/// assert!(graph.contains(&cat));
///
/// // Words that use exactly these letters, with a blank for any letter.
/// let letters = Letters::parse("TAC?", &alphabet)?;
/// assert_eq!(print(graph.anagrams(&letters).collect()), ["CATS", "SCAT"]);
///
/// // Words of a shape.
/// let pattern = Pattern::parse("[AC]*T", &alphabet)?;
/// assert_eq!(print(graph.matching(&pattern).collect()), ["ACT", "CAT"]);
///
/// // Letters that make a longer word.
/// let hooks = graph.hooks(&cat);
/// assert_eq!((hooks.front.len(), hooks.back.len()), (1, 1));
///
/// // Words by number, in alphabet order.
/// let index = graph.index_of(&cat).unwrap();
/// assert_eq!(index.0, 1);
/// assert_eq!(graph.word_at(index), Some(cat));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct WordGraph(Arc<Inner>);

struct Inner {
    head: GraphHeader,
    bytes: Box<dyn AsRef<[u8]> + Send + Sync>,
    array: Range<usize>,
    /// A copy of the array, if the bytes cannot be read in place.
    copy: Option<Box<[u32]>>,
    counts: WordCounts,
}

impl WordGraph {
    /// Checks the bytes of a graph file and opens them in place: a vector, a mapped file, a static slice.
    ///
    /// Nothing is copied, unless the array is not aligned to four bytes or the machine is big-endian.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a word graph, have another version, or are damaged.
    pub fn open(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<WordGraph, LoadError> {
        let (head, array) = format::read(bytes.as_ref())?;
        let copy = match in_place(bytes.as_ref(), &array) {
            Some(_) => None,
            None => Some(copy_array(&bytes.as_ref()[array.clone()])),
        };
        let words = copy.as_deref().or_else(|| in_place(bytes.as_ref(), &array)).unwrap_or_default();
        let counts = check::check(words, head.alphabet.len(), head.root)?;
        check::check_count(head.count, counts.below(head.root))?;
        Ok(WordGraph(Arc::new(Inner { head, bytes: Box::new(bytes), array, copy, counts })))
    }

    /// Opens a graph that is embedded in the program.
    ///
    /// # Errors
    ///
    /// Fails like [`WordGraph::open`].
    pub fn from_static(bytes: &'static [u8]) -> Result<WordGraph, LoadError> {
        WordGraph::open(bytes)
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        (*self.0.bytes).as_ref()
    }

    /// Returns a copy of the bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    /// Returns the name of the lexicon.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.head.name
    }

    /// Returns the alphabet of the words.
    #[must_use]
    pub fn alphabet(&self) -> &Alphabet {
        &self.0.head.alphabet
    }

    /// Returns the number of words.
    #[must_use]
    pub fn len(&self) -> WordCount {
        self.0.head.count
    }

    /// Returns whether there are no words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the hash that identifies the set of words. Games store it.
    #[must_use]
    pub fn content_hash(&self) -> ContentHash {
        self.0.head.hash
    }

    /// Computes the content hash again from all words and returns whether it matches.
    #[must_use]
    pub fn verify(&self) -> bool {
        build::hash_words(self.walk(), self.alphabet()) == self.content_hash()
    }

    /// Returns a cursor factory for walking the graph letter by letter.
    #[inline]
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        let inner = &*self.0;
        let words = match &inner.copy {
            Some(words) => words,
            None => in_place(self.as_bytes(), &inner.array).unwrap_or_default(),
        };
        Walk::new(words, MaskWidth::of(inner.head.alphabet.len()), inner.head.root)
    }

    /// The number of words below a node.
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

fn copy_array(bytes: &[u8]) -> Box<[u32]> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|&word| u32::from_le_bytes(word)).collect()
}
