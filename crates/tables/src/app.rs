//! The server without its sockets.

use crate::bot_port::{BotLimits, BotRegistry, run_matchmaker};
use crate::client_address::ClientAddress;
use crate::creation::{CreationError, create_game};
use crate::event_stream::{EventStream, StreamStart};
use crate::game_view::game_view;
use crate::history::GameHistory;
use crate::keys::{self, KeyHolder};
use crate::live_frame::LiveFrame;
use crate::lobby::LobbyFeed;
use crate::log_entry::read_log;
use crate::names;
use crate::open_games::OpenGamesPerAddress;
use crate::owner::{Credentials, OwnerMessage, Reply, TableRequest, TableSnapshot};
use crate::registry::{Services, TableRegistry};
use crate::rematch::{Rematch, RematchKeys, create_rematch, show_rematch};
use crate::resource_cache::ResourceCache;
use crate::scheduler::Scheduler;
use crate::set_aside::{GameSetAside, GamesSetAside};
use crate::settings::TableSettings;
use crate::spectators::SpectatorCounts;
use crate::table_leads::TableLeads;
use crate::table_summary::gives_way;
use crate::turns_page::{TurnsPage, read_turns};
use crate::work::{WorkKind, WorkOwner, WorkQueues};
use http_api::{
    ApiError, ChatLineJson, ChatLines, ChatPost, CreateGame, CreatedGame, GameView, HeldGame, HeldGameEntry,
    LobbyEntry,
};
use presets::Library;
use rules::Millis;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use store::{
    ChangeNotification, CommandId, Duty, GameFilter, GameId, GameListEntry, LineNo, NodeName, RowLimit, Seq,
    Store, TableStatus, Timestamp, Visibility,
};
use tokio::sync::{broadcast, watch};

/// How often the store is asked for overdue tables.
const OVERDUE_INTERVAL: Duration = Duration::from_millis(1_000);

/// How long an action is overdue before another server than its own performs it.
const OVERDUE_DELAY: Duration = Duration::from_millis(1_500);

/// How many overdue tables are woken at once.
const OVERDUE_LIMIT: u32 = 200;

/// How many running games are read at once to find those whose players may have to give way.
const PRESENCE_PAGE: u32 = 200;

/// The time between two games that are loaded for that reason, so that other work goes on.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(10);

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AppStartError {
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] store::StoreOpenError),
    /// The name of the server is invalid.
    #[error("the name of this node cannot be used: {0}")]
    Node(#[from] store::TextError),
}

/// A handle to a server. Clones share the same server.
#[derive(Clone)]
pub struct App {
    services: Arc<Services>,
    pub(crate) registry: TableRegistry,
    stopping: Arc<watch::Sender<bool>>,
}

/// Numbers about a running server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ServerStats {
    /// Tables in memory.
    pub tables: usize,
    /// Clients that get the news of the lobby.
    pub lobby_readers: usize,
    /// Searches that may still start.
    pub free_searches: usize,
    /// Connected bots.
    pub bots: usize,
}

impl App {
    /// Opens the store and starts the background tasks. Games are loaded when they are needed.
    ///
    /// # Errors
    /// The store cannot be opened, or the name of the server is invalid.
    pub async fn open(settings: TableSettings) -> Result<App, AppStartError> {
        let store = match &settings.fanout {
            Some(nats) => Store::postgres_with_nats(&settings.database, nats).await?,
            None => Store::open(&settings.database).await?,
        };
        App::with_store(settings, store)
    }

    /// A server on an open store. It must be called within a runtime.
    ///
    /// # Errors
    /// The name of the server is invalid.
    pub fn with_store(settings: TableSettings, store: Store) -> Result<App, AppStartError> {
        NodeName::new(settings.node.as_str())?;
        let (scheduler, scheduler_task) = Scheduler::new();
        let (lobby, lobby_notifier) = LobbyFeed::new();
        let bot_limits = BotLimits { total: settings.bots, per_address: settings.bots_per_address };
        let services = Arc::new(Services {
            started: Millis(Timestamp::now().0),
            store,
            cache: ResourceCache::new(Library::new(settings.directories.iter().cloned())),
            work: WorkQueues::new(settings.searches, settings.answers_waiting),
            set_aside: GamesSetAside::default(),
            scheduler,
            leads: TableLeads::default(),
            lobby,
            bot_registry: BotRegistry::new(bot_limits),
            spectators: SpectatorCounts::default(),
            open_games: OpenGamesPerAddress::new(settings.games_per_address, "games"),
            computer_games: OpenGamesPerAddress::new(
                settings.computer_games_per_address,
                "games between computers",
            ),
            settings,
        });
        let registry = TableRegistry::new(services.clone());
        let app = App { registry: registry.clone(), services: services.clone(), stopping: Arc::default() };
        tokio::spawn(app.clone().until_stopped(scheduler_task.run(registry)));
        tokio::spawn(app.clone().until_stopped(lobby_notifier.run(services)));
        tokio::spawn(app.clone().until_stopped(app.clone().forward_notifications()));
        tokio::spawn(app.clone().until_stopped(app.clone().wake_overdue_tables()));
        tokio::spawn(app.clone().until_stopped(app.clone().load_tables_after_start()));
        tokio::spawn(app.clone().until_stopped(run_matchmaker(app.clone())));
        Ok(app)
    }

    /// What the operator decided.
    #[must_use]
    pub fn settings(&self) -> &TableSettings {
        &self.services.settings
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.services.store
    }

    /// Rules, boards, tile sets and lexica.
    #[must_use]
    pub fn resources(&self) -> &ResourceCache {
        &self.services.cache
    }

    pub(crate) fn bot_registry(&self) -> &Arc<BotRegistry> {
        &self.services.bot_registry
    }

    /// Numbers about the running server.
    #[must_use]
    pub fn stats(&self) -> ServerStats {
        ServerStats {
            tables: self.registry.len(),
            lobby_readers: self.services.lobby.subscribers(),
            free_searches: self.services.work.of(WorkKind::Thinking).free(),
            bots: self.services.bot_registry.connections(),
        }
    }

    /// Whether the server is stopping. Live connections then end, and their clients go to another server.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Ends live connections. Requests are still answered. This is the first half of a graceful stop.
    pub fn begin_stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Waits until the server begins to stop.
    pub async fn wait_for_stop(&self) {
        let mut stopping = self.stopping.subscribe();
        // An error says that the server is gone.
        stopping.wait_for(|stopping| *stopping).await.ok();
    }

    /// Stops: ends live connections, stores what waits, and closes the store.
    pub async fn close(&self) {
        self.begin_stop();
        if let Err(error) = self.services.store.close().await {
            tracing::warn!(%error, "the store could not be closed in order");
        }
    }

    async fn until_stopped(self, work: impl Future<Output = ()>) {
        tokio::select! {
            () = self.wait_for_stop() => {}
            () = work => {}
        }
    }

    /// Wakes tables whose server died, or that were due before this server started.
    async fn wake_overdue_tables(self) {
        loop {
            // The server that scheduled the action gets a moment to perform it.
            let overdue = Timestamp(Timestamp::now().0 - OVERDUE_DELAY.as_millis() as i64);
            // If the store does not answer, it is asked again.
            let limit = RowLimit::new(OVERDUE_LIMIT);
            let due = self.services.store.due_games(overdue, limit).await.unwrap_or_default();
            due.iter().for_each(|id| self.registry.wake(id));
            tokio::time::sleep(OVERDUE_INTERVAL).await;
        }
    }

    /// Loads the running games that would otherwise be found late or not at all: those whose players lose their seats
    /// if they do not come back, because everybody lost the connection when the server stopped; and those whose log is
    /// ahead of the clock, because it was set back.
    async fn load_tables_after_start(self) {
        let filter = GameFilter { state: Some(TableStatus::Running), ..GameFilter::default() };
        let mut after = None;
        loop {
            let Ok(page) = self.services.store.list(&filter, after, RowLimit::new(PRESENCE_PAGE)).await
            else {
                tokio::time::sleep(OVERDUE_INTERVAL).await;
                continue;
            };
            let now = Timestamp::now();
            for game in page.games.iter().filter(|game| gives_way(game) || game.summary.activity > now) {
                self.registry.wake(&game.id);
                tokio::time::sleep(PRESENCE_INTERVAL).await;
            }
            match page.next {
                Some(next) => after = Some(next),
                None => return,
            }
        }
    }

    /// Forwards the change notifications of the store to tables and lobby.
    async fn forward_notifications(self) {
        let mut notifications = self.services.store.subscribe();
        while let Some(notification) = notifications.next().await {
            match notification {
                ChangeNotification::Changed(id, head) => {
                    self.registry.notify(&id, OwnerMessage::HeadChanged(head));
                    self.services.lobby.game_changed(&id);
                }
                ChangeNotification::KeysRevoked(id) => self.registry.notify(&id, OwnerMessage::KeysChanged),
                ChangeNotification::Deleted(id) => {
                    self.registry.notify(&id, OwnerMessage::Deleted);
                    self.services.lobby.game_changed(&id);
                }
                ChangeNotification::Lagged => {
                    self.registry.notify_all(|| OwnerMessage::NotificationsLost);
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }
}

/// Requests of clients.
impl App {
    /// Sends a request to a table and waits for its answer. `request` adds the reply channel.
    ///
    /// # Errors
    /// Those of the request; [`ApiError::Unavailable`] if the table does not answer.
    pub async fn request<T>(
        &self,
        id: &GameId,
        credentials: &Credentials,
        request: impl Fn(Reply<T>) -> TableRequest,
    ) -> Result<T, ApiError> {
        self.registry.request(id, credentials, request).await
    }

    /// A table at this moment, as a client may see it.
    ///
    /// # Errors
    /// The game does not exist, or the client may not see it.
    pub async fn snapshot(&self, id: &GameId, credentials: &Credentials) -> Result<TableSnapshot, ApiError> {
        self.request(id, credentials, TableRequest::Snapshot).await.map(|snapshot| *snapshot)
    }

    /// A table and all events of its log, as a client may see it.
    ///
    /// # Errors
    /// The game does not exist, the client may not see it, or its log cannot be read.
    pub async fn history(&self, id: &GameId, credentials: &Credentials) -> Result<GameHistory, ApiError> {
        let snapshot = self.snapshot(id, credentials).await?;
        let mut log = read_log(self.store(), id, Seq::START, &snapshot.resources.rules).await?;
        log.retain(|logged| logged.seq <= snapshot.seq);
        Ok(GameHistory { snapshot, log })
    }

    /// A game as a client may see it.
    ///
    /// # Errors
    /// Those of [`App::history`].
    pub async fn view(
        &self,
        id: &GameId,
        credentials: &Credentials,
        page: TurnsPage,
    ) -> Result<GameView, ApiError> {
        let snapshot = self.snapshot(id, credentials).await?;
        let turns = read_turns(self.store(), id, &snapshot, page).await?;
        Ok(game_view(id, snapshot, turns))
    }

    /// Opens a stream of the events and chat lines of a table.
    ///
    /// # Errors
    /// The game does not exist, the client may not see it, or its log cannot be read.
    pub async fn follow(
        &self,
        id: &GameId,
        credentials: &Credentials,
        start: StreamStart,
    ) -> Result<EventStream, ApiError> {
        let subscribe = |reply| TableRequest::Subscribe(start, reply);
        let subscription = self.request(id, credentials, subscribe).await?;
        EventStream::open(self.store(), id, *subscription, start).await
    }

    /// Creates a game.
    ///
    /// # Errors
    /// The request is malformed, or the client has reached a limit.
    pub async fn create_game(
        &self,
        client: Option<ClientAddress>,
        request: CreateGame,
    ) -> Result<CreatedGame, ApiError> {
        let reserved = self.services.open_games.reserve(client, self.store()).await?;
        let (id, created) = create_game(&self.services, client, request).await?;
        reserved.fill(&id);
        Ok(created)
    }

    /// Creates the game after this one, or joins it if another player has created it.
    ///
    /// # Errors
    /// The game is not over, the client is not a player, or it has reached a limit.
    pub async fn rematch(
        &self,
        id: &GameId,
        credentials: &Credentials,
        client: Option<ClientAddress>,
    ) -> Result<Rematch, ApiError> {
        credentials.require_key()?;
        let reserved = self.services.open_games.reserve(client, self.store()).await?;
        let info = self.request(id, credentials, TableRequest::Rematch).await?;
        // From here on, the game before knows of the next one.
        let keys = RematchKeys::new(credentials, &info)?;
        match create_rematch(&self.services, client.into(), &info, &keys).await {
            Ok(rematch) => {
                reserved.fill(&info.id);
                Ok(rematch)
            }
            Err(CreationError::Exists) => {
                let join = |reply| TableRequest::JoinRematch {
                    player: info.player.clone(),
                    seat: info.seat,
                    key: keys.own.hash(),
                    reply,
                };
                let seat = self.request(&info.id, &Credentials::default(), join).await;
                let seat = seat.map_err(ApiError::after_change)?;
                show_rematch(&self.services, &info.id, seat, keys).await
            }
            Err(CreationError::Failed(error)) => Err(error.after_change()),
        }
    }

    /// Adds a line to the chat of a game.
    ///
    /// # Errors
    /// The client is not a player, the text is invalid, or the chat is full.
    pub async fn chat(
        &self,
        id: &GameId,
        credentials: &Credentials,
        post: &ChatPost,
    ) -> Result<LineNo, ApiError> {
        credentials.require_key()?;
        let text = names::check_chat_line(&post.text, self.settings().chat_length)?;
        let line = post.id.as_deref().map(CommandId::new).transpose();
        let line = line.map_err(|error| ApiError::malformed("id", error.to_string()))?;
        let chat = |reply| TableRequest::Chat { text: text.clone(), id: line.clone(), reply };
        self.request(id, credentials, chat).await
    }

    /// The chat of a game after a line.
    ///
    /// # Errors
    /// The game does not exist, or the client may not see it.
    pub async fn chat_lines(
        &self,
        id: &GameId,
        credentials: &Credentials,
        after: LineNo,
    ) -> Result<ChatLines, ApiError> {
        self.snapshot(id, credentials).await?;
        let lines = self.store().chat_lines(id, after, RowLimit::MAX).await?;
        Ok(lines.iter().filter_map(ChatLineJson::from_stored).collect())
    }

    /// Checks the name of a player.
    ///
    /// # Errors
    /// The name is empty, too long, or has invisible characters.
    pub fn check_player_name(&self, name: &str) -> Result<String, ApiError> {
        names::check_name("player", name, self.settings().name_length)
    }

    /// A stored game as an entry of the list.
    ///
    /// # Errors
    /// Its summary cannot be read.
    pub fn lobby_entry(&self, game: &GameListEntry) -> Result<LobbyEntry, ApiError> {
        LobbyEntry::new(game, self.services.spectators.count(&game.id))
    }

    /// Writes to the store, to see whether it accepts writes.
    ///
    /// # Errors
    /// The store cannot be reached, is full or read-only.
    pub async fn probe_store(&self) -> Result<(), ApiError> {
        let internal = |error: store::TextError| ApiError::Internal(error.to_string());
        let node = NodeName::new(self.settings().node.as_str()).map_err(internal)?;
        let duty = Duty::new(format!("ready-{}", self.settings().node)).map_err(internal)?;
        self.store().acquire(duty, node, Duration::from_secs(1)).await?;
        Ok(())
    }

    /// A game that a client asks for by its key, if it exists and is public or the key or invitation opens it.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn held_game(&self, held: &HeldGame) -> Result<Option<HeldGameEntry>, ApiError> {
        let Ok(id) = GameId::new(held.id.as_str()) else { return Ok(None) };
        let Some(game) = self.store().game(&id).await? else { return Ok(None) };
        let holder = self.key_holder(&id, held.key.as_deref()).await?;
        let invited = match (&holder, game.header.visibility) {
            (Some(KeyHolder::HandOver(_)), Visibility::ByLink) => false,
            (Some(_), _) | (None, Visibility::Public) => true,
            (None, Visibility::ByLink) => self.key_holder(&id, held.invite.as_deref()).await?.is_some(),
        };
        if !invited {
            return Ok(None);
        }
        let game = LobbyEntry::from_game(game, self.services.spectators.count(&id))?;
        Ok(Some(HeldGameEntry { game, seat: holder.and_then(KeyHolder::seat) }))
    }

    /// Who holds a key of this game.
    async fn key_holder(&self, id: &GameId, key: Option<&str>) -> Result<Option<KeyHolder>, ApiError> {
        let Some(key) = key else { return Ok(None) };
        let stored = self.store().key(&keys::hash(key)).await?.filter(|stored| stored.game == *id);
        Ok(stored.map(|stored| KeyHolder::from_number(stored.seat)))
    }

    /// The news of the lobby from now on.
    #[must_use]
    pub fn lobby_news(&self) -> broadcast::Receiver<Arc<LiveFrame>> {
        self.services.lobby.subscribe()
    }

    /// The connected bots by name, with how many of each name wait for a game.
    #[must_use]
    pub fn bots(&self) -> BTreeMap<String, usize> {
        self.services.bot_registry.names()
    }

    /// Runs a job on a thread that may block, when it is the turn of its owner among those who ask for this kind.
    ///
    /// # Errors
    /// Those of the job; [`ApiError::TooManyRequests`] if too many jobs of the owner wait.
    pub async fn work<T: Send + 'static>(
        &self,
        kind: WorkKind,
        owner: WorkOwner,
        job: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.services.work.run(kind, owner, job).await
    }

    /// The games that cannot be loaded or go on, for the operator.
    #[must_use]
    pub fn games_set_aside(&self) -> Vec<GameSetAside> {
        self.services.set_aside.list()
    }
}
