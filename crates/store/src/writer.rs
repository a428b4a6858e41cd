//! The one writer of a database: it collects what waits, commits it together, then answers.

use std::future::Future;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::batch::Outcome;
use crate::{Announcer, Fault, Notice, Write, WriteError};

/// How many writes are committed together at most.
const BATCH: usize = 1_024;
/// How many writes may wait; more wait outside.
const QUEUE: usize = 4_096;
/// After how long a writer is told that the store does not answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// Something that can store a batch durably.
pub(crate) trait Log: Send + 'static {
    /// Stores what may be stored of a batch, durably, and says what became of each write.
    fn commit(&mut self, batch: &[Write]) -> impl Future<Output = Result<Stored, Failure>> + Send;

    /// Ends in good order.
    fn close(self) -> impl Future<Output = ()> + Send;
}

/// What became of a batch.
#[derive(Debug)]
pub(crate) struct Stored {
    pub outcomes: Vec<Outcome>,
    pub notices: Vec<Notice>,
}

/// Why a batch was not stored.
#[derive(Debug, Clone)]
pub(crate) enum Failure {
    /// The database refused a row, so that one write may be to blame for all.
    Rejected(String),
    Fault(Fault),
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        match failure {
            Failure::Rejected(why) => Fault::Rejected(why),
            Failure::Fault(fault) => fault,
        }
    }
}

/// A handle to the writer.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Message>,
}

#[derive(Debug)]
enum Message {
    Write(Write, oneshot::Sender<Outcome>),
    Close(oneshot::Sender<()>),
}

impl Writer {
    /// Starts a writer on a log; it ends when it is closed or all handles are gone.
    pub(crate) fn start(log: impl Log, announcer: Announcer) -> Writer {
        let (queue, messages) = mpsc::channel(QUEUE);
        tokio::spawn(run(log, messages, announcer));
        Writer { queue }
    }

    /// Stores, and answers only after that.
    pub(crate) async fn write(&self, write: Write) -> Outcome {
        let (reply, answer) = oneshot::channel();
        let message = Message::Write(write, reply);
        match self.queue.send_timeout(message, PATIENCE).await {
            Err(mpsc::error::SendTimeoutError::Closed(_)) => return Err(closed().into()),
            Err(mpsc::error::SendTimeoutError::Timeout(_)) => return Err(too_many().into()),
            Ok(()) => {}
        }
        match tokio::time::timeout(PATIENCE, answer).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err(Fault::Uncertain("the writer stopped".into()).into()),
            Err(_) => Err(Fault::Uncertain(format!("no answer within {PATIENCE:?}")).into()),
        }
    }

    /// Stores what waits, then stops.
    pub(crate) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.queue.send(Message::Close(reply)).await.is_ok() {
            // An error says that it was closed already.
            closed.await.ok();
        }
    }
}

fn closed() -> Fault {
    Fault::Unavailable("it is closed".into())
}

fn too_many() -> Fault {
    Fault::Unavailable(format!("{QUEUE} writes wait already"))
}

async fn run(mut log: impl Log, mut messages: mpsc::Receiver<Message>, announcer: Announcer) {
    let mut waiting = Vec::with_capacity(BATCH);
    let mut closers = Vec::new();
    while closers.is_empty() && messages.recv_many(&mut waiting, BATCH).await > 0 {
        let (writes, replies) = sort(waiting.drain(..), &mut closers);
        store(&mut log, writes, replies, &announcer).await;
    }
    messages.close();
    while let Some(message) = messages.recv().await {
        match message {
            Message::Write(_, reply) => answer(reply, Err(closed().into())),
            Message::Close(reply) => closers.push(reply),
        }
    }
    log.close().await;
    closers.into_iter().for_each(|closer| closer.send(()).unwrap_or_default());
}

type Replies = Vec<oneshot::Sender<Outcome>>;

fn sort(
    messages: impl Iterator<Item = Message>,
    closers: &mut Vec<oneshot::Sender<()>>,
) -> (Vec<Write>, Replies) {
    let (mut writes, mut replies) = (Vec::new(), Vec::new());
    for message in messages {
        match message {
            Message::Write(write, reply) => {
                writes.push(write);
                replies.push(reply);
            }
            Message::Close(reply) => closers.push(reply),
        }
    }
    (writes, replies)
}

async fn store(log: &mut impl Log, writes: Vec<Write>, replies: Replies, announcer: &Announcer) {
    match log.commit(&writes).await {
        Ok(stored) => finish(stored, replies, announcer),
        Err(Failure::Rejected(_)) => store_one_by_one(log, writes, replies, announcer).await,
        Err(Failure::Fault(fault)) => {
            replies.into_iter().for_each(|reply| answer(reply, Err(fault.clone().into())));
        }
    }
}

/// Finds the write that the database refused, so that the others do not suffer for it.
/// A write refused because another node was faster is judged again with what is known now.
async fn store_one_by_one(log: &mut impl Log, writes: Vec<Write>, replies: Replies, announcer: &Announcer) {
    for (write, reply) in writes.into_iter().zip(replies) {
        match log.commit(std::slice::from_ref(&write)).await {
            Ok(stored) => finish(stored, vec![reply], announcer),
            Err(failure) => answer(reply, Err(WriteError::Fault(failure.into()))),
        }
    }
}

fn finish(stored: Stored, replies: Replies, announcer: &Announcer) {
    stored.notices.into_iter().for_each(|notice| announcer.tell(notice));
    replies.into_iter().zip(stored.outcomes).for_each(|(reply, outcome)| answer(reply, outcome));
}

fn answer(reply: oneshot::Sender<Outcome>, outcome: Outcome) {
    // An error says that nobody waits for it any more, which is their choice.
    reply.send(outcome).ok();
}
