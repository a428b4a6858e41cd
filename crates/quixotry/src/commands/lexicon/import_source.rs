//! What `quixotry lexicon import` reads words from.

use super::word_list::WordListFormat;
use anyhow::{Context, bail};
use lexicon::hunspell::{HunspellDictionary, HunspellFile};
use lexicon::{PackedGraph, WordGraph, kwg};
use std::io::Read;
use std::path::{Path, PathBuf};
use tiles::Alphabet;

/// The share of lines with several columns that makes a text a list with definitions, in percent.
const DEFINITIONS_PERCENT: usize = 90;

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 30;

/// A file with words.
pub(super) enum ImportSource {
    /// A hunspell dictionary.
    Dictionary { path: PathBuf, dictionary: Box<HunspellDictionary> },
    /// A text with a word on each line.
    Text { path: PathBuf, text: String },
    /// A word graph or a KWG file, which needs an alphabet.
    Graph { path: PathBuf, format: WordListFormat, bytes: Vec<u8> },
}

impl ImportSource {
    /// Reads a file of any kind.
    pub(super) fn read(path: &Path) -> anyhow::Result<ImportSource> {
        match extension(path).as_str() {
            "dic" | "aff" => read_dictionary(path),
            _ => read_list(path),
        }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        match self {
            ImportSource::Dictionary { path, .. }
            | ImportSource::Text { path, .. }
            | ImportSource::Graph { path, .. } => path,
        }
    }

    /// The name of the file without its extension.
    pub(super) fn stem(&self) -> String {
        self.path().file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Whether there are only capital letters, which then mean nothing.
    pub(super) fn is_capital(&self) -> bool {
        match self {
            ImportSource::Dictionary { .. } => false,
            ImportSource::Text { text, .. } => {
                let mut words = text.lines().filter_map(|line| line.split_whitespace().next());
                !words.any(|word| word.contains(char::is_lowercase))
            }
            ImportSource::Graph { .. } => true,
        }
    }

    /// Whether a definition follows nearly every word.
    pub(super) fn has_definitions(&self) -> bool {
        let ImportSource::Text { text, .. } = self else { return false };
        let (mut lines, mut several) = (0, 0);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            lines += 1;
            several += usize::from(line.contains(char::is_whitespace));
        }
        lines > 0 && several * 100 >= lines * DEFINITIONS_PERCENT
    }

    /// The graph of a graph file.
    pub(super) fn graph(&self, alphabet: &Alphabet) -> anyhow::Result<WordGraph> {
        let ImportSource::Graph { format, bytes, .. } = self else { bail!("this is not a word graph") };
        let graph = match format {
            WordListFormat::Kwg(packing) => kwg::read(bytes, &self.stem(), alphabet, *packing)?,
            WordListFormat::Packed => match PackedGraph::new(bytes) {
                Some(packed) => packed.unpack()?,
                None => bail!("this is not a packed word graph"),
            },
            WordListFormat::Graph => WordGraph::open(bytes.clone())?,
            WordListFormat::Kad | WordListFormat::Text => bail!(
                "a KAD file holds words with their letters put in order, not the words themselves: use the KWG file or the text it was made from"
            ),
        };
        let letters = |alphabet: &Alphabet| -> Vec<String> {
            alphabet.letters().map(|letter| alphabet.upper(letter).to_owned()).collect()
        };
        if letters(graph.alphabet()) != letters(alphabet) {
            bail!(
                "its letters are {}: choose a tile set with these letters",
                letters(graph.alphabet()).join(" ")
            );
        }
        Ok(graph)
    }
}

fn read_dictionary(path: &Path) -> anyhow::Result<ImportSource> {
    let (words_path, affix_path) = (path.with_extension("dic"), path.with_extension("aff"));
    let words = read_bytes(&words_path)?;
    let affixes = read_bytes(&affix_path)
        .context("a dictionary consists of a .dic file and an .aff file with the same name")?;
    let dictionary = HunspellDictionary::read(&affixes, &words).map_err(|error| {
        let file = match error.file {
            HunspellFile::Affixes => &affix_path,
            HunspellFile::Words => &words_path,
        };
        anyhow::anyhow!("{}:{}: {}", file.display(), error.line, error.kind)
    })?;
    if dictionary.is_empty() {
        bail!("{}: there are no words in it", words_path.display());
    }
    Ok(ImportSource::Dictionary { path: words_path, dictionary: Box::new(dictionary) })
}

fn read_list(path: &Path) -> anyhow::Result<ImportSource> {
    let bytes = read_bytes(path)?;
    let path = path.to_owned();
    match WordListFormat::detect(&path, &bytes) {
        WordListFormat::Text => {
            let text = String::from_utf8(bytes).map_err(|error| {
                let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
                anyhow::anyhow!(
                    "{}:{line}: this is not UTF-8 text; convert the list to UTF-8",
                    path.display()
                )
            })?;
            Ok(ImportSource::Text { path, text })
        }
        format => Ok(ImportSource::Graph { path, format, bytes }),
    }
}

fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match path.to_str() {
        Some("-") => std::io::stdin().take(MAX_BYTES + 1).read_to_end(&mut bytes),
        _ => std::fs::File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)),
    };
    read.with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("{}: the file has more than {MAX_BYTES} bytes", path.display());
    }
    Ok(bytes)
}

fn extension(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
}
