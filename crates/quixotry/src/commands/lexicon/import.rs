//! `quixotry lexicon import`: makes a lexicon of a dictionary or a list that was not made for a game.

use super::guess::{self, GuessReason};
use super::import_source::ImportSource;
use super::word_list::{WordListFormat, encode};
use crate::app::FormatArgs;
use crate::inputs::{Catalog, write_file};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use lexicon::import::{Capitals, Exclusion, ImportFilter, ImportedLexicon, WordImporter};
use lexicon::{WordGraph, hunspell};
use presets::TilePreset;
use serde::Serialize;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon import /usr/share/hunspell/sv_SE.dic
  quixotry lexicon import /usr/share/dict/catalan --tiles catalan
  quixotry lexicon import mylist.txt --name german --tiles german     in place of the shipped German list
  quixotry lexicon import words.txt more.txt --exclude wrong.txt -o words.txt

Names, abbreviations, words with hyphens and words that the tiles cannot spell are left out and counted. Use
`lexicon add` for a list that was made for the game, where each of them is an error.";

/// The most combinations of parts that are tried for compounds.
const MAX_COMPOUND_TRIES: usize = 1 << 28;

/// Make a lexicon of a hunspell dictionary or any list of words.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LexiconImportArgs {
    /// Hunspell dictionaries (.dic, with the .aff file beside it), texts with a word on each line, .kwg files or word
    /// graphs; - reads a text from the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The tile set that defines the letters [default: by the name of the file, or by its letters]
    #[arg(long, value_name = "SET")]
    tiles: Option<String>,
    /// The name of the lexicon [default: the name of the tile set for a dictionary, else the name of the file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Write a file instead of installing the lexicon: .txt, .kwg, .kbwg, .kad, .qwz (packed), else a word graph
    #[arg(long, short, visible_alias = "out", value_name = "OUT")]
    output: Option<PathBuf>,
    /// What capital letters mean [default: names; nouns for German; nothing in a text without small letters]
    #[arg(long, value_enum)]
    capitals: Option<CapitalsArg>,
    /// The fewest letters of a word
    #[arg(long, value_name = "N", default_value_t = 2)]
    shortest: usize,
    /// The most letters of a word
    #[arg(long, value_name = "N", default_value_t = 15)]
    longest: usize,
    /// The most suffixes of a word of a dictionary
    #[arg(long, value_name = "N", default_value_t = 2)]
    suffixes: usize,
    /// The most prefixes of a word of a dictionary
    #[arg(long, value_name = "N", default_value_t = 1)]
    prefixes: usize,
    /// The most parts of a compound of a dictionary; compounds of its entries are not made by default
    #[arg(long, value_name = "N", default_value_t = 1)]
    compounds: usize,
    /// Read only the first word of each line of a text; this is the default if nine of ten lines have several
    #[arg(long)]
    first_column: bool,
    /// A text with further words, whatever their capital letters and length
    #[arg(long, value_name = "FILE")]
    include: Vec<PathBuf>,
    /// A text with words to leave out
    #[arg(long, value_name = "FILE")]
    exclude: Vec<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

/// What capital letters mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum CapitalsArg {
    /// Words with a capital letter are names and abbreviations
    Names,
    /// Words may start with a capital letter, as German nouns do
    Nouns,
    /// Nothing
    Nothing,
}

#[derive(Serialize)]
struct ImportedLexiconOutput {
    name: String,
    words: u32,
    hash: String,
    tiles: String,
    tiles_reason: &'static str,
    path: PathBuf,
    excluded: Vec<ExclusionOutput>,
}

#[derive(Serialize)]
struct ExclusionOutput {
    reason: &'static str,
    words: usize,
    examples: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &LexiconImportArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let sources =
        args.files.iter().map(|path| ImportSource::read(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let (tiles, reason) = args.choose_tiles(&sources, catalog)?;
    let name = args.choose_name(&sources, &tiles)?;
    let imported = args.import(&sources, &tiles, &name)?;
    let path = match &args.output {
        Some(path) => {
            write_file(path, &encode(&imported.graph, WordListFormat::from_path(path))?)?;
            path.clone()
        }
        None => catalog.library().install(&name, &imported.graph)?,
    };
    let report = describe(&imported, name, tiles.set.name().to_owned(), reason, path);
    if args.format.json {
        out.json(&report)?;
    } else {
        show(&report, args.output.is_none(), out)?;
    }
    Ok(Status::Success)
}

impl LexiconImportArgs {
    fn choose_tiles(
        &self,
        sources: &[ImportSource],
        catalog: &Catalog,
    ) -> anyhow::Result<(TilePreset, GuessReason)> {
        match &self.tiles {
            Some(name) => Ok((catalog.tiles(name)?, GuessReason::Given)),
            None => guess::guess_tiles(sources, catalog),
        }
    }

    fn choose_name(&self, sources: &[ImportSource], tiles: &TilePreset) -> anyhow::Result<String> {
        if let Some(name) = &self.name {
            return Ok(name.clone());
        }
        match sources.first() {
            Some(ImportSource::Dictionary { .. }) => Ok(tiles.set.name().to_owned()),
            Some(source) if source.stem() != "-" => Ok(source.stem()),
            _ => bail!("words from the standard input need a name: give one with --name"),
        }
    }

    fn import(
        &self,
        sources: &[ImportSource],
        tiles: &TilePreset,
        name: &str,
    ) -> anyhow::Result<ImportedLexicon> {
        let alphabet = tiles.set.alphabet();
        let filter = ImportFilter {
            shortest: self.shortest,
            longest: self.longest,
            capitals: self.choose_capitals(sources, tiles),
        };
        let mut importer = WordImporter::new(alphabet, filter);
        for source in sources {
            self.add_source(source, tiles, &mut importer)
                .with_context(|| format!("{}", source.path().display()))?;
        }
        for path in &self.include {
            let text = read_words(path)?;
            lines(&text).for_each(|word| importer.include(word));
        }
        for path in &self.exclude {
            let text = read_words(path)?;
            lines(&text).for_each(|word| importer.remove(word));
        }
        Ok(importer.finish(name)?)
    }

    fn choose_capitals(&self, sources: &[ImportSource], tiles: &TilePreset) -> Capitals {
        match self.capitals {
            Some(CapitalsArg::Names) => Capitals::Names,
            Some(CapitalsArg::Nouns) => Capitals::Nouns,
            Some(CapitalsArg::Nothing) => Capitals::Nothing,
            None if sources.iter().all(ImportSource::is_capital) => Capitals::Nothing,
            None if tiles.language.starts_with("de") => Capitals::Nouns,
            None => Capitals::Names,
        }
    }

    fn add_source(
        &self,
        source: &ImportSource,
        tiles: &TilePreset,
        importer: &mut WordImporter<'_>,
    ) -> anyhow::Result<()> {
        match source {
            ImportSource::Dictionary { dictionary, path } => self.add_dictionary(dictionary, path, importer),
            ImportSource::Text { text, .. } => {
                let first_only = self.first_column || source.has_definitions();
                for line in lines(text) {
                    let first = line.split_whitespace().next().unwrap_or_default();
                    importer.add(if first_only { first } else { line });
                }
                Ok(())
            }
            ImportSource::Graph { .. } => {
                let graph = source.graph(tiles.set.alphabet())?;
                add_graph(&graph, importer);
                Ok(())
            }
        }
    }

    fn add_dictionary(
        &self,
        dictionary: &hunspell::HunspellDictionary,
        path: &Path,
        importer: &mut WordImporter<'_>,
    ) -> anyhow::Result<()> {
        let bar = progress_bar(dictionary.len() as u64, path);
        for entry in 0..dictionary.len() {
            dictionary.expand(entry, &mut |form| self.add_form(form, dictionary, importer))?;
            bar.inc(1);
        }
        if self.compounds > 1 {
            bar.set_message("compounds");
            let add = &mut |form: hunspell::WordForm<'_>| self.add_form(form, dictionary, importer);
            dictionary.expand_compounds(self.compounds, self.longest, MAX_COMPOUND_TRIES, add)?;
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn add_form(
        &self,
        form: hunspell::WordForm<'_>,
        dictionary: &hunspell::HunspellDictionary,
        importer: &mut WordImporter<'_>,
    ) {
        if form.keeps_case {
            importer.exclude(Exclusion::KeepsCase, form.text);
        } else if form.suffixes > self.suffixes || form.prefixes > self.prefixes {
            importer.exclude(Exclusion::Affixes, form.text);
        } else if dictionary.is_forbidden(form.text) {
            importer.exclude(Exclusion::Forbidden, form.text);
        } else {
            importer.add(form.text);
        }
    }
}

fn add_graph(graph: &WordGraph, importer: &mut WordImporter<'_>) {
    let mut words = graph.words();
    while let Some(word) = words.advance() {
        importer.add_letters(word);
    }
}

fn read_words(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The lines of a text that are neither blank nor comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn progress_bar(entries: u64, path: &Path) -> ProgressBar {
    let bar = ProgressBar::new(entries);
    let look = "{msg} {wide_bar} {human_pos}/{human_len} entries, {eta} left";
    bar.set_style(ProgressStyle::with_template(look).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_message(path.display().to_string())
}

fn describe(
    imported: &ImportedLexicon,
    name: String,
    tiles: String,
    reason: GuessReason,
    path: PathBuf,
) -> ImportedLexiconOutput {
    let exclusion = |reason: Exclusion| {
        let excluded = imported.excluded_words(reason);
        (excluded.count > 0).then(|| ExclusionOutput {
            reason: reason.describe(),
            words: excluded.count,
            examples: excluded.examples,
        })
    };
    ImportedLexiconOutput {
        name,
        words: imported.graph.len(),
        hash: imported.graph.content_hash().to_string(),
        tiles,
        tiles_reason: reason.describe(),
        path,
        excluded: Exclusion::ALL.into_iter().filter_map(exclusion).collect(),
    }
}

fn show(report: &ImportedLexiconOutput, installed: bool, out: &mut CommandOutput) -> std::io::Result<()> {
    let verb = if installed { "installed as" } else { "written to" };
    out.line(format_args!("{}: {} words, {verb} {}", report.name, report.words, report.path.display()))?;
    out.line(format_args!("letters of the tile set {} ({})", report.tiles, report.tiles_reason))?;
    for excluded in &report.excluded {
        let examples = excluded.examples.join(", ");
        out.line(format_args!("left out: {} {} ({examples})", excluded.words, excluded.reason))?;
    }
    Ok(())
}
