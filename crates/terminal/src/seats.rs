//! The players of a local game, from texts such as `you,computer:greedy` or `Ann,Ben`.

use players::PlayerLevel;
use std::fmt;

/// The level of a computer for which no level is given.
const DEFAULT_LEVEL: &str = "greedy";

/// The maximum length of a player's name in characters.
const MAX_NAME_LENGTH: usize = 24;

/// The kind of player at a seat.
#[derive(Clone, Copy, Debug)]
pub enum PlayerKind {
    /// A person at the keyboard.
    Human,
    /// A computer player.
    Computer(&'static PlayerLevel),
}

impl PlayerKind {
    /// Whether a person plays.
    #[must_use]
    pub fn is_human(self) -> bool {
        matches!(self, PlayerKind::Human)
    }
}

/// The player of a seat.
#[derive(Clone, Debug)]
pub struct SeatPlan {
    /// The player's name.
    pub name: String,
    /// The kind of player.
    pub kind: PlayerKind,
}

impl SeatPlan {
    /// A person with a name.
    #[must_use]
    pub fn human(name: &str) -> SeatPlan {
        SeatPlan { name: name.to_owned(), kind: PlayerKind::Human }
    }

    /// A computer player named after its level.
    #[must_use]
    pub fn computer(level: &'static PlayerLevel) -> SeatPlan {
        SeatPlan { name: capitalise(level.name), kind: PlayerKind::Computer(level) }
    }
}

/// The level of a computer for which no level is given.
#[must_use]
pub fn default_level() -> &'static PlayerLevel {
    players::by_name(DEFAULT_LEVEL).unwrap_or(&players::list()[0])
}

/// Why a list of seats cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeatsError {
    /// There is no such level.
    #[error("there is no computer player called {level:?}; there are {known}")]
    NoSuchLevel {
        /// The unknown level.
        level: String,
        /// The known levels.
        known: LevelNames,
    },
    /// A name is not allowed.
    #[error(
        "seat {number}: a name has 1 to {MAX_NAME_LENGTH} characters and no control characters, not {name:?}"
    )]
    BadName {
        /// The number of the seat, from 1.
        number: usize,
        /// The name.
        name: String,
    },
    /// Two players have the same name.
    #[error("two seats are called {0:?}; each player needs a different name")]
    SameName(String),
}

/// A list of level names, printed with commas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelNames(Vec<&'static str>);

impl fmt::Display for LevelNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

/// Parses a comma-separated list of seats. `you` or a name is a person, `computer` or `computer:LEVEL` is a computer,
/// and `NAME=computer:LEVEL` is a computer with a name.
///
/// # Errors
///
/// If a level is unknown, a name is not allowed, or two players have the same name.
pub fn parse_seats(text: &str) -> Result<Vec<SeatPlan>, SeatsError> {
    let mut seats: Vec<SeatPlan> = Vec::new();
    for (index, part) in text.split(',').enumerate() {
        let mut seat = parse_seat(part.trim(), index + 1)?;
        let named = part.contains('=') || seat.kind.is_human();
        if seats.iter().any(|other| other.name == seat.name) {
            if named {
                return Err(SeatsError::SameName(seat.name));
            }
            seat.name = unique_name(&seat.name, &seats);
        }
        seats.push(seat);
    }
    Ok(seats)
}

fn parse_seat(text: &str, number: usize) -> Result<SeatPlan, SeatsError> {
    let (name, kind) = match text.split_once('=') {
        Some((name, kind)) => (Some(name.trim()), kind.trim()),
        None => (None, text),
    };
    let seat = match kind.split_once(':') {
        _ if kind.eq_ignore_ascii_case("you") => SeatPlan::human("You"),
        _ if kind.eq_ignore_ascii_case("computer") => SeatPlan::computer(default_level()),
        Some((kind, level)) if kind.trim().eq_ignore_ascii_case("computer") => {
            SeatPlan::computer(find(level.trim())?)
        }
        _ => SeatPlan::human(kind),
    };
    let name = name.unwrap_or(&seat.name);
    let fits = (1..=MAX_NAME_LENGTH).contains(&name.chars().count()) && !name.contains(char::is_control);
    if fits {
        Ok(SeatPlan { name: name.to_owned(), ..seat })
    } else {
        Err(SeatsError::BadName { number, name: name.to_owned() })
    }
}

fn find(level: &str) -> Result<&'static PlayerLevel, SeatsError> {
    let known = || LevelNames(players::list().iter().map(|level| level.name).collect());
    players::by_name(&level.to_lowercase())
        .ok_or_else(|| SeatsError::NoSuchLevel { level: level.to_owned(), known: known() })
}

fn unique_name(name: &str, seats: &[SeatPlan]) -> String {
    let free = |name: &String| seats.iter().all(|seat| seat.name != *name);
    (2..).map(|number| format!("{name} {number}")).find(free).unwrap_or_default()
}

fn capitalise(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(text: &str) -> String {
        let seat = |seat: &SeatPlan| match seat.kind {
            PlayerKind::Human => seat.name.clone(),
            PlayerKind::Computer(level) => format!("{} ({})", seat.name, level.name),
        };
        match parse_seats(text) {
            Ok(seats) => seats.iter().map(seat).collect::<Vec<_>>().join(", "),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn seats_are_people_and_computers() {
        assert_eq!(describe("you,computer:static"), "You, Static (static)");
        assert_eq!(describe("YOU, Computer"), "You, Greedy (greedy)");
        assert_eq!(
            describe("Ann,Ben,computer,computer:greedy"),
            "Ann, Ben, Greedy (greedy), Greedy 2 (greedy)"
        );
        assert_eq!(describe("Ann,Hal=computer:longest"), "Ann, Hal (longest)");
    }

    #[test]
    fn bad_seats_say_what_to_do() {
        let names: Vec<&str> = players::list().iter().map(|level| level.name).collect();
        assert_eq!(
            describe("you,computer:best"),
            format!("there is no computer player called \"best\"; there are {}", names.join(", "))
        );
        assert_eq!(describe("you,You"), "two seats are called \"You\"; each player needs a different name");
        assert_eq!(
            describe("you,"),
            "seat 2: a name has 1 to 24 characters and no control characters, not \"\""
        );
        assert!(describe("\u{1b}[2J").starts_with("seat 1: a name has"));
    }
}
