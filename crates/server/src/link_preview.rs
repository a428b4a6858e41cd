//! What services show of a link to a game: tags in the HTML of its address, and a picture of the board.

use crate::api::{Caller, GamePath, Requester};
use crate::base_path::BasePath;
use crate::board_picture::{HEIGHT, PictureTexts, WIDTH, draw_game};
use crate::config::{Config, SiteUrl};
use crate::page::SitePage;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use http_api::{ApiError, HeldGame, LobbyEntry};
use notation::draw::{BoardScene, escape_xml};
use std::sync::Arc;
use tables::{App, WorkKind};

/// How long a picture may be kept.
const PICTURE_KEPT: HeaderValue = HeaderValue::from_static("private, max-age=60");

#[derive(Clone)]
struct PreviewState {
    app: App,
    page: SitePage,
    base: BasePath,
    /// The scheme and, if the operator has said it, the host of the server.
    scheme: &'static str,
    host: Option<Arc<str>>,
}

/// The address of a game and that of its picture.
pub(crate) fn preview_routes(app: App, config: &Config, page: SitePage) -> Router {
    let url = config.public_url.as_ref();
    let is_secure = config.tls.is_some() || url.is_some_and(SiteUrl::is_secure);
    let state = PreviewState {
        app,
        page,
        base: config.base_path(),
        scheme: if is_secure { "https" } else { "http" },
        host: url.and_then(SiteUrl::authority).map(|host| host.as_str().into()),
    };
    Router::new()
        .route("/game/{id}", get(game_page))
        .route("/game/{id}/picture.png", get(picture))
        .with_state(state)
}

/// The page, with tags about the game if the link opens it.
async fn game_page(State(state): State<PreviewState>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches("/game/").to_owned();
    let invite = query_invite(request.uri().query().unwrap_or_default());
    let held = HeldGame { id: path, key: None, invite: invite.clone() };
    let game = state.app.held_game(&held).await.ok().flatten();
    let host = state.host.clone().or_else(|| host_of(request.headers()));
    match (game, host, state.page.index_text()) {
        (Some(held), Some(host), Some(index)) => {
            let address = format!("{}://{host}{}{}", state.scheme, state.base, request.uri().path());
            let tags = preview_tags(&held.game, &address, invite.as_deref());
            let mut response = Html(index.replacen("</head>", &format!("{tags}</head>"), 1)).into_response();
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
            response
        }
        _ => state.page.answer(&request),
    }
}

fn host_of(headers: &HeaderMap) -> Option<Arc<str>> {
    headers.get(header::HOST).and_then(|host| host.to_str().ok()).map(Arc::from)
}

/// The invitation in a query. It has no characters that need decoding.
fn query_invite(query: &str) -> Option<String> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let invite = pairs.find(|(key, _)| *key == "invite").map(|(_, value)| value);
    invite.filter(|value| value.chars().all(|c| c.is_ascii_alphanumeric())).map(str::to_owned)
}

fn preview_tags(game: &LobbyEntry, address: &str, invite: Option<&str>) -> String {
    let invite = invite.map(|invite| format!("?invite={invite}")).unwrap_or_default();
    let picture = format!("{address}/picture.png{invite}");
    let (width, height) = (WIDTH.to_string(), HEIGHT.to_string());
    let (name, about) = (game.name(), describe(game));
    let tags = [
        ("og:type", "website"),
        ("og:site_name", "Quixotry"),
        ("og:title", name),
        ("og:description", &about),
        ("og:image", &picture),
        ("og:image:type", "image/png"),
        ("og:image:width", &width),
        ("og:image:height", &height),
        ("og:image:alt", &about),
        ("twitter:card", "summary_large_image"),
        // Games of people are not for search engines.
        ("robots", "noindex"),
    ];
    let line = |(key, value): (&str, &str)| {
        let kind = if key.starts_with("og:") { "property" } else { "name" };
        format!("<meta {kind}=\"{key}\" content=\"{}\" />\n", escape_xml(value))
    };
    tags.into_iter().map(line).collect()
}

/// The rules, and who has how many points.
fn describe(game: &LobbyEntry) -> String {
    let summary = game.summary();
    let players = summary.seats.iter().map(|seat| match &seat.player {
        Some(player) => format!("{player} {}", seat.score),
        None => "…".to_owned(),
    });
    format!("{}: {}", summary.rules_title, players.collect::<Vec<_>>().join(", "))
}

/// The board as everybody may see it.
async fn picture(
    State(state): State<PreviewState>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    Requester(owner): Requester,
) -> Result<Response, ApiError> {
    let snapshot = state.app.snapshot(&id, &credentials).await?;
    let name = snapshot.name.clone();
    let draw = move || {
        let seats = snapshot.seats.iter().zip(&snapshot.view.seats);
        let players = seats.map(|(occupant, seat)| (occupant.player().unwrap_or("…").to_owned(), seat.score));
        let rules = &snapshot.resources.rules;
        let texts = PictureTexts { name, rules: rules.title.clone(), players: players.collect() };
        Ok(draw_game(BoardScene::new(rules, &snapshot.view.grid), &texts))
    };
    let png = state.app.work(WorkKind::Answering, owner, draw).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/png")),
        (header::CACHE_CONTROL, PICTURE_KEPT),
    ];
    Ok((headers, png).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Sources;
    use axum::body::{Body, to_bytes};
    use tables::TableSettings;
    use tower::ServiceExt;

    fn plain_config() -> Config {
        let mut sources = Sources::default();
        sources.file("q.toml", "");
        sources.resolve().unwrap().config
    }

    struct Previews {
        app: App,
        router: Router,
    }

    impl Previews {
        async fn start() -> Previews {
            let app = App::open(TableSettings::default()).await.unwrap();
            let router = preview_routes(app.clone(), &plain_config(), SitePage::default());
            Previews { app, router }
        }

        async fn make(&self, visibility: &str) -> http_api::CreatedGame {
            let asked =
                format!(r#"{{"name":"<Tea> & \"cake\"","player":"Ann","visibility":"{visibility}"}}"#);
            let asked = serde_json::from_str(&asked).unwrap();
            self.app.create_game(None, asked).await.unwrap()
        }

        async fn get(&self, path: &str) -> (u16, String, Vec<u8>) {
            let request = Request::builder().uri(path).header("host", "play.example").body(Body::empty());
            let response = self.router.clone().oneshot(request.unwrap()).await.unwrap();
            let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
            let status = response.status().as_u16();
            (status, kind, to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec())
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_link_to_a_game_shows_its_name_and_board() {
        let previews = Previews::start().await;
        let made = previews.make("public").await;
        let path = format!("/game/{}", made.game.id());
        let (status, kind, body) = previews.get(&path).await;
        let html = String::from_utf8(body).unwrap();
        assert_eq!((status, kind.as_str()), (200, "text/html; charset=utf-8"));
        assert!(html.contains("content=\"&lt;Tea&gt; &amp; &quot;cake&quot;\""), "{html}");
        assert!(html.contains(&format!("content=\"http://play.example{path}/picture.png\"")), "{html}");
        let (status, kind, png) = previews.get(&format!("{path}/picture.png")).await;
        assert_eq!((status, kind.as_str()), (200, "image/png"));
        assert!(png.starts_with(b"\x89PNG"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_private_game_is_shown_to_those_with_its_invitation() {
        let previews = Previews::start().await;
        let made = previews.make("private").await;
        let (path, invite) = (format!("/game/{}", made.game.id()), made.invite.unwrap());
        for (query, shown) in
            [(String::new(), false), ("?invite=x".into(), false), (format!("?invite={invite}"), true)]
        {
            let (status, _, body) = previews.get(&format!("{path}{query}")).await;
            let html = String::from_utf8(body).unwrap();
            assert_eq!((status, html.contains("Tea")), (200, shown), "{query}");
            let (status, ..) = previews.get(&format!("{path}/picture.png{query}")).await;
            assert_eq!(status == 200, shown, "{query}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_game_that_does_not_exist_gets_the_plain_page() {
        let previews = Previews::start().await;
        let (status, _, body) = previews.get("/game/nowhere").await;
        assert!(status == 200 && !String::from_utf8(body).unwrap().contains("og:title"));
        assert_eq!(previews.get("/game/nowhere/picture.png").await.0, 404);
    }
}
