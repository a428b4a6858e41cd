//! A black-box proof that the server loses nothing and leaks nothing.
//!
//! The program starts real servers and plays many games with clients that retry, lie and hang up, while faults of a
//! schedule kill, pause and cut. The clients write down what they sent and got. [`checker`] compares this history with
//! the logs of the games afterwards. `docs/reliability.md` describes the promises and how to run it.

pub mod args;
pub mod program;

pub mod clock;
pub mod database;
pub mod faults;
pub mod node;

pub mod history;
pub mod recorder;

pub mod abuse;
pub mod bot;
pub mod http;
pub mod innocent;
pub mod person;
pub mod reader;
pub mod scripts;
pub mod testbed;

pub mod checker;
pub mod finals;
pub mod report;
pub mod run;
