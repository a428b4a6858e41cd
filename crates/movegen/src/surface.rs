//! A board with tiles, ready to be searched with any rack: planes, cross checks, points.
//!
//! Between two turns only a few squares change, so a surface compares itself with the grid it is shown and redoes
//! those squares whose lanes were touched; the twin in the tests builds each one from nothing.

use crate::graph::{Graph, Record};
use crate::layout::{GlobalPlace, Layout, Sheet, Spot};
use crate::plane::{Bits, PLACES, WORDS, ones};
use crate::stop::{StopCheck, look};
use crate::terms::Terms;
use rules::{Axis, Coord, CrossWords, Factors, GoodWord, Grid, Placed, Points, Rect};
use std::ops::ControlFlow;
use tiles::LetterSet;

/// What a place does to points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Square {
    /// What the points of a tile are multiplied with.
    pub(crate) weights: Weights,
    /// What the word is multiplied with.
    pub(crate) word: i32,
    /// What the other tiles of the cross word count.
    pub(crate) cross: i32,
}

/// The bit that no letter has marks a tile.
pub(crate) const OCCUPIED: u64 = 1;

impl Square {
    const NOWHERE: Square = Square { weights: Weights::new(0, 0), word: 1, cross: 0 };

    /// What the points of a tile laid here are multiplied with; the points themselves for a tile that lies here.
    #[inline(always)]
    pub(crate) fn letter(&self) -> i32 {
        Weights::parts(self.weights.0).0
    }

    /// What the points of a tile laid here add to the cross word, as a factor.
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

    /// What so many points count, in the main word and in the cross word: to be added up and taken apart.
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

/// One plane's lanes with what lies on them.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// Places with a tile.
    pub(crate) occupied: Bits,
    /// Places where a tile may be laid.
    pub(crate) open: Bits,
    /// Open places with a neighbour at right angles, where a tile makes a cross word.
    pub(crate) crossed: Bits,
    /// Open places where a tile joins those on the board (the start square while there are none).
    pub(crate) anchors: Bits,
    /// The letters that may be laid at each place, or the one that lies there together with [`OCCUPIED`].
    pub(crate) letters: [u64; PLACES],
    /// The letters that lie on the board.
    pub(crate) present: u64,
    /// Where each letter lies.
    pub(crate) lies: [Bits; 64],
    pub(crate) squares: [Square; PLACES],
    /// What all tiles at earlier places count: the difference of two is what the tiles between them count.
    pub(crate) before: [i32; PLACES],
    /// The letters that each crossed place has been asked about: only for those its `letters` are known.
    asked: [u64; PLACES],
}

impl Field {
    fn new() -> Field {
        Field {
            occupied: Bits::EMPTY,
            open: Bits::EMPTY,
            crossed: Bits::EMPTY,
            anchors: Bits::EMPTY,
            letters: [0; PLACES],
            present: 0,
            lies: [Bits::EMPTY; 64],
            squares: [Square::NOWHERE; PLACES],
            before: [0; PLACES],
            asked: [0; PLACES],
        }
    }

    #[inline(always)]
    fn add_up(&mut self, sheet: &Sheet) {
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
    fn tidy_up(&mut self) {
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
    fn set(&mut self, place: usize, new: &View) {
        if is_occupied(self.letters[place]) {
            self.lies[tile_of(self.letters[place])].put(place, false);
        }
        if is_occupied(new.letters) {
            self.present |= new.letters;
            self.lies[tile_of(new.letters)].put(place, true);
        }
        (self.squares[place], self.letters[place], self.asked[place]) = (new.square, new.letters, 0);
        self.occupied.put(place, is_occupied(new.letters));
        self.open.put(place, new.open);
        self.crossed.put(place, new.crossed);
        self.anchors.put(place, new.anchor);
    }
}

/// A square as its lane along one axis sees it.
struct View {
    square: Square,
    letters: u64,
    open: bool,
    crossed: bool,
    anchor: bool,
}

/// The tile in a cell: its letter's place (0 for none) and what it adds to a word, in one number, so that many can be
/// compared at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tile(u32);

impl Tile {
    #[inline(always)]
    fn new(placed: Placed) -> Tile {
        Tile(u32::from(placed.face.letter.place()) << 16 | u32::from(placed.face.points as u16))
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
fn differ(old: &[Tile; ABREAST], new: &[Tile; ABREAST]) -> bool {
    let mut difference = 0;
    for at in 0..ABREAST {
        difference |= old[at].0 ^ new[at].0;
    }
    difference != 0
}

/// What a surface is made with.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) layout: &'a Layout,
    /// Where tiles may lie, where the layout has to grow for others.
    pub(crate) room: Option<Rect>,
    pub(crate) terms: &'a Terms,
    /// The words of the lexicon, or their alphagrams where any order of the letters is good.
    pub(crate) graph: &'a Graph,
    pub(crate) start: Coord,
    /// All letters of the alphabet.
    pub(crate) alphabet: LetterSet,
}

/// Whether all tiles of a grid lie where the layout has room for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fit {
    Whole,
    Outgrown,
}

/// How many squares are looked at between two looks at [`StopCheck`]: they take a few microseconds.
const CHUNK: usize = 256;

/// A board with tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    pub(crate) fields: Vec<Field>,
    tiles: Vec<Tile>,
    count: usize,
    next: Vec<Tile>,
    changed: Vec<usize>,
    stale: Vec<usize>,
    /// When a cell was last marked as stale.
    marks: Vec<u32>,
    round: u32,
}

impl Surface {
    pub(crate) fn is_blank(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn is_occupied(&self, cell: usize) -> bool {
        self.tiles[cell].letter() != 0
    }

    /// Brings the surface in line with a grid; one that was told to stop is fit for nothing.
    #[inline(always)]
    pub(crate) fn show(
        &mut self,
        ground: Ground<'_>,
        grid: &Grid,
        stop: StopCheck<'_>,
    ) -> ControlFlow<(), Fit> {
        if self.tiles.len() != ground.layout.terrain.len() {
            self.reset(ground, stop)?;
        }
        self.next_round();
        let was_blank = self.is_blank();
        if self.read(ground, grid) == Fit::Outgrown {
            return ControlFlow::Continue(Fit::Outgrown);
        }
        let terrain = &ground.layout.terrain;
        if was_blank != self.is_blank() && terrain.window().contains(ground.start) {
            self.mark(terrain.cell(ground.start));
        }
        let stale = std::mem::take(&mut self.stale);
        let flow = self.refresh_all(ground, &stale, stop);
        self.stale = stale;
        for (field, sheet) in self.fields.iter_mut().zip(&ground.layout.sheets) {
            field.add_up(sheet);
            field.tidy_up();
        }
        flow.map_continue(|()| Fit::Whole)
    }

    /// Forgets all tiles, as after a change of the layout.
    fn reset(&mut self, ground: Ground<'_>, stop: StopCheck<'_>) -> ControlFlow<()> {
        let cells = ground.layout.terrain.len();
        self.fields.clear();
        for _ in &ground.layout.sheets {
            self.fields.push(Field::new());
            look(stop)?;
        }
        self.tiles = vec![Tile::default(); cells];
        self.marks = vec![0; cells];
        (self.count, self.round) = (0, 0);
        let terrain = &ground.layout.terrain;
        let squares: Vec<usize> = terrain.window().places().map(|at| terrain.cell(at)).collect();
        self.refresh_all(ground, &squares, stop)
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
    fn read(&mut self, ground: Ground<'_>, grid: &Grid) -> Fit {
        let terrain = &ground.layout.terrain;
        let room = ground.room.unwrap_or(terrain.window());
        self.next.clear();
        self.next.resize(self.tiles.len(), Tile::default());
        let mut count = 0;
        for (at, placed) in grid.iter() {
            if room.contains(at) {
                self.next[terrain.cell(at)] = Tile::new(placed);
                count += 1;
            } else if ground.room.is_some() {
                return Fit::Outgrown;
            }
        }
        self.count = count;
        self.compare();
        std::mem::swap(&mut self.tiles, &mut self.next);
        for index in 0..self.changed.len() {
            self.mark_around(ground, self.changed[index]);
        }
        Fit::Whole
    }

    /// Finds the cells whose tiles change.
    #[inline(always)]
    fn compare(&mut self) {
        self.changed.clear();
        let (old, new) = (self.tiles.as_chunks::<ABREAST>(), self.next.as_chunks::<ABREAST>());
        for (index, (old, new)) in old.0.iter().zip(new.0).enumerate() {
            if differ(old, new) {
                note_changes(&mut self.changed, index * ABREAST, old, new);
            }
        }
        note_changes(&mut self.changed, old.0.len() * ABREAST, old.1, new.1);
    }

    /// A changed tile matters to its own cell, to its neighbours, and to the cells at the ends of its runs.
    #[inline(always)]
    fn mark_around(&mut self, ground: Ground<'_>, cell: usize) {
        self.mark(cell);
        for axis in Axis::BOTH {
            let step = ground.layout.terrain.step(axis);
            let (mut before, mut after) = (cell - step, cell + step);
            while self.tiles[before].letter() != 0 {
                before -= step;
            }
            while self.tiles[after].letter() != 0 {
                after += step;
            }
            [before, after].into_iter().for_each(|end| {
                if ground.layout.terrain.square(end).is_some() {
                    self.mark(end);
                }
            });
        }
    }

    #[inline(always)]
    fn refresh_all(&mut self, ground: Ground<'_>, cells: &[usize], stop: StopCheck<'_>) -> ControlFlow<()> {
        for cells in cells.chunks(CHUNK) {
            for &cell in cells {
                self.refresh(ground, cell);
            }
            look(stop)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn refresh(&mut self, ground: Ground<'_>, cell: usize) {
        let near = Axis::BOTH.map(|axis| self.has_neighbour(cell, ground.layout.terrain.step(axis)));
        for axis in Axis::BOTH {
            let places = ground.layout.places(axis, cell);
            if places.is_empty() {
                continue;
            }
            let view = self.view(ground, axis, cell, near);
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
    fn field(&mut self, place: GlobalPlace) -> &mut Field {
        &mut self.fields[place as usize / PLACES]
    }

    #[inline(always)]
    fn view(&self, ground: Ground<'_>, axis: Axis, cell: usize, near: [bool; 2]) -> View {
        let tile = self.tiles[cell];
        if tile.letter() != 0 {
            let letters = 1 << tile.letter() | OCCUPIED;
            let square = Square {
                weights: Weights::new(tile.points().wrapping_mul(ground.terms.used.letter), 0),
                ..Square::NOWHERE
            };
            return View { square, letters, open: false, crossed: false, anchor: false };
        }
        self.empty_view(ground, axis, cell, near)
    }

    #[inline(always)]
    fn empty_view(&self, ground: Ground<'_>, axis: Axis, cell: usize, near: [bool; 2]) -> View {
        let (crossed, aside) = (near[axis.other() as usize], ground.layout.terrain.step(axis.other()));
        let factors = ground.layout.terrain.square(cell).map_or(Factors::NONE, |square| square.factors);
        let plain =
            Square { weights: Weights::new(factors.letter, 0), word: factors.word, ..Square::NOWHERE };
        let open = !crossed || ground.terms.cross == CrossWords::Counted;
        let square = match (crossed, open) {
            (false, _) => plain,
            (true, true) => self.crossed(ground, cell, aside, plain),
            (true, false) => Square::NOWHERE,
        };
        let letters = if crossed { 0 } else { ground.alphabet.bits() };
        let joins = open && (crossed || near[axis as usize]);
        let begins = self.is_blank() && cell == ground.layout.terrain.cell(ground.start);
        View { square, letters, open, crossed, anchor: joins || begins }
    }

    /// A square with tiles before or after it in the other direction; its letters are not known yet.
    #[inline(always)]
    fn crossed(&self, ground: Ground<'_>, cell: usize, step: usize, plain: Square) -> Square {
        let (first, end) = self.run(cell, step);
        let cells = (first..end).step_by(step);
        let points: i32 = cells.map(|cell| self.tiles[cell].points()).sum();
        Square {
            weights: Weights::new(plain.letter(), plain.letter().wrapping_mul(plain.word)),
            cross: points.wrapping_mul(ground.terms.used.letter).wrapping_mul(plain.word),
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

    /// Finds out which of these letters make good cross words, wherever that is not known yet.
    ///
    /// Only the letters of the rack are ever asked about, 7 of 26 at most without a blank, and what has been asked is
    /// kept as long as the place's run does not change.
    #[inline(always)]
    pub(crate) fn ask(&mut self, ground: Ground<'_>, letters: u64, stop: StopCheck<'_>) -> ControlFlow<()> {
        for (number, sheet) in ground.layout.sheets.iter().enumerate() {
            for word in 0..sheet.words.min(WORDS) {
                let field = &self.fields[number];
                let crossed = field.open.0[word] & field.crossed.0[word];
                for bit in ones(crossed) {
                    self.ask_place(ground, number, word * 64 + bit, letters);
                }
                if crossed != 0 {
                    look(stop)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn ask_place(&mut self, ground: Ground<'_>, number: usize, place: usize, letters: u64) {
        let new = letters & !self.fields[number].asked[place];
        if new != 0 {
            let good = self.good_letters(ground, &ground.layout.sheets[number].spots[place], new);
            let field = &mut self.fields[number];
            field.letters[place] |= good;
            field.asked[place] |= new;
        }
    }

    #[inline(always)]
    fn good_letters(&self, ground: Ground<'_>, spot: &Spot, letters: u64) -> u64 {
        let step = ground.layout.terrain.step(spot.axis.other());
        let cell = spot.cell as usize;
        let (first, end) = self.run(cell, step);
        match ground.terms.good {
            GoodWord::Listed => self.hooks(ground.graph, [first, cell, end], step, letters),
            GoodWord::Anagram => self.jumbled_hooks(ground.graph, [first, cell, end], step, letters),
        }
    }

    /// The letters that make a word between the tiles before a cell and those after it.
    #[inline(always)]
    fn hooks(&self, graph: &Graph, [mut at, cell, end]: [usize; 3], step: usize, letters: u64) -> u64 {
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
    fn ends(&self, graph: &Graph, mut record: Record, mut at: usize, end: usize, step: usize) -> bool {
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
    fn jumbled_hooks(
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
fn note_changes(changed: &mut Vec<usize>, first: usize, old: &[Tile], new: &[Tile]) {
    for (cell, (old, new)) in old.iter().zip(new).enumerate() {
        if old != new {
            changed.push(first + cell);
        }
    }
}
