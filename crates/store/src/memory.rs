//! Games in memory, for tests and for games that need not be stored.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::batch::{BatchRows, LeaseRecord, LookupResults, Lookups, Number, WriteResult, evaluate};
use crate::game::fold_case;
use crate::*;

/// A store in memory.
#[derive(Debug)]
pub(crate) struct MemoryBackend {
    tables: Mutex<MemoryTables>,
    publisher: ChangePublisher,
}

impl MemoryBackend {
    pub(crate) fn new() -> MemoryBackend {
        MemoryBackend { tables: Mutex::default(), publisher: ChangePublisher::new() }
    }

    /// A panic elsewhere leaves the tables consistent: they change in one step that cannot fail.
    fn tables(&self) -> MutexGuard<'_, MemoryTables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T: Send + 'static>(&self, read: impl FnOnce(&MemoryTables) -> T) -> StoreFuture<'_, T> {
        let tables = self.tables();
        let answer = if tables.closed { Err(closed_error()) } else { Ok(read(&tables)) };
        Box::pin(std::future::ready(answer))
    }

    fn write_now(&self, write: &Write) -> WriteResult {
        let mut tables = self.tables();
        if tables.closed {
            return Err(closed_error().into());
        }
        let batch = std::slice::from_ref(write);
        let (outcomes, rows) = evaluate(batch, tables.facts(&Lookups::for_batch(batch)));
        tables.store(&rows);
        rows.notifications().into_iter().for_each(|notification| self.publisher.publish(notification));
        outcomes.into_iter().next().unwrap_or_else(|| Ok(WriteOutcome::default()))
    }
}

fn closed_error() -> StoreError {
    StoreError::Unavailable("it is closed".into())
}

impl StoreBackend for MemoryBackend {
    fn write(&self, write: Write) -> StoreFuture<'_, WriteOutcome, WriteError> {
        Box::pin(async move { self.write_now(&write) })
    }

    fn game<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
        self.read(|tables| tables.game(game).map(|copy| copy.game.clone()))
    }

    fn events<'a>(
        &'a self,
        game: &'a GameId,
        after: Seq,
        limit: RowLimit,
    ) -> StoreFuture<'a, Vec<StoredEvent>> {
        self.read(|tables| match tables.game(game) {
            Some(copy) => page(&copy.events, after.0, limit),
            None => Vec::new(),
        })
    }

    fn chat_lines<'a>(
        &'a self,
        game: &'a GameId,
        after: LineNo,
        limit: RowLimit,
    ) -> StoreFuture<'a, Vec<StoredChatLine>> {
        self.read(|tables| match tables.game(game) {
            Some(copy) => page(&copy.lines, after.0, limit),
            None => Vec::new(),
        })
    }

    fn key<'a>(&'a self, hash: &'a KeyHash) -> StoreFuture<'a, Option<StoredKey>> {
        self.read(|tables| tables.keys.get(hash).map(|(_, key)| key.clone()))
    }

    fn command<'a>(&'a self, game: &'a GameId, command: &'a CommandId) -> StoreFuture<'a, Option<Seq>> {
        self.read(|tables| tables.commands.get(&(*tables.numbers.get(game)?, command.clone())).copied())
    }

    fn list<'a>(
        &'a self,
        filter: &'a GameFilter,
        after: Option<Cursor>,
        limit: RowLimit,
    ) -> StoreFuture<'a, ListPage> {
        self.read(|tables| tables.list(filter, after, limit))
    }

    fn count<'a>(&'a self, filter: &'a GameFilter, most: RowLimit) -> StoreFuture<'a, u64> {
        self.read(|tables| {
            let passing = tables.games.values().filter(|copy| passes(filter, &copy.game));
            passing.take(most.get() as usize).count() as u64
        })
    }

    fn game_ids(&self, after: Option<Cursor>, limit: RowLimit) -> StoreFuture<'_, Vec<(Cursor, GameId)>> {
        self.read(|tables| {
            let games = tables.games.range(after.map_or(0, |after| after.0 + 1)..);
            let ids = games.map(|(&number, copy)| (Cursor(number), copy.game.id.clone()));
            ids.take(limit.get() as usize).collect()
        })
    }

    fn due_games(&self, until: Timestamp, limit: RowLimit) -> StoreFuture<'_, Vec<GameId>> {
        self.read(|tables| tables.due_games(until, limit))
    }

    fn copy<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<GameCopy>> {
        self.read(|tables| tables.copy(game))
    }

    fn subscribe(&self) -> ChangeSubscription {
        self.publisher.subscribe()
    }

    fn ping(&self) -> StoreFuture<'_, ()> {
        self.read(|_| ())
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.tables().closed = true;
        Box::pin(std::future::ready(Ok(())))
    }
}

/// Rows are numbered from 1 without gaps, so the row after number n has index n.
fn page<T: Clone>(rows: &[T], after: u64, limit: RowLimit) -> Vec<T> {
    let after = usize::try_from(after).unwrap_or(usize::MAX);
    rows.iter().skip(after).take(limit.get() as usize).cloned().collect()
}

#[derive(Debug, Default)]
struct MemoryTables {
    /// By number. Keys and commands are in the fields below.
    games: BTreeMap<Number, GameCopy>,
    numbers: HashMap<GameId, Number>,
    keys: BTreeMap<KeyHash, (Number, StoredKey)>,
    commands: BTreeMap<(Number, CommandId), Seq>,
    leases: HashMap<Duty, LeaseRecord>,
    closed: bool,
}

/// Reading.
impl MemoryTables {
    fn game(&self, id: &GameId) -> Option<&GameCopy> {
        self.games.get(self.numbers.get(id)?)
    }

    fn copy(&self, id: &GameId) -> Option<GameCopy> {
        let number = *self.numbers.get(id)?;
        let mut copy = self.games.get(&number)?.clone();
        let keys = self.keys.iter().filter(|(_, (of, _))| *of == number);
        copy.keys =
            keys.map(|(&hash, (_, key))| NewKey { hash, seat: key.seat, created: key.created }).collect();
        let commands = self.commands.iter().filter(|((of, _), _)| *of == number);
        copy.commands =
            commands.map(|((_, command), &seq)| StoredCommand { command: command.clone(), seq }).collect();
        Some(copy)
    }

    fn due_games(&self, until: Timestamp, limit: RowLimit) -> Vec<GameId> {
        let due = |copy: &GameCopy| Some((copy.game.summary.due?, copy.game.id.clone()));
        let mut due: Vec<_> = self.games.values().filter_map(due).filter(|(at, _)| *at <= until).collect();
        due.sort_by_key(|(at, _)| *at);
        due.into_iter().take(limit.get() as usize).map(|(_, id)| id).collect()
    }

    fn list(&self, filter: &GameFilter, after: Option<Cursor>, limit: RowLimit) -> ListPage {
        let before = self.games.range(..after.map_or(Number::MAX, |after| after.0)).rev();
        let passing = before.filter(|(_, copy)| passes(filter, &copy.game));
        let found: Vec<_> = passing.take(limit.get() as usize).collect();
        let full = found.len() == limit.get() as usize;
        let next = found.last().filter(|_| full).map(|(number, _)| Cursor(**number));
        let cursors = found.iter().map(|(number, _)| Cursor(**number)).collect();
        ListPage { games: found.into_iter().map(|(_, copy)| list_entry(&copy.game)).collect(), cursors, next }
    }
}

fn passes(filter: &GameFilter, game: &StoredGame) -> bool {
    filter.state.is_none_or(|state| state == game.summary.state)
        && filter.visibility.is_none_or(|visibility| visibility == game.header.visibility)
        && filter.name.as_ref().is_none_or(|name| fold_case(&game.summary.name).contains(&fold_case(name)))
}

fn list_entry(game: &StoredGame) -> GameListEntry {
    GameListEntry {
        id: game.id.clone(),
        visibility: game.header.visibility,
        created: game.header.created,
        summary: game.summary.clone(),
        head: game.head,
    }
}

/// Writing.
impl MemoryTables {
    fn facts(&self, lookups: &Lookups) -> LookupResults {
        let mut facts = LookupResults { now: Timestamp::now(), ..LookupResults::default() };
        for &id in &lookups.games {
            let found = self.numbers.get(id).and_then(|number| Some((*number, self.games.get(number)?)));
            facts.games.extend(found.map(|(number, copy)| (id.to_owned(), (number, copy.game.head))));
        }
        for &(game, command) in &lookups.commands {
            let number = self.numbers.get(game).copied().unwrap_or_default();
            let seq = self.commands.get(&(number, command.clone()));
            facts.commands.extend(seq.map(|&seq| ((number, command.to_string()), seq)));
        }
        for &(game, command) in &lookups.lines {
            let copy = self.game(game);
            let line =
                copy.and_then(|copy| copy.lines.iter().find(|line| line.command.as_ref() == Some(command)));
            let number = self.numbers.get(game).copied().unwrap_or_default();
            facts.lines.extend(line.map(|line| ((number, command.to_string()), line.number)));
        }
        let keys = lookups.keys.iter().filter_map(|&hash| Some((*hash, self.keys.get(hash)?)));
        facts.keys.extend(keys.map(|(hash, (number, key))| (hash, (*number, key.seat))));
        let leases = lookups.duties.iter().filter_map(|&duty| Some((duty, self.leases.get(duty)?)));
        facts.leases.extend(leases.map(|(duty, held)| (duty.to_owned(), held.clone())));
        let next = self.games.last_key_value().map_or(1, |(number, _)| number + 1);
        facts.fresh = (next..next + lookups.fresh as Number).rev().collect();
        facts
    }

    fn store(&mut self, rows: &BatchRows) {
        rows.created.iter().for_each(|(number, game)| self.create(*number, game));
        for event in &rows.events {
            self.push(event.game, |copy| copy.events.push(stored_event(&copy.game.id, event)));
        }
        for row in &rows.lines {
            self.push(row.game, |copy| copy.lines.push(stored_line(row)));
        }
        for (number, row) in &rows.heads {
            self.push(*number, |copy| {
                copy.game.head = row.head;
                row.summary.into_iter().for_each(|summary| copy.game.summary = summary.clone());
            });
        }
        self.commands.extend(rows.commands.iter().map(|&(game, id, seq)| ((game, id.clone()), seq)));
        rows.new_keys.iter().for_each(|(number, key)| self.add_key(*number, key));
        rows.keys.iter().for_each(|(number, change)| self.change_key(*number, change));
        rows.deleted.iter().for_each(|(number, id)| self.delete(*number, id));
        self.leases.extend(rows.leases.iter().map(|(&duty, row)| (duty.clone(), row.lease.clone())));
    }

    fn create(&mut self, number: Number, game: &StoredGame) {
        self.numbers.insert(game.id.clone(), number);
        let (events, lines, keys, commands) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        self.games.insert(number, GameCopy { game: game.clone(), events, lines, keys, commands });
    }

    fn delete(&mut self, number: Number, id: &GameId) {
        self.games.remove(&number);
        self.numbers.remove(id);
        self.keys.retain(|_, key| key.0 != number);
        self.commands.retain(|(of, _), _| *of != number);
    }

    fn push(&mut self, number: Number, change: impl FnOnce(&mut GameCopy)) {
        if let Some(copy) = self.games.get_mut(&number) {
            change(copy);
        }
    }

    fn add_key(&mut self, number: Number, key: &NewKey) {
        let Some(copy) = self.games.get(&number) else { return };
        let game = copy.game.id.clone();
        self.keys.insert(key.hash, (number, StoredKey { game, seat: key.seat, created: key.created }));
    }

    fn change_key(&mut self, number: Number, change: &KeyChange) {
        match change {
            KeyChange::Add(key) => self.add_key(number, key),
            KeyChange::Revoke(hash) => self.keys.retain(|of, key| of != hash || key.0 != number),
            KeyChange::RevokeSeat(seat) => self.keys.retain(|_, key| key.0 != number || key.1.seat != *seat),
        }
    }
}

fn stored_line(row: &crate::batch::LineRow) -> StoredChatLine {
    StoredChatLine {
        number: row.line,
        at: row.at,
        command: row.command.cloned(),
        payload: row.payload.clone(),
    }
}

fn stored_event(game: &GameId, event: &crate::batch::EventRow) -> StoredEvent {
    StoredEvent {
        game: game.clone(),
        seq: event.seq,
        kind: event.kind.clone(),
        payload: event.payload.clone(),
    }
}
