//! What a bot says, as a command of the game.

use rules::{ChallengedWords, Command, Coord, PlacedTile, Placement, Ruleset};
use tiles::{Face, FacePoints, Letter, MAX_LETTERS, TileId};
use wire::bot::{BotCoord, BotFace, BotTile, ServerMessage};

/// What a message asks for.
///
/// Numbers and letters that the game does not have become some that it does not have either: judging them is the
/// business of the rules.
pub fn to_command(message: &ServerMessage, rules: &Ruleset) -> Command {
    match message {
        ServerMessage::SMPlay(tiles) => {
            Command::Play(Placement::new(tiles.iter().map(|tile| laid(tile, rules))))
        }
        ServerMessage::SMPass => Command::Pass,
        ServerMessage::SMForfeit => Command::Resign,
        ServerMessage::SMChange(tiles) => {
            Command::Exchange(tiles.iter().map(|&tile| tile_id(tile)).collect())
        }
        ServerMessage::SMChallenge(words) if words.is_empty() => Command::Challenge(ChallengedWords::All),
        ServerMessage::SMChallenge(words) => Command::Challenge(ChallengedWords::Words(words.clone())),
    }
}

fn laid(tile: &BotTile, rules: &Ruleset) -> PlacedTile {
    let (at, (number, inst)) = tile;
    PlacedTile { at: coord(*at), tile: tile_id(*number), face: face(inst, rules) }
}

fn coord((x, y): BotCoord) -> Coord {
    Coord::new(x, y)
}

/// Tiles are numbered in a byte; no set has so many kinds that the last number is taken.
pub(crate) fn tile_id(number: u32) -> TileId {
    TileId(u8::try_from(number).unwrap_or(u8::MAX))
}

pub(crate) fn face((text, points): &BotFace, rules: &Ruleset) -> Face {
    let letter = rules.tiles.alphabet().letter(text).or(Letter::from_index(MAX_LETTERS - 1));
    let points = FacePoints::try_from(*points).unwrap_or(FacePoints::MIN);
    // The last letter there can be always exists.
    letter.map_or(Face { letter: FIRST, points }, |letter| Face { letter, points })
}

const FIRST: Letter = match Letter::new(1) {
    Some(letter) => letter,
    None => unreachable!(),
};
