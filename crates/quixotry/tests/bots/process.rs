//! Several processes of the program at the same time.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// After this time a process counts as hanging.
const PATIENCE: Duration = Duration::from_secs(400);

/// A process whose output is read as it comes. It is killed when this is dropped.
pub(crate) struct Process {
    child: Child,
    out: Heard,
    err: Heard,
}

/// What a process says on one of its outputs.
struct Heard {
    text: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

/// What came of a process.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The binary, away from the user's own files and settings.
pub(crate) fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quixotry"));
    command.env("QUIXOTRY_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/data")).env_remove("CLICOLOR_FORCE");
    command
}

/// Starts the binary with a line of arguments that have no spaces in them.
pub(crate) fn start(line: &str) -> Process {
    Process::start(binary().args(line.split_whitespace()))
}

/// Runs the binary to its end, which is a good one.
#[track_caller]
pub(crate) fn run(args: &[&str]) -> String {
    let ended = Process::start(binary().args(args)).end();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    ended.out
}

/// The report of an arena, as JSON.
#[track_caller]
pub(crate) fn report(args: &[&str]) -> serde_json::Value {
    let out = run(&[&["arena"], args, &["--json", "--quiet"]].concat());
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error} in {out}"))
}

/// The line of a report about one bot.
#[track_caller]
pub(crate) fn bot<'a>(report: &'a serde_json::Value, name: &str) -> &'a serde_json::Value {
    let bots = report["bots"].as_array().unwrap();
    bots.iter().find(|bot| bot["name"] == name).unwrap_or_else(|| panic!("no {name} in {report}"))
}

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A program that speaks the protocol by a little Python; `turn(line, what)` answers.
pub(crate) fn python(name: &str, code: &str) -> String {
    let prelude = "import json,os,sys,time\n\
        def say(m): print(json.dumps(m), flush=True)\n\
        say({'hello':{'protocol':1,'name':'py'}})\n\
        def turn(line,what='SMPass'): say({'game':line['game'],'turn':line['turn'],'SM':what})\n\
        for line in map(json.loads, sys.stdin):\n";
    format!("{name}=cmd:python3 -c \"{prelude}{code}\"")
}

impl Process {
    pub(crate) fn start(command: &mut Command) -> Process {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        Process { child, out: Heard::new(out), err: Heard::new(err) }
    }

    /// Says something on its standard input.
    pub(crate) fn say(&mut self, text: &str) {
        self.child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Ends its standard input.
    pub(crate) fn say_no_more(&mut self) {
        drop(self.child.stdin.take());
    }

    /// Waits until it has said something on its standard output.
    #[track_caller]
    pub(crate) fn hears(&self, text: &str) {
        wait(|| self.out.text().contains(text), || format!("no {text:?} in {}", self.out.text()));
    }

    /// Waits until it says where bots connect.
    #[track_caller]
    pub(crate) fn address(&self) -> String {
        let address = || {
            let text = self.err.text();
            let (_, rest) = text.split_once("bots connect to ")?;
            rest.split_once('\n').map(|(address, _)| address.to_owned())
        };
        wait(|| address().is_some(), || self.err.text());
        address().unwrap()
    }

    /// What it has said on its standard error.
    pub(crate) fn errors(&self) -> String {
        self.err.text()
    }

    /// Whether it has a handler for Ctrl-C now.
    pub(crate) fn catches_interrupt(&self) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        // Signal 2 is the second bit.
        caught & 0b10 != 0
    }

    /// Sends what Ctrl-C sends.
    pub(crate) fn interrupt(&self) {
        let status = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Kills it as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn end(mut self) -> Ended {
        self.say_no_more();
        self.finish()
    }

    /// Waits for its end while its standard input stays open.
    #[track_caller]
    pub(crate) fn finish(mut self) -> Ended {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end: {} {}", self.out.text(), self.err.text());
            thread::sleep(Duration::from_millis(10));
        };
        Ended { code: status.code(), out: self.out.all(), err: self.err.all() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl Heard {
    fn new(mut from: impl Read + Send + 'static) -> Heard {
        let text = Arc::new(Mutex::new(String::new()));
        let kept = text.clone();
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = from.read(&mut bytes) {
                kept.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
            }
        });
        Heard { text, reader: Some(reader) }
    }

    fn text(&self) -> String {
        self.text.lock().unwrap().clone()
    }

    fn all(&mut self) -> String {
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        self.text()
    }
}

/// Waits until something holds.
#[track_caller]
pub(crate) fn wait(holds: impl Fn() -> bool, otherwise: impl Fn() -> String) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "{}", otherwise());
        thread::sleep(Duration::from_millis(10));
    }
}
