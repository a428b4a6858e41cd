//! Searches in parts, and whole games.

use quixotry_movegen::bench::{self, BenchMode};
use quixotry_movegen::{
    AllPlays, Completion, FirstPlay, GeneratedPlay, Generator, LeaveSums, PlaySummary, selfplay,
};
use quixotry_test_support::case::{CaseKind, GameCase};
use quixotry_test_support::classic;
use rules::{Extent, Grid};
use tiles::Tiles;

fn positions(rules: &rules::Ruleset, step: usize) -> Vec<(Grid, Tiles)> {
    let lines = include_str!("../benches/data/positions.cgp").lines().step_by(step);
    lines.map(|line| classic::read(rules, line)).collect()
}

fn never() -> bool {
    false
}

#[test]
fn a_generator_that_has_seen_other_positions_finds_the_same() {
    let rules = classic::rules();
    let mut used = Generator::new(&rules, &classic::ENGLISH).unwrap();
    for (grid, rack) in positions(&rules, 40) {
        let mut fresh = Generator::new(&rules, &classic::ENGLISH).unwrap();
        let (mut expected, mut found) = (PlaySummary::default(), PlaySummary::default());
        fresh.generate(&grid, &rack, &mut expected);
        used.generate(&grid, &rack, &mut found);
        assert_eq!(found, expected);
    }
}

#[test]
fn generators_on_one_data_do_not_disturb_each_other() {
    let rules = classic::rules();
    let mut alone = Generator::new(&rules, &classic::ENGLISH).unwrap();
    let mut others = [(); 2].map(|()| Generator::with_data(alone.data()));
    let found = |generator: &mut Generator, (grid, rack): &(Grid, Tiles)| {
        let mut summary = PlaySummary::default();
        generator.generate(grid, rack, &mut summary);
        summary
    };
    for (number, position) in positions(&rules, 100).iter().enumerate() {
        assert_eq!(found(&mut others[number % 2], position), found(&mut alone, position));
    }
}

/// Every play with its score, in the order in which they are found.
fn listed(generator: &mut Generator, grid: &Grid, rack: &Tiles) -> Vec<GeneratedPlay> {
    let mut plays = AllPlays::new();
    generator.generate(grid, rack, &mut plays);
    plays.iter().map(|play| play.to_play()).collect()
}

#[test]
fn the_portable_kernel_walks_as_the_wide_registers_do() {
    for board in [classic::board(), classic::program_board(true)] {
        let rules = classic::rules_on(board);
        let leaves = LeaveSums::plain(&rules.tiles);
        let mut wide = Generator::new(&rules, &classic::ENGLISH).unwrap();
        let mut portable = wide.clone().portable();
        for (grid, rack) in positions(&rules, 40) {
            assert_eq!(listed(&mut portable, &grid, &rack), listed(&mut wide, &grid, &rack));
            assert_eq!(portable.top(&grid, &rack, &leaves, 3), wide.top(&grid, &rack, &leaves, 3));
        }
    }
}

#[test]
fn the_portable_kernel_walks_the_same_way_in_games_of_every_kind() {
    for kind in [CaseKind::Plain, CaseKind::Programs, CaseKind::Unbounded, CaseKind::Long, CaseKind::Huge] {
        for seed in 0..60 {
            let case = GameCase::new(kind, seed);
            let mut wide = Generator::new(&case.rules, &case.graph).unwrap();
            let mut portable = wide.clone().portable();
            let expected = listed(&mut wide, &case.grid, &case.rack);
            assert_eq!(listed(&mut portable, &case.grid, &case.rack), expected, "{kind:?} {seed}");
        }
    }
}

#[test]
fn one_tile_more_or_less_changes_what_it_touches() {
    for kind in [CaseKind::Plain, CaseKind::Unbounded, CaseKind::Long] {
        for seed in 0..60 {
            let mut case = GameCase::new(kind, seed);
            let mut used = Generator::new(&case.rules, &case.graph).unwrap();
            let tiles: Vec<_> = case.grid.iter().map(|(at, _)| at).collect();
            for at in std::iter::once(None).chain(tiles.into_iter().map(Some)) {
                at.map(|at| case.grid.remove(at));
                let mut fresh = Generator::new(&case.rules, &case.graph).unwrap();
                let (mut expected, mut found) = (PlaySummary::default(), PlaySummary::default());
                fresh.generate(&case.grid, &case.rack, &mut expected);
                used.generate(&case.grid, &case.rack, &mut found);
                assert_eq!(found, expected, "{kind:?} {seed} {at:?}");
            }
        }
    }
}

#[test]
fn parts_together_are_the_whole() {
    let rules = classic::rules();
    let leaves = LeaveSums::plain(&rules.tiles);
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    for (grid, rack) in positions(&rules, 50) {
        let mut expected = AllPlays::new();
        generator.generate(&grid, &rack, &mut expected);
        let (parts, completion) = generator.generate_parallel(&grid, &rack, AllPlays::new, &never);
        let mut all = AllPlays::new();
        parts.iter().for_each(|part| all.append(part));
        assert_eq!((all.summary(), completion), (expected.summary(), Completion::Complete));
        let top = generator.top(&grid, &rack, &leaves, 3);
        assert_eq!(generator.top_parallel(&grid, &rack, &leaves, 3, &never), (top, Completion::Complete));
    }
}

#[test]
fn search_structures_of_the_default_list_are_small() {
    let rules = classic::rules();
    let generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    let (graph, filter) = generator.data().bytes();
    assert!((100_000..4 << 20).contains(&graph), "{graph}");
    assert!(graph + filter < 32 << 20, "{filter}");
}

#[test]
fn the_first_play_ends_the_search() {
    let rules = classic::rules();
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    for (grid, rack) in positions(&rules, 100) {
        let (mut first, mut seen) = (FirstPlay::default(), 0);
        generator.generate(&grid, &rack, &mut first);
        assert!(first.0.is_some());
        generator.generate(&grid, &rack, &mut |_: &quixotry_movegen::PlayRef<'_>| {
            seen += 1;
            std::ops::ControlFlow::Break(())
        });
        assert_eq!(seen, 1);
    }
}

#[test]
fn the_same_board_as_a_program_has_the_same_plays() {
    let (built_in, program) = (classic::rules(), classic::rules_on(classic::program_board(false)));
    let unbounded = classic::rules_on(classic::program_board(true));
    assert_eq!(unbounded.board.extent(), Extent::Unbounded);
    let mut generators =
        [&built_in, &program, &unbounded].map(|rules| Generator::new(rules, &classic::ENGLISH).unwrap());
    for (grid, rack) in positions(&built_in, 100) {
        let [first, second, endless] = generators.each_mut().map(|generator| {
            let mut summary = PlaySummary::default();
            generator.generate(&grid, &rack, &mut summary);
            summary
        });
        assert_eq!(first, second);
        assert!(endless.plays >= first.plays && endless.top_score >= first.top_score);
    }
}

#[test]
fn the_digest_depends_on_the_results_alone() {
    let rules = classic::rules();
    let leaves = LeaveSums::plain(&rules.tiles);
    let positions = positions(&rules, 40);
    for mode in [BenchMode::All, BenchMode::Best] {
        let digest = |positions, threads| {
            bench::round(&rules, &classic::ENGLISH, positions, mode, &leaves, threads).unwrap().digest
        };
        assert_eq!(digest(&positions, 1), digest(&positions, 2));
        assert_ne!(digest(&positions, 1), digest(&positions[1..], 1));
    }
}

#[test]
fn games_depend_on_the_seed_and_not_on_the_threads() {
    let rules = classic::rules();
    let leaves = LeaveSums::plain(&rules.tiles);
    let games = |seed, threads| selfplay(&rules, &classic::ENGLISH, &leaves, 8, seed, threads).unwrap();
    assert_eq!(games(1, 1), games(1, 2));
    assert_ne!(games(1, 1).digest, games(2, 1).digest);
    assert!((300.0..550.0).contains(&games(1, 2).average()), "{}", games(1, 2).average());
}
