//! How much a play can be worth at most, by where it begins and how many tiles it lays.
//!
//! The bound of a stretch of squares is the best tiles of the rack times the word's factors, and on each premium or
//! crossed square the dearest tile that can go there. What a search has found so far raises a floor; places whose
//! bound lies below it are taken out of the walk by a plane for each number of tiles.

use crate::filter::Filter;
use crate::kernel;
use crate::leave::{Equity, RackLeaves};
use crate::plane::{Bits, PLACES};
use crate::rack::Rack;
use crate::ready::Ready;
use crate::surface::Field;
use crate::terms::Terms;
use rules::Points;

/// The most tiles for which bounds are kept.
pub(crate) const MOST_BOUNDED: usize = 15;

/// Bounds are kept in sixteenths of a point, in two bytes.
type Coarse = i16;

/// A bound, rounded up.
fn coarse(equity: i64) -> Coarse {
    let sixteenths = (equity * 16).div_euclid(1000) + 1;
    sixteenths.clamp(i64::from(Coarse::MIN) + 1, i64::from(Coarse::MAX)) as Coarse
}

/// The bounds of one field.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// The most that a play from each place can be worth with at least so many tiles.
    worth: Vec<[Coarse; PLACES]>,
    /// The places that are worth as much as the floor, for each number of tiles.
    alive: [Bits; MOST_BOUNDED + 1],
    floor: Coarse,
    total: usize,
}

/// What bounds are made from.
#[derive(Clone, Copy)]
pub(crate) struct Prospect<'a> {
    pub(crate) field: &'a Field,
    pub(crate) ready: &'a Ready,
    pub(crate) rack: &'a Rack,
    pub(crate) terms: &'a Terms,
    pub(crate) leaves: &'a RackLeaves,
    /// Which words can be made with the whole rack.
    pub(crate) whole: Whole,
}

/// Which words can be made with the whole rack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole {
    /// With its tiles alone.
    alone: bool,
    /// With one more letter that lies on the board.
    with: u64,
}

impl Whole {
    /// Asks a filter about a rack.
    pub(crate) fn new(filter: &Filter, rack: &Rack) -> Whole {
        Whole { alone: filter.makes_word(rack), with: filter.makes_word_with(rack) }
    }

    fn allows(self, through: u32, letter: usize) -> bool {
        match through {
            0 => self.alone,
            1 => self.with >> letter & 1 == 1,
            _ => true,
        }
    }
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { worth: Vec::new(), alive: [Bits::EMPTY; MOST_BOUNDED + 1], floor: Coarse::MIN, total: 0 }
    }
}

impl Bounds {
    /// Computes all bounds.
    #[inline(always)]
    pub(crate) fn prepare(&mut self, prospect: Prospect<'_>) {
        self.total = (prospect.rack.total as usize).min(MOST_BOUNDED);
        self.worth.resize(MOST_BOUNDED + 1, [Coarse::MIN; PLACES]);
        self.worth[..=self.total].fill([Coarse::MIN; PLACES]);
        for start in prospect.ready.begin.places() {
            self.follow(prospect, start);
        }
        for count in (0..self.total).rev() {
            let (fewer, more) = self.worth.split_at_mut(count + 1);
            fewer[count].iter_mut().zip(&more[0]).for_each(|(a, b)| *a = (*a).max(*b));
        }
    }

    /// Follows the squares from a beginning on, tile by tile.
    #[inline(always)]
    fn follow(&mut self, prospect: Prospect<'_>, start: usize) {
        let Prospect { field, ready, rack, terms, leaves, whole } = prospect;
        let anchor = field.anchors.first_from(start);
        let (mut place, mut count) = (start, 0);
        let (mut factor, mut letters, mut crosses) = (1, 0, 0);
        let (mut through, mut letter) = (0, 0);
        loop {
            let mut square = &field.squares[place % PLACES];
            while square.is_occupied() {
                (letters, through, letter) = (letters + square.letter, through + 1, square.tile());
                place += 1;
                square = &field.squares[place % PLACES];
            }
            let good = place > anchor && place - start >= 2 && count > 0;
            if good && (count < self.total || whole.allows(through, letter)) {
                let score = factor * (rack.dearest[count] + letters) + crosses + terms.bonus[count];
                let equity = i64::from(score) * 1000 + i64::from(leaves.best(self.total - count).0);
                self.worth[count][start % PLACES] = coarse(equity);
            }
            if count == self.total || !ready.live.has(place) {
                return;
            }
            let dearest: Points = ready.dearest[place % PLACES].into();
            letters += (square.letter - 1) * dearest;
            crosses += square.cross + square.cross_letter * dearest;
            factor *= square.word;
            (place, count) = (place + 1, count + 1);
        }
    }

    /// The most that plays from each beginning can be worth.
    pub(crate) fn worths(&self, all: &mut Vec<i16>) {
        all.extend(self.worth[0].iter().filter(|&&worth| worth > Coarse::MIN));
    }

    /// The floor for plays worth at least so much.
    pub(crate) fn coarse_floor(equity: Equity) -> i16 {
        coarse(equity.0.into()).saturating_sub(1)
    }

    /// Whether this is worth more than anything that a floor left out.
    pub(crate) fn reaches(equity: Equity, floor: i16) -> bool {
        coarse(equity.0.into()) > floor
    }

    /// Sets the floor: only plays that are worth at least as much are wanted.
    #[inline(always)]
    pub(crate) fn raise(&mut self, floor: Equity) {
        self.set_floor(Bounds::coarse_floor(floor));
    }

    #[inline(always)]
    pub(crate) fn set_floor(&mut self, floor: i16) {
        self.floor = floor;
        for count in 0..=self.total {
            self.alive[count] = kernel::above(&self.worth[count], floor);
        }
    }

    /// The places from which a play with at least so many tiles can reach the floor.
    #[inline(always)]
    pub(crate) fn alive(&self, count: usize) -> &Bits {
        &self.alive[count % (MOST_BOUNDED + 1)]
    }

    /// Whether a play from one place with at least so many tiles can.
    #[inline(always)]
    pub(crate) fn is_alive(&self, count: usize, start: usize) -> bool {
        self.worth[count % (MOST_BOUNDED + 1)][start % PLACES] > self.floor
    }
}
