//! A match written down, so that it can be resumed, and played by other machines.

use crate::desk::Manners;
use crate::entrant::{Entrant, EntrantError};
use crate::plan::{Plan, PlanDraft, PlanError, System};
use crate::stats::{Sprt, SprtError};
use bots::Setting;
use lexicon::WordGraph;
use presets::{LexiconError, Library, Source};
use rules::Ruleset;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Everything that decides what happens in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The version of this format.
    pub arena: u32,
    /// The bots: name, and how each was asked for.
    pub bots: Vec<(String, String)>,
    /// Everybody everybody, or the first bot everybody else.
    pub gauntlet: bool,
    /// How many play in each game.
    pub seats: u8,
    /// How many games each group plays.
    pub games: u64,
    /// Where chance begins.
    pub seed: u64,
    /// Rules and lexicon.
    #[serde(flatten)]
    pub ground: Ground,
    /// Rounds of work for our own players.
    pub work: u64,
    /// Whether they use the clock.
    pub fixed_work: bool,
    /// How long a bot may think where no clock runs, in milliseconds.
    pub patience: u64,
    /// The test that ends the match early.
    pub sprt: Option<String>,
    /// The hash of the file of leave values that our own players weigh with, where it is not the shipped one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<String>,
}

/// Rules and a lexicon written down, for somebody who has the lexicon as well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ground {
    /// The rules as a file that needs no other.
    pub rules: String,
    /// The name of the rules.
    pub rules_name: String,
    /// The name of the lexicon.
    pub lexicon: String,
    /// The hash of its words.
    pub lexicon_hash: String,
}

impl Ground {
    /// Writes rules and lexicon down.
    pub fn new(rules: &Ruleset, words: &WordGraph) -> Ground {
        Ground {
            rules: presets::to_toml(rules),
            rules_name: rules.name.clone(),
            lexicon: words.name().to_owned(),
            lexicon_hash: words.content_hash().to_string(),
        }
    }

    /// Both again; the lexicon is looked for in a library.
    pub fn open(&self, library: &Library) -> Result<(Ruleset, WordGraph), DescriptionError> {
        let source = Source::given(&self.rules_name, &self.rules);
        let rules =
            Library::shipped().without_paths().rules_from(&source).map_err(DescriptionError::Rules)?;
        let words = library.lexicon(&self.lexicon, rules.tiles.alphabet())?;
        let found = words.content_hash().to_string();
        if found != self.lexicon_hash {
            let (name, wanted) = (self.lexicon.clone(), self.lexicon_hash.clone());
            return Err(DescriptionError::OtherWords { name, found, wanted });
        }
        Ok((rules, words))
    }
}

/// The version of the format.
const VERSION: u32 = 1;

/// Why a match that was written down cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    /// Another version.
    #[error("this match was written by another version of the program (format {0}, not {VERSION})")]
    Version(u32),
    /// A bot.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// The rules.
    #[error("the rules cannot be used: {0}")]
    Rules(presets::Faults),
    /// The lexicon.
    #[error(transparent)]
    Lexicon(#[from] LexiconError),
    /// Another lexicon of the same name.
    #[error("the lexicon {name} here is not the one that was meant: its hash is {found}, not {wanted}")]
    OtherWords {
        /// Its name.
        name: String,
        /// What is here.
        found: String,
        /// What the match has.
        wanted: String,
    },
    /// The plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The test.
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

impl Description {
    /// Writes a match down.
    pub fn new(plan: &Plan, games: u64, manners: &Manners, sprt: Option<&Sprt>) -> Description {
        let setting = plan.setting();
        Description {
            arena: VERSION,
            bots: plan.entrants().iter().map(|bot| (bot.name.clone(), bot.spec.clone())).collect(),
            gauntlet: plan.system() == System::Gauntlet,
            seats: plan.seats() as u8,
            games,
            seed: plan.seed(),
            ground: Ground::new(&setting.rules, &setting.words),
            work: manners.work,
            fixed_work: manners.fixed_work,
            patience: manners.patience.as_millis() as u64,
            sprt: sprt.map(ToString::to_string),
            leaves: None,
        }
    }

    /// The match again; lexica are looked for in a library.
    pub fn plan(&self, library: &Library) -> Result<Plan, DescriptionError> {
        if self.arena != VERSION {
            return Err(DescriptionError::Version(self.arena));
        }
        let bot = |(name, spec): &(String, String)| {
            let entrant: Entrant = spec.parse()?;
            Ok::<_, EntrantError>(Entrant { name: name.clone(), ..entrant })
        };
        let (rules, words) = self.ground.open(library)?;
        Ok(Plan::try_from(PlanDraft {
            entrants: self.bots.iter().map(bot).collect::<Result<_, _>>()?,
            setting: Setting::new(rules, words),
            system: if self.gauntlet { System::Gauntlet } else { System::RoundRobin },
            seats: self.seats,
            games: self.games,
            seed: self.seed,
        })?)
    }

    /// How bots are treated.
    pub fn manners(&self) -> Manners {
        Manners {
            work: self.work,
            fixed_work: self.fixed_work,
            patience: Duration::from_millis(self.patience),
            // Workers play on every core already.
            cores: NonZeroUsize::MIN,
            ..Manners::default()
        }
    }

    /// The test that ends the match early.
    pub fn sprt(&self) -> Result<Option<Sprt>, SprtError> {
        self.sprt.as_deref().map(str::parse).transpose()
    }
}
