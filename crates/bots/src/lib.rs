//! Bots in any language: the conversation with them, and the ways they are attached.
//!
//! The conversation itself does no input or output: lines and times go in, lines, commands and deadlines come out. A
//! [`ConnectionProtocol`] belongs to a connection: it greets, keeps the heartbeat and refuses what no honest bot sends. A
//! [`SeatProtocol`] belongs to a seat of a game: it tells what happens there, asks for the turn and takes only answers to what
//! it asked. Servers and arenas drive both in their own way; [`RemoteBot`] is the blocking way, with a thread to read and
//! a thread to write for each bot, and a [`BotListener`] with its [`BotLobby`] is where bots arrive that connect over TCP.
//!
//! ```
//! use lexicon::AnyWord;
//! use quixotry_bots::{SeatProtocol, MatchSetup, Scoreboard};
//! use rules::{Command, Context, Game, Millis, Seat, SeededChance, Viewer};
//! use wire::bot::ServerMessage;
//!
//! let rules = presets::Library::shipped().rules("itu").unwrap();
//! let setting = MatchSetup::new(rules.clone(), presets::english().clone());
//! let mut chance = SeededChance::new(7);
//! let mut context = Context { words: presets::english(), chance: &mut chance, now: Millis(0) };
//! let mut game = Game::new(rules);
//! game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
//!
//! let seat = game.turn().unwrap();
//! let view = game.view(Viewer::Seat(seat));
//! let mut protocol = SeatProtocol::new("g1", seat, &["Ann", "Ben"], &setting, &view);
//! assert!(protocol.start_line().starts_with(r#"{"game":"g1","turn":0,"start":{"players":2,"names":["Ann","Ben"]"#));
//! protocol.request_turn(&view, None);
//!
//! // The bot says {"game":"g1","turn":0,"SM":"SMPass"}.
//! let command = protocol.accept_answer(Some("g1"), Some(0), &ServerMessage::SMPass).unwrap();
//! let events = game.decide(seat, &command, &mut context).unwrap();
//! events.iter().for_each(|event| game.apply(event));
//! let seen = events[0].view(Viewer::Seat(seat), game.rules());
//! let told = protocol.report_event(&seen, &Scoreboard::of(&game));
//! let player = seat.0 + 1;
//! assert_eq!(told.unwrap(), format!(r#"{{"game":"g1","turn":1,"RCM":{{"CMPassed":{player}}}}}"#));
//! ```

// The conversation, without input or output.
mod limits;
mod lines;

mod setup;

mod incoming;
mod outgoing;

mod connection_protocol;
mod seat_protocol;

// Bots attached: as child processes, over TCP.
mod line_connection;

mod lobby;
mod process;

mod remote_bot;

// The other end: a bot that follows a game and plays.
mod follower;
pub mod manual;
mod trace;

mod client;

pub use client::{
    BotClient, BotClientError, BotStrategy, ObservedMessage, PlayerStrategy, SessionEnd, ThinkingTime,
    command_message,
};
pub use connection_protocol::{ConnectionError, ConnectionProtocol, LineEffect};
pub use follower::{FollowError, GameFollower, ServerUpdate};
pub use incoming::to_command;
pub use limits::ConnectionLimits;
pub use lines::{LineBuffer, LineBufferError};
pub use lobby::{BotListener, BotLobby};
pub use outgoing::{Scoreboard, event_message};
pub use process::{CommandLine, CommandLineError};
pub use remote_bot::{BotEvent, RemoteBot};
pub use seat_protocol::SeatProtocol;
pub use setup::MatchSetup;
pub use trace::{MessageDirection, Trace};
