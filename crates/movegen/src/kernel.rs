//! Kernels for the wide registers of a processor, chosen at run time. The only file with `unsafe`.
#![allow(unsafe_code)]

use crate::graph::{Narrow, NodeOffset, RecordWidth, Wide};
use crate::plane::{self, Bits, PLACES, Plane, PortablePlane, WORDS};
use crate::rack::RackHand;
use crate::walk::{GraphWalker, Visitor, WalkPart, WordMatch};
use std::marker::PhantomData;

/// A way to compile the walk.
pub(crate) trait Kernel {
    type Plane: Plane;
    type RecordWidth: RecordWidth;
    fn begin<V: Visitor>(walker: &mut GraphWalker<'_, V>, part: WalkPart, places: Self::Plane);
    fn walk_together<V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        record: NodeOffset,
        length: usize,
        hand: RackHand,
        places: Self::Plane,
    );
    fn walk_alone<V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        record: NodeOffset,
        place: usize,
        laid: u64,
        hand: RackHand,
    );
    /// Reports the words of `length` tiles that end before these places.
    fn report_all<V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        length: usize,
        hand: RackHand,
        ends: Self::Plane,
    );
    /// Reports a word; its parts are passed one by one, because those are in registers.
    fn report<V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        start: usize,
        length: usize,
        laid: u64,
        hand: RackHand,
    );
}

/// For every processor, with planes of `N` machine words.
pub(crate) struct Portable<W, const N: usize>(PhantomData<W>);

impl<W: RecordWidth, const N: usize> Kernel for Portable<W, N> {
    type Plane = PortablePlane<N>;
    type RecordWidth = W;

    fn begin<V: Visitor>(walker: &mut GraphWalker<'_, V>, part: WalkPart, places: PortablePlane<N>) {
        walker.begin::<Portable<W, N>>(part, places);
    }

    fn walk_together<V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        record: NodeOffset,
        length: usize,
        hand: RackHand,
        places: PortablePlane<N>,
    ) {
        walker.walk_together::<Portable<W, N>>(record, length, hand, places);
    }

    fn walk_alone<V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        record: NodeOffset,
        place: usize,
        laid: u64,
        hand: RackHand,
    ) {
        walker.walk_alone::<Portable<W, N>>(record, place, laid, hand);
    }

    fn report_all<V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        length: usize,
        hand: RackHand,
        ends: PortablePlane<N>,
    ) {
        walker.report_all::<Portable<W, N>>(length, hand, ends);
    }

    fn report<V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        start: usize,
        length: usize,
        laid: u64,
        hand: RackHand,
    ) {
        walker.report(WordMatch { start, length, laid, hand });
    }
}

/// Work that is compiled for each kind of processor, if `run` and its callees are inlined. A closure would not work:
/// the compiler need not inline it, and then it is compiled for the oldest processor only.
pub(crate) trait DispatchedWork {
    type Result;
    fn run(self) -> Self::Result;
}

/// Runs work that is compiled for this processor.
pub(crate) fn dispatch<W: DispatchedWork>(work: W) -> W::Result {
    #[cfg(target_arch = "x86_64")]
    if avx2::is_available() {
        // SAFETY: the features have just been found.
        return unsafe { avx2::call(work) };
    }
    work.run()
}

/// The places whose value is above a floor, in each row, among the first `places`.
#[inline(always)]
pub(crate) fn above(rows: &[[i16; PLACES]], places: usize, floor: i16, bits: &mut [Bits]) {
    let rows = rows.iter().map(|row| &row[..places]).zip(bits);
    #[cfg(target_arch = "x86_64")]
    if avx2::is_available() {
        // SAFETY: the features have just been found.
        return rows.for_each(|(values, bits)| unsafe { avx2::above(values, floor, bits) });
    }
    rows.for_each(|(values, bits)| plane::above(values, floor, bits));
}

/// Runs a walk with the best kernel this processor has.
pub(crate) fn run<V: Visitor>(walker: &mut GraphWalker<'_, V>, part: WalkPart) {
    if walker.input.graph.is_wide() {
        run_as::<Wide, V>(walker, part);
    } else {
        run_as::<Narrow, V>(walker, part);
    }
}

fn run_as<W: RecordWidth, V: Visitor>(walker: &mut GraphWalker<'_, V>, part: WalkPart) {
    #[cfg(target_arch = "x86_64")]
    if avx2::is_available() && !walker.input.portable {
        return match walker.input.begin_words() {
            0..=8 => walker.run::<avx2::Avx2<W, 2>>(part),
            9..=12 => walker.run::<avx2::Avx2<W, 3>>(part),
            13..=16 => walker.run::<avx2::Avx2<W, 4>>(part),
            17..=20 => walker.run::<avx2::Avx2<W, 5>>(part),
            _ => walker.run::<avx2::Avx2<W, 8>>(part),
        };
    }
    match walker.input.begin_words() {
        ..=8 => walker.run::<Portable<W, 8>>(part),
        _ => walker.run::<Portable<W, WORDS>>(part),
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{
        Bits, DispatchedWork, GraphWalker, Kernel, NodeOffset, Plane, RackHand, Visitor, WORDS, WalkPart,
        WordMatch,
    };
    use crate::graph::RecordWidth;
    use crate::plane::NonEmptyWords;
    use std::arch::x86_64::*;
    use std::marker::PhantomData;

    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn call<W: DispatchedWork>(work: W) -> W::Result {
        work.run()
    }

    /// Sixteen values at once; a floor rises about five times in a search, each time for 4,096 values.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn above(values: &[i16], floor: i16, bits: &mut Bits) {
        let floor = _mm256_set1_epi16(floor);
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
    }

    /// For processors with AVX2 and its bit instructions, with planes in `R` registers.
    pub(super) struct Avx2<W, const R: usize>(PhantomData<W>);

    /// A plane in registers.
    #[derive(Clone, Copy)]
    pub(crate) struct Registers<const R: usize>([__m256i; R]);

    impl<const R: usize> Registers<R> {
        /// Whether each machine word of a register (the last for numbers beyond) is empty.
        #[inline(always)]
        unsafe fn empty(self, number: usize) -> __m256i {
            // SAFETY: only registers.
            unsafe { _mm256_cmpeq_epi64(self.0[number.min(R - 1)], _mm256_setzero_si256()) }
        }

        /// The same of four registers, two bits for each machine word.
        #[inline(always)]
        unsafe fn empty_from(self, n: usize) -> u64 {
            // SAFETY: only registers.
            unsafe { in_pairs([self.empty(n), self.empty(n + 1), self.empty(n + 2), self.empty(n + 3)]) }
        }
    }

    /// Two registers of 64-bit answers as a bit for each.
    #[inline(always)]
    unsafe fn in_order(a: __m256i, b: __m256i) -> u32 {
        // SAFETY: only registers.
        unsafe {
            let both = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(a, b));
            _mm256_movemask_ps(_mm256_castsi256_ps(both)) as u32
        }
    }

    /// Four registers of 64-bit answers as two bits for each.
    #[inline(always)]
    unsafe fn in_pairs([a, b, c, d]: [__m256i; 4]) -> u64 {
        // SAFETY: only registers.
        unsafe {
            let halves = _mm256_packs_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
            let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
            u64::from(_mm256_movemask_epi8(_mm256_permutevar8x32_epi32(halves, order)) as u32)
        }
    }

    /// Machine words that have a place: a bit for each of those in two registers, every second bit for more.
    #[derive(Clone, Copy)]
    pub(crate) struct RegisterMask<const R: usize>(u64);

    impl<const R: usize> Iterator for RegisterMask<R> {
        type Item = usize;

        #[inline(always)]
        fn next(&mut self) -> Option<usize> {
            if self.0 == 0 {
                return None;
            }
            let bit = self.0.trailing_zeros() as usize;
            self.0 &= self.0 - 1;
            let word = if R == 2 { bit } else { bit / 2 };
            // SAFETY: `non_empty_words` makes no bits but those of the machine words of R registers.
            unsafe { std::hint::assert_unchecked(word < R * 4) };
            Some(word)
        }
    }

    impl<const R: usize> NonEmptyWords for RegisterMask<R> {
        #[inline(always)]
        fn are_few(self) -> bool {
            self.0 & self.0.wrapping_sub(1) == 0
        }
    }

    // Loops instead of closures: an instruction of AVX2 inside a closure of a library function, which lacks the
    // feature, is inlined only by link-time optimisation. Without it all plays took 1.8 times the instructions.
    //
    // SAFETY (all of this block): planes of this kind exist only inside walks that `run` started after `is_available`.
    impl<const R: usize> Plane for Registers<R> {
        #[inline(always)]
        fn load(bits: &Bits) -> Registers<R> {
            const { assert!(R * 4 <= WORDS) }
            let at = bits.0.as_ptr().cast::<__m256i>();
            // SAFETY: only registers.
            let mut loaded = unsafe { [_mm256_setzero_si256(); R] };
            for (n, part) in loaded.iter_mut().enumerate() {
                // SAFETY: a `Bits` is at least as long as R registers and aligned to 64.
                *part = unsafe { _mm256_load_si256(at.add(n)) };
            }
            Registers(loaded)
        }

        #[inline(always)]
        fn and(mut self, other: Registers<R>) -> Registers<R> {
            for (part, other) in self.0.iter_mut().zip(other.0) {
                // SAFETY: only registers.
                *part = unsafe { _mm256_and_si256(*part, other) };
            }
            self
        }

        #[inline(always)]
        fn next(mut self) -> Registers<R> {
            for part in &mut self.0 {
                // SAFETY: only registers.
                *part = unsafe { _mm256_slli_epi64::<1>(*part) };
            }
            self
        }

        #[inline(always)]
        fn next_by(mut self, steps: usize) -> Registers<R> {
            for part in &mut self.0 {
                // SAFETY: only registers.
                *part = unsafe { _mm256_sll_epi64(*part, _mm_cvtsi32_si128(steps as i32 % 64)) };
            }
            self
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: only registers.
            unsafe {
                let mut all = self.0[0];
                for &part in &self.0[1..] {
                    all = _mm256_or_si256(all, part);
                }
                _mm256_testz_si256(all, all) == 1
            }
        }

        type NonEmptyWords = RegisterMask<R>;

        /// Comparing each register by itself took a third more instructions for five of them.
        #[inline(always)]
        fn non_empty_words(self) -> RegisterMask<R> {
            // SAFETY: only registers.
            RegisterMask(unsafe {
                match R {
                    2 => u64::from(!in_order(self.empty(0), self.empty(1)) & 0xff),
                    3 => !self.empty_from(0) & 0x55_5555,
                    4 => !self.empty_from(0) & 0x5555_5555,
                    5 => !(self.empty_from(0) | self.empty_from(4) << 32) & 0x55_5555_5555,
                    _ => !(self.empty_from(0) | self.empty_from(4) << 32) & 0x5555_5555_5555_5555,
                }
            })
        }

        #[inline(always)]
        fn words(&self) -> &[u64] {
            // SAFETY: a register is four machine words, and any bits make one.
            unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), R * 4) }
        }

        #[inline(always)]
        fn words_of(bits: &Bits) -> &[u64] {
            &bits.0[..R * 4]
        }
    }

    impl<W: RecordWidth, const R: usize> Kernel for Avx2<W, R> {
        type Plane = Registers<R>;
        type RecordWidth = W;

        #[inline(always)]
        fn begin<V: Visitor>(walker: &mut GraphWalker<'_, V>, part: WalkPart, places: Registers<R>) {
            // SAFETY: see the block above.
            unsafe { begin::<W, R, V>(walker, part, places) }
        }

        #[inline(always)]
        fn walk_together<V: Visitor>(
            walker: &mut GraphWalker<'_, V>,
            record: NodeOffset,
            length: usize,
            hand: RackHand,
            places: Registers<R>,
        ) {
            // SAFETY: see the block above.
            unsafe { walk_together::<W, R, V>(walker, record, length, hand, places) }
        }

        #[inline(always)]
        fn walk_alone<V: Visitor>(
            walker: &mut GraphWalker<'_, V>,
            record: NodeOffset,
            place: usize,
            laid: u64,
            hand: RackHand,
        ) {
            // SAFETY: see the block above.
            unsafe { walk_alone::<W, V>(walker, record, place, laid, hand) }
        }

        #[inline(always)]
        fn report_all<V: Visitor>(
            walker: &mut GraphWalker<'_, V>,
            length: usize,
            hand: RackHand,
            ends: Registers<R>,
        ) {
            // SAFETY: see the block above.
            unsafe { report_all::<W, R, V>(walker, length, hand, ends) }
        }

        #[inline(always)]
        fn report<V: Visitor>(
            walker: &mut GraphWalker<'_, V>,
            start: usize,
            length: usize,
            laid: u64,
            hand: RackHand,
        ) {
            // SAFETY: see the block above.
            unsafe { report(walker, start, length, laid, hand) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn walk_together<W: RecordWidth, const R: usize, V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        record: NodeOffset,
        length: usize,
        hand: RackHand,
        places: Registers<R>,
    ) {
        walker.walk_together::<Avx2<W, R>>(record, length, hand, places);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn walk_alone<W: RecordWidth, V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        record: NodeOffset,
        place: usize,
        laid: u64,
        hand: RackHand,
    ) {
        walker.walk_alone::<Avx2<W, 2>>(record, place, laid, hand);
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn report_all<W: RecordWidth, const R: usize, V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        length: usize,
        hand: RackHand,
        ends: Registers<R>,
    ) {
        walker.report_all::<Avx2<W, R>>(length, hand, ends);
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn report<V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        start: usize,
        length: usize,
        laid: u64,
        hand: RackHand,
    ) {
        walker.report(WordMatch { start, length, laid, hand });
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn begin<W: RecordWidth, const R: usize, V: Visitor>(
        walker: &mut GraphWalker<'_, V>,
        part: WalkPart,
        places: Registers<R>,
    ) {
        walker.begin::<Avx2<W, R>>(part, places);
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::plane::NonEmptyWords;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn bits(random: &mut StdRng) -> Bits {
        Bits(std::array::from_fn(|_| {
            random.random::<u64>() & random.random::<u64>() & random.random::<u64>()
        }))
    }

    fn check<const R: usize, const N: usize>(a: Bits, b: Bits, steps: usize) {
        let (x, y) = (avx2::Registers::<R>::load(&a), avx2::Registers::<R>::load(&b));
        let (p, q) = (PortablePlane::<N>::load(&a), PortablePlane::<N>::load(&b));
        assert_eq!(x.and(y).words(), p.and(q).words());
        assert_eq!(x.next().words(), p.next().words());
        assert_eq!(x.next_by(steps).words(), p.next_by(steps).words());
        assert_eq!(x.is_empty(), p.is_empty());
        let non_empty_words: Vec<usize> = x.non_empty_words().collect();
        assert_eq!(non_empty_words, p.non_empty_words().collect::<Vec<_>>());
        assert_eq!(
            (x.non_empty_words().are_few(), p.non_empty_words().are_few()),
            (non_empty_words.len() <= 1, non_empty_words.len() <= 1)
        );
    }

    fn check_all(a: Bits, b: Bits, steps: usize) {
        check::<2, 8>(a, b, steps);
        check::<3, 12>(a, b, steps);
        check::<4, 16>(a, b, steps);
        check::<5, 20>(a, b, steps);
        check::<8, 32>(a, b, steps);
    }

    #[test]
    fn wide_registers_do_what_the_portable_plane_does() {
        if !avx2::is_available() {
            return;
        }
        let mut random = StdRng::seed_from_u64(1);
        check_all(Bits::EMPTY, Bits::EMPTY, 0);
        for steps in 0..64 {
            let (mut a, b) = (bits(&mut random), bits(&mut random));
            a.0[steps % 32] = 0;
            check_all(a, b, steps);
            let mut one = Bits::EMPTY;
            one.0[steps % 32] = 1 << steps;
            check_all(one, one, 0);
            let values: [i16; PLACES] = std::array::from_fn(|_| random.random_range(-9..9));
            for (floor, places) in [(2, 256), (i16::MIN, 256), (0, PLACES)] {
                let (mut wide, mut portable) = ([a], a);
                above(&[values], places, floor, &mut wide);
                plane::above(&values[..places], floor, &mut portable);
                assert_eq!(wide, [portable]);
            }
        }
    }
}
