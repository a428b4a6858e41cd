//! A bot of your own with our library: it lays as few tiles as it can, and of those plays the one that counts most.
//!
//! `cargo run --example miser_bot -- localhost:13000` connects to an arena or a server; without an address it speaks
//! on its standard input and output, as `quixotry arena greedy 'cmd:target/debug/examples/miser_bot'` wants it.

use bots::{Client, ClientError, Follower, Mind, Setting, Trace, said};
use movegen::{AllPlays, Generator};
use rules::{Command, Millis, View};
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use wire::bot::{ServerMessage, StartMessage};

/// What it needs to find plays, made anew for each game.
#[derive(Default)]
struct Miser {
    generator: Option<Generator>,
}

impl Mind for Miser {
    fn begin(&mut self, setting: &Setting, _: &StartMessage) -> Result<(), ClientError> {
        self.generator = Some(Generator::new(&setting.rules, &setting.words)?);
        Ok(())
    }

    fn choose(&mut self, _: &Follower, view: &View, _: Option<Millis>) -> io::Result<ServerMessage> {
        let (Some(generator), Some(rack)) = (&mut self.generator, view.own_rack()) else {
            return Ok(ServerMessage::SMPass);
        };
        if !view.is_my_turn() {
            return Ok(ServerMessage::SMPass);
        }
        let mut plays = AllPlays::new();
        generator.generate(&view.grid, rack, &mut plays);
        let thrifty = plays.iter().min_by_key(|play| (play.tiles().len(), -play.score()));
        let command = thrifty.map_or(Command::Pass, |play| Command::Play(play.placement()));
        Ok(said(&command, &view.rules))
    }
}

fn play(read: impl BufRead, write: impl Write) -> Result<(), ClientError> {
    let mut client = Client::new("miser", presets::Library::shipped(), Trace::off());
    client.run(read, write, &mut Miser::default()).map(drop)
}

fn main() -> Result<(), ClientError> {
    match std::env::args().nth(1) {
        Some(address) => {
            let stream = TcpStream::connect(address)?;
            play(BufReader::new(stream.try_clone()?), stream)
        }
        None => play(io::stdin().lock(), io::stdout()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::{Arena, Plan, PlanDraft, System, entrants, run};
    use bots::{Door, Limits};

    /// It connects to a real port and plays a pair of games without a fault.
    #[test]
    fn the_bot_plays_by_the_rules() {
        let rules = presets::Library::shipped().rules("infinite").unwrap();
        let draft = PlanDraft {
            entrants: entrants(&["greedy", "tcp:miser"], 1).unwrap(),
            setting: Setting::new(rules, presets::english().clone()),
            system: System::RoundRobin,
            seats: 2,
            games: 2,
            seed: 1,
        };
        let door = Door::open("127.0.0.1:0", Limits::default()).unwrap();
        let stream = TcpStream::connect(door.address()).unwrap();
        std::thread::spawn(move || play(BufReader::new(stream.try_clone().unwrap()), stream));
        let lobby = Some(door.lobby().clone());
        let arena = Arena { lobby, ..Arena::new(Plan::try_from(draft).unwrap()) };
        let results = run(&arena, Vec::new(), &mut ()).unwrap();
        assert!(
            results.iter().all(|game| game.conduct.iter().all(|conduct| conduct.is_clean())),
            "{results:?}"
        );
        assert!(results.iter().all(|game| game.scores.iter().all(|&score| score > 50)), "{results:?}");
    }
}
