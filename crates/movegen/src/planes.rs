//! The planes of one field for one rack: where each letter can go, where words can start, and where they cover an
//! anchor.

use crate::layout::{LaneLayout, Sheet};
use crate::plane::{Bits, PLACES, ones};
use crate::rack::Rack;
use crate::search_board::BoardField;

/// The planes of one field for one rack.
#[derive(Clone, Debug)]
pub(crate) struct RackPlanes {
    /// Where each letter of the rack can be laid.
    pub(crate) lay: [Bits; 64],
    /// The free places before which a word can end that covers an anchor, by the length of the word.
    pub(crate) ends: [Bits; 64],
    /// Where a word can continue: on a tile, or by laying one.
    pub(crate) live: Bits,
    /// Where words can start.
    pub(crate) begin: Bits,
    /// The most points of a tile that can go to each place.
    pub(crate) dearest: [i16; PLACES],
}

impl Default for RackPlanes {
    fn default() -> RackPlanes {
        RackPlanes {
            lay: [Bits::EMPTY; 64],
            ends: [Bits::EMPTY; 64],
            live: Bits::EMPTY,
            begin: Bits::EMPTY,
            dearest: [0; PLACES],
        }
    }
}

impl RackPlanes {
    #[inline(always)]
    pub(crate) fn prepare(&mut self, sheet: &Sheet, field: &BoardField, rack: &Rack, longest: usize) {
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
    fn lay_letters(&mut self, field: &BoardField, rack: &Rack) -> Bits {
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
    fn join(&mut self, field: &BoardField, longest: usize) {
        let mut joined = Bits::EMPTY;
        for length in 1..=longest.min(63) {
            joined = joined.zip(field.anchors, |joined, anchor| (joined | anchor) << 1);
            if length >= 2 {
                self.ends[length] = joined.zip(field.occupied, |joined, occupied| joined & !occupied);
            }
        }
    }

    /// A word cannot start at the cut between two pieces of a lane if a tile lies before the cut.
    pub(crate) fn cut(&mut self, place: usize) {
        self.begin.put(place, false);
    }
}

/// Places from which an anchor can be reached by laying at most `tiles`.
#[inline(always)]
fn reach(field: &BoardField, layable: Bits, tiles: u32) -> Bits {
    let first = field.anchors.zip(layable, |anchor, can| anchor & can);
    (1..tiles).fold(first, |reach, _| reach.zip(layable, |reach, can| reach | can & reach >> 1))
}

/// Clears the starts that have a tile before them across a cut.
pub(crate) fn cut_pieces(layout: &LaneLayout, planes: &mut [RackPlanes], occupied: impl Fn(usize) -> bool) {
    for &(place, _) in layout.pieces.iter().filter(|&&(_, before)| occupied(before)) {
        planes[place as usize / PLACES].cut(place as usize % PLACES);
    }
}
