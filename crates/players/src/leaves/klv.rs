//! KLV2 files of leave values (and KLV1, read only): a word graph of leaves and a number for each.
//!
//! `u32` count of nodes, the nodes of a KWG without turnings, `u32` count of numbers, the numbers as `f32` in the order
//! of the leaves; all little-endian. Older files have `i16` in 256ths of a point. Tile 0 is the blank.

use super::shape::{LeaveShape, is_conventional};
use super::table::LeaveTable;
use movegen::Equity;
use tiles::{TileId, TileSet, Tiles};

/// Why a file of leave values cannot be read or written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KlvError {
    /// Cut short, or something else.
    #[error(
        "this is not a KLV2 file: it has {found} bytes, and by its own counts should have at least {wanted}"
    )]
    Length {
        /// The number of bytes.
        found: usize,
        /// The expected number of bytes.
        wanted: usize,
    },
    /// An arc leads outside the graph.
    #[error("node {0} of the KLV2 file leads outside of its graph")]
    ArcOutside(usize),
    /// A tile that the set does not have.
    #[error(
        "node {at} of the KLV2 file has the tile {tile}, but the set {set:?} has only {kinds} kinds of tiles"
    )]
    NoTile {
        /// Which node.
        at: usize,
        /// Which tile.
        tile: u8,
        /// Which set.
        set: String,
        /// How many kinds it has.
        kinds: usize,
    },
    /// The graph and the numbers do not fit together.
    #[error("the graph of the KLV2 file has more leaves than its {0} numbers, or has a cycle")]
    Count(usize),
    /// A number is not finite.
    #[error("the number of leave {0} in the KLV2 file is not finite")]
    NotFinite(usize),
    /// A leave that the tiles cannot make.
    #[error(
        "the KLV2 file was made for other tiles: it has the leave {leave}, which the set {set:?} cannot make"
    )]
    Impossible {
        /// Which leave.
        leave: String,
        /// Which set.
        set: String,
    },
    /// A tile of the set without a number.
    #[error("the KLV2 file was made for other tiles: it has no number for {tile}, which the set {set:?} has")]
    Missing {
        /// Which tile.
        tile: String,
        /// Which set.
        set: String,
    },
    /// Tiles that are more than letters and a blank.
    #[error("KLV2 files support only letters and one kind of blank, but the set {0:?} has other tiles")]
    Tiles(String),
}

const ACCEPTS: u32 = 0x80_0000;
const LAST: u32 = 0x40_0000;
const ARC: u32 = 0x3f_ffff;

impl LeaveTable {
    /// Reads a KLV2 or KLV1 file as leaves of a rack of `rack` tiles; leaves that cannot occur are dropped.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a KLV file, or if it has tiles that the set does not have.
    pub fn from_klv(bytes: &[u8], set: &TileSet, rack: usize) -> Result<LeaveTable, KlvError> {
        Ok(KlvReader::read(bytes, set, rack)?.table)
    }

    /// The same for a file that must match these tiles: every kind has a number, and no leave is impossible.
    pub(super) fn from_whole_klv(bytes: &[u8], set: &TileSet, rack: usize) -> Result<LeaveTable, KlvError> {
        let reader = KlvReader::read(bytes, set, rack)?;
        let name = || set.name().to_owned();
        if let Some(kinds) = reader.impossible {
            let leave = set.print_tile_list(kinds.iter().map(|&kind| TileId(kind)));
            return Err(KlvError::Impossible { leave, set: name() });
        }
        match set.kinds().map(|(id, _)| id).find(|&id| !reader.single[id.index()]) {
            Some(id) => Err(KlvError::Missing { tile: set.label(id).to_owned(), set: name() }),
            None => Ok(reader.table),
        }
    }

    /// Writes a KLV2 file.
    ///
    /// # Errors
    ///
    /// Fails if the set has more than letters and one kind of blank.
    pub fn to_klv(&self, set: &TileSet) -> Result<Vec<u8>, KlvError> {
        if !is_conventional(set) {
            return Err(KlvError::Tiles(set.name().to_owned()));
        }
        let nodes = KlvWriter::new(self.shape(), first_tile(set)).nodes();
        let values = self.values()[1..].iter().map(|worth| (worth.as_f64() as f32).to_le_bytes());
        let mut bytes = (nodes.len() as u32).to_le_bytes().to_vec();
        bytes.extend(nodes.iter().flat_map(|node| node.to_le_bytes()));
        bytes.extend((self.values().len() as u32 - 1).to_le_bytes());
        let mut order = Vec::with_capacity(self.values().len());
        self.in_order(&mut Vec::new(), 0, &mut order);
        let values: Vec<[u8; 4]> = values.collect();
        bytes.extend(order.iter().flat_map(|&place| values[place - 1]));
        Ok(bytes)
    }

    /// Appends the places of all leaves that begin like this one, in the order of their spelling.
    fn in_order(&self, kinds: &mut Vec<u8>, from: usize, order: &mut Vec<usize>) {
        if !kinds.is_empty() {
            order.push(self.shape().place_of(kinds.iter().copied()));
        }
        if kinds.len() == self.shape().most() {
            return;
        }
        for kind in from..self.shape().counts().len() {
            let held = kinds.iter().filter(|&&held| usize::from(held) == kind).count();
            if held < self.shape().counts()[kind].into() {
                kinds.push(kind as u8);
                self.in_order(kinds, kind, order);
                kinds.pop();
            }
        }
    }
}

/// The number of the first kind: 0 belongs to the blank.
fn first_tile(set: &TileSet) -> u8 {
    u8::from(!set.kinds().next().is_some_and(|(_, kind)| kind.is_wild()))
}

/// The nodes and the numbers, in points.
fn split(bytes: &[u8]) -> Result<(Vec<u32>, Vec<f32>), KlvError> {
    let short = |wanted| KlvError::Length { found: bytes.len(), wanted };
    let count = |at: usize| {
        let word = bytes.get(at..).and_then(<[u8]>::first_chunk).ok_or(short(at + 4))?;
        Ok(u32::from_le_bytes(*word) as usize)
    };
    let nodes = count(0)?;
    let after = nodes.checked_mul(4).and_then(|size| size.checked_add(4)).ok_or(short(usize::MAX))?;
    let numbers = count(after)?;
    let rest = &bytes[after + 4..];
    let words = bytes[4..after].as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    let values = match rest.len() {
        size if size == numbers * 4 => {
            rest.as_chunks().0.iter().map(|&value| f32::from_le_bytes(value)).collect()
        }
        size if size == numbers * 2 => {
            rest.as_chunks().0.iter().map(|&value| f32::from(i16::from_le_bytes(value)) / 256.0).collect()
        }
        _ => return Err(short(after + 4 + numbers * 4)),
    };
    Ok((words, values))
}

struct KlvReader<'a> {
    nodes: Vec<u32>,
    numbers: Vec<f32>,
    next: usize,
    first: u8,
    set: &'a TileSet,
    kinds: Vec<u8>,
    table: LeaveTable,
    /// Which kinds have a number by themselves.
    single: Vec<bool>,
    /// The first leave for which there are too few tiles.
    impossible: Option<Vec<u8>>,
}

impl<'a> KlvReader<'a> {
    fn read(bytes: &[u8], set: &'a TileSet, rack: usize) -> Result<KlvReader<'a>, KlvError> {
        if !is_conventional(set) {
            return Err(KlvError::Tiles(set.name().to_owned()));
        }
        let (nodes, numbers) = split(bytes)?;
        let mut reader = KlvReader {
            nodes,
            numbers,
            next: 0,
            first: first_tile(set),
            set,
            kinds: Vec::new(),
            table: LeaveTable::of(LeaveShape::new(set, rack)),
            single: vec![false; set.kinds().count()],
            impossible: None,
        };
        if let Some(&root) = reader.nodes.first() {
            reader.list((root & ARC) as usize)?;
        }
        reader.table.update_singles();
        Ok(reader)
    }

    /// Reads a list of siblings and all that follows them, in order.
    fn list(&mut self, mut at: usize) -> Result<(), KlvError> {
        if at == 0 {
            return Ok(());
        }
        // No leave is longer than this, so a cycle is detected soon.
        if self.kinds.len() > super::shape::MOST_TILES {
            return Err(KlvError::Count(self.numbers.len()));
        }
        loop {
            let node = *self.nodes.get(at).ok_or(KlvError::ArcOutside(at))?;
            self.kinds.push(self.kind(at, (node >> 24) as u8)?);
            if node & ACCEPTS != 0 {
                self.leave()?;
            }
            self.list((node & ARC) as usize)?;
            self.kinds.pop();
            if node & LAST != 0 {
                return Ok(());
            }
            at += 1;
        }
    }

    fn kind(&self, at: usize, tile: u8) -> Result<u8, KlvError> {
        let kinds = self.set.kinds().count();
        let kind = tile.checked_sub(self.first).filter(|&kind| usize::from(kind) < kinds);
        kind.ok_or_else(|| KlvError::NoTile { at, tile, set: self.set.name().to_owned(), kinds })
    }

    fn leave(&mut self) -> Result<(), KlvError> {
        let number = *self.numbers.get(self.next).ok_or(KlvError::Count(self.numbers.len()))?;
        if !number.is_finite() {
            return Err(KlvError::NotFinite(self.next));
        }
        self.next += 1;
        let kept: Tiles = self.kinds.iter().map(|&kind| TileId(kind)).collect();
        if let [kind] = self.kinds[..] {
            self.single[usize::from(kind)] = true;
        }
        if self.impossible.is_none() && kept.kinds().any(|(id, count)| count > self.set.all().count(id)) {
            self.impossible = Some(self.kinds.clone());
        }
        if let Some(place) = self.table.shape().place(&kept) {
            self.table.put(place, Equity((f64::from(number) * 1000.0).round().clamp(-1e6, 1e6) as i32));
        }
        Ok(())
    }
}

/// Lays out the graph of all leaves: which lists there are depends on the kind, its copies left and the tiles left.
struct KlvWriter<'a> {
    shape: &'a LeaveShape,
    first: u8,
    nodes: Vec<u32>,
    lists: std::collections::BTreeMap<(usize, usize, usize), u32>,
}

impl<'a> KlvWriter<'a> {
    fn new(shape: &'a LeaveShape, first: u8) -> KlvWriter<'a> {
        KlvWriter { shape, first, nodes: Vec::new(), lists: std::collections::BTreeMap::new() }
    }

    fn nodes(mut self) -> Vec<u32> {
        self.nodes.push(LAST);
        let copies = self.copies(0);
        self.nodes[0] |= self.list(0, copies, self.shape.most());
        self.nodes
    }

    fn copies(&self, kind: usize) -> usize {
        self.shape.counts().get(kind).copied().unwrap_or(0).into()
    }

    /// The siblings from a kind on with `copies` copies left, if `left` tiles may follow.
    fn list(&mut self, kind: usize, copies: usize, left: usize) -> u32 {
        if left == 0 {
            return 0;
        }
        if let Some(&known) = self.lists.get(&(kind, copies, left)) {
            return known;
        }
        let own = (copies > 0).then_some((kind, copies));
        let others = (kind + 1..self.shape.counts().len()).map(|other| (other, self.copies(other)));
        let siblings: Vec<(usize, usize)> =
            own.into_iter().chain(others.filter(|&(_, copies)| copies > 0)).collect();
        let arcs: Vec<u32> =
            siblings.iter().map(|&(kind, copies)| self.list(kind, copies - 1, left - 1)).collect();
        let at = if siblings.is_empty() { 0 } else { self.nodes.len() as u32 };
        for (index, (&(kind, _), arc)) in siblings.iter().zip(arcs).enumerate() {
            let last = if index + 1 == siblings.len() { LAST } else { 0 };
            self.nodes.push((kind as u32 + u32::from(self.first)) << 24 | ACCEPTS | last | arc);
        }
        self.lists.insert((kind, copies, left), at);
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Leaves;
    use proptest::prelude::*;
    use tiles::{Alphabet, Face, TileSetDraft};

    fn set(counts: &[u16], blanks: u16) -> TileSet {
        let alphabet = Alphabet::english();
        let mut draft = TileSetDraft::new("small", alphabet.clone());
        for (letter, &count) in alphabet.letters().zip(counts) {
            draft.add([Face::new(letter, 1)], count);
        }
        if blanks > 0 {
            draft.add_blank(0, blanks);
        }
        TileSet::try_from(draft).unwrap()
    }

    fn table(set: &TileSet, rack: usize) -> LeaveTable {
        let shape = LeaveShape::new(set, rack);
        let worth = (0..shape.len() as i32).map(|place| Equity(place * 37 % 1000 * 125)).collect();
        LeaveTable::with(shape, worth)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(counts in prop::collection::vec(1u16..4, 1..5), blanks in 0u16..3, rack in 2usize..6) {
            let set = set(&counts, blanks);
            let table = table(&set, rack);
            let again = LeaveTable::from_klv(&table.to_klv(&set).unwrap(), &set, rack).unwrap();
            prop_assert_eq!(again, table);
        }

        #[test]
        fn no_bytes_make_it_panic(mut bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let set = set(&[2, 1, 1], 1);
            let _ = LeaveTable::from_klv(&bytes, &set, 4);
            if bytes.len() > 8 {
                let nodes = (bytes.len() - 8) as u32 / 4;
                bytes[..4].copy_from_slice(&nodes.to_le_bytes());
                let _ = LeaveTable::from_klv(&bytes, &set, 4);
            }
        }
    }

    /// Two leaves, A and AB, written by hand as other programs write them.
    #[test]
    fn both_versions_are_read() {
        let set = set(&[1, 1], 1);
        let nodes = [0x0040_0001u32, 0x01c0_0002, 0x02c0_0000];
        let head = |count: u32| {
            let words = [3u32].into_iter().chain(nodes).chain([count]);
            words.flat_map(u32::to_le_bytes).collect::<Vec<u8>>()
        };
        let floats = [head(2), [1.5f32, -0.25].into_iter().flat_map(f32::to_le_bytes).collect()].concat();
        let shorts = [head(2), [384i16, -64].into_iter().flat_map(i16::to_le_bytes).collect()].concat();
        for bytes in [floats, shorts] {
            let table = LeaveTable::from_klv(&bytes, &set, 7).unwrap();
            let worth = |tiles: &str| table.worth(&set.parse_tiles(tiles).unwrap());
            assert_eq!((worth("A"), worth("AB"), worth("B")), (Equity(1500), Equity(-250), Equity::ZERO));
        }
        assert!(matches!(LeaveTable::from_klv(&head(9), &set, 7), Err(KlvError::Length { .. })));
    }
}
