//! Learning winning chances by self-play.

use crate::workers::{by_number, seed_of};
use lexicon::{BuildError, WordGraph};
use movegen::Generator;
use players::{Gains, LeaveValues, Light, PARTS, Weigher, WinChances};
use rules::{Ruleset, SeededChance};

/// Games between two reports.
const BATCH: u64 = 2_000;

/// The largest gain that is told apart.
const MOST: i32 = 500;

/// Samples that make a number of unseen tiles known.
const ENOUGH: usize = 200;

/// Lets the static player play so many games against itself and learns what leads become; `played` is told how many
/// games are played.
pub fn learn_winpct(
    rules: &Ruleset,
    words: &WordGraph,
    games: u64,
    seed: u64,
    threads: usize,
    mut played: impl FnMut(u64),
) -> Result<WinChances, BuildError> {
    let weigher = Weigher::new(Generator::new(rules, words)?, LeaveValues::of(rules, words));
    let mut workers = vec![weigher; threads.max(1)];
    let mut gains: Vec<Vec<i16>> = vec![Vec::new(); rules.tiles.all().len() + 1];
    for from in (0..games).step_by(BATCH as usize) {
        let to = (from + BATCH).min(games);
        let batch =
            by_number(&mut workers, from, to, |worker, number| play(worker, rules, seed_of(seed, number)));
        for (unseen, gain) in batch.into_iter().flatten() {
            gains[unseen].push(gain);
        }
        played(to);
    }
    Ok(WinChances::new(parts(&mut gains)).unwrap_or_else(WinChances::plain))
}

/// What the side to move gained until the end, with the tiles it could not see, for every turn of a game.
fn play(weigher: &mut Weigher, rules: &Ruleset, seed: u64) -> Vec<(usize, i16)> {
    let mut chance = SeededChance::new(seed);
    let mut light = Light::begin(rules, 2, &mut chance);
    let mut turns = Vec::new();
    while !light.is_over() {
        let side = light.turn();
        turns.push((light.unseen(), side, light.spread(side)));
        let weighed = weigher.best(light.grid(), light.rack(side), light.outlook());
        light.act(&weighed.act, &mut chance);
    }
    light.settle();
    let gain = |(unseen, side, before): (usize, usize, i32)| {
        (unseen, (light.spread(side) - before).clamp(-MOST, MOST) as i16)
    };
    turns.into_iter().map(gain).collect()
}

/// The 64ths of each number of unseen tiles; where there are few samples, those of the nearest that has enough.
fn parts(gains: &mut [Vec<i16>]) -> Vec<Gains> {
    gains.iter_mut().for_each(|gains| gains.sort_unstable());
    let known: Vec<usize> = (0..gains.len()).filter(|&unseen| gains[unseen].len() >= ENOUGH).collect();
    let nearest = |unseen: usize| known.iter().copied().min_by_key(|known| known.abs_diff(unseen));
    let part =
        |gains: &[i16]| -> Gains { std::array::from_fn(|part| gains[(gains.len() - 1) * part / PARTS]) };
    (0..gains.len()).filter_map(nearest).map(|known| part(&gains[known])).collect()
}
