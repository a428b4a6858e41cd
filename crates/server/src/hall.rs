//! The live tables: found by id, loaded when somebody asks for them, left when nobody does.

use crate::agenda::Agenda;
use crate::bot_port::Guests;
use crate::lobby::Lobby;
use crate::makers::Makers;
use crate::owner::{Ask, Caller, Message, Request, own};
use crate::problem::Problem;
use crate::settings::Settings;
use crate::stock::Stock;
use crate::watchers::Watchers;
use rules::Millis;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{GameId, Store};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// Questions that wait for a busy table.
const QUEUE: usize = 32;

/// How often a question is asked anew because the table was just being left.
const TRIES: usize = 4;

/// What all tables use.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) stock: Stock,
    pub(crate) thinkers: Arc<Semaphore>,
    pub(crate) agenda: Agenda,
    pub(crate) lobby: Lobby,
    /// The bots that are connected.
    pub(crate) guests: Arc<Guests>,
    /// How many watch which game.
    pub(crate) watchers: Watchers,
    /// How many games each address has made.
    pub(crate) makers: Makers,
}

impl Shared {
    /// Notes when a table has something to do by itself.
    pub(crate) fn agenda(&self, id: &GameId, due: Option<Millis>) {
        self.agenda.note(id, due);
    }
}

/// A handle to the live tables; clones are of the same.
#[derive(Clone)]
pub(crate) struct Hall {
    shared: Arc<Shared>,
    tables: Arc<Mutex<HashMap<GameId, mpsc::Sender<Message>>>>,
}

impl Hall {
    pub(crate) fn new(shared: Arc<Shared>) -> Hall {
        Hall { shared, tables: Arc::default() }
    }

    /// A panic elsewhere leaves the map whole: it changes in steps that cannot fail.
    fn tables(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<Message>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are live.
    pub(crate) fn len(&self) -> usize {
        self.tables().len()
    }

    /// Asks a table for something.
    pub(crate) async fn ask<T>(
        &self,
        id: &GameId,
        caller: &Caller,
        request: impl Fn(oneshot::Sender<Result<T, Problem>>) -> Request,
    ) -> Result<T, Problem> {
        for _ in 0..TRIES {
            let (reply, answer) = oneshot::channel();
            let ask = Box::new(Ask {
                span: tracing::Span::current(),
                caller: caller.clone(),
                request: request(reply),
            });
            if self.table(id).send(Message::Ask(ask)).await.is_err() {
                self.remove_closed(id);
                continue;
            }
            if let Ok(answer) = answer.await {
                return answer;
            }
        }
        Err(Problem::Unavailable(format!("table {id} does not answer")))
    }

    /// Tells a table that is live; others need not know.
    pub(crate) fn tell(&self, id: &GameId, message: Message) {
        let table = self.tables().get(id).cloned();
        if let Some(table) = table
            && let Err(mpsc::error::TrySendError::Full(message)) = table.try_send(message)
        {
            tokio::spawn(async move { table.send(message).await.ok() });
        }
    }

    /// Tells all live tables.
    pub(crate) fn tell_all(&self, message: impl Fn() -> Message) {
        let ids: Vec<GameId> = self.tables().keys().cloned().collect();
        ids.iter().for_each(|id| self.tell(id, message()));
    }

    /// Wakes a table that has something to do.
    pub(crate) fn wake(&self, id: &GameId) {
        let table = self.table(id);
        if let Err(mpsc::error::TrySendError::Full(message)) = table.try_send(Message::Duty) {
            tokio::spawn(async move { table.send(message).await.ok() });
        }
    }

    /// The table's owner, begun if there is none.
    fn table(&self, id: &GameId) -> mpsc::Sender<Message> {
        let mut tables = self.tables();
        if let Some(table) = tables.get(id).filter(|table| !table.is_closed()) {
            return table.clone();
        }
        let (sender, receiver) = mpsc::channel(QUEUE);
        tables.insert(id.clone(), sender.clone());
        tokio::spawn(own(self.shared.clone(), self.clone(), id.clone(), receiver, sender.downgrade()));
        sender
    }

    fn remove_closed(&self, id: &GameId) {
        let mut tables = self.tables();
        if tables.get(id).is_some_and(mpsc::Sender::is_closed) {
            tables.remove(id);
        }
    }

    /// Forgets a table.
    pub(crate) fn remove(&self, id: &GameId) {
        self.tables().remove(id);
    }

    /// Forgets a table if nobody is asking it for something; says whether it was forgotten.
    pub(crate) fn leave(&self, id: &GameId, messages: &mpsc::Receiver<Message>) -> bool {
        let mut tables = self.tables();
        // Whoever has a handle has it from the map, which is locked, or holds a sender besides ours.
        let unheld = messages.sender_strong_count() <= 1 && messages.is_empty();
        if unheld {
            tables.remove(id);
        }
        unheld
    }
}
