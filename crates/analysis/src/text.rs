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
    let best = match (turn.is_judged(), same) {
        (false, _) => String::new(),
        (true, true) => "=".to_owned(),
        (true, false) => turn.best.text.clone(),
    };
    let note = turn_note(turn).map_or(String::new(), |note| format!(" ({note})"));
    [
        turn.number.to_string(),
        report.name(turn.seat).to_owned(),
        turn.rack.clone(),
        format!("{}{note}", turn.played.text),
        turn.played.score.to_string(),
        if turn.is_judged() { percent(turn.played.win) } else { String::new() },
        best,
        if same { String::new() } else { turn.best.score.to_string() },
        if same { String::new() } else { percent(turn.best.win) },
        if same { String::new() } else { format!("{:.1}", turn.lost_points) },
        turn.unjudged.as_ref().map_or_else(
            || method_text(turn.method, turn.proven).to_owned(),
            |reason| format!("not judged: {reason}"),
        ),
    ]
}

/// The remark on a turn, with the words that are not in the lexicon.
pub(crate) fn turn_note(turn: &JudgedTurn) -> Option<String> {
    let words = turn.bad_words.iter().map(|word| format!("{word}*")).collect::<Vec<_>>().join(", ");
    match (&turn.note, words.is_empty()) {
        (Some(note), true) => Some(note.clone()),
        (Some(note), false) => Some(format!("{note}: {words}")),
        (None, true) => None,
        (None, false) => Some(words),
    }
}

/// How many of the turns of a player are judged, if not all are.
pub(crate) fn judged_text(player: &PlayerReport) -> String {
    match player.judged == player.turns {
        true => String::new(),
        false => format!(" ({} of {} turns judged)", player.judged, player.turns),
    }
}

/// Chances that were lost, as a number of games.
pub(crate) fn games(chances: f64) -> String {
    format!("{chances:.2} games")
}

/// The mistakes of a player in classes, as text.
pub(crate) fn classes_text(player: &PlayerReport) -> Option<String> {
    let found = player.classes.iter().filter(|class| class.count > 0);
    let texts: Vec<String> = found
        .map(|class| format!("{} {} ({:.1} points)", class.count, class.name, class.lost_points))
        .collect();
    (!texts.is_empty()).then(|| texts.join(", "))
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
        match player.judged {
            0 => format!("{}: {} points, no turn could be judged", player.name, player.score),
            _ => format!(
                "{}: {} points, accuracy {:.1}{}",
                player.name,
                player.score,
                player.accuracy,
                judged_text(player)
            ),
        },
        format!(
            "  {} of {} turns were the best; {:.1} points and winning chances worth {} were lost",
            player.best_turns,
            player.judged,
            player.lost_points,
            games(player.lost_win)
        ),
        format!("  plays with a bonus: {} made, {} missed", player.bonuses, player.missed_bonuses),
    ];
    lines.extend(classes_text(player).map(|text| format!("  mistakes: {text}")));
    for turn in player.mistakes.iter().filter_map(|&number| report.turn(number)) {
        lines.push(format!("  {}", mistake_text(turn)));
        lines.extend(turn.why.as_ref().map(|why| format!("    {why}")));
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
