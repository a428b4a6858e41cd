//! A fast game without resignations, clocks and word checks, for rollouts and training.

use crate::evaluation_context::{EvaluationContext, leftover_points};
use crate::evaluator::TurnAction;
use crate::search::exchange_range;
use movegen::GeneratedPlay;
use rules::{
    BoardTile, Chance, Coord, ExchangeOrder, Grid, PlacedTile, Points, Ruleset, Seat, SeatSet, SeededChance,
    Tally, TurnOutcome, empty_grid,
};
use tiles::{TileId, Tiles};

/// A game whose sides play legal turns only; it can be restored to an earlier state of the same board.
///
/// ```
/// # mod quixotry { pub use {quixotry_players as players, presets, rules}; }
/// use quixotry::players::{SimulationGame, TurnAction};
/// use quixotry::presets::Library;
/// use quixotry::rules::SeededChance;
///
/// let rules = Library::shipped().rules("standard")?;
/// let mut chance = SeededChance::new(1);
/// let mut game = SimulationGame::begin(&rules, 2, &mut chance);
/// while !game.is_over() {
///     game.apply(&TurnAction::Pass, &mut chance);
/// }
/// game.settle();
/// assert_eq!(game.turns(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SimulationGame {
    rules: Ruleset,
    grid: Grid,
    racks: Vec<Tiles>,
    scores: Vec<Points>,
    /// The bag in the order in which it is drawn from, last tile first.
    bag: Vec<TileId>,
    turn: usize,
    turns: u32,
    first: usize,
    tally: Tally,
    exchanges: Vec<u16>,
    /// The squares that got a tile since the last restore.
    laid: Vec<Coord>,
}

/// A game counts as over after this many rounds of passes.
const STUCK_ROUNDS: usize = 4;

/// The seat of a side, for the tally.
fn seat(side: usize) -> Seat {
    Seat(side as u8)
}

impl SimulationGame {
    /// A new game: the bag is shuffled and each side has drawn a rack.
    #[must_use]
    pub fn begin(rules: &Ruleset, seats: usize, chance: &mut SeededChance) -> SimulationGame {
        let bag: Vec<TileId> = rules.tiles.all().iter().collect();
        let mut game = SimulationGame::resume(rules, empty_grid(&rules.board), vec![0; seats]);
        game.bag = bag;
        mix(&mut game.bag, chance);
        (0..seats).for_each(|side| game.draw(side));
        game
    }

    /// A game in progress with empty racks and an empty bag.
    #[must_use]
    pub fn resume(rules: &Ruleset, grid: Grid, scores: Vec<Points>) -> SimulationGame {
        let seats = scores.len();
        SimulationGame {
            rules: rules.clone(),
            grid,
            racks: vec![Tiles::new(); seats],
            scores,
            bag: Vec::new(),
            turn: 0,
            turns: 0,
            first: 0,
            tally: Tally::default(),
            exchanges: vec![0; seats],
            laid: Vec::new(),
        }
    }

    /// The tiles on the board.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The squares that got a tile since the last restore.
    pub(crate) fn laid_squares(&self) -> &[Coord] {
        &self.laid
    }

    /// The rack of a side.
    #[must_use]
    pub fn rack(&self, side: usize) -> &Tiles {
        &self.racks[side]
    }

    /// The points of a side.
    #[must_use]
    pub fn score(&self, side: usize) -> Points {
        self.scores[side]
    }

    /// How many sides play.
    #[must_use]
    pub fn sides(&self) -> usize {
        self.scores.len()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// How many turns have been played.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Turns without progress so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// How many tiles are in the bag.
    #[must_use]
    pub fn bag(&self) -> usize {
        self.bag.len()
    }

    /// How many tiles the side to move cannot see.
    #[must_use]
    pub fn unseen(&self) -> usize {
        self.bag.len() + self.racks.iter().map(Tiles::len).sum::<usize>() - self.racks[self.turn].len()
    }

    /// The lead of a side over the best of the others.
    #[must_use]
    pub fn spread(&self, side: usize) -> Points {
        let others =
            self.scores.iter().enumerate().filter(|&(other, _)| other != side).map(|(_, &score)| score);
        self.scores[side].saturating_sub(others.max().unwrap_or(0))
    }

    /// What the side to move knows about the rest of the game.
    #[must_use]
    pub fn evaluation_context(&self) -> EvaluationContext {
        let others = || self.racks.iter().enumerate().filter(|&(side, _)| side != self.turn);
        let held = || others().map(|(_, rack)| leftover_points(&self.rules, rack)).sum();
        EvaluationContext {
            bag: self.bag.len(),
            others: if self.bag.is_empty() { held() } else { 0 },
            exchange: self.exchangeable(),
        }
    }

    fn exchangeable(&self) -> Option<(usize, usize)> {
        let (rack, exchanges) = (self.racks[self.turn].len(), self.exchanges[self.turn]);
        exchange_range(&self.rules, rack, self.bag.len(), exchanges)
    }

    /// Plays the turn of the side to move.
    pub fn apply(&mut self, action: &TurnAction, chance: &mut SeededChance) {
        match action {
            TurnAction::Play(play) => self.lay(play),
            TurnAction::Exchange(tiles) => self.exchange(tiles, chance),
            TurnAction::Pass => self.pass(),
        }
    }

    /// Lays the tiles of a play and draws.
    pub fn lay(&mut self, play: &GeneratedPlay) {
        for PlacedTile { at, tile, face } in play.as_play_ref().placed_tiles() {
            self.grid.put(at, BoardTile { tile, face });
            self.laid.push(at);
            _ = self.racks[self.turn].take(tile);
        }
        self.scores[self.turn] = self.scores[self.turn].saturating_add(play.score());
        self.draw(self.turn);
        self.end_turn(if play.score() == 0 { TurnOutcome::ZeroPlay } else { TurnOutcome::Scored });
    }

    fn exchange(&mut self, tiles: &[TileId], chance: &mut SeededChance) {
        tiles.iter().for_each(|&tile| _ = self.racks[self.turn].take(tile));
        match self.rules.exchange_limits().map(|limits| limits.order) {
            Some(ExchangeOrder::ReturnFirst) => {
                self.put_back(tiles, chance);
                self.draw_tiles(tiles.len());
            }
            Some(ExchangeOrder::DrawFirst) | None => {
                self.draw_tiles(tiles.len());
                self.put_back(tiles, chance);
            }
        }
        self.exchanges[self.turn] += 1;
        self.end_turn(TurnOutcome::Exchange);
    }

    /// Draws this many tiles for the side to move, as far as the bag has them.
    fn draw_tiles(&mut self, count: usize) {
        let rest = self.bag.len().saturating_sub(count);
        self.racks[self.turn].extend(self.bag.drain(rest..).rev());
    }

    /// Puts tiles into the bag, each at a random place.
    fn put_back(&mut self, tiles: &[TileId], chance: &mut SeededChance) {
        for &tile in tiles {
            let at = chance.below(self.bag.len() as u32 + 1) as usize;
            self.bag.push(tile);
            let last = self.bag.len() - 1;
            self.bag.swap(at, last);
        }
    }

    /// Passes.
    pub fn pass(&mut self) {
        self.end_turn(TurnOutcome::Pass);
    }

    fn end_turn(&mut self, outcome: TurnOutcome) {
        let (seat, first, all) = (seat(self.turn), seat(self.first), SeatSet::below(self.sides()));
        self.tally.count_turn(&self.rules.limits, seat, outcome, first, all);
        self.turn = (self.turn + 1) % self.scores.len();
        self.turns += 1;
    }

    fn draw(&mut self, side: usize) {
        while self.racks[side].len() < self.rules.rack_size.into() {
            let Some(tile) = self.bag.pop() else { return };
            self.racks[side].add(tile);
        }
    }

    /// Returns the rack of the side to move to the bag and draws a new one.
    pub fn redraw(&mut self, chance: &mut SeededChance) {
        self.bag.extend(self.racks[self.turn].iter());
        empty(&mut self.racks[self.turn]);
        mix(&mut self.bag, chance);
        self.draw(self.turn);
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.bag.is_empty() && self.racks.iter().any(Tiles::is_empty)
            || self.reaches_a_limit()
            || self.is_stuck()
    }

    fn reaches_a_limit(&self) -> bool {
        self.rules.limits.standstill(self.tally, self.grid.is_empty()).is_some()
    }

    /// Not a rule: under rules without limits a rollout would never end once every side passes.
    fn is_stuck(&self) -> bool {
        usize::from(self.tally.passes) >= STUCK_ROUNDS * self.sides()
    }

    /// Settles the tiles left on the racks, as at the end of the game.
    pub fn settle(&mut self) {
        let out = self.racks.iter().position(Tiles::is_empty).filter(|_| self.bag.is_empty());
        let sum: Points = self.racks.iter().map(|rack| leftover_points(&self.rules, rack)).sum();
        let terms = self.rules.leftovers.terms(out.is_some());
        for side in 0..self.scores.len() {
            let own = leftover_points(&self.rules, &self.racks[side]);
            let gained = terms.gained_by_all + if out == Some(side) { terms.gained_by_out } else { 0 };
            self.scores[side] += gained * (sum - own) - terms.lost * own;
        }
    }

    /// Removes the tiles laid since the last restore, and copies everything but the board from a game with that board.
    pub fn restore(&mut self, from: &SimulationGame) {
        while let Some(at) = self.laid.pop() {
            self.grid.remove(at);
        }
        for (to, from) in self.racks.iter_mut().zip(&from.racks) {
            empty(to);
            to.add_all(from);
        }
        self.scores.clone_from(&from.scores);
        self.exchanges.clone_from(&from.exchanges);
        self.bag.clone_from(&from.bag);
        (self.turn, self.turns) = (from.turn, from.turns);
        (self.first, self.tally) = (from.first, from.tally);
    }

    /// Sets the side to move, the side that began, and the turns without progress so far. Seats of the tally are sides.
    pub fn set_turn(&mut self, turn: usize, first: usize, tally: Tally) {
        (self.turn, self.first, self.tally) = (turn, first, tally);
    }

    /// Sets how often a side has exchanged.
    pub fn set_exchanges(&mut self, side: usize, times: u16) {
        self.exchanges[side] = times;
    }

    /// The racks and the bag, for a caller that deals them.
    pub fn deal(&mut self) -> (&mut [Tiles], &mut Vec<TileId>) {
        (&mut self.racks, &mut self.bag)
    }
}

/// Shuffles tiles.
pub(crate) fn mix(tiles: &mut [TileId], chance: &mut SeededChance) {
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, chance.below(last as u32 + 1) as usize);
    }
}

/// Removes all tiles and keeps the memory.
pub(crate) fn empty(tiles: &mut Tiles) {
    while let Some(id) = tiles.nth(0) {
        _ = tiles.take(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LeaveValues, StaticEvaluator};

    fn evaluator(rules: &Ruleset) -> StaticEvaluator {
        let generator = movegen::Generator::new(rules, presets::english()).unwrap();
        StaticEvaluator::new(generator, LeaveValues::of(rules, presets::english()))
    }

    fn play(game: &mut SimulationGame, evaluator: &mut StaticEvaluator, turns: usize) {
        let mut chance = SeededChance::new(3);
        for _ in 0..turns {
            if !game.is_over() {
                let ranked = evaluator.best(game.grid(), game.rack(game.turn()), game.evaluation_context());
                game.apply(&ranked.action, &mut chance);
            }
        }
    }

    fn tiles(game: &SimulationGame) -> usize {
        game.bag() + game.grid().len() + (0..game.sides()).map(|side| game.rack(side).len()).sum::<usize>()
    }

    #[test]
    fn a_game_goes_to_its_end_and_keeps_all_tiles() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let mut game = SimulationGame::begin(&rules, 2, &mut SeededChance::new(5));
        play(&mut game, &mut evaluator(&rules), 100);
        assert!(game.is_over());
        assert_eq!(tiles(&game), 100);
        game.settle();
        assert!(game.score(0) > 200 && game.score(1) > 200);
    }

    #[test]
    fn what_was_played_is_taken_back() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let mut evaluator = evaluator(&rules);
        let mut base = SimulationGame::begin(&rules, 2, &mut SeededChance::new(5));
        play(&mut base, &mut evaluator, 4);
        base.laid.clear();
        let mut game = base.clone();
        play(&mut game, &mut evaluator, 3);
        assert!(game.grid() != base.grid());
        game.restore(&base);
        assert!(game.grid() == base.grid());
        assert_eq!((game.rack(0), game.rack(1)), (base.rack(0), base.rack(1)));
        assert_eq!((game.bag.clone(), game.scores.clone()), (base.bag.clone(), base.scores.clone()));
    }
}
