//! A board with tiles, ready to be searched with any rack: planes, cross checks, points.
//!
//! Between two turns only a few squares change, so a surface compares itself with the grid it is shown and redoes those
//! squares whose lanes were touched; the tests compare it with a board built from scratch.

use crate::graph::{Graph, NodeOffset};
use crate::layout::{GlobalPlace, LaneLayout, LaneSquare, Sheet};
use crate::plane::{Bits, PLACES, WORDS, ones};
use crate::stop::{StopCheck, check_stop};
use crate::terms::ScoringTerms;
use rules::{Axis, BoardTile, Coord, CrossWords, Factors, GoodWord, Grid, Points, Rect};
use std::ops::ControlFlow;
use tiles::LetterSet;

/// How a square changes points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquareScoring {
    /// The factors for the points of a tile.
    pub(crate) weights: Weights,
    /// The factor for the word.
    pub(crate) word: i32,
    /// The points of the other tiles of the cross word.
    pub(crate) cross: i32,
}

/// The bit that no letter has marks a tile.
pub(crate) const OCCUPIED: u64 = 1;

impl SquareScoring {
    const NOWHERE: SquareScoring = SquareScoring { weights: Weights::new(0, 0), word: 1, cross: 0 };

    /// The letter factor for a tile laid here, or the points of the tile that lies here.
    #[inline(always)]
    pub(crate) fn letter(&self) -> i32 {
        Weights::parts(self.weights.0).0
    }

    /// The factor with which the points of a tile laid here count in the cross word.
    #[inline(always)]
    pub(crate) fn cross_letter(&self) -> i32 {
        Weights::parts(self.weights.0).1
    }
}

/// Two factors in one number, so that one multiplication does for both; scores that are not small enough for that are
/// counted word by word anyway.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights(i64);

impl Weights {
    const fn new(letter: i32, cross_letter: i32) -> Weights {
        Weights((letter as i64).wrapping_add((cross_letter as i64) << 32))
    }

    /// The points in the main word and in the cross word, packed into one number; sums are unpacked by `parts`.
    #[inline(always)]
    pub(crate) fn of(self, points: Points) -> i64 {
        self.0.wrapping_mul(points.into())
    }

    /// The two numbers.
    #[inline(always)]
    pub(crate) fn parts(sum: i64) -> (i32, i32) {
        let main = sum as i32;
        (main, (sum.wrapping_sub(main.into()) >> 32) as i32)
    }
}

/// Whether a place's letters say that a tile lies there.
#[inline(always)]
pub(crate) fn is_occupied(letters: u64) -> bool {
    letters & OCCUPIED != 0
}

/// The letter of the tile that lies at a place with these letters.
#[inline(always)]
pub(crate) fn tile_of(letters: u64) -> usize {
    (letters & !OCCUPIED).trailing_zeros() as usize % 64
}

/// The lanes of one plane with their tiles.
#[derive(Clone, Debug)]
pub(crate) struct BoardField {
    /// Places with a tile.
    pub(crate) occupied: Bits,
    /// Places where a tile may be laid.
    pub(crate) open: Bits,
    /// Open places with a neighbour at right angles, where a tile makes a cross word.
    pub(crate) crossed: Bits,
    /// Anchors: open places where a tile touches a tile on the board (the start square if the board is empty).
    pub(crate) anchors: Bits,
    /// The letters that may be laid at each place, or the one that lies there together with [`OCCUPIED`].
    pub(crate) letters: [u64; PLACES],
    /// The letters that lie on the board.
    pub(crate) present: u64,
    /// Where each letter lies.
    pub(crate) lies: [Bits; 64],
    pub(crate) squares: [SquareScoring; PLACES],
    /// The sum of the points of all tiles at earlier places: the difference of two entries is the sum between them.
    pub(crate) before: [i32; PLACES],
    /// The letters whose cross words have been checked at each crossed place: `letters` is valid only for them.
    cross_checked: [u64; PLACES],
}

impl BoardField {
    fn new() -> BoardField {
        BoardField {
            occupied: Bits::EMPTY,
            open: Bits::EMPTY,
            crossed: Bits::EMPTY,
            anchors: Bits::EMPTY,
            letters: [0; PLACES],
            present: 0,
            lies: [Bits::EMPTY; 64],
            squares: [SquareScoring::NOWHERE; PLACES],
            before: [0; PLACES],
            cross_checked: [0; PLACES],
        }
    }

    #[inline(always)]
    fn sum_points(&mut self, sheet: &Sheet) {
        let mut sum = 0i32;
        for word in 0..sheet.words.min(WORDS) {
            let (mut from, mut tiles) = (word * 64, self.occupied.0[word]);
            while tiles != 0 {
                let place = (word * 64 + tiles.trailing_zeros() as usize) % PLACES;
                self.before[from..=place].fill(sum);
                sum = sum.wrapping_add(self.squares[place].letter());
                (from, tiles) = (place + 1, tiles & (tiles - 1));
            }
            self.before[from..word * 64 + 64].fill(sum);
        }
    }

    /// Forgets letters of which no tile is left.
    #[inline(always)]
    fn forget_absent_letters(&mut self) {
        let mut letters = self.present;
        while letters != 0 {
            let letter = letters.trailing_zeros() as usize;
            if self.lies[letter % 64].is_empty() {
                self.present &= !(1 << letter);
            }
            letters &= letters - 1;
        }
    }

    #[inline(always)]
    fn set(&mut self, place: usize, new: &SquareView) {
        if is_occupied(self.letters[place]) {
            self.lies[tile_of(self.letters[place])].put(place, false);
        }
        if is_occupied(new.letters) {
            self.present |= new.letters;
            self.lies[tile_of(new.letters)].put(place, true);
        }
        (self.squares[place], self.letters[place], self.cross_checked[place]) = (new.square, new.letters, 0);
        self.occupied.put(place, is_occupied(new.letters));
        self.open.put(place, new.open);
        self.crossed.put(place, new.crossed);
        self.anchors.put(place, new.anchor);
    }
}

/// A square as its lane along one axis sees it.
struct SquareView {
    square: SquareScoring,
    letters: u64,
    open: bool,
    crossed: bool,
    anchor: bool,
}

/// The tile in a cell: its letter's place (0 if empty) and its points, in one number, so that many can be compared at
/// once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct CellTile(u32);

impl CellTile {
    #[inline(always)]
    fn new(placed: BoardTile) -> CellTile {
        CellTile(u32::from(placed.face.letter.place()) << 16 | u32::from(placed.face.points as u16))
    }

    #[inline(always)]
    fn letter(self) -> u8 {
        (self.0 >> 16) as u8
    }

    #[inline(always)]
    fn points(self) -> i32 {
        i32::from(self.0 as u16 as i16)
    }
}

/// How many tiles are compared at once.
const ABREAST: usize = 16;

/// Whether any of these tiles are not the same.
#[inline(always)]
fn differ(old: &[CellTile; ABREAST], new: &[CellTile; ABREAST]) -> bool {
    let mut difference = 0;
    for at in 0..ABREAST {
        difference |= old[at].0 ^ new[at].0;
    }
    difference != 0
}

/// What a [`SearchBoard`] is built from.
#[derive(Clone, Copy)]
pub(crate) struct SearchBoardInput<'a> {
    pub(crate) layout: &'a LaneLayout,
    /// Where tiles may lie, where the layout has to grow for others.
    pub(crate) room: Option<Rect>,
    pub(crate) terms: &'a ScoringTerms,
    /// The words of the lexicon, or their alphagrams where any order of the letters is good.
    pub(crate) graph: &'a Graph,
    pub(crate) start: Coord,
    /// All letters of the alphabet.
    pub(crate) alphabet: LetterSet,
}

/// Whether all tiles of a grid lie where the layout has room for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LayoutFit {
    Whole,
    Outgrown,
}

/// How many squares are updated between two calls of [`StopCheck`]: they take a few microseconds.
const CHUNK: usize = 256;

/// A board with tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchBoard {
    pub(crate) fields: Vec<BoardField>,
    tiles: Vec<CellTile>,
    count: usize,
    next: Vec<CellTile>,
    changed: Vec<usize>,
    stale: Vec<usize>,
    /// When a cell was last marked as stale.
    marks: Vec<u32>,
    round: u32,
}

impl SearchBoard {
    pub(crate) fn is_blank(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn is_occupied(&self, cell: usize) -> bool {
        self.tiles[cell].letter() != 0
    }

    /// Updates the board to a grid; a board whose update was stopped must not be used.
    #[inline(always)]
    pub(crate) fn show(
        &mut self,
        input: SearchBoardInput<'_>,
        grid: &Grid,
        stop: StopCheck<'_>,
    ) -> ControlFlow<(), LayoutFit> {
        if self.tiles.len() != input.layout.padded.len() {
            self.reset(input, stop)?;
        }
        self.next_round();
        let was_blank = self.is_blank();
        if self.read(input, grid) == LayoutFit::Outgrown {
            return ControlFlow::Continue(LayoutFit::Outgrown);
        }
        let padded = &input.layout.padded;
        if was_blank != self.is_blank() && padded.window().contains(input.start) {
            self.mark(padded.cell(input.start));
        }
        let stale = std::mem::take(&mut self.stale);
        let flow = self.refresh_all(input, &stale, stop);
        self.stale = stale;
        for (field, sheet) in self.fields.iter_mut().zip(&input.layout.sheets) {
            field.sum_points(sheet);
            field.forget_absent_letters();
        }
        flow.map_continue(|()| LayoutFit::Whole)
    }

    /// Forgets all tiles, as after a change of the layout.
    fn reset(&mut self, input: SearchBoardInput<'_>, stop: StopCheck<'_>) -> ControlFlow<()> {
        let cells = input.layout.padded.len();
        self.fields.clear();
        for _ in &input.layout.sheets {
            self.fields.push(BoardField::new());
            check_stop(stop)?;
        }
        self.tiles = vec![CellTile::default(); cells];
        self.marks = vec![0; cells];
        (self.count, self.round) = (0, 0);
        let padded = &input.layout.padded;
        let squares: Vec<usize> = padded.window().places().map(|at| padded.cell(at)).collect();
        self.refresh_all(input, &squares, stop)
    }

    fn next_round(&mut self) {
        self.stale.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.marks.fill(0);
            self.round = 1;
        }
    }

    #[inline(always)]
    fn mark(&mut self, cell: usize) {
        if std::mem::replace(&mut self.marks[cell], self.round) != self.round {
            self.stale.push(cell);
        }
    }

    /// Takes over the grid's tiles and marks all cells for which that changes anything.
    #[inline(always)]
    fn read(&mut self, input: SearchBoardInput<'_>, grid: &Grid) -> LayoutFit {
        let padded = &input.layout.padded;
        let room = input.room.unwrap_or(padded.window());
        self.next.clear();
        self.next.resize(self.tiles.len(), CellTile::default());
        let mut count = 0;
        for (at, placed) in grid.iter() {
            if room.contains(at) {
                self.next[padded.cell(at)] = CellTile::new(placed);
                count += 1;
            } else if input.room.is_some() {
                return LayoutFit::Outgrown;
            }
        }
        self.count = count;
        self.compare();
        std::mem::swap(&mut self.tiles, &mut self.next);
        for index in 0..self.changed.len() {
            self.mark_around(input, self.changed[index]);
        }
        LayoutFit::Whole
    }

    /// Finds the cells whose tiles change.
    #[inline(always)]
    fn compare(&mut self) {
        self.changed.clear();
        let (old, new) = (self.tiles.as_chunks::<ABREAST>(), self.next.as_chunks::<ABREAST>());
        for (index, (old, new)) in old.0.iter().zip(new.0).enumerate() {
            if differ(old, new) {
                collect_changes(&mut self.changed, index * ABREAST, old, new);
            }
        }
        collect_changes(&mut self.changed, old.0.len() * ABREAST, old.1, new.1);
    }

    /// A changed tile matters to its own cell, to its neighbours, and to the cells at the ends of its runs.
    #[inline(always)]
    fn mark_around(&mut self, input: SearchBoardInput<'_>, cell: usize) {
        self.mark(cell);
        for axis in Axis::BOTH {
            let step = input.layout.padded.step(axis);
            let (mut before, mut after) = (cell - step, cell + step);
            while self.tiles[before].letter() != 0 {
                before -= step;
            }
            while self.tiles[after].letter() != 0 {
                after += step;
            }
            [before, after].into_iter().for_each(|end| {
                if input.layout.padded.square(end).is_some() {
                    self.mark(end);
                }
            });
        }
    }

    #[inline(always)]
    fn refresh_all(
        &mut self,
        input: SearchBoardInput<'_>,
        cells: &[usize],
        stop: StopCheck<'_>,
    ) -> ControlFlow<()> {
        for cells in cells.chunks(CHUNK) {
            for &cell in cells {
                self.refresh(input, cell);
            }
            check_stop(stop)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn refresh(&mut self, input: SearchBoardInput<'_>, cell: usize) {
        let near = Axis::BOTH.map(|axis| self.has_neighbour(cell, input.layout.padded.step(axis)));
        for axis in Axis::BOTH {
            let places = input.layout.places(axis, cell);
            if places.is_empty() {
                continue;
            }
            let view = self.view(input, axis, cell, near);
            for &place in places {
                self.field(place).set(place as usize % PLACES, &view);
            }
        }
    }

    #[inline(always)]
    fn has_neighbour(&self, cell: usize, step: usize) -> bool {
        self.tiles[cell - step].letter() | self.tiles[cell + step].letter() != 0
    }

    #[inline(always)]
    fn field(&mut self, place: GlobalPlace) -> &mut BoardField {
        &mut self.fields[place as usize / PLACES]
    }

    #[inline(always)]
    fn view(&self, input: SearchBoardInput<'_>, axis: Axis, cell: usize, near: [bool; 2]) -> SquareView {
        let tile = self.tiles[cell];
        if tile.letter() != 0 {
            let letters = 1 << tile.letter() | OCCUPIED;
            let square = SquareScoring {
                weights: Weights::new(tile.points().wrapping_mul(input.terms.used.letter), 0),
                ..SquareScoring::NOWHERE
            };
            return SquareView { square, letters, open: false, crossed: false, anchor: false };
        }
        self.empty_view(input, axis, cell, near)
    }

    #[inline(always)]
    fn empty_view(
        &self,
        input: SearchBoardInput<'_>,
        axis: Axis,
        cell: usize,
        near: [bool; 2],
    ) -> SquareView {
        let (crossed, aside) = (near[axis.other() as usize], input.layout.padded.step(axis.other()));
        let factors = input.layout.padded.square(cell).map_or(Factors::NONE, |square| square.factors);
        let plain = SquareScoring {
            weights: Weights::new(factors.letter, 0),
            word: factors.word,
            ..SquareScoring::NOWHERE
        };
        let open = !crossed || input.terms.cross == CrossWords::Counted;
        let square = match (crossed, open) {
            (false, _) => plain,
            (true, true) => self.crossed_square(input, cell, aside, plain),
            (true, false) => SquareScoring::NOWHERE,
        };
        let letters = if crossed { 0 } else { input.alphabet.bits() };
        let joins = open && (crossed || near[axis as usize]);
        let begins = self.is_blank() && cell == input.layout.padded.cell(input.start);
        SquareView { square, letters, open, crossed, anchor: joins || begins }
    }

    /// A square with tiles before or after it in the other direction; its letters are not known yet.
    #[inline(always)]
    fn crossed_square(
        &self,
        input: SearchBoardInput<'_>,
        cell: usize,
        step: usize,
        plain: SquareScoring,
    ) -> SquareScoring {
        let (first, end) = self.run(cell, step);
        let cells = (first..end).step_by(step);
        let points: i32 = cells.map(|cell| self.tiles[cell].points()).sum();
        SquareScoring {
            weights: Weights::new(plain.letter(), plain.letter().wrapping_mul(plain.word)),
            cross: points.wrapping_mul(input.terms.used.letter).wrapping_mul(plain.word),
            ..plain
        }
    }

    /// The first cell of the tiles around an empty cell, and the cell after the last.
    #[inline(always)]
    fn run(&self, cell: usize, step: usize) -> (usize, usize) {
        let (mut first, mut end) = (cell, cell + step);
        while self.tiles[first - step].letter() != 0 {
            first -= step;
        }
        while self.tiles[end].letter() != 0 {
            end += step;
        }
        (first, end)
    }

    /// Extends the cross-sets by these letters where they are not known yet.
    ///
    /// Only the letters of the rack are checked, at most 7 of 26 without a blank, and the results are kept as long as
    /// the run of tiles at the place does not change.
    #[inline(always)]
    pub(crate) fn update_cross_sets(
        &mut self,
        input: SearchBoardInput<'_>,
        letters: u64,
        stop: StopCheck<'_>,
    ) -> ControlFlow<()> {
        for (number, sheet) in input.layout.sheets.iter().enumerate() {
            for word in 0..sheet.words.min(WORDS) {
                let field = &self.fields[number];
                let crossed = field.open.0[word] & field.crossed.0[word];
                for bit in ones(crossed) {
                    self.update_cross_set(input, number, word * 64 + bit, letters);
                }
                if crossed != 0 {
                    check_stop(stop)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn update_cross_set(&mut self, input: SearchBoardInput<'_>, number: usize, place: usize, letters: u64) {
        let new = letters & !self.fields[number].cross_checked[place];
        if new != 0 {
            let good = self.cross_set_at(input, &input.layout.sheets[number].spots[place], new);
            let field = &mut self.fields[number];
            field.letters[place] |= good;
            field.cross_checked[place] |= new;
        }
    }

    #[inline(always)]
    fn cross_set_at(&self, input: SearchBoardInput<'_>, spot: &LaneSquare, letters: u64) -> u64 {
        let step = input.layout.padded.step(spot.axis.other());
        let cell = spot.cell as usize;
        let (first, end) = self.run(cell, step);
        match input.terms.good {
            GoodWord::Listed | GoodWord::Any => {
                self.cross_set(input.graph, [first, cell, end], step, letters)
            }
            GoodWord::Anagram => self.anagram_cross_set(input.graph, [first, cell, end], step, letters),
        }
    }

    /// The letters that make a word between the tiles before a cell and those after it.
    #[inline(always)]
    fn cross_set(&self, graph: &Graph, [mut at, cell, end]: [usize; 3], step: usize, letters: u64) -> u64 {
        let mut node = graph.any_node(graph.root());
        while at < cell {
            let letter = usize::from(self.tiles[at].letter());
            if node.children >> letter & 1 == 0 {
                return 0;
            }
            node = graph.any_node(graph.child(&node, letter));
            at += step;
        }
        if cell + step == end {
            return node.accepts & letters;
        }
        // A closure would be compiled for the oldest processor only, which took twice as long.
        let (mut good, mut left) = (0, node.children & letters);
        while left != 0 {
            let letter = left.trailing_zeros() as usize;
            let ends = self.ends(graph, graph.child(&node, letter), cell + step, end, step);
            good |= u64::from(ends) << letter;
            left &= left - 1;
        }
        good
    }

    /// Whether the tiles of these cells end a word from a node on.
    #[inline(always)]
    fn ends(&self, graph: &Graph, mut record: NodeOffset, mut at: usize, end: usize, step: usize) -> bool {
        loop {
            let (node, letter) = (graph.any_node(record), usize::from(self.tiles[at].letter()));
            at += step;
            if at == end {
                return node.accepts(letter);
            }
            if node.children >> letter & 1 == 0 {
                return false;
            }
            record = graph.child(&node, letter);
        }
    }

    /// The letters that make a word with the tiles around a cell in any order.
    fn anagram_cross_set(
        &self,
        sorted: &Graph,
        [first, cell, end]: [usize; 3],
        step: usize,
        letters: u64,
    ) -> u64 {
        let others = (first..end).step_by(step).filter(|&other| other != cell);
        let others: Vec<u8> = others.map(|cell| self.tiles[cell].letter()).collect();
        let good = |&letter: &usize| {
            let mut word = others.clone();
            word.push(letter as u8);
            word.sort_unstable();
            sorted.contains(word)
        };
        ones(letters).filter(good).fold(0, |good, letter| good | 1 << letter)
    }
}

/// Adds the cells from `first` on whose tiles are not the same.
#[inline(always)]
fn collect_changes(changed: &mut Vec<usize>, first: usize, old: &[CellTile], new: &[CellTile]) {
    for (cell, (old, new)) in old.iter().zip(new).enumerate() {
        if old != new {
            changed.push(first + cell);
        }
    }
}
