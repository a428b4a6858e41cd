//! A server without space on its disk, and one with few file handles.

use crate::client::{Table, ask, get};
use crate::process::Process;
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::time::Duration;

/// Limits the size of the files that a process may write, as a full disk does.
fn limit_files(server: &Process, bytes: &str) {
    let id = server.id().to_string();
    let limit = format!("--fsize={bytes}:unlimited");
    assert!(Command::new("prlimit").args(["--pid", &id, &limit]).status().unwrap().success());
}

async fn wait_for_ready(url: &str, status: u16) -> serde_json::Value {
    loop {
        let ready = ask(&format!("{url}/ready")).await;
        if ready.status().as_u16() == status {
            return ready.json().await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn on_a_full_disk_a_server_is_alive_but_not_ready_and_acknowledges_nothing() {
    let data = tempfile::tempdir().unwrap();
    // The system sends this signal to a process that writes beyond its limit.
    let server = Process::start_limited(data.path(), "trap '' XFSZ", &[]);
    let table = Table::new(&server.url).await;
    let before = table.view().await;
    let (turn, seq) = (before["turn"].as_u64().unwrap() as usize, before["seq"].as_u64().unwrap());
    limit_files(&server, "4096");
    let ready = wait_for_ready(&server.url, 503).await;
    assert_eq!(ready["status"], "unavailable", "{ready}");
    assert_eq!(get(&format!("{}/health", server.url)).await["status"], "good");
    let (status, answer) = table.pass(turn, seq, "one").await.unwrap();
    assert_eq!(status, 503, "{answer}");
    limit_files(&server, "unlimited");
    wait_for_ready(&server.url, 200).await;
    let (status, answer) = table.pass(turn, seq, "one").await.unwrap();
    assert_eq!(status, 200, "{answer}");
    server.stop();
}

#[tokio::test]
async fn with_few_file_handles_one_address_does_not_lock_out_another() {
    let data = tempfile::tempdir().unwrap();
    let server = Process::start_limited(data.path(), "ulimit -n 256", &[]);
    let address: SocketAddr = server.url.strip_prefix("http://").unwrap().parse().unwrap();
    let held: Vec<TcpStream> = (0..300).filter_map(|_| TcpStream::connect(address).ok()).collect();
    let elsewhere = reqwest::Client::builder().local_address(Some([127, 0, 0, 2].into()));
    crate::client::client();
    let elsewhere = elsewhere.build().unwrap();
    let health = elsewhere.get(format!("{}/health", server.url)).send().await.unwrap();
    assert_eq!(health.status(), 200);
    drop(held);
    let log = server.stop();
    assert!(log.contains("a connection is refused"), "{log}");
}
