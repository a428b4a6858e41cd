//! Replaying a GCG file: the position after each event. [`GcgReplay::lint`] and [`GcgReplay::to_events`] use the replay.

use super::lint::{LintFinding, LintProblem, LintSeverity, lint_file};
use super::reader::{FinalRack, ReadGame, build_log, tells_lost_challenge};
use super::{GcgAction, GcgEvent, GcgGame, GcgLog, GcgPlayer, Pragma};
use crate::coords;
use crate::plays::{self, PlayContext, Turn};
use crate::tiletext;
use rules::{Game, Grid, Placement, Play, Points, Position, Ruleset, Seat, TileOwner, deduce_tiles, judge};
use tiles::{TileId, Tiles};

/// The replay of a game.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets}; }
/// use quixotry::notation::gcg;
/// use quixotry::presets::{Library, english};
///
/// let rules = Library::shipped().rules("standard")?;
/// let game = gcg::parse(b"#player1 ann Ann\n#player2 ben Ben\n>ann: AEINRST 8D RETAINS +66 66\n")?;
/// let replay = gcg::replay(&game, &rules);
/// assert_eq!(replay.steps[0].position.grid.len(), 7);
/// assert!(replay.lint(Some(english())).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GcgReplay {
    /// The rules of the replay.
    pub rules: Ruleset,
    /// The players, by seat.
    pub players: Vec<GcgPlayer>,
    /// The events in order.
    pub steps: Vec<ReplayStep>,
    /// Everything that is wrong with the game, ordered by line. Words are not looked up.
    pub findings: Vec<LintFinding>,
    /// The racks at the end, by seat, if `#rack1` and `#rack2` give them.
    pub final_racks: Vec<Option<Tiles>>,
    /// The event log, if the game can be understood.
    pub(super) log: Option<GcgLog>,
}

/// One event of a replay.
#[derive(Clone, Debug)]
pub struct ReplayStep {
    /// The line of the event.
    pub line: usize,
    /// The seat of the player.
    pub seat: Seat,
    /// The action as written.
    pub action: GcgAction,
    /// The seat to move after the event.
    pub to_move: Seat,
    /// The rack before the event, as far as the file gives it.
    pub rack: Tiles,
    /// The turn, if the event is one and could be read.
    pub turn: Option<Turn>,
    /// The play, if it is legal.
    pub play: Option<Play>,
    /// The points of the event, as written.
    pub score: Points,
    /// The position after the event, from the view of the player to move, with all tiles that are known or follow from
    /// what is known.
    pub position: Position,
}

impl ReplayStep {
    /// Whether a line of leftover tiles takes points for the player's own tiles, instead of giving those of the others.
    pub(super) fn settles_own_tiles(&self) -> bool {
        settles_own(self.score, &self.rack)
    }
}

/// With a rack the tiles are the player's own; points that are lost are for own tiles too, if the rack is left out.
fn settles_own(score: Points, rack: &Tiles) -> bool {
    !rack.is_empty() || score < 0
}

/// What some programs write for a rack of which nothing is known.
const UNKNOWN_RACK: &str = "UNKNOWN";

/// Replays a game under these rules, as far as it can be read.
#[must_use]
pub fn replay(game: &GcgGame, rules: &Ruleset) -> GcgReplay {
    let players = game.players();
    let mut player = Replayer::new(rules, players.clone(), ending_racks(game, rules, players.len()));
    for (line, event) in game.events() {
        player.event(line, event);
    }
    let Replayer { mut steps, mut findings, known_at_end, .. } = player;
    let final_racks: Vec<Option<Tiles>> =
        known_at_end.iter().map(|rack| rack.as_ref().map(|rack| rack.tiles.clone())).collect();
    fill_in_racks(&mut steps, &final_racks, rules);
    findings.extend(lint_file(game, rules, &steps));
    let mut log = None;
    if !findings.iter().any(|finding| finding.severity() == LintSeverity::Error) {
        let lost_challenges: Vec<bool> = steps
            .iter()
            .map(|step| game.note(step.line).is_some_and(|note| tells_lost_challenge(&note)))
            .collect();
        let read = ReadGame {
            rules,
            players: players.len(),
            steps: &steps,
            final_racks: &known_at_end,
            lost_challenges: &lost_challenges,
        };
        let (built, left_out) = build_log(&read);
        findings.extend(left_out);
        log = built;
    }
    if let Some(log) = &log {
        show_known_tiles(&mut steps, log, rules);
    }
    findings.sort_by_key(|finding| finding.line);
    GcgReplay { rules: rules.clone(), players, steps, findings, final_racks, log }
}

/// Shows in each position the tiles that the log tells, and those that follow from it.
fn show_known_tiles(steps: &mut [ReplayStep], log: &GcgLog, rules: &Ruleset) {
    let mut game = Game::new(rules.clone());
    let mut events = deduce_tiles(rules, &log.events).into_iter();
    let mut applied = 0;
    for (step, &after) in steps.iter_mut().zip(&log.after) {
        events.by_ref().take(after - applied).for_each(|event| game.apply(&event));
        applied = after;
        let count = game.seats().len();
        let order = (0..count).map(|place| &game.seats()[(step.to_move.index() + place) % count]);
        (step.position.racks, step.position.unknown) =
            order.map(|state| (state.rack.clone(), state.unknown)).unzip();
    }
}

/// The racks that `#rack1` and `#rack2` give, by seat.
fn ending_racks(game: &GcgGame, rules: &Ruleset, players: usize) -> Vec<Option<FinalRack>> {
    let mut racks = vec![None; players];
    for (line, pragma) in game.pragmas() {
        if let Pragma::Rack { number, tiles } = pragma
            && let (Some(slot), Ok(rack)) =
                (racks.get_mut(usize::from(*number) - 1), tiletext::rack(&rules.tiles, tiles))
        {
            *slot = Some(FinalRack { line, tiles: rack });
        }
    }
    racks
}

struct Replayer<'a> {
    rules: &'a Ruleset,
    players: Vec<GcgPlayer>,
    grid: Grid,
    totals: Vec<Points>,
    scoreless: u16,
    next: Option<Seat>,
    last: Option<LastGcgPlay>,
    settled: bool,
    steps: Vec<ReplayStep>,
    findings: Vec<LintFinding>,
    known_at_end: Vec<Option<FinalRack>>,
    /// Who has lost points for overtime.
    overtime: Vec<Seat>,
    /// The points of the play that the current line takes back.
    withdrawn: Option<Points>,
}

/// The last play, which can still be challenged.
struct LastGcgPlay {
    seat: Seat,
    placement: Option<Placement>,
    score: Points,
    scoreless: u16,
}

impl<'a> Replayer<'a> {
    fn new(
        rules: &'a Ruleset,
        players: Vec<GcgPlayer>,
        known_at_end: Vec<Option<FinalRack>>,
    ) -> Replayer<'a> {
        Replayer {
            rules,
            grid: rules::empty_grid(&rules.board),
            totals: vec![0; players.len()],
            players,
            scoreless: 0,
            next: None,
            last: None,
            settled: false,
            steps: Vec::new(),
            findings: Vec::new(),
            known_at_end,
            overtime: Vec::new(),
            withdrawn: None,
        }
    }

    fn add_finding(&mut self, line: usize, problem: LintProblem) {
        self.findings.push(LintFinding { line, problem });
    }

    fn event(&mut self, line: usize, event: &GcgEvent) {
        let Some(seat) = self.seat(event) else {
            let known = self.players.iter().map(|player| player.nick.clone()).collect();
            return self.add_finding(line, LintProblem::UnknownNick { nick: event.nick.clone(), known });
        };
        let rack = self.rack(line, event);
        self.check_order(line, seat, &event.action);
        let (mut turn, mut play) = (None, None);
        match &event.action {
            GcgAction::Play { coordinate, word } => {
                let placement = self.placement(line, coordinate, word, &rack);
                play = placement.as_ref().and_then(|placement| self.play(line, placement, event.score));
                self.count_scoreless(event.score != 0);
                self.last = Some(LastGcgPlay {
                    seat,
                    placement: placement.clone(),
                    score: event.score,
                    scoreless: self.steps.last().map_or(0, |step| step.position.scoreless),
                });
                turn = placement.map(Turn::Place);
            }
            GcgAction::Withdrawn => self.withdraw(line, seat, event.score),
            GcgAction::ChallengeBonus => self.bonus(line, seat, event.score),
            GcgAction::Pass => {
                self.expect_zero(line, event.score);
                self.count_scoreless(false);
                turn = Some(Turn::Pass);
            }
            GcgAction::Exchange(tiles) => {
                self.expect_zero(line, event.score);
                turn = self.exchange(line, tiles, &rack);
                self.count_scoreless(!self.rules.limits.exchange_is_scoreless);
            }
            GcgAction::Leftover(tiles) => self.leftover(line, event, tiles, &rack),
            GcgAction::Time => {
                self.settled = true;
                if event.score > 0 {
                    self.add_finding(line, LintProblem::TimeGains { score: event.score });
                }
                if self.overtime.contains(&seat) {
                    self.add_finding(line, LintProblem::TimeTwice);
                }
                self.overtime.push(seat);
            }
        }
        self.check_total(line, seat, event);
        self.step(line, seat, event, rack, turn, play);
    }

    /// The seat of an event. Where two players have the same nick, a turn is of the player to move, a challenge of the
    /// player of the last play, and other lines are of the player whose total fits.
    fn seat(&self, event: &GcgEvent) -> Option<Seat> {
        let named = |player: &GcgPlayer| player.nick == event.nick;
        let seats = self.players.iter().enumerate().filter(|(_, player)| named(player));
        let seats: Vec<Seat> = seats.map(|(index, _)| Seat(index as u8)).collect();
        let guess = match event.action {
            GcgAction::Play { .. } | GcgAction::Pass | GcgAction::Exchange(_) => self.next,
            GcgAction::Withdrawn | GcgAction::ChallengeBonus => self.last.as_ref().map(|last| last.seat),
            GcgAction::Leftover(_) | GcgAction::Time => seats
                .iter()
                .copied()
                .find(|seat| self.totals[seat.index()].saturating_add(event.score) == event.total),
        };
        guess.filter(|guess| seats.contains(guess)).or_else(|| seats.first().copied())
    }

    fn count_scoreless(&mut self, scored: bool) {
        self.scoreless = if scored { 0 } else { self.scoreless.saturating_add(1) };
    }

    fn rack(&mut self, line: usize, event: &GcgEvent) -> Tiles {
        if event.rack == UNKNOWN_RACK {
            return Tiles::new();
        }
        let rack = match tiletext::rack(&self.rules.tiles, &event.rack) {
            Ok(rack) => rack,
            Err(error) => {
                self.add_finding(line, LintProblem::Rack(error));
                return Tiles::new();
            }
        };
        let full = usize::from(self.rules.rack_size);
        if rack.len() > full {
            self.add_finding(line, LintProblem::RackTooLarge { tiles: rack.len(), full });
            return Tiles::new();
        }
        // The tiles of a play that is withdrawn are on the rack and still on the board.
        if event.action != GcgAction::Withdrawn && !self.is_left(&rack) {
            let rack = self.rules.tiles.print_tiles(&rack);
            self.add_finding(line, LintProblem::RackLeftOut { rack });
            return Tiles::new();
        }
        let is_turn =
            matches!(event.action, GcgAction::Play { .. } | GcgAction::Pass | GcgAction::Exchange(_));
        let there = self.rules.tiles.all().len().saturating_sub(self.grid.len());
        let others = self.players.len().saturating_sub(1) * full;
        if is_turn && !rack.is_empty() && rack.len() < full.min(there.saturating_sub(others)) {
            self.add_finding(line, LintProblem::RackTooSmall { tiles: rack.len(), full });
        }
        rack
    }

    /// Whether these tiles can be on a rack: they are not on the board.
    fn is_left(&self, rack: &Tiles) -> bool {
        let mut left = self.rules.tiles.all().clone();
        self.grid.iter().for_each(|(_, placed)| _ = left.take(placed.tile));
        left.includes(rack)
    }

    /// The board cannot have more tiles of a kind than the set.
    fn count_tiles(&mut self, line: usize, asked: &Tiles) {
        let (found, there) = (self.grid.len(), self.rules.tiles.all().len());
        if found > there {
            return self.add_finding(line, LintProblem::TooManyTiles { found, there });
        }
        let all: Tiles = self.grid.iter().map(|(_, placed)| placed.tile).collect();
        let set = &self.rules.tiles;
        let over = |&(tile, found): &(TileId, u16)| found > set.all().count(tile);
        let found: Vec<LintProblem> = all
            .kinds()
            .filter(|(tile, _)| asked.contains(*tile))
            .filter(over)
            .map(|(tile, found)| LintProblem::TooMany {
                tile: set.label(tile).to_owned(),
                found,
                there: set.all().count(tile),
            })
            .collect();
        found.into_iter().for_each(|problem| self.add_finding(line, problem));
    }

    /// Checks the order of turns. Settlements and challenges do not take a turn.
    fn check_order(&mut self, line: usize, seat: Seat, action: &GcgAction) {
        if !matches!(action, GcgAction::Play { .. } | GcgAction::Pass | GcgAction::Exchange(_)) {
            return;
        }
        if self.settled {
            self.add_finding(line, LintProblem::AfterEnd);
        }
        if let Some(expected) = self.next.filter(|&next| next != seat) {
            let expected = self.players[expected.index()].nick.clone();
            self.add_finding(line, LintProblem::OutOfTurn { expected });
        }
        self.next = Some(Seat(((seat.index() + 1) % self.players.len().max(1)) as u8));
        self.last = None;
    }

    fn placement(&mut self, line: usize, coordinate: &str, word: &str, rack: &Tiles) -> Option<Placement> {
        let known = Some(rack).filter(|rack| !rack.is_empty());
        let context = PlayContext { rules: self.rules, grid: &self.grid, rack: known };
        let placement = coords::parse_location(coordinate, &self.rules.board)
            .map_err(plays::PlayError::from)
            .and_then(|coordinate| plays::parse_word(coordinate, word, context));
        let placement = match placement {
            Ok(placement) => placement,
            Err(error) => {
                self.add_finding(line, LintProblem::Play(error));
                return None;
            }
        };
        if rack.len() == usize::from(self.rules.rack_size) {
            self.check_rack_has(line, placement.tiles.iter().map(|laid| laid.tile), rack);
        }
        Some(placement)
    }

    fn check_rack_has(&mut self, line: usize, tiles: impl Iterator<Item = TileId>, rack: &Tiles) {
        let mut left = rack.clone();
        let missing: Vec<TileId> = tiles.filter(|&tile| left.take(tile).is_err()).collect();
        for tile in missing {
            let (tile, rack) = (self.rules.tiles.label(tile).to_owned(), self.rules.tiles.print_tiles(rack));
            self.add_finding(line, LintProblem::NotOnRack { tile, rack });
        }
    }

    /// Judges a play and lays its tiles. A play that breaks the rules is reported and laid too.
    fn play(&mut self, line: usize, placement: &Placement, score: Points) -> Option<Play> {
        let judged = judge(self.rules, &self.grid, TileOwner::ANYBODY, placement, None);
        for laid in &placement.tiles {
            self.grid.put(laid.at, tiletext::board_tile(laid));
        }
        self.count_tiles(line, &placement.rack_tiles());
        match judged {
            Ok(play) => {
                if play.score() != score {
                    self.add_finding(line, LintProblem::Score { written: score, expected: play.score() });
                }
                Some(play)
            }
            Err(refusal) => {
                self.add_finding(line, LintProblem::Illegal(refusal));
                None
            }
        }
    }

    fn withdraw(&mut self, line: usize, seat: Seat, score: Points) {
        match self.last.take() {
            Some(last) if last.seat == seat => {
                self.withdrawn = Some(last.score);
                for laid in last.placement.iter().flat_map(|placement| &placement.tiles) {
                    self.grid.remove(laid.at);
                }
                self.scoreless = last.scoreless.saturating_add(1);
                // Some write no points where a play is taken back, and the total without it.
                if score != last.score.saturating_neg() && score != 0 {
                    let expected = last.score.saturating_neg();
                    self.add_finding(line, LintProblem::Score { written: score, expected });
                }
            }
            _ => self.add_finding(line, LintProblem::NothingToWithdraw),
        }
    }

    fn bonus(&mut self, line: usize, seat: Seat, score: Points) {
        if self.last.as_ref().is_none_or(|last| last.seat != seat) {
            self.add_finding(line, LintProblem::NothingChallenged);
        }
        use rules::ChallengeRule::{PointsPerPlay, PointsPerWord};
        let fits = match self.rules.challenge {
            PointsPerPlay(points) => score == points,
            PointsPerWord(points) => score > 0 && score % points == 0,
            rules::ChallengeRule::Void
            | rules::ChallengeRule::Single
            | rules::ChallengeRule::Double
            | rules::ChallengeRule::Triple => false,
        };
        if !fits {
            self.add_finding(line, LintProblem::Bonus { score });
        }
    }

    fn expect_zero(&mut self, line: usize, score: Points) {
        if score != 0 {
            self.add_finding(line, LintProblem::Score { written: score, expected: 0 });
        }
    }

    fn exchange(&mut self, line: usize, tiles: &str, rack: &Tiles) -> Option<Turn> {
        if self.rules.exchange_limits().is_none() {
            self.add_finding(line, LintProblem::NoExchanges);
        }
        match plays::parse_exchange(tiles, &self.rules.tiles) {
            Ok(turn) => {
                if let Turn::Exchange(tiles) = &turn
                    && rack.len() == usize::from(self.rules.rack_size)
                {
                    self.check_rack_has(line, tiles.iter().copied(), rack);
                }
                Some(turn)
            }
            Err(error) => {
                self.add_finding(line, LintProblem::Play(error));
                None
            }
        }
    }

    /// With a rack the player loses points for these tiles; without one the player gains points for tiles of the others.
    fn leftover(&mut self, line: usize, event: &GcgEvent, tiles: &str, rack: &Tiles) {
        self.settled = true;
        let left = match tiletext::rack(&self.rules.tiles, tiles) {
            Ok(left) => left,
            Err(error) => return self.add_finding(line, LintProblem::Rack(error)),
        };
        let own = settles_own(event.score, rack);
        if own && !rack.is_empty() && *rack != left {
            let (rack, left) = (self.rules.tiles.print_tiles(rack), self.rules.tiles.print_tiles(&left));
            self.add_finding(line, LintProblem::LeftoverMismatch { rack, left });
        }
        let expected = self.leftover_score(&left, own);
        if event.score != expected {
            self.add_finding(line, LintProblem::Score { written: event.score, expected });
        }
    }

    /// The points that a seat loses for its own tiles, or gains for those of the others.
    fn leftover_score(&self, left: &Tiles, own: bool) -> Points {
        let leftovers = &self.rules.leftovers;
        let points = leftovers.points(&self.rules.tiles, left);
        if own {
            // If a seat went out, the others lose as much or nothing, and then there is no such line.
            return points.saturating_mul(leftovers.terms(false).lost).saturating_neg();
        }
        let rules::LeftoverTerms { gained_by_out, gained_by_all, .. } = leftovers.terms(true);
        points.saturating_mul(gained_by_out + gained_by_all)
    }

    /// Reports a wrong total once. The written total is the base for the next one.
    fn check_total(&mut self, line: usize, seat: Seat, event: &GcgEvent) {
        let expected = match (&event.action, self.withdrawn.take()) {
            (GcgAction::Withdrawn, Some(score)) => self.totals[seat.index()].saturating_sub(score),
            _ => self.totals[seat.index()].saturating_add(event.score),
        };
        self.totals[seat.index()] = event.total;
        if event.total != expected {
            self.add_finding(line, LintProblem::Total { written: event.total, expected });
        }
    }

    fn step(
        &mut self,
        line: usize,
        seat: Seat,
        event: &GcgEvent,
        rack: Tiles,
        turn: Option<Turn>,
        play: Option<Play>,
    ) {
        let count = self.players.len();
        let to_move = self.next.unwrap_or(seat);
        let scores = (0..count).map(|step| self.totals[(to_move.index() + step) % count]).collect();
        let position = Position {
            rules: self.rules.clone(),
            grid: self.grid.clone(),
            racks: vec![Tiles::new(); count],
            unknown: Vec::new(),
            scores,
            scoreless: self.scoreless,
        };
        self.steps.push(ReplayStep {
            line,
            seat,
            action: event.action.clone(),
            to_move,
            rack,
            turn,
            play,
            score: event.score,
            position,
        });
    }
}

/// Fills in the racks: the rack of a player's next event, or the rack at the end of the file.
fn fill_in_racks(steps: &mut [ReplayStep], at_end: &[Option<Tiles>], rules: &Ruleset) {
    let count = at_end.len();
    let mut known: Vec<Tiles> = at_end.iter().map(|rack| rack.clone().unwrap_or_default()).collect();
    for step in steps.iter_mut().rev() {
        for (offset, rack) in step.position.racks.iter_mut().enumerate() {
            rack.clone_from(&known[(step.to_move.index() + offset) % count]);
        }
        // The rack of a withdrawn play is the one before that play.
        let held = step.action != GcgAction::Withdrawn && step.rack.len() <= usize::from(rules.rack_size);
        known[step.seat.index()] = if held { step.rack.clone() } else { Tiles::new() };
    }
}
