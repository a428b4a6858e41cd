//! The server without its sockets.

use crate::bot_port::{BotLimits, BotRegistry, attend};
use crate::lobby::LobbyFeed;
use crate::open_games::OpenGamesPerAddress;
use crate::owner::OwnerMessage;
use crate::registry::{Services, TableRegistry};
use crate::resource_cache::ResourceCache;
use crate::scheduler::Scheduler;
use crate::settings::TableSettings;
use crate::spectators::SpectatorCounts;
use presets::Library;
use std::sync::Arc;
use std::time::Duration;
use store::{ChangeNotification, NodeName, RowLimit, Store, Timestamp};
use tokio::sync::{Semaphore, watch};

/// How often the store is asked for what is overdue.
const LOOK: Duration = Duration::from_millis(1_000);

/// How long something is overdue before another node than its own does it.
const GRACE: Duration = Duration::from_millis(1_500);

/// How much of what is overdue is done in one go.
const OVERDUE: u32 = 200;

/// Why a server cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store.
    #[error(transparent)]
    Store(#[from] store::StoreOpenError),
    /// The name of the node.
    #[error("the name of this node cannot be used: {0}")]
    Node(#[from] store::TextError),
}

/// A handle to a server; clones are of the same server.
#[derive(Clone)]
pub struct App {
    pub(crate) services: Arc<Services>,
    pub(crate) registry: TableRegistry,
    stopping: Arc<watch::Sender<bool>>,
}

/// How a server is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServerStats {
    /// Tables in memory.
    pub tables: usize,
    /// Readers of the lobby's news.
    pub lobby_readers: usize,
    /// Computers that may still begin to think.
    pub free_search_permits: usize,
    /// Bots that are connected.
    pub bots: usize,
}

impl App {
    /// Opens the store and begins with what is due. Nothing else is loaded, however many games there are.
    pub async fn open(settings: TableSettings) -> Result<App, StartError> {
        let store = match &settings.fanout {
            Some(nats) => Store::postgres_with_nats(&settings.database, nats).await?,
            None => Store::open(&settings.database).await?,
        };
        App::with_store(settings, store)
    }

    /// The same on a store that is open; must be called within a runtime.
    pub fn with_store(settings: TableSettings, store: Store) -> Result<App, StartError> {
        NodeName::new(settings.node.as_str())?;
        let cache = ResourceCache::new(Library::new(settings.directories.iter().cloned()));
        let (scheduler, scheduler_task) = Scheduler::new();
        let (lobby, notifier) = LobbyFeed::new();
        let search_permits = Arc::new(Semaphore::new(settings.search_permits.max(1)));
        let bot_registry =
            BotRegistry::new(BotLimits { all: settings.bots, address: settings.bots_per_address });
        let open_games = OpenGamesPerAddress::new(settings.games_per_address);
        let services = Arc::new(Services {
            settings,
            store,
            cache,
            search_permits,
            scheduler,
            lobby,
            bot_registry,
            spectators: SpectatorCounts::default(),
            open_games,
        });
        let app = App {
            registry: TableRegistry::new(services.clone()),
            services: services.clone(),
            stopping: Arc::default(),
        };
        tokio::spawn(app.clone().until_stopped(scheduler_task.keep(app.registry.clone())));
        tokio::spawn(app.clone().until_stopped(notifier.run(services)));
        tokio::spawn(app.clone().until_stopped(app.clone().listen()));
        tokio::spawn(app.clone().until_stopped(app.clone().look_after()));
        tokio::spawn(app.clone().until_stopped(attend(app.clone())));
        Ok(app)
    }

    /// What the operator decided.
    pub fn settings(&self) -> &TableSettings {
        &self.services.settings
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.services.store
    }

    /// How the server is doing.
    pub fn stats(&self) -> ServerStats {
        ServerStats {
            tables: self.registry.len(),
            lobby_readers: self.services.lobby.readers(),
            free_search_permits: self.services.search_permits.available_permits(),
            bots: self.services.bot_registry.connected(),
        }
    }

    /// Whether the server is stopping: live connections then end, so that their readers go elsewhere.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Ends live connections; what is being done is still done. The first half of a graceful stop.
    pub fn begin_stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Waits until the server begins to stop.
    pub async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // An error says that the server is gone altogether.
        stopping.wait_for(|stopping| *stopping).await.ok();
    }

    /// Stops: live connections end, what waits is stored, the store is closed.
    pub async fn close(&self) {
        self.begin_stop();
        if let Err(fault) = self.services.store.close().await {
            tracing::warn!(%fault, "the store could not be closed in order");
        }
    }

    async fn until_stopped(self, work: impl Future<Output = ()>) {
        tokio::select! {
            () = self.stopped() => {}
            () = work => {}
        }
    }

    /// Finds what should have been done by now: by a node that is gone, or before this one began.
    async fn look_after(self) {
        loop {
            // A node that noted it itself is given a moment.
            let overdue = Timestamp(Timestamp::now().0 - GRACE.as_millis() as i64);
            // While the store is away nothing can be done; it is asked again.
            let due =
                self.services.store.due_games(overdue, RowLimit::new(OVERDUE)).await.unwrap_or_default();
            due.iter().for_each(|id| self.registry.wake(id));
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Passes on what the store says, whichever node stored it.
    async fn listen(self) {
        let mut notices = self.services.store.subscribe();
        while let Some(notice) = notices.next().await {
            match notice {
                ChangeNotification::Changed(id, head) => {
                    self.registry.tell(&id, OwnerMessage::Heard(head));
                    self.services.lobby.changed(&id);
                }
                ChangeNotification::KeysRevoked(id) => self.registry.tell(&id, OwnerMessage::Rekeyed),
                ChangeNotification::Deleted(id) => {
                    self.registry.tell(&id, OwnerMessage::Deleted);
                    self.services.lobby.changed(&id);
                }
                ChangeNotification::Lagged => {
                    self.registry.tell_all(|| OwnerMessage::Missed);
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }
}
