//! TLS by the server itself.

use crate::process::{Process, run};
use std::path::Path;
use std::time::Duration;

/// Makes a certificate that signs itself, and gives it as PEM.
fn certificate(data: &Path) -> String {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(data.join("cert.pem"), made.cert.pem()).unwrap();
    std::fs::write(data.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    made.cert.pem()
}

fn client(certificate: &str) -> reqwest::Client {
    _ = rustls::crypto::ring::default_provider().install_default();
    let trusted = reqwest::Certificate::from_pem(certificate.as_bytes()).unwrap();
    reqwest::Client::builder().tls_certs_only([trusted]).build().unwrap()
}

#[tokio::test]
async fn it_speaks_tls_and_takes_a_new_certificate() {
    let data = tempfile::tempdir().unwrap();
    let first = certificate(data.path());
    let options = ["--database", "memory:", "--tls-cert", "cert.pem", "--tls-key", "key.pem"];
    let server = Process::start(data.path(), &options);
    let url = server.url.replace("127.0.0.1", "localhost");
    assert!(url.starts_with("https://"), "{url}");
    let answer = client(&first).get(&url).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(answer.headers().contains_key("strict-transport-security"));

    let second = certificate(data.path());
    assert!(client(&second).get(&url).send().await.is_err(), "it is not used yet");
    server.signal("HUP");
    for _ in 0..200 {
        if client(&second).get(&url).send().await.is_ok() {
            assert!(client(&first).get(&url).send().await.is_err(), "the old one is not used any more");
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the new certificate is not used");
}

#[test]
fn an_unusable_certificate_is_reported() {
    let data = tempfile::tempdir().unwrap();
    certificate(data.path());
    std::fs::write(data.path().join("none.pem"), "nothing").unwrap();
    for (cert, key, expected) in [
        ("missing.pem", "key.pem", "missing.pem cannot be read"),
        ("none.pem", "key.pem", "none.pem and key.pem cannot be used"),
        ("cert.pem", "none.pem", "cert.pem and none.pem cannot be used"),
    ] {
        let args = ["serve", "--database", "memory:", "--port", "0", "--tls-cert", cert, "--tls-key", key];
        let ended = run(data.path(), &args);
        assert!(ended.code == Some(1) && ended.err.contains(expected), "{}", ended.err);
    }
}
