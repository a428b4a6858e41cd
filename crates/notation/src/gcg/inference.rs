//! How a game was played, as its file shows: what leftover tiles counted, and what challenges cost.

use super::{GcgAction, GcgGame};
use crate::tiletext;
use rules::{ChallengeRule, LeftoverScoring, Points, Ruleset};

/// The rules that a GCG file shows, apart from those that its pragmas name.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
/// use quixotry::notation::gcg::{self, PlayedRules};
/// use quixotry::presets::Library;
/// use quixotry::rules::{ChallengeRule, LeftoverScoring};
///
/// let standard = Library::shipped().rules("standard")?;
/// let file = gcg::parse(b"#player1 ann Ann\n#player2 ben Ben\n>ann:  (QI) +22 340\n>ann:  (challenge) +5 345\n")?;
/// let played = PlayedRules::of(&file, &standard);
/// assert_eq!(played.leftovers, Some(LeftoverScoring::Doubled));
/// assert_eq!(played.challenge, Some(ChallengeRule::PointsPerPlay(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayedRules {
    /// What leftover tiles counted, if the file shows it.
    pub leftovers: Option<LeftoverScoring>,
    /// What a challenge cost, if the file shows one.
    pub challenge: Option<ChallengeRule>,
}

impl PlayedRules {
    /// What a file shows. The tiles are those of the rules.
    #[must_use]
    pub fn of(game: &GcgGame, rules: &Ruleset) -> PlayedRules {
        PlayedRules { leftovers: leftovers(game, rules), challenge: challenge(game, rules) }
    }

    /// The rules with what the file shows.
    #[must_use]
    pub fn apply_to(self, rules: &Ruleset) -> Ruleset {
        let mut draft = rules.draft();
        if let Some(scoring) = self.leftovers {
            draft.leftovers.scoring = scoring;
        }
        if let Some(challenge) = self.challenge {
            draft.challenge = challenge;
        }
        Ruleset::try_from(draft).unwrap_or_else(|_| rules.clone())
    }
}

/// A line that settles leftover tiles: what they count, and the points of the line.
struct SettledTiles {
    worth: Points,
    score: Points,
}

fn leftovers(game: &GcgGame, rules: &Ruleset) -> Option<LeftoverScoring> {
    let settled = game.events().filter_map(|(_, event)| {
        let GcgAction::Leftover(tiles) = &event.action else { return None };
        let tiles = tiletext::rack(&rules.tiles, tiles).ok()?;
        let worth = rules.leftovers.points(&rules.tiles, &tiles);
        (worth != 0).then_some(SettledTiles { worth, score: event.score })
    });
    let (gained, lost): (Vec<SettledTiles>, Vec<SettledTiles>) = settled.partition(|line| line.score > 0);
    match (gained.first(), lost.is_empty()) {
        (Some(line), true) if line.score == line.worth.saturating_mul(2) => Some(LeftoverScoring::Doubled),
        (Some(line), _) if line.score == line.worth => Some(LeftoverScoring::Transferred),
        // Without a gain either no player went out, and nothing follows, or the others lost their own tiles.
        (None, false) if lost.len() < game.players().len() => Some(LeftoverScoring::Subtracted),
        _ => None,
    }
}

fn challenge(game: &GcgGame, rules: &Ruleset) -> Option<ChallengeRule> {
    let bonuses = game.events().filter(|(_, event)| event.action == GcgAction::ChallengeBonus);
    let bonuses: Vec<Points> = bonuses.map(|(_, event)| event.score).filter(|&score| score > 0).collect();
    let least = bonuses.iter().copied().min();
    match least {
        Some(least) if bonuses.iter().all(|&bonus| bonus == least) => {
            Some(ChallengeRule::PointsPerPlay(least))
        }
        Some(least) => Some(ChallengeRule::PointsPerWord(least)),
        None if lost_a_turn(game) => Some(ChallengeRule::Double),
        None => {
            let withdrawn = game.events().any(|(_, event)| event.action == GcgAction::Withdrawn);
            (withdrawn && rules.challenge == ChallengeRule::Void).then_some(ChallengeRule::Single)
        }
    }
}

/// The note of a turn that was lost by a wrong challenge.
pub(super) const LOST_CHALLENGE: &str = "#unsuccessful-challenge";

fn lost_a_turn(game: &GcgGame) -> bool {
    game.events().any(|(line, _)| game.note(line).is_some_and(|note| note.trim() == LOST_CHALLENGE))
}
