//! `quixotry leaves`: shows and exports leave values.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, LeaveValuesArgs, LeavesFormat, replace_file};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use movegen::{Equity, Leaves};
use players::LeaveValues;
use rules::Ruleset;
use serde::Serialize;
use std::path::PathBuf;

/// Show or export leave values: what the tiles kept on the rack are worth.
#[derive(Args, Debug)]
pub(crate) struct LeavesArgs {
    #[command(subcommand)]
    command: LeavesCommand,
}

#[derive(Subcommand, Debug)]
enum LeavesCommand {
    Value(LeavesValueArgs),
    Export(LeavesExportArgs),
}

const VALUE_EXAMPLES: &str = "\
Examples:
  quixotry leaves value '?' S ERS QU UUVW
  quixotry leaves value --leaves own.klv2 --json AEINS";

/// Show the value of leaves.
#[derive(Args, Debug)]
#[command(after_help = VALUE_EXAMPLES)]
struct LeavesValueArgs {
    /// The leaves, each as one argument; ? is a blank
    #[arg(required = true, value_name = "TILES")]
    kept: Vec<String>,
    #[command(flatten)]
    source: LeaveSourceArgs,
    #[command(flatten)]
    format: FormatArgs,
}

const EXPORT_EXAMPLES: &str = "\
Examples:
  quixotry leaves export english.klv2
  quixotry leaves export --leaves own.klv2 own.csv
  quixotry leaves export --leaves own.qlv --tolerance 0.5 small.qlv

The extension selects the format: packed (.qlv), KLV2 (.klv2) for other programs, or a list (.csv).";

/// Write leave values to a file.
#[derive(Args, Debug)]
#[command(after_help = EXPORT_EXAMPLES)]
struct LeavesExportArgs {
    /// The output file, with the extension .qlv, .klv2 or .csv
    #[arg(value_name = "FILE")]
    to: PathBuf,
    /// Let values in a packed file be wrong by up to this number of points, so that the file is smaller
    #[arg(long, value_name = "POINTS", value_parser = parse_tolerance)]
    tolerance: Option<Equity>,
    #[command(flatten)]
    source: LeaveSourceArgs,
}

/// Parses a number of points from 0 to 10.
fn parse_tolerance(text: &str) -> Result<Equity, String> {
    let points = text.parse::<f64>().ok().filter(|points| (0.0..=10.0).contains(points));
    let tolerance = points.map(|points| Equity((points * 1000.0) as i32));
    tolerance.ok_or_else(|| "it must be a number of points from 0 to 10".to_owned())
}

/// The leave values to use.
#[derive(Args, Debug)]
struct LeaveSourceArgs {
    #[command(flatten)]
    values: LeaveValuesArgs,
    #[command(flatten)]
    game: GameArgs,
}

impl LeaveSourceArgs {
    fn values(&self, catalog: &Catalog) -> anyhow::Result<(Ruleset, LeaveValues)> {
        let rules = self.game.ruleset(catalog)?;
        let values = match self.values.values(&rules)? {
            Some(values) => values,
            None => LeaveValues::of(&rules, &self.game.word_graph(&rules, catalog)?),
        };
        Ok((rules, values))
    }
}

/// Runs the command.
pub(crate) fn run(args: &LeavesArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.command {
        LeavesCommand::Value(args) => value(args, catalog, out),
        LeavesCommand::Export(args) => export(args, catalog, out),
    }
}

#[derive(Serialize)]
struct LeaveWorthOutput<'a> {
    leave: &'a str,
    worth: f64,
}

fn value(args: &LeavesValueArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let (rules, values) = args.source.values(catalog)?;
    let worth = |leave: &String| worth(leave, &rules, &values).map(|worth| (leave.clone(), worth));
    let values_of = args.kept.iter().map(worth).collect::<anyhow::Result<Vec<_>>>()?;
    if args.format.json {
        for (leave, worth) in &values_of {
            out.json(&LeaveWorthOutput { leave, worth: f64::from(worth.0) / 1000.0 })?;
        }
        return Ok(Status::Success);
    }
    let mut table = TextTable::new([("leave", Align::Left), ("worth", Align::Right)]);
    values_of.into_iter().for_each(|(leave, worth)| table.row([leave, worth.to_string()]));
    table.lines().try_for_each(|line| out.line(line))?;
    Ok(Status::Success)
}

fn worth(leave: &str, rules: &Ruleset, values: &LeaveValues) -> anyhow::Result<Equity> {
    let kept = rules.tiles.parse_tiles(leave).with_context(|| format!("{leave:?} is not a list of tiles"))?;
    let most = usize::from(rules.rack_size).saturating_sub(1);
    ensure!(kept.len() <= most, "{leave:?} has {} tiles: a leave has at most {most}", kept.len());
    ensure!(rules.tiles.all().includes(&kept), "{leave:?}: the tile set does not have that many of one tile");
    Ok(values.worth(&kept))
}

fn export(args: &LeavesExportArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let format = LeavesFormat::from_path(&args.to)?;
    if args.tolerance.is_some() && format != LeavesFormat::Packed {
        bail!("--tolerance is for packed files: the name must end with .qlv");
    }
    let (rules, values) = args.source.values(catalog)?;
    let LeaveValues::Trained(table) = values else {
        bail!(
            "there are no trained values for the rules {:?} and their lexicon: train them with `quixotry train leaves`",
            rules.name
        );
    };
    let encoded = match args.tolerance {
        Some(tolerance) => table.pack_within(tolerance),
        None => format.encode(&table, &rules.tiles)?,
    };
    replace_file(&args.to, &encoded)?;
    out.line(format_args!("{} leaves in {}", table.shape().len() - 1, args.to.display()))?;
    Ok(Status::Success)
}
