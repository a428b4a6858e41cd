//! Whether a search goes on: asked again and again, so that a deadline or a cancellation ends it in time.

use std::convert::Infallible;
use std::ops::ControlFlow;

/// Asked now and then whether a search shall end before it is complete.
pub type StopCheck<'a> = &'a (dyn Fn() -> bool + Sync);

/// Never says stop.
pub(crate) fn never() -> bool {
    false
}

/// Asks, and breaks off where the answer is to stop.
#[inline(always)]
pub(crate) fn look(stop: StopCheck<'_>) -> ControlFlow<()> {
    if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// What cannot be broken off.
pub(crate) fn always_on() -> ControlFlow<Infallible> {
    ControlFlow::Continue(())
}
