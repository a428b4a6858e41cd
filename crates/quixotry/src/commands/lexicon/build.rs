//! `quixotry lexicon build`: converts a word list.

use super::word_list::{WordListArgs, WordListFormat, encode};
use crate::app::FormatArgs;
use crate::inputs::{Catalog, write_file};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon build words.txt -o words.qwg
  quixotry lexicon build words.txt -o words.kwg          for programs that read KWG
  quixotry lexicon build words.kwg --tiles french -o words.txt";

/// Build a word graph, a KWG, KBWG or KAD file, or a text list, depending on the extension of OUT.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LexiconBuildArgs {
    /// The list: text with one word per line, a word graph, or a .kwg or .kbwg file
    file: PathBuf,
    /// The output file: .kwg, .kbwg, .kad, .txt, .qwz (packed); any other extension for Quixotry's own format
    #[arg(long, short, visible_alias = "out", value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    word_list: WordListArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct BuiltLexiconOutput {
    name: String,
    words: u32,
    hash: String,
    bytes: usize,
    build_ms: f64,
    notes: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &LexiconBuildArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let alphabet = args.word_list.alphabet(&args.file, catalog)?;
    let start = Instant::now();
    let read = args.word_list.read(&args.file, &alphabet)?;
    let build_ms = (start.elapsed().as_secs_f64() * 1e5).round() / 100.0;
    let bytes = encode(&read.graph, WordListFormat::from_path(&args.output))?;
    write_file(&args.output, &bytes)?;
    let (name, words) = (read.graph.name().to_owned(), read.graph.len());
    let hash = read.graph.content_hash().to_string();
    let built = BuiltLexiconOutput { name, words, hash, bytes: bytes.len(), build_ms, notes: read.notes };
    if args.format.json {
        out.json(&built)?;
    } else {
        out.line(format_args!("{}: {words} words, {} bytes", args.output.display(), built.bytes))?;
        built.notes.iter().try_for_each(|note| out.line(note))?;
    }
    Ok(Status::Success)
}
