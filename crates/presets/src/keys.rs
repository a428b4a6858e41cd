//! The keys of a rules file: one table that the loader, `quixotry rules show`, the error messages and the reference in
//! `docs/rules-files.md` use.

use rules::{MAX_RACK, MAX_SEATS};
use std::ops::RangeInclusive;

/// A key of a rules file.
///
/// ```
/// # mod quixotry { pub use quixotry_presets as presets; }
/// use quixotry::presets::{RuleKind, rule_key};
///
/// let rack = rule_key("rack").unwrap();
/// assert_eq!(rack.kind, RuleKind::Number { low: 1, high: 32 });
/// assert_eq!(rack.summary, "tiles on a full rack");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleKey {
    /// The key with its table, such as `limits.passes`.
    pub key: &'static str,
    /// What the key is for, in a few words.
    pub summary: &'static str,
    /// The values it may have.
    pub kind: RuleKind,
    /// The value it has when it is left out, as Markdown.
    pub default: &'static str,
}

/// The values that a key of a rules file may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RuleKind {
    /// A text.
    Text,
    /// True or false.
    Flag,
    /// A number within bounds.
    Number {
        /// The lowest number.
        low: i64,
        /// The highest number.
        high: i64,
    },
    /// A number within bounds, or a word.
    NumberOr {
        /// The lowest number.
        low: i64,
        /// The highest number.
        high: i64,
        /// The word that stands for no number.
        word: &'static str,
    },
    /// Numbers within bounds, in one of several forms.
    Numbers {
        /// The lowest number.
        low: i64,
        /// The highest number.
        high: i64,
        /// The forms, as Markdown.
        forms: &'static str,
    },
    /// A time.
    Time,
    /// One of these names, each with its meaning; an empty meaning if the name says it all.
    Choice(&'static [(&'static str, &'static str)]),
    /// A value in another form, described as Markdown.
    Other(&'static str),
    /// A table with keys of its own, or a word.
    Table {
        /// The word that may stand for the table.
        word: Option<&'static str>,
    },
}

impl RuleKind {
    /// The values as Markdown; empty where the summary of the key says it all.
    fn reference(self) -> String {
        match self {
            RuleKind::Text | RuleKind::Flag | RuleKind::Time => String::new(),
            RuleKind::Number { low, high } => format!("{low} to {high}"),
            RuleKind::NumberOr { low, high, word } => format!("{low} to {high}, or `\"{word}\"`"),
            RuleKind::Numbers { forms, .. } => forms.to_owned(),
            RuleKind::Choice(names) => {
                let names: Vec<String> =
                    names.iter().map(|(name, meaning)| choice_text(name, meaning)).collect();
                names.join("; ")
            }
            RuleKind::Other(text) => text.to_owned(),
            RuleKind::Table { word: Some(word) } => format!("`\"{word}\"`, or a table"),
            RuleKind::Table { word: None } => "a table".to_owned(),
        }
    }

    /// The name of the kind, for programs that make a form of the keys.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RuleKind::Text => "text",
            RuleKind::Flag => "flag",
            RuleKind::Number { .. } => "number",
            RuleKind::NumberOr { .. } => "number-or",
            RuleKind::Numbers { .. } => "numbers",
            RuleKind::Time => "time",
            RuleKind::Choice(_) => "choice",
            RuleKind::Other(_) => "other",
            RuleKind::Table { .. } => "table",
        }
    }

    /// The word that may stand for a number or a table.
    #[must_use]
    pub fn word(self) -> Option<&'static str> {
        match self {
            RuleKind::NumberOr { word, .. } => Some(word),
            RuleKind::Table { word } => word,
            RuleKind::Text
            | RuleKind::Flag
            | RuleKind::Number { .. }
            | RuleKind::Numbers { .. }
            | RuleKind::Time
            | RuleKind::Choice(_)
            | RuleKind::Other(_) => None,
        }
    }

    /// The names that the key may have, each with its meaning.
    #[must_use]
    pub fn choices(self) -> &'static [(&'static str, &'static str)] {
        match self {
            RuleKind::Choice(names) => names,
            RuleKind::Text
            | RuleKind::Flag
            | RuleKind::Number { .. }
            | RuleKind::NumberOr { .. }
            | RuleKind::Numbers { .. }
            | RuleKind::Time
            | RuleKind::Other(_)
            | RuleKind::Table { .. } => &[],
        }
    }

    /// The lowest and the highest number.
    #[must_use]
    pub fn bounds(self) -> Option<RangeInclusive<i64>> {
        match self {
            RuleKind::Number { low, high }
            | RuleKind::NumberOr { low, high, .. }
            | RuleKind::Numbers { low, high, .. } => Some(low..=high),
            RuleKind::Text
            | RuleKind::Flag
            | RuleKind::Time
            | RuleKind::Choice(_)
            | RuleKind::Other(_)
            | RuleKind::Table { .. } => None,
        }
    }
}

fn choice_text(name: &str, meaning: &str) -> String {
    let separator = if meaning.is_empty() { "" } else { ", " };
    format!("`\"{name}\"`{separator}{meaning}")
}

impl RuleKey {
    /// The row of the key in the reference.
    #[must_use]
    pub fn reference_row(&self) -> String {
        let values = self.kind.reference();
        let separator = if values.is_empty() { "" } else { ": " };
        format!("| `{}` | {}{separator}{values} | {} |", self.key, self.summary, self.default)
    }
}

/// The key with this full name.
#[must_use]
pub fn rule_key(key: &str) -> Option<&'static RuleKey> {
    RULE_KEYS.iter().find(|known| known.key == key)
}

/// The bounds of a key. A key without bounds accepts no number at all, which the tests of the shipped rules notice.
pub(crate) fn bounds(key: &str) -> RangeInclusive<i64> {
    rule_key(key).and_then(|key| key.kind.bounds()).unwrap_or(RangeInclusive::new(1, 0))
}

/// The word that a key accepts instead of a number.
pub(crate) fn word_for_none(key: &str) -> &'static str {
    rule_key(key).and_then(|key| key.kind.word()).unwrap_or_default()
}

/// The highest number of turns, tiles in the bag, or points.
const MOST: i64 = 9999;

/// The most tiles on a rack or in a play.
const RACK: i64 = MAX_RACK as i64;

type Str = &'static str;

const fn key(key: Str, summary: Str, kind: RuleKind, default: Str) -> RuleKey {
    RuleKey { key, summary, kind, default }
}

const fn number(name: Str, summary: Str, (low, high): (i64, i64), default: Str) -> RuleKey {
    key(name, summary, RuleKind::Number { low, high }, default)
}

const fn number_or(name: Str, summary: Str, (low, high): (i64, i64), word: Str, default: Str) -> RuleKey {
    key(name, summary, RuleKind::NumberOr { low, high, word }, default)
}

const fn choice(name: Str, summary: Str, names: &'static [(Str, Str)], default: Str) -> RuleKey {
    key(name, summary, RuleKind::Choice(names), default)
}

const fn flag(name: Str, summary: Str, default: Str) -> RuleKey {
    key(name, summary, RuleKind::Flag, default)
}

const fn table(name: Str, summary: Str, word: Option<Str>, default: Str) -> RuleKey {
    key(name, summary, RuleKind::Table { word }, default)
}

/// Every key of a rules file but those inside boards and tile sets, in the order of the reference.
pub const RULE_KEYS: &[RuleKey] = &[
    key("title", "the title that people see", RuleKind::Text, "the file's name"),
    key(
        "about",
        "which game this is, and what is special about it",
        RuleKind::Text,
        "`\"As …, with changes.\"`",
    ),
    key("inherit", "the rules that this file changes", RuleKind::Other("a name or a path"), "none"),
    key("name", "the name of these rules", RuleKind::Text, "the file's name without `.toml`"),
    key(
        "board",
        "the board",
        RuleKind::Other("a name, a path or a table, see [Boards](#boards)"),
        "required",
    ),
    key("tiles", "the tiles", RuleKind::Other("a name, a path or a table, see [Tiles](#tiles)"), "required"),
    key(
        "lexicon",
        "the lexicon that is used if the players choose no other",
        RuleKind::Other("a name, or a table with your own words, see [Words](#words)"),
        "`\"english\"`",
    ),
    key("lexicon.name", "the name of your own lexicon", RuleKind::Text, "\"own\""),
    key("lexicon.words", "your own words", RuleKind::Other("a text with a word on each line"), "required"),
    number("rack", "tiles on a full rack", (1, RACK), "`7`"),
    key(
        "bonus",
        "extra points for playing a full rack",
        RuleKind::Numbers {
            low: -MOST,
            high: MOST,
            forms: "a number; or a table from numbers of tiles to points, `{ 7 = 50, 8 = 60 }`, of which the largest number reached counts; `0` for none",
        },
        "`50`",
    ),
    key(
        "seats",
        "how many players take part",
        RuleKind::Numbers {
            low: 1,
            high: MAX_SEATS as i64,
            forms: "a number from 1 to 8, or the fewest and the most, `[2, 4]`",
        },
        "`[1, 4]`",
    ),
    choice(
        "starter",
        "who begins",
        &[("first", "the first seat"), ("random", "a seat drawn by lot")],
        "`\"first\"`",
    ),
    choice(
        "racks",
        "who sees which rack",
        &[("closed", "players see their own rack only"), ("open", "players see all racks")],
        "`\"closed\"`",
    ),
    choice(
        "texts",
        "the wording of refusals and results",
        &[("standard", ""), ("generic", ""), ("haskell", ""), ("skrabbkle", ""), ("cornell", "")],
        "`\"standard\"`",
    ),
    choice(
        "forfeit",
        "what happens when a player gives up",
        &[
            ("others-win", "the game ends and the others win"),
            ("leaves", "the game goes on while at least two players are left"),
            ("computer", "a computer takes the seat"),
        ],
        "`\"leaves\"`",
    ),
    choice(
        "disconnect",
        "what happens when a player's connection is lost for good",
        &[
            ("keep", "the seat is kept"),
            ("forfeit", "the player has given up"),
            ("computer", "a computer takes the seat"),
        ],
        "`\"keep\"`",
    ),
    choice(
        "wild",
        "what a blank may stand for",
        &[("any", "any of its letters"), ("not-on-rack", "no letter that the player has as a plain tile")],
        "`\"any\"`",
    ),
    choice(
        "failed_play",
        "what happens after a play that is not legal",
        &[
            ("retry", "it is refused and the player tries again"),
            ("turn-lost", "the turn is over and all players see it"),
        ],
        "`\"retry\"`",
    ),
    key(
        "challenge",
        "whether and how plays can be challenged",
        RuleKind::Other(
            "a name, see [Challenges](#challenges); other points are written `{ points_per_word = 3 }` or `{ points_per_play = 8 }`",
        ),
        "`\"void\"`",
    ),
    number(
        "challenge.points_per_word",
        "points that a wrong challenge gives for each word challenged",
        (1, MOST),
        "none",
    ),
    number("challenge.points_per_play", "points that a wrong challenge gives", (1, MOST), "none"),
    choice(
        "words.cross",
        "words at right angles to the play",
        &[
            ("counted", "each must be good and scores"),
            ("forbidden", "a play makes or changes one word only"),
        ],
        "`\"counted\"`",
    ),
    choice(
        "words.good",
        "what makes a word good",
        &[
            ("listed", "the lexicon has it"),
            ("anagram", "its letters can be rearranged into a word of the lexicon"),
            ("any", "every word is good"),
        ],
        "`\"listed\"`",
    ),
    number("opening.tiles", "the fewest tiles of the first play", (1, RACK), "`2`"),
    number("exchange.bag", "how many tiles the bag must hold for an exchange", (0, MOST), "`7`"),
    number("exchange.fewest", "the fewest tiles of an exchange", (1, RACK), "`1`"),
    number_or(
        "exchange.most",
        "the most tiles of an exchange, where \"all\" is a whole rack",
        (1, RACK),
        "all",
        "`\"all\"`",
    ),
    number_or(
        "exchange.times",
        "how often a player may exchange in a game",
        (0, MOST),
        "unlimited",
        "`\"unlimited\"`",
    ),
    choice(
        "exchange.order",
        "what comes first in an exchange",
        &[
            ("draw-first", "new tiles are drawn before the old ones go back, so the bag must hold as many"),
            ("return-first", "the old ones may be drawn again"),
        ],
        "`\"draw-first\"`",
    ),
    number_or("limits.passes", "passes in a row that end the game", (1, MOST), "none", "`\"none\"`"),
    number_or(
        "limits.scoreless",
        "turns without points in a row that end the game",
        (1, MOST),
        "none",
        "`6`",
    ),
    number_or(
        "limits.rounds",
        "rounds in which every player passed that end the game",
        (1, MOST),
        "none",
        "`\"none\"`",
    ),
    choice(
        "limits.round_count",
        "how such rounds are counted",
        &[
            ("in-a-row", "as many passes in a row as there are players make a round"),
            (
                "at-first-player",
                "as the ITU server counts: a round ends with the first player's turn if the last turn of every player was a pass",
            ),
        ],
        "`\"in-a-row\"`",
    ),
    flag("limits.exchange_is_pass", "whether an exchange counts as a pass", "`false`"),
    flag("limits.exchange_is_scoreless", "whether an exchange counts as a turn without points", "`true`"),
    flag(
        "limits.withdrawn_is_pass",
        "whether a play withdrawn after a challenge counts as a pass",
        "`false`",
    ),
    flag("limits.count_on_empty_board", "whether turns count before the first play", "`true`"),
    choice(
        "leftovers.scoring",
        "who loses and who gains the points of tiles left on the racks",
        &[
            ("ignored", "no player"),
            ("subtracted", "players lose their own"),
            ("transferred", "players lose their own and the player who went out gains those of all others"),
            (
                "doubled",
                "the player who went out gains twice those of all others, and if no player did, players lose their own",
            ),
            ("swapped", "players lose their own and gain those of all others"),
        ],
        "`\"transferred\"`",
    ),
    choice(
        "leftovers.count",
        "which of these tiles count",
        &[
            ("every-tile", ""),
            ("each-kind-once", "several tiles of a kind count as one, a quirk of the ITU server"),
        ],
        "`\"every-tile\"`",
    ),
    choice(
        "clock.kind",
        "what the clock measures",
        &[("game", "all turns of a player together"), ("turn", "each turn")],
        "required",
    ),
    key("clock.initial", "(game) the time at the beginning", RuleKind::Time, "required"),
    key("clock.increment", "(game) the time added after each turn", RuleKind::Time, "`\"0s\"`"),
    number(
        "clock.penalty",
        "(game) points lost for each minute of overtime that has begun",
        (0, MOST),
        "`10`",
    ),
    key("clock.overtime", "(game) the overtime after which the game is lost", RuleKind::Time, "`\"10m\"`"),
    key("clock.turn", "(turn) how long a turn may take", RuleKind::Time, "required"),
    choice(
        "clock.then",
        "(turn) what happens when the time is up",
        &[("pass", "the turn counts as a pass"), ("forfeit", "the player has given up")],
        "`\"pass\"`",
    ),
    flag("table.hints", "whether players may ask for hints", "`true`"),
    flag("table.undo", "whether a turn may be taken back if the others agree", "`false`"),
    flag("table.takeover", "whether a new player may take over a computer's seat", "`false`"),
    flag("table.fill", "whether computers get the seats that the maker of a game leaves out", "`false`"),
    table("exchange", "whether and how tiles can be exchanged", Some("forbidden"), "a table"),
    table("clock", "the clock", Some("off"), "`\"off\"`"),
    table("words", "the words that a play may form", None, "a table"),
    table("opening", "the first play", None, "a table"),
    table("limits", "what ends a game without progress", None, "a table"),
    table("leftovers", "what tiles left on the racks count", None, "a table"),
    table("table", "what a table allows its players", None, "a table"),
];
