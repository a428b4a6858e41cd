//! Rollouts: deals the unseen tiles and plays each candidate.

use super::situation::Situation;
use super::{FollowUp, SimulationSettings};
use crate::evaluator::{RankedAction, StaticEvaluator, TurnAction};
use crate::limit::SearchLimit;
use crate::simulation_game::{SimulationGame, empty, mix};
use crate::win_chances::WinChances;
use movegen::{BoardChange, Equity, GeneratedPlay, PlayLine, RankedPlay};
use rules::{Points, SeededChance};
use std::sync::Arc;
use tiles::TileId;

/// The outcome of a candidate in a deal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RolloutOutcome {
    /// The gain in spread over the best opponent.
    pub(super) equity: f64,
    /// The chance to win.
    pub(super) win: f64,
    /// What followed.
    pub(super) follow_up: FollowUp,
}

/// The input of one round of deals.
pub(super) struct RoundInput<'a> {
    pub(super) situation: &'a Situation,
    pub(super) field: &'a [RankedAction],
    /// The indices of the remaining candidates.
    pub(super) racing: &'a [usize],
    pub(super) settings: &'a SimulationSettings,
    pub(super) limit: &'a SearchLimit,
}

/// Plays deals, in memory that is reused.
#[derive(Debug)]
pub(super) struct RolloutWorker {
    evaluator: StaticEvaluator,
    chances: Arc<WinChances>,
    /// The state at the start of each deal, and the game in which it is played.
    base: Option<SimulationGame>,
    game: Option<SimulationGame>,
    pool: Vec<TileId>,
    /// The value of each side's leave after its last turn.
    kept: Vec<Equity>,
    /// The best replies of the next side in this deal before any candidate is played; `None` if finding them does not
    /// pay.
    answers: Option<Vec<RankedPlay>>,
    /// Plays that are legal at the start of each deal.
    hints: Hints,
    start: Points,
}

/// With fewer candidates, finding replies in advance does not pay.
const SEVERAL: usize = 4;

/// The number of replies found in advance: nearly always one of them is unaffected by the candidate.
const ANSWERS: usize = 8;

/// The last few best plays that are legal at the start of each deal.
#[derive(Debug, Default)]
struct Hints {
    plays: Vec<GeneratedPlay>,
    next: usize,
    change: BoardChange,
}

impl Hints {
    /// How many are kept.
    const MOST: usize = 32;

    /// Adds a best play, if it is legal at the start of the deal.
    fn add(&mut self, game: &SimulationGame, play: &GeneratedPlay) {
        if self.plays.contains(play) {
            return;
        }
        self.change.update(game.grid(), game.laid_squares());
        if !self.change.is_unaffected(play) {
            return;
        }
        if self.plays.len() < Hints::MOST {
            self.plays.push(play.clone());
        } else {
            self.next = (self.next + 1) % Hints::MOST;
            self.plays[self.next].clone_from(play);
        }
    }
}

impl RolloutWorker {
    pub(super) fn new(evaluator: StaticEvaluator, chances: Arc<WinChances>) -> RolloutWorker {
        RolloutWorker {
            evaluator,
            chances,
            base: None,
            game: None,
            pool: Vec::new(),
            kept: Vec::new(),
            answers: None,
            hints: Hints::default(),
            start: 0,
        }
    }

    /// Starts a situation, for a search with this limit.
    pub(super) fn begin(&mut self, situation: &Situation, limit: &SearchLimit) {
        self.evaluator.set_limit(limit);
        let scores =
            std::iter::once(situation.score()).chain(situation.others().iter().map(|other| other.score));
        let mut base = SimulationGame::resume(situation.rules(), situation.grid().clone(), scores.collect());
        base.set_turn(0, situation.first(), situation.tally());
        base.set_exchanges(0, situation.exchanges());
        let others = situation.others().iter().enumerate();
        others.for_each(|(index, other)| base.set_exchanges(index + 1, other.exchanges));
        self.kept = vec![Equity::ZERO; base.sides()];
        self.hints.plays.clear();
        self.start = base.spread(0);
        self.game = Some(base.clone());
        self.base = Some(base);
    }

    /// Plays every remaining candidate in the deal with this number; `None` if the search was interrupted.
    pub(super) fn deal(&mut self, job: &RoundInput<'_>, number: u64) -> Option<Vec<RolloutOutcome>> {
        let mut chance = SeededChance::new(job.settings.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (mut base, mut game) = (self.base.take()?, self.game.take()?);
        self.hand_out(job.situation, &mut base, &mut chance);
        self.find_answers(job, &base);
        let mut outcomes = Vec::with_capacity(job.racing.len());
        for &racing in job.racing {
            if job.limit.is_interrupted() {
                break;
            }
            game.restore(&base);
            let mut chance = SeededChance::new(chance.clone().next());
            outcomes.push(self.play(&mut game, &job.field[racing], job.settings, &mut chance));
        }
        (self.base, self.game) = (Some(base), Some(game));
        // After an interruption, plays may have been missing in the last rollouts.
        (outcomes.len() == job.racing.len() && !job.limit.is_interrupted()).then_some(outcomes)
    }

    /// Finds the best replies of the next side, whose rack is the same for all candidates of a deal.
    fn find_answers(&mut self, job: &RoundInput<'_>, base: &SimulationGame) {
        let pays = job.racing.len() >= SEVERAL && base.bag() > 0 && !base.grid().is_empty();
        let next = (base.turn() + 1) % base.sides();
        self.answers = pays.then(|| self.evaluator.top_plays(base.grid(), base.rack(next), ANSWERS));
    }

    /// Deals the unseen tiles to the opponents and the bag.
    fn hand_out(&mut self, situation: &Situation, base: &mut SimulationGame, chance: &mut SeededChance) {
        self.pool.clear();
        self.pool.extend(situation.unseen().iter());
        mix(&mut self.pool, chance);
        let (racks, bag) = base.deal();
        racks.iter_mut().for_each(empty);
        racks[0].add_all(situation.rack());
        let last = situation.others().len();
        if let Some(kept) = situation.guess().and_then(|guess| guess.pick(chance)) {
            for tile in kept.iter() {
                if let Some(at) = self.pool.iter().position(|&other| other == tile) {
                    self.pool.swap_remove(at);
                    racks[last].add(tile);
                }
            }
        }
        for (rack, other) in racks[1..].iter_mut().zip(situation.others()) {
            match &other.rack {
                Some(known) => rack.add_all(known),
                None => {
                    rack.add_all(&other.known);
                    let missing = other.tiles.saturating_sub(rack.len()).min(self.pool.len());
                    self.pool.drain(self.pool.len() - missing..).for_each(|tile| rack.add(tile));
                }
            }
        }
        bag.clear();
        bag.extend(self.pool.iter().take(situation.bag()));
    }

    /// Plays a candidate and the turns after it; with an empty bag, to the end.
    fn play(
        &mut self,
        game: &mut SimulationGame,
        candidate: &RankedAction,
        settings: &SimulationSettings,
        chance: &mut SeededChance,
    ) -> RolloutOutcome {
        self.kept.fill(Equity::ZERO);
        let score = candidate.action.score();
        let bag = game.bag();
        game.apply(&candidate.action, chance);
        if bag > 0 {
            self.kept[0] = Equity(candidate.equity.0 - Equity::points(score).0);
        }
        let (mut ply, mut follow_up) = (0, FollowUp::default());
        while (ply < settings.plies || game.bag() == 0) && !game.is_over() {
            let line = self.go_on(game, ply, chance);
            if ply + 1 == game.sides() {
                follow_up.next = line;
            } else if ply == 0 {
                follow_up.reply = line;
            }
            ply += 1;
        }
        follow_up.out = game.bag() == 0 && game.rack(0).is_empty();
        self.outcome(game, follow_up)
    }

    /// Plays a turn of the static player, `ply` turns after the candidate. Returns its play, if it was one.
    fn go_on(
        &mut self,
        game: &mut SimulationGame,
        ply: usize,
        chance: &mut SeededChance,
    ) -> Option<PlayLine> {
        let (side, context) = (game.turn(), game.evaluation_context());
        let best = match &self.answers {
            _ if context.bag == 0 => self.evaluator.best_play(game.grid(), game.rack(side), context),
            Some(known) if ply == 0 => {
                self.evaluator.best_play_since(game.grid(), game.rack(side), known, game.laid_squares())
            }
            _ => {
                let hints = &self.hints.plays;
                self.evaluator.best_play_hinted(game.grid(), game.rack(side), hints, game.laid_squares())
            }
        };
        let line = best.as_ref().map(|best| best.play.line);
        match best {
            Some(best) => {
                if context.bag > 0 {
                    self.hints.add(game, &best.play);
                }
                game.lay(&best.play);
                let kept = Equity(best.equity.0 - Equity::points(best.play.score()).0);
                self.kept[side] = if context.bag > 0 { kept } else { Equity::ZERO };
            }
            None => match context.exchange {
                Some((_, most)) => {
                    let given: Vec<TileId> = game.rack(side).iter().take(most).collect();
                    game.apply(&TurnAction::Exchange(given), chance);
                    self.kept[side] = Equity::ZERO;
                }
                None => game.pass(),
            },
        }
        line
    }

    fn outcome(&self, game: &mut SimulationGame, follow_up: FollowUp) -> RolloutOutcome {
        if game.is_over() {
            game.settle();
            let spread = game.spread(0);
            let win = 0.5 + 0.5 * f64::from(spread.signum());
            return RolloutOutcome { equity: f64::from(spread - self.start), win, follow_up };
        }
        let best = (1..game.sides()).max_by_key(|&side| game.score(side)).unwrap_or(0);
        let ahead = f64::from(game.spread(0)) + self.kept[0].as_f64() - self.kept[best].as_f64();
        let (unseen, rack) = (game.unseen(), usize::from(self.evaluator.rules().rack_size));
        let win = match game.turn() {
            0 => self.chances.to_move(ahead, unseen, rack),
            _ => 1.0 - self.chances.to_move(-ahead, unseen, rack),
        };
        RolloutOutcome { equity: ahead - f64::from(self.start), win, follow_up }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerData;
    use crate::sim::Simulation;

    #[test]
    fn answers_found_beforehand_are_those_found_for_each_candidate() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let data = PlayerData::new(&rules, presets::english()).unwrap();
        let mut simulation = Simulation::with_data(&data);
        let settings = SimulationSettings { seed: 5, ..SimulationSettings::default() };
        let lines = include_str!("../../../movegen/benches/data/positions.cgp").lines();
        for line in lines.step_by(200) {
            let situation = Situation::of_position(&notation::cgp::parse(line, &rules).unwrap().position);
            let field = simulation.candidates(&situation, &settings);
            let all: Vec<usize> = (0..field.len()).collect();
            let limit = &SearchLimit::for_iterations(1);
            let mut worker = RolloutWorker::new(simulation.evaluator().clone(), WinChances::shipped());
            worker.begin(&situation, limit);
            for number in 0..4 {
                let mut deal = |racing: &[usize]| {
                    let job = RoundInput {
                        situation: &situation,
                        field: &field,
                        racing,
                        settings: &settings,
                        limit,
                    };
                    worker.deal(&job, number).unwrap()
                };
                let together = deal(&all);
                let alone: Vec<RolloutOutcome> =
                    all.iter().flat_map(|candidate| deal(&[*candidate])).collect();
                assert!(all.len() >= SEVERAL && together == alone, "{line}");
            }
        }
    }
}
