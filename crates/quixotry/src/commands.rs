//! A file for each command: what it takes, and what it does.

pub(crate) mod overview;

pub(crate) mod serve;
pub(crate) mod store;

pub(crate) mod play;

pub(crate) mod score;

pub(crate) mod moves;

pub(crate) mod analyze;
pub(crate) mod endgame;
pub(crate) mod puzzle;

pub(crate) mod board;
pub(crate) mod rules;
pub(crate) mod tiles;

pub(crate) mod lexicon;
pub(crate) mod record;

pub(crate) mod arena;
pub(crate) mod bot;
pub(crate) mod worker;

pub(crate) mod leaves;
pub(crate) mod players;
pub(crate) mod train;

pub(crate) mod bench;

pub(crate) mod completions;
pub(crate) mod man;
