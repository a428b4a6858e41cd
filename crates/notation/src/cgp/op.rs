//! The options of a position.

use super::CgpReason;
use crate::coords::signed;
use crate::tiletext::short;
use rules::{Coord, Points};
use std::fmt;

/// An option of a position: known ones are read, others kept as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// `bb`: points for playing a full rack.
    Bonus(Points),
    /// `bdn`: the name of the board.
    BoardName(String),
    /// `cr`: the challenge rule: single, double, triple, void, or points such as `5pt`.
    Challenge(String),
    /// `etl`: so many tiles must be in the bag to exchange.
    ExchangeLimit(u16),
    /// `gid`: the game's id.
    GameId(String),
    /// `ld`: the tiles.
    Tiles(String),
    /// `lex`: the lexicon.
    Lexicon(String),
    /// `lm`: the last play.
    Last(LastPlay),
    /// `mcnz`: the game ends after so many turns without points.
    MaxZeros(u16),
    /// `org`: where the top left corner of the rows lies; only on boards without edges.
    Origin(Coord),
    /// `oru`: the opponent's rack is not known.
    OpponentUnknown(String),
    /// `ti`: milliseconds added after each turn.
    Increment(i64),
    /// `tmr`: milliseconds left, from the player to move on; negative in overtime.
    Timers(Vec<i64>),
    /// `to`: the longest overtime in milliseconds.
    MaxOvertime(i64),
    /// `var`: the variant.
    Variant(String),
    /// Any other, as it stands.
    Other {
        /// Its name.
        code: String,
        /// What follows the name.
        value: String,
    },
}

/// The last play before a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LastPlay {
    /// `pass`.
    Pass,
    /// `ex.ABC` or `ex.3`.
    Exchange(String),
    /// `-ABC` or `-3`.
    ShortExchange(String),
    /// `8H.WORD`.
    Play {
        /// The coordinate.
        spot: String,
        /// The tiles, with all letters of the word.
        tiles: String,
    },
    /// `phony.8H.WORD`: taken back after a challenge.
    Phony {
        /// The coordinate.
        spot: String,
        /// The tiles, with all letters of the word.
        tiles: String,
    },
}

/// Reads all options; a fault comes with the byte at which its option begins.
pub(super) fn parse_all(text: &str) -> Result<Vec<Op>, (usize, CgpReason)> {
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

fn parse(text: &str) -> Result<Op, CgpReason> {
    let (code, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    let wrong = |expected| CgpReason::Option { code: short(code), value: short(value), expected };
    let name = || if value.is_empty() { Err(wrong("a name")) } else { Ok(value.to_owned()) };
    let time = || value.parse().map_err(|_| wrong("a number of milliseconds"));
    Ok(match code {
        "bb" => Op::Bonus(value.parse().map_err(|_| wrong("a number of points"))?),
        "bdn" => Op::BoardName(name()?),
        "cr" => {
            Op::Challenge(challenge(value).ok_or_else(|| wrong("single, double, triple, void, 5pt or 10pt"))?)
        }
        "etl" => Op::ExchangeLimit(value.parse().map_err(|_| wrong("a number of tiles"))?),
        "gid" => Op::GameId(name()?),
        "ld" => Op::Tiles(name()?),
        "lex" => Op::Lexicon(name()?),
        "lm" => Op::Last(last(value).ok_or_else(|| wrong("8H.WORD, phony.8H.WORD, ex.ABC, ex.3 or pass"))?),
        "mcnz" => Op::MaxZeros(value.parse().map_err(|_| wrong("a number of turns"))?),
        "org" => Op::Origin(origin(value).ok_or_else(|| wrong("a place, such as -3,5"))?),
        "oru" => Op::OpponentUnknown(value.to_owned()),
        "ti" => Op::Increment(time()?),
        "tmr" => Op::Timers(timers(value).ok_or_else(|| wrong("milliseconds, separated by /"))?),
        "to" => Op::MaxOvertime(time()?),
        "var" => Op::Variant(name()?),
        _ => Op::Other { code: code.to_owned(), value: value.to_owned() },
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

fn origin(value: &str) -> Option<Coord> {
    let (x, y) = value.split_once(',')?;
    Some(Coord::new(signed(x)?, signed(y)?))
}

fn last(value: &str) -> Option<LastPlay> {
    if value == "pass" {
        return Some(LastPlay::Pass);
    }
    if let Some(tiles) = value.strip_prefix("ex.") {
        return (!tiles.is_empty()).then(|| LastPlay::Exchange(tiles.to_owned()));
    }
    if let Some(tiles) = value.strip_prefix('-').filter(|rest| !rest.contains(['.', ','])) {
        return (!tiles.is_empty()).then(|| LastPlay::ShortExchange(tiles.to_owned()));
    }
    let (phony, play) = match value.strip_prefix("phony.") {
        Some(play) => (true, play),
        None => (false, value),
    };
    let (spot, tiles) = play.split_once('.').filter(|(spot, tiles)| !spot.is_empty() && !tiles.is_empty())?;
    let (spot, tiles) = (spot.to_owned(), tiles.to_owned());
    Some(if phony { LastPlay::Phony { spot, tiles } } else { LastPlay::Play { spot, tiles } })
}

impl fmt::Display for LastPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LastPlay::Pass => f.write_str("pass"),
            LastPlay::Exchange(tiles) => write!(f, "ex.{tiles}"),
            LastPlay::ShortExchange(tiles) => write!(f, "-{tiles}"),
            LastPlay::Play { spot, tiles } => write!(f, "{spot}.{tiles}"),
            LastPlay::Phony { spot, tiles } => write!(f, "phony.{spot}.{tiles}"),
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Op::Bonus(points) => write!(f, "bb {points}"),
            Op::BoardName(name) => write!(f, "bdn {name}"),
            Op::Challenge(rule) => write!(f, "cr {rule}"),
            Op::ExchangeLimit(tiles) => write!(f, "etl {tiles}"),
            Op::GameId(id) => write!(f, "gid {id}"),
            Op::Tiles(name) => write!(f, "ld {name}"),
            Op::Lexicon(name) => write!(f, "lex {name}"),
            Op::Last(play) => write!(f, "lm {play}"),
            Op::MaxZeros(turns) => write!(f, "mcnz {turns}"),
            Op::Origin(at) => write!(f, "org {},{}", at.x, at.y),
            Op::OpponentUnknown(value) | Op::Other { value, .. } if value.is_empty() => {
                f.write_str(self.code())
            }
            Op::OpponentUnknown(value) | Op::Other { value, .. } => write!(f, "{} {value}", self.code()),
            Op::Increment(time) => write!(f, "ti {time}"),
            Op::Timers(times) => {
                let times: Vec<String> = times.iter().map(ToString::to_string).collect();
                write!(f, "tmr {}", times.join("/"))
            }
            Op::MaxOvertime(time) => write!(f, "to {time}"),
            Op::Variant(name) => write!(f, "var {name}"),
        }
    }
}

impl Op {
    fn code(&self) -> &str {
        match self {
            Op::Other { code, .. } => code,
            _ => "oru",
        }
    }
}
