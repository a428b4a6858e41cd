//! The manual client of the ITU game: a person types the plays, and every message is shown.

use crate::client::{BotClientError, BotStrategy, ObservedMessage};
use crate::follower::GameFollower;
use crate::setup::MatchSetup;
use crate::trace::MessageDirection;
use notation::draw::{BoardScene, Colour, DrawingStyle, draw};
use rules::{Millis, View};
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use tiles::{TileKind, TileSet, Tiles};
use wire::bot::{
    BotCoord, BotFace, BotMove, BotTile, BotTileCounts, ChallengeOutcome, ClientMessage as Cm,
    GameplayError as Gpe, ServerLine, ServerMessage as Sm, ServerPayload, StartMessage,
};

const PROMPT: &str = "Input move (format '(<x-coordinate> <y-coordinate> <piece id><character><point-value> )*', \
                      note the absence of space between the last inputs)\n\
                      Or: pass, forfeit, change <piece id> <piece id> …";

/// How many faces of a tile are listed at most.
const LISTED: usize = 9;

/// The strategy of a person at a keyboard.
#[derive(Debug)]
pub struct ManualStrategy<R, W> {
    input: R,
    output: W,
    player: u32,
}

impl<R: BufRead, W: Write> ManualStrategy<R, W> {
    /// Reads plays from `input`; writes boards, hands and messages to `output`.
    pub fn new(input: R, output: W) -> ManualStrategy<R, W> {
        ManualStrategy { input, output, player: 0 }
    }

    fn ask(&mut self) -> io::Result<Sm> {
        loop {
            writeln!(self.output, "{PROMPT}\n")?;
            self.output.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                return Ok(Sm::SMForfeit);
            }
            match parse(&line) {
                Ok(message) => return Ok(message),
                Err(fault) => writeln!(self.output, "{fault}")?,
            }
        }
    }
}

impl<R: BufRead, W: Write> BotStrategy for ManualStrategy<R, W> {
    fn begin(&mut self, _: &MatchSetup, start: &StartMessage) -> Result<(), BotClientError> {
        self.player = start.you;
        Ok(())
    }

    fn choose(&mut self, follower: &GameFollower, view: &View, _: Option<Millis>) -> io::Result<Sm> {
        let rules = follower.rules();
        let board = draw(BoardScene::new(rules, follower.grid()), DrawingStyle::Itu, Colour::None);
        write!(self.output, "{board}\n{}", hand(view.own_rack().unwrap_or(&Tiles::new()), &rules.tiles))?;
        self.ask()
    }

    fn observe(&mut self, _: MessageDirection, line: &ObservedMessage<'_>) -> io::Result<()> {
        match line {
            ObservedMessage::Answer(message) => {
                writeln!(self.output, "Player {} -> Server:\n{}\n", self.player, answer(message))
            }
            ObservedMessage::Server(line) => match response(line) {
                Some(text) => writeln!(self.output, "Player {} <- Server:\n{text}\n", self.player),
                None => Ok(()),
            },
        }
    }
}

/// Parses a typed line: tiles with their coordinates, or another command.
///
/// # Errors
///
/// The message says what is wrong with the line.
pub fn parse(line: &str) -> Result<Sm, String> {
    let mut words = line.split_whitespace();
    match words.clone().next() {
        None => Err("Type a move, or pass.".to_owned()),
        Some("pass") => Ok(Sm::SMPass),
        Some("forfeit") => Ok(Sm::SMForfeit),
        Some("change") => {
            let number =
                |word: &str| word.parse().map_err(|_| format!("{word:?} is not the number of a piece"));
            words.skip(1).map(number).collect::<Result<_, _>>().map(Sm::SMChange)
        }
        Some(_) => {
            let mut tiles = BotMove::new();
            while let Some(x) = words.next() {
                let (Some(y), Some(piece)) = (words.next(), words.next()) else {
                    return Err(format!("after {x} come a y-coordinate and a piece such as 4D2"));
                };
                tiles.push(((coordinate(x)?, coordinate(y)?), tile(piece)?));
            }
            Ok(Sm::SMPlay(tiles))
        }
    }
}

fn coordinate(word: &str) -> Result<i32, String> {
    word.parse().map_err(|_| format!("{word:?} is not a coordinate"))
}

fn tile(piece: &str) -> Result<(u32, BotFace), String> {
    let wrong = || format!("{piece:?} is not a piece such as 4D2");
    if let Some((id, rest)) = piece.split_once('[') {
        // A letter that has a digit itself stands in brackets.
        let (letter, points) = rest.split_once(']').ok_or_else(wrong)?;
        let (id, points) = (id.parse().map_err(|_| wrong())?, points.parse().map_err(|_| wrong())?);
        return Ok((id, (letter.to_owned(), points)));
    }
    let letter = piece.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
    let points = piece[letter..].find(|c: char| c.is_ascii_digit() || c == '-').ok_or_else(wrong)? + letter;
    let id = piece[..letter].parse().map_err(|_| wrong())?;
    let value = piece[points..].parse().map_err(|_| wrong())?;
    if letter == points { Err(wrong()) } else { Ok((id, (piece[letter..points].to_owned(), value))) }
}

/// A hand as the ITU game prints it.
pub fn hand(tiles: &Tiles, set: &TileSet) -> String {
    let mut text = String::new();
    for (id, count) in tiles.kinds() {
        let faces = set.kind(id).map(|kind| faces(kind, set)).unwrap_or_default();
        // Writing to a string cannot fail.
        _ = writeln!(text, "{id} -> (set [{faces}], {count})");
    }
    text
}

fn faces(kind: &TileKind, set: &TileSet) -> String {
    let shown = |face: &tiles::Face| format!("('{}', {})", set.alphabet().upper(face.letter), face.points);
    let mut list: Vec<String> = kind.faces().iter().take(LISTED).map(shown).collect();
    if kind.faces().len() > LISTED {
        list.push("...".to_owned());
    }
    list.join("; ")
}

/// A message as F# prints it.
pub fn answer(message: &Sm) -> String {
    match message {
        Sm::SMPlay(tiles) => format!("SMPlay {}", bot_move(tiles)),
        Sm::SMPass => "SMPass".to_owned(),
        Sm::SMForfeit => "SMForfeit".to_owned(),
        Sm::SMChange(tiles) => format!("SMChange {}", list(tiles, |tile| format!("{tile}u"))),
        Sm::SMChallenge(words) => format!("SMChallenge {}", list(words, ToString::to_string)),
    }
}

fn response(line: &ServerLine) -> Option<String> {
    match &line.what {
        ServerPayload::RCM(message) => Some(format!("RCM ({})", client_message(message))),
        ServerPayload::RGPE(errors) => Some(format!("RGPE {}", list(errors, error))),
        ServerPayload::Stale(stale) => {
            Some(format!("Stale: your answer for turn {} came too late", stale.meant))
        }
        ServerPayload::Error(fault) => Some(format!("Error: {}", fault.message)),
        ServerPayload::Bye(bye) => Some(format!("Bye: {}", bye.reason)),
        _ => None,
    }
}

fn client_message(message: &Cm) -> String {
    match message {
        Cm::CMPlayed(player, tiles, points) => {
            format!("CMPlayed ({player}u, {}, {points})", bot_move(tiles))
        }
        Cm::CMPlaySuccess(tiles, points, new) => {
            format!("CMPlaySuccess ({}, {points}, {})", bot_move(tiles), counts(new))
        }
        Cm::CMPlayFailed(player, tiles) => format!("CMPlayFailed ({player}u, {})", bot_move(tiles)),
        Cm::CMPassed(player) => format!("CMPassed {player}u"),
        Cm::CMForfeit(player) => format!("CMForfeit {player}u"),
        Cm::CMChange(player, count) => format!("CMChange ({player}u, {count}u)"),
        Cm::CMChangeSuccess(new) => format!("CMChangeSuccess {}", counts(new)),
        Cm::CMTimeout(player) => format!("CMTimeout {player}u"),
        Cm::CMGameOver(scores) => {
            format!("CMGameOver {}", list(scores, |(player, score)| format!("({player}u, {score})")))
        }
        Cm::CMChallenge(player, of, words, fate) => {
            let fate = match fate {
                ChallengeOutcome::Withdrawn => "Withdrawn".to_owned(),
                ChallengeOutcome::Stands(bonus) => format!("Stands {bonus}"),
            };
            format!("CMChallenge ({player}u, {of}u, {}, {fate})", list(words, ToString::to_string))
        }
        Cm::CMAccepted(player) => format!("CMAccepted {player}u"),
        Cm::CMReplaced(player) => format!("CMReplaced {player}u"),
    }
}

fn error(error: &Gpe) -> String {
    match error {
        Gpe::GPEOccupiedTile(new, at, old) => {
            format!("GPEOccupiedTile ({}, {}, {})", inst(new), place(at), inst(old))
        }
        Gpe::GPEWordNotOnRowOrColumn(places) => format!("GPEWordNotOnRowOrColumn {}", list(places, place)),
        Gpe::GPEEmptyMove => "GPEEmptyMove".to_owned(),
        Gpe::GPEInvalidPieceInst(tile, as_inst) => {
            format!("GPEInvalidPieceInst ({tile}u, {})", inst(as_inst))
        }
        Gpe::GPEPieceDoesNotExist(tile) => format!("GPEPieceDoesNotExist {tile}u"),
        Gpe::GPEEmptyTile(at) => format!("GPEEmptyTile {}", place(at)),
        Gpe::GPEPlayerDoesNotHavePiece(player, tile) => {
            format!("GPEPlayerDoesNotHavePiece ({player}u, {tile}u)")
        }
        Gpe::GPEWordNotConnected => "GPEWordNotConnected".to_owned(),
        Gpe::GPEWordOutsideBoard => "GPEWordOutsideBoard".to_owned(),
        Gpe::GPEWordNotInDictionary(word) => format!("GPEWordNotInDictionary \"{word}\""),
        Gpe::GPEFirstWordNotOverCenter(at) => format!("GPEFirstWordNotOverCenter {}", place(at)),
        Gpe::GPEFirstWordTooShort => "GPEFirstWordTooShort".to_owned(),
        Gpe::GPENotEnoughPieces(wanted, left) => format!("GPENotEnoughPieces ({wanted}u, {left}u)"),
        Gpe::GPEWordNotAdjacent => "GPEWordNotAdjacent".to_owned(),
        Gpe::GPEOther { message, .. } => format!("GPEOther \"{message}\""),
    }
}

fn bot_move(tiles: &BotMove) -> String {
    let shown = |(at, (id, face)): &BotTile| format!("({}, ({id}u, {}))", place(at), inst(face));
    list(tiles, shown)
}

fn counts(counts: &BotTileCounts) -> String {
    list(counts, |(id, count)| format!("({id}u, {count}u)"))
}

fn place((x, y): &BotCoord) -> String {
    format!("({x}, {y})")
}

fn inst((letter, points): &BotFace) -> String {
    format!("('{letter}', {points})")
}

fn list<T>(items: &[T], shown: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_typed_as_in_the_itu_game() {
        let typed = parse("0 0 4D2 0 1 0O0").unwrap();
        assert_eq!(answer(&typed), "SMPlay [((0, 0), (4u, ('D', 2))); ((0, 1), (0u, ('O', 0)))]");
        assert_eq!(answer(&parse("-3 -12 16P3\n").unwrap()), "SMPlay [((-3, -12), (16u, ('P', 3)))]");
        assert_eq!(parse("pass"), Ok(Sm::SMPass));
        assert_eq!(parse("forfeit"), Ok(Sm::SMForfeit));
        assert_eq!(parse("change 1 1 5"), Ok(Sm::SMChange(vec![1, 1, 5])));
    }

    #[test]
    fn invalid_lines_are_refused() {
        for wrong in ["", "0 0", "x 0 4D2", "0 y 4D2", "0 0 D2", "0 0 4D", "0 0 42", "change a", "0 0 4D2 1"]
        {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn hands_are_shown_as_in_the_itu_game() {
        let rules = presets::Library::shipped().rules("itu").unwrap();
        let tiles = rules.tiles.parse_tiles("?DEE").unwrap();
        let shown = hand(&tiles, &rules.tiles);
        assert_eq!(
            shown,
            "0 -> (set [('A', 0); ('B', 0); ('C', 0); ('D', 0); ('E', 0); ('F', 0); ('G', 0); ('H', 0); ('I', 0); \
             ...], 1)\n4 -> (set [('D', 2)], 1)\n5 -> (set [('E', 1)], 2)\n"
        );
    }
}
