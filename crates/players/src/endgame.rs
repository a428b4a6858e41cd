//! Endgames: the bag is empty, all tiles are known, and the best play of both players can be proven.
//!
//! [`Solver::solve`] is an iterative deepening search until the value is proven to the end of the game, or until its
//! limit is reached; then it returns the best line so far. Two passes in a row count as the end of the game: a player
//! who gains by a longer row of passes could have had that gain before. There is one exception: if plays may score
//! nothing, and the game ends after some scoreless turns, passes before such a play matter, and then every pass is
//! searched. All limits are counted as the rules count them, with [`rules::Tally`].
//!
//! ```
//! # mod quixotry { pub use {notation, quixotry_players as players, presets}; }
//! use quixotry::players::endgame::{Endgame, SolveOptions, Solver};
//!
//! let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
//! let cgp = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/\
//!            N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERSU/DEL 321/447 0";
//! let position = quixotry::notation::cgp::parse(cgp, &rules).unwrap().position;
//! let mut solver = Solver::small(quixotry::presets::english());
//! let solution = solver.solve(&Endgame::of_position(&position).unwrap(), &SolveOptions::default()).unwrap();
//! assert!(solution.proven);
//! assert_eq!(solution.spread_delta, 25);
//! ```

mod data;
mod packed_rack;

mod reachable;

mod interrupt;
mod lane_walker;

mod lane_lists;

mod generator_source;
mod play_source;

mod search;
mod standstill;
mod transposition;

mod deepening;

use crate::evaluation_context::{hidden_tiles, leftover_points};
use crate::limit::SearchLimit;
pub(crate) use data::{EndgameData, SideIndex};
use deepening::DeepeningSearch;
use generator_source::GeneratorSource;
pub(crate) use lane_lists::LaneLists;
use lexicon::{BuildError, WordGraph};
use movegen::{GeneratedPlay, Generator};
use packed_rack::{Settlement, TileKinds};
use play_source::SharedLists;
use reachable::LetterSupply;
pub(crate) use reachable::ReachableWords;
use rules::{BoardTile, Grid, Points, Position, Ruleset, Tally, TurnOutcome, View};
use search::{EndgameTerms, SearchNode, SearchState};
pub(crate) use standstill::{StandstillRule, swap_sides};
use std::cmp::Ordering;
use std::num::NonZeroUsize;
use tiles::Tiles;
use transposition::TranspositionTable;

/// Two players with known racks and an empty bag. The [module](self) has an example.
#[derive(Clone, Debug)]
pub struct Endgame {
    rules: Ruleset,
    grid: Grid,
    racks: [Tiles; 2],
    /// The turns without progress so far; its seats are sides, the side to move first.
    tally: Tally,
    /// The side that began the game.
    first: SideIndex,
}

/// Why a position is not an endgame that can be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// Not two players.
    #[error("an endgame is solved for two players, but there are {0}")]
    Players(usize),
    /// The bag is not empty.
    #[error("the bag is not empty: {bag} of the unseen tiles must be in it, and an endgame has an empty bag")]
    Bag {
        /// How many.
        bag: usize,
    },
    /// The rack of the player to move is unknown.
    #[error("the rack of the player to move is empty: write it into the position")]
    NoRack,
    /// More kinds of tile than a search can count, or more of one kind.
    #[error("the racks are too large for the endgame solver: at most 16 kinds of tiles, and 7 of a kind")]
    TooManyTiles,
    /// Numbers too large to be added up.
    #[error("under these rules a play may score millions, which the endgame solver does not support")]
    TooManyPoints,
}

impl Endgame {
    /// An endgame with the rack of the player to move first.
    ///
    /// # Errors
    ///
    /// Fails if the first rack is empty, or if the racks or the scores are too large for the search.
    pub fn new(rules: &Ruleset, grid: &Grid, racks: [Tiles; 2]) -> Result<Endgame, EndgameError> {
        if racks[0].is_empty() {
            return Err(EndgameError::NoRack);
        }
        if !stays_small(rules, &racks) {
            return Err(EndgameError::TooManyPoints);
        }
        let (rules, grid, tally) = (rules.clone(), grid.clone(), Tally::default());
        let endgame = Endgame { rules, grid, racks, tally, first: 0 };
        match [0, 1].iter().all(|&side| endgame.kinds(side).is_some()) {
            true => Ok(endgame),
            false => Err(EndgameError::TooManyTiles),
        }
    }

    /// The endgame in a position; an unknown rack gets the unseen tiles.
    ///
    /// # Errors
    ///
    /// Fails if the position is not an endgame of two players, or is too large for the search.
    pub fn of_position(position: &Position) -> Result<Endgame, EndgameError> {
        let unseen = position.unseen();
        if position.partial_rack(0).unknown > 0 {
            return Err(EndgameError::NoRack);
        }
        let racks = match &position.racks[..] {
            [own] => [own.clone(), unseen.clone()],
            [own, other] if other.is_empty() => [own.clone(), unseen.clone()],
            [own, other] if unseen.is_empty() => [own.clone(), other.clone()],
            [own, other] if position.partial_rack(1).unknown == unseen.len() => {
                let mut all = other.clone();
                all.add_all(&unseen);
                [own.clone(), all]
            }
            [_, _] => return Err(EndgameError::Bag { bag: unseen.len() }),
            more => return Err(EndgameError::Players(more.len())),
        };
        let full = usize::from(position.rules.rack_size);
        if racks[1].len() > full {
            return Err(EndgameError::Bag { bag: racks[1].len() - full });
        }
        let endgame = Endgame::new(&position.rules, &position.grid, racks)?;
        Ok(endgame.with_tally(Tally { scoreless: position.scoreless, ..Tally::default() }, 0))
    }

    /// The endgame in the view of the player to move.
    ///
    /// # Errors
    ///
    /// Fails if the view is not an endgame of two players, or is too large for the search.
    pub fn of_view(view: &View) -> Result<Endgame, EndgameError> {
        if view.bag > 0 {
            return Err(EndgameError::Bag { bag: view.bag });
        }
        let players = view.seats.iter().filter(|seat| seat.active).count();
        if players != 2 || view.seats.len() != 2 {
            return Err(EndgameError::Players(players));
        }
        let own = view.own_rack().cloned().ok_or(EndgameError::NoRack)?;
        let endgame = Endgame::new(&view.rules, &view.grid, [own, hidden_tiles(view)])?;
        let (tally, first) = tally_of(view);
        Ok(endgame.with_tally(tally, first))
    }

    /// The search data.
    fn data(&self) -> Option<EndgameData> {
        EndgameData::new(&self.rules, &self.grid, self.racks.each_ref())
    }

    /// The kinds of tile that a player holds.
    fn kinds(&self, side: usize) -> Option<TileKinds> {
        TileKinds::new(&self.racks[side], &self.rules.tiles, self.rules.leftovers)
    }

    fn terms<'a>(&self, kinds: [&'a TileKinds; 2]) -> EndgameTerms<'a> {
        let rules = &self.rules;
        let (settlement, standstill) = (Settlement::new(rules.leftovers), self.standstill_rule());
        let two_passes_end_from = rules.limits.scoreless.filter(|_| self.may_idle()).unwrap_or(0);
        EndgameTerms { settlement, kinds, standstill, two_passes_end_from }
    }

    /// Whether a play may score nothing where scoreless turns end the game; also `true` if that is not clear.
    fn may_idle(&self) -> bool {
        let rules = &self.rules;
        if rules.limits.scoreless.is_none_or(|limit| limit < 3) {
            return false;
        }
        let adds = |factors: rules::Factors| factors.letter > 0 && factors.word > 0;
        let plain = rules.board.squares().iter().all(|square| square.factors().is_some_and(adds));
        !plain || rules.bonus.iter().any(|bonus| bonus.points < 0) || self.may_lay_nothing()
    }

    /// Whether a play may score nothing: all of its tiles have no points, or some have negative points.
    fn may_lay_nothing(&self) -> bool {
        let least = |id| self.rules.tiles.kind(id)?.faces().iter().map(|face| face.points).min();
        let held: Vec<i16> = self.racks.iter().flat_map(Tiles::iter).filter_map(least).collect();
        let laid: Vec<i16> = self.grid.iter().map(|(_, placed)| placed.face.points).collect();
        let worthless = |points: &[i16]| points.iter().filter(|&&points| points == 0).count();
        held.iter().chain(&laid).any(|&points| points < 0)
            || worthless(&held) > 0 && (worthless(&held) + worthless(&laid) > 1 || self.grid.is_empty())
    }

    /// The same after some turns without progress, in a game that this side began.
    pub(crate) fn with_tally(mut self, tally: Tally, first: SideIndex) -> Endgame {
        (self.tally, self.first) = (tally, first);
        self
    }

    /// The same with this side as the player to move.
    pub(crate) fn with_side_first(mut self, side: SideIndex) -> Endgame {
        if side == 1 {
            self.racks.swap(0, 1);
            (self.tally, self.first) = (swap_sides(self.tally), 1 - self.first);
        }
        self
    }

    fn standstill_rule(&self) -> StandstillRule {
        StandstillRule::new(&self.rules, self.first)
    }

    /// What a turn leads to: the end of the game, or the endgame of the other player. The play must be legal here.
    ///
    /// # Errors
    ///
    /// Fails if the next endgame is too large for the search.
    pub fn follow(&self, play: Option<&GeneratedPlay>) -> Result<EndgameStep, EndgameError> {
        let [mut own, other] = self.racks.clone();
        let mut grid = self.grid.clone();
        for laid in play.into_iter().flat_map(|play| play.as_play_ref().placed_tiles()) {
            grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
            _ = own.take(laid.tile);
        }
        let score = play.map_or(0, GeneratedPlay::score);
        if own.is_empty() {
            let out = Settlement::new(self.rules.leftovers).out(leftover_points(&self.rules, &other));
            return Ok(EndgameStep::Over(score + out));
        }
        let (rule, outcome) = (self.standstill_rule(), outcome(play.is_none(), score));
        let tally = rule.count(self.tally, 0, outcome);
        if rule.is_reached(tally, grid.is_empty()) {
            return Ok(EndgameStep::Over(score + standstill(&self.rules, &own, &other)));
        }
        let next = Endgame::new(&self.rules, &grid, [other, own])?;
        let next = next.with_tally(swap_sides(tally), 1 - self.first);
        Ok(EndgameStep::Continues(Box::new(next)))
    }

    /// The racks, that of the player to move first.
    #[must_use]
    pub fn racks(&self) -> &[Tiles; 2] {
        &self.racks
    }
}

/// What a turn leads to.
#[derive(Clone, Debug)]
pub enum EndgameStep {
    /// The end of the game: what its player gained in spread with the turn.
    Over(Points),
    /// The turn of the other player.
    Continues(Box<Endgame>),
}

/// How an endgame is searched.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// How much work the search may do; an iteration is a position.
    pub limit: SearchLimit,
    /// How many threads; with one, and without a limit of time, everything repeats exactly.
    pub threads: NonZeroUsize,
}

impl Default for SolveOptions {
    /// Searches on one thread until the endgame is solved.
    fn default() -> SolveOptions {
        SolveOptions { limit: SearchLimit::UNLIMITED, threads: NonZeroUsize::MIN }
    }
}

/// The result of an endgame search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What the player to move gains in spread until the end of the game, with best play by both.
    pub spread_delta: Points,
    /// The turns until the end, that of the player to move first; `None` is a pass.
    pub line: Vec<Option<GeneratedPlay>>,
    /// Whether value and line are proven, or only the best found within the limit.
    pub proven: bool,
    /// The depth of the last complete search, in turns.
    pub depth: u8,
    /// The number of positions searched.
    pub nodes: u64,
}

impl Solution {
    /// The first play of the line; `None` is a pass.
    #[must_use]
    pub fn best(&self) -> Option<&GeneratedPlay> {
        self.line.first().and_then(Option::as_ref)
    }
}

/// One of many endgames that start on the same board with the same tiles: they share lists and table entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedEndgame<'a> {
    /// The endgame; its racks are in the order of the lists.
    pub(crate) endgame: &'a Endgame,
    /// The side to move.
    pub(crate) to_move: SideIndex,
    /// The number of the lists: entries are shared by endgames with the same number.
    pub(crate) group: u64,
}

/// How much of an endgame is searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SearchExtent {
    /// The depth of the search.
    pub(crate) depth: u8,
    /// How many plays of each position are tried, those that score most.
    pub(crate) width: usize,
}

impl SearchExtent {
    /// Everything.
    pub(crate) const WHOLE: SearchExtent = SearchExtent { depth: u8::MAX, width: usize::MAX };
}

/// Solves endgames, in memory that is reused for the next one.
#[derive(Debug)]
pub struct Solver {
    words: WordGraph,
    table: TranspositionTable,
    solved: u64,
}

/// The table has room for 2 to this power positions of 16 bytes.
const TABLE_BITS: u32 = 22;

/// The same for a solver with little memory.
const SMALL_TABLE_BITS: u32 = 16;

/// The same for a solver of many endgames that share their entries.
const SHARED_TABLE_BITS: u32 = 18;

impl Solver {
    /// A solver for a lexicon.
    #[must_use]
    pub fn new(words: &WordGraph) -> Solver {
        Solver { words: words.clone(), table: TranspositionTable::new(TABLE_BITS), solved: 0 }
    }

    /// A solver with little memory, for many quick endgames in parallel.
    #[must_use]
    pub fn small(words: &WordGraph) -> Solver {
        Solver { words: words.clone(), table: TranspositionTable::new(SMALL_TABLE_BITS), solved: 0 }
    }

    /// A solver for many endgames that share their entries.
    pub(crate) fn for_many(words: &WordGraph) -> Solver {
        Solver { words: words.clone(), table: TranspositionTable::new(SHARED_TABLE_BITS), solved: 0 }
    }

    /// Solves an endgame, or finds the best line within the limit.
    ///
    /// # Errors
    ///
    /// Fails if any order of letters is good and the graph of the sorted words cannot be built.
    pub fn solve(&mut self, endgame: &Endgame, options: &SolveOptions) -> Result<Solution, BuildError> {
        let data = endgame.data();
        let racks = endgame.racks.each_ref();
        let words = data.as_ref().map(|data| reachable(data, &self.words, &endgame.rules, racks));
        self.solve_with(endgame, data.as_ref().zip(words.as_ref()), options)
    }

    /// Searches one of many endgames on this thread, to this extent or until the limit is reached.
    pub(crate) fn solve_shared(
        &mut self,
        shared: SharedEndgame<'_>,
        lanes: &mut LaneLists<'_>,
        extent: SearchExtent,
        limit: &SearchLimit,
    ) -> Solution {
        let data = lanes.data;
        let kinds = [&data.player_tiles[0].kinds, &data.player_tiles[1].kinds];
        let Some((cells, root)) = shared.root(kinds, lanes) else { return Solution::nothing() };
        let state = SearchState::new(shared.endgame.terms(kinds), &self.table, limit);
        let state = state.with_width(extent.width);
        let search = DeepeningSearch::new(&state, root);
        let found = search.run_to_depth(SharedLists { lanes, cells }, extent.depth.min(search::DEEPEST));
        Solution::new(found, &state)
    }

    /// Compares the value of one of many endgames with a threshold, on this thread; `None` if the limit is reached
    /// before the result is proven.
    pub(crate) fn compare_shared(
        &mut self,
        shared: SharedEndgame<'_>,
        lanes: &mut LaneLists<'_>,
        threshold: Points,
        limit: &SearchLimit,
    ) -> Option<Ordering> {
        let data = lanes.data;
        let kinds = [&data.player_tiles[0].kinds, &data.player_tiles[1].kinds];
        let (cells, root) = shared.root(kinds, lanes)?;
        let state = SearchState::new(shared.endgame.terms(kinds), &self.table, limit);
        DeepeningSearch::new(&state, root).compare_alone(SharedLists { lanes, cells }, threshold)
    }

    fn solve_with(
        &mut self,
        endgame: &Endgame,
        data: Option<(&EndgameData, &ReachableWords)>,
        options: &SolveOptions,
    ) -> Result<Solution, BuildError> {
        let kinds = [0, 1].map(|side| endgame.kinds(side));
        let [Some(own), Some(others)] = &kinds else { return Ok(Solution::nothing()) };
        let kinds = [own, others];
        let Some(root) = self.root(endgame, kinds) else { return Ok(Solution::nothing()) };
        let shared = SearchState::new(endgame.terms(kinds), &self.table, &options.limit);
        let search = DeepeningSearch::new(&shared, root);
        let threads = options.threads.get();
        let found = match data {
            Some((data, words)) => search.run(threads, || LaneLists::new(data, words)),
            None => {
                let generator = Generator::new(&endgame.rules, &self.words)?;
                search.run(threads, || GeneratorSource::new(generator.clone(), &endgame.grid, kinds))
            }
        };
        Ok(Solution::new(found, &shared))
    }

    /// The root of a search: with a new hash, so that entries of earlier searches do not match.
    fn root(&mut self, endgame: &Endgame, kinds: [&TileKinds; 2]) -> Option<SearchNode> {
        self.solved += 1;
        let racks = [kinds[0].pack(&endgame.racks[0])?, kinds[1].pack(&endgame.racks[1])?];
        let board = lane_lists::mix(self.solved);
        let tally = endgame.standstill_rule().reduce(endgame.tally);
        let board_is_empty = endgame.grid.is_empty();
        Some(SearchNode { racks, side: 0, board, board_is_empty, tally, passed: false })
    }

    /// Clears the transposition table, so that the next result does not depend on earlier ones.
    pub fn forget(&mut self) {
        self.table.clear();
        self.solved = 0;
    }
}

impl SharedEndgame<'_> {
    /// The tiles of the board, and the root of a search. Equal positions of a group have equal hashes.
    fn root(&self, kinds: [&TileKinds; 2], lanes: &LaneLists<'_>) -> Option<(Vec<u8>, SearchNode)> {
        let Endgame { rules, grid, racks, tally, .. } = self.endgame;
        let cells = lanes.data.cells_of(rules, grid)?;
        let racks = [kinds[0].pack(&racks[0])?, kinds[1].pack(&racks[1])?];
        let board = lane_lists::mix(self.group) ^ lanes.hash_new_tiles(&cells);
        let tally = self.endgame.standstill_rule().reduce(*tally);
        let (side, board_is_empty) = (self.to_move, grid.is_empty());
        Some((cells, SearchNode { racks, side, board, board_is_empty, tally, passed: false }))
    }
}

impl Solution {
    fn new(found: deepening::BestLine, shared: &SearchState<'_>) -> Solution {
        Solution {
            spread_delta: found.value,
            line: found.line,
            proven: found.is_exact,
            depth: found.depth,
            nodes: shared.nodes.load(std::sync::atomic::Ordering::Relaxed),
        }
    }

    fn nothing() -> Solution {
        Solution { spread_delta: 0, line: vec![None], proven: false, depth: 0, nodes: 0 }
    }
}

/// The words that can still be made with these tiles, if the rules allow lane lists.
pub(crate) fn reachable_words(
    rules: &Ruleset,
    grid: &Grid,
    all: &Tiles,
    words: &WordGraph,
) -> Option<ReachableWords> {
    let none = Tiles::new();
    let data = EndgameData::new(rules, grid, [&none, &none])?;
    Some(reachable(&data, words, rules, [all, &none]))
}

/// The words that can still be made.
fn reachable(
    data: &EndgameData,
    words: &WordGraph,
    rules: &Ruleset,
    holdings: [&Tiles; 2],
) -> ReachableWords {
    let mut all = holdings[0].clone();
    all.add_all(holdings[1]);
    let lines: Vec<_> = data.lanes.iter().map(|&lane| data.letter_counts(lane)).collect();
    ReachableWords::new(
        words,
        &LetterSupply::new(&lines, &data.showable_letters(&all, rules), data.longest()),
    )
}

/// What a player gains in spread if the game ends and no player went out.
pub(crate) fn standstill(rules: &Ruleset, own: &Tiles, other: &Tiles) -> Points {
    let [own, other] = [own, other].map(|rack| leftover_points(rules, rack));
    Settlement::new(rules.leftovers).standstill(own, other)
}

/// How a turn ended, for the limits of the rules.
#[inline]
fn outcome(is_pass: bool, score: Points) -> TurnOutcome {
    match (is_pass, score) {
        (true, _) => TurnOutcome::Pass,
        (false, 0) => TurnOutcome::ZeroPlay,
        (false, _) => TurnOutcome::Scored,
    }
}

/// The tally of a view of two seats, and the side that began. The viewer is side 0.
pub(crate) fn tally_of(view: &View) -> (Tally, SideIndex) {
    match view.viewer.seat().map_or(0, rules::Seat::index) {
        0 => (view.tally, view.first.index()),
        _ => (swap_sides(view.tally), 1 - view.first.index().min(1)),
    }
}

/// Whether no sum of scores can overflow.
fn stays_small(rules: &Ruleset, racks: &[Tiles; 2]) -> bool {
    let points =
        rules.tiles.kinds().flat_map(|(_, kind)| kind.faces()).map(|face| f64::from(face.points).abs());
    let factors = || rules.board.squares().iter().filter_map(rules::Square::factors);
    let most =
        |f: fn(rules::Factors) -> i32| factors().map(f).map(|n| f64::from(n).abs()).fold(1.0, f64::max);
    let longest = rules.board.window().map_or(64, |window| window.width().max(window.height()));
    let laid = racks.iter().map(Tiles::len).max().unwrap_or(0) as i32;
    let (letter, word) = (most(|factors| factors.letter), most(|factors| factors.word));
    let highest = longest as f64 * points.fold(1.0, f64::max) * letter * word.powi(laid);
    let bonus = rules.bonus.iter().map(|bonus| f64::from(bonus.points).abs()).fold(0.0, f64::max);
    (highest + bonus) * f64::from(laid) < f64::from(search::FAR)
}
