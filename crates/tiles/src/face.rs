//! Faces and tile kinds.

use crate::Letter;

/// The points printed on a face.
pub type FacePoints = i16;

/// One way to read a tile: a letter with the points it counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face {
    /// The letter it is read as.
    pub letter: Letter,
    /// What it counts, before any premium.
    pub points: FacePoints,
}

impl Face {
    /// A letter with its points.
    pub const fn new(letter: Letter, points: FacePoints) -> Face {
        Face { letter, points }
    }
}

/// A kind of tile: the set of its faces, never empty, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileKind {
    faces: Box<[Face]>,
}

impl TileKind {
    /// The kind with these faces, or `None` when there are none.
    pub fn new(faces: impl IntoIterator<Item = Face>) -> Option<TileKind> {
        let mut faces: Vec<Face> = faces.into_iter().collect();
        faces.sort_unstable();
        faces.dedup();
        (!faces.is_empty()).then(|| TileKind { faces: faces.into() })
    }

    /// Its faces, by letter and then by points.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Whether it can be read in more than one way, so that its player must say how.
    pub fn is_wild(&self) -> bool {
        self.faces.len() > 1
    }

    /// Whether this is one of its faces.
    pub fn has(&self, face: Face) -> bool {
        self.faces.binary_search(&face).is_ok()
    }

    /// The dearest of its faces with this letter.
    pub fn face_for(&self, letter: Letter) -> Option<Face> {
        self.faces.iter().rev().find(|face| face.letter == letter).copied()
    }

    /// The most it can count: what it is worth when it is left on a rack.
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
    fn a_kind_is_a_set() {
        let one = TileKind::new([face(2, 3), face(1, 1), face(2, 3)]).unwrap();
        assert_eq!(one.faces(), [face(1, 1), face(2, 3)]);
        assert!(one.is_wild() && one.has(face(2, 3)) && !one.has(face(2, 1)));
        assert_eq!(one.max_points(), 3);
        assert_eq!(TileKind::new([]), None);
    }

    #[test]
    fn one_letter_may_have_two_values() {
        let kind = TileKind::new([face(1, 1), face(1, 4)]).unwrap();
        assert_eq!(kind.faces().len(), 2);
        assert_eq!(kind.face_for(Letter::new(1).unwrap()), Some(face(1, 4)));
    }
}
