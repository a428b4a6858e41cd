//! What a table does by itself: computers move, clocks run out, abandoned games end.
//!
//! Only the server that holds the lease of the table does this, and what it stores carries the lease.

use super::{ChangeAuthor, OwnerMessage, TableChange, TableOwner};
use crate::chance::GameSeed;
use crate::registry::Services;
use crate::resources::{GameResources, level};
use crate::set_aside::postpone;
use crate::table::TimedAction;
use crate::work::WorkKind;
use http_api::{ApiError, TableEventKind};
use players::SearchLimit;
use rules::{Command, DisconnectPolicy, Millis, Seat, View, Viewer};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Duty, Lease, NodeName, Seq, TableStatus, Timestamp};
use tokio::task::JoinHandle;

/// How much a computer player searches in a game with a seed, whose moves must be reproducible.
///
/// The time is limited as well: a turn that reaches this limit is not reproducible.
const SEEDED_SEARCH: SearchLimit = SearchLimit::for_iterations(1000);

/// When an action is tried again that another server may be performing.
const RETRY: Duration = Duration::from_millis(1_000);

/// The move that a computer has chosen.
pub(crate) struct ComputerMove {
    /// The last change of the game that the computer knew.
    after: Seq,
    seat: Seat,
    command: Result<Command, ApiError>,
}

impl TableOwner {
    /// Performs the action that is due, if this server may.
    pub(super) async fn perform_due_action(&mut self) {
        if self.is_searching {
            return;
        }
        if self.report_presence().await.is_err() {
            return self.retry_later();
        }
        let Some(action) = self.table.due_action(self.timeouts(), self.now()) else { return self.schedule() };
        let Some(lease) = self.acquire_lease().await else { return self.retry_later() };
        let result = match action {
            TimedAction::ComputerMove(_) if self.is_endless() => self.end_endless_game().await,
            TimedAction::ComputerMove(seat) => return self.start_search(seat, lease),
            TimedAction::ClockExpiry(seat) => {
                self.play_when_due(action, seat, Command::Timeout, &lease).await
            }
            TimedAction::Departure(seat) => {
                self.play_when_due(action, seat, Command::Disconnect, &lease).await
            }
            TimedAction::Abandonment => self.abandon(&lease).await,
        };
        // Another server may have been faster.
        if let Err(ApiError::Stale { .. }) = result {
            return self.schedule();
        }
        if let Err(error) = result {
            tracing::warn!(game = %self.id, error = %error.message(), "an action of the table failed");
            self.retry_later();
        }
    }

    /// Whether the game has reached its last event, or only computers are left and it does not end by its rules.
    fn is_endless(&self) -> bool {
        let settings = &self.services.settings;
        self.is_full() || self.table.is_endless_among_computers(settings.computer_turns)
    }

    /// Whether the log has reached its last event.
    pub(super) fn is_full(&self) -> bool {
        self.table.seq.0 >= self.services.settings.events
    }

    async fn end_endless_game(&mut self) -> Result<Seq, ApiError> {
        tracing::info!(game = %self.id, events = self.table.seq.0, "a game that does not end is adjudicated");
        self.adjudicate().await
    }

    pub(super) fn retry_later(&mut self) {
        self.schedule_at(Some(Millis(self.now().0 + RETRY.as_millis() as i64)));
    }

    /// Acquires or renews the lease of this table.
    async fn acquire_lease(&mut self) -> Option<Lease> {
        let time = self.services.settings.lease;
        if let Some((lease, until)) = &self.lease
            && Instant::now() + time / 2 < *until
        {
            return Some(lease.clone());
        }
        let duty = Duty::new(format!("table-{}", self.id)).ok()?;
        let node = NodeName::new(self.services.settings.node.as_str()).ok()?;
        let requested = Instant::now();
        let lease = self.services.store.acquire(duty, node, time).await.ok()??;
        self.lease = Some((lease.clone(), requested + time));
        Some(lease)
    }

    /// Plays for a seat while an action is due.
    async fn play_when_due(
        &mut self,
        action: TimedAction,
        seat: Seat,
        command: Command,
        lease: &Lease,
    ) -> Result<Seq, ApiError> {
        self.change(ChangeAuthor::Server(lease.fence()), |owner| {
            match owner.table.due_action(owner.timeouts(), owner.now()) {
                Some(due) if due == action => owner.decide(seat, &command).map(TableChange::game),
                _ => Err(ApiError::Stale { seq: owner.table.seq }),
            }
        })
        .await
    }

    /// Plays for a computer, as long as it has the seat and nothing has happened since it began to think.
    async fn play_for_computer(
        &mut self,
        seat: Seat,
        after: Seq,
        command: &Command,
        lease: &Lease,
    ) -> Result<Seq, ApiError> {
        self.change(ChangeAuthor::Server(lease.fence()), |owner| {
            match owner.table.occupant(seat).is_computer() && owner.table.last_change == after {
                true => owner.decide(seat, command).map(TableChange::game),
                false => Err(ApiError::Stale { seq: owner.table.seq }),
            }
        })
        .await
    }

    /// Closes a table that nobody joined, or lets an absent player leave as the rules say.
    async fn abandon(&mut self, lease: &Lease) -> Result<Seq, ApiError> {
        if self.table.status() == TableStatus::Open {
            let close = |owner: &TableOwner| match owner.table.due_action(owner.timeouts(), owner.now()) {
                Some(TimedAction::Abandonment) if owner.table.status() == TableStatus::Open => {
                    Ok(owner.table_change(TableEventKind::Closed))
                }
                _ => Err(ApiError::Stale { seq: owner.table.seq }),
            };
            return self.change(ChangeAuthor::Server(lease.fence()), close).await;
        }
        let command = match self.table.resources.rules.disconnect {
            DisconnectPolicy::Keep => Command::Resign,
            DisconnectPolicy::Forfeit | DisconnectPolicy::Computer => Command::Disconnect,
        };
        match self.table.absentee() {
            Some(seat) => self.play_when_due(TimedAction::Abandonment, seat, command, lease).await,
            None => Ok(self.table.seq),
        }
    }

    /// Starts the search of a computer on another thread. Its move comes back as a message.
    fn start_search(&mut self, seat: Seat, lease: Lease) {
        let Some(owner) = self.sender.upgrade() else { return };
        self.is_searching = true;
        let (services, resources) = (self.services.clone(), self.table.resources.clone());
        let name = self.table.occupant(seat).level().unwrap_or_default().to_owned();
        let view = self.table.game.view(Viewer::Seat(seat));
        let seed = self.info.seed.map(|seed| seed.derive(u64::from(seat.0)));
        let (after, limit, origin) = (self.table.last_change, self.search_limit(), self.info.origin);
        tokio::spawn(async move {
            let shared = services.clone();
            let search = tokio::spawn(async move {
                let search = move || choose_move(&resources, &name, seed, &view, &limit);
                shared.work.run(WorkKind::Thinking, origin, search).await
            });
            let command = await_with_lease(&services, &lease, search).await;
            let chosen = Box::new(ComputerMove { after, seat, command });
            owner.send(OwnerMessage::ComputerMove(chosen)).await.ok();
        });
    }

    /// How much a computer may think about its move: always less than its clock allows, also if it has to wait for
    /// other computers first.
    fn search_limit(&self) -> SearchLimit {
        let limit = turn_limit(self.info.seed, self.services.settings.think);
        match self.table.game.deadline() {
            None => limit,
            Some((_, at)) => {
                let left = Duration::from_millis(u64::try_from(at.0 - self.now().0).unwrap_or(0));
                // The rest is for storing the move.
                let deadline = Instant::now() + left.mul_f64(0.8);
                limit.and_deadline(deadline)
            }
        }
    }

    /// The move of a computer is lost, because the log cannot be read now.
    pub(super) fn drop_computer_move(&mut self) {
        self.is_searching = false;
        self.retry_later();
    }

    pub(super) async fn play_computer_move(&mut self, chosen: ComputerMove) {
        self.is_searching = false;
        let ComputerMove { after, seat, command } = chosen;
        let lease = self.acquire_lease().await;
        if after != self.table.last_change || !self.table.occupant(seat).is_computer() {
            return self.schedule();
        }
        if self.table.expired_clock(self.now()).is_some() {
            return self.perform_due_action().await;
        }
        let command = match command {
            Ok(command) => command,
            Err(error) => return self.set_computer_aside(&error).await,
        };
        let Some(lease) = lease else { return self.retry_later() };
        self.services.set_aside.remove(&self.id);
        let mut result = self.play_for_computer(seat, after, &command, &lease).await;
        if let Err(error @ ApiError::Refused(_)) = &result {
            tracing::error!(game = %self.id, seat = seat.0, message = %error.message(), "a computer player chose a move that is not allowed");
            result = self.play_for_computer(seat, after, &Command::Pass, &lease).await;
        }
        // Somebody has taken the seat meanwhile, or another server has moved.
        if let Err(ApiError::Stale { .. }) = result {
            return self.schedule();
        }
        if let Err(error) = result {
            tracing::warn!(game = %self.id, seat = seat.0, error = %error.message(), "a computer could not move");
            self.retry_later();
        }
    }
}

impl TableOwner {
    /// A computer cannot move, for example because the lexicon is gone. It is asked again, but rarely.
    async fn set_computer_aside(&mut self, error: &ApiError) {
        let retry = self.services.set_aside.add(&self.id, error.diagnosis(), true, Timestamp::now());
        if let Ok(summary) = self.summary_of(&self.table) {
            postpone(&self.services, &self.id, self.table.seq, summary, retry).await;
        }
        self.schedule_at(Some(Millis(retry.after(self.ahead).0)));
    }
}

/// How much a computer may think about a move without a clock. In a game with a seed, the same work is done on every
/// machine that does it in time.
fn turn_limit(seed: Option<GameSeed>, think: Duration) -> SearchLimit {
    let limit = if seed.is_some() { SEEDED_SEARCH } else { SearchLimit::UNLIMITED };
    limit.with_duration(think)
}

/// Waits for a search and renews the lease meanwhile.
async fn await_with_lease(
    services: &Arc<Services>,
    lease: &Lease,
    mut search: JoinHandle<Result<Command, ApiError>>,
) -> Result<Command, ApiError> {
    let time = services.settings.lease;
    loop {
        tokio::select! {
            command = &mut search => {
                return command.unwrap_or_else(|error| Err(ApiError::Internal(error.to_string())));
            }
            () = tokio::time::sleep(time / 3) => {
                // A lost lease is noticed when the move is stored.
                services.store.renew(lease, time).await.ok();
            }
        }
    }
}

fn choose_move(
    resources: &GameResources,
    name: &str,
    seed: Option<u64>,
    view: &View,
    limit: &SearchLimit,
) -> Result<Command, ApiError> {
    let level = level(name);
    let mut player = resources.player(level, seed)?;
    let command = player.choose(view, limit);
    if seed.is_none() {
        resources.put_back(level, player);
    }
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computer_has_a_limit_of_time_with_and_without_a_seed() {
        let think = Duration::from_secs(2);
        let free = turn_limit(None, think);
        assert_eq!((free.duration(), free.iterations()), (Some(think), None));
        let seeded = turn_limit(Some(GameSeed(9)), think);
        assert_eq!((seeded.duration(), seeded.iterations()), (Some(think), Some(1000)));
    }
}
