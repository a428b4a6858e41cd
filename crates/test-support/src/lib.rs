//! Helpers shared by the tests, benchmarks and examples of several crates, and by the torture. Not published: a
//! published crate may use them only as a dev-dependency.
//!
//! Unit tests inside a crate must not use these helpers where they take or return types of that crate: the types
//! would be of another compilation of it. Integration tests, benchmarks and examples can use all of them.

pub mod case;
pub mod classic;
pub mod naive;
pub mod scenes;

#[cfg(unix)]
pub mod postgres;
