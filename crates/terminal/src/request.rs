//! What can be typed, besides plays.

use rules::{ChallengeRule, RulesetDraft};
use std::path::PathBuf;

/// What a typed line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// An empty line.
    Nothing,
    Help,
    Board,
    Tiles,
    History,
    Rules,
    Check(Vec<String>),
    Hint(usize),
    Shuffle,
    Save(Option<PathBuf>),
    Quit,
    Undo,
    Pass,
    Resign,
    Challenge(String),
    Swap(Option<String>),
    /// A play, to be read against the board.
    Play(String),
    /// A single word that is no command.
    Unknown(String),
}

/// A command: its names, how it is written, what it does.
struct Entry {
    names: &'static [&'static str],
    usage: &'static str,
    about: &'static str,
}

const fn entry(names: &'static [&'static str], usage: &'static str, about: &'static str) -> Entry {
    Entry { names, usage, about }
}

const ENTRIES: [Entry; 15] = [
    entry(&["pass"], "pass", "do nothing this turn, or accept the last play"),
    entry(&["swap", "exchange"], "swap ABC", "give tiles back and draw as many (also -ABC)"),
    entry(&["challenge"], "challenge [WORD]", "doubt the words of the last play"),
    entry(&["hint", "hints"], "hint [N]", "show the plays that count most"),
    entry(&["shuffle"], "shuffle", "put your tiles into another order"),
    entry(&["tiles", "unseen"], "tiles", "list the tiles you cannot see"),
    entry(&["board"], "board", "show the board, the scores and your tiles again"),
    entry(&["history"], "history", "list the turns so far"),
    entry(&["check"], "check WORD", "look a word up"),
    entry(&["rules"], "rules", "say what game this is"),
    entry(&["undo"], "undo", "take your last turn back"),
    entry(&["save"], "save [FILE]", "say where the game is kept, or write a copy"),
    entry(&["resign"], "resign", "give up"),
    entry(&["quit", "exit"], "quit", "leave; the game can be resumed (also Ctrl-D)"),
    entry(&["help"], "help", "show this"),
];

/// How many plays a hint shows, and the most it shows.
const HINTS: usize = 5;
const MOST_HINTS: usize = 50;

impl Request {
    /// Reads a line. A colon may stand before commands, as in the Haskell game.
    pub(crate) fn parse(line: &str) -> Request {
        let line = line.trim();
        if line.is_empty() {
            return Request::Nothing;
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (first.trim_start_matches(':').to_lowercase(), rest.trim());
        match ENTRIES.iter().find(|entry| entry.names.contains(&word.as_str())) {
            Some(entry) => Request::command(entry.names[0], rest, line),
            None if line == "," || line == ",," => Request::Pass,
            None if is_word(line) || first.starts_with(':') => Request::Unknown(line.to_owned()),
            None => Request::Play(line.to_owned()),
        }
    }

    fn command(name: &str, rest: &str, line: &str) -> Request {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        match name {
            "pass" => Request::Pass,
            "swap" => Request::Swap(given(rest)),
            "challenge" => Request::Challenge(rest.to_owned()),
            "hint" => Request::Hint(rest.parse().map_or(HINTS, |count: usize| count.clamp(1, MOST_HINTS))),
            "shuffle" => Request::Shuffle,
            "tiles" => Request::Tiles,
            "board" => Request::Board,
            "history" => Request::History,
            "check" => Request::Check(rest.split_whitespace().map(str::to_owned).collect()),
            "rules" => Request::Rules,
            "undo" => Request::Undo,
            "save" => Request::Save(given(rest).map(PathBuf::from)),
            "resign" => Request::Resign,
            "quit" => Request::Quit,
            "help" => Request::Help,
            _ => Request::Play(line.to_owned()),
        }
    }
}

/// A single word without a digit is no play: a play has a coordinate.
fn is_word(line: &str) -> bool {
    !line.contains(|c: char| c.is_whitespace() || c.is_ascii_digit() || matches!(c, ',' | '-' | '.'))
}

/// The commands, and how plays are written under these rules.
pub(crate) fn help(rules: &RulesetDraft) -> String {
    let example = match rules.board.window() {
        Some(_) => "8H WORD across, H8 WORD down, WORD 8H as well",
        None => "-3,5> WORD across, -3,5v WORD down",
    };
    let mut lines = vec![
        format!("A play is a coordinate and a word: {example}."),
        "Letters already on the board are part of the word; lower case stands for a blank.".to_owned(),
        "Also understood: WORD,h8 (SkraBBKle), WORD 7 7 H (row and column from 0), 7 7 4D2 (x y tile)."
            .to_owned(),
        String::new(),
    ];
    let challenges = rules.challenge != ChallengeRule::Void;
    let usable = |entry: &&Entry| match entry.names[0] {
        "challenge" => challenges,
        "check" => !challenges,
        "hint" => rules.table.hints,
        "swap" => rules.exchange_limits().is_some(),
        _ => true,
    };
    lines.extend(ENTRIES.iter().filter(usable).map(|entry| format!("  {:<17} {}", entry.usage, entry.about)));
    lines.join("\n")
}

/// What to say to a word that is no command.
pub(crate) fn unknown(word: &str) -> String {
    let short: String = word.chars().take(30).collect();
    format!("{short:?} is neither a command nor a play such as 8H WORD; `help` lists what there is.")
}

/// The words a line can begin with.
pub(crate) fn completions() -> Vec<String> {
    let names = ENTRIES.iter().map(|entry| entry.names[0]);
    names.clone().map(str::to_owned).chain(names.map(|name| format!(":{name}").to_uppercase())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expect: Request) {
        assert_eq!(Request::parse(line), expect, "{line:?}");
    }

    #[test]
    fn commands_are_read_in_any_case_with_or_without_a_colon() {
        check(":HINT", Request::Hint(5));
        check("hint 3", Request::Hint(3));
        check("Hint 99999999999999999999", Request::Hint(5));
        check(":SWAP", Request::Swap(None));
        check(":swap AB?", Request::Swap(Some("AB?".to_owned())));
        check(" pass ", Request::Pass);
        check(",", Request::Pass);
        check(":PASS", Request::Pass);
        check(":HELP", Request::Help);
        check("check a b", Request::Check(vec!["a".to_owned(), "b".to_owned()]));
        check("save my game.jsonl", Request::Save(Some("my game.jsonl".into())));
        check("challenge", Request::Challenge(String::new()));
        check("", Request::Nothing);
    }

    #[test]
    fn anything_with_a_coordinate_is_a_play() {
        for line in
            ["8H WORD", "word 8h", "WORD,h8", "WORD 7 7 H", "0 0 4D2", "-3,5> WORD", "-ABC", "8H.WORD", "-3"]
        {
            check(line, Request::Play(line.to_owned()));
        }
    }

    #[test]
    fn other_words_are_no_commands() {
        check("hello", Request::Unknown("hello".to_owned()));
        check(":frob 1", Request::Unknown(":frob 1".to_owned()));
    }

    #[test]
    fn every_command_in_the_help_is_understood() {
        for entry in &ENTRIES {
            for name in entry.names {
                let request = Request::parse(name);
                assert!(!matches!(request, Request::Play(_) | Request::Unknown(_)), "{name}");
            }
        }
    }
}
