//! Two threads for each bot: one that reads its lines and one that writes ours, so that nobody waits for it.

use crate::conversation::Ending;
use crate::limits::Limits;
use crate::lines::{LineBuffer, LineFault};
use rules::Millis;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// What arrives from a bot.
#[derive(Debug)]
pub(crate) enum Input {
    Line(Result<String, LineFault>),
    Ended(Ending),
}

/// A way to a bot and back.
#[derive(Debug)]
pub(crate) struct Link {
    to: Sender<String>,
    from: Receiver<Input>,
    /// Bytes that wait to be written.
    outgoing: Arc<AtomicUsize>,
    /// Lines that wait to be looked at.
    pending: Arc<AtomicUsize>,
    most: usize,
}

impl Link {
    /// Begins to read and write; `close` is called when nothing more can be written.
    pub(crate) fn new(
        read: impl Read + Send + 'static,
        write: impl Write + Send + 'static,
        close: impl Fn() + Send + 'static,
        limits: &Limits,
    ) -> Link {
        let ((to, lines), (sender, from)) = (mpsc::channel(), mpsc::channel());
        let (outgoing, pending) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let reader = Reader { pending: pending.clone(), sender, line: limits.line, most: limits.pending };
        let waiting = outgoing.clone();
        thread::spawn(move || reader.run(read));
        thread::spawn(move || {
            write_lines(write, &lines, &waiting);
            close();
        });
        Link { to, from, outgoing, pending, most: limits.outgoing }
    }

    /// Sends a line, which is written as soon as the bot takes it.
    pub(crate) fn send(&self, mut line: String) -> Result<(), Ending> {
        line.push('\n');
        if self.outgoing.fetch_add(line.len(), Ordering::Relaxed) + line.len() > self.most {
            return Err(Ending::Deaf);
        }
        self.to.send(line).map_err(|_| Ending::Closed)
    }

    /// Waits until all lines are sent, or a time has come.
    pub(crate) fn flush(&self, until: Instant) {
        while self.outgoing.load(Ordering::Relaxed) > 0 && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// What arrives within a time.
    pub(crate) fn receive(&self, wait: Duration) -> Option<Input> {
        match self.from.recv_timeout(wait) {
            Ok(input) => {
                self.pending.fetch_sub(1, Ordering::Relaxed);
                Some(input)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Input::Ended(Ending::Closed)),
        }
    }
}

struct Reader {
    sender: Sender<Input>,
    pending: Arc<AtomicUsize>,
    line: usize,
    most: usize,
}

impl Reader {
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
        self.send(Input::Ended(Ending::Closed));
    }

    /// Says whether to go on.
    fn pass_on(&self, line: Result<String, LineFault>) -> bool {
        if self.pending.load(Ordering::Relaxed) >= self.most {
            self.send(Input::Ended(Ending::Flood));
            return false;
        }
        let last = matches!(line, Err(LineFault::TooLong(_)));
        self.send(Input::Line(line)) && !last
    }

    fn send(&self, input: Input) -> bool {
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
