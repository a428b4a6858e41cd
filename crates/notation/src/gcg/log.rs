//! Conversion between the event log of a game and a GCG file.
//!
//! GCG has no words for times, for which words were challenged and by which player, for challenges without
//! consequence, and for what was drawn after a play that was withdrawn. These are lost. Failed plays, the reason why a
//! player left, and an end without settlement become notes, which are not read back.
//!
//! Reading a file derives draws from racks: a tile that a player has at the next event and did not have before has been
//! drawn. If a rack is left out, the player has only the tiles of the next play or exchange.

use super::{
    GcgAction, GcgEvent, GcgGame, GcgReplay, LineContent, LintFinding, LintSeverity, Pragma, ReplayStep,
    replay,
};
use crate::plays::{self, PlayContext, PlaythroughStyle, Turn};
use rules::{
    Adjustment, AdjustmentCause, EndCause, Event, EventKind, Game, LeaveCause, Millis, PlacedTile, Placement,
    Points, Ruleset, Seat, Verdict,
};
use tiles::{TileId, Tiles};

/// Writes the log of a game as GCG. Players without a name are called `player1`, `player2` and so on.
#[must_use]
pub fn from_events(rules: &Ruleset, names: &[&str], events: &[Event]) -> GcgGame {
    let mut writer = GcgWriter { game: Game::new(rules.clone()), nicks: Vec::new(), gcg: GcgGame::new() };
    for event in events {
        if let EventKind::Started { seats, .. } = &event.kind {
            writer.players(*seats, names);
        }
        writer.event(event);
    }
    writer.racks_at_end();
    writer.gcg
}

struct GcgWriter {
    game: Game,
    nicks: Vec<String>,
    gcg: GcgGame,
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
        self.gcg.push(LineContent::Pragma(Pragma::Lexicon(self.game.rules().lexicon.clone())));
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

    fn event(&mut self, event: &Event) {
        let before = self.game.clone();
        self.game.apply(event);
        match &event.kind {
            EventKind::Started { .. } | EventKind::Dealt { .. } | EventKind::Accepted { .. } => {}
            EventKind::Played { seat, tiles, score, .. } => self.play(&before, *seat, tiles, *score),
            EventKind::Exchanged { seat, returned, .. } => {
                let tiles = before.rules().tiles.print_tile_list(returned.iter().copied());
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
                let tiles = before.rules().tiles.print_tile_list(returned.iter().copied());
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

    fn note(&mut self, text: String) {
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
                self.pass_with_note(before, seat, "#unsuccessful-challenge");
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

/// Converts a GCG file into the event log of a game.
///
/// All times are 0. `docs/notation.md` lists what GCG cannot express.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
/// use quixotry::notation::gcg;
/// use quixotry::presets::Library;
/// use quixotry::rules::Game;
///
/// let rules = Library::shipped().rules("standard")?;
/// let file = gcg::parse(b"#player1 ann Ann\n#player2 ben Ben\n>ann: AEINRST 8D RETAINS +66 66\n")?;
/// let mut game = Game::new(rules.clone());
/// gcg::to_events(&file, &rules).unwrap().iter().for_each(|event| game.apply(event));
/// assert_eq!(game.seats()[0].score, 66);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The findings of [`lint`](super::lint) that are errors.
pub fn to_events(game: &GcgGame, rules: &Ruleset) -> Result<Vec<Event>, Vec<LintFinding>> {
    replay(game, rules).to_events()
}

impl GcgReplay {
    /// Converts the game into its event log. All times are 0.
    ///
    /// # Errors
    ///
    /// The findings that are errors.
    pub fn to_events(&self) -> Result<Vec<Event>, Vec<LintFinding>> {
        let is_error = |finding: &&LintFinding| finding.severity() == LintSeverity::Error;
        let errors: Vec<LintFinding> = self.findings.iter().filter(is_error).cloned().collect();
        if !errors.is_empty() {
            return Err(errors);
        }
        let game = Game::new(self.rules.clone());
        let mut reader = EventLogReader { replay: self, game, events: Vec::new() };
        reader.begin(self.players.len());
        for index in 0..self.steps.len() {
            reader.step(index);
        }
        Ok(reader.events)
    }
}

struct EventLogReader<'a> {
    replay: &'a GcgReplay,
    game: Game,
    events: Vec<Event>,
}

impl EventLogReader<'_> {
    fn emit(&mut self, what: EventKind) {
        let event = Event { at: Millis(0), kind: what };
        self.game.apply(&event);
        self.events.push(event);
    }

    fn begin(&mut self, players: usize) {
        let first = self.replay.steps.first().map_or(Seat(0), |step| step.seat);
        self.emit(EventKind::Started { seats: players as u8, first });
        for seat in (0..players as u8).map(Seat) {
            let tiles = self.rack_before(0, seat).iter().collect();
            self.emit(EventKind::Dealt { seat, tiles });
        }
    }

    /// The tiles of a seat before this step, as far as later steps show them.
    fn rack_before(&self, from: usize, seat: Seat) -> Tiles {
        let next =
            self.replay.steps[from.min(self.replay.steps.len())..].iter().find(|step| step.seat == seat);
        match next {
            None => self.replay.final_racks[seat.index()].clone().unwrap_or_default(),
            Some(step) if !step.rack.is_empty() => step.rack.clone(),
            Some(step) => match &step.turn {
                Some(Turn::Place(placement)) => placement.rack_tiles(),
                Some(Turn::Exchange(tiles)) => tiles.iter().copied().collect(),
                Some(Turn::ExchangeUnknown(_) | Turn::Pass) | None => Tiles::new(),
            },
        }
    }

    /// The tiles that a seat must have drawn to have its next rack.
    fn drawn_tiles(&self, after: usize, seat: Seat, left: &Tiles) -> Vec<TileId> {
        let mut left = left.clone();
        self.rack_before(after, seat).iter().filter(|&tile| left.take(tile).is_err()).collect()
    }

    fn rack_without(&self, seat: Seat, spent: &Tiles) -> Tiles {
        let mut rack = self.game.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
        spent.iter().for_each(|tile| _ = rack.take(tile));
        rack
    }

    fn step(&mut self, index: usize) {
        let step = &self.replay.steps[index];
        let seat = step.seat;
        match (&step.action, &step.turn) {
            (GcgAction::Play { .. }, Some(Turn::Place(placement))) => self.play(index, seat, placement),
            (GcgAction::Withdrawn, _) if self.game.challengeable().is_some() => {
                let words = self.words();
                let verdict = Verdict::Withdrawn;
                self.emit(EventKind::Challenged { seat: step.to_move, of: seat, words, verdict });
            }
            (GcgAction::ChallengeBonus, _) => {
                let (words, verdict) = (self.words(), Verdict::Stands { bonus: step.score });
                self.emit(EventKind::Challenged { seat: step.to_move, of: seat, words, verdict });
            }
            (GcgAction::Exchange(_), Some(Turn::Exchange(tiles))) => {
                let left = self.rack_without(seat, &tiles.iter().copied().collect());
                let drawn = self.drawn_tiles(index + 1, seat, &left);
                self.emit(EventKind::Exchanged { seat, returned: tiles.clone(), drawn });
            }
            (GcgAction::Exchange(_), _) => {
                self.emit(EventKind::Exchanged { seat, returned: Vec::new(), drawn: Vec::new() });
            }
            (GcgAction::Pass, _) => self.emit(EventKind::Passed { seat }),
            (GcgAction::Leftover(_) | GcgAction::Time, _) => self.settle(index),
            (GcgAction::Play { .. } | GcgAction::Withdrawn, _) => {}
        }
    }

    fn words(&self) -> Vec<usize> {
        (0..self.game.challengeable().map_or(0, |play| play.words.len())).collect()
    }

    /// Under rules without challenges a play that was withdrawn at once becomes a pass.
    fn play(&mut self, index: usize, seat: Seat, placement: &Placement) {
        let back = self.replay.steps.get(index + 1).is_some_and(|next| next.action == GcgAction::Withdrawn);
        if back && self.replay.rules.checks_words() {
            return self.emit(EventKind::Passed { seat });
        }
        let Some(play) = self.replay.steps[index].play.clone() else { return };
        let left = self.rack_without(seat, &placement.rack_tiles());
        let drawn = if back { Vec::new() } else { self.drawn_tiles(index + 1, seat, &left) };
        self.emit(play.into_event_kind(seat, drawn));
    }

    /// The first line that settles the game ends it; the event has the adjustments of all these lines.
    fn settle(&mut self, index: usize) {
        if self.game.is_over() {
            return;
        }
        let lines = self.replay.steps[index..].iter();
        let adjustments: Vec<Adjustment> = lines.filter_map(|step| self.adjustment(step)).collect();
        let gained = |adjustment: &&Adjustment| matches!(adjustment.why, AdjustmentCause::OthersTiles(_));
        let out = adjustments.iter().find(gained).map(|adjustment| adjustment.seat);
        let cause = out.map_or(EndCause::Scoreless, EndCause::WentOut);
        let total = |seat: usize| {
            let own = adjustments.iter().filter(|adjustment| adjustment.seat.index() == seat);
            own.fold(self.game.seats()[seat].score, |sum, adjustment| sum.saturating_add(adjustment.points))
        };
        let totals: Vec<Points> = (0..self.game.seats().len()).map(total).collect();
        let best = totals.iter().max();
        let winners = (0..totals.len())
            .filter(|&seat| Some(&totals[seat]) == best)
            .map(|seat| Seat(seat as u8))
            .collect();
        self.emit(EventKind::Ended { cause, adjustments, winners });
    }

    fn adjustment(&self, step: &ReplayStep) -> Option<Adjustment> {
        let why = match &step.action {
            GcgAction::Time => AdjustmentCause::Overtime,
            GcgAction::Leftover(tiles) => {
                let tiles = crate::tiletext::tile_list(&self.replay.rules.tiles, tiles).ok()?;
                match step.rack.is_empty() {
                    true => AdjustmentCause::OthersTiles(tiles),
                    false => AdjustmentCause::OwnTiles(tiles),
                }
            }
            GcgAction::Play { .. }
            | GcgAction::Withdrawn
            | GcgAction::ChallengeBonus
            | GcgAction::Pass
            | GcgAction::Exchange(_) => return None,
        };
        Some(Adjustment { seat: step.seat, points: step.score, why })
    }
}
