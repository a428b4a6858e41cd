//! `POST /api/games/{id}/rematch`: the same players again, with seats rotated.

use super::GamePath;
use super::create::Made;
use crate::app::App;
use crate::keys::{self, Secret};
use crate::listed::listed;
use crate::opening::Opening;
use crate::owner::{Caller, Rematched, Request};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::table::Sitter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use rules::Seat;
use store::{KeyChange, Listed, NewKey, Timestamp, Visibility, WriteError};

/// Plays again.
#[utoipa::path(post, path = "/games/{id}/rematch", tag = "games", params(("id" = String, Path, description = "the game")), responses((status = 201, description = "a new game, for whoever asks first", body = Made), (status = 200, description = "the same new game, for those who ask later", body = Made)))]
pub(crate) async fn rematch(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    peer: Option<Extension<Peer>>,
) -> Result<(StatusCode, Json<Made>), Problem> {
    let (makers, peer) = (&app.shared.makers, peer.map(|Extension(peer)| peer));
    if caller.key.is_none() {
        return Err(Problem::UnknownKey);
    }
    makers.check(peer, app.store()).await?;
    let rematched = app.hall.ask(&id, &caller, Request::Rematch).await?;
    let key = Secret::new();
    let own = NewKey { hash: key.hash(), seat: store::Seat(rematched.seat), created: Timestamp::now() };
    let (status, invite) = match make(&app, &rematched, own.clone()).await {
        Ok(invite) => {
            makers.made(peer, &rematched.id);
            (StatusCode::CREATED, invite)
        }
        Err(Some(problem)) => return Err(problem),
        // Somebody else at the table asked first.
        Err(None) => {
            app.store().change_keys(rematched.id.clone(), vec![KeyChange::Add(own)]).await?;
            (StatusCode::OK, None)
        }
    };
    let game = app.store().game(&rematched.id).await?.ok_or_else(Problem::no_such_game)?;
    let entry = Listed {
        id: game.id,
        visibility: game.header.visibility,
        created: game.header.created,
        summary: game.summary,
        head: game.head,
    };
    let made = Made {
        game: listed(&entry, app.shared.watchers.of(&entry.id))?,
        seat: Some(rematched.seat),
        key: key.told(),
        invite: invite.map(Secret::told),
    };
    Ok((status, Json(made)))
}

/// Makes the new game; the error is `None` where it is made already.
async fn make(app: &App, old: &Rematched, own: NewKey) -> Result<Option<Secret>, Option<Problem>> {
    if app.store().game(&old.id).await.map_err(|fault| Some(fault.into()))?.is_some() {
        return Err(None);
    }
    let invite = (old.visibility == Visibility::ByLink).then(Secret::new);
    let created = Timestamp::now();
    let invitation =
        invite.as_ref().map(|invite| NewKey { hash: invite.hash(), seat: keys::INVITATION, created });
    let opening = Opening {
        id: old.id.clone(),
        name: old.name.clone(),
        kit: old.table.kit.clone(),
        visibility: old.visibility,
        seed: old.seed,
        pace: old.pace,
        sitters: rotated(old),
        keys: std::iter::once(own).chain(invitation).collect(),
    };
    match opening.try_store(&app.shared).await.map_err(Some)? {
        Ok(_) => Ok(invite),
        Err(WriteError::GameExists(_)) => Err(None),
        Err(error) => Err(Some(error.into())),
    }
}

/// Everybody moves up by one seat; the seats of people who left are free.
fn rotated(old: &Rematched) -> Vec<Sitter> {
    let count = old.table.seats.len();
    let sitter = |place: usize| {
        let seat = (place + 1) % count;
        let left = old.table.game.seat(Seat(seat as u8)).is_some_and(|state| !state.active);
        match &old.table.seats[seat] {
            Sitter::Human { .. } if left && place != usize::from(old.seat) => Sitter::Nobody,
            sitter => sitter.clone(),
        }
    };
    (0..count).map(sitter).collect()
}
