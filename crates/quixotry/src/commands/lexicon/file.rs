//! Word lists as files: text, our own format, and the formats of other programs.

use anyhow::{Context, bail};
use clap::Args;
use lexicon::{WordGraph, kwg, text};
use std::path::Path;
use tiles::Alphabet;

/// How a text list is read.
#[derive(Args, Debug)]
pub(super) struct Reading {
    /// The tile set whose letters the words are spelled with: a name from `tiles list`, or a file
    #[arg(long, value_name = "SET", default_value = "english")]
    pub(super) tiles: String,
    /// The lexicon's name [default: the file's name without its ending]
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Read only the first word of each line, as in lists with definitions
    #[arg(long)]
    pub(super) first_column: bool,
    /// Leave out lines with a word that cannot be spelled, instead of refusing the list
    #[arg(long)]
    pub(super) skip_bad: bool,
}

/// A word list that was read, and what is worth knowing about it.
pub(super) struct Read {
    pub(super) graph: WordGraph,
    pub(super) notes: Vec<String>,
}

/// The formats of files, told by how they begin and what they are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Our own.
    Graph,
    /// KWG or KBWG.
    Kwg(kwg::Packing),
    /// A KWG of words with their letters in order.
    Kad,
    /// Words on lines.
    Text,
}

impl Kind {
    /// What a file of this name is to hold; anything unknown is our own format.
    pub(super) fn of_name(path: &Path) -> Kind {
        match ending(path).as_str() {
            "kwg" => Kind::Kwg(kwg::Packing::Kwg),
            "kbwg" => Kind::Kwg(kwg::Packing::Kbwg),
            "kad" => Kind::Kad,
            "txt" => Kind::Text,
            _ => Kind::Graph,
        }
    }

    fn of_bytes(path: &Path, bytes: &[u8]) -> Kind {
        match Kind::of_name(path) {
            Kind::Graph | Kind::Text if bytes.starts_with(b"\x89QWG") => Kind::Graph,
            Kind::Graph => Kind::Text,
            named => named,
        }
    }
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

impl Reading {
    /// The name the lexicon gets.
    pub(super) fn name_for(&self, path: &Path) -> String {
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        self.name.clone().unwrap_or_else(stem)
    }

    /// Reads a word list of any kind.
    pub(super) fn read(&self, path: &Path, alphabet: &Alphabet) -> anyhow::Result<Read> {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let kind = Kind::of_bytes(path, &bytes);
        self.read_bytes(kind, bytes, &self.name_for(path), alphabet)
            .with_context(|| format!("{} cannot be used as a word list", path.display()))
    }

    fn read_bytes(
        &self,
        kind: Kind,
        bytes: Vec<u8>,
        name: &str,
        alphabet: &Alphabet,
    ) -> anyhow::Result<Read> {
        let graph = match kind {
            Kind::Text => return self.read_text(&bytes, name, alphabet),
            Kind::Graph => renamed(WordGraph::open(bytes)?, self.name.as_deref())?,
            Kind::Kwg(packing) => kwg::read(&bytes, name, alphabet, packing)?,
            Kind::Kad => bail!(
                "a KAD file holds words with their letters put in order, not the words themselves: use the KWG file or the text it was made from"
            ),
        };
        Ok(Read { graph, notes: Vec::new() })
    }

    fn read_text(&self, bytes: &[u8], name: &str, alphabet: &Alphabet) -> anyhow::Result<Read> {
        let columns = if self.first_column { text::Columns::First } else { text::Columns::Whole };
        let reading = text::read(bytes, alphabet, columns);
        if reading.errors.total > 0 && !self.skip_bad {
            return Err(anyhow::Error::new(reading.errors)
                .context("some lines hold no good word; correct them, or leave them out with --skip-bad"));
        }
        let notes = notes(&reading);
        Ok(Read { graph: WordGraph::build(name, alphabet, &reading.words)?, notes })
    }
}

fn renamed(graph: WordGraph, name: Option<&str>) -> anyhow::Result<WordGraph> {
    match name {
        Some(name) if name != graph.name() => Ok(WordGraph::build(name, graph.alphabet(), graph.words())?),
        _ => Ok(graph),
    }
}

fn notes(reading: &text::ParsedWordList) -> Vec<String> {
    let counted = [
        (reading.errors.total, "left out: a word that cannot be spelled, or more than a word"),
        (reading.duplicates, "repeated"),
        (reading.single_letters, "of a single letter"),
    ];
    let told = |&(count, what): &(usize, &str)| (count > 0).then(|| format!("{count} {what}"));
    counted.iter().filter_map(told).collect()
}
