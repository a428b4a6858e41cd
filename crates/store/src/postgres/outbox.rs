//! How nodes hear of each other's writes.
//!
//! Each batch leaves a row in the table `notices`, in its own transaction, that says which games changed.
//! After the commit a [channel](crate::channel) is rung (`NOTIFY` takes a lock on the whole database and so stays outside
//! the transaction); a node that hears it reads the rows it has not seen.
//! The channel is only for speed: the rows are read every [`PAUSE`] anyway, so that neither a channel that was never
//! rung nor a connection that was lost hides anything.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{PgConnection, PgPool};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::channel::{NotificationChannel, NotificationListener, wait_for_other_node};
use crate::{ChangeNotification, ChangePublisher, GameId, LineNo, LogHead, Seq, StoreError};

/// What stands for keys that were revoked, and for a game that was deleted.
const KEYS: &str = "keys";
const GONE: &str = "gone";
/// How long a node that hears nothing waits before it looks.
const PAUSE: Duration = Duration::from_secs(1);
/// Ids are given before the commit, so that a smaller one can appear after a greater; for no longer than this.
const SETTLED: Duration = Duration::from_secs(60);
/// A node that could not look for so long may have missed rows that are removed by now.
const TOO_LONG: Duration = Duration::from_secs(8 * 60);
/// How often old rows are removed.
const TIDYING: Duration = Duration::from_secs(60);

/// The notices as one text: a line for each game.
pub(super) fn body(notices: &[ChangeNotification]) -> String {
    let lines = notices.iter().filter_map(|notice| match notice {
        ChangeNotification::Changed(game, head) => Some(format!("{game} {} {}\n", head.seq, head.line)),
        ChangeNotification::KeysRevoked(game) => Some(format!("{game} {KEYS}\n")),
        ChangeNotification::Deleted(game) => Some(format!("{game} {GONE}\n")),
        ChangeNotification::Lagged => None,
    });
    lines.collect()
}

fn notices(body: &str) -> impl Iterator<Item = ChangeNotification> {
    body.lines().map(|line| read_line(line).unwrap_or(ChangeNotification::Lagged))
}

fn read_line(line: &str) -> Option<ChangeNotification> {
    let mut words = line.split(' ');
    let game = GameId::new(words.next()?).ok()?;
    let seq = match words.next()? {
        KEYS => return Some(ChangeNotification::KeysRevoked(game)),
        GONE => return Some(ChangeNotification::Deleted(game)),
        seq => Seq(seq.parse().ok()?),
    };
    let line = LineNo(words.next()?.parse().ok()?);
    Some(ChangeNotification::Changed(game, LogHead { seq, line }))
}

/// Starts to ring the channel whenever told to; rings that would come at once become one.
pub(super) fn start_notifier(
    tasks: &mut JoinSet<()>,
    channel: Arc<dyn NotificationChannel>,
    node: &str,
) -> Arc<Notify> {
    let wish = Arc::new(Notify::new());
    let (told, node) = (wish.clone(), node.to_owned());
    tasks.spawn(async move {
        loop {
            told.notified().await;
            // A channel that was not rung is made up for by looking every so often.
            timeout(PAUSE, channel.notify(&node)).await.ok();
        }
    });
    wish
}

/// What a node has seen of the notices.
#[derive(Debug)]
pub(super) struct Outbox {
    node: String,
    /// Everything up to here has been seen, or will never be.
    floor: i64,
    /// What has been seen beyond that, and when.
    seen: BTreeMap<i64, Instant>,
    looked: Instant,
    tidied: Instant,
}

impl Outbox {
    /// Begins to look; rows of the last minute may be told though they were stored before.
    pub(super) async fn open(on: &mut PgConnection) -> sqlx::Result<Outbox> {
        let node = sqlx::query_scalar("SELECT gen_random_uuid()::text").fetch_one(&mut *on).await?;
        let floor = sqlx::query_scalar(FLOOR).fetch_one(on).await?;
        let now = Instant::now();
        Ok(Outbox { node, floor, seen: BTreeMap::new(), looked: now, tidied: now })
    }

    /// The name of this node among others, new each time.
    pub(super) fn node(&self) -> &str {
        &self.node
    }

    /// Tells what other nodes store, until the store is closed.
    pub(super) async fn listen(
        mut self,
        pool: PgPool,
        channel: Arc<dyn NotificationChannel>,
        publisher: ChangePublisher,
    ) {
        while !pool.is_closed() {
            match timeout(PAUSE, channel.listen()).await {
                Ok(Ok(mut listener)) => self.listen_to(&mut *listener, &pool, &publisher).await,
                // Without a channel it takes a little longer.
                _ => {
                    self.look(&pool, &publisher).await.ok();
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Tells what other nodes store, until the connection is lost.
    async fn listen_to(
        &mut self,
        listener: &mut dyn NotificationListener,
        pool: &PgPool,
        publisher: &ChangePublisher,
    ) {
        loop {
            if self.look(pool, publisher).await.is_err() {
                return tokio::time::sleep(PAUSE).await;
            }
            if let Ok(Err(_)) = timeout(PAUSE, wait_for_other_node(listener, &self.node)).await {
                return;
            }
        }
    }

    async fn look(&mut self, pool: &PgPool, publisher: &ChangePublisher) -> Result<(), StoreError> {
        let rows = crate::reads::with_timeout(self.unseen(pool)).await?;
        if self.looked.elapsed() > TOO_LONG {
            publisher.publish(ChangeNotification::Lagged);
        }
        self.looked = Instant::now();
        for (id, node, body) in rows {
            self.seen.insert(id, self.looked);
            if node != self.node {
                notices(&body).for_each(|notice| publisher.publish(notice));
            }
        }
        self.settle();
        self.tidy(pool).await
    }

    async fn unseen(&self, pool: &PgPool) -> sqlx::Result<Vec<(i64, String, String)>> {
        let query =
            sqlx::query_as("SELECT id, node, body FROM notices WHERE id > $1 AND id <> ALL($2) ORDER BY id");
        query.bind(self.floor).bind(self.seen.keys().copied().collect::<Vec<_>>()).fetch_all(pool).await
    }

    /// Raises the floor over rows without a gap, and over gaps that are too old to be filled.
    fn settle(&mut self) {
        while let Some((&id, seen)) = self.seen.first_key_value() {
            if id != self.floor + 1 && seen.elapsed() < SETTLED {
                return;
            }
            self.floor = id;
            self.seen.pop_first();
        }
    }

    async fn tidy(&mut self, pool: &PgPool) -> Result<(), StoreError> {
        if self.tidied.elapsed() < TIDYING {
            return Ok(());
        }
        self.tidied = Instant::now();
        let query = sqlx::query("DELETE FROM notices WHERE at < clock_timestamp() - interval '10 minutes'");
        crate::reads::with_timeout(query.execute(pool)).await.map(drop)
    }
}

/// Rows that are older than a minute are settled.
const FLOOR: &str = "SELECT coalesce(
        (SELECT id FROM notices WHERE at < clock_timestamp() - interval '1 minute' ORDER BY id DESC LIMIT 1),
        (SELECT min(id) - 1 FROM notices), 0)";

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(game: &str, seq: u64, line: u64) -> ChangeNotification {
        ChangeNotification::Changed(GameId::new(game).unwrap(), LogHead { seq: Seq(seq), line: LineNo(line) })
    }

    fn outbox(floor: i64, seen: &[(i64, u64)]) -> Outbox {
        let now = Instant::now();
        let seen = seen.iter().map(|&(id, ago)| (id, now.checked_sub(Duration::from_secs(ago)).unwrap()));
        Outbox { node: "me".into(), floor, seen: seen.collect(), looked: now, tidied: now }
    }

    #[test]
    fn a_body_is_read_as_it_is_written() {
        let game = GameId::new("game-3").unwrap();
        let others = [ChangeNotification::KeysRevoked(game.clone()), ChangeNotification::Deleted(game)];
        let mut told = vec![changed("game-1", 3, 0), changed("game-2", 1, 7)];
        told.extend(others);
        assert_eq!(notices(&body(&told)).collect::<Vec<_>>(), told);
    }

    #[test]
    fn a_body_nobody_understands_makes_everybody_look() {
        assert_eq!(notices("game-1 x 0\n").collect::<Vec<_>>(), [ChangeNotification::Lagged]);
        assert_eq!(notices("?\n").collect::<Vec<_>>(), [ChangeNotification::Lagged]);
    }

    #[test]
    fn the_floor_waits_for_a_gap_while_it_may_be_filled() {
        let mut outbox = outbox(10, &[(11, 0), (12, 0), (14, 30)]);
        outbox.settle();
        assert_eq!(outbox.floor, 12);
        assert_eq!(outbox.seen.keys().collect::<Vec<_>>(), [&14]);
    }

    #[test]
    fn the_floor_passes_a_gap_that_stays() {
        let mut outbox = outbox(10, &[(14, 61), (15, 0), (17, 0)]);
        outbox.settle();
        assert_eq!(outbox.floor, 15);
    }
}
