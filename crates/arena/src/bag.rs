//! Where the tiles of a game come from: a bag with a fixed order, or random draws.

use rules::{Chance, SeededChance};
use tiles::{TileId, Tiles};

/// Draws tiles in an order that a seed determines. Returned tiles are inserted at random places.
#[derive(Clone, Debug)]
pub struct BagOrder {
    /// The last tile is drawn next.
    order: Vec<TileId>,
    chance: SeededChance,
}

impl BagOrder {
    /// An order of these tiles.
    pub fn new(seed: u64, tiles: &Tiles) -> BagOrder {
        let mut chance = SeededChance::new(seed);
        BagOrder { order: chance.order(tiles), chance }
    }

    /// Updates the order to the tiles that are in the bag.
    fn synchronize(&mut self, bag: &Tiles) {
        if self.order.len() == bag.len() {
            return;
        }
        let mut back = bag.clone();
        self.order.retain(|&tile| back.take(tile).is_ok());
        for tile in back.iter() {
            let place = self.chance.below(self.order.len() as u32 + 1) as usize;
            self.order.insert(place, tile);
        }
    }
}

/// The source of the tiles of a game.
#[derive(Debug)]
pub(crate) enum TileDraws {
    /// A bag in a fixed order.
    Ordered(BagOrder),
    /// Each tile is drawn at random.
    Random(SeededChance),
}

impl TileDraws {
    fn chance(&mut self) -> &mut dyn Chance {
        match self {
            TileDraws::Ordered(order) => order,
            TileDraws::Random(chance) => chance,
        }
    }
}

impl Chance for TileDraws {
    fn below(&mut self, bound: u32) -> u32 {
        self.chance().below(bound)
    }

    fn draw(&mut self, bag: &mut Tiles) -> Option<TileId> {
        self.chance().draw(bag)
    }
}

impl Chance for BagOrder {
    fn below(&mut self, bound: u32) -> u32 {
        self.chance.below(bound)
    }

    fn draw(&mut self, bag: &mut Tiles) -> Option<TileId> {
        self.synchronize(bag);
        let tile = self.order.pop()?;
        bag.take(tile).ok().map(|()| tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all() -> Tiles {
        presets::Library::shipped().rules("standard").unwrap().tiles.all().clone()
    }

    #[test]
    fn the_same_seed_gives_the_same_order_however_it_is_drawn() {
        let draw = |pieces: &[usize]| {
            let (mut order, mut bag) = (BagOrder::new(5, &all()), all());
            let mut drawn = Vec::new();
            pieces.iter().for_each(|&count| drawn.extend((0..count).map_while(|_| order.draw(&mut bag))));
            drawn
        };
        assert_eq!(draw(&[100]), draw(&[7, 7, 3, 83]));
        assert_ne!(draw(&[100]), {
            let (mut order, mut bag) = (BagOrder::new(6, &all()), all());
            std::iter::from_fn(|| order.draw(&mut bag)).collect::<Vec<_>>()
        });
    }

    proptest! {
        #[test]
        fn no_tile_is_lost_or_created_by_returning_tiles(seed: u64, back in prop::collection::vec(0usize..7, 0..9)) {
            let (mut order, mut bag) = (BagOrder::new(seed, &all()), all());
            let mut out = Tiles::new();
            for count in back {
                out.extend((0..7).map_while(|_| order.draw(&mut bag)));
                let returned: Vec<_> = out.iter().take(count).collect();
                returned.into_iter().for_each(|tile| { out.take(tile).unwrap(); bag.add(tile); });
            }
            out.extend(std::iter::from_fn(|| order.draw(&mut bag)));
            prop_assert!(bag.is_empty());
            prop_assert_eq!(out, all());
        }
    }
}
