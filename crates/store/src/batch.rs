//! The rules of writing, the same for every backend.
//!
//! A backend collects the [`Lookups`] of a batch of writes, reads the [`LookupResults`] from its tables, calls
//! [`evaluate`], stores the [`BatchRows`] in one transaction, and answers after the commit. The writes of a batch are
//! evaluated in order; each sees the effects of those before it. [`BatchRows::notifications`] are published last.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::*;

/// What a backend must look up before it can evaluate a batch.
#[derive(Debug, Default)]
pub struct Lookups<'a> {
    /// Ids of games.
    pub games: BTreeSet<&'a str>,
    /// Commands, with their games.
    pub commands: Vec<(&'a GameId, &'a CommandId)>,
    /// Ids of chat lines, with their games.
    pub lines: Vec<(&'a GameId, &'a CommandId)>,
    /// Digests of keys.
    pub keys: Vec<&'a KeyHash>,
    /// Names of duties.
    pub duties: BTreeSet<&'a str>,
    /// How many numbers for new games are needed.
    pub fresh: usize,
}

impl<'a> Lookups<'a> {
    /// The lookups of a batch.
    #[must_use]
    pub fn for_batch(batch: &'a [Write]) -> Lookups<'a> {
        let mut lookups = Lookups::default();
        batch.iter().for_each(|write| lookups.add(write));
        lookups
    }

    fn add(&mut self, write: &'a Write) {
        match write {
            Write::Create(copies) => copies.iter().for_each(|copy| self.add_copy(copy)),
            Write::Append(append) => self.add_append(append),
            Write::AddChatLine(line) => {
                self.add_game(&line.game);
                self.lines.extend(line.command.as_ref().map(|command| (&line.game, command)));
            }
            Write::Delete(game) | Write::Settle(game) => self.add_game(game),
            Write::ChangeKeys(game, changes) => {
                self.add_game(game);
                self.add_keys(changes);
            }
            Write::Acquire(duty, ..) => self.add_duty(duty),
            Write::Renew(lease, _) | Write::Release(lease) => self.add_duty(&lease.duty),
        }
    }

    fn add_copy(&mut self, copy: &'a GameCopy) {
        self.fresh += 1;
        self.add_game(&copy.game.id);
        self.keys.extend(copy.keys.iter().map(|key| &key.hash));
    }

    fn add_append(&mut self, append: &'a Append) {
        self.add_game(&append.game);
        self.add_keys(&append.keys);
        self.commands.extend(append.command.as_ref().map(|command| (&append.game, command)));
        append.fence.iter().for_each(|fence| self.add_duty(&fence.duty));
    }

    fn add_game(&mut self, game: &'a GameId) {
        self.games.insert(game.as_str());
    }

    fn add_duty(&mut self, duty: &'a Duty) {
        self.duties.insert(duty.as_str());
    }

    fn add_keys(&mut self, changes: &'a [KeyChange]) {
        self.keys.extend(changes.iter().filter_map(|change| match change {
            KeyChange::Add(key) => Some(&key.hash),
            KeyChange::Revoke(hash) => Some(hash),
            KeyChange::RevokeSeat(_) => None,
        }));
    }
}

/// The number of a game in the tables.
pub type Number = i64;

/// The rows on which a batch depends, as they were before it.
#[derive(Debug, Default)]
pub struct LookupResults {
    /// Games by id: number, last event and chat line.
    pub games: HashMap<String, (Number, LogHead)>,
    /// The last events of commands that were carried out.
    pub commands: HashMap<(Number, String), Seq>,
    /// The numbers of chat lines by the ids that their senders gave to them.
    pub lines: HashMap<(Number, String), LineNo>,
    /// The game and holder of keys.
    pub keys: HashMap<KeyHash, (Number, SeatNumber)>,
    /// The leases of duties.
    pub leases: HashMap<String, LeaseRecord>,
    /// Numbers for new games; the last is used first.
    pub fresh: Vec<Number>,
    /// The time by the clock for leases.
    pub now: Timestamp,
}

/// The node that has a duty, and until when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseRecord {
    /// The node.
    pub node: NodeName,
    /// The number of the lease.
    pub token: LeaseToken,
    /// When the lease expires.
    pub until: Timestamp,
}

/// The rows to store. Their order does not matter except where it is stated.
#[derive(Debug, Default)]
pub struct BatchRows<'a> {
    /// New games, to store first.
    pub created: Vec<(Number, &'a StoredGame)>,
    /// New events.
    pub events: Vec<EventRow<'a>>,
    /// Commands that were carried out, with their last events.
    pub commands: Vec<(Number, &'a CommandId, Seq)>,
    /// New chat lines.
    pub lines: Vec<LineRow<'a>>,
    /// Changes of keys, to store in this order.
    pub keys: Vec<(Number, &'a KeyChange)>,
    /// Keys of new games.
    pub new_keys: Vec<(Number, &'a NewKey)>,
    /// Games that changed, to store after the new games.
    pub heads: BTreeMap<Number, HeadRow<'a>>,
    /// Leases that changed.
    pub leases: BTreeMap<&'a Duty, LeaseRow>,
    /// Games whose keys were revoked.
    pub rekeyed: BTreeSet<&'a GameId>,
    /// Games to delete with all their rows. The fields above have no rows of them.
    pub deleted: BTreeMap<Number, &'a GameId>,
}

/// A new event.
#[derive(Debug)]
pub struct EventRow<'a> {
    /// Its game.
    pub game: Number,
    /// Its number in the game.
    pub seq: Seq,
    /// Its kind.
    pub kind: &'a EventKindName,
    /// Its content.
    pub payload: &'a Payload,
}

/// A new chat line.
#[derive(Debug)]
pub struct LineRow<'a> {
    /// Its game.
    pub game: Number,
    /// Its number in the game.
    pub line: LineNo,
    /// When it was sent.
    pub at: Timestamp,
    /// The id that the sender gave to it.
    pub command: Option<&'a CommandId>,
    /// The sender and the text.
    pub payload: &'a Payload,
}

/// A game after the batch.
#[derive(Debug)]
pub struct HeadRow<'a> {
    /// Its id.
    pub id: &'a GameId,
    /// Its last event and chat line.
    pub head: LogHead,
    /// Its summary, if it changed.
    pub summary: Option<&'a StoredSummary>,
}

/// A lease after the batch.
#[derive(Debug)]
pub struct LeaseRow {
    /// The lease.
    pub lease: LeaseRecord,
    /// Whether the row is new.
    pub change: RowChange,
}

/// Whether a row is new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowChange {
    /// There was no such row before the batch.
    Insert,
    /// There was such a row before the batch.
    Update,
}

impl BatchRows<'_> {
    /// Removes all rows of a game.
    fn remove_game(&mut self, number: Number) {
        self.created.retain(|(of, _)| *of != number);
        self.events.retain(|row| row.game != number);
        self.commands.retain(|(of, ..)| *of != number);
        self.lines.retain(|row| row.game != number);
        self.keys.retain(|(of, _)| *of != number);
        self.new_keys.retain(|(of, _)| *of != number);
        self.heads.remove(&number);
    }

    /// The notifications to publish once the rows are stored.
    #[must_use]
    pub fn notifications(&self) -> Vec<ChangeNotification> {
        let changed = self.heads.values().map(|row| ChangeNotification::Changed(row.id.clone(), row.head));
        let rekeyed = self.rekeyed.iter().map(|id| ChangeNotification::KeysRevoked((*id).clone()));
        let gone = self.deleted.values().map(|id| ChangeNotification::Deleted((*id).clone()));
        changed.chain(rekeyed).chain(gone).collect()
    }
}

/// The result of a write.
pub type WriteResult = Result<WriteOutcome, WriteError>;

/// Decides each write of a batch, and which rows to store for those that are accepted.
#[must_use]
pub fn evaluate<'a>(batch: &'a [Write], facts: LookupResults) -> (Vec<WriteResult>, BatchRows<'a>) {
    let mut evaluator = BatchEvaluator { facts, rows: BatchRows::default() };
    let outcomes = batch.iter().map(|write| evaluator.write(write)).collect();
    (outcomes, evaluator.rows)
}

struct BatchEvaluator<'a> {
    facts: LookupResults,
    rows: BatchRows<'a>,
}

impl<'a> BatchEvaluator<'a> {
    fn write(&mut self, write: &'a Write) -> WriteResult {
        match write {
            Write::Create(copies) => self.create(copies),
            Write::Append(append) => self.append(append),
            Write::AddChatLine(line) => self.add_chat_line(line),
            Write::Delete(game) => self.delete(game),
            Write::Settle(game) => self.settle(game),
            Write::ChangeKeys(game, changes) => self.keys(game, changes),
            Write::Acquire(duty, node, time) => Ok(self.acquire(duty, node, *time)),
            Write::Renew(lease, time) => self.renew(lease, *time),
            Write::Release(lease) => Ok(self.release(lease)),
        }
    }

    fn create(&mut self, copies: &'a [GameCopy]) -> WriteResult {
        self.check_copies(copies)?;
        copies.iter().for_each(|copy| self.store_copy(copy));
        Ok(WriteOutcome {
            head: copies.last().map(|copy| copy.game.head).unwrap_or_default(),
            ..WriteOutcome::default()
        })
    }

    fn check_copies(&self, copies: &[GameCopy]) -> Result<(), WriteError> {
        let (mut ids, mut keys) = (BTreeSet::new(), BTreeSet::new());
        for copy in copies {
            let id = &copy.game.id;
            if self.facts.games.contains_key(id.as_str()) || !ids.insert(id) {
                return Err(WriteError::GameExists(id.clone()));
            }
            if copy.keys.iter().any(|key| self.facts.keys.contains_key(&key.hash) || !keys.insert(key.hash)) {
                return Err(WriteError::KeyExists);
            }
            copy.check().map_err(|damage| WriteError::BadCopy { game: id.clone(), damage })?;
        }
        Ok(())
    }

    fn store_copy(&mut self, copy: &'a GameCopy) {
        // If a backend provides too few numbers, its primary key refuses the rows.
        let number = self.facts.fresh.pop().unwrap_or_default();
        let game = &copy.game;
        self.facts.games.insert(game.id.to_string(), (number, game.head));
        self.facts.keys.extend(copy.keys.iter().map(|key| (key.hash, (number, key.seat))));
        let commands = copy.commands.iter().map(|done| ((number, done.command.to_string()), done.seq));
        self.facts.commands.extend(commands);

        self.rows.created.push((number, game));
        self.rows.new_keys.extend(copy.keys.iter().map(|key| (number, key)));
        self.rows.commands.extend(copy.commands.iter().map(|done| (number, &done.command, done.seq)));
        let ids = copy.lines.iter().filter_map(|line| Some((line.command.as_ref()?, line.number)));
        self.facts.lines.extend(ids.map(|(command, line)| ((number, command.to_string()), line)));
        self.rows.lines.extend(copy.lines.iter().map(|line| LineRow {
            game: number,
            line: line.number,
            at: line.at,
            command: line.command.as_ref(),
            payload: &line.payload,
        }));
        let events = copy.events.iter();
        self.rows.events.extend(events.map(|event| EventRow {
            game: number,
            seq: event.seq,
            kind: &event.kind,
            payload: &event.payload,
        }));
        self.rows.heads.insert(number, HeadRow { id: &game.id, head: game.head, summary: None });
    }

    fn append(&mut self, append: &'a Append) -> WriteResult {
        let (number, head) = self.game(&append.game)?;
        if let Some(seq) = self.find_command(number, append.command.as_ref()) {
            return Ok(WriteOutcome {
                head: LogHead { seq, ..head },
                repeated: true,
                ..WriteOutcome::default()
            });
        }
        self.check_fence(append.fence.as_ref())?;
        if append.expected != head.seq {
            let (game, expected) = (append.game.clone(), append.expected);
            return Err(WriteError::Conflict { game, expected, found: head.seq });
        }
        self.change_keys(number, &append.game, &append.keys)?;
        let head = LogHead { seq: append.last(), ..head };
        self.store_append(number, append, head.seq);
        self.advance(number, &append.game, head, append.summary.as_ref());
        Ok(WriteOutcome { head, ..WriteOutcome::default() })
    }

    fn find_command(&self, number: Number, command: Option<&CommandId>) -> Option<Seq> {
        self.facts.commands.get(&(number, command?.to_string())).copied()
    }

    fn check_fence(&self, fence: Option<&Fence>) -> Result<(), WriteError> {
        match fence {
            Some(fence) if !self.holds(&fence.duty, fence.token) => {
                Err(WriteError::LeaseLost { duty: fence.duty.clone() })
            }
            _ => Ok(()),
        }
    }

    fn store_append(&mut self, number: Number, append: &'a Append, last: Seq) {
        let events = append.events.iter().zip(append.expected.0 + 1..);
        self.rows.events.extend(events.map(|(event, seq)| EventRow {
            game: number,
            seq: Seq(seq),
            kind: &event.kind,
            payload: &event.payload,
        }));
        if let Some(command) = &append.command {
            self.facts.commands.insert((number, command.to_string()), last);
            self.rows.commands.push((number, command, last));
        }
    }

    fn add_chat_line(&mut self, line: &'a NewChatLine) -> WriteResult {
        let (number, head) = self.game(&line.game)?;
        if let Some(found) = self.find_line(number, line.command.as_ref()) {
            let head = LogHead { line: found, ..head };
            return Ok(WriteOutcome { head, repeated: true, ..WriteOutcome::default() });
        }
        let head = LogHead { line: head.line.next(), ..head };
        self.rows.lines.push(LineRow {
            game: number,
            line: head.line,
            at: line.at,
            command: line.command.as_ref(),
            payload: &line.payload,
        });
        let id = line.command.as_ref().map(|command| ((number, command.to_string()), head.line));
        self.facts.lines.extend(id);
        self.advance(number, &line.game, head, None);
        Ok(WriteOutcome { head, ..WriteOutcome::default() })
    }

    fn find_line(&self, number: Number, command: Option<&CommandId>) -> Option<LineNo> {
        self.facts.lines.get(&(number, command?.to_string())).copied()
    }

    /// The game is locked, so that all earlier writes are decided. Nothing changes, but every node is notified.
    fn settle(&mut self, game: &'a GameId) -> WriteResult {
        let (number, head) = self.game(game)?;
        self.advance(number, game, head, None);
        Ok(WriteOutcome { head, ..WriteOutcome::default() })
    }

    fn delete(&mut self, game: &'a GameId) -> WriteResult {
        let (number, head) = self.game(game)?;
        self.facts.games.remove(game.as_str());
        self.facts.keys.retain(|_, (of, _)| *of != number);
        self.facts.commands.retain(|(of, _), _| *of != number);
        self.facts.lines.retain(|(of, _), _| *of != number);
        self.rows.remove_game(number);
        self.rows.deleted.insert(number, game);
        Ok(WriteOutcome { head, ..WriteOutcome::default() })
    }

    fn keys(&mut self, game: &'a GameId, changes: &'a [KeyChange]) -> WriteResult {
        let (number, head) = self.game(game)?;
        self.change_keys(number, game, changes)?;
        Ok(WriteOutcome { head, ..WriteOutcome::default() })
    }

    /// Applies all changes, or none if one of them is refused.
    fn change_keys(
        &mut self,
        number: Number,
        game: &'a GameId,
        changes: &'a [KeyChange],
    ) -> Result<(), WriteError> {
        if changes.is_empty() {
            return Ok(());
        }
        let mut keys = self.facts.keys.clone();
        for change in changes {
            change_key(&mut keys, number, change)?;
        }
        self.facts.keys = keys;
        self.rows.keys.extend(changes.iter().map(|change| (number, change)));
        if changes.iter().any(|change| !matches!(change, KeyChange::Add(_))) {
            self.rows.rekeyed.insert(game);
        }
        Ok(())
    }

    fn game(&self, id: &GameId) -> Result<(Number, LogHead), WriteError> {
        let known = self.facts.games.get(id.as_str()).copied();
        known.ok_or_else(|| WriteError::NoSuchGame(id.clone()))
    }

    fn advance(&mut self, number: Number, id: &'a GameId, head: LogHead, summary: Option<&'a StoredSummary>) {
        self.facts.games.insert(id.to_string(), (number, head));
        let row = self.rows.heads.entry(number).or_insert(HeadRow { id, head, summary });
        row.head = head;
        row.summary = summary.or(row.summary);
    }

    /// A duty is free when its lease has expired. A node that asks again has been restarted and gets a new lease.
    fn acquire(&mut self, duty: &'a Duty, node: &NodeName, time: std::time::Duration) -> WriteOutcome {
        let held = self.facts.leases.get(duty.as_str());
        if held.is_some_and(|held| held.until > self.facts.now && held.node != *node) {
            return WriteOutcome::default();
        }
        let token = LeaseToken(held.map_or(1, |held| held.token.0 + 1));
        self.hold(duty, node, token, self.facts.now.after(time));
        let lease = Lease { duty: duty.clone(), node: node.clone(), token };
        WriteOutcome { lease: Some(lease), ..WriteOutcome::default() }
    }

    fn renew(&mut self, lease: &'a Lease, time: std::time::Duration) -> WriteResult {
        if !self.holds(&lease.duty, lease.token) {
            return Err(WriteError::LeaseLost { duty: lease.duty.clone() });
        }
        self.hold(&lease.duty, &lease.node, lease.token, self.facts.now.after(time));
        Ok(WriteOutcome { lease: Some(lease.clone()), ..WriteOutcome::default() })
    }

    /// The row stays, so that the next lease gets a greater token.
    fn release(&mut self, lease: &'a Lease) -> WriteOutcome {
        if self.holds(&lease.duty, lease.token) {
            self.hold(&lease.duty, &lease.node, lease.token, self.facts.now);
        }
        WriteOutcome::default()
    }

    fn holds(&self, duty: &Duty, token: LeaseToken) -> bool {
        self.facts.leases.get(duty.as_str()).is_some_and(|held| held.token == token)
    }

    fn hold(&mut self, duty: &'a Duty, node: &NodeName, token: LeaseToken, until: Timestamp) {
        let lease = LeaseRecord { node: node.clone(), token, until };
        let before = self.facts.leases.insert(duty.to_string(), lease.clone());
        let change = if before.is_some() { RowChange::Update } else { RowChange::Insert };
        let row = LeaseRow { lease: lease.clone(), change };
        self.rows.leases.entry(duty).or_insert(row).lease = lease;
    }
}

fn change_key(
    keys: &mut HashMap<KeyHash, (Number, SeatNumber)>,
    number: Number,
    change: &KeyChange,
) -> Result<(), WriteError> {
    match change {
        KeyChange::Add(key) if keys.contains_key(&key.hash) => return Err(WriteError::KeyExists),
        KeyChange::Add(key) => keys.extend([(key.hash, (number, key.seat))]),
        KeyChange::Revoke(hash) => keys.retain(|of, key| of != hash || key.0 != number),
        KeyChange::RevokeSeat(seat) => keys.retain(|_, key| *key != (number, *seat)),
    }
    Ok(())
}
