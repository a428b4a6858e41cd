//! The description of a match as JSON, so that it can be resumed and played by other machines.

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

/// Everything that determines the games of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchDescription {
    /// The version of this format.
    pub arena: u32,
    /// The bots: name and specification.
    pub bots: Vec<(String, String)>,
    /// Whether only the first bot meets all others.
    pub gauntlet: bool,
    /// The number of players in each game.
    pub seats: u8,
    /// The number of games of each group.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Rules and lexicon.
    #[serde(flatten)]
    pub game: GameSpec,
    /// Search iterations of built-in players.
    pub work: u64,
    /// Whether built-in players ignore the clock.
    pub fixed_work: bool,
    /// How long a bot may think if no clock runs, in milliseconds.
    pub patience: u64,
    /// The test that can end the match early.
    pub sprt: Option<String>,
    /// The hash of the leave values of the built-in players, if they are not the shipped ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<String>,
}

/// The version of the format.
const VERSION: u32 = 1;

/// Why a described match cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchDescriptionError {
    /// The format has another version.
    #[error("this match was written by another version of the program (format {0}, not {VERSION})")]
    Version(u32),
    /// A bot is invalid.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// The rules or the lexicon cannot be loaded.
    #[error(transparent)]
    Game(#[from] GameSpecError),
    /// The match is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The test is invalid.
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

impl MatchDescription {
    /// Describes a match.
    #[must_use]
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
            patience: policy.answer_timeout.as_millis() as u64,
            sprt: sprt.map(ToString::to_string),
            leaves: None,
        }
    }

    /// Makes the plan of the match; the lexicon is loaded from a library.
    ///
    /// # Errors
    ///
    /// The description is invalid, or the library does not have the lexicon.
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
    #[must_use]
    pub fn policy(&self) -> MatchPolicy {
        MatchPolicy {
            work: self.work,
            fixed_work: self.fixed_work,
            answer_timeout: Duration::from_millis(self.patience),
            // Workers already use every core.
            cores: NonZeroUsize::MIN,
            ..MatchPolicy::default()
        }
    }

    /// The test that can end the match early.
    ///
    /// # Errors
    ///
    /// The text of the test is invalid.
    pub fn sprt(&self) -> Result<Option<Sprt>, SprtError> {
        self.sprt.as_deref().map(str::parse).transpose()
    }
}
