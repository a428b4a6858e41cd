//! The assessed turns of a position.

use crate::facts::{FollowUpMeans, TurnFact};
use players::{SearchLimit, TurnAction};
use rules::Points;
use serde::{Deserialize, Serialize};

/// How turns were assessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnalysisMethod {
    /// By score and leave value.
    Static,
    /// By simulation.
    Simulation,
    /// By trying all draws of the last tiles.
    PreEndgame,
    /// By searching to the end of the game.
    Endgame,
}

/// Why an analysis ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The first turn is proven to be best.
    Proven,
    /// A turn is clearly better than all others, or the rest are equally good.
    Clear,
    /// There is nothing more to search, although not everything is proven.
    Complete,
    /// The time was used.
    Time,
    /// The iterations were used.
    Iterations,
    /// Somebody stopped it.
    Cancelled,
}

impl StopReason {
    /// Why a search ended that had this limit, which has started: by the limit, or for a reason of its own.
    pub(crate) fn of(limit: &SearchLimit, iterations: u64, otherwise: StopReason) -> StopReason {
        if otherwise == StopReason::Proven {
            StopReason::Proven
        } else if limit.is_cancelled() {
            StopReason::Cancelled
        } else if limit.iterations().is_some_and(|most| iterations >= most) {
            StopReason::Iterations
        } else if limit.is_interrupted() {
            StopReason::Time
        } else {
            otherwise
        }
    }
}

/// A turn and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct AssessedTurn {
    /// The action.
    pub action: TurnAction,
    /// The score.
    pub score: Points,
    /// The expected gain in spread.
    pub equity: f64,
    /// The chance to win the game; a tie counts half.
    pub win: f64,
    /// The standard error of the chance to win, if it was measured.
    pub error: Option<f64>,
    /// The number of games, draws or positions behind it.
    pub iterations: u64,
    /// Whether the value is exact.
    pub proven: bool,
    /// What followed it in a simulation.
    pub follow_up: Option<FollowUpMeans>,
    /// Why the first turn is better than this one, as far as a simulation shows it.
    pub facts: Vec<TurnFact>,
}

/// The assessed turns of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// How they were weighed.
    pub method: AnalysisMethod,
    /// The turns, best first.
    pub turns: Vec<AssessedTurn>,
    /// Whether the first turn is proven to be best.
    pub proven: bool,
    /// Why the analysis ended; an intermediate assessment has none.
    pub ended: Option<StopReason>,
}

impl Assessment {
    /// Sorts the turns by winning chance and equity, best first.
    pub(crate) fn sort(&mut self) {
        self.turns.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
    }

    /// Puts a turn first that is proven to be worth more than the first one, whose value is an estimate.
    pub(crate) fn prefer_proven(&mut self) {
        let first = self.turns.first().map_or(f64::MIN, AssessedTurn::rank);
        if let Some(better) = self.turns.iter().position(|turn| turn.proven && turn.rank() > first) {
            self.turns[..=better].rotate_right(1);
        }
    }

    /// The turn with this action.
    #[must_use]
    pub fn find(&self, action: &TurnAction) -> Option<&AssessedTurn> {
        self.turns.iter().find(|turn| is_same_action(&turn.action, action))
    }
}

/// The value of winning the game in points, for sorting.
const GAME: f64 = 300.0;

impl AssessedTurn {
    /// The sort key: the winning chance first, then the equity.
    fn rank(&self) -> f64 {
        self.win * GAME + self.equity
    }
}

/// Whether two actions are equal: the same tiles on the same squares, or the same exchanged tiles.
pub(crate) fn is_same_action(one: &TurnAction, other: &TurnAction) -> bool {
    match (one, other) {
        (TurnAction::Play(one), TurnAction::Play(other)) => placed_tiles(one) == placed_tiles(other),
        (TurnAction::Exchange(one), TurnAction::Exchange(other)) => sort_tiles(one) == sort_tiles(other),
        (TurnAction::Pass, TurnAction::Pass) => true,
        (TurnAction::Play(_) | TurnAction::Exchange(_) | TurnAction::Pass, _) => false,
    }
}

fn placed_tiles(play: &movegen::GeneratedPlay) -> Vec<(rules::Coord, tiles::TileId, tiles::Letter)> {
    let mut laid: Vec<_> =
        play.as_play_ref().placed_tiles().map(|laid| (laid.at, laid.tile, laid.face.letter)).collect();
    laid.sort();
    laid
}

fn sort_tiles(tiles: &[tiles::TileId]) -> Vec<tiles::TileId> {
    let mut tiles = tiles.to_vec();
    tiles.sort();
    tiles
}
