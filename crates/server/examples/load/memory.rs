//! The memory of a game that is being played.

use crate::client::Client;
use crate::figures::resident;
use crate::script::{Script, Table};
use crate::{Outcome, Plan, database, serve};

/// Turns that are played in each game.
const TURNS: usize = 10;

pub(crate) async fn measure(plan: &Plan) -> Outcome<()> {
    let directory = tempfile::tempdir()?;
    let host = serve(&database(plan, directory.path()), directory.path()).await?;
    let mut client = Client::connect(&host).await?;
    let script = Script::write(&mut client).await?;
    let games = plan.games * 10;
    // What is made once is made before. This includes the cache of the database, which many games fill.
    play(&mut client, &script, games).await?;
    let before = resident();
    play(&mut client, &script, games).await?;
    let each = resident().saturating_sub(before) / games as u64;
    println!("memory: {each} bytes for a game in memory ({games} games, {TURNS} turns played in each)");
    Ok(())
}

async fn play(client: &mut Client, script: &Script, games: usize) -> Outcome<()> {
    for _ in 0..games {
        let mut table = Table::new(client).await?;
        for _ in 0..TURNS.min(script.turns.len()) {
            table.play(client, script).await?;
        }
    }
    Ok(())
}
