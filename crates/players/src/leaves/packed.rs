//! Packed tables: each leave as its difference from the estimate by smaller leaves, in quarter points, compressed.

use super::shape::{LeaveShape, MOST_TILES};
use super::table::LeaveTable;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use movegen::Equity;
use std::io::{Read, Write};
use tiles::TileCount;

/// The first bytes of packed files: a byte that no text has, the name, and the version.
pub(super) const MAGIC: [u8; 6] = *b"\x89QLV\x01\n";

/// The value of one step of a packed number, in thousandths of a point.
const STEP: i32 = 250;

/// The most bytes that are unpacked: far more than any table has.
const MOST_BYTES: u64 = 1 << 26;

/// The most bytes of the head of a table: 256 kinds with their labels.
const MOST_HEAD: u64 = 1 << 13;

/// Why bytes are not packed leave values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// Not a packed file.
    #[error("this is not a file of packed leave values: it starts with other bytes")]
    NotLeaves,
    /// Damaged or incomplete.
    #[error("the packed leave values are damaged or cut short: train or copy them again")]
    Damaged,
}

impl LeaveTable {
    /// The table, packed, each number rounded to a quarter of a point.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        self.pack_within(Equity(STEP / 2))
    }

    /// The table, packed; numbers may be wrong by `tolerance` where that makes the file smaller.
    #[must_use]
    pub fn pack_within(&self, tolerance: Equity) -> Vec<u8> {
        let shape = self.shape();
        let mut rounded = LeaveTable::of(shape.clone());
        let mut body = Vec::with_capacity(shape.len() * 2);
        for tiles in 1..=shape.most() {
            shape.each_of(tiles, |kinds, place| {
                let expected = rounded.pairwise_estimate(kinds).0;
                let apart = self.values()[place].0 - expected;
                let is_near = apart.abs() <= tolerance.0;
                let steps = if is_near { 0 } else { (apart + STEP / 2).div_euclid(STEP) };
                push_number(&mut body, (steps << 1 ^ steps >> 31) as u32);
                rounded.put(place, Equity(expected + steps * STEP));
            });
        }
        [&MAGIC[..], &compress(&[head(shape), body].concat())].concat()
    }

    /// Reads a packed table.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a packed table, or are damaged.
    pub fn unpack(bytes: &[u8]) -> Result<LeaveTable, PackError> {
        let packed = bytes.strip_prefix(&MAGIC).ok_or(PackError::NotLeaves)?;
        let plain = decompress(packed).ok_or(PackError::Damaged)?;
        read(&mut plain.as_slice()).ok_or(PackError::Damaged)
    }

    /// The shape of a packed table, without unpacking its values; `None` if the beginning is damaged.
    pub(crate) fn packed_shape(bytes: &[u8]) -> Option<LeaveShape> {
        let mut head = Vec::new();
        let packed = bytes.strip_prefix(&MAGIC)?;
        DeflateDecoder::new(packed).take(MOST_HEAD).read_to_end(&mut head).ok()?;
        read_shape(&mut head.as_slice())
    }
}

/// Compresses bytes.
pub(crate) fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    packer.write_all(bytes).and_then(|()| packer.finish()).unwrap_or_default()
}

/// Decompresses bytes; `None` if they are invalid or too many.
pub(crate) fn decompress(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    DeflateDecoder::new(bytes).take(MOST_BYTES).read_to_end(&mut plain).ok()?;
    Some(plain)
}

fn head(shape: &LeaveShape) -> Vec<u8> {
    let mut head = Vec::new();
    push_number(&mut head, shape.most() as u32);
    push_number(&mut head, shape.counts().len() as u32);
    for (label, &count) in shape.labels().iter().zip(shape.counts()) {
        push_number(&mut head, count.into());
        push_number(&mut head, label.len() as u32);
        head.extend(label.bytes());
    }
    head
}

fn read(bytes: &mut &[u8]) -> Option<LeaveTable> {
    let mut table = LeaveTable::of(read_shape(bytes)?);
    let shape = table.shape().clone();
    for tiles in 1..=shape.most() {
        let mut whole = true;
        shape.each_of(tiles, |kinds, place| match take_number(bytes) {
            Some(number) => {
                let steps = (number >> 1) as i32 ^ -((number & 1) as i32);
                let worth = table.pairwise_estimate(kinds).0.saturating_add(steps.saturating_mul(STEP));
                table.put(place, Equity(worth.clamp(-1_000_000, 1_000_000)));
            }
            None => whole = false,
        });
        if !whole {
            return None;
        }
    }
    table.update_singles();
    bytes.is_empty().then_some(table)
}

fn read_shape(bytes: &mut &[u8]) -> Option<LeaveShape> {
    let most = take_number(bytes)? as usize;
    let kinds = take_number(bytes)? as usize;
    if most > MOST_TILES || kinds > 256 {
        return None;
    }
    let (mut labels, mut counts) = (Vec::new(), Vec::new());
    for _ in 0..kinds {
        counts.push(TileCount::try_from(take_number(bytes)?).ok()?);
        let length = take_number(bytes)? as usize;
        let (label, rest) = bytes.split_at_checked(length)?;
        labels.push(String::from_utf8(label.to_vec()).ok()?);
        *bytes = rest;
    }
    LeaveShape::try_with(labels, counts, most)
}

/// Seven bits a byte, the lowest first.
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(worth: &[i32]) -> LeaveTable {
        let labels = ["?", "A", "[CH]"].map(str::to_owned).to_vec();
        let shape = LeaveShape::with(labels, vec![1, 3, 2], 3);
        let worth = (0..shape.len()).map(|place| Equity(worth[place % worth.len()] * i32::from(place > 0)));
        let worth = worth.collect();
        LeaveTable::with(shape, worth)
    }

    proptest! {
        #[test]
        fn unpacked_numbers_are_within_half_a_step(worth in prop::collection::vec(-60_000i32..60_000, 1..20)) {
            let table = table(&worth);
            let again = LeaveTable::unpack(&table.pack()).unwrap();
            prop_assert_eq!(again.shape(), table.shape());
            for (a, b) in again.values().iter().zip(table.values()) {
                prop_assert!((a.0 - b.0).abs() <= STEP / 2, "{} {}", a, b);
            }
            prop_assert_eq!(LeaveTable::unpack(&again.pack()).unwrap(), again);
        }

        #[test]
        fn a_tolerance_bounds_the_error(worth in prop::collection::vec(-9_000i32..9_000, 1..20), tolerance in 125i32..4_000) {
            let table = table(&worth);
            let again = LeaveTable::unpack(&table.pack_within(Equity(tolerance))).unwrap();
            for (a, b) in again.values().iter().zip(table.values()) {
                prop_assert!((a.0 - b.0).abs() <= tolerance, "{} {}", a, b);
            }
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), plain in any::<bool>()) {
            let whole = [&MAGIC[..], &compress(&bytes)].concat();
            let _ = LeaveTable::unpack(if plain { &bytes } else { &whole });
        }
    }

    #[test]
    fn a_cut_file_is_damaged() {
        let packed = table(&[1000, 2000, -3000]).pack();
        assert_eq!(LeaveTable::unpack(&packed[..packed.len() - 2]), Err(PackError::Damaged));
        assert_eq!(LeaveTable::unpack(b"leave,value"), Err(PackError::NotLeaves));
    }
}
