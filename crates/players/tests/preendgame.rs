//! Pre-endgames compared with an exhaustive search of all draws and lines of small games.

mod common;

use common::{Small, Twin, follow, spread};
use lexicon::WordGraph;
use movegen::{AllPlays, Generator};
use quixotry_players::preendgame::{PreEndgame, PreEndgameError, PreEndgameResult, StudyOptions, study};
use quixotry_players::{
    EndgameAdvisor, EvaluationContext, LeaveValues, PlayerSetup, SearchLimit, StaticEvaluator, TurnAction,
    by_name,
};
use rand::RngExt;
use rules::*;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use tiles::{Alphabet, TileId, Tiles};

/// A game whose first player laid two tiles, after which the bag has this many left.
struct Begun {
    rules: Ruleset,
    words: WordGraph,
    first: Placement,
    /// The rack of the player to move.
    rack: Tiles,
    unseen: Tiles,
}

impl Begun {
    fn new(seed: u64, bag: u16) -> Option<Begun> {
        let mut small = Small::new(seed);
        let alphabet = Alphabet::english();
        let (words, rules) = (small.words(&alphabet), small.rules(&alphabet, 2 + bag));
        let (game, _) = started(&rules, &words, seed);
        let mut plays = AllPlays::new();
        let mut generator = Generator::new(&rules, &words).unwrap();
        generator.generate(game.grid(), &game.seat(Seat(0))?.rack, &mut plays);
        let pairs: Vec<_> = plays.iter().filter(|play| play.tiles().len() == 2).collect();
        let first = pairs.get(small.random.random_range(0..pairs.len().max(1)))?.placement();
        let rack = game.seat(Seat(1))?.rack.clone();
        let mut unseen = rules.tiles.all().clone();
        unseen.take_all(&rack).unwrap();
        unseen.take_all(&first.rack_tiles()).unwrap();
        Some(Begun { rules, words, first, rack, unseen })
    }

    /// The game when these tiles are in the bag.
    fn with_bag(&self, bag: &[TileId]) -> Game {
        let mut others = self.unseen.clone();
        bag.iter().for_each(|&tile| others.take(tile).unwrap());
        let others: Vec<TileId> = others.iter().collect();
        let (kept, drawn) = others.split_at(others.len() - 2);
        let dealt = self.first.rack_tiles().iter().chain(kept.iter().copied()).collect();
        let mut game = Game::new(self.rules.clone());
        let mut apply = |kind: EventKind| game.apply(&Event { at: Millis(0), kind });
        apply(EventKind::Started { seats: 2, first: Seat(0) });
        apply(EventKind::Dealt { seat: Seat(0), tiles: dealt });
        apply(EventKind::Dealt { seat: Seat(1), tiles: self.rack.iter().collect() });
        let play = judge(&self.rules, &empty_grid(&self.rules.board), TileOwner::ANYBODY, &self.first, None)
            .unwrap();
        apply(play.into_event_kind(Seat(0), drawn.to_vec()));
        game
    }

    /// The chance to win and the expected spread of a turn, over every single tile that may be in the bag.
    fn expected(&self, command: &Command) -> (f64, f64) {
        let (mut won, mut sum) = (0.0, 0.0);
        for tile in self.unseen.iter() {
            let mut twin = Twin::new(&self.rules, &self.words);
            let mut known = InOrder::new(&mut twin, &self.rules, vec![tile]);
            let end = known.spread_after(&self.with_bag(&[tile]), Seat(1), command);
            won += if end == 0 { 0.5 } else { f64::from(u8::from(end > 0)) };
            sum += f64::from(end);
        }
        let all = self.unseen.len() as f64;
        (won / all, sum / all)
    }
}

fn started(rules: &Ruleset, words: &WordGraph, seed: u64) -> (Game, Vec<Event>) {
    let mut chance = SeededChance::new(seed);
    let mut context = Context { words, chance: &mut chance, now: Millis(0) };
    let mut game = Game::new(rules.clone());
    let events = game.start(2, &mut context).unwrap();
    events.iter().for_each(|event| game.apply(event));
    (game, events)
}

fn command(prospect: &PreEndgameResult) -> Command {
    to_command(&prospect.action)
}

fn to_command(action: &TurnAction) -> Command {
    match action {
        TurnAction::Play(play) => Command::Play(play.placement()),
        TurnAction::Exchange(tiles) => Command::Exchange(tiles.clone()),
        TurnAction::Pass => Command::Pass,
    }
}

fn check(seed: u64) -> Option<()> {
    check_begun(seed, &Begun::new(seed, 1)?)
}

/// Every turn against all draws of one tile.
fn check_begun(seed: u64, begun: &Begun) -> Option<()> {
    let bag: Vec<TileId> = begun.unseen.iter().take(1).collect();
    let game = begun.with_bag(&bag);
    let seen = PreEndgame::of_view(&game.view(Viewer::Seat(game.turn()?))).unwrap();
    let threads = NonZeroUsize::new(1 + seed as usize % 2).unwrap();
    let options = StudyOptions { plays: 1000, threads, seed, ..StudyOptions::default() };
    let prospects = study(&seen, &begun.words, &options).unwrap();
    let best = begun.expected(&command(&prospects[0]));
    for prospect in &prospects {
        let (win, spread) = begun.expected(&command(prospect));
        if prospect.tried > 0.999 {
            assert!((prospect.win - win).abs() < 1e-9, "case {seed}: {prospect:?}, but {win}");
            assert!((prospect.spread - spread).abs() < 1e-9, "case {seed}: {prospect:?}, but {spread}");
        }
        let known = matches!(prospect.action, TurnAction::Play(_));
        assert!(
            prospect.least <= win + 1e-9 && win - 1e-9 <= prospect.most,
            "case {seed}: {prospect:?}, but {win}"
        );
        assert_eq!(prospect.proven, prospect.tried > 0.999 && known, "case {seed}");
        assert!(best.0 >= win - 1e-9, "case {seed}: {prospect:?} wins more often than {:?}", prospects[0]);
    }
    Some(())
}

#[test]
fn with_one_tile_in_the_bag_every_turn_has_the_value_of_all_draws_and_lines() {
    let studied = (0..40).filter_map(check).count();
    assert!(studied > 12, "only {studied} games began");
}

impl Begun {
    /// The same where one tile in the bag is enough to exchange.
    fn with_exchanges(mut self) -> Begun {
        let mut draft = self.rules.draft();
        draft.exchange =
            ExchangePolicy::Allowed(ExchangeLimits { bag: 1, times: Some(1), ..ExchangeLimits::TOURNAMENT });
        draft.limits.exchange_is_pass = self.unseen.len().is_multiple_of(2);
        draft.limits.exchange_is_scoreless = self.rack.kinds().count().is_multiple_of(2);
        self.rules = Ruleset::try_from(draft).unwrap();
        self
    }

    /// The chance to win and the expected spread of a turn over every two tiles that may be in the bag, in each order
    /// in which they may be drawn.
    fn expected_of_two<'a>(&'a self, command: &Command, twin: &mut Twin<'a>) -> (f64, f64) {
        let tiles: Vec<TileId> = self.unseen.iter().collect();
        let (mut won, mut sum, mut all) = (0.0, 0.0, 0.0);
        for (first, second) in (0..tiles.len()).flat_map(|a| (0..tiles.len()).map(move |b| (a, b))) {
            if first == second {
                continue;
            }
            let order = [tiles[first], tiles[second]];
            let mut known = InOrder::new(twin, &self.rules, order.to_vec());
            let end = known.spread_after(&self.with_bag(&order), Seat(1), command);
            won += if end == 0 { 0.5 } else { f64::from(u8::from(end > 0)) };
            sum += f64::from(end);
            all += 1.0;
        }
        (won / all, sum / all)
    }
}

/// Games in which the tiles of the bag come in an order that the players do not know.
struct InOrder<'a, 'w> {
    /// For when the bag is empty.
    twin: &'a mut Twin<'w>,
    evaluator: StaticEvaluator,
    order: Vec<TileId>,
}

impl<'a, 'w> InOrder<'a, 'w> {
    fn new(twin: &'a mut Twin<'w>, rules: &Ruleset, order: Vec<TileId>) -> InOrder<'a, 'w> {
        let leaves = LeaveValues::of(rules, twin.words);
        let evaluator = StaticEvaluator::new(Generator::new(rules, twin.words).unwrap(), leaves);
        InOrder { twin, evaluator, order }
    }

    /// The final spread of a player after a turn, if replies are best by points and leave while the bag has tiles, and
    /// both play their best afterwards.
    fn spread_after(&mut self, game: &Game, seat: Seat, command: &Command) -> Points {
        // Tiles that were exchanged are drawn last.
        let mut left = game.bag().clone();
        let known = self.order.iter().copied().filter(|&tile| left.take(tile).is_ok());
        let mut next = EndgameStep(known.collect());
        next.0.extend(left.iter());
        let mut context = Context { words: self.twin.words, chance: &mut next, now: Millis(0) };
        let mut after = game.clone();
        game.decide(seat, command, &mut context).unwrap().iter().for_each(|event| after.apply(event));
        if after.is_over() {
            return spread(&after, seat);
        }
        match after.bag().is_empty() {
            true => -self.twin.spread(&after),
            false => {
                let reply = self.reply(&after);
                -self.spread_after(&after, after.turn().unwrap(), &reply)
            }
        }
    }

    /// The play that is best by points and leave.
    fn reply(&mut self, game: &Game) -> Command {
        let rack = &game.seat(game.turn().unwrap()).unwrap().rack;
        let context = EvaluationContext { bag: game.bag().len(), others: 0, exchange: None };
        let best = self.evaluator.best_play(game.grid(), rack, context);
        best.map_or(Command::Pass, |best| Command::Play(best.play.placement()))
    }
}

/// Draws these tiles one after the other.
struct EndgameStep(Vec<TileId>);

impl Chance for EndgameStep {
    fn below(&mut self, _: u32) -> u32 {
        0
    }

    fn draw(&mut self, bag: &mut Tiles) -> Option<TileId> {
        let tile = (!self.0.is_empty()).then(|| self.0.remove(0))?;
        bag.take(tile).ok().map(|()| tile)
    }
}

fn check_two(seed: u64) -> Option<()> {
    let begun = Begun::new(seed, 2)?;
    let bag: Vec<TileId> = begun.unseen.iter().take(2).collect();
    let game = begun.with_bag(&bag);
    let seen = PreEndgame::of_view(&game.view(Viewer::Seat(game.turn()?))).unwrap();
    let options = StudyOptions { plays: 1000, seed, ..StudyOptions::default() };
    let prospects = study(&seen, &begun.words, &options).unwrap();
    let mut twin = Twin::new(&begun.rules, &begun.words);
    for prospect in prospects.iter().filter(|prospect| prospect.tried > 0.999) {
        let (win, spread) = begun.expected_of_two(&command(prospect), &mut twin);
        assert!((prospect.win - win).abs() < 1e-9, "case {seed}: {prospect:?}, but {win}");
        assert!((prospect.spread - spread).abs() < 1e-9, "case {seed}: {prospect:?}, but {spread}");
        let empties = matches!(&prospect.action, TurnAction::Play(play) if play.tiles.len() >= 2);
        assert_eq!(prospect.proven, empties, "case {seed}: {prospect:?}");
    }
    Some(())
}

#[test]
fn with_two_tiles_in_the_bag_every_turn_has_the_value_of_all_draws_and_orders() {
    let studied = (0..16).filter_map(check_two).count();
    assert!(studied > 5, "only {studied} games began");
}

#[test]
fn exchanges_have_the_value_of_all_draws_and_lines() {
    let begun = |seed: u64| Some((seed, Begun::new(seed, 1)?.with_exchanges()));
    let games: Vec<(u64, Begun)> = (0..14).filter_map(begun).collect();
    assert!(games.len() > 4, "only {} games began", games.len());
    for (seed, begun) in &games {
        check_begun(*seed, begun).unwrap();
    }
    let exchanges = |begun: &Begun| {
        let bag: Vec<TileId> = begun.unseen.iter().take(1).collect();
        let view = begun.with_bag(&bag).view(Viewer::Seat(Seat(1)));
        let found =
            study(&PreEndgame::of_view(&view).unwrap(), &begun.words, &StudyOptions::default()).unwrap();
        found.iter().filter(|found| matches!(found.action, TurnAction::Exchange(_))).count()
    };
    assert!(games.iter().all(|(_, begun)| exchanges(begun) > 0));
}

/// A study with a limit says how sure it is: its bounds hold the value of every turn, which all draws and lines give.
#[test]
fn the_bounds_of_a_stopped_study_hold_the_true_chances() {
    let (mut studied, mut open) = (0, 0);
    for (seed, begun) in (0..10).filter_map(|seed| Some((seed, Begun::new(seed, 1)?))) {
        let bag: Vec<TileId> = begun.unseen.iter().take(1).collect();
        let seen = PreEndgame::of_view(&begun.with_bag(&bag).view(Viewer::Seat(Seat(1)))).unwrap();
        for (draws, nodes) in [(1, 1), (2, 3), (3, 40), (99, 10_000)] {
            let limit = SearchLimit::for_iterations(draws);
            let options =
                StudyOptions { limit, nodes_per_endgame: Some(nodes), seed, ..StudyOptions::default() };
            for result in study(&seen, &begun.words, &options).unwrap() {
                let (win, _) = begun.expected(&command(&result));
                let bounds = result.least - 1e-9..=result.most + 1e-9;
                assert!(bounds.contains(&win), "case {seed}, {draws} draws: {result:?}, but {win}");
                open += usize::from(result.most - result.least > 0.01);
            }
            studied += 1;
        }
    }
    assert!(studied > 8 && open > 4, "{studied} studies, {open} open");
}

#[test]
fn the_time_is_kept_and_the_choice_legal() {
    let begun = (0..).find_map(|seed| Begun::new(seed, 3)).unwrap();
    let bag: Vec<TileId> = begun.unseen.iter().take(3).collect();
    let game = begun.with_bag(&bag);
    let view = game.view(Viewer::Seat(Seat(1)));
    let began = Instant::now();
    let options = StudyOptions {
        limit: SearchLimit::until(began + Duration::from_millis(50)),
        ..StudyOptions::default()
    };
    let prospects = study(&PreEndgame::of_view(&view).unwrap(), &begun.words, &options).unwrap();
    for prospect in prospects {
        follow(&game, Seat(1), &command(&prospect), &begun.words);
    }
    let mut closer = EndgameAdvisor::new(&begun.words, NonZeroUsize::MIN);
    let choices = [(), ()].map(|()| closer.choose(&view, &SearchLimit::for_iterations(20)));
    assert!(choices[0].is_some());
    assert_eq!(choices[0], choices[1]);
    let setup = PlayerSetup { rules: &begun.rules, words: &begun.words, seed: 1 };
    let mut named = by_name("endgame").unwrap().player(setup).unwrap();
    let chosen = closer.choose(&view, &SearchLimit::for_iterations(100)).unwrap();
    assert_eq!(named.choose(&view, &SearchLimit::for_iterations(100)), to_command(&chosen));
}

#[test]
fn positions_that_are_not_pre_endgames_are_reported() {
    let rules = presets::Library::shipped().rules("standard").unwrap();
    let mut position = Position::new(rules);
    let check =
        |position: &Position, expected| assert_eq!(PreEndgame::of_position(position).unwrap_err(), expected);
    check(&position, PreEndgameError::NoRack);
    position.racks[0] = position.rules.tiles.parse_tiles("ABC").unwrap();
    check(&position, PreEndgameError::Bag(90));
    position.racks.extend([Tiles::new(), Tiles::new()]);
    check(&position, PreEndgameError::Players(3));
}
