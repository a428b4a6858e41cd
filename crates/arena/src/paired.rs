//! Paired matches of two built-in players: each pair of games has the same draws, with the seats exchanged.

use crate::bag::TileDraws;
use crate::game_runner::{GameBuffers, MatchPolicy, NoObserver, SeatPlayer, play_with_draws};
use crate::plan::{ScheduledGame, rotate};
use crate::run::Schedule;
use crate::stats::{Pentanomial, mean_within};
use bots::MatchSetup;
use lexicon::{BuildError, WordGraph};
use players::{LeaveValues, Player, PlayerData, PlayerLevel, SearchLimit, by_name};
use rules::{Command, Points, Ruleset, SeededChance, View};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The options of a paired match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairedMatchSettings {
    /// The number of pairs.
    pub pairs: u64,
    /// The seed of the match.
    pub seed: u64,
    /// The number of concurrent games.
    pub threads: usize,
    /// How much work a search for a turn may do.
    pub limit: SearchLimit,
    /// While the bag has more tiles than this, `static` plays for both sides: the players are compared from the same
    /// late positions. Without it they play from the beginning.
    pub from_bag: Option<usize>,
}

/// A match of two built-in players in pairs of games.
///
/// ```
/// # use {players as quixotry_players, presets as quixotry_presets};
/// use quixotry_arena::{PairedMatch, PairedMatchSettings, PairedStanding};
/// use quixotry_players::{SearchLimit, by_name};
/// use quixotry_presets::{Library, english};
///
/// let rules = Library::shipped().rules("standard").unwrap();
/// let limit = SearchLimit::for_iterations(1);
/// let paired = PairedMatch {
///     rules: &rules,
///     words: english(),
///     levels: ["static", "first"].map(|name| by_name(name).unwrap()),
///     leaves: [None, None],
///     settings: PairedMatchSettings { pairs: 2, seed: 1, threads: 1, limit, from_bag: None },
/// };
/// let pairs = paired.play(|_| ()).unwrap();
/// assert!(PairedStanding::of(&pairs).wins > 0.5);
/// ```
#[derive(Clone, Debug)]
pub struct PairedMatch<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The lexicon.
    pub words: &'a WordGraph,
    /// The two players.
    pub levels: [&'a PlayerLevel; 2],
    /// Leave values that replace the default ones, for each player.
    pub leaves: [Option<&'a LeaveValues>; 2],
    /// The options.
    pub settings: PairedMatchSettings,
}

/// The result of a pair of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GamePair {
    /// For each of the two games, the scores of the first and of the second player.
    pub scores: [[Points; 2]; 2],
    /// The longest turn of either player.
    pub longest: Duration,
}

/// The standing of a paired match.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PairedStanding {
    /// The number of games.
    pub games: u64,
    /// The share of games that the first player won; a tie counts half.
    pub wins: f64,
    /// Half the width of the 95 % confidence interval of `wins`.
    pub wins_within: f64,
    /// The mean difference of the scores, first player minus second.
    pub spread: f64,
    /// Half the width of the 95 % confidence interval of `spread`.
    pub spread_within: f64,
    /// The mean scores.
    pub scores: [f64; 2],
    /// The longest turn.
    pub longest: Duration,
    /// The pairs by the points of the first player, for Elo and SPRT.
    pub pairs: Pentanomial,
}

/// Why a paired match cannot be played to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PairedMatchError {
    /// The words make no graph.
    #[error(transparent)]
    Words(#[from] BuildError),
    /// A player panicked.
    #[error("{player} failed in pair {pair}: {report}")]
    Player {
        /// The name of the player.
        player: &'static str,
        /// The number of the pair, from 0.
        pair: u64,
        /// What happened.
        report: String,
    },
}

impl PairedMatch<'_> {
    /// Plays all pairs in batches and passes the standing to `report` after each batch.
    ///
    /// # Errors
    ///
    /// The words make no graph, or a player panicked.
    pub fn play(&self, mut report: impl FnMut(&PairedStanding)) -> Result<Vec<GamePair>, PairedMatchError> {
        let PairedMatchSettings { pairs, threads, .. } = self.settings;
        let setup = MatchSetup::new(self.rules.clone(), self.words.clone());
        let workers = (0..threads.max(1)).map(|_| self.worker(&setup));
        let mut workers = workers.collect::<Result<Vec<_>, _>>()?;
        let (mut all, batch) = (Vec::new(), threads.max(1) as u64 * 8);
        for from in (0..pairs).step_by(batch as usize) {
            all.extend(self.play_batch(&mut workers, from..(from + batch).min(pairs))?);
            report(&PairedStanding::of(&all));
        }
        Ok(all)
    }

    fn worker<'a>(&self, setup: &'a MatchSetup) -> Result<PairWorker<'a>, BuildError> {
        let longest = Arc::new(AtomicU64::new(0));
        let players = [self.player(0, &longest)?, self.player(1, &longest)?].map(Some);
        Ok(PairWorker { setup, buffers: GameBuffers::new(&setup.rules), players, longest })
    }

    fn player(&self, index: usize, longest: &Arc<AtomicU64>) -> Result<Box<dyn Player>, BuildError> {
        let data = PlayerData::with_leaves(self.rules, self.words, self.leaves[index].cloned())?;
        let opening = match (self.settings.from_bag, by_name("static")) {
            (Some(most), Some(level)) => {
                Some((most, level.player_with(&PlayerData::new(self.rules, self.words)?, 0)?))
            }
            _ => None,
        };
        Ok(Box::new(MeasuredPlayer {
            player: self.levels[index].player_with(&data, 0)?,
            opening,
            limit: self.settings.limit.clone(),
            longest: longest.clone(),
        }))
    }

    fn play_batch(
        &self,
        workers: &mut [PairWorker<'_>],
        pairs: Range<u64>,
    ) -> Result<Vec<GamePair>, PairedMatchError> {
        let schedule = Schedule::new(pairs);
        let take = |worker: &mut PairWorker<'_>| {
            let next = || schedule.take().map(|number| (number, self.pair(worker, number)));
            std::iter::from_fn(next).collect::<Vec<_>>()
        };
        let mut all: Vec<_> = thread::scope(|scope| {
            let take = &take;
            let threads: Vec<_> =
                workers.iter_mut().map(|worker| scope.spawn(move || take(worker))).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
        });
        all.sort_by_key(|&(number, _)| number);
        all.into_iter().map(|(_, pair)| pair).collect()
    }

    fn pair(&self, worker: &mut PairWorker<'_>, number: u64) -> Result<GamePair, PairedMatchError> {
        worker.longest.store(0, Ordering::Relaxed);
        let scores = [self.game(worker, number, 0)?, self.game(worker, number, 1)?];
        Ok(GamePair { scores, longest: Duration::from_nanos(worker.longest.load(Ordering::Relaxed)) })
    }

    /// Plays a game of a pair and returns the scores by player.
    fn game(
        &self,
        worker: &mut PairWorker<'_>,
        number: u64,
        rotation: usize,
    ) -> Result<[Points; 2], PairedMatchError> {
        let seats = rotate(&[0, 1], rotation);
        let seed = pair_seed(self.settings.seed, number);
        let mut take = |&player: &usize| {
            let mut player = worker.players[player].take();
            player.iter_mut().for_each(|player| player.begin(seed));
            SeatPlayer::Custom(player)
        };
        let seat_players = seats.iter().map(&mut take).collect();
        let names = seats.iter().map(|&player| self.levels[player].name).collect();
        let game = ScheduledGame { number: 2 * number + rotation as u64, block: number, seats, seed };
        // A restart would hide a panic.
        let policy = MatchPolicy { max_restarts: 0, max_turns: u32::MAX, ..MatchPolicy::default() };
        let draws = TileDraws::Random(SeededChance::new(seed));
        let (finished, seat_players) = play_with_draws(
            worker.setup,
            &game,
            names,
            draws,
            seat_players,
            &policy,
            &mut NoObserver,
            &mut worker.buffers,
        );
        if let Some((seat, report)) = finished.reports.first() {
            let player = self.levels[game.seats[*seat]].name;
            return Err(PairedMatchError::Player { player, pair: number, report: report.clone() });
        }
        let mut scores = [0, 0];
        for (seat, (&player, seat_player)) in game.seats.iter().zip(seat_players).enumerate() {
            scores[player] = finished.result.scores.get(seat).copied().unwrap_or(0);
            if let SeatPlayer::Custom(taken) = seat_player {
                worker.players[player] = taken;
            }
        }
        worker.buffers.reuse(finished.events);
        Ok(scores)
    }
}

/// What one thread needs for its games.
struct PairWorker<'a> {
    setup: &'a MatchSetup,
    buffers: GameBuffers,
    /// The players; `None` while they play.
    players: [Option<Box<dyn Player>>; 2],
    /// The longest turn of the pair in nanoseconds.
    longest: Arc<AtomicU64>,
}

/// A player with a limit of its own. Another player may play the opening, and the longest turn is measured.
struct MeasuredPlayer {
    player: Box<dyn Player>,
    /// The player that takes the turns while the bag has more tiles than this.
    opening: Option<(usize, Box<dyn Player>)>,
    limit: SearchLimit,
    longest: Arc<AtomicU64>,
}

impl Player for MeasuredPlayer {
    fn begin(&mut self, seed: u64) {
        self.player.begin(seed);
        self.opening.iter_mut().for_each(|(_, opening)| opening.begin(seed));
    }

    fn choose(&mut self, view: &View, _: &SearchLimit) -> Command {
        let player = match &mut self.opening {
            Some((most, opening)) if view.bag > *most => opening,
            _ => &mut self.player,
        };
        let began = Instant::now();
        let command = player.choose(view, &self.limit);
        self.longest.fetch_max(began.elapsed().as_nanos() as u64, Ordering::Relaxed);
        command
    }
}

/// The seed of a pair. Published results depend on it.
fn pair_seed(seed: u64, number: u64) -> u64 {
    let mut z = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ z >> 27
}

impl PairedStanding {
    /// The standing after these pairs. Intervals are computed over pairs, because the two games of a pair are not
    /// independent.
    #[must_use]
    pub fn of(pairs: &[GamePair]) -> PairedStanding {
        let win = |[a, b]: [Points; 2]| 0.5 + 0.5 * f64::from((a - b).signum());
        let mean = |of: &dyn Fn([Points; 2]) -> f64| {
            mean_within(pairs.iter().map(|pair| (of(pair.scores[0]) + of(pair.scores[1])) / 2.0))
        };
        let (wins, wins_within) = mean(&win);
        let (spread, spread_within) = mean(&|[a, b]| f64::from(a - b));
        let scores = [0, 1].map(|player: usize| mean(&|both| f64::from(both[player])).0);
        let longest = pairs.iter().map(|pair| pair.longest).max().unwrap_or_default();
        let mut points = Pentanomial::default();
        pairs.iter().for_each(|pair| points.add(pair.scores.map(win).iter().sum()));
        PairedStanding {
            games: pairs.len() as u64 * 2,
            wins,
            wins_within,
            spread,
            spread_within,
            scores,
            longest,
            pairs: points,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: u64, threads: usize, iterations: u64) -> PairedMatchSettings {
        let limit = SearchLimit::for_iterations(iterations);
        PairedMatchSettings { pairs, seed: 4, threads, limit, from_bag: None }
    }

    fn play(names: [&str; 2], settings: PairedMatchSettings) -> Vec<GamePair> {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let levels = names.map(|name| by_name(name).unwrap());
        let words = presets::english();
        PairedMatch { rules: &rules, words, levels, leaves: [None, None], settings }.play(|_| ()).unwrap()
    }

    /// The scores of a version in which paired matches had a game loop of their own.
    #[test]
    fn published_matches_repeat() {
        let pairs = play(["static", "first"], settings(2, 1, 4));
        assert_eq!(pairs.iter().map(|pair| pair.scores).collect::<Vec<_>>(), PUBLISHED);
    }

    const PUBLISHED: [[[Points; 2]; 2]; 2] = [[[652, 100], [756, 55]], [[701, 84], [764, 78]]];

    #[test]
    fn a_match_does_not_depend_on_the_threads() {
        let scores = |threads| {
            let pairs = play(["static", "first"], settings(3, threads, 4));
            pairs.iter().map(|pair| pair.scores).collect::<Vec<_>>()
        };
        assert_eq!(scores(1), scores(2));
    }

    #[test]
    fn from_the_same_ending_equals_tie_and_the_better_player_wins() {
        let standing = |names: [&str; 2]| {
            PairedStanding::of(&play(names, PairedMatchSettings { from_bag: Some(7), ..settings(4, 1, 5) }))
        };
        let equals = standing(["static", "static"]);
        assert_eq!((equals.wins, equals.spread, equals.spread_within), (0.5, 0.0, 0.0));
        assert!(standing(["endgame", "first"]).spread > 0.0);
    }

    #[test]
    fn a_standing_counts_ties_half_and_pairs_once() {
        let pair = |a, b| GamePair { scores: [a, b], longest: Duration::ZERO };
        let standing = PairedStanding::of(&[pair([10, 0], [0, 0]), pair([0, 10], [5, 5])]);
        assert_eq!((standing.games, standing.wins, standing.spread), (4, 0.5, 0.0));
        assert!((standing.spread_within - 1.96 * 5.0).abs() < 1e-9);
        assert_eq!(standing.pairs, Pentanomial([0, 1, 0, 1, 0]));
    }
}
