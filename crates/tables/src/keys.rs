//! Access keys, invitations and game ids. Only digests of keys are stored.

use http_api::ApiError;
use rand::Rng;
use rules::{MAX_SEATS, Seat};
use sha2::{Digest, Sha256};
use std::fmt;
use store::{CommandId, GameId, KeyChange, KeyHash, NewKey, SeatNumber, Timestamp};
use subtle::ConstantTimeEq;

/// Who holds a stored key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyHolder {
    /// The player at a seat.
    Seat(Seat),
    /// The client that created the game without taking a seat.
    Maker,
    /// Every client with the invitation to a private game.
    Invitation,
    /// A client that carries the seat to another device with a hand-over token. The token opens nothing else.
    HandOver(Seat),
}

/// The number that the store keeps for a maker's key.
const MAKER_NUMBER: SeatNumber = SeatNumber(255);

/// The number that the store keeps for an invitation.
const INVITATION_NUMBER: SeatNumber = SeatNumber(254);

/// The number that the store keeps for a hand-over of seat 0; those of the other seats follow.
const HAND_OVER_NUMBER: u8 = 128;

/// The numbers of hand-overs.
const HAND_OVER_NUMBERS: std::ops::Range<u8> = HAND_OVER_NUMBER..HAND_OVER_NUMBER + MAX_SEATS;

impl KeyHolder {
    /// The holder that a stored number stands for.
    pub(crate) fn from_number(number: SeatNumber) -> KeyHolder {
        match number {
            MAKER_NUMBER => KeyHolder::Maker,
            INVITATION_NUMBER => KeyHolder::Invitation,
            SeatNumber(number) if HAND_OVER_NUMBERS.contains(&number) => {
                KeyHolder::HandOver(Seat(number - HAND_OVER_NUMBER))
            }
            SeatNumber(seat) => KeyHolder::Seat(Seat(seat)),
        }
    }

    /// The number that stands for this holder in the store.
    fn number(self) -> SeatNumber {
        match self {
            KeyHolder::Seat(seat) => SeatNumber(seat.0),
            KeyHolder::Maker => MAKER_NUMBER,
            KeyHolder::Invitation => INVITATION_NUMBER,
            KeyHolder::HandOver(seat) => SeatNumber(HAND_OVER_NUMBER + seat.0),
        }
    }

    /// The seat, if a player holds the key.
    pub(crate) fn seat(self) -> Option<Seat> {
        match self {
            KeyHolder::Seat(seat) => Some(seat),
            KeyHolder::Maker | KeyHolder::Invitation | KeyHolder::HandOver(_) => None,
        }
    }

    /// A key of this holder, created now.
    pub(crate) fn new_key(self, hash: KeyHash) -> NewKey {
        NewKey { hash, seat: self.number(), created: Timestamp::now() }
    }

    /// The change that revokes all keys of this holder.
    pub(crate) fn revocation(self) -> KeyChange {
        KeyChange::RevokeSeat(self.number())
    }
}

/// The changes that take a seat away from everybody who has a key or a hand-over token for it.
pub(crate) fn seat_revocations(seat: Seat) -> [KeyChange; 2] {
    [KeyHolder::Seat(seat), KeyHolder::HandOver(seat)].map(KeyHolder::revocation)
}

/// A key in plain text: 32 random bytes as hexadecimal digits. Its holder gets it once.
#[derive(Clone)]
pub(crate) struct AccessKey(String);

impl AccessKey {
    pub(crate) fn new() -> AccessKey {
        let mut bytes = [0; 32];
        rand::rng().fill_bytes(&mut bytes);
        AccessKey(KeyHash(bytes).to_string())
    }

    /// The key that follows from a secret for one purpose. Whoever does not know the secret cannot tell it.
    pub(crate) fn derive(secret: &str, purpose: &str) -> AccessKey {
        AccessKey(hash(&format!("{purpose}\n{secret}")).to_string())
    }

    /// The key that a request with this id gives; a random one for a request without id.
    pub(crate) fn for_request(id: Option<&RequestId>, purpose: &str) -> AccessKey {
        id.map_or_else(AccessKey::new, |id| AccessKey::derive(&id.0, purpose))
    }

    /// The key that a request with this id gives to the holder of this key.
    pub(crate) fn derive_for_request(&self, id: &RequestId, purpose: &str) -> AccessKey {
        AccessKey::derive(&format!("{}\n{}", id.0, self.0), purpose)
    }

    /// The digest that is stored. The key is random, so one round of a fast digest is enough.
    pub(crate) fn hash(&self) -> KeyHash {
        hash(&self.0)
    }

    /// A key that a client sent.
    pub(crate) fn read(text: &str) -> AccessKey {
        AccessKey(text.to_owned())
    }

    /// The plain text, to derive other keys from it.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The plain text, for the holder.
    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

/// The secret id of a request that gives a key. The same id gives the same key.
#[derive(Clone)]
pub struct RequestId(String);

/// The fewest characters of a request id, so that nobody guesses it.
const MIN_REQUEST_ID: usize = 16;

impl RequestId {
    /// Checks length and characters.
    ///
    /// # Errors
    /// The id is too short or too long, or has a character that is not allowed.
    pub fn new(id: &str) -> Result<RequestId, ApiError> {
        CommandId::new(id).map_err(|error| ApiError::malformed("id", error.to_string()))?;
        if id.len() < MIN_REQUEST_ID {
            let message =
                format!("this id is a secret: choose at least {MIN_REQUEST_ID} characters at random");
            return Err(ApiError::malformed("id", message));
        }
        Ok(RequestId(id.to_owned()))
    }
}

impl fmt::Debug for RequestId {
    /// It is as secret as a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RequestId")
    }
}

impl fmt::Debug for AccessKey {
    /// Keys are never printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessKey")
    }
}

/// The digest of a key that a client sent.
pub(crate) fn hash(key: &str) -> KeyHash {
    KeyHash(Sha256::digest(key.as_bytes()).into())
}

/// Compares two digests in constant time.
pub(crate) fn is_same(a: &KeyHash, b: &KeyHash) -> bool {
    a.0.ct_eq(&b.0).into()
}

/// The letters of ids, without those that are easily confused.
const ID_LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A new game id with 80 random bits.
pub(crate) fn new_game_id() -> GameId {
    let mut bytes = [0; 16];
    rand::rng().fill_bytes(&mut bytes);
    game_id(&bytes)
}

/// The game id that a request with this id creates; a random one for a request without id.
pub(crate) fn game_id_for_request(id: Option<&RequestId>) -> GameId {
    match id {
        Some(id) => game_id(&AccessKey::derive(&id.0, "game").hash().0[..16]),
        None => new_game_id(),
    }
}

fn game_id(bytes: &[u8]) -> GameId {
    let text: String = bytes.iter().map(|byte| char::from(ID_LETTERS[usize::from(byte % 32)])).collect();
    GameId::new(text.as_str()).unwrap_or_else(|error| unreachable!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_recognised_by_its_digest() {
        let (one, other) = (AccessKey::new(), AccessKey::new());
        assert!(is_same(&one.hash(), &hash(&one.clone().into_text())));
        assert!(!is_same(&one.hash(), &other.hash()));
        assert_ne!(one.hash().to_string(), one.clone().into_text());
        assert_eq!(one.clone().into_text().len(), 64);
        assert_eq!(format!("{one:?}"), "AccessKey");
    }

    #[test]
    fn a_request_id_gives_the_same_key_and_game_again() {
        let ids = ["a-long-secret-id-1", "a-long-secret-id-2"].map(|id| RequestId::new(id).unwrap());
        let key = |id: &RequestId, purpose| AccessKey::for_request(Some(id), purpose).into_text();
        assert_eq!(key(&ids[0], "join a"), key(&ids[0], "join a"));
        assert_ne!(key(&ids[0], "join a"), key(&ids[0], "join b"));
        assert_ne!(key(&ids[0], "join a"), key(&ids[1], "join a"));
        assert_ne!(
            AccessKey::for_request(None, "join a").hash(),
            AccessKey::for_request(None, "join a").hash()
        );
        assert_eq!(game_id_for_request(Some(&ids[0])), game_id_for_request(Some(&ids[0])));
        assert_ne!(game_id_for_request(Some(&ids[0])), game_id_for_request(Some(&ids[1])));
        assert!(RequestId::new("short").is_err() && RequestId::new("not a plain text!").is_err());
        assert_eq!(format!("{:?}", ids[0]), "RequestId");
    }

    #[test]
    fn holders_are_read_back_from_their_numbers() {
        let seats = || (0..MAX_SEATS).map(Seat);
        let holders = seats().map(KeyHolder::Seat).chain(seats().map(KeyHolder::HandOver));
        for holder in holders.chain([KeyHolder::Maker, KeyHolder::Invitation]) {
            assert_eq!(KeyHolder::from_number(holder.number()), holder);
        }
    }

    #[test]
    fn ids_do_not_repeat() {
        let ids: std::collections::HashSet<_> = (0..1000).map(|_| new_game_id()).collect();
        assert_eq!(ids.len(), 1000);
    }
}
