//! Taking and leaving seats.

use super::{ChangeAuthor, Credentials, TableChange, TableOwner};
use crate::chance::{GameSeed, chance};
use crate::keys::{AccessKey, KeyHolder, RequestId, seat_revocations};
use crate::log_entry::LogEntry;
use crate::occupant::Occupant;
use crate::table::Table;
use http_api::{ApiError, OccupantKind, SeatKey, TableEventKind, fold_name};
use rules::{Command, Context, Millis, Seat};
use store::{KeyHash, Seq, TableStatus};

/// A seat and the key to it.
pub struct SeatGrant {
    pub(crate) seat: Seat,
    pub(crate) key: AccessKey,
}

impl From<SeatGrant> for SeatKey {
    fn from(grant: SeatGrant) -> SeatKey {
        SeatKey { seat: grant.seat, key: grant.key.into_text() }
    }
}

impl TableOwner {
    pub(super) async fn join(
        &mut self,
        from: &Credentials,
        player: &str,
        wanted: Option<Seat>,
        id: Option<&RequestId>,
    ) -> Result<SeatGrant, ApiError> {
        self.admit(from).await?;
        let key = AccessKey::for_request(id, &format!("join {}", self.id));
        let seat = self.seat_person(player, key.hash(), |owner| owner.choose_seat(player, wanted)).await?;
        Ok(SeatGrant { seat, key })
    }

    /// Seats a player of the game before this one. Nobody else can have been given the key.
    pub(super) async fn join_rematch(
        &mut self,
        player: &str,
        seat: Seat,
        key: KeyHash,
    ) -> Result<Seat, ApiError> {
        self.seat_person(player, key, |owner| owner.choose_seat_again(player, seat)).await
    }

    /// Seats a person. If the key has a seat already, because the request is sent again, it keeps that.
    async fn seat_person(
        &mut self,
        player: &str,
        key: KeyHash,
        choose: impl Fn(&TableOwner) -> Result<Seat, ApiError>,
    ) -> Result<Seat, ApiError> {
        if let Some(KeyHolder::Seat(seat)) = self.holder(&key).await? {
            return Ok(seat);
        }
        let mut taken = Seat(0);
        let changed = self.change(ChangeAuthor::Anybody, |owner| {
            taken = choose(owner)?;
            let (player, kind) = (player.to_owned(), OccupantKind::Human);
            let joined = TableEventKind::Joined { seat: taken, player, kind, level: None };
            owner.take_seat(taken, joined, key)
        });
        match changed.await {
            Ok(_) => Ok(taken),
            // An earlier request with this key may have been carried out meanwhile.
            Err(error) => match self.holder(&key).await {
                Ok(Some(KeyHolder::Seat(seat))) => Ok(seat),
                _ => Err(error),
            },
        }
    }

    pub(super) async fn seat_bot(&mut self, name: &str, key: KeyHash) -> Result<Seat, ApiError> {
        let mut taken = Seat(0);
        self.change(ChangeAuthor::Anybody, |owner| {
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
        if table.has_player(player) { Err(taken_name(player)) } else { Ok(seat) }
    }

    /// The seat of a player of the game before: the one that is kept for the player, or one that is open.
    fn choose_seat_again(&self, player: &str, wanted: Seat) -> Result<Seat, ApiError> {
        let table = &self.table;
        if table.status() == TableStatus::Over {
            return Err(ApiError::conflict("game-over", "the next game is over already"));
        }
        let is_own = |occupant: &Occupant| match occupant {
            Occupant::ReservedForPerson { player: name } => fold_name(name) == fold_name(player),
            Occupant::Vacant
            | Occupant::Human { .. }
            | Occupant::Computer { .. }
            | Occupant::ReservedForBot { .. }
            | Occupant::Bot { .. } => false,
        };
        if is_own(table.occupant(wanted)) {
            return Ok(wanted);
        }
        let seat = table.open_seats().find(|seat| *seat == wanted).or_else(|| table.open_seats().next());
        let full = || ApiError::conflict("table-full", "others have all seats of the next game");
        let seat = seat.ok_or_else(full)?;
        if table.has_player(player) { Err(taken_name(player)) } else { Ok(seat) }
    }

    /// The change of taking a seat. The last player to take one starts the game.
    fn take_seat(&self, seat: Seat, joined: TableEventKind, hash: KeyHash) -> Result<TableChange, ApiError> {
        let mut change = self.table_change(joined);
        let holder = KeyHolder::Seat(seat);
        // A player who leaves loses the keys, so that keys remain only where the new player replaces another.
        if *self.table.occupant(seat) != Occupant::Vacant {
            change.keys.extend(seat_revocations(seat));
        }
        change.keys.push(store::KeyChange::Add(holder.new_key(hash)));
        let mut after = self.table.clone();
        change.entries.iter().for_each(|entry| after.apply(entry));
        if after.status() == TableStatus::Open && after.is_full() {
            change.entries.extend(start_game(&after, self.info.seed, self.now())?);
        }
        Ok(change)
    }

    pub(super) async fn leave(&mut self, from: &Credentials, seat: Seat) -> Result<Seq, ApiError> {
        let id = from.stored_id(&format!("leave {}", seat.0))?;
        match self.require_player(from).await {
            Ok(own) if own == seat => {}
            Ok(_) => return Err(ApiError::forbidden("this key is not the one of that seat")),
            Err(error) => return self.repeat_answer(Some(id), error).await,
        }
        self.change(from.author(seat, Some(id))?, |owner| {
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
            change.keys = seat_revocations(seat).to_vec();
            Ok(change)
        })
        .await
    }

    pub(super) async fn revoke_keys(&mut self, seat: Seat) -> Result<Seq, ApiError> {
        self.change(ChangeAuthor::Anybody, |_| {
            Ok(TableChange { entries: Vec::new(), keys: seat_revocations(seat).to_vec() })
        })
        .await
    }
}

fn taken_name(player: &str) -> ApiError {
    ApiError::conflict("name-taken", format!("somebody at this table is called {player:?} already"))
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
