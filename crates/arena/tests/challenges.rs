//! Challenges over real sockets: what bots see of plays that may be challenged, and what they can do about them.

mod support;

use bots::ConnectionLimits;
use rules::{ChallengeRule, Ruleset};
use serde_json::{Value, json};
use std::thread;
use support::puppet::Puppet;
use support::{Table, brisk, changed, itu, two};

/// Standard rules under which words stand until they are challenged.
fn challenged(rule: ChallengeRule) -> Ruleset {
    changed("standard", |draft| {
        draft.board = itu(None).draft().board;
        draft.starter = rules::Starter::First;
        draft.challenge = rule;
    })
}

/// Gives up when it is asked, and looks on until the game is over.
fn see_out(puppet: &mut Puppet) {
    while let Some(line) = puppet.line() {
        if line.get("your_turn").is_some() {
            puppet.say(&json!({ "turn": line["turn"], "SM": "SMForfeit" }).to_string());
        }
        if line["RCM"].get("CMGameOver").is_some() || line["RCM"].get("CMForfeit").is_some() {
            return;
        }
    }
}

/// Lays a good word, and looks on.
fn open_and_see_out(mut puppet: Puppet) {
    puppet.wait("start");
    let play = puppet.opening();
    puppet.answer(play);
    see_out(&mut puppet);
}

/// Two tiles of the hand over the centre that make no word.
fn phony(puppet: &Puppet) -> Value {
    let (tiles, graph) = (puppet.tiles(), presets::english());
    let is_word = |word: &str| {
        graph.alphabet().parse_word(word).is_ok_and(|word| lexicon::WordList::contains(graph, &word))
    };
    for (at, first) in tiles.iter().enumerate() {
        for second in &tiles[at + 1..] {
            if !is_word(&format!("{}{}", first.1, second.1)) {
                let tile = |x: i32, (id, letter, points): &(u64, String, i64)| {
                    json!([[x, 0], [id, [letter, points]]])
                };
                return json!({ "SMPlay": [tile(0, first), tile(1, second)] });
            }
        }
    }
    panic!("every two letters of {tiles:?} make a word");
}

/// A bad word stands until it is challenged; then it is taken back, its player has lost the turn and the tiles again.
#[test]
fn a_bad_word_is_taken_back_when_it_is_challenged() {
    let played = two(
        challenged(ChallengeRule::Double),
        |mut a| {
            a.wait("start");
            let (hand, play) = (a.start["start"]["hand"].clone(), phony(&a));
            a.answer(play);
            assert!(a.event().get("CMPlaySuccess").is_some());
            assert_eq!(a.event(), json!({ "CMChallenge": [2, 1, [0], "Withdrawn"] }));
            assert_eq!(a.event(), json!({ "CMPassed": 2 }));
            let asked = a.wait("your_turn");
            assert_eq!(asked["your_turn"]["hand"], hand);
            assert_eq!(asked["your_turn"]["players"][0]["score"], 0);
            a.say(&json!({ "game": asked["game"], "turn": asked["turn"], "SM": "SMForfeit" }).to_string());
        },
        |mut b| {
            let event = b.event()["CMPlayed"].clone();
            let asked = b.wait("your_turn");
            let open = &asked["your_turn"]["open"];
            assert_eq!((&open["player"], &open["move"], &open["score"]), (&json!(1), &event[1], &event[2]));
            let word = [&event[1][0][1][1][0], &event[1][1][1][1][0]];
            assert_eq!(open["words"], json!([word]));
            b.say(
                &json!({ "game": asked["game"], "turn": asked["turn"], "SM": { "SMChallenge": [0] } })
                    .to_string(),
            );
            assert_eq!(b.event(), json!({ "CMChallenge": [2, 1, [0], "Withdrawn"] }));
            // The turn is still its own.
            let again = b.wait("your_turn");
            assert!(again["your_turn"].get("open").is_none(), "{again}");
            b.say(&json!({ "game": again["game"], "turn": again["turn"], "SM": "SMPass" }).to_string());
            assert_eq!(b.event(), json!({ "CMPassed": 2 }));
            assert_eq!(b.event(), json!({ "CMForfeit": 1 }));
        },
    );
    assert_eq!(played.result.error_counts[1].illegal, 0);
}

/// What a wrong challenge costs, rule by rule: nothing, the turn, points for the other, the game.
#[test]
fn a_wrong_challenge_costs_what_the_rules_say() {
    let verdict_of = |rule| {
        let (sender, receiver) = std::sync::mpsc::channel();
        two(challenged(rule), open_and_see_out, move |mut b| {
            b.event();
            b.answer(json!({ "SMChallenge": [] }));
            let verdict = b.event()["CMChallenge"].clone();
            let then = b.line().unwrap();
            let then = if then.get("your_turn").is_some() { json!("your_turn") } else { then["RCM"].clone() };
            sender.send((verdict, then.clone())).unwrap();
            if then == "your_turn" {
                b.say(r#""SMForfeit""#);
            }
        });
        receiver.recv().unwrap()
    };
    let stands = |bonus: i32| json!([2, 1, [0], { "Stands": bonus }]);
    let (verdict, then) = verdict_of(ChallengeRule::Single);
    assert_eq!((verdict, then), (stands(0), json!("your_turn")));
    // The first player is on turn again, and gives up.
    let (verdict, then) = verdict_of(ChallengeRule::Double);
    assert_eq!((verdict, then), (stands(0), json!({ "CMForfeit": 1 })));
    let (verdict, then) = verdict_of(ChallengeRule::PointsPerWord(5));
    assert_eq!((verdict, then), (stands(5), json!("your_turn")));
    let (verdict, then) = verdict_of(ChallengeRule::Triple);
    assert_eq!((verdict, then), (stands(0), json!({ "CMForfeit": 2 })));
}

/// Challenges that cannot be made are refused with a reason, and the turn goes on.
#[test]
fn a_challenge_that_cannot_be_made_is_refused() {
    let codes = |rule, challenge: Value| {
        let (sender, receiver) = std::sync::mpsc::channel();
        two(challenged(rule), open_and_see_out, move |mut b| {
            b.answer(challenge);
            sender.send(b.errors()[0]["GPEOther"]["code"].clone()).unwrap();
            b.answer(json!("SMForfeit"));
        });
        receiver.recv().unwrap()
    };
    let void = codes(ChallengeRule::Void, json!({ "SMChallenge": [] }));
    let number = codes(ChallengeRule::Double, json!({ "SMChallenge": [7] }));
    assert_eq!((void, number), (json!("no-challenges"), json!("no-such-word")));
}

/// The play that ends a game can be challenged too: everybody else is asked, and says pass to accept it.
#[test]
fn the_last_play_of_a_game_is_accepted_or_challenged() {
    let last = |answer: &'static str| {
        let mut tiles = tiles::TileSetDraft::new("aa", tiles::Alphabet::english());
        let letter = tiles.alphabet.letters().next().unwrap();
        tiles.add([tiles::Face { letter, points: 1 }], 4);
        let rules = changed("standard", |draft| {
            draft.board = itu(None).draft().board;
            draft.starter = rules::Starter::First;
            draft.challenge = ChallengeRule::Double;
            draft.tiles = std::sync::Arc::new(tiles.try_into().unwrap());
            draft.rack_size = 2;
            draft.bonus.clear();
        });
        let (sender, receiver) = std::sync::mpsc::channel();
        two(
            rules,
            |mut a| {
                let tile = |x: i32| json!([[x, 0], [0, ["A", 1]]]);
                a.answer(json!({ "SMPlay": [tile(0), tile(1)] }));
                see_out(&mut a);
            },
            move |mut b| {
                b.event();
                let asked = b.wait("your_turn");
                assert_eq!(
                    (&asked["your_turn"]["last"], &asked["your_turn"]["bag"]),
                    (&json!(true), &json!(0))
                );
                assert_eq!(asked["your_turn"]["open"]["words"], json!([["A", "A"]]));
                let answer: Value = serde_json::from_str(answer).unwrap();
                b.say(&json!({ "game": asked["game"], "turn": asked["turn"], "SM": answer }).to_string());
                sender.send((b.event(), b.event())).unwrap();
            },
        );
        receiver.recv().unwrap()
    };
    let (accepted, over) = last(r#""SMPass""#);
    assert_eq!(accepted, json!({ "CMAccepted": 2 }));
    assert!(over.get("CMGameOver").is_some(), "{over}");
    let (stands, over) = last(r#"{"SMChallenge":[0]}"#);
    assert_eq!(stands, json!({ "CMChallenge": [2, 1, [0], { "Stands": 0 }] }));
    assert!(over.get("CMGameOver").is_some(), "{over}");
}

/// Our own players as bots see bad words and challenge them, and go on.
#[test]
fn our_own_players_challenge_bad_words() {
    let table = Table::new(challenged(ChallengeRule::Double), 2, brisk(), ConnectionLimits::default());
    let (address, socket) = (table.address(), table.listener.local_addr());
    let mut a = Puppet::connect(&address, "a");
    thread::spawn(move || {
        let stream = std::net::TcpStream::connect(socket).unwrap();
        let mut strategy =
            bots::PlayerStrategy::new(players::by_name("greedy").unwrap(), bots::ThinkingTime::Work(1), 1);
        let mut client = bots::BotClient::new("b", presets::Library::shipped(), bots::Trace::off());
        let reader = std::io::BufReader::new(stream.try_clone().unwrap());
        // The port is closed when the test is over.
        _ = client.run(reader, stream, &mut strategy);
    });
    let played = thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        a.wait("start");
        let play = phony(&a);
        a.answer(play);
        a.event();
        assert_eq!(a.event(), json!({ "CMChallenge": [2, 1, [0], "Withdrawn"] }));
        // It laid its play on the board without the bad word.
        assert!(a.event().get("CMPlayed").is_some());
        a.answer(json!("SMForfeit"));
        game.join().unwrap()
    });
    assert_eq!(played.result.error_counts[1].illegal, 0);
}
