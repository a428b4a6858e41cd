//! How a board is laid out in planes: which place of which plane is which square, across and down.
//!
//! A board of any shape becomes a sequence of lanes. A hole ends a lane, like an edge. A lane that is too long for a
//! machine word is cut into pieces that overlap by the longest word, each with the places where words may start in it.

use crate::plane::{Bits, PLACES, WORDS};
use rules::{Axis, Board, Coord, Factors, Rect};
use std::ops::{ControlFlow, Range};

/// The squares of a window, with a border of empty cells around them.
#[derive(Clone, Debug)]
pub(crate) struct PaddedBoard {
    window: Rect,
    stride: usize,
    cells: Vec<Option<PaddedCell>>,
}

/// The square of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaddedCell {
    /// Which of the board's kinds of square.
    pub(crate) kind: u16,
    /// Its factors, if it is a plain square.
    pub(crate) factors: Factors,
}

impl PaddedBoard {
    /// Computes all squares of a window; squares of `known` are copied. Computing a square may run a program.
    pub(crate) fn new<B>(
        board: &Board,
        window: Rect,
        known: Option<&PaddedBoard>,
        check_stop: &impl Fn() -> ControlFlow<B>,
    ) -> ControlFlow<B, PaddedBoard> {
        let stride = window.width() + 2;
        let compute = |at: Coord| {
            board.square(at).map(|square| PaddedCell {
                kind: board.squares().iter().position(|kind| kind.id() == square.id()).unwrap_or(0) as u16,
                factors: square.factors().unwrap_or(Factors::NONE),
            })
        };
        let look_at = |at: Coord| match known.filter(|known| known.window.contains(at)) {
            Some(known) => ControlFlow::Continue(known.cells[known.cell(at)]),
            None => check_stop().map_continue(|()| compute(at)),
        };
        let mut padded = PaddedBoard { window, stride, cells: vec![None; stride * (window.height() + 2)] };
        for at in window.places() {
            let cell = padded.cell(at);
            padded.cells[cell] = look_at(at)?;
        }
        ControlFlow::Continue(padded)
    }

    pub(crate) fn window(&self) -> Rect {
        self.window
    }

    /// The number of cells, the border included.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cell of a square inside the window.
    #[inline]
    pub(crate) fn cell(&self, at: Coord) -> usize {
        (at.y - self.window.min.y + 1) as usize * self.stride + (at.x - self.window.min.x + 1) as usize
    }

    /// The distance from a cell to the next along an axis.
    #[inline]
    pub(crate) fn step(&self, axis: Axis) -> usize {
        match axis {
            Axis::Across => 1,
            Axis::Down => self.stride,
        }
    }

    /// The square of a cell, if it has one.
    #[inline]
    pub(crate) fn square(&self, cell: usize) -> Option<PaddedCell> {
        self.cells[cell]
    }

    fn coord(&self, cell: usize) -> Coord {
        let (x, y) = (cell % self.stride, cell / self.stride);
        Coord::new(self.window.min.x + x as i32 - 1, self.window.min.y + y as i32 - 1)
    }
}

/// A square as part of a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneSquare {
    pub(crate) at: Coord,
    pub(crate) axis: Axis,
    pub(crate) cell: u32,
}

/// The lanes of one plane.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// How many machine words it fills.
    pub(crate) words: usize,
    /// Places with a square.
    pub(crate) inside: Bits,
    /// Places where words may start.
    pub(crate) owned: Bits,
    /// The square of each place; unused outside `inside`.
    pub(crate) spots: Box<[LaneSquare; PLACES]>,
}

impl Sheet {
    /// How many places it fills.
    #[inline(always)]
    pub(crate) fn places(&self) -> usize {
        (self.words * 64).min(PLACES)
    }
}

/// A place counted over all sheets.
pub(crate) type GlobalPlace = u32;

/// Lists of places, concatenated, and where the list of each cell starts.
type Index = (Vec<u32>, Vec<GlobalPlace>);

/// A board laid out.
#[derive(Clone, Debug)]
pub(crate) struct LaneLayout {
    pub(crate) padded: PaddedBoard,
    pub(crate) sheets: Vec<Sheet>,
    /// The lanes cover every word that touches this rectangle's lines.
    core: Rect,
    /// The places of each cell for each axis.
    places: [Index; 2],
    /// The first places of pieces, with the cell before them in their lane.
    pub(crate) pieces: Vec<(GlobalPlace, usize)>,
}

impl LaneLayout {
    /// Lays out all lanes of the window that run through the rows and columns of `core`, the middle lanes first: the
    /// outer lanes have no tiles yet in many positions, and then the walk does not read them.
    pub(crate) fn new<B>(
        padded: PaddedBoard,
        core: Rect,
        longest: usize,
        check_stop: &impl Fn() -> ControlFlow<B>,
    ) -> ControlFlow<B, LaneLayout> {
        let mut packer = Packer::new(longest);
        let mut all: Vec<(i32, Axis, Vec<usize>)> = Vec::new();
        for axis in Axis::BOTH {
            for (line, lane) in lanes(&padded, core, axis) {
                all.push((off_centre(core, axis, line), axis, lane));
                check_stop()?;
            }
        }
        all.sort_by_key(|&(off, ..)| off);
        for (_, axis, lane) in &all {
            packer.lane(&padded, *axis, lane);
            check_stop()?;
        }
        let [across, down] = Axis::BOTH.map(|axis| index(&packer.sheets, axis, padded.len(), check_stop));
        let (sheets, pieces, places) = (packer.sheets, packer.pieces, [across?, down?]);
        ControlFlow::Continue(LaneLayout { padded, sheets, core, places, pieces })
    }

    pub(crate) fn core(&self) -> Rect {
        self.core
    }

    /// Where a cell's square stands in lanes along an axis: once, or twice where pieces overlap.
    #[inline]
    pub(crate) fn places(&self, axis: Axis, cell: usize) -> &[GlobalPlace] {
        let (first, list) = &self.places[axis as usize];
        &list[first[cell] as usize..first[cell + 1] as usize]
    }
}

/// How far a row or column is from the middle, in halves.
fn off_centre(core: Rect, axis: Axis, line: i32) -> i32 {
    match axis {
        Axis::Across => (2 * line - core.min.y - core.max.y).abs(),
        Axis::Down => (2 * line - core.min.x - core.max.x).abs(),
    }
}

/// The cells of every unbroken line of at least two squares, with the row or column.
fn lanes(padded: &PaddedBoard, core: Rect, axis: Axis) -> impl Iterator<Item = (i32, Vec<usize>)> {
    let window = padded.window();
    let (lines, along) = match axis {
        Axis::Across => (core.min.y..=core.max.y, window.min.x..=window.max.x),
        Axis::Down => (core.min.x..=core.max.x, window.min.y..=window.max.y),
    };
    let cell = move |line, along| match axis {
        Axis::Across => padded.cell(Coord::new(along, line)),
        Axis::Down => padded.cell(Coord::new(line, along)),
    };
    lines.flat_map(move |line| {
        let cells: Vec<usize> = along.clone().map(|along| cell(line, along)).collect();
        let runs = cells.split(|&cell| padded.square(cell).is_none()).filter(|run| run.len() >= 2);
        runs.map(|run| (line, run.to_vec())).collect::<Vec<_>>()
    })
}

/// The places of each cell, as concatenated lists with their starts: first counted, then filled in.
fn index<B>(
    sheets: &[Sheet],
    axis: Axis,
    cells: usize,
    check_stop: &impl Fn() -> ControlFlow<B>,
) -> ControlFlow<B, Index> {
    let cells_of = |sheet: &Sheet| {
        let own = sheet.inside.places().filter(|&place| sheet.spots[place].axis == axis);
        own.map(|place| (place, sheet.spots[place].cell as usize)).collect::<Vec<_>>()
    };
    let mut first = vec![0; cells + 1];
    for sheet in sheets {
        cells_of(sheet).into_iter().for_each(|(_, cell)| first[cell + 1] += 1);
        check_stop()?;
    }
    (0..cells).for_each(|cell| first[cell + 1] += first[cell]);
    let (mut next, mut places) = (first.clone(), vec![0; first[cells] as usize]);
    for (number, sheet) in sheets.iter().enumerate() {
        for (place, cell) in cells_of(sheet) {
            places[next[cell] as usize] = (number * PLACES + place) as GlobalPlace;
            next[cell] += 1;
        }
        check_stop()?;
    }
    ControlFlow::Continue((first, places))
}

/// Puts lanes into machine words, each into the first that has room.
struct Packer {
    longest: usize,
    sheets: Vec<Sheet>,
    /// Bits used of each word.
    used: Vec<usize>,
    /// Words before this one are full.
    open: usize,
    pieces: Vec<(GlobalPlace, usize)>,
}

impl Packer {
    fn new(longest: usize) -> Packer {
        Packer {
            longest: longest.clamp(2, 63),
            sheets: Vec::new(),
            used: Vec::new(),
            open: 0,
            pieces: Vec::new(),
        }
    }

    fn lane(&mut self, padded: &PaddedBoard, axis: Axis, lane: &[usize]) {
        if lane.len() < 64 {
            self.piece(padded, axis, lane, 0..lane.len());
            return;
        }
        let own = 64 - self.longest;
        for from in (0..lane.len()).step_by(own) {
            let piece = &lane[from..lane.len().min(from + 64)];
            let first = self.piece(padded, axis, piece, 0..own.min(piece.len()));
            if from > 0 {
                self.pieces.push((first, lane[from - 1]));
            }
        }
    }

    fn piece(&mut self, padded: &PaddedBoard, axis: Axis, cells: &[usize], own: Range<usize>) -> GlobalPlace {
        let first = self.room(cells.len());
        let sheet = &mut self.sheets[first / PLACES];
        for (step, &cell) in cells.iter().enumerate() {
            let place = first % PLACES + step;
            sheet.inside.put(place, true);
            sheet.owned.put(place, own.contains(&step));
            sheet.spots[place] = LaneSquare { at: padded.coord(cell), axis, cell: cell as u32 };
        }
        first as GlobalPlace
    }

    /// The first place of `squares` free ones in a row, with a gap after them unless they fill the word.
    fn room(&mut self, squares: usize) -> usize {
        let fits = |used: usize| used + squares.min(63) < 64 || used == 0;
        let word = match (self.open..self.used.len()).find(|&word| fits(self.used[word])) {
            Some(word) => word,
            None => self.add_word(),
        };
        let first = word * 64 + self.used[word];
        self.used[word] += squares + 1;
        while self.used.get(self.open).is_some_and(|&used| used >= 62) {
            self.open += 1;
        }
        first
    }

    fn add_word(&mut self) -> usize {
        if self.used.len() == self.sheets.len() * WORDS {
            let nowhere = LaneSquare { at: Coord::new(0, 0), axis: Axis::Across, cell: 0 };
            self.sheets.push(Sheet {
                words: 0,
                inside: Bits::EMPTY,
                owned: Bits::EMPTY,
                spots: Box::new([nowhere; PLACES]),
            });
        }
        self.used.push(0);
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.words += 1;
        }
        self.used.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: i32, height: i32) -> PaddedBoard {
        let window = Rect { min: Coord::new(0, 0), max: Coord::new(width - 1, height - 1) };
        let stride = window.width() + 2;
        let mut padded = PaddedBoard { window, stride, cells: vec![None; stride * (window.height() + 2)] };
        window.places().for_each(|at| {
            let cell = padded.cell(at);
            padded.cells[cell] = Some(PaddedCell { kind: 0, factors: Factors::NONE });
        });
        padded
    }

    fn lay(padded: PaddedBoard, longest: usize) -> LaneLayout {
        let core = padded.window();
        let ControlFlow::Continue(layout) = LaneLayout::new(padded, core, longest, &crate::stop::no_stop);
        layout
    }

    #[test]
    fn the_classic_board_is_one_sheet() {
        let layout = lay(plain(15, 15), 15);
        assert_eq!(layout.sheets.len(), 1);
        assert_eq!(layout.sheets[0].inside.places().count(), 450);
        assert_eq!(layout.sheets[0].inside, layout.sheets[0].owned);
    }

    #[test]
    fn every_lane_is_followed_by_a_gap_or_the_end_of_a_word() {
        for (width, height) in [(15, 15), (2, 2), (21, 21), (63, 5), (64, 3), (99, 26), (200, 1)] {
            let layout = lay(plain(width, height), 15);
            for sheet in &layout.sheets {
                for place in sheet.inside.places().filter(|place| place % 64 != 63) {
                    let (here, next) = (sheet.spots[place], sheet.spots[place + 1]);
                    let follows = next.at == here.at.step(here.axis, 1) && next.axis == here.axis;
                    assert!(follows || !sheet.inside.has(place + 1));
                }
            }
        }
    }

    #[test]
    fn every_square_may_begin_a_word_once_each_way_and_has_room_for_it() {
        for (width, height, longest) in [(15, 15, 15), (99, 26, 15), (130, 3, 40), (70, 64, 63)] {
            let layout = lay(plain(width, height), longest);
            let mut starts = std::collections::HashSet::new();
            for sheet in &layout.sheets {
                for place in sheet.owned.places() {
                    let LaneSquare { at, axis, .. } = sheet.spots[place];
                    assert!(starts.insert((at, axis)), "{at} {axis:?} twice");
                    let end = at.along(axis) as usize + longest;
                    let line = if axis == Axis::Across { width } else { height } as usize;
                    assert!(end > line || place % 64 + longest < 64);
                }
            }
            assert_eq!(starts.len() as i32, 2 * width * height);
        }
    }
}
