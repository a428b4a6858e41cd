//! A bell that rings through a NATS server: one subject, published to and subscribed.
//!
//! Of the protocol only what a bell needs: `CONNECT`, `PUB`, `SUB`, `MSG`, `PING`, `PONG`.

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Mutex;

use super::{Bell, Ear};
use crate::{Answer, Fault, OpenError};

const SUBJECT: &str = "quixotry.notices";
const PORT: u16 = 4_222;
/// The longest message that can be ours: the name of a node.
const LONGEST: usize = 1_024;

/// The bell of a NATS server.
#[derive(Debug)]
pub(crate) struct NatsBell {
    place: Place,
    /// The connection that rings, made when it is needed.
    ringing: Mutex<Option<BufReader<TcpStream>>>,
}

/// Where the server is, and who we are there.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    host: String,
    port: u16,
    user: Option<(String, String)>,
}

impl NatsBell {
    /// The bell at `nats://[user:password@]host[:port]`.
    pub(crate) fn at(address: &str) -> Result<NatsBell, OpenError> {
        let place = Place::read(address).ok_or(OpenError::FanOut)?;
        Ok(NatsBell { place, ringing: Mutex::default() })
    }

    async fn connect(&self) -> std::io::Result<BufReader<TcpStream>> {
        let Place { host, port, .. } = &self.place;
        let stream = TcpStream::connect((host.as_str(), *port)).await?;
        stream.set_nodelay(true)?;
        let mut stream = BufReader::new(stream);
        let info = line(&mut stream).await?;
        if !info.starts_with("INFO ") {
            return Err(wrong(&info));
        }
        let hello = format!("CONNECT {}\r\nPING\r\n", self.place.hello());
        stream.get_mut().write_all(hello.as_bytes()).await?;
        match line(&mut stream).await?.as_str() {
            "PONG" => Ok(stream),
            other => Err(wrong(other)),
        }
    }

    async fn try_ring(&self, node: &str) -> std::io::Result<()> {
        let mut ringing = self.ringing.lock().await;
        let mut stream = match awake(ringing.take()).await {
            Some(stream) => stream,
            None => self.connect().await?,
        };
        let message = format!("PUB {SUBJECT} {}\r\n{node}\r\n", node.len());
        stream.get_mut().write_all(message.as_bytes()).await?;
        *ringing = Some(stream);
        Ok(())
    }

    async fn try_listen(&self) -> std::io::Result<NatsEar> {
        let mut stream = self.connect().await?;
        let subscribe = format!("SUB {SUBJECT} 1\r\nPING\r\n");
        stream.get_mut().write_all(subscribe.as_bytes()).await?;
        match line(&mut stream).await?.as_str() {
            "PONG" => Ok(NatsEar { stream }),
            other => Err(wrong(other)),
        }
    }
}

impl Place {
    fn read(address: &str) -> Option<Place> {
        let rest = address.strip_prefix("nats://")?.trim_end_matches('/');
        let (user, place) = rest.rsplit_once('@').map_or((None, rest), |(user, place)| (Some(user), place));
        let user =
            user.map(|user| user.split_once(':').map(|(name, word)| (name.to_owned(), word.to_owned())));
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().ok()?),
            None => (place, PORT),
        };
        let known = !host.is_empty() && user != Some(None);
        known.then(|| Place { host: host.to_owned(), port, user: user.flatten() })
    }

    fn hello(&self) -> String {
        let mut hello = serde_json::json!({
            "verbose": false, "pedantic": false, "tls_required": false,
            "name": "quixotry", "lang": "rust", "version": env!("CARGO_PKG_VERSION"), "protocol": 0,
        });
        if let Some((user, password)) = &self.user {
            hello["user"] = user.as_str().into();
            hello["pass"] = password.as_str().into();
        }
        hello.to_string()
    }
}

async fn line(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    (&mut *stream).take(64 << 10).read_until(b'\n', &mut bytes).await?;
    match String::from_utf8(bytes) {
        Ok(text) if text.ends_with('\n') => Ok(text.trim_end().to_owned()),
        _ => Err(wrong("the connection was closed")),
    }
}

fn wrong(said: &str) -> std::io::Error {
    std::io::Error::other(format!("the NATS server said {said:?}"))
}

/// The connection, if it is still of use: what the server asked meanwhile is answered.
async fn awake(stream: Option<BufReader<TcpStream>>) -> Option<BufReader<TcpStream>> {
    let (mut stream, mut bytes) = (stream?, [0; 1_024]);
    loop {
        match stream.get_ref().try_read(&mut bytes) {
            Ok(0) => return None,
            Ok(count) if bytes[..count].windows(4).any(|part| part == b"PING") => {
                stream.get_mut().write_all(b"PONG\r\n").await.ok()?;
            }
            Ok(_) => {}
            Err(error) => return (error.kind() == std::io::ErrorKind::WouldBlock).then_some(stream),
        }
    }
}

fn fault(error: std::io::Error) -> Fault {
    Fault::Unavailable(error.to_string())
}

impl Bell for NatsBell {
    fn ring<'a>(&'a self, node: &'a str) -> Answer<'a, ()> {
        Box::pin(async move { self.try_ring(node).await.map_err(fault) })
    }

    fn listen(&self) -> Answer<'_, Box<dyn Ear>> {
        Box::pin(async { Ok(Box::new(self.try_listen().await.map_err(fault)?) as Box<dyn Ear>) })
    }
}

struct NatsEar {
    stream: BufReader<TcpStream>,
}

impl NatsEar {
    async fn next(&mut self) -> std::io::Result<String> {
        loop {
            let said = line(&mut self.stream).await?;
            match said.split(' ').next().unwrap_or_default() {
                "PING" => self.stream.get_mut().write_all(b"PONG\r\n").await?,
                "MSG" => return self.message(&said).await,
                "-ERR" => return Err(wrong(&said)),
                _ => {}
            }
        }
    }

    /// `MSG <subject> <subscription> [<reply>] <length>`, and on the next line the text.
    async fn message(&mut self, head: &str) -> std::io::Result<String> {
        let length = head.rsplit(' ').next().and_then(|length| length.parse::<usize>().ok());
        let length = length.filter(|length| *length <= LONGEST).ok_or_else(|| wrong(head))?;
        let mut bytes = vec![0; length + 2];
        self.stream.read_exact(&mut bytes).await?;
        bytes.truncate(length);
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Ear for NatsEar {
    fn rung(&mut self) -> Answer<'_, String> {
        Box::pin(async { self.next().await.map_err(fault) })
    }

    fn rung_already(&mut self) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bell::rung_by_another;
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    #[test]
    fn addresses_are_read() {
        let place = |host: &str, port, user: Option<(&str, &str)>| {
            let user = user.map(|(name, word)| (name.to_owned(), word.to_owned()));
            Some(Place { host: host.to_owned(), port, user })
        };
        assert_eq!(Place::read("nats://db"), place("db", 4_222, None));
        assert_eq!(Place::read("nats://ann:s3@db:99/"), place("db", 99, Some(("ann", "s3"))));
        for wrong in ["db", "nats://", "nats://db:x", "nats://ann@db", "http://db"] {
            assert_eq!(Place::read(wrong), None, "{wrong}");
        }
    }

    /// A real NATS server, until it is dropped.
    struct Server(Child, u16);

    impl Server {
        fn start() -> Server {
            let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
            let port = free.local_addr().unwrap().port();
            drop(free);
            let child = Command::new("nats-server")
                .args(["-a", "127.0.0.1", "-p", &port.to_string(), "--user", "ann", "--pass", "s3cret"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            let missing = "nats-server is missing: install it (on Debian: apt-get install nats-server)";
            Server(child.expect(missing), port)
        }

        fn bell(&self, user: &str) -> NatsBell {
            NatsBell::at(&format!("nats://{user}@127.0.0.1:{}", self.1)).unwrap()
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            // One that has ended cannot be killed, which is as good.
            self.0.kill().ok();
            self.0.wait().ok();
        }
    }

    async fn ear(bell: &NatsBell) -> Box<dyn Ear> {
        for _ in 0..400 {
            if let Ok(ear) = bell.listen().await {
                return ear;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("the NATS server does not come up");
    }

    #[tokio::test]
    async fn every_other_node_hears_the_bell_and_oneself_does_not() {
        let server = Server::start();
        let (one, two) = (server.bell("ann:s3cret"), server.bell("ann:s3cret"));
        let mut ears = [ear(&one).await, ear(&two).await];
        for _ in 0..3 {
            one.ring("one").await.unwrap();
            two.ring("two").await.unwrap();
            for (ear, own) in ears.iter_mut().zip(["one", "two"]) {
                let rung = tokio::time::timeout(Duration::from_secs(20), rung_by_another(&mut **ear, own));
                rung.await.expect("the bell is not heard").unwrap();
            }
        }
        assert!(server.bell("ann:wrong").listen().await.is_err(), "a wrong password opens nothing");
    }

    #[tokio::test]
    async fn a_bell_that_is_away_says_so() {
        let bell = NatsBell::at("nats://127.0.0.1:1").unwrap();
        assert!(bell.ring("one").await.is_err() && bell.listen().await.is_err());
    }
}
