//! A TCP port where bots connect, and the lobby where they wait for a game.

use crate::dialogue::{full_line, welcome_line};
use crate::limits::ConnectionLimits;
use crate::line_connection::{LineConnection, duration};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wire::bot::Hello;

/// The interval of checks on waiting bots.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// How long sending the last message may take.
const BYE_TIMEOUT: Duration = Duration::from_millis(500);

/// Why bots are dismissed in the end.
pub(crate) const MATCH_OVER: &str = "the match is over";

/// A TCP port where bots connect. Dropping it closes the port; bots that play stay connected.
///
/// ```
/// use quixotry_bots::{BotListener, ConnectionLimits, RemoteBot};
/// use std::io::Write;
/// use std::net::TcpStream;
/// use std::time::Duration;
///
/// let listener = BotListener::bind("127.0.0.1:0", ConnectionLimits::default()).unwrap();
/// let mut bot = TcpStream::connect(listener.local_addr()).unwrap();
/// bot.write_all(b"{\"hello\":{\"protocol\":1,\"name\":\"ann\"}}\n").unwrap();
///
/// // A bot waits in the lobby before and after each game.
/// let ann = RemoteBot::from_lobby(listener.lobby(), "ann", Duration::from_secs(10)).unwrap();
/// assert_eq!((ann.name(), listener.lobby().waiting().len()), ("ann", 0));
/// ann.dismiss();
/// assert_eq!(listener.lobby().waiting(), ["ann"]);
/// ```
#[derive(Debug)]
pub struct BotListener {
    address: SocketAddr,
    lobby: BotLobby,
}

/// Connected bots that wait for a game. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct BotLobby(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    limits: ConnectionLimits,
    state: Mutex<LobbyState>,
    changed: Condvar,
    expected: Mutex<Option<ExpectedBots>>,
    connections: Arc<AtomicUsize>,
    closed: AtomicBool,
}

/// The names of the bots that may come, and what to do when another one comes.
struct ExpectedBots {
    names: Vec<String>,
    on_stranger: Box<dyn Fn(&str) + Send>,
}

impl fmt::Debug for ExpectedBots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ExpectedBots").field(&self.names).finish()
    }
}

#[derive(Debug, Default)]
struct LobbyState {
    waiting: Vec<LobbyBot>,
    /// Tokens of bots that play now.
    playing: HashSet<String>,
    /// Bots that reconnected during a game.
    returning: HashMap<String, LobbyBot>,
}

/// A bot that has sent its hello.
#[derive(Debug)]
pub(crate) struct LobbyBot {
    pub(crate) name: String,
    pub(crate) token: String,
    connection: LineConnection,
    slot: LobbySlot,
}

/// One of the allowed connections.
#[derive(Debug)]
struct LobbySlot(Arc<AtomicUsize>);

impl Drop for LobbySlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl BotListener {
    /// Opens a port.
    ///
    /// # Errors
    ///
    /// The address cannot be used.
    pub fn bind(address: impl ToSocketAddrs, limits: ConnectionLimits) -> io::Result<BotListener> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let lobby = BotLobby::new(limits);
        let (acceptor, checker) = (lobby.clone(), lobby.clone());
        thread::spawn(move || acceptor.accept_bots(&listener));
        thread::spawn(move || checker.check_bots());
        Ok(BotListener { address, lobby })
    }

    /// The address of the port.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// The lobby of the bots that connected.
    pub fn lobby(&self) -> &BotLobby {
        &self.lobby
    }
}

impl Drop for BotListener {
    /// Sends a last message to all waiting bots before it returns, because the program may end then.
    fn drop(&mut self) {
        self.lobby.0.closed.store(true, Ordering::Relaxed);
        self.lobby.dismiss_waiting();
        // The accepting thread sees the flag when one more connection arrives.
        _ = TcpStream::connect_timeout(&self.address, CHECK_INTERVAL);
    }
}

impl BotLobby {
    fn new(limits: ConnectionLimits) -> BotLobby {
        BotLobby(Arc::new(Inner {
            limits,
            state: Mutex::default(),
            changed: Condvar::new(),
            expected: Mutex::default(),
            connections: Arc::new(AtomicUsize::new(0)),
            closed: AtomicBool::new(false),
        }))
    }

    /// The limits of each connection.
    pub fn limits(&self) -> &ConnectionLimits {
        &self.0.limits
    }

    /// The names of the waiting bots.
    pub fn waiting(&self) -> Vec<String> {
        self.state().waiting.iter().map(|bot| bot.name.clone()).collect()
    }

    /// Admits only bots with these names from now on. Other bots get a goodbye that lists the names, also those that
    /// wait already; `on_stranger` is called with the name of each.
    pub fn expect(&self, names: Vec<String>, on_stranger: impl Fn(&str) + Send + 'static) {
        *self.lock_expected() = Some(ExpectedBots { names, on_stranger: Box::new(on_stranger) });
        let waiting = std::mem::take(&mut self.state().waiting);
        let welcome: Vec<LobbyBot> = waiting.into_iter().filter(|bot| self.admits(bot)).collect();
        self.state().waiting.extend(welcome);
        self.0.changed.notify_all();
    }

    fn lock_expected(&self) -> MutexGuard<'_, Option<ExpectedBots>> {
        self.0.expected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a bot may come in; a stranger gets a goodbye.
    fn admits(&self, bot: &LobbyBot) -> bool {
        let expected = self.lock_expected();
        let Some(expected) = expected.as_ref().filter(|expected| !expected.names.contains(&bot.name)) else {
            return true;
        };
        let names = expected.names.join(", ");
        bot.connection.say_bye(format!(
            "this match has no bot called {:?}; it waits for {names}: say hello with one of these names",
            bot.name
        ));
        bot.connection.flush(Instant::now() + BYE_TIMEOUT);
        (expected.on_stranger)(&bot.name);
        false
    }

    fn state(&self) -> MutexGuard<'_, LobbyState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::Relaxed)
    }

    fn accept_bots(&self, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.is_closed() {
                return;
            }
            let Ok(stream) = stream else {
                // There may be too many open files; other connections may end soon.
                thread::sleep(CHECK_INTERVAL);
                continue;
            };
            let slot = LobbySlot(self.0.connections.clone());
            let connected = self.0.connections.fetch_add(1, Ordering::Relaxed);
            let lobby = self.clone();
            if connected >= self.0.limits.connections {
                thread::spawn(move || {
                    reject_connection(&stream);
                    drop(slot);
                });
            } else {
                thread::spawn(move || lobby.await_bot(stream, slot));
            }
        }
    }

    /// Waits for the hello of a new connection, on a thread of its own.
    fn await_bot(&self, stream: TcpStream, slot: LobbySlot) {
        let limits = self.0.limits;
        let Ok(mut connection) = connect(stream, &limits) else { return };
        match connection.await_hello() {
            Ok(hello) => self.add(hello, connection, slot),
            Err(ending) => connection.say_bye(ending),
        }
    }

    fn add(&self, hello: Hello, connection: LineConnection, slot: LobbySlot) {
        let known = hello.token.filter(|token| self.state().playing.contains(token));
        let token = known.clone().unwrap_or_else(new_token);
        let bot = LobbyBot { name: hello.name, token: token.clone(), connection, slot };
        if bot.connection.send(welcome_line(&token)).is_err() {
            return;
        }
        if known.is_none() && !self.admits(&bot) {
            return;
        }
        let mut state = self.state();
        match known {
            Some(token) => _ = state.returning.insert(token, bot),
            None => state.waiting.push(bot),
        }
        drop(state);
        self.0.changed.notify_all();
    }

    /// Takes a bot with this name; waits until it connects if necessary.
    pub(crate) fn take(&self, name: &str, wait: Duration) -> Option<LobbyBot> {
        self.wait_for(wait, |state| {
            let at = state.waiting.iter().position(|bot| bot.name == name)?;
            let bot = state.waiting.remove(at);
            state.playing.insert(bot.token.clone());
            Some(bot)
        })
    }

    /// Takes the new connection of a bot that plays; waits for it if necessary.
    pub(crate) fn take_returning(&self, token: &str, wait: Duration) -> Option<LobbyBot> {
        self.wait_for(wait, |state| state.returning.remove(token))
    }

    fn wait_for(
        &self,
        wait: Duration,
        mut find: impl FnMut(&mut LobbyState) -> Option<LobbyBot>,
    ) -> Option<LobbyBot> {
        let until = Instant::now() + wait;
        let mut state = self.state();
        loop {
            if let Some(bot) = find(&mut state) {
                return Some(bot);
            }
            let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
            let woken = self.0.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Ends the game of a bot. If it is still connected it waits for the next one.
    pub(crate) fn put_back(&self, bot: Option<LobbyBot>, token: &str) {
        let mut state = self.state();
        state.playing.remove(token);
        let returning = state.returning.remove(token);
        state.waiting.extend(bot.into_iter().chain(returning));
        drop(state);
        self.0.changed.notify_all();
    }

    /// Checks the waiting bots regularly and removes those that are gone.
    fn check_bots(&self) {
        while !self.is_closed() {
            thread::sleep(CHECK_INTERVAL);
            let mut state = self.state();
            state.waiting.retain_mut(LobbyBot::check);
            state.returning.retain(|_, bot| bot.check());
        }
        // Bots that arrived in the meantime.
        self.dismiss_waiting();
    }

    /// Says goodbye to all waiting bots.
    fn dismiss_waiting(&self) {
        let waiting = std::mem::take(&mut self.state().waiting);
        waiting.iter().for_each(|bot| bot.connection.say_bye(MATCH_OVER));
        let until = Instant::now() + BYE_TIMEOUT;
        waiting.iter().for_each(|bot| bot.connection.flush(until));
    }
}

impl LobbyBot {
    /// Processes the lines of a waiting bot. Returns whether it is still connected.
    fn check(&mut self) -> bool {
        loop {
            match self.connection.next_input(None, Duration::ZERO) {
                Ok(Some(_)) => {}
                Ok(None) => return true,
                Err(ending) => {
                    self.connection.say_bye(ending);
                    return false;
                }
            }
        }
    }

    /// The last part keeps the slot of the connection occupied.
    pub(crate) fn into_parts(self) -> (LineConnection, Box<dyn Send + std::fmt::Debug>) {
        (self.connection, Box::new(self.slot))
    }

    pub(crate) fn from_parts(
        name: String,
        token: String,
        connection: LineConnection,
        connections: &BotLobby,
    ) -> LobbyBot {
        connections.0.connections.fetch_add(1, Ordering::Relaxed);
        let slot = LobbySlot(connections.0.connections.clone());
        LobbyBot { name, token, connection, slot }
    }
}

/// A random token, which others cannot guess.
pub(crate) fn new_token() -> String {
    format!("{:032x}", rand::random::<u128>())
}

fn connect(stream: TcpStream, limits: &ConnectionLimits) -> io::Result<LineConnection> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(duration(limits.write)))?;
    let (read, close) = (stream.try_clone()?, stream.try_clone()?);
    let shut = move || {
        _ = close.shutdown(Shutdown::Both);
    };
    Ok(LineConnection::new(read, stream, shut, limits))
}

fn reject_connection(stream: &TcpStream) {
    use io::Write;
    let line = full_line() + "\n";
    let mut stream = stream;
    _ = stream.set_write_timeout(Some(CHECK_INTERVAL));
    _ = stream.write_all(line.as_bytes());
    _ = stream.shutdown(Shutdown::Both);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    /// The message is sent before the listener is dropped.
    #[test]
    fn waiting_bots_get_a_goodbye_before_the_port_is_closed() {
        let listener = BotListener::bind("127.0.0.1:0", ConnectionLimits::default()).unwrap();
        let mut bot = TcpStream::connect(listener.local_addr()).unwrap();
        bot.write_all(b"{\"hello\":{\"protocol\":1,\"name\":\"ann\"}}\n").unwrap();
        while listener.lobby().waiting().is_empty() {
            thread::sleep(Duration::from_millis(5));
        }
        drop(listener);
        // The message has already arrived.
        bot.set_nonblocking(true).unwrap();
        let mut bytes = [0; 4096];
        let count = bot.read(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes[..count]);
        assert!(text.contains("\"welcome\"") && text.contains("the match is over"), "{text}");
    }

    #[test]
    fn a_bot_with_an_unexpected_name_is_sent_home_with_the_names_that_are_expected() {
        let listener = BotListener::bind("127.0.0.1:0", ConnectionLimits::default()).unwrap();
        let hello = |name: &str| {
            let mut bot = TcpStream::connect(listener.local_addr()).unwrap();
            bot.write_all(format!("{{\"hello\":{{\"protocol\":1,\"name\":{name:?}}}}}\n").as_bytes())
                .unwrap();
            bot
        };
        let (sender, strangers) = std::sync::mpsc::channel();
        let mut early = hello("eve");
        while listener.lobby().waiting().is_empty() {
            thread::sleep(Duration::from_millis(5));
        }
        listener.lobby().expect(vec!["ann".to_owned(), "ben".to_owned()], move |name| {
            sender.send(name.to_owned()).unwrap();
        });
        let mut late = hello("Ann");
        for (bot, name) in [(&mut early, "eve"), (&mut late, "Ann")] {
            let mut said = String::new();
            bot.read_to_string(&mut said).unwrap();
            assert!(said.contains("it waits for ann, ben"), "{said}");
            assert_eq!(strangers.recv().unwrap(), name);
        }
        let _ann = hello("ann");
        while listener.lobby().waiting() != ["ann"] {
            thread::sleep(Duration::from_millis(5));
        }
    }
}
