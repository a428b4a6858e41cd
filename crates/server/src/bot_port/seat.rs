//! A bot's place at a table: what it was told so far, and what it is asked.

use crate::App;
use crate::api_error::ApiError;
use crate::log_entry::{LogEntry, LoggedEvent};
use crate::owner::{Acted, Credentials, Request, Subscription, read_log, takes_back};
use crate::table::{Table, TableStatus};
use bots::{Scoreboard, SeatProtocol};
use rules::{Command, Event, EventKind, Millis, Phase, Refusal, Seat, Viewer};
use store::{GameId, KeyHash, Seq, Timestamp};
use tokio::sync::broadcast::error::RecvError;

/// A bot's place at a table.
pub(super) struct BotSeat {
    id: GameId,
    seat: Seat,
    key: KeyHash,
    following: Subscription,
    table: Table,
    /// There is none before the game begins.
    protocol: Option<SeatProtocol>,
}

impl BotSeat {
    /// The place that a key opens, and what a newcomer is told of it; `None` if no bot sits there.
    pub(super) async fn of(
        app: &App,
        id: GameId,
        key: KeyHash,
    ) -> Result<Option<(BotSeat, Vec<String>)>, ApiError> {
        let credentials = Credentials { key: Some(key), invite: None };
        let following = *app.registry.ask(&id, &credentials, Request::Follow).await?;
        let Viewer::Seat(seat) = following.viewer else { return Ok(None) };
        let table = Table::new(following.resources.clone(), following.online.len());
        let mut place = BotSeat { id, seat, key, following, table, protocol: None };
        let told = place.catch_up(app).await?;
        Ok(place.table.occupant(seat).is_bot().then_some((place, told)))
    }

    pub(super) fn id(&self) -> &GameId {
        &self.id
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    pub(super) fn key(&self) -> KeyHash {
        self.key
    }

    pub(super) fn protocol(&mut self) -> Option<&mut SeatProtocol> {
        self.protocol.as_mut()
    }

    /// Waits until something may have happened; an error says that the table is gone.
    pub(super) async fn news(&mut self) -> Result<(), ApiError> {
        loop {
            match self.following.receiver.recv().await {
                // Chat and who comes and goes are no part of the game.
                Ok(frame) if frame.seq.is_none_or(|seq| seq <= self.table.seq) => {}
                Ok(_) | Err(RecvError::Lagged(_)) => return Ok(()),
                Err(RecvError::Closed) => return Err(ApiError::no_such_game()),
            }
        }
    }

    /// Everything again, for a bot that has come back.
    pub(super) fn resume(&self) -> Vec<String> {
        self.protocol.as_ref().map(SeatProtocol::resume_lines).unwrap_or_default()
    }

    /// Reads what happened since, and gives what the bot is to be told of it.
    pub(super) async fn catch_up(&mut self, app: &App) -> Result<Vec<String>, ApiError> {
        let resources = self.table.resources.clone();
        let new = read_log(app.store(), &self.id, Seq(self.table.seq), &resources.rules).await?;
        if new.iter().any(takes_back) {
            return Err(ApiError::Broken("a turn was taken back in a game with a bot".to_owned()));
        }
        let mut told = Vec::new();
        for logged in &new {
            self.hear(logged, &mut told)?;
        }
        if self.protocol.is_none() && self.table.stage() == TableStatus::Running {
            told.push(self.begin()?);
        }
        Ok(told)
    }

    fn hear(&mut self, logged: &LoggedEvent, told: &mut Vec<String>) -> Result<(), ApiError> {
        let LogEntry::Game(event) = &logged.what else {
            self.table.apply(&logged.what);
            return Ok(());
        };
        if self.protocol.is_none() && !opens(event) {
            told.push(self.begin()?);
        }
        self.table.apply(&logged.what);
        if let Some(protocol) = &mut self.protocol {
            let seen = event.view(Viewer::Seat(self.seat), &self.table.resources.rules);
            told.extend(protocol.report_event(&seen, &Scoreboard::of(&self.table.game)));
        }
        Ok(())
    }

    /// The game begins: the start message.
    fn begin(&mut self) -> Result<String, ApiError> {
        let table = &self.table;
        let names: Vec<&str> =
            table.seats.iter().map(|occupant| occupant.player().unwrap_or_default()).collect();
        let view = table.game.view(Viewer::Seat(self.seat));
        let protocol =
            SeatProtocol::new(self.id.as_str(), self.seat, &names, table.resources.bot_setting()?, &view);
        let start = protocol.start_line();
        self.protocol = Some(protocol);
        Ok(start)
    }

    /// Whether the bot has nothing more to do here.
    pub(super) fn is_over(&self) -> bool {
        let playing = || self.table.game.seat(self.seat).is_some_and(|state| state.active);
        match self.table.stage() {
            TableStatus::Open => false,
            TableStatus::Running => !self.table.occupant(self.seat).is_bot() || !playing(),
            TableStatus::Over => true,
        }
    }

    /// The question that waits, unless it has been asked.
    pub(super) fn ask(&mut self) -> Option<String> {
        let waits = match self.table.game.phase() {
            Phase::Playing => self.table.game.turn() == Some(self.seat),
            Phase::Answering(waiting) => waiting.contains(self.seat),
            Phase::Waiting | Phase::Over { .. } => false,
        };
        let protocol = self.protocol.as_mut().filter(|protocol| waits && !protocol.is_awaiting_answer())?;
        let deadline = self.table.game.deadline().filter(|(seat, _)| *seat == self.seat);
        let left = deadline.map(|(_, at)| Millis(at.0.saturating_sub(Timestamp::now().0).max(0)));
        Some(protocol.request_turn(&self.table.game.view(Viewer::Seat(self.seat)), left))
    }

    /// Does what the bot wants; the reasons if the rules refuse it.
    pub(super) async fn act(&self, app: &App, command: &Command) -> Result<Option<Refusal>, ApiError> {
        let (credentials, seen) = (Credentials { key: Some(self.key), invite: None }, self.table.seq);
        let act = |reply| Request::Act { command: command.clone(), seen, reply };
        match app.registry.ask(&self.id, &credentials, act).await {
            Ok(Acted::Done) => Ok(None),
            Ok(Acted::Refused(refusal)) => Ok(Some(refusal)),
            // Something happened meanwhile, which the bot is told before it is asked again.
            Err(ApiError::Stale { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Whether an event is part of what the start message says.
fn opens(event: &Event) -> bool {
    matches!(event.kind, EventKind::Started { .. } | EventKind::Dealt { .. })
}
