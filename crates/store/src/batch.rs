//! What may be stored: the one place where writes are judged, for every store alike.
//!
//! A store looks up the [`LookupResults`] a batch of writes depends on ([`Lookups`]), lets [`judge`] decide,
//! stores the [`BatchRows`] that result, and only then answers.
//! The writes of a batch are judged in their order, each on top of those before it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::*;

/// What has to be looked up before a batch can be judged.
#[derive(Debug, Default)]
pub(crate) struct Lookups<'a> {
    pub games: BTreeSet<&'a str>,
    pub commands: Vec<(&'a GameId, &'a CommandId)>,
    pub keys: Vec<&'a KeyHash>,
    pub duties: BTreeSet<&'a str>,
    /// How many games will be new.
    pub fresh: usize,
}

impl<'a> Lookups<'a> {
    pub(crate) fn for_batch(batch: &'a [Write]) -> Lookups<'a> {
        let mut lookups = Lookups::default();
        batch.iter().for_each(|write| lookups.add(write));
        lookups
    }

    fn add(&mut self, write: &'a Write) {
        match write {
            Write::Create(copies) => copies.iter().for_each(|copy| self.add_copy(copy)),
            Write::Append(append) => self.add_append(append),
            Write::AddChatLine(line) => self.add_game(&line.game),
            Write::Delete(game) => self.add_game(game),
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

/// The number by which the tables know a game.
pub(crate) type Number = i64;

/// What the store knows, as far as a batch depends on it.
#[derive(Debug, Default)]
pub(crate) struct LookupResults {
    pub games: HashMap<String, (Number, LogHead)>,
    pub commands: HashMap<(Number, String), Seq>,
    pub keys: HashMap<KeyHash, (Number, SeatNumber)>,
    pub leases: HashMap<String, LeaseRecord>,
    /// Numbers for new games, the one to be used first at the end.
    pub fresh: Vec<Number>,
    /// The time by the clock that counts for leases.
    pub now: Timestamp,
}

/// Who has a duty, and until when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeaseRecord {
    pub node: NodeName,
    pub token: LeaseToken,
    pub until: Timestamp,
}

/// What is to be stored; the parts are independent of each other unless said.
#[derive(Debug, Default)]
pub(crate) struct BatchRows<'a> {
    /// To be stored first.
    pub created: Vec<(Number, &'a StoredGame)>,
    pub events: Vec<EventRow<'a>>,
    pub commands: Vec<(Number, &'a CommandId, Seq)>,
    pub lines: Vec<(Number, LineNo, Timestamp, &'a Payload)>,
    /// To be stored in this order.
    pub keys: Vec<(Number, &'a KeyChange)>,
    pub new_keys: Vec<(Number, &'a NewKey)>,
    /// To be stored after the games created.
    pub heads: BTreeMap<Number, HeadRow<'a>>,
    pub leases: BTreeMap<&'a Duty, LeaseRow>,
    /// Games whose keys were revoked.
    pub rekeyed: BTreeSet<&'a GameId>,
    /// Games of which nothing stays; none of the rows above is theirs.
    pub deleted: BTreeMap<Number, &'a GameId>,
}

#[derive(Debug)]
pub(crate) struct EventRow<'a> {
    pub game: Number,
    pub seq: Seq,
    pub kind: &'a EventKindName,
    pub payload: &'a Payload,
}

/// Where a game stands after the batch, and its summary if that changes.
#[derive(Debug)]
pub(crate) struct HeadRow<'a> {
    pub id: &'a GameId,
    pub head: LogHead,
    pub summary: Option<&'a StoredSummary>,
}

/// Who has a duty after the batch.
#[derive(Debug)]
pub(crate) struct LeaseRow {
    pub held: LeaseRecord,
    pub change: RowChange,
}

/// Whether there was such a row before the batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowChange {
    Insert,
    Update,
}

impl BatchRows<'_> {
    /// Nothing of a game is stored any more.
    fn forget(&mut self, number: Number) {
        self.created.retain(|(of, _)| *of != number);
        self.events.retain(|row| row.game != number);
        self.commands.retain(|(of, ..)| *of != number);
        self.lines.retain(|(of, ..)| *of != number);
        self.keys.retain(|(of, _)| *of != number);
        self.new_keys.retain(|(of, _)| *of != number);
        self.heads.remove(&number);
    }

    /// The news to be told once the rows are stored.
    pub(crate) fn notices(&self) -> Vec<ChangeNotification> {
        let changed = self.heads.values().map(|row| ChangeNotification::Changed(row.id.clone(), row.head));
        let rekeyed = self.rekeyed.iter().map(|id| ChangeNotification::KeysRevoked((*id).clone()));
        let gone = self.deleted.values().map(|id| ChangeNotification::Deleted((*id).clone()));
        changed.chain(rekeyed).chain(gone).collect()
    }
}

/// What becomes of a write.
pub(crate) type WriteResult = Result<WriteOutcome, WriteError>;

/// Decides each write of a batch, and what is to be stored for those that are granted.
pub(crate) fn evaluate<'a>(batch: &'a [Write], facts: LookupResults) -> (Vec<WriteResult>, BatchRows<'a>) {
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
        // A store that looked up too few fresh numbers has its rows refused by its own key.
        let number = self.facts.fresh.pop().unwrap_or_default();
        let game = &copy.game;
        self.facts.games.insert(game.id.to_string(), (number, game.head));
        self.facts.keys.extend(copy.keys.iter().map(|key| (key.hash, (number, key.seat))));
        let commands = copy.commands.iter().map(|done| ((number, done.command.to_string()), done.seq));
        self.facts.commands.extend(commands);

        self.rows.created.push((number, game));
        self.rows.new_keys.extend(copy.keys.iter().map(|key| (number, key)));
        self.rows.commands.extend(copy.commands.iter().map(|done| (number, &done.command, done.seq)));
        let lines = copy.lines.iter().map(|line| (number, line.number, line.at, &line.payload));
        self.rows.lines.extend(lines);
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
        if let Some(seq) = self.carried_out(number, append.command.as_ref()) {
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

    fn carried_out(&self, number: Number, command: Option<&CommandId>) -> Option<Seq> {
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
        let head = LogHead { line: head.line.next(), ..head };
        self.rows.lines.push((number, head.line, line.at, &line.payload));
        self.advance(number, &line.game, head, None);
        Ok(WriteOutcome { head, ..WriteOutcome::default() })
    }

    fn delete(&mut self, game: &'a GameId) -> WriteResult {
        let (number, head) = self.game(game)?;
        self.facts.games.remove(game.as_str());
        self.facts.keys.retain(|_, (of, _)| *of != number);
        self.facts.commands.retain(|(of, _), _| *of != number);
        self.rows.forget(number);
        self.rows.deleted.insert(number, game);
        Ok(WriteOutcome { head, ..WriteOutcome::default() })
    }

    fn keys(&mut self, game: &'a GameId, changes: &'a [KeyChange]) -> WriteResult {
        let (number, head) = self.game(game)?;
        self.change_keys(number, game, changes)?;
        Ok(WriteOutcome { head, ..WriteOutcome::default() })
    }

    /// Takes over all changes, or none if one of them is refused.
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

    /// A duty is free when its time is over; and a node that asks again is one that has forgotten.
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

    /// The row stays, so that the next lease has a greater token.
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
        let held = LeaseRecord { node: node.clone(), token, until };
        let before = self.facts.leases.insert(duty.to_string(), held.clone());
        let change = if before.is_some() { RowChange::Update } else { RowChange::Insert };
        let row = LeaseRow { held: held.clone(), change };
        self.rows.leases.entry(duty).or_insert(row).held = held;
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
