//! Playing one game: asking each bot in turn, and bearing with whatever it does.

use crate::bag::BagOrder;
use crate::plan::{Plan, ScheduledGame, mixed};
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

/// How bots are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchPolicy {
    /// Rounds of work for our own players where no clock runs.
    pub work: u64,
    /// How many cores our own players may use in all games together: none thinks with more than others get.
    pub cores: NonZeroUsize,
    /// Whether our own players use the clock, or only the rounds of work.
    pub fixed_work: bool,
    /// How long a bot may think where no clock runs.
    pub patience: Duration,
    /// How long a bot whose connection broke may take to come back.
    pub grace: Duration,
    /// How often in one game a program that broke down is started again.
    pub restarts: u32,
    /// How often a bot may try again in one turn, where the rules let it.
    pub tries: u32,
    /// After how many turns a game that does not end is broken off.
    pub turns: u32,
}

impl Default for MatchPolicy {
    fn default() -> MatchPolicy {
        MatchPolicy {
            work: 100,
            cores: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            fixed_work: false,
            patience: Duration::from_secs(120),
            grace: Duration::from_secs(10),
            restarts: 1,
            tries: 5,
            turns: 2000,
        }
    }
}

/// As many events as most games have.
const EVENTS: usize = 40;

/// What is said of a bot whose connection broke before anybody noticed.
const CAME_BACK: &str = "the connection broke, and it came back on another";

/// Whoever sits at a runner.
pub enum SeatPlayer {
    /// One of our own players: made when it is first asked, unless it comes with the player of an earlier game.
    BuiltIn(&'static PlayerLevel, Option<Box<dyn Player>>),
    /// A player of the caller's; it is there until it breaks down.
    Custom(Option<Box<dyn Player>>),
    /// A bot from outside.
    Remote(Box<RemoteBot>),
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its result.
    pub result: GameResult,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// What there is to say about bots that broke down: the seat, and what happened.
    pub reports: Vec<(usize, String)>,
}

/// Looks on as a game is played.
pub trait GameObserver {
    /// Something happened; the game is that after the event.
    fn observe(&mut self, game: &Game, event: &Event, names: &[&str]);

    /// Something was refused, and may be tried again.
    fn observe_refusal(&mut self, game: &Game, seat: Seat, reasons: &[Reason]) {
        let _ = (game, seat, reasons);
    }
}

/// Ignores all events.
pub struct NoObserver;

impl GameObserver for NoObserver {
    fn observe(&mut self, _: &Game, _: &Event, _: &[&str]) {}
}

/// Memory for one game after the other, so that games played at once have nothing in common that changes.
pub struct GameBuffers {
    /// The rules, in a place that no other thread uses.
    rules: Ruleset,
    /// Where the events of the next game are put.
    events: Vec<Event>,
}

impl GameBuffers {
    /// Buffers for games with these rules.
    pub fn new(rules: &Ruleset) -> GameBuffers {
        GameBuffers { rules: rules.unshared_clone(), events: Vec::new() }
    }

    /// Forgets the events of a game, and keeps the place they took for those of the next.
    pub(crate) fn reuse(&mut self, mut events: Vec<Event>) {
        events.clear();
        self.events = events;
    }
}

/// Plays a game in a buffers of its own; the seat_players are given back for the next one.
pub fn play(
    plan: &Plan,
    game: &ScheduledGame,
    seat_players: Vec<SeatPlayer>,
    policy: &MatchPolicy,
    observer: &mut dyn GameObserver,
    buffers: &mut GameBuffers,
) -> (FinishedGame, Vec<SeatPlayer>) {
    let names: Vec<&str> = game.seats.iter().map(|&bot| plan.entrants()[bot].name.as_str()).collect();
    let mut runner = GameRunner::new(plan.setup(), game, names, policy, observer, buffers);
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
    bag: BagOrder,
    began: Instant,
    seated: Vec<SeatSession>,
    /// Our own players, by the seat that brought each.
    players: Vec<Option<Box<dyn Player>>>,
    events: Vec<Event>,
    digest: GameDigest,
    error_counts: BySeat<ErrorCounts>,
    reports: Vec<(usize, String)>,
    bonuses: BySeat<u32>,
    tries: u32,
    game_name: String,
}

/// A seat_player in this game.
struct SeatSession {
    seat_player: SeatPlayer,
    /// Which of our own players plays for it, where one does.
    player: usize,
    protocol: Option<SeatProtocol>,
    restarts: u32,
    /// Lines of its connection that could not be used before this game.
    faults: u32,
}

impl<'a> GameRunner<'a> {
    fn new(
        setup: &'a MatchSetup,
        game: &ScheduledGame,
        names: Vec<&'a str>,
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
            bag: BagOrder::new(game.seed, setup.rules.tiles.all()),
            began: Instant::now(),
            seated: Vec::with_capacity(seats),
            players: (0..seats).map(|_| None).collect(),
            events,
            digest: GameDigest::new(),
            error_counts: BySeat::from_elem(ErrorCounts::default(), seats),
            reports: Vec::new(),
            bonuses: BySeat::from_elem(0, seats),
            tries: 0,
            game_name: format!("game-{}", game.number + 1),
        }
    }

    /// Where no clock runs, no time passes, and the record is the same every time.
    fn now(&self) -> Millis {
        match self.setup.rules.clock {
            Clock::Off => Millis(0),
            _ => Millis(self.began.elapsed().as_millis() as i64),
        }
    }

    fn begin(&mut self, seat_players: Vec<SeatPlayer>) {
        let mut context = Context { words: self.setup.word_list(), chance: &mut self.bag, now: Millis(0) };
        // The plan has checked the number of seats and tiles.
        let events = self.game.start(seat_players.len() as u8, &mut context).unwrap_or_default();
        events.into_iter().for_each(|event| self.apply(event));
        for (index, seat_player) in seat_players.into_iter().enumerate() {
            let seat = Seat(index as u8);
            let mut seated = SeatSession {
                seat_player,
                player: index,
                protocol: None,
                restarts: self.policy.restarts,
                faults: 0,
            };
            match &mut seated.seat_player {
                SeatPlayer::BuiltIn(level, player) => {
                    self.players[index] = player.take();
                    seated.player = self.engaged(level).unwrap_or(index);
                }
                SeatPlayer::Custom(player) => self.players[index] = player.take(),
                SeatPlayer::Remote(remote) => {
                    let view = self.game.view(Viewer::Seat(seat));
                    let protocol = SeatProtocol::new(&self.game_name, seat, &self.names, self.setup, &view);
                    // Whether it is there shows when it is asked.
                    _ = remote.send(protocol.start_line());
                    seated.faults = remote.invalid_lines();
                    seated.protocol = Some(protocol);
                }
            }
            self.seated.push(seated);
        }
        // Everybody has what it needs: the clock begins.
        self.began = Instant::now();
    }

    /// A player that can play for another seat as well: it has seen the board already, and need not see it twice.
    fn engaged(&self, level: &'static PlayerLevel) -> Option<usize> {
        let same = |seated: &&SeatSession| matches!(seated.seat_player, SeatPlayer::BuiltIn(other, _) if std::ptr::eq(other, level));
        self.seated.iter().find(same).filter(|_| level.is_stateless).map(|seated| seated.player)
    }

    fn make(&self, level: &PlayerLevel, seat: Seat) -> Option<Box<dyn Player>> {
        let seed = mixed(self.seed, 1 + u64::from(seat.0));
        let shared = self.setup.shared().ok()?.on_cores(self.policy.cores);
        level.player_with(&shared, seed).ok()
    }

    fn run(&mut self) {
        while let Some(seat) = self.asked() {
            if self.game.turns() >= self.policy.turns {
                return;
            }
            let command = self.choose(seat);
            self.carry_out(seat, command);
        }
    }

    /// Whose answer the game waits for.
    fn asked(&self) -> Option<Seat> {
        match self.game.phase() {
            Phase::Answering(waiting) => waiting.iter().next().or(self.game.turn()),
            _ => self.game.turn(),
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

    /// One of our own players; should one break down, it is made anew, and gives up when that does not help.
    fn think(&mut self, seat: Seat, view: &View) -> Command {
        loop {
            let limit = self.limit(seat);
            let place = self.seated[seat.index()].player;
            if self.players[place].is_none() {
                self.players[place] = self.player(seat);
            }
            let Some(player) = &mut self.players[place] else { return Command::Pass };
            match catch_unwind(AssertUnwindSafe(|| player.choose(view, &limit))) {
                Ok(command) => return command,
                Err(panic) => {
                    self.players[place] = None;
                    self.crashed(seat, format!("the player panicked: {}", panic_text(&*panic)));
                    if !self.may_restart(seat) {
                        return Command::Resign;
                    }
                }
            }
        }
    }

    /// Whoever plays for a seat: the player that was asked for, or one that plays on for who left.
    fn player(&self, seat: Seat) -> Option<Box<dyn Player>> {
        match &self.seated[seat.index()].seat_player {
            SeatPlayer::BuiltIn(level, _) => self.make(level, seat),
            SeatPlayer::Custom(_) | SeatPlayer::Remote(_) => {
                players::by_name("greedy").and_then(|level| self.make(level, seat))
            }
        }
    }

    fn crashed(&mut self, seat: Seat, report: String) {
        self.error_counts[seat.index()].crashes += 1;
        self.reports.push((seat.index(), report));
    }

    fn may_restart(&mut self, seat: Seat) -> bool {
        let restarts = &mut self.seated[seat.index()].restarts;
        let may = *restarts > 0;
        *restarts = restarts.saturating_sub(1);
        may
    }

    /// When the clock of a seat falls.
    fn deadline(&self, seat: Seat) -> Option<Instant> {
        let (_, deadline) = self.game.deadline().filter(|&(on_turn, _)| on_turn == seat)?;
        // A moment more: the clock has fallen when its time is over.
        self.began.checked_add(Duration::from_millis(deadline.0.max(0) as u64 + 1))
    }

    /// A bot from outside: it is asked until it answers, its time is up, or it is gone for good.
    fn ask(&mut self, seat: Seat, view: &View) -> Command {
        let deadline = self.deadline(seat);
        let given_up = Instant::now() + self.policy.patience;
        // What it said before it was asked is no answer; should it be gone, that shows again below.
        self.listen(seat, Instant::now());
        self.put_question(seat, view, deadline);
        loop {
            let until = deadline.unwrap_or(given_up).min(Instant::now() + Duration::from_millis(100));
            let event = self.listen(seat, until);
            match event {
                BotEvent::Answer(command) => return command,
                BotEvent::Disconnected(ending) => {
                    let until = deadline.map_or(given_up, |deadline| deadline.min(given_up));
                    if let Some(command) = self.lost(seat, view, ending.to_string(), until) {
                        return command;
                    }
                }
                BotEvent::Reconnected => {
                    self.crashed(seat, CAME_BACK.to_owned());
                    self.put_question(seat, view, deadline);
                }
                BotEvent::Nothing => {}
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Command::Timeout;
            }
            if deadline.is_none() && Instant::now() >= given_up {
                self.crashed(seat, format!("no answer within {:?}", self.policy.patience));
                return Command::Disconnect;
            }
            self.hear_others(seat);
        }
    }

    fn put_question(&mut self, seat: Seat, view: &View, deadline: Option<Instant>) {
        let left = deadline
            .map(|deadline| Millis(deadline.saturating_duration_since(Instant::now()).as_millis() as i64));
        let seated = &mut self.seated[seat.index()];
        if let (SeatPlayer::Remote(remote), Some(protocol)) = (&mut seated.seat_player, &mut seated.protocol)
        {
            // Whether it is there shows when it is listened to.
            _ = remote.send(protocol.request_turn(view, left));
        }
    }

    fn listen(&mut self, seat: Seat, until: Instant) -> BotEvent {
        let seated = &mut self.seated[seat.index()];
        match (&mut seated.seat_player, &mut seated.protocol) {
            (SeatPlayer::Remote(remote), Some(protocol)) => remote.next_event(protocol, until),
            _ => BotEvent::Nothing,
        }
    }

    /// Others may ask for words, answer pings, or speak out of turn.
    fn hear_others(&mut self, seat: Seat) {
        for other in (0..self.seated.len()).map(|index| Seat(index as u8)).filter(|&other| other != seat) {
            if let SeatPlayer::Remote(remote) = &self.seated[other.index()].seat_player
                && remote.is_connected()
            {
                match self.listen(other, Instant::now()) {
                    // It is missed when its turn comes.
                    BotEvent::Disconnected(ending) => self.reports.push((other.index(), ending.to_string())),
                    BotEvent::Reconnected => self.crashed(other, CAME_BACK.to_owned()),
                    BotEvent::Answer(_) | BotEvent::Nothing => {}
                }
            }
        }
    }

    /// Gets a bot back that has gone, or says what becomes of it.
    fn lost(&mut self, seat: Seat, view: &View, why: String, until: Instant) -> Option<Command> {
        let seated = &mut self.seated[seat.index()];
        let (SeatPlayer::Remote(remote), Some(protocol)) = (&mut seated.seat_player, &mut seated.protocol)
        else {
            return None;
        };
        let is_program = remote.is_program();
        let grace = self.policy.grace.min(until.saturating_duration_since(Instant::now()));
        let revived = match is_program {
            true if seated.restarts == 0 => None,
            _ => Some(remote.reconnect(protocol, grace)),
        };
        if is_program {
            seated.restarts = seated.restarts.saturating_sub(1);
        }
        self.crashed(seat, why);
        match revived {
            Some(Ok(())) => {
                self.put_question(seat, view, self.deadline(seat));
                None
            }
            Some(Err(ending)) => {
                self.reports.push((seat.index(), ending.to_string()));
                Some(Command::Disconnect)
            }
            None => Some(Command::Disconnect),
        }
    }

    fn carry_out(&mut self, seat: Seat, command: Command) {
        match self.decide(seat, &command) {
            Ok(events) if events.is_empty() => self.must(seat, &Command::Resign),
            Ok(events) => self.take(events),
            Err(refusal) if refusal.reasons().contains(&Reason::TimeIsUp) => {
                self.must(seat, &Command::Timeout);
            }
            Err(refusal) => {
                self.error_counts[seat.index()].illegal += 1;
                self.observer.observe_refusal(&self.game, seat, refusal.reasons());
                self.tries += 1;
                let seated = &mut self.seated[seat.index()];
                match (&mut seated.seat_player, &mut seated.protocol) {
                    (SeatPlayer::Remote(remote), Some(protocol)) if self.tries < self.policy.tries => {
                        // Whether it is there shows when it is asked again.
                        _ = remote.send(protocol.report_refusal(&refusal));
                    }
                    (SeatPlayer::Remote(remote), Some(protocol)) => {
                        _ = remote.send(protocol.report_refusal(&refusal));
                        self.must(seat, &Command::Pass);
                    }
                    _ => self.must(seat, &Command::Pass),
                }
            }
        }
    }

    /// What cannot be refused, or else the seat gives up.
    fn must(&mut self, seat: Seat, command: &Command) {
        let events = self.decide(seat, command).or_else(|_| self.decide(seat, &Command::Resign));
        self.take(events.unwrap_or_default());
    }

    fn decide(&mut self, seat: Seat, command: &Command) -> Result<Vec<Event>, rules::Refusal> {
        let now = self.now();
        let mut context = Context { words: self.setup.word_list(), chance: &mut self.bag, now };
        self.game.decide(seat, command, &mut context)
    }

    fn take(&mut self, events: Vec<Event>) {
        self.tries = 0;
        for event in events {
            let there = self.has_company().then(|| self.there());
            self.count(&event);
            self.apply(event);
            if let Some(there) = there {
                self.tell(&there);
            }
        }
    }

    /// Whether a bot from outside takes part.
    fn has_company(&self) -> bool {
        self.seated.iter().any(|seated| seated.protocol.is_some())
    }

    /// Which seats take part: who has left is told of that, and nothing more.
    fn there(&self) -> Vec<bool> {
        self.game.seats().iter().map(|state| state.active).collect()
    }

    fn apply(&mut self, event: Event) {
        self.game.apply(&event);
        self.digest.event(&event);
        self.observer.observe(&self.game, &event, &self.names);
        self.events.push(event);
    }

    fn tell(&mut self, there: &[bool]) {
        let Some(event) = self.events.last() else { return };
        let standing = Scoreboard::of(&self.game);
        for (seated, _) in self.seated.iter_mut().zip(there).filter(|(_, there)| **there) {
            if let (SeatPlayer::Remote(remote), Some(protocol)) =
                (&mut seated.seat_player, &mut seated.protocol)
            {
                let seen = event.view(Viewer::Seat(protocol.seat()), &self.setup.rules);
                // Who has gone is told everything when it comes back.
                _ = protocol.report_event(&seen, &standing).map(|line| remote.send(line));
            }
        }
    }

    fn count(&mut self, event: &Event) {
        match &event.kind {
            EventKind::PlayFailed { seat, .. } | EventKind::ExchangeFailed { seat, .. } => {
                self.error_counts[seat.index()].illegal += 1;
            }
            EventKind::TimedOut { seat } | EventKind::Left { seat, why: LeaveCause::OutOfTime, .. } => {
                self.error_counts[seat.index()].timeouts += 1;
            }
            EventKind::Played { seat, bonus, .. } => self.bonuses[seat.index()] += u32::from(*bonus > 0),
            _ => {}
        }
    }

    /// The play that counted most, the first of equals.
    fn best_play(&self) -> Option<BestPlay> {
        let plays = self.events.iter().filter_map(|event| match &event.kind {
            EventKind::Played { seat, words, score, .. } => Some((seat, words, *score)),
            _ => None,
        });
        let (seat, words, points) = plays.reduce(|best, next| if next.2 > best.2 { next } else { best })?;
        let alphabet = self.setup.rules.tiles.alphabet();
        let word = words.first().map(|word| alphabet.print_board_letters(&word.letters));
        Some(BestPlay { seat: seat.index(), word: word.unwrap_or_default(), points })
    }

    fn finish(mut self, game: &ScheduledGame) -> (FinishedGame, Vec<SeatPlayer>) {
        let end = match self.game.phase() {
            Phase::Over { cause, .. } => end_text(*cause),
            _ => "broken off",
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
            self.seated.into_iter().zip(self.players).map(|(seated, player)| seated.leaves(player));
        let seat_players = seat_players.collect();
        (FinishedGame { result, events: self.events, reports: self.reports }, seat_players)
    }
}

impl SeatSession {
    /// The seat_player as it leaves; a player that remembers nothing is taken along to the next game.
    fn leaves(self, player: Option<Box<dyn Player>>) -> SeatPlayer {
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
