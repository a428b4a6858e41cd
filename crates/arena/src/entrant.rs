//! The bots of a match.

use bots::{CommandLine, CommandLineError};
use players::PlayerLevel;
use std::str::FromStr;

/// A bot in a match.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name in tables and records; it is unique.
    pub name: String,
    /// The specification as the user wrote it, without the name.
    pub spec: String,
    /// The kind of bot.
    pub kind: EntrantKind,
}

/// The kind of a bot.
#[derive(Clone, Debug)]
pub enum EntrantKind {
    /// A built-in player.
    BuiltIn(&'static PlayerLevel),
    /// A program that uses standard input and output.
    Program(CommandLine),
    /// A bot that connects over TCP with this name.
    Network(String),
}

/// Why the specification of a bot is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntrantError {
    /// There is no such player.
    #[error("there is no player called {name:?}; there are {known}, cmd:PROGRAM and tcp:NAME")]
    NoSuchPlayer {
        /// The name.
        name: String,
        /// The existing names.
        known: String,
    },
    /// The command line is invalid.
    #[error(transparent)]
    Command(#[from] CommandLineError),
    /// The name is missing.
    #[error("{0:?} gives no name")]
    NoName(String),
}

impl FromStr for Entrant {
    type Err = EntrantError;

    /// Parses `greedy`, `cmd:./mybot --fast` or `tcp:ann`, optionally with a name as in `fast=cmd:./mybot --fast`.
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

/// Parses the bots of a match, with `copies` of each. Numbers are added to names that are not unique.
///
/// # Errors
///
/// A specification is invalid.
pub fn entrants<S: AsRef<str>>(specs: &[S], copies: usize) -> Result<Vec<Entrant>, EntrantError> {
    let mut all: Vec<Entrant> = Vec::new();
    for spec in specs {
        let entrant: Entrant = spec.as_ref().parse()?;
        for _ in 0..copies.max(1) {
            let name = unique_name(&entrant.name, &all);
            all.push(Entrant { name, ..entrant.clone() });
        }
    }
    Ok(all)
}

fn unique_name(name: &str, all: &[Entrant]) -> String {
    let names = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}-{number}")));
    let free = |name: &String| all.iter().all(|other| other.name != *name);
    names.into_iter().find(free).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_a_player_a_program_or_a_connection() {
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
    fn invalid_specifications_are_refused() {
        let error = |spec: &str| spec.parse::<Entrant>().unwrap_err().to_string();
        assert!(error("gredy").starts_with("there is no player called \"gredy\"; there are "));
        assert!(error("cmd:").contains("name a program"));
        assert_eq!(error("tcp:"), "\"tcp:\" gives no name");
        assert_eq!(error("=greedy"), "\"=greedy\" gives no name");
    }
}
