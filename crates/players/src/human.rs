//! Players that play like people: with a limited vocabulary, and not always with the best play.

use crate::evaluation_context::EvaluationContext;
use crate::evaluator::{RankedAction, StaticEvaluator, TurnAction};
use crate::limit::SearchLimit;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::search::{ViewSearch, exchange_or_pass};
use crate::vocabulary::Vocabulary;
use lexicon::BuildError;
use movegen::{NoLeaves, TopPlays, by_score};
use rules::{Command, SeededChance, View};

/// The style of a human-like player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct HumanStyle {
    /// The words it knows.
    pub(crate) vocabulary: Vocabulary,
    /// The points by which a play becomes less likely by a factor of e; plays that lose three times as much are not
    /// chosen.
    pub(crate) loses: f64,
    /// Whether it considers the leave.
    pub(crate) leave_policy: LeavePolicy,
}

/// Whether a player considers the leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeavePolicy {
    /// It maximises points.
    Ignore,
    /// It values leaves.
    Value,
}

/// How many plays it considers.
const PLAYS: usize = 40;

/// Chooses among the good plays with the words it knows.
pub(crate) struct HumanPlayer {
    search: ViewSearch,
    evaluator: StaticEvaluator,
    style: HumanStyle,
    chance: SeededChance,
}

impl HumanPlayer {
    pub(crate) fn new(data: &PlayerData, seed: u64, style: HumanStyle) -> Result<HumanPlayer, BuildError> {
        let evaluator = StaticEvaluator::new(data.vocabulary_generator(style.vocabulary)?, data.leaves());
        Ok(HumanPlayer { search: ViewSearch::new(data), evaluator, style, chance: SeededChance::new(seed) })
    }

    fn turn(&mut self, view: &View, limit: &SearchLimit) -> Command {
        self.evaluator.set_limit(limit);
        let Some(rack) = view.own_rack() else { return Command::Pass };
        let context = EvaluationContext::of(view);
        let plays = self.plays(view, context);
        let exchange = match self.style.leave_policy {
            LeavePolicy::Value => self.evaluator.exchanges(rack, context, 1).pop(),
            LeavePolicy::Ignore => None,
        };
        match (plays.first(), exchange) {
            (Some(best), Some(RankedAction { action: TurnAction::Exchange(tiles), equity }))
                if equity > best.equity =>
            {
                Command::Exchange(tiles)
            }
            (Some(_), _) => self.pick(&plays),
            (None, _) => self.exchange_or_any_play(view, limit),
        }
    }

    /// The plays that come to mind, best first.
    fn plays(&mut self, view: &View, context: EvaluationContext) -> Vec<RankedAction> {
        let Some(rack) = view.own_rack() else { return Vec::new() };
        match self.style.leave_policy {
            LeavePolicy::Value => self.evaluator.plays(&view.grid, rack, context, PLAYS, &|| false),
            LeavePolicy::Ignore => {
                let mut top = TopPlays::new(PLAYS, by_score);
                self.evaluator.generate(&view.grid, rack, &mut top);
                top.into_plays().into_iter().map(RankedAction::from).collect()
            }
        }
    }

    /// Picks one of the plays; better plays are more likely.
    fn pick(&mut self, plays: &[RankedAction]) -> Command {
        let best = plays[0].equity.as_f64();
        let weight = |play: &RankedAction| {
            let lost = (best - play.equity.as_f64()) / self.style.loses;
            if lost > 3.0 { 0.0 } else { (-lost).exp() }
        };
        let all: f64 = plays.iter().map(weight).sum();
        let mut at = (self.chance.clone().next() >> 11) as f64 / (1u64 << 53) as f64 * all;
        let chosen = plays.iter().find(|play| {
            at -= weight(play);
            at <= 0.0
        });
        self.chance.next();
        match &chosen.unwrap_or(&plays[0]).action {
            TurnAction::Play(play) => Command::Play(play.placement()),
            TurnAction::Exchange(_) | TurnAction::Pass => Command::Pass,
        }
    }

    /// If no known word can be played: exchanges if possible, or else plays any word.
    fn exchange_or_any_play(&mut self, view: &View, limit: &SearchLimit) -> Command {
        let command = exchange_or_pass(view);
        if command != Command::Pass {
            return command;
        }
        let best = self.search.best_with(view, limit, &NoLeaves);
        best.map_or(Command::Pass, |best| Command::Play(best.play.placement()))
    }
}

impl Player for HumanPlayer {
    fn begin(&mut self, seed: u64) {
        self.chance = SeededChance::new(seed);
    }

    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        self.search.answer(view).unwrap_or_else(|| self.turn(view, &limit.start()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Context, Game, Millis, TileOwner, Viewer, judge};

    /// Plays a game against itself, and says how many plays there were and how many of them were not the best.
    fn play(style: HumanStyle) -> (usize, usize) {
        let (rules, words) = (presets::Library::shipped().rules("standard").unwrap(), presets::english());
        let data = PlayerData::new(&rules, words).unwrap();
        let known = style.vocabulary.of(words).unwrap();
        let mut player = HumanPlayer::new(&data, 5, style).unwrap();
        let mut evaluator =
            StaticEvaluator::new(data.vocabulary_generator(style.vocabulary).unwrap(), data.leaves());
        let worth = |ranked: &RankedAction| match (&ranked.action, style.leave_policy) {
            (TurnAction::Play(play), LeavePolicy::Ignore) => f64::from(play.score()),
            _ => ranked.equity.as_f64(),
        };
        let mut chance = SeededChance::new(6);
        let mut context = Context { words, chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(rules.clone());
        game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
        let (mut plays, mut others) = (0, 0);
        while let Some(seat) = game.turn() {
            let view = game.view(Viewer::Seat(seat));
            let (rack, evaluation) = (view.own_rack().unwrap(), EvaluationContext::of(&view));
            let all = evaluator.plays(&view.grid, rack, evaluation, usize::MAX, &|| false);
            let command = player.choose(&view, &SearchLimit::for_iterations(1));
            if let (Command::Play(placement), false) = (&command, all.is_empty()) {
                judge(&rules, &view.grid, TileOwner::ANYBODY, placement, Some(&known))
                    .expect("words it knows");
                let is_it = |one: &&RankedAction| matches!(&one.action, TurnAction::Play(play) if play.placement() == *placement);
                let best = all.iter().map(worth).fold(f64::MIN, f64::max);
                let lost = best - worth(all.iter().find(is_it).expect("one of all plays"));
                assert!(lost <= 3.0 * style.loses, "{lost} lost by {command:?}");
                (plays, others) = (plays + 1, others + usize::from(lost > 0.0));
            }
            game.decide(seat, &command, &mut context).unwrap().iter().for_each(|event| game.apply(event));
        }
        (plays, others)
    }

    #[test]
    fn levels_make_words_they_know_and_no_blunders() {
        for (vocabulary, loses, leave_policy) in
            [(Vocabulary::Everyday, 8.0, LeavePolicy::Ignore), (Vocabulary::Wide, 4.0, LeavePolicy::Value)]
        {
            let (plays, others) = play(HumanStyle { vocabulary, loses, leave_policy });
            assert!(plays > 10 && others > 2 && others < plays, "{others} of {plays}");
        }
    }
}
