//! `quixotry train leaves`: what tiles kept on the rack are worth.

use super::{bar, threads};
use crate::app::Format;
use crate::commands::leaves::Form;
use crate::commands::moves::graph;
use crate::given::{SceneArgs, Stock, replace_file};
use crate::jobs::learn_leaves;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use clap::Args;
use jobs::{GameSpec, JobQueue};
use serde::Serialize;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use training::{GenerationReport, LeaveSettings, LeaveTraining, TrainingProgress};

const EXAMPLES: &str = "\
Examples:
  quixotry train leaves --out english.qlv --games 200000 --generations 4 --seed 1
  quixotry train leaves --rules german --lexicon german --out german.klv2 --state german.state
  quixotry train leaves --out english.qlv --database postgres://quixotry@db/quixotry

The same seed gives the same values on any number of threads, and with --database on any number of machines, each of
which runs `quixotry worker`. With --state the training is written down every now and
then and goes on from there when it is started again. The file is packed (.qlv), or KLV2 (.klv2) for other programs, or
a list (.csv).";

/// Learn what tiles kept on the rack are worth, for any rules and lexicon, by self-play.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LeavesArgs {
    /// Where the values go: a file that ends with .qlv, .klv2 or .csv
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games in each generation
    #[arg(long, value_name = "N", default_value = "40000")]
    games: NonZeroU64,
    /// How many generations, each playing with the values of the one before
    #[arg(long, value_name = "N", default_value = "4")]
    generations: NonZeroU32,
    /// On how many threads [default: all]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Let workers play the games: a PostgreSQL database they share
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    database: Option<String>,
    /// Where the training is written down, to go on from there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    scene: SceneArgs,
    #[command(flatten)]
    format: Format,
}

/// Batches of games between two states written down.
const SAVED_EVERY: u32 = 5;

#[derive(Serialize)]
struct Report {
    generation: u32,
    points: f64,
    change: f64,
    seen: f64,
}

/// Trains.
pub(super) fn run(args: &LeavesArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let form = Form::of(&args.out)?;
    let rules = args.scene.ruleset(stock)?;
    let words = graph(&args.scene, &rules, stock)?;
    let settings = LeaveSettings {
        games: args.games.get(),
        generations: args.generations.get(),
        seed: args.scene.seed.unwrap_or(0),
        threads: threads(args.threads),
    };
    let mut training = LeaveTraining::new(&rules, &words, settings)?;
    if let Some(state) = args.state.as_ref().filter(|state| state.exists()) {
        training.resume(state)?;
    }
    match &args.database {
        Some(address) => {
            let queue = JobQueue::open(address)?;
            args.have_trained(&queue, &GameSpec::new(&rules, &words), &mut training, screen)?;
        }
        None => args.train(&mut training, screen)?,
    }
    replace_file(&args.out, &form.write(&training.table(), &rules.tiles)?)?;
    if !args.format.json {
        screen.line(format_args!(
            "{} leaves in {}",
            training.table().shape().len() - 1,
            args.out.display()
        ))?;
    }
    Ok(Outcome::Good)
}

impl LeavesArgs {
    fn train(&self, training: &mut LeaveTraining, screen: &mut Screen) -> anyhow::Result<()> {
        let bar = bar(self.games.get());
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
                bar.suspend(|| self.tell(generation, screen))?;
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Workers play, and what they saw is learned here.
    fn have_trained(
        &self,
        queue: &JobQueue,
        game: &GameSpec,
        training: &mut LeaveTraining,
        screen: &mut Screen,
    ) -> anyhow::Result<()> {
        let bar = bar(self.games.get());
        loop {
            bar.set_message(format!("generation {} of {}", training.progress().0 + 1, self.generations));
            if !learn_leaves(queue, game, training, |games| bar.set_position(games))? {
                break;
            }
            if let Some(generation) = training.conclude() {
                self.state.as_ref().map(|state| training.save(state)).transpose()?;
                bar.suspend(|| self.tell(generation, screen))?;
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn tell(&self, generation: GenerationReport, screen: &mut Screen) -> std::io::Result<()> {
        let GenerationReport { number, points, change, seen } = generation;
        match self.format.json {
            true => screen.json(&Report { generation: number, points, change, seen })?,
            false => screen.line(format_args!(
                "generation {number}: {points:.1} points a player, values changed by {change:.2} points, {:.0} % of all leaves seen",
                seen * 100.0
            ))?,
        }
        screen.flush()
    }
}
