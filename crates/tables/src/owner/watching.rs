//! What clients see of a table: a snapshot of it, and a subscription to what happens.

use super::{CallerRole, Credentials, OwnerMessage, TableOwner};
use crate::live_frame::LiveFrame;
use crate::log_entry::LoggedEvent;
use crate::occupant::Occupant;
use crate::registry::send_or_spawn;
use crate::resources::GameResources;
use crate::table::UndoneEvents;
use http_api::{ApiError, UndoRequest};
use rules::{Seat, View, Viewer};
use std::sync::Arc;
use store::{LineNo, Seq, TableStatus, Visibility};
use tokio::sync::{broadcast, mpsc};

/// How many messages wait for a slow client before it is dropped.
const BUFFER: usize = 32;

/// A table at one moment, as a client may see it.
pub struct TableSnapshot {
    /// The game.
    pub view: View,
    /// What the client is to the table.
    pub role: CallerRole,
    /// The rules and the lexicon.
    pub resources: Arc<GameResources>,
    /// The progress of the table.
    pub status: TableStatus,
    /// The occupants of the seats.
    pub seats: Vec<Occupant>,
    pub(crate) name: String,
    pub(crate) visibility: Visibility,
    pub(crate) online: Vec<bool>,
    pub(crate) undo: Option<UndoRequest>,
    pub(crate) can_undo: bool,
    pub(crate) rematch: Option<String>,
    pub(crate) can_take_over: bool,
    pub(crate) seq: Seq,
    pub(crate) undone: Arc<Vec<UndoneEvents>>,
    pub(crate) line: LineNo,
    pub(crate) spectators: usize,
}

/// A subscription to a table. Events after `seq` and chat after `line` come through the receiver.
pub struct Subscription {
    pub(crate) viewer: Viewer,
    pub(crate) resources: Arc<GameResources>,
    pub(crate) seq: Seq,
    pub(crate) line: LineNo,
    /// Which seats are present at the start.
    pub(crate) online: Vec<bool>,
    pub(crate) receiver: broadcast::Receiver<Arc<LiveFrame>>,
    pub(crate) _presence: PresenceGuard,
}

/// Tells the owner when a subscriber disconnects.
pub(crate) struct PresenceGuard {
    viewer: Viewer,
    owner: mpsc::Sender<OwnerMessage>,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        send_or_spawn(self.owner.clone(), OwnerMessage::Unsubscribed(self.viewer));
    }
}

impl TableOwner {
    pub(super) async fn snapshot(&mut self, from: &Credentials) -> Result<TableSnapshot, ApiError> {
        let role = self.admit(from).await?;
        let table = &self.table;
        Ok(TableSnapshot {
            view: table.game.view(role.viewer()),
            role,
            name: self.info.name.to_string(),
            visibility: self.info.visibility,
            status: table.status(),
            resources: table.resources.clone(),
            seats: table.seats.clone(),
            online: self.online_seats(),
            undo: table.undo.clone(),
            can_undo: role.viewer().seat().is_some_and(|seat| table.undo_to(seat).is_some()),
            rematch: table.rematch.clone(),
            can_take_over: table.seats_to_take_over().next().is_some(),
            seq: table.seq,
            undone: table.undone.clone(),
            line: self.line,
            spectators: self.services.spectators.count(&self.id),
        })
    }

    /// Which seats are present. Computers always are.
    fn online_seats(&self) -> Vec<bool> {
        let is_connected = |seat: Seat| self.connections.get(seat.index()).is_some_and(|&count| count > 0);
        let is_online = |(seat, occupant): (Seat, &Occupant)| occupant.is_computer() || is_connected(seat);
        self.table.occupants().map(is_online).collect()
    }

    pub(super) async fn subscribe(&mut self, from: &Credentials) -> Result<Subscription, ApiError> {
        let viewer = self.admit(from).await?.viewer();
        let feed = self.feeds.iter().find(|(of, _)| *of == viewer).map(|(_, feed)| feed.subscribe());
        let receiver = feed.unwrap_or_else(|| {
            let (feed, receiver) = broadcast::channel(BUFFER);
            self.feeds.push((viewer, feed));
            receiver
        });
        let owner =
            self.sender.upgrade().ok_or_else(|| ApiError::Unavailable("the table is closing".to_owned()))?;
        self.add_connection(viewer);
        Ok(Subscription {
            viewer,
            resources: self.table.resources.clone(),
            seq: self.table.seq,
            line: self.line,
            online: self.online_seats(),
            receiver,
            _presence: PresenceGuard { viewer, owner },
        })
    }

    fn add_connection(&mut self, viewer: Viewer) {
        let Some(seat) = viewer.seat() else { return self.services.spectators.add(&self.id) };
        let Some(count) = self.connections.get_mut(seat.index()) else { return };
        *count = count.saturating_add(1);
        if *count == 1 {
            self.publish_presence(seat, true);
        }
    }

    pub(super) fn remove_connection(&mut self, viewer: Viewer) {
        let Some(seat) = viewer.seat() else { return self.services.spectators.remove(&self.id) };
        let Some(count) = self.connections.get_mut(seat.index()) else { return };
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.publish_presence(seat, false);
        }
    }

    fn publish_presence(&self, seat: Seat, online: bool) {
        self.send_to_all(&Arc::new(LiveFrame::presence(&self.id, seat, online)));
    }

    /// Sends events to all subscribers. Each is encoded once for all who see the same.
    pub(super) fn publish(&mut self, new: &[LoggedEvent]) {
        self.feeds.retain(|(_, feed)| feed.receiver_count() > 0);
        for (viewer, feed) in &self.feeds {
            for logged in new {
                let frame = LiveFrame::event(&self.id, logged, *viewer, &self.table.resources.rules);
                // An error says that the last subscriber has just disconnected.
                feed.send(Arc::new(frame)).ok();
            }
        }
    }

    pub(super) fn send_to_all(&self, frame: &Arc<LiveFrame>) {
        for (_, feed) in &self.feeds {
            feed.send(frame.clone()).ok();
        }
    }

    pub(super) fn publish_deletion(&self) {
        self.send_to_all(&Arc::new(LiveFrame::deletion(&self.id)));
        self.services.scheduler.schedule(&self.id, None);
        self.services.spectators.forget(&self.id);
    }
}
