//! Planes: a bit for each of 512 places.
//!
//! Lanes (rows and columns) lie one after the other in a plane, none across two machine words and each with a gap
//! after it, so that "the next square" is the next bit and a shift never carries a place from one lane into another.

/// The machine words of a plane.
pub(crate) const WORDS: usize = 8;

/// The places of a plane.
pub(crate) const PLACES: usize = WORDS * 64;

/// A set of places as it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Bits(pub(crate) [u64; WORDS]);

impl Bits {
    pub(crate) const EMPTY: Bits = Bits([0; WORDS]);

    #[inline(always)]
    pub(crate) fn has(&self, place: usize) -> bool {
        self.0[place / 64 % WORDS] >> (place % 64) & 1 == 1
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, place: usize, value: bool) {
        let word = &mut self.0[place / 64 % WORDS];
        *word = *word & !(1 << (place % 64)) | u64::from(value) << (place % 64);
    }

    #[inline(always)]
    pub(crate) fn map(self, f: impl Fn(u64) -> u64) -> Bits {
        Bits(self.0.map(f))
    }

    #[inline(always)]
    pub(crate) fn zip(self, other: Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        Bits(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Its places in order.
    #[inline(always)]
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| ones(word).map(move |bit| index * 64 + bit))
    }

    /// The first place from `place` on in the same machine word.
    #[inline(always)]
    pub(crate) fn first_from(&self, place: usize) -> usize {
        place + (self.0[place / 64 % WORDS] >> (place % 64)).trailing_zeros() as usize
    }
}

/// The set bits of a word in order.
#[inline(always)]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// A set of places as the hot path holds it: in registers, where there are wide ones.
pub(crate) trait Plane: Copy {
    fn load(bits: &Bits) -> Self;
    fn store(self) -> Bits;
    fn and(self, other: Self) -> Self;
    /// Every place moved to the next square.
    fn next(self) -> Self;
    /// Every place moved on by so many squares.
    fn next_by(self, steps: usize) -> Self;
    fn is_empty(self) -> bool;
    /// A mask of the machine words that have a place.
    fn busy_words(self) -> u32;
}

/// The portable plane, and the slow twin of every other.
impl Plane for Bits {
    #[inline(always)]
    fn load(bits: &Bits) -> Bits {
        *bits
    }

    #[inline(always)]
    fn store(self) -> Bits {
        self
    }

    #[inline(always)]
    fn and(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn next(self) -> Bits {
        self.map(|word| word << 1)
    }

    #[inline(always)]
    fn next_by(self, steps: usize) -> Bits {
        self.map(|word| word << (steps % 64))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        Bits::is_empty(&self)
    }

    #[inline(always)]
    fn busy_words(self) -> u32 {
        (0..WORDS).fold(0, |mask, i| mask | u32::from(self.0[i] != 0) << i)
    }
}

/// The places whose value is above a floor.
pub(crate) fn above(values: &[i16; PLACES], floor: i16) -> Bits {
    let word = |index: usize| {
        let part = &values[index * 64..index * 64 + 64];
        part.iter().enumerate().fold(0, |word, (bit, &value)| word | u64::from(value > floor) << bit)
    };
    Bits(std::array::from_fn(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back_in_order() {
        let mut bits = Bits::EMPTY;
        [0, 63, 64, 300, 511].into_iter().for_each(|place| bits.put(place, true));
        bits.put(300, false);
        assert!(bits.has(63) && !bits.has(300) && !bits.has(1));
        assert_eq!(bits.places().collect::<Vec<_>>(), [0, 63, 64, 511]);
        assert_eq!(bits.first_from(1), 63);
    }

    #[test]
    fn a_shift_stays_within_a_word() {
        let mut bits = Bits::EMPTY;
        [5, 63, 64].into_iter().for_each(|place| bits.put(place, true));
        assert_eq!(Plane::next(bits).places().collect::<Vec<_>>(), [6, 65]);
    }
}
