//! The end of a game: when it comes, and what is settled then.

use crate::{
    Adjustment, AdjustmentCause, EndCause, ForfeitPolicy, Game, Happened, LeftoverCount, LeftoverScoring,
    Phase, Points, RoundCount, Seat,
};
use tiles::{TileId, Tiles};

impl Game {
    /// The event that ends the game now, if it ends.
    pub(crate) fn ending(&self) -> Option<Happened> {
        let cause = self.end_cause()?;
        let adjustments = self.adjustments(cause);
        let winners = self.winners(&adjustments);
        Some(Happened::Ended { cause, adjustments, winners })
    }

    fn end_cause(&self) -> Option<EndCause> {
        match self.phase {
            Phase::Waiting | Phase::Over { .. } => None,
            Phase::Answering(waiting) if !waiting.is_empty() => self.walkover(),
            _ => self.walkover().or_else(|| self.out()).or_else(|| self.standstill()),
        }
    }

    fn out(&self) -> Option<EndCause> {
        self.active().find(|&seat| self.has_gone_out(seat)).map(EndCause::WentOut)
    }

    /// Somebody has left, and that ends the game: by rule, or because nobody is left to play against.
    fn walkover(&self) -> Option<EndCause> {
        let leaver = (0..self.seats.len())
            .map(|index| Seat(index as u8))
            .find(|seat| !self.seats[seat.index()].active)?;
        if self.rules.forfeit == ForfeitPolicy::OthersWin {
            return Some(EndCause::Forfeit(leaver));
        }
        (self.active().count() < 2).then_some(EndCause::LastOneLeft)
    }

    fn standstill(&self) -> Option<EndCause> {
        let (limits, tally) = (self.rules.limits, self.tally);
        let reached = |limit: Option<u16>, count: u16| limit.is_some_and(|limit| count >= limit);
        let counts = limits.count_on_empty_board || !self.grid.is_empty();
        if reached(limits.passes, tally.passes) {
            return Some(EndCause::Passes);
        }
        if counts && reached(limits.scoreless, tally.scoreless) {
            return Some(EndCause::Scoreless);
        }
        let rounds = match limits.round_count {
            RoundCount::AtFirstPlayer => tally.rounds,
            RoundCount::InARow => tally.passes / (self.active().count().max(1) as u16),
        };
        reached(limits.rounds, rounds).then_some(EndCause::Rounds)
    }

    fn adjustments(&self, cause: EndCause) -> Vec<Adjustment> {
        let mut list = match cause {
            EndCause::Forfeit(_) => Vec::new(),
            _ => self.leftovers(cause),
        };
        list.extend(self.active().filter_map(|seat| self.overtime(seat)));
        list
    }

    fn overtime(&self, seat: Seat) -> Option<Adjustment> {
        let penalty = self.rules.clock.overtime_penalty(self.seat(seat)?.time_left);
        (penalty != 0).then(|| Adjustment {
            seat,
            points: penalty.saturating_neg(),
            why: AdjustmentCause::Overtime,
        })
    }

    fn leftovers(&self, cause: EndCause) -> Vec<Adjustment> {
        let out = match cause {
            EndCause::WentOut(seat) => Some(seat),
            _ => None,
        };
        match (self.rules.leftovers.scoring, out) {
            (LeftoverScoring::Ignored, _) => Vec::new(),
            (LeftoverScoring::Subtracted, _)
            | (LeftoverScoring::Transferred | LeftoverScoring::Doubled, None) => self.own_lost().collect(),
            (LeftoverScoring::Transferred, Some(out)) => self.own_lost().chain(self.gained(out, 1)).collect(),
            (LeftoverScoring::Doubled, Some(out)) => self.gained(out, 2).into_iter().collect(),
            (LeftoverScoring::Swapped, _) => {
                self.own_lost().chain(self.active().filter_map(|seat| self.gained(seat, 1))).collect()
            }
        }
    }

    fn own_lost(&self) -> impl Iterator<Item = Adjustment> + '_ {
        self.active().filter_map(|seat| {
            let rack = &self.seat(seat)?.rack;
            let points = self.worth(rack).saturating_neg();
            (!rack.is_empty()).then(|| Adjustment {
                seat,
                points,
                why: AdjustmentCause::OwnTiles(rack.iter().collect()),
            })
        })
    }

    fn gained(&self, seat: Seat, times: Points) -> Option<Adjustment> {
        let others = self.active().filter(|&other| other != seat).filter_map(|other| self.seat(other));
        let (mut points, mut tiles): (Points, Vec<TileId>) = (0, Vec::new());
        for other in others {
            points = points.saturating_add(self.worth(&other.rack).saturating_mul(times));
            tiles.extend(other.rack.iter());
        }
        (!tiles.is_empty()).then_some(Adjustment { seat, points, why: AdjustmentCause::OthersTiles(tiles) })
    }

    fn worth(&self, rack: &Tiles) -> Points {
        match self.rules.leftovers.count {
            LeftoverCount::EveryTile => self.rules.tiles.points(rack),
            LeftoverCount::EachKindOnce => rack.kinds().map(|(id, _)| self.rules.tiles.max_points(id)).sum(),
        }
    }

    /// The highest score among those who did not leave; several when they tie.
    fn winners(&self, adjustments: &[Adjustment]) -> Vec<Seat> {
        let total = |seat: Seat| {
            let adjusted = adjustments.iter().filter(|adjustment| adjustment.seat == seat);
            adjusted
                .fold(self.seats[seat.index()].score, |sum, adjustment| sum.saturating_add(adjustment.points))
        };
        let best = self.active().map(total).max();
        self.active().filter(|&seat| Some(total(seat)) == best).collect()
    }
}
