//! What clients sent and got, and what the server says about its games in the end. Plain data without behaviour.

use serde_json::Value;
use std::collections::BTreeMap;

/// Milliseconds since 1970, on the clock that servers and clients of one machine share.
pub type UnixMillis = i64;

/// Everything that all clients saw.
#[derive(Clone, Debug, Default)]
pub struct ClientHistory {
    /// What happened at each game, by its id.
    pub tables: BTreeMap<String, TableHistory>,
    /// Requests to create a game, by the unique name of the game.
    pub creations: Vec<CreationAttempt>,
    /// How long requests took.
    pub latencies: Vec<LatencySample>,
    /// Answers that blame the server: which request, and what was answered.
    pub server_errors: Vec<String>,
}

/// Everything that clients saw of one game.
#[derive(Clone, Debug, Default)]
pub struct TableHistory {
    /// The commands of players.
    pub commands: Vec<SentCommand>,
    /// Requests to take or leave a seat.
    pub seat_requests: Vec<SeatRequest>,
    /// Chat lines that were sent. Every text is unique.
    pub chats: Vec<SentChat>,
    /// Connections that streamed the game's events.
    pub streams: Vec<StreamHistory>,
    /// Views that clients got.
    pub views: Vec<ViewSample>,
    /// Keys that the operator revoked.
    pub revocations: Vec<KeyRevocation>,
    /// Hands that bots were told.
    pub bot_hands: Vec<BotHand>,
    /// The longest time that a turn may take if the game has a clock, in milliseconds.
    pub longest_turn: Option<i64>,
}

/// How a request ended, as far as the client knows.
#[derive(Clone, PartialEq, Debug)]
pub enum AttemptOutcome {
    /// The server carried it out.
    Acknowledged(Value),
    /// The server refused it.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The code of the error.
        code: String,
    },
    /// The server failed and says that nothing was changed.
    NothingChanged,
    /// The client could not connect.
    NotSent,
    /// Nobody told the client what became of it.
    Uncertain(String),
}

/// A command with the attempts to send it. All attempts have the same id.
#[derive(Clone, Debug)]
pub struct SentCommand {
    /// The unique name of the player.
    pub person: String,
    /// The id of the command.
    pub id: Option<String>,
    /// The attempts, in the order in which they were sent.
    pub attempts: Vec<CommandAttempt>,
}

/// One request with a command.
#[derive(Clone, Debug)]
pub struct CommandAttempt {
    /// The number of the server.
    pub node: usize,
    /// What the player wanted.
    pub wish: Wish,
    /// When it was sent.
    pub sent: UnixMillis,
    /// When the answer came, or the client gave up.
    pub answered: UnixMillis,
    /// The answer.
    pub outcome: AttemptOutcome,
}

/// What a player wants to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Wish {
    /// To place tiles; their squares, if known.
    Play(Option<Vec<(i64, i64)>>),
    /// To exchange tiles.
    Exchange,
    /// To pass, or to accept the last play.
    Pass,
    /// To accept the last play.
    Accept,
    /// To challenge the last play.
    Challenge,
    /// To leave the game.
    Resign,
    /// To take a turn back.
    Undo,
    /// To let another take a turn back.
    Agree,
    /// To forbid it.
    Decline,
}

/// How somebody wants a seat, or to leave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatRequestKind {
    /// By creating the game.
    Create,
    /// By joining it.
    Join,
    /// By asking for a rematch.
    Rematch,
    /// The person leaves.
    Leave,
}

/// A request about a seat. It has no id, so that each is one attempt.
#[derive(Clone, Debug)]
pub struct SeatRequest {
    /// The unique name of the player.
    pub person: String,
    /// What is wanted.
    pub kind: SeatRequestKind,
    /// The seat that was given or left, if known.
    pub seat: Option<u64>,
    /// When it was sent.
    pub sent: UnixMillis,
    /// When the answer came.
    pub answered: UnixMillis,
    /// The answer.
    pub outcome: AttemptOutcome,
}

/// A request to create a game.
#[derive(Clone, Debug)]
pub struct CreationAttempt {
    /// The unique name of the game.
    pub name: String,
    /// The answer.
    pub outcome: AttemptOutcome,
}

/// A chat line.
#[derive(Clone, Debug)]
pub struct SentChat {
    /// The unique name of the player.
    pub person: String,
    /// The unique text.
    pub text: String,
    /// The answer.
    pub outcome: AttemptOutcome,
}

/// A key that the operator revoked.
#[derive(Clone, Debug)]
pub struct KeyRevocation {
    /// Whose key it was.
    pub person: String,
    /// When the operator knew that it was revoked.
    pub answered: UnixMillis,
}

/// The tiles that a bot was told to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotHand {
    /// The name of the bot.
    pub bot: String,
    /// The numbers of the tiles, each as often as the bot has it.
    pub tiles: Vec<u64>,
}

/// One connection that streams events of one game.
#[derive(Clone, Debug)]
pub struct StreamHistory {
    /// The number of the reader, which may have had connections before.
    pub reader: usize,
    /// Whose key opened it; none for a spectator.
    pub person: Option<String>,
    /// The number of the server.
    pub node: usize,
    /// Whether it is a WebSocket or server-sent events.
    pub transport: StreamTransport,
    /// The event after which it starts.
    pub since: Option<u64>,
    /// The chat line after which it starts.
    pub lines: Option<u64>,
    /// When it was opened.
    pub opened: UnixMillis,
    /// The events that came.
    pub events: Vec<StreamedEvent>,
    /// The numbers of the chat lines that came.
    pub chat: Vec<u64>,
    /// When it was still open at the end of the run.
    pub open_at: Option<UnixMillis>,
}

/// How events are streamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamTransport {
    /// Server-sent events.
    Sse,
    /// A WebSocket.
    WebSocket,
}

/// An event as it came.
#[derive(Clone, Debug)]
pub struct StreamedEvent {
    /// Its number.
    pub seq: u64,
    /// Its content.
    pub data: Value,
}

/// What a view of a game shows.
#[derive(Clone, Debug)]
pub struct ViewSample {
    /// Whose key was sent; none for a spectator.
    pub person: Option<String>,
    /// The number of the server.
    pub node: usize,
    /// When it was asked for.
    pub sent: UnixMillis,
    /// The last event that it knows.
    pub seq: u64,
    /// The seat of the viewer.
    pub viewer: Option<u64>,
    /// The seats whose racks are shown.
    pub racks: Vec<u64>,
    /// Whether the game is over.
    pub is_over: bool,
}

/// How long a request took.
#[derive(Clone, Debug)]
pub struct LatencySample {
    /// Whether the client only does what is good, at a moderate pace.
    pub is_innocent: bool,
    /// What was asked.
    pub what: &'static str,
    /// When it was sent.
    pub sent: UnixMillis,
    /// How long it took, in milliseconds.
    pub took: i64,
    /// Whether an answer came at all.
    pub is_answered: bool,
    /// Whether a fault was active at that time.
    pub under_fault: bool,
}

/// A game as its server stored it.
#[derive(Clone, Debug, Default)]
pub struct FinalGame {
    /// The name of the game, which is unique except for rematches.
    pub name: String,
    /// The rules as a file.
    pub rules: String,
    /// The number of seats.
    pub seats: usize,
    /// Whether all racks are open.
    pub has_open_racks: bool,
    /// How far the times of its events may be off, in milliseconds, because clocks of servers were moved.
    pub skew: i64,
    /// The log, complete, with all racks.
    pub log: Vec<FinalEvent>,
    /// The chat.
    pub chat: Vec<FinalChatLine>,
    /// The seat to move, while the game runs.
    pub turn: Option<u64>,
    /// Whether the game runs.
    pub is_running: bool,
    /// The scores that the server shows, if it shows them for the same last event.
    pub scores: Option<Vec<i64>>,
    /// When this was read.
    pub read: UnixMillis,
}

/// An event of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct FinalEvent {
    /// Its number.
    pub seq: u64,
    /// When it happened.
    pub at: UnixMillis,
    /// Its name, such as `played`.
    pub kind: String,
    /// Its seat.
    pub seat: Option<u64>,
    /// All of it, with secrets.
    pub data: Value,
}

/// A stored chat line.
#[derive(Clone, PartialEq, Debug)]
pub struct FinalChatLine {
    /// Its number.
    pub line: u64,
    /// Its text.
    pub text: String,
}
