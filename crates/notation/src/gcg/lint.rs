//! Checking a GCG file against the rules.

use super::{Encoding, GcgAction, GcgGame, GcgLine, GcgReplay, LineContent, Pragma, ReplayStep, replay};
use crate::plays::PlayError;
use lexicon::WordList;
use rules::{LeftoverScoring, Play, Points, Refusal, Ruleset};
use std::fmt;

/// A problem in a GCG file, with its line.
///
/// [`lint`] makes them, and has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LintFinding {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: LintProblem,
}

/// How serious a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LintSeverity {
    /// Unusual or wrong, but the game can be understood.
    Warning,
    /// The game cannot be understood.
    Error,
}

impl fmt::Display for LintSeverity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LintSeverity::Warning => "warning",
            LintSeverity::Error => "error",
        })
    }
}

impl LintFinding {
    /// How serious it is.
    #[must_use]
    pub fn severity(&self) -> LintSeverity {
        use LintProblem::*;
        match self.problem {
            RackTooSmall { .. }
            | NotAWord { .. }
            | AllGood
            | Undeclared
            | MissingEnd
            | Bonus { .. }
            | SameNick(_)
            | LatePlayer
            | Rack(_)
            | RackTooLarge { .. }
            | RackLeftOut { .. }
            | NotOnRack { .. }
            | Score { .. }
            | Unsigned { .. }
            | Total { .. }
            | TimeGains { .. }
            | TimeTwice
            | NoExchanges
            | LeftoverMismatch { .. }
            | AfterFinalRack
            | UnknownGameType(_)
            | Stray => LintSeverity::Warning,
            UnknownNick { .. }
            | TooFewPlayers(_)
            | SameNumber(_)
            | TooMany { .. }
            | TooManyTiles { .. }
            | TilesDoNotAddUp
            | OutOfTurn { .. }
            | AfterEnd
            | Play(_)
            | Illegal(_)
            | NothingToWithdraw
            | NothingChallenged => LintSeverity::Error,
        }
    }
}

impl fmt::Display for LintFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.severity(), self.problem)
    }
}

/// What is wrong with a line of a GCG file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LintProblem {
    /// No player has this nick.
    #[error("no player has the nick {nick:?}; {}", list_nicks(.known))]
    UnknownNick {
        /// As written.
        nick: String,
        /// The nicks of the players.
        known: Vec<String>,
    },
    /// Not enough players.
    #[error("the file declares {0} players with `#player1 nick Full Name`, but a game has at least two")]
    TooFewPlayers(usize),
    /// Two players share a nick.
    #[error("two players are called {0:?}; whose turn it is follows from the order and the totals")]
    SameNick(String),
    /// Two players share a number.
    #[error("there are two players with the number {0}")]
    SameNumber(u8),
    /// A player is declared after the first event.
    #[error("players must be declared before the first event")]
    LatePlayer,
    /// Tiles cannot be read.
    #[error(transparent)]
    Rack(#[from] tiles::TilesParseError),
    /// Too many tiles on a rack.
    #[error("the rack has {tiles} tiles, but a full one has {full}")]
    RackTooLarge {
        /// Tiles on it.
        tiles: usize,
        /// Tiles of a full rack.
        full: usize,
    },
    /// Too few tiles on a rack.
    #[error("the rack tells {tiles} of {full} tiles; the others are unknown")]
    RackTooSmall {
        /// Tiles on it.
        tiles: usize,
        /// Tiles of a full rack.
        full: usize,
    },
    /// A rack that contradicts other tiles.
    #[error("the rack {rack} contradicts tiles that are played or held elsewhere, so it is taken as unknown")]
    RackLeftOut {
        /// The rack.
        rack: String,
    },
    /// The tiles cannot be right.
    #[error("the tiles do not add up: a tile is played that nobody can have")]
    TilesDoNotAddUp,
    /// More tiles of a kind than the set has.
    #[error("board and rack have {found} tiles {tile}, but the set has {there}")]
    TooMany {
        /// Which tile.
        tile: String,
        /// How many were found.
        found: u16,
        /// How many there are.
        there: u16,
    },
    /// More tiles than the set has.
    #[error("board and rack have {found} tiles, but the set has {there}")]
    TooManyTiles {
        /// How many were found.
        found: usize,
        /// How many there are.
        there: usize,
    },
    /// Another player is to move.
    #[error("it is {expected}'s turn")]
    OutOfTurn {
        /// The player to move.
        expected: String,
    },
    /// A turn after the end.
    #[error("the game has been settled already")]
    AfterEnd,
    /// The play cannot be read.
    #[error(transparent)]
    Play(PlayError),
    /// The play is against the rules.
    #[error("{0}")]
    Illegal(Refusal),
    /// A tile is not on the rack.
    #[error("the tile {tile} is not on the rack {rack}")]
    NotOnRack {
        /// Which tile.
        tile: String,
        /// The rack.
        rack: String,
    },
    /// The score is wrong.
    #[error("the score is {written:+}, but should be {expected:+}")]
    Score {
        /// As written.
        written: Points,
        /// As it should be.
        expected: Points,
    },
    /// The score has no sign.
    #[error("the score {score} has no sign; it is taken as {score:+}")]
    Unsigned {
        /// The score.
        score: Points,
    },
    /// The total is wrong.
    #[error("the total is {written}, but should be {expected}")]
    Total {
        /// As written.
        written: Points,
        /// As it should be.
        expected: Points,
    },
    /// There is no play to withdraw.
    #[error("this player has no play to withdraw")]
    NothingToWithdraw,
    /// There is no play that was challenged.
    #[error("the last play was not by this player, so it cannot have been challenged")]
    NothingChallenged,
    /// The rules give other points for a challenge.
    #[error("these rules do not give {score:+} for a wrong challenge")]
    Bonus {
        /// As written.
        score: Points,
    },
    /// Overtime gives points.
    #[error("overtime cannot give {score:+}")]
    TimeGains {
        /// As written.
        score: Points,
    },
    /// A second penalty for overtime.
    #[error("this player has lost points for overtime already")]
    TimeTwice,
    /// An event after `#rack1` or `#rack2`.
    #[error("this event comes after the racks at the end of the game")]
    AfterFinalRack,
    /// A variant that is not known.
    #[error("the game type {0:?} is not known; the game is read as a classic one")]
    UnknownGameType(String),
    /// Exchanges are not allowed.
    #[error("these rules do not allow exchanges")]
    NoExchanges,
    /// Rack and leftover tiles differ.
    #[error(
        "the rack is {rack}, but the tiles left are {left}; leave the rack out where the other's tiles are gained"
    )]
    LeftoverMismatch {
        /// The rack.
        rack: String,
        /// The tiles in parentheses.
        left: String,
    },
    /// The tiles left at the end are not settled.
    #[error(
        "the last tiles were played, but no line settles what the others have left, such as `>nick:  (TILES) +12 400`"
    )]
    MissingEnd,
    /// A word is not in the lexicon.
    #[error("{word} is not in the lexicon")]
    NotAWord {
        /// The word.
        word: String,
    },
    /// A play was withdrawn although all its words are good.
    #[error("the play was withdrawn, but all its words are in the lexicon")]
    AllGood,
    /// The text looks like UTF-8.
    #[error("the file is read as UTF-8, but its first line does not say `#character-encoding UTF-8`")]
    Undeclared,
    /// Text that does not continue a note or description.
    #[error("this line is not an event, a pragma or part of a note")]
    Stray,
}

fn list_nicks(nicks: &[String]) -> String {
    match nicks {
        [] => "no player is declared before it".to_owned(),
        _ => format!("the players are {}", nicks.join(", ")),
    }
}

/// Replays a game and returns everything that is wrong with it, ordered by line.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets}; }
/// use quixotry::notation::gcg;
/// use quixotry::presets::Library;
///
/// let rules = Library::shipped().rules("standard")?;
/// let game = gcg::parse(b"#player1 ann Ann\n#player2 ben Ben\n>ann: AEINRST 8D RETAINS +60 60\n")?;
/// let findings = gcg::lint(&game, &rules, None);
/// assert_eq!(findings[0].line, 3);
/// assert!(findings[0].problem.to_string().contains("66"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn lint(game: &GcgGame, rules: &Ruleset, words: Option<&dyn WordList>) -> Vec<LintFinding> {
    replay(game, rules).lint(words)
}

impl GcgReplay {
    /// Everything that is wrong with the game, ordered by line. Words are looked up if a list is given.
    #[must_use]
    pub fn lint(&self, words: Option<&dyn WordList>) -> Vec<LintFinding> {
        let mut findings = self.findings.clone();
        if let Some(words) = words {
            check_words(&self.rules, &self.steps, words, &mut findings);
        }
        findings.sort_by_key(|finding| finding.line);
        findings
    }
}

/// What is wrong with a file besides its events.
pub(super) fn lint_file(game: &GcgGame, rules: &Ruleset, steps: &[ReplayStep]) -> Vec<LintFinding> {
    let mut findings = Vec::new();
    check_players(game, &mut findings);
    check_pragmas(game, &mut findings);
    check_scores(game, &mut findings);
    check_text(game, &mut findings);
    check_encoding(game, &mut findings);
    check_end(game, rules, steps, &mut findings);
    findings
}

fn check_players(game: &GcgGame, findings: &mut Vec<LintFinding>) {
    let first_event = game.events().next().map_or(usize::MAX, |(line, _)| line);
    let mut seen: Vec<(u8, &str)> = Vec::new();
    for (line, pragma) in game.pragmas() {
        let Pragma::Player { number, nick, .. } = pragma else { continue };
        if seen.iter().any(|(other, _)| other == number) {
            findings.push(LintFinding { line, problem: LintProblem::SameNumber(*number) });
        } else if seen.iter().any(|(_, name)| name == nick) {
            findings.push(LintFinding { line, problem: LintProblem::SameNick(nick.clone()) });
        }
        if line > first_event {
            findings.push(LintFinding { line, problem: LintProblem::LatePlayer });
        }
        seen.push((*number, nick));
    }
    if seen.len() < 2 {
        findings.push(LintFinding { line: 1, problem: LintProblem::TooFewPlayers(seen.len()) });
    }
}

/// The game types that other programs write.
const GAME_TYPES: [&str; 5] = ["classic", "classic_super", "wordsmog", "wordsmog_super", "standard"];

fn check_pragmas(game: &GcgGame, findings: &mut Vec<LintFinding>) {
    let last_rack = game.pragmas().filter(|(_, pragma)| matches!(pragma, Pragma::Rack { .. })).last();
    for (line, pragma) in game.pragmas() {
        if let Pragma::GameType(name) = pragma
            && !GAME_TYPES.contains(&name.to_lowercase().as_str())
        {
            findings.push(LintFinding { line, problem: LintProblem::UnknownGameType(name.clone()) });
        }
    }
    let late = last_rack.and_then(|(rack, _)| game.events().find(|(line, _)| *line > rack));
    findings.extend(late.map(|(line, _)| LintFinding { line, problem: LintProblem::AfterFinalRack }));
}

fn check_scores(game: &GcgGame, findings: &mut Vec<LintFinding>) {
    for (line, event) in game.events() {
        let text = game.lines.get(line - 1).map_or("", |line| line.text());
        let signed = text
            .split_whitespace()
            .any(|word| word.starts_with(['+', '-']) && word.parse::<Points>() == Ok(event.score));
        if !signed {
            findings.push(LintFinding { line, problem: LintProblem::Unsigned { score: event.score } });
        }
    }
}

/// A line of text may only continue a note or a description.
fn check_text(game: &GcgGame, findings: &mut Vec<LintFinding>) {
    let mut continued = false;
    for (index, line) in game.lines.iter().enumerate() {
        match line.content() {
            LineContent::Text(text) if !continued && !text.trim().is_empty() => {
                findings.push(LintFinding { line: index + 1, problem: LintProblem::Stray });
            }
            LineContent::Text(_) => {}
            LineContent::Event(_) => continued = false,
            LineContent::Pragma(pragma) => {
                continued =
                    matches!(pragma, Pragma::Note(_) | Pragma::Continuation(_) | Pragma::Description(_));
            }
        }
    }
}

/// Only the first line can declare the encoding.
fn check_encoding(game: &GcgGame, findings: &mut Vec<LintFinding>) {
    let is_declaration = |line: &GcgLine| matches!(line.content(), LineContent::Pragma(Pragma::Encoding(_)));
    if game.encoding != Encoding::UTF8 || game.has_bom || game.lines.first().is_some_and(is_declaration) {
        return;
    }
    let doubtful = game.lines.iter().position(|line| !line.text().is_ascii());
    findings.extend(doubtful.map(|index| LintFinding { line: index + 1, problem: LintProblem::Undeclared }));
}

/// The player who went out gains points for the tiles of the others, except under rules that ignore them.
fn check_end(game: &GcgGame, rules: &Ruleset, steps: &[ReplayStep], findings: &mut Vec<LintFinding>) {
    let unfinished = |pragma: &Pragma| matches!(pragma, Pragma::Incomplete(_) | Pragma::Rack { .. });
    let incomplete = game.pragmas().any(|(_, pragma)| unfinished(pragma));
    let settled = steps.iter().any(|step| matches!(step.action, GcgAction::Leftover(_)));
    let Some(last) =
        steps.iter().rfind(|step| matches!(step.action, GcgAction::Play { .. } | GcgAction::Withdrawn))
    else {
        return;
    };
    if incomplete || settled || rules.leftovers.scoring == LeftoverScoring::Ignored {
        return;
    }
    let others = last.position.racks.len().saturating_sub(1) * usize::from(rules.rack_size);
    let left = rules.tiles.all().len().saturating_sub(last.position.grid.len());
    let laid = last.play.as_ref().map_or(0, |play| play.tiles().len());
    if laid > 0 && laid == last.rack.len() && (1..=others).contains(&left) {
        findings.push(LintFinding { line: last.line, problem: LintProblem::MissingEnd });
    }
}

fn check_words(rules: &Ruleset, steps: &[ReplayStep], words: &dyn WordList, findings: &mut Vec<LintFinding>) {
    for (index, step) in steps.iter().enumerate() {
        let Some(play) = &step.play else { continue };
        let bad = bad_words(rules, play, words);
        let back = steps.get(index + 1).filter(|next| next.action == GcgAction::Withdrawn);
        match back {
            Some(back) if bad.is_empty() => {
                findings.push(LintFinding { line: back.line, problem: LintProblem::AllGood });
            }
            Some(_) => {}
            None => findings.extend(
                bad.into_iter()
                    .map(|word| LintFinding { line: step.line, problem: LintProblem::NotAWord { word } }),
            ),
        }
    }
}

fn bad_words(rules: &Ruleset, play: &Play, words: &dyn WordList) -> Vec<String> {
    let bad = play.words().iter().filter(|word| !word.is_good(rules, words));
    bad.map(|word| rules.tiles.alphabet().print(&word.word())).collect()
}
