//! `POST /api/workshop/trial`: a hundred quick games with a draft, and what they show.

use super::workshop::check_size;
use super::{JsonBody, Requester};
use axum::Json;
use axum::extract::State;
use http_api::ApiError;
use lexicon::WordGraph;
use players::{Player, PlayerData, SearchLimit};
use presets::{BoardSeed, NO_LEXICON, Source};
use rules::{
    ChallengeRule, Clock, Command, Context, Event, EventKind, Game, GoodWord, Millis, Points, Ruleset,
    SeededChance, Viewer,
};
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use tables::{App, WorkKind};

/// How many games are played.
const GAMES: u64 = 100;

/// How long all games may take together.
const TIME: Duration = Duration::from_secs(8);

/// After this many turns a game is stuck.
const MAX_TURNS: u32 = 400;

/// The player at all seats.
const LEVEL: &str = "greedy";

/// A draft of a game to try.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a draft, such as {\"source\": \"<rules file>\"}")]
pub(crate) struct TrialRequest {
    /// The rules file.
    source: String,
}

/// What quick games between computers show about a draft.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct DraftTrial {
    /// How many games were played to the end: a hundred, or fewer if they took too long.
    games: u32,
    /// How many of them got stuck: they ended with tiles left and no more points, or did not end.
    stuck: u32,
    /// In how many games the first player had a play.
    openings: u32,
    /// In how many games the first player won.
    first_wins: u32,
    /// The plays that got the bonus for many tiles, in a game on average.
    bonuses: f64,
    turns: TrialRange,
    /// The scores of all players.
    scores: TrialRange,
}

/// The smallest, the largest and the average of some numbers; all 0 if there are none.
#[derive(Serialize, utoipa::ToSchema)]
struct TrialRange {
    least: i32,
    most: i32,
    average: f64,
}

/// Plays a hundred quick games with a draft.
#[utoipa::path(post, path = "/workshop/trial", tag = "workshop", request_body = TrialRequest, responses((status = 200, description = "what the games show", body = DraftTrial)))]
pub(crate) async fn try_draft(
    State(app): State<App>,
    Requester(owner): Requester,
    JsonBody(request): JsonBody<TrialRequest>,
) -> Result<Json<DraftTrial>, ApiError> {
    check_size(app.settings(), "source", &request.source)?;
    let play = {
        let app = app.clone();
        move || {
            let (rules, words) = load(&app, &request.source)?;
            TrialRun::new(rules, words)?.run(SearchLimit::until(Instant::now() + TIME))
        }
    };
    app.work(WorkKind::Trying, owner, play).await.map(Json)
}

/// The rules without clock and challenges, and their words.
fn load(app: &App, source: &str) -> Result<(Ruleset, WordGraph), ApiError> {
    let library = app.resources().library().clone().with_seed(BoardSeed(0));
    let bad_rules = |errors: String| ApiError::malformed("source", errors);
    let rules = library.rules_from(&Source::from_text("rules", source));
    let rules = rules.map_err(|errors| bad_rules(errors.to_string()))?;
    if rules.words.good == GoodWord::Any || rules.lexicon == NO_LEXICON {
        return Err(ApiError::unprocessable("lexicon-needed", "computers need a word list to play"));
    }
    let mut draft = rules.draft();
    (draft.clock, draft.challenge) = (Clock::Off, ChallengeRule::Void);
    let rules = Ruleset::try_from(draft).map_err(|errors| bad_rules(errors.to_string()))?;
    let words = app.resources().words(&rules.lexicon, &rules)?;
    Ok((rules, words))
}

struct TrialRun {
    rules: Ruleset,
    words: WordGraph,
    player: Box<dyn Player>,
}

/// How one game went.
#[derive(Default)]
struct TrialGame {
    turns: u32,
    scores: Vec<Points>,
    bonuses: u32,
    opened: bool,
    stuck: bool,
}

impl TrialRun {
    fn new(rules: Ruleset, words: WordGraph) -> Result<TrialRun, ApiError> {
        let unfit = |error: String| ApiError::unprocessable("lexicon-unfit", error);
        let data = PlayerData::new(&rules, &words).map_err(|error| unfit(error.to_string()))?;
        let level = players::by_name(LEVEL).unwrap_or(&players::list()[0]);
        let player = level.player_with(&data.on_cores(NonZeroUsize::MIN), 0);
        let player = player.map_err(|error| unfit(error.to_string()))?;
        Ok(TrialRun { rules, words, player })
    }

    fn run(mut self, limit: SearchLimit) -> Result<DraftTrial, ApiError> {
        let mut games = Vec::new();
        for seed in 0..GAMES {
            match self.play(seed, &limit)? {
                Some(game) => games.push(game),
                None => break,
            }
        }
        Ok(DraftTrial::of(&games))
    }

    /// Plays a game; nothing if the time is up before its end.
    fn play(&mut self, seed: u64, limit: &SearchLimit) -> Result<Option<TrialGame>, ApiError> {
        let mut chance = SeededChance::new(seed);
        let mut context = Context { words: &self.words, chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(self.rules.clone());
        let seats = 2.clamp(self.rules.seats.min, self.rules.seats.max);
        let start = game.start(seats, &mut context);
        let start = start.map_err(|error| ApiError::unprocessable("bad-rules", error.to_string()))?;
        start.iter().for_each(|event| game.apply(event));
        let mut result = TrialGame::default();
        while let Some(seat) = game.turn() {
            let command = self.player.choose(&game.view(Viewer::Seat(seat)), limit);
            if limit.is_interrupted() {
                return Ok(None);
            }
            let events = game.decide(seat, &command, &mut context);
            let events = events.or_else(|_| game.decide(seat, &Command::Pass, &mut context));
            let Ok(events) = events else { break };
            events.iter().for_each(|event| game.apply(event));
            result.note(&events);
            if result.turns >= MAX_TURNS {
                break;
            }
        }
        result.stuck = !game.seats().iter().any(|seat| seat.rack.is_empty());
        result.scores = game.seats().iter().map(|seat| seat.score).collect();
        Ok(Some(result))
    }
}

impl TrialGame {
    fn note(&mut self, events: &[Event]) {
        for event in events {
            if let EventKind::Played { bonus, .. } = &event.kind {
                self.opened |= self.turns == 0;
                self.bonuses += u32::from(*bonus != 0);
            }
            self.turns += u32::from(event.kind.ends_turn());
        }
    }

    fn is_won_by_first(&self) -> bool {
        let (first, rest) = (self.scores.first(), self.scores.iter().skip(1));
        first.is_some() && rest.max() < first
    }
}

impl DraftTrial {
    fn of(games: &[TrialGame]) -> DraftTrial {
        let count = |is: fn(&TrialGame) -> bool| games.iter().filter(|game| is(game)).count() as u32;
        let bonuses: u32 = games.iter().map(|game| game.bonuses).sum();
        DraftTrial {
            games: games.len() as u32,
            stuck: count(|game| game.stuck),
            openings: count(|game| game.opened),
            first_wins: count(TrialGame::is_won_by_first),
            bonuses: f64::from(bonuses) / (games.len().max(1) as f64),
            turns: TrialRange::of(games.iter().map(|game| game.turns as i32)),
            scores: TrialRange::of(games.iter().flat_map(|game| game.scores.iter().copied())),
        }
    }
}

impl TrialRange {
    fn of(numbers: impl Iterator<Item = i32> + Clone) -> TrialRange {
        let sum: i64 = numbers.clone().map(i64::from).sum();
        TrialRange {
            least: numbers.clone().min().unwrap_or(0),
            most: numbers.clone().max().unwrap_or(0),
            average: sum as f64 / (numbers.count().max(1) as f64),
        }
    }
}
