//! The request that creates a game, and its answer.

use crate::rule_choice::{ChallengeChoice, RackVisibilityChoice, StarterChoice, TurnTimeoutChoice};
use crate::{ApiError, LobbyEntry, TableVisibility};
use rules::{Clock, GameClock, Millis, Points, Seat, TurnTimeout};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The longest pace of computers that a game may have.
const MAX_PACE: Duration = Duration::from_secs(60);

/// A game to create.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a game, such as {\"player\": \"Ann\", \"rules\": \"standard\"}")]
pub struct CreateGame {
    /// A random, secret id of at least 16 characters. The same id gives the same game and key again.
    pub id: Option<String>,
    /// The name of the game. The default is derived from the name of the player.
    pub name: Option<String>,
    /// The name of the player who creates the game.
    pub player: Option<String>,
    /// The rules. The default is `standard`.
    pub rules: Option<RulesChoice>,
    /// The board. The default is that of the rules.
    pub board: Option<String>,
    /// The lexicon. The default is that of the rules.
    pub lexicon: Option<String>,
    /// The seats. The default is the player and a computer.
    pub seats: Option<Vec<SeatChoice>>,
    /// Which racks players see.
    pub racks: Option<RackVisibilityChoice>,
    /// Who begins: the `first` seat, or a `random` one. The default is that of the rules.
    pub starter: Option<StarterChoice>,
    /// The clock.
    pub clock: Option<ClockChoice>,
    /// The challenge rule.
    pub challenge: Option<ChallengeChoice>,
    /// Whether hints are allowed.
    pub hints: Option<bool>,
    /// Whether turns can be taken back if the others agree.
    pub undo: Option<bool>,
    /// Whether new players may take over the seats of computers.
    pub takeover: Option<bool>,
    /// Who finds the game. The default is `public`.
    #[serde(default, deserialize_with = "wire::deserialize_optional_name")]
    pub visibility: Option<TableVisibility>,
    /// The seed of all draws, if the operator allows seeds.
    pub seed: Option<u64>,
    /// How long computers wait before they move, in milliseconds.
    pub pace: Option<PaceChoice>,
}

/// Rules by name, or a rules file of the client.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(untagged, expecting = "rules are a name, or {\"source\": \"<rules file>\"}")]
pub enum RulesChoice {
    /// The name.
    Name(String),
    /// A rules file.
    Own {
        /// The text of the file.
        source: String,
    },
}

/// A seat of a new game.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "a seat: {\"kind\": \"you\"}, {\"kind\": \"open\"}, {\"kind\": \"computer\", \"level\": \"greedy\"} \
                 or {\"kind\": \"bot\", \"name\": \"<bot>\"}"
)]
pub enum SeatChoice {
    /// The player who creates the game.
    You {},
    /// An open seat.
    Open {},
    /// A computer player.
    Computer {
        /// The level, or `bot:` and the name of a bot.
        level: Option<String>,
    },
    /// A bot that is connected to the bot port, or will be.
    Bot {
        /// The name of the bot.
        name: String,
    },
}

/// The clock of a new game. Times are texts such as `25m`.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "a clock: {\"kind\": \"off\"}, {\"kind\": \"game\", \"initial\": \"25m\"} \
                 or {\"kind\": \"turn\", \"turn\": \"90s\"}"
)]
pub enum ClockChoice {
    /// No clock.
    Off {},
    /// A time for the whole game.
    Game {
        /// The time at the start.
        initial: String,
        /// The time added for each turn. The default is none.
        increment: Option<String>,
        /// The points lost for each minute of overtime. The default is 10.
        #[schema(value_type = Option<i32>)]
        penalty: Option<Points>,
        /// The overtime after which the game is lost. The default is ten minutes.
        overtime: Option<String>,
    },
    /// A time for each turn.
    Turn {
        /// The time.
        turn: String,
        /// What happens when it is up. The default is `pass`.
        then: Option<TurnTimeoutChoice>,
    },
}

/// A number of milliseconds, as a number or as text.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(untagged, expecting = "a pace is a number of milliseconds")]
pub enum PaceChoice {
    /// As a number.
    Number(u64),
    /// As text.
    Text(String),
}

/// A game that was created.
#[derive(Serialize, utoipa::ToSchema)]
pub struct CreatedGame {
    /// The game.
    pub game: LobbyEntry,
    /// The seat of the client, if it took one.
    #[schema(required = true)]
    pub seat: Option<Seat>,
    /// The key of the seat, or of the maker of the game.
    pub key: String,
    /// The invitation, for a private game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub invite: Option<String>,
}

impl PaceChoice {
    /// The pace as a duration.
    ///
    /// # Errors
    /// It is not a number, or too long.
    pub fn to_duration(&self) -> Result<Duration, ApiError> {
        let millis = match self {
            PaceChoice::Number(millis) => Some(*millis),
            PaceChoice::Text(text) => text.trim().parse().ok(),
        };
        let pace = millis.map(Duration::from_millis).filter(|pace| *pace <= MAX_PACE);
        let most = MAX_PACE.as_millis();
        pace.ok_or_else(|| ApiError::malformed("pace", format!("a pace is 0 to {most} milliseconds")))
    }
}

impl ClockChoice {
    /// The clock of the rules.
    ///
    /// # Errors
    /// A time is invalid.
    pub fn to_clock(&self) -> Result<Clock, ApiError> {
        let optional = |field: &str, text: &Option<String>, default: Millis| {
            text.as_deref().map_or(Ok(default), |text| parse_time(field, text))
        };
        Ok(match self {
            ClockChoice::Off {} => Clock::Off,
            ClockChoice::Game { initial, increment, penalty, overtime } => {
                let default = GameClock::new(parse_time("clock.initial", initial)?);
                Clock::Game(GameClock {
                    increment: optional("clock.increment", increment, default.increment)?,
                    penalty: penalty.unwrap_or(default.penalty),
                    overtime: optional("clock.overtime", overtime, default.overtime)?,
                    ..default
                })
            }
            ClockChoice::Turn { turn, then } => Clock::Turn {
                limit: parse_time("clock.turn", turn)?,
                then: then.map_or(TurnTimeout::Pass, |then| then.0),
            },
        })
    }
}

/// A time such as `25m`, of at most thirty days.
fn parse_time(field: &str, text: &str) -> Result<Millis, ApiError> {
    const LONGEST: u128 = 30 * 24 * 3_600_000;
    let time = humantime::parse_duration(text.trim()).ok().map(|time| time.as_millis());
    let time = time.or_else(|| (text.trim() == "0").then_some(0)).filter(|time| *time <= LONGEST);
    let time = time.and_then(|time| i64::try_from(time).ok()).map(Millis);
    time.ok_or_else(|| {
        ApiError::malformed(field, format!("{text:?} is no time up to 30 days; write 25m, 90s or 1h 30m"))
    })
}
