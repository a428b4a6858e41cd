//! A turn that was played, compared with the best turn.

use crate::assessment::{AnalysisMethod, AssessedTurn, Assessment};
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use players::TurnAction;
use rules::{Points, View};
use serde::{Deserialize, Serialize};

/// A turn as reports show it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurnSummary {
    /// The turn as text: `8H W(OR)D`, `-QV` or `pass`.
    pub text: String,
    /// The score.
    pub score: Points,
    /// The expected gain in spread.
    pub equity: f64,
    /// The chance to win the game.
    pub win: f64,
    /// The standard error of that chance, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The number of games, draws or positions behind it.
    pub iterations: u64,
    /// Whether the value is exact.
    pub proven: bool,
}

impl TurnSummary {
    /// The summary of an assessed turn.
    #[must_use]
    pub fn new(turn: &AssessedTurn, view: &View) -> TurnSummary {
        TurnSummary {
            text: action_text(&turn.action, view),
            score: turn.score,
            equity: round(turn.equity),
            win: round(turn.win),
            error: turn.error.map(round),
            iterations: turn.iterations,
            proven: turn.proven,
        }
    }
}

/// Rounds to four decimals; more are not significant.
pub(crate) fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// An action as text.
pub(crate) fn action_text(action: &TurnAction, view: &View) -> String {
    let scene = PlayContext { rules: &view.rules, grid: &view.grid, rack: view.own_rack() };
    match action {
        TurnAction::Play(play) => print_placement(&play.placement(), scene, PlaythroughStyle::Parentheses),
        TurnAction::Exchange(tiles) => {
            format!("-{}", view.rules.tiles.print_tile_list(tiles.iter().copied()))
        }
        TurnAction::Pass => "pass".to_owned(),
    }
}

/// A judged turn of a game.
///
/// [`judge_game`](crate::judge_game) makes them, and has an example.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgedTurn {
    /// The number of the turn, from 1.
    pub number: usize,
    /// The seat, from 0.
    pub seat: usize,
    /// The rack.
    pub rack: String,
    /// How it was judged.
    pub method: AnalysisMethod,
    /// Whether the best turn is proven to be best.
    pub proven: bool,
    /// The turn that was played.
    pub played: TurnSummary,
    /// The best turn.
    pub best: TurnSummary,
    /// The best turns, best first.
    pub top: Vec<TurnSummary>,
    /// The loss of equity compared with the best turn.
    pub lost_points: f64,
    /// The loss of winning chance.
    pub lost_win: f64,
    /// Whether the play earned a bonus for the number of tiles.
    pub bonus: bool,
    /// A better play with such a bonus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed_bonus: Option<String>,
    /// A remark, for example that the play was withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The scores of all seats after it.
    pub totals: Vec<Points>,
}

/// The number of turns in [`JudgedTurn::top`].
const TOP_TURNS: usize = 5;

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
            text: action_text(action, view),
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
            lost_points: round((best.equity - played.equity).max(0.0)),
            lost_win: round((best.win - played.win).max(0.0)),
            bonus: earns_bonus(action, view),
            missed_bonus: if earns_bonus(action, view) {
                None
            } else {
                better.clone().find(|turn| earns(turn)).map(|turn| action_text(&turn.action, view))
            },
            note: None,
            top: assessment.turns.iter().take(TOP_TURNS).map(choice).collect(),
            totals: view.seats.iter().map(|seat| seat.score).collect(),
            played,
            best,
        }
    }
}

fn earns_bonus(action: &TurnAction, view: &View) -> bool {
    matches!(action, TurnAction::Play(play) if view.rules.bonus_for(play.tiles.len()) > 0)
}
