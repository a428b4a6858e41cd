//! Where a search finds its plays: in lists kept for each lane, or with the generator for all boards.

use super::hand::Held;
use super::land::Side;
use super::lanes::{Board, Lanes};
use super::watch::Watch;
use movegen::GeneratedPlay;
use rules::Points;

/// A play to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndgamePlay {
    /// By which the ground knows it, in the position it was found in.
    pub(crate) number: u32,
    pub(crate) score: Points,
    /// What its tiles would count if they were left.
    pub(crate) spent: Points,
    /// What it adds to the hash of the board.
    pub(crate) hash: u64,
    pub(crate) need: Held,
    /// How early it is tried: the highest first.
    pub(crate) order: Points,
}

/// The number of a pass.
pub(crate) const PASS: u32 = u32::MAX;

impl EndgamePlay {
    /// Laying nothing.
    pub(crate) fn pass() -> EndgamePlay {
        EndgamePlay {
            number: PASS,
            score: 0,
            spent: 0,
            hash: 0x5bd1_e995_7f4a_7c15,
            need: Held::default(),
            order: Points::MIN,
        }
    }

    pub(crate) fn is_pass(&self) -> bool {
        self.number == PASS
    }
}

/// Finds plays and carries them out.
pub(crate) trait Ground {
    /// A position's tiles.
    type Board: Default;

    /// Where the search begins.
    fn root(&mut self) -> Self::Board;

    /// Adds every play of one player with these tiles.
    fn plays(&mut self, board: &mut Self::Board, side: Side, held: Held, plays: &mut Vec<EndgamePlay>);

    /// Makes one board the other one after a play found there, or a mere copy after a pass.
    fn follow(&mut self, from: &Self::Board, number: u32, to: &mut Self::Board);

    /// A play as everybody else knows it.
    fn play(&self, board: &Self::Board, side: Side, number: u32) -> GeneratedPlay;

    /// How many plays were found so far: what most of the work goes into where blanks make them many.
    fn play_count(&self) -> u64;

    /// Whether memory has run out, so that the search must begin again after forgetting.
    fn is_full(&self) -> bool;

    /// Gives memory back; boards made before mean nothing afterwards.
    fn forget(&mut self);

    /// From now on keeps to this watch: when it is late, plays are missing.
    fn keep_to(&mut self, watch: Watch);

    /// Whether plays are missing because the time was up.
    fn is_late(&self) -> bool;
}

impl Ground for Lanes<'_> {
    type Board = Board;

    fn root(&mut self) -> Board {
        Lanes::root(self)
    }

    fn plays(&mut self, board: &mut Board, side: Side, held: Held, plays: &mut Vec<EndgamePlay>) {
        Lanes::plays(self, board, side, held, |number, listed, need| {
            let (score, spent, hash) = (listed.score, listed.spent, listed.hash);
            plays.push(EndgamePlay { number, score, spent, hash, need, order: 0 });
        });
    }

    fn follow(&mut self, from: &Board, number: u32, to: &mut Board) {
        to.copy(from);
        if number != PASS {
            self.lay(to, number);
        }
    }

    fn play(&self, board: &Board, side: Side, number: u32) -> GeneratedPlay {
        Lanes::play(self, board, side, number)
    }

    fn play_count(&self) -> u64 {
        Lanes::play_count(self)
    }

    fn is_full(&self) -> bool {
        Lanes::is_full(self)
    }

    fn forget(&mut self) {
        Lanes::forget(self);
    }

    fn keep_to(&mut self, watch: Watch) {
        self.watch = watch;
    }

    fn is_late(&self) -> bool {
        self.watch.is_late()
    }
}

/// Lists that outlive a search, with the position where it begins.
pub(crate) struct Begun<'l, 'a> {
    pub(crate) lanes: &'l mut Lanes<'a>,
    pub(crate) cells: Vec<u8>,
}

impl Ground for Begun<'_, '_> {
    type Board = Board;

    fn root(&mut self) -> Board {
        self.lanes.board(self.cells.clone())
    }

    fn plays(&mut self, board: &mut Board, side: Side, held: Held, plays: &mut Vec<EndgamePlay>) {
        Ground::plays(self.lanes, board, side, held, plays);
    }

    fn follow(&mut self, from: &Board, number: u32, to: &mut Board) {
        self.lanes.follow(from, number, to);
    }

    fn play(&self, board: &Board, side: Side, number: u32) -> GeneratedPlay {
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

    fn keep_to(&mut self, watch: Watch) {
        self.lanes.keep_to(watch);
    }

    fn is_late(&self) -> bool {
        self.lanes.is_late()
    }
}
