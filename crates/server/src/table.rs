//! A table: a game, who sits at it, and what they agreed on. It is what its log says.

use crate::log_entry::{EventNotes, LogEntry, LoggedEvent, OccupantKind, TableEventKind};
use crate::names;
use crate::resources::GameResources;
use crate::settings::TableSettings;
use rules::{Clock, Event, EventKind, Game, LeaveOutcome, Millis, Phase, Seat};
use std::sync::Arc;
use std::time::Duration;

/// The level of the computer that plays on for somebody who left.
pub(crate) const SUBSTITUTE: &str = "strong";

/// A table as its log says it is.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) resources: Arc<GameResources>,
    pub(crate) game: Game,
    pub(crate) seats: Vec<Occupant>,
    pub(crate) undo: Option<UndoRequest>,
    pub(crate) rematch: Option<String>,
    pub(crate) closed: bool,
    /// The last event.
    pub(crate) seq: u64,
    /// The last event that changed the game.
    pub(crate) moved: u64,
    /// When the last event happened.
    pub(crate) at: Millis,
    /// The last thing each seat did that can be taken back.
    acts: Vec<u64>,
    /// The last event that cannot be taken back.
    fixed: u64,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Occupant {
    Nobody,
    Human {
        player: Box<str>,
    },
    Computer {
        player: Box<str>,
        level: Box<str>,
    },
    /// Nobody yet: the seat is kept for a bot.
    Awaited {
        player: Box<str>,
        level: Box<str>,
    },
    /// A bot from outside.
    Bot {
        player: Box<str>,
        level: Box<str>,
    },
}

/// What stands before the name of a bot where a level is named.
pub(crate) const BOT: &str = "bot:";

impl Occupant {
    pub(crate) fn player(&self) -> Option<&str> {
        match self {
            Occupant::Nobody => None,
            Occupant::Human { player }
            | Occupant::Computer { player, .. }
            | Occupant::Awaited { player, .. }
            | Occupant::Bot { player, .. } => Some(player),
        }
    }

    pub(crate) fn level(&self) -> Option<&str> {
        match self {
            Occupant::Computer { level, .. }
            | Occupant::Awaited { level, .. }
            | Occupant::Bot { level, .. } => Some(level),
            Occupant::Nobody | Occupant::Human { .. } => None,
        }
    }

    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Occupant::Nobody => "open",
            Occupant::Human { .. } => "human",
            Occupant::Computer { .. } => "computer",
            Occupant::Awaited { .. } | Occupant::Bot { .. } => "bot",
        }
    }

    /// The name of the bot the seat is kept for, until it comes.
    pub(crate) fn awaited(&self) -> Option<&str> {
        match self {
            Occupant::Awaited { level, .. } => level.strip_prefix(BOT),
            _ => None,
        }
    }

    pub(crate) fn is_bot(&self) -> bool {
        matches!(self, Occupant::Bot { .. })
    }

    pub(crate) fn is_computer(&self) -> bool {
        matches!(self, Occupant::Computer { .. })
    }

    pub(crate) fn is_human(&self) -> bool {
        matches!(self, Occupant::Human { .. })
    }
}

/// A wish to take something back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UndoRequest {
    /// Who wishes it.
    pub(crate) seat: u8,
    /// Who agreed.
    pub(crate) agreed: Vec<u8>,
    /// What stays.
    pub(crate) to: u64,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableStatus {
    Open,
    Running,
    Over,
}

impl TableStatus {
    pub(crate) fn word(self) -> &'static str {
        match self {
            TableStatus::Open => "open",
            TableStatus::Running => "running",
            TableStatus::Over => "over",
        }
    }
}

/// Something the table has to do by itself, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimedAction {
    /// A computer moves.
    Computer(Seat),
    /// A clock falls.
    Clock(Seat),
    /// Somebody has not come back.
    Abandoned,
}

/// When tables do things by themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TableTimeouts {
    pub(crate) pace: Duration,
    pub(crate) abandoned: Duration,
    pub(crate) unstarted: Duration,
    pub(crate) bot: Duration,
}

impl TableTimeouts {
    /// What the operator decided; a game may have a pace of its own.
    pub(crate) fn of(settings: &TableSettings, pace: Option<Duration>) -> TableTimeouts {
        TableTimeouts {
            pace: pace.unwrap_or(settings.pace),
            abandoned: settings.abandoned,
            unstarted: settings.unstarted,
            bot: settings.bot_timeout,
        }
    }
}

impl Table {
    /// A table at which nothing has happened.
    pub(crate) fn new(resources: Arc<GameResources>, seats: usize) -> Table {
        Table {
            game: Game::new(resources.rules.clone()),
            resources,
            seats: vec![Occupant::Nobody; seats],
            undo: None,
            rematch: None,
            closed: false,
            seq: 0,
            moved: 0,
            at: Millis(0),
            acts: vec![0; seats],
            fixed: 0,
        }
    }

    /// The table after a whole log.
    pub(crate) fn replay(resources: Arc<GameResources>, seats: usize, log: &[LoggedEvent]) -> Table {
        let mut table = Table::new(resources, seats);
        let valid = valid(log);
        for logged in log {
            match &logged.what {
                LogEntry::Game(event) if valid.contains(&logged.seq) => table.play_on(logged.seq, event),
                LogEntry::Game(event) => table.note_seat(event),
                LogEntry::Table(event) => table.around(&event.kind, logged.seq),
            }
            table.seq = logged.seq;
            table.at = logged.what.at();
        }
        table
    }

    /// Carries out what happened. What is taken back needs [`Table::replay`].
    pub(crate) fn apply(&mut self, what: &LogEntry) {
        self.seq += 1;
        self.at = what.at();
        match what {
            LogEntry::Game(event) => self.play_on(self.seq, event),
            LogEntry::Table(event) => self.around(&event.kind, self.seq),
        }
    }

    /// Carries out what happened and gives it its number and notes.
    pub(crate) fn take(&mut self, what: LogEntry) -> LoggedEvent {
        let notes = match &what {
            LogEntry::Game(event) => {
                let notes = EventNotes::before(event, &self.game);
                self.apply(&what);
                notes.after(event, &self.game)
            }
            LogEntry::Table(_) => {
                self.apply(&what);
                EventNotes::default()
            }
        };
        LoggedEvent { seq: self.seq, what, notes }
    }

    fn play_on(&mut self, seq: u64, event: &Event) {
        self.game.apply(event);
        self.moved = seq;
        self.note_seat(event);
        match event.kind.actor() {
            Some(seat) => self.act(seat, seq),
            None if matches!(
                event.kind,
                EventKind::Left { .. } | EventKind::Started { .. } | EventKind::Dealt { .. }
            ) =>
            {
                self.fixed = seq;
            }
            None => {}
        }
    }

    /// A wish to take something back lapses when a person goes on.
    fn act(&mut self, seat: Seat, seq: u64) {
        if let Some(act) = self.acts.get_mut(seat.index()) {
            *act = seq;
        }
        if self.occupant(seat).is_human() {
            self.undo = None;
        }
    }

    fn note_seat(&mut self, event: &Event) {
        if let EventKind::Left { seat, then: LeaveOutcome::Computer, .. } = event.kind {
            let player = self.free_name(SUBSTITUTE).into();
            self.sit(seat.0, Occupant::Computer { player, level: SUBSTITUTE.into() });
        }
    }

    fn around(&mut self, what: &TableEventKind, seq: u64) {
        match what {
            TableEventKind::Joined { seat, player, kind, level } => {
                let player = player.as_str().into();
                let occupant = match kind {
                    OccupantKind::Human => Occupant::Human { player },
                    OccupantKind::Computer => {
                        Occupant::Computer { player, level: level.as_deref().unwrap_or(SUBSTITUTE).into() }
                    }
                    OccupantKind::Bot => {
                        Occupant::Bot { player, level: level.as_deref().unwrap_or(BOT).into() }
                    }
                };
                self.sit(*seat, occupant);
                self.fixed = seq;
            }
            TableEventKind::Awaited { seat, player, level } => {
                let (player, level) = (player.as_str().into(), level.as_str().into());
                self.sit(*seat, Occupant::Awaited { player, level });
            }
            TableEventKind::Vacated { seat } => self.sit(*seat, Occupant::Nobody),
            TableEventKind::UndoAsked { seat, to } => {
                self.undo = Some(UndoRequest { seat: *seat, agreed: Vec::new(), to: *to });
            }
            TableEventKind::UndoAgreed { seat } => {
                if let Some(undo) = &mut self.undo {
                    undo.agreed.push(*seat);
                }
            }
            TableEventKind::UndoDeclined { .. } => self.undo = None,
            TableEventKind::Undone { .. } => {
                self.undo = None;
                self.moved = seq;
            }
            TableEventKind::Rematch { id } => self.rematch = Some(id.clone()),
            TableEventKind::Closed => self.closed = true,
        }
    }

    fn sit(&mut self, seat: u8, occupant: Occupant) {
        if let Some(place) = self.seats.get_mut(usize::from(seat)) {
            *place = occupant;
        }
    }

    /// Who sits at a seat.
    pub(crate) fn occupant(&self, seat: Seat) -> &Occupant {
        self.seats.get(seat.index()).unwrap_or(&Occupant::Nobody)
    }

    /// How far the table is.
    pub(crate) fn stage(&self) -> TableStatus {
        match self.game.phase() {
            _ if self.closed => TableStatus::Over,
            Phase::Waiting => TableStatus::Open,
            Phase::Playing | Phase::Answering(_) => TableStatus::Running,
            Phase::Over { .. } => TableStatus::Over,
        }
    }

    /// The seats nobody has taken.
    pub(crate) fn open_seats(&self) -> impl Iterator<Item = u8> + '_ {
        let open = self.seats.iter().enumerate().filter(|(_, occupant)| **occupant == Occupant::Nobody);
        open.map(|(seat, _)| seat as u8)
    }

    /// Whether everybody is there who has a seat.
    pub(crate) fn is_full(&self) -> bool {
        self.open_seats().next().is_none() && !self.awaits_bots()
    }

    /// Whether seats are kept for bots that have not come.
    pub(crate) fn awaits_bots(&self) -> bool {
        self.seats.iter().any(|occupant| occupant.awaited().is_some())
    }

    /// The first seat that is kept for this bot.
    pub(crate) fn seat_for_bot(&self, name: &str) -> Option<u8> {
        let logged = |occupant: &Occupant| {
            occupant.awaited().is_some_and(|awaited| names::fold_name(awaited) == names::fold_name(name))
        };
        self.seats.iter().position(logged).map(|seat| seat as u8)
    }

    /// The seats of computers that a newcomer may take over.
    pub(crate) fn seats_to_take_over(&self) -> impl Iterator<Item = u8> + '_ {
        let allowed = self.resources.rules.table.takeover && self.stage() == TableStatus::Running;
        let active = |seat: &usize| self.game.seat(Seat(*seat as u8)).is_some_and(|state| state.active);
        let computers = self.seats.iter().enumerate().filter(|(_, occupant)| occupant.is_computer());
        computers.map(|(seat, _)| seat).filter(move |seat| allowed && active(seat)).map(|seat| seat as u8)
    }

    /// Whether somebody at the table is called so.
    pub(crate) fn has_player(&self, name: &str) -> bool {
        let name = names::fold_name(name);
        self.seats.iter().filter_map(Occupant::player).any(|player| names::fold_name(player) == name)
    }

    /// This name, with a number where it is taken.
    pub(crate) fn free_name(&self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !self.has_player(name)).unwrap_or_default()
    }

    /// The people who still take part.
    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.game.active().filter(|&seat| self.occupant(seat).is_human())
    }

    /// After which event the game would stand if a seat took back its last turn.
    pub(crate) fn undo_to(&self, seat: Seat) -> Option<u64> {
        let act = *self.acts.get(seat.index())?;
        // Bots are told what happened, and cannot be told that it did not.
        let bots = self.seats.iter().any(Occupant::is_bot);
        let allowed = self.resources.rules.table.undo && self.resources.rules.clock == Clock::Off && !bots;
        (allowed && self.stage() == TableStatus::Running && act > self.fixed).then(|| act - 1)
    }

    /// The first seat the game waits for where such a player sits.
    fn waits_for(&self, such: fn(&Occupant) -> bool) -> Option<Seat> {
        let waits = |seat: &Seat| such(self.occupant(*seat));
        match self.game.phase() {
            Phase::Answering(waiting) => waiting.iter().find(waits),
            Phase::Playing => self.game.turn().filter(waits),
            Phase::Waiting | Phase::Over { .. } => None,
        }
    }

    /// The computer the game waits for.
    pub(crate) fn waiting_computer(&self) -> Option<Seat> {
        self.waits_for(Occupant::is_computer)
    }

    /// Who has not come back, if the game waits for somebody; a bot before others.
    pub(crate) fn absentee(&self) -> Option<Seat> {
        self.waits_for(Occupant::is_bot).or_else(|| self.waits_for(|_| true))
    }

    /// How long nobody may do anything. A bot has less time than a person, unless there is a clock.
    fn rest(&self, timeouts: TableTimeouts) -> Duration {
        match self.waits_for(Occupant::is_bot) {
            Some(_) if self.resources.rules.clock == Clock::Off => timeouts.bot,
            _ => timeouts.abandoned,
        }
    }

    /// What the table has to do next by itself.
    pub(crate) fn due(&self, timeouts: TableTimeouts) -> Option<(TimedAction, Millis)> {
        let after =
            |time: Duration| self.at.plus(Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)));
        match self.stage() {
            TableStatus::Over => None,
            TableStatus::Open => {
                Some((TimedAction::Abandoned, coarse(after(timeouts.unstarted), timeouts.unstarted)))
            }
            TableStatus::Running => {
                let clock = self.game.deadline().map(|(seat, at)| (TimedAction::Clock(seat), at));
                let own = match self.waiting_computer() {
                    Some(seat) => (TimedAction::Computer(seat), after(timeouts.pace)),
                    None => {
                        let rest = self.rest(timeouts);
                        (TimedAction::Abandoned, coarse(after(rest), rest))
                    }
                };
                clock.into_iter().chain([own]).min_by_key(|(_, at)| *at)
            }
        }
    }
}

/// The next full hour: what is due in days need not be written down anew with every event.
fn coarse(at: Millis, time: Duration) -> Millis {
    const HOUR: i64 = 3_600_000;
    match time.as_millis() < HOUR as u128 {
        true => at,
        false => Millis(at.0.div_euclid(HOUR).saturating_add(1).saturating_mul(HOUR)),
    }
}

/// The numbers of the events that were not taken back.
fn valid(log: &[LoggedEvent]) -> std::collections::BTreeSet<u64> {
    let mut valid = std::collections::BTreeSet::new();
    for logged in log {
        match &logged.what {
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

/// The events of a log that were not taken back.
pub(crate) fn valid_events(log: &[LoggedEvent]) -> impl Iterator<Item = (&LoggedEvent, &Event)> {
    let valid = valid(log);
    log.iter().filter_map(move |logged| match &logged.what {
        LogEntry::Game(event) if valid.contains(&logged.seq) => Some((logged, event)),
        _ => None,
    })
}
