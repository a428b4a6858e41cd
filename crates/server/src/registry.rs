//! The live tables: found by id, loaded when somebody asks for them, left when nobody does.

use crate::api_error::ApiError;
use crate::bot_port::BotRegistry;
use crate::lobby::LobbyFeed;
use crate::open_games::OpenGamesPerAddress;
use crate::owner::{Ask, Credentials, OwnerMessage, Request, own};
use crate::resource_cache::ResourceCache;
use crate::scheduler::Scheduler;
use crate::settings::TableSettings;
use crate::spectators::SpectatorCounts;
use rules::Millis;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{GameId, Store};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// Questions that wait for a busy table.
const QUEUE: usize = 32;

/// How often a question is asked anew because the table was just being left.
const TRIES: usize = 4;

/// What all tables use.
pub(crate) struct Services {
    pub(crate) settings: TableSettings,
    pub(crate) store: Store,
    pub(crate) cache: ResourceCache,
    pub(crate) search_permits: Arc<Semaphore>,
    pub(crate) scheduler: Scheduler,
    pub(crate) lobby: LobbyFeed,
    /// The bots that are connected.
    pub(crate) bot_registry: Arc<BotRegistry>,
    /// How many watch which game.
    pub(crate) spectators: SpectatorCounts,
    /// How many games each address has made.
    pub(crate) open_games: OpenGamesPerAddress,
}

impl Services {
    /// Notes when a table has something to do by itself.
    pub(crate) fn schedule(&self, id: &GameId, due: Option<Millis>) {
        self.scheduler.note(id, due);
    }
}

/// A handle to the live tables; clones are of the same.
#[derive(Clone)]
pub(crate) struct TableRegistry {
    services: Arc<Services>,
    tables: Arc<Mutex<HashMap<GameId, mpsc::Sender<OwnerMessage>>>>,
}

impl TableRegistry {
    pub(crate) fn new(services: Arc<Services>) -> TableRegistry {
        TableRegistry { services, tables: Arc::default() }
    }

    /// A panic elsewhere leaves the map whole: it changes in steps that cannot fail.
    fn tables(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<OwnerMessage>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are live.
    pub(crate) fn len(&self) -> usize {
        self.tables().len()
    }

    /// Asks a table for something.
    pub(crate) async fn ask<T>(
        &self,
        id: &GameId,
        credentials: &Credentials,
        request: impl Fn(oneshot::Sender<Result<T, ApiError>>) -> Request,
    ) -> Result<T, ApiError> {
        for _ in 0..TRIES {
            let (reply, answer) = oneshot::channel();
            let ask = Box::new(Ask {
                span: tracing::Span::current(),
                credentials: credentials.clone(),
                request: request(reply),
            });
            if self.table(id).send(OwnerMessage::Ask(ask)).await.is_err() {
                self.remove_closed(id);
                continue;
            }
            if let Ok(answer) = answer.await {
                return answer;
            }
        }
        Err(ApiError::Unavailable(format!("table {id} does not answer")))
    }

    /// Tells a table that is live; others need not know.
    pub(crate) fn tell(&self, id: &GameId, message: OwnerMessage) {
        let table = self.tables().get(id).cloned();
        if let Some(table) = table
            && let Err(mpsc::error::TrySendError::Full(message)) = table.try_send(message)
        {
            tokio::spawn(async move { table.send(message).await.ok() });
        }
    }

    /// Tells all live tables.
    pub(crate) fn tell_all(&self, message: impl Fn() -> OwnerMessage) {
        let ids: Vec<GameId> = self.tables().keys().cloned().collect();
        ids.iter().for_each(|id| self.tell(id, message()));
    }

    /// Wakes a table that has something to do.
    pub(crate) fn wake(&self, id: &GameId) {
        let table = self.table(id);
        if let Err(mpsc::error::TrySendError::Full(message)) = table.try_send(OwnerMessage::Duty) {
            tokio::spawn(async move { table.send(message).await.ok() });
        }
    }

    /// The table's owner, begun if there is none.
    fn table(&self, id: &GameId) -> mpsc::Sender<OwnerMessage> {
        let mut tables = self.tables();
        if let Some(table) = tables.get(id).filter(|table| !table.is_closed()) {
            return table.clone();
        }
        let (sender, receiver) = mpsc::channel(QUEUE);
        tables.insert(id.clone(), sender.clone());
        tokio::spawn(own(self.services.clone(), self.clone(), id.clone(), receiver, sender.downgrade()));
        sender
    }

    fn remove_closed(&self, id: &GameId) {
        let mut tables = self.tables();
        if tables.get(id).is_some_and(mpsc::Sender::is_closed) {
            tables.remove(id);
        }
    }

    /// Forgets a table.
    pub(crate) fn remove(&self, id: &GameId) {
        self.tables().remove(id);
    }

    /// Forgets a table if nobody is asking it for something; says whether it was forgotten.
    pub(crate) fn leave(&self, id: &GameId, messages: &mpsc::Receiver<OwnerMessage>) -> bool {
        let mut tables = self.tables();
        // Whoever has a handle has it from the map, which is locked, or holds a sender besides ours.
        let unheld = messages.sender_strong_count() <= 1 && messages.is_empty();
        if unheld {
            tables.remove(id);
        }
        unheld
    }
}
