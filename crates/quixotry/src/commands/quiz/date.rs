//! Days without a time of day.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// A day, counted from 1970-01-01.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Day(pub(super) u32);

impl Day {
    /// The day of the clock, in universal time.
    pub(super) fn today() -> Day {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Day(u32::try_from(seconds / SECONDS_PER_DAY).unwrap_or(u32::MAX))
    }

    /// The day this many days later.
    pub(super) fn after(self, days: u32) -> Day {
        Day(self.0.saturating_add(days))
    }
}

/// Reads a day as `2026-11-18`.
pub(super) fn parse_day(text: &str) -> Result<Day, String> {
    let wrong = || format!("{text:?} is not a date such as 2026-11-18");
    let time = humantime::parse_rfc3339(&format!("{text}T00:00:00Z")).map_err(|_| wrong())?;
    let seconds = time.duration_since(UNIX_EPOCH).map_err(|_| wrong())?.as_secs();
    u32::try_from(seconds / SECONDS_PER_DAY).map(Day).map_err(|_| wrong())
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = UNIX_EPOCH.checked_add(Duration::from_secs(u64::from(self.0) * SECONDS_PER_DAY));
        let text = time.map(|time| humantime::format_rfc3339_seconds(time).to_string()).unwrap_or_default();
        f.write_str(text.get(..10).unwrap_or("a day far away"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_they_are_printed() {
        for text in ["1970-01-01", "2024-02-29", "2026-11-18", "2100-12-31"] {
            assert_eq!(parse_day(text).map(|day| day.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(parse_day("2026-11-18").unwrap().after(13).to_string(), "2026-12-01");
        for wrong in ["", "2026", "2026-02-30", "18.11.2026", "1969-12-31"] {
            assert!(parse_day(wrong).is_err(), "{wrong:?}");
        }
    }
}
