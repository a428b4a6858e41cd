//! The dialogue of SkraBBKle: its questions, prompts, rejections and results, as its description defines them.

mod texts;

use crate::console::Console;
use crate::local_game::{LocalGame, LocalGameError, LocalGameSetup};
use crate::messages::{ExitReason, format_tiles_skrabbkle};
use crate::seats::{PlayerKind, SeatPlan};
use notation::TileTextError;
use notation::boardfile;
use notation::coords::CoordError;
use notation::draw::{self, Colour, DrawingStyle};
use notation::plays::{self, PlayContext, PlayError, Turn};
use rules::{
    Axis, Board, Command, Event, EventKind, Placement, PlayAttempt, Points, RackVisibility, Refusal, Ruleset,
    Seat,
};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

pub use texts::DialogueEdition;

/// The maximum size of a board file in bytes.
const MAX_FILE_SIZE: u64 = 1 << 20;

/// A game in the dialogue of SkraBBKle.
pub struct Dialogue<'a, C> {
    console: &'a mut C,
    edition: DialogueEdition,
    pace: Duration,
}

/// An answer of the player, or `None` at the end of the input.
type InputResult<T> = io::Result<Option<T>>;

impl<'a, C: Console> Dialogue<'a, C> {
    /// Creates a dialogue in the texts of an edition. It waits for `pace` before each play of a computer.
    #[must_use]
    pub fn new(console: &'a mut C, edition: DialogueEdition, pace: Duration) -> Dialogue<'a, C> {
        Dialogue { console, edition, pace }
    }

    /// Asks the questions and plays a game. The question for the board is skipped if the board is already chosen.
    /// The game is saved in the directory `save_in`.
    ///
    /// # Errors
    ///
    /// If the console fails, the game cannot start, or the rules do not fit the answers.
    pub fn play(
        &mut self,
        mut setting: LocalGameSetup,
        chosen_board: bool,
        save_in: Option<&Path>,
    ) -> Result<ExitReason, DialogueError> {
        if !chosen_board {
            let Some(board) = self.ask_board()? else { return self.leave(None) };
            setting.rules =
                board.map_or(Ok(setting.rules.clone()), |board| with_board(&setting.rules, board))?;
        }
        self.show_board(&setting.rules, &rules::empty_grid(&setting.rules.board))?;
        if self.edition.chooses_players() {
            let Some(seats) = self.ask_players(&setting.seats)? else { return self.leave(None) };
            setting.seats = seats;
        }
        if self.edition.chooses_visibility() {
            let Some(racks) = self.ask_visibility()? else { return self.leave(None) };
            setting.rules = with_racks(&setting.rules, racks)?;
        }
        let mut local = LocalGame::begin(setting)?;
        if let Some(directory) = save_in {
            local.save_in(directory);
        }
        self.run(local)
    }

    /// Resumes a game.
    ///
    /// # Errors
    ///
    /// If the console fails.
    pub fn resume(&mut self, local: LocalGame) -> Result<ExitReason, DialogueError> {
        self.show_state(&local)?;
        self.run(local)
    }

    fn run(&mut self, mut local: LocalGame) -> Result<ExitReason, DialogueError> {
        while let Some(seat) = local.awaited_seat() {
            self.show_open_racks(&local)?;
            let events = if local.is_computer(seat) {
                self.computer_turn(&mut local, seat)?
            } else {
                let Some(events) = self.human_turn(&mut local, seat)? else {
                    return self.leave(Some(&local));
                };
                events
            };
            self.show_turn(&local, &events)?;
        }
        self.show_end(&local)?;
        Ok(ExitReason::GameOver)
    }

    fn leave(&mut self, local: Option<&LocalGame>) -> Result<ExitReason, DialogueError> {
        self.console.say("")?;
        self.console.say("Goodbye!")?;
        if local.is_some_and(|local| local.file().is_some()) {
            self.console.say("The game is saved; `quixotry play --resume` resumes it.")?;
        }
        Ok(ExitReason::PlayerLeft)
    }

    fn choose(&mut self, question: &str, choices: &[char]) -> InputResult<char> {
        let letters: Vec<String> = choices.iter().map(ToString::to_string).collect();
        loop {
            self.console.say(question)?;
            let prompt = format!("Please enter your choice ({}): ", letters.join("/"));
            let Some(line) = self.console.ask(&prompt)? else { return Ok(None) };
            match choices.iter().find(|choice| line.trim() == choice.to_string()) {
                Some(&choice) => return Ok(Some(choice)),
                None => self.console.say("This is not a valid choice.")?,
            }
        }
    }

    /// Asks for a board. The inner `None` means the default board.
    fn ask_board(&mut self) -> InputResult<Option<Board>> {
        match self.choose("Would you like to _l_oad a board or use the _d_efault board?", &['l', 'd'])? {
            Some('l') => self.ask_file(),
            Some(_) => Ok(Some(None)),
            None => Ok(None),
        }
    }

    fn ask_file(&mut self) -> InputResult<Option<Board>> {
        let mut prompt = "Please enter the file name of the board: ";
        while let Some(line) = self.console.ask(prompt)? {
            if let Some(board) = read_board(line.trim(), self.edition) {
                return Ok(Some(Some(board)));
            }
            prompt = "This is not a valid file. Please enter the file name of the board: ";
        }
        Ok(None)
    }

    fn ask_visibility(&mut self) -> InputResult<RackVisibility> {
        let question = "Would you like to play an _o_pen or a _c_losed game?";
        let open = |choice| if choice == 'o' { RackVisibility::Open } else { RackVisibility::Closed };
        Ok(self.choose(question, &['o', 'c'])?.map(open))
    }

    fn ask_players(&mut self, seats: &[SeatPlan]) -> InputResult<Vec<SeatPlan>> {
        let level = seats.iter().find_map(|seat| match seat.kind {
            PlayerKind::Computer(level) => Some(level),
            PlayerKind::Human => None,
        });
        let mut chosen = Vec::new();
        for number in 1..=2 {
            let question = format!("Shall player {number} be a _h_uman or a _c_omputer player?");
            let kind = match self.choose(&question, &['h', 'c'])? {
                Some('h') => PlayerKind::Human,
                Some(_) => PlayerKind::Computer(level.unwrap_or_else(crate::seats::default_level)),
                None => return Ok(None),
            };
            chosen.push(SeatPlan { name: format!("Player {number}"), kind });
        }
        Ok(Some(chosen))
    }

    fn human_turn(&mut self, local: &mut LocalGame, seat: Seat) -> InputResult<Vec<Event>> {
        if !self.hand_over(local, seat)? {
            return Ok(None);
        }
        let whose = self.edition.your_turn(local, seat);
        self.console.say(&whose)?;
        self.console.say(&format_tiles_skrabbkle(local.rules(), local.rack(seat)))?;
        loop {
            for line in self.edition.prompt() {
                self.console.say(line)?;
            }
            let Some(line) = self.console.ask("")? else { return Ok(None) };
            match self.attempt(local, seat, &line) {
                Ok(events) => return Ok(Some(events)),
                Err(message) => self.console.say(&message)?,
            }
        }
    }

    /// In a closed game between two people, hides the rack of the last player from the next one. Returns false if the
    /// input has ended.
    fn hand_over(&mut self, local: &LocalGame, seat: Seat) -> io::Result<bool> {
        if local.people().count() < 2 || local.rules().racks == RackVisibility::Open {
            return Ok(true);
        }
        self.console.clear()?;
        let name = local.name(seat).to_lowercase();
        let there = self.console.ask(&format!("Pass the keyboard to {name}, then press Enter. "))?;
        self.console.clear()?;
        self.show_state(local)?;
        Ok(there.is_some())
    }

    /// Carries out a typed play, or returns the rejection.
    fn attempt(&self, local: &mut LocalGame, seat: Seat, line: &str) -> Result<Vec<Event>, String> {
        let rack: tiles::Tiles = local.rack(seat).iter().copied().collect();
        let scene = PlayContext { rules: local.rules(), grid: local.game().grid(), rack: Some(&rack) };
        let turn = plays::parse_as(self.edition.style(), line, scene);
        let typed = TypedPlay::new(line);
        let command = match turn {
            Ok(Turn::Pass) => Command::Pass,
            Ok(Turn::Place(placement)) => Command::Play(placement),
            Ok(_) => return Err(texts::ILLEGAL_FORMAT.to_owned()),
            Err(error) => {
                return Err(typed
                    .explain_parse_error(&error, &format_tiles_skrabbkle(local.rules(), local.rack(seat))));
            }
        };
        let events = local.act(seat, &command);
        events.map_err(|refusal| typed.explain_refusal(&refusal, local, seat))
    }

    fn computer_turn(&mut self, local: &mut LocalGame, seat: Seat) -> io::Result<Vec<Event>> {
        let whose = self.edition.computers_turn(local, seat);
        self.console.say(&whose)?;
        let command = local.choose_command(seat);
        self.console.pause(self.pace)?;
        // A computer chooses legal plays only, and a pass is always legal.
        let events = local.act(seat, &command);
        Ok(events.or_else(|_| local.act(seat, &Command::Pass)).unwrap_or_default())
    }

    fn show_open_racks(&mut self, local: &LocalGame) -> io::Result<()> {
        if local.rules().racks != RackVisibility::Open || !self.edition.chooses_visibility() {
            return Ok(());
        }
        let computers: Vec<Seat> = local.game().active().filter(|&seat| local.is_computer(seat)).collect();
        for seat in computers {
            let whose = self.edition.open_rack(local, seat);
            self.console.say(&whose)?;
            self.console
                .say(&format!("OPEN GAME: {}", format_tiles_skrabbkle(local.rules(), local.rack(seat))))?;
        }
        Ok(())
    }

    fn show_turn(&mut self, local: &LocalGame, events: &[Event]) -> io::Result<()> {
        let before = local.record().game_at(local.record().events().len() - events.len());
        for event in events {
            let scene = PlayContext { rules: local.rules(), grid: before.grid(), rack: None };
            if let Some(line) = self.edition.describe(local, &event.kind, scene) {
                self.console.say(&line)?;
            }
        }
        self.show_state(local)
    }

    /// Shows the scores before the final adjustments, and the board.
    fn show_state(&mut self, local: &LocalGame) -> io::Result<()> {
        let lines = self.edition.scores(local, &scores_in_play(local));
        lines.iter().try_for_each(|line| self.console.say(line))?;
        self.show_board(local.rules(), local.game().grid())
    }

    fn show_board(&mut self, rules: &Ruleset, grid: &rules::Grid) -> io::Result<()> {
        let drawing = DrawingStyle::SkraBBKle(self.edition.board_file());
        let text = draw::draw(draw::BoardScene::new(rules, grid), drawing, Colour::None);
        self.console.say("")?;
        self.console.say(&text)
    }

    fn show_end(&mut self, local: &LocalGame) -> io::Result<()> {
        let lines = self.edition.end(local);
        lines.iter().try_for_each(|line| self.console.say(line))
    }
}

/// Why a dialogue failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DialogueError {
    /// The console failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game cannot start.
    #[error(transparent)]
    Game(#[from] LocalGameError),
    /// The rules do not fit the answers.
    #[error(transparent)]
    Rules(#[from] rules::RulesetError),
}

fn with_board(rules: &Ruleset, board: Board) -> Result<Ruleset, rules::RulesetError> {
    let mut draft = rules.draft();
    draft.board = board;
    Ruleset::try_from(draft)
}

fn with_racks(rules: &Ruleset, racks: RackVisibility) -> Result<Ruleset, rules::RulesetError> {
    let mut draft = rules.draft();
    draft.racks = racks;
    Ruleset::try_from(draft)
}

/// Reads a board file of an edition. A file of another edition is not valid.
fn read_board(name: &str, edition: DialogueEdition) -> Option<Board> {
    let path = Path::new(name);
    let small = fs::metadata(path).ok().filter(|data| data.is_file() && data.len() <= MAX_FILE_SIZE);
    let text = small.and_then(|_| fs::read_to_string(path).ok())?;
    let title = path.file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    if boardfile::edition(&text) != edition.board_file() {
        return None;
    }
    Board::try_from(boardfile::parse_sized(&title, &text, edition.board_sizes()).ok()?).ok()
}

/// The scores after the last turn, before the final adjustments.
fn scores_in_play(local: &LocalGame) -> Vec<Points> {
    let events = local.record().events();
    let counted = events.iter().take_while(|event| !matches!(event.kind, EventKind::Ended { .. })).count();
    local.record().game_at(counted).seats().iter().map(|seat| seat.score).collect()
}

/// The word and square of a typed line, for texts that repeat them.
struct TypedPlay<'a> {
    word: &'a str,
    square: &'a str,
}

impl<'a> TypedPlay<'a> {
    fn new(line: &'a str) -> TypedPlay<'a> {
        let mut parts = line.split(',').map(str::trim);
        TypedPlay { word: parts.next().unwrap_or_default(), square: parts.next().unwrap_or_default() }
    }

    /// A text that cannot be parsed has an illegal format, unless it does not fit the board or the rack.
    fn explain_parse_error(&self, error: &PlayError, rack: &str) -> String {
        match error {
            PlayError::Coord(CoordError::Outside { .. })
            | PlayError::Occupied { .. }
            | PlayError::OffBoard { .. } => texts::not_permitted(self.word, self.square),
            PlayError::Letter { reason: TileTextError::NoPlain(_) | TileTextError::NoWild(_), .. } => {
                texts::not_on_rack(rack, self.word, self.square)
            }
            _ => texts::ILLEGAL_FORMAT.to_owned(),
        }
    }

    fn explain_refusal(&self, refusal: &Refusal, local: &LocalGame, seat: Seat) -> String {
        let rack = format_tiles_skrabbkle(local.rules(), local.rack(seat));
        let (row, column, axis) = (0, 0, Axis::Across);
        let tried = PlayAttempt { word: self.word, square: self.square, row, column, axis, rack: &rack };
        rules::Texts::SkraBBKle.refusal(refusal, &tried)
    }
}

/// The word and the square of a play in the notation of the dialogue.
fn word_and_square(tiles: &[rules::PlacedTile], scene: PlayContext<'_>) -> (String, String) {
    let text = plays::print_skrabbkle(&Placement::new(tiles.iter().copied()), scene);
    let (word, square) = text.rsplit_once(',').unwrap_or((&text, ""));
    (word.to_owned(), square.to_owned())
}

#[cfg(test)]
mod tests;
