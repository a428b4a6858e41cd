//! Plays, scores and refusals as JSON.

use crate::json::{DraftErrors, JsonError, from_text, objects, to_text};
use crate::place::{AxisName, TileDraft};
use crate::reason::ReasonJson;
use rules::{Board, BoardTile, Coord, PlacedTile, Placement, Play, Points, Refusal, ScoredWord};
use serde::{Deserialize, Serialize};
use tiles::{SpellError, TileSet};

/// A play as read from JSON.
///
/// ```
/// # mod quixotry { pub use {quixotry_presets as presets, quixotry_wire as wire}; }
/// use quixotry::presets::Library;
/// use quixotry::wire::PlayDraft;
///
/// let rules = Library::shipped().rules("standard")?;
/// let draft = PlayDraft::read(r#"{"tiles":[{"x":7,"y":7,"letter":"A"},{"x":8,"y":7,"letter":"T"}]}"#)?;
/// assert_eq!(draft.check(&rules.tiles)?.tiles.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayDraft {
    /// The tiles to place.
    #[serde(deserialize_with = "objects")]
    pub tiles: Vec<TileDraft>,
    /// The direction. It matters only for a play of one tile if cross words are forbidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisName>,
}

impl PlayDraft {
    /// Parses a play.
    ///
    /// # Errors
    ///
    /// Fails if the text is not JSON of the right shape.
    pub fn read(text: &str) -> Result<PlayDraft, JsonError> {
        from_text(text)
    }

    /// Serialises the play on one line.
    #[must_use]
    pub fn print(&self) -> String {
        to_text(self)
    }

    /// Creates a draft with all fields.
    #[must_use]
    pub fn new(placement: &Placement, set: &TileSet) -> PlayDraft {
        let draft =
            |laid: &PlacedTile| TileDraft::full(laid.at, BoardTile { tile: laid.tile, face: laid.face }, set);
        PlayDraft { tiles: placement.tiles.iter().map(draft).collect(), axis: placement.axis.map(Into::into) }
    }

    /// Converts the draft to a placement, which the rules can check. The tile set need not have its tiles and faces.
    ///
    /// # Errors
    ///
    /// Fails with all ambiguous or incomplete tiles.
    pub fn check(&self, set: &TileSet) -> Result<Placement, DraftErrors> {
        let (mut errors, mut laid) = (DraftErrors::default(), Vec::with_capacity(self.tiles.len()));
        for (place, draft) in self.tiles.iter().enumerate() {
            match draft.to_placed(set) {
                Ok(placed) => laid.push(PlacedTile { at: draft.at(), tile: placed.tile, face: placed.face }),
                Err((key, message)) => errors.add(format!("tiles[{place}].{key}"), message),
            }
        }
        errors.or(Placement { tiles: laid, axis: self.axis.map(Into::into), written: None })
    }
}

/// A word of a play with its points. Letters of wild tiles are in lower case.
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
    /// Its direction.
    pub axis: AxisName,
    /// Its points.
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

/// The score of a play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScoreJson {
    /// The total score.
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    pub score: Points,
    /// The words, the main word first.
    pub words: Vec<WordJson>,
    /// The bonus for the number of tiles.
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    pub bonus: Points,
    /// The direction of the main word.
    pub axis: AxisName,
}

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RefusalJson {
    /// All reasons.
    pub refused: Vec<ReasonJson>,
}

/// Converts the score of a play.
#[must_use]
pub fn score_json(play: &Play, set: &TileSet) -> ScoreJson {
    let words = play.words().iter().map(|word| WordJson::new(word, set)).collect();
    ScoreJson { score: play.score(), words, bonus: play.bonus(), axis: play.axis().into() }
}

/// Converts a refusal. Its messages use the square names of the board.
#[must_use]
pub fn refusal_json(refusal: &Refusal, board: &Board) -> RefusalJson {
    RefusalJson { refused: refusal.reasons().iter().map(|reason| ReasonJson::on(board, reason)).collect() }
}
