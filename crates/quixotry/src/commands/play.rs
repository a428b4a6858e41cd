//! `quixotry play`: a game in the terminal.

use crate::given::{LeavesArgs, Stock, Words};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use anyhow::{Context, bail};
use clap::Args;
use lexicon::WordGraph;
use players::LeaveValues;
use rules::Ruleset;
use serde::Deserialize;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use terminal::{Clears, Dialogue, Edition, Editor, LineGame, Plain, ScreenGame, Setting, Table, parse_seats};

const EXAMPLES: &str = "\
Examples:
  quixotry play
  quixotry play --seats you,computer:static --full-screen
  quixotry play --rules skrabbkle
  quixotry play --rules infinite --seats Ann,Ben,computer:longest --seed 7
  quixotry play --resume

Seats are separated by commas: `you` or a name is a person, `computer` or `computer:LEVEL` a computer, and
`NAME=computer:LEVEL` one with a name. `quixotry players` lists the levels.
What is not said is looked up in play.toml of the data directory, which has the same names as the options.
Games are saved as they are played; `quixotry record` reads them.";

/// How long a computer's play waits to be seen, in seconds.
const PACE: f64 = 0.7;
const LONGEST_PACE: f64 = 60.0;

/// Play a game in the terminal, line by line or full-screen.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    choices: Choices,
    /// Go on with the last unfinished game, or with the one in this file
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["rules", "board", "lexicon", "seats", "seed"])]
    resume: Option<Option<PathBuf>>,
    /// Do not save the game
    #[arg(long)]
    no_save: bool,
    /// Look up what is not said here, instead of in play.toml of the data directory
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// What can be said on the command line and in a file.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Choices {
    /// The rules, by name or file [default: standard]
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Another board, by name or file
    #[arg(long, value_name = "NAME")]
    board: Option<String>,
    /// Another lexicon, by name or file
    #[arg(long, value_name = "NAME")]
    lexicon: Option<String>,
    /// Who plays [default: you,computer:greedy]
    #[arg(long, value_name = "LIST")]
    seats: Option<String>,
    /// Draw the same tiles as another game with this number
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// What tiles kept are worth to the computers: a file from `train leaves` (.qlv) or a KLV2 file [default: the
    /// shipped values]
    #[arg(long, value_name = "FILE")]
    leaves: Option<String>,
    /// Seconds before a computer's play is shown [default: 0.7 on a terminal]
    #[arg(long, value_name = "SECONDS")]
    pace: Option<f64>,
    /// Play on the whole screen, with a cursor
    #[arg(long)]
    full_screen: bool,
}

impl Choices {
    /// What was said, and where nothing was said what another says.
    fn or(self, other: Choices) -> Choices {
        Choices {
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
        if self.full_screen && !on_terminal() {
            bail!("--full-screen needs a terminal; without it the game is played line by line");
        }
        self.pace().map(drop)
    }

    fn leaves(&self, rules: &Ruleset) -> anyhow::Result<Option<LeaveValues>> {
        LeavesArgs { leaves: self.leaves.clone() }.values(rules)
    }

    fn pace(&self) -> anyhow::Result<Duration> {
        let usual = if io::stdout().is_terminal() { PACE } else { 0.0 };
        let seconds = self.pace.unwrap_or(usual);
        if !(0.0..=LONGEST_PACE).contains(&seconds) {
            bail!("--pace is from 0 to {LONGEST_PACE} seconds, not {seconds}");
        }
        Ok(Duration::from_secs_f64(seconds))
    }
}

/// Plays.
pub(crate) fn run(args: &PlayArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let choices = args.choices.clone().or(configured(args.config.as_deref(), stock)?);
    // Before anything is begun and saved.
    choices.check()?;
    screen.flush()?;
    match &args.resume {
        Some(file) => resume(file.as_deref(), &choices, stock, screen)?,
        None => begin(args, &choices, stock, screen)?,
    }
    Ok(Outcome::Good)
}

fn configured(file: Option<&Path>, stock: &Stock) -> anyhow::Result<Choices> {
    let usual = stock
        .library()
        .directories()
        .first()
        .map(|data| data.join("play.toml"))
        .filter(|path| path.is_file());
    let Some(path) = file.map(Path::to_owned).or(usual) else { return Ok(Choices::default()) };
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).with_context(|| path.display().to_string())
}

fn begin(args: &PlayArgs, choices: &Choices, stock: &Stock, screen: &Screen) -> anyhow::Result<()> {
    let setting = setting(choices, stock)?;
    let directory = games(stock).filter(|_| !args.no_save);
    let edition = Edition::of(&setting.rules).filter(|_| !choices.full_screen);
    if let Some(edition) = edition.filter(|edition| choices.seats.is_none() || edition.fits(&setting.seats)) {
        let mut console = plain();
        let chosen = choices.board.is_some();
        let mut dialogue = Dialogue::new(&mut console, edition, choices.pace()?);
        dialogue.play(setting, chosen, directory.as_deref())?;
        return Ok(());
    }
    let mut table = Table::begin(setting)?;
    if let Some(directory) = directory {
        table.save_in(&directory);
    }
    play(table, choices, screen)
}

fn resume(file: Option<&Path>, choices: &Choices, stock: &Stock, screen: &Screen) -> anyhow::Result<()> {
    let saved = match (file, games(stock)) {
        (Some(file), _) => terminal::load(file, stock.library())?,
        (None, Some(directory)) => terminal::latest(&directory, stock.library())?,
        (None, None) => {
            bail!("there is no data directory to look for games in: name a file, or say --data-dir DIR")
        }
    };
    let leaves = choices.leaves(saved.record.rules())?;
    let table = Table::resume(saved, leaves)?;
    match Edition::of(table.rules()).filter(|_| !choices.full_screen) {
        Some(edition) => {
            let mut console = plain();
            Dialogue::new(&mut console, edition, choices.pace()?).resume(table)?;
        }
        None => play(table, choices, screen)?,
    }
    Ok(())
}

fn play(table: Table, choices: &Choices, screen: &Screen) -> anyhow::Result<()> {
    let pace = choices.pace()?;
    let coloured = screen.paint() == boardlang::RenderStyle::Coloured;
    if choices.full_screen {
        let game = ScreenGame::new(table, pace);
        let game = if coloured { game } else { game.without_colours() };
        return Ok(terminal::run_full_screen(game)?);
    }
    let game = LineGame::new(table, pace);
    let game = if coloured { game.coloured() } else { game };
    if on_terminal() {
        game.play(&mut Editor::new()?)?
    } else {
        game.play(&mut plain())?
    };
    Ok(())
}

fn on_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn plain() -> Plain<io::StdinLock<'static>, io::Stdout> {
    let clears = if io::stdout().is_terminal() { Clears::Screen } else { Clears::Line };
    Plain::new(io::stdin().lock(), io::stdout(), clears)
}

fn games(stock: &Stock) -> Option<PathBuf> {
    stock.library().directories().first().map(|data| data.join("games"))
}

fn setting(choices: &Choices, stock: &Stock) -> anyhow::Result<Setting> {
    let seed = choices.seed.unwrap_or_else(any_seed);
    let rules = rules(choices, seed, stock)?;
    let words = words(choices, &rules, stock)?;
    let seats = parse_seats(choices.seats.as_deref().unwrap_or(&usual_seats(&rules)))?;
    let leaves = choices.leaves(&rules)?;
    Ok(Setting { rules, words, seats, seed, leaves })
}

/// You, and as many computers as the rules ask for.
fn usual_seats(rules: &Ruleset) -> String {
    let computers = usize::from(rules.seats.min.max(2.min(rules.seats.max)).saturating_sub(1));
    std::iter::once("you").chain(std::iter::repeat_n("computer", computers)).collect::<Vec<_>>().join(",")
}

fn rules(choices: &Choices, seed: u64, stock: &Stock) -> anyhow::Result<Ruleset> {
    let rules = stock.rules(choices.rules.as_deref().unwrap_or("standard"), Some(seed))?;
    let Some(board) = &choices.board else { return Ok(rules) };
    let mut draft = rules.draft();
    draft.board = stock.board(board, Some(seed))?;
    Ok(Ruleset::try_from(draft)?)
}

fn words(choices: &Choices, rules: &Ruleset, stock: &Stock) -> anyhow::Result<WordGraph> {
    let words = match &choices.lexicon {
        Some(name) => stock.words(name, rules)?,
        None => stock.words_of(rules)?,
    };
    match words {
        Words::Listed(graph) => Ok(graph),
        Words::Any => {
            bail!("computers and hints need words, so the lexicon cannot be none: name one with --lexicon")
        }
    }
}

/// A number nobody chose.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // The nanoseconds of the day are as good as a die for a game at home; the process tells two games apart.
    (now.as_nanos() as u64).rotate_left(17) ^ u64::from(std::process::id())
}
