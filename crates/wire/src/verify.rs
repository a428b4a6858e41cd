//! Verifying a record against the rules.
//!
//! Each event that a player caused is converted back to its command. The rules decide the command again with the draws
//! of the record. The result must be the events of the record.

use crate::event::{event_json, event_name};
use crate::hidden_tiles::RecordTiles;
use crate::record::Record;
use lexicon::{AnyWord, WordList};
use rules::{
    ChallengedWords, Chance, Command, Context, Event, EventKind, Game, LeaveCause, Placement, Reason,
    Refusal, StartError, Verdict,
};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};
use tiles::{Alphabet, Letter, TileId, TileSet, Tiles};

/// An event of a record that does not follow from the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct VerifyIssue {
    /// The line of the event.
    pub line: usize,
    /// The number of the event.
    pub seq: u64,
    /// The difference.
    pub what: Disagreement,
}

/// A difference between a record and the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Disagreement {
    /// The rules refuse the command.
    #[error("the rules refuse this: {0}")]
    Refused(Refusal),
    /// The rules do not allow a game with these seats.
    #[error("{0}")]
    Start(StartError),
    /// A value differs.
    #[error("{key}: the record says {found}, the rules say {expected}")]
    Value {
        /// The key of the value.
        key: String,
        /// The value in the record.
        found: String,
        /// The value by the rules.
        expected: String,
    },
    /// The event is of another kind.
    #[error("the record has the event {found:?}, the rules have {expected:?}")]
    Kind {
        /// The event in the record.
        found: String,
        /// The event by the rules.
        expected: String,
    },
    /// No command causes the event.
    #[error("nothing causes the event {0:?} here")]
    Uncaused(String),
}

/// Returns all events of a record that do not follow from the rules.
///
/// With `words`, plays are checked against that lexicon. Without, the words of the record count as valid unless the
/// record says otherwise. The record may be of an unfinished game. Of tiles that are unknown only the number is checked.
///
/// ```
/// # mod quixotry { pub use {quixotry_presets as presets, rules, quixotry_wire as wire}; }
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Context, Game, Millis, SeededChance};
/// use quixotry::wire::{Record, RecordHeader, RecordSeat, verify};
///
/// let rules = Library::shipped().rules("standard")?;
/// let mut chance = SeededChance::new(1);
/// let mut context = Context { words: english(), chance: &mut chance, now: Millis(0) };
/// let header = RecordHeader { seats: vec![RecordSeat::default(); 2], ..RecordHeader::default() };
/// let mut record = Record::new(header, rules.clone());
/// for event in Game::new(rules).start(2, &mut context)? {
///     record.append(event)?;
/// }
/// assert!(verify(&record, Some(english())).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn verify<T: RecordTiles>(record: &Record<T>, words: Option<&dyn WordList>) -> Vec<VerifyIssue> {
    let game = Game::new(record.rules().clone());
    let mut verifier = Verifier { record, words, game, next: 0, issues: Vec::new() };
    while let Some(event) = record.events().get(verifier.next) {
        verifier.turn(event);
    }
    verifier.issues
}

struct Verifier<'a, T> {
    record: &'a Record<T>,
    words: Option<&'a dyn WordList>,
    game: Game,
    next: usize,
    issues: Vec<VerifyIssue>,
}

impl<T: RecordTiles> Verifier<'_, T> {
    /// Compares an event and its consequences with the decision of the rules.
    fn turn(&mut self, event: &Event<T>) {
        match self.decide_again(event) {
            Err(what) => {
                self.report(what);
                self.apply(event);
            }
            Ok(expected) => self.compare(&expected),
        }
    }

    fn report(&mut self, what: Disagreement) {
        let line = self.record.line_of(self.next).unwrap_or_default();
        self.issues.push(VerifyIssue { line, seq: self.next as u64 + 1, what });
    }

    fn apply(&mut self, event: &Event<T>) {
        self.game.apply(event);
        self.next += 1;
    }

    /// The events that the rules decide in place of an event. The list is not empty.
    fn decide_again(&self, event: &Event<T>) -> Result<Vec<Event>, Disagreement> {
        let list = self.list(&event.kind);
        let mut chance = ScriptedChance::new(&self.record.events()[self.next..]);
        let mut context = Context { words: &*list, chance: &mut chance, now: event.at };
        if let EventKind::Started { seats, .. } = event.kind {
            return self.game.start(seats, &mut context).map_err(Disagreement::Start);
        }
        let uncaused = || Disagreement::Uncaused(name(event));
        let (game, event_known) = self.know_tiles(event);
        let decide_again = match command(&event_known) {
            None => return Err(uncaused()),
            Some((seat, Command::Play(placement))) => self.decide_play(&game, seat, placement, event, &*list),
            Some((seat, command)) => game.decide(seat, &command, &mut context),
        };
        match decide_again.map_err(Disagreement::Refused)? {
            events if events.is_empty() => Err(uncaused()),
            events => Ok(events),
        }
    }

    /// The game and an event with every tile that the event uses. Unknown tiles that were returned are any tiles.
    fn know_tiles(&self, event: &Event<T>) -> (Cow<'_, Game>, EventKind) {
        let mut kind = event.kind.map_tiles(|tiles| tiles.known_tiles().to_vec());
        let (seat, used) = match (&mut kind, &event.kind) {
            (EventKind::Played { seat, tiles, .. }, _) => {
                (*seat, tiles.iter().map(|laid| laid.tile).collect())
            }
            (EventKind::Exchanged { seat, returned, .. }, EventKind::Exchanged { returned: found, .. }) => {
                fill_in(returned, found.count(), &self.game, *seat);
                (*seat, returned.clone())
            }
            _ => return (Cow::Borrowed(&self.game), kind),
        };
        if self.game.seat(seat).is_none_or(|state| state.unknown == 0) {
            return (Cow::Borrowed(&self.game), kind);
        }
        let mut game = self.game.clone();
        game.reveal(seat, &used);
        (Cow::Owned(game), kind)
    }

    /// A record does not contain the direction of a failed play, so all are tried.
    fn decide_play(
        &self,
        game: &Game,
        seat: rules::Seat,
        placement: Placement,
        event: &Event<T>,
        list: &dyn WordList,
    ) -> Result<Vec<Event>, Refusal> {
        let decide = |axis| {
            let mut chance = ScriptedChance::new(&self.record.events()[self.next..]);
            let mut context = Context { words: list, chance: &mut chance, now: event.at };
            let placement = Placement { axis, ..placement.clone() };
            game.decide(seat, &Command::Play(placement), &mut context)
        };
        let tries = [placement.axis, Some(rules::Axis::Across), Some(rules::Axis::Down)].map(decide);
        let found = event.map_tiles(|tiles| tiles.known_tiles().to_vec());
        let is_right =
            |e: &Vec<Event>| e.first().is_some_and(|first| self.accept_draws(first, event) == found);
        let right = tries.iter().position(|events| events.as_ref().is_ok_and(is_right));
        tries.into_iter().nth(right.unwrap_or(0)).unwrap_or_else(|| Err(Reason::NoWord.into()))
    }

    /// The lexicon for the decision: the given one, or the words that are valid according to the record.
    fn list<'b>(&'b self, what: &'b EventKind<T>) -> Box<dyn WordList + 'b> {
        match (self.words, what) {
            (Some(words), _) => Box::new(BorrowedWordList(words)),
            (None, EventKind::PlayFailed { reasons, .. }) => {
                Box::new(AllWordsExcept::from_reasons(reasons, self.alphabet()))
            }
            (None, EventKind::Challenged { verdict: Verdict::Withdrawn, .. }) => Box::new(NoWord),
            (None, _) => Box::new(AnyWord),
        }
    }

    fn alphabet(&self) -> &Alphabet {
        self.tile_set().alphabet()
    }

    fn tile_set(&self) -> &TileSet {
        &self.record.rules().tiles
    }

    /// Compares the expected events with the next ones, up to the first of another kind.
    fn compare(&mut self, expected: &[Event]) {
        for (place, expected) in expected.iter().enumerate() {
            let Some(found) = self.record.events().get(self.next) else { return };
            let same_kind = name(found) == name(expected);
            if !same_kind {
                self.report(Disagreement::Kind { found: name(found), expected: name(expected) });
            } else {
                self.values(found, expected);
            }
            if same_kind || place == 0 {
                self.apply(found);
            }
            if !same_kind {
                return;
            }
        }
    }

    fn values(&mut self, found: &Event<T>, expected: &Event) {
        let expected = self.accept_draws(expected, found);
        let found = found.map_tiles(|tiles| tiles.known_tiles().to_vec());
        if found == expected {
            return;
        }
        let (found, expected) = (self.object(&found), self.object(&expected));
        let keys: Vec<&String> =
            found.keys().chain(expected.keys().filter(|k| !found.contains_key(*k))).collect();
        for key in keys.into_iter().filter(|key| found.get(*key) != expected.get(*key)) {
            let (found, expected) = describe_difference(key, found.get(key), expected.get(key));
            self.report(Disagreement::Value { key: key.clone(), found, expected });
        }
    }

    /// The expected event with the draws of a record that does not know all tiles, if they are as many.
    fn accept_draws(&self, expected: &Event, found: &Event<T>) -> Event {
        let has_unknown = self.game.seats().iter().any(|state| state.unknown > 0);
        let accept = |tiles: &mut Vec<TileId>, found: &T| {
            let is_partial = has_unknown || found.known_tiles().len() != found.count();
            if is_partial && found.count() == tiles.len() {
                *tiles = found.known_tiles().to_vec();
            }
        };
        let mut accepted = expected.clone();
        match (&mut accepted.kind, &found.kind) {
            (EventKind::Dealt { tiles, .. }, EventKind::Dealt { tiles: found, .. })
            | (EventKind::Played { drawn: tiles, .. }, EventKind::Played { drawn: found, .. }) => {
                accept(tiles, found);
            }
            (
                EventKind::Exchanged { returned, drawn, .. },
                EventKind::Exchanged { returned: found_returned, drawn: found_drawn, .. },
            ) => {
                accept(returned, found_returned);
                accept(drawn, found_drawn);
            }
            _ => {}
        }
        accepted
    }

    fn object(&self, event: &Event) -> Map<String, Value> {
        match serde_json::to_value(event_json(self.next as u64 + 1, event, self.tile_set())) {
            Ok(Value::Object(object)) => object,
            _ => Map::new(),
        }
    }
}

/// Describes two values. If the numbers of drawn tiles differ, only the numbers are given.
fn describe_difference(key: &str, found: Option<&Value>, expected: Option<&Value>) -> (String, String) {
    let text = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    match (found.and_then(Value::as_array), expected.and_then(Value::as_array)) {
        (Some(found), Some(expected))
            if ["drawn", "tiles"].contains(&key) && found.len() != expected.len() =>
        {
            (how_many(found.len()), how_many(expected.len()))
        }
        _ => (text(found), text(expected)),
    }
}

fn how_many(tiles: usize) -> String {
    if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") }
}

/// Adds tiles of a rack, or unknown ones, until there are as many.
fn fill_in(returned: &mut Vec<TileId>, count: usize, game: &Game, seat: rules::Seat) {
    let mut others = game.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
    let mut bag = game.bag().clone();
    for &tile in returned.iter() {
        _ = others.take(tile).or_else(|_| bag.take(tile));
    }
    let more = count.saturating_sub(returned.len());
    returned.extend(others.iter().chain(bag.iter()).take(more));
}

/// The name of an event in a record.
fn name<T>(event: &Event<T>) -> String {
    event_name(&event.kind).to_owned()
}

/// The command that causes an event, or `None` if it follows from other events.
fn command(what: &EventKind) -> Option<(rules::Seat, Command)> {
    Some(match what {
        EventKind::Played { seat, tiles, words, .. } => {
            let axis = words.first().map(|word| word.axis);
            (*seat, Command::Play(Placement { tiles: tiles.clone(), axis, written: None }))
        }
        EventKind::PlayFailed { seat, tiles, .. } => {
            (*seat, Command::Play(Placement::new(tiles.iter().copied())))
        }
        EventKind::Passed { seat } | EventKind::Accepted { seat } => (*seat, Command::Pass),
        EventKind::Exchanged { seat, returned, .. } | EventKind::ExchangeFailed { seat, returned, .. } => {
            (*seat, Command::Exchange(returned.clone()))
        }
        EventKind::Challenged { seat, words, .. } => {
            (*seat, Command::Challenge(ChallengedWords::Words(words.clone())))
        }
        EventKind::TimedOut { seat } => (*seat, Command::Timeout),
        EventKind::Left { seat, why, then } => match why {
            LeaveCause::Resigned => (*seat, Command::Resign),
            LeaveCause::OutOfTime => (*seat, Command::Timeout),
            LeaveCause::Disconnected => (*seat, Command::GiveWay(*then)),
            LeaveCause::LostChallenge => return None,
        },
        EventKind::Started { .. }
        | EventKind::Dealt { .. }
        | EventKind::TurnSkipped { .. }
        | EventKind::Ended { .. } => return None,
    })
}

/// A source of randomness that yields the draws of the record, and other tiles where the record knows none.
struct ScriptedChance {
    first: u32,
    drawn: VecDeque<Option<TileId>>,
}

impl ScriptedChance {
    fn new<T: RecordTiles>(events: &[Event<T>]) -> ScriptedChance {
        let mut script = ScriptedChance { first: 0, drawn: VecDeque::new() };
        match events.first().map(|event| &event.kind) {
            Some(EventKind::Started { first, .. }) => script.first = first.0.into(),
            Some(EventKind::Played { drawn, .. } | EventKind::Exchanged { drawn, .. }) => {
                script.add(drawn);
            }
            Some(
                EventKind::Dealt { .. }
                | EventKind::PlayFailed { .. }
                | EventKind::Passed { .. }
                | EventKind::ExchangeFailed { .. }
                | EventKind::Challenged { .. }
                | EventKind::Accepted { .. }
                | EventKind::TurnSkipped { .. }
                | EventKind::TimedOut { .. }
                | EventKind::Left { .. }
                | EventKind::Ended { .. },
            )
            | None => {}
        }
        let dealt = events.iter().skip(1).map_while(|event| {
            let EventKind::Dealt { tiles, .. } = &event.kind else { return None };
            Some(tiles)
        });
        dealt.for_each(|tiles| script.add(tiles));
        script
    }

    fn add(&mut self, drawn: &impl RecordTiles) {
        let (known, count) = (drawn.known_tiles(), drawn.count());
        let unknown = count.saturating_sub(known.len());
        self.drawn.extend(known.iter().take(count).map(|&tile| Some(tile)).chain((0..unknown).map(|_| None)));
    }

    /// A tile that the script does not need later, if there is one.
    fn any_tile(&self, bag: &Tiles) -> Option<TileId> {
        let mut spare = bag.clone();
        self.drawn.iter().flatten().for_each(|&tile| _ = spare.take(tile));
        spare.nth(0).or_else(|| bag.nth(0))
    }
}

impl Chance for ScriptedChance {
    fn below(&mut self, bound: u32) -> u32 {
        self.first.min(bound.saturating_sub(1))
    }

    fn draw(&mut self, bag: &mut Tiles) -> Option<TileId> {
        let scripted = self.drawn.pop_front().flatten().filter(|&tile| bag.contains(tile));
        let tile = scripted.or_else(|| self.any_tile(bag))?;
        bag.take(tile).ok().map(|()| tile)
    }
}

struct BorrowedWordList<'a>(&'a dyn WordList);

impl WordList for BorrowedWordList<'_> {
    fn contains(&self, word: &[Letter]) -> bool {
        self.0.contains(word)
    }

    fn contains_anagram(&self, word: &[Letter]) -> bool {
        self.0.contains_anagram(word)
    }
}

/// The lexicon without words.
struct NoWord;

impl WordList for NoWord {
    fn contains(&self, _: &[Letter]) -> bool {
        false
    }

    fn contains_anagram(&self, _: &[Letter]) -> bool {
        false
    }
}

/// The lexicon of all words except those in the reasons. Words are compared as printed text, because a failed play may
/// have letters outside the alphabet, which cannot be parsed.
struct AllWordsExcept<'a> {
    bad: HashSet<&'a str>,
    alphabet: &'a Alphabet,
}

impl<'a> AllWordsExcept<'a> {
    fn from_reasons(reasons: &'a [Reason], alphabet: &'a Alphabet) -> AllWordsExcept<'a> {
        let bad = reasons.iter().filter_map(|reason| {
            let Reason::NotAWord { word } = reason else { return None };
            Some(word.as_str())
        });
        AllWordsExcept { bad: bad.collect(), alphabet }
    }
}

impl WordList for AllWordsExcept<'_> {
    fn contains(&self, word: &[Letter]) -> bool {
        !self.bad.contains(self.alphabet.print(word).as_str())
    }

    fn contains_anagram(&self, word: &[Letter]) -> bool {
        self.contains(word)
    }
}
