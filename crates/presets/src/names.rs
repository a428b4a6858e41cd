//! The words by which files call kinds of boards and clocks. All other names are tables of the rules.

use rules::named;

/// The kinds of board file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardKind {
    Picture,
    Cells,
    Program,
    Random,
}

named!(BoardKind: "picture" Picture, "cells" Cells, "program" Program, "random" Random);

/// The kinds of clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockKind {
    Game,
    Turn,
}

named!(ClockKind: "game" Game, "turn" Turn);
