//! The report as text.

use crate::assessment::AnalysisMethod;
use crate::judged_turn::JudgedTurn;
use crate::report::{GameReport, PlayerReport};

/// The report as text.
#[must_use]
pub fn to_text(report: &GameReport) -> String {
    let mut lines =
        vec![format!("Rules {}, lexicon {}; {} for each turn.", report.rules, report.lexicon, report.effort)];
    lines.push(String::new());
    lines.extend(turns(report));
    report.players.iter().for_each(|player| {
        lines.push(String::new());
        lines.extend(player_lines(player, report));
    });
    lines.push(String::new());
    lines.push(report.accuracy.clone());
    lines.join("\n") + "\n"
}

fn turns(report: &GameReport) -> Vec<String> {
    let head =
        ["turn", "player", "rack", "played", "score", "win", "best", "score", "win", "lost", "judged by"];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(report.turns.iter().map(|turn| row(turn, report)));
    let widths: Vec<usize> = (0..head.len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let line = |row: &[String; 11]| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 | 4 | 5 | 7 | 8 | 9 => format!("{cell:>width$}"),
            _ => format!("{cell:<width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn row(turn: &JudgedTurn, report: &GameReport) -> [String; 11] {
    let same = turn.lost_points == 0.0 && turn.lost_win == 0.0;
    let best = if same { "=".to_owned() } else { turn.best.text.clone() };
    let note = turn.note.as_ref().map_or(String::new(), |note| format!(" ({note})"));
    [
        turn.number.to_string(),
        report.name(turn.seat).to_owned(),
        turn.rack.clone(),
        format!("{}{note}", turn.played.text),
        turn.played.score.to_string(),
        percent(turn.played.win),
        best,
        if same { String::new() } else { turn.best.score.to_string() },
        if same { String::new() } else { percent(turn.best.win) },
        if same { String::new() } else { format!("{:.1}", turn.lost_points) },
        method_text(turn.method, turn.proven).to_owned(),
    ]
}

/// How a turn was judged.
pub(crate) fn method_text(method: AnalysisMethod, proven: bool) -> &'static str {
    match (method, proven) {
        (AnalysisMethod::Static, _) => "estimated at a glance",
        (AnalysisMethod::Simulation, _) => "estimated by simulation",
        (AnalysisMethod::PreEndgame, true) => "proven, all draws",
        (AnalysisMethod::PreEndgame, false) => "estimated over draws",
        (AnalysisMethod::Endgame, true) => "proven",
        (AnalysisMethod::Endgame, false) => "estimated, endgame not finished",
    }
}

pub(crate) fn percent(chance: f64) -> String {
    format!("{:.1} %", 100.0 * chance)
}

fn player_lines(player: &PlayerReport, report: &GameReport) -> Vec<String> {
    let mut lines = vec![
        format!("{}: {} points, accuracy {:.1}", player.name, player.score, player.accuracy),
        format!(
            "  {} of {} turns were the best; {:.1} points and {} in winning chances were lost",
            player.best_turns,
            player.turns,
            player.lost_points,
            percent(player.lost_win)
        ),
        format!("  plays with a bonus: {} made, {} missed", player.bonuses, player.missed_bonuses),
    ];
    for turn in player.mistakes.iter().filter_map(|&number| report.turn(number)) {
        lines.push(format!("  {}", mistake_text(turn)));
    }
    let missed = report.turns.iter().filter(|turn| report.name(turn.seat) == player.name);
    for (number, text) in missed.filter_map(|turn| Some((turn.number, turn.missed_bonus.as_ref()?))) {
        lines.push(format!("  turn {number}: missed the bonus of {text}"));
    }
    lines
}

/// A mistake as a sentence.
pub(crate) fn mistake_text(turn: &JudgedTurn) -> String {
    format!(
        "turn {}: {} lost {:.1} points and {} against {}",
        turn.number,
        turn.played.text,
        turn.lost_points,
        percent(turn.lost_win),
        turn.best.text
    )
}
