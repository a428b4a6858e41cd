//! A store in front of another: a server on it can lose answers, hear nothing, or be kept waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use store::{
    Append, ChangePublisher, ChangeSubscription, CommandId, Cursor, GameCopy, GameFilter, GameId, KeyHash,
    LineNo, ListPage, LogHead, RowLimit, Seq, Store, StoreBackend, StoreError, StoreFuture, StoredChatLine,
    StoredEvent, StoredGame, StoredKey, Timestamp, Write, WriteError, WriteOutcome,
};
use tokio::sync::Semaphore;

/// What goes wrong at one server.
#[derive(Debug)]
pub(crate) struct Faults {
    /// The next change is stored, but the answer is lost.
    loses_answer: AtomicBool,
    /// Moves of computers wait for a permit.
    pub(crate) computers: Semaphore,
    /// How many computers wait.
    pub(crate) waiting: AtomicUsize,
    /// Logs cannot be read.
    pub(crate) is_away: AtomicBool,
    /// How often a log could not be read.
    pub(crate) failed_reads: AtomicUsize,
    /// New events are not found yet.
    pub(crate) hides_events: AtomicBool,
    /// How often events were not found that are there.
    pub(crate) hidden: AtomicUsize,
}

impl Faults {
    pub(crate) fn lose_answer(&self) {
        self.loses_answer.store(true, Ordering::SeqCst);
    }
}

/// Whether a server hears of the changes that others make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hearing {
    Good,
    Deaf,
}

#[derive(Debug)]
struct FaultyStore {
    inner: Store,
    faults: Arc<Faults>,
    hearing: Hearing,
    silence: ChangePublisher,
}

/// A store in front of another, and what goes wrong with it.
pub(crate) fn faulty(inner: &Store, hearing: Hearing) -> (Store, Arc<Faults>) {
    let faults = Arc::new(Faults {
        loses_answer: AtomicBool::new(false),
        computers: Semaphore::new(Semaphore::MAX_PERMITS),
        waiting: AtomicUsize::new(0),
        is_away: AtomicBool::new(false),
        failed_reads: AtomicUsize::new(0),
        hides_events: AtomicBool::new(false),
        hidden: AtomicUsize::new(0),
    });
    let (inner, silence) = (inner.clone(), ChangePublisher::new());
    (Store::with_backend(FaultyStore { inner, faults: faults.clone(), hearing, silence }), faults)
}

impl FaultyStore {
    async fn append(&self, append: Append) -> Result<WriteOutcome, WriteError> {
        if append.fence.is_some() {
            self.faults.waiting.fetch_add(1, Ordering::SeqCst);
            let permit = self.faults.computers.acquire().await;
            self.faults.waiting.fetch_sub(1, Ordering::SeqCst);
            drop(permit);
        }
        let (outcome, line) = (self.inner.append(append).await?, LineNo::START);
        let repeated = matches!(outcome, store::AppendOutcome::Repeated(_));
        Ok(WriteOutcome { head: LogHead { seq: outcome.seq(), line }, repeated, lease: None })
    }

    async fn forward(&self, write: Write) -> Result<WriteOutcome, WriteError> {
        let at = |head| WriteOutcome { head, ..WriteOutcome::default() };
        match write {
            Write::Create(copies) => self.inner.restore(copies).await.map(|()| WriteOutcome::default()),
            Write::Append(append) => self.append(append).await,
            Write::AddChatLine(line) => {
                let added = self.inner.add_chat_line(line).await;
                added.map(|line| at(LogHead { line, seq: Seq::START }))
            }
            Write::ChangeKeys(game, changes) => {
                self.inner.change_keys(game, changes).await.map(|()| WriteOutcome::default())
            }
            Write::Delete(game) => self.inner.delete(game).await.map(|()| WriteOutcome::default()),
            Write::Settle(game) => self.inner.settle(game).await.map(at),
            Write::Acquire(duty, node, time) => {
                let lease = self.inner.acquire(duty, node, time).await?;
                Ok(WriteOutcome { lease, ..WriteOutcome::default() })
            }
            Write::Renew(lease, time) => {
                self.inner.renew(&lease, time).await.map(|()| WriteOutcome::default())
            }
            Write::Release(lease) => self.inner.release(lease).await.map(|()| WriteOutcome::default()),
        }
    }
}

/// Forwards a read.
macro_rules! forward {
    ($self:ident, $read:expr) => {
        Box::pin(async move { $read.await })
    };
}

impl StoreBackend for FaultyStore {
    fn write(&self, write: Write) -> StoreFuture<'_, WriteOutcome, WriteError> {
        Box::pin(async move {
            let is_lease = matches!(write, Write::Acquire(..) | Write::Renew(..) | Write::Release(..));
            let is_settled = matches!(write, Write::Settle(_));
            let outcome = self.forward(write).await;
            match !is_lease && !is_settled && self.faults.loses_answer.swap(false, Ordering::SeqCst) {
                true => Err(StoreError::Uncertain("the answer was lost".to_owned()).into()),
                false => outcome,
            }
        })
    }

    fn game<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
        forward!(self, self.inner.game(game))
    }

    fn events<'a>(
        &'a self,
        game: &'a GameId,
        after: Seq,
        limit: RowLimit,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        Box::pin(async move {
            if self.faults.is_away.load(Ordering::SeqCst) {
                self.faults.failed_reads.fetch_add(1, Ordering::SeqCst);
                return Err(StoreError::Unavailable("the database is away".to_owned()));
            }
            let events = self.inner.events(game, after, limit).await?;
            let hides = !events.is_empty() && self.faults.hides_events.load(Ordering::SeqCst);
            self.faults.hidden.fetch_add(usize::from(hides), Ordering::SeqCst);
            Ok(if hides { Vec::new() } else { events })
        })
    }

    fn chat_lines<'a>(
        &'a self,
        game: &'a GameId,
        after: LineNo,
        limit: RowLimit,
    ) -> StoreFuture<'a, Vec<StoredChatLine>> {
        forward!(self, self.inner.chat_lines(game, after, limit))
    }

    fn key<'a>(&'a self, hash: &'a KeyHash) -> StoreFuture<'a, Option<StoredKey>> {
        forward!(self, self.inner.key(hash))
    }

    fn command<'a>(&'a self, game: &'a GameId, command: &'a CommandId) -> StoreFuture<'a, Option<Seq>> {
        forward!(self, self.inner.command(game, command))
    }

    fn list<'a>(
        &'a self,
        filter: &'a GameFilter,
        after: Option<Cursor>,
        limit: RowLimit,
    ) -> StoreFuture<'a, ListPage> {
        forward!(self, self.inner.list(filter, after, limit))
    }

    fn count<'a>(&'a self, filter: &'a GameFilter, most: RowLimit) -> StoreFuture<'a, u64> {
        forward!(self, self.inner.count(filter, most))
    }

    fn game_ids(&self, after: Option<Cursor>, limit: RowLimit) -> StoreFuture<'_, Vec<(Cursor, GameId)>> {
        forward!(self, self.inner.game_ids(after, limit))
    }

    fn due_games(&self, until: Timestamp, limit: RowLimit) -> StoreFuture<'_, Vec<GameId>> {
        forward!(self, self.inner.due_games(until, limit))
    }

    fn copy<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<GameCopy>> {
        forward!(self, self.inner.copy(game))
    }

    fn subscribe(&self) -> ChangeSubscription {
        match self.hearing {
            Hearing::Good => self.inner.subscribe(),
            Hearing::Deaf => self.silence.subscribe(),
        }
    }

    fn ping(&self) -> StoreFuture<'_, ()> {
        forward!(self, self.inner.ping())
    }

    /// The store belongs to another server too, which closes it.
    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}
