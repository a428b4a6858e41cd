//! Assesses a position.

use super::{AnalyzeArgs, DEFAULT_POSITION_TIME};
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use analysis::{AnalysisMethod, Analyst, Assessment, TurnSummary, view_position};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rules::View;
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};

/// The time between two updates, on a terminal or in JSON.
const REDRAW_INTERVAL: Duration = Duration::from_millis(150);

/// An assessment in JSON.
#[derive(Serialize)]
struct AssessmentOutput {
    done: bool,
    method: AnalysisMethod,
    proven: bool,
    turns: Vec<TurnSummary>,
}

pub(super) fn run(args: &AnalyzeArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    if args.html.is_some() {
        anyhow::bail!("--html is for games: name a GCG file or a record");
    }
    let position = args.game.position(&args.what, args.rack.as_deref(), catalog)?;
    let words = args.game.word_graph(&position.rules, catalog)?;
    let view = view_position(&position)?;
    let mut analyst =
        Analyst::on(&args.leaves.player_data(&position.rules, &words)?, args.effort(DEFAULT_POSITION_TIME));
    let mut live = LiveDisplay::new(args.format.json);
    let found = analyst.assess(&view, None, &mut |assessment| {
        // A closed output is noticed when the result is written.
        _ = live.show(assessment, &view, out);
    })?;
    live.table.finish_and_clear();
    match args.format.json {
        true => out.json(&to_output(&found, &view, true))?,
        false => {
            out.text(&table(&found, &view))?;
            out.line(describe_verdict(&found))?;
        }
    }
    Ok(Status::Success)
}

/// Shows intermediate results: JSON lines, or a table on a terminal.
struct LiveDisplay {
    json: bool,
    last: Instant,
    /// Draws nothing if there is no terminal.
    table: ProgressBar,
}

impl LiveDisplay {
    fn new(json: bool) -> LiveDisplay {
        let target = if json { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stdout() };
        let table = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            table.set_style(style);
        }
        LiveDisplay { json, last: Instant::now(), table }
    }

    fn show(&mut self, found: &Assessment, view: &View, out: &mut CommandOutput) -> io::Result<()> {
        if self.last.elapsed() < REDRAW_INTERVAL || !self.json && self.table.is_hidden() {
            return Ok(());
        }
        self.last = Instant::now();
        if self.json {
            out.json(&to_output(found, view, false))?;
            return out.flush();
        }
        self.table.set_message(table(found, view).trim_end().to_owned());
        Ok(())
    }
}

fn to_output(found: &Assessment, view: &View, done: bool) -> AssessmentOutput {
    let turns = found.turns.iter().map(|turn| TurnSummary::new(turn, view)).collect();
    AssessmentOutput { done, method: found.method, proven: found.proven, turns }
}

fn table(found: &Assessment, view: &View) -> String {
    let columns = [
        ("turn", Align::Left),
        ("score", Align::Right),
        ("equity", Align::Right),
        ("win %", Align::Right),
        ("±", Align::Right),
        (iteration_unit(found.method), Align::Right),
        ("", Align::Left),
    ];
    let mut table = TextTable::new(columns);
    for turn in found.turns.iter().map(|turn| TurnSummary::new(turn, view)) {
        let error = turn.error.map_or(String::new(), |error| format!("{:.1}", 100.0 * error));
        let certain = if turn.proven { "proven" } else { "estimated" };
        table.row([
            turn.text,
            turn.score.to_string(),
            format!("{:.1}", turn.equity),
            format!("{:.1}", 100.0 * turn.win),
            error,
            turn.iterations.to_string(),
            certain.to_owned(),
        ]);
    }
    table.lines().map(|line| line + "\n").collect()
}

/// What a method counts as an iteration.
fn iteration_unit(method: AnalysisMethod) -> &'static str {
    match method {
        AnalysisMethod::Static | AnalysisMethod::Simulation => "games",
        AnalysisMethod::PreEndgame => "draws",
        AnalysisMethod::Endgame => "positions",
    }
}

fn describe_verdict(found: &Assessment) -> &'static str {
    match (found.method, found.proven) {
        (AnalysisMethod::Static, _) => "estimated at a glance",
        (AnalysisMethod::Simulation, _) => "estimated by simulation",
        (AnalysisMethod::PreEndgame, true) => "proven: every draw was tried and every endgame solved",
        (AnalysisMethod::PreEndgame, false) => "estimated: not every draw could be followed to the end",
        (AnalysisMethod::Endgame, true) => "proven: the first turn is best",
        (AnalysisMethod::Endgame, false) => "estimated: the time was too short to solve the endgame",
    }
}
