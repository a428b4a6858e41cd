//! How nodes on one database tell each other that there is something to read.
//!
//! What is new stands in the database and is looked for every second anyway: a bell only makes it quick, and a ring
//! may be lost. PostgreSQL's own `NOTIFY` is the usual bell; [`nats`] is another for databases that are too busy to
//! ring, as notifying takes a lock on all of PostgreSQL.

pub(crate) mod nats;

use std::fmt::Debug;

use sqlx::PgPool;
use sqlx::postgres::PgListener;

use crate::reads::fault;
use crate::{Answer, Fault};

/// Rings for the other nodes.
pub(crate) trait Bell: Debug + Send + Sync {
    /// Rings, in the name of a node.
    fn ring<'a>(&'a self, node: &'a str) -> Answer<'a, ()>;

    /// Begins to listen.
    fn listen(&self) -> Answer<'_, Box<dyn Ear>>;
}

/// Hears the other nodes ring.
pub(crate) trait Ear: Send {
    /// Waits for the next ring, and tells whose it is. Rings that came together may be one.
    fn rung(&mut self) -> Answer<'_, String>;

    /// A ring that has come already, so that many are answered at once.
    fn rung_already(&mut self) -> Option<String>;
}

const CHANNEL: &str = "quixotry_notices";

/// The bell of PostgreSQL itself.
#[derive(Debug)]
pub(crate) struct NotifyBell(pub(crate) PgPool);

impl Bell for NotifyBell {
    fn ring<'a>(&'a self, node: &'a str) -> Answer<'a, ()> {
        Box::pin(async move {
            let ring = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(node);
            ring.execute(&self.0).await.map(drop).map_err(fault)
        })
    }

    fn listen(&self) -> Answer<'_, Box<dyn Ear>> {
        Box::pin(async {
            let mut listener = PgListener::connect_with(&self.0).await.map_err(fault)?;
            listener.listen(CHANNEL).await.map_err(fault)?;
            Ok(Box::new(listener) as Box<dyn Ear>)
        })
    }
}

impl Ear for PgListener {
    fn rung(&mut self) -> Answer<'_, String> {
        Box::pin(async { self.recv().await.map(|ring| ring.payload().to_owned()).map_err(fault) })
    }

    fn rung_already(&mut self) -> Option<String> {
        self.next_buffered().map(|ring| ring.payload().to_owned())
    }
}

/// Waits until another node than this rings.
pub(crate) async fn rung_by_another(ear: &mut dyn Ear, node: &str) -> Result<(), Fault> {
    loop {
        let mut another = ear.rung().await? != node;
        while let Some(ring) = ear.rung_already() {
            another |= ring != node;
        }
        if another {
            return Ok(());
        }
    }
}
