//! The commands that a player can type.

use rules::{ChallengeRule, Ruleset};
use std::path::PathBuf;

/// A typed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TypedCommand {
    /// An empty line.
    Nothing,
    Help,
    Board,
    Tiles,
    History,
    Rules,
    Check(Vec<String>),
    Hint(usize),
    Best(usize),
    Shuffle,
    Save(Option<PathBuf>),
    Quit,
    Undo,
    Pass,
    Resign,
    Challenge(String),
    Swap(Option<String>),
    /// The text of a play, to be parsed with the board.
    Play(String),
    /// A word that is not a command.
    Unknown(String),
}

/// A command: its names, its usage, and what it does.
struct CommandSpec {
    names: &'static [&'static str],
    usage: &'static str,
    about: &'static str,
}

const fn entry(names: &'static [&'static str], usage: &'static str, about: &'static str) -> CommandSpec {
    CommandSpec { names, usage, about }
}

const COMMANDS: [CommandSpec; 16] = [
    entry(&["pass"], "pass", "pass the turn, or accept the last play"),
    entry(&["swap", "exchange"], "swap ABC", "exchange tiles (also -ABC)"),
    entry(&["challenge"], "challenge [WORD]", "challenge the words of the last play"),
    entry(&["hint", "hints"], "hint [N]", "show the highest-scoring plays"),
    entry(&["best"], "best [N]", "show the best turns by points and the tiles kept"),
    entry(&["shuffle"], "shuffle", "shuffle your tiles"),
    entry(&["tiles", "unseen"], "tiles", "list the tiles you cannot see"),
    entry(&["board"], "board", "show the board, the scores and your tiles"),
    entry(&["history"], "history", "list the turns so far"),
    entry(&["check"], "check WORD", "look a word up"),
    entry(&["rules"], "rules", "describe the rules"),
    entry(&["undo"], "undo", "take back your last turn"),
    entry(&["save"], "save [FILE]", "say where the game is saved, or write a copy"),
    entry(&["resign"], "resign", "resign the game"),
    entry(&["quit", "exit"], "quit", "leave; the game can be resumed (also Ctrl-D)"),
    entry(&["help"], "help", "show this help"),
];

/// The default number of plays that a hint shows.
const DEFAULT_HINTS: usize = 5;

/// The maximum number of plays that a hint shows.
const MAX_HINTS: usize = 50;

impl TypedCommand {
    /// Parses a line. Commands may start with a colon, as in the Haskell game.
    pub(crate) fn parse(line: &str) -> TypedCommand {
        let line = line.trim();
        if line.is_empty() {
            return TypedCommand::Nothing;
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (first.trim_start_matches(':').to_lowercase(), rest.trim());
        match COMMANDS.iter().find(|entry| entry.names.contains(&word.as_str())) {
            Some(entry) => TypedCommand::command(entry.names[0], rest, line),
            None if line == "," || line == ",," => TypedCommand::Pass,
            None if is_word(line) || first.starts_with(':') => TypedCommand::Unknown(line.to_owned()),
            None => TypedCommand::Play(line.to_owned()),
        }
    }

    fn command(name: &str, rest: &str, line: &str) -> TypedCommand {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        match name {
            "pass" => TypedCommand::Pass,
            "swap" => TypedCommand::Swap(given(rest)),
            "challenge" => TypedCommand::Challenge(rest.to_owned()),
            "hint" => TypedCommand::Hint(parse_count(rest)),
            "best" => TypedCommand::Best(parse_count(rest)),
            "shuffle" => TypedCommand::Shuffle,
            "tiles" => TypedCommand::Tiles,
            "board" => TypedCommand::Board,
            "history" => TypedCommand::History,
            "check" => TypedCommand::Check(rest.split_whitespace().map(str::to_owned).collect()),
            "rules" => TypedCommand::Rules,
            "undo" => TypedCommand::Undo,
            "save" => TypedCommand::Save(given(rest).map(PathBuf::from)),
            "resign" => TypedCommand::Resign,
            "quit" => TypedCommand::Quit,
            "help" => TypedCommand::Help,
            _ => TypedCommand::Play(line.to_owned()),
        }
    }
}

/// The number of plays to show.
fn parse_count(text: &str) -> usize {
    text.parse().map_or(DEFAULT_HINTS, |count: usize| count.clamp(1, MAX_HINTS))
}

/// Whether the line is one word without a coordinate, so that it cannot be a play.
fn is_word(line: &str) -> bool {
    !line.contains(|c: char| c.is_whitespace() || c.is_ascii_digit() || matches!(c, ',' | '-' | '.'))
}

/// The help text: the commands, and the notation of plays under these rules.
pub(crate) fn help(rules: &Ruleset) -> String {
    let example = match rules.board.window() {
        Some(_) => "8H WORD across, H8 WORD down, WORD 8H as well",
        None => "-3,5> WORD across, -3,5v WORD down",
    };
    let mut lines = vec![
        format!("A play is a square and a word: {example}."),
        "Write letters that are already on the board as part of the word; lower case is a blank.".to_owned(),
        "Other notations: WORD,h8 (SkraBBKle), WORD 7 7 H (row and column from 0), 7 7 4D2 (x y tile)."
            .to_owned(),
        String::new(),
    ];
    let challenges = rules.challenge != ChallengeRule::Void;
    let usable = |entry: &&CommandSpec| match entry.names[0] {
        "challenge" => challenges,
        "check" => !challenges,
        "hint" | "best" => rules.table.hints,
        "swap" => rules.exchange_limits().is_some(),
        _ => true,
    };
    lines
        .extend(COMMANDS.iter().filter(usable).map(|entry| format!("  {:<17} {}", entry.usage, entry.about)));
    lines.join("\n")
}

/// The reply to an unknown command.
pub(crate) fn unknown(word: &str) -> String {
    let short: String = word.chars().take(30).collect();
    format!("{short:?} is neither a command nor a play such as 8H WORD; `help` lists all commands.")
}

/// The words that a line can start with, for completion.
pub(crate) fn completions() -> Vec<String> {
    let names = COMMANDS.iter().map(|entry| entry.names[0]);
    names.clone().map(str::to_owned).chain(names.map(|name| format!(":{name}").to_uppercase())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expect: TypedCommand) {
        assert_eq!(TypedCommand::parse(line), expect, "{line:?}");
    }

    #[test]
    fn commands_are_read_in_any_case_with_or_without_a_colon() {
        check(":HINT", TypedCommand::Hint(5));
        check("hint 3", TypedCommand::Hint(3));
        check("best", TypedCommand::Best(5));
        check("BEST 3", TypedCommand::Best(3));
        check("Hint 99999999999999999999", TypedCommand::Hint(5));
        check(":SWAP", TypedCommand::Swap(None));
        check(":swap AB?", TypedCommand::Swap(Some("AB?".to_owned())));
        check(" pass ", TypedCommand::Pass);
        check(",", TypedCommand::Pass);
        check(":PASS", TypedCommand::Pass);
        check(":HELP", TypedCommand::Help);
        check("check a b", TypedCommand::Check(vec!["a".to_owned(), "b".to_owned()]));
        check("save my game.jsonl", TypedCommand::Save(Some("my game.jsonl".into())));
        check("challenge", TypedCommand::Challenge(String::new()));
        check("", TypedCommand::Nothing);
    }

    #[test]
    fn anything_with_a_coordinate_is_a_play() {
        for line in
            ["8H WORD", "word 8h", "WORD,h8", "WORD 7 7 H", "0 0 4D2", "-3,5> WORD", "-ABC", "8H.WORD", "-3"]
        {
            check(line, TypedCommand::Play(line.to_owned()));
        }
    }

    #[test]
    fn other_words_are_not_commands() {
        check("hello", TypedCommand::Unknown("hello".to_owned()));
        check(":frob 1", TypedCommand::Unknown(":frob 1".to_owned()));
    }

    #[test]
    fn every_command_in_the_help_is_understood() {
        for entry in &COMMANDS {
            for name in entry.names {
                let request = TypedCommand::parse(name);
                assert!(!matches!(request, TypedCommand::Play(_) | TypedCommand::Unknown(_)), "{name}");
            }
        }
    }
}
