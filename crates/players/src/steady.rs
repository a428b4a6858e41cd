//! Score and leave: the static player.

use crate::leaves::TileLeaves;
use crate::levels::Setup;
use crate::player::{Budget, Player};
use crate::search::{Search, exchange_or_pass, exchangeable};
use lexicon::BuildError;
use movegen::{Equity, Leaves, RackLeaves, Ranked, by_equity};
use rules::{Command, LeftoverScoring, View};
use tiles::{TileId, Tiles};

/// What it costs not to go out when the bag is empty, besides the tiles: another turn for everybody else.
const NOT_OUT: i32 = 8;

/// Weighs the points of a play against the tiles it keeps.
pub(crate) struct Steady {
    search: Search,
    leaves: TileLeaves,
}

impl Steady {
    pub(crate) fn new(setup: Setup<'_>) -> Result<Steady, BuildError> {
        Ok(Steady { search: Search::new(setup)?, leaves: TileLeaves::new(&setup.rules.tiles, setup.words) })
    }

    fn turn(&mut self, view: &View) -> Command {
        let best = self.best(view);
        let exchange = self.best_exchange(view);
        match (best, exchange) {
            (Some(best), Some((tiles, worth))) if worth > best.equity => Command::Exchange(tiles),
            (Some(best), _) => Command::Play(best.play.placement()),
            (None, Some((tiles, _))) => Command::Exchange(tiles),
            (None, None) => exchange_or_pass(view),
        }
    }

    fn best(&mut self, view: &View) -> Option<Ranked> {
        let rack = view.own_rack()?;
        let worth = |kept: &Tiles| self.kept(view, kept);
        let table = RackLeaves::new(rack, &worth);
        self.search.best(view, by_equity(&table))
    }

    /// What tiles kept are worth: for the next rack, or at the end of the game.
    fn kept(&self, view: &View, kept: &Tiles) -> Equity {
        if view.bag > 0 { self.leaves.worth(kept) } else { Equity::points(at_the_end(view, kept)) }
    }

    /// The best tiles to give back, and what those that are kept are worth.
    fn best_exchange(&self, view: &View) -> Option<(Vec<TileId>, Equity)> {
        let (fewest, most) = exchangeable(view)?;
        let rack = view.own_rack()?;
        let (mut kept, mut given) = (rack.clone(), Vec::new());
        let mut best = None;
        while given.len() < most {
            let worst =
                kept.kinds().map(|(id, _)| id).max_by_key(|&id| self.leaves.worth(&without(&kept, id)))?;
            kept = without(&kept, worst);
            given.push(worst);
            let worth = self.leaves.worth(&kept);
            let better = best.as_ref().is_none_or(|(_, before)| worth > *before);
            if given.len() >= fewest && better {
                best = Some((given.clone(), worth));
            }
        }
        best
    }
}

impl Player for Steady {
    fn choose(&mut self, view: &View, _: Budget) -> Command {
        self.search.answer(view).unwrap_or_else(|| self.turn(view))
    }
}

fn without(tiles: &Tiles, id: TileId) -> Tiles {
    let mut rest = tiles.clone();
    _ = rest.take(id);
    rest
}

/// With an empty bag, tiles kept cost what they count and going out gains what the others hold.
fn at_the_end(view: &View, kept: &Tiles) -> i32 {
    let set = &view.rules.tiles;
    let (own, others) = (set.points(kept), set.points(&hidden(view)));
    let (lost, won) = match view.rules.leftovers.scoring {
        LeftoverScoring::Ignored => (0, 0),
        LeftoverScoring::Subtracted => (own, 0),
        LeftoverScoring::Transferred => (own.saturating_mul(2), others),
        LeftoverScoring::Doubled => (own.saturating_mul(2), others.saturating_mul(2)),
        LeftoverScoring::Swapped => (own.saturating_mul(2), 0),
    };
    if kept.is_empty() { won } else { -lost.saturating_add(NOT_OUT) }
}

/// What the others hold, once the bag is empty.
fn hidden(view: &View) -> Tiles {
    let others = view
        .seats
        .iter()
        .enumerate()
        .filter(|(index, _)| Some(*index) != view.viewer.seat().map(rules::Seat::index));
    let mut tiles = view.unseen.clone();
    others.filter_map(|(_, seat)| seat.rack.known()).for_each(|rack| tiles.add_all(rack));
    tiles
}
