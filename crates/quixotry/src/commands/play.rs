//! `quixotry play`: a game in the terminal.

use crate::inputs::{Catalog, LeaveValuesArgs, WordSource};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use anyhow::{Context, bail};
use clap::Args;
use lexicon::WordGraph;
use players::LeaveValues;
use rules::{GoodWord, Ruleset};
use serde::Deserialize;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use terminal::{
    ClearMode, Dialogue, DialogueEdition, LineEditor, LineGame, LocalGame, LocalGameSetup, ScreenGame,
    StreamConsole, parse_seats,
};

const EXAMPLES: &str = "\
Examples:
  quixotry play
  quixotry play --seats you,computer:static --full-screen
  quixotry play --rules skrabbkle
  quixotry play --rules infinite --seats Ann,Ben,computer:longest --seed 7
  quixotry play --resume

Seats are separated by commas: `you` or a name is a person, `computer` or `computer:LEVEL` is a computer, and
`NAME=computer:LEVEL` is a computer with a name. `quixotry players` lists the levels.
Options that are not given are read from play.toml in the data directory; its keys are the names of the options.
Games are saved while you play; `quixotry record` reads them.";

/// The default pause before a computer's play, in seconds.
const PACE: f64 = 0.7;
const MAX_PACE: f64 = 60.0;

/// Play a game in the terminal, line by line or full-screen.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    options: PlayOptions,
    /// Resume the last unfinished game, or the game in this file
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["rules", "board", "lexicon", "seats", "seed"])]
    resume: Option<Option<PathBuf>>,
    /// Do not save the game
    #[arg(long)]
    no_save: bool,
    /// Read options from this file [default: play.toml in the data directory]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Options of the command line and of the configuration file.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct PlayOptions {
    /// The rules, by name or file [default: standard]
    #[arg(long, short, value_name = "NAME")]
    rules: Option<String>,
    /// A different board, by name or file
    #[arg(long, short, value_name = "NAME")]
    board: Option<String>,
    /// A different lexicon, by name or file
    #[arg(long, short, value_name = "NAME")]
    lexicon: Option<String>,
    /// The players [default: you,computer:greedy]
    #[arg(long, value_name = "LIST")]
    seats: Option<String>,
    /// The seed of the random draws
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// The leave values of the computers: a file from `train leaves` (.qlv) or a KLV2 file [default: the
    /// shipped values]
    #[arg(long, value_name = "FILE")]
    leaves: Option<String>,
    /// Seconds to wait before each play of a computer [default: 0.7 on a terminal]
    #[arg(long, value_name = "SECONDS")]
    pace: Option<f64>,
    /// Play full-screen, with a cursor
    #[arg(long)]
    full_screen: bool,
}

impl PlayOptions {
    /// These options, completed by others.
    fn or(self, other: PlayOptions) -> PlayOptions {
        PlayOptions {
            rules: self.rules.or(other.rules),
            board: self.board.or(other.board),
            lexicon: self.lexicon.or(other.lexicon),
            seats: self.seats.or(other.seats),
            seed: self.seed.or(other.seed),
            leaves: self.leaves.or(other.leaves),
            pace: self.pace.or(other.pace),
            full_screen: self.full_screen || other.full_screen,
        }
    }

    fn check(&self) -> anyhow::Result<()> {
        if self.full_screen && !is_terminal() {
            bail!("--full-screen needs a terminal; without this option the game is played line by line");
        }
        self.pace().map(drop)
    }

    fn leaves(&self, rules: &Ruleset) -> anyhow::Result<Option<LeaveValues>> {
        LeaveValuesArgs { leaves: self.leaves.clone() }.values(rules)
    }

    fn pace(&self) -> anyhow::Result<Duration> {
        let default = if io::stdout().is_terminal() { PACE } else { 0.0 };
        let seconds = self.pace.unwrap_or(default);
        if !(0.0..=MAX_PACE).contains(&seconds) {
            bail!("--pace is a number of seconds from 0 to {MAX_PACE}, not {seconds}");
        }
        Ok(Duration::from_secs_f64(seconds))
    }
}

/// Runs the command.
pub(crate) fn run(args: &PlayArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let options = args.options.clone().or(read_config(args.config.as_deref(), catalog)?);
    // Check before the game starts and is saved.
    options.check()?;
    out.flush()?;
    match &args.resume {
        Some(file) => resume(file.as_deref(), &options, catalog, out)?,
        None => begin(args, &options, catalog, out)?,
    }
    Ok(Status::Success)
}

fn read_config(file: Option<&Path>, catalog: &Catalog) -> anyhow::Result<PlayOptions> {
    let default = catalog
        .library()
        .directories()
        .first()
        .map(|data| data.join("play.toml"))
        .filter(|path| path.is_file());
    let Some(path) = file.map(Path::to_owned).or(default) else { return Ok(PlayOptions::default()) };
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).with_context(|| path.display().to_string())
}

fn begin(
    args: &PlayArgs,
    options: &PlayOptions,
    catalog: &Catalog,
    out: &CommandOutput,
) -> anyhow::Result<()> {
    let setup = setup(options, catalog)?;
    let directory = games_directory(catalog).filter(|_| !args.no_save);
    let edition = DialogueEdition::of(&setup.rules).filter(|_| !options.full_screen);
    if let Some(edition) = edition.filter(|edition| options.seats.is_none() || edition.fits(&setup.seats)) {
        let mut console = stream_console();
        let chosen = options.board.is_some();
        let mut dialogue = Dialogue::new(&mut console, edition, options.pace()?);
        dialogue.play(setup, chosen, directory.as_deref())?;
        return Ok(());
    }
    let mut game = LocalGame::begin(setup)?;
    if let Some(directory) = directory {
        game.save_in(&directory);
    }
    play(game, options, out)
}

fn resume(
    file: Option<&Path>,
    options: &PlayOptions,
    catalog: &Catalog,
    out: &CommandOutput,
) -> anyhow::Result<()> {
    let saved = match (file, games_directory(catalog)) {
        (Some(file), _) => terminal::load_game(file, catalog.library())?,
        (None, Some(directory)) => terminal::load_latest(&directory, catalog.library())?,
        (None, None) => {
            bail!("there is no data directory to look for games in: name a file, or use --data-dir DIR")
        }
    };
    let leaves = options.leaves(saved.record.rules())?;
    let game = LocalGame::resume(saved, leaves)?;
    match DialogueEdition::of(game.rules()).filter(|_| !options.full_screen) {
        Some(edition) => {
            let mut console = stream_console();
            Dialogue::new(&mut console, edition, options.pace()?).resume(game)?;
        }
        None => play(game, options, out)?,
    }
    Ok(())
}

fn play(game: LocalGame, options: &PlayOptions, out: &CommandOutput) -> anyhow::Result<()> {
    let pace = options.pace()?;
    let coloured = out.paint() == boardlang::RenderStyle::Coloured;
    if options.full_screen {
        let game = ScreenGame::new(game, pace);
        let game = if coloured { game } else { game.without_colours() };
        return Ok(terminal::run_full_screen(game)?);
    }
    let game = LineGame::new(game, pace);
    let game = if coloured { game.with_colours() } else { game };
    if is_terminal() {
        game.play(&mut LineEditor::new()?)?
    } else {
        game.play(&mut stream_console())?
    };
    Ok(())
}

fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn stream_console() -> StreamConsole<io::StdinLock<'static>, io::Stdout> {
    let clear_mode =
        if io::stdout().is_terminal() { ClearMode::EscapeSequence } else { ClearMode::Separator };
    StreamConsole::new(io::stdin().lock(), io::stdout(), clear_mode)
}

fn games_directory(catalog: &Catalog) -> Option<PathBuf> {
    catalog.library().directories().first().map(|data| data.join("games"))
}

fn setup(options: &PlayOptions, catalog: &Catalog) -> anyhow::Result<LocalGameSetup> {
    let seed = options.seed.unwrap_or_else(random_seed);
    let rules = rules(options, seed, catalog)?;
    let (rules, words) = words(options, rules, catalog)?;
    let seats = parse_seats(options.seats.as_deref().unwrap_or(&default_seats(&rules)))?;
    if rules.words.good == GoodWord::Any && seats.iter().any(|seat| !seat.kind.is_human()) {
        bail!(
            "computers need a lexicon: name people with --seats, such as Ann,Ben, or a lexicon with --lexicon"
        );
    }
    let leaves = options.leaves(&rules)?;
    Ok(LocalGameSetup { rules, words, seats, seed, leaves })
}

/// You, and as many computers as the rules require; without a lexicon, as many people.
fn default_seats(rules: &Ruleset) -> String {
    if rules.words.good == GoodWord::Any {
        let people = rules.seats.min.max(2.min(rules.seats.max));
        return (1..=people).map(|number| format!("Player {number}")).collect::<Vec<_>>().join(",");
    }
    let computers = usize::from(rules.seats.min.max(2.min(rules.seats.max)).saturating_sub(1));
    std::iter::once("you").chain(std::iter::repeat_n("computer", computers)).collect::<Vec<_>>().join(",")
}

fn rules(options: &PlayOptions, seed: u64, catalog: &Catalog) -> anyhow::Result<Ruleset> {
    let rules = catalog.rules(options.rules.as_deref().unwrap_or("standard"), Some(seed))?;
    let Some(board) = &options.board else { return Ok(rules) };
    let mut draft = rules.draft();
    draft.board = catalog.board(board, Some(seed))?;
    Ok(Ruleset::try_from(draft)?)
}

/// The words of the game. Without a lexicon, the rules take every word.
fn words(options: &PlayOptions, rules: Ruleset, catalog: &Catalog) -> anyhow::Result<(Ruleset, WordGraph)> {
    let words = match &options.lexicon {
        Some(name) => catalog.words(name, &rules)?,
        None => catalog.default_words(&rules)?,
    };
    match words {
        WordSource::Lexicon(graph) => Ok((rules, graph)),
        WordSource::Any => {
            let graph = catalog.library().lexicon(presets::NO_LEXICON, rules.tiles.alphabet())?;
            Ok((rules.without_words(), graph))
        }
    }
}

/// A random seed.
fn random_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // The nanoseconds of the day are as good as a die for a game at home; the process id distinguishes two games.
    (now.as_nanos() as u64).rotate_left(17) ^ u64::from(std::process::id())
}
