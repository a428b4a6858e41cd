//! What is studied, and what the commands do.

use super::command::{self, SearchEffort, StudyCommand};
use super::game::StudyGame;
use super::position::{StudyPosition, TriedTurn};
use super::table;
use analysis::{
    AnalysisError, AnalysisMethod, Analyst, Assessment, Effort, KnownTilesError, PositionSimulation,
    StopReason, know_rack, to_action, view_position,
};
use lexicon::WordGraph;
use notation::draw::{self, Colour, DrawingStyle};
use notation::gcg::GcgGame;
use notation::plays::{self, PlayContext, Turn};
use players::{Cancellation, EvaluationContext, RankedAction, SearchLimit, TurnAction};
use rules::{Points, Refusal, Ruleset, Seat, View};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tiles::{Tiles, TilesParseError};

/// What is studied.
#[derive(Clone, Debug)]
pub enum StudySubject {
    /// A game.
    Game(StudyGame),
    /// A position alone.
    Position(StudyPosition),
}

/// What a study begins with.
pub struct StudySetup {
    /// What is studied.
    pub subject: StudySubject,
    /// The engine, with its usual effort.
    pub analyst: Analyst,
    /// The words.
    pub words: WordGraph,
    /// How much the engine does, apart from the time.
    pub effort: Effort,
    /// Stops the engine.
    pub cancellation: Cancellation,
    /// Writes what is saved; returns what went wrong.
    pub save: fn(&Path, StudiedFile<'_>) -> Result<(), String>,
}

/// What is saved.
pub enum StudiedFile<'a> {
    /// A game as GCG.
    Gcg(&'a GcgGame),
    /// A game as a record under these rules.
    Record(&'a GcgGame, &'a Ruleset),
    /// A position, as one line.
    Cgp(String),
}

/// Why a command is not carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// There is no game.
    #[error("This is a position without a game.")]
    NoGame,
    /// There is no such turn.
    #[error("The game has {turns} turns.")]
    NoTurn {
        /// How many there are.
        turns: usize,
    },
    /// Nothing led here.
    #[error("No turn of the game led here: go behind the turn that is meant.")]
    NothingPlayed,
    /// There is nothing to take back.
    #[error("No turn was tried here.")]
    NothingTried,
    /// A turn cannot be read.
    #[error("{0}")]
    Turn(#[from] plays::PlayError),
    /// A turn is refused.
    #[error("{0}")]
    Refused(Refusal),
    /// Tiles cannot be read.
    #[error("{0}")]
    Tiles(#[from] TilesParseError),
    /// A tile is elsewhere.
    #[error("There is no {tile} left: it is on the board or on the other rack.")]
    TileElsewhere {
        /// The tile.
        tile: String,
    },
    /// Too many tiles on a rack.
    #[error("These are {tiles} tiles; a full rack has {full}.")]
    RackTooLarge {
        /// The tiles.
        tiles: usize,
        /// Tiles of a full rack.
        full: usize,
    },
    /// Tiles that are not there.
    #[error("These tiles are not on the rack.")]
    NotOnRack,
    /// The bag has too few tiles.
    #[error("The bag has {bag} tiles, so no more can be exchanged.")]
    BagTooSmall {
        /// Tiles in it.
        bag: usize,
    },
    /// The rack is not known.
    #[error("The rack of {name} is not known: set it with `rack TILES`.")]
    RackUnknown {
        /// Whose.
        name: String,
    },
    /// The opponent cannot have these tiles.
    #[error("{0}")]
    Opponent(#[from] KnownTilesError),
    /// There is nothing to solve.
    #[error("The bag has {bag} tiles: endgames have none and pre-endgames 1 to 4. `sim` simulates.")]
    NothingToSolve {
        /// Tiles in it.
        bag: usize,
    },
    /// There is no such play in the list.
    #[error("The last list has no number {0}.")]
    NotListed(usize),
    /// A file cannot be written.
    #[error("{0}")]
    Save(String),
    /// The name of a file says nothing about its format.
    #[error("{} does not end in .gcg, .jsonl or .cgp, so its format is not known.", .0.display())]
    Format(PathBuf),
    /// The words make no graph.
    #[error("{0}")]
    Analysis(#[from] AnalysisError),
}

/// Turns that were tried and kept.
struct Variation {
    /// After how many turns of the game it begins.
    after: usize,
    name: String,
    text: String,
}

/// The turns that were listed last.
pub(super) enum StudyList {
    /// Nothing was listed.
    Empty,
    /// Turns with their static equity.
    Plays(Vec<RankedAction>),
    /// Turns that a search assessed.
    Turns(Assessment),
}

impl StudyList {
    fn action(&self, index: usize) -> Option<&TurnAction> {
        match self {
            StudyList::Empty => None,
            StudyList::Plays(plays) => plays.get(index).map(|ranked| &ranked.action),
            StudyList::Turns(found) => found.turns.get(index).map(|turn| &turn.action),
        }
    }
}

/// The default time for solving.
const SOLVING_TIME: Duration = Duration::from_secs(60);

/// The analysis room.
pub struct StudyRoom {
    setup: StudySetup,
    /// How many turns of the game were made before this position.
    at: usize,
    /// The position, before the turns that were tried.
    base: StudyPosition,
    tried: Vec<TriedTurn>,
    /// The tiles that the opponent is said to have.
    opponent: Tiles,
    candidates: Vec<TurnAction>,
    listed: StudyList,
    simulation: Option<PositionSimulation>,
    variations: Vec<Variation>,
    has_changes: bool,
}

impl StudyRoom {
    /// Opens a room at the first turn.
    #[must_use]
    pub fn new(setup: StudySetup) -> StudyRoom {
        let base = match &setup.subject {
            StudySubject::Position(position) => position.clone(),
            StudySubject::Game(game) => game.position(0).cloned().unwrap_or_else(|| empty(game.rules())),
        };
        StudyRoom {
            setup,
            at: 0,
            base,
            tried: Vec::new(),
            opponent: Tiles::new(),
            candidates: Vec::new(),
            listed: StudyList::Empty,
            simulation: None,
            variations: Vec::new(),
            has_changes: false,
        }
    }

    /// Whether something was changed and not saved.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.has_changes
    }

    /// Carries out a command. Returns what is to be told.
    pub(super) fn carry_out(&mut self, command: StudyCommand) -> Result<String, StudyError> {
        match command {
            StudyCommand::Nothing | StudyCommand::Quit => Ok(String::new()),
            StudyCommand::Help => Ok(command::help()),
            StudyCommand::Next => self.go_next(),
            StudyCommand::Back => self.go_back(),
            StudyCommand::Turn(number) => self.go_to_turn(number),
            StudyCommand::Start => self.go(0),
            StudyCommand::End => self.go_to_end(),
            StudyCommand::Board => Ok(self.show()),
            StudyCommand::Unseen => Ok(self.list_unseen()),
            StudyCommand::History => self.list_turns(),
            StudyCommand::Plays(count) => self.list_plays(count),
            StudyCommand::Simulate(effort) => self.simulate(effort),
            StudyCommand::Solve(time) => self.solve(time),
            StudyCommand::Add(text) => self.add_candidate(&text),
            StudyCommand::Rack(tiles) => self.set_rack(&tiles),
            StudyCommand::Opponent(tiles) => self.set_opponent(&tiles),
            StudyCommand::Try(text) => self.try_turn(&text),
            StudyCommand::Undo => self.undo(),
            StudyCommand::Keep(name) => self.keep(&name),
            StudyCommand::Variations => Ok(self.list_variations()),
            StudyCommand::Note(text) => self.set_note(&text),
            StudyCommand::Score(points) => self.set_points(points),
            StudyCommand::Save(path) => self.save(&path),
            StudyCommand::Wrong(advice) => Ok(advice),
        }
    }

    /// What stops the engine.
    pub(super) fn cancellation(&self) -> &Cancellation {
        &self.setup.cancellation
    }

    /// The last list, and the view that it belongs to.
    pub(super) fn current_list(&self) -> (&StudyList, Option<View>) {
        (&self.listed, self.view().ok())
    }

    /// How many games the simulation of this position has played.
    pub(super) fn simulated_games(&self) -> Option<u64> {
        self.simulation.as_ref().map(PositionSimulation::iterations)
    }

    /// Whether the last search found one turn clearly best, or all that are left equally good.
    pub(super) fn is_clear(&self) -> bool {
        matches!(&self.listed, StudyList::Turns(found) if found.ended == Some(StopReason::Clear))
    }

    /// Whether the last list is that of a simulation.
    pub(super) fn lists_simulation(&self) -> bool {
        matches!(&self.listed, StudyList::Turns(found) if found.method == AnalysisMethod::Simulation)
    }

    /// Where we are.
    pub(super) fn title(&self) -> String {
        let (rules, words) = (&self.now().position.rules.title, self.setup.words.name());
        let tried = match self.tried.len() {
            0 => String::new(),
            tried => format!(", {tried} tried"),
        };
        match &self.setup.subject {
            StudySubject::Game(game) => {
                let turns = game.turns().len();
                let place = match self.at == turns {
                    true => format!("after the last turn, {turns}"),
                    false => format!("turn {} of {turns}", self.at + 1),
                };
                format!("{place}{tried} · {rules} · {words}")
            }
            StudySubject::Position(_) => format!("position{tried} · {rules} · {words}"),
        }
    }

    fn game(&self) -> Result<&StudyGame, StudyError> {
        match &self.setup.subject {
            StudySubject::Game(game) => Ok(game),
            StudySubject::Position(_) => Err(StudyError::NoGame),
        }
    }

    pub(super) fn now(&self) -> &StudyPosition {
        self.tried.last().map_or(&self.base, |tried| &tried.after)
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        let names = self.game().map(StudyGame::names).unwrap_or_default();
        names.get(seat.index()).cloned().unwrap_or_else(|| format!("player {}", seat.index() + 1))
    }

    /// The prompt: where we are and who is to move.
    pub(super) fn prompt(&self) -> String {
        let place = match &self.setup.subject {
            StudySubject::Game(_) => format!("turn {}", self.at + 1),
            StudySubject::Position(_) => "position".to_owned(),
        };
        let tried = if self.tried.is_empty() { String::new() } else { format!(" +{}", self.tried.len()) };
        format!("{place}{tried}, {}> ", self.name(self.now().to_move))
    }

    /// Goes to the position after a number of turns.
    pub(super) fn go(&mut self, turns: usize) -> Result<String, StudyError> {
        let game = self.game()?;
        let (all, position) = (game.turns().len(), game.position(turns).cloned());
        self.base = position.ok_or(StudyError::NoTurn { turns: all })?;
        self.at = turns;
        self.tried.clear();
        self.forget_position();
        Ok(self.show())
    }

    pub(super) fn go_next(&mut self) -> Result<String, StudyError> {
        self.go(self.at + 1)
    }

    pub(super) fn go_back(&mut self) -> Result<String, StudyError> {
        match self.at.checked_sub(1) {
            Some(before) => self.go(before),
            None => Err(StudyError::NoTurn { turns: self.game()?.turns().len() }),
        }
    }

    /// Goes to the turn with this number, before it is made.
    pub(super) fn go_to_turn(&mut self, number: usize) -> Result<String, StudyError> {
        let turns = self.game()?.turns().len();
        self.go(number.checked_sub(1).ok_or(StudyError::NoTurn { turns })?)
    }

    pub(super) fn go_to_end(&mut self) -> Result<String, StudyError> {
        self.go(self.game()?.turns().len())
    }

    /// What belonged to another position is no longer true.
    fn forget_position(&mut self) {
        self.opponent = Tiles::new();
        self.candidates.clear();
        self.listed = StudyList::Empty;
        self.simulation = None;
    }

    /// The last turn, the board, the scores and the racks.
    pub(super) fn show(&self) -> String {
        let now = self.now();
        let mut text = self.describe_last_turn().map_or(String::new(), |turn| turn + "\n");
        let scene = draw::BoardScene::new(&now.position.rules, &now.position.grid);
        text += &draw::draw(scene, DrawingStyle::Classic, Colour::None);
        for place in 0..now.seats() {
            let tiles = now.describe_rack(place);
            let score = now.position.scores[place];
            let turn = if place == 0 { "to move" } else { "" };
            let line = format!("{:<20} {score:>4}  {:<8} {tiles}", self.name(now.seat_at(place)), turn);
            text += &format!("{}\n", line.trim_end());
        }
        text += &format!("{} tiles in the bag", now.bag());
        text
    }

    /// The turn that led here, with its note.
    pub(super) fn describe_last_turn(&self) -> Option<String> {
        if let Some(tried) = self.tried.last() {
            return Some(describe_tried(tried));
        }
        let turn = self.game().ok()?.turns().get(self.at.checked_sub(1)?)?;
        let mut text = format!("turn {}, {}: {} {:+}", self.at, self.name(turn.seat), turn.text, turn.points);
        turn.more.iter().for_each(|more| text += &format!("; {more}"));
        turn.note.iter().flat_map(|note| note.lines()).for_each(|line| text += &format!("\n  | {line}"));
        Some(text)
    }

    /// The tiles that the player to move does not see.
    pub(super) fn list_unseen(&self) -> String {
        let (unseen, set) = (self.unseen(), &self.now().position.rules.tiles);
        let kinds = unseen.kinds().map(|(id, count)| format!("{}×{count}", set.label(id)));
        format!("{} unseen: {}", unseen.len(), kinds.collect::<Vec<_>>().join(" "))
    }

    fn unseen(&self) -> Tiles {
        let now = self.now();
        let mut unseen = now.position.unseen();
        (1..now.seats()).for_each(|place| unseen.add_all(&now.position.partial_rack(place).known));
        unseen
    }

    /// All turns with their notes.
    pub(super) fn list_turns(&self) -> Result<String, StudyError> {
        let game = self.game()?;
        let mut rows = vec![["", "turn", "player", "play", "score", ""].map(str::to_owned)];
        for (index, turn) in game.turns().iter().enumerate() {
            let note = turn.note.as_deref().and_then(|note| note.lines().next()).unwrap_or_default();
            rows.push([
                if index == self.at { ">" } else { "" }.to_owned(),
                (index + 1).to_string(),
                self.name(turn.seat),
                turn.text.clone(),
                turn.points.to_string(),
                [turn.more.join("; "), note.to_owned()].join(" ").trim().to_owned(),
            ]);
        }
        Ok(table::align(&rows, [true, false, true, true, false, true]))
    }

    /// The view of the player to move, with the tiles that the opponent is said to have.
    fn view(&self) -> Result<View, StudyError> {
        let now = self.now();
        let mut view = view_position(&now.position)
            .map_err(|_| StudyError::RackUnknown { name: self.name(now.to_move) })?;
        know_rack(&mut view, Seat(1), &self.opponent)?;
        Ok(view)
    }

    pub(super) fn list_plays(&mut self, count: usize) -> Result<String, StudyError> {
        let view = self.view()?;
        let rack = view.own_rack().cloned().unwrap_or_default();
        let evaluator = self.setup.analyst.simulation().evaluator();
        let context = EvaluationContext::of(&view);
        let mut plays = evaluator.plays(&view.grid, &rack, context, count, &|| false);
        plays.extend(evaluator.exchanges(&rack, context, 1));
        let text = table::list_plays(&plays, &view);
        self.listed = StudyList::Plays(plays);
        Ok(text)
    }

    /// Begins a simulation, or goes on with it.
    pub(super) fn simulate(&mut self, effort: SearchEffort) -> Result<String, StudyError> {
        let view = self.view()?;
        self.setup.cancellation.reset();
        let begun = self.simulation.take();
        self.setup.analyst.set_effort(self.setup.effort.clone());
        let begun = begun.or_else(|| self.setup.analyst.begin_simulation(&view, &self.candidates));
        let Some(mut simulation) = begun else {
            return Err(StudyError::RackUnknown { name: self.name(self.now().to_move) });
        };
        let limit = effort.limit(simulation.iterations()).with_cancellation(&self.setup.cancellation);
        let found = self.setup.analyst.continue_simulation(&mut simulation, &limit, &mut |_| {});
        self.simulation = Some(simulation);
        Ok(self.list_found(found, &view))
    }

    fn list_found(&mut self, found: Assessment, view: &View) -> String {
        let text = table::list_turns(&found, view);
        self.listed = StudyList::Turns(found);
        text
    }

    /// Solves an endgame or a pre-endgame.
    pub(super) fn solve(&mut self, time: Option<Duration>) -> Result<String, StudyError> {
        let view = self.view()?;
        if Analyst::method(&view) == AnalysisMethod::Simulation {
            return Err(StudyError::NothingToSolve { bag: view.bag });
        }
        self.setup.cancellation.reset();
        let limit = SearchLimit::for_duration(time.unwrap_or(SOLVING_TIME));
        let limit = limit.with_cancellation(&self.setup.cancellation);
        self.setup.analyst.set_effort(Effort { limit, ..self.setup.effort.clone() });
        let found = self.setup.analyst.assess(&view, &self.candidates, &mut |_| {})?;
        Ok(self.list_found(found, &view))
    }

    fn read_turn(&self, text: &str) -> Result<Turn, StudyError> {
        let now = &self.now().position;
        if let Ok(number) = text.parse::<usize>() {
            let listed = number.checked_sub(1).and_then(|index| self.listed.action(index));
            return Ok(match listed.ok_or(StudyError::NotListed(number))? {
                TurnAction::Play(play) => Turn::Place(play.placement()),
                TurnAction::Exchange(tiles) => Turn::Exchange(tiles.clone()),
                TurnAction::Pass => Turn::Pass,
            });
        }
        let known = now.partial_rack(0).unknown == 0;
        let context = PlayContext { rack: Some(now.rack()).filter(|_| known), ..PlayContext::of(now) };
        Ok(plays::parse_any(text, context)?)
    }

    /// Adds a candidate to what the engine looks at.
    pub(super) fn add_candidate(&mut self, text: &str) -> Result<String, StudyError> {
        let action = match self.read_turn(text)? {
            Turn::Pass => TurnAction::Pass,
            Turn::Exchange(tiles)
                if self.now().position.rack().includes(&tiles.iter().copied().collect()) =>
            {
                TurnAction::Exchange(tiles)
            }
            Turn::Exchange(_) | Turn::ExchangeUnknown(_) => return Err(StudyError::NotOnRack),
            Turn::Place(placement) => {
                let play = self.now().position.judge(&placement, None).map_err(StudyError::Refused)?;
                to_action(&play).ok_or(StudyError::NotOnRack)?
            }
        };
        let text = analysis::action_text(&action, &self.view()?);
        self.candidates.push(action);
        self.simulation = None;
        Ok(format!("{text} is a candidate; a simulation begins anew."))
    }

    /// Sets the rack of the player to move.
    pub(super) fn set_rack(&mut self, text: &str) -> Result<String, StudyError> {
        let tiles = self.now().position.rules.tiles.parse_tiles(text)?;
        match self.tried.last_mut() {
            Some(tried) => tried.after.set_rack(0, &tiles)?,
            None => self.base.set_rack(0, &tiles)?,
        }
        self.forget_position();
        Ok(self.show())
    }

    /// Sets the tiles that the opponent is said to have; without tiles nothing is known.
    pub(super) fn set_opponent(&mut self, text: &str) -> Result<String, StudyError> {
        let before = std::mem::take(&mut self.opponent);
        self.opponent = self.now().position.rules.tiles.parse_tiles(text)?;
        if let Err(error) = self.view() {
            self.opponent = before;
            return Err(error);
        }
        self.simulation = None;
        let tiles = self.now().position.rules.tiles.print_tiles(&self.opponent);
        Ok(match tiles.is_empty() {
            true => "The opponent's tiles are unknown.".to_owned(),
            false => format!("The opponent has {tiles}; a simulation begins anew."),
        })
    }

    /// Tries a turn: the other player is to move after it.
    pub(super) fn try_turn(&mut self, text: &str) -> Result<String, StudyError> {
        let turn = self.read_turn(text)?;
        let tried = self.now().try_turn(&turn, &self.setup.words)?;
        self.tried.push(tried);
        self.forget_position();
        Ok(self.show())
    }

    pub(super) fn undo(&mut self) -> Result<String, StudyError> {
        self.tried.pop().ok_or(StudyError::NothingTried)?;
        self.forget_position();
        Ok(self.show())
    }

    /// Keeps the turns that were tried as a variation, in the note of the turn before.
    pub(super) fn keep(&mut self, name: &str) -> Result<String, StudyError> {
        if self.tried.is_empty() {
            return Err(StudyError::NothingTried);
        }
        let turns: Vec<String> =
            self.tried.iter().map(|tried| format!("{} {:+}", tried.text, tried.points)).collect();
        let name = match name {
            "" => format!("variation {}", self.variations.len() + 1),
            name => name.to_owned(),
        };
        let text = turns.join(", ");
        self.variations.push(Variation { after: self.at, name: name.clone(), text: text.clone() });
        let mut answer = format!("Kept as {name}: {text}");
        if let (StudySubject::Game(game), Some(turn)) = (&mut self.setup.subject, self.at.checked_sub(1)) {
            let before = game.turns().get(turn).and_then(|turn| turn.note.clone());
            let line = format!("{name}: {text}");
            game.set_note(
                turn,
                &before.map_or(line.clone(), |note| format!("{} / {line}", note.replace('\n', " "))),
            );
            self.has_changes = true;
            answer += &format!("\nIt stands in the note of turn {}.", self.at);
        }
        Ok(answer)
    }

    pub(super) fn list_variations(&self) -> String {
        if self.variations.is_empty() {
            return "There are no variations: try turns and `keep` them.".to_owned();
        }
        let line = |kept: &Variation| format!("turn {}, {}: {}", kept.after + 1, kept.name, kept.text);
        self.variations.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The index of the turn that led here.
    fn last_turn(&self) -> Result<usize, StudyError> {
        self.game()?;
        self.at.checked_sub(1).filter(|_| self.tried.is_empty()).ok_or(StudyError::NothingPlayed)
    }

    pub(super) fn set_note(&mut self, text: &str) -> Result<String, StudyError> {
        let turn = self.last_turn()?;
        if let StudySubject::Game(game) = &mut self.setup.subject {
            game.set_note(turn, text);
            self.has_changes = true;
        }
        Ok(self.describe_last_turn().unwrap_or_default())
    }

    pub(super) fn set_points(&mut self, points: Points) -> Result<String, StudyError> {
        let turn = self.last_turn()?;
        if let StudySubject::Game(game) = &mut self.setup.subject {
            game.set_points(turn, points);
            self.has_changes = true;
        }
        self.go(self.at)
    }

    pub(super) fn save(&mut self, path: &Path) -> Result<String, StudyError> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let file = match ending.as_deref() {
            Some("gcg") => StudiedFile::Gcg(self.game()?.file()),
            Some("jsonl") => {
                let game = self.game()?;
                StudiedFile::Record(game.file(), game.rules())
            }
            Some("cgp") => StudiedFile::Cgp(notation::cgp::print_position(&self.now().position)),
            _ => return Err(StudyError::Format(path.to_owned())),
        };
        (self.setup.save)(path, file).map_err(StudyError::Save)?;
        if ending.as_deref() != Some("cgp") {
            self.has_changes = false;
        }
        Ok(format!("Written to {}.", path.display()))
    }
}

fn describe_tried(tried: &TriedTurn) -> String {
    let bad = match &tried.bad_words[..] {
        [] => String::new(),
        words => format!(" (not in the lexicon: {})", words.join(", ")),
    };
    format!("tried: {} {:+}{bad}", tried.text, tried.points)
}

fn empty(rules: &Ruleset) -> StudyPosition {
    StudyPosition::new(rules::Position::new(rules.clone()), Seat(0))
}
