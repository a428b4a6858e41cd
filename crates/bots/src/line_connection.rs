//! Two threads for each bot: one that reads its lines and one that writes ours, so that nobody waits for it.

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

/// What arrives from a bot.
#[derive(Debug)]
pub(crate) enum ConnectionInput {
    Line(Result<String, LineBufferError>),
    Ended(ConnectionError),
}

/// A way to a bot and back.
#[derive(Debug)]
pub(crate) struct LineConnection {
    to: Sender<String>,
    from: Receiver<ConnectionInput>,
    /// Bytes that wait to be written.
    outgoing: Arc<AtomicUsize>,
    /// Lines that wait to be looked at.
    pending: Arc<AtomicUsize>,
    most: usize,
}

impl LineConnection {
    /// Begins to read and write; `close` is called when nothing more can be written.
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

    /// Sends a line, which is written as soon as the bot takes it.
    pub(crate) fn send(&self, mut line: String) -> Result<(), ConnectionError> {
        line.push('\n');
        if self.outgoing.fetch_add(line.len(), Ordering::Relaxed) + line.len() > self.most {
            return Err(ConnectionError::NotReading);
        }
        self.to.send(line).map_err(|_| ConnectionError::Closed)
    }

    /// Waits until all lines are sent, or a time has come.
    pub(crate) fn flush(&self, until: Instant) {
        while self.outgoing.load(Ordering::Relaxed) > 0 && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// What arrives within a time.
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
                if !self.pass_on(line) {
                    return;
                }
            }
        }
        self.send(ConnectionInput::Ended(ConnectionError::Closed));
    }

    /// Says whether to go on.
    fn pass_on(&self, line: Result<String, LineBufferError>) -> bool {
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

/// Lines that wait are written at once.
fn write_lines(mut write: impl Write, lines: &Receiver<String>, outgoing: &AtomicUsize) {
    while let Ok(mut text) = lines.recv() {
        text.extend(lines.try_iter());
        if write.write_all(text.as_bytes()).and_then(|()| write.flush()).is_err() {
            return;
        }
        outgoing.fetch_sub(text.len(), Ordering::Relaxed);
    }
}

/// The time on this process's own clock, which never goes back.
pub(crate) fn now() -> Millis {
    static START: OnceLock<Instant> = OnceLock::new();
    Millis(START.get_or_init(Instant::now).elapsed().as_millis() as i64)
}

pub(crate) fn duration(span: Millis) -> Duration {
    Duration::from_millis(span.0.max(0) as u64)
}
