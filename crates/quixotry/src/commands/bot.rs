//! `quixotry bot`: connects a built-in player, or a person at the keyboard, to a server or an arena.

use crate::inputs::{Catalog, LeaveValuesArgs, parse_millis};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use anyhow::{Context, anyhow, bail};
use bots::manual::ManualStrategy;
use bots::{BotClient, BotClientError, BotStrategy, PlayerStrategy, SessionEnd, ThinkingTime, Trace};
use clap::Args;
use std::io::{self, BufReader};
use std::net::TcpStream;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  quixotry bot --connect localhost:13000 --player static
  quixotry bot --connect localhost:13000 --manual --name Ann
  quixotry arena greedy 'cmd:quixotry bot --stdio --player static'

docs/bot-protocol.md describes the messages. The bot reconnects after a broken connection, and the game continues.";

/// How often a bot reconnects.
const MAX_RECONNECTS: u32 = 10;

/// Play as a bot of a server or an arena.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("way").required(true).args(["connect", "stdio"]))]
pub(crate) struct BotArgs {
    /// Connect to a server or arena
    #[arg(long, value_name = "HOST:PORT")]
    connect: Option<String>,
    /// Use the standard input and output
    #[arg(long, conflicts_with = "manual")]
    stdio: bool,
    /// The player: see `quixotry players`
    #[arg(long, value_name = "LEVEL", default_value = "greedy", conflicts_with = "manual")]
    player: String,
    /// Type the plays yourself, as in the ITU game's manual client
    #[arg(long)]
    manual: bool,
    /// The name of the bot [default: the player's name, or manual]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Search iterations per turn, instead of a time limit from the clock
    #[arg(long, visible_alias = "rounds", value_name = "N")]
    work: Option<u64>,
    /// At most this time per turn, in milliseconds or with a unit such as 300ms or 2s
    #[arg(long, value_name = "MS", conflicts_with = "work", value_parser = parse_millis)]
    turn_time: Option<Duration>,
    #[command(flatten)]
    leaves: LeaveValuesArgs,
    /// The seed of the player's random choices
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// Log every message with its time to the standard error
    #[arg(long)]
    trace: bool,
}

/// Plays until the server ends the session.
pub(crate) fn run(args: &BotArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    out.flush()?;
    let mut strategy = args.strategy()?;
    let default_name = if args.manual { "manual" } else { &args.player };
    let trace = if args.trace { Trace::to(io::stderr()) } else { Trace::off() };
    let mut client =
        BotClient::new(args.name.as_deref().unwrap_or(default_name), catalog.library().clone(), trace);
    match &args.connect {
        Some(address) => run_connected(&mut client, address, &mut *strategy, out),
        None => {
            client.run(io::stdin().lock(), io::stdout(), &mut *strategy)?;
            Ok(Status::Success)
        }
    }
}

impl BotArgs {
    fn strategy(&self) -> anyhow::Result<Box<dyn BotStrategy>> {
        if self.manual {
            return Ok(Box::new(ManualStrategy::new(BufReader::new(io::stdin()), io::stdout())));
        }
        let level = players::by_name(&self.player).ok_or_else(|| {
            let known: Vec<&str> = players::list().iter().map(|level| level.name).collect();
            anyhow!("there is no player called {:?}; there are {}", self.player, known.join(", "))
        })?;
        let thinking = match (self.work, self.turn_time) {
            (Some(rounds), _) => ThinkingTime::Work(rounds),
            (None, Some(time)) => ThinkingTime::Time(time),
            (None, None) => ThinkingTime::Clock(100),
        };
        let thinker = PlayerStrategy::new(level, thinking, self.seed);
        Ok(Box::new(match self.leaves.bytes()? {
            Some(bytes) => thinker.with_leaves(bytes),
            None => thinker,
        }))
    }
}

fn run_connected(
    client: &mut BotClient,
    address: &str,
    strategy: &mut dyn BotStrategy,
    out: &mut CommandOutput,
) -> RunResult {
    for attempt in 0..=MAX_RECONNECTS {
        let stream = match TcpStream::connect(address) {
            Err(_) if attempt > 0 && client.can_reconnect() => {
                std::thread::sleep(Duration::from_millis(300));
                continue;
            }
            stream => stream.with_context(|| format!("there is no server at {address}"))?,
        };
        stream.set_nodelay(true)?;
        let read = BufReader::new(stream.try_clone()?);
        match client.run(read, stream, strategy) {
            Ok(SessionEnd::Bye(reason)) => {
                out.line(format_args!("The server said goodbye: {reason}"))?;
                return Ok(Status::Success);
            }
            Ok(SessionEnd::Closed) | Err(BotClientError::Io(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    bail!("the connection to {address} broke, and reconnecting failed")
}
