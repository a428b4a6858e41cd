//! A game: what has happened so far, in the shape that decides what may happen next.

use crate::clock::Millis;
use crate::{
    ChallengeRule, Chance, Clock, EndCause, Grid, PartialTiles, PlacedTile, Points, Ruleset, ScoredWord,
    Seat, SeatSet, Tally,
};
use lexicon::WordList;
use tiles::{TileId, Tiles};

/// What [`Game::decide`] needs from outside. Its results are part of the events, so a replay does not need it.
pub struct Context<'a> {
    /// Which words are good.
    pub words: &'a dyn WordList,
    /// Where draws come from.
    pub chance: &'a mut dyn Chance,
    /// The time.
    pub now: Millis,
}

/// A game in progress: [`decide`](Game::decide) judges a command and changes nothing,
/// [`apply`](Game::apply) carries out an event and cannot fail.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Command, Context, Game, Millis, Seat, SeededChance};
///
/// let mut chance = SeededChance::new(1);
/// let mut context = Context { words: english(), chance: &mut chance, now: Millis(0) };
/// let mut game = Game::new(Library::shipped().rules("standard")?);
/// for event in game.start(2, &mut context)? {
///     game.apply(&event);
/// }
///
/// // A command is checked first; the events it leads to are applied afterwards.
/// let events = game.decide(Seat(0), &Command::Pass, &mut context)?;
/// events.iter().for_each(|event| game.apply(event));
/// assert_eq!(game.turn(), Some(Seat(1)));
///
/// // A refusal changes nothing.
/// assert!(game.decide(Seat(0), &Command::Pass, &mut context).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) rules: Ruleset,
    pub(crate) seats: Vec<SeatState>,
    pub(crate) grid: Grid,
    pub(crate) bag: Tiles,
    pub(crate) phase: Phase,
    pub(crate) turn: Seat,
    pub(crate) first: Seat,
    pub(crate) turn_began: Millis,
    pub(crate) tally: Tally,
    pub(crate) last: Option<LastPlay>,
    pub(crate) turns: u32,
}

/// What belongs to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatState {
    /// Its tiles, as far as they are known: all of them, except in a log from outside.
    pub rack: Tiles,
    /// How many tiles it has besides these. They are among those of [`Game::bag`].
    pub unknown: usize,
    /// Its points.
    pub score: Points,
    /// Whether it still takes part.
    pub active: bool,
    /// Whether a computer took it over from a player who left.
    pub computer: bool,
    /// How often it exchanged tiles.
    pub exchanges: u16,
    /// What its clock shows, not counting the turn in progress.
    pub time_left: Millis,
    /// Whether it owes a turn after a wrong challenge.
    pub owes_turn: bool,
}

/// What a game waits for now.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Context, Game, Millis, Phase, SeededChance};
///
/// let mut chance = SeededChance::new(1);
/// let mut context = Context { words: english(), chance: &mut chance, now: Millis(0) };
/// let mut game = Game::new(Library::shipped().rules("standard")?);
/// for event in game.start(2, &mut context)? {
///     game.apply(&event);
/// }
///
/// assert_eq!(game.phase(), &Phase::Playing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Its start.
    Waiting,
    /// A turn.
    Playing,
    /// Answers: the last tiles were played, and these seats have still to challenge the play or accept it.
    Answering(SeatSet),
    /// Over.
    Over {
        /// Why.
        cause: EndCause,
        /// Who won.
        winners: Vec<Seat>,
    },
}

impl Phase {
    /// Whether turns are taken or answered now.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        match self {
            Phase::Playing | Phase::Answering(_) => true,
            Phase::Waiting | Phase::Over { .. } => false,
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        match self {
            Phase::Over { .. } => true,
            Phase::Waiting | Phase::Playing | Phase::Answering(_) => false,
        }
    }
}

/// A play that can still be challenged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastPlay {
    /// Whose.
    pub seat: Seat,
    /// Its tiles.
    pub tiles: Vec<PlacedTile>,
    /// Its words.
    pub words: Vec<ScoredWord>,
    /// Its score.
    pub score: Points,
    /// What was drawn after it, as far as it is known.
    pub drawn: Vec<TileId>,
    /// How many tiles its player had before it, in a game with unknown tiles.
    pub rack_len: Option<usize>,
    /// The count before it.
    pub tally: Tally,
}

impl SeatState {
    /// How many tiles it has.
    #[must_use]
    pub fn rack_len(&self) -> usize {
        self.rack.len() + self.unknown
    }

    /// Its tiles, known or not.
    #[must_use]
    pub fn partial_rack(&self) -> PartialTiles {
        PartialTiles { known: self.rack.clone(), unknown: self.unknown }
    }
}

impl Game {
    /// A game that has not begun: the state before its first event.
    #[must_use]
    pub fn new(rules: Ruleset) -> Game {
        let bag = rules.tiles.all().clone();
        let grid = rules.board.window().map_or_else(Grid::new, Grid::with_window);
        Game {
            rules,
            seats: Vec::new(),
            grid,
            bag,
            phase: Phase::Waiting,
            turn: Seat(0),
            first: Seat(0),
            turn_began: Millis(0),
            tally: Tally::default(),
            last: None,
            turns: 0,
        }
    }

    /// Its rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Its seats; none before it has begun.
    #[must_use]
    pub fn seats(&self) -> &[SeatState] {
        &self.seats
    }

    /// One seat.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> Option<&SeatState> {
        self.seats.get(seat.index())
    }

    /// The tiles on the board.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The tiles in the bag. In a game with unknown tiles also those: nobody knows which of them are in the bag.
    #[must_use]
    pub fn bag(&self) -> &Tiles {
        &self.bag
    }

    /// How many tiles are in the bag.
    #[must_use]
    pub fn bag_len(&self) -> usize {
        self.bag.len().saturating_sub(self.seats.iter().map(|state| state.unknown).sum())
    }

    /// Makes tiles of a rack known, as far as it has unknown ones and the tiles are not known to be elsewhere.
    pub fn reveal(&mut self, seat: Seat, tiles: &[TileId]) {
        let Some(state) = self.seats.get_mut(seat.index()).filter(|state| state.unknown > 0) else { return };
        let mut held = state.rack.clone();
        for &tile in tiles {
            if held.take(tile).is_err() && state.unknown > 0 && self.bag.take(tile).is_ok() {
                state.unknown -= 1;
                state.rack.add(tile);
            }
        }
    }

    /// What it waits for now.
    #[must_use]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase.is_over()
    }

    /// Whose turn it is, while it is in play.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        self.phase.is_running().then_some(self.turn)
    }

    /// Who began.
    #[must_use]
    pub fn first(&self) -> Seat {
        self.first
    }

    /// How many turns have ended.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Turns without progress so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The play that can be challenged now, if there is one.
    #[must_use]
    pub fn challengeable(&self) -> Option<&LastPlay> {
        self.last.as_ref()
    }

    /// The seats that still take part, in order.
    pub fn active(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats.iter().enumerate().filter(|(_, state)| state.active).map(|(index, _)| Seat(index as u8))
    }

    /// What a seat's clock shows at a time; `None` without a clock for the game.
    #[must_use]
    pub fn time_left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        let state = self.seat(seat)?;
        match self.rules.clock {
            Clock::Game(_) if self.turn() == Some(seat) => {
                Some(state.time_left.minus(now.since(self.turn_began)))
            }
            Clock::Game(_) => Some(state.time_left),
            Clock::Off | Clock::Turn { .. } => None,
        }
    }

    /// When the time of the seat on turn is up, if there is a clock.
    #[must_use]
    pub fn deadline(&self) -> Option<(Seat, Millis)> {
        let seat = self.turn()?;
        let allowance = self.rules.clock.allowance(self.seat(seat)?.time_left)?;
        Some((seat, self.turn_began.plus(allowance)))
    }

    /// The tiles a seat cannot see: the bag and the racks of all others, including those who left.
    #[must_use]
    pub fn unseen_by(&self, viewer: Option<Seat>) -> Tiles {
        let mut unseen = self.bag.clone();
        let hidden = self.seats.iter().enumerate().filter(|(index, _)| Some(Seat(*index as u8)) != viewer);
        hidden.for_each(|(_, state)| unseen.add_all(&state.rack));
        unseen
    }

    /// All tiles in the bag, on the racks and on the board. Their number never changes.
    #[must_use]
    pub fn all_tiles(&self) -> Tiles {
        let mut all = self.unseen_by(None);
        all.extend(self.grid.iter().map(|(_, placed)| placed.tile));
        all
    }

    pub(crate) fn keeps_last_play(&self) -> bool {
        self.rules.challenge != ChallengeRule::Void
    }

    /// The next seat that takes part, after this one.
    pub(crate) fn next_after(&self, seat: Seat) -> Option<Seat> {
        let count = self.seats.len();
        let others = (1..=count).map(|step| Seat(((seat.index() + step) % count) as u8));
        others.into_iter().find(|next| self.seats[next.index()].active)
    }
}
