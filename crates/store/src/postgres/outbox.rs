//! How nodes learn of each other's writes.
//!
//! Each batch stores, in its transaction, a row in the table `notices` that lists the games that changed. After the commit
//! the node sends a notification through a [channel](crate::channel); `NOTIFY` locks the whole database and therefore
//! stays outside the transaction. A node that receives it reads the rows it has not seen.
//! The channel only saves time: each node also reads the rows every [`POLL_INTERVAL`], so a lost notification or
//! connection hides nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{PgConnection, PgPool};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::channel::{NotificationChannel, NotificationListener, wait_for_other_node};
use crate::{ChangeNotification, ChangePublisher, GameId, LineNo, LogHead, Seq, StoreError};

/// The words for revoked keys and for a deleted game.
const KEYS: &str = "keys";
const GONE: &str = "gone";
/// How often a node reads the rows without a notification.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Ids are assigned before the commit, so a smaller one can appear after a greater one, but not later than this.
const SETTLED: Duration = Duration::from_secs(60);
/// A node that could not read for this long may have missed rows that have been removed.
const MAX_SILENCE: Duration = Duration::from_secs(8 * 60);
/// How often old rows are removed.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60);

/// Writes notifications as one text with a line for each.
pub(super) fn write_body(notices: &[ChangeNotification]) -> String {
    let lines = notices.iter().filter_map(|notice| match notice {
        ChangeNotification::Changed(game, head) => Some(format!("{game} {} {}\n", head.seq, head.line)),
        ChangeNotification::KeysRevoked(game) => Some(format!("{game} {KEYS}\n")),
        ChangeNotification::Deleted(game) => Some(format!("{game} {GONE}\n")),
        ChangeNotification::Lagged => None,
    });
    lines.collect()
}

fn read_body(body: &str) -> impl Iterator<Item = ChangeNotification> {
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

/// Starts a task that notifies other nodes each time it is woken. Several wake-ups at once become one notification.
pub(super) fn start_notifier(
    tasks: &mut JoinSet<()>,
    channel: Arc<dyn NotificationChannel>,
    node: &str,
) -> Arc<Notify> {
    let wake = Arc::new(Notify::new());
    let (wakeup, node) = (wake.clone(), node.to_owned());
    tasks.spawn(async move {
        loop {
            wakeup.notified().await;
            // Other nodes find the rows at their next poll if this fails.
            timeout(POLL_INTERVAL, channel.notify(&node)).await.ok();
        }
    });
    wake
}

/// The rows of the table `notices` that a node has seen.
#[derive(Debug)]
pub(super) struct Outbox {
    node: String,
    /// All rows up to this id have been seen, or do not exist.
    floor: i64,
    /// The rows beyond that have been seen, and when.
    seen: BTreeMap<i64, Instant>,
    polled: Instant,
    cleaned: Instant,
}

impl Outbox {
    /// Starts to read. Rows of the last minute may be reported although they were stored before.
    pub(super) async fn open(on: &mut PgConnection) -> sqlx::Result<Outbox> {
        let node = sqlx::query_scalar("SELECT gen_random_uuid()::text").fetch_one(&mut *on).await?;
        let floor = sqlx::query_scalar(FLOOR).fetch_one(on).await?;
        let now = Instant::now();
        Ok(Outbox { node, floor, seen: BTreeMap::new(), polled: now, cleaned: now })
    }

    /// The name of this node, new each time.
    pub(super) fn node(&self) -> &str {
        &self.node
    }

    /// Publishes what other nodes store, until the store is closed.
    pub(super) async fn listen(
        mut self,
        pool: PgPool,
        channel: Arc<dyn NotificationChannel>,
        publisher: ChangePublisher,
    ) {
        while !pool.is_closed() {
            match timeout(POLL_INTERVAL, channel.listen()).await {
                Ok(Ok(mut listener)) => self.listen_to(&mut *listener, &pool, &publisher).await,
                // Without a channel it polls.
                _ => {
                    self.poll(&pool, &publisher).await.ok();
                    tokio::time::sleep(POLL_INTERVAL).await;
                }
            }
        }
    }

    /// Publishes what other nodes store, until the connection is lost.
    async fn listen_to(
        &mut self,
        listener: &mut dyn NotificationListener,
        pool: &PgPool,
        publisher: &ChangePublisher,
    ) {
        loop {
            if self.poll(pool, publisher).await.is_err() {
                return tokio::time::sleep(POLL_INTERVAL).await;
            }
            if let Ok(Err(_)) = timeout(POLL_INTERVAL, wait_for_other_node(listener, &self.node)).await {
                return;
            }
        }
    }

    async fn poll(&mut self, pool: &PgPool, publisher: &ChangePublisher) -> Result<(), StoreError> {
        let rows = crate::reads::with_timeout(self.unseen(pool)).await?;
        if self.polled.elapsed() > MAX_SILENCE {
            publisher.publish(ChangeNotification::Lagged);
        }
        self.polled = Instant::now();
        for (id, node, body) in rows {
            self.seen.insert(id, self.polled);
            if node != self.node {
                read_body(&body).for_each(|notice| publisher.publish(notice));
            }
        }
        self.settle();
        self.clean_up(pool).await
    }

    async fn unseen(&self, pool: &PgPool) -> sqlx::Result<Vec<(i64, String, String)>> {
        let query =
            sqlx::query_as("SELECT id, node, body FROM notices WHERE id > $1 AND id <> ALL($2) ORDER BY id");
        query.bind(self.floor).bind(self.seen.keys().copied().collect::<Vec<_>>()).fetch_all(pool).await
    }

    /// Raises the floor over rows without gaps, and over gaps that are too old to be filled.
    fn settle(&mut self) {
        while let Some((&id, seen)) = self.seen.first_key_value() {
            if id != self.floor + 1 && seen.elapsed() < SETTLED {
                return;
            }
            self.floor = id;
            self.seen.pop_first();
        }
    }

    async fn clean_up(&mut self, pool: &PgPool) -> Result<(), StoreError> {
        if self.cleaned.elapsed() < CLEANUP_INTERVAL {
            return Ok(());
        }
        self.cleaned = Instant::now();
        let query = sqlx::query("DELETE FROM notices WHERE at < clock_timestamp() - interval '10 minutes'");
        crate::reads::with_timeout(query.execute(pool)).await.map(drop)
    }
}

/// The id up to which all rows are older than a minute.
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
        Outbox { node: "me".into(), floor, seen: seen.collect(), polled: now, cleaned: now }
    }

    #[test]
    fn a_body_is_read_as_it_is_written() {
        let game = GameId::new("game-3").unwrap();
        let others = [ChangeNotification::KeysRevoked(game.clone()), ChangeNotification::Deleted(game)];
        let mut expected = vec![changed("game-1", 3, 0), changed("game-2", 1, 7)];
        expected.extend(others);
        assert_eq!(read_body(&write_body(&expected)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn an_unknown_body_reports_a_lag() {
        assert_eq!(read_body("game-1 x 0\n").collect::<Vec<_>>(), [ChangeNotification::Lagged]);
        assert_eq!(read_body("?\n").collect::<Vec<_>>(), [ChangeNotification::Lagged]);
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
