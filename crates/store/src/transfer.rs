//! All games as lines of JSON, from any store and into any.
//!
//! ```text
//! {"format":{"name":"quixotry-store","version":1}}
//! {"game":{"id":"V1StGXR8","name":"Tea",…}}      the events, lines, keys and commands after it are this game's
//! {"event":{"seq":1,"kind":"passed","version":1,"payload":"…"}}
//! {"end":{"games":1,"events":1}}                 without it, the file was cut off
//! ```

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt};

use crate::*;

const FORMAT: &str = "quixotry-store";
const VERSION: u32 = 1;
/// How many games are stored together.
const BATCH: usize = 100;

/// How much was written or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Events of all games.
    pub events: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, copy: &GameCopy) {
        self.games += 1;
        self.events += copy.events.len() as u64;
    }
}

/// Why not all games were written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The lines could not be written.
    #[error("the export could not be written: {0}")]
    Io(#[from] std::io::Error),
}

/// Why not all games were read. Those before the mistake may have been stored.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// There are games that could be confused with the new ones.
    #[error("the store has games already; import into an empty one")]
    NotEmpty,
    /// A line makes no sense.
    #[error("line {line} of the import: {problem}")]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The file ends too early.
    #[error("the import ends after line {0} without saying that it is complete; the file was cut off")]
    CutOff(u64),
    /// There are not as many games or events as were written.
    #[error("the import should have {expected:?}, but has {found:?}")]
    Incomplete {
        /// What was written.
        expected: Counts,
        /// What was read.
        found: Counts,
    },
    /// The lines could not be read.
    #[error("the import could not be read: {0}")]
    Io(#[from] std::io::Error),
    /// The store refused a game.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The store failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Writes all games as lines of JSON, the oldest first, each as it is at one moment.
pub async fn export(store: &Store, mut to: impl AsyncWrite + Unpin) -> Result<Counts, ExportError> {
    let mut counts = Counts::default();
    write_line(&mut to, &Entry::first()).await?;
    let mut after = None;
    loop {
        let games = store.walk(after, Limit::rows(BATCH as u32)).await?;
        let Some((last, _)) = games.last() else { break };
        after = Some(*last);
        for (_, id) in &games {
            if let Some(copy) = store.copy(id).await? {
                write_copy(&mut to, &copy).await?;
                counts.add(&copy);
            }
        }
    }
    write_line(&mut to, &Entry::End(counts)).await?;
    to.flush().await?;
    Ok(counts)
}

async fn write_copy(to: &mut (impl AsyncWrite + Unpin), copy: &GameCopy) -> std::io::Result<()> {
    write_line(to, &Entry::Game((&copy.game).into())).await?;
    for event in &copy.events {
        write_line(to, &Entry::Event(event.into())).await?;
    }
    for line in &copy.lines {
        write_line(to, &Entry::Line(line.into())).await?;
    }
    for key in &copy.keys {
        write_line(to, &Entry::Key(key.into())).await?;
    }
    for command in &copy.commands {
        write_line(to, &Entry::Command(command.into())).await?;
    }
    Ok(())
}

async fn write_line(to: &mut (impl AsyncWrite + Unpin), entry: &Entry) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    to.write_all(&line).await
}

/// Reads games from lines of JSON into a store that has none.
pub async fn import(store: &Store, from: impl AsyncBufRead + Unpin) -> Result<Counts, ImportError> {
    if !store.walk(None, Limit::rows(1)).await?.is_empty() {
        return Err(ImportError::NotEmpty);
    }
    let mut import = Import { store, copies: Vec::new(), found: Counts::default(), state: Reading::Nothing };
    let mut lines = from.lines();
    let mut number = 0;
    while let Some(line) = lines.next_line().await? {
        number += 1;
        let problem = |problem: String| ImportError::Line { line: number, problem };
        let entry = serde_json::from_str(&line).map_err(|error| problem(error.to_string()))?;
        import.take(entry).map_err(problem)?;
        if import.copies.len() > BATCH {
            import.store_all_but(1).await?;
        }
    }
    import.finish(number).await
}

struct Import<'a> {
    store: &'a Store,
    /// Games that are not stored yet; the last may not be whole yet.
    copies: Vec<GameCopy>,
    found: Counts,
    state: Reading,
}

#[derive(Debug, Clone, Copy)]
enum Reading {
    Nothing,
    Games,
    End(Counts),
}

impl Import<'_> {
    fn take(&mut self, entry: Entry) -> Result<(), String> {
        match (self.state, entry) {
            (Reading::Nothing, Entry::Format(format)) => self.begin(&format),
            (Reading::Nothing, _) => {
                Err(format!("an export begins with {{\"format\":{{\"name\":\"{FORMAT}\",…"))
            }
            (Reading::End(_), _) => Err("nothing may follow the end".into()),
            (Reading::Games, Entry::Format(_)) => Err("an export begins only once".into()),
            (Reading::Games, Entry::End(counts)) => {
                self.state = Reading::End(counts);
                Ok(())
            }
            (Reading::Games, Entry::Game(game)) => {
                let game = Game::try_from(game)?;
                let (events, lines, keys, commands) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
                self.copies.push(GameCopy { game, events, lines, keys, commands });
                Ok(())
            }
            (Reading::Games, entry) => self.add(entry),
        }
    }

    fn begin(&mut self, format: &FormatEntry) -> Result<(), String> {
        let FormatEntry { name, version } = format;
        if name != FORMAT || *version != VERSION {
            let wanted = format!("{FORMAT} version {VERSION}");
            return Err(format!("this is {name:?} version {version}, but only {wanted} can be read"));
        }
        self.state = Reading::Games;
        Ok(())
    }

    fn add(&mut self, entry: Entry) -> Result<(), String> {
        let copy = self.copies.last_mut().ok_or("a game must come first")?;
        match entry {
            Entry::Event(event) => copy.events.push(event.of(&copy.game.id)?),
            Entry::Line(line) => copy.lines.push(line.try_into()?),
            Entry::Key(key) => copy.keys.push(key.try_into()?),
            Entry::Command(command) => copy.commands.push(command.try_into()?),
            Entry::Format(_) | Entry::Game(_) | Entry::End(_) => {}
        }
        Ok(())
    }

    async fn store_all_but(&mut self, unfinished: usize) -> Result<(), ImportError> {
        let rest = self.copies.split_off(self.copies.len() - unfinished);
        let whole = std::mem::replace(&mut self.copies, rest);
        whole.iter().for_each(|copy| self.found.add(copy));
        Ok(self.store.restore(whole).await?)
    }

    async fn finish(mut self, lines: u64) -> Result<Counts, ImportError> {
        let Reading::End(expected) = self.state else { return Err(ImportError::CutOff(lines)) };
        self.store_all_but(0).await?;
        match self.found {
            found if found == expected => Ok(found),
            found => Err(ImportError::Incomplete { expected, found }),
        }
    }
}

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Entry {
    Format(FormatEntry),
    Game(GameEntry),
    Event(EventEntry),
    Line(LineEntry),
    Key(KeyEntry),
    Command(CommandEntry),
    End(Counts),
}

impl Entry {
    fn first() -> Entry {
        Entry::Format(FormatEntry { name: FORMAT.into(), version: VERSION })
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FormatEntry {
    name: String,
    version: u32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Versioned {
    version: u16,
    text: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameEntry {
    id: String,
    name: String,
    state: String,
    visibility: String,
    created: i64,
    activity: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<i64>,
    last_seq: u64,
    last_line: u64,
    seats: u8,
    lexicon: String,
    rules: Versioned,
    shown: Versioned,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventEntry {
    seq: u64,
    kind: String,
    version: u16,
    payload: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineEntry {
    line: u64,
    at: i64,
    version: u16,
    payload: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyEntry {
    hash: String,
    seat: u8,
    created: i64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandEntry {
    command: String,
    seq: u64,
}

impl From<&Payload> for Versioned {
    fn from(payload: &Payload) -> Versioned {
        Versioned { version: payload.version(), text: payload.text().into() }
    }
}

impl TryFrom<Versioned> for Payload {
    type Error = String;

    fn try_from(entry: Versioned) -> Result<Payload, String> {
        Payload::new(entry.version, entry.text).map_err(say)
    }
}

fn say(error: impl ToString) -> String {
    error.to_string()
}

impl From<&Game> for GameEntry {
    fn from(game: &Game) -> GameEntry {
        let (header, summary) = (&game.header, &game.summary);
        GameEntry {
            id: game.id.to_string(),
            name: summary.name.to_string(),
            state: summary.state.word().into(),
            visibility: header.visibility.word().into(),
            created: header.created.0,
            activity: summary.activity.0,
            due: summary.due.map(|due| due.0),
            last_seq: game.head.seq.0,
            last_line: game.head.line.0,
            seats: header.seats.0,
            lexicon: header.lexicon.to_string(),
            rules: (&header.rules).into(),
            shown: (&summary.shown).into(),
        }
    }
}

impl TryFrom<GameEntry> for Game {
    type Error = String;

    fn try_from(entry: GameEntry) -> Result<Game, String> {
        let unknown = |word: &str| format!("{word:?} is not known here");
        let visibility = Visibility::of_word(&entry.visibility).ok_or_else(|| unknown(&entry.visibility))?;
        let header = Header {
            rules: entry.rules.try_into()?,
            lexicon: Digest::new(entry.lexicon).map_err(say)?,
            seats: SeatCount(entry.seats),
            visibility,
            created: Timestamp(entry.created),
        };
        let summary = Summary {
            name: Name::new(entry.name).map_err(say)?,
            state: State::of_word(&entry.state).ok_or_else(|| unknown(&entry.state))?,
            activity: Timestamp(entry.activity),
            due: entry.due.map(Timestamp),
            shown: entry.shown.try_into()?,
        };
        let head = Head { seq: Seq(entry.last_seq), line: LineNo(entry.last_line) };
        Ok(Game { id: GameId::new(entry.id).map_err(say)?, header, summary, head })
    }
}

impl From<&StoredEvent> for EventEntry {
    fn from(event: &StoredEvent) -> EventEntry {
        EventEntry {
            seq: event.seq.0,
            kind: event.kind.to_string(),
            version: event.payload.version(),
            payload: event.payload.text().into(),
        }
    }
}

impl EventEntry {
    fn of(self, game: &GameId) -> Result<StoredEvent, String> {
        let payload = Payload::new(self.version, self.payload).map_err(say)?;
        let kind = Kind::new(self.kind).map_err(say)?;
        Ok(StoredEvent { game: game.clone(), seq: Seq(self.seq), kind, payload })
    }
}

impl From<&Line> for LineEntry {
    fn from(line: &Line) -> LineEntry {
        LineEntry {
            line: line.number.0,
            at: line.at.0,
            version: line.payload.version(),
            payload: line.payload.text().into(),
        }
    }
}

impl TryFrom<LineEntry> for Line {
    type Error = String;

    fn try_from(entry: LineEntry) -> Result<Line, String> {
        let payload = Payload::new(entry.version, entry.payload).map_err(say)?;
        Ok(Line { number: LineNo(entry.line), at: Timestamp(entry.at), payload })
    }
}

impl From<&NewKey> for KeyEntry {
    fn from(key: &NewKey) -> KeyEntry {
        KeyEntry { hash: key.hash.to_string(), seat: key.seat.0, created: key.created.0 }
    }
}

impl TryFrom<KeyEntry> for NewKey {
    type Error = String;

    fn try_from(entry: KeyEntry) -> Result<NewKey, String> {
        let hash = entry.hash.parse().map_err(say)?;
        Ok(NewKey { hash, seat: Seat(entry.seat), created: Timestamp(entry.created) })
    }
}

impl From<&Remembered> for CommandEntry {
    fn from(done: &Remembered) -> CommandEntry {
        CommandEntry { command: done.command.to_string(), seq: done.seq.0 }
    }
}

impl TryFrom<CommandEntry> for Remembered {
    type Error = String;

    fn try_from(entry: CommandEntry) -> Result<Remembered, String> {
        Ok(Remembered { command: CommandId::new(entry.command).map_err(say)?, seq: Seq(entry.seq) })
    }
}
