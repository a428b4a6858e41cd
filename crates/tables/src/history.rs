//! The past of a game: the events that were not taken back, turn by turn.

use crate::log_entry::{LogEntry, LoggedEvent};
use crate::owner::TableSnapshot;
use crate::table::valid_events;
use http_api::{ApiError, LoggedEventJson, TableEventKind};
use rules::{Event, Game};
use store::Seq;

/// A game as a client may see it, with all its events.
pub struct GameHistory {
    /// The table.
    pub snapshot: TableSnapshot,
    pub(crate) log: Vec<LoggedEvent>,
}

/// An entry of a table's log.
#[derive(Clone, Copy, Debug)]
pub enum HistoryEntry<'a> {
    /// An event of the game, with all its tiles.
    Game(&'a Event),
    /// An event of the table.
    Table(&'a TableEventKind),
}

impl GameHistory {
    /// All entries of the log with their numbers, also those that were taken back later.
    pub fn entries(&self) -> impl Iterator<Item = (Seq, HistoryEntry<'_>)> {
        self.log.iter().map(|logged| match &logged.entry {
            LogEntry::Game(event) => (logged.seq, HistoryEntry::Game(event)),
            LogEntry::Table(event) => (logged.seq, HistoryEntry::Table(&event.kind)),
        })
    }

    /// The events that were not taken back.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        valid_events(&self.log).map(|(_, event)| event)
    }

    /// The lines of a record as the client may see them: hidden tiles are counted.
    pub fn viewer_lines(&self) -> impl Iterator<Item = String> {
        let (viewer, rules) = (self.snapshot.role.viewer(), &self.snapshot.resources.rules);
        let line = move |logged: &LoggedEvent| -> LoggedEventJson { logged.to_json(viewer, rules) };
        valid_events(&self.log).map(move |(logged, _)| http_api::json_text(&line(logged)))
    }

    /// The game before turn `turn`, counted from 1, and the event that ended the turn.
    ///
    /// # Errors
    /// `no-such-turn` if the game has fewer turns.
    pub fn before_turn(&self, turn: usize) -> Result<(Game, &Event), ApiError> {
        let mut game = Game::new(self.snapshot.resources.rules.clone());
        let mut turns = 0;
        for event in self.events() {
            if event.kind.ends_turn() {
                turns += 1;
                if turns == turn {
                    return Ok((game, event));
                }
            }
            game.apply(event);
        }
        Err(ApiError::not_found("no-such-turn", format!("this game has the turns 1 to {turns}")))
    }

    /// The game after this many turns; after all events for `None`.
    ///
    /// # Errors
    /// `no-such-turn` if the game has fewer turns.
    pub fn after_turns(&self, turns: Option<usize>) -> Result<Game, ApiError> {
        let mut game = Game::new(self.snapshot.resources.rules.clone());
        let mut ended = 0;
        for event in self.events() {
            if event.kind.ends_turn() {
                if turns == Some(ended) {
                    return Ok(game);
                }
                ended += 1;
            }
            game.apply(event);
        }
        match turns {
            Some(wanted) if wanted > ended => {
                Err(ApiError::not_found("no-such-turn", format!("this game has the turns 0 to {ended}")))
            }
            _ => Ok(game),
        }
    }
}
