//! What is stored about a game: header, summary, events, chat, keys.

use crate::{
    CommandId, Cursor, EventKindName, GameId, GameName, KeyHash, LexiconDigest, LineNo, Payload, SeatCount,
    SeatNumber, Seq, Timestamp,
};

/// How far a game is, as far as the list of games is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameStatus {
    /// It waits for players.
    Open,
    /// It is being played.
    Running,
    /// It is over.
    Finished,
}

impl GameStatus {
    /// All states.
    pub const ALL: [GameStatus; 3] = [GameStatus::Open, GameStatus::Running, GameStatus::Finished];

    /// The word that stands for it in databases and exports.
    pub fn as_str(self) -> &'static str {
        match self {
            GameStatus::Open => "open",
            GameStatus::Running => "running",
            GameStatus::Finished => "finished",
        }
    }

    /// The state of that word.
    pub fn parse(word: &str) -> Option<GameStatus> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// Who finds a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Visibility {
    /// Everybody, in the list of games.
    Public,
    /// Those who were given its link.
    ByLink,
}

impl Visibility {
    /// All of them.
    pub const ALL: [Visibility; 2] = [Visibility::Public, Visibility::ByLink];

    /// The word that stands for it in databases and exports.
    pub fn as_str(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::ByLink => "by-link",
        }
    }

    /// The visibility of that word.
    pub fn parse(word: &str) -> Option<Visibility> {
        Self::ALL.into_iter().find(|visibility| visibility.as_str() == word)
    }
}

/// What never changes about a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameHeader {
    /// The rules, board and tiles, written out, so that the game loads when its preset has changed.
    pub rules: Payload,
    /// The digest of its lexicon.
    pub lexicon: LexiconDigest,
    /// How many seats it has.
    pub seats: SeatCount,
    /// Who finds it.
    pub visibility: Visibility,
    /// When it was made.
    pub created: Timestamp,
}

/// What the list of games shows about a game; it changes with its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSummary {
    /// What it is called.
    pub name: GameName,
    /// How far it is.
    pub state: GameStatus,
    /// When something last happened in it.
    pub activity: Timestamp,
    /// When something has to happen in it without anybody asking, if at all.
    pub due: Option<Timestamp>,
    /// Everything else the list shows, such as players, scores and whose turn it is.
    pub details: Payload,
}

/// How far a game's log and its chat go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LogHead {
    /// The last event.
    pub seq: Seq,
    /// The last chat line.
    pub line: LineNo,
}

/// A game without its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// What never changes.
    pub header: GameHeader,
    /// What the list shows.
    pub summary: StoredSummary,
    /// How far log and chat go.
    pub head: LogHead,
}

/// A game to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGame {
    /// Its id, which no game has had.
    pub id: GameId,
    /// What never changes.
    pub header: GameHeader,
    /// What the list shows.
    pub summary: StoredSummary,
    /// Its first events, stored with it or not at all.
    pub events: Vec<NewEvent>,
    /// Its first keys, stored with it or not at all.
    pub keys: Vec<NewKey>,
}

impl NewGame {
    /// A game without events and keys.
    pub fn new(id: GameId, header: GameHeader, summary: StoredSummary) -> NewGame {
        NewGame { id, header, summary, events: Vec::new(), keys: Vec::new() }
    }
}

/// An event that has not got its number yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// What sort of event it is.
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
    /// What sort of event it is.
    pub kind: EventKindName,
    /// What happened.
    pub payload: Payload,
}

/// Something to be said in a game's chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewChatLine {
    /// The game.
    pub game: GameId,
    /// When it was said.
    pub at: Timestamp,
    /// Who said what.
    pub payload: Payload,
}

/// A line of a game's chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredChatLine {
    /// Its number in the game's chat.
    pub number: LineNo,
    /// When it was said.
    pub at: Timestamp,
    /// Who said what.
    pub payload: Payload,
}

/// A key to a seat, to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// The digest of the key.
    pub hash: KeyHash,
    /// The seat it opens.
    pub seat: SeatNumber,
    /// When it was made.
    pub created: Timestamp,
}

/// A key to a seat of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// The game.
    pub game: GameId,
    /// The seat it opens.
    pub seat: SeatNumber,
    /// When it was made.
    pub created: Timestamp,
}

/// A change to a game's keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyChange {
    /// Adds a key.
    Add(NewKey),
    /// Takes one key away; a key that is not there stays away.
    Revoke(KeyHash),
    /// Takes all keys of a seat away.
    RevokeSeat(SeatNumber),
}

/// A command that was carried out, and the last event it made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCommand {
    /// The id its sender gave it.
    pub command: CommandId,
    /// The last event it made.
    pub seq: Seq,
}

/// What the list of games shows of one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameListEntry {
    /// Its id.
    pub id: GameId,
    /// Who finds it.
    pub visibility: Visibility,
    /// When it was made.
    pub created: Timestamp,
    /// What the list shows.
    pub summary: StoredSummary,
    /// How far log and chat go.
    pub head: LogHead,
}

/// Which games to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameFilter {
    /// Only those in this state.
    pub state: Option<GameStatus>,
    /// Only those found this way.
    pub visibility: Option<Visibility>,
    /// Only those with this in their name, in small or capital letters.
    pub name: Option<GameName>,
}

/// A page of the list of games, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPage {
    /// The games.
    pub games: Vec<GameListEntry>,
    /// Where the next page begins, if there may be one.
    pub next: Option<Cursor>,
}

/// Everything stored about a game, as back-ups keep it.
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

/// The form of a name in which names are compared.
pub(crate) fn folded(name: &GameName) -> String {
    name.as_str().to_lowercase()
}
