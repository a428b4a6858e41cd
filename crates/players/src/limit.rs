//! How much work a search may do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much work a search may do: for how long, until when, how many iterations, and until it is cancelled. The limit
/// that is reached first ends the search.
///
/// What an iteration is depends on the search: a deal of a simulation, a position of an endgame, a draw of a
/// pre-endgame. A search that is limited by iterations alone gives the same result every time, on any machine.
///
/// ```
/// # mod quixotry { pub use quixotry_players as players; }
/// use quixotry::players::{Cancellation, SearchLimit};
/// use std::time::Duration;
///
/// let cancellation = Cancellation::new();
/// let limit = SearchLimit::for_duration(Duration::from_secs(60)).with_cancellation(&cancellation).start();
/// assert!(!limit.is_interrupted());
/// cancellation.cancel();
/// assert!(limit.is_interrupted());
///
/// assert!(SearchLimit::for_iterations(10).is_reached(10));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[must_use]
pub struct SearchLimit {
    duration: Option<Duration>,
    deadline: Option<Instant>,
    iterations: Option<u64>,
    cancellation: Option<Cancellation>,
}

/// Stands for no deadline where a duration is too long to be added to the clock.
const FAR: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);

impl SearchLimit {
    /// No limit: the search ends when it is complete.
    pub const UNLIMITED: SearchLimit =
        SearchLimit { duration: None, deadline: None, iterations: None, cancellation: None };

    /// As long as this, from the start of the search.
    pub const fn for_duration(duration: Duration) -> SearchLimit {
        SearchLimit { duration: Some(duration), ..SearchLimit::UNLIMITED }
    }

    /// Until this moment.
    pub const fn until(deadline: Instant) -> SearchLimit {
        SearchLimit { deadline: Some(deadline), ..SearchLimit::UNLIMITED }
    }

    /// This many iterations.
    pub const fn for_iterations(iterations: u64) -> SearchLimit {
        SearchLimit { iterations: Some(iterations), ..SearchLimit::UNLIMITED }
    }

    /// The same limit with another deadline.
    pub fn with_deadline(self, deadline: Instant) -> SearchLimit {
        SearchLimit { duration: None, deadline: Some(deadline), ..self }
    }

    /// The same limit with another duration, from the start of the search.
    pub fn with_duration(self, duration: Duration) -> SearchLimit {
        SearchLimit { duration: Some(duration), ..self }
    }

    /// The same limit that ends by this moment at the latest.
    pub fn and_deadline(self, deadline: Instant) -> SearchLimit {
        let earliest = self.deadline.map_or(deadline, |before| before.min(deadline));
        SearchLimit { deadline: Some(earliest), ..self }
    }

    /// The same limit with another number of iterations.
    pub fn with_iterations(self, iterations: u64) -> SearchLimit {
        SearchLimit { iterations: Some(iterations), ..self }
    }

    /// The same limit with this number of iterations, or without one.
    pub(crate) fn set_iterations(self, iterations: Option<u64>) -> SearchLimit {
        SearchLimit { iterations, ..self }
    }

    /// The same limit, for a search that can be cancelled.
    pub fn with_cancellation(self, cancellation: &Cancellation) -> SearchLimit {
        SearchLimit { cancellation: Some(cancellation.clone()), ..self }
    }

    /// The limit of a search that starts now: a duration becomes a deadline. Every search does this first.
    pub fn start(&self) -> SearchLimit {
        let Some(duration) = self.duration else { return self.clone() };
        let now = Instant::now();
        let end = now.checked_add(duration).unwrap_or(now + FAR);
        self.clone().with_deadline(self.deadline.map_or(end, |deadline| deadline.min(end)))
    }

    /// How long a search may take, where it has not started yet.
    #[must_use]
    pub fn duration(&self) -> Option<Duration> {
        self.duration
    }

    /// When the search ends.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// How many iterations the search may do.
    #[must_use]
    pub fn iterations(&self) -> Option<u64> {
        self.iterations
    }

    /// Whether time limits the search.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.duration.is_some() || self.deadline.is_some()
    }

    /// Whether the deadline has passed or the search was cancelled.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline) || self.is_cancelled()
    }

    /// Whether the search was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.as_ref().is_some_and(Cancellation::is_cancelled)
    }

    /// Whether the search has to end after this many iterations.
    #[must_use]
    pub fn is_reached(&self, iterations: u64) -> bool {
        self.iterations.is_some_and(|most| iterations >= most) || self.is_interrupted()
    }

    /// The limit of the least part of a search that has started: it has at least this time from now, and cannot be
    /// cancelled.
    pub(crate) fn allow_grace(&self, grace: Duration) -> SearchLimit {
        let limit = SearchLimit { cancellation: None, ..self.clone() };
        match (self.deadline, self.is_cancelled()) {
            (None, false) => limit,
            (deadline, _) => {
                let latest = Instant::now() + grace;
                limit.with_deadline(deadline.map_or(latest, |deadline| deadline.max(latest)))
            }
        }
    }

    /// The limit of a part of a search that has started: one of `parts` equal parts of the time left.
    pub fn divide_time(&self, parts: u32) -> SearchLimit {
        let Some(deadline) = self.deadline else { return self.clone() };
        let now = Instant::now();
        self.clone().with_deadline(now + deadline.saturating_duration_since(now) / parts.max(1))
    }

    /// The same limit with this many times as many iterations.
    pub fn scale_iterations(&self, factor: u64) -> SearchLimit {
        let iterations = self.iterations.map(|iterations| iterations.saturating_mul(factor));
        SearchLimit { iterations, ..self.clone() }
    }
}

/// Cancels searches from another thread. Clones cancel the same searches.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Not cancelled yet.
    #[must_use]
    pub fn new() -> Cancellation {
        Cancellation::default()
    }

    /// Cancels when somebody else sets this flag, such as a handler of signals.
    #[must_use]
    pub fn from_flag(flag: Arc<AtomicBool>) -> Cancellation {
        Cancellation(flag)
    }

    /// Ends the searches that have this cancellation in their limit.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets searches run again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the searches were cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl PartialEq for Cancellation {
    fn eq(&self, other: &Cancellation) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Cancellation {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_becomes_a_deadline_when_the_search_starts() {
        let limit = SearchLimit::for_duration(Duration::from_secs(3600));
        assert!(limit.is_timed() && limit.deadline().is_none() && !limit.is_interrupted());
        let started = limit.start();
        assert!(started.deadline().unwrap() > Instant::now() + Duration::from_secs(3000));
        assert_eq!(started.start(), started);
        let half = started.divide_time(2).deadline().unwrap();
        assert!(half < Instant::now() + Duration::from_secs(1801));
    }

    #[test]
    fn the_earlier_of_duration_and_deadline_holds() {
        let now = Instant::now();
        let limit = SearchLimit { deadline: Some(now), ..SearchLimit::for_duration(Duration::MAX) };
        assert_eq!(limit.start().deadline(), Some(now));
        assert!(!SearchLimit::for_duration(Duration::MAX).start().is_interrupted());
    }

    #[test]
    fn work_and_time_can_both_be_limited() {
        let now = Instant::now();
        let limit = SearchLimit::for_iterations(5).with_duration(Duration::from_secs(3600));
        assert!(limit.is_timed() && limit.start().is_reached(5) && !limit.start().is_interrupted());
        assert_eq!(limit.clone().and_deadline(now).start().deadline(), Some(now));
        let later = now + Duration::from_secs(7200);
        assert!(limit.and_deadline(later).start().deadline().unwrap() < later);
    }

    #[test]
    fn a_grace_is_given_only_where_something_ends_the_search() {
        let (hour, now) = (Duration::from_secs(3600), Instant::now());
        assert_eq!(SearchLimit::for_iterations(5).allow_grace(hour), SearchLimit::for_iterations(5));
        assert!(!SearchLimit::until(now).allow_grace(hour).is_interrupted());
        let cancellation = Cancellation::new();
        cancellation.cancel();
        let cancelled = SearchLimit::UNLIMITED.with_cancellation(&cancellation).allow_grace(hour);
        assert!(!cancelled.is_interrupted() && cancelled.deadline().is_some());
    }

    #[test]
    fn iterations_do_not_look_at_the_clock() {
        let limit = SearchLimit::for_iterations(5).scale_iterations(3);
        assert!(!limit.is_reached(14) && limit.is_reached(15) && !limit.is_timed());
        assert!(!SearchLimit::UNLIMITED.is_reached(u64::MAX));
    }
}
