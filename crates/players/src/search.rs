//! What all players share: looking for plays, and answering the plays of others.

use crate::player_data::PlayerData;
use lexicon::WordGraph;
use movegen::{Equity, Generator, Leaves, PlayRef, PlaySink, RankedPlay, TopPlays};
use rules::{ChallengedWords, Command, LastPlayView, Phase, Ruleset, View};
use tiles::Tiles;

/// Exchanges a player makes in one game at most, so that no lexicon makes it exchange for ever.
const MOST_EXCHANGES: u16 = 24;

/// Finds plays in what a player sees.
pub(crate) struct PlayFinder {
    generator: Generator,
    words: WordGraph,
}

impl PlayFinder {
    pub(crate) fn new(data: &PlayerData) -> PlayFinder {
        PlayFinder { generator: data.generator(), words: data.words().clone() }
    }

    /// What has to be done before or in the place of a turn: doubting a bad play, or accepting a good one.
    pub(crate) fn answer(&self, view: &View) -> Option<Command> {
        let bad = view.challengeable.as_ref().map(|play| self.bad_words(&view.rules, play));
        match (bad, &view.phase) {
            (Some(bad), Phase::Answering(_) | Phase::Playing) if !bad.is_empty() && is_of_another(view) => {
                Some(Command::Challenge(ChallengedWords::Words(bad)))
            }
            (_, Phase::Playing) if view.is_my_turn() => None,
            _ => Some(Command::Pass),
        }
    }

    fn bad_words(&self, rules: &Ruleset, play: &LastPlayView) -> Vec<usize> {
        (0..play.words.len()).filter(|&number| !play.words[number].is_good(rules, &self.words)).collect()
    }

    /// Hands every play of the viewer to a sink.
    pub(crate) fn plays(&mut self, view: &View, sink: &mut impl PlaySink) {
        if let Some(rack) = view.own_rack() {
            self.generator.generate(&view.grid, rack, sink);
        }
    }

    /// The best play by a measure.
    pub(crate) fn best(
        &mut self,
        view: &View,
        worth: impl FnMut(&PlayRef<'_>) -> Equity,
    ) -> Option<RankedPlay> {
        let mut top = TopPlays::new(1, worth);
        self.plays(view, &mut top);
        top.into_plays().pop()
    }

    /// The best play by score and the worth of the tiles kept; much faster than looking at all of them.
    pub(crate) fn best_with(&mut self, view: &View, leaves: &dyn Leaves) -> Option<RankedPlay> {
        self.generator.best(&view.grid, view.own_rack()?, leaves)
    }
}

fn is_of_another(view: &View) -> bool {
    view.challengeable.as_ref().is_some_and(|play| Some(play.seat) != view.viewer.seat())
}

/// How many tiles the viewer may exchange now: none, or from the first number to the second.
pub(crate) fn exchangeable(view: &View) -> Option<(usize, usize)> {
    let limits = view.rules.exchange_limits()?;
    let seat = view.seats.get(view.viewer.seat()?.index())?;
    let times = limits.times.unwrap_or(MOST_EXCHANGES).min(MOST_EXCHANGES);
    let most = usize::from(limits.most).min(seat.rack.len()).min(view.bag);
    let fits = view.bag >= usize::from(limits.bag) && seat.exchanges < times;
    (fits && most >= usize::from(limits.fewest)).then_some((limits.fewest.into(), most))
}

/// Where no play is left: as many new tiles as possible, or nothing.
pub(crate) fn exchange_or_pass(view: &View) -> Command {
    match (exchangeable(view), view.own_rack()) {
        (Some((_, most)), Some(rack)) => Command::Exchange(hardest_tiles(view, rack, most)),
        _ => Command::Pass,
    }
}

/// The tiles that are hardest to lay: those that count most, wild ones last.
fn hardest_tiles(view: &View, rack: &Tiles, most: usize) -> Vec<tiles::TileId> {
    let mut tiles: Vec<_> = rack.iter().collect();
    let wild = |id| view.rules.tiles.kind(id).is_some_and(tiles::TileKind::is_wild);
    tiles.sort_by_key(|&id| (wild(id), std::cmp::Reverse(view.rules.tiles.max_points(id))));
    tiles.truncate(most);
    tiles
}
