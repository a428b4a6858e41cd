//! What static evaluation needs to know about the rest of the game.

use movegen::{Equity, Leaves, StopCheck};
use rules::{LeftoverTerms, Points, Ruleset, View};
use std::ops::ControlFlow;
use tiles::{TileCount, TileId, Tiles};

/// The cost of not going out when the bag is empty, besides the leftover tiles: each opponent gets another turn.
const NOT_OUT: i32 = 8;

/// What a side knows about the rest of the game, besides the board and its rack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluationContext {
    /// How many tiles are in the bag.
    pub bag: usize,
    /// The points of the opponents' tiles; zero while the bag is not empty.
    pub others: Points,
    /// How many tiles may be exchanged: none, or the smallest and the largest number.
    pub exchange: Option<(usize, usize)>,
}

impl EvaluationContext {
    /// The context of a viewer.
    #[must_use]
    pub fn of(view: &View) -> EvaluationContext {
        let others = if view.bag == 0 { leftover_points(&view.rules, &hidden_tiles(view)) } else { 0 };
        EvaluationContext { bag: view.bag, others, exchange: crate::search::exchangeable(view) }
    }
}

/// The tiles of the opponents, once the bag is empty.
pub(crate) fn hidden_tiles(view: &View) -> Tiles {
    let own = view.viewer.seat().map(rules::Seat::index);
    let others = view.seats.iter().enumerate().filter(|(index, _)| Some(*index) != own);
    let mut tiles = view.unseen.clone();
    others.filter_map(|(_, seat)| seat.rack.tiles()).for_each(|rack| tiles.add_all(rack));
    tiles
}

/// The points of tiles left on a rack.
pub(crate) fn leftover_points(rules: &Ruleset, rack: &Tiles) -> Points {
    rules.leftovers.points(&rules.tiles, rack)
}

/// Leave values when the bag is empty: leftover tiles cost their points, and going out gains the points of the
/// opponents' tiles.
pub(crate) struct FinalLeaves<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) others: Points,
}

impl FinalLeaves<'_> {
    /// What each point of own tiles costs in spread when another side goes out, and what going out gains.
    fn terms(&self) -> (Points, Points) {
        let LeftoverTerms { lost, gained_by_out, gained_by_all } = self.rules.leftovers.terms(true);
        (lost + gained_by_out + gained_by_all, self.others.saturating_mul(gained_by_out))
    }

    fn leave_cost(&self, points: Points) -> Equity {
        Equity::points((points.saturating_mul(self.terms().0).saturating_add(NOT_OUT)).saturating_neg())
    }
}

impl Leaves for FinalLeaves<'_> {
    fn worth(&self, kept: &Tiles) -> Equity {
        if kept.is_empty() {
            Equity::points(self.terms().1)
        } else {
            self.leave_cost(leftover_points(self.rules, kept))
        }
    }

    fn worth_of_all(
        &self,
        kinds: &[(TileId, TileCount)],
        worth: &mut Vec<Equity>,
        _: StopCheck<'_>,
    ) -> ControlFlow<()> {
        let first = worth.len();
        worth.push(Equity::ZERO);
        for &(id, count) in kinds {
            let before = worth.len();
            let points = self.rules.tiles.max_points(id);
            for more in 1..=count {
                let times = i32::from(self.rules.leftovers.count.count_of(more));
                (first..before).for_each(|at| worth.push(Equity(worth[at].0 + points * times)));
            }
        }
        worth[first + 1..].iter_mut().for_each(|worth| *worth = self.leave_cost(worth.0));
        worth[first] = Equity::points(self.terms().1);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_subsets_at_once_are_worth_what_each_is_worth() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let end = FinalLeaves { rules: &rules, others: 7 };
        let rack = rules.tiles.parse_tiles("QUEEN").unwrap();
        let kinds: Vec<_> = rack.kinds().collect();
        let (mut quick, mut slow) = (Vec::new(), Vec::new());
        assert!(end.worth_of_all(&kinds, &mut quick, &|| false).is_continue());
        let one_by_one = |kept: &Tiles| end.worth(kept);
        assert!(one_by_one.worth_of_all(&kinds, &mut slow, &|| false).is_continue());
        assert_eq!(quick, slow);
        assert!(quick[0] > quick[1]);
    }
}
