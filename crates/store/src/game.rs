//! What is stored about a game: header, summary, events, chat, keys.

use crate::{
    CommandId, Cursor, EventKindName, GameId, GameName, KeyHash, LexiconDigest, LineNo, Payload, SeatCount,
    SeatNumber, Seq, Timestamp,
};
use serde::{Deserialize, Serialize};

/// The progress of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TableStatus {
    /// It waits for players.
    Open,
    /// The game has begun.
    Running,
    /// The game is over, or the table was closed.
    Over,
}

impl TableStatus {
    /// All values.
    pub const ALL: [TableStatus; 3] = [TableStatus::Open, TableStatus::Running, TableStatus::Over];

    /// The word for it in databases and exports. Clients of the HTTP API get `over` instead of `finished`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            TableStatus::Open => "open",
            TableStatus::Running => "running",
            TableStatus::Over => "finished",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<TableStatus> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

/// Who can find a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Visibility {
    /// Everyone, in the list of games.
    Public,
    /// Those who have its link.
    ByLink,
}

impl Visibility {
    /// All values.
    pub const ALL: [Visibility; 2] = [Visibility::Public, Visibility::ByLink];

    /// The word for it in databases and exports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::ByLink => "by-link",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Visibility> {
        Self::ALL.into_iter().find(|visibility| visibility.as_str() == word)
    }
}

/// The part of a game that never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameHeader {
    /// The rules, board and tiles in full, so that the game still loads after its preset has changed.
    pub rules: Payload,
    /// The digest of its lexicon.
    pub lexicon: LexiconDigest,
    /// The number of seats.
    pub seats: SeatCount,
    /// Who can find it.
    pub visibility: Visibility,
    /// When it was created.
    pub created: Timestamp,
}

/// What the list of games shows about a game. It changes with the events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSummary {
    /// The name.
    pub name: GameName,
    /// The progress.
    pub state: TableStatus,
    /// When it last changed.
    pub activity: Timestamp,
    /// When the server must act without a request, for example when a clock runs out.
    pub due: Option<Timestamp>,
    /// Everything else that the list shows, such as players, scores and whose turn it is.
    pub details: Payload,
}

/// The last event and the last chat line of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LogHead {
    /// The last event.
    pub seq: Seq,
    /// The last chat line.
    pub line: LineNo,
}

/// A stored game without its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// The part that never changes.
    pub header: GameHeader,
    /// The part that the list shows.
    pub summary: StoredSummary,
    /// The last event and chat line.
    pub head: LogHead,
}

/// A game to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    /// Its id, which no other game has.
    pub id: GameId,
    /// The part that never changes.
    pub header: GameHeader,
    /// The part that the list shows.
    pub summary: StoredSummary,
    /// Its first events, stored together with it.
    pub events: Vec<NewEvent>,
    /// Its first keys, stored together with it.
    pub keys: Vec<NewKey>,
}

impl NewGame {
    /// A game without events and keys.
    #[must_use]
    pub fn new(id: GameId, header: GameHeader, summary: StoredSummary) -> NewGame {
        NewGame { id, header, summary, events: Vec::new(), keys: Vec::new() }
    }
}

/// An event that has no number yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// The kind of event.
    pub kind: EventKindName,
    /// What happened.
    pub payload: Payload,
}

/// An event of a game's log; `(game, seq)` is its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// The game.
    pub game: GameId,
    /// Its number in the game.
    pub seq: Seq,
    /// The kind of event.
    pub kind: EventKindName,
    /// What happened.
    pub payload: Payload,
}

/// A chat line to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewChatLine {
    /// The game.
    pub game: GameId,
    /// When it was sent.
    pub at: Timestamp,
    /// The id that the sender gave to it. A second line with the same id adds nothing and gets the first number.
    pub command: Option<CommandId>,
    /// The sender and the text.
    pub payload: Payload,
}

/// A line of a game's chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredChatLine {
    /// Its number in the game's chat.
    pub number: LineNo,
    /// When it was sent.
    pub at: Timestamp,
    /// The id that the sender gave to it.
    pub command: Option<CommandId>,
    /// The sender and the text.
    pub payload: Payload,
}

/// A key to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// The digest of the key.
    pub hash: KeyHash,
    /// Its holder.
    pub seat: SeatNumber,
    /// When it was created.
    pub created: Timestamp,
}

/// A stored key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// The game.
    pub game: GameId,
    /// Its holder.
    pub seat: SeatNumber,
    /// When it was created.
    pub created: Timestamp,
}

/// A change to a game's keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyChange {
    /// Adds a key.
    Add(NewKey),
    /// Removes one key, if the game has it.
    Revoke(KeyHash),
    /// Removes all keys of a holder.
    RevokeSeat(SeatNumber),
}

/// A command that was carried out, and its last event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCommand {
    /// The id that its sender gave it.
    pub command: CommandId,
    /// Its last event.
    pub seq: Seq,
}

/// An entry in the list of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameListEntry {
    /// Its id.
    pub id: GameId,
    /// Who can find it.
    pub visibility: Visibility,
    /// When it was created.
    pub created: Timestamp,
    /// The part that the list shows.
    pub summary: StoredSummary,
    /// The last event and chat line.
    pub head: LogHead,
}

/// Which games to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameFilter {
    /// Only games with this status.
    pub state: Option<TableStatus>,
    /// Only games with this visibility.
    pub visibility: Option<Visibility>,
    /// Only games whose name contains this text. Upper and lower case are the same.
    pub name: Option<GameName>,
}

/// A page of the list of games, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPage {
    /// The games.
    pub games: Vec<GameListEntry>,
    /// The position of each game.
    pub cursors: Vec<Cursor>,
    /// Where the next page begins, if there may be one.
    pub next: Option<Cursor>,
}

/// Everything that is stored about a game, as exports contain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameCopy {
    /// The game.
    pub game: StoredGame,
    /// Its events, in order.
    pub events: Vec<StoredEvent>,
    /// Its chat, in order.
    pub lines: Vec<StoredChatLine>,
    /// Its keys.
    pub keys: Vec<NewKey>,
    /// The commands that were carried out.
    pub commands: Vec<StoredCommand>,
}

impl From<NewGame> for GameCopy {
    fn from(new: NewGame) -> GameCopy {
        let seq = Seq(new.events.len() as u64);
        let game = StoredGame {
            id: new.id.clone(),
            header: new.header,
            summary: new.summary,
            head: LogHead { seq, line: LineNo::START },
        };
        let events = new.events.into_iter().zip(1..).map(|(event, seq)| StoredEvent {
            game: new.id.clone(),
            seq: Seq(seq),
            kind: event.kind,
            payload: event.payload,
        });
        GameCopy { game, events: events.collect(), lines: Vec::new(), keys: new.keys, commands: Vec::new() }
    }
}

/// The form of a name for comparisons.
pub(crate) fn fold_case(name: &GameName) -> String {
    name.as_str().to_lowercase()
}
