//! The HTTP API of the distributed web game.

use crate::brain::{Brain, Laid};
use crate::world::{Answer, Events, OPEN, World, answer};
use reqwest::Method;
use serde_json::{Value, json};

/// A client of the distributed web game: it knows what the server tells it, and nothing else.
struct CornellClient {
    world: World,
    key: String,
    player: String,
    game: String,
    order: u64,
    events: Events,
    board: Vec<Vec<String>>,
    rack: Vec<String>,
    scores: Vec<i64>,
    names: Vec<String>,
    turn: u64,
    over: bool,
}

impl CornellClient {
    /// Creates a game with PUT, or joins one with POST.
    async fn seat(world: &World, method: Method, player: &str, game: &str) -> CornellClient {
        let body = json!({"playerName": player, "gameName": game});
        let seated = world.send(method, "/api/game", body).await.json();
        let key = seated["key"].as_str().unwrap().to_owned();
        let state = &seated["game"];
        assert_eq!(state["name"], game);
        assert!(state["remaining_tiles"].as_array().unwrap().iter().all(|tile| tile == "*"));
        let board: Vec<Vec<String>> = serde_json::from_value(state["grid"].clone()).unwrap();
        assert!(board.len() == 15 && board.iter().all(|row| row.len() == 15));
        let players = state["players"].as_array().unwrap();
        let own = players.iter().find(|one| one["player_name"] == player).unwrap();
        let events = Events::open(stream(world, "game", player, game, &key)).await;
        let mut client = CornellClient {
            world: world.clone(),
            key,
            player: player.to_owned(),
            game: game.to_owned(),
            order: own["order"].as_u64().unwrap(),
            events,
            board,
            rack: Vec::new(),
            scores: players.iter().map(|one| one["score"].as_i64().unwrap()).collect(),
            names: players.iter().map(|one| one["player_name"].as_str().unwrap().to_owned()).collect(),
            turn: state["turn"].as_u64().unwrap(),
            over: false,
        };
        players.iter().for_each(|one| client.see_player(one));
        client
    }

    fn see_player(&mut self, player: &Value) {
        let order = player["order"].as_u64().unwrap();
        let tiles: Vec<String> = serde_json::from_value(player["tiles"].clone()).unwrap();
        self.scores[order as usize] = player["score"].as_i64().unwrap();
        if order == self.order {
            self.rack = tiles;
        } else {
            assert!(tiles.iter().all(|tile| tile == "*"), "the rack of another: {player}");
        }
    }

    /// Reads one update, as the original's client does.
    async fn update(&mut self) -> Value {
        let update = self.events.next().await;
        if let Some(order) = update["order"].as_u64() {
            self.names[order as usize] = update["playerName"].as_str().unwrap().to_owned();
        } else if let Some(tiles) = update["board_diff"].as_array() {
            for tile in tiles {
                let (row, col) = (tile["row"].as_u64().unwrap(), tile["col"].as_u64().unwrap());
                tile["value"].as_str().unwrap().clone_into(&mut self.board[row as usize][col as usize]);
            }
            update["players_diff"].as_array().unwrap().iter().for_each(|one| self.see_player(one));
            self.turn = update["new_turn_val"].as_u64().unwrap();
        } else {
            assert_eq!(update, json!({"over": true}));
            self.over = true;
        }
        update
    }

    /// Reads updates until it is this player's turn or the game is over.
    async fn wait(&mut self) {
        while !self.over && self.turn != self.order {
            self.update().await;
        }
    }

    async fn make_move(&self, tiles: Value, swapped: Value) -> Answer {
        let turn = json!({"playerName": self.player, "tilesPlaced": tiles, "swappedTiles": swapped});
        self.world
            .send(Method::POST, "/api/move", json!({"key": self.key, "gameName": self.game, "move": turn}))
            .await
    }

    async fn play_best(&mut self, brain: &mut Brain) {
        let tiles = brain.best(&self.board, &self.rack).unwrap_or_default();
        let answer = self.make_move(json!(tiles.iter().map(tile).collect::<Vec<_>>()), json!([])).await;
        if answer.text == "The game is over." {
            // The turn before this one ended the game, and the update that says so is on its way.
            while !self.over {
                self.update().await;
            }
            return;
        }
        assert_eq!((answer.status, answer.text.as_str()), (200, ""), "{tiles:?} of {:?}", self.rack);
        // The own turn comes back as an update.
        while self.update().await["players_diff"][0]["order"] != self.order {}
    }

    async fn chat(&self, text: &str) {
        let body = json!({"key": self.key, "playerName": self.player, "gameName": self.game, "msg": text});
        let answer = self.world.send(Method::POST, "/api/messaging", body).await;
        assert_eq!((answer.status, answer.text.as_str()), (200, ""));
    }

    async fn messages(&self) -> Events {
        Events::open(stream(&self.world, "messaging", &self.player, &self.game, &self.key)).await
    }

    async fn leave(&self) -> Answer {
        let body = json!({"key": self.key, "playerName": self.player, "gameName": self.game});
        self.world.send(Method::DELETE, "/api/game", body).await
    }
}

fn stream(world: &World, what: &str, player: &str, game: &str, key: &str) -> reqwest::RequestBuilder {
    let query = format!("gameName={game}&playerName={player}&key={key}").replace(' ', "%20");
    world.request(Method::GET, &format!("/api/{what}?{query}"))
}

fn tile(laid: &Laid) -> Value {
    json!({"row": laid.row, "col": laid.col, "value": laid.letter})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_plays_a_whole_game_with_three_computers() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("cornell");
    let mut ann = CornellClient::seat(&world, Method::PUT, "Ann", "whole game").await;
    assert_eq!((ann.order, ann.turn, ann.rack.len(), ann.names.len()), (0, 0, 7, 4));
    while !ann.over {
        ann.wait().await;
        if !ann.over {
            ann.play_best(&mut brain).await;
        }
    }
    // The client's board and scores, made from updates only, are those of our own API.
    let id = world.id_of("whole game").await;
    let view = world.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(view["state"], "over");
    let scores: Vec<i64> =
        view["seats"].as_array().unwrap().iter().map(|seat| seat["score"].as_i64().unwrap()).collect();
    assert_eq!(ann.scores, scores);
    assert!(scores[0] > 0);
    let laid = ann.board.iter().flatten().filter(|letter| !letter.is_empty()).count();
    assert_eq!(view["board"].as_array().unwrap().len(), laid);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clients_and_our_own_api_play_one_game() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("cornell");
    let mut ann = CornellClient::seat(&world, Method::PUT, "Ann", "table").await;
    let mut bob = CornellClient::seat(&world, Method::POST, "Bob", "table").await;
    assert_eq!((bob.order, bob.rack.len()), (1, 7), "a joiner takes over the first computer");
    assert_eq!(ann.update().await, json!({"playerName": "Bob", "order": 1}));
    let id = world.id_of("table").await;
    let cleo = world.send(Method::POST, &format!("/api/games/{id}/seats"), json!({"player": "Cleo"})).await;
    let cleo_key = cleo.json()["key"].as_str().unwrap().to_owned();
    assert_eq!(ann.update().await, json!({"playerName": "Cleo", "order": 2}));
    assert_eq!(bob.update().await, json!({"playerName": "Cleo", "order": 2}));

    ann.play_best(&mut brain).await;
    assert!(!ann.board[7][7].is_empty());
    bob.wait().await;
    assert_eq!(bob.board, ann.board);
    bob.play_best(&mut brain).await;
    let path = format!("/api/games/{id}/commands");
    let pass = world.ask(Method::POST, &path, &cleo_key, Some(json!({"type": "pass"}))).await;
    assert_eq!(pass.status, 200);
    // The last seat is a computer's, then it is the turn of Ann.
    ann.wait().await;
    bob.wait_for_turn_of(0).await;
    assert_eq!((&bob.board, &bob.scores), (&ann.board, &ann.scores));
    assert_eq!(ann.names, bob.names);

    // The keys are the same everywhere.
    let view = world.ask(Method::GET, &format!("/api/games/{id}"), &bob.key, None).await.json();
    let letters = view["seats"][1]["letters"].as_str().unwrap();
    let mut held = bob.rack.clone();
    held.sort();
    let mut shown: Vec<String> = letters.chars().map(String::from).collect();
    shown.sort();
    assert_eq!(held, shown);

    // Bob leaves, and a computer takes the seat.
    assert_eq!(bob.leave().await.status, 200);
    let update = loop {
        let update = ann.update().await;
        if update["playerName"].is_string() {
            break update;
        }
    };
    assert_eq!(update["order"], 1);
    assert_eq!(bob.leave().await.status, 401, "the key was revoked");
    let view = world.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(view["seats"][1]["kind"], "computer");
    assert_eq!(view["seats"][1]["player"], update["playerName"]);
}

impl CornellClient {
    async fn wait_for_turn_of(&mut self, order: u64) {
        while self.turn != order {
            self.update().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chat_joins_clients_and_the_page() {
    let world = World::start(OPEN).await;
    let ann = CornellClient::seat(&world, Method::PUT, "Ann", "talk").await;
    ann.chat("before the stream").await;
    let mut messages = ann.messages().await;
    ann.chat("good \"luck\" & <b>fun</b>").await;
    let id = world.id_of("talk").await;
    let bob = world.send(Method::POST, &format!("/api/games/{id}/seats"), json!({"player": "<i>Bob"})).await;
    let bob_key = bob.json()["key"].as_str().unwrap().to_owned();
    let line = Some(json!({"text": "<img src=x onerror=alert(1)>"}));
    assert_eq!(world.ask(Method::POST, &format!("/api/games/{id}/chat"), &bob_key, line).await.status, 201);
    let own = json!({"msg": "good 'luck' &amp; &lt;b&gt;fun&lt;/b&gt;", "playerName": "Ann"});
    assert_eq!(messages.next().await, own);
    let other = json!({"msg": "&lt;img src=x onerror=alert(1)&gt;", "playerName": "&lt;i&gt;Bob"});
    assert_eq!(messages.next().await, other);
    // Our own readers get what was written.
    let lines = world.get(&format!("/api/games/{id}/chat")).await.json();
    assert_eq!(lines["lines"][1]["text"], "good \"luck\" & <b>fun</b>");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_continues_where_it_stopped() {
    let world = World::start(OPEN).await;
    let mut brain = Brain::new("cornell");
    let mut ann = CornellClient::seat(&world, Method::PUT, "Ann", "resume").await;
    ann.play_best(&mut brain).await;
    let seen = ann.events.last.clone();
    ann.wait().await;
    let request = || stream(&world, "game", "Ann", "resume", &ann.key);
    let mut resumed = Events::open(request().header("last-event-id", &seen)).await;
    let first = resumed.next().await;
    assert_eq!(first["players_diff"][0]["order"], 1, "the turn after the one that was seen");
    // Without it, everything since the seat was taken comes again: a client that was slow misses nothing.
    let mut again = Events::open(request()).await;
    assert_eq!(again.next().await["players_diff"][0]["order"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_requests_get_the_statuses_and_texts_of_the_original() {
    let world = World::start(OPEN).await;
    let mut ann = CornellClient::seat(&world, Method::PUT, "Ann", "g").await;
    let text = |answer: Answer| {
        assert!(answer.kind.starts_with("text/plain"), "{answer:?}");
        (answer.status, answer.text)
    };
    let names = |player: &str, game: &str| json!({"playerName": player, "gameName": game});
    let check = async |method: Method, path: &str, body: Value, status: u16, expected: &str| {
        let found = text(world.send(method.clone(), path, body.clone()).await);
        assert_eq!(found, (status, expected.to_owned()), "{method} {path} {body}");
    };
    check(Method::PUT, "/api/game", names("Bob", "g"), 400, "Game with name 'g' already exists").await;
    check(Method::PUT, "/api/game", json!({"playerName": "Bob"}), 400, "Bad JSON").await;
    check(Method::PUT, "/api/game", json!([]), 400, "Bad JSON").await;
    check(Method::POST, "/api/game", names("Bob", "h"), 404, "Game with name 'h' not found").await;
    let exists = "Player with name 'Ann' already exists in game with name 'g'";
    check(Method::POST, "/api/game", names("Ann", "g"), 406, exists).await;
    check(Method::POST, "/api/game", json!({"gameName": 1, "playerName": "Bob"}), 400, "Bad JSON").await;
    let keyed = |key: &str, player: &str, game: &str| json!({"key": key, "playerName": player, "gameName": game, "msg": "hi"});
    for (method, path) in [(Method::DELETE, "/api/game"), (Method::POST, "/api/messaging")] {
        check(method.clone(), path, keyed("wrong", "Ann", "g"), 401, "Invalid API key").await;
        check(method.clone(), path, keyed(&ann.key, "Bob", "g"), 401, "Invalid API key").await;
        check(method.clone(), path, json!({"key": ann.key}), 400, "Bad JSON").await;
        let missing = world.send(method, path, keyed("wrong", "Ann", "nowhere")).await;
        assert_eq!(missing.status, 404, "{}", missing.text);
    }
    let raw = answer(world.request(Method::POST, "/api/move").body("{")).await;
    assert_eq!(text(raw), (400, "Bad JSON".to_owned()));
    for what in ["game", "messaging"] {
        let wrong = answer(stream(&world, what, "Ann", "g", "wrong")).await;
        assert_eq!(text(wrong), (401, "Invalid API key".to_owned()));
        let half = answer(world.request(Method::GET, &format!("/api/{what}?gameName=g"))).await;
        assert_eq!(text(half), (404, String::new()));
    }

    // Moves: the first of the original's checks that fails.
    let letter = ann.rack.iter().find(|tile| *tile != "?").unwrap().clone();
    let at = |row: i32, col: i32| json!({"row": row, "col": col, "value": letter});
    let refuse = async |tiles: Value, swapped: Value, expected: &str| {
        let found = text(ann.make_move(tiles.clone(), swapped).await);
        assert_eq!(found, (400, expected.to_owned()), "{tiles}");
    };
    refuse(json!([at(0, 0)]), json!([]), "first move must have one tile on star").await;
    refuse(json!([at(7, 7), at(8, 8)]), json!([]), "tiles must be placed horizontally or vertically").await;
    refuse(json!([at(7, 7), at(7, 9)]), json!([]), "gap in tiles placed").await;
    refuse(json!([{"row": 7, "col": 7, "value": "1"}]), json!([]), "'1' is not a letter of this game").await;
    refuse(json!([]), json!(["7"]), "'7' is not a tile of this game").await;
    // Squares that do not exist, occupied squares and tiles of others are refused, and nothing changes.
    for tiles in [
        json!([at(7, 7), at(7, 15)]),
        json!([at(7, 7), at(7, 2_000_000_000)]),
        json!([at(-1, 7), at(7, 7)]),
        json!(vec![at(7, 7); 2]),
        json!((0..15).map(|col| at(7, col)).collect::<Vec<_>>()),
    ] {
        assert_eq!(ann.make_move(tiles, json!([])).await.status, 400);
    }
    assert_eq!(ann.make_move(json!([]), json!(vec!["Q"; 7])).await.status, 400);
    let (row, kept) = (ann.board[7].clone(), ann.rack.clone());
    assert!(row.iter().all(String::is_empty));
    // A pass ends the turn; then it is not Ann's.
    let id = world.id_of("g").await;
    for player in ["Bob", "Cleo", "Dan"] {
        let seat =
            world.send(Method::POST, &format!("/api/games/{id}/seats"), json!({"player": player})).await;
        assert_eq!(seat.status, 200);
    }
    check(Method::POST, "/api/game", names("Eve", "g"), 400, "Game with name 'g' is full").await;
    assert_eq!(ann.make_move(json!([]), json!([])).await.status, 200);
    while ann.turn == 0 {
        ann.update().await;
    }
    assert_eq!(ann.rack, kept);
    let late = text(ann.make_move(json!([at(7, 7)]), json!([])).await);
    assert_eq!(late, (400, "it's not your turn".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swap_gives_other_tiles_and_ends_the_turn() {
    let world = World::start(OPEN).await;
    let mut ann = CornellClient::seat(&world, Method::PUT, "Ann", "swap").await;
    let (kept, given) = (ann.rack[2..].to_vec(), ann.rack[..2].to_vec());
    assert_eq!(ann.make_move(json!([]), json!(given)).await.status, 200);
    let update = ann.update().await;
    let update = if update["order"].is_null() { update } else { ann.update().await };
    assert_eq!((&update["board_diff"], &update["new_turn_val"]), (&json!([]), &json!(1)));
    assert_eq!(ann.rack[2..], kept, "the tiles that stay keep their places");
    assert_eq!(ann.rack.len(), 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_the_page_is_joined_by_its_name() {
    let world = World::start(OPEN).await;
    let seats = json!([{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]);
    let game = json!({"name": "by name", "player": "Zoe", "rules": {"source":
        "inherit = \"standard\"\nseats = 3\n"}, "seats": seats});
    let zoe = world.send(Method::POST, "/api/games", game).await.json();
    let mut ann = CornellClient::seat(&world, Method::POST, "Ann", "by name").await;
    assert_eq!((ann.order, ann.rack.len()), (1, 0), "the game has not begun");
    let bob = CornellClient::seat(&world, Method::POST, "Bob", "by name").await;
    assert_eq!((bob.order, bob.rack.len(), bob.names[0].as_str()), (2, 7, "Zoe"));
    assert_eq!(ann.update().await, json!({"playerName": "Bob", "order": 2}));
    let update = ann.update().await;
    assert_eq!(update["players_diff"][0]["order"], 1, "the rack comes when the game begins");
    assert_eq!(ann.rack.len(), 7);
    drop(zoe);
    // A board that the client cannot show is refused with the reason.
    let game = json!({"name": "wide", "player": "Zoe", "rules": "infinite",
        "seats": [{"kind": "you"}, {"kind": "open"}]});
    assert_eq!(world.send(Method::POST, "/api/games", game).await.status, 201);
    let unfit = world.send(Method::POST, "/api/game", json!({"playerName": "Ann", "gameName": "wide"})).await;
    let text = "Game with name 'wide' cannot be played with this client: its board is not 15 by 15";
    assert_eq!((unfit.status, unfit.text.as_str()), (400, text));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_and_origins_of_the_server_hold_here_too() {
    let limits = "[clients]\nformats = [\"cornell\"]\ncornell_path = \"/old\"\n\
                  [limits]\ngames = \"1/h\"\ngames_burst = 1\nstreams = 1\nkey = \"1/h\"\nkey_burst = 3\n";
    let world = World::start(limits).await;
    let put =
        |game: &str| world.send(Method::PUT, "/old/game", json!({"playerName": "Ann", "gameName": game}));
    let key = put("one").await.json()["key"].as_str().unwrap().to_owned();
    assert_eq!(put("two").await.status, 429, "one game an hour");
    let path = format!("/old/game?gameName=one&playerName=Ann&key={key}");
    let open = || world.request(Method::GET, &path);
    let events = Events::open(open()).await;
    assert_eq!(answer(open()).await.status, 429, "one stream");
    drop(events);
    let say = || {
        world.send(
            Method::POST,
            "/old/messaging",
            json!({"key": key, "playerName": "Ann", "gameName": "one", "msg": "hi"}),
        )
    };
    assert_eq!((say().await.status, say().await.status), (200, 200));
    assert_eq!(say().await.status, 429, "three requests with one key");
    let foreign = world.request(Method::PUT, "/old/game").header("origin", "https://evil.example");
    assert_eq!(answer(foreign.body("{}")).await.status, 403);
    let large = world.request(Method::POST, "/old/game").body(vec![b' '; 1_000_000]);
    assert_eq!(answer(large).await.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_open_unless_asked_for() {
    let world = World::start("").await;
    let put = world.send(Method::PUT, "/api/game", json!({"playerName": "Ann", "gameName": "g"})).await;
    assert_eq!((put.status, put.kind.as_str()), (404, "application/problem+json"));
}
