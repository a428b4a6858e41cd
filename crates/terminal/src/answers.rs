//! What both ways of playing answer: plays read, words looked up, hints, refusals.

use crate::reading;
use crate::table::Table;
use crate::tell;
use movegen::RankedPlay;
use notation::plays::{self, PlayContext, PlayError, PlaythroughStyle, Turn};
use rules::{Command, Refusal, Seat, is_good};
use std::path::Path;
use tiles::Tiles;

/// Reads a play of the player at a seat.
pub(crate) fn read(table: &Table, seat: Seat, text: &str) -> Result<Turn, PlayError> {
    let rack: Tiles = table.rack(seat).iter().copied().collect();
    let scene = PlayContext { rules: table.rules(), grid: table.game().grid(), rack: Some(&rack) };
    reading::read(text, scene)
}

/// Why a command is not carried out, in the words of the game.
pub(crate) fn refused(
    table: &Table,
    seat: Seat,
    refusal: &Refusal,
    command: &Command,
    typed: &str,
) -> String {
    let rack = tell::bracketed(table.rules(), table.rack(seat));
    let tried = reading::tried(table.rules(), command, typed);
    tell::refusal(table.rules(), refusal, &tried.borrowed(&rack))
}

/// Which of these words are good, where that may be asked.
pub(crate) fn check(table: &Table, words: &[String]) -> String {
    let rules = table.rules();
    if !rules.checks_words() {
        return "Words cannot be looked up where plays can be challenged.".to_owned();
    }
    if words.is_empty() {
        return "Say which word to look up, such as `check QUIXOTRY`.".to_owned();
    }
    let verdict = |word: &String| match rules.tiles.alphabet().parse_word(&word.to_uppercase()) {
        Ok(letters) if is_good(rules, table.words(), &letters) => format!("{} is good.", word.to_uppercase()),
        Ok(_) => format!("{} is not in the word list.", word.to_uppercase()),
        Err(error) => format!("{word:?}: {error}"),
    };
    words.iter().map(verdict).collect::<Vec<_>>().join("\n")
}

/// The plays that count most, where the rules allow hints.
pub(crate) fn hint(table: &mut Table, seat: Seat, count: usize) -> String {
    if !table.rules().table.hints {
        return "There are no hints under these rules.".to_owned();
    }
    let best = table.best_plays(seat, count);
    if best.is_empty() {
        return "You cannot lay any tile: pass, or swap tiles where the rules allow it.".to_owned();
    }
    let scene = PlayContext { rules: table.rules(), grid: table.game().grid(), rack: None };
    let line = |ranked: &RankedPlay| {
        let play = plays::print_placement(&ranked.play.placement(), scene, PlaythroughStyle::Parentheses);
        format!("  {play} for {}", tell::points(ranked.play.score()))
    };
    best.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Where the game is kept, or a copy written.
pub(crate) fn save(table: &Table, path: Option<&Path>) -> String {
    match (path, table.file()) {
        (Some(path), _) => match table.save_copy(path) {
            Ok(()) => format!("The game is written to {}.", path.display()),
            Err(error) => format!("The game cannot be written to {}: {error}", path.display()),
        },
        (None, Some(file)) => format!("The game is saved in {} after every turn.", file.display()),
        (None, None) => "This game is not kept in a file: say `save FILE` to write it to one.".to_owned(),
    }
}

/// The words of the play that can be challenged now.
pub(crate) fn challengeable(table: &Table) -> Vec<String> {
    let words = table.game().challengeable().map(|play| play.words.as_slice()).unwrap_or_default();
    words.iter().map(|word| tell::word(table.rules(), word)).collect()
}

/// What to say to a challenge that names no word of the last play.
pub(crate) fn no_such_word(words: &[String]) -> String {
    match words {
        [] => "There is nothing to challenge.".to_owned(),
        _ => format!(
            "The last play made {}. Say `challenge`, or `challenge` and some of them.",
            words.join(", ")
        ),
    }
}

/// How leaving is told.
pub(crate) fn goodbye(table: &Table) -> String {
    match table.file() {
        Some(path) => format!(
            "Goodbye. The game is saved in {}; `quixotry play --resume` goes on with it.",
            path.display()
        ),
        None => "Goodbye.".to_owned(),
    }
}
