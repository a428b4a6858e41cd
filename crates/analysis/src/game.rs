//! Judges a whole game turn by turn.

use crate::analyst::{AnalysisError, Analyst};
use crate::judged_turn::JudgedTurn;
use movegen::{GeneratedPlay, PackedTile, PlayLine};
use players::TurnAction;
use rules::{Event, EventKind, Game, Grid, PlacedTile, Points, Ruleset, ScoredWord, Seat, Verdict, Viewer};

/// The names and the events of a game.
#[derive(Clone, Copy, Debug)]
pub struct RecordedGame<'a> {
    /// The names of the players, by seat.
    pub names: &'a [String],
    /// All events from the start.
    pub events: &'a [Event],
}

/// A turn of an event log: its index, its seat and its action.
struct LoggedTurn {
    at: usize,
    seat: Seat,
    action: TurnAction,
    note: Option<String>,
}

impl RecordedGame<'_> {
    /// The number of turns to judge.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns().count()
    }

    /// Whether there are no turns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn turns(&self) -> impl Iterator<Item = LoggedTurn> {
        (0..self.events.len()).filter_map(|at| self.turn(at))
    }

    fn turn(&self, at: usize) -> Option<LoggedTurn> {
        let lost = |seat: &Seat, note: &str| {
            Some(LoggedTurn { at, seat: *seat, action: TurnAction::Pass, note: Some(note.to_owned()) })
        };
        match &self.events[at].kind {
            EventKind::Played { seat, .. } if self.is_withdrawn(at) => lost(seat, "the play was taken back"),
            EventKind::Played { seat, tiles, words, score, .. } => {
                let action = TurnAction::Play(play(tiles, words.first()?, *score)?);
                Some(LoggedTurn { at, seat: *seat, action, note: None })
            }
            EventKind::Exchanged { seat, returned, .. } => Some(LoggedTurn {
                at,
                seat: *seat,
                action: TurnAction::Exchange(returned.clone()),
                note: None,
            }),
            EventKind::Passed { seat } => {
                Some(LoggedTurn { at, seat: *seat, action: TurnAction::Pass, note: None })
            }
            EventKind::PlayFailed { seat, .. } => lost(seat, "the play was not legal"),
            EventKind::ExchangeFailed { seat, .. } => lost(seat, "the exchange was not legal"),
            EventKind::TimedOut { seat } => lost(seat, "the time ran out"),
            EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::Challenged { .. }
            | EventKind::Accepted { .. }
            | EventKind::TurnSkipped { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => None,
        }
    }

    fn is_withdrawn(&self, at: usize) -> bool {
        let next = self.events.get(at + 1).map(|event| &event.kind);
        matches!(next, Some(EventKind::Challenged { verdict: Verdict::Withdrawn, .. }))
    }
}

/// A play of a log as the move generator would return it.
fn play(tiles: &[PlacedTile], main: &ScoredWord, score: Points) -> Option<GeneratedPlay> {
    let step = |laid: &PlacedTile| u32::try_from(laid.at.along(main.axis) - main.start.along(main.axis)).ok();
    let laid = tiles.iter().try_fold(0u64, |bits, laid| Some(bits | 1u64.checked_shl(step(laid)?)?))?;
    let length = u8::try_from(main.letters.len()).ok()?;
    let line = PlayLine { laid, start: main.start, score, axis: main.axis, length };
    let mut tiles = tiles.to_vec();
    tiles.sort_by_key(|laid| laid.at.along(main.axis));
    let shown = tiles.iter().map(|laid| PackedTile::new(laid.tile, laid.face)).collect();
    Some(GeneratedPlay { line, tiles: shown })
}

/// Judges every turn of a game. The turns in `known` are not judged again; `report` is called for each new one.
///
/// ```
/// # mod quixotry { pub use {quixotry_analysis as analysis, players, presets, rules}; }
/// use quixotry::analysis::{Analyst, Effort, GameReport, RecordedGame, judge_game, to_text};
/// use quixotry::players::SearchLimit;
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Command, Context, Game, Millis, SeededChance};
///
/// // A game in which both players only pass.
/// let rules = Library::shipped().rules("standard")?;
/// let mut chance = SeededChance::new(1);
/// let mut context = Context { words: english(), chance: &mut chance, now: Millis(0) };
/// let mut game = Game::new(rules.clone());
/// let mut events = game.start(2, &mut context)?;
/// events.iter().for_each(|event| game.apply(event));
/// while let Some(seat) = game.turn() {
///     let more = game.decide(seat, &Command::Pass, &mut context)?;
///     more.iter().for_each(|event| game.apply(event));
///     events.extend(more);
/// }
///
/// let names = ["Ann".to_owned(), "Ben".to_owned()];
/// let record = RecordedGame { names: &names, events: &events };
/// let effort = Effort { limit: SearchLimit::for_iterations(1), plays: 2, ..Effort::default() };
/// let mut analyst = Analyst::new(&rules, english(), effort)?;
/// let turns = judge_game(&mut analyst, record, Vec::new(), &mut |_| {})?;
/// assert_eq!(turns.len(), 6);
/// let report = GameReport::new(&rules, "english", "one iteration", record, turns);
/// assert!(to_text(&report).contains("Ann"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The words make no graph.
pub fn judge_game(
    analyst: &mut Analyst,
    record: RecordedGame<'_>,
    known: Vec<JudgedTurn>,
    report: &mut dyn FnMut(&JudgedTurn),
) -> Result<Vec<JudgedTurn>, AnalysisError> {
    let mut judged = known;
    let mut replay = LogReplay::new(&analyst.rules, record.events);
    let turns: Vec<LoggedTurn> = record.turns().collect();
    judged.truncate(turns.len());
    for (number, turn) in turns.iter().enumerate().skip(judged.len()) {
        let found = judge(analyst, record, replay.before(turn.at), number, turn)?;
        report(&found);
        judged.push(found);
    }
    Ok(judged)
}

/// Judges one turn of a game, numbered from 0, exactly as [`judge_game`] does; `None` if there is no such turn.
///
/// # Errors
///
/// The words make no graph.
pub fn judge_turn(
    analyst: &mut Analyst,
    record: RecordedGame<'_>,
    number: usize,
) -> Result<Option<JudgedTurn>, AnalysisError> {
    let Some(turn) = record.turns().nth(number) else { return Ok(None) };
    let mut replay = LogReplay::new(&analyst.rules, record.events);
    judge(analyst, record, replay.before(turn.at), number, &turn).map(Some)
}

/// Judges a turn; `game` is the state before it.
fn judge(
    analyst: &mut Analyst,
    record: RecordedGame<'_>,
    game: &Game,
    number: usize,
    turn: &LoggedTurn,
) -> Result<JudgedTurn, AnalysisError> {
    analyst.forget();
    let view = game.view(Viewer::Seat(turn.seat));
    let assessment = analyst.assess(&view, Some(&turn.action), &mut |_| {})?;
    let mut found = JudgedTurn::new(number + 1, turn.seat.index(), &view, &turn.action, &assessment);
    found.note.clone_from(&turn.note);
    found.totals = totals(game, record.events, turn.at);
    Ok(found)
}

/// The scores after an event, and after the challenge of the play if there was one.
fn totals(game: &Game, events: &[Event], at: usize) -> Vec<Points> {
    let mut after = game.clone();
    after.apply(&events[at]);
    if let Some(event) = events.get(at + 1).filter(|event| matches!(event.kind, EventKind::Challenged { .. }))
    {
        after.apply(event);
    }
    after.seats().iter().map(|seat| seat.score).collect()
}

/// The board after each judged turn.
pub(crate) fn boards(rules: &Ruleset, record: RecordedGame<'_>) -> Vec<Grid> {
    let mut replay = LogReplay::new(rules, record.events);
    record.turns().map(|turn| replay.before(turn.at + 1).grid().clone()).collect()
}

/// The scores at the end of the log.
pub(crate) fn final_scores(rules: &Ruleset, record: RecordedGame<'_>) -> Vec<Points> {
    let mut replay = LogReplay::new(rules, record.events);
    replay.before(record.events.len()).seats().iter().map(|seat| seat.score).collect()
}

/// Replays a log forward.
struct LogReplay<'a> {
    game: Game,
    events: &'a [Event],
    /// The number of events that were applied.
    applied: usize,
}

impl<'a> LogReplay<'a> {
    fn new(rules: &Ruleset, events: &'a [Event]) -> LogReplay<'a> {
        LogReplay { game: Game::new(rules.clone()), events, applied: 0 }
    }

    /// The game before this event, which must not lie before an earlier one that was asked for.
    fn before(&mut self, at: usize) -> &Game {
        for event in &self.events[self.applied.min(at)..at] {
            self.game.apply(event);
        }
        self.applied = at;
        &self.game
    }
}
