//! Reads all games from the servers in the end, with the operator's routes.

use crate::checker;
use crate::history::{AttemptOutcome, FinalChatLine, FinalEvent, FinalGame};
use crate::http::{HttpClient, HttpRequest};
use crate::node::ADMIN_TOKEN;
use crate::recorder::now;
use crate::testbed::TestBed;
use anyhow::{Context, Result, bail};
use reqwest::Method;
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// All games of the database. The times of their events may be off by `skew` milliseconds.
///
/// # Errors
/// The servers do not answer.
pub async fn read_all(bed: &TestBed, skew: i64) -> Result<BTreeMap<String, FinalGame>> {
    let operator = Operator { bed, http: HttpClient::new(IpAddr::V4(Ipv4Addr::new(127, 0, 99, 1)))? };
    let mut games = BTreeMap::new();
    for id in operator.list().await? {
        let game = operator.read(&id).await.with_context(|| format!("game {id}"))?;
        games.insert(id, FinalGame { skew, ..game });
    }
    Ok(games)
}

struct Operator<'a> {
    bed: &'a TestBed,
    http: HttpClient,
}

impl Operator<'_> {
    async fn list(&self) -> Result<Vec<String>> {
        let (mut ids, mut before) = (Vec::new(), String::new());
        loop {
            let page = self.get(&format!("/admin/games?limit=1000{before}")).await?;
            let games = page["games"].as_array().context("a list without games")?;
            ids.extend(games.iter().filter_map(|game| Some(game["id"].as_str()?.to_owned())));
            match page["next"].as_str() {
                Some(next) => before = format!("&before={next}"),
                None => return Ok(ids),
            }
        }
    }

    async fn read(&self, id: &str) -> Result<FinalGame> {
        let view = self.get(&format!("/api/games/{id}")).await?;
        let log = self.get(&format!("/admin/games/{id}/log")).await?;
        let text = log.as_str().context("the log is no text")?;
        let mut game = FinalGame { read: now(), ..FinalGame::default() };
        for line in text.lines() {
            read_line(&mut game, &serde_json::from_str(line)?);
        }
        game.has_open_racks = checker::has_open_racks(&game.rules);
        game.is_running = view["state"] == "running";
        game.turn = view["turn"].as_u64();
        let is_same = view["seq"].as_u64() == game.log.last().map(|event| event.seq);
        game.scores = is_same.then(|| scores(&view));
        Ok(game)
    }

    /// An answer, also from a server that is not quite ready.
    async fn get(&self, path: &str) -> Result<Value> {
        for _ in 0..40 {
            // A view is for everybody; the operator's token is no key of a game.
            let key = path.starts_with("/admin").then_some(ADMIN_TOKEN);
            let request = HttpRequest { key, ..HttpRequest::new("final", 0, Method::GET, path) };
            match self.http.send(self.bed, request).await {
                AttemptOutcome::Acknowledged(body) => return Ok(body),
                AttemptOutcome::Refused { status, code } if status != 429 => bail!("{path}: {status} {code}"),
                _ => tokio::time::sleep(Duration::from_millis(250)).await,
            }
        }
        bail!("{path}: no answer")
    }
}

fn scores(view: &Value) -> Vec<i64> {
    let seats = view["seats"].as_array().map(Vec::as_slice).unwrap_or_default();
    seats.iter().map(|seat| seat["score"].as_i64().unwrap_or_default()).collect()
}

fn read_line(game: &mut FinalGame, line: &Value) {
    if let Some(seq) = line["seq"].as_u64() {
        game.log.push(read_event(seq, line));
    } else if let Some(number) = line["line"].as_u64() {
        let text = line["chat"]["text"].as_str().unwrap_or_default().to_owned();
        game.chat.push(FinalChatLine { line: number, text });
    } else {
        game.name = line["name"].as_str().unwrap_or_default().to_owned();
        game.rules = line["rules"]["rules"].as_str().unwrap_or_default().to_owned();
        game.seats = line["seats"].as_u64().unwrap_or_default() as usize;
    }
}

fn read_event(seq: u64, line: &Value) -> FinalEvent {
    let data = line["event"].clone();
    FinalEvent {
        seq,
        at: data["at"].as_i64().unwrap_or_default(),
        kind: line["kind"].as_str().unwrap_or_default().to_owned(),
        seat: data["seat"].as_u64(),
        data,
    }
}
