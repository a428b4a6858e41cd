//! Packed word graphs: the bytes of a graph, compressed.

use crate::format::{self, LoadError};
use crate::{ContentHash, WordCount, WordGraph};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{self, Read, Write};

/// The first bytes of a packed graph.
const MAGIC: [u8; 8] = *b"\x89QWZ\r\n\x1a\n";

/// The most bytes of the header of a graph: 63 letters with spellings and a few aliases.
const MAX_HEADER: u64 = 1 << 16;

/// The most bytes that are unpacked: more than the graph of any language has.
const MAX_GRAPH: u64 = 1 << 28;

/// A word graph in few bytes, to embed or to send. It has to be unpacked before it can be searched.
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::{PackedGraph, WordGraph};
/// use quixotry::tiles::Alphabet;
///
/// let alphabet = Alphabet::english();
/// let list: Vec<_> = ["CAT", "CATS", "ACT"].map(|word| alphabet.parse_word(word).unwrap()).into();
/// let graph = WordGraph::build("pets", &alphabet, &list).unwrap();
/// let bytes = PackedGraph::pack(&graph);
/// let packed = PackedGraph::new(&bytes).unwrap();
/// assert_eq!(packed.summary()?.words, 3);
/// assert_eq!(packed.unpack()?.content_hash(), graph.content_hash());
/// # Ok::<(), quixotry::lexicon::LoadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedGraph<'a>(&'a [u8]);

/// What identifies a lexicon, without its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphSummary {
    /// Its name.
    pub name: String,
    /// The number of words.
    pub words: WordCount,
    /// The hash of the words.
    pub hash: ContentHash,
}

impl GraphSummary {
    /// The summary of a graph.
    #[must_use]
    pub fn of(graph: &WordGraph) -> GraphSummary {
        GraphSummary { name: graph.name().to_owned(), words: graph.len(), hash: graph.content_hash() }
    }
}

impl<'a> PackedGraph<'a> {
    /// Takes bytes that [`PackedGraph::pack`] returned; `None` if they start with other bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Option<PackedGraph<'a>> {
        bytes.strip_prefix(&MAGIC).map(PackedGraph)
    }

    /// Packs a graph. The same graph gives the same bytes.
    #[must_use]
    pub fn pack(graph: &WordGraph) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(MAGIC.to_vec(), Compression::best());
        let packed = encoder.write_all(graph.as_bytes()).and_then(|()| encoder.finish());
        packed.unwrap_or_else(|error| unreachable!("writing to memory: {error}"))
    }

    /// Reads name, number of words and hash. Only the beginning is unpacked, and nothing of it is checked.
    ///
    /// # Errors
    ///
    /// Fails if the beginning is damaged.
    pub fn summary(&self) -> Result<GraphSummary, LoadError> {
        let mut start = Vec::new();
        self.reader(MAX_HEADER).read_to_end(&mut start).map_err(damage)?;
        let (head, _) = format::read_unchecked(&start)?;
        Ok(GraphSummary { name: head.name, words: head.count, hash: head.hash })
    }

    /// Unpacks and checks the graph.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are damaged.
    pub fn unpack(&self) -> Result<WordGraph, LoadError> {
        let mut start = Vec::new();
        self.reader(MAX_HEADER).read_to_end(&mut start).map_err(damage)?;
        let (_, array) = format::read_unchecked(&start)?;
        let mut bytes = Vec::new();
        // A byte more than there should be, so that a longer text is noticed.
        self.reader((array.end as u64 + 1).min(MAX_GRAPH)).read_to_end(&mut bytes).map_err(damage)?;
        WordGraph::open(bytes)
    }

    fn reader(&self, limit: u64) -> impl Read + use<'a> {
        DeflateDecoder::new(self.0).take(limit)
    }
}

fn damage(_: io::Error) -> LoadError {
    LoadError::CutOff("the compressed text")
}
