//! SkraBBKle's own dialogue: its questions, its lines before each turn, its rejections, its end.

mod texts;

use crate::console::Console;
use crate::seats::{SeatPlan, Who};
use crate::table::{Setting, Table, TableError};
use crate::tell::{Ending, bracketed};
use notation::TileTextError;
use notation::boardfile;
use notation::coords::CoordError;
use notation::draw::{self, Colour, DrawingStyle};
use notation::plays::{self, PlayContext, PlayError, Turn};
use rules::{
    Axis, Board, Command, Event, Happened, Placement, Points, RackVisibility, Refusal, Ruleset, Seat, Tried,
};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

pub use texts::Edition;

/// The largest board file that is read.
const LARGEST_FILE: u64 = 1 << 20;

/// A game in SkraBBKle's own dialogue.
pub struct Dialogue<'a, C> {
    console: &'a mut C,
    edition: Edition,
    pace: Duration,
}

/// An answer, or nothing when the input has ended.
type Answer<T> = io::Result<Option<T>>;

impl<'a, C: Console> Dialogue<'a, C> {
    /// A dialogue in an edition's words.
    pub fn new(console: &'a mut C, edition: Edition, pace: Duration) -> Dialogue<'a, C> {
        Dialogue { console, edition, pace }
    }

    /// Asks the questions and plays a game; `save_in` says where it is written down.
    ///
    /// The board is asked for unless it was chosen already.
    pub fn play(
        &mut self,
        mut setting: Setting,
        chosen_board: bool,
        save_in: Option<&Path>,
    ) -> Result<Ending, DialogueError> {
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
        let mut table = Table::begin(setting)?;
        if let Some(directory) = save_in {
            table.save_in(directory);
        }
        self.go_on(table)
    }

    /// Goes on with a game that was interrupted.
    pub fn resume(&mut self, table: Table) -> Result<Ending, DialogueError> {
        self.show_state(&table)?;
        self.go_on(table)
    }

    fn go_on(&mut self, mut table: Table) -> Result<Ending, DialogueError> {
        while let Some(seat) = table.waiting() {
            self.show_open_racks(&table)?;
            let events = if table.is_computer(seat) {
                self.computer_turn(&mut table, seat)?
            } else {
                let Some(events) = self.human_turn(&mut table, seat)? else {
                    return self.leave(Some(&table));
                };
                events
            };
            self.show_turn(&table, &events)?;
        }
        self.show_end(&table)?;
        Ok(Ending::Over)
    }

    fn leave(&mut self, table: Option<&Table>) -> Result<Ending, DialogueError> {
        self.console.say("")?;
        self.console.say("Goodbye!")?;
        if table.is_some_and(|table| table.file().is_some()) {
            self.console.say("The game is saved; `quixotry play --resume` goes on with it.")?;
        }
        Ok(Ending::Left)
    }

    fn choose(&mut self, question: &str, choices: &[char]) -> Answer<char> {
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

    /// A board from a file, or none for the default one.
    fn ask_board(&mut self) -> Answer<Option<Board>> {
        match self.choose("Would you like to _l_oad a board or use the _d_efault board?", &['l', 'd'])? {
            Some('l') => self.ask_file(),
            Some(_) => Ok(Some(None)),
            None => Ok(None),
        }
    }

    fn ask_file(&mut self) -> Answer<Option<Board>> {
        let mut prompt = "Please enter the file name of the board: ";
        while let Some(line) = self.console.ask(prompt)? {
            if let Some(board) = read_board(line.trim()) {
                return Ok(Some(Some(board)));
            }
            prompt = "This is not a valid file. Please enter the file name of the board: ";
        }
        Ok(None)
    }

    fn ask_visibility(&mut self) -> Answer<RackVisibility> {
        let question = "Would you like to play an _o_pen or a _c_losed game?";
        let open = |choice| if choice == 'o' { RackVisibility::Open } else { RackVisibility::Closed };
        Ok(self.choose(question, &['o', 'c'])?.map(open))
    }

    fn ask_players(&mut self, seats: &[SeatPlan]) -> Answer<Vec<SeatPlan>> {
        let level = seats.iter().find_map(|seat| match seat.who {
            Who::Computer(level) => Some(level),
            Who::Human => None,
        });
        let mut chosen = Vec::new();
        for number in 1..=2 {
            let question = format!("Shall player {number} be a _h_uman or a _c_omputer player?");
            let who = match self.choose(&question, &['h', 'c'])? {
                Some('h') => Who::Human,
                Some(_) => Who::Computer(level.unwrap_or_else(crate::seats::usual_level)),
                None => return Ok(None),
            };
            chosen.push(SeatPlan { name: format!("Player {number}"), who });
        }
        Ok(Some(chosen))
    }

    fn human_turn(&mut self, table: &mut Table, seat: Seat) -> Answer<Vec<Event>> {
        if !self.hand_over(table, seat)? {
            return Ok(None);
        }
        let whose = self.edition.your_turn(table, seat);
        self.console.say(&whose)?;
        self.console.say(&bracketed(table.rules(), table.rack(seat)))?;
        loop {
            for line in self.edition.prompt() {
                self.console.say(line)?;
            }
            let Some(line) = self.console.ask("")? else { return Ok(None) };
            match self.attempt(table, seat, &line) {
                Ok(events) => return Ok(Some(events)),
                Err(message) => self.console.say(&message)?,
            }
        }
    }

    /// Between two people nobody sees the other's tiles in a closed game; says whether there is anybody.
    fn hand_over(&mut self, table: &Table, seat: Seat) -> io::Result<bool> {
        if table.people().count() < 2 || table.rules().racks == RackVisibility::Open {
            return Ok(true);
        }
        self.console.clear()?;
        let name = table.name(seat).to_lowercase();
        let there = self.console.ask(&format!("Pass the keyboard to {name}, then press Enter. "))?;
        self.console.clear()?;
        self.show_state(table)?;
        Ok(there.is_some())
    }

    /// Carries out what was typed, or says why not.
    fn attempt(&self, table: &mut Table, seat: Seat, line: &str) -> Result<Vec<Event>, String> {
        let rack: tiles::Tiles = table.rack(seat).iter().copied().collect();
        let scene = PlayContext { rules: table.rules(), grid: table.game().grid(), rack: Some(&rack) };
        let turn = plays::parse_as(self.edition.style(), line, scene);
        let typed = Typed::new(line);
        let command = match turn {
            Ok(Turn::Pass) => Command::Pass,
            Ok(Turn::Place(placement)) => Command::Play(placement),
            Ok(_) => return Err(texts::ILLEGAL_FORMAT.to_owned()),
            Err(error) => return Err(typed.unreadable(&error, &bracketed(table.rules(), table.rack(seat)))),
        };
        let decided = table.act(seat, &command);
        decided.map_err(|refusal| typed.refused(&refusal, table, seat))
    }

    fn computer_turn(&mut self, table: &mut Table, seat: Seat) -> io::Result<Vec<Event>> {
        let whose = self.edition.computers_turn(table, seat);
        self.console.say(&whose)?;
        let command = table.think(seat);
        self.console.pause(self.pace)?;
        // Players only choose what the rules allow; passing always is.
        let decided = table.act(seat, &command);
        Ok(decided.or_else(|_| table.act(seat, &Command::Pass)).unwrap_or_default())
    }

    fn show_open_racks(&mut self, table: &Table) -> io::Result<()> {
        if table.rules().racks != RackVisibility::Open || !self.edition.chooses_visibility() {
            return Ok(());
        }
        let computers: Vec<Seat> = table.game().active().filter(|&seat| table.is_computer(seat)).collect();
        for seat in computers {
            let whose = self.edition.open_rack(table, seat);
            self.console.say(&whose)?;
            self.console.say(&format!("OPEN GAME: {}", bracketed(table.rules(), table.rack(seat))))?;
        }
        Ok(())
    }

    fn show_turn(&mut self, table: &Table, events: &[Event]) -> io::Result<()> {
        let before = table.record().game_at(table.record().events().len() - events.len());
        for event in events {
            let scene = PlayContext { rules: table.rules(), grid: before.grid(), rack: None };
            if let Some(line) = self.edition.told(table, &event.what, scene) {
                self.console.say(&line)?;
            }
        }
        self.show_state(table)
    }

    /// The scores, without what the end of the game changed, and the board.
    fn show_state(&mut self, table: &Table) -> io::Result<()> {
        let lines = self.edition.scores(table, &scores_in_play(table));
        lines.iter().try_for_each(|line| self.console.say(line))?;
        self.show_board(table.rules(), table.game().grid())
    }

    fn show_board(&mut self, rules: &Ruleset, grid: &rules::Grid) -> io::Result<()> {
        let drawing = DrawingStyle::SkraBBKle(self.edition.board_file());
        let text = draw::draw(draw::BoardScene::new(rules, grid), drawing, Colour::None);
        self.console.say("")?;
        self.console.say(&text)
    }

    fn show_end(&mut self, table: &Table) -> io::Result<()> {
        let lines = self.edition.end(table);
        lines.iter().try_for_each(|line| self.console.say(line))
    }
}

/// Why a dialogue cannot lead to a game.
#[derive(Debug, thiserror::Error)]
pub enum DialogueError {
    /// The terminal.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The rules do not fit together with what was chosen.
    #[error(transparent)]
    Rules(#[from] rules::RulesetFaults),
}

fn with_board(rules: &Ruleset, board: Board) -> Result<Ruleset, rules::RulesetFaults> {
    let mut draft = rules.draft();
    draft.board = board;
    Ruleset::try_from(draft)
}

fn with_racks(rules: &Ruleset, racks: RackVisibility) -> Result<Ruleset, rules::RulesetFaults> {
    let mut draft = rules.draft();
    draft.racks = racks;
    Ruleset::try_from(draft)
}

/// A board from a file that is valid, of either form.
fn read_board(name: &str) -> Option<Board> {
    let path = Path::new(name);
    let small = fs::metadata(path).ok().filter(|data| data.is_file() && data.len() <= LARGEST_FILE);
    let text = small.and_then(|_| fs::read_to_string(path).ok())?;
    let title = path.file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    Board::try_from(boardfile::parse(&title, &text).ok()?).ok()
}

/// The scores when the last turn had been counted but not the end of the game.
fn scores_in_play(table: &Table) -> Vec<Points> {
    let events = table.record().events();
    let counted = events.iter().take_while(|event| !matches!(event.what, Happened::Ended { .. })).count();
    table.record().game_at(counted).seats().iter().map(|seat| seat.score).collect()
}

/// A line as it was typed, taken apart for the texts that repeat it.
struct Typed<'a> {
    word: &'a str,
    square: &'a str,
}

impl<'a> Typed<'a> {
    fn new(line: &'a str) -> Typed<'a> {
        let mut parts = line.trim_end().split(',');
        Typed { word: parts.next().unwrap_or_default(), square: parts.next().unwrap_or_default() }
    }

    /// What cannot be read is bad form, unless it is the board or the rack it does not fit.
    fn unreadable(&self, error: &PlayError, rack: &str) -> String {
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

    fn refused(&self, refusal: &Refusal, table: &Table, seat: Seat) -> String {
        let rack = bracketed(table.rules(), table.rack(seat));
        let (row, column, axis) = (0, 0, Axis::Across);
        let tried = Tried { word: self.word, square: self.square, row, column, axis, rack: &rack };
        rules::Texts::SkraBBKle.refusal(refusal, &tried)
    }
}

/// Tiles laid, as the dialogue writes them: the word and the square.
fn word_and_square(tiles: &[rules::Laid], scene: PlayContext<'_>) -> (String, String) {
    let text = plays::print_skrabbkle(&Placement::new(tiles.iter().copied()), scene);
    let (word, square) = text.rsplit_once(',').unwrap_or((&text, ""));
    (word.to_owned(), square.to_owned())
}

#[cfg(test)]
mod tests;
