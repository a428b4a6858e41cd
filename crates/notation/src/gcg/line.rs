//! The lines of a GCG file.

use crate::tiletext::short;
use rules::Points;

/// A line of a GCG file: its content, its text, and its line end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgLine {
    content: LineContent,
    text: String,
    /// Its line end.
    pub end: LineEnd,
}

/// The end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
    /// The end of the file.
    None,
}

impl LineEnd {
    /// Its characters.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
            LineEnd::None => "",
        }
    }
}

/// The content of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineContent {
    /// A pragma: information about the game.
    Pragma(Pragma),
    /// An event of the game.
    Event(GcgEvent),
    /// Any other text: blank lines, and lines that continue a note.
    Text(String),
}

/// A pragma: information about the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pragma {
    /// `#character-encoding`.
    Encoding(String),
    /// `#player1 nick Full Name`.
    Player {
        /// Which player, from 1.
        number: u8,
        /// The name used in events.
        nick: String,
        /// The full name.
        name: String,
    },
    /// `#title`.
    Title(String),
    /// `#description`.
    Description(String),
    /// `#id authority id`.
    Id {
        /// The authority that assigned it.
        authority: String,
        /// The id.
        id: String,
    },
    /// `#lexicon`.
    Lexicon(String),
    /// `#game-type`.
    GameType(String),
    /// `#board-layout`.
    BoardLayout(String),
    /// `#tile-distribution`.
    TileDistribution(String),
    /// `#tile UPPER lower`.
    Tile {
        /// On a plain tile.
        upper: String,
        /// On a blank.
        lower: String,
    },
    /// `#tile-set`.
    TileSet(String),
    /// `#game-board`.
    GameBoard(String),
    /// `#-`: continues the previous line.
    Continuation(String),
    /// `#note`.
    Note(String),
    /// `#rack1`: a rack at the end of the file.
    Rack {
        /// Which player, from 1.
        number: u8,
        /// The tiles.
        tiles: String,
    },
    /// `#incomplete`, with a rack or without.
    Incomplete(String),
    /// Any other pragma.
    Other {
        /// Its name, without `#`.
        name: String,
        /// The text after the name.
        text: String,
    },
}

/// An event of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GcgEvent {
    /// The nick of the player.
    pub nick: String,
    /// The rack before the event, as far as the file gives it.
    pub rack: String,
    /// What the player did.
    pub action: GcgAction,
    /// The points of the event.
    pub score: Points,
    /// The player's total after the event.
    pub total: Points,
}

/// What a player did, or what happened to a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GcgAction {
    /// A play: `8D RETAINS`.
    Play {
        /// The coordinate.
        coordinate: String,
        /// The word.
        word: String,
    },
    /// `--`: the previous play was withdrawn after a challenge.
    Withdrawn,
    /// `(challenge)`: points because a challenge was wrong.
    ChallengeBonus,
    /// `-`: a pass.
    Pass,
    /// `-ABC` or `-3`: an exchange.
    Exchange(String),
    /// `(ABC)`: tiles left at the end. With a rack they are the player's own, without one those of the others.
    Leftover(String),
    /// `(time)`: points lost for overtime.
    Time,
}

/// Why a line cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GcgLineError {
    /// No colon after the nick.
    #[error("an event is `>nick: rack …`, but there is no colon after the nick")]
    NoNick,
    /// No score and total.
    #[error("an event ends with its score and the total, such as +24 190; this one does not")]
    NoScore,
    /// No action.
    #[error(
        "{0:?} is neither a play (8D WORD), an exchange (-ABC), a pass (-), a play taken back (--), (challenge), (time) nor (TILES)"
    )]
    NoAction(String),
    /// A player line without its parts.
    #[error("a player is `#player1 nick Full Name`")]
    NoPlayer,
}

impl GcgLine {
    /// A line in canonical form.
    #[must_use]
    pub fn new(content: LineContent) -> GcgLine {
        let text = one_line(&content.to_string());
        GcgLine { content, text, end: LineEnd::Lf }
    }

    /// Its content.
    #[must_use]
    pub fn content(&self) -> &LineContent {
        &self.content
    }

    /// Its text without the line end.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Replaces line ends inside a text, which would begin new lines.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Reads all lines; those that cannot be read are kept as text and reported.
pub(super) fn parse_all(text: &str) -> (Vec<GcgLine>, Vec<(usize, GcgLineError)>) {
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    for (index, full) in text.split_inclusive('\n').enumerate() {
        let (text, end) = split_end(full);
        let content = parse(text).unwrap_or_else(|error| {
            errors.push((index + 1, error));
            LineContent::Text(text.to_owned())
        });
        lines.push(GcgLine { content, text: text.to_owned(), end });
    }
    (lines, errors)
}

fn split_end(line: &str) -> (&str, LineEnd) {
    match (line.strip_suffix("\r\n"), line.strip_suffix('\n')) {
        (Some(text), _) => (text, LineEnd::CrLf),
        (None, Some(text)) => (text, LineEnd::Lf),
        (None, None) => (line, LineEnd::None),
    }
}

fn parse(text: &str) -> Result<LineContent, GcgLineError> {
    match text.chars().next() {
        Some('>') => parse_event(&text[1..]).map(LineContent::Event),
        Some('#') => parse_pragma(&text[1..]).map(LineContent::Pragma),
        _ => Ok(LineContent::Text(text.to_owned())),
    }
}

fn parse_event(text: &str) -> Result<GcgEvent, GcgLineError> {
    let (nick, rest) = text.split_once(':').ok_or(GcgLineError::NoNick)?;
    let nick = nick.trim();
    if nick.is_empty() {
        return Err(GcgLineError::NoNick);
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let place = (1..words.len()).rev().find(|&at| is_score(words[at - 1]) && is_total(words[at]));
    let at = place.or_else(|| unsigned_score(&words)).ok_or(GcgLineError::NoScore)? - 1;
    let (rack, action) =
        parse_action(&words[..at]).ok_or_else(|| GcgLineError::NoAction(short(&words[..at].join(" "))))?;
    let points = |text: &str| text.parse().map_err(|_| GcgLineError::NoScore);
    let (score, total) = (points(words[at])?, points(words[at + 1])?);
    Ok(GcgEvent { nick: nick.to_owned(), rack: rack.to_owned(), action, score, total })
}

/// A score has a sign. An exchange of unknown tiles (`-2`) looks the same, but a total never follows it.
fn is_score(word: &str) -> bool {
    word.starts_with(['+', '-']) && is_total(word)
}

/// The place of the total if the line ends with a score without a sign, and the total.
fn unsigned_score(words: &[&str]) -> Option<usize> {
    let place = words.len().checked_sub(1).filter(|&place| place >= 2)?;
    (is_total(words[place - 1]) && is_total(words[place])).then_some(place)
}

fn is_total(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_action<'t>(words: &[&'t str]) -> Option<(&'t str, GcgAction)> {
    let play = |coordinate: &str, word: &str| GcgAction::Play {
        coordinate: coordinate.to_owned(),
        word: word.to_owned(),
    };
    match *words {
        [action] => Some(("", parse_sign(action)?)),
        [rack, action] if parse_sign(action).is_some() => Some((rack, parse_sign(action)?)),
        [coordinate, word] if is_coordinate(coordinate) => Some(("", play(coordinate, word))),
        [rack, coordinate, word] if is_coordinate(coordinate) => Some((rack, play(coordinate, word))),
        _ => None,
    }
}

/// Coordinates have digits. Racks have none outside brackets and braces, and other actions begin with a sign.
fn is_coordinate(word: &str) -> bool {
    let outside = word.split(['{', '(', '[']).next().unwrap_or_default();
    outside.bytes().any(|byte| byte.is_ascii_digit()) && !is_score(word)
}

fn parse_sign(word: &str) -> Option<GcgAction> {
    let inner = word.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if let Some(inner) = inner.filter(|inner| !inner.contains(['(', ')'])) {
        return Some(match inner.to_ascii_lowercase().as_str() {
            "challenge" => GcgAction::ChallengeBonus,
            "time" => GcgAction::Time,
            _ => GcgAction::Leftover(inner.to_owned()),
        });
    }
    match word.strip_prefix('-')? {
        "" => Some(GcgAction::Pass),
        "-" => Some(GcgAction::Withdrawn),
        tiles => Some(GcgAction::Exchange(tiles.to_owned())),
    }
}

fn parse_pragma(text: &str) -> Result<Pragma, GcgLineError> {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let value = || rest.to_owned();
    let pair = || rest.split_once(char::is_whitespace).map_or((rest, ""), |(a, b)| (a, b.trim()));
    if let Some(number) = player_number(name, "player") {
        let (nick, name) = pair();
        let found = !nick.is_empty();
        let player = || Pragma::Player { number, nick: nick.to_owned(), name: name.to_owned() };
        return found.then(player).ok_or(GcgLineError::NoPlayer);
    }
    if let Some(number) = player_number(name, "rack") {
        return Ok(Pragma::Rack { number, tiles: value() });
    }
    Ok(match name.to_ascii_lowercase().as_str() {
        "character-encoding" => Pragma::Encoding(value()),
        "title" => Pragma::Title(value()),
        "description" => Pragma::Description(value()),
        "id" => Pragma::Id { authority: pair().0.to_owned(), id: pair().1.to_owned() },
        "lexicon" => Pragma::Lexicon(value()),
        "game-type" => Pragma::GameType(value()),
        "board-layout" => Pragma::BoardLayout(value()),
        "tile-distribution" => Pragma::TileDistribution(value()),
        "tile" => Pragma::Tile { upper: pair().0.to_owned(), lower: pair().1.to_owned() },
        "tile-set" => Pragma::TileSet(value()),
        "game-board" => Pragma::GameBoard(value()),
        "-" => Pragma::Continuation(value()),
        "note" => Pragma::Note(value()),
        "incomplete" => Pragma::Incomplete(value()),
        _ => Pragma::Other { name: name.to_owned(), text: value() },
    })
}

fn player_number(name: &str, kind: &str) -> Option<u8> {
    let lower = name.to_ascii_lowercase();
    let digits = lower.strip_prefix(kind)?;
    digits.parse().ok().filter(|&number| (1..=rules::MAX_SEATS).contains(&number) && digits.len() == 1)
}

impl std::fmt::Display for LineContent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LineContent::Pragma(pragma) => f.write_str(pragma.to_string().trim_end()),
            LineContent::Event(event) => event.fmt(f),
            LineContent::Text(text) => f.write_str(text),
        }
    }
}

impl std::fmt::Display for Pragma {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Pragma::Encoding(name) => write!(f, "#character-encoding {name}"),
            Pragma::Player { number, nick, name } => write!(f, "#player{number} {nick} {name}"),
            Pragma::Title(text) => write!(f, "#title {text}"),
            Pragma::Description(text) => write!(f, "#description {text}"),
            Pragma::Id { authority, id } => write!(f, "#id {authority} {id}"),
            Pragma::Lexicon(name) => write!(f, "#lexicon {name}"),
            Pragma::GameType(name) => write!(f, "#game-type {name}"),
            Pragma::BoardLayout(name) => write!(f, "#board-layout {name}"),
            Pragma::TileDistribution(name) => write!(f, "#tile-distribution {name}"),
            Pragma::Tile { upper, lower } => write!(f, "#tile {upper} {lower}"),
            Pragma::TileSet(text) => write!(f, "#tile-set {text}"),
            Pragma::GameBoard(text) => write!(f, "#game-board {text}"),
            Pragma::Continuation(text) => write!(f, "#- {text}"),
            Pragma::Note(text) => write!(f, "#note {text}"),
            Pragma::Rack { number, tiles } => write!(f, "#rack{number} {tiles}"),
            Pragma::Incomplete(rack) => write!(f, "#incomplete {rack}"),
            Pragma::Other { name, text } => write!(f, "#{name} {text}"),
        }
    }
}

impl std::fmt::Display for GcgEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, ">{}: {} {} {:+} {}", self.nick, self.rack, self.action, self.score, self.total)
    }
}

impl std::fmt::Display for GcgAction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GcgAction::Play { coordinate, word } => write!(f, "{} {word}", uppercase_coordinate(coordinate)),
            GcgAction::Withdrawn => f.write_str("--"),
            GcgAction::ChallengeBonus => f.write_str("(challenge)"),
            GcgAction::Pass => f.write_str("-"),
            GcgAction::Exchange(tiles) => write!(f, "-{tiles}"),
            GcgAction::Leftover(tiles) => write!(f, "({tiles})"),
            GcgAction::Time => f.write_str("(time)"),
        }
    }
}

/// The arrow `v` of a board without edges stays in lower case, because it is not a column.
fn uppercase_coordinate(coordinate: &str) -> String {
    if coordinate.contains(',') { coordinate.to_owned() } else { coordinate.to_ascii_uppercase() }
}
