//! The laws of the JSON forms, tried on random games, and a collection of nasty texts.
#![allow(unreachable_pub, missing_docs, reason = "tests have no users")]

mod common;
mod corpus;
mod positions;
mod records;
mod views;
