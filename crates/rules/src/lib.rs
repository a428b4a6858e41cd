//! The rules of crossword board games, as data, and the game they govern.
