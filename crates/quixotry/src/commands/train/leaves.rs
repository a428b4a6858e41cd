//! `quixotry train leaves`: trains leave values.

use super::progress_bar;
use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, GamesArgs, LeavesFormat, ThreadsArgs, check_output, replace_file};
use crate::interrupt::cancel_on_interrupt;
use crate::output::CommandOutput;
use crate::remote_jobs::learn_leaves;
use crate::status::{RunResult, Status, print_note};
use clap::Args;
use jobs::{GameSpec, JobQueue};
use serde::Serialize;
use std::num::NonZeroU32;
use std::path::PathBuf;
use training::{GenerationReport, LeaveSettings, LeaveTraining, TrainingProgress};

const EXAMPLES: &str = "\
Examples:
  quixotry train leaves --out english.qlv --games 200000 --generations 4 --seed 1
  quixotry train leaves --rules german --lexicon german --out german.klv2 --state german.state
  quixotry train leaves --out english.qlv --database postgres://quixotry@db/quixotry

The same seed gives the same values on any number of threads, and with --database on any number of machines that run
`quixotry worker`. With --state the training is saved regularly and continues when it is started again. The output is
packed (.qlv), KLV2 (.klv2) for other programs, or a list (.csv).";

/// Train leave values by self-play, for any rules and lexicon.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("games", |arg| arg.required(false).default_value("40000").help("Games in each generation")))]
pub(super) struct TrainLeavesArgs {
    /// The output file, with the extension .qlv, .klv2 or .csv
    #[arg(long, short, visible_alias = "output", value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    games: GamesArgs,
    /// How many generations; each uses the values of the previous one
    #[arg(long, value_name = "N", default_value = "4")]
    generations: NonZeroU32,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Let workers play the games, through this PostgreSQL database
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    database: Option<String>,
    /// Save the training to this file, and resume it from there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// The number of batches between two saved states.
const SAVED_EVERY: u32 = 5;

#[derive(Serialize)]
struct GenerationOutput {
    generation: u32,
    points: f64,
    change: f64,
    seen: f64,
}

/// Runs the command.
pub(super) fn run(args: &TrainLeavesArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let format = LeavesFormat::from_path(&args.out)?;
    check_output(&args.out)?;
    let rules = args.game.ruleset(catalog)?;
    let words = args.game.word_graph(&rules, catalog)?;
    let settings = LeaveSettings {
        games: args.games.count(),
        generations: args.generations.get(),
        seed: args.game.seed.unwrap_or(0),
        threads: args.threads.count().get(),
    };
    let mut training = LeaveTraining::new(&rules, &words, settings)?;
    if let Some(state) = args.state.as_ref().filter(|state| state.exists()) {
        training.resume(state)?;
    }
    match &args.database {
        Some(address) => {
            let queue = JobQueue::open(address)?;
            args.train_with_workers(&queue, &GameSpec::new(&rules, &words), &mut training, out)?;
        }
        None => args.train(&mut training, out)?,
    }
    replace_file(&args.out, &format.encode(&training.table(), &rules.tiles)?)?;
    if !args.format.json {
        out.line(format_args!("{} leaves in {}", training.table().shape().len() - 1, args.out.display()))?;
    }
    Ok(Status::Success)
}

impl TrainLeavesArgs {
    fn train(&self, training: &mut LeaveTraining, out: &mut CommandOutput) -> anyhow::Result<()> {
        let bar = progress_bar(self.games.count());
        let cancellation = cancel_on_interrupt();
        let mut batches = 0;
        while let Some(TrainingProgress { generation, games, finished }) = training.advance() {
            bar.set_message(format!("generation {generation} of {}", self.generations));
            bar.set_position(games);
            batches += 1;
            if let Some(state) =
                self.state.as_ref().filter(|_| finished.is_some() || batches % SAVED_EVERY == 0)
            {
                training.save(state)?;
            }
            if let Some(generation) = finished {
                bar.suspend(|| self.print_generation(generation, out))?;
            }
            if cancellation.is_cancelled() {
                bar.finish_and_clear();
                return self.stop_here(training, generation, games);
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Saves a training that was stopped, and says how it goes on.
    fn stop_here(&self, training: &LeaveTraining, generation: u32, games: u64) -> anyhow::Result<()> {
        let stopped = format!("stopped in generation {generation} after {games} games");
        match &self.state {
            Some(state) => {
                training.save(state)?;
                print_note(&format!("{stopped}; the same command goes on from {}", state.display()));
            }
            None => print_note(&format!("{stopped}; only a training with --state FILE can go on")),
        }
        Ok(())
    }

    /// Trains with games that workers play.
    fn train_with_workers(
        &self,
        queue: &JobQueue,
        game: &GameSpec,
        training: &mut LeaveTraining,
        out: &mut CommandOutput,
    ) -> anyhow::Result<()> {
        let bar = progress_bar(self.games.count());
        loop {
            bar.set_message(format!("generation {} of {}", training.progress().0 + 1, self.generations));
            if !learn_leaves(queue, game, training, |games| bar.set_position(games))? {
                break;
            }
            if let Some(generation) = training.conclude() {
                self.state.as_ref().map(|state| training.save(state)).transpose()?;
                bar.suspend(|| self.print_generation(generation, out))?;
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn print_generation(&self, generation: GenerationReport, out: &mut CommandOutput) -> std::io::Result<()> {
        let GenerationReport { number, points, change, seen } = generation;
        match self.format.json {
            true => out.json(&GenerationOutput { generation: number, points, change, seen })?,
            false => out.line(format_args!(
                "generation {number}: {points:.1} points a player, values changed by {change:.2} points, {:.0} % of all leaves seen",
                seen * 100.0
            ))?,
        }
        out.flush()
    }
}
