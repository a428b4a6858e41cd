//! Judges a whole game turn by turn.

use crate::analyst::{AnalysisError, Analyst};
use crate::judged_turn::{JudgedTurn, action_text};
use movegen::{GeneratedPlay, PackedTile, PlayLine};
use players::TurnAction;
use rules::{
    Event, EventKind, Game, Grid, PartialDraw, PlacedTile, Play, Points, RackView, Ruleset, ScoredWord, Seat,
    Verdict, View, Viewer, deduce_tiles,
};

/// The names, the events and the notes of a game. Tiles that follow from the others need not be among the events.
#[derive(Clone, Copy, Debug)]
pub struct RecordedGame<'a> {
    /// The names of the players, by seat.
    pub names: &'a [String],
    /// All events from the start.
    pub events: &'a [Event<PartialDraw>],
    /// What somebody wrote about the game, each with the number of events before it.
    pub notes: &'a [(usize, String)],
}

/// A turn of an event log: its index, its seat and its action.
struct LoggedTurn {
    at: usize,
    seat: Seat,
    action: LoggedAction,
    note: Option<String>,
    /// The words of a play that are to be looked up.
    words: Vec<ScoredWord>,
}

/// What a player did, as far as it is known.
enum LoggedAction {
    Known(TurnAction),
    /// An exchange of tiles that are not all known.
    UnknownExchange(usize),
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
        let turn = |seat: &Seat, action| LoggedTurn {
            at,
            seat: *seat,
            action: LoggedAction::Known(action),
            note: None,
            words: Vec::new(),
        };
        let lost = |seat: &Seat, note: &str| {
            Some(LoggedTurn { note: Some(note.to_owned()), ..turn(seat, TurnAction::Pass) })
        };
        match &self.events[at].kind {
            EventKind::Played { seat, words, .. } if self.is_withdrawn(at) => {
                let note = Some("the play was taken back".to_owned());
                Some(LoggedTurn { note, words: words.clone(), ..turn(seat, TurnAction::Pass) })
            }
            EventKind::Played { seat, tiles, words, score, .. } => {
                let action = TurnAction::Play(play(tiles, words.first()?, *score)?);
                Some(LoggedTurn { words: words.clone(), ..turn(seat, action) })
            }
            EventKind::Exchanged { seat, returned, .. } if !returned.is_complete() => Some(LoggedTurn {
                action: LoggedAction::UnknownExchange(returned.count),
                ..turn(seat, TurnAction::Pass)
            }),
            EventKind::Exchanged { seat, returned, .. } => {
                Some(turn(seat, TurnAction::Exchange(returned.known.clone())))
            }
            EventKind::Passed { seat } => Some(turn(seat, TurnAction::Pass)),
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

    /// The notes between a turn and the next one.
    fn notes_on(&self, turn: &LoggedTurn) -> Option<String> {
        let next = (turn.at + 1..self.events.len()).find(|&at| self.turn(at).is_some());
        let last = next.unwrap_or(self.events.len());
        let found = self.notes.iter().filter(|(after, _)| *after > turn.at && *after <= last);
        let texts: Vec<&str> = found.map(|(_, text)| text.as_str()).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
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

/// Judges every turn of a game. The turns in `known` are not judged again; `report` is called for each new one. If the
/// effort of the analyst is cancelled, the turns that were judged before are returned.
///
/// ```
/// # mod quixotry { pub use {quixotry_analysis as analysis, players, presets, rules}; }
/// use quixotry::analysis::{Analyst, Effort, GameReport, RecordedGame, judge_game, to_text};
/// use quixotry::players::SearchLimit;
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Command, Context, Game, Millis, SeededChance, to_partial_log};
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
/// let events = to_partial_log(&events);
/// let record = RecordedGame { names: &names, events: &events, notes: &[] };
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
    for turn in turns.iter().skip(judged.len()) {
        let found = judge(analyst, record, replay.before(turn.at), turn)?;
        if analyst.effort.limit.is_cancelled() {
            break;
        }
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
    judge(analyst, record, replay.before(turn.at), &turn).map(Some)
}

/// A turn of a game, before it was made.
#[derive(Clone, Debug)]
pub struct TurnToStudy {
    /// What its player sees.
    pub view: View,
    /// What the player did, if all of it is known.
    pub action: Option<TurnAction>,
}

/// The view of the player before the turn with this number, as reports count them; `None` if there is no such turn.
#[must_use]
pub fn view_turn(rules: &Ruleset, record: RecordedGame<'_>, number: usize) -> Option<TurnToStudy> {
    let mut replay = LogReplay::new(rules, record.events);
    record.turns().find_map(|turn| {
        let game = replay.before(turn.at);
        if game.turns() as usize + 1 != number {
            return None;
        }
        let action = match turn.action {
            LoggedAction::Known(action) => Some(action),
            LoggedAction::UnknownExchange(_) => None,
        };
        Some(TurnToStudy { view: game.view(Viewer::Seat(turn.seat)), action })
    })
}

/// A legal play as an action that can be assessed.
#[must_use]
pub fn to_action(legal: &Play) -> Option<TurnAction> {
    play(legal.tiles(), legal.words().first()?, legal.score()).map(TurnAction::Play)
}

/// Judges a turn; `game` is the state before it.
fn judge(
    analyst: &mut Analyst,
    record: RecordedGame<'_>,
    game: &Game,
    turn: &LoggedTurn,
) -> Result<JudgedTurn, AnalysisError> {
    analyst.forget();
    let view = game.view(Viewer::Seat(turn.seat));
    let number = game.turns() as usize + 1;
    let bad_words = bad_words(analyst, turn);
    let mut found = match (&turn.action, unknown_rack(&view, turn.seat)) {
        (LoggedAction::Known(action), None) => {
            let assessment = analyst.assess(&view, std::slice::from_ref(action), &mut |_| {})?;
            let mut found = JudgedTurn::new(number, turn.seat.index(), &view, action, &assessment);
            if !bad_words.is_empty() && turn.note.is_none() {
                found.leave_out(format!("{} is not in the lexicon", bad_words.join(", ")));
            }
            found
        }
        (LoggedAction::Known(action), Some(reason)) => JudgedTurn::without_judgement(
            number,
            turn.seat.index(),
            &view,
            action_text(action, &view),
            action,
            reason,
        ),
        (LoggedAction::UnknownExchange(count), reason) => {
            let reason = reason.unwrap_or_else(|| "the exchanged tiles are unknown".to_owned());
            let text = format!("-{count}");
            JudgedTurn::without_judgement(number, turn.seat.index(), &view, text, &TurnAction::Pass, reason)
        }
    };
    found.bad_words = bad_words;
    found.note.clone_from(&turn.note);
    found.comment = record.notes_on(turn);
    found.totals = totals(game, record.events, turn.at);
    Ok(found)
}

/// Why a turn cannot be judged: its player's rack is not known.
fn unknown_rack(view: &View, seat: Seat) -> Option<String> {
    match &view.seats.get(seat.index())?.rack {
        RackView::Known(_) => None,
        RackView::Partial(rack) => Some(match rack.known.len() {
            0 => "the rack is unknown".to_owned(),
            known => format!("only {known} of {} tiles on the rack are known", rack.len()),
        }),
        RackView::Hidden(_) => Some("the rack is hidden".to_owned()),
    }
}

/// The words of a play that are not in the lexicon.
fn bad_words(analyst: &Analyst, turn: &LoggedTurn) -> Vec<String> {
    let (rules, words) = (&analyst.rules, &analyst.words);
    let bad = turn.words.iter().filter(|word| !word.is_good(rules, words));
    bad.map(|word| rules.tiles.alphabet().print(&word.word())).collect()
}

/// The scores after an event, and after the challenge of the play if there was one.
fn totals(game: &Game, events: &[Event<PartialDraw>], at: usize) -> Vec<Points> {
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

/// The board at the end of the log.
pub(crate) fn final_board(rules: &Ruleset, record: RecordedGame<'_>) -> Grid {
    let mut replay = LogReplay::new(rules, record.events);
    replay.before(record.events.len()).grid().clone()
}

/// The scores at the end of the log.
pub(crate) fn final_scores(rules: &Ruleset, record: RecordedGame<'_>) -> Vec<Points> {
    let mut replay = LogReplay::new(rules, record.events);
    replay.before(record.events.len()).seats().iter().map(|seat| seat.score).collect()
}

/// Replays a log forward, with all tiles that follow from it.
struct LogReplay {
    game: Game,
    events: Vec<Event<PartialDraw>>,
    /// The number of events that were applied.
    applied: usize,
}

impl LogReplay {
    fn new(rules: &Ruleset, events: &[Event<PartialDraw>]) -> LogReplay {
        LogReplay { game: Game::new(rules.clone()), events: deduce_tiles(rules, events), applied: 0 }
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
