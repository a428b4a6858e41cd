//! Paired matches between two players: the same draws twice, with the seats changed.

use crate::workers::{by_number, seed_of};
use lexicon::{BuildError, WordGraph};
use players::{LeaveValues, Player, PlayerData, PlayerLevel, SearchLimit, by_name};
use rules::{Context, Game, Millis, Phase, Points, Ruleset, SeededChance, Viewer};
use std::time::{Duration, Instant};

/// How a match is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairedMatchSettings {
    /// Pairs of games.
    pub pairs: u64,
    /// Where chance begins.
    pub seed: u64,
    /// Games at once.
    pub threads: usize,
    /// How much a player may search for a turn.
    pub limit: SearchLimit,
    /// While more tiles than this are in the bag, `static` plays for both: what two players do in the end is compared
    /// from the same positions then. Without it they play from the beginning.
    pub from_bag: Option<usize>,
}

/// Two players who meet.
#[derive(Clone, Debug)]
pub struct PairedMatch<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The words.
    pub words: &'a WordGraph,
    /// Who meets whom.
    pub levels: [&'a PlayerLevel; 2],
    /// Leave values of their own, for each who has any.
    pub leaves: [Option<&'a LeaveValues>; 2],
    /// How.
    pub settings: PairedMatchSettings,
}

/// What a pair of games brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GamePair {
    /// The scores of the first player and of the second, in both games.
    pub scores: [[Points; 2]; 2],
    /// The longest turn of either.
    pub longest: Duration,
}

/// How a match stands.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PairedStanding {
    /// Games.
    pub games: u64,
    /// The share of games the first player won, ties counted half.
    pub wins: f64,
    /// What has to be added to and taken from that for a confidence of 95 %.
    pub wins_within: f64,
    /// By how many points the first player leads on average.
    pub spread: f64,
    /// What has to be added to and taken from that for a confidence of 95 %.
    pub spread_within: f64,
    /// The average scores.
    pub scores: [f64; 2],
    /// The longest turn.
    pub longest: Duration,
}

/// Who sits at a table.
struct PairPlayers {
    players: [Box<dyn Player>; 2],
    /// Plays for both while there are many tiles in the bag.
    opening: Option<Box<dyn Player>>,
}

impl PairedMatch<'_> {
    /// Plays all pairs, in batches, and says how it stands after each batch.
    pub fn play(&self, mut tell: impl FnMut(&PairedStanding)) -> Result<Vec<GamePair>, BuildError> {
        let PairedMatchSettings { pairs, threads, .. } = self.settings;
        let mut tables = (0..threads.max(1)).map(|_| self.table(0)).collect::<Result<Vec<_>, _>>()?;
        let (mut all, batch) = (Vec::new(), threads.max(1) as u64 * 8);
        for from in (0..pairs).step_by(batch as usize) {
            all.extend(by_number(&mut tables, from, (from + batch).min(pairs), |table, number| {
                self.pair(table, seed_of(self.settings.seed, number))
            }));
            tell(&PairedStanding::of(&all));
        }
        Ok(all)
    }

    fn table(&self, seed: u64) -> Result<PairPlayers, BuildError> {
        let make = |player: usize| {
            let shared = PlayerData::with_leaves(self.rules, self.words, self.leaves[player].cloned())?;
            self.levels[player].player_with(&shared, seed)
        };
        let opens = self.settings.from_bag.and_then(|_| by_name("static"));
        let opening = opens.map(|level| level.player_with(&PlayerData::new(self.rules, self.words)?, seed));
        Ok(PairPlayers { players: [make(0)?, make(1)?], opening: opening.transpose()? })
    }

    fn pair(&self, table: &mut PairPlayers, seed: u64) -> GamePair {
        let mut longest = Duration::ZERO;
        let scores = [[0, 1], [1, 0]].map(|seats| self.game(table, seats, seed, &mut longest));
        GamePair { scores, longest }
    }

    /// Plays a game in which player `seats[s]` has seat `s`, and gives the scores by player.
    fn game(
        &self,
        table: &mut PairPlayers,
        seats: [usize; 2],
        seed: u64,
        longest: &mut Duration,
    ) -> [Points; 2] {
        table.players.iter_mut().chain(&mut table.opening).for_each(|player| player.begin(seed));
        let mut chance = SeededChance::new(seed);
        let mut context = Context { words: self.words, chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(self.rules.clone());
        let Ok(events) = game.start(2, &mut context) else { return [0, 0] };
        events.iter().for_each(|event| game.apply(event));
        while !game.is_over() {
            let waiting = match game.phase() {
                Phase::Answering(waiting) => waiting.iter().next(),
                _ => game.turn(),
            };
            let Some(seat) = waiting else { break };
            let opens = self.settings.from_bag.is_some_and(|most| game.bag().len() > most);
            let player = match &mut table.opening {
                Some(opening) if opens => opening,
                _ => &mut table.players[seats[seat.index()]],
            };
            let began = Instant::now();
            let command = player.choose(&game.view(Viewer::Seat(seat)), &self.settings.limit);
            *longest = began.elapsed().max(*longest);
            let decided = game.decide(seat, &command, &mut context);
            // A refused turn would be a defect of the player: it is passed, and shows in the scores.
            let events = decided.or_else(|_| game.decide(seat, &rules::Command::Pass, &mut context));
            events.unwrap_or_default().iter().for_each(|event| game.apply(event));
        }
        let score = |player: usize| {
            seats.iter().position(|&at| at == player).map_or(0, |seat| game.seats()[seat].score)
        };
        [score(0), score(1)]
    }
}

impl PairedStanding {
    /// How it stands after these pairs; pairs and not games are what chance made independent.
    pub fn of(pairs: &[GamePair]) -> PairedStanding {
        let count = pairs.len().max(1) as f64;
        let mean = |of: &dyn Fn(&GamePair) -> f64| {
            let mean = pairs.iter().map(of).sum::<f64>() / count;
            let squares: f64 = pairs.iter().map(|pair| (of(pair) - mean).powi(2)).sum();
            (mean, 1.96 * (squares / f64::max(count - 1.0, 1.0) / count).sqrt())
        };
        let win = |[a, b]: [Points; 2]| 0.5 + 0.5 * f64::from((a - b).signum());
        let half = |of: &dyn Fn([Points; 2]) -> f64, pair: &GamePair| {
            (of(pair.scores[0]) + of(pair.scores[1])) / 2.0
        };
        let (wins, wins_within) = mean(&|pair| half(&win, pair));
        let (spread, spread_within) = mean(&|pair| half(&|[a, b]| f64::from(a - b), pair));
        let scores = [0, 1].map(|player: usize| mean(&|pair| half(&|both| f64::from(both[player]), pair)).0);
        let longest = pairs.iter().map(|pair| pair.longest).max().unwrap_or_default();
        PairedStanding {
            games: pairs.len() as u64 * 2,
            wins,
            wins_within,
            spread,
            spread_within,
            scores,
            longest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_does_not_depend_on_the_threads() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let level = |name| players::by_name(name).unwrap();
        let run = |threads| {
            let settings = PairedMatchSettings {
                pairs: 3,
                seed: 4,
                threads,
                limit: SearchLimit::for_iterations(4),
                from_bag: None,
            };
            let levels = [level("static"), level("first")];
            let paired = PairedMatch {
                rules: &rules,
                words: presets::english(),
                levels,
                leaves: [None, None],
                settings,
            };
            paired.play(|_| ()).unwrap().iter().map(|pair| pair.scores).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(2));
    }

    #[test]
    fn from_the_same_ending_on_equals_tie_and_the_better_wins() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let run = |names: [&str; 2]| {
            let settings = PairedMatchSettings {
                pairs: 4,
                seed: 4,
                threads: 1,
                limit: SearchLimit::for_iterations(5),
                from_bag: Some(7),
            };
            let levels = names.map(|name| players::by_name(name).unwrap());
            let paired = PairedMatch {
                rules: &rules,
                words: presets::english(),
                levels,
                leaves: [None, None],
                settings,
            };
            PairedStanding::of(&paired.play(|_| ()).unwrap())
        };
        let equals = run(["static", "static"]);
        assert_eq!((equals.wins, equals.spread, equals.spread_within), (0.5, 0.0, 0.0));
        assert!(run(["endgame", "first"]).spread > 0.0);
    }

    #[test]
    fn a_standing_counts_ties_half_and_pairs_once() {
        let pair = |a, b| GamePair { scores: [a, b], longest: Duration::ZERO };
        let standing = PairedStanding::of(&[pair([10, 0], [0, 0]), pair([0, 10], [5, 5])]);
        assert_eq!((standing.games, standing.wins, standing.spread), (4, 0.5, 0.0));
        assert!((standing.spread_within - 1.96 * 5.0).abs() < 1e-9);
    }
}
