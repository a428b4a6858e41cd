//! Converts events of a game to messages for a bot.

use rules::{
    EventKind, EventView, Game, LeaveOutcome, PlacedTile, Points, Reason, Ruleset, Seat, Tally, TilesView,
    Verdict, View,
};
use tiles::{TileId, Tiles};
use wire::bot::{
    BotCoord, BotFace, BotMove, BotTile, BotTileCounts, ChallengeOutcome, ClientMessage as Cm,
    GameplayError as Gpe, ServerPayload,
};

/// The number of turns and the scores after an event, which all players know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scoreboard {
    /// The number of turns that have ended.
    pub turns: u32,
    /// The active players with their scores.
    pub scores: Vec<(Seat, Points)>,
}

impl Scoreboard {
    /// The scoreboard of a game.
    #[must_use]
    pub fn of(game: &Game) -> Scoreboard {
        let score = |seat: Seat| (seat, game.seat(seat).map_or(0, |state| state.score));
        Scoreboard { turns: game.turns(), scores: game.active().map(score).collect() }
    }

    /// The scoreboard of a view.
    #[must_use]
    pub fn from_view(view: &View) -> Scoreboard {
        let seats = view.seats.iter().enumerate().filter(|(_, seat)| seat.active);
        let scores = seats.map(|(index, seat)| (Seat(index as u8), seat.score)).collect();
        Scoreboard { turns: view.turns, scores }
    }
}

/// The message about an event for the player at a seat; `None` for events that the start message covers.
#[must_use]
pub fn event_message(
    event: &EventView,
    you: Seat,
    rules: &Ruleset,
    scores: &Scoreboard,
) -> Option<ServerPayload> {
    let own = |seat: Seat| seat == you;
    Some(match &event.kind {
        EventKind::Started { .. } | EventKind::Dealt { .. } => return None,
        EventKind::Played { seat, tiles, score, drawn, .. } if own(*seat) => {
            ServerPayload::RCM(Cm::CMPlaySuccess(to_bot_move(tiles, rules), *score, drawn_counts(drawn)))
        }
        EventKind::Played { seat, tiles, score, .. } => {
            ServerPayload::RCM(Cm::CMPlayed(number(*seat), to_bot_move(tiles, rules), *score))
        }
        EventKind::PlayFailed { seat, reasons, .. } | EventKind::ExchangeFailed { seat, reasons, .. }
            if own(*seat) =>
        {
            ServerPayload::RGPE(errors(reasons, you, rules))
        }
        EventKind::PlayFailed { seat, tiles, .. } => {
            ServerPayload::RCM(Cm::CMPlayFailed(number(*seat), to_bot_move(tiles, rules)))
        }
        EventKind::Exchanged { seat, drawn, .. } if own(*seat) => {
            ServerPayload::RCM(Cm::CMChangeSuccess(drawn_counts(drawn)))
        }
        EventKind::Exchanged { seat, returned, .. } => {
            ServerPayload::RCM(Cm::CMChange(number(*seat), returned.len() as u32))
        }
        // To the others, a failed exchange looks like a pass; a skipped turn is one.
        EventKind::Passed { seat }
        | EventKind::ExchangeFailed { seat, .. }
        | EventKind::TurnSkipped { seat } => ServerPayload::RCM(Cm::CMPassed(number(*seat))),
        EventKind::TimedOut { seat } => ServerPayload::RCM(Cm::CMTimeout(number(*seat))),
        EventKind::Left { seat, then: LeaveOutcome::Out, .. } => {
            ServerPayload::RCM(Cm::CMForfeit(number(*seat)))
        }
        EventKind::Left { seat, then: LeaveOutcome::Computer, .. } => {
            ServerPayload::RCM(Cm::CMReplaced(number(*seat)))
        }
        EventKind::Challenged { seat, of, words, verdict } => {
            let fate = match verdict {
                Verdict::Withdrawn => ChallengeOutcome::Withdrawn,
                Verdict::Stands { bonus } => ChallengeOutcome::Stands(*bonus),
            };
            ServerPayload::RCM(Cm::CMChallenge(number(*seat), number(*of), words.clone(), fate))
        }
        EventKind::Accepted { seat } => ServerPayload::RCM(Cm::CMAccepted(number(*seat))),
        // A player that has left gets no further messages.
        EventKind::Ended { .. } if !scores.scores.iter().any(|&(seat, _)| own(seat)) => return None,
        EventKind::Ended { .. } => {
            let scores = scores.scores.iter().map(|&(seat, score)| (number(seat), score));
            ServerPayload::RCM(Cm::CMGameOver(scores.collect()))
        }
    })
}

/// Players are numbered from 1.
pub(crate) fn number(seat: Seat) -> u32 {
    u32::from(seat.0) + 1
}

pub(crate) fn place(at: rules::Coord) -> BotCoord {
    (at.x, at.y)
}

pub(crate) fn to_bot_move(tiles: &[PlacedTile], rules: &Ruleset) -> BotMove {
    let inst = |laid: &PlacedTile| -> BotFace {
        (rules.tiles.alphabet().upper(laid.face.letter).to_owned(), laid.face.points.into())
    };
    let tile = |laid: &PlacedTile| -> BotTile { (place(laid.at), (laid.tile.0.into(), inst(laid))) };
    tiles.iter().map(tile).collect()
}

fn drawn_counts(drawn: &TilesView) -> BotTileCounts {
    match drawn {
        TilesView::Known(tiles) => counts(&tiles.iter().copied().collect()),
        // A player always knows its own tiles.
        TilesView::Hidden(_) => Vec::new(),
    }
}

pub(crate) fn counts(tiles: &Tiles) -> BotTileCounts {
    tiles.kinds().map(|(id, count)| (id.0.into(), count.into())).collect()
}

pub(crate) fn seats_passed(tally: &Tally) -> Vec<u32> {
    tally.passed.iter().map(number).collect()
}

/// Converts reasons to the errors of the ITU game.
pub(crate) fn errors(reasons: &[Reason], you: Seat, rules: &Ruleset) -> Vec<Gpe> {
    reasons.iter().map(|reason| error(reason, you, rules)).collect()
}

fn error(reason: &Reason, you: Seat, rules: &Ruleset) -> Gpe {
    let inst = |face: &rules::FaceLabel| (face.letter.clone(), face.points);
    let tile_number = |tile: &TileId| u32::from(tile.0);
    match reason {
        Reason::Occupied { face, at, there } => Gpe::GPEOccupiedTile(inst(face), place(*at), inst(there)),
        Reason::NotInLine { coords } => {
            Gpe::GPEWordNotOnRowOrColumn(coords.iter().map(|&at| place(at)).collect())
        }
        Reason::EmptyPlay => Gpe::GPEEmptyMove,
        Reason::NotAFace { tile, face } => Gpe::GPEInvalidPieceInst(tile_number(tile), inst(face)),
        Reason::NoSuchTile { tile } => Gpe::GPEPieceDoesNotExist(tile_number(tile)),
        Reason::Hole { at } => Gpe::GPEEmptyTile(place(*at)),
        Reason::NotOnRack { tile, .. } => Gpe::GPEPlayerDoesNotHavePiece(number(you), tile_number(tile)),
        Reason::Gap => Gpe::GPEWordNotConnected,
        Reason::OffBoard => Gpe::GPEWordOutsideBoard,
        Reason::NotAWord { word } => Gpe::GPEWordNotInDictionary(word.clone()),
        Reason::NotOnStart { start } => Gpe::GPEFirstWordNotOverCenter(place(*start)),
        Reason::OpeningTooShort { .. } => Gpe::GPEFirstWordTooShort,
        Reason::BagTooSmall { wanted, available, .. } => {
            Gpe::GPENotEnoughPieces((*wanted).into(), (*available).into())
        }
        Reason::NotAdjacent => Gpe::GPEWordNotAdjacent,
        Reason::SameSquare { .. }
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
        | Reason::NoClock => {
            Gpe::GPEOther { code: reason.code().to_owned(), message: reason.message(&rules.board) }
        }
    }
}
