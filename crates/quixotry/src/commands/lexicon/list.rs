//! `quixotry lexicon list`.

use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use clap::Args;
use presets::LexiconEntry;
use serde::Serialize;
use std::path::PathBuf;

/// List the available lexicons: the shipped ones and the installed ones.
#[derive(Args, Debug)]
pub(super) struct LexiconListArgs {
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct LexiconListEntry {
    name: String,
    /// The file; none for a shipped lexicon.
    path: Option<PathBuf>,
    words: Option<u32>,
    hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &LexiconListArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let entries: Vec<LexiconListEntry> =
        catalog.library().lexicons().into_iter().map(|entry| list_entry(entry, catalog)).collect();
    if args.format.json {
        out.json(&entries)?;
        return Ok(Status::Success);
    }
    let mut table = TextTable::new([("name", Align::Left), ("words", Align::Right), ("where", Align::Left)]);
    for entry in entries {
        let place =
            entry.path.map_or_else(|| "part of the program".to_owned(), |path| path.display().to_string());
        let words = entry.words.map_or_else(|| "damaged".to_owned(), |words| words.to_string());
        table.row([entry.name, words, place]);
    }
    table.lines().try_for_each(|line| out.line(line))?;
    Ok(Status::Success)
}

fn list_entry(entry: LexiconEntry, catalog: &Catalog) -> LexiconListEntry {
    let summary = catalog.library().lexicon_summary(&entry);
    LexiconListEntry {
        words: summary.as_ref().ok().map(|summary| summary.words),
        hash: summary.as_ref().ok().map(|summary| summary.hash.to_string()),
        error: summary.err().map(|error| error.to_string()),
        name: entry.name,
        path: entry.path,
    }
}
