//! The order of words by probability.

use super::LexiconNameArgs;
use crate::inputs::Catalog;
use anyhow::bail;
use lexicon::WordGraph;
use presets::TilePreset;
use std::cmp::Reverse;
use tiles::Letter;

/// Sorts words by the number of ways to draw their letters from a full bag, the likeliest first, and words that are
/// equally likely by the alphabet.
pub(in crate::commands) fn by_probability(
    words: Vec<Vec<Letter>>,
    args: &LexiconNameArgs,
    graph: &WordGraph,
    catalog: &Catalog,
) -> anyhow::Result<Vec<Vec<Letter>>> {
    let tiles = tiles_of(args, graph, catalog)?;
    let mut keyed: Vec<_> = words
        .into_iter()
        .map(|word| {
            let mut letters = word.clone();
            letters.sort_unstable();
            (Reverse(tiles.set.ways_to_draw(&word)), letters, word)
        })
        .collect();
    keyed.sort_unstable();
    Ok(keyed.into_iter().map(|(_, _, word)| word).collect())
}

/// The tiles of a lexicon: those with the same name, or those that were named.
fn tiles_of(args: &LexiconNameArgs, graph: &WordGraph, catalog: &Catalog) -> anyhow::Result<TilePreset> {
    let named = catalog.tiles(&args.tiles)?;
    let same_name = || catalog.library().tiles(&args.lexicon).ok();
    let fits = |tiles: &TilePreset| tiles.set.alphabet() == graph.alphabet();
    if fits(&named) {
        return Ok(named);
    }
    match same_name().filter(fits) {
        Some(tiles) => Ok(tiles),
        None => bail!(
            "the tiles {} have other letters than the lexicon {}: name its tiles with --tiles (`quixotry tiles list`)",
            args.tiles,
            graph.name()
        ),
    }
}
