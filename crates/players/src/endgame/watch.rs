//! An eye on the clock for work that may take long between two looks of the search.

use std::time::Instant;

/// How many steps are taken between two looks at the clock: a fraction of a millisecond.
const LOOK: u32 = 4096;

/// Counts steps, and says when the time is up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watch {
    deadline: Option<Instant>,
    steps: u32,
    late: bool,
}

impl Watch {
    /// A watch for work that may take until then.
    pub(crate) fn until(deadline: Option<Instant>) -> Watch {
        Watch { deadline, steps: 0, late: false }
    }

    /// Counts a step and tells whether the time is up.
    #[inline(always)]
    pub(crate) fn step(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(LOOK) {
            self.look();
        }
        self.late
    }

    #[cold]
    fn look(&mut self) {
        self.late |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }

    /// Whether the time was up at the last look.
    pub(crate) fn is_late(&self) -> bool {
        self.late
    }
}
