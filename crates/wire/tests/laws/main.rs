//! Properties of the JSON formats, tested with random games, and a corpus of invalid texts.
#![allow(unreachable_pub, missing_docs, reason = "tests have no users")]

mod common;
mod corpus;
mod positions;
mod records;
mod views;
