//! The requests that a table answers.

use super::{
    ChangeAuthor, Credentials, HandOverGrant, HandOverToken, SeatGrant, Subscription, TableChange,
    TableOwner, TableSnapshot,
};
use crate::chance::GameSeed;
use crate::event_stream::StreamStart;
use crate::keys::{self, RequestId};
use crate::occupant::Occupant;
use crate::player_command::{PlayerAction, PlayerCommand, read_play};
use crate::table::Table;
use http_api::{ApiError, ChatMessage, TableEventKind, json_text};
use notation::plays::PlayContext;
use rules::{Command, Phase, Seat};
use std::time::Duration;
use store::{
    CommandId, GameId, GameName, KeyHash, LineNo, NewChatLine, Payload, Seq, StoreError, TableStatus,
    Timestamp, Visibility, WriteError,
};
use tokio::sync::oneshot;
use tracing::Instrument;

/// The channel for the answer to a request.
pub type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// A request to a table, with the channel for its answer.
pub enum TableRequest {
    /// Shows the table.
    Snapshot(Reply<Box<TableSnapshot>>),
    /// Subscribes to events and chat, after those that the client has seen.
    Subscribe(StreamStart, Reply<Box<Subscription>>),
    /// Carries out a command of a person or a bot, and answers with its last event.
    Command(PlayerCommand, Reply<Seq>),
    /// Takes a seat.
    Join {
        /// The name of the player.
        player: String,
        /// The seat; the first free one if left out.
        seat: Option<Seat>,
        /// The id of the request. The same id gives the same seat and key.
        id: Option<RequestId>,
        /// The seat and its key.
        reply: Reply<SeatGrant>,
    },
    /// Takes the seat of a player of the game before, or another that is open.
    JoinRematch {
        /// The name of the player.
        player: String,
        /// The seat that the player should have.
        seat: Seat,
        /// The digest of the key. A key that has a seat already keeps it.
        key: KeyHash,
        /// The seat.
        reply: Reply<Seat>,
    },
    /// Takes the seat that is reserved for a bot of this name.
    SeatBot {
        /// The name of the bot.
        name: String,
        /// The digest of the bot's token, which becomes the key of the seat.
        key: KeyHash,
        /// The seat.
        reply: Reply<Seat>,
    },
    /// Makes a token by which the caller carries the seat to another device.
    OfferHandOver(Reply<HandOverGrant>),
    /// Exchanges such a token for a key. The keys that the seat had are revoked.
    AcceptHandOver {
        /// The token.
        token: HandOverToken,
        /// The id of the request. The same id gives the same key.
        id: RequestId,
        /// The seat and its key.
        reply: Reply<SeatGrant>,
    },
    /// Leaves a seat.
    Leave {
        /// The seat, which must be that of the caller.
        seat: Seat,
        /// The last event.
        reply: Reply<Seq>,
    },
    /// Adds a line to the chat, and answers with its number.
    Chat {
        /// The text.
        text: String,
        /// The id that the player gave to the line.
        id: Option<CommandId>,
        /// The number of the line.
        reply: Reply<LineNo>,
    },
    /// Prepares another game of the same players.
    Rematch(Reply<RematchInfo>),
    /// Revokes all keys of a seat, for the operator.
    RevokeKeys {
        /// The seat.
        seat: Seat,
        /// The last event.
        reply: Reply<Seq>,
    },
    /// Ends the game, for the operator.
    Adjudicate(Reply<Seq>),
}

/// What is needed to create the game after this one.
pub struct RematchInfo {
    pub(crate) id: GameId,
    /// The name of the caller.
    pub(crate) player: String,
    /// The seat of the caller in the new game.
    pub(crate) seat: Seat,
    /// The table that the new one continues.
    pub(crate) table: Table,
    pub(crate) name: GameName,
    pub(crate) visibility: Visibility,
    pub(crate) seed: Option<GameSeed>,
    pub(crate) pace: Option<Duration>,
}

impl TableRequest {
    /// Answers with an error.
    pub(crate) fn fail(self, error: ApiError) {
        // If the answer cannot be sent, the client no longer waits for it.
        match self {
            TableRequest::Snapshot(reply) => drop(reply.send(Err(error))),
            TableRequest::Subscribe(_, reply) => drop(reply.send(Err(error))),
            TableRequest::Join { reply, .. } | TableRequest::AcceptHandOver { reply, .. } => {
                drop(reply.send(Err(error)));
            }
            TableRequest::OfferHandOver(reply) => drop(reply.send(Err(error))),
            TableRequest::SeatBot { reply, .. } | TableRequest::JoinRematch { reply, .. } => {
                drop(reply.send(Err(error)));
            }
            TableRequest::Command(_, reply)
            | TableRequest::Leave { reply, .. }
            | TableRequest::Adjudicate(reply)
            | TableRequest::RevokeKeys { reply, .. } => drop(reply.send(Err(error))),
            TableRequest::Chat { reply, .. } => drop(reply.send(Err(error))),
            TableRequest::Rematch(reply) => drop(reply.send(Err(error))),
        }
    }
}

impl TableOwner {
    /// Carries out a request and sends the answer.
    pub(super) async fn answer(&mut self, span: tracing::Span, from: &Credentials, request: TableRequest) {
        async {
            match request {
                TableRequest::Snapshot(reply) => drop(reply.send(self.snapshot(from).await.map(Box::new))),
                TableRequest::Subscribe(start, reply) => {
                    drop(reply.send(self.subscribe(from, start).await.map(Box::new)));
                }
                TableRequest::Command(command, reply) => drop(reply.send(self.command(from, &command).await)),
                TableRequest::Join { player, seat, id, reply } => {
                    drop(reply.send(self.join(from, &player, seat, id.as_ref()).await));
                }
                TableRequest::JoinRematch { player, seat, key, reply } => {
                    drop(reply.send(self.join_rematch(&player, seat, key).await));
                }
                TableRequest::SeatBot { name, key, reply } => {
                    drop(reply.send(self.seat_bot(&name, key).await));
                }
                TableRequest::OfferHandOver(reply) => drop(reply.send(self.offer_hand_over(from).await)),
                TableRequest::AcceptHandOver { token, id, reply } => {
                    drop(reply.send(self.accept_hand_over(&token, &id).await));
                }
                TableRequest::Leave { seat, reply } => drop(reply.send(self.leave(from, seat).await)),
                TableRequest::Chat { text, id, reply } => {
                    drop(reply.send(self.chat(from, text, id.as_ref()).await));
                }
                TableRequest::Rematch(reply) => drop(reply.send(self.rematch(from).await)),
                TableRequest::RevokeKeys { seat, reply } => drop(reply.send(self.revoke_keys(seat).await)),
                TableRequest::Adjudicate(reply) => drop(reply.send(self.adjudicate().await)),
            }
        }
        .instrument(span)
        .await;
    }

    /// Carries out a command of a person or a bot.
    async fn command(&mut self, from: &Credentials, command: &PlayerCommand) -> Result<Seq, ApiError> {
        let id = command.id.as_ref().map(|id| from.stored_id(id.as_str())).transpose()?;
        let seat = match self.require_player(from).await {
            Ok(seat) => seat,
            Err(error) => return self.repeat_answer(id, error).await,
        };
        if command.seen.is_some_and(|seen| seen > self.table.seq) {
            self.catch_up().await?;
        }
        self.change(from.author(seat, id)?, |owner| {
            let table = &owner.table;
            if command.seen.is_some_and(|seen| seen < table.last_change || seen > table.seq) {
                return Err(ApiError::Stale { seq: table.seq });
            }
            owner.decide_action(seat, &command.action)
        })
        .await
    }

    /// The first answer to a command, also after its author has lost the seat; otherwise the error.
    pub(super) async fn repeat_answer(
        &mut self,
        command: Option<CommandId>,
        error: ApiError,
    ) -> Result<Seq, ApiError> {
        let Some(command) = command.filter(|_| matches!(error, ApiError::UnknownKey)) else {
            return Err(error);
        };
        let seq = self.services.store.command(&self.id, &command).await?.ok_or(error)?;
        self.follow_answer(seq);
        Ok(seq)
    }

    /// The change that an action of a seat would cause.
    fn decide_action(&self, seat: Seat, action: &PlayerAction) -> Result<TableChange, ApiError> {
        let table = &self.table;
        if table.occupant(seat).is_computer() {
            return Err(lost_seat());
        }
        if self.is_full() && !matches!(action, PlayerAction::Game(Command::Resign)) {
            let message = "this game has reached the maximum number of events; it can only be resigned";
            return Err(ApiError::conflict("game-full", message));
        }
        let set = &table.resources.rules.tiles;
        let command = match action {
            PlayerAction::Undo => return self.request_undo(seat),
            PlayerAction::AgreeToUndo => return self.agree_to_undo(seat),
            PlayerAction::DeclineUndo => return self.decline_undo(seat),
            PlayerAction::ReplaceAbsent { seat: absent, outcome } => {
                return self.replace_absent(seat, *absent, *outcome);
            }
            PlayerAction::Game(command) => command.clone(),
            PlayerAction::PlayText(text) => {
                let rack = table.game.seat(seat).map(|state| &state.rack);
                let scene = PlayContext { rules: &table.resources.rules, grid: table.game.grid(), rack };
                Command::Play(read_play(text, scene)?)
            }
            PlayerAction::PlayTiles(draft) => {
                let placement = draft.check(set);
                Command::Play(placement.map_err(|errors| ApiError::malformed("", errors.to_string()))?)
            }
            PlayerAction::ExchangeText(text) => {
                let tiles = set.parse_tile_list(text);
                Command::Exchange(tiles.map_err(|error| ApiError::malformed("tiles", error.to_string()))?)
            }
            PlayerAction::Accept if matches!(table.game.phase(), Phase::Answering(_)) => Command::Pass,
            PlayerAction::Accept => {
                return Err(ApiError::unprocessable("nothing-to-accept", "no play waits to be accepted"));
            }
        };
        self.decide(seat, &command).map(TableChange::game)
    }
}

/// Chat, rematch and the end of a game.
impl TableOwner {
    async fn chat(
        &mut self,
        from: &Credentials,
        text: String,
        id: Option<&CommandId>,
    ) -> Result<LineNo, ApiError> {
        let seat = self.require_player(from).await?;
        let command = id.map(|id| from.stored_id(&format!("chat {id}"))).transpose()?;
        if self.line.0 >= self.services.settings.chat_lines {
            return Err(ApiError::unprocessable("chat-full", "this chat has reached its end"));
        }
        let player = self.table.occupant(seat).player().unwrap_or_default().to_owned();
        let text = json_text(&ChatMessage { seat: Some(seat), player, text });
        let payload = Payload::new(1, text).map_err(|error| ApiError::Internal(error.to_string()))?;
        let line = NewChatLine { game: self.id.clone(), at: Timestamp::now(), command, payload };
        let added = self.services.store.add_chat_line(line).await;
        if matches!(added, Err(WriteError::Store(StoreError::Uncertain(_)))) {
            self.await_decision();
        }
        let number = added?;
        if self.catch_up_chat().await.is_err() {
            self.note_behind();
        }
        Ok(number)
    }

    async fn rematch(&mut self, from: &Credentials) -> Result<RematchInfo, ApiError> {
        let seat = self.require_player(from).await?;
        let not_over = || ApiError::conflict("not-over", "the game is not over yet");
        if self.table.rematch.is_none() {
            self.change(from.author(seat, None)?, |owner| match owner.table.status() {
                _ if owner.table.rematch.is_some() => Ok(TableChange::default()),
                _ if !owner.table.occupant(seat).is_human() => Err(lost_seat()),
                TableStatus::Over if !owner.table.closed => {
                    Ok(owner.table_change(TableEventKind::Rematch { id: keys::new_game_id().to_string() }))
                }
                TableStatus::Open | TableStatus::Running | TableStatus::Over => Err(not_over()),
            })
            .await?;
        }
        let Occupant::Human { player } = self.table.occupant(seat) else { return Err(lost_seat()) };
        let player = player.to_string();
        let internal = || ApiError::Internal("a rematch without an id".to_owned());
        let id = self.table.rematch.as_deref().and_then(|id| GameId::new(id).ok()).ok_or_else(internal)?;
        let count = self.table.seats.len();
        Ok(RematchInfo {
            id,
            player,
            seat: Seat(((seat.index() + count - 1) % count) as u8),
            table: self.table.clone(),
            name: self.info.name.clone(),
            visibility: self.info.visibility,
            seed: self.info.seed,
            pace: self.info.pace,
        })
    }

    /// All seats resign, those with fewer points first, until that ends the game. A table is closed if it is open, or
    /// if computers would play on for ever.
    pub(super) async fn adjudicate(&mut self) -> Result<Seq, ApiError> {
        let mut seats: Vec<Seat> = self.table.occupants().map(|(seat, _)| seat).collect();
        seats.sort_by_key(|seat| self.table.game.seat(*seat).map(|state| state.score));
        for seat in seats {
            if self.table.status() == TableStatus::Running && self.table.is_active(seat) {
                let resign = |owner: &TableOwner| owner.decide(seat, &Command::Resign).map(TableChange::game);
                self.change(ChangeAuthor::Anybody, resign).await?;
            }
        }
        let closed = self.change(ChangeAuthor::Anybody, |owner| match owner.table.status() {
            TableStatus::Open | TableStatus::Running => Ok(owner.table_change(TableEventKind::Closed)),
            TableStatus::Over => Err(ApiError::conflict("game-over", "this game is over")),
        });
        match closed.await {
            Err(_) if self.table.status() == TableStatus::Over => Ok(self.table.seq),
            answer => answer,
        }
    }
}

fn lost_seat() -> ApiError {
    ApiError::forbidden("a computer plays at this seat now")
}
