//! The plays of a position on any board, under any rules, from the generator.

use super::ground::{EndgamePlay, Ground, PASS};
use super::hand::{Held, Kinds};
use super::land::Side;
use super::lanes::mixed;
use super::watch::Watch;
use movegen::{GeneratedPlay, Generator, PlayRef};
use rules::{BoardTile, Grid};
use std::ops::ControlFlow;
use tiles::TileSet;

/// A position's tiles, and the plays found there last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    grid: Grid,
    plays: Vec<GeneratedPlay>,
}

/// Asks the generator in each position.
pub(crate) struct Anywhere<'a> {
    generator: Generator,
    grid: &'a Grid,
    kinds: [&'a Kinds; 2],
    found: u64,
    watch: Watch,
}

impl<'a> Anywhere<'a> {
    pub(crate) fn new(generator: Generator, grid: &'a Grid, kinds: [&'a Kinds; 2]) -> Anywhere<'a> {
        Anywhere { generator, grid, kinds, found: 0, watch: Watch::default() }
    }

    fn candidate(&self, side: Side, number: usize, play: &GeneratedPlay) -> EndgamePlay {
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
        mixed(mixed(place) ^ face)
    };
    play.as_play_ref().placed_tiles().fold(0, |hash, laid| hash ^ mark(laid))
}

impl Ground for Anywhere<'_> {
    type Board = Open;

    fn root(&mut self) -> Open {
        Open { grid: self.grid.clone(), plays: Vec::new() }
    }

    fn plays(&mut self, board: &mut Open, side: Side, held: Held, plays: &mut Vec<EndgamePlay>) {
        let rack = self.kinds[side].unpack(held);
        board.plays.clear();
        self.generator.generate(&board.grid, &rack, &mut |found: &PlayRef<'_>| {
            board.plays.push(found.to_play());
            if self.watch.step() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.found += board.plays.len() as u64;
        plays.extend(board.plays.iter().enumerate().map(|(number, play)| self.candidate(side, number, play)));
    }

    fn follow(&mut self, from: &Open, number: u32, to: &mut Open) {
        to.grid.clone_from(&from.grid);
        if number == PASS {
            return;
        }
        for laid in from.plays[number as usize].as_play_ref().placed_tiles() {
            to.grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
        }
    }

    fn play(&self, board: &Open, _: Side, number: u32) -> GeneratedPlay {
        board.plays[number as usize].clone()
    }

    fn play_count(&self) -> u64 {
        self.found
    }

    fn is_full(&self) -> bool {
        false
    }

    fn forget(&mut self) {}

    fn keep_to(&mut self, watch: Watch) {
        self.watch = watch;
    }

    fn is_late(&self) -> bool {
        self.watch.is_late()
    }
}
