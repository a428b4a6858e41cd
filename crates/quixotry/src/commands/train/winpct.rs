//! `quixotry train winpct`: winning chances by spread and unseen tiles.

use super::progress_bar;
use crate::inputs::{Catalog, GameArgs, GamesArgs, ThreadsArgs, check_output, replace_file};
use crate::interrupt::cancel_on_interrupt;
use crate::output::CommandOutput;
use crate::remote_jobs::learn_win_chances;
use crate::status::{RunResult, Status, print_note};
use anyhow::bail;
use clap::Args;
use jobs::JobQueue;
use lexicon::WordGraph;
use players::WinChances;
use rules::Ruleset;
use std::ops::ControlFlow;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  quixotry train winpct --out english.qwp --games 20000 --seed 2
  quixotry train winpct --out chances.csv --rules super

The output is packed (.qwp), or a table (.csv) with a line per spread and a column per number of unseen tiles.";

/// Train winning chances by lead and unseen tiles, by self-play.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("games", |arg| arg.required(false).default_value("20000").help("How many games")))]
pub(super) struct TrainWinpctArgs {
    /// The output file, with the extension .qwp or .csv
    #[arg(long, short, visible_alias = "output", value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Let workers play the games, through this PostgreSQL database
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    database: Option<String>,
    #[command(flatten)]
    game: GameArgs,
}

/// The largest lead in a CSV file.
const LARGEST: i32 = 300;

/// Runs the command.
pub(super) fn run(args: &TrainWinpctArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let ending = args.out.extension().and_then(|ending| ending.to_str());
    if !matches!(ending, Some("qwp" | "csv")) {
        bail!("{}: the name must end with .qwp (packed) or .csv", args.out.display());
    }
    check_output(&args.out)?;
    let rules = args.game.ruleset(catalog)?;
    let words = args.game.word_graph(&rules, catalog)?;
    let (games, seed) = (args.games.count(), args.game.seed.unwrap_or(0));
    let chances = args.learn(&rules, &words, games, seed)?;
    let rack = usize::from(rules.rack_size);
    let bytes = if ending == Some("csv") {
        list(&chances, rules.tiles.all().len(), rack).into_bytes()
    } else {
        chances.pack()
    };
    replace_file(&args.out, &bytes)?;
    for unseen in [rack, 4 * rack, 8 * rack] {
        let chance = |lead| chances.to_move(lead, unseen, rack) * 100.0;
        let (behind, level, ahead) = (chance(-30.0), chance(0.0), chance(30.0));
        out.line(format_args!(
            "to move with {unseen} tiles unseen: {behind:.0} % when 30 behind, {level:.0} % when level, {ahead:.0} % when 30 ahead"
        ))?;
    }
    Ok(Status::Success)
}

impl TrainWinpctArgs {
    fn learn(&self, rules: &Ruleset, words: &WordGraph, games: u64, seed: u64) -> anyhow::Result<WinChances> {
        let bar = progress_bar(games);
        let chances = match &self.database {
            Some(address) => {
                learn_win_chances(&JobQueue::open(address)?, (rules, words), games, seed, |done, jobs| {
                    bar.set_position(games * done / jobs);
                })?
            }
            None => {
                let (threads, cancellation) = (self.threads.count().get(), cancel_on_interrupt());
                training::learn_winpct(rules, words, games, seed, threads, |played| {
                    bar.set_position(played);
                    if played < games && cancellation.is_cancelled() {
                        bar.suspend(|| print_note(&self.describe_stop(played, games)));
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                })?
            }
        };
        bar.finish_and_clear();
        Ok(chances)
    }
}

impl TrainWinpctArgs {
    /// Says what a training that was stopped leaves.
    fn describe_stop(&self, played: u64, games: u64) -> String {
        let out = self.out.display();
        format!("stopped after {played} of {games} games, which {out} has; the same command begins anew")
    }
}

/// One line per spread, from the largest lead to the largest deficit, and one column per number of unseen tiles.
fn list(chances: &WinChances, tiles: usize, rack: usize) -> String {
    let unseen = 0..=tiles.saturating_sub(rack);
    let head: Vec<String> = unseen.clone().map(|unseen| unseen.to_string()).collect();
    let mut text = format!(",{}\n", head.join(","));
    for spread in (-LARGEST..=LARGEST).rev() {
        let row: Vec<String> = unseen
            .clone()
            .map(|unseen| format!("{:.4}", chances.to_move(spread.into(), unseen, rack)))
            .collect();
        text.push_str(&format!("{spread},{}\n", row.join(",")));
    }
    text
}
