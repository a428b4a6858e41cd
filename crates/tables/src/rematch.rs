//! Another game of the same players, with rotated seats.

use crate::creation::{CreationError, GameCreation};
use crate::keys::{AccessKey, KeyHolder};
use crate::occupant::Occupant;
use crate::owner::{Credentials, RematchInfo};
use crate::registry::Services;
use crate::work::WorkOwner;
use http_api::{ApiError, CreatedGame, LobbyEntry};
use rules::Seat;
use store::{GameId, StoreError, Visibility};

/// The new game of a rematch.
pub struct Rematch {
    /// The answer for the client.
    pub game: CreatedGame,
    /// Whether this client was the first to ask, so that its request created the game.
    pub is_new: bool,
}

/// The keys that a player gets for the next game. The same player always gets the same, so that asking again is safe.
pub(crate) struct RematchKeys {
    /// The key of the seat.
    pub(crate) own: AccessKey,
    /// The invitation, if this player creates a private game.
    invite: AccessKey,
}

impl RematchKeys {
    /// The keys that follow from the player's key in the game before.
    pub(crate) fn new(credentials: &Credentials, info: &RematchInfo) -> Result<RematchKeys, ApiError> {
        Ok(RematchKeys {
            own: credentials.derive_key(&format!("rematch {}", info.id))?,
            invite: credentials.derive_key(&format!("invite {}", info.id))?,
        })
    }
}

/// Creates the next game. It begins when everybody has come: the seats of people who have not asked are kept for them.
pub(crate) async fn create_rematch(
    services: &Services,
    origin: WorkOwner,
    info: &RematchInfo,
    keys: &RematchKeys,
) -> Result<Rematch, CreationError> {
    if services.store.game(&info.id).await?.is_some() {
        return Err(CreationError::Exists);
    }
    let is_private = info.visibility == Visibility::ByLink;
    let invitation = is_private.then(|| KeyHolder::Invitation.new_key(keys.invite.hash()));
    let own = KeyHolder::Seat(info.seat).new_key(keys.own.hash());
    let creation = GameCreation {
        id: info.id.clone(),
        name: info.name.clone(),
        resources: info.table.resources.clone(),
        visibility: info.visibility,
        seed: info.seed,
        pace: info.pace,
        origin,
        occupants: rotate_seats(info),
        keys: std::iter::once(own).chain(invitation).collect(),
    };
    let game = CreatedGame {
        game: creation.store(services).await?,
        seat: Some(info.seat),
        key: keys.own.clone().into_text(),
        invite: is_private.then(|| keys.invite.clone().into_text()),
    };
    Ok(Rematch { game, is_new: true })
}

/// The next game for a player who has a seat there. The player who created it gets the invitation again.
pub(crate) async fn show_rematch(
    services: &Services,
    id: &GameId,
    seat: Seat,
    keys: RematchKeys,
) -> Result<Rematch, ApiError> {
    let fail = |error: StoreError| ApiError::from(error).after_change();
    let game = services.store.game(id).await.map_err(fail)?.ok_or_else(ApiError::no_such_game)?;
    let invitation = services.store.key(&keys.invite.hash()).await.map_err(fail)?;
    let game = CreatedGame {
        game: LobbyEntry::from_game(game, services.spectators.count(id))?,
        seat: Some(seat),
        key: keys.own.into_text(),
        invite: invitation.map(|_| keys.invite.into_text()),
    };
    Ok(Rematch { game, is_new: false })
}

/// Every player moves up by one seat. The seats of other people are kept for them, or vacant if they left.
fn rotate_seats(info: &RematchInfo) -> Vec<Occupant> {
    let count = info.table.seats.len();
    let occupant = |place: usize| {
        let seat = (place + 1) % count;
        let has_left = info.table.game.seat(Seat(seat as u8)).is_some_and(|state| !state.active);
        match &info.table.seats[seat] {
            occupant if place == info.seat.index() => occupant.clone(),
            Occupant::Human { .. } if has_left => Occupant::Vacant,
            Occupant::Human { player } => Occupant::ReservedForPerson { player: player.clone() },
            occupant => occupant.clone(),
        }
    };
    (0..count).map(occupant).collect()
}
