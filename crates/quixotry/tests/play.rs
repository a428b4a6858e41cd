//! Whole games through a real pseudo-terminal, as a person at a keyboard sees them.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A game that does not answer for so long hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal with a game in it.
struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// Dropping it would hang up.
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn new(args: &str, rows: u16, cols: u16) -> Terminal {
        let pair =
            native_pty_system().openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_quixotry"));
        command.args(["play", "--no-save"].into_iter().chain(args.split_whitespace()));
        command.env("TERM", "xterm-256color");
        command.env("QUIXOTRY_DATA", "/nonexistent");
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(size(rows), size(cols), 0)));
        let (mut output, seen) = (pair.master.try_clone_reader().unwrap(), screen.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                seen.lock().unwrap().process(&bytes[..count]);
            }
        });
        Terminal { screen, keyboard: pair.master.take_writer().unwrap(), child, _master: pair.master }
    }

    fn contents(&self) -> String {
        let contents = self.screen.lock().unwrap().screen().contents();
        contents.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// Waits until something stands on the screen so often.
    fn wait(&self, text: &str, times: usize) {
        let since = Instant::now();
        while self.contents().matches(text).count() < times {
            assert!(since.elapsed() < PATIENCE, "no {text:?} in:\n{}", self.contents());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn type_keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits for the program to end and shows what it left.
    fn end(mut self) -> String {
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status:?}\n{}", self.contents());
        // What was written last may still be on its way.
        std::thread::sleep(Duration::from_millis(200));
        self.contents()
    }
}

fn size(lanes: u16) -> NonZero<u16> {
    NonZero::new(lanes).unwrap()
}

#[test]
fn a_game_line_by_line() {
    let mut terminal = Terminal::new("--seed 7 --pace 0", 110, 100);
    for (line, prompts) in [("hint 2", 1), ("8H DOVE", 2), ("shuf\t", 3), ("nonsense", 4), ("history", 5)] {
        terminal.wait("You>", prompts);
        terminal.type_keys(line);
        terminal.type_keys("\r");
    }
    terminal.wait("You>", 6);
    terminal.type_keys("\u{4}");
    insta::assert_snapshot!(terminal.end());
}

#[test]
fn a_game_in_skrabbkles_own_dialogue() {
    let mut terminal = Terminal::new("--rules skrabbkle --seed 3 --pace 0", 180, 90);
    for (question, line) in [("(l/d):", "d"), ("(o/c):", "o")] {
        terminal.wait(question, 1);
        terminal.type_keys(&format!("{line}\n"));
    }
    for (line, prompts) in [("MALT,8h", 1), ("bad", 2), (",", 3)] {
        terminal.wait("Entering \",\" passes the turn.", prompts);
        terminal.type_keys(&format!("{line}\n"));
    }
    terminal.wait("Entering \",\" passes the turn.", 4);
    terminal.type_keys("\u{4}");
    insta::assert_snapshot!(terminal.end());
}

#[test]
fn a_game_on_the_whole_screen() {
    let mut terminal = Terminal::new("--seed 7 --pace 0 --full-screen", 24, 80);
    terminal.wait("Ctrl-C leave", 1);
    terminal.type_keys("dove");
    terminal.wait("16 points: DOVE 16", 1);
    terminal.type_keys("\r");
    terminal.wait("Greedy plays", 1);
    insta::assert_snapshot!("full_screen", terminal.contents());
    terminal.type_keys("/resign\ry");
    terminal.wait("Greedy wins!", 1);
    terminal.type_keys("xx\r");
    terminal.end();
}

#[test]
fn leaving_the_whole_screen_gives_it_back() {
    let mut terminal = Terminal::new("--seed 7 --pace 0 --full-screen", 24, 80);
    terminal.wait("Ctrl-C leave", 1);
    terminal.type_keys("\u{3}");
    let left = terminal.end();
    assert!(left.trim() == "Goodbye.", "{left}");
}

/// Plays through pipes with a data directory: exit code, output, errors.
fn piped(data: &std::path::Path, args: &str, typed: &str) -> (Option<i32>, String, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quixotry"));
    command.arg("play").args(args.split_whitespace()).env("QUIXOTRY_DATA", data);
    let pipe = std::process::Stdio::piped;
    let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    // A program that does not read its input has its reasons; they are checked.
    _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn missing_options_are_looked_up_and_games_continue() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("play.toml"), "seats = 'Ann,Hal=computer:longest'\nseed = 7\n").unwrap();
    let (code, shown, _) = piped(data.path(), "", "8H DOVE\n");
    assert_eq!(code, Some(0));
    assert!(shown.contains("Ann plays 8H DOVE for 16 points") && shown.contains("Hal plays"), "{shown}");
    let (code, shown, _) = piped(data.path(), "--resume", "history\n");
    assert_eq!(code, Some(0));
    assert!(shown.contains("1 Ann  8H DOVE"), "{shown}");
    let (_, shown, _) = piped(data.path(), "--seats you,computer:greedy", "8H DOVE\n");
    assert!(shown.contains("You play 8H DOVE for 16 points"), "{shown}");
}

#[test]
fn bad_options_say_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    for (args, message) in [
        ("--seats you,computer:best", "there is no computer player called \"best\""),
        ("--seats a,b,c,d,e", "these rules are for 1 to 4 seats, not 5"),
        ("--rules nothing", "there is no set of rules called \"nothing\""),
        ("--lexicon none --seats you,computer", "computers need a lexicon"),
        ("--pace=-1", "--pace is a number of seconds from 0 to 60"),
        ("--pace NaN", "--pace is a number of seconds from 0 to 60"),
        ("--full-screen", "--full-screen needs a terminal"),
        ("--resume", "there is no unfinished game in "),
        ("--resume nothing.jsonl", "nothing.jsonl: No such file"),
        ("--config nothing.toml", "nothing.toml"),
    ] {
        let (code, shown, error) = piped(data.path(), args, "");
        assert!(matches!(code, Some(1 | 2)), "{args}: {code:?} {shown}");
        assert!(error.contains(message), "{args}: {error}");
    }
    std::fs::write(data.path().join("play.toml"), "sets = 1\n").unwrap();
    let (code, _, error) = piped(data.path(), "", "");
    assert!(
        code == Some(1) && error.contains("play.toml") && error.contains("unknown field `sets`"),
        "{error}"
    );
}
