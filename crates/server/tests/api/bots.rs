//! Bots that connect to the bot port and play at the tables.

use crate::client::{Seated, World, settings};
use bots::{BotClient, PlayerStrategy, ThinkingTime, Trace};
use quixotry_server::{App, TableSettings};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

crate::cases![
    a_bot_plays_with_a_person_and_waits_for_the_next_game,
    a_game_waits_for_its_bot,
    bots_play_each_other_to_the_end,
    a_bot_comes_back_to_its_seat_at_any_server,
    a_bot_that_finds_nothing_good_passes,
    a_bot_hears_why_a_play_is_refused_and_tries_again,
    a_second_connection_takes_the_place_of_the_first,
    whoever_misbehaves_harms_nobody,
    nothing_is_taken_back_from_a_bot,
    a_rematch_calls_the_bot_again,
    the_connection_of_a_bot_ends_with_its_key,
];

/// A bot that says what it is told to say.
struct Puppet {
    lines: BufReader<TcpStream>,
    token: String,
}

impl Puppet {
    async fn connect(world: &World, name: &str) -> Puppet {
        Puppet::hello(world, json!({"protocol":1,"name":name})).await
    }

    async fn hello(world: &World, hello: Value) -> Puppet {
        let stream = TcpStream::connect(world.bots).await.unwrap();
        let mut puppet = Puppet { lines: BufReader::new(stream), token: String::new() };
        puppet.say(json!({ "hello": hello })).await;
        let welcome = puppet.hear("welcome").await;
        puppet.token = welcome["welcome"]["token"].as_str().unwrap().to_owned();
        puppet
    }

    async fn say(&mut self, what: Value) {
        self.lines.get_mut().write_all(format!("{what}\n").as_bytes()).await.unwrap();
    }

    /// The next line; `None` once the connection is closed.
    async fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = tokio::time::timeout(Duration::from_secs(20), self.lines.read_line(&mut line)).await;
        match read.expect("a bot hears nothing") {
            Ok(1..) => Some(serde_json::from_str(&line).unwrap()),
            _ => None,
        }
    }

    /// The next line that says this.
    async fn hear(&mut self, word: &str) -> Value {
        loop {
            let line = self.next().await.unwrap_or_else(|| panic!("closed before {word}"));
            if line.get(word).is_some() {
                return line;
            }
        }
    }

    async fn answer(&mut self, question: &Value, what: Value) {
        let answer = json!({"game":question["game"],"turn":question["turn"],"SM":what});
        self.say(answer).await;
    }

    /// Waits to be asked, and passes.
    async fn pass(&mut self) {
        let question = self.hear("your_turn").await;
        self.answer(&question, json!("SMPass")).await;
    }
}

/// A game between a person, who begins, and a bot.
async fn with_bot(world: &World, name: &str) -> Seated {
    let seats = json!([{"kind":"you"},{"kind":"bot","name":name}]);
    world.make(json!({"player":"Ann","seed":7,"seats":seats})).await
}

async fn listed(world: &World, name: &str) -> Option<Value> {
    let players = world.get("/players").await.ok(200);
    let level = format!("bot:{name}");
    players["players"].as_array().unwrap().iter().find(|entry| entry["level"] == level.as_str()).cloned()
}

async fn until_free(world: &World, name: &str, free: usize) {
    for _ in 0..400 {
        if listed(world, name).await.is_some_and(|entry| entry["free"] == free) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{free} bots called {name} should be free");
}

async fn a_bot_plays_with_a_person_and_waits_for_the_next_game(world: World) {
    let mut bot = Puppet::connect(&world, "crosser").await;
    until_free(&world, "crosser", 1).await;
    for _ in 0..2 {
        let ann = with_bot(&world, "Crosser").await;
        let start = bot.hear("start").await;
        let said = &start["start"];
        assert_eq!((&said["you"], &said["names"]), (&json!(2), &json!(["Ann", "Crosser"])));
        assert_eq!((&start["game"], &said["resumed"]), (&json!(ann.id), &json!(false)));
        let view = ann.until(|view| view["state"] == "running").await;
        let seat = &view["seats"][1];
        assert_eq!(
            (&seat["kind"], &seat["level"], &seat["online"]),
            (&json!("bot"), &json!("bot:Crosser"), &json!(true))
        );
        assert_eq!(listed(&world, "crosser").await.unwrap()["free"], 0);

        let played = ann.play_best().await;
        let told = bot.hear("RCM").await;
        assert_eq!(told["RCM"]["CMPlayed"][0], 1, "{told}");
        bot.pass().await;
        let told = bot.hear("RCM").await;
        assert_eq!(told["RCM"]["CMPassed"], 2, "{told}");
        let view = ann.until(|view| view["turns"] == 2).await;
        assert_eq!(
            (&view["turn"], view["seq"].as_u64()),
            (&json!(0), played["seq"].as_u64().map(|seq| seq + 1))
        );
        assert!(!view.to_string().contains(&bot.token));
        ann.command(json!({"type":"pass"})).await.ok(200);
        let question = bot.hear("your_turn").await;
        bot.answer(&question, json!("SMForfeit")).await;
        ann.until(|view| view["state"] == "over").await;
        until_free(&world, "crosser", 1).await;
    }
    drop(bot);
    for _ in 0..400 {
        if listed(&world, "crosser").await.is_none() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("a bot that has gone is still listed");
}

async fn a_game_waits_for_its_bot(world: World) {
    // As a page chooses it, which knows of computers only.
    let seats =
        json!([{"kind":"you"},{"kind":"computer","level":"bot:late"},{"kind":"computer","level":"bot:late"}]);
    let ann = world.make(json!({"player":"Ann","visibility":"private","seats":seats})).await;
    let view = ann.view().await;
    assert_eq!((&view["state"], &view["seats"][1]["online"]), (&json!("open"), &json!(false)));
    assert_eq!(view["seats"][2]["player"], "late 2");
    // The seat is the bot's: no person may have it.
    let seats = ann.path(&format!("/seats?invite={}", ann.invite.clone().unwrap()));
    world.post(&seats, json!({"player":"Bob"})).await.problem(409, "table-full");
    let other = Puppet::connect(&world, "other").await;
    let (mut one, mut two) = (Puppet::connect(&world, "late").await, Puppet::connect(&world, "late").await);
    let (first, second) = (one.hear("start").await, two.hear("start").await);
    assert_eq!(first["start"]["you"].as_u64().unwrap() + second["start"]["you"].as_u64().unwrap(), 5);
    ann.until(|view| view["state"] == "running").await;
    until_free(&world, "other", 1).await;
    drop(other);
    let nameless = json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"bot","name":" "}]});
    world.post("/games", nameless).await.problem(400, "malformed");
}

/// One of our own players as a bot, on a thread of its own, until its connection ends; that can be awaited, since a
/// test that blocks here may hold the very worker that is to close the connection.
pub(crate) fn own_bot(world: &World, name: &'static str) -> oneshot::Receiver<()> {
    let address = world.bots;
    let (end, ended) = oneshot::channel();
    std::thread::spawn(move || {
        let stream = std::net::TcpStream::connect(address).unwrap();
        let read = std::io::BufReader::new(stream.try_clone().unwrap());
        let mut mind = PlayerStrategy::new(players::by_name("greedy").unwrap(), ThinkingTime::Work(1), 1);
        let mut client = BotClient::new(name, presets::Library::shipped(), Trace::off());
        // The server closes the connection when it stops.
        client.run(read, stream, &mut mind).ok();
        end.send(()).ok();
    });
    ended
}

async fn bots_play_each_other_to_the_end(world: World) {
    let bots = ["left", "right"].map(|name| own_bot(&world, name));
    let seats = json!([{"kind":"bot","name":"left"},{"kind":"bot","name":"right"}]);
    let maker = world.make(json!({"player":"Ann","seed":3,"seats":seats})).await;
    let mut events = maker.events("?since=0").await;
    let mut plays = 0;
    loop {
        let event = events.next().await.unwrap();
        plays += u32::from(event.event == "played");
        if event.event == "ended" {
            break;
        }
    }
    assert!(plays > 10, "{plays} plays");
    let view = maker.view().await;
    assert!(
        view["seats"].as_array().unwrap().iter().all(|seat| seat["score"].as_i64().unwrap() > 100),
        "{view}"
    );
    let record = maker.get("/record?format=gcg").await;
    assert!(record.status == 200 && record.text.contains("#player1 left"), "{}", record.text);
    world.app.begin_stop();
    for bot in bots {
        bot.await.unwrap();
    }
}

async fn a_bot_comes_back_to_its_seat_at_any_server(world: World) {
    let bot = Puppet::connect(&world, "crosser").await;
    let ann = with_bot(&world, "crosser").await;
    ann.until(|view| view["state"] == "running").await;
    ann.play_best().await;
    let token = bot.token.clone();
    drop(bot);
    // Another server on the same store is what a restart comes to.
    let app = App::with_store(world.app.settings().clone(), world.app.store().clone()).unwrap();
    for place in [&world, &World::with(app).await] {
        let mut bot = Puppet::hello(place, json!({"protocol":1,"name":"crosser","token":token})).await;
        assert_eq!(bot.token, token);
        assert_eq!(bot.next().await.unwrap()["start"]["resumed"], true);
        let told = bot.next().await.unwrap();
        assert_eq!(told["RCM"]["CMPlayed"][0], 1, "{told}");
        let question = bot.hear("your_turn").await;
        assert_eq!(question["turn"].as_u64(), ann.view().await["turns"].as_u64());
        bot.answer(&question, json!("SMPass")).await;
        ann.until(|view| view["turn"] == 0).await;
        ann.command(json!({"type":"pass"})).await.ok(200);
        bot.hear("your_turn").await;
    }
    // A token that opens nothing is no way in, and no way to a person's seat either.
    for wrong in ["guessed", ann.key.as_str()] {
        let bot = Puppet::hello(&world, json!({"protocol":1,"name":"other","token":wrong})).await;
        assert_ne!(bot.token, wrong);
    }
}

async fn a_bot_that_finds_nothing_good_passes(world: World) {
    let mut bot = Puppet::connect(&world, "stubborn").await;
    let ann = with_bot(&world, "stubborn").await;
    ann.until(|view| view["state"] == "running").await;
    ann.command(json!({"type":"pass"})).await.ok(200);
    for _ in 0..5 {
        let question = bot.hear("your_turn").await;
        bot.answer(&question, json!({"SMPlay":[[[7,7],[200,["A",1]]]]})).await;
        bot.hear("RGPE").await;
    }
    assert_eq!(bot.hear("RCM").await["RCM"]["CMPassed"], 2);
    ann.until(|view| view["turns"] == 2).await;
}

async fn a_bot_hears_why_a_play_is_refused_and_tries_again(world: World) {
    let mut bot = Puppet::connect(&world, "crosser").await;
    let ann = with_bot(&world, "crosser").await;
    ann.until(|view| view["state"] == "running").await;
    ann.command(json!({"type":"pass"})).await.ok(200);
    let question = bot.hear("your_turn").await;
    bot.answer(&question, json!({"SMPlay":[]})).await;
    assert_eq!(bot.hear("RGPE").await["RGPE"], json!(["GPEEmptyMove"]));
    let again = bot.hear("your_turn").await;
    assert_eq!(again["turn"], question["turn"]);
    bot.say(json!({"words":"no such lexicon"})).await;
    assert_eq!(bot.hear("error").await["error"]["code"], "no-such-lexicon");
    bot.answer(&again, json!("SMPass")).await;
    bot.answer(&again, json!("SMPass")).await;
    assert_eq!(bot.hear("stale").await["stale"]["for"], question["turn"]);
    ann.until(|view| view["turns"] == 2).await;
}

async fn a_second_connection_takes_the_place_of_the_first(world: World) {
    let mut bot = Puppet::connect(&world, "crosser").await;
    let ann = with_bot(&world, "crosser").await;
    bot.hear("start").await;
    let mut again = Puppet::hello(&world, json!({"protocol":1,"name":"crosser","token":bot.token})).await;
    assert!(bot.hear("bye").await["bye"]["reason"].as_str().unwrap().contains("another connection"));
    assert_eq!(again.hear("start").await["start"]["resumed"], true);
    ann.command(json!({"type":"pass"})).await.ok(200);
    again.pass().await;
    ann.until(|view| view["turns"] == 2).await;
}

async fn whoever_misbehaves_harms_nobody(world: World) {
    let mut good = Puppet::connect(&world, "good").await;
    let ann = with_bot(&world, "good").await;
    good.hear("start").await;
    let mut held = Vec::new();
    let wrong: [&[u8]; 6] = [
        b"\xff\xfe\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"{\"hello\":{\"protocol\":9,\"name\":\"x\"}}\n",
        b"{\"hello\":{\"protocol\":1,\"name\":\"\\u0000\"}}\n",
        b"{\"hello\":{\"protocol\":1,\"name\":\"flood\"}}\n",
        &[b'x'; 70_000],
    ];
    for bytes in wrong {
        let mut stream = TcpStream::connect(world.bots).await.unwrap();
        // The server may close it while we still write.
        stream.write_all(bytes).await.ok();
        for _ in 0..40 {
            stream.write_all(b"{\"SM\":\"SMForfeit\",\"game\":\"x\",\"turn\":0}\nnonsense\n").await.ok();
        }
        held.push(stream);
    }
    ann.command(json!({"type":"pass"})).await.ok(200);
    good.pass().await;
    ann.until(|view| view["turns"] == 2).await;
    for mut stream in held {
        let closed = tokio::time::timeout(Duration::from_secs(20), async {
            let mut bytes = Vec::new();
            tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut bytes).await
        });
        // Whether it ended in order or was reset, it ended.
        closed.await.expect("a connection that misbehaves stays open").ok();
    }
}

async fn nothing_is_taken_back_from_a_bot(world: World) {
    let mut bot = Puppet::connect(&world, "crosser").await;
    let seats = json!([{"kind":"you"},{"kind":"bot","name":"crosser"}]);
    let ann = world.make(json!({"player":"Ann","undo":true,"seats":seats})).await;
    bot.hear("start").await;
    ann.until(|view| view["state"] == "running").await;
    if ann.view().await["turn"] == 1 {
        bot.pass().await;
        ann.until(|view| view["turn"] == 0).await;
    }
    ann.command(json!({"type":"pass"})).await.ok(200);
    ann.command(json!({"type":"undo"})).await.problem(422, "nothing-to-undo");
}

async fn a_rematch_calls_the_bot_again(world: World) {
    let mut bot = Puppet::connect(&world, "crosser").await;
    let ann = with_bot(&world, "crosser").await;
    bot.hear("start").await;
    ann.command(json!({"type":"resign"})).await.ok(200);
    bot.hear("RCM").await;
    ann.until(|view| view["state"] == "over").await;
    let again = ann.post("/rematch", json!({})).await.ok(201);
    let start = bot.hear("start").await;
    assert_eq!((&start["game"], &start["start"]["you"]), (&again["game"]["id"], &json!(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_does_not_come_back_is_out() {
    let world = World::start(TableSettings { bot_timeout: Duration::from_millis(500), ..settings() }).await;
    let mut bot = Puppet::connect(&world, "crosser").await;
    let ann = with_bot(&world, "crosser").await;
    bot.hear("start").await;
    ann.command(json!({"type":"pass"})).await.ok(200);
    drop(bot);
    ann.until(|view| view["state"] == "over").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_are_never_too_many_bots() {
    let world = World::start(TableSettings { bots: 2, ..settings() }).await;
    let one = Puppet::connect(&world, "one").await;
    let _two = Puppet::connect(&world, "two").await;
    let stream = TcpStream::connect(world.bots).await.unwrap();
    let mut third = Puppet { lines: BufReader::new(stream), token: String::new() };
    assert!(third.hear("bye").await["bye"]["reason"].as_str().unwrap().contains("as many bots"));
    drop(one);
    until_free(&world, "two", 1).await;
    for _ in 0..400 {
        if listed(&world, "one").await.is_none() {
            Puppet::connect(&world, "three").await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("a place is not given free");
}

async fn the_connection_of_a_bot_ends_with_its_key(world: World) {
    let mut bot = Puppet::connect(&world, "crosser").await;
    until_free(&world, "crosser", 1).await;
    let ann = with_bot(&world, "crosser").await;
    bot.hear("start").await;
    let id = store::GameId::new(ann.id.as_str()).unwrap();
    let revoke = |reply| tables::TableRequest::RevokeKeys { seat: rules::Seat(1), reply };
    world.app.request(&id, &tables::Credentials::default(), revoke).await.unwrap();
    let bye = bot.hear("bye").await;
    assert!(bye.to_string().contains("lost your seat"), "{bye}");
    assert!(bot.next().await.is_none());
    // Its token does not give the seat back.
    ann.command(json!({"type":"pass"})).await.ok(200);
    let mut again = Puppet::hello(&world, json!({"protocol":1,"name":"crosser","token":bot.token})).await;
    again.say(json!({"ping":1})).await;
    let next = again.next().await;
    assert!(next.as_ref().is_some_and(|line| line.get("start").is_none()), "{next:?}");
}
