//! Faces and tile kinds.

use crate::Letter;

/// The points printed on a face.
pub type FacePoints = i16;

/// One way to read a tile: a letter with its points.
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{Face, Letter};
///
/// let face = Face::new(Letter::new(1).unwrap(), 4);
/// assert_eq!(face.points, 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face {
    /// The letter.
    pub letter: Letter,
    /// Its points, before any premium.
    pub points: FacePoints,
}

impl Face {
    /// Creates a face.
    #[must_use]
    pub const fn new(letter: Letter, points: FacePoints) -> Face {
        Face { letter, points }
    }
}

/// A kind of tile: a sorted, nonempty set of faces.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{Face, Letter, TileKind};
///
/// let (a, e) = (Letter::new(1).unwrap(), Letter::new(5).unwrap());
/// let vowel = TileKind::new([Face::new(a, 1), Face::new(e, 1)]).unwrap();
/// assert!(vowel.is_wild());
/// assert_eq!(vowel.face_for(e), Some(Face::new(e, 1)));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileKind {
    faces: Box<[Face]>,
}

impl TileKind {
    /// Creates the kind with these faces, or returns `None` if there are no faces.
    #[must_use]
    pub fn new(faces: impl IntoIterator<Item = Face>) -> Option<TileKind> {
        let mut faces: Vec<Face> = faces.into_iter().collect();
        faces.sort_unstable();
        faces.dedup();
        (!faces.is_empty()).then(|| TileKind { faces: faces.into() })
    }

    /// Returns the faces, sorted by letter and then by points.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Returns whether it has several faces, so that its player must choose one.
    #[must_use]
    pub fn is_wild(&self) -> bool {
        self.faces.len() > 1
    }

    /// Returns whether it has this face.
    #[must_use]
    pub fn has(&self, face: Face) -> bool {
        self.faces.binary_search(&face).is_ok()
    }

    /// Returns its face with this letter; of several, the one with the most points.
    #[must_use]
    pub fn face_for(&self, letter: Letter) -> Option<Face> {
        self.faces.iter().rev().find(|face| face.letter == letter).copied()
    }

    /// Returns the points of its most valuable face. A tile left on a rack counts these points.
    #[must_use]
    pub fn max_points(&self) -> FacePoints {
        self.faces.iter().map(|face| face.points).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(place: u8, points: FacePoints) -> Face {
        Face::new(Letter::new(place).unwrap(), points)
    }

    #[test]
    fn faces_are_sorted_and_distinct() {
        let one = TileKind::new([face(2, 3), face(1, 1), face(2, 3)]).unwrap();
        assert_eq!(one.faces(), [face(1, 1), face(2, 3)]);
        assert!(one.is_wild() && one.has(face(2, 3)) && !one.has(face(2, 1)));
        assert_eq!(one.max_points(), 3);
        assert_eq!(TileKind::new([]), None);
    }

    #[test]
    fn a_letter_may_have_two_values() {
        let kind = TileKind::new([face(1, 1), face(1, 4)]).unwrap();
        assert_eq!(kind.faces().len(), 2);
        assert_eq!(kind.face_for(Letter::new(1).unwrap()), Some(face(1, 4)));
    }
}
