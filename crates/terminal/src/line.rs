//! The game line by line, for any rules and any players at one keyboard.

use crate::console::Console;
use crate::request::{self, Request};
use crate::table::Table;
use crate::tell::{self, Ending};
use crate::{answers, reading, show};
use notation::plays::Turn;
use rules::{Command, Reason, Seat, SeededChance, Viewer};
use std::io;
use std::time::Duration;
use tiles::Tiles;

/// Turns after which a game of computers alone is given up, where the rules let it go on for ever.
const MOST_TURNS: u32 = 5000;

/// A game line by line.
pub struct LineGame {
    table: Table,
    pace: Duration,
    colour: notation::draw::Colour,
    /// The last person who was shown anything, and how much of the record they have seen.
    shown: Option<Seat>,
    told: Vec<usize>,
    shuffles: SeededChance,
}

/// What a typed line led to.
enum After {
    /// The same player is asked again.
    Again,
    /// The turn is over, or the game has changed.
    Next,
    /// The player leaves.
    Leave,
}

impl LineGame {
    /// A game to be played with pauses of this length before a computer's play is shown.
    pub fn new(table: Table, pace: Duration) -> LineGame {
        // Whoever goes on with a game has seen all of it; who begins one has seen nothing.
        let told = vec![table.record().events().len(); table.seats().len()];
        let (colour, shuffles) = (notation::draw::Colour::None, SeededChance::new(told.len() as u64));
        LineGame { table, pace, colour, shown: None, told, shuffles }
    }

    /// The same with the colours of terminals.
    pub fn coloured(self) -> LineGame {
        LineGame { colour: notation::draw::Colour::Ansi, ..self }
    }

    /// Plays until the game is over or the input ends.
    pub fn play(mut self, console: &mut impl Console) -> io::Result<Ending> {
        console.offer(request::completions());
        console.say(&show::welcome(&self.table))?;
        while let Some(seat) = self.table.waiting() {
            self.report_trouble(console)?;
            if self.table.is_computer(seat) {
                if self.table.people().next().is_none() && self.table.game().turns() > MOST_TURNS {
                    console.say("Nobody can end this game under its rules, so it is given up.")?;
                    return Ok(Ending::Left);
                }
                self.computer_turn(seat, console)?;
            } else if let Ending::Left = self.human_turn(seat, console)? {
                return self.leave(console);
            }
        }
        self.finish(console)
    }

    fn finish(&mut self, console: &mut impl Console) -> io::Result<Ending> {
        console.say(&show::board(&self.table, self.colour))?;
        self.tell_new(self.viewer(), console)?;
        self.report_trouble(console)?;
        Ok(Ending::Over)
    }

    fn leave(&mut self, console: &mut impl Console) -> io::Result<Ending> {
        console.say("")?;
        console.say(&answers::goodbye(&self.table))?;
        Ok(Ending::Left)
    }

    fn report_trouble(&mut self, console: &mut impl Console) -> io::Result<()> {
        match self.table.trouble() {
            Some(error) => {
                console.say(&format!("The game cannot be saved any more: {error}. It goes on unsaved."))
            }
            None => Ok(()),
        }
    }

    /// Through whose eyes news are told: the last person's, or a watcher's.
    fn viewer(&self) -> Viewer {
        let only = || self.table.people().next().filter(|_| self.table.people().count() == 1);
        self.shown.or_else(only).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Tells what a viewer has not heard yet.
    fn tell_new(&mut self, viewer: Viewer, console: &mut impl Console) -> io::Result<()> {
        let index = viewer.seat().map_or(0, Seat::index);
        let all = self.table.record().events().len();
        let from = self.told.get(index).copied().unwrap_or(all).min(all);
        for line in tell::since(&self.table, from, viewer) {
            console.say(&line)?;
        }
        if let Some(told) = self.told.get_mut(index) {
            *told = all;
        }
        Ok(())
    }

    fn computer_turn(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<()> {
        let command = self.table.think(seat);
        console.pause(self.pace)?;
        self.table.act_as_computer(seat, &command);
        // With several people, each is told at the own turn.
        if self.table.people().count() < 2 && !self.table.game().is_over() {
            self.tell_new(self.viewer(), console)?;
        }
        Ok(())
    }

    fn human_turn(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<Ending> {
        if !self.hand_over(seat, console)? {
            return Ok(Ending::Left);
        }
        self.tell_new(Viewer::Seat(seat), console)?;
        self.show(seat, console)?;
        loop {
            let Some(line) = console.ask(&format!("{}> ", self.table.name(seat)))? else {
                return Ok(Ending::Left);
            };
            match self.obey(seat, &line, console)? {
                After::Again => {}
                After::Next => return Ok(Ending::Over),
                After::Leave => return Ok(Ending::Left),
            }
        }
    }

    /// Between two people nobody sees the other's rack; says whether there is anybody.
    fn hand_over(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<bool> {
        let change = self.shown != Some(seat) && self.table.people().count() > 1;
        self.shown = Some(seat);
        if !change {
            return Ok(true);
        }
        console.clear()?;
        let name = self.table.name(seat).to_owned();
        let there = console.ask(&format!("Pass the keyboard to {name}, then press Enter. "))?;
        console.clear()?;
        Ok(there.is_some())
    }

    fn show(&self, seat: Seat, console: &mut impl Console) -> io::Result<()> {
        console.say("")?;
        console.say(&show::board(&self.table, self.colour))?;
        console.say(&show::scores(&self.table))?;
        console.say(&show::rack(&self.table, seat))?;
        if self.table.awaits_answer() {
            console
                .say("The last tiles have been played: `pass` accepts that play, `challenge` doubts it.")?;
        }
        Ok(())
    }

    /// Does what a line asks for.
    fn obey(&mut self, seat: Seat, line: &str, console: &mut impl Console) -> io::Result<After> {
        match Request::parse(line) {
            Request::Nothing => {}
            Request::Help => console.say(&request::help(self.table.rules()))?,
            Request::Board => self.show(seat, console)?,
            Request::Tiles => console.say(&show::unseen(&self.table, seat))?,
            Request::History => console.say(&show::history(&self.table, seat))?,
            Request::Rules => console.say(&show::rules(&self.table))?,
            Request::Check(words) => console.say(&answers::check(&self.table, &words))?,
            Request::Hint(count) => console.say(&answers::hint(&mut self.table, seat, count))?,
            Request::Shuffle => {
                let chance = &mut self.shuffles;
                self.table.shuffle(seat, |bound| rules::Chance::below(chance, bound));
                console.say(&show::rack(&self.table, seat))?;
            }
            Request::Save(path) => console.say(&answers::save(&self.table, path.as_deref()))?,
            Request::Quit => return Ok(After::Leave),
            Request::Undo => return self.undo(seat, console),
            Request::Pass => return self.act(seat, &Command::Pass, "pass", console),
            Request::Resign => return self.resign(seat, console),
            Request::Challenge(text) => return self.challenge(seat, &text, console),
            Request::Swap(tiles) => return self.swap(seat, tiles, console),
            Request::Play(text) => return self.lay(seat, &text, console),
            Request::Unknown(word) => console.say(&request::unknown(&word))?,
        }
        Ok(After::Again)
    }

    fn act(
        &mut self,
        seat: Seat,
        command: &Command,
        typed: &str,
        console: &mut impl Console,
    ) -> io::Result<After> {
        match self.table.act(seat, command) {
            Ok(_) => {
                if self.table.people().count() < 2 && !self.table.game().is_over() {
                    self.tell_new(Viewer::Seat(seat), console)?;
                }
                Ok(After::Next)
            }
            Err(refusal) if refusal.reasons().contains(&Reason::TimeIsUp) => self.time_out(seat, console),
            Err(refusal) => {
                console.say(&answers::refused(&self.table, seat, &refusal, command, typed))?;
                Ok(After::Again)
            }
        }
    }

    fn time_out(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<After> {
        console.say("Your time is up.")?;
        _ = self.table.act(seat, &Command::Timeout);
        Ok(After::Next)
    }

    fn lay(&mut self, seat: Seat, text: &str, console: &mut impl Console) -> io::Result<After> {
        let Some(text) = self.name_blanks(text, console)? else { return Ok(After::Leave) };
        match answers::read(&self.table, seat, &text) {
            Ok(Turn::Place(placement)) => self.act(seat, &Command::Play(placement), &text, console),
            Ok(Turn::Pass) => self.act(seat, &Command::Pass, &text, console),
            Ok(Turn::Exchange(tiles)) => self.act(seat, &Command::Exchange(tiles), &text, console),
            Ok(Turn::ExchangeUnknown(_)) => {
                console.say("Say which tiles to exchange, such as `swap ABC`.")?;
                Ok(After::Again)
            }
            Err(error) => {
                console.say(&reading::explained(&error))?;
                Ok(After::Again)
            }
        }
    }

    /// Asks what each blank stands for that is written as `_` or `?`; nothing when the input has ended.
    fn name_blanks(&self, text: &str, console: &mut impl Console) -> io::Result<Option<String>> {
        let mut named = String::new();
        for sign in text.chars() {
            if !matches!(sign, '_' | '?') {
                named.push(sign);
                continue;
            }
            let Some(letter) = console.ask("Enter a letter for the blank: ")? else { return Ok(None) };
            let alphabet = self.table.rules().tiles.alphabet();
            let upper = letter.trim().to_uppercase();
            named.push_str(alphabet.letter(&upper).map_or(letter.trim(), |letter| alphabet.lower(letter)));
        }
        Ok(Some(named))
    }

    fn swap(&mut self, seat: Seat, tiles: Option<String>, console: &mut impl Console) -> io::Result<After> {
        let tiles = match tiles {
            Some(tiles) => tiles,
            None => match console.ask("Which tiles? ")? {
                Some(tiles) => tiles,
                None => return Ok(After::Leave),
            },
        };
        let rack: Tiles = self.table.rack(seat).iter().copied().collect();
        match reading::exchanged(self.table.rules(), &rack, &tiles) {
            Ok(list) => self.act(seat, &Command::Exchange(list), &tiles, console),
            Err(message) => {
                console.say(&message)?;
                Ok(After::Again)
            }
        }
    }

    fn challenge(&mut self, seat: Seat, text: &str, console: &mut impl Console) -> io::Result<After> {
        let words = answers::challengeable(&self.table);
        let Some(doubted) = tell::doubted(text, &words) else {
            console.say(&answers::no_such_word(&words))?;
            return Ok(After::Again);
        };
        self.act(seat, &Command::Challenge(doubted), "challenge", console)
    }

    fn resign(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<After> {
        match self.agrees("Do you really give up? (y/n) ", console)? {
            Some(true) => self.act(seat, &Command::Resign, "resign", console),
            Some(false) => Ok(After::Again),
            None => Ok(After::Leave),
        }
    }

    /// Asks a question; nothing when the input has ended.
    fn agrees(&self, question: &str, console: &mut impl Console) -> io::Result<Option<bool>> {
        let answer = console.ask(question)?;
        Ok(answer.map(|answer| matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")))
    }

    /// Against computers a turn can be taken back; among people all must agree, and the rules as well.
    fn undo(&mut self, seat: Seat, console: &mut impl Console) -> io::Result<After> {
        let Some(whose) = self.table.last_person() else {
            console.say("There is nothing to take back.")?;
            return Ok(After::Again);
        };
        if self.table.people().count() > 1 {
            if !self.table.rules().table.undo {
                console.say("These rules let nobody take a turn back from other people.")?;
                return Ok(After::Again);
            }
            let question = format!(
                "Shall the last turn of {} be taken back? Do all agree? (y/n) ",
                self.table.name(whose)
            );
            match self.agrees(&question, console)? {
                Some(true) => {}
                Some(false) => return Ok(After::Again),
                None => return Ok(After::Leave),
            }
        }
        self.table.undo();
        let left = self.table.record().events().len();
        self.told.iter_mut().for_each(|told| *told = (*told).min(left));
        let own =
            if whose == seat { "Your last turn is taken back." } else { "The last turn is taken back." };
        console.say(own)?;
        Ok(After::Next)
    }
}
