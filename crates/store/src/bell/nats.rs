//! A bell that rings through a NATS server: one subject, published to and subscribed.

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, ServerAddr, Subscriber};
use futures_util::{FutureExt, StreamExt};
use percent_encoding::percent_decode_str;
use tokio::sync::OnceCell;

use super::{Bell, Ear};
use crate::{Answer, Fault, OpenError};

const SUBJECT: &str = "quixotry.notices";

/// The bell of a NATS server.
#[derive(Debug)]
pub(crate) struct NatsBell {
    server: ServerAddr,
    /// Made when it is needed; from then on it finds its way back by itself.
    client: OnceCell<Client>,
}

impl NatsBell {
    /// The bell at `nats://[user:password@]host[:port]`.
    pub(crate) fn at(address: &str) -> Result<NatsBell, OpenError> {
        let server: ServerAddr = address.parse().map_err(|_| OpenError::FanOut)?;
        match server.host() {
            "" => Err(OpenError::FanOut),
            _ => Ok(NatsBell { server, client: OnceCell::new() }),
        }
    }

    /// The client, while it is connected: what it were told otherwise would wait in vain.
    async fn client(&self) -> Result<&Client, Fault> {
        let connect = || credentials(&self.server).connect(&self.server);
        let client = self.client.get_or_try_init(connect).await.map_err(fault)?;
        match client.connection_state() {
            State::Connected => Ok(client),
            state => Err(fault(format!("the NATS server is {state}"))),
        }
    }
}

/// How the address says one is to log in.
fn credentials(server: &ServerAddr) -> ConnectOptions {
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    match (server.username(), server.password()) {
        (Some(user), Some(password)) => ConnectOptions::with_user_and_password(plain(user), plain(password)),
        (Some(token), None) => ConnectOptions::with_token(plain(token)),
        (None, _) => ConnectOptions::new(),
    }
}

fn fault(error: impl ToString) -> Fault {
    Fault::Unavailable(error.to_string())
}

impl Bell for NatsBell {
    fn ring<'a>(&'a self, node: &'a str) -> Answer<'a, ()> {
        Box::pin(
            async move { self.client().await?.publish(SUBJECT, node.to_owned().into()).await.map_err(fault) },
        )
    }

    fn listen(&self) -> Answer<'_, Box<dyn Ear>> {
        Box::pin(async {
            let client = self.client().await?;
            let ear = client.subscribe(SUBJECT).await.map_err(fault)?;
            answered(client).await?;
            Ok(Box::new(ear) as Box<dyn Ear>)
        })
    }
}

/// Waits until the server has done all that it was told so far: it does so in order, so one letter to oneself will do.
async fn answered(client: &Client) -> Result<(), Fault> {
    let inbox = client.new_inbox();
    let mut letters = client.subscribe(inbox.clone()).await.map_err(fault)?;
    client.publish(inbox, "".into()).await.map_err(fault)?;
    letters.next().await.map(drop).ok_or_else(|| fault("the NATS server was left"))
}

/// Whose ring a message is.
fn ringer(message: &async_nats::Message) -> String {
    String::from_utf8_lossy(&message.payload).into_owned()
}

impl Ear for Subscriber {
    fn rung(&mut self) -> Answer<'_, String> {
        Box::pin(async {
            let message = self.next().await.ok_or_else(|| fault("the NATS server was left"))?;
            Ok(ringer(&message))
        })
    }

    fn rung_already(&mut self) -> Option<String> {
        self.next().now_or_never().flatten().map(|message| ringer(&message))
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
        for right in ["nats://db", "nats://ann:s3@db:99/", "tls://db"] {
            assert!(NatsBell::at(right).is_ok(), "{right}");
        }
        for wrong in ["", "nats://", "nats://db:x", "http://db"] {
            assert!(matches!(NatsBell::at(wrong), Err(OpenError::FanOut)), "{wrong}");
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
                .args(["-a", "127.0.0.1", "-p", &port.to_string(), "--user", "ann", "--pass", "s3cr/et"])
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
        let (one, two) = (server.bell("ann:s3cr%2Fet"), server.bell("ann:s3cr%2Fet"));
        let mut ears = [ear(&one).await, ear(&two).await];
        for _ in 0..3 {
            one.ring("one").await.unwrap();
            two.ring("two").await.unwrap();
            for (ear, own) in ears.iter_mut().zip(["one", "two"]) {
                let rung = tokio::time::timeout(Duration::from_secs(20), rung_by_another(&mut **ear, own));
                rung.await.expect("the bell is not heard").unwrap();
            }
        }
        for wrong in ["ann:wrong", "ann", "eve:s3cr%2Fet"] {
            assert!(server.bell(wrong).listen().await.is_err(), "{wrong} opens nothing");
        }
    }

    #[tokio::test]
    async fn a_bell_that_is_away_says_so() {
        let bell = NatsBell::at("nats://127.0.0.1:1").unwrap();
        assert!(bell.ring("one").await.is_err() && bell.listen().await.is_err());
    }
}
