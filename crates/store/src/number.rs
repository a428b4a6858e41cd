//! Numbers: sequence numbers, seats, times, limits, cursors, digests.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The number of an event in its game; the first is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Seq(pub u64);

/// The number of a chat line in its game; the first is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct LineNo(pub u64);

impl Seq {
    /// The position before the first event.
    pub const START: Seq = Seq(0);

    /// The next number.
    #[must_use]
    pub fn next(self) -> Seq {
        Seq(self.0 + 1)
    }
}

impl LineNo {
    /// The position before the first line.
    pub const START: LineNo = LineNo(0);

    /// The next number.
    #[must_use]
    pub fn next(self) -> LineNo {
        LineNo(self.0 + 1)
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for LineNo {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The holder of a key: a seat, counted from 0, or another holder to which the caller gives a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatNumber(pub u8);

/// The number of seats of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatCount(pub u8);

/// Milliseconds since 1970, by the clock of the machine that wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time by this machine's clock. It does not go back while the process runs: if the clock is set back, time
    /// goes on from where it was, so that nothing has to wait until the clock has caught up.
    #[must_use]
    pub fn now() -> Timestamp {
        static START: OnceLock<Instant> = OnceLock::new();
        static TIME: SteadyTime = SteadyTime::new();
        TIME.read(START.get_or_init(Instant::now).elapsed(), Timestamp::by_clock())
    }

    fn by_clock() -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(millis(since))
    }

    /// The time after a duration.
    #[must_use]
    pub fn after(self, time: Duration) -> Timestamp {
        Timestamp(self.0.saturating_add(millis(time)))
    }
}

/// A clock that is never set back.
struct SteadyTime {
    /// The latest start of the process by any time of the clock so far. A clock that is set on moves it.
    start: AtomicI64,
}

impl SteadyTime {
    const fn new() -> SteadyTime {
        SteadyTime { start: AtomicI64::new(i64::MIN) }
    }

    /// The time, so long after the start of the process and with the clock at `clock`.
    fn read(&self, elapsed: Duration, clock: Timestamp) -> Timestamp {
        let start = clock.0.saturating_sub(millis(elapsed));
        let latest = self.start.fetch_max(start, Ordering::Relaxed).max(start);
        Timestamp(latest).after(elapsed)
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// The largest number of rows that a read returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowLimit(u32);

impl RowLimit {
    /// The largest limit.
    pub const MAX: RowLimit = RowLimit(10_000);

    /// A limit of `rows`, but at least 1 and at most [`RowLimit::MAX`].
    #[must_use]
    pub fn new(rows: u32) -> RowLimit {
        RowLimit(rows.clamp(1, Self::MAX.0))
    }

    /// The number of rows.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

/// A position in the list of all games, in the order of their creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cursor(pub i64);

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a [`Cursor`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a position in the list; take it from the previous page")]
pub struct CursorError(String);

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        text.parse().map(Cursor).map_err(|_| CursorError(text.to_owned()))
    }
}

/// The digest of a key. The key itself is never stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyHash(pub [u8; 32]);

impl fmt::Display for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "KeyHash({:02x}{:02x}…)", self.0[0], self.0[1])
    }
}

/// The text is not a [`KeyHash`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the digest of a key has 64 hexadecimal digits")]
pub struct KeyHashError;

impl FromStr for KeyHash {
    type Err = KeyHashError;

    fn from_str(text: &str) -> Result<Self, KeyHashError> {
        if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(KeyHashError);
        }
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = digits.iter().fold(0, |value, &digit| value << 4 | hex(digit));
        }
        Ok(KeyHash(bytes))
    }
}

fn hex(digit: u8) -> u8 {
    char::from(digit).to_digit(16).map_or(0, |value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_when_the_clock_is_set_back() {
        let time = SteadyTime::new();
        for (seconds, clock, shown, what) in [
            (0, 1_000_000, 1_000_000, "the start"),
            (5, 1_005_001, 1_005_001, "it goes"),
            (6, 400_000, 1_006_001, "it was set back"),
            (7, 9_000_000, 9_000_000, "it was set on"),
            (8, 1_008_000, 9_001_000, "it was set right"),
            (9, 9_002_500, 9_002_500, "it was set on again"),
        ] {
            let read = time.read(Duration::from_secs(seconds), Timestamp(clock));
            assert_eq!(read, Timestamp(shown), "{what}");
        }
    }

    use proptest::prelude::*;

    proptest! {
        #[test]
        fn key_hashes_are_read_as_they_are_written(bytes: [u8; 32]) {
            prop_assert_eq!(KeyHash(bytes).to_string().parse(), Ok(KeyHash(bytes)));
        }

        #[test]
        fn cursors_are_read_as_they_are_written(number: i64) {
            prop_assert_eq!(Cursor(number).to_string().parse(), Ok(Cursor(number)));
        }

        #[test]
        fn any_text_for_a_key_hash_is_judged(text in "\\PC{0,70}") {
            let _: Result<KeyHash, _> = text.parse();
        }
    }

    #[test]
    fn bad_digests_are_refused() {
        assert_eq!("ab".parse::<KeyHash>(), Err(KeyHashError));
        assert_eq!("g".repeat(64).parse::<KeyHash>(), Err(KeyHashError));
        assert_eq!("é".repeat(32).parse::<KeyHash>(), Err(KeyHashError));
    }

    #[test]
    fn limits_stay_within_bounds() {
        assert_eq!(RowLimit::new(0).get(), 1);
        assert_eq!(RowLimit::new(u32::MAX), RowLimit::MAX);
    }
}
