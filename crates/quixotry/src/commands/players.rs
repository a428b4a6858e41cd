//! `quixotry players`: the computer players, weakest first.

use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use anyhow::bail;
use clap::Args;
use players::PlayerLevel;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  quixotry players
  quixotry players --lexicon german
  quixotry players --json

Wins and points behind are against the next player of the list, measured in paired games under the rules of the
language; see docs/players.md.";

/// List the computer players, weakest first, with their measured strength.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayersArgs {
    /// The shipped lexicon with which the strength was measured
    #[arg(short, long, value_name = "NAME", default_value = "english")]
    lexicon: String,
    #[command(flatten)]
    format: FormatArgs,
}

/// A computer player in JSON.
#[derive(Serialize)]
struct LevelOutput {
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

/// Runs the command.
pub(crate) fn run(args: &PlayersArgs, _: &Catalog, out: &mut CommandOutput) -> RunResult {
    let lexicon = args.lexicon.to_lowercase();
    let measured = players::measured_lexicons();
    if !measured.contains(&lexicon.as_str()) {
        bail!(
            "the players were not measured with {:?}; they were with {}",
            args.lexicon,
            measured.join(", ")
        );
    }
    if args.format.json {
        players::list().iter().try_for_each(|level| out.json(&to_output(level, &lexicon)))?;
        return Ok(Status::Success);
    }
    let columns = [
        ("name", Align::Left),
        ("score", Align::Right),
        ("wins", Align::Right),
        ("behind", Align::Right),
        ("what it does", Align::Left),
    ];
    let mut table = TextTable::new(columns);
    for level in players::list() {
        let measured = level.strength(&lexicon);
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        table.row([
            level.name.to_owned(),
            or_dash(measured.map(|measured| format!("{:.0}", measured.score))),
            or_dash(measured.map(|measured| format!("{:.0} %", measured.wins * 100.0))),
            or_dash(measured.map(|measured| format!("{:.0}", measured.behind))),
            level.about.to_owned(),
        ]);
    }
    table.lines().try_for_each(|line| out.line(line))?;
    Ok(Status::Success)
}

fn to_output(level: &PlayerLevel, lexicon: &str) -> LevelOutput {
    let measured = level.strength(lexicon);
    LevelOutput {
        name: level.name,
        about: level.about,
        for_people: level.is_human_like,
        score: measured.map(|measured| measured.score),
        wins_against_next: measured.map(|measured| measured.wins),
        points_behind_next: measured.map(|measured| measured.behind),
        games: measured.map(|measured| measured.games),
    }
}
