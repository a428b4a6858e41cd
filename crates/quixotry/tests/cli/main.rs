//! The binary as people and programs use it: every command, good and bad input, exit codes, JSON.

mod run;

mod general;

mod analyze;
mod board;
mod endgame;
mod lexicon;
mod moves;
mod quiz;
mod record;
mod rules;
mod score;
mod tiles;
mod train;

mod bench;
mod docs;
