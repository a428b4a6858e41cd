//! Who plays with whom: a client gets the seat that another player waits for, or waits itself.
//!
//! The queue is the list of open tables with the rules of the game, so that a player on the page can wait for such a
//! client, and the other way round.

use crate::game_lookup::{ListedGame, list_games};
use crate::request_meter::ClientState;
use http_api::{ApiError, CreateGame, RulesChoice, SeatChoice, SeatKey, SeatOccupancy};
use std::sync::Arc;
use store::{GameId, TableStatus};
use tables::{ClientAddress, Credentials, TableRequest, TurnsPage};
use tokio::sync::Mutex;

/// The rules of games that are created here.
const RULES: &str = "haskell";

/// How many names are tried if other players at the table have the same.
const NAMES: usize = 9;

/// Finds seats for clients, one after the other.
#[derive(Clone)]
pub(super) struct Matchmaker {
    client: ClientState,
    /// Held while a seat is looked for, so that two clients who come at once meet.
    queue: Arc<Mutex<()>>,
}

/// A seat for a client.
pub(super) struct FoundSeat {
    pub(super) id: GameId,
    pub(super) key: String,
}

impl Matchmaker {
    pub(super) fn new(client: ClientState) -> Matchmaker {
        Matchmaker { client, queue: Arc::default() }
    }

    /// A seat at a table where somebody waits, or at a new one.
    pub(super) async fn find_seat(
        &self,
        client: Option<ClientAddress>,
        name: &str,
        against_computer: bool,
    ) -> Result<FoundSeat, ApiError> {
        let player = self.client.app.check_player_name(name)?;
        if against_computer {
            return self.create(client, player, SeatChoice::Computer { level: None }).await;
        }
        let _queue = self.queue.lock().await;
        for game in self.waiting_tables().await?.iter().rev() {
            if let Some(seat) = self.join(game, &player).await? {
                return Ok(seat);
            }
        }
        self.create(client, player, SeatChoice::Open {}).await
    }

    /// Public tables with a free seat whose other player is present, the newest first.
    async fn waiting_tables(&self) -> Result<Vec<ListedGame>, ApiError> {
        let is_waiting = |game: &ListedGame| {
            let kinds: Vec<SeatOccupancy> = game.summary.seats.iter().map(|seat| seat.kind).collect();
            let count = |wanted| kinds.iter().filter(|kind| **kind == wanted).count();
            game.summary.rules == RULES
                && kinds.len() == 2
                && (count(SeatOccupancy::Open), count(SeatOccupancy::Human)) == (1, 1)
        };
        let mut games = list_games(&self.client.app, None, &[TableStatus::Open]).await?;
        games.retain(is_waiting);
        Ok(games)
    }

    /// Takes the free seat of a table; `None` if its player is away or somebody was faster.
    async fn join(&self, game: &ListedGame, name: &str) -> Result<Option<FoundSeat>, ApiError> {
        let (app, anybody) = (&self.client.app, Credentials::default());
        let view = match app.view(&game.id, &anybody, TurnsPage::default()).await {
            Ok(view) => view,
            Err(ApiError::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        if !view.seats.iter().any(|seat| seat.kind == SeatOccupancy::Human && seat.online) {
            return Ok(None);
        }
        let numbers = (1..NAMES).map(|number| format!("{name}{number}"));
        for player in std::iter::once(name.to_owned()).chain(numbers) {
            let request = |reply| TableRequest::Join { player: player.clone(), seat: None, id: None, reply };
            match app.request(&game.id, &anybody, request).await {
                Ok(grant) => {
                    return Ok(Some(FoundSeat { id: game.id.clone(), key: SeatKey::from(grant).key }));
                }
                Err(ApiError::Conflict { code: "name-taken", .. }) => {}
                Err(ApiError::Conflict { .. } | ApiError::NotFound { .. }) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    async fn create(
        &self,
        client: Option<ClientAddress>,
        player: String,
        opponent: SeatChoice,
    ) -> Result<FoundSeat, ApiError> {
        let request = CreateGame {
            id: None,
            name: None,
            player: Some(player),
            rules: Some(RulesChoice::Name(RULES.to_owned())),
            seats: Some(vec![SeatChoice::You {}, opponent]),
            // The client has no word for turns that are taken back.
            undo: Some(false),
            board: None,
            lexicon: None,
            racks: None,
            starter: None,
            clock: None,
            challenge: None,
            hints: None,
            takeover: None,
            visibility: None,
            seed: None,
            pace: None,
        };
        let created = self.client.app.create_game(client, request).await?;
        let game = self.client.app.game_of_key(&Credentials::new(Some(&created.key), None)).await?;
        Ok(FoundSeat { id: game.id, key: created.key })
    }
}
