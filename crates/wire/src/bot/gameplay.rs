//! The messages of the ITU game.

use crate::json::to_text;
use rules::{Board, Coord, FaceLabel, Reason, Seat};
use serde::{Deserialize, Serialize};
use tiles::TileId;

/// A coordinate: x, y.
pub type BotCoord = (i32, i32);

/// A face of a tile: a letter with its points.
pub type BotFace = (String, i32);

/// A tile on the board: its coordinate, its number and its face.
pub type BotTile = (BotCoord, (u32, BotFace));

/// The tiles of a play.
pub type BotMove = Vec<BotTile>;

/// A move as JSON text.
#[must_use]
pub fn print_bot_move(tiles: &BotMove) -> String {
    to_text(tiles)
}

/// Reads a move from JSON text; `None` if it is none.
#[must_use]
pub fn read_bot_move(text: &str) -> Option<BotMove> {
    serde_json::from_str(text).ok()
}

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

/// Defines the errors of the ITU game, so that their names stand in one place.
macro_rules! gameplay_errors {
    ($($(#[$about:meta])* $name:ident $(($($data:ty),+))?,)+) => {
        /// Why a play or an exchange is invalid. All names except the last are those of the ITU game.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum GameplayError {
            $($(#[$about])* $name $(($($data),+))?,)+
            /// A reason that the ITU game does not have.
            GPEOther {
                /// The code of the reason, for programs.
                code: String,
                /// The message, for people.
                message: String,
            },
        }

        impl GameplayError {
            fn itu_name(&self) -> Option<&'static str> {
                match self {
                    $(GameplayError::$name { .. } => Some(stringify!($name)),)+
                    GameplayError::GPEOther { .. } => None,
                }
            }
        }
    };
}

gameplay_errors! {
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
}

impl GameplayError {
    /// The error that a reason is for the player at a seat. Messages name squares as the board does.
    #[must_use]
    pub fn new(reason: &Reason, you: Seat, board: &Board) -> GameplayError {
        GameplayError::of_itu_game(reason, you).unwrap_or_else(|| GameplayError::GPEOther {
            code: reason.code().to_owned(),
            message: reason.message(board),
        })
    }

    /// The name of a reason among the fourteen errors of the ITU game, if it is one of them.
    #[must_use]
    pub fn name_of(reason: &Reason) -> Option<&'static str> {
        // The name is the same for every seat.
        GameplayError::of_itu_game(reason, Seat(0))?.itu_name()
    }

    fn of_itu_game(reason: &Reason, you: Seat) -> Option<GameplayError> {
        let inst = |face: &FaceLabel| (face.letter.clone(), face.points);
        let number = |tile: &TileId| u32::from(tile.0);
        Some(match reason {
            Reason::Occupied { face, at, there } => {
                GameplayError::GPEOccupiedTile(inst(face), bot_coord(*at), inst(there))
            }
            Reason::NotInLine { coords } => {
                GameplayError::GPEWordNotOnRowOrColumn(coords.iter().copied().map(bot_coord).collect())
            }
            Reason::EmptyPlay => GameplayError::GPEEmptyMove,
            Reason::NotAFace { tile, face } => GameplayError::GPEInvalidPieceInst(number(tile), inst(face)),
            Reason::NoSuchTile { tile } => GameplayError::GPEPieceDoesNotExist(number(tile)),
            Reason::Hole { at } => GameplayError::GPEEmptyTile(bot_coord(*at)),
            Reason::NotOnRack { tile, .. } => {
                GameplayError::GPEPlayerDoesNotHavePiece(player_number(you), number(tile))
            }
            Reason::Gap => GameplayError::GPEWordNotConnected,
            Reason::OffBoard => GameplayError::GPEWordOutsideBoard,
            Reason::NotAWord { word } => GameplayError::GPEWordNotInDictionary(word.clone()),
            Reason::NotOnStart { start } => GameplayError::GPEFirstWordNotOverCenter(bot_coord(*start)),
            Reason::OpeningTooShort { .. } => GameplayError::GPEFirstWordTooShort,
            Reason::BagTooSmall { wanted, available, .. } => {
                GameplayError::GPENotEnoughPieces((*wanted).into(), (*available).into())
            }
            Reason::NotAdjacent => GameplayError::GPEWordNotAdjacent,
            Reason::TooManyTiles { .. }
            | Reason::SameSquare { .. }
            | Reason::CrossWord { .. }
            | Reason::WildForOwnLetter { .. }
            | Reason::NoWord
            | Reason::SquareFailed { .. }
            | Reason::ExchangeForbidden
            | Reason::ExchangeCount { .. }
            | Reason::ExchangesUsedUp { .. }
            | Reason::NotYourTurn { .. }
            | Reason::NoSuchSeat
            | Reason::NotStarted
            | Reason::GameOver
            | Reason::NoChallenges
            | Reason::NothingToChallenge
            | Reason::NoSuchWord { .. }
            | Reason::AnswerFirst
            | Reason::AlreadyAnswered
            | Reason::TimeIsUp
            | Reason::TimeLeft { .. }
            | Reason::NoClock => return None,
        })
    }
}

/// The number of the player at a seat. Players are numbered from 1.
#[must_use]
pub fn player_number(seat: Seat) -> u32 {
    u32::from(seat.0) + 1
}

/// A coordinate of the board.
#[must_use]
pub fn bot_coord(at: Coord) -> BotCoord {
    (at.x, at.y)
}
