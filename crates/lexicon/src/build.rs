//! Building the minimal graph of a list of words.

use crate::format::{self, GraphHeader, LoadError};
use crate::hash::ContentHasher;
use crate::search::{AllWords, Matches};
use crate::walk::{MaskWidth, NodeId, Walk};
use crate::{ContentHash, WordGraph, WordVec, check, order};
use rustc_hash::FxHashMap;
use tiles::{Alphabet, Letter};

/// The maximum length of a word, in letters.
pub const MAX_WORD_LENGTH: usize = 63;

/// The maximum number of words of a graph.
pub const MAX_WORDS: usize = 1 << 24;

/// The maximum length of a graph's name, in bytes.
pub(crate) const MAX_NAME: usize = 255;

/// Why a graph cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A word has no letters or too many.
    #[error("word {} of the list has {length} letters; words have 1 to {MAX_WORD_LENGTH}", .at + 1)]
    WordLength {
        /// The index of the word, from 0.
        at: usize,
        /// Its number of letters.
        length: usize,
    },
    /// A word uses a letter that the alphabet does not have.
    #[error("word {} of the list uses letter number {}, but the alphabet has {letters}", .at + 1, .letter.place())]
    ForeignLetter {
        /// The index of the word, from 0.
        at: usize,
        /// The letter.
        letter: Letter,
        /// The number of letters of the alphabet.
        letters: usize,
    },
    /// There are too many words.
    #[error("a lexicon has at most {MAX_WORDS} words")]
    TooManyWords,
    /// The name is too long.
    #[error("the name of a lexicon has at most {MAX_NAME} bytes, this one has {0}")]
    LongName(usize),
    /// The spelling of a letter is too long, or it has too many aliases.
    #[error(
        "the letter {0:?} cannot be stored: spellings have at most 255 bytes, letters at most 255 aliases"
    )]
    LongSpelling(String),
    /// The graph is too large for 32-bit node numbers.
    #[error("the graph is too large: {0} words of 32 bits")]
    TooLarge(usize),
    /// The finished graph failed the check of [`WordGraph::open`].
    #[error("the finished graph cannot be read back: {0}")]
    Unreadable(#[from] LoadError),
}

impl WordGraph {
    /// Builds the minimal graph of these words. They may be in any order and contain duplicates.
    ///
    /// # Errors
    ///
    /// Fails if a word is empty, too long or has a letter outside the alphabet, or if a limit of the format is
    /// exceeded.
    pub fn build<W: AsRef<[Letter]>>(
        name: &str,
        alphabet: &Alphabet,
        words: impl IntoIterator<Item = W>,
    ) -> Result<WordGraph, BuildError> {
        let words: WordVec = words.into_iter().collect();
        words.iter().enumerate().try_for_each(|(at, word)| check_word(at, word, alphabet))?;
        let mut sorted: Vec<&[Letter]> = words.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let mut nodes = GraphBuilder::new(alphabet.len());
        let root = nodes.add_words(&sorted);
        nodes.freeze(name, alphabet, root)
    }

    /// Builds the graph of the words with their letters sorted, for games that accept letters in any order.
    ///
    /// # Errors
    ///
    /// Fails like [`WordGraph::build`].
    pub fn alphagrams(&self) -> Result<WordGraph, BuildError> {
        let sorted = self.words().map(|mut word| {
            word.sort_unstable();
            word
        });
        WordGraph::build(self.name(), self.alphabet(), sorted)
    }
}

fn check_word(at: usize, word: &[Letter], alphabet: &Alphabet) -> Result<(), BuildError> {
    let (length, letters) = (word.len(), alphabet.len());
    if !(1..=MAX_WORD_LENGTH).contains(&length) {
        return Err(BuildError::WordLength { at, length });
    }
    match word.iter().find(|letter| letter.index() >= letters) {
        Some(&letter) => Err(BuildError::ForeignLetter { at, letter, letters }),
        None => Ok(()),
    }
}

/// Builds nodes bottom-up, children before parents, and stores equal nodes once.
pub(crate) struct GraphBuilder {
    words: Vec<u32>,
    width: MaskWidth,
    ids_by_record: FxHashMap<Box<[u32]>, NodeId>,
    /// The arcs of the unfinished nodes, the innermost node last.
    open: Vec<u32>,
    record: Vec<u32>,
}

/// The masks of an unfinished node. Its arcs are the last ones of `open`.
#[derive(Default)]
pub(crate) struct NodeMasks {
    pub(crate) children: u64,
    pub(crate) accepts: u64,
}

impl GraphBuilder {
    pub(crate) fn new(letters: usize) -> GraphBuilder {
        let width = MaskWidth::of(letters);
        let end = vec![0; width.masks()];
        let ids_by_record = FxHashMap::from_iter([(end.clone().into_boxed_slice(), NodeId::END)]);
        GraphBuilder { words: end, width, ids_by_record, open: Vec::new(), record: Vec::new() }
    }

    /// Adds the node of sorted, distinct words.
    pub(crate) fn add_words(&mut self, words: &[&[Letter]]) -> NodeId {
        self.add_from(words, 0)
    }

    fn add_from(&mut self, mut words: &[&[Letter]], depth: usize) -> NodeId {
        let first_arc = self.begin();
        let mut masks = NodeMasks::default();
        while let Some(first) = words.first() {
            let letter = first[depth];
            let (same, rest) = words.split_at(words.partition_point(|word| word[depth] <= letter));
            let ends = first.len() == depth + 1;
            let child = self.add_from(&same[usize::from(ends)..], depth + 1);
            self.arc(&mut masks, letter, ends, child);
            words = rest;
        }
        self.add_node(&masks, first_arc)
    }

    /// Adds an arc to the unfinished node. Letters must come in order. An arc that leads to no word is left out.
    pub(crate) fn arc(&mut self, masks: &mut NodeMasks, letter: Letter, accepts: bool, child: NodeId) {
        if accepts || child != NodeId::END {
            masks.children |= 1 << letter.place();
            masks.accepts |= u64::from(accepts) << letter.place();
            self.open.push(child.0);
        }
    }

    /// Returns the index of the next node's first arc.
    pub(crate) fn begin(&self) -> usize {
        self.open.len()
    }

    /// Finishes a node.
    pub(crate) fn add_node(&mut self, masks: &NodeMasks, first_arc: usize) -> NodeId {
        self.record.clear();
        match self.width {
            MaskWidth::Narrow => self.record.extend([masks.children as u32, masks.accepts as u32]),
            MaskWidth::Wide => {
                self.record.extend([masks.children, masks.accepts].into_iter().flat_map(split));
            }
        }
        self.record.extend(self.open.drain(first_arc..));
        if let Some(&id) = self.ids_by_record.get(&*self.record) {
            return id;
        }
        let id = NodeId(self.words.len() as u32);
        self.words.extend_from_slice(&self.record);
        self.ids_by_record.insert(self.record.as_slice().into(), id);
        id
    }

    /// Turns the nodes below `root` into a graph.
    pub(crate) fn freeze(
        self,
        name: &str,
        alphabet: &Alphabet,
        root: NodeId,
    ) -> Result<WordGraph, BuildError> {
        if u32::try_from(self.words.len()).is_err() {
            return Err(BuildError::TooLarge(self.words.len()));
        }
        let (words, root) = order::level_by_level(&self.words, self.width, root);
        // Count before listing: a small graph may have astronomically many words.
        let count = check::check(&words, alphabet.len(), root)?.below(root);
        if count as usize > MAX_WORDS {
            return Err(BuildError::TooManyWords);
        }
        let hash = hash_words(Walk::new(&words, self.width, root), alphabet);
        let head = GraphHeader { name: name.to_owned(), alphabet: alphabet.clone(), root, count, hash };
        let bytes = format::write(&head, &words)?;
        Ok(WordGraph::open(bytes)?)
    }
}

fn split(mask: u64) -> [u32; 2] {
    [mask as u32, (mask >> 32) as u32]
}

/// Computes the content hash of the words of a graph.
pub(crate) fn hash_words(walk: Walk<'_>, alphabet: &Alphabet) -> ContentHash {
    let mut hasher = ContentHasher::new(alphabet);
    let mut words = Matches::new(walk, AllWords);
    while let Some(word) = words.advance() {
        hasher.add(word);
    }
    hasher.finish()
}
