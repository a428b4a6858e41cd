//! The stages of a study: which turns are looked at how deeply, and with which draws.

use super::draws::{Draw, draws};
use super::look::{DrawData, DrawLook, Look, Looker};
use super::rows::{DrawOutcome, OutcomeProof, RowState, StudyRow, sort_rows};
use super::{PreEndgame, PreEndgameResult, StudyOptions};
use crate::EvaluationContext;
use crate::endgame::{ReachableWords, SearchExtent, Solver, reachable_words};
use crate::evaluator::{StaticEvaluator, TurnAction};
use crate::leaves::LeaveValues;
use crate::limit::SearchLimit;
use lexicon::{BuildError, WordGraph};
use movegen::Generator;
use rules::SeededChance;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tiles::Tiles;

/// A stage of a study.
#[derive(Clone, Copy, Debug)]
struct Stage {
    look: Look,
    /// The share of the time that is left which the stage may use.
    share: f64,
    /// How many turns are kept after the stage.
    kept: usize,
}

/// The stages of a search with a limit.
const STAGES: [Stage; 5] = [
    Stage { look: Look::QUICK, share: 0.3, kept: 10 },
    Stage { look: estimate(2, 8), share: 0.35, kept: 6 },
    Stage { look: estimate(4, 8), share: 0.5, kept: 4 },
    Stage { look: Look::Winner, share: 0.9, kept: 4 },
    Stage { look: Look::Spread, share: 1.0, kept: usize::MAX },
];

const fn estimate(depth: u8, width: usize) -> Look {
    Look::Estimate(SearchExtent { depth, width })
}

/// The only stage of a search without a limit.
const EXHAUSTIVE: [Stage; 1] = [Stage { look: Look::Spread, share: 1.0, kept: usize::MAX }];

/// The number of exchanges that are compared besides plays, if the rules allow any.
const EXCHANGES: usize = 3;

/// The draws of each thread between two checks for turns to drop.
const ROUND: usize = 4;

/// The fewest draws before a turn is dropped because it is clearly behind.
const FEWEST: u64 = 8;

/// A turn is clearly behind the leader by this many standard errors.
const CLEAR: f64 = 3.0;

/// The number of a draw, and the indices of the turns to look at with it.
type DrawWork = (usize, Vec<usize>);

/// The results of turns with one draw, as far as there was time: the index of each turn, and its outcome if it is better
/// known than before.
type DrawResults = Vec<(usize, Option<DrawOutcome>)>;

/// A study of the turns of a pre-endgame.
pub(super) struct Study<'a> {
    game: &'a PreEndgame,
    options: StudyOptions,
    reachable: Option<ReachableWords>,
    draws: Vec<Draw>,
    rows: Vec<StudyRow>,
    evaluator: StaticEvaluator,
    /// The turns that the caller wants to be evaluated.
    needed: Vec<TurnAction>,
}

impl<'a> Study<'a> {
    pub(super) fn new(
        game: &'a PreEndgame,
        words: &WordGraph,
        leaves: &LeaveValues,
        options: &StudyOptions,
        also: &[TurnAction],
    ) -> Result<Study<'a>, BuildError> {
        let options = StudyOptions { limit: options.limit.start(), ..options.clone() };
        let mut evaluator = StaticEvaluator::new(Generator::new(&game.rules, words)?, leaves.clone());
        evaluator.set_limit(&options.limit);
        let actions = actions(game, &mut evaluator, options.plays, also);
        let reachable = reachable_words(&game.rules, &game.grid, &game.tiles(), words);
        let mut draws = draws(&game.unseen, game.bag);
        shuffle(&mut draws, options.seed);
        let most = options.limit.iterations().and_then(|most| usize::try_from(most).ok());
        let tried = draws.len().min(most.unwrap_or(usize::MAX));
        draws.truncate(tried);
        let rows = actions.into_iter().map(|action| StudyRow::new(action, tried)).collect();
        Ok(Study { game, options, reachable, draws, rows, evaluator, needed: also.to_vec() })
    }

    /// Goes through the stages until the limit is reached or one turn is clearly best.
    pub(super) fn run(&mut self, words: &WordGraph) -> Result<(), BuildError> {
        // With a limit of nodes the result must repeat, and the work of one endgame depends on the entries of the one
        // before.
        let threads = if self.options.nodes_per_endgame.is_some() { 1 } else { self.options.threads.get() };
        let looker = || Looker { solver: Solver::for_many(words), evaluator: self.evaluator.clone() };
        let mut lookers: Vec<Looker> = (0..threads).map(|_| looker()).collect();
        let stages = if self.is_limited() { &STAGES[..] } else { &EXHAUSTIVE };
        for stage in stages {
            if stage.look == Look::Spread && self.is_limited() {
                self.keep_equal();
            }
            if self.racing().len() > 1 || self.rows.iter().all(|row| row.draws() == 0) {
                self.run_stage(stage, &mut lookers)?;
                if self.is_limited() {
                    self.leave_out_pass();
                }
                self.keep(stage.kept);
            }
        }
        if self.options.use_all_time && self.options.nodes_per_endgame.is_none() {
            self.use_rest(&mut lookers)?;
        }
        Ok(())
    }

    /// Leaves out a pass after the quick look if there is a play: it often seems better than it is.
    fn leave_out_pass(&mut self) {
        if self.rows.iter().any(|row| row.action != TurnAction::Pass) {
            let pass = self.rows.iter_mut().filter(|row| row.action == TurnAction::Pass);
            pass.for_each(|row| row.state = row.state.max(RowState::Behind));
        }
    }

    /// Whether the study may have to stop before every endgame is solved.
    fn is_limited(&self) -> bool {
        self.options.limit.is_timed() || self.options.limit.iterations().is_some()
    }

    /// Looks at all turns that are still compared, with one draw after the other.
    fn run_stage(&mut self, stage: &Stage, lookers: &mut [Looker]) -> Result<(), BuildError> {
        let limit = share_time(&self.options.limit, stage.share);
        let all: Vec<usize> = (0..self.draws.len()).collect();
        for numbers in all.chunks(ROUND * lookers.len()) {
            let is_first = self.rows.iter().all(|row| row.draws() == 0);
            let work: Vec<DrawWork> =
                numbers.iter().map(|&number| (number, self.rows_to_look_at(number, stage.look))).collect();
            let slice = self.slice(&limit, (self.draws.len() - numbers[0]) * self.racing().len());
            let slice = slice.filter(|_| stage.look >= Look::Winner);
            let found = self.look_at(&work, stage.look, (&limit, slice), lookers)?;
            self.take(&work, found, is_first);
            self.drop_beaten();
            if stage.look > Look::QUICK && self.is_limited() {
                self.drop_clear();
            }
            if limit.is_interrupted() || self.racing().len() < 2 && self.is_limited() {
                break;
            }
        }
        Ok(())
    }

    /// The turns to look at with a draw: those that are still compared and not known well enough.
    fn rows_to_look_at(&self, number: usize, look: Look) -> Vec<usize> {
        let enough = look.proof().max(OutcomeProof::Decided);
        let is_open = |&row: &usize| self.rows[row].proof(number).is_none_or(|proof| proof < enough);
        self.racing().into_iter().filter(is_open).collect()
    }

    /// Keeps the results of draws with which all turns were looked at: others would favour some turns. Only if there
    /// is nothing else, an incomplete first draw is better than nothing.
    fn take(&mut self, work: &[DrawWork], found: Vec<(usize, DrawResults)>, is_first: bool) {
        let mut complete = 0;
        for (number, results) in found {
            let wanted = work.iter().find(|(other, _)| *other == number).map_or(0, |(_, rows)| rows.len());
            if results.len() == wanted || is_first && complete == 0 {
                complete += 1;
                for (row, outcome) in results {
                    outcome.into_iter().for_each(|outcome| self.rows[row].set(number, outcome));
                }
            }
        }
        let draws = &self.draws;
        self.rows.iter_mut().filter(|row| row.state == RowState::Racing).for_each(|row| row.add_up(draws));
        if is_first {
            let untried = self.rows.iter_mut().filter(|row| row.draws() == 0);
            untried.for_each(|row| row.state = RowState::Behind);
        }
    }

    /// Uses the time that is left: solves what was cut short, and tries the draws that turns were dropped without.
    fn use_rest(&mut self, lookers: &mut [Looker]) -> Result<(), BuildError> {
        loop {
            let before = self.count_open();
            let mut left = before;
            for number in 0..self.draws.len() {
                let open: Vec<usize> =
                    (0..self.rows.len()).filter(|&row| self.rows[row].is_open(number)).collect();
                if open.is_empty() {
                    continue;
                }
                let limit = self.options.limit.clone();
                let slice = self.slice(&limit, left);
                left = left.saturating_sub(open.len());
                let found = self.look_at(&[(number, open)], Look::Spread, (&limit, slice), lookers)?;
                let is_cut = limit.is_interrupted();
                for (row, outcome) in found.into_iter().flat_map(|(_, results)| results) {
                    outcome.into_iter().for_each(|outcome| self.rows[row].set(number, outcome));
                    self.rows[row].add_up(&self.draws);
                }
                self.drop_beaten();
                if is_cut {
                    return Ok(());
                }
            }
            let all = self.draws.len() as u64;
            let behind =
                self.rows.iter_mut().filter(|row| row.state == RowState::Behind && row.draws() == all);
            behind.for_each(|row| row.state = RowState::Racing);
            // What did not become better with a larger share of the time cannot be solved.
            if self.count_open() >= before {
                return Ok(());
            }
        }
    }

    /// How many results could be better.
    fn count_open(&self) -> usize {
        let open = |row: &StudyRow| (0..self.draws.len()).filter(|&number| row.is_open(number)).count();
        self.rows.iter().map(open).sum()
    }

    /// The turns that are still compared.
    fn racing(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&row| self.rows[row].state == RowState::Racing).collect()
    }

    /// The time for one endgame, if this many are still to be searched.
    fn slice(&self, limit: &SearchLimit, endgames: usize) -> Option<Duration> {
        let left = limit.deadline()?.saturating_duration_since(Instant::now());
        let each = left * self.options.threads.get() as u32 * 2 / (endgames.max(1) as u32);
        Some(each.max(Duration::from_millis(2)))
    }

    /// Looks at turns with several draws, on all threads; returns the results of each draw in their order.
    fn look_at(
        &self,
        work: &[DrawWork],
        look: Look,
        (limit, slice): (&SearchLimit, Option<Duration>),
        lookers: &mut [Looker],
    ) -> Result<Vec<(usize, DrawResults)>, BuildError> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work_on = |looker: &mut Looker| {
            while let Some((number, rows)) = work.get(next.fetch_add(1, Relaxed)) {
                let results = self.look_with_draw(*number, rows, look, (limit, slice), looker);
                found.lock().unwrap_or_else(PoisonError::into_inner).push((*number, results));
            }
        };
        std::thread::scope(|scope| {
            let (first, rest) = lookers.split_at_mut(1);
            rest.iter_mut().for_each(|looker| _ = scope.spawn(|| work_on(looker)));
            first.iter_mut().for_each(work_on);
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|&(number, _)| number);
        found.into_iter().map(|(number, results)| Ok((number, results?))).collect()
    }

    /// Looks at turns with one draw until the limit is reached.
    fn look_with_draw(
        &self,
        number: usize,
        rows: &[usize],
        look: Look,
        (limit, slice): (&SearchLimit, Option<Duration>),
        looker: &mut Looker,
    ) -> Result<DrawResults, BuildError> {
        let draw = &self.draws[number];
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let data = DrawData::new(self.game, draw);
        let mut with_draw = DrawLook::new(self.game, (number, draw), &data, self.reachable.as_ref());
        let mut results = Vec::with_capacity(rows.len());
        for &row in rows {
            if limit.is_interrupted() {
                break;
            }
            let limit_of_one = self.endgame_limit(limit, slice);
            let StudyRow { action, .. } = &self.rows[row];
            let before = self.rows[row].outcome(number);
            let outcome = with_draw.outcome(action, before, look, &limit_of_one, looker)?;
            if limit.is_interrupted()
                && outcome.is_none_or(|outcome| outcome.proof == OutcomeProof::Estimated)
            {
                break; // plays may be missing
            }
            results.push((row, outcome));
        }
        Ok(results)
    }

    /// The limit of one endgame.
    fn endgame_limit(&self, limit: &SearchLimit, slice: Option<Duration>) -> SearchLimit {
        let limit = match slice {
            Some(slice) => limit.clone().and_deadline(Instant::now() + slice),
            None => limit.clone(),
        };
        limit.set_iterations(self.options.nodes_per_endgame)
    }

    /// Drops the turns that can no longer win as many games as another.
    fn drop_beaten(&mut self) {
        let sure = self.rows.iter().map(|row| row.bounds().0).fold(0.0, f64::max);
        let beaten = self.rows.iter_mut().filter(|row| row.bounds().1 < sure - 1e-9);
        beaten.for_each(|row| row.state = RowState::Beaten);
    }

    /// Drops the turns that are clearly behind the leader.
    fn drop_clear(&mut self) {
        let Some(&leader) = self.rank().first() else { return };
        for row in self.racing() {
            let (lead, error) = self.rows[leader].lead_over(&self.rows[row], &self.draws);
            let may_go = row != leader && !self.is_needed(row);
            if may_go && self.rows[row].draws() >= FEWEST && lead > CLEAR * error {
                self.rows[row].state = RowState::Behind;
            }
        }
    }

    /// The turns that are still compared, best first.
    fn rank(&self) -> Vec<usize> {
        let mut ranked = self.racing();
        sort_rows(&self.rows, &mut ranked);
        ranked
    }

    /// Keeps the best turns and drops the others, to save time.
    fn keep(&mut self, kept: usize) {
        for row in self.rank().into_iter().skip(kept) {
            if !self.is_needed(row) {
                self.rows[row].state = RowState::Behind;
            }
        }
    }

    /// Whether the caller wants to know the value of a turn, good or bad.
    fn is_needed(&self, row: usize) -> bool {
        self.options.use_all_time && self.needed.iter().any(|needed| is_same(needed, &self.rows[row].action))
    }

    /// Keeps the turns that win as many games as the best, or nearly.
    fn keep_equal(&mut self) {
        let Some(&leader) = self.rank().first() else { return };
        let won = self.rows[leader].averages().0;
        for row in self.racing() {
            if self.rows[row].averages().0 < won - SAME {
                self.rows[row].state = RowState::Behind;
            }
        }
    }

    /// The results, best first.
    pub(super) fn into_results(self) -> Vec<PreEndgameResult> {
        let mut order = self.rank();
        for state in [RowState::Behind, RowState::Beaten] {
            let mut others: Vec<usize> =
                (0..self.rows.len()).filter(|&row| self.rows[row].state == state).collect();
            sort_rows(&self.rows, &mut others);
            order.extend(others);
        }
        order.into_iter().map(|row| self.result(&self.rows[row])).collect()
    }

    fn result(&self, row: &StudyRow) -> PreEndgameResult {
        let ((win, spread), (least, most)) = (row.averages(), row.bounds());
        PreEndgameResult {
            action: row.action.clone(),
            win,
            spread,
            least,
            most,
            tried: row.coverage(),
            draws: row.draws(),
            proven: row.is_solved() && row.coverage() > 1.0 - 1e-9 && self.game.empties_the_bag(&row.action),
            beaten: row.state == RowState::Beaten,
        }
    }
}

/// Turns whose shares of games won differ by less are compared by spread.
const SAME: f64 = 0.001;

/// The turns to compare: plays and exchanges by static equity, a pass, and those that the caller wants.
fn actions(
    game: &PreEndgame,
    evaluator: &mut StaticEvaluator,
    plays: usize,
    also: &[TurnAction],
) -> Vec<TurnAction> {
    let context = EvaluationContext { bag: game.bag, others: 0, exchange: game.exchange };
    let mut field = Vec::new();
    if plays > 0 {
        field.extend(evaluator.plays(&game.grid, &game.rack, context, plays, &|| false));
        field.extend(evaluator.exchanges(&game.rack, context, EXCHANGES));
    }
    let mut actions: Vec<TurnAction> =
        field.into_iter().map(|ranked| ranked.action).chain([TurnAction::Pass]).collect();
    for also in also {
        if !actions.iter().any(|action| is_same(action, also)) {
            actions.push(also.clone());
        }
    }
    actions
}

fn is_same(one: &TurnAction, other: &TurnAction) -> bool {
    match (one, other) {
        (TurnAction::Play(one), TurnAction::Play(other)) => {
            one.as_play_ref().placed_tiles().eq(other.as_play_ref().placed_tiles())
        }
        (TurnAction::Exchange(one), TurnAction::Exchange(other)) => {
            one.iter().copied().collect::<Tiles>() == other.iter().copied().collect()
        }
        (one, other) => one == other,
    }
}

fn shuffle(draws: &mut [Draw], seed: u64) {
    let mut chance = SeededChance::new(seed);
    for place in (1..draws.len()).rev() {
        draws.swap(place, rules::Chance::below(&mut chance, place as u32 + 1) as usize);
    }
}

/// The limit of a stage: this share of the time that is left.
fn share_time(limit: &SearchLimit, share: f64) -> SearchLimit {
    let Some(deadline) = limit.deadline() else { return limit.clone() };
    let now = Instant::now();
    limit.clone().and_deadline(now + deadline.saturating_duration_since(now).mul_f64(share))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preendgame::tests::game;

    fn study_of<'a>(game: &'a PreEndgame, limit: SearchLimit, nodes: Option<u64>) -> Study<'a> {
        let words = presets::english();
        let options = StudyOptions { limit, nodes_per_endgame: nodes, ..StudyOptions::default() };
        Study::new(game, words, &LeaveValues::of(&game.rules, words), &options, &[]).unwrap()
    }

    #[test]
    fn no_endgame_goes_on_after_the_end_of_the_study() {
        let game = game("ERS/DEL");
        let end = Instant::now() + Duration::from_secs(3600);
        let study = study_of(&game, SearchLimit::until(end), None);
        let deadline = |slice| study.endgame_limit(&study.options.limit, Some(slice)).deadline().unwrap();
        assert_eq!(deadline(Duration::from_secs(7200)), end);
        assert!(deadline(Duration::from_secs(1)) < end);
        assert!(share_time(&study.options.limit, 0.5).deadline().unwrap() < end);
    }

    #[test]
    fn turns_that_are_compared_were_looked_at_with_the_same_draws() {
        let game = game("ERS/DEL");
        for (draws, nodes) in [(1, 5), (3, 5), (5, 200), (5, 10_000)] {
            let mut study = study_of(&game, SearchLimit::for_iterations(draws), Some(nodes));
            study.run(presets::english()).unwrap();
            let tried: Vec<u64> = study.racing().into_iter().map(|row| study.rows[row].draws()).collect();
            let expected = draws.min(study.draws.len() as u64);
            assert!(!tried.is_empty() && tried.iter().all(|&tried| tried == expected), "{tried:?}");
        }
    }

    #[test]
    fn a_turn_that_the_caller_wants_is_not_dropped_to_save_time() {
        let (game, words) = (game("ERS/DEL"), presets::english());
        let mut study = study_of(&game, SearchLimit::for_iterations(5), Some(200));
        study.run(words).unwrap();
        let is_behind =
            |row: &&StudyRow| row.state == RowState::Behind && matches!(row.action, TurnAction::Play(_));
        let dropped = study.rows.iter().find(is_behind).unwrap().action.clone();
        let options = StudyOptions { use_all_time: true, ..study.options.clone() };
        let leaves = LeaveValues::of(&game.rules, words);
        let mut study = Study::new(&game, words, &leaves, &options, std::slice::from_ref(&dropped)).unwrap();
        study.run(words).unwrap();
        let wanted = study.rows.iter().find(|row| is_same(&row.action, &dropped)).unwrap();
        assert_ne!(wanted.state, RowState::Behind);
    }

    #[test]
    fn a_study_without_time_has_a_turn_to_offer() {
        let game = game("ERS/DEL");
        let mut study = study_of(&game, SearchLimit::until(Instant::now()), None);
        study.run(presets::english()).unwrap();
        assert!(study.into_results().iter().all(|result| result.draws == 0));
    }
}
