//! What each viewer may see. Whatever leaves the game passes through here.

use crate::game::LastPlay;
use crate::{
    EndCause, Event, Game, Grid, Happened, Laid, Millis, Phase, Points, RackVisibility, Reason, Ruleset,
    ScoredWord, Seat, SeatSet, Tally,
};
use tiles::{TileId, Tiles};

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// The player at a seat.
    Seat(Seat),
    /// Somebody who only watches.
    Spectator,
}

impl Viewer {
    /// The seat, for a player.
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

/// Tiles as a viewer learns of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// Which they are.
    Known(Vec<TileId>),
    /// Only how many.
    Hidden(usize),
}

impl Drawn {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Drawn::Known(tiles) => tiles.len(),
            Drawn::Hidden(count) => *count,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An event as a viewer may see it.
pub type SeenEvent = Event<Drawn>;

/// What happened, as a viewer may see it.
pub type Seen = Happened<Drawn>;

/// An event as a viewer may see it.
pub fn see(event: &Event, viewer: Viewer, rules: &Ruleset) -> SeenEvent {
    Event { at: event.at, what: see_what(&event.what, viewer, rules) }
}

fn see_what(what: &Happened, viewer: Viewer, rules: &Ruleset) -> Seen {
    let told = |seat: Seat, tiles: &Vec<TileId>| {
        if viewer.may_see(seat, rules) { Drawn::Known(tiles.clone()) } else { Drawn::Hidden(tiles.len()) }
    };
    match what.clone() {
        Happened::Dealt { seat, tiles } => Happened::Dealt { seat, tiles: told(seat, &tiles) },
        Happened::Played { seat, tiles, words, bonus, score, drawn } => {
            Happened::Played { seat, tiles, words, bonus, score, drawn: told(seat, &drawn) }
        }
        Happened::Exchanged { seat, returned, drawn } => {
            Happened::Exchanged { seat, returned: told(seat, &returned), drawn: told(seat, &drawn) }
        }
        Happened::ExchangeFailed { seat, returned, reasons } => {
            // The reasons may name tiles that stay on the rack.
            let reasons = if viewer.may_see(seat, rules) { reasons } else { Vec::new() };
            Happened::ExchangeFailed { seat, returned: told(seat, &returned), reasons }
        }
        Happened::Started { seats, first } => Happened::Started { seats, first },
        Happened::PlayFailed { seat, tiles, mut reasons } => {
            if !viewer.may_see(seat, rules) {
                reasons.retain(|reason| !tells_of_rack(reason));
            }
            Happened::PlayFailed { seat, tiles, reasons }
        }
        Happened::Passed { seat } => Happened::Passed { seat },
        Happened::Challenged { seat, of, words, verdict } => {
            Happened::Challenged { seat, of, words, verdict }
        }
        Happened::Accepted { seat } => Happened::Accepted { seat },
        Happened::TurnSkipped { seat } => Happened::TurnSkipped { seat },
        Happened::TimedOut { seat } => Happened::TimedOut { seat },
        Happened::Left { seat, why, then } => Happened::Left { seat, why, then },
        Happened::Ended { cause, adjustments, winners } => Happened::Ended { cause, adjustments, winners },
    }
}

/// Whether a reason says what its player holds or lacks.
fn tells_of_rack(reason: &Reason) -> bool {
    matches!(reason, Reason::NotOnRack { .. } | Reason::WildForOwnLetter { .. })
}

/// A whole game as a viewer may see it.
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
    /// How far the game has come.
    pub stage: Stage,
    /// Turns without progress.
    pub tally: Tally,
    /// The seat that began, or the next one if its player left: its turn ends a round.
    pub first: Seat,
    /// How many turns have ended.
    pub turns: u32,
    /// The play that can be challenged now.
    pub challengeable: Option<OpenPlay>,
}

/// A seat as a viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// Its tiles.
    pub rack: Hand,
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hand {
    /// Which tiles.
    Known(Tiles),
    /// Only how many.
    Hidden(usize),
}

impl Hand {
    /// How many tiles.
    pub fn len(&self) -> usize {
        match self {
            Hand::Known(tiles) => tiles.len(),
            Hand::Hidden(count) => *count,
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tiles, where they are known.
    pub fn known(&self) -> Option<&Tiles> {
        match self {
            Hand::Known(tiles) => Some(tiles),
            Hand::Hidden(_) => None,
        }
    }
}

/// How far a game has come, for everybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Not begun.
    Waiting,
    /// In play.
    Playing {
        /// Whose turn.
        turn: Seat,
        /// Since when.
        since: Millis,
    },
    /// The last tiles were played; these seats have to challenge the play or accept it.
    Answering {
        /// Which seats.
        waiting: SeatSet,
    },
    /// Over.
    Over {
        /// Why.
        cause: EndCause,
        /// Who won.
        winners: Vec<Seat>,
    },
}

/// The public part of a play that can be challenged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenPlay {
    /// Whose.
    pub seat: Seat,
    /// Its tiles.
    pub tiles: Vec<Laid>,
    /// Its words.
    pub words: Vec<ScoredWord>,
    /// Its score.
    pub score: Points,
}

impl View {
    /// The viewer's own rack, for a player.
    pub fn own_rack(&self) -> Option<&Tiles> {
        self.seats.get(self.viewer.seat()?.index())?.rack.known()
    }

    /// Whether it is the viewer's turn.
    pub fn is_my_turn(&self) -> bool {
        matches!(self.stage, Stage::Playing { turn, .. } if self.viewer == Viewer::Seat(turn))
    }
}

impl Game {
    /// The game as a viewer may see it.
    pub fn view(&self, viewer: Viewer) -> View {
        View {
            rules: self.rules.clone(),
            viewer,
            seats: (0..self.seats.len()).map(|index| self.seat_view(Seat(index as u8), viewer)).collect(),
            grid: self.grid.clone(),
            bag: self.bag.len(),
            unseen: self.unseen(viewer),
            stage: self.stage(),
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
            rack: if seen { Hand::Known(state.rack.clone()) } else { Hand::Hidden(state.rack.len()) },
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

    fn stage(&self) -> Stage {
        match &self.phase {
            Phase::Waiting => Stage::Waiting,
            Phase::Playing => Stage::Playing { turn: self.turn, since: self.turn_began },
            Phase::Answering(waiting) => Stage::Answering { waiting: *waiting },
            Phase::Over { cause, winners } => Stage::Over { cause: *cause, winners: winners.clone() },
        }
    }
}

fn open_play(last: &LastPlay) -> OpenPlay {
    OpenPlay { seat: last.seat, tiles: last.tiles.clone(), words: last.words.clone(), score: last.score }
}
