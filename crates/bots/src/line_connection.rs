//! A blocking connection with two threads: one reads lines of the bot, the other writes to it.

use crate::connection_protocol::{ConnectionError, ConnectionProtocol};
use crate::dialogue::{self, BotInput, DialogueStep};
use crate::limits::ConnectionLimits;
use crate::lines::{LineBuffer, LineBufferError};
use crate::seat_protocol::SeatProtocol;
use rules::Millis;
use std::fmt;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use wire::bot::Hello;

/// What the reading thread receives.
#[derive(Debug)]
enum ConnectionInput {
    Line(Result<String, LineBufferError>),
    Ended(ConnectionError),
}

/// A connection that sends and receives lines. Sending does not block.
#[derive(Debug)]
pub(crate) struct LineConnection {
    protocol: ConnectionProtocol,
    to: Sender<String>,
    from: Receiver<ConnectionInput>,
    /// Bytes that wait for writing.
    outgoing: Arc<AtomicUsize>,
    /// Lines that wait for processing.
    pending: Arc<AtomicUsize>,
    most: usize,
}

impl LineConnection {
    /// Starts both threads; `close` is called when writing has ended.
    pub(crate) fn new(
        read: impl Read + Send + 'static,
        write: impl Write + Send + 'static,
        close: impl Fn() + Send + 'static,
        limits: &ConnectionLimits,
    ) -> LineConnection {
        let ((to, lines), (sender, from)) = (mpsc::channel(), mpsc::channel());
        let (outgoing, pending) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let reader =
            ConnectionReader { pending: pending.clone(), sender, line: limits.line, most: limits.pending };
        let waiting = outgoing.clone();
        thread::spawn(move || reader.run(read));
        thread::spawn(move || {
            write_lines(write, &lines, &waiting);
            close();
        });
        let protocol = ConnectionProtocol::new(*limits, now());
        LineConnection { protocol, to, from, outgoing, pending, most: limits.outgoing }
    }

    /// Queues a line for writing.
    pub(crate) fn send(&self, mut line: String) -> Result<(), ConnectionError> {
        line.push('\n');
        if self.outgoing.fetch_add(line.len(), Ordering::Relaxed) + line.len() > self.most {
            return Err(ConnectionError::NotReading);
        }
        self.to.send(line).map_err(|_| ConnectionError::Closed)
    }

    /// Waits until all lines are written, or until a time.
    pub(crate) fn flush(&self, until: Instant) {
        while self.outgoing.load(Ordering::Relaxed) > 0 && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The number of invalid lines so far.
    pub(crate) fn invalid_lines(&self) -> u32 {
        self.protocol.invalid_lines()
    }

    /// Processes the next line; waits for it if none has arrived. `seat` is the seat of the bot in its game.
    pub(crate) fn next_input(
        &mut self,
        seat: Option<&mut SeatProtocol>,
        wait: Duration,
    ) -> Result<Option<BotInput>, ConnectionError> {
        let input = match self.receive(Duration::ZERO) {
            Some(input) => input,
            None => {
                if let Some(line) = dialogue::tick(&mut self.protocol, now(), seat.as_deref())? {
                    self.send(line)?;
                }
                let Some(input) = self.receive(wait) else { return Ok(None) };
                input
            }
        };
        let line = match input {
            ConnectionInput::Line(line) => line,
            ConnectionInput::Ended(ending) => return Err(ending),
        };
        let effect = self.protocol.receive_line(line.as_deref().map_err(|fault| *fault), now())?;
        match dialogue::respond(effect, seat) {
            DialogueStep::Forward(input) => return Ok(Some(input)),
            DialogueStep::Send(line) => self.send(line)?,
            DialogueStep::SendLong(make) => self.send(make())?,
        }
        Ok(Some(BotInput::Nothing))
    }

    /// Waits for the hello of the bot.
    pub(crate) fn await_hello(&mut self) -> Result<Hello, ConnectionError> {
        loop {
            let wait = duration(self.protocol.next_tick().minus(now()));
            match self.next_input(None, wait.max(Duration::from_millis(1)))? {
                Some(BotInput::Hello(hello)) => return Ok(hello),
                Some(BotInput::Answer(_) | BotInput::Nothing) | None => {}
            }
        }
    }

    /// Says why the connection ends. The bot may be gone already.
    pub(crate) fn say_bye(&self, reason: impl fmt::Display) {
        _ = self.send(dialogue::bye_line(reason));
    }

    fn receive(&self, wait: Duration) -> Option<ConnectionInput> {
        match self.from.recv_timeout(wait) {
            Ok(input) => {
                self.pending.fetch_sub(1, Ordering::Relaxed);
                Some(input)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(ConnectionInput::Ended(ConnectionError::Closed)),
        }
    }
}

struct ConnectionReader {
    sender: Sender<ConnectionInput>,
    pending: Arc<AtomicUsize>,
    line: usize,
    most: usize,
}

impl ConnectionReader {
    fn run(self, mut read: impl Read) {
        let (mut buffer, mut bytes) = (LineBuffer::new(self.line), [0; 8192]);
        loop {
            match read.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => buffer.push(&bytes[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
            while let Some(line) = buffer.next_line() {
                if !self.forward(line) {
                    return;
                }
            }
        }
        self.send(ConnectionInput::Ended(ConnectionError::Closed));
    }

    /// Returns whether reading continues.
    fn forward(&self, line: Result<String, LineBufferError>) -> bool {
        if self.pending.load(Ordering::Relaxed) >= self.most {
            self.send(ConnectionInput::Ended(ConnectionError::Flood));
            return false;
        }
        let last = matches!(line, Err(LineBufferError::TooLong(_)));
        self.send(ConnectionInput::Line(line)) && !last
    }

    fn send(&self, input: ConnectionInput) -> bool {
        self.pending.fetch_add(1, Ordering::Relaxed);
        self.sender.send(input).is_ok()
    }
}

/// Writes all waiting lines together.
fn write_lines(mut write: impl Write, lines: &Receiver<String>, outgoing: &AtomicUsize) {
    while let Ok(mut text) = lines.recv() {
        text.extend(lines.try_iter());
        if write.write_all(text.as_bytes()).and_then(|()| write.flush()).is_err() {
            return;
        }
        outgoing.fetch_sub(text.len(), Ordering::Relaxed);
    }
}

/// The time since the first call, on a monotonic clock.
pub(crate) fn now() -> Millis {
    static START: OnceLock<Instant> = OnceLock::new();
    Millis(START.get_or_init(Instant::now).elapsed().as_millis() as i64)
}

pub(crate) fn duration(span: Millis) -> Duration {
    Duration::from_millis(span.0.max(0) as u64)
}
