//! Bots, arenas and workers as real processes: on sockets, on pipes, on a terminal, over a real PostgreSQL; killed,
//! slow, and cut off.

mod process;

mod arena;
mod attached;
mod interrupt;
mod manual;
mod workers;
