//! The Phoenix channels of the two-player web game.

use crate::brain::{Brain, Laid};
use crate::world::{OPEN, TextSocket, World};
use reqwest::Method;
use serde_json::{Value, json};

/// How a client writes its frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Framing {
    Objects,
    Arrays,
}

/// A browser with the original's page: it knows what the server tells it, and nothing else.
struct GenericClient {
    socket: TextSocket,
    framing: Framing,
    cookie: Option<String>,
    topic: String,
    player: String,
    references: u32,
    join: String,
    /// What the page shows.
    game: Value,
    /// The answer to the last request to join.
    welcome: Value,
    updates: usize,
}

impl GenericClient {
    /// Connects, and joins a game as `player1` or `player2`.
    async fn join(world: &World, framing: Framing, game: &str, player: &str) -> GenericClient {
        GenericClient::join_with(world, framing, game, player, None).await
    }

    async fn join_with(
        world: &World,
        framing: Framing,
        game: &str,
        player: &str,
        cookie: Option<&str>,
    ) -> GenericClient {
        let mut client =
            GenericClient::connect(world, framing, &format!("games:{game}"), player, cookie).await;
        client.join_topic(json!({ "player": player })).await;
        client
    }

    async fn connect(
        world: &World,
        framing: Framing,
        topic: &str,
        player: &str,
        cookie: Option<&str>,
    ) -> GenericClient {
        let version = if framing == Framing::Objects { "1.0.0" } else { "2.0.0" };
        let url = format!("{}/socket/websocket?token=TODO&vsn={version}", world.base.replace("http", "ws"));
        let (socket, cookie) = TextSocket::open_with_cookie(&url, None, cookie).await.unwrap();
        GenericClient {
            socket,
            framing,
            cookie,
            topic: topic.to_owned(),
            player: player.to_owned(),
            references: 0,
            join: String::new(),
            game: json!({}),
            welcome: Value::Null,
            updates: 0,
        }
    }

    fn reference(&mut self) -> String {
        self.references += 1;
        self.references.to_string()
    }

    async fn send(&mut self, reference: &str, topic: &str, event: &str, payload: Value) {
        let join = (topic == self.topic).then(|| self.join.clone());
        let frame = match self.framing {
            Framing::Objects => {
                json!({"topic": topic, "event": event, "payload": payload, "ref": reference})
            }
            Framing::Arrays => json!([join, reference, topic, event, payload]),
        };
        self.socket.send(frame.to_string()).await;
    }

    /// The next frame: its reference, topic, event and payload.
    async fn read(&mut self) -> (Value, String, String, Value) {
        let text = self.socket.next().await.expect("the connection ended");
        let frame: Value = serde_json::from_str(&text).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        match self.framing {
            Framing::Objects => {
                assert_eq!(frame.as_object().unwrap().len(), 4, "{frame}");
                (frame["ref"].clone(), text(&frame["topic"]), text(&frame["event"]), frame["payload"].clone())
            }
            Framing::Arrays => {
                assert_eq!(frame.as_array().unwrap().len(), 5, "{frame}");
                (frame[1].clone(), text(&frame[2]), text(&frame[3]), frame[4].clone())
            }
        }
    }

    async fn join_topic(&mut self, payload: Value) -> Value {
        self.join = self.reference();
        let (reference, topic) = (self.join.clone(), self.topic.clone());
        self.send(&reference, &topic, "phx_join", payload).await;
        let reply = self.reply(&reference).await;
        assert_eq!(reply["status"], "ok", "{reply}");
        self.welcome = reply["response"].clone();
        self.see(reply["response"]["game"].clone());
        self.welcome.clone()
    }

    /// Sends a request and reads until its reply has come.
    async fn push(&mut self, event: &str, payload: Value) -> Value {
        let (reference, topic) = (self.reference(), self.topic.clone());
        self.send(&reference, &topic, event, payload).await;
        let reply = self.reply(&reference).await;
        if let Some(game) = reply["response"].get("game") {
            self.see(game.clone());
        }
        reply
    }

    async fn reply(&mut self, wanted: &str) -> Value {
        loop {
            let (reference, _, event, payload) = self.read().await;
            if event == "phx_reply" && reference == wanted {
                return payload;
            }
            self.see_event(&event, payload).await;
        }
    }

    fn see(&mut self, game: Value) {
        let Some(fields) = game.as_object() else { return };
        fields.iter().for_each(|(name, value)| self.game[name] = value.clone());
    }

    /// Something that the page did not ask for. As in the original, an update keeps the rack, and a channel that
    /// failed is joined again.
    async fn see_event(&mut self, event: &str, payload: Value) {
        match event {
            "update" if payload["game_name"].is_array() => {}
            "update" => {
                let mut game = payload["game"].clone();
                assert_eq!(game["rack"], json!([]), "no rack is sent to everybody");
                game["rack"] = self.game["rack"].clone();
                self.updates += 1;
                self.see(game);
            }
            "phx_error" => {
                let player = json!({ "player": self.player });
                Box::pin(self.join_topic(player)).await;
            }
            other => panic!("{other}: {payload}"),
        }
    }

    async fn step(&mut self) {
        let (_, _, event, payload) = self.read().await;
        self.see_event(&event, payload).await;
    }

    /// Reads until the page shows this.
    async fn until(&mut self, is_shown: impl Fn(&Value) -> bool) {
        while !is_shown(&self.game) {
            self.step().await;
        }
    }

    async fn until_begun(&mut self) {
        self.until(|game| game["rack"].as_array().is_some_and(|rack| rack.len() == 7)).await;
    }

    fn rack(&self) -> Vec<String> {
        serde_json::from_value(self.game["rack"].clone()).unwrap()
    }

    fn board(&self) -> Vec<Vec<String>> {
        let board: Vec<String> = serde_json::from_value(self.game["board"].clone()).unwrap();
        assert_eq!(board.len(), 225);
        board.chunks(15).map(<[String]>::to_vec).collect()
    }

    /// The payload of a play: the whole board, and texts for the places, as the original's page sends them.
    fn play_payload(&self, laid: &[Laid]) -> Value {
        let mut rack: Vec<Option<String>> = self.rack().into_iter().map(Some).collect();
        let mut board = self.board().concat();
        let (mut squares, mut places) = (Vec::new(), Vec::new());
        for tile in laid {
            let label = if tile.is_blank { "?" } else { tile.letter.as_str() };
            let place = rack.iter().position(|held| held.as_deref() == Some(label)).unwrap();
            rack[place] = None;
            let square = (tile.row * 15 + tile.col) as usize;
            board[square] = tile.letter.clone();
            squares.push(square.to_string());
            places.push(place.to_string());
        }
        json!({"board": board, "boardIndPlayed": squares, "rackIndPlayed": places})
    }

    /// Plays the best play, or passes if there is none.
    async fn play_best(&mut self, brain: &mut Brain) -> Option<Vec<Laid>> {
        let best = brain.best(&self.board(), &self.rack());
        match &best {
            Some(laid) => {
                let reply = self.push("play", self.play_payload(laid)).await;
                assert_eq!(reply["status"], "ok");
            }
            None => _ = self.push("pass", json!({"currentRackIndex": -1})).await,
        }
        best
    }
}

/// The tiles of a rack that stay after a play, in their order.
fn stay(rack: &[String], laid: &[Laid]) -> Vec<String> {
    let mut rack = rack.to_vec();
    for tile in laid {
        let label = if tile.is_blank { "?" } else { tile.letter.as_str() };
        let place = rack.iter().position(|held| held == label).unwrap();
        rack.remove(place);
    }
    rack
}

/// Two browsers at a new game, in both framings, with their racks.
async fn two_clients(world: &World, game: &str) -> (GenericClient, GenericClient) {
    let mut ann = GenericClient::join(world, Framing::Objects, game, "player1").await;
    assert_eq!((&ann.game["rack"], &ann.game["whosturn"]), (&json!([]), &json!("")));
    assert_eq!(ann.game["message"], "Waiting for the other player");
    let mut bob = GenericClient::join(world, Framing::Arrays, game, "player2").await;
    bob.until_begun().await;
    ann.until_begun().await;
    (ann, bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clients_play_a_whole_game_in_both_framings() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("generic");
    let (mut ann, mut bob) = two_clients(&world, "tea").await;
    let mut passes = 0;
    while ann.game["isActive"] == true {
        let (mover, other) =
            if ann.game["whosturn"] == "player1" { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
        let turn = mover.player.clone();
        let before = mover.rack();
        if passes == 4 {
            mover.push("forfeit", json!({"currentRackIndex": -1})).await;
        } else if let Some(laid) = mover.play_best(&mut brain).await {
            passes = 0;
            let (rack, kept) = (mover.rack(), stay(&before, &laid));
            assert!(
                rack.ends_with(&kept),
                "what stays keeps its order, after the new tiles: {kept:?} {rack:?}"
            );
            assert_eq!(
                mover.game["message"].as_str().unwrap().starts_with("Player"),
                mover.game["isActive"] == false
            );
        } else {
            passes += 1;
        }
        assert!(
            mover.game["whosturn"] != turn || mover.game["isActive"] == false,
            "{:?}",
            mover.game["message"]
        );
        let (turn, board) = (mover.game["whosturn"].clone(), mover.game["board"].clone());
        other.until(|game| game["whosturn"] == turn && game["board"] == board).await;
    }
    bob.until(|game| game["isActive"] == false).await;
    let shared = ["board", "color", "message", "words", "score1", "score2", "lastScore1", "lastScore2"];
    shared.iter().for_each(|field| assert_eq!(ann.game[field], bob.game[field], "{field}"));
    let view = world.get(&format!("/api/games/{}", ann.welcome["id"].as_str().unwrap())).await.json();
    assert_eq!(view["state"], "over");
    assert_eq!(
        (&view["seats"][0]["score"], &view["seats"][1]["score"]),
        (&ann.game["score1"], &ann.game["score2"])
    );
    let message = ann.game["message"].as_str().unwrap();
    let texts = ["Player 1 wins", "Player 2 wins", "It is a tie"];
    assert!(texts.contains(&message) || message.contains("chose to forfeit"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_messages_are_those_of_the_document() {
    let world = World::start(OPEN).await;
    let url = format!("{}/socket/websocket", world.base.replace("http", "ws"));
    let mut one = TextSocket::open(&url, None).await.unwrap();
    one.send(r#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}"#).await;
    let beat = r#"{"topic":"phoenix","event":"phx_reply","payload":{"response":{},"status":"ok"},"ref":"1"}"#;
    assert_eq!(one.next().await.as_deref(), Some(beat));
    one.send(r#"{"topic":"index:scrabble","event":"phx_join","payload":{},"ref":"2"}"#).await;
    let list = r#"{"topic":"index:scrabble","event":"phx_reply","payload":{"response":{"game_name":[]},"status":"ok"},"ref":"2"}"#;
    assert_eq!(one.next().await.as_deref(), Some(list));

    let mut two = TextSocket::open(&format!("{url}?vsn=2.0.0"), None).await.unwrap();
    two.send(r#"[null,"1","phoenix","heartbeat",{}]"#).await;
    let beat = r#"[null,"1","phoenix","phx_reply",{"response":{},"status":"ok"}]"#;
    assert_eq!(two.next().await.as_deref(), Some(beat));
    two.send(r#"["2","2","index:scrabble","phx_join",{}]"#).await;
    let list = r#"["2","2","index:scrabble","phx_reply",{"response":{"game_name":[]},"status":"ok"}]"#;
    assert_eq!(two.next().await.as_deref(), Some(list));
    two.send(r#"["2","3","index:scrabble","add",{"name":"tea"}]"#).await;
    let saved =
        r#"["2","3","index:scrabble","phx_reply",{"response":{"resp":"game has been saved"},"status":"ok"}]"#;
    assert_eq!(two.next().await.as_deref(), Some(saved));
    let update = r#"[null,null,"index:scrabble","update",{"game_name":["tea"]}]"#;
    assert_eq!(two.next().await.as_deref(), Some(update));
    let update = r#"{"topic":"index:scrabble","event":"update","payload":{"game_name":["tea"]},"ref":null}"#;
    assert_eq!(one.next().await.as_deref(), Some(update));
    two.send(r#"["2","4","index:scrabble","phx_leave",{}]"#).await;
    assert_eq!(
        two.next().await.as_deref(),
        Some(r#"["2","4","index:scrabble","phx_reply",{"response":{},"status":"ok"}]"#)
    );
    assert_eq!(two.next().await.as_deref(), Some(r#"["2","2","index:scrabble","phx_close",{}]"#));
    for (topic, event) in [("games:tea", "pass"), ("lobby", "phx_join"), ("index:scrabble", "add")] {
        two.send(json!([null, "9", topic, event, {}]).to_string()).await;
        let expected = json!([null, "9", topic, "phx_reply", {"response": {"reason": "unmatched topic"}, "status": "error"}]);
        assert_eq!(serde_json::from_str::<Value>(&two.next().await.unwrap()).unwrap(), expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_games_are_unique_and_letters_and_digits() {
    let world = World::start(OPEN).await;
    let mut ann = GenericClient::connect(&world, Framing::Arrays, "index:scrabble", "", None).await;
    ann.join_topic(json!({})).await;
    for name in ["", "with space", "tea<b>", &"a".repeat(41)] {
        assert_eq!(ann.push("add", json!({ "name": name })).await["status"], "error", "{name}");
    }
    assert_eq!(ann.push("add", json!({})).await["status"], "error");
    assert_eq!(ann.push("nothing", json!({})).await["status"], "error");
    assert_eq!(ann.push("add", json!({"name": "tea"})).await["status"], "ok");
    let again = ann.push("add", json!({"name": "tea"})).await;
    assert_eq!(again["response"]["reason"], "a game with the name \"tea\" exists");
    // The players of such a game come later, from a client or from the page.
    let id = world.id_of("tea").await;
    let zoe = world.send(Method::POST, &format!("/api/games/{id}/seats"), json!({"player": "Zoe"})).await;
    assert_eq!(zoe.status, 200, "{}", zoe.text);
    let mut bob = GenericClient::join(&world, Framing::Arrays, "tea", "player2").await;
    bob.until_begun().await;
    assert_eq!(bob.welcome["id"], id.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_are_told_in_the_words_of_the_document() {
    let world = World::start(OPEN).await;
    let (mut ann, mut bob) = two_clients(&world, "tea").await;
    let before = ann.rack();
    assert_eq!((&ann.game["whosturn"], &ann.game["isActive"]), (&json!("player1"), &json!(true)));
    // Without a tile to swap, nothing happens.
    ann.push("swap", json!({"currentRackIndex": -1})).await;
    assert_eq!(ann.game["message"], "Select a tile in the rack to swap");
    ann.push("swap", json!({"currentRackIndex": "3"})).await;
    assert_eq!((&ann.game["message"], &ann.game["whosturn"]), (&json!(""), &json!("player2")));
    let after = ann.rack();
    // Equal tiles cannot be told apart, so another tile with the same letter may be the one that is replaced.
    let changed: Vec<usize> = (0..7).filter(|place| before[*place] != after[*place]).collect();
    assert!(changed.len() <= 1, "only the swapped tile is another: {before:?} {after:?}");
    assert!(changed.iter().all(|place| before[*place] == before[3]), "{before:?} {after:?}");
    bob.until(|game| game["whosturn"] == "player2").await;
    bob.push("pass", json!({"currentRackIndex": -1})).await;
    assert_eq!(bob.game["message"], "Player2 chose to pass");
    ann.until(|game| game["message"] == "Player2 chose to pass").await;
    assert_eq!(ann.rack(), after, "an update keeps the rack");
    // Out of turn.
    bob.push("pass", json!({"currentRackIndex": -1})).await;
    assert!(!bob.game["message"].as_str().unwrap().is_empty() && bob.game["whosturn"] == "player1");
    ann.push("playAgain", json!({"currentRackIndex": -1})).await;
    assert_eq!(ann.game["message"], "the game is not over yet");
    ann.push("forfeit", json!({"currentRackIndex": -1})).await;
    let text = "Player1 chose to forfeit. Player2 wins!";
    assert_eq!((&ann.game["message"], &ann.game["isActive"]), (&json!(text), &json!(false)));
    bob.until(|game| game["message"] == text && game["isActive"] == false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_told_in_the_words_of_the_document_and_change_nothing() {
    let world = World::start(OPEN).await;
    let (mut ann, _bob) = two_clients(&world, "tea").await;
    let rack = ann.rack();
    let play = |squares: &[usize], places: &[&str]| {
        let mut board = vec![String::new(); 225];
        squares.iter().zip(places).for_each(|(square, place)| {
            board[(*square).min(224)] =
                place.parse::<usize>().ok().and_then(|n| rack.get(n).cloned()).unwrap_or_default();
        });
        json!({"board": board, "boardIndPlayed": squares, "rackIndPlayed": places})
    };
    let cases = [
        (play(&[112, 128], &["0", "1"]), "Words should be in either horizontal or vertical direction"),
        (play(&[0, 1], &["0", "1"]), "First word should be placed in the center"),
        (play(&[112, 114], &["0", "1"]), "Letters should be consecutively placed"),
        (play(&[112, 113], &["0", "7"]), "There is no such tile on the rack"),
        (play(&[112, 113], &["0", "0"]), "There is no such tile on the rack"),
        (play(&[112, 225], &["0", "1"]), "There is no such square on the board"),
        (play(&[112, 113], &["0"]), "There must be a tile of the rack for each square"),
    ];
    for (payload, expected) in cases {
        ann.push("play", payload).await;
        assert_eq!(ann.game["message"], expected);
        assert_eq!((&ann.game["whosturn"], ann.rack()), (&json!("player1"), rack.clone()));
    }
    // Letters that the client writes on its board, and on plain tiles, are not believed.
    let mut payload = play(&[112, 113, 114, 115, 116, 117, 118], &["0", "1", "2", "3", "4", "5", "6"]);
    (0..225).for_each(|square| payload["board"][square] = json!("Z"));
    ann.push("play", payload).await;
    let message = ann.game["message"].as_str().unwrap().to_owned();
    if ann.game["whosturn"] == "player1" {
        assert!(message.starts_with("Incorrect word(s): ") && !message.contains("ZZZZZZZ"), "{message}");
    }
    let laid = ann.board().concat().iter().filter(|letter| !letter.is_empty()).count();
    assert!(laid == 0 || laid == 7, "{laid}");
    for payload in [json!({}), json!({"board": 1}), json!(null)] {
        assert_eq!(ann.push("play", payload).await["status"], "error");
    }
    assert_eq!(ann.push("nothing", json!({})).await["status"], "error");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reload_keeps_the_seat_and_the_order_of_the_rack() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("generic");
    let (mut ann, mut bob) = two_clients(&world, "tea").await;
    ann.play_best(&mut brain).await;
    bob.until(|game| game["whosturn"] == "player2").await;
    let (rack, key, cookie) = (ann.rack(), ann.welcome["key"].clone(), ann.cookie.clone());
    drop(ann);
    let ann = GenericClient::join_with(&world, Framing::Arrays, "tea", "player1", cookie.as_deref()).await;
    assert_eq!((ann.rack(), &ann.welcome["key"]), (rack.clone(), &key));

    // Another browser that opens the link of the same player watches.
    let mut eve = GenericClient::join(&world, Framing::Arrays, "tea", "player1").await;
    assert_eq!((&eve.welcome["key"], &eve.game["rack"]), (&Value::Null, &json!([])));
    // Without a word in her tiles, Ann passed, and the message says that.
    let has_passed = ann.board().concat().iter().all(String::is_empty);
    let message =
        if has_passed { "Player1 chose to pass" } else { "Somebody else plays as player1. You watch." };
    assert_eq!(eve.game["message"], message);
    bob.push("pass", json!({"currentRackIndex": -1})).await;
    eve.until(|game| game["whosturn"] == "player1").await;
    eve.push("pass", json!({"currentRackIndex": -1})).await;
    assert_eq!(eve.game["whosturn"], "player1", "a client that watches has no turn");

    // The key opens the seat without the cookie.
    let url = format!("{}/socket/websocket?vsn=2.0.0&token=", world.base.replace("http", "ws"));
    let mut socket = TextSocket::open(&format!("{url}{}", key.as_str().unwrap()), None).await.unwrap();
    socket.send(r#"["1","1","games:tea","phx_join",{"player":"player1"}]"#).await;
    let reply: Value = serde_json::from_str(&socket.next().await.unwrap()).unwrap();
    assert_eq!(reply[4]["response"]["game"]["rack"], json!(rack));
}

#[tokio::test(flavor = "multi_thread")]
async fn play_again_begins_a_game_for_both() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("generic");
    let (mut ann, mut bob) = two_clients(&world, "tea").await;
    let first = ann.welcome["id"].clone();
    ann.push("forfeit", json!({"currentRackIndex": -1})).await;
    bob.until(|game| game["isActive"] == false).await;
    bob.push("playAgain", json!({"currentRackIndex": -1})).await;
    for client in [&mut ann, &mut bob] {
        client
            .until(|game| {
                let is_dealt = game["rack"].as_array().is_some_and(|rack| rack.len() == 7);
                is_dealt && game["isActive"] == true && game["whosturn"] != ""
            })
            .await;
        assert_eq!((&client.game["score1"], &client.game["message"]), (&json!(0), &json!("")));
    }
    // The one who was second begins, and is still called player2.
    assert_eq!((&ann.game["whosturn"], &bob.game["whosturn"]), (&json!("player2"), &json!("player2")));
    bob.play_best(&mut brain).await;
    assert_eq!((&bob.game["whosturn"], &bob.game["lastScore1"]), (&json!("player1"), &json!(0)));
    assert_eq!(bob.game["score2"], bob.game["lastScore2"]);
    ann.until(|game| game["whosturn"] == "player1").await;
    // A reload finds the new game.
    let (rack, cookie) = (ann.rack(), ann.cookie.clone());
    drop(ann);
    let ann = GenericClient::join_with(&world, Framing::Objects, "tea", "player1", cookie.as_deref()).await;
    assert_eq!(ann.rack(), rack);
    assert_ne!(ann.welcome["id"], first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_and_our_own_api_play_and_talk_in_one_game() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("generic");
    let made = json!({
        "name": "tea", "player": "Zoe", "rules": "generic", "hints": true,
        "seats": [{"kind": "open"}, {"kind": "you"}],
    });
    let made = world.send(Method::POST, "/api/games", made).await.json();
    let (id, zoe) = (made["game"]["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let mut ann = GenericClient::join(&world, Framing::Objects, "tea", "player1").await;
    ann.until_begun().await;
    assert!(ann.play_best(&mut brain).await.is_some());
    let path = format!("/api/games/{id}");
    let hint = world.ask(Method::GET, &format!("{path}/hint"), zoe, None).await.json();
    let play = json!({"type": "play", "play": hint["plays"][0]["play"]});
    assert_eq!(world.ask(Method::POST, &format!("{path}/commands"), zoe, Some(play)).await.status, 200);
    ann.until(|game| game["whosturn"] == "player1").await;
    assert_eq!(ann.game["lastScore2"], hint["plays"][0]["score"]);
    assert_eq!(
        (&ann.game["lastScore1"], ann.game["words"].as_array().unwrap().is_empty()),
        (&json!(0), false)
    );
    let view = world.ask(Method::GET, &path, zoe, None).await.json();
    assert_eq!(view["seats"][0]["player"], "player1");

    let chat = Some(json!({"text": "hello"}));
    assert_eq!(world.ask(Method::POST, &format!("{path}/chat"), zoe, chat).await.status, 201);
    ann.until(|game| game["chatMessage"] == "Zoe: hello\n").await;
    // The page sends everything that was said before too.
    ann.push("chatMessage", json!({"msg": ["Zoe: hello\nplayer1: hi Zoe\n"]})).await;
    ann.until(|game| game["chatMessage"] == "Zoe: hello\nplayer1: hi Zoe\n").await;
    let lines = world.ask(Method::GET, &format!("{path}/chat"), zoe, None).await.json();
    assert_eq!(
        (&lines["lines"][1]["player"], &lines["lines"][1]["text"]),
        (&json!("player1"), &json!("hi Zoe"))
    );
    assert_eq!(ann.push("chatMessage", json!({"msg": ["player1: \n"]})).await["status"], "error");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blank_becomes_the_letter_with_which_the_play_counts_most() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("generic");
    // The first seed that deals a blank to the first player.
    for seed in 0.. {
        let made = json!({
            "name": format!("tea{seed}"), "rules": "generic", "seed": seed,
            "seats": [{"kind": "open"}, {"kind": "open"}],
        });
        assert_eq!(world.send(Method::POST, "/api/games", made).await.status, 201);
        let (mut ann, _bob) = two_clients(&world, &format!("tea{seed}")).await;
        if !ann.rack().contains(&"?".to_owned()) {
            continue;
        }
        let mut laid = brain.best(&ann.board(), &ann.rack()).unwrap();
        let best = laid.clone();
        // The page shows the blank itself on the board: its player cannot choose a letter.
        laid.iter_mut().filter(|tile| tile.is_blank).for_each(|tile| "?".clone_into(&mut tile.letter));
        ann.push("play", ann.play_payload(&laid)).await;
        assert_eq!((&ann.game["message"], &ann.game["whosturn"]), (&json!(""), &json!("player2")));
        let board = ann.board();
        let plain = best.iter().filter(|tile| !tile.is_blank);
        plain.for_each(|tile| assert_eq!(board[tile.row as usize][tile.col as usize], tile.letter));
        assert!(best.iter().all(|tile| board[tile.row as usize][tile.col as usize] != "?"));
        return;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_the_client_cannot_show_are_refused() {
    let world = World::start(OPEN).await;
    for (name, rules, seats) in [("wide", "infinite", 2), ("many", "standard", 3)] {
        let seats: Vec<Value> = (0..seats).map(|_| json!({"kind": "open"})).collect();
        let made = json!({"name": name, "rules": rules, "seats": seats});
        let made = world.send(Method::POST, "/api/games", made).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let topic = format!("games:{name}");
        let mut ann = GenericClient::connect(&world, Framing::Arrays, &topic, "player1", None).await;
        ann.send("1", &topic, "phx_join", json!({"player": "player1"})).await;
        let reply = ann.reply("1").await;
        let reason = reply["response"]["reason"].as_str().unwrap().to_owned();
        assert!(reason.starts_with("this game cannot be played with this client: "), "{reason}");
        ann.send("2", &topic, "phx_join", json!({"player": "player3"})).await;
        assert_eq!(ann.reply("2").await["response"]["reason"], "player: the player is player1 or player2");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_and_origins_of_the_server_hold_for_channels_too() {
    let limits = "[clients]\nformats = [\"generic\"]\ngeneric_path = \"/old\"\n\
                  [limits]\ngames = \"1/h\"\ngames_burst = 1\nstreams = 1\n";
    let world = World::start(limits).await;
    let url = format!("{}/old/websocket", world.base.replace("http", "ws"));
    let foreign = TextSocket::open(&url, Some("https://evil.example")).await.err().unwrap();
    assert!(foreign.contains("403"), "{foreign}");
    let unknown = TextSocket::open(&format!("{url}?vsn=3.0.0"), None).await.err().unwrap();
    assert!(unknown.contains("403"), "{unknown}");
    let mut socket = TextSocket::open(&url, Some(&world.base)).await.unwrap();
    let second = TextSocket::open(&url, None).await.err().unwrap();
    assert!(second.contains("429"), "one stream: {second}");
    socket.send(r#"{"topic":"games:tea","event":"phx_join","payload":{"player":"player1"},"ref":"1"}"#).await;
    assert!(socket.next().await.unwrap().contains(r#""status":"ok""#));
    socket.send(r#"{"topic":"games:two","event":"phx_join","payload":{"player":"player1"},"ref":"2"}"#).await;
    let reply = socket.next().await.unwrap();
    assert!(reply.contains("too many requests"), "one game an hour: {reply}");
    let missing = World::start("").await;
    let url = format!("{}/socket/websocket", missing.base.replace("http", "ws"));
    assert!(TextSocket::open(&url, None).await.is_err(), "nothing is open unless asked for");
}
