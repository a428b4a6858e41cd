//! Shared by all players: finding plays, and challenging or accepting the plays of opponents.

use crate::limit::SearchLimit;
use crate::player_data::PlayerData;
use lexicon::WordGraph;
use movegen::{Equity, Generator, Leaves, PlayRef, PlaySink, RankedPlay, TopPlays};
use rules::{ChallengedWords, Command, LastPlayView, Phase, Ruleset, View};
use tiles::Tiles;

/// The most exchanges of a player in one game, so that every game ends with any lexicon.
const MOST_EXCHANGES: u16 = 24;

/// Finds plays in a view.
pub(crate) struct ViewSearch {
    generator: Generator,
    words: WordGraph,
}

impl ViewSearch {
    pub(crate) fn new(data: &PlayerData) -> ViewSearch {
        ViewSearch { generator: data.generator(), words: data.words().clone() }
    }

    /// The command to give before or instead of a turn: challenge an invalid play, or accept a valid one.
    pub(crate) fn answer(&self, view: &View) -> Option<Command> {
        let bad = view.challengeable.as_ref().map(|play| self.bad_words(&view.rules, play));
        match (bad, &view.phase) {
            (Some(bad), Phase::Answering(_) | Phase::Playing) if !bad.is_empty() && is_of_another(view) => {
                Some(Command::Challenge(ChallengedWords::Words(bad)))
            }
            (_, Phase::Playing) if view.is_my_turn() => None,
            (_, Phase::Waiting | Phase::Playing | Phase::Answering(_) | Phase::Over { .. }) => {
                Some(Command::Pass)
            }
        }
    }

    fn bad_words(&self, rules: &Ruleset, play: &LastPlayView) -> Vec<usize> {
        (0..play.words.len()).filter(|&number| !play.words[number].is_good(rules, &self.words)).collect()
    }

    /// Passes the plays of the viewer to a sink, all of them or until the limit is reached.
    pub(crate) fn plays(&mut self, view: &View, limit: &SearchLimit, sink: &mut dyn PlaySink) {
        let limit = limit.start();
        if let Some(rack) = view.own_rack() {
            self.generator.generate_until(&view.grid, rack, sink, &|| limit.is_interrupted());
        }
    }

    /// The best play by a measure.
    pub(crate) fn best(
        &mut self,
        view: &View,
        limit: &SearchLimit,
        worth: impl FnMut(&PlayRef<'_>) -> Equity,
    ) -> Option<RankedPlay> {
        let mut top = TopPlays::new(1, worth);
        self.plays(view, limit, &mut top);
        top.into_plays().pop()
    }

    /// The best play by score and leave; much faster than generating all plays.
    pub(crate) fn best_with(
        &mut self,
        view: &View,
        limit: &SearchLimit,
        leaves: &dyn Leaves,
    ) -> Option<RankedPlay> {
        let limit = limit.start();
        let stop = || limit.is_interrupted();
        self.generator.top_until(&view.grid, view.own_rack()?, leaves, 1, &stop).0.pop()
    }
}

fn is_of_another(view: &View) -> bool {
    view.challengeable.as_ref().is_some_and(|play| Some(play.seat) != view.viewer.seat())
}

/// How many tiles the viewer may exchange now: none, or the smallest and the largest number.
pub(crate) fn exchangeable(view: &View) -> Option<(usize, usize)> {
    let seat = view.seats.get(view.viewer.seat()?.index())?;
    exchange_range(&view.rules, seat.rack.len(), view.bag, seat.exchanges)
}

/// How many tiles of a rack may be exchanged after this many exchanges: none, or the smallest and the largest number.
pub(crate) fn exchange_range(
    rules: &Ruleset,
    rack: usize,
    bag: usize,
    exchanges: u16,
) -> Option<(usize, usize)> {
    let limits = rules.exchange_limits()?;
    let times = limits.times.unwrap_or(MOST_EXCHANGES).min(MOST_EXCHANGES);
    let most = usize::from(limits.most).min(rack) as u16;
    let fits = |&count: &u16| bag >= limits.needed_in_bag(count).into();
    let most = (u16::from(limits.fewest)..=most).rev().find(fits)?;
    // With an empty bag an exchange would return the same tiles.
    (exchanges < times && bag > 0).then_some((limits.fewest.into(), most.into()))
}

/// The command if there is no play: exchange as many tiles as possible, or pass.
pub(crate) fn exchange_or_pass(view: &View) -> Command {
    match (exchangeable(view), view.own_rack()) {
        (Some((_, most)), Some(rack)) => Command::Exchange(hardest_tiles(view, rack, most)),
        _ => Command::Pass,
    }
}

/// The tiles that are hardest to play: those with the most points first, wild ones last.
fn hardest_tiles(view: &View, rack: &Tiles, most: usize) -> Vec<tiles::TileId> {
    let mut tiles: Vec<_> = rack.iter().collect();
    let wild = |id| view.rules.tiles.kind(id).is_some_and(tiles::TileKind::is_wild);
    tiles.sort_by_key(|&id| (wild(id), std::cmp::Reverse(view.rules.tiles.max_points(id))));
    tiles.truncate(most);
    tiles
}
