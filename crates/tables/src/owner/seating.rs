//! Taking and leaving seats.

use super::{Credentials, TableChange, TableOwner};
use crate::chance::{GameSeed, chance};
use crate::keys::{AccessKey, KeyHolder};
use crate::log_entry::LogEntry;
use crate::occupant::Occupant;
use crate::table::Table;
use http_api::{ApiError, OccupantKind, SeatKey, TableEventKind};
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

    pub(super) async fn seat_bot(&mut self, name: &str, key: KeyHash) -> Result<Seat, ApiError> {
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

    pub(super) async fn leave(&mut self, from: &Credentials, seat: Seat) -> Result<Seq, ApiError> {
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

    pub(super) async fn revoke_keys(&mut self, seat: Seat) -> Result<Seq, ApiError> {
        self.change(None, None, |_| {
            Ok(TableChange { entries: Vec::new(), keys: vec![KeyHolder::Seat(seat).revocation()] })
        })
        .await
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
