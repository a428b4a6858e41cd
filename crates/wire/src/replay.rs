//! Replaying a record: an event is applied only if it is consistent with the game.

use crate::place::too_spread;
use rules::{
    Adjustment, Coord, DrawnTiles, EndCause, Event, EventKind, Game, MAX_SEATS, Phase, PlacedTile, Rect,
    Ruleset, Seat, Verdict,
};
use tiles::{TileId, Tiles};

/// Why an event is inconsistent with the events before it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The event comes before the start.
    #[error("the game has not started: its first event must be \"started\"")]
    NotStarted,
    /// The game starts a second time.
    #[error("the game has already started")]
    StartedTwice,
    /// The event comes after the end.
    #[error("the game has already ended")]
    AfterEnd,
    /// The number of seats is invalid.
    #[error("a game has 1 to {MAX_SEATS} seats, not {0}")]
    TooManySeats(u8),
    /// The number of seats differs from the header.
    #[error("the game starts with {started} seats, but the header has {header}")]
    SeatCount {
        /// The number of seats of the event.
        started: u8,
        /// The number of seats of the header.
        header: usize,
    },
    /// The seat does not exist.
    #[error("there is no seat {} in a game of {count} (seats are counted from 0)", .seat.0)]
    NoSuchSeat {
        /// Which.
        seat: Seat,
        /// How many there are.
        count: usize,
    },
    /// The tile set does not have the tile.
    #[error("there is no tile {0} in this game")]
    NoSuchTile(TileId),
    /// A drawn tile is not in the bag.
    #[error("tile {0} is drawn, but the bag does not have it or not often enough")]
    NotInBag(TileId),
    /// More tiles are drawn than the bag has.
    #[error("{drawn} tiles are drawn, but the bag has {there}")]
    TooFewInBag {
        /// How many are drawn.
        drawn: usize,
        /// How many there are.
        there: usize,
    },
    /// More tiles become known than are unknown.
    #[error("{known} tiles become known, but only {there} of the rack can be")]
    TooManyKnown {
        /// How many become known.
        known: usize,
        /// How many can.
        there: usize,
    },
    /// A used tile is not on the rack.
    #[error("tile {tile} is used, but the rack of seat {} does not have it or not often enough", .seat.0)]
    NotOnRack {
        /// The seat.
        seat: Seat,
        /// The tile.
        tile: TileId,
    },
    /// The tile does not have the face.
    #[error("tile {tile} does not have the face it shows at {at}")]
    NotAFace {
        /// The tile.
        tile: TileId,
        /// Its square.
        at: Coord,
    },
    /// The board has no square there.
    #[error("there is no square at {0}")]
    NoSquare(Coord),
    /// The square is occupied.
    #[error("there is already a tile at {0}")]
    Taken(Coord),
    /// Tiles too far apart.
    #[error("the tile at {0} lies too far away from the others")]
    TooFar(Coord),
    /// There is no play to challenge.
    #[error("there is no last play of seat {} that can be challenged", .0.0)]
    NothingToChallenge(Seat),
    /// The challenged word does not exist.
    #[error("the challenged play has no word {number} (words are counted from 0): it formed {count}")]
    NoSuchWord {
        /// Which.
        number: usize,
        /// How many there are.
        count: usize,
    },
}

/// A game in replay.
#[derive(Clone, Debug)]
pub(crate) struct RecordReplay {
    game: Game,
    header_seats: usize,
}

impl RecordReplay {
    pub(crate) fn new(rules: Ruleset, header_seats: usize) -> RecordReplay {
        RecordReplay { game: Game::new(rules), header_seats }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Applies an event. If it is inconsistent, nothing changes.
    pub(crate) fn step<T: DrawnTiles>(&mut self, event: &Event<T>) -> Result<(), ReplayError> {
        check_event(&self.game, self.header_seats, &event.kind)?;
        self.game.apply(event);
        Ok(())
    }
}

/// Checks that an event can have happened in a game with this many seats, so that it can be applied.
///
/// It does not check that the rules allow the event: see [`verify`](crate::verify).
///
/// # Errors
/// The reason why the event cannot have happened.
pub fn check_event<T: DrawnTiles>(game: &Game, seats: usize, what: &EventKind<T>) -> Result<(), ReplayError> {
    EventCheck { game, header_seats: seats }.check(what)
}

/// The state against which an event is checked.
struct EventCheck<'a> {
    game: &'a Game,
    header_seats: usize,
}

impl EventCheck<'_> {
    fn check<T: DrawnTiles>(&self, what: &EventKind<T>) -> Result<(), ReplayError> {
        self.phase(what)?;
        match what {
            EventKind::Started { seats, first } => self.start(*seats, *first),
            EventKind::Dealt { seat, tiles } => {
                self.seat(*seat)?;
                Hand::new(self.game, *seat).draw(tiles)
            }
            EventKind::Played { seat, tiles, drawn, .. } => self.play(*seat, tiles, drawn),
            EventKind::Exchanged { seat, returned, drawn } => self.exchange(*seat, returned, drawn),
            EventKind::Challenged { seat, of, words, verdict } => self.challenge(*seat, *of, words, *verdict),
            EventKind::PlayFailed { seat, .. }
            | EventKind::Passed { seat }
            | EventKind::ExchangeFailed { seat, .. }
            | EventKind::Accepted { seat }
            | EventKind::TurnSkipped { seat }
            | EventKind::TimedOut { seat }
            | EventKind::Left { seat, .. } => self.seat(*seat),
            EventKind::Ended { cause, adjustments, winners } => self.end(*cause, adjustments, winners),
        }
    }

    fn phase<T>(&self, what: &EventKind<T>) -> Result<(), ReplayError> {
        let starts = matches!(what, EventKind::Started { .. });
        match (self.game.phase(), starts) {
            (Phase::Waiting, false) => Err(ReplayError::NotStarted),
            (Phase::Over { .. }, _) => Err(ReplayError::AfterEnd),
            (Phase::Playing | Phase::Answering(_), true) => Err(ReplayError::StartedTwice),
            (Phase::Waiting, true) | (Phase::Playing | Phase::Answering(_), false) => Ok(()),
        }
    }

    fn start(&self, seats: u8, first: Seat) -> Result<(), ReplayError> {
        if !(1..=MAX_SEATS).contains(&seats) {
            return Err(ReplayError::TooManySeats(seats));
        }
        if usize::from(seats) != self.header_seats {
            return Err(ReplayError::SeatCount { started: seats, header: self.header_seats });
        }
        among(first, seats.into())
    }

    fn seat(&self, seat: Seat) -> Result<(), ReplayError> {
        among(seat, self.game.seats().len())
    }

    fn play(&self, seat: Seat, tiles: &[PlacedTile], drawn: &impl DrawnTiles) -> Result<(), ReplayError> {
        self.seat(seat)?;
        tiles.iter().try_for_each(|laid| self.lies(laid))?;
        self.room(tiles)?;
        let mut hand = Hand::new(self.game, seat);
        tiles.iter().try_for_each(|laid| hand.use_tile(laid.tile))?;
        hand.draw(drawn)
    }

    fn lies(&self, laid: &PlacedTile) -> Result<(), ReplayError> {
        let (rules, at, tile) = (self.game.rules(), laid.at, laid.tile);
        match rules.tiles.kind(tile) {
            None => return Err(ReplayError::NoSuchTile(tile)),
            Some(kind) if !kind.has(laid.face) => return Err(ReplayError::NotAFace { tile, at }),
            Some(_) => {}
        }
        if !rules.board.has(at) {
            return Err(ReplayError::NoSquare(at));
        }
        if self.game.grid().has(at) { Err(ReplayError::Taken(at)) } else { Ok(()) }
    }

    /// The squares of a play are all different, and not so far away that the grid would fill the memory.
    fn room(&self, tiles: &[PlacedTile]) -> Result<(), ReplayError> {
        let mut places: Vec<Coord> = tiles.iter().map(|laid| laid.at).collect();
        places.sort_unstable();
        if let Some(pair) = places.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ReplayError::Taken(pair[0]));
        }
        let mut bounds = self.game.grid().bounds();
        for at in places {
            let wider = bounds.map_or(Rect { min: at, max: at }, |bounds| bounds.with(at));
            if too_spread(wider, self.game.rules()) {
                return Err(ReplayError::TooFar(at));
            }
            bounds = Some(wider);
        }
        Ok(())
    }

    /// The returned tiles may be drawn again. Only verification checks whether the rules allow it.
    fn exchange<T: DrawnTiles>(&self, seat: Seat, returned: &T, drawn: &T) -> Result<(), ReplayError> {
        self.seat(seat)?;
        let mut hand = Hand::new(self.game, seat);
        returned.known_tiles().iter().try_for_each(|&tile| hand.use_tile(tile))?;
        hand.return_tiles(returned);
        hand.draw(drawn)
    }

    fn challenge(&self, seat: Seat, of: Seat, words: &[usize], verdict: Verdict) -> Result<(), ReplayError> {
        self.seat(seat)?;
        self.seat(of)?;
        let last = self.game.challengeable().filter(|play| play.seat == of);
        match (last, verdict) {
            (None, Verdict::Withdrawn | Verdict::Stands { .. }) => Err(ReplayError::NothingToChallenge(of)),
            (Some(play), _) => {
                let count = play.words.len();
                let unknown = words.iter().find(|&&number| number >= count);
                unknown.map_or(Ok(()), |&number| Err(ReplayError::NoSuchWord { number, count }))
            }
        }
    }

    fn end(&self, cause: EndCause, adjustments: &[Adjustment], winners: &[Seat]) -> Result<(), ReplayError> {
        if let EndCause::WentOut(seat) | EndCause::Forfeit(seat) = cause {
            self.seat(seat)?;
        }
        adjustments.iter().try_for_each(|adjustment| self.seat(adjustment.seat))?;
        winners.iter().try_for_each(|&seat| self.seat(seat))
    }
}

/// The tiles of a seat and of the bag while an event is checked.
struct Hand {
    seat: Seat,
    rack: Tiles,
    unknown: usize,
    /// The tiles of the bag and the unknown ones.
    bag: Tiles,
    bag_len: usize,
}

impl Hand {
    fn new(game: &Game, seat: Seat) -> Hand {
        let state = game.seat(seat);
        let rack = state.map_or_else(Tiles::new, |state| state.rack.clone());
        let unknown = state.map_or(0, |state| state.unknown);
        Hand { seat, rack, unknown, bag: game.bag().clone(), bag_len: game.bag_len() }
    }

    /// Takes a tile that is on the rack, or can be among its unknown ones.
    fn use_tile(&mut self, tile: TileId) -> Result<(), ReplayError> {
        if self.rack.take(tile).is_ok() {
            return Ok(());
        }
        if self.unknown == 0 || self.bag.take(tile).is_err() {
            return Err(ReplayError::NotOnRack { seat: self.seat, tile });
        }
        self.unknown -= 1;
        Ok(())
    }

    /// Puts tiles into the bag. If some of them are not known, any tile of the rack may be among them.
    fn return_tiles(&mut self, returned: &impl DrawnTiles) {
        self.bag.extend(returned.known_tiles().iter().copied());
        self.bag_len = self.bag_len.saturating_add(returned.count());
        if returned.count() > returned.known_tiles().len() {
            self.unknown += self.rack.len();
            self.bag.add_all(&self.rack);
            self.rack = Tiles::new();
        }
    }

    /// The drawn tiles are in the bag, and there are as many.
    fn draw(mut self, drawn: &impl DrawnTiles) -> Result<(), ReplayError> {
        let (known, count) = (drawn.known_tiles(), drawn.count());
        known.iter().try_for_each(|&tile| self.bag.take(tile).map_err(|_| ReplayError::NotInBag(tile)))?;
        let there = count.saturating_add(self.unknown);
        if count > self.bag_len {
            return Err(ReplayError::TooFewInBag { drawn: count, there: self.bag_len });
        }
        if known.len() > there {
            return Err(ReplayError::TooManyKnown { known: known.len(), there });
        }
        Ok(())
    }
}

fn among(seat: Seat, count: usize) -> Result<(), ReplayError> {
    if seat.index() < count { Ok(()) } else { Err(ReplayError::NoSuchSeat { seat, count }) }
}
