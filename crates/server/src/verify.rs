//! Whether stored games make sense.

use crate::api_error::ApiError;
use crate::log_entry::LoggedEvent;
use crate::owner::GameSetup;
use crate::resource_cache::ResourceCache;
use crate::table::{Table, TableTimeouts, valid_events};
use presets::Library;
use std::path::PathBuf;
use store::GameCopy;
use wire::{Record, RecordHeader, RecordSeat};

/// Replays stored games, one after the other.
pub struct StoredGameVerifier {
    cache: ResourceCache,
}

impl StoredGameVerifier {
    /// With rules and lexica from these directories besides those that are shipped.
    pub fn new(directories: impl IntoIterator<Item = PathBuf>) -> StoredGameVerifier {
        StoredGameVerifier { cache: ResourceCache::new(Library::new(directories)) }
    }

    /// Finds the first thing in a game that cannot have happened by its rules, or that its summary tells wrongly.
    pub fn replay(&self, copy: &GameCopy) -> Result<(), String> {
        let table = self.table(copy).map_err(|error| problem_text(&error))?;
        match crate::listing::summary(&copy.game.summary.name, &table, TableTimeouts::default()) {
            Err(error) => Err(problem_text(&error)),
            Ok(summary) if summary.state != copy.game.summary.state => Err(format!(
                "the list says that it is {}, but by its events it is {}",
                copy.game.summary.state.as_str(),
                summary.state.as_str()
            )),
            Ok(summary) if summary.details != copy.game.summary.details => {
                Err("the list shows other players or scores than its events".to_owned())
            }
            Ok(_) => Ok(()),
        }
    }

    /// The table as its log says it is, if every event can have happened where it stands.
    fn table(&self, copy: &GameCopy) -> Result<Table, ApiError> {
        let charter = GameSetup::read(&copy.game)?;
        let resources = self.cache.get_stored(&charter.rules, &charter.lexicon_name(&copy.game))?;
        let log = copy
            .events
            .iter()
            .map(|event| LoggedEvent::read(event, &resources.rules))
            .collect::<Result<Vec<_>, _>>()?;
        let seats = usize::from(copy.game.header.seats.0);
        let header = RecordHeader { seats: vec![RecordSeat::default(); seats], ..RecordHeader::default() };
        let mut record = Record::new(header, resources.rules.clone());
        let mut numbers = Vec::new();
        for (logged, event) in valid_events(&log) {
            let fault = |fault| ApiError::Broken(format!("event {}: {fault}", logged.seq));
            record.append(event.clone()).map_err(fault)?;
            numbers.push(logged.seq);
        }
        if let Some(fault) = wire::verify(&record, None).first() {
            let place =
                usize::try_from(fault.seq.saturating_sub(1)).ok().and_then(|index| numbers.get(index));
            return Err(ApiError::Broken(format!(
                "event {}: {}",
                place.copied().unwrap_or(fault.seq),
                fault.what
            )));
        }
        Ok(Table::replay(resources, seats, &log))
    }
}

fn problem_text(error: &ApiError) -> String {
    match error {
        ApiError::Broken(why) | ApiError::Unavailable(why) => why.clone(),
        other => other.message(),
    }
}
