//! Playing all games of a match on several threads.

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
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A match and how it is played.
pub struct Arena {
    /// The match.
    pub plan: Plan,
    /// How bots are treated.
    pub policy: MatchPolicy,
    /// What connections may cost.
    pub limits: ConnectionLimits,
    /// On how many threads.
    pub threads: usize,
    /// A test that ends the match early.
    pub sprt: Option<Sprt>,
    /// Where bots connect.
    pub lobby: Option<BotLobby>,
    /// How long to wait for a bot to connect.
    pub arrival: Duration,
    /// Somebody who looks on; games are then played one after the other.
    pub observer: Option<Mutex<Box<dyn GameObserver + Send>>>,
    /// One connection after the other is taken, so that no two games wait for each other.
    pub seating: Mutex<()>,
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A bot cannot be started.
    #[error("the bot {name} cannot be started: {why}")]
    Start {
        /// Which.
        name: String,
        /// Why not.
        why: ConnectionError,
    },
    /// A bot does not connect.
    #[error("the bot {name} did not connect within {waited:?}: it says hello with that name")]
    Missing {
        /// Which.
        name: String,
        /// How long.
        waited: Duration,
    },
    /// There is no port for bots that connect.
    #[error("the bot {0} connects over TCP, but no port is open: say --listen HOST:PORT")]
    NoListener(String),
    /// A result cannot be kept.
    #[error("the result of a game cannot be kept: {0}")]
    Keep(#[from] io::Error),
}

/// Whoever wants to know of each game as it ends.
pub trait MatchListener: Send {
    /// A game has ended. Breaking off ends the match; what was played stays.
    fn game_finished(&mut self, game: &FinishedGame) -> io::Result<ControlFlow<()>>;
}

/// NoObserver.
impl MatchListener for () {
    fn game_finished(&mut self, _: &FinishedGame) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }
}

impl Arena {
    /// A match on one thread with the usual policy.
    pub fn new(plan: Plan) -> Arena {
        Arena {
            plan,
            policy: MatchPolicy::default(),
            limits: ConnectionLimits::default(),
            threads: 1,
            sprt: None,
            lobby: None,
            arrival: Duration::from_secs(600),
            observer: None,
            seating: Mutex::new(()),
        }
    }

    /// Plays one game of the match.
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

    /// Games that are played at once share the cores.
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
                let missing = || ArenaError::Missing { name: name.clone(), waited: self.arrival };
                SeatPlayer::Remote(Box::new(
                    RemoteBot::from_lobby(lobby, name, self.arrival).ok_or_else(missing)?,
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

/// Plays the games that are not done yet and gives all results in order; with a test, those up to its decision.
pub fn run(
    arena: &Arena,
    done: Vec<GameResult>,
    listener: &mut dyn MatchListener,
) -> Result<Vec<GameResult>, ArenaError> {
    let collected = MatchResults::new(arena, done);
    if collected.is_decided() {
        return Ok(collected.results());
    }
    let schedule = Schedule {
        next: AtomicU64::new(0),
        games: arena.plan.games(),
        done: collected.games.keys().copied().collect(),
        stop: AtomicBool::new(false),
    };
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

/// Which game comes next.
struct Schedule {
    next: AtomicU64,
    games: u64,
    /// Those that were played before.
    done: HashSet<u64>,
    stop: AtomicBool,
}

impl Schedule {
    fn take(&self) -> Option<u64> {
        while !self.stop.load(Ordering::Relaxed) {
            let game = self.next.fetch_add(1, Ordering::Relaxed);
            if game >= self.games {
                return None;
            }
            if !self.done.contains(&game) {
                return Some(game);
            }
        }
        None
    }
}

/// Whoever played a game hands it over itself: nobody has to be woken for it, and whoever keeps games sets the pace.
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

/// Where games are handed over until the match has ended.
struct SharedResults<'a> {
    collected: MatchResults<'a>,
    listener: &'a mut dyn MatchListener,
    /// What ended the match before all games were played.
    ended: Option<Result<(), ArenaError>>,
}

impl SharedResults<'_> {
    /// What comes after the end does not count; before it, the events of a game are given back, to be forgotten while
    /// nobody waits.
    fn take(&mut self, played: Result<FinishedGame, ArenaError>) -> ControlFlow<(), Vec<Event>> {
        if self.ended.is_none() {
            self.ended = match played.and_then(|played| self.keep(played)) {
                Ok(ControlFlow::Continue(events)) => return ControlFlow::Continue(events),
                Ok(ControlFlow::Break(())) => Some(Ok(())),
                Err(error) => Some(Err(error)),
            };
        }
        ControlFlow::Break(())
    }

    fn keep(&mut self, played: FinishedGame) -> Result<ControlFlow<(), Vec<Event>>, ArenaError> {
        let goes_on = self.listener.game_finished(&played)?;
        self.collected.add(played.result);
        let decided = self.collected.is_decided();
        Ok(if decided { ControlFlow::Break(()) } else { goes_on.map_continue(|()| played.events) })
    }
}

/// Results by number, and whether the test has decided.
pub(crate) struct MatchResults<'a> {
    arena: &'a Arena,
    games: BTreeMap<u64, Box<GameResult>>,
    decided: Option<u64>,
    /// The pairs the test has seen.
    pairs: Pentanomial,
    /// How many games without a gap it has seen.
    looked: u64,
}

impl<'a> MatchResults<'a> {
    pub(crate) fn new(arena: &'a Arena, done: Vec<GameResult>) -> MatchResults<'a> {
        let games = done.into_iter().map(|game| (game.game, Box::new(game))).collect();
        let mut collected =
            MatchResults { arena, games, decided: None, pairs: Pentanomial::default(), looked: 0 };
        collected.look();
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
        self.look();
    }

    /// The test is made after every block that is complete, in their order.
    fn look(&mut self) {
        let Some(sprt) = &self.arena.sprt else { return };
        let size = self.arena.plan.seats() as u64;
        while self.decided.is_none() {
            let block: Option<Vec<f64>> = (self.looked..self.looked + size)
                .map(|number| self.games.get(&number).map(|game| points_of(game, 0)))
                .collect();
            let Some(block) = block else { return };
            self.pairs.add(block.into_iter().sum());
            self.looked += size;
            if sprt.state(&self.pairs).decision() != SprtDecision::Undecided {
                self.decided = Some(self.looked);
            }
        }
    }

    /// Whether all games are there that can be.
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

/// How many cores each of so many games gets.
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
