//! Where a search finds its plays: in lane lists, or with the move generator.

use super::data::SideIndex;
use super::interrupt::InterruptCheck;
use super::lane_lists::{LaneBoard, LaneLists};
use super::packed_rack::PackedRack;
use movegen::GeneratedPlay;
use rules::Points;

/// A play of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndgamePlay {
    /// Its number in the play source, for the position it was found in.
    pub(crate) number: u32,
    pub(crate) score: Points,
    /// The points of its tiles as leftovers.
    pub(crate) spent: Points,
    /// Its change of the hash of the board.
    pub(crate) hash: u64,
    pub(crate) need: PackedRack,
    /// Its priority: the highest is tried first.
    pub(crate) order: Points,
}

/// The number of a pass.
pub(crate) const PASS: u32 = u32::MAX;

impl EndgamePlay {
    /// A pass.
    pub(crate) fn pass() -> EndgamePlay {
        EndgamePlay {
            number: PASS,
            score: 0,
            spent: 0,
            hash: 0x5bd1_e995_7f4a_7c15,
            need: PackedRack::default(),
            order: Points::MIN,
        }
    }

    pub(crate) fn is_pass(&self) -> bool {
        self.number == PASS
    }
}

/// Finds plays and makes them.
pub(crate) trait PlaySource {
    /// A position's tiles.
    type LaneBoard: Default;

    /// The root position.
    fn root(&mut self) -> Self::LaneBoard;

    /// Adds every play of one player with these tiles.
    fn plays(
        &mut self,
        board: &mut Self::LaneBoard,
        side: SideIndex,
        held: PackedRack,
        plays: &mut Vec<EndgamePlay>,
    );

    /// Sets `to` to the board after a play found on `from`, or to a copy after a pass.
    fn follow(&mut self, from: &Self::LaneBoard, number: u32, to: &mut Self::LaneBoard);

    /// A play in the form of the move generator.
    fn play(&self, board: &Self::LaneBoard, side: SideIndex, number: u32) -> GeneratedPlay;

    /// The number of plays found so far: with blanks they are most of the work.
    fn play_count(&self) -> u64;

    /// Whether the memory limit is reached, so that the search must restart after `forget`.
    fn is_full(&self) -> bool;

    /// Frees memory; earlier boards are invalid afterwards.
    fn forget(&mut self);

    /// Sets the interrupt check: after an interruption, plays are missing.
    fn set_interrupt(&mut self, interrupt: InterruptCheck);

    /// Whether plays are missing because the search was interrupted.
    fn is_interrupted(&self) -> bool;
}

impl PlaySource for LaneLists<'_> {
    type LaneBoard = LaneBoard;

    fn root(&mut self) -> LaneBoard {
        LaneLists::root(self)
    }

    fn plays(
        &mut self,
        board: &mut LaneBoard,
        side: SideIndex,
        held: PackedRack,
        plays: &mut Vec<EndgamePlay>,
    ) {
        LaneLists::plays(self, board, side, held, |number, listed, need| {
            let (score, spent, hash) = (listed.score, listed.spent, listed.hash);
            plays.push(EndgamePlay { number, score, spent, hash, need, order: 0 });
        });
    }

    fn follow(&mut self, from: &LaneBoard, number: u32, to: &mut LaneBoard) {
        to.copy(from);
        if number != PASS {
            self.lay(to, number);
        }
    }

    fn play(&self, board: &LaneBoard, side: SideIndex, number: u32) -> GeneratedPlay {
        LaneLists::play(self, board, side, number)
    }

    fn play_count(&self) -> u64 {
        LaneLists::play_count(self)
    }

    fn is_full(&self) -> bool {
        LaneLists::is_full(self)
    }

    fn forget(&mut self) {
        LaneLists::forget(self);
    }

    fn set_interrupt(&mut self, interrupt: InterruptCheck) {
        self.interrupt = interrupt;
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.is_interrupted()
    }
}

/// Lists shared by several searches, with the root position of one.
pub(crate) struct SharedLists<'l, 'a> {
    pub(crate) lanes: &'l mut LaneLists<'a>,
    pub(crate) cells: Vec<u8>,
}

impl PlaySource for SharedLists<'_, '_> {
    type LaneBoard = LaneBoard;

    fn root(&mut self) -> LaneBoard {
        self.lanes.board(self.cells.clone())
    }

    fn plays(
        &mut self,
        board: &mut LaneBoard,
        side: SideIndex,
        held: PackedRack,
        plays: &mut Vec<EndgamePlay>,
    ) {
        PlaySource::plays(self.lanes, board, side, held, plays);
    }

    fn follow(&mut self, from: &LaneBoard, number: u32, to: &mut LaneBoard) {
        self.lanes.follow(from, number, to);
    }

    fn play(&self, board: &LaneBoard, side: SideIndex, number: u32) -> GeneratedPlay {
        self.lanes.play(board, side, number)
    }

    fn play_count(&self) -> u64 {
        self.lanes.play_count()
    }

    fn is_full(&self) -> bool {
        self.lanes.is_full()
    }

    fn forget(&mut self) {
        self.lanes.forget();
    }

    fn set_interrupt(&mut self, interrupt: InterruptCheck) {
        self.lanes.set_interrupt(interrupt);
    }

    fn is_interrupted(&self) -> bool {
        self.lanes.is_interrupted()
    }
}
