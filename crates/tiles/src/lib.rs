//! Letters, alphabets, tiles that are sets of faces, racks and bags.
//!
//! A *letter* is what is read on the board; it may be written with several characters (`CH`, `L·L`).
//! A *tile kind* is what is held: a set of *faces*, each a letter with its points. A plain tile has one face,
//! a blank has every letter at no points, and `{A1, E1}` is as good a tile as any other.
//!
//! ```
//! use quixotry_tiles::{Alphabet, Face, TileSet, TileSetDraft};
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
mod face;
mod letter;
mod multiset;
mod set;

pub use alphabet::{Alphabet, AlphabetError, BoardLetter, LetterDraft, SpellError};
pub use face::{Face, FacePoints, TileKind};
pub use letter::{Letter, LetterSet, MAX_LETTERS};
pub use multiset::{MissingTile, TileCount, TileId, Tiles};
pub use set::{TileSet, TileSetDraft, TileSetError, TilesParseError};
