//! From the event log of a game to a GCG file.
//!
//! GCG has no words for times, for which words were challenged and by which player, for challenges without
//! consequence, and for what was drawn after a play that was withdrawn. These are lost. Failed plays, the reason why a
//! player left, and an end without settlement become notes, which are not read back.

use super::inference::LOST_CHALLENGE;
use super::{GcgAction, GcgEvent, GcgGame, LineContent, Pragma};
use crate::plays::{self, PlayContext, PlaythroughStyle};
use rules::{
    Adjustment, AdjustmentCause, DrawnTiles, EndCause, Event, EventKind, Game, LeaveCause, PlacedTile,
    Placement, Points, Ruleset, Seat, Verdict,
};

/// Writes the log of a game as GCG. Players without a name are called `player1`, `player2` and so on.
#[must_use]
pub fn from_events<T: DrawnTiles>(rules: &Ruleset, names: &[&str], events: &[Event<T>]) -> GcgGame {
    from_log(rules, names, events, None)
}

/// Writes the log of a game as GCG together with lines that the log does not contain, such as titles and notes. Each of
/// them comes with the number of events before it. If there are such lines, the writer adds no lexicon, racks and notes.
#[must_use]
pub fn from_log<T: DrawnTiles>(
    rules: &Ruleset,
    names: &[&str],
    events: &[Event<T>],
    others: Option<&[(usize, LineContent)]>,
) -> GcgGame {
    let mut writer = GcgWriter {
        game: Game::new(rules.clone()),
        nicks: Vec::new(),
        gcg: GcgGame::new(),
        keeps_lines: others.is_some(),
    };
    let mut others = others.unwrap_or_default().iter().peekable();
    for (index, event) in events.iter().enumerate() {
        while let Some((_, line)) = others.next_if(|(after, _)| index > 0 && *after <= index) {
            writer.gcg.push(line.clone());
        }
        if let EventKind::Started { seats, .. } = &event.kind {
            writer.players(*seats, names);
        }
        writer.event(event);
    }
    others.for_each(|(_, line)| writer.gcg.push(line.clone()));
    if !writer.keeps_lines {
        writer.racks_at_end();
    }
    writer.gcg
}

struct GcgWriter {
    game: Game,
    nicks: Vec<String>,
    gcg: GcgGame,
    /// Whether lines of an earlier file are written too, so that none of them may be written twice.
    keeps_lines: bool,
}

impl GcgWriter {
    fn players(&mut self, seats: u8, names: &[&str]) {
        for seat in 0..usize::from(seats) {
            let name = names.get(seat).copied().filter(|name| !name.trim().is_empty());
            let name = name.map_or_else(|| format!("player{}", seat + 1), str::to_owned);
            let nick = self.nick(&name);
            self.nicks.push(nick.clone());
            self.gcg.push(LineContent::Pragma(Pragma::Player { number: seat as u8 + 1, nick, name }));
        }
        if !self.keeps_lines {
            self.gcg.push(LineContent::Pragma(Pragma::Lexicon(self.game.rules().lexicon.clone())));
        }
    }

    /// A unique name without spaces and colons.
    fn nick(&self, name: &str) -> String {
        let plain: String = name
            .trim()
            .chars()
            .map(|c| if c.is_whitespace() || c.is_control() || c == ':' { '_' } else { c })
            .collect();
        let tries = std::iter::once(plain.clone()).chain((2..).map(|n| format!("{plain}_{n}")));
        tries.into_iter().find(|nick| !self.nicks.contains(nick)).unwrap_or(plain)
    }

    fn event<T: DrawnTiles>(&mut self, event: &Event<T>) {
        let before = self.game.clone();
        self.game.apply(event);
        match &event.kind {
            EventKind::Started { .. } | EventKind::Dealt { .. } | EventKind::Accepted { .. } => {}
            EventKind::Played { seat, tiles, score, .. } => self.play(&before, *seat, tiles, *score),
            EventKind::Exchanged { seat, returned, .. } => {
                let tiles = exchanged_text(&before, returned);
                self.line(&before, *seat, GcgAction::Exchange(tiles), 0);
            }
            EventKind::Passed { seat } | EventKind::TurnSkipped { seat } => {
                self.line(&before, *seat, GcgAction::Pass, 0);
            }
            EventKind::TimedOut { seat } => self.pass_with_note(&before, *seat, "out of time"),
            EventKind::PlayFailed { seat, tiles, .. } => {
                let placement = Placement::new(tiles.iter().copied());
                let context = PlayContext { rules: before.rules(), grid: before.grid(), rack: None };
                let tried = plays::print_placement(&placement, context, PlaythroughStyle::Dots);
                self.pass_with_note(&before, *seat, &format!("tried {tried}"));
            }
            EventKind::ExchangeFailed { seat, returned, .. } => {
                let tiles = exchanged_text(&before, returned);
                self.pass_with_note(&before, *seat, &format!("tried -{tiles}"));
            }
            EventKind::Challenged { seat, of, verdict, .. } => self.challenge(&before, *seat, *of, *verdict),
            EventKind::Left { seat, why, .. } => self.note_leaving(*seat, *why),
            EventKind::Ended { cause, adjustments, .. } => self.end(&before, *cause, adjustments),
        }
    }

    fn line(&mut self, before: &Game, seat: Seat, action: GcgAction, score: Points) {
        let rack = before.seat(seat).map(|state| before.rules().tiles.print_tiles(&state.rack));
        let total = self.game.seat(seat).map_or(0, |state| state.score);
        self.push(seat, rack.unwrap_or_default(), action, score, total);
    }

    fn push(&mut self, seat: Seat, rack: String, action: GcgAction, score: Points, total: Points) {
        let nick = self.nicks.get(seat.index()).cloned().unwrap_or_default();
        self.gcg.push(LineContent::Event(GcgEvent { nick, rack, action, score, total }));
    }

    /// A note that the writer adds, unless the notes of an earlier file are written.
    fn note(&mut self, text: String) {
        if self.keeps_lines {
            return;
        }
        self.gcg.push(LineContent::Pragma(Pragma::Note(text)));
    }

    fn pass_with_note(&mut self, before: &Game, seat: Seat, note: &str) {
        self.line(before, seat, GcgAction::Pass, 0);
        self.note(note.to_owned());
    }

    fn play(&mut self, before: &Game, seat: Seat, tiles: &[PlacedTile], score: Points) {
        let placement = Placement::new(tiles.iter().copied());
        let rack = before.seat(seat).map(|state| &state.rack);
        let context = PlayContext { rules: before.rules(), grid: before.grid(), rack };
        let (coordinate, word) =
            plays::print_parts(&placement, context, PlaythroughStyle::Dots).unwrap_or_default();
        self.line(before, seat, GcgAction::Play { coordinate, word }, score);
    }

    fn challenge(&mut self, before: &Game, seat: Seat, of: Seat, verdict: Verdict) {
        match verdict {
            Verdict::Withdrawn => {
                let score = before.challengeable().map_or(0, |play| play.score);
                let rack = self.game.seat(of).map(|state| state.rack.clone()).unwrap_or_default();
                let (rack, total) = (
                    before.rules().tiles.print_tiles(&rack),
                    self.game.seat(of).map_or(0, |state| state.score),
                );
                self.push(of, rack, GcgAction::Withdrawn, score.saturating_neg(), total);
            }
            Verdict::Stands { bonus } if bonus != 0 => {
                self.line(before, of, GcgAction::ChallengeBonus, bonus);
            }
            Verdict::Stands { .. } if self.game.turns() > before.turns() => {
                self.line(before, seat, GcgAction::Pass, 0);
                self.note(LOST_CHALLENGE.to_owned());
            }
            Verdict::Stands { .. } => self.note("challenged; the play stands".to_owned()),
        }
    }

    fn note_leaving(&mut self, seat: Seat, why: LeaveCause) {
        let why = match why {
            LeaveCause::Resigned => "resigned",
            LeaveCause::OutOfTime => "lost on time",
            LeaveCause::LostChallenge => "lost by a challenge",
            LeaveCause::Disconnected => "left",
        };
        let nick = self.nicks.get(seat.index()).cloned().unwrap_or_default();
        self.note(format!("{nick} {why}"));
    }

    fn end(&mut self, before: &Game, cause: EndCause, adjustments: &[Adjustment]) {
        let mut totals: Vec<Points> = before.seats().iter().map(|state| state.score).collect();
        let set = before.rules().tiles.clone();
        for adjustment in adjustments {
            let Some(total) = totals.get_mut(adjustment.seat.index()) else { continue };
            *total = total.saturating_add(adjustment.points);
            let total = *total;
            let own =
                before.seat(adjustment.seat).map(|state| set.print_tiles(&state.rack)).unwrap_or_default();
            let (rack, action) = match &adjustment.why {
                AdjustmentCause::OwnTiles(tiles) => {
                    let tiles = set.print_tile_list(tiles.iter().copied());
                    (tiles.clone(), GcgAction::Leftover(tiles))
                }
                AdjustmentCause::OthersTiles(tiles) => {
                    (String::new(), GcgAction::Leftover(set.print_tile_list(tiles.iter().copied())))
                }
                AdjustmentCause::Overtime => (own, GcgAction::Time),
            };
            self.push(adjustment.seat, rack, action, adjustment.points, total);
        }
        if !matches!(cause, EndCause::WentOut(_)) {
            self.note(end_note(cause).to_owned());
        }
    }

    /// Writes the racks of a game that is not over.
    fn racks_at_end(&mut self) {
        if self.game.is_over() {
            return;
        }
        for index in 0..self.game.seats().len() {
            let tiles = self.game.rules().tiles.print_tiles(&self.game.seats()[index].rack);
            self.gcg.push(LineContent::Pragma(Pragma::Rack { number: index as u8 + 1, tiles }));
        }
    }
}

/// The tiles of an exchange, or their number if not all of them are known.
fn exchanged_text(before: &Game, returned: &impl DrawnTiles) -> String {
    let known = returned.known_tiles();
    match known.len() == returned.count() {
        true => before.rules().tiles.print_tile_list(known.iter().copied()),
        false => returned.count().to_string(),
    }
}

fn end_note(cause: EndCause) -> &'static str {
    match cause {
        EndCause::WentOut(_) => "went out",
        EndCause::Passes => "ended by passes",
        EndCause::Scoreless => "ended by turns without points",
        EndCause::Rounds => "ended by rounds of passes",
        EndCause::Forfeit(_) => "ended because a player gave up",
        EndCause::LastOneLeft => "ended because one player was left",
    }
}
