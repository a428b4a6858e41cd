//! The WebSocket of the game library in Haskell.

use crate::brain::{Brain, Laid};
use crate::world::{OPEN, TextSocket, World};
use reqwest::Method;
use serde_json::{Value, json};

/// A client of the game library: it knows what the server tells it, and nothing else.
struct HaskellClient {
    socket: TextSocket,
    name: String,
    opponent: String,
    game: String,
    key: String,
    own: String,
    turn: String,
    rack: Vec<String>,
    board: Vec<Vec<String>>,
    scores: [i64; 2],
    announced: Vec<String>,
    /// The scores at the end.
    end: Option<Value>,
}

impl HaskellClient {
    async fn connect(world: &World, name: &str, against_computer: bool) -> HaskellClient {
        let mut socket = TextSocket::open(&format!("ws://{}/", world.haskell), None).await.unwrap();
        let join = json!({"tag": "MsgJoin", "contents": [name, against_computer]});
        socket.send(join.to_string()).await;
        HaskellClient {
            socket,
            name: name.to_owned(),
            opponent: String::new(),
            game: String::new(),
            key: String::new(),
            own: String::new(),
            turn: String::new(),
            rack: Vec::new(),
            board: vec![vec![String::new(); 15]; 15],
            scores: [0; 2],
            announced: Vec::new(),
            end: None,
        }
    }

    async fn send(&mut self, message: Value) {
        self.socket.send(message.to_string()).await;
    }

    /// Reads one message, as the original's page does.
    async fn read(&mut self) -> (String, Value) {
        let text = self.socket.next().await.expect("the connection ended");
        let message: Value = serde_json::from_str(&text).unwrap();
        let (tag, contents) = (message["tag"].as_str().unwrap().to_owned(), message["contents"].clone());
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        match tag.as_str() {
            "MsgJoinAck" => {
                self.name = text(&contents["jaName"]);
                self.opponent = text(&contents["jaOppName"]);
                self.own = text(&contents["jaTurn"]);
                self.game = text(&contents["jaGame"]);
                self.key = text(&contents["jaKey"]);
                self.rack = serde_json::from_value(contents["jaRack"].clone()).unwrap();
            }
            "MsgTurn" => self.turn = text(&contents),
            "MsgRack" => self.rack = serde_json::from_value(contents.clone()).unwrap(),
            "MsgAnnounce" => self.announced.push(text(&contents)),
            "MsgEog" => self.end = Some(contents.clone()),
            "MsgMoveAck" if contents["Right"].is_object() => self.see_play(&contents["Right"]),
            "MsgMoveAck" | "MsgHint" => {}
            other => panic!("{other}"),
        }
        (tag, contents)
    }

    fn see_play(&mut self, play: &Value) {
        for tile in play["mrWord"].as_array().unwrap() {
            let (row, col) = (tile[0][0].as_u64().unwrap(), tile[0][1].as_u64().unwrap());
            tile[1][0].as_str().unwrap().clone_into(&mut self.board[row as usize][col as usize]);
        }
        self.scores[usize::from(play["mrTurn"] == "P2")] += play["mrScore"].as_i64().unwrap();
    }

    /// Reads until a message with this tag has come.
    async fn until(&mut self, wanted: &str) -> Value {
        loop {
            let (tag, contents) = self.read().await;
            if tag == wanted {
                return contents;
            }
        }
    }

    /// Whether this player is to move; the game may be over instead.
    async fn wait(&mut self) -> bool {
        while self.end.is_none() && self.turn != self.own {
            self.read().await;
        }
        self.end.is_none()
    }

    fn word(&self, laid: &[Laid]) -> Value {
        json!(laid.iter().map(|tile| json!([[tile.row, tile.col], [tile.letter, 99]])).collect::<Vec<_>>())
    }

    /// Lays the best play, or passes if there is none, and reads until the turn has gone on.
    async fn play_best(&mut self, brain: &mut Brain) {
        let labels: Vec<String> = self.rack.iter().map(|name| name.replace("Blank", "?")).collect();
        self.turn.clear();
        match brain.best(&self.board, &labels) {
            Some(laid) => {
                let places = laid.iter().enumerate();
                let blanks: Vec<usize> = places.filter(|(_, tile)| tile.is_blank).map(|(n, _)| n).collect();
                let contents = json!({"word": self.word(&laid), "blanks": blanks});
                self.send(json!({"tag": "MsgMove", "contents": contents})).await;
                let ack = self.until("MsgMoveAck").await;
                if ack["Left"] == "The game is over." {
                    // The turn before this one ended the game; as in the original, the turn was announced first.
                    while self.end.is_none() {
                        self.read().await;
                    }
                    return;
                }
                assert!(ack["Right"].is_object(), "{ack} for {laid:?} of {:?}", self.rack);
            }
            None => self.send(json!({"tag": "MsgPass"})).await,
        }
        while self.turn.is_empty() && self.end.is_none() {
            self.read().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_plays_a_whole_game_with_the_computer() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("haskell");
    let mut jim = HaskellClient::connect(&world, "Jim", true).await;
    jim.until("MsgTurn").await;
    assert_eq!((jim.name.as_str(), jim.opponent.as_str(), jim.own.as_str()), ("Jim", "Haskell", "P1"));
    assert_eq!(jim.rack.len(), 7);
    while jim.wait().await {
        jim.play_best(&mut brain).await;
    }
    let view = world.ask(Method::GET, &format!("/api/games/{}", jim.game), &jim.key, None).await.json();
    assert_eq!(view["state"], "over");
    let end = jim.end.clone().unwrap();
    for (seat, name) in ["P1", "P2"].into_iter().enumerate() {
        assert_eq!(end[seat], json!({"theTurn": name, "theScore": view["seats"][seat]["score"]}));
    }
    let laid = jim.board.iter().flatten().filter(|letter| !letter.is_empty()).count();
    assert_eq!(view["board"].as_array().unwrap().len(), laid);
    let winner = match (&end[0]["theScore"].as_i64(), &end[1]["theScore"].as_i64()) {
        (one, other) if one > other => "Congratulations Jim",
        (one, other) if one < other => "Congratulations Haskell",
        _ => "It's a draw!",
    };
    while !jim.announced.iter().any(|text| text == winner) {
        jim.read().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clients_of_the_queue_play_a_whole_game() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("haskell");
    let mut jim = HaskellClient::connect(&world, "Jim", false).await;
    wait_for_table(&world).await;
    let mut bob = HaskellClient::connect(&world, "Jim", false).await;
    bob.until("MsgTurn").await;
    jim.until("MsgTurn").await;
    assert_eq!((jim.name.as_str(), jim.opponent.as_str(), jim.own.as_str()), ("Jim", "Jim1", "P1"));
    assert_eq!((bob.name.as_str(), bob.opponent.as_str(), bob.own.as_str()), ("Jim1", "Jim", "P2"));
    assert_eq!(jim.game, bob.game);
    loop {
        if !jim.wait().await {
            break;
        }
        jim.play_best(&mut brain).await;
        if !bob.wait().await {
            break;
        }
        bob.play_best(&mut brain).await;
    }
    for client in [&mut jim, &mut bob] {
        while client.end.is_none() {
            client.read().await;
        }
    }
    assert_eq!((&jim.board, &jim.scores, &jim.end), (&bob.board, &bob.scores, &bob.end));
}

/// Waits until somebody waits in the queue: the table is there, and its player present.
async fn wait_for_table(world: &World) {
    loop {
        let games = world.get("/api/games?state=open").await.json();
        if let Some(id) = games["games"][0]["id"].as_str() {
            let view = world.get(&format!("/api/games/{id}")).await.json();
            if view["seats"][0]["online"] == true {
                return;
            }
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_and_our_own_api_play_one_game() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("haskell");
    let mut jim = HaskellClient::connect(&world, "Jim", false).await;
    wait_for_table(&world).await;
    let games = world.get("/api/games?state=open").await.json();
    let id = games["games"][0]["id"].as_str().unwrap().to_owned();
    let zoe =
        world.send(Method::POST, &format!("/api/games/{id}/seats"), json!({"player": "Zoe"})).await.json();
    let zoe = zoe["key"].as_str().unwrap();
    jim.until("MsgTurn").await;
    assert_eq!((jim.opponent.as_str(), jim.turn.as_str()), ("Zoe", "P1"));
    jim.play_best(&mut brain).await;
    let path = format!("/api/games/{id}/commands");
    let hint = world.ask(Method::GET, &format!("/api/games/{id}/hint"), zoe, None).await.json();
    let play = json!({"type": "play", "play": hint["plays"][0]["play"]});
    assert_eq!(world.ask(Method::POST, &path, zoe, Some(play)).await.status, 200);
    let ack = jim.until("MsgMoveAck").await;
    assert_eq!(
        (&ack["Right"]["mrTurn"], &ack["Right"]["mrScore"]),
        (&json!("P2"), &hint["plays"][0]["score"])
    );
    assert_eq!(jim.until("MsgTurn").await, "P1", "no rack comes between: it is not Jim's that changed");
    let chat = Some(json!({"text": "hello <b>"}));
    assert_eq!(world.ask(Method::POST, &format!("/api/games/{id}/chat"), zoe, chat).await.status, 201);
    assert_eq!(jim.until("MsgAnnounce").await, "Zoe: hello &lt;b&gt;");
    jim.send(json!({"tag": "MsgPass"})).await;
    assert_eq!(jim.until("MsgTurn").await, "P2");
    assert_eq!(world.ask(Method::POST, &path, zoe, Some(json!({"type": "pass"}))).await.status, 200);
    assert_eq!(jim.until("MsgAnnounce").await, "Opponent passed.");
    assert_eq!(jim.until("MsgEog").await[0]["theTurn"], "P1", "two passes in a row end the game");
}

#[tokio::test(flavor = "multi_thread")]
async fn swaps_and_hints_are_answered() {
    let world = World::start(OPEN).await;
    let mut jim = HaskellClient::connect(&world, "Jim", true).await;
    jim.until("MsgTurn").await;
    jim.send(json!({"tag": "MsgHint", "contents": null})).await;
    let hints = jim.until("MsgHint").await;
    assert!(hints[0].as_array().is_some_and(|word| word.len() >= 2), "{hints}");
    assert_eq!(jim.until("MsgTurn").await, "P1");
    let (given, kept) = (jim.rack[..2].to_vec(), jim.rack[2..].to_vec());
    let given: Vec<String> = given.iter().map(|name| name.replace("Blank", "_")).collect();
    jim.send(json!({"tag": "MsgSwap", "contents": given})).await;
    jim.until("MsgRack").await;
    assert_eq!(jim.rack[2..], kept);
    assert_eq!(jim.until("MsgAnnounce").await, "Swapped tiles");
    assert_eq!(jim.until("MsgTurn").await, "P2");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_messages_change_nothing() {
    let world = World::start(OPEN).await;
    let url = format!("ws://{}/", world.haskell);
    for (text, answer) in [
        ("nonsense", "Bad input: nonsense"),
        (r#"{"tag":"MsgJoin","contents":"Jim"}"#, r#"Bad input: {"tag":"MsgJoin","contents":"Jim"}"#),
        (r#"{"tag":"MsgPass"}"#, r#"Not expecting: {"tag":"MsgPass"}"#),
    ] {
        let mut socket = TextSocket::open(&url, None).await.unwrap();
        socket.send(text).await;
        assert_eq!(socket.next().await.as_deref(), Some(answer));
        assert_eq!(socket.next().await, None, "and the connection ends");
    }

    let mut jim = HaskellClient::connect(&world, "Jim", true).await;
    jim.until("MsgTurn").await;
    jim.socket.send("nonsense").await;
    assert_eq!(jim.until("MsgAnnounce").await, "Bad input: nonsense");
    let letter = jim.rack.iter().find(|name| *name != "Blank").unwrap().clone();
    let missing = ('A'..='Z').map(String::from).find(|letter| !jim.rack.contains(letter)).unwrap();
    let tile = |letter: &str, row: i32, col: i32| json!([[row, col], [letter, 1]]);
    let cases = [
        (json!([]), "You didn't play any new tiles: : (0,0) HZ".to_owned()),
        (
            json!([tile(&missing, 7, 7), tile(&letter, 7, 8)]),
            format!("Not all tiles in rack or on board: {missing}{letter}: (7,7) HZ"),
        ),
        (json!([tile(&letter, 7, 7)]), "Too few letters".to_owned()),
        (json!([tile("é", 7, 7)]), "\"é\" is not a letter of this game".to_owned()),
    ];
    for (word, expected) in cases {
        jim.send(json!({"tag": "MsgMove", "contents": {"word": word, "blanks": []}})).await;
        assert_eq!(jim.until("MsgMoveAck").await, json!({"Left": expected}));
        assert_eq!(jim.until("MsgTurn").await, "P1", "the turn stays");
    }
    // A tile that the rack has once is not laid three times.
    let many = json!([
        tile(&letter, 7, 6),
        tile(&letter, 7, 7),
        tile(&letter, 7, 8),
        tile(&letter, 7, 9),
        tile(&letter, 7, 10),
        tile(&letter, 7, 11),
        tile(&letter, 7, 12)
    ]);
    jim.send(json!({"tag": "MsgMove", "contents": {"word": many, "blanks": []}})).await;
    let refusal = jim.until("MsgMoveAck").await;
    assert!(refusal["Left"].as_str().unwrap().starts_with("Not all tiles in rack or on board"), "{refusal}");
    jim.send(json!({"tag": "MsgSwap", "contents": vec![missing; 7]})).await;
    assert!(!jim.until("MsgAnnounce").await.as_str().unwrap().is_empty());
    let view = world.ask(Method::GET, &format!("/api/games/{}", jim.game), &jim.key, None).await.json();
    assert_eq!((&view["turns"], &view["board"]), (&json!(0), &json!([])));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_the_queue_leaves_the_table() {
    let world = World::start(OPEN).await;
    let jim = HaskellClient::connect(&world, "Jim", false).await;
    wait_for_table(&world).await;
    drop(jim);
    loop {
        let open = world.get("/api/games?state=open").await.json();
        if open["games"].as_array().unwrap().is_empty() {
            break;
        }
        tokio::task::yield_now().await;
    }
    let bob = HaskellClient::connect(&world, "Bob", false).await;
    wait_for_table(&world).await;
    drop(bob);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_and_too_many_games_are_refused() {
    let limits =
        "[clients]\nformats = [\"haskell\"]\n[limits]\ngames = \"1/h\"\ngames_burst = 1\nstreams = 2\n";
    let world = World::start(limits).await;
    let url = format!("ws://{}/", world.haskell);
    let foreign = TextSocket::open(&url, Some("https://evil.example")).await.err().unwrap();
    assert!(foreign.contains("403"), "{foreign}");
    // The page of the original has another port of the same host.
    let mut own = TextSocket::open(&url, Some("http://127.0.0.1:8000")).await.unwrap();
    own.send(r#"{"tag":"MsgJoin","contents":["Jim",true]}"#).await;
    assert!(own.next().await.unwrap().contains("MsgJoinAck"));
    let mut second = TextSocket::open(&url, None).await.unwrap();
    let third = TextSocket::open(&url, None).await.err().unwrap();
    assert!(third.contains("429"), "two streams: {third}");
    second.send(r#"{"tag":"MsgJoin","contents":["Bob",true]}"#).await;
    assert!(second.next().await.unwrap().contains("too many requests"), "one game an hour");
}
