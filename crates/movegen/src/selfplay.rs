//! A static player against itself: measures the speed of whole games and the quality of leave values.

use crate::bench::PlayDigest;
use crate::data::GeneratorData;
use crate::generator::Generator;
use crate::leave::Leaves;
use crate::sink::RankedPlay;
use lexicon::{BuildError, WordGraph};
use rules::{BoardTile, Chance, Grid, PlacedTile, Points, Ruleset, SeededChance, empty_grid};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tiles::{TileId, Tiles};

/// The totals of many games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelfPlayTotals {
    /// How many games.
    pub games: u64,
    /// The turns of all of them.
    pub turns: u64,
    /// The points of both sides in all of them.
    pub points: i64,
    /// The digest of every play of every game.
    pub digest: PlayDigest,
}

impl SelfPlayTotals {
    /// The average score of one side in a game.
    pub fn average(&self) -> f64 {
        self.points as f64 / (2.0 * self.games as f64)
    }

    fn add(&mut self, other: SelfPlayTotals) {
        self.games += other.games;
        self.turns += other.turns;
        self.points += other.points;
        self.digest.join(other.digest);
    }
}

/// Plays games of two sides that always choose the best play by score and leave, on `threads` threads.
///
/// A side without a play exchanges its rack while the bag has as many tiles, or else passes; six turns in a row without
/// points end a game. The result depends on the seed, not on the number of threads.
///
/// # Errors
///
/// Fails if any order of letters is good and the graph of the sorted words cannot be built.
pub fn selfplay(
    rules: &Ruleset,
    graph: &WordGraph,
    leaves: &(dyn Leaves + Sync),
    games: u64,
    seed: u64,
    threads: usize,
) -> Result<SelfPlayTotals, BuildError> {
    selfplay_until(rules, graph, leaves, games, seed, threads, &|| false)
}

/// The same, but no game begins after `stop` is true. Then the totals are those of the games so far.
///
/// # Errors
///
/// Fails if any order of letters is good and the graph of the sorted words cannot be built.
pub fn selfplay_until(
    rules: &Ruleset,
    graph: &WordGraph,
    leaves: &(dyn Leaves + Sync),
    games: u64,
    seed: u64,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<SelfPlayTotals, BuildError> {
    let deal = |number| chance(seed, number).order(rules.tiles.all());
    Ok(play_games(&GeneratorData::new(rules, graph)?, leaves, games, &deal, threads, stop))
}

/// The same with existing data, and with the tiles of each game in a given order: the last tile is drawn first.
pub fn selfplay_with_data(
    shared: &Arc<GeneratorData>,
    leaves: &(dyn Leaves + Sync),
    games: u64,
    deal: &(dyn Fn(u64) -> Vec<TileId> + Sync),
    threads: usize,
) -> SelfPlayTotals {
    play_games(shared, leaves, games, deal, threads, &|| false)
}

fn play_games(
    shared: &Arc<GeneratorData>,
    leaves: &(dyn Leaves + Sync),
    games: u64,
    deal: &(dyn Fn(u64) -> Vec<TileId> + Sync),
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> SelfPlayTotals {
    let next = AtomicU64::new(0);
    let play_some = || {
        let mut generator = Generator::with_data(shared);
        let mut sum = SelfPlayTotals::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games || stop() {
                return sum;
            }
            sum.add(BenchGame::new(shared.rules(), deal(number), number).play(&mut generator, leaves));
        }
    };
    let mut all = SelfPlayTotals::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(play_some)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).for_each(|sum| all.add(sum));
    });
    all
}

fn chance(seed: u64, number: u64) -> SeededChance {
    SeededChance::new(seed ^ number.wrapping_mul(0xd134_2543_de82_ef95))
}

/// A game in progress.
struct BenchGame<'a> {
    rules: &'a Ruleset,
    grid: Grid,
    /// The next tile is the last.
    bag: Vec<TileId>,
    /// Chooses where exchanged tiles return to the bag.
    chance: SeededChance,
    racks: [Tiles; 2],
    scores: [Points; 2],
    turns: u64,
    digest: PlayDigest,
}

/// Turns without points in a row that end a game.
const SCORELESS: u32 = 6;

impl<'a> BenchGame<'a> {
    fn new(rules: &'a Ruleset, bag: Vec<TileId>, number: u64) -> BenchGame<'a> {
        let (grid, racks) = (empty_grid(&rules.board), [Tiles::new(), Tiles::new()]);
        let chance = chance(0, number);
        BenchGame { rules, grid, bag, chance, racks, scores: [0; 2], turns: 0, digest: PlayDigest::default() }
    }

    fn play(mut self, generator: &mut Generator, leaves: &dyn Leaves) -> SelfPlayTotals {
        (0..2).for_each(|side| self.draw(side));
        let (mut side, mut scoreless) = (0, 0);
        while scoreless < SCORELESS && !self.racks.iter().any(Tiles::is_empty) {
            let best = generator.best(&self.grid, &self.racks[side], leaves);
            scoreless =
                if best.as_ref().is_some_and(|best| best.play.score() != 0) { 0 } else { scoreless + 1 };
            match best {
                Some(best) => self.lay(side, &best),
                None => self.exchange(side),
            }
            self.draw(side);
            self.turns += 1;
            side = 1 - side;
        }
        self.settle();
        let points = self.scores.iter().map(|&score| i64::from(score)).sum();
        SelfPlayTotals { games: 1, turns: self.turns, points, digest: self.digest }
    }

    fn lay(&mut self, side: usize, best: &RankedPlay) {
        for PlacedTile { at, tile, face } in best.play.as_play_ref().placed_tiles() {
            self.grid.put(at, BoardTile { tile, face });
            _ = self.racks[side].take(tile);
        }
        self.scores[side] += best.play.score();
        self.digest.add_play(&best.play.as_play_ref());
    }

    fn exchange(&mut self, side: usize) {
        if self.bag.len() >= usize::from(self.rules.rack_size) {
            let old = std::mem::take(&mut self.racks[side]);
            self.draw(side);
            for tile in old.iter() {
                let place = self.chance.below(self.bag.len() as u32 + 1);
                self.bag.insert(place as usize, tile);
            }
        }
    }

    fn draw(&mut self, side: usize) {
        while self.racks[side].len() < self.rules.rack_size.into() {
            let Some(tile) = self.bag.pop() else { return };
            self.racks[side].add(tile);
        }
    }

    /// Each side loses its leftover tiles; a side that went out gains twice the leftover of the other.
    fn settle(&mut self) {
        let left = [0, 1].map(|side: usize| self.rules.tiles.points(&self.racks[side]));
        match self.racks.iter().position(Tiles::is_empty) {
            Some(out) => self.scores[out] += 2 * left[1 - out],
            None => [0, 1].into_iter().for_each(|side: usize| self.scores[side] -= left[side]),
        }
    }
}
