//! Players who have lost the connection, as the log tells it, and what that means under the rules.

use super::Table;
use crate::log_entry::LogEntry;
use http_api::{SeatAbsence, TableEventKind};
use rules::{DisconnectPolicy, EventKind, ForfeitPolicy, LeaveOutcome, Millis, Seat};
use store::TableStatus;

impl Table {
    /// Whether the player at a seat is away.
    pub(crate) fn absence(&self, seat: Seat) -> Option<SeatAbsence> {
        self.absences.get(seat.index()).copied().flatten()
    }

    pub(super) fn set_absence(&mut self, seat: Seat, absence: Option<SeatAbsence>) {
        if let Some(place) = self.absences.get_mut(seat.index()) {
            *place = absence;
        }
    }

    /// Notes when something happened. Players who come and go do not put off what the game waits for.
    pub(super) fn note_time(&mut self, entry: &LogEntry) {
        self.at = entry.at();
        match entry {
            LogEntry::Table(event) => match event.kind {
                TableEventKind::Away { .. } | TableEventKind::Back { .. } => return,
                TableEventKind::Joined { seat, .. } => {
                    if let Some(since) = self.seated.get_mut(seat.index()) {
                        *since = event.at;
                    }
                }
                TableEventKind::Awaited { .. }
                | TableEventKind::Vacated { .. }
                | TableEventKind::UndoAsked { .. }
                | TableEventKind::UndoAgreed { .. }
                | TableEventKind::UndoDeclined { .. }
                | TableEventKind::Undone { .. }
                | TableEventKind::Rematch { .. }
                | TableEventKind::Closed => {}
            },
            LogEntry::Game(event) if matches!(event.kind, EventKind::Started { .. }) => {
                self.seated.fill(event.at);
            }
            LogEntry::Game(_) => {}
        }
        self.last_activity = self.at;
    }

    /// Since when the player at a seat has been expected to be present.
    pub(crate) fn seated_since(&self, seat: Seat) -> Millis {
        self.seated.get(seat.index()).copied().unwrap_or_default()
    }

    /// The seats whose players should be present: people who take part in a game that has begun. Bots have time limits
    /// of their own.
    pub(crate) fn attended_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        let is_running = self.status() == TableStatus::Running;
        self.active_people().filter(move |_| is_running)
    }

    /// Whether a player who is away keeps the seat as long as the others wait.
    pub(crate) fn keeps_seats(&self) -> bool {
        match self.resources.rules.disconnect {
            DisconnectPolicy::Keep => true,
            DisconnectPolicy::Forfeit | DisconnectPolicy::Computer => false,
        }
    }

    /// The player who leaves next because of being away, and when.
    pub(super) fn next_departure(&self) -> Option<(Seat, Millis)> {
        let due = |seat| Some((seat, self.absence(seat)?.due));
        self.attended_seats().filter(|_| !self.keeps_seats()).filter_map(due).min_by_key(|(_, at)| *at)
    }

    /// Whether the others need not wait any longer for the player at a seat, who keeps it until they decide.
    pub(crate) fn is_overdue(&self, seat: Seat, now: Millis) -> bool {
        self.keeps_seats()
            && self.attended_seats().any(|attended| attended == seat)
            && self.absence(seat).is_some_and(|absence| absence.due <= now)
    }

    /// Whether the rules allow this for the seat of a player who is away: a win is claimed where those who give up are
    /// out; the seat is offered where a newcomer may take it over from a computer, or a computer replaces those who
    /// give up.
    pub(crate) fn may_end_with(&self, outcome: LeaveOutcome) -> bool {
        let rules = &self.resources.rules;
        let is_replaced = match rules.forfeit {
            ForfeitPolicy::Computer => true,
            ForfeitPolicy::OthersWin | ForfeitPolicy::Leaves => false,
        };
        match outcome {
            LeaveOutcome::Out => !is_replaced,
            LeaveOutcome::Computer => is_replaced || rules.table.takeover,
        }
    }
}
