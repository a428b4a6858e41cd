//! Whether stored games make sense.

use crate::happening::Kept;
use crate::owner::Charter;
use crate::problem::Problem;
use crate::stock::Stock;
use crate::table::{Patience, Table, valid_events};
use presets::Library;
use std::path::PathBuf;
use store::GameCopy;
use wire::{Header, Record, SeatLabel};

/// Replays stored games, one after the other.
pub struct Replayer {
    stock: Stock,
}

impl Replayer {
    /// With rules and lexica from these directories besides those that are shipped.
    pub fn new(directories: impl IntoIterator<Item = PathBuf>) -> Replayer {
        Replayer { stock: Stock::new(Library::new(directories)) }
    }

    /// Finds the first thing in a game that cannot have happened by its rules, or that its summary tells wrongly.
    pub fn replay(&self, copy: &GameCopy) -> Result<(), String> {
        let table = self.table(copy).map_err(|problem| problem_text(&problem))?;
        match crate::listed::summary(&copy.game.summary.name, &table, Patience::default()) {
            Err(problem) => Err(problem_text(&problem)),
            Ok(summary) if summary.state != copy.game.summary.state => Err(format!(
                "the list says that it is {}, but by its events it is {}",
                copy.game.summary.state.word(),
                summary.state.word()
            )),
            Ok(summary) if summary.shown != copy.game.summary.shown => {
                Err("the list shows other players or scores than its events".to_owned())
            }
            Ok(_) => Ok(()),
        }
    }

    /// The table as its log says it is, if every event can have happened where it stands.
    fn table(&self, copy: &GameCopy) -> Result<Table, Problem> {
        let charter = Charter::read(&copy.game)?;
        let kit = self.stock.stored_kit(&charter.rules, &charter.lexicon_name(&copy.game))?;
        let log =
            copy.events.iter().map(|event| Kept::read(event, &kit.rules)).collect::<Result<Vec<_>, _>>()?;
        let seats = usize::from(copy.game.header.seats.0);
        let header = Header { seats: vec![SeatLabel::default(); seats], ..Header::default() };
        let mut record = Record::new(header, kit.rules.clone());
        let mut numbers = Vec::new();
        for (kept, event) in valid_events(&log) {
            let fault = |fault| Problem::Broken(format!("event {}: {fault}", kept.seq));
            record.append(event.clone()).map_err(fault)?;
            numbers.push(kept.seq);
        }
        if let Some(fault) = wire::verify(&record, None).first() {
            let place =
                usize::try_from(fault.seq.saturating_sub(1)).ok().and_then(|index| numbers.get(index));
            return Err(Problem::Broken(format!(
                "event {}: {}",
                place.copied().unwrap_or(fault.seq),
                fault.what
            )));
        }
        Ok(Table::replay(kit, seats, &log))
    }
}

fn problem_text(problem: &Problem) -> String {
    match problem {
        Problem::Broken(why) | Problem::Unavailable(why) => why.clone(),
        other => other.message(),
    }
}
