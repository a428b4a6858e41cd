//! An asynchronous TCP connection to a bot, for servers with many of them.

use crate::connection_protocol::{ConnectionError, ConnectionProtocol};
use crate::dialogue::{self, BotInput, DialogueStep};
use crate::limits::ConnectionLimits;
use crate::line_connection::duration;
use crate::lines::LineBuffer;
use crate::seat_protocol::SeatProtocol;
use rules::Millis;
use std::fmt;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};

/// How long it may take to tell a bot that there is no place for it.
const REJECT_TIMEOUT: Duration = Duration::from_secs(1);

/// A TCP connection to a bot. Pings, errors and requests for words are handled here; the host gets what is left.
#[derive(Debug)]
pub struct BotStream {
    stream: TcpStream,
    lines: LineBuffer,
    protocol: ConnectionProtocol,
    limits: ConnectionLimits,
    began: Instant,
}

impl BotStream {
    /// A connection that has just been accepted.
    #[must_use]
    pub fn new(stream: TcpStream, limits: ConnectionLimits) -> BotStream {
        // Without it the connection is only slower.
        stream.set_nodelay(true).ok();
        BotStream {
            stream,
            lines: LineBuffer::new(limits.line),
            protocol: ConnectionProtocol::new(limits, Millis(0)),
            limits,
            began: Instant::now(),
        }
    }

    fn now(&self) -> Millis {
        Millis(self.began.elapsed().as_millis() as i64)
    }

    /// Waits until [`next_input`](BotStream::next_input) has something to do. If the wait is cancelled, nothing is
    /// lost.
    ///
    /// # Errors
    ///
    /// The connection was closed.
    pub async fn wait(&mut self) -> Result<(), ConnectionError> {
        let mut bytes = [0; 8_192];
        let check = self.began + duration(self.protocol.next_tick());
        tokio::select! {
            read = self.stream.read(&mut bytes) => match read {
                Ok(0) | Err(_) => Err(ConnectionError::Closed),
                Ok(count) => {
                    self.lines.push(&bytes[..count]);
                    Ok(())
                }
            },
            () = sleep_until(check) => Ok(()),
        }
    }

    /// Processes the next line that has arrived; `None` if there is none. `seat` is the seat of the bot in its game.
    ///
    /// # Errors
    ///
    /// The connection must be closed.
    pub async fn next_input(
        &mut self,
        seat: Option<&mut SeatProtocol>,
    ) -> Result<Option<BotInput>, ConnectionError> {
        let now = self.now();
        let Some(line) = self.lines.next_line() else {
            if let Some(line) = dialogue::tick(&mut self.protocol, now, seat.as_deref())? {
                self.send(line).await?;
            }
            return Ok(None);
        };
        let effect = self.protocol.receive_line(line.as_deref().map_err(|fault| *fault), now)?;
        match dialogue::respond(effect, seat) {
            DialogueStep::Forward(input) => return Ok(Some(input)),
            DialogueStep::Send(line) => self.send(line).await?,
            DialogueStep::SendLong(make) => {
                let line = tokio::task::spawn_blocking(make).await;
                self.send(line.map_err(|_| ConnectionError::Closed)?).await?;
            }
        }
        Ok(Some(BotInput::Nothing))
    }

    /// Sends a line.
    ///
    /// # Errors
    ///
    /// The connection was closed, or the bot does not read.
    pub async fn send(&mut self, mut line: String) -> Result<(), ConnectionError> {
        line.push('\n');
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match timeout(duration(self.limits.write), self.stream.write(rest)).await {
                Ok(Ok(written @ 1..)) => rest = &rest[written..],
                Ok(_) => return Err(ConnectionError::Closed),
                Err(_) => return Err(ConnectionError::NotReading),
            }
        }
        Ok(())
    }

    /// Sends several lines.
    ///
    /// # Errors
    ///
    /// Those of [`send`](BotStream::send).
    pub async fn send_all(&mut self, lines: Vec<String>) -> Result<(), ConnectionError> {
        for line in lines {
            self.send(line).await?;
        }
        Ok(())
    }

    /// Answers the hello with the token that the bot needs to reconnect.
    ///
    /// # Errors
    ///
    /// Those of [`send`](BotStream::send).
    pub async fn welcome(&mut self, token: &str) -> Result<(), ConnectionError> {
        self.send(dialogue::welcome_line(token)).await
    }

    /// Says why the connection ends, and closes it.
    pub async fn say_bye(mut self, reason: impl fmt::Display) {
        // The bot may have disconnected.
        self.send(dialogue::bye_line(reason)).await.ok();
    }

    /// Tells a bot that too many are connected, and closes the connection.
    pub async fn reject(mut stream: TcpStream) {
        let line = dialogue::full_line() + "\n";
        timeout(REJECT_TIMEOUT, stream.write_all(line.as_bytes())).await.ok();
    }
}
