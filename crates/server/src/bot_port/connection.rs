//! A bot's connection: it says hello, waits, is called to tables and plays.

use super::registry::{BotRegistration, ConnectionSlot};
use super::seat::BotSeat;
use crate::App;
use crate::api_error::ApiError;
use crate::keys::{self, AccessKey};
use crate::names;
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

/// How often a bot may try again in one turn, where the rules let it.
const TRIES: u32 = 5;

/// Why a connection ends.
#[derive(Debug, thiserror::Error)]
enum DisconnectReason {
    /// The bot's doing.
    #[error(transparent)]
    ConnectionError(#[from] ConnectionError),
    /// Its name cannot be used.
    #[error("{0}")]
    Name(String),
    /// The bot came back on another connection.
    #[error("you have come back on another connection")]
    Elsewhere,
    /// The server stops.
    #[error("the server is closing")]
    Closing,
    /// The store cannot be reached, or holds what makes no sense.
    #[error("{0}")]
    Trouble(String),
}

impl From<ApiError> for DisconnectReason {
    fn from(error: ApiError) -> DisconnectReason {
        DisconnectReason::Trouble(error.message())
    }
}

type ConnectionResult = Result<(), DisconnectReason>;

/// A bot's connection.
pub(super) struct BotConnection {
    app: App,
    stream: TcpStream,
    limits: ConnectionLimits,
    began: Instant,
    conversation: ConnectionProtocol,
    lines: LineBuffer,
    token: String,
    bot: Option<RegisteredBot>,
    _slot: ConnectionSlot,
}

/// A bot that has said hello.
struct RegisteredBot {
    name: String,
    badge: BotRegistration,
    /// When it waits: the game it is called to.
    called: Option<oneshot::Receiver<GameId>>,
    /// When it plays: where, and whether it has come back on another connection.
    place: Option<(BotSeat, Arc<Notify>)>,
    tries: u32,
}

impl BotConnection {
    pub(super) fn new(app: App, stream: TcpStream, slot: ConnectionSlot) -> BotConnection {
        let limits = ConnectionLimits::default();
        BotConnection {
            app,
            stream,
            limits,
            began: Instant::now(),
            conversation: ConnectionProtocol::new(limits, Millis(0)),
            lines: LineBuffer::new(limits.line),
            token: String::new(),
            bot: None,
            _slot: slot,
        }
    }

    pub(super) async fn run(mut self) {
        // Without it, small lines wait for each other; it is only slower.
        self.stream.set_nodelay(true).ok();
        let Err(parting) = self.converse().await else { return };
        if let Some((place, _)) = self.bot.as_ref().and_then(|bot| bot.place.as_ref()) {
            tracing::info!(game = %place.id(), seat = place.seat().0, %parting, "a bot has gone");
        }
        // A connection that ends without a word is worth making again.
        if !matches!(parting, DisconnectReason::Closing | DisconnectReason::Trouble(_)) {
            // Whoever has gone does not hear it.
            self.send(outside(ServerPayload::Bye(Bye { reason: parting.to_string() }))).await.ok();
        }
    }

    async fn converse(&mut self) -> ConnectionResult {
        let app = self.app.clone();
        let stopped = app.stopped();
        tokio::pin!(stopped);
        let mut bytes = [0; 8_192];
        loop {
            let wake = self.began + span(self.conversation.next_tick());
            tokio::select! {
                () = &mut stopped => return Err(DisconnectReason::Closing),
                read = self.stream.read(&mut bytes) => match read {
                    Ok(0) | Err(_) => return Err(ConnectionError::Closed.into()),
                    Ok(count) => self.read(&bytes[..count]).await?,
                },
                () = tokio::time::sleep_until(wake) => self.tick().await?,
                news = news(&mut self.bot) => match news {
                    ConnectionEvent::Called(game) => self.sit_down(game).await?,
                    ConnectionEvent::Happened => self.go_on().await?,
                    ConnectionEvent::Gone => self.get_up().await?,
                    ConnectionEvent::Elsewhere => return Err(DisconnectReason::Elsewhere),
                },
            }
        }
    }

    fn now(&self) -> Millis {
        Millis(self.began.elapsed().as_millis() as i64)
    }

    async fn tick(&mut self) -> ConnectionResult {
        match self.conversation.tick(self.now())? {
            Some(word) => self.say(word).await,
            None => Ok(()),
        }
    }

    async fn read(&mut self, bytes: &[u8]) -> ConnectionResult {
        self.lines.push(bytes);
        while let Some(line) = self.lines.next_line() {
            let now = self.now();
            let step = self.conversation.receive_line(line.as_deref().map_err(|fault| *fault), now)?;
            self.step(step).await?;
        }
        Ok(())
    }

    async fn step(&mut self, step: LineEffect) -> ConnectionResult {
        match step {
            LineEffect::Hello(hello) => self.greet(hello).await,
            LineEffect::Answer { game, turn, what } => self.answer(game.as_deref(), turn, &what).await,
            LineEffect::Words(hash) => self.tell_words(hash).await,
            LineEffect::Reply(word) => self.say(word).await,
            LineEffect::Nothing => Ok(()),
        }
    }

    /// Says something, as part of the game where there is one.
    async fn say(&mut self, word: ServerPayload) -> ConnectionResult {
        let line = match self.place().and_then(BotSeat::protocol) {
            Some(protocol) => protocol.line(word),
            None => outside(word),
        };
        self.send(line).await
    }

    async fn send(&mut self, mut line: String) -> ConnectionResult {
        line.push('\n');
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match timeout(span(self.limits.write), self.stream.write(rest)).await {
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

    fn place(&mut self) -> Option<&mut BotSeat> {
        self.bot.as_mut()?.place.as_mut().map(|(place, _)| place)
    }
}

/// Coming and waiting.
impl BotConnection {
    async fn greet(&mut self, hello: Hello) -> ConnectionResult {
        let name = names::name("name", &hello.name, self.app.settings().name_length);
        let name = name.map_err(|error| DisconnectReason::Name(error.message()))?;
        let known = match hello.token {
            Some(token) => self.known_place(&token).await?.map(|place| (token, place)),
            None => None,
        };
        let badge = self.app.services.bot_registry.greet(&name);
        self.bot = Some(RegisteredBot { name, badge, called: None, place: None, tries: 0 });
        match known {
            Some((token, place)) => {
                self.token = token;
                self.welcome().await?;
                let told = place.resume();
                self.take(place, told).await
            }
            None => {
                self.token = AccessKey::new().told();
                self.welcome().await?;
                self.wait();
                Ok(())
            }
        }
    }

    /// The place of a bot that has come back; nothing where it has none.
    async fn known_place(&self, token: &str) -> Result<Option<BotSeat>, DisconnectReason> {
        let hash = keys::hash(token);
        let Some(key) = self.app.store().key(&hash).await.map_err(ApiError::from)? else { return Ok(None) };
        let place = BotSeat::of(&self.app, key.game, hash).await?;
        Ok(place.map(|(place, _)| place).filter(|place| !place.is_over()))
    }

    async fn welcome(&mut self) -> ConnectionResult {
        let name = concat!("quixotry ", env!("CARGO_PKG_VERSION")).to_owned();
        let welcome = Welcome { protocol: BOT_PROTOCOL, name, token: self.token.clone() };
        self.send(outside(ServerPayload::Welcome(welcome))).await
    }

    fn wait(&mut self) {
        if let Some(bot) = &mut self.bot {
            bot.called = Some(bot.badge.wait());
        }
    }

    /// Sits down at a table that waits for this bot. Another may have been faster.
    async fn sit_down(&mut self, id: GameId) -> ConnectionResult {
        let Some(bot) = &self.bot else { return Ok(()) };
        let (hash, name) = (keys::hash(&self.token), bot.name.clone());
        self.forget_key(&hash).await?;
        let sit = |reply| crate::owner::Request::Sit { name: name.clone(), key: hash, reply };
        if self.app.registry.ask(&id, &crate::owner::Credentials::default(), sit).await.is_err() {
            self.wait();
            return Ok(());
        }
        match BotSeat::of(&self.app, id, hash).await? {
            Some((place, told)) => {
                tracing::info!(game = %place.id(), seat = place.seat().0, bot = name, "a bot has sat down");
                self.take(place, told).await
            }
            None => Err(DisconnectReason::Trouble("the seat is gone".to_owned())),
        }
    }

    /// A token opens one seat at a time.
    async fn forget_key(&self, hash: &KeyHash) -> ConnectionResult {
        if let Some(old) = self.app.store().key(hash).await.map_err(ApiError::from)? {
            let changed = self.app.store().change_keys(old.game, vec![KeyChange::Revoke(*hash)]).await;
            changed.map_err(ApiError::from)?;
        }
        Ok(())
    }

    async fn take(&mut self, place: BotSeat, told: Vec<String>) -> ConnectionResult {
        if let Some(bot) = &mut self.bot {
            let gone = bot.badge.play(place.key());
            (bot.called, bot.place, bot.tries) = (None, Some((place, gone)), 0);
        }
        self.send_all(told).await?;
        self.go_on().await
    }

    /// The game is over for this bot, which then waits for another.
    async fn get_up(&mut self) -> ConnectionResult {
        if self.bot.as_mut().and_then(|bot| bot.place.take()).is_some() {
            self.forget_key(&keys::hash(&self.token)).await?;
            self.wait();
        }
        Ok(())
    }
}

/// Playing.
impl BotConnection {
    /// Tells what happened, and asks if it is the bot's turn.
    async fn go_on(&mut self) -> ConnectionResult {
        let app = self.app.clone();
        let Some(place) = self.place() else { return Ok(()) };
        let told = place.catch_up(&app).await?;
        let over = place.is_over();
        let question = place.ask();
        if !told.is_empty()
            && let Some(bot) = &mut self.bot
        {
            bot.tries = 0;
        }
        self.send_all(told).await?;
        match question {
            _ if over => self.get_up().await,
            Some(question) => self.send(question).await,
            None => Ok(()),
        }
    }

    async fn answer(
        &mut self,
        game: Option<&str>,
        turn: Option<u32>,
        what: &ServerMessage,
    ) -> ConnectionResult {
        let Some(protocol) = self.place().and_then(BotSeat::protocol) else {
            return self.say(error("no-game", "no game has begun: wait for start")).await;
        };
        match protocol.accept_answer(game, turn, what) {
            Ok(command) => self.act(&command).await,
            Err(line) => self.send(line).await,
        }
    }

    async fn act(&mut self, command: &Command) -> ConnectionResult {
        let app = self.app.clone();
        let Some(place) = self.place() else { return Ok(()) };
        match place.act(&app, command).await? {
            None => self.go_on().await,
            Some(refusal) => self.refused(&refusal).await,
        }
    }

    async fn refused(&mut self, refusal: &Refusal) -> ConnectionResult {
        let Some(protocol) = self.place().and_then(BotSeat::protocol) else { return Ok(()) };
        let line = protocol.report_refusal(refusal);
        self.send(line).await?;
        if refusal.reasons().contains(&Reason::TimeIsUp) {
            // The clock falls at the table by itself, and the bot is told.
            return Ok(());
        }
        let tries = self.bot.as_mut().map_or(0, |bot| {
            bot.tries += 1;
            bot.tries
        });
        if tries < TRIES { self.go_on().await } else { self.pass().await }
    }

    /// A bot that finds nothing good passes, and gives up where that is not allowed.
    async fn pass(&mut self) -> ConnectionResult {
        let app = self.app.clone();
        let Some(place) = self.place() else { return Ok(()) };
        if place.act(&app, &Command::Pass).await?.is_some() {
            place.act(&app, &Command::Resign).await?;
        }
        self.go_on().await
    }

    /// The words of the lexicon are many, so that they are written where threads may block.
    async fn tell_words(&mut self, hash: String) -> ConnectionResult {
        let Some(protocol) = self.place().and_then(BotSeat::protocol) else {
            return self.say(error("no-game", "no game has begun: ask for words after start")).await;
        };
        let protocol = protocol.clone();
        let line = tokio::task::spawn_blocking(move || protocol.words_line(&hash)).await;
        self.send(line.map_err(|error| DisconnectReason::Trouble(error.to_string()))?).await
    }
}

/// What may come from elsewhere than the connection.
enum ConnectionEvent {
    /// A table waits for the bot.
    Called(GameId),
    /// Something happened at its table.
    Happened,
    /// Its table is gone.
    Gone,
    /// It has come back on another connection.
    Elsewhere,
}

async fn news(bot: &mut Option<RegisteredBot>) -> ConnectionEvent {
    let Some(bot) = bot else { return std::future::pending().await };
    if let Some((place, gone)) = &mut bot.place {
        return tokio::select! {
            () = gone.notified() => ConnectionEvent::Elsewhere,
            news = place.news() => if news.is_ok() { ConnectionEvent::Happened } else { ConnectionEvent::Gone },
        };
    }
    let Some(called) = &mut bot.called else { return std::future::pending().await };
    let game = called.await;
    bot.called = None;
    match game {
        Ok(game) => ConnectionEvent::Called(game),
        Err(_) => std::future::pending().await,
    }
}

fn span(time: Millis) -> Duration {
    Duration::from_millis(time.0.max(0).unsigned_abs())
}

/// A line that belongs to no game.
fn outside(what: ServerPayload) -> String {
    ServerLine { game: None, turn: 0, what }.print()
}

fn error(code: &str, message: &str) -> ServerPayload {
    ServerPayload::Error(ErrorMessage { code: code.to_owned(), message: message.to_owned() })
}

/// Says that there are too many already.
pub(super) async fn turn_away(mut stream: TcpStream) {
    let reason = "there are as many bots here as there may be".to_owned();
    let line = outside(ServerPayload::Bye(Bye { reason })) + "\n";
    timeout(Duration::from_secs(1), stream.write_all(line.as_bytes())).await.ok();
}
