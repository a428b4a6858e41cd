//! The computer players by name.

use crate::champion::ChampionPlayer;
use crate::endgame_player::EndgamePlayer;
use crate::first::FirstPlayer;
use crate::greedy::GreedyPlayer;
use crate::human::{HumanPlayer, HumanStyle, LeavePolicy};
use crate::longest::LongestPlayer;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::sim::SimulationPlayer;
use crate::static_player::StaticPlayer;
use crate::vocabulary::Vocabulary;
use lexicon::{BuildError, WordGraph};
use rules::Ruleset;
use std::fmt;

/// What a player is created from.
#[derive(Clone, Copy)]
pub struct PlayerSetup<'a> {
    /// The rules of its game.
    pub rules: &'a Ruleset,
    /// The words it knows.
    pub words: &'a WordGraph,
    /// The seed of its random choices, for players that make any.
    pub seed: u64,
}

type PlayerResult = Result<Box<dyn Player>, BuildError>;

/// A kind of computer player.
///
/// ```
/// # mod quixotry { pub use quixotry_players as players; }
/// use quixotry::players::list;
///
/// for level in list() {
///     println!("{}: {}", level.name, level.about);
/// }
/// ```
#[derive(Clone, Copy)]
pub struct PlayerLevel {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Whether it is an opponent for people, and not a demonstration of one strategy.
    pub is_human_like: bool,
    /// Whether its choice depends on the view only, so that one player can play several seats and games.
    pub is_stateless: bool,
    make: fn(&PlayerData, u64) -> PlayerResult,
}

/// The measured strength of a player, under the rules of a language with its shipped lexicon.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelStrength {
    /// Its average score in a game against the next stronger player.
    pub score: f64,
    /// The share of games it wins against that player, ties counted half.
    pub wins: f64,
    /// By how many points it falls behind that player on average.
    pub behind: f64,
    /// The number of games.
    pub games: u32,
}

impl PlayerLevel {
    /// Creates a player.
    ///
    /// # Errors
    ///
    /// Fails if any order of letters is good and the graph of the sorted words cannot be built.
    pub fn player(&self, setup: PlayerSetup<'_>) -> PlayerResult {
        self.player_with(&PlayerData::new(setup.rules, setup.words)?, setup.seed)
    }

    /// Creates a player on shared data; `seed` seeds its random choices.
    ///
    /// # Errors
    ///
    /// Fails if any order of letters is good and the graph of the sorted words cannot be built.
    pub fn player_with(&self, data: &PlayerData, seed: u64) -> PlayerResult {
        (self.make)(data, seed)
    }

    /// Its strength against the next level in [`list`] with a shipped lexicon; `None` if it was not measured, as for the
    /// last level.
    #[must_use]
    pub fn strength(&self, lexicon: &str) -> Option<LevelStrength> {
        let mut rows = ladder_rows().filter(|row| row[0] == lexicon && row[1] == self.name);
        let row = rows.next()?;
        let number = |at: usize| row.get(at)?.parse::<f64>().ok();
        let (score, wins, behind) = (number(2)?, number(3)?, number(4)?);
        Some(LevelStrength { score, wins, behind, games: number(5)? as u32 })
    }
}

/// Measured by paired games; `docs/players.md` has the commands.
const LADDER: &str = include_str!("ladder.csv");

/// The columns of each row: lexicon, level, score, wins, points behind, games.
fn ladder_rows() -> impl Iterator<Item = Vec<&'static str>> {
    LADDER.lines().skip(1).map(|line| line.split(',').collect())
}

/// The lexicons with which the strength of the levels was measured, English first.
///
/// ```
/// # mod quixotry { pub use quixotry_players as players; }
/// assert!(quixotry::players::measured_lexicons().contains(&"german"));
/// ```
#[must_use]
pub fn measured_lexicons() -> Vec<&'static str> {
    let mut names: Vec<&str> = ladder_rows().map(|row| row[0]).collect();
    names.dedup();
    names
}

impl fmt::Debug for PlayerLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Level({})", self.name)
    }
}

/// A level for people.
macro_rules! human {
    ($name:literal, $vocabulary:ident, $loses:literal, $leave_policy:ident, $about:literal) => {
        PlayerLevel {
            name: $name,
            about: $about,
            is_human_like: true,
            is_stateless: false,
            make: |data, seed| {
                let style = HumanStyle {
                    vocabulary: Vocabulary::$vocabulary,
                    loses: $loses,
                    leave_policy: LeavePolicy::$leave_policy,
                };
                Ok(Box::new(HumanPlayer::new(data, seed, style)?))
            },
        }
    };
}

/// A level that demonstrates one strategy.
macro_rules! idea {
    ($name:literal, $player:ident, $about:literal) => {
        PlayerLevel {
            name: $name,
            about: $about,
            is_human_like: false,
            is_stateless: true,
            make: |data, _| Ok(Box::new($player::new(data))),
        }
    };
    ($name:literal, seeded $player:ident, $about:literal) => {
        PlayerLevel {
            name: $name,
            about: $about,
            is_human_like: false,
            is_stateless: false,
            make: |data, seed| Ok(Box::new($player::new(data, seed))),
        }
    };
}

static LEVELS: [PlayerLevel; 12] = [
    idea!("first", FirstPlayer, "lays the first legal play it comes upon"),
    human!("beginner", Everyday, 8.0, Ignore, "knows everyday words and takes points as it sees them"),
    human!("easy", Common, 6.0, Ignore, "knows the words of a newspaper and takes points"),
    idea!("longest", LongestPlayer, "makes the longest word, and of those the one that counts most"),
    human!("intermediate", Wide, 4.0, Value, "knows many words and thinks of the tiles it keeps"),
    human!("advanced", Large, 3.0, Value, "knows the words of a large dictionary and plays well"),
    idea!("greedy", GreedyPlayer, "takes the most points, with every word there is"),
    human!("expert", All, 2.0, Value, "knows every word and seldom misses by much"),
    idea!(
        "static",
        StaticPlayer,
        "weighs points against the tiles it keeps, and exchanges when that is better"
    ),
    idea!(
        "endgame",
        EndgamePlayer,
        "weighs points and tiles as static does, studies the last draws, and solves the endgame"
    ),
    idea!(
        "sim",
        seeded SimulationPlayer,
        "plays the best few plays out many times and takes the one that turns out best"
    ),
    idea!(
        "champion",
        seeded ChampionPlayer,
        "simulates, studies the last draws, solves the endgame, and divides its clock over the game"
    ),
];

/// All levels, weakest first.
///
/// ```
/// # mod quixotry { pub use quixotry_players as players; }
/// let names: Vec<&str> = quixotry::players::list().iter().map(|level| level.name).collect();
/// assert_eq!((names.first(), names.last()), (Some(&"first"), Some(&"champion")));
/// ```
#[must_use]
pub fn list() -> &'static [PlayerLevel] {
    &LEVELS
}

/// The level with this name; `strong` is the strongest.
///
/// ```
/// # mod quixotry { pub use {quixotry_players as players, presets}; }
/// use quixotry::players::{PlayerSetup, by_name};
/// use quixotry::presets::{Library, english};
///
/// let rules = Library::shipped().rules("standard")?;
/// let level = by_name("greedy").expect("a known level");
/// let player = level.player(PlayerSetup { rules: &rules, words: english(), seed: 1 });
/// assert!(player.is_ok() && by_name("wizard").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn by_name(name: &str) -> Option<&'static PlayerLevel> {
    match name {
        "strong" => LEVELS.last(),
        "casual" => by_name("easy"),
        _ => LEVELS.iter().find(|level| level.name == name),
    }
}
