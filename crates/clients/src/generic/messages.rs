//! The JSON of the two-player web game.

use crate::board_map::{BoardMap, letter_at, letter_text};
use crate::seat_history::SeatHistory;
use rules::{EventKind, EventView, Factors, LeaveCause, Phase, Points, Ruleset, ScoredWord, Seat, View};
use serde::{Deserialize, Serialize};

/// The two players of a game: the seat of `player1` and the seat of `player2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlayerSeats([Seat; 2]);

/// How the client calls a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayerNumber {
    One,
    Two,
}

impl PlayerNumber {
    pub(super) fn from_name(name: &str) -> Option<PlayerNumber> {
        [PlayerNumber::One, PlayerNumber::Two].into_iter().find(|number| number.name() == name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            PlayerNumber::One => "player1",
            PlayerNumber::Two => "player2",
        }
    }

    /// The seat of this player in a game that is new.
    pub(super) fn first_seat(self) -> Seat {
        match self {
            PlayerNumber::One => Seat(0),
            PlayerNumber::Two => Seat(1),
        }
    }

    fn other(self) -> PlayerNumber {
        match self {
            PlayerNumber::One => PlayerNumber::Two,
            PlayerNumber::Two => PlayerNumber::One,
        }
    }

    /// The player in a sentence about a turn.
    fn in_turn(self) -> &'static str {
        match self {
            PlayerNumber::One => "Player1",
            PlayerNumber::Two => "Player2",
        }
    }

    /// The player in a sentence about the end.
    fn in_result(self) -> &'static str {
        match self {
            PlayerNumber::One => "Player 1",
            PlayerNumber::Two => "Player 2",
        }
    }
}

impl PlayerSeats {
    /// The seats if this player has this one. Another game of the same players changes the seats, not the players.
    pub(super) fn new(player: PlayerNumber, seat: Seat) -> PlayerSeats {
        let other = Seat(1 - seat.0.min(1));
        match player {
            PlayerNumber::One => PlayerSeats([seat, other]),
            PlayerNumber::Two => PlayerSeats([other, seat]),
        }
    }

    fn player(self, seat: Seat) -> PlayerNumber {
        if self.0[0] == seat { PlayerNumber::One } else { PlayerNumber::Two }
    }

    fn score(self, view: &View, player: PlayerNumber) -> Points {
        let [one, two] = self.0;
        let seat = if player == PlayerNumber::One { one } else { two };
        view.seats.get(seat.index()).map_or(0, |state| state.score)
    }
}

/// A game as a client may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GenericGame {
    board: Vec<String>,
    color: Vec<&'static str>,
    rack: Vec<String>,
    current_rack_index: i8,
    rack_ind_played: [usize; 0],
    board_ind_played: [usize; 0],
    pub(super) message: String,
    words: Vec<String>,
    score1: Points,
    score2: Points,
    last_score1: Points,
    last_score2: Points,
    whosturn: &'static str,
    is_active: bool,
    chat_message: String,
}

impl GenericGame {
    pub(super) fn new(history: &SeatHistory, seats: PlayerSeats, map: BoardMap, chat: String) -> GenericGame {
        let view = &history.view;
        let last = history.events.iter().rev().find_map(play);
        let last_score = |player| match &last {
            Some((seat, _, score)) if seats.player(*seat) == player => *score,
            Some(_) | None => 0,
        };
        let words = last.as_ref().map(|(_, words, _)| words.iter().map(|word| spell(&view.rules, word)));
        GenericGame {
            board: map.squares().map(|at| letter_at(&view.rules, &view.grid, at)).collect(),
            color: map
                .squares()
                .map(|at| colour(view.rules.board.square(at).and_then(rules::Square::factors)))
                .collect(),
            rack: history.own_rack().iter().map(|tile| view.rules.tiles.label(*tile).to_owned()).collect(),
            current_rack_index: -1,
            rack_ind_played: [],
            board_ind_played: [],
            message: message(view, &history.events, seats),
            words: words.into_iter().flatten().collect(),
            score1: seats.score(view, PlayerNumber::One),
            score2: seats.score(view, PlayerNumber::Two),
            last_score1: last_score(PlayerNumber::One),
            last_score2: last_score(PlayerNumber::Two),
            whosturn: view.turn.map_or("", |seat| seats.player(seat).name()),
            is_active: !matches!(view.phase, Phase::Over { .. }),
            chat_message: chat,
        }
    }

    /// The game for everybody: without the rack.
    pub(super) fn without_rack(mut self) -> GenericGame {
        self.rack.clear();
        self
    }
}

/// Who played which words, and for how many points.
fn play(event: &EventView) -> Option<(Seat, &[ScoredWord], Points)> {
    let EventKind::Played { seat, words, score, .. } = &event.kind else { return None };
    Some((*seat, words, *score))
}

fn spell(rules: &Ruleset, word: &ScoredWord) -> String {
    word.letters.iter().map(|letter| letter_text(rules, letter.letter)).collect()
}

/// The colour of a square with these factors; `None` for squares that are programs, and for holes.
fn colour(factors: Option<Factors>) -> &'static str {
    match factors {
        Some(Factors { word: 3.., .. }) => "red",
        Some(Factors { word: 2, .. }) => "green",
        Some(Factors { letter: 3.., .. }) => "yellow",
        Some(Factors { letter: 2, .. }) => "blue",
        Some(_) | None => "white",
    }
}

/// What the client shows above the board. After a play it is empty.
fn message(view: &View, events: &[EventView], seats: PlayerSeats) -> String {
    match (&view.phase, events.last()) {
        (Phase::Waiting, _) => "Waiting for the other player".to_owned(),
        (Phase::Over { winners, .. }, _) => result(winners, events, seats),
        (Phase::Playing | Phase::Answering(_), Some(last)) => turn_message(last, seats),
        (Phase::Playing | Phase::Answering(_), None) => String::new(),
    }
}

fn turn_message(last: &EventView, seats: PlayerSeats) -> String {
    let name = |seat: Seat| seats.player(seat).in_turn();
    match &last.kind {
        EventKind::Passed { seat } => format!("{} chose to pass", name(*seat)),
        EventKind::PlayFailed { seat, .. } | EventKind::ExchangeFailed { seat, .. } => {
            format!("{} lost the turn", name(*seat))
        }
        EventKind::TimedOut { seat } | EventKind::TurnSkipped { seat } => {
            format!("{} missed the turn", name(*seat))
        }
        EventKind::Challenged { seat, .. } => format!("{} challenged the last play", name(*seat)),
        EventKind::Left { seat, .. } => format!("{} left", name(*seat)),
        EventKind::Started { .. }
        | EventKind::Dealt { .. }
        | EventKind::Played { .. }
        | EventKind::Exchanged { .. }
        | EventKind::Accepted { .. }
        | EventKind::Ended { .. } => String::new(),
    }
}

/// Who won, and that somebody gave up.
fn result(winners: &[Seat], events: &[EventView], seats: PlayerSeats) -> String {
    let resigned = events.iter().rev().find_map(|event| {
        let EventKind::Left { seat, why: LeaveCause::Resigned, .. } = event.kind else { return None };
        Some(seats.player(seat))
    });
    match (resigned, winners) {
        (Some(player), [winner]) if seats.player(*winner) == player.other() => {
            format!("{} chose to forfeit. {} wins!", player.in_turn(), player.other().in_turn())
        }
        (_, winners) => {
            let names: Vec<&str> = winners.iter().map(|seat| seats.player(*seat).in_result()).collect();
            rules::Texts::Generic.result(&names)
        }
    }
}

/// A number that the client may send as a text.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
enum IndexText {
    Number(i64),
    Text(String),
}

/// The place of a tile on the rack or of a square on the board.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(super) struct PlaceIndex(IndexText);

impl PlaceIndex {
    /// The place, if it is below the count; `None` if there is no such place.
    pub(super) fn get(&self, count: usize) -> Option<usize> {
        let number = match &self.0 {
            IndexText::Number(number) => *number,
            IndexText::Text(text) => text.trim().parse().ok()?,
        };
        usize::try_from(number).ok().filter(|number| *number < count)
    }
}

/// Who joins a game.
#[derive(Deserialize)]
pub(super) struct JoinPayload {
    pub(super) player: String,
}

/// A new game in the list.
#[derive(Deserialize)]
pub(super) struct AddPayload {
    pub(super) name: String,
}

/// Tiles on a board.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayPayload {
    pub(super) board: Vec<String>,
    pub(super) board_ind_played: Vec<PlaceIndex>,
    pub(super) rack_ind_played: Vec<PlaceIndex>,
}

/// A tile on the rack, or -1.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SwapPayload {
    pub(super) current_rack_index: Option<PlaceIndex>,
}

/// The chat as the client wants it to be: a text, or a list of texts.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum ChatText {
    Whole(String),
    Parts(Vec<String>),
}

/// A line of chat.
#[derive(Deserialize)]
pub(super) struct ChatPayload {
    pub(super) msg: ChatText,
}

impl ChatPayload {
    /// The line that a player adds: the client sends everything that was said before it too, which is not read.
    pub(super) fn new_line(&self, player: PlayerNumber) -> String {
        let text = match &self.msg {
            ChatText::Whole(text) => text.clone(),
            ChatText::Parts(parts) => parts.concat(),
        };
        let start = format!("{}: ", player.name());
        let line = match text.rfind(&format!("\n{start}")) {
            Some(place) => &text[place + 1..],
            None => text.as_str(),
        };
        line.strip_prefix(&start).unwrap_or(line).trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbers_or_texts() {
        let place = |text: &str| serde_json::from_str::<PlaceIndex>(text).unwrap().get(7);
        assert_eq!((place("3"), place("\"6\""), place("\"7\"")), (Some(3), Some(6), None));
        assert_eq!((place("-1"), place("\"x\""), place("99999999999")), (None, None, None));
    }

    #[test]
    fn the_new_line_of_a_chat_is_found() {
        let check = |payload: &str, expected: &str| {
            let payload: ChatPayload = serde_json::from_str(payload).unwrap();
            assert_eq!(payload.new_line(PlayerNumber::One), expected);
        };
        check(r#"{"msg":["player1: hello\n"]}"#, "hello");
        check(r#"{"msg":["player2: a\nplayer1: b\nplayer1: two\nlines\n"]}"#, "two\nlines");
        check(r#"{"msg":["player2: a\n","player1: b\n"]}"#, "b");
        check(r#"{"msg":"plain"}"#, "plain");
    }

    #[test]
    fn another_game_changes_the_seats_and_not_the_players() {
        let seats = PlayerSeats::new(PlayerNumber::One, Seat(1));
        assert_eq!(seats, PlayerSeats::new(PlayerNumber::Two, Seat(0)));
        assert_eq!((seats.player(Seat(1)), seats.player(Seat(0))), (PlayerNumber::One, PlayerNumber::Two));
    }

    #[test]
    fn premium_squares_have_the_colours_of_the_document() {
        let rules = presets::Library::shipped().rules("generic").unwrap();
        let map = BoardMap::new(&rules).unwrap();
        let colours: Vec<_> =
            map.squares().map(|at| colour(rules.board.square(at).and_then(rules::Square::factors))).collect();
        let count = |wanted| colours.iter().filter(|colour| **colour == wanted).count();
        assert_eq!([count("red"), count("green"), count("yellow"), count("blue")], [8, 17, 12, 24]);
        assert_eq!((colours[0], colours[112], colours[3], colours[20]), ("red", "green", "blue", "yellow"));
    }
}
