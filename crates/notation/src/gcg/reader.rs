//! From a GCG file to the event log of a game.
//!
//! A hand is what a player has between two draws. A file tells parts of it: the racks that it gives, the tiles that are
//! played or exchanged, the tiles that are left at the end. A draw of the log tells all of that. What the file does not
//! tell stays unknown. A rack that contradicts the other tiles is taken as not told.

use super::inference::LOST_CHALLENGE;
use super::{GcgAction, GcgGame, GcgReplay, LintFinding, LintProblem, LintSeverity, ReplayStep, replay};
use crate::plays::Turn;
use crate::tiletext;
use rules::{
    Adjustment, AdjustmentCause, ChallengeRule, EndCause, Event, EventKind, Game, Millis, PartialDraw, Phase,
    Points, Ruleset, Seat, Verdict,
};
use tiles::Tiles;

/// The event log of a GCG file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgLog {
    /// The events. All times are 0.
    pub events: Vec<Event<PartialDraw>>,
    /// For each step of the replay, how many events there are after it.
    pub after: Vec<usize>,
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
/// assert_eq!(game.seats()[1].unknown, 7);
/// assert_eq!(game.bag_len(), 79);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The findings of [`lint`](super::lint) that are errors.
pub fn to_events(game: &GcgGame, rules: &Ruleset) -> Result<Vec<Event<PartialDraw>>, Vec<LintFinding>> {
    replay(game, rules).to_events()
}

impl GcgReplay {
    /// Converts the game into its event log. All times are 0.
    ///
    /// # Errors
    ///
    /// The findings that are errors.
    pub fn to_events(&self) -> Result<Vec<Event<PartialDraw>>, Vec<LintFinding>> {
        self.to_log().map(|log| log.events)
    }

    /// Converts the game into its event log, with the place of each step in it.
    ///
    /// # Errors
    ///
    /// The findings that are errors.
    pub fn to_log(&self) -> Result<GcgLog, Vec<LintFinding>> {
        let is_error = |finding: &&LintFinding| finding.severity() == LintSeverity::Error;
        let errors: Vec<LintFinding> = self.findings.iter().filter(is_error).cloned().collect();
        match &self.log {
            Some(log) if errors.is_empty() => Ok(log.clone()),
            _ => Err(errors),
        }
    }
}

/// What is read of a file so far.
pub(super) struct ReadGame<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) players: usize,
    pub(super) steps: &'a [ReplayStep],
    pub(super) final_racks: &'a [Option<FinalRack>],
    /// For each step, whether its note says that a challenge was wrong.
    pub(super) lost_challenges: &'a [bool],
}

/// A rack at the end of a file.
#[derive(Clone, Debug)]
pub(super) struct FinalRack {
    pub(super) line: usize,
    pub(super) tiles: Tiles,
}

impl ReadGame<'_> {
    /// The line and the tiles of a rack that the file tells: that of a step, or after these a rack at the end.
    fn told_rack(&self, index: usize) -> (usize, Tiles) {
        match self.steps.get(index) {
            Some(step) => (step.line, step.rack.clone()),
            None => match self.final_racks.get(index - self.steps.len()) {
                Some(Some(rack)) => (rack.line, rack.tiles.clone()),
                _ => (0, Tiles::new()),
            },
        }
    }
}

/// Builds the log, and returns the racks that had to be left out as findings. Without a log the tiles cannot be right.
pub(super) fn build_log(read: &ReadGame<'_>) -> (Option<GcgLog>, Vec<LintFinding>) {
    let mut told = vec![true; read.steps.len() + read.players];
    let mut findings = Vec::new();
    loop {
        match LogBuilder::new(read, &told).build() {
            Ok(log) => return (Some(log), findings),
            Err(TileConflict { step: Some(step), .. }) if told[step] => {
                told[step] = false;
                let (line, rack) = read.told_rack(step);
                let problem = LintProblem::RackLeftOut { rack: read.rules.tiles.print_tiles(&rack) };
                findings.push(LintFinding { line, problem });
            }
            Err(TileConflict { line, .. }) => {
                findings.push(LintFinding { line, problem: LintProblem::TilesDoNotAddUp });
                return (None, findings);
            }
        }
    }
}

/// Whether a note says that a challenge was wrong.
pub(super) fn tells_lost_challenge(note: &str) -> bool {
    note.lines().any(|line| line.trim() == LOST_CHALLENGE)
}

/// Tiles that cannot be where the file says, and the step whose rack to leave out.
struct TileConflict {
    step: Option<usize>,
    line: usize,
}

/// A hand of a player: what a player has between two draws.
#[derive(Clone, Default)]
struct ToldHand {
    /// The tiles that were used.
    used: Tiles,
    /// The tiles that racks tell, with the step of each rack.
    racks: Vec<(usize, Tiles)>,
}

impl ToldHand {
    fn known_tiles(&self) -> Tiles {
        let all = self.racks.iter().map(|(_, rack)| rack).chain([&self.used]);
        all.fold(Tiles::new(), |known, tiles| join(&known, tiles))
    }
}

/// The smallest multiset that includes both.
fn join(one: &Tiles, other: &Tiles) -> Tiles {
    let mut joined = one.clone();
    for (tile, count) in other.kinds() {
        joined.add_many(tile, count.saturating_sub(one.count(tile)));
    }
    joined
}

struct LogBuilder<'a> {
    read: &'a ReadGame<'a>,
    /// The hands of each seat, in order.
    hands: Vec<Vec<ToldHand>>,
    /// The hand that each seat has now.
    hand: Vec<usize>,
    game: Game,
    events: Vec<Event<PartialDraw>>,
    after: Vec<usize>,
    /// The steps whose racks are in the log so far, the latest last.
    told: Vec<(usize, Seat)>,
}

impl<'a> LogBuilder<'a> {
    fn new(read: &'a ReadGame<'a>, told: &[bool]) -> LogBuilder<'a> {
        LogBuilder {
            read,
            hands: (0..read.players).map(|seat| told_hands(read, told, Seat(seat as u8))).collect(),
            hand: vec![0; read.players],
            game: Game::new(read.rules.clone()),
            events: Vec::new(),
            after: Vec::new(),
            told: Vec::new(),
        }
    }

    fn build(mut self) -> Result<GcgLog, TileConflict> {
        let first = self.read.steps.first().map_or(Seat(0), |step| step.seat);
        self.emit(EventKind::Started { seats: self.read.players as u8, first });
        for seat in (0..self.read.players as u8).map(Seat) {
            let count = usize::from(self.read.rules.rack_size).min(self.game.bag_len());
            let tiles = self.draw(seat, &Tiles::new(), count, 1)?;
            self.emit(EventKind::Dealt { seat, tiles });
        }
        for index in 0..self.read.steps.len() {
            self.step(index)?;
            self.after.push(self.events.len());
        }
        Ok(GcgLog { events: self.events, after: self.after })
    }

    fn emit(&mut self, kind: EventKind<PartialDraw>) {
        let event = Event { at: Millis(0), kind };
        self.game.apply(&event);
        self.events.push(event);
    }

    /// The draw with which a hand begins, after the tiles that were kept.
    fn draw(
        &mut self,
        seat: Seat,
        kept: &Tiles,
        count: usize,
        line: usize,
    ) -> Result<PartialDraw, TileConflict> {
        let hand = self.hands[seat.index()].get(self.hand[seat.index()]).cloned().unwrap_or_default();
        let full = self.left_len(seat, kept) + count;
        let steps = hand.racks.iter().map(|(step, _)| *step);
        let latest = steps.clone().next_back();
        if join(kept, &hand.used).len() > full {
            return Err(self.conflict(latest.or_else(|| self.latest_of(seat)), line));
        }
        let known = join(kept, &hand.known_tiles());
        let mut new = known.clone();
        kept.iter().for_each(|tile| _ = new.take(tile));
        let mut bag = self.game.bag().clone();
        if known.len() > full || new.iter().any(|tile| bag.take(tile).is_err()) {
            let holder = latest.or_else(|| self.latest_of(seat)).or_else(|| self.latest_of_others(seat));
            return Err(self.conflict(holder, line));
        }
        self.told.extend(steps.map(|step| (step, seat)));
        Ok(PartialDraw { known: new.iter().collect(), count })
    }

    /// How many tiles a seat has when it begins to draw; `kept` are those that are known.
    fn left_len(&self, seat: Seat, kept: &Tiles) -> usize {
        self.game.seat(seat).map_or(0, |state| state.unknown + kept.len())
    }

    fn conflict(&self, step: Option<usize>, line: usize) -> TileConflict {
        TileConflict { step, line }
    }

    fn latest_of(&self, seat: Seat) -> Option<usize> {
        self.told.iter().rev().find(|(_, of)| *of == seat).map(|(step, _)| *step)
    }

    fn latest_of_others(&self, seat: Seat) -> Option<usize> {
        self.told.iter().rev().find(|(_, of)| *of != seat).map(|(step, _)| *step)
    }

    /// Makes the tiles that a seat uses known, and returns what it keeps.
    fn spend(&mut self, seat: Seat, spent: &Tiles, line: usize) -> Result<Tiles, TileConflict> {
        self.game.reveal(seat, &spent.iter().collect::<Vec<_>>());
        let mut rack = self.game.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
        match rack.take_all(spent) {
            Ok(()) => Ok(rack),
            Err(_) => Err(self.conflict(self.latest_of(seat).or_else(|| self.latest_of_others(seat)), line)),
        }
    }

    fn step(&mut self, index: usize) -> Result<(), TileConflict> {
        let step = &self.read.steps[index];
        let seat = step.seat;
        match (&step.action, &step.turn) {
            (GcgAction::Play { .. }, _) => self.play(index),
            (GcgAction::Withdrawn, _) if self.game.challengeable().is_some() => {
                let verdict = Verdict::Withdrawn;
                self.challenge(step.to_move, seat, verdict);
                Ok(())
            }
            (GcgAction::ChallengeBonus, _) if self.game.challengeable().is_some() => {
                self.challenge(step.to_move, seat, Verdict::Stands { bonus: step.score });
                Ok(())
            }
            (GcgAction::Exchange(_), Some(turn)) => self.exchange(step, turn),
            (GcgAction::Pass, _) => {
                self.pass(index);
                Ok(())
            }
            (GcgAction::Leftover(_) | GcgAction::Time, _) => {
                self.settle(index);
                Ok(())
            }
            (GcgAction::Withdrawn | GcgAction::ChallengeBonus | GcgAction::Exchange(_), _) => Ok(()),
        }
    }

    /// Which words were challenged follows only where each of them costs points. Otherwise it was the whole play.
    fn challenge(&mut self, seat: Seat, of: Seat, verdict: Verdict) {
        let all = self.game.challengeable().map_or(0, |play| play.words.len());
        let paid = match (verdict, self.read.rules.challenge) {
            (Verdict::Stands { bonus }, ChallengeRule::PointsPerWord(points)) if points > 0 => {
                usize::try_from(bonus / points).unwrap_or(all).clamp(1, all.max(1))
            }
            _ => all,
        };
        let words = (0..paid.min(all)).collect();
        self.emit(EventKind::Challenged { seat, of, words, verdict });
    }

    /// A turn that was lost by a wrong challenge is a challenge, where the rules say so.
    fn pass(&mut self, index: usize) {
        let seat = self.read.steps[index].seat;
        let other = self.game.challengeable().map(|play| play.seat).filter(|&of| of != seat);
        match other {
            Some(of)
                if self.read.lost_challenges[index] && self.read.rules.challenge == ChallengeRule::Double =>
            {
                self.challenge(seat, of, Verdict::Stands { bonus: 0 });
            }
            // Whoever passes after the last play of the game has no turn left, and accepts it.
            Some(_) if matches!(self.game.phase(), Phase::Answering(waiting) if waiting.contains(seat)) => {
                self.emit(EventKind::Accepted { seat });
            }
            _ => self.emit(EventKind::Passed { seat }),
        }
    }

    /// Under rules without challenges a play that was withdrawn at once becomes a pass.
    fn play(&mut self, index: usize) -> Result<(), TileConflict> {
        let step = &self.read.steps[index];
        let (seat, line) = (step.seat, step.line);
        let back = is_withdrawn(self.read.steps, index);
        if back && self.read.rules.checks_words() {
            self.emit(EventKind::Passed { seat });
            return Ok(());
        }
        let (Some(Turn::Place(placement)), Some(play)) = (&step.turn, step.play.clone()) else {
            return Ok(());
        };
        let kept = self.spend(seat, &placement.rack_tiles(), line)?;
        let room = usize::from(self.read.rules.rack_size).saturating_sub(self.left_len(seat, &kept));
        let count = room.min(self.game.bag_len());
        // Nobody tells which tiles were drawn after a play that was withdrawn; they went back at once.
        let drawn = if back {
            PartialDraw { known: Vec::new(), count }
        } else {
            self.hand[seat.index()] += 1;
            self.draw(seat, &kept, count, line)?
        };
        let mut kind = play.into_event_kind(seat, drawn);
        if let EventKind::Played { score, .. } = &mut kind {
            *score = step.score;
        }
        self.emit(kind);
        Ok(())
    }

    fn exchange(&mut self, step: &ReplayStep, turn: &Turn) -> Result<(), TileConflict> {
        let (seat, line) = (step.seat, step.line);
        let returned = match turn {
            Turn::Exchange(tiles) => PartialDraw::from(tiles.clone()),
            Turn::ExchangeUnknown(count) => PartialDraw { known: Vec::new(), count: *count },
            Turn::Place(_) | Turn::Pass => return Ok(()),
        };
        self.spend(seat, &returned.known.iter().copied().collect(), line)?;
        let count = returned.count.min(self.game.bag_len());
        let without_draw =
            EventKind::Exchanged { seat, returned: returned.clone(), drawn: PartialDraw::default() };
        let before = self.game.clone();
        self.game.apply(&Event { at: Millis(0), kind: without_draw });
        self.hand[seat.index()] += 1;
        let kept = self.game.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
        let drawn = self.draw(seat, &kept, count, line)?;
        self.game = before;
        self.emit(EventKind::Exchanged { seat, returned, drawn });
        Ok(())
    }

    /// The first line that settles the game ends it; the event has the adjustments of all these lines.
    fn settle(&mut self, index: usize) {
        if self.game.is_over() {
            return;
        }
        if let Phase::Answering(waiting) = self.game.phase().clone() {
            waiting.iter().for_each(|seat| self.emit(EventKind::Accepted { seat }));
        }
        let lines = self.read.steps[index..].iter();
        let adjustments: Vec<Adjustment> = lines.filter_map(|step| self.adjustment(step)).collect();
        let cause = self.end_cause(&adjustments);
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

    /// The game ended because a player has no tiles, or else because there was no progress.
    fn end_cause(&self, adjustments: &[Adjustment]) -> EndCause {
        let is_out = |seat: &Seat| self.game.seat(*seat).is_some_and(|state| state.rack_len() == 0);
        let gained = |adjustment: &&Adjustment| matches!(adjustment.why, AdjustmentCause::OthersTiles(_));
        let out = self.game.active().find(is_out).filter(|_| self.game.bag_len() == 0);
        let out = out.or_else(|| adjustments.iter().find(gained).map(|adjustment| adjustment.seat));
        let (limits, tally) = (self.read.rules.limits, self.game.tally());
        let standstill = || limits.standstill(tally, self.game.grid().is_empty());
        out.map(EndCause::WentOut).or_else(standstill).unwrap_or(EndCause::Scoreless)
    }

    fn adjustment(&self, step: &ReplayStep) -> Option<Adjustment> {
        let why = match &step.action {
            GcgAction::Time => AdjustmentCause::Overtime,
            GcgAction::Leftover(tiles) => {
                let mut tiles = tiletext::tile_list(&self.read.rules.tiles, tiles).ok()?;
                tiles.sort_unstable();
                match step.settles_own_tiles() {
                    true => AdjustmentCause::OwnTiles(tiles),
                    false => AdjustmentCause::OthersTiles(tiles),
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

/// Whether a play was withdrawn at once.
fn is_withdrawn(steps: &[ReplayStep], index: usize) -> bool {
    let next = steps.get(index + 1);
    next.is_some_and(|next| next.action == GcgAction::Withdrawn && next.seat == steps[index].seat)
}

/// What a file tells about the hands of a seat. `told` says for each step whether its rack is to be believed.
fn told_hands(read: &ReadGame<'_>, told: &[bool], seat: Seat) -> Vec<ToldHand> {
    let mut hands = vec![ToldHand::default()];
    for (index, step) in read.steps.iter().enumerate() {
        let Some(hand) = hands.last_mut() else { break };
        if let Some(left) = left_tiles(read, step, seat).filter(|_| told[index]) {
            hand.racks.push((index, left));
        }
        if step.seat != seat {
            continue;
        }
        let is_turn = matches!(
            step.action,
            GcgAction::Play { .. } | GcgAction::Pass | GcgAction::Exchange(_) | GcgAction::Withdrawn
        );
        if is_turn && told[index] && !step.rack.is_empty() {
            hand.racks.push((index, step.rack.clone()));
        }
        let used: Tiles = match &step.turn {
            Some(Turn::Place(placement)) => placement.rack_tiles(),
            Some(Turn::Exchange(tiles)) => tiles.iter().copied().collect(),
            Some(Turn::ExchangeUnknown(_) | Turn::Pass) | None => Tiles::new(),
        };
        hand.used = join(&hand.used, &used);
        let draws = match step.action {
            GcgAction::Play { .. } => !is_withdrawn(read.steps, index),
            GcgAction::Exchange(_) => true,
            GcgAction::Withdrawn
            | GcgAction::ChallengeBonus
            | GcgAction::Pass
            | GcgAction::Leftover(_)
            | GcgAction::Time => false,
        };
        if draws {
            hands.push(ToldHand::default());
        }
    }
    let last = read.steps.len() + seat.index();
    if let (Some(hand), Some(Some(rack)), true) =
        (hands.last_mut(), read.final_racks.get(seat.index()), told[last])
    {
        hand.racks.push((last, rack.tiles.clone()));
    }
    hands
}

/// The tiles that a line of the end tells of a seat: its own, or in a game of two those of the other.
fn left_tiles(read: &ReadGame<'_>, step: &ReplayStep, seat: Seat) -> Option<Tiles> {
    let GcgAction::Leftover(tiles) = &step.action else { return None };
    let own = step.settles_own_tiles();
    let concerns = if own { step.seat == seat } else { read.players == 2 && step.seat != seat };
    concerns.then(|| tiletext::rack(&read.rules.tiles, tiles).ok()).flatten()
}
