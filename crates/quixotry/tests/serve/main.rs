//! The server as a process: how it starts, serves, ends, and what it leaves behind when it is killed.

mod client;
#[allow(dead_code, reason = "the tests of the store use the rest")]
mod process;

mod bots;
mod configuration;
mod killing;
mod life;
mod rolling;
mod scarcity;
mod store;
mod tls;
