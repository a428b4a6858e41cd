//! Rules, lexicon and what is derived from them, shared by all games that use them.

use http_api::ApiError;
use lexicon::WordGraph;
use movegen::Generator;
use players::{Player, PlayerData, PlayerLevel};
use rules::Ruleset;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wire::{LexiconJson, SetupJson};

/// How many idle computer players are kept for later games.
const IDLE_PLAYERS: usize = 8;

/// Rules, lexicon and what is derived from them once, shared by all games that use them.
pub struct GameResources {
    /// The rules.
    pub rules: Ruleset,
    /// The rules as a self-contained TOML file.
    pub source: Arc<str>,
    /// The name and content digest of the lexicon.
    pub lexicon: LexiconId,
    words: Option<WordGraph>,
    players: OnceLock<Option<PlayerData>>,
    idle_players: Mutex<Vec<(&'static str, Box<dyn Player>)>>,
    setup: OnceLock<Arc<str>>,
    bots: OnceLock<bots::MatchSetup>,
}

/// A lexicon by name and content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LexiconId {
    /// The name.
    pub name: String,
    /// The digest of the words.
    pub digest: String,
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
            players: OnceLock::new(),
            idle_players: Mutex::default(),
            setup: OnceLock::new(),
            bots: OnceLock::new(),
        }
    }

    /// The words of the lexicon.
    ///
    /// # Errors
    /// `lexicon-gone` if the lexicon was removed from the server after the game began.
    pub fn words(&self) -> Result<&WordGraph, ApiError> {
        self.words.as_ref().ok_or_else(|| {
            let message =
                format!("this server no longer has the lexicon {:?} of this game", self.lexicon.name);
            ApiError::unprocessable("lexicon-gone", message)
        })
    }

    /// A move generator. The first call takes milliseconds, so call this where a thread may block.
    ///
    /// # Errors
    /// `lexicon-gone` without a lexicon; `lexicon-unfit` if the generator does not support it.
    pub fn generator(&self) -> Result<Generator, ApiError> {
        self.player_data().map(PlayerData::generator)
    }

    /// What all computer players and generators share, compiled once. One core each: there are as many workers as
    /// cores.
    fn player_data(&self) -> Result<&PlayerData, ApiError> {
        let words = self.words()?;
        let compile = || Some(PlayerData::new(&self.rules, words).ok()?.on_cores(NonZeroUsize::MIN));
        let unfit =
            || ApiError::unprocessable("lexicon-unfit", "plays cannot be searched for with this lexicon");
        self.players.get_or_init(compile).as_ref().ok_or_else(unfit)
    }

    /// A computer player of this level. Without a seed, an idle player is reused if there is one.
    pub(crate) fn player(
        &self,
        level: &'static PlayerLevel,
        seed: Option<u64>,
    ) -> Result<Box<dyn Player>, ApiError> {
        if seed.is_none() {
            let mut idle = self.idle_players.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(index) = idle.iter().position(|(name, _)| *name == level.name) {
                return Ok(idle.swap_remove(index).1);
            }
        }
        let player = level.player_with(self.player_data()?, seed.unwrap_or_else(rand::random));
        player.map_err(|error| ApiError::unprocessable("lexicon-unfit", error.to_string()))
    }

    /// Keeps a player for another game. Its choices depend only on what it sees and on its seed.
    pub(crate) fn put_back(&self, level: &'static PlayerLevel, player: Box<dyn Player>) {
        let mut idle = self.idle_players.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE_PLAYERS {
            idle.push((level.name, player));
        }
    }

    /// The part of a bot's start message that depends only on rules and lexicon.
    pub(crate) fn bot_setup(&self) -> Result<&bots::MatchSetup, ApiError> {
        let words = self.words()?;
        Ok(self.bots.get_or_init(|| bots::MatchSetup::new(self.rules.clone(), words.clone())))
    }

    /// Rules, board, tiles and lexicon for clients.
    #[must_use]
    pub fn setup(&self) -> SetupJson {
        let words = self.words.as_ref().map(|words| words.len() as u64);
        let lexicon =
            LexiconJson { name: self.lexicon.name.clone(), hash: self.lexicon.digest.clone(), words };
        wire::setup_json(&self.rules, &self.source, lexicon)
    }

    /// [`setup`](GameResources::setup) as JSON text, written once.
    #[must_use]
    pub fn setup_text(&self) -> Arc<str> {
        let write = || http_api::json_text(&self.setup()).into();
        self.setup.get_or_init(write).clone()
    }
}

/// The computer player with this name; a strong one if the stored name no longer exists.
pub(crate) fn level(name: &str) -> &'static PlayerLevel {
    players::by_name(name).or_else(|| players::by_name("strong")).unwrap_or(&players::list()[0])
}
