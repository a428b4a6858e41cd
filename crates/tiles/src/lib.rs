//! Letters, alphabets, tiles, tile sets, racks and bags.
//!
//! A [`Letter`] is what a player reads on the board. Its spelling may have several characters (`CH`, `L·L`); an
//! [`Alphabet`] knows the spellings of all its letters.
//!
//! A [`TileKind`] is what a player holds: a set of [`Face`]s, each a letter with its points. A plain tile has one
//! face. A blank has one face for each letter, worth no points. Other sets of faces, such as `{A1, E1}`, are
//! allowed too. Any tile with more than one face is called *wild*.
//!
//! A [`TileSet`] lists the kinds of one game with their counts, and [`Tiles`] is a multiset of them: a rack, a bag,
//! or the tiles that a player has not seen.
//!
//! ```
//! # mod quixotry { pub use quixotry_tiles as tiles; }
//! use quixotry::tiles::{Alphabet, Face, TileSet, TileSetDraft};
//!
//! let alphabet = Alphabet::latin("AB").unwrap();
//! let (a, b) = (alphabet.letter("A").unwrap(), alphabet.letter("B").unwrap());
//! let mut draft = TileSetDraft::new("tiny", alphabet);
//! draft.add([Face::new(a, 1)], 5);
//! draft.add([Face::new(b, 3)], 2);
//! draft.add([Face::new(a, 0), Face::new(b, 0)], 1); // a blank
//! let set = TileSet::try_from(draft).unwrap();
//!
//! let rack = set.parse_tiles("?AAB").unwrap();
//! assert_eq!(rack.len(), 4);
//! assert_eq!(set.print_tiles(&rack), "?AAB");
//! ```

mod alphabet;
mod draws;
mod face;
mod letter;
mod multiset;
mod set;

pub use alphabet::{Alphabet, AlphabetError, BoardLetter, LetterDraft, SpellError};
pub use face::{Face, FacePoints, TileKind};
pub use letter::{Letter, LetterSet, MAX_LETTERS};
pub use multiset::{MissingTile, TileCount, TileId, Tiles};
pub use set::{TileSet, TileSetDraft, TileSetError, TilesParseError};
