//! A step budget that several runs share.

use crate::vm::Fuel;

/// The steps that several runs may take together, and those that each of them may take.
///
/// A quick meter charges a run as the compiled code counts, which is never too little. If its steps are used up, a
/// caller repeats all runs with an exact meter, which decides: then the result does not depend on how programs are
/// compiled.
///
/// ```
/// # mod quixotry { pub use quixotry_boardlang as boardlang; }
/// use quixotry::boardlang::{Dialect, Fuel, Signature, StepMeter, compile};
///
/// let board = compile("_result_ := _x_ + _y_", Signature::Board, Dialect::Left)?.program;
/// let mut meter = StepMeter::exact(Fuel(10), Fuel::DEFAULT);
/// assert_eq!(board.run_board_on(1, 2, &mut meter), Ok(3));
/// assert_eq!(meter.remaining(), Fuel(6));
/// assert!(board.run_board_on(1, 2, &mut meter).is_ok() && board.run_board_on(1, 2, &mut meter).is_err());
/// # Ok::<(), quixotry::boardlang::Diagnostics>(())
/// ```
#[derive(Debug, Clone)]
pub struct StepMeter {
    left: u32,
    each: Fuel,
    is_exact: bool,
}

impl StepMeter {
    /// A meter that may charge too much.
    #[must_use]
    pub fn quick(total: Fuel, each: Fuel) -> StepMeter {
        StepMeter { left: total.0, each, is_exact: false }
    }

    /// A meter that charges what a program takes by definition.
    #[must_use]
    pub fn exact(total: Fuel, each: Fuel) -> StepMeter {
        StepMeter { left: total.0, each, is_exact: true }
    }

    /// The steps that are left.
    #[must_use]
    pub fn remaining(&self) -> Fuel {
        Fuel(self.left)
    }

    /// Whether it charges what a program takes by definition.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The steps that the next run may take.
    pub(crate) fn fuel(&self) -> Fuel {
        self.each.min(Fuel(self.left))
    }

    pub(crate) fn charge(&mut self, steps: u32) {
        self.left = self.left.saturating_sub(steps);
    }
}
