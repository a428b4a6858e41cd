//! What anybody may want of a table.

use super::{
    CallerRole, ChatMessage, Credentials, PresenceGuard, Subscription, TableChange, TableOwner,
    TableSnapshot, WAITING,
};
use crate::api_error::ApiError;
use crate::chance::chance;
use crate::keys::AccessKey;
use crate::live_frame::LiveFrame;
use crate::log_entry::{LogEntry, OccupantKind, TableEventKind, json};
use crate::table::{Occupant, Table, TableStatus};
use notation::plays::{PlayContext, Turn, parse};
use rules::{ChallengedWords, Command, Context, Phase, Placement, Refusal, Seat, Viewer};
use std::sync::Arc;
use store::{CommandId, GameId, KeyChange, KeyHash, NewChatLine, NewKey, Payload, Timestamp};
use tiles::TileId;
use tokio::sync::{broadcast, oneshot};
use tracing::Instrument;
use wire::PlayDraft;

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// Something somebody wants, who that is, and where the answer goes.
pub(crate) struct Ask {
    /// What the log says about whoever asks.
    pub(crate) span: tracing::Span,
    pub(crate) credentials: Credentials,
    pub(crate) request: Request,
}

/// What somebody wants.
pub(crate) enum Request {
    /// To see the table.
    TableSnapshot(Reply<Box<TableSnapshot>>),
    /// To hear what happens.
    Follow(Reply<Box<Subscription>>),
    /// To do something.
    Command(Order, Reply<u64>),
    /// To do something as a bot, which is told of a refusal in its own words.
    Act { command: Command, seen: u64, reply: Reply<Acted> },
    /// To take the seat that is kept for a bot of this name.
    Sit { name: String, key: KeyHash, reply: Reply<u8> },
    /// To sit down.
    Join { player: String, seat: Option<u8>, reply: Reply<Joined> },
    /// To get up.
    Leave { seat: u8, reply: Reply<u64> },
    /// To say something.
    Say(String, Reply<u64>),
    /// To play again.
    Rematch(Reply<RematchInfo>),
    /// To have all keys of a seat forgotten, as the operator.
    Revoke { seat: u8, reply: Reply<u64> },
    /// To have the game ended, as the operator.
    Adjudicate(Reply<u64>),
}

/// What became of a bot's command.
pub(crate) enum Acted {
    Done,
    Refused(Refusal),
}

/// Somebody sat down.
pub(crate) struct Joined {
    pub(crate) seat: u8,
    pub(crate) key: AccessKey,
}

/// Where the game after this one is, and which seat the asker has there.
pub(crate) struct RematchInfo {
    pub(crate) id: GameId,
    pub(crate) seat: u8,
    /// The table the new one continues.
    pub(crate) table: Table,
    pub(crate) name: store::GameName,
    pub(crate) visibility: store::Visibility,
    pub(crate) seed: Option<crate::chance::GameSeed>,
    pub(crate) pace: Option<std::time::Duration>,
}

/// A command of a player.
#[derive(Clone)]
pub(crate) struct Order {
    /// The last event the player saw.
    pub(crate) seen: Option<u64>,
    /// The id the player gave it.
    pub(crate) id: Option<CommandId>,
    pub(crate) wish: Wish,
}

/// What a player wishes to do.
#[derive(Clone)]
pub(crate) enum Wish {
    /// A play as it is written.
    PlayText(String),
    /// A play tile by tile.
    Play(PlayDraft),
    Pass,
    /// Tiles by their signs.
    ExchangeText(String),
    Exchange(Vec<TileId>),
    Challenge(Option<Vec<usize>>),
    Accept,
    Resign,
    Undo,
    Agree,
    Decline,
}

impl Ask {
    /// Says no.
    pub(crate) fn refuse(self, error: ApiError) {
        // Nobody waits for the answer any more where it cannot be sent.
        match self.request {
            Request::TableSnapshot(reply) => drop(reply.send(Err(error))),
            Request::Follow(reply) => drop(reply.send(Err(error))),
            Request::Join { reply, .. } => drop(reply.send(Err(error))),
            Request::Act { reply, .. } => drop(reply.send(Err(error))),
            Request::Sit { reply, .. } => drop(reply.send(Err(error))),
            Request::Command(_, reply)
            | Request::Leave { reply, .. }
            | Request::Say(_, reply)
            | Request::Adjudicate(reply)
            | Request::Revoke { reply, .. } => drop(reply.send(Err(error))),
            Request::Rematch(reply) => drop(reply.send(Err(error))),
        }
    }
}

impl TableOwner {
    pub(super) async fn answer(&mut self, ask: Ask) {
        let span = ask.span.clone();
        self.grant(ask).instrument(span).await;
    }

    async fn grant(&mut self, ask: Ask) {
        let Ask { credentials, request, .. } = ask;
        match request {
            Request::TableSnapshot(reply) => {
                drop(reply.send(self.snapshot(&credentials).await.map(Box::new)));
            }
            Request::Follow(reply) => drop(reply.send(self.follow(&credentials).await.map(Box::new))),
            Request::Command(order, reply) => drop(reply.send(self.command(&credentials, &order).await)),
            Request::Act { command, seen, reply } => {
                drop(reply.send(self.act(&credentials, &command, seen).await));
            }
            Request::Sit { name, key, reply } => drop(reply.send(self.sit(&name, key).await)),
            Request::Join { player, seat, reply } => {
                drop(reply.send(self.join(&credentials, &player, seat).await));
            }
            Request::Leave { seat, reply } => drop(reply.send(self.leave(&credentials, Seat(seat)).await)),
            Request::Say(text, reply) => drop(reply.send(self.say(&credentials, text).await)),
            Request::Rematch(reply) => drop(reply.send(self.rematch(&credentials).await)),
            Request::Revoke { seat, reply } => drop(reply.send(self.revoke(seat).await)),
            Request::Adjudicate(reply) => drop(reply.send(self.adjudicate().await)),
        }
    }

    async fn snapshot(&mut self, credentials: &Credentials) -> Result<TableSnapshot, ApiError> {
        let role = self.admit(credentials).await?;
        let table = &self.table;
        Ok(TableSnapshot {
            view: table.game.view(role.viewer()),
            role,
            name: self.facts.name.to_string(),
            visibility: self.facts.visibility,
            stage: table.stage(),
            resources: table.resources.clone(),
            seats: table.seats.clone(),
            online: self.presence(),
            undo: table.undo.clone(),
            undo_to: role.viewer().seat().and_then(|seat| table.undo_to(seat)),
            rematch: table.rematch.clone(),
            takeover: table.seats_to_take_over().collect(),
            seq: table.seq,
            line: self.line,
            watchers: self.services.spectators.of(&self.id),
        })
    }

    /// Who is there, by seat.
    fn presence(&self) -> Vec<bool> {
        (0..self.table.seats.len()).map(|seat| self.is_online(seat)).collect()
    }

    fn is_online(&self, seat: usize) -> bool {
        self.table.seats.get(seat).is_some_and(Occupant::is_computer)
            || self.online.get(seat).is_some_and(|&count| count > 0)
    }

    async fn follow(&mut self, credentials: &Credentials) -> Result<Subscription, ApiError> {
        let viewer = self.admit(credentials).await?.viewer();
        let known = self.feeds.iter().find(|(of, _)| *of == viewer).map(|(_, feed)| feed.subscribe());
        let receiver = known.unwrap_or_else(|| {
            let (feed, receiver) = broadcast::channel(WAITING);
            self.feeds.push((viewer, feed));
            receiver
        });
        let owner =
            self.own.upgrade().ok_or_else(|| ApiError::Unavailable("the table is closing".to_owned()))?;
        self.came(viewer);
        Ok(Subscription {
            viewer,
            resources: self.table.resources.clone(),
            seq: self.table.seq,
            line: self.line,
            online: self.presence(),
            receiver,
            _presence: PresenceGuard { viewer, owner },
        })
    }

    fn came(&mut self, viewer: Viewer) {
        if viewer.seat().is_none() {
            self.services.spectators.came(&self.id);
        }
        let Some(count) = self.count(viewer) else { return };
        *count = count.saturating_add(1);
        if *count == 1 {
            self.tell_presence(viewer, true);
        }
    }

    pub(super) fn gone(&mut self, viewer: Viewer) {
        if viewer.seat().is_none() {
            self.services.spectators.gone(&self.id);
        }
        let Some(count) = self.count(viewer) else { return };
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.tell_presence(viewer, false);
        }
    }

    fn count(&mut self, viewer: Viewer) -> Option<&mut u16> {
        self.online.get_mut(viewer.seat()?.index())
    }

    fn tell_presence(&self, viewer: Viewer, online: bool) {
        if let Some(seat) = viewer.seat() {
            self.tell_all(&Arc::new(LiveFrame::presence(&self.id, seat.0, online)));
        }
    }

    /// The seat of the caller, who must have one.
    async fn seated(&mut self, credentials: &Credentials) -> Result<Seat, ApiError> {
        match self.admit(credentials).await? {
            CallerRole::Seat(seat) => Ok(seat),
            CallerRole::Maker => Err(ApiError::forbidden("you made this game but do not play in it")),
            CallerRole::Invited | CallerRole::Anybody => Err(ApiError::UnknownKey),
        }
    }

    async fn command(&mut self, credentials: &Credentials, order: &Order) -> Result<u64, ApiError> {
        let seat = self.seated(credentials).await?;
        if order.seen.is_some_and(|seen| seen > self.table.seq) {
            self.catch_up().await?;
        }
        self.change(order.id.as_ref(), None, |owner| {
            let table = &owner.table;
            match order.seen {
                Some(seen) if seen < table.moved || seen > table.seq => {
                    Err(ApiError::Stale { seq: table.seq })
                }
                _ => owner.wished(seat, &order.wish),
            }
        })
        .await
    }

    async fn act(
        &mut self,
        credentials: &Credentials,
        command: &Command,
        seen: u64,
    ) -> Result<Acted, ApiError> {
        let seat = self.seated(credentials).await?;
        let mut refused = None;
        let done = self.change(None, None, |owner| {
            let table = &owner.table;
            if seen < table.moved || !table.occupant(seat).is_bot() {
                return Err(ApiError::Stale { seq: table.seq });
            }
            refused = None;
            owner.judged(table, seat, command)?.map(TableChange::game).map_err(|refusal| {
                refused = Some(refusal);
                ApiError::Refused { message: String::new(), reasons: Vec::new() }
            })
        });
        match (done.await, refused) {
            (Ok(_), _) => Ok(Acted::Done),
            (Err(ApiError::Refused { .. }), Some(refusal)) => Ok(Acted::Refused(refusal)),
            (Err(error), _) => Err(error),
        }
    }

    /// A bot takes the seat that is kept for it.
    async fn sit(&mut self, name: &str, key: KeyHash) -> Result<u8, ApiError> {
        let mut taken = 0;
        self.change(None, None, |owner| {
            let table = &owner.table;
            let none = || ApiError::conflict("seat-taken", "no seat is kept for this bot");
            taken =
                table.seat_for_bot(name).filter(|_| table.stage() == TableStatus::Open).ok_or_else(none)?;
            let occupant = table.occupant(Seat(taken));
            let (player, level) = (occupant.player().unwrap_or(name), occupant.level().map(str::to_owned));
            let what = TableEventKind::Joined {
                seat: taken,
                player: player.to_owned(),
                kind: OccupantKind::Bot,
                level,
            };
            owner.joined(taken, what, key)
        })
        .await?;
        Ok(taken)
    }

    fn wished(&self, seat: Seat, wish: &Wish) -> Result<TableChange, ApiError> {
        let table = &self.table;
        if table.occupant(seat).is_computer() {
            return Err(ApiError::forbidden("a computer plays at this seat now"));
        }
        match wish {
            Wish::Undo => self.ask_undo(seat),
            Wish::Agree => self.agree(seat),
            Wish::Decline => self.decline(seat),
            Wish::Accept if !matches!(table.game.phase(), Phase::Answering(_)) => {
                Err(ApiError::unfit("nothing-to-accept", "no play waits to be accepted"))
            }
            _ => {
                let command = meant(table, seat, wish)?;
                self.decided(table, seat, &command).map(TableChange::game)
            }
        }
    }

    fn around(&self, what: TableEventKind) -> TableChange {
        TableChange { entries: vec![LogEntry::table(self.now(), what)], keys: Vec::new() }
    }

    fn ask_undo(&self, seat: Seat) -> Result<TableChange, ApiError> {
        let table = &self.table;
        if !table.resources.rules.table.undo {
            return Err(ApiError::unfit("undo-forbidden", "turns cannot be taken back in this game"));
        }
        let none = || ApiError::unfit("nothing-to-undo", "you have no turn that can be taken back");
        let to = table.undo_to(seat).ok_or_else(none)?;
        if table.undo.as_ref().is_some_and(|undo| undo.seat == seat.0 && undo.to == to) {
            return Err(ApiError::conflict("undo-asked", "you have asked already; the others have to agree"));
        }
        let alone = table.people().all(|other| other == seat);
        Ok(self.around(if alone {
            TableEventKind::Undone { to }
        } else {
            TableEventKind::UndoAsked { seat: seat.0, to }
        }))
    }

    fn agree(&self, seat: Seat) -> Result<TableChange, ApiError> {
        let table = &self.table;
        let none = || ApiError::unfit("nothing-asked", "nobody wants to take a turn back");
        let undo = table.undo.as_ref().filter(|undo| undo.seat != seat.0).ok_or_else(none)?;
        if undo.agreed.contains(&seat.0) {
            return Err(ApiError::conflict("agreed", "you have agreed already"));
        }
        let agreed = |other: Seat| other == seat || other.0 == undo.seat || undo.agreed.contains(&other.0);
        let all = table.people().all(agreed);
        Ok(self.around(if all {
            TableEventKind::Undone { to: undo.to }
        } else {
            TableEventKind::UndoAgreed { seat: seat.0 }
        }))
    }

    fn decline(&self, seat: Seat) -> Result<TableChange, ApiError> {
        let none = || ApiError::unfit("nothing-asked", "nobody wants to take a turn back");
        self.table.undo.as_ref().ok_or_else(none)?;
        Ok(self.around(TableEventKind::UndoDeclined { seat: seat.0 }))
    }

    async fn join(
        &mut self,
        credentials: &Credentials,
        player: &str,
        seat: Option<u8>,
    ) -> Result<Joined, ApiError> {
        self.admit(credentials).await?;
        let key = AccessKey::new();
        let mut taken = 0;
        self.change(None, None, |owner| {
            let chosen = owner.seat_to_take(player, seat)?;
            taken = chosen;
            let (player, kind) = (player.to_owned(), OccupantKind::Human);
            owner.joined(
                chosen,
                TableEventKind::Joined { seat: chosen, player, kind, level: None },
                key.hash(),
            )
        })
        .await?;
        Ok(Joined { seat: taken, key })
    }

    fn seat_to_take(&self, player: &str, wanted: Option<u8>) -> Result<u8, ApiError> {
        let table = &self.table;
        if table.stage() == TableStatus::Over {
            return Err(ApiError::conflict("game-over", "this game is over"));
        }
        let free: Vec<u8> = table.open_seats().chain(table.seats_to_take_over()).collect();
        let chosen = match wanted {
            Some(seat) if usize::from(seat) >= table.seats.len() => {
                return Err(ApiError::invalid(
                    "seat",
                    format!("this game has the seats 0 to {}", table.seats.len() - 1),
                ));
            }
            Some(seat) if free.contains(&seat) => seat,
            Some(_) => return Err(ApiError::conflict("seat-taken", "somebody sits there already")),
            None => match free.first() {
                Some(seat) => *seat,
                None => return Err(ApiError::conflict("table-full", "all seats are taken")),
            },
        };
        if table.has_player(player) {
            return Err(ApiError::conflict(
                "name-taken",
                format!("somebody at this table is called {player:?} already"),
            ));
        }
        Ok(chosen)
    }

    fn joined(&self, seat: u8, what: TableEventKind, hash: KeyHash) -> Result<TableChange, ApiError> {
        let mut change = self.around(what);
        let created = Timestamp::now();
        // Whoever leaves a seat takes its keys along: there are some only where another plays now.
        if *self.table.occupant(Seat(seat)) != Occupant::Nobody {
            change.keys.push(KeyChange::RevokeSeat(store::SeatNumber(seat)));
        }
        change.keys.push(KeyChange::Add(NewKey { hash, seat: store::SeatNumber(seat), created }));
        let mut after = self.table.clone();
        after.apply(&change.entries[0]);
        if after.stage() == TableStatus::Open && after.is_full() {
            change.entries.extend(start(&after, self.facts.seed, self.now())?);
        }
        Ok(change)
    }

    async fn leave(&mut self, credentials: &Credentials, seat: Seat) -> Result<u64, ApiError> {
        if self.seated(credentials).await? != seat {
            return Err(ApiError::forbidden("this key is not the one of that seat"));
        }
        self.change(None, None, |owner| {
            let table = &owner.table;
            let mut change = match table.stage() {
                TableStatus::Over => TableChange::default(),
                TableStatus::Open => {
                    let others = table
                        .seats
                        .iter()
                        .enumerate()
                        .any(|(other, s)| other != seat.index() && s.is_human());
                    owner.around(if others {
                        TableEventKind::Vacated { seat: seat.0 }
                    } else {
                        TableEventKind::Closed
                    })
                }
                TableStatus::Running if !table.game.seat(seat).is_some_and(|state| state.active) => {
                    TableChange::default()
                }
                TableStatus::Running => TableChange::game(owner.decided(table, seat, &Command::Resign)?),
            };
            change.keys = vec![KeyChange::RevokeSeat(store::SeatNumber(seat.0))];
            Ok(change)
        })
        .await
    }

    async fn revoke(&mut self, seat: u8) -> Result<u64, ApiError> {
        self.change(None, None, |_| {
            Ok(TableChange {
                entries: Vec::new(),
                keys: vec![KeyChange::RevokeSeat(store::SeatNumber(seat))],
            })
        })
        .await
    }

    /// Everybody gives up, one after the other, until that ends the game; a table that has not begun is closed.
    async fn adjudicate(&mut self) -> Result<u64, ApiError> {
        for seat in (0..self.table.seats.len() as u8).map(Seat) {
            if self.table.stage() == TableStatus::Running
                && self.table.game.seat(seat).is_some_and(|state| state.active)
            {
                self.change(None, None, |owner| {
                    owner.decided(&owner.table, seat, &Command::Resign).map(TableChange::game)
                })
                .await?;
            }
        }
        self.change(None, None, |owner| match owner.table.stage() {
            TableStatus::Open => Ok(owner.around(TableEventKind::Closed)),
            TableStatus::Over => Err(ApiError::conflict("game-over", "this game is over")),
            TableStatus::Running => Err(ApiError::conflict("not-over", "computers play this game on")),
        })
        .await
        .or_else(|error| {
            if self.table.stage() == TableStatus::Over { Ok(self.table.seq) } else { Err(error) }
        })
    }

    async fn say(&mut self, credentials: &Credentials, text: String) -> Result<u64, ApiError> {
        let seat = self.seated(credentials).await?;
        if self.line >= self.services.settings.chat_lines {
            return Err(ApiError::unfit("chat-full", "this chat has reached its end"));
        }
        let player = self.table.occupant(seat).player().unwrap_or_default().to_owned();
        let text = json(&ChatMessage { seat: Some(seat.0), player, text });
        let payload = Payload::new(1, text).map_err(|error| ApiError::Broken(error.to_string()))?;
        let line = NewChatLine { game: self.id.clone(), at: Timestamp::now(), payload };
        let number = self.services.store.add_chat_line(line).await?;
        self.catch_up_chat().await.ok();
        Ok(number.0)
    }

    async fn rematch(&mut self, credentials: &Credentials) -> Result<RematchInfo, ApiError> {
        let seat = self.seated(credentials).await?;
        if self.table.rematch.is_none() {
            self.change(None, None, |owner| match owner.table.stage() {
                _ if owner.table.rematch.is_some() => Ok(TableChange::default()),
                TableStatus::Over if !owner.table.closed => {
                    Ok(owner.around(TableEventKind::Rematch { id: crate::keys::game_id().to_string() }))
                }
                _ => Err(ApiError::conflict("not-over", "the game is not over yet")),
            })
            .await?;
        }
        let broken = || ApiError::Broken("a rematch without an id".to_owned());
        let id = self.table.rematch.as_deref().and_then(|id| GameId::new(id).ok()).ok_or_else(broken)?;
        let count = self.table.seats.len();
        let seat = ((seat.index() + count - 1) % count) as u8;
        Ok(RematchInfo {
            id,
            seat,
            table: self.table.clone(),
            name: self.facts.name.clone(),
            visibility: self.facts.visibility,
            seed: self.facts.seed,
            pace: self.facts.pace,
        })
    }
}

/// The beginning of a game whose seats are all taken.
pub(crate) fn start(
    table: &Table,
    seed: Option<crate::chance::GameSeed>,
    now: rules::Millis,
) -> Result<Vec<LogEntry>, ApiError> {
    let mut draws = chance(seed, table.seq + 1);
    let mut context = Context { words: table.resources.words()?, chance: draws.as_mut(), now };
    let events = table.game.start(table.seats.len() as u8, &mut context);
    let events = events.map_err(|error| ApiError::unfit("cannot-start", error.to_string()))?;
    Ok(events.into_iter().map(LogEntry::Game).collect())
}

/// The command a wish comes to.
fn meant(table: &Table, seat: Seat, wish: &Wish) -> Result<Command, ApiError> {
    let set = &table.resources.rules.tiles;
    Ok(match wish {
        Wish::PlayText(text) => Command::Play(placement(table, seat, text)?),
        Wish::Play(draft) => {
            Command::Play(draft.check(set).map_err(|faults| ApiError::invalid("", faults.to_string()))?)
        }
        Wish::ExchangeText(text) => {
            let tiles = set.parse_tile_list(text);
            Command::Exchange(tiles.map_err(|error| ApiError::invalid("tiles", error.to_string()))?)
        }
        Wish::Exchange(tiles) => Command::Exchange(tiles.clone()),
        Wish::Challenge(None) => Command::Challenge(ChallengedWords::All),
        Wish::Challenge(Some(words)) => Command::Challenge(ChallengedWords::Words(words.clone())),
        Wish::Resign => Command::Resign,
        Wish::Pass | Wish::Accept | Wish::Undo | Wish::Agree | Wish::Decline => Command::Pass,
    })
}

/// A play as it was written, read against the board and the rack.
fn placement(table: &Table, seat: Seat, text: &str) -> Result<Placement, ApiError> {
    let rack = table.game.seat(seat).map(|state| &state.rack);
    read_play(text, PlayContext { rules: &table.resources.rules, grid: table.game.grid(), rack })
}

/// A play as it was written.
pub(crate) fn read_play(text: &str, scene: PlayContext<'_>) -> Result<Placement, ApiError> {
    match parse(text, scene) {
        Ok(Turn::Place(placement)) => Ok(placement),
        Ok(_) => {
            Err(ApiError::unfit("not-a-play", "this is an exchange or a pass, which have types of their own"))
        }
        Err(error) => Err(ApiError::unfit("not-a-play", error.to_string())),
    }
}
