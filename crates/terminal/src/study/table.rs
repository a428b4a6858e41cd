//! Tables of turns.

use super::room::StudyList;
use analysis::{AnalysisMethod, AssessedTurn, Assessment, StopReason, TurnSummary, action_text};
use players::RankedAction;
use rules::View;

/// A table with aligned columns; the columns of numbers are aligned right.
pub(super) fn align<const N: usize>(rows: &[[String; N]], left: [bool; N]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |row: &[String; N]| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            if left[column] { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Plays with their static equity and their leaves.
pub(crate) fn list_plays(plays: &[RankedAction], view: &View) -> String {
    let mut rows = vec![["", "play", "score", "equity", "leave"].map(str::to_owned)];
    for (number, ranked) in plays.iter().enumerate() {
        rows.push([
            (number + 1).to_string(),
            action_text(&ranked.action, view),
            ranked.action.score().to_string(),
            format!("{:.1}", ranked.equity.as_f64()),
            leave(ranked, view),
        ]);
    }
    align(&rows, [false, true, false, false, true])
}

fn leave(ranked: &RankedAction, view: &View) -> String {
    let mut rack = view.own_rack().cloned().unwrap_or_default();
    match &ranked.action {
        players::TurnAction::Play(play) => play.tiles.iter().for_each(|shown| _ = rack.take(shown.tile())),
        players::TurnAction::Exchange(tiles) => tiles.iter().for_each(|&tile| _ = rack.take(tile)),
        players::TurnAction::Pass => {}
    }
    view.rules.tiles.print_tiles(&rack)
}

/// Assessed turns, and what ended the search.
pub(super) fn list_turns(found: &Assessment, view: &View) -> String {
    let unit = match found.method {
        AnalysisMethod::Static | AnalysisMethod::Simulation => "games",
        AnalysisMethod::PreEndgame => "draws",
        AnalysisMethod::Endgame => "positions",
    };
    let mut rows = vec![["", "turn", "score", "equity", "win %", "±", unit, ""].map(str::to_owned)];
    for (number, turn) in found.turns.iter().enumerate() {
        let turn = TurnSummary::new(turn, view);
        rows.push([
            (number + 1).to_string(),
            turn.text,
            turn.score.to_string(),
            format!("{:.1}", turn.equity),
            format!("{:.1}", 100.0 * turn.win),
            turn.error.map_or(String::new(), |error| format!("{:.1}", 100.0 * error)),
            turn.iterations.to_string(),
            if turn.proven { "proven" } else { "" }.to_owned(),
        ]);
    }
    let table = align(&rows, [false, true, false, false, false, false, false, true]);
    match found.ended.map(describe_end) {
        Some(end) => format!("{table}\n{end}"),
        None => table,
    }
}

/// A listed turn on the screen.
pub(super) struct ListedTurn {
    pub(super) text: String,
    pub(super) score: String,
    pub(super) equity: String,
    /// The winning chance and its error, if a search found them.
    pub(super) win: String,
    pub(super) error: String,
}

/// The rows of a list on the screen, and what ended the search.
pub(super) fn list_rows(listed: &StudyList, view: &View) -> (Vec<ListedTurn>, Option<&'static str>) {
    match listed {
        StudyList::Empty => (Vec::new(), None),
        StudyList::Plays(plays) => {
            let row = |ranked: &RankedAction| ListedTurn {
                text: action_text(&ranked.action, view),
                score: ranked.action.score().to_string(),
                equity: format!("{:.1}", ranked.equity.as_f64()),
                win: String::new(),
                error: String::new(),
            };
            (plays.iter().map(row).collect(), None)
        }
        StudyList::Turns(found) => {
            let row = |turn: &AssessedTurn| ListedTurn {
                text: action_text(&turn.action, view),
                score: turn.score.to_string(),
                equity: format!("{:.1}", turn.equity),
                win: format!("{:.1}", 100.0 * turn.win),
                error: match turn.error {
                    _ if turn.proven => "=".to_owned(),
                    Some(error) => format!("{:.1}", 100.0 * error),
                    None => String::new(),
                },
            };
            (found.turns.iter().map(row).collect(), found.ended.map(describe_end))
        }
    }
}

fn describe_end(ended: StopReason) -> &'static str {
    match ended {
        StopReason::Proven => "The first turn is proven to be best.",
        StopReason::Clear => "The best turn is clear.",
        StopReason::Complete => "There is nothing more to search.",
        StopReason::Time => "The time is up; the same command goes on.",
        StopReason::Iterations => "All games are played; the same command goes on.",
        StopReason::Cancelled => "Stopped; the same command goes on.",
    }
}
