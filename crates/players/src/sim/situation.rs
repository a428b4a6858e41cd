//! What a side knows when it is to move.

use super::infer::LeaveInference;
use crate::evaluation_context::{EvaluationContext, leftover_points};
use crate::search::exchange_range;
use rules::{Grid, Points, Position, RackView, RackVisibility, Ruleset, Seat, SeatSet, Tally, View};
use std::sync::Arc;
use tiles::Tiles;

/// What a side knows about a game when it is to move.
///
/// ```
/// # mod quixotry { pub use {quixotry_players as players, presets, rules}; }
/// use quixotry::players::sim::Situation;
/// use quixotry::presets::Library;
/// use quixotry::rules::Position;
///
/// let mut position = Position::new(Library::shipped().rules("standard")?);
/// position.racks = vec![position.rules.tiles.parse_tiles("RETAINS")?];
/// let situation = Situation::of_position(&position);
/// assert_eq!((situation.bag(), situation.others().len()), (86, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Situation {
    rules: Ruleset,
    grid: Grid,
    rack: Tiles,
    score: Points,
    others: Vec<Opponent>,
    unseen: Tiles,
    bag: usize,
    exchanges: u16,
    tally: Tally,
    first: usize,
    guess: Option<Arc<LeaveInference>>,
}

/// An opponent, in the order of turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// Its tiles, if all of them are known.
    pub rack: Option<Tiles>,
    /// The tiles that it is known to have, if not all are known.
    pub known: Tiles,
    /// How many tiles it has.
    pub tiles: usize,
    /// Its points.
    pub score: Points,
    /// How often it exchanged.
    pub exchanges: u16,
}

impl Situation {
    /// What the viewer knows; `None` for a spectator.
    #[must_use]
    pub fn of_view(view: &View) -> Option<Situation> {
        let own = view.viewer.seat()?.index();
        let count = view.seats.len();
        let after = (1..count).map(|step| &view.seats[(own + step) % count]);
        let others = after.filter(|seat| seat.active).map(|seat| Opponent {
            rack: seat.rack.tiles().cloned(),
            known: match &seat.rack {
                RackView::Partial(rack) => rack.known.clone(),
                RackView::Known(_) | RackView::Hidden(_) => Tiles::new(),
            },
            tiles: seat.rack.len(),
            score: seat.score,
            exchanges: seat.exchanges,
        });
        Some(Situation {
            rules: view.rules.clone(),
            grid: view.grid.clone(),
            rack: view.own_rack()?.clone(),
            score: view.seats.get(own)?.score,
            others: others.collect(),
            unseen: view.unseen.clone(),
            bag: view.bag,
            exchanges: view.seats[own].exchanges,
            tally: Tally { passed: sides_passed(view, own), ..view.tally },
            first: side_of(view, own, view.first).unwrap_or(0),
            guess: None,
        })
    }

    /// What the player to move knows in a position; at least two sides play.
    #[must_use]
    pub fn of_position(position: &Position) -> Situation {
        let sides = position.racks.len().max(position.scores.len()).max(2);
        let unseen = position.unseen();
        let full = usize::from(position.rules.rack_size);
        let mut hidden = unseen.len();
        let others = (1..sides).map(|side| {
            let known = position.racks.get(side).filter(|rack| !rack.is_empty()).cloned();
            let tiles = known.as_ref().map_or(full.min(hidden), Tiles::len);
            hidden -= if known.is_none() { tiles } else { 0 };
            let score = position.scores.get(side).copied().unwrap_or(0);
            Opponent { rack: known, known: Tiles::new(), tiles, score, exchanges: 0 }
        });
        let others: Vec<Opponent> = others.collect();
        Situation {
            rules: position.rules.clone(),
            grid: position.grid.clone(),
            rack: position.rack().clone(),
            score: position.scores.first().copied().unwrap_or(0),
            others,
            unseen,
            bag: hidden,
            exchanges: 0,
            tally: Tally { scoreless: position.scoreless, ..Tally::default() },
            first: 0,
            guess: None,
        }
    }

    /// The same with an inference of the leave of the side that moved last.
    #[must_use]
    pub fn with_guess(self, guess: LeaveInference) -> Situation {
        Situation { guess: Some(Arc::new(guess)), ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The tiles on the board.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The rack of the side to move.
    #[must_use]
    pub fn rack(&self) -> &Tiles {
        &self.rack
    }

    /// The tiles that lie in the bag or on hidden racks.
    #[must_use]
    pub fn unseen(&self) -> &Tiles {
        &self.unseen
    }

    /// How many tiles are in the bag.
    #[must_use]
    pub fn bag(&self) -> usize {
        self.bag
    }

    /// The opponents, in the order of turns.
    #[must_use]
    pub fn others(&self) -> &[Opponent] {
        &self.others
    }

    /// The score of the side to move.
    #[must_use]
    pub fn score(&self) -> Points {
        self.score
    }

    /// The lead of the side to move over the best opponent.
    #[must_use]
    pub fn spread(&self) -> Points {
        self.score - self.others.iter().map(|other| other.score).max().unwrap_or(0)
    }

    /// The inference of the leave of the side that moved last.
    #[must_use]
    pub fn guess(&self) -> Option<&LeaveInference> {
        self.guess.as_deref()
    }

    pub(crate) fn exchanges(&self) -> u16 {
        self.exchanges
    }

    /// Turns without progress so far. Its seats are sides, the side to move first.
    pub(crate) fn tally(&self) -> Tally {
        self.tally
    }

    /// The side that began.
    pub(crate) fn first(&self) -> usize {
        self.first
    }

    /// The context of static evaluation.
    #[must_use]
    pub fn evaluation_context(&self) -> EvaluationContext {
        let mut held =
            if self.rules.racks == RackVisibility::Open { Tiles::new() } else { self.unseen.clone() };
        self.others.iter().filter_map(|other| other.rack.as_ref()).for_each(|rack| held.add_all(rack));
        let others = if self.bag == 0 { leftover_points(&self.rules, &held) } else { 0 };
        EvaluationContext { bag: self.bag, others, exchange: self.exchangeable() }
    }

    fn exchangeable(&self) -> Option<(usize, usize)> {
        exchange_range(&self.rules, self.rack.len(), self.bag, self.exchanges)
    }
}

/// The number of a seat among the sides, which are the viewer and then the active seats in the order of turns.
fn side_of(view: &View, own: usize, seat: Seat) -> Option<usize> {
    let count = view.seats.len();
    let mut sides = (0..count).map(|step| (own + step) % count);
    let mut number = 0;
    sides.find_map(|index| {
        let side = (index == own || view.seats[index].active).then_some(number)?;
        number += 1;
        (index == seat.index()).then_some(side)
    })
}

fn sides_passed(view: &View, own: usize) -> SeatSet {
    let sides = view.tally.passed.iter().filter_map(|seat| side_of(view, own, seat));
    sides.map(|side| Seat(side as u8)).collect()
}
