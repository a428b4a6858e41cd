//! The opponent under rules with challenges: it plays invalid words and challenges valid ones.

use players::{Player, SearchLimit};
use rules::{ChallengedWords, Command, Placement, TileOwner, View, judge};

/// Plays like another player, but every second play is a bluff, and it challenges every third play of the others.
pub(super) struct Bluffer {
    player: Box<dyn Player>,
    words: lexicon::WordGraph,
    plays: u32,
    challengeable_plays: u32,
}

impl Bluffer {
    pub(super) fn new(player: Box<dyn Player>, words: lexicon::WordGraph) -> Bluffer {
        Bluffer { player, words, plays: 0, challengeable_plays: 0 }
    }

    /// Whether it challenges the last play.
    fn will_challenge(&mut self, view: &View) -> bool {
        let of_another =
            view.challengeable.as_ref().is_some_and(|play| Some(play.seat) != view.viewer.seat());
        let may = of_another && view.phase.is_running();
        self.challengeable_plays += u32::from(may);
        may && self.challengeable_plays.is_multiple_of(3)
    }

    /// The same tiles on the same squares, in an order that makes an invalid word.
    fn bluff(&self, view: &View, placement: &Placement) -> Option<Placement> {
        let count = placement.tiles.len();
        let pairs = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
        let swapped = pairs.map(|(one, other)| {
            let mut tiles = placement.tiles.clone();
            let (a, b) = (tiles[one], tiles[other]);
            (tiles[one].tile, tiles[one].face) = (b.tile, b.face);
            (tiles[other].tile, tiles[other].face) = (a.tile, a.face);
            Placement { tiles, axis: placement.axis, written: None }
        });
        swapped.into_iter().find(|bluff| {
            let is_fit = |words| judge(&view.rules, &view.grid, TileOwner::ANYBODY, bluff, words).is_ok();
            is_fit(None) && !is_fit(Some(&self.words))
        })
    }
}

impl Player for Bluffer {
    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        if self.will_challenge(view) {
            return Command::Challenge(ChallengedWords::All);
        }
        let command = self.player.choose(view, limit);
        let Command::Play(placement) = &command else { return command };
        self.plays += 1;
        let bluff = self.plays.is_multiple_of(2).then(|| self.bluff(view, placement)).flatten();
        bluff.map_or(command, Command::Play)
    }
}
