//! A lexicon frozen to bytes and walked where they lie.

use crate::check::{self, Counts};
use crate::format::{self, Head, LoadError};
use crate::search::{Everything, Matches};
use crate::walk::{NodeId, Walk, Width};
use crate::{ContentHash, WordList, build};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use tiles::{Alphabet, Letter};

/// A number of words.
pub type WordCount = u32;

/// A word's place in the lexicon, from 0, in alphabet order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WordIndex(pub u32);

/// A lexicon: all its words as the smallest graph, with its name and alphabet. Cloning it is cheap.
#[derive(Clone)]
pub struct WordGraph(Arc<Inner>);

struct Inner {
    head: Head,
    bytes: Box<dyn AsRef<[u8]> + Send + Sync>,
    array: Range<usize>,
    /// The array again, where the bytes cannot be read in place.
    copy: Option<Box<[u32]>>,
    counts: Counts,
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
        let (stated, found) = (head.count, counts.below(head.root));
        if stated != found {
            return Err(LoadError::Count { stated, found });
        }
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
        build::hash_words(self.walk(), self.alphabet()).is_ok_and(|(hash, _)| hash == self.content_hash())
    }

    /// Opens the graph for walking.
    #[inline]
    pub fn walk(&self) -> Walk<'_> {
        let inner = &*self.0;
        let words = match &inner.copy {
            Some(words) => words,
            None => in_place(self.as_bytes(), &inner.array).unwrap_or_default(),
        };
        Walk::new(words, Width::of(inner.head.alphabet.len()), inner.head.root)
    }

    /// All words in alphabet order.
    pub fn words(&self) -> Matches<'_, Everything> {
        Matches::all(self.walk())
    }

    /// A word's place in alphabet order.
    pub fn index_of(&self, word: &[Letter]) -> Option<WordIndex> {
        let walk = self.walk();
        let (mut id, mut index) = (walk.root(), 0);
        for (at, &letter) in word.iter().enumerate() {
            let node = walk.node(id);
            index += self.words_before(id, letter);
            if at + 1 == word.len() {
                return node.accepts.contains(letter).then_some(WordIndex(index));
            }
            index += u32::from(node.accepts.contains(letter));
            id = walk.step(id, letter)?;
        }
        None
    }

    /// The word at a place in alphabet order.
    pub fn word_at(&self, index: WordIndex) -> Option<Vec<Letter>> {
        let walk = self.walk();
        let (mut id, mut left) = (walk.root(), index.0);
        let mut word = Vec::new();
        loop {
            let node = walk.node(id);
            let (letter, child, before) = self.branch(id, left)?;
            word.push(letter);
            left -= before;
            if node.accepts.contains(letter) {
                if left == 0 {
                    return Some(word);
                }
                left -= 1;
            }
            id = child;
        }
    }

    /// The words at a node that begin with an earlier letter.
    fn words_before(&self, id: NodeId, letter: Letter) -> u32 {
        let walk = self.walk();
        let node = walk.node(id);
        let earlier = walk.children(node).take_while(|&(other, _)| other < letter);
        earlier.map(|(other, child)| self.through(node.accepts.contains(other), child)).sum()
    }

    /// The branch of a node that holds the word with this place, and how many words come before the branch.
    fn branch(&self, id: NodeId, place: u32) -> Option<(Letter, NodeId, u32)> {
        let walk = self.walk();
        let node = walk.node(id);
        let mut before = 0;
        for (letter, child) in walk.children(node) {
            let through = self.through(node.accepts.contains(letter), child);
            if place - before < through {
                return Some((letter, child, before));
            }
            before += through;
        }
        None
    }

    fn through(&self, ends: bool, child: NodeId) -> u32 {
        u32::from(ends) + self.0.counts.below(child)
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
