//! Pre-endgames: few tiles are left in the bag, and every possible draw can be tried.
//!
//! A turn is looked at with each choice of tiles in the bag, and what follows is an endgame in which both players know
//! all tiles. A turn that empties the bag leads to it at once, so its value can be proven. After any other turn the
//! players do not know what is in the bag: until it is empty, each makes the play that is best by points and leave,
//! whatever the draw. So these values are estimates, and no turn seems good only because a player looked into the bag.
//!
//! With a limit the search is done in stages: all turns are looked at quickly, and the better ones again and deeper with
//! the same draws. These looks estimate the spread. For the last few turns the winner of every endgame is proven, which
//! takes much less work than the exact spread; turns that win equally often are compared by spread in the last stage.
//! The search can be stopped at any time, and the result is the best turn so far.
//!
//! ```
//! # mod quixotry { pub use {notation, quixotry_players as players, presets}; }
//! use quixotry::players::preendgame::{PreEndgame, StudyOptions, study};
//! use quixotry::players::SearchLimit;
//!
//! let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
//! let cgp = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/\
//!            N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERS/DEL 321/447 0";
//! let game = PreEndgame::of_position(&quixotry::notation::cgp::parse(cgp, &rules).unwrap().position).unwrap();
//! let limit = SearchLimit::for_iterations(2);
//! let options = StudyOptions { limit, nodes_per_endgame: Some(50), plays: 4, ..StudyOptions::default() };
//! let results = study(&game, quixotry::presets::english(), &options).unwrap();
//! assert_eq!(results[0].draws, 2);
//! ```

mod draws;

mod replies;

mod look;

mod rows;

mod study;

use crate::endgame::{SideIndex, StandstillRule, tally_of};
use crate::evaluator::TurnAction;
use crate::leaves::LeaveValues;
use crate::limit::SearchLimit;
use crate::search::{exchange_range, exchangeable};
use crate::simulation_game::SimulationGame;
use draws::orders;
use lexicon::{BuildError, WordGraph};
use rules::{BoardTile, ExchangeOrder, Grid, Points, Position, Ruleset, Tally, View};
use std::num::NonZeroUsize;
use study::Study;
use tiles::{TileId, Tiles};

/// The most tiles in the bag of a pre-endgame.
pub const MOST_IN_BAG: usize = 4;

/// Two players, a rack, and a few tiles that are in the bag or on the other rack. The [module](self) has an example.
#[derive(Clone, Debug)]
pub struct PreEndgame {
    rules: Ruleset,
    grid: Grid,
    rack: Tiles,
    unseen: Tiles,
    bag: usize,
    spread: Points,
    /// The turns without progress so far; its seats are sides, the side to move first.
    tally: Tally,
    /// The side that began the game.
    first: SideIndex,
    /// How many tiles may be exchanged: none, or the smallest and the largest number.
    exchange: Option<(usize, usize)>,
}

/// Why a position is not a pre-endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PreEndgameError {
    /// Not two players.
    #[error("a pre-endgame is for two players, but there are {0}")]
    Players(usize),
    /// Too few or too many tiles in the bag.
    #[error("the bag has {0} tiles: a pre-endgame has 1 to {MOST_IN_BAG} tiles in the bag")]
    Bag(usize),
    /// The rack of the player to move is unknown.
    #[error("the rack of the player to move is empty: write it into the position")]
    NoRack,
}

impl PreEndgame {
    /// The pre-endgame in a position, as the player to move sees it.
    ///
    /// # Errors
    ///
    /// Fails if the position is not a pre-endgame of two players.
    pub fn of_position(position: &Position) -> Result<PreEndgame, PreEndgameError> {
        let mut unseen = position.unseen();
        let full = usize::from(position.rules.rack_size);
        let others = match &position.racks[..] {
            [_] => full,
            [_, other] if other.is_empty() => full,
            [_, other] => {
                unseen.add_all(other);
                other.len()
            }
            more => return Err(PreEndgameError::Players(more.len())),
        };
        let spread = match position.scores[..] {
            [own, other] => own - other,
            _ => 0,
        };
        let bag = unseen.len().saturating_sub(others);
        let (rules, grid, rack) = (position.rules.clone(), position.grid.clone(), position.rack().clone());
        let exchange = exchange_range(&rules, rack.len(), bag, 0);
        let tally = Tally { scoreless: position.scoreless, ..Tally::default() };
        PreEndgame { rules, grid, rack, unseen, bag, spread, tally, first: 0, exchange }.check()
    }

    /// The pre-endgame in the view of the player to move.
    ///
    /// # Errors
    ///
    /// Fails if the view is not a pre-endgame of two players.
    pub fn of_view(view: &View) -> Result<PreEndgame, PreEndgameError> {
        let players = view.seats.iter().filter(|seat| seat.active).count();
        let (Some(own), 2, 2) = (view.viewer.seat(), players, view.seats.len()) else {
            return Err(PreEndgameError::Players(players));
        };
        let other = &view.seats[1 - own.index()];
        let mut unseen = view.unseen.clone();
        if let Some(rack) = other.rack.tiles() {
            unseen.add_all(rack);
        }
        let (tally, first) = tally_of(view);
        PreEndgame {
            rules: view.rules.clone(),
            grid: view.grid.clone(),
            rack: view.own_rack().cloned().ok_or(PreEndgameError::NoRack)?,
            unseen,
            bag: view.bag,
            spread: view.seats[own.index()].score - other.score,
            tally,
            first,
            exchange: exchangeable(view),
        }
        .check()
    }

    /// The rules of the game.
    pub(crate) fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn check(self) -> Result<PreEndgame, PreEndgameError> {
        match (self.bag, self.rack.is_empty()) {
            (_, true) => Err(PreEndgameError::NoRack),
            (1..=MOST_IN_BAG, false) => Ok(self),
            (bag, false) => Err(PreEndgameError::Bag(bag)),
        }
    }

    /// The game after a turn and the draw of tiles in this order. The player is side 0.
    fn after(&self, action: &TurnAction, order: &[TileId], others: Tiles) -> SimulationGame {
        let mut grid = self.grid.clone();
        if let TurnAction::Play(play) = action {
            let laid = play.as_play_ref().placed_tiles();
            laid.for_each(|laid| _ = grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face }));
        }
        let (rack, left) = self.draw_after(action, order);
        let mut game = SimulationGame::resume(&self.rules, grid, vec![self.spread + action.score(), 0]);
        game.set_turn(1, self.first, self.tally_after(action));
        let (racks, bag) = game.deal();
        (racks[0], racks[1]) = (rack, others);
        bag.extend(left.iter().rev());
        game
    }

    /// The player's rack after a turn and the draw of tiles in this order, and the rest of the bag.
    fn draw_after(&self, action: &TurnAction, order: &[TileId]) -> (Tiles, Vec<TileId>) {
        let mut rack = self.rack.clone();
        let (drawn, left) = order.split_at(self.draws(action).min(order.len()));
        match action {
            TurnAction::Play(play) => play.tiles.iter().for_each(|shown| _ = rack.take(shown.tile())),
            TurnAction::Exchange(given) => given.iter().for_each(|&tile| _ = rack.take(tile)),
            TurnAction::Pass => {}
        }
        rack.extend(drawn.iter().copied());
        (rack, left.to_vec())
    }

    /// A sample of the orders in which these tiles of the bag may be drawn, including the tiles that a turn returns.
    fn orders(&self, action: &TurnAction, bag: &[TileId]) -> Vec<Vec<TileId>> {
        match action {
            TurnAction::Exchange(given) if self.returns_first() => sample_orders(&[bag, given].concat()),
            TurnAction::Exchange(given) => {
                let orders = take_spaced(orders(bag)).into_iter().enumerate();
                orders.map(|(turn, order)| return_tiles(&order, given, turn)).collect()
            }
            action if self.empties_the_bag(action) => vec![bag.to_vec()],
            _ => take_spaced(orders(bag)),
        }
    }

    /// Whether exchanged tiles are returned to the bag before new ones are drawn.
    fn returns_first(&self) -> bool {
        self.rules.exchange_limits().is_some_and(|limits| limits.order == ExchangeOrder::ReturnFirst)
    }

    /// How many tiles are drawn after a turn, if the bag has enough.
    fn draws(&self, action: &TurnAction) -> usize {
        match action {
            TurnAction::Play(play) => {
                (usize::from(self.rules.rack_size) + play.tiles.len()).saturating_sub(self.rack.len())
            }
            TurnAction::Exchange(given) => given.len(),
            TurnAction::Pass => 0,
        }
    }

    fn standstill_rule(&self) -> StandstillRule {
        StandstillRule::new(&self.rules, self.first)
    }

    /// The turns without progress after this one.
    fn tally_after(&self, action: &TurnAction) -> Tally {
        self.standstill_rule().count(self.tally, 0, action.outcome())
    }

    /// Whether the position has too many blanks to solve an endgame quickly. A simulation is usually better then.
    #[must_use]
    pub fn is_wild(&self) -> bool {
        let all = self.tiles();
        let faces = all.iter().filter_map(|id| self.rules.tiles.kind(id)).map(|kind| kind.faces().len());
        faces.map(|faces| faces.saturating_sub(1)).sum::<usize>() > MOST_CHOICES
    }

    /// The tiles that are not on the board.
    fn tiles(&self) -> Tiles {
        let mut all = self.rack.clone();
        all.add_all(&self.unseen);
        all
    }

    fn empties_the_bag(&self, action: &TurnAction) -> bool {
        matches!(action, TurnAction::Play(_)) && self.draws(action) >= self.bag
    }
}

/// How a pre-endgame is studied.
#[derive(Clone, Debug)]
pub struct StudyOptions {
    /// How much work the search may do; an iteration is a draw. Without a limit all draws are tried.
    pub limit: SearchLimit,
    /// How many positions to search in each endgame; without it, and without a limit of time, all are solved.
    pub nodes_per_endgame: Option<u64>,
    /// How many plays to compare: those with the best static equity. With none, only the turns of the caller and a pass
    /// are compared.
    pub plays: usize,
    /// How many threads.
    pub threads: NonZeroUsize,
    /// The seed of the order in which draws are tried.
    pub seed: u64,
    /// Whether time that is left is used to complete what was cut short or dropped to save time.
    pub use_all_time: bool,
}

impl Default for StudyOptions {
    fn default() -> StudyOptions {
        StudyOptions {
            limit: SearchLimit::UNLIMITED,
            nodes_per_endgame: None,
            plays: 24,
            threads: NonZeroUsize::MIN,
            seed: 0,
            use_all_time: false,
        }
    }
}

/// The result of a turn of a pre-endgame.
#[derive(Clone, PartialEq, Debug)]
pub struct PreEndgameResult {
    /// The turn.
    pub action: TurnAction,
    /// The chance to win, a tie counting half.
    pub win: f64,
    /// The expected spread at the end of the game.
    pub spread: f64,
    /// The least share of games that it wins, by the endgames whose winner is proven. The bounds of a turn that leaves
    /// tiles in the bag assume replies that are best by points and leave.
    pub least: f64,
    /// The largest share of games that it may win, likewise.
    pub most: f64,
    /// The probability of the draws that were tried: from 0 to 1.
    pub tried: f64,
    /// How many draws were tried.
    pub draws: u64,
    /// Whether every draw was tried and every endgame solved, without assumptions.
    pub proven: bool,
    /// Whether it was dropped because it cannot win as many games as another turn.
    pub beaten: bool,
}

/// Evaluates the turns of a pre-endgame, best first; turns that cannot be best come last.
///
/// # Errors
///
/// Fails if any order of letters is good and the graph of the sorted words cannot be built.
pub fn study(
    game: &PreEndgame,
    words: &WordGraph,
    options: &StudyOptions,
) -> Result<Vec<PreEndgameResult>, BuildError> {
    study_with(game, words, &LeaveValues::of(&game.rules, words), options, &[])
}

/// The same with the leave values that select the plays to compare, and turns that are evaluated in any case.
///
/// # Errors
///
/// Fails if any order of letters is good and the graph of the sorted words cannot be built.
pub fn study_with(
    game: &PreEndgame,
    words: &WordGraph,
    leaves: &LeaveValues,
    options: &StudyOptions,
    also: &[TurnAction],
) -> Result<Vec<PreEndgameResult>, BuildError> {
    let mut study = Study::new(game, words, leaves, options, also)?;
    study.run(words)?;
    Ok(study.into_results())
}

/// With more alternative faces than this, as with two blanks, a game is wild, and turns do not share their lists.
const MOST_CHOICES: usize = 40;

/// The most orders of the bag that are tried if tiles stay in it.
const MOST_ORDERS: usize = 4;

/// With more tiles than this there are too many orders to list.
const MOST_ORDERED: usize = 5;

/// A sample of the orders of these tiles.
fn sample_orders(tiles: &[TileId]) -> Vec<Vec<TileId>> {
    if tiles.len() <= MOST_ORDERED {
        return take_spaced(orders(tiles));
    }
    let for_opponent = |turn: usize| {
        let mut order = tiles.to_vec();
        order.rotate_left(turn * tiles.len() / MOST_ORDERS);
        order
    };
    (0..MOST_ORDERS).map(for_opponent).collect()
}

/// The order of a bag after an exchange: as many tiles are drawn as are then returned somewhere among the rest.
fn return_tiles(order: &[TileId], given: &[TileId], turn: usize) -> Vec<TileId> {
    let (drawn, left) = order.split_at(given.len().min(order.len()));
    let mut left = [left, given].concat();
    let places = left.len().max(1);
    left.rotate_left(turn % places);
    [drawn, &left].concat()
}

/// An evenly spaced sample of all orders.
fn take_spaced(orders: Vec<Vec<TileId>>) -> Vec<Vec<TileId>> {
    let every = orders.len().div_ceil(MOST_ORDERS);
    orders.into_iter().step_by(every).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const BOARD: &str = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/\
                         N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15";

    fn game_on(board: &str, racks: &str) -> PreEndgame {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let position = notation::cgp::parse(&format!("{board} {racks} 321/447 0"), &rules).unwrap().position;
        PreEndgame::of_position(&position).unwrap()
    }

    pub(super) fn game(racks: &str) -> PreEndgame {
        game_on(BOARD, racks)
    }

    #[test]
    fn the_time_that_is_left_completes_what_was_dropped() {
        let (game, words) = (game("ERS/DEL"), presets::english());
        let studied = |limit| {
            let options = StudyOptions { limit, use_all_time: true, ..StudyOptions::default() };
            study(&game, words, &options).unwrap()
        };
        let all = studied(SearchLimit::UNLIMITED);
        // So much time that everything is solved; the test ends as soon as it is.
        let timed = studied(SearchLimit::for_duration(Duration::from_secs(3600)));
        let whole = |results: &[PreEndgameResult]| -> Vec<(TurnAction, u64)> {
            let racing = results.iter().filter(|result| !result.beaten);
            racing.map(|result| (result.action.clone(), result.draws)).collect()
        };
        assert_eq!(whole(&timed), whole(&all));
        assert_eq!((timed[0].win, timed[0].spread), (all[0].win, all[0].spread));
        assert!((timed[0].most - timed[0].least).abs() < 1e-9);
    }

    #[test]
    fn a_pass_is_not_chosen_after_a_short_look_if_there_is_a_play() {
        let limit = SearchLimit::for_iterations(3);
        let options = StudyOptions { limit, nodes_per_endgame: Some(10), ..StudyOptions::default() };
        let results = study(&game("ERS/DEL"), presets::english(), &options).unwrap();
        let pass = results.iter().find(|result| result.action == TurnAction::Pass).unwrap();
        assert!(pass.draws > 0 && results[0].draws > 0 && results[0].action != TurnAction::Pass);
    }

    #[test]
    fn two_blanks_make_a_game_wild() {
        assert!(!game("ERS/DEL").is_wild());
        let freed = BOARD.replacen("gERMIEST", "1ERMIEST", 1).replacen("PRaYS", "PR1YS", 1);
        assert!(game_on(&freed, "ERS/DEL").is_wild());
    }
}
