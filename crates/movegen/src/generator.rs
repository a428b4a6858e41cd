//! The move generator: rules and a lexicon, with memory that is reused from search to search.

use crate::best::{BestPlayVisitor, BestPlays};
use crate::bounds::{Bounds, BoundsInput, FullRackWords, MOST_BOUNDED};
use crate::data::GeneratorData;
use crate::exact::WordScorer;
use crate::incremental::BoardChange;
use crate::kernel::{self, DispatchedWork};
use crate::layout::{LaneLayout, PaddedBoard};
use crate::leave::{Leaves, RackLeaves};
use crate::planes::{RackPlanes, cut_pieces};
use crate::play::{PackedTile, PlayLine, PlayRef};
use crate::rack::{MOST, Rack, TileAmbiguity};
use crate::search_board::{LayoutFit, SearchBoard, SearchBoardInput};
use crate::sink::{PlaySink, RankedPlay, TopPlays, by_equity};
use crate::stop::{StopCheck, check_stop, never};
use crate::walk::{GraphWalker, Visitor, WalkInput, WalkPart};
use lexicon::{BuildError, WordGraph};
use rules::{Coord, Extent, GoodWord, Grid, Position, Rect, Ruleset, WildPolicy};
use std::ops::ControlFlow;
use std::sync::Arc;
use tiles::Tiles;

/// Finds plays under one set of rules with one lexicon.
///
/// It keeps the planes of the last position, so searching the next position of the same game is cheap.
///
/// ```
/// # mod quixotry { pub use {quixotry_movegen as movegen, presets, rules}; }
/// use quixotry::movegen::{AllPlays, Generator, NoLeaves};
///
/// let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
/// let mut generator = Generator::new(&rules, quixotry::presets::english()).unwrap();
///
/// let grid = quixotry::rules::empty_grid(&rules.board);
/// let rack = rules.tiles.parse_tiles("QUIXOTR").unwrap();
/// let mut plays = AllPlays::new();
/// generator.generate(&grid, &rack, &mut plays);
/// let best = generator.best(&grid, &rack, &NoLeaves).unwrap();
/// assert!(plays.iter().all(|play| play.score() <= best.play.score()));
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    pub(crate) shared: Arc<GeneratorData>,
    pub(crate) layout: Arc<LaneLayout>,
    search_board: SearchBoard,
    pub(crate) rack: Rack,
    pub(crate) planes: Vec<RackPlanes>,
    pub(crate) bounds: Vec<Bounds>,
    pub(crate) leaves: RackLeaves,
    pub(crate) change: BoardChange,
    portable: bool,
}

impl Generator {
    /// Compiles rules and a lexicon, and makes a generator for them.
    ///
    /// # Errors
    ///
    /// Fails if any order of letters is good and the graph of the sorted words cannot be built.
    pub fn new(rules: &Ruleset, graph: &WordGraph) -> Result<Generator, BuildError> {
        Ok(Generator::with_data(&GeneratorData::new(rules, graph)?))
    }

    /// A generator on shared data; takes a few microseconds.
    #[must_use]
    pub fn with_data(shared: &Arc<GeneratorData>) -> Generator {
        Generator {
            layout: shared.layout.clone(),
            shared: shared.clone(),
            search_board: SearchBoard::default(),
            rack: Rack::empty(),
            planes: Vec::new(),
            bounds: Vec::new(),
            leaves: RackLeaves::default(),
            change: BoardChange::default(),
            portable: false,
        }
    }

    /// The same generator without the wide registers that only some processors have, to test and measure the portable
    /// code.
    #[must_use]
    pub fn portable(self) -> Generator {
        Generator { portable: true, ..self }
    }

    /// The data that other generators with the same rules and lexicon can share.
    #[must_use]
    pub fn data(&self) -> &Arc<GeneratorData> {
        &self.shared
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.shared.rules
    }

    /// Finds every play of the player to move in a position.
    pub fn generate_in(&mut self, position: &Position, sink: &mut dyn PlaySink) {
        self.generate(&position.grid, position.rack(), sink);
    }

    /// Finds every play with a rack on a board and passes each to the sink.
    pub fn generate(&mut self, grid: &Grid, rack: &Tiles, sink: &mut dyn PlaySink) {
        self.generate_until(grid, rack, sink, &never);
    }

    /// Finds plays until all are found, the sink breaks, or `stop` returns `true` (it is called at least once a
    /// millisecond); returns whether all were found.
    pub fn generate_until(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        sink: &mut dyn PlaySink,
        stop: StopCheck<'_>,
    ) -> Completion {
        match self.prepare(grid, rack, stop) {
            ControlFlow::Continue(()) => self.search(grid, sink, stop),
            ControlFlow::Break(()) => Completion::Stopped,
        }
    }

    pub(crate) fn prepare(&mut self, grid: &Grid, rack: &Tiles, stop: StopCheck<'_>) -> ControlFlow<()> {
        self.rack.fill(&self.shared.rules.tiles, rack);
        if !self.shared.terms.linear
            || self.shared.terms.wild == WildPolicy::NotOnRack && self.rack.hand.has_wild()
        {
            self.rack.choice = TileAmbiguity::Any;
        }
        let flow = self.prepare_position(grid, stop);
        if flow.is_break() {
            // The board is only half updated, so the next search starts from an empty one.
            self.search_board = SearchBoard::default();
        }
        flow
    }

    fn prepare_position(&mut self, grid: &Grid, stop: StopCheck<'_>) -> ControlFlow<()> {
        if grid.is_empty() || self.update_board(grid, self.room(), stop)? == LayoutFit::Outgrown {
            self.grow_layout(grid, stop)?;
            self.update_board(grid, None, stop)?;
        }
        cut_pieces(&self.layout, &mut self.planes, |cell| self.search_board.is_occupied(cell));
        ControlFlow::Continue(())
    }

    /// Brings the board in line with the position, if the layout has room for all tiles.
    fn update_board(
        &mut self,
        grid: &Grid,
        room: Option<Rect>,
        stop: StopCheck<'_>,
    ) -> ControlFlow<(), LayoutFit> {
        let input = SearchBoardInput {
            layout: &self.layout,
            room,
            terms: &self.shared.terms,
            graph: &self.shared.graph,
            start: self.shared.rules.board.start(),
            alphabet: self.shared.rules.tiles.alphabet().all(),
        };
        let (search_board, planes, rack) = (&mut self.search_board, &mut self.planes, &self.rack);
        kernel::dispatch(SearchBoardUpdate {
            input,
            grid,
            rack,
            search_board,
            planes,
            longest: self.shared.longest,
            stop,
        })
    }

    fn is_unbounded(&self) -> bool {
        self.shared.rules.board.extent() == Extent::Unbounded
    }

    /// How many squares before the first tile on the board a word can start.
    fn reach(&self) -> i32 {
        self.rack.total.clamp(1, MOST as u32) as i32
    }

    /// Where tiles may lie on an unbounded board so that the layout holds every word through them.
    fn room(&self) -> Option<Rect> {
        let (core, window) =
            (self.layout.core().expand(-1), self.layout.padded.window().expand(-self.reach()));
        let (min, max) = ([core.min, window.min], [core.max, window.max]);
        let room = Rect {
            min: Coord::new(min[0].x.max(min[1].x), min[0].y.max(min[1].y)),
            max: Coord::new(max[0].x.min(max[1].x), max[0].y.min(max[1].y)),
        };
        self.is_unbounded().then_some(room)
    }

    /// Extends the layout of an unbounded board as far as words can reach.
    fn grow_layout(&mut self, grid: &Grid, stop: StopCheck<'_>) -> ControlFlow<()> {
        if !self.is_unbounded() {
            return ControlFlow::Continue(());
        }
        let start = Rect { min: self.shared.rules.board.start(), max: self.shared.rules.board.start() };
        let core = grid.bounds().map_or(start, |bounds| bounds.expand(1));
        let window = core.expand(self.reach() - 1);
        let holds = |outer: Rect, inner: Rect| outer.contains(inner.min) && outer.contains(inner.max);
        if holds(self.layout.core(), core) && holds(self.layout.padded.window(), window) {
            return ControlFlow::Continue(());
        }
        let (core, window) = self.merge_old_layout(core, window);
        let (board, known, check_stop) = (&self.shared.rules.board, &self.layout.padded, || check_stop(stop));
        let padded = PaddedBoard::new(board, window, Some(known), &check_stop)?;
        self.layout = Arc::new(LaneLayout::new(padded, core, self.shared.longest, &check_stop)?);
        self.search_board = SearchBoard::default();
        ControlFlow::Continue(())
    }

    /// Finds the best play by equity: score plus leave.
    pub fn best(&mut self, grid: &Grid, rack: &Tiles, leaves: &dyn Leaves) -> Option<RankedPlay> {
        self.top(grid, rack, leaves, 1).pop()
    }

    /// Finds the best `count` plays, best first.
    pub fn top(&mut self, grid: &Grid, rack: &Tiles, leaves: &dyn Leaves, count: usize) -> Vec<RankedPlay> {
        self.top_until(grid, rack, leaves, count, &never).0
    }

    /// Finds the best `count` plays, or the best of those found when `stop` returns `true`.
    pub fn top_until(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        leaves: &dyn Leaves,
        count: usize,
        stop: StopCheck<'_>,
    ) -> (Vec<RankedPlay>, Completion) {
        if self.prepare_top(grid, rack, leaves, stop).is_break() {
            return (Vec::new(), Completion::Stopped);
        }
        self.search_best(grid, BestPlays::new(count), stop)
    }

    /// Finds the best plays of a prepared position that reach the floor of `best`.
    pub(crate) fn search_best(
        &mut self,
        grid: &Grid,
        mut best: BestPlays,
        stop: StopCheck<'_>,
    ) -> (Vec<RankedPlay>, Completion) {
        if !self.is_bounded() {
            let mut sink = TopPlays::new(best.size, by_equity(&self.leaves));
            let completion = self.search(grid, &mut sink, stop);
            return (sink.into_plays(), completion);
        }
        let mut bounds = std::mem::take(&mut self.bounds);
        let mut completion = Completion::Complete;
        for (number, bounds) in bounds.iter_mut().enumerate() {
            bounds.begin(best.floor);
            let visitor = BestPlayVisitor { bounds, leaves: &self.leaves, best: &mut best };
            completion = completion.and(self.walk(grid, number, WalkPart::Whole, visitor, stop));
        }
        self.bounds = bounds;
        (best.plays, completion)
    }

    pub(crate) fn prepare_top(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        leaves: &dyn Leaves,
        stop: StopCheck<'_>,
    ) -> ControlFlow<()> {
        self.prepare(grid, rack, stop)?;
        self.leaves.fill_until(rack, leaves, stop)?;
        check_stop(stop)?;
        self.compute_bounds(stop)
    }

    /// Computes the bounds of a prepared position.
    pub(crate) fn compute_bounds(&mut self, stop: StopCheck<'_>) -> ControlFlow<()> {
        if !self.is_bounded() {
            return ControlFlow::Continue(());
        }
        let mut bounds = std::mem::take(&mut self.bounds);
        bounds.resize_with(self.planes.len(), Bounds::default);
        let flow = kernel::dispatch(BoundsUpdate { generator: self, bounds: &mut bounds, stop });
        self.bounds = bounds;
        flow
    }

    /// Whether the rules and the rack allow bounds.
    pub(crate) fn is_bounded(&self) -> bool {
        self.shared.terms.linear
            && self.shared.terms.rising
            && self.shared.terms.good == GoodWord::Listed
            && self.rack.total as usize <= MOST_BOUNDED
            && self.leaves.is_full()
    }

    #[inline(always)]
    fn bounds_input(&self, bounds: &mut [Bounds], stop: StopCheck<'_>) -> ControlFlow<()> {
        let whole = FullRackWords::new(self.shared.filter(), &self.rack);
        for (number, bounds) in bounds.iter_mut().enumerate() {
            bounds.prepare(BoundsInput {
                field: &self.search_board.fields[number],
                planes: &self.planes[number],
                rack: &self.rack,
                terms: &self.shared.terms,
                leaves: &self.leaves,
                whole,
            });
            check_stop(stop)?;
        }
        ControlFlow::Continue(())
    }

    fn search(&self, grid: &Grid, sink: &mut dyn PlaySink, stop: StopCheck<'_>) -> Completion {
        for number in 0..self.planes.len() {
            if self.walk_into(grid, number, WalkPart::Whole, sink, stop) == Completion::Stopped {
                return Completion::Stopped;
            }
        }
        Completion::Complete
    }

    /// Keeps the old layout as a part, unless it is far away: a new layout costs as much as a few searches.
    fn merge_old_layout(&self, core: Rect, window: Rect) -> (Rect, Rect) {
        let (old_core, old_window) = (self.layout.core(), self.layout.padded.window());
        let both = window.with(old_window.min).with(old_window.max);
        match both.area() <= 2 * window.area() {
            true => (core.with(old_core.min).with(old_core.max), both),
            false => (core, window),
        }
    }

    /// Searches a part of one field and passes each play to the sink.
    pub(crate) fn walk_into(
        &self,
        grid: &Grid,
        number: usize,
        part: WalkPart,
        sink: &mut dyn PlaySink,
        stop: StopCheck<'_>,
    ) -> Completion {
        match sink.as_all_plays() {
            Some(plays) => self.walk(grid, number, part, SinkVisitor(plays), stop),
            None => self.walk(grid, number, part, SinkVisitor(sink), stop),
        }
    }

    /// Searches a part of one field.
    pub(crate) fn walk(
        &self,
        grid: &Grid,
        number: usize,
        part: WalkPart,
        visitor: impl Visitor,
        stop: StopCheck<'_>,
    ) -> Completion {
        let exact = WordScorer { rules: &self.shared.rules, grid, layout: &self.layout, stop };
        let score = |line: &PlayLine, tiles: &[PackedTile]| exact.score(line, tiles);
        let fewest = if self.search_board.is_blank() { self.shared.terms.opening } else { 1 };
        let input = WalkInput {
            graph: &self.shared.graph,
            records: self.shared.graph.records(),
            sheet: &self.layout.sheets[number],
            field: &self.search_board.fields[number],
            planes: &self.planes[number],
            rack: &self.rack,
            terms: &self.shared.terms,
            fewest,
            few: fewest.max(2) - 1,
            exact: if self.shared.terms.linear { None } else { Some(&score) },
            portable: self.portable,
            stop,
        };
        let mut walker = GraphWalker::new(input, visitor);
        match self.shared.terms.good {
            GoodWord::Listed | GoodWord::Any => kernel::run(&mut walker, part),
            GoodWord::Anagram => walker.run_anagrams(self.shared.longest),
        }
        if walker.stopped { Completion::Stopped } else { Completion::Complete }
    }
}

/// Updates the board to a position: its planes, its cross-sets, and the planes of the rack.
struct SearchBoardUpdate<'a> {
    input: SearchBoardInput<'a>,
    grid: &'a Grid,
    rack: &'a Rack,
    search_board: &'a mut SearchBoard,
    planes: &'a mut Vec<RackPlanes>,
    longest: usize,
    stop: StopCheck<'a>,
}

impl DispatchedWork for SearchBoardUpdate<'_> {
    type Result = ControlFlow<(), LayoutFit>;

    #[inline(always)]
    fn run(self) -> ControlFlow<(), LayoutFit> {
        let SearchBoardUpdate { input, search_board, stop, .. } = self;
        if search_board.show(input, self.grid, stop)? == LayoutFit::Outgrown {
            return ControlFlow::Continue(LayoutFit::Outgrown);
        }
        search_board.update_cross_sets(input, self.rack.letters(), stop)?;
        self.planes.resize_with(search_board.fields.len(), RackPlanes::default);
        for (number, planes) in self.planes.iter_mut().enumerate() {
            planes.prepare(
                &input.layout.sheets[number],
                &search_board.fields[number],
                self.rack,
                self.longest,
            );
            check_stop(stop)?;
        }
        ControlFlow::Continue(LayoutFit::Whole)
    }
}

/// Computes the bounds of a prepared position.
struct BoundsUpdate<'a> {
    generator: &'a Generator,
    bounds: &'a mut [Bounds],
    stop: StopCheck<'a>,
}

impl DispatchedWork for BoundsUpdate<'_> {
    type Result = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        self.generator.bounds_input(self.bounds, self.stop)
    }
}

/// Whether a search is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// Every play was found.
    Complete,
    /// The sink broke, or the search was stopped.
    Stopped,
}

impl Completion {
    pub(crate) fn and(self, other: Completion) -> Completion {
        if self == Completion::Stopped { self } else { other }
    }
}

/// The walk is compiled here for a list of plays and for any other sink, and not again for each sink of other crates.
struct SinkVisitor<'s, S: ?Sized>(&'s mut S);

impl<S: PlaySink + ?Sized> Visitor for SinkVisitor<'_, S> {
    #[inline(always)]
    fn visit(&mut self, found: &PlayRef<'_>) -> ControlFlow<()> {
        self.0.take(found)
    }
}
