//! How long to think, and with how many threads.

use clap::Args;
use players::SearchLimit;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Limits of a search.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LimitArgs {
    /// How long to think about each position, such as 500ms, 10s or 2m
    #[arg(long, value_name = "DURATION", default_value = "1m", value_parser = read_duration)]
    pub(crate) time: Duration,
    /// How many threads to think with [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl LimitArgs {
    /// The threads to use.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// How much a search may do.
    pub(crate) fn search_limit(&self) -> SearchLimit {
        SearchLimit::for_duration(self.time)
    }
}

/// The longest time that can be asked for.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// Reads a duration.
pub(crate) fn read_duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text.trim())
        .map_err(|error| format!("{error}: write a number with its unit, such as 500ms, 10s or 2m"))?;
    match duration {
        Duration::ZERO => Err("it must be more than nothing: write 500ms, 10s or 2m".to_owned()),
        _ if duration > LONGEST => Err("at most 7 days".to_owned()),
        _ => Ok(duration),
    }
}
