//! The list of games.

use crate::ApiError;
use rules::{Clock, Millis, Named, Points, Ruleset, Seat};
use serde::{Deserialize, Serialize};
use store::{Cursor, GameListEntry, Seq, StoredGame, TableStatus, Timestamp, Visibility};

/// A game in the list.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct LobbyEntry {
    id: String,
    name: String,
    state: TableStatus,
    visibility: TableVisibility,
    #[serde(flatten)]
    summary: TableSummary,
    /// The last event.
    seq: Seq,
    created: Timestamp,
    /// When the last event happened.
    active: Timestamp,
    /// How many spectators watch through this server.
    watchers: usize,
}

/// The part of a stored summary that the store does not interpret.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct TableSummary {
    /// The name of the rules.
    pub rules: String,
    /// The title of the rules, for people.
    pub rules_title: String,
    /// The name of the lexicon.
    pub lexicon: String,
    /// The seats.
    pub seats: Vec<SeatSummary>,
    /// Whose turn it is.
    #[schema(required = true)]
    pub turn: Option<Seat>,
    /// How many turns have ended.
    pub turns: u32,
    /// Who won, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub winners: Option<Vec<Seat>>,
    /// Whether a new player may take over a seat.
    pub takeover: bool,
    /// Whether a player who is away for too long loses the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub gives_way: bool,
    /// What the players agree to; missing in games that were stored by older versions and are over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub terms: Option<GameTerms>,
}

/// What players agree to when they join a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct GameTerms {
    /// The clock.
    clock: ClockTerms,
    /// The challenge rule.
    challenge: String,
    /// Whether hints are allowed.
    hints: bool,
    /// Whether turns can be taken back if the others agree.
    undo: bool,
    /// Which racks players see.
    racks: String,
}

/// The clock of a game, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ClockTerms {
    /// No clock.
    Off,
    /// A time for the whole game.
    Game {
        /// The time at the start.
        initial: Millis,
        /// The time added for each turn.
        increment: Millis,
    },
    /// A time for each turn.
    Turn {
        /// The time.
        turn: Millis,
    },
}

impl GameTerms {
    /// The terms of a game with these rules.
    #[must_use]
    pub fn new(rules: &Ruleset) -> GameTerms {
        GameTerms {
            clock: match rules.clock {
                Clock::Off => ClockTerms::Off,
                Clock::Game(clock) => ClockTerms::Game { initial: clock.initial, increment: clock.increment },
                Clock::Turn { limit, .. } => ClockTerms::Turn { turn: limit },
            },
            challenge: rules.challenge.to_string(),
            hints: rules.table.hints,
            undo: rules.table.undo,
            racks: rules.racks.name().to_owned(),
        }
    }
}

/// A seat in the list of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SeatSummary {
    /// The name of the player.
    #[schema(required = true)]
    pub player: Option<String>,
    /// What sits there.
    pub kind: SeatOccupancy,
    /// The level of a computer, or `bot:` and the name of a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub level: Option<String>,
    /// The score.
    #[schema(value_type = i32)]
    pub score: Points,
    /// Whether the seat is reserved for a bot or a person that has not come yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub awaited: bool,
}

/// What sits at a seat, for clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatOccupancy {
    /// Nobody.
    Open,
    /// A person.
    Human,
    /// A computer player of this server.
    Computer,
    /// A bot, also one that has not come yet.
    Bot,
}

/// A page of the list of games.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LobbyPage {
    games: Vec<LobbyEntry>,
    /// The `before` of the next page.
    #[schema(required = true)]
    next: Option<String>,
}

/// How many public games there are.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LobbyCounts {
    /// Games that wait for players.
    pub open: u64,
    /// Games that are being played.
    pub running: u64,
    /// Games that are over.
    pub over: u64,
    /// The largest number that is counted; a count of this number means that many or more.
    pub most: u64,
}

/// The games of a client, by the keys it holds.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(
    deny_unknown_fields,
    expecting = "games, such as {\"games\": [{\"id\": \"k3v9\", \"key\": \"<key>\"}]}"
)]
pub struct HeldGamesRequest {
    /// The games, at most 100.
    pub games: Vec<HeldGame>,
}

/// A game and the key or the invitation that a client holds.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a game, such as {\"id\": \"k3v9\", \"key\": \"<key>\"}")]
pub struct HeldGame {
    /// The id of the game.
    pub id: String,
    /// The key of a seat, or of the maker of the game.
    pub key: Option<String>,
    /// The invitation to the game.
    pub invite: Option<String>,
}

/// The games of a client that exist and that it may see.
#[derive(Serialize, utoipa::ToSchema)]
pub struct HeldGames {
    /// The games, in the order asked for.
    pub games: Vec<HeldGameEntry>,
}

/// A game of a client.
#[derive(Serialize, utoipa::ToSchema)]
pub struct HeldGameEntry {
    /// The game.
    #[serde(flatten)]
    pub game: LobbyEntry,
    /// The seat whose key the client holds.
    #[schema(required = true)]
    pub seat: Option<Seat>,
}

/// Who finds a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableVisibility {
    /// Everyone.
    Public,
    /// Only clients with the invitation.
    Private,
}

impl From<Visibility> for TableVisibility {
    fn from(visibility: Visibility) -> TableVisibility {
        match visibility {
            Visibility::Public => TableVisibility::Public,
            Visibility::ByLink => TableVisibility::Private,
        }
    }
}

impl From<TableVisibility> for Visibility {
    fn from(visibility: TableVisibility) -> Visibility {
        match visibility {
            TableVisibility::Public => Visibility::Public,
            TableVisibility::Private => Visibility::ByLink,
        }
    }
}

impl LobbyEntry {
    /// The entry of a stored game.
    ///
    /// # Errors
    /// Its summary cannot be read.
    pub fn new(game: &GameListEntry, watchers: usize) -> Result<LobbyEntry, ApiError> {
        let summary = serde_json::from_str(game.summary.details.text());
        let damaged = |error| ApiError::Internal(format!("the summary of game {}: {error}", game.id));
        Ok(LobbyEntry {
            id: game.id.to_string(),
            name: game.summary.name.to_string(),
            state: game.summary.state,
            visibility: game.visibility.into(),
            summary: summary.map_err(damaged)?,
            seq: game.head.seq,
            created: game.created,
            active: game.summary.activity,
            watchers,
        })
    }

    /// The entry of a stored game.
    ///
    /// # Errors
    /// Its summary cannot be read.
    pub fn from_game(game: StoredGame, watchers: usize) -> Result<LobbyEntry, ApiError> {
        let entry = GameListEntry {
            id: game.id,
            visibility: game.header.visibility,
            created: game.header.created,
            summary: game.summary,
            head: game.head,
        };
        LobbyEntry::new(&entry, watchers)
    }

    /// The id of the game.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name of the game.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its rules, players and progress.
    #[must_use]
    pub fn summary(&self) -> &TableSummary {
        &self.summary
    }

    /// Whether the name of the game, of a player or of the rules contains each word of a text.
    #[must_use]
    pub fn has_words(&self, text: &str) -> bool {
        let summary = &self.summary;
        let players = summary.seats.iter().filter_map(|seat| seat.player.as_deref());
        let texts = [self.name.as_str(), &summary.rules, &summary.rules_title].into_iter().chain(players);
        let texts: Vec<String> = texts.map(fold_name).collect();
        text.split_whitespace().map(fold_name).all(|word| texts.iter().any(|text| text.contains(&word)))
    }

    /// Whether a player's name contains this text.
    #[must_use]
    pub fn has_player(&self, text: &str) -> bool {
        let text = fold_name(text);
        let players = self.summary.seats.iter().filter_map(|seat| seat.player.as_deref());
        players.map(fold_name).any(|player| player.contains(&text))
    }

    /// Whether the game has these rules.
    #[must_use]
    pub fn has_rules(&self, rules: &str) -> bool {
        self.summary.rules == rules
    }
}

impl LobbyPage {
    /// A page, and where the next one begins.
    #[must_use]
    pub fn new(games: Vec<LobbyEntry>, next: Option<Cursor>) -> LobbyPage {
        LobbyPage { games, next: next.map(|cursor| cursor.to_string()) }
    }
}

/// The form in which names are compared.
#[must_use]
pub fn fold_name(name: &str) -> String {
    name.trim().to_lowercase()
}
