//! `GET /api/games`: the list of games.

use super::Query;
use crate::app::App;
use crate::listed::{ListedGame, listed};
use crate::names;
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use store::{Cursor, Filter, Limit, Name, Visibility};

/// The most games of a page.
const MOST: u32 = 200;

/// How often the store is asked for one page, where only some of the games are wanted. A page may then be short.
const PAGES: usize = 40;

/// Which games are wanted.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    #[param(inline)]
    state: Option<StateWanted>,
    q: Option<String>,
    player: Option<String>,
    rules: Option<String>,
    before: Option<String>,
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

#[derive(Deserialize, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StateWanted {
    Open,
    Running,
    Over,
}

/// A page of the list.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Games {
    games: Vec<ListedGame>,
    next: Option<String>,
}

/// Lists public games.
#[utoipa::path(get, path = "/games", tag = "games", params(Which), responses((status = 200, description = "games, the newest first", body = Games)))]
pub(crate) async fn list(State(app): State<App>, Query(which): Query<Which>) -> Result<Json<Games>, Problem> {
    let limit = rows(which.limit)?;
    let filter = filter(&which)?;
    let mut after = which.before.as_deref().filter(|text| !text.is_empty()).map(cursor).transpose()?;
    let mut games = Vec::new();
    for _ in 0..PAGES {
        let left = limit - games.len() as u32;
        let page = app.store().list(&filter, after, Limit::rows(left)).await?;
        for game in &page.games {
            let watchers = app.shared.watchers.of(&game.id);
            games.extend(Some(listed(game, watchers)?).filter(|game| which.wants(game)));
        }
        after = page.next;
        if after.is_none() || games.len() as u32 >= limit {
            break;
        }
    }
    Ok(Json(Games { games, next: after.map(|cursor| cursor.to_string()) }))
}

/// How many games a page has.
fn rows(limit: Option<u32>) -> Result<u32, Problem> {
    match limit.unwrap_or(50) {
        limit @ 1..=MOST => Ok(limit),
        _ => Err(Problem::invalid("limit", format!("a page has 1 to {MOST} games"))),
    }
}

impl Which {
    fn wants(&self, game: &ListedGame) -> bool {
        let plays = |name: &String| {
            let name = names::folded(name);
            let players = game.shown.seats.iter().filter_map(|seat| seat.player.as_deref());
            players.map(names::folded).any(|player| player.contains(&name))
        };
        self.player.as_ref().is_none_or(plays)
            && self.rules.as_ref().is_none_or(|rules| *rules == game.shown.rules)
    }
}

fn filter(which: &Which) -> Result<Filter, Problem> {
    let name = which.q.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(Name::new).transpose();
    Ok(Filter {
        state: which.state.map(|state| match state {
            StateWanted::Open => store::State::Open,
            StateWanted::Running => store::State::Running,
            StateWanted::Over => store::State::Finished,
        }),
        visibility: Some(Visibility::Public),
        name: name.map_err(|error| Problem::invalid("q", error.to_string()))?,
    })
}

fn cursor(text: &str) -> Result<Cursor, Problem> {
    text.parse().map_err(|error: store::CursorError| Problem::invalid("before", error.to_string()))
}
