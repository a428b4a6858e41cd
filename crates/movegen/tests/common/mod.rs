//! Boards, tiles and a slow twin for the tests.
#![allow(dead_code, unreachable_pub, missing_docs)]

pub mod case;
pub mod classic;
pub mod naive;
pub mod scenes;
