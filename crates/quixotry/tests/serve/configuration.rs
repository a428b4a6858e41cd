//! Errors in the configuration have clear messages.

use crate::process::{Process, run};

#[test]
fn the_effective_configuration_is_printed_with_its_origins() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("serve.toml"), "pace = \"2s\"\n[log]\nlevel = \"warn\"\n").unwrap();
    let mut command = crate::process::quixotry(data.path());
    command.args(["serve", "--print-config", "--port", "9"]).env("QUIXOTRY_HOST", "::1");
    command.env("QUIXOTRY_ADMIN_TOKEN", "0123456789abcdef");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for line in [
        "host = \"::1\" # environment QUIXOTRY_HOST",
        "port = 9 # flag --port",
        "allow_seeds = false # default",
        "token = \"****\" # environment QUIXOTRY_ADMIN_TOKEN",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert!(text.contains("pace = \"2s\" # ") && text.contains("serve.toml:1"), "{text}");
    assert!(text.contains("games.db"), "{text}");
}

#[test]
fn what_is_unknown_or_wrong_ends_it() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("bad.toml"), "prot = 1\nport = \"x\"\n").unwrap();
    let ended = run(data.path(), &["serve", "--config", "bad.toml"]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.err.contains("bad.toml:1: prot: there is no such setting; did you mean port?"),
        "{}",
        ended.err
    );
    assert!(ended.err.contains("bad.toml:2: port: must be a port"), "{}", ended.err);
    let ended = run(data.path(), &["serve", "--config", "none.toml"]);
    assert!(ended.code == Some(1) && ended.err.contains("cannot read none.toml"), "{}", ended.err);
    let ended = run(data.path(), &["serve", "--prot", "1"]);
    assert!(ended.code == Some(2) && ended.err.contains("--port"), "{}", ended.err);
    let ended = run(data.path(), &["serve", "--log-level", "a=b=c"]);
    assert!(ended.code == Some(1) && ended.err.contains("log.level"), "{}", ended.err);
}

#[test]
fn a_port_in_use_is_reported_with_what_to_do() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ended = run(data.path(), &["serve", "--database", "memory:", "--port", &port]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
    assert!(
        ended.err.contains("another program has that port") && ended.err.contains("--port 0"),
        "{}",
        ended.err
    );
    let ended = run(data.path(), &["serve", "--database", "memory:", "--host", "192.0.2.1", "--port", "0"]);
    assert!(ended.code == Some(1) && ended.err.contains("does not have that address"), "{}", ended.err);
}

#[test]
fn an_unreachable_database_is_reported() {
    let data = tempfile::tempdir().unwrap();
    for address in ["postgres://ann:hunter2@127.0.0.1:1/none", "mysql://x", "sqlite:/proc/none/games.db"] {
        let ended = run(data.path(), &["serve", "--port", "0", "--database", address]);
        assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""), "{address}: {}", ended.err);
        assert!(ended.err.contains("error:") && !ended.err.contains("hunter2"), "{address}: {}", ended.err);
    }
}

#[tokio::test]
async fn the_page_and_its_headers_are_served_over_every_family_of_addresses() {
    let data = tempfile::tempdir().unwrap();
    for host in ["127.0.0.1", "::1", "localhost"] {
        let server = Process::start(data.path(), &["--host", host, "--database", "memory:"]);
        let page = crate::client::ask(&server.url).await;
        assert_eq!(page.status(), 200);
        assert!(
            page.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'self'")
        );
        assert!(page.text().await.unwrap().contains("<title>"));
        server.stop();
    }
}
