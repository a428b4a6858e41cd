//! A bot that plays from outside this process, whichever way it is attached.

use crate::chair::Chair;
use crate::child::{CommandLine, Process};
use crate::conversation::{Conversation, Ending, Step};
use crate::limits::Limits;
use crate::link::{Input, Link, duration, now};
use crate::lobby::{Guest, Lobby, await_hello, new_token, outside, reply, say_bye, welcome};
use rules::Command;
use std::fmt;
use std::time::{Duration, Instant};
use wire::bot::{Bye, ServerPayload};

/// How often it is looked whether a seated bot came back on another connection.
const GLANCE: Duration = Duration::from_millis(200);

/// A connected bot that has said hello.
#[derive(Debug)]
pub struct Remote {
    name: String,
    /// The connection, or why there is none: that is still to be told when the bot's turn comes.
    link: Result<Link, Ending>,
    conversation: Conversation,
    limits: Limits,
    origin: Origin,
    /// What holds the connection's place.
    _slot: Option<Box<dyn Send + fmt::Debug>>,
}

#[derive(Debug)]
enum Origin {
    Child { command: CommandLine, process: Option<Process> },
    Guest { lobby: Lobby, token: String },
}

/// What a bot did while it was listened to.
#[derive(Debug)]
pub enum Noise {
    /// It answered what it was asked.
    Answer(Command),
    /// Nothing that matters to the game.
    Quiet,
    /// It came back on another connection and was told everything that happened: whatever it was asked, ask again.
    Back,
    /// It is gone, at least for now.
    Gone(Ending),
}

impl Remote {
    /// Starts a program and waits for its hello.
    pub fn launch(command: &CommandLine, limits: Limits) -> Result<Remote, Ending> {
        let (mut process, link) = Process::start(command, &limits)?;
        let mut conversation = Conversation::new(limits, now());
        let hello = await_hello(&link, &mut conversation).map_err(|ending| {
            say_bye(&link, &ending);
            process.settle(Duration::from_millis(100));
            Ending::Process(format!("{ending}; {}", process.last_words()))
        })?;
        link.send(welcome(&new_token()))?;
        let origin = Origin::Child { command: command.clone(), process: Some(process) };
        Ok(Remote { name: hello.name, link: Ok(link), conversation, limits, origin, _slot: None })
    }

    /// Seats a bot with this name that is connected, or connects within a time.
    pub fn seat(lobby: &Lobby, name: &str, wait: Duration) -> Option<Remote> {
        let guest = lobby.take(name, wait)?;
        let (name, token) = (guest.name.clone(), guest.token.clone());
        let (link, conversation, slot) = guest.into_parts();
        let origin = Origin::Guest { lobby: lobby.clone(), token };
        let limits = *lobby.limits();
        Some(Remote { name, link: Ok(link), conversation, limits, origin, _slot: Some(slot) })
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether there is a connection.
    pub fn is_connected(&self) -> bool {
        self.link.is_ok()
    }

    /// How many of its lines could not be used.
    pub fn faults(&self) -> u32 {
        self.conversation.faults()
    }

    /// Sends a line.
    pub fn say(&mut self, line: String) -> Result<(), Ending> {
        let sent = self.link.as_ref().map_err(Ending::clone)?.send(line);
        sent.map_err(|ending| self.lose(ending))
    }

    /// Listens until it answers or a time has come; what has arrived already is always looked at. What it asks and what
    /// it gets wrong is answered on the way.
    pub fn listen(&mut self, chair: &mut Chair, until: Instant) -> Noise {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.hear(chair, left.min(GLANCE)) {
                Ok(Some(Noise::Quiet)) => {}
                Ok(Some(noise)) => return noise,
                Ok(None) if left.is_zero() => return Noise::Quiet,
                Ok(None) => {}
                Err(ending) => return Noise::Gone(self.lose(ending)),
            }
        }
    }

    /// Takes the next line, if one arrives within a time.
    fn hear(&mut self, chair: &mut Chair, wait: Duration) -> Result<Option<Noise>, Ending> {
        if self.swap(Duration::ZERO) {
            chair.resume().into_iter().try_for_each(|line| self.say(line))?;
            return Ok(Some(Noise::Back));
        }
        let link = self.link.as_ref().map_err(Ending::clone)?;
        if let Some(word) = self.conversation.tick(now())? {
            link.send(chair.now(word))?;
        }
        let line = match link.receive(wait) {
            None => return Ok(None),
            Some(Input::Ended(ending)) => return Err(ending),
            Some(Input::Line(line)) => line,
        };
        match self.conversation.line(line.as_deref().map_err(|fault| *fault), now())? {
            Step::Answer { game, turn, what } => match chair.hear(game.as_deref(), turn, &what) {
                Ok(command) => return Ok(Some(Noise::Answer(command))),
                Err(line) => link.send(line)?,
            },
            Step::Words(hash) => link.send(chair.words(&hash))?,
            step => reply(step).map_or(Ok(()), |word| link.send(chair.now(word)))?,
        }
        Ok(Some(Noise::Quiet))
    }

    /// The connection is of no use any more.
    fn lose(&mut self, ending: Ending) -> Ending {
        let Ok(link) = std::mem::replace(&mut self.link, Err(ending.clone())) else { return ending };
        say_bye(&link, &ending);
        drop(link);
        let ending = match &mut self.origin {
            Origin::Child { process, .. } => match process.take() {
                Some(mut process) => {
                    process.settle(Duration::from_millis(100));
                    Ending::Process(format!("{ending}; {}", process.last_words()))
                }
                None => ending,
            },
            Origin::Guest { .. } => ending,
        };
        self.link = Err(ending.clone());
        ending
    }

    /// Takes over a new connection of the same bot.
    fn swap(&mut self, wait: Duration) -> bool {
        let Origin::Guest { lobby, token } = &self.origin else { return false };
        let Some(guest) = lobby.back(token, wait) else { return false };
        let (link, conversation, slot) = guest.into_parts();
        self.link = Ok(link);
        self.conversation = conversation;
        self._slot = Some(slot);
        true
    }

    /// Gets a lost bot back: a program is started anew, a connected bot gets some time to connect again. It is told
    /// everything that happened in the game; whatever it was asked, ask again.
    pub fn revive(&mut self, chair: &Chair, wait: Duration) -> Result<(), Ending> {
        match &self.origin {
            Origin::Child { command, .. } => *self = Remote::launch(&command.clone(), self.limits)?,
            Origin::Guest { .. } => {
                if !self.swap(wait) {
                    return Err(Ending::Closed);
                }
            }
        }
        chair.resume().into_iter().try_for_each(|line| self.say(line))
    }

    /// Whether it can be started anew at any time.
    pub fn is_program(&self) -> bool {
        matches!(self.origin, Origin::Child { .. })
    }

    /// Ends the conversation, or lets a bot that connected wait for its next game.
    pub fn dismiss(self) {
        let link = self.link.ok();
        match &self.origin {
            Origin::Guest { lobby, token } => {
                let guest = link.map(|link| {
                    let conversation = self.conversation.clone();
                    Guest::from_parts(self.name.clone(), token.clone(), link, conversation, lobby)
                });
                lobby.give_back(guest, token);
            }
            Origin::Child { .. } => {
                // Whether it hears that or not, its input ends now.
                _ = link.map(|link| {
                    link.send(outside(ServerPayload::Bye(Bye { reason: "the match is over".to_owned() })))
                });
            }
        }
    }

    /// How long it may be silent.
    pub fn patience(&self) -> Duration {
        duration(self.limits.silence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lobby::Door;
    use std::io::Write;
    use std::net::TcpStream;

    #[test]
    fn why_a_connection_has_ended_is_told_as_often_as_it_is_asked() {
        let limits = Limits { outgoing: 1_000, ..Limits::default() };
        let door = Door::open("127.0.0.1:0", limits).unwrap();
        let mut bot = TcpStream::connect(door.address()).unwrap();
        bot.write_all(b"{\"hello\":{\"protocol\":1,\"name\":\"ann\"}}\n").unwrap();
        let mut remote = Remote::seat(door.lobby(), "ann", Duration::from_secs(20)).unwrap();
        for _ in 0..2 {
            assert_eq!(remote.say("x".repeat(2_000)), Err(Ending::Deaf));
        }
        assert!(!remote.is_connected());
    }
}
