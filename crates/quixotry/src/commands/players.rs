//! `quixotry players`: the computer players, weakest first.

use crate::app::Format;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use crate::table::{Side, Table};
use clap::Args;
use players::PlayerLevel;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  quixotry players
  quixotry players --json

Score, wins and points behind are those against the next player of the list, measured in paired games under standard
rules; docs/players.md says how.";

/// List the computer players, weakest first, with their measured strength.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayersArgs {
    #[command(flatten)]
    format: Format,
}

/// A player for programs.
#[derive(Serialize)]
struct Shown {
    name: &'static str,
    about: &'static str,
    for_people: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins_against_next: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_behind_next: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u32>,
}

/// Lists them.
pub(crate) fn run(args: &PlayersArgs, screen: &mut Screen) -> Done {
    if args.format.json {
        players::list().iter().try_for_each(|level| screen.json(&shown(level)))?;
        return Ok(Outcome::Good);
    }
    let columns = [
        ("name", Side::Left),
        ("score", Side::Right),
        ("wins", Side::Right),
        ("behind", Side::Right),
        ("what it does", Side::Left),
    ];
    let mut table = Table::new(columns);
    for level in players::list() {
        let measured = level.strength();
        let told = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        table.row([
            level.name.to_owned(),
            told(measured.map(|measured| format!("{:.0}", measured.score))),
            told(measured.map(|measured| format!("{:.0} %", measured.wins * 100.0))),
            told(measured.map(|measured| format!("{:.0}", measured.behind))),
            level.about.to_owned(),
        ]);
    }
    table.lines().try_for_each(|line| screen.line(line))?;
    Ok(Outcome::Good)
}

fn shown(level: &PlayerLevel) -> Shown {
    let measured = level.strength();
    Shown {
        name: level.name,
        about: level.about,
        for_people: level.is_human_like,
        score: measured.map(|measured| measured.score),
        wins_against_next: measured.map(|measured| measured.wins),
        points_behind_next: measured.map(|measured| measured.behind),
        games: measured.map(|measured| measured.games),
    }
}
