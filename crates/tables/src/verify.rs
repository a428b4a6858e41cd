//! Checks stored games.

use crate::game_setup::GameSetup;
use crate::log_entry::LoggedEvent;
use crate::resource_cache::ResourceCache;
use crate::table::{Table, TableTimeouts, valid_events};
use crate::table_summary::stored_summary;
use http_api::{ApiError, TableSummary};
use presets::Library;
use std::path::PathBuf;
use store::GameCopy;
use wire::{Record, RecordHeader, RecordSeat};

/// Replays stored games and compares them with their rules and summaries.
pub struct StoredGameVerifier {
    cache: ResourceCache,
}

/// Whether two summaries say the same. Earlier versions stored less in them.
fn is_same_summary(stored: &str, expected: &str) -> bool {
    let read = |text| serde_json::from_str::<TableSummary>(text).ok();
    let (Some(stored), Some(mut expected)) = (read(stored), read(expected)) else { return false };
    if stored.terms.is_none() {
        (expected.terms, expected.gives_way) = (None, stored.gives_way);
    }
    stored == expected
}

impl StoredGameVerifier {
    /// A verifier that finds rules and lexica in these directories, in addition to those that are shipped.
    pub fn new(directories: impl IntoIterator<Item = PathBuf>) -> StoredGameVerifier {
        StoredGameVerifier { cache: ResourceCache::new(Library::new(directories)) }
    }

    /// Replays a game.
    ///
    /// # Errors
    /// The first event that the rules do not allow, or the first difference between the summary and the events.
    pub fn verify(&self, copy: &GameCopy) -> Result<(), String> {
        let table = self.table(copy).map_err(|error| error.diagnosis())?;
        let summary = stored_summary(&copy.game.summary.name, &table, TableTimeouts::default())
            .map_err(|error| error.diagnosis())?;
        if summary.state != copy.game.summary.state {
            return Err(format!(
                "the list says that it is {}, but by its events it is {}",
                copy.game.summary.state.as_str(),
                summary.state.as_str()
            ));
        }
        match is_same_summary(copy.game.summary.details.text(), summary.details.text()) {
            true => Ok(()),
            false => Err("the list shows other players or scores than its events".to_owned()),
        }
    }

    /// The table after its log, if the rules allow every event.
    fn table(&self, copy: &GameCopy) -> Result<Table, ApiError> {
        let setup = GameSetup::read(&copy.game)?;
        let resources = self.cache.get_stored(&setup.rules, &setup.lexicon_id(&copy.game))?;
        let log = copy.events.iter().map(|event| LoggedEvent::from_stored(event, &resources.rules));
        let log = log.collect::<Result<Vec<_>, _>>()?;
        let seats = usize::from(copy.game.header.seats.0);
        let header = RecordHeader { seats: vec![RecordSeat::default(); seats], ..RecordHeader::default() };
        let mut record = Record::new(header, resources.rules.clone());
        let mut seqs = Vec::new();
        for (logged, event) in valid_events(&log) {
            let internal = |error| ApiError::Internal(format!("event {}: {error}", logged.seq));
            record.append(event.clone()).map_err(internal)?;
            seqs.push(logged.seq.0);
        }
        if let Some(issue) = wire::verify(&record, None).first() {
            let index = usize::try_from(issue.seq.saturating_sub(1)).ok();
            let seq = index.and_then(|index| seqs.get(index)).copied().unwrap_or(issue.seq);
            return Err(ApiError::Internal(format!("event {seq}: {}", issue.what)));
        }
        Table::replay(resources, seats, &log)
    }
}
