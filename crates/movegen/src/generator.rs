//! The generator: rules and a lexicon, with the memory that searches use again and again.

use crate::best::{Contest, Podium};
use crate::bounds::{Bounds, BoundsInput, MOST_BOUNDED, Whole};
use crate::exact::Exact;
use crate::groundwork::GeneratorData;
use crate::kernel::{self, Work};
use crate::layout::{Layout, Terrain};
use crate::leave::{Leaves, RackLeaves};
use crate::play::{PackedTile, PlayLine, PlayRef};
use crate::rack::{Choice, MOST, Rack};
use crate::ready::{Ready, cut_pieces};
use crate::since::BoardChange;
use crate::sink::{PlaySink, RankedPlay, TopPlays, by_equity};
use crate::stop::{StopCheck, look, never};
use crate::surface::{Fit, Ground, Surface};
use crate::walk::{Part, Scene, Visitor, Walker};
use lexicon::{BuildError, WordGraph};
use rules::{Coord, Extent, GoodWord, Grid, Position, Rect, Ruleset, WildPolicy};
use std::ops::ControlFlow;
use std::sync::Arc;
use tiles::Tiles;

/// Finds plays under one set of rules with one lexicon.
///
/// It keeps the planes of the last position, so that showing it the next one of the same game is cheap.
#[derive(Clone, Debug)]
pub struct Generator {
    pub(crate) shared: Arc<GeneratorData>,
    pub(crate) layout: Arc<Layout>,
    surface: Surface,
    pub(crate) rack: Rack,
    pub(crate) ready: Vec<Ready>,
    pub(crate) bounds: Vec<Bounds>,
    pub(crate) leaves: RackLeaves,
    pub(crate) change: BoardChange,
    portable: bool,
}

impl Generator {
    /// Prepares a search; fails only where any order of letters is good and the sorted words make no graph.
    pub fn new(rules: &Ruleset, graph: &WordGraph) -> Result<Generator, BuildError> {
        Ok(Generator::with_data(&GeneratorData::new(rules, graph)?))
    }

    /// A generator on groundwork that others may use as well; takes a few microseconds.
    pub fn with_data(shared: &Arc<GeneratorData>) -> Generator {
        Generator {
            layout: shared.layout.clone(),
            shared: shared.clone(),
            surface: Surface::default(),
            rack: Rack::empty(),
            ready: Vec::new(),
            bounds: Vec::new(),
            leaves: RackLeaves::default(),
            change: BoardChange::default(),
            portable: false,
        }
    }

    /// The same generator, walking without the wide registers that only some processors have: to test and measure what
    /// the others get.
    pub fn portable(self) -> Generator {
        Generator { portable: true, ..self }
    }

    /// What other generators with the same rules and lexicon can use.
    pub fn data(&self) -> &Arc<GeneratorData> {
        &self.shared
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.shared.rules
    }

    /// Finds every play of the player to move in a position.
    pub fn generate_in(&mut self, position: &Position, sink: &mut impl PlaySink) {
        self.generate(&position.grid, position.rack(), sink);
    }

    /// Finds every play with a rack on a board and hands each to the sink.
    pub fn generate(&mut self, grid: &Grid, rack: &Tiles, sink: &mut impl PlaySink) {
        self.generate_until(grid, rack, sink, &never);
    }

    /// Finds plays until there are no more, the sink has enough, or `stop` says so (it is asked well within a
    /// millisecond); says whether there are no more.
    pub fn generate_until(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        sink: &mut impl PlaySink,
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
            self.rack.choice = Choice::Any;
        }
        let flow = self.make_ready(grid, stop);
        if flow.is_break() {
            // Half a position is none: the next search begins anew.
            self.surface = Surface::default();
        }
        flow
    }

    fn make_ready(&mut self, grid: &Grid, stop: StopCheck<'_>) -> ControlFlow<()> {
        if grid.is_empty() || self.arrive(grid, self.room(), stop)? == Fit::Outgrown {
            self.lay_out(grid, stop)?;
            self.arrive(grid, None, stop)?;
        }
        cut_pieces(&self.layout, &mut self.ready, |cell| self.surface.is_occupied(cell));
        ControlFlow::Continue(())
    }

    /// Shows the position on the layout at hand, if all tiles lie where it has room for them.
    fn arrive(&mut self, grid: &Grid, room: Option<Rect>, stop: StopCheck<'_>) -> ControlFlow<(), Fit> {
        let ground = Ground {
            layout: &self.layout,
            room,
            terms: &self.shared.terms,
            graph: &self.shared.graph,
            start: self.shared.rules.board.start(),
            alphabet: self.shared.rules.tiles.alphabet().all(),
        };
        let (surface, ready, rack) = (&mut self.surface, &mut self.ready, &self.rack);
        kernel::boosted(Arrival { ground, grid, rack, surface, ready, longest: self.shared.longest, stop })
    }

    fn is_unbounded(&self) -> bool {
        self.shared.rules.board.extent() == Extent::Unbounded
    }

    /// How many squares before the first tile of the board a word can begin.
    fn reach(&self) -> i32 {
        self.rack.total.clamp(1, MOST as u32) as i32
    }

    /// Where tiles must lie for the layout of an unbounded board to hold every word through them.
    fn room(&self) -> Option<Rect> {
        let (core, window) =
            (self.layout.core().grown(-1), self.layout.terrain.window().grown(-self.reach()));
        let (min, max) = ([core.min, window.min], [core.max, window.max]);
        let room = Rect {
            min: Coord::new(min[0].x.max(min[1].x), min[0].y.max(min[1].y)),
            max: Coord::new(max[0].x.min(max[1].x), max[0].y.min(max[1].y)),
        };
        self.is_unbounded().then_some(room)
    }

    /// Unbounded boards are laid out as far as words can reach.
    fn lay_out(&mut self, grid: &Grid, stop: StopCheck<'_>) -> ControlFlow<()> {
        if !self.is_unbounded() {
            return ControlFlow::Continue(());
        }
        let start = Rect { min: self.shared.rules.board.start(), max: self.shared.rules.board.start() };
        let core = grid.bounds().map_or(start, |bounds| bounds.grown(1));
        let window = core.grown(self.reach() - 1);
        let holds = |outer: Rect, inner: Rect| outer.contains(inner.min) && outer.contains(inner.max);
        if holds(self.layout.core(), core) && holds(self.layout.terrain.window(), window) {
            return ControlFlow::Continue(());
        }
        let (core, window) = self.with_old(core, window);
        let (board, known, look) = (&self.shared.rules.board, &self.layout.terrain, || look(stop));
        let terrain = Terrain::new(board, window, Some(known), &look)?;
        self.layout = Arc::new(Layout::new(terrain, core, self.shared.longest, &look)?);
        self.surface = Surface::default();
        ControlFlow::Continue(())
    }

    /// Finds the best play by score and the worth of the tiles kept.
    pub fn best(&mut self, grid: &Grid, rack: &Tiles, leaves: &dyn Leaves) -> Option<RankedPlay> {
        self.top(grid, rack, leaves, 1).pop()
    }

    /// Finds the best so many plays, best first.
    pub fn top(&mut self, grid: &Grid, rack: &Tiles, leaves: &dyn Leaves, count: usize) -> Vec<RankedPlay> {
        self.top_until(grid, rack, leaves, count, &never).0
    }

    /// Finds the best so many plays, or the best of those found when `stop` says so.
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
        self.contest(grid, Podium::new(count), stop)
    }

    /// Finds the best plays of a position that has been prepared, those worth as much as the podium asks for.
    pub(crate) fn contest(
        &mut self,
        grid: &Grid,
        mut best: Podium,
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
            let contest = Contest { bounds, leaves: &self.leaves, best: &mut best };
            completion = completion.and(self.walk(grid, number, Part::Whole, contest, stop));
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
        look(stop)?;
        self.foresee(stop)
    }

    /// Finds the bounds of a position that has been prepared.
    pub(crate) fn foresee(&mut self, stop: StopCheck<'_>) -> ControlFlow<()> {
        if !self.is_bounded() {
            return ControlFlow::Continue(());
        }
        let mut bounds = std::mem::take(&mut self.bounds);
        bounds.resize_with(self.ready.len(), Bounds::default);
        let flow = kernel::boosted(Foresight { generator: self, bounds: &mut bounds, stop });
        self.bounds = bounds;
        flow
    }

    /// Whether bounds can be had for the rules and the rack at hand.
    pub(crate) fn is_bounded(&self) -> bool {
        self.shared.terms.linear
            && self.shared.terms.rising
            && self.shared.terms.good == GoodWord::Listed
            && self.rack.total as usize <= MOST_BOUNDED
            && self.leaves.is_full()
    }

    #[inline(always)]
    fn prospect(&self, bounds: &mut [Bounds], stop: StopCheck<'_>) -> ControlFlow<()> {
        let whole = Whole::new(self.shared.filter(), &self.rack);
        for (number, bounds) in bounds.iter_mut().enumerate() {
            bounds.prepare(BoundsInput {
                field: &self.surface.fields[number],
                ready: &self.ready[number],
                rack: &self.rack,
                terms: &self.shared.terms,
                leaves: &self.leaves,
                whole,
            });
            look(stop)?;
        }
        ControlFlow::Continue(())
    }

    fn search(&self, grid: &Grid, sink: &mut impl PlaySink, stop: StopCheck<'_>) -> Completion {
        for number in 0..self.ready.len() {
            if self.walk(grid, number, Part::Whole, Into(sink), stop) == Completion::Stopped {
                return Completion::Stopped;
            }
        }
        Completion::Complete
    }

    /// Keeps what is laid out already, unless that lies far away: a new layout costs as much as a few searches.
    fn with_old(&self, core: Rect, window: Rect) -> (Rect, Rect) {
        let (old_core, old_window) = (self.layout.core(), self.layout.terrain.window());
        let both = window.with(old_window.min).with(old_window.max);
        match both.area() <= 2 * window.area() {
            true => (core.with(old_core.min).with(old_core.max), both),
            false => (core, window),
        }
    }

    /// Searches a part of one field.
    pub(crate) fn walk(
        &self,
        grid: &Grid,
        number: usize,
        part: Part,
        visitor: impl Visitor,
        stop: StopCheck<'_>,
    ) -> Completion {
        let exact = Exact { rules: &self.shared.rules, grid, layout: &self.layout, stop };
        let score = |line: &PlayLine, tiles: &[PackedTile]| exact.score(line, tiles);
        let fewest = if self.surface.is_blank() { self.shared.terms.opening } else { 1 };
        let scene = Scene {
            graph: &self.shared.graph,
            records: self.shared.graph.records(),
            sheet: &self.layout.sheets[number],
            field: &self.surface.fields[number],
            ready: &self.ready[number],
            rack: &self.rack,
            terms: &self.shared.terms,
            fewest,
            few: fewest.max(2) - 1,
            exact: if self.shared.terms.linear { None } else { Some(&score) },
            portable: self.portable,
            stop,
        };
        let mut walker = Walker::new(scene, visitor);
        match self.shared.terms.good {
            GoodWord::Listed => kernel::run(&mut walker, part),
            GoodWord::Anagram => walker.run_jumbled(self.shared.longest),
        }
        if walker.stopped { Completion::Stopped } else { Completion::Complete }
    }
}

/// A position is shown: its planes, its cross words, and what the rack can do there.
struct Arrival<'a> {
    ground: Ground<'a>,
    grid: &'a Grid,
    rack: &'a Rack,
    surface: &'a mut Surface,
    ready: &'a mut Vec<Ready>,
    longest: usize,
    stop: StopCheck<'a>,
}

impl Work for Arrival<'_> {
    type Result = ControlFlow<(), Fit>;

    #[inline(always)]
    fn run(self) -> ControlFlow<(), Fit> {
        let Arrival { ground, surface, stop, .. } = self;
        if surface.show(ground, self.grid, stop)? == Fit::Outgrown {
            return ControlFlow::Continue(Fit::Outgrown);
        }
        surface.ask(ground, self.rack.letters(), stop)?;
        self.ready.resize_with(surface.fields.len(), Ready::default);
        for (number, ready) in self.ready.iter_mut().enumerate() {
            ready.prepare(&ground.layout.sheets[number], &surface.fields[number], self.rack, self.longest);
            look(stop)?;
        }
        ControlFlow::Continue(Fit::Whole)
    }
}

/// Bounds are found for a position that has been made ready.
struct Foresight<'a> {
    generator: &'a Generator,
    bounds: &'a mut [Bounds],
    stop: StopCheck<'a>,
}

impl Work for Foresight<'_> {
    type Result = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        self.generator.prospect(self.bounds, self.stop)
    }
}

/// Whether a search went on to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// Every play was found.
    Complete,
    /// The sink had enough, or somebody said stop.
    Stopped,
}

impl Completion {
    pub(crate) fn and(self, other: Completion) -> Completion {
        if self == Completion::Stopped { self } else { other }
    }
}

pub(crate) struct Into<'s, S>(pub(crate) &'s mut S);

impl<S: PlaySink> Visitor for Into<'_, S> {
    #[inline(always)]
    fn visit(&mut self, found: &PlayRef<'_>) -> ControlFlow<()> {
        self.0.take(found)
    }
}
