//! What each viewer may see. All information that leaves a game passes through this module.

use crate::game::LastPlay;
use crate::{
    Event, EventKind, Game, Grid, Millis, PartialTiles, Phase, PlacedTile, Points, RackVisibility, Reason,
    Ruleset, ScoredWord, Seat, Tally,
};
use tiles::{TileId, Tiles};

/// Who looks.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{Seat, Viewer};
///
/// assert_eq!(Viewer::Seat(Seat(1)).seat(), Some(Seat(1)));
/// assert_eq!(Viewer::Spectator.seat(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The player at a seat.
    Seat(Seat),
    /// A spectator.
    Spectator,
}

impl Viewer {
    /// The seat, for a player.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    fn may_see(self, seat: Seat, rules: &Ruleset) -> bool {
        self == Viewer::Seat(seat) || rules.racks == RackVisibility::Open
    }
}

/// Tiles that a viewer may see, or only count.
///
/// [`Event::view`] makes them, and has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TilesView {
    /// Which they are.
    Known(Vec<TileId>),
    /// Only how many.
    Hidden(usize),
}

impl TilesView {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            TilesView::Known(tiles) => tiles.len(),
            TilesView::Hidden(count) => *count,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An event as a viewer may see it.
pub type EventView = Event<TilesView>;

/// What happened, as a viewer may see it.
pub type EventKindView = EventKind<TilesView>;

impl Event {
    /// The event as a viewer may see it: tiles that the viewer may not see are only counted.
    ///
    /// ```
    /// # mod quixotry { pub use {lexicon, presets, quixotry_rules as rules}; }
    /// use quixotry::lexicon::AnyWord;
    /// use quixotry::rules::{Context, EventKind, Game, Millis, SeededChance, TilesView, Viewer};
    ///
    /// let game = Game::new(quixotry::presets::Library::shipped().rules("standard").unwrap());
    /// let mut chance = SeededChance::new(7);
    /// let mut context = Context { words: &AnyWord, chance: &mut chance, now: Millis(0) };
    /// let events = game.start(2, &mut context).unwrap();
    /// let EventKind::Dealt { tiles, .. } = events[1].view(Viewer::Spectator, game.rules()).kind else { panic!() };
    /// assert_eq!(tiles, TilesView::Hidden(7));
    /// ```
    #[must_use]
    pub fn view(&self, viewer: Viewer, rules: &Ruleset) -> EventView {
        Event { at: self.at, kind: self.kind.view(viewer, rules) }
    }
}

impl EventKind {
    fn view(&self, viewer: Viewer, rules: &Ruleset) -> EventKindView {
        let hide = |seat: Seat, tiles: &Vec<TileId>| {
            if viewer.may_see(seat, rules) {
                TilesView::Known(tiles.clone())
            } else {
                TilesView::Hidden(tiles.len())
            }
        };
        match self.clone() {
            EventKind::Dealt { seat, tiles } => EventKind::Dealt { seat, tiles: hide(seat, &tiles) },
            EventKind::Played { seat, tiles, words, bonus, score, drawn } => {
                EventKind::Played { seat, tiles, words, bonus, score, drawn: hide(seat, &drawn) }
            }
            EventKind::Exchanged { seat, returned, drawn } => {
                EventKind::Exchanged { seat, returned: hide(seat, &returned), drawn: hide(seat, &drawn) }
            }
            EventKind::ExchangeFailed { seat, returned, reasons } => {
                // The reasons may name tiles that stay on the rack.
                let reasons = if viewer.may_see(seat, rules) { reasons } else { Vec::new() };
                EventKind::ExchangeFailed { seat, returned: hide(seat, &returned), reasons }
            }
            EventKind::Started { seats, first } => EventKind::Started { seats, first },
            EventKind::PlayFailed { seat, tiles, written, mut reasons } => {
                if !viewer.may_see(seat, rules) {
                    reasons.retain(|reason| !names_rack_tiles(reason));
                }
                EventKind::PlayFailed { seat, tiles, written, reasons }
            }
            EventKind::Passed { seat } => EventKind::Passed { seat },
            EventKind::Challenged { seat, of, words, verdict } => {
                EventKind::Challenged { seat, of, words, verdict }
            }
            EventKind::Accepted { seat } => EventKind::Accepted { seat },
            EventKind::TurnSkipped { seat } => EventKind::TurnSkipped { seat },
            EventKind::TimedOut { seat } => EventKind::TimedOut { seat },
            EventKind::Left { seat, why, then } => EventKind::Left { seat, why, then },
            EventKind::Ended { cause, adjustments, winners } => {
                EventKind::Ended { cause, adjustments, winners }
            }
        }
    }
}

/// Whether a reason says what its player holds or lacks.
fn names_rack_tiles(reason: &Reason) -> bool {
    matches!(reason, Reason::NotOnRack { .. } | Reason::WildForOwnLetter { .. })
}

/// A whole game as a viewer may see it.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Context, Game, Millis, Seat, SeededChance, Viewer};
///
/// let mut chance = SeededChance::new(1);
/// let mut context = Context { words: english(), chance: &mut chance, now: Millis(0) };
/// let mut game = Game::new(Library::shipped().rules("standard")?);
/// for event in game.start(2, &mut context)? {
///     game.apply(&event);
/// }
///
/// let view = game.view(Viewer::Seat(Seat(1)));
/// assert_eq!(view.own_rack().map(|rack| rack.len()), Some(7));
/// assert_eq!(view.unseen.len(), 93);
/// assert!(view.seats[0].rack.tiles().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct View {
    /// The rules.
    pub rules: Ruleset,
    /// Who looks.
    pub viewer: Viewer,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The tiles on the board.
    pub grid: Grid,
    /// How many tiles are in the bag.
    pub bag: usize,
    /// The tiles the viewer cannot see: bag and hidden racks together.
    pub unseen: Tiles,
    /// What the game waits for.
    pub phase: Phase,
    /// Whose turn it is, while the game is running.
    pub turn: Option<Seat>,
    /// When that turn began.
    pub turn_began: Millis,
    /// Turns without progress.
    pub tally: Tally,
    /// The seat that began, or the next one if its player left: its turn ends a round.
    pub first: Seat,
    /// How many turns have ended.
    pub turns: u32,
    /// The play that can be challenged now.
    pub challengeable: Option<LastPlayView>,
}

/// A seat as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// Its tiles.
    pub rack: RackView,
    /// Its points.
    pub score: Points,
    /// Whether it still takes part.
    pub active: bool,
    /// Whether a computer took it over.
    pub computer: bool,
    /// How often it exchanged.
    pub exchanges: u16,
    /// What its clock shows, not counting the turn in progress.
    pub time_left: Millis,
}

/// A rack as a viewer may see it.
///
/// [`View::own_rack`] and [`SeatView`] use it; [`View`] has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RackView {
    /// Which tiles.
    Known(Tiles),
    /// Some of the tiles, and how many others: only in a log from outside. The others are among [`View::unseen`].
    Partial(PartialTiles),
    /// Only how many.
    Hidden(usize),
}

impl RackView {
    /// How many tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            RackView::Known(tiles) => tiles.len(),
            RackView::Partial(tiles) => tiles.len(),
            RackView::Hidden(count) => *count,
        }
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tiles, where all of them are known.
    #[must_use]
    pub fn tiles(&self) -> Option<&Tiles> {
        match self {
            RackView::Known(tiles) => Some(tiles),
            RackView::Partial(_) | RackView::Hidden(_) => None,
        }
    }
}

/// The public part of a play that can be challenged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastPlayView {
    /// Whose.
    pub seat: Seat,
    /// Its tiles.
    pub tiles: Vec<PlacedTile>,
    /// Its words.
    pub words: Vec<ScoredWord>,
    /// Its score.
    pub score: Points,
}

impl View {
    /// The viewer's own rack, for a player, if all its tiles are known.
    #[must_use]
    pub fn own_rack(&self) -> Option<&Tiles> {
        self.seats.get(self.viewer.seat()?.index())?.rack.tiles()
    }

    /// Whether it is the viewer's turn.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.phase == Phase::Playing && self.turn.is_some() && self.turn == self.viewer.seat()
    }
}

impl Game {
    /// The game as a viewer may see it.
    ///
    /// ```
    /// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
    /// use quixotry::rules::{Game, Phase, Viewer};
    ///
    /// let game = Game::new(quixotry::presets::Library::shipped().rules("standard").unwrap());
    /// let view = game.view(Viewer::Spectator);
    /// assert_eq!((view.phase, view.bag), (Phase::Waiting, 100));
    /// ```
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        View {
            rules: self.rules.clone(),
            viewer,
            seats: (0..self.seats.len()).map(|index| self.seat_view(Seat(index as u8), viewer)).collect(),
            grid: self.grid.clone(),
            bag: self.bag_len(),
            unseen: self.unseen(viewer),
            phase: self.phase.clone(),
            turn: self.turn(),
            turn_began: self.turn_began,
            tally: self.tally,
            first: self.first,
            turns: self.turns,
            challengeable: self.last.as_ref().map(open_play),
        }
    }

    fn seat_view(&self, seat: Seat, viewer: Viewer) -> SeatView {
        let state = &self.seats[seat.index()];
        let seen = viewer.may_see(seat, &self.rules) || self.is_over();
        SeatView {
            rack: match (seen, state.unknown) {
                (true, 0) => RackView::Known(state.rack.clone()),
                (true, _) => RackView::Partial(state.partial_rack()),
                (false, _) => RackView::Hidden(state.rack_len()),
            },
            score: state.score,
            active: state.active,
            computer: state.computer,
            exchanges: state.exchanges,
            time_left: state.time_left,
        }
    }

    fn unseen(&self, viewer: Viewer) -> Tiles {
        match self.rules.racks {
            RackVisibility::Open => self.bag.clone(),
            RackVisibility::Closed => self.unseen_by(viewer.seat()),
        }
    }
}

fn open_play(last: &LastPlay) -> LastPlayView {
    LastPlayView { seat: last.seat, tiles: last.tiles.clone(), words: last.words.clone(), score: last.score }
}
