//! Benchmarks: the same searches over many positions, with a digest of the results.
//!
//! A change that only improves speed must not change the digest.

use crate::data::GeneratorData;
use crate::generator::Generator;
use crate::leave::{Equity, Leaves};
use crate::play::PlayRef;
use crate::sink::PlaySink;
use crate::{AllPlays, PlaySummary, RankedPlay};
use lexicon::{BuildError, WordGraph};
use rules::{Grid, Ruleset};
use std::fmt;
use std::time::{Duration, Instant};
use tiles::Tiles;

/// A digest of all plays that were found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlayDigest(pub u64);

impl PlayDigest {
    /// Adds a number; the order matters.
    pub fn add(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }

    /// Joins another digest; the order does not matter.
    pub fn join(&mut self, other: PlayDigest) {
        self.0 = self.0.wrapping_add(other.0);
    }

    /// Adds a play.
    pub fn add_play(&mut self, play: &PlayRef<'_>) {
        let line = &play.line;
        let at = (line.start.x as u32 as u64) << 32 | u64::from(line.start.y as u32);
        [at, line.laid, line.score as u32 as u64, line.axis as u64]
            .into_iter()
            .for_each(|number| self.add(number));
        play.tiles().iter().for_each(|tile| self.add(tile.bits().into()));
    }
}

impl fmt::Display for PlayDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// What a benchmark searches for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenchMode {
    /// Every play with its score, in a list.
    All,
    /// The best play by score and leave.
    Best,
}

/// The result of one round over all positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchRound {
    /// How long the searches took, on the thread that took longest.
    pub time: Duration,
    /// The digest of all results.
    pub digest: PlayDigest,
}

impl BenchRound {
    /// Microseconds for one of `positions`.
    pub fn micros(&self, positions: usize) -> f64 {
        self.time.as_secs_f64() * 1e6 / positions as f64
    }
}

/// Searches every position once on `threads` threads, and measures only the searches.
///
/// # Errors
///
/// Fails if any order of letters is good and the graph of the sorted words cannot be built.
pub fn round(
    rules: &Ruleset,
    graph: &WordGraph,
    positions: &[(Grid, Tiles)],
    mode: BenchMode,
    leaves: &(dyn Leaves + Sync),
    threads: usize,
) -> Result<BenchRound, BuildError> {
    let shared = GeneratorData::new(rules, graph)?;
    let share = positions.len().div_ceil(threads.max(1)).max(1);
    let shares: Vec<(Vec<PositionResult>, Duration)> = std::thread::scope(|scope| {
        let work = |share| {
            let mut generator = Generator::with_data(&shared);
            move || search(&mut generator, share, mode, leaves)
        };
        let workers: Vec<_> = positions.chunks(share).map(|share| scope.spawn(work(share))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let time = shares.iter().map(|&(_, time)| time).max().unwrap_or_default();
    let mut digest = PlayDigest::default();
    shares.iter().flat_map(|(found, _)| found).for_each(|finding| finding.add_to(&mut digest));
    Ok(BenchRound { time, digest })
}

/// The result of one position.
struct PositionResult {
    summary: PlaySummary,
    best: Option<RankedPlay>,
}

impl PositionResult {
    fn add_to(&self, digest: &mut PlayDigest) {
        let PlaySummary { plays, top_score, score_sum } = self.summary;
        [plays, top_score as u32 as u64, score_sum as u64].into_iter().for_each(|number| digest.add(number));
        if let Some(best) = &self.best {
            digest.add(best.equity.0 as u32 as u64);
            digest.add_play(&best.play.as_play_ref());
        }
    }
}

/// Searches positions one after the other, and measures only the searches.
fn search(
    generator: &mut Generator,
    share: &[(Grid, Tiles)],
    mode: BenchMode,
    leaves: &dyn Leaves,
) -> (Vec<PositionResult>, Duration) {
    let (mut list, mut time) = (AllPlays::new(), Duration::ZERO);
    let mut find = |(grid, rack): &(Grid, Tiles)| {
        list.clear();
        let begin = Instant::now();
        let best = match mode {
            BenchMode::Best => generator.best(grid, rack, leaves),
            BenchMode::All => {
                generator.generate(grid, rack, &mut list);
                None
            }
        };
        time += begin.elapsed();
        PositionResult { summary: list.summary(), best: best.or_else(|| list.best()) }
    };
    let found = share.iter().map(&mut find).collect();
    (found, time)
}

impl AllPlays {
    /// The number of plays, the highest score, and the sum of scores.
    pub fn summary(&self) -> PlaySummary {
        let mut summary = PlaySummary::default();
        self.iter().for_each(|play| _ = summary.take(&play));
        summary
    }

    /// The play with the highest score.
    fn best(&self) -> Option<RankedPlay> {
        let best = self.iter().max_by_key(PlayRef::rank)?;
        Some(RankedPlay { play: best.to_play(), equity: Equity::points(best.score()) })
    }
}
