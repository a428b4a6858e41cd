//! The end of a game: when it comes, and what is settled then.

use crate::{Adjustment, AdjustmentCause, EndCause, EventKind, ForfeitPolicy, Game, Phase, Points, Seat};
use tiles::{TileId, Tiles};

impl Game {
    /// The event that ends the game now, if it ends.
    pub(crate) fn ending(&self) -> Option<EventKind> {
        let cause = self.end_cause()?;
        let adjustments = self.adjustments(cause);
        let winners = self.winners(&adjustments);
        Some(EventKind::Ended { cause, adjustments, winners })
    }

    fn end_cause(&self) -> Option<EndCause> {
        match self.phase {
            Phase::Waiting | Phase::Over { .. } => None,
            Phase::Answering(waiting) if !waiting.is_empty() => self.walkover(),
            Phase::Playing | Phase::Answering(_) => {
                self.walkover().or_else(|| self.out()).or_else(|| self.standstill())
            }
        }
    }

    fn out(&self) -> Option<EndCause> {
        self.active().find(|&seat| self.has_gone_out(seat)).map(EndCause::WentOut)
    }

    /// A player has left, and that ends the game: by rule, or because only one player remains.
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
        self.rules.limits.standstill(self.tally, self.grid.is_empty())
    }

    fn adjustments(&self, cause: EndCause) -> Vec<Adjustment> {
        let mut list = match cause {
            EndCause::Forfeit(_) => Vec::new(),
            EndCause::WentOut(_)
            | EndCause::Passes
            | EndCause::Scoreless
            | EndCause::Rounds
            | EndCause::LastOneLeft => self.leftovers(cause),
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

    /// First what each seat loses, then what each gains.
    fn leftovers(&self, cause: EndCause) -> Vec<Adjustment> {
        let out = match cause {
            EndCause::WentOut(seat) => Some(seat),
            EndCause::Passes
            | EndCause::Scoreless
            | EndCause::Rounds
            | EndCause::Forfeit(_)
            | EndCause::LastOneLeft => None,
        };
        let terms = self.rules.leftovers.terms(out.is_some());
        let gained = |seat| terms.gained_by_all + if out == Some(seat) { terms.gained_by_out } else { 0 };
        let losses = self.active().filter_map(|seat| self.own_tiles(seat, terms.lost));
        losses.chain(self.active().filter_map(|seat| self.others_tiles(seat, gained(seat)))).collect()
    }

    /// What a seat loses for the tiles on its rack.
    fn own_tiles(&self, seat: Seat, times: Points) -> Option<Adjustment> {
        let rack = &self.seat(seat)?.rack;
        (times != 0 && !rack.is_empty()).then(|| Adjustment {
            seat,
            points: self.leftover_points(rack).saturating_mul(times).saturating_neg(),
            why: AdjustmentCause::OwnTiles(rack.iter().collect()),
        })
    }

    /// What a seat gains for the tiles on the racks of all others.
    fn others_tiles(&self, seat: Seat, times: Points) -> Option<Adjustment> {
        let others = self.active().filter(|&other| other != seat).filter_map(|other| self.seat(other));
        let (mut points, mut tiles): (Points, Vec<TileId>) = (0, Vec::new());
        for other in others {
            points = points.saturating_add(self.leftover_points(&other.rack).saturating_mul(times));
            tiles.extend(other.rack.iter());
        }
        (times != 0 && !tiles.is_empty()).then_some(Adjustment {
            seat,
            points,
            why: AdjustmentCause::OthersTiles(tiles),
        })
    }

    fn leftover_points(&self, rack: &Tiles) -> Points {
        self.rules.leftovers.points(&self.rules.tiles, rack)
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
