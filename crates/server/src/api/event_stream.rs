//! Following a table: first what was missed, then what happens, without gap or repeat.

use crate::api_error::ApiError;
use crate::app::App;
use crate::live_frame::LiveFrame;
use crate::owner::{Credentials, Request, Subscription, chat_json, read_log};
use futures_util::stream::{self, Stream, StreamExt};
use std::sync::Arc;
use store::{GameId, LineNo, RowLimit, Seq};
use tokio::sync::broadcast::error::RecvError;

/// Where a reader wants to begin: after an event and a line; otherwise from now on.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct StreamStart {
    pub(crate) since: Option<u64>,
    pub(crate) lines: Option<u64>,
}

/// A reader's place, and what it missed.
pub(crate) struct EventStream {
    pub(crate) seq: u64,
    pub(crate) line: u64,
    pub(crate) online: Vec<bool>,
    pub(crate) frames: stream::BoxStream<'static, Arc<LiveFrame>>,
}

/// Begins to follow a table. The stream ends when the reader is too slow, after a last `resync`.
pub(crate) async fn follow(
    app: &App,
    id: &GameId,
    credentials: &Credentials,
    from: StreamStart,
) -> Result<EventStream, ApiError> {
    let mut following = *app.registry.ask(id, credentials, Request::Follow).await?;
    let missed = missed(app, id, &following, from).await?;
    let (seq, line, online) = (following.seq, following.line, std::mem::take(&mut following.online));
    let frames = stream::iter(missed).chain(live(id.clone(), following)).boxed();
    Ok(EventStream { seq, line, online, frames })
}

async fn missed(
    app: &App,
    id: &GameId,
    following: &Subscription,
    from: StreamStart,
) -> Result<Vec<Arc<LiveFrame>>, ApiError> {
    let mut frames = Vec::new();
    if let Some(since) = from.since.filter(|since| *since < following.seq) {
        let rules = &following.resources.rules;
        for logged in read_log(app.store(), id, Seq(since), rules).await? {
            if logged.seq <= following.seq {
                let data = logged.told(following.viewer, rules);
                frames.push(Arc::new(LiveFrame::event(id, logged.seq, logged.what.name(), &data)));
            }
        }
    }
    if let Some(after) = from.lines.filter(|after| *after < following.line) {
        for line in app.store().chat_lines(id, LineNo(after), RowLimit::MAX).await? {
            if let Some(data) = chat_json(&line).filter(|_| line.number.0 <= following.line) {
                frames.push(Arc::new(LiveFrame::chat(id, line.number.0, &data)));
            }
        }
    }
    Ok(frames)
}

/// What happens from now on.
fn live(id: GameId, following: Subscription) -> impl Stream<Item = Arc<LiveFrame>> + Send {
    stream::unfold(Some(following), move |following| {
        let id = id.clone();
        async move {
            let mut following = following?;
            loop {
                match following.receiver.recv().await {
                    Ok(frame) if following.is_known(&frame) => {}
                    Ok(frame) => return Some((frame, Some(following))),
                    Err(RecvError::Lagged(_)) => return Some((Arc::new(LiveFrame::resync(&id)), None)),
                    Err(RecvError::Closed) => return None,
                }
            }
        }
    })
}

impl Subscription {
    fn is_known(&self, frame: &LiveFrame) -> bool {
        frame.seq.is_some_and(|seq| seq <= self.seq) || frame.line.is_some_and(|line| line <= self.line)
    }
}
