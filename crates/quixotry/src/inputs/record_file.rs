//! Game records in files: GCG or JSON lines.

use super::gcg_rules::rules_of_gcg;
use super::{Catalog, ServerGameLink, read_bytes, read_text};
use anyhow::{Context, bail};
use notation::gcg::{self, GcgError, GcgGame};
use presets::Source;
use rules::Ruleset;
use std::path::Path;
use wire::{PartialRecord, RecordHeader, TruncatedLine};

/// A game record.
pub(crate) enum RecordFile {
    /// A GCG file, with the errors of its lines.
    Gcg { game: GcgGame, faults: Vec<GcgError>, rules: Ruleset },
    /// A record of Quixotry.
    Lines { record: Box<PartialRecord>, cut: Option<TruncatedLine> },
}

impl RecordFile {
    /// Reads a file of either format. `rules` override the rules that the file names.
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
            // A record contains its rules, so it must not open other files.
            None => catalog.library().clone().without_paths().rules_from(&rules_source(header)),
        };
        let reading = PartialRecord::read_partial(bytes, load)
            .with_context(|| format!("{file} is not a valid record"))?;
        Ok(RecordFile::Lines { record: Box::new(reading.record), cut: reading.truncated })
    }

    fn read_gcg(bytes: &[u8], rules: Option<&str>, catalog: &Catalog) -> anyhow::Result<RecordFile> {
        let (game, faults) = gcg::parse_lenient(bytes);
        let rules = match rules {
            Some(name) => catalog.rules(name, None)?,
            None => rules_of_gcg(&game, catalog)?,
        };
        Ok(RecordFile::Gcg { game, faults, rules })
    }

    /// The lexicon that the game names.
    pub(crate) fn lexicon(&self) -> Option<&str> {
        match self {
            RecordFile::Gcg { game, .. } => game.lexicon().filter(|name| !name.is_empty()),
            RecordFile::Lines { record, .. } => {
                record.header().lexicon.as_ref().map(|lexicon| lexicon.name.as_str())
            }
        }
    }

    /// Refuses a file that contains no game.
    pub(crate) fn check_is_game(&self, file: &str) -> anyhow::Result<()> {
        let RecordFile::Gcg { game, faults, .. } = self else { return Ok(()) };
        if game.players().is_empty() && game.events().next().is_none() && faults.is_empty() {
            bail!("{file} is not a record: it contains neither GCG (`#player1 nick Full Name`) nor JSON");
        }
        Ok(())
    }

    /// The parts that could not be read.
    pub(crate) fn skipped_parts(&self) -> Vec<String> {
        match self {
            RecordFile::Gcg { faults, .. } => faults.iter().map(ToString::to_string).collect(),
            RecordFile::Lines { cut, .. } => cut.iter().map(ToString::to_string).collect(),
        }
    }

    /// The rules of the game.
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

/// Whether an argument names the file of a game, which may be missing, instead of a position.
pub(crate) fn is_game_file(what: &str) -> bool {
    if ServerGameLink::parse(what).is_some() {
        return true;
    }
    let path = Path::new(what);
    let is_gcg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gcg"));
    if !path.is_file() {
        return is_gcg && !what.contains(char::is_whitespace);
    }
    let Ok(text) = read_text(what) else { return true };
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_record =
        serde_json::from_str::<serde_json::Value>(first).is_ok_and(|header| header.get("seats").is_some());
    is_gcg || is_record || first.starts_with('#') || first.starts_with('>')
}
