//! The words by which files call the variants of the rules' enums.

use rules::{
    CrossWords, Dialect, DisconnectPolicy, ExchangeOrder, FailedPlay, ForfeitPolicy, GoodWord, LeftoverCount,
    LeftoverScoring, RackVisibility, RoundCount, Starter, Texts, TurnTimeout, WildPolicy,
};

/// A closed set of values that files call by name.
pub(crate) trait Named: Copy + 'static {
    /// Every value with its name.
    const NAMES: &'static [(&'static str, Self)];

    /// The name of a value.
    fn name(self) -> &'static str;
}

/// Names a set; a variant that is forgotten does not compile.
macro_rules! named {
    ($type:ident: $($name:literal $variant:ident),+) => {
        impl Named for $type {
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, $type::$variant)),+];

            fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }
    };
}

named!(Starter: "first" First, "random" Random);
named!(CrossWords: "counted" Counted, "forbidden" Forbidden);
named!(GoodWord: "listed" Listed, "anagram" Anagram);
named!(WildPolicy: "any" Any, "not-on-rack" NotOnRack);
named!(FailedPlay: "retry" Retry, "turn-lost" TurnLost);
named!(ExchangeOrder: "draw-first" DrawFirst, "return-first" ReturnFirst);
named!(RoundCount: "in-a-row" InARow, "at-first-player" AtFirstPlayer);
named!(ForfeitPolicy: "others-win" OthersWin, "leaves" Leaves, "computer" Computer);
named!(DisconnectPolicy: "keep" Keep, "forfeit" Forfeit, "computer" Computer);
named!(TurnTimeout: "pass" Pass, "forfeit" Forfeit);
named!(LeftoverScoring: "ignored" Ignored, "subtracted" Subtracted, "transferred" Transferred, "doubled" Doubled, "swapped" Swapped);
named!(LeftoverCount: "every-tile" EveryTile, "each-kind-once" EachKindOnce);
named!(RackVisibility: "closed" Closed, "open" Open);
named!(Texts: "standard" Standard, "generic" Generic, "haskell" Haskell, "skrabbkle" SkraBBKle, "cornell" Cornell);
named!(Dialect: "left" Left, "itu" ItuRight);

/// The kinds of board file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardKind {
    Picture,
    Cells,
    Program,
    Random,
}

named!(BoardKind: "picture" Picture, "cells" Cells, "program" Program, "random" Random);

/// The kinds of clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockKind {
    Game,
    Turn,
}

named!(ClockKind: "game" Game, "turn" Turn);

/// The kinds of challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChallengeKind {
    Void,
    Single,
    Double,
    FivePoint,
    TenPoint,
    Triple,
}

named!(ChallengeKind: "void" Void, "single" Single, "double" Double, "five-point" FivePoint, "ten-point" TenPoint, "triple" Triple);

/// Every name of every set.
#[cfg(test)]
pub(crate) fn all() -> Vec<&'static str> {
    fn of<T: Named>() -> impl Iterator<Item = &'static str> {
        T::NAMES.iter().map(|(name, _)| *name)
    }
    of::<Starter>()
        .chain(of::<CrossWords>())
        .chain(of::<GoodWord>())
        .chain(of::<WildPolicy>())
        .chain(of::<FailedPlay>())
        .chain(of::<ExchangeOrder>())
        .chain(of::<RoundCount>())
        .chain(of::<ForfeitPolicy>())
        .chain(of::<DisconnectPolicy>())
        .chain(of::<TurnTimeout>())
        .chain(of::<LeftoverScoring>())
        .chain(of::<LeftoverCount>())
        .chain(of::<RackVisibility>())
        .chain(of::<Texts>())
        .chain(of::<Dialect>())
        .chain(of::<BoardKind>())
        .chain(of::<ClockKind>())
        .chain(of::<ChallengeKind>())
        .collect()
}
