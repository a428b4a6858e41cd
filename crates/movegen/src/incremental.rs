//! The best play on a board that has changed by a few tiles since the last search.
//!
//! New tiles affect only plays that lay a tile at the end of a run through them: every other play keeps its words and
//! points. So the best known play that is unaffected is a floor, and only words that lay a tile on such a square need
//! to be searched.

use crate::best::{BestPlays, LOWEST};
use crate::generator::Generator;
use crate::leave::Leaves;
use crate::plane::{Bits, PLACES};
use crate::play::GeneratedPlay;
use crate::sink::RankedPlay;
use crate::stop::StopCheck;
use rules::{Axis, Coord, Grid, WildPolicy};
use tiles::{TileId, Tiles};

impl Generator {
    /// Finds the same as [`best`](Generator::best), but faster for one rack on many boards that differ by a few tiles.
    ///
    /// `known` are the best plays of the same rack, by the same leaves and as [`top`](Generator::top) finds them, on
    /// the board before the tiles at `laid` were played. If `stop` returns `true`, a play that is not the best may be
    /// returned, or none.
    pub fn best_since(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        leaves: &dyn Leaves,
        known: &[RankedPlay],
        laid: &[Coord],
        stop: StopCheck<'_>,
    ) -> Option<RankedPlay> {
        if laid.is_empty() {
            return known.first().cloned();
        }
        let mut change = std::mem::take(&mut self.change);
        change.update(grid, laid);
        let best = match known.iter().find(|known| change.is_unaffected(&known.play)) {
            Some(standing) => self.best_beside(grid, rack, leaves, standing, &change.ends, stop),
            None => self.top_until(grid, rack, leaves, 1, stop).0.pop(),
        };
        self.change = change;
        best
    }

    /// Finds the same as [`best`](Generator::best), but faster if one of the hints is nearly as good: plays of any rack
    /// that were legal before the tiles at `laid` were played. `stop` is as for [`best_since`](Generator::best_since).
    pub fn best_hinted<'h>(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        leaves: &dyn Leaves,
        hints: impl IntoIterator<Item = &'h GeneratedPlay>,
        laid: &[Coord],
        stop: StopCheck<'_>,
    ) -> Option<RankedPlay> {
        if self.prepare_top(grid, rack, leaves, stop).is_break() {
            return None;
        }
        let mut change = std::mem::take(&mut self.change);
        change.update(grid, laid);
        // If a blank may not stand for a letter on the rack, a play of another rack may be illegal with this one.
        let is_free = self.shared.terms.wild != WildPolicy::NotOnRack || !self.rack.hand.has_wild();
        let fits = |hint: &&GeneratedPlay| is_free && holds(rack, hint) && change.is_unaffected(hint);
        let fitting = hints.into_iter().filter(fits);
        let floor = fitting.map(|hint| self.leaves.equity(&hint.as_play_ref())).max();
        self.change = change;
        self.search_best(grid, BestPlays::above(1, floor.unwrap_or(LOWEST)), stop).0.pop()
    }

    /// The better of a known play and the best that lays a tile on one of these squares.
    fn best_beside(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        leaves: &dyn Leaves,
        known: &RankedPlay,
        squares: &[Coord],
        stop: StopCheck<'_>,
    ) -> Option<RankedPlay> {
        if self.prepare(grid, rack, stop).is_break() || self.leaves.fill_until(rack, leaves, stop).is_break()
        {
            return None;
        }
        self.restrict_starts(squares);
        if self.compute_bounds(stop).is_break() {
            return None;
        }
        let (found, _) = self.search_best(grid, BestPlays::above(1, known.equity), stop);
        let better = found.into_iter().find(|found| !known.beats(found.equity, &found.play.as_play_ref()));
        Some(better.unwrap_or_else(|| known.clone()))
    }

    /// Restricts starts to places from which a word can reach one of these squares.
    fn restrict_starts(&mut self, squares: &[Coord]) {
        for (number, (planes, sheet)) in self.planes.iter_mut().zip(&self.layout.sheets).enumerate() {
            let mut begin = Bits::EMPTY;
            for &at in squares {
                for axis in Axis::BOTH {
                    let places = self.layout.places(axis, self.layout.padded.cell(at));
                    for place in places.iter().map(|&place| place as usize) {
                        if place / PLACES == number {
                            let word = place % PLACES / 64;
                            begin.0[word] |= lane_up_to(sheet.inside.0[word], place % 64);
                        }
                    }
                }
            }
            planes.begin = planes.begin.zip(begin, |planes, begin| planes & begin);
        }
    }
}

/// Which plays are affected by tiles that were added to a board.
#[derive(Clone, Debug, Default)]
pub struct BoardChange {
    laid: Vec<Coord>,
    /// The free squares before and after all runs of tiles through those laid.
    ends: Vec<Coord>,
    /// Whether the board was empty before: the opening play has its own rules.
    is_first: bool,
}

impl BoardChange {
    /// Updates the change to a board after tiles were laid on these squares.
    pub fn update(&mut self, grid: &Grid, laid: &[Coord]) {
        self.laid.clear();
        self.laid.extend(laid);
        self.ends.clear();
        self.is_first = grid.len() <= laid.len();
        for &at in laid {
            for axis in Axis::BOTH {
                let before = grid.run_start(at, axis).step(axis, -1);
                let after = grid.run_end(at, axis).step(axis, 1);
                for end in [before, after] {
                    if !self.ends.contains(&end) {
                        self.ends.push(end);
                    }
                }
            }
        }
    }

    /// Whether a play that is legal on one of the two boards, with the tiles or without them, is the same on the other.
    #[must_use]
    pub fn is_unaffected(&self, play: &GeneratedPlay) -> bool {
        let is_free = |at: Coord| !self.ends.contains(&at) && !self.laid.contains(&at);
        !self.is_first && play.line.squares().all(is_free)
    }
}

/// Whether a rack has the tiles of a play.
fn holds(rack: &Tiles, play: &GeneratedPlay) -> bool {
    let count = |tile: TileId| play.tiles.iter().filter(|shown| shown.tile() == tile).count();
    play.tiles.iter().all(|shown| count(shown.tile()) <= rack.count(shown.tile()).into())
}

/// The places of a lane up to one of them, where lanes are parted by gaps.
fn lane_up_to(inside: u64, place: usize) -> u64 {
    let all = u64::MAX >> (63 - place);
    let gaps = !inside & all;
    all & u64::MAX.checked_shl(64 - gaps.leading_zeros()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_begins_after_a_gap() {
        assert_eq!(lane_up_to(0b1110_1111, 6), 0b110_0000);
        assert_eq!(lane_up_to(0b1110_1111, 2), 0b111);
        assert_eq!(lane_up_to(u64::MAX, 63), u64::MAX);
        assert_eq!(lane_up_to(1 << 63, 63), 1 << 63);
    }
}
