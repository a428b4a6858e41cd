//! The game that simulations play and the real game agree: turns, tallies, endings and settlement, under all rules.

use lexicon::WordGraph;
use movegen::{GeneratedPlay, Generator, PlayRef};
use quixotry_players::{SimulationGame, TurnAction};
use rules::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use tiles::{TileId, Tiles};

/// The English words spelled with the tiles of any rules: enough to play with where no lexicon is shipped.
fn words(rules: &Ruleset) -> WordGraph {
    if rules.tiles.alphabet() == presets::english().alphabet() {
        return presets::english().clone();
    }
    let own = rules.tiles.alphabet();
    let mut words = Vec::new();
    let mut all = presets::english().words();
    while let Some(word) = all.advance() {
        let text = presets::english().alphabet().print(word);
        words.extend(own.parse_word(&text).ok().filter(|_| text.len() < 7));
    }
    WordGraph::build("borrowed", own, &words).unwrap()
}

/// How often in a hundred turns a player passes or exchanges.
#[derive(Clone, Copy)]
struct Habits {
    passes: u32,
    exchanges: u32,
}

const HABITS: [Habits; 4] = [
    Habits { passes: 0, exchanges: 0 },
    Habits { passes: 10, exchanges: 20 },
    Habits { passes: 45, exchanges: 45 },
    Habits { passes: 90, exchanges: 5 },
];

/// The real game and the game of simulations, played side by side.
struct Pair<'a> {
    game: Game,
    simulation: SimulationGame,
    words: &'a WordGraph,
    generator: &'a mut Generator,
    chance: SeededChance,
}

impl Pair<'_> {
    fn start<'a>(words: &'a WordGraph, generator: &'a mut Generator, seats: u8, seed: u64) -> Pair<'a> {
        let mut chance = SeededChance::new(seed);
        let mut game = Game::new(generator.rules().clone());
        let mut context = Context { words, chance: &mut chance, now: Millis(0) };
        game.start(seats, &mut context).unwrap().iter().for_each(|event| game.apply(event));
        let mut simulation = SimulationGame::begin(game.rules(), seats.into(), &mut chance.clone());
        simulation.set_turn(game.turn().unwrap().index(), game.first().index(), game.tally());
        let mut pair = Pair { game, simulation, words, generator, chance };
        pair.deal(&[]);
        pair
    }

    /// Gives the simulation the racks and the bag of the real game, these tiles to be drawn first.
    fn deal(&mut self, drawn: &[TileId]) {
        let mut rest = self.game.bag().clone();
        drawn.iter().for_each(|&tile| _ = rest.take(tile));
        let (racks, bag) = self.simulation.deal();
        for (rack, seat) in racks.iter_mut().zip(self.game.seats()) {
            rack.clone_from(&seat.rack);
        }
        *bag = rest.iter().chain(drawn.iter().rev().copied()).collect();
    }

    fn choose(&mut self, habits: Habits) -> TurnAction {
        let roll = self.chance.below(100);
        if roll < habits.passes {
            return TurnAction::Pass;
        }
        let exchange = self.exchange().filter(|_| roll < habits.passes + habits.exchanges);
        exchange.or_else(|| self.play().map(TurnAction::Play)).unwrap_or(TurnAction::Pass)
    }

    fn exchange(&mut self) -> Option<TurnAction> {
        let (fewest, most) = self.simulation.evaluation_context().exchange?;
        let count = fewest + self.chance.below((most - fewest + 1) as u32) as usize;
        let mut rack = self.simulation.rack(self.simulation.turn()).clone();
        let tiles = (0..count).map_while(|_| self.chance.draw(&mut rack)).collect();
        Some(TurnAction::Exchange(tiles))
    }

    /// A random play, or the one with the most tiles, so that games come to their end.
    fn play(&mut self) -> Option<GeneratedPlay> {
        let rack = self.simulation.rack(self.simulation.turn()).clone();
        let longest = self.chance.below(2) == 0;
        let (mut best, mut count) = (None::<GeneratedPlay>, 0);
        let chance = &mut self.chance;
        let mut sink = |play: &PlayRef<'_>| {
            count += 1;
            let longer = |best: &GeneratedPlay| play.tiles().len() > best.as_play_ref().tiles().len();
            let takes = if longest { best.as_ref().is_none_or(longer) } else { chance.below(count) == 0 };
            if takes {
                best = Some(play.to_play());
            }
            ControlFlow::Continue(())
        };
        self.generator.generate(self.game.grid(), &rack, &mut sink);
        best
    }

    /// Plays a turn in both games.
    fn turn(&mut self, action: &TurnAction) {
        let command = match action {
            TurnAction::Play(play) => Command::Play(play.placement()),
            TurnAction::Exchange(tiles) => Command::Exchange(tiles.clone()),
            TurnAction::Pass => Command::Pass,
        };
        let seat = self.game.turn().unwrap();
        let mut context = Context { words: self.words, chance: &mut self.chance, now: Millis(0) };
        let events = self.game.decide(seat, &command, &mut context).unwrap();
        let (drawn, exact) = match &events[0].kind {
            EventKind::Played { drawn, .. } => (drawn.clone(), true),
            EventKind::Exchanged { drawn, .. } => (drawn.clone(), self.draws_first()),
            EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::PlayFailed { .. }
            | EventKind::ExchangeFailed { .. }
            | EventKind::Passed { .. }
            | EventKind::TimedOut { .. }
            | EventKind::Challenged { .. }
            | EventKind::Accepted { .. }
            | EventKind::TurnSkipped { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => (Vec::new(), true),
        };
        self.deal(if exact { &drawn } else { &[] });
        self.simulation.apply(action, &mut self.chance);
        events.iter().for_each(|event| self.game.apply(event));
        self.accept();
        self.compare(exact);
        self.deal(&[]);
    }

    /// The others accept the last play, where the game waits for their answers before it ends.
    fn accept(&mut self) {
        while let &Phase::Answering(seats) = self.game.phase() {
            let seat = seats.iter().next().unwrap();
            let mut context = Context { words: self.words, chance: &mut self.chance, now: Millis(0) };
            let events = self.game.decide(seat, &Command::Pass, &mut context).unwrap();
            events.iter().for_each(|event| self.game.apply(event));
        }
    }

    /// Where returned tiles may be drawn again, only the numbers of tiles can agree. The test
    /// `returned_tiles_come_back_as_often_as_in_the_game` checks which tiles are drawn then.
    fn draws_first(&self) -> bool {
        self.game.rules().exchange_limits().is_some_and(|limits| limits.order == ExchangeOrder::DrawFirst)
    }

    fn compare(&mut self, exact: bool) {
        assert_eq!(self.simulation_tiles(), self.game_tiles());
        let (game, simulation) = (&self.game, &self.simulation);
        assert!(simulation.grid() == game.grid());
        assert_eq!(simulation.tally(), game.tally());
        assert_eq!(simulation.turns(), game.turns());
        assert_eq!(simulation.bag(), game.bag().len());
        for (side, seat) in game.seats().iter().enumerate() {
            let (rack, expected): (&Tiles, &Tiles) = (simulation.rack(side), &seat.rack);
            assert_eq!(rack.len(), expected.len());
            assert!(!exact || rack == expected);
        }
        if let Some(turn) = game.turn() {
            assert_eq!(simulation.turn(), turn.index());
            assert_eq!(self.scores(), self.real_scores());
        }
    }

    /// All tiles of the racks and the bag.
    fn simulation_tiles(&mut self) -> Tiles {
        let (racks, bag) = self.simulation.deal();
        racks.iter().flat_map(Tiles::iter).chain(bag.iter().copied()).collect()
    }

    fn game_tiles(&self) -> Tiles {
        self.game.seats().iter().flat_map(|seat| seat.rack.iter()).chain(self.game.bag().iter()).collect()
    }

    fn scores(&self) -> Vec<Points> {
        (0..self.simulation.sides()).map(|side| self.simulation.score(side)).collect()
    }

    fn real_scores(&self) -> Vec<Points> {
        self.game.seats().iter().map(|seat| seat.score).collect()
    }

    /// Plays to the end and says whether the rules ended the game.
    fn play_out(mut self, habits: Habits) -> bool {
        while !self.game.is_over() {
            if self.simulation.is_over() {
                // Only the safety rule may end a simulation before the game.
                assert!(usize::from(self.game.tally().passes) >= 4 * self.simulation.sides());
                return false;
            }
            let action = self.choose(habits);
            self.turn(&action);
        }
        assert!(self.simulation.is_over());
        self.simulation.settle();
        assert_eq!(self.scores(), self.real_scores(), "{:?}", self.game.phase());
        true
    }
}

/// Plays games of two to four seats and says how many the rules ended.
fn check(rules: &Ruleset, words: &WordGraph, seeds: std::ops::Range<u64>) -> usize {
    let mut generator = Generator::new(rules, words).unwrap();
    let mut ended = 0;
    for seats in 2u8..=4 {
        if !(rules.seats.min..=rules.seats.max).contains(&seats) {
            continue;
        }
        for seed in seeds.clone() {
            let habits = HABITS[((2 * seed + u64::from(seats)) % HABITS.len() as u64) as usize];
            let pair = Pair::start(words, &mut generator, seats, seed * 31 + u64::from(seats));
            ended += usize::from(pair.play_out(habits));
        }
    }
    ended
}

#[test]
fn simulations_and_games_agree_under_every_shipped_ruleset() {
    let library = presets::Library::shipped();
    let mut known: BTreeMap<String, WordGraph> = BTreeMap::new();
    for listing in library.catalogue(presets::DataKind::Rules) {
        let rules = library.rules(&listing.name).unwrap();
        let words = known.entry(rules.tiles.name().to_owned()).or_insert_with(|| words(&rules));
        assert!(check(&rules, words, 0..2) > 0, "{}: no game came to its end", listing.name);
    }
}

#[test]
fn simulations_and_games_agree_under_any_limits_and_leftovers() {
    let standard = presets::Library::shipped().rules("standard").unwrap();
    let mut chance = SeededChance::new(14);
    for _ in 0..24 {
        let mut draft = standard.draft();
        let mut limit = || Some(chance.below(12) as u16 + 1).filter(|_| chance.below(2) == 0);
        let (passes, scoreless, rounds) = (limit(), limit(), limit());
        let mut flag = || chance.below(2) == 0;
        draft.limits = Limits {
            passes,
            scoreless,
            rounds,
            round_count: if flag() { RoundCount::AtFirstPlayer } else { RoundCount::InARow },
            exchange_is_pass: flag(),
            exchange_is_scoreless: flag(),
            withdrawn_is_pass: flag(),
            count_on_empty_board: flag(),
        };
        draft.leftovers.count = if flag() { LeftoverCount::EveryTile } else { LeftoverCount::EachKindOnce };
        draft.leftovers.scoring = [
            LeftoverScoring::Ignored,
            LeftoverScoring::Subtracted,
            LeftoverScoring::Transferred,
            LeftoverScoring::Doubled,
            LeftoverScoring::Swapped,
        ][chance.below(5) as usize];
        draft.starter = Starter::Random;
        draft.exchange = ExchangePolicy::Allowed(ExchangeLimits {
            bag: chance.below(8) as u16,
            fewest: 1 + chance.below(2) as u8,
            most: 3 + chance.below(5) as u8,
            times: [None, Some(2)][chance.below(2) as usize],
            order: [ExchangeOrder::DrawFirst, ExchangeOrder::ReturnFirst][chance.below(2) as usize],
        });
        check(&Ruleset::try_from(draft).unwrap(), presets::english(), 0..4);
    }
}

/// How often in 400 exchanges one of three returned tiles is drawn again: in the simulation, and in the game.
fn returns(order: ExchangeOrder) -> (usize, usize) {
    let mut draft = presets::Library::shipped().rules("standard").unwrap().draft();
    draft.exchange = ExchangePolicy::Allowed(ExchangeLimits { order, ..ExchangeLimits::TOURNAMENT });
    let rules = Ruleset::try_from(draft).unwrap();
    let (rack, bag) = (["Q", "Z", "J", "X", "K", "V", "W"], "AEIONRT");
    let [rack, bag] = [&rack.concat(), bag].map(|tiles| rules.tiles.parse_tiles(tiles).unwrap());
    let given: Vec<TileId> = rack.iter().take(3).collect();
    let came_back = |rack: &Tiles| given.iter().any(|&tile| rack.contains(tile));
    let mut count = (0, 0);
    for seed in 0..400 {
        let mut chance = SeededChance::new(seed);
        let mut simulation = SimulationGame::resume(&rules, empty_grid(&rules.board), vec![0; 2]);
        let (racks, left) = simulation.deal();
        (racks[0], *left) = (rack.clone(), bag.iter().collect());
        simulation.apply(&TurnAction::Exchange(given.clone()), &mut chance);
        count.0 += usize::from(came_back(simulation.rack(0)));
        count.1 += usize::from(came_back(&rack_after_exchange(&rules, [&rack, &bag], &given, &mut chance)));
    }
    count
}

/// The rack of the first seat after an exchange in a real game with this rack and this bag.
fn rack_after_exchange(
    rules: &Ruleset,
    [rack, bag]: [&Tiles; 2],
    given: &[TileId],
    chance: &mut SeededChance,
) -> Tiles {
    let mut rest = rules.tiles.all().clone();
    rack.iter().chain(bag.iter()).for_each(|tile| rest.take(tile).unwrap());
    let mut game = Game::new(rules.clone());
    let dealt: [(Seat, Vec<TileId>); 2] =
        [(Seat(0), rack.iter().collect()), (Seat(1), rest.iter().collect())];
    let dealt = dealt.map(|(seat, tiles)| EventKind::Dealt { seat, tiles });
    let start = [EventKind::Started { seats: 2, first: Seat(0) }];
    for kind in start.into_iter().chain(dealt) {
        game.apply(&Event { at: Millis(0), kind });
    }
    let mut context = Context { words: presets::english(), chance, now: Millis(0) };
    let events = game.decide(Seat(0), &Command::Exchange(given.to_vec()), &mut context).unwrap();
    events.iter().for_each(|event| game.apply(event));
    game.seat(Seat(0)).unwrap().rack.clone()
}

#[test]
fn returned_tiles_come_back_as_often_as_in_the_game() {
    assert_eq!(returns(ExchangeOrder::DrawFirst), (0, 0));
    // The chance that none of the three comes back is 7/10 * 6/9 * 5/8, so 283 of 400 are expected.
    let (simulation, game) = returns(ExchangeOrder::ReturnFirst);
    assert!((260..307).contains(&simulation) && (260..307).contains(&game), "{simulation} and {game}");
}
