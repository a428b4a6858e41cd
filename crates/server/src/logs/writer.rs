//! Writes the log on a thread of its own, so that no request waits for it, and many lines at once where many come.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::Duration;
use tracing_subscriber::fmt::MakeWriter;

/// Lines that wait; more wait outside, so that none is lost.
const WAITING: usize = 4_096;

/// How long lines are gathered. To wake the thread for every line costs a busy server one twentieth of its time.
const GATHERED: Duration = Duration::from_millis(5);

/// How much is written at once.
const CHUNK: usize = 64 << 10;

/// A handle to the writing thread.
#[derive(Clone, Debug)]
pub(super) struct LogWriter {
    lines: SyncSender<LogCommand>,
}

enum LogCommand {
    Line(Vec<u8>),
    /// All lines before it are written once this is answered.
    Flush(SyncSender<()>),
}

impl LogWriter {
    pub(super) fn new(to: impl Write + Send + 'static) -> LogWriter {
        let (lines, strokes) = mpsc::sync_channel(WAITING);
        std::thread::spawn(move || write_all(to, &strokes));
        LogWriter { lines }
    }

    /// Waits until all lines so far are written.
    pub(super) fn flush(&self) {
        let (done, written) = mpsc::sync_channel(1);
        // An error says that the thread is gone, and all lines with it.
        if self.lines.send(LogCommand::Flush(done)).is_ok() {
            written.recv().ok();
        }
    }
}

fn write_all(mut to: impl Write, strokes: &Receiver<LogCommand>) {
    let mut text = Vec::with_capacity(CHUNK);
    let mut flushes = Vec::new();
    while let Ok(stroke) = strokes.recv() {
        if matches!(stroke, LogCommand::Line(_)) {
            std::thread::sleep(GATHERED);
        }
        let mut next = Some(stroke);
        while let Some(stroke) = next {
            match stroke {
                LogCommand::Line(line) => text.extend(line),
                LogCommand::Flush(done) => flushes.push(done),
            }
            next = if text.len() < CHUNK { strokes.try_recv().ok() } else { None };
        }
        // Who reads the log may have gone; that is no reason to stop.
        to.write_all(&text).and_then(|()| to.flush()).ok();
        text.clear();
        flushes.drain(..).for_each(|done| _ = done.send(()));
    }
}

impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let gone = |_| io::Error::other("the log is closed");
        self.lines.send(LogCommand::Line(line.to_vec())).map_err(gone)?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogWriter {
    type Writer = LogWriter;

    fn make_writer(&'a self) -> LogWriter {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_line_is_written_once_and_in_order() {
        let paper = Paper::default();
        let mut writer = LogWriter::new(paper.clone());
        let lines: Vec<String> = (0..10_000).map(|number| format!("line {number}\n")).collect();
        lines.iter().for_each(|line| writer.write_all(line.as_bytes()).unwrap());
        writer.flush();
        assert_eq!(String::from_utf8(paper.0.lock().unwrap().clone()).unwrap(), lines.concat());
    }
}
