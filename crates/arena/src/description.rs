//! A match written down, so that it can be resumed, and played by other machines.

use crate::entrant::{Entrant, EntrantError};
use crate::game_runner::MatchPolicy;
use crate::plan::{PairingSystem, Plan, PlanDraft, PlanError};
use crate::stats::{Sprt, SprtError};
use bots::MatchSetup;
use jobs::{GameSpec, GameSpecError};
use presets::Library;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Everything that decides what happens in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchDescription {
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
    pub game: GameSpec,
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

/// The version of the format.
const VERSION: u32 = 1;

/// Why a match that was written down cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchDescriptionError {
    /// Another version.
    #[error("this match was written by another version of the program (format {0}, not {VERSION})")]
    Version(u32),
    /// A bot.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// The rules or the lexicon.
    #[error(transparent)]
    Game(#[from] GameSpecError),
    /// The plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The test.
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

impl MatchDescription {
    /// Writes a match down.
    pub fn new(plan: &Plan, games: u64, policy: &MatchPolicy, sprt: Option<&Sprt>) -> MatchDescription {
        let setup = plan.setup();
        MatchDescription {
            arena: VERSION,
            bots: plan.entrants().iter().map(|bot| (bot.name.clone(), bot.spec.clone())).collect(),
            gauntlet: plan.system() == PairingSystem::Gauntlet,
            seats: plan.seats() as u8,
            games,
            seed: plan.seed(),
            game: GameSpec::new(&setup.rules, &setup.words),
            work: policy.work,
            fixed_work: policy.fixed_work,
            patience: policy.patience.as_millis() as u64,
            sprt: sprt.map(ToString::to_string),
            leaves: None,
        }
    }

    /// The match again; lexica are looked for in a library.
    pub fn plan(&self, library: &Library) -> Result<Plan, MatchDescriptionError> {
        if self.arena != VERSION {
            return Err(MatchDescriptionError::Version(self.arena));
        }
        let bot = |(name, spec): &(String, String)| {
            let entrant: Entrant = spec.parse()?;
            Ok::<_, EntrantError>(Entrant { name: name.clone(), ..entrant })
        };
        let (rules, words) = self.game.load(library)?;
        Ok(Plan::try_from(PlanDraft {
            entrants: self.bots.iter().map(bot).collect::<Result<_, _>>()?,
            setup: MatchSetup::new(rules, words),
            system: if self.gauntlet { PairingSystem::Gauntlet } else { PairingSystem::RoundRobin },
            seats: self.seats,
            games: self.games,
            seed: self.seed,
        })?)
    }

    /// How bots are treated.
    pub fn policy(&self) -> MatchPolicy {
        MatchPolicy {
            work: self.work,
            fixed_work: self.fixed_work,
            patience: Duration::from_millis(self.patience),
            // Workers play on every core already.
            cores: NonZeroUsize::MIN,
            ..MatchPolicy::default()
        }
    }

    /// The test that ends the match early.
    pub fn sprt(&self) -> Result<Option<Sprt>, SprtError> {
        self.sprt.as_deref().map(str::parse).transpose()
    }
}
