//! `quixotry arena`: plays matches between bots and reports which one is better.

mod check;
mod watch;

use crate::inputs::{
    Catalog, GameArgs, GamesArgs, LeaveValuesArgs, ThreadsArgs, check_output, parse_duration, parse_millis,
    write_file,
};
use crate::interrupt::cancel_on_interrupt;
use crate::output::CommandOutput;
use crate::status::{self, RunResult, Status};
use anyhow::{Context, bail};
use arena::stats::Sprt;
use arena::{
    Arena, Entrant, EntrantKind, FinishedGame, GameResult, MatchDescription, MatchDirectory, MatchListener,
    MatchPolicy, MatchStanding, PairingSystem, Plan, PlanDraft, distribute_match, entrants, report,
    run as run_match,
};
use bots::{BotListener, ConnectionLimits, MatchSetup};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use jobs::JobQueue;
use players::Cancellation;
use rules::{Clock, GameClock, Millis, Ruleset, TurnTimeout};
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  quixotry arena greedy static --games 1000
  quixotry arena static 'cmd:./mybot --fast' --sprt 0,20 --output match
  quixotry arena static 'cmd:quixotry bot --stdio --player static --leaves mine.klv2'
  quixotry arena greedy tcp:ann tcp:ben --listen 127.0.0.1:13000 --rules itu --turn-time 1s
  quixotry arena first longest greedy static --seats 4 --board infinite --rules itu --html report.html
  quixotry arena greedy static --database postgres://quixotry@db/quixotry
  quixotry arena check 'cmd:./mybot --fast'

A bot is a built-in player (first, longest, greedy, static, …), cmd:PROGRAM on its standard input and output, or
tcp:NAME for a bot that connects to --listen. NAME=BOT gives a bot another name. Games are played in pairs with the same
bag and swapped seats. The same --seed gives the same games on any number of threads.";

/// Play matches between bots and report which one is better.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    command: Option<ArenaCommand>,
    #[command(flatten)]
    options: ArenaMatchArgs,
}

#[derive(Subcommand, Debug)]
enum ArenaCommand {
    Check(check::ArenaCheckArgs),
}

#[derive(Args, Debug)]
#[command(mut_arg("games", |arg| arg.required(false).default_value("100").help("How many games each group of bots plays")))]
struct ArenaMatchArgs {
    /// The bots
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,
    #[command(flatten)]
    games: GamesArgs,
    /// Let only the first bot play against all others, instead of a round robin
    #[arg(long)]
    gauntlet: bool,
    /// How many players each game has
    #[arg(long, value_name = "N", default_value = "2")]
    seats: u8,
    /// How many copies of each bot take part
    #[arg(long, value_name = "N", default_value = "1")]
    copies: usize,
    #[command(flatten)]
    game: GameArgs,
    /// Time per turn, in milliseconds or with a unit such as 300ms or 2s; a bot that takes longer passes
    #[arg(long, value_name = "MS", conflicts_with = "game_time", value_parser = parse_millis)]
    turn_time: Option<Duration>,
    /// Time per player for the whole game, and time added after each turn, such as 60, 60+2 or 25m+10s
    #[arg(long, value_name = "S[+S]")]
    game_time: Option<String>,
    /// Search iterations per turn of the built-in players, independent of the clock
    #[arg(long, visible_alias = "rounds", value_name = "N")]
    work: Option<u64>,
    #[command(flatten)]
    leaves: LeaveValuesArgs,
    /// How long a bot may think in a game without a clock, in seconds or with a unit such as 500ms or 2m
    #[arg(long, value_name = "S", default_value = "120", value_parser = parse_duration)]
    patience: Duration,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Stop as soon as the test accepts one of two Elo differences; ALPHA and BETA are its error rates
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Draw the board after each turn
    #[arg(long)]
    watch: bool,
    /// Save the match in this directory: results, records, GCG files, reports
    #[arg(long, short, visible_alias = "out", value_name = "DIR")]
    output: Option<PathBuf>,
    /// Resume the match in --output
    #[arg(long, requires = "output")]
    resume: bool,
    /// Write the report to this HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The address that bots connect to
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,
    /// Let workers play the games, through this PostgreSQL database
    #[arg(long, value_name = "URL", conflicts_with_all = ["watch", "listen", "threads", "leaves"])]
    database: Option<String>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

/// Plays the match.
pub(crate) fn run(args: &ArenaArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.command {
        Some(ArenaCommand::Check(check)) => check::run(check, catalog, out),
        None => args.options.run(catalog, out),
    }
}

impl ArenaMatchArgs {
    fn run(&self, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
        self.html.as_deref().map_or(Ok(()), check_output)?;
        let plan = self.plan(catalog)?;
        if self.sprt.is_some() && (plan.entrants().len() != 2 || plan.seats() != 2) {
            bail!("--sprt compares two bots in two-player games");
        }
        let policy = self.policy();
        let leaves = self.leaves.content_hash()?;
        let description = MatchDescription {
            leaves,
            ..MatchDescription::new(&plan, self.games.count(), &policy, self.sprt.as_ref())
        };
        let (directory, done) = self.directory(&description)?;
        let limits = self.limits();
        let listener =
            self.listen.as_ref().map(|address| open_listener(address, limits, &plan)).transpose()?;
        let arena = Arena {
            policy,
            limits,
            threads: self.threads.count().get(),
            sprt: self.sprt,
            lobby: listener.as_ref().map(|listener| listener.lobby().clone()),
            observer: self.watch.then(|| Mutex::new(watch::watcher())),
            ..Arena::new(plan)
        };
        let mut progress = MatchProgress::new(&arena, directory, done.clone(), self.quiet || self.watch);
        let results = self.results(&arena, &description, done, &mut progress)?;
        progress.clear();
        let results = if progress.cancellation.is_cancelled() { progress.take_results() } else { results };
        self.note_interruption(&progress, results.len());
        let standing = MatchStanding::new(&arena.plan, &results, arena.sprt.as_ref());
        if let Some(directory) = &progress.directory {
            directory.report(&standing).with_context(|| directory.path().display().to_string())?;
        }
        if let Some(path) = &self.html {
            write_file(path, report::html(&standing).as_bytes())?;
        }
        out.text(&if self.json { report::json(&standing) } else { report::text(&standing) })?;
        Ok(Status::Success)
    }

    /// Says how a match goes on that was stopped.
    fn note_interruption(&self, progress: &MatchProgress<'_>, games: usize) {
        if !progress.cancellation.is_cancelled() {
            return;
        }
        status::print_note(&match &self.output {
            Some(path) => format!(
                "stopped after {games} games; the same command with --resume goes on from {}",
                path.display()
            ),
            None => format!("stopped after {games} games; only a match with --output DIR can be resumed"),
        });
    }

    fn results(
        &self,
        arena: &Arena,
        description: &MatchDescription,
        done: Vec<GameResult>,
        progress: &mut MatchProgress<'_>,
    ) -> anyhow::Result<Vec<GameResult>> {
        match &self.database {
            Some(address) => {
                Ok(distribute_match(&JobQueue::open(address)?, arena, description, done, progress)?)
            }
            None => Ok(run_match(arena, done, progress)?),
        }
    }

    fn plan(&self, catalog: &Catalog) -> anyhow::Result<Plan> {
        let rules = self.with_clock(self.game.ruleset(catalog)?)?;
        let words = self.game.word_graph(&rules, catalog)?;
        let setup = match self.leaves.values(&rules)? {
            Some(leaves) => MatchSetup::new(rules, words).with_leaves(leaves)?,
            None => MatchSetup::new(rules, words),
        };
        Ok(Plan::try_from(PlanDraft {
            entrants: entrants(&self.bots, self.copies)?,
            setup,
            system: if self.gauntlet { PairingSystem::Gauntlet } else { PairingSystem::RoundRobin },
            seats: self.seats,
            games: self.games.count(),
            seed: self.game.seed.unwrap_or(1),
        })?)
    }

    /// The rules with the clock of the options.
    fn with_clock(&self, rules: Ruleset) -> anyhow::Result<Ruleset> {
        let clock = match (self.turn_time, &self.game_time) {
            (Some(limit), _) => Clock::Turn { limit: to_millis(limit), then: TurnTimeout::Pass },
            (None, Some(text)) => Clock::Game(game_clock(text)?),
            (None, None) => return Ok(rules),
        };
        let mut draft = rules.draft();
        draft.clock = clock;
        Ok(Ruleset::try_from(draft)?)
    }

    fn policy(&self) -> MatchPolicy {
        let default = MatchPolicy::default();
        MatchPolicy {
            work: self.work.unwrap_or(default.work),
            fixed_work: self.work.is_some(),
            answer_timeout: self.patience,
            ..default
        }
    }

    /// A bot may be silent for as long as it may think.
    fn limits(&self) -> ConnectionLimits {
        let default = ConnectionLimits::default();
        let turn = to_millis(self.turn_time.unwrap_or(self.patience));
        ConnectionLimits { silence: default.silence.max(turn.plus(default.heartbeat)), ..default }
    }

    fn directory(
        &self,
        description: &MatchDescription,
    ) -> anyhow::Result<(Option<MatchDirectory>, Vec<GameResult>)> {
        Ok(match &self.output {
            None => (None, Vec::new()),
            Some(path) if self.resume => {
                let (directory, done) = MatchDirectory::resume(path, description)?;
                (Some(directory), done)
            }
            Some(path) => (Some(MatchDirectory::create(path, description)?), Vec::new()),
        })
    }
}

fn to_millis(time: Duration) -> Millis {
    Millis(time.as_millis() as i64)
}

/// Parses `60` or `60+2` seconds, or times with units. A player who exceeds the time loses the game.
fn game_clock(text: &str) -> anyhow::Result<GameClock> {
    let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
    let millis = |text: &str| match text.trim().parse::<f64>() {
        Ok(seconds) => (0.0..=1e6).contains(&seconds).then_some(Millis((seconds * 1000.0) as i64)),
        Err(_) => parse_duration(text).ok().map(to_millis),
    };
    match (millis(initial), millis(increment)) {
        (Some(initial), Some(increment)) if initial.0 > 0 => {
            Ok(GameClock { initial, increment, penalty: 0, overtime: Millis(0) })
        }
        _ => bail!("--game-time is in seconds or has units, such as 60, 60+2 or 25m+10s, not {text:?}"),
    }
}

/// Opens the port for the bots of the match. A bot with another name is sent home, so that nobody waits in vain.
fn open_listener(address: &str, limits: ConnectionLimits, plan: &Plan) -> anyhow::Result<BotListener> {
    let listener =
        BotListener::bind(address, limits).with_context(|| format!("cannot listen at {address}"))?;
    status::print_note(&format!("bots connect to {}", listener.local_addr()));
    let mut names: Vec<String> = plan.entrants().iter().filter_map(network_name).collect();
    names.sort();
    names.dedup();
    let expected = names.join(", ");
    if !names.is_empty() {
        status::print_note(&format!("the match waits for {expected}"));
    }
    listener.lobby().expect(names, move |name| {
        status::print_note(&format!(
            "a bot called {name:?} connected and was sent home; the match waits for {expected}"
        ));
    });
    Ok(listener)
}

fn network_name(entrant: &Entrant) -> Option<String> {
    match &entrant.kind {
        EntrantKind::Network(name) => Some(name.clone()),
        EntrantKind::BuiltIn(_) | EntrantKind::Program(_) => None,
    }
}

/// Saves every finished game and shows the standing of the match.
struct MatchProgress<'a> {
    arena: &'a Arena,
    directory: Option<MatchDirectory>,
    results: Vec<GameResult>,
    last_shown: Instant,
    started: Instant,
    resumed_games: usize,
    quiet: bool,
    /// The standing on one line of the terminal; hidden if there is no terminal.
    line: ProgressBar,
    /// How many illegal plays of each bot were printed with their reasons.
    printed_illegal: HashMap<String, usize>,
    cancellation: Cancellation,
}

/// How many illegal plays of a bot are printed with their reasons.
const PRINTED_ILLEGAL: usize = 3;

impl<'a> MatchProgress<'a> {
    fn new(
        arena: &'a Arena,
        directory: Option<MatchDirectory>,
        results: Vec<GameResult>,
        quiet: bool,
    ) -> MatchProgress<'a> {
        let (now, resumed_games) = (Instant::now(), results.len());
        let line = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        // The message is cut at the width of the terminal.
        line.set_style(
            ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        MatchProgress {
            arena,
            directory,
            results,
            last_shown: now,
            started: now,
            resumed_games,
            quiet,
            line,
            printed_illegal: HashMap::new(),
            cancellation: cancel_on_interrupt(),
        }
    }

    fn show(&mut self) {
        let interval = Duration::from_secs(if self.line.is_hidden() { 10 } else { 1 });
        if self.quiet || self.last_shown.elapsed() < interval {
            return;
        }
        self.last_shown = Instant::now();
        self.results.sort_by_key(|game| game.game);
        let standing = MatchStanding::new(&self.arena.plan, &self.results, self.arena.sprt.as_ref());
        let speed = (self.results.len() - self.resumed_games) as f64 / self.started.elapsed().as_secs_f64();
        let text = format!("{} ({speed:.1} games per second)", report::brief(&standing));
        if self.line.is_hidden() {
            // An error in the progress display must not end the match.
            _ = writeln!(io::stderr(), "{text}");
        } else {
            self.line.set_message(text);
        }
    }

    fn clear(&self) {
        self.line.finish_and_clear();
    }

    /// The games that were saved, in order. After Ctrl-C a game that ended later does not count.
    fn take_results(&mut self) -> Vec<GameResult> {
        self.results.sort_by_key(|game| game.game);
        std::mem::take(&mut self.results)
    }

    fn print_reports(&mut self, game: &FinishedGame) {
        let number = game.result.game + 1;
        let name = |seat: usize| self.arena.plan.entrants()[game.result.seats[seat]].name.clone();
        let crashes = game.reports.iter().map(|(seat, text)| (name(*seat), text.as_str(), ""));
        let mut notes: Vec<(String, &str, &str)> = crashes.collect();
        for (seat, text) in &game.illegal {
            let bot = name(*seat);
            let printed = self.printed_illegal.entry(bot.clone()).or_default();
            *printed += 1;
            match *printed {
                ..PRINTED_ILLEGAL => notes.push((bot, text, "")),
                PRINTED_ILLEGAL => {
                    notes.push((bot, text, " (further illegal plays of this bot are only counted)"));
                }
                _ => {}
            }
        }
        for (bot, text, more) in notes {
            self.line.suspend(|| status::print_note(&format!("game {number}: {bot}: {text}{more}")));
        }
    }
}

impl MatchListener for MatchProgress<'_> {
    fn game_finished(&mut self, game: &FinishedGame) -> io::Result<ControlFlow<()>> {
        // Ctrl-C reaches the bots' programs too, so a game that ends after it says nothing about them.
        if self.cancellation.is_cancelled() {
            return Ok(ControlFlow::Break(()));
        }
        if let Some(directory) = &mut self.directory {
            directory.save(&self.arena.plan, game)?;
        }
        self.print_reports(game);
        self.results.push(game.result.clone());
        self.show();
        Ok(if self.cancellation.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}
