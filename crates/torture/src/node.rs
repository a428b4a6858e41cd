//! One server process: started, signalled and ended by its id.

use crate::clock::MovableClock;
use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, Command};

/// The token for the operator's routes of all servers.
pub const ADMIN_TOKEN: &str = "torture-torture-torture";

/// How long a start may take.
const START: Duration = Duration::from_secs(60);

/// How long an orderly end may take: the server's own limit and some slack.
const END: Duration = Duration::from_secs(20);

/// A server process that can be started again.
#[derive(Debug)]
pub struct ServerNode {
    /// Its number.
    pub number: usize,
    /// Where it answers.
    pub address: SocketAddr,
    /// Where bots connect.
    pub bots: SocketAddr,
    program: PathBuf,
    arguments: Vec<String>,
    log: PathBuf,
    clock: Option<MovableClock>,
    child: Option<Child>,
    complaints: Arc<Mutex<LogComplaints>>,
}

/// What a server wrote to its log that should not be there.
#[derive(Clone, Debug, Default)]
pub struct LogComplaints {
    /// Lines with the level ERROR.
    pub errors: usize,
    /// Lines about a panic.
    pub panics: Vec<String>,
    /// The first lines of each error.
    pub samples: Vec<String>,
}

impl ServerNode {
    /// A server that is not started yet, on free ports.
    ///
    /// # Errors
    /// There is no free port.
    pub fn new(number: usize, program: PathBuf, settings: &[String], log: PathBuf) -> Result<ServerNode> {
        let (address, bots) = (free_address()?, free_address()?);
        let own = [
            "serve".to_owned(),
            format!("--port={}", address.port()),
            format!("--bots-port={}", bots.port()),
            format!("--node=node-{number}"),
            format!("--admin-token={ADMIN_TOKEN}"),
        ];
        let arguments = own.into_iter().chain(settings.iter().cloned()).collect();
        let complaints = Arc::default();
        let clock = MovableClock::create(log.with_extension("clock"))?;
        Ok(ServerNode { number, address, bots, program, arguments, log, clock, child: None, complaints })
    }

    /// Starts the process. It does not wait until the server answers.
    ///
    /// # Errors
    /// The program cannot be started.
    pub async fn start(&mut self) -> Result<()> {
        // A full disk is imitated by a limit on the size of files, whose signal would end the process.
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]).arg(&self.program).args(&self.arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        command.env("RUST_BACKTRACE", "1");
        if let Some(clock) = &self.clock {
            clock.wind(&mut command);
        }
        let mut child = command.spawn().context("the server could not be started")?;
        let stderr = child.stderr.take().context("the server has no log")?;
        let log = tokio::fs::OpenOptions::new().create(true).append(true).open(&self.log).await?;
        tokio::spawn(copy_log(stderr, log, self.complaints.clone()));
        self.child = Some(child);
        Ok(())
    }

    /// Waits until the server accepts connections.
    ///
    /// # Errors
    /// It ends, or takes too long.
    pub async fn wait_until_listening(&mut self) -> Result<Duration> {
        let begun = Instant::now();
        while begun.elapsed() < START {
            if tokio::net::TcpStream::connect(self.address).await.is_ok() {
                return Ok(begun.elapsed());
            }
            if let Some(status) = self.child.as_mut().and_then(|child| child.try_wait().ok().flatten()) {
                bail!("node {} ended with {status}; see {}", self.number, self.log.display());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        bail!("node {} does not listen after {START:?}", self.number)
    }

    /// Whether a process was started and not ended by us. A server that ends by itself is started again.
    pub fn is_started(&mut self) -> bool {
        matches!(self.child.as_mut().map(Child::try_wait), Some(Ok(None)))
    }

    /// Ends the process as a power failure would.
    ///
    /// # Errors
    /// The system does not say how it ended.
    pub async fn kill(&mut self) -> Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill().await?;
        }
        Ok(())
    }

    /// Ends the process as an operator would, and returns how it ended.
    ///
    /// # Errors
    /// It does not end in time.
    pub async fn stop(&mut self) -> Result<Option<ExitStatus>> {
        self.signal(Signal::TERM)?;
        let Some(mut child) = self.child.take() else { return Ok(None) };
        match tokio::time::timeout(END, child.wait()).await {
            Ok(status) => Ok(Some(status?)),
            Err(_) => {
                child.kill().await?;
                bail!("node {} did not end within {END:?} after SIGTERM", self.number)
            }
        }
    }

    /// Stops the process where it is.
    ///
    /// # Errors
    /// It does not run.
    pub fn pause(&self) -> Result<()> {
        self.signal(Signal::STOP)
    }

    /// Lets a paused process go on.
    ///
    /// # Errors
    /// It does not run.
    pub fn resume(&self) -> Result<()> {
        self.signal(Signal::CONT)
    }

    /// Limits the size of the files that the process writes; none lifts the limit.
    ///
    /// # Errors
    /// It does not run.
    pub fn limit_files(&self, bytes: Option<u64>) -> Result<()> {
        let limit = Rlimit { current: bytes, maximum: None };
        prlimit(Some(self.pid()?), Resource::Fsize, limit)?;
        Ok(())
    }

    /// Moves the clock of the process this many milliseconds from the right time.
    ///
    /// # Errors
    /// Clocks cannot be moved on this machine.
    pub fn move_clock(&self, offset: i64) -> Result<()> {
        let clock = self.clock.as_ref().context("libfaketime is not installed, so clocks are not moved")?;
        clock.set(offset)
    }

    fn signal(&self, signal: Signal) -> Result<()> {
        Ok(kill_process(self.pid()?, signal)?)
    }

    fn pid(&self) -> Result<Pid> {
        let id = self.child.as_ref().and_then(Child::id).and_then(|id| i32::try_from(id).ok());
        id.and_then(Pid::from_raw).context("the server does not run")
    }

    /// What its log complains about.
    #[must_use]
    pub fn complaints(&self) -> LogComplaints {
        self.complaints.lock().map(|complaints| complaints.clone()).unwrap_or_default()
    }
}

fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// Copies the log into a file and counts what should not be there.
async fn copy_log(stderr: ChildStderr, mut file: tokio::fs::File, complaints: Arc<Mutex<LogComplaints>>) {
    let mut lines = BufReader::new(stderr).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if let Ok(mut complaints) = complaints.lock() {
            complaints.note(&line);
        }
        // The file is for people; the run does not depend on it.
        file.write_all(format!("{line}\n").as_bytes()).await.ok();
    }
    file.flush().await.ok();
}

impl LogComplaints {
    fn note(&mut self, line: &str) {
        if line.contains("panicked at") {
            self.panics.push(line.to_owned());
        }
        if line.contains("ERROR") {
            self.errors += 1;
            if self.samples.len() < 3 {
                self.samples.push(line.to_owned());
            }
        }
    }
}
