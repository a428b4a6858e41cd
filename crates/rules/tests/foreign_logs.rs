//! Logs from outside: applying, viewing and deciding never panic, no matter which events they have.

use proptest::prelude::*;
use quixotry_rules::*;
use tiles::{Face, Letter, TileId};

fn seat() -> impl Strategy<Value = Seat> {
    prop_oneof![4 => 0u8..4, 1 => any::<u8>()].prop_map(Seat)
}

fn number() -> impl Strategy<Value = i32> {
    prop_oneof![4 => -2i32..18, 1 => any::<i32>(), 1 => Just(i32::MIN), 1 => Just(i32::MAX)]
}

fn drawn() -> impl Strategy<Value = Vec<TileId>> {
    prop::collection::vec(any::<u8>().prop_map(TileId), 0..9)
}

fn placed() -> impl Strategy<Value = PlacedTile> {
    (number(), number(), any::<u8>(), 1u8..60, any::<i16>()).prop_map(|(x, y, tile, letter, points)| {
        let letter = Letter::new(letter).unwrap_or(Letter::new(1).unwrap());
        PlacedTile { at: Coord::new(x, y), tile: TileId(tile), face: Face::new(letter, points) }
    })
}

fn word() -> impl Strategy<Value = ScoredWord> {
    (number(), number(), any::<bool>(), any::<i32>()).prop_map(|(x, y, down, points)| ScoredWord {
        letters: Spelling::new(),
        start: Coord::new(x, y),
        axis: if down { Axis::Down } else { Axis::Across },
        points,
    })
}

fn play() -> impl Strategy<Value = EventKind> {
    let parts = (
        seat(),
        prop::collection::vec(placed(), 0..9),
        prop::collection::vec(word(), 0..3),
        any::<i32>(),
        any::<i32>(),
        drawn(),
    );
    parts.prop_map(|(seat, tiles, words, bonus, score, drawn)| EventKind::Played {
        seat,
        tiles,
        words,
        bonus,
        score,
        drawn,
    })
}

fn cause() -> impl Strategy<Value = EndCause> {
    prop_oneof![
        seat().prop_map(EndCause::WentOut),
        Just(EndCause::Passes),
        Just(EndCause::Scoreless),
        Just(EndCause::Rounds),
        seat().prop_map(EndCause::Forfeit),
        Just(EndCause::LastOneLeft),
    ]
}

fn end() -> impl Strategy<Value = EventKind> {
    let adjustment = (seat(), any::<i32>(), drawn()).prop_map(|(seat, points, tiles)| Adjustment {
        seat,
        points,
        why: AdjustmentCause::OwnTiles(tiles),
    });
    (cause(), prop::collection::vec(adjustment, 0..4), prop::collection::vec(seat(), 0..4))
        .prop_map(|(cause, adjustments, winners)| EventKind::Ended { cause, adjustments, winners })
}

fn challenge() -> impl Strategy<Value = EventKind> {
    (seat(), seat(), prop::collection::vec(any::<usize>(), 0..3), any::<Option<i32>>()).prop_map(
        |(seat, of, words, bonus)| EventKind::Challenged {
            seat,
            of,
            words,
            verdict: bonus.map_or(Verdict::Withdrawn, |bonus| Verdict::Stands { bonus }),
        },
    )
}

fn leave() -> impl Strategy<Value = EventKind> {
    (seat(), any::<bool>()).prop_map(|(seat, out)| EventKind::Left {
        seat,
        why: LeaveCause::Resigned,
        then: if out { LeaveOutcome::Out } else { LeaveOutcome::Computer },
    })
}

fn kind() -> impl Strategy<Value = EventKind> {
    prop_oneof![
        (any::<u8>(), seat()).prop_map(|(seats, first)| EventKind::Started { seats, first }),
        (seat(), drawn()).prop_map(|(seat, tiles)| EventKind::Dealt { seat, tiles }),
        play(),
        play(),
        seat().prop_map(|seat| EventKind::PlayFailed {
            seat,
            tiles: Vec::new(),
            written: None,
            reasons: Vec::new()
        }),
        seat().prop_map(|seat| EventKind::Passed { seat }),
        (seat(), drawn(), drawn()).prop_map(|(seat, returned, drawn)| EventKind::Exchanged {
            seat,
            returned,
            drawn
        }),
        (seat(), drawn()).prop_map(|(seat, returned)| EventKind::ExchangeFailed {
            seat,
            returned,
            reasons: Vec::new()
        }),
        challenge(),
        challenge(),
        seat().prop_map(|seat| EventKind::Accepted { seat }),
        seat().prop_map(|seat| EventKind::TurnSkipped { seat }),
        seat().prop_map(|seat| EventKind::TimedOut { seat }),
        leave(),
        end(),
    ]
}

fn rules() -> impl Strategy<Value = Ruleset> {
    let names = ["standard", "infinite", "itu-compat", "hole"];
    let challenges = [ChallengeRule::Void, ChallengeRule::Double, ChallengeRule::Triple];
    (prop::sample::select(names.to_vec()), prop::sample::select(challenges.to_vec())).prop_map(
        |(name, challenge)| {
            let mut draft = presets::Library::shipped().rules(name).unwrap().draft();
            draft.challenge = challenge;
            draft.failed_play = FailedPlay::Retry;
            draft.clock = Clock::Turn { limit: Millis(5), then: TurnTimeout::Pass };
            Ruleset::try_from(draft).unwrap()
        },
    )
}

proptest! {
    #[test]
    fn any_log_can_be_applied_viewed_and_played_on(
        rules in rules(),
        started in any::<bool>(),
        log in prop::collection::vec((any::<i64>(), kind()), 0..30),
        by in seat(),
    ) {
        let mut game = Game::new(rules);
        if started {
            game.apply(&Event::<Vec<tiles::TileId>> { at: Millis(0), kind: EventKind::Started { seats: 3, first: Seat(1) } });
        }
        for (at, kind) in log {
            let event = Event { at: Millis(at), kind };
            game.apply(&event);
            for viewer in [Viewer::Spectator, Viewer::Seat(by)] {
                _ = event.view(viewer, game.rules());
                _ = game.view(viewer);
            }
        }
        let mut chance = SeededChance::new(1);
        let mut context = Context { words: &lexicon::AnyWord, chance: &mut chance, now: Millis(0) };
        let commands =
            [Command::Pass, Command::Resign, Command::Timeout, Command::Challenge(ChallengedWords::All)];
        for command in commands {
            _ = game.decide(by, &command, &mut context);
        }
    }
}
