//! Carrying a seat to another device: a token that is exchanged once, soon, for a new key.
//!
//! The seat moves. When the token is exchanged, all keys that the seat had are revoked, so that it stays with one person
//! at a time, and a player who loses a device can take the seat away from it.

use super::{ChangeAuthor, Credentials, SeatGrant, TableChange, TableOwner};
use crate::keys::{AccessKey, KeyHolder, RequestId, seat_revocations};
use http_api::{ApiError, HandOver};
use rules::Seat;
use std::time::Duration;
use store::{CommandId, KeyChange, KeyHash, Timestamp};

/// How long a token can be exchanged.
const HAND_OVER_TIME: Duration = Duration::from_secs(10 * 60);

/// A token and until when it can be exchanged.
pub struct HandOverGrant {
    token: AccessKey,
    until: Timestamp,
}

impl From<HandOverGrant> for HandOver {
    fn from(grant: HandOverGrant) -> HandOver {
        HandOver { token: grant.token.into_text(), until: grant.until }
    }
}

/// A token that a client sent.
#[derive(Clone, Debug)]
pub struct HandOverToken(AccessKey);

impl HandOverToken {
    /// The token with this text.
    #[must_use]
    pub fn read(text: &str) -> HandOverToken {
        HandOverToken(AccessKey::read(text))
    }
}

impl TableOwner {
    /// Makes a token for the caller's seat. An earlier one becomes void.
    pub(super) async fn offer_hand_over(&mut self, from: &Credentials) -> Result<HandOverGrant, ApiError> {
        let seat = self.require_player(from).await?;
        let token = AccessKey::new();
        let holder = KeyHolder::HandOver(seat);
        let key = holder.new_key(token.hash());
        let until = key.created.after(HAND_OVER_TIME);
        let changes = vec![holder.revocation(), KeyChange::Add(key)];
        self.change(from.author(seat, None)?, |owner| match owner.table.occupant(seat).is_human() {
            true => Ok(TableChange { entries: Vec::new(), keys: changes.clone() }),
            false => Err(ApiError::forbidden("only a person can carry a seat to another device")),
        })
        .await?;
        Ok(HandOverGrant { token, until })
    }

    /// Exchanges a token for a key. A request that is sent again gets the same key again; any other comes too late.
    pub(super) async fn accept_hand_over(
        &mut self,
        HandOverToken(token): &HandOverToken,
        id: &RequestId,
    ) -> Result<SeatGrant, ApiError> {
        let key = token.derive_for_request(id, &format!("hand-over {}", self.id));
        if let Some(seat) = self.seat_of_key(&key).await? {
            return Ok(SeatGrant { seat, key });
        }
        let seat = self.seat_of_hand_over(&token.hash()).await?;
        let mut keys = seat_revocations(seat).to_vec();
        keys.push(KeyChange::Add(KeyHolder::Seat(seat).new_key(key.hash())));
        let author = ChangeAuthor::HandOver { token: token.hash(), command: exchange_id(token)? };
        self.change(author, |_| Ok(TableChange { entries: Vec::new(), keys: keys.clone() })).await?;
        // Another request may have exchanged the token first, here or at another server.
        self.seat_of_key(&key).await?.map(|seat| SeatGrant { seat, key }).ok_or_else(no_such_hand_over)
    }

    async fn seat_of_key(&mut self, key: &AccessKey) -> Result<Option<Seat>, ApiError> {
        Ok(self.holder(&key.hash()).await?.and_then(KeyHolder::seat))
    }

    /// The seat of a token that can still be exchanged.
    pub(super) async fn seat_of_hand_over(&self, token: &KeyHash) -> Result<Seat, ApiError> {
        let stored = self.services.store.key(token).await?.filter(|stored| stored.game == self.id);
        let valid = stored.filter(|stored| Timestamp::now() < stored.created.after(HAND_OVER_TIME));
        match valid.map(|stored| KeyHolder::from_number(stored.seat)) {
            Some(KeyHolder::HandOver(seat)) => Ok(seat),
            Some(KeyHolder::Seat(_) | KeyHolder::Maker | KeyHolder::Invitation) | None => {
                Err(no_such_hand_over())
            }
        }
    }
}

/// The stored id of the exchange of a token. The store carries it out once.
fn exchange_id(token: &AccessKey) -> Result<CommandId, ApiError> {
    let digest = AccessKey::derive(token.text(), "exchange").hash();
    CommandId::new(digest.to_string()).map_err(|error| ApiError::Internal(error.to_string()))
}

fn no_such_hand_over() -> ApiError {
    let message = "this link was used, replaced or is too old; make another one on the other device";
    ApiError::not_found("no-such-hand-over", message)
}
