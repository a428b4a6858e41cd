//! What follows about unknown tiles from everything that a log tells.
//!
//! At each moment, board, racks and bag together are the whole set; a rack changes only by what its player plays,
//! returns and draws. So each rack and the bag have bounds for each kind of tile: a smallest and a largest number.
//! The bounds are narrowed, forward and backward through the game, until nothing changes. With an empty bag and one
//! rack known, the other one follows, and so do both racks at all earlier moments since the last draw.
//!
//! The bounds are sound: no game that fits the log contradicts them. They do not contain everything that could be
//! deduced, because each kind is looked at for itself.

use crate::{DrawnTiles, Event, EventKind, Game, LastPlay, PartialDraw, Ruleset, Seat, Verdict};
use tiles::{TileCount, TileId, Tiles};

/// The same log with all tiles that follow from it.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules, tiles}; }
/// use quixotry::presets::Library;
/// use quixotry::rules::{Event, EventKind, Game, Millis, PartialDraw, Seat, deduce_tiles};
///
/// // All tiles but one are dealt to one player; the other has the rest.
/// let rules = Library::shipped().rules("standard")?;
/// let mut all: Vec<_> = rules.tiles.all().iter().collect();
/// let last = all.pop().unwrap();
/// let event = |kind| Event { at: Millis(0), kind };
/// let log = [
///     event(EventKind::Started { seats: 2, first: Seat(0) }),
///     event(EventKind::Dealt { seat: Seat(0), tiles: PartialDraw::from(all) }),
///     event(EventKind::Dealt { seat: Seat(1), tiles: PartialDraw { known: Vec::new(), count: 1 } }),
/// ];
/// let mut game = Game::new(rules.clone());
/// deduce_tiles(&rules, &log).iter().for_each(|event| game.apply(event));
/// assert!(game.seats()[1].rack.iter().eq([last]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn deduce_tiles(rules: &Ruleset, events: &[Event<PartialDraw>]) -> Vec<Event<PartialDraw>> {
    let mut timeline = Timeline::new(rules, events);
    match timeline.narrow() {
        true => timeline.tell(rules, events),
        false => events.to_vec(),
    }
}

/// The least and the most tiles of each kind that a rack or the bag can have.
#[derive(Clone, PartialEq, Eq)]
struct TileBounds {
    len: i32,
    least: Vec<i32>,
    most: Vec<i32>,
}

impl TileBounds {
    fn new(len: usize, known: &Tiles, left: &[i32]) -> TileBounds {
        let len = len as i32;
        let least = (0..left.len()).map(|kind| i32::from(known.count(TileId(kind as u8)))).collect();
        TileBounds { len, least, most: left.iter().map(|&left| left.min(len)).collect() }
    }

    fn raise(&mut self, kind: usize, least: i32) -> bool {
        let raised = least > self.least[kind];
        self.least[kind] = self.least[kind].max(least);
        raised
    }

    fn lower(&mut self, kind: usize, most: i32) -> bool {
        let lowered = most < self.most[kind];
        self.most[kind] = self.most[kind].min(most);
        lowered
    }

    /// All kinds together are as many tiles as there are.
    fn narrow_by_len(&mut self) -> bool {
        let (least, most): (i32, i32) = (self.least.iter().sum(), self.most.iter().sum());
        let mut changed = false;
        for kind in 0..self.least.len() {
            let (low, high) = (self.least[kind], self.most[kind]);
            changed |= self.raise(kind, self.len - (most - high));
            changed |= self.lower(kind, self.len - (least - low));
        }
        changed
    }

    fn is_possible(&self) -> bool {
        self.least.iter().zip(&self.most).all(|(least, most)| least <= most)
    }
}

/// All racks and the bag at one moment.
struct Moment {
    /// The tiles that are not on the board, by kind.
    left: Vec<i32>,
    /// The racks by seat, then the bag.
    holders: Vec<TileBounds>,
}

impl Moment {
    fn new(game: &Game, kinds: usize) -> Moment {
        let set = game.rules().tiles.all();
        let mut left: Vec<i32> = (0..kinds).map(|kind| i32::from(set.count(TileId(kind as u8)))).collect();
        for (_, placed) in game.grid().iter() {
            left.get_mut(placed.tile.index()).into_iter().for_each(|left| *left -= 1);
        }
        let racks = game.seats().iter().map(|state| (state.rack_len(), state.rack.clone()));
        let holders = racks.chain([(game.bag_len(), Tiles::new())]);
        let holders = holders.map(|(len, known)| TileBounds::new(len, &known, &left)).collect();
        Moment { left, holders }
    }

    /// Board, racks and bag together are the whole set.
    fn narrow(&mut self) -> bool {
        let mut changed = false;
        for holder in &mut self.holders {
            changed |= holder.narrow_by_len();
        }
        for (kind, &left) in self.left.iter().enumerate() {
            let least: i32 = self.holders.iter().map(|holder| holder.least[kind]).sum();
            let most: i32 = self.holders.iter().map(|holder| holder.most[kind]).sum();
            for holder in &mut self.holders {
                let (low, high) = (holder.least[kind], holder.most[kind]);
                changed |= holder.raise(kind, left - (most - high));
                changed |= holder.lower(kind, left - (least - low));
            }
        }
        changed
    }
}

/// How a rack or the bag changes from one moment to the next.
#[derive(Clone, Default)]
struct HolderChange {
    /// Known tiles that go.
    gone: Tiles,
    /// Known tiles that come.
    come: Tiles,
    /// How many others go.
    lost: usize,
    /// How many others come.
    gained: usize,
}

impl HolderChange {
    fn narrow(&self, before: &mut TileBounds, after: &mut TileBounds) -> bool {
        // A log from outside may give any number; no holder has more tiles than a set can have.
        let limit = |count: usize| i32::try_from(count).unwrap_or(i32::MAX).min(TileCount::MAX.into());
        let (lost, gained) = (limit(self.lost), limit(self.gained));
        let mut changed = false;
        for kind in 0..before.least.len() {
            let tile = TileId(kind as u8);
            let (gone, come) = (i32::from(self.gone.count(tile)), i32::from(self.come.count(tile)));
            changed |= before.raise(kind, gone);
            changed |= after.raise(kind, come.max(before.least[kind] - gone + come - lost));
            changed |= after.lower(kind, before.most[kind] - gone + come + gained);
            changed |= before.raise(kind, after.least[kind] + gone - come - gained);
            changed |= before.lower(kind, after.most[kind] + gone - come + lost);
        }
        changed
    }
}

/// A log as moments and the changes between them.
struct Timeline {
    moments: Vec<Moment>,
    /// The changes that each event makes, by holder.
    changes: Vec<Vec<HolderChange>>,
}

impl Timeline {
    fn new(rules: &Ruleset, events: &[Event<PartialDraw>]) -> Timeline {
        let kinds = rules.tiles.kinds().count();
        let mut game = Game::new(rules.clone());
        let mut timeline = Timeline { moments: Vec::new(), changes: Vec::new() };
        for (index, event) in events.iter().enumerate() {
            if index > 0 {
                timeline.changes.push(changes(&game, &event.kind));
            }
            game.apply(event);
            timeline.moments.push(Moment::new(&game, kinds));
        }
        timeline
    }

    /// Narrows all bounds until nothing changes. Returns whether a game can be like this.
    fn narrow(&mut self) -> bool {
        loop {
            let mut changed = false;
            for moment in &mut self.moments {
                changed |= moment.narrow();
            }
            for (at, changes) in self.changes.iter().enumerate() {
                let [before, after] = &mut self.moments[at..at + 2] else { continue };
                for ((change, before), after) in
                    changes.iter().zip(&mut before.holders).zip(&mut after.holders)
                {
                    changed |= change.narrow(before, after);
                }
            }
            let mut holders = self.moments.iter().flat_map(|moment| &moment.holders);
            if !holders.all(TileBounds::is_possible) {
                return false;
            }
            if !changed {
                return true;
            }
        }
    }

    /// Writes the bounds into the log: each draw tells all tiles of its rack that are certain.
    fn tell(&self, rules: &Ruleset, events: &[Event<PartialDraw>]) -> Vec<Event<PartialDraw>> {
        let mut game = Game::new(rules.clone());
        let told = events.iter().zip(&self.moments).map(|(event, after)| {
            let mut told = event.clone();
            if let Some((seat, draw)) = draw_of(&mut told.kind)
                && let Some(bounds) = after.holders.get(seat.index())
            {
                draw.known.clear();
                let mut bare = game.clone();
                bare.apply(&told);
                told = tell_draw(told, &bare, bounds);
            }
            game.apply(&told);
            told
        });
        told.collect()
    }
}

/// The event with a draw that tells what is certain; `bare` is the game after the event if the draw told nothing.
fn tell_draw(mut event: Event<PartialDraw>, bare: &Game, bounds: &TileBounds) -> Event<PartialDraw> {
    if let Some((seat, draw)) = draw_of(&mut event.kind) {
        let rack = bare.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
        for (kind, &least) in bounds.least.iter().enumerate() {
            let tile = TileId(kind as u8);
            let more = TileCount::try_from(least).unwrap_or(0).saturating_sub(rack.count(tile));
            draw.known.extend((0..more).map(|_| tile));
        }
    }
    event
}

/// The draw of an event, and its seat.
fn draw_of(kind: &mut EventKind<PartialDraw>) -> Option<(Seat, &mut PartialDraw)> {
    match kind {
        EventKind::Dealt { seat, tiles } => Some((*seat, tiles)),
        EventKind::Played { seat, drawn, .. } | EventKind::Exchanged { seat, drawn, .. } => {
            Some((*seat, drawn))
        }
        EventKind::Started { .. }
        | EventKind::PlayFailed { .. }
        | EventKind::Passed { .. }
        | EventKind::ExchangeFailed { .. }
        | EventKind::Challenged { .. }
        | EventKind::Accepted { .. }
        | EventKind::TurnSkipped { .. }
        | EventKind::TimedOut { .. }
        | EventKind::Left { .. }
        | EventKind::Ended { .. } => None,
    }
}

/// What an event changes for each holder of tiles: the racks by seat, then the bag.
fn changes(game: &Game, kind: &EventKind<PartialDraw>) -> Vec<HolderChange> {
    let bag = game.seats().len();
    let mut changes = vec![HolderChange::default(); bag + 1];
    match kind {
        EventKind::Dealt { seat, tiles } => move_unknown(&mut changes, bag, seat.index(), tiles.count()),
        EventKind::Played { seat, tiles, drawn, .. } => {
            if let Some(change) = changes.get_mut(seat.index()) {
                change.gone.extend(tiles.iter().map(|laid| laid.tile));
            }
            move_unknown(&mut changes, bag, seat.index(), drawn.count());
        }
        EventKind::Exchanged { seat, returned, drawn } => {
            let known: Tiles = returned.known_tiles().iter().copied().collect();
            let unknown = returned.count().saturating_sub(known.len());
            changes[bag].come.add_all(&known);
            if let Some(change) = changes.get_mut(seat.index()) {
                change.gone.add_all(&known);
            }
            move_unknown(&mut changes, seat.index(), bag, unknown);
            move_unknown(&mut changes, bag, seat.index(), drawn.count());
        }
        EventKind::Challenged { of, verdict: Verdict::Withdrawn, .. } => {
            if let (Some(play), Some(change)) = (game.challengeable(), changes.get_mut(of.index())) {
                change.come.extend(play.tiles.iter().map(|laid| laid.tile));
                let drawn = drawn_after(game, play);
                move_unknown(&mut changes, of.index(), bag, drawn);
            }
        }
        EventKind::Started { .. }
        | EventKind::PlayFailed { .. }
        | EventKind::Passed { .. }
        | EventKind::ExchangeFailed { .. }
        | EventKind::Challenged { .. }
        | EventKind::Accepted { .. }
        | EventKind::TurnSkipped { .. }
        | EventKind::TimedOut { .. }
        | EventKind::Left { .. }
        | EventKind::Ended { .. } => {}
    }
    changes
}

/// How many tiles were drawn after the last play.
fn drawn_after(game: &Game, play: &LastPlay) -> usize {
    let now = game.seat(play.seat).map_or(0, crate::SeatState::rack_len);
    play.rack_len.map_or(play.drawn.len(), |before| (now + play.tiles.len()).saturating_sub(before))
}

fn move_unknown(changes: &mut [HolderChange], from: usize, to: usize, count: usize) {
    if let Some(change) = changes.get_mut(from) {
        change.lost = change.lost.saturating_add(count);
    }
    if let Some(change) = changes.get_mut(to) {
        change.gained = change.gained.saturating_add(count);
    }
}
