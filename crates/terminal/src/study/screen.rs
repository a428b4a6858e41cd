//! The analysis room full-screen: the board, the racks, and a table of turns that follows a running simulation.

mod paint;
mod run;

use super::command::{SearchEffort, StudyCommand};
use super::room::StudyRoom;
use super::table::{self, ListedTurn};
use crate::screen::{ScreenKey, TextOverlay, Viewport};
use players::Cancellation;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub use run::run_study_screen;

/// How long a simulation goes on between two pictures.
const SLICE: Duration = Duration::from_millis(200);

/// An analysis room on a screen. It reads keys and ticks, and paints frames; it does no input or output of its own.
pub struct StudyScreen {
    room: StudyRoom,
    coloured: bool,
    mode: StudyMode,
    work: StudyWork,
    /// How much of a simulation one tick does.
    slice: SearchEffort,
    /// The turn of the list that Enter tries.
    selected: usize,
    message: StudyMessage,
    viewport: Viewport,
}

/// What the next key does.
#[derive(Clone, PartialEq, Eq, Debug)]
enum StudyMode {
    /// Keys go through the game and the list.
    Browse,
    /// A command is typed.
    TypeLine(String),
    /// A text covers the board.
    ReadText(TextOverlay),
    /// There are changes that are not saved.
    ConfirmLeave,
}

/// What the engine does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StudyWork {
    Nothing,
    /// Simulates until a key stops it.
    Simulate,
    /// Simulates until this many games are played.
    SimulateGames(u64),
    /// Simulates until this time.
    SimulateUntil(Instant),
    /// Solves an endgame or a pre-endgame.
    Solve(Option<Duration>),
}

/// The line below the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct StudyMessage {
    text: String,
    bad: bool,
}

impl StudyScreen {
    /// A study of this room.
    #[must_use]
    pub fn new(room: StudyRoom) -> StudyScreen {
        StudyScreen {
            room,
            coloured: true,
            mode: StudyMode::Browse,
            work: StudyWork::Nothing,
            slice: SearchEffort::Time(SLICE),
            selected: 0,
            message: StudyMessage { text: "? shows what the keys do.".to_owned(), bad: false },
            viewport: Viewport::default(),
        }
    }

    /// Turns colours off.
    #[must_use]
    pub fn without_colours(self) -> StudyScreen {
        StudyScreen { coloured: false, ..self }
    }

    /// Lets each tick of a simulation play this many games, instead of some time.
    #[must_use]
    pub fn with_games_per_tick(self, games: u64) -> StudyScreen {
        StudyScreen { slice: SearchEffort::Games(games), ..self }
    }

    /// Whether the next tick has work to do.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.work != StudyWork::Nothing
    }

    /// Whether the next tick does all of its work at once, so that it is run beside the keyboard.
    fn is_solving(&self) -> bool {
        matches!(self.work, StudyWork::Solve(_))
    }

    fn cancellation(&self) -> Cancellation {
        self.room.cancellation().clone()
    }

    /// Does a part of the engine's work. Call it regularly while [`StudyScreen::is_busy`].
    pub fn tick(&mut self) {
        let done = match self.work {
            StudyWork::Nothing => return,
            StudyWork::Solve(time) => {
                self.work = StudyWork::Nothing;
                self.room.solve(time)
            }
            StudyWork::Simulate | StudyWork::SimulateGames(_) | StudyWork::SimulateUntil(_) => {
                self.room.simulate(self.slice)
            }
        };
        match done {
            Ok(_) => self.message = StudyMessage::default(),
            Err(error) => {
                self.work = StudyWork::Nothing;
                self.say_bad(error.to_string());
            }
        }
        if self.is_simulation_over() {
            self.work = StudyWork::Nothing;
        }
    }

    fn is_simulation_over(&self) -> bool {
        match self.work {
            StudyWork::Nothing | StudyWork::Solve(_) => false,
            StudyWork::Simulate => self.room.is_clear(),
            StudyWork::SimulateGames(games) => {
                self.room.is_clear() || self.room.simulated_games() >= Some(games)
            }
            StudyWork::SimulateUntil(time) => self.room.is_clear() || Instant::now() >= time,
        }
    }

    /// Handles a key; breaks when the user leaves.
    pub fn press(&mut self, key: ScreenKey) -> ControlFlow<()> {
        match std::mem::replace(&mut self.mode, StudyMode::Browse) {
            StudyMode::Browse => return self.press_browsing(key),
            StudyMode::TypeLine(line) => return self.press_typing(key, line),
            StudyMode::ConfirmLeave => match key {
                ScreenKey::Char('y' | 'Y') | ScreenKey::Leave => return ControlFlow::Break(()),
                _ => self.say("The room stays open."),
            },
            StudyMode::ReadText(mut text) => {
                if text.scroll(key) {
                    self.mode = StudyMode::ReadText(text);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn press_browsing(&mut self, key: ScreenKey) -> ControlFlow<()> {
        match key {
            ScreenKey::Left => self.carry_out(StudyCommand::Back),
            ScreenKey::Right => self.carry_out(StudyCommand::Next),
            ScreenKey::Home => self.carry_out(StudyCommand::Start),
            ScreenKey::End => self.carry_out(StudyCommand::End),
            ScreenKey::Up => self.selected = self.selected.saturating_sub(1),
            ScreenKey::Down => self.selected = (self.selected + 1).min(self.rows().0.len().saturating_sub(1)),
            ScreenKey::Enter => self.try_selected(),
            ScreenKey::Backspace => self.carry_out(StudyCommand::Undo),
            ScreenKey::Leave | ScreenKey::Escape if self.is_busy() => self.stop(),
            ScreenKey::Leave | ScreenKey::Char('q') => return self.leave(),
            ScreenKey::Char('s' | ' ') if self.is_busy() => self.stop(),
            ScreenKey::Char('s' | ' ') => self.work = StudyWork::Simulate,
            ScreenKey::Char('p') => self.carry_out(StudyCommand::parse("plays 50")),
            ScreenKey::Char('e') => self.carry_out(StudyCommand::Solve(None)),
            ScreenKey::Char('h') => self.carry_out(StudyCommand::History),
            ScreenKey::Char('u') => self.carry_out(StudyCommand::Unseen),
            ScreenKey::Char('v') => self.carry_out(StudyCommand::Variations),
            ScreenKey::Char('k') => self.carry_out(StudyCommand::Keep(String::new())),
            ScreenKey::Char('n') => self.mode = StudyMode::TypeLine("note ".to_owned()),
            ScreenKey::Char('?') => self.read_text(help_text()),
            ScreenKey::Char('/' | ':') => self.mode = StudyMode::TypeLine(String::new()),
            ScreenKey::Char(sign) if sign.is_ascii_digit() => {
                self.mode = StudyMode::TypeLine(sign.to_string());
            }
            ScreenKey::Char(_)
            | ScreenKey::Tab
            | ScreenKey::Escape
            | ScreenKey::PageUp
            | ScreenKey::PageDown => {}
        }
        ControlFlow::Continue(())
    }

    fn press_typing(&mut self, key: ScreenKey, mut line: String) -> ControlFlow<()> {
        match key {
            ScreenKey::Enter => return self.run_line(&line),
            ScreenKey::Escape | ScreenKey::Leave => return ControlFlow::Continue(()),
            ScreenKey::Backspace if line.pop().is_none() => return ControlFlow::Continue(()),
            ScreenKey::Char(sign) if line.len() < 400 => line.push(sign),
            _ => {}
        }
        self.mode = StudyMode::TypeLine(line);
        ControlFlow::Continue(())
    }

    fn run_line(&mut self, line: &str) -> ControlFlow<()> {
        match StudyCommand::parse(line) {
            StudyCommand::Quit => return self.leave(),
            command => self.carry_out(command),
        }
        ControlFlow::Continue(())
    }

    fn leave(&mut self) -> ControlFlow<()> {
        if !self.room.has_changes() {
            return ControlFlow::Break(());
        }
        self.mode = StudyMode::ConfirmLeave;
        self.say("There are changes that are not saved. Leave anyway? (y/n)");
        ControlFlow::Continue(())
    }

    fn stop(&mut self) {
        self.work = StudyWork::Nothing;
        self.say("Stopped; s goes on.");
    }

    fn try_selected(&mut self) {
        match self.rows().0.is_empty() {
            true => self.say("List turns first: p lists plays, s simulates."),
            false => self.carry_out(StudyCommand::Try((self.selected + 1).to_string())),
        }
    }

    /// Carries out a command. What the screen shows anyway is not told again.
    fn carry_out(&mut self, command: StudyCommand) {
        match command {
            StudyCommand::Simulate(SearchEffort::Games(games)) => {
                self.work =
                    StudyWork::SimulateGames(self.room.simulated_games().unwrap_or(0).saturating_add(games));
            }
            StudyCommand::Simulate(SearchEffort::Time(time)) => {
                self.work = StudyWork::SimulateUntil(Instant::now() + time);
            }
            StudyCommand::Solve(time) => {
                self.work = StudyWork::Solve(time);
                self.say("Solving; any key stops.");
            }
            StudyCommand::Help | StudyCommand::History | StudyCommand::Unseen | StudyCommand::Variations => {
                match self.room.carry_out(command) {
                    Ok(text) => self.read_text(text),
                    Err(error) => self.say_bad(error.to_string()),
                }
            }
            StudyCommand::Add(_)
            | StudyCommand::Opponent(_)
            | StudyCommand::Keep(_)
            | StudyCommand::Save(_)
            | StudyCommand::Wrong(_) => self.tell(command, true),
            StudyCommand::Nothing | StudyCommand::Quit => {}
            StudyCommand::Next
            | StudyCommand::Back
            | StudyCommand::Turn(_)
            | StudyCommand::Start
            | StudyCommand::End
            | StudyCommand::Board
            | StudyCommand::Plays(_)
            | StudyCommand::Rack(_)
            | StudyCommand::Try(_)
            | StudyCommand::Undo
            | StudyCommand::Note(_)
            | StudyCommand::Score(_) => {
                self.selected = 0;
                self.work = StudyWork::Nothing;
                self.tell(command, false);
            }
        }
    }

    fn tell(&mut self, command: StudyCommand, aloud: bool) {
        match self.room.carry_out(command) {
            Ok(text) if aloud => self.say(&text.replace('\n', " ")),
            Ok(_) => self.message = StudyMessage::default(),
            Err(error) => self.say_bad(error.to_string()),
        }
    }

    fn read_text(&mut self, text: String) {
        self.mode = StudyMode::ReadText(TextOverlay::new(text));
    }

    fn say(&mut self, text: &str) {
        self.message = StudyMessage { text: text.to_owned(), bad: false };
    }

    fn say_bad(&mut self, text: String) {
        self.message = StudyMessage { text, bad: true };
    }

    /// The rows of the list, and what ended the search.
    fn rows(&self) -> (Vec<ListedTurn>, Option<&'static str>) {
        match self.room.current_list() {
            (listed, Some(view)) => table::list_rows(listed, &view),
            (_, None) => (Vec::new(), None),
        }
    }
}

fn help_text() -> String {
    let keys = "\
← →, Home, End    go through the game
p                 list the best plays by score and leave
s, Space          simulate; again: stop; again: go on
e                 solve an endgame or a pre-endgame; any key stops
↑ ↓, Enter        choose a turn of the list, try it
Backspace         take back the last turn that was tried
k, v              keep the turns that were tried as a variation; list variations
n                 write a note on the turn that led here
h, u              list the turns; list the unseen tiles
/                 type a command, or a turn such as 8H WORD
q, Ctrl-C         leave

After / :";
    format!("{keys}\n{}", super::command::help())
}
