//! Laws that hold for every game under any rules, no matter what its players try.

mod support;

use proptest::prelude::*;
use quixotry_rules::*;
use support::*;
use tiles::{Face, Letter, TileId, Tiles};

/// What a clumsy or malicious player might send, as a few numbers.
#[derive(Clone, Debug)]
enum Attempt {
    Play { x: i32, y: i32, down: bool, picks: Vec<u8>, meant: bool },
    Nonsense { tiles: Vec<(i32, i32, u8, u8, i16)> },
    Pass,
    Exchange(Vec<u8>),
    Challenge(Option<Vec<usize>>),
    Resign,
    Timeout,
    Disconnect,
    Wait(i64),
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let picks = prop::collection::vec(any::<u8>(), 1..5);
    prop_oneof![
        8 => (-1i32..6, -1i32..6, any::<bool>(), picks.clone(), any::<bool>())
            .prop_map(|(x, y, down, picks, meant)| Attempt::Play { x, y, down, picks, meant }),
        1 => prop::collection::vec((-2i32..7, -2i32..7, 0u8..9, 1u8..6, -1i16..4), 0..4)
            .prop_map(|tiles| Attempt::Nonsense { tiles }),
        2 => Just(Attempt::Pass),
        2 => picks.prop_map(Attempt::Exchange),
        2 => prop::option::of(prop::collection::vec(0usize..4, 0..3)).prop_map(Attempt::Challenge),
        1 => prop::bool::weighted(0.1).prop_map(|yes| if yes { Attempt::Resign } else { Attempt::Pass }),
        1 => Just(Attempt::Timeout),
        1 => prop::bool::weighted(0.1).prop_map(|yes| if yes { Attempt::Disconnect } else { Attempt::Pass }),
        1 => (0i64..40_000).prop_map(Attempt::Wait),
    ]
}

/// Rules in all combinations that can be combined, on a small board with few tiles.
fn any_rules() -> impl Strategy<Value = Ruleset> {
    let words = (any::<bool>(), any::<bool>(), any::<bool>(), 0usize..6, any::<bool>());
    let limits =
        (prop::option::of(1u16..6), prop::option::of(1u16..8), prop::option::of(1u16..4), any::<[bool; 5]>());
    let ends = (0usize..5, any::<bool>(), 0usize..3, 0usize..3, 0usize..4, any::<bool>());
    (words, limits, ends, 1u8..4, 0u16..4).prop_map(|(words, limits, ends, rack, bag)| {
        let (forbid_cross, anagram, own_letter, challenge, open) = words;
        let (passes, scoreless, rounds, flags) = limits;
        let (scoring, once, forfeit, disconnect, clock, turn_lost) = ends;
        rules_with(|draft| {
            draft.board = small_board();
            draft.tiles = std::sync::Arc::new(small_tiles());
            draft.rack_size = rack + 1;
            draft.bonus = vec![Bonus { tiles: rack + 1, points: 50 }];
            draft.starter = if flags[4] { Starter::Random } else { Starter::First };
            draft.words.cross = if forbid_cross { CrossWords::Forbidden } else { CrossWords::Counted };
            draft.words.good = if anagram { GoodWord::Anagram } else { GoodWord::Listed };
            draft.wild = if own_letter { WildPolicy::NotOnRack } else { WildPolicy::Any };
            draft.challenge = [
                ChallengeRule::Void,
                ChallengeRule::Single,
                ChallengeRule::Double,
                ChallengeRule::PointsPerWord(5),
                ChallengeRule::PointsPerPlay(10),
                ChallengeRule::Triple,
            ][challenge];
            draft.failed_play =
                if turn_lost && challenge == 0 { FailedPlay::TurnLost } else { FailedPlay::Retry };
            draft.racks = if open { RackVisibility::Open } else { RackVisibility::Closed };
            draft.exchange = ExchangePolicy::Allowed(ExchangeLimits {
                bag,
                fewest: 1,
                most: 3,
                times: flags[3].then_some(2),
                order: if flags[0] { ExchangeOrder::DrawFirst } else { ExchangeOrder::ReturnFirst },
            });
            draft.limits = Limits {
                passes,
                scoreless,
                rounds,
                round_count: if flags[1] { RoundCount::InARow } else { RoundCount::AtFirstPlayer },
                exchange_is_pass: flags[2],
                exchange_is_scoreless: flags[3],
                withdrawn_is_pass: flags[0],
                count_on_empty_board: flags[1],
            };
            draft.leftovers.scoring = [
                LeftoverScoring::Ignored,
                LeftoverScoring::Subtracted,
                LeftoverScoring::Transferred,
                LeftoverScoring::Doubled,
                LeftoverScoring::Swapped,
            ][scoring];
            draft.leftovers.count = if once { LeftoverCount::EachKindOnce } else { LeftoverCount::EveryTile };
            draft.forfeit =
                [ForfeitPolicy::OthersWin, ForfeitPolicy::Leaves, ForfeitPolicy::Computer][forfeit];
            draft.disconnect =
                [DisconnectPolicy::Keep, DisconnectPolicy::Forfeit, DisconnectPolicy::Computer][disconnect];
            let (limit, then) = (Millis::seconds(30), TurnTimeout::Pass);
            draft.clock = [
                Clock::Off,
                Clock::Turn { limit, then },
                Clock::Turn { limit, then: TurnTimeout::Forfeit },
                Clock::Game(GameClock {
                    initial: limit,
                    increment: Millis(500),
                    penalty: 10,
                    overtime: limit,
                }),
            ][clock];
        })
    })
}

fn small_board() -> Board {
    let window = Rect::between(Coord::new(0, 0), Coord::new(4, 4));
    let mut ids: Vec<Option<i32>> = (0..25).map(|n| Some(n % 5)).collect();
    ids[24] = None;
    ids[3] = None;
    board(BoardLayout::Cells { window, ids }, Coord::new(2, 2))
}

fn small_tiles() -> tiles::TileSet {
    let alphabet = tiles::Alphabet::latin("ABCDE").unwrap();
    let letter = |place| Letter::new(place).unwrap();
    let mut set = tiles::TileSetDraft::new("small", alphabet);
    (1..=5).for_each(|place| set.add([Face::new(letter(place), place.into())], 4));
    set.add([Face::new(letter(1), 1), Face::new(letter(5), 1)], 2);
    set.add_blank(0, 2);
    tiles::TileSet::try_from(set).unwrap()
}

fn small_words() -> std::sync::Arc<dyn lexicon::WordList> {
    let alphabet = tiles::Alphabet::latin("ABCDE").unwrap();
    let words = "AB BA AD ED BE BED BAD DAB CAB ACE DACE CEDE DEED ABED CADE BEAD EA AE ADD EBB DEB";
    let words: Vec<_> = words.split(' ').map(|word| alphabet.parse_word(word).unwrap()).collect();
    std::sync::Arc::new(lexicon::WordGraph::build("small", &alphabet, &words).unwrap())
}

fn command(game: &Game, attempt: &Attempt) -> Option<Command> {
    let rack: Vec<TileId> = game.turn().map(|seat| game.seats()[seat.index()].rack.iter().collect())?;
    let pick = |n: &u8| rack.get(usize::from(*n) % rack.len().max(1)).copied();
    Some(match attempt {
        Attempt::Play { x, y, down, picks, meant } => {
            let axis = if *down { Axis::Down } else { Axis::Across };
            let mut at = Coord::new(*x, *y);
            let mut laid = Vec::new();
            for n in picks {
                while game.grid().has(at) {
                    at = at.step(axis, 1);
                }
                let tile = pick(n)?;
                let faces = game.rules().tiles.kind(tile)?.faces();
                laid.push(PlacedTile { at, tile, face: faces[usize::from(*n) % faces.len()] });
                at = at.step(axis, 1);
            }
            Command::Play(Placement { tiles: laid, axis: meant.then_some(axis), written: None })
        }
        Attempt::Nonsense { tiles } => {
            Command::Play(Placement::new(tiles.iter().map(|&(x, y, tile, letter, points)| PlacedTile {
                at: Coord::new(x, y),
                tile: TileId(tile),
                face: Face::new(Letter::new(letter).unwrap(), points),
            })))
        }
        Attempt::Pass | Attempt::Wait(_) => Command::Pass,
        Attempt::Exchange(picks) => Command::Exchange(picks.iter().filter_map(pick).collect()),
        Attempt::Challenge(None) => Command::Challenge(ChallengedWords::All),
        Attempt::Challenge(Some(words)) => Command::Challenge(ChallengedWords::Words(words.clone())),
        Attempt::Resign => Command::Resign,
        Attempt::Timeout => Command::Timeout,
        Attempt::Disconnect => Command::Disconnect,
    })
}

struct Run {
    rules: Ruleset,
    game: Game,
    log: Vec<Event>,
    snapshots: Vec<Game>,
}

/// Plays a game from the attempts; every law that can be checked on the way is checked.
fn run(rules: Ruleset, seats: u8, seed: u64, attempts: &[(u8, Attempt)]) -> Result<Run, TestCaseError> {
    let (words, mut chance) = (small_words(), SeededChance::new(seed));
    let mut now = Millis(0);
    let mut run = Run { game: Game::new(rules.clone()), rules, log: Vec::new(), snapshots: Vec::new() };
    let mut context = Context { words: &*words, chance: &mut chance, now };
    let Ok(events) = run.game.start(seats, &mut context) else { return Ok(run) };
    run.take(events)?;
    for (who, attempt) in attempts {
        if let Attempt::Wait(span) = attempt {
            now = now.plus(Millis(*span));
        }
        let Some(command) = command(&run.game, attempt) else { break };
        // Mostly the player on turn, sometimes another.
        let seat = if who % 4 == 0 { Seat(who / 4 % seats) } else { run.game.turn().unwrap_or(Seat(0)) };
        let before = format!("{:?}", run.game);
        let mut context = Context { words: &*words, chance: &mut chance, now };
        let decided = run.game.decide(seat, &command, &mut context);
        prop_assert_eq!(before, format!("{:?}", run.game), "deciding changed the game");
        match decided {
            Ok(events) => run.take(events)?,
            Err(refusal) => {
                prop_assert!(!refusal.reasons().is_empty());
                prop_assert!(refusal.reasons().iter().all(|reason| !reason.to_string().is_empty()));
            }
        }
    }
    Ok(run)
}

impl Run {
    fn take(&mut self, events: Vec<Event>) -> Result<(), TestCaseError> {
        for event in events {
            self.game.apply(&event);
            self.log.push(event);
            self.snapshots.push(self.game.clone());
            let all = self.game.all_tiles();
            prop_assert_eq!(&all, self.rules.tiles.all(), "tiles were lost or made by {:?}", self.log.last());
        }
        Ok(())
    }
}

/// Tiles of other racks and of the bag that a viewer could read out of a view or an event.
fn hidden_from(event: &EventView, viewer: Viewer) -> bool {
    let known = |seat: &Seat, drawn: &TilesView| {
        viewer != Viewer::Seat(*seat) && matches!(drawn, TilesView::Known(_))
    };
    match &event.kind {
        EventKind::Dealt { seat, tiles } => !known(seat, tiles),
        EventKind::Played { seat, drawn, .. } => !known(seat, drawn),
        EventKind::Exchanged { seat, returned, drawn } => !known(seat, returned) && !known(seat, drawn),
        EventKind::PlayFailed { seat, reasons, .. } => {
            let codes = ["not-on-rack", "wild-for-own-letter"];
            viewer == Viewer::Seat(*seat) || !reasons.iter().any(|reason| codes.contains(&reason.code()))
        }
        EventKind::ExchangeFailed { seat, returned, reasons } => {
            !known(seat, returned) && (viewer == Viewer::Seat(*seat) || reasons.is_empty())
        }
        EventKind::Started { .. }
        | EventKind::Passed { .. }
        | EventKind::Challenged { .. }
        | EventKind::Accepted { .. }
        | EventKind::TurnSkipped { .. }
        | EventKind::TimedOut { .. }
        | EventKind::Left { .. }
        | EventKind::Ended { .. } => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn tiles_are_conserved_and_replay_equals_live_at_every_prefix(
        rules in any_rules(),
        seats in 1u8..=4,
        seed in any::<u64>(),
        attempts in prop::collection::vec((any::<u8>(), attempt()), 0..60),
    ) {
        let run = run(rules.clone(), seats, seed, &attempts)?;
        let mut replayed = Game::new(rules);
        for (event, live) in run.log.iter().zip(&run.snapshots) {
            replayed.apply(event);
            prop_assert_eq!(format!("{replayed:?}"), format!("{live:?}"));
        }
    }

    #[test]
    fn no_view_holds_a_tile_its_viewer_may_not_see(
        rules in any_rules(),
        seats in 1u8..=4,
        seed in any::<u64>(),
        attempts in prop::collection::vec((any::<u8>(), attempt()), 0..30),
    ) {
        let closed = rules.racks == RackVisibility::Closed;
        let run = run(rules.clone(), seats, seed, &attempts)?;
        let viewers: Vec<Viewer> =
            (0..seats).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator]).collect();
        for viewer in viewers {
            for event in &run.log {
                let seen = event.view(viewer, &rules);
                prop_assert_eq!(seen.at, event.at);
                prop_assert!(!closed || hidden_from(&seen, viewer));
            }
            for game in &run.snapshots {
                let view = game.view(viewer);
                let mut counted = view.unseen.clone();
                counted.extend(view.grid.iter().map(|(_, placed)| placed.tile));
                for (index, seat) in view.seats.iter().enumerate() {
                    let own = viewer == Viewer::Seat(Seat(index as u8));
                    prop_assert_eq!(seat.rack.tiles().is_some(), own || !closed || game.is_over());
                    if own || !closed {
                        counted.add_all(seat.rack.tiles().unwrap_or(&Tiles::new()));
                    }
                }
                prop_assert_eq!(&counted, rules.tiles.all(), "unseen is just what cannot be seen");
            }
        }
    }

    #[test]
    fn an_ended_game_has_its_winners_among_those_who_stayed(
        rules in any_rules(),
        seats in 1u8..=4,
        seed in any::<u64>(),
        attempts in prop::collection::vec((any::<u8>(), attempt()), 0..60),
    ) {
        let run = run(rules, seats, seed, &attempts)?;
        if let Phase::Over { winners, .. } = run.game.phase() {
            let best = run.game.active().map(|seat| run.game.seats()[seat.index()].score).max();
            for seat in run.game.active() {
                let score = run.game.seats()[seat.index()].score;
                prop_assert_eq!(winners.contains(&seat), Some(score) == best);
            }
            prop_assert!(winners.iter().all(|&winner| run.game.seats()[winner.index()].active));
        }
    }

    #[test]
    fn the_same_seed_and_commands_give_the_same_game(
        rules in any_rules(),
        seats in 1u8..=4,
        seed in any::<u64>(),
        attempts in prop::collection::vec((any::<u8>(), attempt()), 0..20),
    ) {
        let (one, two) = (run(rules.clone(), seats, seed, &attempts)?, run(rules, seats, seed, &attempts)?);
        prop_assert_eq!(one.log, two.log);
    }
}
