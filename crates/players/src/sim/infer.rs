//! Infers the leave of a side from its last play by Bayes' rule.
//!
//! The weight of a leave is the number of ways to draw it, times the likelihood of the play with it: a play becomes
//! less likely with each point that it loses against the best play with those tiles.

use crate::evaluation_context::EvaluationContext;
use crate::evaluator::StaticEvaluator;
use crate::simulation_game::{empty, mix};
use movegen::Equity;
use rules::{Chance, Grid, PlacedTile, Points, SeededChance};
use tiles::{TileCount, TileId, Tiles};

/// The points by which a play becomes less likely by a factor of e.
const TOLERANCE: f64 = 5.0;

/// A play of an opponent.
#[derive(Clone, Debug)]
pub struct ObservedPlay {
    /// The board before it.
    pub grid: Grid,
    /// The tiles it laid.
    pub laid: Vec<PlacedTile>,
    /// Its score.
    pub score: Points,
    /// How many tiles its player kept.
    pub kept: usize,
    /// How many tiles were in the bag before it.
    pub bag: usize,
}

/// The possible leaves of a side, each with its weight.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LeaveInference {
    sets: Vec<(Tiles, f64)>,
    /// The sum of the weights up to each set.
    sums: Vec<f64>,
}

impl LeaveInference {
    fn new(sets: Vec<(Tiles, f64)>) -> LeaveInference {
        let sums = sets.iter().scan(0.0, |sum, (_, weight)| {
            *sum += weight;
            Some(*sum)
        });
        LeaveInference { sums: sums.collect(), sets }
    }

    /// The leaves with their probabilities, which add up to one.
    pub fn sets(&self) -> impl Iterator<Item = (&Tiles, f64)> {
        let all = self.sums.last().copied().unwrap_or(1.0);
        self.sets.iter().map(move |(tiles, weight)| (tiles, weight / all))
    }

    /// A random leave by these probabilities.
    #[must_use]
    pub fn pick(&self, chance: &mut SeededChance) -> Option<&Tiles> {
        let all = *self.sums.last()?;
        let at = (chance.next() >> 11) as f64 / (1u64 << 53) as f64 * all;
        let index = self.sums.partition_point(|&sum| sum <= at);
        self.sets.get(index.min(self.sets.len() - 1)).map(|(tiles, _)| tiles)
    }
}

/// Infers the leave of the player of an observed play from the tiles that are unseen now: all possible leaves if there
/// are at most `samples`, or else a random sample. Stops when `go_on` returns `false`, which is called before each
/// leave.
#[must_use]
pub fn infer(
    evaluator: &mut StaticEvaluator,
    observed: &ObservedPlay,
    unseen: &Tiles,
    samples: usize,
    chance: &mut SeededChance,
    go_on: &dyn Fn() -> bool,
) -> Option<LeaveInference> {
    if observed.kept == 0 || observed.kept >= unseen.len() {
        return None;
    }
    let sets = every_set(unseen, observed.kept, samples)
        .unwrap_or_else(|| sample_sets(unseen, observed.kept, samples, chance));
    let mut rack = Tiles::new();
    let mut ranked = Vec::with_capacity(sets.len());
    for (kept, ways) in sets {
        if !go_on() {
            break;
        }
        empty(&mut rack);
        rack.add_all(&kept);
        observed.laid.iter().for_each(|laid| rack.add(laid.tile));
        let weight = ways * likelihood(evaluator, observed, &rack, &kept);
        if !go_on() {
            // The best play may not have been found.
            break;
        }
        ranked.push((kept, weight));
    }
    let guess = LeaveInference::new(ranked);
    guess.sums.last().is_some_and(|&all| all > 0.0).then_some(guess)
}

/// The likelihood of the play with these tiles, up to a common factor.
fn likelihood(evaluator: &mut StaticEvaluator, observed: &ObservedPlay, rack: &Tiles, kept: &Tiles) -> f64 {
    let context = EvaluationContext { bag: observed.bag, others: 0, exchange: None };
    let best = evaluator.best_play(&observed.grid, rack, context).map_or(Equity::ZERO, |best| best.equity);
    let seen = Equity::points(observed.score) + evaluator.leave_value(kept, context);
    (-(best.as_f64() - seen.as_f64()).max(0.0) / TOLERANCE).exp()
}

/// All sets of `count` tiles with the number of ways to draw each, or `None` if there are more than `most`.
fn every_set(unseen: &Tiles, count: usize, most: usize) -> Option<Vec<(Tiles, f64)>> {
    let kinds: Vec<(TileId, TileCount)> = unseen.kinds().collect();
    let mut sets = Vec::new();
    extend(&kinds, count, &mut Tiles::new(), 1.0, most, &mut sets).then_some(sets)
}

/// Continues with the remaining kinds; returns `false` if there are too many sets.
fn extend(
    kinds: &[(TileId, TileCount)],
    count: usize,
    tiles: &mut Tiles,
    ways: f64,
    most: usize,
    sets: &mut Vec<(Tiles, f64)>,
) -> bool {
    if count == 0 {
        sets.push((tiles.clone(), ways));
        return sets.len() <= most;
    }
    let Some((&(id, held), rest)) = kinds.split_first() else { return true };
    let mut here = ways;
    for taken in 0..=usize::from(held).min(count) {
        if taken > 0 {
            tiles.add(id);
            here = here * (f64::from(held) - taken as f64 + 1.0) / taken as f64;
        }
        if !extend(rest, count - taken, tiles, here, most, sets) {
            return false;
        }
    }
    (0..usize::from(held).min(count)).for_each(|_| _ = tiles.take(id));
    true
}

fn sample_sets(unseen: &Tiles, count: usize, samples: usize, chance: &mut SeededChance) -> Vec<(Tiles, f64)> {
    let mut pool: Vec<TileId> = unseen.iter().collect();
    mix(&mut pool, chance);
    let mut draw = || {
        for at in 0..count {
            let other = at + chance.below((pool.len() - at) as u32) as usize;
            pool.swap(at, other);
        }
        (pool[..count].iter().copied().collect(), 1.0)
    };
    (0..samples).map(|_| draw()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LeaveValues;
    use movegen::{AllPlays, Generator, RackLeaves};
    use rules::{Placement, Ruleset};
    use std::collections::BTreeMap;

    fn rules() -> Ruleset {
        presets::Library::shipped().rules("standard").unwrap()
    }

    fn evaluator(rules: &Ruleset) -> StaticEvaluator {
        let words = presets::english();
        StaticEvaluator::new(Generator::new(rules, words).unwrap(), LeaveValues::of(rules, words))
    }

    /// The best opening with a rack, as the opponent sees it.
    fn observe(rules: &Ruleset, evaluator: &mut StaticEvaluator, rack: &str) -> ObservedPlay {
        let (grid, rack) = (rules::empty_grid(&rules.board), rules.tiles.parse_tiles(rack).unwrap());
        let context = EvaluationContext { bag: 86, others: 0, exchange: None };
        let best = evaluator.best_play(&grid, &rack, context).unwrap();
        let Placement { tiles, .. } = best.play.placement();
        ObservedPlay { grid, kept: rack.len() - tiles.len(), laid: tiles, score: best.play.score(), bag: 86 }
    }

    /// Bayes' rule, slow and plain: every way to draw physical tiles, every play listed.
    fn by_hand(rules: &Ruleset, observed: &ObservedPlay, unseen: &Tiles) -> BTreeMap<String, f64> {
        let mut generator = Generator::new(rules, presets::english()).unwrap();
        let leaves = LeaveValues::of(rules, presets::english());
        let pool: Vec<TileId> = unseen.iter().collect();
        let mut chances = BTreeMap::new();
        for mask in 0u32..1 << pool.len() {
            if mask.count_ones() as usize != observed.kept {
                continue;
            }
            let kept: Tiles = (0..pool.len()).filter(|at| mask >> at & 1 == 1).map(|at| pool[at]).collect();
            let mut rack = kept.clone();
            rack.extend(observed.laid.iter().map(|laid| laid.tile));
            let mut plays = AllPlays::new();
            generator.generate(&observed.grid, &rack, &mut plays);
            let table = RackLeaves::new(&rack, &leaves);
            let best = plays.iter().map(|play| table.equity(&play)).max().unwrap();
            let seen = Equity::points(observed.score) + movegen::Leaves::worth(&leaves, &kept);
            let likely = (-(best.as_f64() - seen.as_f64()) / TOLERANCE).exp();
            *chances.entry(rules.tiles.print_tiles(&kept)).or_insert(0.0) += likely;
        }
        let all: f64 = chances.values().sum();
        chances.into_iter().map(|(kept, likely)| (kept, likely / all)).collect()
    }

    #[test]
    fn it_is_bayes_rule() {
        let rules = rules();
        let mut evaluator = evaluator(&rules);
        let observed = observe(&rules, &mut evaluator, "AEIIKUV");
        let unseen = rules.tiles.parse_tiles("AAEIRSSQ").unwrap();
        let expected = by_hand(&rules, &observed, &unseen);
        let guess =
            infer(&mut evaluator, &observed, &unseen, 1000, &mut SeededChance::new(1), &|| true).unwrap();
        assert_eq!(guess.sets().count(), expected.len());
        for (kept, chance) in guess.sets() {
            let wanted = expected[&rules.tiles.print_tiles(kept)];
            assert!((chance - wanted).abs() < 1e-9, "{kept:?}: {chance}, not {wanted}");
        }
    }

    #[test]
    fn drawn_sets_come_close_to_all_sets() {
        let rules = rules();
        let mut evaluator = evaluator(&rules);
        let observed = observe(&rules, &mut evaluator, "AEIIKUV");
        let unseen = rules.tiles.parse_tiles("AAEIRSSQ").unwrap();
        let holds_q = |guess: &LeaveInference| {
            let q = rules.tiles.parse_tiles("Q").unwrap();
            guess.sets().filter(|(kept, _)| kept.includes(&q)).map(|(_, chance)| chance).sum::<f64>()
        };
        let mut chance = SeededChance::new(2);
        let all = infer(&mut evaluator, &observed, &unseen, 1000, &mut chance, &|| true).unwrap();
        let some = infer(&mut evaluator, &observed, &unseen, 20, &mut chance, &|| true);
        assert!(some.is_some());
        let many = sample_sets(&unseen, observed.kept, 3000, &mut chance);
        let held =
            many.iter().filter(|(kept, _)| kept.includes(&rules.tiles.parse_tiles("Q").unwrap())).count();
        let share = observed.kept as f64 / unseen.len() as f64;
        assert!((held as f64 / 3000.0 - share).abs() < 0.03);
        // A player who holds the Q seldom makes this play.
        assert!(holds_q(&all) < share);
        let picked = (0..2000).filter(|_| {
            let q = rules.tiles.parse_tiles("Q").unwrap();
            all.pick(&mut chance).is_some_and(|kept| kept.includes(&q))
        });
        assert!((picked.count() as f64 / 2000.0 - holds_q(&all)).abs() < 0.04);
    }
}
