//! Placements: tiles that a player wants to lay, checked against the rules and the board.

use crate::WildPolicy;
use crate::refusal::FaceLabel;
use crate::scoring::{SHORT, ScoredWord, score_with_budget, score_word};
use crate::{
    Axis, BoardTile, Coord, CrossWords, EventKind, GoodWord, Grid, Points, Reason, Refusal, Ruleset, Seat,
};
use lexicon::WordList;
use smallvec::SmallVec;
use std::ops::Range;
use tiles::{Face, Letter, TileId, Tiles};

/// A tile to lay, with the face it is to show and where.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::Library;
/// use quixotry::rules::{Coord, PlacedTile};
///
/// let tiles = Library::shipped().rules("standard")?.tiles.clone();
/// let letter = tiles.alphabet().parse_word("Q")?[0];
/// let tile = tiles.plain(letter).ok_or("no tile")?;
/// let face = tiles.kind(tile).ok_or("no kind")?.faces()[0];
/// let placed = PlacedTile { at: Coord::new(7, 7), tile, face };
/// assert_eq!(placed.face.points, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacedTile {
    /// Where.
    pub at: Coord,
    /// Which tile.
    pub tile: TileId,
    /// How it is read.
    pub face: Face,
}

impl PlacedTile {
    fn board_tile(self) -> BoardTile {
        BoardTile { tile: self.tile, face: self.face }
    }
}

/// Tiles that a player wants to lay, in any order. Nothing about them has been checked.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Coord, PlacedTile, Placement, Position};
///
/// let position = Position::new(Library::shipped().rules("standard")?);
/// let tiles = &position.rules.tiles;
/// let word = tiles.alphabet().parse_word("QUIZ")?;
/// let placed = word.iter().zip(6..).map(|(&letter, x)| {
///     let tile = tiles.plain(letter).unwrap();
///     PlacedTile { at: Coord::new(x, 7), tile, face: tiles.kind(tile).unwrap().faces()[0] }
/// });
/// let placement = Placement::new(placed);
/// assert_eq!(tiles.print_tiles(&placement.rack_tiles()), "IQUZ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    /// The tiles.
    pub tiles: Vec<PlacedTile>,
    /// The direction that the player intended, if known. It matters only where cross words are forbidden.
    pub axis: Option<Axis>,
    /// The placement as its sender wrote it, if the game has no tile or letter that says the same. Others get it back so.
    pub written: Option<String>,
}

impl Placement {
    /// A placement whose direction follows from its tiles.
    #[must_use]
    pub fn new(tiles: impl IntoIterator<Item = PlacedTile>) -> Placement {
        Placement { tiles: tiles.into_iter().collect(), ..Placement::default() }
    }

    /// The tiles it takes from a rack.
    #[must_use]
    pub fn rack_tiles(&self) -> Tiles {
        self.tiles.iter().map(|laid| laid.tile).collect()
    }
}

/// A placement that has been checked and scored. Only [`judge`] makes one.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Coord, PlacedTile, Placement, Position};
///
/// let position = Position::new(Library::shipped().rules("standard")?);
/// let tiles = &position.rules.tiles;
/// let word = tiles.alphabet().parse_word("QUIZ")?;
/// let placed = word.iter().zip(6..).map(|(&letter, x)| {
///     let tile = tiles.plain(letter).unwrap();
///     PlacedTile { at: Coord::new(x, 7), tile, face: tiles.kind(tile).unwrap().faces()[0] }
/// });
/// let play = position.judge(&Placement::new(placed), Some(english()))?;
/// assert_eq!((play.score(), play.words().len()), (44, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    pub(crate) tiles: Vec<PlacedTile>,
    pub(crate) axis: Axis,
    pub(crate) words: Vec<ScoredWord>,
    pub(crate) bonus: Points,
    pub(crate) score: Points,
}

impl Play {
    /// Its tiles, in reading order.
    #[must_use]
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles
    }

    /// The direction of its main word.
    #[must_use]
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// The words it forms, the main word first.
    #[must_use]
    pub fn words(&self) -> &[ScoredWord] {
        &self.words
    }

    /// The main word.
    #[must_use]
    pub fn main_word(&self) -> Option<&ScoredWord> {
        self.words.first()
    }

    /// The extra points for many tiles, which are part of the score.
    #[must_use]
    pub fn bonus(&self) -> Points {
        self.bonus
    }

    /// Its score.
    #[must_use]
    pub fn score(&self) -> Points {
        self.score
    }

    /// The event that a seat made this play and then drew these tiles.
    #[must_use]
    pub fn into_event_kind<T>(self, seat: Seat, drawn: T) -> EventKind<T> {
        let Play { tiles, words, bonus, score, .. } = self;
        EventKind::Played { seat, tiles, words, bonus, score, drawn }
    }

    /// The same tiles as a placement.
    #[must_use]
    pub fn placement(&self) -> Placement {
        Placement { tiles: self.tiles.clone(), axis: Some(self.axis), written: None }
    }
}

/// Whose tiles they are, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct TileOwner<'a> {
    /// The seat, for messages.
    pub seat: Option<Seat>,
    /// The rack the tiles must come from; `None` where racks are not checked.
    pub rack: Option<&'a Tiles>,
}

impl TileOwner<'_> {
    /// No particular player: any tile may be laid.
    pub const ANYBODY: TileOwner<'static> = TileOwner { seat: None, rack: None };
}

/// Checks and scores a placement.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::rules::{Coord, Grid, PlacedTile, Placement, TileOwner, judge};
///
/// let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
/// let start = rules.board.start();
/// let word = rules.tiles.alphabet().parse_word("CAT").unwrap();
/// let tiles = word.iter().zip(0..).map(|(&letter, step)| {
///     let tile = rules.tiles.plain(letter).unwrap();
///     let face = rules.tiles.kind(tile).unwrap().face_for(letter).unwrap();
///     PlacedTile { at: Coord::new(start.x + step, start.y), tile, face }
/// });
/// let placement = Placement::new(tiles);
///
/// // On an empty board, with any tiles and without a lexicon.
/// let play = judge(&rules, &Grid::new(), TileOwner::ANYBODY, &placement, None).unwrap();
/// assert_eq!((play.tiles().len(), play.score()), (3, 10));
///
/// let refusal = judge(&rules, &Grid::new(), TileOwner::ANYBODY, &Placement::default(), None).unwrap_err();
/// assert_eq!(refusal.reasons()[0].code(), "empty-play");
/// ```
///
/// Words are looked up if `words` is given. Leave it out where bad words wait for a challenge.
///
/// # Errors
///
/// Fails with every reason why the placement is not a legal play.
pub fn judge(
    rules: &Ruleset,
    grid: &Grid,
    owner: TileOwner<'_>,
    placement: &Placement,
    words: Option<&dyn WordList>,
) -> Result<Play, Refusal> {
    let mut judge = PlacementCheck { rules, grid, laid: sort_tiles(placement), reasons: Vec::new() };
    judge.shape(placement)?;
    judge.opening();
    let known = judge.faces();
    let sound = judge.squares();
    let free = !judge.laid.iter().any(|laid| grid.has(laid.at));
    let formed = if known && sound && free { judge.form(placement.axis, words) } else { None };
    judge.ownership(owner);
    if !free {
        judge.check_occupied();
    }
    let PlacementCheck { laid: tiles, reasons, .. } = judge;
    if let Some(refusal) = Refusal::new(reasons) {
        return Err(refusal);
    }
    let (axis, words) = formed.ok_or(Reason::NoWord)?;
    let bonus = rules.bonus_for(tiles.len());
    let score = words.iter().fold(bonus, |sum, word| sum.saturating_add(word.points));
    Ok(Play { tiles, axis, words, bonus, score })
}

struct PlacementCheck<'a> {
    rules: &'a Ruleset,
    grid: &'a Grid,
    laid: Vec<PlacedTile>,
    reasons: Vec<Reason>,
}

fn sort_tiles(placement: &Placement) -> Vec<PlacedTile> {
    let mut laid = placement.tiles.clone();
    let place = |laid: &PlacedTile| (laid.at.y, laid.at.x);
    if !laid.is_sorted_by_key(place) {
        laid.sort_by_key(place);
    }
    laid
}

/// Adds a reason. Cold path: most plays are legal, so the construction of messages is outlined.
#[cold]
#[inline(never)]
fn refuse(reasons: &mut Vec<Reason>, reason: impl FnOnce() -> Reason) {
    reasons.push(reason());
}

impl PlacementCheck<'_> {
    /// Faults that make all other checks pointless: no tiles, no line, two tiles on one square.
    fn shape(&self, placement: &Placement) -> Result<(), Refusal> {
        let Some(first) = self.laid.first() else { return Err(Reason::EmptyPlay.into()) };
        let in_row = self.laid.iter().all(|laid| laid.at.y == first.at.y);
        let in_column = self.laid.iter().all(|laid| laid.at.x == first.at.x);
        if !in_row && !in_column {
            let coords = placement.tiles.iter().map(|laid| laid.at).collect();
            return Err(Reason::NotInLine { coords }.into());
        }
        match self.laid.windows(2).find(|pair| pair[0].at == pair[1].at) {
            Some(pair) => Err(Reason::SameSquare { at: pair[0].at }.into()),
            None => Ok(()),
        }
    }

    fn opening(&mut self) {
        if !self.grid.is_empty() {
            return;
        }
        let start = self.rules.board.start();
        if !self.laid.iter().any(|laid| laid.at == start) {
            refuse(&mut self.reasons, || Reason::NotOnStart { start });
        }
        if self.laid.len() < usize::from(self.rules.opening_tiles) {
            refuse(&mut self.reasons, || Reason::OpeningTooShort { needed: self.rules.opening_tiles });
        }
    }

    /// Tiles and faces that do not exist; says whether all tiles do.
    fn faces(&mut self) -> bool {
        let mut known = true;
        for laid in &self.laid {
            match self.rules.tiles.kind(laid.tile) {
                None => {
                    known = false;
                    refuse(&mut self.reasons, || Reason::NoSuchTile { tile: laid.tile });
                }
                Some(kind) if !kind.has(laid.face) => {
                    let face = || face_label(self.rules, laid.face);
                    refuse(&mut self.reasons, || Reason::NotAFace { tile: laid.tile, face: face() });
                }
                Some(_) => {}
            }
        }
        known
    }

    /// Holes, gaps and edges; says whether there are none.
    fn squares(&mut self) -> bool {
        let before = self.reasons.len();
        let mut off_board = false;
        for laid in &self.laid {
            if !self.rules.board.in_bounds(laid.at) {
                off_board = true;
            } else if !self.rules.board.has(laid.at) {
                refuse(&mut self.reasons, || Reason::Hole { at: laid.at });
            }
        }
        if self.has_gap() {
            refuse(&mut self.reasons, || Reason::Gap);
        }
        if off_board {
            refuse(&mut self.reasons, || Reason::OffBoard);
        }
        self.reasons.len() == before
    }

    /// Two tiles may lie very far apart, so only a line without gaps is walked.
    fn has_gap(&self) -> bool {
        let (Some(first), Some(last)) = (self.laid.first(), self.laid.last()) else { return false };
        let axis = line_axis(&self.laid).unwrap_or(Axis::Across);
        let span = i64::from(last.at.along(axis)) - i64::from(first.at.along(axis)) + 1;
        if span == self.laid.len() as i64 {
            return false;
        }
        if span > (self.laid.len() + self.grid.len()) as i64 {
            return true;
        }
        let between = (0..span as i32).map(|step| first.at.step(axis, step));
        between.into_iter().any(|at| !self.grid.has(at) && !self.laid.iter().any(|laid| laid.at == at))
    }

    /// Forms, looks up and scores the words.
    fn form(
        &mut self,
        intended: Option<Axis>,
        words: Option<&dyn WordList>,
    ) -> Option<(Axis, Vec<ScoredWord>)> {
        let axis = main_axis(self.grid, &self.laid, intended, self.rules.words.cross);
        let mut formed = FormedWords { axis, cells: SmallVec::new(), bounds: SmallVec::new() };
        formed.read(self.grid, &self.laid);
        self.connection(&formed);
        if self.rules.words.cross == CrossWords::Forbidden {
            self.only_one_word(&mut formed);
        }
        if let Some(list) = words {
            self.look_up(&formed, list);
        }
        let scored = self.score(&formed)?;
        if scored.is_empty() {
            // A first play of one tile is already refused as too short.
            if self.reasons.is_empty() {
                refuse(&mut self.reasons, || Reason::NoWord);
            }
            return None;
        }
        Some((axis, scored))
    }

    fn connection(&mut self, formed: &FormedWords) {
        if self.grid.is_empty() {
            return;
        }
        // Where cross words are forbidden, touching sideways is that fault and no other.
        if formed.cells.iter().all(|cell| cell.new) {
            refuse(&mut self.reasons, || Reason::NotAdjacent);
        }
    }

    #[inline(never)]
    fn only_one_word(&mut self, formed: &mut FormedWords) {
        let extra = formed.runs().filter(|run| run.axis != formed.axis);
        let words: Vec<String> = extra.map(|run| run.text(self.rules)).collect();
        if !words.is_empty() {
            self.reasons.push(Reason::CrossWord { words });
        }
        formed.bounds.retain(|(axis, _)| *axis == formed.axis);
    }

    fn look_up(&mut self, formed: &FormedWords, list: &dyn WordList) {
        for run in formed.runs() {
            let letters = run.letters();
            if !is_good(self.rules, list, &letters) {
                let word = || self.rules.tiles.alphabet().print(&letters);
                refuse(&mut self.reasons, || Reason::NotAWord { word: word() });
            }
        }
    }

    fn score(&mut self, formed: &FormedWords) -> Option<Vec<ScoredWord>> {
        let scored = score_with_budget(|meter| {
            let (mut scored, mut failed) = (Vec::with_capacity(formed.bounds.len()), Vec::new());
            for run in formed.runs() {
                match score_word(self.rules, run, meter) {
                    Ok(word) => scored.push(word),
                    Err(reason) => failed.push(reason),
                }
            }
            if failed.is_empty() { Ok(scored) } else { Err(failed) }
        });
        scored.map_err(|failed| self.reasons.extend(failed)).ok()
    }

    fn ownership(&mut self, owner: TileOwner<'_>) {
        let Some(rack) = owner.rack else { return };
        let mut left = rack.clone();
        for laid in &self.laid {
            let known = self.rules.tiles.kind(laid.tile).is_some();
            if left.take(laid.tile).is_err() && known {
                let (seat, tile) = (owner.seat, laid.tile);
                let label = || self.rules.tiles.label(tile).to_owned();
                refuse(&mut self.reasons, || Reason::NotOnRack { seat, tile, label: label() });
            }
        }
        if self.rules.wild == WildPolicy::NotOnRack {
            self.wild_letters(&left);
        }
    }

    /// A blank may stand for a letter only when no plain tile of that letter stays behind.
    fn wild_letters(&mut self, left: &Tiles) {
        for laid in &self.laid {
            let wild = self.rules.tiles.kind(laid.tile).is_some_and(tiles::TileKind::is_wild);
            if wild && keeps_plain(self.rules, left, laid.face.letter) {
                let letter = || self.rules.tiles.alphabet().upper(laid.face.letter).to_owned();
                refuse(&mut self.reasons, || Reason::WildForOwnLetter { letter: letter() });
            }
        }
    }

    #[cold]
    fn check_occupied(&mut self) {
        for laid in &self.laid {
            if let Some(there) = self.grid.get(laid.at) {
                let (face, there) = (face_label(self.rules, laid.face), face_label(self.rules, there.face));
                self.reasons.push(Reason::Occupied { face, at: laid.at, there });
            }
        }
    }
}

/// Whether a word is good under these rules.
#[must_use]
pub fn is_good(rules: &Ruleset, list: &dyn WordList, word: &[tiles::Letter]) -> bool {
    match rules.words.good {
        GoodWord::Listed => list.contains(word),
        GoodWord::Anagram => list.contains_anagram(word),
        GoodWord::Any => true,
    }
}

fn keeps_plain(rules: &Ruleset, rack: &Tiles, letter: tiles::Letter) -> bool {
    rack.kinds()
        .filter_map(|(id, _)| rules.tiles.kind(id))
        .any(|kind| !kind.is_wild() && kind.face_for(letter).is_some())
}

pub(crate) fn face_label(rules: &Ruleset, face: Face) -> FaceLabel {
    FaceLabel { letter: rules.tiles.alphabet().upper(face.letter).to_owned(), points: face.points.into() }
}

fn line_axis(laid: &[PlacedTile]) -> Option<Axis> {
    let (first, last) = (laid.first()?, laid.last()?);
    match (first.at.x == last.at.x, first.at.y == last.at.y) {
        (true, true) => None,
        (true, false) => Some(Axis::Down),
        (false, _) => Some(Axis::Across),
    }
}

/// Several tiles show their direction. One tile follows what its player said where that matters,
/// or else the longer of its two words, across when they are equal.
fn main_axis(grid: &Grid, laid: &[PlacedTile], intended: Option<Axis>, cross: CrossWords) -> Axis {
    if let Some(axis) = line_axis(laid) {
        return axis;
    }
    let length = |axis| word(grid, laid, axis).count();
    let longer = if length(Axis::Down) > length(Axis::Across) { Axis::Down } else { Axis::Across };
    match (cross, intended) {
        (CrossWords::Forbidden, Some(axis)) => axis,
        (CrossWords::Forbidden, None) | (CrossWords::Counted, _) => longer,
    }
}

/// The cells of the word through tiles newly laid: they are in order along its axis, and nothing is missing between them.
fn word<'a>(grid: &'a Grid, laid: &'a [PlacedTile], axis: Axis) -> impl Iterator<Item = WordCell> + use<'a> {
    let mut at = laid.first().map_or(Coord::default(), |first| grid.run_start(first.at, axis));
    let mut left = laid;
    std::iter::from_fn(move || {
        let cell = match left.split_first() {
            Some((next, rest)) if next.at == at => {
                left = rest;
                WordCell { at, placed: next.board_tile(), new: true }
            }
            _ => WordCell { at, placed: grid.get(at)?, new: false },
        };
        at = at.step(axis, 1);
        Some(cell)
    })
}

/// A cell of a word just formed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordCell {
    pub(crate) at: Coord,
    pub(crate) placed: BoardTile,
    pub(crate) new: bool,
}

/// A word just formed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormedWord<'a> {
    pub(crate) axis: Axis,
    pub(crate) cells: &'a [WordCell],
}

impl FormedWord<'_> {
    fn letters(self) -> SmallVec<[Letter; SHORT]> {
        self.cells.iter().map(|cell| cell.placed.face.letter).collect()
    }

    pub(crate) fn text(self, rules: &Ruleset) -> String {
        rules.tiles.alphabet().print(&self.letters())
    }
}

/// The words a play forms, the main word first: their cells one after the other, and which are whose.
struct FormedWords {
    axis: Axis,
    cells: SmallVec<[WordCell; 2 * SHORT]>,
    bounds: SmallVec<[(Axis, Range<usize>); SHORT]>,
}

impl FormedWords {
    /// Reads all words of a play.
    fn read(&mut self, grid: &Grid, laid: &[PlacedTile]) {
        self.add(word(grid, laid, self.axis), self.axis);
        // The tiles laid are all in one line, so only those that lay there before make cross words.
        let aside = self.axis.other();
        for one in laid {
            if [-1, 1].iter().any(|&step| grid.has(one.at.step(aside, step))) {
                self.add(word(grid, std::slice::from_ref(one), aside), aside);
            }
        }
    }

    /// Adds a word of at least two letters. A single letter is not a word.
    fn add(&mut self, word: impl Iterator<Item = WordCell>, axis: Axis) {
        let begin = self.cells.len();
        self.cells.extend(word);
        match self.cells.len() - begin {
            0 | 1 => self.cells.truncate(begin),
            _ => self.bounds.push((axis, begin..self.cells.len())),
        }
    }

    fn runs(&self) -> impl Iterator<Item = FormedWord<'_>> {
        self.bounds
            .iter()
            .map(|(axis, bounds)| FormedWord { axis: *axis, cells: &self.cells[bounds.clone()] })
    }
}
