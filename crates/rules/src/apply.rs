//! Applying events. It cannot fail, no matter what an event says.

use crate::{
    BoardTile, ChallengeRule, DrawnTiles, Event, EventKind, Game, LastPlay, LeaveOutcome, Millis, Phase,
    PlacedTile, Points, Seat, SeatSet, SeatState, TurnOutcome, Verdict,
};
use tiles::{TileId, Tiles};

impl Game {
    /// Carries out an event. It never panics, also for events that [`Game::decide`] would not produce.
    ///
    /// The events of a log from outside may have unknown tiles ([`PartialDraw`](crate::PartialDraw)).
    pub fn apply<T: DrawnTiles>(&mut self, event: &Event<T>) {
        let now = event.at;
        match &event.kind {
            EventKind::Started { seats, first } => self.begin(*seats, *first, now),
            EventKind::Dealt { seat, tiles } => self.give(*seat, tiles),
            EventKind::Played { .. } => self.apply_play(&event.kind, now),
            EventKind::PlayFailed { seat, .. }
            | EventKind::Passed { seat }
            | EventKind::TimedOut { seat } => {
                self.end_turn(*seat, TurnOutcome::Pass, now);
            }
            EventKind::Exchanged { seat, returned, drawn } => {
                self.apply_exchange(*seat, returned, drawn, now);
            }
            EventKind::ExchangeFailed { seat, .. } => self.end_turn(*seat, TurnOutcome::FailedExchange, now),
            EventKind::Challenged { seat, of, verdict, .. } => {
                self.apply_challenge(*seat, *of, *verdict, now);
            }
            EventKind::Accepted { seat } => self.remove_answer(*seat),
            EventKind::TurnSkipped { seat } => self.skip(*seat, now),
            EventKind::Left { seat, then, .. } => self.apply_left(*seat, *then, now),
            EventKind::Ended { cause, adjustments, winners } => {
                for adjustment in adjustments {
                    self.add_points(adjustment.seat, adjustment.points);
                }
                self.last = None;
                self.phase = Phase::Over { cause: *cause, winners: winners.clone() };
            }
        }
    }

    fn begin(&mut self, seats: u8, first: Seat, now: Millis) {
        let state = SeatState {
            rack: Tiles::new(),
            unknown: 0,
            score: 0,
            active: true,
            computer: false,
            exchanges: 0,
            time_left: self.rules.clock.initial(),
            owes_turn: false,
        };
        self.seats = vec![state; seats.into()];
        self.first = first;
        self.turn = first;
        self.turn_began = now;
        self.phase = Phase::Playing;
    }

    /// Moves tiles from the bag to a rack. Those that are not known stay among the tiles of the bag.
    fn give(&mut self, seat: Seat, drawn: &impl DrawnTiles) {
        let Some(before) = self.seat(seat).map(SeatState::rack_len) else { return };
        let mut count = drawn.count();
        for &tile in drawn.known_tiles() {
            match self.bag.take(tile) {
                Ok(()) => self.on(seat, |state| state.rack.add(tile)),
                Err(_) => count = count.saturating_sub(1),
            }
        }
        self.set_rack_len(seat, before.saturating_add(count));
    }

    /// A rack has this many tiles: those that are not known are counted, as far as there are tiles for it.
    fn set_rack_len(&mut self, seat: Seat, len: usize) {
        let others = self.seats.iter().enumerate().filter(|(index, _)| *index != seat.index());
        let left = self.bag.len().saturating_sub(others.map(|(_, state)| state.unknown).sum());
        self.on(seat, |state| state.unknown = len.saturating_sub(state.rack.len()).min(left));
    }

    /// Moves tiles from a rack to the bag.
    fn give_back(&mut self, seat: Seat, returned: &impl DrawnTiles) {
        self.reveal(seat, returned.known_tiles());
        let Some(before) = self.seat(seat).map(SeatState::rack_len) else { return };
        for &tile in returned.known_tiles() {
            self.return_tile(seat, tile);
        }
        let unknown = returned.count().saturating_sub(returned.known_tiles().len());
        if unknown > 0 {
            self.forget(seat, unknown);
            self.set_rack_len(seat, before.saturating_sub(returned.count()));
        }
    }

    fn return_tile(&mut self, seat: Seat, tile: TileId) {
        let mut taken = false;
        self.on(seat, |state| taken = state.rack.take(tile).is_ok());
        if taken {
            self.bag.add(tile);
        }
    }

    /// Some tiles of a rack were given away, nobody knows which: of each kind only the rest is still known to be there.
    fn forget(&mut self, seat: Seat, count: usize) {
        let Some(rack) = self.seat(seat).map(|state| state.rack.clone()) else { return };
        for (tile, held) in rack.kinds() {
            (0..usize::from(held).min(count)).for_each(|_| self.return_tile(seat, tile));
        }
    }

    fn on(&mut self, seat: Seat, change: impl FnOnce(&mut SeatState)) {
        if let Some(state) = self.seats.get_mut(seat.index()) {
            change(state);
        }
    }

    fn add_points(&mut self, seat: Seat, points: Points) {
        self.on(seat, |state| state.score = state.score.saturating_add(points));
    }

    fn apply_play<T: DrawnTiles>(&mut self, what: &EventKind<T>, now: Millis) {
        let EventKind::Played { seat, tiles, words, score, drawn, .. } = what else { return };
        let tally = self.tally;
        let is_partial = |state: &&SeatState| state.unknown > 0 || drawn.known_tiles().len() != drawn.count();
        let rack_len = self.seat(*seat).filter(is_partial).map(SeatState::rack_len);
        self.lay(*seat, tiles);
        self.add_points(*seat, *score);
        self.give(*seat, drawn);
        self.end_turn(*seat, if *score == 0 { TurnOutcome::ZeroPlay } else { TurnOutcome::Scored }, now);
        if self.keeps_last_play() {
            let (tiles, words, drawn) = (tiles.clone(), words.clone(), drawn.known_tiles().to_vec());
            self.last = Some(LastPlay { seat: *seat, tiles, words, score: *score, drawn, rack_len, tally });
            if self.has_gone_out(*seat) {
                let others: SeatSet = self.active().filter(|other| other != seat).collect();
                if !others.is_empty() {
                    self.phase = Phase::Answering(others);
                }
            }
        }
    }

    /// A tile far away from the board is left where it is: only a log from outside may have one.
    fn lay(&mut self, seat: Seat, tiles: &[PlacedTile]) {
        for placed in tiles {
            if self.rules.board.in_bounds(placed.at) && self.grid.has_room_for(placed.at) {
                self.reveal(seat, &[placed.tile]);
                self.on(seat, |state| _ = state.rack.take(placed.tile));
                self.grid.put(placed.at, BoardTile { tile: placed.tile, face: placed.face });
            }
        }
    }

    fn take_off(&mut self, seat: Seat, tiles: &[PlacedTile]) {
        for placed in tiles {
            if self.grid.remove(placed.at).is_some() {
                self.on(seat, |state| state.rack.add(placed.tile));
            }
        }
    }

    /// Both ways of exchanging come to the same: what was returned and what was drawn are known.
    fn apply_exchange<T: DrawnTiles>(&mut self, seat: Seat, returned: &T, drawn: &T, now: Millis) {
        self.give_back(seat, returned);
        self.give(seat, drawn);
        self.on(seat, |state| state.exchanges = state.exchanges.saturating_add(1));
        self.end_turn(seat, TurnOutcome::Exchange, now);
    }

    fn apply_challenge(&mut self, seat: Seat, of: Seat, verdict: Verdict, now: Millis) {
        match verdict {
            Verdict::Withdrawn => self.withdraw(of),
            Verdict::Stands { bonus } => {
                self.add_points(of, bonus);
                self.last = None;
                if self.rules.challenge == ChallengeRule::Double && self.phase == Phase::Playing {
                    self.lose_turn(seat, now);
                }
                if let Phase::Answering(_) = self.phase {
                    self.phase = Phase::Answering(SeatSet::EMPTY);
                }
            }
        }
    }

    fn withdraw(&mut self, of: Seat) {
        let Some(play) = self.last.take() else { return };
        self.give_back(of, &play.drawn);
        self.take_off(of, &play.tiles);
        if let Some(len) = play.rack_len {
            self.set_rack_len(of, len);
        }
        self.add_points(of, play.score.saturating_neg());
        self.tally = play.tally;
        let active = self.active().collect();
        self.tally.count_withdrawn(&self.rules.limits, of, active);
        self.phase = Phase::Playing;
    }

    fn lose_turn(&mut self, seat: Seat, now: Millis) {
        if seat == self.turn {
            self.end_turn(seat, TurnOutcome::Pass, now);
        } else {
            self.on(seat, |state| state.owes_turn = true);
        }
    }

    fn skip(&mut self, seat: Seat, now: Millis) {
        self.on(seat, |state| state.owes_turn = false);
        self.end_turn(seat, TurnOutcome::Pass, now);
    }

    fn remove_answer(&mut self, seat: Seat) {
        if let Phase::Answering(waiting) = &mut self.phase {
            waiting.remove(seat);
        }
    }

    fn apply_left(&mut self, seat: Seat, then: LeaveOutcome, now: Millis) {
        if then == LeaveOutcome::Computer {
            self.on(seat, |state| state.computer = true);
            return;
        }
        self.on(seat, |state| state.active = false);
        self.remove_answer(seat);
        let active = self.active().collect();
        self.tally.remove_seat(&self.rules.limits, seat, active);
        if self.last.as_ref().is_some_and(|play| play.seat == seat) && self.phase == Phase::Playing {
            self.last = None;
        }
        if seat == self.first {
            self.first = self.next_after(seat).unwrap_or(seat);
        }
        if seat == self.turn {
            self.charge(seat, now);
            self.pass_on(seat, now);
        }
    }

    fn end_turn(&mut self, seat: Seat, outcome: TurnOutcome, now: Millis) {
        self.charge(seat, now);
        let active = self.active().collect();
        self.tally.count_turn(&self.rules.limits, seat, outcome, self.first, active);
        self.last = None;
        self.turns = self.turns.saturating_add(1);
        self.pass_on(seat, now);
    }

    fn charge(&mut self, seat: Seat, now: Millis) {
        let (clock, took) = (self.rules.clock, now.since(self.turn_began));
        self.on(seat, |state| state.time_left = clock.after_turn(state.time_left, took));
    }

    fn pass_on(&mut self, seat: Seat, now: Millis) {
        self.turn = self.next_after(seat).unwrap_or(seat);
        self.turn_began = now;
    }

    pub(crate) fn has_gone_out(&self, seat: Seat) -> bool {
        self.bag_len() == 0 && self.seat(seat).is_some_and(|state| state.rack_len() == 0)
    }
}
