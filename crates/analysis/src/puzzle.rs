//! Puzzles: positions of self-play games with one clearly best turn.

use crate::analyst::{AnalysisError, Analyst};
use crate::judged_turn::TurnSummary;
use lexicon::WordGraph;
use players::{EvaluationContext, Player, PlayerSetup, SearchLimit, TurnAction, by_name};
use rules::{Context, Event, Game, Millis, Position, Ruleset, Seat, SeededChance, View, Viewer};
use tiles::Tiles;

/// The lead in static equity, in thousandths of a point, that a candidate needs before it is analysed.
const STATIC_MARGIN: i32 = 8_000;

/// The lead in equity that a puzzle needs.
const MIN_MARGIN: f64 = 8.0;

/// The number of games without a puzzle after which the search ends.
const MAX_GAMES: u64 = 500;

/// The maximum number of turns of a game.
const MAX_TURNS: usize = 400;

/// A position with one clearly best turn.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position, as the player to move sees it.
    pub position: Position,
    /// The best turn.
    pub best: TurnSummary,
    /// The second-best turn.
    pub next: TurnSummary,
    /// The lead of the best turn in equity.
    pub margin: f64,
}

/// Finds puzzles, at most one in each game. The same seed finds the same puzzles.
#[derive(Debug)]
pub struct PuzzleFinder {
    analyst: Analyst,
    rules: Ruleset,
    words: WordGraph,
    game: u64,
}

impl PuzzleFinder {
    /// A finder that uses this analyst.
    #[must_use]
    pub fn new(analyst: Analyst, seed: u64) -> PuzzleFinder {
        let (rules, words) = (analyst.rules.clone(), analyst.words.clone());
        PuzzleFinder { analyst, rules, words, game: seed.wrapping_mul(1 << 20) }
    }

    /// The next puzzle; `None` if many games in sequence have none.
    ///
    /// # Errors
    ///
    /// The words make no graph.
    pub fn find(&mut self) -> Result<Option<Puzzle>, AnalysisError> {
        for _ in 0..MAX_GAMES {
            self.game = self.game.wrapping_add(1);
            if let Some(puzzle) = self.search_game(self.game)? {
                return Ok(Some(puzzle));
            }
        }
        Ok(None)
    }

    /// Plays a game until its first puzzle. Some turns at the beginning are skipped.
    fn search_game(&mut self, seed: u64) -> Result<Option<Puzzle>, AnalysisError> {
        let mut chance = SeededChance::new(seed);
        let mut self_play = SelfPlayGame::new(&self.rules, &self.words, seed)?;
        let skipped = chance.next() % 16;
        for turn in 0..MAX_TURNS {
            let Some(seat) = self_play.game.turn() else { return Ok(None) };
            let view = self_play.game.view(Viewer::Seat(seat));
            if turn as u64 >= skipped
                && let Some(puzzle) = self.check_view(&view)?
            {
                return Ok(Some(puzzle));
            }
            if !self_play.play(seat, &view, &self.words, &mut chance) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn check_view(&mut self, view: &View) -> Result<Option<Puzzle>, AnalysisError> {
        if !self.is_promising(view) {
            return Ok(None);
        }
        let found = self.analyst.assess(view, &[], &mut |_| {})?;
        let [best, next, ..] = &found.turns[..] else { return Ok(None) };
        let margin = best.equity - next.equity;
        if margin < MIN_MARGIN || best.win < next.win || !matches!(best.action, TurnAction::Play(_)) {
            return Ok(None);
        }
        let [best, next] = [best, next].map(|turn| TurnSummary::new(turn, view));
        Ok(Some(Puzzle { position: position(view), best, next, margin }))
    }

    /// Whether one play has a clear lead in static equity.
    fn is_promising(&mut self, view: &View) -> bool {
        let Some(rack) = view.own_rack() else { return false };
        let top = self.analyst.simulation.evaluator().plays(
            &view.grid,
            rack,
            EvaluationContext::of(view),
            2,
            &|| false,
        );
        matches!(&top[..], [best, next] if best.equity.0.saturating_sub(next.equity.0) >= STATIC_MARGIN)
    }
}

/// A game of the static player against itself.
struct SelfPlayGame {
    game: Game,
    players: Vec<Box<dyn Player>>,
}

impl SelfPlayGame {
    fn new(rules: &Ruleset, words: &WordGraph, seed: u64) -> Result<SelfPlayGame, AnalysisError> {
        let seats = rules.seats.min.max(2).min(rules.seats.max);
        let setup = PlayerSetup { rules, words, seed };
        let level = by_name("static").or_else(|| players::list().first());
        let players = (0..seats).filter_map(|_| Some(level?.player(setup)));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let mut chance = SeededChance::new(seed);
        let mut context = Context { words, chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(rules.clone());
        let events: Vec<Event> = game.start(seats, &mut context).unwrap_or_default();
        events.iter().for_each(|event| game.apply(event));
        Ok(SelfPlayGame { game, players })
    }

    /// Plays a turn. Returns whether the game continues.
    fn play(&mut self, seat: Seat, view: &View, words: &WordGraph, chance: &mut SeededChance) -> bool {
        let Some(player) = self.players.get_mut(seat.index()) else { return false };
        let command = player.choose(view, &SearchLimit::for_iterations(1));
        let mut context = Context { words, chance, now: Millis(0) };
        let Ok(events) = self.game.decide(seat, &command, &mut context) else { return false };
        events.iter().for_each(|event| self.game.apply(event));
        !self.game.is_over()
    }
}

/// The position of a view.
fn position(view: &View) -> Position {
    let own = view.viewer.seat().map_or(0, Seat::index);
    let seats = view.seats.len();
    let order = (0..seats).map(|step| (own + step) % seats);
    Position {
        rules: view.rules.clone(),
        grid: view.grid.clone(),
        racks: order
            .clone()
            .map(|seat| if seat == own { view.own_rack().cloned().unwrap_or_default() } else { Tiles::new() })
            .collect(),
        unknown: Vec::new(),
        scores: order.map(|seat| view.seats[seat].score).collect(),
        scoreless: view.tally.scoreless,
    }
}
