//! Players as people are: with a vocabulary, and now and then not with the very best play.

use crate::evaluator::{RankedAction, StaticEvaluator, TurnAction};
use crate::familiar::Vocabulary;
use crate::limit::SearchLimit;
use crate::outlook::EvaluationContext;
use crate::player::Player;
use crate::search::{Search, exchange_or_pass};
use crate::shared::PlayerData;
use lexicon::BuildError;
use movegen::{NoLeaves, TopPlays, by_score};
use rules::{Command, SeededChance, View};

/// What makes one player like this different from another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Style {
    /// The words it knows.
    pub(crate) vocabulary: Vocabulary,
    /// The points by which a play becomes less likely by a factor of e; none is chosen that loses three times as much.
    pub(crate) loses: f64,
    /// Whether it thinks of the tiles it keeps.
    pub(crate) keeps: Keeps,
}

/// Whether a player thinks of the tiles it keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeps {
    /// It takes points.
    Whatever,
    /// It knows what they are worth.
    Good,
}

/// The plays that come to mind.
const PLAYS: usize = 40;

/// Chooses among the good plays with the words it knows.
pub(crate) struct Human {
    search: Search,
    evaluator: StaticEvaluator,
    style: Style,
    chance: SeededChance,
}

impl Human {
    pub(crate) fn new(shared: &PlayerData, seed: u64, style: Style) -> Result<Human, BuildError> {
        let evaluator = StaticEvaluator::new(shared.familiar(style.vocabulary)?, shared.leaves());
        Ok(Human { search: Search::new(shared), evaluator, style, chance: SeededChance::new(seed) })
    }

    fn turn(&mut self, view: &View) -> Command {
        let Some(rack) = view.own_rack() else { return Command::Pass };
        let outlook = EvaluationContext::of(view);
        let plays = self.plays(view, outlook);
        let exchange = match self.style.keeps {
            Keeps::Good => self.evaluator.exchanges(rack, outlook, 1).pop(),
            Keeps::Whatever => None,
        };
        match (plays.first(), exchange) {
            (Some(best), Some(RankedAction { action: TurnAction::Exchange(tiles), equity }))
                if equity > best.equity =>
            {
                Command::Exchange(tiles)
            }
            (Some(_), _) => self.pick(&plays),
            (None, _) => self.lost_for_words(view),
        }
    }

    /// The plays that come to mind, best first.
    fn plays(&mut self, view: &View, outlook: EvaluationContext) -> Vec<RankedAction> {
        let Some(rack) = view.own_rack() else { return Vec::new() };
        match self.style.keeps {
            Keeps::Good => self.evaluator.plays(&view.grid, rack, outlook, PLAYS, &|| false),
            Keeps::Whatever => {
                let mut top = TopPlays::new(PLAYS, by_score);
                self.evaluator.generate(&view.grid, rack, &mut top);
                top.into_plays().into_iter().map(RankedAction::from).collect()
            }
        }
    }

    /// One of the plays, the likelier the better it is.
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
            _ => Command::Pass,
        }
    }

    /// No familiar word fits: new tiles if there are any to have, or else whatever can be laid.
    fn lost_for_words(&mut self, view: &View) -> Command {
        match exchange_or_pass(view) {
            Command::Pass => {
                let best = self.search.best_with(view, &NoLeaves);
                best.map_or(Command::Pass, |best| Command::Play(best.play.placement()))
            }
            exchange => exchange,
        }
    }
}

impl Player for Human {
    fn begin(&mut self, seed: u64) {
        self.chance = SeededChance::new(seed);
    }

    fn choose(&mut self, view: &View, _: &SearchLimit) -> Command {
        self.search.answer(view).unwrap_or_else(|| self.turn(view))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Context, Game, Millis, TileOwner, Viewer, judge};

    /// Plays a game against itself, and says how many plays there were and how many of them were not the best.
    fn play(style: Style) -> (usize, usize) {
        let (rules, words) = (presets::Library::shipped().rules("standard").unwrap(), presets::english());
        let shared = PlayerData::new(&rules, words).unwrap();
        let known = style.vocabulary.of(words).unwrap();
        let mut player = Human::new(&shared, 5, style).unwrap();
        let mut evaluator = StaticEvaluator::new(shared.familiar(style.vocabulary).unwrap(), shared.leaves());
        let worth = |ranked: &RankedAction| match (&ranked.action, style.keeps) {
            (TurnAction::Play(play), Keeps::Whatever) => f64::from(play.score()),
            _ => ranked.equity.as_f64(),
        };
        let mut chance = SeededChance::new(6);
        let mut context = Context { words, chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(rules.clone());
        game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
        let (mut plays, mut others) = (0, 0);
        while let Some(seat) = game.turn() {
            let view = game.view(Viewer::Seat(seat));
            let (rack, outlook) = (view.own_rack().unwrap(), EvaluationContext::of(&view));
            let all = evaluator.plays(&view.grid, rack, outlook, usize::MAX, &|| false);
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
        for (vocabulary, loses, keeps) in
            [(Vocabulary::Everyday, 8.0, Keeps::Whatever), (Vocabulary::Wide, 4.0, Keeps::Good)]
        {
            let (plays, others) = play(Style { vocabulary, loses, keeps });
            assert!(plays > 10 && others > 2 && others < plays, "{others} of {plays}");
        }
    }
}
