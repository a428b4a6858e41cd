//! Games of computers under rules that are checked, and what they show.

use crate::inputs::{Catalog, WordSource};
use anyhow::bail;
use arena::{Arena, FinishedGame, MatchListener, PairingSystem, Plan, PlanDraft, entrants, run};
use bots::MatchSetup;
use rules::{ChallengeRule, Clock, EventKind, Points, Ruleset};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;

/// The player at all seats.
const LEVEL: &str = "greedy";

/// What games of computers show about rules.
#[derive(Serialize, Default)]
pub(super) struct RulesTrial {
    games: u64,
    /// In how many games the first player had a play.
    openings: u64,
    /// The points of the first plays.
    opening_points: NumberSummary,
    /// The final scores of all players.
    scores: NumberSummary,
    /// The turns of a game.
    turns: NumberSummary,
    /// The plays with a bonus, in all games.
    bonuses: u64,
    /// How many games ended in which way.
    endings: BTreeMap<String, u64>,
}

/// The smallest, the largest and the mean of some numbers.
#[derive(Serialize, Default)]
struct NumberSummary {
    count: u64,
    least: i64,
    most: i64,
    mean: f64,
}

impl RulesTrial {
    /// Plays games without clock and challenges.
    pub(super) fn play(rules: &Ruleset, catalog: &Catalog, games: u64) -> anyhow::Result<RulesTrial> {
        let WordSource::Lexicon(words) = catalog.default_words(rules)? else {
            bail!("the rules {} accept every word, so computers cannot play them", rules.name);
        };
        let mut draft = rules.draft();
        (draft.clock, draft.challenge) = (Clock::Off, ChallengeRule::Void);
        let rules = Ruleset::try_from(draft)?;
        let seats = 2.clamp(rules.seats.min, rules.seats.max);
        let plan = Plan::try_from(PlanDraft {
            entrants: entrants(&[LEVEL], seats.into())?,
            setup: MatchSetup::new(rules, words),
            system: PairingSystem::RoundRobin,
            seats,
            games,
            seed: 1,
        })?;
        let mut trial = RulesTrial::default();
        run(&Arena::new(plan), Vec::new(), &mut trial)?;
        Ok(trial)
    }

    /// The figures in words.
    pub(super) fn lines(&self) -> Vec<String> {
        let endings: Vec<String> =
            self.endings.iter().map(|(end, games)| format!("{games} × {end}")).collect();
        vec![
            format!("{} games of {LEVEL} computers; ended by: {}", self.games, endings.join(", ")),
            format!("first player had a play: {}; its points: {}", self.openings, self.opening_points.text()),
            format!("scores: {}", self.scores.text()),
            format!("turns: {}; plays with a bonus: {}", self.turns.text(), self.bonuses),
        ]
    }

    fn count_opening(&mut self, game: &FinishedGame) {
        let first = game.events.iter().find(|event| event.kind.ends_turn());
        if let Some(EventKind::Played { score, .. }) = first.map(|event| &event.kind) {
            self.openings += 1;
            self.opening_points.add((*score).into());
        }
    }
}

impl MatchListener for RulesTrial {
    fn game_finished(&mut self, game: &FinishedGame) -> io::Result<ControlFlow<()>> {
        self.games += 1;
        self.count_opening(game);
        let score = |points: &Points| i64::from(*points);
        game.result.scores.iter().map(score).for_each(|score| self.scores.add(score));
        self.turns.add(game.result.turns.into());
        self.bonuses += game.result.bonuses.iter().map(|&count| u64::from(count)).sum::<u64>();
        *self.endings.entry(game.result.end.to_string()).or_default() += 1;
        Ok(ControlFlow::Continue(()))
    }
}

impl NumberSummary {
    fn add(&mut self, number: i64) {
        let is_first = self.count == 0;
        self.least = if is_first { number } else { self.least.min(number) };
        self.most = if is_first { number } else { self.most.max(number) };
        self.count += 1;
        self.mean += (number as f64 - self.mean) / self.count as f64;
    }

    fn text(&self) -> String {
        match self.count {
            0 => "none".to_owned(),
            _ => format!("{} to {}, {:.1} on average", self.least, self.most, self.mean),
        }
    }
}
