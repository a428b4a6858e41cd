//! `quixotry leaves`: what tiles kept on the rack are worth, told and written for other programs.

use crate::app::Format;
use crate::commands::moves::graph;
use crate::given::{LeavesArgs as Given, SceneArgs, Stock, replace_file};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use crate::table::{Side, Table};
use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use movegen::{Equity, Leaves};
use players::{LeaveTable, LeaveValues};
use rules::Ruleset;
use serde::Serialize;
use std::path::{Path, PathBuf};
use tiles::{TileId, TileSet};

/// Tell what tiles kept on the rack are worth, or write it for other programs.
#[derive(Args, Debug)]
pub(crate) struct LeavesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Value(ValueArgs),
    Export(ExportArgs),
}

const VALUE_EXAMPLES: &str = "\
Examples:
  quixotry leaves value '?' S ERS QU UUVW
  quixotry leaves value --leaves own.klv2 --json AEINS";

/// Tell what tiles are worth that are kept on the rack.
#[derive(Args, Debug)]
#[command(after_help = VALUE_EXAMPLES)]
struct ValueArgs {
    /// The tiles kept, each leave by itself; ? is a blank
    #[arg(required = true, value_name = "TILES")]
    kept: Vec<String>,
    #[command(flatten)]
    of: Of,
    #[command(flatten)]
    format: Format,
}

const EXPORT_EXAMPLES: &str = "\
Examples:
  quixotry leaves export english.klv2
  quixotry leaves export --leaves own.klv2 own.csv

The name tells the form: packed (.qlv), KLV2 (.klv2) for other programs, or a list (.csv).";

/// Write the leave values for other programs.
#[derive(Args, Debug)]
#[command(after_help = EXPORT_EXAMPLES)]
struct ExportArgs {
    /// Where the values go: a file that ends with .qlv, .klv2 or .csv
    #[arg(value_name = "FILE")]
    to: PathBuf,
    #[command(flatten)]
    of: Of,
}

/// Which values are meant.
#[derive(Args, Debug)]
struct Of {
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    scene: SceneArgs,
}

impl Of {
    fn values(&self, stock: &Stock) -> anyhow::Result<(Ruleset, LeaveValues)> {
        let rules = self.scene.ruleset(stock)?;
        let values = match self.given.values(&rules)? {
            Some(values) => values,
            None => LeaveValues::of(&rules, &graph(&self.scene, &rules, stock)?),
        };
        Ok((rules, values))
    }
}

/// Runs the command.
pub(crate) fn run(args: &LeavesArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match &args.command {
        Command::Value(args) => value(args, stock, screen),
        Command::Export(args) => export(args, stock, screen),
    }
}

#[derive(Serialize)]
struct Worth<'a> {
    leave: &'a str,
    worth: f64,
}

fn value(args: &ValueArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let (rules, values) = args.of.values(stock)?;
    let worth = |leave: &String| worth(leave, &rules, &values).map(|worth| (leave.clone(), worth));
    let told = args.kept.iter().map(worth).collect::<anyhow::Result<Vec<_>>>()?;
    if args.format.json {
        for (leave, worth) in &told {
            screen.json(&Worth { leave, worth: f64::from(worth.0) / 1000.0 })?;
        }
        return Ok(Outcome::Good);
    }
    let mut table = Table::new([("leave", Side::Left), ("worth", Side::Right)]);
    told.into_iter().for_each(|(leave, worth)| table.row([leave, worth.to_string()]));
    table.lines().try_for_each(|line| screen.line(line))?;
    Ok(Outcome::Good)
}

fn worth(leave: &str, rules: &Ruleset, values: &LeaveValues) -> anyhow::Result<Equity> {
    let kept = rules.tiles.parse_tiles(leave).with_context(|| format!("{leave:?} are no tiles"))?;
    let most = usize::from(rules.rack_size).saturating_sub(1);
    ensure!(kept.len() <= most, "{leave:?} are {} tiles: of a rack at most {most} are kept", kept.len());
    ensure!(
        rules.tiles.all().includes(&kept),
        "{leave:?}: there are not so many of one tile in the whole set"
    );
    Ok(values.worth(&kept))
}

fn export(args: &ExportArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let form = Form::of(&args.to)?;
    let (rules, values) = args.of.values(stock)?;
    let LeaveValues::Trained(table) = values else {
        bail!(
            "no values were trained for the rules {:?} and their lexicon: `quixotry train leaves` does",
            rules.name
        );
    };
    replace_file(&args.to, &form.write(&table, &rules.tiles)?)?;
    screen.line(format_args!("{} leaves in {}", table.shape().len() - 1, args.to.display()))?;
    Ok(Outcome::Good)
}

/// How values are written.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    Packed,
    Klv,
    List,
}

impl Form {
    /// The form that the name of a file tells.
    pub(crate) fn of(path: &Path) -> anyhow::Result<Form> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("qlv") => Ok(Form::Packed),
            Some("klv2" | "klv") => Ok(Form::Klv),
            Some("csv") => Ok(Form::List),
            _ => bail!("{}: the name must end with .qlv (packed), .klv2 or .csv", path.display()),
        }
    }

    /// The bytes of the file.
    pub(crate) fn write(self, table: &LeaveTable, set: &TileSet) -> anyhow::Result<Vec<u8>> {
        Ok(match self {
            Form::Packed => table.pack(),
            Form::Klv => table.to_klv(set)?,
            Form::List => list(table, set).into_bytes(),
        })
    }
}

/// A leave and its worth on each line.
fn list(table: &LeaveTable, set: &TileSet) -> String {
    let mut text = String::new();
    for tiles in 1..=table.shape().most() {
        table.shape().each_of(tiles, |kinds, place| {
            let leave = set.print_tile_list(kinds.iter().map(|&kind| TileId(kind)));
            text.push_str(&format!("{leave},{}\n", table.values()[place]));
        });
    }
    text
}
