//! The one place where all clients write down what they sent and got.

use crate::history::{
    AttemptOutcome, ClientHistory, CommandAttempt, StreamHistory, TableHistory, UnixMillis, Wish,
};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

/// The time on the clock of this machine.
#[must_use]
pub fn now() -> UnixMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A handle to the history that all clients share.
#[derive(Clone, Debug, Default)]
pub struct Recorder(Arc<Mutex<ClientHistory>>);

/// The place of an attempt whose answer is not known yet.
#[derive(Clone, Debug)]
pub struct PendingAttempt {
    game: String,
    command: usize,
    attempt: usize,
}

impl Recorder {
    /// The history, for a short time.
    pub fn history(&self) -> MutexGuard<'_, ClientHistory> {
        // A client that panicked has written down complete entries only.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Changes the history of a game.
    pub fn table<T>(&self, game: &str, change: impl FnOnce(&mut TableHistory) -> T) -> T {
        change(self.history().tables.entry(game.to_owned()).or_default())
    }

    /// Writes down that a command is sent, before it is sent. Until it is answered it counts as uncertain.
    pub fn begin_attempt(
        &self,
        game: &str,
        command: usize,
        node: usize,
        wish: Wish,
    ) -> Option<PendingAttempt> {
        let sent = now();
        let outcome = AttemptOutcome::Uncertain("no answer yet".to_owned());
        self.table(game, |table| {
            let attempts = &mut table.commands.get_mut(command)?.attempts;
            attempts.push(CommandAttempt { node, wish, sent, answered: UnixMillis::MAX, outcome });
            Some(PendingAttempt { game: game.to_owned(), command, attempt: attempts.len() - 1 })
        })
    }

    /// Writes down the answer.
    pub fn finish_attempt(&self, pending: &PendingAttempt, outcome: AttemptOutcome) {
        self.table(&pending.game, |table| {
            let command = table.commands.get_mut(pending.command);
            if let Some(attempt) = command.and_then(|command| command.attempts.get_mut(pending.attempt)) {
                (attempt.answered, attempt.outcome) = (now(), outcome);
            }
        });
    }

    /// Writes down that a stream was opened, and returns its place.
    pub fn open_stream(&self, game: &str, stream: StreamHistory) -> usize {
        self.table(game, |table| {
            table.streams.push(stream);
            table.streams.len() - 1
        })
    }

    /// Changes the history of a stream.
    pub fn stream(&self, game: &str, place: usize, change: impl FnOnce(&mut StreamHistory)) {
        self.table(game, |table| {
            if let Some(stream) = table.streams.get_mut(place) {
                change(stream);
            }
        });
    }
}
