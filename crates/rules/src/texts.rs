//! Refusals and results in the words of the games these rules come from.

use crate::{Axis, Command, Coord, Placement, Reason, Refusal, Ruleset, Texts};
use tiles::{TileKind, Tiles};

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

impl Ruleset {
    /// A refused command in the words that the rules select. `rack` is that of the player.
    #[must_use]
    pub fn explain_refusal(&self, refusal: &Refusal, command: &Command, rack: &Tiles) -> String {
        match (self.texts, command) {
            (Texts::Standard, _) => refusal.message(&self.board),
            (texts, Command::Play(placement)) => self.explain_refused_play(texts, refusal, placement, rack),
            (
                texts,
                Command::Pass
                | Command::Exchange(_)
                | Command::Challenge(_)
                | Command::Resign
                | Command::Timeout
                | Command::Disconnect
                | Command::GiveWay(_),
            ) => texts.refusal_without_play(refusal).unwrap_or_else(|| refusal.message(&self.board)),
        }
    }

    fn explain_refused_play(
        &self,
        texts: Texts,
        refusal: &Refusal,
        placement: &Placement,
        rack: &Tiles,
    ) -> String {
        let first = placement.tiles.first().map(|laid| laid.at).unwrap_or_default();
        let corner = self.board.window().map(|window| window.min).unwrap_or_default();
        let letters: Vec<_> = placement.tiles.iter().map(|laid| laid.face.letter).collect();
        texts.refusal(
            refusal,
            &PlayAttempt {
                word: &self.tiles.alphabet().print(&letters),
                square: &self.skrabbkle_square(first, placement.axis),
                row: first.y.saturating_sub(corner.y),
                column: first.x.saturating_sub(corner.x),
                axis: placement.axis.unwrap_or(Axis::Across),
                rack: &self.bracket_tiles(rack),
            },
        )
    }

    /// A square and a direction as SkraBBKle writes them: `f4` goes down, `4f` to the right.
    fn skrabbkle_square(&self, at: Coord, axis: Option<Axis>) -> String {
        let name = self.board.square_name(at).to_lowercase();
        match (axis, name.find(|c: char| c.is_ascii_digit())) {
            (Some(Axis::Across), Some(row)) if self.board.window().is_some() => {
                format!("{}{}", &name[row..], &name[..row])
            }
            _ => name,
        }
    }

    /// Tiles as SkraBBKle writes them: `[T1], [_5]`.
    fn bracket_tiles(&self, rack: &Tiles) -> String {
        let one = |id| {
            let points = self.tiles.max_points(id);
            let is_wild = self.tiles.kind(id).is_some_and(TileKind::is_wild);
            if is_wild { format!("[_{points}]") } else { format!("[{}{points}]", self.tiles.label(id)) }
        };
        rack.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

impl Texts {
    /// A refused play in this game's words. Games that name one fault only name the one their own checks find first.
    #[must_use]
    pub fn refusal(self, refusal: &Refusal, tried: &PlayAttempt<'_>) -> String {
        match self {
            Texts::Standard => refusal.to_string(),
            Texts::Generic => first(refusal, |wording| wording.generic, |_| bad_words(refusal)),
            Texts::Haskell => haskell(refusal, tried),
            Texts::SkraBBKle => skrabbkle(refusal, tried),
            Texts::Cornell => {
                first(refusal, |wording| wording.cornell, |_| bad_words(refusal).to_lowercase())
            }
        }
    }

    /// A refused command that lays no tiles in this game's words, if the game has words for it.
    fn refusal_without_play(self, refusal: &Refusal) -> Option<String> {
        let game = |wording: Wording| match self {
            Texts::Standard | Texts::SkraBBKle => None,
            Texts::Generic => wording.generic,
            Texts::Haskell => wording.haskell,
            Texts::Cornell => wording.cornell,
        };
        let is_about_plays = |reason: &Reason| match reason {
            Reason::ExchangeCount { .. } | Reason::NotYourTurn { .. } | Reason::BagTooSmall { .. } => false,
            reason => game(wording(reason)).is_some(),
        };
        let reasons = refusal.reasons().iter().filter(|reason| !is_about_plays(reason));
        let text = |reason: &Reason| game(wording(reason)).map(|(place, text)| (place, text.to_owned()));
        reasons.filter_map(text).min().map(|(_, text)| text)
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

/// A text of another game, and when the game's own checks find its fault: the lowest number comes first.
type GameText = Option<(u8, &'static str)>;

/// How three games word a reason. `$` stands for the words or the play; `None` stands for our own message, which comes
/// last.
#[derive(Clone, Copy, Default)]
struct Wording {
    generic: GameText,
    haskell: GameText,
    cornell: GameText,
}

/// The number of a text whose fault is found after all others.
const LAST: u8 = u8::MAX;

/// The text of the first fault that a game's checks find.
fn first(refusal: &Refusal, game: impl Fn(Wording) -> GameText, named: impl Fn(&Reason) -> String) -> String {
    let place = |reason: &&Reason| game(wording(reason)).map_or(LAST, |(place, _)| place);
    let Some(reason) = refusal.reasons().iter().min_by_key(place) else { return String::new() };
    match game(wording(reason)) {
        Some((_, text)) => text.replacen('$', &named(reason), 1),
        None => reason.to_string(),
    }
}

fn wording(reason: &Reason) -> Wording {
    let none = Wording::default();
    match reason {
        Reason::EmptyPlay => Wording { haskell: Some((0, "You didn't play any new tiles: $")), ..none },
        Reason::Occupied { .. } => {
            Wording { haskell: Some((1, "Not all tiles in rack or on board: $")), ..none }
        }
        Reason::NotOnRack { .. } | Reason::TooManyTiles { .. } => {
            Wording { haskell: Some((2, "Not all tiles in rack or on board: $")), ..none }
        }
        Reason::OffBoard => Wording { haskell: Some((3, "Word not on board")), ..none },
        Reason::Hole { .. } => Wording { haskell: Some((4, "Word not on board")), ..none },
        Reason::NotAdjacent => Wording {
            generic: Some((3, "Word played must be connected to at least one other word")),
            haskell: Some((5, "Not touching any other tile")),
            cornell: Some((5, "cannot place tiles apart from existing ones")),
        },
        Reason::OpeningTooShort { .. } => Wording {
            generic: None,
            haskell: Some((6, "Too few letters")),
            cornell: Some((6, "cannot place single tile by itself")),
        },
        Reason::NoWord => Wording {
            generic: None,
            haskell: Some((7, "Too few letters")),
            cornell: Some((7, "cannot place single tile by itself")),
        },
        Reason::NotInLine { .. } => Wording {
            generic: Some((0, "Words should be in either horizontal or vertical direction")),
            haskell: Some((8, "Not in a straight line")),
            cornell: Some((3, "tiles must be placed horizontally or vertically")),
        },
        Reason::Gap => Wording {
            generic: Some((2, "Letters should be consecutively placed")),
            haskell: Some((9, "Not in a straight line")),
            cornell: Some((4, "gap in tiles placed")),
        },
        Reason::NotOnStart { .. } => Wording {
            generic: Some((1, "First word should be placed in the center")),
            haskell: Some((10, "First move must touch centre square")),
            cornell: Some((2, "first move must have one tile on star")),
        },
        Reason::NotAWord { .. } => Wording {
            generic: Some((4, "Incorrect word(s): $")),
            haskell: Some((11, "Not in dictionary: $")),
            // The game's own spelling.
            cornell: Some((LAST, "illegimate word(s) formed: $")),
        },
        Reason::ExchangeCount { .. } => {
            Wording { generic: Some((LAST, "Select a tile in the rack to swap")), ..none }
        }
        Reason::NotYourTurn { .. } => Wording { cornell: Some((0, "it's not your turn")), ..none },
        Reason::BagTooSmall { .. } => {
            Wording { cornell: Some((1, "less than 7 tiles remain in the bag")), ..none }
        }
        Reason::SameSquare { .. }
        | Reason::NoSuchTile { .. }
        | Reason::NotAFace { .. }
        | Reason::CrossWord { .. }
        | Reason::WildForOwnLetter { .. }
        | Reason::SquareFailed { .. }
        | Reason::ExchangeForbidden
        | Reason::ExchangesUsedUp { .. }
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
        | Reason::NoClock => none,
    }
}

fn bad_words(refusal: &Refusal) -> String {
    let words: Vec<&str> = refusal.reasons().iter().filter_map(bad_word).collect();
    words.join(", ")
}

fn bad_word(reason: &Reason) -> Option<&str> {
    if let Reason::NotAWord { word } = reason { Some(word) } else { None }
}

fn haskell(refusal: &Refusal, tried: &PlayAttempt<'_>) -> String {
    let direction = match tried.axis {
        Axis::Across => "HZ",
        Axis::Down => "VT",
    };
    let play = format!("{}: ({},{}) {direction}", tried.word, tried.row, tried.column);
    let named = |reason: &Reason| bad_word(reason).unwrap_or(&play).to_owned();
    first(refusal, |wording| wording.haskell, named)
}

/// What SkraBBKle blames for a refusal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SkraBBKleFault {
    /// The player lacks a tile.
    Tiles,
    /// The play does not fit on the board.
    Board,
    /// Something that the game does not know: our own message is used.
    Other,
}

fn skrabbkle(refusal: &Refusal, tried: &PlayAttempt<'_>) -> String {
    let PlayAttempt { word, square, rack, .. } = tried;
    if refusal.reasons().iter().any(|reason| skrabbkle_fault(reason) == SkraBBKleFault::Tiles) {
        return format!("With tiles {rack} you cannot play word {word},{square}!");
    }
    match refusal.reasons() {
        [only] if skrabbkle_fault(only) == SkraBBKleFault::Other => only.to_string(),
        _ => format!("The board does not permit word {word} at position {square}. Please try again."),
    }
}

fn skrabbkle_fault(reason: &Reason) -> SkraBBKleFault {
    match reason {
        Reason::NotOnRack { .. } | Reason::NoSuchTile { .. } | Reason::TooManyTiles { .. } => {
            SkraBBKleFault::Tiles
        }
        Reason::EmptyPlay
        | Reason::NotInLine { .. }
        | Reason::NotOnStart { .. }
        | Reason::OpeningTooShort { .. }
        | Reason::NotAFace { .. }
        | Reason::Hole { .. }
        | Reason::Gap
        | Reason::OffBoard
        | Reason::NotAWord { .. }
        | Reason::NotAdjacent
        | Reason::Occupied { .. }
        | Reason::CrossWord { .. }
        | Reason::NoWord
        | Reason::BagTooSmall { .. } => SkraBBKleFault::Board,
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
        | Reason::NoClock => SkraBBKleFault::Other,
    }
}
