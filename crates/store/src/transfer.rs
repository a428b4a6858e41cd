//! Exports all games as lines of JSON, and imports them into any store.
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
/// The number of games that are stored together.
const BATCH: usize = 100;

/// The number of games and events that were written or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TransferCounts {
    /// Games.
    pub games: u64,
    /// Events of all games.
    pub events: u64,
}

impl std::fmt::Display for TransferCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} games with {} events", self.games, self.events)
    }
}

impl TransferCounts {
    pub(crate) fn add(&mut self, copy: &GameCopy) {
        self.games += 1;
        self.events += copy.events.len() as u64;
    }
}

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The lines could not be written.
    #[error("the export could not be written: {0}")]
    Io(#[from] std::io::Error),
}

/// Why an import failed. The games before the error may have been stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The store already has games.
    #[error("the store has games already; import into an empty one")]
    NotEmpty,
    /// A line is invalid.
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
    /// The number of games or events is not what was written.
    #[error("the import should have {expected}, but has {found}")]
    Incomplete {
        /// What was written.
        expected: TransferCounts,
        /// What was read.
        found: TransferCounts,
    },
    /// The lines could not be read.
    #[error("the import could not be read: {0}")]
    Io(#[from] std::io::Error),
    /// The store refused a game.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Writes all games as lines of JSON, the oldest first, each as it is at one moment.
///
/// # Errors
///
/// Fails if the store cannot be read or the lines cannot be written.
pub async fn export(
    store: &Store,
    mut to: impl AsyncWrite + Unpin + Send,
) -> Result<TransferCounts, ExportError> {
    box_export(store, &mut to).await
}

/// What an export is written to.
type ExportWriter<'a> = dyn AsyncWrite + Unpin + Send + 'a;

fn box_export<'a>(
    store: &'a Store,
    to: &'a mut ExportWriter<'_>,
) -> StoreFuture<'a, TransferCounts, ExportError> {
    Box::pin(write_export(store, to))
}

async fn write_export(store: &Store, to: &mut ExportWriter<'_>) -> Result<TransferCounts, ExportError> {
    let mut counts = TransferCounts::default();
    write_line(to, &ExportLine::first()).await?;
    let mut after = None;
    loop {
        let games = store.game_ids(after, RowLimit::new(BATCH as u32)).await?;
        let Some((last, _)) = games.last() else { break };
        after = Some(*last);
        for (_, id) in &games {
            if let Some(copy) = store.copy(id).await? {
                write_copy(to, &copy).await?;
                counts.add(&copy);
            }
        }
    }
    write_line(to, &ExportLine::End(counts)).await?;
    to.flush().await?;
    Ok(counts)
}

async fn write_copy(to: &mut ExportWriter<'_>, copy: &GameCopy) -> std::io::Result<()> {
    write_line(to, &ExportLine::Game((&copy.game).into())).await?;
    for event in &copy.events {
        write_line(to, &ExportLine::Event(event.into())).await?;
    }
    for line in &copy.lines {
        write_line(to, &ExportLine::Line(line.into())).await?;
    }
    for key in &copy.keys {
        write_line(to, &ExportLine::Key(key.into())).await?;
    }
    for command in &copy.commands {
        write_line(to, &ExportLine::Command(command.into())).await?;
    }
    Ok(())
}

async fn write_line(to: &mut ExportWriter<'_>, entry: &ExportLine) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    to.write_all(&line).await
}

/// Reads games from lines of JSON into an empty store.
///
/// # Errors
///
/// Fails at the first invalid line, and if the store is not empty or refuses a game.
pub async fn import(
    store: &Store,
    mut from: impl AsyncBufRead + Unpin + Send,
) -> Result<TransferCounts, ImportError> {
    box_import(store, &mut from).await
}

/// What an import is read from.
type ImportReader<'a> = dyn AsyncBufRead + Unpin + Send + 'a;

fn box_import<'a>(
    store: &'a Store,
    from: &'a mut ImportReader<'_>,
) -> StoreFuture<'a, TransferCounts, ImportError> {
    Box::pin(read_import(store, from))
}

async fn read_import(store: &Store, from: &mut ImportReader<'_>) -> Result<TransferCounts, ImportError> {
    if !store.game_ids(None, RowLimit::new(1)).await?.is_empty() {
        return Err(ImportError::NotEmpty);
    }
    let mut import =
        Importer { store, copies: Vec::new(), found: TransferCounts::default(), state: ImportState::Nothing };
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

struct Importer<'a> {
    store: &'a Store,
    /// Games that are not stored yet. The last may be incomplete.
    copies: Vec<GameCopy>,
    found: TransferCounts,
    state: ImportState,
}

#[derive(Debug, Clone, Copy)]
enum ImportState {
    Nothing,
    Games,
    End(TransferCounts),
}

impl Importer<'_> {
    fn take(&mut self, entry: ExportLine) -> Result<(), String> {
        match (self.state, entry) {
            (ImportState::Nothing, ExportLine::Format(format)) => self.begin(&format),
            (ImportState::Nothing, _) => {
                Err(format!("an export begins with {{\"format\":{{\"name\":\"{FORMAT}\",…"))
            }
            (ImportState::End(_), _) => Err("nothing may follow the end".into()),
            (ImportState::Games, ExportLine::Format(_)) => Err("an export begins only once".into()),
            (ImportState::Games, ExportLine::End(counts)) => {
                self.state = ImportState::End(counts);
                Ok(())
            }
            (ImportState::Games, ExportLine::Game(game)) => {
                let game = StoredGame::try_from(game)?;
                let (events, lines, keys, commands) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
                self.copies.push(GameCopy { game, events, lines, keys, commands });
                Ok(())
            }
            (ImportState::Games, entry) => self.add(entry),
        }
    }

    fn begin(&mut self, format: &FormatEntry) -> Result<(), String> {
        let FormatEntry { name, version } = format;
        if name != FORMAT || *version != VERSION {
            let wanted = format!("{FORMAT} version {VERSION}");
            return Err(format!("this is {name:?} version {version}, but only {wanted} can be read"));
        }
        self.state = ImportState::Games;
        Ok(())
    }

    fn add(&mut self, entry: ExportLine) -> Result<(), String> {
        let copy = self.copies.last_mut().ok_or("a game must come first")?;
        match entry {
            ExportLine::Event(event) => copy.events.push(event.of(&copy.game.id)?),
            ExportLine::Line(line) => copy.lines.push(line.try_into()?),
            ExportLine::Key(key) => copy.keys.push(key.try_into()?),
            ExportLine::Command(command) => copy.commands.push(command.try_into()?),
            ExportLine::Format(_) | ExportLine::Game(_) | ExportLine::End(_) => {}
        }
        Ok(())
    }

    async fn store_all_but(&mut self, unfinished: usize) -> Result<(), ImportError> {
        let rest = self.copies.split_off(self.copies.len() - unfinished);
        let whole = std::mem::replace(&mut self.copies, rest);
        whole.iter().for_each(|copy| self.found.add(copy));
        Ok(self.store.restore(whole).await?)
    }

    async fn finish(mut self, lines: u64) -> Result<TransferCounts, ImportError> {
        let ImportState::End(expected) = self.state else { return Err(ImportError::CutOff(lines)) };
        self.store_all_but(0).await?;
        match self.found {
            found if found == expected => Ok(found),
            found => Err(ImportError::Incomplete { expected, found }),
        }
    }
}

/// One line of an export.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ExportLine {
    Format(FormatEntry),
    Game(GameEntry),
    Event(EventEntry),
    Line(LineEntry),
    Key(KeyEntry),
    Command(CommandEntry),
    End(TransferCounts),
}

impl ExportLine {
    fn first() -> ExportLine {
        ExportLine::Format(FormatEntry { name: FORMAT.into(), version: VERSION })
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
struct PayloadEntry {
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
    created: Timestamp,
    activity: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<Timestamp>,
    last_seq: Seq,
    last_line: LineNo,
    seats: SeatCount,
    lexicon: String,
    rules: PayloadEntry,
    shown: PayloadEntry,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventEntry {
    seq: Seq,
    kind: String,
    version: u16,
    payload: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineEntry {
    line: LineNo,
    at: Timestamp,
    version: u16,
    payload: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyEntry {
    hash: String,
    seat: SeatNumber,
    created: Timestamp,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandEntry {
    command: String,
    seq: Seq,
}

impl From<&Payload> for PayloadEntry {
    fn from(payload: &Payload) -> PayloadEntry {
        PayloadEntry { version: payload.version(), text: payload.text().into() }
    }
}

impl TryFrom<PayloadEntry> for Payload {
    type Error = String;

    fn try_from(entry: PayloadEntry) -> Result<Payload, String> {
        Payload::new(entry.version, entry.text).map_err(say)
    }
}

fn say(error: impl ToString) -> String {
    error.to_string()
}

impl From<&StoredGame> for GameEntry {
    fn from(game: &StoredGame) -> GameEntry {
        let (header, summary) = (&game.header, &game.summary);
        GameEntry {
            id: game.id.to_string(),
            name: summary.name.to_string(),
            state: summary.state.as_str().into(),
            visibility: header.visibility.as_str().into(),
            created: header.created,
            activity: summary.activity,
            due: summary.due,
            last_seq: game.head.seq,
            last_line: game.head.line,
            seats: header.seats,
            lexicon: header.lexicon.to_string(),
            rules: (&header.rules).into(),
            shown: (&summary.details).into(),
        }
    }
}

impl TryFrom<GameEntry> for StoredGame {
    type Error = String;

    fn try_from(entry: GameEntry) -> Result<StoredGame, String> {
        let unknown = |word: &str| format!("{word:?} is not known here");
        let visibility = Visibility::parse(&entry.visibility).ok_or_else(|| unknown(&entry.visibility))?;
        let header = GameHeader {
            rules: entry.rules.try_into()?,
            lexicon: LexiconDigest::new(entry.lexicon).map_err(say)?,
            seats: entry.seats,
            visibility,
            created: entry.created,
        };
        let summary = StoredSummary {
            name: GameName::new(entry.name).map_err(say)?,
            state: TableStatus::parse(&entry.state).ok_or_else(|| unknown(&entry.state))?,
            activity: entry.activity,
            due: entry.due,
            details: entry.shown.try_into()?,
        };
        let head = LogHead { seq: entry.last_seq, line: entry.last_line };
        Ok(StoredGame { id: GameId::new(entry.id).map_err(say)?, header, summary, head })
    }
}

impl From<&StoredEvent> for EventEntry {
    fn from(event: &StoredEvent) -> EventEntry {
        EventEntry {
            seq: event.seq,
            kind: event.kind.to_string(),
            version: event.payload.version(),
            payload: event.payload.text().into(),
        }
    }
}

impl EventEntry {
    fn of(self, game: &GameId) -> Result<StoredEvent, String> {
        let payload = Payload::new(self.version, self.payload).map_err(say)?;
        let kind = EventKindName::new(self.kind).map_err(say)?;
        Ok(StoredEvent { game: game.clone(), seq: self.seq, kind, payload })
    }
}

impl From<&StoredChatLine> for LineEntry {
    fn from(line: &StoredChatLine) -> LineEntry {
        LineEntry {
            line: line.number,
            at: line.at,
            version: line.payload.version(),
            payload: line.payload.text().into(),
            command: line.command.as_ref().map(ToString::to_string),
        }
    }
}

impl TryFrom<LineEntry> for StoredChatLine {
    type Error = String;

    fn try_from(entry: LineEntry) -> Result<StoredChatLine, String> {
        let payload = Payload::new(entry.version, entry.payload).map_err(say)?;
        let command = entry.command.map(CommandId::new).transpose().map_err(say)?;
        Ok(StoredChatLine { number: entry.line, at: entry.at, command, payload })
    }
}

impl From<&NewKey> for KeyEntry {
    fn from(key: &NewKey) -> KeyEntry {
        KeyEntry { hash: key.hash.to_string(), seat: key.seat, created: key.created }
    }
}

impl TryFrom<KeyEntry> for NewKey {
    type Error = String;

    fn try_from(entry: KeyEntry) -> Result<NewKey, String> {
        let hash = entry.hash.parse().map_err(say)?;
        Ok(NewKey { hash, seat: entry.seat, created: entry.created })
    }
}

impl From<&StoredCommand> for CommandEntry {
    fn from(done: &StoredCommand) -> CommandEntry {
        CommandEntry { command: done.command.to_string(), seq: done.seq }
    }
}

impl TryFrom<CommandEntry> for StoredCommand {
    type Error = String;

    fn try_from(entry: CommandEntry) -> Result<StoredCommand, String> {
        Ok(StoredCommand { command: CommandId::new(entry.command).map_err(say)?, seq: entry.seq })
    }
}
