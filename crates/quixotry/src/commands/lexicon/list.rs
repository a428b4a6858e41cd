//! `quixotry lexicon list`.

use crate::app::Format;
use crate::given::Stock;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use crate::table::{Side, Table};
use clap::Args;
use presets::LexiconEntry;
use serde::Serialize;
use std::path::PathBuf;

/// List the lexica there are: the shipped one, and those you have installed.
#[derive(Args, Debug)]
pub(super) struct ListArgs {
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    /// Its file; none for a shipped one.
    path: Option<PathBuf>,
    words: Option<u32>,
    hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Lists the lexica.
pub(super) fn run(args: &ListArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let entries: Vec<Entry> =
        stock.library().lexicons().into_iter().map(|entry| opened(entry, stock)).collect();
    if args.format.json {
        screen.json(&entries)?;
        return Ok(Outcome::Good);
    }
    let mut table = Table::new([("name", Side::Left), ("words", Side::Right), ("where", Side::Left)]);
    for entry in entries {
        let place =
            entry.path.map_or_else(|| "part of the program".to_owned(), |path| path.display().to_string());
        let words = entry.words.map_or_else(|| "damaged".to_owned(), |words| words.to_string());
        table.row([entry.name, words, place]);
    }
    table.lines().try_for_each(|line| screen.line(line))?;
    Ok(Outcome::Good)
}

fn opened(entry: LexiconEntry, stock: &Stock) -> Entry {
    let graph = stock.library().own_lexicon(&entry.name);
    Entry {
        words: graph.as_ref().ok().map(lexicon::WordGraph::len),
        hash: graph.as_ref().ok().map(|graph| graph.content_hash().to_string()),
        error: graph.err().map(|error| error.to_string()),
        name: entry.name,
        path: entry.path,
    }
}
