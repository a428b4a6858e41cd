//! Game data as JSON: positions and the record of a game.
