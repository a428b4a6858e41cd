//! `quixotry tiles`: the tile sets.

use crate::app::Format;
use crate::given::Stock;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use crate::table::{Side, Table};
use clap::{Args, Subcommand};
use presets::{DataKind, TilePreset};
use serde::Serialize;
use tiles::{Face, TileId, TileKind, TileSet};

/// Tile sets: list them, show one.
#[derive(Args, Debug)]
pub(crate) struct TilesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the tile sets there are
    List {
        #[command(flatten)]
        format: Format,
    },
    /// Show the tiles of a set: number, letter, count and points
    #[command(after_help = "Examples:\n  quixotry tiles show english\n  quixotry tiles show catalan --json")]
    Show {
        /// The set: a name from `tiles list`, or a file
        #[arg(value_name = "NAME|FILE")]
        set: String,
        #[command(flatten)]
        format: Format,
    },
}

/// Runs the command.
pub(crate) fn run(args: &TilesArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match &args.command {
        Command::List { format } => list(*format, stock, screen),
        Command::Show { set, format } => show(&stock.tiles(set)?, *format, screen),
    }
}

#[derive(Serialize)]
struct Entry {
    name: String,
    title: String,
    language: String,
    letters: usize,
    tiles: usize,
}

fn list(format: Format, stock: &Stock, screen: &mut Screen) -> Done {
    let sets = stock.each(DataKind::Tiles, presets::Library::tiles_from);
    let entries: Vec<Entry> = sets.into_iter().map(entry).collect();
    if format.json {
        screen.json(&entries)?;
        return Ok(Outcome::Good);
    }
    let mut table = Table::new([
        ("name", Side::Left),
        ("letters", Side::Right),
        ("tiles", Side::Right),
        ("title", Side::Left),
    ]);
    for entry in entries {
        table.row([entry.name, entry.letters.to_string(), entry.tiles.to_string(), entry.title]);
    }
    table.lines().try_for_each(|line| screen.line(line))?;
    Ok(Outcome::Good)
}

fn entry((name, preset): (String, TilePreset)) -> Entry {
    let (letters, tiles) = (preset.set.alphabet().len(), preset.set.all().len());
    Entry { name, title: preset.title, language: preset.language, letters, tiles }
}

#[derive(Serialize)]
struct Shown<'a> {
    name: &'a str,
    title: &'a str,
    language: &'a str,
    tiles: usize,
    points: i32,
    kinds: Vec<Kind<'a>>,
}

#[derive(Serialize)]
struct Kind<'a> {
    id: u8,
    tile: &'a str,
    count: u16,
    wild: bool,
    faces: Vec<FaceShown<'a>>,
}

#[derive(Serialize)]
struct FaceShown<'a> {
    letter: &'a str,
    points: i16,
}

fn show(preset: &TilePreset, format: Format, screen: &mut Screen) -> Done {
    let set = &preset.set;
    if format.json {
        screen.json(&shown(preset))?;
        return Ok(Outcome::Good);
    }
    screen.heading(&preset.title)?;
    let (letters, tiles) = (set.alphabet().len(), set.all().len());
    screen
        .line(format_args!("{letters} letters, {tiles} tiles, {} points in all\n", set.points(set.all())))?;
    let columns = [
        ("id", Side::Right),
        ("tile", Side::Left),
        ("count", Side::Right),
        ("points", Side::Right),
        ("faces", Side::Left),
    ];
    let mut table = Table::new(columns);
    for (id, kind) in set.kinds() {
        let count = set.all().count(id).to_string();
        table.row([id.to_string(), set.label(id).to_owned(), count, points(kind), faces(kind, set)]);
    }
    table.lines().try_for_each(|line| screen.line(line))?;
    Ok(Outcome::Good)
}

fn shown(preset: &TilePreset) -> Shown<'_> {
    let set = &preset.set;
    Shown {
        name: set.name(),
        title: &preset.title,
        language: &preset.language,
        tiles: set.all().len(),
        points: set.points(set.all()),
        kinds: set.kinds().map(|(id, kind)| kind_shown(id, kind, set)).collect(),
    }
}

fn kind_shown<'a>(id: TileId, kind: &TileKind, set: &'a TileSet) -> Kind<'a> {
    let face = |face: &Face| FaceShown { letter: set.alphabet().upper(face.letter), points: face.points };
    let faces = kind.faces().iter().map(face).collect();
    Kind { id: id.0, tile: set.label(id), count: set.all().count(id), wild: kind.is_wild(), faces }
}

/// The points, when all faces have the same.
fn points(kind: &TileKind) -> String {
    let mut all = kind.faces().iter().map(|face| face.points);
    let first = all.next().unwrap_or(0);
    if all.all(|points| points == first) { first.to_string() } else { "varies".to_owned() }
}

/// What a tile with several faces may be.
fn faces(kind: &TileKind, set: &TileSet) -> String {
    let shown = |face: &Face| format!("{}{}", set.alphabet().upper(face.letter), face.points);
    match kind.faces() {
        [_] => String::new(),
        all if all.len() == set.alphabet().len() && points(kind) != "varies" => "any letter".to_owned(),
        all => all.iter().map(shown).collect::<Vec<_>>().join(" "),
    }
}
