//! The HTTP API of the distributed web game: names instead of ids, keys in the body, texts instead of problems.

mod messages;
mod streams;

use crate::board_map::{BoardMap, read_letter, take_labels, take_letter};
use crate::game_lookup::find_live_game;
use crate::request_meter::ClientState;
use crate::seat_history::SeatHistory;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Extension, Json, Router};
use bytes::Bytes;
use http_api::{ApiError, ChatPost, CreateGame, RulesChoice, SeatKey, fold_name};
use messages::{
    CornellChatLine, CornellGame, CornellMove, CornellMoveRequest, CornellSeat, KeyedPlayer, NamedPlayer,
    script_text,
};
use rules::{Axis, Command, Placement, PlayAttempt, Refusal, Seat, Texts};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use store::GameId;
use tables::{
    CallerRole, ClientAddress, Credentials, Occupant, PlayerAction, PlayerCommand, TableRequest,
    TableSnapshot,
};
use tokio::sync::Mutex;

/// The rules of games that are created here.
const RULES: &str = "cornell";

/// The text for faults of the server.
const FAULT: &str = "Something went wrong. Please check the status of the server";

/// A route of the distributed web game that is not an ordinary request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CornellRoute {
    /// It creates a game.
    CreatesGame,
    /// It opens a stream that stays open.
    OpensStream,
}

impl CornellRoute {
    /// The routes under a path, for the limits of the server.
    #[must_use]
    pub fn list(path: &str) -> [(Method, String, CornellRoute); 3] {
        [
            (Method::PUT, format!("{path}/game"), CornellRoute::CreatesGame),
            (Method::GET, format!("{path}/game"), CornellRoute::OpensStream),
            (Method::GET, format!("{path}/messaging"), CornellRoute::OpensStream),
        ]
    }
}

/// The routes of the distributed web game under a path, which is `/api` for its own client.
pub fn cornell_routes(state: ClientState, path: &str) -> Router {
    let limit = state.app.settings().body_bytes;
    let game = put(create).post(join).delete(leave).get(streams::follow_game);
    Router::new()
        .route(&format!("{path}/game"), game)
        .route(&format!("{path}/move"), post(make_move))
        .route(&format!("{path}/messaging"), get(streams::follow_chat).post(send_message))
        .layer(DefaultBodyLimit::max(limit))
        .with_state(CornellState { client: state, names: Arc::default() })
}

/// What all requests share.
#[derive(Clone)]
struct CornellState {
    client: ClientState,
    /// Held while a game is created, so that its name is not used twice.
    names: Arc<Mutex<()>>,
}

/// Why a request fails, as a status and a text.
struct CornellError(StatusCode, String);

impl CornellError {
    fn new(status: StatusCode, text: impl Into<String>) -> CornellError {
        CornellError(status, text.into())
    }

    fn bad_json() -> CornellError {
        CornellError::new(StatusCode::BAD_REQUEST, "Bad JSON")
    }
}

impl IntoResponse for CornellError {
    fn into_response(self) -> Response {
        // The client puts the text into a script.
        (self.0, [(header::CONTENT_TYPE, "text/plain")], script_text(&self.1)).into_response()
    }
}

impl From<ApiError> for CornellError {
    fn from(error: ApiError) -> CornellError {
        match error {
            ApiError::UnknownKey | ApiError::Forbidden(_) | ApiError::InviteNeeded => {
                CornellError::new(StatusCode::UNAUTHORIZED, "Invalid API key")
            }
            ApiError::NotFound { message, .. } => CornellError::new(StatusCode::NOT_FOUND, message),
            ApiError::Malformed { message, .. }
            | ApiError::Unprocessable { message, .. }
            | ApiError::Conflict { message, .. } => CornellError::new(StatusCode::BAD_REQUEST, message),
            ApiError::TooManyRequests { message } => {
                CornellError::new(StatusCode::TOO_MANY_REQUESTS, message)
            }
            ApiError::Refused(refused) => {
                CornellError::new(StatusCode::BAD_REQUEST, refusal_text(&refused.refusal))
            }
            error => {
                tracing::warn!(?error, "a request of a client failed");
                CornellError::new(StatusCode::INTERNAL_SERVER_ERROR, FAULT)
            }
        }
    }
}

/// A refusal in the words of the game. They repeat nothing of the play.
fn refusal_text(refusal: &Refusal) -> String {
    let tried = PlayAttempt { word: "", square: "", row: 0, column: 0, axis: Axis::Across, rack: "" };
    Texts::Cornell.refusal(refusal, &tried)
}

type CornellResult<T> = Result<T, CornellError>;

fn read<T: DeserializeOwned>(body: &Bytes) -> CornellResult<T> {
    serde_json::from_slice(body).map_err(|_| CornellError::bad_json())
}

/// `PUT /game`: creates a game for its first player; computers have the other seats.
async fn create(
    State(state): State<CornellState>,
    client: Option<Extension<ClientAddress>>,
    body: Bytes,
) -> CornellResult<Json<CornellSeat>> {
    let NamedPlayer { game_name, player_name } = read(&body)?;
    let app = &state.client.app;
    let names = state.names.lock().await;
    if find_live_game(app, &game_name).await?.is_some() {
        let text = format!("Game with name '{game_name}' already exists");
        return Err(CornellError::new(StatusCode::BAD_REQUEST, text));
    }
    let request = CreateGame {
        id: None,
        name: Some(game_name),
        player: Some(player_name),
        rules: Some(RulesChoice::Name(RULES.to_owned())),
        // The client has no word for turns that are taken back.
        undo: Some(false),
        board: None,
        lexicon: None,
        seats: None,
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
    let created = app.create_game(client.map(|Extension(client)| client), request).await?;
    drop(names);
    seat_answer(&state, created.key).await
}

/// `POST /game`: takes a free seat, or the seat of a computer.
async fn join(State(state): State<CornellState>, body: Bytes) -> CornellResult<Json<CornellSeat>> {
    let NamedPlayer { game_name, player_name } = read(&body)?;
    let app = &state.client.app;
    let player = app.check_player_name(&player_name)?;
    let not_found = || {
        let text = format!("Game with name '{game_name}' not found");
        CornellError::new(StatusCode::NOT_FOUND, text)
    };
    let id = find_live_game(app, &game_name).await?.ok_or_else(not_found)?.id;
    let anybody = Credentials::default();
    let snapshot = app.snapshot(&id, &anybody).await?;
    check_fit(&snapshot, &game_name)?;
    let exists = || {
        let text = format!("Player with name '{player_name}' already exists in game with name '{game_name}'");
        CornellError::new(StatusCode::NOT_ACCEPTABLE, text)
    };
    if snapshot.seats.iter().filter_map(Occupant::player).any(|other| fold_name(other) == fold_name(&player))
    {
        return Err(exists());
    }
    let request = |reply| TableRequest::Join { player: player.clone(), seat: None, id: None, reply };
    let grant = app.request(&id, &anybody, request).await.map_err(|error| match error {
        ApiError::Conflict { code: "table-full", .. } => {
            CornellError::new(StatusCode::BAD_REQUEST, format!("Game with name '{game_name}' is full"))
        }
        ApiError::Conflict { code: "name-taken", .. } => exists(),
        ApiError::Conflict { code: "game-over", .. } => not_found(),
        error => error.into(),
    })?;
    seat_answer(&state, SeatKey::from(grant).key).await
}

/// Whether the client can show the game.
fn check_fit(snapshot: &TableSnapshot, name: &str) -> CornellResult<BoardMap> {
    /// The number of rows for players in the client.
    const MOST_SEATS: usize = 4;
    let why = match BoardMap::new(&snapshot.resources.rules) {
        Ok(map) if snapshot.seats.len() <= MOST_SEATS => return Ok(map),
        Ok(_) => "it has more than 4 seats",
        Err(why) => why,
    };
    let text = format!("Game with name '{name}' cannot be played with this client: {why}");
    Err(CornellError::new(StatusCode::BAD_REQUEST, text))
}

/// The answer to a player who has just taken a seat.
async fn seat_answer(state: &CornellState, key: String) -> CornellResult<Json<CornellSeat>> {
    let credentials = Credentials::new(Some(&key), None);
    let game = state.client.app.game_of_key(&credentials).await?;
    let history = SeatHistory::read(&state.client.app, &game.id, &credentials).await?;
    let map = BoardMap::new(history.rules())
        .map_err(|why| CornellError::new(StatusCode::INTERNAL_SERVER_ERROR, why))?;
    let game = CornellGame::new(game.summary.name.as_str(), &history, map);
    Ok(Json(CornellSeat { key, game }))
}

/// A player whose key, name and game belong together.
struct CornellCaller {
    id: GameId,
    seat: Seat,
    credentials: Credentials,
    snapshot: TableSnapshot,
}

impl CornellCaller {
    async fn admit(
        state: &CornellState,
        key: &str,
        player_name: &str,
        game_name: &str,
    ) -> CornellResult<CornellCaller> {
        state.client.count_key(key)?;
        let app = &state.client.app;
        let credentials = Credentials::new(Some(key), None);
        let game = app.game_of_key(&credentials).await?;
        let snapshot = app.snapshot(&game.id, &credentials).await?;
        let CallerRole::Player(seat) = snapshot.role else { return Err(ApiError::UnknownKey.into()) };
        let name = snapshot.seats.get(seat.index()).and_then(Occupant::player);
        if name != Some(player_name.trim()) || game.summary.name.as_str() != game_name.trim() {
            return Err(ApiError::UnknownKey.into());
        }
        Ok(CornellCaller { id: game.id, seat, credentials, snapshot })
    }

    /// The caller of a request that may name a game that does not exist; `missing` says so.
    async fn find(
        state: &CornellState,
        player: &KeyedPlayer,
        missing: String,
    ) -> CornellResult<CornellCaller> {
        let caller = CornellCaller::admit(state, &player.key, &player.player_name, &player.game_name).await;
        match caller {
            Err(error) if error.0 == StatusCode::UNAUTHORIZED => {
                let game = find_live_game(&state.client.app, &player.game_name).await?;
                Err(game.map_or_else(|| CornellError::new(StatusCode::NOT_FOUND, missing), |_| error))
            }
            caller => caller,
        }
    }
}

/// `DELETE /game`: leaves a game. A computer plays on.
async fn leave(State(state): State<CornellState>, body: Bytes) -> CornellResult<Response> {
    let player: KeyedPlayer = read(&body)?;
    let KeyedPlayer { player_name, game_name, .. } = &player;
    let missing = format!("Player with name '{player_name}' does not exist in game with name '{game_name}'");
    let caller = CornellCaller::find(&state, &player, missing).await?;
    let request = |reply| TableRequest::Leave { seat: caller.seat, reply };
    state.client.app.request(&caller.id, &caller.credentials, request).await?;
    Ok(empty_answer())
}

/// `POST /move`: places tiles, swaps tiles or passes.
async fn make_move(State(state): State<CornellState>, body: Bytes) -> CornellResult<Response> {
    let CornellMoveRequest { key, game_name, turn } = read(&body)?;
    let caller = CornellCaller::admit(&state, &key, &turn.player_name, &game_name).await?;
    let command = read_move(&caller.snapshot, &turn)?;
    let command = PlayerCommand { seen: None, id: None, action: PlayerAction::Game(command) };
    let request = |reply| TableRequest::Command(command.clone(), reply);
    state.client.app.request(&caller.id, &caller.credentials, request).await?;
    Ok(empty_answer())
}

/// The command of a move. Tiles to swap come before tiles to place; without either it is a pass.
fn read_move(snapshot: &TableSnapshot, turn: &CornellMove) -> CornellResult<Command> {
    let rules = &snapshot.resources.rules;
    let map = BoardMap::new(rules).map_err(|why| CornellError::new(StatusCode::BAD_REQUEST, why))?;
    let mut rack = snapshot.view.own_rack().cloned().unwrap_or_default();
    let refuse = |text: String| CornellError::new(StatusCode::BAD_REQUEST, text);
    if !turn.swapped_tiles.is_empty() {
        return take_labels(&rules.tiles, rack, &turn.swapped_tiles).map(Command::Exchange).map_err(refuse);
    }
    if turn.tiles_placed.is_empty() {
        return Ok(Command::Pass);
    }
    let mut placed = Vec::with_capacity(turn.tiles_placed.len());
    for tile in &turn.tiles_placed {
        let at = map.coord(tile.row, tile.col);
        let letter = read_letter(&rules.tiles, &tile.value);
        let laid = letter.and_then(|letter| take_letter(&rules.tiles, &mut rack, letter, at));
        placed.push(laid.ok_or_else(|| refuse(format!("'{}' is not a letter of this game", tile.value)))?);
    }
    Ok(Command::Play(Placement::new(placed)))
}

/// `POST /messaging`: adds a line to the chat.
async fn send_message(State(state): State<CornellState>, body: Bytes) -> CornellResult<Response> {
    let CornellChatLine { player, msg } = read(&body)?;
    let KeyedPlayer { player_name, game_name, .. } = &player;
    let missing = format!(
        "Game with name '{game_name}' not found or player with name '{player_name}' not found in game"
    );
    let caller = CornellCaller::find(&state, &player, missing).await?;
    let post = ChatPost { id: None, text: msg };
    state.client.app.chat(&caller.id, &caller.credentials, &post).await?;
    Ok(empty_answer())
}

/// The answer to a request that was carried out.
fn empty_answer() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], "").into_response()
}
