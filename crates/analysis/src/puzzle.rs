//! Puzzles: positions of self-play games with one clearly best turn.

use crate::analyst::{AnalysisError, Analyst};
use crate::judged_turn::TurnSummary;
use lexicon::WordGraph;
use players::{EvaluationContext, Player, PlayerSetup, RankedAction, SearchLimit, TurnAction, by_name};
use rules::{Context, Event, Game, Millis, Points, Position, Ruleset, Seat, SeededChance, View, Viewer};
use serde::{Deserialize, Serialize};
use tiles::Tiles;

/// How many plays are looked at to see what kind of puzzle a position is, and whether it is trivial.
const LOOKED_AT: usize = 40;

/// With more words that earn the bonus, finding one is no puzzle.
const MOST_BONUS_WORDS: usize = 3;

/// A turn that lays at most this many tiles may be a fishing turn.
const FISHING_TILES: usize = 2;

/// How many points a fishing turn gives up at least.
const FISHING_PRICE: i32 = 6;

/// The number of games without a puzzle after which the search ends.
const MAX_GAMES: u64 = 500;

/// The maximum number of turns of a game.
const MAX_TURNS: usize = 400;

/// What a puzzle asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleKind {
    /// The best turn earns the bonus for its number of tiles, and few words do.
    Bingo,
    /// The best turn earns no bonus and is not the one with the highest score.
    NonBingo,
    /// The bag is empty: the best turn is proven, and it is not the one with the highest score.
    Endgame,
    /// The best turn gives up points for a better rack: an exchange, or a play of one or two tiles.
    Fishing,
}

impl PuzzleKind {
    /// All of them.
    pub const ALL: [PuzzleKind; 4] =
        [PuzzleKind::Bingo, PuzzleKind::NonBingo, PuzzleKind::Endgame, PuzzleKind::Fishing];

    /// The lead in equity that the best turn needs, in points.
    #[must_use]
    pub fn margin(self) -> f64 {
        match self {
            PuzzleKind::Bingo => 8.0,
            PuzzleKind::NonBingo => 4.0,
            PuzzleKind::Endgame => 3.0,
            PuzzleKind::Fishing => 2.0,
        }
    }
}

/// A position with one clearly best turn.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What kind of puzzle it is.
    pub kind: PuzzleKind,
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
    kinds: Vec<PuzzleKind>,
}

impl PuzzleFinder {
    /// A finder that uses this analyst.
    #[must_use]
    pub fn new(analyst: Analyst, seed: u64) -> PuzzleFinder {
        let (rules, words) = (analyst.rules.clone(), analyst.words.clone());
        PuzzleFinder {
            analyst,
            rules,
            words,
            game: seed.wrapping_mul(1 << 20),
            kinds: PuzzleKind::ALL.to_vec(),
        }
    }

    /// Finds only puzzles of these kinds.
    #[must_use]
    pub fn with_kinds(self, kinds: &[PuzzleKind]) -> PuzzleFinder {
        PuzzleFinder { kinds: kinds.to_vec(), ..self }
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
        let Some(kind) = self.promised_kind(view).filter(|kind| self.kinds.contains(kind)) else {
            return Ok(None);
        };
        self.analyst.forget();
        let found = self.analyst.assess(view, &[], &mut |_| {})?;
        let [best, next, ..] = &found.turns[..] else { return Ok(None) };
        let margin = best.equity - next.equity;
        let is_sure = kind != PuzzleKind::Endgame || found.proven;
        if margin < kind.margin() || best.win < next.win || !is_sure {
            return Ok(None);
        }
        let scan = PlayScan::new(&mut self.analyst, view);
        if scan.kind(view, &best.action) != Some(kind) {
            return Ok(None);
        }
        let [best, next] = [best, next].map(|turn| TurnSummary::new(turn, view));
        Ok(Some(Puzzle { kind, position: position(view), best, next, margin }))
    }

    /// The kind of puzzle that a position promises by static equity: half of the margin is enough before it is analysed.
    fn promised_kind(&mut self, view: &View) -> Option<PuzzleKind> {
        let scan = PlayScan::new(&mut self.analyst, view);
        let [best, next, ..] = &scan.ranked[..] else { return None };
        let kind = scan.kind(view, &best.action)?;
        let lead = f64::from(best.equity.0.saturating_sub(next.equity.0)) / 1000.0;
        // In an endgame, static equity says little about the best turn.
        (kind == PuzzleKind::Endgame || lead >= kind.margin() / 2.0).then_some(kind)
    }
}

/// The turns of a position by static equity, with what makes a puzzle trivial.
struct PlayScan {
    /// Plays and the best exchange, best first.
    ranked: Vec<RankedAction>,
    highest_score: Points,
    /// How many of the plays earn the bonus, each set of tiles counted once.
    bonus_words: usize,
}

impl PlayScan {
    fn new(analyst: &mut Analyst, view: &View) -> PlayScan {
        let rack = view.own_rack().cloned().unwrap_or_default();
        let context = EvaluationContext::of(view);
        let evaluator = analyst.simulation.evaluator();
        let mut ranked = evaluator.plays(&view.grid, &rack, context, LOOKED_AT, &|| false);
        let highest_score = ranked.iter().map(|turn| turn.action.score()).max().unwrap_or(0);
        let mut bonus_words: Vec<Vec<u32>> = ranked
            .iter()
            .filter_map(|turn| match &turn.action {
                TurnAction::Play(play) if view.rules.bonus_for(play.tiles.len()) > 0 => {
                    Some(play.tiles.iter().map(|tile| tile.bits()).collect())
                }
                TurnAction::Play(_) | TurnAction::Exchange(_) | TurnAction::Pass => None,
            })
            .collect();
        bonus_words.sort();
        bonus_words.dedup();
        ranked.extend(evaluator.exchanges(&rack, context, 1));
        ranked.sort_by_key(|turn| std::cmp::Reverse(turn.equity));
        PlayScan { ranked, highest_score, bonus_words: bonus_words.len() }
    }

    /// The kind of puzzle whose answer is this turn; `None` if it is trivial.
    fn kind(&self, view: &View, best: &TurnAction) -> Option<PuzzleKind> {
        let gives_up = self.highest_score - best.score();
        match best {
            TurnAction::Play(play) if view.rules.bonus_for(play.tiles.len()) > 0 => {
                (self.bonus_words <= MOST_BONUS_WORDS && view.bag > 0).then_some(PuzzleKind::Bingo)
            }
            TurnAction::Play(_) if view.bag == 0 => (gives_up > 0).then_some(PuzzleKind::Endgame),
            TurnAction::Play(play) if play.tiles.len() <= FISHING_TILES && gives_up >= FISHING_PRICE => {
                Some(PuzzleKind::Fishing)
            }
            TurnAction::Play(_) => (gives_up > 0).then_some(PuzzleKind::NonBingo),
            TurnAction::Exchange(_) => (gives_up >= FISHING_PRICE).then_some(PuzzleKind::Fishing),
            TurnAction::Pass => None,
        }
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
