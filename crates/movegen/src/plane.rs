//! Planes: a bit for each of 2,048 places.
//!
//! Lanes (rows and columns) lie one after the other in a plane, none across two machine words and each with a gap
//! after it, so that "the next square" is the next bit and a shift never carries a place from one lane into another.

/// The machine words of a plane. Small boards fill the first few only, and the walk reads no more than those.
pub(crate) const WORDS: usize = 32;

/// The places of a plane.
pub(crate) const PLACES: usize = WORDS * 64;

/// A set of places as it is stored.
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
    pub(crate) fn zip(self, other: Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        Bits(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of machine words up to the last non-empty one.
    #[inline(always)]
    pub(crate) fn used_words(&self) -> usize {
        self.0.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1)
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

/// A set of places as the hot path holds it: in wide registers if the processor has them, and only the words that are
/// used.
pub(crate) trait Plane: Copy {
    fn load(bits: &Bits) -> Self;
    fn and(self, other: Self) -> Self;
    /// Every place moved to the next square.
    fn next(self) -> Self;
    /// Every place moved on by `steps` squares.
    fn next_by(self, steps: usize) -> Self;
    fn is_empty(self) -> bool;
    /// The indices of the machine words that have a place, in order.
    type NonEmptyWords: NonEmptyWords;
    fn non_empty_words(self) -> Self::NonEmptyWords;
    /// The machine words.
    fn words(&self) -> &[u64];
    /// As many machine words of places as they are kept.
    fn words_of(bits: &Bits) -> &[u64];
}

/// Iterates over the indices of the machine words of a plane that have a place.
pub(crate) trait NonEmptyWords: Copy + Iterator<Item = usize> {
    /// Whether so few words are left that walking their places one by one is faster.
    fn are_few(self) -> bool;
}

/// A bit for each machine word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WordMask(u32);

impl Iterator for WordMask {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let word = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (word < WORDS).then_some(word)
    }
}

impl NonEmptyWords for WordMask {
    #[inline(always)]
    fn are_few(self) -> bool {
        self.0 & self.0.wrapping_sub(1) == 0
    }
}

/// The portable plane, and the reference for all others in tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PortablePlane<const N: usize>([u64; N]);

impl<const N: usize> Plane for PortablePlane<N> {
    #[inline(always)]
    fn load(bits: &Bits) -> PortablePlane<N> {
        PortablePlane(std::array::from_fn(|i| bits.0[i % WORDS]))
    }

    #[inline(always)]
    fn and(self, other: PortablePlane<N>) -> PortablePlane<N> {
        PortablePlane(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline(always)]
    fn next(self) -> PortablePlane<N> {
        self.next_by(1)
    }

    #[inline(always)]
    fn next_by(self, steps: usize) -> PortablePlane<N> {
        PortablePlane(self.0.map(|word| word << (steps % 64)))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    type NonEmptyWords = WordMask;

    #[inline(always)]
    fn non_empty_words(self) -> WordMask {
        WordMask((0..N).fold(0, |mask, i| mask | u32::from(self.0[i] != 0) << i))
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    fn words_of(bits: &Bits) -> &[u64] {
        &bits.0[..N.min(WORDS)]
    }
}

/// The places whose value is above a floor; words of `bits` without values stay unchanged.
pub(crate) fn above(values: &[i16], floor: i16, bits: &mut Bits) {
    for (word, values) in bits.0.iter_mut().zip(values.as_chunks::<64>().0) {
        *word = values.iter().rev().fold(0, |word, &value| word << 1 | u64::from(value > floor));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back_in_order() {
        let mut bits = Bits::EMPTY;
        [0, 63, 64, 300, 2047].into_iter().for_each(|place| bits.put(place, true));
        bits.put(300, false);
        assert!(bits.has(63) && !bits.has(300) && !bits.has(1));
        assert_eq!(bits.places().collect::<Vec<_>>(), [0, 63, 64, 2047]);
        assert_eq!(bits.first_from(1), 63);
    }

    #[test]
    fn a_shift_stays_within_a_word() {
        let mut bits = Bits::EMPTY;
        [5, 63, 64].into_iter().for_each(|place| bits.put(place, true));
        assert_eq!(PortablePlane::<8>::load(&bits).next().words()[..2], [1 << 6, 1 << 1]);
    }
}
