//! The bot's side of a connection: follows games and asks a strategy for commands.

use crate::follower::{FollowError, GameFollower, ServerUpdate};
use crate::outgoing::to_bot_move;
use crate::setup::MatchSetup;
use crate::trace::{MessageDirection, Trace};
use lexicon::{BuildError, WordGraph};
use players::{LeaveValues, LeavesError, Player, PlayerData, PlayerLevel, SearchLimit};
use presets::{DataFileErrors, Library, Source};
use rules::{ChallengedWords, Command, Millis, Ruleset, View};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;
use wire::JsonError;
use wire::bot::{
    BOT_PROTOCOL, BotLine, GameSetting, Hello, LexiconWords, ServerLine, ServerMessage, ServerPayload,
    StartMessage,
};

/// The part of the time for a turn that is reserved for sending the answer.
const RESERVE: Duration = Duration::from_millis(30);

/// Chooses what a bot does.
pub trait BotStrategy {
    /// Called when a game begins.
    ///
    /// # Errors
    ///
    /// The strategy cannot play this game.
    fn begin(&mut self, setup: &MatchSetup, start: &StartMessage) -> Result<(), BotClientError>;

    /// Chooses the answer to a turn request; `left` is the time left.
    ///
    /// # Errors
    ///
    /// Input or output of the strategy failed.
    fn choose(
        &mut self,
        follower: &GameFollower,
        view: &View,
        left: Option<Millis>,
    ) -> io::Result<ServerMessage>;

    /// Called for each message in either direction.
    ///
    /// # Errors
    ///
    /// Output of the strategy failed.
    fn observe(&mut self, direction: MessageDirection, line: &ObservedMessage<'_>) -> io::Result<()> {
        let _ = (direction, line);
        Ok(())
    }
}

/// A message of a connection.
#[derive(Clone, Copy, Debug)]
pub enum ObservedMessage<'a> {
    /// A message of the server.
    Server(&'a ServerLine),
    /// An answer of the bot.
    Answer(&'a ServerMessage),
}

/// How long a built-in player thinks about a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThinkingTime {
    /// As long as the clock allows; this number of iterations if there is no clock.
    Clock(u64),
    /// This number of iterations, regardless of the clock.
    Work(u64),
    /// This time, or less if the clock allows less.
    Time(Duration),
}

/// The strategy of a built-in player.
pub struct PlayerStrategy {
    level: &'static PlayerLevel,
    thinking: ThinkingTime,
    seed: u64,
    leaves: Option<LeavesFile>,
    player: Option<Box<dyn Player>>,
}

/// A file of leave values, and the player data of the last game.
struct LeavesFile {
    bytes: Vec<u8>,
    last: Option<(Arc<GameSetting>, PlayerData)>,
}

impl PlayerStrategy {
    /// A player of this level with this random seed.
    #[must_use]
    pub fn new(level: &'static PlayerLevel, thinking: ThinkingTime, seed: u64) -> PlayerStrategy {
        PlayerStrategy { level, thinking, seed, leaves: None, player: None }
    }

    /// The same strategy with leave values from a file. They must fit the tiles of every game.
    #[must_use]
    pub fn with_leaves(self, bytes: Vec<u8>) -> PlayerStrategy {
        PlayerStrategy { leaves: Some(LeavesFile { bytes, last: None }), ..self }
    }

    fn player_data(&mut self, setup: &MatchSetup) -> Result<PlayerData, BotClientError> {
        match &mut self.leaves {
            Some(leaves) => leaves.player_data(setup),
            None => Ok(setup.player_data()?.clone()),
        }
    }

    fn limit(&self, left: Option<Millis>) -> SearchLimit {
        let allowed =
            left.map(|left| Duration::from_millis(left.0.max(0) as u64).saturating_sub(RESERVE).mul_f64(0.9));
        match (self.thinking, allowed) {
            (ThinkingTime::Clock(_), Some(allowed)) => SearchLimit::for_duration(allowed),
            (ThinkingTime::Time(most), allowed) => {
                SearchLimit::for_duration(allowed.map_or(most, |allowed| allowed.min(most)))
            }
            (ThinkingTime::Clock(rounds) | ThinkingTime::Work(rounds), _) => {
                SearchLimit::for_iterations(rounds)
            }
        }
    }
}

impl LeavesFile {
    fn player_data(&mut self, setup: &MatchSetup) -> Result<PlayerData, BotClientError> {
        if let Some((_, data)) = self.last.as_ref().filter(|(start, _)| Arc::ptr_eq(start, &setup.start)) {
            return Ok(data.clone());
        }
        let values = LeaveValues::read(&self.bytes, &setup.rules)?;
        let data = PlayerData::with_leaves(&setup.rules, &setup.words, values)?;
        self.last = Some((setup.start.clone(), data.clone()));
        Ok(data)
    }
}

impl BotStrategy for PlayerStrategy {
    fn begin(&mut self, setup: &MatchSetup, _: &StartMessage) -> Result<(), BotClientError> {
        let shared = self.player_data(setup)?;
        self.player = Some(self.level.player_with(&shared, self.seed)?);
        Ok(())
    }

    fn choose(&mut self, _: &GameFollower, view: &View, left: Option<Millis>) -> io::Result<ServerMessage> {
        let limit = self.limit(left);
        let command = self.player.as_mut().map(|player| player.choose(view, &limit));
        Ok(command.map_or(ServerMessage::SMPass, |command| command_message(&command, &view.rules)))
    }
}

/// The message of a command.
#[must_use]
pub fn command_message(command: &Command, rules: &Ruleset) -> ServerMessage {
    match command {
        Command::Play(placement) => ServerMessage::SMPlay(to_bot_move(&placement.tiles, rules)),
        Command::Exchange(tiles) => ServerMessage::SMChange(tiles.iter().map(|tile| tile.0.into()).collect()),
        Command::Challenge(ChallengedWords::All) => ServerMessage::SMChallenge(Vec::new()),
        Command::Challenge(ChallengedWords::Words(words)) => ServerMessage::SMChallenge(words.clone()),
        Command::Resign => ServerMessage::SMForfeit,
        Command::Pass | Command::Timeout | Command::Disconnect | Command::GiveWay(_) => ServerMessage::SMPass,
    }
}

/// Why a bot cannot continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BotClientError {
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Io(#[from] io::Error),
    /// The server sent a line that is not a message.
    #[error("the server sent a line that cannot be read: {fault}\n  {line}")]
    Unreadable {
        /// The line.
        line: String,
        /// What is wrong with it.
        fault: JsonError,
    },
    /// The server sent a message that contradicts the game.
    #[error(transparent)]
    Follow(#[from] FollowError),
    /// The rules of the game are invalid.
    #[error("the rules of the game cannot be used: {0}")]
    Rules(DataFileErrors),
    /// The words of the game are invalid.
    #[error("the words of the game cannot be used: {0}")]
    Words(String),
    /// The leave values do not fit the game.
    #[error("the leave values cannot be used for this game: {0}")]
    LeaveValues(#[from] LeavesError),
    /// The player cannot play this game.
    #[error("no player can be made for this game: {0}")]
    Player(#[from] BuildError),
}

/// A bot's side of a connection.
#[derive(Debug)]
pub struct BotClient {
    name: String,
    library: Library,
    trace: Trace,
    token: Option<String>,
    /// The setup of the last game, with the description it was made from.
    last_setup: Option<(Arc<GameSetting>, MatchSetup)>,
    /// The lexicon, from the library or from the server.
    lexicon: Option<WordGraph>,
}

/// How a session ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The server ended it for this reason.
    Bye(String),
    /// The connection was closed.
    Closed,
}

impl BotClient {
    /// A bot with this name. It looks for lexicons in a library before it requests the words from the server.
    #[must_use]
    pub fn new(name: &str, library: Library, trace: Trace) -> BotClient {
        BotClient { name: name.to_owned(), library, trace, token: None, last_setup: None, lexicon: None }
    }

    /// Whether the bot has a token with which it can reconnect to its game.
    pub fn can_reconnect(&self) -> bool {
        self.token.is_some()
    }

    /// Runs a session until the server ends it. Another call reconnects to the running game.
    ///
    /// # Errors
    ///
    /// The connection broke, the server sent something invalid, or the strategy cannot play the game.
    pub fn run(
        &mut self,
        mut read: impl BufRead,
        mut write: impl Write,
        strategy: &mut dyn BotStrategy,
    ) -> Result<SessionEnd, BotClientError> {
        let hello = Hello { protocol: BOT_PROTOCOL, name: self.name.clone(), token: self.token.clone() };
        self.send(&mut write, &BotLine::Hello(hello))?;
        let mut session = ClientSession { follower: None, waiting: VecDeque::new(), start: None };
        let mut text = String::new();
        loop {
            text.clear();
            if read.read_line(&mut text)? == 0 {
                return Ok(SessionEnd::Closed);
            }
            let trimmed = text.trim_end();
            self.trace.record(MessageDirection::Received, trimmed);
            let line = ServerLine::read(trimmed)
                .map_err(|fault| BotClientError::Unreadable { line: shorten(trimmed), fault })?;
            if let ServerPayload::Bye(bye) = &line.what {
                return Ok(SessionEnd::Bye(bye.reason.clone()));
            }
            self.process(line, &mut session, &mut write, strategy)?;
        }
    }

    fn process(
        &mut self,
        line: ServerLine,
        session: &mut ClientSession,
        write: &mut impl Write,
        strategy: &mut dyn BotStrategy,
    ) -> Result<(), BotClientError> {
        strategy.observe(MessageDirection::Received, &ObservedMessage::Server(&line))?;
        match &line.what {
            ServerPayload::Welcome(welcome) => self.token = Some(welcome.token.clone()),
            ServerPayload::Ping(number) => self.send(write, &BotLine::Pong(*number))?,
            ServerPayload::Words(words) => {
                self.build_lexicon(words, session)?;
                let start = session.start.take();
                if let Some((game, start)) = start {
                    self.begin(&game, &start, session, strategy)?;
                }
                for line in std::mem::take(&mut session.waiting) {
                    self.play(&line, session, write, strategy)?;
                }
            }
            ServerPayload::Start(start) => {
                let game = line.game.clone().unwrap_or_default();
                session.waiting.clear();
                if self.has_lexicon(start) {
                    self.begin(&game, start, session, strategy)?;
                } else {
                    self.send(write, &BotLine::Words(start.setting.lexicon.hash.clone()))?;
                    session.start = Some((game, start.clone()));
                }
            }
            _ if session.start.is_some() => session.waiting.push_back(line),
            _ => self.play(&line, session, write, strategy)?,
        }
        Ok(())
    }

    fn has_lexicon(&mut self, start: &StartMessage) -> bool {
        let hash = &start.setting.lexicon.hash;
        let same = |words: &WordGraph| words.content_hash().to_string() == *hash;
        if self.last_setup.as_ref().is_some_and(|(known, _)| known.lexicon == start.setting.lexicon)
            || self.lexicon.as_ref().is_some_and(same)
        {
            return true;
        }
        let found = rules_of(start)
            .ok()
            .and_then(|rules| self.library.lexicon_of(&start.setting.lexicon.name, &rules).ok().filter(same));
        self.lexicon = found.or(self.lexicon.take());
        self.lexicon.as_ref().is_some_and(same)
    }

    fn build_lexicon(&mut self, words: &LexiconWords, session: &ClientSession) -> Result<(), BotClientError> {
        let Some((_, start)) = &session.start else { return Ok(()) };
        let rules = rules_of(start)?;
        let alphabet = rules.tiles.alphabet();
        let read = |word: &String| {
            alphabet.parse_word(word).map_err(|error| BotClientError::Words(format!("{word}: {error}")))
        };
        let words: Vec<_> = words.words.iter().map(read).collect::<Result<_, _>>()?;
        let built = WordGraph::build(&start.setting.lexicon.name, alphabet, words);
        self.lexicon = Some(built.map_err(|error| BotClientError::Words(error.to_string()))?);
        Ok(())
    }

    fn begin(
        &mut self,
        game: &str,
        start: &StartMessage,
        session: &mut ClientSession,
        strategy: &mut dyn BotStrategy,
    ) -> Result<(), BotClientError> {
        let known = self.last_setup.take().filter(|(known, _)| *known == start.setting);
        let (known, setup) = match (known, &self.lexicon) {
            (Some(known), _) => known,
            (None, Some(words)) => {
                let rules = rules_of(start)?;
                let setup = MatchSetup::from_start(rules, words.clone(), start.setting.clone());
                (start.setting.clone(), setup)
            }
            (None, None) => return Err(BotClientError::Words("the server sent none".to_owned())),
        };
        session.follower = Some(GameFollower::new(game, start, setup.rules.clone())?);
        strategy.begin(&setup, start)?;
        self.last_setup = Some((known, setup));
        Ok(())
    }

    fn play(
        &mut self,
        line: &ServerLine,
        session: &mut ClientSession,
        write: &mut impl Write,
        strategy: &mut dyn BotStrategy,
    ) -> Result<(), BotClientError> {
        let Some(follower) = &mut session.follower else { return Ok(()) };
        if let ServerUpdate::YourTurn { turn, view, left } = follower.receive(line)? {
            let what = strategy.choose(follower, &view, left)?;
            strategy.observe(MessageDirection::Sent, &ObservedMessage::Answer(&what))?;
            let answer = BotLine::Answer { game: Some(follower.game().to_owned()), turn: Some(turn), what };
            self.send(write, &answer)?;
        }
        Ok(())
    }

    fn send(&mut self, write: &mut impl Write, line: &BotLine) -> Result<(), BotClientError> {
        let text = line.print();
        self.trace.record(MessageDirection::Sent, &text);
        Ok(write.write_all(format!("{text}\n").as_bytes()).and_then(|()| write.flush())?)
    }
}

/// The state of a session.
struct ClientSession {
    follower: Option<GameFollower>,
    /// A game that waits for the words of its lexicon, and the messages that arrived in the meantime.
    start: Option<(String, Box<StartMessage>)>,
    waiting: VecDeque<ServerLine>,
}

fn rules_of(start: &StartMessage) -> Result<Ruleset, BotClientError> {
    let source = &start.setting.rules;
    Library::shipped()
        .without_paths()
        .rules_from(&Source::from_text(&source.name, &source.source))
        .map_err(BotClientError::Rules)
}

fn shorten(line: &str) -> String {
    match line.char_indices().nth(200) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn the_time_for_a_turn_is_the_lesser_of_its_own_and_what_the_clock_allows() {
        let hour = Duration::from_secs(3600);
        let ends = |thinking, left: Option<i64>| {
            let level = players::by_name("greedy").unwrap();
            PlayerStrategy::new(level, thinking, 0).limit(left.map(Millis)).start().deadline()
        };
        let (before, year) = (Instant::now(), Some(365 * 24 * 3_600_000));
        assert!(ends(ThinkingTime::Time(hour), None).unwrap() >= before + hour);
        assert!(ends(ThinkingTime::Time(hour), year).unwrap() <= Instant::now() + hour);
        assert!(ends(ThinkingTime::Time(hour), Some(60_000)).unwrap() < before + hour);
        assert!(ends(ThinkingTime::Clock(5), year).unwrap() > before + hour);
        assert!(ends(ThinkingTime::Clock(5), None).is_none() && ends(ThinkingTime::Work(5), year).is_none());
    }
}
