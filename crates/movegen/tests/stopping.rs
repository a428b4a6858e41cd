//! Stopped searches end at once in every phase, with the best plays found so far.

use quixotry_movegen::{
    AllPlays, Completion, Equity, FirstPlay, GeneratedPlay, Generator, LeaveSums, PlayRef,
};
use quixotry_test_support::classic;
use quixotry_test_support::scenes::{self, BenchPosition, PlayCount};
use rules::{TileOwner, judge};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use tiles::Tiles;

/// Stops a search at the call with this number, and counts the calls.
struct CallLimit {
    asked: AtomicU32,
    most: u32,
}

impl CallLimit {
    fn new(most: u32) -> CallLimit {
        CallLimit { asked: AtomicU32::new(0), most }
    }

    fn asked(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }

    /// The completion that a search with this limit must return.
    fn completion(&self) -> Completion {
        if self.asked() >= self.most { Completion::Stopped } else { Completion::Complete }
    }

    fn ask(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) + 1 >= self.most
    }
}

/// A classic position, a board of many planes full of words, and an unbounded board, each with a hard rack.
fn scenes() -> Vec<BenchPosition> {
    let wanted = ["classic, 12 tiles, two blanks", "99×26, 12 tiles, two blanks", "unbounded, two blanks"];
    scenes::all().into_iter().filter(|scene| wanted.contains(&scene.name)).collect()
}

fn is_legal(scene: &BenchPosition, play: &GeneratedPlay) -> bool {
    let owner = TileOwner { seat: None, rack: Some(&scene.rack) };
    let judged = judge(&scene.rules, &scene.grid, owner, &play.placement(), Some(&*classic::ENGLISH));
    judged.is_ok_and(|judged| judged.score() == play.score())
}

/// The calls at which to stop: the first ones, then further and further apart.
fn limits() -> impl Iterator<Item = u32> {
    (1..20).chain((1..12).map(|n| 20 << n))
}

#[test]
fn no_play_comes_after_the_word_to_stop() {
    for scene in scenes() {
        let mut generator = Generator::new(&scene.rules, &classic::ENGLISH).unwrap();
        for most in limits() {
            let limit = CallLimit::new(most);
            let mut late = 0;
            let mut sink = |_: &PlayRef<'_>| {
                late += u32::from(limit.asked() >= most);
                ControlFlow::Continue(())
            };
            let completion = generator.generate_until(&scene.grid, &scene.rack, &mut sink, &|| limit.ask());
            assert_eq!((completion, late), (limit.completion(), 0), "{} after {most}", scene.name);
            assert!(limit.asked() <= most, "{}: asked {} times of {most}", scene.name, limit.asked());
        }
    }
}

#[test]
fn what_was_found_before_is_legal_and_gets_better_with_time() {
    for scene in scenes() {
        let leaves = LeaveSums::plain(&scene.rules.tiles);
        let mut warm = Generator::new(&scene.rules, &classic::ENGLISH).unwrap();
        warm.generate(&scene.grid, &scene.rack, &mut FirstPlay::default());
        let mut before = None;
        for most in limits() {
            let limit = CallLimit::new(most);
            let (top, completion) =
                warm.clone().top_until(&scene.grid, &scene.rack, &leaves, 3, &|| limit.ask());
            assert_eq!(completion, limit.completion(), "{} after {most}", scene.name);
            assert!(top.iter().all(|ranked| is_legal(&scene, &ranked.play)), "{}: {top:?}", scene.name);
            let best = top.first().map(|ranked| ranked.equity);
            assert!(best >= before, "{}: {best:?} {before:?}", scene.name);
            before = best;
        }
        assert!(before.is_some(), "{}: nothing found", scene.name);
    }
}

#[test]
fn a_search_that_was_stopped_anywhere_does_not_disturb_the_next() {
    for kind in [scenes::tiled_board(99, 26), classic::program_board(true), classic::board()] {
        let rules = classic::rules_on(kind);
        let scene = BenchPosition {
            name: "quiet",
            grid: scenes::played_grid(&rules, PlayCount(12)),
            rack: rules.tiles.parse_tiles("AEINRST").unwrap(),
            rules,
        };
        let listed = |generator: &mut Generator| {
            let mut plays = AllPlays::new();
            generator.generate(&scene.grid, &scene.rack, &mut plays);
            plays.summary()
        };
        let expected = listed(&mut Generator::new(&scene.rules, &classic::ENGLISH).unwrap());
        let mut used = Generator::new(&scene.rules, &classic::ENGLISH).unwrap();
        for most in limits() {
            let limit = CallLimit::new(most);
            let mut plays = AllPlays::new();
            _ = used.generate_until(&scene.grid, &scene.rack, &mut plays, &|| limit.ask());
            assert_eq!(listed(&mut used), expected, "after {most}");
        }
    }
}

/// The most squares between two calls, while a position is laid out and no play has been found.
const SQUARES: usize = 256;

#[test]
fn preparing_looks_as_often_as_searching() {
    for scene in scenes() {
        let limit = CallLimit::new(u32::MAX);
        let mut first = None;
        let mut generator = Generator::new(&scene.rules, &classic::ENGLISH).unwrap();
        generator.generate_until(
            &scene.grid,
            &scene.rack,
            &mut |_: &PlayRef<'_>| {
                first = first.or(Some(limit.asked()));
                ControlFlow::Break(())
            },
            &|| limit.ask(),
        );
        let squares = scene.grid.iter().count();
        assert!(first.unwrap() as usize >= squares / SQUARES + 2, "{}: {first:?}", scene.name);
    }
}

#[test]
fn between_two_looks_few_plays_are_found() {
    for scene in scenes() {
        let mut generator = Generator::new(&scene.rules, &classic::ENGLISH).unwrap();
        let limit = CallLimit::new(20_000);
        let (mut most, mut since, mut seen) = (0, 0, 0);
        let mut count = |_: &PlayRef<'_>| {
            since = if limit.asked() == seen { since + 1 } else { 1 };
            (most, seen) = (since.max(most), limit.asked());
            ControlFlow::Continue(())
        };
        generator.generate_until(&scene.grid, &scene.rack, &mut count, &|| limit.ask());
        assert!(most > 0 && most < 40_000, "{}: {most} plays without a look", scene.name);
    }
}

#[test]
fn valuing_the_leaves_of_a_large_rack_can_be_interrupted() {
    let rules = classic::rules();
    let (grid, rack) = (rules::empty_grid(&rules.board), rules.tiles.parse_tiles("ABCDEFGHIJKL").unwrap());
    let valued = AtomicU32::new(0);
    let leaves = |_: &Tiles| {
        valued.fetch_add(1, Ordering::Relaxed);
        Equity::ZERO
    };
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    let stop = || valued.load(Ordering::Relaxed) > 0;
    let (plays, completion) = generator.top_until(&grid, &rack, &leaves, 1, &stop);
    assert_eq!((plays, completion), (Vec::new(), Completion::Stopped));
    assert!(valued.load(Ordering::Relaxed) <= 64, "{valued:?} of 4,096 subsets");
    assert!(generator.best(&grid, &rack, &leaves).is_some());
}
