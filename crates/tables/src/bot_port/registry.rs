//! The bots that are connected to this server.

use crate::client_address::ClientAddress;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{GameId, KeyHash};
use tokio::sync::{Notify, oneshot};

/// How many bots may be connected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BotLimits {
    pub(crate) total: usize,
    pub(crate) per_address: usize,
}

/// All connected bots.
pub(crate) struct BotRegistry {
    limits: BotLimits,
    inner: Mutex<Inner>,
    matching: Notify,
}

#[derive(Default)]
struct Inner {
    /// Connections by address, including those of bots that have not said hello.
    connections: HashMap<u128, usize>,
    last: u64,
    /// Bots that have said hello, in the order of their arrival.
    bots: BTreeMap<u64, ConnectedBot>,
}

struct ConnectedBot {
    name: String,
    state: BotState,
}

enum BotState {
    /// It waits for a game.
    Waiting(oneshot::Sender<GameId>),
    /// It plays with this key. It is notified when the same bot reconnects.
    Playing(KeyHash, Arc<Notify>),
    /// It has a game, or has just connected.
    Assigned,
}

impl BotRegistry {
    pub(crate) fn new(limits: BotLimits) -> Arc<BotRegistry> {
        Arc::new(BotRegistry { limits, inner: Mutex::default(), matching: Notify::new() })
    }

    /// A panic elsewhere leaves the lists intact: they change in steps that cannot fail.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection; `None` if a limit is reached.
    pub(crate) fn connect(self: &Arc<BotRegistry>, from: IpAddr) -> Option<ConnectionSlot> {
        let bucket = ClientAddress(from.to_canonical()).bucket();
        let mut inner = self.inner();
        let count = inner.connections.get(&bucket).copied().unwrap_or(0);
        let total = inner.connections.values().sum::<usize>();
        if count >= self.limits.per_address || total >= self.limits.total {
            return None;
        }
        inner.connections.insert(bucket, count + 1);
        Some(ConnectionSlot { registry: self.clone(), bucket })
    }

    /// Registers a bot that has said hello.
    pub(crate) fn register(self: &Arc<BotRegistry>, name: &str) -> BotRegistration {
        let mut inner = self.inner();
        inner.last += 1;
        let number = inner.last;
        inner.bots.insert(number, ConnectedBot { name: name.to_owned(), state: BotState::Assigned });
        BotRegistration { registry: self.clone(), number }
    }

    /// How many connections there are.
    pub(crate) fn connections(&self) -> usize {
        self.inner().connections.values().sum()
    }

    /// The names of the registered bots, with how many of each name wait for a game.
    pub(crate) fn names(&self) -> BTreeMap<String, usize> {
        let mut names = BTreeMap::new();
        for bot in self.inner().bots.values() {
            let free = names.entry(bot.name.clone()).or_default();
            *free += usize::from(matches!(bot.state, BotState::Waiting(_)));
        }
        names
    }

    /// The folded names of the bots that wait for a game.
    pub(crate) fn waiting(&self) -> HashSet<String> {
        let inner = self.inner();
        let waiting = inner.bots.values().filter(|bot| matches!(bot.state, BotState::Waiting(_)));
        waiting.map(|bot| http_api::fold_name(&bot.name)).collect()
    }

    /// Assigns a game to the bot of this name that has waited longest.
    pub(crate) fn assign(&self, name: &str, game: &GameId) {
        let name = http_api::fold_name(name);
        let mut inner = self.inner();
        let fits = |bot: &&mut ConnectedBot| {
            matches!(bot.state, BotState::Waiting(_)) && http_api::fold_name(&bot.name) == name
        };
        if let Some(bot) = inner.bots.values_mut().find(fits)
            && let BotState::Waiting(sender) = std::mem::replace(&mut bot.state, BotState::Assigned)
        {
            // A bot that is just disconnecting does not get it.
            sender.send(game.clone()).ok();
        }
    }

    /// Asks the matchmaker to look for games that wait for bots.
    pub(crate) fn request_matching(&self) {
        self.matching.notify_one();
    }

    /// Waits for the next request to look for games.
    pub(crate) async fn matching_requested(&self) {
        self.matching.notified().await;
    }
}

/// A connection that counts towards the limits until it is dropped.
pub(crate) struct ConnectionSlot {
    registry: Arc<BotRegistry>,
    bucket: u128,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut inner = self.registry.inner();
        if let Some(count) = inner.connections.get_mut(&self.bucket) {
            *count -= 1;
            if *count == 0 {
                inner.connections.remove(&self.bucket);
            }
        }
    }
}

/// The registration of a bot, which ends when it is dropped.
pub(crate) struct BotRegistration {
    registry: Arc<BotRegistry>,
    number: u64,
}

impl BotRegistration {
    /// The bot waits for a game, which the receiver gets.
    pub(crate) fn wait(&self) -> oneshot::Receiver<GameId> {
        let (sender, receiver) = oneshot::channel();
        if let Some(bot) = self.registry.inner().bots.get_mut(&self.number) {
            bot.state = BotState::Waiting(sender);
        }
        self.registry.request_matching();
        receiver
    }

    /// The bot plays. Another connection with the same key is notified, and so is this one later.
    pub(crate) fn play(&self, key: KeyHash) -> Arc<Notify> {
        let mut inner = self.registry.inner();
        for bot in inner.bots.values() {
            match &bot.state {
                BotState::Playing(other, replaced) if *other == key => replaced.notify_one(),
                BotState::Playing(..) | BotState::Waiting(_) | BotState::Assigned => {}
            }
        }
        let replaced = Arc::new(Notify::new());
        if let Some(bot) = inner.bots.get_mut(&self.number) {
            bot.state = BotState::Playing(key, replaced.clone());
        }
        replaced
    }
}

impl Drop for BotRegistration {
    fn drop(&mut self) {
        self.registry.inner().bots.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registry() -> Arc<BotRegistry> {
        BotRegistry::new(BotLimits { total: 3, per_address: 2 })
    }

    #[test]
    fn connections_are_limited_in_total_and_per_address() {
        let (registry, [one, two]) = (registry(), ["1.2.3.4", "1.2.3.5"].map(|text| text.parse().unwrap()));
        let first = registry.connect(one).unwrap();
        let _second = registry.connect(one).unwrap();
        assert!(registry.connect(one).is_none());
        let _third = registry.connect(two).unwrap();
        assert!(registry.connect(two).is_none());
        drop(first);
        assert!(registry.connect(two).is_some());
        assert_eq!(registry.connections(), 2);
    }

    #[test]
    fn the_bot_that_has_waited_longest_is_assigned_first() {
        let registry = registry();
        let game = GameId::new("game").unwrap();
        let bots = ["Ann", "Ben", "Ben"].map(|name| registry.register(name));
        let mut games = bots.each_ref().map(BotRegistration::wait);
        assert_eq!(registry.names(), BTreeMap::from([("Ann".to_owned(), 1), ("Ben".to_owned(), 2)]));
        registry.assign("ben", &game);
        registry.assign("nobody", &game);
        assert_eq!(games.each_mut().map(|game| game.try_recv().is_ok()), [false, true, false]);
        assert_eq!(registry.waiting().len(), 2);
        drop(bots);
        assert!(registry.names().is_empty());
    }

    #[test]
    fn a_bot_that_reconnects_replaces_its_old_connection() {
        let registry = registry();
        let [old, new] = [registry.register("Ann"), registry.register("Ann")];
        let replaced = old.play(KeyHash([7; 32]));
        let _current = new.play(KeyHash([7; 32]));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(std::pin::pin!(replaced.notified()).poll(&mut context).is_ready());
    }
}
