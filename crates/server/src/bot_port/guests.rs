//! The bots that are connected to this server: those that wait for a game, and those that play.

use crate::names;
use crate::peer::Peer;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{GameId, KeyHash};
use tokio::sync::{Notify, oneshot};

/// How many bots may be connected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crowd {
    /// In all.
    pub(crate) all: usize,
    /// From one address.
    pub(crate) address: usize,
}

/// All bots that are connected.
pub(crate) struct Guests {
    crowd: Crowd,
    inner: Mutex<Inner>,
    bell: Notify,
}

#[derive(Default)]
struct Inner {
    /// Connections by address, also of bots that have not said hello.
    connected: HashMap<u128, usize>,
    last: u64,
    /// Bots that have said hello, those that came first first.
    bots: BTreeMap<u64, Bot>,
}

struct Bot {
    name: String,
    does: Does,
}

enum Does {
    /// It waits to be called to a table.
    Waits(oneshot::Sender<GameId>),
    /// It sits at a table, with a key; it is told when the same bot comes back on another connection.
    Plays(KeyHash, Arc<Notify>),
    /// It has been called.
    Goes,
}

impl Guests {
    pub(crate) fn new(crowd: Crowd) -> Arc<Guests> {
        Arc::new(Guests { crowd, inner: Mutex::default(), bell: Notify::new() })
    }

    /// A panic elsewhere leaves the lists whole: they change in steps that cannot fail.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in, unless there are too many.
    pub(crate) fn enter(self: &Arc<Guests>, from: IpAddr) -> Option<Slot> {
        let bucket = Peer(from.to_canonical()).bucket();
        let mut inner = self.inner();
        let there = inner.connected.get(&bucket).copied().unwrap_or(0);
        if there >= self.crowd.address || inner.connected.values().sum::<usize>() >= self.crowd.all {
            return None;
        }
        inner.connected.insert(bucket, there + 1);
        Some(Slot { guests: self.clone(), bucket })
    }

    /// A bot has said hello.
    pub(crate) fn greet(self: &Arc<Guests>, name: &str) -> Badge {
        let mut inner = self.inner();
        inner.last += 1;
        let number = inner.last;
        inner.bots.insert(number, Bot { name: name.to_owned(), does: Does::Goes });
        Badge { guests: self.clone(), number }
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
            *free += usize::from(matches!(bot.does, Does::Waits(_)));
        }
        names
    }

    /// The names of those that wait, as they are compared.
    pub(crate) fn waiting(&self) -> HashSet<String> {
        let inner = self.inner();
        let waiting = inner.bots.values().filter(|bot| matches!(bot.does, Does::Waits(_)));
        waiting.map(|bot| names::folded(&bot.name)).collect()
    }

    /// Calls the bot of this name that has waited longest.
    pub(crate) fn call(&self, name: &str, game: &GameId) {
        let name = names::folded(name);
        let mut inner = self.inner();
        let fits = |bot: &&mut Bot| matches!(bot.does, Does::Waits(_)) && names::folded(&bot.name) == name;
        if let Some(bot) = inner.bots.values_mut().find(fits)
            && let Does::Waits(call) = std::mem::replace(&mut bot.does, Does::Goes)
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
pub(crate) struct Slot {
    guests: Arc<Guests>,
    bucket: u128,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut inner = self.guests.inner();
        if let Some(count) = inner.connected.get_mut(&self.bucket) {
            *count -= 1;
            if *count == 0 {
                inner.connected.remove(&self.bucket);
            }
        }
    }
}

/// A bot's place among the guests, until it goes.
pub(crate) struct Badge {
    guests: Arc<Guests>,
    number: u64,
}

impl Badge {
    /// The bot waits for a game.
    pub(crate) fn wait(&self) -> oneshot::Receiver<GameId> {
        let (call, called) = oneshot::channel();
        self.set(Does::Waits(call));
        self.guests.ring();
        called
    }

    /// The bot plays; another connection with the same key is told to go.
    pub(crate) fn play(&self, key: KeyHash) -> Arc<Notify> {
        let mut inner = self.guests.inner();
        for bot in inner.bots.values() {
            match &bot.does {
                Does::Plays(other, gone) if *other == key => gone.notify_one(),
                _ => {}
            }
        }
        let gone = Arc::new(Notify::new());
        if let Some(bot) = inner.bots.get_mut(&self.number) {
            bot.does = Does::Plays(key, gone.clone());
        }
        gone
    }

    fn set(&self, does: Does) {
        if let Some(bot) = self.guests.inner().bots.get_mut(&self.number) {
            bot.does = does;
        }
    }
}

impl Drop for Badge {
    fn drop(&mut self) {
        self.guests.inner().bots.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guests() -> Arc<Guests> {
        Guests::new(Crowd { all: 3, address: 2 })
    }

    #[test]
    fn neither_one_address_nor_all_together_are_too_many() {
        let (guests, [one, two]) = (guests(), ["1.2.3.4", "1.2.3.5"].map(|text| text.parse().unwrap()));
        let first = guests.enter(one).unwrap();
        let _second = guests.enter(one).unwrap();
        assert!(guests.enter(one).is_none());
        let _third = guests.enter(two).unwrap();
        assert!(guests.enter(two).is_none());
        drop(first);
        assert!(guests.enter(two).is_some());
        assert_eq!(guests.connected(), 2);
    }

    #[test]
    fn who_waited_longest_is_called_first() {
        let guests = guests();
        let game = GameId::new("game").unwrap();
        let badges = ["Ann", "Ben", "Ben"].map(|name| guests.greet(name));
        let mut calls = badges.each_ref().map(Badge::wait);
        assert_eq!(guests.names(), BTreeMap::from([("Ann".to_owned(), 1), ("Ben".to_owned(), 2)]));
        guests.call("ben", &game);
        guests.call("nobody", &game);
        assert_eq!(calls.each_mut().map(|call| call.try_recv().is_ok()), [false, true, false]);
        assert_eq!(guests.waiting().len(), 2);
        drop(badges);
        assert!(guests.names().is_empty());
    }

    #[tokio::test]
    async fn a_bot_that_comes_back_takes_the_place_of_its_old_connection() {
        let guests = guests();
        let [old, new] = [guests.greet("Ann"), guests.greet("Ann")];
        let gone = old.play(KeyHash([7; 32]));
        let _stays = new.play(KeyHash([7; 32]));
        gone.notified().await;
    }
}
