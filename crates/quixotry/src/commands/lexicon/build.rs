//! `quixotry lexicon build`: a word list as a file of another kind.

use super::file::{Kind, Reading};
use crate::app::Format;
use crate::given::{Stock, write_file};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use clap::Args;
use lexicon::{WordGraph, kwg};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon build words.txt -o words.qwg
  quixotry lexicon build words.txt -o words.kwg          for programs that read KWG
  quixotry lexicon build words.kwg --tiles french -o words.txt";

/// Build a word graph, a KWG, KBWG or KAD file, or a text list, told by the ending of OUT.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BuildArgs {
    /// The list: text with a word on each line, a word graph, or a .kwg or .kbwg file
    file: PathBuf,
    /// Where to write: .kwg, .kbwg, .kad, .txt, or anything else for our own format
    #[arg(long, short, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Built {
    name: String,
    words: u32,
    hash: String,
    bytes: usize,
    build_ms: f64,
    notes: Vec<String>,
}

/// Builds the file.
pub(super) fn run(args: &BuildArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let alphabet = stock.tiles(&args.reading.tiles)?.set.alphabet().clone();
    let start = Instant::now();
    let read = args.reading.read(&args.file, &alphabet)?;
    let build_ms = (start.elapsed().as_secs_f64() * 1e5).round() / 100.0;
    let bytes = encoded(&read.graph, Kind::of_name(&args.output))?;
    write_file(&args.output, &bytes)?;
    let (name, words) = (read.graph.name().to_owned(), read.graph.len());
    let hash = read.graph.content_hash().to_string();
    let built = Built { name, words, hash, bytes: bytes.len(), build_ms, notes: read.notes };
    if args.format.json {
        screen.json(&built)?;
    } else {
        screen.line(format_args!("{}: {words} words, {} bytes", args.output.display(), built.bytes))?;
        built.notes.iter().try_for_each(|note| screen.line(note))?;
    }
    Ok(Outcome::Good)
}

fn encoded(graph: &WordGraph, kind: Kind) -> anyhow::Result<Vec<u8>> {
    Ok(match kind {
        Kind::Graph => graph.to_bytes(),
        Kind::Kwg(packing) => kwg::write(graph, packing, kwg::KwgContents::DawgAndGaddag)?,
        Kind::Kad => kwg::write(&graph.alphagrams()?, kwg::Packing::Kwg, kwg::KwgContents::Dawg)?,
        Kind::Text => text_of(graph).into_bytes(),
    })
}

fn text_of(graph: &WordGraph) -> String {
    graph.words().fold(String::new(), |text, word| text + &graph.alphabet().print(&word) + "\n")
}
