//! A game's past: what was not taken back, turn by turn.

use crate::api_error::ApiError;
use crate::app::App;
use crate::log_entry::LoggedEvent;
use crate::owner::{Credentials, Request, TableSnapshot, read_log};
use crate::table::valid_events;
use rules::{Event, Game};
use store::{GameId, Seq};

/// A game as its caller may see it, and all that happened in it.
pub(crate) struct GameHistory {
    pub(crate) snapshot: Box<TableSnapshot>,
    pub(crate) log: Vec<LoggedEvent>,
}

/// Reads a game's past for somebody who may see the game.
pub(crate) async fn history(
    app: &App,
    id: &GameId,
    credentials: &Credentials,
) -> Result<GameHistory, ApiError> {
    let snapshot = app.registry.ask(id, credentials, Request::TableSnapshot).await?;
    let mut log = read_log(app.store(), id, Seq::START, &snapshot.resources.rules).await?;
    log.retain(|logged| logged.seq <= snapshot.seq);
    Ok(GameHistory { snapshot, log })
}

impl GameHistory {
    /// The events that were not taken back.
    pub(crate) fn events(&self) -> impl Iterator<Item = &Event> {
        valid_events(&self.log).map(|(_, event)| event)
    }

    /// The game before the turn with this number, counted from 1, and the event that ended the turn.
    pub(crate) fn before_turn(&self, turn: usize) -> Result<(Game, &Event), ApiError> {
        let mut game = Game::new(self.snapshot.resources.rules.clone());
        let mut turns = 0;
        for event in self.events() {
            turns += usize::from(event.kind.ends_turn());
            if turns == turn && event.kind.ends_turn() {
                return Ok((game, event));
            }
            game.apply(event);
        }
        Err(ApiError::missing("no-such-turn", format!("this game has the turns 1 to {turns}")))
    }

    /// The game after so many turns; after all where none is named.
    pub(crate) fn after_turns(&self, turns: Option<usize>) -> Result<Game, ApiError> {
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
                Err(ApiError::missing("no-such-turn", format!("this game has the turns 0 to {ended}")))
            }
            _ => Ok(game),
        }
    }
}
