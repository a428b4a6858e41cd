//! From a list of words to the smallest graph that has them.

use crate::format::{self, GraphHeader, LoadError};
use crate::hash::ContentHasher;
use crate::search::{AllWords, Matches};
use crate::walk::{MaskWidth, NodeId, Walk};
use crate::{ContentHash, WordGraph, WordVec, check, order};
use rustc_hash::FxHashMap;
use tiles::{Alphabet, Letter};

/// The longest word a graph takes.
pub const MAX_WORD_LENGTH: usize = 63;

/// How many words a graph takes.
pub const MAX_WORDS: usize = 1 << 24;

/// The longest name a graph takes, in bytes.
pub(crate) const MAX_NAME: usize = 255;

/// Why words make no graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// A word has no letters or too many.
    #[error("word {} of the list has {length} letters; words have 1 to {MAX_WORD_LENGTH}", .at + 1)]
    WordLength {
        /// Which word, from 0.
        at: usize,
        /// How many letters it has.
        length: usize,
    },
    /// A word uses a letter that the alphabet does not have.
    #[error("word {} of the list uses letter number {}, but the alphabet has {letters}", .at + 1, .letter.place())]
    ForeignLetter {
        /// Which word, from 0.
        at: usize,
        /// The letter.
        letter: Letter,
        /// How many letters the alphabet has.
        letters: usize,
    },
    /// Too many words.
    #[error("a lexicon has at most {MAX_WORDS} words")]
    TooManyWords,
    /// The name is too long to be stored.
    #[error("the name of a lexicon has at most {MAX_NAME} bytes, this one has {0}")]
    LongName(usize),
    /// A letter's spelling is too long to be stored.
    #[error("the spelling {0:?} is too long to be stored: a lexicon keeps up to 255 bytes each")]
    LongSpelling(String),
    /// The graph outgrew its numbers.
    #[error("the graph is too large: {0} words of 32 bits")]
    TooLarge(usize),
    /// The finished graph did not pass the check that every file passes.
    #[error("the finished graph cannot be read back: {0}")]
    Unreadable(#[from] LoadError),
}

impl WordGraph {
    /// Builds the smallest graph of these words, which may come in any order and repeat.
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

    /// The graph of this one's words with their letters put in order, as games of jumbled words ask for.
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

/// Nodes that are kept once each, children before parents.
pub(crate) struct GraphBuilder {
    words: Vec<u32>,
    width: MaskWidth,
    known: FxHashMap<Box<[u32]>, NodeId>,
    /// The arcs of the nodes under way, the innermost last.
    open: Vec<u32>,
    record: Vec<u32>,
}

/// The masks of a node under way; its arcs are the last of `open`.
#[derive(Default)]
pub(crate) struct NodeMasks {
    pub(crate) children: u64,
    pub(crate) accepts: u64,
}

impl GraphBuilder {
    pub(crate) fn new(letters: usize) -> GraphBuilder {
        let width = MaskWidth::of(letters);
        let end = vec![0; width.masks()];
        let known = FxHashMap::from_iter([(end.clone().into_boxed_slice(), NodeId::END)]);
        GraphBuilder { words: end, width, known, open: Vec::new(), record: Vec::new() }
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

    /// Adds an arc to the node under way; letters come in order, and one that leads nowhere is left out.
    pub(crate) fn arc(&mut self, masks: &mut NodeMasks, letter: Letter, accepts: bool, child: NodeId) {
        if accepts || child != NodeId::END {
            masks.children |= 1 << letter.place();
            masks.accepts |= u64::from(accepts) << letter.place();
            self.open.push(child.0);
        }
    }

    /// Where the next node's arcs will begin.
    pub(crate) fn begin(&self) -> usize {
        self.open.len()
    }

    /// Closes the node under way.
    pub(crate) fn add_node(&mut self, masks: &NodeMasks, first_arc: usize) -> NodeId {
        self.record.clear();
        match self.width {
            MaskWidth::Narrow => self.record.extend([masks.children as u32, masks.accepts as u32]),
            MaskWidth::Wide => {
                self.record.extend([masks.children, masks.accepts].into_iter().flat_map(split));
            }
        }
        self.record.extend(self.open.drain(first_arc..));
        if let Some(&id) = self.known.get(&*self.record) {
            return id;
        }
        let id = NodeId(self.words.len() as u32);
        self.words.extend_from_slice(&self.record);
        self.known.insert(self.record.as_slice().into(), id);
        id
    }

    /// Makes the graph below a node.
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
        // Counted before they are listed: a small graph may have more words than anyone can list.
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

/// Names the words of a graph.
pub(crate) fn hash_words(walk: Walk<'_>, alphabet: &Alphabet) -> ContentHash {
    let mut hasher = ContentHasher::new(alphabet);
    let mut words = Matches::new(walk, AllWords);
    while let Some(word) = words.advance() {
        hasher.add(word);
    }
    hasher.finish()
}
