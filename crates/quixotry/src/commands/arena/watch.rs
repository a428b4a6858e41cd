//! Shows matches as the server of the ITU game does: the board after each turn, and the best play at the end.

use arena::GameObserver;
use notation::draw::{BoardScene, Colour, DrawingStyle, draw};
use rules::{Event, EventKind, Game, Seat};
use std::io::{self, Write};

/// An observer that draws every game on the standard output.
pub(super) fn watcher() -> Box<dyn GameObserver + Send> {
    Box::new(MatchWatcher { best: None })
}

struct MatchWatcher {
    /// The highest-scoring play: its seat, word and points.
    best: Option<(Seat, String, i32)>,
}

impl GameObserver for MatchWatcher {
    fn observe(&mut self, game: &Game, event: &Event, names: &[&str]) {
        let Some(text) = self.describe(game, event, names) else { return };
        // A closed output must not end the match.
        _ = io::stdout().write_all(text.as_bytes());
    }
}

impl MatchWatcher {
    fn describe(&mut self, game: &Game, event: &Event, names: &[&str]) -> Option<String> {
        let name = |seat: &Seat| names.get(seat.index()).copied().unwrap_or("a player");
        Some(match &event.kind {
            EventKind::Dealt { .. } => return None,
            EventKind::Started { first, .. } => {
                self.best = None;
                format!("{}{} begins.\n\n", board(game), name(first))
            }
            EventKind::Played { seat, words, score, .. } => {
                let alphabet = game.rules().tiles.alphabet();
                let word =
                    words.first().map(|word| alphabet.print_board_letters(&word.letters)).unwrap_or_default();
                let text = format!("{} plays {word} for {score} points.\n\n", name(seat));
                if self.best.as_ref().is_none_or(|(_, _, best)| score > best) {
                    self.best = Some((*seat, word, *score));
                }
                board(game) + &text
            }
            EventKind::PlayFailed { seat, reasons, .. } | EventKind::ExchangeFailed { seat, reasons, .. } => {
                let why: Vec<String> = reasons.iter().map(ToString::to_string).collect();
                format!("{} fails: {}\n\n", name(seat), why.join(" "))
            }
            EventKind::Passed { seat } => format!("{} passes.\n\n", name(seat)),
            EventKind::Exchanged { seat, returned, .. } => {
                format!("{} exchanges {} tiles.\n\n", name(seat), returned.len())
            }
            EventKind::Challenged { seat, of, .. } => format!("{} challenges {}.\n\n", name(seat), name(of)),
            EventKind::Accepted { seat } => format!("{} accepts the last play.\n\n", name(seat)),
            EventKind::TurnSkipped { seat } => format!("{} loses a turn.\n\n", name(seat)),
            EventKind::TimedOut { seat } => format!("{} took too long.\n\n", name(seat)),
            EventKind::Left { seat, .. } => format!("{} leaves.\n\n", name(seat)),
            EventKind::Ended { .. } => self.describe_end(game, names),
        })
    }

    fn describe_end(&self, game: &Game, names: &[&str]) -> String {
        let score = |(index, seat): (usize, &rules::SeatState)| {
            format!("{} has {} points.\n", names.get(index).copied().unwrap_or("a player"), seat.score)
        };
        let scores: String = game.seats().iter().enumerate().map(score).collect();
        let best = self.best.as_ref().map(|(seat, word, points)| {
            let name = names.get(seat.index()).copied().unwrap_or("a player");
            format!("Best play was {word} for {points} points, played by {name}.\n")
        });
        format!("Game over.\n{scores}{}\n", best.unwrap_or_default())
    }
}

fn board(game: &Game) -> String {
    draw(BoardScene::new(game.rules(), game.grid()), DrawingStyle::Itu, Colour::None) + "\n"
}
