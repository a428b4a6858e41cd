//! `quixotry tiles`: the tile sets.

use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use clap::{Args, Subcommand};
use presets::{DataKind, TilePreset};
use serde::Serialize;
use tiles::{Face, TileId, TileKind, TileSet};

/// List, show and check tile sets.
#[derive(Args, Debug)]
pub(crate) struct TilesArgs {
    #[command(subcommand)]
    command: TilesCommand,
}

#[derive(Subcommand, Debug)]
enum TilesCommand {
    /// List the available tile sets
    List {
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Check tile sets and report every error with its place
    #[command(after_help = "Examples:\n  quixotry tiles check mine.toml")]
    Check {
        /// The sets: files, or names from `tiles list`
        #[arg(required = true, value_name = "NAME|FILE")]
        files: Vec<String>,
    },
    /// Show the tiles of a set: number, letter, count and points
    #[command(after_help = "Examples:\n  quixotry tiles show english\n  quixotry tiles show catalan --json")]
    Show {
        /// The set: a name from `tiles list`, or a file
        #[arg(value_name = "NAME|FILE")]
        set: String,
        #[command(flatten)]
        format: FormatArgs,
    },
}

/// Checks tile sets; the errors of each are shown with their places.
fn check(files: &[String], catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let mut good = true;
    for file in files {
        match catalog.library().tiles(file) {
            Ok(preset) => {
                let verdict = out.good("good");
                out.line(format_args!("{file}: {verdict}: {}", preset.title))?;
            }
            Err(faults) => {
                good = false;
                let (drawn, verdict) = (faults.render(out.paint()), out.bad("wrong"));
                out.line(format_args!("{}\n\n{file}: {verdict}", drawn.trim_end()))?;
            }
        }
    }
    Ok(Status::from_success(good))
}

/// Runs the command.
pub(crate) fn run(args: &TilesArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.command {
        TilesCommand::List { format } => list(*format, catalog, out),
        TilesCommand::Check { files } => check(files, catalog, out),
        TilesCommand::Show { set, format } => show(&catalog.tiles(set)?, *format, out),
    }
}

#[derive(Serialize)]
struct TileSetEntry {
    name: String,
    title: String,
    language: String,
    letters: usize,
    tiles: usize,
}

fn list(format: FormatArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let sets = catalog.load_all(DataKind::Tiles, presets::Library::tiles_from);
    let entries: Vec<TileSetEntry> = sets.into_iter().map(entry).collect();
    if format.json {
        out.json(&entries)?;
        return Ok(Status::Success);
    }
    let mut table = TextTable::new([
        ("name", Align::Left),
        ("letters", Align::Right),
        ("tiles", Align::Right),
        ("title", Align::Left),
    ]);
    for entry in entries {
        table.row([entry.name, entry.letters.to_string(), entry.tiles.to_string(), entry.title]);
    }
    table.lines().try_for_each(|line| out.line(line))?;
    Ok(Status::Success)
}

fn entry((name, preset): (String, TilePreset)) -> TileSetEntry {
    let (letters, tiles) = (preset.set.alphabet().len(), preset.set.all().len());
    TileSetEntry { name, title: preset.title, language: preset.language, letters, tiles }
}

#[derive(Serialize)]
struct TileSetOutput<'a> {
    name: &'a str,
    title: &'a str,
    language: &'a str,
    tiles: usize,
    points: i32,
    kinds: Vec<TileKindOutput<'a>>,
}

#[derive(Serialize)]
struct TileKindOutput<'a> {
    id: u8,
    tile: &'a str,
    count: u16,
    wild: bool,
    faces: Vec<FaceOutput<'a>>,
}

#[derive(Serialize)]
struct FaceOutput<'a> {
    letter: &'a str,
    points: i16,
}

fn show(preset: &TilePreset, format: FormatArgs, out: &mut CommandOutput) -> RunResult {
    let set = &preset.set;
    if format.json {
        out.json(&to_output(preset))?;
        return Ok(Status::Success);
    }
    out.heading(&preset.title)?;
    let (letters, tiles) = (set.alphabet().len(), set.all().len());
    out.line(format_args!("{letters} letters, {tiles} tiles, {} points in all\n", set.points(set.all())))?;
    let columns = [
        ("id", Align::Right),
        ("tile", Align::Left),
        ("count", Align::Right),
        ("points", Align::Right),
        ("faces", Align::Left),
    ];
    let mut table = TextTable::new(columns);
    for (id, kind) in set.kinds() {
        let count = set.all().count(id).to_string();
        table.row([id.to_string(), set.label(id).to_owned(), count, points(kind), faces(kind, set)]);
    }
    table.lines().try_for_each(|line| out.line(line))?;
    Ok(Status::Success)
}

fn to_output(preset: &TilePreset) -> TileSetOutput<'_> {
    let set = &preset.set;
    TileSetOutput {
        name: set.name(),
        title: &preset.title,
        language: &preset.language,
        tiles: set.all().len(),
        points: set.points(set.all()),
        kinds: set.kinds().map(|(id, kind)| kind_output(id, kind, set)).collect(),
    }
}

fn kind_output<'a>(id: TileId, kind: &TileKind, set: &'a TileSet) -> TileKindOutput<'a> {
    let face = |face: &Face| FaceOutput { letter: set.alphabet().upper(face.letter), points: face.points };
    let faces = kind.faces().iter().map(face).collect();
    TileKindOutput { id: id.0, tile: set.label(id), count: set.all().count(id), wild: kind.is_wild(), faces }
}

/// The points, if all faces have the same points.
fn points(kind: &TileKind) -> String {
    let mut all = kind.faces().iter().map(|face| face.points);
    let first = all.next().unwrap_or(0);
    if all.all(|points| points == first) { first.to_string() } else { "varies".to_owned() }
}

/// The faces of a tile with several faces.
fn faces(kind: &TileKind, set: &TileSet) -> String {
    let text = |face: &Face| format!("{}{}", set.alphabet().upper(face.letter), face.points);
    match kind.faces() {
        [_] => String::new(),
        all if all.len() == set.alphabet().len() && points(kind) != "varies" => "any letter".to_owned(),
        all => all.iter().map(text).collect::<Vec<_>>().join(" "),
    }
}
