//! `quixotry bench selfplay`: games a second.

use super::at_once;
use super::digest::Digest;
use crate::app::Format;
use crate::commands::moves::generator;
use crate::given::{SceneArgs, Stock};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use anyhow::{Context as _, anyhow};
use clap::Args;
use lexicon::AnyWord;
use movegen::{Generator, LeaveSums};
use rules::{Command, Context, ExchangeLimits, Game, Millis, Seat, SeededChance};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  quixotry bench selfplay --games 1000 --seed 1 --threads 2 --json

The same number gives the same games on any number of threads; the digest stands for all of them.";

/// Let the computer play games against itself, and say how many a second.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct SelfplayArgs {
    /// How many games
    #[arg(long, value_name = "N", default_value = "100")]
    games: NonZeroUsize,
    /// On how many threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    #[command(flatten)]
    scene: SceneArgs,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Report {
    games: usize,
    threads: usize,
    seconds: f64,
    games_per_second: f64,
    turns: u64,
    mean_score: f64,
    digest: String,
}

/// What came of a game.
struct Played {
    turns: u32,
    scores: Vec<i32>,
}

/// Plays the games.
pub(super) fn run(args: &SelfplayArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let rules = args.scene.ruleset(stock)?;
    let generator = generator(&args.scene, &rules, stock)?;
    let start = Instant::now();
    let games = args.play(&generator)?;
    let report = args.report(&games, start.elapsed().as_secs_f64());
    if args.format.json {
        screen.json(&report)?;
    } else {
        screen.line(format_args!(
            "{:.1} games a second ({} games, {:.1} points a player, digest {})",
            report.games_per_second, report.games, report.mean_score, report.digest
        ))?;
    }
    Ok(Outcome::Good)
}

impl SelfplayArgs {
    /// Thread `t` plays the games `t`, `t + threads` and so on, each with a number of its own.
    fn play(&self, generator: &Generator) -> anyhow::Result<Vec<Played>> {
        let (games, threads) = (self.games.get(), self.threads.get().min(self.games.get()));
        let seed = self.scene.seed.unwrap_or(0);
        let mut players: Vec<(usize, Player)> =
            (0..threads).map(|thread| (thread, Player::new(generator))).collect();
        let results = at_once(&mut players, |(thread, player)| {
            let numbers = (*thread..games).step_by(threads);
            numbers.map(|number| player.play(chance(seed, number))).collect::<anyhow::Result<Vec<_>>>()
        });
        let mut shares = results.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        shares.iter_mut().for_each(|share| share.reverse());
        let in_order = (0..games).map(|number| shares[number % threads].pop());
        in_order.collect::<Option<_>>().context("a game is missing")
    }

    fn report(&self, games: &[Played], seconds: f64) -> Report {
        let mut digest = Digest::EMPTY;
        let scores = || games.iter().flat_map(|game| game.scores.iter().map(|&score| i64::from(score)));
        scores().for_each(|score| digest.add(score));
        Report {
            games: games.len(),
            threads: self.threads.get(),
            seconds,
            games_per_second: games.len() as f64 / seconds,
            turns: games.iter().map(|game| u64::from(game.turns)).sum(),
            mean_score: scores().sum::<i64>() as f64 / scores().count().max(1) as f64,
            digest: digest.to_string(),
        }
    }
}

/// The chance of one game, far from that of its neighbours.
fn chance(seed: u64, number: usize) -> SeededChance {
    let mut mixed = SeededChance::new(seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    SeededChance::new(mixed.next())
}

/// A computer player who takes the play with the best equity, for every seat.
struct Player {
    generator: Generator,
    leaves: LeaveSums,
}

impl Player {
    fn new(generator: &Generator) -> Player {
        Player { generator: generator.clone(), leaves: LeaveSums::plain(&generator.rules().tiles) }
    }

    fn play(&mut self, mut chance: SeededChance) -> anyhow::Result<Played> {
        let rules = self.generator.rules().clone();
        let seats = rules.seats.min.max(2).min(rules.seats.max);
        // The generator finds good words only, so they need not be looked up again.
        let mut context = Context { words: &AnyWord, chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(rules);
        let begun = game.start(seats, &mut context)?;
        begun.iter().for_each(|event| game.apply(event));
        while let Some(seat) = game.turn() {
            let command = self.choose(&game, seat);
            let events = game.decide(seat, &command, &mut context);
            let events = events.map_err(|refusal| anyhow!("a computer's turn was refused: {refusal}"))?;
            events.iter().for_each(|event| game.apply(event));
        }
        let scores = game.seats().iter().map(|seat| seat.score).collect();
        Ok(Played { turns: game.turns(), scores })
    }

    /// The best play; without one an exchange of everything where that is allowed; or else a pass.
    fn choose(&mut self, game: &Game, seat: Seat) -> Command {
        let Some(state) = game.seat(seat) else { return Command::Pass };
        if let Some(best) = self.generator.best(game.grid(), &state.rack, &self.leaves) {
            return Command::Play(best.play.placement());
        }
        let fits = |limits: &ExchangeLimits| {
            let enough = usize::from(limits.bag).max(state.rack.len()) <= game.bag().len();
            let allowed = limits.times.is_none_or(|times| state.exchanges < times);
            enough && allowed && state.rack.len() <= usize::from(limits.most)
        };
        let exchange = game.rules().exchange_limits().filter(fits);
        exchange.map_or(Command::Pass, |_| Command::Exchange(state.rack.iter().collect()))
    }
}
