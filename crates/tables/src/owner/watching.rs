//! What clients see of a table: a snapshot of it, and a subscription to what happens.

use super::{CallerRole, Credentials, OwnerMessage, TableOwner};
use crate::event_stream::StreamStart;
use crate::live_frame::LiveFrame;
use crate::log_entry::{LogEntry, LoggedEvent};
use crate::occupant::Occupant;
use crate::registry::send_or_spawn;
use crate::resources::GameResources;
use crate::table::UndoneEvents;
use http_api::{AllowedAction, ApiError, SeatAbsence, TableEventKind, UndoRequest};
use rules::{Event, EventKind, LeaveOutcome, Millis, Seat, View, Viewer};
use std::sync::Arc;
use store::{KeyHash, LineNo, Seq, TableStatus, Visibility};
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
    /// The name of the game.
    pub name: String,
    pub(crate) visibility: Visibility,
    pub(crate) online: Vec<bool>,
    pub(crate) undo: Option<UndoRequest>,
    pub(crate) can_undo: bool,
    pub(crate) rematch: Option<String>,
    pub(crate) can_take_over: bool,
    /// The players who are away.
    pub(crate) absences: Vec<Option<SeatAbsence>>,
    /// What the client may do about them.
    pub(crate) absence_choices: Vec<AllowedAction>,
    /// The time of the table.
    pub(crate) now: Millis,
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

/// The subscribers that were admitted by one key, or without a key. A feed ends with its key.
pub(super) struct Feed {
    viewer: Viewer,
    key: Option<KeyHash>,
    sender: broadcast::Sender<Arc<LiveFrame>>,
}

impl Feed {
    pub(super) fn has_subscribers(&self) -> bool {
        self.sender.receiver_count() > 0
    }

    fn send(&self, frame: Arc<LiveFrame>) {
        // An error says that the last subscriber has just disconnected.
        self.sender.send(frame).ok();
    }
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
            absences: table.occupants().map(|(seat, _)| table.absence(seat)).collect(),
            absence_choices: role.viewer().seat().map_or_else(Vec::new, |seat| self.absence_choices(seat)),
            can_take_over: table.seats_to_take_over().next().is_some(),
            now: self.now(),
            seq: table.seq,
            undone: table.undone.clone(),
            line: self.line,
            spectators: self.services.spectators.count(&self.id),
        })
    }

    /// Which seats are present. Computers always are.
    fn online_seats(&self) -> Vec<bool> {
        let is_online =
            |(seat, occupant): (Seat, &Occupant)| occupant.is_computer() || self.is_connected(seat);
        self.table.occupants().map(is_online).collect()
    }

    pub(super) async fn subscribe(
        &mut self,
        from: &Credentials,
        start: StreamStart,
    ) -> Result<Subscription, ApiError> {
        // The client may have seen more through another server than this one has heard of.
        if start.since.is_some_and(|since| since > self.table.seq) {
            self.catch_up().await?;
        }
        if start.lines.is_some_and(|lines| lines > self.line) {
            self.catch_up_chat().await?;
        }
        let role = self.admit(from).await?;
        let (viewer, key) = (role.viewer(), from.digest(role));
        let feed = self.feeds.iter().find(|feed| feed.viewer == viewer && feed.key == key);
        let receiver = feed.map(|feed| feed.sender.subscribe()).unwrap_or_else(|| {
            let (sender, receiver) = broadcast::channel(BUFFER);
            self.feeds.push(Feed { viewer, key, sender });
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

    pub(super) fn publish_presence(&self, seat: Seat, online: bool) {
        self.send_to_all(&Arc::new(LiveFrame::presence(&self.id, seat, online)));
    }

    /// Sends events to all subscribers. Each is encoded once for all who share a feed.
    ///
    /// A former player of a seat is told the event with which the seat was lost, and nothing afterwards.
    pub(super) async fn publish(&mut self, new: &[LoggedEvent]) {
        self.feeds.retain(Feed::has_subscribers);
        let feeds = std::mem::take(&mut self.feeds);
        for feed in feeds {
            let lost = match feed.viewer.seat().and_then(|seat| last_of_player(new, seat)) {
                Some(last) => (!self.is_valid(&feed).await).then_some(last),
                None => None,
            };
            for logged in new.iter().filter(|logged| lost.is_none_or(|last| logged.seq <= last)) {
                let frame = LiveFrame::event(&self.id, logged, feed.viewer, &self.table.resources.rules);
                feed.send(Arc::new(frame));
            }
            if lost.is_none() {
                self.feeds.push(feed);
            }
        }
    }

    /// Whether the key of a feed still gives its view. If the store cannot say, it does not.
    async fn is_valid(&mut self, feed: &Feed) -> bool {
        let Some(key) = &feed.key else { return true };
        let holder = self.holder(key).await.ok().flatten();
        holder.and_then(CallerRole::of).is_some_and(|role| role.viewer() == feed.viewer)
    }

    /// Ends the feeds whose keys were revoked.
    pub(super) async fn check_feeds(&mut self) {
        self.keys.clear();
        let feeds = std::mem::take(&mut self.feeds);
        for feed in feeds {
            if self.is_valid(&feed).await {
                self.feeds.push(feed);
            }
        }
    }

    /// Ends all feeds with a key, because the store cannot say whether the keys are valid. Clients reconnect.
    pub(super) fn end_keyed_feeds(&mut self) {
        self.keys.clear();
        self.feeds.retain(|feed| feed.key.is_none());
    }

    pub(super) fn send_to_all(&self, frame: &Arc<LiveFrame>) {
        self.feeds.iter().for_each(|feed| feed.send(frame.clone()));
    }

    pub(super) fn publish_deletion(&self) {
        self.send_to_all(&Arc::new(LiveFrame::deletion(&self.id)));
        self.services.scheduler.schedule(&self.id, None);
        self.services.spectators.forget(&self.id);
    }
}

/// The last event that concerns the player whom a seat has had before these events; `None` if it keeps its player.
fn last_of_player(new: &[LoggedEvent], seat: Seat) -> Option<Seq> {
    new.iter().find_map(|logged| match &logged.entry {
        LogEntry::Game(Event {
            kind: EventKind::Left { seat: of, then: LeaveOutcome::Computer, .. },
            ..
        }) if *of == seat => Some(logged.seq),
        LogEntry::Game(_) => None,
        LogEntry::Table(event) => match &event.kind {
            TableEventKind::Vacated { seat: of } if *of == seat => Some(logged.seq),
            TableEventKind::Joined { seat: of, .. } if *of == seat => {
                Some(Seq(logged.seq.0.saturating_sub(1)))
            }
            TableEventKind::Vacated { .. }
            | TableEventKind::Joined { .. }
            | TableEventKind::Awaited { .. }
            | TableEventKind::Away { .. }
            | TableEventKind::Back { .. }
            | TableEventKind::UndoAsked { .. }
            | TableEventKind::UndoAgreed { .. }
            | TableEventKind::UndoDeclined { .. }
            | TableEventKind::Undone { .. }
            | TableEventKind::Rematch { .. }
            | TableEventKind::Closed => None,
        },
    })
}
