//! What all games with the same rules and lexicon share.

use crate::api_error::ApiError;
use lexicon::WordGraph;
use movegen::{Generator, GeneratorData};
use players::{Player, PlayerLevel, PlayerSetup};
use rules::Ruleset;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wire::{LexiconJson, SetupJson};

/// Idle players that are kept for the next game that needs one.
const SPARE_PLAYERS: usize = 8;

/// Rules, lexicon and all that is made from them once: shared by every game that is played with them.
pub(crate) struct GameResources {
    pub(crate) rules: Ruleset,
    /// The rules as a file that needs no other.
    pub(crate) source: Arc<str>,
    pub(crate) lexicon: LexiconId,
    words: Option<WordGraph>,
    generator_data: OnceLock<Option<Arc<GeneratorData>>>,
    idle_players: Mutex<Vec<(&'static str, Box<dyn Player>)>>,
    setup: OnceLock<Arc<str>>,
    bots: OnceLock<bots::MatchSetup>,
}

/// A lexicon by name and content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LexiconId {
    pub(crate) name: String,
    pub(crate) digest: String,
}

impl GameResources {
    pub(crate) fn new(
        rules: Ruleset,
        source: Arc<str>,
        lexicon: LexiconId,
        words: Option<WordGraph>,
    ) -> GameResources {
        GameResources {
            rules,
            source,
            lexicon,
            words,
            generator_data: OnceLock::new(),
            idle_players: Mutex::default(),
            setup: OnceLock::new(),
            bots: OnceLock::new(),
        }
    }

    /// The words; a lexicon may have been taken away since the game began.
    pub(crate) fn words(&self) -> Result<&WordGraph, ApiError> {
        self.words.as_ref().ok_or_else(|| {
            let message =
                format!("this server no longer has the lexicon {:?} of this game", self.lexicon.name);
            ApiError::unfit("lexicon-gone", message)
        })
    }

    /// A finder of plays. Making the first takes milliseconds, so this is for threads that may block.
    pub(crate) fn generator(&self) -> Result<Generator, ApiError> {
        let words = self.words()?;
        let generator_data = self.generator_data.get_or_init(|| GeneratorData::new(&self.rules, words).ok());
        let broken = || ApiError::unfit("lexicon-unfit", "plays cannot be searched for with this lexicon");
        generator_data.as_ref().map(Generator::with_data).ok_or_else(broken)
    }

    /// A player of this level, an idle one where there is one.
    pub(crate) fn player(
        &self,
        level: &'static PlayerLevel,
        seed: Option<u64>,
    ) -> Result<Box<dyn Player>, ApiError> {
        if seed.is_none() {
            let mut idle_players = self.idle_players.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(found) = idle_players.iter().position(|(name, _)| *name == level.name) {
                return Ok(idle_players.swap_remove(found).1);
            }
        }
        let setup =
            PlayerSetup { rules: &self.rules, words: self.words()?, seed: seed.unwrap_or_else(rand::random) };
        level.player(setup).map_err(|error| ApiError::unfit("lexicon-unfit", error.to_string()))
    }

    /// Keeps a player for another game. Its choices depend on what it sees and on its seed alone.
    pub(crate) fn put_back(&self, level: &'static PlayerLevel, player: Box<dyn Player>) {
        let mut idle_players = self.idle_players.lock().unwrap_or_else(PoisonError::into_inner);
        if idle_players.len() < SPARE_PLAYERS {
            idle_players.push((level.name, player));
        }
    }

    /// What bots are told of rules and lexicon, made once for all.
    pub(crate) fn bot_setting(&self) -> Result<&bots::MatchSetup, ApiError> {
        let words = self.words()?;
        Ok(self.bots.get_or_init(|| bots::MatchSetup::new(self.rules.clone(), words.clone())))
    }

    /// What never changes about a game with these rules, for those who show it.
    pub(crate) fn setup(&self) -> SetupJson {
        let words = self.words.as_ref().map(|words| words.len() as u64);
        let lexicon =
            LexiconJson { name: self.lexicon.name.clone(), hash: self.lexicon.digest.clone(), words };
        wire::setup_json(&self.rules, &self.source, lexicon)
    }

    /// The same, written once for all.
    pub(crate) fn setup_text(&self) -> Arc<str> {
        let write = || serde_json::to_string(&self.setup()).unwrap_or_default().into();
        self.setup.get_or_init(write).clone()
    }
}

/// The computer player by this name; the strongest there is where a game was made with one that is gone.
pub(crate) fn level(name: &str) -> &'static PlayerLevel {
    players::by_name(name).or_else(|| players::by_name("strong")).unwrap_or(&players::list()[0])
}
