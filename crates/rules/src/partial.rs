//! Tiles that are known only in part: these, and a number of others.
//!
//! A game that somebody wrote down often tells one rack in full and the other in part. Its log is an
//! `Event<PartialDraw>`; a [`Game`](crate::Game) that applies it knows some tiles of a rack and counts the others.

use crate::{Event, EventKind};
use tiles::{TileId, Tiles};

/// Tiles of which some are known: these, and a number of others.
///
/// ```
/// # mod quixotry { pub use {quixotry_rules as rules, tiles}; }
/// use quixotry::rules::PartialTiles;
/// use quixotry::tiles::TileId;
///
/// let rack = PartialTiles { known: [TileId(4), TileId(16)].into_iter().collect(), unknown: 5 };
/// assert_eq!(rack.len(), 7);
/// assert!(rack.complete().is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartialTiles {
    /// The tiles that are known.
    pub known: Tiles,
    /// How many others there are.
    pub unknown: usize,
}

impl PartialTiles {
    /// How many tiles there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len() + self.unknown
    }

    /// Whether there are no tiles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tiles, if all of them are known.
    #[must_use]
    pub fn complete(&self) -> Option<&Tiles> {
        (self.unknown == 0).then_some(&self.known)
    }
}

impl From<Tiles> for PartialTiles {
    fn from(known: Tiles) -> PartialTiles {
        PartialTiles { known, unknown: 0 }
    }
}

/// A draw that is known only in part: how many tiles were drawn, and which tiles of the rack became known with it.
///
/// More tiles can become known than were drawn: a rack that is shown after the draw also shows what was there before.
/// Tiles that were returned to the bag have the same form.
///
/// ```
/// # mod quixotry { pub use {quixotry_rules as rules, tiles}; }
/// use quixotry::rules::PartialDraw;
/// use quixotry::tiles::TileId;
///
/// assert!(PartialDraw::from(vec![TileId(1), TileId(2)]).is_complete());
/// assert!(!PartialDraw { known: vec![TileId(1)], count: 3 }.is_complete());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartialDraw {
    /// The tiles of the rack that became known.
    pub known: Vec<TileId>,
    /// How many tiles were drawn.
    pub count: usize,
}

impl PartialDraw {
    /// Whether exactly the drawn tiles became known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.known.len() == self.count
    }
}

impl From<Vec<TileId>> for PartialDraw {
    fn from(known: Vec<TileId>) -> PartialDraw {
        PartialDraw { count: known.len(), known }
    }
}

/// The hidden tiles of an event: how many moved, and which tiles became known.
pub trait DrawnTiles {
    /// The tiles that became known.
    fn known_tiles(&self) -> &[TileId];

    /// How many tiles moved.
    fn count(&self) -> usize;
}

impl DrawnTiles for Vec<TileId> {
    fn known_tiles(&self) -> &[TileId] {
        self
    }

    fn count(&self) -> usize {
        self.len()
    }
}

impl DrawnTiles for PartialDraw {
    fn known_tiles(&self) -> &[TileId] {
        &self.known
    }

    fn count(&self) -> usize {
        self.count
    }
}

impl<T> Event<T> {
    /// The same event with its hidden tiles in another form.
    #[must_use]
    pub fn map_tiles<U>(&self, form: impl Fn(&T) -> U) -> Event<U> {
        Event { at: self.at, kind: self.kind.map_tiles(form) }
    }
}

impl<T> EventKind<T> {
    /// The same with the hidden tiles in another form.
    #[must_use]
    pub fn map_tiles<U>(&self, form: impl Fn(&T) -> U) -> EventKind<U> {
        match self {
            EventKind::Dealt { seat, tiles } => EventKind::Dealt { seat: *seat, tiles: form(tiles) },
            EventKind::Played { seat, tiles, words, bonus, score, drawn } => EventKind::Played {
                seat: *seat,
                tiles: tiles.clone(),
                words: words.clone(),
                bonus: *bonus,
                score: *score,
                drawn: form(drawn),
            },
            EventKind::Exchanged { seat, returned, drawn } => {
                EventKind::Exchanged { seat: *seat, returned: form(returned), drawn: form(drawn) }
            }
            EventKind::ExchangeFailed { seat, returned, reasons } => {
                EventKind::ExchangeFailed { seat: *seat, returned: form(returned), reasons: reasons.clone() }
            }
            EventKind::Started { seats, first } => EventKind::Started { seats: *seats, first: *first },
            EventKind::PlayFailed { seat, tiles, written, reasons } => EventKind::PlayFailed {
                seat: *seat,
                tiles: tiles.clone(),
                written: written.clone(),
                reasons: reasons.clone(),
            },
            EventKind::Passed { seat } => EventKind::Passed { seat: *seat },
            EventKind::Challenged { seat, of, words, verdict } => {
                EventKind::Challenged { seat: *seat, of: *of, words: words.clone(), verdict: *verdict }
            }
            EventKind::Accepted { seat } => EventKind::Accepted { seat: *seat },
            EventKind::TurnSkipped { seat } => EventKind::TurnSkipped { seat: *seat },
            EventKind::TimedOut { seat } => EventKind::TimedOut { seat: *seat },
            EventKind::Left { seat, why, then } => EventKind::Left { seat: *seat, why: *why, then: *then },
            EventKind::Ended { cause, adjustments, winners } => {
                EventKind::Ended { cause: *cause, adjustments: adjustments.clone(), winners: winners.clone() }
            }
        }
    }
}

/// The log of a game in which every tile is known, as one that may have unknown tiles.
#[must_use]
pub fn to_partial_log(events: &[Event]) -> Vec<Event<PartialDraw>> {
    events.iter().map(|event| event.map_tiles(|tiles| PartialDraw::from(tiles.clone()))).collect()
}

/// The log with every tile known, if it says what was drawn each time.
#[must_use]
pub fn to_complete_log(events: &[Event<PartialDraw>]) -> Option<Vec<Event>> {
    let complete = |event: &Event<PartialDraw>| {
        let is_complete = hidden_tiles(&event.kind).into_iter().all(PartialDraw::is_complete);
        is_complete.then(|| event.map_tiles(|draw| draw.known.clone()))
    };
    events.iter().map(complete).collect()
}

/// The hidden tiles of an event.
fn hidden_tiles<T>(kind: &EventKind<T>) -> Vec<&T> {
    match kind {
        EventKind::Dealt { tiles, .. } => vec![tiles],
        EventKind::Played { drawn, .. } => vec![drawn],
        EventKind::Exchanged { returned, drawn, .. } => vec![returned, drawn],
        EventKind::ExchangeFailed { returned, .. } => vec![returned],
        EventKind::Started { .. }
        | EventKind::PlayFailed { .. }
        | EventKind::Passed { .. }
        | EventKind::Challenged { .. }
        | EventKind::Accepted { .. }
        | EventKind::TurnSkipped { .. }
        | EventKind::TimedOut { .. }
        | EventKind::Left { .. }
        | EventKind::Ended { .. } => Vec::new(),
    }
}
