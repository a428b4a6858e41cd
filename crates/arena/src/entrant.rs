//! Who takes part in a match.

use bots::{CommandLine, CommandLineError};
use players::PlayerLevel;
use std::str::FromStr;

/// A bot in a match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What it is called in tables and records; no two have the same name.
    pub name: String,
    /// How it was asked for, without the name.
    pub spec: String,
    /// What it is.
    pub kind: EntrantKind,
}

/// What a bot is.
#[derive(Clone, Debug)]
pub enum EntrantKind {
    /// One of our own players, in this process.
    BuiltIn(&'static PlayerLevel),
    /// A program, on its standard input and output.
    Program(CommandLine),
    /// A bot that connects over TCP and says this name.
    Network(String),
}

/// Why a bot cannot take part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntrantError {
    /// There is no such player.
    #[error("there is no player called {name:?}; there are {known}, cmd:PROGRAM and tcp:NAME")]
    NoSuchPlayer {
        /// What was asked for.
        name: String,
        /// Those there are.
        known: String,
    },
    /// The command is wrong.
    #[error(transparent)]
    Command(#[from] CommandLineError),
    /// A name is missing.
    #[error("{0:?} gives no name")]
    NoName(String),
}

impl FromStr for Entrant {
    type Err = EntrantError;

    /// Reads `greedy`, `cmd:./mybot --fast`, `tcp:ann`, or any of them with a name, as `fast=cmd:./mybot --fast`.
    fn from_str(text: &str) -> Result<Entrant, EntrantError> {
        let (name, spec) = match text.split_once('=') {
            Some((name, spec)) if !name.contains([':', ' ']) => (Some(name.trim()), spec.trim()),
            _ => (None, text.trim()),
        };
        if name.is_some_and(str::is_empty) {
            return Err(EntrantError::NoName(text.to_owned()));
        }
        let kind = kind(spec)?;
        let usual = match &kind {
            EntrantKind::BuiltIn(level) => level.name,
            EntrantKind::Program(command) => command.program(),
            EntrantKind::Network(name) => name,
        };
        let name = name.unwrap_or(usual).to_owned();
        Ok(Entrant { name, spec: spec.to_owned(), kind })
    }
}

fn kind(spec: &str) -> Result<EntrantKind, EntrantError> {
    if let Some(command) = spec.strip_prefix("cmd:") {
        return Ok(EntrantKind::Program(command.parse()?));
    }
    if let Some(name) = spec.strip_prefix("tcp:") {
        let name = name.trim();
        return match name {
            "" => Err(EntrantError::NoName(spec.to_owned())),
            name => Ok(EntrantKind::Network(name.to_owned())),
        };
    }
    players::by_name(spec).map(EntrantKind::BuiltIn).ok_or_else(|| EntrantError::NoSuchPlayer {
        name: spec.to_owned(),
        known: players::list().iter().map(|level| level.name).collect::<Vec<_>>().join(", "),
    })
}

/// Reads all bots of a match, each so many times, and gives those with the same name a number.
pub fn entrants<S: AsRef<str>>(specs: &[S], copies: usize) -> Result<Vec<Entrant>, EntrantError> {
    let mut all: Vec<Entrant> = Vec::new();
    for spec in specs {
        let entrant: Entrant = spec.as_ref().parse()?;
        for _ in 0..copies.max(1) {
            let name = unused(&entrant.name, &all);
            all.push(Entrant { name, ..entrant.clone() });
        }
    }
    Ok(all)
}

fn unused(name: &str, all: &[Entrant]) -> String {
    let names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}-{number}")));
    let free = |name: &String| all.iter().all(|other| other.name != *name);
    names.into_iter().find(free).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_asked_for_in_three_ways() {
        let names = |specs: &[&str], copies| {
            let all = entrants(specs, copies).unwrap();
            all.into_iter().map(|entrant| entrant.name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&["greedy", "static"], 1), "greedy static");
        assert_eq!(names(&["greedy", "greedy", "greedy"], 1), "greedy greedy-2 greedy-3");
        assert_eq!(names(&["a=greedy"], 3), "a a-2 a-3");
        assert_eq!(names(&["cmd:./my.py --level=3", "tcp:Ann", "b=cmd:x --y=2"], 1), "my Ann b");
    }

    #[test]
    fn what_cannot_take_part_is_told() {
        let error = |spec: &str| spec.parse::<Entrant>().unwrap_err().to_string();
        assert!(error("gredy").starts_with("there is no player called \"gredy\"; there are "));
        assert!(error("cmd:").contains("name a program"));
        assert_eq!(error("tcp:"), "\"tcp:\" gives no name");
        assert_eq!(error("=greedy"), "\"=greedy\" gives no name");
    }
}
