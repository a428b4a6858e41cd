//! `quixotry lexicon add`: installs a word list.

use super::word_list::WordListArgs;
use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use anyhow::bail;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon add mylist.txt
  quixotry lexicon add ods.txt --name french --tiles french
  quixotry lexicon add NWL23.kwg

The lexicon is then found by its name: quixotry moves --lexicon mylist …";

/// Install a word list from text, a word graph or a KWG file.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LexiconAddArgs {
    /// The list: text with one word per line, a word graph, or a .kwg or .kbwg file
    file: PathBuf,
    #[command(flatten)]
    word_list: WordListArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct AddedLexiconOutput {
    name: String,
    words: u32,
    hash: String,
    path: PathBuf,
    notes: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &LexiconAddArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let alphabet = args.word_list.alphabet(&args.file, catalog)?;
    let read = args.word_list.read(&args.file, &alphabet)?;
    if read.graph.is_empty() {
        bail!("{} has no words, so there is nothing to install", args.file.display());
    }
    let name = args.word_list.name_for(&args.file);
    let path = catalog.library().install(&name, &read.graph)?;
    let (words, hash) = (read.graph.len(), read.graph.content_hash().to_string());
    let added = AddedLexiconOutput { name, words, hash, path, notes: read.notes };
    if args.format.json {
        out.json(&added)?;
    } else {
        out.line(format_args!("{}: {words} words, installed as {}", added.name, added.path.display()))?;
        added.notes.iter().try_for_each(|note| out.line(note))?;
    }
    Ok(Status::Success)
}
