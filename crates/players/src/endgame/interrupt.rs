//! Checks for interruption during work that may take long between two nodes of the search.

use crate::limit::SearchLimit;

/// How many steps are taken between two looks at the clock: a fraction of a millisecond.
const LOOK: u32 = 4096;

/// Counts steps, and checks now and then whether the search must stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct InterruptCheck {
    limit: SearchLimit,
    steps: u32,
    is_interrupted: bool,
}

impl InterruptCheck {
    /// Checks the limit of a search that has started.
    pub(crate) fn new(limit: &SearchLimit) -> InterruptCheck {
        InterruptCheck { limit: limit.clone(), steps: 0, is_interrupted: false }
    }

    /// The limit of the search.
    pub(crate) fn limit(&self) -> &SearchLimit {
        &self.limit
    }

    /// Checks the limit now.
    pub(crate) fn check_now(&mut self) {
        self.look();
    }

    /// Counts a step and returns whether the search must stop.
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

    /// Whether the search had to stop at the last check.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }
}
