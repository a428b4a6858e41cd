//! A library for crossword board games: rules as data, boards of any shape, word graphs, move generation, computer
//! players and analysis.
//!
//! This program prints the highest-scoring first play of a rack and its score:
//!
//! ```
//! use quixotry::movegen::{Generator, NoLeaves};
//! use quixotry::notation::plays::{PlayContext, PlaythroughStyle, print_placement};
//! use quixotry::presets::{Library, english};
//! use quixotry::rules::Position;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let position = Position::new(Library::shipped().rules("standard")?);
//!     let rack = position.rules.tiles.parse_tiles("RETAINS")?;
//!     let mut generator = Generator::new(&position.rules, english())?;
//!     let best = generator.best(&position.grid, &rack, &NoLeaves).ok_or("no play")?.play;
//!     let text = print_placement(&best.placement(), PlayContext::of(&position), PlaythroughStyle::Letters);
//!     println!("{text} {}", best.score());
//! #   assert_eq!(best.score(), 66);
//!     Ok(())
//! }
//! ```
//!
//! The library opens no sockets and, except for [`presets::Library`] with your own directories, no files. The rules
//! read no clock and make no random choices: the caller passes both in.
//!
//! # Tour
//!
//! ## Rules and games
//!
//! [`presets::Library`] loads a [`rules::Ruleset`] by name or from your own TOML file. [`rules::Game::decide`] checks a
//! command and returns events; [`rules::Game::apply`] carries out an event and cannot fail. The log of events is the
//! game: replay it to get every state.
//!
//! ```
//! use quixotry::presets::{Library, english};
//! use quixotry::rules::{Command, Context, Game, Millis, SeededChance};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut chance = SeededChance::new(7);
//! let mut context = Context { words: english(), chance: &mut chance, now: Millis(0) };
//! let mut game = Game::new(Library::shipped().rules("standard")?);
//! for event in game.start(2, &mut context)? {
//!     game.apply(&event);
//! }
//!
//! let seat = game.turn().expect("the game has started");
//! for event in game.decide(seat, &Command::Pass, &mut context)? {
//!     game.apply(&event);
//! }
//! assert_ne!(game.turn(), Some(seat));
//! # Ok(())
//! # }
//! ```
//!
//! ## Plays and positions
//!
//! [`notation`] reads and writes plays, CGP positions, GCG games and board files, and draws boards as text and SVG.
//! [`rules::Position::judge`] scores a play or returns every reason why it is refused.
//!
//! ```
//! use quixotry::notation::plays::{self, PlayContext, Turn};
//! use quixotry::presets::{Library, english};
//! use quixotry::rules::Position;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position = Position::new(Library::shipped().rules("standard")?);
//! let Turn::Place(placement) = plays::parse("8D QUIXOTRY", PlayContext::of(&position))? else { unreachable!() };
//! let play = position.judge(&placement, Some(english()))?;
//! assert_eq!(play.score(), 124);
//! # Ok(())
//! # }
//! ```
//!
//! ## Words
//!
//! [`lexicon::WordGraph`] holds a word list and answers queries by prefix, letters, pattern and hooks.
//!
//! ```
//! use quixotry::lexicon::{Letters, WordList};
//! use quixotry::presets::english;
//!
//! let words = english();
//! let alphabet = words.alphabet();
//! assert!(words.contains(&alphabet.parse_word("QUIXOTRY").unwrap()));
//!
//! let letters = Letters::parse("RETAIN?", alphabet).unwrap();
//! assert!(words.anagrams(&letters).any(|word| alphabet.print(&word) == "RETAINS"));
//! ```
//!
//! ## Computer players and analysis
//!
//! [`players::by_name`] returns a player, from `beginner` to `champion`. [`analysis::Analyst`] assesses the turns of a
//! position, and [`analysis::judge_game`] every turn of a game.
//!
//! ## Boards of your own
//!
//! A board is a picture, a board file or a program in the [board language](boardlang). It may be unbounded and may
//! have holes.
//!
//! ## JSON
//!
//! [`wire`] reads and writes positions, records, views and bot messages as JSON.
//!
//! # Features
//!
//! | feature | default | |
//! |---|---|---|
//! | `program` | yes | the program `quixotry`: command line, server, arena, terminal |
//! | `bots` | with `program` | the module `bots`: bots that connect to an arena or a server |
//!
//! To use the library alone, turn the default features off:
//!
//! ```toml
//! [dependencies]
//! quixotry = { version = "0.2", default-features = false }
//! ```

#[doc(inline)]
pub use tiles;

#[doc(inline)]
pub use lexicon;

#[doc(inline)]
pub use boardlang;

#[doc(inline)]
pub use rules;

#[doc(inline)]
pub use presets;

#[doc(inline)]
pub use notation;

#[doc(inline)]
pub use wire;

#[doc(inline)]
pub use movegen;

#[doc(inline)]
pub use players;

#[doc(inline)]
pub use analysis;

#[cfg(feature = "bots")]
#[doc(inline)]
pub use bots;

/// The Rust examples of the README are doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
