//! Converts rows of a database into types of the store.

use crate::*;

/// A row of the list of games: number, id, name, state, visibility, created, activity, last_seq, last_line,
/// shown_version, shown, due.
pub(crate) type ListRow = (i64, String, String, String, String, i64, i64, i64, i64, i64, String, i64);
/// rules_version, rules, lexicon, seats.
pub(crate) type HeaderRow = (i64, String, String, i64);
/// seq, kind, version, payload.
pub(crate) type StoredRow = (i64, String, i64, String);
/// line, at, version, payload.
pub(crate) type ChatLineRow = (i64, i64, i64, String, Option<String>);
/// hash, seat, created.
pub(crate) type KeyRow = (String, i64, i64);

/// The value for "never" in a column of times.
const NEVER: i64 = i64::MAX;

/// The value of a time in a column.
pub(crate) fn time(due: Option<Timestamp>) -> i64 {
    due.map_or(NEVER, |due| due.0)
}

pub(crate) fn damaged_error(why: impl ToString) -> StoreError {
    StoreError::Damaged(why.to_string())
}

/// Converts a number to a smaller type.
pub(crate) fn number<T: TryFrom<i64>>(value: i64, what: &str) -> Result<T, StoreError> {
    T::try_from(value).map_err(|_| damaged_error(format!("{value} as {what}")))
}

pub(crate) fn seq(value: i64) -> Result<Seq, StoreError> {
    number(value, "the number of an event").map(Seq)
}

pub(crate) fn line_no(value: i64) -> Result<LineNo, StoreError> {
    number(value, "the number of a chat line").map(LineNo)
}

pub(crate) fn seat(value: i64) -> Result<SeatNumber, StoreError> {
    number(value, "a seat").map(SeatNumber)
}

pub(crate) fn payload(version: i64, text: String) -> Result<Payload, StoreError> {
    Payload::new(number(version, "the version of a payload")?, text).map_err(damaged_error)
}

pub(crate) fn game_id(text: String) -> Result<GameId, StoreError> {
    GameId::new(text).map_err(damaged_error)
}

pub(crate) fn list_entry(row: ListRow) -> Result<GameListEntry, StoreError> {
    let (_, id, name, state, visibility, created, activity, last_seq, last_line, version, shown, due) = row;
    let unknown = |word: &str| damaged_error(format!("{word:?} in game {id}"));
    let summary = StoredSummary {
        name: GameName::new(name).map_err(damaged_error)?,
        state: TableStatus::parse(&state).ok_or_else(|| unknown(&state))?,
        activity: Timestamp(activity),
        due: (due < NEVER).then_some(Timestamp(due)),
        details: payload(version, shown)?,
    };
    let visibility = Visibility::parse(&visibility).ok_or_else(|| unknown(&visibility))?;
    let head = LogHead { seq: seq(last_seq)?, line: line_no(last_line)? };
    Ok(GameListEntry { id: game_id(id)?, visibility, created: Timestamp(created), summary, head })
}

pub(crate) fn page(rows: Vec<ListRow>, limit: RowLimit) -> Result<ListPage, StoreError> {
    let full = rows.len() == limit.get() as usize;
    let next = rows.last().filter(|_| full).map(|row| Cursor(row.0));
    let cursors = rows.iter().map(|row| Cursor(row.0)).collect();
    let games = rows.into_iter().map(list_entry).collect::<Result<_, _>>()?;
    Ok(ListPage { games, cursors, next })
}

pub(crate) fn game(list: ListRow, header: HeaderRow) -> Result<StoredGame, StoreError> {
    let entry = list_entry(list)?;
    let (version, rules, lexicon, seats) = header;
    let header = GameHeader {
        rules: payload(version, rules)?,
        lexicon: LexiconDigest::new(lexicon).map_err(damaged_error)?,
        seats: SeatCount(number(seats, "a number of seats")?),
        visibility: entry.visibility,
        created: entry.created,
    };
    Ok(StoredGame { id: entry.id, header, summary: entry.summary, head: entry.head })
}

pub(crate) fn event(game: &GameId, row: StoredRow) -> Result<StoredEvent, StoreError> {
    let (at, kind, version, text) = row;
    let kind = EventKindName::new(kind).map_err(damaged_error)?;
    Ok(StoredEvent { game: game.clone(), seq: seq(at)?, kind, payload: payload(version, text)? })
}

pub(crate) fn line(row: ChatLineRow) -> Result<StoredChatLine, StoreError> {
    let (at, time, version, text, command) = row;
    let command = command.map(CommandId::new).transpose().map_err(damaged_error)?;
    Ok(StoredChatLine {
        number: line_no(at)?,
        at: Timestamp(time),
        command,
        payload: payload(version, text)?,
    })
}

pub(crate) fn key(row: KeyRow) -> Result<NewKey, StoreError> {
    let (hash, of, created) = row;
    Ok(NewKey { hash: hash.parse().map_err(damaged_error)?, seat: seat(of)?, created: Timestamp(created) })
}

pub(crate) fn command(row: (String, i64)) -> Result<StoredCommand, StoreError> {
    Ok(StoredCommand { command: CommandId::new(row.0).map_err(damaged_error)?, seq: seq(row.1)? })
}

/// The chat lines to look up, by the numbers of their games.
pub(crate) fn wanted_lines<'a>(
    lookups: &batch::Lookups<'a>,
    facts: &batch::LookupResults,
) -> Vec<(batch::Number, &'a str)> {
    let pairs = lookups.lines.iter();
    pairs.filter_map(|(game, id)| Some((facts.games.get(game.as_str())?.0, id.as_str()))).collect()
}

pub(crate) fn lease(row: (String, String, i64, i64)) -> Result<(String, batch::LeaseRecord), StoreError> {
    let (duty, node, token, until) = row;
    let token = LeaseToken(number(token, "the number of a lease")?);
    let node = NodeName::new(node).map_err(damaged_error)?;
    Ok((duty, batch::LeaseRecord { node, token, until: Timestamp(until) }))
}

/// Converts all rows, or fails at the first invalid one.
pub(crate) fn all<R, T>(
    rows: Vec<R>,
    convert: impl FnMut(R) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    rows.into_iter().map(convert).collect()
}
