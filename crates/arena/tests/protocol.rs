//! The bot protocol over real sockets: every row of the ITU server's table, every error, every way to break off.

mod support;

use bots::ConnectionLimits;
use rules::{EventKind, LeaveCause, Millis};
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;
use support::puppet::Puppet;
use support::{Table, brisk, changed, itu, two};

/// Passes until the game is over.
fn pass_on(mut puppet: Puppet) {
    loop {
        let Some(line) = puppet.line() else { return };
        if line.get("your_turn").is_some() {
            puppet.say(&json!({ "game": line["game"], "turn": line["turn"], "SM": "SMPass" }).to_string());
        }
        if line["RCM"].get("CMGameOver").is_some() {
            return;
        }
    }
}

fn forfeit(mut puppet: Puppet) {
    puppet.answer(json!("SMForfeit"));
}

#[test]
fn the_start_message_has_everything() {
    two(
        itu(Some(5000)),
        |mut a| {
            let start = a.wait("start");
            assert_eq!((&start["game"], &start["turn"]), (&json!("game-1"), &json!(0)));
            let start = &start["start"];
            assert_eq!(
                (&start["players"], &start["you"], &start["first"]),
                (&json!(2), &json!(1), &json!(1))
            );
            assert_eq!(start["names"], json!(["a", "b"]));
            let setup = &start["setting"];
            assert_eq!(setup["timeout"], 5000);
            assert_eq!(setup["alphabet"].as_array().unwrap().len(), 26);
            assert_eq!(setup["tiles"]["4"], json!([["D", 2]]));
            assert_eq!(setup["tiles"]["0"].as_array().unwrap().len(), 26);
            let held: u64 =
                start["hand"].as_array().unwrap().iter().map(|held| held[1].as_u64().unwrap()).sum();
            assert_eq!(held, 7);
            let board = &setup["board"];
            assert!(board["prog"].as_str().unwrap().contains("_result_"));
            assert_eq!(board["squares"]["4"]["1"], "_result_ := _acc_ * 3");
            assert_eq!((&board["usedSquare"], &board["center"]), (&json!(0), &json!([0, 0])));
            assert_eq!((&board["isInfinite"], &board["factors"]["3"]), (&json!(false), &json!([1, 2])));
            assert_eq!(board["cells"]["min"], json!([-7, -7]));
            assert_eq!(board["cells"]["rows"][0][0], 4);
            // Words come when they are asked for.
            let lexicon = &setup["lexicon"];
            a.say(&json!({ "words": lexicon["hash"] }).to_string());
            let words = a.wait("words");
            assert_eq!(
                words["words"]["words"].as_array().unwrap().len() as u64,
                lexicon["count"].as_u64().unwrap()
            );
            assert_eq!(words["words"]["words"][0], "AA");
            a.say(r#"{"words":"no such hash"}"#);
            assert_eq!(a.wait("error")["error"]["code"], "no-such-lexicon");
            a.say(&json!({ "game": "game-1", "turn": 0, "SM": "SMForfeit" }).to_string());
        },
        pass_on,
    );
}

/// Row 1: a good play.
#[test]
fn both_bots_get_a_legal_play_and_tiles_are_drawn() {
    let played = two(
        itu(None),
        |mut a| {
            a.wait("start");
            let play = a.opening();
            a.answer(play.clone());
            let event = a.event();
            let success = event["CMPlaySuccess"].as_array().unwrap();
            assert_eq!(success[0], play["SMPlay"]);
            let drawn: u64 =
                success[2].as_array().unwrap().iter().map(|drawn| drawn[1].as_u64().unwrap()).sum();
            assert_eq!(drawn, 2);
            forfeit(a);
        },
        |mut b| {
            let event = b.event();
            let played = event["CMPlayed"].as_array().unwrap();
            assert_eq!((&played[0], played[1].as_array().unwrap().len()), (&json!(1), 2));
            assert_eq!(b.wait("your_turn")["turn"], 1);
            b.say(r#"{"game":"game-1","turn":1,"SM":"SMPass"}"#);
            assert_eq!(b.event(), json!({ "CMPassed": 2 }));
            assert_eq!(b.event(), json!({ "CMForfeit": 1 }));
            assert!(b.event().get("CMGameOver").is_some());
        },
    );
    assert_eq!(played.result.end, "last one left");
}

/// Row 2: an illegal play costs the turn and counts as a pass; only its player gets the reasons.
#[test]
fn a_bad_play_costs_the_turn() {
    let played = two(
        itu(None),
        |mut a| {
            a.wait("start");
            let mut play = a.opening();
            play["SMPlay"][1][0] = json!([5, 5]);
            a.answer(play);
            assert_eq!(a.errors(), json!([{ "GPEWordNotOnRowOrColumn": [[0, 0], [5, 5]] }]));
            pass_on(a);
        },
        |mut b| {
            let event = b.event();
            assert_eq!(event["CMPlayFailed"][0], 1);
            assert_eq!(event["CMPlayFailed"][1].as_array().unwrap().len(), 2);
            assert_eq!(b.wait("your_turn")["your_turn"]["tally"]["passes"], 1);
            b.say(r#"{"turn":1,"SM":"SMPass"}"#);
            pass_on(b);
        },
    );
    assert_eq!(played.result.end, "rounds of passes");
    assert_eq!(played.result.error_counts[0].illegal, 1);
}

/// Rows 3, 4 and 6: passes, exchanges and forfeits as each sees them.
#[test]
fn both_bots_get_passes_exchanges_and_forfeits() {
    two(
        itu(None),
        |mut a| {
            a.pass();
            assert_eq!(a.event(), json!({ "CMPassed": 1 }));
            assert_eq!(a.event(), json!({ "CMChange": [2, 2] }));
            forfeit(a);
        },
        |mut b| {
            b.wait("start");
            let tiles: Vec<u64> = b.tiles().iter().take(2).map(|tile| tile.0).collect();
            assert_eq!(b.event(), json!({ "CMPassed": 1 }));
            b.answer(json!({ "SMChange": tiles }));
            let drawn = b.event();
            let drawn: u64 = drawn["CMChangeSuccess"]
                .as_array()
                .unwrap()
                .iter()
                .map(|drawn| drawn[1].as_u64().unwrap())
                .sum();
            assert_eq!(drawn, 2);
            assert_eq!(b.event(), json!({ "CMForfeit": 1 }));
            let over = b.event();
            // Who has left is not in the list.
            assert_eq!(over["CMGameOver"].as_array().unwrap().len(), 1);
            assert_eq!(over["CMGameOver"][0][0], 2);
        },
    );
}

/// Row 5: a bad exchange looks like a pass to the others, and no tile is lost.
#[test]
fn a_bad_exchange_looks_like_a_pass_to_the_others() {
    let played = two(
        itu(None),
        |mut a| {
            a.wait("start");
            a.answer(json!({ "SMChange": [999] }));
            assert_eq!(a.errors(), json!([{ "GPEPieceDoesNotExist": 999 }]));
            pass_on(a);
        },
        |mut b| {
            assert_eq!(b.event(), json!({ "CMPassed": 1 }));
            let asked = b.wait("your_turn");
            assert_eq!(asked["your_turn"]["bag"], 90);
            b.say(r#""SMPass""#);
            pass_on(b);
        },
    );
    assert!(matches!(played.events[3].kind, EventKind::ExchangeFailed { .. }));
}

/// Row 7: who is late has passed, and the late answer is refused and never taken as the next move.
#[test]
fn a_late_answer_is_stale_and_not_the_next_move() {
    let played = two(
        itu(Some(300)),
        |mut a| {
            let asked = a.wait("your_turn");
            assert!(asked["your_turn"]["left"].as_i64().unwrap() <= 301);
            assert_eq!(a.event(), json!({ "CMTimeout": 1 }));
            // Now the answer for turn 0 comes, and later one for turn 2 that does not say so.
            a.say(r#"{"game":"game-1","turn":0,"SM":"SMForfeit"}"#);
            assert_eq!(a.wait("stale")["stale"], json!({ "for": 0 }));
            while a.event() != json!({ "CMTimeout": 1 }) {}
            a.say(r#""SMForfeit""#);
            assert_eq!(a.wait("stale")["stale"], json!({ "for": 2 }));
            pass_on(a);
        },
        |mut b| {
            assert_eq!(b.event(), json!({ "CMTimeout": 1 }));
            pass_on(b);
        },
    );
    // On a busy machine more turns may take too long.
    assert!(played.result.error_counts[0].timeouts >= 2);
    assert_eq!(played.result.end, "rounds of passes");
    assert_eq!(*played.result.left, [false, false]);
}

/// Row 8: a broken connection is a forfeit after the time to reconnect.
#[test]
fn a_broken_connection_is_a_forfeit() {
    let played = two(
        itu(None),
        |mut a| {
            a.wait("your_turn");
            a.cut();
        },
        |mut b| {
            assert_eq!(b.event(), json!({ "CMForfeit": 1 }));
            assert!(b.event().get("CMGameOver").is_some());
        },
    );
    assert_eq!(played.result.error_counts[0].crashes, 1);
    let left = played.events.iter().find_map(|event| {
        let EventKind::Left { why, .. } = event.kind else { return None };
        Some(why)
    });
    assert_eq!(left, Some(LeaveCause::Disconnected));
}

#[test]
fn a_bot_that_comes_back_has_its_seat_and_everything_that_happened() {
    let mut policy = brisk();
    policy.reconnect_timeout = Duration::from_secs(20);
    let table = Table::new(itu(None), 2, policy, ConnectionLimits::default());
    let address = table.address();
    let (a, b) = (Puppet::connect(&address, "a"), Puppet::connect(&address, "b"));
    let played = thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        scope.spawn(|| pass_on(b));
        let mut a = a;
        a.pass();
        a.wait("your_turn");
        let (token, before) = (a.token.clone(), a.heard.clone());
        a.cut();
        // A stranger with the same name gets no seat; a bot with the token gets it.
        let stranger = Puppet::connect(&address, "a");
        let mut a = Puppet::again(&address, "a", &token);
        let start = a.wait("start");
        assert_eq!(start["start"]["resumed"], true);
        assert_eq!(a.event(), json!({ "CMPassed": 1 }));
        assert_eq!(a.event(), json!({ "CMPassed": 2 }));
        let question = a.wait("your_turn");
        let same = |line: &&String| serde_json::from_str::<Value>(line).unwrap()["turn"] == question["turn"];
        assert!(before.iter().rev().any(|line| same(&line)));
        a.say(&json!({ "game": question["game"], "turn": question["turn"], "SM": "SMForfeit" }).to_string());
        let played = game.join().unwrap();
        drop(stranger);
        played
    });
    assert_eq!((&*played.result.end, played.result.error_counts[0].crashes), ("last one left", 1));
}

#[test]
fn speaking_out_of_turn_is_refused_and_kept_from_the_next_turn() {
    let played = two(
        itu(None),
        |mut a| {
            thread::sleep(Duration::from_millis(50));
            a.pass();
            pass_on(a);
        },
        |mut b| {
            b.wait("start");
            b.say(r#"{"game":"game-1","turn":0,"SM":"SMForfeit"}"#);
            b.say(r#"{"game":"game-1","turn":1,"SM":"SMForfeit"}"#);
            b.say(r#"{"game":"game-0","turn":0,"SM":"SMForfeit"}"#);
            b.say(r#""SMForfeit""#);
            let codes: Vec<Value> = (0..2).map(|_| b.wait("error")["error"]["code"].clone()).collect();
            assert!(codes.iter().all(|code| code == "not-your-turn" || code == "no-such-turn"), "{codes:?}");
            pass_on(b);
        },
    );
    assert_eq!(*played.result.left, [false, false]);
}

#[test]
fn the_pass_limit_counts_rounds_as_the_rules_say() {
    // Two players: 6 passes under our own rules, 7 as the ITU server counted.
    let turns = |rules| two(rules, pass_on, pass_on).result.turns;
    assert_eq!(turns(itu(None)), 6);
    let compat = changed("itu-compat", |draft| draft.starter = rules::Starter::First);
    assert_eq!(turns(compat), 7);
}

/// The defects of the ITU server: the first player's forfeit froze the pass counter, and one player alone went on.
#[test]
fn games_end_when_any_seat_forfeits() {
    let table = Table::new(itu(None), 3, brisk(), ConnectionLimits::default());
    let address = table.address();
    let mut puppets = ["a", "b", "c"].map(|name| Puppet::connect(&address, name)).into_iter();
    let played = thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        let first = puppets.next().unwrap();
        scope.spawn(|| forfeit(first));
        puppets.for_each(|puppet| drop(scope.spawn(|| pass_on(puppet))));
        game.join().unwrap()
    });
    assert_eq!((&*played.result.end, played.result.turns), ("rounds of passes", 6));
    assert_eq!(*played.result.left, [true, false, false]);
    let all_forfeit = two(itu(None), forfeit, drop);
    assert_eq!(all_forfeit.result.end, "last one left");
}

/// Passes, notes what the tally says at each of its turns, and forfeits at a turn.
fn pass_until(mut puppet: Puppet, forfeit_at: Option<usize>) -> Vec<(u64, u64)> {
    let mut tallies = Vec::new();
    loop {
        let Some(line) = puppet.line() else { return tallies };
        if let Some(asked) = line.get("your_turn") {
            let tally = &asked["tally"];
            let answer = if forfeit_at == Some(tallies.len()) { "SMForfeit" } else { "SMPass" };
            tallies.push((tally["passes"].as_u64().unwrap(), tally["rounds"].as_u64().unwrap()));
            puppet.say(&json!({ "game": line["game"], "turn": line["turn"], "SM": answer }).to_string());
            if answer == "SMForfeit" {
                return tallies;
            }
        }
        if line["RCM"].get("CMGameOver").is_some() {
            return tallies;
        }
    }
}

#[test]
fn three_passes_of_those_who_stay_end_the_game_and_the_tally_says_so() {
    let table = Table::new(itu(None), 4, brisk(), ConnectionLimits::default());
    let address = table.address();
    let puppets = ["a", "b", "c", "d"].map(|name| Puppet::connect(&address, name));
    let (played, tallies) = thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        // The third and the fourth player pass once and forfeit in their second turn.
        let plans = [None, None, Some(1), Some(1)];
        let bots: Vec<_> = puppets
            .into_iter()
            .zip(plans)
            .map(|(puppet, plan)| scope.spawn(move || pass_until(puppet, plan)))
            .collect();
        let played = game.join().unwrap();
        (played, bots.into_iter().map(|bot| bot.join().unwrap()).collect::<Vec<_>>())
    });
    assert_eq!(played.result.end, "rounds of passes");
    assert_eq!(tallies[0], [(0, 0), (4, 1), (6, 2)], "passes and rounds at each turn of the first player");
    assert_eq!(tallies[1], [(1, 0), (5, 1), (7, 2)], "the second player's third pass ends the game");
    assert_eq!(*played.result.left, [false, false, true, true]);
}

/// What a play of the first player gets as errors, on an empty board.
fn errors_of(rules: rules::Ruleset, play: impl FnOnce(&Puppet) -> Value + Send) -> Value {
    let (sender, receiver) = std::sync::mpsc::channel();
    two(
        rules,
        move |mut a| {
            a.wait("start");
            let play = play(&a);
            a.answer(play);
            sender.send(a.errors()).unwrap();
            forfeit(a);
        },
        pass_on,
    );
    receiver.recv().unwrap()
}

/// A letter and points that the game does not have come back as they were sent, to the sender and to the others.
#[test]
fn a_failed_move_is_sent_back_as_it_was_sent() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let played = two(
        itu(None),
        |mut a| {
            a.wait("start");
            let odd = json!([[[0, 0], [1, ["Ø", 1]]], [[1, 0], [4, ["D", 2]]], [[2, 0], [5, ["E", 70_000]]]]);
            a.answer(json!({ "SMPlay": odd }));
            let errors = a.errors();
            let words: Vec<&Value> = errors
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|error| error.get("GPEWordNotInDictionary"))
                .collect();
            assert_eq!(words, ["ØDE"], "{errors}");
            sender.send(odd).unwrap();
            pass_on(a);
        },
        move |mut b| {
            let failed = b.event();
            assert_eq!(failed, json!({ "CMPlayFailed": [1, receiver.recv().unwrap()] }));
            pass_on(b);
        },
    );
    let failed = played.events.iter().find(|event| matches!(event.kind, EventKind::PlayFailed { .. }));
    let EventKind::PlayFailed { written: Some(written), .. } = &failed.unwrap().kind else {
        panic!("the record has what was sent");
    };
    assert!(written.contains('Ø'), "{written}");
}

fn tile(puppet: &Puppet, place: usize, x: i32, y: i32) -> Value {
    let (id, letter, points) = puppet.tiles()[place].clone();
    json!([[x, y], [id, [letter, points]]])
}

fn names(errors: &Value) -> Vec<String> {
    let name = |error: &Value| match error {
        Value::String(name) => name.clone(),
        error => error.as_object().unwrap().keys().next().unwrap().clone(),
    };
    errors.as_array().unwrap().iter().map(name).collect()
}

#[test]
fn every_error_of_an_opening_has_its_name_and_data() {
    assert_eq!(errors_of(itu(None), |_| json!({ "SMPlay": [] })), json!(["GPEEmptyMove"]));
    let errors = errors_of(itu(None), |a| json!({ "SMPlay": [tile(a, 0, 0, 0), tile(a, 1, 1, 1)] }));
    assert_eq!(errors, json!([{ "GPEWordNotOnRowOrColumn": [[0, 0], [1, 1]] }]));
    let errors = errors_of(itu(None), |a| json!({ "SMPlay": [tile(a, 0, 0, 0)] }));
    assert_eq!(names(&errors), ["GPEFirstWordTooShort"]);
    let errors = errors_of(itu(None), |a| json!({ "SMPlay": [tile(a, 0, 3, 3), tile(a, 1, 3, 5)] }));
    assert_eq!(errors, json!([{ "GPEFirstWordNotOverCenter": [0, 0] }, "GPEWordNotConnected"]));
    let errors =
        errors_of(itu(None), |a| json!({ "SMPlay": [tile(a, 0, 0, 0), [[1, 0], [4711, ["A", 1]]]] }));
    assert!(errors.as_array().unwrap().contains(&json!({ "GPEPieceDoesNotExist": 4711 })), "{errors}");
    let errors =
        errors_of(itu(None), |a| json!({ "SMPlay": [tile(a, 0, 0, 0), [[1, 0], [1, ["ß", 99999]]]] }));
    assert!(
        errors.as_array().unwrap().contains(&json!({ "GPEInvalidPieceInst": [1, ["ß", 99999]] })),
        "{errors}"
    );
    let errors = errors_of(itu(None), |a| json!({ "SMPlay": [tile(a, 0, 0, 7), tile(a, 1, 0, 8)] }));
    assert!(names(&errors).contains(&"GPEWordOutsideBoard".to_owned()), "{errors}");
    let hole = changed("hole", |draft| draft.starter = rules::Starter::First);
    let errors = errors_of(hole, |a| json!({ "SMPlay": [tile(a, 0, 3, 3), tile(a, 1, 4, 3)] }));
    assert!(errors.as_array().unwrap().contains(&json!({ "GPEEmptyTile": [3, 3] })), "{errors}");
}

#[test]
fn every_other_error_has_its_name_and_data() {
    // Three tiles of a kind that no player has three of, as an invalid word.
    let errors = errors_of(itu(None), |a| {
        let one = |x: i32| {
            let mut tile = tile(a, 0, x, 0);
            tile[0] = json!([x, 0]);
            tile
        };
        json!({ "SMPlay": (0..7).map(one).collect::<Vec<_>>() })
    });
    assert!(names(&errors).contains(&"GPEWordNotInDictionary".to_owned()), "{errors}");
    assert!(names(&errors).contains(&"GPEPlayerDoesNotHavePiece".to_owned()), "{errors}");
    // Where only one tile is left in the bag, seven cannot be exchanged.
    let small = changed("itu", |draft| {
        draft.starter = rules::Starter::First;
        draft.exchange = rules::ExchangePolicy::Allowed(rules::ExchangeLimits {
            bag: 200,
            ..rules::ExchangeLimits::TOURNAMENT
        });
    });
    let errors = errors_of(small, |a| json!({ "SMChange": [a.tiles()[0].0] }));
    assert_eq!(errors, json!([{ "GPENotEnoughPieces": [1, 90] }]));
    // Next to tiles on the board, and on top of them.
    let (sender, receiver) = std::sync::mpsc::channel();
    two(
        itu(None),
        |mut a| {
            a.wait("start");
            let play = a.opening();
            a.answer(play);
            a.wait("your_turn");
            a.say(
                &json!({ "game": "game-1", "turn": 2, "SM": { "SMPlay": [tile(&a, 0, 0, 0)] } }).to_string(),
            );
            sender.send(a.errors()).unwrap();
            forfeit(a);
        },
        |mut b| {
            b.wait("start");
            let away = json!({ "SMPlay": [tile(&b, 0, 5, 5), tile(&b, 1, 5, 6)] });
            b.answer(away);
            let errors = b.errors();
            assert!(names(&errors).contains(&"GPEWordNotAdjacent".to_owned()), "{errors}");
            pass_on(b);
        },
    );
    let errors = receiver.recv().unwrap();
    assert!(names(&errors).contains(&"GPEOccupiedTile".to_owned()), "{errors}");
}

/// Under rules that let a player try again, a bad play is refused and the turn goes on.
#[test]
fn where_the_rules_let_it_a_bot_tries_again() {
    let standard = changed("standard", |draft| draft.starter = rules::Starter::First);
    let played = two(
        standard,
        |mut a| {
            a.wait("start");
            let again: Vec<Value> =
                (0..2).map(|_| a.answer(json!({ "SMPlay": [] }))["turn"].clone()).collect();
            assert_eq!(again, [0, 0]);
            assert_eq!(a.errors(), json!(["GPEEmptyMove"]));
            let mut skrabbkle = a.wait("your_turn");
            skrabbkle = skrabbkle["turn"].clone();
            a.say(&json!({ "turn": skrabbkle, "SM": "SMForfeit" }).to_string());
        },
        pass_on,
    );
    assert_eq!(played.result.error_counts[0].illegal, 2);
    assert!(!played.events.iter().any(|event| matches!(event.kind, EventKind::PlayFailed { .. })));
}

/// Invalid lines, megabytes without a line break, floods and silence end the connection and affect no other bot.
#[test]
fn hostile_peers_do_no_harm() {
    let limits = ConnectionLimits { hello: Millis(400), ..ConnectionLimits::default() };
    let table = Table::new(itu(None), 2, brisk(), limits);
    let address = table.address();
    let (a, b) = (Puppet::connect(&address, "a"), Puppet::connect(&address, "b"));
    let endings = thread::scope(|scope| {
        let hostile = |bytes: Vec<u8>| {
            let address = &address;
            scope.spawn(move || {
                let mut peer = Puppet::raw(address);
                peer.bytes(&bytes);
                peer.bye()
            })
        };
        let peers = [
            hostile(b"GET / HTTP/1.1\r\n".repeat(40)),
            hostile(vec![b'x'; 3 << 20]),
            hostile(b"{\"ping\":1}\n".repeat(20_000)),
            hostile(Vec::new()),
            hostile(b"\xff\xfe\xfd\n".repeat(40)),
            hostile(b"{\"hello\":{\"protocol\":9,\"name\":\"x\"}}\n".to_vec()),
        ];
        let game = scope.spawn(|| table.play());
        scope.spawn(|| pass_on(a));
        scope.spawn(|| pass_on(b));
        assert_eq!(game.join().unwrap().result.end, "rounds of passes");
        peers.map(|peer| peer.join().unwrap())
    });
    let [garbage, long, flood, silent, binary, version] = endings;
    assert!(garbage.is_empty() || garbage.contains("could not be used"), "{garbage}");
    assert!(long.is_empty() || long.contains("at most 65536 bytes"), "{long}");
    assert!(flood.is_empty() || flood.contains("too many lines"), "{flood}");
    assert_eq!(silent, "no hello came in time");
    assert!(binary.is_empty() || binary.contains("could not be used"), "{binary}");
    assert_eq!(version, "this server speaks version 1 of the protocol, not 9");
}

/// A half-open connection is detected by its silence.
#[test]
fn a_half_open_connection_is_given_up() {
    let limits =
        ConnectionLimits { heartbeat: Millis(100), silence: Millis(600), ..ConnectionLimits::default() };
    let table = Table::new(itu(None), 2, brisk(), limits);
    let address = table.address();
    let (mut a, b) = (Puppet::connect(&address, "a"), Puppet::connect(&address, "b"));
    let played = thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        scope.spawn(move || {
            let mut b = b;
            while let Some(line) = b.line() {
                if let Some(number) = line.get("ping") {
                    b.say(&json!({ "pong": number }).to_string());
                }
                if line["RCM"].get("CMGameOver").is_some() {
                    return;
                }
            }
        });
        // It reads and never answers, not even a ping.
        let mut pings = 0;
        while let Some(line) = a.line() {
            pings += usize::from(line.get("ping").is_some());
            if line.get("bye").is_some() {
                break;
            }
        }
        assert!(pings >= 2, "{:?}", a.heard);
        game.join().unwrap()
    });
    assert_eq!((&*played.result.left, &*played.result.end), (&[true, false][..], "last one left"));
}

#[test]
fn no_more_bots_come_in_than_may() {
    let limits = ConnectionLimits { connections: 2, ..ConnectionLimits::default() };
    let table = Table::new(itu(None), 2, brisk(), limits);
    let address = table.address();
    let (a, b) = (Puppet::connect(&address, "a"), Puppet::connect(&address, "b"));
    assert_eq!(Puppet::raw(&address).bye(), "there are as many bots here as there may be");
    drop((a, b));
    // When one has left, another can connect.
    let buffers = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(50));
        let mut peer = Puppet::raw(&address);
        peer.say(r#"{"hello":{"protocol":1,"name":"c"}}"#);
        peer.line().is_some_and(|line| line.get("welcome").is_some())
    });
    assert!(buffers);
}

/// A bot that asks for much and reads nothing is given up; the other does not notice.
#[test]
fn a_bot_that_does_not_read_is_given_up() {
    let limits = ConnectionLimits { outgoing: 1 << 20, ..ConnectionLimits::default() };
    let table = Table::new(itu(None), 2, brisk(), limits);
    let address = table.address();
    let (mut a, b) = (Puppet::connect(&address, "a"), Puppet::connect(&address, "b"));
    let played = thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        scope.spawn(|| pass_on(b));
        let hash = a.wait("start")["start"]["setting"]["lexicon"]["hash"].clone();
        (0..4).for_each(|_| a.say(&json!({ "words": hash }).to_string()));
        game.join().unwrap()
    });
    assert_eq!((&*played.result.left, &*played.result.end), (&[true, false][..], "last one left"));
    assert!(played.reports.iter().any(|(_, report)| report.contains("not read")), "{:?}", played.reports);
}

/// A seated bot that floods the server loses its own game only.
#[test]
fn a_flood_in_the_middle_of_a_game_costs_only_the_flooder() {
    let played = two(
        itu(None),
        |mut a| {
            a.wait("your_turn");
            a.bytes("{\"ping\":1}\n".repeat(50_000).as_bytes());
            while a.line().is_some() {}
        },
        |mut b| {
            assert_eq!(b.event(), json!({ "CMForfeit": 1 }));
            assert!(b.event().get("CMGameOver").is_some());
        },
    );
    assert_eq!(*played.result.left, [true, false]);
    assert_eq!(played.result.error_counts[1], quixotry_arena::ErrorCounts::default());
}
