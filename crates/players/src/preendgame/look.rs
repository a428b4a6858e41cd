//! Looks at a turn with one draw: the rest of the game is an endgame, which is searched more or less deeply.

use super::PreEndgame;
use super::draws::Draw;
use super::replies::play_until_bag_is_empty;
use super::rows::{DrawOutcome, OutcomeProof};
use crate::endgame::{
    Endgame, EndgameData, LaneLists, ReachableWords, SearchExtent, SharedEndgame, SolveOptions, Solver,
    swap_sides,
};
use crate::evaluator::{StaticEvaluator, TurnAction};
use crate::limit::SearchLimit;
use crate::simulation_game::SimulationGame;
use lexicon::BuildError;
use rules::Points;
use std::cmp::Ordering;
use tiles::{TileId, Tiles};

/// How deep the rest of the game is searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Look {
    /// Not to the end; then both players continue greedily. The result is an estimate.
    Estimate(SearchExtent),
    /// To the end, to find the winner.
    Winner,
    /// To the end, to find the spread.
    Spread,
}

impl Look {
    /// The quickest look.
    pub(super) const QUICK: Look = Look::Estimate(SearchExtent { depth: 0, width: 1 });

    /// What this look proves at most.
    pub(super) fn proof(self) -> OutcomeProof {
        match self {
            Look::Estimate(_) => OutcomeProof::Estimated,
            Look::Winner => OutcomeProof::Decided,
            Look::Spread => OutcomeProof::Solved,
        }
    }
}

/// What one thread needs to look at turns.
#[derive(Debug)]
pub(super) struct Looker {
    pub(super) solver: Solver,
    pub(super) evaluator: StaticEvaluator,
}

/// The tiles that both players may hold with one draw. The opponent comes first.
#[derive(Debug)]
pub(super) struct DrawData {
    /// The opponent's tiles.
    others: Tiles,
    /// After turns that empty the bag, and after others, where the opponent may draw any unseen tile. `None` if the
    /// rules allow no lists, or if lists would be too long.
    data: [Option<EndgameData>; 2],
}

impl DrawData {
    /// With several blanks, the lists for all tiles a player might hold would be longer than the lists of all turns
    /// together.
    pub(super) fn new(game: &PreEndgame, draw: &Draw) -> DrawData {
        let (mut own, mut others) = (game.rack.clone(), game.unseen.clone());
        own.extend(draw.tiles.iter().copied());
        draw.tiles.iter().for_each(|&tile| _ = others.take(tile));
        let data = [&others, &game.unseen].map(|other| {
            (!game.is_wild()).then(|| EndgameData::new(&game.rules, &game.grid, [other, &own])).flatten()
        });
        DrawData { others, data }
    }
}

/// Looks at turns with one draw.
pub(super) struct DrawLook<'a> {
    game: &'a PreEndgame,
    draw: &'a Draw,
    /// The number of the draw.
    number: usize,
    data: &'a DrawData,
    words: Option<&'a ReachableWords>,
    lists: [Option<LaneLists<'a>>; 2],
}

impl<'a> DrawLook<'a> {
    pub(super) fn new(
        game: &'a PreEndgame,
        (number, draw): (usize, &'a Draw),
        data: &'a DrawData,
        words: Option<&'a ReachableWords>,
    ) -> DrawLook<'a> {
        DrawLook { game, draw, number, data, words, lists: [None, None] }
    }

    /// The result of a turn: the average over the orders of the tiles that stay in the bag. `None` if the search was
    /// cut short, so that it says less than an earlier one.
    pub(super) fn outcome(
        &mut self,
        action: &TurnAction,
        before: Option<DrawOutcome>,
        look: Look,
        limit: &SearchLimit,
        looker: &mut Looker,
    ) -> Result<Option<DrawOutcome>, BuildError> {
        let orders = self.game.orders(action, &self.draw.tiles);
        let share = 1.0 / orders.len() as f64;
        let mut sum = DrawOutcome { won: 0.0, spread: 0.0, proof: OutcomeProof::Solved };
        for order in orders {
            let Some(outcome) = self.outcome_in_order(action, &order, look, limit, looker)? else {
                return Ok(None);
            };
            sum.won += share * outcome.won;
            // A search for the winner leaves the estimate of the spread as it was.
            let spread =
                before.filter(|_| outcome.proof == OutcomeProof::Decided).map(|before| before.spread);
            sum.spread += share * spread.unwrap_or(outcome.spread);
            sum.proof = sum.proof.min(outcome.proof);
        }
        Ok(Some(sum))
    }

    fn outcome_in_order(
        &mut self,
        action: &TurnAction,
        order: &[TileId],
        look: Look,
        limit: &SearchLimit,
        looker: &mut Looker,
    ) -> Result<Option<DrawOutcome>, BuildError> {
        let mut after = self.game.after(action, order, self.data.others.clone());
        play_until_bag_is_empty(&mut after, &mut looker.evaluator);
        if after.is_over() {
            after.settle();
            return Ok(Some(DrawOutcome::from_spread(after.spread(0))));
        }
        let Ok(endgame) = self.endgame(&after) else {
            return Ok(Some(DrawOutcome::from_estimate(after.spread(0), 0)));
        };
        let side = 1 - after.turn();
        // Tiles that were exchanged are not in the lists.
        let lists = match action {
            TurnAction::Exchange(_) => None,
            TurnAction::Play(_) | TurnAction::Pass => {
                self.lists(usize::from(!self.game.empties_the_bag(action)))
            }
        };
        let Some((lists, group)) = lists else {
            return search_alone(endgame, (side, after.spread(0)), look, limit, &mut looker.solver);
        };
        let shared = SharedEndgame { endgame: &endgame, to_move: side, group };
        Ok(search(shared, after.spread(0), look, limit, &mut looker.solver, lists))
    }

    /// The lists of one kind of turns, and the number of the entries in the table that these turns share.
    fn lists(&mut self, kind: usize) -> Option<(&mut LaneLists<'a>, u64)> {
        if self.lists[kind].is_none() {
            self.lists[kind] = Some(LaneLists::new(self.data.data[kind].as_ref()?, self.words?));
        }
        self.lists[kind].as_mut().map(|lists| (lists, (2 * self.number + kind) as u64))
    }

    /// The endgame after a turn: the opponent is side 0.
    fn endgame(&self, after: &SimulationGame) -> Result<Endgame, crate::endgame::EndgameError> {
        let racks = [after.rack(1).clone(), after.rack(0).clone()];
        let endgame = Endgame::new(&self.game.rules, after.grid(), racks)?;
        Ok(endgame.with_tally(swap_sides(after.tally()), 1 - self.game.first))
    }
}

/// Searches an endgame in which the player leads by `spread`.
fn search(
    shared: SharedEndgame<'_>,
    spread: Points,
    look: Look,
    limit: &SearchLimit,
    solver: &mut Solver,
    lists: &mut LaneLists<'_>,
) -> Option<DrawOutcome> {
    let sign = sign_of(shared.to_move);
    let extent = match look {
        Look::Estimate(extent) => extent,
        Look::Spread => SearchExtent::WHOLE,
        Look::Winner => {
            let found = solver.compare_shared(shared, lists, -sign * spread, limit)?;
            return Some(DrawOutcome::from_result(if sign > 0 { found } else { found.reverse() }, spread));
        }
    };
    let solution = solver.solve_shared(shared, lists, extent, limit);
    let end = spread + sign * solution.spread_delta;
    match solution.proven {
        true => Some(DrawOutcome::from_spread(end)),
        false => (solution.depth >= extent.depth).then(|| DrawOutcome::from_estimate(end, extent.depth)),
    }
}

/// Solves an endgame with lists of its own.
fn search_alone(
    endgame: Endgame,
    (side, spread): (usize, Points),
    look: Look,
    limit: &SearchLimit,
    solver: &mut Solver,
) -> Result<Option<DrawOutcome>, BuildError> {
    let is_quick = look == Look::QUICK;
    let limit = if is_quick { limit.clone().with_iterations(1) } else { limit.clone() };
    let options = SolveOptions { limit, ..SolveOptions::default() };
    let solution = solver.solve(&endgame.with_side_first(side), &options)?;
    let end = spread + sign_of(side) * solution.spread_delta;
    Ok(match solution.proven {
        true => Some(DrawOutcome::from_spread(end)),
        false => is_quick.then(|| DrawOutcome::from_estimate(end, 0)),
    })
}

/// What a gain of a side means to the player, who is side 1.
fn sign_of(side: usize) -> Points {
    if side == 1 { 1 } else { -1 }
}

/// The scale of errors of a spread that was estimated by a search to this depth, in points.
fn error_scale(depth: u8) -> f64 {
    12.0 / (1.0 + f64::from(depth) / 4.0)
}

impl DrawOutcome {
    /// The outcome of a game that ends with this spread.
    fn from_spread(spread: Points) -> DrawOutcome {
        DrawOutcome { proof: OutcomeProof::Solved, ..DrawOutcome::from_result(spread.cmp(&0), spread) }
    }

    /// The outcome of a game that the player wins, ties or loses, perhaps with this spread.
    fn from_result(result: Ordering, spread: Points) -> DrawOutcome {
        let won = match result {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        };
        DrawOutcome { won, spread: spread.into(), proof: OutcomeProof::Decided }
    }

    /// The outcome of a game that ends with about this spread, by a search to this depth.
    fn from_estimate(spread: Points, depth: u8) -> DrawOutcome {
        let spread = f64::from(spread);
        let won = 1.0 / (1.0 + (-spread / error_scale(depth)).exp());
        DrawOutcome { won, spread, proof: OutcomeProof::Estimated }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LeaveValues;
    use crate::endgame::reachable_words;
    use crate::preendgame::draws::draws;
    use crate::preendgame::tests::game;
    use movegen::{AllPlays, Generator};

    /// Some turns: every ninth play, and a pass.
    fn turns(game: &PreEndgame) -> Vec<TurnAction> {
        let mut plays = AllPlays::new();
        let mut generator = Generator::new(&game.rules, presets::english()).unwrap();
        generator.generate(&game.grid, &game.rack, &mut plays);
        let plays = plays.iter().step_by(9).map(|play| TurnAction::Play(play.to_play()));
        plays.chain([TurnAction::Pass]).collect()
    }

    fn looker(game: &PreEndgame) -> Looker {
        let words = presets::english();
        let generator = Generator::new(&game.rules, words).unwrap();
        let evaluator = StaticEvaluator::new(generator, LeaveValues::of(&game.rules, words));
        Looker { solver: Solver::for_many(words), evaluator }
    }

    /// Passes each turn with each draw to a check, with shared lists.
    fn check_all(mut check: impl FnMut(&mut DrawLook<'_>, &TurnAction, &mut Looker)) {
        let game = game("ERS/DEL");
        let words = reachable_words(&game.rules, &game.grid, &game.tiles(), presets::english());
        let mut looker = looker(&game);
        for (number, draw) in draws(&game.unseen, game.bag).iter().enumerate() {
            let data = DrawData::new(&game, draw);
            let mut with_draw = DrawLook::new(&game, (number, draw), &data, words.as_ref());
            turns(&game).iter().for_each(|turn| check(&mut with_draw, turn, &mut looker));
        }
    }

    fn look_at(with: &mut DrawLook<'_>, turn: &TurnAction, look: Look, looker: &mut Looker) -> DrawOutcome {
        with.outcome(turn, None, look, &SearchLimit::UNLIMITED, looker).unwrap().unwrap()
    }

    #[test]
    fn shared_and_separate_lists_give_the_same_results() {
        check_all(|with_draw, turn, looker| {
            let data = DrawData { others: with_draw.data.others.clone(), data: [None, None] };
            let mut alone = DrawLook::new(with_draw.game, (with_draw.number, with_draw.draw), &data, None);
            let alone = look_at(&mut alone, turn, Look::Spread, looker);
            let shared = look_at(with_draw, turn, Look::Spread, looker);
            assert_eq!((shared.won, shared.spread), (alone.won, alone.spread), "{turn:?}");
        });
    }

    #[test]
    fn the_winner_is_the_one_who_is_ahead_at_the_end() {
        check_all(|with_draw, turn, looker| {
            let winner = look_at(with_draw, turn, Look::Winner, looker);
            let solved = look_at(with_draw, turn, Look::Spread, looker);
            assert_eq!((winner.won, solved.proof), (solved.won, OutcomeProof::Solved), "{turn:?}");
        });
    }

    #[test]
    fn a_search_that_tries_few_plays_proves_nothing_wrong() {
        check_all(|with_draw, turn, looker| {
            for (depth, width) in [(2, 2), (6, 3), (20, 1)] {
                let narrow = look_at(with_draw, turn, Look::Estimate(SearchExtent { depth, width }), looker);
                let solved = look_at(with_draw, turn, Look::Spread, looker);
                if narrow.proof == OutcomeProof::Solved {
                    assert_eq!((narrow.won, narrow.spread), (solved.won, solved.spread), "{turn:?}");
                }
            }
        });
    }
}
