//! Plays one game: asks each bot in turn and tolerates whatever it does.

use crate::bag::{BagOrder, TileDraws};
use crate::plan::{Plan, ScheduledGame, derive_seed};
use crate::result::{BestPlay, BySeat, ErrorCounts, GameDigest, GameResult, end_text};
use bots::{BotEvent, MatchSetup, RemoteBot, Scoreboard, SeatProtocol};
use players::{Player, PlayerLevel, SearchLimit};
use rules::{
    Clock, Command, Context, Event, EventKind, Game, LeaveCause, Millis, Phase, Reason, Ruleset, Seat, View,
    Viewer,
};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// How a match treats its bots: time, restarts and limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchPolicy {
    /// Search iterations of a built-in player for each turn if no clock runs.
    pub work: u64,
    /// The number of cores that the built-in players of all concurrent games share. Each game gets the same number.
    pub cores: NonZeroUsize,
    /// Whether built-in players always search `work` iterations, even if a clock runs.
    pub fixed_work: bool,
    /// How long a bot may think about a turn if no clock runs.
    pub answer_timeout: Duration,
    /// How long a bot may take to reconnect.
    pub reconnect_timeout: Duration,
    /// How often a program that crashes is restarted in one game.
    pub max_restarts: u32,
    /// How many illegal commands a bot may send in one turn, if the rules allow another try.
    pub max_tries: u32,
    /// The number of turns after which a game is aborted.
    pub max_turns: u32,
}

impl Default for MatchPolicy {
    fn default() -> MatchPolicy {
        MatchPolicy {
            work: 100,
            cores: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            fixed_work: false,
            answer_timeout: Duration::from_secs(120),
            reconnect_timeout: Duration::from_secs(10),
            max_restarts: 1,
            max_tries: 5,
            max_turns: 2000,
        }
    }
}

/// The number of events of most games.
const EVENTS: usize = 40;

/// The number of illegal plays of a game that are reported with their reasons; all are counted.
const REPORTED_ILLEGAL: usize = 20;

/// The report about a bot that reconnected before the broken connection was noticed.
const RECONNECTED: &str = "the connection broke, and it came back on another";

/// The player at a seat of a game.
pub enum SeatPlayer {
    /// A built-in player. It is created when its first turn comes, unless an instance of an earlier game is reused.
    BuiltIn(&'static PlayerLevel, Option<Box<dyn Player>>),
    /// A player that the caller supplies; `None` after it panicked.
    Custom(Option<Box<dyn Player>>),
    /// A bot outside this process.
    Remote(Box<RemoteBot>),
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The result.
    pub result: GameResult,
    /// All events.
    pub events: Vec<Event>,
    /// Reports about crashes and lost connections: the seat, and what happened.
    pub reports: Vec<(usize, String)>,
    /// The first illegal plays and exchanges: the seat, the turn, and why it was refused.
    pub illegal: Vec<(usize, String)>,
}

/// Observes a game while it is played.
pub trait GameObserver {
    /// Called after each event; `game` is the state after it.
    fn observe(&mut self, game: &Game, event: &Event, names: &[&str]);

    /// Called when a command was refused and the seat may try again.
    fn observe_refusal(&mut self, game: &Game, seat: Seat, reasons: &[Reason]) {
        let _ = (game, seat, reasons);
    }
}

/// Ignores all events.
pub struct NoObserver;

impl GameObserver for NoObserver {
    fn observe(&mut self, _: &Game, _: &Event, _: &[&str]) {}
}

/// Memory that is reused from game to game. Each thread has its own, so that concurrent games share no mutable data.
pub struct GameBuffers {
    /// A copy of the rules that no other thread uses.
    rules: Ruleset,
    /// The allocation for the events of the next game.
    events: Vec<Event>,
}

impl GameBuffers {
    /// Buffers for games with these rules.
    pub fn new(rules: &Ruleset) -> GameBuffers {
        GameBuffers { rules: rules.unshared_clone(), events: Vec::new() }
    }

    /// Drops the events of a game and keeps their allocation for the next game.
    pub(crate) fn reuse(&mut self, mut events: Vec<Event>) {
        events.clear();
        self.events = events;
    }
}

/// Plays a game of a plan. Returns the players, so that they can play the next game.
pub fn play(
    plan: &Plan,
    game: &ScheduledGame,
    seat_players: Vec<SeatPlayer>,
    policy: &MatchPolicy,
    observer: &mut dyn GameObserver,
    buffers: &mut GameBuffers,
) -> (FinishedGame, Vec<SeatPlayer>) {
    let names: Vec<&str> = game.seats.iter().map(|&bot| plan.entrants()[bot].name.as_str()).collect();
    let setup = plan.setup();
    let draws = TileDraws::Ordered(BagOrder::new(game.seed, setup.rules.tiles.all()));
    play_with_draws(setup, game, names, draws, seat_players, policy, observer, buffers)
}

/// Plays a game with tiles from any source.
#[expect(clippy::too_many_arguments, reason = "each is a part of one game, and there are two callers")]
pub(crate) fn play_with_draws(
    setup: &MatchSetup,
    game: &ScheduledGame,
    names: Vec<&str>,
    draws: TileDraws,
    seat_players: Vec<SeatPlayer>,
    policy: &MatchPolicy,
    observer: &mut dyn GameObserver,
    buffers: &mut GameBuffers,
) -> (FinishedGame, Vec<SeatPlayer>) {
    let mut runner = GameRunner::new(setup, game, names, draws, policy, observer, buffers);
    runner.begin(seat_players);
    runner.run();
    runner.finish(game)
}

struct GameRunner<'a> {
    setup: &'a MatchSetup,
    policy: &'a MatchPolicy,
    observer: &'a mut dyn GameObserver,
    names: Vec<&'a str>,
    seed: u64,
    game: Game,
    draws: TileDraws,
    began: Instant,
    seated: Vec<SeatSession>,
    /// Players in this process, by seat.
    players: Vec<Option<Box<dyn Player>>>,
    events: Vec<Event>,
    digest: GameDigest,
    error_counts: BySeat<ErrorCounts>,
    reports: Vec<(usize, String)>,
    illegal: Vec<(usize, String)>,
    bonuses: BySeat<u32>,
    tries: u32,
    game_name: String,
}

/// A seat of the running game.
struct SeatSession {
    seat_player: SeatPlayer,
    /// The index of its player in `GameRunner::players`.
    player: usize,
    protocol: Option<SeatProtocol>,
    restarts: u32,
    /// The invalid lines of its connection before this game.
    faults: u32,
}

impl<'a> GameRunner<'a> {
    fn new(
        setup: &'a MatchSetup,
        game: &ScheduledGame,
        names: Vec<&'a str>,
        draws: TileDraws,
        policy: &'a MatchPolicy,
        observer: &'a mut dyn GameObserver,
        buffers: &mut GameBuffers,
    ) -> GameRunner<'a> {
        let seats = names.len();
        let mut events = std::mem::take(&mut buffers.events);
        events.reserve(EVENTS);
        GameRunner {
            setup,
            policy,
            observer,
            names,
            seed: game.seed,
            game: Game::new(buffers.rules.clone()),
            draws,
            began: Instant::now(),
            seated: Vec::with_capacity(seats),
            players: (0..seats).map(|_| None).collect(),
            events,
            digest: GameDigest::new(),
            error_counts: BySeat::from_elem(ErrorCounts::default(), seats),
            reports: Vec::new(),
            illegal: Vec::new(),
            bonuses: BySeat::from_elem(0, seats),
            tries: 0,
            game_name: format!("game-{}", game.number + 1),
        }
    }

    /// The time of the game. Without a clock it is always 0, so that records repeat exactly.
    fn now(&self) -> Millis {
        match self.setup.rules.clock {
            Clock::Off => Millis(0),
            Clock::Game(_) | Clock::Turn { .. } => Millis(self.began.elapsed().as_millis() as i64),
        }
    }

    fn begin(&mut self, seat_players: Vec<SeatPlayer>) {
        let mut context = Context { words: self.setup.word_list(), chance: &mut self.draws, now: Millis(0) };
        // Starting cannot fail: the plan has checked the number of seats and tiles.
        let events = self.game.start(seat_players.len() as u8, &mut context).unwrap_or_default();
        events.into_iter().for_each(|event| self.apply(event));
        for (index, seat_player) in seat_players.into_iter().enumerate() {
            let seat = Seat(index as u8);
            let mut seated = SeatSession {
                seat_player,
                player: index,
                protocol: None,
                restarts: self.policy.max_restarts,
                faults: 0,
            };
            match &mut seated.seat_player {
                SeatPlayer::BuiltIn(level, player) => {
                    self.players[index] = player.take();
                    seated.player = self.find_shared_player(level).unwrap_or(index);
                }
                SeatPlayer::Custom(player) => self.players[index] = player.take(),
                SeatPlayer::Remote(remote) => {
                    let view = self.game.view(Viewer::Seat(seat));
                    let protocol = SeatProtocol::new(&self.game_name, seat, &self.names, self.setup, &view);
                    // A broken connection is handled at the bot's first turn.
                    _ = remote.send(protocol.start_line());
                    seated.faults = remote.invalid_lines();
                    seated.protocol = Some(protocol);
                }
            }
            self.seated.push(seated);
        }
        // The clock starts when all bots have the start message.
        self.began = Instant::now();
    }

    /// The player of another seat that can also play for this one, because it keeps no state of its own.
    fn find_shared_player(&self, level: &'static PlayerLevel) -> Option<usize> {
        let same = |seated: &&SeatSession| matches!(seated.seat_player, SeatPlayer::BuiltIn(other, _) if std::ptr::eq(other, level));
        self.seated.iter().find(same).filter(|_| level.is_stateless).map(|seated| seated.player)
    }

    fn make(&self, level: &PlayerLevel, seat: Seat) -> Option<Box<dyn Player>> {
        let seed = derive_seed(self.seed, 1 + u64::from(seat.0));
        let shared = self.setup.player_data().ok()?.on_cores(self.policy.cores);
        level.player_with(&shared, seed).ok()
    }

    fn run(&mut self) {
        while let Some(seat) = self.next_seat() {
            if self.game.turns() >= self.policy.max_turns {
                return;
            }
            let command = self.choose(seat);
            self.execute(seat, command);
        }
    }

    /// The seat whose command the game waits for.
    fn next_seat(&self) -> Option<Seat> {
        match self.game.phase() {
            Phase::Answering(waiting) => waiting.iter().next().or(self.game.turn()),
            Phase::Waiting | Phase::Playing | Phase::Over { .. } => self.game.turn(),
        }
    }

    fn choose(&mut self, seat: Seat) -> Command {
        let view = self.game.view(Viewer::Seat(seat));
        let stands_in = self.game.seat(seat).is_some_and(|state| state.computer);
        match &self.seated[seat.index()].seat_player {
            SeatPlayer::Remote(_) if !stands_in => self.ask(seat, &view),
            _ => self.think(seat, &view),
        }
    }

    fn limit(&self, seat: Seat) -> SearchLimit {
        match self.game.deadline().filter(|&(on_turn, _)| on_turn == seat && !self.policy.fixed_work) {
            Some((_, deadline)) => {
                let left = Duration::from_millis(deadline.since(self.now()).0 as u64);
                SearchLimit::for_duration(left.mul_f64(0.9))
            }
            None => SearchLimit::for_iterations(self.policy.work),
        }
    }

    /// Asks a player in this process. A player that panics is created again; without restarts left it resigns.
    fn think(&mut self, seat: Seat, view: &View) -> Command {
        loop {
            let limit = self.limit(seat);
            let place = self.seated[seat.index()].player;
            if self.players[place].is_none() {
                self.players[place] = self.create_player(seat);
            }
            let Some(player) = &mut self.players[place] else { return Command::Pass };
            match catch_unwind(AssertUnwindSafe(|| player.choose(view, &limit))) {
                Ok(command) => return command,
                Err(panic) => {
                    self.players[place] = None;
                    self.report_crash(seat, format!("the player panicked: {}", panic_text(&*panic)));
                    if !self.may_restart(seat) {
                        return Command::Resign;
                    }
                }
            }
        }
    }

    /// Creates the player of a seat: the built-in one, or a substitute for a bot that left.
    fn create_player(&self, seat: Seat) -> Option<Box<dyn Player>> {
        match &self.seated[seat.index()].seat_player {
            SeatPlayer::BuiltIn(level, _) => self.make(level, seat),
            SeatPlayer::Custom(_) | SeatPlayer::Remote(_) => {
                players::by_name("greedy").and_then(|level| self.make(level, seat))
            }
        }
    }

    fn report_crash(&mut self, seat: Seat, report: String) {
        self.error_counts[seat.index()].crashes += 1;
        self.reports.push((seat.index(), report));
    }

    fn may_restart(&mut self, seat: Seat) -> bool {
        let restarts = &mut self.seated[seat.index()].restarts;
        let may = *restarts > 0;
        *restarts = restarts.saturating_sub(1);
        may
    }

    /// When the time of a seat is over.
    fn deadline(&self, seat: Seat) -> Option<Instant> {
        let (_, deadline) = self.game.deadline().filter(|&(on_turn, _)| on_turn == seat)?;
        // One millisecond more, because the clock runs out only after the deadline.
        self.began.checked_add(Duration::from_millis(deadline.0.max(0) as u64 + 1))
    }

    /// Asks a remote bot, until it answers, its time is over, or it is lost.
    fn ask(&mut self, seat: Seat, view: &View) -> Command {
        let deadline = self.deadline(seat);
        let give_up_at = Instant::now() + self.policy.answer_timeout;
        // Lines that arrived before the request are not answers. A lost connection is handled below.
        self.poll_bot(seat, Instant::now());
        self.send_turn_request(seat, view, deadline);
        loop {
            let until = deadline.unwrap_or(give_up_at).min(Instant::now() + Duration::from_millis(100));
            let event = self.poll_bot(seat, until);
            match event {
                BotEvent::Answer(command) => return command,
                BotEvent::Disconnected(ending) => {
                    let until = deadline.map_or(give_up_at, |deadline| deadline.min(give_up_at));
                    if let Some(command) = self.recover_bot(seat, view, ending.to_string(), until) {
                        return command;
                    }
                }
                BotEvent::Reconnected => {
                    self.report_crash(seat, RECONNECTED.to_owned());
                    self.send_turn_request(seat, view, deadline);
                }
                BotEvent::Nothing => {}
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Command::Timeout;
            }
            if deadline.is_none() && Instant::now() >= give_up_at {
                self.report_crash(seat, format!("no answer within {:?}", self.policy.answer_timeout));
                return Command::Disconnect;
            }
            self.poll_other_bots(seat);
        }
    }

    fn send_turn_request(&mut self, seat: Seat, view: &View, deadline: Option<Instant>) {
        let left = deadline
            .map(|deadline| Millis(deadline.saturating_duration_since(Instant::now()).as_millis() as i64));
        let seated = &mut self.seated[seat.index()];
        if let (SeatPlayer::Remote(remote), Some(protocol)) = (&mut seated.seat_player, &mut seated.protocol)
        {
            // A broken connection is handled when the bot is polled.
            _ = remote.send(protocol.request_turn(view, left));
        }
    }

    fn poll_bot(&mut self, seat: Seat, until: Instant) -> BotEvent {
        let seated = &mut self.seated[seat.index()];
        match (&mut seated.seat_player, &mut seated.protocol) {
            (SeatPlayer::Remote(remote), Some(protocol)) => remote.next_event(protocol, until),
            _ => BotEvent::Nothing,
        }
    }

    /// Handles lines of the other bots: requests for words, pings, commands out of turn.
    fn poll_other_bots(&mut self, seat: Seat) {
        for other in (0..self.seated.len()).map(|index| Seat(index as u8)).filter(|&other| other != seat) {
            if let SeatPlayer::Remote(remote) = &self.seated[other.index()].seat_player
                && remote.is_connected()
            {
                match self.poll_bot(other, Instant::now()) {
                    // Its next turn handles the loss.
                    BotEvent::Disconnected(ending) => self.reports.push((other.index(), ending.to_string())),
                    BotEvent::Reconnected => self.report_crash(other, RECONNECTED.to_owned()),
                    BotEvent::Answer(_) | BotEvent::Nothing => {}
                }
            }
        }
    }

    /// Restarts or reconnects a lost bot; returns the command that ends its game if that fails.
    fn recover_bot(&mut self, seat: Seat, view: &View, report: String, until: Instant) -> Option<Command> {
        let seated = &mut self.seated[seat.index()];
        let (SeatPlayer::Remote(remote), Some(protocol)) = (&mut seated.seat_player, &mut seated.protocol)
        else {
            return None;
        };
        let is_program = remote.is_program();
        let grace = self.policy.reconnect_timeout.min(until.saturating_duration_since(Instant::now()));
        let reconnected = match is_program {
            true if seated.restarts == 0 => None,
            _ => Some(remote.reconnect(protocol, grace)),
        };
        if is_program {
            seated.restarts = seated.restarts.saturating_sub(1);
        }
        self.report_crash(seat, report);
        match reconnected {
            Some(Ok(())) => {
                self.send_turn_request(seat, view, self.deadline(seat));
                None
            }
            Some(Err(ending)) => {
                self.reports.push((seat.index(), ending.to_string()));
                Some(Command::Disconnect)
            }
            None => Some(Command::Disconnect),
        }
    }

    fn execute(&mut self, seat: Seat, command: Command) {
        match self.decide(seat, &command) {
            Ok(events) if events.is_empty() => self.force(seat, &Command::Resign),
            Ok(events) => self.apply_all(events),
            Err(refusal) if refusal.reasons().contains(&Reason::TimeIsUp) => {
                self.force(seat, &Command::Timeout);
            }
            Err(refusal) => {
                self.count_illegal(seat, refusal.reasons());
                self.observer.observe_refusal(&self.game, seat, refusal.reasons());
                self.tries += 1;
                let seated = &mut self.seated[seat.index()];
                match (&mut seated.seat_player, &mut seated.protocol) {
                    (SeatPlayer::Remote(remote), Some(protocol)) if self.tries < self.policy.max_tries => {
                        // A broken connection is handled when the bot is asked again.
                        _ = remote.send(protocol.report_refusal(&refusal));
                    }
                    (SeatPlayer::Remote(remote), Some(protocol)) => {
                        _ = remote.send(protocol.report_refusal(&refusal));
                        self.force(seat, &Command::Pass);
                    }
                    _ => self.force(seat, &Command::Pass),
                }
            }
        }
    }

    /// Executes a command that should be legal; if it is refused the seat resigns.
    fn force(&mut self, seat: Seat, command: &Command) {
        let events = self.decide(seat, command).or_else(|_| self.decide(seat, &Command::Resign));
        self.apply_all(events.unwrap_or_default());
    }

    fn decide(&mut self, seat: Seat, command: &Command) -> Result<Vec<Event>, rules::Refusal> {
        let now = self.now();
        let mut context = Context { words: self.setup.word_list(), chance: &mut self.draws, now };
        self.game.decide(seat, command, &mut context)
    }

    fn apply_all(&mut self, events: Vec<Event>) {
        self.tries = 0;
        for event in events {
            let active = self.has_remote_bot().then(|| self.active_seats());
            self.count(&event);
            self.apply(event);
            if let Some(active) = active {
                self.report_last_event(&active);
            }
        }
    }

    /// Whether a remote bot takes part.
    fn has_remote_bot(&self) -> bool {
        self.seated.iter().any(|seated| seated.protocol.is_some())
    }

    /// Which seats take part: a seat that has left gets no further messages.
    fn active_seats(&self) -> Vec<bool> {
        self.game.seats().iter().map(|state| state.active).collect()
    }

    fn apply(&mut self, event: Event) {
        self.game.apply(&event);
        self.digest.add_event(&event);
        self.observer.observe(&self.game, &event, &self.names);
        self.events.push(event);
    }

    fn report_last_event(&mut self, active: &[bool]) {
        let Some(event) = self.events.last() else { return };
        let standing = Scoreboard::of(&self.game);
        for (seated, _) in self.seated.iter_mut().zip(active).filter(|(_, active)| **active) {
            if let (SeatPlayer::Remote(remote), Some(protocol)) =
                (&mut seated.seat_player, &mut seated.protocol)
            {
                let seen = event.view(Viewer::Seat(protocol.seat()), &self.setup.rules);
                // A bot that reconnects gets all messages again.
                _ = protocol.report_event(&seen, &standing).map(|line| remote.send(line));
            }
        }
    }

    fn count(&mut self, event: &Event) {
        match &event.kind {
            EventKind::PlayFailed { seat, reasons, .. } | EventKind::ExchangeFailed { seat, reasons, .. } => {
                self.count_illegal(*seat, reasons);
            }
            EventKind::TimedOut { seat } | EventKind::Left { seat, why: LeaveCause::OutOfTime, .. } => {
                self.error_counts[seat.index()].timeouts += 1;
            }
            EventKind::Played { seat, bonus, .. } => self.bonuses[seat.index()] += u32::from(*bonus > 0),
            EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::Passed { .. }
            | EventKind::Exchanged { .. }
            | EventKind::Challenged { .. }
            | EventKind::Accepted { .. }
            | EventKind::TurnSkipped { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => {}
        }
    }

    fn count_illegal(&mut self, seat: Seat, reasons: &[Reason]) {
        self.error_counts[seat.index()].illegal += 1;
        if self.illegal.len() < REPORTED_ILLEGAL {
            let board = &self.setup.rules.board;
            let reasons: Vec<String> = reasons.iter().take(3).map(|reason| reason.message(board)).collect();
            let text = format!("turn {}: {}", self.game.turns() + 1, reasons.join(" "));
            self.illegal.push((seat.index(), text));
        }
    }

    /// The play with the highest score, the first of equals.
    fn best_play(&self) -> Option<BestPlay> {
        let plays = self.events.iter().filter_map(|event| {
            let EventKind::Played { seat, words, score, .. } = &event.kind else { return None };
            Some((seat, words, *score))
        });
        let (seat, words, points) = plays.reduce(|best, next| if next.2 > best.2 { next } else { best })?;
        let alphabet = self.setup.rules.tiles.alphabet();
        let word = words.first().map(|word| alphabet.print_board_letters(&word.letters));
        Some(BestPlay { seat: seat.index(), word: word.unwrap_or_default(), points })
    }

    fn finish(mut self, game: &ScheduledGame) -> (FinishedGame, Vec<SeatPlayer>) {
        let end = match self.game.phase() {
            Phase::Over { cause, .. } => end_text(*cause),
            Phase::Waiting | Phase::Playing | Phase::Answering(_) => "broken off",
        };
        for (error_counts, seated) in self.error_counts.iter_mut().zip(&self.seated) {
            if let SeatPlayer::Remote(remote) = &seated.seat_player {
                error_counts.faults = remote.invalid_lines().saturating_sub(seated.faults);
            }
        }
        let best = self.best_play();
        let states = self.game.seats();
        let result = GameResult {
            game: game.number,
            seats: game.seats.as_slice().into(),
            scores: states.iter().map(|state| state.score).collect(),
            left: states.iter().map(|state| !state.active).collect(),
            bonuses: self.bonuses,
            end: end.into(),
            turns: self.game.turns(),
            best,
            error_counts: self.error_counts,
            digest: self.digest,
        };
        let seat_players =
            self.seated.into_iter().zip(self.players).map(|(seated, player)| seated.into_player(player));
        let seat_players = seat_players.collect();
        let finished =
            FinishedGame { result, events: self.events, reports: self.reports, illegal: self.illegal };
        (finished, seat_players)
    }
}

impl SeatSession {
    /// The player after the game; a stateless player is kept for the next game.
    fn into_player(self, player: Option<Box<dyn Player>>) -> SeatPlayer {
        match self.seat_player {
            SeatPlayer::BuiltIn(level, _) => {
                SeatPlayer::BuiltIn(level, player.filter(|_| level.is_stateless))
            }
            SeatPlayer::Custom(_) => SeatPlayer::Custom(player),
            remote => remote,
        }
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word").to_owned()
}
