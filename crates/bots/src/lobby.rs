//! A TCP port where bots connect, and the lobby where they wait for a game.

use crate::connection_protocol::{ConnectionError, ConnectionProtocol, LineEffect};
use crate::limits::ConnectionLimits;
use crate::line_connection::{ConnectionInput, LineConnection, duration, now};
use std::collections::{HashMap, HashSet};
use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wire::bot::{BOT_PROTOCOL, Bye, Hello, ServerLine, ServerPayload, Welcome};

/// The interval of checks on waiting bots.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// How long sending the last message may take.
const BYE_TIMEOUT: Duration = Duration::from_millis(500);

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
    connections: Arc<AtomicUsize>,
    closed: AtomicBool,
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
    pub(crate) connection: LineConnection,
    pub(crate) protocol: ConnectionProtocol,
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
        let Ok(connection) = connect(stream, &limits) else { return };
        let mut protocol = ConnectionProtocol::new(limits, now());
        match await_hello(&connection, &mut protocol) {
            Ok(hello) => self.add(hello, connection, protocol, slot),
            Err(ending) => say_bye(&connection, &ending),
        }
    }

    fn add(&self, hello: Hello, connection: LineConnection, protocol: ConnectionProtocol, slot: LobbySlot) {
        let mut state = self.state();
        let known = hello.token.filter(|token| state.playing.contains(token));
        let token = known.clone().unwrap_or_else(new_token);
        let bot = LobbyBot { name: hello.name, token: token.clone(), connection, protocol, slot };
        if bot.connection.send(welcome(&token)).is_err() {
            return;
        }
        match known {
            Some(token) => _ = state.returning.insert(token, bot),
            None => state.waiting.push(bot),
        }
        drop(state);
        self.0.changed.notify_all();
    }

    /// Takes a bot with this name; waits until it connects if necessary.
    pub(crate) fn take(&self, name: &str, wait: Duration) -> Option<LobbyBot> {
        let until = Instant::now() + wait;
        let mut state = self.state();
        loop {
            if let Some(at) = state.waiting.iter().position(|bot| bot.name == name) {
                let bot = state.waiting.remove(at);
                state.playing.insert(bot.token.clone());
                return Some(bot);
            }
            let left = until.checked_duration_since(Instant::now())?;
            let woken = self.0.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes the new connection of a bot that plays; waits for it if necessary.
    pub(crate) fn take_returning(&self, token: &str, wait: Duration) -> Option<LobbyBot> {
        let until = Instant::now() + wait;
        let mut state = self.state();
        loop {
            if let Some(bot) = state.returning.remove(token) {
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
        waiting.iter().for_each(|bot| {
            _ = bot
                .connection
                .send(line_outside_game(ServerPayload::Bye(Bye { reason: "the match is over".to_owned() })));
        });
        let until = Instant::now() + BYE_TIMEOUT;
        waiting.iter().for_each(|bot| bot.connection.flush(until));
    }
}

impl LobbyBot {
    fn check(&mut self) -> bool {
        match self.process_lines() {
            Ok(()) => true,
            Err(ending) => {
                say_bye(&self.connection, &ending);
                false
            }
        }
    }

    fn process_lines(&mut self) -> Result<(), ConnectionError> {
        while let Some(input) = self.connection.receive(Duration::ZERO) {
            let line = match input {
                ConnectionInput::Line(line) => line,
                ConnectionInput::Ended(ending) => return Err(ending),
            };
            let line = line.as_deref().map_err(|fault| *fault);
            if let Some(word) = reply(self.protocol.receive_line(line, now())?) {
                self.connection.send(line_outside_game(word))?;
            }
        }
        match self.protocol.tick(now())? {
            Some(word) => self.connection.send(line_outside_game(word)),
            None => Ok(()),
        }
    }

    /// The last part keeps the slot of the connection occupied.
    pub(crate) fn into_parts(self) -> (LineConnection, ConnectionProtocol, Box<dyn Send + std::fmt::Debug>) {
        (self.connection, self.protocol, Box::new(self.slot))
    }

    pub(crate) fn from_parts(
        name: String,
        token: String,
        connection: LineConnection,
        protocol: ConnectionProtocol,
        connections: &BotLobby,
    ) -> LobbyBot {
        connections.0.connections.fetch_add(1, Ordering::Relaxed);
        let slot = LobbySlot(connections.0.connections.clone());
        LobbyBot { name, token, connection, protocol, slot }
    }
}

/// The reply to a line of a bot that is in no game.
pub(crate) fn reply(effect: LineEffect) -> Option<ServerPayload> {
    let error = |code: &str, message: &str| {
        ServerPayload::Error(wire::bot::ErrorMessage { code: code.to_owned(), message: message.to_owned() })
    };
    match effect {
        LineEffect::Reply(word) => Some(word),
        LineEffect::Answer { .. } => Some(error("no-game", "no game has begun: wait for start")),
        LineEffect::Words(_) => Some(error("no-game", "no game has begun: ask for words after start")),
        LineEffect::Hello(_) | LineEffect::Nothing => None,
    }
}

/// A message that belongs to no game.
pub(crate) fn line_outside_game(what: ServerPayload) -> String {
    ServerLine { game: None, turn: 0, what }.print()
}

pub(crate) fn welcome(token: &str) -> String {
    let name = concat!("quixotry ", env!("CARGO_PKG_VERSION")).to_owned();
    line_outside_game(ServerPayload::Welcome(Welcome {
        protocol: BOT_PROTOCOL,
        name,
        token: token.to_owned(),
    }))
}

pub(crate) fn say_bye(connection: &LineConnection, ending: &ConnectionError) {
    // The bot may be gone already.
    _ = connection.send(line_outside_game(ServerPayload::Bye(Bye { reason: ending.to_string() })));
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

/// Waits for the hello of a bot.
pub(crate) fn await_hello(
    connection: &LineConnection,
    protocol: &mut ConnectionProtocol,
) -> Result<Hello, ConnectionError> {
    loop {
        if let Some(word) = protocol.tick(now())? {
            connection.send(line_outside_game(word))?;
        }
        let wait = duration(protocol.next_tick().minus(now()));
        let line = match connection.receive(wait.max(Duration::from_millis(1))) {
            None => continue,
            Some(ConnectionInput::Ended(ending)) => return Err(ending),
            Some(ConnectionInput::Line(line)) => line,
        };
        match protocol.receive_line(line.as_deref().map_err(|fault| *fault), now())? {
            LineEffect::Hello(hello) => return Ok(hello),
            effect => reply(effect).map_or(Ok(()), |word| connection.send(line_outside_game(word)))?,
        }
    }
}

fn reject_connection(stream: &TcpStream) {
    use io::Write;
    let reason = "there are as many bots here as there may be".to_owned();
    let line = line_outside_game(ServerPayload::Bye(Bye { reason })) + "\n";
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
}
