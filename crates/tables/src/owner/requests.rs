//! The requests that a table answers.

use super::{BUFFER, Credentials, PresenceGuard, Subscription, TableChange, TableOwner, TableSnapshot};
use crate::api::{ApiError, ChatMessage};
use crate::chance::{GameSeed, chance};
use crate::json;
use crate::keys::{self, AccessKey, KeyHolder};
use crate::live_frame::LiveFrame;
use crate::log_entry::{LogEntry, OccupantKind, TableEventKind};
use crate::table::{Occupant, Table, TableStatus};
use notation::plays::{PlayContext, Turn, parse};
use rules::{Command, Context, Millis, Phase, Placement, Seat, Viewer};
use std::sync::Arc;
use std::time::Duration;
use store::{CommandId, GameId, GameName, KeyHash, LineNo, NewChatLine, Payload, Seq, Timestamp, Visibility};
use tokio::sync::{broadcast, oneshot};
use tracing::Instrument;
use wire::PlayDraft;

/// The channel for the answer to a request.
pub type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// A request to a table, with the channel for its answer.
pub enum TableRequest {
    /// Shows the table.
    Snapshot(Reply<Box<TableSnapshot>>),
    /// Subscribes to events and chat.
    Subscribe(Reply<Box<Subscription>>),
    /// Carries out a command of a person or a bot, and answers with its last event.
    Command(PlayerCommand, Reply<Seq>),
    /// Takes a seat.
    Join {
        /// The name of the player.
        player: String,
        /// The seat; the first free one if left out.
        seat: Option<Seat>,
        /// The seat and its key.
        reply: Reply<SeatGrant>,
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
    /// Leaves a seat.
    Leave {
        /// The seat, which must be that of the caller.
        seat: Seat,
        /// The last event.
        reply: Reply<Seq>,
    },
    /// Adds a line to the chat, and answers with its number.
    Chat(String, Reply<LineNo>),
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

/// A command of a player.
#[derive(Clone)]
pub struct PlayerCommand {
    /// The last event that the player has seen.
    pub seen: Option<Seq>,
    /// The id that the player gave to the command.
    pub id: Option<CommandId>,
    /// What the player does.
    pub action: PlayerAction,
}

/// What a player does.
#[derive(Clone)]
pub enum PlayerAction {
    /// A command of the rules.
    Game(Command),
    /// A play in notation, which needs the board and the rack to be read.
    PlayText(String),
    /// A play tile by tile, which needs the tile set to be read.
    PlayTiles(PlayDraft),
    /// An exchange of tiles given by their letters.
    ExchangeText(String),
    /// Accepts the last play.
    Accept,
    /// Asks to take back the last turn.
    Undo,
    /// Agrees to take a turn back.
    AgreeToUndo,
    /// Declines to take a turn back.
    DeclineUndo,
}

/// A seat and the key to it.
pub struct SeatGrant {
    pub(crate) seat: Seat,
    pub(crate) key: AccessKey,
}

/// What is needed to create the game after this one.
pub struct RematchInfo {
    pub(crate) id: GameId,
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
            TableRequest::Subscribe(reply) => drop(reply.send(Err(error))),
            TableRequest::Join { reply, .. } => drop(reply.send(Err(error))),
            TableRequest::SeatBot { reply, .. } => drop(reply.send(Err(error))),
            TableRequest::Command(_, reply)
            | TableRequest::Leave { reply, .. }
            | TableRequest::Adjudicate(reply)
            | TableRequest::RevokeKeys { reply, .. } => drop(reply.send(Err(error))),
            TableRequest::Chat(_, reply) => drop(reply.send(Err(error))),
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
                TableRequest::Subscribe(reply) => drop(reply.send(self.subscribe(from).await.map(Box::new))),
                TableRequest::Command(command, reply) => drop(reply.send(self.command(from, &command).await)),
                TableRequest::Join { player, seat, reply } => {
                    drop(reply.send(self.join(from, &player, seat).await));
                }
                TableRequest::SeatBot { name, key, reply } => {
                    drop(reply.send(self.seat_bot(&name, key).await));
                }
                TableRequest::Leave { seat, reply } => drop(reply.send(self.leave(from, seat).await)),
                TableRequest::Chat(text, reply) => drop(reply.send(self.chat(from, text).await)),
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
        let seat = self.require_player(from).await?;
        if command.seen.is_some_and(|seen| seen > self.table.seq) {
            self.catch_up().await?;
        }
        self.change(command.id.as_ref(), None, |owner| {
            let table = &owner.table;
            if command.seen.is_some_and(|seen| seen < table.last_change || seen > table.seq) {
                return Err(ApiError::Stale { seq: table.seq });
            }
            owner.decide_action(seat, &command.action)
        })
        .await
    }

    /// The change that an action of a seat would cause.
    fn decide_action(&self, seat: Seat, action: &PlayerAction) -> Result<TableChange, ApiError> {
        let table = &self.table;
        if table.occupant(seat).is_computer() {
            return Err(ApiError::forbidden("a computer plays at this seat now"));
        }
        let set = &table.resources.rules.tiles;
        let command = match action {
            PlayerAction::Undo => return self.request_undo(seat),
            PlayerAction::AgreeToUndo => return self.agree_to_undo(seat),
            PlayerAction::DeclineUndo => return self.decline_undo(seat),
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

/// Reads a play in notation.
///
/// # Errors
/// `not-a-play` if the text is not a play on this board.
pub fn read_play(text: &str, scene: PlayContext<'_>) -> Result<Placement, ApiError> {
    match parse(text, scene) {
        Ok(Turn::Place(placement)) => Ok(placement),
        Ok(_) => Err(ApiError::unprocessable(
            "not-a-play",
            "this is an exchange or a pass, which have types of their own",
        )),
        Err(error) => Err(ApiError::unprocessable("not-a-play", error.to_string())),
    }
}

/// Taking turns back.
impl TableOwner {
    fn table_change(&self, kind: TableEventKind) -> TableChange {
        TableChange::table(self.now(), kind)
    }

    fn request_undo(&self, seat: Seat) -> Result<TableChange, ApiError> {
        let table = &self.table;
        if !table.resources.rules.table.undo {
            return Err(ApiError::unprocessable("undo-forbidden", "turns cannot be taken back in this game"));
        }
        let nothing =
            || ApiError::unprocessable("nothing-to-undo", "you have no turn that can be taken back");
        let to = table.undo_to(seat).ok_or_else(nothing)?;
        if table.undo.as_ref().is_some_and(|undo| undo.seat == seat && undo.to == to) {
            return Err(ApiError::conflict("undo-asked", "you have asked already; the others have to agree"));
        }
        let is_alone = table.active_people().all(|other| other == seat);
        Ok(self.table_change(match is_alone {
            true => TableEventKind::Undone { to },
            false => TableEventKind::UndoAsked { seat, to },
        }))
    }

    fn agree_to_undo(&self, seat: Seat) -> Result<TableChange, ApiError> {
        let table = &self.table;
        let undo = table.undo.as_ref().filter(|undo| undo.seat != seat).ok_or_else(no_undo_request)?;
        if undo.agreed.contains(&seat) {
            return Err(ApiError::conflict("agreed", "you have agreed already"));
        }
        let agrees = |other: Seat| other == seat || other == undo.seat || undo.agreed.contains(&other);
        Ok(self.table_change(match table.active_people().all(agrees) {
            true => TableEventKind::Undone { to: undo.to },
            false => TableEventKind::UndoAgreed { seat },
        }))
    }

    fn decline_undo(&self, seat: Seat) -> Result<TableChange, ApiError> {
        self.table.undo.as_ref().ok_or_else(no_undo_request)?;
        Ok(self.table_change(TableEventKind::UndoDeclined { seat }))
    }
}

fn no_undo_request() -> ApiError {
    ApiError::unprocessable("nothing-asked", "nobody wants to take a turn back")
}

/// Watching.
impl TableOwner {
    async fn snapshot(&mut self, from: &Credentials) -> Result<TableSnapshot, ApiError> {
        let role = self.admit(from).await?;
        let table = &self.table;
        Ok(TableSnapshot {
            view: table.game.view(role.viewer()),
            role,
            name: self.info.name.to_string(),
            visibility: self.info.visibility,
            status: table.status(),
            resources: table.resources.clone(),
            seats: table.seats.clone(),
            online: self.online_seats(),
            undo: table.undo.clone(),
            can_undo: role.viewer().seat().is_some_and(|seat| table.undo_to(seat).is_some()),
            rematch: table.rematch.clone(),
            can_take_over: table.seats_to_take_over().next().is_some(),
            seq: table.seq,
            line: self.line,
            spectators: self.services.spectators.count(&self.id),
        })
    }

    /// Which seats are present. Computers always are.
    fn online_seats(&self) -> Vec<bool> {
        let is_connected = |seat: Seat| self.connections.get(seat.index()).is_some_and(|&count| count > 0);
        let is_online = |(seat, occupant): (Seat, &Occupant)| occupant.is_computer() || is_connected(seat);
        self.table.occupants().map(is_online).collect()
    }

    async fn subscribe(&mut self, from: &Credentials) -> Result<Subscription, ApiError> {
        let viewer = self.admit(from).await?.viewer();
        let feed = self.feeds.iter().find(|(of, _)| *of == viewer).map(|(_, feed)| feed.subscribe());
        let receiver = feed.unwrap_or_else(|| {
            let (feed, receiver) = broadcast::channel(BUFFER);
            self.feeds.push((viewer, feed));
            receiver
        });
        let owner =
            self.sender.upgrade().ok_or_else(|| ApiError::Unavailable("the table is closing".to_owned()))?;
        self.add_connection(viewer);
        Ok(Subscription {
            viewer,
            resources: self.table.resources.clone(),
            seq: self.table.seq,
            line: self.line,
            online: self.online_seats(),
            receiver,
            _presence: PresenceGuard { viewer, owner },
        })
    }

    fn add_connection(&mut self, viewer: Viewer) {
        let Some(seat) = viewer.seat() else { return self.services.spectators.add(&self.id) };
        let Some(count) = self.connections.get_mut(seat.index()) else { return };
        *count = count.saturating_add(1);
        if *count == 1 {
            self.publish_presence(seat, true);
        }
    }

    pub(super) fn remove_connection(&mut self, viewer: Viewer) {
        let Some(seat) = viewer.seat() else { return self.services.spectators.remove(&self.id) };
        let Some(count) = self.connections.get_mut(seat.index()) else { return };
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.publish_presence(seat, false);
        }
    }

    fn publish_presence(&self, seat: Seat, online: bool) {
        self.send_to_all(&Arc::new(LiveFrame::presence(&self.id, seat, online)));
    }
}

/// Taking and leaving seats.
impl TableOwner {
    async fn join(
        &mut self,
        from: &Credentials,
        player: &str,
        wanted: Option<Seat>,
    ) -> Result<SeatGrant, ApiError> {
        self.admit(from).await?;
        let key = AccessKey::new();
        let mut taken = Seat(0);
        self.change(None, None, |owner| {
            taken = owner.choose_seat(player, wanted)?;
            let (player, kind) = (player.to_owned(), OccupantKind::Human);
            let joined = TableEventKind::Joined { seat: taken, player, kind, level: None };
            owner.take_seat(taken, joined, key.hash())
        })
        .await?;
        Ok(SeatGrant { seat: taken, key })
    }

    async fn seat_bot(&mut self, name: &str, key: KeyHash) -> Result<Seat, ApiError> {
        let mut taken = Seat(0);
        self.change(None, None, |owner| {
            let table = &owner.table;
            let seat = table.seat_for_bot(name).filter(|_| table.status() == TableStatus::Open);
            taken = seat.ok_or_else(|| ApiError::conflict("seat-taken", "no seat is kept for this bot"))?;
            let occupant = table.occupant(taken);
            let player = occupant.player().unwrap_or(name).to_owned();
            let (kind, level) = (OccupantKind::Bot, occupant.level().map(str::to_owned));
            owner.take_seat(taken, TableEventKind::Joined { seat: taken, player, kind, level }, key)
        })
        .await?;
        Ok(taken)
    }

    fn choose_seat(&self, player: &str, wanted: Option<Seat>) -> Result<Seat, ApiError> {
        let table = &self.table;
        if table.status() == TableStatus::Over {
            return Err(ApiError::conflict("game-over", "this game is over"));
        }
        let free: Vec<Seat> = table.open_seats().chain(table.seats_to_take_over()).collect();
        let seat = match wanted {
            Some(seat) if seat.index() >= table.seats.len() => {
                let message = format!("this game has the seats 0 to {}", table.seats.len() - 1);
                return Err(ApiError::malformed("seat", message));
            }
            Some(seat) if free.contains(&seat) => seat,
            Some(_) => return Err(ApiError::conflict("seat-taken", "somebody sits there already")),
            None => match free.first() {
                Some(seat) => *seat,
                None => return Err(ApiError::conflict("table-full", "all seats are taken")),
            },
        };
        if table.has_player(player) {
            let message = format!("somebody at this table is called {player:?} already");
            return Err(ApiError::conflict("name-taken", message));
        }
        Ok(seat)
    }

    /// The change of taking a seat. The last player to take one starts the game.
    fn take_seat(&self, seat: Seat, joined: TableEventKind, hash: KeyHash) -> Result<TableChange, ApiError> {
        let mut change = self.table_change(joined);
        let holder = KeyHolder::Seat(seat);
        // A player who leaves loses the keys, so that keys remain only where the new player replaces another.
        if *self.table.occupant(seat) != Occupant::Vacant {
            change.keys.push(holder.revocation());
        }
        change.keys.push(store::KeyChange::Add(holder.new_key(hash)));
        let mut after = self.table.clone();
        change.entries.iter().for_each(|entry| after.apply(entry));
        if after.status() == TableStatus::Open && after.is_full() {
            change.entries.extend(start_game(&after, self.info.seed, self.now())?);
        }
        Ok(change)
    }

    async fn leave(&mut self, from: &Credentials, seat: Seat) -> Result<Seq, ApiError> {
        if self.require_player(from).await? != seat {
            return Err(ApiError::forbidden("this key is not the one of that seat"));
        }
        self.change(None, None, |owner| {
            let table = &owner.table;
            let mut change = match table.status() {
                TableStatus::Over => TableChange::default(),
                TableStatus::Open => {
                    let others = table.occupants().any(|(other, player)| other != seat && player.is_human());
                    owner.table_change(match others {
                        true => TableEventKind::Vacated { seat },
                        false => TableEventKind::Closed,
                    })
                }
                TableStatus::Running if !table.is_active(seat) => TableChange::default(),
                TableStatus::Running => TableChange::game(owner.decide(seat, &Command::Resign)?),
            };
            change.keys = vec![KeyHolder::Seat(seat).revocation()];
            Ok(change)
        })
        .await
    }

    async fn revoke_keys(&mut self, seat: Seat) -> Result<Seq, ApiError> {
        self.change(None, None, |_| {
            Ok(TableChange { entries: Vec::new(), keys: vec![KeyHolder::Seat(seat).revocation()] })
        })
        .await
    }
}

/// Chat, rematch and the end of a game.
impl TableOwner {
    async fn chat(&mut self, from: &Credentials, text: String) -> Result<LineNo, ApiError> {
        let seat = self.require_player(from).await?;
        if self.line.0 >= self.services.settings.chat_lines {
            return Err(ApiError::unprocessable("chat-full", "this chat has reached its end"));
        }
        let player = self.table.occupant(seat).player().unwrap_or_default().to_owned();
        let text = json::to_text(&ChatMessage { seat: Some(seat.0), player, text });
        let payload = Payload::new(1, text).map_err(|error| ApiError::Internal(error.to_string()))?;
        let line = NewChatLine { game: self.id.clone(), at: Timestamp::now(), payload };
        let number = self.services.store.add_chat_line(line).await?;
        self.catch_up_chat().await.ok();
        Ok(number)
    }

    async fn rematch(&mut self, from: &Credentials) -> Result<RematchInfo, ApiError> {
        let seat = self.require_player(from).await?;
        if self.table.rematch.is_none() {
            self.change(None, None, |owner| match owner.table.status() {
                _ if owner.table.rematch.is_some() => Ok(TableChange::default()),
                TableStatus::Over if !owner.table.closed => {
                    Ok(owner.table_change(TableEventKind::Rematch { id: keys::new_game_id().to_string() }))
                }
                TableStatus::Open | TableStatus::Running | TableStatus::Over => {
                    Err(ApiError::conflict("not-over", "the game is not over yet"))
                }
            })
            .await?;
        }
        let internal = || ApiError::Internal("a rematch without an id".to_owned());
        let id = self.table.rematch.as_deref().and_then(|id| GameId::new(id).ok()).ok_or_else(internal)?;
        let count = self.table.seats.len();
        Ok(RematchInfo {
            id,
            seat: Seat(((seat.index() + count - 1) % count) as u8),
            table: self.table.clone(),
            name: self.info.name.clone(),
            visibility: self.info.visibility,
            seed: self.info.seed,
            pace: self.info.pace,
        })
    }

    /// All seats resign, one after the other, until that ends the game. An open table is closed.
    async fn adjudicate(&mut self) -> Result<Seq, ApiError> {
        let seats: Vec<Seat> = self.table.occupants().map(|(seat, _)| seat).collect();
        for seat in seats {
            if self.table.status() == TableStatus::Running && self.table.is_active(seat) {
                self.change(None, None, |owner| owner.decide(seat, &Command::Resign).map(TableChange::game))
                    .await?;
            }
        }
        let closed = self.change(None, None, |owner| match owner.table.status() {
            TableStatus::Open => Ok(owner.table_change(TableEventKind::Closed)),
            TableStatus::Over => Err(ApiError::conflict("game-over", "this game is over")),
            TableStatus::Running => Err(ApiError::conflict("not-over", "computers play this game on")),
        });
        match closed.await {
            Err(_) if self.table.status() == TableStatus::Over => Ok(self.table.seq),
            answer => answer,
        }
    }
}

/// The first events of a game whose seats are all taken.
pub(crate) fn start_game(
    table: &Table,
    seed: Option<GameSeed>,
    now: Millis,
) -> Result<Vec<LogEntry>, ApiError> {
    let mut draws = chance(seed, table.seq.next());
    let mut context = Context { words: table.resources.words()?, chance: draws.as_mut(), now };
    let events = table.game.start(table.seats.len() as u8, &mut context);
    let events = events.map_err(|error| ApiError::unprocessable("cannot-start", error.to_string()))?;
    Ok(events.into_iter().map(LogEntry::Game).collect())
}
