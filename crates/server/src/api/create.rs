//! `POST /api/games`: making a game.

use super::Body;
use crate::app::App;
use crate::chance::Seed;
use crate::keys::{self, Secret};
use crate::kit::Kit;
use crate::listed::ListedGame;
use crate::names;
use crate::opening::Opening;
use crate::peer::Peer;
use crate::problem::Problem;
use crate::table::{BOT, Sitter};
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use rules::{ChallengeRule, Clock, GameClock, Millis, RackVisibility, Ruleset, TurnTimeout};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use store::{GameId, Name, NewKey, Timestamp, Visibility};

/// The longest a computer may be told to wait.
const LONGEST_PACE: Duration = Duration::from_secs(60);

/// A game somebody wants to have made.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// What the game is called; otherwise it is called after its maker.
    name: Option<String>,
    /// What its maker is called.
    player: Option<String>,
    /// Its rules.
    rules: Option<RulesWanted>,
    /// Its board, where it is not that of the rules.
    board: Option<String>,
    /// Its lexicon, where it is not that of the rules.
    lexicon: Option<String>,
    /// Its seats; otherwise the maker and a computer.
    seats: Option<Vec<SeatWanted>>,
    /// Who sees whose rack.
    racks: Option<RacksWanted>,
    /// Its clock.
    clock: Option<ClockWanted>,
    /// How plays can be challenged.
    challenge: Option<ChallengeWanted>,
    /// Whether hints may be asked for.
    hints: Option<bool>,
    /// Whether turns can be taken back if the others agree.
    undo: Option<bool>,
    /// Whether newcomers may take over seats of computers.
    takeover: Option<bool>,
    /// Who finds it.
    visibility: Option<VisibilityWanted>,
    /// The number all draws come from, where the operator allows that.
    seed: Option<u64>,
    /// How many milliseconds computers wait before they move.
    pace: Option<PaceWanted>,
}

/// Rules by name, or a rules file of one's own.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(untagged, expecting = "rules are a name, or {\"source\": \"<rules file>\"}")]
pub(crate) enum RulesWanted {
    Name(String),
    Own { source: String },
}

/// A seat of a new game.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum SeatWanted {
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

#[derive(Deserialize, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RacksWanted {
    Open,
    Closed,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ClockWanted {
    Off {},
    Game { initial: String, increment: Option<String>, penalty: Option<i32>, overtime: Option<String> },
    Turn { turn: String, then: Option<ThenWanted> },
}

#[derive(Deserialize, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThenWanted {
    Pass,
    Forfeit,
}

#[derive(Deserialize, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ChallengeWanted {
    Void,
    Single,
    Double,
    FivePoint,
    TenPoint,
    Triple,
}

#[derive(Deserialize, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum VisibilityWanted {
    Public,
    Private,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(untagged, expecting = "a pace is a number of milliseconds")]
pub(crate) enum PaceWanted {
    Number(u64),
    Text(String),
}

/// A game that was made.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Made {
    pub(crate) game: ListedGame,
    pub(crate) seat: Option<u8>,
    pub(crate) key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) invite: Option<String>,
}

/// Makes a game.
#[utoipa::path(post, path = "/games", tag = "games", request_body = Wanted, responses((status = 201, description = "the game, the maker's seat and the key to it", body = Made)))]
pub(crate) async fn create(
    State(app): State<App>,
    peer: Option<Extension<Peer>>,
    Body(wanted): Body<Wanted>,
) -> Result<(StatusCode, Json<Made>), Problem> {
    let (makers, peer) = (&app.shared.makers, peer.map(|Extension(peer)| peer));
    makers.check(peer, app.store()).await?;
    let (id, made) = make(&app, wanted).await?;
    makers.made(peer, &id);
    Ok((StatusCode::CREATED, Json(made)))
}

async fn make(app: &App, wanted: Wanted) -> Result<(GameId, Made), Problem> {
    let settings = app.settings();
    if wanted.seed.is_some() && !settings.allow_seeds {
        return Err(Problem::unfit(
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
        Some(VisibilityWanted::Private) => Visibility::ByLink,
        Some(VisibilityWanted::Public) | None => Visibility::Public,
    };
    let seed = wanted.seed.map(Seed);
    let (wanted, kit) = kit(app, wanted).await?;
    let (sitters, own) = sitters(&kit.rules, wanted.seats, player.as_deref(), settings.name_length)?;
    if sitters.len() > usize::from(settings.seats) {
        return Err(Problem::unfit(
            "seats",
            format!("a game on this server has at most {} seats", settings.seats),
        ));
    }
    let (key, invite) = (Secret::new(), (visibility == Visibility::ByLink).then(Secret::new));
    let created = Timestamp::now();
    let own_key = NewKey { hash: key.hash(), seat: own.map_or(keys::OWNER, store::Seat), created };
    let invitation =
        invite.as_ref().map(|invite| NewKey { hash: invite.hash(), seat: keys::INVITATION, created });
    let id = keys::game_id();
    let opening = Opening {
        id: id.clone(),
        name: Name::new(name.as_str()).map_err(|error| Problem::invalid("name", error.to_string()))?,
        kit,
        visibility,
        seed,
        pace,
        sitters,
        keys: std::iter::once(own_key).chain(invitation).collect(),
    };
    let game = opening.store(&app.shared).await?;
    Ok((id, Made { game, seat: own, key: key.told(), invite: invite.map(Secret::told) }))
}

fn pace(wanted: &PaceWanted) -> Result<Duration, Problem> {
    let millis = match wanted {
        PaceWanted::Number(millis) => Some(*millis),
        PaceWanted::Text(text) => text.trim().parse().ok(),
    };
    let pace = millis.map(Duration::from_millis).filter(|pace| *pace <= LONGEST_PACE);
    let most = LONGEST_PACE.as_millis();
    pace.ok_or_else(|| Problem::invalid("pace", format!("a pace is 0 to {most} milliseconds")))
}

/// Rules and lexicon of the new game. Reading rules takes time, so it is done where threads may block.
async fn kit(app: &App, wanted: Wanted) -> Result<(Wanted, Arc<Kit>), Problem> {
    let settings = app.settings();
    if let Some(RulesWanted::Own { source }) = &wanted.rules {
        if !settings.allow_own_rules {
            return Err(Problem::unfit(
                "own-rules-forbidden",
                "this server takes only rules it knows by name",
            ));
        }
        if source.len() > settings.rules_bytes {
            let message =
                format!("rules have at most {} bytes; these have {}", settings.rules_bytes, source.len());
            return Err(Problem::invalid("rules.source", message));
        }
    }
    let (time, shared) = (settings.rules_time, app.shared.clone());
    let permit = shared.thinkers.clone().acquire_owned().await;
    let work = tokio::task::spawn_blocking(move || {
        let kit = shared_kit(&shared, &wanted);
        drop(permit);
        kit.map(|kit| (wanted, kit))
    });
    match tokio::time::timeout(time, work).await {
        Ok(Ok(made)) => made,
        Ok(Err(error)) => Err(Problem::Broken(error.to_string())),
        Err(_) => Err(Problem::unfit(
            "rules-too-costly",
            "these rules take too long to load: make the board's programs simpler",
        )),
    }
}

fn shared_kit(shared: &crate::hall::Shared, wanted: &Wanted) -> Result<Arc<Kit>, Problem> {
    let rules = match &wanted.rules {
        None => shared.stock.rules("standard")?,
        Some(RulesWanted::Name(name)) => shared.stock.rules(name)?,
        Some(RulesWanted::Own { source }) => shared.stock.own_rules(source)?,
    };
    let rules = varied(shared, rules, wanted)?;
    let lexicon = wanted.lexicon.clone().unwrap_or_else(|| rules.lexicon.clone());
    shared.stock.kit(rules, &lexicon)
}

/// The rules with what the maker wants otherwise.
fn varied(shared: &crate::hall::Shared, rules: Ruleset, wanted: &Wanted) -> Result<Ruleset, Problem> {
    let mut draft = rules.draft();
    if let Some(board) = &wanted.board {
        let found = shared.stock.library().board(board);
        draft.board = found.map_err(|faults| Problem::unfit("no-such-board", faults.to_string()))?;
    }
    if let Some(racks) = wanted.racks {
        draft.racks = match racks {
            RacksWanted::Open => RackVisibility::Open,
            RacksWanted::Closed => RackVisibility::Closed,
        };
    }
    if let Some(clock) = &wanted.clock {
        draft.clock = read_clock(clock)?;
    }
    if let Some(challenge) = wanted.challenge {
        draft.challenge = read_challenge(challenge);
    }
    let table = &mut draft.table;
    table.hints = wanted.hints.unwrap_or(table.hints);
    table.undo = wanted.undo.unwrap_or(table.undo);
    table.takeover = wanted.takeover.unwrap_or(table.takeover);
    Ruleset::try_from(draft).map_err(|faults| Problem::unfit("bad-rules", faults.to_string()))
}

fn read_clock(clock: &ClockWanted) -> Result<Clock, Problem> {
    Ok(match clock {
        ClockWanted::Off {} => Clock::Off,
        ClockWanted::Game { initial, increment, penalty, overtime } => Clock::Game(GameClock {
            initial: span("clock.initial", initial)?,
            increment: increment.as_deref().map_or(Ok(Millis(0)), |text| span("clock.increment", text))?,
            penalty: penalty.unwrap_or(10),
            overtime: overtime
                .as_deref()
                .map_or(Ok(Millis::seconds(600)), |text| span("clock.overtime", text))?,
        }),
        ClockWanted::Turn { turn, then } => Clock::Turn {
            limit: span("clock.turn", turn)?,
            then: match then {
                Some(ThenWanted::Forfeit) => TurnTimeout::Forfeit,
                Some(ThenWanted::Pass) | None => TurnTimeout::Pass,
            },
        },
    })
}

/// A span of time such as `25m`, of at most thirty days.
fn span(field: &str, text: &str) -> Result<Millis, Problem> {
    const LONGEST: u128 = 30 * 24 * 3_600_000;
    let time = humantime::parse_duration(text.trim()).ok().map(|time| time.as_millis());
    let time = time.or_else(|| (text.trim() == "0").then_some(0)).filter(|time| *time <= LONGEST);
    let time = time.and_then(|time| i64::try_from(time).ok()).map(Millis);
    time.ok_or_else(|| {
        Problem::invalid(field, format!("{text:?} is no time up to 30 days; write 25m, 90s or 1h 30m"))
    })
}

fn read_challenge(wanted: ChallengeWanted) -> ChallengeRule {
    match wanted {
        ChallengeWanted::Void => ChallengeRule::Void,
        ChallengeWanted::Single => ChallengeRule::Single,
        ChallengeWanted::Double => ChallengeRule::Double,
        ChallengeWanted::FivePoint => ChallengeRule::PointsPerWord(5),
        ChallengeWanted::TenPoint => ChallengeRule::PointsPerPlay(10),
        ChallengeWanted::Triple => ChallengeRule::Triple,
    }
}

/// Who sits where to begin with, and where the maker sits.
fn sitters(
    rules: &Ruleset,
    wanted: Option<Vec<SeatWanted>>,
    player: Option<&str>,
    longest: usize,
) -> Result<(Vec<Sitter>, Option<u8>), Problem> {
    let seats = wanted.unwrap_or_else(|| usual_seats(rules));
    let range = rules.seats;
    if !(usize::from(range.min)..=usize::from(range.max)).contains(&seats.len()) {
        let message =
            format!("these rules are for {} to {} seats, not {}", range.min, range.max, seats.len());
        return Err(Problem::unfit("seats", message));
    }
    let mut own = None;
    let mut sitters = Vec::new();
    for (seat, place) in seats.iter().zip(0..) {
        let at = format!("seats[{place}]");
        sitters.push(match seat {
            SeatWanted::You {} if own.is_some() => {
                return Err(Problem::invalid(&at, "you can sit at one seat only"));
            }
            SeatWanted::You {} => {
                own = Some(place);
                let player =
                    player.ok_or_else(|| Problem::invalid("player", "whoever takes a seat needs a name"))?;
                Sitter::Human { player: player.into() }
            }
            SeatWanted::Open {} if rules.table.fill => {
                computer(&sitters, player, crate::table::SUBSTITUTE, &at)?
            }
            SeatWanted::Open {} => Sitter::Nobody,
            SeatWanted::Computer { level } => match level.as_deref().unwrap_or(crate::table::SUBSTITUTE) {
                level if level.starts_with(BOT) => bot(&sitters, player, &level[BOT.len()..], longest)?,
                level => computer(&sitters, player, level, &at)?,
            },
            SeatWanted::Bot { name } => bot(&sitters, player, name, longest)?,
        });
    }
    Ok((sitters, own))
}

fn usual_seats(rules: &Ruleset) -> Vec<SeatWanted> {
    let count = if rules.table.fill { rules.seats.max } else { rules.seats.max.min(2).max(rules.seats.min) };
    let computers = (1..count).map(|_| SeatWanted::Computer { level: None });
    std::iter::once(SeatWanted::You {}).chain(computers).collect()
}

/// A computer called after its level, with a number where somebody is called so already.
fn computer(before: &[Sitter], maker: Option<&str>, level: &str, at: &str) -> Result<Sitter, Problem> {
    let known: Vec<&str> = players::list().iter().map(|level| level.name).collect();
    if players::by_name(level).is_none() {
        let message = format!("there is no computer player called {level:?}; there are {}", known.join(", "));
        return Err(Problem::invalid(&format!("{at}.level"), message));
    }
    Ok(Sitter::Computer { player: free_name(before, maker, level).into(), level: level.into() })
}

/// A seat that is kept for a bot.
fn bot(before: &[Sitter], maker: Option<&str>, name: &str, longest: usize) -> Result<Sitter, Problem> {
    let name = names::name("name", name, longest)?;
    let player = free_name(before, maker, &name).into();
    Ok(Sitter::Awaited { player, level: format!("{BOT}{name}").into() })
}

/// This name, with a number where somebody is called so already.
fn free_name(before: &[Sitter], maker: Option<&str>, name: &str) -> String {
    let taken = |name: &str| {
        let same = |other: &str| names::folded(other) == names::folded(name);
        before.iter().filter_map(Sitter::player).any(same) || maker.is_some_and(same)
    };
    let mut free = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name} {number}")));
    free.find(|name| !taken(name)).unwrap_or_default()
}
