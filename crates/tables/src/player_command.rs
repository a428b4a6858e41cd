//! The command of a player: what a client sent, in the words of the table.

use http_api::{ApiError, CommandRequest, CommandTiles, CommandType};
use notation::plays::{PlayContext, Turn, parse_any};
use rules::{ChallengedWords, Command, LeaveOutcome, Placement, Seat};
use store::{CommandId, Seq};
use tiles::TileId;
use wire::{AxisName, PlayDraft};

/// A command of a player.
#[derive(Clone)]
pub struct PlayerCommand {
    /// The last event that the player has seen.
    pub seen: Option<Seq>,
    /// The id that the player gave to the command.
    pub id: Option<CommandId>,
    /// What the player does.
    pub action: PlayerAction,
}

/// What a player does.
#[derive(Clone)]
pub enum PlayerAction {
    /// A command of the rules.
    Game(Command),
    /// A play in notation, which needs the board and the rack to be read.
    PlayText(String),
    /// A play tile by tile, which needs the tile set to be read.
    PlayTiles(PlayDraft),
    /// An exchange of tiles given by their letters.
    ExchangeText(String),
    /// Accepts the last play.
    Accept,
    /// Asks to take back the last turn.
    Undo,
    /// Agrees to take a turn back.
    AgreeToUndo,
    /// Declines to take a turn back.
    DeclineUndo,
    /// Does not wait any longer for a player who is away.
    ReplaceAbsent {
        /// The player's seat.
        seat: Seat,
        /// What becomes of it.
        outcome: LeaveOutcome,
    },
}

impl TryFrom<CommandRequest> for PlayerCommand {
    type Error = ApiError;

    fn try_from(request: CommandRequest) -> Result<PlayerCommand, ApiError> {
        let id = request.id.as_deref().map(CommandId::new).transpose();
        let id = id.map_err(|error| ApiError::malformed("id", error.to_string()))?;
        Ok(PlayerCommand { seen: request.seen, id, action: request.try_into()? })
    }
}

impl TryFrom<CommandRequest> for PlayerAction {
    type Error = ApiError;

    fn try_from(request: CommandRequest) -> Result<PlayerAction, ApiError> {
        let CommandRequest { kind, play, tiles, axis, words, seat, .. } = request;
        let unused = [
            ("play", play.is_some() && kind != CommandType::Play),
            ("axis", axis.is_some() && kind != CommandType::Play),
            ("tiles", tiles.is_some() && !matches!(kind, CommandType::Play | CommandType::Exchange)),
            ("words", words.is_some() && kind != CommandType::Challenge),
            ("seat", seat.is_some() && !matches!(kind, CommandType::Claim | CommandType::Offer)),
        ];
        if let Some((field, _)) = unused.into_iter().find(|(_, unused)| *unused) {
            return Err(ApiError::malformed(field, "this type of command has no such field"));
        }
        Ok(match kind {
            CommandType::Play => play_action(play, tiles, axis)?,
            CommandType::Exchange => exchange_action(tiles)?,
            CommandType::Pass => PlayerAction::Game(Command::Pass),
            CommandType::Challenge => {
                let words = words.map_or(ChallengedWords::All, ChallengedWords::Words);
                PlayerAction::Game(Command::Challenge(words))
            }
            CommandType::Accept => PlayerAction::Accept,
            CommandType::Resign => PlayerAction::Game(Command::Resign),
            CommandType::Undo => PlayerAction::Undo,
            CommandType::Agree => PlayerAction::AgreeToUndo,
            CommandType::Decline => PlayerAction::DeclineUndo,
            CommandType::Claim => replacement(seat, LeaveOutcome::Out)?,
            CommandType::Offer => replacement(seat, LeaveOutcome::Computer)?,
        })
    }
}

fn replacement(seat: Option<Seat>, outcome: LeaveOutcome) -> Result<PlayerAction, ApiError> {
    let missing = || ApiError::malformed("seat", "say the seat of the player who is away");
    Ok(PlayerAction::ReplaceAbsent { seat: seat.ok_or_else(missing)?, outcome })
}

fn play_action(
    play: Option<String>,
    tiles: Option<CommandTiles>,
    axis: Option<AxisName>,
) -> Result<PlayerAction, ApiError> {
    match (play, tiles) {
        (Some(text), None) => Ok(PlayerAction::PlayText(text)),
        (None, Some(CommandTiles::Placed(tiles))) => Ok(PlayerAction::PlayTiles(PlayDraft { tiles, axis })),
        (None, Some(CommandTiles::Numbers(none))) if none.is_empty() => {
            Ok(PlayerAction::PlayTiles(PlayDraft { tiles: Vec::new(), axis }))
        }
        (Some(_), Some(_)) => Err(ApiError::malformed("play", "say either \"play\" or \"tiles\", not both")),
        (None, Some(_)) => {
            Err(ApiError::malformed("tiles", "the tiles of a play are a list of {x, y, tile, letter}"))
        }
        (None, None) => {
            Err(ApiError::malformed("play", "a play needs \"play\", such as \"8H WORD\", or \"tiles\""))
        }
    }
}

fn exchange_action(tiles: Option<CommandTiles>) -> Result<PlayerAction, ApiError> {
    match tiles {
        Some(CommandTiles::Text(text)) => Ok(PlayerAction::ExchangeText(text)),
        Some(CommandTiles::Numbers(numbers)) => {
            Ok(PlayerAction::Game(Command::Exchange(numbers.into_iter().map(TileId).collect())))
        }
        Some(CommandTiles::Placed(_)) | None => Err(ApiError::malformed(
            "tiles",
            "an exchange needs \"tiles\": a text such as \"AEI\", or a list of numbers",
        )),
    }
}

/// The maximum length of a play in notation, in bytes. The longest words on unbounded boards are much shorter.
const MAX_PLAY_TEXT: usize = 4_000;

/// Reads a play in any notation.
///
/// # Errors
/// `not-a-play` if the text is not a play on this board.
pub fn read_play(text: &str, scene: PlayContext<'_>) -> Result<Placement, ApiError> {
    if text.len() > MAX_PLAY_TEXT {
        let message = format!("a play is written with at most {MAX_PLAY_TEXT} bytes");
        return Err(ApiError::unprocessable("not-a-play", message));
    }
    match parse_any(text, scene) {
        Ok(Turn::Place(placement)) => Ok(placement),
        Ok(_) => Err(ApiError::unprocessable(
            "not-a-play",
            "this is an exchange or a pass, which have types of their own",
        )),
        Err(error) => Err(ApiError::unprocessable("not-a-play", error.to_string())),
    }
}
