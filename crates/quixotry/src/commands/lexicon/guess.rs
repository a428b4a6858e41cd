//! Which tiles a list of words is for.

use super::import_source::ImportSource;
use crate::inputs::Catalog;
use anyhow::bail;
use lexicon::PackedGraph;
use presets::{DataKind, TilePreset};
use tiles::{Alphabet, Letter};

/// The number of words that are looked at.
const SAMPLE: usize = 20_000;

/// The share of the sample that the tiles must spell, in percent.
const SPELLED_PERCENT: usize = 50;

/// How often a letter is expected that the tiles do not have, as a share of all letters.
const RARE: f64 = 0.001;

/// Why a tile set was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GuessReason {
    /// The command line names it.
    Given,
    /// The name of the file, or the language that a dictionary names.
    Name,
    /// The letters of the words.
    Letters,
}

impl GuessReason {
    /// The reason for people.
    pub(super) fn describe(self) -> &'static str {
        match self {
            GuessReason::Given => "as given",
            GuessReason::Name => "guessed from the name of the file; --tiles chooses another",
            GuessReason::Letters => "guessed from the letters; --tiles chooses another",
        }
    }
}

/// Guesses the tile set of files.
pub(super) fn guess_tiles(
    sources: &[ImportSource],
    catalog: &Catalog,
) -> anyhow::Result<(TilePreset, GuessReason)> {
    let all = catalog.load_all(DataKind::Tiles, presets::Library::tiles_from);
    let by_name = sources.first().and_then(|source| find_by_name(source, &all));
    if let Some(preset) = by_name {
        return Ok((preset.clone(), GuessReason::Name));
    }
    let sample: Vec<String> = sources.iter().flat_map(sample_words).collect();
    match find_by_letters(sources, &sample, &all) {
        Some(preset) => Ok((preset.clone(), GuessReason::Letters)),
        None => bail!("it is not clear which tiles these words are for: name a tile set with --tiles"),
    }
}

/// The set with the name of the file, or for its language, such as `sv` in `sv_SE.dic`.
fn find_by_name<'a>(source: &ImportSource, all: &'a [(String, TilePreset)]) -> Option<&'a TilePreset> {
    let stem = source.stem().to_lowercase();
    let named = match source {
        ImportSource::Dictionary { dictionary, .. } => dictionary.language().map(str::to_lowercase),
        ImportSource::Text { .. } | ImportSource::Graph { .. } => None,
    };
    let same_name = all.iter().find(|(name, _)| *name == stem);
    let languages = [Some(stem), named];
    let codes = languages.iter().flatten().map(|name| name.split(['_', '-']).next().unwrap_or_default());
    let mut by_language =
        codes.filter_map(|code| plain_sets(all).find(|(_, preset)| preset.language == norm(code)));
    same_name.or_else(|| by_language.next()).map(|(_, preset)| preset)
}

/// Norwegian has two codes.
fn norm(code: &str) -> &str {
    if code == "no" { "nb" } else { code }
}

/// The sets that are no variant of another, such as `english-super`.
fn plain_sets(all: &[(String, TilePreset)]) -> impl Iterator<Item = &(String, TilePreset)> {
    all.iter().filter(|(name, _)| !name.contains('-') && name != "skrabbkle")
}

/// Words from all over a file.
fn sample_words(source: &ImportSource) -> Vec<String> {
    match source {
        ImportSource::Dictionary { dictionary, .. } => {
            let mut words = Vec::new();
            for entry in (0..dictionary.len()).step_by(dictionary.len().div_ceil(SAMPLE).max(1)) {
                // A root with too many forms is reported when its words are made.
                _ = dictionary.expand(entry, &mut |form| {
                    if form.suffixes + form.prefixes == 0 {
                        words.push(form.text.to_owned());
                    }
                });
            }
            words
        }
        ImportSource::Text { text, .. } => {
            let words = text.lines().filter_map(|line| line.split_whitespace().next());
            let step = text.lines().count().div_ceil(SAMPLE).max(1);
            words.step_by(step).map(str::to_owned).collect()
        }
        ImportSource::Graph { .. } => Vec::new(),
    }
}

fn find_by_letters<'a>(
    sources: &[ImportSource],
    sample: &[String],
    all: &'a [(String, TilePreset)],
) -> Option<&'a TilePreset> {
    if let Some(alphabet) = sources.iter().find_map(graph_alphabet) {
        let has_letters = |preset: &TilePreset| same_letters(preset.set.alphabet(), &alphabet);
        return plain_sets(all).map(|(_, preset)| preset).find(|preset| has_letters(preset));
    }
    let mut best: Option<(f64, &TilePreset)> = None;
    for (_, preset) in plain_sets(all) {
        if let Some(likelihood) = measure(preset, sample)
            && best.is_none_or(|(other, _)| likelihood > other)
        {
            best = Some((likelihood, preset));
        }
    }
    best.map(|(_, preset)| preset)
}

/// How likely the sample is if letters were drawn from the tiles; `None` if the tiles spell too few of the words.
fn measure(preset: &TilePreset, sample: &[String]) -> Option<f64> {
    let alphabet = preset.set.alphabet();
    let share = |letter: Letter| {
        let count = preset.set.plain(letter).map_or(0, |tile| preset.set.all().count(tile));
        (f64::from(count) / preset.set.all().len() as f64).max(RARE)
    };
    let shares: Vec<f64> = alphabet.letters().map(|letter| share(letter).ln()).collect();
    // A letter that is only read as another, such as Ä on Dutch tiles, speaks against the tiles.
    let is_foreign =
        |c: &char| !c.is_ascii() && !alphabet.letters().any(|letter| alphabet.upper(letter).contains(*c));
    let (mut likelihood, mut spelled) = (0.0, 0);
    for text in sample {
        likelihood += RARE.ln() * text.to_uppercase().chars().filter(is_foreign).count() as f64;
        match alphabet.parse_word(text) {
            Ok(word) => {
                spelled += 1;
                likelihood += word.iter().map(|letter| shares[letter.index()]).sum::<f64>();
            }
            Err(_) => likelihood += RARE.ln() * text.chars().count() as f64,
        }
    }
    (spelled > 0 && spelled * 100 >= sample.len() * SPELLED_PERCENT).then_some(likelihood)
}

fn graph_alphabet(source: &ImportSource) -> Option<Alphabet> {
    let ImportSource::Graph { bytes, .. } = source else { return None };
    let graph = match PackedGraph::new(bytes) {
        Some(packed) => packed.unpack().ok(),
        None => lexicon::WordGraph::open(bytes.clone()).ok(),
    };
    graph.map(|graph| graph.alphabet().clone())
}

fn same_letters(one: &Alphabet, other: &Alphabet) -> bool {
    let letters = |alphabet: &Alphabet| -> Vec<String> {
        alphabet.letters().map(|letter| alphabet.upper(letter).to_owned()).collect()
    };
    letters(one) == letters(other)
}
