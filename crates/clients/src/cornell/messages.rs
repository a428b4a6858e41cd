//! The JSON of the distributed web game.

use crate::board_map::{BoardMap, SIDE, letter_at, letter_text};
use crate::page_text::html_text;
use crate::seat_history::SeatHistory;
use crate::table_watcher::GameNews;
use http_api::OccupantKind;
use rules::{EventKind, EventKindView, PlacedTile, Points, Ruleset, Seat, View};
use serde::{Deserialize, Serialize};
use tables::Occupant;
use tiles::TileId;

/// What stands for a tile that the client may not see.
const HIDDEN_TILE: &str = "*";

/// How many scores the client gets. If they are all 0, the game is over.
const SCORES: usize = 6;

/// A player and a game, by their names.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NamedPlayer {
    pub(super) game_name: String,
    pub(super) player_name: String,
}

/// A player and a game with the key.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct KeyedPlayer {
    pub(super) key: String,
    pub(super) game_name: String,
    pub(super) player_name: String,
}

/// A move of a player.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CornellMoveRequest {
    pub(super) key: String,
    pub(super) game_name: String,
    #[serde(rename = "move")]
    pub(super) turn: CornellMove,
}

/// Tiles to place, or tiles to swap, or neither for a pass.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CornellMove {
    pub(super) player_name: String,
    pub(super) tiles_placed: Vec<CornellTile>,
    pub(super) swapped_tiles: Vec<String>,
}

/// A line for the chat.
#[derive(Deserialize)]
pub(super) struct CornellChatLine {
    #[serde(flatten)]
    pub(super) player: KeyedPlayer,
    pub(super) msg: String,
}

/// A letter on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct CornellTile {
    pub(super) row: i32,
    pub(super) col: i32,
    /// The document calls it `character`; its program calls it `value`.
    #[serde(alias = "character")]
    pub(super) value: String,
}

/// A seat that was taken: its key, and the game.
#[derive(Serialize)]
pub(super) struct CornellSeat {
    pub(super) key: String,
    pub(super) game: CornellGame,
}

/// A game as a client may see it.
#[derive(Serialize)]
pub(super) struct CornellGame {
    name: String,
    grid: Vec<Vec<String>>,
    players: Vec<CornellPlayer>,
    remaining_tiles: Vec<&'static str>,
    turn: u8,
    score_history: Vec<Points>,
}

/// A player as a client may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct CornellPlayer {
    player_name: String,
    tiles: Vec<String>,
    score: Points,
    order: u8,
    ai: bool,
}

/// What a client gets on the stream of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum CornellUpdate {
    /// Somebody took a seat.
    #[serde(rename_all = "camelCase")]
    Player { player_name: String, order: u8 },
    /// A turn ended.
    Turn { board_diff: Vec<CornellTile>, new_turn_val: u8, players_diff: Vec<CornellPlayer> },
    /// The game ended.
    Over { over: bool },
}

/// What a client gets on the stream of the chat.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CornellMessage {
    pub(super) msg: String,
    pub(super) player_name: String,
}

/// The name of a seat's player, and whether it is a computer or a bot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SeatName {
    pub(super) player: String,
    pub(super) is_machine: bool,
}

impl SeatName {
    pub(super) fn new(player: &str, kind: OccupantKind) -> SeatName {
        SeatName { player: player.to_owned(), is_machine: kind != OccupantKind::Human }
    }
}

impl From<&Occupant> for SeatName {
    fn from(occupant: &Occupant) -> SeatName {
        let is_machine = occupant.level().is_some();
        SeatName { player: occupant.player().unwrap_or_default().to_owned(), is_machine }
    }
}

/// A text that the client shows as HTML and also runs as part of a script: without characters that mean something
/// there.
pub(super) fn harmless_text(text: &str) -> String {
    html_text(&script_text(text))
}

/// A text that the client runs as part of a script: without characters that end its quotes.
pub(super) fn script_text(text: &str) -> String {
    text.chars().map(script_character).collect()
}

fn script_character(character: char) -> char {
    match character {
        '"' => '\'',
        '\\' => '/',
        control if control.is_control() => ' ',
        other => other,
    }
}

impl CornellGame {
    pub(super) fn new(name: &str, history: &SeatHistory, map: BoardMap) -> CornellGame {
        let view = &history.view;
        let letters: Vec<String> = map.squares().map(|at| letter_at(&view.rules, &view.grid, at)).collect();
        let names: Vec<SeatName> = history.seats.iter().map(SeatName::from).collect();
        CornellGame {
            name: name.to_owned(),
            grid: letters.chunks(SIDE).map(<[String]>::to_vec).collect(),
            players: players(view, &names, &history.own_rack()),
            remaining_tiles: vec![HIDDEN_TILE; view.bag],
            turn: turn(view),
            score_history: score_history(history),
        }
    }
}

/// Whose turn it is; the first seat if it is nobody's.
fn turn(view: &View) -> u8 {
    view.turn.map_or(0, |seat| seat.0)
}

/// What the last turns counted, the oldest first. Turns that have not been played count -1.
fn score_history(history: &SeatHistory) -> Vec<Points> {
    let turns = history.events.iter().rev().filter(|event| event.kind.ends_turn());
    let mut scores: Vec<Points> = turns.map(|event| turn_score(&event.kind)).take(SCORES).collect();
    scores.resize(SCORES, -1);
    scores.reverse();
    scores
}

fn turn_score(kind: &EventKindView) -> Points {
    if let EventKind::Played { score, .. } = kind { *score } else { 0 }
}

/// All players. Before the game begins, they have no tiles.
pub(super) fn players(view: &View, names: &[SeatName], own_rack: &[TileId]) -> Vec<CornellPlayer> {
    let seats = (0..).map(Seat).zip(names);
    seats.map(|(seat, name)| player(view, seat, name, own_rack)).collect()
}

fn player(view: &View, seat: Seat, name: &SeatName, own_rack: &[TileId]) -> CornellPlayer {
    let is_own = view.viewer.seat() == Some(seat);
    let state = view.seats.get(seat.index());
    let tiles = match is_own {
        true => own_rack.iter().map(|tile| view.rules.tiles.label(*tile).to_owned()).collect(),
        false => vec![HIDDEN_TILE.to_owned(); state.map_or(0, |state| state.rack.len())],
    };
    CornellPlayer {
        // The client looks for its own name as it was typed.
        player_name: if is_own { name.player.clone() } else { harmless_text(&name.player) },
        tiles,
        score: state.map_or(0, |state| state.score),
        order: seat.0,
        ai: name.is_machine,
    }
}

/// What a client is told about an event of the game.
pub(super) fn updates(news: &GameNews, names: &[SeatName], map: BoardMap) -> Vec<CornellUpdate> {
    let GameNews { event, after, .. } = news;
    let own = after.viewer.seat();
    match &event.kind {
        EventKind::Dealt { seat, .. } if Some(*seat) == own => {
            vec![turn_update(news, *seat, &[], names, map)]
        }
        EventKind::Started { .. } | EventKind::Dealt { .. } | EventKind::Accepted { .. } => Vec::new(),
        EventKind::Played { seat, tiles, .. } => vec![turn_update(news, *seat, tiles, names, map)],
        EventKind::PlayFailed { seat, .. }
        | EventKind::Passed { seat }
        | EventKind::Exchanged { seat, .. }
        | EventKind::ExchangeFailed { seat, .. }
        | EventKind::TurnSkipped { seat }
        | EventKind::TimedOut { seat }
        | EventKind::Left { seat, .. }
        | EventKind::Challenged { of: seat, .. } => vec![turn_update(news, *seat, &[], names, map)],
        EventKind::Ended { adjustments, .. } => {
            let changed = adjustments.iter().map(|adjustment| adjustment.seat);
            let scores = changed.map(|seat| turn_update(news, seat, &[], names, map));
            scores.chain([CornellUpdate::Over { over: true }]).collect()
        }
    }
}

fn turn_update(
    news: &GameNews,
    seat: Seat,
    tiles: &[PlacedTile],
    names: &[SeatName],
    map: BoardMap,
) -> CornellUpdate {
    let name = names.get(seat.index()).cloned().unwrap_or_default();
    CornellUpdate::Turn {
        board_diff: tiles.iter().map(|laid| tile(&news.after.rules, laid, map)).collect(),
        new_turn_val: turn(&news.after),
        players_diff: vec![player(&news.after, seat, &name, &news.rack)],
    }
}

fn tile(rules: &Ruleset, laid: &PlacedTile, map: BoardMap) -> CornellTile {
    let (row, col) = map.row_and_column(laid.at);
    CornellTile { row, col, value: letter_text(rules, laid.face.letter) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_leave_the_quotes_or_the_text_of_a_page() {
        assert_eq!(harmless_text("<b a=\"1\">\\n&"), "&lt;b a='1'&gt;/n&amp;");
        assert_eq!(script_text("no \"word\"\n\\"), "no 'word' /");
    }
}
