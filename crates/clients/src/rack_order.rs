//! The order of the tiles on a rack, for clients that name a tile by its place.
//!
//! The tables know racks as multisets. The order follows from the events alone, so that every connection of a seat
//! has the same one, and so that it is the same after a restart.

use rules::{EventKind, EventKindView, EventView, Seat, TilesView, Verdict};
use tiles::TileId;

/// The rack of a seat in order, as a viewer who sees its tiles knows it: new tiles come first, the others keep their
/// order, and an exchanged tile has the place of the one it replaces.
pub(crate) fn rack_in_order<'a>(events: impl IntoIterator<Item = &'a EventView>, seat: Seat) -> Vec<TileId> {
    let mut order = RackOrder::default();
    for event in events {
        order.apply(&event.kind, seat);
    }
    order.tiles
}

/// A rack, and what it was before the last play.
#[derive(Default)]
struct RackOrder {
    tiles: Vec<TileId>,
    before: Vec<TileId>,
}

impl RackOrder {
    fn apply(&mut self, kind: &EventKindView, seat: Seat) {
        match kind {
            EventKind::Dealt { seat: of, tiles } if *of == seat => self.tiles = list(tiles).to_vec(),
            EventKind::Played { seat: of, tiles, drawn, .. } if *of == seat => {
                self.before = self.tiles.clone();
                tiles.iter().for_each(|laid| self.remove(laid.tile));
                self.tiles.splice(0..0, list(drawn).iter().copied());
            }
            EventKind::Exchanged { seat: of, returned, drawn } if *of == seat => {
                self.replace(list(returned), list(drawn));
            }
            EventKind::Challenged { of, verdict: Verdict::Withdrawn, .. } if *of == seat => {
                self.tiles = self.before.clone();
            }
            EventKind::Dealt { .. }
            | EventKind::Played { .. }
            | EventKind::Exchanged { .. }
            | EventKind::Challenged { .. }
            | EventKind::Started { .. }
            | EventKind::PlayFailed { .. }
            | EventKind::Passed { .. }
            | EventKind::ExchangeFailed { .. }
            | EventKind::Accepted { .. }
            | EventKind::TurnSkipped { .. }
            | EventKind::TimedOut { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => {}
        }
    }

    fn remove(&mut self, tile: TileId) {
        if let Some(place) = self.tiles.iter().position(|held| *held == tile) {
            self.tiles.remove(place);
        }
    }

    /// Puts each new tile in the place of the one it replaces.
    fn replace(&mut self, returned: &[TileId], drawn: &[TileId]) {
        let mut places: Vec<Option<TileId>> = self.tiles.iter().copied().map(Some).collect();
        let mut drawn = drawn.iter().copied();
        let free: Vec<usize> = returned
            .iter()
            .filter_map(|tile| {
                let place = places.iter().position(|held| *held == Some(*tile))?;
                places[place] = None;
                Some(place)
            })
            .collect();
        free.into_iter().for_each(|place| places[place] = drawn.next());
        self.tiles = places.into_iter().flatten().chain(drawn).collect();
    }
}

fn list(tiles: &TilesView) -> &[TileId] {
    match tiles {
        TilesView::Known(tiles) => tiles,
        TilesView::Hidden(_) => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lexicon::AnyWord;
    use movegen::Generator;
    use proptest::prelude::*;
    use rules::{Command, Context, Event, Game, Millis, SeededChance, Viewer};
    use std::sync::LazyLock;
    use tiles::Tiles;

    static RULES: LazyLock<rules::Ruleset> =
        LazyLock::new(|| presets::Library::shipped().rules("generic").unwrap());

    /// Plays a game with the wishes, one for each turn, and returns its log.
    fn play(seed: u64, wishes: &[u8]) -> Vec<Event> {
        let mut generator = Generator::new(&RULES, presets::english()).unwrap();
        let mut chance = SeededChance::new(seed);
        let mut context = Context { words: &AnyWord, chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(RULES.clone());
        let mut log = game.start(2, &mut context).unwrap();
        log.iter().for_each(|event| game.apply(event));
        for wish in wishes {
            let Some(seat) = game.turn() else { break };
            let rack = game.seat(seat).unwrap().rack.clone();
            let best = generator.top(game.grid(), &rack, &movegen::NoLeaves, 1);
            let command = match (wish % 4, best.first()) {
                (0, _) => Command::Exchange(rack.nth(usize::from(*wish) % rack.len()).into_iter().collect()),
                (1, _) | (_, None) => Command::Pass,
                (_, Some(best)) => Command::Play(best.play.placement()),
            };
            let events = game.decide(seat, &command, &mut context).unwrap();
            events.iter().for_each(|event| game.apply(event));
            log.extend(events);
        }
        log
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        #[test]
        fn the_order_has_the_tiles_of_the_rack_and_keeps_those_that_stay(
            seed: u64,
            wishes in prop::collection::vec(0u8..=255, 1..30),
        ) {
            let log = play(seed, &wishes);
            for seat in [Seat(0), Seat(1)] {
                let seen: Vec<EventView> =
                    log.iter().map(|event| event.view(Viewer::Seat(seat), &RULES)).collect();
                let mut game = Game::new(RULES.clone());
                let mut before = Vec::new();
                for (number, event) in log.iter().enumerate() {
                    game.apply(event);
                    let order = rack_in_order(&seen[..=number], seat);
                    let held = game.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
                    prop_assert_eq!(order.iter().copied().collect::<Tiles>(), held);
                    if event.kind.turn() == Some(seat) {
                        if let EventKind::Played { drawn, .. } = &event.kind {
                            prop_assert_eq!(&order[..drawn.len()], &drawn[..]);
                            prop_assert!(is_part(&order[drawn.len()..], &before));
                        }
                        if let EventKind::Exchanged { .. } = &event.kind {
                            let moved = order.iter().zip(&before).filter(|(now, then)| now != then).count();
                            prop_assert!(moved <= 1, "{before:?} {order:?}");
                        }
                    } else {
                        prop_assert!(before.is_empty() || order == before);
                    }
                    before = order;
                }
            }
        }
    }

    /// Whether the tiles are among the others in the same order.
    fn is_part(tiles: &[TileId], of: &[TileId]) -> bool {
        let mut of = of.iter();
        tiles.iter().all(|tile| of.any(|other| other == tile))
    }
}
