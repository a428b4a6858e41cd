//! Properties of records.

use crate::common::{Fickle, PlayedGame, draft, header, plain_game, plain_rules, random_game, small_board};
use proptest::prelude::*;
use quixotry_wire::{ParsedRecord, Record, RecordError, parse_event, print_event, verify};
use rules::{
    Command, Context, Coord, Event, EventKind, FailedPlay, Game, Millis, PlacedTile, Placement, Ruleset,
    RulesetDraft, SeededChance, Viewer,
};
use std::collections::BTreeSet;
use tiles::{Face, Letter, TileId};

fn read(text: impl AsRef<[u8]>, rules: &Ruleset) -> Result<ParsedRecord, RecordError> {
    Record::read(text, |_| Ok::<_, String>(rules.clone()))
}

/// Compares games by their debug output, because they do not implement equality.
fn same(one: &Game, other: &Game) -> bool {
    format!("{one:?}") == format!("{other:?}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn records_round_trip(seed: u64) {
        let played = random_game(seed, 60);
        let record = played.record();
        let reading = read(record.print(), &played.rules).unwrap();
        prop_assert_eq!(reading.truncated, None);
        prop_assert_eq!(&reading.record, &record);
        prop_assert_eq!(reading.record.print(), record.print());
    }

    #[test]
    fn replay_equals_live_at_every_prefix(seed: u64) {
        let played = random_game(seed, 60);
        let record = read(played.record().print(), &played.rules).unwrap().record;
        for (count, live) in played.states.iter().enumerate() {
            prop_assert!(same(&record.game_at(count), live), "after {} events", count);
        }
        prop_assert!(same(record.game(), played.game()));
    }

    #[test]
    fn every_prefix_of_a_valid_record_verifies(seed: u64, stop: prop::sample::Index) {
        let mut played = random_game(seed, 60);
        prop_assert_eq!(verify(&played.record(), None), []);
        prop_assert_eq!(verify(&played.record(), Some(&Fickle)), []);
        played.events.truncate(stop.index(played.events.len()));
        prop_assert_eq!(verify(&played.record(), None), []);
    }

    #[test]
    fn every_event_round_trips(seed: u64) {
        let played = random_game(seed, 60);
        for (seq, event) in (1u64..).zip(&played.events) {
            let line = print_event(seq, event, &played.rules.tiles);
            prop_assert_eq!(parse_event(&line, &played.rules.tiles), Ok((seq, event.clone())));
        }
    }

    #[test]
    fn a_truncated_record_is_read_up_to_the_truncated_line(seed: u64, truncated: prop::sample::Index) {
        let played = random_game(seed, 30);
        let text = played.record().print();
        check_truncated(&played, &text, truncated.index(text.len() + 1));
    }

    #[test]
    fn changed_bytes_never_panic(seed: u64, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..3), 1..4)) {
        let played = random_game(seed, 15);
        let mut bytes = played.record().print().into_bytes();
        for (place, byte, how) in changes {
            let at = place.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
        }
        exercise(&bytes, &played.rules);
    }

    #[test]
    fn changed_numbers_never_panic(seed: u64, place: prop::sample::Index, number in prop::sample::select(NUMBERS)) {
        let played = random_game(seed, 15);
        let text = played.record().print();
        let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = digits[place.index(digits.len())];
        let changed = format!("{}{number}{}", &text[..at], &text[at + 1..]);
        exercise(changed.as_bytes(), &played.rules);
    }

    #[test]
    fn reordered_lines_never_panic(seed: u64, swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4)) {
        let mut played = random_game(seed, 25);
        for (one, other) in swaps {
            let len = played.events.len();
            played.events.swap(one.index(len), other.index(len));
        }
        let mut record = Record::new(header(played.seats), played.rules.clone());
        for event in played.events {
            let before = record.clone();
            if record.append(event).is_err() {
                prop_assert_eq!(&before, &record);
            }
        }
        exercise(record.print().as_bytes(), &played.rules);
    }
}

const NUMBERS: &[&str] = &[
    "-1",
    "0",
    "7",
    "8",
    "255",
    "256",
    "65536",
    "2147483647",
    "-2147483648",
    "2147483648",
    "9223372036854775807",
    "99999999999999999999",
    "1e999",
    "0.5",
    "\"1\"",
    "null",
    "[]",
    "{}",
];

/// A record that can be read can be replayed, verified, viewed and printed.
fn exercise(bytes: &[u8], rules: &Ruleset) {
    let Ok(ParsedRecord { record, .. }) = read(bytes, rules) else { return };
    let again = read(record.print(), rules).unwrap();
    assert_eq!(again.record, record);
    let _ = verify(&record, Some(&Fickle));
    let _ = verify(&record, None);
    for count in 0..=record.events().len() {
        let view = record.game_at(count).view(Viewer::Spectator);
        let _ = serde_json::to_string(&quixotry_wire::view_json(&view, None, count as u64)).unwrap();
    }
}

fn check_truncated(played: &PlayedGame, text: &str, truncated: usize) {
    let part = &text.as_bytes()[..truncated];
    let whole_lines = part.iter().filter(|&&byte| byte == b'\n').count();
    let rest = part.iter().rev().take_while(|&&byte| byte != b'\n').count();
    // A line without a line feed is complete.
    let ended = text.as_bytes().get(truncated).is_none_or(|&byte| byte == b'\n');
    let lines = whole_lines + usize::from(rest > 0 && ended);
    match read(part, &played.rules) {
        Err(error) => assert!(lines == 0 && error.line == 1, "{error} at byte {truncated}"),
        Ok(ParsedRecord { record, truncated: cut }) => {
            assert_eq!(record.events(), &played.events[..lines - 1], "at byte {truncated}");
            assert_eq!(cut.is_some(), rest > 0 && !ended, "at byte {truncated}");
        }
    }
}

#[test]
fn a_record_can_be_truncated_at_every_byte() {
    let played = plain_game();
    let text = played.record().print();
    (0..=text.len()).for_each(|truncated| check_truncated(&played, &text, truncated));
}

#[test]
fn random_games_contain_every_kind_of_event() {
    let mut names = BTreeSet::new();
    for seed in 0..400 {
        let played = random_game(seed, 60);
        let lines = played.record().print();
        let events = lines.lines().filter_map(|line| line.split("\"event\":\"").nth(1)?.split('"').next());
        names.extend(events.map(str::to_owned));
    }
    let expected = "accepted challenged dealt ended exchange-failed exchanged left passed play-failed played \
                    started timed-out turn-skipped";
    assert_eq!(names.into_iter().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn a_failed_play_may_have_a_letter_outside_the_alphabet() {
    let draft = RulesetDraft { failed_play: FailedPlay::TurnLost, ..draft(small_board()) };
    let rules = Ruleset::try_from(draft).unwrap();
    let laid = |x: i32, letter| PlacedTile {
        at: Coord::new(x, 4),
        tile: TileId(0),
        face: Face::new(Letter::new(letter).unwrap(), 1),
    };
    let mut record = Record::new(header(2), rules.clone());
    let mut chance = SeededChance::new(1);
    let mut context = Context { words: &Fickle, chance: &mut chance, now: Millis(0) };
    let started = Game::new(rules).start(2, &mut context).unwrap();
    for event in started {
        record.append(event).unwrap();
    }
    // The alphabet has seven letters, so the eighth and later ones are outside it. The lexicon decides on their words.
    for (one, other) in [(8, 8), (9, 1), (8, 9), (1, 9), (2, 8), (8, 2)] {
        let game = record.game();
        let play = Command::Play(Placement::new([laid(4, one), laid(5, other)]));
        let events = game.decide(game.turn().unwrap(), &play, &mut context).unwrap();
        for event in events {
            record.append(event).unwrap();
        }
    }
    let text = record.print();
    assert!(text.contains("not-a-word") && text.contains("[?]"), "{text}");
    assert_eq!(verify(&record, None), []);
    assert_eq!(verify(&record, Some(&Fickle)), []);
}

#[test]
fn a_wrong_score_is_found_by_verifying_and_not_by_reading() {
    let played = plain_game();
    let changed = change_first_play(&played, |event| {
        if let EventKind::Played { score, .. } = &mut event.kind {
            *score += 1;
        }
    });
    let record = read(changed.record().print(), &played.rules).unwrap().record;
    let errors = verify(&record, None);
    let first = errors.first().expect("a fault").to_string();
    assert!(first.contains("score: the record says ") && first.contains(", the rules say "), "{first}");
}

#[test]
fn verifying_finds_too_few_drawn_tiles() {
    let played = plain_game();
    let mut changed = change_first_play(&played, |event| {
        if let EventKind::Played { drawn, .. } = &mut event.kind {
            drawn.pop();
        }
    });
    let play =
        changed.events.iter().position(|event| matches!(event.kind, EventKind::Played { .. })).unwrap();
    changed.events.truncate(play + 1);
    let errors: Vec<String> = verify(&changed.record(), None).iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("drawn: the record says"), "{errors:?}");
}

fn change_first_play(played: &PlayedGame, change: impl Fn(&mut Event)) -> PlayedGame {
    let mut events = played.events.clone();
    let play = events.iter_mut().find(|event| matches!(event.kind, EventKind::Played { .. }));
    change(play.expect("a play"));
    PlayedGame { events, rules: played.rules.clone(), states: Vec::new(), ..*played }
}

#[test]
fn extension_lines_keep_their_places() {
    let played = random_game(3, 10);
    let text = played.record().print();
    let chat = r#"{"event":"x-chat",  "from":"Ann","text":"hello"}"#;
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(1, chat);
    lines.insert(4, chat);
    lines.push(chat);
    let with_chat = lines.join("\n") + "\n";
    let record = read(&with_chat, &played.rules).unwrap().record;
    assert_eq!(record.print(), with_chat);
    assert_eq!(record.extensions().iter().map(|extra| extra.after).collect::<Vec<_>>()[..2], [0, 2]);
    let mut by_hand = played.record();
    by_hand.append_extension(chat).unwrap();
    assert!(by_hand.print().ends_with(&format!("{chat}\n")));
    assert!(by_hand.append_extension(r#"{"event":"chat"}"#).is_err());
    assert!(by_hand.append_extension("{\"event\":\n\"x-chat\"}").is_err());
}

#[test]
fn byte_order_marks_and_blank_lines_are_ignored() {
    let played = random_game(3, 10);
    let text = played.record().print();
    let windows = format!("\u{feff}{}\r\n\r\n", text.replace('\n', "\r\n"));
    assert_eq!(read(windows, &played.rules).unwrap().record, played.record());
}

#[test]
fn invalid_rules_are_reported() {
    let text = Record::new(header(2), plain_rules()).print();
    let error = Record::read(text, |header| Err::<Ruleset, _>(format!("no board in {}", header.rules.name)));
    let message = error.unwrap_err().to_string();
    assert_eq!(message, "line 1: the rules of this record cannot be used: no board in test");
}

#[test]
fn seen_events_have_the_same_form_as_recorded_events() {
    let played = random_game(11, 30);
    for (seq, event) in (1u64..).zip(&played.events) {
        let recorded: serde_json::Value =
            serde_json::from_str(&print_event(seq, event, &played.rules.tiles)).unwrap();
        for viewer in [Viewer::Spectator, Viewer::Seat(rules::Seat(0))] {
            let seen =
                quixotry_wire::event_view_json(seq, &event.view(viewer, &played.rules), &played.rules.tiles);
            let seen = serde_json::to_value(seen).unwrap();
            let keys =
                |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(&seen), keys(&recorded));
        }
    }
}
