//! Which part of a board is on the screen.

use rules::{Coord, Grid, Rect, RulesetDraft};

/// How far from all tiles the cursor may go on a board without edges.
const REACH: i32 = 40;

/// The part of a board on the screen; it follows the cursor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Window {
    /// The top left place, once anything has been shown.
    corner: Option<Coord>,
}

impl Window {
    /// Whether the cursor may go there.
    pub(super) fn may_show(&self, at: Coord, grid: &Grid, rules: &RulesetDraft) -> bool {
        let start = rules.board.start();
        let near = grid.bounds().unwrap_or(Rect { min: start, max: start }).with(start).grown(REACH);
        rules.board.window().is_some() || near.contains(at)
    }

    /// The part to show where there is room for so many columns and rows.
    pub(super) fn show(&mut self, cursor: Coord, columns: usize, rows: usize, rules: &RulesetDraft) -> Rect {
        let edge = rules.board.window();
        let half = |room: usize| i32::try_from(room / 2).unwrap_or(i32::MAX);
        let centred =
            || Coord::new(cursor.x.saturating_sub(half(columns)), cursor.y.saturating_sub(half(rows)));
        let corner = self.corner.unwrap_or_else(centred);
        let x = lane(corner.x, cursor.x, columns, edge.map(|edge| (edge.min.x, edge.max.x)));
        let y = lane(corner.y, cursor.y, rows, edge.map(|edge| (edge.min.y, edge.max.y)));
        let min = Coord::new(x.0, y.0);
        self.corner = Some(min);
        Rect { min, max: Coord::new(x.1, y.1) }
    }
}

/// The first and last lane to show so that the cursor is among them, with a neighbour where there is one.
fn lane(first: i32, cursor: i32, room: usize, edge: Option<(i32, i32)>) -> (i32, i32) {
    let room = i32::try_from(room.max(1)).unwrap_or(i32::MAX);
    match edge {
        Some((min, max)) if i64::from(max) - i64::from(min) < i64::from(room) => (min, max),
        Some((min, max)) => {
            let first = follow(first, cursor, room).clamp(min, max.saturating_sub(room - 1));
            (first, first.saturating_add(room - 1))
        }
        None => {
            let first = follow(first, cursor, room);
            (first, first.saturating_add(room - 1))
        }
    }
}

fn follow(first: i32, cursor: i32, room: i32) -> i32 {
    let margin = i32::from(room > 4);
    let least = cursor.saturating_sub(room - 1 - margin);
    let most = cursor.saturating_sub(margin);
    if least <= most { first.clamp(least, most) } else { cursor }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_always_in_sight() {
        for room in 1..12 {
            let mut first = 0;
            for cursor in [0, 5, -30, 7, 100, 99, 98, 80, i32::MAX, i32::MIN] {
                let (from, to) = lane(first, cursor, room, None);
                assert!((from..=to).contains(&cursor), "{room} {cursor}: {from}..{to}");
                first = from;
            }
        }
    }

    #[test]
    fn edges_stay_at_the_edge() {
        assert_eq!(lane(0, 7, 30, Some((0, 14))), (0, 14));
        assert_eq!(lane(0, 20, 15, Some((0, 20))), (6, 20));
        assert_eq!(lane(6, 0, 15, Some((0, 20))), (0, 14));
        assert_eq!(lane(0, 10, 15, Some((0, 20))), (0, 14));
    }
}
