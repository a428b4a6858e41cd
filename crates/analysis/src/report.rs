//! What a judged game says about its players.

use crate::game::{RecordedGame, boards};
use crate::judged_turn::{JudgedTurn, rounded};
use rules::{Points, Ruleset};
use serde::{Deserialize, Serialize};

/// What the accuracy of a player means.
pub const ACCURACY: &str = "Accuracy: a turn that loses nothing against the best one counts 100, one that loses d \
points of equity counts 100·e^(−d/15): 5 points lost make 72, 10 make 51, 30 make 14. The figure is the mean over all \
turns of a player.";

/// The points after which a turn's accuracy has fallen to 1/e.
const SCALE: f64 = 15.0;

/// The mistakes named for each player.
const NAMED: usize = 3;

/// The least loss that is called a mistake.
const MISTAKE: f64 = 1.0;

/// A game judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// The rules it was played under.
    pub rules: String,
    /// The lexicon it was judged with.
    pub lexicon: String,
    /// How much work went into each turn, in words.
    pub effort: String,
    /// What accuracy means.
    pub accuracy: String,
    /// The players, by seat.
    pub players: Vec<PlayerReport>,
    /// The turns.
    pub turns: Vec<JudgedTurn>,
}

/// How a player did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerReport {
    /// The name.
    pub name: String,
    /// The points at the end.
    pub score: Points,
    /// How many turns were judged.
    pub turns: usize,
    /// From 0 to 100.
    pub accuracy: f64,
    /// What all turns together lost in points.
    pub lost_points: f64,
    /// What they lost in winning chances, added up.
    pub lost_win: f64,
    /// How many turns were the best there were.
    pub best_turns: usize,
    /// How many plays earned a bonus.
    pub bonuses: usize,
    /// How many times such a play was missed.
    pub missed_bonuses: usize,
    /// The numbers of the turns that lost most, the worst first.
    pub mistakes: Vec<usize>,
}

impl GameReport {
    /// Adds up what was judged.
    pub fn new(
        rules: &Ruleset,
        lexicon: &str,
        effort: &str,
        judging: RecordedGame<'_>,
        turns: Vec<JudgedTurn>,
    ) -> GameReport {
        let (_, scores) = boards(rules, judging);
        let player = |(seat, &score): (usize, &Points)| {
            let name = judging.names.get(seat).cloned().unwrap_or_else(|| format!("player {}", seat + 1));
            PlayerReport::new(name, score, turns.iter().filter(|turn| turn.seat == seat).collect())
        };
        GameReport {
            rules: rules.name.clone(),
            lexicon: lexicon.to_owned(),
            effort: effort.to_owned(),
            accuracy: ACCURACY.to_owned(),
            players: scores.iter().enumerate().map(player).collect(),
            turns,
        }
    }

    /// The name of a seat.
    pub fn name(&self, seat: usize) -> &str {
        self.players.get(seat).map_or("", |player| player.name.as_str())
    }

    /// The winning chance of the first of two players after each turn.
    pub fn chances(&self) -> Vec<f64> {
        let first = |turn: &JudgedTurn| if turn.seat == 0 { turn.played.win } else { 1.0 - turn.played.win };
        self.turns.iter().map(first).collect()
    }

    /// The turn with a number.
    pub fn turn(&self, number: usize) -> Option<&JudgedTurn> {
        self.turns.iter().find(|turn| turn.number == number)
    }
}

impl PlayerReport {
    fn new(name: String, score: Points, turns: Vec<&JudgedTurn>) -> PlayerReport {
        let sum = |of: fn(&JudgedTurn) -> f64| rounded(turns.iter().map(|turn| of(turn)).sum::<f64>());
        let accuracy = sum(|turn| 100.0 * (-turn.lost_points / SCALE).exp()) / turns.len().max(1) as f64;
        let mut worst: Vec<&&JudgedTurn> = turns.iter().filter(|turn| turn.lost_points >= MISTAKE).collect();
        worst.sort_by(|a, b| b.lost_points.total_cmp(&a.lost_points).then(a.number.cmp(&b.number)));
        PlayerReport {
            name,
            score,
            turns: turns.len(),
            accuracy: if turns.is_empty() { 100.0 } else { rounded(accuracy) },
            lost_points: sum(|turn| turn.lost_points),
            lost_win: sum(|turn| turn.lost_win),
            best_turns: turns.iter().filter(|turn| turn.lost_points == 0.0).count(),
            bonuses: turns.iter().filter(|turn| turn.bonus).count(),
            missed_bonuses: turns.iter().filter(|turn| turn.missed_bonus.is_some()).count(),
            mistakes: worst.iter().take(NAMED).map(|turn| turn.number).collect(),
        }
    }
}
