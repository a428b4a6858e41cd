//! The surfaces of a server: bytes on its ports. The fuzzer calls these, and so does an ordinary test with the corpus.
//!
//! Two laws: every connection ends once its client has nothing more to say, and no answer blames the server.

#![allow(dead_code, unreachable_pub, reason = "each target uses one of these")]

use server::BoundServer;
use server::config::{ConfigSetting, Sources};
use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

/// How long a connection may take to end.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server in this process.
struct ServerUnderTest {
    runtime: Runtime,
    http: SocketAddr,
    bots: SocketAddr,
}

static SERVER: LazyLock<ServerUnderTest> = LazyLock::new(|| {
    let runtime = Runtime::new().expect("threads can be started");
    let mut sources = Sources::default();
    let off = ["address", "key", "games", "games_open", "streams", "connections"].map(|limit| (limit, "off"));
    let limits = off.map(|(limit, value)| (format!("limits.{limit}"), value));
    let own = [("port", "0"), ("bots.port", "0"), ("database", "memory:"), ("limits.timeout", "5s")];
    for (key, value) in own.map(|(key, value)| (key.to_owned(), value)).into_iter().chain(limits) {
        sources.flag(ConfigSetting::of_key(&key).expect("it is a setting"), value);
    }
    let config = sources.resolve().expect("the settings are valid").config;
    let server = runtime.block_on(BoundServer::bind(config)).expect("the server starts");
    let (http, bots) = (server.addresses().address, server.addresses().bots);
    runtime.spawn(server.run());
    ServerUnderTest { runtime, http, bots: bots.expect("bots have a port") }
});

/// Sends bytes, says that there are no more, and returns what comes back until the server closes the connection.
async fn converse(address: SocketAddr, parts: &[&[u8]]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    let mut answer = Vec::new();
    let talk = async {
        for part in parts {
            // The server may close the connection while we still write.
            stream.write_all(part).await.ok();
        }
        stream.shutdown().await.ok();
        // Whether it ends in order or is reset, it ends.
        stream.read_to_end(&mut answer).await.ok();
    };
    tokio::time::timeout(PATIENCE, talk).await.expect("the connection ends");
    answer
}

fn judge(answer: &[u8]) {
    let text = String::from_utf8_lossy(answer);
    assert!(!text.contains("HTTP/1.1 500"), "{text}");
    assert!(!text.contains("\"code\":\"internal\""), "{text}");
}

/// Bytes on the port for HTTP.
pub fn http(data: &[u8]) {
    judge(&SERVER.runtime.block_on(converse(SERVER.http, &[data])));
}

/// Messages on a WebSocket: the lines of the text as messages or, after a zero byte, bytes as they are.
pub fn websocket(data: &[u8]) {
    let head = b"GET /api/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                 sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    let frames = match data.split_first() {
        Some((0, raw)) => raw.to_vec(),
        _ => data.split(|byte| *byte == b'\n').flat_map(frame).collect(),
    };
    let close = [0x88, 0x80, 0, 0, 0, 0];
    judge(&SERVER.runtime.block_on(converse(SERVER.http, &[head, &frames, &close])));
}

/// A message as a client sends it: a text, with a mask of zeros.
fn frame(text: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x81];
    match u16::try_from(text.len()) {
        Ok(length @ 0..=125) => frame.push(0x80 | length as u8),
        Ok(length) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        Err(_) => {
            frame.push(0x80 | 127);
            frame.extend((text.len() as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(text);
    frame
}

/// Lines on the port for bots.
pub fn bot_port(data: &[u8]) {
    judge(&SERVER.runtime.block_on(converse(SERVER.bots, &[data])));
}
