//! Deciding: from a command to the events that it causes, or to the reasons why it is refused.

use crate::placement::{TileOwner, judge};
use crate::{
    Clock, Command, Context, DisconnectPolicy, Event, EventKind, ExchangeLimits, ExchangeOrder, FailedPlay,
    ForfeitPolicy, Game, LeaveCause, LeaveOutcome, Millis, Phase, Placement, Reason, Refusal, Seat,
    SeatState, Starter, TurnTimeout,
};
use tiles::{TileId, Tiles};

impl Game {
    /// The events that start a game with this number of seats: who begins, and the first racks.
    ///
    /// # Errors
    ///
    /// Fails if the game has started, or if the rules do not allow this number of seats.
    pub fn start(&self, seats: u8, context: &mut Context<'_>) -> Result<Vec<Event>, StartError> {
        let (rules, range) = (&self.rules, self.rules.seats);
        if self.phase != Phase::Waiting {
            return Err(StartError::AlreadyStarted);
        }
        if !(range.min..=range.max).contains(&seats) {
            return Err(StartError::Seats { seats, min: range.min, max: range.max });
        }
        let needed = usize::from(seats) * usize::from(rules.rack_size);
        if needed > self.bag.len() {
            return Err(StartError::TooFewTiles { needed, there: self.bag.len() });
        }
        let first = match rules.starter {
            Starter::First => Seat(0),
            Starter::Random => Seat(context.chance.below(seats.into()) as u8),
        };
        let mut events = vec![at(context.now, EventKind::Started { seats, first })];
        let mut bag = self.bag.clone();
        for seat in (0..seats).map(Seat) {
            let tiles = draw(&mut bag, rules.rack_size.into(), context);
            events.push(at(context.now, EventKind::Dealt { seat, tiles }));
        }
        Ok(events)
    }

    /// The events that a command causes. The game does not change until they are [applied](Game::apply).
    ///
    /// # Errors
    ///
    /// Fails with every reason why the rules refuse the command.
    pub fn decide(
        &self,
        seat: Seat,
        command: &Command,
        context: &mut Context<'_>,
    ) -> Result<Vec<Event>, Refusal> {
        self.takes_part(seat)?;
        let now = context.now;
        let events = match command {
            Command::Resign => vec![at(now, self.leave(seat, LeaveCause::Resigned))],
            Command::Disconnect => self.disconnect(seat).map(|what| at(now, what)).into_iter().collect(),
            Command::GiveWay(then) => vec![at(now, self.give_way(seat, *then))],
            Command::Timeout => vec![at(now, self.time_out(seat, now)?)],
            Command::Challenge(challenged) => {
                self.in_time(seat, now)?;
                let events = self.decide_challenge(seat, challenged, context.words)?;
                events.into_iter().map(|what| at(now, what)).collect()
            }
            Command::Play(placement) => {
                self.may_move(seat, now)?;
                self.rules.check_tile_count(placement.tiles.len())?;
                vec![at(now, self.decide_play(seat, placement, context)?)]
            }
            Command::Exchange(returned) => {
                self.may_move(seat, now)?;
                self.rules.check_tile_count(returned.len())?;
                vec![at(now, self.decide_exchange(seat, returned, context)?)]
            }
            Command::Pass => vec![at(now, self.decide_pass(seat, now)?)],
        };
        Ok(self.with_consequences(events))
    }

    fn takes_part(&self, seat: Seat) -> Result<(), Refusal> {
        match self.phase {
            Phase::Waiting => Err(Reason::NotStarted.into()),
            Phase::Over { .. } => Err(Reason::GameOver.into()),
            Phase::Playing | Phase::Answering(_) => {
                let is_active = self.seat(seat).is_some_and(|state| state.active);
                if is_active { Ok(()) } else { Err(Reason::NoSuchSeat.into()) }
            }
        }
    }

    fn in_time(&self, seat: Seat, now: Millis) -> Result<(), Refusal> {
        match self.deadline() {
            Some((on_turn, deadline)) if on_turn == seat && now > deadline => Err(Reason::TimeIsUp.into()),
            _ => Ok(()),
        }
    }

    /// Whether the seat may play or exchange now.
    fn may_move(&self, seat: Seat, now: Millis) -> Result<(), Refusal> {
        self.in_time(seat, now)?;
        if let Phase::Answering(_) = self.phase {
            return Err(Reason::AnswerFirst.into());
        }
        if seat == self.turn { Ok(()) } else { Err(Reason::NotYourTurn { turn: self.turn }.into()) }
    }

    /// A pass is a turn, or the acceptance of the last play when that awaits an answer.
    fn decide_pass(&self, seat: Seat, now: Millis) -> Result<EventKind, Refusal> {
        if let Phase::Answering(waiting) = self.phase {
            self.in_time(seat, now)?;
            let waits = waiting.contains(seat);
            return if waits {
                Ok(EventKind::Accepted { seat })
            } else {
                Err(Reason::AlreadyAnswered.into())
            };
        }
        self.may_move(seat, now)?;
        Ok(EventKind::Passed { seat })
    }

    fn decide_play(
        &self,
        seat: Seat,
        placement: &Placement,
        context: &mut Context<'_>,
    ) -> Result<EventKind, Refusal> {
        let rack = &self.seats[seat.index()].rack;
        let words = self.rules.checks_words().then_some(context.words);
        let owner = TileOwner { seat: Some(seat), rack: Some(rack) };
        match judge(&self.rules, &self.grid, owner, placement, words) {
            Ok(play) => {
                let left = self.seats[seat.index()].rack_len() - play.tiles.len();
                let room = usize::from(self.rules.rack_size).saturating_sub(left);
                let drawn = draw(&mut self.bag.clone(), room.min(self.bag_len()), context);
                Ok(play.into_event_kind(seat, drawn))
            }
            Err(refusal) => self.refuse_or_fail(refusal, |reasons| EventKind::PlayFailed {
                seat,
                tiles: placement.tiles.clone(),
                written: placement.written.clone(),
                reasons,
            }),
        }
    }

    fn decide_exchange(
        &self,
        seat: Seat,
        returned: &[TileId],
        context: &mut Context<'_>,
    ) -> Result<EventKind, Refusal> {
        match Refusal::new(self.exchange_faults(seat, returned)) {
            None => {
                let drawn = self.draw_for_exchange(returned, context);
                Ok(EventKind::Exchanged { seat, returned: returned.to_vec(), drawn })
            }
            Some(refusal) => self.refuse_or_fail(refusal, |reasons| EventKind::ExchangeFailed {
                seat,
                returned: returned.to_vec(),
                reasons,
            }),
        }
    }

    /// An illegal act is refused, or costs the turn, as the rules say.
    fn refuse_or_fail(
        &self,
        refusal: Refusal,
        event: impl FnOnce(Vec<Reason>) -> EventKind,
    ) -> Result<EventKind, Refusal> {
        match self.rules.failed_play {
            FailedPlay::Retry => Err(refusal),
            FailedPlay::TurnLost => Ok(event(refusal.reasons().to_vec())),
        }
    }

    fn exchange_faults(&self, seat: Seat, returned: &[TileId]) -> Vec<Reason> {
        let Some(limits) = self.rules.exchange_limits() else { return vec![Reason::ExchangeForbidden] };
        let mut reasons = self.exchange_ownership(seat, returned);
        let wanted = u16::try_from(returned.len()).unwrap_or(u16::MAX);
        let ExchangeLimits { fewest, most, times, .. } = limits;
        if wanted < fewest.into() || wanted > most.into() {
            reasons.push(Reason::ExchangeCount { wanted, fewest, most });
        }
        if let Some(times) = times.filter(|&times| self.seats[seat.index()].exchanges >= times) {
            reasons.push(Reason::ExchangesUsedUp { times });
        }
        let available = u16::try_from(self.bag_len()).unwrap_or(u16::MAX);
        let needed = limits.needed_in_bag(wanted);
        if available < needed {
            reasons.push(Reason::BagTooSmall { wanted, needed, available });
        }
        reasons
    }

    fn exchange_ownership(&self, seat: Seat, returned: &[TileId]) -> Vec<Reason> {
        let mut rack = self.seats[seat.index()].rack.clone();
        let mut reasons = Vec::new();
        for &tile in returned {
            if self.rules.tiles.kind(tile).is_none() {
                reasons.push(Reason::NoSuchTile { tile });
            } else if rack.take(tile).is_err() {
                let label = self.rules.tiles.label(tile).to_owned();
                reasons.push(Reason::NotOnRack { seat: Some(seat), tile, label });
            }
        }
        reasons
    }

    fn draw_for_exchange(&self, returned: &[TileId], context: &mut Context<'_>) -> Vec<TileId> {
        let mut bag = self.bag.clone();
        let order = self.rules.exchange_limits().map(|limits| limits.order);
        if order == Some(ExchangeOrder::ReturnFirst) {
            bag.extend(returned.iter().copied());
        }
        draw(&mut bag, returned.len(), context)
    }

    fn time_out(&self, seat: Seat, now: Millis) -> Result<EventKind, Refusal> {
        let Some((on_turn, deadline)) = self.deadline() else { return Err(Reason::NoClock.into()) };
        if on_turn != seat {
            return Err(Reason::NotYourTurn { turn: on_turn }.into());
        }
        if now < deadline {
            return Err(Reason::TimeLeft { left: deadline.since(now) }.into());
        }
        Ok(match self.rules.clock {
            Clock::Turn { then: TurnTimeout::Pass, .. } => EventKind::TimedOut { seat },
            Clock::Turn { then: TurnTimeout::Forfeit, .. } | Clock::Game(_) | Clock::Off => {
                self.leave(seat, LeaveCause::OutOfTime)
            }
        })
    }

    fn disconnect(&self, seat: Seat) -> Option<EventKind> {
        let why = LeaveCause::Disconnected;
        match self.rules.disconnect {
            DisconnectPolicy::Keep => None,
            DisconnectPolicy::Forfeit => Some(self.leave(seat, why)),
            DisconnectPolicy::Computer => Some(EventKind::Left { seat, why, then: LeaveOutcome::Computer }),
        }
    }

    fn give_way(&self, seat: Seat, then: LeaveOutcome) -> EventKind {
        let kept = EventKind::Left { seat, why: LeaveCause::Disconnected, then };
        self.disconnect(seat).unwrap_or(kept)
    }

    pub(crate) fn leave(&self, seat: Seat, why: LeaveCause) -> EventKind {
        let lost = matches!(why, LeaveCause::OutOfTime | LeaveCause::LostChallenge);
        let then = match self.rules.forfeit {
            ForfeitPolicy::Computer if !lost => LeaveOutcome::Computer,
            ForfeitPolicy::Computer | ForfeitPolicy::OthersWin | ForfeitPolicy::Leaves => LeaveOutcome::Out,
        };
        EventKind::Left { seat, why, then }
    }

    /// The events, followed by skipped turns and the end of the game where they bring it about.
    fn with_consequences(&self, events: Vec<Event>) -> Vec<Event> {
        if self.goes_on_after(&events) {
            debug_assert_eq!(self.play_on(events.clone()), events);
            return events;
        }
        self.play_on(events)
    }

    /// Whether these events are an ordinary play without consequences: it scores, all seats have tiles and take part,
    /// and no seat owes a turn.
    ///
    /// Most plays are. Without this test, the copy of the game that [`Game::play_on`] makes would double the time.
    fn goes_on_after(&self, events: &[Event]) -> bool {
        let [Event { kind: EventKind::Played { seat, tiles, score, drawn, .. }, .. }] = events else {
            return false;
        };
        let limits = self.rules.limits;
        let plays_on = |(index, state): (usize, &SeatState)| {
            let (drawn, spent) = if index == seat.index() { (drawn.len(), tiles.len()) } else { (0, 0) };
            state.active && !state.owes_turn && state.rack_len() + drawn > spent
        };
        *score > 0
            && self.seats.iter().enumerate().all(plays_on)
            && ![limits.passes, limits.scoreless, limits.rounds].contains(&Some(0))
    }

    /// Carries out the events on a copy of the game, and adds what follows from them.
    fn play_on(&self, mut events: Vec<Event>) -> Vec<Event> {
        let Some(now) = events.last().map(|event| event.at) else { return events };
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        loop {
            let next = match after.ending() {
                Some(ended) => ended,
                None if after.on_turn_owes() => EventKind::TurnSkipped { seat: after.turn },
                None => return events,
            };
            let event = at(now, next);
            after.apply(&event);
            events.push(event);
        }
    }

    fn on_turn_owes(&self) -> bool {
        self.phase == Phase::Playing && self.seat(self.turn).is_some_and(|state| state.owes_turn)
    }
}

/// Why a game cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// It has begun already.
    #[error("the game has begun already")]
    AlreadyStarted,
    /// The rules want another number of seats.
    #[error("these rules are for {min} to {max} seats, not {seats}")]
    Seats {
        /// Asked for.
        seats: u8,
        /// At least.
        min: u8,
        /// At most.
        max: u8,
    },
    /// There are not enough tiles.
    #[error("the first racks need {needed} tiles, but there are only {there}")]
    TooFewTiles {
        /// Needed.
        needed: usize,
        /// There.
        there: usize,
    },
}

fn at(at: Millis, kind: EventKind) -> Event {
    Event { at, kind }
}

fn draw(bag: &mut Tiles, count: usize, context: &mut Context<'_>) -> Vec<TileId> {
    let mut drawn = Vec::with_capacity(count.min(bag.len()));
    drawn.extend((0..count).map_while(|_| context.chance.draw(bag)));
    drawn
}
