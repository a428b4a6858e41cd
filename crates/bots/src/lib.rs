//! Bots in any language: the conversation with them, and the ways they are attached.
//!
//! The conversation itself does no input or output: lines and times go in, lines, commands and deadlines come out. A
//! [`Conversation`] belongs to a connection: it greets, keeps the heartbeat and refuses what no honest bot sends. A
//! [`Chair`] belongs to a seat of a game: it tells what happens there, asks for the turn and takes only answers to what
//! it asked. Servers and arenas drive both in their own way; [`Remote`] is the blocking way, with a thread to read and
//! a thread to write for each bot, and a [`Door`] with its [`Lobby`] is where bots arrive that connect over TCP.
//!
//! ```
//! use lexicon::AnyWord;
//! use quixotry_bots::{Chair, Setting, Standing};
//! use rules::{Command, Context, Game, Millis, Seat, SeededChance, Viewer, see};
//! use wire::bot::ServerMessage;
//!
//! let rules = presets::Library::shipped().rules("itu").unwrap();
//! let setting = Setting::new(rules.clone(), presets::english().clone());
//! let mut chance = SeededChance::new(7);
//! let mut context = Context { words: presets::english(), chance: &mut chance, now: Millis(0) };
//! let mut game = Game::new(rules);
//! game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
//!
//! let seat = game.turn().unwrap();
//! let view = game.view(Viewer::Seat(seat));
//! let mut chair = Chair::new("g1", seat, &["Ann", "Ben"], &setting, &view);
//! assert!(chair.start().starts_with(r#"{"game":"g1","turn":0,"start":{"players":2,"names":["Ann","Ben"]"#));
//! chair.ask(&view, None);
//!
//! // The bot says {"game":"g1","turn":0,"SM":"SMPass"}.
//! let command = chair.hear(Some("g1"), Some(0), &ServerMessage::SMPass).unwrap();
//! let events = game.decide(seat, &command, &mut context).unwrap();
//! events.iter().for_each(|event| game.apply(event));
//! let seen = see(&events[0], Viewer::Seat(seat), game.rules());
//! let told = chair.tell(&seen, &Standing::of(&game));
//! let player = seat.0 + 1;
//! assert_eq!(told.unwrap(), format!(r#"{{"game":"g1","turn":1,"RCM":{{"CMPassed":{player}}}}}"#));
//! ```

// The conversation, without input or output.
mod limits;
mod lines;

mod setting;

mod hear;
mod tell;

mod chair;
mod conversation;

// Bots attached: as child processes, over TCP.
mod link;

mod child;
mod lobby;

mod remote;

// The other end: a bot that follows a game and plays.
mod follower;
pub mod manual;
mod trace;

mod client;

pub use chair::Chair;
pub use child::{BadCommand, CommandLine};
pub use client::{Client, ClientError, Mind, Parting, ServerLineOrAnswer, Thinker, Thinking, said};
pub use conversation::{Conversation, Ending, Step};
pub use follower::{FollowError, Follower, Said};
pub use hear::heard;
pub use limits::Limits;
pub use lines::{LineBuffer, LineFault};
pub use lobby::{Door, Lobby};
pub use remote::{Noise, Remote};
pub use setting::Setting;
pub use tell::{Standing, told};
pub use trace::{Trace, Way};
