//! The language of boards and squares: parse, check, compile, run.
