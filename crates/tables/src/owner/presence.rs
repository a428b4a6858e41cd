//! Who is present, as far as this server knows, and who counts as away.
//!
//! A server knows only its own connections. It logs that a player is away if it knows of none; a server that has one
//! answers that the player is back. The log therefore says at every server, and after a restart, who is away and
//! until when. What happens then is an action of the table like others, which one server performs.

use super::{ChangeAuthor, TableChange, TableOwner};
use crate::log_entry::LogEntry;
use crate::settings::TableSettings;
use http_api::{AllowedAction, ApiError, TableEventKind};
use rules::{Command, LeaveOutcome, Millis, Seat, Viewer};
use std::time::Duration;

/// What a server knows of the player at a seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatContact {
    connections: u16,
    /// The last sign of the player.
    last: Millis,
    sign: LastSign,
}

/// The last sign of a player who has no connection to this server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastSign {
    /// None since the table was loaded.
    None,
    /// A request.
    Request,
    /// A connection has ended.
    Connection,
    /// Another server has told that the player is back.
    Elsewhere,
}

impl SeatContact {
    pub(super) fn new(now: Millis) -> SeatContact {
        SeatContact { connections: 0, last: now, sign: LastSign::None }
    }

    /// Moves its times on with those of the table.
    pub(super) fn move_on(&mut self, by: Duration) {
        self.last = later(self.last, by);
    }

    /// When the player counts as away without another sign.
    fn doubtful(&self, settings: &TableSettings) -> Millis {
        let time = match self.sign {
            LastSign::Connection => settings.reconnect.min(settings.grace / 4),
            LastSign::None | LastSign::Request => settings.grace / 2,
            LastSign::Elsewhere => settings.grace.saturating_mul(5),
        };
        later(self.last, time)
    }

    /// Whether the player has given a sign after a time and is not yet doubtful.
    fn is_present(&self, after: Millis, now: Millis, settings: &TableSettings) -> bool {
        let has_asked = self.sign == LastSign::Request && self.last > after && now < self.doubtful(settings);
        self.connections > 0 || has_asked
    }
}

/// Connections and requests of this server.
impl TableOwner {
    fn contact(&self, seat: Seat) -> Option<&SeatContact> {
        self.contacts.get(seat.index())
    }

    pub(super) fn is_connected(&self, seat: Seat) -> bool {
        self.contact(seat).is_some_and(|contact| contact.connections > 0)
    }

    pub(super) fn add_connection(&mut self, viewer: Viewer) {
        let Some(seat) = viewer.seat() else { return self.services.spectators.add(&self.id) };
        let Some(contact) = self.contacts.get_mut(seat.index()) else { return };
        contact.connections = contact.connections.saturating_add(1);
        if contact.connections == 1 {
            self.publish_presence(seat, true);
        }
    }

    pub(super) fn remove_connection(&mut self, viewer: Viewer) {
        let Some(seat) = viewer.seat() else { return self.services.spectators.remove(&self.id) };
        let now = self.now();
        let Some(contact) = self.contacts.get_mut(seat.index()) else { return };
        contact.connections = contact.connections.saturating_sub(1);
        (contact.last, contact.sign) = (now, LastSign::Connection);
        if contact.connections == 0 {
            self.publish_presence(seat, false);
        }
    }

    /// A player without a connection has asked for something.
    pub(super) fn note_request(&mut self, seat: Seat) {
        let now = self.now();
        if let Some(contact) = self.contacts.get_mut(seat.index()) {
            (contact.last, contact.sign) = (now, LastSign::Request);
        }
    }

    /// A player is back, by what another server has logged.
    pub(super) fn note_return(&mut self, entry: &LogEntry) {
        let now = self.now();
        if let LogEntry::Table(event) = entry
            && let TableEventKind::Back { seat } = event.kind
            && let Some(contact) = self.contacts.get_mut(seat.index())
        {
            (contact.last, contact.sign) = (now, LastSign::Elsewhere);
        }
    }
}

/// Presence in the log.
impl TableOwner {
    /// Logs who is away or back, and looks again when the next player becomes doubtful.
    pub(super) async fn follow_presence(&mut self) {
        if self.report_presence().await.is_err() {
            return self.retry_later();
        }
        let is_known = |doubt: Millis| match self.scheduled {
            super::ScheduledTime::Known(Some(at)) => at <= doubt,
            super::ScheduledTime::Known(None) => false,
            // The table is being woken and schedules itself afterwards.
            super::ScheduledTime::Unknown => self.is_searching,
        };
        if self.next_doubt().is_some_and(|doubt| !is_known(doubt)) {
            self.schedule();
        }
    }

    /// Logs who is away or back.
    pub(super) async fn report_presence(&mut self) -> Result<(), ApiError> {
        while self.presence_change().is_some() {
            self.change(ChangeAuthor::Anybody, |owner| {
                let change = owner.presence_change().map(|kind| owner.table_change(kind));
                Ok(change.unwrap_or_default())
            })
            .await?;
        }
        Ok(())
    }

    /// The next event about the presence of a player.
    fn presence_change(&self) -> Option<TableEventKind> {
        let change = |seat| self.presence_change_of(seat);
        if self.is_full() { None } else { self.table.attended_seats().find_map(change) }
    }

    fn presence_change_of(&self, seat: Seat) -> Option<TableEventKind> {
        let (contact, now, settings) = (self.contact(seat)?, self.now(), &self.services.settings);
        let started = later(self.services.started, self.ahead);
        match self.table.absence(seat) {
            Some(absence) if contact.is_present(absence.since, now, settings) => {
                Some(TableEventKind::Back { seat })
            }
            // Nobody could come back while the server was down.
            Some(absence) if absence.since < started => Some(self.away(seat, started)),
            Some(_) => None,
            None if contact.connections > 0 || now < self.doubt(seat)? => None,
            None => Some(self.away(seat, contact.last.max(self.table.seated_since(seat)))),
        }
    }

    fn away(&self, seat: Seat, since: Millis) -> TableEventKind {
        TableEventKind::Away { seat, since, due: later(since, self.services.settings.grace) }
    }

    /// When a player without a connection counts as away.
    fn doubt(&self, seat: Seat) -> Option<Millis> {
        let contact = self.contact(seat)?;
        let contact = SeatContact { last: contact.last.max(self.table.seated_since(seat)), ..*contact };
        Some(contact.doubtful(&self.services.settings))
    }

    /// The players without a connection who are not yet away.
    fn doubtful_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        let is_doubtful = |seat: &Seat| !self.is_connected(*seat) && self.table.absence(*seat).is_none();
        self.table.attended_seats().filter(is_doubtful).filter(|_| !self.is_full())
    }

    /// When the next player counts as away.
    pub(super) fn next_doubt(&self) -> Option<Millis> {
        self.doubtful_seats().filter_map(|seat| self.doubt(seat)).min()
    }

    /// Whether a player has just lost the connection, which only this server knows.
    pub(super) fn awaits_return(&self) -> bool {
        let has_lost = |seat| self.contact(seat).is_some_and(|contact| contact.sign == LastSign::Connection);
        self.doubtful_seats().any(has_lost)
    }
}

/// What players do about one who is away.
impl TableOwner {
    /// What a player may do about those who are away.
    pub(super) fn absence_choices(&self, seat: Seat) -> Vec<AllowedAction> {
        let (table, now) = (&self.table, self.now());
        let has_choice = table.attended_seats().any(|attended| attended == seat)
            && table.attended_seats().any(|other| other != seat && table.is_overdue(other, now));
        [(AllowedAction::Claim, LeaveOutcome::Out), (AllowedAction::Offer, LeaveOutcome::Computer)]
            .into_iter()
            .filter(|(_, outcome)| has_choice && table.may_end_with(*outcome))
            .map(|(action, _)| action)
            .collect()
    }

    /// The change of not waiting any longer for a player who is away.
    pub(super) fn replace_absent(
        &self,
        seat: Seat,
        absent: Seat,
        outcome: LeaveOutcome,
    ) -> Result<TableChange, ApiError> {
        let table = &self.table;
        if seat == absent || !table.is_active(seat) {
            return Err(ApiError::forbidden("only another player of this game can decide that"));
        }
        if !table.keeps_seats() || !table.may_end_with(outcome) {
            let message = "the rules of this game do not allow that";
            return Err(ApiError::unprocessable("absence-forbidden", message));
        }
        if !table.is_overdue(absent, self.now()) {
            return Err(ApiError::conflict("not-away", "this player is not away, or not for long enough"));
        }
        self.decide(absent, &Command::GiveWay(outcome)).map(TableChange::game)
    }
}

fn later(at: Millis, time: Duration) -> Millis {
    at.plus(Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> TableSettings {
        TableSettings {
            grace: Duration::from_secs(120),
            reconnect: Duration::from_secs(5),
            ..TableSettings::default()
        }
    }

    #[test]
    fn a_lost_connection_is_told_soon_and_a_silent_client_later() {
        let settings = settings();
        let doubtful = |sign| SeatContact { connections: 0, last: Millis(1_000), sign }.doubtful(&settings);
        assert_eq!(doubtful(LastSign::Connection), Millis(6_000));
        assert_eq!((doubtful(LastSign::None), doubtful(LastSign::Request)), (Millis(61_000), Millis(61_000)));
        assert_eq!(doubtful(LastSign::Elsewhere), Millis(601_000));
    }

    #[test]
    fn a_request_shows_presence_until_it_is_old() {
        let settings = settings();
        let contact = SeatContact { connections: 0, last: Millis(1_000), sign: LastSign::Request };
        assert!(contact.is_present(Millis(999), Millis(60_999), &settings));
        assert!(!contact.is_present(Millis(999), Millis(61_000), &settings), "it is old");
        assert!(!contact.is_present(Millis(1_000), Millis(1_001), &settings), "the player has gone since");
        let connected = SeatContact { connections: 1, ..contact };
        assert!(connected.is_present(Millis(1_000), Millis(9_000_000), &settings));
        let lost = SeatContact { sign: LastSign::Connection, ..contact };
        assert!(!lost.is_present(Millis(999), Millis(1_001), &settings));
    }
}
