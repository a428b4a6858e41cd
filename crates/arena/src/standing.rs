//! The standing of a match, computed from the results alone.

use crate::plan::Plan;
use crate::result::{BestPlay, ErrorCounts, GameDigest, GameResult};
use crate::stats::{CONFIDENCE, PairwiseScores, Pentanomial, Sprt, SprtDecision, ratings};
use serde::{Deserialize, Serialize};

/// The number of parts of the jackknife estimate.
const JACKKNIFE_PARTS: usize = 20;

/// The points of a bot against another and the number of their games; `None` if they have not met.
pub type HeadToHead = Option<(f64, f64)>;

/// The standing of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchStanding {
    /// The name of the rules.
    pub rules: String,
    /// The name of the lexicon.
    pub lexicon: String,
    /// The seed.
    pub seed: u64,
    /// The number of games that count.
    pub games: u64,
    /// The number of planned games.
    pub planned: u64,
    /// The bots, strongest first.
    pub bots: Vec<BotStanding>,
    /// The points of each bot (row) against each other bot (column), in the order of `bots`.
    pub cross: Vec<Vec<HeadToHead>>,
    /// The play with the highest score.
    pub best: Option<BestMatchPlay>,
    /// The state of the test, if there is one.
    pub sprt: Option<SprtStanding>,
    /// The name of the first entrant.
    pub first: String,
    /// The number of pairs with 0, ½, 1, 1½ and 2 points for the first bot, if there are two bots.
    pub pairs: Option<[u64; 5]>,
    /// The difference in normalised Elo for the first bot, if there are two bots and their results vary.
    #[serde(default)]
    pub normalised: Option<NormalisedElo>,
    /// A digest of all games.
    pub digest: GameDigest,
}

/// The standing of a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BotStanding {
    /// The name.
    pub name: String,
    /// The specification as the user wrote it.
    pub spec: String,
    /// The number of games.
    pub games: u64,
    /// Games that it won against all others.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub ties: u64,
    /// Games in which another bot was better.
    pub losses: u64,
    /// The mean points against others, from 0 to 1.
    pub score: f64,
    /// The rating; the mean of all ratings is 0. With two bots it is the difference to the other bot. `None` if it won
    /// or lost everything.
    pub elo: Option<f64>,
    /// Half the width of the 95 % confidence interval of the rating.
    pub error: Option<f64>,
    /// The probability that it is the stronger of two bots.
    pub superiority: Option<f64>,
    /// The mean score.
    pub points: f64,
    /// The mean score minus the mean score of its opponents.
    pub spread: f64,
    /// The mean number of plays with a bonus.
    pub bonuses: f64,
    /// The errors.
    #[serde(rename = "conduct")]
    pub error_counts: ErrorCounts,
    /// The scores in the order of the games.
    pub scores: Vec<i32>,
    /// The difference to the mean score of the opponents, in the order of the games.
    pub spreads: Vec<f64>,
}

/// The play with the highest score of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BestMatchPlay {
    /// The name of the bot.
    pub bot: String,
    /// The number of the game, from 1.
    pub game: u64,
    /// The main word.
    pub word: String,
    /// The score.
    pub points: i32,
}

/// A difference in normalised Elo: in units of the standard deviation of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct NormalisedElo {
    /// The difference.
    pub elo: f64,
    /// Half the width of its 95 % confidence interval.
    pub error: f64,
}

/// The state of a test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtStanding {
    /// The parameters of the test.
    pub test: String,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bound at which the first hypothesis is accepted.
    pub lower: f64,
    /// The bound at which the second hypothesis is accepted.
    pub upper: f64,
    /// The decision as text.
    pub verdict: String,
}

/// The complete blocks before the first missing game.
fn blocks<'a>(plan: &Plan, results: &'a [GameResult]) -> Vec<&'a [GameResult]> {
    let size = plan.seats();
    let unbroken = results.iter().zip(0..).take_while(|(game, number)| game.game == *number).count();
    results[..unbroken].chunks_exact(size).collect()
}

/// The points of a bot in a game.
pub(crate) fn points_of(game: &GameResult, bot: usize) -> f64 {
    game.seats.iter().position(|&seated| seated == bot).map_or(0.0, |seat| game.share(seat))
}

impl MatchStanding {
    /// The standing after these results, which must be ordered by number.
    #[must_use]
    pub fn new(plan: &Plan, results: &[GameResult], sprt: Option<&Sprt>) -> MatchStanding {
        let rated = BotRatings::new(plan, results);
        let mut bots: Vec<(usize, BotStanding)> =
            (0..plan.entrants().len()).map(|bot| (bot, bot_standing(plan, results, bot, &rated))).collect();
        bots.sort_by(|(_, a), (_, b)| {
            let strength = |bot: &BotStanding| (bot.elo.unwrap_or(0.0), bot.score);
            strength(b).partial_cmp(&strength(a)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let order: Vec<usize> = bots.iter().map(|(bot, _)| *bot).collect();
        let setup = plan.setup();
        let pairs = rated.pairs;
        MatchStanding {
            rules: setup.rules.name.clone(),
            lexicon: setup.words.name().to_owned(),
            seed: plan.seed(),
            games: results.len() as u64,
            planned: plan.games(),
            bots: bots.into_iter().map(|(_, bot)| bot).collect(),
            cross: cross(&rated.meetings, &order),
            best: best(plan, results),
            sprt: sprt.map(|sprt| sprt_standing(sprt, &pairs.unwrap_or_default())),
            first: plan.entrants().first().map(|bot| bot.name.clone()).unwrap_or_default(),
            pairs: pairs.map(|pairs| pairs.0),
            normalised: pairs.and_then(normalised_elo),
            digest: digest(results),
        }
    }
}

fn normalised_elo(pairs: Pentanomial) -> Option<NormalisedElo> {
    let (elo, error) = pairs.normalised_elo();
    (elo.is_finite() && error.is_finite()).then_some(NormalisedElo { elo, error })
}

fn digest(results: &[GameResult]) -> GameDigest {
    let mut digest = GameDigest::new();
    results.iter().for_each(|result| digest.add_digest(result.digest));
    digest
}

fn best(plan: &Plan, results: &[GameResult]) -> Option<BestMatchPlay> {
    let plays = results.iter().filter_map(|game| Some((game, game.best.as_ref()?)));
    let (game, best) = plays.reduce(|a, b| if b.1.points > a.1.points { b } else { a })?;
    let BestPlay { seat, word, points } = best;
    let bot = plan.entrants()[game.seats[*seat]].name.clone();
    Some(BestMatchPlay { bot, game: game.game + 1, word: word.clone(), points: *points })
}

fn cross(meetings: &PairwiseScores, order: &[usize]) -> Vec<Vec<HeadToHead>> {
    let cell = |row: usize, column: usize| {
        let games = meetings.games(row, column);
        (row != column && games > 0.0).then(|| (meetings.points(row, column), games))
    };
    order.iter().map(|&row| order.iter().map(|&column| cell(row, column)).collect()).collect()
}

fn sprt_standing(sprt: &Sprt, pairs: &Pentanomial) -> SprtStanding {
    let state = sprt.state(pairs);
    let (elo0, elo1) = sprt.hypotheses();
    let verdict = match state.decision() {
        SprtDecision::AcceptFirst => format!("{elo0} Elo accepted, {elo1} Elo rejected"),
        SprtDecision::AcceptSecond => format!("{elo1} Elo accepted, {elo0} Elo rejected"),
        SprtDecision::Undecided => "undecided".to_owned(),
    };
    SprtStanding { test: sprt.to_string(), llr: state.llr, lower: state.lower, upper: state.upper, verdict }
}

/// The ratings of all bots.
struct BotRatings {
    meetings: PairwiseScores,
    /// Elo and its error.
    elo: Vec<(Option<f64>, Option<f64>)>,
    superiority: Option<f64>,
    pairs: Option<Pentanomial>,
}

impl BotRatings {
    fn new(plan: &Plan, results: &[GameResult]) -> BotRatings {
        let count = plan.entrants().len();
        let meetings = meetings(count, results.iter());
        if count == 2 && plan.seats() == 2 {
            return BotRatings::of_two(plan, results, meetings);
        }
        let elo = ratings(&meetings.clone().with_prior_draws());
        let errors = errors(plan, results, count);
        let met = |bot: usize| (0..count).any(|other| meetings.games(bot, other) > 0.0);
        let elo = (0..count).map(|bot| (met(bot).then_some(elo[bot]), errors.as_ref().map(|all| all[bot])));
        BotRatings { elo: elo.collect(), superiority: None, pairs: None, meetings }
    }

    /// The ratings of two bots, from pairs.
    fn of_two(plan: &Plan, results: &[GameResult], meetings: PairwiseScores) -> BotRatings {
        let mut pairs = Pentanomial::default();
        for block in blocks(plan, results) {
            pairs.add(block.iter().map(|game| points_of(game, 0)).sum());
        }
        let estimate = pairs.estimate();
        let any = pairs.pairs() > 0;
        let finite = |value: f64| (any && value.is_finite()).then_some(value);
        let (elo, error) = (finite(estimate.elo), finite(estimate.error()));
        let elo = vec![(elo, error), (elo.map(|elo| -elo), error)];
        let superiority = any.then_some(estimate.superiority);
        BotRatings { meetings, elo, superiority, pairs: Some(pairs) }
    }
}

fn meetings<'a>(bots: usize, results: impl Iterator<Item = &'a GameResult>) -> PairwiseScores {
    let mut meetings = PairwiseScores::new(bots);
    for game in results {
        for seat in 0..game.seats.len() {
            for other in 0..seat {
                meetings.add(game.seats[seat], game.seats[other], game.against(seat, other), 1.0);
            }
        }
    }
    meetings
}

/// The confidence intervals of ratings by the jackknife: each part of the blocks is left out once. Blocks are divided
/// and not games, because the games of a block have the same bag.
fn errors(plan: &Plan, results: &[GameResult], bots: usize) -> Option<Vec<f64>> {
    let blocks = blocks(plan, results);
    let parts = JACKKNIFE_PARTS.min(blocks.len());
    if parts < 2 {
        return None;
    }
    let without = |part: usize| {
        let kept = blocks.iter().enumerate().filter(|(number, _)| number % parts != part);
        ratings(&meetings(bots, kept.flat_map(|(_, block)| block.iter())).with_prior_draws())
    };
    let estimates: Vec<Vec<f64>> = (0..parts).map(without).collect();
    let error = |bot: usize| {
        let mean = estimates.iter().map(|estimate| estimate[bot]).sum::<f64>() / parts as f64;
        let squares: f64 = estimates.iter().map(|estimate| (estimate[bot] - mean).powi(2)).sum();
        CONFIDENCE * (squares * (parts as f64 - 1.0) / parts as f64).sqrt()
    };
    Some((0..bots).map(error).collect())
}

fn bot_standing(plan: &Plan, results: &[GameResult], bot: usize, rated: &BotRatings) -> BotStanding {
    let entrant = &plan.entrants()[bot];
    let (elo, error) = rated.elo[bot];
    let superiority = rated.superiority.map(|first| if bot == 0 { first } else { 1.0 - first });
    let mut standing = BotStanding {
        name: entrant.name.clone(),
        spec: entrant.spec.clone(),
        games: 0,
        wins: 0,
        ties: 0,
        losses: 0,
        score: 0.0,
        elo,
        error,
        superiority,
        points: 0.0,
        spread: 0.0,
        bonuses: 0.0,
        error_counts: ErrorCounts::default(),
        scores: Vec::new(),
        spreads: Vec::new(),
    };
    for game in results {
        if let Some(seat) = game.seats.iter().position(|&seated| seated == bot) {
            add_game(&mut standing, game, seat);
        }
    }
    let games = (standing.games as f64).max(1.0);
    standing.score /= games;
    standing.points = standing.scores.iter().map(|&score| f64::from(score)).sum::<f64>() / games;
    standing.spread = standing.spreads.iter().sum::<f64>() / games;
    standing.bonuses /= games;
    standing
}

fn add_game(standing: &mut BotStanding, game: &GameResult, seat: usize) {
    let others: Vec<usize> = (0..game.seats.len()).filter(|&other| other != seat).collect();
    let worst = others.iter().map(|&other| game.against(seat, other)).fold(1.0, f64::min);
    standing.games += 1;
    match worst {
        1.0 => standing.wins += 1,
        0.5 => standing.ties += 1,
        _ => standing.losses += 1,
    }
    standing.score += game.share(seat);
    standing.error_counts = standing.error_counts.plus(game.error_counts[seat]);
    standing.bonuses += f64::from(game.bonuses[seat]);
    standing.scores.push(game.scores[seat]);
    let mean =
        others.iter().map(|&other| f64::from(game.scores[other])).sum::<f64>() / others.len().max(1) as f64;
    standing.spreads.push(f64::from(game.scores[seat]) - mean);
}
