//! Where things are: coordinates, axes, rectangles.

use std::fmt;

/// A place on a board; `x` grows to the right and `y` downwards.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{Axis, Coord};
///
/// assert_eq!(Coord::new(3, 4).step(Axis::Down, 2), Coord::new(3, 6));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Coord {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Coord {
    /// The place in column `x` and row `y`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Coord {
        Coord { x, y }
    }

    /// The place `steps` further along an axis (back, when negative).
    #[must_use]
    pub const fn step(self, axis: Axis, steps: i32) -> Coord {
        match axis {
            Axis::Across => Coord::new(self.x.saturating_add(steps), self.y),
            Axis::Down => Coord::new(self.x, self.y.saturating_add(steps)),
        }
    }

    /// How far along an axis it lies.
    #[must_use]
    pub const fn along(self, axis: Axis) -> i32 {
        match axis {
            Axis::Across => self.x,
            Axis::Down => self.y,
        }
    }
}

impl fmt::Debug for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// The direction in which a word is read.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::Axis;
///
/// assert_eq!(Axis::Across.other(), Axis::Down);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Axis {
    /// Both axes.
    pub const BOTH: [Axis; 2] = [Axis::Across, Axis::Down];

    /// The axis at right angles.
    #[must_use]
    pub const fn other(self) -> Axis {
        match self {
            Axis::Across => Axis::Down,
            Axis::Down => Axis::Across,
        }
    }
}

/// A rectangle of places, both corners included.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{Coord, Rect};
///
/// let window = Rect::between(Coord::new(-1, 0), Coord::new(1, 1));
/// assert_eq!((window.width(), window.height(), window.places().count()), (3, 2, 6));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rect {
    /// Top left.
    pub min: Coord,
    /// Bottom right.
    pub max: Coord,
}

impl Rect {
    /// The rectangle between two corners, in any order.
    #[must_use]
    pub fn between(a: Coord, b: Coord) -> Rect {
        Rect { min: Coord::new(a.x.min(b.x), a.y.min(b.y)), max: Coord::new(a.x.max(b.x), a.y.max(b.y)) }
    }

    /// The smallest rectangle with all these places.
    #[must_use]
    pub fn around(places: impl IntoIterator<Item = Coord>) -> Option<Rect> {
        places.into_iter().fold(None, |rect: Option<Rect>, at| {
            Some(rect.map_or(Rect { min: at, max: at }, |rect| rect.with(at)))
        })
    }

    /// The smallest rectangle with this one and a place more.
    #[must_use]
    pub fn with(self, at: Coord) -> Rect {
        Rect {
            min: Coord::new(self.min.x.min(at.x), self.min.y.min(at.y)),
            max: Coord::new(self.max.x.max(at.x), self.max.y.max(at.y)),
        }
    }

    /// This rectangle, wider by a margin on every side.
    #[must_use]
    pub fn expand(self, margin: i32) -> Rect {
        Rect {
            min: Coord::new(self.min.x.saturating_sub(margin), self.min.y.saturating_sub(margin)),
            max: Coord::new(self.max.x.saturating_add(margin), self.max.y.saturating_add(margin)),
        }
    }

    /// How many columns it has.
    #[must_use]
    pub fn width(self) -> usize {
        (i64::from(self.max.x) - i64::from(self.min.x) + 1) as usize
    }

    /// How many rows it has.
    #[must_use]
    pub fn height(self) -> usize {
        (i64::from(self.max.y) - i64::from(self.min.y) + 1) as usize
    }

    /// How many places it has.
    #[must_use]
    pub fn area(self) -> usize {
        self.width().saturating_mul(self.height())
    }

    /// Whether a place lies in it.
    #[must_use]
    pub fn contains(self, at: Coord) -> bool {
        (self.min.x..=self.max.x).contains(&at.x) && (self.min.y..=self.max.y).contains(&at.y)
    }

    /// The number of a place when places are counted row by row from the top left.
    #[must_use]
    pub fn index(self, at: Coord) -> Option<usize> {
        // Counted from the corner, places before it are farther than any after it: one comparison does for both sides.
        let from_corner =
            |at: Coord| (at.x.wrapping_sub(self.min.x) as u32, at.y.wrapping_sub(self.min.y) as u32);
        let ((x, y), (right, bottom)) = (from_corner(at), from_corner(self.max));
        (x <= right && y <= bottom).then(|| y as usize * (right as usize + 1) + x as usize)
    }

    /// Its rows from the top, each from the left.
    pub fn rows(self) -> impl Iterator<Item = impl Iterator<Item = Coord>> {
        (self.min.y..=self.max.y).map(move |y| (self.min.x..=self.max.x).map(move |x| Coord::new(x, y)))
    }

    /// All its places, row by row.
    pub fn places(self) -> impl Iterator<Item = Coord> {
        self.rows().flatten()
    }
}

/// The letters of a column counted from 0: `A` to `Z`, then `AA`, as in a spreadsheet.
#[must_use]
pub fn column_letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    loop {
        letters.push(b'A' + (rest % 26) as u8);
        match rest / 26 {
            0 => break,
            more => rest = more - 1,
        }
    }
    letters.iter().rev().map(|&letter| char::from(letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_row_by_row() {
        let rect = Rect::between(Coord::new(2, 1), Coord::new(-1, -1));
        assert_eq!((rect.width(), rect.height(), rect.area()), (4, 3, 12));
        for (number, at) in rect.places().enumerate() {
            assert_eq!(rect.index(at), Some(number));
        }
        assert_eq!(rect.index(Coord::new(3, 0)), None);
    }

    #[test]
    fn the_edges_of_the_world_do_not_overflow() {
        let far = Coord::new(i32::MAX, i32::MIN);
        assert_eq!(far.step(Axis::Across, 1).x, i32::MAX);
        assert_eq!(far.step(Axis::Down, -1).y, i32::MIN);
        assert!(Rect::between(far, Coord::new(i32::MIN, i32::MAX)).area() > 0);
    }
}
