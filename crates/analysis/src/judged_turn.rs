//! A turn that was played, beside the best there was.

use crate::assessment::{AnalysisMethod, AssessedTurn, Assessment};
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use players::TurnAction;
use rules::{Points, View};
use serde::{Deserialize, Serialize};

/// A turn as reports tell it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurnSummary {
    /// As people write it: `8H W(OR)D`, `-QV` or `pass`.
    pub text: String,
    /// What it counts.
    pub score: Points,
    /// What it gains in spread, now and later.
    pub equity: f64,
    /// The chance to win the game.
    pub win: f64,
    /// The standard error of that chance, where it is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// How many games, draws or positions that rests on.
    pub iterations: u64,
    /// Whether nothing about it is guessed.
    pub proven: bool,
}

impl TurnSummary {
    /// A turn of what a player sees.
    pub fn new(turn: &AssessedTurn, view: &View) -> TurnSummary {
        TurnSummary {
            text: told(&turn.action, view),
            score: turn.score,
            equity: rounded(turn.equity),
            win: rounded(turn.win),
            error: turn.error.map(rounded),
            iterations: turn.iterations,
            proven: turn.proven,
        }
    }
}

/// Four decimals: more would only pretend.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// An act as people write it.
pub(crate) fn told(action: &TurnAction, view: &View) -> String {
    let scene = PlayContext { rules: &view.rules, grid: &view.grid, rack: view.own_rack() };
    match action {
        TurnAction::Play(play) => print_placement(&play.placement(), scene, PlaythroughStyle::Parentheses),
        TurnAction::Exchange(tiles) => {
            format!("-{}", view.rules.tiles.print_tile_list(tiles.iter().copied()))
        }
        TurnAction::Pass => "pass".to_owned(),
    }
}

/// A turn of a game with what it was worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgedTurn {
    /// Which turn, from 1.
    pub number: usize,
    /// Whose, from 0.
    pub seat: usize,
    /// The tiles its player held.
    pub rack: String,
    /// How it was judged.
    pub method: AnalysisMethod,
    /// Whether the best turn is proven to be best.
    pub proven: bool,
    /// What was played.
    pub played: TurnSummary,
    /// The best there was.
    pub best: TurnSummary,
    /// The best few, best first.
    pub top: Vec<TurnSummary>,
    /// What was lost in points against the best.
    pub lost_points: f64,
    /// What was lost in winning chance.
    pub lost_win: f64,
    /// Whether the play earned a bonus for many tiles.
    pub bonus: bool,
    /// A play with such a bonus that was better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed_bonus: Option<String>,
    /// What became of it, where that is not plain: a play taken back, say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The scores of all seats after it.
    pub totals: Vec<Points>,
}

/// Turns told of each position.
const TOLD: usize = 5;

impl JudgedTurn {
    /// Judges a turn that was assessed.
    pub(crate) fn new(
        number: usize,
        seat: usize,
        view: &View,
        action: &TurnAction,
        assessment: &Assessment,
    ) -> JudgedTurn {
        let choice = |turn: &AssessedTurn| TurnSummary::new(turn, view);
        let best = assessment.turns.first();
        let played = assessment.find(action).or(best);
        let earns = |turn: &AssessedTurn| earns_bonus(&turn.action, view);
        let better = assessment
            .turns
            .iter()
            .take_while(|turn| !played.is_some_and(|played| std::ptr::eq(*turn, played)));
        let nothing = || TurnSummary {
            text: told(action, view),
            score: 0,
            equity: 0.0,
            win: 0.0,
            error: None,
            iterations: 0,
            proven: false,
        };
        let (best, played) = (best.map_or_else(nothing, choice), played.map_or_else(nothing, choice));
        JudgedTurn {
            number,
            seat,
            rack: view.own_rack().map_or(String::new(), |rack| view.rules.tiles.print_tiles(rack)),
            method: assessment.method,
            proven: assessment.proven,
            lost_points: rounded((best.equity - played.equity).max(0.0)),
            lost_win: rounded((best.win - played.win).max(0.0)),
            bonus: earns_bonus(action, view),
            missed_bonus: if earns_bonus(action, view) {
                None
            } else {
                better.clone().find(|turn| earns(turn)).map(|turn| told(&turn.action, view))
            },
            note: None,
            top: assessment.turns.iter().take(TOLD).map(choice).collect(),
            totals: view.seats.iter().map(|seat| seat.score).collect(),
            played,
            best,
        }
    }
}

fn earns_bonus(action: &TurnAction, view: &View) -> bool {
    matches!(action, TurnAction::Play(play) if view.rules.bonus_for(play.tiles.len()) > 0)
}
