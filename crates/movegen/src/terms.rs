//! What the search needs to know about the rules.

use crate::rack::MOST;
use rules::{CrossWords, Factors, GoodWord, Points, Ruleset, WildPolicy};

/// The rules, reduced to numbers.
#[derive(Clone, Debug)]
pub(crate) struct ScoringTerms {
    pub(crate) cross: CrossWords,
    pub(crate) good: GoodWord,
    pub(crate) wild: WildPolicy,
    /// The bonus by the number of tiles laid.
    pub(crate) bonus: [Points; MOST + 1],
    /// The fewest tiles of the opening play.
    pub(crate) opening: usize,
    /// The factors of squares under tiles that are already on the board.
    pub(crate) used: Factors,
    /// Whether a play's score is a sum of points × factors that cannot overflow; otherwise each play is scored word by
    /// word, as `rules` does.
    pub(crate) linear: bool,
    /// Whether more points of tiles and premiums never lower a score, so that bounds are easy to compute.
    pub(crate) rising: bool,
}

impl ScoringTerms {
    pub(crate) fn new(rules: &Ruleset) -> ScoringTerms {
        let used = rules.board.square_under_tiles().factors().unwrap_or(Factors::NONE);
        ScoringTerms {
            cross: rules.words.cross,
            good: rules.words.good,
            wild: rules.wild,
            bonus: std::array::from_fn(|laid| rules.bonus_for(laid)),
            opening: rules.opening_tiles.into(),
            used,
            rising: is_rising(rules),
            linear: rules.board.is_plain() && used.word == 1 && stays_small(rules),
        }
    }
}

fn is_rising(rules: &Ruleset) -> bool {
    let mut faces = rules.tiles.kinds().flat_map(|(_, kind)| kind.faces());
    let mut squares = rules.board.squares().iter().filter_map(rules::Square::factors);
    faces.all(|face| face.points >= 0) && squares.all(|factors| factors.letter >= 1 && factors.word >= 1)
}

/// Whether no score can become so large that the order of additions matters.
fn stays_small(rules: &Ruleset) -> bool {
    let points =
        rules.tiles.kinds().flat_map(|(_, kind)| kind.faces()).map(|face| f64::from(face.points).abs());
    let factors = || rules.board.squares().iter().filter_map(rules::Square::factors);
    let most = |f: fn(Factors) -> i32| factors().map(f).map(|n| f64::from(n).abs()).fold(1.0, f64::max);
    let word = most(|factors| factors.word);
    let letters = MOST as f64 * points.fold(1.0, f64::max) * most(|factors| factors.letter);
    let laid = i32::from(rules.rack_size).min(MOST as i32);
    let bonus = rules.bonus.iter().map(|bonus| f64::from(bonus.points).abs()).fold(0.0, f64::max);
    let main = letters * word.powi(laid);
    let crosses = letters * word * f64::from(laid);
    main + crosses + bonus < f64::from(1 << 30)
}
