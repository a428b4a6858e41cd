//! The connection of a bot: it says hello, waits, gets a game and plays.

use super::registry::{BotRegistration, ConnectionSlot};
use super::seat::BotSeat;
use crate::App;
use crate::api::ApiError;
use crate::keys::{self, AccessKey};
use crate::names;
use crate::owner::{Credentials, TableRequest};
use bots::{ConnectionError, ConnectionLimits, ConnectionProtocol, LineBuffer, LineEffect};
use rules::{Command, Millis, Reason, Refusal};
use std::sync::Arc;
use std::time::Duration;
use store::{GameId, KeyChange, KeyHash};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, timeout};
use wire::bot::{BOT_PROTOCOL, Bye, ErrorMessage, Hello, ServerLine, ServerMessage, ServerPayload, Welcome};

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
    stream: TcpStream,
    limits: ConnectionLimits,
    started: Instant,
    protocol: ConnectionProtocol,
    lines: LineBuffer,
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
    pub(super) fn new(app: App, stream: TcpStream, slot: ConnectionSlot) -> BotConnection {
        let limits = ConnectionLimits::default();
        BotConnection {
            app,
            stream,
            limits,
            started: Instant::now(),
            protocol: ConnectionProtocol::new(limits, Millis(0)),
            lines: LineBuffer::new(limits.line),
            token: String::new(),
            bot: None,
            _slot: slot,
        }
    }

    pub(super) async fn run(mut self) {
        // Without it the connection is only slower.
        self.stream.set_nodelay(true).ok();
        let Err(reason) = self.serve().await else { return };
        if let Some((seat, _)) = self.bot.as_ref().and_then(|bot| bot.seat.as_ref()) {
            tracing::info!(game = %seat.id(), seat = seat.seat().0, %reason, "a bot has disconnected");
        }
        // A bot reconnects if its connection ends without a reason.
        if !matches!(reason, DisconnectReason::Closing | DisconnectReason::ServerError(_)) {
            // The bot may have disconnected.
            self.send(lobby_line(ServerPayload::Bye(Bye { reason: reason.to_string() }))).await.ok();
        }
    }

    async fn serve(&mut self) -> ConnectionResult {
        let app = self.app.clone();
        let stopped = app.wait_for_stop();
        tokio::pin!(stopped);
        let mut bytes = [0; 8_192];
        loop {
            let wake = self.started + duration(self.protocol.next_tick());
            tokio::select! {
                () = &mut stopped => return Err(DisconnectReason::Closing),
                read = self.stream.read(&mut bytes) => match read {
                    Ok(0) | Err(_) => return Err(ConnectionError::Closed.into()),
                    Ok(count) => self.receive(&bytes[..count]).await?,
                },
                () = tokio::time::sleep_until(wake) => self.tick().await?,
                event = next_event(&mut self.bot) => match event {
                    ConnectionEvent::Assigned(game) => self.take_seat(game).await?,
                    ConnectionEvent::GameChanged => self.continue_game().await?,
                    ConnectionEvent::TableGone => self.finish_game().await?,
                    ConnectionEvent::Reconnected => return Err(DisconnectReason::Reconnected),
                },
            }
        }
    }

    fn now(&self) -> Millis {
        Millis(self.started.elapsed().as_millis() as i64)
    }

    async fn tick(&mut self) -> ConnectionResult {
        match self.protocol.tick(self.now())? {
            Some(message) => self.send_message(message).await,
            None => Ok(()),
        }
    }

    async fn receive(&mut self, bytes: &[u8]) -> ConnectionResult {
        self.lines.push(bytes);
        while let Some(line) = self.lines.next_line() {
            let now = self.now();
            let effect = self.protocol.receive_line(line.as_deref().map_err(|fault| *fault), now)?;
            self.handle(effect).await?;
        }
        Ok(())
    }

    async fn handle(&mut self, effect: LineEffect) -> ConnectionResult {
        match effect {
            LineEffect::Hello(hello) => self.register(hello).await,
            LineEffect::Answer { game, turn, what } => self.handle_answer(game.as_deref(), turn, &what).await,
            LineEffect::Words(hash) => self.send_words(hash).await,
            LineEffect::Reply(message) => self.send_message(message).await,
            LineEffect::Nothing => Ok(()),
        }
    }

    /// Sends a message, as part of the game if there is one.
    async fn send_message(&mut self, message: ServerPayload) -> ConnectionResult {
        let line = match self.seat().and_then(BotSeat::protocol) {
            Some(protocol) => protocol.line(message),
            None => lobby_line(message),
        };
        self.send(line).await
    }

    async fn send(&mut self, mut line: String) -> ConnectionResult {
        line.push('\n');
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match timeout(duration(self.limits.write), self.stream.write(rest)).await {
                Ok(Ok(written @ 1..)) => rest = &rest[written..],
                Ok(_) => return Err(ConnectionError::Closed.into()),
                Err(_) => return Err(ConnectionError::NotReading.into()),
            }
        }
        Ok(())
    }

    async fn send_all(&mut self, lines: Vec<String>) -> ConnectionResult {
        for line in lines {
            self.send(line).await?;
        }
        Ok(())
    }

    fn seat(&mut self) -> Option<&mut BotSeat> {
        self.bot.as_mut()?.seat.as_mut().map(|(seat, _)| seat)
    }
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
                self.welcome().await?;
                let lines = seat.resume_lines();
                self.take(seat, lines).await
            }
            None => {
                self.token = AccessKey::new().into_text();
                self.welcome().await?;
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

    async fn welcome(&mut self) -> ConnectionResult {
        let name = concat!("quixotry ", env!("CARGO_PKG_VERSION")).to_owned();
        let welcome = Welcome { protocol: BOT_PROTOCOL, name, token: self.token.clone() };
        self.send(lobby_line(ServerPayload::Welcome(welcome))).await
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
        self.send_all(lines).await?;
        self.continue_game().await
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
        self.send_all(lines).await?;
        match question {
            _ if over => self.finish_game().await,
            Some(question) => self.send(question).await,
            None => Ok(()),
        }
    }

    async fn handle_answer(
        &mut self,
        game: Option<&str>,
        turn: Option<u32>,
        what: &ServerMessage,
    ) -> ConnectionResult {
        let Some(protocol) = self.seat().and_then(BotSeat::protocol) else {
            return self.send_message(error("no-game", "no game has begun: wait for start")).await;
        };
        match protocol.accept_answer(game, turn, what) {
            Ok(command) => self.play(&command).await,
            Err(line) => self.send(line).await,
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
        self.send(line).await?;
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

    /// Sends all words of the lexicon. They are written on a thread that may block.
    async fn send_words(&mut self, hash: String) -> ConnectionResult {
        let Some(protocol) = self.seat().and_then(BotSeat::protocol) else {
            return self.send_message(error("no-game", "no game has begun: ask for words after start")).await;
        };
        let protocol = protocol.clone();
        let line = tokio::task::spawn_blocking(move || protocol.words_line(&hash)).await;
        self.send(line.map_err(|error| DisconnectReason::ServerError(error.to_string()))?).await
    }
}

/// What a connection waits for besides lines of the bot.
enum ConnectionEvent {
    /// The bot gets a game.
    Assigned(GameId),
    /// Something happened at the table.
    GameChanged,
    /// The table is gone.
    TableGone,
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
                Err(_) => ConnectionEvent::TableGone,
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

fn duration(time: Millis) -> Duration {
    Duration::from_millis(time.0.max(0).unsigned_abs())
}

/// A line outside a game.
fn lobby_line(what: ServerPayload) -> String {
    ServerLine { game: None, turn: 0, what }.print()
}

fn error(code: &str, message: &str) -> ServerPayload {
    ServerPayload::Error(ErrorMessage { code: code.to_owned(), message: message.to_owned() })
}

/// Tells a bot that too many are connected.
pub(super) async fn reject(mut stream: TcpStream) {
    let reason = "there are as many bots here as there may be".to_owned();
    let line = lobby_line(ServerPayload::Bye(Bye { reason })) + "\n";
    timeout(Duration::from_secs(1), stream.write_all(line.as_bytes())).await.ok();
}
