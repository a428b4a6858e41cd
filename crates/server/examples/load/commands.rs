//! Durable commands a second over many games.

use crate::client::Client;
use crate::figures::Times;
use crate::script::{Script, Table};
use crate::{Outcome, Plan, database, serve};
use std::sync::Arc;
use std::time::Instant;

pub(crate) async fn measure(plan: &Plan) -> Outcome<()> {
    let directory = tempfile::tempdir()?;
    let host = serve(&database(plan, directory.path()), directory.path()).await?;
    let script = Arc::new(Script::write(&mut Client::connect(&host).await?).await?);
    println!(
        "commands: a game has {} turns; {} games, {} clients",
        script.turns.len(),
        plan.games,
        plan.clients
    );
    let mut clients = Vec::new();
    for number in 0..plan.clients {
        let games = (plan.games + number) / plan.clients;
        clients.push(Player::new(&host, games).await?);
    }
    let (begun, end) = (Instant::now(), Instant::now() + plan.time());
    let running: Vec<_> =
        clients.into_iter().map(|player| tokio::spawn(player.play(script.clone(), end))).collect();
    let mut times = Times::default();
    for player in running {
        times.join(player.await??);
    }
    let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
    println!("commands: {rate:.0} a second, each durable before its answer: {}", times.shown());
    Ok(())
}

/// A client with games of its own, which it plays in turn.
struct Player {
    client: Client,
    tables: Vec<Table>,
}

impl Player {
    async fn new(host: &str, games: usize) -> Outcome<Player> {
        let mut client = Client::connect(host).await?;
        let mut tables = Vec::new();
        for _ in 0..games {
            tables.push(Table::new(&mut client).await?);
        }
        Ok(Player { client, tables })
    }

    async fn play(mut self, script: Arc<Script>, end: Instant) -> Outcome<Times> {
        let mut times = Times::default();
        loop {
            for table in &mut self.tables {
                if table.next == script.turns.len() {
                    *table = Table::new(&mut self.client).await?;
                }
                let sent = Instant::now();
                if sent >= end {
                    return Ok(times);
                }
                table.play(&mut self.client, &script).await?;
                times.add(sent.elapsed());
            }
        }
    }
}
