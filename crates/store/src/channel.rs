//! How nodes on one database tell each other that there is something to read.
//!
//! What is new stands in the database and is looked for every second anyway: a channel only makes it quick, and a notification
//! may be lost. PostgreSQL's own `NOTIFY` is the usual channel; [`nats`] is another for databases that are too busy to
//! notification, as notifying takes a lock on all of PostgreSQL.

pub(crate) mod nats;

use std::fmt::Debug;

use sqlx::PgPool;
use sqlx::postgres::PgListener;

use crate::reads::fault;
use crate::{StoreError, StoreFuture};

/// Rings for the other nodes.
pub(crate) trait NotificationChannel: Debug + Send + Sync {
    /// Rings, in the name of a node.
    fn notify<'a>(&'a self, node: &'a str) -> StoreFuture<'a, ()>;

    /// Begins to listen.
    fn listen(&self) -> StoreFuture<'_, Box<dyn NotificationListener>>;
}

/// Hears the other nodes notification.
pub(crate) trait NotificationListener: Send {
    /// Waits for the next notification, and tells whose it is. Rings that came together may be one.
    fn next(&mut self) -> StoreFuture<'_, String>;

    /// A notification that has come already, so that many are answered at once.
    fn try_next(&mut self) -> Option<String>;
}

const CHANNEL: &str = "quixotry_notices";

/// The channel of PostgreSQL itself.
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

/// Waits until another node than this rings.
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
