//! Searching: a walk over the product of a graph and a query.

use crate::walk::{GraphNode, NodeId, Walk};
use tiles::{Letter, LetterSet};

/// A query for words: a deterministic automaton that reads a word letter by letter.
///
/// Each prefix leads to one state, so a search visits every word at most once, in alphabet order. Own queries
/// implement this trait and are passed to [`WordGraph::search`](crate::WordGraph::search).
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::{WordGraph, search::WordQuery};
/// use quixotry::tiles::{Alphabet, Letter, LetterSet};
///
/// /// Matches the words with a number of letters.
/// struct Length(usize);
///
/// impl WordQuery for Length {
///     type State = usize;
///
///     fn start(&self) -> usize {
///         0
///     }
///
///     fn next(&self, &length: &usize) -> LetterSet {
///         if length < self.0 { LetterSet::from_bits(u64::MAX) } else { LetterSet::EMPTY }
///     }
///
///     fn step(&self, &length: &usize, _: Letter) -> usize {
///         length + 1
///     }
///
///     fn is_match(&self, &length: &usize) -> bool {
///         length == self.0
///     }
/// }
///
/// let alphabet = Alphabet::english();
/// let list = ["AT", "CAT", "CATS"].map(|word| alphabet.parse_word(word).unwrap());
/// let graph = WordGraph::build("small", &alphabet, &list)?;
/// assert_eq!(graph.search(Length(3)).count(), 1);
/// # Ok::<(), quixotry::lexicon::BuildError>(())
/// ```
pub trait WordQuery {
    /// The state after a prefix.
    type State: Clone;

    /// Returns the state before the first letter.
    fn start(&self) -> Self::State;

    /// Returns the letters that may come next.
    fn next(&self, state: &Self::State) -> LetterSet;

    /// Returns the state after one of those letters.
    fn step(&self, state: &Self::State, letter: Letter) -> Self::State;

    /// Returns whether a word may end in this state.
    fn is_match(&self, state: &Self::State) -> bool;
}

/// Matches every word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllWords;

impl WordQuery for AllWords {
    type State = ();

    fn start(&self) {}

    fn next(&self, (): &()) -> LetterSet {
        LetterSet::from_bits(u64::MAX)
    }

    fn step(&self, (): &(), _: Letter) {}

    fn is_match(&self, (): &()) -> bool {
        true
    }
}

/// An iterator over the words of a graph that match a query, in alphabet order.
#[must_use = "iterators are lazy"]
pub struct Matches<'a, W: WordQuery> {
    walk: Walk<'a>,
    query: W,
    /// The node of each prefix of the current word, with the letters that remain to be tried.
    path: Vec<SearchFrame<W::State>>,
    word: Vec<Letter>,
    /// The node and state after the last letter.
    pending: Option<(NodeId, W::State)>,
}

struct SearchFrame<S> {
    node: GraphNode,
    left: LetterSet,
    state: S,
}

impl<'a, W: WordQuery> Matches<'a, W> {
    pub(crate) fn new(walk: Walk<'a>, query: W) -> Matches<'a, W> {
        let pending = Some((walk.root(), query.start()));
        Matches { walk, query, path: Vec::new(), word: Vec::new(), pending }
    }

    /// Returns the next word. It borrows the iterator, so no memory is allocated.
    pub fn advance(&mut self) -> Option<&[Letter]> {
        loop {
            self.descend();
            let place = self.path.last_mut()?;
            let Some(letter) = place.left.iter().next() else {
                self.path.pop();
                self.word.pop();
                continue;
            };
            place.left.remove(letter);
            let state = self.query.step(&place.state, letter);
            let found = place.node.accepts.contains(letter) && self.query.is_match(&state);
            self.word.push(letter);
            self.pending = Some((self.walk.child(place.node, letter), state));
            if found {
                return Some(&self.word);
            }
        }
    }

    fn descend(&mut self) {
        if let Some((id, state)) = self.pending.take() {
            let node = self.walk.node(id);
            let left = node.children.intersection(self.query.next(&state));
            self.path.push(SearchFrame { node, left, state });
        }
    }
}

impl<W: WordQuery> Iterator for Matches<'_, W> {
    type Item = Vec<Letter>;

    fn next(&mut self) -> Option<Vec<Letter>> {
        self.advance().map(<[Letter]>::to_vec)
    }
}

/// Returns whether some permutation of these letters is a word.
pub(crate) fn has_anagram(walk: Walk<'_>, letters: &[Letter]) -> bool {
    let mut counts = [0; 64];
    letters.iter().for_each(|letter| counts[letter.place() as usize] += 1);
    let present: LetterSet = letters.iter().copied().collect();
    !letters.is_empty() && can_use_up(walk, walk.node(walk.root()), letters.len(), present, &mut counts)
}

fn can_use_up(
    walk: Walk<'_>,
    node: GraphNode,
    left: usize,
    present: LetterSet,
    counts: &mut [usize; 64],
) -> bool {
    if left == 1 {
        return !node.accepts.intersection(present).is_empty();
    }
    node.children.intersection(present).iter().any(|letter| {
        let place = letter.place() as usize;
        counts[place] -= 1;
        let mut rest = present;
        if counts[place] == 0 {
            rest.remove(letter);
        }
        let found = can_use_up(walk, walk.node(walk.child(node, letter)), left - 1, rest, counts);
        counts[place] += 1;
        found
    })
}
