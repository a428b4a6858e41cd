//! Refusals and results in the words of the games these rules come from.

use crate::{Axis, Reason, Refusal, Texts};

/// What was tried, for texts that repeat it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayAttempt<'a> {
    /// The word or tiles as they were typed.
    pub word: &'a str,
    /// The square as it was typed.
    pub square: &'a str,
    /// Row and column of the first letter, from 0.
    pub row: i32,
    /// Column of the first letter, from 0.
    pub column: i32,
    /// The direction.
    pub axis: Axis,
    /// The player's rack, written as the game does.
    pub rack: &'a str,
}

impl Texts {
    /// A refusal in this game's words. Games that name one fault only name the one their own checks find first.
    #[must_use]
    pub fn refusal(self, refusal: &Refusal, tried: &PlayAttempt<'_>) -> String {
        match self {
            Texts::Standard => refusal.to_string(),
            Texts::Generic => first(refusal, GENERIC_ORDER, |reason| generic(reason, refusal)),
            Texts::Haskell => first(refusal, HASKELL_ORDER, |reason| haskell(reason, tried)),
            Texts::SkraBBKle => skrabbkle(refusal, tried),
            Texts::Cornell => first(refusal, CORNELL_ORDER, |reason| cornell(reason, refusal)),
        }
    }

    /// Who won, in this game's words.
    #[must_use]
    pub fn result(self, winners: &[&str]) -> String {
        match (self, winners) {
            (_, []) => "Nobody wins.".to_owned(),
            (Texts::SkraBBKle, [one]) => format!("The {one} player wins!"),
            (Texts::Haskell, [one]) => format!("Congratulations {one}"),
            (Texts::Generic, [one]) => format!("{one} wins"),
            (Texts::Standard | Texts::Cornell, [one]) => format!("{one} wins!"),
            (Texts::Generic, _) => "It is a tie".to_owned(),
            (Texts::Haskell | Texts::SkraBBKle, _) => "It's a draw!".to_owned(),
            (Texts::Standard | Texts::Cornell, several) => format!("{} win!", several.join(" and ")),
        }
    }
}

/// The order in which a game's own checks find faults, by code; what is not listed comes last.
type CheckOrder = &'static [&'static str];

const GENERIC_ORDER: CheckOrder = &["not-in-line", "not-on-start", "gap", "not-adjacent", "not-a-word"];
const HASKELL_ORDER: CheckOrder = &[
    "empty-play",
    "occupied",
    "not-on-rack",
    "off-board",
    "hole",
    "not-adjacent",
    "opening-too-short",
    "no-word",
    "not-in-line",
    "gap",
    "not-on-start",
    "not-a-word",
];
const CORNELL_ORDER: CheckOrder = &[
    "not-your-turn",
    "bag-too-small",
    "not-on-start",
    "not-in-line",
    "gap",
    "not-adjacent",
    "opening-too-short",
    "no-word",
];

fn first(refusal: &Refusal, order: CheckOrder, text: impl Fn(&Reason) -> String) -> String {
    let place =
        |reason: &&Reason| order.iter().position(|code| *code == reason.code()).unwrap_or(order.len());
    refusal.reasons().iter().min_by_key(place).map(text).unwrap_or_default()
}

fn bad_words(refusal: &Refusal) -> Vec<&str> {
    let mut words = Vec::new();
    for reason in refusal.reasons() {
        if let Reason::NotAWord { word } = reason {
            words.push(word.as_str());
        }
    }
    words
}

fn generic(reason: &Reason, refusal: &Refusal) -> String {
    match reason {
        Reason::NotInLine { .. } => "Words should be in either horizontal or vertical direction".to_owned(),
        Reason::NotOnStart { .. } => "First word should be placed in the center".to_owned(),
        Reason::Gap => "Letters should be consecutively placed".to_owned(),
        Reason::NotAdjacent => "Word played must be connected to at least one other word".to_owned(),
        Reason::NotAWord { .. } => format!("Incorrect word(s): {}", bad_words(refusal).join(", ")),
        Reason::ExchangeCount { .. } => "Select a tile in the rack to swap".to_owned(),
        other => other.to_string(),
    }
}

fn haskell(reason: &Reason, tried: &PlayAttempt<'_>) -> String {
    let direction = match tried.axis {
        Axis::Across => "HZ",
        Axis::Down => "VT",
    };
    let word = format!("{}: ({},{}) {direction}", tried.word, tried.row, tried.column);
    match reason {
        Reason::EmptyPlay => format!("You didn't play any new tiles: {word}"),
        Reason::NotOnRack { .. } | Reason::Occupied { .. } => {
            format!("Not all tiles in rack or on board: {word}")
        }
        Reason::OffBoard | Reason::Hole { .. } => "Word not on board".to_owned(),
        Reason::NotAdjacent => "Not touching any other tile".to_owned(),
        Reason::OpeningTooShort { .. } | Reason::NoWord => "Too few letters".to_owned(),
        Reason::NotInLine { .. } | Reason::Gap => "Not in a straight line".to_owned(),
        Reason::NotOnStart { .. } => "First move must touch centre square".to_owned(),
        Reason::NotAWord { word } => format!("Not in dictionary: {word}"),
        other => other.to_string(),
    }
}

/// Tiles the player lacks have a text of their own; everything else is the board's fault.
fn skrabbkle(refusal: &Refusal, tried: &PlayAttempt<'_>) -> String {
    let PlayAttempt { word, square, rack, .. } = tried;
    let lacks = |reason: &Reason| matches!(reason, Reason::NotOnRack { .. } | Reason::NoSuchTile { .. });
    if refusal.reasons().iter().any(lacks) {
        return format!("With tiles {rack} you cannot play word {word},{square}!");
    }
    match refusal.reasons() {
        [only] if !is_placement_fault(only) => only.to_string(),
        _ => format!("The board does not permit word {word} at position {square}. Please try again."),
    }
}

/// Whether other tiles or another place could cure it.
fn is_placement_fault(reason: &Reason) -> bool {
    match reason {
        Reason::EmptyPlay
        | Reason::NotInLine { .. }
        | Reason::NotOnStart { .. }
        | Reason::OpeningTooShort { .. }
        | Reason::NoSuchTile { .. }
        | Reason::NotAFace { .. }
        | Reason::Hole { .. }
        | Reason::Gap
        | Reason::OffBoard
        | Reason::NotAWord { .. }
        | Reason::NotAdjacent
        | Reason::NotOnRack { .. }
        | Reason::Occupied { .. }
        | Reason::CrossWord { .. }
        | Reason::NoWord
        | Reason::BagTooSmall { .. } => true,
        Reason::SameSquare { .. }
        | Reason::WildForOwnLetter { .. }
        | Reason::SquareFailed { .. }
        | Reason::ExchangeForbidden
        | Reason::ExchangeCount { .. }
        | Reason::ExchangesUsedUp { .. }
        | Reason::NotYourTurn { .. }
        | Reason::NoSuchSeat
        | Reason::NotStarted
        | Reason::GameOver
        | Reason::NoChallenges
        | Reason::NothingToChallenge
        | Reason::NoSuchWord { .. }
        | Reason::AnswerFirst
        | Reason::AlreadyAnswered
        | Reason::TimeIsUp
        | Reason::TimeLeft { .. }
        | Reason::NoClock => false,
    }
}

fn cornell(reason: &Reason, refusal: &Refusal) -> String {
    match reason {
        Reason::NotYourTurn { .. } => "it's not your turn".to_owned(),
        Reason::BagTooSmall { .. } => "less than 7 tiles remain in the bag".to_owned(),
        Reason::NotOnStart { .. } => "first move must have one tile on star".to_owned(),
        Reason::NotInLine { .. } => "tiles must be placed horizontally or vertically".to_owned(),
        Reason::Gap => "gap in tiles placed".to_owned(),
        Reason::NotAdjacent => "cannot place tiles apart from existing ones".to_owned(),
        Reason::OpeningTooShort { .. } | Reason::NoWord => "cannot place single tile by itself".to_owned(),
        // The game's own spelling.
        Reason::NotAWord { .. } => {
            format!("illegimate word(s) formed: {}", bad_words(refusal).join(", ").to_lowercase())
        }
        other => other.to_string(),
    }
}
