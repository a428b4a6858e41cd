//! A turn that was played, compared with the best turn.

use crate::assessment::{AnalysisMethod, AssessedTurn, Assessment};
use crate::facts::{FollowUpMeans, TurnFact};
use crate::sentences::{SentenceLanguage, why_sentence};
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use players::TurnAction;
use rules::{Points, RackView, View};
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
    /// What followed it in a simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow_up: Option<FollowUpMeans>,
    /// Why the best turn is better than this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<TurnFact>,
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
            follow_up: turn.follow_up.map(FollowUpMeans::round_figures),
            facts: turn.facts.iter().map(TurnFact::round_figures).collect(),
        }
    }
}

/// Rounds to four decimals; more are not significant.
pub(crate) fn round(number: f64) -> f64 {
    // Adding zero makes the sum of nothing, which is -0, plain.
    (number * 1e4).round() / 1e4 + 0.0
}

/// An action as text: `8H W(OR)D`, `-QV` or `pass`.
#[must_use]
pub fn action_text(action: &TurnAction, view: &View) -> String {
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
    /// The tiles that were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leave: Option<String>,
    /// The tiles that the player did not see: in the bag and on the other racks.
    #[serde(default)]
    pub unseen: String,
    /// How many tiles were in the bag.
    #[serde(default)]
    pub bag: usize,
    /// A sentence that says why the best turn is better, if something can be said for certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Why the turn is not judged, for example because its rack is not known. Then it loses nothing and does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unjudged: Option<String>,
    /// The words of the play that are not in the lexicon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bad_words: Vec<String>,
    /// What somebody wrote about the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
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
            follow_up: None,
            facts: Vec::new(),
        };
        let (best, played) = (best.map_or_else(nothing, choice), played.map_or_else(nothing, choice));
        JudgedTurn {
            number,
            seat,
            rack: rack_text(view, seat),
            leave: leave_text(view, action),
            unseen: view.rules.tiles.print_tiles(&view.unseen),
            bag: view.bag,
            why: None,
            unjudged: None,
            bad_words: Vec::new(),
            comment: None,
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

impl JudgedTurn {
    /// A turn that cannot be judged.
    pub(crate) fn without_judgement(
        number: usize,
        seat: usize,
        view: &View,
        text: String,
        action: &TurnAction,
        reason: String,
    ) -> JudgedTurn {
        let nothing =
            Assessment { method: AnalysisMethod::Static, turns: Vec::new(), proven: false, ended: None };
        let mut turn = JudgedTurn::new(number, seat, view, action, &nothing);
        turn.played.text = text;
        if let TurnAction::Play(play) = action {
            turn.played.score = play.score();
        }
        turn.best = turn.played.clone();
        turn.leave_out(reason);
        turn
    }

    /// Leaves the turn out of everything that is counted.
    pub(crate) fn leave_out(&mut self, reason: String) {
        (self.lost_points, self.lost_win, self.missed_bonus) = (0.0, 0.0, None);
        self.unjudged = Some(reason);
    }

    /// Says why the best turn is better.
    pub(crate) fn explain(&mut self, language: SentenceLanguage) {
        let told = self.is_judged() && self.lost_points.max(self.lost_win) > 0.0;
        self.why = told.then(|| why_sentence(&self.best.text, &self.played.facts, language)).flatten();
    }

    /// Whether the turn is judged.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.unjudged.is_none()
    }
}

/// A rack as text; after a plus sign the number of tiles that are unknown.
fn rack_text(view: &View, seat: usize) -> String {
    let print = |tiles| view.rules.tiles.print_tiles(tiles);
    match view.seats.get(seat).map(|seat| &seat.rack) {
        Some(RackView::Known(tiles)) => print(tiles),
        Some(RackView::Partial(rack)) => format!("{}+{}", print(&rack.known), rack.unknown),
        Some(RackView::Hidden(_)) | None => String::new(),
    }
}

fn leave_text(view: &View, action: &TurnAction) -> Option<String> {
    let mut rack = view.own_rack()?.clone();
    match action {
        TurnAction::Play(play) => play.tiles.iter().for_each(|shown| _ = rack.take(shown.tile())),
        TurnAction::Exchange(tiles) => tiles.iter().for_each(|&tile| _ = rack.take(tile)),
        TurnAction::Pass => {}
    }
    Some(view.rules.tiles.print_tiles(&rack))
}

fn earns_bonus(action: &TurnAction, view: &View) -> bool {
    matches!(action, TurnAction::Play(play) if view.rules.bonus_for(play.tiles.len()) > 0)
}
