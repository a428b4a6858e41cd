//! The messages of the ITU game.

use serde::{Deserialize, Serialize};

/// A coordinate: x, y.
pub type BotCoord = (i32, i32);

/// A face of a tile: a letter with its points.
pub type BotFace = (String, i32);

/// A tile on the board: its coordinate, its number and its face.
pub type BotTile = (BotCoord, (u32, BotFace));

/// The tiles of a play.
pub type BotMove = Vec<BotTile>;

/// Tile numbers with their counts.
pub type BotTileCounts = Vec<(u32, u32)>;

/// A message of a bot to the server. All names except the last are those of the ITU game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ServerMessage {
    /// Play these tiles.
    SMPlay(BotMove),
    /// Pass.
    SMPass,
    /// Leave the game.
    SMForfeit,
    /// Exchange these tiles.
    SMChange(Vec<u32>),
    /// Challenge words of the last play by their numbers from 0, or all words if there are no numbers.
    SMChallenge(Vec<usize>),
}

/// A message of the server to a bot. All names except the last three are those of the ITU game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ClientMessage {
    /// Another player played these tiles for these points.
    CMPlayed(u32, BotMove, i32),
    /// You played these tiles for these points and drew these tiles.
    CMPlaySuccess(BotMove, i32, BotTileCounts),
    /// Another player tried to play these tiles and lost the turn.
    CMPlayFailed(u32, BotMove),
    /// A player passed.
    CMPassed(u32),
    /// A player left the game.
    CMForfeit(u32),
    /// Another player exchanged this number of tiles.
    CMChange(u32, u32),
    /// You exchanged tiles and drew these.
    CMChangeSuccess(BotTileCounts),
    /// A player did not answer in time, which counts as a pass.
    CMTimeout(u32),
    /// The game is over: players and their scores.
    CMGameOver(Vec<(u32, i32)>),
    /// A player challenged words of another player's last play, with this outcome.
    CMChallenge(u32, u32, Vec<usize>, ChallengeOutcome),
    /// A player accepted the last play of the game.
    CMAccepted(u32),
    /// A player left, and a computer player takes over the seat.
    CMReplaced(u32),
}

/// The outcome of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ChallengeOutcome {
    /// The play was withdrawn.
    Withdrawn,
    /// The play stands, and its player gains these points.
    Stands(i32),
}

/// Why a play or an exchange is invalid. All names except the last are those of the ITU game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameplayError {
    /// The square is occupied: the new face, the square, the face that is there.
    GPEOccupiedTile(BotFace, BotCoord, BotFace),
    /// The tiles are not in one row or column.
    GPEWordNotOnRowOrColumn(Vec<BotCoord>),
    /// The play has no tiles.
    GPEEmptyMove,
    /// The tile does not have the face.
    GPEInvalidPieceInst(u32, BotFace),
    /// The game does not have the tile.
    GPEPieceDoesNotExist(u32),
    /// The square is a hole in the board.
    GPEEmptyTile(BotCoord),
    /// The player does not have the tile: the player, the tile.
    GPEPlayerDoesNotHavePiece(u32, u32),
    /// There is a gap between the tiles.
    GPEWordNotConnected,
    /// A tile is outside the board.
    GPEWordOutsideBoard,
    /// The word is not in the dictionary.
    GPEWordNotInDictionary(String),
    /// The first word does not cover the center.
    GPEFirstWordNotOverCenter(BotCoord),
    /// The first word is too short.
    GPEFirstWordTooShort,
    /// There are not enough tiles for the exchange: the number of tiles, the number that is left.
    GPENotEnoughPieces(u32, u32),
    /// The word does not touch another one.
    GPEWordNotAdjacent,
    /// A reason that the ITU game does not have.
    GPEOther {
        /// The code of the reason, for programs.
        code: String,
        /// The message, for people.
        message: String,
    },
}
