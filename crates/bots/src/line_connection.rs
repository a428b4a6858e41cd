//! A blocking connection with two threads: one reads lines of the bot, the other writes to it.

use crate::connection_protocol::ConnectionError;
use crate::limits::ConnectionLimits;
use crate::lines::{LineBuffer, LineBufferError};
use rules::Millis;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// What a connection receives.
#[derive(Debug)]
pub(crate) enum ConnectionInput {
    Line(Result<String, LineBufferError>),
    Ended(ConnectionError),
}

/// A connection that sends and receives lines. Sending does not block.
#[derive(Debug)]
pub(crate) struct LineConnection {
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
        LineConnection { to, from, outgoing, pending, most: limits.outgoing }
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

    /// Waits for the next input.
    pub(crate) fn receive(&self, wait: Duration) -> Option<ConnectionInput> {
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
