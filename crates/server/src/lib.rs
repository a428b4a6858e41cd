//! The game server.

pub mod config;
