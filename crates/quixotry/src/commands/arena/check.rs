//! `quixotry arena check`: tests a bot.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, parse_millis};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use anyhow::bail;
use arena::{Entrant, MatchPolicy, Trial, TrialReport, check_bot, trials};
use clap::Args;
use rules::{Clock, Millis, Ruleset, TurnTimeout};
use serde_json::json;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  quixotry arena check 'cmd:./mybot --fast'
  quixotry arena check 'cmd:python3 examples/bots/greedy.py' --only infinite --turn-time 5000

The exit code is 1 when the bot did anything wrong.";

/// Test a bot on every board and under every ruleset, and report its errors.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct ArenaCheckArgs {
    /// The bot, as in `quixotry arena`
    #[arg(value_name = "BOT")]
    bot: String,
    /// Run only the trials whose name contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Time per turn, in milliseconds or with a unit such as 300ms or 2s
    #[arg(long, value_name = "MS", default_value = "10s", value_parser = parse_millis)]
    turn_time: Duration,
    /// The random seed
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs the command.
pub(super) fn run(args: &ArenaCheckArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let bot: Entrant = args.bot.parse()?;
    let selected = |trial: &Trial| args.only.as_ref().is_none_or(|only| trial.name.contains(only));
    let trials: Vec<Trial> = trials(catalog.library()).into_iter().filter(selected).collect();
    if trials.is_empty() {
        bail!("there is no trial with {:?} in its name", args.only.as_deref().unwrap_or_default());
    }
    let policy = MatchPolicy { answer_timeout: args.turn_time, ..MatchPolicy::default() };
    let mut bad = 0;
    for trial in &trials {
        let report = check_bot(&bot, &args.with_turn_time(trial)?, &policy, args.seed)?;
        bad += usize::from(!report.is_good());
        args.print_report(&report, out)?;
    }
    if !args.format.json {
        let verdict = match bad {
            0 => out.good(&format!("{} is fit to play: {} trials, no faults", bot.name, trials.len())),
            bad => out.bad(&format!("{} failed {bad} of {} trials", bot.name, trials.len())),
        };
        out.line(verdict)?;
    }
    Ok(Status::from_success(bad == 0))
}

impl ArenaCheckArgs {
    fn with_turn_time(&self, trial: &Trial) -> anyhow::Result<Trial> {
        let mut draft = trial.setup.rules.draft();
        draft.clock =
            Clock::Turn { limit: Millis(self.turn_time.as_millis() as i64), then: TurnTimeout::Pass };
        let setup = bots::MatchSetup::new(Ruleset::try_from(draft)?, trial.setup.words.clone());
        Ok(Trial { setup, ..trial.clone() })
    }

    fn print_report(&self, report: &TrialReport, out: &mut CommandOutput) -> anyhow::Result<()> {
        let TrialReport { trial, plays, points, faults, remarks } = report;
        if self.format.json {
            out.json(&json!({
                "trial": trial, "plays": plays, "points": points, "faults": faults, "remarks": remarks,
            }))?;
        } else {
            let verdict = if report.is_good() { out.good("good") } else { out.bad("bad") };
            out.line(format_args!("{trial}: {verdict}: {plays} plays, {points} points"))?;
            faults.iter().chain(remarks).try_for_each(|line| out.line(format_args!("    {line}")))?;
        }
        Ok(out.flush()?)
    }
}
