//! A game as a file has it: GCG, or JSON lines.

use super::{Catalog, preset_for_variant, read_bytes};
use anyhow::{Context, bail};
use notation::gcg::{self, GcgError, GcgGame, Pragma};
use presets::Source;
use rules::Ruleset;
use wire::{Record, RecordHeader, TruncatedLine};

/// A game as it was read.
pub(crate) enum RecordFile {
    /// A GCG file, with what could not be read of it.
    Gcg { game: GcgGame, faults: Vec<GcgError>, rules: Ruleset },
    /// Our own record.
    Lines { record: Box<Record>, cut: Option<TruncatedLine> },
}

impl RecordFile {
    /// Reads a file of either kind; `rules` are used in place of those it names.
    pub(crate) fn read(file: &str, rules: Option<&str>, catalog: &Catalog) -> anyhow::Result<RecordFile> {
        let bytes = read_bytes(file)?;
        if is_json(&bytes) {
            RecordFile::read_lines(file, &bytes, rules, catalog)
        } else {
            RecordFile::read_gcg(&bytes, rules, catalog)
        }
    }

    fn read_lines(
        file: &str,
        bytes: &[u8],
        rules: Option<&str>,
        catalog: &Catalog,
    ) -> anyhow::Result<RecordFile> {
        let load = |header: &RecordHeader| match rules {
            Some(name) => catalog.library().rules(name),
            // A record brings its rules along, and has no business with other files.
            None => catalog.library().clone().without_paths().rules_from(&rules_source(header)),
        };
        let reading =
            Record::read(bytes, load).with_context(|| format!("{file} is no record that can be used"))?;
        Ok(RecordFile::Lines { record: Box::new(reading.record), cut: reading.truncated })
    }

    fn read_gcg(bytes: &[u8], rules: Option<&str>, catalog: &Catalog) -> anyhow::Result<RecordFile> {
        let (game, faults) = gcg::parse_lenient(bytes);
        let named = rules.map(str::to_owned).or_else(|| rules_named_in_gcg(&game));
        let rules = catalog.rules(named.as_deref().unwrap_or("standard"), None)?;
        Ok(RecordFile::Gcg { game, faults, rules })
    }

    /// Refuses a file with nothing of a game in it, such as any other text.
    pub(crate) fn check_is_game(&self, file: &str) -> anyhow::Result<()> {
        let RecordFile::Gcg { game, faults, .. } = self else { return Ok(()) };
        if game.players().is_empty() && game.events().next().is_none() && faults.is_empty() {
            bail!(
                "{file} is no record: there is neither a line of GCG (`#player1 nick Full Name`) nor JSON in it"
            );
        }
        Ok(())
    }

    /// What was left out because it could not be read.
    pub(crate) fn skipped_parts(&self) -> Vec<String> {
        match self {
            RecordFile::Gcg { faults, .. } => faults.iter().map(ToString::to_string).collect(),
            RecordFile::Lines { cut, .. } => cut.iter().map(ToString::to_string).collect(),
        }
    }

    /// The rules it is read under.
    pub(crate) fn rules(&self) -> &Ruleset {
        match self {
            RecordFile::Gcg { rules, .. } => rules,
            RecordFile::Lines { record, .. } => record.rules(),
        }
    }
}

fn is_json(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

fn rules_source(header: &RecordHeader) -> Source {
    Source::from_text(&header.rules.name, &header.rules.source)
}

/// The rules that the lines of a GCG file ask for.
fn rules_named_in_gcg(game: &GcgGame) -> Option<String> {
    let (mut kind, mut board, mut letters) = (None, None, None);
    for (_, pragma) in game.pragmas() {
        match pragma {
            Pragma::GameType(name) => kind = Some(name.as_str()),
            Pragma::BoardLayout(name) => board = Some(name.as_str()),
            Pragma::TileDistribution(name) => letters = Some(name.as_str()),
            _ => {}
        }
    }
    preset_for_variant(kind, board, letters)
}
