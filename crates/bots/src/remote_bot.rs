//! A bot outside this process, as a child process or over TCP.

use crate::connection_protocol::ConnectionError;
use crate::dialogue::{BotInput, welcome_line};
use crate::limits::ConnectionLimits;
use crate::line_connection::LineConnection;
use crate::lobby::{BotLobby, LobbyBot, MATCH_OVER, new_token};
use crate::process::{BotProcess, CommandLine};
use crate::seat_protocol::SeatProtocol;
use rules::Command;
use std::fmt;
use std::time::{Duration, Instant};

/// The interval of checks whether a bot has reconnected.
const RECONNECT_INTERVAL: Duration = Duration::from_millis(200);

/// A bot outside this process that has sent its hello.
#[derive(Debug)]
pub struct RemoteBot {
    name: String,
    /// The connection, or why it ended.
    connection: Result<LineConnection, ConnectionError>,
    /// The number of invalid lines on the connections that ended.
    invalid_lines: u32,
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
        let (mut process, mut connection) = BotProcess::start(command, &limits)?;
        let hello = connection.await_hello().map_err(|ending| {
            connection.say_bye(&ending);
            process.wait_for_exit(Duration::from_millis(100));
            ConnectionError::ProcessFailed(format!("{ending}; {}", process.describe_end()))
        })?;
        connection.send(welcome_line(&new_token()))?;
        let origin = BotOrigin::Child { command: command.clone(), process: Some(process) };
        Ok(RemoteBot::new(hello.name, connection, limits, origin, None))
    }

    /// Takes a bot with this name from a lobby; waits until it connects if necessary.
    #[must_use]
    pub fn from_lobby(lobby: &BotLobby, name: &str, wait: Duration) -> Option<RemoteBot> {
        let bot = lobby.take(name, wait)?;
        let (name, token) = (bot.name.clone(), bot.token.clone());
        let (connection, slot) = bot.into_parts();
        let origin = BotOrigin::Network { lobby: lobby.clone(), token };
        Some(RemoteBot::new(name, connection, *lobby.limits(), origin, Some(slot)))
    }

    fn new(
        name: String,
        connection: LineConnection,
        limits: ConnectionLimits,
        origin: BotOrigin,
        slot: Option<Box<dyn Send + fmt::Debug>>,
    ) -> RemoteBot {
        RemoteBot { name, connection: Ok(connection), invalid_lines: 0, limits, origin, _slot: slot }
    }

    /// The name of the bot.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the bot is connected.
    pub fn is_connected(&self) -> bool {
        self.connection.is_ok()
    }

    /// The number of its invalid lines, on all its connections.
    pub fn invalid_lines(&self) -> u32 {
        self.invalid_lines + self.connection.as_ref().map_or(0, LineConnection::invalid_lines)
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
        let connection = self.connection.as_mut().map_err(|ending| ending.clone())?;
        Ok(connection.next_input(Some(protocol), wait)?.map(|input| match input {
            BotInput::Answer(command) => BotEvent::Answer(command),
            BotInput::Hello(_) | BotInput::Nothing => BotEvent::Nothing,
        }))
    }

    /// Closes the connection.
    fn disconnect(&mut self, ending: ConnectionError) -> ConnectionError {
        let Ok(connection) = std::mem::replace(&mut self.connection, Err(ending.clone())) else {
            return ending;
        };
        self.invalid_lines += connection.invalid_lines();
        connection.say_bye(&ending);
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
        let (connection, slot) = bot.into_parts();
        self.invalid_lines = self.invalid_lines();
        self.connection = Ok(connection);
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
            BotOrigin::Child { command, .. } => {
                let invalid_lines = self.invalid_lines();
                let launched = RemoteBot::launch(&command.clone(), self.limits)?;
                *self = RemoteBot { invalid_lines, ..launched };
            }
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
                    LobbyBot::from_parts(self.name.clone(), token.clone(), connection, lobby)
                });
                lobby.put_back(bot, token);
            }
            BotOrigin::Child { .. } => {
                // The program's input is closed in any case.
                connection.iter().for_each(|connection| connection.say_bye(MATCH_OVER));
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
