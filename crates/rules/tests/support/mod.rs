//! A small game built by hand, and short ways to play it.
#![allow(dead_code, unreachable_pub, reason = "every test file uses another part")]

use lexicon::{AnyWord, WordGraph, WordList};
use quixotry_rules::*;
use std::sync::Arc;
use tiles::{Alphabet, Face, TileId, TileSet, TileSetDraft, Tiles};

/// The classic board: id 1 letter ×2, 2 letter ×3, 3 word ×2, 4 word ×3.
const CLASSIC: [&str; 8] = [
    "4..1...4...1..4",
    ".3...2...2...3.",
    "..3...1.1...3..",
    "1..3...1...3..1",
    "....3.....3....",
    ".2...2...2...2.",
    "..1...1.1...1..",
    "4..1...3...1..4",
];

pub fn squares() -> Vec<SquareDraft> {
    let factors = [(1, 1), (2, 1), (3, 1), (1, 2), (1, 3)];
    let square = |(id, (letter, word))| SquareDraft {
        id,
        name: format!("letter ×{letter}, word ×{word}"),
        effect: SquareEffect::Factors(Factors { letter, word }),
    };
    (0..).zip(factors).map(square).collect()
}

pub fn classic_board() -> Board {
    let rows = CLASSIC.iter().chain(CLASSIC.iter().rev().skip(1));
    let ids = rows.flat_map(|row| row.chars().map(|sign| Some(sign.to_digit(10).unwrap_or(0) as i32)));
    let window = Rect::between(Coord::new(0, 0), Coord::new(14, 14));
    board(BoardLayout::Cells { window, ids: ids.collect() }, Coord::new(7, 7))
}

pub fn board(layout: BoardLayout, start: Coord) -> Board {
    let (title, squares) = ("test".to_owned(), squares());
    Board::try_from(BoardDraft {
        title,
        start,
        layout,
        squares,
        used: 0,
        print: None,
        dialect: Dialect::Left,
        seed: None,
    })
    .unwrap_or_else(|faults| panic!("{faults}"))
}

const VALUES: [i16; 26] = [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];
const COUNTS: [u16; 26] = [9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1];

pub fn english() -> TileSet {
    let alphabet = Alphabet::english();
    let mut draft = TileSetDraft::new("english", alphabet.clone());
    for ((letter, points), count) in alphabet.letters().zip(VALUES).zip(COUNTS) {
        draft.add([Face::new(letter, points)], count);
    }
    draft.add_blank(0, 2);
    TileSet::try_from(draft).unwrap()
}

pub fn draft() -> RulesetDraft {
    let draft = RulesetDraft::new("test", classic_board(), Arc::new(english()));
    RulesetDraft { forfeit: ForfeitPolicy::OthersWin, ..draft }
}

/// The usual rules with something changed.
pub fn rules_with(change: impl FnOnce(&mut RulesetDraft)) -> Ruleset {
    let mut draft = draft();
    change(&mut draft);
    Ruleset::try_from(draft).unwrap_or_else(|faults| panic!("{faults}"))
}

pub fn rules() -> Ruleset {
    rules_with(|_| {})
}

pub fn lexicon(words: &str) -> Arc<dyn WordList> {
    let alphabet = Alphabet::english();
    let words: Vec<_> = words.split_whitespace().map(|word| alphabet.parse_word(word).unwrap()).collect();
    Arc::new(WordGraph::build("test", &alphabet, &words).unwrap())
}

/// Chance that deals racks as they are written and after that draws the first tile there is.
pub struct Stacked(pub Vec<TileId>);

impl Chance for Stacked {
    fn below(&mut self, _bound: u32) -> u32 {
        0
    }

    fn draw(&mut self, bag: &mut Tiles) -> Option<TileId> {
        while let Some(id) = (!self.0.is_empty()).then(|| self.0.remove(0)) {
            if bag.take(id).is_ok() {
                return Some(id);
            }
        }
        let id = bag.nth(0)?;
        bag.take(id).ok().map(|()| id)
    }
}

/// A game with everything around it.
pub struct Table {
    pub game: Game,
    pub log: Vec<Event>,
    pub words: Arc<dyn WordList>,
    pub chance: Stacked,
    pub now: Millis,
}

impl Table {
    /// A game with this number of seats, whose tiles are drawn in the written order.
    pub fn new(rules: Ruleset, seats: u8, draws: &str) -> Table {
        let order = rules.tiles.parse_tile_list(draws).unwrap();
        let mut table = Table {
            game: Game::new(rules),
            log: Vec::new(),
            words: Arc::new(AnyWord),
            chance: Stacked(order),
            now: Millis(0),
        };
        let mut context = Context { words: &*table.words, chance: &mut table.chance, now: table.now };
        let events = table.game.start(seats, &mut context).unwrap();
        table.take(events);
        table
    }

    pub fn with_words(mut self, words: &str) -> Table {
        self.words = lexicon(words);
        self
    }

    fn take(&mut self, events: Vec<Event>) -> Vec<EventKind> {
        events.iter().for_each(|event| self.game.apply(event));
        self.log.extend(events.iter().cloned());
        events.into_iter().map(|event| event.kind).collect()
    }

    pub fn decide(&mut self, seat: u8, command: &Command) -> Result<Vec<Event>, Refusal> {
        let mut context = Context { words: &*self.words, chance: &mut self.chance, now: self.now };
        self.game.decide(Seat(seat), command, &mut context)
    }

    pub fn act(&mut self, seat: u8, command: Command) -> Vec<EventKind> {
        let events = self.decide(seat, &command).unwrap_or_else(|refusal| panic!("{refusal}"));
        self.take(events)
    }

    pub fn refused(&mut self, seat: u8, command: Command) -> Vec<&'static str> {
        let refusal = self.decide(seat, &command).expect_err("refused");
        refusal.reasons().iter().map(Reason::code).collect()
    }

    pub fn pass(&mut self, seat: u8) -> Vec<EventKind> {
        self.act(seat, Command::Pass)
    }

    pub fn play(&mut self, seat: u8, x: i32, y: i32, axis: Axis, text: &str) -> Vec<EventKind> {
        let placement = place(self.game.rules(), self.game.grid(), x, y, axis, text);
        self.act(seat, Command::Play(placement))
    }

    pub fn play_refused(&mut self, seat: u8, x: i32, y: i32, axis: Axis, text: &str) -> Vec<&'static str> {
        let placement = place(self.game.rules(), self.game.grid(), x, y, axis, text);
        self.refused(seat, Command::Play(placement))
    }

    pub fn score(&self, seat: u8) -> Points {
        self.game.seats()[usize::from(seat)].score
    }

    pub fn rack(&self, seat: u8) -> String {
        self.game.rules().tiles.print_tiles(&self.game.seats()[usize::from(seat)].rack)
    }

    pub fn tiles(&self, text: &str) -> Vec<TileId> {
        self.game.rules().tiles.parse_tile_list(text).unwrap()
    }

    pub fn exchange(&mut self, seat: u8, text: &str) -> Vec<EventKind> {
        let tiles = self.tiles(text);
        self.act(seat, Command::Exchange(tiles))
    }
}

/// Tiles from a place on, over the squares that are free; lower case is a blank.
pub fn place(rules: &Ruleset, grid: &Grid, x: i32, y: i32, axis: Axis, text: &str) -> Placement {
    let mut at = Coord::new(x, y);
    let mut laid = Vec::new();
    for spelled in rules.tiles.alphabet().parse_board_letters(text).unwrap() {
        while grid.has(at) {
            at = at.step(axis, 1);
        }
        let find = if spelled.wild { TileSet::wild } else { TileSet::plain };
        let tile = find(&rules.tiles, spelled.letter).unwrap();
        let face = rules.tiles.kind(tile).unwrap().face_for(spelled.letter).unwrap();
        laid.push(PlacedTile { at, tile, face });
        at = at.step(axis, 1);
    }
    Placement { tiles: laid, axis: Some(axis), written: None }
}

/// The end of a game: why, and who won.
pub fn ended(events: &[EventKind]) -> Option<(EndCause, Vec<Seat>)> {
    events.iter().find_map(|event| {
        let EventKind::Ended { cause, winners, .. } = event else { return None };
        Some((*cause, winners.clone()))
    })
}
