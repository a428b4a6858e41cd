//! The plays of a position on any board, under any rules, from the generator.

use super::data::SideIndex;
use super::interrupt::InterruptCheck;
use super::lane_lists::mix;
use super::packed_rack::{PackedRack, TileKinds};
use super::play_source::{EndgamePlay, PASS, PlaySource};
use movegen::{Completion, GeneratedPlay, Generator, PlayRef};
use rules::{BoardTile, Grid};
use std::ops::ControlFlow;
use tiles::TileSet;

/// A position's tiles, and the plays found there last.
#[derive(Clone, Debug, Default)]
pub(crate) struct GeneratorBoard {
    grid: Grid,
    plays: Vec<GeneratedPlay>,
}

/// Finds the plays of each position with the move generator.
pub(crate) struct GeneratorSource<'a> {
    generator: Generator,
    grid: &'a Grid,
    kinds: [&'a TileKinds; 2],
    found: u64,
    interrupt: InterruptCheck,
}

impl<'a> GeneratorSource<'a> {
    pub(crate) fn new(
        generator: Generator,
        grid: &'a Grid,
        kinds: [&'a TileKinds; 2],
    ) -> GeneratorSource<'a> {
        GeneratorSource { generator, grid, kinds, found: 0, interrupt: InterruptCheck::default() }
    }

    fn candidate(&self, side: SideIndex, number: usize, play: &GeneratedPlay) -> EndgamePlay {
        let spent = play.tiles.iter().map(|shown| shown.tile()).collect();
        EndgamePlay {
            number: number as u32,
            score: play.score(),
            spent: tiles(&self.generator).points(&spent),
            hash: hash(play),
            need: self.kinds[side].pack(&spent).unwrap_or_default(),
            order: 0,
        }
    }
}

fn tiles(generator: &Generator) -> &TileSet {
    &generator.rules().tiles
}

fn hash(play: &GeneratedPlay) -> u64 {
    let mark = |laid: rules::PlacedTile| {
        let place = u64::from(laid.at.x as u32) << 32 | u64::from(laid.at.y as u32);
        let face = u64::from(laid.face.letter.place()) << 16 | u64::from(laid.face.points as u16);
        mix(mix(place) ^ face)
    };
    play.as_play_ref().placed_tiles().fold(0, |hash, laid| hash ^ mark(laid))
}

impl PlaySource for GeneratorSource<'_> {
    type LaneBoard = GeneratorBoard;

    fn root(&mut self) -> GeneratorBoard {
        GeneratorBoard { grid: self.grid.clone(), plays: Vec::new() }
    }

    fn plays(
        &mut self,
        board: &mut GeneratorBoard,
        side: SideIndex,
        held: PackedRack,
        plays: &mut Vec<EndgamePlay>,
    ) {
        let rack = self.kinds[side].unpack(held);
        board.plays.clear();
        let limit = self.interrupt.limit().clone();
        let interrupt = &mut self.interrupt;
        let mut sink = |found: &PlayRef<'_>| {
            board.plays.push(found.to_play());
            if interrupt.step() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stop = || limit.is_interrupted();
        if self.generator.generate_until(&board.grid, &rack, &mut sink, &stop) == Completion::Stopped {
            self.interrupt.check_now();
        }
        self.found += board.plays.len() as u64;
        plays.extend(board.plays.iter().enumerate().map(|(number, play)| self.candidate(side, number, play)));
    }

    fn follow(&mut self, from: &GeneratorBoard, number: u32, to: &mut GeneratorBoard) {
        to.grid.clone_from(&from.grid);
        if number == PASS {
            return;
        }
        for laid in from.plays[number as usize].as_play_ref().placed_tiles() {
            to.grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
        }
    }

    fn play(&self, board: &GeneratorBoard, _: SideIndex, number: u32) -> GeneratedPlay {
        board.plays[number as usize].clone()
    }

    fn play_count(&self) -> u64 {
        self.found
    }

    fn is_full(&self) -> bool {
        false
    }

    fn forget(&mut self) {}

    fn set_interrupt(&mut self, interrupt: InterruptCheck) {
        self.interrupt = interrupt;
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.is_interrupted()
    }
}
