//! Ctrl-C: the first one stops the work, so that the command can show its result so far; the second one ends the program.

use players::Cancellation;
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C from now on.
pub(crate) fn cancel_on_interrupt() -> Cancellation {
    let flag = Arc::new(AtomicBool::new(false));
    // The handlers run in this order: the first signal finds the flag unset. Without them Ctrl-C ends the program at once.
    _ = flag::register_conditional_shutdown(SIGINT, INTERRUPTED, flag.clone())
        .and_then(|_| flag::register(SIGINT, flag.clone()));
    Cancellation::from_flag(flag)
}
