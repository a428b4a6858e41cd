//! Streams of a table's events: first the missed ones, then live ones, without gap or repetition.

use crate::live_frame::LiveFrame;
use crate::log_entry::read_log;
use crate::owner::Subscription;
use futures_util::stream::{self, Stream, StreamExt};
use http_api::{ApiError, ChatLineJson};
use std::sync::Arc;
use store::{GameId, LineNo, RowLimit, Seq, Store};
use tokio::sync::broadcast::error::RecvError;

/// Where a stream starts: after an event and a chat line. Without them it starts now.
#[derive(Clone, Copy, Default, Debug)]
pub struct StreamStart {
    /// The last event that the client has seen.
    pub since: Option<Seq>,
    /// The last chat line that the client has seen.
    pub lines: Option<LineNo>,
}

/// A stream of events and chat lines.
pub struct EventStream {
    /// The last event when the stream was opened.
    pub seq: Seq,
    /// The last chat line when the stream was opened.
    pub line: LineNo,
    /// Which seats were present when the stream was opened.
    pub online: Vec<bool>,
    /// The events. The stream ends after a last `resync` if the client is too slow.
    pub frames: stream::BoxStream<'static, Arc<LiveFrame>>,
}

impl EventStream {
    pub(crate) async fn open(
        store: &Store,
        id: &GameId,
        mut subscription: Subscription,
        start: StreamStart,
    ) -> Result<EventStream, ApiError> {
        let missed = missed_frames(store, id, &subscription, start).await?;
        let (seq, line, online) =
            (subscription.seq, subscription.line, std::mem::take(&mut subscription.online));
        let frames = stream::iter(missed).chain(live_frames(id.clone(), subscription)).boxed();
        Ok(EventStream { seq, line, online, frames })
    }
}

async fn missed_frames(
    store: &Store,
    id: &GameId,
    subscription: &Subscription,
    start: StreamStart,
) -> Result<Vec<Arc<LiveFrame>>, ApiError> {
    let mut frames = Vec::new();
    if let Some(since) = start.since.filter(|since| *since < subscription.seq) {
        let rules = &subscription.resources.rules;
        for logged in read_log(store, id, since, rules).await? {
            if logged.seq <= subscription.seq {
                frames.push(Arc::new(LiveFrame::event(id, &logged, subscription.viewer, rules)));
            }
        }
    }
    if let Some(after) = start.lines.filter(|after| *after < subscription.line) {
        for line in store.chat_lines(id, after, RowLimit::MAX).await? {
            if let Some(chat) = ChatLineJson::from_stored(&line).filter(|_| line.number <= subscription.line)
            {
                frames.push(Arc::new(LiveFrame::chat(id, line.number, chat)));
            }
        }
    }
    Ok(frames)
}

fn live_frames(id: GameId, subscription: Subscription) -> impl Stream<Item = Arc<LiveFrame>> + Send {
    stream::unfold(Some(subscription), move |subscription| {
        let id = id.clone();
        async move {
            let mut subscription = subscription?;
            loop {
                match subscription.receiver.recv().await {
                    Ok(frame) if subscription.is_known(&frame) => {}
                    Ok(frame) => return Some((frame, Some(subscription))),
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
