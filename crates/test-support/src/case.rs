//! Random small games of every kind.
#![allow(missing_docs)]

use crate::classic;
use lexicon::WordGraph;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::*;
use std::sync::Arc;
use tiles::{Alphabet, Face, Letter, LetterDraft, TileId, TileSet, TileSetDraft, Tiles};

/// A position with everything that is needed to find its plays.
#[derive(Debug)]
pub struct GameCase {
    pub rules: Ruleset,
    pub graph: WordGraph,
    pub grid: Grid,
    pub rack: Tiles,
}

/// What kind of case to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaseKind {
    /// Plain factors.
    Plain,
    /// Squares with programs that are not plain factors.
    Programs,
    /// An unbounded board.
    Unbounded,
    /// One long row or column, longer than a machine word.
    Long,
    /// A board of 26 by 99 squares, with five tiles on the rack.
    Vast,
    /// Factors and points so large that sums overflow.
    Huge,
    /// Five to twelve tiles on the rack, and a board so small that few of them can be laid.
    Racks,
}

struct CaseMaker {
    random: StdRng,
    kind: CaseKind,
    letters: Vec<Letter>,
}

impl GameCase {
    /// The case with this number.
    pub fn new(kind: CaseKind, seed: u64) -> GameCase {
        let mut maker = CaseMaker { random: StdRng::seed_from_u64(seed), kind, letters: Vec::new() };
        let alphabet = maker.alphabet();
        let tiles = maker.tiles(alphabet.clone());
        let graph = maker.graph(&alphabet);
        let board = maker.board();
        let rules = maker.rules(board, tiles);
        let grid = maker.grid(&rules);
        let rack = maker.rack(&rules);
        GameCase { rules, graph, grid, rack }
    }
}

impl CaseMaker {
    fn below(&mut self, n: usize) -> usize {
        self.random.random_range(0..n)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn alphabet(&mut self) -> Alphabet {
        let size = self.pick(&[3, 3, 4, 26, 31, 32, 63]);
        let name = |n: usize| format!("{}{}", (b'A' + (n / 8) as u8) as char, (b'A' + (n % 8) as u8) as char);
        let draft = |n: usize| LetterDraft {
            upper: name(n),
            lower: None,
            vowel: n.is_multiple_of(3),
            aliases: Vec::new(),
        };
        let alphabet = Alphabet::new((0..size).map(draft)).unwrap();
        let all: Vec<Letter> = alphabet.letters().collect();
        self.letters = (0..3).map(|_| self.pick(&all)).chain([*all.last().unwrap()]).collect();
        alphabet
    }

    fn face(&mut self) -> Face {
        let points = match self.kind {
            CaseKind::Huge => self.pick(&[i16::MAX, i16::MIN, 1]),
            _ => self.random.random_range(-1..5),
        };
        let letters = self.letters.clone();
        Face::new(self.pick(&letters), points)
    }

    fn tiles(&mut self, alphabet: Alphabet) -> TileSet {
        let mut draft = TileSetDraft::new("case", alphabet);
        let kinds = 2 + self.below(4);
        let mut seen = Vec::new();
        for _ in 0..kinds {
            let faces = if self.chance(70) { 1 } else { 1 + self.below(3) };
            let mut faces: Vec<Face> = (0..faces).map(|_| self.face()).collect();
            faces.sort();
            faces.dedup();
            if !seen.contains(&faces) {
                seen.push(faces.clone());
                draft.add(faces, 12);
            }
        }
        TileSet::try_from(draft).unwrap()
    }

    fn graph(&mut self, alphabet: &Alphabet) -> WordGraph {
        let words = 5 + self.below(60);
        let letters = self.letters.clone();
        let word = |maker: &mut CaseMaker| {
            let length = maker.pick(&[1, 2, 2, 3, 3, 4, 5, 7]);
            (0..length).map(|_| maker.pick(&letters)).collect::<Vec<_>>()
        };
        let list: Vec<Vec<Letter>> = (0..words).map(|_| word(self)).collect();
        WordGraph::build("case", alphabet, &list).unwrap()
    }

    fn squares(&mut self) -> Vec<SquareDraft> {
        (0..4).map(|id| SquareDraft { id, name: format!("square {id}"), effect: self.effect() }).collect()
    }

    fn effect(&mut self) -> SquareEffect {
        let programs = [
            "_result_ := _acc_ + pointValue(_pos_) * (_pos_ + 1)",
            "if (isVowel(charValue(_pos_))) then { _result_ := _acc_ + 5 } else { _result_ := _acc_ * 2 }",
            "_result_ := _acc_ / pointValue(_pos_)",
            "_result_ := _acc_ + pointValue(0)",
        ];
        if self.kind == CaseKind::Programs && self.chance(60) {
            let steps = 1 + self.below(2);
            return SquareEffect::Steps(
                (0..steps).map(|n| (n as i32 * 2, self.pick(&programs).to_owned())).collect(),
            );
        }
        let number = |maker: &mut CaseMaker| match maker.kind {
            CaseKind::Huge => maker.pick(&[1, 70_000, i32::MIN, -3]),
            _ => maker.pick(&[1, 1, 1, 2, 3, 0, -2]),
        };
        SquareEffect::Factors(Factors { letter: number(self), word: number(self) })
    }

    fn board(&mut self) -> Board {
        loop {
            let draft = self.board_draft();
            if let Ok(board) = Board::try_from(draft) {
                return board;
            }
        }
    }

    fn board_draft(&mut self) -> BoardDraft {
        let (long, short) = (64 + self.below(80), 1 + self.below(2));
        let (width, height) = match (self.kind, self.chance(50)) {
            (CaseKind::Vast, _) => (99, 26),
            (CaseKind::Racks, _) => (2 + self.below(3), 1 + self.below(3)),
            (CaseKind::Long, true) => (short, long),
            (CaseKind::Long, false) => (long, short),
            _ => (1 + self.below(5), 1 + self.below(5)),
        };
        let corner = Coord::new(self.below(7) as i32 - 3, self.below(7) as i32 - 3);
        let max = Coord::new(corner.x + width as i32 - 1, corner.y + height as i32 - 1);
        let window = Rect { min: corner, max };
        let start = Coord::new(corner.x + self.below(width) as i32, corner.y + self.below(height) as i32);
        let holes = self.pick(&[0, 0, 20]);
        let layout = if self.kind == CaseKind::Unbounded {
            let source = self.pick(&[
                "_result_ := (_x_ * _x_ + _y_) % 4",
                "if (_x_ = 1 /\\ _y_ > 0) then { _result_ := -1 } else { _result_ := 1 }",
                "_result_ := 0",
            ]);
            BoardLayout::Program { source: source.to_owned(), unbounded: true }
        } else {
            let ids =
                (0..window.area()).map(|_| (!self.chance(holes)).then(|| self.below(4) as i32)).collect();
            BoardLayout::Cells { window, ids }
        };
        let (title, squares, used) = ("case".to_owned(), self.squares(), self.below(4) as i32);
        BoardDraft { title, start, layout, squares, used, print: None, dialect: Dialect::Left, seed: None }
    }

    fn rules(&mut self, board: Board, tiles: TileSet) -> Ruleset {
        let mut draft = classic::draft(board, Arc::new(tiles));
        draft.rack_size = match self.kind {
            CaseKind::Vast => 5,
            CaseKind::Racks => 12,
            _ => 4,
        };
        draft.seats = SeatRange { min: 1, max: 1 };
        draft.bonus =
            (0..self.below(3)).map(|n| Bonus { tiles: 1 + n as u8 * 2, points: 7 - n as i32 * 9 }).collect();
        draft.opening_tiles = self.pick(&[1, 1, 2, 3]);
        draft.wild = if self.chance(70) { WildPolicy::Any } else { WildPolicy::NotOnRack };
        let cross = if self.chance(75) { CrossWords::Counted } else { CrossWords::Forbidden };
        let good = if self.chance(75) { GoodWord::Listed } else { GoodWord::Anagram };
        draft.words = WordRules { cross, good };
        Ruleset::try_from(draft).unwrap()
    }

    fn grid(&mut self, rules: &Ruleset) -> Grid {
        let mut grid = empty_grid(&rules.board);
        if self.chance(20) {
            return grid;
        }
        let near = Rect { min: rules.board.start(), max: rules.board.start() }.expand(2);
        let window = match self.kind {
            CaseKind::Vast => near,
            _ => rules.board.window().unwrap_or(near),
        };
        let percent = self.pick(&[3, 15, 30, 50]);
        for at in window.places().filter(|&at| rules.board.has(at)) {
            if self.chance(percent) {
                let tile = TileId(self.below(rules.tiles.kinds().count()) as u8);
                let faces = rules.tiles.kind(tile).unwrap().faces();
                grid.put(at, BoardTile { tile, face: faces[self.below(faces.len())] });
            }
        }
        grid
    }

    fn rack(&mut self, rules: &Ruleset) -> Tiles {
        let (least, most) = match self.kind {
            CaseKind::Long => (1, 2),
            CaseKind::Vast => (5, 1),
            CaseKind::Racks => (5, 8),
            _ => (1, 4),
        };
        let (size, kinds) = (least + self.below(most), rules.tiles.kinds().count());
        (0..size).map(|_| TileId(self.below(kinds) as u8)).collect()
    }
}
