//! The server as a process: how it starts, serves, ends, and what it leaves behind when it is killed.

mod client;
mod process;

mod configuration;
mod killing;
mod life;
mod store;
mod tls;
