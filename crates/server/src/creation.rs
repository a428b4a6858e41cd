//! Making a game: its seats, its keys, its first events.

use crate::api_error::ApiError;
use crate::chance::GameSeed;
use crate::listing::{self, GameListing};
use crate::log_entry::{LogEntry, LoggedEvent, OccupantKind, TableEventKind, json};
use crate::owner::{GameSetup, start};
use crate::registry::Services;
use crate::resources::GameResources;
use crate::table::{Occupant, Table, TableTimeouts};
use rules::Millis;
use std::sync::Arc;
use std::time::Duration;
use store::{
    GameHeader, GameId, GameListEntry, GameName, LexiconDigest, LogHead, NewGame, NewKey, Payload, SeatCount,
    Seq, Timestamp, Visibility, WriteError,
};

/// A game to be made.
pub(crate) struct GameCreation {
    pub(crate) id: GameId,
    pub(crate) name: GameName,
    pub(crate) resources: Arc<GameResources>,
    pub(crate) visibility: Visibility,
    pub(crate) seed: Option<GameSeed>,
    pub(crate) pace: Option<Duration>,
    pub(crate) occupants: Vec<Occupant>,
    pub(crate) keys: Vec<NewKey>,
}

impl GameCreation {
    /// Stores the game, begun if all its seats are taken, and says how the list shows it.
    pub(crate) async fn store(self, services: &Services) -> Result<GameListing, ApiError> {
        Ok(self.try_store(services).await??)
    }

    /// The same, with the store's answer apart.
    pub(crate) async fn try_store(
        self,
        services: &Services,
    ) -> Result<Result<GameListing, WriteError>, ApiError> {
        let now = Timestamp::now();
        let (table, logged) = self.begin(Millis(now.0))?;
        let events: Result<Vec<_>, ApiError> =
            logged.iter().map(|logged| logged.stored(&self.resources.rules)).collect();
        let settings = &services.settings;
        let timeouts = TableTimeouts::of(settings, self.pace);
        let summary = listing::summary(&self.name, &table, timeouts)?;
        let listed = GameListEntry {
            id: self.id.clone(),
            visibility: self.visibility,
            created: now,
            summary: summary.clone(),
            head: LogHead { seq: Seq(table.seq), ..LogHead::default() },
        };
        let header = self.header(now)?;
        let game = NewGame { id: self.id.clone(), header, summary, events: events?, keys: self.keys };
        if let Err(error) = services.store.create(game).await {
            return Ok(Err(error));
        }
        services.schedule(&self.id, table.due(timeouts).map(|(_, at)| at));
        if table.awaits_bots() {
            services.bot_registry.ring();
        }
        listing::listed(&listed, 0).map(Ok)
    }

    fn begin(&self, now: Millis) -> Result<(Table, Vec<LoggedEvent>), ApiError> {
        let mut table = Table::new(self.resources.clone(), self.occupants.len());
        let mut logged = Vec::new();
        for (occupant, seat) in self.occupants.iter().zip(0..) {
            if let Some(joined) = joined(occupant, seat) {
                logged.push(table.take(LogEntry::table(now, joined)));
            }
        }
        if table.is_full() {
            let events = start(&table, self.seed, now)?;
            logged.extend(events.into_iter().map(|what| table.take(what)));
        }
        Ok((table, logged))
    }

    fn header(&self, created: Timestamp) -> Result<GameHeader, ApiError> {
        let charter = GameSetup {
            rules: self.resources.source.to_string(),
            lexicon: self.resources.lexicon.name.clone(),
            seed: self.seed,
            pace: self.pace.map(|pace| pace.as_millis() as u64),
        };
        let rules =
            Payload::new(1, json(&charter)).map_err(|error| ApiError::invalid("rules", error.to_string()))?;
        let lexicon = LexiconDigest::new(self.resources.lexicon.digest.as_str());
        Ok(GameHeader {
            rules,
            lexicon: lexicon.map_err(|error| ApiError::Broken(error.to_string()))?,
            seats: SeatCount(self.occupants.len() as u8),
            visibility: self.visibility,
            created,
        })
    }
}

fn joined(occupant: &Occupant, seat: u8) -> Option<TableEventKind> {
    let (player, kind, level) = match occupant {
        Occupant::Nobody => return None,
        // A bot comes when it is called, also to a second game.
        Occupant::Awaited { player, level } | Occupant::Bot { player, level } => {
            return Some(TableEventKind::Awaited {
                seat,
                player: player.to_string(),
                level: level.to_string(),
            });
        }
        Occupant::Human { player } => (player, OccupantKind::Human, None),
        Occupant::Computer { player, level } => (player, OccupantKind::Computer, Some(level.to_string())),
    };
    Some(TableEventKind::Joined { seat, player: player.to_string(), kind, level })
}
