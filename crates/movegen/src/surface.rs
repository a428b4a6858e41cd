//! A board with tiles, ready to be searched with any rack: planes, cross checks, points.
//!
//! Between two turns only a few squares change, so a surface compares itself with the grid it is shown and redoes
//! those squares whose lanes were touched; the twin in the tests builds each one from nothing.

use crate::layout::{GlobalPlace, Layout};
use crate::plane::{Bits, PLACES};
use crate::terms::Terms;
use lexicon::{NodeId, Walk};
use rules::{Axis, Coord, CrossWords, Factors, GoodWord, Grid, Placed};
use tiles::{Letter, LetterSet};

/// What the search reads about one place. With a tile on it: the letter, and what that adds to a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Square {
    /// The letters that may be laid here, or the one that lies here together with [`OCCUPIED`].
    pub(crate) letters: u64,
    /// What the points of a tile laid here are multiplied with; the points themselves for a tile that lies here.
    pub(crate) letter: i32,
    /// What the word is multiplied with.
    pub(crate) word: i32,
    /// What the points of a tile laid here add to the cross word, as a factor.
    pub(crate) cross_letter: i32,
    /// What the other tiles of the cross word count.
    pub(crate) cross: i32,
}

/// The bit that no letter has marks a tile.
pub(crate) const OCCUPIED: u64 = 1;

impl Square {
    const NOWHERE: Square = Square { letters: 0, letter: 0, word: 1, cross_letter: 0, cross: 0 };

    #[inline(always)]
    pub(crate) fn is_occupied(&self) -> bool {
        self.letters & OCCUPIED != 0
    }
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
    /// Places that hold each letter.
    pub(crate) letters: Box<[Bits; 64]>,
    /// The letters that lie on the board.
    pub(crate) present: u64,
    pub(crate) squares: Box<[Square; PLACES + 1]>,
}

impl Field {
    fn new() -> Field {
        Field {
            occupied: Bits::EMPTY,
            open: Bits::EMPTY,
            crossed: Bits::EMPTY,
            anchors: Bits::EMPTY,
            letters: Box::new([Bits::EMPTY; 64]),
            present: 0,
            squares: Box::new([Square::NOWHERE; PLACES + 1]),
        }
    }

    fn set(&mut self, place: usize, new: &View) {
        let old = std::mem::replace(&mut self.squares[place], new.square);
        if old.is_occupied() {
            self.letters[letter_of(&old)].put(place, false);
        }
        if new.square.is_occupied() {
            let letter = letter_of(&new.square);
            self.letters[letter].put(place, true);
            self.present |= 1 << letter;
        }
        self.occupied.put(place, new.square.is_occupied());
        self.open.put(place, new.square.letters > OCCUPIED && !new.square.is_occupied());
        self.crossed.put(place, new.crossed);
        self.anchors.put(place, new.anchor);
    }
}

fn letter_of(square: &Square) -> usize {
    (square.letters & !OCCUPIED).trailing_zeros() as usize % 64
}

/// A square as its lane along one axis sees it.
struct View {
    square: Square,
    crossed: bool,
    anchor: bool,
}

/// The tile in a cell: its letter's place (0 for none) and what it adds to a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tile {
    letter: u8,
    points: i16,
}

/// What a surface is made with.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) terms: &'a Terms,
    /// The words of the lexicon, or their alphagrams where any order of the letters is good.
    pub(crate) graph: Walk<'a>,
    pub(crate) start: Coord,
    /// All letters of the alphabet.
    pub(crate) alphabet: LetterSet,
}

/// A board with tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    pub(crate) fields: Vec<Field>,
    tiles: Vec<Tile>,
    count: usize,
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
        self.tiles[cell].letter != 0
    }

    /// Brings the surface in line with a grid.
    pub(crate) fn show(&mut self, ground: Ground<'_>, grid: &Grid) {
        if self.tiles.len() != ground.layout.terrain.len() {
            self.reset(ground);
        }
        self.next_round();
        let was_blank = self.is_blank();
        self.read(ground, grid);
        if was_blank != self.is_blank() {
            self.mark(ground.layout.terrain.cell(ground.start));
        }
        let stale = std::mem::take(&mut self.stale);
        stale.iter().for_each(|&cell| self.refresh(ground, cell));
        self.stale = stale;
    }

    /// Forgets all tiles, as after a change of the layout.
    pub(crate) fn reset(&mut self, ground: Ground<'_>) {
        let cells = ground.layout.terrain.len();
        self.fields = ground.layout.sheets.iter().map(|_| Field::new()).collect();
        self.tiles = vec![Tile::default(); cells];
        self.marks = vec![0; cells];
        (self.count, self.round) = (0, 0);
        let squares = ground.layout.terrain.window().places().map(|at| ground.layout.terrain.cell(at));
        squares.for_each(|cell| self.refresh(ground, cell));
    }

    fn next_round(&mut self) {
        self.stale.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.marks.fill(0);
            self.round = 1;
        }
    }

    fn mark(&mut self, cell: usize) {
        if std::mem::replace(&mut self.marks[cell], self.round) != self.round {
            self.stale.push(cell);
        }
    }

    /// Takes over the grid's tiles and marks all cells for which that changes anything.
    fn read(&mut self, ground: Ground<'_>, grid: &Grid) {
        let terrain = &ground.layout.terrain;
        let mut changed = std::mem::take(&mut self.changed);
        changed.clear();
        let mut count = 0;
        for at in terrain.window().places() {
            let (cell, tile) = (terrain.cell(at), grid.get(at).map_or(Tile::default(), tile));
            count += usize::from(tile.letter != 0);
            if self.tiles[cell] != tile {
                self.tiles[cell] = tile;
                changed.push(cell);
            }
        }
        self.count = count;
        changed.iter().for_each(|&cell| self.mark_around(ground, cell));
        self.changed = changed;
    }

    /// A changed tile matters to its own cell, to its neighbours, and to the cells at the ends of its runs.
    fn mark_around(&mut self, ground: Ground<'_>, cell: usize) {
        self.mark(cell);
        for axis in Axis::BOTH {
            let step = ground.layout.terrain.step(axis);
            let (mut before, mut after) = (cell - step, cell + step);
            while self.tiles[before].letter != 0 {
                before -= step;
            }
            while self.tiles[after].letter != 0 {
                after += step;
            }
            [before, after].into_iter().for_each(|end| {
                if ground.layout.terrain.square(end).is_some() {
                    self.mark(end);
                }
            });
        }
    }

    fn refresh(&mut self, ground: Ground<'_>, cell: usize) {
        for axis in Axis::BOTH {
            let places = ground.layout.places(axis, cell);
            if places.is_empty() {
                continue;
            }
            let view = self.view(ground, axis, cell);
            places.iter().for_each(|&place| self.field(place).set(place as usize % PLACES, &view));
        }
    }

    fn field(&mut self, place: GlobalPlace) -> &mut Field {
        &mut self.fields[place as usize / PLACES]
    }

    fn view(&self, ground: Ground<'_>, axis: Axis, cell: usize) -> View {
        let tile = self.tiles[cell];
        if tile.letter != 0 {
            let square = Square {
                letters: 1 << tile.letter | OCCUPIED,
                letter: i32::from(tile.points).wrapping_mul(ground.terms.used.letter),
                ..Square::NOWHERE
            };
            return View { square, crossed: false, anchor: false };
        }
        self.empty_view(ground, axis, cell)
    }

    fn empty_view(&self, ground: Ground<'_>, axis: Axis, cell: usize) -> View {
        let (along, aside) = (ground.layout.terrain.step(axis), ground.layout.terrain.step(axis.other()));
        let beside = |step: usize| self.tiles[cell - step].letter != 0 || self.tiles[cell + step].letter != 0;
        let crossed = beside(aside);
        let factors = ground.layout.terrain.square(cell).map_or(Factors::NONE, |square| square.factors);
        let plain = Square {
            letters: ground.alphabet.bits(),
            letter: factors.letter,
            word: factors.word,
            ..Square::NOWHERE
        };
        let square = match (crossed, ground.terms.cross) {
            (false, _) => plain,
            (true, CrossWords::Counted) => self.crossed(ground, cell, aside, plain),
            (true, CrossWords::Forbidden) => Square::NOWHERE,
        };
        let joins = match ground.terms.cross {
            CrossWords::Counted => crossed || beside(along),
            CrossWords::Forbidden => beside(along),
        };
        let begins = self.is_blank() && cell == ground.layout.terrain.cell(ground.start);
        View { square, crossed, anchor: (joins || begins) && square.letters != 0 }
    }

    /// A square with tiles before or after it in the other direction.
    fn crossed(&self, ground: Ground<'_>, cell: usize, step: usize, plain: Square) -> Square {
        let (mut first, mut end) = (cell, cell + step);
        while self.tiles[first - step].letter != 0 {
            first -= step;
        }
        while self.tiles[end].letter != 0 {
            end += step;
        }
        let run = |from: usize, to: usize| (from..to).step_by(step).map(|cell| self.tiles[cell]);
        let others = || run(first, cell).chain(run(cell + step, end));
        let points: i32 = others().map(|tile| i32::from(tile.points)).sum();
        let letters = match ground.terms.good {
            GoodWord::Listed => hooks(ground.graph, run(first, cell), run(cell + step, end)),
            GoodWord::Anagram => jumbled_hooks(ground.graph, ground.alphabet, others()),
        };
        Square {
            letters: letters.bits(),
            cross_letter: plain.letter.wrapping_mul(plain.word),
            cross: points.wrapping_mul(ground.terms.used.letter).wrapping_mul(plain.word),
            ..plain
        }
    }
}

fn tile(placed: Placed) -> Tile {
    Tile { letter: placed.face.letter.place(), points: placed.face.points }
}

fn letter(tile: Tile) -> Option<Letter> {
    Letter::new(tile.letter)
}

/// The letters that make a word between these tiles.
fn hooks(
    graph: Walk<'_>,
    before: impl Iterator<Item = Tile>,
    after: impl Iterator<Item = Tile> + Clone,
) -> LetterSet {
    let mut at = Some(graph.root());
    for tile in before {
        at = at.zip(letter(tile)).and_then(|(id, letter)| graph.step(id, letter));
    }
    let Some(id) = at else { return LetterSet::EMPTY };
    let node = graph.node(id);
    let mut after = after.peekable();
    if after.peek().is_none() {
        return node.accepts;
    }
    graph
        .children(node)
        .filter(|&(_, child)| ends(graph, child, after.clone()))
        .map(|(letter, _)| letter)
        .collect()
}

/// Whether these tiles end a word from a node on.
fn ends(graph: Walk<'_>, mut id: NodeId, tiles: impl Iterator<Item = Tile>) -> bool {
    let mut good = false;
    for tile in tiles {
        let Some(letter) = letter(tile) else { return false };
        let node = graph.node(id);
        if !node.children.contains(letter) {
            return false;
        }
        good = node.accepts.contains(letter);
        id = graph.child(node, letter);
    }
    good
}

/// The letters that make a word with these tiles in any order.
fn jumbled_hooks(alphagrams: Walk<'_>, alphabet: LetterSet, tiles: impl Iterator<Item = Tile>) -> LetterSet {
    let others: Vec<Letter> = tiles.filter_map(letter).collect();
    let good = |&letter: &Letter| {
        let mut word = others.clone();
        word.push(letter);
        word.sort_unstable();
        alphagrams.contains(&word)
    };
    alphabet.iter().filter(good).collect()
}
