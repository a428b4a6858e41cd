//! The players there are, by name.

use crate::champion::Champion;
use crate::first::First;
use crate::greedy::Greedy;
use crate::longest::Longest;
use crate::player::Player;
use crate::sim::SimPlayer;
use crate::steady::Steady;
use lexicon::{BuildError, WordGraph};
use rules::Ruleset;
use std::fmt;

/// What a player is made with.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The rules of its game.
    pub rules: &'a Ruleset,
    /// The words it knows.
    pub words: &'a WordGraph,
    /// Where its chance begins, for players that use any.
    pub seed: u64,
}

type Made = Result<Box<dyn Player>, BuildError>;

/// A kind of player.
#[derive(Clone, Copy)]
pub struct Level {
    /// The name it is asked for by.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    make: fn(Setup<'_>) -> Made,
}

impl Level {
    /// Makes a player of this kind; fails only where any order of letters is good and the sorted words make no graph.
    pub fn player(&self, setup: Setup<'_>) -> Made {
        (self.make)(setup)
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Level({})", self.name)
    }
}

static LEVELS: [Level; 6] = [
    Level {
        name: "first",
        about: "lays the first legal play it comes upon",
        make: |setup| Ok(Box::new(First::new(setup)?)),
    },
    Level {
        name: "longest",
        about: "makes the longest word, and of those the one that counts most",
        make: |setup| Ok(Box::new(Longest::new(setup)?)),
    },
    Level { name: "greedy", about: "takes the most points", make: |setup| Ok(Box::new(Greedy::new(setup)?)) },
    Level {
        name: "static",
        about: "weighs points against the tiles it keeps, and exchanges when that is better",
        make: |setup| Ok(Box::new(Steady::new(setup)?)),
    },
    Level {
        name: "sim",
        about: "plays the best few plays out many times and takes the one that turns out best",
        make: |setup| Ok(Box::new(SimPlayer::new(setup)?)),
    },
    Level {
        name: "champion",
        about: "simulates, studies the last draws, solves the endgame, and divides its clock over the game",
        make: |setup| Ok(Box::new(Champion::new(setup)?)),
    },
];

/// All kinds of players, weakest first.
pub fn list() -> &'static [Level] {
    &LEVELS
}

/// The kind of player with this name; `strong` is the strongest there is.
pub fn by_name(name: &str) -> Option<&'static Level> {
    match name {
        "strong" => LEVELS.last(),
        _ => LEVELS.iter().find(|level| level.name == name),
    }
}
