//! Playing all games of a match on several threads.

use crate::desk::{Manners, Nobody, Onlooker, Played, Room, Sitter, play};
use crate::entrant::Kind;
use crate::plan::{Fixture, Plan};
use crate::result::GameResult;
use crate::standing::points_of;
use crate::stats::{Pentanomial, Sprt, Verdict};
use bots::{Ending, Limits, Lobby, Remote};
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
    pub manners: Manners,
    /// What connections may cost.
    pub limits: Limits,
    /// On how many threads.
    pub threads: usize,
    /// A test that ends the match early.
    pub sprt: Option<Sprt>,
    /// Where bots connect.
    pub lobby: Option<Lobby>,
    /// How long to wait for a bot to connect.
    pub arrival: Duration,
    /// Somebody who looks on; games are then played one after the other.
    pub onlooker: Option<Mutex<Box<dyn Onlooker + Send>>>,
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
        why: Ending,
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
    NoDoor(String),
    /// A result cannot be kept.
    #[error("the result of a game cannot be kept: {0}")]
    Keep(#[from] io::Error),
}

/// Whoever wants to know of each game as it ends.
pub trait Audience: Send {
    /// A game has ended. Breaking off ends the match; what was played stays.
    fn played(&mut self, played: &Played) -> io::Result<ControlFlow<()>>;
}

/// Nobody.
impl Audience for () {
    fn played(&mut self, _: &Played) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }
}

impl Arena {
    /// A match on one thread with the usual manners.
    pub fn new(plan: Plan) -> Arena {
        Arena {
            plan,
            manners: Manners::default(),
            limits: Limits::default(),
            threads: 1,
            sprt: None,
            lobby: None,
            arrival: Duration::from_secs(600),
            onlooker: None,
            seating: Mutex::new(()),
        }
    }

    /// Plays one game of the match.
    pub fn play(&self, fixture: &Fixture, stable: &mut Stable) -> Result<Played, ArenaError> {
        let sitters = self.seat(fixture, stable)?;
        let manners = self.manners_of_a_game();
        let (played, sitters) = match &self.onlooker {
            Some(onlooker) => {
                let mut onlooker = onlooker.lock().unwrap_or_else(PoisonError::into_inner);
                play(&self.plan, fixture, sitters, &manners, &mut **onlooker, &mut stable.room)
            }
            None => play(&self.plan, fixture, sitters, &manners, &mut Nobody, &mut stable.room),
        };
        stable.take_back(fixture, sitters);
        Ok(played)
    }

    /// Games that are played at once share the cores.
    fn manners_of_a_game(&self) -> Manners {
        Manners { cores: share(self.manners.cores, self.threads), ..self.manners }
    }

    fn seat(&self, fixture: &Fixture, stable: &mut Stable) -> Result<Vec<Sitter>, ArenaError> {
        let connecting = |&bot: &usize| matches!(self.plan.entrants()[bot].kind, Kind::Guest(_));
        let _seating = fixture
            .seats
            .iter()
            .any(connecting)
            .then(|| self.seating.lock().unwrap_or_else(PoisonError::into_inner));
        fixture.seats.iter().map(|&bot| self.sitter(bot, stable)).collect()
    }

    fn sitter(&self, bot: usize, stable: &mut Stable) -> Result<Sitter, ArenaError> {
        let entrant = &self.plan.entrants()[bot];
        Ok(match &entrant.kind {
            Kind::Player(level) => Sitter::Player(level, stable.player(level)),
            Kind::Program(command) => Sitter::Remote(match stable.programs.remove(&bot) {
                Some(remote) => remote,
                None => {
                    let why = |why| ArenaError::Start { name: entrant.name.clone(), why };
                    Box::new(Remote::launch(command, self.limits).map_err(why)?)
                }
            }),
            Kind::Guest(name) => {
                let lobby = self.lobby.as_ref().ok_or_else(|| ArenaError::NoDoor(name.clone()))?;
                let missing = || ArenaError::Missing { name: name.clone(), waited: self.arrival };
                Sitter::Remote(Box::new(Remote::seat(lobby, name, self.arrival).ok_or_else(missing)?))
            }
        })
    }
}

/// What one thread keeps between the games of a match: programs, players and memory.
pub struct Stable {
    programs: HashMap<usize, Box<Remote>>,
    /// A player made anew begins with cold memory.
    players: Vec<(&'static PlayerLevel, Box<dyn Player>)>,
    room: Room,
}

impl Stable {
    /// Nothing yet, for games with these rules.
    pub fn new(rules: &Ruleset) -> Stable {
        Stable { programs: HashMap::new(), players: Vec::new(), room: Room::new(rules) }
    }

    fn player(&mut self, level: &'static PlayerLevel) -> Option<Box<dyn Player>> {
        let at = self.players.iter().position(|(other, _)| std::ptr::eq(*other, level))?;
        Some(self.players.swap_remove(at).1)
    }

    fn take_back(&mut self, fixture: &Fixture, sitters: Vec<Sitter>) {
        for (&bot, sitter) in fixture.seats.iter().zip(sitters) {
            match sitter {
                Sitter::Remote(remote) if remote.is_program() && remote.is_connected() => {
                    self.programs.insert(bot, remote);
                }
                Sitter::Remote(remote) => remote.dismiss(),
                Sitter::Player(level, Some(player)) => self.players.push((level, player)),
                Sitter::Player(_, None) | Sitter::Other(_) => {}
            }
        }
    }
}

impl Drop for Stable {
    fn drop(&mut self) {
        self.programs.drain().for_each(|(_, remote)| remote.dismiss());
    }
}

/// Plays the games that are not done yet and gives all results in order; with a test, those up to its decision.
pub fn run(
    arena: &Arena,
    done: Vec<GameResult>,
    audience: &mut dyn Audience,
) -> Result<Vec<GameResult>, ArenaError> {
    let collected = Collected::new(arena, done);
    if collected.is_decided() {
        return Ok(collected.results());
    }
    let schedule = Schedule {
        next: AtomicU64::new(0),
        games: arena.plan.games(),
        done: collected.games.keys().copied().collect(),
        stop: AtomicBool::new(false),
    };
    let register = Mutex::new(Register { collected, audience, ended: None });
    let threads = if arena.onlooker.is_some() { 1 } else { arena.threads.max(1) };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| work(arena, &schedule, &register));
        }
        work(arena, &schedule, &register);
    });
    let Register { collected, ended, .. } = register.into_inner().unwrap_or_else(PoisonError::into_inner);
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
fn work(arena: &Arena, schedule: &Schedule, register: &Mutex<Register<'_>>) {
    let mut stable = Stable::new(&arena.plan.setting().rules);
    while let Some(game) = schedule.take() {
        let played = arena.play(&arena.plan.fixture(game), &mut stable);
        let taken = register.lock().unwrap_or_else(PoisonError::into_inner).take(played);
        match taken {
            ControlFlow::Continue(events) => stable.room.use_again(events),
            ControlFlow::Break(()) => schedule.stop.store(true, Ordering::Relaxed),
        }
    }
}

/// Where games are handed over until the match has ended.
struct Register<'a> {
    collected: Collected<'a>,
    audience: &'a mut dyn Audience,
    /// What ended the match before all games were played.
    ended: Option<Result<(), ArenaError>>,
}

impl Register<'_> {
    /// What comes after the end does not count; before it, the events of a game are given back, to be forgotten while
    /// nobody waits.
    fn take(&mut self, played: Result<Played, ArenaError>) -> ControlFlow<(), Vec<Event>> {
        if self.ended.is_none() {
            self.ended = match played.and_then(|played| self.keep(played)) {
                Ok(ControlFlow::Continue(events)) => return ControlFlow::Continue(events),
                Ok(ControlFlow::Break(())) => Some(Ok(())),
                Err(error) => Some(Err(error)),
            };
        }
        ControlFlow::Break(())
    }

    fn keep(&mut self, played: Played) -> Result<ControlFlow<(), Vec<Event>>, ArenaError> {
        let goes_on = self.audience.played(&played)?;
        self.collected.add(played.result);
        let decided = self.collected.is_decided();
        Ok(if decided { ControlFlow::Break(()) } else { goes_on.map_continue(|()| played.events) })
    }
}

/// Results by number, and whether the test has decided.
pub(crate) struct Collected<'a> {
    arena: &'a Arena,
    games: BTreeMap<u64, Box<GameResult>>,
    decided: Option<u64>,
    /// The pairs the test has seen.
    pairs: Pentanomial,
    /// How many games without a gap it has seen.
    looked: u64,
}

impl<'a> Collected<'a> {
    pub(crate) fn new(arena: &'a Arena, done: Vec<GameResult>) -> Collected<'a> {
        let games = done.into_iter().map(|game| (game.game, Box::new(game))).collect();
        let mut collected =
            Collected { arena, games, decided: None, pairs: Pentanomial::default(), looked: 0 };
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
            if sprt.state(&self.pairs).verdict() != Verdict::Open {
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
