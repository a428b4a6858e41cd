//! A channel through a NATS server. All nodes publish and subscribe to one subject.

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, ServerAddr, Subscriber};
use futures_util::{FutureExt, StreamExt};
use percent_encoding::percent_decode_str;
use tokio::sync::OnceCell;

use super::{NotificationChannel, NotificationListener};
use crate::{StoreError, StoreFuture, StoreOpenError};

const SUBJECT: &str = "quixotry.notices";

/// The channel through a NATS server.
#[derive(Debug)]
pub(crate) struct NatsChannel {
    server: ServerAddr,
    /// Connects when it is first used, and reconnects by itself.
    client: OnceCell<Client>,
}

impl NatsChannel {
    /// The channel at `nats://[user:password@]host[:port]`.
    pub(crate) fn at(address: &str) -> Result<NatsChannel, StoreOpenError> {
        let server: ServerAddr = address.parse().map_err(|_| StoreOpenError::FanOut)?;
        match server.host() {
            "" => Err(StoreOpenError::FanOut),
            _ => Ok(NatsChannel { server, client: OnceCell::new() }),
        }
    }

    /// The client if it is connected. A client that is not would queue the message.
    async fn client(&self) -> Result<&Client, StoreError> {
        let connect = || credentials(&self.server).connect(&self.server);
        let client = self.client.get_or_try_init(connect).await.map_err(fault)?;
        match client.connection_state() {
            State::Connected => Ok(client),
            state => Err(fault(format!("the NATS server is {state}"))),
        }
    }
}

/// The login in the address.
fn credentials(server: &ServerAddr) -> ConnectOptions {
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    match (server.username(), server.password()) {
        (Some(user), Some(password)) => ConnectOptions::with_user_and_password(plain(user), plain(password)),
        (Some(token), None) => ConnectOptions::with_token(plain(token)),
        (None, _) => ConnectOptions::new(),
    }
}

fn fault(error: impl ToString) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

impl NotificationChannel for NatsChannel {
    fn notify<'a>(&'a self, node: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(
            async move { self.client().await?.publish(SUBJECT, node.to_owned().into()).await.map_err(fault) },
        )
    }

    fn listen(&self) -> StoreFuture<'_, Box<dyn NotificationListener>> {
        Box::pin(async {
            let client = self.client().await?;
            let listener = client.subscribe(SUBJECT).await.map_err(fault)?;
            flush(client).await?;
            Ok(Box::new(listener) as Box<dyn NotificationListener>)
        })
    }
}

/// Waits until the server has processed all requests. It does so in order, so a message to ourselves is enough.
async fn flush(client: &Client) -> Result<(), StoreError> {
    let inbox = client.new_inbox();
    let mut messages = client.subscribe(inbox.clone()).await.map_err(fault)?;
    client.publish(inbox, "".into()).await.map_err(fault)?;
    StreamExt::next(&mut messages)
        .await
        .map(drop)
        .ok_or_else(|| fault("the connection to the NATS server is closed"))
}

/// The sender of a message.
fn sender(message: &async_nats::Message) -> String {
    String::from_utf8_lossy(&message.payload).into_owned()
}

impl NotificationListener for Subscriber {
    fn next(&mut self) -> StoreFuture<'_, String> {
        Box::pin(async {
            let message = StreamExt::next(self)
                .await
                .ok_or_else(|| fault("the connection to the NATS server is closed"))?;
            Ok(sender(&message))
        })
    }

    fn try_next(&mut self) -> Option<String> {
        StreamExt::next(self).now_or_never().flatten().map(|message| sender(&message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channel::wait_for_other_node;
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    #[test]
    fn addresses_are_read() {
        for right in ["nats://db", "nats://ann:s3@db:99/", "tls://db"] {
            assert!(NatsChannel::at(right).is_ok(), "{right}");
        }
        for wrong in ["", "nats://", "nats://db:x", "http://db"] {
            assert!(matches!(NatsChannel::at(wrong), Err(StoreOpenError::FanOut)), "{wrong}");
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

        fn channel(&self, user: &str) -> NatsChannel {
            NatsChannel::at(&format!("nats://{user}@127.0.0.1:{}", self.1)).unwrap()
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            // It may have ended already.
            self.0.kill().ok();
            self.0.wait().ok();
        }
    }

    async fn listener(channel: &NatsChannel) -> Box<dyn NotificationListener> {
        for _ in 0..400 {
            if let Ok(listener) = channel.listen().await {
                return listener;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("the NATS server does not come up");
    }

    #[tokio::test]
    async fn a_notification_reaches_every_other_node() {
        let server = Server::start();
        let (one, two) = (server.channel("ann:s3cr%2Fet"), server.channel("ann:s3cr%2Fet"));
        let mut listeners = [listener(&one).await, listener(&two).await];
        for _ in 0..3 {
            one.notify("one").await.unwrap();
            two.notify("two").await.unwrap();
            for (listener, own) in listeners.iter_mut().zip(["one", "two"]) {
                let received =
                    tokio::time::timeout(Duration::from_secs(20), wait_for_other_node(&mut **listener, own));
                received.await.expect("no notification arrived").unwrap();
            }
        }
        for wrong in ["ann:wrong", "ann", "eve:s3cr%2Fet"] {
            assert!(server.channel(wrong).listen().await.is_err(), "{wrong} opens nothing");
        }
    }

    #[tokio::test]
    async fn a_server_that_is_down_is_an_error() {
        let channel = NatsChannel::at("nats://127.0.0.1:1").unwrap();
        assert!(channel.notify("one").await.is_err() && channel.listen().await.is_err());
    }
}
