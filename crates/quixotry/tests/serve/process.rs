//! The binary as a server.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A server that runs until it is dropped.
pub(crate) struct Process {
    child: Child,
    stderr: Option<ChildStderr>,
    /// Where it can be reached, without a slash at the end.
    pub(crate) url: String,
    /// Where bots connect.
    pub(crate) bots: Option<String>,
}

/// What a run that ended by itself said.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The binary, away from the user's own files and settings.
pub(crate) fn quixotry(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quixotry"));
    command.current_dir(data).env("QUIXOTRY_DATA", data).stdin(Stdio::null());
    command
}

/// Runs it to its end.
pub(crate) fn run(data: &Path, args: &[&str]) -> Ended {
    let output = quixotry(data).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ended { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

impl Process {
    /// Starts a server on a free port, with its database in `data`.
    pub(crate) fn start(data: &Path, args: &[&str]) -> Process {
        Process::start_command(quixotry(data), args)
    }

    /// Starts a server after a line of the shell that limits its process.
    pub(crate) fn start_limited(data: &Path, limits: &str, args: &[&str]) -> Process {
        let program = quixotry(data);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")]).arg(program.get_program());
        command.current_dir(data).env("QUIXOTRY_DATA", data).stdin(Stdio::null());
        Process::start_command(command, args)
    }

    fn start_command(mut command: Command, args: &[&str]) -> Process {
        command.args(["serve", "--port", "0", "--pace", "0s"]).args(args).env("QUIXOTRY_BOTS_PORT", "0");
        for limit in ["ADDRESS", "GAMES", "KEY"] {
            command.env(format!("QUIXOTRY_LIMITS_{limit}"), "off");
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let line = lines.next().unwrap_or_default();
        let url = line.strip_prefix("Quixotry is at ").unwrap_or_else(|| panic!("{line:?}"));
        let bots = lines
            .next()
            .as_deref()
            .and_then(|line| line.strip_prefix("Bots connect to "))
            .map(|rest| rest.split(": ").next().unwrap_or(rest).to_owned());
        Process { url: url.trim_end_matches('/').to_owned(), bots, stderr: child.stderr.take(), child }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, name: &str) {
        let status =
            Command::new("kill").args([&format!("-{name}"), &self.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Reads the log until a line has one of these texts. The limit is that of the test runner.
    pub(crate) fn wait_for_log(&mut self, texts: &[&str]) {
        let mut lines = BufReader::new(self.stderr.as_mut().unwrap()).lines().map_while(Result::ok);
        let found = lines.any(|line| texts.iter().any(|text| line.contains(text)));
        assert!(found, "the log ended without any of {texts:?}");
    }

    /// Waits for its end, which must come soon.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "the server does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Ends it in order, and gives what it logged.
    pub(crate) fn stop(mut self) -> String {
        let stderr = self.stderr.take().unwrap();
        let reader = std::thread::spawn(move || std::io::read_to_string(stderr).unwrap());
        self.signal("TERM");
        let status = self.wait();
        let log = reader.join().unwrap();
        assert!(status.success(), "{status}: {log}");
        log
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that has ended cannot be killed, which is as good.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
