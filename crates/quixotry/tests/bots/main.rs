//! Bots, arenas and workers as real processes: on sockets, on pipes, on a terminal, over a real PostgreSQL; killed,
//! slow, and cut off.

#[path = "../../../store/tests/support/postgres.rs"]
#[allow(dead_code, reason = "each test file uses its part of it")]
mod postgres;
mod process;

mod arena;
mod attached;
mod manual;
mod workers;
