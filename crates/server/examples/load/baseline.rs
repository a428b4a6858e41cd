//! What bare axum does with the same database and one row for each request.

use crate::client::Client;
use crate::figures::Times;
use crate::{Outcome, Plan};
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use std::path::Path;
use std::time::Instant;

pub(crate) async fn measure(plan: &Plan) -> Outcome<()> {
    let directory = tempfile::tempdir()?;
    let host = serve(directory.path()).await?;
    let (begun, end) = (Instant::now(), Instant::now() + plan.time());
    let clients = (0..plan.clients).map(|number| tokio::spawn(write(host.clone(), number, end)));
    let mut times = Times::default();
    for client in clients.collect::<Vec<_>>() {
        times.join(client.await??);
    }
    let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
    println!("baseline: {rate:.0} rows a second by bare axum and SQLite: {}", times.shown());
    Ok(())
}

async fn serve(directory: &Path) -> Outcome<String> {
    let options = SqliteConnectOptions::new()
        .filename(directory.join("rows.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    sqlx::query("CREATE TABLE rows (game INTEGER, seq INTEGER, payload TEXT, PRIMARY KEY (game, seq))")
        .execute(&pool)
        .await?;
    let router = Router::new().route("/rows", post(store)).with_state(pool);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let host = listener.local_addr()?.to_string();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(host)
}

async fn store(State(pool): State<SqlitePool>, Json(row): Json<Value>) -> Json<Value> {
    let stored = sqlx::query("INSERT INTO rows VALUES (?, ?, ?)")
        .bind(row["game"].as_i64())
        .bind(row["seq"].as_i64())
        .bind(row["payload"].as_str())
        .execute(&pool)
        .await;
    Json(json!({ "seq": row["seq"], "stored": stored.is_ok() }))
}

async fn write(host: String, number: usize, end: Instant) -> Outcome<Times> {
    let mut client = Client::connect(&host).await?;
    let mut times = Times::default();
    let payload = "x".repeat(130);
    for seq in 0.. {
        let sent = Instant::now();
        if sent >= end {
            break;
        }
        let body = json!({ "game": number, "seq": seq, "payload": payload }).to_string();
        client.post("/rows", "", &body).await?.json()?;
        times.add(sent.elapsed());
    }
    Ok(times)
}
