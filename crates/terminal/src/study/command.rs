//! The commands of the analysis room.

use players::SearchLimit;
use rules::Points;
use std::path::PathBuf;
use std::time::Duration;

/// A command of the analysis room.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum StudyCommand {
    /// An empty line.
    Nothing,
    Help,
    Next,
    Back,
    /// The position after this many turns.
    Turn(usize),
    Start,
    End,
    Board,
    Unseen,
    History,
    Plays(usize),
    Simulate(SearchEffort),
    Solve(Option<Duration>),
    Add(String),
    Rack(String),
    Opponent(String),
    Try(String),
    Undo,
    Keep(String),
    Variations,
    Note(String),
    Score(Points),
    Save(PathBuf),
    Quit,
    /// What is wrong with a command.
    Wrong(String),
}

/// How long a simulation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchEffort {
    /// For a time.
    Time(Duration),
    /// For this many more games.
    Games(u64),
}

impl SearchEffort {
    /// The limit of a simulation that has played this many games.
    pub(super) fn limit(self, played: u64) -> SearchLimit {
        match self {
            SearchEffort::Time(time) => SearchLimit::for_duration(time),
            SearchEffort::Games(games) => SearchLimit::for_iterations(played.saturating_add(games)),
        }
    }
}

/// A command: its names, its usage, and what it does.
struct CommandHelp {
    names: &'static [&'static str],
    usage: &'static str,
    about: &'static str,
}

const fn entry(names: &'static [&'static str], usage: &'static str, about: &'static str) -> CommandHelp {
    CommandHelp { names, usage, about }
}

const COMMANDS: [CommandHelp; 23] = [
    entry(&["next", "n"], "next", "go to the next turn"),
    entry(&["back", "b"], "back", "go to the turn before"),
    entry(&["turn", "go"], "turn N", "go to turn N"),
    entry(&["start"], "start", "go to the first turn"),
    entry(&["end"], "end", "go behind the last turn"),
    entry(&["history"], "history", "list the turns with their notes"),
    entry(&["board"], "board", "show the board, the scores and the racks"),
    entry(&["unseen", "tiles"], "unseen", "list the tiles that the player to move does not see"),
    entry(&["plays", "list"], "plays [N]", "list the best plays by score and leave"),
    entry(&["sim"], "sim [10s|500]", "simulate for a time or a number of games; again: go on (Ctrl-C stops)"),
    entry(&["solve"], "solve [1m]", "solve an endgame or a pre-endgame"),
    entry(&["add"], "add PLAY", "add a candidate to sim and solve"),
    entry(&["rack"], "rack TILES", "set the rack of the player to move"),
    entry(&["opponent"], "opponent [TILES]", "tell sim tiles that the opponent has, all or some"),
    entry(&["try"], "try PLAY|N", "make a turn, or the one with this number in the last list"),
    entry(&["undo"], "undo", "take back the last turn that was tried"),
    entry(&["keep"], "keep [NAME]", "keep the turns that were tried as a variation"),
    entry(&["variations"], "variations", "list the variations of the game"),
    entry(&["note"], "note [TEXT]", "write a note on the turn that led here; without text: remove it"),
    entry(&["score"], "score N", "correct the score of the turn that led here"),
    entry(&["save"], "save FILE", "write the game (.gcg, .jsonl) or this position (.cgp)"),
    entry(&["help"], "help", "show this help"),
    entry(&["quit", "exit"], "quit", "leave"),
];

/// The default number of listed plays, and the largest.
const PLAYS: (usize, usize) = (10, 200);

/// How long a simulation goes on, if nothing is said.
const SIMULATION_TIME: Duration = Duration::from_secs(5);

impl StudyCommand {
    /// Parses a line. Whatever is not a command is a turn to try.
    pub(super) fn parse(line: &str) -> StudyCommand {
        let line = line.trim();
        if line.is_empty() {
            return StudyCommand::Nothing;
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (first.to_lowercase(), rest.trim());
        let known = COMMANDS.iter().find(|entry| entry.names.contains(&word.as_str()));
        match known {
            Some(entry) => StudyCommand::command(entry, rest),
            None if line == "?" => StudyCommand::Help,
            None => StudyCommand::Try(line.to_owned()),
        }
    }

    fn command(entry: &CommandHelp, rest: &str) -> StudyCommand {
        let wrong = || StudyCommand::Wrong(format!("Write it like this: {}", entry.usage));
        let text = rest.to_owned();
        match entry.names[0] {
            "next" => StudyCommand::Next,
            "back" => StudyCommand::Back,
            "turn" => rest.parse().map_or_else(|_| wrong(), StudyCommand::Turn),
            "start" => StudyCommand::Start,
            "end" => StudyCommand::End,
            "history" => StudyCommand::History,
            "board" => StudyCommand::Board,
            "unseen" => StudyCommand::Unseen,
            "plays" if rest.is_empty() => StudyCommand::Plays(PLAYS.0),
            "plays" => rest
                .parse()
                .map_or_else(|_| wrong(), |count: usize| StudyCommand::Plays(count.clamp(1, PLAYS.1))),
            "sim" => parse_effort(rest).map_or_else(wrong, StudyCommand::Simulate),
            "solve" if rest.is_empty() => StudyCommand::Solve(None),
            "solve" => parse_time(rest).map_or_else(wrong, |time| StudyCommand::Solve(Some(time))),
            "add" if !rest.is_empty() => StudyCommand::Add(text),
            "rack" if !rest.is_empty() => StudyCommand::Rack(text),
            "opponent" => StudyCommand::Opponent(text),
            "try" if !rest.is_empty() => StudyCommand::Try(text),
            "undo" => StudyCommand::Undo,
            "keep" => StudyCommand::Keep(text),
            "variations" => StudyCommand::Variations,
            "note" => StudyCommand::Note(text),
            "score" => rest.parse().map_or_else(|_| wrong(), StudyCommand::Score),
            "save" if !rest.is_empty() => StudyCommand::Save(PathBuf::from(rest)),
            "help" => StudyCommand::Help,
            "quit" => StudyCommand::Quit,
            _ => wrong(),
        }
    }
}

fn parse_effort(text: &str) -> Option<SearchEffort> {
    match text {
        "" => Some(SearchEffort::Time(SIMULATION_TIME)),
        _ => text
            .parse()
            .ok()
            .filter(|&games| games > 0)
            .map(SearchEffort::Games)
            .or_else(|| parse_time(text).map(SearchEffort::Time)),
    }
}

fn parse_time(text: &str) -> Option<Duration> {
    humantime::parse_duration(text).ok().filter(|time| !time.is_zero())
}

/// The help text.
pub(super) fn help() -> String {
    let mut lines = vec![
        "A turn is a square and a word: 8H WORD across, H8 WORD down; -ABC exchanges, pass passes."
            .to_owned(),
        "A turn alone is tried, like `try 8H WORD`; after it the other player is to move.".to_owned(),
        String::new(),
    ];
    lines.extend(COMMANDS.iter().map(|entry| format!("  {:<17} {}", entry.usage, entry.about)));
    lines.join("\n")
}

/// The words that a line can start with, for completion.
pub(super) fn completions() -> Vec<String> {
    COMMANDS.iter().map(|entry| entry.names[0].to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_in_the_help_is_understood() {
        for entry in &COMMANDS {
            for name in entry.names {
                let argument = match entry.usage.split_once(' ') {
                    None => "",
                    Some((_, "[1m]")) => "1m",
                    Some(_) => "1",
                };
                let command = StudyCommand::parse(&format!("{name} {argument}"));
                let is_try = matches!(command, StudyCommand::Try(_)) && *name != "try";
                assert!(!is_try && !matches!(command, StudyCommand::Wrong(_)), "{name}: {command:?}");
            }
        }
    }

    #[test]
    fn what_is_no_command_is_a_turn() {
        for line in ["8H WORD", "-ABC", "pass", "WORD,h8"] {
            assert_eq!(StudyCommand::parse(line), StudyCommand::Try(line.to_owned()));
        }
        assert_eq!(
            StudyCommand::parse("sim 2s"),
            StudyCommand::Simulate(SearchEffort::Time(Duration::from_secs(2)))
        );
        assert_eq!(StudyCommand::parse("sim 64"), StudyCommand::Simulate(SearchEffort::Games(64)));
        assert!(matches!(StudyCommand::parse("turn x"), StudyCommand::Wrong(_)));
        assert!(matches!(StudyCommand::parse("sim 0"), StudyCommand::Wrong(_)));
    }
}
