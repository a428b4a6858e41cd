//! Many open streams of events, and how soon each tells what happened.

use crate::client::{Client, find};
use crate::figures::{Times, resident};
use crate::script::{Script, Table};
use crate::{Outcome, Plan, database, serve};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// Commands a second while the streams are open.
const PACE: u64 = 100;

pub(crate) async fn measure(plan: &Plan) -> Outcome<()> {
    let directory = tempfile::tempdir()?;
    let host = serve(&database(plan, directory.path())).await?;
    let mut client = Client::connect(&host).await?;
    let script = Script::write(&mut client).await?;
    let mut tables = Vec::new();
    for _ in 0..plan.games {
        tables.push(Table::new(&mut client).await?);
    }
    let before = resident();
    let begun = Instant::now();
    let sent: Arc<Vec<AtomicU64>> = Arc::new((0..plan.games).map(|_| AtomicU64::new(0)).collect());
    let (tell, mut told) = mpsc::unbounded_channel();
    for number in 0..plan.streams {
        let game = number % plan.games;
        let stream =
            Client::connect(&host).await?.follow(&format!("/api/games/{}/events", tables[game].id)).await?;
        tokio::spawn(follow(stream, game, sent.clone(), begun, tell.clone()));
    }
    drop(tell);
    let (opened, memory) = (begun.elapsed(), resident().saturating_sub(before));
    let each = memory / plan.streams.max(1) as u64;
    println!("streams: {} opened in {opened:.1?}, {each} bytes each, both ends counted", plan.streams);

    let mut clock = tokio::time::interval(Duration::from_micros(1_000_000 / PACE));
    let mut done = 0;
    while done < plan.seconds * PACE {
        for (game, table) in tables.iter_mut().enumerate() {
            clock.tick().await;
            sent[game].store(begun.elapsed().as_micros() as u64, Ordering::Relaxed);
            table.play(&mut client, &script).await?;
            done += 1;
            if done >= plan.seconds * PACE {
                break;
            }
        }
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let mut times = Times::default();
    while let Ok(time) = told.try_recv() {
        times.add(time);
    }
    let expected = done * (plan.streams / plan.games) as u64;
    println!("streams: {} of {expected} deliveries after {done} commands: {}", times.len(), times.shown());
    Ok(())
}

/// Tells for every turn that arrives how long ago it was sent.
async fn follow(
    mut stream: TcpStream,
    game: usize,
    sent: Arc<Vec<AtomicU64>>,
    begun: Instant,
    tell: mpsc::UnboundedSender<Duration>,
) {
    let mut buffer = Vec::with_capacity(1_024);
    while let Ok(1..) = stream.read_buf(&mut buffer).await {
        while let Some(place) = find(&buffer, b"event: played").or_else(|| find(&buffer, b"event: passed")) {
            let since = begun.elapsed().as_micros() as u64 - sent[game].load(Ordering::Relaxed);
            buffer.drain(..place + 13);
            if tell.send(Duration::from_micros(since)).is_err() {
                return;
            }
        }
        let keep = buffer.len().saturating_sub(16);
        buffer.drain(..keep);
    }
}
