//! A field made ready for one rack: where each letter can go, where words can begin and where they are joined.

use crate::layout::{Layout, Sheet};
use crate::plane::{Bits, PLACES, ones};
use crate::rack::Rack;
use crate::surface::Field;

/// The planes of one field for one rack.
#[derive(Clone, Debug)]
pub(crate) struct Ready {
    /// Where each letter of the rack can be laid.
    pub(crate) lay: [Bits; 64],
    /// The free places before which a word of so many letters can end: one that covers an anchor.
    pub(crate) ends: [Bits; 64],
    /// Where a word can go on: on a tile, or by laying one.
    pub(crate) live: Bits,
    /// Where words can begin.
    pub(crate) begin: Bits,
    /// The points of the dearest tile that can go to each place where one can.
    pub(crate) dearest: [i16; PLACES],
}

impl Default for Ready {
    fn default() -> Ready {
        Ready {
            lay: [Bits::EMPTY; 64],
            ends: [Bits::EMPTY; 64],
            live: Bits::EMPTY,
            begin: Bits::EMPTY,
            dearest: [0; PLACES],
        }
    }
}

impl Ready {
    #[inline(always)]
    pub(crate) fn prepare(&mut self, sheet: &Sheet, field: &Field, rack: &Rack, longest: usize) {
        self.dearest[..sheet.places()].fill(rack.points(rack.letters()));
        let layable = self.lay_letters(field, rack);
        self.live = field.occupied.zip(layable, |a, b| a | b);
        let reach = reach(field, layable, rack.total);
        self.begin = sheet.owned.zip(field.occupied, |owned, occupied| owned & !(occupied << 1));
        self.begin = self.begin.zip(reach.zip(field.occupied, |a, b| a | b), |begin, can| begin & can);
        self.join(field, longest);
    }

    /// Fills `lay` and returns the places where any letter of the rack can go.
    #[inline(always)]
    fn lay_letters(&mut self, field: &Field, rack: &Rack) -> Bits {
        let letters = rack.letters();
        let anything = field.open.zip(field.crossed, |open, crossed| open & !crossed);
        ones(letters).for_each(|letter| self.lay[letter] = anything);
        let mut layable = anything;
        for place in field.open.zip(field.crossed, |open, crossed| open & crossed).places() {
            let fitting = field.letters[place] & letters;
            layable.put(place, fitting != 0);
            ones(fitting).for_each(|letter| self.lay[letter].put(place, true));
            self.dearest[place] = rack.points(fitting);
        }
        layable
    }

    #[inline(always)]
    fn join(&mut self, field: &Field, longest: usize) {
        let mut joined = Bits::EMPTY;
        for length in 1..=longest.min(63) {
            joined = joined.zip(field.anchors, |joined, anchor| (joined | anchor) << 1);
            if length >= 2 {
                self.ends[length] = joined.zip(field.occupied, |joined, occupied| joined & !occupied);
            }
        }
    }

    /// A word cannot begin at the cut between two pieces of a lane when a tile lies before it.
    pub(crate) fn cut(&mut self, place: usize) {
        self.begin.put(place, false);
    }
}

/// Places from which an anchor can be reached by laying at most `tiles`.
#[inline(always)]
fn reach(field: &Field, layable: Bits, tiles: u32) -> Bits {
    let first = field.anchors.zip(layable, |anchor, can| anchor & can);
    (1..tiles).fold(first, |reach, _| reach.zip(layable, |reach, can| reach | can & reach >> 1))
}

/// Clears the beginnings that lie behind a tile across a cut.
pub(crate) fn cut_pieces(layout: &Layout, ready: &mut [Ready], occupied: impl Fn(usize) -> bool) {
    for &(place, _) in layout.pieces.iter().filter(|&&(_, before)| occupied(before)) {
        ready[place as usize / PLACES].cut(place as usize % PLACES);
    }
}
