//! The game server.
