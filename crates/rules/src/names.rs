//! The names of the choices that rules make: one table for each enum.
//!
//! Rules files, the HTTP API and the documentation use these names. Each table is used for reading and for writing.

use crate::{
    ChallengeRule, CrossWords, Dialect, DisconnectPolicy, ExchangeOrder, FailedPlay, ForfeitPolicy, GoodWord,
    LeftoverCount, LeftoverScoring, RackVisibility, RoundCount, Starter, Texts, TurnTimeout, WildPolicy,
};
use std::fmt;

/// A closed set of values that have names.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{LeftoverScoring, Named};
///
/// assert_eq!(LeftoverScoring::Doubled.name(), "doubled");
/// assert_eq!(LeftoverScoring::from_name("doubled"), Some(LeftoverScoring::Doubled));
/// ```
pub trait Named: Copy + 'static {
    /// Every value with its name, in the order of the documentation.
    const NAMES: &'static [(&'static str, Self)];

    /// The name of this value.
    #[must_use]
    fn name(self) -> &'static str;

    /// The value with this name.
    #[must_use]
    fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

/// Gives the variants of an enum their names, and says which variant is the default.
///
/// A variant without a name does not compile.
#[macro_export]
macro_rules! named {
    ($type:ident, default $default:ident: $($name:literal $variant:ident),+) => {
        $crate::named!($type: $($name $variant),+);

        impl Default for $type {
            fn default() -> $type {
                $type::$default
            }
        }
    };
    ($type:ident: $($name:literal $variant:ident),+) => {
        impl $crate::Named for $type {
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, $type::$variant)),+];

            fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }
    };
}

named!(Starter, default First: "first" First, "random" Random);
named!(CrossWords, default Counted: "counted" Counted, "forbidden" Forbidden);
named!(GoodWord, default Listed: "listed" Listed, "anagram" Anagram, "any" Any);
named!(WildPolicy, default Any: "any" Any, "not-on-rack" NotOnRack);
named!(FailedPlay, default Retry: "retry" Retry, "turn-lost" TurnLost);
named!(ExchangeOrder, default DrawFirst: "draw-first" DrawFirst, "return-first" ReturnFirst);
named!(RoundCount, default InARow: "in-a-row" InARow, "at-first-player" AtFirstPlayer);
named!(ForfeitPolicy, default Leaves: "others-win" OthersWin, "leaves" Leaves, "computer" Computer);
named!(DisconnectPolicy, default Keep: "keep" Keep, "forfeit" Forfeit, "computer" Computer);
named!(TurnTimeout, default Pass: "pass" Pass, "forfeit" Forfeit);
named!(LeftoverScoring, default Transferred:
    "ignored" Ignored, "subtracted" Subtracted, "transferred" Transferred, "doubled" Doubled, "swapped" Swapped);
named!(LeftoverCount, default EveryTile: "every-tile" EveryTile, "each-kind-once" EachKindOnce);
named!(RackVisibility, default Closed: "closed" Closed, "open" Open);
named!(Texts, default Standard:
    "standard" Standard, "generic" Generic, "haskell" Haskell, "skrabbkle" SkraBBKle, "cornell" Cornell);
named!(Dialect: "left" Left, "itu" ItuRight);

/// A challenge rule that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedChallenge {
    /// The name in rules files and in the HTTP API.
    pub name: &'static str,
    /// The rule.
    pub rule: ChallengeRule,
    /// What the rule does, as the documentation says it.
    pub effect: &'static str,
}

const fn challenge(name: &'static str, rule: ChallengeRule, effect: &'static str) -> NamedChallenge {
    NamedChallenge { name, rule, effect }
}

impl ChallengeRule {
    /// The rules that have a name. Points other than these are written as numbers.
    pub const NAMED: &'static [NamedChallenge] = &[
        challenge("void", ChallengeRule::Void, "there are no challenges: a play with a bad word is refused"),
        challenge("single", ChallengeRule::Single, "a wrong challenge costs nothing"),
        challenge("double", ChallengeRule::Double, "a wrong challenge costs the challenger a turn"),
        challenge(
            "five-point",
            ChallengeRule::PointsPerWord(5),
            "a wrong challenge gives the player 5 points for each word challenged",
        ),
        challenge(
            "ten-point",
            ChallengeRule::PointsPerPlay(10),
            "a wrong challenge gives the player 10 points",
        ),
        challenge(
            "triple",
            ChallengeRule::Triple,
            "the challenger loses the game if wrong, the player if the challenge is right",
        ),
    ];

    /// The name of this rule, if it has one.
    ///
    /// ```
    /// # mod quixotry { pub use quixotry_rules as rules; }
    /// use quixotry::rules::ChallengeRule;
    ///
    /// assert_eq!(ChallengeRule::PointsPerWord(5).name(), Some("five-point"));
    /// assert_eq!(ChallengeRule::PointsPerWord(6).name(), None);
    /// assert_eq!(ChallengeRule::from_name("double"), Some(ChallengeRule::Double));
    /// ```
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        ChallengeRule::NAMED.iter().find(|named| named.rule == self).map(|named| named.name)
    }

    /// The rule with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ChallengeRule> {
        ChallengeRule::NAMED.iter().find(|named| named.name == name).map(|named| named.rule)
    }
}

/// The name of the rule, or its points.
impl fmt::Display for ChallengeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(name);
        }
        match self {
            ChallengeRule::PointsPerWord(points) => write!(f, "{points} points for each word"),
            ChallengeRule::PointsPerPlay(points) => write!(f, "{points} points"),
            ChallengeRule::Void | ChallengeRule::Single | ChallengeRule::Double | ChallengeRule::Triple => {
                write!(f, "{self:?}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_challenge_rule_without_points_has_a_name() {
        for rule in [ChallengeRule::Void, ChallengeRule::Single, ChallengeRule::Double, ChallengeRule::Triple]
        {
            assert_eq!(rule.name().and_then(ChallengeRule::from_name), Some(rule));
        }
        assert_eq!(ChallengeRule::PointsPerPlay(7).to_string(), "7 points");
        assert_eq!(ChallengeRule::PointsPerWord(7).to_string(), "7 points for each word");
    }

    #[test]
    fn no_name_stands_for_two_challenge_rules() {
        for named in ChallengeRule::NAMED {
            assert_eq!(ChallengeRule::from_name(named.name), Some(named.rule), "{}", named.name);
            assert_eq!(named.rule.name(), Some(named.name), "{}", named.name);
        }
    }
}
