//! The texts of each edition, exactly as its description has them.

use super::word_and_square;
use crate::local_game::LocalGame;
use crate::seats::SeatPlan;
use notation::boardfile;
use notation::plays::{PlayContext, PlayNotation};
use rules::{EventKind, Phase, Points, Ruleset, Seat, Texts};

pub(super) const ILLEGAL_FORMAT: &str = "Illegal move format";

const PROMPT: [&str; 7] = [
    "Please enter your move in the format: \"word,square\" (without the quotes)",
    "For example, for suitable tile rack and board configuration, a downward move",
    "could be \"HI,f4\" and a rightward move could be \"HI,4f\".",
    "",
    "In the word, upper-case letters are standard tiles",
    "and lower-case letters are wildcards.",
    "Entering \",\" passes the turn.",
];

const PROMPT_2022: [&str; 7] = [
    "Please enter your move in the format: \"word,square,direction\" (without the quotes)",
    "For example, for suitable tile rack and board configuration, a downward move",
    "could be \"HI,f4,d\" and a rightward move could be \"HI,f4,r\".",
    "",
    "In the word, upper-case letters are standard tiles",
    "and lower-case letters are wildcards.",
    "Entering \",,\" passes the turn.",
];

pub(super) fn not_permitted(word: &str, square: &str) -> String {
    format!("The board does not permit word {word} at position {square}. Please try again.")
}

pub(super) fn not_on_rack(rack: &str, word: &str, square: &str) -> String {
    format!("With tiles {rack} you cannot play word {word},{square}!")
}

/// An edition of SkraBBKle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DialogueEdition {
    /// ScraBBKle: each play has a direction; racks are always closed.
    Of2022,
    /// SkraBBKle.
    Of2023,
    /// ScraeBBKle: either player may be a person or a computer.
    Of2026,
}

impl DialogueEdition {
    /// The edition of rules that use SkraBBKle's texts.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Option<DialogueEdition> {
        match (rules.texts, rules.name.as_str()) {
            (Texts::SkraBBKle, "skrabbkle-2022") => Some(DialogueEdition::Of2022),
            (Texts::SkraBBKle, "skrabbkle-2026") => Some(DialogueEdition::Of2026),
            (Texts::SkraBBKle, _) => Some(DialogueEdition::Of2023),
            (Texts::Standard | Texts::Generic | Texts::Haskell | Texts::Cornell, _) => None,
        }
    }

    /// Whether the dialogue supports these players: a person and a computer, in this order.
    #[must_use]
    pub fn fits(self, seats: &[SeatPlan]) -> bool {
        matches!(seats, [person, computer] if person.kind.is_human() && !computer.kind.is_human())
    }

    pub(super) fn chooses_visibility(self) -> bool {
        self != DialogueEdition::Of2022
    }

    pub(super) fn chooses_players(self) -> bool {
        self == DialogueEdition::Of2026
    }

    pub(super) fn style(self) -> PlayNotation {
        match self {
            DialogueEdition::Of2022 => PlayNotation::SkraBBKle2022,
            DialogueEdition::Of2023 | DialogueEdition::Of2026 => PlayNotation::SkraBBKle,
        }
    }

    /// The sizes that a board of this edition may have.
    pub(super) fn board_sizes(self) -> std::ops::RangeInclusive<usize> {
        match self {
            DialogueEdition::Of2022 => 12..=*boardfile::SIZES.end(),
            DialogueEdition::Of2023 | DialogueEdition::Of2026 => boardfile::SIZES,
        }
    }

    pub(super) fn board_file(self) -> boardfile::BoardFileEdition {
        match self {
            DialogueEdition::Of2022 | DialogueEdition::Of2023 => boardfile::BoardFileEdition::Classic,
            DialogueEdition::Of2026 => boardfile::BoardFileEdition::Of2026,
        }
    }

    pub(super) fn prompt(self) -> &'static [&'static str] {
        match self {
            DialogueEdition::Of2022 => &PROMPT_2022,
            DialogueEdition::Of2023 | DialogueEdition::Of2026 => &PROMPT,
        }
    }

    pub(super) fn your_turn(self, local: &LocalGame, seat: Seat) -> String {
        match self {
            DialogueEdition::Of2026 => {
                format!("It's your turn, {}! Your tiles:", local.name(seat).to_lowercase())
            }
            DialogueEdition::Of2022 | DialogueEdition::Of2023 => "It's your turn! Your tiles:".to_owned(),
        }
    }

    pub(super) fn computers_turn(self, local: &LocalGame, seat: Seat) -> String {
        match self {
            DialogueEdition::Of2026 => {
                format!("It's the turn of {}, the computer!", local.name(seat).to_lowercase())
            }
            DialogueEdition::Of2022 | DialogueEdition::Of2023 => "It's the computer's turn!".to_owned(),
        }
    }

    pub(super) fn open_rack(self, local: &LocalGame, seat: Seat) -> String {
        match self {
            DialogueEdition::Of2026 => {
                format!("OPEN GAME: The tiles of {}:", local.name(seat).to_lowercase())
            }
            DialogueEdition::Of2022 | DialogueEdition::Of2023 => {
                "OPEN GAME: The computer's tiles:".to_owned()
            }
        }
    }

    /// Describes a turn. The end of the game has its own texts.
    pub(super) fn describe(
        self,
        local: &LocalGame,
        what: &EventKind,
        scene: PlayContext<'_>,
    ) -> Option<String> {
        match what {
            EventKind::Played { tiles, .. } => {
                let (word, square) = word_and_square(tiles, scene);
                Some(self.describe_play(&word, &square))
            }
            EventKind::Passed { seat } => Some(format!("The {} passes the turn.", self.player(local, *seat))),
            EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::PlayFailed { .. }
            | EventKind::Exchanged { .. }
            | EventKind::ExchangeFailed { .. }
            | EventKind::Challenged { .. }
            | EventKind::Accepted { .. }
            | EventKind::TurnSkipped { .. }
            | EventKind::TimedOut { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => None,
        }
    }

    fn describe_play(self, word: &str, square: &str) -> String {
        match self {
            DialogueEdition::Of2023 => format!("The move is:    Word: {word} at position {square}"),
            DialogueEdition::Of2026 => format!("The move is:    Letters: {word} at position {square}"),
            DialogueEdition::Of2022 => {
                let down = square.starts_with(|c: char| c.is_ascii_alphabetic());
                let split = square.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
                let (row, column) = square.split_at(split);
                let (at, direction) =
                    if down { (square.to_owned(), "down") } else { (format!("{column}{row}"), "right") };
                format!("The move is:    Word: {word} at position {at}, direction: {direction}")
            }
        }
    }

    /// `human player`; in the edition of 2026 with the number of the player.
    fn player(self, local: &LocalGame, seat: Seat) -> String {
        let kind = if local.is_computer(seat) { "computer" } else { "human" };
        match self {
            DialogueEdition::Of2026 => format!("{kind} player {seat}"),
            DialogueEdition::Of2022 | DialogueEdition::Of2023 => format!("{kind} player"),
        }
    }

    /// One line per player, with aligned scores.
    pub(super) fn scores(self, local: &LocalGame, scores: &[Points]) -> Vec<String> {
        let label = |index: usize| format!("{} score:", capitalise(&self.player(local, Seat(index as u8))));
        let labels: Vec<String> = (0..scores.len()).map(label).collect();
        let width = labels.iter().map(String::len).max().unwrap_or(0);
        labels.iter().zip(scores).map(|(label, score)| format!("{label:width$} {score}")).collect()
    }

    pub(super) fn end(self, local: &LocalGame) -> Vec<String> {
        let mut lines = vec!["Game Over!".to_owned()];
        for (index, state) in local.game().seats().iter().enumerate() {
            lines.push(format!(
                "The {} scored {} points.",
                self.player(local, Seat(index as u8)),
                state.score
            ));
        }
        if let Phase::Over { winners, .. } = local.game().phase() {
            lines.push(match winners[..] {
                [one] => format!("The {} wins!", self.player(local, one)),
                _ => "It's a draw!".to_owned(),
            });
        }
        lines
    }
}

fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
