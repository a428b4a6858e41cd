//! `POST /api/games/{id}/rematch`: the same players again, with seats rotated.

use super::GamePath;
use super::create::CreatedGame;
use crate::api_error::ApiError;
use crate::app::App;
use crate::client_address::ClientAddress;
use crate::creation::GameCreation;
use crate::keys::{self, AccessKey};
use crate::listing::listed;
use crate::owner::{Credentials, RematchInfo, Request};
use crate::table::Occupant;
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use rules::Seat;
use store::{GameListEntry, KeyChange, NewKey, Timestamp, Visibility, WriteError};

/// Plays again.
#[utoipa::path(post, path = "/games/{id}/rematch", tag = "games", params(("id" = String, Path, description = "the game")), responses((status = 201, description = "a new game, for whoever asks first", body = CreatedGame), (status = 200, description = "the same new game, for those who ask later", body = CreatedGame)))]
pub(crate) async fn rematch(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
    client: Option<Extension<ClientAddress>>,
) -> Result<(StatusCode, Json<CreatedGame>), ApiError> {
    let (open_games, client) = (&app.services.open_games, client.map(|Extension(client)| client));
    if credentials.key.is_none() {
        return Err(ApiError::UnknownKey);
    }
    open_games.check(client, app.store()).await?;
    let rematched = app.registry.ask(&id, &credentials, Request::Rematch).await?;
    let key = AccessKey::new();
    let own = NewKey { hash: key.hash(), seat: store::SeatNumber(rematched.seat), created: Timestamp::now() };
    let (status, invite) = match make(&app, &rematched, own.clone()).await {
        Ok(invite) => {
            open_games.made(client, &rematched.id);
            (StatusCode::CREATED, invite)
        }
        Err(Some(error)) => return Err(error),
        // Somebody else at the table asked first.
        Err(None) => {
            app.store().change_keys(rematched.id.clone(), vec![KeyChange::Add(own)]).await?;
            (StatusCode::OK, None)
        }
    };
    let game = app.store().game(&rematched.id).await?.ok_or_else(ApiError::no_such_game)?;
    let entry = GameListEntry {
        id: game.id,
        visibility: game.header.visibility,
        created: game.header.created,
        summary: game.summary,
        head: game.head,
    };
    let made = CreatedGame {
        game: listed(&entry, app.services.spectators.of(&entry.id))?,
        seat: Some(rematched.seat),
        key: key.told(),
        invite: invite.map(AccessKey::told),
    };
    Ok((status, Json(made)))
}

/// Makes the new game; the error is `None` where it is made already.
async fn make(app: &App, old: &RematchInfo, own: NewKey) -> Result<Option<AccessKey>, Option<ApiError>> {
    if app.store().game(&old.id).await.map_err(|fault| Some(fault.into()))?.is_some() {
        return Err(None);
    }
    let invite = (old.visibility == Visibility::ByLink).then(AccessKey::new);
    let created = Timestamp::now();
    let invitation =
        invite.as_ref().map(|invite| NewKey { hash: invite.hash(), seat: keys::INVITATION, created });
    let opening = GameCreation {
        id: old.id.clone(),
        name: old.name.clone(),
        resources: old.table.resources.clone(),
        visibility: old.visibility,
        seed: old.seed,
        pace: old.pace,
        occupants: rotated(old),
        keys: std::iter::once(own).chain(invitation).collect(),
    };
    match opening.try_store(&app.services).await.map_err(Some)? {
        Ok(_) => Ok(invite),
        Err(WriteError::GameExists(_)) => Err(None),
        Err(error) => Err(Some(error.into())),
    }
}

/// Everybody moves up by one seat; the seats of people who left are free.
fn rotated(old: &RematchInfo) -> Vec<Occupant> {
    let count = old.table.seats.len();
    let occupant = |place: usize| {
        let seat = (place + 1) % count;
        let left = old.table.game.seat(Seat(seat as u8)).is_some_and(|state| !state.active);
        match &old.table.seats[seat] {
            Occupant::Human { .. } if left && place != usize::from(old.seat) => Occupant::Nobody,
            occupant => occupant.clone(),
        }
    };
    (0..count).map(occupant).collect()
}
