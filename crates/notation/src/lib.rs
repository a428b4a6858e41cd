//! How positions, plays, boards and games are written down.
