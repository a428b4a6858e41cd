//! A game at one keyboard: the game itself, its players, its record.

use crate::saves::{self, GameFile, Saved};
use crate::seats::{SeatPlan, Who, usual_level};
use lexicon::{BuildError, WordGraph};
use movegen::{Generator, RankedPlay, TopPlays, by_score};
use players::{LeaveValues, Player, PlayerData, SearchLimit};
use rules::{
    Chance, Clock, Command, Context, Event, Game, Happened, Millis, Phase, Refusal, Ruleset, Seat,
    SeededChance, StartError, View, Viewer,
};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Instant;
use tiles::{TileId, Tiles};
use wire::Record;

/// How much work computer players do for a turn, for those that count it.
const WORK: SearchLimit = SearchLimit::for_iterations(1000);

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The rules.
    pub rules: Ruleset,
    /// The good words.
    pub words: WordGraph,
    /// Who sits where.
    pub seats: Vec<SeatPlan>,
    /// The number that all draws come from.
    pub seed: u64,
    /// What tiles kept are worth to its computers; without, the values that are shipped for its words.
    pub leaves: Option<LeaveValues>,
}

/// Why a game cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The rules do not allow it.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The words cannot be used by computer players.
    #[error("computer players cannot use this lexicon: {0}")]
    Words(#[from] BuildError),
}

/// Where the draws of each decision come from, by the number of its first event.
type Chances = Box<dyn Fn(u64) -> Box<dyn Chance> + Send>;

/// A game at one keyboard.
pub struct Table {
    record: Record,
    seats: Vec<SeatPlan>,
    shared: PlayerData,
    chances: Chances,
    timer: Timer,
    racks: Vec<Vec<TileId>>,
    players: BTreeMap<Seat, Box<dyn Player>>,
    finder: Generator,
    file: Option<GameFile>,
    trouble: Option<io::Error>,
}

impl Table {
    /// Begins a game and deals the racks.
    pub fn begin(setting: Setting) -> Result<Table, TableError> {
        let mut table = Table::new(setting)?;
        let events = table.start()?;
        table.take(events);
        Ok(table)
    }

    /// Goes on with a game; what was being written goes on to the same file. Its computers weigh with these values,
    /// or with those that are shipped.
    pub fn resume(saved: Saved, leaves: Option<LeaveValues>) -> Result<Table, TableError> {
        let mut table = Table::with(saved.record, saved.words, saved.seats, saved.seed, leaves)?;
        table.timer = Timer::from(table.record.events().last().map_or(Millis(0), |event| event.at));
        table.racks = orders(&table.record);
        let file = GameFile::reopen(&saved.path, &table.record);
        table.keep_in(file);
        Ok(table)
    }

    fn new(setting: Setting) -> Result<Table, TableError> {
        let Setting { rules, words, seats, seed, leaves } = setting;
        let header = saves::header(&rules, &words, &seats, seed);
        Table::with(Record::new(header, rules), words, seats, seed, leaves)
    }

    fn with(
        record: Record,
        words: WordGraph,
        seats: Vec<SeatPlan>,
        seed: u64,
        leaves: Option<LeaveValues>,
    ) -> Result<Table, TableError> {
        let shared = PlayerData::with_leaves(record.rules(), &words, leaves)?;
        let racks = vec![Vec::new(); seats.len()];
        let mut table = Table {
            record,
            seats,
            finder: shared.generator(),
            shared,
            chances: Box::new(move |seq| Box::new(seeded(seed, seq))),
            timer: Timer::from(Millis(0)),
            racks,
            players: BTreeMap::new(),
            file: None,
            trouble: None,
        };
        table.seat_computers(seed)?;
        Ok(table)
    }

    fn seat_computers(&mut self, seed: u64) -> Result<(), BuildError> {
        for (index, plan) in self.seats.iter().enumerate() {
            if let Who::Computer(level) = plan.who {
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

    /// Writes the game into a new file of a directory from now on.
    pub fn save_in(&mut self, directory: &Path) {
        let file = GameFile::create(directory, &self.record);
        self.keep_in(file);
    }

    /// Writes a copy of the record.
    pub fn save_copy(&self, path: &Path) -> io::Result<()> {
        saves::write_copy(path, &self.record)
    }

    /// The file the game is written to.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(GameFile::path)
    }

    /// What went wrong with the file since this was last asked. The game goes on without one.
    pub fn trouble(&mut self) -> Option<io::Error> {
        self.trouble.take()
    }

    fn keep_in(&mut self, file: io::Result<GameFile>) {
        match file {
            Ok(file) => self.file = Some(file),
            Err(error) => self.lose_file(error),
        }
    }

    fn lose_file(&mut self, error: io::Error) {
        self.file = None;
        self.trouble = Some(error);
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.record.game()
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        self.record.rules()
    }

    /// The good words.
    pub fn words(&self) -> &WordGraph {
        self.shared.words()
    }

    /// Everything that happened.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Who sits where.
    pub fn seats(&self) -> &[SeatPlan] {
        &self.seats
    }

    /// The name of the player at a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("nobody", |plan| &plan.name)
    }

    /// The game as the player at a seat may see it.
    pub fn view(&self, seat: Seat) -> View {
        self.game().view(Viewer::Seat(seat))
    }

    /// The tiles of a seat in the order in which they stand on its rack.
    pub fn rack(&self, seat: Seat) -> &[TileId] {
        self.racks.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// Puts the tiles of a seat into another order.
    pub fn shuffle(&mut self, seat: Seat, mut next: impl FnMut(u32) -> u32) {
        let Some(rack) = self.racks.get_mut(seat.index()) else { return };
        for place in (1..rack.len()).rev() {
            rack.swap(place, next(place as u32 + 1) as usize);
        }
    }

    /// Whom the game waits for.
    pub fn waiting(&self) -> Option<Seat> {
        match self.game().phase() {
            Phase::Answering(waiting) => waiting.iter().next(),
            _ => self.game().turn(),
        }
    }

    /// Whether a computer plays at a seat, from the beginning or because its player left.
    pub fn is_computer(&self, seat: Seat) -> bool {
        let taken = self.game().seat(seat).is_some_and(|state| state.computer);
        taken || self.seats.get(seat.index()).is_some_and(|plan| !plan.who.is_human())
    }

    /// The seats with people who still take part.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.game().active().filter(|&seat| !self.is_computer(seat))
    }

    /// The time on the clock of the game.
    pub fn now(&self) -> Millis {
        self.timer.now()
    }

    /// What the clock of a seat shows, in whole seconds: for the game, or for the turn in progress.
    pub fn clock(&self, seat: Seat) -> Option<Millis> {
        let turn = || self.game().deadline().filter(|&(on_turn, _)| on_turn == seat);
        let left = match self.rules().clock {
            Clock::Off => None,
            Clock::Game(_) => self.game().time_left(seat, self.now()),
            Clock::Turn { .. } => turn().map(|(_, deadline)| deadline.minus(self.now())),
        };
        left.map(|left| Millis(left.0.div_euclid(1000) * 1000))
    }

    /// Whether the last tiles were played and the play waits to be accepted or challenged.
    pub fn awaits_answer(&self) -> bool {
        matches!(self.game().phase(), Phase::Answering(_))
    }

    /// What a command would bring about: nothing is changed.
    pub fn consider(&self, seat: Seat, command: &Command) -> Result<Vec<Event>, Refusal> {
        let mut chance = (self.chances)(self.record.next_seq());
        let mut context = Context { words: self.shared.words(), chance: chance.as_mut(), now: self.now() };
        self.game().decide(seat, command, &mut context)
    }

    /// Carries out a command and writes down what it brought about.
    pub fn act(&mut self, seat: Seat, command: &Command) -> Result<Vec<Event>, Refusal> {
        let events = self.consider(seat, command)?;
        self.take(events.clone());
        Ok(events)
    }

    /// Carries out what a computer chose. It chooses what the rules allow, but it may be too late for that.
    pub fn act_as_computer(&mut self, seat: Seat, command: &Command) {
        let ways = [command, &Command::Pass, &Command::Timeout];
        _ = ways.into_iter().any(|way| self.act(seat, way).is_ok());
    }

    fn take(&mut self, events: Vec<Event>) {
        let mut lines = Vec::new();
        for event in events {
            put_drawn(&mut self.racks, &event.what);
            // What was just decided always follows.
            lines.extend(self.record.append(event).ok());
            settle_orders(&mut self.racks, self.record.game());
        }
        if let Some(Err(error)) = self.file.as_mut().map(|file| file.append(&lines)) {
            self.lose_file(error);
        }
    }

    /// What the computer at a seat wants to do.
    pub fn think(&mut self, seat: Seat) -> Command {
        let view = self.view(seat);
        if !self.players.contains_key(&seat) {
            self.players.extend(self.substitute().map(|player| (seat, player)));
        }
        self.players.get_mut(&seat).map_or(Command::Pass, |player| player.choose(&view, &WORK))
    }

    /// A computer for a seat whose player left. It can be made, for the finder could.
    fn substitute(&self) -> Option<Box<dyn Player>> {
        usual_level().player_with(&self.shared, 0).ok()
    }

    /// The plays of a seat that count most.
    pub fn best_plays(&mut self, seat: Seat, count: usize) -> Vec<RankedPlay> {
        let mut top = TopPlays::new(count, by_score);
        let game = self.record.game();
        if let Some(state) = game.seat(seat) {
            self.finder.generate(game.grid(), &state.rack, &mut top);
        }
        top.into_plays()
    }

    /// Whose last turn can be taken back: that of the last person who did anything.
    pub fn last_person(&self) -> Option<Seat> {
        self.last_act().map(|(_, seat)| seat)
    }

    fn last_act(&self) -> Option<(usize, Seat)> {
        let acts = self.record.events().iter().enumerate().rev();
        let mut by = acts.filter_map(|(index, event)| Some((index, event.what.actor()?)));
        by.find(|&(_, seat)| self.seats.get(seat.index()).is_some_and(|plan| plan.who.is_human()))
    }

    /// Takes back everything since the last turn of a person, that turn included.
    pub fn undo(&mut self) -> Option<Seat> {
        let (index, seat) = self.last_act()?;
        let mut record = Record::new(self.record.header().clone(), self.rules().clone());
        for event in &self.record.events()[..index] {
            _ = record.append(event.clone());
        }
        self.record = record;
        self.racks = orders(&self.record);
        if let Some(Err(error)) = self.file.as_mut().map(|file| file.rewrite(&self.record)) {
            self.lose_file(error);
        }
        Some(seat)
    }

    /// A game whose draws and computer players are given, for transcripts that are known.
    #[cfg(test)]
    pub(crate) fn scripted(
        setting: Setting,
        chances: Chances,
        players: Vec<(Seat, Box<dyn Player>)>,
    ) -> Result<Table, TableError> {
        let mut table = Table::new(setting)?;
        table.chances = chances;
        table.players.extend(players);
        let events = table.start()?;
        table.take(events);
        Ok(table)
    }
}

/// Each decision has a chance of its own, so that a turn taken back and played again draws the same tiles.
fn seeded(seed: u64, seq: u64) -> SeededChance {
    SeededChance::new(SeededChance::new(seed ^ seq.wrapping_mul(0xd134_2543_de82_ef95)).next())
}

/// Puts new tiles behind the others, as they were drawn.
fn put_drawn(racks: &mut [Vec<TileId>], what: &Happened) {
    let (seat, drawn) = match what {
        Happened::Dealt { seat, tiles: drawn }
        | Happened::Played { seat, drawn, .. }
        | Happened::Exchanged { seat, drawn, .. } => (seat, drawn),
        _ => return,
    };
    if let Some(order) = racks.get_mut(seat.index()) {
        order.extend(drawn);
    }
}

/// Makes the orders hold just what the racks hold; of equal tiles the first is the one that went.
fn settle_orders(racks: &mut [Vec<TileId>], game: &Game) {
    for (order, state) in racks.iter_mut().zip(game.seats()) {
        let (mut gone, mut fresh): (Tiles, Tiles) = (order.iter().copied().collect(), state.rack.clone());
        state.rack.iter().for_each(|tile| _ = gone.take(tile));
        order.iter().for_each(|&tile| _ = fresh.take(tile));
        order.retain(|&tile| gone.take(tile).is_err());
        order.extend(fresh.iter());
    }
}

/// The orders of all racks after a record.
fn orders(record: &Record) -> Vec<Vec<TileId>> {
    let mut game = Game::new(record.rules().clone());
    let mut racks = vec![Vec::new(); record.header().seats.len()];
    for event in record.events() {
        game.apply(event);
        put_drawn(&mut racks, &event.what);
        settle_orders(&mut racks, &game);
    }
    racks
}

/// The clock of a game: it stands still while nobody plays.
#[derive(Clone, Copy, Debug)]
struct Timer {
    base: Millis,
    since: Instant,
}

impl Timer {
    fn from(base: Millis) -> Timer {
        Timer { base, since: Instant::now() }
    }

    fn now(&self) -> Millis {
        self.base.plus(Millis(i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX)))
    }
}
