//! The one owner of a live table. All requests go through it, one after the other.
//!
//! [`TableOwner::change`] is the one place where a change is decided, stored, applied, published and answered, in
//! this order.

use crate::chance::{GameSeed, chance};
use crate::game_setup::GameSetup;
use crate::keys;
use crate::live_frame::LiveFrame;
use crate::log_entry::{LogEntry, LoggedEvent, read_log};
use crate::registry::{Services, TableRegistry};
use crate::set_aside::set_aside;
use crate::table::{Table, TableTimeouts};
use crate::table_summary::stored_summary;
use crate::work::{WorkKind, WorkOwner};
use http_api::{ApiError, ChatLineJson, TableEventKind};
use rules::{Command, Context, Event, EventKind, LeaveOutcome, MAX_SEATS, Millis, Seat, Viewer};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{
    Append, AppendOutcome, CommandId, Fence, GameId, GameName, KeyChange, KeyHash, Lease, LineNo, LogHead,
    RowLimit, Seq, StoreError, StoredEvent, StoredGame, StoredSummary, Timestamp, Visibility, WriteError,
};
use tokio::sync::mpsc;

mod access;
mod hand_over;
mod presence;
mod requests;
mod seating;
mod timed_actions;
mod undo;
mod watching;

use access::CachedKey;
pub use access::{CallerRole, Credentials};
pub use hand_over::{HandOverGrant, HandOverToken};
use presence::SeatContact;
pub use requests::{RematchInfo, Reply, TableRequest};
pub use seating::SeatGrant;
pub(crate) use seating::start_game;
use watching::Feed;
pub use watching::{Subscription, TableSnapshot};

/// How often a change is decided again because another server was faster.
const ATTEMPTS: usize = 5;

/// How often the store is asked whether an uncertain change was stored.
const SETTLE_INTERVAL: Duration = Duration::from_secs(1);

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

/// On whose behalf a change is made.
pub(crate) enum ChangeAuthor {
    /// A player, who must have the seat when the change is decided, also when it is decided again.
    Player {
        key: KeyHash,
        seat: Seat,
        /// The stored id of the command.
        command: Option<CommandId>,
    },
    /// The server, under its lease of the table.
    Server(Fence),
    /// Whoever has a hand-over token, which must be valid when the change is decided.
    HandOver {
        token: KeyHash,
        /// The stored id of the exchange of this token, so that it is exchanged once.
        command: CommandId,
    },
    /// Somebody who needs no seat: a newcomer or the operator.
    Anybody,
}

impl ChangeAuthor {
    fn command(&self) -> Option<&CommandId> {
        match self {
            ChangeAuthor::Player { command, .. } => command.as_ref(),
            ChangeAuthor::HandOver { command, .. } => Some(command),
            ChangeAuthor::Server(_) | ChangeAuthor::Anybody => None,
        }
    }

    fn fence(&self) -> Option<Fence> {
        match self {
            ChangeAuthor::Server(fence) => Some(fence.clone()),
            ChangeAuthor::Player { .. } | ChangeAuthor::HandOver { .. } | ChangeAuthor::Anybody => None,
        }
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

    /// Revokes the keys of players whom computers replace: what happens at the seat is no longer theirs.
    fn revoke_replaced(&mut self) {
        for entry in &self.entries {
            if let LogEntry::Game(Event {
                kind: EventKind::Left { seat, then: LeaveOutcome::Computer, .. },
                ..
            }) = entry
            {
                for revocation in keys::seat_revocations(*seat) {
                    if !self.keys.contains(&revocation) {
                        self.keys.push(revocation);
                    }
                }
            }
        }
    }

    fn revokes_keys(&self) -> bool {
        self.keys.iter().any(|change| !matches!(change, KeyChange::Add(_)))
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
    feeds: Vec<Feed>,
    /// What this server knows of each seat's player.
    contacts: [SeatContact; MAX_SEATS as usize],
    keys: Vec<CachedKey>,
    lease: Option<(Lease, Instant)>,
    /// How far the time of the table is ahead of this server's clock, because a server with another clock wrote its
    /// log. It goes on from there.
    ahead: Duration,
    scheduled: ScheduledTime,
    is_searching: bool,
    /// Whether the log may have events that are not applied.
    may_be_behind: bool,
    /// The newest end of log and chat that the store has reported. It may be visible only later.
    reported: LogHead,
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
        return fail_all(&registry, &id, messages, &refusal).await;
    }
    let loaded = Box::pin(TableOwner::load(services.clone(), id.clone(), sender)).await;
    let mut owner = match loaded {
        Ok(owner) => owner,
        Err(error) => {
            set_aside(&services, &id, &error).await;
            return fail_all(&registry, &id, messages, &error).await;
        }
    };
    services.set_aside.remove(&id);
    owner.schedule();
    let idle = services.settings.idle;
    loop {
        match tokio::time::timeout(idle, messages.recv()).await {
            Ok(Some(OwnerMessage::Deleted)) => {
                owner.publish_deletion();
                drop(owner);
                return fail_all(&registry, &id, messages, &ApiError::no_such_game()).await;
            }
            Ok(Some(message)) => Box::pin(owner.handle(message)).await,
            Ok(None) => return,
            Err(_) if owner.is_needed() => {}
            Err(_) if registry.remove_if_idle(&id, &messages) => return owner.leave_memory(),
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
    let (seats, created) = (usize::from(game.header.seats.0), Millis(game.header.created.0));
    let load = move || {
        let resources = shared.cache.get_stored(&rules, &lexicon)?;
        let log = events.iter().map(|event| LoggedEvent::from_stored(event, &resources.rules));
        let log = log.collect::<Result<Vec<_>, _>>()?;
        Ok(Table::replay(resources, seats, &log)?.with_creation(created))
    };
    services.work.run(WorkKind::Loading, setup.origin, load).await
}

/// Answers all requests to this owner with an error. The next request loads the table again.
///
/// A request may have found the owner and not have sent its message yet. So the queue stays open until the last handle
/// is gone: closed earlier, a request that is slower than the owner would find one closed queue after the other.
async fn fail_all(
    registry: &TableRegistry,
    id: &GameId,
    mut messages: mpsc::Receiver<OwnerMessage>,
    error: &ApiError,
) {
    registry.remove(id);
    while let Some(message) = messages.recv().await {
        if let OwnerMessage::Request { request, .. } = message {
            request.fail(error.clone());
        }
    }
}

/// How far a time is ahead of another.
fn lead(time: Millis, of: Millis) -> Duration {
    Duration::from_millis(u64::try_from(time.0.saturating_sub(of.0)).unwrap_or(0))
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
        let ahead = services.leads.take(&id).max(lead(table.at, Millis(Timestamp::now().0)));
        let now = Millis(Timestamp::now().after(ahead).0);
        Ok(TableOwner {
            services,
            id,
            info,
            table,
            ahead,
            line: game.head.line,
            feeds: Vec::new(),
            contacts: [SeatContact::new(now); MAX_SEATS as usize],
            keys: Vec::new(),
            lease: None,
            scheduled: ScheduledTime::Unknown,
            is_searching: false,
            may_be_behind: false,
            reported: LogHead::default(),
            sender,
        })
    }

    fn is_needed(&self) -> bool {
        self.is_searching || self.feeds.iter().any(Feed::has_subscribers) || self.awaits_return()
    }

    async fn handle(&mut self, message: OwnerMessage) {
        if self.may_be_behind && self.catch_up_all().await.is_err() {
            return self.handle_without_log(message);
        }
        match message {
            OwnerMessage::Request { span, credentials, request } => {
                self.answer(span, &credentials, *request).await;
            }
            OwnerMessage::HeadChanged(head) => self.follow_head(head).await,
            OwnerMessage::NotificationsLost => {
                if self.catch_up_all().await.is_err() {
                    self.note_behind();
                }
                self.check_feeds().await;
            }
            OwnerMessage::Wake => {
                self.scheduled = ScheduledTime::Unknown;
                self.perform_due_action().await;
            }
            OwnerMessage::ComputerMove(chosen) => self.play_computer_move(*chosen).await,
            OwnerMessage::Unsubscribed(viewer) => self.remove_connection(viewer),
            OwnerMessage::KeysChanged => self.check_feeds().await,
            // `run_owner` handles it.
            OwnerMessage::Deleted => {}
        }
        self.follow_presence().await;
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
            OwnerMessage::KeysChanged => self.end_keyed_feeds(),
            // The log is read again before the next message, at the latest when the table is woken.
            OwnerMessage::HeadChanged(_) | OwnerMessage::NotificationsLost => self.retry_later(),
            // `run_owner` handles it.
            OwnerMessage::Deleted => {}
        }
    }

    /// The current time of the table, never before that of the last event.
    fn now(&self) -> Millis {
        Millis(Timestamp::now().after(self.ahead).0.max(self.table.at.0))
    }

    /// Goes on from the time of the last event if a server wrote it whose clock is ahead.
    fn follow_time(&mut self) {
        let lead = lead(self.table.at, Millis(Timestamp::now().after(self.ahead).0));
        if lead.is_zero() {
            return;
        }
        self.ahead = self.ahead.saturating_add(lead);
        self.scheduled = ScheduledTime::Unknown;
        self.contacts.iter_mut().for_each(|contact| contact.move_on(lead));
    }

    /// A time of the table by this server's clock.
    fn by_clock(&self, time: Millis) -> Millis {
        Millis(time.0.saturating_sub(i64::try_from(self.ahead.as_millis()).unwrap_or(i64::MAX)))
    }

    fn timeouts(&self) -> TableTimeouts {
        TableTimeouts::new(&self.services.settings, self.info.pace)
    }

    /// Tells the scheduler when the next action is due, unless it knows.
    fn schedule(&mut self) {
        let action = self.table.next_action(self.timeouts()).map(|(_, at)| at);
        let due = action.into_iter().chain(self.next_doubt()).min();
        if self.scheduled != ScheduledTime::Known(due) {
            self.schedule_at(due);
        }
    }

    /// Tells the scheduler what the table itself has to do, and keeps its time, before this owner ends.
    fn leave_memory(&mut self) {
        self.services.leads.keep(&self.id, self.ahead);
        self.schedule_at(self.table.next_action(self.timeouts()).map(|(_, at)| at));
    }

    fn schedule_at(&mut self, due: Option<Millis>) {
        self.scheduled = ScheduledTime::Known(due);
        self.services.scheduler.schedule(&self.id, due.map(|due| self.by_clock(due)));
    }

    /// The events that a command of a seat would cause.
    fn decide(&self, seat: Seat, command: &Command) -> Result<Vec<Event>, ApiError> {
        let table = &self.table;
        let words = table.resources.words()?;
        let mut draws = chance(self.info.seed, table.seq.next());
        let mut context = Context { words, chance: draws.as_mut(), now: self.now() };
        let decided = table.game.decide(seat, command, &mut context);
        let rack = || table.game.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
        decided.map_err(|refusal| ApiError::refused(refusal, &table.resources.rules, command, &rack()))
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
        author: ChangeAuthor,
        mut decide: impl FnMut(&TableOwner) -> Result<TableChange, ApiError>,
    ) -> Result<Seq, ApiError> {
        for _ in 0..ATTEMPTS {
            let decided = self.check_author(&author).await.and_then(|()| decide(self));
            let mut change = match decided {
                Ok(change) => change,
                Err(error) => match self.confirm_error(author.command(), error).await? {
                    Some(seq) => return Ok(seq),
                    None => continue,
                },
            };
            change.revoke_replaced();
            let has_revoked = change.revokes_keys();
            let (after, logged) = self.after(change.entries).await?;
            let mut events = Vec::with_capacity(logged.len());
            for event in &logged {
                events.push(event.to_stored(&self.table.resources.rules)?);
            }
            let append = Append {
                summary: Some(self.summary_of(&after)?),
                command: author.command().cloned(),
                keys: change.keys.clone(),
                fence: author.fence(),
                ..Append::new(self.id.clone(), self.table.seq, events)
            };
            match self.services.store.append(append).await {
                Ok(AppendOutcome::Stored(seq)) => {
                    self.table = after;
                    change.keys.iter().for_each(|change| self.update_key_cache(change));
                    self.publish(&logged).await;
                    if has_revoked {
                        self.check_feeds().await;
                    }
                    self.schedule();
                    return Ok(seq);
                }
                Ok(AppendOutcome::Repeated(seq)) => {
                    self.follow_answer(seq);
                    return Ok(seq);
                }
                Err(WriteError::Conflict { .. }) => self.catch_up().await?,
                Err(error) => {
                    if matches!(error, WriteError::Store(StoreError::Uncertain(_))) {
                        self.await_decision();
                    }
                    if matches!(error, WriteError::LeaseLost { .. }) {
                        self.lease = None;
                    }
                    return Err(error.into());
                }
            }
        }
        Err(ApiError::Stale { seq: self.table.seq })
    }

    /// The summary that is stored with a change. Other servers find what is due by their own clocks.
    fn summary_of(&self, after: &Table) -> Result<StoredSummary, ApiError> {
        let summary = stored_summary(&self.info.name, after, self.timeouts())?;
        let due = summary.due.map(|due| Timestamp(self.by_clock(Millis(due.0)).0));
        Ok(StoredSummary { due, ..summary })
    }

    /// Checks that the author of a change may still make it.
    async fn check_author(&mut self, author: &ChangeAuthor) -> Result<(), ApiError> {
        match author {
            ChangeAuthor::Player { key, seat, .. } => self.check_player(key, *seat).await,
            ChangeAuthor::HandOver { token, .. } => self.seat_of_hand_over(token).await.map(drop),
            ChangeAuthor::Server(_) | ChangeAuthor::Anybody => Ok(()),
        }
    }

    /// Reads the log before the next message if an answer names an event that is not applied yet.
    fn follow_answer(&mut self, seq: Seq) {
        if seq > self.table.seq {
            self.note_behind();
        }
    }

    /// Reads log and chat before the next message, and soon if there is none.
    fn note_behind(&mut self) {
        self.may_be_behind = true;
        self.retry_later();
    }

    /// Waits, beside the owner, until an uncertain change is decided. Then the store notifies every server.
    fn await_decision(&mut self) {
        self.note_behind();
        let (store, id) = (self.services.store.clone(), self.id.clone());
        tokio::spawn(async move {
            while let Err(WriteError::Store(StoreError::Unavailable(_) | StoreError::Uncertain(_))) =
                store.settle(id.clone()).await
            {
                tokio::time::sleep(SETTLE_INTERVAL).await;
            }
        });
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
            self.follow_answer(seq);
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
        if new.is_empty() {
            return Ok(());
        }
        if new.iter().any(LoggedEvent::is_undo) {
            let log = read_log(&self.services.store, &self.id, Seq::START, &rules).await?;
            self.table = Table::replay(self.table.resources.clone(), self.table.seats.len(), &log)?;
        } else {
            self.table.apply_stored(&new)?;
        }
        self.follow_time();
        self.keys.clear();
        new.iter().for_each(|logged| self.note_return(&logged.entry));
        self.publish(&new).await;
        self.schedule();
        Ok(())
    }

    /// Reads and publishes the events and chat lines that are new.
    async fn catch_up_all(&mut self) -> Result<(), ApiError> {
        self.catch_up().await?;
        self.catch_up_chat().await?;
        self.may_be_behind = false;
        if self.misses_reported() {
            self.note_behind();
        }
        Ok(())
    }

    /// Whether something was reported that could not be read yet.
    fn misses_reported(&self) -> bool {
        self.reported.seq > self.table.seq || self.reported.line > self.line
    }

    async fn follow_head(&mut self, head: LogHead) {
        self.reported.seq = self.reported.seq.max(head.seq);
        self.reported.line = self.reported.line.max(head.line);
        let log = if head.seq > self.table.seq { self.catch_up().await } else { Ok(()) };
        let chat = if head.line > self.line { self.catch_up_chat().await } else { Ok(()) };
        if log.and(chat).is_err() || self.misses_reported() {
            self.note_behind();
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
