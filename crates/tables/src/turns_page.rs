//! The list of turns of a game, page by page. Only the events of the page are read.

use crate::log_entry::{LogEntry, LoggedEvent};
use crate::owner::TableSnapshot;
use http_api::{ApiError, TurnEntry};
use store::{GameId, RowLimit, Seq, Store};

/// The maximum number of turns of a page.
const MOST_TURNS: usize = 500;

/// Which turns of a game are shown: a number of turns before an event, or the last ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnsPage {
    turns: usize,
    before: Option<Seq>,
}

impl Default for TurnsPage {
    fn default() -> TurnsPage {
        TurnsPage::new(None, None)
    }
}

impl TurnsPage {
    /// At most this many turns, all of them before an event. There is a maximum, which is the default.
    #[must_use]
    pub fn new(turns: Option<usize>, before: Option<Seq>) -> TurnsPage {
        TurnsPage { turns: turns.unwrap_or(MOST_TURNS).clamp(1, MOST_TURNS), before }
    }
}

/// Turns of a game, the oldest first.
pub(crate) struct TurnList {
    pub(crate) entries: Vec<TurnEntry>,
    /// The event before which there are more turns.
    pub(crate) before: Option<Seq>,
}

/// Reads the turns of a page as the client of the snapshot may see them.
pub(crate) async fn read_turns(
    store: &Store,
    id: &GameId,
    snapshot: &TableSnapshot,
    page: TurnsPage,
) -> Result<TurnList, ApiError> {
    let mut end =
        page.before.map_or(snapshot.seq, |before| snapshot.seq.min(Seq(before.0.saturating_sub(1))));
    let mut turns: Vec<(Seq, TurnEntry)> = Vec::new();
    // One more than wanted says whether there are earlier ones.
    let wanted = page.turns + 1;
    while end > Seq::START && turns.len() < wanted {
        // Most events are turns, so this is seldom repeated.
        let count = (wanted - turns.len()) as u64 + 16;
        let start = Seq(end.0.saturating_sub(count));
        let limit = RowLimit::new(u32::try_from(end.0 - start.0).unwrap_or(u32::MAX));
        let mut earlier = Vec::new();
        for stored in store.events(id, start, limit).await? {
            let logged = LoggedEvent::from_stored(&stored, &snapshot.resources.rules)?;
            earlier.extend(turn(&logged, snapshot).map(|turn| (logged.seq, turn)));
        }
        earlier.append(&mut turns);
        turns = earlier;
        end = start;
    }
    let surplus = turns.len().saturating_sub(page.turns);
    let shown = turns.split_off(surplus);
    let before = shown.first().filter(|_| surplus > 0).map(|(seq, _)| *seq);
    Ok(TurnList { entries: shown.into_iter().map(|(_, turn)| turn).collect(), before })
}

/// The entry of an event, if it is a turn that was not taken back.
fn turn(logged: &LoggedEvent, snapshot: &TableSnapshot) -> Option<TurnEntry> {
    let is_undone = snapshot.undone.iter().any(|undone| undone.contains(logged.seq));
    match &logged.entry {
        LogEntry::Game(event) if !is_undone => {
            logged.to_turn(event, snapshot.role.viewer(), &snapshot.resources.rules)
        }
        LogEntry::Game(_) | LogEntry::Table(_) => None,
    }
}
