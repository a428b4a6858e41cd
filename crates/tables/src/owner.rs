//! The one owner of a live table. All requests go through it, one after the other.
//!
//! [`TableOwner::change`] is the one place where a change is decided, stored, applied, published and answered, in
//! this order.

use crate::api::{ApiError, ChatLineJson};
use crate::chance::{GameSeed, chance};
use crate::keys::{self, KeyHolder};
use crate::live_frame::LiveFrame;
use crate::log_entry::{LogEntry, LoggedEvent, TableEventKind};
use crate::registry::{Services, TableRegistry, send_or_spawn};
use crate::resources::{GameResources, LexiconId};
use crate::table::{Occupant, Table, TableStatus, TableTimeouts, UndoRequest};
use crate::table_summary::stored_summary;
use rules::{Command, Context, Event, MAX_SEATS, Millis, Seat, View, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{
    Append, AppendOutcome, CommandId, Fence, GameId, GameName, KeyChange, KeyHash, Lease, LineNo, LogHead,
    RowLimit, Seq, StoreError, StoredGame, Timestamp, Visibility, WriteError,
};
use tokio::sync::{broadcast, mpsc};

mod requests;
mod timed_actions;

pub(crate) use requests::start_game;
pub use requests::{PlayerAction, PlayerCommand, RematchInfo, Reply, SeatGrant, TableRequest, read_play};

/// How many messages wait for a slow client before it is dropped.
const BUFFER: usize = 32;

/// How often a change is decided again because another server was faster.
const ATTEMPTS: usize = 5;

/// A message to the owner of a table.
pub(crate) enum OwnerMessage {
    /// A request of a client, a bot or the operator.
    Request {
        /// The log span of the request.
        span: tracing::Span,
        credentials: Credentials,
        request: Box<TableRequest>,
    },
    /// The store reports the end of log and chat.
    HeadChanged(LogHead),
    /// Notifications of the store were lost.
    NotificationsLost,
    /// An action may be due.
    Wake,
    /// A computer has chosen its move.
    ComputerMove(Box<timed_actions::ComputerMove>),
    /// A subscriber has disconnected.
    Unsubscribed(Viewer),
    /// Keys were revoked, possibly by another server.
    KeysChanged,
    /// The game was deleted.
    Deleted,
}

/// The digests of the key and the invitation that a client sent.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    pub(crate) key: Option<KeyHash>,
    pub(crate) invite: Option<KeyHash>,
}

impl Credentials {
    /// The credentials of a client that sent these texts.
    #[must_use]
    pub fn new(key: Option<&str>, invite: Option<&str>) -> Credentials {
        Credentials { key: key.map(keys::hash), invite: invite.map(keys::hash) }
    }

    /// Whether the client sent a key.
    ///
    /// # Errors
    /// [`ApiError::UnknownKey`] without a key.
    pub fn require_key(&self) -> Result<(), ApiError> {
        self.key.map(drop).ok_or(ApiError::UnknownKey)
    }
}

/// What a client is to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallerRole {
    /// The player at a seat.
    Player(Seat),
    /// The client that created the game without taking a seat.
    Maker,
    /// A client with the invitation.
    Invited,
    /// Any other client.
    Anonymous,
}

impl CallerRole {
    /// The viewer whose view this client gets.
    #[must_use]
    pub fn viewer(self) -> Viewer {
        match self {
            CallerRole::Player(seat) => Viewer::Seat(seat),
            CallerRole::Maker | CallerRole::Invited | CallerRole::Anonymous => Viewer::Spectator,
        }
    }
}

impl From<KeyHolder> for CallerRole {
    fn from(holder: KeyHolder) -> CallerRole {
        match holder {
            KeyHolder::Seat(seat) => CallerRole::Player(seat),
            KeyHolder::Maker => CallerRole::Maker,
            KeyHolder::Invitation => CallerRole::Invited,
        }
    }
}

/// What is stored when a game is created and never changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameSetup {
    /// The rules as a self-contained TOML file.
    pub(crate) rules: String,
    /// The name of the lexicon.
    pub(crate) lexicon: String,
    /// The seed of all draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<GameSeed>,
    /// How long computers wait, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pace: Option<u64>,
}

/// What an owner knows of its game besides the table.
pub(crate) struct GameInfo {
    pub(crate) name: GameName,
    pub(crate) visibility: Visibility,
    pub(crate) seed: Option<GameSeed>,
    pub(crate) pace: Option<Duration>,
}

/// A table at one moment, as a client may see it.
pub struct TableSnapshot {
    /// The game.
    pub view: View,
    /// What the client is to the table.
    pub role: CallerRole,
    /// The rules and the lexicon.
    pub resources: Arc<GameResources>,
    /// The progress of the table.
    pub status: TableStatus,
    /// The occupants of the seats.
    pub seats: Vec<Occupant>,
    pub(crate) name: String,
    pub(crate) visibility: Visibility,
    pub(crate) online: Vec<bool>,
    pub(crate) undo: Option<UndoRequest>,
    pub(crate) can_undo: bool,
    pub(crate) rematch: Option<String>,
    pub(crate) can_take_over: bool,
    pub(crate) seq: Seq,
    pub(crate) line: LineNo,
    pub(crate) spectators: usize,
}

/// A subscription to a table. Events after `seq` and chat after `line` come through the receiver.
pub struct Subscription {
    pub(crate) viewer: Viewer,
    pub(crate) resources: Arc<GameResources>,
    pub(crate) seq: Seq,
    pub(crate) line: LineNo,
    /// Which seats are present at the start.
    pub(crate) online: Vec<bool>,
    pub(crate) receiver: broadcast::Receiver<Arc<LiveFrame>>,
    pub(crate) _presence: PresenceGuard,
}

/// Tells the owner when a subscriber disconnects.
pub(crate) struct PresenceGuard {
    viewer: Viewer,
    owner: mpsc::Sender<OwnerMessage>,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        send_or_spawn(self.owner.clone(), OwnerMessage::Unsubscribed(self.viewer));
    }
}

/// A decided change: events, and keys that are added or revoked with them.
#[derive(Default)]
pub(crate) struct TableChange {
    pub(crate) entries: Vec<LogEntry>,
    pub(crate) keys: Vec<KeyChange>,
}

impl TableChange {
    pub(crate) fn game(events: Vec<Event>) -> TableChange {
        TableChange { entries: events.into_iter().map(LogEntry::Game).collect(), keys: Vec::new() }
    }

    pub(crate) fn table(at: Millis, kind: TableEventKind) -> TableChange {
        TableChange { entries: vec![LogEntry::table(at, kind)], keys: Vec::new() }
    }
}

/// The time that the scheduler knows for this table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScheduledTime {
    /// It has none yet, or has just used it.
    Unknown,
    /// It knows when the next action is due; `None` if there is none.
    Known(Option<Millis>),
}

/// The one owner of a live table.
pub(crate) struct TableOwner {
    services: Arc<Services>,
    id: GameId,
    info: GameInfo,
    table: Table,
    line: LineNo,
    feeds: Vec<(Viewer, broadcast::Sender<Arc<LiveFrame>>)>,
    /// How many connections each seat has.
    connections: [u16; MAX_SEATS as usize],
    keys: Vec<CachedKey>,
    lease: Option<(Lease, Instant)>,
    scheduled: ScheduledTime,
    is_searching: bool,
    /// Whether the log may have events that are not applied.
    may_be_behind: bool,
    sender: mpsc::WeakSender<OwnerMessage>,
}

/// Owns a table until nothing has used it for a while.
pub(crate) async fn run_owner(
    services: Arc<Services>,
    registry: TableRegistry,
    id: GameId,
    mut messages: mpsc::Receiver<OwnerMessage>,
    sender: mpsc::WeakSender<OwnerMessage>,
) {
    let loaded = Box::pin(TableOwner::load(services.clone(), id.clone(), sender)).await;
    let mut owner = match loaded {
        Ok(owner) => owner,
        Err(error) => return fail_all(&registry, &id, messages, &error),
    };
    owner.schedule();
    let idle = services.settings.idle;
    loop {
        match tokio::time::timeout(idle, messages.recv()).await {
            Ok(Some(OwnerMessage::Deleted)) => {
                owner.publish_deletion();
                return fail_all(&registry, &id, messages, &ApiError::no_such_game());
            }
            Ok(Some(message)) => Box::pin(owner.handle(message)).await,
            Ok(None) => return,
            Err(_) if owner.is_needed() => {}
            Err(_) if registry.remove_if_idle(&id, &messages) => return,
            Err(_) => {}
        }
    }
}

/// Answers all waiting requests with an error. The next request loads the table again.
fn fail_all(
    registry: &TableRegistry,
    id: &GameId,
    mut messages: mpsc::Receiver<OwnerMessage>,
    error: &ApiError,
) {
    registry.remove(id);
    messages.close();
    while let Ok(message) = messages.try_recv() {
        if let OwnerMessage::Request { request, .. } = message {
            request.fail(error.clone());
        }
    }
}

impl TableOwner {
    async fn load(
        services: Arc<Services>,
        id: GameId,
        sender: mpsc::WeakSender<OwnerMessage>,
    ) -> Result<TableOwner, ApiError> {
        let game = services.store.game(&id).await?.ok_or_else(ApiError::no_such_game)?;
        let setup = GameSetup::read(&game)?;
        let resources = services.cache.get_stored(&setup.rules, &setup.lexicon_id(&game))?;
        let log = read_log(&services.store, &id, Seq::START, &resources.rules).await?;
        let table = Table::replay(resources, game.header.seats.0.into(), &log)?;
        let info = GameInfo {
            name: game.summary.name,
            visibility: game.header.visibility,
            seed: setup.seed,
            pace: setup.pace.map(Duration::from_millis),
        };
        Ok(TableOwner {
            services,
            id,
            info,
            table,
            line: game.head.line,
            feeds: Vec::new(),
            connections: [0; MAX_SEATS as usize],
            keys: Vec::new(),
            lease: None,
            scheduled: ScheduledTime::Unknown,
            is_searching: false,
            may_be_behind: false,
            sender,
        })
    }

    fn is_needed(&self) -> bool {
        self.is_searching || self.feeds.iter().any(|(_, feed)| feed.receiver_count() > 0)
    }

    async fn handle(&mut self, message: OwnerMessage) {
        if self.may_be_behind && self.catch_up().await.is_err() {
            if let OwnerMessage::Request { request, .. } = message {
                request.fail(ApiError::Unavailable("the log could not be read".to_owned()));
            }
            return;
        }
        match message {
            OwnerMessage::Request { span, credentials, request } => {
                self.answer(span, &credentials, *request).await;
            }
            OwnerMessage::HeadChanged(head) => self.follow_head(head).await,
            OwnerMessage::NotificationsLost => self.may_be_behind = self.catch_up().await.is_err(),
            OwnerMessage::Wake => {
                self.scheduled = ScheduledTime::Unknown;
                self.perform_due_action().await;
            }
            OwnerMessage::ComputerMove(chosen) => self.play_computer_move(*chosen).await,
            OwnerMessage::Unsubscribed(viewer) => self.remove_connection(viewer),
            OwnerMessage::KeysChanged => self.keys.clear(),
            // `run_owner` handles it.
            OwnerMessage::Deleted => {}
        }
    }

    /// The current time, never before that of the last event.
    fn now(&self) -> Millis {
        Millis(Timestamp::now().0.max(self.table.at.0))
    }

    fn timeouts(&self) -> TableTimeouts {
        TableTimeouts::new(&self.services.settings, self.info.pace)
    }

    /// Tells the scheduler when the next action is due, unless it knows.
    fn schedule(&mut self) {
        let due = self.table.next_action(self.timeouts()).map(|(_, at)| at);
        if self.scheduled != ScheduledTime::Known(due) {
            self.schedule_at(due);
        }
    }

    fn schedule_at(&mut self, due: Option<Millis>) {
        self.scheduled = ScheduledTime::Known(due);
        self.services.scheduler.schedule(&self.id, due);
    }

    /// The events that a command of a seat would cause.
    fn decide(&self, seat: Seat, command: &Command) -> Result<Vec<Event>, ApiError> {
        let table = &self.table;
        let words = table.resources.words()?;
        let mut draws = chance(self.info.seed, table.seq.next());
        let mut context = Context { words, chance: draws.as_mut(), now: self.now() };
        let decided = table.game.decide(seat, command, &mut context);
        decided.map_err(|refusal| ApiError::refused(refusal, &table.resources.rules.board))
    }

    /// Decides, stores, applies, publishes and answers: with the last event of the change.
    ///
    /// If another server stored events meanwhile, the change is decided again on the new state.
    async fn change(
        &mut self,
        command: Option<&CommandId>,
        fence: Option<Fence>,
        mut decide: impl FnMut(&TableOwner) -> Result<TableChange, ApiError>,
    ) -> Result<Seq, ApiError> {
        for _ in 0..ATTEMPTS {
            let change = match decide(self) {
                Ok(change) => change,
                Err(error) => match self.confirm_error(command, error).await? {
                    Some(seq) => return Ok(seq),
                    None => continue,
                },
            };
            let (after, logged) = self.after(change.entries).await?;
            let mut events = Vec::with_capacity(logged.len());
            for event in &logged {
                events.push(event.to_stored(&self.table.resources.rules)?);
            }
            let append = Append {
                summary: Some(stored_summary(&self.info.name, &after, self.timeouts())?),
                command: command.cloned(),
                keys: change.keys.clone(),
                fence: fence.clone(),
                ..Append::new(self.id.clone(), self.table.seq, events)
            };
            match self.services.store.append(append).await {
                Ok(AppendOutcome::Stored(seq)) => {
                    self.table = after;
                    change.keys.iter().for_each(|change| self.update_key_cache(change));
                    self.publish(&logged);
                    self.schedule();
                    return Ok(seq);
                }
                Ok(AppendOutcome::Repeated(seq)) => {
                    self.may_be_behind = seq > self.table.seq;
                    return Ok(seq);
                }
                Err(WriteError::Conflict { .. }) => self.catch_up().await?,
                Err(error) => {
                    self.may_be_behind = matches!(error, WriteError::Store(StoreError::Uncertain(_)));
                    if matches!(error, WriteError::LeaseLost { .. }) {
                        self.lease = None;
                    }
                    return Err(error.into());
                }
            }
        }
        Err(ApiError::Stale { seq: self.table.seq })
    }

    /// Checks an error of a decision against the store.
    ///
    /// Returns the first answer if the command was carried out before, and `None` if another server stored events
    /// meanwhile, so that the change must be decided again. Otherwise the error stands.
    async fn confirm_error(
        &mut self,
        command: Option<&CommandId>,
        error: ApiError,
    ) -> Result<Option<Seq>, ApiError> {
        if let Some(command) = command
            && let Some(seq) = self.services.store.command(&self.id, command).await?
        {
            return Ok(Some(seq));
        }
        let before = self.table.seq;
        self.catch_up().await?;
        if self.table.seq > before { Ok(None) } else { Err(error) }
    }

    /// The table after new entries, and the entries as they are logged.
    async fn after(&self, entries: Vec<LogEntry>) -> Result<(Table, Vec<LoggedEvent>), ApiError> {
        let mut after = self.table.clone();
        let logged: Vec<LoggedEvent> = entries.into_iter().map(|entry| after.append(entry)).collect();
        if !logged.iter().any(LoggedEvent::is_undo) {
            return Ok((after, logged));
        }
        let mut log =
            read_log(&self.services.store, &self.id, Seq::START, &self.table.resources.rules).await?;
        log.retain(|event| event.seq <= self.table.seq);
        log.extend(logged.iter().cloned());
        Ok((Table::replay(after.resources.clone(), after.seats.len(), &log)?, logged))
    }

    /// Reads, applies and publishes what other servers stored.
    async fn catch_up(&mut self) -> Result<(), ApiError> {
        let rules = self.table.resources.rules.clone();
        let new = read_log(&self.services.store, &self.id, self.table.seq, &rules).await?;
        self.may_be_behind = false;
        if new.is_empty() {
            return Ok(());
        }
        if new.iter().any(LoggedEvent::is_undo) {
            let log = read_log(&self.services.store, &self.id, Seq::START, &rules).await?;
            self.table = Table::replay(self.table.resources.clone(), self.table.seats.len(), &log)?;
        } else {
            self.table.apply_stored(&new)?;
        }
        self.keys.clear();
        self.publish(&new);
        self.schedule();
        Ok(())
    }

    async fn follow_head(&mut self, head: LogHead) {
        if head.seq > self.table.seq {
            self.may_be_behind = self.catch_up().await.is_err();
        }
        if head.line > self.line {
            self.catch_up_chat().await.ok();
        }
    }

    async fn catch_up_chat(&mut self) -> Result<(), ApiError> {
        let lines = self.services.store.chat_lines(&self.id, self.line, RowLimit::MAX).await?;
        for line in lines {
            self.line = line.number;
            if let Some(chat) = ChatLineJson::from_stored(&line) {
                self.send_to_all(&Arc::new(LiveFrame::chat(&self.id, self.line, chat)));
            }
        }
        Ok(())
    }

    /// Sends events to all subscribers. Each is encoded once for all who see the same.
    fn publish(&mut self, new: &[LoggedEvent]) {
        self.feeds.retain(|(_, feed)| feed.receiver_count() > 0);
        for (viewer, feed) in &self.feeds {
            for logged in new {
                let frame = LiveFrame::event(&self.id, logged, *viewer, &self.table.resources.rules);
                // An error says that the last subscriber has just disconnected.
                feed.send(Arc::new(frame)).ok();
            }
        }
    }

    fn send_to_all(&self, frame: &Arc<LiveFrame>) {
        for (_, feed) in &self.feeds {
            feed.send(frame.clone()).ok();
        }
    }

    fn publish_deletion(&self) {
        self.send_to_all(&Arc::new(LiveFrame::deletion(&self.id)));
        self.services.scheduler.schedule(&self.id, None);
        self.services.spectators.forget(&self.id);
    }

    /// The role of a client that may know of this game.
    async fn admit(&mut self, credentials: &Credentials) -> Result<CallerRole, ApiError> {
        let role = self.identify(credentials).await?;
        if let CallerRole::Player(seat) = role {
            // The span of the request has an empty field for it.
            tracing::Span::current().record("seat", seat.0);
        }
        match (role, self.info.visibility) {
            (CallerRole::Anonymous, Visibility::ByLink) => Err(ApiError::InviteNeeded),
            _ => Ok(role),
        }
    }

    /// The role of a client. An unknown key is an error, because its sender expects to have a seat.
    async fn identify(&mut self, credentials: &Credentials) -> Result<CallerRole, ApiError> {
        if let Some(key) = &credentials.key {
            return self.holder(key).await?.map(CallerRole::from).ok_or(ApiError::UnknownKey);
        }
        match &credentials.invite {
            Some(invite) if self.holder(invite).await? == Some(KeyHolder::Invitation) => {
                Ok(CallerRole::Invited)
            }
            _ => Ok(CallerRole::Anonymous),
        }
    }

    /// The seat of a client that must be a player.
    async fn require_player(&mut self, credentials: &Credentials) -> Result<Seat, ApiError> {
        match self.admit(credentials).await? {
            CallerRole::Player(seat) => Ok(seat),
            CallerRole::Maker => Err(ApiError::forbidden("you made this game but do not play in it")),
            CallerRole::Invited | CallerRole::Anonymous => Err(ApiError::UnknownKey),
        }
    }

    /// Repeats a stored key change in the cache.
    fn update_key_cache(&mut self, change: &KeyChange) {
        match change {
            KeyChange::Add(key) => {
                self.keys.push(CachedKey::new(key.hash, KeyHolder::from_number(key.seat)));
            }
            KeyChange::Revoke(hash) => self.keys.retain(|cached| cached.hash != *hash),
            KeyChange::RevokeSeat(number) => {
                let revoked = KeyHolder::from_number(*number);
                self.keys.retain(|cached| cached.holder != revoked);
            }
        }
    }

    /// The holder of a key of this game.
    async fn holder(&mut self, key: &KeyHash) -> Result<Option<KeyHolder>, ApiError> {
        let now = Instant::now();
        self.keys.retain(|cached| cached.until > now);
        if let Some(cached) = self.keys.iter().find(|cached| keys::is_same(&cached.hash, key)) {
            return Ok(Some(cached.holder));
        }
        let stored = self.services.store.key(key).await?.filter(|stored| stored.game == self.id);
        let holder = stored.map(|stored| KeyHolder::from_number(stored.seat));
        if let Some(holder) = holder {
            self.keys.push(CachedKey::new(*key, holder));
        }
        Ok(holder)
    }
}

/// How long a cached key is trusted if no notification says that another server revoked it.
const KEY_TRUSTED: Duration = Duration::from_secs(5);

/// A key that is in the store.
struct CachedKey {
    hash: KeyHash,
    holder: KeyHolder,
    until: Instant,
}

impl CachedKey {
    fn new(hash: KeyHash, holder: KeyHolder) -> CachedKey {
        CachedKey { hash, holder, until: Instant::now() + KEY_TRUSTED }
    }
}

impl GameSetup {
    pub(crate) fn read(game: &StoredGame) -> Result<GameSetup, ApiError> {
        let damaged = |why: String| ApiError::Internal(format!("the header of game {}: {why}", game.id));
        match game.header.rules.version() {
            1 => serde_json::from_str(game.header.rules.text()).map_err(|error| damaged(error.to_string())),
            other => Err(damaged(format!("this program does not know its version {other}"))),
        }
    }

    pub(crate) fn lexicon_id(&self, game: &StoredGame) -> LexiconId {
        LexiconId { name: self.lexicon.clone(), digest: game.header.lexicon.to_string() }
    }
}

/// The log of a game after an event.
pub(crate) async fn read_log(
    store: &store::Store,
    id: &GameId,
    after: Seq,
    rules: &rules::Ruleset,
) -> Result<Vec<LoggedEvent>, ApiError> {
    let stored = store.all_events(id, after).await?;
    stored.iter().map(|event| LoggedEvent::from_stored(event, rules)).collect()
}
