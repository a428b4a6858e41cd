//! What the turns of a position are worth.

use players::TurnAction;
use rules::Points;
use serde::{Deserialize, Serialize};

/// How turns were weighed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnalysisMethod {
    /// By their points and the worth of the tiles kept.
    Static,
    /// By playing on many times.
    Simulation,
    /// By trying every draw of the last tiles.
    PreEndgame,
    /// By following every line to the end of the game.
    Endgame,
}

/// A turn and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct AssessedTurn {
    /// What to do.
    pub action: TurnAction,
    /// What it counts.
    pub score: Points,
    /// What it gains in spread, now and later.
    pub equity: f64,
    /// The chance to win the game, a tie counting half.
    pub win: f64,
    /// The standard error of the chance to win, where it is measured.
    pub error: Option<f64>,
    /// How many games, draws or positions it rests on.
    pub iterations: u64,
    /// Whether nothing about it is guessed.
    pub proven: bool,
}

/// The turns of a position, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// How they were weighed.
    pub method: AnalysisMethod,
    /// The turns, best first.
    pub turns: Vec<AssessedTurn>,
    /// Whether the first of them is proven to be best.
    pub proven: bool,
}

impl Assessment {
    /// Puts the best first: what wins more often where that tells them apart, otherwise what gains more.
    pub(crate) fn sort(&mut self) {
        self.turns.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
    }

    /// The turn that does this.
    pub fn find(&self, action: &TurnAction) -> Option<&AssessedTurn> {
        self.turns.iter().find(|turn| same(&turn.action, action))
    }
}

/// What a whole game is worth in points when turns are put in order.
const GAME: f64 = 300.0;

impl AssessedTurn {
    /// What turns are put in order by: winning first, points where that is decided or equal.
    fn rank(&self) -> f64 {
        self.win * GAME + self.equity
    }
}

/// Whether two acts come to the same: the same tiles on the same squares, or the same tiles given back.
pub(crate) fn same(one: &TurnAction, other: &TurnAction) -> bool {
    match (one, other) {
        (TurnAction::Play(one), TurnAction::Play(other)) => laid(one) == laid(other),
        (TurnAction::Exchange(one), TurnAction::Exchange(other)) => sorted(one) == sorted(other),
        (TurnAction::Pass, TurnAction::Pass) => true,
        _ => false,
    }
}

fn laid(play: &movegen::GeneratedPlay) -> Vec<(rules::Coord, tiles::TileId, tiles::Letter)> {
    let mut laid: Vec<_> =
        play.as_play_ref().placed_tiles().map(|laid| (laid.at, laid.tile, laid.face.letter)).collect();
    laid.sort();
    laid
}

fn sorted(tiles: &[tiles::TileId]) -> Vec<tiles::TileId> {
    let mut tiles = tiles.to_vec();
    tiles.sort();
    tiles
}
