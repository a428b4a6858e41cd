//! `quixotry bench arena`: the overhead of the arena.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, GamesArgs, SingleThreadArgs};
use crate::interrupt::cancel_on_interrupt;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status, print_note};
use anyhow::{Context, ensure};
use arena::{Arena, GameResult, PairingSystem, Plan, PlanDraft, entrants, run as run_match};
use bots::{BotListener, ConnectionLimits, MatchSetup};
use clap::Args;
use movegen::NoLeaves;
use serde::Serialize;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  quixotry bench arena --games 6000 --threads 2
  quixotry bench arena --games 400 --threads 2 --json

Greedy players play against each other: in a bare loop, in the arena, and in the arena with bot processes that connect
over TCP. The first two measurements alternate with the same games, so that other load affects both equally.";

/// Measure the overhead of the arena against a bare loop of games, and over TCP.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("games", |arg| arg.required(false).default_value("400").help("How many games in the loop and in the arena; a fifth as many over TCP")))]
pub(super) struct BenchArenaArgs {
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    threads: SingleThreadArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// The games are divided into parts, and the two measurements alternate. Very short parts would measure mostly the
/// start of a match.
const PARTS: u64 = 30;

/// The players of the measurements without TCP.
const GREEDY: [&str; 2] = ["greedy", "greedy"];

/// The time limit for bots to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Serialize)]
struct ArenaBenchReport {
    threads: usize,
    /// Turns per second in the bare loop.
    bare: f64,
    /// Turns per second in the arena.
    arena: f64,
    /// The overhead of the arena as a share of the turns: the median over the parts, so that a few disturbed parts do
    /// not matter.
    loss: f64,
    /// The 95 % confidence half-width of the median.
    loss_error: f64,
    /// Turns per second over TCP.
    tcp: f64,
}

/// A number of turns and their duration.
#[derive(Clone, Copy, Default)]
struct TurnRate {
    turns: u64,
    seconds: f64,
}

impl TurnRate {
    fn measure(work: impl FnOnce() -> anyhow::Result<u64>) -> anyhow::Result<TurnRate> {
        let begin = Instant::now();
        let turns = work()?;
        Ok(TurnRate { turns, seconds: begin.elapsed().as_secs_f64() })
    }

    fn add(&mut self, other: TurnRate) {
        self.turns += other.turns;
        self.seconds += other.seconds;
    }

    fn rate(self) -> f64 {
        self.turns as f64 / self.seconds
    }
}

/// Runs the command.
pub(super) fn run(args: &BenchArenaArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let rules = args.game.ruleset(catalog)?;
    let words = args.game.word_graph(&rules, catalog)?;
    let bench = ArenaBench {
        setup: MatchSetup::new(rules, words),
        threads: args.threads.count(),
        seed: args.game.seed.unwrap_or(0),
    };
    let report = bench.report(args.games.count())?;
    if args.format.json {
        out.json(&report)?;
    } else {
        let ArenaBenchReport { bare, arena, loss, loss_error, tcp, .. } = report;
        out.line(format_args!("bare loop: {bare:.0} turns per second"))?;
        let (loss, error) = (100.0 * loss, 100.0 * loss_error);
        out.line(format_args!(
            "in the arena: {arena:.0} turns per second, in the median {loss:.1} ± {error:.1} % fewer"
        ))?;
        out.line(format_args!("over TCP: {tcp:.0} turns per second"))?;
    }
    Ok(Status::Success)
}

struct ArenaBench {
    setup: MatchSetup,
    threads: usize,
    seed: u64,
}

impl ArenaBench {
    fn report(&self, games: u64) -> anyhow::Result<ArenaBenchReport> {
        let (mut bare, mut arena, mut losses) = (TurnRate::default(), TurnRate::default(), Vec::new());
        // Run both once to warm up.
        self.bare(2, self.seed)?;
        self.arena(2, self.seed)?;
        let cancellation = cancel_on_interrupt();
        for round in 0..PARTS {
            if round > 0 && cancellation.is_cancelled() {
                print_note(&format!("stopped after {round} of {PARTS} parts"));
                break;
            }
            let seed = self.seed.wrapping_add(round);
            let part = games.div_ceil(PARTS);
            let run_bare = || TurnRate::measure(|| self.bare(part, seed));
            let run_arena = || TurnRate::measure(|| self.arena(part, seed));
            // Alternate which measurement comes first.
            let (alone, within) = if round.is_multiple_of(2) {
                (run_bare()?, run_arena()?)
            } else {
                let within = run_arena()?;
                (run_bare()?, within)
            };
            bare.add(alone);
            arena.add(within);
            losses.push(1.0 - within.rate() / alone.rate());
        }
        // A measurement that was stopped has no time for all games over TCP.
        let tcp = self.tcp(if cancellation.is_cancelled() { 2 } else { games.div_ceil(5) })?;
        let (loss, loss_error) = median(losses);
        let (bare, arena, tcp) = (bare.rate(), arena.rate(), tcp.rate());
        Ok(ArenaBenchReport { threads: self.threads, bare, arena, loss, loss_error, tcp })
    }

    /// The same games as in the arena, with the same tiles in the same order, in a bare loop.
    fn bare(&self, games: u64, seed: u64) -> anyhow::Result<u64> {
        let (plan, data) = (self.plan(GREEDY, games, seed)?, self.setup.player_data()?.generator_data());
        Ok(movegen::selfplay_with_data(data, &NoLeaves, games, &|game| plan.deal(game), self.threads).turns)
    }

    fn plan(&self, bots: [&str; 2], games: u64, seed: u64) -> anyhow::Result<Plan> {
        Ok(Plan::try_from(PlanDraft {
            entrants: entrants(&bots, 1)?,
            setup: self.setup.clone(),
            system: PairingSystem::RoundRobin,
            seats: 2,
            games,
            seed,
        })?)
    }

    fn arena(&self, games: u64, seed: u64) -> anyhow::Result<u64> {
        let arena = Arena { threads: self.threads, ..Arena::new(self.plan(GREEDY, games, seed)?) };
        Ok(turns(&run_match(&arena, Vec::new(), &mut ())?))
    }

    fn tcp(&self, games: u64) -> anyhow::Result<TurnRate> {
        let listener = BotListener::bind("127.0.0.1:0", ConnectionLimits::default())?;
        let bots = BotProcesses::start(listener.local_addr(), self.threads)?;
        let begin = Instant::now();
        while listener.lobby().waiting().len() < bots.0.len() {
            ensure!(begin.elapsed() < CONNECT_TIMEOUT, "the bots did not connect");
            std::thread::sleep(Duration::from_millis(10));
        }
        let plan = self.plan(["tcp:ann", "tcp:ben"], games, self.seed)?;
        let lobby = Some(listener.lobby().clone());
        let arena = Arena { threads: self.threads, lobby, ..Arena::new(plan) };
        TurnRate::measure(|| Ok(turns(&run_match(&arena, Vec::new(), &mut ())?)))
    }
}

/// The median and the half-width of its 95 % confidence interval, which is made from order statistics and
/// assumes no distribution.
fn median(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let middle = values.len() as f64 / 2.0;
    let reach = 0.98 * (values.len() as f64).sqrt();
    let at = |place: f64| values[(place.max(0.0) as usize).min(values.len() - 1)];
    (at(middle), (at(middle + reach) - at(middle - reach)) / 2.0)
}

fn turns(results: &[GameResult]) -> u64 {
    results.iter().map(|game| u64::from(game.turns)).sum()
}

/// Bot processes. They end when this is dropped.
struct BotProcesses(Vec<Child>);

impl BotProcesses {
    /// Starts a number of pairs.
    fn start(address: SocketAddr, pairs: usize) -> anyhow::Result<BotProcesses> {
        let program = std::env::current_exe().context("this program cannot be started again")?;
        let mut bots = BotProcesses(Vec::new());
        for name in ["ann", "ben"].repeat(pairs) {
            let mut command = Command::new(&program);
            command.args(["bot", "--connect", &address.to_string(), "--player", "greedy", "--name", name]);
            let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            bots.0.push(quiet.spawn()?);
        }
        Ok(bots)
    }
}

impl Drop for BotProcesses {
    fn drop(&mut self) {
        for bot in &mut self.0 {
            // The process may have ended already.
            _ = bot.kill();
            _ = bot.wait();
        }
    }
}
