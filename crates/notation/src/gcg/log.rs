//! From the event log of a game to a GCG file.
//!
//! GCG has no words for times, for which words were challenged and by which player, for challenges without
//! consequence, and for what was drawn after a play that was withdrawn. These are lost. Failed plays, the reason why a
//! player left, and an end without settlement become notes, which are not read back.

use super::inference::LOST_CHALLENGE;
use super::{GcgAction, GcgEvent, GcgGame, GcgLog, GcgPlayer, GcgReplay, LineContent, Pragma};
use crate::plays::{self, PlayContext, PlaythroughStyle};
use rules::{
    Adjustment, AdjustmentCause, DrawnTiles, EndCause, Event, EventKind, Game, LeaveCause, Placement, Points,
    Ruleset, Seat, Verdict,
};
use std::collections::{HashMap, HashSet};

/// Writes the log of a game as GCG. Players without a name are called `player1`, `player2` and so on.
#[must_use]
pub fn from_events<T: DrawnTiles>(rules: &Ruleset, names: &[&str], events: &[Event<T>]) -> GcgGame {
    let player = |name: &&str| GcgPlayer { nick: String::new(), name: (*name).to_owned() };
    let players: Vec<GcgPlayer> = names.iter().map(player).collect();
    from_log(rules, &players, events, None)
}

/// Writes the log of a game as GCG together with lines of the file that it was read from, such as titles and notes
/// ([`unlogged_lines`]). Each of them comes with the number of events before it.
///
/// If there are such lines, the writer adds no lexicon, racks and notes. Lines of events among them replace what the
/// writer has for the event before them, and declared players replace all that it would declare. A player without a nick
/// gets one from the name.
#[must_use]
pub fn from_log<T: DrawnTiles>(
    rules: &Ruleset,
    players: &[GcgPlayer],
    events: &[Event<T>],
    others: Option<&[(usize, LineContent)]>,
) -> GcgGame {
    let mut gcg = GcgGame::new();
    write_lines(rules, players, events, others).into_iter().for_each(|(_, line)| gcg.push(line));
    gcg
}

/// The lines of a file that its log does not reproduce, each with the number of events before it.
///
/// Written with them, the log gives the file back in canonical form.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets}; }
/// use quixotry::notation::gcg;
/// use quixotry::presets::Library;
///
/// let rules = Library::shipped().rules("standard")?;
/// let text = b"#player1 ann Ann\n#player2 ben Ben\n>ann: TSRNIEA 8D RETAINS +66 66\n#note Seven.\n";
/// let (file, replay) = (gcg::parse(text)?, gcg::replay(&gcg::parse(text)?, &rules));
/// let log = replay.to_log().unwrap();
/// let others = gcg::unlogged_lines(&file, &replay, &log);
/// assert_eq!(gcg::from_log(&rules, &file.players(), &log.events, Some(&others)), file.canonical());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn unlogged_lines(game: &GcgGame, replay: &GcgReplay, log: &GcgLog) -> Vec<(usize, LineContent)> {
    let file = place_lines(game, replay, log);
    let is_other = |(_, line): &&(usize, LineContent)| !is_logged(line);
    let others: Vec<(usize, LineContent)> = file.iter().filter(is_other).cloned().collect();
    let written = write_lines(&replay.rules, &replay.players, &log.events, Some(&others));
    let (by_file, by_log) = (group_lines(&file), group_lines(&written));
    let same: HashSet<usize> =
        by_file.keys().copied().filter(|events| by_file.get(events) == by_log.get(events)).collect();
    file.into_iter().filter(|(events, line)| !is_logged(line) || !same.contains(events)).collect()
}

/// The lines by the number of events before them.
fn group_lines(lines: &[(usize, LineContent)]) -> HashMap<usize, Vec<LineContent>> {
    let mut groups: HashMap<usize, Vec<LineContent>> = HashMap::new();
    lines.iter().for_each(|(events, line)| groups.entry(*events).or_default().push(line.clone()));
    groups
}

/// Whether a log tells what a line says.
fn is_logged(line: &LineContent) -> bool {
    match line {
        LineContent::Event(_) => true,
        LineContent::Pragma(pragma) => matches!(pragma, Pragma::Player { .. }),
        LineContent::Text(_) => false,
    }
}

/// The lines of a file, each with the number of events of its log that it follows or tells.
fn place_lines(game: &GcgGame, replay: &GcgReplay, log: &GcgLog) -> Vec<(usize, LineContent)> {
    // The start and the first racks come before all lines.
    let mut events = 1 + replay.players.len();
    let mut placed = Vec::new();
    let mut steps = replay.steps.iter().zip(&log.after).peekable();
    for (index, line) in game.lines.iter().enumerate() {
        if let Some((_, after)) = steps.next_if(|(step, _)| step.line == index + 1) {
            events = *after;
        }
        if !matches!(line.content(), LineContent::Pragma(Pragma::Encoding(_))) {
            placed.push((events, line.content().clone()));
        }
    }
    placed
}

/// The lines of a log and other lines, each with the number of events before it.
fn write_lines<T: DrawnTiles>(
    rules: &Ruleset,
    players: &[GcgPlayer],
    events: &[Event<T>],
    others: Option<&[(usize, LineContent)]>,
) -> Vec<(usize, LineContent)> {
    let mut writer = GcgWriter {
        game: Game::new(rules.clone()),
        nicks: Vec::new(),
        lines: Vec::new(),
        keeps_lines: others.is_some(),
    };
    let others = others.unwrap_or_default();
    let is_player = |line: &LineContent| matches!(line, LineContent::Pragma(Pragma::Player { .. }));
    let has_players = others.iter().any(|(_, line)| is_player(line));
    let mut rest = others.iter().peekable();
    let mut lines: Vec<(usize, LineContent)> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let mut number = index + 1;
        if let EventKind::Started { seats, .. } = &event.kind {
            writer.players(*seats, players);
            number += usize::from(*seats);
        }
        writer.event(event);
        let mut kept = Vec::new();
        while let Some(line) = rest.next_if(|(after, _)| *after <= index + 1) {
            kept.push(line.clone());
        }
        let has_event = kept.iter().any(|(_, line)| matches!(line, LineContent::Event(_)));
        let is_new = |line: &LineContent| {
            !(has_event && matches!(line, LineContent::Event(_)) || has_players && is_player(line))
        };
        lines.extend(writer.lines.drain(..).filter(is_new).map(|line| (number, line)));
        lines.extend(kept);
    }
    lines.extend(rest.cloned());
    if !writer.keeps_lines {
        writer.racks_at_end();
    }
    lines.extend(writer.lines.into_iter().map(|line| (events.len(), line)));
    lines
}

struct GcgWriter {
    game: Game,
    nicks: Vec<String>,
    /// The lines of the event that was written last.
    lines: Vec<LineContent>,
    /// Whether lines of an earlier file are written too, so that none of them may be written twice.
    keeps_lines: bool,
}

impl GcgWriter {
    fn players(&mut self, seats: u8, players: &[GcgPlayer]) {
        for seat in 0..usize::from(seats) {
            let player = players.get(seat);
            let name = player.map(|player| player.name.as_str()).filter(|name| !name.trim().is_empty());
            let name = name.map_or_else(|| format!("player{}", seat + 1), str::to_owned);
            let nick = player.map(|player| player.nick.as_str()).filter(|nick| self.is_usable(nick));
            let nick = nick.map_or_else(|| self.nick(&name), str::to_owned);
            self.nicks.push(nick.clone());
            self.lines.push(LineContent::Pragma(Pragma::Player { number: seat as u8 + 1, nick, name }));
        }
        if !self.keeps_lines {
            self.lines.push(LineContent::Pragma(Pragma::Lexicon(self.game.rules().lexicon.clone())));
        }
    }

    /// Whether a nick can stand before a colon and no other player has it.
    fn is_usable(&self, nick: &str) -> bool {
        let bad = |c: char| c.is_whitespace() || c.is_control() || c == ':';
        !nick.is_empty() && !nick.contains(bad) && !self.nicks.iter().any(|other| other == nick)
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
            EventKind::Played { seat, tiles, words, score, .. } => {
                // The first word is the one that the player laid; it shows the direction of a single tile.
                let axis = words.first().map(|word| word.axis);
                let placement = Placement { tiles: tiles.clone(), axis, written: None };
                self.play(&before, *seat, &placement, *score);
            }
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
        self.lines.push(LineContent::Event(GcgEvent { nick, rack, action, score, total }));
    }

    /// A note that the writer adds, unless the notes of an earlier file are written.
    fn note(&mut self, text: String) {
        if self.keeps_lines {
            return;
        }
        self.lines.push(LineContent::Pragma(Pragma::Note(text)));
    }

    fn pass_with_note(&mut self, before: &Game, seat: Seat, note: &str) {
        self.line(before, seat, GcgAction::Pass, 0);
        self.note(note.to_owned());
    }

    fn play(&mut self, before: &Game, seat: Seat, placement: &Placement, score: Points) {
        let rack = before.seat(seat).map(|state| &state.rack);
        let context = PlayContext { rules: before.rules(), grid: before.grid(), rack };
        let (coordinate, word) =
            plays::print_parts(placement, context, PlaythroughStyle::Dots).unwrap_or_default();
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
            self.lines.push(LineContent::Pragma(Pragma::Rack { number: index as u8 + 1, tiles }));
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
