//! A game on a connection: `games:<name>`.

use super::connection::GenericCaller;
use super::framing::ChannelReply;
use super::messages::{ChatPayload, GenericGame, PlayPayload, PlayerNumber, PlayerSeats, SwapPayload};
use super::play_reading::read_play;
use super::seating::{GenericSeating, SeatAccess, check_fit};
use crate::board_map::BoardMap;
use crate::request_meter::RequestWork;
use crate::seat_history::SeatHistory;
use crate::table_watcher::{TableNews, TableWatcher, WatchStart};
use http_api::{ApiError, ChatMessage, ChatPost};
use rules::{Axis, Command, PlayAttempt, Seat, Texts};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::VecDeque;
use store::{LineNo, RowLimit, Seq};
use tables::{CallerRole, Credentials, PlayerAction, PlayerCommand, TableRequest};
use tiles::TileId;

/// How many lines of chat a client is shown. It sends all of them with each line that it adds.
const CHAT_LINES: usize = 50;

/// A client at a game.
pub(super) struct GameChannel {
    pub(super) topic: String,
    pub(super) join_ref: Value,
    pub(super) player: PlayerNumber,
    pub(super) seat: SeatAccess,
    /// Whether the client was told to join again.
    pub(super) is_ended: bool,
    pub(super) watcher: TableWatcher,
    seating: GenericSeating,
    caller: GenericCaller,
    credentials: Credentials,
    own: Option<Seat>,
    seats: PlayerSeats,
    map: BoardMap,
    chat: VecDeque<String>,
    line: LineNo,
    /// The rack that the client knows, and the event up to which it does.
    rack: Vec<TileId>,
    seq: Seq,
}

/// What follows from something that happened.
pub(super) enum ChannelNews {
    /// Nothing that the client is shown.
    Nothing,
    /// The game for everybody.
    Update(Value),
    /// The game for everybody, and the client has to join again: it takes its rack from nothing else.
    UpdateAndRejoin(Value),
    /// The game is gone.
    Gone,
}

/// The answer to a request, and what everybody gets before it.
pub(super) struct ChannelAnswer {
    pub(super) update: Option<Value>,
    pub(super) reply: ChannelReply,
}

impl From<ApiError> for ChannelAnswer {
    fn from(error: ApiError) -> ChannelAnswer {
        ChannelAnswer { update: None, reply: ChannelReply::Failed(error.message()) }
    }
}

impl GameChannel {
    pub(super) async fn open(
        seating: GenericSeating,
        caller: GenericCaller,
        (topic, join_ref): (String, Value),
        player: PlayerNumber,
        seat: SeatAccess,
    ) -> Result<GameChannel, ApiError> {
        let credentials = seat.credentials();
        let app = seating.client.app.clone();
        let snapshot = app.snapshot(&seat.id, &credentials).await?;
        let map = check_fit(&snapshot)?;
        let own = if let CallerRole::Player(seat) = snapshot.role { Some(seat) } else { None };
        let watcher = TableWatcher::open(&app, &seat.id, &credentials, WatchStart::Now).await?;
        let mut channel = GameChannel {
            topic,
            join_ref,
            player,
            is_ended: false,
            watcher,
            seating,
            caller,
            credentials,
            own,
            seats: PlayerSeats::new(player, own.unwrap_or(player.first_seat())),
            map,
            chat: VecDeque::new(),
            line: LineNo(0),
            rack: Vec::new(),
            seq: Seq::START,
            seat,
        };
        channel.read_chat().await?;
        Ok(channel)
    }

    /// The game as it is now, which the client then knows.
    async fn game(&mut self) -> Result<GenericGame, ApiError> {
        let history = SeatHistory::read(&self.seating.client.app, &self.seat.id, &self.credentials).await?;
        (self.rack, self.seq) = (history.own_rack(), history.seq);
        let chat: String = self.chat.iter().map(String::as_str).collect();
        let mut game = GenericGame::new(&history, self.seats, self.map, chat);
        if self.own.is_none() && game.message.is_empty() {
            game.message = format!("Somebody else plays as {}. You watch.", self.player.name());
        }
        Ok(game)
    }

    /// The answer to a client that joins.
    pub(super) async fn welcome(&mut self, name: &str) -> Result<Value, ApiError> {
        let game = self.game().await?;
        // The last two fields are ours: with them the seat can be used on the page and the HTTP API.
        Ok(json!({ "join": name, "game": game, "id": self.seat.id.as_str(), "key": self.seat.key }))
    }

    /// Reads the lines of chat that the client was not shown.
    async fn read_chat(&mut self) -> Result<(), ApiError> {
        let store = self.seating.client.app.store();
        for line in store.chat_lines(&self.seat.id, self.line, RowLimit::MAX).await? {
            self.line = line.number;
            let Ok(ChatMessage { seat, player, text }) = serde_json::from_str(line.payload.text()) else {
                continue;
            };
            let is_own = seat.is_some() && seat == self.own;
            let name = if is_own { self.player.name().to_owned() } else { player };
            self.chat.push_back(format!("{name}: {text}\n"));
        }
        let extra = self.chat.len().saturating_sub(CHAT_LINES);
        self.chat.drain(..extra);
        Ok(())
    }
}

/// What happens at the table, for the client.
impl GameChannel {
    /// What the client is told about something that happened.
    pub(super) async fn report(&mut self, news: Option<(Seq, TableNews)>) -> ChannelNews {
        let Some((seq, news)) = news else { return ChannelNews::Gone };
        let reported = match news {
            TableNews::Closed => return ChannelNews::Gone,
            TableNews::Chat(_) => self.report_chat().await,
            TableNews::Rematch { id } => self.follow_rematch(&id).await,
            TableNews::Seated { .. } | TableNews::Game(_) if seq <= self.seq => return ChannelNews::Nothing,
            TableNews::Seated { .. } | TableNews::Game(_) => self.report_game().await,
        };
        reported.unwrap_or_else(|error| {
            tracing::debug!(?error, "a client could not be told what happened");
            ChannelNews::Gone
        })
    }

    async fn report_chat(&mut self) -> Result<ChannelNews, ApiError> {
        self.read_chat().await?;
        self.report_game().await
    }

    async fn report_game(&mut self) -> Result<ChannelNews, ApiError> {
        let before = std::mem::take(&mut self.rack);
        let update = json!({ "game": self.game().await?.without_rack() });
        let is_known = before == self.rack;
        Ok(if is_known { ChannelNews::Update(update) } else { ChannelNews::UpdateAndRejoin(update) })
    }

    /// The other player began another game. The original's server begins it for both, so the client goes there too.
    async fn follow_rematch(&mut self, id: &str) -> Result<ChannelNews, ApiError> {
        if self.seat.id.as_str() == id {
            return Ok(ChannelNews::Nothing);
        }
        let next = match self.own {
            Some(_) => self.seating.next_game(&self.caller, &self.seat).await?,
            None => {
                SeatAccess { id: store::GameId::new(id).map_err(|_| ApiError::no_such_game())?, key: None }
            }
        };
        self.move_to(next).await?;
        self.report_game().await
    }

    /// Goes on with another game.
    async fn move_to(&mut self, seat: SeatAccess) -> Result<(), ApiError> {
        let rack = std::mem::take(&mut self.rack);
        let names = (self.topic.clone(), self.join_ref.clone());
        let (seating, caller) = (self.seating.clone(), self.caller.clone());
        *self = GameChannel::open(seating, caller, names, self.player, seat).await?;
        self.rack = rack;
        Ok(())
    }
}

/// What the client asks for.
impl GameChannel {
    pub(super) async fn handle(&mut self, event: &str, payload: Value) -> ChannelAnswer {
        let answer = match event {
            "play" => self.play(payload).await,
            "swap" => self.swap(payload).await,
            "pass" => self.command(Command::Pass).await,
            "forfeit" => self.command(Command::Resign).await,
            "playAgain" => self.play_again().await,
            "chatMessage" => self.add_chat_line(payload).await,
            other => Err(ApiError::not_found("no-such-event", format!("there is no event {other:?}"))),
        };
        answer.unwrap_or_else(ChannelAnswer::from)
    }

    async fn play(&mut self, payload: Value) -> Result<ChannelAnswer, ApiError> {
        let payload: PlayPayload = read(payload)?;
        let snapshot = self.seating.client.app.snapshot(&self.seat.id, &self.credentials).await?;
        // The places are those on the rack that the client was shown last.
        let held = snapshot.view.own_rack().cloned().unwrap_or_default();
        if self.rack.iter().copied().collect::<tiles::Tiles>() != held {
            return self.refuse("Your rack has changed. Please load the page again.").await;
        }
        match read_play(&snapshot, &self.rack, &payload, self.map) {
            Ok(placement) => self.command(Command::Play(placement)).await,
            Err(text) => self.refuse(&text).await,
        }
    }

    async fn swap(&mut self, payload: Value) -> Result<ChannelAnswer, ApiError> {
        let payload: SwapPayload = read(payload)?;
        match payload.current_rack_index.and_then(|place| place.get(self.rack.len())) {
            Some(place) => self.command(Command::Exchange(vec![self.rack[place]])).await,
            None => self.refuse("Select a tile in the rack to swap").await,
        }
    }

    /// Carries out a command. A refusal is a message for this client alone.
    async fn command(&mut self, command: Command) -> Result<ChannelAnswer, ApiError> {
        let command = PlayerCommand { seen: None, id: None, action: PlayerAction::Game(command) };
        let request = |reply| TableRequest::Command(command.clone(), reply);
        match self.seating.client.app.request(&self.seat.id, &self.credentials, request).await {
            Ok(_) => self.answer_all().await,
            Err(error) => self.refuse(&refusal_text(&error)).await,
        }
    }

    /// The answer to a request that changed the game.
    async fn answer_all(&mut self) -> Result<ChannelAnswer, ApiError> {
        let game = self.game().await?;
        let reply = ChannelReply::Done(json!({ "game": game }));
        Ok(ChannelAnswer { update: Some(json!({ "game": game.without_rack() })), reply })
    }

    /// The answer to a request that changed nothing.
    async fn refuse(&mut self, text: &str) -> Result<ChannelAnswer, ApiError> {
        let mut game = self.game().await?;
        text.clone_into(&mut game.message);
        Ok(ChannelAnswer { update: None, reply: ChannelReply::Done(json!({ "game": game })) })
    }

    async fn play_again(&mut self) -> Result<ChannelAnswer, ApiError> {
        self.seating.client.count_request(self.caller.address, RequestWork::NewGame)?;
        match self.seating.next_game(&self.caller, &self.seat).await {
            Ok(next) => {
                self.move_to(next).await?;
                self.answer_all().await
            }
            Err(error) => self.refuse(&refusal_text(&error)).await,
        }
    }

    async fn add_chat_line(&mut self, payload: Value) -> Result<ChannelAnswer, ApiError> {
        let payload: ChatPayload = read(payload)?;
        let post = ChatPost { id: None, text: payload.new_line(self.player) };
        self.seating.client.app.chat(&self.seat.id, &self.credentials, &post).await?;
        // The line comes to everybody, this client too, from the table.
        Ok(ChannelAnswer { update: None, reply: ChannelReply::Done(json!({})) })
    }
}

fn read<T: DeserializeOwned>(payload: Value) -> Result<T, ApiError> {
    serde_json::from_value(payload).map_err(|_| ApiError::malformed("payload", "this payload cannot be read"))
}

/// Why a command failed, in the words of the original where it has some.
fn refusal_text(error: &ApiError) -> String {
    let ApiError::Refused(refused) = error else { return error.message() };
    let tried = PlayAttempt { word: "", square: "", row: 0, column: 0, axis: Axis::Across, rack: "" };
    Texts::Generic.refusal(&refused.refusal, &tried)
}
