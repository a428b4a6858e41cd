//! A game as one client may see it, with its events.

use crate::rack_order::rack_in_order;
use http_api::ApiError;
use rules::{EventView, Ruleset, View};
use store::{GameId, Seq};
use tables::{App, Credentials, GameHistory, Occupant};
use tiles::TileId;

/// A game as one client may see it, with the events that were not taken back.
pub(crate) struct SeatHistory {
    pub(crate) view: View,
    pub(crate) events: Vec<EventView>,
    pub(crate) seats: Vec<Occupant>,
    /// The last event of the table.
    pub(crate) seq: Seq,
}

impl SeatHistory {
    pub(crate) async fn read(
        app: &App,
        id: &GameId,
        credentials: &Credentials,
    ) -> Result<SeatHistory, ApiError> {
        app.history(id, credentials).await.map(SeatHistory::from)
    }

    pub(crate) fn rules(&self) -> &Ruleset {
        &self.view.rules
    }

    /// The rack of the client in its order.
    pub(crate) fn own_rack(&self) -> Vec<TileId> {
        own_rack(&self.view, &self.events)
    }
}

impl From<GameHistory> for SeatHistory {
    fn from(history: GameHistory) -> SeatHistory {
        let (viewer, rules) = (history.snapshot.role.viewer(), &history.snapshot.resources.rules);
        let events = history.events().map(|event| event.view(viewer, rules)).collect();
        let seq = history.entries().last().map_or(Seq::START, |(seq, _)| seq);
        let snapshot = history.snapshot;
        SeatHistory { view: snapshot.view, events, seats: snapshot.seats, seq }
    }
}

/// The rack of the viewer in its order.
pub(crate) fn own_rack<'a>(view: &View, events: impl IntoIterator<Item = &'a EventView>) -> Vec<TileId> {
    view.viewer.seat().map(|seat| rack_in_order(events, seat)).unwrap_or_default()
}
