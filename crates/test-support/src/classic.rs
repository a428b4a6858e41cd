//! The classic game.
#![allow(missing_docs)]

use lexicon::WordGraph;
use rules::*;
use std::sync::{Arc, LazyLock};
use tiles::{Alphabet, Face, TileSet, TileSetDraft, Tiles};

const PREMIUMS: [&str; 8] =
    ["=..'...=", ".-...\"..", "..-...'.", "'..-...'", "....-...", ".\"...\"..", "..'...'.", "=..'...-"];

const LETTERS: [(i16, u16); 26] = [
    (1, 9),
    (3, 2),
    (3, 2),
    (2, 4),
    (1, 12),
    (4, 2),
    (2, 3),
    (4, 2),
    (1, 9),
    (8, 1),
    (5, 1),
    (1, 4),
    (3, 2),
    (1, 6),
    (1, 8),
    (3, 2),
    (10, 1),
    (1, 6),
    (1, 4),
    (1, 6),
    (1, 4),
    (4, 2),
    (4, 2),
    (8, 1),
    (4, 2),
    (10, 1),
];

/// The default word list.
pub static ENGLISH: LazyLock<WordGraph> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../presets/lexicon/english.txt");
    let alphabet = Alphabet::english();
    let text = std::fs::read(path).unwrap();
    let list = lexicon::text::read(&text, &alphabet, lexicon::text::Columns::Whole);
    WordGraph::build("english", &alphabet, &list.into_words().unwrap()).unwrap()
});

/// The hundred English tiles.
pub fn tiles() -> TileSet {
    let alphabet = Alphabet::english();
    let letters: Vec<_> = alphabet.letters().collect();
    let mut draft = TileSetDraft::new("english", alphabet);
    letters
        .into_iter()
        .zip(LETTERS)
        .for_each(|(letter, (points, count))| draft.add([Face::new(letter, points)], count));
    draft.add_blank(0, 2);
    TileSet::try_from(draft).unwrap()
}

fn factors(mark: u8) -> (SquareId, Factors) {
    match mark {
        b'\'' => (1, Factors { letter: 2, word: 1 }),
        b'"' => (2, Factors { letter: 3, word: 1 }),
        b'-' => (3, Factors { letter: 1, word: 2 }),
        b'=' => (4, Factors { letter: 1, word: 3 }),
        _ => (0, Factors::NONE),
    }
}

/// The five kinds of square.
pub fn squares() -> Vec<SquareDraft> {
    let kind = |mark| {
        let (id, factors) = factors(mark);
        SquareDraft { id, name: format!("square {id}"), effect: SquareEffect::Factors(factors) }
    };
    [b'.', b'\'', b'"', b'-', b'='].map(kind).into()
}

/// The classic board as a picture.
pub fn board() -> Board {
    let window = Rect { min: Coord::new(0, 0), max: Coord::new(14, 14) };
    let mark = |at: Coord| PREMIUMS[at.y.min(14 - at.y) as usize].as_bytes()[at.x.min(14 - at.x) as usize];
    let ids = window.places().map(|at| Some(factors(mark(at)).0)).collect();
    let layout = BoardLayout::Cells { window, ids };
    board_of(Coord::new(7, 7), layout)
}

/// A board with the classic squares.
pub fn board_of(start: Coord, layout: BoardLayout) -> Board {
    let (title, squares, dialect) = ("classic".to_owned(), squares(), Dialect::Left);
    Board::try_from(BoardDraft { title, start, layout, squares, used: 0, print: None, dialect, seed: None })
        .unwrap()
}

/// The same squares computed by a program.
pub fn program_board(unbounded: bool) -> Board {
    let mut source = "declare a; declare b; a := _x_ - 7; b := _y_ - 7; \
        if (a < 0) then { a := -a }; if (b < 0) then { b := -b }; _result_ := 0; "
        .to_owned();
    for (y, row) in PREMIUMS.iter().enumerate() {
        for (x, mark) in row.bytes().enumerate().filter(|&(_, mark)| mark != b'.') {
            let id = factors(mark).0;
            source += &format!("if (a = {} /\\ (b = {})) then {{ _result_ := {id} }}; ", 7 - x, 7 - y);
        }
    }
    if !unbounded {
        source += "if (a > 7 \\/ (b > 7)) then { _result_ := -1 }; ";
    }
    source += "_result_ := _result_";
    board_of(Coord::new(7, 7), BoardLayout::Program { source, unbounded })
}

/// Classic rules on a board.
pub fn rules_on(board: Board) -> Ruleset {
    Ruleset::try_from(draft(board, Arc::new(tiles()))).unwrap()
}

/// Classic rules.
pub fn rules() -> Ruleset {
    rules_on(board())
}

/// Rules with a board and tiles; an opening play of one tile is legal.
pub fn draft(board: Board, tiles: Arc<TileSet>) -> RulesetDraft {
    RulesetDraft { opening_tiles: 1, ..RulesetDraft::new("classic", board, tiles) }
}

/// How many blanks are on the first rack of a position line.
pub fn blanks(cgp: &str) -> usize {
    let racks = cgp.split(' ').nth(1).unwrap();
    racks.split('/').next().unwrap().matches('?').count()
}

/// Reads rows and the first rack of a position line.
pub fn read(rules: &Ruleset, cgp: &str) -> (Grid, Tiles) {
    let mut grid = empty_grid(&rules.board);
    let mut fields = cgp.split(' ');
    for (y, row) in fields.next().unwrap().split('/').enumerate() {
        read_row(rules, &mut grid, y as i32, row);
    }
    let rack = fields.next().unwrap().split('/').next().unwrap();
    (grid, rules.tiles.parse_tiles(rack).unwrap())
}

fn read_row(rules: &Ruleset, grid: &mut Grid, y: i32, row: &str) {
    let (mut x, mut gap) = (0, 0);
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            gap = gap * 10 + digit as i32;
            continue;
        }
        x += std::mem::take(&mut gap);
        let letter = rules.tiles.alphabet().letter(&c.to_uppercase().to_string()).unwrap();
        let tile =
            if c.is_lowercase() { rules.tiles.wild(letter) } else { rules.tiles.plain(letter) }.unwrap();
        let face = rules.tiles.kind(tile).unwrap().face_for(letter).unwrap();
        grid.put(Coord::new(x, y), BoardTile { tile, face });
        x += 1;
    }
}
