//! Finding words: a walk over the graph, steered by what is asked for.

use crate::walk::{GraphNode, NodeId, Walk};
use tiles::{Letter, LetterSet};

/// Something that says, letter by letter, which words are wanted.
///
/// Each prefix leads to one state, so every word is met once, in alphabet order.
pub trait WordQuery {
    /// What matters about the letters so far.
    type State: Clone;

    /// Before the first letter.
    fn start(&self) -> Self::State;

    /// The letters that may come next.
    fn next(&self, state: &Self::State) -> LetterSet;

    /// After one of those letters.
    fn step(&self, state: &Self::State, letter: Letter) -> Self::State;

    /// Whether a word may end here.
    fn is_match(&self, state: &Self::State) -> bool;
}

/// Wants every word.
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

/// The words of a graph that are wanted, in alphabet order.
pub struct Matches<'a, W: WordQuery> {
    walk: Walk<'a>,
    wanted: W,
    /// The node of each prefix on the way, with the letters still to be tried there.
    path: Vec<SearchFrame<W::State>>,
    word: Vec<Letter>,
    /// Where the letter last tried leads.
    pending: Option<(NodeId, W::State)>,
}

struct SearchFrame<S> {
    node: GraphNode,
    left: LetterSet,
    state: S,
}

impl<'a, W: WordQuery> Matches<'a, W> {
    pub(crate) fn new(walk: Walk<'a>, wanted: W) -> Matches<'a, W> {
        let pending = Some((walk.root(), wanted.start()));
        Matches { walk, wanted, path: Vec::new(), word: Vec::new(), pending }
    }

    /// The next word, lent until the one after it is asked for.
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
            let state = self.wanted.step(&place.state, letter);
            let found = place.node.accepts.contains(letter) && self.wanted.is_match(&state);
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
            let left = node.children.intersection(self.wanted.next(&state));
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

/// Whether some order of exactly these letters is a word.
pub(crate) fn has_anagram(walk: Walk<'_>, letters: &[Letter]) -> bool {
    let mut counts = [0; 64];
    letters.iter().for_each(|letter| counts[letter.place() as usize] += 1);
    let present: LetterSet = letters.iter().copied().collect();
    !letters.is_empty() && uses_up(walk, walk.node(walk.root()), letters.len(), present, &mut counts)
}

fn uses_up(
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
        let found = uses_up(walk, walk.node(walk.child(node, letter)), left - 1, rest, counts);
        counts[place] += 1;
        found
    })
}
