//! The possible draws from the bag.

use tiles::{TileId, Tiles};

/// Tiles that may be in the bag, with their probability.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Draw {
    pub(crate) tiles: Vec<TileId>,
    /// The share of all ways to take as many of the unseen tiles.
    pub(crate) weight: f64,
}

/// Every choice of `count` tiles.
pub(crate) fn draws(unseen: &Tiles, count: usize) -> Vec<Draw> {
    let kinds: Vec<(TileId, u16)> = unseen.kinds().collect();
    let mut all = Vec::new();
    choose(&kinds, count, &mut Vec::new(), 1.0, &mut all);
    let ways: f64 = all.iter().map(|draw| draw.weight).sum();
    all.iter_mut().for_each(|draw| draw.weight /= ways);
    all
}

fn choose(kinds: &[(TileId, u16)], count: usize, chosen: &mut Vec<TileId>, ways: f64, all: &mut Vec<Draw>) {
    let Some((&(kind, there), rest)) = kinds.split_first() else {
        if count == 0 {
            all.push(Draw { tiles: chosen.clone(), weight: ways });
        }
        return;
    };
    let mut more = 1.0;
    for taken in 0..=count.min(there.into()) {
        if taken > 0 {
            more *= (usize::from(there) - taken + 1) as f64 / taken as f64;
            chosen.push(kind);
        }
        choose(rest, count - taken, chosen, ways * more, all);
    }
    chosen.truncate(chosen.len() - count.min(there.into()));
}

/// Every distinct order of these tiles.
pub(crate) fn orders(tiles: &[TileId]) -> Vec<Vec<TileId>> {
    let mut left: Tiles = tiles.iter().copied().collect();
    let mut all = Vec::new();
    arrange(&mut left, &mut Vec::new(), &mut all);
    all
}

fn arrange(left: &mut Tiles, order: &mut Vec<TileId>, all: &mut Vec<Vec<TileId>>) {
    if left.is_empty() {
        all.push(order.clone());
    }
    let kinds: Vec<TileId> = left.kinds().map(|(id, _)| id).collect();
    for kind in kinds {
        _ = left.take(kind);
        order.push(kind);
        arrange(left, order, all);
        order.pop();
        left.add(kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(ids: &[u8]) -> Tiles {
        ids.iter().map(|&id| TileId(id)).collect()
    }

    /// Counts every choice of physical tiles, as a reference.
    fn by_hand(unseen: &[u8], count: usize) -> Vec<(Vec<TileId>, f64)> {
        let mut counted = std::collections::BTreeMap::new();
        let all: Vec<u32> =
            (0u32..1 << unseen.len()).filter(|mask| mask.count_ones() as usize == count).collect();
        for mask in &all {
            let taken = (0..unseen.len()).filter(|at| mask >> at & 1 == 1).map(|at| unseen[at]);
            let taken = tiles(&taken.collect::<Vec<_>>()).iter().collect::<Vec<_>>();
            *counted.entry(taken).or_insert(0.0) += 1.0 / all.len() as f64;
        }
        counted.into_iter().collect()
    }

    #[test]
    fn draws_are_as_likely_as_by_hand() {
        let unseen = [1, 1, 1, 2, 3, 3, 5, 6];
        for count in 0..=4 {
            let mut found: Vec<_> =
                draws(&tiles(&unseen), count).into_iter().map(|draw| (draw.tiles, draw.weight)).collect();
            found.sort_by(|a, b| a.0.cmp(&b.0));
            let expected = by_hand(&unseen, count);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!(found.0, expected.0);
                assert!((found.1 - expected.1).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn equal_tiles_change_no_order() {
        let count = |ids: &[u8]| orders(&ids.iter().map(|&id| TileId(id)).collect::<Vec<_>>()).len();
        assert_eq!(
            [count(&[]), count(&[1]), count(&[1, 2]), count(&[1, 1, 2]), count(&[1, 2, 3, 4])],
            [1, 1, 2, 3, 24]
        );
    }
}
