//! What a client may do at a table: its key or invitation, and the role that this gives it.

use super::{ChangeAuthor, TableOwner};
use crate::keys::{self, AccessKey, KeyHolder};
use http_api::ApiError;
use rules::{Seat, Viewer};
use std::time::{Duration, Instant};
use store::{CommandId, KeyChange, KeyHash, Visibility};

/// The digests of the key and the invitation that a client sent.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    pub(crate) key: Option<KeyHash>,
    pub(crate) invite: Option<KeyHash>,
    /// The key itself, for keys that follow from it.
    secret: Option<AccessKey>,
}

impl Credentials {
    /// The credentials of a client that sent these texts.
    #[must_use]
    pub fn new(key: Option<&str>, invite: Option<&str>) -> Credentials {
        let secret = key.map(AccessKey::read);
        Credentials { key: key.map(keys::hash), invite: invite.map(keys::hash), secret }
    }

    /// The credentials of a client whose key has this digest.
    pub(crate) fn with_key(key: KeyHash) -> Credentials {
        Credentials { key: Some(key), ..Credentials::default() }
    }

    /// The id under which something that this client does is stored, given its own id for it. Two clients that choose
    /// the same id do not meet.
    pub(crate) fn stored_id(&self, id: &str) -> Result<CommandId, ApiError> {
        let key = self.key.ok_or(ApiError::UnknownKey)?;
        let stored = keys::hash(&format!("{key} {id}"));
        CommandId::new(stored.to_string()).map_err(|error| ApiError::Internal(error.to_string()))
    }

    /// A key that only the holder of this key can get, always the same for one purpose.
    pub(crate) fn derive_key(&self, purpose: &str) -> Result<AccessKey, ApiError> {
        let secret = self.secret.as_ref().ok_or(ApiError::UnknownKey)?;
        Ok(AccessKey::derive(secret.text(), purpose))
    }

    /// The author of a change by this client, who plays at a seat.
    pub(super) fn author(&self, seat: Seat, command: Option<CommandId>) -> Result<ChangeAuthor, ApiError> {
        let key = self.key.ok_or(ApiError::UnknownKey)?;
        Ok(ChangeAuthor::Player { key, seat, command })
    }

    /// The digest by which a client was admitted in a role.
    pub(super) fn digest(&self, role: CallerRole) -> Option<KeyHash> {
        match role {
            CallerRole::Player(_) | CallerRole::Maker => self.key,
            CallerRole::Invited => self.key.or(self.invite),
            CallerRole::Anonymous => None,
        }
    }

    /// Whether the client sent a key.
    ///
    /// # Errors
    /// [`ApiError::UnknownKey`] without a key.
    pub fn require_key(&self) -> Result<(), ApiError> {
        self.key.map(drop).ok_or(ApiError::UnknownKey)
    }
}

/// What a client is to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallerRole {
    /// The player at a seat.
    Player(Seat),
    /// The client that created the game without taking a seat.
    Maker,
    /// A client with the invitation.
    Invited,
    /// Any other client.
    Anonymous,
}

impl CallerRole {
    /// The viewer whose view this client gets.
    #[must_use]
    pub fn viewer(self) -> Viewer {
        match self {
            CallerRole::Player(seat) => Viewer::Seat(seat),
            CallerRole::Maker | CallerRole::Invited | CallerRole::Anonymous => Viewer::Spectator,
        }
    }

    /// The role of a client with a key of this holder. A hand-over token gives none: it can only be exchanged for a key.
    pub(super) fn of(holder: KeyHolder) -> Option<CallerRole> {
        match holder {
            KeyHolder::Seat(seat) => Some(CallerRole::Player(seat)),
            KeyHolder::Maker => Some(CallerRole::Maker),
            KeyHolder::Invitation => Some(CallerRole::Invited),
            KeyHolder::HandOver(_) => None,
        }
    }
}

impl TableOwner {
    /// The role of a client that may know of this game.
    pub(super) async fn admit(&mut self, credentials: &Credentials) -> Result<CallerRole, ApiError> {
        let role = self.identify(credentials).await?;
        if let CallerRole::Player(seat) = role {
            // The span of the request has an empty field for it.
            tracing::Span::current().record("seat", seat.0);
            self.note_request(seat);
        }
        match (role, self.info.visibility) {
            (CallerRole::Anonymous, Visibility::ByLink) => Err(ApiError::InviteNeeded),
            _ => Ok(role),
        }
    }

    /// The role of a client. An unknown key is an error, because its sender expects to have a seat.
    async fn identify(&mut self, credentials: &Credentials) -> Result<CallerRole, ApiError> {
        if let Some(key) = &credentials.key {
            let holder = self.holder(key).await?.ok_or(ApiError::UnknownKey)?;
            let role = CallerRole::of(holder).ok_or(ApiError::UnknownKey)?;
            self.learn_of_player(holder).await?;
            return Ok(role);
        }
        match &credentials.invite {
            Some(invite) if self.holder(invite).await? == Some(KeyHolder::Invitation) => {
                Ok(CallerRole::Invited)
            }
            _ => Ok(CallerRole::Anonymous),
        }
    }

    /// The seat of a client that must be a player.
    pub(super) async fn require_player(&mut self, credentials: &Credentials) -> Result<Seat, ApiError> {
        match self.admit(credentials).await? {
            CallerRole::Player(seat) => Ok(seat),
            CallerRole::Maker => Err(ApiError::forbidden("you made this game but do not play in it")),
            CallerRole::Invited | CallerRole::Anonymous => Err(ApiError::UnknownKey),
        }
    }

    /// Checks that a key still is that of a player at a seat.
    pub(super) async fn check_player(&mut self, key: &KeyHash, seat: Seat) -> Result<(), ApiError> {
        match self.holder(key).await? {
            Some(KeyHolder::Seat(of)) if of == seat => Ok(()),
            _ => Err(ApiError::UnknownKey),
        }
    }

    /// Repeats a stored key change in the cache.
    pub(super) fn update_key_cache(&mut self, change: &KeyChange) {
        match change {
            KeyChange::Add(key) => {
                self.keys.push(CachedKey::new(key.hash, KeyHolder::from_number(key.seat)));
            }
            KeyChange::Revoke(hash) => self.keys.retain(|cached| cached.hash != *hash),
            KeyChange::RevokeSeat(number) => {
                let revoked = KeyHolder::from_number(*number);
                self.keys.retain(|cached| cached.holder != revoked);
            }
        }
    }

    /// The holder of a key of this game.
    pub(super) async fn holder(&mut self, key: &KeyHash) -> Result<Option<KeyHolder>, ApiError> {
        let now = Instant::now();
        self.keys.retain(|cached| cached.until > now);
        if let Some(cached) = self.keys.iter().find(|cached| keys::is_same(&cached.hash, key)) {
            return Ok(Some(cached.holder));
        }
        let stored = self.services.store.key(key).await?.filter(|stored| stored.game == self.id);
        let holder = stored.map(|stored| KeyHolder::from_number(stored.seat));
        if let Some(holder) = holder {
            self.keys.push(CachedKey::new(*key, holder));
        }
        Ok(holder)
    }

    /// A key to a seat that nobody has here was given by another server, so there are events to read.
    async fn learn_of_player(&mut self, holder: KeyHolder) -> Result<(), ApiError> {
        match holder {
            KeyHolder::Seat(seat) => match self.table.occupant(seat) {
                occupant if occupant.is_human() || occupant.is_bot() => Ok(()),
                _ => self.catch_up().await,
            },
            KeyHolder::Maker | KeyHolder::Invitation | KeyHolder::HandOver(_) => Ok(()),
        }
    }
}

/// How long a cached key is trusted if no notification says that another server revoked it.
const KEY_TRUSTED: Duration = Duration::from_secs(5);

/// A key that is in the store.
pub(super) struct CachedKey {
    hash: KeyHash,
    holder: KeyHolder,
    until: Instant,
}

impl CachedKey {
    fn new(hash: KeyHash, holder: KeyHolder) -> CachedKey {
        CachedKey { hash, holder, until: Instant::now() + KEY_TRUSTED }
    }
}
