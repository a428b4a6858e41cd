//! Rows of a database, and what they mean.

use crate::*;

/// A row of the list of games: number, id, name, state, visibility, created, activity, last_seq, last_line,
/// shown_version, shown, due.
pub(crate) type ListRow = (i64, String, String, String, String, i64, i64, i64, i64, i64, String, i64);
/// rules_version, rules, lexicon, seats.
pub(crate) type HeaderRow = (i64, String, String, i64);
/// seq, kind, version, payload.
pub(crate) type StoredRow = (i64, String, i64, String);
/// line, at, version, payload.
pub(crate) type LineRow = (i64, i64, i64, String);
/// hash, seat, created.
pub(crate) type KeyRow = (String, i64, i64);

/// What stands for never in a column of times.
const NEVER: i64 = i64::MAX;

/// A time as a column has it.
pub(crate) fn time(due: Option<Timestamp>) -> i64 {
    due.map_or(NEVER, |due| due.0)
}

pub(crate) fn damaged(why: impl ToString) -> Fault {
    Fault::Damaged(why.to_string())
}

/// A number that must fit its type.
pub(crate) fn number<T: TryFrom<i64>>(value: i64, what: &str) -> Result<T, Fault> {
    T::try_from(value).map_err(|_| damaged(format!("{value} as {what}")))
}

pub(crate) fn seq(value: i64) -> Result<Seq, Fault> {
    number(value, "the number of an event").map(Seq)
}

pub(crate) fn line_no(value: i64) -> Result<LineNo, Fault> {
    number(value, "the number of a chat line").map(LineNo)
}

pub(crate) fn seat(value: i64) -> Result<Seat, Fault> {
    number(value, "a seat").map(Seat)
}

pub(crate) fn payload(version: i64, text: String) -> Result<Payload, Fault> {
    Payload::new(number(version, "the version of a payload")?, text).map_err(damaged)
}

pub(crate) fn game_id(text: String) -> Result<GameId, Fault> {
    GameId::new(text).map_err(damaged)
}

pub(crate) fn listed(row: ListRow) -> Result<Listed, Fault> {
    let (_, id, name, state, visibility, created, activity, last_seq, last_line, version, shown, due) = row;
    let unknown = |word: &str| damaged(format!("{word:?} in game {id}"));
    let summary = Summary {
        name: Name::new(name).map_err(damaged)?,
        state: State::of_word(&state).ok_or_else(|| unknown(&state))?,
        activity: Timestamp(activity),
        due: (due < NEVER).then_some(Timestamp(due)),
        shown: payload(version, shown)?,
    };
    let visibility = Visibility::of_word(&visibility).ok_or_else(|| unknown(&visibility))?;
    let head = Head { seq: seq(last_seq)?, line: line_no(last_line)? };
    Ok(Listed { id: game_id(id)?, visibility, created: Timestamp(created), summary, head })
}

pub(crate) fn page(rows: Vec<ListRow>, limit: Limit) -> Result<Page, Fault> {
    let full = rows.len() == limit.get() as usize;
    let next = rows.last().filter(|_| full).map(|row| Cursor(row.0));
    let games = rows.into_iter().map(listed).collect::<Result<_, _>>()?;
    Ok(Page { games, next })
}

pub(crate) fn game(list: ListRow, header: HeaderRow) -> Result<Game, Fault> {
    let listed = listed(list)?;
    let (version, rules, lexicon, seats) = header;
    let header = Header {
        rules: payload(version, rules)?,
        lexicon: Digest::new(lexicon).map_err(damaged)?,
        seats: SeatCount(number(seats, "a number of seats")?),
        visibility: listed.visibility,
        created: listed.created,
    };
    Ok(Game { id: listed.id, header, summary: listed.summary, head: listed.head })
}

pub(crate) fn event(game: &GameId, row: StoredRow) -> Result<StoredEvent, Fault> {
    let (at, kind, version, text) = row;
    let kind = Kind::new(kind).map_err(damaged)?;
    Ok(StoredEvent { game: game.clone(), seq: seq(at)?, kind, payload: payload(version, text)? })
}

pub(crate) fn line(row: LineRow) -> Result<Line, Fault> {
    let (at, time, version, text) = row;
    Ok(Line { number: line_no(at)?, at: Timestamp(time), payload: payload(version, text)? })
}

pub(crate) fn key(row: KeyRow) -> Result<NewKey, Fault> {
    let (hash, of, created) = row;
    Ok(NewKey { hash: hash.parse().map_err(damaged)?, seat: seat(of)?, created: Timestamp(created) })
}

pub(crate) fn remembered(row: (String, i64)) -> Result<Remembered, Fault> {
    Ok(Remembered { command: CommandId::new(row.0).map_err(damaged)?, seq: seq(row.1)? })
}

pub(crate) fn held(row: (String, String, i64, i64)) -> Result<(String, batch::Held), Fault> {
    let (duty, node, token, until) = row;
    let token = Token(number(token, "the number of a lease")?);
    let node = Node::new(node).map_err(damaged)?;
    Ok((duty, batch::Held { node, token, until: Timestamp(until) }))
}

/// Collects what rows mean, stopping at the first that means nothing.
pub(crate) fn all<R, T>(rows: Vec<R>, mean: impl FnMut(R) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
    rows.into_iter().map(mean).collect()
}
