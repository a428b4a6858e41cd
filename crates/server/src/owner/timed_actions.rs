//! What a table does by itself: computers move, clocks fall, abandoned games end.
//!
//! Only the node that holds the table's lease does any of it, and what it stores carries the lease.

use super::{OwnerMessage, TableChange, TableOwner};
use crate::api_error::ApiError;
use crate::log_entry::{LogEntry, TableEventKind};
use crate::resources::{GameResources, level};
use crate::table::{TableStatus, TimedAction};
use players::SearchLimit;
use rules::{Command, DisconnectPolicy, Millis, Seat, View, Viewer};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Duty, Lease, NodeName};

/// How much work computer players do for a turn of a game that can be repeated.
const WORK: SearchLimit = SearchLimit::for_iterations(1000);

/// When a duty is tried again that another node may be doing.
const AGAIN: Duration = Duration::from_millis(1_000);

/// What a computer chose.
pub(crate) struct ComputerChoice {
    /// After which change of the game it thought.
    moved: u64,
    seat: Seat,
    command: Result<Command, ApiError>,
}

impl TableOwner {
    /// Does what is due, if this node may.
    pub(super) async fn duty(&mut self) {
        let Some((due, at)) = self.table.due(self.timeouts()) else { return };
        if self.thinking {
            return;
        }
        if at > self.now() {
            return self.announce();
        }
        let Some(lease) = self.lease().await else { return self.later() };
        let done = match due {
            TimedAction::Computer(seat) => return self.think(seat, lease),
            TimedAction::Clock(seat) => self.do_for(seat, Command::Timeout, &lease).await,
            TimedAction::Abandoned => self.abandon(&lease).await,
        };
        if let Err(error) = done {
            tracing::warn!(game = %self.id, error = %error.message(), "a duty was not done");
            self.later();
        }
    }

    /// Tries again soon.
    fn later(&mut self) {
        let again = Millis(self.now().0 + AGAIN.as_millis() as i64);
        self.announced = Some(Some(again));
        self.services.schedule(&self.id, Some(again));
    }

    /// The lease of this table's duties, taken or kept.
    async fn lease(&mut self) -> Option<Lease> {
        let time = self.services.settings.lease;
        if let Some((lease, until)) = &self.lease
            && Instant::now() + time / 2 < *until
        {
            return Some(lease.clone());
        }
        let duty = Duty::new(format!("table-{}", self.id)).ok()?;
        let node = NodeName::new(self.services.settings.node.as_str()).ok()?;
        let asked = Instant::now();
        let lease = self.services.store.acquire(duty, node, time).await.ok()??;
        self.lease = Some((lease.clone(), asked + time));
        Some(lease)
    }

    async fn do_for(&mut self, seat: Seat, command: Command, lease: &Lease) -> Result<u64, ApiError> {
        self.change(None, Some(lease.fence()), |owner| {
            owner.decided(&owner.table, seat, &command).map(TableChange::game)
        })
        .await
    }

    /// A table nobody came to is closed; a player who does not come back leaves as the rules say.
    async fn abandon(&mut self, lease: &Lease) -> Result<u64, ApiError> {
        if self.table.stage() == TableStatus::Open {
            let fence = Some(lease.fence());
            return self
                .change(None, fence, |owner| {
                    let closed = LogEntry::table(owner.now(), TableEventKind::Closed);
                    Ok(TableChange { entries: vec![closed], keys: Vec::new() })
                })
                .await;
        }
        let seat = self.table.absentee();
        let command = match self.table.resources.rules.disconnect {
            DisconnectPolicy::Keep => Command::Resign,
            DisconnectPolicy::Forfeit | DisconnectPolicy::Computer => Command::Disconnect,
        };
        match seat {
            Some(seat) => self.do_for(seat, command, lease).await,
            None => Ok(self.table.seq),
        }
    }

    /// Lets a computer think elsewhere; what it chose comes back as a message.
    fn think(&mut self, seat: Seat, lease: Lease) {
        let Some(own) = self.own.upgrade() else { return };
        self.thinking = true;
        let (services, resources) = (self.services.clone(), self.table.resources.clone());
        let name = self.table.occupant(seat).level().unwrap_or_default().to_owned();
        let view = self.table.game.view(Viewer::Seat(seat));
        let seed = self.facts.seed.map(|seed| seed.at(u64::from(seat.0)));
        let (moved, time) = (self.table.moved, self.services.settings.think);
        tokio::spawn(async move {
            let permit = services.search_permits.clone().acquire_owned().await;
            let choose = tokio::task::spawn_blocking(move || {
                let chosen = choose(&resources, &name, seed, &view, time);
                drop(permit);
                chosen
            });
            let command = keeping(&services, &lease, choose).await;
            own.send(OwnerMessage::ComputerChoice(Box::new(ComputerChoice { moved, seat, command })))
                .await
                .ok();
        });
    }

    pub(super) async fn thought(&mut self, thought: ComputerChoice) {
        self.thinking = false;
        let ComputerChoice { moved, seat, command } = thought;
        let lease = self.lease().await;
        if moved != self.table.moved || !self.table.occupant(seat).is_computer() {
            return self.announce();
        }
        let (Some(lease), Ok(command)) = (lease, command) else { return self.later() };
        let mut done = self.do_for(seat, command, &lease).await;
        if let Err(ApiError::Refused { message, .. }) = &done {
            tracing::error!(game = %self.id, seat = seat.0, %message, "a computer player chose what is not allowed");
            done = self.do_for(seat, Command::Pass, &lease).await;
        }
        if let Err(error) = done {
            tracing::warn!(game = %self.id, seat = seat.0, error = %error.message(), "a computer could not move");
            self.later();
        }
    }
}

/// Waits for a computer's choice and keeps the lease meanwhile.
async fn keeping(
    services: &Arc<crate::registry::Services>,
    lease: &Lease,
    mut choose: tokio::task::JoinHandle<Result<Command, ApiError>>,
) -> Result<Command, ApiError> {
    let time = services.settings.lease;
    loop {
        tokio::select! {
            chosen = &mut choose => {
                return chosen.unwrap_or_else(|error| Err(ApiError::Broken(error.to_string())));
            }
            () = tokio::time::sleep(time / 3) => {
                // A lease that is lost is noticed when the choice is stored.
                services.store.renew(lease, time).await.ok();
            }
        }
    }
}

fn choose(
    resources: &GameResources,
    name: &str,
    seed: Option<u64>,
    view: &View,
    time: Duration,
) -> Result<Command, ApiError> {
    let level = level(name);
    let mut player = resources.player(level, seed)?;
    let limit = if seed.is_some() { WORK } else { SearchLimit::for_duration(time) };
    let command = player.choose(view, &limit);
    if seed.is_none() {
        resources.put_back(level, player);
    }
    Ok(command)
}
