//! The processor's own wide registers, chosen when the program runs. The only file with `unsafe`.
#![allow(unsafe_code)]

use crate::graph::{Narrow, Record, Wide, Width};
use crate::plane::{self, Bits, PLACES, Plane};
use crate::rack::Hand;
use crate::walk::{Part, Visitor, Walker, Word};
use std::marker::PhantomData;

/// A way to compile the walk.
pub(crate) trait Kernel {
    type Plane: Plane;
    type Width: Width;
    fn begin<V: Visitor>(walker: &mut Walker<'_, V>, part: Part, places: Self::Plane);
    fn together<V: Visitor>(
        walker: &mut Walker<'_, V>,
        record: Record,
        length: usize,
        hand: Hand,
        places: Self::Plane,
    );
    fn alone<V: Visitor>(walker: &mut Walker<'_, V>, record: Record, place: usize, laid: u64, hand: Hand);
    fn report<V: Visitor>(walker: &mut Walker<'_, V>, word: Word);
}

/// For every processor.
pub(crate) struct Portable<W>(PhantomData<W>);

impl<W: Width> Kernel for Portable<W> {
    type Plane = Bits;
    type Width = W;

    fn begin<V: Visitor>(walker: &mut Walker<'_, V>, part: Part, places: Bits) {
        walker.begin::<Portable<W>>(part, places);
    }

    fn together<V: Visitor>(
        walker: &mut Walker<'_, V>,
        record: Record,
        length: usize,
        hand: Hand,
        places: Bits,
    ) {
        walker.together::<Portable<W>>(record, length, hand, places);
    }

    fn alone<V: Visitor>(walker: &mut Walker<'_, V>, record: Record, place: usize, laid: u64, hand: Hand) {
        walker.alone::<Portable<W>>(record, place, laid, hand);
    }

    fn report<V: Visitor>(walker: &mut Walker<'_, V>, word: Word) {
        walker.report(word);
    }
}

/// Runs a closure compiled for the processor at hand, as far as what it calls is inlined.
#[inline(always)]
pub(crate) fn boosted<R>(f: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if avx2::is_there() {
        // SAFETY: the features have just been found.
        return unsafe { avx2::call(f) };
    }
    f()
}

/// The places whose value is above a floor.
#[inline(always)]
pub(crate) fn above(values: &[i16; PLACES], floor: i16) -> Bits {
    #[cfg(target_arch = "x86_64")]
    if avx2::is_there() {
        // SAFETY: the features have just been found.
        return unsafe { avx2::above(values, floor) };
    }
    plane::above(values, floor)
}

/// Runs a walk with the best kernel this processor has.
pub(crate) fn run<V: Visitor>(walker: &mut Walker<'_, V>, part: Part) {
    if walker.scene.graph.is_wide() {
        run_as::<Wide, V>(walker, part);
    } else {
        run_as::<Narrow, V>(walker, part);
    }
}

fn run_as<W: Width, V: Visitor>(walker: &mut Walker<'_, V>, part: Part) {
    #[cfg(target_arch = "x86_64")]
    if avx2::is_there() {
        return walker.run::<avx2::Avx2<W>>(part);
    }
    walker.run::<Portable<W>>(part);
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Bits, Hand, Kernel, PLACES, Part, Plane, Record, Visitor, Walker, Word};
    use crate::graph::Width;
    use std::arch::x86_64::*;
    use std::marker::PhantomData;

    pub(super) fn is_there() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn call<R>(f: impl FnOnce() -> R) -> R {
        f()
    }

    /// Sixteen values at once; a floor rises about five times in a search, each time for 4,096 values.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn above(values: &[i16; PLACES], floor: i16) -> Bits {
        let floor = _mm256_set1_epi16(floor);
        let mut bits = Bits::EMPTY;
        for (word, values) in bits.0.iter_mut().zip(values.as_chunks::<64>().0) {
            let at = values.as_ptr().cast::<__m256i>();
            // SAFETY: the chunk is 128 bytes long, four times what is read at once.
            let [a, b, c, d] = unsafe { [0, 1, 2, 3].map(|n| _mm256_loadu_si256(at.add(n))) };
            let half = |low, high| {
                let (low, high) = (_mm256_cmpgt_epi16(low, floor), _mm256_cmpgt_epi16(high, floor));
                let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(low, high));
                u64::from(_mm256_movemask_epi8(bytes) as u32)
            };
            *word = half(a, b) | half(c, d) << 32;
        }
        bits
    }

    /// Processors with AVX2 and the bit instructions that came with it.
    pub(super) struct Avx2<W>(PhantomData<W>);

    /// A plane in two registers.
    #[derive(Clone, Copy)]
    pub(crate) struct Pair(__m256i, __m256i);

    // SAFETY (all of this block): planes of this kind exist only inside walks that `run` started after `is_there`.
    impl Plane for Pair {
        #[inline(always)]
        fn load(bits: &Bits) -> Pair {
            let at = bits.0.as_ptr().cast::<__m256i>();
            // SAFETY: a `Bits` is 64 bytes long and aligned to 64.
            unsafe { Pair(_mm256_load_si256(at), _mm256_load_si256(at.add(1))) }
        }

        #[inline(always)]
        fn store(self) -> Bits {
            let mut bits = Bits::EMPTY;
            let at = bits.0.as_mut_ptr().cast::<__m256i>();
            // SAFETY: as in `load`.
            unsafe {
                _mm256_store_si256(at, self.0);
                _mm256_store_si256(at.add(1), self.1);
            }
            bits
        }

        #[inline(always)]
        fn and(self, other: Pair) -> Pair {
            // SAFETY: only registers.
            unsafe { Pair(_mm256_and_si256(self.0, other.0), _mm256_and_si256(self.1, other.1)) }
        }

        #[inline(always)]
        fn next(self) -> Pair {
            // SAFETY: only registers.
            unsafe { Pair(_mm256_slli_epi64::<1>(self.0), _mm256_slli_epi64::<1>(self.1)) }
        }

        #[inline(always)]
        fn next_by(self, steps: usize) -> Pair {
            // SAFETY: only registers.
            unsafe {
                let count = _mm_cvtsi32_si128(steps as i32 % 64);
                Pair(_mm256_sll_epi64(self.0, count), _mm256_sll_epi64(self.1, count))
            }
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: only registers.
            unsafe {
                let either = _mm256_or_si256(self.0, self.1);
                _mm256_testz_si256(either, either) == 1
            }
        }

        #[inline(always)]
        fn busy_words(self) -> u32 {
            // SAFETY: only registers.
            unsafe {
                let empty = |half| {
                    let zero = _mm256_cmpeq_epi64(half, _mm256_setzero_si256());
                    _mm256_movemask_pd(_mm256_castsi256_pd(zero)) as u32
                };
                (empty(self.0) | empty(self.1) << 4) ^ 0xff
            }
        }
    }

    impl<W: Width> Kernel for Avx2<W> {
        type Plane = Pair;
        type Width = W;

        #[inline(always)]
        fn begin<V: Visitor>(walker: &mut Walker<'_, V>, part: Part, places: Pair) {
            // SAFETY: see the block above.
            unsafe { begin::<W, V>(walker, part, places) }
        }

        #[inline(always)]
        fn together<V: Visitor>(
            walker: &mut Walker<'_, V>,
            record: Record,
            length: usize,
            hand: Hand,
            places: Pair,
        ) {
            // SAFETY: see the block above.
            unsafe { together::<W, V>(walker, record, length, hand, places) }
        }

        #[inline(always)]
        fn alone<V: Visitor>(
            walker: &mut Walker<'_, V>,
            record: Record,
            place: usize,
            laid: u64,
            hand: Hand,
        ) {
            // SAFETY: see the block above.
            unsafe { alone::<W, V>(walker, record, place, laid, hand) }
        }

        #[inline(always)]
        fn report<V: Visitor>(walker: &mut Walker<'_, V>, word: Word) {
            // SAFETY: see the block above.
            unsafe { report(walker, word) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn together<W: Width, V: Visitor>(
        walker: &mut Walker<'_, V>,
        record: Record,
        length: usize,
        hand: Hand,
        places: Pair,
    ) {
        walker.together::<Avx2<W>>(record, length, hand, places);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn alone<W: Width, V: Visitor>(
        walker: &mut Walker<'_, V>,
        record: Record,
        place: usize,
        laid: u64,
        hand: Hand,
    ) {
        walker.alone::<Avx2<W>>(record, place, laid, hand);
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn report<V: Visitor>(walker: &mut Walker<'_, V>, word: Word) {
        walker.report(word);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn begin<W: Width, V: Visitor>(walker: &mut Walker<'_, V>, part: Part, places: Pair) {
        walker.begin::<Avx2<W>>(part, places);
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn bits(random: &mut StdRng) -> Bits {
        Bits(std::array::from_fn(|_| {
            random.random::<u64>() & random.random::<u64>() & random.random::<u64>()
        }))
    }

    fn check(a: Bits, b: Bits, steps: usize) {
        let (x, y) = (avx2::Pair::load(&a), avx2::Pair::load(&b));
        assert_eq!(x.and(y).store(), a.and(b));
        assert_eq!(x.next().store(), a.next());
        assert_eq!(x.next_by(steps).store(), a.next_by(steps));
        assert_eq!(x.is_empty(), Plane::is_empty(a));
        assert_eq!(x.busy_words(), a.busy_words());
    }

    #[test]
    fn wide_registers_do_what_the_portable_plane_does() {
        if !avx2::is_there() {
            return;
        }
        let mut random = StdRng::seed_from_u64(1);
        check(Bits::EMPTY, Bits::EMPTY, 0);
        for steps in 0..64 {
            let (mut a, b) = (bits(&mut random), bits(&mut random));
            a.0[steps % 8] = 0;
            check(a, b, steps);
            let values = std::array::from_fn(|_| random.random_range(-9..9));
            assert_eq!(above(&values, 2), plane::above(&values, 2));
            assert_eq!(above(&values, i16::MIN), plane::above(&values, i16::MIN));
        }
    }
}
