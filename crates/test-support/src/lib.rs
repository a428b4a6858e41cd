//! Test helpers shared by several crates. Not published.

#[cfg(unix)]
pub mod postgres;
