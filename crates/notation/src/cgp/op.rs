//! The options of a position.

use super::CgpErrorKind;
use crate::coords::parse_integer;
use crate::tiletext::short;
use rules::{Coord, Points};
use std::fmt;

/// An option of a position. Unknown options are kept as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CgpOption {
    /// `bb`: points for playing a full rack.
    Bonus(Points),
    /// `bdn`: the name of the board.
    BoardName(String),
    /// `cr`: the challenge rule: single, double, triple, void, or points such as `5pt`.
    Challenge(String),
    /// `etl`: how many tiles the bag must hold for an exchange.
    ExchangeLimit(u16),
    /// `gid`: the game's id.
    GameId(String),
    /// `ld`: the tiles.
    Tiles(String),
    /// `lex`: the lexicon.
    Lexicon(String),
    /// `lm`: the last play.
    Last(CgpLastPlay),
    /// `mcnz`: how many turns without points end the game.
    MaxZeros(u16),
    /// `org`: the top left corner of the rows. Only boards without edges have it.
    Origin(Coord),
    /// `oru`: the opponent's rack is not known.
    OpponentUnknown(String),
    /// `ti`: milliseconds added after each turn.
    Increment(i64),
    /// `tmr`: milliseconds left for each player, beginning with the player to move; negative in overtime.
    Timers(Vec<i64>),
    /// `to`: the longest overtime in milliseconds.
    MaxOvertime(i64),
    /// `unk`: how many tiles each rack has besides those that are written. An extension.
    UnknownTiles(Vec<usize>),
    /// `var`: the variant.
    Variant(String),
    /// Any other option.
    Other {
        /// Its name.
        code: String,
        /// What follows the name.
        value: String,
    },
}

/// The last play before a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CgpLastPlay {
    /// `pass`.
    Pass,
    /// `ex.ABC` or `ex.3`.
    Exchange(String),
    /// `-ABC` or `-3`.
    ShortExchange(String),
    /// `8H.WORD`.
    Play {
        /// The coordinate.
        coordinate: String,
        /// The tiles, with all letters of the word.
        tiles: String,
    },
    /// `phony.8H.WORD`: taken back after a challenge.
    Phony {
        /// The coordinate.
        coordinate: String,
        /// The tiles, with all letters of the word.
        tiles: String,
    },
}

/// Reads all options. An error comes with the byte at which its option begins.
pub(super) fn parse_all(text: &str) -> Result<Vec<CgpOption>, (usize, CgpErrorKind)> {
    let mut ops = Vec::new();
    let mut at = 0;
    for part in text.split(';') {
        let option = part.trim();
        let begins = at + (part.len() - part.trim_start().len());
        if !option.is_empty() {
            ops.push(parse(option).map_err(|reason| (begins, reason))?);
        }
        at += part.len() + 1;
    }
    Ok(ops)
}

fn parse(text: &str) -> Result<CgpOption, CgpErrorKind> {
    let (code, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    let wrong = |expected| CgpErrorKind::Option { code: short(code), value: short(value), expected };
    let name = || if value.is_empty() { Err(wrong("a name")) } else { Ok(value.to_owned()) };
    let time = || value.parse().map_err(|_| wrong("a number of milliseconds"));
    Ok(match code {
        "bb" => CgpOption::Bonus(value.parse().map_err(|_| wrong("a number of points"))?),
        "bdn" => CgpOption::BoardName(name()?),
        "cr" => CgpOption::Challenge(
            challenge(value).ok_or_else(|| wrong("single, double, triple, void, 5pt or 10pt"))?,
        ),
        "etl" => CgpOption::ExchangeLimit(value.parse().map_err(|_| wrong("a number of tiles"))?),
        "gid" => CgpOption::GameId(name()?),
        "ld" => CgpOption::Tiles(name()?),
        "lex" => CgpOption::Lexicon(name()?),
        "lm" => {
            CgpOption::Last(last(value).ok_or_else(|| wrong("8H.WORD, phony.8H.WORD, ex.ABC, ex.3 or pass"))?)
        }
        "mcnz" => CgpOption::MaxZeros(value.parse().map_err(|_| wrong("a number of turns"))?),
        "org" => CgpOption::Origin(origin(value).ok_or_else(|| wrong("a place, such as -3,5"))?),
        "oru" => CgpOption::OpponentUnknown(value.to_owned()),
        "ti" => CgpOption::Increment(time()?),
        "tmr" => CgpOption::Timers(timers(value).ok_or_else(|| wrong("milliseconds, separated by /"))?),
        "to" => CgpOption::MaxOvertime(time()?),
        "unk" => {
            CgpOption::UnknownTiles(counts(value).ok_or_else(|| wrong("numbers of tiles, separated by /"))?)
        }
        "var" => CgpOption::Variant(name()?),
        _ => CgpOption::Other { code: code.to_owned(), value: value.to_owned() },
    })
}

fn challenge(value: &str) -> Option<String> {
    let points = value.strip_suffix("pt").is_some_and(|points| points.parse::<u16>().is_ok());
    let known = points || ["single", "double", "triple", "void"].contains(&value);
    known.then(|| value.to_owned())
}

fn timers(value: &str) -> Option<Vec<i64>> {
    value.split('/').map(|time| time.parse().ok()).collect()
}

fn counts(value: &str) -> Option<Vec<usize>> {
    value.split('/').map(|count| count.parse().ok()).collect()
}

fn origin(value: &str) -> Option<Coord> {
    let (x, y) = value.split_once(',')?;
    Some(Coord::new(parse_integer(x)?, parse_integer(y)?))
}

fn last(value: &str) -> Option<CgpLastPlay> {
    if value == "pass" {
        return Some(CgpLastPlay::Pass);
    }
    if let Some(tiles) = value.strip_prefix("ex.") {
        return (!tiles.is_empty()).then(|| CgpLastPlay::Exchange(tiles.to_owned()));
    }
    if let Some(tiles) = value.strip_prefix('-').filter(|rest| !rest.contains(['.', ','])) {
        return (!tiles.is_empty()).then(|| CgpLastPlay::ShortExchange(tiles.to_owned()));
    }
    let (phony, play) = match value.strip_prefix("phony.") {
        Some(play) => (true, play),
        None => (false, value),
    };
    let (coordinate, tiles) =
        play.split_once('.').filter(|(coordinate, tiles)| !coordinate.is_empty() && !tiles.is_empty())?;
    let (coordinate, tiles) = (coordinate.to_owned(), tiles.to_owned());
    Some(if phony {
        CgpLastPlay::Phony { coordinate, tiles }
    } else {
        CgpLastPlay::Play { coordinate, tiles }
    })
}

impl fmt::Display for CgpLastPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CgpLastPlay::Pass => f.write_str("pass"),
            CgpLastPlay::Exchange(tiles) => write!(f, "ex.{tiles}"),
            CgpLastPlay::ShortExchange(tiles) => write!(f, "-{tiles}"),
            CgpLastPlay::Play { coordinate, tiles } => write!(f, "{coordinate}.{tiles}"),
            CgpLastPlay::Phony { coordinate, tiles } => write!(f, "phony.{coordinate}.{tiles}"),
        }
    }
}

impl fmt::Display for CgpOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CgpOption::Bonus(points) => write!(f, "bb {points}"),
            CgpOption::BoardName(name) => write!(f, "bdn {name}"),
            CgpOption::Challenge(rule) => write!(f, "cr {rule}"),
            CgpOption::ExchangeLimit(tiles) => write!(f, "etl {tiles}"),
            CgpOption::GameId(id) => write!(f, "gid {id}"),
            CgpOption::Tiles(name) => write!(f, "ld {name}"),
            CgpOption::Lexicon(name) => write!(f, "lex {name}"),
            CgpOption::Last(play) => write!(f, "lm {play}"),
            CgpOption::MaxZeros(turns) => write!(f, "mcnz {turns}"),
            CgpOption::Origin(at) => write!(f, "org {},{}", at.x, at.y),
            CgpOption::OpponentUnknown(value) => write_option(f, "oru", value),
            CgpOption::Other { code, value } => write_option(f, code, value),
            CgpOption::Increment(time) => write!(f, "ti {time}"),
            CgpOption::Timers(times) => {
                let times: Vec<String> = times.iter().map(ToString::to_string).collect();
                write!(f, "tmr {}", times.join("/"))
            }
            CgpOption::MaxOvertime(time) => write!(f, "to {time}"),
            CgpOption::UnknownTiles(counts) => {
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                write!(f, "unk {}", counts.join("/"))
            }
            CgpOption::Variant(name) => write!(f, "var {name}"),
        }
    }
}

/// Writes a code and its value, if there is one.
fn write_option(f: &mut fmt::Formatter<'_>, code: &str, value: &str) -> fmt::Result {
    if value.is_empty() { f.write_str(code) } else { write!(f, "{code} {value}") }
}
