//! The bot port of the whole server, with our own program as the bot.

use crate::client::{get, post};
use crate::process::{Process, quixotry, run};
use serde_json::json;
use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_connects_and_plays_to_the_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Process::start(data.path(), &["--bots-port", "0"]);
    let address = server.bots.clone().expect("the server says where bots connect");
    let mut bots = ["one", "two"].map(|name| {
        let mut command = quixotry(data.path());
        command.args(["bot", "--connect", &address, "--player", "greedy", "--work", "1", "--name", name]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    });
    let seats = json!([{ "kind": "bot", "name": "one" }, { "kind": "bot", "name": "two" }]);
    let wanted = json!({ "player": "Ann", "seats": seats });
    let (status, made) = post(&format!("{}/api/games", server.url), None, &wanted).await.unwrap();
    assert_eq!(status, 201, "{made}");
    let game = format!("{}/api/games/{}", server.url, made["game"]["id"].as_str().unwrap());
    let mut view = get(&game).await;
    for _ in 0..1_200 {
        if view["state"] == "over" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        view = get(&game).await;
    }
    assert_eq!(view["state"], "over", "{view}");
    study_by_link(data.path(), &game.replace("/api/games/", "/game/"));
    let listed = get(&format!("{}/api/players", server.url)).await;
    assert!(listed.to_string().contains("bot:one"), "{listed}");
    for bot in &mut bots {
        bot.kill().unwrap();
        bot.wait().unwrap();
    }
    let log = server.stop();
    assert!(log.contains("a bot has taken a seat"), "{log}");
    let verified = run(data.path(), &["store", "verify"]);
    assert_eq!(verified.code, Some(0), "{}{}", verified.out, verified.err);
}

#[test]
fn a_bot_port_in_use_is_reported() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ended = run(data.path(), &["serve", "--database", "memory:", "--port", "0", "--bots-port", &port]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
    assert!(
        ended.err.contains("cannot listen for bots") && ended.err.contains("--bots-port"),
        "{}",
        ended.err
    );
}

/// The analysis room opens a game of a server by the link that the page shows; other commands read it as well.
fn study_by_link(data: &std::path::Path, link: &str) {
    let mut room = quixotry(data)
        .args(["study", link])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    room.stdin.take().unwrap().write_all(b"next\nplays 2\nquit\n").unwrap();
    let output = room.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(
        output.status.success() && out.contains("turn 1, one: ") | out.contains("turn 1, two: "),
        "{out}{err}"
    );
    assert!(out.contains("equity"), "{out}");
    let shown = run(data, &["record", "show", link, "--turn", "1"]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    let (server, _) = link.split_once("/game/").unwrap();
    let unknown = run(data, &["record", "show", &format!("{server}/game/aaaaaaaaaaaaaaaa")]);
    assert!(unknown.err.contains("the game aaaaaaaaaaaaaaaa cannot be read"), "{}", unknown.err);
}
