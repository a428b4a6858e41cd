//! Who sits where: `you,computer:greedy`, `Ann,Ben`.

use players::PlayerLevel;
use std::fmt;

/// The level of computers whose level nobody said.
const USUAL_LEVEL: &str = "greedy";

/// The longest name a player may have.
const LONGEST_NAME: usize = 24;

/// Who plays at a seat.
#[derive(Clone, Copy, Debug)]
pub enum Who {
    /// A person at the keyboard.
    Human,
    /// A computer player.
    Computer(&'static PlayerLevel),
}

impl Who {
    /// Whether it is a person.
    pub fn is_human(self) -> bool {
        matches!(self, Who::Human)
    }
}

/// A seat before the game begins.
#[derive(Clone, Debug)]
pub struct SeatPlan {
    /// What its player is called.
    pub name: String,
    /// Who plays there.
    pub who: Who,
}

impl SeatPlan {
    /// A person.
    pub fn human(name: &str) -> SeatPlan {
        SeatPlan { name: name.to_owned(), who: Who::Human }
    }

    /// A computer player called after its level.
    pub fn computer(level: &'static PlayerLevel) -> SeatPlan {
        SeatPlan { name: capitalised(level.name), who: Who::Computer(level) }
    }
}

/// The level a computer has when none is named.
pub fn usual_level() -> &'static PlayerLevel {
    players::by_name(USUAL_LEVEL).unwrap_or(&players::list()[0])
}

/// Why a list of seats cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SeatsError {
    /// There is no such level.
    #[error("there is no computer player called {level:?}; there are {known}")]
    NoSuchLevel {
        /// What was asked for.
        level: String,
        /// What there is.
        known: Names,
    },
    /// A name that cannot be used.
    #[error(
        "seat {number}: a name has 1 to {LONGEST_NAME} characters and no control characters, not {name:?}"
    )]
    BadName {
        /// Which seat, from 1.
        number: usize,
        /// The name.
        name: String,
    },
    /// Two players with one name.
    #[error("two seats are called {0:?}; names tell players apart")]
    SameName(String),
}

/// Names in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Vec<&'static str>);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

/// Reads seats: `you` or any name is a person, `computer` or `computer:LEVEL` a computer,
/// `NAME=computer:LEVEL` one with a name of its own.
pub fn parse_seats(text: &str) -> Result<Vec<SeatPlan>, SeatsError> {
    let mut seats: Vec<SeatPlan> = Vec::new();
    for (index, part) in text.split(',').enumerate() {
        let mut seat = parse_seat(part.trim(), index + 1)?;
        let named = part.contains('=') || seat.who.is_human();
        if seats.iter().any(|other| other.name == seat.name) {
            if named {
                return Err(SeatsError::SameName(seat.name));
            }
            seat.name = numbered(&seat.name, &seats);
        }
        seats.push(seat);
    }
    Ok(seats)
}

fn parse_seat(text: &str, number: usize) -> Result<SeatPlan, SeatsError> {
    let (name, who) = match text.split_once('=') {
        Some((name, who)) => (Some(name.trim()), who.trim()),
        None => (None, text),
    };
    let seat = match who.split_once(':') {
        _ if who.eq_ignore_ascii_case("you") => SeatPlan::human("You"),
        _ if who.eq_ignore_ascii_case("computer") => SeatPlan::computer(usual_level()),
        Some((kind, level)) if kind.trim().eq_ignore_ascii_case("computer") => {
            SeatPlan::computer(find(level.trim())?)
        }
        _ => SeatPlan::human(who),
    };
    let name = name.unwrap_or(&seat.name);
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.contains(char::is_control);
    if fits {
        Ok(SeatPlan { name: name.to_owned(), ..seat })
    } else {
        Err(SeatsError::BadName { number, name: name.to_owned() })
    }
}

fn find(level: &str) -> Result<&'static PlayerLevel, SeatsError> {
    let known = || Names(players::list().iter().map(|level| level.name).collect());
    players::by_name(&level.to_lowercase())
        .ok_or_else(|| SeatsError::NoSuchLevel { level: level.to_owned(), known: known() })
}

fn numbered(name: &str, seats: &[SeatPlan]) -> String {
    let free = |name: &String| seats.iter().all(|seat| seat.name != *name);
    (2..).map(|number| format!("{name} {number}")).find(free).unwrap_or_default()
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        let seat = |seat: &SeatPlan| match seat.who {
            Who::Human => seat.name.clone(),
            Who::Computer(level) => format!("{} ({})", seat.name, level.name),
        };
        match parse_seats(text) {
            Ok(seats) => seats.iter().map(seat).collect::<Vec<_>>().join(", "),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn seats_are_people_and_computers() {
        assert_eq!(told("you,computer:static"), "You, Static (static)");
        assert_eq!(told("YOU, Computer"), "You, Greedy (greedy)");
        assert_eq!(told("Ann,Ben,computer,computer:greedy"), "Ann, Ben, Greedy (greedy), Greedy 2 (greedy)");
        assert_eq!(told("Ann,Hal=computer:longest"), "Ann, Hal (longest)");
    }

    #[test]
    fn bad_seats_say_what_to_do() {
        let names: Vec<&str> = players::list().iter().map(|level| level.name).collect();
        assert_eq!(
            told("you,computer:best"),
            format!("there is no computer player called \"best\"; there are {}", names.join(", "))
        );
        assert_eq!(told("you,You"), "two seats are called \"You\"; names tell players apart");
        assert_eq!(told("you,"), "seat 2: a name has 1 to 24 characters and no control characters, not \"\"");
        assert!(told("\u{1b}[2J").starts_with("seat 1: a name has"));
    }
}
