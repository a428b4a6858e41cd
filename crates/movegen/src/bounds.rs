//! Upper bounds of the equity of a play, by its start and the number of tiles it lays.
//!
//! The bound of a stretch of squares is the best tiles of the rack times the word's factors, with the tiles of the most
//! points on its premium squares, and on each crossed square the tile of the most points that fits there. The plays
//! found so far raise a floor; places whose bound is below it are removed from the walk by a plane for each number of
//! tiles.

use crate::filter::AnagramFilter;
use crate::kernel;
use crate::leave::{Equity, RackLeaves};
use crate::plane::{Bits, PLACES};
use crate::planes::RackPlanes;
use crate::rack::Rack;
use crate::search_board::{BoardField, SquareScoring, is_occupied, tile_of};
use crate::terms::ScoringTerms;
use rules::Points;
use std::sync::Arc;

/// The most tiles for which bounds are kept.
pub(crate) const MOST_BOUNDED: usize = 15;

/// Bounds are kept in sixteenths of a point, in two bytes.
type CoarseEquity = i16;

/// How many of them make a point.
const SCALE: i32 = 16;

/// How far the floor rises before planes are made anew, which costs as much as scoring twenty plays.
const WORTHWHILE: i32 = 2 * SCALE;

/// A bound, rounded up.
fn coarse(equity: i64) -> CoarseEquity {
    let sixteenths = (equity * i64::from(SCALE)).div_euclid(1000) + 1;
    sixteenths.clamp(i64::from(CoarseEquity::MIN) + 1, i64::from(CoarseEquity::MAX)) as CoarseEquity
}

/// A bound for each number of tiles and place.
type BoundTable = [[CoarseEquity; PLACES]; MOST_BOUNDED + 1];

/// The bounds of one field.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// The bound for plays from each place with at least each number of tiles; shared by all parts of a search.
    worth: Arc<BoundTable>,
    /// The bound for plays with exactly each number of tiles.
    worth_with: Arc<BoundTable>,
    /// The places whose bound reaches the floor, for each number of tiles.
    alive: [Bits; MOST_BOUNDED + 1],
    alive_with: [Bits; MOST_BOUNDED + 1],
    floor: CoarseEquity,
    /// The floor for which the planes were computed.
    made_for: CoarseEquity,
    total: usize,
    /// All starts are before this place; on large boards that is far before the end of the field.
    places: usize,
}

/// What bounds are computed from.
#[derive(Clone, Copy)]
pub(crate) struct BoundsInput<'a> {
    pub(crate) field: &'a BoardField,
    pub(crate) planes: &'a RackPlanes,
    pub(crate) rack: &'a Rack,
    pub(crate) terms: &'a ScoringTerms,
    pub(crate) leaves: &'a RackLeaves,
    /// Which words can be made with the whole rack.
    pub(crate) whole: FullRackWords,
}

/// Which words can be made with the whole rack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FullRackWords {
    /// With its tiles alone.
    alone: bool,
    /// With one more letter that lies on the board.
    with: u64,
}

impl FullRackWords {
    /// Checks a rack with the filter.
    pub(crate) fn new(filter: &AnagramFilter, rack: &Rack) -> FullRackWords {
        FullRackWords { alone: filter.makes_word(rack), with: filter.makes_word_with(rack) }
    }

    /// Whether the whole rack can make a word through these tiles (see [`StretchBounds::through`]).
    #[inline(always)]
    fn allows(self, through: i32) -> bool {
        match through / THROUGH {
            0 => self.alone,
            1 => self.with >> (through % THROUGH) & 1 == 1,
            _ => true,
        }
    }
}

/// Added to [`StretchBounds::through`] for each tile, besides the place of its letter.
const THROUGH: i32 = 64;

/// The stretches from a square on that end after 0, 1, 2… tiles, as a structure of arrays, so that one square takes a
/// few instructions for all of them. Following each stretch by itself took a quarter more time.
///
/// The stretch of `n` tiles has lane `n - laid`, so that no entry moves when a square with one more tile is put in
/// front.
struct StretchBounds<const N: usize> {
    /// The product of the word factors.
    factor: [i32; N],
    /// The points of tiles on the board, and what premiums on crossed squares add to the best tiles that fit there.
    letters: [i32; N],
    /// The number of other premium squares, and the highest premium among them.
    premiums: [i32; N],
    premium: [i32; N],
    /// The cross words.
    crosses: [i32; N],
    /// The tiles on the board, each [`THROUGH`] and the place of its letter.
    through: [i32; N],
    /// How many tiles have been laid so far in this lane.
    laid: usize,
    /// The fewest tiles that reach an anchor, and the most that can be laid.
    fewest: usize,
    most: usize,
}

impl<const N: usize> StretchBounds<N> {
    const NOTHING: StretchBounds<N> = StretchBounds {
        factor: [1; N],
        letters: [0; N],
        premiums: [0; N],
        premium: [0; N],
        crosses: [0; N],
        through: [0; N],
        laid: 0,
        fewest: N,
        most: 0,
    };

    fn lane(&self, tiles: usize) -> usize {
        tiles.wrapping_sub(self.laid) % N
    }

    /// Puts a square with a tile in front of all stretches.
    #[inline(always)]
    fn pass(&mut self, square: &SquareScoring, letter: usize) {
        self.letters = self.letters.map(|sum| sum + square.letter());
        self.through = self.through.map(|sum| sum + THROUGH + letter as i32);
    }

    /// Puts an empty square in front of all stretches, each of which then has one tile more.
    #[inline(always)]
    fn lay(&mut self, square: &SquareScoring, dearest: Points, anchor: bool) {
        let premium = square.letter() - 1;
        if square.word != 1 {
            self.factor = self.factor.map(|factor| factor.wrapping_mul(square.word));
        }
        if square.cross_letter() != 0 {
            let cross = square.cross + square.cross_letter() * dearest;
            self.letters = self.letters.map(|sum| sum + premium * dearest);
            self.crosses = self.crosses.map(|sum| sum + cross);
        } else if premium > 0 {
            self.premiums = self.premiums.map(|count| count + 1);
            self.premium = self.premium.map(|most| most.max(premium));
        }
        self.laid += 1;
        let none = self.lane(0);
        (self.factor[none], self.letters[none], self.crosses[none], self.through[none]) = (1, 0, 0, 0);
        (self.premiums[none], self.premium[none]) = (0, 0);
        self.fewest = if anchor { 1 } else { self.fewest + 1 };
        self.most += 1;
    }

    /// The same numbers by the number of tiles of a stretch: a rotation.
    #[inline(always)]
    fn by_count(&self, by_lane: &[i32; N]) -> [i32; N] {
        let twice = [*by_lane, *by_lane];
        let from = self.lane(0);
        std::array::from_fn(|count| twice.as_flattened()[from + count])
    }

    /// The bound of each stretch, by lane.
    #[inline(always)]
    fn worth(&self, gains: &LaneGains<N>) -> [i32; N] {
        let (dearest, extra) = (&gains.dearest[self.laid % N], &gains.extra[self.laid % N]);
        std::array::from_fn(|lane| {
            let dear = gains.dear[self.premiums[lane] as usize % N];
            let letters =
                dearest[lane].wrapping_add(self.letters[lane]).wrapping_add(self.premium[lane] * dear);
            let score = self.factor[lane].wrapping_mul(letters).wrapping_add(self.crosses[lane]);
            score.clamp(-HUGE, HUGE).wrapping_mul(SCALE).wrapping_add(extra[lane])
        })
    }
}

/// Clamps bounds to their range, and clears those for numbers of tiles outside these limits.
#[inline(always)]
fn clamp_to_counts<const N: usize>(worth: [i32; N], fewest: usize, last: usize) -> [i32; N] {
    let (fewest, last, none) = (fewest as i32, last as i32, i32::from(CoarseEquity::MIN));
    std::array::from_fn(|count| {
        let is_good = fewest <= count as i32 && count as i32 <= last;
        if is_good { worth[count].min(CoarseEquity::MAX.into()) } else { none }
    })
}

/// The highest of each number and all that follow it, computed in parallel by doubling.
#[inline(always)]
fn most_from_here<const N: usize>(mut numbers: [i32; N]) -> [i32; N] {
    let mut step = 1;
    while step < N {
        let ahead: [i32; N] = std::array::from_fn(|at| numbers[(at + step).min(N - 1)]);
        numbers = std::array::from_fn(|at| numbers[at].max(ahead[at]));
        step *= 2;
    }
    numbers
}

/// No score is counted beyond this, which is more than a bound can hold.
const HUGE: i32 = 1 << 20;

/// What laying 0, 1, 2… tiles adds, by lane, for each number of tiles laid so far.
struct LaneGains<const N: usize> {
    /// The sum of points of the 0, 1, 2… best tiles.
    dear: [i32; N],
    /// The same by lane.
    dearest: [[i32; N]; N],
    /// The bonus and the best leave, as a bound.
    extra: [[i32; N]; N],
}

impl<const N: usize> LaneGains<N> {
    fn new(bounds_input: BoundsInput<'_>, total: usize) -> LaneGains<N> {
        let BoundsInput { rack, terms, leaves, .. } = bounds_input;
        let extra: [i32; N] = std::array::from_fn(|count| {
            let kept = leaves.best(total.saturating_sub(count));
            i32::from(coarse(i64::from(terms.bonus[count]) * 1000 + i64::from(kept.0)))
        });
        let by_lane = |f: &dyn Fn(usize) -> i32| {
            std::array::from_fn(|laid: usize| std::array::from_fn(|lane| f(laid.wrapping_add(lane) % N)))
        };
        let dear = std::array::from_fn(|count| rack.dearest[count]);
        LaneGains {
            dear,
            dearest: by_lane(&|count| rack.dearest[count]),
            extra: by_lane(&|count| extra[count]),
        }
    }
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            worth: Arc::new([[CoarseEquity::MIN; PLACES]; MOST_BOUNDED + 1]),
            worth_with: Arc::new([[CoarseEquity::MIN; PLACES]; MOST_BOUNDED + 1]),
            alive: [Bits::EMPTY; MOST_BOUNDED + 1],
            alive_with: [Bits::EMPTY; MOST_BOUNDED + 1],
            floor: CoarseEquity::MIN,
            made_for: CoarseEquity::MIN,
            total: 0,
            places: 0,
        }
    }
}

impl Bounds {
    /// Computes all bounds.
    #[inline(always)]
    pub(crate) fn prepare(&mut self, bounds_input: BoundsInput<'_>) {
        self.total = (bounds_input.rack.total as usize).min(MOST_BOUNDED);
        self.places = bounds_input.planes.begin.used_words() * 64;
        match self.total {
            0 => {}
            1..8 => self.sweep::<8>(bounds_input),
            _ => self.sweep::<16>(bounds_input),
        }
    }

    /// Visits all squares from the last to the first; the stretches of a square follow from those of the next.
    #[inline(always)]
    fn sweep<const N: usize>(&mut self, bounds_input: BoundsInput<'_>) {
        let gains = LaneGains::<N>::new(bounds_input, self.total);
        let (worth, worth_with) = (Arc::make_mut(&mut self.worth), Arc::make_mut(&mut self.worth_with));
        let mut notes = BoundWriter { worth, worth_with, total: self.total };
        for (word, &begin) in bounds_input.planes.begin.0.iter().enumerate() {
            if begin != 0 {
                notes.sweep_word(bounds_input, &gains, word * 64);
            }
        }
    }
}

/// Writes the bounds of a sweep.
struct BoundWriter<'a> {
    worth: &'a mut BoundTable,
    worth_with: &'a mut BoundTable,
    total: usize,
}

impl BoundWriter<'_> {
    #[inline(always)]
    fn sweep_word<const N: usize>(
        &mut self,
        bounds_input: BoundsInput<'_>,
        gains: &LaneGains<N>,
        first: usize,
    ) {
        let mut ahead = StretchBounds::<N>::NOTHING;
        let mut fresh = true;
        for place in (first..first + 64).rev() {
            let place = place % PLACES;
            let (square, letters) = (&bounds_input.field.squares[place], bounds_input.field.letters[place]);
            if !bounds_input.planes.live.has(place) {
                if !std::mem::replace(&mut fresh, true) {
                    ahead = StretchBounds::NOTHING;
                }
                continue;
            }
            fresh = false;
            if is_occupied(letters) {
                ahead.pass(square, tile_of(letters));
            } else {
                let dearest = bounds_input.planes.dearest[place].into();
                ahead.lay(square, dearest, bounds_input.field.anchors.has(place));
            }
            if bounds_input.planes.begin.has(place) {
                self.note(place, &ahead, gains, bounds_input.whole);
            }
        }
    }

    /// Writes the bounds for plays from a place with exactly and with at least each number of tiles. Places where no
    /// word starts keep stale bounds, which are never read.
    #[inline(always)]
    fn note<const N: usize>(
        &mut self,
        place: usize,
        ahead: &StretchBounds<N>,
        gains: &LaneGains<N>,
        whole: FullRackWords,
    ) {
        let mut last = self.total.min(ahead.most);
        if last == self.total && !whole.allows(ahead.through[ahead.lane(last)]) {
            last -= 1;
        }
        let with = clamp_to_counts(ahead.by_count(&ahead.worth(gains)), ahead.fewest, last);
        let most = most_from_here(with);
        for count in 0..N {
            self.worth_with[count][place] = with[count] as CoarseEquity;
            self.worth[count][place] = most[count] as CoarseEquity;
        }
    }
}

impl Bounds {
    /// The floor for plays of at least this equity.
    fn coarse_floor(equity: Equity) -> CoarseEquity {
        coarse(equity.0.into()).saturating_sub(1)
    }

    /// Sets the floor before a walk: only plays of at least this equity are reported.
    pub(crate) fn begin(&mut self, floor: Equity) {
        self.floor = Bounds::coarse_floor(floor);
        self.make_planes();
    }

    /// Raises the floor during a walk.
    #[inline(always)]
    pub(crate) fn raise(&mut self, floor: Equity) {
        self.floor = Bounds::coarse_floor(floor);
        if i32::from(self.floor) - i32::from(self.made_for) >= WORTHWHILE {
            self.make_planes();
        }
    }

    #[inline(never)]
    fn make_planes(&mut self) {
        let (count, places, floor) = (self.total + 1, self.places, self.floor);
        self.made_for = floor;
        kernel::above(&self.worth[..count], places, floor, &mut self.alive);
        kernel::above(&self.worth_with[..count], places, floor, &mut self.alive_with);
    }

    /// The places from which a play with exactly `count` tiles can reach the floor.
    #[inline(always)]
    pub(crate) fn alive_with(&self, count: usize) -> &Bits {
        &self.alive_with[count % (MOST_BOUNDED + 1)]
    }

    /// Whether a play from `start` with exactly `count` tiles can reach the floor.
    #[inline(always)]
    pub(crate) fn is_alive_with(&self, count: usize, start: usize) -> bool {
        self.worth_with[count % (MOST_BOUNDED + 1)][start % PLACES] > self.floor
    }

    /// The places from which a play with at least `count` tiles can reach the floor.
    #[inline(always)]
    pub(crate) fn alive(&self, count: usize) -> &Bits {
        &self.alive[count % (MOST_BOUNDED + 1)]
    }

    /// Whether a play from `start` with at least `count` tiles can reach the floor.
    #[inline(always)]
    pub(crate) fn is_alive(&self, count: usize, start: usize) -> bool {
        self.worth[count % (MOST_BOUNDED + 1)][start % PLACES] > self.floor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_that_follows_is_found_side_by_side() {
        assert_eq!(most_from_here([3, 1, 4, 1, 5, 9, 2, 6]), [9, 9, 9, 9, 9, 9, 6, 6]);
        assert_eq!(most_from_here([8, 7, 6, 5, 4, 3, 2, -1]), [8, 7, 6, 5, 4, 3, 2, -1]);
    }

    #[test]
    fn bounds_beyond_the_limits_are_none() {
        let none = i32::from(CoarseEquity::MIN);
        assert_eq!(clamp_to_counts([1, 2, 70_000, 4], 1, 2), [none, 2, i32::from(CoarseEquity::MAX), none]);
    }
}
