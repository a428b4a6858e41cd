//! `quixotry lexicon add`: a list of the user's own.

use super::file::Reading;
use crate::app::Format;
use crate::given::Stock;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon add mylist.txt
  quixotry lexicon add ods.txt --name french --tiles french
  quixotry lexicon add NWL23.kwg

The lexicon is then found by its name: quixotry moves --lexicon mylist …";

/// Install a word list of your own, from text, a word graph, or a KWG file.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct AddArgs {
    /// The list: text with a word on each line, a word graph, or a .kwg or .kbwg file
    file: PathBuf,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Added {
    name: String,
    words: u32,
    hash: String,
    path: PathBuf,
    notes: Vec<String>,
}

/// Installs the list.
pub(super) fn run(args: &AddArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let alphabet = stock.tiles(&args.reading.tiles)?.set.alphabet().clone();
    let read = args.reading.read(&args.file, &alphabet)?;
    let name = args.reading.name_for(&args.file);
    let path = stock.library().install(&name, &read.graph)?;
    let (words, hash) = (read.graph.len(), read.graph.content_hash().to_string());
    let added = Added { name, words, hash, path, notes: read.notes };
    if args.format.json {
        screen.json(&added)?;
    } else {
        screen.line(format_args!("{}: {words} words, installed as {}", added.name, added.path.display()))?;
        added.notes.iter().try_for_each(|note| screen.line(note))?;
    }
    Ok(Outcome::Good)
}
