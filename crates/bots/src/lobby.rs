//! Bots that connect over TCP and wait to be seated.

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

/// How often bots that wait are looked after.
const ROUND: Duration = Duration::from_millis(100);

/// How long a last word may take to be sent.
const FAREWELL: Duration = Duration::from_millis(500);

/// A port where bots connect. It is closed when this is dropped; bots that are seated stay.
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
/// // Whoever says hello waits in the lobby until it is seated, and again when its game is over.
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

/// Where connected bots wait to be seated. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct BotLobby(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    limits: ConnectionLimits,
    guests: Mutex<LobbyState>,
    bell: Condvar,
    connections: Arc<AtomicUsize>,
    closed: AtomicBool,
}

#[derive(Debug, Default)]
struct LobbyState {
    waiting: Vec<LobbyBot>,
    /// Tokens of bots that are seated now.
    seated: HashSet<String>,
    /// Bots that came back for their seat.
    back: HashMap<String, LobbyBot>,
}

/// A bot that has said hello.
#[derive(Debug)]
pub(crate) struct LobbyBot {
    pub(crate) name: String,
    pub(crate) token: String,
    pub(crate) link: LineConnection,
    pub(crate) conversation: ConnectionProtocol,
    slot: LobbySlot,
}

/// One of the connections there may be.
#[derive(Debug)]
struct LobbySlot(Arc<AtomicUsize>);

impl Drop for LobbySlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl BotListener {
    /// Opens a port.
    pub fn bind(address: impl ToSocketAddrs, limits: ConnectionLimits) -> io::Result<BotListener> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let lobby = BotLobby::new(limits);
        let (porter, keeper) = (lobby.clone(), lobby.clone());
        thread::spawn(move || porter.let_in(&listener));
        thread::spawn(move || keeper.look_after());
        Ok(BotListener { address, lobby })
    }

    /// Where it is.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Where bots wait that came in.
    pub fn lobby(&self) -> &BotLobby {
        &self.lobby
    }
}

impl Drop for BotListener {
    /// Whoever waits is told, and has been told when this returns: the program may end then.
    fn drop(&mut self) {
        self.lobby.0.closed.store(true, Ordering::Relaxed);
        self.lobby.send_home();
        // The listener waits for one more connection before it looks.
        _ = TcpStream::connect_timeout(&self.address, ROUND);
    }
}

impl BotLobby {
    fn new(limits: ConnectionLimits) -> BotLobby {
        BotLobby(Arc::new(Inner {
            limits,
            guests: Mutex::default(),
            bell: Condvar::new(),
            connections: Arc::new(AtomicUsize::new(0)),
            closed: AtomicBool::new(false),
        }))
    }

    /// What bots may cost.
    pub fn limits(&self) -> &ConnectionLimits {
        &self.0.limits
    }

    /// The names of the bots that wait.
    pub fn waiting(&self) -> Vec<String> {
        self.guests().waiting.iter().map(|guest| guest.name.clone()).collect()
    }

    fn guests(&self) -> MutexGuard<'_, LobbyState> {
        self.0.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::Relaxed)
    }

    fn let_in(&self, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.is_closed() {
                return;
            }
            let Ok(stream) = stream else {
                // Too many open files, say: others may end soon.
                thread::sleep(ROUND);
                continue;
            };
            let slot = LobbySlot(self.0.connections.clone());
            let there = self.0.connections.fetch_add(1, Ordering::Relaxed);
            let lobby = self.clone();
            if there >= self.0.limits.connections {
                thread::spawn(move || {
                    turn_away(&stream);
                    drop(slot);
                });
            } else {
                thread::spawn(move || lobby.welcome(stream, slot));
            }
        }
    }

    /// Waits for a hello. Nobody else waits for that.
    fn welcome(&self, stream: TcpStream, slot: LobbySlot) {
        let limits = self.0.limits;
        let Ok(link) = connect(stream, &limits) else { return };
        let mut conversation = ConnectionProtocol::new(limits, now());
        match await_hello(&link, &mut conversation) {
            Ok(hello) => self.arrive(hello, link, conversation, slot),
            Err(ending) => say_bye(&link, &ending),
        }
    }

    fn arrive(&self, hello: Hello, link: LineConnection, conversation: ConnectionProtocol, slot: LobbySlot) {
        let mut guests = self.guests();
        let known = hello.token.filter(|token| guests.seated.contains(token));
        let token = known.clone().unwrap_or_else(new_token);
        let guest = LobbyBot { name: hello.name, token: token.clone(), link, conversation, slot };
        if guest.link.send(welcome(&token)).is_err() {
            return;
        }
        match known {
            Some(token) => _ = guests.back.insert(token, guest),
            None => guests.waiting.push(guest),
        }
        drop(guests);
        self.0.bell.notify_all();
    }

    /// Takes a bot with this name that waits, or waits for one to come.
    pub(crate) fn take(&self, name: &str, wait: Duration) -> Option<LobbyBot> {
        let until = Instant::now() + wait;
        let mut guests = self.guests();
        loop {
            if let Some(at) = guests.waiting.iter().position(|guest| guest.name == name) {
                let guest = guests.waiting.remove(at);
                guests.seated.insert(guest.token.clone());
                return Some(guest);
            }
            let left = until.checked_duration_since(Instant::now())?;
            let woken = self.0.bell.wait_timeout(guests, left);
            guests = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A seated bot that came back on a new connection, or comes within a time.
    pub(crate) fn back(&self, token: &str, wait: Duration) -> Option<LobbyBot> {
        let until = Instant::now() + wait;
        let mut guests = self.guests();
        loop {
            if let Some(guest) = guests.back.remove(token) {
                return Some(guest);
            }
            let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
            let woken = self.0.bell.wait_timeout(guests, left);
            guests = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A bot that has played and waits again; a broken one only loses its claim to the seat.
    pub(crate) fn give_back(&self, guest: Option<LobbyBot>, token: &str) {
        let mut guests = self.guests();
        guests.seated.remove(token);
        let back = guests.back.remove(token);
        guests.waiting.extend(guest.into_iter().chain(back));
        drop(guests);
        self.0.bell.notify_all();
    }

    /// Bots that wait are asked whether they are there, and those that are not are forgotten.
    fn look_after(&self) {
        while !self.is_closed() {
            thread::sleep(ROUND);
            let mut guests = self.guests();
            guests.waiting.retain_mut(LobbyBot::is_there);
            guests.back.retain(|_, guest| guest.is_there());
        }
        // Whoever came in or got up meanwhile.
        self.send_home();
    }

    /// Nobody is seated any more.
    fn send_home(&self) {
        let waiting = std::mem::take(&mut self.guests().waiting);
        waiting.iter().for_each(|guest| {
            _ = guest.link.send(outside(ServerPayload::Bye(Bye { reason: "the match is over".to_owned() })));
        });
        let until = Instant::now() + FAREWELL;
        waiting.iter().for_each(|guest| guest.link.flush(until));
    }
}

impl LobbyBot {
    fn is_there(&mut self) -> bool {
        match self.look() {
            Ok(()) => true,
            Err(ending) => {
                say_bye(&self.link, &ending);
                false
            }
        }
    }

    fn look(&mut self) -> Result<(), ConnectionError> {
        while let Some(input) = self.link.receive(Duration::ZERO) {
            let line = match input {
                ConnectionInput::Line(line) => line,
                ConnectionInput::Ended(ending) => return Err(ending),
            };
            let line = line.as_deref().map_err(|fault| *fault);
            if let Some(word) = reply(self.conversation.receive_line(line, now())?) {
                self.link.send(outside(word))?;
            }
        }
        match self.conversation.tick(now())? {
            Some(word) => self.link.send(outside(word)),
            None => Ok(()),
        }
    }

    /// The connection's place among those there may be goes with whoever holds this.
    pub(crate) fn into_parts(self) -> (LineConnection, ConnectionProtocol, Box<dyn Send + std::fmt::Debug>) {
        (self.link, self.conversation, Box::new(self.slot))
    }

    pub(crate) fn from_parts(
        name: String,
        token: String,
        link: LineConnection,
        conversation: ConnectionProtocol,
        connections: &BotLobby,
    ) -> LobbyBot {
        connections.0.connections.fetch_add(1, Ordering::Relaxed);
        let slot = LobbySlot(connections.0.connections.clone());
        LobbyBot { name, token, link, conversation, slot }
    }
}

/// What is said to a bot outside of any game.
pub(crate) fn reply(step: LineEffect) -> Option<ServerPayload> {
    let error = |code: &str, message: &str| {
        ServerPayload::Error(wire::bot::ErrorMessage { code: code.to_owned(), message: message.to_owned() })
    };
    match step {
        LineEffect::Reply(word) => Some(word),
        LineEffect::Answer { .. } => Some(error("no-game", "no game has begun: wait for start")),
        LineEffect::Words(_) => Some(error("no-game", "no game has begun: ask for words after start")),
        LineEffect::Hello(_) | LineEffect::Nothing => None,
    }
}

/// A line that belongs to no game.
pub(crate) fn outside(what: ServerPayload) -> String {
    ServerLine { game: None, turn: 0, what }.print()
}

pub(crate) fn welcome(token: &str) -> String {
    let name = concat!("quixotry ", env!("CARGO_PKG_VERSION")).to_owned();
    outside(ServerPayload::Welcome(Welcome { protocol: BOT_PROTOCOL, name, token: token.to_owned() }))
}

pub(crate) fn say_bye(link: &LineConnection, ending: &ConnectionError) {
    // Whoever has gone does not hear it.
    _ = link.send(outside(ServerPayload::Bye(Bye { reason: ending.to_string() })));
}

/// Nobody shall guess the way to another's seat.
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

/// Waits for the first line of a bot.
pub(crate) fn await_hello(
    link: &LineConnection,
    conversation: &mut ConnectionProtocol,
) -> Result<Hello, ConnectionError> {
    loop {
        if let Some(word) = conversation.tick(now())? {
            link.send(outside(word))?;
        }
        let wait = duration(conversation.next_tick().minus(now()));
        let line = match link.receive(wait.max(Duration::from_millis(1))) {
            None => continue,
            Some(ConnectionInput::Ended(ending)) => return Err(ending),
            Some(ConnectionInput::Line(line)) => line,
        };
        match conversation.receive_line(line.as_deref().map_err(|fault| *fault), now())? {
            LineEffect::Hello(hello) => return Ok(hello),
            step => reply(step).map_or(Ok(()), |word| link.send(outside(word)))?,
        }
    }
}

fn turn_away(stream: &TcpStream) {
    use io::Write;
    let reason = "there are as many bots here as there may be".to_owned();
    let line = outside(ServerPayload::Bye(Bye { reason })) + "\n";
    let mut stream = stream;
    _ = stream.set_write_timeout(Some(ROUND));
    _ = stream.write_all(line.as_bytes());
    _ = stream.shutdown(Shutdown::Both);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    /// A program that closes its listener and ends has said goodbye by then.
    #[test]
    fn whoever_waits_is_sent_home_before_the_door_is_closed() {
        let listener = BotListener::bind("127.0.0.1:0", ConnectionLimits::default()).unwrap();
        let mut bot = TcpStream::connect(listener.local_addr()).unwrap();
        bot.write_all(b"{\"hello\":{\"protocol\":1,\"name\":\"ann\"}}\n").unwrap();
        while listener.lobby().waiting().is_empty() {
            thread::sleep(Duration::from_millis(5));
        }
        drop(listener);
        // What was sent is here already: nothing is waited for.
        bot.set_nonblocking(true).unwrap();
        let mut bytes = [0; 4096];
        let count = bot.read(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes[..count]);
        assert!(text.contains("\"welcome\"") && text.contains("the match is over"), "{text}");
    }
}
