//! Following a table: first what was missed, then what happens, without gap or repeat.

use crate::app::App;
use crate::frame::Frame;
use crate::owner::{Caller, Following, Request, chat_json, read_log};
use crate::problem::Problem;
use futures_util::stream::{self, Stream, StreamExt};
use std::sync::Arc;
use store::{GameId, Limit, LineNo, Seq};
use tokio::sync::broadcast::error::RecvError;

/// Where a reader wants to begin: after an event and a line; otherwise from now on.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct From {
    pub(crate) since: Option<u64>,
    pub(crate) lines: Option<u64>,
}

/// A reader's place, and what it missed.
pub(crate) struct Followed {
    pub(crate) seq: u64,
    pub(crate) line: u64,
    pub(crate) online: Vec<bool>,
    pub(crate) frames: stream::BoxStream<'static, Arc<Frame>>,
}

/// Begins to follow a table. The stream ends when the reader is too slow, after a last `resync`.
pub(crate) async fn follow(app: &App, id: &GameId, caller: &Caller, from: From) -> Result<Followed, Problem> {
    let mut following = *app.hall.ask(id, caller, Request::Follow).await?;
    let missed = missed(app, id, &following, from).await?;
    let (seq, line, online) = (following.seq, following.line, std::mem::take(&mut following.online));
    let frames = stream::iter(missed).chain(live(id.clone(), following)).boxed();
    Ok(Followed { seq, line, online, frames })
}

async fn missed(
    app: &App,
    id: &GameId,
    following: &Following,
    from: From,
) -> Result<Vec<Arc<Frame>>, Problem> {
    let mut frames = Vec::new();
    if let Some(since) = from.since.filter(|since| *since < following.seq) {
        let rules = &following.kit.rules;
        for kept in read_log(app.store(), id, Seq(since), rules).await? {
            if kept.seq <= following.seq {
                let data = kept.told(following.viewer, rules);
                frames.push(Arc::new(Frame::event(id, kept.seq, kept.what.name(), &data)));
            }
        }
    }
    if let Some(after) = from.lines.filter(|after| *after < following.line) {
        for line in app.store().lines(id, LineNo(after), Limit::MAX).await? {
            if let Some(data) = chat_json(&line).filter(|_| line.number.0 <= following.line) {
                frames.push(Arc::new(Frame::chat(id, line.number.0, &data)));
            }
        }
    }
    Ok(frames)
}

/// What happens from now on.
fn live(id: GameId, following: Following) -> impl Stream<Item = Arc<Frame>> + Send {
    stream::unfold(Some(following), move |following| {
        let id = id.clone();
        async move {
            let mut following = following?;
            loop {
                match following.receiver.recv().await {
                    Ok(frame) if following.is_known(&frame) => {}
                    Ok(frame) => return Some((frame, Some(following))),
                    Err(RecvError::Lagged(_)) => return Some((Arc::new(Frame::resync(&id)), None)),
                    Err(RecvError::Closed) => return None,
                }
            }
        }
    })
}

impl Following {
    fn is_known(&self, frame: &Frame) -> bool {
        frame.seq.is_some_and(|seq| seq <= self.seq) || frame.line.is_some_and(|line| line <= self.line)
    }
}
