//! How a search is stopped: it calls a function again and again, so that a deadline or a cancellation ends it in time.

use std::convert::Infallible;
use std::ops::ControlFlow;

/// Called now and then during a search; the search stops early when it returns `true`.
pub type StopCheck<'a> = &'a (dyn Fn() -> bool + Sync);

/// Never stops.
pub(crate) fn never() -> bool {
    false
}

/// Breaks if the search must stop.
#[inline(always)]
pub(crate) fn check_stop(stop: StopCheck<'_>) -> ControlFlow<()> {
    if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// For work that cannot be stopped.
pub(crate) fn no_stop() -> ControlFlow<Infallible> {
    ControlFlow::Continue(())
}
