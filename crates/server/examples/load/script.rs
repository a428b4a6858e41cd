//! A game that can be played many times over: all games with one seed draw the same tiles.

use crate::Outcome;
use crate::client::Client;
use serde_json::{Value, json};

const SEED: u64 = 7;

/// The turns of a whole game: who does what.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) turns: Vec<Turn>,
}

/// What a seat does.
#[derive(Debug)]
pub(crate) struct Turn {
    pub(crate) seat: usize,
    /// The command as JSON, to which is added what is different each time.
    act: String,
}

/// What a command is answered with.
#[derive(serde::Deserialize)]
struct CommandResult {
    seq: u64,
}

/// A game of two people that follows the script.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) id: String,
    keys: [String; 2],
    pub(crate) seq: u64,
    /// The next turn of the script.
    pub(crate) next: usize,
}

impl Table {
    /// Makes a game and sits down at both seats.
    pub(crate) async fn new(client: &mut Client) -> Outcome<Table> {
        let wanted = json!({
            "player": "Ann", "seed": SEED, "hints": true, "seats": [{ "kind": "you" }, { "kind": "open" }],
        });
        let made = client.post("/api/games", "", &wanted.to_string()).await?.json()?;
        let id = made["game"]["id"].as_str().ok_or("no id")?.to_owned();
        let join = json!({ "player": "Bob" }).to_string();
        let joined = client.post(&format!("/api/games/{id}/seats"), "", &join).await?.json()?;
        let key = |answer: &Value| answer["key"].as_str().unwrap_or_default().to_owned();
        let view = client.get(&format!("/api/games/{id}"), "").await?.json()?;
        let seq = view["seq"].as_u64().ok_or("no seq")?;
        Ok(Table { id, keys: [key(&made), key(&joined)], seq, next: 0 })
    }

    /// Does the next turn; the game is over after the last.
    pub(crate) async fn play(&mut self, client: &mut Client, script: &Script) -> Outcome<()> {
        let turn = &script.turns[self.next];
        self.act(client, turn.seat, &turn.act).await?;
        self.next += 1;
        Ok(())
    }

    async fn act(&mut self, client: &mut Client, seat: usize, act: &str) -> Outcome<()> {
        let (seen, id) = (self.seq, uuid::Uuid::new_v4());
        let act = act.trim_end_matches('}');
        let body = format!(r#"{act},"seen":{seen},"id":"{id}"}}"#);
        let path = format!("/api/games/{}/commands", self.id);
        let answer: CommandResult = client.post(&path, &self.keys[seat], &body).await?.read()?;
        self.seq = answer.seq;
        Ok(())
    }
}

impl Script {
    /// Plays a game with what the server itself advises, and notes it.
    pub(crate) async fn write(client: &mut Client) -> Outcome<Script> {
        let mut table = Table::new(client).await?;
        let mut turns = Vec::new();
        loop {
            let view = client.get(&format!("/api/games/{}", table.id), "").await?.json()?;
            let Some(seat) = view["turn"].as_u64().filter(|_| view["state"] == "running") else { break };
            let seat = seat as usize;
            let hint =
                client.get(&format!("/api/games/{}/hint", table.id), &table.keys[seat]).await?.json()?;
            let act = match hint["plays"][0]["play"].as_str() {
                Some(play) => json!({ "type": "play", "play": play }),
                None => json!({ "type": "pass" }),
            };
            let act = act.to_string();
            table.act(client, seat, &act).await?;
            turns.push(Turn { seat, act });
        }
        Ok(Script { turns })
    }
}
