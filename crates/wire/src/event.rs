//! Events as JSON.
//!
//! Records and viewers use the same form. In a record every tile is given. A viewer gets an [`EventView`], in which
//! hidden tiles are only counted. The two have different types.

mod turn;

pub use turn::TurnJson;

use crate::hidden_tiles::RecordTiles;
use crate::json::{JsonError, from_value, objects};
use crate::place::PlacedTileJson;
use crate::play::WordJson;
use crate::reason::{ReasonJson, read_reason};
use rules::{
    Adjustment, AdjustmentCause, EndCause, Event, EventKind, EventView, LeaveCause, LeaveOutcome, Millis,
    PlacedTile, Points, Reason, ScoredWord, Seat, TilesView, Verdict,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tiles::{TileId, TileSet};

/// Tiles by number.
pub(crate) type TileIds = Vec<u8>;

/// Reasons before they are parsed one by one, so that an error has a path.
type RawReasons = Vec<Map<String, Value>>;

/// A line of a record with an event.
#[derive(Serialize)]
pub(crate) struct EventJson<J> {
    seq: u64,
    at: i64,
    #[serde(flatten)]
    what: EventBody<J, Vec<ReasonJson>>,
}

/// An event as a viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventViewJson {
    seq: u64,
    at: i64,
    #[serde(flatten)]
    what: EventBody<DrawnJson, Vec<ReasonJson>>,
}

/// Tiles by number, or only their count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
enum DrawnJson {
    Known(Vec<u8>),
    Hidden(usize),
}

impl From<&TilesView> for DrawnJson {
    fn from(drawn: &TilesView) -> DrawnJson {
        match drawn {
            TilesView::Known(tiles) => DrawnJson::Known(ids(tiles)),
            TilesView::Hidden(count) => DrawnJson::Hidden(*count),
        }
    }
}

/// Converts the event with this number of a record.
pub(crate) fn event_json<T: RecordTiles>(seq: u64, event: &Event<T>, set: &TileSet) -> EventJson<T::Json> {
    EventJson { seq, at: event.at.0, what: event_body(&event.kind, set, T::to_json) }
}

/// Converts the event with this number as a viewer may see it.
#[must_use]
pub fn event_view_json(seq: u64, event: &EventView, set: &TileSet) -> EventViewJson {
    EventViewJson { seq, at: event.at.0, what: event_body(&event.kind, set, |drawn| DrawnJson::from(drawn)) }
}

pub(crate) fn ids(tiles: &[TileId]) -> TileIds {
    tiles.iter().map(|tile| tile.0).collect()
}

/// An event by name.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
enum EventBody<T, R> {
    Started(StartedJson),
    Dealt(DealtJson<T>),
    Played(PlayedJson<T>),
    PlayFailed(PlayFailedJson<R>),
    Passed(SeatOnlyJson),
    Exchanged(ExchangedJson<T>),
    ExchangeFailed(ExchangeFailedJson<T, R>),
    Challenged(ChallengedJson),
    Accepted(SeatOnlyJson),
    TurnSkipped(SeatOnlyJson),
    TimedOut(SeatOnlyJson),
    Left(LeftJson),
    Ended(EndedJson),
}

/// The names of all events.
pub const EVENT_NAMES: [&str; 13] = [
    "started",
    "dealt",
    "played",
    "play-failed",
    "passed",
    "exchanged",
    "exchange-failed",
    "challenged",
    "accepted",
    "turn-skipped",
    "timed-out",
    "left",
    "ended",
];

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct StartedJson {
    seats: u8,
    first: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct DealtJson<T> {
    seat: u8,
    tiles: T,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct PlayedJson<T> {
    seat: u8,
    #[serde(deserialize_with = "objects")]
    tiles: Vec<PlacedTileJson>,
    #[serde(deserialize_with = "objects")]
    words: Vec<WordJson>,
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    bonus: Points,
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    score: Points,
    drawn: T,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct PlayFailedJson<R> {
    seat: u8,
    #[serde(deserialize_with = "objects")]
    tiles: Vec<PlacedTileJson>,
    /// The play as it was written, if the game has no tile or letter that says the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    written: Option<String>,
    #[cfg_attr(feature = "schema", schema(value_type = Vec<ReasonJson>))]
    reasons: R,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct SeatOnlyJson {
    seat: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct ExchangedJson<T> {
    seat: u8,
    returned: T,
    drawn: T,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct ExchangeFailedJson<T, R> {
    seat: u8,
    returned: T,
    #[cfg_attr(feature = "schema", schema(value_type = Vec<ReasonJson>))]
    reasons: R,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct ChallengedJson {
    seat: u8,
    of: u8,
    words: Vec<usize>,
    verdict: VerdictName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<i32>, nullable = false))]
    bonus: Option<Points>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
enum VerdictName {
    Withdrawn,
    Stands,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct LeftJson {
    seat: u8,
    why: LeaveName,
    then: AfterLeaveName,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
enum LeaveName {
    Resigned,
    OutOfTime,
    LostChallenge,
    Disconnected,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
enum AfterLeaveName {
    Out,
    Computer,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct EndedJson {
    cause: CauseName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    by: Option<u8>,
    #[serde(deserialize_with = "objects")]
    adjustments: Vec<AdjustmentJson>,
    winners: Vec<u8>,
}

/// Why a game ended, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CauseName {
    WentOut,
    Passes,
    Scoreless,
    Rounds,
    Forfeit,
    LastOneLeft,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct AdjustmentJson {
    seat: u8,
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    points: Points,
    why: AdjustmentName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>, nullable = false))]
    tiles: Option<TileIds>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
enum AdjustmentName {
    OwnTiles,
    OthersTiles,
    Overtime,
}

/// Returns the name of an event.
#[must_use]
pub fn event_name<T>(what: &EventKind<T>) -> &'static str {
    match what {
        EventKind::Started { .. } => "started",
        EventKind::Dealt { .. } => "dealt",
        EventKind::Played { .. } => "played",
        EventKind::PlayFailed { .. } => "play-failed",
        EventKind::Passed { .. } => "passed",
        EventKind::Exchanged { .. } => "exchanged",
        EventKind::ExchangeFailed { .. } => "exchange-failed",
        EventKind::Challenged { .. } => "challenged",
        EventKind::Accepted { .. } => "accepted",
        EventKind::TurnSkipped { .. } => "turn-skipped",
        EventKind::TimedOut { .. } => "timed-out",
        EventKind::Left { .. } => "left",
        EventKind::Ended { .. } => "ended",
    }
}

/// Converts an event to its JSON form.
fn event_body<T, U>(
    what: &EventKind<T>,
    set: &TileSet,
    to_json: impl Fn(&T) -> U,
) -> EventBody<U, Vec<ReasonJson>> {
    match what {
        EventKind::Started { seats, first } => {
            EventBody::Started(StartedJson { seats: *seats, first: first.0 })
        }
        EventKind::Dealt { seat, tiles } => {
            EventBody::Dealt(DealtJson { seat: seat.0, tiles: to_json(tiles) })
        }
        EventKind::Played { seat, tiles, words, bonus, score, drawn } => EventBody::Played(PlayedJson {
            seat: seat.0,
            tiles: placed_tiles_json(tiles, set),
            words: words_json(words, set),
            bonus: *bonus,
            score: *score,
            drawn: to_json(drawn),
        }),
        EventKind::PlayFailed { seat, tiles, written, reasons } => EventBody::PlayFailed(PlayFailedJson {
            seat: seat.0,
            tiles: placed_tiles_json(tiles, set),
            written: written.clone(),
            reasons: reasons_json(reasons),
        }),
        EventKind::Passed { seat } => EventBody::Passed(SeatOnlyJson { seat: seat.0 }),
        EventKind::Exchanged { seat, returned, drawn } => EventBody::Exchanged(ExchangedJson {
            seat: seat.0,
            returned: to_json(returned),
            drawn: to_json(drawn),
        }),
        EventKind::ExchangeFailed { seat, returned, reasons } => {
            EventBody::ExchangeFailed(ExchangeFailedJson {
                seat: seat.0,
                returned: to_json(returned),
                reasons: reasons_json(reasons),
            })
        }
        EventKind::Challenged { seat, of, words, verdict } => {
            let (verdict, bonus) = verdict_name(*verdict);
            EventBody::Challenged(ChallengedJson {
                seat: seat.0,
                of: of.0,
                words: words.clone(),
                verdict,
                bonus,
            })
        }
        EventKind::Accepted { seat } => EventBody::Accepted(SeatOnlyJson { seat: seat.0 }),
        EventKind::TurnSkipped { seat } => EventBody::TurnSkipped(SeatOnlyJson { seat: seat.0 }),
        EventKind::TimedOut { seat } => EventBody::TimedOut(SeatOnlyJson { seat: seat.0 }),
        EventKind::Left { seat, why, then } => {
            EventBody::Left(LeftJson { seat: seat.0, why: leave_name(*why), then: after_leave_name(*then) })
        }
        EventKind::Ended { cause, adjustments, winners } => {
            let (cause, by) = cause_name(*cause);
            let adjustments = adjustments.iter().map(adjustment_json).collect();
            EventBody::Ended(EndedJson { cause, by, adjustments, winners: seats(winners) })
        }
    }
}

fn placed_tiles_json(tiles: &[PlacedTile], set: &TileSet) -> Vec<PlacedTileJson> {
    tiles.iter().map(|laid| PlacedTileJson::new(laid, set.alphabet())).collect()
}

fn words_json(words: &[ScoredWord], set: &TileSet) -> Vec<WordJson> {
    words.iter().map(|word| WordJson::new(word, set)).collect()
}

fn reasons_json(reasons: &[Reason]) -> Vec<ReasonJson> {
    reasons.iter().map(ReasonJson::from).collect()
}

fn verdict_name(verdict: Verdict) -> (VerdictName, Option<Points>) {
    match verdict {
        Verdict::Withdrawn => (VerdictName::Withdrawn, None),
        Verdict::Stands { bonus } => (VerdictName::Stands, Some(bonus)),
    }
}

fn leave_name(why: LeaveCause) -> LeaveName {
    match why {
        LeaveCause::Resigned => LeaveName::Resigned,
        LeaveCause::OutOfTime => LeaveName::OutOfTime,
        LeaveCause::LostChallenge => LeaveName::LostChallenge,
        LeaveCause::Disconnected => LeaveName::Disconnected,
    }
}

fn after_leave_name(then: LeaveOutcome) -> AfterLeaveName {
    match then {
        LeaveOutcome::Out => AfterLeaveName::Out,
        LeaveOutcome::Computer => AfterLeaveName::Computer,
    }
}

/// The cause, and the seat of the player who caused the end, if there is one.
pub(crate) fn cause_name(cause: EndCause) -> (CauseName, Option<u8>) {
    match cause {
        EndCause::WentOut(seat) => (CauseName::WentOut, Some(seat.0)),
        EndCause::Passes => (CauseName::Passes, None),
        EndCause::Scoreless => (CauseName::Scoreless, None),
        EndCause::Rounds => (CauseName::Rounds, None),
        EndCause::Forfeit(seat) => (CauseName::Forfeit, Some(seat.0)),
        EndCause::LastOneLeft => (CauseName::LastOneLeft, None),
    }
}

fn adjustment_json(adjustment: &Adjustment) -> AdjustmentJson {
    let (why, tiles) = match &adjustment.why {
        AdjustmentCause::OwnTiles(tiles) => (AdjustmentName::OwnTiles, Some(ids(tiles))),
        AdjustmentCause::OthersTiles(tiles) => (AdjustmentName::OthersTiles, Some(ids(tiles))),
        AdjustmentCause::Overtime => (AdjustmentName::Overtime, None),
    };
    AdjustmentJson { seat: adjustment.seat.0, points: adjustment.points, why, tiles }
}

/// Seats by number.
pub(crate) fn seats(seats: &[Seat]) -> Vec<u8> {
    seats.iter().map(|seat| seat.0).collect()
}

/// Reads the number and the event of a line.
pub(crate) fn read_event<T: RecordTiles>(
    mut object: Map<String, Value>,
    set: &TileSet,
) -> Result<(u64, Event<T>), JsonError> {
    let name: String = take(&mut object, "event")?;
    let seq = take(&mut object, "seq")?;
    let at = Millis(take(&mut object, "at")?);
    let what = read_what(&name, Value::Object(object), set)?;
    Ok((seq, Event { at, kind: what }))
}

fn take<T: DeserializeOwned>(object: &mut Map<String, Value>, key: &str) -> Result<T, JsonError> {
    let value = object.remove(key).ok_or_else(|| json_error("", format!("missing field `{key}`")))?;
    from_value(value).map_err(|error| error.below(key))
}

fn json_error(path: impl Into<String>, message: impl Into<String>) -> JsonError {
    JsonError { path: path.into(), message: message.into(), truncated: false }
}

fn read_what<T: RecordTiles>(name: &str, fields: Value, set: &TileSet) -> Result<EventKind<T>, JsonError> {
    let what: EventBody<T::Json, RawReasons> = match name {
        "started" => EventBody::Started(from_value(fields)?),
        "dealt" => EventBody::Dealt(from_value(fields)?),
        "played" => EventBody::Played(from_value(fields)?),
        "play-failed" => EventBody::PlayFailed(from_value(fields)?),
        "passed" => EventBody::Passed(from_value(fields)?),
        "exchanged" => EventBody::Exchanged(from_value(fields)?),
        "exchange-failed" => EventBody::ExchangeFailed(from_value(fields)?),
        "challenged" => EventBody::Challenged(from_value(fields)?),
        "accepted" => EventBody::Accepted(from_value(fields)?),
        "turn-skipped" => EventBody::TurnSkipped(from_value(fields)?),
        "timed-out" => EventBody::TimedOut(from_value(fields)?),
        "left" => EventBody::Left(from_value(fields)?),
        "ended" => EventBody::Ended(from_value(fields)?),
        other => return Err(json_error("event", unknown(other))),
    };
    event_kind(what, set)
}

fn unknown(name: &str) -> String {
    let names = EVENT_NAMES.join(", ");
    format!("there is no event {name:?}; the events are {names}, and extensions that start with \"x-\"")
}

fn event_kind<T: RecordTiles>(
    what: EventBody<T::Json, RawReasons>,
    set: &TileSet,
) -> Result<EventKind<T>, JsonError> {
    Ok(match what {
        EventBody::Started(it) => EventKind::Started { seats: it.seats, first: Seat(it.first) },
        EventBody::Dealt(it) => EventKind::Dealt { seat: Seat(it.seat), tiles: T::from_json(it.tiles) },
        EventBody::Played(it) => EventKind::Played {
            seat: Seat(it.seat),
            tiles: read_tiles(it.tiles, set)?,
            words: read_words(it.words, set)?,
            bonus: it.bonus,
            score: it.score,
            drawn: T::from_json(it.drawn),
        },
        EventBody::PlayFailed(it) => EventKind::PlayFailed {
            seat: Seat(it.seat),
            tiles: read_tiles(it.tiles, set)?,
            written: it.written,
            reasons: read_reasons(it.reasons)?,
        },
        EventBody::Passed(it) => EventKind::Passed { seat: Seat(it.seat) },
        EventBody::Exchanged(it) => EventKind::Exchanged {
            seat: Seat(it.seat),
            returned: T::from_json(it.returned),
            drawn: T::from_json(it.drawn),
        },
        EventBody::ExchangeFailed(it) => EventKind::ExchangeFailed {
            seat: Seat(it.seat),
            returned: T::from_json(it.returned),
            reasons: read_reasons(it.reasons)?,
        },
        EventBody::Challenged(it) => {
            let verdict = read_verdict(it.verdict, it.bonus)?;
            EventKind::Challenged { seat: Seat(it.seat), of: Seat(it.of), words: it.words, verdict }
        }
        EventBody::Accepted(it) => EventKind::Accepted { seat: Seat(it.seat) },
        EventBody::TurnSkipped(it) => EventKind::TurnSkipped { seat: Seat(it.seat) },
        EventBody::TimedOut(it) => EventKind::TimedOut { seat: Seat(it.seat) },
        EventBody::Left(it) => {
            EventKind::Left { seat: Seat(it.seat), why: read_leave(it.why), then: read_after_leave(it.then) }
        }
        EventBody::Ended(it) => EventKind::Ended {
            cause: read_cause(it.cause, it.by)?,
            adjustments: read_items("adjustments", it.adjustments, read_adjustment)?,
            winners: it.winners.into_iter().map(Seat).collect(),
        },
    })
}

pub(crate) fn tile_ids(ids: TileIds) -> Vec<TileId> {
    ids.into_iter().map(TileId).collect()
}

/// Reads the items of a list. The path of an error contains the index of the item.
fn read_items<A, B>(
    key: &str,
    items: Vec<A>,
    read: impl Fn(A) -> Result<B, JsonError>,
) -> Result<Vec<B>, JsonError> {
    let read_one = |(place, item)| read(item).map_err(|error| error.below(&format!("{key}[{place}]")));
    items.into_iter().enumerate().map(read_one).collect()
}

fn read_tiles(tiles: Vec<PlacedTileJson>, set: &TileSet) -> Result<Vec<PlacedTile>, JsonError> {
    read_items("tiles", tiles, |laid| {
        laid.read(set.alphabet()).map_err(|text| {
            json_error("letter", format!("{text:?} is not a letter of the tile set {:?}", set.name()))
        })
    })
}

fn read_words(words: Vec<WordJson>, set: &TileSet) -> Result<Vec<ScoredWord>, JsonError> {
    read_items("words", words, |word| word.read(set).map_err(|error| json_error("word", error.to_string())))
}

fn read_reasons(reasons: RawReasons) -> Result<Vec<Reason>, JsonError> {
    read_items("reasons", reasons, read_reason)
}

fn read_verdict(verdict: VerdictName, bonus: Option<Points>) -> Result<Verdict, JsonError> {
    match (verdict, bonus) {
        (VerdictName::Withdrawn, None) => Ok(Verdict::Withdrawn),
        (VerdictName::Stands, Some(bonus)) => Ok(Verdict::Stands { bonus }),
        (VerdictName::Withdrawn, Some(_)) => Err(json_error("bonus", "a withdrawn play has no bonus")),
        (VerdictName::Stands, None) => {
            Err(json_error("", "missing field `bonus`: the points gained by a play that stands"))
        }
    }
}

fn read_leave(why: LeaveName) -> LeaveCause {
    match why {
        LeaveName::Resigned => LeaveCause::Resigned,
        LeaveName::OutOfTime => LeaveCause::OutOfTime,
        LeaveName::LostChallenge => LeaveCause::LostChallenge,
        LeaveName::Disconnected => LeaveCause::Disconnected,
    }
}

fn read_after_leave(then: AfterLeaveName) -> LeaveOutcome {
    match then {
        AfterLeaveName::Out => LeaveOutcome::Out,
        AfterLeaveName::Computer => LeaveOutcome::Computer,
    }
}

fn read_cause(cause: CauseName, by: Option<u8>) -> Result<EndCause, JsonError> {
    let without_seat = |cause| match by {
        None => Ok(cause),
        Some(_) => Err(json_error("by", "this end is not caused by a single player")),
    };
    let seat = || {
        by.map(Seat)
            .ok_or_else(|| json_error("", "missing field `by`: the seat of the player who caused the end"))
    };
    match cause {
        CauseName::WentOut => seat().map(EndCause::WentOut),
        CauseName::Forfeit => seat().map(EndCause::Forfeit),
        CauseName::Passes => without_seat(EndCause::Passes),
        CauseName::Scoreless => without_seat(EndCause::Scoreless),
        CauseName::Rounds => without_seat(EndCause::Rounds),
        CauseName::LastOneLeft => without_seat(EndCause::LastOneLeft),
    }
}

fn read_adjustment(it: AdjustmentJson) -> Result<Adjustment, JsonError> {
    let why = match (it.why, it.tiles) {
        (AdjustmentName::OwnTiles, Some(tiles)) => AdjustmentCause::OwnTiles(tile_ids(tiles)),
        (AdjustmentName::OthersTiles, Some(tiles)) => AdjustmentCause::OthersTiles(tile_ids(tiles)),
        (AdjustmentName::Overtime, None) => AdjustmentCause::Overtime,
        (AdjustmentName::Overtime, Some(_)) => {
            return Err(json_error("tiles", "an adjustment for overtime has no tiles"));
        }
        (_, None) => return Err(json_error("", "missing field `tiles`: the tiles that were left")),
    };
    Ok(Adjustment { seat: Seat(it.seat), points: it.points, why })
}
