//! One WebSocket for everything: as many games as one likes, and the lobby.

use super::event_stream::{StreamStart, follow};
use crate::api_error::ApiError;
use crate::app::App;
use crate::keys;
use crate::limits::StreamPermit;
use crate::live_frame::LiveFrame;
use crate::owner::Credentials;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::stream::{self, BoxStream, StreamExt};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use store::GameId;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio_stream::StreamMap;

/// The most bytes of a message from a client.
const LONGEST: usize = 4_096;

/// One connection for everything.
///
/// The permit is held as long as the connection.
#[utoipa::path(get, path = "/live", tag = "live", responses((status = 101, description = "a WebSocket for any number of games and the lobby")))]
pub(crate) async fn live(
    State(app): State<App>,
    permit: Option<Extension<StreamPermit>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    upgrade.on_upgrade(move |socket| async move {
        LiveConnection::new(app, socket).serve().await;
        drop(permit);
    })
}

/// What a client says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LiveRequest {
    watch: Option<String>,
    unwatch: Option<String>,
    key: Option<String>,
    invite: Option<String>,
    since: Option<u64>,
    lines: Option<u64>,
    lobby: Option<bool>,
    ping: Option<serde_json::Value>,
}

/// A connection and what it watches.
struct LiveConnection {
    app: App,
    socket: WebSocket,
    watched: StreamMap<GameId, BoxStream<'static, Arc<LiveFrame>>>,
    places: HashMap<GameId, WatchState>,
    lobby: Option<broadcast::Receiver<Arc<LiveFrame>>>,
}

/// How far a reader has come at a table.
struct WatchState {
    credentials: Credentials,
    from: StreamStart,
}

/// Whether a connection goes on.
type SendResult = Result<(), axum::Error>;

impl LiveConnection {
    fn new(app: App, socket: WebSocket) -> LiveConnection {
        LiveConnection { app, socket, watched: StreamMap::new(), places: HashMap::new(), lobby: None }
    }

    async fn serve(mut self) {
        // However a connection ends, its client comes back and says what it saw last.
        self.run().await.ok();
        self.socket.send(Message::Close(None)).await.ok();
    }

    async fn run(&mut self) -> SendResult {
        let app = self.app.clone();
        let stopped = app.stopped();
        tokio::pin!(stopped);
        let mut beat = tokio::time::interval(app.settings().keep_alive);
        loop {
            tokio::select! {
                () = &mut stopped => return Ok(()),
                _ = beat.tick() => self.socket.send(Message::Ping(Default::default())).await?,
                said = self.socket.recv() => match said {
                    None => return Ok(()),
                    Some(Ok(Message::Close(_))) => return Ok(()),
                    Some(Ok(Message::Text(text))) => self.hear(&text).await?,
                    Some(Ok(Message::Binary(_))) => self.complain(None, &unreadable("send text")).await?,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Err(error)) => return Err(error),
                },
                Some((id, frame)) = self.watched.next(), if !self.watched.is_empty() => self.tell(id, &frame).await?,
                news = next_news(&mut self.lobby), if self.lobby.is_some() => match news {
                    Ok(frame) => self.send(frame.live.clone()).await?,
                    Err(RecvError::Lagged(_)) => self.send(r#"{"lobby":"resync","data":{}}"#.into()).await?,
                    Err(RecvError::Closed) => self.lobby = None,
                },
            }
        }
    }

    /// A reader that was too slow for one table goes on where it stopped.
    async fn tell(&mut self, id: GameId, frame: &LiveFrame) -> SendResult {
        if let Some(place) = self.places.get_mut(&id) {
            place.from.since = frame.seq.or(place.from.since);
            place.from.lines = frame.line.or(place.from.lines);
            if frame.is_resync() {
                let place = WatchState { credentials: place.credentials.clone(), from: place.from };
                return self.begin(id, place).await;
            }
        }
        self.send(frame.live.clone()).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> SendResult {
        self.socket.send(Message::Text(text)).await
    }

    async fn complain(&mut self, game: Option<&str>, error: &ApiError) -> SendResult {
        let text = match game {
            Some(game) => json!({ "game": game, "error": error.brief() }),
            None => json!({ "error": error.brief() }),
        };
        self.send(text.to_string().into()).await
    }

    async fn hear(&mut self, text: &str) -> SendResult {
        let said: LiveRequest = match serde_json::from_str(text) {
            Ok(said) => said,
            Err(error) => return self.complain(None, &unreadable(&error.to_string())).await,
        };
        if let Some(id) = &said.unwatch
            && let Ok(id) = GameId::new(id.as_str())
        {
            self.unwatch(&id);
        }
        if let Some(wanted) = said.lobby {
            self.lobby = wanted.then(|| self.app.services.lobby.follow());
            if wanted {
                self.send(r#"{"lobby":"watching","data":{}}"#.into()).await?;
            }
        }
        if let Some(ping) = &said.ping {
            self.send(json!({ "pong": ping }).to_string().into()).await?;
        }
        match said.watch.clone() {
            Some(id) => self.watch(&id, said).await,
            None => Ok(()),
        }
    }

    async fn watch(&mut self, text: &str, said: LiveRequest) -> SendResult {
        let Ok(id) = GameId::new(text) else {
            return self.complain(Some(text), &ApiError::no_such_game()).await;
        };
        let most = self.app.settings().watches;
        if self.watched.len() >= most && !self.watched.contains_key(&id) {
            let message = format!("one connection can watch at most {most} games");
            return self.complain(Some(text), &ApiError::unfit("too-many-watched", message)).await;
        }
        let hash =
            |secret: Option<String>| secret.filter(|text| !text.is_empty()).map(|text| keys::hash(&text));
        let credentials = Credentials { key: hash(said.key), invite: hash(said.invite) };
        self.begin(id, WatchState { credentials, from: StreamStart { since: said.since, lines: said.lines } })
            .await
    }

    async fn begin(&mut self, id: GameId, mut place: WatchState) -> SendResult {
        let followed = match follow(&self.app, &id, &place.credentials, place.from).await {
            Ok(followed) => followed,
            Err(error) => {
                self.unwatch(&id);
                return self.complain(Some(id.as_str()), &error).await;
            }
        };
        let at = json!({ "seq": followed.seq, "lines": followed.line, "online": followed.online });
        place.from = StreamStart {
            since: place.from.since.or(Some(followed.seq)),
            lines: place.from.lines.or(Some(followed.line)),
        };
        self.send(json!({ "game": id.as_str(), "watching": at }).to_string().into()).await?;
        self.watched.insert(id.clone(), followed.frames);
        self.places.insert(id, place);
        Ok(())
    }

    fn unwatch(&mut self, id: &GameId) {
        self.watched.remove(id);
        self.places.remove(id);
    }
}

fn unreadable(why: &str) -> ApiError {
    ApiError::invalid("", format!("this message cannot be read: {why}"))
}

async fn next_news(
    lobby: &mut Option<broadcast::Receiver<Arc<LiveFrame>>>,
) -> Result<Arc<LiveFrame>, RecvError> {
    match lobby {
        Some(lobby) => lobby.recv().await,
        None => stream::pending::<Result<Arc<LiveFrame>, RecvError>>()
            .next()
            .await
            .unwrap_or(Err(RecvError::Closed)),
    }
}
