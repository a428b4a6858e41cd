//! The bots that are connected to this server: those that wait for a game, and those that play.

use crate::client_address::ClientAddress;
use crate::names;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{GameId, KeyHash};
use tokio::sync::{Notify, oneshot};

/// How many bots may be connected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BotLimits {
    /// In all.
    pub(crate) all: usize,
    /// From one address.
    pub(crate) address: usize,
}

/// All bots that are connected.
pub(crate) struct BotRegistry {
    crowd: BotLimits,
    inner: Mutex<Inner>,
    bell: Notify,
}

#[derive(Default)]
struct Inner {
    /// Connections by address, also of bots that have not said hello.
    connected: HashMap<u128, usize>,
    last: u64,
    /// Bots that have said hello, those that came first first.
    bots: BTreeMap<u64, ConnectedBot>,
}

struct ConnectedBot {
    name: String,
    does: BotState,
}

enum BotState {
    /// It waits to be called to a table.
    Waits(oneshot::Sender<GameId>),
    /// It sits at a table, with a key; it is told when the same bot comes back on another connection.
    Plays(KeyHash, Arc<Notify>),
    /// It has been called.
    Goes,
}

impl BotRegistry {
    pub(crate) fn new(crowd: BotLimits) -> Arc<BotRegistry> {
        Arc::new(BotRegistry { crowd, inner: Mutex::default(), bell: Notify::new() })
    }

    /// A panic elsewhere leaves the lists whole: they change in steps that cannot fail.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in, unless there are too many.
    pub(crate) fn enter(self: &Arc<BotRegistry>, from: IpAddr) -> Option<ConnectionSlot> {
        let bucket = ClientAddress(from.to_canonical()).bucket();
        let mut inner = self.inner();
        let there = inner.connected.get(&bucket).copied().unwrap_or(0);
        if there >= self.crowd.address || inner.connected.values().sum::<usize>() >= self.crowd.all {
            return None;
        }
        inner.connected.insert(bucket, there + 1);
        Some(ConnectionSlot { bot_registry: self.clone(), bucket })
    }

    /// A bot has said hello.
    pub(crate) fn greet(self: &Arc<BotRegistry>, name: &str) -> BotRegistration {
        let mut inner = self.inner();
        inner.last += 1;
        let number = inner.last;
        inner.bots.insert(number, ConnectedBot { name: name.to_owned(), does: BotState::Goes });
        BotRegistration { bot_registry: self.clone(), number }
    }

    /// How many are connected, whether or not they have said hello.
    pub(crate) fn connected(&self) -> usize {
        self.inner().connected.values().sum()
    }

    /// The bots that have said hello, and how many of each name wait for a game.
    pub(crate) fn names(&self) -> BTreeMap<String, usize> {
        let mut names = BTreeMap::new();
        for bot in self.inner().bots.values() {
            let free = names.entry(bot.name.clone()).or_default();
            *free += usize::from(matches!(bot.does, BotState::Waits(_)));
        }
        names
    }

    /// The names of those that wait, as they are compared.
    pub(crate) fn waiting(&self) -> HashSet<String> {
        let inner = self.inner();
        let waiting = inner.bots.values().filter(|bot| matches!(bot.does, BotState::Waits(_)));
        waiting.map(|bot| names::fold_name(&bot.name)).collect()
    }

    /// Calls the bot of this name that has waited longest.
    pub(crate) fn call(&self, name: &str, game: &GameId) {
        let name = names::fold_name(name);
        let mut inner = self.inner();
        let fits = |bot: &&mut ConnectedBot| {
            matches!(bot.does, BotState::Waits(_)) && names::fold_name(&bot.name) == name
        };
        if let Some(bot) = inner.bots.values_mut().find(fits)
            && let BotState::Waits(call) = std::mem::replace(&mut bot.does, BotState::Goes)
        {
            // One that is just leaving does not hear it.
            call.send(game.clone()).ok();
        }
    }

    /// Asks for a look at which games wait for bots.
    pub(crate) fn ring(&self) {
        self.bell.notify_one();
    }

    /// Waits until somebody asks for a look.
    pub(crate) async fn rung(&self) {
        self.bell.notified().await;
    }
}

/// One of the connections there may be.
pub(crate) struct ConnectionSlot {
    bot_registry: Arc<BotRegistry>,
    bucket: u128,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut inner = self.bot_registry.inner();
        if let Some(count) = inner.connected.get_mut(&self.bucket) {
            *count -= 1;
            if *count == 0 {
                inner.connected.remove(&self.bucket);
            }
        }
    }
}

/// A bot's place among the guests, until it goes.
pub(crate) struct BotRegistration {
    bot_registry: Arc<BotRegistry>,
    number: u64,
}

impl BotRegistration {
    /// The bot waits for a game.
    pub(crate) fn wait(&self) -> oneshot::Receiver<GameId> {
        let (call, called) = oneshot::channel();
        self.set(BotState::Waits(call));
        self.bot_registry.ring();
        called
    }

    /// The bot plays; another connection with the same key is told to go.
    pub(crate) fn play(&self, key: KeyHash) -> Arc<Notify> {
        let mut inner = self.bot_registry.inner();
        for bot in inner.bots.values() {
            match &bot.does {
                BotState::Plays(other, gone) if *other == key => gone.notify_one(),
                _ => {}
            }
        }
        let gone = Arc::new(Notify::new());
        if let Some(bot) = inner.bots.get_mut(&self.number) {
            bot.does = BotState::Plays(key, gone.clone());
        }
        gone
    }

    fn set(&self, does: BotState) {
        if let Some(bot) = self.bot_registry.inner().bots.get_mut(&self.number) {
            bot.does = does;
        }
    }
}

impl Drop for BotRegistration {
    fn drop(&mut self) {
        self.bot_registry.inner().bots.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot_registry() -> Arc<BotRegistry> {
        BotRegistry::new(BotLimits { all: 3, address: 2 })
    }

    #[test]
    fn neither_one_address_nor_all_together_are_too_many() {
        let (bot_registry, [one, two]) =
            (bot_registry(), ["1.2.3.4", "1.2.3.5"].map(|text| text.parse().unwrap()));
        let first = bot_registry.enter(one).unwrap();
        let _second = bot_registry.enter(one).unwrap();
        assert!(bot_registry.enter(one).is_none());
        let _third = bot_registry.enter(two).unwrap();
        assert!(bot_registry.enter(two).is_none());
        drop(first);
        assert!(bot_registry.enter(two).is_some());
        assert_eq!(bot_registry.connected(), 2);
    }

    #[test]
    fn who_waited_longest_is_called_first() {
        let bot_registry = bot_registry();
        let game = GameId::new("game").unwrap();
        let badges = ["Ann", "Ben", "Ben"].map(|name| bot_registry.greet(name));
        let mut calls = badges.each_ref().map(BotRegistration::wait);
        assert_eq!(bot_registry.names(), BTreeMap::from([("Ann".to_owned(), 1), ("Ben".to_owned(), 2)]));
        bot_registry.call("ben", &game);
        bot_registry.call("nobody", &game);
        assert_eq!(calls.each_mut().map(|call| call.try_recv().is_ok()), [false, true, false]);
        assert_eq!(bot_registry.waiting().len(), 2);
        drop(badges);
        assert!(bot_registry.names().is_empty());
    }

    #[tokio::test]
    async fn a_bot_that_comes_back_takes_the_place_of_its_old_connection() {
        let bot_registry = bot_registry();
        let [old, new] = [bot_registry.greet("Ann"), bot_registry.greet("Ann")];
        let gone = old.play(KeyHash([7; 32]));
        let _stays = new.play(KeyHash([7; 32]));
        gone.notified().await;
    }
}
