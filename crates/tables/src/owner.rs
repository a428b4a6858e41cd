//! The one owner of a live table. All requests go through it, one after the other.
//!
//! [`TableOwner::change`] is the one place where a change is decided, stored, applied, published and answered, in
//! this order.

use crate::chance::{GameSeed, chance};
use crate::game_setup::GameSetup;
use crate::live_frame::LiveFrame;
use crate::log_entry::{LogEntry, LoggedEvent, read_log};
use crate::registry::{Services, TableRegistry};
use crate::set_aside::set_aside;
use crate::table::{Table, TableTimeouts};
use crate::table_summary::stored_summary;
use crate::work::{WorkKind, WorkOwner};
use http_api::{ApiError, ChatLineJson, TableEventKind};
use rules::{Command, Context, Event, MAX_SEATS, Millis, Seat, Viewer};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{
    Append, AppendOutcome, CommandId, Fence, GameId, GameName, KeyChange, Lease, LineNo, LogHead, RowLimit,
    Seq, StoreError, StoredEvent, StoredGame, Timestamp, Visibility, WriteError,
};
use tokio::sync::{broadcast, mpsc};

mod access;
mod requests;
mod seating;
mod timed_actions;
mod undo;
mod watching;

use access::CachedKey;
pub use access::{CallerRole, Credentials};
pub use requests::{RematchInfo, Reply, TableRequest};
pub use seating::SeatGrant;
pub(crate) use seating::start_game;
pub use watching::{Subscription, TableSnapshot};

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

/// What an owner knows of its game besides the table.
pub(crate) struct GameInfo {
    pub(crate) name: GameName,
    pub(crate) visibility: Visibility,
    pub(crate) seed: Option<GameSeed>,
    pub(crate) pace: Option<Duration>,
    pub(crate) origin: WorkOwner,
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
    if let Some(refusal) = services.set_aside.refusal(&id, Timestamp::now()) {
        return fail_all(&registry, &id, messages, &refusal);
    }
    let loaded = Box::pin(TableOwner::load(services.clone(), id.clone(), sender)).await;
    let mut owner = match loaded {
        Ok(owner) => owner,
        Err(error) => {
            set_aside(&services, &id, &error).await;
            return fail_all(&registry, &id, messages, &error);
        }
    };
    services.set_aside.remove(&id);
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

/// Lays out the board and replays the log of a game. That takes time, so it runs on a thread that may block.
async fn load_table(
    services: &Arc<Services>,
    game: &StoredGame,
    setup: &GameSetup,
    events: Vec<StoredEvent>,
) -> Result<Table, ApiError> {
    let (shared, lexicon, rules) = (services.clone(), setup.lexicon_id(game), setup.rules.clone());
    let seats = usize::from(game.header.seats.0);
    let load = move || {
        let resources = shared.cache.get_stored(&rules, &lexicon)?;
        let log = events.iter().map(|event| LoggedEvent::from_stored(event, &resources.rules));
        let log = log.collect::<Result<Vec<_>, _>>()?;
        Table::replay(resources, seats, &log)
    };
    services.work.run(WorkKind::Loading, setup.origin, load).await
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
        let events = services.store.all_events(&id, Seq::START).await?;
        let table = load_table(&services, &game, &setup, events).await?;
        let info = GameInfo {
            name: game.summary.name,
            visibility: game.header.visibility,
            seed: setup.seed,
            pace: setup.pace.map(|pace| Duration::from_millis(pace.0.max(0).unsigned_abs())),
            origin: setup.origin,
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
            return self.handle_without_log(message);
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

    /// Handles a message while the log cannot be read. What needs the log is refused or done later.
    fn handle_without_log(&mut self, message: OwnerMessage) {
        match message {
            OwnerMessage::Request { request, .. } => {
                request.fail(ApiError::Unavailable("the log could not be read".to_owned()));
            }
            OwnerMessage::ComputerMove(_) => self.drop_computer_move(),
            OwnerMessage::Wake => self.retry_later(),
            OwnerMessage::Unsubscribed(viewer) => self.remove_connection(viewer),
            OwnerMessage::KeysChanged => self.keys.clear(),
            // The log is read again before the next message.
            OwnerMessage::HeadChanged(_) | OwnerMessage::NotificationsLost => {}
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

    /// A change by one event of the table.
    fn table_change(&self, kind: TableEventKind) -> TableChange {
        TableChange::table(self.now(), kind)
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
}
