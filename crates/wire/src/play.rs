//! Plays: as they are sent, and what came of them.

use crate::json::{DraftErrors, JsonError, from_text, objects, to_text};
use crate::place::{AxisName, TileDraft};
use crate::reason::ReasonJson;
use rules::{Board, BoardTile, Coord, PlacedTile, Placement, Play, Points, Refusal, ScoredWord};
use serde::{Deserialize, Serialize};
use tiles::{SpellError, TileSet};

/// A play as a text gives it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayDraft {
    /// The tiles to lay.
    #[serde(deserialize_with = "objects")]
    pub tiles: Vec<TileDraft>,
    /// The direction meant, for a play of one tile where cross words are forbidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisName>,
}

impl PlayDraft {
    /// Reads the shape of a play.
    pub fn read(text: &str) -> Result<PlayDraft, JsonError> {
        from_text(text)
    }

    /// Writes it on one line.
    pub fn print(&self) -> String {
        to_text(self)
    }

    /// A play with every field said.
    pub fn new(placement: &Placement, set: &TileSet) -> PlayDraft {
        let draft =
            |laid: &PlacedTile| TileDraft::full(laid.at, BoardTile { tile: laid.tile, face: laid.face }, set);
        PlayDraft { tiles: placement.tiles.iter().map(draft).collect(), axis: placement.axis.map(Into::into) }
    }

    /// The placement meant, or everything that leaves it unclear. Whether it is legal is for the rules to say,
    /// also where it names a tile or a face that the set does not have.
    pub fn check(&self, set: &TileSet) -> Result<Placement, DraftErrors> {
        let (mut errors, mut laid) = (DraftErrors::default(), Vec::with_capacity(self.tiles.len()));
        for (place, draft) in self.tiles.iter().enumerate() {
            match draft.to_placed(set) {
                Ok(placed) => laid.push(PlacedTile { at: draft.at(), tile: placed.tile, face: placed.face }),
                Err((key, message)) => errors.add(format!("tiles[{place}].{key}"), message),
            }
        }
        errors.or(Placement { tiles: laid, axis: self.axis.map(Into::into) })
    }
}

/// A word of a play with what it counts; letters of wild tiles are in lower case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WordJson {
    /// The word.
    pub word: String,
    /// The column of its first letter.
    pub x: i32,
    /// The row of its first letter.
    pub y: i32,
    /// How it runs.
    pub axis: AxisName,
    /// What it counts.
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    pub points: Points,
}

impl WordJson {
    pub(crate) fn new(word: &ScoredWord, set: &TileSet) -> WordJson {
        WordJson {
            word: set.alphabet().print_board_letters(&word.letters),
            x: word.start.x,
            y: word.start.y,
            axis: word.axis.into(),
            points: word.points,
        }
    }

    pub(crate) fn read(&self, set: &TileSet) -> Result<ScoredWord, SpellError> {
        Ok(ScoredWord {
            letters: set.alphabet().parse_board_letters(&self.word)?.into_iter().collect(),
            start: Coord::new(self.x, self.y),
            axis: self.axis.into(),
            points: self.points,
        })
    }
}

/// What a play scores.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScoreJson {
    /// In all.
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    pub score: Points,
    /// Word by word, the main word first.
    pub words: Vec<WordJson>,
    /// Extra points for many tiles.
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    pub bonus: Points,
    /// The direction of the main word.
    pub axis: AxisName,
}

/// Why something is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RefusalJson {
    /// Every reason.
    pub refused: Vec<ReasonJson>,
}

/// What a play scores.
pub fn score_json(play: &Play, set: &TileSet) -> ScoreJson {
    let words = play.words().iter().map(|word| WordJson::new(word, set)).collect();
    ScoreJson { score: play.score(), words, bonus: play.bonus(), axis: play.axis().into() }
}

/// Why something is refused on this board.
pub fn refusal_json(refusal: &Refusal, board: &Board) -> RefusalJson {
    RefusalJson { refused: refusal.reasons().iter().map(|reason| ReasonJson::on(board, reason)).collect() }
}
