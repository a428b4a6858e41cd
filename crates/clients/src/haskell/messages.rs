//! The messages of the game library in Haskell: `{"tag": …, "contents": …}`.

use crate::board_map::{BoardMap, letter_text};
use http_api::json_text;
use rules::{Axis, BoardTile, Coord, Grid, Points, Ruleset, ScoredWord, Seat};
use serde::{Deserialize, Serialize};
use tiles::{TileId, TileKind};

/// What a client sends.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "tag", content = "contents")]
pub(super) enum HaskellRequest {
    /// The name of the player, and whether to play against the computer.
    #[serde(rename = "MsgJoin")]
    Join((String, bool)),
    #[serde(rename = "MsgMove")]
    Move(HaskellMove),
    #[serde(rename = "MsgHint")]
    Hint(Option<Vec<Vec<String>>>),
    #[serde(rename = "MsgPass")]
    Pass,
    #[serde(rename = "MsgSwap")]
    Swap(Vec<String>),
}

/// A whole word with its squares, and which of its letters are blanks.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(super) struct HaskellMove {
    pub(super) word: Vec<HaskellTile>,
    pub(super) blanks: Vec<usize>,
}

/// A square as row and column, and a letter with its points.
pub(super) type HaskellTile = ((i32, i32), (String, Points));

/// What a client gets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "tag", content = "contents")]
pub(super) enum HaskellAnswer {
    #[serde(rename = "MsgJoinAck")]
    JoinAck(HaskellSeat),
    #[serde(rename = "MsgTurn")]
    Turn(&'static str),
    #[serde(rename = "MsgMoveAck")]
    MoveAck(MoveOutcome),
    #[serde(rename = "MsgHint")]
    Hint(Vec<Vec<String>>),
    #[serde(rename = "MsgAnnounce")]
    Announce(String),
    #[serde(rename = "MsgRack")]
    Rack(Vec<String>),
    #[serde(rename = "MsgEog")]
    Eog(Vec<HaskellScore>),
}

impl HaskellAnswer {
    pub(super) fn to_text(&self) -> String {
        json_text(self)
    }
}

/// The seat of a client. The last two fields are ours: with them the seat can be used on the page and the HTTP API.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HaskellSeat {
    pub(super) ja_name: String,
    pub(super) ja_rack: Vec<String>,
    pub(super) ja_turn: &'static str,
    pub(super) ja_opp_name: String,
    pub(super) ja_game: String,
    pub(super) ja_key: String,
}

/// Why a move is refused, or what it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) enum MoveOutcome {
    Left(String),
    Right(HaskellPlay),
}

/// A play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HaskellPlay {
    pub(super) mr_turn: &'static str,
    pub(super) mr_word: Vec<HaskellTile>,
    pub(super) mr_additional_words: Vec<Vec<String>>,
    pub(super) mr_blanks: Vec<usize>,
    pub(super) mr_score: Points,
}

/// The score of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HaskellScore {
    pub(super) the_turn: &'static str,
    pub(super) the_score: Points,
}

/// The name of a seat.
pub(super) fn turn_name(seat: Seat) -> &'static str {
    if seat == Seat(0) { "P1" } else { "P2" }
}

/// The name of a blank.
const BLANK: &str = "Blank";

/// Tiles by the names of their letters.
pub(super) fn tile_names(rules: &Ruleset, tiles: &[TileId]) -> Vec<String> {
    let is_wild = |tile: TileId| rules.tiles.kind(tile).is_some_and(TileKind::is_wild);
    let name = |tile: &TileId| if is_wild(*tile) { BLANK } else { rules.tiles.label(*tile) };
    tiles.iter().map(|tile| name(tile).to_owned()).collect()
}

/// The label of a tile that the client calls `Blank`, or `_` as its page shows it.
pub(super) fn read_tile_name(name: &str) -> String {
    if name == BLANK || name == "_" { "?".to_owned() } else { name.to_owned() }
}

/// The letters of a word.
pub(super) fn word_letters(rules: &Ruleset, word: &ScoredWord) -> Vec<String> {
    word.letters.iter().map(|letter| letter_text(rules, letter.letter)).collect()
}

/// A play on the board after it.
pub(super) fn play(
    rules: &Ruleset,
    grid: &Grid,
    map: BoardMap,
    (seat, words, score): (Seat, &[ScoredWord], Points),
) -> HaskellPlay {
    let main: Vec<(Coord, BoardTile)> = words.first().map(|word| squares(grid, word)).unwrap_or_default();
    let is_wild = |tile: &BoardTile| rules.tiles.kind(tile.tile).is_some_and(TileKind::is_wild);
    let blanks = main.iter().enumerate().filter(|(_, (_, tile))| is_wild(tile));
    let tile = |(at, tile): &(Coord, BoardTile)| {
        (map.row_and_column(*at), (letter_text(rules, tile.face.letter), tile.face.points.into()))
    };
    HaskellPlay {
        mr_turn: turn_name(seat),
        mr_blanks: blanks.map(|(number, _)| number).collect(),
        mr_word: main.iter().map(tile).collect(),
        mr_additional_words: words.iter().skip(1).map(|word| word_letters(rules, word)).collect(),
        mr_score: score,
    }
}

fn squares(grid: &Grid, word: &ScoredWord) -> Vec<(Coord, BoardTile)> {
    let places = (0..word.letters.len() as i32).map(|step| word.start.step(word.axis, step));
    places.filter_map(|at| Some((at, grid.get(at)?))).collect()
}

/// The direction of a word that a client sent.
pub(super) fn direction(word: &[HaskellTile]) -> Axis {
    match word {
        [((first, _), _), ((second, _), _), ..] if first != second => Axis::Down,
        _ => Axis::Across,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: HaskellRequest) {
        assert_eq!(serde_json::from_str::<HaskellRequest>(text).unwrap(), expected);
    }

    #[test]
    fn the_messages_of_the_document_are_read() {
        check(r#"{"contents":["Jim",true],"tag":"MsgJoin"}"#, HaskellRequest::Join(("Jim".to_owned(), true)));
        check(r#"{"tag":"MsgPass"}"#, HaskellRequest::Pass);
        check(r#"{"contents":null,"tag":"MsgHint"}"#, HaskellRequest::Hint(None));
        check(
            r#"{"contents":["C","_"],"tag":"MsgSwap"}"#,
            HaskellRequest::Swap(vec!["C".into(), "_".into()]),
        );
        let word = vec![((0, 0), ("C".to_owned(), 3)), ((0, 1), ("A".to_owned(), 1))];
        check(
            r#"{"contents":{"word":[[[0,0],["C",3]],[[0,1],["A",1]]],"blanks":[1]},"tag":"MsgMove"}"#,
            HaskellRequest::Move(HaskellMove { word, blanks: vec![1] }),
        );
    }

    #[test]
    fn answers_are_written_as_the_document_does() {
        let check = |answer: HaskellAnswer, expected: &str| assert_eq!(answer.to_text(), expected);
        check(HaskellAnswer::Turn("P1"), r#"{"tag":"MsgTurn","contents":"P1"}"#);
        let refusal = MoveOutcome::Left("Error!".to_owned());
        check(HaskellAnswer::MoveAck(refusal), r#"{"tag":"MsgMoveAck","contents":{"Left":"Error!"}}"#);
        let scores = vec![HaskellScore { the_turn: "P1", the_score: 3 }];
        check(HaskellAnswer::Eog(scores), r#"{"tag":"MsgEog","contents":[{"theTurn":"P1","theScore":3}]}"#);
    }
}
