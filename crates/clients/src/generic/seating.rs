//! Seats for clients that know the name of a game and which of two players they are.

use super::connection::GenericCaller;
use super::index_channel::is_address_name;
use super::messages::PlayerNumber;
use crate::board_map::BoardMap;
use crate::game_lookup::{find_live_game, list_games};
use crate::request_meter::{ClientState, RequestWork};
use http_api::{ApiError, CreateGame, RulesChoice, SeatChoice, SeatKey};
use std::sync::Arc;
use store::{GameId, TableStatus};
use tables::{App, CallerRole, ClientAddress, Credentials, TableRequest, TableSnapshot, TurnsPage};
use tokio::sync::Mutex;

/// The rules of games that are created here.
const RULES: &str = "generic";

/// How many names are tried if the other player has the same.
const NAMES: usize = 3;

/// How many finished games of one name are searched for a seat of the client.
const FINISHED_GAMES: usize = 20;

/// How many games of the same players may follow each other while a client was away.
const REMATCHES: usize = 50;

/// Finds seats for clients.
#[derive(Clone)]
pub(super) struct GenericSeating {
    pub(super) client: ClientState,
    /// Held while a game is created, so that its name is not used twice.
    names: Arc<Mutex<()>>,
}

/// A game, and the key of the client's seat. Without a key the client watches.
#[derive(Clone)]
pub(super) struct SeatAccess {
    pub(super) id: GameId,
    pub(super) key: Option<String>,
}

impl SeatAccess {
    pub(super) fn credentials(&self) -> Credentials {
        Credentials::new(self.key.as_deref(), None)
    }
}

impl GenericSeating {
    pub(super) fn new(client: ClientState) -> GenericSeating {
        GenericSeating { client, names: Arc::default() }
    }

    fn app(&self) -> &App {
        &self.client.app
    }

    /// Creates a game without players.
    pub(super) async fn add(&self, address: Option<ClientAddress>, name: &str) -> Result<(), ApiError> {
        if !is_address_name(name) {
            let message = "the name of a game has 1 to 40 letters and digits";
            return Err(ApiError::unprocessable("name", message));
        }
        let _names = self.names.lock().await;
        if find_live_game(self.app(), name).await?.is_some() {
            return Err(ApiError::conflict("name-taken", format!("a game with the name {name:?} exists")));
        }
        self.create(address, name, None).await.map(drop)
    }

    /// The seat of a player in the game of this name: the one that the client has, a free one, or one in a new game.
    /// If another player has it, the client watches.
    pub(super) async fn find(
        &self,
        caller: &GenericCaller,
        name: &str,
        player: PlayerNumber,
    ) -> Result<SeatAccess, ApiError> {
        if let Some(seat) = self.seat_of_token(caller, name).await? {
            return Ok(seat);
        }
        let names = self.names.lock().await;
        let Some(game) = find_live_game(self.app(), name).await? else {
            if let Some(seat) = self.find_finished(caller, name, player).await? {
                return Ok(seat);
            }
            self.client.count_request(caller.address, RequestWork::NewGame)?;
            return self.create(caller.address, name, Some((caller, player))).await;
        };
        drop(names);
        check_fit(&self.app().snapshot(&game.id, &Credentials::default()).await?)?;
        if let Some(seat) = self.join(caller, &game.id, player).await? {
            return Ok(seat);
        }
        let other = self.find_finished(caller, name, player).await?;
        Ok(other.unwrap_or(SeatAccess { id: game.id, key: None }))
    }

    /// The seat of a client that has a key for a game of this name.
    async fn seat_of_token(
        &self,
        caller: &GenericCaller,
        name: &str,
    ) -> Result<Option<SeatAccess>, ApiError> {
        // The original's page sends a text that is the same for everybody.
        let is_key = |token: &&str| token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
        let Some(key) = caller.token.as_deref().filter(is_key) else { return Ok(None) };
        self.client.count_key(key)?;
        let credentials = Credentials::new(Some(key), None);
        let game = match self.app().game_of_key(&credentials).await {
            Ok(game) if game.summary.name.as_str() == name => game,
            Ok(_) | Err(ApiError::UnknownKey) => return Ok(None),
            Err(error) => return Err(error),
        };
        let snapshot = self.app().snapshot(&game.id, &credentials).await?;
        check_fit(&snapshot)?;
        let is_seat = matches!(snapshot.role, CallerRole::Player(_));
        Ok(is_seat.then(|| SeatAccess { id: game.id, key: Some(key.to_owned()) }))
    }

    /// Takes the seat of a player, also the one that the client took before; `None` if another player has it.
    async fn join(
        &self,
        caller: &GenericCaller,
        id: &GameId,
        player: PlayerNumber,
    ) -> Result<Option<SeatAccess>, ApiError> {
        let request_id = caller.browser.request_id(player.name())?;
        let numbers = (2..=NAMES).map(|number| format!("{} ({number})", player.name()));
        for name in std::iter::once(player.name().to_owned()).chain(numbers) {
            let request = |reply| TableRequest::Join {
                player: name.clone(),
                seat: Some(player.first_seat()),
                id: Some(request_id.clone()),
                reply,
            };
            match self.app().request(id, &Credentials::default(), request).await {
                Ok(grant) => {
                    return Ok(Some(SeatAccess { id: id.clone(), key: Some(SeatKey::from(grant).key) }));
                }
                Err(ApiError::Conflict { code: "name-taken", .. }) => {}
                Err(ApiError::Conflict { .. }) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// The seat that the client had in a finished game, or in the last game that its players began after it.
    async fn find_finished(
        &self,
        caller: &GenericCaller,
        name: &str,
        player: PlayerNumber,
    ) -> Result<Option<SeatAccess>, ApiError> {
        let games = list_games(self.app(), Some(name), &[TableStatus::Over]).await?;
        for game in games.iter().take(FINISHED_GAMES) {
            match self.join(caller, &game.id, player).await {
                Ok(Some(seat)) => return self.last_game(caller, seat).await.map(Some),
                Ok(None) | Err(ApiError::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// The seat in the last of the games that follow each other.
    pub(super) async fn last_game(
        &self,
        caller: &GenericCaller,
        mut seat: SeatAccess,
    ) -> Result<SeatAccess, ApiError> {
        for _ in 0..REMATCHES {
            let view = self.app().view(&seat.id, &seat.credentials(), TurnsPage::default()).await?;
            if view.rematch.is_none() {
                break;
            }
            match self.next_game(caller, &seat).await {
                Ok(next) => seat = next,
                // The others play without this client, or the game is gone.
                Err(ApiError::Conflict { .. } | ApiError::NotFound { .. }) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(seat)
    }

    /// The seat in the game after this one, which is created if there is none yet.
    pub(super) async fn next_game(
        &self,
        caller: &GenericCaller,
        seat: &SeatAccess,
    ) -> Result<SeatAccess, ApiError> {
        let next = self.app().rematch(&seat.id, &seat.credentials(), caller.address).await?;
        let key = Some(next.game.key);
        let game = self.app().game_of_key(&Credentials::new(key.as_deref(), None)).await?;
        Ok(SeatAccess { id: game.id, key })
    }

    /// Creates a game, with the client as one of its players or with free seats only.
    async fn create(
        &self,
        address: Option<ClientAddress>,
        name: &str,
        player: Option<(&GenericCaller, PlayerNumber)>,
    ) -> Result<SeatAccess, ApiError> {
        let request = CreateGame {
            id: None,
            name: Some(name.to_owned()),
            player: None,
            rules: Some(RulesChoice::Name(RULES.to_owned())),
            seats: Some(vec![SeatChoice::Open {}, SeatChoice::Open {}]),
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
        let created = self.app().create_game(address, request).await?;
        let game = self.app().game_of_key(&Credentials::new(Some(&created.key), None)).await?;
        let seat = match player {
            Some((caller, player)) => self.join(caller, &game.id, player).await?,
            None => None,
        };
        Ok(seat.unwrap_or(SeatAccess { id: game.id, key: None }))
    }
}

/// Whether the client can show the game.
pub(super) fn check_fit(snapshot: &TableSnapshot) -> Result<BoardMap, ApiError> {
    let why = match BoardMap::new(&snapshot.resources.rules) {
        Ok(map) if snapshot.seats.len() == 2 => return Ok(map),
        Ok(_) => "it does not have two seats",
        Err(why) => why,
    };
    let message = format!("this game cannot be played with this client: {why}");
    Err(ApiError::unprocessable("client-unfit", message))
}
