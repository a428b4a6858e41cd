//! Why a turn is better than another: what differs in the games that were simulated after both.
//!
//! Both turns are played in the same deals, so each deal gives one difference for each figure. A figure becomes a fact
//! only if the mean of these differences is at least [`MEAN_ERRORS`] of its standard errors away from zero, and large
//! enough to matter. There are many squares to choose from, so a square needs [`SQUARE_ERRORS`]. The points and the
//! value of the leave are known without a test.

use crate::judged_turn::round;
use movegen::PlayLine;
use players::TurnAction;
use players::sim::FollowUp;
use rules::{Coord, Ruleset};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many standard errors of the paired differences a mean must be away from zero.
const MEAN_ERRORS: f64 = 3.0;

/// The same for a square: it is the one with the largest difference of all squares.
const SQUARE_ERRORS: f64 = 4.5;

/// With fewer common deals nothing is claimed.
const FEWEST_DEALS: usize = 30;

/// The smallest difference in points that is told.
const MIN_POINTS: f64 = 1.0;

/// The smallest difference in rates that is told.
const MIN_RATE: f64 = 0.04;

/// The smallest difference in how often a square is used that is told.
const MIN_SQUARE_RATE: f64 = 0.1;

/// What a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// The points of the turn.
    Score,
    /// The value of the tiles that are kept, in points.
    Leave,
    /// The mean points of the player's next turn.
    NextPoints,
    /// How often the player's next play earns a bonus for its number of tiles.
    NextBonus,
    /// The mean points of the reply.
    ReplyPoints,
    /// How often the reply earns such a bonus.
    ReplyBonus,
    /// How often the player is the first to go out.
    OutFirst,
    /// How often the reply lays a tile on a square.
    Square,
    /// The same for a square before or behind the word of one of the turns: a hook.
    Hook,
}

impl FactKind {
    /// Whether more of it is better for the player.
    #[must_use]
    pub fn is_good(self) -> bool {
        match self {
            FactKind::Score
            | FactKind::Leave
            | FactKind::NextPoints
            | FactKind::NextBonus
            | FactKind::OutFirst => true,
            FactKind::ReplyPoints | FactKind::ReplyBonus | FactKind::Square | FactKind::Hook => false,
        }
    }

    /// Whether it is a share of the games, from 0 to 1, and not a number of points.
    #[must_use]
    pub fn is_rate(self) -> bool {
        match self {
            FactKind::NextBonus
            | FactKind::ReplyBonus
            | FactKind::OutFirst
            | FactKind::Square
            | FactKind::Hook => true,
            FactKind::Score | FactKind::Leave | FactKind::NextPoints | FactKind::ReplyPoints => false,
        }
    }
}

/// A difference between the better turn and another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurnFact {
    /// What it is about.
    pub kind: FactKind,
    /// The square, for facts about squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// The figure of the better turn.
    pub better: f64,
    /// The figure of the other turn.
    pub other: f64,
    /// The standard error of the difference; `None` if nothing was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The number of games with the same tiles after both turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
}

impl TurnFact {
    /// With as many decimals as are significant.
    pub(crate) fn round_figures(&self) -> TurnFact {
        let (better, other, error) = (round(self.better), round(self.other), self.error.map(round));
        TurnFact { better, other, error, ..self.clone() }
    }

    /// Whether the fact speaks for the better turn.
    #[must_use]
    pub fn supports(&self) -> bool {
        (self.better > self.other) == self.kind.is_good()
    }
}

/// The means of what follows a turn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct FollowUpMeans {
    /// The number of games.
    pub games: usize,
    /// The points of the player's next turn.
    pub next_points: f64,
    /// How often it earns a bonus.
    pub next_bonus: f64,
    /// The points of the reply.
    pub reply_points: f64,
    /// How often it earns a bonus.
    pub reply_bonus: f64,
    /// How often the player is the first to go out.
    pub out_first: f64,
    /// The value of the tiles that were kept.
    pub leave: f64,
}

impl FollowUpMeans {
    /// With as many decimals as are significant.
    pub(crate) fn round_figures(self) -> FollowUpMeans {
        FollowUpMeans {
            games: self.games,
            next_points: round(self.next_points),
            next_bonus: round(self.next_bonus),
            reply_points: round(self.reply_points),
            reply_bonus: round(self.reply_bonus),
            out_first: round(self.out_first),
            leave: round(self.leave),
        }
    }
}

/// A turn with what followed it, to be compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FollowedTurn<'a> {
    pub(crate) action: &'a TurnAction,
    /// The value of the leave in points.
    pub(crate) leave: f64,
    /// What followed it in each deal.
    pub(crate) follow_ups: &'a [FollowUp],
}

/// The figures of one deal that are compared.
const MEASURES: [FactKind; 5] = [
    FactKind::NextPoints,
    FactKind::NextBonus,
    FactKind::ReplyPoints,
    FactKind::ReplyBonus,
    FactKind::OutFirst,
];

/// A figure of a deal; 0 for a kind that is no figure of a single deal.
fn measure(kind: FactKind, deal: &FollowUp, rules: &Ruleset) -> f64 {
    let points = |line: Option<PlayLine>| line.map_or(0.0, |line| f64::from(line.score));
    let bonus =
        |line: Option<PlayLine>| f64::from(line.is_some_and(|line| rules.bonus_for(line.count()) > 0));
    match kind {
        FactKind::NextPoints => points(deal.next),
        FactKind::NextBonus => bonus(deal.next),
        FactKind::ReplyPoints => points(deal.reply),
        FactKind::ReplyBonus => bonus(deal.reply),
        FactKind::OutFirst => f64::from(deal.out),
        FactKind::Score | FactKind::Leave | FactKind::Square | FactKind::Hook => 0.0,
    }
}

impl FollowedTurn<'_> {
    /// The means of what followed; `None` if nothing was simulated.
    pub(crate) fn means(&self, rules: &Ruleset) -> Option<FollowUpMeans> {
        let games = self.follow_ups.len();
        let mean = |kind| mean(self.follow_ups.iter().map(|deal| measure(kind, deal, rules)));
        (games > 0).then(|| FollowUpMeans {
            games,
            next_points: mean(FactKind::NextPoints),
            next_bonus: mean(FactKind::NextBonus),
            reply_points: mean(FactKind::ReplyPoints),
            reply_bonus: mean(FactKind::ReplyBonus),
            out_first: mean(FactKind::OutFirst),
            leave: self.leave,
        })
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// The means of two turns in the same deals, and the standard error of the difference.
struct PairedMeans {
    better: f64,
    other: f64,
    error: f64,
    games: usize,
}

impl PairedMeans {
    fn new(pairs: &[(f64, f64)]) -> PairedMeans {
        let games = pairs.len();
        let better = mean(pairs.iter().map(|pair| pair.0));
        let other = mean(pairs.iter().map(|pair| pair.1));
        let apart = better - other;
        let squares: f64 = pairs.iter().map(|pair| (pair.0 - pair.1 - apart).powi(2)).sum();
        let error = (squares / games.max(1) as f64 / games.saturating_sub(1).max(1) as f64).sqrt();
        PairedMeans { better, other, error, games }
    }

    /// The fact, if the difference is significant and matters.
    fn to_fact(&self, kind: FactKind, square: Option<String>, least: f64, errors: f64) -> Option<TurnFact> {
        let apart = (self.better - self.other).abs();
        let found = self.games >= FEWEST_DEALS && apart >= least && apart > errors * self.error;
        found.then_some(TurnFact {
            kind,
            square,
            better: self.better,
            other: self.other,
            error: Some(self.error),
            games: Some(self.games),
        })
    }
}

/// What speaks for the better of two turns and what against it, by kind.
pub(crate) fn compare(rules: &Ruleset, better: FollowedTurn<'_>, other: FollowedTurn<'_>) -> Vec<TurnFact> {
    let mut facts = Vec::new();
    let scores = [better, other].map(|turn| f64::from(turn.action.score()));
    facts.extend(known_fact(FactKind::Score, scores));
    facts.extend(known_fact(FactKind::Leave, [better.leave, other.leave]));
    let deals = || better.follow_ups.iter().zip(other.follow_ups);
    for kind in MEASURES {
        let pairs: Vec<(f64, f64)> =
            deals().map(|(a, b)| (measure(kind, a, rules), measure(kind, b, rules))).collect();
        let least = if kind.is_rate() { MIN_RATE } else { MIN_POINTS };
        facts.extend(PairedMeans::new(&pairs).to_fact(kind, None, least, MEAN_ERRORS));
    }
    facts.extend(square_facts(rules, better, other));
    facts
}

fn known_fact(kind: FactKind, [better, other]: [f64; 2]) -> Option<TurnFact> {
    let found = (better - other).abs() >= MIN_POINTS;
    found.then_some(TurnFact { kind, square: None, better, other, error: None, games: None })
}

/// The square that the reply uses more often after the better turn, and the one that it uses less often.
fn square_facts(rules: &Ruleset, better: FollowedTurn<'_>, other: FollowedTurn<'_>) -> Vec<TurnFact> {
    let games = better.follow_ups.len().min(other.follow_ups.len());
    // How often only the first, only the second or both replies of a deal use a square.
    let mut uses: BTreeMap<Coord, [u32; 3]> = BTreeMap::new();
    for (a, b) in better.follow_ups.iter().zip(other.follow_ups) {
        let squares = |line: Option<PlayLine>| line.into_iter().flat_map(|line| line.squares());
        let uses_square = |line: Option<PlayLine>, at| squares(line).any(|square| square == at);
        for at in squares(a.reply) {
            let both = uses_square(b.reply, at);
            uses.entry(at).or_default()[if both { 2 } else { 0 }] += 1;
        }
        for at in squares(b.reply).filter(|&at| !uses_square(a.reply, at)) {
            uses.entry(at).or_default()[1] += 1;
        }
    }
    let apart = |counts: &[u32; 3]| i64::from(counts[0]) - i64::from(counts[1]);
    let most = uses.iter().max_by_key(|(_, counts)| apart(counts));
    let least = uses.iter().min_by_key(|(_, counts)| apart(counts));
    let fact = |(&at, counts): (&Coord, &[u32; 3])| {
        let means = square_means(*counts, games);
        let kind = if is_hook(at, better.action) || is_hook(at, other.action) {
            FactKind::Hook
        } else {
            FactKind::Square
        };
        means.to_fact(kind, Some(rules.board.square_name(at)), MIN_SQUARE_RATE, SQUARE_ERRORS)
    };
    let found = [least, most].into_iter().flatten().filter_map(fact);
    let mut facts: Vec<TurnFact> = found.collect();
    facts.dedup();
    facts
}

/// The means of a square that is used by the reply to the first turn only, to the second only, or to both.
fn square_means([first, second, both]: [u32; 3], games: usize) -> PairedMeans {
    let n = games.max(1) as f64;
    let (first, second, both) = (f64::from(first), f64::from(second), f64::from(both));
    let apart = (first - second) / n;
    let variance = (first + second) / n - apart * apart;
    let error = (variance.max(0.0) / games.saturating_sub(1).max(1) as f64).sqrt();
    PairedMeans { better: (first + both) / n, other: (second + both) / n, error, games }
}

/// Whether a square lies directly before or behind the word of a play.
fn is_hook(at: Coord, action: &TurnAction) -> bool {
    match action {
        TurnAction::Play(play) => {
            let line = play.line;
            [-1, i32::from(line.length)].into_iter().any(|step| line.start.step(line.axis, step) == at)
        }
        TurnAction::Exchange(_) | TurnAction::Pass => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Axis, Chance, SeededChance};

    fn line(score: i32, start: Coord, laid: u64) -> PlayLine {
        PlayLine { laid, start, score, axis: Axis::Across, length: laid.count_ones() as u8 }
    }

    /// Two logs of deals with the same random noise in both; the second has `more` points in each reply.
    fn logs(seed: u64, deals: usize, more: i32) -> [Vec<FollowUp>; 2] {
        let mut chance = SeededChance::new(seed);
        let mut one = |more: i32, own: bool| {
            let mut noise = SeededChance::new(chance.next());
            let deal = |_| {
                let start = Coord::new(noise.below(10) as i32, noise.below(15) as i32);
                let score = 10 + noise.below(40) as i32 + more;
                let reply = Some(line(score, start, if noise.below(8) == 0 { 127 } else { 15 }));
                let next = own.then(|| line(noise.below(60) as i32, start, 7));
                FollowUp { reply, next, out: noise.below(2) == 0 }
            };
            (0..deals).map(deal).collect()
        };
        [one(0, true), one(more, true)]
    }

    fn turn<'a>(action: &'a TurnAction, follow_ups: &'a [FollowUp]) -> FollowedTurn<'a> {
        FollowedTurn { action, leave: 2.0, follow_ups }
    }

    fn rules() -> Ruleset {
        presets::Library::shipped().rules("standard").unwrap()
    }

    #[test]
    fn nothing_is_claimed_between_a_turn_and_itself() {
        let rules = rules();
        for seed in 0..20 {
            let [log, _] = logs(seed, 200, 0);
            assert_eq!(compare(&rules, turn(&TurnAction::Pass, &log), turn(&TurnAction::Pass, &log)), []);
        }
    }

    /// Equal turns with different luck: each claim is wrong, and there are almost none.
    #[test]
    fn luck_is_seldom_called_a_reason() {
        let rules = rules();
        let claims = |seed| {
            let [one, other] = logs(seed, 60, 0);
            compare(&rules, turn(&TurnAction::Pass, &one), turn(&TurnAction::Pass, &other)).len()
        };
        let wrong: usize = (0..400).map(claims).sum();
        assert!(wrong <= 10, "{wrong} claims in 400 comparisons of seven kinds");
    }

    #[test]
    fn a_difference_is_found_with_its_figures() {
        let rules = rules();
        let [one, other] = logs(1, 200, 15);
        let facts = compare(&rules, turn(&TurnAction::Pass, &one), turn(&TurnAction::Pass, &other));
        let [fact] = &facts[..] else { panic!("{facts:?}") };
        assert_eq!((fact.kind, fact.games, fact.supports()), (FactKind::ReplyPoints, Some(200), true));
        assert!((fact.other - fact.better - 15.0).abs() < 3.0 * fact.error.unwrap() + 1.0, "{fact:?}");
        assert_eq!(compare(&rules, turn(&TurnAction::Pass, &one[..20]), turn(&TurnAction::Pass, &other)), []);
    }

    /// The counts of three kinds of deals give what the list of all deals gives.
    #[test]
    fn squares_are_tested_like_other_figures() {
        for counts in [[0, 0, 9], [40, 3, 5], [7, 30, 0], [50, 0, 0]] {
            let [first, second, both] = counts;
            let kinds = [(first, (1.0, 0.0)), (second, (0.0, 1.0)), (both, (1.0, 1.0))];
            let mut pairs: Vec<(f64, f64)> =
                kinds.iter().flat_map(|&(count, pair)| std::iter::repeat_n(pair, count as usize)).collect();
            pairs.resize(80, (0.0, 0.0));
            let (all, counted) = (PairedMeans::new(&pairs), square_means(counts, 80));
            for (a, b) in
                [(all.better, counted.better), (all.other, counted.other), (all.error, counted.error)]
            {
                assert!((a - b).abs() < 1e-12, "{counts:?}: {a} {b}");
            }
        }
    }
}
