//! The protocol of one connection: hello, heartbeat, limits.

use crate::limits::ConnectionLimits;
use crate::lines::LineBufferError;
use rules::Millis;
use wire::bot::{BOT_PROTOCOL, BotLine, ErrorMessage, Hello, ServerMessage, ServerPayload};

/// The longest name of a bot, in characters.
const LONGEST_NAME: usize = 64;

/// The protocol state of a connection with a bot. It does no input or output; times are those of any monotonic clock.
#[derive(Clone, Debug)]
pub struct ConnectionProtocol {
    limits: ConnectionLimits,
    name: Option<String>,
    began: Millis,
    /// When the last line arrived.
    heard: Millis,
    /// When the bot was pinged, if no line has arrived since.
    pinged: Option<Millis>,
    pings: u64,
    invalid_lines: u32,
    words: u32,
    /// How many lines the bot may send now, in thousandths.
    allowance: i64,
    counted: Millis,
}

/// What a line of a bot requires.
#[derive(Clone, PartialEq, Debug)]
pub enum LineEffect {
    /// The bot has sent its hello and waits for the welcome message.
    Hello(Hello),
    /// An answer to a turn request.
    Answer {
        /// The game, if the line names one.
        game: Option<String>,
        /// The turn, if the line names one.
        turn: Option<u32>,
        /// The answer.
        what: ServerMessage,
    },
    /// A request for the words of the lexicon with this hash.
    Words(String),
    /// Send this reply.
    Reply(ServerPayload),
    /// Nothing.
    Nothing,
}

/// Why a connection is closed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectionError {
    /// The bot sent no hello in time.
    #[error("no hello came in time")]
    NoHello,
    /// The bot uses another version of the protocol.
    #[error("this server speaks version {BOT_PROTOCOL} of the protocol, not {0}")]
    Version(u32),
    /// The name of the bot is invalid.
    #[error("a name has 1 to {LONGEST_NAME} characters that can be printed")]
    Name,
    /// The bot was silent for too long.
    #[error("nothing was heard for {0}")]
    Silent(Millis),
    /// The bot sent too many lines.
    #[error("too many lines were sent")]
    Flood,
    /// The bot sent too many invalid lines.
    #[error("too many lines could not be used; the last: {0}")]
    InvalidLines(String),
    /// A line is too long.
    #[error("a line may have at most {0} bytes")]
    LongLine(usize),
    /// The bot does not read.
    #[error("what was sent was not read")]
    NotReading,
    /// The connection was closed or broke.
    #[error("the connection was closed")]
    Closed,
    /// The process of the bot ended or did not start.
    #[error("{0}")]
    ProcessFailed(String),
}

impl ConnectionProtocol {
    /// The state of a new connection.
    #[must_use]
    pub fn new(limits: ConnectionLimits, now: Millis) -> ConnectionProtocol {
        ConnectionProtocol {
            limits,
            name: None,
            began: now,
            heard: now,
            pinged: None,
            pings: 0,
            invalid_lines: 0,
            words: 0,
            allowance: i64::from(limits.burst) * 1000,
            counted: now,
        }
    }

    /// The name of the bot, after its hello.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The number of invalid lines so far.
    pub fn invalid_lines(&self) -> u32 {
        self.invalid_lines
    }

    /// Processes a line.
    ///
    /// # Errors
    ///
    /// The bot exceeded a limit, or its hello is invalid: the connection must be closed.
    pub fn receive_line(
        &mut self,
        line: Result<&str, LineBufferError>,
        now: Millis,
    ) -> Result<LineEffect, ConnectionError> {
        self.heard = now;
        self.pinged = None;
        self.charge_line(now)?;
        let line = match line {
            Ok(line) => line,
            Err(LineBufferError::TooLong(most)) => return Err(ConnectionError::LongLine(most)),
            Err(fault @ LineBufferError::NotText) => return self.reject_line("not-text", fault.to_string()),
        };
        match BotLine::read(line) {
            Ok(line) => self.process(line),
            Err(fault) => self.reject_line(fault.code(), fault.to_string()),
        }
    }

    fn process(&mut self, line: BotLine) -> Result<LineEffect, ConnectionError> {
        Ok(match line {
            BotLine::Hello(_) if self.name.is_some() => {
                return self.reject_line("hello-again", "you have said hello already".to_owned());
            }
            BotLine::Hello(hello) => self.greet(hello)?,
            BotLine::Ping(number) => LineEffect::Reply(ServerPayload::Pong(number)),
            BotLine::Pong(_) => LineEffect::Nothing,
            _ if self.name.is_none() => {
                return self.reject_line("hello-first", "say hello first: {\"hello\":…}".to_owned());
            }
            BotLine::Words(hash) => {
                self.words += 1;
                if self.words > self.limits.words {
                    return self
                        .reject_line("too-many-words", "you have asked for words too often".to_owned());
                }
                LineEffect::Words(hash)
            }
            BotLine::Answer { game, turn, what } => LineEffect::Answer { game, turn, what },
        })
    }

    fn greet(&mut self, hello: Hello) -> Result<LineEffect, ConnectionError> {
        if hello.protocol != BOT_PROTOCOL {
            return Err(ConnectionError::Version(hello.protocol));
        }
        let printable = !hello.name.chars().any(char::is_control);
        if !printable || hello.name.trim().is_empty() || hello.name.chars().count() > LONGEST_NAME {
            return Err(ConnectionError::Name);
        }
        self.name = Some(hello.name.clone());
        Ok(LineEffect::Hello(hello))
    }

    /// Reports an invalid line; too many of them end the connection.
    fn reject_line(&mut self, code: &str, message: String) -> Result<LineEffect, ConnectionError> {
        self.invalid_lines += 1;
        if self.invalid_lines > self.limits.faults {
            return Err(ConnectionError::InvalidLines(message));
        }
        Ok(LineEffect::Reply(ServerPayload::Error(ErrorMessage { code: code.to_owned(), message })))
    }

    fn charge_line(&mut self, now: Millis) -> Result<(), ConnectionError> {
        let earned = now.since(self.counted).0.min(60_000) * i64::from(self.limits.rate);
        self.counted = now;
        self.allowance = (self.allowance + earned).min(i64::from(self.limits.burst) * 1000) - 1000;
        if self.allowance < 0 { Err(ConnectionError::Flood) } else { Ok(()) }
    }

    /// Checks the time: returns a ping that must be sent.
    ///
    /// # Errors
    ///
    /// The bot was silent for too long, or sent no hello in time.
    pub fn tick(&mut self, now: Millis) -> Result<Option<ServerPayload>, ConnectionError> {
        if self.name.is_none() && now.since(self.began) >= self.limits.hello {
            return Err(ConnectionError::NoHello);
        }
        let silent = now.since(self.heard);
        if silent >= self.limits.silence {
            return Err(ConnectionError::Silent(silent));
        }
        let quiet = now.since(self.pinged.unwrap_or(self.heard)) >= self.limits.heartbeat;
        if self.name.is_none() || !quiet {
            return Ok(None);
        }
        self.pings += 1;
        self.pinged = Some(now);
        Ok(Some(ServerPayload::Ping(self.pings)))
    }

    /// When [`tick`](ConnectionProtocol::tick) must be called again.
    pub fn next_tick(&self) -> Millis {
        let given_up = self.heard.plus(self.limits.silence);
        let next = match self.name {
            None => self.began.plus(self.limits.hello),
            Some(_) => self.pinged.unwrap_or(self.heard).plus(self.limits.heartbeat),
        };
        next.min(given_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(limits: ConnectionLimits) -> ConnectionProtocol {
        let mut bot = ConnectionProtocol::new(limits, Millis(0));
        let hello = bot.receive_line(Ok(r#"{"hello":{"protocol":1,"name":"Ann"}}"#), Millis(0));
        assert!(matches!(hello, Ok(LineEffect::Hello(_))), "{hello:?}");
        bot
    }

    fn code(step: Result<LineEffect, ConnectionError>) -> String {
        match step {
            Ok(LineEffect::Reply(ServerPayload::Error(fault))) => fault.code,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn nothing_is_said_before_hello() {
        let mut bot = ConnectionProtocol::new(ConnectionLimits::default(), Millis(0));
        assert_eq!(code(bot.receive_line(Ok(r#""SMPass""#), Millis(1))), "hello-first");
        assert_eq!(
            bot.receive_line(Ok(r#"{"ping":3}"#), Millis(1)),
            Ok(LineEffect::Reply(ServerPayload::Pong(3)))
        );
        assert_eq!(bot.tick(Millis(10_000)), Err(ConnectionError::NoHello));
    }

    #[test]
    fn another_version_or_a_bad_name_is_the_end() {
        let mut bot = ConnectionProtocol::new(ConnectionLimits::default(), Millis(0));
        let hello = r#"{"hello":{"protocol":2,"name":"Ann"}}"#;
        assert_eq!(bot.receive_line(Ok(hello), Millis(0)), Err(ConnectionError::Version(2)));
        let hello = r#"{"hello":{"protocol":1,"name":" "}}"#;
        assert_eq!(bot.receive_line(Ok(hello), Millis(0)), Err(ConnectionError::Name));
    }

    #[test]
    fn a_silent_bot_is_asked_and_then_given_up() {
        let mut bot = open(ConnectionLimits::default());
        assert_eq!(bot.next_tick(), Millis(15_000));
        assert_eq!(bot.tick(Millis(14_999)), Ok(None));
        assert_eq!(bot.tick(Millis(15_000)), Ok(Some(ServerPayload::Ping(1))));
        assert_eq!(bot.tick(Millis(15_001)), Ok(None));
        assert_eq!(bot.receive_line(Ok(r#"{"pong":1}"#), Millis(20_000)), Ok(LineEffect::Nothing));
        assert_eq!(bot.tick(Millis(35_000)), Ok(Some(ServerPayload::Ping(2))));
        assert_eq!(bot.tick(Millis(80_000)), Err(ConnectionError::Silent(Millis(60_000))));
    }

    #[test]
    fn invalid_lines_are_tolerated_a_few_times() {
        let mut bot = open(ConnectionLimits { faults: 2, ..ConnectionLimits::default() });
        assert_eq!(code(bot.receive_line(Ok("hm"), Millis(0))), "not-json");
        assert_eq!(code(bot.receive_line(Err(LineBufferError::NotText), Millis(0))), "not-text");
        assert!(matches!(bot.receive_line(Ok("{}"), Millis(0)), Err(ConnectionError::InvalidLines(_))));
        let mut bot = open(ConnectionLimits::default());
        assert_eq!(
            bot.receive_line(Err(LineBufferError::TooLong(9)), Millis(0)),
            Err(ConnectionError::LongLine(9))
        );
    }

    #[test]
    fn a_flood_is_the_end_and_a_steady_stream_is_not() {
        let limits = ConnectionLimits { rate: 10, burst: 5, ..ConnectionLimits::default() };
        let mut bot = open(limits);
        let floods = (0..9).map(|_| bot.receive_line(Ok(r#"{"ping":1}"#), Millis(0))).find(Result::is_err);
        assert_eq!(floods, Some(Err(ConnectionError::Flood)));
        let mut bot = open(limits);
        assert!((1..200).all(|n| bot.receive_line(Ok(r#"{"ping":1}"#), Millis(n * 100)).is_ok()));
    }

    #[test]
    fn words_are_not_given_for_ever() {
        let mut bot = open(ConnectionLimits { words: 1, ..ConnectionLimits::default() });
        assert_eq!(
            bot.receive_line(Ok(r#"{"words":"x"}"#), Millis(0)),
            Ok(LineEffect::Words("x".to_owned()))
        );
        assert_eq!(code(bot.receive_line(Ok(r#"{"words":"x"}"#), Millis(0))), "too-many-words");
    }
}
