//! Replies of players who do not know what is in the bag.

use crate::evaluator::StaticEvaluator;
use crate::simulation_game::SimulationGame;

/// Plays on until the bag is empty or the game is over. Each player makes its best play by points and leave, so a play
/// depends only on the board and the player's own rack, and is the same with every draw.
pub(super) fn play_until_bag_is_empty(game: &mut SimulationGame, evaluator: &mut StaticEvaluator) {
    while game.bag() > 0 && !game.is_over() {
        let context = game.evaluation_context();
        match evaluator.best_play(game.grid(), game.rack(game.turn()), context) {
            Some(best) => game.lay(&best.play),
            None => game.pass(),
        }
    }
}
