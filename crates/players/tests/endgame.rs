//! Endgames compared with an exhaustive search of small games, and with positions whose values are known.

mod common;

use common::{Small, Twin, follow, spread};
use lexicon::WordGraph;
use movegen::{AllPlays, Generator};
use quixotry_players::SearchLimit;
use quixotry_players::endgame::{Endgame, EndgameError, Solution, SolveOptions, Solver};
use rand::RngExt;
use rules::*;
use std::num::NonZeroUsize;
use std::time::Instant;
use tiles::{Alphabet, Tiles};

fn solve(words: &WordGraph, endgame: &Endgame, options: &SolveOptions) -> Solution {
    Solver::small(words).solve(endgame, options).unwrap()
}

/// A game after a few plays, with the words it is played with.
fn small_game(mut small: Small, seed: u64, turns: &[usize]) -> Option<(Game, WordGraph)> {
    let alphabet = Alphabet::english();
    let (words, rules) = (small.words(&alphabet), small.rules(&alphabet, 0));
    let mut generator = Generator::new(&rules, &words).unwrap();
    let mut chance = SeededChance::new(seed);
    let mut context = Context { words: &words, chance: &mut chance, now: Millis(0) };
    let mut game = Game::new(rules.clone());
    game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
    for _ in 0..small.pick(turns) {
        let seat = game.turn()?;
        let mut plays = AllPlays::new();
        generator.generate(game.grid(), &game.seat(seat)?.rack, &mut plays);
        let chosen = small.random.random_range(0..plays.len() + 1);
        let command = plays.get(chosen).map_or(Command::Pass, |play| Command::Play(play.placement()));
        game = follow(&game, seat, &command, &words);
    }
    game.turn().map(|_| (game, words))
}

fn check_small(seed: u64) -> Option<()> {
    check(seed, &small_game(Small::new(seed), seed, &[0, 1, 1, 2])?)
}

fn check(seed: u64, (game, words): &(Game, WordGraph)) -> Option<()> {
    let seat = game.turn()?;
    let endgame = Endgame::of_view(&game.view(Viewer::Seat(seat))).unwrap();
    let expected = Twin::new(game.rules(), words).spread(game) - spread(game, seat);
    let threads = NonZeroUsize::new(1 + seed as usize % 3).unwrap();
    let solution = solve(words, &endgame, &SolveOptions { threads, ..SolveOptions::default() });
    assert!(solution.proven, "case {seed}: {solution:?}");
    assert_eq!(solution.spread_delta, expected, "case {seed}: {solution:?} in {game:?}");
    assert_eq!(walked(game, &solution, words) - spread(game, seat), expected, "the line of case {seed}");
    Some(())
}

/// The final spread when the line of a solution, which must be legal, is played and both players pass after it.
fn walked(game: &Game, solution: &Solution, words: &WordGraph) -> Points {
    let (mut now, first) = (game.clone(), game.turn().unwrap());
    let mut line = solution.line.iter();
    while let Some(seat) = now.turn() {
        let play = line.next().and_then(Option::as_ref);
        let command = play.map_or(Command::Pass, |play| Command::Play(play.placement()));
        now = follow(&now, seat, &command, words);
    }
    spread(&now, first)
}

#[test]
fn small_endgames_have_the_value_of_all_their_lines_tried() {
    let solved = (0..400).filter_map(check_small).count();
    assert!(solved > 240, "only {solved} games were still in play");
}

/// Limits under which scoreless turns matter: scoreless turns, and passes.
const IDLE_LIMITS: &[(Option<u16>, Option<u16>)] =
    &[(Some(3), None), (Some(4), None), (Some(5), None), (Some(6), None), (Some(4), Some(3))];

/// The game in which the first player gains a point by waiting for the last turn before the limit, and no other way.
const BY_PASSING: u64 = 6460;

/// Passes and makes scoreless plays until the limit of such turns is as near as possible.
fn idle_game(seed: u64) -> Option<(Game, WordGraph)> {
    let limits = |small: &mut Small| small.pick_limits(IDLE_LIMITS);
    let small = Small { points: -2..3, limits, ..Small::new(seed) };
    let (mut game, words) = small_game(small, seed, &[0, 1, 2])?;
    for _ in 0..seed % 5 {
        let limit = game.rules().limits.scoreless?;
        if game.tally().scoreless + 1 < limit && game.rules().limits.passes.is_none() {
            game = follow(&game, game.turn()?, &Command::Pass, &words);
        }
    }
    Some((game, words))
}

#[test]
fn near_the_limit_of_turns_without_points_the_value_is_that_of_all_lines() {
    let solved = (0..300).chain([BY_PASSING]).filter_map(|seed| check(seed, &idle_game(seed)?)).count();
    assert!(solved > 180, "only {solved} games were still in play");
}

/// Any combination of limits under which a game of passes ends.
fn any_limits(small: &mut Small) -> Limits {
    let limits = Limits {
        passes: small.pick(&[None, None, Some(1), Some(2), Some(3), Some(4)]),
        scoreless: small.pick(&[None, None, Some(1), Some(3), Some(4), Some(5)]),
        rounds: small.pick(&[None, Some(1), Some(1), Some(2)]),
        round_count: small.pick(&[RoundCount::InARow, RoundCount::AtFirstPlayer, RoundCount::AtFirstPlayer]),
        count_on_empty_board: small.pick(&[true, false]),
        ..Limits::TOURNAMENT
    };
    let counts_passes = limits.passes.is_some() || limits.rounds.is_some();
    if counts_passes || limits.scoreless.is_some() && limits.count_on_empty_board {
        limits
    } else {
        any_limits(small)
    }
}

/// A game after a few plays and some passes that do not end it.
fn game_with_any_limits(seed: u64) -> Option<(Game, WordGraph)> {
    let points = if seed.is_multiple_of(2) { 1..6 } else { -2..3 };
    let small = Small { points, limits: any_limits, ..Small::new(seed) };
    let (mut game, words) = small_game(small, seed, &[0, 1, 1, 2, 3])?;
    for _ in 0..seed / 2 % 4 {
        let after = follow(&game, game.turn()?, &Command::Pass, &words);
        game = if after.is_over() { game } else { after };
    }
    Some((game, words))
}

#[test]
fn under_any_limits_the_value_is_that_of_all_lines() {
    let solved = (0..700).filter_map(|seed| check(seed, &game_with_any_limits(seed)?)).count();
    assert!(solved > 300, "only {solved} games were still in play");
}

/// The test positions: all for the English lexicon under the standard rules.
fn known() -> Vec<(Position, i64)> {
    let rules = presets::Library::shipped().rules("standard").unwrap();
    let read = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let position = notation::cgp::parse(value["cgp"].as_str().unwrap(), &rules).unwrap().position;
        (position, value["spread_delta"].as_i64().unwrap())
    };
    include_str!("data/endgames.jsonl").lines().map(read).collect()
}

/// The positions that are quick to solve; the example `endgames` solves all of them.
const QUICK: [usize; 14] = [0, 2, 7, 15, 18, 26, 31, 34, 35, 43, 44, 47, 50, 57];

#[test]
fn known_endgames_are_solved() {
    let (all, mut solver) = (known(), Solver::small(presets::english()));
    for number in QUICK {
        let (position, expected) = &all[number];
        let endgame = Endgame::of_position(position).unwrap();
        let solution = solver.solve(&endgame, &SolveOptions::default()).unwrap();
        assert!(solution.proven);
        assert_eq!(i64::from(solution.spread_delta), *expected, "position {number}");
    }
}

#[test]
fn one_thread_finds_the_same_line_every_time_and_two_the_same_value() {
    let (position, expected) = &known()[15];
    let endgame = Endgame::of_position(position).unwrap();
    let one = |_| solve(presets::english(), &endgame, &SolveOptions::default());
    let [first, second] = [(), ()].map(one);
    assert_eq!(first, second);
    let threads = NonZeroUsize::new(4).unwrap();
    let together = solve(presets::english(), &endgame, &SolveOptions { threads, ..SolveOptions::default() });
    assert_eq!((i64::from(together.spread_delta), together.proven), (*expected, true));
}

#[test]
fn when_time_is_up_there_is_a_legal_line() {
    let all_options = [
        SolveOptions { limit: SearchLimit::until(Instant::now()), ..SolveOptions::default() },
        SolveOptions { limit: SearchLimit::for_iterations(500), ..SolveOptions::default() },
    ];
    for (position, _) in known().iter().skip(9).step_by(10) {
        let endgame = Endgame::of_position(position).unwrap();
        for options in &all_options {
            let solution = solve(presets::english(), &endgame, options);
            assert!(!solution.proven);
            let best = solution.best().unwrap().placement();
            position.judge(&best, Some(presets::english())).unwrap();
        }
    }
}

#[test]
fn positions_that_are_not_endgames_are_reported() {
    let (mut position, _) = known().swap_remove(0);
    let check = |position: &Position, expected| {
        assert_eq!(Endgame::of_position(position).unwrap_err(), expected);
    };
    position.racks.push(Tiles::new());
    check(&position, EndgameError::Players(3));
    position.racks.truncate(2);
    let kept = std::mem::take(&mut position.racks[0]);
    check(&position, EndgameError::Bag { bag: 5 });
    position.racks[1] = Tiles::new();
    check(&position, EndgameError::Bag { bag: 1 });
    position.racks[0] = kept;
    Endgame::of_position(&position).unwrap();
    check(&Position::new(position.rules.clone()), EndgameError::Bag { bag: 93 });
}
