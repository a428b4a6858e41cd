//! Assesses a position.

use super::{AnalyzeArgs, DEFAULT_POSITION_TIME, game};
use crate::inputs::{Catalog, parse_turn};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use analysis::{
    AnalysisMethod, Analyst, AssessedTurn, Assessment, RecordedGame, SentenceLanguage, StopReason,
    TurnSummary, TurnToStudy, action_text, know_rack, to_action, view_position, view_turn, why_sentence,
};
use anyhow::{Context, anyhow, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use notation::plays::Turn;
use players::{Cancellation, TurnAction};
use rules::{Position, RackView, Seat, View};
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};
use tiles::Tiles;

/// The time between two updates, on a terminal or in JSON.
const REDRAW_INTERVAL: Duration = Duration::from_millis(150);

/// An assessment in JSON.
#[derive(Serialize)]
struct AssessmentOutput {
    done: bool,
    method: AnalysisMethod,
    proven: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<StopReason>,
    turns: Vec<TurnSummary>,
}

pub(super) fn run(
    args: &AnalyzeArgs,
    what: &str,
    cancellation: &Cancellation,
    catalog: &Catalog,
    out: &mut CommandOutput,
) -> RunResult {
    if args.html.is_some() {
        bail!("--html is for games: name a GCG file or a record");
    }
    let position = args.game.position(what, args.rack.as_deref(), catalog)?;
    assess(args, view_position(&position)?, Vec::new(), cancellation, catalog, out)
}

/// Assesses one turn of a game, with the turn that was played.
pub(super) fn run_turn(
    args: &AnalyzeArgs,
    what: &str,
    number: usize,
    cancellation: &Cancellation,
    catalog: &Catalog,
    out: &mut CommandOutput,
) -> RunResult {
    let game = game::read(args, what, catalog)?;
    let record = RecordedGame { names: &game.names, events: &game.events, notes: &game.notes };
    let Some(TurnToStudy { mut view, action }) = view_turn(&game.rules, record, number) else {
        bail!("{what} has {} turns, and no turn {number}", record.len());
    };
    if let Some(rack) = &args.rack {
        let seat = view.viewer.seat().unwrap_or(Seat(0));
        set_own_rack(&mut view, seat, &game.rules.tiles.parse_tiles(rack)?)?;
    }
    if view.own_rack().is_none() {
        bail!("the rack of turn {number} is not known: say --rack TILES to choose it");
    }
    let played = action.filter(|_| args.rack.is_none()).into_iter().collect();
    assess(args, view, played, cancellation, catalog, out)
}

fn assess(
    args: &AnalyzeArgs,
    mut view: View,
    mut also: Vec<TurnAction>,
    cancellation: &Cancellation,
    catalog: &Catalog,
    out: &mut CommandOutput,
) -> RunResult {
    if let Some(tiles) = &args.opponent {
        let tiles = view.rules.tiles.parse_tiles(tiles).with_context(|| format!("--opponent {tiles}"))?;
        let own = view.viewer.seat().unwrap_or(Seat(0)).index();
        let next = Seat(((own + 1) % view.seats.len().max(1)) as u8);
        know_rack(&mut view, next, &tiles)?;
    }
    for text in &args.play {
        also.push(read_action(text, &view)?);
    }
    if args.until.is_some() && Analyst::method(&view) == AnalysisMethod::Simulation {
        bail!("nothing can be proven here: a simulation has no end; use --time with --keep-going");
    }
    let words = args.game.word_graph(&view.rules, catalog)?;
    let effort = args.effort(DEFAULT_POSITION_TIME, cancellation);
    let mut analyst = Analyst::on(&args.leaves.player_data(&view.rules, &words)?, effort);
    let mut live = LiveDisplay::new(args.format.json);
    let found = analyst.assess(&view, &also, &mut |assessment| {
        // A closed output is noticed when the result is written.
        _ = live.show(assessment, &view, out);
    })?;
    live.table.finish_and_clear();
    match args.format.json {
        true => out.json(&to_output(&found, &view, true))?,
        false => {
            out.text(&table(&found, &view))?;
            out.line(describe_verdict(&found))?;
            for sentence in explain(&found, &view, also.first(), args.language) {
                out.line(sentence)?;
            }
        }
    }
    Ok(Status::Success)
}

/// Why the first turn is better than the second, and than a turn that somebody asked about.
fn explain(
    found: &Assessment,
    view: &View,
    asked: Option<&TurnAction>,
    language: SentenceLanguage,
) -> Vec<String> {
    let Some(first) = found.turns.first() else { return Vec::new() };
    let asked = asked.and_then(|action| found.find(action)).filter(|turn| *turn != first);
    let second = found.turns.get(1).filter(|turn| Some(*turn) != asked);
    let sentence = |turn: &AssessedTurn| {
        let why = why_sentence(&action_text(&first.action, view), &turn.facts, language)?;
        Some(format!("compared with {}: {why}", action_text(&turn.action, view)))
    };
    asked.into_iter().chain(second).filter_map(sentence).collect()
}

/// A turn that somebody asks about.
fn read_action(text: &str, view: &View) -> anyhow::Result<TurnAction> {
    let rack = view.own_rack().cloned().unwrap_or_default();
    let position = Position {
        grid: view.grid.clone(),
        racks: vec![rack.clone()],
        unknown: vec![0],
        ..Position::new(view.rules.clone())
    };
    let turn = parse_turn(text, &position).map_err(|error| anyhow!("--play {text:?}: {}", error.0))?;
    Ok(match turn {
        Turn::Pass => TurnAction::Pass,
        Turn::Exchange(tiles) if rack.includes(&tiles.iter().copied().collect()) => {
            TurnAction::Exchange(tiles)
        }
        Turn::Exchange(_) | Turn::ExchangeUnknown(_) => {
            bail!("--play {text:?}: name tiles that are on the rack")
        }
        Turn::Place(placement) => {
            let play = position.judge(&placement, None).with_context(|| format!("--play {text:?}"))?;
            to_action(&play).ok_or_else(|| anyhow!("--play {text:?} lays no tile"))?
        }
    })
}

/// Gives the viewer another rack, of tiles that the viewer does not see elsewhere.
fn set_own_rack(view: &mut View, seat: Seat, tiles: &Tiles) -> anyhow::Result<()> {
    let full = usize::from(view.rules.rack_size);
    if tiles.len() > full {
        bail!("--rack has {} tiles, but a full one has {full}", tiles.len());
    }
    let Some(state) = view.seats.get_mut(seat.index()) else { return Ok(()) };
    match &state.rack {
        RackView::Known(before) => view.unseen.add_all(before),
        RackView::Partial(before) => view.unseen.add_all(&before.known),
        RackView::Hidden(_) => {}
    }
    let before = state.rack.len();
    for tile in tiles.iter() {
        let label = view.rules.tiles.label(tile);
        view.unseen.take(tile).map_err(|_| anyhow!("--rack: there is no {label} left"))?;
    }
    view.bag = (view.bag + before).saturating_sub(tiles.len());
    state.rack = RackView::Known(tiles.clone());
    Ok(())
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
    AssessmentOutput { done, method: found.method, proven: found.proven, ended: found.ended, turns }
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

/// What the result is, and what ended the search.
fn describe_verdict(found: &Assessment) -> String {
    let verdict = match (found.method, found.proven) {
        (AnalysisMethod::Static, _) => "estimated at a glance",
        (AnalysisMethod::Simulation, _) => "estimated by simulation",
        (AnalysisMethod::PreEndgame, true) => "proven: every draw was tried and every endgame solved",
        (AnalysisMethod::PreEndgame, false) => "estimated: not every draw could be followed to the end",
        (AnalysisMethod::Endgame, true) => "proven: the first turn is best",
        (AnalysisMethod::Endgame, false) => "estimated: the endgame is not solved",
    };
    let ended = match found.ended {
        None | Some(StopReason::Proven) => return verdict.to_owned(),
        Some(StopReason::Clear) => "the best turn is clear (--keep-going plays on)",
        Some(StopReason::Complete) => "there is nothing more to search",
        Some(StopReason::Time) => "the time is up (--time gives more)",
        Some(StopReason::Iterations) => "all rounds are played",
        Some(StopReason::Cancelled) => "stopped here; the same command with more --time begins anew",
    };
    format!("{verdict}; {ended}")
}
