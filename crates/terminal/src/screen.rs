//! The full-screen game: a board with a cursor, the draft of a play with its score, and lists beside it.

mod draft;

mod letter_keys;

mod overlay;

mod viewport;

mod paint;

mod run;

use crate::local_game::LocalGame;
use crate::messages;
use crate::typed_command::TypedCommand;
use crate::{parsing, replies, typed_command};
use draft::ScreenDraft;
use letter_keys::LetterKeys;
use notation::plays::Turn;
use rules::{Axis, Command, Coord, Play, Refusal, Seat, SeededChance, Viewer};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub(crate) use overlay::TextOverlay;
pub(crate) use paint::board::BoardWidget;
pub(crate) use paint::fit_width;
pub use run::run_full_screen;
pub(crate) use run::to_screen_key;
pub(crate) use viewport::Viewport;

/// A key of the full-screen game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScreenKey {
    /// A character.
    Char(char),
    /// The left arrow.
    Left,
    /// The right arrow.
    Right,
    /// The up arrow.
    Up,
    /// The down arrow.
    Down,
    /// Enter.
    Enter,
    /// The key Home.
    Home,
    /// The key End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Backspace.
    Backspace,
    /// Tab.
    Tab,
    /// Escape.
    Escape,
    /// Ctrl-C or Ctrl-D: leave.
    Leave,
}

/// A full-screen game. It reads keys and clock ticks, and paints frames; it does no input or output of its own.
pub struct ScreenGame {
    local: LocalGame,
    pace: Duration,
    coloured: bool,
    mode: InputMode,
    cursor: Coord,
    axis: Axis,
    viewport: Viewport,
    draft: ScreenDraft,
    letter_keys: LetterKeys,
    message: StatusLine,
    /// When the computer makes its play.
    computer_due: Option<Instant>,
    /// How many events have been reported to the person at the keyboard.
    reported: usize,
    /// The seat of the person at the keyboard.
    seat_in_view: Option<Seat>,
    shuffles: SeededChance,
}

/// What the next key does.
#[derive(Clone, PartialEq, Eq, Debug)]
enum InputMode {
    /// Letters place tiles.
    PlaceTiles,
    /// The player types a line.
    TypeLine(String),
    /// The keyboard goes to another player; no rack is shown.
    HandOver(Seat),
    /// The player is asked whether to resign.
    ConfirmResign,
    /// A text covers the board until a key is pressed that does not scroll it.
    ReadText(TextOverlay),
}

/// The line below the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct StatusLine {
    text: String,
    bad: bool,
}

impl ScreenGame {
    /// Creates a game that waits for `pace` before each play of a computer.
    #[must_use]
    pub fn new(local: LocalGame, pace: Duration) -> ScreenGame {
        let (cursor, reported) = (local.rules().board.start(), local.record().events().len());
        let mut game = ScreenGame {
            local,
            pace,
            coloured: true,
            mode: InputMode::PlaceTiles,
            cursor,
            axis: Axis::Across,
            viewport: Viewport::default(),
            draft: ScreenDraft::default(),
            letter_keys: LetterKeys::default(),
            message: StatusLine {
                text: "Type letters to place tiles, Enter to play, ? for help.".to_owned(),
                bad: false,
            },
            computer_due: None,
            reported,
            seat_in_view: None,
            shuffles: SeededChance::new(reported as u64),
        };
        game.hand_over();
        game
    }

    /// Turns colours off.
    #[must_use]
    pub fn without_colours(self) -> ScreenGame {
        ScreenGame { coloured: false, ..self }
    }

    /// The game that is played.
    #[must_use]
    pub fn local(&self) -> &LocalGame {
        &self.local
    }

    /// The seat whose rack is shown: the person to move, or the only person.
    fn rack_seat(&self) -> Option<Seat> {
        let on_turn = self.local.awaited_seat().filter(|&seat| !self.local.is_computer(seat));
        let only = || {
            let mut people = self.local.people();
            people.next().filter(|_| people.next().is_none())
        };
        match self.mode {
            InputMode::HandOver(_) => None,
            _ => on_turn.or_else(only),
        }
    }

    /// The person to move, if this person is at the keyboard.
    fn acting(&self) -> Option<Seat> {
        self.local
            .awaited_seat()
            .filter(|&seat| !self.local.is_computer(seat) && self.seat_in_view == Some(seat))
    }

    /// Lets computers play and ends turns whose time is up. Call it regularly.
    pub fn tick(&mut self, now: Instant) {
        let Some(seat) = self.local.awaited_seat() else { return };
        if self.local.is_computer(seat) {
            self.await_computer(seat, now);
        } else if self
            .local
            .game()
            .deadline()
            .is_some_and(|(on_turn, at)| on_turn == seat && self.local.now() > at)
        {
            _ = self.local.act(seat, &Command::Timeout);
            self.after_act();
        }
        if let Some(error) = self.local.take_save_error() {
            self.say_bad(format!("The game can no longer be saved: {error}."));
        }
    }

    fn await_computer(&mut self, seat: Seat, now: Instant) {
        match self.computer_due {
            None => {
                self.computer_due = Some(now + self.pace);
                if self.reported == self.local.record().events().len() {
                    self.say(format!("{} is thinking …", self.local.name(seat)));
                }
            }
            Some(computer_due) if now >= computer_due => {
                let command = self.local.choose_command(seat);
                self.local.act_as_computer(seat, &command);
                self.after_act();
            }
            Some(_) => {}
        }
    }

    /// Handles a key; breaks when the player leaves.
    pub fn press(&mut self, key: ScreenKey) -> ControlFlow<()> {
        if key == ScreenKey::Leave {
            return ControlFlow::Break(());
        }
        match std::mem::replace(&mut self.mode, InputMode::PlaceTiles) {
            InputMode::PlaceTiles => return self.press_placing(key),
            InputMode::TypeLine(line) => return self.press_typing(key, line),
            InputMode::HandOver(seat) => self.press_hand_over(key, seat),
            InputMode::ConfirmResign => self.press_confirm_resign(key),
            InputMode::ReadText(mut text) => {
                if text.scroll(key) {
                    self.mode = InputMode::ReadText(text);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn press_hand_over(&mut self, key: ScreenKey, seat: Seat) {
        if key != ScreenKey::Enter {
            self.mode = InputMode::HandOver(seat);
            return;
        }
        self.seat_in_view = Some(seat);
        self.report_new_events();
    }

    fn press_confirm_resign(&mut self, key: ScreenKey) {
        match (key, self.acting()) {
            (ScreenKey::Char('y' | 'Y'), Some(seat)) => self.act(seat, &Command::Resign),
            _ => self.say("The game continues.".to_owned()),
        }
    }

    fn press_placing(&mut self, key: ScreenKey) -> ControlFlow<()> {
        if !matches!(key, ScreenKey::Char(_)) {
            self.letter_keys.clear();
        }
        match key {
            ScreenKey::Left => self.move_cursor(Axis::Across, -1),
            ScreenKey::Right => self.move_cursor(Axis::Across, 1),
            ScreenKey::Up => self.move_cursor(Axis::Down, -1),
            ScreenKey::Down => self.move_cursor(Axis::Down, 1),
            ScreenKey::Home | ScreenKey::End | ScreenKey::PageUp | ScreenKey::PageDown => {}
            ScreenKey::Tab | ScreenKey::Char(' ') => self.axis = self.axis.other(),
            ScreenKey::Escape => self.draft.clear(),
            ScreenKey::Backspace => self.take_back(),
            ScreenKey::Enter if self.local.game().is_over() => return ControlFlow::Break(()),
            ScreenKey::Enter => self.play_draft(),
            ScreenKey::Char('?') => self.read_text(help_text(&self.local)),
            ScreenKey::Char('/' | ':') => self.mode = InputMode::TypeLine(String::new()),
            ScreenKey::Char(sign) => self.place_tile(sign),
            ScreenKey::Leave => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn press_typing(&mut self, key: ScreenKey, mut line: String) -> ControlFlow<()> {
        match key {
            ScreenKey::Enter => return self.run_line(&line),
            ScreenKey::Escape => return ControlFlow::Continue(()),
            ScreenKey::Backspace if line.pop().is_none() => return ControlFlow::Continue(()),
            ScreenKey::Char(sign) if line.len() < 200 => line.push(sign),
            _ => {}
        }
        self.mode = InputMode::TypeLine(line);
        ControlFlow::Continue(())
    }

    fn move_cursor(&mut self, axis: Axis, step: i32) {
        let next = self.cursor.step(axis, step);
        let inside = self.local.rules().board.window().is_none_or(|window| window.contains(next));
        if inside && self.viewport.is_reachable(next, self.local.game().grid(), self.local.rules()) {
            self.cursor = next;
        }
    }

    /// Places the tile for a letter under the cursor and moves to the next free square. The characters of a letter such
    /// as CH are typed one after the other.
    fn place_tile(&mut self, sign: char) {
        let Some(seat) = self.acting() else { return };
        if self.complete_letter(seat, sign) {
            return;
        }
        match self.draft.place(&self.local, seat, self.cursor, &sign.to_string()) {
            Ok(()) => {
                self.letter_keys.begin(sign, true);
                self.advance();
            }
            Err(message) => {
                self.letter_keys.begin(sign, false);
                let longer = self.letter_keys.longer_letters(self.local.rules().tiles.alphabet());
                match longer.is_empty() {
                    true => self.say_bad(message),
                    false => self.say(format!("Type the rest of {}.", longer.join(", "))),
                }
            }
        }
    }

    /// Adds a character to those typed before, if they make a letter together. The tile of the first ones is taken back
    /// if the rack has the longer letter.
    fn complete_letter(&mut self, seat: Seat, sign: char) -> bool {
        let before = self.letter_keys.clone();
        let alphabet = self.local.rules().tiles.alphabet();
        if !self.letter_keys.push(sign, alphabet) {
            self.letter_keys.clear();
            return false;
        }
        if !self.letter_keys.is_complete(alphabet) {
            return true;
        }
        let (cursor, taken) = (self.cursor, before.has_tile().then(|| self.draft.pop()).flatten());
        self.cursor = taken.map_or(cursor, |laid| laid.at);
        let is_placed = self.draft.place(&self.local, seat, self.cursor, self.letter_keys.text()).is_ok();
        // C and H do not become a blank, unless capitals ask for it.
        let spends_blank = taken.is_some() && self.draft.ends_with_blank(self.local.rules());
        if is_placed && (!spends_blank || sign.is_uppercase()) {
            self.letter_keys.set_placed();
            self.advance();
            return true;
        }
        if is_placed {
            self.draft.pop();
        }
        self.draft.put_back(taken);
        self.cursor = cursor;
        self.letter_keys.clear();
        false
    }

    fn read_text(&mut self, text: String) {
        self.mode = InputMode::ReadText(TextOverlay::new(text));
    }

    fn advance(&mut self) {
        let (grid, board) = (self.local.game().grid(), &self.local.rules().board);
        let mut next = self.cursor.step(self.axis, 1);
        while grid.has(next) || self.draft.has(next) {
            next = next.step(self.axis, 1);
        }
        if board.has(next) {
            self.cursor = next;
        }
        self.message = StatusLine::default();
    }

    fn take_back(&mut self) {
        if let Some(laid) = self.draft.pop() {
            self.cursor = laid.at;
        }
    }

    /// Judges the draft, if it has a tile.
    fn judge_draft(&self) -> Option<Result<Play, Refusal>> {
        let seat = self.acting()?;
        self.draft.judge_play(&self.local, seat, self.axis)
    }

    fn play_draft(&mut self) {
        let Some(seat) = self.acting() else { return };
        if self.draft.is_empty() {
            return self.say_bad("Place some tiles first, or type / and `pass` to pass the turn.".to_owned());
        }
        let command = Command::Play(self.draft.placement(self.axis));
        self.act(seat, &command);
    }

    fn act(&mut self, seat: Seat, command: &Command) {
        match self.local.act(seat, command) {
            Ok(_) => self.after_act(),
            Err(refusal) => {
                let text = replies::explain_refusal(&self.local, seat, &refusal, command);
                self.say_bad(text);
            }
        }
    }

    fn after_act(&mut self) {
        self.draft.clear();
        self.computer_due = None;
        if self.local.people().count() < 2 || self.local.game().is_over() {
            self.report_new_events();
        }
        self.hand_over();
    }

    /// Reports the events that the person at the keyboard has not seen; the end of the game covers the board.
    fn report_new_events(&mut self) {
        let viewer = self.seat_in_view.map_or(Viewer::Spectator, Viewer::Seat);
        let lines = messages::describe_events(&self.local, self.reported, viewer);
        self.reported = self.local.record().events().len();
        if self.local.game().is_over() {
            self.read_text(lines.join("\n"));
            self.say("The game is over: Enter leaves.".to_owned());
        } else if !lines.is_empty() {
            self.say(lines.join(" "));
        }
    }

    /// With several people the keyboard changes hands, and no one sees the rack of another player.
    fn hand_over(&mut self) {
        let Some(seat) = self.local.awaited_seat().filter(|&seat| !self.local.is_computer(seat)) else {
            return;
        };
        if self.seat_in_view == Some(seat) {
            return;
        }
        if self.local.people().count() > 1 {
            self.mode = InputMode::HandOver(seat);
        } else {
            self.seat_in_view = Some(seat);
        }
    }

    fn say(&mut self, text: String) {
        self.message = StatusLine { text, bad: false };
    }

    fn say_bad(&mut self, text: String) {
        self.message = StatusLine { text, bad: true };
    }

    /// Carries out a typed line.
    fn run_line(&mut self, line: &str) -> ControlFlow<()> {
        let request = TypedCommand::parse(line);
        if request == TypedCommand::Quit {
            return ControlFlow::Break(());
        }
        match self.acting() {
            Some(seat) => self.run_typed_command(seat, request),
            None => self.say_bad("It is not your turn.".to_owned()),
        }
        ControlFlow::Continue(())
    }

    fn run_typed_command(&mut self, seat: Seat, request: TypedCommand) {
        match request {
            TypedCommand::Nothing | TypedCommand::Board | TypedCommand::Quit => {}
            TypedCommand::Help => self.read_text(help_text(&self.local)),
            TypedCommand::Tiles => self.read_text(crate::show::unseen(&self.local, seat)),
            TypedCommand::History => self.read_text(crate::show::history(&self.local, seat)),
            TypedCommand::Rules => self.read_text(crate::show::rules(&self.local)),
            TypedCommand::Check(words) => {
                self.say(replies::check_words(&self.local, &words).replace('\n', " "));
            }
            TypedCommand::Hint(count) => {
                let text = replies::list_hints(&mut self.local, seat, count);
                self.read_text(text);
            }
            TypedCommand::Best(count) => {
                let text = replies::list_best(&self.local, seat, count);
                self.read_text(text);
            }
            TypedCommand::Shuffle => {
                let chance = &mut self.shuffles;
                self.local.shuffle(seat, |bound| rules::Chance::below(chance, bound));
            }
            TypedCommand::Save(path) => self.say(replies::save_game(&self.local, path.as_deref())),
            TypedCommand::Undo => self.undo(),
            TypedCommand::Pass => self.act(seat, &Command::Pass),
            TypedCommand::Resign => {
                self.mode = InputMode::ConfirmResign;
                self.say("Do you really want to resign? (y/n)".to_owned());
            }
            TypedCommand::Challenge(text) => self.challenge(seat, &text),
            TypedCommand::Swap(tiles) => self.swap(seat, &tiles.unwrap_or_default()),
            TypedCommand::Play(text) => self.play_text(seat, &text),
            TypedCommand::Unknown(word) => self.say_bad(typed_command::unknown(&word)),
        }
    }

    /// Takes back a turn against computers. Other people would have to agree, and this screen cannot ask them.
    fn undo(&mut self) {
        if self.local.people().count() > 1 {
            return self.say_bad(
                "With several people, turns can be taken back only in the game line by line.".to_owned(),
            );
        }
        match self.local.undo() {
            Some(_) => {
                self.reported = self.local.record().events().len();
                self.draft.clear();
                self.say("Your last turn is taken back.".to_owned());
            }
            None => self.say_bad("There is nothing to take back.".to_owned()),
        }
    }

    fn challenge(&mut self, seat: Seat, text: &str) {
        let words = replies::challengeable_words(&self.local);
        match messages::parse_challenge(text, &words) {
            Some(challenged) => self.act(seat, &Command::Challenge(challenged)),
            None => self.say_bad(replies::no_such_word(&words)),
        }
    }

    fn swap(&mut self, seat: Seat, text: &str) {
        let rack: tiles::Tiles = self.local.rack(seat).iter().copied().collect();
        match parsing::parse_exchange(self.local.rules(), &rack, text) {
            Ok(tiles) => self.act(seat, &Command::Exchange(tiles)),
            Err(message) => self.say_bad(message),
        }
    }

    fn play_text(&mut self, seat: Seat, text: &str) {
        match replies::parse_turn(&self.local, seat, text) {
            Ok(Turn::Place(placement)) => self.act(seat, &Command::Play(placement)),
            Ok(Turn::Pass) => self.act(seat, &Command::Pass),
            Ok(Turn::Exchange(tiles)) => self.act(seat, &Command::Exchange(tiles)),
            Ok(Turn::ExchangeUnknown(_)) => {
                self.say_bad("Say which tiles to exchange, such as `swap ABC`.".to_owned());
            }
            Err(error) => self.say_bad(parsing::explain_error(&error)),
        }
    }
}

fn help_text(local: &LocalGame) -> String {
    let keys = "Letters place tiles under the cursor; capitals place a blank. Arrows move the cursor,\n\
        Tab changes the direction, Backspace removes one tile, Esc removes all.\n\
        Enter plays the tiles, / starts a command, Ctrl-C leaves the game.\n";
    format!("{keys}\nAfter / :\n{}", typed_command::help(local.rules()))
}
