//! The connection of a bot: it says hello, waits, gets a game and plays.

use super::registry::{BotRegistration, ConnectionSlot};
use super::seat::BotSeat;
use crate::App;
use crate::keys::{self, AccessKey};
use crate::names;
use crate::owner::{Credentials, TableRequest};
use bots::{BotInput, BotStream, ConnectionError, SeatProtocol};
use http_api::ApiError;
use rules::{Command, Reason, Refusal};
use std::sync::Arc;
use store::{GameId, KeyChange, KeyHash};
use tokio::sync::{Notify, oneshot};
use wire::bot::Hello;

/// How often a bot may try again in one turn, if the rules allow it.
const ATTEMPTS: u32 = 5;

/// Why a connection ends.
#[derive(Debug, thiserror::Error)]
enum DisconnectReason {
    /// The bot broke the protocol or closed the connection.
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    /// The name of the bot is invalid.
    #[error("{0}")]
    Name(String),
    /// The key of the bot's seat was revoked.
    #[error("you have lost your seat")]
    SeatLost,
    /// The bot has reconnected.
    #[error("you have come back on another connection")]
    Reconnected,
    /// The server is stopping.
    #[error("the server is closing")]
    Closing,
    /// An error of the server or the store.
    #[error("{0}")]
    ServerError(String),
}

impl From<ApiError> for DisconnectReason {
    fn from(error: ApiError) -> DisconnectReason {
        DisconnectReason::ServerError(error.message())
    }
}

type ConnectionResult = Result<(), DisconnectReason>;

/// The connection of a bot.
pub(super) struct BotConnection {
    app: App,
    stream: BotStream,
    token: String,
    bot: Option<RegisteredBot>,
    _slot: ConnectionSlot,
}

/// A bot that has said hello.
struct RegisteredBot {
    name: String,
    registration: BotRegistration,
    /// The game that it gets, while it waits.
    assignment: Option<oneshot::Receiver<GameId>>,
    /// Its seat, and the notification that it has reconnected, while it plays.
    seat: Option<(BotSeat, Arc<Notify>)>,
    attempts: u32,
}

impl BotConnection {
    pub(super) fn new(app: App, stream: BotStream, slot: ConnectionSlot) -> BotConnection {
        BotConnection { app, stream, token: String::new(), bot: None, _slot: slot }
    }

    pub(super) async fn run(mut self) {
        let Err(reason) = self.serve().await else { return };
        if let Some((seat, _)) = self.bot.as_ref().and_then(|bot| bot.seat.as_ref()) {
            tracing::info!(game = %seat.id(), seat = seat.seat().0, %reason, "a bot has disconnected");
        }
        // A bot reconnects if its connection ends without a reason.
        if !matches!(reason, DisconnectReason::Closing | DisconnectReason::ServerError(_)) {
            self.stream.say_bye(reason).await;
        }
    }

    async fn serve(&mut self) -> ConnectionResult {
        let app = self.app.clone();
        let stopped = app.wait_for_stop();
        tokio::pin!(stopped);
        loop {
            tokio::select! {
                () = &mut stopped => return Err(DisconnectReason::Closing),
                ready = self.stream.wait() => {
                    ready?;
                    self.process_input().await?;
                }
                event = next_event(&mut self.bot) => match event {
                    ConnectionEvent::Assigned(game) => self.take_seat(game).await?,
                    ConnectionEvent::GameChanged => self.continue_game().await?,
                    ConnectionEvent::SubscriptionEnded => self.resubscribe().await?,
                    ConnectionEvent::Reconnected => return Err(DisconnectReason::Reconnected),
                },
            }
        }
    }

    async fn process_input(&mut self) -> ConnectionResult {
        while let Some(input) = self.stream.next_input(seat_protocol(&mut self.bot)).await? {
            match input {
                BotInput::Hello(hello) => self.register(hello).await?,
                BotInput::Answer(command) => self.play(&command).await?,
                BotInput::Nothing => {}
            }
        }
        Ok(())
    }

    fn seat(&mut self) -> Option<&mut BotSeat> {
        seat(&mut self.bot)
    }
}

fn seat(bot: &mut Option<RegisteredBot>) -> Option<&mut BotSeat> {
    bot.as_mut()?.seat.as_mut().map(|(seat, _)| seat)
}

/// The protocol of the game that the bot plays.
fn seat_protocol(bot: &mut Option<RegisteredBot>) -> Option<&mut SeatProtocol> {
    seat(bot)?.protocol()
}

/// Registering and waiting.
impl BotConnection {
    async fn register(&mut self, hello: Hello) -> ConnectionResult {
        let name = names::check_name("name", &hello.name, self.app.settings().name_length);
        let name = name.map_err(|error| DisconnectReason::Name(error.message()))?;
        let previous = match hello.token {
            Some(token) => self.find_seat(&token).await?.map(|seat| (token, seat)),
            None => None,
        };
        let registration = self.app.bot_registry().register(&name);
        self.bot = Some(RegisteredBot { name, registration, assignment: None, seat: None, attempts: 0 });
        match previous {
            Some((token, seat)) => {
                self.token = token;
                self.stream.welcome(&self.token).await?;
                let lines = seat.resume_lines();
                self.take(seat, lines).await
            }
            None => {
                self.token = AccessKey::new().into_text();
                self.stream.welcome(&self.token).await?;
                self.wait();
                Ok(())
            }
        }
    }

    /// The seat of a bot that has reconnected, if it has one.
    async fn find_seat(&self, token: &str) -> Result<Option<BotSeat>, DisconnectReason> {
        let hash = keys::hash(token);
        let Some(key) = self.app.store().key(&hash).await.map_err(ApiError::from)? else { return Ok(None) };
        let seat = BotSeat::open(&self.app, key.game, hash).await?;
        Ok(seat.map(|(seat, _)| seat).filter(|seat| !seat.is_over()))
    }

    fn wait(&mut self) {
        if let Some(bot) = &mut self.bot {
            bot.assignment = Some(bot.registration.wait());
        }
    }

    /// Takes the reserved seat at a table. Another bot may have been faster.
    async fn take_seat(&mut self, id: GameId) -> ConnectionResult {
        let Some(bot) = &self.bot else { return Ok(()) };
        let (hash, name) = (keys::hash(&self.token), bot.name.clone());
        self.revoke_key(&hash).await?;
        let request = |reply| TableRequest::SeatBot { name: name.clone(), key: hash, reply };
        if self.app.request(&id, &Credentials::default(), request).await.is_err() {
            self.wait();
            return Ok(());
        }
        match BotSeat::open(&self.app, id, hash).await? {
            Some((seat, lines)) => {
                tracing::info!(game = %seat.id(), seat = seat.seat().0, bot = name, "a bot has taken a seat");
                self.take(seat, lines).await
            }
            None => Err(DisconnectReason::ServerError("the seat is gone".to_owned())),
        }
    }

    /// Revokes the key of the last game: a token belongs to one seat at a time.
    async fn revoke_key(&self, hash: &KeyHash) -> ConnectionResult {
        if let Some(old) = self.app.store().key(hash).await.map_err(ApiError::from)? {
            let changed = self.app.store().change_keys(old.game, vec![KeyChange::Revoke(*hash)]).await;
            changed.map_err(ApiError::from)?;
        }
        Ok(())
    }

    async fn take(&mut self, seat: BotSeat, lines: Vec<String>) -> ConnectionResult {
        if let Some(bot) = &mut self.bot {
            let replaced = bot.registration.play(seat.key());
            (bot.assignment, bot.seat, bot.attempts) = (None, Some((seat, replaced)), 0);
        }
        self.stream.send_all(lines).await?;
        self.continue_game().await
    }

    /// Goes on after the table has ended the subscription.
    async fn resubscribe(&mut self) -> ConnectionResult {
        let app = self.app.clone();
        let Some(seat) = self.seat() else { return Ok(()) };
        match seat.resubscribe(&app).await {
            Ok(()) => self.continue_game().await,
            Err(ApiError::UnknownKey) => Err(DisconnectReason::SeatLost),
            Err(ApiError::NotFound { .. }) => self.finish_game().await,
            Err(error) => Err(error.into()),
        }
    }

    /// The game is over for this bot. It waits for another.
    async fn finish_game(&mut self) -> ConnectionResult {
        if self.bot.as_mut().and_then(|bot| bot.seat.take()).is_some() {
            self.revoke_key(&keys::hash(&self.token)).await?;
            self.wait();
        }
        Ok(())
    }
}

/// Playing.
impl BotConnection {
    /// Reports new events, and asks for a turn if it is the bot's.
    async fn continue_game(&mut self) -> ConnectionResult {
        let app = self.app.clone();
        let Some(seat) = self.seat() else { return Ok(()) };
        let lines = seat.catch_up(&app).await?;
        let over = seat.is_over();
        let question = seat.turn_line();
        if !lines.is_empty()
            && let Some(bot) = &mut self.bot
        {
            bot.attempts = 0;
        }
        self.stream.send_all(lines).await?;
        match question {
            _ if over => self.finish_game().await,
            Some(question) => Ok(self.stream.send(question).await?),
            None => Ok(()),
        }
    }

    async fn play(&mut self, command: &Command) -> ConnectionResult {
        let app = self.app.clone();
        let Some(seat) = self.seat() else { return Ok(()) };
        match seat.play(&app, command).await? {
            None => self.continue_game().await,
            Some(refusal) => self.report_refusal(&refusal).await,
        }
    }

    async fn report_refusal(&mut self, refusal: &Refusal) -> ConnectionResult {
        let Some(protocol) = self.seat().and_then(BotSeat::protocol) else { return Ok(()) };
        let line = protocol.report_refusal(refusal);
        self.stream.send(line).await?;
        if refusal.reasons().contains(&Reason::TimeIsUp) {
            // The table ends the turn by itself and reports it.
            return Ok(());
        }
        let attempts = self.bot.as_mut().map_or(0, |bot| {
            bot.attempts += 1;
            bot.attempts
        });
        if attempts < ATTEMPTS { self.continue_game().await } else { self.pass_turn().await }
    }

    /// Passes for a bot that found no legal move, or resigns if passing is not allowed.
    async fn pass_turn(&mut self) -> ConnectionResult {
        let app = self.app.clone();
        let Some(seat) = self.seat() else { return Ok(()) };
        if seat.play(&app, &Command::Pass).await?.is_some() {
            seat.play(&app, &Command::Resign).await?;
        }
        self.continue_game().await
    }
}

/// What a connection waits for besides lines of the bot.
enum ConnectionEvent {
    /// The bot gets a game.
    Assigned(GameId),
    /// Something happened at the table.
    GameChanged,
    /// The table has ended the subscription.
    SubscriptionEnded,
    /// The bot has reconnected.
    Reconnected,
}

async fn next_event(bot: &mut Option<RegisteredBot>) -> ConnectionEvent {
    let Some(bot) = bot else { return std::future::pending().await };
    if let Some((seat, replaced)) = &mut bot.seat {
        return tokio::select! {
            () = replaced.notified() => ConnectionEvent::Reconnected,
            event = seat.next_event() => match event {
                Ok(()) => ConnectionEvent::GameChanged,
                Err(_) => ConnectionEvent::SubscriptionEnded,
            },
        };
    }
    let Some(assignment) = &mut bot.assignment else { return std::future::pending().await };
    let game = assignment.await;
    bot.assignment = None;
    match game {
        Ok(game) => ConnectionEvent::Assigned(game),
        Err(_) => std::future::pending().await,
    }
}
