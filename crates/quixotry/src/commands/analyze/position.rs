//! One position.

use super::{AnalyzeArgs, FOR_A_POSITION};
use crate::commands::moves::graph;
use crate::given::Stock;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use crate::table::{Side, Table};
use analysis::{AnalysisMethod, Analyst, Assessment, TurnSummary, view_position};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rules::View;
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};

/// How often a table on a terminal is drawn anew, and how often programs are told.
const REDRAW: Duration = Duration::from_millis(150);

/// How an assessment stands.
#[derive(Serialize)]
struct Standing {
    done: bool,
    method: AnalysisMethod,
    proven: bool,
    turns: Vec<TurnSummary>,
}

pub(super) fn run(args: &AnalyzeArgs, stock: &Stock, screen: &mut Screen) -> Done {
    if args.html.is_some() {
        anyhow::bail!("--html is for games: name a GCG file or a record");
    }
    let position = args.scene.position(&args.what, args.rack.as_deref(), stock)?;
    let words = graph(&args.scene, &position.rules, stock)?;
    let view = view_position(&position)?;
    let mut analyst = Analyst::on(&args.leaves.shared(&position.rules, &words)?, args.effort(FOR_A_POSITION));
    let mut live = Live::new(args.format.json);
    let found = analyst.assess(&view, None, &mut |standing| {
        // A reader that has left is noticed when the result is written.
        _ = live.show(standing, &view, screen);
    })?;
    live.table.finish_and_clear();
    match args.format.json {
        true => screen.json(&standing(&found, &view, true))?,
        false => {
            screen.text(&table(&found, &view))?;
            screen.line(verdict(&found))?;
        }
    }
    Ok(Outcome::Good)
}

/// How it stands while the work goes on: lines of JSON, or a table on a terminal.
struct Live {
    json: bool,
    last: Instant,
    /// Draws nothing where there is no terminal, and no more lines than it has.
    table: ProgressBar,
}

impl Live {
    fn new(json: bool) -> Live {
        let target = if json { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stdout() };
        let table = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            table.set_style(style);
        }
        Live { json, last: Instant::now(), table }
    }

    fn show(&mut self, found: &Assessment, view: &View, screen: &mut Screen) -> io::Result<()> {
        if self.last.elapsed() < REDRAW || !self.json && self.table.is_hidden() {
            return Ok(());
        }
        self.last = Instant::now();
        if self.json {
            screen.json(&standing(found, view, false))?;
            return screen.flush();
        }
        self.table.set_message(table(found, view).trim_end().to_owned());
        Ok(())
    }
}

fn standing(found: &Assessment, view: &View, done: bool) -> Standing {
    let turns = found.turns.iter().map(|turn| TurnSummary::new(turn, view)).collect();
    Standing { done, method: found.method, proven: found.proven, turns }
}

fn table(found: &Assessment, view: &View) -> String {
    let columns = [
        ("turn", Side::Left),
        ("score", Side::Right),
        ("equity", Side::Right),
        ("win %", Side::Right),
        ("±", Side::Right),
        (counted(found.method), Side::Right),
        ("", Side::Left),
    ];
    let mut table = Table::new(columns);
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

/// What the iterations of a method are.
fn counted(method: AnalysisMethod) -> &'static str {
    match method {
        AnalysisMethod::Static | AnalysisMethod::Simulation => "games",
        AnalysisMethod::PreEndgame => "draws",
        AnalysisMethod::Endgame => "positions",
    }
}

fn verdict(found: &Assessment) -> &'static str {
    match (found.method, found.proven) {
        (AnalysisMethod::Static, _) => "estimated at a glance",
        (AnalysisMethod::Simulation, _) => "estimated by simulation",
        (AnalysisMethod::PreEndgame, true) => "proven: every draw was tried and every endgame solved",
        (AnalysisMethod::PreEndgame, false) => "estimated: not every draw could be followed to the end",
        (AnalysisMethod::Endgame, true) => "proven: the first turn is best",
        (AnalysisMethod::Endgame, false) => "estimated: the time was too short to solve the endgame",
    }
}
