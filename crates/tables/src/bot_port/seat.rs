//! The seat of a bot: what the bot knows of the game, and what it is asked.

use crate::App;
use crate::event_stream::StreamStart;
use crate::log_entry::{LogEntry, LoggedEvent, read_log};
use crate::owner::{Credentials, Subscription, TableRequest};
use crate::player_command::{PlayerAction, PlayerCommand};
use crate::table::Table;
use bots::{Scoreboard, SeatProtocol};
use http_api::ApiError;
use rules::{Command, Millis, Phase, Refusal, Seat, Viewer};
use store::{GameId, KeyHash, TableStatus, Timestamp};
use tokio::sync::broadcast::error::RecvError;

/// The seat of a bot.
pub(super) struct BotSeat {
    id: GameId,
    seat: Seat,
    key: KeyHash,
    subscription: Subscription,
    table: Table,
    /// `None` before the game begins.
    protocol: Option<SeatProtocol>,
}

impl BotSeat {
    /// The seat of a key, and the first lines for the bot; `None` if no bot has the seat.
    pub(super) async fn open(
        app: &App,
        id: GameId,
        key: KeyHash,
    ) -> Result<Option<(BotSeat, Vec<String>)>, ApiError> {
        let subscription = subscribe(app, &id, key).await?;
        let Viewer::Seat(seat) = subscription.viewer else { return Ok(None) };
        let table = Table::new(subscription.resources.clone(), subscription.online.len());
        let mut bot = BotSeat { id, seat, key, subscription, table, protocol: None };
        let lines = bot.catch_up(app).await?;
        Ok(bot.table.occupant(seat).is_bot().then_some((bot, lines)))
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

    /// Waits for an event of the log; an error says that the table is gone.
    pub(super) async fn next_event(&mut self) -> Result<(), ApiError> {
        loop {
            match self.subscription.receiver.recv().await {
                // Bots get neither chat nor presence.
                Ok(frame) if frame.seq.is_none_or(|seq| seq <= self.table.seq) => {}
                Ok(_) | Err(RecvError::Lagged(_)) => return Ok(()),
                Err(RecvError::Closed) => return Err(ApiError::no_such_game()),
            }
        }
    }

    /// Subscribes again after the table has ended the subscription: it was loaded anew, or the key was revoked.
    pub(super) async fn resubscribe(&mut self, app: &App) -> Result<(), ApiError> {
        self.subscription = subscribe(app, &self.id, self.key).await?;
        Ok(())
    }

    /// All lines again, for a bot that has reconnected.
    pub(super) fn resume_lines(&self) -> Vec<String> {
        self.protocol.as_ref().map(SeatProtocol::resume_lines).unwrap_or_default()
    }

    /// Applies new events, and returns the lines that report them to the bot.
    pub(super) async fn catch_up(&mut self, app: &App) -> Result<Vec<String>, ApiError> {
        let resources = self.table.resources.clone();
        let new = read_log(app.store(), &self.id, self.table.seq, &resources.rules).await?;
        if new.iter().any(LoggedEvent::is_undo) {
            return Err(ApiError::Internal("a turn was taken back in a game with a bot".to_owned()));
        }
        let mut lines = Vec::new();
        for logged in &new {
            self.apply(logged, &mut lines)?;
            // What happens at the seat afterwards is not the bot's.
            if self.is_over() {
                break;
            }
        }
        if self.protocol.is_none() && self.table.status() == TableStatus::Running {
            lines.push(self.start()?);
        }
        Ok(lines)
    }

    fn apply(&mut self, logged: &LoggedEvent, lines: &mut Vec<String>) -> Result<(), ApiError> {
        if let LogEntry::Game(event) = &logged.entry
            && self.protocol.is_none()
            && !event.kind.is_setup()
        {
            lines.push(self.start()?);
        }
        self.table.apply_stored(std::slice::from_ref(logged))?;
        if let (LogEntry::Game(event), Some(protocol)) = (&logged.entry, &mut self.protocol) {
            let seen = event.view(Viewer::Seat(self.seat), &self.table.resources.rules);
            lines.extend(protocol.report_event(&seen, &Scoreboard::of(&self.table.game)));
        }
        Ok(())
    }

    /// Starts the protocol of a game, and returns the start message.
    fn start(&mut self) -> Result<String, ApiError> {
        let table = &self.table;
        let names: Vec<&str> =
            table.seats.iter().map(|occupant| occupant.player().unwrap_or_default()).collect();
        let view = table.game.view(Viewer::Seat(self.seat));
        let setup = table.resources.bot_setup()?;
        let protocol = SeatProtocol::new(self.id.as_str(), self.seat, &names, setup, &view);
        let line = protocol.start_line();
        self.protocol = Some(protocol);
        Ok(line)
    }

    /// Whether the game is over for the bot.
    pub(super) fn is_over(&self) -> bool {
        match self.table.status() {
            TableStatus::Open => false,
            TableStatus::Running => {
                !self.table.occupant(self.seat).is_bot() || !self.table.is_active(self.seat)
            }
            TableStatus::Over => true,
        }
    }

    /// The line that asks for a turn, if the game waits for the bot and it was not asked.
    pub(super) fn turn_line(&mut self) -> Option<String> {
        let is_awaited = match self.table.game.phase() {
            Phase::Playing => self.table.game.turn() == Some(self.seat),
            Phase::Answering(waiting) => waiting.contains(self.seat),
            Phase::Waiting | Phase::Over { .. } => false,
        };
        let protocol =
            self.protocol.as_mut().filter(|protocol| is_awaited && !protocol.is_awaiting_answer())?;
        let deadline = self.table.game.deadline().filter(|(seat, _)| *seat == self.seat);
        // Another server may have another clock.
        let now = Timestamp::now().0.max(self.table.at.0);
        let left = deadline.map(|(_, at)| Millis(at.0.saturating_sub(now).max(0)));
        Some(protocol.request_turn(&self.table.game.view(Viewer::Seat(self.seat)), left))
    }

    /// Carries out a command of the bot; returns the refusal if the rules refuse it.
    pub(super) async fn play(&self, app: &App, command: &Command) -> Result<Option<Refusal>, ApiError> {
        let credentials = Credentials::with_key(self.key);
        let action = PlayerAction::Game(command.clone());
        let command = PlayerCommand { seen: Some(self.table.seq), id: None, action };
        let request = |reply| TableRequest::Command(command.clone(), reply);
        match app.request(&self.id, &credentials, request).await {
            Ok(_) => Ok(None),
            Err(ApiError::Refused(refused)) => Ok(Some(refused.refusal)),
            // Something happened meanwhile. The bot is told, and then asked again.
            Err(ApiError::Stale { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

async fn subscribe(app: &App, id: &GameId, key: KeyHash) -> Result<Subscription, ApiError> {
    let subscribe = |reply| TableRequest::Subscribe(StreamStart::default(), reply);
    app.request(id, &Credentials::with_key(key), subscribe).await.map(|subscription| *subscription)
}
