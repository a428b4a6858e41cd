//! The log, and the middleware that counts and logs every request.
//!
//! A line about a game has its id, and the seat of the player. Keys, invitations and racks are never logged.

mod writer;

use crate::client_address::client_address;
use crate::config::{LogConfig, LogFormat};
use crate::metrics::Metrics;
use crate::request_log::{RequestLog, RequestRecord};
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;
use std::sync::{Arc, OnceLock};
use std::time::{Instant, SystemTime};
use tables::ClientAddress;
use tracing::{Instrument, Span, field};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::{Layer, Registry, filter::Targets, layer::SubscriberExt, util::SubscriberInitExt};
use writer::LogWriter;

/// Why the log cannot be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// The level is invalid.
    #[error(
        "log.level: {0:?} is none of error, warn, info, debug, trace, and no list such as quixotry_server=debug,warn"
    )]
    Level(String),
    /// The process has a log already.
    #[error("the log cannot be set up: {0}")]
    AlreadySet(String),
}

/// The one log of this process.
static WRITER: OnceLock<LogWriter> = OnceLock::new();

/// Logs to the standard error.
///
/// # Errors
/// The level is invalid, or the process has a log already.
pub fn init(log: &LogConfig) -> Result<(), LogError> {
    init_with_writer(log, std::io::stderr())
}

/// Logs to a writer. A thread writes the lines: see [`flush`].
///
/// # Errors
/// The level is invalid, or the process has a log already.
pub fn init_with_writer(log: &LogConfig, to: impl std::io::Write + Send + 'static) -> Result<(), LogError> {
    let writer = LogWriter::new(to);
    let layer = layer(log, writer.clone())?;
    let started = tracing_subscriber::registry().with(layer).try_init();
    started.map_err(|error| LogError::AlreadySet(error.to_string()))?;
    // `try_init` succeeds once.
    WRITER.set(writer).ok();
    Ok(())
}

/// Waits until everything that was logged is written.
pub fn flush() {
    if let Some(writer) = WRITER.get() {
        writer.flush();
    }
}

type LogLayer = Box<dyn Layer<Registry> + Send + Sync>;

fn layer<W>(log: &LogConfig, writer: W) -> Result<LogLayer, LogError>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter: Targets = log.level.parse().map_err(|_| LogError::Level(log.level.clone()))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(false);
    Ok(match log.format {
        LogFormat::Text => lines.with_filter(filter).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_filter(filter).boxed(),
    })
}

/// Counts, logs and keeps requests.
#[derive(Debug)]
pub(crate) struct RequestObserver {
    pub(crate) trusted: Vec<IpNet>,
    pub(crate) metrics: Metrics,
    pub(crate) requests: RequestLog,
}

/// Finds the client of a request, and counts, logs and keeps the request with its response.
pub(crate) async fn observe(
    State(observer): State<Arc<RequestObserver>>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = client_address(request.extensions(), request.headers(), &observer.trusted);
    request.extensions_mut().insert(client);
    let (at, started) = (SystemTime::now(), Instant::now());
    let (method, uri, version) = (request.method().clone(), request.uri().clone(), request.version());
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let request_headers = observer.requests.is_enabled().then(|| request.headers().clone());
    let span = span(uri.path());

    let response = next.run(request).instrument(span.clone()).await;

    let took = started.elapsed();
    let status = response.status();
    observer.metrics.count(&method, route.as_deref().unwrap_or("other"), status, took);
    span.in_scope(|| line(&method, cut(uri.path()), status.as_u16(), took.as_micros(), client));
    if let Some(request_headers) = request_headers {
        let response_headers = response.headers().clone();
        observer.requests.push(RequestRecord {
            at,
            took,
            client,
            method,
            uri,
            version,
            request_headers,
            status,
            response_headers,
        });
    }
    response
}

/// The span of a request. The owner of the table records the seat.
fn span(path: &str) -> Span {
    let span = tracing::info_span!("request", game = field::Empty, seat = field::Empty);
    if let Some(game) = game_of(path) {
        span.record("game", game);
    }
    span
}

fn line(method: &axum::http::Method, path: &str, status: u16, micros: u128, client: ClientAddress) {
    let client = client.0;
    match status {
        500.. => tracing::warn!(%method, path, status, micros, %client, "answered"),
        _ => tracing::info!(%method, path, status, micros, %client, "answered"),
    }
}

/// The beginning of a path, for the log.
fn cut(path: &str) -> &str {
    const MOST: usize = 200;
    path.char_indices().nth(MOST).map_or(path, |(end, _)| &path[..end])
}

/// The game in a path.
fn game_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/games/").or_else(|| path.strip_prefix("/admin/games/"))?;
    rest.split('/').next().filter(|game| !game.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use std::io::Write;
    use std::sync::Mutex;
    use tower::ServiceExt;
    use tracing::instrument::WithSubscriber;

    /// Everything that was logged.
    #[derive(Clone, Default)]
    struct TestOutput(Arc<Mutex<Vec<u8>>>);

    impl Write for TestOutput {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    async fn logged(format: LogFormat, path: &str) -> String {
        let paper = TestOutput::default();
        let clone = paper.clone();
        let log = LogConfig { format, level: "trace".to_owned() };
        let layer = layer(&log, move || clone.clone()).unwrap();
        let observer =
            RequestObserver { trusted: vec![], metrics: Metrics::new(), requests: RequestLog::new(5) };
        let handler = || async {
            Span::current().record("seat", 1);
            tracing::info!("inside");
        };
        let router = Router::new()
            .route("/api/games/{id}", get(handler))
            .layer(axum::middleware::from_fn_with_state(Arc::new(observer), observe));
        let request = Request::builder()
            .uri(path)
            .header("authorization", "Bearer s3cret")
            .header("x-invite", "s3cret")
            .body(Body::empty())
            .unwrap();
        let subscriber = tracing_subscriber::registry().with(layer);
        async { router.oneshot(request).await.unwrap() }.with_subscriber(subscriber).await;
        String::from_utf8(paper.0.lock().unwrap().clone()).unwrap()
    }

    #[tokio::test]
    async fn every_line_about_a_game_has_its_id_and_seat() {
        for format in [LogFormat::Text, LogFormat::Json] {
            let text = logged(format, "/api/games/abc?key=s3cret&invite=s3cret").await;
            assert_eq!(text.lines().count(), 2, "{text}");
            for line in text.lines() {
                let plain = line.replace('"', "").replace(':', "=");
                assert!(plain.contains("game=abc") && plain.contains("seat=1"), "{line}");
            }
            assert!(text.contains("inside") && text.contains("answered"), "{text}");
            assert!(!text.contains("s3cret"), "{text}");
        }
    }

    #[test]
    fn a_level_that_makes_no_sense_is_an_error() {
        let log = LogConfig { format: LogFormat::Text, level: "a=b=c".to_owned() };
        assert!(layer(&log, std::io::stderr).is_err());
    }

    #[test]
    fn long_paths_are_cut() {
        assert_eq!(cut("/api/games"), "/api/games");
        assert_eq!(cut(&format!("/{}", "é".repeat(30_000))).chars().count(), 200);
    }

    #[test]
    fn the_game_is_found_in_the_path() {
        assert_eq!(game_of("/api/games/abc/events"), Some("abc"));
        assert_eq!(game_of("/admin/games/abc/log"), Some("abc"));
        assert_eq!((game_of("/api/games"), game_of("/api/games/"), game_of("/")), (None, None, None));
    }
}
