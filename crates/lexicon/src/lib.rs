//! Word graphs: compact sets of words that are built once and searched in place.
//!
//! A [`WordGraph`] checks whether a word is valid, walks prefixes for a move generator, and finds words by prefix,
//! letters, pattern, hooks or number. The crate knows nothing about games and opens no files: callers pass bytes.
//!
//! ```
//! # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
//! use quixotry::lexicon::{WordGraph, WordList, text};
//! use quixotry::tiles::Alphabet;
//!
//! let alphabet = Alphabet::english();
//! let list = text::read(b"cat\r\ncats\r\nact\n", &alphabet, text::Columns::Whole);
//! let graph = WordGraph::build("tiny", &alphabet, &list.into_words().unwrap()).unwrap();
//!
//! assert!(graph.contains(&alphabet.parse_word("cat").unwrap()));
//! assert!(!graph.contains(&alphabet.parse_word("ca").unwrap()));
//!
//! // The bytes of a graph are its file. Opening them copies nothing.
//! let again = WordGraph::open(graph.to_bytes()).unwrap();
//! assert_eq!(again.content_hash(), graph.content_hash());
//! ```
//!
//! # The data structure
//!
//! A set of words can be stored as a *trie*: a tree in which each edge has a letter, and a word is a path from the
//! root. Words with a common beginning share the first part of their paths:
//!
//! ```text
//!            ┌─ A ── T* ── S*        CAT, CATS
//!   ── C ────┤
//!            └─ O ── T* ── S*        COT, COTS        (* ends a word)
//! ```
//!
//! Most branches of a trie are equal: after `CA` and after `CO` the same endings follow. If equal branches are stored
//! once, the tree becomes a directed acyclic word graph (DAWG), the smallest deterministic finite automaton that
//! accepts exactly these words:
//!
//! ```text
//!            ┌─ A ──┐
//!   ── C ────┤      ├── T* ── S*
//!            └─ O ──┘
//! ```
//!
//! The shipped English list needs 0.9 MB in this form. Whether a letter ends a word belongs to the *arc* (the edge)
//! and not to the node, so that nodes with the same continuations are equal even if only one of them completes a
//! word.
//!
//! **Building.** [`WordGraph::build`] sorts the words and builds the nodes bottom-up, children before parents. A hash
//! table maps the contents of each finished node to its number, so an equal node is never stored twice. The nodes are
//! then put in a fixed order, level by level, so the same words always give the same bytes.
//!
//! **Layout.** A graph is one array of 32-bit words. The record of a node is a mask of the letters that may follow, a
//! mask of the letters that end a word, and one arc for each letter of the first mask:
//!
//! ```text
//!   children: 0b…0010_0010   accepts: 0b…0010_0000   arc after A   arc after E
//! ```
//!
//! A step with a letter tests one bit of the first mask, counts the lower bits, and loads the arc with that index. It
//! touches one or two cache lines. The node number is the index of its record, so there is no further table.
//!
//! **Safety.** Arcs lead only to later records or to the empty node at index 0, so a graph has no cycle. [`open`]
//! checks this, the masks and a checksum in one pass. After that no walk can leave the array or fail to terminate,
//! and the code needs neither `unsafe` nor error handling.
//!
//! **Searching.** A [`WordQuery`](search::WordQuery) is an automaton too. [`WordGraph::search`] walks graph and query together and visits
//! only the prefixes that both allow, in alphabet order. Words can also be addressed by number: the graph knows how
//! many words follow each node, so [`index_of`] and [`word_at`] need only one walk.
//!
//! `docs/lexicon.md` describes the file format and the word lists.
//!
//! [`open`]: WordGraph::open
//! [`index_of`]: WordGraph::index_of
//! [`word_at`]: WordGraph::word_at

// What games need from a lexicon, and lists of words.
mod list;
pub mod text;
pub mod words;

// The graph and its queries.
mod walk;

mod graph;
mod query;

mod letters;
mod pattern;
pub mod search;

// Building a graph from words, from bytes and from files of other programs.
mod build;
mod order;

mod format;

mod check;
mod hash;
pub mod kwg;
mod packed;

// Word lists that were not made for a game.
pub mod hunspell;
pub mod import;

pub use build::{BuildError, MAX_WORD_LENGTH, MAX_WORDS};
pub use format::LoadError;
pub use graph::{WordCount, WordGraph};
pub use hash::{ContentHash, HashParseError};
pub use letters::{AnagramQuery, Letters, SubanagramQuery};
pub use list::{AnyWord, WordList};
pub use packed::{GraphSummary, PackedGraph};
pub use pattern::{Pattern, PatternError};
pub use query::{Alphagrams, Hooks, PrefixQuery, WordIndex};
pub use walk::{GraphNode, NodeId, Walk};
pub use words::WordVec;
