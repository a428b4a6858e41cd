//! GCG, a game as text: one line for each event.
//!
//! ```
//! # mod quixotry { pub use quixotry_notation as notation; }
//! use quixotry::notation::gcg;
//!
//! let text = "#player1 ann Ann\n#player2 ben Ben\n>ann: AEINRST 8D RETAINS +66 66\n";
//! let game = gcg::parse(text.as_bytes())?;
//! assert_eq!(game.events().count(), 1);
//! assert_eq!(gcg::print(&game)?, text.as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every line keeps its text, so that printing gives the same bytes as the file.
//! [`GcgGame::canonical`] rewrites all lines in one form: one space between parts (two where a rack is left
//! out), scores with their sign, coordinates in capitals, `\n` at every end.

mod encoding;
mod inference;
mod line;
mod lint;
mod log;
mod reader;
mod replay;

use std::fmt;

pub use encoding::{Encoding, EncodingError};
pub use inference::PlayedRules;
pub use line::{GcgAction, GcgEvent, GcgLine, GcgLineError, LineContent, LineEnd, Pragma};
pub use lint::{LintFinding, LintProblem, LintSeverity, lint};
pub use log::{from_events, from_log, unlogged_lines};
pub use reader::{GcgLog, to_events};
pub use replay::{GcgReplay, ReplayStep, replay};

/// A GCG file: its lines and its encoding.
///
/// ```
/// # mod quixotry { pub use quixotry_notation as notation; }
/// use quixotry::notation::gcg;
///
/// let text = "#player1 ann Ann\n#player2 ben Ben\n>ann: AEINRST 8D RETAINS +66 66\n#note All seven.\n";
/// let game = gcg::parse(text.as_bytes())?;
/// assert_eq!(game.players()[1].name, "Ben");
/// assert_eq!(game.note(3).as_deref(), Some("All seven."));
/// # Ok::<(), gcg::GcgErrors>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgGame {
    /// The character encoding.
    pub encoding: Encoding,
    /// Whether the file begins with a byte order mark.
    pub has_bom: bool,
    /// The lines.
    pub lines: Vec<GcgLine>,
}

/// A player in a GCG file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgPlayer {
    /// The name used in events.
    pub nick: String,
    /// The full name.
    pub name: String,
}

/// An error in a GCG file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct GcgError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: GcgErrorKind,
}

/// What is wrong in a GCG file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GcgErrorKind {
    /// The line has no known form.
    #[error(transparent)]
    Line(#[from] GcgLineError),
    /// The bytes are not text in the encoding.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}

/// All errors in a GCG file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgErrors(pub Vec<GcgError>);

impl fmt::Display for GcgErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for GcgErrors {}

/// Reads a GCG file.
///
/// # Errors
///
/// All lines that cannot be read.
pub fn parse(bytes: &[u8]) -> Result<GcgGame, GcgErrors> {
    match parse_lenient(bytes) {
        (game, errors) if errors.is_empty() => Ok(game),
        (_, errors) => Err(GcgErrors(errors)),
    }
}

/// Reads a GCG file, and keeps lines that cannot be read as text. Also returns the errors of these lines.
#[must_use]
pub fn parse_lenient(bytes: &[u8]) -> (GcgGame, Vec<GcgError>) {
    let decoded = encoding::decode(bytes);
    let mut errors: Vec<GcgError> =
        decoded.errors.into_iter().map(|(line, kind)| GcgError { line, kind: kind.into() }).collect();
    let (lines, unread) = line::parse_all(&decoded.text);
    errors.extend(unread.into_iter().map(|(line, kind)| GcgError { line, kind: kind.into() }));
    errors.sort_by_key(|error| error.line);
    (GcgGame { encoding: decoded.encoding, has_bom: decoded.has_bom, lines }, errors)
}

/// Writes a game as the bytes of a GCG file.
///
/// # Errors
///
/// The encoding of the game does not have one of its characters.
pub fn print(game: &GcgGame) -> Result<Vec<u8>, GcgError> {
    let text: String = game.lines.iter().map(|line| format!("{}{}", line.text(), line.end.text())).collect();
    encoding::encode(&text, game.encoding, game.has_bom)
        .map_err(|(line, kind)| GcgError { line, kind: kind.into() })
}

impl GcgGame {
    /// A game in UTF-8 with the line `#character-encoding UTF-8` alone.
    #[must_use]
    pub fn new() -> GcgGame {
        let first = GcgLine::new(LineContent::Pragma(Pragma::Encoding("UTF-8".to_owned())));
        GcgGame { encoding: Encoding::UTF8, has_bom: false, lines: vec![first] }
    }

    /// Adds a line.
    pub fn push(&mut self, content: LineContent) {
        self.lines.push(GcgLine::new(content));
    }

    /// Its players in the order of their numbers.
    #[must_use]
    pub fn players(&self) -> Vec<GcgPlayer> {
        let mut players: Vec<(u8, GcgPlayer)> = self
            .pragmas()
            .filter_map(|(_, pragma)| match pragma {
                Pragma::Player { number, nick, name } => {
                    Some((*number, GcgPlayer { nick: nick.clone(), name: name.clone() }))
                }
                _ => None,
            })
            .collect();
        players.sort_by_key(|(number, _)| *number);
        players.into_iter().map(|(_, player)| player).collect()
    }

    /// Its pragmas with their line numbers.
    pub fn pragmas(&self) -> impl Iterator<Item = (usize, &Pragma)> {
        self.lines.iter().enumerate().filter_map(|(index, line)| match line.content() {
            LineContent::Pragma(pragma) => Some((index + 1, pragma)),
            _ => None,
        })
    }

    /// Its events with their line numbers.
    pub fn events(&self) -> impl Iterator<Item = (usize, &GcgEvent)> {
        self.lines.iter().enumerate().filter_map(|(index, line)| match line.content() {
            LineContent::Event(event) => Some((index + 1, event)),
            _ => None,
        })
    }

    /// The note that follows the event on this line, with its continuation lines.
    #[must_use]
    pub fn note(&self, line: usize) -> Option<String> {
        let after =
            self.lines.iter().skip(line).take_while(|line| !matches!(line.content(), LineContent::Event(_)));
        let mut texts: Vec<&str> = Vec::new();
        for line in after {
            match line.content() {
                LineContent::Pragma(Pragma::Note(text)) => texts.push(text),
                LineContent::Text(text) if !texts.is_empty() => texts.push(text),
                _ => {}
            }
        }
        while texts.last().is_some_and(|text| text.trim().is_empty()) {
            texts.pop();
        }
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    /// The name of its lexicon.
    #[must_use]
    pub fn lexicon(&self) -> Option<&str> {
        self.pragmas().find_map(|(_, pragma)| match pragma {
            Pragma::Lexicon(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// The same game in canonical form: every line rewritten, in UTF-8.
    #[must_use]
    pub fn canonical(&self) -> GcgGame {
        let mut game = GcgGame::new();
        let rest = self.lines.iter().map(GcgLine::content);
        rest.filter(|content| !matches!(content, LineContent::Pragma(Pragma::Encoding(_))))
            .for_each(|content| game.push(content.clone()));
        game
    }
}

impl Default for GcgGame {
    fn default() -> GcgGame {
        GcgGame::new()
    }
}

#[cfg(test)]
mod tests;
