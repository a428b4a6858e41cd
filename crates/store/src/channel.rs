//! How nodes on one database tell each other that there are new rows to read.
//!
//! The rows are in the database, and each node polls them every second. A channel only saves time, and a notification may
//! be lost. PostgreSQL's `NOTIFY` is the default channel. It locks the whole database server, so busy databases can use
//! [`nats`] instead.

pub(crate) mod nats;

use std::fmt::Debug;

use sqlx::PgPool;
use sqlx::postgres::PgListener;

use crate::reads::fault;
use crate::{StoreError, StoreFuture};

/// Notifies the other nodes.
pub(crate) trait NotificationChannel: Debug + Send + Sync {
    /// Sends a notification in the name of a node.
    fn notify<'a>(&'a self, node: &'a str) -> StoreFuture<'a, ()>;

    /// Starts to listen.
    fn listen(&self) -> StoreFuture<'_, Box<dyn NotificationListener>>;
}

/// Receives the notifications of all nodes.
pub(crate) trait NotificationListener: Send {
    /// Waits for the next notification and returns the name of its sender. Several notifications may become one.
    fn next(&mut self) -> StoreFuture<'_, String>;

    /// A notification that has already arrived, if any.
    fn try_next(&mut self) -> Option<String>;
}

const CHANNEL: &str = "quixotry_notices";

/// The channel of PostgreSQL, `NOTIFY`.
#[derive(Debug)]
pub(crate) struct PostgresChannel(pub(crate) PgPool);

impl NotificationChannel for PostgresChannel {
    fn notify<'a>(&'a self, node: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let notification = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(node);
            notification.execute(&self.0).await.map(drop).map_err(fault)
        })
    }

    fn listen(&self) -> StoreFuture<'_, Box<dyn NotificationListener>> {
        Box::pin(async {
            let mut listener = PgListener::connect_with(&self.0).await.map_err(fault)?;
            listener.listen(CHANNEL).await.map_err(fault)?;
            Ok(Box::new(listener) as Box<dyn NotificationListener>)
        })
    }
}

impl NotificationListener for PgListener {
    fn next(&mut self) -> StoreFuture<'_, String> {
        Box::pin(async {
            self.recv().await.map(|notification| notification.payload().to_owned()).map_err(fault)
        })
    }

    fn try_next(&mut self) -> Option<String> {
        self.next_buffered().map(|notification| notification.payload().to_owned())
    }
}

/// Waits for a notification of another node.
pub(crate) async fn wait_for_other_node(
    listener: &mut dyn NotificationListener,
    node: &str,
) -> Result<(), StoreError> {
    loop {
        let mut another = listener.next().await? != node;
        while let Some(notification) = listener.try_next() {
            another |= notification != node;
        }
        if another {
            return Ok(());
        }
    }
}
