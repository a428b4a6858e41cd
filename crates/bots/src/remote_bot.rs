//! A bot that plays from outside this process, whichever way it is attached.

use crate::connection_protocol::{ConnectionError, ConnectionProtocol, LineEffect};
use crate::limits::ConnectionLimits;
use crate::line_connection::{ConnectionInput, LineConnection, duration, now};
use crate::lobby::{BotLobby, LobbyBot, await_hello, new_token, outside, reply, say_bye, welcome};
use crate::process::{BotProcess, CommandLine};
use crate::seat_protocol::SeatProtocol;
use rules::Command;
use std::fmt;
use std::time::{Duration, Instant};
use wire::bot::{Bye, ServerPayload};

/// How often it is looked whether a seated bot came back on another connection.
const GLANCE: Duration = Duration::from_millis(200);

/// A connected bot that has said hello.
#[derive(Debug)]
pub struct RemoteBot {
    name: String,
    /// The connection, or why there is none: that is still to be told when the bot's turn comes.
    link: Result<LineConnection, ConnectionError>,
    conversation: ConnectionProtocol,
    limits: ConnectionLimits,
    origin: BotOrigin,
    /// What holds the connection's place.
    _slot: Option<Box<dyn Send + fmt::Debug>>,
}

#[derive(Debug)]
enum BotOrigin {
    Child { command: CommandLine, process: Option<BotProcess> },
    Network { lobby: BotLobby, token: String },
}

/// What a bot did while it was listened to.
#[derive(Debug)]
pub enum BotEvent {
    /// It answered what it was asked.
    Answer(Command),
    /// Nothing that matters to the game.
    Nothing,
    /// It came back on another connection and was told everything that happened: whatever it was asked, ask again.
    Reconnected,
    /// It is gone, at least for now.
    Disconnected(ConnectionError),
}

impl RemoteBot {
    /// Starts a program and waits for its hello.
    pub fn launch(command: &CommandLine, limits: ConnectionLimits) -> Result<RemoteBot, ConnectionError> {
        let (mut process, link) = BotProcess::start(command, &limits)?;
        let mut conversation = ConnectionProtocol::new(limits, now());
        let hello = await_hello(&link, &mut conversation).map_err(|ending| {
            say_bye(&link, &ending);
            process.settle(Duration::from_millis(100));
            ConnectionError::ProcessFailed(format!("{ending}; {}", process.last_words()))
        })?;
        link.send(welcome(&new_token()))?;
        let origin = BotOrigin::Child { command: command.clone(), process: Some(process) };
        Ok(RemoteBot { name: hello.name, link: Ok(link), conversation, limits, origin, _slot: None })
    }

    /// Seats a bot with this name that is connected, or connects within a time.
    pub fn from_lobby(lobby: &BotLobby, name: &str, wait: Duration) -> Option<RemoteBot> {
        let guest = lobby.take(name, wait)?;
        let (name, token) = (guest.name.clone(), guest.token.clone());
        let (link, conversation, slot) = guest.into_parts();
        let origin = BotOrigin::Network { lobby: lobby.clone(), token };
        let limits = *lobby.limits();
        Some(RemoteBot { name, link: Ok(link), conversation, limits, origin, _slot: Some(slot) })
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether there is a connection.
    pub fn is_connected(&self) -> bool {
        self.link.is_ok()
    }

    /// How many of its lines could not be used.
    pub fn invalid_lines(&self) -> u32 {
        self.conversation.invalid_lines()
    }

    /// Sends a line.
    pub fn send(&mut self, line: String) -> Result<(), ConnectionError> {
        let sent = self.link.as_ref().map_err(ConnectionError::clone)?.send(line);
        sent.map_err(|ending| self.lose(ending))
    }

    /// Listens until it answers or a time has come; what has arrived already is always looked at. What it asks and what
    /// it gets wrong is answered on the way.
    pub fn next_event(&mut self, protocol: &mut SeatProtocol, until: Instant) -> BotEvent {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.hear(protocol, left.min(GLANCE)) {
                Ok(Some(BotEvent::Nothing)) => {}
                Ok(Some(noise)) => return noise,
                Ok(None) if left.is_zero() => return BotEvent::Nothing,
                Ok(None) => {}
                Err(ending) => return BotEvent::Disconnected(self.lose(ending)),
            }
        }
    }

    /// Takes the next line, if one arrives within a time.
    fn hear(
        &mut self,
        protocol: &mut SeatProtocol,
        wait: Duration,
    ) -> Result<Option<BotEvent>, ConnectionError> {
        if self.swap(Duration::ZERO) {
            protocol.resume_lines().into_iter().try_for_each(|line| self.send(line))?;
            return Ok(Some(BotEvent::Reconnected));
        }
        let link = self.link.as_ref().map_err(ConnectionError::clone)?;
        if let Some(word) = self.conversation.tick(now())? {
            link.send(protocol.line(word))?;
        }
        let line = match link.receive(wait) {
            None => return Ok(None),
            Some(ConnectionInput::Ended(ending)) => return Err(ending),
            Some(ConnectionInput::Line(line)) => line,
        };
        match self.conversation.receive_line(line.as_deref().map_err(|fault| *fault), now())? {
            LineEffect::Answer { game, turn, what } => {
                match protocol.accept_answer(game.as_deref(), turn, &what) {
                    Ok(command) => return Ok(Some(BotEvent::Answer(command))),
                    Err(line) => link.send(line)?,
                }
            }
            LineEffect::Words(hash) => link.send(protocol.words_line(&hash))?,
            step => reply(step).map_or(Ok(()), |word| link.send(protocol.line(word)))?,
        }
        Ok(Some(BotEvent::Nothing))
    }

    /// The connection is of no use any more.
    fn lose(&mut self, ending: ConnectionError) -> ConnectionError {
        let Ok(link) = std::mem::replace(&mut self.link, Err(ending.clone())) else { return ending };
        say_bye(&link, &ending);
        drop(link);
        let ending = match &mut self.origin {
            BotOrigin::Child { process, .. } => match process.take() {
                Some(mut process) => {
                    process.settle(Duration::from_millis(100));
                    ConnectionError::ProcessFailed(format!("{ending}; {}", process.last_words()))
                }
                None => ending,
            },
            BotOrigin::Network { .. } => ending,
        };
        self.link = Err(ending.clone());
        ending
    }

    /// Takes over a new connection of the same bot.
    fn swap(&mut self, wait: Duration) -> bool {
        let BotOrigin::Network { lobby, token } = &self.origin else { return false };
        let Some(guest) = lobby.back(token, wait) else { return false };
        let (link, conversation, slot) = guest.into_parts();
        self.link = Ok(link);
        self.conversation = conversation;
        self._slot = Some(slot);
        true
    }

    /// Gets a lost bot back: a program is started anew, a connected bot gets some time to connect again. It is told
    /// everything that happened in the game; whatever it was asked, ask again.
    pub fn reconnect(&mut self, protocol: &SeatProtocol, wait: Duration) -> Result<(), ConnectionError> {
        match &self.origin {
            BotOrigin::Child { command, .. } => *self = RemoteBot::launch(&command.clone(), self.limits)?,
            BotOrigin::Network { .. } => {
                if !self.swap(wait) {
                    return Err(ConnectionError::Closed);
                }
            }
        }
        protocol.resume_lines().into_iter().try_for_each(|line| self.send(line))
    }

    /// Whether it can be started anew at any time.
    pub fn is_program(&self) -> bool {
        matches!(self.origin, BotOrigin::Child { .. })
    }

    /// Ends the conversation, or lets a bot that connected wait for its next game.
    pub fn dismiss(self) {
        let link = self.link.ok();
        match &self.origin {
            BotOrigin::Network { lobby, token } => {
                let guest = link.map(|link| {
                    let conversation = self.conversation.clone();
                    LobbyBot::from_parts(self.name.clone(), token.clone(), link, conversation, lobby)
                });
                lobby.give_back(guest, token);
            }
            BotOrigin::Child { .. } => {
                // Whether it hears that or not, its input ends now.
                _ = link.map(|link| {
                    link.send(outside(ServerPayload::Bye(Bye { reason: "the match is over".to_owned() })))
                });
            }
        }
    }

    /// How long it may be silent.
    pub fn patience(&self) -> Duration {
        duration(self.limits.silence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lobby::BotListener;
    use std::io::Write;
    use std::net::TcpStream;

    #[test]
    fn why_a_connection_has_ended_is_told_as_often_as_it_is_asked() {
        let limits = ConnectionLimits { outgoing: 1_000, ..ConnectionLimits::default() };
        let listener = BotListener::bind("127.0.0.1:0", limits).unwrap();
        let mut bot = TcpStream::connect(listener.local_addr()).unwrap();
        bot.write_all(b"{\"hello\":{\"protocol\":1,\"name\":\"ann\"}}\n").unwrap();
        let mut remote = RemoteBot::from_lobby(listener.lobby(), "ann", Duration::from_secs(20)).unwrap();
        for _ in 0..2 {
            assert_eq!(remote.send("x".repeat(2_000)), Err(ConnectionError::NotReading));
        }
        assert!(!remote.is_connected());
    }
}
