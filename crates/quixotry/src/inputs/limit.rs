//! The time limit and the threads of a search.

use super::ThreadsArgs;
use clap::Args;
use players::SearchLimit;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The limits of a search.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SearchLimitArgs {
    /// Time limit per position, such as 500ms, 10s or 2m
    #[arg(long, value_name = "DURATION", default_value = "1m", value_parser = parse_duration)]
    pub(crate) time: Duration,
    #[command(flatten)]
    threads: ThreadsArgs,
}

impl SearchLimitArgs {
    /// The number of threads to use.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads.count()
    }

    /// The search limit.
    pub(crate) fn search_limit(&self) -> SearchLimit {
        SearchLimit::for_duration(self.time)
    }
}

/// The maximum time limit.
const MAX_DURATION: Duration = Duration::from_secs(7 * 24 * 3600);

/// Parses a duration. A number alone is a number of seconds.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let duration = match text.trim().parse::<u32>() {
        Ok(seconds) => Duration::from_secs(seconds.into()),
        Err(_) => humantime::parse_duration(text.trim())
            .map_err(|error| format!("{error}: write a number with its unit, such as 500ms, 10s or 2m"))?,
    };
    match duration {
        Duration::ZERO => Err("it must be longer than 0: write 500ms, 10s or 2m".to_owned()),
        _ if duration > MAX_DURATION => Err("at most 7 days".to_owned()),
        _ => Ok(duration),
    }
}

/// Parses a duration. A number alone is a number of milliseconds.
pub(crate) fn parse_millis(text: &str) -> Result<Duration, String> {
    match text.trim().parse::<u32>() {
        Ok(millis) => parse_duration(&format!("{millis}ms")),
        Err(_) => parse_duration(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_alone_is_in_milliseconds_where_bots_are_timed() {
        assert_eq!(parse_millis("300"), Ok(Duration::from_millis(300)));
        assert_eq!(parse_millis("300ms"), Ok(Duration::from_millis(300)));
        assert_eq!(parse_millis("2s"), Ok(Duration::from_secs(2)));
        for wrong in ["0", "soon", "-1"] {
            assert!(parse_millis(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_number_alone_is_in_seconds() {
        assert_eq!(parse_duration(" 5 "), Ok(Duration::from_secs(5)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        for wrong in ["0", "0s", "soon", "-1", "8d"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }
}
