//! The one owner of a live table: what anybody wants of it goes through here, one thing after the other.
//!
//! [`Owner::change`] is the one place where something is decided, stored, carried out, published and answered,
//! in this order.

use crate::chance::{Seed, chance};
use crate::frame::Frame;
use crate::hall::{Hall, Shared};
use crate::happening::{Happening, Kept};
use crate::keys;
use crate::listed;
use crate::problem::Problem;
use crate::table::{Patience, Sitter, Stage, Table, Undo};
use rules::{Command, Context, Event, Millis, Refusal, Seat, View, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{
    Append, Appended, CommandId, Fault, Fence, GameId, Head, KeyChange, KeyHash, Lease, LineNo, Name, Seq,
    Timestamp, Visibility, WriteError,
};
use tokio::sync::{broadcast, mpsc};

mod asks;
mod duty;

pub(crate) use asks::{Acted, Ask, Order, Rematched, Request, Wish, read_play, start};

/// Messages that wait for a slow reader before it is dropped.
const WAITING: usize = 32;

/// How often a decision is made again because somebody else was faster.
const TRIES: usize = 5;

/// What an owner is told.
pub(crate) enum Message {
    /// Somebody wants something.
    Ask(Box<Ask>),
    /// The store says that log and chat go this far.
    Heard(Head),
    /// More happened than the store told.
    Missed,
    /// It may be time to do something by itself.
    Duty,
    /// A computer has chosen.
    Thought(Box<duty::Thought>),
    /// A reader has gone.
    Gone(Viewer),
    /// Keys were revoked, perhaps by another node.
    Rekeyed,
    /// The game was deleted.
    Deleted,
}

/// Who asks: digests of what was shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    pub(crate) key: Option<KeyHash>,
    pub(crate) invite: Option<KeyHash>,
}

/// Who asks, found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// The player at a seat.
    Seat(Seat),
    /// Whoever made the game.
    Maker,
    /// Somebody with the invitation.
    Invited,
    /// Anybody.
    Anybody,
}

impl Who {
    pub(crate) fn viewer(self) -> Viewer {
        match self {
            Who::Seat(seat) => Viewer::Seat(seat),
            Who::Maker | Who::Invited | Who::Anybody => Viewer::Spectator,
        }
    }
}

/// What is stored with a game when it is made, and never changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Charter {
    /// The rules as a file that needs no other.
    pub(crate) rules: String,
    /// The name of the lexicon.
    pub(crate) lexicon: String,
    /// The number all draws come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<Seed>,
    /// How long computers wait, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pace: Option<u64>,
}

/// What an owner knows of its game besides the table.
pub(crate) struct Facts {
    pub(crate) name: Name,
    pub(crate) visibility: Visibility,
    pub(crate) seed: Option<Seed>,
    pub(crate) pace: Option<Duration>,
}

/// A table as somebody may see it.
pub(crate) struct Look {
    pub(crate) view: View,
    pub(crate) who: Who,
    pub(crate) name: String,
    pub(crate) visibility: Visibility,
    pub(crate) stage: Stage,
    pub(crate) kit: Arc<crate::kit::Kit>,
    pub(crate) seats: Vec<Sitter>,
    pub(crate) online: Vec<bool>,
    pub(crate) undo: Option<Undo>,
    pub(crate) undo_to: Option<u64>,
    pub(crate) rematch: Option<String>,
    pub(crate) takeover: Vec<u8>,
    pub(crate) seq: u64,
    pub(crate) line: u64,
    pub(crate) watchers: usize,
}

/// A reader's place at a table: what happens from `seq` and `line` on comes through the receiver.
pub(crate) struct Following {
    pub(crate) viewer: Viewer,
    pub(crate) kit: Arc<crate::kit::Kit>,
    pub(crate) seq: u64,
    pub(crate) line: u64,
    /// Who is there as the reader comes, by seat.
    pub(crate) online: Vec<bool>,
    pub(crate) receiver: broadcast::Receiver<Arc<Frame>>,
    pub(crate) _presence: Presence,
}

/// Tells the owner when a reader goes.
pub(crate) struct Presence {
    viewer: Viewer,
    owner: mpsc::Sender<Message>,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let (owner, viewer) = (self.owner.clone(), self.viewer);
        if let Err(mpsc::error::TrySendError::Full(message)) = owner.try_send(Message::Gone(viewer)) {
            // Without a runtime there is nobody left to be told.
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                runtime.spawn(async move { owner.send(message).await.ok() });
            }
        }
    }
}

/// A change that was decided: what happens, and which keys come or go with it.
#[derive(Default)]
pub(crate) struct Change {
    pub(crate) happenings: Vec<Happening>,
    pub(crate) keys: Vec<KeyChange>,
}

impl Change {
    pub(crate) fn game(events: Vec<Event>) -> Change {
        Change { happenings: events.into_iter().map(Happening::Game).collect(), keys: Vec::new() }
    }
}

/// The one owner of a live table.
pub(crate) struct Owner {
    shared: Arc<Shared>,
    id: GameId,
    facts: Facts,
    table: Table,
    line: u64,
    feeds: Vec<(Viewer, broadcast::Sender<Arc<Frame>>)>,
    online: [u16; 8],
    keys: Vec<KnownKey>,
    lease: Option<(Lease, Instant)>,
    /// What the agenda was told last and has not done.
    announced: Option<Option<Millis>>,
    thinking: bool,
    /// Whether the log may have gone on without us being told.
    doubt: bool,
    own: mpsc::WeakSender<Message>,
}

/// Owns a table until nobody has asked for it for a while.
pub(crate) async fn own(
    shared: Arc<Shared>,
    hall: Hall,
    id: GameId,
    mut messages: mpsc::Receiver<Message>,
    own: mpsc::WeakSender<Message>,
) {
    let loaded = Box::pin(Owner::load(shared.clone(), id.clone(), own)).await;
    let mut owner = match loaded {
        Ok(owner) => owner,
        Err(problem) => return refuse_all(&hall, &id, messages, &problem),
    };
    owner.announce();
    let idle = shared.settings.idle;
    loop {
        match tokio::time::timeout(idle, messages.recv()).await {
            Ok(Some(Message::Deleted)) => {
                owner.vanish();
                return refuse_all(&hall, &id, messages, &Problem::no_such_game());
            }
            Ok(Some(message)) => Box::pin(owner.hear(message)).await,
            Ok(None) => return,
            Err(_) if owner.is_needed() => {}
            Err(_) if hall.leave(&id, &messages) => return,
            Err(_) => {}
        }
    }
}

/// A game that cannot be loaded: everybody who asked is told why, and the next who asks tries again.
fn refuse_all(hall: &Hall, id: &GameId, mut messages: mpsc::Receiver<Message>, problem: &Problem) {
    hall.remove(id);
    messages.close();
    while let Ok(message) = messages.try_recv() {
        if let Message::Ask(ask) = message {
            ask.refuse(problem.clone());
        }
    }
}

impl Owner {
    async fn load(shared: Arc<Shared>, id: GameId, own: mpsc::WeakSender<Message>) -> Result<Owner, Problem> {
        let game = shared.store.game(&id).await?.ok_or_else(Problem::no_such_game)?;
        let charter = Charter::read(&game)?;
        let kit = shared.stock.stored_kit(&charter.rules, &charter.lexicon_name(&game))?;
        let log = read_log(&shared.store, &id, Seq::START, &kit.rules).await?;
        let table = Table::replay(kit, game.header.seats.0.into(), &log);
        let facts = Facts {
            name: game.summary.name,
            visibility: game.header.visibility,
            seed: charter.seed,
            pace: charter.pace.map(Duration::from_millis),
        };
        Ok(Owner {
            shared,
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

    async fn hear(&mut self, message: Message) {
        if self.doubt && self.catch_up().await.is_err() {
            if let Message::Ask(ask) = message {
                ask.refuse(Problem::Unavailable("the log could not be read".to_owned()));
            }
            return;
        }
        match message {
            Message::Ask(ask) => self.answer(*ask).await,
            Message::Heard(head) => self.heard(head).await,
            Message::Missed => self.doubt = self.catch_up().await.is_err(),
            Message::Duty => {
                self.announced = None;
                self.duty().await;
            }
            Message::Thought(thought) => self.thought(*thought).await,
            Message::Gone(viewer) => self.gone(viewer),
            Message::Rekeyed => self.keys.clear(),
            Message::Deleted => {}
        }
    }

    /// The time, never before that of the last event.
    fn now(&self) -> Millis {
        Millis(Timestamp::now().0.max(self.table.at.0))
    }

    fn patience(&self) -> Patience {
        Patience::of(&self.shared.settings, self.facts.pace)
    }

    /// Tells the agenda when there is something to do, unless it knows.
    fn announce(&mut self) {
        let due = self.table.due(self.patience()).map(|(_, at)| at);
        if self.announced.replace(due) != Some(due) {
            self.shared.agenda(&self.id, due);
        }
    }

    /// What a seat's command would bring about.
    fn decided(&self, table: &Table, seat: Seat, command: &Command) -> Result<Vec<Event>, Problem> {
        self.judged(table, seat, command)?.map_err(|refusal| {
            let reasons = wire::refusal_json(&refusal, &table.kit.rules.board).refused;
            Problem::Refused { message: refusal.message(&table.kit.rules.board), reasons }
        })
    }

    /// The same, with the refusal as the rules give it.
    fn judged(
        &self,
        table: &Table,
        seat: Seat,
        command: &Command,
    ) -> Result<Result<Vec<Event>, Refusal>, Problem> {
        let words = table.kit.words()?;
        let mut draws = chance(self.facts.seed, table.seq + 1);
        let mut context = Context { words, chance: draws.as_mut(), now: self.now() };
        Ok(table.game.decide(seat, command, &mut context))
    }

    /// Decide, store, carry out, publish, answer: the last event that stands now.
    async fn change(
        &mut self,
        command: Option<&CommandId>,
        fence: Option<Fence>,
        mut decide: impl FnMut(&Owner) -> Result<Change, Problem>,
    ) -> Result<u64, Problem> {
        for _ in 0..TRIES {
            let change = match decide(self) {
                Ok(change) => change,
                Err(problem) => match self.refused(command, problem).await? {
                    Some(before) => return Ok(before),
                    None => continue,
                },
            };
            let (after, kept) = self.after(change.happenings).await?;
            let mut events = Vec::with_capacity(kept.len());
            for event in &kept {
                events.push(event.stored(&self.table.kit.rules)?);
            }
            let append = Append {
                summary: Some(listed::summary(&self.facts.name, &after, self.patience())?),
                command: command.cloned(),
                keys: change.keys.clone(),
                fence: fence.clone(),
                ..Append::new(self.id.clone(), Seq(self.table.seq), events)
            };
            match self.shared.store.append(append).await {
                Ok(Appended::Now(seq)) => {
                    self.table = after;
                    change.keys.iter().for_each(|change| self.rekey(change));
                    self.publish(&kept);
                    self.announce();
                    return Ok(seq.0);
                }
                Ok(Appended::Before(seq)) => {
                    self.doubt = seq.0 > self.table.seq;
                    return Ok(seq.0);
                }
                Err(WriteError::Conflict { .. }) => self.catch_up().await?,
                Err(error) => {
                    self.doubt = matches!(error, WriteError::Fault(Fault::Uncertain(_)));
                    if matches!(error, WriteError::LeaseLost { .. }) {
                        self.lease = None;
                    }
                    return Err(error.into());
                }
            }
        }
        Err(Problem::Stale { seq: self.table.seq })
    }

    /// What a refusal comes to: the first answer of a command that was carried out before; nothing, to decide again,
    /// where another node knew more; otherwise the refusal stands.
    async fn refused(
        &mut self,
        command: Option<&CommandId>,
        problem: Problem,
    ) -> Result<Option<u64>, Problem> {
        if let Some(command) = command
            && let Some(before) = self.shared.store.command(&self.id, command).await?
        {
            return Ok(Some(before.0));
        }
        let known = self.table.seq;
        self.catch_up().await?;
        if self.table.seq > known { Ok(None) } else { Err(problem) }
    }

    /// The table after what is about to happen.
    async fn after(&self, happenings: Vec<Happening>) -> Result<(Table, Vec<Kept>), Problem> {
        let mut after = self.table.clone();
        let kept: Vec<Kept> = happenings.into_iter().map(|what| after.take(what)).collect();
        if !kept.iter().any(takes_back) {
            return Ok((after, kept));
        }
        let mut log = read_log(&self.shared.store, &self.id, Seq::START, &self.table.kit.rules).await?;
        log.truncate(usize::try_from(self.table.seq).unwrap_or(usize::MAX));
        log.extend(kept.iter().cloned());
        Ok((Table::replay(after.kit.clone(), after.seats.len(), &log), kept))
    }

    /// Reads what others stored, carries it out and publishes it.
    async fn catch_up(&mut self) -> Result<(), Problem> {
        let rules = self.table.kit.rules.clone();
        let new = read_log(&self.shared.store, &self.id, Seq(self.table.seq), &rules).await?;
        self.doubt = false;
        if new.is_empty() {
            return Ok(());
        }
        if new.iter().any(takes_back) {
            let log = read_log(&self.shared.store, &self.id, Seq::START, &rules).await?;
            self.table = Table::replay(self.table.kit.clone(), self.table.seats.len(), &log);
        } else {
            new.iter().for_each(|kept| self.table.apply(&kept.what));
        }
        self.keys.clear();
        self.publish(&new);
        self.announce();
        Ok(())
    }

    async fn heard(&mut self, head: Head) {
        if head.seq.0 > self.table.seq {
            self.doubt = self.catch_up().await.is_err();
        }
        if head.line.0 > self.line {
            self.catch_up_chat().await.ok();
        }
    }

    async fn catch_up_chat(&mut self) -> Result<(), Problem> {
        let lines = self.shared.store.lines(&self.id, LineNo(self.line), store::Limit::MAX).await?;
        for line in lines {
            self.line = line.number.0;
            if let Some(data) = chat_json(&line) {
                self.tell_all(&Arc::new(Frame::chat(&self.id, self.line, &data)));
            }
        }
        Ok(())
    }

    /// Written once for all who see the same.
    fn publish(&mut self, new: &[Kept]) {
        self.feeds.retain(|(_, feed)| feed.receiver_count() > 0);
        for (viewer, feed) in &self.feeds {
            for kept in new {
                let data = kept.told(*viewer, &self.table.kit.rules);
                let frame = Frame::event(&self.id, kept.seq, kept.what.name(), &data);
                // An error says that the last reader has just gone.
                feed.send(Arc::new(frame)).ok();
            }
        }
    }

    fn tell_all(&self, frame: &Arc<Frame>) {
        for (_, feed) in &self.feeds {
            feed.send(frame.clone()).ok();
        }
    }

    /// Tells everybody that the game is gone.
    fn vanish(&self) {
        self.tell_all(&Arc::new(Frame::gone(&self.id)));
        self.shared.agenda(&self.id, None);
        self.shared.watchers.forget(&self.id);
    }

    /// Who asks, if they may know of this game at all.
    async fn admit(&mut self, caller: &Caller) -> Result<Who, Problem> {
        let who = self.identify(caller).await?;
        if let Who::Seat(seat) = who {
            crate::logs::note_seat(seat.0);
        }
        match (who, self.facts.visibility) {
            (Who::Anybody, Visibility::ByLink) => Err(Problem::InviteNeeded),
            _ => Ok(who),
        }
    }

    /// A key that opens nothing here is an error: whoever sends one believes to sit at a seat.
    async fn identify(&mut self, caller: &Caller) -> Result<Who, Problem> {
        if let Some(key) = &caller.key {
            return match self.seat_of(key).await? {
                Some(keys::OWNER) => Ok(Who::Maker),
                Some(keys::INVITATION) => Ok(Who::Invited),
                Some(seat) => Ok(Who::Seat(Seat(seat.0))),
                None => Err(Problem::UnknownKey),
            };
        }
        match &caller.invite {
            Some(invite) if self.seat_of(invite).await? == Some(keys::INVITATION) => Ok(Who::Invited),
            _ => Ok(Who::Anybody),
        }
    }

    /// Notes what was stored about a key.
    fn rekey(&mut self, change: &KeyChange) {
        match change {
            KeyChange::Add(key) => self.keys.push(KnownKey::new(key.hash, key.seat)),
            KeyChange::Revoke(hash) => self.keys.retain(|known| known.hash != *hash),
            KeyChange::RevokeSeat(seat) => self.keys.retain(|known| known.seat != *seat),
        }
    }

    async fn seat_of(&mut self, key: &KeyHash) -> Result<Option<store::Seat>, Problem> {
        let now = Instant::now();
        self.keys.retain(|known| known.until > now);
        if let Some(known) = self.keys.iter().find(|known| keys::same(&known.hash, key)) {
            return Ok(Some(known.seat));
        }
        let found = self.shared.store.key(key).await?.filter(|found| found.game == self.id);
        if let Some(found) = &found {
            self.keys.push(KnownKey::new(*key, found.seat));
        }
        Ok(found.map(|found| found.seat))
    }
}

/// How long a key that was found in the store is believed in, should we not hear that another node revoked it.
const KEY_TRUSTED: Duration = Duration::from_secs(5);

/// A key that is in the store.
struct KnownKey {
    hash: KeyHash,
    seat: store::Seat,
    until: Instant,
}

impl KnownKey {
    fn new(hash: KeyHash, seat: store::Seat) -> KnownKey {
        KnownKey { hash, seat, until: Instant::now() + KEY_TRUSTED }
    }
}

impl Charter {
    pub(crate) fn read(game: &store::Game) -> Result<Charter, Problem> {
        let damaged = |why: String| Problem::Broken(format!("the header of game {}: {why}", game.id));
        match game.header.rules.version() {
            1 => serde_json::from_str(game.header.rules.text()).map_err(|error| damaged(error.to_string())),
            other => Err(damaged(format!("its version {other} is unknown to this program"))),
        }
    }

    pub(crate) fn lexicon_name(&self, game: &store::Game) -> crate::kit::LexiconName {
        crate::kit::LexiconName { name: self.lexicon.clone(), digest: game.header.lexicon.to_string() }
    }
}

/// A game's log from an event on.
pub(crate) async fn read_log(
    store: &store::Store,
    id: &GameId,
    after: Seq,
    rules: &rules::Ruleset,
) -> Result<Vec<Kept>, Problem> {
    let stored = store.all_events(id, after).await?;
    stored.iter().map(|event| Kept::read(event, rules)).collect()
}

/// Whether an event takes others back.
pub(crate) fn takes_back(kept: &Kept) -> bool {
    matches!(&kept.what, Happening::Table(event) if matches!(event.what, crate::happening::Around::Undone { .. }))
}

/// A line of chat as everybody gets it.
pub(crate) fn chat_json(line: &store::Line) -> Option<serde_json::Value> {
    let said: Said = serde_json::from_str(line.payload.text()).ok()?;
    Some(serde_json::json!({
        "line": line.number.0, "at": line.at.0, "seat": said.seat, "player": said.player, "text": said.text,
    }))
}

/// Who said what.
#[derive(Serialize, Deserialize)]
pub(crate) struct Said {
    pub(crate) seat: Option<u8>,
    pub(crate) player: String,
    pub(crate) text: String,
}
