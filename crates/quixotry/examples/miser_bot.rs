//! A bot: it plays as few tiles as possible, and of those plays the one with the highest score.
//!
//! `cargo run --example miser_bot -- localhost:13000` connects to an arena or a server. Without an address it uses
//! its standard input and output, as `quixotry arena greedy 'cmd:target/debug/examples/miser_bot'` expects.

use quixotry::bots::{
    BotClient, BotClientError, BotStrategy, GameFollower, MatchSetup, Trace, command_message,
};
use quixotry::movegen::{AllPlays, Generator};
use quixotry::rules::{Command, Millis, View};
use quixotry::wire::bot::{ServerMessage, StartMessage};
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;

/// The generator is created for each game.
#[derive(Default)]
struct Miser {
    generator: Option<Generator>,
}

impl BotStrategy for Miser {
    fn begin(&mut self, setup: &MatchSetup, _: &StartMessage) -> Result<(), BotClientError> {
        self.generator = Some(Generator::new(&setup.rules, &setup.words)?);
        Ok(())
    }

    fn choose(&mut self, _: &GameFollower, view: &View, _: Option<Millis>) -> io::Result<ServerMessage> {
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
        Ok(command_message(&command, &view.rules))
    }
}

fn play(read: impl BufRead, write: impl Write) -> Result<(), BotClientError> {
    let mut client = BotClient::new("miser", quixotry::presets::Library::shipped(), Trace::off());
    client.run(read, write, &mut Miser::default()).map(drop)
}

fn main() -> Result<(), BotClientError> {
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
    use arena::{Arena, PairingSystem, Plan, PlanDraft, entrants, run};
    use quixotry::bots::{BotListener, ConnectionLimits};

    /// The bot connects to a real port and plays two games without an error.
    #[test]
    fn the_bot_plays_by_the_rules() {
        let rules = quixotry::presets::Library::shipped().rules("infinite").unwrap();
        let draft = PlanDraft {
            entrants: entrants(&["greedy", "tcp:miser"], 1).unwrap(),
            setup: MatchSetup::new(rules, quixotry::presets::english().clone()),
            system: PairingSystem::RoundRobin,
            seats: 2,
            games: 2,
            seed: 1,
        };
        let listener = BotListener::bind("127.0.0.1:0", ConnectionLimits::default()).unwrap();
        let stream = TcpStream::connect(listener.local_addr()).unwrap();
        std::thread::spawn(move || play(BufReader::new(stream.try_clone().unwrap()), stream));
        let lobby = Some(listener.lobby().clone());
        let arena = Arena { lobby, ..Arena::new(Plan::try_from(draft).unwrap()) };
        let results = run(&arena, Vec::new(), &mut ()).unwrap();
        assert!(
            results.iter().all(|game| game.error_counts.iter().all(|error_counts| error_counts.is_clean())),
            "{results:?}"
        );
        assert!(results.iter().all(|game| game.scores.iter().all(|&score| score > 50)), "{results:?}");
    }
}
