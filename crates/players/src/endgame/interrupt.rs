//! An eye on the clock for work that may take long between two looks of the search.

use crate::limit::SearchLimit;

/// How many steps are taken between two looks at the clock: a fraction of a millisecond.
const LOOK: u32 = 4096;

/// Counts steps, and says when the time is up.
#[derive(Clone, Debug, Default)]
pub(crate) struct InterruptCheck {
    limit: SearchLimit,
    steps: u32,
    is_interrupted: bool,
}

impl InterruptCheck {
    /// Watches the time of a search that has started.
    pub(crate) fn new(limit: &SearchLimit) -> InterruptCheck {
        InterruptCheck { limit: limit.clone(), steps: 0, is_interrupted: false }
    }

    /// Counts a step and tells whether the time is up.
    #[inline(always)]
    pub(crate) fn step(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(LOOK) {
            self.look();
        }
        self.is_interrupted
    }

    #[cold]
    fn look(&mut self) {
        self.is_interrupted |= self.limit.is_interrupted();
    }

    /// Whether the time was up at the last look.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }
}
