//! Plays all games of a match on several threads.

use crate::entrant::EntrantKind;
use crate::game_runner::{
    FinishedGame, GameBuffers, GameObserver, MatchPolicy, NoObserver, SeatPlayer, play,
};
use crate::plan::{Plan, ScheduledGame};
use crate::result::GameResult;
use crate::standing::points_of;
use crate::stats::{Pentanomial, Sprt, SprtDecision};
use bots::{BotLobby, ConnectionError, ConnectionLimits, RemoteBot};
use players::{Player, PlayerLevel};
use rules::{Event, Ruleset};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A match and the way it is played.
pub struct Arena {
    /// The match.
    pub plan: Plan,
    /// How bots are treated: time, restarts and limits.
    pub policy: MatchPolicy,
    /// The limits of connections with bots.
    pub limits: ConnectionLimits,
    /// The number of threads.
    pub threads: usize,
    /// A test that can end the match early.
    pub sprt: Option<Sprt>,
    /// The lobby of bots that connect over TCP.
    pub lobby: Option<BotLobby>,
    /// How long to wait for a bot to connect.
    pub connect_timeout: Duration,
    /// An observer. With an observer, games are played one after the other.
    pub observer: Option<Mutex<Box<dyn GameObserver + Send>>>,
    /// Held while a game takes its bots from the lobby, so that no two games wait for each other.
    pub seating: Mutex<()>,
}

/// Why a match cannot continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// A bot cannot be started.
    #[error("the bot {name} cannot be started: {why}")]
    Start {
        /// The name of the bot.
        name: String,
        /// The reason.
        why: ConnectionError,
    },
    /// A bot does not connect.
    #[error("the bot {name} did not connect within {waited:?}: it says hello with that name")]
    Missing {
        /// The name of the bot.
        name: String,
        /// The time.
        waited: Duration,
    },
    /// There is no port for bots that connect.
    #[error("the bot {0} connects over TCP, but no port is open: say --listen HOST:PORT")]
    NoListener(String),
    /// A result cannot be saved.
    #[error("the result of a game cannot be saved: {0}")]
    Save(#[from] io::Error),
}

/// Is called after each game.
pub trait MatchListener: Send {
    /// Called when a game has ended. `ControlFlow::Break` ends the match; finished games count.
    ///
    /// # Errors
    ///
    /// The game cannot be saved; this ends the match.
    fn game_finished(&mut self, game: &FinishedGame) -> io::Result<ControlFlow<()>>;
}

/// Ignores all games.
impl MatchListener for () {
    fn game_finished(&mut self, _: &FinishedGame) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }
}

impl Arena {
    /// A match on one thread with the default options.
    #[must_use]
    pub fn new(plan: Plan) -> Arena {
        Arena {
            plan,
            policy: MatchPolicy::default(),
            limits: ConnectionLimits::default(),
            threads: 1,
            sprt: None,
            lobby: None,
            connect_timeout: Duration::from_secs(600),
            observer: None,
            seating: Mutex::new(()),
        }
    }

    /// Plays one game of the match.
    ///
    /// # Errors
    ///
    /// A bot cannot be started or does not connect.
    pub fn play(
        &self,
        game: &ScheduledGame,
        resources: &mut WorkerResources,
    ) -> Result<FinishedGame, ArenaError> {
        let seat_players = self.seat(game, resources)?;
        let policy = self.game_policy();
        let (played, seat_players) = match &self.observer {
            Some(observer) => {
                let mut observer = observer.lock().unwrap_or_else(PoisonError::into_inner);
                play(&self.plan, game, seat_players, &policy, &mut **observer, &mut resources.buffers)
            }
            None => play(&self.plan, game, seat_players, &policy, &mut NoObserver, &mut resources.buffers),
        };
        resources.take_back(game, seat_players);
        Ok(played)
    }

    /// Concurrent games share the cores.
    fn game_policy(&self) -> MatchPolicy {
        MatchPolicy { cores: share(self.policy.cores, self.threads), ..self.policy }
    }

    fn seat(
        &self,
        game: &ScheduledGame,
        resources: &mut WorkerResources,
    ) -> Result<Vec<SeatPlayer>, ArenaError> {
        let connecting = |&bot: &usize| matches!(self.plan.entrants()[bot].kind, EntrantKind::Network(_));
        let _seating = game
            .seats
            .iter()
            .any(connecting)
            .then(|| self.seating.lock().unwrap_or_else(PoisonError::into_inner));
        game.seats.iter().map(|&bot| self.seat_player(bot, resources)).collect()
    }

    fn seat_player(&self, bot: usize, resources: &mut WorkerResources) -> Result<SeatPlayer, ArenaError> {
        let entrant = &self.plan.entrants()[bot];
        Ok(match &entrant.kind {
            EntrantKind::BuiltIn(level) => SeatPlayer::BuiltIn(level, resources.player(level)),
            EntrantKind::Program(command) => SeatPlayer::Remote(match resources.programs.remove(&bot) {
                Some(remote) => remote,
                None => {
                    let why = |why| ArenaError::Start { name: entrant.name.clone(), why };
                    Box::new(RemoteBot::launch(command, self.limits).map_err(why)?)
                }
            }),
            EntrantKind::Network(name) => {
                let lobby = self.lobby.as_ref().ok_or_else(|| ArenaError::NoListener(name.clone()))?;
                let missing = || ArenaError::Missing { name: name.clone(), waited: self.connect_timeout };
                SeatPlayer::Remote(Box::new(
                    RemoteBot::from_lobby(lobby, name, self.connect_timeout).ok_or_else(missing)?,
                ))
            }
        })
    }
}

/// What one thread keeps between the games of a match: programs, players and memory.
pub struct WorkerResources {
    programs: HashMap<usize, Box<RemoteBot>>,
    /// A player made anew begins with cold memory.
    players: Vec<(&'static PlayerLevel, Box<dyn Player>)>,
    buffers: GameBuffers,
}

impl WorkerResources {
    /// Nothing yet, for games with these rules.
    pub fn new(rules: &Ruleset) -> WorkerResources {
        WorkerResources { programs: HashMap::new(), players: Vec::new(), buffers: GameBuffers::new(rules) }
    }

    fn player(&mut self, level: &'static PlayerLevel) -> Option<Box<dyn Player>> {
        let at = self.players.iter().position(|(other, _)| std::ptr::eq(*other, level))?;
        Some(self.players.swap_remove(at).1)
    }

    fn take_back(&mut self, game: &ScheduledGame, seat_players: Vec<SeatPlayer>) {
        for (&bot, seat_player) in game.seats.iter().zip(seat_players) {
            match seat_player {
                SeatPlayer::Remote(remote) if remote.is_program() && remote.is_connected() => {
                    self.programs.insert(bot, remote);
                }
                SeatPlayer::Remote(remote) => remote.dismiss(),
                SeatPlayer::BuiltIn(level, Some(player)) => self.players.push((level, player)),
                SeatPlayer::BuiltIn(_, None) | SeatPlayer::Custom(_) => {}
            }
        }
    }
}

impl Drop for WorkerResources {
    fn drop(&mut self) {
        self.programs.drain().for_each(|(_, remote)| remote.dismiss());
    }
}

/// Plays the games that are not in `done` and returns all results in order. If a test ends the match early, only the
/// games up to its decision count.
///
/// # Errors
///
/// A bot cannot be started or does not connect, or a result cannot be saved.
pub fn run(
    arena: &Arena,
    done: Vec<GameResult>,
    listener: &mut dyn MatchListener,
) -> Result<Vec<GameResult>, ArenaError> {
    let collected = MatchResults::new(arena, done);
    if collected.is_decided() {
        return Ok(collected.results());
    }
    let done = collected.games.keys().copied().collect();
    let schedule = Schedule { done, ..Schedule::new(0..arena.plan.games()) };
    let register = Mutex::new(SharedResults { collected, listener, ended: None });
    let threads = if arena.observer.is_some() { 1 } else { arena.threads.max(1) };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| work(arena, &schedule, &register));
        }
        work(arena, &schedule, &register);
    });
    let SharedResults { collected, ended, .. } =
        register.into_inner().unwrap_or_else(PoisonError::into_inner);
    ended.unwrap_or(Ok(())).map(|()| collected.results())
}

/// Hands out the numbers of games to threads.
pub(crate) struct Schedule {
    next: AtomicU64,
    end: u64,
    /// Games that were played before.
    done: HashSet<u64>,
    stop: AtomicBool,
}

impl Schedule {
    pub(crate) fn new(games: Range<u64>) -> Schedule {
        let (next, stop) = (AtomicU64::new(games.start), AtomicBool::new(false));
        Schedule { next, end: games.end, done: HashSet::new(), stop }
    }

    /// The next game; `None` when there is none or the match was stopped.
    pub(crate) fn take(&self) -> Option<u64> {
        while !self.stop.load(Ordering::Relaxed) {
            let game = self.next.fetch_add(1, Ordering::Relaxed);
            if game >= self.end {
                return None;
            }
            if !self.done.contains(&game) {
                return Some(game);
            }
        }
        None
    }
}

/// Plays games until there are no more. Each thread saves its own games under a lock, so that no other thread has to be
/// woken, and slow saving slows down the match.
fn work(arena: &Arena, schedule: &Schedule, register: &Mutex<SharedResults<'_>>) {
    let mut resources = WorkerResources::new(&arena.plan.setup().rules);
    while let Some(game) = schedule.take() {
        let played = arena.play(&arena.plan.game(game), &mut resources);
        let taken = register.lock().unwrap_or_else(PoisonError::into_inner).take(played);
        match taken {
            ControlFlow::Continue(events) => resources.buffers.reuse(events),
            ControlFlow::Break(()) => schedule.stop.store(true, Ordering::Relaxed),
        }
    }
}

/// The results that all threads share.
struct SharedResults<'a> {
    collected: MatchResults<'a>,
    listener: &'a mut dyn MatchListener,
    /// Why the match ended before all games were played.
    ended: Option<Result<(), ArenaError>>,
}

impl SharedResults<'_> {
    /// Adds a game; games after the end do not count. Returns the events, so that they are dropped outside the lock.
    fn take(&mut self, played: Result<FinishedGame, ArenaError>) -> ControlFlow<(), Vec<Event>> {
        if self.ended.is_none() {
            self.ended = match played.and_then(|played| self.save(played)) {
                Ok(ControlFlow::Continue(events)) => return ControlFlow::Continue(events),
                Ok(ControlFlow::Break(())) => Some(Ok(())),
                Err(error) => Some(Err(error)),
            };
        }
        ControlFlow::Break(())
    }

    fn save(&mut self, played: FinishedGame) -> Result<ControlFlow<(), Vec<Event>>, ArenaError> {
        let goes_on = self.listener.game_finished(&played)?;
        self.collected.add(played.result);
        let decided = self.collected.is_decided();
        Ok(if decided { ControlFlow::Break(()) } else { goes_on.map_continue(|()| played.events) })
    }
}

/// The results by number, and the decision of the test.
pub(crate) struct MatchResults<'a> {
    arena: &'a Arena,
    games: BTreeMap<u64, Box<GameResult>>,
    decided: Option<u64>,
    /// The pairs that the test has counted.
    pairs: Pentanomial,
    /// The number of games without a gap that the test has counted.
    tested: u64,
}

impl<'a> MatchResults<'a> {
    pub(crate) fn new(arena: &'a Arena, done: Vec<GameResult>) -> MatchResults<'a> {
        let games = done.into_iter().map(|game| (game.game, Box::new(game))).collect();
        let mut collected =
            MatchResults { arena, games, decided: None, pairs: Pentanomial::default(), tested: 0 };
        collected.update_test();
        collected
    }

    pub(crate) fn plan(&self) -> &'a Plan {
        &self.arena.plan
    }

    pub(crate) fn has(&self, number: u64) -> bool {
        self.games.contains_key(&number)
    }

    pub(crate) fn add(&mut self, game: GameResult) {
        self.games.insert(game.game, Box::new(game));
        self.update_test();
    }

    /// Updates the test after each complete block, in order.
    fn update_test(&mut self) {
        let Some(sprt) = &self.arena.sprt else { return };
        let size = self.arena.plan.seats() as u64;
        while self.decided.is_none() {
            let block: Option<Vec<f64>> = (self.tested..self.tested + size)
                .map(|number| self.games.get(&number).map(|game| points_of(game, 0)))
                .collect();
            let Some(block) = block else { return };
            self.pairs.add(block.into_iter().sum());
            self.tested += size;
            if sprt.state(&self.pairs).decision() != SprtDecision::Undecided {
                self.decided = Some(self.tested);
            }
        }
    }

    /// Whether no further game is needed.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_decided() || self.games.len() as u64 >= self.arena.plan.games()
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    pub(crate) fn results(self) -> Vec<GameResult> {
        let counted = self.decided.unwrap_or(u64::MAX);
        self.games.into_values().map(|game| *game).filter(|game| game.game < counted).collect()
    }
}

/// The number of cores for each of several concurrent games.
fn share(cores: NonZeroUsize, games: usize) -> NonZeroUsize {
    NonZeroUsize::new(cores.get() / games.max(1)).unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_at_once_share_the_cores_and_each_has_one() {
        let shares = |cores, games| share(NonZeroUsize::new(cores).unwrap(), games).get();
        assert_eq!(
            [(8, 2), (8, 3), (2, 2), (2, 5), (4, 0)].map(|(cores, games)| shares(cores, games)),
            [4, 2, 1, 1, 4]
        );
    }
}
