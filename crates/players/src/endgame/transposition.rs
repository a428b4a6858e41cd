//! The transposition table: values of positions, in memory of a fixed size that all threads share.

use rules::Points;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A depth that stands for "to the end of the game".
pub(crate) const TO_THE_END: u8 = 127;

/// How a stored value compares with the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueBound {
    Exact,
    AtLeast,
    AtMost,
}

/// The entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TranspositionEntry {
    pub(crate) value: Points,
    pub(crate) bound: ValueBound,
    /// The depth of its search.
    pub(crate) depth: u8,
    /// The low bits of the best play's hash.
    pub(crate) best: u32,
}

/// The bits kept of a play's hash.
pub(crate) const BEST: u32 = (1 << 23) - 1;

impl TranspositionEntry {
    fn pack(self) -> u64 {
        let bound = match self.bound {
            ValueBound::Exact => 1,
            ValueBound::AtLeast => 2,
            ValueBound::AtMost => 3,
        };
        u64::from(self.value as u32) << 32
            | u64::from(self.depth & 127) << 25
            | bound << 23
            | u64::from(self.best & BEST)
    }

    fn unpack(data: u64) -> Option<TranspositionEntry> {
        let bound = match data >> 23 & 3 {
            1 => ValueBound::Exact,
            2 => ValueBound::AtLeast,
            3 => ValueBound::AtMost,
            _ => return None,
        };
        Some(TranspositionEntry {
            value: (data >> 32) as u32 as Points,
            bound,
            depth: (data >> 25 & 127) as u8,
            best: data as u32 & BEST,
        })
    }
}

/// A lock-free table: an entry whose two halves were written by different threads does not match its key.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    slots: Vec<[AtomicU64; 2]>,
}

impl TranspositionTable {
    /// A table with room for 2 to this power entries.
    pub(crate) fn new(bits: u32) -> TranspositionTable {
        TranspositionTable { slots: std::iter::repeat_with(Default::default).take(1 << bits).collect() }
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        self.slots.iter_mut().flatten().for_each(|half| *half.get_mut() = 0);
    }

    /// The entry of the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<TranspositionEntry> {
        self.pair(key).iter().find_map(|slot| {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key { TranspositionEntry::unpack(data) } else { None }
        })
    }

    /// Stores an entry: the first slot of a pair keeps the deepest entry, the second the latest.
    #[inline]
    pub(crate) fn put(&self, key: u64, entry: TranspositionEntry) {
        let pair = self.pair(key);
        let there = pair[0][1].load(Relaxed);
        let same = pair[0][0].load(Relaxed) ^ there == key;
        let deeper = TranspositionEntry::unpack(there).is_some_and(|old| old.depth > entry.depth);
        if same && deeper {
            return;
        }
        let slot = if deeper { &pair[1] } else { &pair[0] };
        let data = entry.pack();
        slot[0].store(key ^ data, Relaxed);
        slot[1].store(data, Relaxed);
    }

    fn pair(&self, key: u64) -> &[[AtomicU64; 2]] {
        let first = (key as usize & (self.slots.len() - 1)) & !1;
        &self.slots[first..first + 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found_again_under_its_key_alone() {
        let table = TranspositionTable::new(4);
        let entry =
            TranspositionEntry { value: -123, bound: ValueBound::AtMost, depth: TO_THE_END, best: 77 };
        assert_eq!(table.get(5), None);
        table.put(5, entry);
        assert_eq!(table.get(5), Some(entry));
        assert_eq!(table.get(5 + 16), None);
    }

    #[test]
    fn the_deeper_of_two_entries_stays() {
        let table = TranspositionTable::new(1);
        let entry =
            |depth| TranspositionEntry { value: i32::from(depth), bound: ValueBound::Exact, depth, best: 0 };
        [(10, 9), (20, 3), (30, 4)].into_iter().for_each(|(key, depth)| table.put(key, entry(depth)));
        assert_eq!([10, 20, 30].map(|key| table.get(key).map(|entry| entry.depth)), [Some(9), None, Some(4)]);
    }
}
