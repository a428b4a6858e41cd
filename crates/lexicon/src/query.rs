//! Queries by prefix, letters, pattern, hooks and number.

use crate::graph::{WordCount, WordGraph};
use crate::letters::{AnagramQuery, Letters, SubanagramQuery};
use crate::pattern::Pattern;
use crate::search::{AllWords, Matches, WordQuery};
use crate::walk::NodeId;
use crate::{MAX_WORD_LENGTH, WordList};
use tiles::{Letter, LetterSet};

/// The index of a word in alphabet order, from 0.
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::{WordGraph, WordIndex};
/// use quixotry::tiles::Alphabet;
///
/// let alphabet = Alphabet::english();
/// let list: Vec<_> = ["CAT", "CATS", "ACT"].map(|word| alphabet.parse_word(word).unwrap()).into();
/// let graph = WordGraph::build("pets", &alphabet, &list).unwrap();
/// assert_eq!(graph.word_at(WordIndex(0)), alphabet.parse_word("ACT").ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WordIndex(pub u32);

/// The letters that extend a word to a longer word.
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::WordGraph;
/// use quixotry::tiles::Alphabet;
///
/// let alphabet = Alphabet::english();
/// let list: Vec<_> = ["CAT", "CATS", "ACT"].map(|word| alphabet.parse_word(word).unwrap()).into();
/// let graph = WordGraph::build("pets", &alphabet, &list).unwrap();
/// let hooks = graph.hooks(&alphabet.parse_word("CAT").unwrap());
/// assert!(hooks.back.contains(alphabet.letter("S").unwrap()));
/// assert!(hooks.front.is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hooks {
    /// The letters that may precede it.
    pub front: LetterSet,
    /// The letters that may follow it.
    pub back: LetterSet,
}

/// Matches the words that start with these letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrefixQuery(pub Vec<Letter>);

impl WordQuery for PrefixQuery {
    type State = usize;

    fn start(&self) -> usize {
        0
    }

    fn next(&self, &matched: &usize) -> LetterSet {
        self.0.get(matched).map_or(LetterSet::from_bits(u64::MAX), |&letter| LetterSet::from_iter([letter]))
    }

    fn step(&self, &matched: &usize, _: Letter) -> usize {
        self.0.len().min(matched + 1)
    }

    fn is_match(&self, &matched: &usize) -> bool {
        matched == self.0.len()
    }
}

impl WordGraph {
    /// Returns the words that match a query, in alphabet order.
    pub fn search<W: WordQuery>(&self, query: W) -> Matches<'_, W> {
        Matches::new(self.walk(), query)
    }

    /// Returns all words in alphabet order.
    pub fn words(&self) -> Matches<'_, AllWords> {
        self.search(AllWords)
    }

    /// Returns the words that start with these letters. The letters themselves may be a word.
    pub fn with_prefix(&self, prefix: &[Letter]) -> Matches<'_, PrefixQuery> {
        self.search(PrefixQuery(prefix.to_vec()))
    }

    /// Returns the words that use all the letters.
    pub fn anagrams(&self, letters: &Letters) -> Matches<'_, AnagramQuery> {
        self.search(AnagramQuery(letters.clone()))
    }

    /// Returns the words that use some or all of the letters.
    pub fn subanagrams(&self, letters: &Letters) -> Matches<'_, SubanagramQuery> {
        self.search(SubanagramQuery(letters.clone()))
    }

    /// Returns the words that match a pattern.
    pub fn matching(&self, pattern: &Pattern) -> Matches<'_, Pattern> {
        self.search(pattern.clone())
    }

    /// Returns the letters that make a word if put before or after these, which need not be a word themselves.
    #[must_use]
    pub fn hooks(&self, word: &[Letter]) -> Hooks {
        let walk = self.walk();
        let back = walk.descend(walk.root(), word).map_or(LetterSet::EMPTY, |id| walk.node(id).accepts);
        let root = walk.node(walk.root());
        let fits = |&(letter, id): &(Letter, NodeId)| match word.split_last() {
            None => root.accepts.contains(letter),
            Some((&last, inner)) => {
                walk.descend(id, inner).is_some_and(|id| walk.node(id).accepts.contains(last))
            }
        };
        Hooks { front: walk.children(root).filter(fits).map(|(letter, _)| letter).collect(), back }
    }

    /// Returns the number of words of each length, from 0 to [`MAX_WORD_LENGTH`].
    pub fn lengths(&self) -> [WordCount; MAX_WORD_LENGTH + 1] {
        let mut lengths = [0; MAX_WORD_LENGTH + 1];
        let mut words = self.words();
        while let Some(word) = words.advance() {
            lengths[word.len()] += 1;
        }
        lengths
    }

    /// Returns the index of a word in alphabet order.
    #[must_use]
    pub fn index_of(&self, word: &[Letter]) -> Option<WordIndex> {
        let walk = self.walk();
        let (&last, prefix) = word.split_last()?;
        let (mut id, mut index) = (walk.root(), 0);
        for &letter in prefix {
            index += self.words_before(id, letter) + u32::from(walk.node(id).accepts.contains(letter));
            id = walk.step(id, letter)?;
        }
        walk.node(id).accepts.contains(last).then(|| WordIndex(index + self.words_before(id, last)))
    }

    /// Returns the word at an index in alphabet order.
    #[must_use]
    pub fn word_at(&self, index: WordIndex) -> Option<Vec<Letter>> {
        let walk = self.walk();
        let (mut id, mut left) = (walk.root(), index.0);
        let mut word = Vec::new();
        loop {
            let branch = self.branch(id, left)?;
            word.push(branch.letter);
            left -= branch.before;
            if walk.node(id).accepts.contains(branch.letter) {
                if left == 0 {
                    return Some(word);
                }
                left -= 1;
            }
            id = branch.child;
        }
    }

    /// The number of words below a node that start with an earlier letter.
    fn words_before(&self, id: NodeId, letter: Letter) -> u32 {
        self.branches(id).take_while(|branch| branch.letter < letter).map(|branch| branch.words).sum()
    }

    /// The branch of a node that contains the word at this index below the node.
    fn branch(&self, id: NodeId, place: u32) -> Option<Branch> {
        self.branches(id).find(|branch| place - branch.before < branch.words)
    }

    fn branches(&self, id: NodeId) -> impl Iterator<Item = Branch> {
        let walk = self.walk();
        let node = walk.node(id);
        let mut before = 0;
        walk.children(node).map(move |(letter, child)| {
            let words = u32::from(node.accepts.contains(letter)) + self.words_below(child);
            before += words;
            Branch { letter, child, words, before: before - words }
        })
    }
}

/// One letter at a node, with the number of words of this branch and of all earlier branches.
struct Branch {
    letter: Letter,
    child: NodeId,
    words: u32,
    before: u32,
}

/// A lexicon of words with sorted letters, as in KAD files. A word is valid if some permutation of its letters is.
#[derive(Clone, Debug)]
pub struct Alphagrams(pub WordGraph);

impl WordList for Alphagrams {
    fn contains(&self, word: &[Letter]) -> bool {
        self.contains_anagram(word)
    }

    fn contains_anagram(&self, word: &[Letter]) -> bool {
        let Some(first) = word.first() else { return false };
        let mut sorted = [*first; MAX_WORD_LENGTH];
        let Some(sorted) = sorted.get_mut(..word.len()) else { return false };
        sorted.copy_from_slice(word);
        sorted.sort_unstable();
        self.0.walk().contains(sorted)
    }
}
