//! The one owner of a live table: what anybody wants of it goes through here, one thing after the other.
//!
//! [`Owner::change`] is the one place where something is decided, stored, carried out, published and answered,
//! in this order.

use crate::api_error::ApiError;
use crate::chance::{GameSeed, chance};
use crate::keys;
use crate::listing;
use crate::live_frame::LiveFrame;
use crate::log_entry::{LogEntry, LoggedEvent};
use crate::registry::{Services, TableRegistry};
use crate::table::{Occupant, Table, TableStatus, TableTimeouts, UndoRequest};
use rules::{Command, Context, Event, Millis, Refusal, Seat, View, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{
    Append, AppendOutcome, CommandId, Fence, GameId, GameName, KeyChange, KeyHash, Lease, LineNo, LogHead,
    Seq, StoreError, Timestamp, Visibility, WriteError,
};
use tokio::sync::{broadcast, mpsc};

mod requests;
mod timed_actions;

pub(crate) use requests::{Acted, Ask, Order, RematchInfo, Request, Wish, read_play, start};

/// Messages that wait for a slow reader before it is dropped.
const WAITING: usize = 32;

/// How often a decision is made again because somebody else was faster.
const TRIES: usize = 5;

/// What an owner is told.
pub(crate) enum OwnerMessage {
    /// Somebody wants something.
    Ask(Box<Ask>),
    /// The store says that log and chat go this far.
    Heard(LogHead),
    /// More happened than the store told.
    Missed,
    /// It may be time to do something by itself.
    Duty,
    /// A computer has chosen.
    ComputerChoice(Box<timed_actions::ComputerChoice>),
    /// A reader has gone.
    Gone(Viewer),
    /// Keys were revoked, perhaps by another node.
    Rekeyed,
    /// The game was deleted.
    Deleted,
}

/// Who asks: digests of what was shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Credentials {
    pub(crate) key: Option<KeyHash>,
    pub(crate) invite: Option<KeyHash>,
}

/// Who asks, found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CallerRole {
    /// The player at a seat.
    Seat(Seat),
    /// Whoever made the game.
    Maker,
    /// Somebody with the invitation.
    Invited,
    /// Anybody.
    Anybody,
}

impl CallerRole {
    pub(crate) fn viewer(self) -> Viewer {
        match self {
            CallerRole::Seat(seat) => Viewer::Seat(seat),
            CallerRole::Maker | CallerRole::Invited | CallerRole::Anybody => Viewer::Spectator,
        }
    }
}

/// What is stored with a game when it is made, and never changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameSetup {
    /// The rules as a file that needs no other.
    pub(crate) rules: String,
    /// The name of the lexicon.
    pub(crate) lexicon: String,
    /// The number all draws come from.
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

/// A table as somebody may see it.
pub(crate) struct TableSnapshot {
    pub(crate) view: View,
    pub(crate) role: CallerRole,
    pub(crate) name: String,
    pub(crate) visibility: Visibility,
    pub(crate) stage: TableStatus,
    pub(crate) resources: Arc<crate::resources::GameResources>,
    pub(crate) seats: Vec<Occupant>,
    pub(crate) online: Vec<bool>,
    pub(crate) undo: Option<UndoRequest>,
    pub(crate) undo_to: Option<u64>,
    pub(crate) rematch: Option<String>,
    pub(crate) takeover: Vec<u8>,
    pub(crate) seq: u64,
    pub(crate) line: u64,
    pub(crate) watchers: usize,
}

/// A reader's place at a table: what happens from `seq` and `line` on comes through the receiver.
pub(crate) struct Subscription {
    pub(crate) viewer: Viewer,
    pub(crate) resources: Arc<crate::resources::GameResources>,
    pub(crate) seq: u64,
    pub(crate) line: u64,
    /// Who is there as the reader comes, by seat.
    pub(crate) online: Vec<bool>,
    pub(crate) receiver: broadcast::Receiver<Arc<LiveFrame>>,
    pub(crate) _presence: PresenceGuard,
}

/// Tells the owner when a reader goes.
pub(crate) struct PresenceGuard {
    viewer: Viewer,
    owner: mpsc::Sender<OwnerMessage>,
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        let (owner, viewer) = (self.owner.clone(), self.viewer);
        if let Err(mpsc::error::TrySendError::Full(message)) = owner.try_send(OwnerMessage::Gone(viewer)) {
            // Without a runtime there is nobody left to be told.
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                runtime.spawn(async move { owner.send(message).await.ok() });
            }
        }
    }
}

/// A change that was decided: what happens, and which keys come or go with it.
#[derive(Default)]
pub(crate) struct TableChange {
    pub(crate) entries: Vec<LogEntry>,
    pub(crate) keys: Vec<KeyChange>,
}

impl TableChange {
    pub(crate) fn game(events: Vec<Event>) -> TableChange {
        TableChange { entries: events.into_iter().map(LogEntry::Game).collect(), keys: Vec::new() }
    }
}

/// The one owner of a live table.
pub(crate) struct TableOwner {
    services: Arc<Services>,
    id: GameId,
    facts: GameInfo,
    table: Table,
    line: u64,
    feeds: Vec<(Viewer, broadcast::Sender<Arc<LiveFrame>>)>,
    online: [u16; 8],
    keys: Vec<CachedKey>,
    lease: Option<(Lease, Instant)>,
    /// What the agenda was told last and has not done.
    announced: Option<Option<Millis>>,
    thinking: bool,
    /// Whether the log may have gone on without us being told.
    doubt: bool,
    own: mpsc::WeakSender<OwnerMessage>,
}

/// Owns a table until nobody has asked for it for a while.
pub(crate) async fn own(
    services: Arc<Services>,
    registry: TableRegistry,
    id: GameId,
    mut messages: mpsc::Receiver<OwnerMessage>,
    own: mpsc::WeakSender<OwnerMessage>,
) {
    let loaded = Box::pin(TableOwner::load(services.clone(), id.clone(), own)).await;
    let mut owner = match loaded {
        Ok(owner) => owner,
        Err(error) => return refuse_all(&registry, &id, messages, &error),
    };
    owner.announce();
    let idle = services.settings.idle;
    loop {
        match tokio::time::timeout(idle, messages.recv()).await {
            Ok(Some(OwnerMessage::Deleted)) => {
                owner.vanish();
                return refuse_all(&registry, &id, messages, &ApiError::no_such_game());
            }
            Ok(Some(message)) => Box::pin(owner.hear(message)).await,
            Ok(None) => return,
            Err(_) if owner.is_needed() => {}
            Err(_) if registry.leave(&id, &messages) => return,
            Err(_) => {}
        }
    }
}

/// A game that cannot be loaded: everybody who asked is told why, and the next who asks tries again.
fn refuse_all(
    registry: &TableRegistry,
    id: &GameId,
    mut messages: mpsc::Receiver<OwnerMessage>,
    error: &ApiError,
) {
    registry.remove(id);
    messages.close();
    while let Ok(message) = messages.try_recv() {
        if let OwnerMessage::Ask(ask) = message {
            ask.refuse(error.clone());
        }
    }
}

impl TableOwner {
    async fn load(
        services: Arc<Services>,
        id: GameId,
        own: mpsc::WeakSender<OwnerMessage>,
    ) -> Result<TableOwner, ApiError> {
        let game = services.store.game(&id).await?.ok_or_else(ApiError::no_such_game)?;
        let charter = GameSetup::read(&game)?;
        let resources = services.cache.get_stored(&charter.rules, &charter.lexicon_name(&game))?;
        let log = read_log(&services.store, &id, Seq::START, &resources.rules).await?;
        let table = Table::replay(resources, game.header.seats.0.into(), &log);
        let facts = GameInfo {
            name: game.summary.name,
            visibility: game.header.visibility,
            seed: charter.seed,
            pace: charter.pace.map(Duration::from_millis),
        };
        Ok(TableOwner {
            services,
            id,
            facts,
            table,
            line: game.head.line.0,
            feeds: Vec::new(),
            online: [0; 8],
            keys: Vec::new(),
            lease: None,
            announced: None,
            thinking: false,
            doubt: false,
            own,
        })
    }

    fn is_needed(&self) -> bool {
        self.thinking || self.feeds.iter().any(|(_, feed)| feed.receiver_count() > 0)
    }

    async fn hear(&mut self, message: OwnerMessage) {
        if self.doubt && self.catch_up().await.is_err() {
            if let OwnerMessage::Ask(ask) = message {
                ask.refuse(ApiError::Unavailable("the log could not be read".to_owned()));
            }
            return;
        }
        match message {
            OwnerMessage::Ask(ask) => self.answer(*ask).await,
            OwnerMessage::Heard(head) => self.heard(head).await,
            OwnerMessage::Missed => self.doubt = self.catch_up().await.is_err(),
            OwnerMessage::Duty => {
                self.announced = None;
                self.duty().await;
            }
            OwnerMessage::ComputerChoice(thought) => self.thought(*thought).await,
            OwnerMessage::Gone(viewer) => self.gone(viewer),
            OwnerMessage::Rekeyed => self.keys.clear(),
            OwnerMessage::Deleted => {}
        }
    }

    /// The time, never before that of the last event.
    fn now(&self) -> Millis {
        Millis(Timestamp::now().0.max(self.table.at.0))
    }

    fn timeouts(&self) -> TableTimeouts {
        TableTimeouts::of(&self.services.settings, self.facts.pace)
    }

    /// Tells the agenda when there is something to do, unless it knows.
    fn announce(&mut self) {
        let due = self.table.due(self.timeouts()).map(|(_, at)| at);
        if self.announced.replace(due) != Some(due) {
            self.services.schedule(&self.id, due);
        }
    }

    /// What a seat's command would bring about.
    fn decided(&self, table: &Table, seat: Seat, command: &Command) -> Result<Vec<Event>, ApiError> {
        self.judged(table, seat, command)?.map_err(|refusal| {
            let reasons = wire::refusal_json(&refusal, &table.resources.rules.board).refused;
            ApiError::Refused { message: refusal.message(&table.resources.rules.board), reasons }
        })
    }

    /// The same, with the refusal as the rules give it.
    fn judged(
        &self,
        table: &Table,
        seat: Seat,
        command: &Command,
    ) -> Result<Result<Vec<Event>, Refusal>, ApiError> {
        let words = table.resources.words()?;
        let mut draws = chance(self.facts.seed, table.seq + 1);
        let mut context = Context { words, chance: draws.as_mut(), now: self.now() };
        Ok(table.game.decide(seat, command, &mut context))
    }

    /// Decide, store, carry out, publish, answer: the last event that stands now.
    async fn change(
        &mut self,
        command: Option<&CommandId>,
        fence: Option<Fence>,
        mut decide: impl FnMut(&TableOwner) -> Result<TableChange, ApiError>,
    ) -> Result<u64, ApiError> {
        for _ in 0..TRIES {
            let change = match decide(self) {
                Ok(change) => change,
                Err(error) => match self.refused(command, error).await? {
                    Some(before) => return Ok(before),
                    None => continue,
                },
            };
            let (after, logged) = self.after(change.entries).await?;
            let mut events = Vec::with_capacity(logged.len());
            for event in &logged {
                events.push(event.stored(&self.table.resources.rules)?);
            }
            let append = Append {
                summary: Some(listing::summary(&self.facts.name, &after, self.timeouts())?),
                command: command.cloned(),
                keys: change.keys.clone(),
                fence: fence.clone(),
                ..Append::new(self.id.clone(), Seq(self.table.seq), events)
            };
            match self.services.store.append(append).await {
                Ok(AppendOutcome::Stored(seq)) => {
                    self.table = after;
                    change.keys.iter().for_each(|change| self.rekey(change));
                    self.publish(&logged);
                    self.announce();
                    return Ok(seq.0);
                }
                Ok(AppendOutcome::Repeated(seq)) => {
                    self.doubt = seq.0 > self.table.seq;
                    return Ok(seq.0);
                }
                Err(WriteError::Conflict { .. }) => self.catch_up().await?,
                Err(error) => {
                    self.doubt = matches!(error, WriteError::Store(StoreError::Uncertain(_)));
                    if matches!(error, WriteError::LeaseLost { .. }) {
                        self.lease = None;
                    }
                    return Err(error.into());
                }
            }
        }
        Err(ApiError::Stale { seq: self.table.seq })
    }

    /// What a refusal comes to: the first answer of a command that was carried out before; nothing, to decide again,
    /// where another node knew more; otherwise the refusal stands.
    async fn refused(
        &mut self,
        command: Option<&CommandId>,
        error: ApiError,
    ) -> Result<Option<u64>, ApiError> {
        if let Some(command) = command
            && let Some(before) = self.services.store.command(&self.id, command).await?
        {
            return Ok(Some(before.0));
        }
        let known = self.table.seq;
        self.catch_up().await?;
        if self.table.seq > known { Ok(None) } else { Err(error) }
    }

    /// The table after what is about to happen.
    async fn after(&self, entries: Vec<LogEntry>) -> Result<(Table, Vec<LoggedEvent>), ApiError> {
        let mut after = self.table.clone();
        let logged: Vec<LoggedEvent> = entries.into_iter().map(|what| after.take(what)).collect();
        if !logged.iter().any(takes_back) {
            return Ok((after, logged));
        }
        let mut log =
            read_log(&self.services.store, &self.id, Seq::START, &self.table.resources.rules).await?;
        log.truncate(usize::try_from(self.table.seq).unwrap_or(usize::MAX));
        log.extend(logged.iter().cloned());
        Ok((Table::replay(after.resources.clone(), after.seats.len(), &log), logged))
    }

    /// Reads what others stored, carries it out and publishes it.
    async fn catch_up(&mut self) -> Result<(), ApiError> {
        let rules = self.table.resources.rules.clone();
        let new = read_log(&self.services.store, &self.id, Seq(self.table.seq), &rules).await?;
        self.doubt = false;
        if new.is_empty() {
            return Ok(());
        }
        if new.iter().any(takes_back) {
            let log = read_log(&self.services.store, &self.id, Seq::START, &rules).await?;
            self.table = Table::replay(self.table.resources.clone(), self.table.seats.len(), &log);
        } else {
            new.iter().for_each(|logged| self.table.apply(&logged.what));
        }
        self.keys.clear();
        self.publish(&new);
        self.announce();
        Ok(())
    }

    async fn heard(&mut self, head: LogHead) {
        if head.seq.0 > self.table.seq {
            self.doubt = self.catch_up().await.is_err();
        }
        if head.line.0 > self.line {
            self.catch_up_chat().await.ok();
        }
    }

    async fn catch_up_chat(&mut self) -> Result<(), ApiError> {
        let lines = self.services.store.chat_lines(&self.id, LineNo(self.line), store::RowLimit::MAX).await?;
        for line in lines {
            self.line = line.number.0;
            if let Some(data) = chat_json(&line) {
                self.tell_all(&Arc::new(LiveFrame::chat(&self.id, self.line, &data)));
            }
        }
        Ok(())
    }

    /// Written once for all who see the same.
    fn publish(&mut self, new: &[LoggedEvent]) {
        self.feeds.retain(|(_, feed)| feed.receiver_count() > 0);
        for (viewer, feed) in &self.feeds {
            for logged in new {
                let data = logged.told(*viewer, &self.table.resources.rules);
                let frame = LiveFrame::event(&self.id, logged.seq, logged.what.name(), &data);
                // An error says that the last reader has just gone.
                feed.send(Arc::new(frame)).ok();
            }
        }
    }

    fn tell_all(&self, frame: &Arc<LiveFrame>) {
        for (_, feed) in &self.feeds {
            feed.send(frame.clone()).ok();
        }
    }

    /// Tells everybody that the game is gone.
    fn vanish(&self) {
        self.tell_all(&Arc::new(LiveFrame::gone(&self.id)));
        self.services.schedule(&self.id, None);
        self.services.spectators.forget(&self.id);
    }

    /// Who asks, if they may know of this game at all.
    async fn admit(&mut self, credentials: &Credentials) -> Result<CallerRole, ApiError> {
        let role = self.identify(credentials).await?;
        if let CallerRole::Seat(seat) = role {
            crate::logs::note_seat(seat.0);
        }
        match (role, self.facts.visibility) {
            (CallerRole::Anybody, Visibility::ByLink) => Err(ApiError::InviteNeeded),
            _ => Ok(role),
        }
    }

    /// A key that opens nothing here is an error: whoever sends one believes to sit at a seat.
    async fn identify(&mut self, credentials: &Credentials) -> Result<CallerRole, ApiError> {
        if let Some(key) = &credentials.key {
            return match self.seat_of(key).await? {
                Some(keys::OWNER) => Ok(CallerRole::Maker),
                Some(keys::INVITATION) => Ok(CallerRole::Invited),
                Some(seat) => Ok(CallerRole::Seat(Seat(seat.0))),
                None => Err(ApiError::UnknownKey),
            };
        }
        match &credentials.invite {
            Some(invite) if self.seat_of(invite).await? == Some(keys::INVITATION) => Ok(CallerRole::Invited),
            _ => Ok(CallerRole::Anybody),
        }
    }

    /// Notes what was stored about a key.
    fn rekey(&mut self, change: &KeyChange) {
        match change {
            KeyChange::Add(key) => self.keys.push(CachedKey::new(key.hash, key.seat)),
            KeyChange::Revoke(hash) => self.keys.retain(|known| known.hash != *hash),
            KeyChange::RevokeSeat(seat) => self.keys.retain(|known| known.seat != *seat),
        }
    }

    async fn seat_of(&mut self, key: &KeyHash) -> Result<Option<store::SeatNumber>, ApiError> {
        let now = Instant::now();
        self.keys.retain(|known| known.until > now);
        if let Some(known) = self.keys.iter().find(|known| keys::same(&known.hash, key)) {
            return Ok(Some(known.seat));
        }
        let found = self.services.store.key(key).await?.filter(|found| found.game == self.id);
        if let Some(found) = &found {
            self.keys.push(CachedKey::new(*key, found.seat));
        }
        Ok(found.map(|found| found.seat))
    }
}

/// How long a key that was found in the store is believed in, should we not hear that another node revoked it.
const KEY_TRUSTED: Duration = Duration::from_secs(5);

/// A key that is in the store.
struct CachedKey {
    hash: KeyHash,
    seat: store::SeatNumber,
    until: Instant,
}

impl CachedKey {
    fn new(hash: KeyHash, seat: store::SeatNumber) -> CachedKey {
        CachedKey { hash, seat, until: Instant::now() + KEY_TRUSTED }
    }
}

impl GameSetup {
    pub(crate) fn read(game: &store::StoredGame) -> Result<GameSetup, ApiError> {
        let damaged = |why: String| ApiError::Broken(format!("the header of game {}: {why}", game.id));
        match game.header.rules.version() {
            1 => serde_json::from_str(game.header.rules.text()).map_err(|error| damaged(error.to_string())),
            other => Err(damaged(format!("its version {other} is unknown to this program"))),
        }
    }

    pub(crate) fn lexicon_name(&self, game: &store::StoredGame) -> crate::resources::LexiconId {
        crate::resources::LexiconId { name: self.lexicon.clone(), digest: game.header.lexicon.to_string() }
    }
}

/// A game's log from an event on.
pub(crate) async fn read_log(
    store: &store::Store,
    id: &GameId,
    after: Seq,
    rules: &rules::Ruleset,
) -> Result<Vec<LoggedEvent>, ApiError> {
    let stored = store.all_events(id, after).await?;
    stored.iter().map(|event| LoggedEvent::read(event, rules)).collect()
}

/// Whether an event takes others back.
pub(crate) fn takes_back(logged: &LoggedEvent) -> bool {
    matches!(&logged.what, LogEntry::Table(event) if matches!(event.kind, crate::log_entry::TableEventKind::Undone { .. }))
}

/// A line of chat as everybody gets it.
pub(crate) fn chat_json(line: &store::StoredChatLine) -> Option<serde_json::Value> {
    let said: ChatMessage = serde_json::from_str(line.payload.text()).ok()?;
    Some(serde_json::json!({
        "line": line.number.0, "at": line.at.0, "seat": said.seat, "player": said.player, "text": said.text,
    }))
}

/// Who said what.
#[derive(Serialize, Deserialize)]
pub(crate) struct ChatMessage {
    pub(crate) seat: Option<u8>,
    pub(crate) player: String,
    pub(crate) text: String,
}
