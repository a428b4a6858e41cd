//! A bot: it connects, follows games and lets a strategy choose.

use crate::follower::{FollowError, GameFollower, ServerUpdate};
use crate::outgoing::a_move;
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

/// What stays unused of the time for a turn, so that the answer arrives in time.
const RESERVE: Duration = Duration::from_millis(30);

/// Whoever chooses what a bot does.
pub trait BotStrategy {
    /// A game begins.
    fn begin(&mut self, setting: &MatchSetup, start: &StartMessage) -> Result<(), BotClientError>;

    /// What to do now, with so much time left.
    fn choose(
        &mut self,
        follower: &GameFollower,
        view: &View,
        left: Option<Millis>,
    ) -> io::Result<ServerMessage>;

    /// Something was said, either direction.
    fn observe(&mut self, direction: MessageDirection, line: &ObservedMessage<'_>) -> io::Result<()> {
        let _ = (direction, line);
        Ok(())
    }
}

/// What goes over the connection, read.
#[derive(Clone, Copy, Debug)]
pub enum ObservedMessage<'a> {
    /// A line of the server.
    Server(&'a ServerLine),
    /// An answer of the bot.
    Answer(&'a ServerMessage),
}

/// How one of our own players thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThinkingTime {
    /// As long as the clock allows; without a clock, so many rounds of work.
    Clock(u64),
    /// So many rounds of work, whatever the clock says.
    Work(u64),
    /// So long, or as long as the clock allows if that is less.
    Time(Duration),
}

/// One of our own players as a bot.
pub struct PlayerStrategy {
    level: &'static PlayerLevel,
    thinking: ThinkingTime,
    seed: u64,
    leaves: Option<LeavesFile>,
    player: Option<Box<dyn Player>>,
}

/// A file of leave values, and what was made of it for the last kind of game.
struct LeavesFile {
    bytes: Vec<u8>,
    known: Option<(Arc<GameSetting>, PlayerData)>,
}

impl PlayerStrategy {
    /// A player of this kind; `seed` is where its chance begins.
    pub fn new(level: &'static PlayerLevel, thinking: ThinkingTime, seed: u64) -> PlayerStrategy {
        PlayerStrategy { level, thinking, seed, leaves: None, player: None }
    }

    /// The same with the leave values of a file, which must be about the tiles of every game it plays.
    pub fn with_leaves(self, bytes: Vec<u8>) -> PlayerStrategy {
        PlayerStrategy { leaves: Some(LeavesFile { bytes, known: None }), ..self }
    }

    fn shared(&mut self, setting: &MatchSetup) -> Result<PlayerData, BotClientError> {
        match &mut self.leaves {
            Some(leaves) => leaves.shared(setting),
            None => Ok(setting.shared()?.clone()),
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
    fn shared(&mut self, setting: &MatchSetup) -> Result<PlayerData, BotClientError> {
        if let Some((_, shared)) = self.known.as_ref().filter(|(start, _)| Arc::ptr_eq(start, &setting.start))
        {
            return Ok(shared.clone());
        }
        let values = LeaveValues::read(&self.bytes, &setting.rules)?;
        let shared = PlayerData::with_leaves(&setting.rules, &setting.words, values)?;
        self.known = Some((setting.start.clone(), shared.clone()));
        Ok(shared)
    }
}

impl BotStrategy for PlayerStrategy {
    fn begin(&mut self, setting: &MatchSetup, _: &StartMessage) -> Result<(), BotClientError> {
        let shared = self.shared(setting)?;
        self.player = Some(self.level.player_with(&shared, self.seed)?);
        Ok(())
    }

    fn choose(&mut self, _: &GameFollower, view: &View, left: Option<Millis>) -> io::Result<ServerMessage> {
        let limit = self.limit(left);
        let command = self.player.as_mut().map(|player| player.choose(view, &limit));
        Ok(command.map_or(ServerMessage::SMPass, |command| command_message(&command, &view.rules)))
    }
}

/// What a command is called on the wire.
pub fn command_message(command: &Command, rules: &Ruleset) -> ServerMessage {
    match command {
        Command::Play(placement) => ServerMessage::SMPlay(a_move(&placement.tiles, rules)),
        Command::Exchange(tiles) => ServerMessage::SMChange(tiles.iter().map(|tile| tile.0.into()).collect()),
        Command::Challenge(ChallengedWords::All) => ServerMessage::SMChallenge(Vec::new()),
        Command::Challenge(ChallengedWords::Words(words)) => ServerMessage::SMChallenge(words.clone()),
        Command::Resign => ServerMessage::SMForfeit,
        Command::Pass | Command::Timeout | Command::Disconnect => ServerMessage::SMPass,
    }
}

/// Why a bot cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum BotClientError {
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Io(#[from] io::Error),
    /// The server said something that is no message.
    #[error("the server said something that cannot be read: {fault}\n  {line}")]
    Unreadable {
        /// What.
        line: String,
        /// Why not.
        fault: JsonError,
    },
    /// The server said something that makes no sense.
    #[error(transparent)]
    Senseless(#[from] FollowError),
    /// The rules of the game cannot be used.
    #[error("the rules of the game cannot be used: {0}")]
    Rules(DataFileErrors),
    /// The words of the game make no lexicon.
    #[error("the words of the game cannot be used: {0}")]
    Words(String),
    /// The leave values of the player are not for this game.
    #[error("the leave values cannot be used for this game: {0}")]
    LeaveValues(#[from] LeavesError),
    /// No player can be made for the game.
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
    /// What the last game was played with, and the rules made from it.
    known: Option<(Arc<GameSetting>, MatchSetup)>,
    /// Words the server gave us.
    given: Option<WordGraph>,
}

/// How a conversation ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The server said goodbye, and why.
    Bye(String),
    /// The connection ended without a word.
    Closed,
}

impl BotClient {
    /// A bot with this name; lexica are looked for in a library before the server is asked for words.
    pub fn new(name: &str, library: Library, trace: Trace) -> BotClient {
        BotClient { name: name.to_owned(), library, trace, token: None, known: None, given: None }
    }

    /// Whether the server would know this bot again.
    pub fn can_return(&self) -> bool {
        self.token.is_some()
    }

    /// Speaks until the server ends it. A second call says who it was before, so that a broken game goes on.
    pub fn run(
        &mut self,
        mut read: impl BufRead,
        mut write: impl Write,
        strategy: &mut dyn BotStrategy,
    ) -> Result<SessionEnd, BotClientError> {
        let hello = Hello { protocol: BOT_PROTOCOL, name: self.name.clone(), token: self.token.clone() };
        self.say(&mut write, &BotLine::Hello(hello))?;
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
                .map_err(|fault| BotClientError::Unreadable { line: shortened(trimmed), fault })?;
            if let ServerPayload::Bye(bye) = &line.what {
                return Ok(SessionEnd::Bye(bye.reason.clone()));
            }
            self.hear(line, &mut session, &mut write, strategy)?;
        }
    }

    fn hear(
        &mut self,
        line: ServerLine,
        session: &mut ClientSession,
        write: &mut impl Write,
        strategy: &mut dyn BotStrategy,
    ) -> Result<(), BotClientError> {
        strategy.observe(MessageDirection::Received, &ObservedMessage::Server(&line))?;
        match &line.what {
            ServerPayload::Welcome(welcome) => self.token = Some(welcome.token.clone()),
            ServerPayload::Ping(number) => self.say(write, &BotLine::Pong(*number))?,
            ServerPayload::Words(words) => {
                self.learn(words, session)?;
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
                if self.knows_words(start) {
                    self.begin(&game, start, session, strategy)?;
                } else {
                    self.say(write, &BotLine::Words(start.setting.lexicon.hash.clone()))?;
                    session.start = Some((game, start.clone()));
                }
            }
            _ if session.start.is_some() => session.waiting.push_back(line),
            _ => self.play(&line, session, write, strategy)?,
        }
        Ok(())
    }

    fn knows_words(&mut self, start: &StartMessage) -> bool {
        let hash = &start.setting.lexicon.hash;
        let same = |words: &WordGraph| words.content_hash().to_string() == *hash;
        if self.known.as_ref().is_some_and(|(known, _)| known.lexicon == start.setting.lexicon)
            || self.given.as_ref().is_some_and(same)
        {
            return true;
        }
        let found = rules_of(start).ok().and_then(|rules| {
            self.library.lexicon(&start.setting.lexicon.name, rules.tiles.alphabet()).ok().filter(same)
        });
        self.given = found.or(self.given.take());
        self.given.as_ref().is_some_and(same)
    }

    fn learn(&mut self, words: &LexiconWords, session: &ClientSession) -> Result<(), BotClientError> {
        let Some((_, start)) = &session.start else { return Ok(()) };
        let rules = rules_of(start)?;
        let alphabet = rules.tiles.alphabet();
        let read = |word: &String| {
            alphabet.parse_word(word).map_err(|error| BotClientError::Words(format!("{word}: {error}")))
        };
        let words: Vec<_> = words.words.iter().map(read).collect::<Result<_, _>>()?;
        let built = WordGraph::build(&start.setting.lexicon.name, alphabet, words);
        self.given = Some(built.map_err(|error| BotClientError::Words(error.to_string()))?);
        Ok(())
    }

    fn begin(
        &mut self,
        game: &str,
        start: &StartMessage,
        session: &mut ClientSession,
        strategy: &mut dyn BotStrategy,
    ) -> Result<(), BotClientError> {
        let known = self.known.take().filter(|(known, _)| *known == start.setting);
        let (known, setting) = match (known, &self.given) {
            (Some(known), _) => known,
            (None, Some(words)) => {
                let rules = rules_of(start)?;
                let setting = MatchSetup::from_start(rules, words.clone(), start.setting.clone());
                (start.setting.clone(), setting)
            }
            (None, None) => return Err(BotClientError::Words("the server sent none".to_owned())),
        };
        session.follower = Some(GameFollower::new(game, start, setting.rules.clone())?);
        strategy.begin(&setting, start)?;
        self.known = Some((known, setting));
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
            self.say(write, &answer)?;
        }
        Ok(())
    }

    fn say(&mut self, write: &mut impl Write, line: &BotLine) -> Result<(), BotClientError> {
        let text = line.print();
        self.trace.record(MessageDirection::Sent, &text);
        Ok(write.write_all(format!("{text}\n").as_bytes()).and_then(|()| write.flush())?)
    }
}

/// What is known of the game at hand.
struct ClientSession {
    follower: Option<GameFollower>,
    /// A game whose words are awaited, and what was said meanwhile.
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

fn shortened(line: &str) -> String {
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
