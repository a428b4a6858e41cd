//! The game line by line, under any rules, for any players at one keyboard.

use crate::console::Console;
use crate::local_game::LocalGame;
use crate::messages::{self, ExitReason};
use crate::typed_command::{self, TypedCommand};
use crate::{parsing, replies, show};
use notation::plays::Turn;
use rules::{Command, Reason, Seat, SeededChance, Viewer};
use std::io;
use std::time::Duration;
use tiles::Tiles;

/// A game between computers stops after this many turns, because some rules never end it.
const MAX_COMPUTER_TURNS: u32 = 5000;

/// A game that is played line by line.
pub struct LineGame {
    local: LocalGame,
    pace: Duration,
    colour: notation::draw::Colour,
    /// The seat of the last person at the keyboard.
    last_seat: Option<Seat>,
    /// How many events have been reported to each seat.
    reported: Vec<usize>,
    shuffles: SeededChance,
}

/// What happens after a typed line.
enum LineOutcome {
    /// The same player is asked again.
    AskAgain,
    /// The turn is over, or the game has changed.
    NextTurn,
    /// The player leaves.
    Leave,
}

impl LineGame {
    /// Creates a game that waits for `pace` before each play of a computer.
    #[must_use]
    pub fn new(local: LocalGame, pace: Duration) -> LineGame {
        // Players of a resumed game have seen all of its events.
        let reported = vec![local.record().events().len(); local.seats().len()];
        let (colour, shuffles) = (notation::draw::Colour::None, SeededChance::new(reported.len() as u64));
        LineGame { local, pace, colour, last_seat: None, reported, shuffles }
    }

    /// Turns terminal colours on.
    #[must_use]
    pub fn with_colours(self) -> LineGame {
        LineGame { colour: notation::draw::Colour::Ansi, ..self }
    }

    /// Plays until the game is over, a player leaves, or the input ends.
    ///
    /// # Errors
    ///
    /// If the console cannot be read or written.
    pub fn play(mut self, console: &mut impl Console) -> io::Result<ExitReason> {
        console.set_completions(typed_command::completions());
        console.say(&show::welcome(&self.local))?;
        while let Some(seat) = self.local.awaited_seat() {
            self.report_save_error(console)?;
            if self.local.is_computer(seat) {
                if self.local.people().next().is_none() && self.local.game().turns() > MAX_COMPUTER_TURNS {
                    console.say("This game does not end under its rules, so it stops here.")?;
                    return Ok(ExitReason::PlayerLeft);
                }
                self.computer_turn(seat, console)?;
            } else if let ExitReason::PlayerLeft = self.human_turn(seat, console)? {
                return self.leave(console);
            }
        }
        self.finish(console)
    }

    fn finish(&mut self, console: &mut impl Console) -> io::Result<ExitReason> {
        console.say(&show::board(&self.local, self.colour))?;
        self.report_new_events(self.viewer(), console)?;
        self.report_save_error(console)?;
        if let Some(advice) = replies::review_advice(&self.local) {
            console.say(&advice)?;
        }
        Ok(ExitReason::GameOver)
    }

    fn leave(&mut self, console: &mut impl Console) -> io::Result<ExitReason> {
        console.say("")?;
        console.say(&replies::goodbye(&self.local))?;
        Ok(ExitReason::PlayerLeft)
    }

    fn report_save_error(&mut self, console: &mut impl Console) -> io::Result<()> {
        match self.local.take_save_error() {
            Some(error) => console
                .say(&format!("The game can no longer be saved: {error}. It continues without being saved.")),
            None => Ok(()),
        }
    }

    /// The viewer of new events: the last person at the keyboard, the only person, or a spectator.
    fn viewer(&self) -> Viewer {
        let only = || self.local.people().next().filter(|_| self.local.people().count() == 1);
        self.last_seat.or_else(only).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Reports the events that a viewer has not seen yet.
    fn report_new_events(&mut self, viewer: Viewer, console: &mut impl Console) -> io::Result<()> {
        let index = viewer.seat().map_or(0, Seat::index);
        let all = self.local.record().events().len();
        let from = self.reported.get(index).copied().unwrap_or(all).min(all);
        for line in messages::describe_events(&self.local, from, viewer) {
            console.say(&line)?;
        }
        if let Some(reported) = self.reported.get_mut(index) {
            *reported = all;
        }
        Ok(())
    }

    fn computer_turn(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<()> {
        let command = self.local.choose_command(seat);
        console.pause(self.pace)?;
        self.local.act_as_computer(seat, &command);
        // With several people, each player gets a report at the start of the turn.
        if self.local.people().count() < 2 && !self.local.game().is_over() {
            self.report_new_events(self.viewer(), console)?;
        }
        Ok(())
    }

    fn human_turn(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<ExitReason> {
        if !self.hand_over(seat, console)? {
            return Ok(ExitReason::PlayerLeft);
        }
        self.report_new_events(Viewer::Seat(seat), console)?;
        self.show(seat, console)?;
        loop {
            let Some(line) = console.ask(&format!("{}> ", self.local.name(seat)))? else {
                return Ok(ExitReason::PlayerLeft);
            };
            match self.run_line(seat, &line, console)? {
                LineOutcome::AskAgain => {}
                LineOutcome::NextTurn => return Ok(ExitReason::GameOver),
                LineOutcome::Leave => return Ok(ExitReason::PlayerLeft),
            }
        }
    }

    /// Hides the rack of the last player from the next one. Returns false if the input has ended.
    fn hand_over(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<bool> {
        let change = self.last_seat != Some(seat) && self.local.people().count() > 1;
        self.last_seat = Some(seat);
        if !change {
            return Ok(true);
        }
        console.clear()?;
        let name = self.local.name(seat).to_owned();
        let there = console.ask(&format!("Pass the keyboard to {name}, then press Enter. "))?;
        console.clear()?;
        Ok(there.is_some())
    }

    fn show(&self, seat: Seat, console: &mut impl Console) -> io::Result<()> {
        console.say("")?;
        console.say(&show::board(&self.local, self.colour))?;
        console.say(&show::scores(&self.local))?;
        for line in show::open_racks(&self.local, seat) {
            console.say(&line)?;
        }
        console.say(&show::rack(&self.local, seat))?;
        if self.local.is_awaiting_acceptance() {
            console.say(
                "The last tiles have been played: `pass` accepts that play, `challenge` challenges it.",
            )?;
        }
        Ok(())
    }

    /// Carries out a typed line.
    fn run_line(&mut self, seat: Seat, line: &str, console: &mut impl Console) -> io::Result<LineOutcome> {
        match TypedCommand::parse(line) {
            TypedCommand::Nothing => {}
            TypedCommand::Help => console.say(&typed_command::help(self.local.rules()))?,
            TypedCommand::Board => self.show(seat, console)?,
            TypedCommand::Tiles => console.say(&show::unseen(&self.local, seat))?,
            TypedCommand::History => console.say(&show::history(&self.local, seat))?,
            TypedCommand::Rules => console.say(&show::rules(&self.local))?,
            TypedCommand::Check(words) => console.say(&replies::check_words(&self.local, &words))?,
            TypedCommand::Hint(count) => console.say(&replies::list_hints(&mut self.local, seat, count))?,
            TypedCommand::Best(count) => console.say(&replies::list_best(&self.local, seat, count))?,
            TypedCommand::Shuffle => {
                let chance = &mut self.shuffles;
                self.local.shuffle(seat, |bound| rules::Chance::below(chance, bound));
                console.say(&show::rack(&self.local, seat))?;
            }
            TypedCommand::Save(path) => console.say(&replies::save_game(&self.local, path.as_deref()))?,
            TypedCommand::Quit => return Ok(LineOutcome::Leave),
            TypedCommand::Undo => return self.undo(seat, console),
            TypedCommand::Pass => return self.act(seat, &Command::Pass, console),
            TypedCommand::Resign => return self.resign(seat, console),
            TypedCommand::Challenge(text) => return self.challenge(seat, &text, console),
            TypedCommand::Swap(tiles) => return self.swap(seat, tiles, console),
            TypedCommand::Play(text) => return self.play_text(seat, &text, console),
            TypedCommand::Unknown(word) => console.say(&typed_command::unknown(&word))?,
        }
        Ok(LineOutcome::AskAgain)
    }

    fn act(&mut self, seat: Seat, command: &Command, console: &mut impl Console) -> io::Result<LineOutcome> {
        match self.local.act(seat, command) {
            Ok(_) => {
                if self.local.people().count() < 2 && !self.local.game().is_over() {
                    self.report_new_events(Viewer::Seat(seat), console)?;
                }
                Ok(LineOutcome::NextTurn)
            }
            Err(refusal) if refusal.reasons().contains(&Reason::TimeIsUp) => self.time_out(seat, console),
            Err(refusal) => {
                console.say(&replies::explain_refusal(&self.local, seat, &refusal, command))?;
                Ok(LineOutcome::AskAgain)
            }
        }
    }

    fn time_out(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<LineOutcome> {
        console.say("Your time is up.")?;
        _ = self.local.act(seat, &Command::Timeout);
        Ok(LineOutcome::NextTurn)
    }

    fn play_text(&mut self, seat: Seat, text: &str, console: &mut impl Console) -> io::Result<LineOutcome> {
        let Some(text) = self.name_blanks(text, console)? else { return Ok(LineOutcome::Leave) };
        match replies::parse_turn(&self.local, seat, &text) {
            Ok(Turn::Place(placement)) => self.act(seat, &Command::Play(placement), console),
            Ok(Turn::Pass) => self.act(seat, &Command::Pass, console),
            Ok(Turn::Exchange(tiles)) => self.act(seat, &Command::Exchange(tiles), console),
            Ok(Turn::ExchangeUnknown(_)) => {
                console.say("Say which tiles to exchange, such as `swap ABC`.")?;
                Ok(LineOutcome::AskAgain)
            }
            Err(error) => {
                console.say(&parsing::explain_error(&error))?;
                Ok(LineOutcome::AskAgain)
            }
        }
    }

    /// Asks for the letter of each blank written as `_` or `?`. Returns `None` if the input has ended.
    fn name_blanks(&self, text: &str, console: &mut impl Console) -> io::Result<Option<String>> {
        let mut named = String::new();
        for sign in text.chars() {
            if !matches!(sign, '_' | '?') {
                named.push(sign);
                continue;
            }
            let Some(letter) = console.ask("Enter a letter for the blank: ")? else { return Ok(None) };
            let alphabet = self.local.rules().tiles.alphabet();
            let upper = letter.trim().to_uppercase();
            named.push_str(alphabet.letter(&upper).map_or(letter.trim(), |letter| alphabet.lower(letter)));
        }
        Ok(Some(named))
    }

    fn swap(
        &mut self,
        seat: Seat,
        tiles: Option<String>,
        console: &mut impl Console,
    ) -> io::Result<LineOutcome> {
        let tiles = match tiles {
            Some(tiles) => tiles,
            None => match console.ask("Which tiles? ")? {
                Some(tiles) => tiles,
                None => return Ok(LineOutcome::Leave),
            },
        };
        let rack: Tiles = self.local.rack(seat).iter().copied().collect();
        match parsing::parse_exchange(self.local.rules(), &rack, &tiles) {
            Ok(list) => self.act(seat, &Command::Exchange(list), console),
            Err(message) => {
                console.say(&message)?;
                Ok(LineOutcome::AskAgain)
            }
        }
    }

    fn challenge(&mut self, seat: Seat, text: &str, console: &mut impl Console) -> io::Result<LineOutcome> {
        let words = replies::challengeable_words(&self.local);
        let Some(challenged) = messages::parse_challenge(text, &words) else {
            console.say(&replies::no_such_word(&words))?;
            return Ok(LineOutcome::AskAgain);
        };
        self.act(seat, &Command::Challenge(challenged), console)
    }

    fn resign(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<LineOutcome> {
        match self.confirm("Do you really want to resign? (y/n) ", console)? {
            Some(true) => self.act(seat, &Command::Resign, console),
            Some(false) => Ok(LineOutcome::AskAgain),
            None => Ok(LineOutcome::Leave),
        }
    }

    /// Asks a yes-or-no question. Returns `None` if the input has ended.
    fn confirm(&self, question: &str, console: &mut impl Console) -> io::Result<Option<bool>> {
        let answer = console.ask(question)?;
        Ok(answer.map(|answer| matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")))
    }

    /// Takes back a turn. Among several people the rules must allow it and everyone must agree.
    fn undo(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<LineOutcome> {
        let Some(whose) = self.local.last_human_seat() else {
            console.say("There is nothing to take back.")?;
            return Ok(LineOutcome::AskAgain);
        };
        if self.local.people().count() > 1 {
            if !self.local.rules().table.undo {
                console.say("These rules do not allow players to take back turns.")?;
                return Ok(LineOutcome::AskAgain);
            }
            let question =
                format!("Take back the last turn of {}? Does everyone agree? (y/n) ", self.local.name(whose));
            match self.confirm(&question, console)? {
                Some(true) => {}
                Some(false) => return Ok(LineOutcome::AskAgain),
                None => return Ok(LineOutcome::Leave),
            }
        }
        self.local.undo();
        let left = self.local.record().events().len();
        self.reported.iter_mut().for_each(|reported| *reported = (*reported).min(left));
        let own =
            if whose == seat { "Your last turn is taken back." } else { "The last turn is taken back." };
        console.say(own)?;
        Ok(LineOutcome::NextTurn)
    }
}
