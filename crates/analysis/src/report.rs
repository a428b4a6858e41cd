//! The report of a judged game.

use crate::game::{RecordedGame, final_scores};
use crate::judged_turn::{JudgedTurn, round};
use crate::sentences::SentenceLanguage;
use rules::{Points, Ruleset};
use serde::{Deserialize, Serialize};

/// The definition of accuracy, as text for reports.
pub const ACCURACY: &str = "Accuracy: a turn that loses nothing against the best one counts 100, one that loses d \
points of equity counts 100·e^(−d/15): 5 points lost make 72, 10 make 51, 30 make 14. The figure is the mean over all \
turns of a player that could be judged.";

/// The loss in points at which the accuracy of a turn is 1/e.
const SCALE: f64 = 15.0;

/// The number of mistakes that are listed for each player.
const MAX_MISTAKES: usize = 3;

/// The smallest loss that counts as a mistake.
const MIN_MISTAKE: f64 = 1.0;

/// The report of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// The name of the rules.
    pub rules: String,
    /// The name of the lexicon.
    pub lexicon: String,
    /// The work for each turn, as text.
    pub effort: String,
    /// The definition of accuracy.
    pub accuracy: String,
    /// The players, by seat.
    pub players: Vec<PlayerReport>,
    /// The turns.
    pub turns: Vec<JudgedTurn>,
}

/// The report of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerReport {
    /// The name.
    pub name: String,
    /// The final score.
    pub score: Points,
    /// The number of turns.
    pub turns: usize,
    /// The number of turns that could be judged: the rack is known, and the words are in the lexicon.
    #[serde(default)]
    pub judged: usize,
    /// The accuracy, from 0 to 100.
    pub accuracy: f64,
    /// The total loss of equity.
    pub lost_points: f64,
    /// The total loss of winning chance.
    pub lost_win: f64,
    /// The number of turns without a loss.
    pub best_turns: usize,
    /// The number of plays with a bonus.
    pub bonuses: usize,
    /// The number of missed plays with a bonus.
    pub missed_bonuses: usize,
    /// The numbers of the turns with the largest losses, the worst first.
    pub mistakes: Vec<usize>,
    /// The mistakes in classes, the smallest first.
    #[serde(default)]
    pub classes: Vec<MistakeClass>,
}

/// The mistakes of a player that lost about the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MistakeClass {
    /// Its name.
    pub name: String,
    /// The smallest loss of equity in it.
    pub from: f64,
    /// The number of mistakes.
    pub count: usize,
    /// What they lost together.
    pub lost_points: f64,
}

/// The classes of mistakes: their names, and the smallest loss of each.
const CLASSES: [(&str, f64); 3] = [("small", MIN_MISTAKE), ("medium", 5.0), ("large", 15.0)];

fn mistake_classes(turns: &[&JudgedTurn]) -> Vec<MistakeClass> {
    let ends = CLASSES.iter().skip(1).map(|(_, from)| *from).chain([f64::INFINITY]);
    let class = |((name, from), end): (&(&str, f64), f64)| {
        let lost = turns.iter().map(|turn| turn.lost_points).filter(|lost| (*from..end).contains(lost));
        let lost: Vec<f64> = lost.collect();
        MistakeClass {
            name: (*name).to_owned(),
            from: *from,
            count: lost.len(),
            lost_points: round(lost.iter().sum()),
        }
    };
    CLASSES.iter().zip(ends).map(class).collect()
}

impl GameReport {
    /// The report of judged turns.
    #[must_use]
    pub fn new(
        rules: &Ruleset,
        lexicon: &str,
        effort: &str,
        record: RecordedGame<'_>,
        turns: Vec<JudgedTurn>,
    ) -> GameReport {
        let scores = final_scores(rules, record);
        let player = |(seat, &score): (usize, &Points)| {
            let name = record.names.get(seat).cloned().unwrap_or_else(|| format!("player {}", seat + 1));
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
        .in_language(SentenceLanguage::English)
    }

    /// The report with the sentences that say why a turn is better in a language; everything else is in English.
    #[must_use]
    pub fn in_language(mut self, language: SentenceLanguage) -> GameReport {
        self.turns.iter_mut().for_each(|turn| turn.explain(language));
        self
    }

    /// The name of the player at a seat.
    #[must_use]
    pub fn name(&self, seat: usize) -> &str {
        self.players.get(seat).map_or("", |player| player.name.as_str())
    }

    /// The winning chance of the first of two players after each turn.
    #[must_use]
    pub fn chances(&self) -> Vec<f64> {
        // A turn without a value leaves the chance as it was.
        let mut last = 0.5;
        let mut first = |turn: &JudgedTurn| {
            if turn.is_judged() {
                last = if turn.seat == 0 { turn.played.win } else { 1.0 - turn.played.win };
            }
            last
        };
        self.turns.iter().map(&mut first).collect()
    }

    /// The turn with this number.
    #[must_use]
    pub fn turn(&self, number: usize) -> Option<&JudgedTurn> {
        self.turns.iter().find(|turn| turn.number == number)
    }
}

impl PlayerReport {
    fn new(name: String, score: Points, all: Vec<&JudgedTurn>) -> PlayerReport {
        let turns: Vec<&JudgedTurn> = all.iter().copied().filter(|turn| turn.is_judged()).collect();
        let sum = |of: fn(&JudgedTurn) -> f64| round(turns.iter().map(|turn| of(turn)).sum::<f64>());
        let accuracy = sum(|turn| 100.0 * (-turn.lost_points / SCALE).exp()) / turns.len().max(1) as f64;
        let mut worst: Vec<&&JudgedTurn> =
            turns.iter().filter(|turn| turn.lost_points >= MIN_MISTAKE).collect();
        worst.sort_by(|a, b| b.lost_points.total_cmp(&a.lost_points).then(a.number.cmp(&b.number)));
        PlayerReport {
            name,
            score,
            turns: all.len(),
            judged: turns.len(),
            classes: mistake_classes(&turns),
            accuracy: if turns.is_empty() { 100.0 } else { round(accuracy) },
            lost_points: sum(|turn| turn.lost_points),
            lost_win: sum(|turn| turn.lost_win),
            best_turns: turns.iter().filter(|turn| turn.lost_points == 0.0).count(),
            bonuses: all.iter().filter(|turn| turn.bonus).count(),
            missed_bonuses: turns.iter().filter(|turn| turn.missed_bonus.is_some()).count(),
            mistakes: worst.iter().take(MAX_MISTAKES).map(|turn| turn.number).collect(),
        }
    }
}
