//! A bot line_outside_game this process, as a child process or over TCP.

use crate::connection_protocol::{ConnectionError, ConnectionProtocol, LineEffect};
use crate::limits::ConnectionLimits;
use crate::line_connection::{ConnectionInput, LineConnection, now};
use crate::lobby::{BotLobby, LobbyBot, await_hello, line_outside_game, new_token, reply, say_bye, welcome};
use crate::process::{BotProcess, CommandLine};
use crate::seat_protocol::SeatProtocol;
use rules::Command;
use std::fmt;
use std::time::{Duration, Instant};
use wire::bot::{Bye, ServerPayload};

/// The interval of checks whether a bot has reconnected.
const RECONNECT_INTERVAL: Duration = Duration::from_millis(200);

/// A bot line_outside_game this process that has sent its hello.
#[derive(Debug)]
pub struct RemoteBot {
    name: String,
    /// The connection, or why it ended.
    connection: Result<LineConnection, ConnectionError>,
    state: ConnectionProtocol,
    limits: ConnectionLimits,
    origin: BotOrigin,
    /// Keeps the slot of the connection occupied.
    _slot: Option<Box<dyn Send + fmt::Debug>>,
}

#[derive(Debug)]
enum BotOrigin {
    Child { command: CommandLine, process: Option<BotProcess> },
    Network { lobby: BotLobby, token: String },
}

/// What a bot did.
#[derive(Debug)]
pub enum BotEvent {
    /// It answered the last request.
    Answer(Command),
    /// Nothing that concerns the game.
    Nothing,
    /// It reconnected and got all messages again. A pending request must be sent again.
    Reconnected,
    /// Its connection ended.
    Disconnected(ConnectionError),
}

impl RemoteBot {
    /// Starts a program and waits for its hello.
    ///
    /// # Errors
    ///
    /// The program cannot be started, or its hello is missing or invalid.
    pub fn launch(command: &CommandLine, limits: ConnectionLimits) -> Result<RemoteBot, ConnectionError> {
        let (mut process, connection) = BotProcess::start(command, &limits)?;
        let mut state = ConnectionProtocol::new(limits, now());
        let hello = await_hello(&connection, &mut state).map_err(|ending| {
            say_bye(&connection, &ending);
            process.wait_for_exit(Duration::from_millis(100));
            ConnectionError::ProcessFailed(format!("{ending}; {}", process.describe_end()))
        })?;
        connection.send(welcome(&new_token()))?;
        let origin = BotOrigin::Child { command: command.clone(), process: Some(process) };
        Ok(RemoteBot { name: hello.name, connection: Ok(connection), state, limits, origin, _slot: None })
    }

    /// Takes a bot with this name from a lobby; waits until it connects if necessary.
    #[must_use]
    pub fn from_lobby(lobby: &BotLobby, name: &str, wait: Duration) -> Option<RemoteBot> {
        let bot = lobby.take(name, wait)?;
        let (name, token) = (bot.name.clone(), bot.token.clone());
        let (connection, state, slot) = bot.into_parts();
        let origin = BotOrigin::Network { lobby: lobby.clone(), token };
        let limits = *lobby.limits();
        Some(RemoteBot { name, connection: Ok(connection), state, limits, origin, _slot: Some(slot) })
    }

    /// The name of the bot.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the bot is connected.
    pub fn is_connected(&self) -> bool {
        self.connection.is_ok()
    }

    /// The number of its invalid lines.
    pub fn invalid_lines(&self) -> u32 {
        self.state.invalid_lines()
    }

    /// Sends a line.
    ///
    /// # Errors
    ///
    /// Why the connection ended.
    pub fn send(&mut self, line: String) -> Result<(), ConnectionError> {
        let sent = self.connection.as_ref().map_err(ConnectionError::clone)?.send(line);
        sent.map_err(|ending| self.disconnect(ending))
    }

    /// Waits until the bot answers or a time has come. Lines that have already arrived are always processed; requests
    /// and errors are answered.
    pub fn next_event(&mut self, protocol: &mut SeatProtocol, until: Instant) -> BotEvent {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.process_line(protocol, left.min(RECONNECT_INTERVAL)) {
                Ok(Some(BotEvent::Nothing)) => {}
                Ok(Some(noise)) => return noise,
                Ok(None) if left.is_zero() => return BotEvent::Nothing,
                Ok(None) => {}
                Err(ending) => return BotEvent::Disconnected(self.disconnect(ending)),
            }
        }
    }

    /// Processes the next line, if one arrives in time.
    fn process_line(
        &mut self,
        protocol: &mut SeatProtocol,
        wait: Duration,
    ) -> Result<Option<BotEvent>, ConnectionError> {
        if self.switch_connection(Duration::ZERO) {
            protocol.resume_lines().into_iter().try_for_each(|line| self.send(line))?;
            return Ok(Some(BotEvent::Reconnected));
        }
        let connection = self.connection.as_ref().map_err(ConnectionError::clone)?;
        if let Some(word) = self.state.tick(now())? {
            connection.send(protocol.line(word))?;
        }
        let line = match connection.receive(wait) {
            None => return Ok(None),
            Some(ConnectionInput::Ended(ending)) => return Err(ending),
            Some(ConnectionInput::Line(line)) => line,
        };
        match self.state.receive_line(line.as_deref().map_err(|fault| *fault), now())? {
            LineEffect::Answer { game, turn, what } => {
                match protocol.accept_answer(game.as_deref(), turn, &what) {
                    Ok(command) => return Ok(Some(BotEvent::Answer(command))),
                    Err(line) => connection.send(line)?,
                }
            }
            LineEffect::Words(hash) => connection.send(protocol.words_line(&hash))?,
            effect => reply(effect).map_or(Ok(()), |word| connection.send(protocol.line(word)))?,
        }
        Ok(Some(BotEvent::Nothing))
    }

    /// Closes the connection.
    fn disconnect(&mut self, ending: ConnectionError) -> ConnectionError {
        let Ok(connection) = std::mem::replace(&mut self.connection, Err(ending.clone())) else {
            return ending;
        };
        say_bye(&connection, &ending);
        drop(connection);
        let ending = match &mut self.origin {
            BotOrigin::Child { process, .. } => match process.take() {
                Some(mut process) => {
                    process.wait_for_exit(Duration::from_millis(100));
                    ConnectionError::ProcessFailed(format!("{ending}; {}", process.describe_end()))
                }
                None => ending,
            },
            BotOrigin::Network { .. } => ending,
        };
        self.connection = Err(ending.clone());
        ending
    }

    /// Switches to a new connection of the same bot. Returns whether there is one.
    fn switch_connection(&mut self, wait: Duration) -> bool {
        let BotOrigin::Network { lobby, token } = &self.origin else { return false };
        let Some(bot) = lobby.take_returning(token, wait) else { return false };
        let (connection, state, slot) = bot.into_parts();
        self.connection = Ok(connection);
        self.state = state;
        self._slot = Some(slot);
        true
    }

    /// Restarts a program, or waits for a bot to reconnect. The bot gets all messages of the game again; a pending
    /// request must be sent again.
    ///
    /// # Errors
    ///
    /// The program cannot be started, or the bot did not reconnect in time.
    pub fn reconnect(&mut self, protocol: &SeatProtocol, wait: Duration) -> Result<(), ConnectionError> {
        match &self.origin {
            BotOrigin::Child { command, .. } => *self = RemoteBot::launch(&command.clone(), self.limits)?,
            BotOrigin::Network { .. } => {
                if !self.switch_connection(wait) {
                    return Err(ConnectionError::Closed);
                }
            }
        }
        protocol.resume_lines().into_iter().try_for_each(|line| self.send(line))
    }

    /// Whether it is a program that can be restarted.
    pub fn is_program(&self) -> bool {
        matches!(self.origin, BotOrigin::Child { .. })
    }

    /// Ends the connection of a program; returns a network bot to its lobby.
    pub fn dismiss(self) {
        let connection = self.connection.ok();
        match &self.origin {
            BotOrigin::Network { lobby, token } => {
                let bot = connection.map(|connection| {
                    let state = self.state.clone();
                    LobbyBot::from_parts(self.name.clone(), token.clone(), connection, state, lobby)
                });
                lobby.put_back(bot, token);
            }
            BotOrigin::Child { .. } => {
                // Errors are ignored: the program's input is closed in any case.
                _ = connection.map(|connection| {
                    connection.send(line_outside_game(ServerPayload::Bye(Bye {
                        reason: "the match is over".to_owned(),
                    })))
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lobby::BotListener;
    use std::io::Write;
    use std::net::TcpStream;

    #[test]
    fn the_reason_of_a_lost_connection_is_kept() {
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
