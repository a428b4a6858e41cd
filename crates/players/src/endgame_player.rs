//! The endgame player: static until the last draws, then exact.

use crate::endgame_advisor::EndgameAdvisor;
use crate::limit::SearchLimit;
use crate::pace::pace_limit;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::static_player::StaticPlayer;
use rules::{Command, View};

/// Weighs points against the tiles it keeps, studies the last draws one by one, and solves the endgame.
///
/// The exact search is for two players; with more it continues statically.
pub(crate) struct EndgamePlayer {
    static_player: StaticPlayer,
    advisor: EndgameAdvisor,
}

impl EndgamePlayer {
    pub(crate) fn new(data: &PlayerData) -> EndgamePlayer {
        EndgamePlayer { static_player: StaticPlayer::new(data), advisor: EndgameAdvisor::with_data(data) }
    }
}

impl Player for EndgamePlayer {
    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        if let Some(answer) = self.static_player.answer(view) {
            return answer;
        }
        let limit = pace_limit(view, limit);
        self.advisor.turn(view, &limit).unwrap_or_else(|| self.static_player.turn(view, &limit))
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
        let data = PlayerData::new(&rules, presets::english()).unwrap();
        let (mut endgame_player, mut static_player) = (EndgamePlayer::new(&data), StaticPlayer::new(&data));
        let mut chance = SeededChance::new(8);
        let mut context = Context { words: presets::english(), chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(rules);
        game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
        while !game.bag().is_empty() {
            let seat = game.turn().unwrap();
            let view = game.view(Viewer::Seat(seat));
            let command = endgame_player.choose(&view, &SearchLimit::for_iterations(1));
            assert_eq!(command, static_player.choose(&view, &SearchLimit::for_iterations(1)));
            game.decide(seat, &command, &mut context).unwrap().iter().for_each(|event| game.apply(event));
        }
        let view = game.view(Viewer::Seat(game.turn().unwrap()));
        let options = SolveOptions { limit: SearchLimit::for_iterations(2_000), ..SolveOptions::default() };
        let solution =
            Solver::new(presets::english()).solve(&Endgame::of_view(&view).unwrap(), &options).unwrap();
        let command = endgame_player.choose(&view, &SearchLimit::for_iterations(10));
        assert_eq!(command, Command::Play(solution.best().unwrap().placement()));
    }
}
