//! Keys, invitations and ids: made by a generator fit for secrets, kept as digests only.

use rand::Rng;
use sha2::{Digest, Sha256};
use std::fmt;
use store::{GameId, KeyHash, SeatNumber};
use subtle::ConstantTimeEq;

/// The place in the store of the key of whoever made a game and does not play in it.
pub(crate) const OWNER: SeatNumber = SeatNumber(255);

/// The place in the store of the invitation to a private game.
pub(crate) const INVITATION: SeatNumber = SeatNumber(254);

/// A secret as its holder gets it, once: 32 random bytes in hexadecimal digits.
#[derive(Clone)]
pub(crate) struct AccessKey(String);

impl AccessKey {
    pub(crate) fn new() -> AccessKey {
        let mut bytes = [0; 32];
        rand::rng().fill_bytes(&mut bytes);
        AccessKey(KeyHash(bytes).to_string())
    }

    /// What is kept of it. The secret is random, so that one round of a fast digest is as good as many of a slow one.
    pub(crate) fn hash(&self) -> KeyHash {
        hash(&self.0)
    }

    /// The secret itself, to be told to its holder.
    pub(crate) fn told(self) -> String {
        self.0
    }
}

impl fmt::Debug for AccessKey {
    /// Secrets are never printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessKey")
    }
}

/// The digest of a key that somebody shows.
pub(crate) fn hash(key: &str) -> KeyHash {
    KeyHash(Sha256::digest(key.as_bytes()).into())
}

/// Whether two digests are the same, in a time that does not tell where they differ.
pub(crate) fn same(a: &KeyHash, b: &KeyHash) -> bool {
    a.0.ct_eq(&b.0).into()
}

/// The letters of ids: none that is easily taken for another.
const ID_LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A game's id that nobody guesses: 80 random bits.
pub(crate) fn game_id() -> GameId {
    let mut bytes = [0; 16];
    rand::rng().fill_bytes(&mut bytes);
    let text: String = bytes.iter().map(|byte| char::from(ID_LETTERS[usize::from(byte % 32)])).collect();
    GameId::new(text.as_str()).unwrap_or_else(|error| unreachable!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_by_its_digest_alone() {
        let (one, other) = (AccessKey::new(), AccessKey::new());
        assert!(same(&one.hash(), &hash(&one.clone().told())));
        assert!(!same(&one.hash(), &other.hash()));
        assert_ne!(one.hash().to_string(), one.clone().told());
        assert_eq!(one.clone().told().len(), 64);
        assert_eq!(format!("{one:?}"), "AccessKey");
    }

    #[test]
    fn ids_do_not_repeat() {
        let ids: std::collections::HashSet<_> = (0..1000).map(|_| game_id()).collect();
        assert_eq!(ids.len(), 1000);
    }
}
