//! The bounded search finds the same plays as measuring all of them.

use quixotry_movegen::{
    AllPlays, BoardChange, Equity, Generator, RackLeaves, RankedPlay, TopPlays, by_equity,
};
use quixotry_test_support::case::{CaseKind, GameCase};
use quixotry_test_support::classic;
use rules::{BoardTile, Coord, Grid, PlacedTile};
use tiles::Tiles;

/// The kinds of cases that are quick to search.
const KINDS: [CaseKind; 6] = [
    CaseKind::Plain,
    CaseKind::Programs,
    CaseKind::Unbounded,
    CaseKind::Long,
    CaseKind::Huge,
    CaseKind::Racks,
];

/// Arbitrary leave values, good and bad.
fn worth(kept: &Tiles) -> Equity {
    let mixed = kept.iter().fold(7u32, |sum, tile| sum.wrapping_mul(31).wrapping_add(u32::from(tile.0)));
    Equity((mixed.wrapping_mul(2_654_435_761) >> 17) as i32 - 12_000)
}

fn by_measuring_all(generator: &mut Generator, grid: &Grid, rack: &Tiles, count: usize) -> Vec<RankedPlay> {
    let leaves = RackLeaves::new(rack, &worth);
    let mut top = TopPlays::new(count, by_equity(&leaves));
    generator.generate(grid, rack, &mut top);
    top.into_plays()
}

fn check(generator: &mut Generator, grid: &Grid, rack: &Tiles) {
    for count in [1, 5] {
        let expected = by_measuring_all(generator, grid, rack, count);
        assert_eq!(generator.top(grid, rack, &worth, count), expected, "{grid:?} {rack:?}");
    }
}

#[test]
fn on_positions_of_the_classic_game() {
    let rules = classic::rules();
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    for line in include_str!("../benches/data/positions.cgp").lines().step_by(5) {
        let (grid, rack) = classic::read(&rules, line);
        check(&mut generator, &grid, &rack);
    }
}

#[test]
fn on_openings_and_late_positions() {
    let rules = classic::rules();
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    for line in include_str!("data/plays.jsonl").lines().step_by(5) {
        let (grid, rack) = classic::read(&rules, line.split('"').nth(3).unwrap());
        check(&mut generator, &grid, &rack);
    }
}

#[test]
fn on_small_games_of_every_kind() {
    for kind in KINDS {
        for seed in 0..200 {
            let case = GameCase::new(kind, seed);
            let mut generator = Generator::new(&case.rules, &case.graph).unwrap();
            check(&mut generator, &case.grid, &case.rack);
        }
    }
}

/// Makes plays all over the board, and finds the best reply with and without the earlier results.
fn check_since(generator: &mut Generator, grid: &Grid, rack: &Tiles) {
    let mut all = AllPlays::new();
    generator.generate(grid, rack, &mut all);
    for known in [1, 3, 16].map(|count| generator.top(grid, rack, &worth, count)) {
        assert_eq!(generator.best_since(grid, rack, &worth, &known, &[], &|| false), known.first().cloned());
        for play in all.iter().step_by(all.len() / 7 + 1) {
            let mut later = grid.clone();
            for PlacedTile { at, tile, face } in play.placed_tiles() {
                later.put(at, BoardTile { tile, face });
            }
            let laid: Vec<Coord> = play.line.squares().collect();
            let best = generator.best(&later, rack, &worth);
            let found = generator.best_since(&later, rack, &worth, &known, &laid, &|| false);
            assert_eq!(found, best, "{later:?} {rack:?} after {laid:?}");
            let hints = known.iter().map(|known| &known.play);
            let found = generator.best_hinted(&later, rack, &worth, hints, &laid, &|| false);
            assert_eq!(found, best, "{later:?} {rack:?} after {laid:?}");
            // Hints of another rack: the same with one tile less, whose plays this rack can make as well.
            let fewer: Tiles = rack.iter().take(rack.len().saturating_sub(1)).collect();
            let others = generator.top(grid, &fewer, &worth, 16);
            let found = generator.best_hinted(
                &later,
                rack,
                &worth,
                others.iter().map(|other| &other.play),
                &laid,
                &|| false,
            );
            assert_eq!(found, best, "{later:?} {rack:?} after {laid:?}");
            let mut change = BoardChange::default();
            change.update(&later, &laid);
            let alone = best.filter(|best| change.is_unaffected(&best.play));
            assert!(alone.is_none_or(|best| all.iter().any(|play| play.to_play() == best.play)));
        }
    }
}

#[test]
fn after_a_play_on_positions_of_the_classic_game() {
    let rules = classic::rules();
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    for line in include_str!("../benches/data/positions.cgp").lines().step_by(13) {
        let (grid, rack) = classic::read(&rules, line);
        check_since(&mut generator, &grid, &rack);
    }
}

#[test]
fn after_a_play_in_small_games_of_every_kind() {
    for kind in KINDS {
        for seed in 0..100 {
            let case = GameCase::new(kind, seed);
            let mut generator = Generator::new(&case.rules, &case.graph).unwrap();
            check_since(&mut generator, &case.grid, &case.rack);
        }
    }
}
