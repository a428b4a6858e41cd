//! Small games, and an exhaustive search of their lines with the real game.

use lexicon::WordGraph;
use movegen::{AllPlays, Generator};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::*;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use tiles::{Alphabet, Face, Letter, TileSet, TileSetDraft};

/// Makes small games.
pub(crate) struct Small {
    pub(crate) random: StdRng,
    /// The range of points of letters.
    pub(crate) points: Range<i16>,
    /// What ends a game without progress.
    pub(crate) limits: fn(&mut Small) -> Limits,
}

/// Turns without points and passes that end a game: as many as there are ways to reach one.
const LIMITS: &[(Option<u16>, Option<u16>)] =
    &[(Some(6), None), (Some(2), None), (Some(1), None), (None, Some(2)), (None, Some(3))];

impl Small {
    /// The games with this number.
    pub(crate) fn new(seed: u64) -> Small {
        Small { random: StdRng::seed_from_u64(seed), points: 1..6, limits: |small| small.pick_limits(LIMITS) }
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.random_range(0..from.len())]
    }

    /// One of these limits of turns without points and of passes.
    pub(crate) fn pick_limits(&mut self, from: &[(Option<u16>, Option<u16>)]) -> Limits {
        let (scoreless, passes) = self.pick(from);
        Limits { scoreless, passes, ..Limits::TOURNAMENT }
    }

    fn letter(&mut self) -> Letter {
        Letter::new(self.random.random_range(1..5)).unwrap()
    }

    pub(crate) fn words(&mut self, alphabet: &Alphabet) -> WordGraph {
        let word = |small: &mut Small| {
            let length = small.pick(&[2, 2, 2, 3, 3, 4]);
            (0..length).map(|_| small.letter()).collect::<Vec<_>>()
        };
        let list: Vec<Vec<Letter>> = (0..16).map(|_| word(self)).collect();
        WordGraph::build("small", alphabet, &list).unwrap()
    }

    fn board(&mut self) -> Board {
        let effects = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3)];
        let squares = effects.into_iter().enumerate().map(|(id, (letter, word))| SquareDraft {
            id: id as i32,
            name: format!("square {id}"),
            effect: SquareEffect::Factors(Factors { letter, word }),
        });
        let (width, height) = (self.pick(&[3, 4, 4]), self.pick(&[3, 3, 4]));
        let window = Rect { min: Coord::new(0, 0), max: Coord::new(width - 1, height - 1) };
        let holes = self.pick(&[0, 0, 10]);
        let ids = window.places().map(|at| {
            let hole = self.random.random_range(0..100) < holes && at != Coord::new(1, 1);
            (!hole).then(|| self.pick(&[0, 0, 0, 1, 2, 3, 4]))
        });
        let layout = BoardLayout::Cells { ids: ids.collect(), window };
        let (title, start, dialect) = ("small".to_owned(), Coord::new(1, 1), boardlang::Dialect::Left);
        let draft = BoardDraft {
            title,
            start,
            layout,
            squares: squares.collect(),
            used: 0,
            print: None,
            dialect,
            seed: None,
        };
        Board::try_from(draft).unwrap()
    }

    fn tiles(&mut self, alphabet: &Alphabet, count: u16) -> TileSet {
        let mut draft = TileSetDraft::new("small", alphabet.clone());
        let mut left = count;
        if self.random.random_range(0..3) == 0 {
            draft.add_blank(0, 1);
            left -= 1;
        }
        for place in 1..5 {
            let points = self.random.random_range(self.points.clone());
            let count = if place == 4 { left } else { self.random.random_range(0..=left.min(3)) };
            if count > 0 {
                draft.add([Face::new(Letter::new(place).unwrap(), points)], count);
            }
            left -= count;
        }
        TileSet::try_from(draft).unwrap()
    }

    /// Rules with as many tiles as two racks hold, and a few more.
    pub(crate) fn rules(&mut self, alphabet: &Alphabet, more: u16) -> Ruleset {
        let (board, rack) = (self.board(), self.pick(&[2, 2, 3]));
        let tiles = Arc::new(self.tiles(alphabet, 2 * u16::from(rack) + more));
        let mut draft = RulesetDraft::new("small", board, tiles);
        draft.rack_size = rack;
        draft.bonus = vec![Bonus { tiles: rack, points: self.pick(&[0, 10]) }];
        draft.opening_tiles = self.pick(&[1, 2]);
        draft.leftovers.scoring = self.pick(&[
            LeftoverScoring::Ignored,
            LeftoverScoring::Subtracted,
            LeftoverScoring::Transferred,
            LeftoverScoring::Transferred,
            LeftoverScoring::Doubled,
            LeftoverScoring::Swapped,
        ]);
        draft.leftovers.count = self.pick(&[LeftoverCount::EveryTile, LeftoverCount::EachKindOnce]);
        draft.words.cross = self.pick(&[CrossWords::Counted, CrossWords::Counted, CrossWords::Forbidden]);
        draft.words.good = self.pick(&[GoodWord::Listed, GoodWord::Listed, GoodWord::Anagram]);
        draft.wild = self.pick(&[WildPolicy::Any, WildPolicy::NotOnRack]);
        draft.limits = (self.limits)(self);
        Ruleset::try_from(draft).unwrap()
    }
}

/// Tries every play and pass of every turn with the real game.
pub(crate) struct Twin<'a> {
    pub(crate) words: &'a WordGraph,
    generator: Generator,
    known: HashMap<String, Points>,
}

impl<'a> Twin<'a> {
    pub(crate) fn new(rules: &Ruleset, words: &'a WordGraph) -> Twin<'a> {
        Twin { words, generator: Generator::new(rules, words).unwrap(), known: HashMap::new() }
    }

    /// The final spread of the player to move.
    pub(crate) fn spread(&mut self, game: &Game) -> Points {
        let seat = game.turn().unwrap();
        let key = key(game);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let commands = self.commands(game);
        let best = commands.iter().map(|command| self.after(game, seat, command)).max().unwrap();
        self.known.insert(key, best);
        best
    }

    /// Every play of the player to move, and a pass.
    pub(crate) fn commands(&mut self, game: &Game) -> Vec<Command> {
        let rack = &game.seat(game.turn().unwrap()).unwrap().rack;
        let mut plays = AllPlays::new();
        self.generator.generate(game.grid(), rack, &mut plays);
        plays.iter().map(|play| Command::Play(play.placement())).chain([Command::Pass]).collect()
    }

    pub(crate) fn after(&mut self, game: &Game, seat: Seat, command: &Command) -> Points {
        let after = follow(game, seat, command, self.words);
        if after.is_over() { spread(&after, seat) } else { -self.spread(&after) }
    }
}

/// The key of a position.
pub(crate) fn key(game: &Game) -> String {
    format!("{:?} {:?} {:?} {:?}", game.grid(), game.seats(), game.tally(), game.turn())
}

pub(crate) fn follow(game: &Game, seat: Seat, command: &Command, words: &WordGraph) -> Game {
    let mut chance = SeededChance::new(0);
    let mut context = Context { words, chance: &mut chance, now: Millis(0) };
    let mut after = game.clone();
    game.decide(seat, command, &mut context).unwrap().iter().for_each(|event| after.apply(event));
    after
}

pub(crate) fn spread(game: &Game, seat: Seat) -> Points {
    let score = |seat: Seat| game.seat(seat).unwrap().score;
    score(seat) - score(Seat(1 - seat.0))
}
