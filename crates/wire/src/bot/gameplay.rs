//! What is said about plays, as the ITU game says it.

use serde::{Deserialize, Serialize};

/// A place: x, then y.
pub type BotCoord = (i32, i32);

/// A letter with its points: a tile as it is to be read.
pub type BotFace = (String, i32);

/// A tile on the board: where, its number, and how it is read.
pub type BotTile = (BotCoord, (u32, BotFace));

/// The tiles of a play.
pub type BotMove = Vec<BotTile>;

/// Tiles by number, with how many there are of each.
pub type BotTileCounts = Vec<(u32, u32)>;

/// What a bot says to the server. All names but the last are those of the ITU game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ServerMessage {
    /// Lay these tiles.
    SMPlay(BotMove),
    /// Do nothing this turn.
    SMPass,
    /// Leave the game.
    SMForfeit,
    /// Give these tiles back and draw as many.
    SMChange(Vec<u32>),
    /// Doubt words of the last play by their numbers from 0, or all of them: where the rules have challenges.
    SMChallenge(Vec<usize>),
}

/// What the server says to a bot. All names but the last three are those of the ITU game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ClientMessage {
    /// Another player laid these tiles for so many points.
    CMPlayed(u32, BotMove, i32),
    /// You laid these tiles for so many points and drew new ones.
    CMPlaySuccess(BotMove, i32, BotTileCounts),
    /// Another player tried to lay these tiles and lost the turn.
    CMPlayFailed(u32, BotMove),
    /// A player passed.
    CMPassed(u32),
    /// A player left the game.
    CMForfeit(u32),
    /// Another player exchanged so many tiles.
    CMChange(u32, u32),
    /// You exchanged tiles and drew these.
    CMChangeSuccess(BotTileCounts),
    /// A player did not answer in time, which counts as a pass.
    CMTimeout(u32),
    /// The game is over: players and their scores.
    CMGameOver(Vec<(u32, i32)>),
    /// A player doubted the last play of another: which words, and what came of it.
    CMChallenge(u32, u32, Vec<usize>, ChallengeOutcome),
    /// A player accepted the last play of the game.
    CMAccepted(u32),
    /// A player left and a computer plays on in the same seat.
    CMReplaced(u32),
}

/// What came of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ChallengeOutcome {
    /// The play was taken back.
    Withdrawn,
    /// The play stands, and its player gains these points.
    Stands(i32),
}

/// Why a play or an exchange is bad. All names but the last are those of the ITU game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameplayError {
    /// A tile on a square that is taken: what was to be laid, where, and what lies there.
    GPEOccupiedTile(BotFace, BotCoord, BotFace),
    /// Tiles that are not in one row or column.
    GPEWordNotOnRowOrColumn(Vec<BotCoord>),
    /// A play without tiles.
    GPEEmptyMove,
    /// A tile read in a way it cannot be read.
    GPEInvalidPieceInst(u32, BotFace),
    /// A tile that the game does not have.
    GPEPieceDoesNotExist(u32),
    /// A hole in the board.
    GPEEmptyTile(BotCoord),
    /// A tile that the player does not have: the player, the tile.
    GPEPlayerDoesNotHavePiece(u32, u32),
    /// Tiles with a gap between them.
    GPEWordNotConnected,
    /// Tiles beyond the edge of the board.
    GPEWordOutsideBoard,
    /// A word that is not in the dictionary.
    GPEWordNotInDictionary(String),
    /// A first word that does not lie over the centre.
    GPEFirstWordNotOverCenter(BotCoord),
    /// A first word of less than two letters.
    GPEFirstWordTooShort,
    /// An exchange of more tiles than are left: how many, and how many are left.
    GPENotEnoughPieces(u32, u32),
    /// A word away from all others.
    GPEWordNotAdjacent,
    /// Anything the ITU game has no name for.
    GPEOther {
        /// Which rule, for programs.
        code: String,
        /// What is wrong, for people.
        message: String,
    },
}
