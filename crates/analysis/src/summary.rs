//! Several games summed up by player.

use crate::judged_turn::round;
use crate::report::{GameReport, PlayerReport};
use serde::{Deserialize, Serialize};

/// A player in several games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// The name.
    pub name: String,
    /// The number of games.
    pub games: usize,
    /// The games won; a tie counts half.
    pub wins: f64,
    /// The points of an average game.
    pub points: f64,
    /// The number of turns.
    pub turns: usize,
    /// The number of turns that could be judged.
    pub judged: usize,
    /// The accuracy: the mean over all judged turns.
    pub accuracy: f64,
    /// The loss of equity in an average game.
    pub lost_points: f64,
    /// The number of mistakes in each class, the smallest first.
    pub mistakes: Vec<usize>,
}

/// Sums up games by the names of their players, in the order in which they appear.
#[must_use]
pub fn sum_up(reports: &[GameReport]) -> Vec<PlayerSummary> {
    let mut names: Vec<&str> = Vec::new();
    for player in reports.iter().flat_map(|report| &report.players) {
        if !names.contains(&player.name.as_str()) {
            names.push(&player.name);
        }
    }
    names.into_iter().map(|name| sum_up_player(name, reports)).collect()
}

fn sum_up_player(name: &str, reports: &[GameReport]) -> PlayerSummary {
    let mut played: Vec<(&GameReport, &PlayerReport)> = Vec::new();
    for report in reports {
        played.extend(
            report.players.iter().filter(|player| player.name == name).map(|player| (report, player)),
        );
    }
    let sum = |of: &dyn Fn(&PlayerReport) -> f64| played.iter().map(|(_, player)| of(player)).sum::<f64>();
    let games = played.len().max(1) as f64;
    let judged: usize = played.iter().map(|(_, player)| player.judged).sum();
    let accuracy = sum(&|player| player.accuracy * player.judged as f64) / judged.max(1) as f64;
    let classes = played.iter().map(|(_, player)| player.classes.len()).max().unwrap_or(0);
    let in_class = |class: usize| {
        let counts = played.iter().filter_map(|(_, player)| player.classes.get(class));
        counts.map(|class| class.count).sum()
    };
    PlayerSummary {
        name: name.to_owned(),
        games: played.len(),
        wins: played.iter().map(|(report, player)| win(report, player)).sum(),
        points: round(sum(&|player| f64::from(player.score)) / games),
        turns: played.iter().map(|(_, player)| player.turns).sum(),
        judged,
        accuracy: if judged == 0 { 100.0 } else { round(accuracy) },
        lost_points: round(sum(&|player| player.lost_points) / games),
        mistakes: (0..classes).map(in_class).collect(),
    }
}

/// 1 for a win, a half for a tie of the best, 0 for a loss.
fn win(report: &GameReport, player: &PlayerReport) -> f64 {
    let best = report.players.iter().map(|player| player.score).max().unwrap_or(0);
    let winners = report.players.iter().filter(|player| player.score == best).count();
    match (player.score == best, winners) {
        (true, 1) => 1.0,
        (true, _) => 0.5,
        (false, _) => 0.0,
    }
}
