//! Reading and writing plays, positions, boards and games. Every `parse` has a `print`.
//!
//! ```
//! # mod quixotry { pub use {quixotry_notation as notation, rules}; }
//! use quixotry::notation::coords::{column_letters, GridRef};
//! use quixotry::rules::Axis;
//!
//! let location = GridRef::parse("8h").unwrap();
//! assert_eq!((location.column, location.row, location.axis), (7, 7, Axis::Across));
//! assert_eq!(column_letters(27), "AB");
//! ```
//!
//! Nothing here opens a file: the functions take text and return text.

pub mod boardfile;
pub mod cgp;
pub mod coords;
#[cfg(test)]
mod corpus;
pub mod draw;
pub mod gcg;
pub mod picture;
pub mod plays;
mod squares;
#[cfg(test)]
mod testing;
mod tiletext;

pub use tiletext::TileTextError;
