//! Simulations compared with the mean over every deal.

use lexicon::WordGraph;
use movegen::{Equity, Generator, Leaves, RackLeaves, RankedPlay, TopPlays, by_equity};
use quixotry_players::sim::{Candidate, Simulation, SimulationSettings, Situation};
use quixotry_players::{LeaveValues, SearchLimit, StaticEvaluator, TurnAction, WinChances};
use rules::{BoardTile, Grid, Points, Position, Ruleset, RulesetDraft};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tiles::{Alphabet, Face, TileId, TileSet, TileSetDraft, Tiles};

const WORDS: [&str; 14] =
    ["AB", "BA", "CAB", "ABC", "BAD", "DAB", "CAD", "AA", "BEAD", "ACE", "BE", "DEB", "ABED", "CEDE"];

fn rules() -> Ruleset {
    let alphabet = Alphabet::english();
    let mut draft = TileSetDraft::new("few", alphabet.clone());
    for (letter, count, points) in [("A", 4, 1), ("B", 3, 3), ("C", 2, 4), ("D", 2, 2), ("E", 3, 1)] {
        draft.add([Face::new(alphabet.letter(letter).unwrap(), points)], count);
    }
    let standard = presets::Library::shipped().rules("standard").unwrap();
    let mut draft =
        RulesetDraft::new("tiny", standard.board.clone(), Arc::new(TileSet::try_from(draft).unwrap()));
    draft.rack_size = 3;
    draft.bonus = vec![rules::Bonus { tiles: 3, points: 5 }];
    Ruleset::try_from(draft).unwrap()
}

fn words(rules: &Ruleset) -> WordGraph {
    let alphabet = rules.tiles.alphabet();
    let words: Vec<_> = WORDS.iter().map(|word| alphabet.parse_word(word).unwrap()).collect();
    WordGraph::build("tiny", alphabet, &words).unwrap()
}

/// A board with three words, so that six tiles are unseen.
fn position(rules: &Ruleset, unseen: usize) -> Position {
    let mut position = Position::new(rules.clone());
    let set = &rules.tiles;
    let mut lay = |text: &str, x: i32, y: i32, down: bool| {
        for (step, id) in set.parse_tile_list(text).unwrap().into_iter().enumerate() {
            let step = step as i32;
            let at = rules.board.start().step(rules::Axis::Across, x + if down { 0 } else { step });
            let at = at.step(rules::Axis::Down, y + if down { step } else { 0 });
            position.grid.put(at, BoardTile { tile: id, face: set.kind(id).unwrap().faces()[0] });
        }
    };
    lay("BEAD", 0, 0, false);
    if unseen < 7 {
        lay("E", 0, 1, true);
    }
    position.racks = vec![set.parse_tiles("ABC").unwrap(), Tiles::new()];
    position.scores = vec![10, 14];
    position
}

/// Static play, with every play listed.
struct Twin {
    rules: Ruleset,
    generator: Generator,
    leaves: LeaveValues,
    chances: WinChances,
}

/// A game in its simplest form.
#[derive(Clone)]
struct Plain {
    grid: Grid,
    racks: [Tiles; 2],
    scores: [Points; 2],
    bag: Vec<TileId>,
    kept: [f64; 2],
    turn: usize,
    idle: u16,
}

impl Twin {
    fn best(&mut self, game: &Plain) -> Option<RankedPlay> {
        let rack = &game.racks[game.turn];
        let others = self.rules.tiles.points(&game.racks[1 - game.turn]);
        let end = |kept: &Tiles| match kept.is_empty() {
            true => Equity::points(others),
            false => Equity::points(-8 - 2 * self.rules.tiles.points(kept)),
        };
        let leaves: &dyn Leaves = if game.bag.is_empty() { &end } else { &self.leaves };
        let table = RackLeaves::new(rack, leaves);
        let mut top = TopPlays::new(1, by_equity(&table));
        self.generator.generate(&game.grid, rack, &mut top);
        top.into_plays().pop()
    }

    fn lay(&self, game: &mut Plain, play: &movegen::GeneratedPlay) {
        let mut kept = game.racks[game.turn].clone();
        for laid in play.as_play_ref().placed_tiles() {
            game.grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
            kept.take(laid.tile).unwrap();
        }
        game.scores[game.turn] += play.score();
        game.kept[game.turn] = if game.bag.is_empty() { 0.0 } else { self.leaves.worth(&kept).as_f64() };
        while kept.len() < 3 && !game.bag.is_empty() {
            kept.add(game.bag.pop().unwrap());
        }
        game.racks[game.turn] = kept;
        (game.turn, game.idle) = (1 - game.turn, 0);
    }

    fn is_over(game: &Plain) -> bool {
        game.bag.is_empty() && game.racks.iter().any(Tiles::is_empty) || game.idle >= 6
    }

    /// The points gained and the chance to win after a play and two more turns.
    fn outcome(&mut self, mut game: Plain, play: &movegen::GeneratedPlay) -> (f64, f64) {
        let start = game.scores[0] - game.scores[1];
        self.lay(&mut game, play);
        let mut ply = 0;
        while (ply < 2 || game.bag.is_empty()) && !Twin::is_over(&game) {
            match self.best(&game) {
                Some(best) => self.lay(&mut game, &best.play),
                None => (game.turn, game.idle) = (1 - game.turn, game.idle + 1),
            }
            ply += 1;
        }
        if Twin::is_over(&game) {
            let left = [0, 1].map(|side: usize| self.rules.tiles.points(&game.racks[side]));
            for side in 0..2 {
                let out = game.racks[side].is_empty();
                game.scores[side] += if out { left[1 - side] } else { -left[side] };
            }
            let spread = game.scores[0] - game.scores[1];
            return (f64::from(spread - start), 0.5 + 0.5 * f64::from(spread.signum()));
        }
        let ahead = f64::from(game.scores[0] - game.scores[1]) + game.kept[0] - game.kept[1];
        let unseen = game.bag.len() + game.racks[1 - game.turn].len();
        let win = match game.turn {
            0 => self.chances.to_move(ahead, unseen, 3),
            _ => 1.0 - self.chances.to_move(-ahead, unseen, 3),
        };
        (ahead - f64::from(start), win)
    }
}

/// Every order of some tiles.
fn orders(tiles: &[TileId]) -> Vec<Vec<TileId>> {
    if tiles.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..tiles.len() {
        let mut rest = tiles.to_vec();
        let first = rest.remove(at);
        all.extend(orders(&rest).into_iter().map(|mut order| {
            order.push(first);
            order
        }));
    }
    all
}

/// The means over every deal, for each candidate.
fn every_deal(twin: &mut Twin, position: &Position, candidates: &[Candidate]) -> Vec<(f64, f64)> {
    let unseen: Vec<TileId> = position.unseen().iter().collect();
    let orders = orders(&unseen);
    let mean = |candidate: &Candidate| {
        let TurnAction::Play(play) = &candidate.action else { panic!("only plays here") };
        let mut sums = (0.0, 0.0);
        for order in &orders {
            let (hand, bag) = order.split_at(3.min(order.len()));
            let game = Plain {
                grid: position.grid.clone(),
                racks: [position.racks[0].clone(), hand.iter().copied().collect()],
                scores: [position.scores[0], position.scores[1]],
                bag: bag.to_vec(),
                kept: [0.0; 2],
                turn: 0,
                idle: 0,
            };
            let (equity, win) = twin.outcome(game, play);
            sums = (sums.0 + equity, sums.1 + win);
        }
        (sums.0 / orders.len() as f64, sums.1 / orders.len() as f64)
    };
    candidates.iter().map(mean).collect()
}

fn simulation(rules: &Ruleset, words: &WordGraph) -> Simulation {
    let evaluator =
        StaticEvaluator::new(Generator::new(rules, words).unwrap(), LeaveValues::of(rules, words));
    Simulation::with_evaluator(evaluator, Arc::new(WinChances::plain()))
}

#[test]
fn it_comes_close_to_the_mean_over_every_deal() {
    let rules = rules();
    let words = words(&rules);
    let position = position(&rules, 6);
    assert_eq!(position.unseen().len(), 6);
    // A simulation in which no candidate is dropped.
    let settings = SimulationSettings {
        candidates: 4,
        exchanges: 0,
        clear: f64::INFINITY,
        ..SimulationSettings::default()
    };
    let found = simulation(&rules, &words).run(
        &Situation::of_position(&position),
        &settings,
        &SearchLimit::for_iterations(4000),
        &mut |_| ControlFlow::Continue(()),
    );
    assert_eq!(found.len(), 4);
    let mut twin = Twin {
        generator: Generator::new(&rules, &words).unwrap(),
        leaves: LeaveValues::of(&rules, &words),
        chances: WinChances::plain(),
        rules: rules.clone(),
    };
    for (candidate, (equity, win)) in found.iter().zip(every_deal(&mut twin, &position, &found)) {
        assert_eq!(candidate.iterations, 4000);
        let apart = (candidate.equity - equity).abs();
        assert!(apart <= 4.0 * candidate.equity_error + 1e-6, "{candidate:?}: {equity}");
        assert!((candidate.win - win).abs() <= 4.0 * candidate.win_error + 1e-6, "{candidate:?}: {win}");
        assert!(candidate.equity_error > 0.0);
    }
}

fn opening() -> (Ruleset, Situation) {
    let rules = presets::Library::shipped().rules("standard").unwrap();
    let mut position = Position::new(rules.clone());
    position.racks = vec![rules.tiles.parse_tiles("QUIXOTR").unwrap()];
    (rules.clone(), Situation::of_position(&position))
}

#[test]
fn the_threads_change_nothing() {
    let (rules, situation) = opening();
    let run = |threads| {
        let settings =
            SimulationSettings { threads, candidates: 5, seed: 9, ..SimulationSettings::default() };
        let mut simulation = Simulation::new(&rules, presets::english()).unwrap();
        simulation
            .run(&situation, &settings, &SearchLimit::for_iterations(50), &mut |_| ControlFlow::Continue(()))
    };
    let once = run(1);
    assert_eq!(once, run(1));
    assert_eq!(once, run(3));
}

#[test]
fn it_stops_when_cancelled_and_when_the_time_is_up() {
    let (rules, situation) = opening();
    let mut simulation = Simulation::new(&rules, presets::english()).unwrap();
    let endless = SimulationSettings { clear: f64::INFINITY, threads: 2, ..SimulationSettings::default() };
    let mut rounds = 0;
    let mut twice = |standing: &[Candidate]| {
        rounds += 1;
        assert!(standing.iter().all(|candidate| candidate.iterations == rounds * 32));
        if rounds == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = simulation.run(&situation, &endless, &SearchLimit::for_iterations(u64::MAX), &mut twice);
    assert_eq!(found[0].iterations, 64);

    let began = Instant::now();
    let found = simulation.run(
        &situation,
        &endless,
        &SearchLimit::for_duration(Duration::from_millis(60)),
        &mut |_| ControlFlow::Continue(()),
    );
    assert!(!found.is_empty());
    assert!(began.elapsed() < Duration::from_secs(20), "it does not stop");
    let none =
        simulation.run(&situation, &endless, &SearchLimit::until(began), &mut |_| ControlFlow::Continue(()));
    assert_eq!((none[0].iterations, none.len()), (0, found.len()));
}

#[test]
fn the_clearly_better_play_wins_the_race_early() {
    let rules = presets::Library::shipped().rules("standard").unwrap();
    let mut position = Position::new(rules.clone());
    position.racks = vec![rules.tiles.parse_tiles("AEINRST").unwrap()];
    let mut simulation = Simulation::new(&rules, presets::english()).unwrap();
    let situation = Situation::of_position(&position);
    let mut field = simulation
        .candidates(&situation, &SimulationSettings { candidates: 60, ..SimulationSettings::default() });
    // The best bingo against plays of a few tiles.
    let short = |action: &TurnAction| {
        matches!(action, TurnAction::Play(play) if play.tiles.len() < 5)
            || matches!(action, TurnAction::Exchange(_))
    };
    let first = field.remove(0);
    field.retain(|ranked| short(&ranked.action));
    field.truncate(3);
    field.insert(0, first);
    let found = simulation.run_candidates(
        &situation,
        field,
        &SimulationSettings::default(),
        &SearchLimit::for_iterations(2000),
        &mut |_| ControlFlow::Continue(()),
    );
    assert!(matches!(&found[0].action, TurnAction::Play(play) if play.tiles.len() == 7));
    assert!(found[0].iterations < 2000 && !found[1].racing);
}
