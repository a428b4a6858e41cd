//! The live tables: found by id, loaded on the first request, dropped when nothing uses them.

use crate::bot_port::BotRegistry;
use crate::lobby::LobbyFeed;
use crate::open_games::OpenGamesPerAddress;
use crate::owner::{Credentials, OwnerMessage, Reply, TableRequest, run_owner};
use crate::resource_cache::ResourceCache;
use crate::scheduler::Scheduler;
use crate::set_aside::GamesSetAside;
use crate::settings::TableSettings;
use crate::spectators::SpectatorCounts;
use crate::table_leads::TableLeads;
use crate::work::WorkQueues;
use http_api::ApiError;
use rules::Millis;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{GameId, Store};
use tokio::sync::{mpsc, oneshot};

/// How many messages wait for a busy table.
const QUEUE: usize = 32;

/// How often a request is sent again because the owner of the table has failed.
const ATTEMPTS: usize = 4;

/// What all tables of a server share.
pub(crate) struct Services {
    pub(crate) settings: TableSettings,
    /// When the server started.
    pub(crate) started: Millis,
    pub(crate) store: Store,
    pub(crate) cache: ResourceCache,
    /// Work that takes long.
    pub(crate) work: WorkQueues,
    /// Games that cannot be loaded or go on.
    pub(crate) set_aside: GamesSetAside,
    pub(crate) scheduler: Scheduler,
    pub(crate) leads: TableLeads,
    pub(crate) lobby: LobbyFeed,
    pub(crate) bot_registry: Arc<BotRegistry>,
    pub(crate) spectators: SpectatorCounts,
    pub(crate) open_games: Arc<OpenGamesPerAddress>,
    /// Those of them that only computers play.
    pub(crate) computer_games: Arc<OpenGamesPerAddress>,
}

/// A handle to the live tables. Clones share the same tables.
#[derive(Clone)]
pub(crate) struct TableRegistry {
    services: Arc<Services>,
    tables: Arc<Mutex<HashMap<GameId, mpsc::Sender<OwnerMessage>>>>,
}

impl TableRegistry {
    pub(crate) fn new(services: Arc<Services>) -> TableRegistry {
        TableRegistry { services, tables: Arc::default() }
    }

    /// A panic elsewhere leaves the map intact: it changes in steps that cannot fail.
    fn tables(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<OwnerMessage>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are live.
    pub(crate) fn len(&self) -> usize {
        self.tables().len()
    }

    /// Sends a request to a table and waits for its answer. `request` adds the reply channel.
    pub(crate) async fn request<T>(
        &self,
        id: &GameId,
        credentials: &Credentials,
        request: impl Fn(Reply<T>) -> TableRequest,
    ) -> Result<T, ApiError> {
        for _ in 0..ATTEMPTS {
            let (reply, answer) = oneshot::channel();
            let message = OwnerMessage::Request {
                span: tracing::Span::current(),
                credentials: credentials.clone(),
                request: Box::new(request(reply)),
            };
            if self.owner(id).send(message).await.is_err() {
                self.remove_closed(id);
                continue;
            }
            if let Ok(answer) = answer.await {
                return answer;
            }
        }
        Err(ApiError::Uncertain(format!("table {id} does not answer")))
    }

    /// Sends a message to a table if it is live.
    pub(crate) fn notify(&self, id: &GameId, message: OwnerMessage) {
        let owner = self.tables().get(id).cloned();
        if let Some(owner) = owner {
            send_or_spawn(owner, message);
        }
    }

    /// Sends a message to all live tables.
    pub(crate) fn notify_all(&self, message: impl Fn() -> OwnerMessage) {
        let ids: Vec<GameId> = self.tables().keys().cloned().collect();
        ids.iter().for_each(|id| self.notify(id, message()));
    }

    /// Loads a table if necessary and lets it perform what is due.
    pub(crate) fn wake(&self, id: &GameId) {
        send_or_spawn(self.owner(id), OwnerMessage::Wake);
    }

    /// The owner of a table, started if there is none.
    fn owner(&self, id: &GameId) -> mpsc::Sender<OwnerMessage> {
        let mut tables = self.tables();
        if let Some(owner) = tables.get(id).filter(|owner| !owner.is_closed()) {
            return owner.clone();
        }
        let (sender, receiver) = mpsc::channel(QUEUE);
        tables.insert(id.clone(), sender.clone());
        tokio::spawn(run_owner(
            self.services.clone(),
            self.clone(),
            id.clone(),
            receiver,
            sender.downgrade(),
        ));
        sender
    }

    fn remove_closed(&self, id: &GameId) {
        let mut tables = self.tables();
        if tables.get(id).is_some_and(mpsc::Sender::is_closed) {
            tables.remove(id);
        }
    }

    /// Drops a table.
    pub(crate) fn remove(&self, id: &GameId) {
        self.tables().remove(id);
    }

    /// Drops a table if no message is on its way to it. Returns whether it was dropped.
    pub(crate) fn remove_if_idle(&self, id: &GameId, messages: &mpsc::Receiver<OwnerMessage>) -> bool {
        let mut tables = self.tables();
        // A handle comes from the map, which is locked, or is a sender in addition to the map's.
        let is_idle = messages.sender_strong_count() <= 1 && messages.is_empty();
        if is_idle {
            tables.remove(id);
        }
        is_idle
    }
}

/// Sends at once, or from a task of its own if the queue is full.
pub(crate) fn send_or_spawn(owner: mpsc::Sender<OwnerMessage>, message: OwnerMessage) {
    if let Err(mpsc::error::TrySendError::Full(message)) = owner.try_send(message)
        // Without a runtime the server has stopped.
        && let Ok(runtime) = tokio::runtime::Handle::try_current()
    {
        runtime.spawn(async move { owner.send(message).await.ok() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;

    async fn registry() -> TableRegistry {
        App::open(TableSettings::default()).await.unwrap().registry
    }

    fn unknown_game() -> GameId {
        GameId::new("nowhere").unwrap()
    }

    #[tokio::test]
    async fn a_request_that_is_slower_than_the_owner_of_an_unknown_game_is_answered() {
        let (registry, id) = (registry().await, unknown_game());
        let owner = registry.owner(&id);
        while registry.len() > 0 {
            tokio::task::yield_now().await;
        }
        let (reply, answer) = oneshot::channel();
        let message = OwnerMessage::Request {
            span: tracing::Span::none(),
            credentials: Credentials::default(),
            request: Box::new(TableRequest::Snapshot(reply)),
        };
        assert!(owner.send(message).await.is_ok());
        assert!(matches!(answer.await.unwrap(), Err(ApiError::NotFound { .. })));
        // Without handles the owner ends.
        let queue = owner.downgrade();
        drop(owner);
        while queue.upgrade().is_some() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn any_number_of_requests_for_an_unknown_game_get_the_same_answer() {
        let (registry, id) = (registry().await, unknown_game());
        let requests = (0..20 * QUEUE).map(|_| {
            let (registry, id) = (registry.clone(), id.clone());
            tokio::spawn(async move {
                registry.request(&id, &Credentials::default(), TableRequest::Snapshot).await.map(drop)
            })
        });
        for answer in requests.collect::<Vec<_>>() {
            let answer = answer.await.unwrap();
            assert!(matches!(answer, Err(ApiError::NotFound { .. })), "{answer:?}");
        }
        assert_eq!(registry.len(), 0);
    }
}
