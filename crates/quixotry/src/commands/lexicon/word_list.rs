//! Word list files: text, Quixotry's own format, and KWG.

use crate::inputs::{Catalog, preset_for_lexicon};
use anyhow::{Context, bail};
use clap::Args;
use lexicon::{PackedGraph, WordGraph, kwg, text};
use std::path::Path;
use tiles::Alphabet;

/// The tile set of a list that nothing says more about.
const DEFAULT_TILES: &str = "english";

/// How to read a word list.
#[derive(Args, Debug)]
pub(super) struct WordListArgs {
    /// The tile set that defines the letters: a name from `tiles list`, or a file [default: by the name of a KWG
    /// file such as OSPS49.kwg, else english]
    #[arg(long, value_name = "SET")]
    tiles: Option<String>,
    /// The name of the lexicon [default: the file name without its extension]
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Read only the first word of each line, for lists with definitions
    #[arg(long)]
    pub(super) first_column: bool,
    /// Skip lines with invalid words, instead of refusing the list
    #[arg(long)]
    pub(super) skip_bad: bool,
}

/// A word list with notes about it.
pub(super) struct LoadedWordList {
    pub(super) graph: WordGraph,
    pub(super) notes: Vec<String>,
}

/// The format of a word list file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WordListFormat {
    /// Quixotry's own format.
    Graph,
    /// Quixotry's own format, compressed.
    Packed,
    /// KWG or KBWG.
    Kwg(kwg::Packing),
    /// A KWG of alphagrams.
    Kad,
    /// Text with one word per line.
    Text,
}

impl WordListFormat {
    /// The format for a file extension; the default is Quixotry's own format.
    pub(super) fn from_path(path: &Path) -> WordListFormat {
        match extension(path).as_str() {
            "kwg" => WordListFormat::Kwg(kwg::Packing::Kwg),
            "kbwg" => WordListFormat::Kwg(kwg::Packing::Kbwg),
            "kad" => WordListFormat::Kad,
            "qwz" => WordListFormat::Packed,
            "txt" => WordListFormat::Text,
            _ => WordListFormat::Graph,
        }
    }

    /// The format of a file by its first bytes, or by its extension.
    pub(super) fn detect(path: &Path, bytes: &[u8]) -> WordListFormat {
        if PackedGraph::new(bytes).is_some() {
            return WordListFormat::Packed;
        }
        match WordListFormat::from_path(path) {
            WordListFormat::Graph | WordListFormat::Text if bytes.starts_with(b"\x89QWG") => {
                WordListFormat::Graph
            }
            WordListFormat::Graph | WordListFormat::Packed => WordListFormat::Text,
            named => named,
        }
    }
}

fn extension(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
}

impl WordListArgs {
    /// The letters of a list.
    pub(super) fn alphabet(&self, path: &Path, catalog: &Catalog) -> anyhow::Result<Alphabet> {
        let named = self.tiles.as_deref().or_else(|| self.guess_tiles(path));
        Ok(catalog.tiles(named.unwrap_or(DEFAULT_TILES))?.set.alphabet().clone())
    }

    /// The tile set of a KWG file by its name; `None` for files that have letters of their own.
    fn guess_tiles(&self, path: &Path) -> Option<&'static str> {
        let is_kwg = matches!(WordListFormat::from_path(path), WordListFormat::Kwg(_));
        is_kwg.then(|| preset_for_lexicon(&self.name_for(path)).unwrap_or(DEFAULT_TILES))
    }

    /// A KWG file has no letters of its own, so a note says which are used if none are named.
    fn note_letters(&self, path: &Path) -> Option<String> {
        let name = self.guess_tiles(path).filter(|_| self.tiles.is_none())?;
        Some(format!("read with the letters of {name}; --tiles chooses others"))
    }

    /// The name of the lexicon.
    pub(super) fn name_for(&self, path: &Path) -> String {
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        self.name.clone().unwrap_or_else(stem)
    }

    /// Reads a word list of any format.
    pub(super) fn read(&self, path: &Path, alphabet: &Alphabet) -> anyhow::Result<LoadedWordList> {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let kind = WordListFormat::detect(path, &bytes);
        let mut list = self
            .read_bytes(kind, bytes, &self.name_for(path), alphabet)
            .with_context(|| format!("{} cannot be used as a word list", path.display()))?;
        list.notes.extend(self.note_letters(path));
        Ok(list)
    }

    fn read_bytes(
        &self,
        kind: WordListFormat,
        bytes: Vec<u8>,
        name: &str,
        alphabet: &Alphabet,
    ) -> anyhow::Result<LoadedWordList> {
        let graph = match kind {
            WordListFormat::Text => return self.read_text(&bytes, name, alphabet),
            WordListFormat::Graph => rename(WordGraph::open(bytes)?, self.name.as_deref())?,
            WordListFormat::Packed => match PackedGraph::new(&bytes) {
                Some(packed) => rename(packed.unpack()?, self.name.as_deref())?,
                None => bail!("this is not a packed word graph"),
            },
            WordListFormat::Kwg(packing) => kwg::read(&bytes, name, alphabet, packing)?,
            WordListFormat::Kad => bail!(
                "a KAD file holds words with their letters put in order, not the words themselves: use the KWG file or the text it was made from"
            ),
        };
        Ok(LoadedWordList { graph, notes: Vec::new() })
    }

    fn read_text(&self, bytes: &[u8], name: &str, alphabet: &Alphabet) -> anyhow::Result<LoadedWordList> {
        let columns = if self.first_column { text::Columns::First } else { text::Columns::Whole };
        let reading = text::read(bytes, alphabet, columns);
        if reading.errors.total > 0 && !self.skip_bad {
            return Err(anyhow::Error::new(reading.errors)
                .context("some lines hold no good word; correct them, or leave them out with --skip-bad"));
        }
        let notes = notes(&reading);
        Ok(LoadedWordList { graph: WordGraph::build(name, alphabet, &reading.words)?, notes })
    }
}

fn rename(graph: WordGraph, name: Option<&str>) -> anyhow::Result<WordGraph> {
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
    let note = |&(count, what): &(usize, &str)| (count > 0).then(|| format!("{count} {what}"));
    counted.iter().filter_map(note).collect()
}

/// The bytes of a graph in a format.
pub(super) fn encode(graph: &WordGraph, kind: WordListFormat) -> anyhow::Result<Vec<u8>> {
    Ok(match kind {
        WordListFormat::Graph => graph.to_bytes(),
        WordListFormat::Kwg(packing) => kwg::write(graph, packing, kwg::KwgContents::DawgAndGaddag)?,
        WordListFormat::Kad => kwg::write(&graph.alphagrams()?, kwg::Packing::Kwg, kwg::KwgContents::Dawg)?,
        WordListFormat::Packed => PackedGraph::pack(graph),
        WordListFormat::Text => to_text(graph).into_bytes(),
    })
}

fn to_text(graph: &WordGraph) -> String {
    graph.words().fold(String::new(), |text, word| text + &graph.alphabet().print(&word) + "\n")
}
