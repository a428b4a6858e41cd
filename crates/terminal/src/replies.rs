//! Replies to typed commands, shared by the line game and the full-screen game.

use crate::local_game::LocalGame;
use crate::messages;
use crate::parsing;
use movegen::RankedPlay;
use notation::plays::{self, PlayContext, PlayError, PlaythroughStyle, Turn};
use rules::{Command, Refusal, Seat, is_good};
use std::path::Path;
use tiles::Tiles;

/// Parses a play of the player at a seat.
pub(crate) fn parse_turn(local: &LocalGame, seat: Seat, text: &str) -> Result<Turn, PlayError> {
    let rack: Tiles = local.rack(seat).iter().copied().collect();
    let scene = PlayContext { rules: local.rules(), grid: local.game().grid(), rack: Some(&rack) };
    parsing::parse_turn(text, scene)
}

/// Explains why a command was refused, in the texts that the rules select.
pub(crate) fn explain_refusal(local: &LocalGame, seat: Seat, refusal: &Refusal, command: &Command) -> String {
    let rack: Tiles = local.rack(seat).iter().copied().collect();
    local.rules().explain_refusal(refusal, command, &rack)
}

/// Looks words up, if the rules allow it.
pub(crate) fn check_words(local: &LocalGame, words: &[String]) -> String {
    let rules = local.rules();
    if !rules.checks_words() {
        return "Words cannot be looked up in a game with challenges.".to_owned();
    }
    if words.is_empty() {
        return "Name a word to look up, such as `check QUIXOTRY`.".to_owned();
    }
    let verdict = |word: &String| match rules.tiles.alphabet().parse_word(&word.to_uppercase()) {
        Ok(letters) if is_good(rules, local.words(), &letters) => format!("{} is good.", word.to_uppercase()),
        Ok(_) => format!("{} is not in the word list.", word.to_uppercase()),
        Err(error) => format!("{word:?}: {error}"),
    };
    words.iter().map(verdict).collect::<Vec<_>>().join("\n")
}

/// Lists the highest-scoring plays, if the rules allow hints.
pub(crate) fn list_hints(local: &mut LocalGame, seat: Seat, count: usize) -> String {
    if !local.rules().table.hints {
        return "There are no hints under these rules.".to_owned();
    }
    let best = local.best_plays(seat, count);
    if best.is_empty() {
        return "There is no legal play: pass, or swap tiles if the rules allow it.".to_owned();
    }
    let scene = PlayContext { rules: local.rules(), grid: local.game().grid(), rack: None };
    let line = |ranked: &RankedPlay| {
        let play = plays::print_placement(&ranked.play.placement(), scene, PlaythroughStyle::Parentheses);
        format!("  {play} for {}", messages::format_points(ranked.play.score()))
    };
    best.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Lists the best turns by points and leave, if the rules allow hints.
pub(crate) fn list_best(local: &LocalGame, seat: Seat, count: usize) -> String {
    if !local.rules().table.hints {
        return "There are no hints under these rules.".to_owned();
    }
    let view = local.view(seat);
    match &local.best_turns(seat, count)[..] {
        [] => "There is no legal play: pass, or swap tiles if the rules allow it.".to_owned(),
        turns => crate::study::list_plays(turns, &view),
    }
}

/// How a finished game can be reviewed, if it is saved.
pub(crate) fn review_advice(local: &LocalGame) -> Option<String> {
    let file = local.file().filter(|_| local.rules().board.window().is_some())?.display().to_string();
    let file = if file.contains(char::is_whitespace) { format!("'{file}'") } else { file };
    Some(format!("Review it: `quixotry analyze {file}` judges every turn, `quixotry study {file}` opens it."))
}

/// Says where the game is saved, or writes a copy.
pub(crate) fn save_game(local: &LocalGame, path: Option<&Path>) -> String {
    match (path, local.file()) {
        (Some(path), _) => match local.save_copy(path) {
            Ok(()) => format!("The game was written to {}.", path.display()),
            Err(error) => format!("The game cannot be written to {}: {error}", path.display()),
        },
        (None, Some(file)) => format!("The game is saved in {} after every turn.", file.display()),
        (None, None) => "This game is not saved: type `save FILE` to write it to a file.".to_owned(),
    }
}

/// The words of the play that can be challenged.
pub(crate) fn challengeable_words(local: &LocalGame) -> Vec<String> {
    let words = local.game().challengeable().map(|play| play.words.as_slice()).unwrap_or_default();
    words.iter().map(|word| messages::format_word(local.rules(), word)).collect()
}

/// The reply to a challenge that names no word of the last play.
pub(crate) fn no_such_word(words: &[String]) -> String {
    match words {
        [] => "There is nothing to challenge.".to_owned(),
        _ => format!(
            "The last play made {}. Type `challenge`, or `challenge` and some of these words.",
            words.join(", ")
        ),
    }
}

/// The message to a player who leaves.
pub(crate) fn goodbye(local: &LocalGame) -> String {
    match local.file() {
        Some(path) => {
            format!("Goodbye. The game is saved in {}; `quixotry play --resume` resumes it.", path.display())
        }
        None => "Goodbye.".to_owned(),
    }
}
