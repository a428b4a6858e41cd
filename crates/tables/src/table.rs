//! A table: a game, the occupants of its seats, and what they agreed on. Its state follows from its log.

use crate::log_entry::{LogEntry, LoggedEvent, play_text, total_after};
use crate::names;
use crate::occupant::{BOT_PREFIX, Occupant};
use crate::resources::GameResources;
use http_api::{ApiError, EventNotes, OccupantKind, SeatAbsence, TableEventKind, UndoRequest};
use rules::{Clock, Event, EventKind, Game, LeaveOutcome, Millis, Phase, Seat};
use std::collections::BTreeSet;
use std::sync::Arc;
use store::{Seq, TableStatus};

mod absence;
mod timed_action;

pub(crate) use timed_action::{TableTimeouts, TimedAction};

/// The level of the computer that replaces a player who left.
pub(crate) const SUBSTITUTE: &str = "strong";

/// The state of a table after its log.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) resources: Arc<GameResources>,
    pub(crate) game: Game,
    pub(crate) seats: Vec<Occupant>,
    pub(crate) undo: Option<UndoRequest>,
    pub(crate) rematch: Option<String>,
    pub(crate) closed: bool,
    /// The last event.
    pub(crate) seq: Seq,
    /// The last event that changed the game.
    pub(crate) last_change: Seq,
    /// The time of the last event.
    pub(crate) at: Millis,
    /// The time of the last event that is not about the presence of a player.
    pub(crate) last_activity: Millis,
    /// The players who are away.
    absences: Vec<Option<SeatAbsence>>,
    /// Since when each player has had the seat in a game that has begun.
    seated: Vec<Millis>,
    /// The last action of each seat that can be taken back.
    last_actions: Vec<Seq>,
    /// The last event that cannot be taken back.
    last_fixed: Seq,
    /// What was taken back.
    pub(crate) undone: Arc<Vec<UndoneEvents>>,
}

/// Events that were taken back: those after `to` and before `at`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UndoneEvents {
    pub(crate) to: Seq,
    pub(crate) at: Seq,
}

impl UndoneEvents {
    pub(crate) fn contains(self, seq: Seq) -> bool {
        self.to < seq && seq < self.at
    }
}

impl Table {
    /// A table with an empty log.
    pub(crate) fn new(resources: Arc<GameResources>, seats: usize) -> Table {
        Table {
            game: Game::new(resources.rules.clone()),
            resources,
            seats: vec![Occupant::Vacant; seats],
            undo: None,
            rematch: None,
            closed: false,
            seq: Seq::START,
            last_change: Seq::START,
            at: Millis(0),
            last_activity: Millis(0),
            absences: vec![None; seats],
            seated: vec![Millis(0); seats],
            last_actions: vec![Seq::START; seats],
            last_fixed: Seq::START,
            undone: Arc::default(),
        }
    }

    /// The table of a game that was created at this time, which counts as activity.
    pub(crate) fn with_creation(mut self, created: Millis) -> Table {
        self.last_activity = self.last_activity.max(created);
        self
    }

    /// The table after a whole stored log. Every event is checked before it is applied.
    pub(crate) fn replay(
        resources: Arc<GameResources>,
        seats: usize,
        log: &[LoggedEvent],
    ) -> Result<Table, ApiError> {
        let mut table = Table::new(resources, seats);
        let valid = valid_seqs(log);
        for logged in log {
            match &logged.entry {
                LogEntry::Game(event) if valid.contains(&logged.seq) => {
                    table.check(logged.seq, event)?;
                    table.apply_game_event(logged.seq, event);
                }
                LogEntry::Game(event) => table.replace_leaver(event),
                LogEntry::Table(event) => table.apply_table_event(&event.kind, logged.seq),
            }
            table.seq = logged.seq;
            table.note_time(&logged.entry);
        }
        Ok(table)
    }

    /// Applies events that another server stored. A log with `undone` needs [`Table::replay`].
    pub(crate) fn apply_stored(&mut self, log: &[LoggedEvent]) -> Result<(), ApiError> {
        for logged in log {
            if let LogEntry::Game(event) = &logged.entry {
                self.check(logged.seq, event)?;
            }
            self.apply(&logged.entry);
        }
        Ok(())
    }

    /// Whether an event from the store can have happened now.
    fn check(&self, seq: Seq, event: &Event) -> Result<(), ApiError> {
        wire::check_event(&self.game, self.seats.len(), &event.kind)
            .map_err(|error| ApiError::Internal(format!("event {seq}: {error}")))
    }

    /// Applies an event that was decided or checked. A log with `undone` needs [`Table::replay`].
    pub(crate) fn apply(&mut self, entry: &LogEntry) {
        self.seq = self.seq.next();
        match entry {
            LogEntry::Game(event) => self.apply_game_event(self.seq, event),
            LogEntry::Table(event) => self.apply_table_event(&event.kind, self.seq),
        }
        self.note_time(entry);
    }

    /// Applies an event and gives it its sequence number and notes.
    pub(crate) fn append(&mut self, entry: LogEntry) -> LoggedEvent {
        let notes = match &entry {
            LogEntry::Game(event) => {
                let play = play_text(&event.kind, &self.game);
                self.apply(&entry);
                EventNotes { play, total: total_after(&event.kind, &self.game) }
            }
            LogEntry::Table(_) => {
                self.apply(&entry);
                EventNotes::default()
            }
        };
        LoggedEvent { seq: self.seq, entry, notes }
    }

    fn apply_game_event(&mut self, seq: Seq, event: &Event) {
        self.game.apply(event);
        self.last_change = seq;
        self.replace_leaver(event);
        match event.kind.actor() {
            Some(seat) => self.note_action(seat, seq),
            None if event.kind.is_setup() || matches!(event.kind, EventKind::Left { .. }) => {
                self.last_fixed = seq;
            }
            None => {}
        }
    }

    /// An undo request lapses when a person plays on.
    fn note_action(&mut self, seat: Seat, seq: Seq) {
        if let Some(last) = self.last_actions.get_mut(seat.index()) {
            *last = seq;
        }
        if self.occupant(seat).is_human() {
            self.undo = None;
        }
    }

    /// Seats a computer where a player left and the rules say so.
    fn replace_leaver(&mut self, event: &Event) {
        if let EventKind::Left { seat, then: LeaveOutcome::Computer, .. } = event.kind {
            let player = names::free_name(SUBSTITUTE, |name| self.has_player(name)).into();
            self.seat_occupant(seat, Occupant::Computer { player, level: SUBSTITUTE.into() });
        }
    }

    fn apply_table_event(&mut self, kind: &TableEventKind, seq: Seq) {
        match kind {
            TableEventKind::Joined { seat, player, kind, level } => {
                let player = player.as_str().into();
                let level = level.as_deref();
                let occupant = match kind {
                    OccupantKind::Human => Occupant::Human { player },
                    OccupantKind::Computer => {
                        Occupant::Computer { player, level: level.unwrap_or(SUBSTITUTE).into() }
                    }
                    OccupantKind::Bot => Occupant::Bot { player, level: level.unwrap_or(BOT_PREFIX).into() },
                };
                self.seat_occupant(*seat, occupant);
                self.last_fixed = seq;
            }
            TableEventKind::Awaited { seat, player, level } => {
                let player = player.as_str().into();
                let occupant = match level.as_deref() {
                    Some(level) => Occupant::ReservedForBot { player, level: level.into() },
                    None => Occupant::ReservedForPerson { player },
                };
                self.seat_occupant(*seat, occupant);
            }
            TableEventKind::Vacated { seat } => self.seat_occupant(*seat, Occupant::Vacant),
            TableEventKind::Away { seat, since, due } => {
                self.set_absence(*seat, Some(SeatAbsence { since: *since, due: *due }));
            }
            TableEventKind::Back { seat } => self.set_absence(*seat, None),
            TableEventKind::UndoAsked { seat, to } => {
                self.undo = Some(UndoRequest { seat: *seat, agreed: Vec::new(), to: *to });
            }
            TableEventKind::UndoAgreed { seat } => {
                if let Some(undo) = &mut self.undo {
                    undo.agreed.push(*seat);
                }
            }
            TableEventKind::UndoDeclined { .. } => self.undo = None,
            TableEventKind::Undone { to } => {
                self.undo = None;
                Arc::make_mut(&mut self.undone).push(UndoneEvents { to: *to, at: seq });
                self.last_change = seq;
            }
            TableEventKind::Rematch { id } => self.rematch = Some(id.clone()),
            TableEventKind::Closed => self.closed = true,
        }
    }

    fn seat_occupant(&mut self, seat: Seat, occupant: Occupant) {
        if let Some(place) = self.seats.get_mut(seat.index()) {
            *place = occupant;
        }
        self.set_absence(seat, None);
    }

    /// The occupant of a seat.
    pub(crate) fn occupant(&self, seat: Seat) -> &Occupant {
        self.seats.get(seat.index()).unwrap_or(&Occupant::Vacant)
    }

    /// The seats with their occupants.
    pub(crate) fn occupants(&self) -> impl Iterator<Item = (Seat, &Occupant)> {
        (0..).map(Seat).zip(&self.seats)
    }

    /// The progress of the table.
    pub(crate) fn status(&self) -> TableStatus {
        match self.game.phase() {
            _ if self.closed => TableStatus::Over,
            Phase::Waiting => TableStatus::Open,
            Phase::Playing | Phase::Answering(_) => TableStatus::Running,
            Phase::Over { .. } => TableStatus::Over,
        }
    }

    /// Whether a seat still takes part in the game.
    pub(crate) fn is_active(&self, seat: Seat) -> bool {
        self.game.seat(seat).is_some_and(|state| state.active)
    }

    /// The vacant seats.
    pub(crate) fn open_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.occupants().filter(|(_, occupant)| **occupant == Occupant::Vacant).map(|(seat, _)| seat)
    }

    /// Whether every seat has an occupant that is present.
    pub(crate) fn is_full(&self) -> bool {
        self.open_seats().next().is_none() && !self.seats.iter().any(Occupant::is_awaited)
    }

    /// Whether a seat is reserved for a bot that has not come.
    pub(crate) fn awaits_bots(&self) -> bool {
        self.seats.iter().any(|occupant| occupant.reserved_for().is_some())
    }

    /// The first seat that is reserved for this bot.
    pub(crate) fn seat_for_bot(&self, name: &str) -> Option<Seat> {
        let name = http_api::fold_name(name);
        let is_reserved =
            |occupant: &Occupant| occupant.reserved_for().is_some_and(|bot| http_api::fold_name(bot) == name);
        self.occupants().find(|(_, occupant)| is_reserved(occupant)).map(|(seat, _)| seat)
    }

    /// The seats of computers that a new player may take over.
    pub(crate) fn seats_to_take_over(&self) -> impl Iterator<Item = Seat> + '_ {
        let is_allowed = self.resources.rules.table.takeover && self.status() == TableStatus::Running;
        let computers = self.occupants().filter(|(_, occupant)| occupant.is_computer());
        computers.map(|(seat, _)| seat).filter(move |seat| is_allowed && self.is_active(*seat))
    }

    /// Whether a player at the table has this name.
    pub(crate) fn has_player(&self, name: &str) -> bool {
        let name = http_api::fold_name(name);
        self.seats.iter().filter_map(Occupant::player).any(|player| http_api::fold_name(player) == name)
    }

    /// The people who still take part.
    pub(crate) fn active_people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.game.active().filter(|&seat| self.occupant(seat).is_human())
    }

    /// The last event that would stay if a seat took back its last turn.
    pub(crate) fn undo_to(&self, seat: Seat) -> Option<Seq> {
        let last = *self.last_actions.get(seat.index())?;
        // The bot protocol cannot take back what a bot was told.
        let has_bots = self.seats.iter().any(Occupant::is_bot);
        let rules = &self.resources.rules;
        let is_allowed = rules.table.undo && rules.clock == Clock::Off && !has_bots;
        let is_possible = self.status() == TableStatus::Running && last > self.last_fixed;
        (is_allowed && is_possible).then(|| Seq(last.0 - 1))
    }
}

/// The sequence numbers of the game events that were not taken back.
fn valid_seqs(log: &[LoggedEvent]) -> BTreeSet<Seq> {
    let mut valid = BTreeSet::new();
    for logged in log {
        match &logged.entry {
            LogEntry::Game(_) => _ = valid.insert(logged.seq),
            LogEntry::Table(event) => {
                if let TableEventKind::Undone { to } = event.kind {
                    valid.retain(|seq| *seq <= to);
                }
            }
        }
    }
    valid
}

/// The game events of a log that were not taken back.
pub(crate) fn valid_events(log: &[LoggedEvent]) -> impl Iterator<Item = (&LoggedEvent, &Event)> {
    let valid = valid_seqs(log);
    log.iter().filter_map(move |logged| match &logged.entry {
        LogEntry::Game(event) if valid.contains(&logged.seq) => Some((logged, event)),
        LogEntry::Game(_) | LogEntry::Table(_) => None,
    })
}
