//! Word graphs: built from a list, frozen to bytes, read without copying.
//!
//! A [`WordGraph`] answers whether a word is good, walks prefixes for a play generator, and finds words by
//! prefix, letters, pattern, hooks or number. It knows nothing of games and opens no file: callers hand it bytes.
//!
//! ```
//! use quixotry_lexicon::{WordGraph, WordList, text};
//! use tiles::Alphabet;
//!
//! let alphabet = Alphabet::english();
//! let list = text::read(b"cat\r\ncats\r\nact\n", &alphabet, text::Columns::Whole);
//! let graph = WordGraph::build("tiny", &alphabet, &list.into_words().unwrap()).unwrap();
//!
//! assert!(graph.contains(&alphabet.parse_word("cat").unwrap()));
//! assert!(!graph.contains(&alphabet.parse_word("ca").unwrap()));
//!
//! // The bytes are the file: whoever owns them, they are read where they lie.
//! let again = WordGraph::open(graph.to_bytes()).unwrap();
//! assert_eq!(again.content_hash(), graph.content_hash());
//! ```

// What is asked of a lexicon, and what it is made from.
mod list;
pub mod text;
pub mod words;

// The graph: its nodes, its owner, the questions it answers.
mod walk;

mod graph;
mod query;

mod letters;
mod pattern;
pub mod search;

// How graphs come about: from words, from bytes, from other programs' files.
mod build;
mod order;

mod format;

mod check;
mod hash;
pub mod kwg;

pub use build::{BuildError, MAX_WORD_LENGTH, MAX_WORDS};
pub use format::LoadError;
pub use graph::{WordCount, WordGraph};
pub use hash::{ContentHash, HashParseError};
pub use letters::{AnagramQuery, Letters, SubanagramQuery};
pub use list::{AnyWord, WordList};
pub use pattern::{Pattern, PatternError};
pub use query::{Alphagrams, Hooks, PrefixQuery, WordIndex};
pub use walk::{GraphNode, NodeId, Walk};
pub use words::WordVec;
