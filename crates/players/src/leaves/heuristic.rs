//! Heuristic leave values for any tile set and lexicon.

use lexicon::{WordGraph, WordList};
use movegen::{Equity, Leaves};
use tiles::{Letter, MAX_LETTERS, TileId, TileKind, TileSet, Tiles};

/// Words up to this length measure how useful a letter is: longer ones are seldom played.
const USUAL_LENGTH: usize = 8;

// The weights, in points; chosen by letting `static` play `greedy` with the English tiles.
const HOOK: f64 = 14.0;
const FLEXIBLE: f64 = 1.6;
const MOST_FLEXIBLE: f64 = 2.0;
const LEAST_FLEXIBLE: f64 = -6.0;
const WILD: f64 = 24.0;
const AGAIN: f64 = 2.2;
const UNBALANCED: f64 = 1.2;

/// Leave values from the number of words that letters occur in and extend, from duplicates, and from the balance of
/// vowels and consonants.
#[derive(Clone, Debug)]
pub struct HeuristicLeaves {
    kinds: Vec<KindValue>,
}

/// The value of one kind of tile, and its class.
#[derive(Clone, Copy, Debug)]
struct KindValue {
    alone: f64,
    class: LetterClass,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LetterClass {
    Vowel,
    Consonant,
    Either,
}

impl HeuristicLeaves {
    /// Values the tiles of a set by the words of a lexicon.
    #[must_use]
    pub fn new(set: &TileSet, words: &WordGraph) -> HeuristicLeaves {
        let letters = Usefulness::new(words);
        let worth = |kind: &TileKind| KindValue { alone: letters.kind(kind, set), class: class(kind, set) };
        HeuristicLeaves { kinds: set.kinds().map(|(_, kind)| worth(kind)).collect() }
    }

    fn get(&self, id: TileId) -> KindValue {
        self.kinds.get(id.index()).copied().unwrap_or(KindValue { alone: 0.0, class: LetterClass::Either })
    }

    fn points(&self, kept: &Tiles) -> f64 {
        let alone: f64 = kept.kinds().map(|(id, count)| self.get(id).alone * f64::from(count)).sum();
        alone - count_repeats(kept) * AGAIN - self.imbalance(kept) * UNBALANCED
    }

    /// The imbalance of vowels and consonants; wild tiles reduce it.
    fn imbalance(&self, kept: &Tiles) -> f64 {
        let count = |class| kept.iter().filter(|&id| self.get(id).class == class).count() as f64;
        let apart =
            (count(LetterClass::Vowel) - count(LetterClass::Consonant)).abs() - count(LetterClass::Either);
        (apart - 1.0).max(0.0)
    }
}

impl Leaves for HeuristicLeaves {
    fn worth(&self, kept: &Tiles) -> Equity {
        Equity((self.points(kept) * 1000.0) as i32)
    }
}

/// The number of pairs of equal tiles.
fn count_repeats(kept: &Tiles) -> f64 {
    kept.kinds().map(|(_, count)| f64::from(count) * (f64::from(count) - 1.0) / 2.0).sum()
}

fn class(kind: &TileKind, set: &TileSet) -> LetterClass {
    let is_vowel = |letter| set.alphabet().is_vowel(letter);
    let vowels = kind.faces().iter().filter(|face| is_vowel(face.letter)).count();
    match vowels {
        0 => LetterClass::Consonant,
        all if all == kind.faces().len() => LetterClass::Vowel,
        _ => LetterClass::Either,
    }
}

/// How useful each letter is in a lexicon.
struct Usefulness {
    /// Points by place in the alphabet.
    points: [f64; MAX_LETTERS + 1],
}

impl Usefulness {
    fn new(graph: &WordGraph) -> Usefulness {
        let (mut within, mut after, mut all) = ([0.0; MAX_LETTERS + 1], [0.0; MAX_LETTERS + 1], 0.0);
        let mut words = graph.words();
        while let Some(word) = words.advance() {
            let Some((last, stem)) = word.split_last().filter(|_| word.len() <= USUAL_LENGTH) else {
                continue;
            };
            all += 1.0;
            distinct(word).for_each(|letter| within[usize::from(letter.place())] += 1.0);
            after[usize::from(last.place())] += f64::from(u8::from(graph.contains(stem)));
        }
        let used = within.iter().filter(|&&words| words > 0.0);
        let average = used.clone().sum::<f64>() / used.count().max(1) as f64;
        let flexible = |words: f64| {
            if words > 0.0 {
                ((words / average).ln() * FLEXIBLE).clamp(LEAST_FLEXIBLE, MOST_FLEXIBLE)
            } else {
                LEAST_FLEXIBLE
            }
        };
        let points =
            std::array::from_fn(|place| flexible(within[place]) + HOOK * after[place] / f64::max(all, 1.0));
        Usefulness { points }
    }

    /// A tile has the value of its best face, and a higher value the more faces it has.
    fn kind(&self, kind: &TileKind, set: &TileSet) -> f64 {
        let best = kind.faces().iter().map(|face| self.points[usize::from(face.letter.place())]);
        let choice = (kind.faces().len() as f64).ln() / (set.alphabet().len().max(2) as f64).ln();
        best.fold(f64::NEG_INFINITY, f64::max) * (1.0 - choice.min(1.0)) + WILD * choice
    }
}

fn distinct(word: &[Letter]) -> impl Iterator<Item = Letter> + '_ {
    word.iter()
        .enumerate()
        .filter(|&(place, letter)| !word[..place].contains(letter))
        .map(|(_, &letter)| letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(tiles: &str) -> Equity {
        let library = presets::Library::shipped();
        let rules = library.rules("standard").unwrap();
        let leaves = HeuristicLeaves::new(&rules.tiles, presets::english());
        leaves.worth(&rules.tiles.parse_tiles(tiles).unwrap())
    }

    #[test]
    fn good_tiles_are_worth_more_than_bad_ones() {
        let order = ["?", "S", "E", "U", "V", "Q"].map(worth);
        assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
        assert_eq!(worth(""), Equity::ZERO);
    }

    #[test]
    fn doubles_and_a_bad_mix_cost() {
        assert!(worth("EE") < worth("E") + worth("E"));
        assert!(worth("AERST") > worth("RSTLN"));
        assert!(worth("AER") > worth("AEI"));
    }
}
