//! `POST /api/games`: making a game.

use super::JsonBody;
use super::rule_choice::{ChallengeChoice, RackVisibilityChoice, TurnTimeoutChoice};
use crate::api_error::ApiError;
use crate::app::App;
use crate::chance::GameSeed;
use crate::client_address::ClientAddress;
use crate::creation::GameCreation;
use crate::keys::{self, AccessKey};
use crate::listing::GameListing;
use crate::names;
use crate::resources::GameResources;
use crate::table::{BOT, Occupant};
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use rules::{Clock, GameClock, Millis, Ruleset};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use store::{GameId, GameName, NewKey, Timestamp, Visibility};

/// The longest a computer may be told to wait.
const LONGEST_PACE: Duration = Duration::from_secs(60);

/// A game somebody wants to have made.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateGame {
    /// What the game is called; otherwise it is called after its maker.
    name: Option<String>,
    /// What its maker is called.
    player: Option<String>,
    /// Its rules.
    rules: Option<RulesChoice>,
    /// Its board, where it is not that of the rules.
    board: Option<String>,
    /// Its lexicon, where it is not that of the rules.
    lexicon: Option<String>,
    /// Its seats; otherwise the maker and a computer.
    seats: Option<Vec<SeatChoice>>,
    /// Who sees whose rack.
    racks: Option<RackVisibilityChoice>,
    /// Its clock.
    clock: Option<ClockChoice>,
    /// How plays can be challenged.
    challenge: Option<ChallengeChoice>,
    /// Whether hints may be asked for.
    hints: Option<bool>,
    /// Whether turns can be taken back if the others agree.
    undo: Option<bool>,
    /// Whether newcomers may take over seats of computers.
    takeover: Option<bool>,
    /// Who finds it.
    visibility: Option<VisibilityChoice>,
    /// The number all draws come from, where the operator allows that.
    seed: Option<u64>,
    /// How many milliseconds computers wait before they move.
    pace: Option<PaceChoice>,
}

/// Rules by name, or a rules file of one's own.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(untagged, expecting = "rules are a name, or {\"source\": \"<rules file>\"}")]
pub(crate) enum RulesChoice {
    Name(String),
    Own { source: String },
}

/// A seat of a new game.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum SeatChoice {
    You {},
    Open {},
    Computer {
        level: Option<String>,
    },
    /// A bot that is connected to the bot port, or will be.
    Bot {
        name: String,
    },
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ClockChoice {
    Off {},
    Game { initial: String, increment: Option<String>, penalty: Option<i32>, overtime: Option<String> },
    Turn { turn: String, then: Option<TurnTimeoutChoice> },
}

#[derive(Deserialize, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum VisibilityChoice {
    Public,
    Private,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(untagged, expecting = "a pace is a number of milliseconds")]
pub(crate) enum PaceChoice {
    Number(u64),
    Text(String),
}

/// A game that was made.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct CreatedGame {
    pub(crate) game: GameListing,
    pub(crate) seat: Option<u8>,
    pub(crate) key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) invite: Option<String>,
}

/// Makes a game.
#[utoipa::path(post, path = "/games", tag = "games", request_body = CreateGame, responses((status = 201, description = "the game, the maker's seat and the key to it", body = CreatedGame)))]
pub(crate) async fn create(
    State(app): State<App>,
    client: Option<Extension<ClientAddress>>,
    JsonBody(wanted): JsonBody<CreateGame>,
) -> Result<(StatusCode, Json<CreatedGame>), ApiError> {
    let (open_games, client) = (&app.services.open_games, client.map(|Extension(client)| client));
    open_games.check(client, app.store()).await?;
    let (id, made) = make(&app, wanted).await?;
    open_games.made(client, &id);
    Ok((StatusCode::CREATED, Json(made)))
}

async fn make(app: &App, wanted: CreateGame) -> Result<(GameId, CreatedGame), ApiError> {
    let settings = app.settings();
    if wanted.seed.is_some() && !settings.allow_seeds {
        return Err(ApiError::unfit(
            "seeds-forbidden",
            "this server makes no games whose draws can be foretold",
        ));
    }
    let player = wanted
        .player
        .as_deref()
        .map(|player| names::name("player", player, settings.name_length))
        .transpose()?;
    let name = match (&wanted.name, &player) {
        (Some(name), _) => names::name("name", name, settings.name_length)?,
        (None, Some(player)) => format!("{player}'s game"),
        (None, None) => "A game".to_owned(),
    };
    let pace = wanted.pace.as_ref().map(pace).transpose()?;
    let visibility = match wanted.visibility {
        Some(VisibilityChoice::Private) => Visibility::ByLink,
        Some(VisibilityChoice::Public) | None => Visibility::Public,
    };
    let seed = wanted.seed.map(GameSeed);
    let (wanted, resources) = resources(app, wanted).await?;
    let (occupants, own) =
        occupants(&resources.rules, wanted.seats, player.as_deref(), settings.name_length)?;
    if occupants.len() > usize::from(settings.seats) {
        return Err(ApiError::unfit(
            "seats",
            format!("a game on this server has at most {} seats", settings.seats),
        ));
    }
    let (key, invite) = (AccessKey::new(), (visibility == Visibility::ByLink).then(AccessKey::new));
    let created = Timestamp::now();
    let own_key = NewKey { hash: key.hash(), seat: own.map_or(keys::OWNER, store::SeatNumber), created };
    let invitation =
        invite.as_ref().map(|invite| NewKey { hash: invite.hash(), seat: keys::INVITATION, created });
    let id = keys::game_id();
    let opening = GameCreation {
        id: id.clone(),
        name: GameName::new(name.as_str()).map_err(|error| ApiError::invalid("name", error.to_string()))?,
        resources,
        visibility,
        seed,
        pace,
        occupants,
        keys: std::iter::once(own_key).chain(invitation).collect(),
    };
    let game = opening.store(&app.services).await?;
    Ok((id, CreatedGame { game, seat: own, key: key.told(), invite: invite.map(AccessKey::told) }))
}

fn pace(wanted: &PaceChoice) -> Result<Duration, ApiError> {
    let millis = match wanted {
        PaceChoice::Number(millis) => Some(*millis),
        PaceChoice::Text(text) => text.trim().parse().ok(),
    };
    let pace = millis.map(Duration::from_millis).filter(|pace| *pace <= LONGEST_PACE);
    let most = LONGEST_PACE.as_millis();
    pace.ok_or_else(|| ApiError::invalid("pace", format!("a pace is 0 to {most} milliseconds")))
}

/// Rules and lexicon of the new game. Reading rules takes time, so it is done where threads may block.
async fn resources(app: &App, wanted: CreateGame) -> Result<(CreateGame, Arc<GameResources>), ApiError> {
    let settings = app.settings();
    if let Some(RulesChoice::Own { source }) = &wanted.rules {
        if !settings.allow_own_rules {
            return Err(ApiError::unfit(
                "own-rules-forbidden",
                "this server takes only rules it knows by name",
            ));
        }
        if source.len() > settings.rules_bytes {
            let message =
                format!("rules have at most {} bytes; these have {}", settings.rules_bytes, source.len());
            return Err(ApiError::invalid("rules.source", message));
        }
    }
    let (time, services) = (settings.rules_time, app.services.clone());
    let permit = services.search_permits.clone().acquire_owned().await;
    let work = tokio::task::spawn_blocking(move || {
        let resources = load_resources(&services, &wanted);
        drop(permit);
        resources.map(|resources| (wanted, resources))
    });
    match tokio::time::timeout(time, work).await {
        Ok(Ok(made)) => made,
        Ok(Err(error)) => Err(ApiError::Broken(error.to_string())),
        Err(_) => Err(ApiError::unfit(
            "rules-too-costly",
            "these rules take too long to load: make the board's programs simpler",
        )),
    }
}

fn load_resources(
    services: &crate::registry::Services,
    wanted: &CreateGame,
) -> Result<Arc<GameResources>, ApiError> {
    let rules = match &wanted.rules {
        None => services.cache.rules("standard")?,
        Some(RulesChoice::Name(name)) => services.cache.rules(name)?,
        Some(RulesChoice::Own { source }) => services.cache.parse_rules(source)?,
    };
    let rules = varied(services, rules, wanted)?;
    let lexicon = wanted.lexicon.clone().unwrap_or_else(|| rules.lexicon.clone());
    services.cache.resources(rules, &lexicon)
}

/// The rules with what the maker wants otherwise.
fn varied(
    services: &crate::registry::Services,
    rules: Ruleset,
    wanted: &CreateGame,
) -> Result<Ruleset, ApiError> {
    let mut draft = rules.draft();
    if let Some(board) = &wanted.board {
        let found = services.cache.library().board(board);
        draft.board = found.map_err(|faults| ApiError::unfit("no-such-board", faults.to_string()))?;
    }
    if let Some(racks) = wanted.racks {
        draft.racks = racks.0;
    }
    if let Some(clock) = &wanted.clock {
        draft.clock = read_clock(clock)?;
    }
    if let Some(challenge) = wanted.challenge {
        draft.challenge = challenge.0;
    }
    let table = &mut draft.table;
    table.hints = wanted.hints.unwrap_or(table.hints);
    table.undo = wanted.undo.unwrap_or(table.undo);
    table.takeover = wanted.takeover.unwrap_or(table.takeover);
    Ruleset::try_from(draft).map_err(|faults| ApiError::unfit("bad-rules", faults.to_string()))
}

fn read_clock(clock: &ClockChoice) -> Result<Clock, ApiError> {
    Ok(match clock {
        ClockChoice::Off {} => Clock::Off,
        ClockChoice::Game { initial, increment, penalty, overtime } => {
            let default = GameClock::new(span("clock.initial", initial)?);
            let span_or = |field, text: &Option<String>, default: Millis| {
                text.as_deref().map_or(Ok(default), |text| span(field, text))
            };
            Clock::Game(GameClock {
                increment: span_or("clock.increment", increment, default.increment)?,
                penalty: penalty.unwrap_or(default.penalty),
                overtime: span_or("clock.overtime", overtime, default.overtime)?,
                ..default
            })
        }
        ClockChoice::Turn { turn, then } => Clock::Turn {
            limit: span("clock.turn", turn)?,
            then: then.map(|then| then.0).unwrap_or_default(),
        },
    })
}

/// A span of time such as `25m`, of at most thirty days.
fn span(field: &str, text: &str) -> Result<Millis, ApiError> {
    const LONGEST: u128 = 30 * 24 * 3_600_000;
    let time = humantime::parse_duration(text.trim()).ok().map(|time| time.as_millis());
    let time = time.or_else(|| (text.trim() == "0").then_some(0)).filter(|time| *time <= LONGEST);
    let time = time.and_then(|time| i64::try_from(time).ok()).map(Millis);
    time.ok_or_else(|| {
        ApiError::invalid(field, format!("{text:?} is no time up to 30 days; write 25m, 90s or 1h 30m"))
    })
}

/// Who sits where to begin with, and where the maker sits.
fn occupants(
    rules: &Ruleset,
    wanted: Option<Vec<SeatChoice>>,
    player: Option<&str>,
    longest: usize,
) -> Result<(Vec<Occupant>, Option<u8>), ApiError> {
    let seats = wanted.unwrap_or_else(|| usual_seats(rules));
    let range = rules.seats;
    if !(usize::from(range.min)..=usize::from(range.max)).contains(&seats.len()) {
        let message =
            format!("these rules are for {} to {} seats, not {}", range.min, range.max, seats.len());
        return Err(ApiError::unfit("seats", message));
    }
    let mut own = None;
    let mut occupants = Vec::new();
    for (seat, place) in seats.iter().zip(0..) {
        let at = format!("seats[{place}]");
        occupants.push(match seat {
            SeatChoice::You {} if own.is_some() => {
                return Err(ApiError::invalid(&at, "you can sit at one seat only"));
            }
            SeatChoice::You {} => {
                own = Some(place);
                let player =
                    player.ok_or_else(|| ApiError::invalid("player", "whoever takes a seat needs a name"))?;
                Occupant::Human { player: player.into() }
            }
            SeatChoice::Open {} if rules.table.fill => {
                computer(&occupants, player, crate::table::SUBSTITUTE, &at)?
            }
            SeatChoice::Open {} => Occupant::Nobody,
            SeatChoice::Computer { level } => match level.as_deref().unwrap_or(crate::table::SUBSTITUTE) {
                level if level.starts_with(BOT) => bot(&occupants, player, &level[BOT.len()..], longest)?,
                level => computer(&occupants, player, level, &at)?,
            },
            SeatChoice::Bot { name } => bot(&occupants, player, name, longest)?,
        });
    }
    Ok((occupants, own))
}

fn usual_seats(rules: &Ruleset) -> Vec<SeatChoice> {
    let count = if rules.table.fill { rules.seats.max } else { rules.seats.max.min(2).max(rules.seats.min) };
    let computers = (1..count).map(|_| SeatChoice::Computer { level: None });
    std::iter::once(SeatChoice::You {}).chain(computers).collect()
}

/// A computer called after its level, with a number where somebody is called so already.
fn computer(before: &[Occupant], maker: Option<&str>, level: &str, at: &str) -> Result<Occupant, ApiError> {
    let known: Vec<&str> = players::list().iter().map(|level| level.name).collect();
    if players::by_name(level).is_none() {
        let message = format!("there is no computer player called {level:?}; there are {}", known.join(", "));
        return Err(ApiError::invalid(&format!("{at}.level"), message));
    }
    Ok(Occupant::Computer { player: free_name(before, maker, level).into(), level: level.into() })
}

/// A seat that is kept for a bot.
fn bot(before: &[Occupant], maker: Option<&str>, name: &str, longest: usize) -> Result<Occupant, ApiError> {
    let name = names::name("name", name, longest)?;
    let player = free_name(before, maker, &name).into();
    Ok(Occupant::Awaited { player, level: format!("{BOT}{name}").into() })
}

/// This name, with a number where somebody is called so already.
fn free_name(before: &[Occupant], maker: Option<&str>, name: &str) -> String {
    let taken = |name: &str| {
        let same = |other: &str| names::fold_name(other) == names::fold_name(name);
        before.iter().filter_map(Occupant::player).any(same) || maker.is_some_and(same)
    };
    let mut free = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name} {number}")));
    free.find(|name| !taken(name)).unwrap_or_default()
}
