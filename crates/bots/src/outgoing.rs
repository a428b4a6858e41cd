//! Converts events of a game to messages for a bot.

use crate::incoming::sent_move;
use rules::{
    EventKind, EventView, Game, LeaveOutcome, PlacedTile, Points, Reason, Ruleset, Seat, Tally, TilesView,
    Verdict, View,
};
use tiles::Tiles;
use wire::bot::{
    BotFace, BotMove, BotTile, BotTileCounts, ChallengeOutcome, ClientMessage as Cm, GameplayError as Gpe,
    ServerPayload, bot_coord, player_number,
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
            ServerPayload::RCM(Cm::CMPlayed(player_number(*seat), to_bot_move(tiles, rules), *score))
        }
        EventKind::PlayFailed { seat, reasons, .. } | EventKind::ExchangeFailed { seat, reasons, .. }
            if own(*seat) =>
        {
            ServerPayload::RGPE(errors(reasons, you, rules))
        }
        EventKind::PlayFailed { seat, tiles, written, .. } => {
            let sent = sent_move(tiles, written.as_deref(), rules);
            ServerPayload::RCM(Cm::CMPlayFailed(player_number(*seat), sent))
        }
        EventKind::Exchanged { seat, drawn, .. } if own(*seat) => {
            ServerPayload::RCM(Cm::CMChangeSuccess(drawn_counts(drawn)))
        }
        EventKind::Exchanged { seat, returned, .. } => {
            ServerPayload::RCM(Cm::CMChange(player_number(*seat), returned.len() as u32))
        }
        // To the others, a failed exchange looks like a pass; a skipped turn is one.
        EventKind::Passed { seat }
        | EventKind::ExchangeFailed { seat, .. }
        | EventKind::TurnSkipped { seat } => ServerPayload::RCM(Cm::CMPassed(player_number(*seat))),
        EventKind::TimedOut { seat } => ServerPayload::RCM(Cm::CMTimeout(player_number(*seat))),
        EventKind::Left { seat, then: LeaveOutcome::Out, .. } => {
            ServerPayload::RCM(Cm::CMForfeit(player_number(*seat)))
        }
        EventKind::Left { seat, then: LeaveOutcome::Computer, .. } => {
            ServerPayload::RCM(Cm::CMReplaced(player_number(*seat)))
        }
        EventKind::Challenged { seat, of, words, verdict } => {
            let fate = match verdict {
                Verdict::Withdrawn => ChallengeOutcome::Withdrawn,
                Verdict::Stands { bonus } => ChallengeOutcome::Stands(*bonus),
            };
            ServerPayload::RCM(Cm::CMChallenge(player_number(*seat), player_number(*of), words.clone(), fate))
        }
        EventKind::Accepted { seat } => ServerPayload::RCM(Cm::CMAccepted(player_number(*seat))),
        // A player that has left gets no further messages.
        EventKind::Ended { .. } if !scores.scores.iter().any(|&(seat, _)| own(seat)) => return None,
        EventKind::Ended { .. } => {
            let scores = scores.scores.iter().map(|&(seat, score)| (player_number(seat), score));
            ServerPayload::RCM(Cm::CMGameOver(scores.collect()))
        }
    })
}

pub(crate) fn to_bot_move(tiles: &[PlacedTile], rules: &Ruleset) -> BotMove {
    let inst = |laid: &PlacedTile| -> BotFace {
        (rules.tiles.alphabet().upper(laid.face.letter).to_owned(), laid.face.points.into())
    };
    let tile = |laid: &PlacedTile| -> BotTile { (bot_coord(laid.at), (laid.tile.0.into(), inst(laid))) };
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
    tally.passed.iter().map(player_number).collect()
}

/// Converts reasons to the errors of the ITU game.
pub(crate) fn errors(reasons: &[Reason], you: Seat, rules: &Ruleset) -> Vec<Gpe> {
    reasons.iter().map(|reason| Gpe::new(reason, you, &rules.board)).collect()
}
