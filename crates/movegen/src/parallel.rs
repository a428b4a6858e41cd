//! Searches on every core.
//!
//! A walk is split by the first letter of its words, and a large board into its fields; the parts share the planes and
//! have their own sinks. This is faster for racks with blanks and for large boards: see `docs/performance.md`.

use crate::best::{BestPlayVisitor, BestPlays, LOWEST};
use crate::generator::{Completion, Generator};
use crate::leave::{Equity, Leaves};
use crate::plane::ones;
use crate::sink::{PlaySink, RankedPlay, TopPlays, by_equity};
use crate::stop::StopCheck;
use crate::walk::WalkPart;
use rayon::prelude::*;
use rules::{GoodWord, Grid};
use std::sync::atomic::{AtomicI32, Ordering};
use tiles::Tiles;

impl Generator {
    /// Finds every play as [`generate_until`](Generator::generate_until) does, with every core of the current rayon
    /// pool; `sink` makes a sink for each part, and all of them come back in an order that is always the same.
    pub fn generate_parallel<S: PlaySink + Send>(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        sink: impl Fn() -> S + Sync,
        stop: StopCheck<'_>,
    ) -> (Vec<S>, Completion) {
        if self.prepare(grid, rack, stop).is_break() {
            return (Vec::new(), Completion::Stopped);
        }
        let this = &*self;
        let search = |&(number, part): &(usize, WalkPart)| {
            let mut sink = sink();
            let completion = this.walk_into(grid, number, part, &mut sink, stop);
            (sink, completion)
        };
        let (sinks, completions): (Vec<S>, Vec<Completion>) = self.parts().par_iter().map(search).unzip();
        (sinks, completions.into_iter().fold(Completion::Complete, Completion::and))
    }

    /// Finds the best plays as [`top_until`](Generator::top_until) does, with every core of the current rayon pool.
    pub fn top_parallel(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        leaves: &dyn Leaves,
        count: usize,
        stop: StopCheck<'_>,
    ) -> (Vec<RankedPlay>, Completion) {
        if self.prepare_top(grid, rack, leaves, stop).is_break() {
            return (Vec::new(), Completion::Stopped);
        }
        let this = &*self;
        let floor = AtomicI32::new(LOWEST.0);
        let search = |&(number, part): &(usize, WalkPart)| {
            let podium = BestPlays::above(count, Equity(floor.load(Ordering::Relaxed)));
            let (best, completion) = this.top_of_part(grid, number, part, podium, stop);
            floor.fetch_max(best.floor.0, Ordering::Relaxed);
            (best.plays, completion)
        };
        let found: Vec<(Vec<RankedPlay>, Completion)> = self.parts().par_iter().map(search).collect();
        let completion = found.iter().fold(Completion::Complete, |all, &(_, one)| all.and(one));
        let mut plays: Vec<RankedPlay> = found.into_iter().flat_map(|(plays, _)| plays).collect();
        RankedPlay::sort(&mut plays);
        plays.truncate(count);
        (plays, completion)
    }

    /// Searches a part for plays that reach the floor that other parts have found.
    fn top_of_part(
        &self,
        grid: &Grid,
        number: usize,
        part: WalkPart,
        mut best: BestPlays,
        stop: StopCheck<'_>,
    ) -> (BestPlays, Completion) {
        if !self.is_bounded() {
            let mut sink = TopPlays::new(best.size, by_equity(&self.leaves));
            let completion = self.walk_into(grid, number, part, &mut sink, stop);
            return (BestPlays { plays: sink.into_plays(), ..best }, completion);
        }
        let mut bounds = self.bounds[number].clone();
        bounds.begin(best.floor);
        let visitor = BestPlayVisitor { bounds: &mut bounds, leaves: &self.leaves, best: &mut best };
        let completion = self.walk(grid, number, part, visitor, stop);
        (best, completion)
    }

    /// The parts of the search that has been prepared.
    fn parts(&self) -> Vec<(usize, WalkPart)> {
        let fields = 0..self.planes.len();
        if self.shared.terms.good == GoodWord::Anagram {
            return fields.map(|number| (number, WalkPart::Whole)).collect();
        }
        let letters = ones(self.rack.letters()).map(WalkPart::Letter);
        let firsts: Vec<WalkPart> = std::iter::once(WalkPart::Through).chain(letters).collect();
        fields.flat_map(|number| firsts.iter().map(move |&part| (number, part))).collect()
    }
}
