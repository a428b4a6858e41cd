//! Converts messages of a bot to commands of the game.

use crate::outgoing::to_bot_move;
use rules::{ChallengedWords, Command, Coord, PlacedTile, Placement, Ruleset};
use tiles::{Face, FacePoints, Letter, MAX_LETTERS, TileId};
use wire::bot::{BotCoord, BotFace, BotMove, BotTile, ServerMessage, print_bot_move, read_bot_move};

/// The command that a message asks for.
///
/// Tiles and letters that the game does not have are replaced by others that it does not have either, so that the rules
/// refuse the command and report all its faults.
#[must_use]
pub fn to_command(message: &ServerMessage, rules: &Ruleset) -> Command {
    match message {
        ServerMessage::SMPlay(tiles) => {
            let placement = Placement::new(tiles.iter().map(|tile| placed_tile(tile, rules)));
            let written = write_move(tiles, &placement, rules);
            Command::Play(Placement { written, ..placement })
        }
        ServerMessage::SMPass => Command::Pass,
        ServerMessage::SMForfeit => Command::Resign,
        ServerMessage::SMChange(tiles) => {
            Command::Exchange(tiles.iter().map(|&number| tile_or_missing(number, rules)).collect())
        }
        ServerMessage::SMChallenge(words) if words.is_empty() => Command::Challenge(ChallengedWords::All),
        ServerMessage::SMChallenge(words) => Command::Challenge(ChallengedWords::Words(words.clone())),
    }
}

/// The longest move that is kept as it was written.
const LONGEST_WRITTEN: usize = 8 << 10;

/// The move as the bot wrote it, if the placement cannot say the same.
fn write_move(tiles: &BotMove, placement: &Placement, rules: &Ruleset) -> Option<String> {
    let is_lossy = to_bot_move(&placement.tiles, rules) != *tiles;
    is_lossy.then(|| print_bot_move(tiles)).filter(|text| text.len() <= LONGEST_WRITTEN)
}

/// The move of a failed play as the bot sent it.
pub(crate) fn sent_move(tiles: &[PlacedTile], written: Option<&str>, rules: &Ruleset) -> BotMove {
    written.and_then(read_bot_move).unwrap_or_else(|| to_bot_move(tiles, rules))
}

fn placed_tile(tile: &BotTile, rules: &Ruleset) -> PlacedTile {
    let (at, (number, face)) = tile;
    let tile = tile_or_missing(*number, rules);
    let face = known_face(face, rules).unwrap_or_else(|| missing_face(face, tile, rules));
    PlacedTile { at: coord(*at), tile, face }
}

fn coord((x, y): BotCoord) -> Coord {
    Coord::new(x, y)
}

/// The tile with a number; `None` if the game has no such tile.
pub(crate) fn known_tile(number: u32, rules: &Ruleset) -> Option<TileId> {
    let tile = TileId(u8::try_from(number).ok()?);
    rules.tiles.kind(tile).map(|_| tile)
}

/// The letter with its points; `None` if the alphabet does not have the letter or the points are out of range.
pub(crate) fn known_face((text, points): &BotFace, rules: &Ruleset) -> Option<Face> {
    let letter = rules.tiles.alphabet().letter(text)?;
    Some(Face { letter, points: FacePoints::try_from(*points).ok()? })
}

/// The tile with a number, or one that the game does not have.
pub(crate) fn tile_or_missing(number: u32, rules: &Ruleset) -> TileId {
    known_tile(number, rules)
        .or_else(|| u8::try_from(number).ok().map(TileId))
        .unwrap_or_else(|| missing_tile(rules))
}

/// A tile that the game does not have. It stands for all numbers that do not fit into a [`TileId`].
pub(crate) fn missing_tile(rules: &Ruleset) -> TileId {
    let mut all = (0..=u8::MAX).rev().map(TileId);
    all.find(|&tile| rules.tiles.kind(tile).is_none()).unwrap_or(TileId(u8::MAX))
}

/// A face that a tile does not have.
fn missing_face((text, points): &BotFace, tile: TileId, rules: &Ruleset) -> Face {
    let alphabet = rules.tiles.alphabet();
    let points = FacePoints::try_from(*points).unwrap_or(FacePoints::MIN);
    let outside = Letter::from_index(MAX_LETTERS - 1).filter(|letter| letter.index() >= alphabet.len());
    let letter = alphabet.letter(text).or(outside).or_else(|| alphabet.letters().next());
    let letter = letter.unwrap_or(const { Letter::new(1).unwrap() });
    let is_missing = |points: &FacePoints| {
        !rules.tiles.kind(tile).is_some_and(|kind| kind.has(Face { letter, points: *points }))
    };
    let points = std::iter::once(points).chain(FacePoints::MIN..).find(is_missing).unwrap_or(points);
    Face { letter, points }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiles::{Alphabet, LetterDraft, TileSetDraft};

    /// Rules whose alphabet has as many letters as possible, and whose only tile can be any of them.
    fn full_alphabet() -> Ruleset {
        let capitals =
            ('A'..='Z').chain('\u{391}'..='\u{3a1}').chain('\u{410}'..='\u{42f}').take(MAX_LETTERS);
        let letter = |upper: char| LetterDraft {
            upper: upper.to_string(),
            lower: None,
            vowel: false,
            aliases: Vec::new(),
        };
        let alphabet = Alphabet::new(capitals.map(letter)).unwrap();
        let mut set = TileSetDraft::new("full", alphabet.clone());
        set.add(alphabet.letters().map(|letter| Face { letter, points: 3 }), 99);
        let mut draft = presets::Library::shipped().rules("itu").unwrap().draft();
        draft.tiles = std::sync::Arc::new(set.try_into().unwrap());
        Ruleset::try_from(draft).unwrap()
    }

    #[test]
    fn an_unknown_letter_is_no_letter_of_a_full_alphabet() {
        let rules = full_alphabet();
        let message = ServerMessage::SMPlay(vec![((0, 0), (0, ("ß".to_owned(), 3)))]);
        let Command::Play(placement) = to_command(&message, &rules) else { panic!("no play") };
        let PlacedTile { tile, face, .. } = placement.tiles[0];
        assert!(!rules.tiles.kind(tile).unwrap().has(face), "{face:?}");
    }

    #[test]
    fn numbers_that_do_not_fit_are_tiles_that_the_game_does_not_have() {
        let rules = full_alphabet();
        for number in [1, 255, 256, u32::MAX] {
            assert_eq!(known_tile(number, &rules), None);
            assert!(rules.tiles.kind(tile_or_missing(number, &rules)).is_none());
        }
        assert_eq!(known_tile(0, &rules), Some(TileId(0)));
    }
}
