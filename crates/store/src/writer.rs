//! The one writer task of a database. It collects the waiting writes, commits them together, then answers.

use std::future::Future;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::batch::WriteResult;
use crate::{ChangeNotification, ChangePublisher, StoreError, Write, WriteError};

/// The largest number of writes in one commit.
const BATCH: usize = 1_024;
/// The capacity of the queue.
const QUEUE: usize = 4_096;
/// How long a write waits for the store before it fails.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Stores batches durably.
pub(crate) trait BatchWriter: Send + 'static {
    /// Stores the accepted writes of a batch durably, and returns the result of each write.
    fn commit(&mut self, batch: &[Write])
    -> impl Future<Output = Result<CommittedBatch, CommitError>> + Send;

    /// Closes the connection.
    fn close(self) -> impl Future<Output = ()> + Send;
}

/// The results of a batch that was committed.
#[derive(Debug)]
pub(crate) struct CommittedBatch {
    pub outcomes: Vec<WriteResult>,
    pub notifications: Vec<ChangeNotification>,
}

/// Why a batch was not stored.
#[derive(Debug, Clone)]
pub(crate) enum CommitError {
    /// The database refused a row. One write of the batch may be the cause.
    Rejected(String),
    Store(StoreError),
}

impl From<CommitError> for StoreError {
    fn from(failure: CommitError) -> StoreError {
        match failure {
            CommitError::Rejected(why) => StoreError::Rejected(why),
            CommitError::Store(fault) => fault,
        }
    }
}

/// A handle to the writer.
#[derive(Debug, Clone)]
pub(crate) struct WriterHandle {
    queue: mpsc::Sender<WriterMessage>,
}

#[derive(Debug)]
enum WriterMessage {
    Write(Write, oneshot::Sender<WriteResult>),
    Close(oneshot::Sender<()>),
}

impl WriterHandle {
    /// Starts the writer task. It ends when it is closed or all handles are dropped.
    pub(crate) fn start(log: impl BatchWriter, publisher: ChangePublisher) -> WriterHandle {
        let (queue, messages) = mpsc::channel(QUEUE);
        tokio::spawn(run(log, messages, publisher));
        WriterHandle { queue }
    }

    /// Stores a write, and returns when it is durable.
    pub(crate) async fn write(&self, write: Write) -> WriteResult {
        let (reply, answer) = oneshot::channel();
        let message = WriterMessage::Write(write, reply);
        match self.queue.send_timeout(message, TIMEOUT).await {
            Err(mpsc::error::SendTimeoutError::Closed(_)) => return Err(closed_error().into()),
            Err(mpsc::error::SendTimeoutError::Timeout(_)) => return Err(queue_full_error().into()),
            Ok(()) => {}
        }
        match tokio::time::timeout(TIMEOUT, answer).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err(StoreError::Uncertain("the writer stopped".into()).into()),
            Err(_) => Err(StoreError::Uncertain(format!("no answer within {TIMEOUT:?}")).into()),
        }
    }

    /// Stores the waiting writes, then stops the task.
    pub(crate) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.queue.send(WriterMessage::Close(reply)).await.is_ok() {
            // An error means that it was closed already.
            closed.await.ok();
        }
    }
}

fn closed_error() -> StoreError {
    StoreError::Unavailable("it is closed".into())
}

fn queue_full_error() -> StoreError {
    StoreError::Unavailable(format!("{QUEUE} writes wait already"))
}

async fn run(
    mut log: impl BatchWriter,
    mut messages: mpsc::Receiver<WriterMessage>,
    publisher: ChangePublisher,
) {
    let mut waiting = Vec::with_capacity(BATCH);
    let mut closers = Vec::new();
    while closers.is_empty() && messages.recv_many(&mut waiting, BATCH).await > 0 {
        let (writes, replies) = sort(waiting.drain(..), &mut closers);
        store(&mut log, writes, replies, &publisher).await;
    }
    messages.close();
    while let Some(message) = messages.recv().await {
        match message {
            WriterMessage::Write(_, reply) => answer(reply, Err(closed_error().into())),
            WriterMessage::Close(reply) => closers.push(reply),
        }
    }
    log.close().await;
    closers.into_iter().for_each(|closer| closer.send(()).unwrap_or_default());
}

type Replies = Vec<oneshot::Sender<WriteResult>>;

fn sort(
    messages: impl Iterator<Item = WriterMessage>,
    closers: &mut Vec<oneshot::Sender<()>>,
) -> (Vec<Write>, Replies) {
    let (mut writes, mut replies) = (Vec::new(), Vec::new());
    for message in messages {
        match message {
            WriterMessage::Write(write, reply) => {
                writes.push(write);
                replies.push(reply);
            }
            WriterMessage::Close(reply) => closers.push(reply),
        }
    }
    (writes, replies)
}

async fn store(
    log: &mut impl BatchWriter,
    writes: Vec<Write>,
    replies: Replies,
    publisher: &ChangePublisher,
) {
    match log.commit(&writes).await {
        Ok(stored) => finish(stored, replies, publisher),
        Err(CommitError::Rejected(_)) => store_one_by_one(log, writes, replies, publisher).await,
        Err(CommitError::Store(fault)) => {
            replies.into_iter().for_each(|reply| answer(reply, Err(fault.clone().into())));
        }
    }
}

/// Commits each write by itself, so that only the write that the database refused fails.
/// A write that failed because another node was faster is evaluated again with the current rows.
async fn store_one_by_one(
    log: &mut impl BatchWriter,
    writes: Vec<Write>,
    replies: Replies,
    publisher: &ChangePublisher,
) {
    for (write, reply) in writes.into_iter().zip(replies) {
        match log.commit(std::slice::from_ref(&write)).await {
            Ok(stored) => finish(stored, vec![reply], publisher),
            Err(failure) => answer(reply, Err(WriteError::Store(failure.into()))),
        }
    }
}

fn finish(stored: CommittedBatch, replies: Replies, publisher: &ChangePublisher) {
    stored.notifications.into_iter().for_each(|notification| publisher.publish(notification));
    replies.into_iter().zip(stored.outcomes).for_each(|(reply, outcome)| answer(reply, outcome));
}

fn answer(reply: oneshot::Sender<WriteResult>, outcome: WriteResult) {
    // An error means that the caller no longer waits.
    reply.send(outcome).ok();
}
