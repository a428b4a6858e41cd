//! Static until the last draws, exact from there on: the endgame player.

use crate::closer::EndgameAdvisor;
use crate::limit::SearchLimit;
use crate::pace::pace_limit;
use crate::player::Player;
use crate::shared::PlayerData;
use crate::steady::Steady;
use rules::{Command, View};

/// Weighs points against the tiles it keeps, studies the last draws one by one, and solves the endgame.
///
/// The end is for two players; with more it goes on as before.
pub(crate) struct Finisher {
    steady: Steady,
    closer: EndgameAdvisor,
}

impl Finisher {
    pub(crate) fn new(shared: &PlayerData) -> Finisher {
        Finisher { steady: Steady::new(shared), closer: EndgameAdvisor::with_data(shared) }
    }
}

impl Player for Finisher {
    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        if let Some(answer) = self.steady.answer(view) {
            return answer;
        }
        self.closer.turn(view, &pace_limit(view, limit)).unwrap_or_else(|| self.steady.turn(view))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::{Endgame, SolveOptions, Solver};
    use rules::{Context, Game, Millis, SeededChance, Viewer};

    #[test]
    fn it_plays_as_static_does_until_the_bag_is_empty_and_then_solves() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let shared = PlayerData::new(&rules, presets::english()).unwrap();
        let (mut finisher, mut steady) = (Finisher::new(&shared), Steady::new(&shared));
        let mut chance = SeededChance::new(8);
        let mut context = Context { words: presets::english(), chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(rules);
        game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
        while !game.bag().is_empty() {
            let seat = game.turn().unwrap();
            let view = game.view(Viewer::Seat(seat));
            let command = finisher.choose(&view, &SearchLimit::for_iterations(1));
            assert_eq!(command, steady.choose(&view, &SearchLimit::for_iterations(1)));
            game.decide(seat, &command, &mut context).unwrap().iter().for_each(|event| game.apply(event));
        }
        let view = game.view(Viewer::Seat(game.turn().unwrap()));
        let options = SolveOptions { limit: SearchLimit::for_iterations(2_000), ..SolveOptions::default() };
        let solution =
            Solver::new(presets::english()).solve(&Endgame::of_view(&view).unwrap(), &options).unwrap();
        let command = finisher.choose(&view, &SearchLimit::for_iterations(10));
        assert_eq!(command, Command::Play(solution.best().unwrap().placement()));
    }
}
