//! Making a game: its seats, its keys, its first events.

use crate::chance::Seed;
use crate::hall::Shared;
use crate::happening::{Around, Happening, Kept, SitterKind, json};
use crate::kit::Kit;
use crate::listed::{self, ListedGame};
use crate::owner::{Charter, start};
use crate::problem::Problem;
use crate::table::{Patience, Sitter, Table};
use rules::Millis;
use std::sync::Arc;
use std::time::Duration;
use store::{
    Digest, GameId, Head, Header, Listed, Name, NewGame, NewKey, Payload, SeatCount, Seq, Timestamp,
    Visibility, WriteError,
};

/// A game to be made.
pub(crate) struct Opening {
    pub(crate) id: GameId,
    pub(crate) name: Name,
    pub(crate) kit: Arc<Kit>,
    pub(crate) visibility: Visibility,
    pub(crate) seed: Option<Seed>,
    pub(crate) pace: Option<Duration>,
    pub(crate) sitters: Vec<Sitter>,
    pub(crate) keys: Vec<NewKey>,
}

impl Opening {
    /// Stores the game, begun if all its seats are taken, and says how the list shows it.
    pub(crate) async fn store(self, shared: &Shared) -> Result<ListedGame, Problem> {
        Ok(self.try_store(shared).await??)
    }

    /// The same, with the store's answer apart.
    pub(crate) async fn try_store(self, shared: &Shared) -> Result<Result<ListedGame, WriteError>, Problem> {
        let now = Timestamp::now();
        let (table, kept) = self.begin(Millis(now.0))?;
        let events: Result<Vec<_>, Problem> = kept.iter().map(|kept| kept.stored(&self.kit.rules)).collect();
        let settings = &shared.settings;
        let patience = Patience::of(settings, self.pace);
        let summary = listed::summary(&self.name, &table, patience)?;
        let listed = Listed {
            id: self.id.clone(),
            visibility: self.visibility,
            created: now,
            summary: summary.clone(),
            head: Head { seq: Seq(table.seq), ..Head::default() },
        };
        let header = self.header(now)?;
        let game = NewGame { id: self.id.clone(), header, summary, events: events?, keys: self.keys };
        if let Err(error) = shared.store.create(game).await {
            return Ok(Err(error));
        }
        shared.agenda(&self.id, table.due(patience).map(|(_, at)| at));
        if table.awaits_bots() {
            shared.guests.ring();
        }
        listed::listed(&listed, 0).map(Ok)
    }

    fn begin(&self, now: Millis) -> Result<(Table, Vec<Kept>), Problem> {
        let mut table = Table::new(self.kit.clone(), self.sitters.len());
        let mut kept = Vec::new();
        for (sitter, seat) in self.sitters.iter().zip(0..) {
            if let Some(joined) = joined(sitter, seat) {
                kept.push(table.take(Happening::table(now, joined)));
            }
        }
        if table.is_full() {
            let events = start(&table, self.seed, now)?;
            kept.extend(events.into_iter().map(|what| table.take(what)));
        }
        Ok((table, kept))
    }

    fn header(&self, created: Timestamp) -> Result<Header, Problem> {
        let charter = Charter {
            rules: self.kit.source.to_string(),
            lexicon: self.kit.lexicon.name.clone(),
            seed: self.seed,
            pace: self.pace.map(|pace| pace.as_millis() as u64),
        };
        let rules =
            Payload::new(1, json(&charter)).map_err(|error| Problem::invalid("rules", error.to_string()))?;
        let lexicon = Digest::new(self.kit.lexicon.digest.as_str());
        Ok(Header {
            rules,
            lexicon: lexicon.map_err(|error| Problem::Broken(error.to_string()))?,
            seats: SeatCount(self.sitters.len() as u8),
            visibility: self.visibility,
            created,
        })
    }
}

fn joined(sitter: &Sitter, seat: u8) -> Option<Around> {
    let (player, kind, level) = match sitter {
        Sitter::Nobody => return None,
        // A bot comes when it is called, also to a second game.
        Sitter::Awaited { player, level } | Sitter::Bot { player, level } => {
            return Some(Around::Awaited { seat, player: player.to_string(), level: level.to_string() });
        }
        Sitter::Human { player } => (player, SitterKind::Human, None),
        Sitter::Computer { player, level } => (player, SitterKind::Computer, Some(level.to_string())),
    };
    Some(Around::Joined { seat, player: player.to_string(), kind, level })
}
