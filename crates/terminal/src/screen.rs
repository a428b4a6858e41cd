//! The game on the whole screen: a board with a cursor, the draft of a play with its score, lists beside it.

mod draft;

mod window;

mod paint;

mod run;

use crate::request::Request;
use crate::table::Table;
use crate::tell;
use crate::{answers, reading, request};
use draft::Draft;
use notation::plays::Turn;
use rules::{Axis, Command, Coord, Play, Refusal, Seat, SeededChance, Viewer};
use std::time::{Duration, Instant};
use window::Window;

pub use run::run_full_screen;

/// What can be pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A character.
    Char(char),
    /// An arrow.
    Arrow(Axis, Towards),
    /// Enter.
    Enter,
    /// Backspace.
    Backspace,
    /// Tab.
    Tab,
    /// Escape.
    Escape,
    /// Ctrl-C or Ctrl-D: leave.
    Leave,
}

/// Which way an arrow points along its axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Towards {
    /// Left or up.
    Back,
    /// Right or down.
    Ahead,
}

/// What comes after a key or a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The game goes on.
    On,
    /// The player leaves.
    Leave,
}

/// A game on the whole screen: keys and moments go in, pictures come out.
pub struct ScreenGame {
    table: Table,
    pace: Duration,
    coloured: bool,
    mode: Mode,
    cursor: Coord,
    axis: Axis,
    window: Window,
    draft: Draft,
    message: Message,
    /// When the computer's play is shown.
    due: Option<Instant>,
    /// How many events the person at the keyboard has been told.
    told: usize,
    shown: Option<Seat>,
    shuffles: SeededChance,
}

/// What keys mean now.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Mode {
    /// Letters are laid.
    Laying,
    /// A line is typed.
    Typing(String),
    /// The keyboard is handed to somebody else; no rack is shown.
    Handing(Seat),
    /// A yes or no is awaited.
    Resigning,
    /// A text lies over the board until a key is pressed.
    Reading(String),
}

/// The line below the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Message {
    text: String,
    bad: bool,
}

impl ScreenGame {
    /// A game to be played with pauses of this length before a computer's play is shown.
    pub fn new(table: Table, pace: Duration) -> ScreenGame {
        let (cursor, told) = (table.rules().board.start(), table.record().events().len());
        let mut game = ScreenGame {
            table,
            pace,
            coloured: true,
            mode: Mode::Laying,
            cursor,
            axis: Axis::Across,
            window: Window::default(),
            draft: Draft::default(),
            message: Message {
                text: "Type letters to lay tiles, Enter to play, ? for help.".to_owned(),
                bad: false,
            },
            due: None,
            told,
            shown: None,
            shuffles: SeededChance::new(told as u64),
        };
        game.hand_over();
        game
    }

    /// The same without colours.
    pub fn without_colours(self) -> ScreenGame {
        ScreenGame { coloured: false, ..self }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whose tiles are shown: the person's whose turn it is, or the only one's.
    fn owner(&self) -> Option<Seat> {
        let on_turn = self.table.waiting().filter(|&seat| !self.table.is_computer(seat));
        let only = || {
            let mut people = self.table.people();
            people.next().filter(|_| people.next().is_none())
        };
        match self.mode {
            Mode::Handing(_) => None,
            _ => on_turn.or_else(only),
        }
    }

    /// The person who is to act now.
    fn acting(&self) -> Option<Seat> {
        self.table.waiting().filter(|&seat| !self.table.is_computer(seat) && self.shown == Some(seat))
    }

    /// A moment has passed: computers play, clocks fall.
    pub fn tick(&mut self, now: Instant) {
        let Some(seat) = self.table.waiting() else { return };
        if self.table.is_computer(seat) {
            self.await_computer(seat, now);
        } else if self
            .table
            .game()
            .deadline()
            .is_some_and(|(on_turn, at)| on_turn == seat && self.table.now() > at)
        {
            _ = self.table.act(seat, &Command::Timeout);
            self.after_act();
        }
        if let Some(error) = self.table.trouble() {
            self.say_bad(format!("The game cannot be saved any more: {error}."));
        }
    }

    fn await_computer(&mut self, seat: Seat, now: Instant) {
        match self.due {
            None => {
                self.due = Some(now + self.pace);
                if self.told == self.table.record().events().len() {
                    self.say(format!("{} is thinking …", self.table.name(seat)));
                }
            }
            Some(due) if now >= due => {
                let command = self.table.think(seat);
                self.table.act_as_computer(seat, &command);
                self.after_act();
            }
            Some(_) => {}
        }
    }

    /// A key was pressed.
    pub fn press(&mut self, key: Key) -> Step {
        if key == Key::Leave {
            return Step::Leave;
        }
        match std::mem::replace(&mut self.mode, Mode::Laying) {
            Mode::Laying => return self.press_laying(key),
            Mode::Typing(line) => return self.press_typing(key, line),
            Mode::Handing(seat) => self.press_handing(key, seat),
            Mode::Resigning => self.press_resigning(key),
            Mode::Reading(_) => {}
        }
        Step::On
    }

    fn press_handing(&mut self, key: Key, seat: Seat) {
        if key != Key::Enter {
            self.mode = Mode::Handing(seat);
            return;
        }
        self.shown = Some(seat);
        self.tell_new();
    }

    fn press_resigning(&mut self, key: Key) {
        match (key, self.acting()) {
            (Key::Char('y' | 'Y'), Some(seat)) => self.act(seat, &Command::Resign, "resign"),
            _ => self.say("You play on.".to_owned()),
        }
    }

    fn press_laying(&mut self, key: Key) -> Step {
        match key {
            Key::Arrow(axis, towards) => self.move_cursor(axis, towards),
            Key::Tab | Key::Char(' ') => self.axis = self.axis.other(),
            Key::Escape => self.draft.clear(),
            Key::Backspace => self.take_back(),
            Key::Enter if self.table.game().is_over() => return Step::Leave,
            Key::Enter => self.play_draft(),
            Key::Char('?') => self.mode = Mode::Reading(help(&self.table)),
            Key::Char('/' | ':') => self.mode = Mode::Typing(String::new()),
            Key::Char(sign) => self.lay(sign),
            Key::Leave => return Step::Leave,
        }
        Step::On
    }

    fn press_typing(&mut self, key: Key, mut line: String) -> Step {
        match key {
            Key::Enter => return self.obey(&line),
            Key::Escape => return Step::On,
            Key::Backspace if line.pop().is_none() => return Step::On,
            Key::Char(sign) if line.len() < 200 => line.push(sign),
            _ => {}
        }
        self.mode = Mode::Typing(line);
        Step::On
    }

    fn move_cursor(&mut self, axis: Axis, towards: Towards) {
        let step = if towards == Towards::Back { -1 } else { 1 };
        let next = self.cursor.step(axis, step);
        let inside = self.table.rules().board.window().is_none_or(|window| window.contains(next));
        if inside && self.window.may_show(next, self.table.game().grid(), self.table.rules()) {
            self.cursor = next;
        }
    }

    /// Lays the tile for a letter under the cursor and goes on to the next free square.
    fn lay(&mut self, sign: char) {
        let Some(seat) = self.acting() else { return };
        let laid = self.draft.lay(&self.table, seat, self.cursor, sign);
        match laid {
            Ok(()) => self.advance(),
            Err(message) => self.say_bad(message),
        }
    }

    fn advance(&mut self) {
        let (grid, board) = (self.table.game().grid(), &self.table.rules().board);
        let mut next = self.cursor.step(self.axis, 1);
        while grid.has(next) || self.draft.has(next) {
            next = next.step(self.axis, 1);
        }
        if board.has(next) {
            self.cursor = next;
        }
        self.message = Message::default();
    }

    fn take_back(&mut self) {
        if let Some(laid) = self.draft.pop() {
            self.cursor = laid.at;
        }
    }

    /// What the draft would be, once it has a tile.
    fn judged(&self) -> Option<Result<Play, Refusal>> {
        let seat = self.acting()?;
        self.draft.judged(&self.table, seat, self.axis)
    }

    fn play_draft(&mut self) {
        let Some(seat) = self.acting() else { return };
        if self.draft.is_empty() {
            return self.say_bad("Lay some tiles first; / and `pass` passes the turn.".to_owned());
        }
        let command = Command::Play(self.draft.placement(self.axis));
        self.act(seat, &command, "");
    }

    fn act(&mut self, seat: Seat, command: &Command, typed: &str) {
        match self.table.act(seat, command) {
            Ok(_) => self.after_act(),
            Err(refusal) => {
                let text = answers::refused(&self.table, seat, &refusal, command, typed);
                self.say_bad(text);
            }
        }
    }

    fn after_act(&mut self) {
        self.draft.clear();
        self.due = None;
        if self.table.people().count() < 2 || self.table.game().is_over() {
            self.tell_new();
        }
        self.hand_over();
    }

    /// Tells what the person at the keyboard has not heard; the end of the game lies over the board.
    fn tell_new(&mut self) {
        let viewer = self.shown.map_or(Viewer::Spectator, Viewer::Seat);
        let lines = tell::since(&self.table, self.told, viewer);
        self.told = self.table.record().events().len();
        if self.table.game().is_over() {
            self.mode = Mode::Reading(lines.join("\n"));
            self.say("The game is over: Enter leaves.".to_owned());
        } else if !lines.is_empty() {
            self.say(lines.join(" "));
        }
    }

    /// With several people the keyboard changes hands; nobody sees the other's tiles.
    fn hand_over(&mut self) {
        let Some(seat) = self.table.waiting().filter(|&seat| !self.table.is_computer(seat)) else { return };
        if self.shown == Some(seat) {
            return;
        }
        if self.table.people().count() > 1 {
            self.mode = Mode::Handing(seat);
        } else {
            self.shown = Some(seat);
        }
    }

    fn say(&mut self, text: String) {
        self.message = Message { text, bad: false };
    }

    fn say_bad(&mut self, text: String) {
        self.message = Message { text, bad: true };
    }

    /// Does what a typed line asks for.
    fn obey(&mut self, line: &str) -> Step {
        let request = Request::parse(line);
        if request == Request::Quit {
            return Step::Leave;
        }
        match self.acting() {
            Some(seat) => self.obey_in_turn(seat, request, line),
            None => self.say_bad("It is not your turn.".to_owned()),
        }
        Step::On
    }

    fn obey_in_turn(&mut self, seat: Seat, request: Request, line: &str) {
        match request {
            Request::Nothing | Request::Board | Request::Quit => {}
            Request::Help => self.mode = Mode::Reading(help(&self.table)),
            Request::Tiles => self.mode = Mode::Reading(crate::show::unseen(&self.table, seat)),
            Request::History => self.mode = Mode::Reading(crate::show::history(&self.table, seat)),
            Request::Rules => self.mode = Mode::Reading(crate::show::rules(&self.table)),
            Request::Check(words) => self.say(answers::check(&self.table, &words).replace('\n', " ")),
            Request::Hint(count) => self.mode = Mode::Reading(answers::hint(&mut self.table, seat, count)),
            Request::Shuffle => {
                let chance = &mut self.shuffles;
                self.table.shuffle(seat, |bound| rules::Chance::below(chance, bound));
            }
            Request::Save(path) => self.say(answers::save(&self.table, path.as_deref())),
            Request::Undo => self.undo(),
            Request::Pass => self.act(seat, &Command::Pass, line),
            Request::Resign => {
                self.mode = Mode::Resigning;
                self.say("Do you really give up? (y/n)".to_owned());
            }
            Request::Challenge(text) => self.challenge(seat, &text),
            Request::Swap(tiles) => self.swap(seat, &tiles.unwrap_or_default()),
            Request::Play(text) => self.play_text(seat, &text),
            Request::Unknown(word) => self.say_bad(request::unknown(&word)),
        }
    }

    /// Against computers a turn can be taken back; people would have to agree, which the screen cannot ask them.
    fn undo(&mut self) {
        if self.table.people().count() > 1 {
            return self.say_bad(
                "With other people, turns are taken back only in the game line by line.".to_owned(),
            );
        }
        match self.table.undo() {
            Some(_) => {
                self.told = self.table.record().events().len();
                self.draft.clear();
                self.say("Your last turn is taken back.".to_owned());
            }
            None => self.say_bad("There is nothing to take back.".to_owned()),
        }
    }

    fn challenge(&mut self, seat: Seat, text: &str) {
        let words = answers::challengeable(&self.table);
        match tell::doubted(text, &words) {
            Some(doubted) => self.act(seat, &Command::Challenge(doubted), "challenge"),
            None => self.say_bad(answers::no_such_word(&words)),
        }
    }

    fn swap(&mut self, seat: Seat, text: &str) {
        let rack: tiles::Tiles = self.table.rack(seat).iter().copied().collect();
        match reading::exchanged(self.table.rules(), &rack, text) {
            Ok(tiles) => self.act(seat, &Command::Exchange(tiles), text),
            Err(message) => self.say_bad(message),
        }
    }

    fn play_text(&mut self, seat: Seat, text: &str) {
        match answers::read(&self.table, seat, text) {
            Ok(Turn::Place(placement)) => self.act(seat, &Command::Play(placement), text),
            Ok(Turn::Pass) => self.act(seat, &Command::Pass, text),
            Ok(Turn::Exchange(tiles)) => self.act(seat, &Command::Exchange(tiles), text),
            Ok(Turn::ExchangeUnknown(_)) => {
                self.say_bad("Say which tiles to exchange, such as `swap ABC`.".to_owned());
            }
            Err(error) => self.say_bad(reading::explained(&error)),
        }
    }
}

fn help(table: &Table) -> String {
    let keys = "Letters lay tiles under the cursor; capitals lay a blank. Arrows move, Tab turns,\n\
        Backspace takes one tile back, Esc all. Enter plays. / begins a line, Ctrl-C leaves.\n";
    format!("{keys}\nAfter / :\n{}", request::help(table.rules()))
}
