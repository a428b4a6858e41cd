//! One WebSocket for any number of games and the lobby.

use super::input::plain_message;
use crate::limits::StreamPermit;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::stream::{self, BoxStream, StreamExt};
use http_api::{
    ApiError, EmptyData, LiveError, LiveMessage, LiveRequest, LobbyMessage, Pong, WatchConfirmation,
    WatchState,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use store::GameId;
use tables::{App, Credentials, LiveFrame, StreamStart};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio_stream::StreamMap;

/// The maximum size of a message from a client, in bytes.
const MAX_MESSAGE: usize = 4_096;

/// Opens a WebSocket for any number of games and the lobby. Its messages are `LiveRequest` and `LiveMessage`.
#[utoipa::path(get, path = "/live", tag = "live", responses((status = 101, description = "a WebSocket for any number of games and the lobby")))]
pub(crate) async fn live(
    State(app): State<App>,
    permit: Option<Extension<StreamPermit>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    upgrade.on_upgrade(move |socket| async move {
        LiveConnection::new(app, socket).serve().await;
        // The connection counts as an open stream until here.
        drop(permit);
    })
}

/// A connection and what it watches.
struct LiveConnection {
    app: App,
    socket: WebSocket,
    /// The frames of each watched game, and `None` when its stream ends.
    frames: StreamMap<GameId, BoxStream<'static, Option<Arc<LiveFrame>>>>,
    watched: HashMap<GameId, WatchedGame>,
    lobby: Option<broadcast::Receiver<Arc<LiveFrame>>>,
    allowance: MessageAllowance,
}

/// How many messages a client may send: a burst, and then some each second.
struct MessageAllowance {
    left: f64,
    at: Instant,
}

/// How many messages may come in a burst. A page sends a few for each game that it watches.
const BURST: f64 = 200.0;

/// How many messages may come in a second.
const PER_SECOND: f64 = 20.0;

impl MessageAllowance {
    fn new(now: Instant) -> MessageAllowance {
        MessageAllowance { left: BURST, at: now }
    }

    /// Counts a message, and returns whether it is allowed.
    fn count(&mut self, now: Instant) -> bool {
        let gained = now.duration_since(self.at).as_secs_f64() * PER_SECOND;
        (self.left, self.at) = ((self.left + gained).min(BURST) - 1.0, now);
        self.left >= 0.0
    }
}

/// A watched game, and the last event and chat line that the client got.
#[derive(Clone)]
struct WatchedGame {
    credentials: Credentials,
    position: StreamStart,
}

/// An error says that the connection is broken.
type SendResult = Result<(), axum::Error>;

impl LiveConnection {
    fn new(app: App, socket: WebSocket) -> LiveConnection {
        let allowance = MessageAllowance::new(Instant::now());
        let (frames, watched) = (StreamMap::new(), HashMap::new());
        LiveConnection { app, socket, frames, watched, lobby: None, allowance }
    }

    async fn serve(mut self) {
        // However a connection ends, its client reconnects and says what it has seen.
        self.run().await.ok();
        self.socket.send(Message::Close(None)).await.ok();
    }

    async fn run(&mut self) -> SendResult {
        let app = self.app.clone();
        let stopped = app.wait_for_stop();
        tokio::pin!(stopped);
        let mut interval = tokio::time::interval(app.settings().keep_alive);
        loop {
            tokio::select! {
                () = &mut stopped => return Ok(()),
                _ = interval.tick() => self.socket.send(Message::Ping(Default::default())).await?,
                message = self.socket.recv() => match message {
                    None | Some(Ok(Message::Close(_))) => return Ok(()),
                    Some(Ok(_)) if !self.allowance.count(Instant::now()) => {
                        let message = format!("send at most {PER_SECOND} messages a second; connect again later");
                        return self.send_error(None, &ApiError::TooManyRequests { message }).await;
                    }
                    Some(Ok(Message::Text(text))) => self.handle(&text).await?,
                    Some(Ok(Message::Binary(_))) => self.send_error(None, &unreadable("send text")).await?,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Err(error)) => return Err(error),
                },
                Some((id, frame)) = self.frames.next(), if !self.frames.is_empty() => match frame {
                    Some(frame) => self.forward(id, &frame).await?,
                    None => self.watch_again(id).await?,
                },
                news = next_news(&mut self.lobby), if self.lobby.is_some() => match news {
                    Ok(frame) => self.send(frame.websocket.clone()).await?,
                    Err(RecvError::Lagged(_)) => self.send_lobby(LobbyMessage::Resync(EmptyData {})).await?,
                    Err(RecvError::Closed) => self.lobby = None,
                },
            }
        }
    }

    /// Sends a frame. If the client was too slow for one table, it continues where it stopped.
    async fn forward(&mut self, id: GameId, frame: &LiveFrame) -> SendResult {
        if let Some(game) = self.watched.get_mut(&id) {
            game.position.since = frame.seq.or(game.position.since);
            game.position.lines = frame.line.or(game.position.lines);
            if frame.is_resync() {
                return self.watch_again(id).await;
            }
        }
        if frame.is_gone() {
            self.unwatch(&id);
        }
        self.send(frame.websocket.clone()).await
    }

    /// Continues where a stream has ended. It does not go on if the key was revoked, and the client is told so.
    async fn watch_again(&mut self, id: GameId) -> SendResult {
        match self.watched.get(&id).cloned() {
            Some(game) => self.start_watching(id, game).await,
            None => Ok(()),
        }
    }

    async fn send(&mut self, text: Utf8Bytes) -> SendResult {
        self.socket.send(Message::Text(text)).await
    }

    async fn send_message(&mut self, message: LiveMessage<'_>) -> SendResult {
        self.send(message.to_text().into()).await
    }

    async fn send_lobby(&mut self, message: LobbyMessage) -> SendResult {
        self.send_message(LiveMessage::Lobby(message)).await
    }

    async fn send_error(&mut self, game: Option<&str>, error: &ApiError) -> SendResult {
        self.send_message(LiveMessage::Error(LiveError { game, error: error.brief() })).await
    }

    async fn handle(&mut self, text: &str) -> SendResult {
        let request: LiveRequest = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => return self.send_error(None, &unreadable(&plain_message(&error))).await,
        };
        if let Some(id) = &request.unwatch
            && let Ok(id) = GameId::new(id.as_str())
        {
            self.unwatch(&id);
        }
        if let Some(wanted) = request.lobby {
            self.lobby = wanted.then(|| self.app.lobby_news());
            if wanted {
                self.send_lobby(LobbyMessage::Watching(EmptyData {})).await?;
            }
        }
        if let Some(pong) = &request.ping {
            self.send_message(LiveMessage::Pong(Pong { pong })).await?;
        }
        match &request.watch {
            Some(id) => self.watch(id, &request).await,
            None => Ok(()),
        }
    }

    async fn watch(&mut self, text: &str, request: &LiveRequest) -> SendResult {
        let Ok(id) = GameId::new(text) else {
            return self.send_error(Some(text), &ApiError::no_such_game()).await;
        };
        let most = self.app.settings().watches;
        if self.watched.len() >= most && !self.watched.contains_key(&id) {
            let message = format!("one connection can watch at most {most} games");
            return self.send_error(Some(text), &ApiError::unprocessable("too-many-watched", message)).await;
        }
        fn present(text: &Option<String>) -> Option<&str> {
            text.as_deref().filter(|text| !text.is_empty())
        }
        let credentials = Credentials::new(present(&request.key), present(&request.invite));
        let position = StreamStart { since: request.since, lines: request.lines };
        self.start_watching(id, WatchedGame { credentials, position }).await
    }

    async fn start_watching(&mut self, id: GameId, mut game: WatchedGame) -> SendResult {
        let events = match self.app.follow(&id, &game.credentials, game.position).await {
            Ok(events) => events,
            Err(error) => {
                self.unwatch(&id);
                return self.send_error(Some(id.as_str()), &error).await;
            }
        };
        let watching = WatchState { seq: events.seq, lines: events.line, online: &events.online };
        self.send_message(LiveMessage::Watching(WatchConfirmation { game: id.as_str(), watching })).await?;
        game.position = StreamStart {
            since: game.position.since.or(Some(events.seq)),
            lines: game.position.lines.or(Some(events.line)),
        };
        let end = stream::once(async { None });
        self.frames.insert(id.clone(), events.frames.map(Some).chain(end).boxed());
        self.watched.insert(id, game);
        Ok(())
    }

    fn unwatch(&mut self, id: &GameId) {
        self.frames.remove(id);
        self.watched.remove(id);
    }
}

fn unreadable(reason: &str) -> ApiError {
    ApiError::malformed("", format!("this message cannot be read: {reason}"))
}

async fn next_news(
    lobby: &mut Option<broadcast::Receiver<Arc<LiveFrame>>>,
) -> Result<Arc<LiveFrame>, RecvError> {
    match lobby {
        Some(lobby) => lobby.recv().await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn messages_of_a_connection_are_limited_and_come_back_with_time() {
        let start = Instant::now();
        let mut allowance = MessageAllowance::new(start);
        let allowed = (0..1_000).filter(|_| allowance.count(start)).count();
        assert_eq!(allowed, BURST as usize);
        let mut allowance = MessageAllowance::new(start);
        let steady = (0..10_000).all(|n| allowance.count(start + Duration::from_millis(50 * n)));
        assert!(steady, "as many as are allowed each second");
    }
}
