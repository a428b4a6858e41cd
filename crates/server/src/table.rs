//! A table: a game, who sits at it, and what they agreed on. It is what its log says.

use crate::happening::{Around, Happening, Kept, Notes, SitterKind};
use crate::kit::Kit;
use crate::names;
use crate::settings::Settings;
use rules::{Clock, Event, Game, Happened, Millis, Phase, Seat, SeatFate};
use std::sync::Arc;
use std::time::Duration;

/// The level of the computer that plays on for somebody who left.
pub(crate) const SUBSTITUTE: &str = "strong";

/// A table as its log says it is.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) kit: Arc<Kit>,
    pub(crate) game: Game,
    pub(crate) seats: Vec<Sitter>,
    pub(crate) undo: Option<Undo>,
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
pub(crate) enum Sitter {
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

impl Sitter {
    pub(crate) fn player(&self) -> Option<&str> {
        match self {
            Sitter::Nobody => None,
            Sitter::Human { player }
            | Sitter::Computer { player, .. }
            | Sitter::Awaited { player, .. }
            | Sitter::Bot { player, .. } => Some(player),
        }
    }

    pub(crate) fn level(&self) -> Option<&str> {
        match self {
            Sitter::Computer { level, .. } | Sitter::Awaited { level, .. } | Sitter::Bot { level, .. } => {
                Some(level)
            }
            Sitter::Nobody | Sitter::Human { .. } => None,
        }
    }

    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Sitter::Nobody => "open",
            Sitter::Human { .. } => "human",
            Sitter::Computer { .. } => "computer",
            Sitter::Awaited { .. } | Sitter::Bot { .. } => "bot",
        }
    }

    /// The name of the bot the seat is kept for, until it comes.
    pub(crate) fn awaited(&self) -> Option<&str> {
        match self {
            Sitter::Awaited { level, .. } => level.strip_prefix(BOT),
            _ => None,
        }
    }

    pub(crate) fn is_bot(&self) -> bool {
        matches!(self, Sitter::Bot { .. })
    }

    pub(crate) fn is_computer(&self) -> bool {
        matches!(self, Sitter::Computer { .. })
    }

    pub(crate) fn is_human(&self) -> bool {
        matches!(self, Sitter::Human { .. })
    }
}

/// A wish to take something back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Undo {
    /// Who wishes it.
    pub(crate) seat: u8,
    /// Who agreed.
    pub(crate) agreed: Vec<u8>,
    /// What stays.
    pub(crate) to: u64,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Open,
    Running,
    Over,
}

impl Stage {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Running => "running",
            Stage::Over => "over",
        }
    }
}

/// Something the table has to do by itself, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// A computer moves.
    Computer(Seat),
    /// A clock falls.
    Clock(Seat),
    /// Somebody has not come back.
    Abandoned,
}

/// When tables do things by themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patience {
    pub(crate) pace: Duration,
    pub(crate) abandoned: Duration,
    pub(crate) unstarted: Duration,
    pub(crate) bot: Duration,
}

impl Patience {
    /// What the operator decided; a game may have a pace of its own.
    pub(crate) fn of(settings: &Settings, pace: Option<Duration>) -> Patience {
        Patience {
            pace: pace.unwrap_or(settings.pace),
            abandoned: settings.abandoned,
            unstarted: settings.unstarted,
            bot: settings.bot_patience,
        }
    }
}

impl Table {
    /// A table at which nothing has happened.
    pub(crate) fn new(kit: Arc<Kit>, seats: usize) -> Table {
        Table {
            game: Game::new(kit.rules.clone()),
            kit,
            seats: vec![Sitter::Nobody; seats],
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
    pub(crate) fn replay(kit: Arc<Kit>, seats: usize, log: &[Kept]) -> Table {
        let mut table = Table::new(kit, seats);
        let valid = valid(log);
        for kept in log {
            match &kept.what {
                Happening::Game(event) if valid.contains(&kept.seq) => table.play_on(kept.seq, event),
                Happening::Game(event) => table.note_seat(event),
                Happening::Table(event) => table.around(&event.what, kept.seq),
            }
            table.seq = kept.seq;
            table.at = kept.what.at();
        }
        table
    }

    /// Carries out what happened. What is taken back needs [`Table::replay`].
    pub(crate) fn apply(&mut self, what: &Happening) {
        self.seq += 1;
        self.at = what.at();
        match what {
            Happening::Game(event) => self.play_on(self.seq, event),
            Happening::Table(event) => self.around(&event.what, self.seq),
        }
    }

    /// Carries out what happened and gives it its number and notes.
    pub(crate) fn take(&mut self, what: Happening) -> Kept {
        let notes = match &what {
            Happening::Game(event) => {
                let notes = Notes::before(event, &self.game);
                self.apply(&what);
                notes.after(event, &self.game)
            }
            Happening::Table(_) => {
                self.apply(&what);
                Notes::default()
            }
        };
        Kept { seq: self.seq, what, notes }
    }

    fn play_on(&mut self, seq: u64, event: &Event) {
        self.game.apply(event);
        self.moved = seq;
        self.note_seat(event);
        match event.what.actor() {
            Some(seat) => self.act(seat, seq),
            None if matches!(
                event.what,
                Happened::Left { .. } | Happened::Started { .. } | Happened::Dealt { .. }
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
        if self.sitter(seat).is_human() {
            self.undo = None;
        }
    }

    fn note_seat(&mut self, event: &Event) {
        if let Happened::Left { seat, then: SeatFate::Computer, .. } = event.what {
            let player = self.free_name(SUBSTITUTE).into();
            self.sit(seat.0, Sitter::Computer { player, level: SUBSTITUTE.into() });
        }
    }

    fn around(&mut self, what: &Around, seq: u64) {
        match what {
            Around::Joined { seat, player, kind, level } => {
                let player = player.as_str().into();
                let sitter = match kind {
                    SitterKind::Human => Sitter::Human { player },
                    SitterKind::Computer => {
                        Sitter::Computer { player, level: level.as_deref().unwrap_or(SUBSTITUTE).into() }
                    }
                    SitterKind::Bot => Sitter::Bot { player, level: level.as_deref().unwrap_or(BOT).into() },
                };
                self.sit(*seat, sitter);
                self.fixed = seq;
            }
            Around::Awaited { seat, player, level } => {
                let (player, level) = (player.as_str().into(), level.as_str().into());
                self.sit(*seat, Sitter::Awaited { player, level });
            }
            Around::Vacated { seat } => self.sit(*seat, Sitter::Nobody),
            Around::UndoAsked { seat, to } => {
                self.undo = Some(Undo { seat: *seat, agreed: Vec::new(), to: *to });
            }
            Around::UndoAgreed { seat } => {
                if let Some(undo) = &mut self.undo {
                    undo.agreed.push(*seat);
                }
            }
            Around::UndoDeclined { .. } => self.undo = None,
            Around::Undone { .. } => {
                self.undo = None;
                self.moved = seq;
            }
            Around::Rematch { id } => self.rematch = Some(id.clone()),
            Around::Closed => self.closed = true,
        }
    }

    fn sit(&mut self, seat: u8, sitter: Sitter) {
        if let Some(place) = self.seats.get_mut(usize::from(seat)) {
            *place = sitter;
        }
    }

    /// Who sits at a seat.
    pub(crate) fn sitter(&self, seat: Seat) -> &Sitter {
        self.seats.get(seat.index()).unwrap_or(&Sitter::Nobody)
    }

    /// How far the table is.
    pub(crate) fn stage(&self) -> Stage {
        match self.game.phase() {
            _ if self.closed => Stage::Over,
            Phase::Waiting => Stage::Open,
            Phase::Playing | Phase::Answering(_) => Stage::Running,
            Phase::Over { .. } => Stage::Over,
        }
    }

    /// The seats nobody has taken.
    pub(crate) fn open_seats(&self) -> impl Iterator<Item = u8> + '_ {
        let open = self.seats.iter().enumerate().filter(|(_, sitter)| **sitter == Sitter::Nobody);
        open.map(|(seat, _)| seat as u8)
    }

    /// Whether everybody is there who has a seat.
    pub(crate) fn is_full(&self) -> bool {
        self.open_seats().next().is_none() && !self.awaits_bots()
    }

    /// Whether seats are kept for bots that have not come.
    pub(crate) fn awaits_bots(&self) -> bool {
        self.seats.iter().any(|sitter| sitter.awaited().is_some())
    }

    /// The first seat that is kept for this bot.
    pub(crate) fn seat_for_bot(&self, name: &str) -> Option<u8> {
        let kept = |sitter: &Sitter| {
            sitter.awaited().is_some_and(|awaited| names::folded(awaited) == names::folded(name))
        };
        self.seats.iter().position(kept).map(|seat| seat as u8)
    }

    /// The seats of computers that a newcomer may take over.
    pub(crate) fn seats_to_take_over(&self) -> impl Iterator<Item = u8> + '_ {
        let allowed = self.kit.rules.table.takeover && self.stage() == Stage::Running;
        let active = |seat: &usize| self.game.seat(Seat(*seat as u8)).is_some_and(|state| state.active);
        let computers = self.seats.iter().enumerate().filter(|(_, sitter)| sitter.is_computer());
        computers.map(|(seat, _)| seat).filter(move |seat| allowed && active(seat)).map(|seat| seat as u8)
    }

    /// Whether somebody at the table is called so.
    pub(crate) fn has_player(&self, name: &str) -> bool {
        let name = names::folded(name);
        self.seats.iter().filter_map(Sitter::player).any(|player| names::folded(player) == name)
    }

    /// This name, with a number where it is taken.
    pub(crate) fn free_name(&self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !self.has_player(name)).unwrap_or_default()
    }

    /// The people who still take part.
    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.game.active().filter(|&seat| self.sitter(seat).is_human())
    }

    /// After which event the game would stand if a seat took back its last turn.
    pub(crate) fn undo_to(&self, seat: Seat) -> Option<u64> {
        let act = *self.acts.get(seat.index())?;
        // Bots are told what happened, and cannot be told that it did not.
        let bots = self.seats.iter().any(Sitter::is_bot);
        let allowed = self.kit.rules.table.undo && self.kit.rules.clock == Clock::Off && !bots;
        (allowed && self.stage() == Stage::Running && act > self.fixed).then(|| act - 1)
    }

    /// The first seat the game waits for where such a player sits.
    fn waits_for(&self, such: fn(&Sitter) -> bool) -> Option<Seat> {
        let waits = |seat: &Seat| such(self.sitter(*seat));
        match self.game.phase() {
            Phase::Answering(waiting) => waiting.iter().find(waits),
            Phase::Playing => self.game.turn().filter(waits),
            Phase::Waiting | Phase::Over { .. } => None,
        }
    }

    /// The computer the game waits for.
    pub(crate) fn waiting_computer(&self) -> Option<Seat> {
        self.waits_for(Sitter::is_computer)
    }

    /// Who has not come back, if the game waits for somebody; a bot before others.
    pub(crate) fn absentee(&self) -> Option<Seat> {
        self.waits_for(Sitter::is_bot).or_else(|| self.waits_for(|_| true))
    }

    /// How long nobody may do anything. A bot has less time than a person, unless there is a clock.
    fn rest(&self, patience: Patience) -> Duration {
        match self.waits_for(Sitter::is_bot) {
            Some(_) if self.kit.rules.clock == Clock::Off => patience.bot,
            _ => patience.abandoned,
        }
    }

    /// What the table has to do next by itself.
    pub(crate) fn due(&self, patience: Patience) -> Option<(Due, Millis)> {
        let after =
            |time: Duration| self.at.plus(Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)));
        match self.stage() {
            Stage::Over => None,
            Stage::Open => Some((Due::Abandoned, coarse(after(patience.unstarted), patience.unstarted))),
            Stage::Running => {
                let clock = self.game.deadline().map(|(seat, at)| (Due::Clock(seat), at));
                let own = match self.waiting_computer() {
                    Some(seat) => (Due::Computer(seat), after(patience.pace)),
                    None => {
                        let rest = self.rest(patience);
                        (Due::Abandoned, coarse(after(rest), rest))
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
fn valid(log: &[Kept]) -> std::collections::BTreeSet<u64> {
    let mut valid = std::collections::BTreeSet::new();
    for kept in log {
        match &kept.what {
            Happening::Game(_) => _ = valid.insert(kept.seq),
            Happening::Table(event) => {
                if let Around::Undone { to } = event.what {
                    valid.retain(|seq| *seq <= to);
                }
            }
        }
    }
    valid
}

/// The events of a log that were not taken back.
pub(crate) fn valid_events(log: &[Kept]) -> impl Iterator<Item = (&Kept, &Event)> {
    let valid = valid(log);
    log.iter().filter_map(move |kept| match &kept.what {
        Happening::Game(event) if valid.contains(&kept.seq) => Some((kept, event)),
        _ => None,
    })
}
