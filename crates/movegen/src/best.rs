//! The best plays: a walk that skips plays that cannot be among them.

use crate::bounds::Bounds;
use crate::leave::{Equity, RackLeaves};
use crate::play::PlayRef;
use crate::sink::RankedPlay;
use crate::walk::Visitor;
use rules::Points;
use std::ops::ControlFlow;

/// The best plays so far, and the bounds that go with them.
pub(crate) struct BestPlayVisitor<'a> {
    pub(crate) bounds: &'a mut Bounds,
    pub(crate) leaves: &'a RackLeaves,
    pub(crate) best: &'a mut BestPlays,
}

impl Visitor for BestPlayVisitor<'_> {
    #[inline(always)]
    fn visit(&mut self, found: &PlayRef<'_>) -> ControlFlow<()> {
        let equity = self.leaves.equity(found);
        if self.best.admits(equity) && self.best.add(found, equity) {
            self.bounds.raise(self.best.floor);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn wants(&self, score: Points, count: usize) -> bool {
        Equity::points(score) + self.leaves.best_after(count) >= self.best.floor
    }

    #[inline(always)]
    fn bounds(&self) -> Option<&Bounds> {
        Some(self.bounds)
    }
}

/// The size of most racks, so that a longer play fits in the memory of a shorter one.
const ROOM: usize = 8;

/// A floor that every play reaches.
pub(crate) const LOWEST: Equity = Equity(i32::MIN);

/// The best `size` plays, best first.
#[derive(Clone, Debug)]
pub(crate) struct BestPlays {
    pub(crate) size: usize,
    pub(crate) plays: Vec<RankedPlay>,
    /// The equity of the last of them, once there are `size` plays.
    pub(crate) floor: Equity,
}

impl BestPlays {
    pub(crate) fn new(size: usize) -> BestPlays {
        BestPlays::above(size, LOWEST)
    }

    /// For plays of at least this equity.
    pub(crate) fn above(size: usize, floor: Equity) -> BestPlays {
        BestPlays { size, plays: Vec::new(), floor }
    }

    /// Removes the last play if there is no room for another.
    fn spare(&mut self) -> Option<RankedPlay> {
        if self.plays.len() == self.size { self.plays.pop() } else { None }
    }

    #[inline(always)]
    fn admits(&self, equity: Equity) -> bool {
        equity >= self.floor
    }

    /// Adds a play if it is good enough, and returns whether that raised the floor.
    #[inline(never)]
    fn add(&mut self, found: &PlayRef<'_>, equity: Equity) -> bool {
        if self.size == 0 {
            return false;
        }
        let at = self.plays.partition_point(|other| other.beats(equity, found));
        if at == self.size {
            return false;
        }
        // The memory of the removed play is reused.
        let spare = self.spare().map(|ranked| ranked.play.tiles);
        let tiles = spare.unwrap_or_else(|| Vec::with_capacity(ROOM));
        self.plays.insert(at, RankedPlay { play: found.write_to(tiles), equity });
        let before = self.floor;
        if self.plays.len() == self.size {
            self.floor = self.plays.last().map_or(before, |last| last.equity);
        }
        self.floor > before
    }
}
