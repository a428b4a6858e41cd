//! `/api/games/{id}/hand-over`: carrying a seat to another device.

use super::{Caller, GamePath, JsonBody};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use http_api::{ApiError, HandOver, HandOverRequest, SeatKey};
use tables::{App, Credentials, HandOverToken, RequestId, TableRequest};

/// Makes a token by which the caller carries the seat to another device.
#[utoipa::path(post, path = "/games/{id}/hand-over", tag = "seats", params(("id" = String, Path, description = "the game")), responses((status = 201, description = "a token that can be exchanged once; an earlier one becomes void", body = HandOver)))]
pub(crate) async fn offer(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
) -> Result<(StatusCode, Json<HandOver>), ApiError> {
    let grant = app.request(&id, &credentials, TableRequest::OfferHandOver).await?;
    Ok((StatusCode::CREATED, Json(grant.into())))
}

/// Exchanges a token for a key to the seat. The keys that the seat had are revoked.
#[utoipa::path(post, path = "/games/{id}/hand-over/exchange", tag = "seats", params(("id" = String, Path, description = "the game")), request_body = HandOverRequest, responses((status = 200, description = "the seat and the new key to it", body = SeatKey)))]
pub(crate) async fn exchange(
    State(app): State<App>,
    GamePath(id): GamePath,
    JsonBody(request): JsonBody<HandOverRequest>,
) -> Result<Json<SeatKey>, ApiError> {
    let (token, secret) = (HandOverToken::read(&request.token), RequestId::new(&request.id)?);
    let exchange = |reply| TableRequest::AcceptHandOver { token: token.clone(), id: secret.clone(), reply };
    Ok(Json(app.request(&id, &Credentials::default(), exchange).await?.into()))
}
