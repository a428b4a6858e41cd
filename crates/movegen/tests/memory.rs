//! What searches allocate: nothing once warm, and little before.

use quixotry_movegen::{AllPlays, FirstPlay, Generator, GeneratorData, LeaveSums, PlayRef, PlaySummary};
use quixotry_test_support::classic;
use rules::Grid;
use std::ops::ControlFlow;
use tiles::Tiles;

fn positions(rules: &rules::Ruleset) -> Vec<(Grid, Tiles)> {
    let lines = include_str!("../benches/data/positions.cgp").lines().step_by(100);
    lines.map(|line| classic::read(rules, line)).collect()
}

/// The number of allocations.
fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
}

/// The number of bytes still allocated afterwards.
fn bytes_kept(work: impl FnOnce()) -> usize {
    allocation_counter::measure(work).bytes_current as usize
}

#[test]
fn a_warm_search_for_all_plays_allocates_nothing() {
    for board in [classic::board(), classic::program_board(true)] {
        let rules = classic::rules_on(board);
        let positions = positions(&rules);
        let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
        let (mut plays, mut summary) = (AllPlays::new(), PlaySummary::default());
        let mut round = || {
            for (grid, rack) in &positions {
                plays.clear();
                generator.generate(grid, rack, &mut plays);
                generator.generate(grid, rack, &mut summary);
                generator.generate(grid, rack, &mut |_: &PlayRef<'_>| ControlFlow::Continue(()));
            }
        };
        round();
        assert_eq!(allocations(round), 0);
    }
}

#[test]
fn the_best_play_costs_one_allocation_for_each_play_that_was_the_best() {
    let rules = classic::rules();
    let leaves = LeaveSums::plain(&rules.tiles);
    let positions = positions(&rules);
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    let mut round = || {
        for (grid, rack) in &positions {
            generator.best(grid, rack, &leaves);
        }
    };
    round();
    let each = allocations(round) as usize / positions.len();
    assert!(each <= 12, "{each} a position");
    let mut first = || {
        for (grid, rack) in &positions {
            generator.generate(grid, rack, &mut FirstPlay::default());
        }
    };
    assert_eq!(allocations(&mut first) as usize, positions.len());
}

#[test]
fn the_structures_of_the_default_list_take_what_they_say() {
    let (rules, lexicon) = (classic::rules(), &*classic::ENGLISH);
    let mut data = None;
    let taken = bytes_kept(|| data = GeneratorData::new(&rules, lexicon).ok());
    let data = data.unwrap();
    assert!(taken < 4 << 20, "the word graph and the board: {taken} bytes");
    let (graph, filter) = data.bytes();
    assert!((graph..graph + 200_000).contains(&taken), "{taken} bytes, of which the graph says {graph}");
    assert!(graph + filter < 32 << 20);
}

#[test]
fn a_generator_takes_little_besides() {
    let rules = classic::rules();
    let leaves = LeaveSums::plain(&rules.tiles);
    let positions = positions(&rules);
    let data = GeneratorData::new(&rules, &classic::ENGLISH).unwrap();
    let mut generator = Generator::with_data(&data);
    let all = bytes_kept(|| {
        for (grid, rack) in &positions {
            generator.generate(grid, rack, &mut PlaySummary::default());
        }
    });
    assert!(all < 256 << 10, "{all} bytes for all plays");
    let filter = data.bytes().1;
    let best = bytes_kept(|| {
        for (grid, rack) in &positions {
            generator.best(grid, rack, &leaves);
        }
    });
    assert!(best < filter + (192 << 10), "{best} bytes more for the best play, of which {filter} shared");
}
