//! Another game of the same players, with rotated seats.

use crate::creation::{CreationError, GameCreation};
use crate::keys::{AccessKey, KeyHolder};
use crate::occupant::Occupant;
use crate::owner::RematchInfo;
use crate::registry::Services;
use crate::work::WorkOwner;
use http_api::{ApiError, CreatedGame, LobbyEntry};
use rules::Seat;
use store::{KeyChange, NewKey, Visibility};

/// The new game of a rematch.
pub struct Rematch {
    /// The answer for the client.
    pub game: CreatedGame,
    /// Whether this client was the first to ask, so that its request created the game.
    pub is_new: bool,
}

/// Creates the next game, or gives the caller a key if another player has created it.
pub(crate) async fn create_rematch(
    services: &Services,
    origin: WorkOwner,
    info: &RematchInfo,
) -> Result<Rematch, ApiError> {
    let key = AccessKey::new();
    let own = KeyHolder::Seat(info.seat).new_key(key.hash());
    let (is_new, invite) = match store_rematch(services, origin, info, own.clone()).await {
        Ok(invite) => (true, invite),
        Err(CreationError::Exists) => {
            services.store.change_keys(info.id.clone(), vec![KeyChange::Add(own)]).await?;
            (false, None)
        }
        Err(CreationError::Failed(error)) => return Err(error),
    };
    let game = services.store.game(&info.id).await?.ok_or_else(ApiError::no_such_game)?;
    let watchers = services.spectators.count(&info.id);
    let game = CreatedGame {
        game: LobbyEntry::from_game(game, watchers)?,
        seat: Some(info.seat),
        key: key.into_text(),
        invite: invite.map(AccessKey::into_text),
    };
    Ok(Rematch { game, is_new })
}

/// Stores the new game, and returns the invitation if it is private.
async fn store_rematch(
    services: &Services,
    origin: WorkOwner,
    info: &RematchInfo,
    own: NewKey,
) -> Result<Option<AccessKey>, CreationError> {
    if services.store.game(&info.id).await?.is_some() {
        return Err(CreationError::Exists);
    }
    let invite = (info.visibility == Visibility::ByLink).then(AccessKey::new);
    let invitation = invite.as_ref().map(|invite| KeyHolder::Invitation.new_key(invite.hash()));
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
    creation.store(services).await?;
    Ok(invite)
}

/// Every player moves up by one seat. The seats of people who left are vacant.
fn rotate_seats(info: &RematchInfo) -> Vec<Occupant> {
    let count = info.table.seats.len();
    let occupant = |place: usize| {
        let seat = (place + 1) % count;
        let has_left = info.table.game.seat(Seat(seat as u8)).is_some_and(|state| !state.active);
        match &info.table.seats[seat] {
            Occupant::Human { .. } if has_left && place != info.seat.index() => Occupant::Vacant,
            occupant => occupant.clone(),
        }
    };
    (0..count).map(occupant).collect()
}
