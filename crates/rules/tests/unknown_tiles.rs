//! Games of which not all tiles are known, compared with the games in which they are.

mod support;

use proptest::prelude::*;
use quixotry_rules::*;
use support::*;
use tiles::{Alphabet, Face, TileId, TileSet, TileSetDraft, Tiles};

/// Three kinds of tile, few enough to try every draw.
fn few_tiles() -> TileSet {
    let alphabet = Alphabet::english();
    let mut draft = TileSetDraft::new("few", alphabet.clone());
    for (letter, count) in alphabet.letters().zip([3, 2, 3]) {
        draft.add([Face::new(letter, 1)], count);
    }
    TileSet::try_from(draft).unwrap()
}

fn small_rules() -> Ruleset {
    rules_with(|draft| {
        draft.tiles = std::sync::Arc::new(few_tiles());
        draft.rack_size = 2;
        draft.bonus = Vec::new();
        draft.challenge = ChallengeRule::Single;
    })
}

/// What a player does, as a few numbers.
#[derive(Clone, Debug)]
enum Deed {
    Play(u8),
    Phony(u8),
    Exchange(u8),
    Pass,
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => (1u8..3).prop_map(Deed::Play),
        1 => (1u8..3).prop_map(Deed::Phony),
        1 => (1u8..3).prop_map(Deed::Exchange),
        1 => Just(Deed::Pass),
    ]
}

fn event<T>(kind: EventKind<T>) -> Event<T> {
    Event { at: Millis(0), kind }
}

struct Player {
    rules: Ruleset,
    game: Game,
    log: Vec<Event>,
    chance: SeededChance,
    squares: std::vec::IntoIter<Coord>,
}

impl Player {
    fn emit(&mut self, kind: EventKind) {
        let event = event(kind);
        self.game.apply(&event);
        self.log.push(event);
    }

    fn draw(&mut self, bag: &Tiles, count: usize) -> Vec<TileId> {
        let mut bag = bag.clone();
        (0..count).map_while(|_| self.chance.draw(&mut bag)).collect()
    }

    fn turn(&mut self, deed: &Deed) {
        let seat = self.game.turn().unwrap_or(Seat(0));
        let rack: Vec<TileId> = self.game.seats()[seat.index()].rack.iter().collect();
        match deed {
            Deed::Play(count) | Deed::Phony(count) if !rack.is_empty() => {
                let count = usize::from(*count).min(rack.len());
                let lay = |(tile, at): (&TileId, Coord)| PlacedTile {
                    at,
                    tile: *tile,
                    face: self.rules.tiles.kind(*tile).unwrap().faces()[0],
                };
                let squares: Vec<Coord> = self.squares.by_ref().take(count).collect();
                let tiles: Vec<PlacedTile> = rack[..count].iter().zip(squares).map(lay).collect();
                let phony = matches!(deed, Deed::Phony(_));
                let room = if phony { 0 } else { 2 - (rack.len() - count) };
                let drawn = self.draw(&self.game.bag().clone(), room);
                self.emit(EventKind::Played { seat, tiles, words: Vec::new(), bonus: 0, score: 1, drawn });
                if phony {
                    let of = seat;
                    let verdict = Verdict::Withdrawn;
                    self.emit(EventKind::Challenged {
                        seat: Seat(1 - seat.0),
                        of,
                        words: Vec::new(),
                        verdict,
                    });
                }
            }
            Deed::Exchange(count) if self.game.bag().len() >= usize::from(*count) => {
                let returned = rack[..usize::from(*count).min(rack.len())].to_vec();
                let drawn = self.draw(&self.game.bag().clone(), returned.len());
                self.emit(EventKind::Exchanged { seat, returned, drawn });
            }
            Deed::Play(_) | Deed::Phony(_) | Deed::Exchange(_) | Deed::Pass => {
                self.emit(EventKind::Passed { seat });
            }
        }
    }
}

/// A game of two seats in which every tile is known.
fn complete_game(seed: u64, deeds: &[Deed]) -> Vec<Event> {
    let rules = small_rules();
    let squares: Vec<Coord> = (0..15).flat_map(|y| (0..15).map(move |x| Coord::new(x, y))).collect();
    let (game, squares) = (Game::new(rules.clone()), squares.into_iter());
    let mut player = Player { rules, game, log: Vec::new(), chance: SeededChance::new(seed), squares };
    player.emit(EventKind::Started { seats: 2, first: Seat(0) });
    for seat in [Seat(0), Seat(1)] {
        let tiles = player.draw(&player.game.bag().clone(), 2);
        player.emit(EventKind::Dealt { seat, tiles });
    }
    deeds.iter().for_each(|deed| player.turn(deed));
    player.log
}

/// The same game as somebody wrote it down who did not know every tile: each bit decides about one draw or exchange.
fn hide(log: &[Event], hidden: &[bool]) -> Vec<Event<PartialDraw>> {
    let mut hidden = hidden.iter().copied().cycle();
    let hide = std::cell::RefCell::new(move || hidden.next().unwrap_or(false));
    let partial = |tiles: &Vec<TileId>| {
        let known = tiles.iter().copied().filter(|_| !(hide.borrow_mut())()).collect();
        PartialDraw { known, count: tiles.len() }
    };
    log.iter().map(|event| event.map_tiles(partial)).collect()
}

fn states<T: DrawnTiles>(log: &[Event<T>]) -> Vec<Game> {
    let mut game = Game::new(small_rules());
    log.iter()
        .map(|event| {
            game.apply(event);
            game.clone()
        })
        .collect()
}

/// All complete logs that fit a partial one.
fn worlds(log: &[Event<PartialDraw>]) -> Vec<Vec<Event>> {
    let mut found: Vec<(Game, Vec<Event>)> = vec![(Game::new(small_rules()), Vec::new())];
    for told in log {
        let mut next = Vec::new();
        for (game, events) in found {
            for event in completions(&game, told) {
                let mut game = game.clone();
                game.apply(&event);
                next.push((game, [events.clone(), vec![event]].concat()));
            }
        }
        found = next;
    }
    found.into_iter().map(|(_, events)| events).collect()
}

/// Every way in which an event can have happened in a game of which all is known.
fn completions(game: &Game, told: &Event<PartialDraw>) -> Vec<Event> {
    let rack = |seat: &Seat| game.seats()[seat.index()].rack.clone();
    let with = |kind: EventKind| event(kind);
    match &told.kind {
        EventKind::Dealt { seat, tiles } => draws(game.bag(), tiles)
            .into_iter()
            .map(|tiles| with(EventKind::Dealt { seat: *seat, tiles }))
            .collect(),
        EventKind::Played { seat, tiles, drawn, .. } => {
            let laid: Tiles = tiles.iter().map(|laid| laid.tile).collect();
            if !rack(seat).includes(&laid) {
                return Vec::new();
            }
            let complete = |drawn| told.map_tiles(|_| Vec::clone(&drawn));
            draws(game.bag(), drawn).into_iter().map(complete).collect()
        }
        EventKind::Exchanged { seat, returned, drawn } => {
            let mut all = Vec::new();
            for returned in draws(&rack(seat), returned) {
                for drawn in draws(game.bag(), drawn) {
                    all.push(with(EventKind::Exchanged { seat: *seat, returned: returned.clone(), drawn }));
                }
            }
            all
        }
        _ => vec![told.map_tiles(|tiles| tiles.known.clone())],
    }
}

/// All multisets of as many tiles from these that include what is known.
fn draws(from: &Tiles, told: &PartialDraw) -> Vec<Vec<TileId>> {
    let mut left = from.clone();
    let known: Tiles = told.known.iter().copied().collect();
    if left.take_all(&known).is_err() {
        return Vec::new();
    }
    let mut found = vec![told.known.clone()];
    for _ in told.known.len()..told.count {
        let longer = found.iter().flat_map(|drawn| {
            let mut left = from.clone();
            drawn.iter().for_each(|&tile| _ = left.take(tile));
            let tiles: Vec<TileId> = left.kinds().map(|(tile, _)| tile).collect();
            tiles.into_iter().map(|tile| [drawn.clone(), vec![tile]].concat())
        });
        let mut longer: Vec<Vec<TileId>> = longer.collect();
        longer.iter_mut().for_each(|drawn| drawn.sort_unstable());
        longer.sort();
        longer.dedup();
        found = longer;
    }
    found
}

/// The tiles that a rack has in all of these games.
fn certain(games: &[Vec<Game>], at: usize, seat: usize) -> Tiles {
    let least = |kind: u8| games.iter().map(|world| world[at].seats()[seat].rack.count(TileId(kind))).min();
    let mut tiles = Tiles::new();
    (0..3).for_each(|kind| tiles.add_many(TileId(kind), least(kind).unwrap_or(0)));
    tiles
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn counts_are_right_although_tiles_are_unknown(
        seed in any::<u64>(),
        deeds in prop::collection::vec(deed(), 0..8),
        hidden in prop::collection::vec(any::<bool>(), 1..30),
    ) {
        let log = complete_game(seed, &deeds);
        for (known, partial) in states(&log).iter().zip(states(&hide(&log, &hidden))) {
            prop_assert_eq!(partial.bag_len(), known.bag().len());
            prop_assert_eq!(&partial.all_tiles(), known.rules().tiles.all());
            prop_assert_eq!(partial.turns(), known.turns());
            for (partial, known) in partial.seats().iter().zip(known.seats()) {
                prop_assert_eq!(partial.rack_len(), known.rack.len());
                prop_assert!(known.rack.includes(&partial.rack), "nothing is known that is not so");
            }
        }
    }

    #[test]
    fn deduced_tiles_are_there_in_every_game_that_fits(
        seed in any::<u64>(),
        deeds in prop::collection::vec(deed(), 0..6),
        hidden in prop::collection::vec(any::<bool>(), 1..20),
    ) {
        let log = hide(&complete_game(seed, &deeds), &hidden);
        let deduced = deduce_tiles(&small_rules(), &log);
        let worlds: Vec<Vec<Game>> = worlds(&log).iter().map(|world| states(world)).collect();
        prop_assert!(!worlds.is_empty());
        let (told, deduced) = (states(&log), states(&deduced));
        for (at, game) in deduced.iter().enumerate() {
            for seat in 0..game.seats().len() {
                let (rack, certain) = (&game.seats()[seat].rack, certain(&worlds, at, seat));
                prop_assert!(certain.includes(rack), "{rack:?} is more than what is certain: {certain:?}");
                prop_assert!(rack.includes(&told[at].seats()[seat].rack), "nothing is forgotten");
                prop_assert_eq!(game.seats()[seat].rack_len(), told[at].seats()[seat].rack_len());
            }
            let is_known = |state: &SeatState| state.rack.len() == state.rack_len();
            if game.seats().len() == 2 && game.bag_len() == 0 && game.seats().iter().any(is_known) {
                prop_assert!(game.seats().iter().all(is_known), "the other rack follows");
            }
        }
    }
}

#[test]
fn an_exchange_of_unknown_tiles_leaves_only_what_must_be_left() {
    let rules = small_rules();
    let (a, b) = (TileId(0), TileId(1));
    let mut game = Game::new(rules);
    game.apply(&event::<PartialDraw>(EventKind::Started { seats: 2, first: Seat(0) }));
    game.apply(&event(EventKind::Dealt { seat: Seat(0), tiles: PartialDraw::from(vec![a, a]) }));
    let one = PartialDraw { known: Vec::new(), count: 1 };
    game.apply(&event(EventKind::Exchanged { seat: Seat(0), returned: one.clone(), drawn: one }));
    assert_eq!(game.seats()[0].partial_rack(), PartialTiles { known: [a].into_iter().collect(), unknown: 1 });
    game.reveal(Seat(0), &[b]);
    assert_eq!(game.seats()[0].partial_rack(), PartialTiles::from([a, b].into_iter().collect::<Tiles>()));
}
