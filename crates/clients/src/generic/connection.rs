//! One connection with its channels.

use super::framing::{ChannelFrame, ChannelReply, FrameVersion};
use super::game_channel::{ChannelNews, GameChannel};
use super::index_channel::IndexChannel;
use super::known_browser::KnownBrowser;
use super::messages::{AddPayload, JoinPayload, PlayerNumber};
use super::seating::GenericSeating;
use crate::request_meter::RequestWork;
use crate::table_watcher::TableNews;
use axum::extract::ws::{Message, WebSocket};
use futures_util::FutureExt;
use futures_util::future::select_all;
use http_api::ApiError;
use serde_json::{Value, json};
use store::Seq;
use tables::ClientAddress;

/// How many games a connection may have.
const MOST_GAMES: usize = 8;

/// Who is at the other end.
#[derive(Clone)]
pub(super) struct GenericCaller {
    pub(super) browser: KnownBrowser,
    /// What may be the key of a seat.
    pub(super) token: Option<String>,
    pub(super) address: Option<ClientAddress>,
}

/// A connection of a client.
pub(super) struct GenericConnection {
    seating: GenericSeating,
    caller: GenericCaller,
    version: FrameVersion,
    socket: WebSocket,
    index: Option<IndexChannel>,
    games: Vec<GameChannel>,
}

type FrameResult = Result<(), axum::Error>;

impl GenericConnection {
    pub(super) fn new(
        seating: GenericSeating,
        caller: GenericCaller,
        version: FrameVersion,
        socket: WebSocket,
    ) -> GenericConnection {
        GenericConnection { seating, caller, version, socket, index: None, games: Vec::new() }
    }

    /// Answers until the client is gone or the server stops.
    pub(super) async fn run(mut self) {
        // An error says that the client is gone.
        self.serve().await.ok();
        self.socket.send(Message::Close(None)).await.ok();
    }

    async fn serve(&mut self) -> FrameResult {
        let app = self.seating.client.app.clone();
        let stopped = app.wait_for_stop();
        tokio::pin!(stopped);
        let mut interval = tokio::time::interval(app.settings().keep_alive);
        loop {
            tokio::select! {
                () = &mut stopped => return Ok(()),
                _ = interval.tick() => self.socket.send(Message::Ping(Default::default())).await?,
                message = self.socket.recv() => match message.transpose()? {
                    Some(Message::Text(text)) => self.handle(&text).await?,
                    Some(Message::Close(_)) | None => return Ok(()),
                    Some(Message::Binary(_) | Message::Ping(_) | Message::Pong(_)) => {}
                },
                (number, news) = next_news(&mut self.games) => self.report(number, news).await?,
                () = index_news(&mut self.index) => self.refresh_index().await?,
            }
        }
    }

    async fn send(&mut self, frame: &ChannelFrame) -> FrameResult {
        self.socket.send(Message::Text(frame.to_text(self.version).into())).await
    }

    async fn reply(&mut self, to: &ChannelFrame, reply: ChannelReply) -> FrameResult {
        self.send(&to.reply(&reply)).await
    }

    async fn report(&mut self, number: usize, news: Option<(Seq, TableNews)>) -> FrameResult {
        let channel = &mut self.games[number];
        let (topic, join_ref) = (channel.topic.clone(), channel.join_ref.clone());
        let (update, end) = match channel.report(news).await {
            ChannelNews::Nothing => (None, None),
            ChannelNews::Update(update) => (Some(update), None),
            ChannelNews::UpdateAndRejoin(update) => (Some(update), Some("phx_error")),
            ChannelNews::Gone => (None, Some("phx_close")),
        };
        // A client that was told to join again gets everything then.
        let is_ended = channel.is_ended;
        channel.is_ended |= end.is_some();
        if end == Some("phx_close") {
            self.games.remove(number);
        }
        if let Some(update) = update.filter(|_| !is_ended) {
            self.send(&ChannelFrame::broadcast(&topic, "update", update)).await?;
        }
        match end.filter(|_| !is_ended) {
            Some(event) => self.send(&ChannelFrame::end(&topic, &join_ref, event)).await,
            None => Ok(()),
        }
    }

    async fn refresh_index(&mut self) -> FrameResult {
        let app = self.seating.client.app.clone();
        let Some(index) = &mut self.index else { return Ok(()) };
        if !index.refresh(&app).await.unwrap_or(false) {
            return Ok(());
        }
        let update = ChannelFrame::broadcast(&index.topic, "update", json!(index.names()));
        self.send(&update).await
    }
}

/// The next thing that happened in one of the games.
async fn next_news(games: &mut [GameChannel]) -> (usize, Option<(Seq, TableNews)>) {
    if games.is_empty() {
        return std::future::pending().await;
    }
    let waiting = games.iter_mut().map(|channel| channel.watcher.next().boxed());
    let (news, number, _) = select_all(waiting).await;
    (number, news)
}

async fn index_news(index: &mut Option<IndexChannel>) {
    match index {
        Some(index) => index.wait().await,
        None => std::future::pending().await,
    }
}

/// What the client asks for.
impl GenericConnection {
    async fn handle(&mut self, text: &str) -> FrameResult {
        let Some(frame) = ChannelFrame::read(self.version, text) else {
            // As the original, which has no answer to a frame that it cannot read.
            tracing::debug!("a frame cannot be read");
            return Ok(());
        };
        if frame.topic == "phoenix" && frame.event == "heartbeat" {
            return self.reply(&frame, ChannelReply::Done(json!({}))).await;
        }
        if let Err(error) = self.seating.client.count_request(self.caller.address, RequestWork::Ordinary) {
            return self.reply(&frame, ChannelReply::Failed(error.message())).await;
        }
        match (frame.event.as_str(), frame.topic.split_once(':')) {
            ("phx_join", Some(("index", _))) => self.join_index(&frame).await,
            ("phx_join", Some(("games", name))) => self.join_game(&frame, name).await,
            ("phx_leave", _) => self.leave(&frame).await,
            (_, Some(("index", _))) if self.is_index(&frame.topic) => self.handle_index(frame).await,
            (_, Some(("games", _))) => self.handle_game(frame).await,
            _ => self.reply(&frame, unmatched_topic()).await,
        }
    }

    fn is_index(&self, topic: &str) -> bool {
        self.index.as_ref().is_some_and(|index| index.topic == topic)
    }

    async fn join_index(&mut self, frame: &ChannelFrame) -> FrameResult {
        let app = self.seating.client.app.clone();
        let reply = match IndexChannel::open(&app, frame.topic.clone(), frame.join_ref.clone()).await {
            Ok(index) => {
                let names = json!(index.names());
                self.index = Some(index);
                ChannelReply::Done(names)
            }
            Err(error) => ChannelReply::Failed(error.message()),
        };
        self.reply(frame, reply).await
    }

    async fn join_game(&mut self, frame: &ChannelFrame, name: &str) -> FrameResult {
        let before = self.games.iter().position(|channel| channel.topic == frame.topic);
        let before = before.map(|number| self.games.swap_remove(number));
        if let Some(before) = before.as_ref().filter(|before| !before.is_ended) {
            self.send(&ChannelFrame::end(&frame.topic, &before.join_ref, "phx_close")).await?;
        }
        let reply = match self.open_game(frame, name, before).await {
            Ok(response) => ChannelReply::Done(response),
            Err(error) => ChannelReply::Failed(error.message()),
        };
        self.reply(frame, reply).await
    }

    /// Opens the channel of a game. A client that joins again keeps its seat.
    async fn open_game(
        &mut self,
        frame: &ChannelFrame,
        name: &str,
        before: Option<GameChannel>,
    ) -> Result<Value, ApiError> {
        let payload: Option<JoinPayload> = serde_json::from_value(frame.payload.clone()).ok();
        let player = payload.and_then(|payload| PlayerNumber::from_name(&payload.player));
        let player =
            player.ok_or_else(|| ApiError::malformed("player", "the player is player1 or player2"))?;
        if self.games.len() >= MOST_GAMES {
            let message = format!("a connection has at most {MOST_GAMES} games");
            return Err(ApiError::TooManyRequests { message });
        }
        let seat = match before.filter(|before| before.player == player && before.seat.key.is_some()) {
            Some(before) => self.seating.last_game(&self.caller, before.seat).await?,
            None => self.seating.find(&self.caller, name, player).await?,
        };
        let names = (frame.topic.clone(), frame.join_ref.clone());
        let (seating, caller) = (self.seating.clone(), self.caller.clone());
        let mut channel = GameChannel::open(seating, caller, names, player, seat).await?;
        let response = channel.welcome(name).await?;
        self.games.push(channel);
        Ok(response)
    }

    async fn leave(&mut self, frame: &ChannelFrame) -> FrameResult {
        let number = self.games.iter().position(|channel| channel.topic == frame.topic);
        let join_ref = match number {
            Some(number) => self.games.swap_remove(number).join_ref,
            None => match self.index.take_if(|index| index.topic == frame.topic) {
                Some(index) => index.join_ref,
                None => return self.reply(frame, unmatched_topic()).await,
            },
        };
        self.reply(frame, ChannelReply::Done(json!({}))).await?;
        self.send(&ChannelFrame::end(&frame.topic, &join_ref, "phx_close")).await
    }

    async fn handle_index(&mut self, frame: ChannelFrame) -> FrameResult {
        let reply = match (frame.event.as_str(), serde_json::from_value::<AddPayload>(frame.payload.clone()))
        {
            ("add", Ok(AddPayload { name })) => match self.add_game(&name).await {
                Ok(()) => ChannelReply::Done(json!({ "resp": "game has been saved" })),
                Err(error) => ChannelReply::Failed(error.message()),
            },
            ("add", Err(_)) => ChannelReply::Failed("the name of the game is missing".to_owned()),
            (other, _) => ChannelReply::Failed(format!("there is no event {other:?}")),
        };
        self.reply(&frame, reply).await
    }

    async fn add_game(&mut self, name: &str) -> Result<(), ApiError> {
        self.seating.client.count_request(self.caller.address, RequestWork::NewGame)?;
        self.seating.add(self.caller.address, name).await
    }

    async fn handle_game(&mut self, frame: ChannelFrame) -> FrameResult {
        let Some(channel) = self.games.iter_mut().find(|channel| channel.topic == frame.topic) else {
            return self.reply(&frame, unmatched_topic()).await;
        };
        let answer = channel.handle(&frame.event, frame.payload.clone()).await;
        if let Some(update) = answer.update {
            self.send(&ChannelFrame::broadcast(&frame.topic, "update", update)).await?;
        }
        self.reply(&frame, answer.reply).await
    }
}

/// The reply to a message for a channel that the client has not joined.
fn unmatched_topic() -> ChannelReply {
    ChannelReply::Failed("unmatched topic".to_owned())
}
