//! `quixotry lexicon info`: information about a word list.

use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use clap::Args;
use lexicon::{WordGraph, WordVec};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon info
  quixotry lexicon info mylist.txt --json";

/// Show the number of words by length, the letters, the hash, and the load and build times of a lexicon.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LexiconInfoArgs {
    /// The lexicon: a name from `lexicon list`, or a file
    #[arg(value_name = "NAME|FILE", default_value = "english")]
    lexicon: String,
    /// The tile set that defines the letters of a text list or KWG file
    #[arg(long, value_name = "SET", default_value = "english")]
    tiles: String,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct LexiconInfoOutput {
    name: String,
    words: u32,
    hash: String,
    letters: Vec<String>,
    bytes: usize,
    lengths: BTreeMap<usize, u32>,
    load_ms: f64,
    build_ms: f64,
}

/// Runs the command.
pub(super) fn run(args: &LexiconInfoArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let start = Instant::now();
    let graph = catalog.lexicon(&args.lexicon, &args.tiles)?;
    let load_ms = elapsed_ms(start);
    let info = LexiconInfoOutput { load_ms, build_ms: build_time(&graph)?, ..lexicon_info(&graph) };
    if args.format.json {
        out.json(&info)?;
    } else {
        show(&info, out)?;
    }
    Ok(Status::Success)
}

fn lexicon_info(graph: &WordGraph) -> LexiconInfoOutput {
    let alphabet = graph.alphabet();
    let lengths = graph.lengths().into_iter().enumerate().filter(|&(_, count)| count > 0).collect();
    LexiconInfoOutput {
        name: graph.name().to_owned(),
        words: graph.len(),
        hash: graph.content_hash().to_string(),
        letters: alphabet.letters().map(|letter| alphabet.upper(letter).to_owned()).collect(),
        bytes: graph.as_bytes().len(),
        lengths,
        load_ms: 0.0,
        build_ms: 0.0,
    }
}

/// The time to build the graph from its words, in milliseconds.
fn build_time(graph: &WordGraph) -> anyhow::Result<f64> {
    let words: WordVec = graph.words().collect();
    let start = Instant::now();
    WordGraph::build(graph.name(), graph.alphabet(), &words)?;
    Ok(elapsed_ms(start))
}

fn elapsed_ms(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1e5).round() / 100.0
}

fn show(info: &LexiconInfoOutput, out: &mut CommandOutput) -> std::io::Result<()> {
    out.heading(&info.name)?;
    let rows = [
        ("words", info.words.to_string()),
        ("letters", info.letters.join(" ")),
        ("hash", info.hash.clone()),
        ("size", format!("{} bytes", info.bytes)),
        ("loads in", format!("{} ms", info.load_ms)),
        ("builds in", format!("{} ms", info.build_ms)),
    ];
    for (what, value) in rows {
        out.line(format_args!("{what:<10} {value}"))?;
    }
    out.line("")?;
    let mut table = TextTable::new([("length", Align::Right), ("words", Align::Right)]);
    info.lengths.iter().for_each(|(length, count)| table.row([length.to_string(), count.to_string()]));
    table.lines().try_for_each(|line| out.line(line))
}
