//! A bot at the bot port: passes, forfeits, answers late, sends garbage, and comes back with its token.

use crate::history::BotHand;
use crate::testbed::TestBed;
use rules::{Chance, SeededChance};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Starts a bot with this name. It ends with the run.
pub fn spawn_bot(bed: &Arc<TestBed>, name: &str, seed: u64) {
    let bot = BotPuppet {
        bed: bed.clone(),
        name: name.to_owned(),
        dice: SeededChance::new(seed ^ 0xB07),
        token: None,
        answers: 0,
    };
    tokio::spawn(bot.run());
}

struct BotPuppet {
    bed: Arc<TestBed>,
    name: String,
    dice: SeededChance,
    token: Option<String>,
    answers: u32,
}

impl BotPuppet {
    async fn run(mut self) {
        let bed = self.bed.clone();
        loop {
            tokio::select! {
                () = bed.wait_for_close() => return,
                // However a connection ends, the bot comes back.
                _ = self.connect() => {}
            }
            let wait = Duration::from_millis(u64::from(50 + self.dice.below(500)));
            tokio::select! {
                () = bed.wait_for_close() => return,
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    async fn connect(&mut self) -> std::io::Result<()> {
        let node = self.dice.below(self.bed.bots.len() as u32) as usize;
        let mut lines = BufReader::new(TcpStream::connect(self.bed.bots[node]).await?);
        let hello = json!({"hello": {"protocol": 1, "name": self.name, "token": self.token}});
        let hello = match self.token {
            Some(_) => hello,
            None => json!({"hello": {"protocol": 1, "name": self.name}}),
        };
        say(&mut lines, &hello).await?;
        let mut line = String::new();
        while lines.read_line(&mut line).await? > 0 {
            let message: Value = serde_json::from_str(&line).unwrap_or_default();
            line.clear();
            if let Some(token) = message["welcome"]["token"].as_str() {
                self.token = Some(token.to_owned());
            }
            if !message["ping"].is_null() {
                say(&mut lines, &json!({"pong": message["ping"]})).await?;
            }
            self.note_hand(&message);
            if message["your_turn"].is_object() && self.answer(&mut lines, &message).await?.is_none() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Writes down the tiles that the bot is told to have.
    fn note_hand(&self, message: &Value) {
        let hand =
            [&message["start"]["hand"], &message["your_turn"]["hand"]].into_iter().find_map(Value::as_array);
        let (Some(hand), Some(game)) = (hand, message["game"].as_str()) else { return };
        let tiles = hand.iter().flat_map(|entry| {
            let (tile, count) = (entry[0].as_u64(), entry[1].as_u64());
            tile.into_iter()
                .flat_map(move |tile| std::iter::repeat_n(tile, count.unwrap_or_default() as usize))
        });
        let hand = BotHand { bot: self.name.clone(), tiles: tiles.collect() };
        self.bed.recorder.table(game, |table| table.bot_hands.push(hand));
    }

    /// Answers a turn; `None` if the bot hangs up instead.
    async fn answer(
        &mut self,
        lines: &mut BufReader<TcpStream>,
        question: &Value,
    ) -> std::io::Result<Option<()>> {
        let reply = |turn: &Value, what: Value| json!({"game": question["game"], "turn": turn, "SM": what});
        match self.dice.below(12) {
            0 => return Ok(None),
            1 => lines.get_mut().write_all(b"{\"SM\":nonsense}\n").await?,
            2 => say(lines, &reply(&json!(0), json!("SMPass"))).await?,
            3 => say(lines, &reply(&question["turn"], json!({"SMPlay": [[[0, 0], [99, ["E", 1]]]]}))).await?,
            _ => {}
        }
        self.answers += 1;
        let what = if self.answers.is_multiple_of(14) { json!("SMForfeit") } else { json!("SMPass") };
        say(lines, &reply(&question["turn"], what)).await?;
        Ok(Some(()))
    }
}

async fn say(lines: &mut BufReader<TcpStream>, what: &Value) -> std::io::Result<()> {
    lines.get_mut().write_all(format!("{what}\n").as_bytes()).await
}
