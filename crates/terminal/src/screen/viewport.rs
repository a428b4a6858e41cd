//! The part of a board that is on the screen.

use rules::{Coord, Grid, Rect, Ruleset};

/// How far from the tiles the cursor may move on an unbounded board.
const CURSOR_MARGIN: i32 = 40;

/// The visible part of a board. It follows the cursor.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Viewport {
    /// The top left square, once the board has been shown.
    corner: Option<Coord>,
}

impl Viewport {
    /// Whether the cursor may move to a square.
    pub(crate) fn is_reachable(&self, at: Coord, grid: &Grid, rules: &Ruleset) -> bool {
        let start = rules.board.start();
        let near = grid.bounds().unwrap_or(Rect { min: start, max: start }).with(start).expand(CURSOR_MARGIN);
        rules.board.window().is_some() || near.contains(at)
    }

    /// Moves the view so that it has the cursor in it, and returns the visible part.
    pub(crate) fn follow_cursor(
        &mut self,
        cursor: Coord,
        columns: usize,
        rows: usize,
        rules: &Ruleset,
    ) -> Rect {
        let edge = rules.board.window();
        let half = |room: usize| i32::try_from(room / 2).unwrap_or(i32::MAX);
        let centred =
            || Coord::new(cursor.x.saturating_sub(half(columns)), cursor.y.saturating_sub(half(rows)));
        let corner = self.corner.unwrap_or_else(centred);
        let x = visible_range(corner.x, cursor.x, columns, edge.map(|edge| (edge.min.x, edge.max.x)));
        let y = visible_range(corner.y, cursor.y, rows, edge.map(|edge| (edge.min.y, edge.max.y)));
        let min = Coord::new(x.0, y.0);
        self.corner = Some(min);
        Rect { min, max: Coord::new(x.1, y.1) }
    }
}

/// The first and last visible row or column. The cursor is among them, with a neighbour if there is one.
fn visible_range(first: i32, cursor: i32, room: usize, edge: Option<(i32, i32)>) -> (i32, i32) {
    let room = i32::try_from(room.max(1)).unwrap_or(i32::MAX);
    match edge {
        Some((min, max)) if i64::from(max) - i64::from(min) < i64::from(room) => (min, max),
        Some((min, max)) => {
            let first = scroll(first, cursor, room).clamp(min, max.saturating_sub(room - 1));
            (first, first.saturating_add(room - 1))
        }
        None => {
            let first = scroll(first, cursor, room);
            (first, first.saturating_add(room - 1))
        }
    }
}

fn scroll(first: i32, cursor: i32, room: i32) -> i32 {
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
                let (from, to) = visible_range(first, cursor, room, None);
                assert!((from..=to).contains(&cursor), "{room} {cursor}: {from}..{to}");
                first = from;
            }
        }
    }

    #[test]
    fn edges_stay_at_the_edge() {
        assert_eq!(visible_range(0, 7, 30, Some((0, 14))), (0, 14));
        assert_eq!(visible_range(0, 20, 15, Some((0, 20))), (6, 20));
        assert_eq!(visible_range(6, 0, 15, Some((0, 20))), (0, 14));
        assert_eq!(visible_range(0, 10, 15, Some((0, 20))), (0, 14));
    }
}
