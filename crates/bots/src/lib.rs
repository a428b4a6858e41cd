//! The bot protocol: bots in any language, as child processes or over TCP.
//!
//! The protocol itself does no input or output: lines and times go in; lines, commands and deadlines come out.
//! [`ConnectionProtocol`] handles a connection: hello, heartbeat and limits. [`SeatProtocol`] handles a seat of a game:
//! it makes the messages about events, requests commands and accepts only answers to its requests. Two kinds of
//! connection drive both. [`RemoteBot`] is the blocking one, with one thread that reads and one that writes for each
//! bot; bots that connect over TCP arrive at a [`BotListener`] and wait in its [`BotLobby`]. `BotStream`, with the
//! feature `tokio`, is the asynchronous one, for a server with its own tables. [`BotClient`] is the other side of the
//! connection.
//!
//! ```
//! # use {presets as quixotry_presets, rules as quixotry_rules, wire as quixotry_wire};
//! use quixotry_bots::{SeatProtocol, MatchSetup, Scoreboard};
//! use quixotry_rules::{Command, Context, Game, Millis, Seat, SeededChance, Viewer};
//! use quixotry_wire::bot::ServerMessage;
//!
//! let rules = quixotry_presets::Library::shipped().rules("itu").unwrap();
//! let setup = MatchSetup::new(rules.clone(), quixotry_presets::english().clone());
//! let mut chance = SeededChance::new(7);
//! let mut context = Context { words: quixotry_presets::english(), chance: &mut chance, now: Millis(0) };
//! let mut game = Game::new(rules);
//! game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
//!
//! let seat = game.turn().unwrap();
//! let view = game.view(Viewer::Seat(seat));
//! let mut protocol = SeatProtocol::new("g1", seat, &["Ann", "Ben"], &setup, &view);
//! assert!(protocol.start_line().starts_with(r#"{"game":"g1","turn":0,"start":{"players":2,"names":["Ann","Ben"]"#));
//! protocol.request_turn(&view, None);
//!
//! // The bot sends {"game":"g1","turn":0,"SM":"SMPass"}.
//! let command = protocol.accept_answer(Some("g1"), Some(0), &ServerMessage::SMPass).unwrap();
//! let events = game.decide(seat, &command, &mut context).unwrap();
//! events.iter().for_each(|event| game.apply(event));
//! let seen = events[0].view(Viewer::Seat(seat), game.rules());
//! let message = protocol.report_event(&seen, &Scoreboard::of(&game));
//! let player = seat.0 + 1;
//! assert_eq!(message.unwrap(), format!(r#"{{"game":"g1","turn":1,"RCM":{{"CMPassed":{player}}}}}"#));
//! ```

// The protocol, without input or output.
mod limits;
mod lines;

mod setup;

mod incoming;
mod outgoing;

mod connection_protocol;
mod seat_protocol;

mod dialogue;

// Bots as child processes and over TCP.
mod line_connection;

#[cfg(feature = "tokio")]
mod bot_stream;

mod lobby;
mod process;

mod remote_bot;

// The bot's side.
mod follower;
pub mod manual;
mod trace;

mod client;

#[cfg(feature = "tokio")]
pub use bot_stream::BotStream;
pub use client::{
    BotClient, BotClientError, BotStrategy, ObservedMessage, PlayerStrategy, SessionEnd, ThinkingTime,
    command_message,
};
pub use connection_protocol::{ConnectionError, ConnectionProtocol, LineEffect};
pub use dialogue::BotInput;
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
