//! How soon a server with many stored games answers.

use crate::client::Client;
use crate::script::Table;
use crate::{Outcome, Plan, serve};
use std::time::Instant;
use store::{GameCopy, GameId, Store};

pub(crate) async fn measure(plan: &Plan) -> Outcome<()> {
    let directory = tempfile::tempdir()?;
    let address = format!("sqlite:{}", directory.path().join("games.db").display());
    let id = fill(&address, plan.stored).await?;
    let begun = Instant::now();
    let host = serve(&address, directory.path()).await?;
    let listening = begun.elapsed();
    let mut client = Client::connect(&host).await?;
    client.get("/api/games", "").await?.json()?;
    let listed = begun.elapsed();
    client.get(&format!("/api/games/{id}"), "").await?.json()?;
    let loaded = begun.elapsed();
    println!(
        "start: with {} stored games it listens after {listening:.1?}, has listed games after {listed:.1?}, \
         loaded one after {loaded:.1?}",
        plan.stored
    );
    Ok(())
}

/// Copies one real game many times.
async fn fill(address: &str, count: usize) -> Outcome<String> {
    let memory = tempfile::tempdir()?;
    let first = format!("sqlite:{}", memory.path().join("one.db").display());
    let host = serve(&first, memory.path()).await?;
    let table = Table::new(&mut Client::connect(&host).await?).await?;
    let one = Store::open(&first).await?.copy(&GameId::new(table.id)?).await?.ok_or("no game")?;
    let store = Store::open(address).await?;
    for batch in (0..count).collect::<Vec<_>>().chunks(1_000) {
        let copies = batch.iter().map(|number| renamed(&one, *number)).collect::<Outcome<Vec<_>>>()?;
        store.restore(copies).await?;
    }
    store.close().await?;
    Ok(format!("copy-{}", count / 2))
}

fn renamed(copy: &GameCopy, number: usize) -> Outcome<GameCopy> {
    let mut copy = copy.clone();
    copy.game.id = GameId::new(format!("copy-{number}"))?;
    copy.events.iter_mut().for_each(|event| event.game = copy.game.id.clone());
    copy.keys.clear();
    Ok(copy)
}
