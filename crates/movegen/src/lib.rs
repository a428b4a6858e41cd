//! All legal plays, the best play, or the top few, on any board.
