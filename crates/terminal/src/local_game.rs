//! A local game: the game at one keyboard, with its players and its record.

use crate::saves::{self, GameFile, SavedGame};
use crate::seats::{PlayerKind, SeatPlan, default_level};
use lexicon::{BuildError, WordGraph};
use movegen::{Generator, RankedPlay, TopPlays, by_score};
use players::{
    EvaluationContext, LeaveValues, Player, PlayerData, RankedAction, SearchLimit, StaticEvaluator,
};
use rules::{
    Chance, Clock, Command, Context, Event, EventKind, Game, Millis, Phase, RackVisibility, Refusal, Ruleset,
    Seat, SeededChance, StartError, View, Viewer,
};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};
use tiles::{TileId, Tiles};
use wire::Record;

/// How much a computer player may search in one turn. This is enough on ordinary boards within seconds, so that a game
/// with a seed can be repeated.
const SEARCH: SearchLimit = SearchLimit::for_iterations(1000);

/// How long a computer player may take for one turn, whatever the board: a turn that reaches this time depends on the
/// speed of the machine.
const TURN_TIME: Duration = Duration::from_secs(15);

/// What a local game starts with.
#[derive(Clone, Debug)]
pub struct LocalGameSetup {
    /// The rules.
    pub rules: Ruleset,
    /// The words that are allowed.
    pub words: WordGraph,
    /// The players, in the order of their seats.
    pub seats: Vec<SeatPlan>,
    /// The seed of the random draws.
    pub seed: u64,
    /// The leave values of the computer players. Default: the shipped values for the lexicon.
    pub leaves: Option<LeaveValues>,
}

/// Why a local game cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LocalGameError {
    /// The rules do not allow this game.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Computer players cannot use the lexicon.
    #[error("computer players cannot use this lexicon: {0}")]
    Lexicon(#[from] BuildError),
}

/// Makes the random source of a decision from the sequence number of its first event.
type ChanceSource = Box<dyn Fn(u64) -> Box<dyn Chance> + Send>;

/// A game at one keyboard, with its players and its record.
pub struct LocalGame {
    record: Record,
    seats: Vec<SeatPlan>,
    shared: PlayerData,
    chances: ChanceSource,
    timer: GameTimer,
    racks: Vec<Vec<TileId>>,
    players: BTreeMap<Seat, Box<dyn Player>>,
    finder: Generator,
    file: Option<GameFile>,
    save_error: Option<io::Error>,
}

impl LocalGame {
    /// Starts a game and deals the racks.
    ///
    /// # Errors
    ///
    /// If the rules do not allow this number of seats, or computer players cannot use the lexicon.
    pub fn begin(setting: LocalGameSetup) -> Result<LocalGame, LocalGameError> {
        let mut local = LocalGame::new(setting)?;
        let events = local.start()?;
        local.apply_events(events);
        Ok(local)
    }

    /// Resumes a saved game and continues to write to its file. `leaves` are the leave values of the computer players;
    /// by default they use the shipped values.
    ///
    /// # Errors
    ///
    /// If computer players cannot use the lexicon.
    pub fn resume(saved: SavedGame, leaves: Option<LeaveValues>) -> Result<LocalGame, LocalGameError> {
        let mut local = LocalGame::with(saved.record, saved.words, saved.seats, saved.seed, leaves)?;
        local.timer = GameTimer::from(local.record.events().last().map_or(Millis(0), |event| event.at));
        local.racks = rack_orders(&local.record);
        let file = GameFile::reopen(&saved.path, &local.record);
        local.set_file(file);
        Ok(local)
    }

    fn new(setting: LocalGameSetup) -> Result<LocalGame, LocalGameError> {
        let LocalGameSetup { rules, words, seats, seed, leaves } = setting;
        let header = saves::header(&rules, &words, &seats, seed);
        LocalGame::with(Record::new(header, rules), words, seats, seed, leaves)
    }

    fn with(
        record: Record,
        words: WordGraph,
        seats: Vec<SeatPlan>,
        seed: u64,
        leaves: Option<LeaveValues>,
    ) -> Result<LocalGame, LocalGameError> {
        let shared = PlayerData::with_leaves(record.rules(), &words, leaves)?;
        let racks = vec![Vec::new(); seats.len()];
        let mut local = LocalGame {
            record,
            seats,
            finder: shared.generator(),
            shared,
            chances: Box::new(move |seq| Box::new(seeded_chance(seed, seq))),
            timer: GameTimer::from(Millis(0)),
            racks,
            players: BTreeMap::new(),
            file: None,
            save_error: None,
        };
        local.seat_computers(seed)?;
        Ok(local)
    }

    fn seat_computers(&mut self, seed: u64) -> Result<(), BuildError> {
        for (index, plan) in self.seats.iter().enumerate() {
            if let PlayerKind::Computer(level) = plan.kind {
                let player = level.player_with(&self.shared, seed.wrapping_add(index as u64))?;
                self.players.insert(Seat(index as u8), player);
            }
        }
        Ok(())
    }

    fn start(&self) -> Result<Vec<Event>, StartError> {
        let mut chance = (self.chances)(self.record.next_seq());
        let mut context = Context { words: self.shared.words(), chance: chance.as_mut(), now: self.now() };
        self.game().start(self.seats.len() as u8, &mut context)
    }

    /// Saves the game to a new file in a directory, now and after every turn.
    pub fn save_in(&mut self, directory: &Path) {
        let file = GameFile::create(directory, &self.record);
        self.set_file(file);
    }

    /// Writes a copy of the record to a new file.
    ///
    /// # Errors
    ///
    /// If the file exists or cannot be written.
    pub fn save_copy(&self, path: &Path) -> io::Result<()> {
        saves::write_copy(path, &self.record)
    }

    /// The file that the game is saved to.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(GameFile::path)
    }

    /// Takes the error that ended saving, if there is a new one. The game continues without a file.
    pub fn take_save_error(&mut self) -> Option<io::Error> {
        self.save_error.take()
    }

    fn set_file(&mut self, file: io::Result<GameFile>) {
        match file {
            Ok(file) => self.file = Some(file),
            Err(error) => self.lose_file(error),
        }
    }

    fn lose_file(&mut self, error: io::Error) {
        self.file = None;
        self.save_error = Some(error);
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.record.game()
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        self.record.rules()
    }

    /// The words that are allowed.
    #[must_use]
    pub fn words(&self) -> &WordGraph {
        self.shared.words()
    }

    /// The record: all events so far.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The players, in the order of their seats.
    #[must_use]
    pub fn seats(&self) -> &[SeatPlan] {
        &self.seats
    }

    /// The name of the player at a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("nobody", |plan| &plan.name)
    }

    /// The game as the player at a seat may see it.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View {
        self.game().view(Viewer::Seat(seat))
    }

    /// The tiles of a seat in their order on the rack.
    #[must_use]
    pub fn rack(&self, seat: Seat) -> &[TileId] {
        self.racks.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether the rules show the tiles of a seat to everybody.
    #[must_use]
    pub fn shows_rack(&self, seat: Seat) -> bool {
        self.rules().racks == RackVisibility::Open && self.game().seat(seat).is_some_and(|state| state.active)
    }

    /// Shuffles the tiles on a rack.
    pub fn shuffle(&mut self, seat: Seat, mut next: impl FnMut(u32) -> u32) {
        let Some(rack) = self.racks.get_mut(seat.index()) else { return };
        for place in (1..rack.len()).rev() {
            rack.swap(place, next(place as u32 + 1) as usize);
        }
    }

    /// The seat that the game waits for.
    #[must_use]
    pub fn awaited_seat(&self) -> Option<Seat> {
        match self.game().phase() {
            Phase::Answering(waiting) => waiting.iter().next(),
            Phase::Waiting | Phase::Playing | Phase::Over { .. } => self.game().turn(),
        }
    }

    /// Whether a computer plays at a seat, from the start or because its player left.
    #[must_use]
    pub fn is_computer(&self, seat: Seat) -> bool {
        let taken = self.game().seat(seat).is_some_and(|state| state.computer);
        taken || self.seats.get(seat.index()).is_some_and(|plan| !plan.kind.is_human())
    }

    /// The seats of people who still take part.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.game().active().filter(|&seat| !self.is_computer(seat))
    }

    /// The current time of the game.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.timer.now()
    }

    /// The time left for a seat, in whole seconds: for the game, or for the current turn.
    #[must_use]
    pub fn clock(&self, seat: Seat) -> Option<Millis> {
        let turn = || self.game().deadline().filter(|&(on_turn, _)| on_turn == seat);
        let left = match self.rules().clock {
            Clock::Off => None,
            Clock::Game(_) => self.game().time_left(seat, self.now()),
            Clock::Turn { .. } => turn().map(|(_, deadline)| deadline.minus(self.now())),
        };
        left.map(|left| Millis(left.0.div_euclid(1000) * 1000))
    }

    /// Whether the last play waits to be accepted or challenged.
    #[must_use]
    pub fn is_awaiting_acceptance(&self) -> bool {
        matches!(self.game().phase(), Phase::Answering(_))
    }

    /// Decides a command without changing the game.
    ///
    /// # Errors
    ///
    /// If the rules refuse the command.
    pub fn decide(&self, seat: Seat, command: &Command) -> Result<Vec<Event>, Refusal> {
        let mut chance = (self.chances)(self.record.next_seq());
        let mut context = Context { words: self.shared.words(), chance: chance.as_mut(), now: self.now() };
        self.game().decide(seat, command, &mut context)
    }

    /// Carries out a command and records its events.
    ///
    /// # Errors
    ///
    /// If the rules refuse the command.
    pub fn act(&mut self, seat: Seat, command: &Command) -> Result<Vec<Event>, Refusal> {
        let events = self.decide(seat, command)?;
        self.apply_events(events.clone());
        Ok(events)
    }

    /// Carries out the command of a computer. If its time is up by now, it passes or times out instead.
    pub fn act_as_computer(&mut self, seat: Seat, command: &Command) {
        let fallbacks = [command, &Command::Pass, &Command::Timeout];
        _ = fallbacks.into_iter().any(|command| self.act(seat, command).is_ok());
    }

    fn apply_events(&mut self, events: Vec<Event>) {
        let mut lines = Vec::new();
        for event in events {
            append_drawn(&mut self.racks, &event.kind);
            // An event that was just decided always fits the record.
            lines.extend(self.record.append(event).ok());
            sync_rack_orders(&mut self.racks, self.record.game());
        }
        if let Some(Err(error)) = self.file.as_mut().map(|file| file.append(&lines)) {
            self.lose_file(error);
        }
    }

    /// Lets the computer at a seat choose a command.
    pub fn choose_command(&mut self, seat: Seat) -> Command {
        let (view, limit) = (self.view(seat), SEARCH.with_duration(TURN_TIME).start());
        if !self.players.contains_key(&seat) {
            self.players.extend(self.substitute_player().map(|player| (seat, player)));
        }
        self.players.get_mut(&seat).map_or(Command::Pass, |player| player.choose(&view, &limit))
    }

    /// A computer for a seat whose player left.
    fn substitute_player(&self) -> Option<Box<dyn Player>> {
        default_level().player_with(&self.shared, 0).ok()
    }

    /// The highest-scoring plays of a seat.
    pub fn best_plays(&mut self, seat: Seat, count: usize) -> Vec<RankedPlay> {
        let mut top = TopPlays::new(count, by_score);
        let game = self.record.game();
        if let Some(state) = game.seat(seat) {
            let limit = SearchLimit::for_duration(TURN_TIME).start();
            let stop = || limit.is_interrupted();
            self.finder.generate_until(game.grid(), &state.rack, &mut top, &stop);
        }
        top.into_plays()
    }

    /// The best turns of a seat by points and leave: plays, and the best exchange if it is among them.
    #[must_use]
    pub fn best_turns(&self, seat: Seat, count: usize) -> Vec<RankedAction> {
        let view = self.view(seat);
        let rack = view.own_rack().cloned().unwrap_or_default();
        let (context, limit) = (EvaluationContext::of(&view), SearchLimit::for_duration(TURN_TIME).start());
        let mut evaluator = StaticEvaluator::new(self.shared.generator(), self.shared.leaves());
        let mut turns = evaluator.plays(&view.grid, &rack, context, count, &|| limit.is_interrupted());
        turns.extend(evaluator.exchanges(&rack, context, 1));
        turns.sort_by_key(|turn| std::cmp::Reverse(turn.equity));
        turns.truncate(count);
        turns
    }

    /// The person whose last turn can be taken back.
    #[must_use]
    pub fn last_human_seat(&self) -> Option<Seat> {
        self.last_human_event().map(|(_, seat)| seat)
    }

    fn last_human_event(&self) -> Option<(usize, Seat)> {
        let acts = self.record.events().iter().enumerate().rev();
        let mut by = acts.filter_map(|(index, event)| Some((index, event.kind.actor()?)));
        by.find(|&(_, seat)| self.seats.get(seat.index()).is_some_and(|plan| plan.kind.is_human()))
    }

    /// Takes back the last turn of a person and everything after it. Returns the seat of that person.
    pub fn undo(&mut self) -> Option<Seat> {
        let (index, seat) = self.last_human_event()?;
        let mut record = Record::new(self.record.header().clone(), self.rules().clone());
        for event in &self.record.events()[..index] {
            _ = record.append(event.clone());
        }
        self.record = record;
        self.racks = rack_orders(&self.record);
        if let Some(Err(error)) = self.file.as_mut().map(|file| file.rewrite(&self.record)) {
            self.lose_file(error);
        }
        Some(seat)
    }

    /// A game with scripted draws and computer players, for known transcripts.
    #[cfg(test)]
    pub(crate) fn with_script(
        setting: LocalGameSetup,
        chances: ChanceSource,
        players: Vec<(Seat, Box<dyn Player>)>,
    ) -> Result<LocalGame, LocalGameError> {
        let mut local = LocalGame::new(setting)?;
        local.chances = chances;
        local.players.extend(players);
        let events = local.start()?;
        local.apply_events(events);
        Ok(local)
    }
}

/// Each decision has its own random source, so a turn that is taken back and played again draws the same tiles.
fn seeded_chance(seed: u64, seq: u64) -> SeededChance {
    SeededChance::new(SeededChance::new(seed ^ seq.wrapping_mul(0xd134_2543_de82_ef95)).next())
}

/// Appends newly drawn tiles to a rack in the order in which they were drawn.
fn append_drawn(racks: &mut [Vec<TileId>], what: &EventKind) {
    let (seat, drawn) = match what {
        EventKind::Dealt { seat, tiles: drawn }
        | EventKind::Played { seat, drawn, .. }
        | EventKind::Exchanged { seat, drawn, .. } => (seat, drawn),
        EventKind::Started { .. }
        | EventKind::PlayFailed { .. }
        | EventKind::Passed { .. }
        | EventKind::ExchangeFailed { .. }
        | EventKind::Challenged { .. }
        | EventKind::Accepted { .. }
        | EventKind::TurnSkipped { .. }
        | EventKind::TimedOut { .. }
        | EventKind::Left { .. }
        | EventKind::Ended { .. } => return,
    };
    if let Some(order) = racks.get_mut(seat.index()) {
        order.extend(drawn);
    }
}

/// Makes each order match its rack. Of equal tiles, the first one is removed.
fn sync_rack_orders(racks: &mut [Vec<TileId>], game: &Game) {
    for (order, state) in racks.iter_mut().zip(game.seats()) {
        let (mut gone, mut fresh): (Tiles, Tiles) = (order.iter().copied().collect(), state.rack.clone());
        state.rack.iter().for_each(|tile| _ = gone.take(tile));
        order.iter().for_each(|&tile| _ = fresh.take(tile));
        order.retain(|&tile| gone.take(tile).is_err());
        order.extend(fresh.iter());
    }
}

/// The order of the tiles on each rack after a record.
fn rack_orders(record: &Record) -> Vec<Vec<TileId>> {
    let mut game = Game::new(record.rules().clone());
    let mut racks = vec![Vec::new(); record.header().seats.len()];
    for event in record.events() {
        game.apply(event);
        append_drawn(&mut racks, &event.kind);
        sync_rack_orders(&mut racks, &game);
    }
    racks
}

/// The clock of a game. It does not run while the game is closed.
#[derive(Clone, Copy, Debug)]
struct GameTimer {
    base: Millis,
    since: Instant,
}

impl GameTimer {
    fn from(base: Millis) -> GameTimer {
        GameTimer { base, since: Instant::now() }
    }

    fn now(&self) -> Millis {
        self.base.plus(Millis(i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A computer that passes, and looks at its limit.
    struct LimitWitness;

    impl Player for LimitWitness {
        fn choose(&mut self, _: &View, limit: &SearchLimit) -> Command {
            let deadline = limit.deadline().expect("a turn has a limit of time");
            assert!(deadline <= Instant::now() + TURN_TIME);
            assert_eq!(limit.iterations(), SEARCH.iterations(), "and one of work");
            Command::Pass
        }
    }

    #[test]
    fn a_computer_has_a_limit_of_time_and_of_work() {
        let rules = presets::Library::shipped().rules("infinite").unwrap();
        let seats = vec![SeatPlan::human("You"), SeatPlan::computer(default_level())];
        let setup = LocalGameSetup { rules, words: presets::english().clone(), seats, seed: 4, leaves: None };
        let chances: ChanceSource = Box::new(|seq| Box::new(seeded_chance(4, seq)));
        let computer: Box<dyn Player> = Box::new(LimitWitness);
        let mut local = LocalGame::with_script(setup, chances, vec![(Seat(1), computer)]).unwrap();
        assert_eq!(local.choose_command(Seat(1)), Command::Pass);
    }
}
